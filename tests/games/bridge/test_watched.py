"""A deal watched card by card at a bridge table: what is entered, refused, counted,
filled in."""

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import pytest

from scorekeeper.core.breaches import breaches
from scorekeeper.core.cards import Card
from scorekeeper.core.errors import ImpossibleResult, RuleViolation
from scorekeeper.core.evening import ThrownIn
from scorekeeper.core.messages import message
from scorekeeper.core.play import CardPlayed, LeadIs, PlayRules, Watched, may_play, turn
from scorekeeper.core.seats import COMPASS, Seat
from scorekeeper.core.session import Command, fold
from scorekeeper.games.bridge import BRIDGE, DEUCES_WILD, FIVE_CROWNS, JOKER_BRIDGE
from scorekeeper.games.bridge.contract import Call
from scorekeeper.games.bridge.events import (
    JokersDeclared,
    PassedOut,
    TricksTaken,
    WildcardNamed,
)
from scorekeeper.games.bridge.rules import (
    Chicago,
    JokerSettings,
    Power,
    Scoring,
    Settings,
    SuitMode,
    Variant,
    WildcardUntil,
)
from scorekeeper.games.bridge.state import Deal
from scorekeeper.games.game import Game
from scorekeeper.words import words_in
from tests.games.bridge.asking import N, S, W, answer, ask, stated
from tests.games.bridge.at_table import Table, calls, deal, hidden, honours, refused


def table(
    game: Game = BRIDGE, settings: Settings | None = None, contract: str = "4S"
) -> Table:
    """A table at which South plays the contract: West leads."""
    return Table(game, settings).enter(stated(contract, S))


def plays(text: str) -> tuple[CardPlayed, ...]:
    """Cards in order, each from the next hand."""
    return tuple(CardPlayed(Card.parse(word)) for word in text.split())


def playing(at: Table) -> Deal:
    found = at.state.last_deal
    assert isinstance(found, Deal)
    return found


def played_out(at: Table, seed: int = 1) -> Table:
    """The deal in progress played to its end, at random and by the rules."""
    rules = rules_of(at)
    random = Random(seed)
    pack = sorted(rules.pack, key=str)
    random.shuffle(pack)
    hands = {
        seat: set(pack[n * rules.hand :][: rules.hand])
        for n, seat in enumerate(COMPASS)
    }
    while (seat := turn(rules, playing(at).watched)) is not None:
        watched = playing(at).watched
        hand = frozenset(hands[seat])
        play = random.choice(
            may_play(rules, watched.tricks, watched.trick, seat, hand).plays
        )
        hands[seat].remove(play.card)
        at.enter(CardPlayed(play.card, seat=seat, as_suit=play.as_suit))
        rules = rules_of(at)
    return at


def rules_of(at: Table) -> PlayRules:
    found = at.game.arbiter.play_rules(at.state)
    assert isinstance(found, PlayRules)
    return found


@contextmanager
def refused_too(code: str) -> Iterator[None]:
    """What happens inside is refused so, and the refusal goes on."""
    try:
        yield
    except RuleViolation as why:
        assert why.why.code == f"bridge.refused.{code}"
        raise


@contextmanager
def not_played(code: str, field: str | None = None) -> Iterator[None]:
    """What happens inside is refused with the message play.refused.<code>."""
    with pytest.raises(RuleViolation) as caught:
        yield
    assert caught.value.why.code == f"play.refused.{code}"
    assert field in (None, caught.value.field)
    said = words_in("en").text(caught.value.why)
    assert "%(" not in said and not said.startswith("play."), said


# ---- from the contract to the result ----


