"""Session files: a whole session as JSON Lines, written, and read back with every check.

The format is described in docs/session-file.md.
"""

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import pairwise
from typing import Any, NoReturn, get_type_hints

from scorekeeper.core.chain import entry_fields, header_fields, link, root
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Message, message
from scorekeeper.core.session import Entry, Header, Recorded
from scorekeeper.core.settings import Figures
from scorekeeper.core.wire import Unreadable, canonical, decode, encode
from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.record import (
    KEY_LENGTH,
    Session,
    command_of,
    in_utc,
    kinds,
    opened,
    read_event,
    settled_header,
)

VERSION = 1
LARGEST = 1_000_000
MOST_ENTRIES = 3_000
UNDATED = "1970-01-01T00:00:00Z"
"""The time of what a hand-written file does not date."""

Fields = dict[str, Any]


@dataclass(frozen=True, slots=True)
class SessionFile:
    """A session read from a file that passed every check. `is_chained` = it had its hashes."""

    session: Session
    is_chained: bool


class FileRefused(ValueError):
    """The file can't be read as a session: `why`, and the `line` that shows it, from 1."""

    def __init__(self, line: int, why: Message) -> None:
        super().__init__(line, why.code, dict(why.params))
        self.line = line
        self.why = why


def write(session: Session) -> str:
    """The session as a file: a header, a line for each entry, and how many there were."""
    head = {"scorekeeper": VERSION, **header_fields(session.header), "hash": root(session.header)}
    lines = [head]
    for entry in session.log:
        lines.append({**entry_fields(entry), "previous": entry.previous, "hash": entry.hash})
    lines.append({"count": session.last, "head": session.head})
    return "".join(f"{_line(fields)}\n" for fields in lines)


def read(data: bytes, games: Mapping[str, Game] = GAMES) -> SessionFile:
    """Read a session file and replay it by its game's rules.

    Raises FileRefused, naming the line and the reason, when it is cut off, when its chain or its
    facts don't hold, when the rules refuse an entry, when it is too large or of a later version.
    """
    lines = _lines(data)
    is_chained = any({"hash", "previous", "head"} & fields.keys() for _, fields in lines)
    forms = _chained_forms if is_chained else _free_forms
    header = _header(lines[0], forms, data, games)
    trailer = _trailer(lines, forms)
    session = _opened(lines[0][0], games[header.game], header)
    if lines[0][1].get("hash", session.head) != session.head:
        _refuse(lines[0][0], "file.broken-root")
    entries = _entries(lines[1:-1], forms, session)
    if trailer["count"] != len(entries):
        _refuse(lines[-1][0], "file.count", count=trailer["count"], found=len(entries))
    session = _replayed(session, entries)
    if trailer.get("head", session.head) != session.head:
        _refuse(lines[-1][0], "file.broken-head")
    return SessionFile(session, is_chained)


def _line(fields: Fields) -> str:
    # Sorted inside, so that what was read back from the database is written the same.
    tidy = {
        name: json.loads(canonical(value)) if isinstance(value, dict) else value
        for name, value in fields.items()
    }
    return json.dumps(tidy, ensure_ascii=False)


def _refuse(line: int, code: str, **params: object) -> NoReturn:
    raise FileRefused(line, message(code, **params))


# ---- lines ----

Line = tuple[int, Fields]
"""The number of a line, from 1, and the object that stands in it."""


def _lines(data: bytes) -> list[Line]:
    if len(data) > LARGEST:
        _refuse(1, "file.too-large", size=len(data), limit=LARGEST)
    found: list[Line] = []
    texts = data.removeprefix(b"\xef\xbb\xbf").rstrip().split(b"\n")
    if len(texts) > MOST_ENTRIES + 2:
        _refuse(MOST_ENTRIES + 3, "file.too-long", limit=MOST_ENTRIES)
    for n, raw in enumerate(texts, start=1):
        if raw.strip():
            found.append((n, _object(n, raw, is_last=n == len(texts))))
    if not found or "scorekeeper" not in found[0][1]:
        _refuse(found[0][0] if found else 1, "file.not-a-session")
    return found


def _object(line: int, raw: bytes, is_last: bool) -> Fields:
    text = raw.decode(errors="replace").strip()[:60]
    start = "".join(one if one.isprintable() else "\N{REPLACEMENT CHARACTER}" for one in text)
    try:
        value = json.loads(raw.decode(), object_pairs_hook=_unique, parse_constant=_no_number)
        json.dumps(value, ensure_ascii=False).encode()  # refuses half of a surrogate pair
    except (ValueError, RecursionError) as fault:
        if is_last and line > 1:
            _refuse(line, "file.cut-off")
        is_text = not isinstance(fault, UnicodeError)
        _refuse(line, "file.not-json" if is_text else "file.not-text", text=start)
    if not isinstance(value, dict):
        _refuse(line, "file.not-json", text=start)
    return value


