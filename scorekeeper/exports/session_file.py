"""Session files: a whole session as JSON Lines, written, and read back
with every check.

The format is described in docs/session-file.md. What is still under a seal is in no
session file: a backup has it.
"""

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum
from itertools import pairwise
from typing import Any, NoReturn

from scorekeeper.core.codec import Unreadable, canonical, decode, encode
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Message, message
from scorekeeper.core.session import (
    Entry,
    Header,
    Recorded,
    entry_fields,
    header_fields,
    link,
    root,
)
from scorekeeper.games.game import AnyGame
from scorekeeper.tables import session as sessions
from scorekeeper.tables.events import kinds, read_event
from scorekeeper.tables.nights import KINDS
from scorekeeper.tables.session import MOST_ENTRIES, Session, opened

VERSION = 1
UNDATED = "1970-01-01T00:00:00Z"  # The time of what a hand-written file does not date
LARGEST = 7_500_000  # How many bytes a session file may have: room for all entries that it may hold
ENDING = ".jsonl"
ENCLOSED = f"session{ENDING}"  # what the session file inside a printed sheet is called
TABLE_ENCLOSED = "table-"
"""What the files of a night's tables in a printed document begin with, before their
number from 1."""

Fields = dict[str, Any]
# The number of a line, from 1, and the object that stands in it
Line = tuple[int, Fields]


class FileRefused(ValueError):
    """The file can't be read or taken in: `why`, and the `line` that shows it, from 1;
    in the file `name` of an archive ("" = the whole of it)."""

    def __init__(self, line: int, why: Message, name: str = "") -> None:
        super().__init__(line, why, name)  # as it is made again from another process
        self.line = line
        self.why = why
        self.name = name


def refuse(line: int, code: str, **params: object) -> NoReturn:
    raise FileRefused(line, message(code, **params))


@dataclass(frozen=True, slots=True)
class SessionFile:
    """A session read from a file that passed every check. `is_chained` = it
    had its hashes."""

    session: Session
    is_chained: bool


def write(session: Session) -> str:
    """The session as a file: a header, a line for each entry, and how
    many there were."""
    header = header_fields(session.header)
    lines = [{"scorekeeper": VERSION, **header, "hash": root(session.header)}]
    for entry in session.log:
        chain = {"previous": entry.previous, "hash": entry.hash}
        lines.append({**entry_fields(entry), **chain})
    lines.append({"count": session.last, "head": session.head})
    return "".join(map(_line, lines))


# What was read from the database is written in the same order: sorted inside.
def _line(fields: Fields) -> str:
    steady = {
        name: json.loads(canonical(value)) if type(value) is dict else value
        for name, value in fields.items()
    }
    return f"{json.dumps(steady, ensure_ascii=False)}\n"


def read(data: bytes, games: Mapping[str, AnyGame] = KINDS) -> SessionFile:
    """Read a session file and replay it by its game's rules. Raises FileRefused, naming
    the line and the reason, when it is cut off, when its chain or its facts don't hold,
    when the rules refuse an entry, when it is too large or of a later version."""
    lines = _lines_of(data)
    is_chained = any(
        {"hash", "previous", "head"} & fields.keys() for _, fields in lines
    )
    header = _header(lines[0], is_chained, data, games)
    last, trailer = _trailer(lines, is_chained)
    session = _opened(lines[0], games[header.game], header)
    log = _entries(lines[1:-1], is_chained, session)
    if trailer["count"] != len(log):
        refuse(last, "file.count", count=trailer["count"], found=len(log))
    session = _replayed(session, log, [n for n, _ in lines[1:-1]])
    if trailer.get("head", session.head) != session.head:
        refuse(last, "file.broken-head")
    return SessionFile(session, is_chained)


def _trailer(lines: list[Line], is_chained: bool) -> Line:
    for n, fields in lines[1:-1]:
        if "count" in fields:
            refuse(n + 1, "file.after-end")
    last, trailer = lines[-1]
    if len(lines) == 1 or "count" not in trailer:
        refuse(last, "file.cut-off")
    _check_fields(lines[-1], LineKind.TRAILER, is_chained)
    return lines[-1]


def _opened(line: Line, game: AnyGame, header: Header) -> Session:
    n, fields = line
    with _told_in(n):
        session = opened(game, header)
        game.rule_sheet.check(session.settings)
    if fields.get("hash", session.head) != session.head:
        refuse(n, "file.broken-root")
    return session


# Refuses in this line of the file what the game or the form of its facts refuses.
@contextmanager
def _told_in(line: int) -> Iterator[None]:
    try:
        yield
    # a fraction has no type: no setting is one
    except (Unreadable, TypeError) as fault:
        refuse(line, "file.unreadable", fault=str(fault))
    except RuleViolation as refusal:
        raise FileRefused(line, refusal.why) from None