@pytest.mark.parametrize(
    ("game", "settings", "contract"),
    [
        (BRIDGE, Settings(), "4S"),
        (BRIDGE, Settings(scoring=Scoring.DUPLICATE), "3NT"),
        (DEUCES_WILD, None, "2H"),
        (FIVE_CROWNS, None, "0NT"),
        (FIVE_CROWNS, None, "3*"),
        (JOKER_BRIDGE, JokerSettings(), "1C"),
        (JOKER_BRIDGE, JokerSettings(variant=Variant.X2, power=Power.MINOR), "6D"),
        (JOKER_BRIDGE, JokerSettings(variant=Variant.X4_PARITY), "8NT"),
        (
            JOKER_BRIDGE,
            JokerSettings(
                variant=Variant.X2,
                suit_mode=SuitMode.WILDCARD,
                wildcard_until=WildcardUntil.PLAYED,
            ),
            "3D",
        ),
    ],
)
def test_a_watched_deal_fills_its_result_in(
    game: Game, settings: Settings | None, contract: str
) -> None:
    at = played_out(table(game, settings, contract))
    watched = playing(at).watched
    rules = rules_of(at)
    assert watched.is_over(rules)
    assert len(watched.plays) == 4 * rules.tricks
    assert breaches(rules, watched) == ()
    ours = sum(seat in (N, S) for seat in watched.winners)
    assert ask(at, "result").tricks.data == ours
    row_before = len(list(at.sheet.rows()))
    at.enter(TricksTaken(ours))
    assert len(list(at.sheet.rows())) == row_before
    assert playing(at).tricks == ours
    assert game.glance(at.state).turn.code != "bridge.turn.play"
    assert fold(game, at.settings, at.log).misfits == ()


def test_the_result_stays_blank_while_cards_are_missing() -> None:
    at = table().enter(*plays("H9 HA H2 H3"))
    assert not ask(at, "result").tricks.data
    assert not ask(table(), "result").tricks.data


def test_what_was_typed_is_not_overwritten_by_what_was_watched() -> None:
    at = played_out(table())
    assert answer(at, "result", tricks="2").tricks.data == 2
    assert not answer(at, "result").validate()


def test_watching_is_optional_and_may_stop() -> None:
    at = table().enter(*plays("H9 HA H2"), TricksTaken(10))
    assert playing(at).tricks == 10
    assert playing(at).watched.won_by((N, S)) == 0
    at.enter(*deal("2H", "N", 8))
    assert playing(at).watched == Watched()


def test_it_says_whose_turn_it_is() -> None:
    at = table()
    assert at.game.glance(at.state).turn == message("bridge.turn.tricks")
    at.enter(*plays("H9"))
    assert at.game.glance(at.state).turn == message("bridge.turn.play", seat=N)
    at.enter(*plays("HA H2 H3"))
    assert at.game.glance(at.state).turn == message("bridge.turn.lead", seat=N)


def test_the_entries_of_the_cards_belong_to_the_deals_row() -> None:
    at = table().enter(*plays("H9 HA"), TricksTaken(10))
    (row,) = at.sheet.rows()
    assert row.entries == (1, 2, 3, 4)


def test_an_auction_leads_to_the_play_as_well() -> None:
    at = Table(BRIDGE).enter(*calls("1S Pass 4S Pass Pass Pass"))
    assert rules_of(at).leader is Seat.EAST
    assert playing(at.enter(*plays("H9"))).watched.trick[0].seat is Seat.EAST


# ---- what is refused ----


def test_nothing_is_played_before_the_contract_or_after_the_result() -> None:
    with refused("no-play", "card"):
        Table(BRIDGE).enter(*plays("H9"))
    with refused("no-play", "card"):
        Table(BRIDGE).enter(*calls("1S Pass"), *plays("H9"))
    with refused("no-play", "card"):
        table().enter(TricksTaken(10), *plays("H9"))
    with refused("no-play"):
        Table(BRIDGE).enter(LeadIs(N))


def test_a_card_is_in_the_pack_once() -> None:
    with not_played("played", "card"):
        table().enter(*plays("H9 HA H9"))
    with not_played("not-in-pack", "card"):
        table().enter(*plays("Joker"))
    with not_played("not-in-pack", "card"):
        table(FIVE_CROWNS).enter(*plays("SA"))


