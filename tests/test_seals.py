"""Seals in a log: when they can be made, what opening them puts in, what can't be taken
back."""

from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.core.breaches import breaches
from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import Adjusted, DealerIs, ThrownIn
from scorekeeper.core.play import CardPlayed
from scorekeeper.core.ruling_notes import Ruled, RulingAccepted
from scorekeeper.core.rulings import OpenQuestion
from scorekeeper.core.seals import LeftSealed, LookedAt, Opened, Sealed, written
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Command, Entry
from scorekeeper.exports.session_file import FileRefused
from scorekeeper.exports.session_file import read as read_file
from scorekeeper.exports.session_file import write as write_file
from scorekeeper.games import GAMES
from scorekeeper.games.bridge.events import (
    CallMade,
    HiddenShown,
    HonoursHeld,
    JokersDeclared,
    TricksTaken,
)
from scorekeeper.games.bridge.rules import JokerSettings, SuitMode, Variant
from scorekeeper.games.bridge.state import jokers_of, play_rules_of
from scorekeeper.games.rook.events import (
    BidStated,
    CardsCaptured,
    CountStated,
    DiscardsMade,
    FirstLead,
    KittyTaken,
    TrumpDeclared,
)
from scorekeeper.games.rook.rules import Settings as RookSettings
from scorekeeper.tables.rulings.effects import would_be
from scorekeeper.tables.rulings.entering import entered
from scorekeeper.tables.rulings.hearing import heard
from scorekeeper.tables.seals import (
    closed_seals,
    outcomes,
    seal_of,
    settling,
)
from tests.core.rising import past
from tests.seals import (
    BLACK,
    HEARTS,
    JOKER,
    RED,
    SALT,
    E,
    N,
    S,
    Table,
    W,
    bridge,
    contract,
)


def refused(table: Table, command: Command) -> str:
    with pytest.raises(RuleViolation) as refusal:
        table.do(command)
    return refusal.value.why.code


def refused_facts(table: Table, *facts: Any) -> str:
    return refused(table, Command(tuple(Entry(fact) for fact in facts)))


# ---- a Joker's suit ----


def test_a_sealed_suit_is_unknown_until_it_is_opened_and_then_declared() -> None:
    table = bridge()
    seq = table.seal(W, HEARTS)
    table.enter(contract())
    assert table.suit() is None
    table.open(seq, HEARTS)
    assert table.suit() is Suit.HEARTS
    assert [type(entry.event) for entry in table.now.log[-2:]] == [
        Opened,
        JokersDeclared,
    ]
    assert not table.now.folded.misfits


def test_the_agreed_suit_does_not_hold_where_suits_are_sealed() -> None:
    table = bridge()
    table.enter(contract(), TricksTaken(10))
    assert table.suit() is None


def test_a_seal_opens_the_deal_that_it_belongs_to() -> None:
    table = bridge()
    seq = table.seal(W, HEARTS)
    seal = seal_of(table.now, seq)
    assert seal is not None
    assert seal.deal == table.state.deal.id == 1
    assert table.state.deal.declared == JokersDeclared(mode=SuitMode.SEALED)


def test_opened_after_the_next_deal_has_begun_it_still_belongs_to_its_own() -> None:
    table = bridge()
    first = table.seal(W, HEARTS)
    table.enter(contract(), TricksTaken(10))
    table.enter(JokersDeclared(mode=SuitMode.OPEN), contract("2C"))
    table.open(first, HEARTS)
    deals = (*table.state.past, table.state.deal)
    suits = [jokers_of(deal, table.now.settings) for deal in deals]
    assert suits[0] and suits[0].suit(JOKER) is Suit.HEARTS
    assert suits[1] and suits[1].suit(JOKER) is Suit.SPADES  # as agreed for the session
    assert not table.now.folded.misfits


