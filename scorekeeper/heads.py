"""What the head of a request says, and how much may follow it."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import IO

HEAD_BYTES = 65_536

_LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,12})[ \t]*\r\n", re.I)
_CHUNKED = re.compile(rb"\r\ntransfer-encoding[ \t]*:", re.I)
_FORWARDED = re.compile(rb"\r\nx-forwarded-for:([^\r\n]*)", re.I)


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a request: its bytes, its path, and how many bytes of body it
    announces."""

    size: int
    path: str
    length: int
    is_chunked: bool
    forwarded_for: str


def head_of(received: bytearray) -> Head | None:
    end = received.find(b"\r\n\r\n")
    if end < 0:
        return None
    text = bytes(received[: end + 2])
    length = _LENGTH.search(text)
    return Head(
        size=end + 4,
        path=_path(text),
        length=int(length[1]) if length else 0,
        is_chunked=_CHUNKED.search(text) is not None,
        forwarded_for=b",".join(_FORWARDED.findall(text)).decode("latin-1"),
    )


def _path(head: bytes) -> str:
    words = head.split(b"\r\n", 1)[0].split(b" ")
    if len(words) != 3:
        return ""
    return words[1].split(b"?")[0].decode("latin-1")


@dataclass(frozen=True, slots=True)
class Limits:
    """How large a body may be: `form` bytes, and more at the few addresses that take a
    file."""

    form: int
    of_files: Mapping[str, int]

    def most(self, head: Head) -> int:
        return self.of_files.get(head.path, self.form)

    def is_file(self, head: Head) -> bool:
        return head.length > self.form


def pieces_of(file: IO[bytes]) -> Iterator[bytes]:
    file.seek(0)
    while piece := file.read(HEAD_BYTES):
        yield piece
