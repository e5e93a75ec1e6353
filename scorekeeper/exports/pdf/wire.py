"""What the printer and its worker say to each other: frames of a kind and some bytes."""

import struct
from enum import Enum
from typing import BinaryIO

_HEAD = struct.Struct(">cI")


class Kind(Enum):
    """What a frame is."""

    READY = b"R"
    """From the worker: the press is up."""
    MISSING = b"M"
    """From the worker: there can be no press here; the bytes say why."""
    FILE = b"E"
    """To the worker: what the PDF of the next page encloses."""
    PAGE = b"H"
    """To the worker: the HTML of a page to print."""
    PDF = b"P"
    """From the worker: the page, printed."""
    FAULT = b"F"
    """From the worker: the page can't be printed; the bytes say why."""


def send(stream: BinaryIO, kind: Kind, content: bytes = b"") -> None:
    """Write one frame."""
    stream.write(_HEAD.pack(kind.value, len(content)) + content)
    stream.flush()


def receive(stream: BinaryIO) -> tuple[Kind, bytes] | None:
    """Read one frame; None when the other side has gone."""
    head = stream.read(_HEAD.size)
    if len(head) < _HEAD.size:
        return None
    kind, size = _HEAD.unpack(head)
    content = stream.read(size)
    return (Kind(kind), content) if len(content) == size else None
