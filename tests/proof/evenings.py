"""Nights by chance: after every few entries their standings are those that an oracle
counts pair by pair, and those of the night as its archive says it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from io import BytesIO
from random import Random

from scorekeeper.core.session import Command, Entry
from scorekeeper.exports.archive import written
from scorekeeper.exports.night_files import night_in
from scorekeeper.games.bridge.events import BoardIs, PassedOut, TricksTaken
from scorekeeper.nights.facts import Kind, Renamed, Scoring
from scorekeeper.nights.standings import Ranking, standings
from scorekeeper.tables.nights import night_of, rankings, results
from scorekeeper.tables.session import Session
from tests.exports import nights
from tests.exports.nights import Evening
from tests.exports.sheets import Table
from tests.nights.oracle import oracle, totals_of

SHAPES = (
    (Kind.INDIVIDUAL, 9, 1, 9),
    (Kind.HOWELL, 7, 2, 7),
    (Kind.HOWELL, 12, 2, 11),
    (Kind.MITCHELL, 15, 2, 7),
    (Kind.MITCHELL, 80, 2, 4),
    (Kind.SWISS, 9, 2, 4),
)
"""The movement, how many persons or pairs, of how many each, and the rounds."""
EVERY = 25
"""After so many entries at its tables a night is compared."""


@dataclass
class Told:
    """What was compared, and what differed."""

    entries: int = 0
    corrected: int = 0
    compared: int = 0
    archives: int = 0
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.entries} boards at the tables, {self.corrected} of them corrected, "
            f"{self.archives} archives: {self.compared} standings equal to the "
            f"oracle's, {len(self.faults)} not"
        )


def proved(seed: int, shapes: int = len(SHAPES)) -> Iterator[tuple[str, Told]]:
    """Each shape with matchpoints and with IMPs."""
    for shape in SHAPES[:shapes]:
        for scoring in (Scoring.MATCHPOINTS, Scoring.IMPS):
            told = Told()
            _play(shape, scoring, Random(f"{seed} {shape} {scoring}"), told)
            yield f"{shape[0]} of {shape[1]}, {scoring}", told


def _play(
    shape: tuple[Kind, int, int, int], scoring: Scoring, chance: Random, told: Told
) -> None:
    kind, units, size, rounds = shape
    evening = nights.chosen(kind, units, size, rounds, scoring)

    def play(table: Table, first: int, boards: int) -> None:
        for board in range(first, first + boards):
            _play_board(table, board, chance, told)
            evening.tables[table.session.id] = table.session
            if told.entries % EVERY == 0:
                _compare(evening, told)

    for _ in range(rounds):
        evening.play_round(play)
        if chance.random() < 0.3:
            person = chance.randrange(1, units * size + 1)
            evening.enter(Renamed(person, f"Other {len(evening.session.log)}"))
    _compare(evening, told)
    _compare_archive(evening, told)


def _play_board(table: Table, board: int, chance: Random, told: Told) -> None:
    """A board, which may be left out, passed out, or corrected afterwards."""
    told.entries += 1
    if chance.random() < 0.08:
        return
    table.enter(BoardIs(board))
    if chance.random() < 0.05:
        table.enter(PassedOut())
        return
    contract = chance.choice(nights.CONTRACTS)
    seq = table.deal(contract, chance.choice("NESW"), chance.randrange(4, 14))
    if chance.random() < 0.1:
        told.corrected += 1
        other = TricksTaken(chance.randrange(4, 14))
        table.command(Command((Entry(other, seq),), (seq,), "counted again"))


def _compare(evening: Evening, told: Told) -> None:
    night = night_of(evening.session)
    found = results(night, evening.tables.get)
    wanted = oracle(night, found)
    ours = totals_of(standings(night, found))
    told.compared += 1
    if {unit: Fraction(total) for unit, total in ours.items()} != wanted:
        told.faults.append(f"entry {told.entries}: {ours}, and the oracle {wanted}")


def _compare_archive(evening: Evening, told: Told) -> None:
    """The night read from its own files stands as it did."""
    sessions: tuple[Session, ...] = (evening.session, *evening.tables.values())
    night, tables = night_in(BytesIO(b"".join(written(sessions))))
    told.archives += 1
    if _ranked(night, tables) != _ranked(evening.session, evening.tables):
        told.faults.append("the archive says another ranking")


def _ranked(night: Session, tables: Mapping[str, Session]) -> tuple[Ranking, ...]:
    return rankings(night_of(night), tables.get)
