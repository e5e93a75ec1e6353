"""What became of a deal: when it was entered, what was corrected, ruled and agreed."""

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.core.history import Correction
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.notes import NOTED
from scorekeeper.core.session import Recorded
from scorekeeper.core.sheet import Row
from scorekeeper.tables.results import confirmed
from scorekeeper.tables.rulings.given import ruled_on
from scorekeeper.tables.rulings.on_deals import deal_of
from scorekeeper.tables.rulings.views import ruling_view
from scorekeeper.tables.said import said_then
from scorekeeper.tables.session import Session, column, made_by
from scorekeeper.tables.sheet import clock, past_of


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that happened to a deal at entry `seq`, in one sentence; `why` is the
    reason that was given for it, `ruling` the entry of the ruling that it is."""

    seq: int
    said: Message
    why: str = ""
    ruling: int | None = None


def deal_story(session: Session, row: Row) -> list[Happening]:
    corrections = past_of(session).corrections
    happened = [
        _entered(session, row),
        *_corrected(session, row, corrections),
        *_ruled(session, row),
        *_agreed(session, row),
    ]
    return sorted(happened, key=lambda happening: happening.seq)


def _entered(session: Session, row: Row) -> Happening:
    entries = {seq: session.entry(seq) for seq in row.entries}
    for correction in past_of(session).corrections:
        if row.id in correction.rows:
            entries |= {entry.seq: entry for entry in correction.voided}
    first = entries[min(entries)]
    last = first
    for seq in sorted(entries):
        entry = entries[seq]
        is_given = getattr(entry.event, "ruling", None) is not None
        is_noted = isinstance(entry.event, NOTED) or is_given
        is_of_deal = entry.place is None and not is_noted
        if is_of_deal or entry.key == first.key:
            last = entry
    values = _when_and_by(session, last)
    began = clock(first.at)
    if began == values["when"]:
        return Happening(last.seq, message("past.entered", **values))
    return Happening(last.seq, message("past.played", began=began, **values))


def _when_and_by(session: Session, entry: Recorded) -> dict[str, object]:
    who = made_by(session, entry)
    by = message("past.by", who=who) if who else ""
    return {"when": clock(entry.at), "by": by}


def _corrected(
    session: Session, row: Row, corrections: tuple[Correction, ...]
) -> Iterator[Happening]:
    for correction in corrections:
        values = _when_and_by(session, session.entry(correction.seq))
        if row.id in correction.rescored:
            labels = [session.sheet.row(seq) for seq in correction.rows]
            deals = listed(other.label for other in labels if other is not None)
            said = message("past.other-rules", **values)
            if deals:
                said = message("past.rescored", deals=deals, **values)
            yield Happening(correction.seq, said)
        elif row.id in correction.rows:
            values["was"] = _said(session, correction.voided)
            values["now"] = _said(session, correction.instead)
            said = message("past.corrected", **values)
            if not correction.instead:
                said = message("past.struck", **values)
            yield Happening(correction.seq, said, correction.reason)


def _said(session: Session, entries: tuple[Recorded, ...]) -> tuple[object, ...]:
    return listed(said_then(session, entry) for entry in entries)


def _ruled(session: Session, row: Row) -> Iterator[Happening]:
    if session.game.arbiter is None:
        return
    for given in ruled_on(session):
        on = deal_of(session, given).row
        if on is not None and on.id == row.id:
            view = ruling_view(session, given)
            said = message(
                "past.ruled",
                when=view.when,
                what=view.on.what,
                stands=view.answer.stands,
            )
            yield Happening(given.seq, said, ruling=given.seq)


def _agreed(session: Session, row: Row) -> Iterator[Happening]:
    for party_id, entry in confirmed(session, row).items():
        party = session.party(party_id)
        if party is not None:
            who = column(party, row.people or session.folded.people)
            names = who.people or who.name
            said = message("past.agreed", when=clock(entry.at), who=names)
            yield Happening(entry.seq, said)
