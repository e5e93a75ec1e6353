"""Which phone asks, and which seats it plays: for showing who is there, not for what it may do."""

import hashlib

from flask import request

from scorekeeper.tables.session import Session
from scorekeeper.web.phones import phone
from scorekeeper.web.server import access


def asking(session: Session) -> tuple[str, tuple[str, ...]]:
    """A name for the phone that asks, kept in memory only, and its seats at this table."""
    seats = tuple(seat.value for seat in access.place(session.id).seats)
    return phone.here() or _stranger(), seats


def _stranger() -> str:
    """A name for a phone without a reference, the same while it stays where it is."""
    seen = f"{request.remote_addr} {request.user_agent.string}"
    return hashlib.sha256(seen.encode()).hexdigest()
