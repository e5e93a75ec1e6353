"""The totals that the players signed, beside what is worked out from the log now."""

from dataclasses import dataclass
from typing import Any

from scorekeeper.core.docket import NOTED
from scorekeeper.core.keeping import Signed
from scorekeeper.core.seats import Party
from scorekeeper.core.session import Recorded
from scorekeeper.core.sheet import Points
from scorekeeper.record import Session, opened
from scorekeeper.sheet_view import Clock, clock


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


def signatures(session: Session) -> tuple[Signature, ...]:
    """Every signing in force, in order."""
    return tuple(
        _signature(session, entry, entry.event)
        for entry in session.folded.order
        if isinstance(entry.event, Signed)
    )


def _signature(session: Session, entry: Recorded, event: Signed) -> Signature:
    then = opened(session.game, session.header, session.log[: event.entry])
    names = dict(then.folded.people)
    totals = tuple(
        SignedTotal(
            party,
            event.points.get(party.id, 0),
            then.sheet.total(party.id),
            session.sheet.total(party.id),
        )
        for party in session.game.parties(session.settings)
    )
    since = _since(session, event.entry)
    return Signature(entry, event, tuple(names.get(s, s.value) for s in event.seats), totals, since)


def signatures_view(session: Session, written: Clock = clock) -> list[dict[str, Any]]:
    """The signings as pages and paper show them, the last first."""
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
        for one in reversed(signatures(session))
    ]


def last_signed(session: Session) -> dict[str, Any] | None:
    """Up to which entry the totals were signed last, and how many entries were made since."""
    events = [one.event for one in session.folded.order if isinstance(one.event, Signed)]
    if not events:
        return None
    entry = max(one.entry for one in events)
    return {"entry": entry, "since": _since(session, entry)}


def _since(session: Session, entry: int) -> int:
    """How many entries were made after this one that are more than notes."""
    return sum(not isinstance(one.event, NOTED) for one in session.log[entry:])
