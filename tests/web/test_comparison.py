"""Results on the same boards compared: the published scales, pairs, what is no board of
both."""

import io
from dataclasses import replace
from fractions import Fraction

import pytest
from flask import Flask
from pypdf import PdfReader

from scorekeeper.core.seats import Seat
from scorekeeper.exports.pbn import pbn_of
from scorekeeper.exports.pdf.page import Paper, page_of
from scorekeeper.games.bridge import BRIDGE
from scorekeeper.games.bridge.events import BoardIs
from scorekeeper.games.bridge.rules import Scoring
from scorekeeper.tables.comparison import compared
from scorekeeper.words import words_in
from tests.adopting import adopt
from tests.exports.sheets import HOSTILE, Table
from tests.web.boards import PAIRS, table, three
from tests.web.conftest import Visitor


def test_each_board_has_its_traveller() -> None:
    one, two = compared(three()).boards
    assert [(r.points, r.matchpoints, r.imps[0]) for r in one.results] == [
        (450, (4, 0), Fraction(1 + 11, 2)),
        (420, (2, 2), Fraction(-1 + 10, 2)),
        (-50, (0, 4), Fraction(-10 - 11, 2)),
    ]
    assert [r.points for r in two.results] == [0, -400, -400]
    assert [r.matchpoints for r in two.results] == [(4, 0), (1, 3), (1, 3)]


def test_a_traveller_names_who_declared() -> None:
    """The pairs stand by their direction, as boards are compared; who plays is
    named."""
    one, two = compared(three()).boards
    assert [r.fact["declarer"] for r in one.results] == ["Ed", "Ann", "Ida"]
    assert [r.fact.get("declarer") for r in two.results] == [None, "Ben", "Fay"]
    assert one.fact["dealer"] is Seat.NORTH, (
        "a board's dealer is no person: several tables play it"
    )


def test_each_direction_has_its_own_ranking() -> None:
    found = compared(three())
    north_south, east_west = found.rankings
    assert (north_south.direction, east_west.direction) == ("NS", "EW")
    assert [(pair.place, pair.name, pair.percent) for pair in north_south.pairs] == [
        ("1", "Ed & Gus", Fraction(125, 2)),
        ("2", "Ida & Kim", 50),
        ("3", "Ann & Cid", Fraction(75, 2)),
    ]
    pairs = [pair for ranking in found.rankings for pair in ranking.pairs]
    assert sum(pair.imps for pair in pairs) == 0
    assert all(pair.boards == 2 for pair in pairs)
    assert {pair.imps for pair in pairs if pair.name == "Ed & Gus"} == {Fraction(3, 2)}


def test_a_board_that_fewer_tables_played_counts_by_neubergs_formula() -> None:
    """Three results on one board, two on the other: 2 of 2 are worth 3½ of 4."""
    third = table(PAIRS[2], ("4S", "N", 9))
    one, two = compared((*three()[:2], third)).boards
    assert [result.matchpoints for result in one.results] == [(4, 0), (2, 2), (0, 4)]
    assert [result.matchpoints for result in two.results] == [(2, 2), (2, 2)]
    other = table(PAIRS[1], ("4S", "N", 11), ("3NT", "E", 10))
    _, two = compared((three()[0], other, third)).boards
    half = Fraction(7, 2)
    assert [result.matchpoints for result in two.results] == [
        (half, 4 - half),
        (4 - half, half),
    ]


def test_a_board_goes_by_the_number_that_was_said() -> None:
    settings = replace(BRIDGE.rule_sheet.defaults, scoring=Scoring.DUPLICATE)
    second = Table(BRIDGE, settings, PAIRS[1], "ed")
    second.enter(BoardIs(2))
    second.deal("3NT", "E", 10)
    (board,) = compared((three()[0], second.session)).boards
    assert [result.points for result in board.results] == [-400, -430]
    assert b'[Board "2"]' in pbn_of(second.session, words_in("en"))
    second.enter(BoardIs(2))
    second.deal("3NT", "E", 9)
    again = compared((three()[0], second.session))
    assert len(again.boards) == 1 and again.alone == 2, (
        "no table is compared with itself"
    )


def test_a_pair_that_moved_is_one_pair() -> None:
    there = table(("Ben", "Ann", "Dora", "Cid"), ("4S", "N", 9))
    found = compared((three()[0], there))
    (ranking,) = found.rankings
    assert ranking.direction == "", "who sat in both directions is in one list"
    assert [pair.boards for pair in ranking.pairs] == [2, 2]
    page = page_of(three()[0], words_in("en"), Paper.A4, beside=(there,))
    assert "<caption>Pairs</caption>" in page


def test_only_what_was_played_twice_is_compared() -> None:
    alone = compared((three()[0], table(PAIRS[1], ("4S", "N", 9))))
    assert len(alone.boards) == 1 and alone.alone == 1
    rubber = Table(BRIDGE, people=PAIRS[1])
    rubber.deal("4S", "N", 9)
    assert BRIDGE.has_boards is not None and not BRIDGE.has_boards(
        rubber.session.settings
    )


@pytest.mark.parametrize("language", ["en", "de"])
def test_names_are_only_words_on_its_paper(language: str) -> None:
    other = table(HOSTILE, ("4S", "N", 9))
    page = page_of(three()[0], words_in(language), Paper.A4, beside=(other,))
    assert "<script>" not in page and "\u202e" not in page and "&lt;script&gt;" in page


@pytest.fixture
def kept(app: Flask) -> None:
    """Three tables that the history knows, and one that plays no boards."""
    rubber = Table(BRIDGE, session_id="rubber")
    rubber.deal("4S", "N", 9)
    for session in (*three(), rubber.session):
        adopt(app.extensions["store"], session.header, session.log)


def test_tables_are_chosen_and_compared(kept: None, visitor: Visitor) -> None:
    assert 'href="/history/boards/"' in visitor.get("/history/").text
    offered = visitor.get("/history/boards/").text
    assert offered.count('name="t"') == 3 and 'value="rubber"' not in offered
    assert "Choose at least two" in visitor.get("/history/boards/?t=ann").text
    page = visitor.get("/history/boards/?t=ann&t=ed&t=ida").text
    assert "Ann & Cid" in page and "+6.0" in page and "−10.5" in page
    assert "/history/boards/boards.pdf?t=ann&t=ed&t=ida" in page
    for address in (
        "?t=ann&t=rubber",
        "?t=ann&t=nobody",
        "boards.pdf?t=ann",
        "boards.pdf",
    ):
        assert visitor.get(f"/history/boards/{address}").page.status_code == 404, (
            address
        )


def test_it_is_printed(kept: None, visitor: Visitor) -> None:
    answer = visitor.get("/history/boards/boards.pdf?t=ann&t=ed&t=ida").page
    assert answer.status_code == 200
    text = " ".join(
        page.extract_text() for page in PdfReader(io.BytesIO(answer.data)).pages
    )
    assert "Boards compared" in text and "Ann & Cid" in text and "−10.5" in text
