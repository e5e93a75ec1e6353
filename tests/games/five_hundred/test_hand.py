"""What a hand of 500 scores and when a game is over. The figures are those of the
published schedules, written out here."""

from typing import Any

import pytest

from scorekeeper.core.cards import Suit
from scorekeeper.core.errors import ImpossibleResult, RuleViolation
from scorekeeper.core.evening import CarriedIn
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Event
from scorekeeper.core.settings import Whether
from scorekeeper.games.five_hundred import FIVE_HUNDRED
from scorekeeper.games.five_hundred.events import (
    LADDER,
    Bid,
    ContractStated,
    JokerNominated,
    NobodyBid,
    TricksTaken,
)
from scorekeeper.games.five_hundred.play import worth
from scorekeeper.games.five_hundred.rules import (
    Defenders,
    Misere,
    Schedule,
    Settings,
)
from tests.games.sitting import Sitting


def table(**settings: Any) -> Sitting:
    return Sitting(FIVE_HUNDRED, Settings(**settings))


def hand(bid: str, tricks: int, seat: str = "1") -> tuple[Event, Event]:
    return ContractStated(Seat(seat), Bid(bid)), TricksTaken(tricks)


AVONDALE = """
6 40 60 80 100 120
7 140 160 180 200 220
8 240 260 280 300 320
9 340 360 380 400 420
10 440 460 480 500 520
"""
"""Pagat and Wikipedia: spades, clubs, diamonds, hearts, no trumps."""
ORIGINAL = {"6S": 60, "6C": 40, "8H": 240, "9C": 160, "7S": 120, "10N": 600}
"""Traditional Indoor and Outdoor Games: the first four; what follows from them."""


def test_the_avondale_schedule_is_the_published_one() -> None:
    for line in AVONDALE.split("\n")[1:-1]:
        tricks, *values = line.split()
        for suit, value in zip("SCDHN", values, strict=True):
            assert worth(Bid(tricks + suit), Settings()) == int(value)
    assert worth(Bid("M"), Settings()) == 250
    assert worth(Bid("OM"), Settings()) == 500


def test_the_original_schedule_counts_each_trick_as_much_again() -> None:
    settings = Settings(schedule=Schedule.ORIGINAL)
    assert {word: worth(Bid(word), settings) for word in ORIGINAL} == ORIGINAL


def test_a_misere_stands_above_seven_and_an_open_one_below_ten_hearts() -> None:
    assert LADDER[LADDER.index("M") - 1 : LADDER.index("M") + 2] == ("7N", "M", "8S")
    place = LADDER.index("OM")
    assert LADDER[place - 1 : place + 2] == ("10D", "OM", "10H")
    assert len(LADDER) == 27 and LADDER[0] == "6S" and LADDER[-1] == "10N"


@pytest.mark.parametrize(
    ("bid", "tricks", "bidders", "defenders"),
    [
        ("8H", 8, 300, 20),
        ("8H", 9, 300, 10),
        ("8H", 7, -300, 30),
        ("6S", 10, 250, 0),
        ("7N", 10, 250, 0),
        ("8C", 10, 260, 0),
        ("6S", 0, -40, 100),
        ("10N", 10, 520, 0),
        ("M", 0, 250, 0),
        ("M", 1, -250, 0),
        ("OM", 0, 500, 0),
        ("OM", 3, -500, 0),
    ],
)
def test_what_a_hand_brings(
    bid: str, tricks: int, bidders: int, defenders: int
) -> None:
    for seat, own, other in (("1", "13", "24"), ("4", "24", "13")):
        totals = table().enter(*hand(bid, tricks, seat)).totals()
        assert totals == {own: bidders, other: defenders}


def test_a_table_may_give_nothing_for_all_ten_tricks() -> None:
    assert table(slam=Whether.NO).enter(*hand("6S", 10)).totals()["13"] == 40