def _unique(pairs: list[tuple[str, Any]]) -> Fields:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError("a name stands twice")
    return fields


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")


# ---- fields ----


@dataclass(frozen=True, slots=True)
class _Form:
    """What a field may hold: values of these types, texts of this pattern, or nothing at all."""

    wanted: str
    types: tuple[type, ...]
    pattern: str = ""
    required: bool = True

    def fits(self, value: object) -> bool:
        if type(value) not in self.types:
            return False
        return not isinstance(value, str) or re.fullmatch(self.pattern, value, re.S) is not None


class _Time(_Form):
    """A time, to the second."""

    def fits(self, value: object) -> bool:
        try:
            datetime.fromisoformat(str(value))
        except ValueError:
            return False
        return _Form.fits(self, value)


_COUNT = _Form("file.form.number", (int,))
_HASH = _Form("file.form.hash", (str,), "[0-9a-f]{64}")
_TIME = _Time("file.form.at", (str,), "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}(Z|[+]00:00)")
_OPENED = _Time(
    "file.form.opened", (str,), "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}(Z|[+-][0-9]{2}:[0-9]{2})"
)
"""When the table was opened, with the offset from UTC of the clock on its wall."""
_FIELDS = _Form("file.form.fields", (dict,))
_chained_forms: Mapping[str, Mapping[str, _Form]] = {
    "header": {
        "scorekeeper": _COUNT,
        "session": _Form("file.form.session", (str,), "[A-Za-z0-9_-]{1,64}"),
        "game": _Form("file.form.text", (str,), ".{1,64}"),
        "edition": _COUNT,
        "settings": _FIELDS,
        "at": _OPENED,
        "hash": _HASH,
    },
    "entry": {
        "seq": _COUNT,
        "at": _TIME,
        "by": _Form("file.form.by", (str, type(None)), ".{1,24}"),
        "kind": _Form("file.form.text", (str,), ".{1,64}"),
        "facts": _FIELDS,
        "place": _Form("file.form.place", (int, type(None))),
        "note": _Form("file.form.note", (str,), ".{0,500}"),
        "key": _Form("file.form.key", (str,), f".{{1,{KEY_LENGTH}}}"),
        "part": _COUNT,
        "previous": _HASH,
        "hash": _HASH,
    },
    "trailer": {"count": _COUNT, "head": _HASH},
}
_NEEDED = {"header": ("scorekeeper", "game"), "entry": ("kind",), "trailer": ("count",)}
_free_forms = {
    part: {name: replace(form, required=name in _NEEDED[part]) for name, form in forms.items()}
    for part, forms in _chained_forms.items()
}
Forms = Mapping[str, Mapping[str, _Form]]


def _check_fields(line: Line, forms: Mapping[str, _Form]) -> None:
    n, fields = line
    for name, value in fields.items():
        if name not in forms:
            _refuse(n, "file.unknown-field", field=name[:60], known=", ".join(forms))
        if not forms[name].fits(value):
            found = json.dumps(value, ensure_ascii=False)[:60]
            _refuse(
                n, "file.wrong-field", field=name, found=found, wanted=message(forms[name].wanted)
            )
    for name, form in forms.items():
        if form.required and name not in fields:
            _refuse(n, "file.missing-field", field=name)


def _header(line: Line, forms: Forms, data: bytes, games: Mapping[str, Game]) -> Header:
    n, fields = line
    version = fields["scorekeeper"]
    if type(version) is int and version > VERSION:
        _refuse(n, "file.newer-version", version=version, known=VERSION)
    _check_fields(line, forms["header"])
    game = games.get(fields["game"])
    if game is None:
        _refuse(n, "file.no-such-game", game=fields["game"], known=", ".join(games))
    edition = fields.get("edition", game.edition)
    if not 1 <= edition <= game.edition:
        _refuse(n, "file.newer-edition", edition=edition, known=game.edition)
    settings = fields.get("settings", {})
    if "hash" not in fields:  # written by hand: what it leaves out is as in the rules
        try:
            answers = encode(game.rule_sheet.defaults) | settings
            settings = encode(decode(game.settings_type, answers, "settings"))
        except Unreadable as fault:
            _refuse(n, "file.unreadable", fault=str(fault))
    by_content = f"file-{hashlib.sha256(data).hexdigest()[:16]}"
    at = fields.get("at", UNDATED)
    return settled_header(
        Header(fields.get("session", by_content), game.slug, edition, settings, at)
    )


