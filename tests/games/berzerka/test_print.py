"""The printed board: filled, with its forecast, and blank before play."""

import re
from pathlib import Path

from scorekeeper.exports.pdf.page import Paper, page_of
from scorekeeper.exports.session_file import read
from scorekeeper.words import words_in

FILE = Path(__file__).parents[2] / "data" / "berzerka" / "everything.jsonl"
LINES = FILE.read_text().splitlines()


def printed(entries: int) -> str:
    """The page of the session after this many entries, its markup kept."""
    text = "\n".join([*LINES[: entries + 1], f'{{"count": {entries}}}'])
    return page_of(read(text.encode()).session, words_in("en"), Paper.A4)


def board(page: str) -> str:
    found = re.search(r'<table class="contracts">[\s\S]*?</table>', page)
    assert found
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", found[0]))


def test_a_filled_board_has_every_box() -> None:
    text = board(printed(42))
    assert "Marathon Flex last six only ×2 → ×5" in text
    assert "Shapeshift copies Middling ×6 +×2 → ×12" in text
    assert "Ladder closest to 3, no trump, 13 high ×4 +×2 → ×8" in text
    assert "Ingrid Tom Priya" in text
    assert "Totals Game points +28 Game points −23 Game points −5" in text


def test_a_forecast_is_marked_and_not_in_the_totals() -> None:
    page = printed(41)
    assert '<b class="prov">+6</b>' in page
    assert "not final yet and in no total" in page
    assert "Totals Game points +20" in board(page)


def test_the_sheet_before_play_is_a_blank_board() -> None:
    page = printed(5)
    text = board(page)
    assert "A board of 15 hands" in page
    assert text.count("Discards") == text.count("x↑") == 15
    assert not re.search(r"<td[^>]*>(?:<small>[^<]*</small>)?<b", page)
    assert "Deal by deal" not in page


def test_without_a_board_the_starter_board_is_printed() -> None:
    text = board(printed(3))
    for contract in (
        "Berzerka",
        "Hidden Strength",
        "Hold Steady",
        "Seeing Red",
        "Bottle It Up",
    ):
        assert contract in text
