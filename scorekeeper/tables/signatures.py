"""The totals that the players signed, beside what is worked out from the log now."""

from dataclasses import dataclass
from typing import Any

from scorekeeper.core.docket import NOTED
from scorekeeper.core.seats import Party, Seat
from scorekeeper.core.session import Folded
from scorekeeper.core.sheet import Points
from scorekeeper.core.signatures import Signed
from scorekeeper.tables.people import seated_at
from scorekeeper.tables.session import Session, replay_of
from scorekeeper.tables.sheet import Clock, clock


@dataclass(frozen=True, slots=True)
class SignedTotal:
    """One party's points: as `signed`, as `recomputed` for the entry that was signed, and `now`."""

    party: Party
    signed: Points
    recomputed: Points
    now: Points


@dataclass(frozen=True, slots=True)
class Signature:
    """One signing: when, who (persons, or the seats where nobody sat), up to which `entry`, how
    many entries were made `since`, and the totals. It `holds` where these are what the log of
    then gives."""

    when: str
    who: str
    seats: tuple[Seat, ...]
    entry: int
    since: int
    totals: tuple[SignedTotal, ...]

    @property
    def holds(self) -> bool:
        """Whether every signed total is what the log of then gives."""
        return all(one.signed == one.recomputed for one in self.totals)


def signatures(
    session: Session, written: Clock = clock, most: int | None = None
) -> tuple[Signature, ...]:
    """Every signing in force, the last first; `most` of them at most."""
    found = [
        (entry, entry.event)
        for entry in reversed(session.folded.order)
        if isinstance(entry.event, Signed)
    ][:most]
    replay = replay_of(session)
    then = {upto: replay.upto(upto) for upto in sorted({event.entry for _, event in found})}
    return tuple(
        _signature(session, written(entry.at), entry.seq, event, then[event.entry])
        for entry, event in found
    )


def _signature(session: Session, when: str, seq: int, event: Signed, then: Folded) -> Signature:
    names, recomputed = dict(seated_at(session, seq)), session.game.sheet(then.state)
    totals = tuple(
        SignedTotal(
            party,
            event.points.get(party.id, 0),
            recomputed.total(party.id),
            session.sheet.total(party.id),
        )
        for party in session.game.parties(session.settings)
    )
    who = ", ".join(names.get(seat, seat.value) for seat in event.seats)
    return Signature(when, who, event.seats, event.entry, _since(session, event.entry), totals)


def last_signed(session: Session) -> dict[str, Any] | None:
    """Up to which entry the totals were signed last, and how many entries were made since."""
    events = [one.event for one in session.folded.order if isinstance(one.event, Signed)]
    if not events:
        return None
    entry = max(one.entry for one in events)
    return {"entry": entry, "since": _since(session, entry)}


def signed_now(session: Session) -> set[Seat]:
    """The seats that signed the totals as they stand."""
    played = (one.seq for one in reversed(session.log) if not isinstance(one.event, NOTED))
    last = next(played, 0)
    events = (one.event for one in session.folded.order)
    signings = (one for one in events if isinstance(one, Signed) and one.entry >= last)
    return {seat for one in signings for seat in one.seats}


def _since(session: Session, entry: int) -> int:
    """How many entries were made after this one that are more than notes."""
    return sum(not isinstance(one.event, NOTED) for one in session.log[entry:])
