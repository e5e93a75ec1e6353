"""The hash chain of a log: each head covers everything before it, rooted in the rule sheet.

Tamper-evident, not tamper-proof: whoever holds the database can compute a new chain, but not
one that contains the heads that others have kept.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.core.codec import canonical, encode
from scorekeeper.core.session import Entry, Header, Recorded

_ENTRY, _LINK, _ROOT = b"\x00", b"\x01", b"\x02"


def root(header: Header) -> str:
    """The first head: a hash of the session, its game and the settings it is played under."""
    return hashlib.sha256(_ROOT + canonical(header_fields(header))).hexdigest()


def link(previous: str, fields: dict[str, Any]) -> str:
    """The head after an entry with these `entry_fields`, following the head `previous`."""
    leaf = hashlib.sha256(_ENTRY + canonical(fields)).digest()
    return hashlib.sha256(_LINK + bytes.fromhex(previous) + leaf).hexdigest()


def header_fields(header: Header) -> dict[str, Any]:
    """The header as it is written in files and hashed."""
    fields: dict[str, Any] = encode(header)
    return fields


def entry_fields(entry: Recorded) -> dict[str, Any]:
    """Every field of an entry that is written in files and hashed; its own hashes are not."""
    return {
        "seq": entry.seq,
        "at": entry.at,
        "by": entry.by,
        "kind": entry.event.KIND,
        "facts": encode(entry.event),
        "place": entry.place,
        "note": entry.note,
        "key": entry.key,
        "part": entry.part,
    }


@dataclass(frozen=True, slots=True)
class Stamp:
    """When, by whose seat, with which remark and under which key a command is recorded."""

    at: str
    by: str | None = None
    note: str = ""
    key: str = ""


def chained(seq: int, previous: str, entry: Entry, stamp: Stamp, part: int = 0) -> Recorded:
    """The entry as the log holds it: number `seq`, after the head `previous`."""
    bare = Recorded(
        seq=seq,
        at=stamp.at,
        by=stamp.by,
        event=entry.event,
        place=entry.place,
        note=stamp.note,
        key=stamp.key,
        part=part,
        previous=previous,
        hash="",
    )
    return replace(bare, hash=link(previous, entry_fields(bare)))


def first_break(header: Header, log: Sequence[Recorded]) -> int | None:
    """The number of the first entry whose hash does not follow from what it says, if any."""
    head = root(header)
    for entry in log:
        if entry.previous != head or entry.hash != link(head, entry_fields(entry)):
            return entry.seq
        head = entry.hash
    return None
