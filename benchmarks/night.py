"""A night of forty tables and 27 boards: its standings, its travellers, and its log from
the first fact."""

from functools import partial

from benchmarks.measure import Result, median, told
from scorekeeper.nights.facts import Kind, RoundOpened, Scoring
from scorekeeper.nights.night import Night
from scorekeeper.nights.standings import Result as Played
from scorekeeper.nights.standings import standings
from scorekeeper.nights.travellers import lines
from tests.nights.folded import chosen_night, folded, played, with_round

ROUNDS = 9
BOARDS = 3


def large(scoring: Scoring) -> tuple[Night, list[Played]]:
    """Forty tables that have played nine rounds of three boards."""
    night = chosen_night(Kind.MITCHELL, 80, 2, ROUNDS, scoring, BOARDS)
    for _ in range(ROUNDS):
        night = with_round(night)
    scores = [(7 * n) % 61 - 30 for n in range(40 * ROUNDS * BOARDS)]
    return night, played(night, scores)


def results() -> list[Result]:
    """The standings after each entry are to take 50 ms at most."""
    found = list[Result]()
    for scoring in (Scoring.MATCHPOINTS, Scoring.IMPS):
        night, boards = large(scoring)
        took = median(partial(standings, night, boards))
        what = f"Standings of 40 tables × 27 boards, {scoring.value}"
        found.append(Result(what, told(took), aim="at most 50 ms"))
    night, boards = large(Scoring.MATCHPOINTS)
    took = median(lambda: lines(night, boards))
    found.append(Result("Its travellers, every line with what it is worth", told(took)))
    took = median(lambda: _from_the_start(night))
    found.append(Result("Its log from the first fact", told(took)))
    return found


def _from_the_start(night: Night) -> Night:
    chosen = night.chosen
    assert chosen is not None
    before = chosen_night(
        chosen.movement,
        len(chosen.drawn),
        2,
        chosen.rounds,
        chosen.scoring,
        chosen.boards,
    )
    rounds: list[RoundOpened] = [opened.fact for opened in night.rounds]
    return folded(rounds, before)