def test_the_lead_is_west_s_unless_another_lead_stands() -> None:
    with not_played("lead", "seat"):
        table().enter(CardPlayed(Card.parse("H9"), seat=N))
    at = table().enter(LeadIs(N), CardPlayed(Card.parse("H9"), seat=N))
    assert playing(at).watched.trick[0].seat is N
    with not_played("turn", "seat"):
        at.enter(CardPlayed(Card.parse("HA"), seat=S))


def test_a_hidden_card_was_in_nobody_s_hand() -> None:
    at = table(JOKER_BRIDGE).enter(*plays("H9 HA"), TricksTaken(10))
    with pytest.raises(ImpossibleResult), refused_too("card-played"):
        at.enter(hidden("E", "HA"))
    at.enter(hidden("E", "HK"))


def test_of_a_deal_watched_to_the_end_one_card_can_have_been_hidden() -> None:
    at = played_out(table(JOKER_BRIDGE), seed=5)
    watched = playing(at).watched
    (left,) = rules_of(at).pack - watched.cards
    at.enter(TricksTaken(watched.won_by((N, S))))
    for play in watched.plays[::7]:
        with refused("card-played", "card"):
            at.enter(hidden("E", str(play.card)))
    at.enter(hidden("E", str(left)))


def test_honours_were_in_the_hand_that_played_them() -> None:
    at = table().enter(*plays("SA S2"), TricksTaken(10))
    with refused("honour-played", "cards"):
        at.enter(honours("N", "SA SK SQ SJ"))
    at.enter(honours("W", "SA SK SQ SJ"))


def test_honours_entered_first_bind_the_cards_that_are_played() -> None:
    at = table().enter(honours("N", "SA SK SQ SJ"))
    with refused("played-held", "card"):
        at.enter(*plays("SA"))
    at.enter(*plays("H9 SA"))


def test_an_honour_in_no_recorded_trick_is_refused() -> None:
    # the first that leaves an honour out; each takes a fifth of a second
    for seed in range(6, 60):
        at = played_out(table(JOKER_BRIDGE), seed)
        (left,) = rules_of(at).pack - playing(at).watched.cards
        if str(left) in ("SA", "SK", "SQ", "SJ", "S10"):
            break
    with refused("honour-unplayed", "cards"):
        at.enter(honours("N", str(left)))


# ---- wildcards ----


def wild(until: WildcardUntil, contract: str = "4H") -> Table:
    settings = JokerSettings(
        variant=Variant.X2, suit_mode=SuitMode.WILDCARD, wildcard_until=until
    )
    return table(JOKER_BRIDGE, settings, contract)


def test_a_wildcard_gets_its_suit_by_being_played() -> None:
    at = wild(WildcardUntil.PLAYED)
    with refused("suit-open", "as_suit"):
        at.enter(*plays("RedJoker"))
    at.enter(CardPlayed(Card("RedJoker"), as_suit=Card.parse("H2").suit))
    assert playing(at).wildcards == ((Card("RedJoker"), Card.parse("H2").suit),)
    with refused("named-before"):
        at.enter(WildcardNamed(Card("RedJoker"), Card.parse("D2").suit))  # type: ignore[arg-type]
    at.enter(honours("W", "RedJoker HA HK HQ"))


def test_a_wildcard_named_before_the_lead_follows_suit() -> None:
    hearts = Card.parse("H2").suit
    assert hearts is not None
    at = wild(WildcardUntil.END_OF_BIDDING)
    assert at.game.glance(at.state).turn.code == "bridge.turn.wildcard"
    at.enter(WildcardNamed(Card("RedJoker"), hearts))
    at.enter(*plays("H9 C4 HA H3 C5 C6 C7 RedJoker"))
    (breach,) = breaches(rules_of(at), playing(at).watched)
    assert breach.held == Card("RedJoker")


def test_a_wildcard_is_not_asked_for_once_cards_were_played() -> None:
    at = wild(WildcardUntil.END_OF_BIDDING).enter(*plays("H9"))
    assert at.game.glance(at.state).turn.code == "bridge.turn.play"


