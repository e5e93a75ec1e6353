"""Working out the state and the sheet of an evening of 100 deals from its log."""

import statistics
from functools import partial
from typing import Any

from benchmarks.evenings import GAME, evening
from benchmarks.measure import Result, median, time_of, told
from scorekeeper.core.session import fold

DEALS = 100
TIMES = 15


def results() -> list[Result]:
    """Folding, and what is made of a state the first time that a page asks for it."""
    session = evening(DEALS)
    folding = median(lambda: fold(GAME, session.opening, session.log))
    glances = statistics.median(
        time_of(partial(GAME.glance, state)) for state in _states(1)
    )
    sheets = statistics.median(
        time_of(partial(GAME.sheet, state)) for state in _states(2)
    )
    return [
        Result(f"Fold {DEALS} deals entered quickly", told(folding), aim="under 5 ms"),
        Result("Their glance, the first time", told(glances)),
        Result("Their sheet, every line cited, the first time", told(sheets)),
    ]


def _states(seed: int) -> list[Any]:
    """States that nobody has seen before: what a game keeps of one does not help with
    the next."""
    return [evening(DEALS - n, seed).folded.state for n in range(TIMES)]
