"""What an accepted ruling does to the score, as ordinary facts: the score needs no sums of its
own for it."""

from collections.abc import Iterable
from dataclasses import dataclass

from scorekeeper.core.docket import Ruled
from scorekeeper.core.evening import Adjusted, ThrownIn
from scorekeeper.core.rulings import Effect
from scorekeeper.core.session import Entry, Recorded, fold_until
from scorekeeper.core.sheet import Row
from scorekeeper.tables.docket import ruled_row
from scorekeeper.tables.session import Session


@dataclass(frozen=True, slots=True)
class Done:
    """The facts that carry an effect out, and the entries that they strike."""

    entries: tuple[Entry, ...] = ()
    voids: tuple[int, ...] = ()


def carried_out(session: Session, ruling: Recorded, reason: str) -> Done | None:
    """What carries out all effects of a ruling; None while that can't be said.

    It can't before the deal has the result that is to be changed, and never where the game has
    no fact for it.
    """
    assert isinstance(ruling.event, Ruled)  # noqa: S101 - the docket holds rulings
    row = ruled_row(session, ruling)
    done = [_one(session, row, effect, reason) for effect in ruling.event.effects]
    if any(one is None for one in done):
        return None
    return _together(one for one in done if one is not None)


def _together(done: Iterable[Done]) -> Done:
    entries: tuple[Entry, ...] = ()
    voids: tuple[int, ...] = ()
    for one in done:
        entries, voids = entries + one.entries, voids + one.voids
    return Done(entries, tuple(dict.fromkeys(voids)))


def _one(session: Session, row: Row | None, effect: Effect, reason: str) -> Done | None:
    if effect.kind == "points":
        return Done((Entry(Adjusted(effect.party, effect.amount, reason)),))
    if row is None:
        return None
    if effect.kind == "void":
        if "open" in row.marks:
            return Done((Entry(ThrownIn(reason)),))
        return Done(voids=row.entries)
    return _amended(session, row, effect)


def _amended(session: Session, row: Row, effect: Effect) -> Done | None:
    """The fact of this deal that the effect changes, as it is changed."""
    arbiter = session.game.arbiter
    if arbiter is None or arbiter.amended is None:
        return None
    if "open" in row.marks and arbiter.entered is not None:
        fact = arbiter.entered(session.folded.state, effect)
        if fact is not None:
            return Done((Entry(fact),))
    for seq in reversed(row.entries):
        before = fold_until(session.game, session.opening, session.log, seq)
        fact = arbiter.amended(before.state, session.log[seq - 1].event, effect)
        if fact is not None:
            return Done((Entry(fact, seq),), (seq,))
    return None
