"""Session files: a whole session as JSON Lines, written, and read back with every check.

The format is described in docs/session-file.md.
"""

import hashlib
import json
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import get_type_hints

from scorekeeper.core.chain import entry_fields, header_fields, link, root
from scorekeeper.core.codec import Unreadable, canonical, decode, encode
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.session import Entry, Header, Recorded
from scorekeeper.core.settings import Figures
from scorekeeper.exports.session_lines import (
    CHAINED_FORMS,
    FREE_FORMS,
    Fields,
    FileRefused,
    Forms,
    Line,
    check_fields,
    lines_of,
    refuse,
)
from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.tables.session import (
    Session,
    command_of,
    in_utc,
    kinds,
    opened,
    read_event,
    settled_header,
)

VERSION = 1
UNDATED = "1970-01-01T00:00:00Z"
"""The time of what a hand-written file does not date."""


@dataclass(frozen=True, slots=True)
class SessionFile:
    """A session read from a file that passed every check. `is_chained` = it had its hashes."""

    session: Session
    is_chained: bool


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
    lines = lines_of(data)
    is_chained = any({"hash", "previous", "head"} & fields.keys() for _, fields in lines)
    forms = CHAINED_FORMS if is_chained else FREE_FORMS
    header = _header(lines[0], forms, data, games)
    trailer = _trailer(lines, forms)
    session = _opened(lines[0][0], games[header.game], header)
    if lines[0][1].get("hash", session.head) != session.head:
        refuse(lines[0][0], "file.broken-root")
    entries = _entries(lines[1:-1], forms, session)
    if trailer["count"] != len(entries):
        refuse(lines[-1][0], "file.count", count=trailer["count"], found=len(entries))
    session = _replayed(session, entries)
    if trailer.get("head", session.head) != session.head:
        refuse(lines[-1][0], "file.broken-head")
    return SessionFile(session, is_chained)


def _line(fields: Fields) -> str:
    # Sorted inside, so that what was read back from the database is written the same.
    tidy = {
        name: json.loads(canonical(value)) if isinstance(value, dict) else value
        for name, value in fields.items()
    }
    return json.dumps(tidy, ensure_ascii=False)


def _header(line: Line, forms: Forms, data: bytes, games: Mapping[str, Game]) -> Header:
    n, fields = line
    version = fields["scorekeeper"]
    if type(version) is int and version > VERSION:
        refuse(n, "file.newer-version", version=version, known=VERSION)
    check_fields(line, forms["header"])
    game = games.get(fields["game"])
    if game is None:
        refuse(n, "file.no-such-game", game=fields["game"], known=", ".join(games))
    edition = fields.get("edition", game.edition)
    if not 1 <= edition <= game.edition:
        refuse(n, "file.newer-edition", edition=edition, known=game.edition)
    settings = fields.get("settings", {})
    if "hash" not in fields:  # written by hand: what it leaves out is as in the rules
        try:
            answers = encode(game.rule_sheet.defaults) | settings
            settings = encode(decode(game.settings_type, answers, "settings"))
        except Unreadable as fault:
            refuse(n, "file.unreadable", fault=str(fault))
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
        refuse(line, "file.unreadable", fault=str(fault))
    hints = get_type_hints(game.settings_type)
    for question in game.rule_sheet.questions:
        answer, name = getattr(session.settings, question.name), question.name
        numbers = (answer,) if hints[name] is int else ()
        if hints[name] == Figures:
            usual = [figure for figure, _ in getattr(game.rule_sheet.defaults, name)]
            if [figure for figure, _ in answer] != usual:
                refuse(line, "file.setting-names", setting=name, names=", ".join(usual))
            numbers = tuple(number for _, number in answer)
        low, high = question.low, question.high
        for number in numbers:
            if not low <= number <= high:
                refuse(line, "file.setting-range", setting=name, found=number, low=low, high=high)
    return session


def _trailer(lines: list[Line], forms: Forms) -> Fields:
    for line in lines[1:-1]:
        if "count" in line[1]:
            refuse(line[0] + 1, "file.after-end")
    if len(lines) == 1 or "count" not in lines[-1][1]:
        refuse(lines[-1][0], "file.cut-off")
    check_fields(lines[-1], forms["trailer"])
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
        check_fields(line, forms["entry"])
        entry = _entry(line, before, session.header.at, known)
        before = replace(entry, previous=head, hash=link(head, entry_fields(entry)))
        given = (line[1].get("previous", head), line[1].get("hash", before.hash))
        if given != (head, before.hash):
            refuse(line[0], "file.broken-chain", entry=before.seq)
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
            refuse(n, f"file.{name}", found=fields[name], wanted=wanted)
    try:
        event = read_event(known, fields["kind"], fields.get("facts", {}))
    except Unreadable as fault:
        refuse(n, "file.unreadable", fault=str(fault))
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
            refuse(line, "file.key-again", key=entry.key)
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
        refuse(command[0][0], "file.order")


def _culprit(session: Session, command: list[Placed], refusal: RuleViolation) -> int:
    """The line with which a command of several entries begins to be refused."""
    for n in range(1, len(command)):
        try:
            session.decide(command_of(tuple(entry for _, entry in command[:n])))
        except RuleViolation as sooner:
            if sooner.why == refusal.why:
                return command[n - 1][0]
    return command[-1][0]
