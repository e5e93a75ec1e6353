"""A night folded from facts, without a store."""

from collections.abc import Iterable

from scorekeeper.core.session import At, Event
from scorekeeper.nights.facts import Chosen, Entered, Kind, RoundOpened, Scoring
from scorekeeper.nights.night import Night, apply, check, laid_in, next_round
from scorekeeper.nights.standings import Result


def folded(events: Iterable[Event], night: Night | None = None) -> Night:
    """What these facts add up to, each checked where it stands."""
    found = night or Night()
    for seq, event in enumerate(events, start=1):
        check(found, event)
        found = apply(found, event, At(seq, seq, ()))
    return found


def people(n: int) -> list[Event]:
    return [Entered(f"Person {number}") for number in range(1, n + 1)]


def units(n: int, size: int) -> tuple[tuple[int, ...], ...]:
    """Persons, pairs or teams in the order of their numbers."""
    return tuple(
        tuple(range(first, first + size)) for first in range(1, n * size + 1, size)
    )


def chosen_night(  # noqa: PLR0913 - each is a choice of the night
    kind: Kind,
    n: int,
    size: int,
    rounds: int,
    scoring: Scoring = Scoring.MATCHPOINTS,
    boards: int = 2,
    switched: int = 0,
) -> Night:
    """A night of `n` persons, pairs or teams that is about to begin."""
    chosen = Chosen(kind, scoring, rounds, boards, 15, units(n, size), switched)
    return folded([*people(n * size), chosen])


def with_round(night: Night, ranked: Iterable[int] = ()) -> Night:
    """The night after its next round has begun."""
    planned = next_round(night, tuple(ranked))
    number = night.round + 1
    sessions = {table.table: f"r{number}t{table.table}" for table in planned.tables}
    opened = RoundOpened(number, laid_in(night, planned, sessions))
    return folded([opened], night)


def played(night: Night, scores: Iterable[int], *, left_out: int = 0) -> list[Result]:
    """Every board of every round with the next of these scores, but every so many-th
    is `left_out`."""
    source = iter(scores)
    found = list[Result]()
    assert night.chosen is not None
    for opened in night.rounds:
        for laid in opened.fact.tables:
            for board in range(laid.board, laid.board + night.chosen.boards):
                score = 10 * next(source)
                sides = (laid.north_south, laid.east_west)
                points = (max(score, 0), max(-score, 0))
                found.append(
                    Result(opened.fact.number, laid.table, board, *sides, points)
                )
    if left_out:
        return [one for n, one in enumerate(found, start=1) if n % left_out]
    return found
