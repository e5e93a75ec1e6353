"""The sentences of the documents about the play, each as an example."""

from collections.abc import Iterator
from random import Random

import pytest
from flask.testing import FlaskClient

from scorekeeper import create_app
from scorekeeper.core.breaches import breaches
from scorekeeper.core.cards import Card, Play, Suit, Trick
from scorekeeper.core.citations import Authority, Cite
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.play import (
    CardPlayed,
    LeadIs,
    PlayRules,
    Tricks,
    Watched,
    check_play,
    may_play,
    played,
    turn,
    winning,
    won,
)
from scorekeeper.core.seats import COMPASS, Seat
from scorekeeper.games.bridge.contract import Denomination
from scorekeeper.games.bridge.play import (
    BLACK_JOKER,
    ONE_JOKER,
    RED_JOKER,
    SUIT_JOKERS,
    Jokers,
    card_play,
    jokers_agreed,
    law,
)
from scorekeeper.games.bridge.rules import (
    CrownsSettings,
    DeucesSettings,
    JokerSettings,
    NoTrumpJoker,
    Power,
    Scoring,
    Settings,
    SuitMode,
    Variant,
    WildcardUntil,
    X1Wildcard,
)
from scorekeeper.words import words_in
from tests.games.bridge.playing import EVERY, Variety, playout

NAMED = CrownsSettings(nt_joker=NoTrumpJoker.NOMINATED)


def rules(settings: Settings, trumps: str, jokers: Jokers | None = None) -> PlayRules:
    """A contract of South in `trumps` ("NT" for none): West leads."""
    return card_play(settings, Denomination(trumps), Seat.SOUTH, jokers)


def one_joker(suit: Suit, power: Power = Power.MAJOR) -> Jokers:
    return Jokers(power, SuitMode.OPEN, ((ONE_JOKER, suit),))


def trick(text: str, leader: Seat = Seat.WEST) -> Trick:
    """Plays in order; "Joker=H" is the Joker played as a heart."""
    first = COMPASS.index(leader)
    return tuple(
        Play(
            COMPASS[(first + n) % 4],
            Card.parse(word.partition("=")[0]),
            as_suit=_suit(word),
        )
        for n, word in enumerate(text.split())
    )


def _suit(word: str) -> Suit | None:
    return Suit(word.partition("=")[2]) if "=" in word else None


def may(
    under: PlayRules,
    hand: str,
    to: str = "",
    before: Tricks = (),
    seat: Seat = Seat.NORTH,
) -> set[str]:
    """What may be played from the hand to this trick, as written above."""
    held = frozenset(Card.parse(word) for word in hand.split())
    found = may_play(under, before, trick(to), seat, held)
    return {
        f"{play.card}={play.as_suit.value}" if play.as_suit else str(play.card)
        for play in found.plays
    }


def wins(under: PlayRules, text: str) -> str | None:
    best = winning(under, (), trick(text))
    return str(best.card) if best else None


def watch(under: PlayRules, text: str, watched: Watched | None = None) -> Watched:
    """Plays in order, each by whoever's turn it is."""
    watched = watched or Watched()
    for word in text.split():
        event = CardPlayed(Card.parse(word.partition("=")[0]), as_suit=_suit(word))
        check_play(under, watched, event)
        watched = played(under, watched, event, len(watched.entries) + 1)
    return watched


# ---- contract bridge: Law 44 ----


def test_law_44_suit_is_followed_if_possible_and_else_anything_goes() -> None:
    spades = rules(Settings(), "S")
    assert may(spades, "H3 HA S2 C4", "H9") == {"H3", "HA"}
    assert may(spades, "S2 C4", "H9") == {"S2", "C4"}
    assert may(spades, "H3 HA S2 C4") == {"H3", "HA", "S2", "C4"}


def test_law_44_the_highest_trump_wins_else_the_highest_of_the_suit_led() -> None:
    spades = rules(Settings(), "S")
    assert wins(spades, "H9 HA S2 S3") == "S3"
    assert wins(spades, "H9 HJ CA DA") == "HJ"
    assert wins(rules(Settings(), "NT"), "H9 SA CA DA") == "H9"


def test_law_44_the_lead_is_at_declarers_left_and_then_with_the_winner() -> None:
    spades = rules(Settings(), "S")
    assert turn(spades, Watched()) is Seat.WEST
    assert turn(spades, watch(spades, "H9 HA H2 H3")) is Seat.NORTH