def test_an_opened_joker_of_trumps_is_an_honour_and_a_closed_one_is_none() -> None:
    cards = tuple(Card.parse(one) for one in ("HA", "HK", "HQ", "Joker"))
    table = bridge()
    seq = table.seal(W, HEARTS)
    table.enter(contract(declarer=W), TricksTaken(10))
    refused_facts(table, HonoursHeld(W, cards))
    table.open(seq, HEARTS).enter(HonoursHeld(W, cards))
    assert any(line.points == 150 for line in table.now.sheet.row(1).lines)  # type: ignore[union-attr]


def test_an_opening_is_no_correction_of_the_sheet() -> None:
    table = bridge()
    seq = table.seal(W, HEARTS)
    table.enter(contract(), TricksTaken(10)).open(seq, HEARTS)
    game = table.now.game
    assert past(game, table.now.settings, table.now.log).corrections == ()


@pytest.mark.parametrize(
    ("before", "why"),
    [
        ((contract(),), "refused.nothing-to-seal"),
        ((JokersDeclared(mode=SuitMode.OPEN),), "refused.nothing-to-seal"),
        ((DealerIs(E),), ""),
        ((JokersDeclared(mode=SuitMode.SEALED),), ""),
    ],
)
def test_a_suit_is_sealed_before_the_first_call_where_suits_are_sealed(
    before: tuple[Any, ...], why: str
) -> None:
    table = bridge().enter(*before)
    if not why:
        assert table.seal(W, HEARTS)
        return
    with pytest.raises(RuleViolation) as refusal:
        table.seal(W, HEARTS)
    assert refusal.value.why.code == why


def test_a_call_closes_the_time_for_sealing() -> None:
    from scorekeeper.games.bridge.contract import Call

    table = bridge().enter(CallMade(Call.parse("1C")))
    with pytest.raises(RuleViolation):
        table.seal(W, HEARTS)


def test_there_are_no_more_seals_than_jokers() -> None:
    table = bridge()
    table.seal(W, HEARTS)
    with pytest.raises(RuleViolation) as refusal:
        table.seal(E, HEARTS)
    assert refusal.value.why.code == "refused.sealed-already"
    table.enter(contract(), TricksTaken(10))
    assert table.seal(E, HEARTS)  # the next deal has its own


def test_other_games_of_the_family_seal_no_joker() -> None:
    for slug in ("bridge", "deuces-wild", "five-crowns"):
        assert [sealable.name for sealable in GAMES[slug].may_be_sealed.values()] == [
            "hand"
        ]


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (
            JokersDeclared(mode=SuitMode.SEALED, suits=((JOKER, Suit.CLUBS),)),
            "sealed-suit",
        ),
        (JokersDeclared(mode=SuitMode.SEALED), "no-sealed-suits"),
    ],
)
def test_impossible_declarations(event: JokersDeclared, code: str) -> None:
    variant = Variant.X1 if event.suits else Variant.X4_PARITY
    table = Table("joker-bridge", JokerSettings(variant=variant))
    assert refused_facts(table, event) == f"bridge.refused.{code}"


def test_a_closed_joker_is_named_as_it_is_played_and_the_seal_shows_whether_that_was_true() -> (
    None
):
    table = bridge()
    seq = table.seal(W, {"joker": "Joker", "suit": "S"})
    table.enter(contract("4H", S))
    played = CardPlayed(JOKER, seat=W, as_suit=Suit.HEARTS)
    assert refused_facts(table, CardPlayed(JOKER, seat=W)) == "bridge.refused.suit-open"
    table.enter(played)
    assert table.suit() is Suit.HEARTS
    table.open(seq, {"joker": "Joker", "suit": "S"})
    assert table.suit() is Suit.SPADES
    (misfit,) = table.now.folded.misfits
    assert (misfit.entry.event, misfit.why.why.code) == (
        played,
        "bridge.refused.not-to-name",
    )


