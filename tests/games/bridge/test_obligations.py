"""What a ruling binds players to lasts until its law ends it: from the log, on everyone's page."""

import pytest

from scorekeeper.core.cards import Card, Play, Suit
from scorekeeper.core.rulings import Obligation, kept
from scorekeeper.core.seats import Seat
from scorekeeper.games.bridge.arbiter import progress
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