@pytest.mark.parametrize(
    ("scoring", "source"),
    [
        (Scoring.RUBBER, "laws-2014"),
        (Scoring.CHICAGO, "laws-2014"),
        (Scoring.DUPLICATE, "laws-2017"),
    ],
)
def test_the_laws_are_those_of_the_form_of_scoring(
    scoring: Scoring, source: str
) -> None:
    under = rules(Settings(scoring=scoring), "S")
    assert under.turn.source.id == under.take_back.source.id == source
    assert law(Settings(scoring=scoring), "Law 44", "play") == under.turn
    held = frozenset({Card.parse("H3"), Card.parse("C4")})
    (refusal,) = may_play(under, (), trick("H9"), Seat.NORTH, held).refused
    assert refusal.why.cite == under.turn


# ---- Deuces Wild ----


def test_deuces_who_can_follow_does_so_or_plays_a_deuce() -> None:
    hearts = rules(DeucesSettings(), "H")
    assert may(hearts, "C9 C2 D2 S2 SA H2", "C5") == {"C9", "C2", "D2", "S2", "H2"}
    assert may(hearts, "SA D7 D2", "C5") == {"SA", "D7", "D2"}
    assert may(hearts, "C2 SA", "C5") == {"C2"}, "the deuce of the suit led follows"


def test_deuces_have_no_special_power_to_win() -> None:
    assert wins(rules(DeucesSettings(), "H"), "C5 S2 D2 C3") == "C5"
    assert wins(rules(DeucesSettings(), "H"), "C5 C2 D2 S2") == "C5"


def test_deuces_the_two_of_trumps_ruffs_even_from_a_hand_that_could_follow() -> None:
    hearts = rules(DeucesSettings(), "H")
    assert "H2" in may(hearts, "H2 CA", "C5")
    assert wins(hearts, "C5 H2 CK CA") == "H2"
    assert wins(hearts, "C5 H2 H3 CA") == "H3", "somebody ruffs higher"


def test_deuces_led_they_are_an_ordinary_lead_of_their_suit() -> None:
    hearts = rules(DeucesSettings(), "H")
    assert may(hearts, "C9 SA D2", "C2") == {"C9", "D2"}
    assert wins(hearts, "C2 C3 D2 S2") == "C3"
    assert wins(hearts, "C2 D2 S2 SA") == "C2"


def test_deuces_are_never_a_revoke() -> None:
    hearts = rules(DeucesSettings(), "H")
    watched = watch(hearts, "C5 D2 S2 CK CA C9 C8 C7")
    assert breaches(hearts, watched) == ()
    revoked = watch(hearts, "C5 D3 S2 CK CA C9 C8 C7")
    (breach,) = breaches(hearts, revoked)
    assert (str(breach.play.card), str(breach.held)) == ("D3", "C8")
    assert breach.why.cite is not None and breach.why.cite.standing is Authority.PRINTED


def test_deuces_a_deuce_that_loses_is_explained() -> None:
    ruling = won(rules(DeucesSettings(), "NT"), (), trick("C5 D2 SA C3"))
    assert ruling is not None
    assert [step.what.code for step in ruling.steps] == [
        "play.because.highest",
        "bridge.because.deuce",
        "play.because.other-suit",
        "play.because.lower",
    ]


# ---- Five Crowns ----


def test_crowns_suit_is_followed_if_possible_and_else_anything_goes() -> None:
    stars = rules(CrownsSettings(), "*")
    assert may(stars, "H3 HK *3 C4", "H9") == {"H3", "HK"}
    assert may(stars, "*3 C4", "H9") == {"*3", "C4"}


def test_crowns_rank_from_the_king_down_to_the_three_and_trumps_beat_all() -> None:
    stars = rules(CrownsSettings(), "*")
    assert wins(stars, "HJ HQ HK H10") == "HK"
    assert wins(stars, "H10 H9 HJ H3") == "HJ"
    assert wins(stars, "HK *3 *4 SK") == "*4"
    assert wins(stars, "HK SK CK DK") == "HK"
    assert rules(CrownsSettings(), "*").tricks == 14


def test_crowns_the_joker_is_the_two_of_trumps() -> None:
    stars = rules(CrownsSettings(), "*")
    assert wins(stars, "HK Joker H3 H4") == "Joker"
    assert wins(stars, "HK Joker *3 H4") == "*3"
    assert may(stars, "Joker H3", "*9") == {"Joker"}, "it follows to trumps"
    assert may(stars, "Joker H3", "H9") == {"H3"}, "and to no other suit"
    assert may(stars, "*3 H3", "Joker") == {"*3"}
    assert wins(stars, "Joker H3 HK DK") == "Joker"