def test_an_opened_joker_has_to_follow_its_suit() -> None:
    """A revoke that nobody could see is proved by the seal and the Joker, played
    later."""
    table = bridge()
    seq = table.seal(N, HEARTS)
    table.enter(contract("3NT", S))
    first = ("HK", W), ("C2", N), ("H2", E), ("H3", S)
    second = ("H4", W), ("Joker", N)
    for text, seat in first:
        table.enter(CardPlayed(Card.parse(text), seat=seat))
    for text, seat in second:
        suit = Suit.HEARTS if text == "Joker" else None
        table.enter(CardPlayed(Card.parse(text), seat=seat, as_suit=suit))
    table.open(seq, HEARTS)
    rules = play_rules_of(table.state.deal, table.now.settings)
    assert rules is not None
    (breach,) = breaches(rules, table.state.deal.watched)
    assert (breach.play.seat, breach.trick, breach.held) == (N, 1, JOKER)


# ---- what can't be taken back ----


def test_a_seal_can_be_taken_back_only_until_something_else_is_entered() -> None:
    table = bridge()
    seq = table.seal(W, HEARTS)
    table.strike(seq)
    again = table.seal(W, HEARTS)
    table.enter(contract())
    assert refused(table, Command((), (again,), "")) == "refused.seal-stays"


def test_nothing_can_be_put_in_the_place_of_a_seal() -> None:
    table = bridge()
    seq = table.seal(W, HEARTS)
    table.enter(contract())
    other = Entry(Sealed("bridge.seal.joker-suit", W, "0" * 64), seq)
    assert refused(table, Command((other,), (seq,), ""))


def test_a_reveal_with_all_that_came_with_it_stays() -> None:
    table = bridge()
    seq = table.seal(W, HEARTS)
    table.enter(contract()).open(seq, HEARTS)
    shown = table.now.last
    for one in (seq, shown - 1, shown):
        assert refused(table, Command((), (one,), "")) == "refused.opened-stays"
    other = Entry(JokersDeclared(suits=((JOKER, Suit.CLUBS),)), shown)
    assert refused(table, Command((other,), (shown,), "")) == "refused.opened-stays"


def test_a_look_stays_in_the_log() -> None:
    table = bridge()
    seq = table.seal(W, HEARTS)
    table.enter(LookedAt(seq, "disputed"))
    assert refused(table, Command((), (table.now.last,), "")) == "refused.opened-stays"
    assert refused(table, Command((), (seq,), "")) == "refused.opened-stays"


def test_what_was_not_sealed_opens_nothing() -> None:
    table = bridge()
    seq = table.seal(W, HEARTS)
    lie = written({"joker": "Joker", "suit": "S"})
    assert refused_facts(table, Opened(seq, lie, SALT)) == "refused.seal-broken"
    assert (
        refused_facts(table, Opened(seq, written(HEARTS), "00" * 16))
        == "refused.seal-broken"
    )
    other = JokersDeclared(suits=((JOKER, Suit.SPADES),))
    true = Opened(seq, written(HEARTS), SALT)
    assert refused_facts(table, true, other) == "refused.other-than-sealed"
    assert (
        refused_facts(table, true, Adjusted("NS", 100, "why not"))
        == "refused.other-than-sealed"
    )


def test_a_seal_of_something_unknown_is_refused() -> None:
    assert (
        refused_facts(bridge(), Sealed("toy.seal.x", W, "0" * 64))
        == "refused.no-such-sealable"
    )


def test_nonsense_under_a_seal_is_opened_and_states_nothing() -> None:
    table = bridge()
    for value in ("hearts", {"joker": "Joker"}, {"joker": 1, "suit": "H"}, ["H"], None):
        seq = table.seal(W, value)
        table.open(seq, value)
        assert isinstance(table.now.log[-1].event, Opened)
        table.enter(ThrownIn())


# ---- what is never opened ----


def test_it_is_too_early_to_leave_a_seal_before_trumps_are_known() -> None:
    table = bridge()
    seq = table.seal(W, HEARTS)
    seal = seal_of(table.now, seq)
    assert seal is not None
    assert outcomes(table.now, seal) == ()


