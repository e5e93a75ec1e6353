"""The sheet of a score pad on paper."""

import pytest

from scorekeeper.core.evening import Seated
from scorekeeper.core.seats import Seat
from scorekeeper.exports.pdf.imprint import imprint_here
from scorekeeper.exports.pdf.page import Document, Paper, page_of
from scorekeeper.exports.pdf.render import Renderer, session_enclosed
from scorekeeper.games.score_pad.events import PointsCounted
from scorekeeper.games.score_pad.pads import PADS
from scorekeeper.games.score_pad.rules import Bids, Settings
from scorekeeper.words import words_in
from tests.exports.printed import read_pdf
from tests.exports.sheets import Table
from tests.games.score_pad.tables import PAD, each

IMPRINT = imprint_here(Document.SHEET, Paper.A4, "en")


def paper(players: int, points: int) -> Table:
    table = Table(PAD, Settings(players=players), ())
    for seat in range(1, players + 1):
        table.enter(Seated(f"Person {seat}", Seat(str(seat))))
    table.enter(PointsCounted(each(*[points] * players)))
    return table


@pytest.mark.parametrize("players", [7, 8, 12])
def test_a_number_stays_on_one_line_however_many_play(players: int) -> None:
    session = paper(players, -12_345).session
    page = page_of(session, words_in("en"), Paper.A4)
    printed = read_pdf(Renderer().pdf(page, session_enclosed(session, IMPRINT)))
    lines = [line for page in printed.pages for line in page.lines]
    for head in ("Round1", "Total"):
        assert head + "−12,345" * players in lines


def test_what_was_seen_is_left_out_where_there_are_only_points() -> None:
    page = page_of(paper(5, 3).session, words_in("en"), Paper.A4)
    assert "Deal by deal" not in page
    blank = Table(PAD, Settings(players=5, bids=Bids.TEN), ()).session
    assert "Deal by deal" in page_of(blank, words_in("en"), Paper.A4)


def test_the_name_of_a_pad_is_printed_once() -> None:
    session = Table(PAD, PADS["king"].settings, ()).session
    page = page_of(session, words_in("en"), Paper.A4)
    assert "King" in page
    assert "King, King" not in page