def test_crowns_at_no_trump_the_joker_fits_any_trick_and_cannot_win() -> None:
    none = rules(CrownsSettings(), "NT")
    assert may(none, "Joker H3 S4", "H9") == {"Joker", "H3"}
    assert may(none, "Joker S4", "H9") == {"Joker", "S4"}
    assert wins(none, "H3 Joker S4 C4") == "H3"
    assert wins(none, "Joker") is None
    watched = watch(none, "H9 Joker HK H8 H3 H5")
    assert breaches(none, watched) == (), "no revoke, though hearts show later"


def test_crowns_behind_the_joker_led_the_second_card_sets_the_suit() -> None:
    none = rules(CrownsSettings(), "NT")
    assert may(none, "H3 S4 D9", "Joker") == {"H3", "S4", "D9"}
    assert may(none, "H3 S4 D9", "Joker H9") == {"H3"}
    assert wins(none, "Joker H3 SK H4") == "H4"
    assert wins(none, "Joker H3 SK CK") == "H3"


def test_crowns_the_winner_of_the_jokers_trick_leads_another_suit_if_possible() -> None:
    none = rules(CrownsSettings(), "NT")
    before = (trick("H3 Joker H9 H4"),)
    assert may(none, "HK H5 S4", before=before, seat=Seat.EAST) == {"S4"}
    assert may(none, "HK H5", before=before, seat=Seat.EAST) == {"HK", "H5"}
    led = (trick("Joker H3 H9 H4"),)
    assert may(none, "HK S4", before=led, seat=Seat.EAST) == {"S4"}
    older = (*before, trick("S4 S5 S6 S7", Seat.EAST))
    assert may(none, "HK SK", before=older, seat=Seat.NORTH) == {"HK", "SK"}
    stars = rules(CrownsSettings(), "*")
    assert may(stars, "HK S4", before=before, seat=Seat.EAST) == {"HK", "S4"}


def test_crowns_only_the_winner_is_bound_not_one_whose_lead_out_of_turn_stands() -> (
    None
):
    none = rules(CrownsSettings(), "NT")
    watched = watch(none, "H3 Joker H9 H4")
    assert watched.winners == (Seat.EAST,)
    watched = played(none, watched, LeadIs(Seat.SOUTH), 5)
    watched = watch(none, "H5 HK C3 H6 S3 S4", watched)
    assert breaches(none, watched) == ()


def test_crowns_leading_the_same_suit_again_is_proved_by_another_suit_later() -> None:
    none = rules(CrownsSettings(), "NT")
    watched = watch(none, "H3 Joker H9 H4 HK H5 C3 D4")
    assert breaches(none, watched) == ()
    (breach,) = breaches(none, watch(none, "S4", watched))
    assert (str(breach.play.card), str(breach.held)) == ("HK", "S4")
    assert breach.why.why.code == "bridge.refused.suit-shunned"
    assert breach.why.cite is not None and breach.why.cite.anchor == "joker"


def test_crowns_variant_the_joker_is_the_two_of_a_suit_that_is_named() -> None:
    none = rules(NAMED, "NT")
    assert may(none, "Joker SK", "H9") == {f"Joker={one}" for one in "CDHS*"} | {"SK"}
    assert may(none, "Joker H3", "H9") == {"Joker=H", "H3"}
    assert wins(none, "H3 Joker=H S4 C4") == "H3"
    assert wins(none, "Joker=H S4 C4 D4") == "Joker"
    assert wins(none, "Joker=H H3 C4 D4") == "H3"
    assert may(none, "Joker H3", "*9") == {f"Joker={one}" for one in "CDHS*"} | {"H3"}


def test_crowns_variant_no_suit_in_which_its_holder_has_shown_void() -> None:
    none = rules(NAMED, "NT")
    before = (trick("H3 S4 H9 H4"),)
    assert may(none, "Joker", "D9", before) == {f"Joker={one}" for one in "CDS*"}
    assert may(none, "Joker", "H9", before) == {f"Joker={one}" for one in "CDS*"}
    with pytest.raises(RuleViolation) as refused:
        watch(none, "H3 S4 HJ H4 C3 C4 CK C5 D9 Joker=H")
    why = refused.value
    assert (
        why.field == "as_suit" and why.cite is not None and why.cite.anchor == "joker"
    )
    assert why.why.code == "bridge.refused.suit-closed"


def test_crowns_variant_any_suit_is_left_to_a_hand_that_has_shown_void_in_all() -> None:
    none = rules(NAMED, "NT")
    shown = ("H3 S4", "S3 C4", "C3 D4", "D3 *4", "*3 H5")
    before = tuple(trick(f"{two} {two[0]}9 {two[0]}J") for two in shown)
    assert may(none, "Joker", "H6", before) == {f"Joker={one}" for one in "CDHS*"}


