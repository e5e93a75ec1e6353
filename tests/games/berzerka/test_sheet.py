"""The sheet, the board and the glance: what a table sees of its game."""

from fractions import Fraction

import pytest

from scorekeeper.core.citations import Authority
from scorekeeper.core.evening import Adjusted, CarriedIn, Ended
from scorekeeper.core.sheet import Row
from scorekeeper.games.berzerka import BERZERKA
from scorekeeper.games.berzerka.events import (
    ContractBid,
    ContractWritten,
    Discarded,
    Passed,
)
from scorekeeper.games.berzerka.rules import STARTER, Aim, Counts, Payoffs, Settings
from scorekeeper.games.berzerka.scoring import BoardCell, board_view, boards_view
from scorekeeper.games.berzerka.state import present_hand
from scorekeeper.words import words_in
from tests.games.berzerka.table import HOTSEAT, ONE, THREE, TWO, Table

say = words_in("en").text


def last_row(table: Table) -> Row:
    return list(table.sheet.rows())[-1]


def cells(table: Table, contract: str) -> list[BoardCell]:
    view = board_view(table.state.board, table.settings)
    (row,) = [row for row in view.rows if row.contract.code == contract]
    return list(row.cells)


# ---- rows ----


def test_a_contract_counts_nothing_until_its_three_boxes_are_in(starter: Table) -> None:
    starter.hand(TWO, "seeing-red", 9)
    starter.hand(THREE, "seeing-red", 3)
    assert starter.totals == [0, 0, 0]
    starter.hand(ONE, "seeing-red", 5)
    assert starter.totals == [0, 5, -5]


def test_the_completing_hand_pays_all_three(starter: Table) -> None:
    starter.three("seeing-red", (9, 3, 5))
    rows = list(starter.sheet.rows())
    assert [len(row.lines) for row in rows] == [1, 1, 4]
    assert [rows[2].total(party) for party in "123"] == [5, -5, 0]


def test_every_box_says_why(starter: Table) -> None:
    starter.hand(ONE, "hold-steady", 7, overbid=2, discards=1)
    row = last_row(starter)
    assert [say(fact.value) for fact in row.facts] == [
        "Hold Steady", "Seat 1", "overbid 2", "1", "7 tricks", "0",
    ]  # fmt: skip
    (line,) = row.lines
    assert say(line.what) == (
        "Box: 0, the distance from 5 of 7 tricks less the overbid of 2 (Hold Steady, "
        "now ×3)"
    )
    assert (line.cite.standing, line.cite.section) == (Authority.PRINTED, "Hold Steady")


def test_what_is_our_reading_says_so(table: Table) -> None:
    table.board("one-weakness", "middling")
    table.three("one-weakness", (1, 2, 3), overbid=1)
    standings = [line.cite.standing for line in last_row(table).lines]
    assert standings == [Authority.INFERRED] * 4
    table.three("middling", (1, 2, 3))
    standings = [line.cite.standing for line in last_row(table).lines]
    assert standings == [Authority.PRINTED] * 4


def test_a_tables_own_choice_is_cited_as_such() -> None:
    table = Table(Settings(payoffs=Payoffs.LADDER)).starter()
    table.three("seeing-red", (9, 3, 5))
    assert last_row(table).lines[1].cite.standing is Authority.HOUSE
    table = Table(Settings(payoffs=Payoffs.CUSTOM)).starter()
    table.three("seeing-red", (9, 3, 5))
    assert last_row(table).lines[1].cite.anchor == "setting-payoffs"


def test_halves_are_printed_as_halves(starter: Table) -> None:
    starter.three("bottle-it-up", (4, 4, 9))
    assert starter.totals == [3, 3, -6]
    starter.three("seeing-red", (4, 4, 1), discards=2)
    assert starter.totals == [3 + Fraction(5, 2), 3 + Fraction(5, 2), -11]
    assert say(last_row(starter).lines[1].points) == "2½"


def test_a_hand_in_progress_stands_open_on_the_sheet(starter: Table) -> None:
    starter.tell(ContractBid("seeing-red"), Passed())
    row = last_row(starter)
    assert (row.marks, row.facts, row.lines) == (("open",), (), ())
    starter.tell(Passed(), Discarded(4))
    row = last_row(starter)
    assert row.entries == (2, 3, 4, 5)
    assert [fact.head for fact in row.facts][-1] == "berzerka.discards"


