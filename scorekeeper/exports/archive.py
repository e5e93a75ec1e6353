"""All sessions in one file: a zip of session files, written and read one session at a time.

What is still under a seal is in no session file, and so in no archive: a backup has it.
"""

import io
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from scorekeeper.core.messages import Message, message
from scorekeeper.exports.session_file import LARGEST, FileRefused, SessionFile, read, write
from scorekeeper.tables.session import Session

MOST_SESSIONS = 20_000
ENDING = ".jsonl"
_DAY = (1980, 1, 1, 0, 0, 0)
"""The date of every file in an archive: the same sessions give the same bytes."""
_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""How a file may be packed: others can ask for any amount of memory."""
_NO_ZIP = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    OSError,
    RuntimeError,
    ArithmeticError,
    LookupError,
    struct.error,
    ValueError,
)


class ArchiveRefused(ValueError):
    """The archive can't be read: `why`, in the file `name` of it ("" = the whole of it)."""

    def __init__(self, name: str, why: Message) -> None:
        super().__init__(name, why.code, dict(why.params))
        self.name = name
        self.why = why


def is_archive(start: bytes) -> bool:
    """Whether a file that starts like this is an archive rather than a session file."""
    return start.startswith(b"PK")


def written(sessions: Iterable[Session]) -> Iterator[bytes]:
    """The archive in pieces, as large as a session each, to be sent while it is written."""
    out = _Drain()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for session in sessions:
            entry = zipfile.ZipInfo(f"{session.id}{ENDING}", _DAY)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, write(session))
            yield out.taken()
    yield out.taken()


def read_archive(
    file: BinaryIO, most: int = MOST_SESSIONS, most_bytes: int = 0
) -> Iterator[tuple[str, SessionFile]]:
    """Each session of an archive by the name of its file, checked; one in memory at a time.

    `most_bytes` is how much they may come to, 0 = any amount.
    Raises ArchiveRefused, naming the file and its line, at the first that can't be read: what
    came before it is not to be kept.
    """
    seen: set[str] = set()
    size = 0
    for name, data in members(file, most):
        size += len(data)
        if most_bytes and size > most_bytes:
            why = message("archive.too-large", megabytes=most_bytes // 1_000_000)
            raise ArchiveRefused("", why)
        try:
            found = read(data)
        except FileRefused as refusal:
            why = message("archive.line", line=refusal.line, why=refusal.why)
            raise ArchiveRefused(name, why) from None
        if found.session.id in seen:
            raise ArchiveRefused(name, message("archive.twice", session=found.session.id))
        seen.add(found.session.id)
        yield name, found


def members(file: BinaryIO, most: int = MOST_SESSIONS) -> Iterator[tuple[str, bytes]]:
    """The files of an archive by name, none read further than a session file may be long.

    Raises ArchiveRefused when it is damaged, has too many, or something else among them.
    """
    try:
        with zipfile.ZipFile(file) as archive:
            names = [one.filename for one in archive.infolist()]
            if any(one.compress_type not in _PACKED for one in archive.infolist()):
                raise zipfile.BadZipFile("packed in another way than ours")
            if len(names) > most:
                raise ArchiveRefused("", message("archive.too-many", found=len(names), limit=most))
            if not names:
                raise ArchiveRefused("", message("archive.empty"))
            for name in names:
                if not name.endswith(ENDING):
                    raise ArchiveRefused(name[:100], message("archive.other", name=name[:100]))
                with archive.open(name) as member:
                    data = member.read(LARGEST + 1)  # whatever size it claims to have
                yield name, data
    except ArchiveRefused:
        raise
    except _NO_ZIP as fault:
        raise ArchiveRefused("", message("archive.damaged", fault=str(fault)[:100])) from fault


class _Drain(io.RawIOBase):
    """Takes what is written and gives it away: a file that only grows and keeps nothing."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def writable(self) -> bool:
        """It can be written to, and not be searched."""
        return True

    def write(self, data: "bytes | bytearray | memoryview") -> int:  # type: ignore[override]
        """Take a piece."""
        self._pieces.append(bytes(data))
        return len(data)

    def taken(self) -> bytes:
        """What was written since it was asked last."""
        pieces, self._pieces = self._pieces, []
        return b"".join(pieces)