def _header(
    line: Line, is_chained: bool, data: bytes, games: Mapping[str, AnyGame]
) -> Header:
    n, fields = line
    _check_version(line)
    _check_fields(line, LineKind.HEADER, is_chained)
    game = games.get(fields["game"])
    if game is None:
        refuse(n, "file.no-such-game", game=fields["game"], known=", ".join(games))
    edition = fields.get("edition", game.edition)
    if not 1 <= edition <= game.edition:
        refuse(n, "file.newer-edition", edition=edition, known=game.edition)
    settings = fields.get("settings", {})
    at = fields.get("at", UNDATED)
    name = fields.get("session", f"file-{hashlib.sha256(data).hexdigest()[:16]}")
    with _told_in(n):
        # written by hand: what it leaves out is as in the rules
        if "hash" not in fields:
            answers = encode(game.rule_sheet.defaults) | settings
            settings = encode(decode(game.settings_type, answers, "settings"))
        return sessions.settled_header(Header(name, game.slug, edition, settings, at))


# Before anything else: a later version may have other fields.
def _check_version(line: Line) -> None:
    n, fields = line
    version = fields["scorekeeper"]
    if type(version) is int and version > VERSION:
        refuse(n, "file.newer-version", version=version, known=VERSION)


def _lines_of(data: bytes) -> list[Line]:
    if len(data) > LARGEST:
        refuse(1, "file.too-large", size=len(data), limit=LARGEST)
    texts = data.removeprefix(b"\xef\xbb\xbf").rstrip().split(b"\n")
    if len(texts) > MOST_ENTRIES + 2:
        refuse(MOST_ENTRIES + 3, "file.too-long", limit=MOST_ENTRIES)
    found = [
        (n, _object(n, text, is_last=n == len(texts)))
        for n, text in enumerate(texts, start=1)
        if text.strip()
    ]
    if not found or "scorekeeper" not in found[0][1]:
        refuse(found[0][0] if found else 1, "file.not-a-session")
    return found


def shown(text: str) -> str:
    return "".join(
        sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}"
        for sign in text[:60]
    )


def _object(line: int, raw: bytes, is_last: bool) -> Fields:
    code = "file.not-json"
    value = None
    try:
        value = json.loads(
            raw.decode(), object_pairs_hook=_unique, parse_constant=_no_number
        )
        # refuses half of a surrogate pair
        json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as fault:
        if is_last and line > 1:
            refuse(line, "file.cut-off")
        if isinstance(fault, UnicodeError):
            code = "file.not-text"
        value = None
    if not isinstance(value, dict):
        refuse(line, code, text=shown(raw.decode(errors="replace").strip()))
    return value


# Refuses what JSON has no number for, such as NaN, by its name.
def _no_number(_name: str) -> NoReturn:
    raise ValueError("no number of JSON")


# The fields of an object. Refuses a name that stands twice.
def _unique(pairs: list[tuple[str, Any]]) -> Fields:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError("a name stands twice")
    return fields


# ---- what a line may say ----


TEXT_LENGTH = 64  # The most characters of a name for things, such as a kind or an id
NOTE_LENGTH = 500
_SECOND = "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}"
_FORMS: Mapping[str, tuple[type, str]] = {
    "number": (int, ""),
    "place": (int, ""),
    "fields": (dict, ""),
    "hash": (str, "[0-9a-f]{64}"),
    "text": (str, f".{{1,{TEXT_LENGTH}}}"),
    "session": (str, f"[A-Za-z0-9_-]{{1,{TEXT_LENGTH}}}"),
    "opened": (str, _SECOND + "(Z|[+-][0-9]{2}:[0-9]{2})"),
    "at": (str, _SECOND + "(Z|[+]00:00)"),
    "by": (str, "[NESW1-9]|1[0-2]"),
    "note": (str, f".{{0,{NOTE_LENGTH}}}"),
    "key": (str, f".{{1,{sessions.KEY_LENGTH}}}"),
}
"""What a field may hold: its type, and the pattern of a text. A table was `opened` at a
time with the offset from UTC of the clock on its wall."""


class LineKind(Enum):
    """What a line of a session file is: the first one, one of an entry, or the last."""

    HEADER = "header"
    ENTRY = "entry"
    TRAILER = "trailer"


_FIELDS = {
    LineKind.HEADER: (
        "scorekeeper",
        "session",
        "game",
        "edition",
        "settings",
        "at",
        "hash",
    ),
    LineKind.ENTRY: (
        "seq",
        "at",
        "by",
        "kind",
        "facts",
        "place",
        "note",
        "key",
        "part",
        "previous",
        "hash",
    ),
    LineKind.TRAILER: ("count", "head"),
}
_CALLED = {
    **dict.fromkeys(("scorekeeper", "edition", "seq", "part", "count"), "number"),
    **dict.fromkeys(("settings", "facts"), "fields"),
    **dict.fromkeys(("game", "kind"), "text"),
    **dict.fromkeys(("previous", "head"), "hash"),
}
"""The forms of the fields that are not called after theirs."""
_NEEDED = {
    LineKind.HEADER: ("scorekeeper", "game"),
    LineKind.ENTRY: ("kind",),
    LineKind.TRAILER: ("count",),
}
"""What a line must have in a file without hashes; in one with them it
must have everything."""