@pytest.mark.parametrize(
    ("trumps", "left"), [("4H", "CDS"), ("4S", "CDH"), ("3NT", "CDHS")]
)
def test_a_joker_whose_suit_is_never_opened_is_no_trump(trumps: str, left: str) -> None:
    table = bridge()
    seq = table.seal(W, HEARTS)
    table.enter(contract(trumps), TricksTaken(10))
    seal = seal_of(table.now, seq)
    assert seal is not None
    found = [option[1][0].suits[0][1].value for option in outcomes(table.now, seal)]  # type: ignore[attr-defined]
    assert found == list(left)
    table.leave(seq)
    assert table.suit() is Suit.CLUBS
    assert isinstance(table.now.log[-2].event, LeftSealed)
    assert (
        refused_facts(table, Opened(seq, written(HEARTS), SALT)) == "refused.seal-left"
    )


def test_of_a_red_joker_the_other_red_suit_is_left() -> None:
    table = bridge(Variant.X2)
    red = {"joker": "RedJoker", "suit": "H"}
    black = {"joker": "BlackJoker", "suit": "S"}
    first = table.seal(W, red)
    second = table.seal(E, black)
    table.enter(contract(), TricksTaken(10))
    seal = seal_of(table.now, first)
    assert seal is not None
    # the other may still speak
    assert [option[1] for option in outcomes(table.now, seal)] == [()]
    table.open(second, black).leave(first)
    assert table.suit(RED) is Suit.DIAMONDS
    assert table.suit(BLACK) is Suit.SPADES


def test_a_face_down_joker_gets_no_suit_from_a_seal_that_is_left() -> None:
    table = bridge(Variant.X2)
    seq = table.seal(W, {"joker": "RedJoker", "suit": "H"})
    table.enter(contract(), TricksTaken(10), HiddenShown(E, BLACK))
    table.leave(seq)
    assert table.suit(BLACK) is None


def test_nothing_follows_from_the_seal_of_a_deal_that_was_thrown_in() -> None:
    table = bridge()
    seq = table.seal(W, HEARTS)
    table.enter(ThrownIn()).enter(contract("2C"), TricksTaken(8))
    seal = seal_of(table.now, seq)
    assert seal is not None
    assert seal.deal is None
    assert [option[1] for option in outcomes(table.now, seal)] == [()]
    table.open(seq, HEARTS)
    assert isinstance(table.now.log[-1].event, Opened)
    assert table.suit() is None


def test_a_passed_out_deal_leaves_nothing_to_say() -> None:
    from scorekeeper.games.bridge.events import PassedOut

    table = bridge()
    seq = table.seal(W, HEARTS)
    table.enter(PassedOut()).leave(seq)
    assert not closed_seals(table.now)


# ---- Rook's discards ----

FIVE = ["G10", "R1", "R2", "Y3", "Y5"]
_CARDS = tuple(Card.parse(one) for one in FIVE)


def rook() -> Table:
    bid = BidStated(Seat.ONE, 120)
    return Table("rook", RookSettings()).enter(bid, TrumpDeclared(Suit.GREEN))


def test_the_bidder_alone_seals_the_five_discards() -> None:
    table = rook()
    with pytest.raises(RuleViolation) as refusal:
        table.seal(Seat.TWO, FIVE, "discards")
    assert refusal.value.why.code == "refused.not-to-seal"
    seq = table.seal(Seat.ONE, FIVE, "discards")
    assert table.state.round.discards is None
    table.open(seq, FIVE)
    assert table.state.round.discards == _CARDS


def test_nobody_seals_discards_without_a_bid_or_twice() -> None:
    table = Table("rook", RookSettings())
    with pytest.raises(RuleViolation) as refusal:
        table.seal(Seat.ONE, FIVE, "discards")
    assert refusal.value.why.code == "refused.nothing-to-seal"
    table = rook()
    table.seal(Seat.ONE, FIVE, "discards")
    with pytest.raises(RuleViolation) as refusal:
        table.seal(Seat.ONE, FIVE, "discards")
    assert refusal.value.why.code == "refused.sealed-already"


def counted(*cards: str, last: str = "13") -> CardsCaptured:
    return CardsCaptured("13", tuple(Card.parse(card) for card in cards), last)


