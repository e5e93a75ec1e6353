"""What a ruling binds players to lasts until its law ends it: from the log, on everyone's page."""

import pytest

from scorekeeper.core.cards import Card, Play, Suit
from scorekeeper.core.rulings import Obligation, hold_partner, kept
from scorekeeper.core.seats import Seat
from scorekeeper.games.bridge.arbitration import progress
from tests.games.bridge.hearing import auction, contract, duplicate, ruled, tricks
from tests.games.test_laws import table_of

W, E = Seat.WEST, Seat.EAST
SPADES = contract("4S", "S")


@pytest.mark.parametrize(
    ("then", "now", "one", "still"),
    [
        ("1S", "1S", Obligation("pass-once", E), True),
        ("1S", "1S Pass", Obligation("pass-once", E), False),
        ("1S", "1S Pass", Obligation("pass", E), True),
        ("1S", "1S Pass Pass Pass", Obligation("pass", E), False),
        ("1S", "1S Pass Pass Pass", Obligation("first-lead", E), True),
        ("1S", "1S Pass Pass Pass", Obligation("first-lead", Seat.SOUTH), False),
        ("1S", "1S", Obligation("penalty-if-defender", E, Card("5", Suit.HEARTS)), True),
        (
            "1S",
            "1S Pass Pass Pass",
            Obligation("penalty-if-defender", E, Card("5", Suit.HEARTS)),
            True,
        ),
        (
            "1S",
            "1S Pass Pass Pass",
            Obligation("penalty-if-defender", Seat.SOUTH, Card("5", Suit.HEARTS)),
            False,
        ),
    ],
)
def test_laws_24_26_30_in_the_auction(then: str, now: str, one: Obligation, still: bool) -> None:
    before, after = duplicate(*auction(then)).state, duplicate(*auction(now)).state
    assert one.lasts(progress(before), progress(after)) is still


FIRST = "HA H2 H3 H4"
"""West wins the first trick, and leads again."""


@pytest.mark.parametrize(
    ("rows", "one", "still"),
    [
        ((FIRST,), Obligation("penalty-major", E, Card("5", Suit.HEARTS)), True),
        ((FIRST, "W: HK H6 H5"), Obligation("penalty-major", E, Card("5", Suit.HEARTS)), False),
        ((FIRST,), Obligation("may-not-lead", W, suit=Suit.CLUBS), True),
        ((FIRST, "W: DA"), Obligation("may-not-lead", W, suit=Suit.CLUBS), True),
        ((FIRST, "W: D2 DA D3 D4", "N: C2"), Obligation("may-not-lead", W, suit=Suit.CLUBS), False),
        ((FIRST, "W: DA"), Obligation("must-lead", W, suit=Suit.DIAMONDS), False),
        ((FIRST,), Obligation("unauthorized", E), True),
    ],
)
def test_laws_26b_and_50_in_the_play(rows: tuple[str, ...], one: Obligation, still: bool) -> None:
    before = duplicate(*SPADES, *tricks("W", FIRST)).state
    after = duplicate(*SPADES, *tricks("W", *rows)).state
    assert one.lasts(progress(before), progress(after)) is still


@pytest.mark.parametrize(
    ("rank", "is_major", "holds"), [("4", False, False), ("4", True, True), ("K", False, True)]
)
def test_law_24e_a_card_led_in_the_auction_or_an_honour_holds_the_partner(
    rank: str, is_major: bool, holds: bool
) -> None:
    one = Obligation("penalty-if-defender", W, Card(rank, Suit.HEARTS), is_major=is_major)
    assert one.holds_partner is holds
    heart, club = Play(W, Card("5", Suit.HEARTS)), Play(W, Card("5", Suit.CLUBS))
    mine = Play(W, one.card or Card("2"))
    left, broken = kept([one], [heart, club, mine], (), lambda play: (0,))
    assert left == ([mine] if holds else [club, mine])
    assert [play for play, _ in broken] == ([heart, club] if holds else [heart])


@pytest.mark.parametrize(
    ("form", "rank", "may"), [("five-crowns", "9", True), ("rubber", "9", False)]
)
def test_law_50c_an_honour_of_the_game_may_be_played_beside_a_minor_penalty_card(
    form: str, rank: str, may: bool
) -> None:
    facts = {"seat": "E", "card": "H5", "shown-how": "accident", "more": "no"}
    ruling = ruled(table_of(form).enter(*SPADES), "exposed-card", **facts)
    plays = [Play(E, Card("5", Suit.HEARTS)), Play(E, Card(rank, Suit.HEARTS))]
    left, _ = kept(ruling.obligations, plays, (), lambda play: (0,))
    assert (plays[1] in left) is may


@pytest.mark.parametrize("kinds", [("major", "major"), ("major", "minor"), ("if-defender",) * 2])
def test_law_51a_of_several_penalty_cards_either_may_be_played(kinds: tuple[str, str]) -> None:
    """All of them are major, and declarer says which is played."""
    cards = [Card("4", Suit.HEARTS), Card("5", Suit.CLUBS)]
    bound = [
        Obligation(f"penalty-{kind}", E, card) for kind, card in zip(kinds, cards, strict=True)
    ]
    assert hold_partner(bound)
    assert not hold_partner([Obligation("penalty-card", E, card) for card in cards])
    plays = [Play(E, card) for card in (*cards, Card("9", Suit.CLUBS), Card("A", Suit.SPADES))]
    left, broken = kept(bound, plays, (), lambda play: (0,))
    assert left == plays[:2]
    assert [play for play, _ in broken] == plays[2:]
    assert kept(bound, plays[1:], (), lambda play: (0,))[0] == plays[1:2]
    owed = Obligation("must-play", E, cards[1])
    assert kept([*bound, owed], plays, (), lambda play: (0,))[0] == plays[1:2], "Law 57D"


def test_law_57d_a_card_shown_too_early_is_owed_to_one_trick() -> None:
    one = Obligation("must-play", E, Card("5", Suit.HEARTS))
    before = duplicate(*SPADES, *tricks("W", "HA")).state
    after = duplicate(*SPADES, *tricks("W", "HA H2 H3")).state
    assert one.lasts(progress(before), progress(before))
    assert not one.lasts(progress(before), progress(after))