@pytest.mark.parametrize(
    ("defenders", "before", "after", "is_over"),
    [
        (Defenders.COUNT, 480, 520, False),
        (Defenders.STOP, 480, 490, False),
        (Defenders.STOP, 495, 495, False),
        (Defenders.STOP, 440, 480, False),
        (Defenders.WIN, 480, 520, True),
    ],
)
def test_points_of_tricks_against_the_bidder(
    defenders: Defenders, before: int, after: int, is_over: bool
) -> None:
    sitting = table(defenders=defenders).enter(CarriedIn("24", before))
    sitting.enter(*hand("6S", 6))
    assert sitting.totals()["24"] == after
    assert sitting.sheet.sections[-1].is_over is is_over


def test_a_game_is_won_by_a_contract_alone() -> None:
    sitting = table().enter(CarriedIn("24", 520), CarriedIn("13", 470))
    sitting.enter(*hand("6S", 5))
    assert not sitting.sheet.sections[-1].is_over
    sitting.enter(*hand("6S", 6, "2"))
    assert sitting.sheet.sections[-1].winners == ("24",)


def test_who_falls_to_500_below_zero_loses() -> None:
    sitting = table().enter(*hand("9H", 8), *hand("6S", 6, "2"))
    assert not sitting.sheet.sections[-1].is_over
    sitting.enter(*hand("7H", 5, "3"))
    assert sitting.sheet.sections[-1].winners == ("24",)
    sitting.enter(*hand("6S", 6))
    assert len(sitting.sheet.sections) == 2


def test_all_passed_is_a_hand_without_points_and_the_deal_moves_on() -> None:
    sitting = table().enter(NobodyBid())
    assert sitting.totals() == {"13": 0, "24": 0}
    assert sitting.state.round.dealer is Seat.TWO


CONTRACT = ContractStated(Seat.ONE, Bid("8H"))
NO_TRUMPS = ContractStated(Seat.ONE, Bid("7N"))


@pytest.mark.parametrize(
    ("before", "fact", "code"),
    [
        ((CONTRACT,), NO_TRUMPS, "contract-twice"),
        ((CONTRACT,), NobodyBid(), "contract-twice"),
        ((), TricksTaken(7), "no-contract"),
        ((), JokerNominated(Suit.SPADES), "no-contract"),
        ((CONTRACT,), JokerNominated(Suit.SPADES), "joker-is-trump"),
        (
            (NO_TRUMPS, JokerNominated(Suit.CLUBS)),
            JokerNominated(Suit.CLUBS),
            "joker-late",
        ),
        ((NO_TRUMPS,), JokerNominated(Suit.STARS), "no-suit"),
        ((CONTRACT,), TricksTaken(11), "tricks"),
        ((CONTRACT,), TricksTaken(-1), "tricks"),
    ],
)
def test_what_does_not_fit_is_refused(
    before: tuple[Event, ...], fact: Event, code: str
) -> None:
    sitting = table().enter(*before) if before else table()
    with pytest.raises(RuleViolation) as caught:
        sitting.enter(fact)
    assert caught.value.why.code == f"five-hundred.refused.{code}"
    assert isinstance(caught.value, ImpossibleResult) is (code == "tricks")


@pytest.mark.parametrize("bid", ["M", "OM"])
def test_a_table_without_misere_refuses_both(bid: str) -> None:
    with pytest.raises(RuleViolation, match="no-misere"):
        table(misere=Misere.NEVER).enter(ContractStated(Seat.ONE, Bid(bid)))


@pytest.mark.parametrize("text", ["", "5S", "11H", "8X", "H8", "X", "NM", "8"])
def test_what_is_no_bid_cannot_be_read(text: str) -> None:
    with pytest.raises(ValueError, match="no bid"):
        Bid.parse(text)


def test_a_correction_of_an_early_hand_moves_the_end_of_the_game() -> None:
    """What was a second game belongs to the first once that has no winner yet."""
    sitting = table().enter(*hand("10N", 10)).enter(*hand("6S", 6, "2"))
    assert len(sitting.sheet.sections) == 2
    sitting.correct(2, TricksTaken(9))
    assert [section.is_over for section in sitting.sheet.sections] == [True, False]
    assert sitting.sheet.sections[0].winners == ("24",)
    sitting.correct(1, ContractStated(Seat.ONE, Bid("6N")))
    assert len(sitting.sheet.sections) == 1
    assert sitting.totals() == {"13": 120 + 40, "24": 10 + 40}
