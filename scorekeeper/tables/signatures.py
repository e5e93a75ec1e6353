"""The totals that the players signed, beside what is worked out from the log now."""

from dataclasses import dataclass
from typing import Any

from scorekeeper.core.docket import NOTED
from scorekeeper.core.replay import Replay
from scorekeeper.core.seats import Party, Seat
from scorekeeper.core.session import Folded, Recorded
from scorekeeper.core.sheet import Points
from scorekeeper.core.signatures import Signed
from scorekeeper.tables.session import Session
from scorekeeper.tables.sheet import Clock, clock


@dataclass(frozen=True, slots=True)
class SignedTotal:
    """One party's points: as `signed`, as `recomputed` for the entry that was signed, and `now`."""

    party: Party
    signed: Points
    recomputed: Points
    now: Points

    @property
    def holds(self) -> bool:
        """Whether what was signed is what the log of then gives."""
        return self.signed == self.recomputed


@dataclass(frozen=True, slots=True)
class Signature:
    """One signing: its entry, who signed, the totals, and how many entries were made `since`."""

    entry: Recorded
    signed: Signed
    names: tuple[str, ...]
    totals: tuple[SignedTotal, ...]
    since: int

    @property
    def holds(self) -> bool:
        """Whether every signed total is what the log of then gives."""
        return all(one.holds for one in self.totals)


def signatures(session: Session, most: int | None = None) -> tuple[Signature, ...]:
    """Every signing in force, in order; `most` of the last ones where that is given."""
    found = [
        (entry.event.entry, entry.event, entry)
        for entry in session.folded.order
        if isinstance(entry.event, Signed)
    ]
    latest = found if most is None else found[-most:]
    replay = Replay(session.game, session.opening, session.log)
    then = {upto: replay.upto(upto) for upto in sorted({upto for upto, _, _ in latest})}
    return tuple(_signature(session, entry, event, then[upto]) for upto, event, entry in latest)


def _signature(session: Session, entry: Recorded, event: Signed, then: Folded) -> Signature:
    names, recomputed = dict(then.people), session.game.sheet(then.state)
    totals = tuple(
        SignedTotal(
            party,
            event.points.get(party.id, 0),
            recomputed.total(party.id),
            session.sheet.total(party.id),
        )
        for party in session.game.parties(session.settings)
    )
    since = _since(session, event.entry)
    return Signature(entry, event, tuple(names.get(s, s.value) for s in event.seats), totals, since)


def signatures_view(
    session: Session, written: Clock = clock, most: int | None = None
) -> list[dict[str, Any]]:
    """The signings as pages and paper show them, the last first, `most` of them at most."""
    return [
        {
            "when": written(one.entry.at),
            "who": ", ".join(one.names),
            "entry": one.signed.entry,
            "since": one.since,
            "holds": one.holds,
            "totals": [
                {"party": t.party, "signed": t.signed, "recomputed": t.recomputed, "now": t.now}
                for t in one.totals
            ],
        }
        for one in reversed(signatures(session, most))
    ]


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