def test_paper_and_adjustments_have_rows_of_their_own(starter: Table) -> None:
    starter.tell(CarriedIn("1", 5), Adjusted("3", -2, "looked at the stock"))
    assert starter.totals == [5, 0, -2]
    assert [say(row.label) for row in starter.sheet.rows()] == [
        "From paper",
        "Adjusted",
    ]
    starter.hand(TWO, "berzerka", 3)
    assert say(last_row(starter).label) == "Hand 1"


# ---- how it ends ----


def fill(table: Table, counts: tuple[int, int, int]) -> None:
    for contract in table.state.board.contracts:
        table.three(contract.code, counts)


def test_the_most_points_win_once_all_boxes_are_in(starter: Table) -> None:
    fill(starter, (7, 4, 2))
    (section,) = starter.sheet.sections
    totals = starter.totals
    assert section.is_over
    assert section.winners == (str(totals.index(max(totals)) + 1),)
    assert say(section.headline) == f"Seat 1 wins the board with {totals[0]}"


def test_a_tie_for_the_win_is_shared(table: Table) -> None:
    table.board("hidden-strength").three("hidden-strength", (5, 5, 2))
    (section,) = table.sheet.sections
    assert section.winners == ("1", "2")
    assert say(section.headline) == "Seat 1 and Seat 2 share the board with 2 each"


def test_all_three_can_be_level(table: Table) -> None:
    table.board("hidden-strength").three("hidden-strength", (5, 5, 5))
    (section,) = table.sheet.sections
    assert section.winners == ("1", "2", "3")
    assert say(section.headline) == "All three are level at 0"


def test_an_unfinished_board_has_no_winner(starter: Table) -> None:
    starter.three("hidden-strength", (3, 4, 6))
    starter.tell(Ended())
    (section,) = starter.sheet.sections
    assert (section.is_over, section.winners) == (True, ())
    assert say(section.headline).startswith("Ended after 3 of 15 hands")


def test_an_adjustment_after_the_end_belongs_to_the_next_board(table: Table) -> None:
    table.board("hidden-strength").three("hidden-strength", (5, 5, 2))
    table.tell(Adjusted("1", 3, "counted again"))
    first, second = table.sheet.sections
    assert (first.winners, second.winners, len(second.rows)) == (("1", "2"), (), 1)
    assert second.rows[0].total("1") == 3
    table.board("middling")
    assert [len(section.rows) for section in table.sheet.sections] == [3, 1]
    assert BERZERKA.glance(table.state).standings[0].total == 3


# ---- the board ----


def test_the_four_boxes(starter: Table) -> None:
    first = starter.hand(TWO, "seeing-red", 9, overbid=2, discards=4)
    cell = cells(starter, "seeing-red")[1]
    assert cell.box
    assert (cell.box.row, cell.box.number, cell.box.discards) == (first, 7, 4)
    assert (cell.points, cell.is_raised) == (None, True)


def test_the_hotseat_ticks_no_box(starter: Table) -> None:
    starter.hand(TWO, "seeing-red", 9, how=HOTSEAT)
    assert not cells(starter, "seeing-red")[1].is_raised


def test_two_boxes_are_a_forecast_apart_from_the_totals(starter: Table) -> None:
    starter.hand(TWO, "seeing-red", 9)
    starter.hand(THREE, "seeing-red", 3)
    shown = cells(starter, "seeing-red")
    assert [(cell.points, cell.is_forecast) for cell in shown[1:]] == [
        (4, True),
        (-4, True),
    ]
    view = board_view(starter.state.board, starter.settings)
    assert [*view.board.totals.values()] == [0, 0, 0]
    assert view.forecasts == (0, 4, -4)
    standings = BERZERKA.glance(starter.state).standings
    assert [standing.total for standing in standings] == [0, 0, 0]
    assert [say(standing.below) if standing.below else "" for standing in standings] == [
        "", "+4 forecast", "−4 forecast",
    ]  # fmt: skip