def test_the_power_of_the_deal_decides_its_tricks() -> None:
    low = JokersDeclared(power=Power.MINOR)
    for facts, winner in (((), N), ((low,), W)):
        at = Table(JOKER_BRIDGE).enter(*facts, stated("4S", S))
        at.enter(*plays("SA Joker S3 S4"))
        assert playing(at).watched.winners == (winner,)


# ---- taking back, correcting, throwing in ----


def test_the_last_card_is_taken_back() -> None:
    at = table().enter(*plays("H9 HA"))
    at.command(Command((), (3,)))
    assert playing(at).watched.plays[-1].card == Card.parse("H9")
    at.enter(*plays("HK"))
    assert [str(play.card) for play in playing(at).watched.plays] == ["H9", "HK"]


def test_a_card_stays_played_once_the_next_one_is() -> None:
    at = table().enter(*plays("H9 HA"))
    with not_played("take-back"):
        at.command(Command((), (2,)))
    at.command(Command((), (2, 3)))
    assert playing(at).watched == Watched()


def test_a_whole_deal_is_struck_with_its_cards() -> None:
    at = table().enter(*plays("H9 HA"), TricksTaken(9))
    at.enter(*deal("2H", "N", 8)).enter(stated("1NT", W), *plays("C2"))
    at.command(Command((), (1, 2, 3, 4)))
    assert len(list(at.sheet.rows())) == 2
    assert at.folded.misfits == ()


def test_no_card_of_a_deal_that_was_counted_is_taken_back() -> None:
    at = table().enter(*plays("H9 HA"), TricksTaken(9))
    at.enter(stated("1NT", W), *plays("C2"))
    for seq, why in ((2, "take-back"), (3, "counted")):
        with not_played(why):
            at.command(Command((), (seq,)))
    at.command(Command((), (6,)))
    assert at.folded.misfits == ()


def test_a_card_that_was_entered_wrong_is_corrected_in_its_place() -> None:
    at = table().enter(*plays("H9 HA H2 H3"))
    assert playing(at).watched.winners == (N,)
    at.correct(3, *plays("H4"))
    assert playing(at).watched.winners == (W,)
    assert playing(at).watched.entries == (2, 7, 4, 5)


def test_a_deal_thrown_in_takes_its_cards_along() -> None:
    at = table().enter(*plays("H9 HA"), ThrownIn())
    assert at.state.deal is None
    at.enter(stated("4S", S), *plays("H9"))
    assert len(playing(at).watched.plays) == 1


# ---- the arbiter's record ----


def test_every_game_of_the_family_has_its_arbiter() -> None:
    for game in (BRIDGE, DEUCES_WILD, FIVE_CROWNS, JOKER_BRIDGE):
        assert game.arbiter is not None
        at = Table(game)
        assert game.arbiter.play_rules(at.state) is None
        assert game.arbiter.watched(at.state) == Watched()
        at.enter(PassedOut())
        assert game.arbiter.play_rules(at.state) is None
        assert game.arbiter.irregularity("no-such-thing") is None


def test_the_calls_are_listed_with_the_reason_against_each() -> None:
    assert BRIDGE.arbiter is not None and BRIDGE.arbiter.calls is not None
    at = Table(BRIDGE).enter(*calls("1H"))
    found = dict(BRIDGE.arbiter.calls(at.state))
    assert found[Call.parse("1S")] is None
    why = found[Call.parse("1D")]
    assert why is not None and why.cite is not None
    assert (why.why.code, why.cite.source.id) == (
        "bridge.refused.bid-too-low",
        "laws-2014",
    )
    assert BRIDGE.arbiter.calls(table().state) == ()
    chicago = Settings(scoring=Scoring.CHICAGO, chicago=Chicago.CARRIED)
    assert len(BRIDGE.arbiter.calls(Table(BRIDGE, chicago).state)) == 38
