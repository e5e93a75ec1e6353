"""A change of what the sides have settled, which waits in the log until those who must
agree to it have."""

from flask import request

from scorekeeper.core.result_notes import ChangeProposed
from scorekeeper.core.seats import PartyId
from scorekeeper.core.session import Stamp
from scorekeeper.store import Appended, Replayed, Sender
from scorekeeper.tables.consent import NotAgreed
from scorekeeper.tables.session import Session
from scorekeeper.tables.settled import moves_hash
from scorekeeper.tables.voices import speaks_about
from scorekeeper.tables.waiting_changes import written_change
from scorekeeper.web.page import phone
from scorekeeper.web.page.incoming import (
    form_key,
    now,
    open_table,
    stamp,
    store,
    to_enter,
)

CONSENT = "consent"
"""The field of a form that names the parties that agree, on the phone that sends it."""
ASK = "ask"
"""The field of a form by which the other sides are asked to agree, each on its own
phone."""


def delete_or_propose(session: Session) -> bool:
    """Delete the table, or propose it to the sides with settled rows where the form
    says "ask". Returns whether it is gone. Raises NotAgreed."""
    sender = Sender(phone.here())
    try:
        store().delete(session.id, "host", now(), sender=sender)
    except NotAgreed as missing:
        if ASK not in request.form:
            raise
        propose(session.id, missing, stamp(form_key()), sender)
        return False
    return True


def propose(
    session_id: str, missing: NotAgreed, made: Stamp, sender: Sender
) -> Appended:
    """Have a change wait for the sides that must agree to it. Raises NotAgreed where a
    side that can say so here has not."""
    if missing.here:
        raise missing
    session = open_table(session_id)
    change = written_change(missing.command)
    event = ChangeProposed(
        change, moves_hash(missing.moves), _agreeing_here(session, missing)
    )
    return store().append(session_id, to_enter(event), made, sender=sender)


def _agreeing_here(session: Session, missing: NotAgreed) -> tuple[PartyId, ...]:
    speaker = store().phones.speaker(session, phone.here())
    elsewhere = {party.id for party in missing.elsewhere}
    agreeing = []
    for party in session.parties:
        if party.id in elsewhere:
            continue
        is_moved = any(party.id in move.standing for move in missing.moves)
        if is_moved and speaks_about(session, speaker, party, missing.moves):
            agreeing.append(party.id)
    return tuple(agreeing)


def proposed_before(session_id: str, key: str) -> Replayed | None:
    """What the form with this key proposed when it came first; None where it
    didn't."""
    first = tuple(entry for entry in open_table(session_id).log if entry.key == key)
    if not first or not isinstance(first[0].event, ChangeProposed):
        return None
    return Replayed(first, first[-1].hash)
