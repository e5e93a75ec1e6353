"""What is under a seal until it is opened: the only place where it is kept.

It is in no log and in no export. Whoever has the machine can read it, and can't change it: value
and salt have to fit the commitment in the log.
"""

import json
from dataclasses import dataclass
from typing import Any

from sqlite_utils import Database

from scorekeeper.core.evening import Voided
from scorekeeper.core.sealing import LeftSealed, Opened, Sealed
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Recorded
from scorekeeper.core.wire import canonical


@dataclass(frozen=True, slots=True)
class Secret:
    """A sealed value with its salt, under the commitment that the log shows.

    `value` is a JSON value, `salt` digits 0-9a-f.
    """

    commitment: str
    seat: Seat
    value: Any
    salt: str

    def __repr__(self) -> str:
        """Without value and salt, so that no report of a fault tells them."""
        return f"Secret({self.commitment!r}, {self.seat!r})"


def keep(db: Database, session_id: str, secret: Secret) -> None:
    """Keep what was sealed just now."""
    db.conn.execute(
        "INSERT INTO private (session_id, commitment, seat, value, salt) VALUES (?, ?, ?, ?, ?)",
        [
            session_id,
            secret.commitment,
            secret.seat.value,
            canonical(secret.value).decode(),
            secret.salt,
        ],
    )


def kept(db: Database, session_id: str, commitment: str) -> Secret | None:
    """What is under this commitment, if it is kept here."""
    sql = "SELECT seat, value, salt FROM private WHERE session_id = ? AND commitment = ?"
    row = db.conn.execute(sql, [session_id, commitment]).fetchone()
    return Secret(commitment, Seat(row[0]), json.loads(row[1]), row[2]) if row else None


def forget(
    db: Database, session_id: str, log: tuple[Recorded, ...], added: tuple[Recorded, ...]
) -> None:
    """Let go of what these entries opened, left closed for good or took back."""
    for entry in added:
        if isinstance(entry.event, Opened | LeftSealed | Voided):
            sealed = log[entry.event.entry - 1].event
            if isinstance(sealed, Sealed):
                db.conn.execute(
                    "DELETE FROM private WHERE session_id = ? AND commitment = ?",
                    [session_id, sealed.commitment],
                )