def test_crowns_variant_without_a_suit_it_is_asked_for_one() -> None:
    with pytest.raises(RuleViolation) as refused:
        watch(rules(NAMED, "NT"), "H3 Joker")
    assert refused.value.why.code == "bridge.refused.suit-open"
    said = words_in("en").text(refused.value.why)
    assert said.endswith("Name one: ♣, ♦, ♥, ♠, ★.")


def test_crowns_no_suit_is_named_where_the_table_does_not_play_it_so() -> None:
    for under in (rules(CrownsSettings(), "NT"), rules(NAMED, "S")):
        with pytest.raises(RuleViolation) as refused:
            watch(under, "H3 Joker=H")
        assert refused.value.why.code == "bridge.refused.not-to-name"


# ---- Joker Bridge ----

HIGH = Power.MAJOR
LOW = Power.MINOR


def test_joker_high_ranks_above_the_ace() -> None:
    under = rules(JokerSettings(), "S", one_joker(Suit.HEARTS, HIGH))
    assert wins(under, "HA Joker HK H2") == "Joker"
    assert wins(under, "Joker HA HK H2") == "Joker"


def test_joker_low_ranks_below_the_jack_and_above_the_ten() -> None:
    under = rules(JokerSettings(), "S", one_joker(Suit.HEARTS, LOW))
    assert wins(under, "H10 Joker H9 H2") == "Joker"
    assert wins(under, "HJ Joker H10 H2") == "HJ"


@pytest.mark.parametrize(
    ("power", "trumps", "is_high"),
    [
        (Power.MAJOR, "S", True),
        (Power.MAJOR, "NT", True),
        (Power.MAJOR_MINOR, "S", True),
        (Power.MAJOR_MINOR, "NT", False),
        (Power.MINOR_MAJOR, "S", False),
        (Power.MINOR_MAJOR, "NT", True),
        (Power.MINOR, "S", False),
        (Power.MINOR, "NT", False),
    ],
)
def test_joker_power_goes_by_the_contract_for_jokers_of_side_suits_too(
    power: Power, trumps: str, is_high: bool
) -> None:
    under = rules(JokerSettings(), trumps, one_joker(Suit.HEARTS, power))
    assert wins(under, "HA Joker H9 H2") == ("Joker" if is_high else "HA")


def test_joker_follows_suit_and_is_not_played_at_will() -> None:
    under = rules(JokerSettings(), "S", one_joker(Suit.HEARTS))
    assert may(under, "Joker C4", "H9") == {"Joker"}
    assert may(under, "Joker C4", "C9") == {"C4"}
    assert may(under, "C4 H3", "Joker") == {"H3"}


def test_joker_from_a_void_ruffs_when_its_suit_is_trumps_and_else_is_a_discard() -> (
    None
):
    trumps = rules(JokerSettings(), "H", one_joker(Suit.HEARTS))
    assert may(trumps, "Joker D4", "C9") == {"Joker", "D4"}
    assert wins(trumps, "C9 Joker CA C2") == "Joker"
    side = rules(JokerSettings(), "S", one_joker(Suit.HEARTS))
    assert wins(side, "C9 Joker CA C2") == "CA"
    assert (
        wins(rules(JokerSettings(), "NT", one_joker(Suit.HEARTS)), "C9 Joker CA C2")
        == "CA"
    )


def test_joker_x4_each_is_fixed_to_its_suit() -> None:
    settings = JokerSettings(variant=Variant.X4_PARITY)
    under = rules(settings, "S", jokers_agreed(settings))
    assert under.tricks == under.hand == 14
    assert wins(under, "HA HJoker SJoker S2") == "SJoker"
    assert may(under, "HJoker DJoker C4", "H9") == {"HJoker"}
    with pytest.raises(RuleViolation) as refused:
        watch(under, "HJoker=S")
    assert refused.value.why.code == "bridge.refused.not-to-name"
    assert watch(under, "HJoker=H").trick[0].card == SUIT_JOKERS[2]


def test_joker_a_wildcard_named_before_the_lead_is_a_card_of_that_suit() -> None:
    settings = JokerSettings(variant=Variant.X2, suit_mode=SuitMode.WILDCARD)
    jokers = Jokers(HIGH, SuitMode.WILDCARD, ((RED_JOKER, Suit.DIAMONDS),))
    under = rules(settings, "D", jokers)
    assert may(under, "RedJoker H4", "D9") == {"RedJoker"}
    assert wins(under, "DA RedJoker D2 D3") == "RedJoker"
    unnamed = rules(settings, "D", Jokers(HIGH, SuitMode.WILDCARD))
    assert may(unnamed, "BlackJoker", "D9") == {"BlackJoker=C", "BlackJoker=S"}
    with pytest.raises(RuleViolation) as refused:
        watch(unnamed, "D9 BlackJoker=H")
    assert refused.value.cite is not None and refused.value.cite.anchor == "wildcard"


