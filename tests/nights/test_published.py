"""A whole night that a club has published, by its numbers: three tables, nine boards,
two winners.

https://sugarcrossing.com/Bridge/results/scores_130622.htm. A win is one point there and
two here, so that only places and percentages are the same.
"""

from scorekeeper.nights.facts import Kind, RoundOpened
from scorekeeper.nights.movement import AtTable, Round
from scorekeeper.nights.night import Night, laid_in
from scorekeeper.nights.standings import Result, standings
from scorekeeper.nights.travellers import by_board, lines
from tests.nights.folded import chosen_night, folded

MEETINGS = ((1, 1), (2, 3), (3, 2)), ((1, 3), (2, 2), (3, 1)), ((1, 2), (2, 1), (3, 3))
"""The pairs of both directions at each table, by rounds of three boards."""
SCORES = {
    1: (-450, -150, 100),
    2: (-420, -170, 110),
    3: (400, 100, 400),
    4: (100, -110, 200),
    5: (150, 630, -100),
}
"""North–South's scores of their pairs 1 to 3, as far as they could be read there."""
MATCHPOINTS = {
    1: (0, 2, 4),
    2: (0, 2, 4),
    3: (3, 0, 3),
    4: (2, 0, 4),
    5: (2, 4, 0),
    6: (4, 0, 2),
    7: (4, 2, 0),
    8: (2, 0, 4),
    9: (4, 0, 2),
}
"""North–South's matchpoints, twice those of the club. Where the scores are not known,
these stand for them."""
NORTH_SOUTH = [(3, "63.9"), (1, "58.3"), (2, "27.8")]
EAST_WEST = [(1, "69.4"), (3, "50.0"), (2, "30.6")]
"""The published places with their percentages."""


def the_night() -> tuple[Night, list[Result]]:
    night = chosen_night(Kind.MITCHELL, 6, 2, 3, boards=3)
    results = list[Result]()
    for number, meetings in enumerate(MEETINGS, start=1):
        tables = tuple(
            AtTable(ours, (ours,), (3 + theirs,), number) for ours, theirs in meetings
        )
        planned = Round(tables)
        ids = {table.table: f"r{number}t{table.table}" for table in tables}
        opened = RoundOpened(number, laid_in(night, planned, ids))
        night = folded([opened], night)
        for laid in opened.tables:
            for board in range(laid.board, laid.board + 3):
                scores = SCORES.get(board, MATCHPOINTS[board])
                score = scores[laid.table - 1]
                points = (max(score, 0), max(-score, 0))
                sides = (laid.north_south, laid.east_west)
                results.append(Result(number, laid.table, board, *sides, points))
    return night, results


def test_every_board_has_its_published_matchpoints() -> None:
    night, results = the_night()
    for board, found in by_board(lines(night, results)).items():
        won = {line.table: line.won[line.table] for line in found}
        assert tuple(won[table] for table in (1, 2, 3)) == MATCHPOINTS[board]


def test_everybody_has_the_published_place_and_percentage() -> None:
    night, results = the_night()
    ours, theirs = standings(night, results)
    found = [(line.unit, f"{float(line.total):.1f}") for line in ours.standings]
    assert found == NORTH_SOUTH
    found = [(line.unit - 3, f"{float(line.total):.1f}") for line in theirs.standings]
    assert found == EAST_WEST
