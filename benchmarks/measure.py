"""Timing, and how a result is told."""

import gc
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

Work = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Result:
    """One line of the table: what was measured, beside what, and what we aim at.

    `ratio` is this figure as a part of the one beside it; the texts are ready to print.
    """

    what: str
    here: str
    beside: str = ""
    ratio: str = ""
    aim: str = ""
    waited: str = ""
    """What a person waits for here, as docs/measured.md names it; "" for no person."""

    @property
    def cells(self) -> tuple[str, ...]:
        """What is printed of it."""
        return self.what, self.here, self.beside, self.ratio, self.aim


def compared(
    what: str, ours: float, theirs: tuple[str, float], aim: str = ""
) -> Result:
    """A time of ours beside one of theirs, both in seconds."""
    name, other = theirs
    return Result(
        what, told(ours), f"{name} {told(other)}", f"{ours / other:.2f} ×", aim
    )


def told(seconds: float) -> str:
    """A time with a unit that suits it."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def time_of(work: Work) -> float:
    """How long `work` takes, once, in seconds."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def median(work: Work, times: int = 15) -> float:
    """How long `work` takes as a rule: the median of several times, in seconds."""
    work()
    return statistics.median(time_of(work) for _ in range(times))


def in_turn(first: Work, second: Work, times: int) -> tuple[float, float]:
    """The medians of two works done in turn, so that what disturbs one disturbs the
    other."""
    gc.collect()
    pairs = [(time_of(first), time_of(second)) for _ in range(times)]
    return (
        statistics.median(pair[0] for pair in pairs),
        statistics.median(pair[1] for pair in pairs),
    )