# Whether a value is what a field may hold; a time, one that is taken too.
def _fits(form: str, value: object) -> bool:
    kind, pattern = _FORMS[form]
    if value is None:
        return form in ("by", "place")
    if type(value) is not kind:
        return False
    return not isinstance(value, str) or _is_written_so(pattern, value)


def _is_written_so(pattern: str, text: str) -> bool:
    if re.fullmatch(pattern, text, re.S) is None:
        return False
    if not pattern.startswith(_SECOND):
        return True
    with suppress(ValueError):
        datetime.fromisoformat(text)
        return sessions.is_dated(text)
    return False


# Refuses a line with a field that is unknown, missing or of the wrong form.
def _check_fields(line: Line, kind: LineKind, is_chained: bool) -> None:
    n, fields = line
    known = _FIELDS[kind]
    for name, value in fields.items():
        if name not in known:
            refuse(n, "file.unknown-field", field=name[:60], known=", ".join(known))
        form = _CALLED.get(name, name)
        if kind is LineKind.HEADER and name == "at":
            form = "opened"
        if not _fits(form, value):
            found = json.dumps(value, ensure_ascii=False)[:60]
            wanted = message(f"file.form.{form}")
            refuse(n, "file.wrong-field", field=name, found=found, wanted=wanted)
    needed = known if is_chained else _NEEDED[kind]
    for name in needed:
        if name not in fields:
            refuse(n, "file.missing-field", field=name)


# ---- entries ----


# The entries of the file, with the hashes that follow from what they say: those that
# the file itself gives must be the same.
def _entries(
    lines: list[Line], is_chained: bool, session: Session
) -> tuple[Recorded, ...]:
    known = kinds(session.game)
    log = list[Recorded]()
    for line in lines:
        _check_fields(line, LineKind.ENTRY, is_chained)
        log.append(_entry(line, known, session, log[-1] if log else None))
    return tuple(log)


# What a hand-written line leaves out follows the one before.
def _entry(
    line: Line, known: Mapping[str, type], session: Session, before: Recorded | None
) -> Recorded:
    n, fields = line
    at = before.at if before else sessions.in_utc(session.header.at)
    head = before.hash if before else session.head
    seq, key, part = _numbered(line, before)
    with _told_in(n):
        event = read_event(known, fields["kind"], fields.get("facts", {}))
    note = unicodedata.normalize("NFC", fields.get("note", ""))
    who = fields.get("by")
    place = fields.get("place")
    at = fields.get("at", at)
    entry = Recorded(seq, at, who, event, place, note, key, part, head, "")
    entry = replace(entry, hash=link(head, entry_fields(entry)))
    told = (fields.get("previous", head), fields.get("hash", entry.hash))
    if told != (head, entry.hash):
        refuse(n, "file.broken-chain", entry=seq)
    return entry


# The number of the entry, the key of its command and its place within that.
def _numbered(line: Line, before: Recorded | None) -> tuple[int, str, int]:
    n, fields = line
    seq = before.seq + 1 if before else 1
    key = fields.get("key", f"line-{n}")
    part = before.part + 1 if before and before.key == key else 0
    for name, wanted in (("seq", seq), ("part", part)):
        if fields.get(name, wanted) != wanted:
            refuse(n, f"file.{name}", found=fields[name], wanted=wanted)
    return seq, key, part


# The session with every command of the file, each decided as it would be at a table.
def _replayed(session: Session, log: tuple[Recorded, ...], lines: list[int]) -> Session:
    keys = set[str]()
    starts = [n for n, entry in enumerate(log) if entry.part == 0]
    for start, end in pairwise([*starts, len(log)]):
        entries = log[start:end]
        key = entries[0].key
        if key in keys:
            refuse(lines[start], "file.key-again", key=key)
        keys.add(key)
        if not _is_decided_so(session, entries):
            _refuse(session, entries, lines[start:])
        session = session.grown(entries)
    return session


# Whether the table would have let this command pass, and made these entries of it.
def _is_decided_so(session: Session, entries: tuple[Recorded, ...]) -> bool:
    try:
        decided = session.decide(sessions.command_of(entries))
    except RuleViolation:
        return False
    return decided == tuple(Entry(entry.event, entry.place) for entry in entries)


# Refuses a command in the line with which it begins to be refused.
def _refuse(
    session: Session, entries: tuple[Recorded, ...], lines: list[int]
) -> NoReturn:
    whys = list[Message | None]()
    for n in range(1, len(entries) + 1):
        try:
            session.decide(sessions.command_of(entries[:n]))
            whys.append(None)
        except RuleViolation as refusal:
            whys.append(refusal.why)
    why = whys[-1]
    if why is None:
        refuse(lines[0], "file.order")
    raise FileRefused(lines[whys.index(why)], why)
