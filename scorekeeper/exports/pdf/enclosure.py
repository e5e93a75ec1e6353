"""What lies inside a PDF beside its pages: the session file that they were made from."""

from dataclasses import dataclass
from datetime import datetime

from scorekeeper.exports.session_file import write
from scorekeeper.tables.session import Session

NAME = "session.jsonl"
"""What the session file in a sheet is called."""


@dataclass(frozen=True, slots=True)
class Enclosure:
    """A file inside a PDF. `at` is its date in the document, ISO 8601."""

    name: str
    at: str
    content: bytes

    def packed(self) -> bytes:
        """All of it as one run of bytes, of which the document's identifier is made."""
        return f"{self.name}\n{self.at}\n".encode() + self.content

    @property
    def moment(self) -> datetime:
        """Its date as WeasyPrint wants it."""
        return datetime.fromisoformat(self.at)


def session_enclosed(session: Session) -> Enclosure:
    """The session's file, dated by its last entry, so that the same log gives the same bytes."""
    last = session.log[-1].at if session.log else session.header.at
    return Enclosure(NAME, last, write(session).encode())