def test_discards_opened_after_the_count_are_held_against_it() -> None:
    """Rule: §4, what lies there goes with the last trick."""
    honest = counted("G10", "R1", "Y5", "B14")
    table = rook()
    seq = table.seal(Seat.ONE, FIVE, "discards")
    table.enter(honest).open(seq, FIVE)
    assert table.state.past[-1].discards == _CARDS
    assert not table.now.folded.misfits
    table = rook()
    seq = table.seal(Seat.ONE, FIVE, "discards")
    table.enter(replace(honest, last_trick="24")).open(seq, FIVE)
    (misfit,) = table.now.folded.misfits
    assert misfit.why.why.code == "rook.refused.kitty-last-trick"


def test_discards_opened_before_the_count_refuse_a_wrong_one() -> None:
    table = rook()
    seq = table.seal(Seat.ONE, FIVE, "discards")
    table.open(seq, FIVE)
    assert refused_facts(table, counted("B14")) == "rook.refused.kitty-last-trick"


def test_the_kitty_is_sealed_like_the_discards_and_checked_against_what_was_played() -> (
    None
):
    table = rook()
    seq = table.seal(Seat.ONE, FIVE, "kitty")
    assert table.state.round.kitty is None
    table.open(seq, FIVE)
    assert table.state.round.kitty == _CARDS
    for what, code in (("kitty", "from-the-kitty"), ("discards", "discarded")):
        table = rook().enter(FirstLead(Seat.ONE), CardPlayed(Card("1", Suit.RED)))
        table.enter(CardPlayed(Card("2", Suit.RED)))
        event = {"kitty": KittyTaken, "discards": DiscardsMade}[what](_CARDS)
        assert refused_facts(table, event) == f"rook.refused.{code}"


def test_discards_that_stay_closed_leave_the_count_as_it_was_stated() -> None:
    table = rook()
    seq = table.seal(Seat.ONE, FIVE, "discards")
    seal = seal_of(table.now, seq)
    assert seal is not None
    assert outcomes(table.now, seal) == ()
    table.enter(CountStated("13", 120))
    before = table.now.sheet
    table.leave(seq)
    assert table.now.sheet == before
    (option,) = outcomes(table.now, seal)
    assert option[0].code == "rook.seal.unopened"


def test_an_opening_that_others_were_quicker_than_states_nothing() -> None:
    table = rook()
    seq = table.seal(Seat.ONE, FIVE, "discards")
    table.enter(DiscardsMade(_CARDS)).open(seq, FIVE)
    assert isinstance(table.now.log[-1].event, Opened)
    assert not table.now.folded.misfits


# ---- hands, and files ----


def test_a_hand_is_sealed_for_a_ruling_in_every_game_with_an_arbiter() -> None:
    table = bridge().enter(contract())
    seq = table.seal(E, ["SA", "SK"], "hand")
    table.enter(TricksTaken(10)).open(seq, ["SA", "SK"])
    assert isinstance(table.now.log[-1].event, Opened)
    for game in GAMES.values():
        assert ("seal.hand" in game.may_be_sealed) == (game.arbiter is not None)


def test_a_file_holds_the_commitment_until_the_seal_is_opened_and_is_checked_when_read() -> (
    None
):
    table = bridge()
    seq = table.seal(W, HEARTS)
    closed = write_file(table.now)
    assert SALT not in closed
    assert '"suit": "H"' not in closed
    assert read_file(closed.encode()).session.folded == table.now.folded
    table.enter(contract()).open(seq, HEARTS)
    whole = write_file(table.now)
    assert read_file(whole.encode()).session.folded == table.now.folded


