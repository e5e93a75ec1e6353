"""Cards, seats, settings and sheets: the small values that everything is made of."""

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

import pytest

from scorekeeper.core.cards import FRENCH, STANDARD_PACK, Card, Suit
from scorekeeper.core.citations import Authority, Cite, Source
from scorekeeper.core.messages import message
from scorekeeper.core.seats import (
    COMPASS,
    SIDES,
    Seat,
    left_of,
    numbered,
    partner,
    party_of,
)
from scorekeeper.core.settings import TABLE, RuleSheet, Setting
from scorekeeper.core.sheet import Line, Row, ScoreSheet, Section

RULE = Cite(Source("book", "The book"), "§1", Authority.PRINTED, "one")
OTHER = Cite(Source("book", "The book"), "§2", Authority.PUBLISHED, "two")


# ---- cards ----


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("SA", Card("A", Suit.SPADES)),
        ("hT", Card("10", Suit.HEARTS)),
        ("d10", Card("10", Suit.DIAMONDS)),
        ("*k", Card("K", Suit.STARS)),
        ("★K", Card("K", Suit.STARS)),
        ("R14", Card("14", Suit.RED)),
        ("joker", Card("Joker")),
        ("REDJOKER", Card("RedJoker")),
        ("sjoker", Card("Joker", Suit.SPADES)),
        (" CQ ", Card("Q", Suit.CLUBS)),
        ("10H", Card("10", Suit.HEARTS)),
        ("as", Card("A", Suit.SPADES)),
        ("14r", Card("14", Suit.RED)),
    ],
)
def test_cards_as_they_are_written(text: str, card: Card) -> None:
    assert Card.parse(text) == card


@pytest.mark.parametrize("text", ["", "A", "S", "S15", "S0", "XA", "S-2", "10", "♠A"])
def test_what_is_no_card(text: str) -> None:
    with pytest.raises(ValueError):
        Card.parse(text)


def test_the_standard_pack() -> None:
    assert len(STANDARD_PACK) == 52
    assert all(Card.parse(str(card)) == card for card in STANDARD_PACK)
    assert [suit.value for suit in FRENCH] == ["C", "D", "H", "S"]


def test_every_joker_knows_that_it_is_one() -> None:
    assert all(
        Card.parse(text).is_joker
        for text in ("Joker", "RedJoker", "BlackJoker", "HJoker")
    )
    assert not Card("J", Suit.HEARTS).is_joker


# ---- seats ----


def test_left_is_clockwise_and_partners_sit_opposite() -> None:
    assert [left_of(seat, COMPASS) for seat in COMPASS] == [*COMPASS[1:], COMPASS[0]]
    assert partner(Seat.EAST, COMPASS) is Seat.WEST
    assert left_of(Seat.ONE, numbered(3), 3) is Seat.ONE
    assert party_of(Seat.WEST, SIDES).id == "EW"


# ---- settings ----


class Way(Enum):
    FIRST = "first"
    SECOND = "second"
    THIRD = "third"


@dataclass(frozen=True)
class Settings:
    number: int = 3
    way: Way = Way.FIRST


SHEET = RuleSheet(
    (
        Setting("number", RULE, "all", 1, 9),
        Setting("way", RULE, "all", readings=((Way.THIRD, OTHER),)),
    ),
    Settings(),
)


@pytest.mark.parametrize(
    ("settings", "name", "cite"),
    [
        (Settings(), "number", RULE),
        (Settings(), "way", RULE),
        (Settings(way=Way.THIRD), "way", OTHER),
        (
            Settings(number=4),
            "number",
            Cite(TABLE, "setting 1", Authority.HOUSE, "setting-number"),
        ),
        (
            Settings(way=Way.SECOND),
            "way",
            Cite(TABLE, "setting 2", Authority.HOUSE, "setting-way"),
        ),
    ],
)
def test_what_an_answer_rests_on(settings: Settings, name: str, cite: Cite) -> None:
    assert SHEET.cite(settings, name) == cite


def test_a_question_that_is_not_asked() -> None:
    with pytest.raises(KeyError):
        SHEET.question("colour")


# ---- sheets ----


def line(party: str, points: int | Fraction, part: str = "score") -> Line:
    return Line(party, points, message("for"), RULE, part)


def row(row_id: int, *lines: Line) -> Row:
    return Row(row_id, message("deal"), (row_id,), (), lines)


ROWS = (
    row(1, line("NS", 60, "below"), line("NS", 30, "above")),
    row(4, line("EW", 50, "above")),
)


def test_totals_by_side_and_part() -> None:
    section = Section(message("one"), ROWS, message("so far"))
    sheet = ScoreSheet(SIDES, (), (section, section), ("below", "above"))
    assert (section.total("NS"), section.total("NS", "below"), section.total("EW")) == (
        90,
        60,
        50,
    )
    assert (
        sheet.total("NS"),
        sheet.total("EW", "above"),
        sheet.total("EW", "below"),
    ) == (
        180,
        100,
        0,
    )


def test_a_row_is_found_by_its_id() -> None:
    sheet = ScoreSheet(SIDES, (), (Section(message("one"), ROWS, message("so far")),))
    assert sheet.row(4) is ROWS[1]
    assert sheet.row(2) is None


def test_shared_places_stay_exact() -> None:
    thirds = row(1, *(line("NS", Fraction(10, 3)) for _ in range(3)))
    assert thirds.total("NS") == 10
