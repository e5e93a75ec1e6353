"""Whose word it takes to correct something, and on which phone it can be given."""

from flask import request

from scorekeeper.core.house_rules import SettingsChanged
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.seats import Party, Seat
from scorekeeper.core.session import Recorded
from scorekeeper.tables.agreement import speakers
from scorekeeper.tables.names import short
from scorekeeper.tables.session import Session
from scorekeeper.tables.sheet import column
from scorekeeper.web.server.access import place
from scorekeeper.web.table.pages import words


def asked_here(session: Session, consent: tuple[Party, ...]) -> tuple[Party, ...]:
    """Those of the parties that must agree who can say so on this phone."""
    return tuple(one for one in consent if not _is_elsewhere(session, one.seats))


def consents(session: Session, consent: tuple[Party, ...]) -> list[dict[str, object]]:
    """The boxes for those who are asked here: each party by its people's names."""
    people = session.folded.people
    return [
        {"id": one.id, "name": column(one, people).name} for one in asked_here(session, consent)
    ]


def agreed(
    session: Session, consent: tuple[Party, ...], entries: tuple[Recorded, ...]
) -> tuple[str, Message | None]:
    """The reason of a correction with who agreed to it, and what is missing where some did not.

    A side that has phones of its own agrees on them, whatever is ticked here.
    """
    reason = short(request.form.get("reason", ""))
    here, ticked = asked_here(session, consent), request.form.getlist("consent")
    absent = tuple(party for party in consent if party not in here)
    if absent:
        is_change = any(isinstance(one.event, SettingsChanged) for one in entries)
        code = "refused.consent.rules" if is_change else "refused.consent.elsewhere"
        return reason, message(code, parties=listed(absent))
    missing = tuple(party for party in here if party.id not in ticked)
    if missing:
        return reason, message("refused.consent", parties=listed(missing))
    if consent:
        said = words().text(message("agreed.by", parties=listed(consent)))
        reason = f"{reason}; {said}" if reason else said
    return reason, None


def not_theirs(session: Session, entries: tuple[Recorded, ...]) -> Message | None:
    """Why this phone can't take back the word of others who have phones of their own."""
    for entry in entries:
        seats = speakers(session, entry)
        if _is_elsewhere(session, seats):
            return message("refused.others-word", seats=listed(seats))
    return None


def _is_elsewhere(session: Session, seats: tuple[Seat, ...]) -> bool:
    """Whether these seats are played on other phones, and none of them on this."""
    mine = place(session.id)
    return not set(seats) & set(mine.seats) and bool(set(seats) & mine.elsewhere)