def test_joker_a_wildcard_until_played_has_no_suit_to_follow_before() -> None:
    settings = JokerSettings(
        variant=Variant.X2,
        suit_mode=SuitMode.WILDCARD,
        wildcard_until=WildcardUntil.PLAYED,
    )
    for suits in ((), ((RED_JOKER, Suit.HEARTS),)):
        under = rules(settings, "H", Jokers(HIGH, SuitMode.WILDCARD, suits))
        assert {"C4"} < may(under, "RedJoker C4", "H9")
        watched = watch(under, "H9 C4 HA H3 C5 C6 C7 RedJoker=H")
        assert breaches(under, watched) == ()
    before_lead = JokerSettings(variant=Variant.X2, suit_mode=SuitMode.WILDCARD)
    fixed = rules(
        before_lead, "H", Jokers(HIGH, SuitMode.WILDCARD, ((RED_JOKER, Suit.HEARTS),))
    )
    (breach,) = breaches(fixed, watched)
    assert breach.held == RED_JOKER, "named before the lead, it had to follow"
    under = rules(settings, "H", Jokers(HIGH, SuitMode.WILDCARD))
    assert may(under, "RedJoker H4", "H9") == {"RedJoker=H", "H4"}
    assert may(under, "RedJoker", "C9") == {"RedJoker=D", "RedJoker=H"}
    named = rules(
        settings, "H", Jokers(HIGH, SuitMode.WILDCARD, ((RED_JOKER, Suit.HEARTS),))
    )
    assert may(named, "RedJoker", "C9") == {"RedJoker=H"}


@pytest.mark.parametrize(
    ("reading", "suits"),
    [(X1Wildcard.RED, "DH"), (X1Wildcard.BLACK, "CS"), (X1Wildcard.ANY, "CDHS")],
)
def test_joker_x1_a_wildcard_takes_the_suits_the_table_said(
    reading: X1Wildcard, suits: str
) -> None:
    settings = JokerSettings(suit_mode=SuitMode.WILDCARD, x1_wildcard=reading)
    under = rules(settings, "S", Jokers(HIGH, SuitMode.WILDCARD))
    assert may(under, "Joker", "H9") == {f"Joker={suit}" for suit in suits}


@pytest.mark.parametrize(("power", "code"), [(HIGH, "high"), (LOW, "low")])
def test_joker_a_card_that_loses_to_it_or_by_it_says_where_it_ranks(
    power: Power, code: str
) -> None:
    under = rules(JokerSettings(), "S", one_joker(Suit.HEARTS, power))
    ruling = won(under, (), trick("HA Joker H3 C2"))
    assert ruling is not None
    said = [step.what.code for step in ruling.steps]
    assert f"bridge.because.joker-{code}" in said
    cites = {step.cite.anchor for step in ruling.steps}
    assert "powers" in cites
    assert BLACK_JOKER not in under.pack


# ---- the rulebook ----


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    folder = tmp_path_factory.mktemp("instance")
    return create_app({"INSTANCE": str(folder), "TESTING": True}).test_client()


@pytest.mark.parametrize("variety", EVERY, ids=lambda one: one.name)
def test_each_rule_of_play_stands_on_the_page_of_its_game(
    variety: Variety, pages: FlaskClient
) -> None:
    under = variety.rules()
    cites = {under.turn, under.take_back, *cites_of_a_deal(under)}
    text = pages.get(f"/rules/{variety.settings.GAME}").get_data(as_text=True)
    for cite in cites:
        assert f'<section id="{cite.anchor}">' in text, cite
    assert all(cite.standing is not Authority.HOUSE for cite in cites)


def cites_of_a_deal(under: PlayRules) -> Iterator[Cite]:
    """Every rule that the refusals and rulings of a deal rest on."""
    for deal in playout(under, Random(3)):
        watched = deal.watched
        seat = deal.seat
        if seat is not None:
            found = may_play(
                under, watched.tricks, watched.trick, seat, deal.hand(seat)
            )
            yield from (
                refusal.why.cite
                for refusal in found.refused
                if refusal.why.cite is not None
            )
            assert all(refusal.why.cite is not None for refusal in found.refused)
        ruling = won(under, watched.tricks, watched.trick)
        if ruling is not None:
            yield from (step.cite for step in ruling.steps)