def test_what_if_for_the_hand_about_to_be_bid(starter: Table) -> None:
    starter.hand(TWO, "seeing-red", 9)
    starter.hand(ONE, "berzerka", 9)
    view = board_view(
        starter.state.board, starter.settings, present_hand(starter.state)
    )
    offers = {
        row.contract.code: [
            "filled" if cell.box else say(cell.offer) for cell in row.cells
        ]
        for row in view.rows
    }
    assert [say(row.worth) for row in view.rows] == ["×2", "×1", "×2", "×3", "×3"]
    assert offers["seeing-red"] == ["×4", "filled", ""]
    assert offers["berzerka"] == ["filled", "", ""]


def test_what_if_from_the_hotseat(starter: Table) -> None:
    starter.tell(Passed(), Passed(), Passed())
    view = board_view(starter.state.board, starter.settings, starter.state.hand)
    assert [say(row.cells[1].offer) for row in view.rows] == [
        "×1",
        "×1",
        "×2",
        "×2",
        "×3",
    ]
    assert not view.rows[0].cells[1].is_raised


def test_what_if_at_middling_goes_up_by_two(table: Table) -> None:
    table.board("middling")
    view = board_view(table.state.board, table.settings, present_hand(table.state))
    assert say(view.rows[0].cells[1].offer) == "×2"
    assert say(view.rows[0].contract.growth) == "+×2"


def test_the_sheet_before_play_is_a_blank_board(table: Table) -> None:
    def blank() -> tuple[list[str], set[str], bool]:
        (view,) = boards_view(table.state)["boards"].values()
        states = {
            "filled" if cell.box else "open" for row in view.rows for cell in row.cells
        }
        return (
            [row.contract.code for row in view.rows],
            states,
            bool(view.board.contracts),
        )

    assert blank() == ([contract.code for contract in STARTER], {"open"}, False)
    table.board("middling")
    assert blank() == (["middling"], {"open"}, True)
    table.hand(ONE, "middling", 4)
    assert blank() == (["middling"], {"open", "filled"}, True)


# ---- the table's own contracts ----


def test_a_contract_of_the_tables_own(table: Table) -> None:
    table.tell(
        ContractWritten(2, "Ladder", Aim.CLOSEST, 4, Counts.LAST_SIX, step=3, target=2)
    )
    table.board("own-2", "shapeshift", copies="own-2")
    table.three("own-2", (2, 6, 0), how=HOTSEAT)
    assert table.numbers("own-2") == [0, 4, 2]
    assert table.totals == [4, -4, 0]
    row = next(table.sheet.rows())
    assert say(row.facts[0].value) == "Ladder"
    assert row.lines[0].cite.standing is Authority.HOUSE
    table.three("shapeshift", (2, 6, 0))
    assert table.totals == [4 + 14, -4 - 14, 0]
    shown = board_view(table.state.board, table.settings).rows
    assert [say(row.contract.about) for row in shown] == [
        "closest to 2 of the last six, no trump, 13 high",
        "copies Ladder",
    ]


# ---- the glance ----


def test_the_glance_tells_where_we_are(table: Table) -> None:
    def glance() -> tuple[str, str, str]:
        seen = BERZERKA.glance(table.state)
        return (
            say(seen.deal),
            " · ".join(say(one) for one in seen.where),
            say(seen.turn),
        )

    assert glance() == ("New board", "Seat 1 deals first", "Which contracts?")
    table.starter()
    assert glance() == ("Hand 1", "of 15 · Seat 1 dealt", "Seat 2 to bid")
    table.tell(Passed(), Passed(), Passed())
    assert glance()[2] == "Seat 2 in the hotseat"
    assert not BERZERKA.glance(table.state).is_over


@pytest.mark.parametrize("counts", [(7, 4, 2), (5, 5, 5)])
def test_the_glance_says_who_has_won(
    table: Table, counts: tuple[int, int, int]
) -> None:
    table.board("hidden-strength").three("hidden-strength", counts)
    glance = BERZERKA.glance(table.state)
    assert glance.is_over
    assert say(glance.turn) == (
        "Seat 1 has won" if counts[0] == 7 else "The board is shared"
    )
