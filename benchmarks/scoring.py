"""One contract, itemised and cited, against endplay's parse-and-score."""

from collections.abc import Iterator
from itertools import product

from endplay.types import Contract as Theirs
from endplay.types import Vul

from benchmarks.measure import Result, compared, in_turn, median
from scorekeeper.games.bridge import contract as bridge
from scorekeeper.games.bridge.rules import Scoring, Settings
from scorekeeper.games.bridge.tariffs import tariff_of

DUPLICATE = Settings(scoring=Scoring.DUPLICATE)
ROUNDS = 25

Played = tuple[int, str, str, int, bool]
"""Level, denomination, doubling, tricks, vulnerable."""


def grid() -> Iterator[Played]:
    """Every result of duplicate bridge."""
    yield from product(
        range(1, 8),
        ("C", "D", "H", "S", "NT"),
        ("", "X", "XX"),
        range(14),
        (False, True),
    )


def our_points(contract: bridge.Contract, tricks: int, tariff: bridge.Tariff) -> int:
    """The contract scored by us: every line with its reason and its rule, then
    summed."""
    lines = bridge.score(contract, tricks, tariff)
    return sum(
        int(line.points) * (1 if line.party == bridge.DECLARER else -1)
        for line in lines
    )


def their_points(written: str, vulnerable: Vul) -> int:
    """The contract with its result parsed and scored by endplay: one number."""
    return int(Theirs(written).score(vulnerable))


def results() -> list[Result]:
    """Both over the whole grid in turn; that they agree is checked before."""
    ours = list(_ours())
    theirs = list(_theirs())
    for one, other in zip(ours, theirs, strict=True):
        if our_points(*one) != their_points(*other):
            raise SystemExit(
                f"{one}: {our_points(*one)}, and endplay says {their_points(*other)}"
            )
    size = len(ours)
    mine, other_time = in_turn(
        lambda: [bridge.score(*our) for our in ours],
        lambda: [their_points(*their) for their in theirs],
        ROUNDS,
    )
    texts = [str(contract) for contract, _, _ in ours]
    reading = median(lambda: [bridge.Contract.parse(text) for text in texts]) / size
    beside = ("endplay, parsed and scored", other_time / size)
    return [
        compared("One contract, itemised and cited", mine / size, beside, "below 1 ×"),
        compared("The same, read from a file first", mine / size + reading, beside),
    ]


def _ours() -> Iterator[tuple[bridge.Contract, int, bridge.Tariff]]:
    for level, denomination, doubling, tricks, is_vulnerable in grid():
        contract = bridge.Contract.parse(f"{level}{denomination}{doubling}")
        yield contract, tricks, tariff_of(DUPLICATE, is_vulnerable)


def _theirs() -> Iterator[tuple[str, Vul]]:
    for level, denomination, doubling, tricks, is_vulnerable in grid():
        over = tricks - 6 - level
        result = f"{over:+d}" if over else "="
        written = f"{level}{denomination}N{doubling.lower()}{result}"
        yield written, Vul.both if is_vulnerable else Vul.none
