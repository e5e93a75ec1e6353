"""Archives: all sessions in one file, a zip of session files, written and read one
at a time."""

import io
import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from scorekeeper.core.messages import message
from scorekeeper.exports.session_file import (
    ENDING,
    LARGEST,
    FileRefused,
    SessionFile,
    read,
    refuse,
    write,
)
from scorekeeper.tables.session import Session

MOST_SESSIONS = 20_000
_DAY = (1980, 1, 1, 0, 0, 0)
"""The date of all files in an archive: the same sessions, the same bytes."""
_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""How a file may be packed: others can ask for any amount of memory."""
NO_ZIP = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    OSError,
    RuntimeError,
    ArithmeticError,
    LookupError,
    ValueError,
)
"""What a damaged zip makes its reader raise."""


def written(sessions: Iterable[Session]) -> Iterator[bytes]:
    """The archive in pieces, as large as a session each, to be sent while
    it is written."""
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
    """Each session of an archive by the name of its file, checked; one in memory at a
    time. `most_bytes` is how much they may come to, 0 = any amount. Raises FileRefused,
    naming the file and its line, at the first that can't be read: what came before it
    is not to be kept."""
    seen = set[str]()
    size = 0
    for name, data in members(file, most):
        size += len(data)
        if most_bytes and size > most_bytes:
            refuse(0, "archive.too-large", megabytes=most_bytes // 1_000_000)
        try:
            member = read(data)
        except FileRefused as refusal:
            why = message("archive.line", line=refusal.line, why=refusal.why)
            raise FileRefused(0, why, name) from None
        session_id = member.session.id
        if session_id in seen:
            raise FileRefused(0, message("archive.twice", session=session_id), name)
        seen.add(session_id)
        yield name, member


def members(file: BinaryIO, most: int = MOST_SESSIONS) -> Iterator[tuple[str, bytes]]:
    """The files of an archive by name, none read further than a session file may
    be long. Raises FileRefused when it is damaged, has too many, or something
    else among them."""
    try:
        with zipfile.ZipFile(file) as archive:
            _check_members(archive, most)
            for name in archive.namelist():
                if not name.endswith(ENDING):
                    other = name[:100]
                    why = message("archive.other", name=other)
                    raise FileRefused(0, why, other)
                with archive.open(name) as member:
                    # whatever size it claims to have
                    yield name, member.read(LARGEST + 1)
    except FileRefused:
        raise
    except NO_ZIP as fault:
        why = message("archive.damaged", fault=str(fault)[:100])
        raise FileRefused(0, why) from fault


def _check_members(archive: zipfile.ZipFile, most: int) -> None:
    infos = archive.infolist()
    if any(info.compress_type not in _PACKED for info in infos):
        raise zipfile.BadZipFile("packed in another way than ours")
    if len(infos) > most:
        refuse(0, "archive.too-many", found=len(infos), limit=most)
    if not infos:
        refuse(0, "archive.empty")


class _Drain(io.BytesIO):
    """Takes what is written and gives it away: a file that only grows
    and keeps nothing."""

    def tell(self) -> int:
        raise OSError("it is written from the front to the end, and nowhere else")

    def taken(self) -> bytes:
        pieces = self.getvalue()
        self.seek(0)
        self.truncate()
        return pieces