def test_a_file_that_says_another_value_is_refused_even_without_its_chain() -> None:
    import json

    table = bridge()
    seq = table.seal(W, HEARTS)
    table.enter(contract()).open(seq, HEARTS)
    lines = [json.loads(line) for line in write_file(table.now).splitlines()]
    for line in lines:
        for name in ("hash", "previous", "head"):
            line.pop(name, None)
    free = "\n".join(json.dumps(line) for line in lines)
    assert read_file(free.encode()).session.sheet == table.now.sheet
    for was, put in (('\\"H\\"', '\\"D\\"'), (SALT, "00" * 16), ('"W"', '"E"')):
        assert was in free
        with pytest.raises(FileRefused) as refusal:
            read_file(free.replace(was, put).encode())
        assert refusal.value.why.code == "refused.seal-broken"


# ---- a ruling on what was never opened ----


def accept(table: Table, name: str, **facts: str) -> Table:
    """Rule on it and accept the ruling, with what it settles."""
    game = table.now.game
    irregularity = game.arbiter and game.arbiter.irregularity(name)
    assert irregularity
    code = f"{game.family}.irregularity.{name}"
    told = dict(facts)
    found = heard(irregularity, table.now.folded, told)
    while isinstance(found.outcome, OpenQuestion):
        told[found.outcome.name] = found.outcome.options[0][0]
        found = heard(irregularity, table.now.folded, told)
    bare = Ruled(code, tuple(facts.items()), "x")
    kept = entered(table.now, code, found)
    older, ruling = (would_be(table.now, ruled) for ruled in (bare, kept))
    settled = settling(table.now, ruling, "ruled")
    assert settled == settling(table.now, older, "ruled")
    table.enter(kept)
    return table.do(Command((Entry(RulingAccepted(ruling.seq)), *settled)))


def test_an_accepted_ruling_settles_the_seal_it_was_on() -> None:
    table = bridge()
    seq = table.seal(W, HEARTS)
    table.enter(contract("4H"), TricksTaken(10))
    accept(table, "seal-not-opened", which="last", what="joker", seat="W", suit="D")
    assert table.suit() is Suit.DIAMONDS
    assert not closed_seals(table.now)
    assert (
        refused_facts(table, Opened(seq, written(HEARTS), SALT)) == "refused.seal-left"
    )
    assert not table.now.folded.misfits


def test_of_two_seals_the_ruling_leaves_that_of_the_seat_it_names() -> None:
    table = bridge(Variant.X2)
    red = {"joker": "RedJoker", "suit": "H"}
    black = {"joker": "BlackJoker", "suit": "S"}
    table.seal(W, red)
    second = table.seal(E, black)
    table.enter(contract("4H"), TricksTaken(10))
    accept(
        table, "seal-not-opened", which="last", what="joker", joker="RedJoker", seat="W"
    )
    assert [seal.entry.seq for seal in closed_seals(table.now)] == [second]
    assert table.suit(RED) is Suit.DIAMONDS
    table.open(second, black)
    assert (table.suit(RED), table.suit(BLACK)) == (Suit.DIAMONDS, Suit.SPADES)


def test_a_joker_whose_seal_was_left_first_gets_its_suit_by_a_ruling() -> None:
    table = bridge(Variant.X2)
    red = {"joker": "RedJoker", "suit": "H"}
    black = {"joker": "BlackJoker", "suit": "S"}
    first = table.seal(W, red)
    second = table.seal(E, black)
    table.enter(contract("4H"), TricksTaken(10))
    table.leave(first).open(second, black)
    assert (table.suit(RED), table.suit(BLACK)) == (None, Suit.SPADES)
    accept(table, "joker-suit", which="last", joker="RedJoker")
    assert (table.suit(RED), table.suit(BLACK)) == (Suit.DIAMONDS, Suit.SPADES)
    assert not table.now.folded.misfits


def test_a_hand_that_was_not_shown_stays_closed_once_that_is_ruled() -> None:
    table = bridge()
    table.enter(contract("4H"))
    table.seal(W, ["S2"], "hand")
    accept(table, "seal-not-opened", what="hand", seat="W")
    assert not closed_seals(table.now)


def test_a_ruling_on_something_else_settles_no_seal() -> None:
    table = bridge()
    table.seal(W, HEARTS)
    table.enter(contract("4H"))
    accept(table, "lost-turn", seat="W")
    assert closed_seals(table.now)