def _opened(line: int, game: Game, header: Header) -> Session:
    """The session without entries, its settings within the ranges that the game gives them."""
    try:
        session = opened(game, header)
    except Unreadable as fault:
        _refuse(line, "file.unreadable", fault=str(fault))
    hints = get_type_hints(game.settings_type)
    for question in game.rule_sheet.questions:
        answer, name = getattr(session.settings, question.name), question.name
        numbers = (answer,) if hints[name] is int else ()
        if hints[name] == Figures:
            usual = [figure for figure, _ in getattr(game.rule_sheet.defaults, name)]
            if [figure for figure, _ in answer] != usual:
                _refuse(line, "file.setting-names", setting=name, names=", ".join(usual))
            numbers = tuple(number for _, number in answer)
        low, high = question.low, question.high
        for number in numbers:
            if not low <= number <= high:
                _refuse(line, "file.setting-range", setting=name, found=number, low=low, high=high)
    return session


def _trailer(lines: list[Line], forms: Forms) -> Fields:
    for line in lines[1:-1]:
        if "count" in line[1]:
            _refuse(line[0] + 1, "file.after-end")
    if len(lines) == 1 or "count" not in lines[-1][1]:
        _refuse(lines[-1][0], "file.cut-off")
    _check_fields(lines[-1], forms["trailer"])
    return lines[-1][1]


# ---- entries ----

Placed = tuple[int, Recorded]
"""The number of a line, and its entry, chained to the one before."""


def _entries(lines: list[Line], forms: Forms, session: Session) -> list[Placed]:
    """The entries of the file, with the hashes that follow from what they say: those that the
    file itself gives must be the same."""
    known, placed = kinds(session.game), list[Placed]()
    head, before = session.head, None
    for line in lines:
        _check_fields(line, forms["entry"])
        entry = _entry(line, before, session.header.at, known)
        before = replace(entry, previous=head, hash=link(head, entry_fields(entry)))
        given = (line[1].get("previous", head), line[1].get("hash", before.hash))
        if given != (head, before.hash):
            _refuse(line[0], "file.broken-chain", entry=before.seq)
        head = before.hash
        placed.append((line[0], before))
    return placed


def _entry(line: Line, before: Recorded | None, at: str, known: Mapping[str, type]) -> Recorded:
    """The entry in a line, without hashes; what a hand-written one leaves out follows `before`."""
    n, fields = line
    seq = before.seq + 1 if before else 1
    key = fields.get("key", f"line-{n}")
    part = before.part + 1 if before and before.key == key else 0
    for name, wanted in (("seq", seq), ("part", part)):
        if fields.get(name, wanted) != wanted:
            _refuse(n, f"file.{name}", found=fields[name], wanted=wanted)
    try:
        event = read_event(known, fields["kind"], fields.get("facts", {}))
    except Unreadable as fault:
        _refuse(n, "file.unreadable", fault=str(fault))
    except RuleViolation as refusal:
        raise FileRefused(n, refusal.why) from None
    return Recorded(
        seq=seq,
        at=fields.get("at", before.at if before else in_utc(at)),
        by=fields.get("by"),
        event=event,
        place=fields.get("place"),
        note=unicodedata.normalize("NFC", fields.get("note", "")),
        key=key,
        part=part,
        previous="",
        hash="",
    )


# ---- the rules ----


def _replayed(session: Session, placed: list[Placed]) -> Session:
    """The session after each command of the file, as the rules let it pass."""
    keys: set[str] = set()
    for command in _commands(placed):
        line, entry = command[0]
        if entry.key in keys:
            _refuse(line, "file.key-again", key=entry.key)
        keys.add(entry.key)
        _check_rules(session, command)
        session = session.grown(tuple(entry for _, entry in command))
    return session


def _commands(placed: list[Placed]) -> Iterator[list[Placed]]:
    starts = [n for n, (_, entry) in enumerate(placed) if entry.part == 0]
    for start, end in pairwise([*starts, len(placed)]):
        yield placed[start:end]


def _check_rules(session: Session, command: list[Placed]) -> None:
    made = tuple(Entry(entry.event, entry.place) for _, entry in command)
    try:
        decided = session.decide(command_of(tuple(entry for _, entry in command)))
    except RuleViolation as refusal:
        raise FileRefused(_culprit(session, command, refusal), refusal.why) from None
    if decided != made:
        _refuse(command[0][0], "file.order")


def _culprit(session: Session, command: list[Placed], refusal: RuleViolation) -> int:
    """The line with which a command of several entries begins to be refused."""
    for n in range(1, len(command)):
        try:
            session.decide(command_of(tuple(entry for _, entry in command[:n])))
        except RuleViolation as sooner:
            if sooner.why == refusal.why:
                return command[n - 1][0]
    return command[-1][0]
