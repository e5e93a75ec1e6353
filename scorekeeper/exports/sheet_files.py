"""The sheet in files for other programs: its lines as CSV, the whole of it as JSON
(described in docs/session-file.md)."""

import csv
import io
import re
from collections.abc import Iterable, Iterator
from enum import Enum
from fractions import Fraction
from typing import Any

from babel import Locale

from scorekeeper.core.cards import Suit
from scorekeeper.core.citations import Cite
from scorekeeper.core.codec import encode, fingerprint
from scorekeeper.core.history import History, history
from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import Party, PartyId, Seat
from scorekeeper.core.session import header_fields
from scorekeeper.core.settings import TABLE
from scorekeeper.core.sheet import Points
from scorekeeper.tables.names import visible
from scorekeeper.tables.session import Session, column
from scorekeeper.tables.sheet import Cell, ShownLine, ShownRow, sheet_of
from scorekeeper.words import Words

# fmt: off
COLUMNS = (
    "section", "row", "label", "party_id", "party", "people", "part", "points", "what",
    "rule", "standing",
)
# fmt: on
_FORMULA = re.compile(r"[\t\r\n]|\s*[=+\-@＝＋－＠]")
_FORMULA_INSIDE = re.compile(r"([,;])(?=\s*[=+\-@＝＋－＠])")
"""A formula after what begins another cell where the other mark parts cells."""


def points_of(points: Points) -> int | str:
    """The points as a JSON number, or as a text such as "-3/2" where they
    are not whole."""
    return int(points) if points == int(points) else str(points)


def number_of(points: Points, digits: int = 6) -> int | float:
    return int(points) if points == int(points) else round(float(points), digits)


def text_of(value: object, words: Words) -> str:
    """The value in plain text for a file that programs read: without the invisible
    characters that keep words together on a page."""
    return visible(words.text(value))


def rule_of(cite: Cite, session: Session, words: Words) -> str:
    name = cite.anchor.removeprefix("setting-")
    if cite.source == TABLE and name != cite.anchor:
        label = text_of(message(f"{session.game.family}.setting.{name}"), words)
        return f"{cite.source.title}: {label}"
    return f"{cite.source.title} {cite.section}".strip()


def plain(value: Any) -> Any:
    """A value of the sheet as JSON has it, in no language: seats and parties by their
    ids, cards and contracts as files write them, a sentence by its code and what it is
    filled with."""
    if isinstance(value, Message):
        return {"code": value.code, **_filled(value)} if value.params else value.code
    if isinstance(value, tuple):
        return [plain(part) for part in value if not _is_between(part)]
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, int | Fraction):
        return points_of(value)
    if isinstance(value, Enum):
        return value.slug if isinstance(value, Suit) else value.value
    name = "id" if isinstance(value, Party) else "code"
    return getattr(value, name, None) or str(value)


# Whether this is only what parts two things that are said.
def _is_between(part: object) -> bool:
    return isinstance(part, str) and not any(map(str.isalnum, part))


# ---- CSV ----

CSV_ENCODING = "utf-8-sig"
"""UTF-8 after a byte order mark, without which Excel takes it for the letters
of old Windows."""


def csv_of(session: Session, words: Words) -> str:
    """Every line of the session's sheet, in the order of play, in the reader's words;
    and who left or came back in between.
    Cells of text that a spreadsheet would take for a formula begin with an apostrophe;
    points are plain numbers, parts of a point as decimals.

    A spreadsheet opens the file by the habits of its country: where parts of a number
    stand after a comma, semicolons are between the cells.
    """
    decimal = Locale.parse(words.language).number_symbols["latn"]["decimal"]
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";" if decimal == "," else ",")
    writer.writerow(COLUMNS)
    for section in sheet_of(session, plain=History()).sections:
        label = defused(f"{section.at + 1} {text_of(section.label, words)}")
        for row in section.rows:
            what = (label, row.id, defused(text_of(row.label, words)))
            for cells in _cells_of(session, row, words, decimal):
                writer.writerow((*what, *cells))
    return out.getvalue()


# Behind a row's name: each of its lines; or that somebody left, which has none.
def _cells_of(
    session: Session, row: ShownRow, words: Words, decimal: str
) -> Iterator[tuple[str, ...]]:
    for line in row.lines:
        points = str(number_of(line.points)).replace(".", decimal)
        whose = _whose(session, row, line, words)
        yield (*whose, line.part, points, *_why(session, line, words))
    if row.sentence and not row.gone:
        said = defused(text_of(row.sentence, words))
        yield ("", "", "", "", "", said, "", "")


def _whose(
    session: Session, row: ShownRow, line: ShownLine, words: Words
) -> tuple[str, str, str]:
    parties = {party.id: party for party in session.sheet.parties}
    party = parties[line.party]
    persons = " & ".join(column(party, row.seated).persons)
    return line.party, defused(text_of(party, words)), defused(visible(persons))


def _why(session: Session, line: ShownLine, words: Words) -> tuple[str, str, str]:
    return (
        defused(text_of(line.what, words)),
        defused(rule_of(line.cite, session, words)),
        line.cite.standing.value,
    )


def defused(text: str) -> str:
    """The text as a spreadsheet shows it and does not calculate it, whichever of the
    two marks it takes to part cells."""
    inert = _FORMULA_INSIDE.sub(r"\1'", text)
    return f"'{inert}" if _FORMULA.match(inert) else inert


# ---- JSON ----


# Long: a value for each thing that the file says of a sheet.
def json_of(session: Session, words: Words, is_chained: bool = True) -> dict[str, Any]:
    """The session's sheet, its corrections and misfits. Whole points are numbers,
    others texts such as "1/2"; sentences are in the language of `words`, beside codes
    that are in none."""
    past = history(session.log, session.sheet_then)
    sheet = sheet_of(session, plain=past)
    return {
        **header_fields(session.header),
        "in_force": encode(session.settings),
        "chained": is_chained,
        "entries": session.last,
        "head": session.head,
        "seal": fingerprint(session.head),
        "parties": [
            {"id": party.id, "name": text_of(party, words), "seats": plain(party.seats)}
            for party in session.sheet.parties
        ],
        "now": _now(session, words),
        "sections": [
            {
                "label": text_of(section.label, words),
                "headline": text_of(section.headline, words),
                "over": section.is_over,
                "winners": list(section.winners),
                "rows": [
                    _row(row, session, words) for row in section.rows if not row.gone
                ],
                "totals": _totals(section.totals),
            }
            for section in sheet.sections
        ],
        "totals": _totals(sheet.totals),
        "misfits": [
            {
                "entry": misfit.entry.seq,
                "kind": misfit.entry.event.KIND,
                **said(misfit.why.why, words),
            }
            for misfit in session.folded.misfits
        ],
        "corrections": [
            {
                "at": correction.at,
                "by": correction.by,
                "reason": correction.reason,
                "voided": [entry.seq for entry in correction.voided],
                "instead": [entry.seq for entry in correction.instead],
                "rows": list(correction.rows),
                "rescored": list(correction.rescored),
            }
            for correction in past.corrections
        ],
    }


# What is in view at the table: whose turn it is, and how each party stands.
def _now(session: Session, words: Words) -> dict[str, Any]:
    glance = session.glance
    awaited = [
        value.value for value in glance.turn.values.values() if isinstance(value, Seat)
    ]
    return {
        "deal": plain(glance.deal),
        "over": glance.is_over,
        "turn": text_of(glance.turn, words),
        "awaited": plain(glance.turn),
        "seat": awaited[0] if awaited else None,
        "where": plain(glance.where),
        "standings": [
            {
                name: plain(getattr(standing, name))
                for name in ("party", "total", "below", "mark")
            }
            for standing in glance.standings
        ],
    }


def _row(row: ShownRow, session: Session, words: Words) -> dict[str, Any]:
    calls = _calls(row, session)
    return {
        "id": row.id,
        "label": text_of(row.label, words),
        "entries": list(row.entries),
        "facts": {head: text_of(value, words) for head, value in row.fact.items()},
        "values": {head: plain(value) for head, value in row.fact.items()},
        "people": {seat.value: person for seat, person in row.played},
        "marks": [*row.marks, *(["rescored"] if row.rescored else [])],
        "notes": [text_of(note, words) for note in row.notes],
        "lines": [_line(line, session, words) for line in row.lines if not line.struck],
        "struck": [_line(line, session, words) for line in row.lines if line.struck],
        "totals": _totals(row.cells),
        **({"calls": calls} if calls else {}),
    }


# Each caller, and the call as files write it; at Berzerka the contract and the overbid.
def _calls(row: ShownRow, session: Session) -> list[list[str]]:
    calls = []
    for seq in row.entries:
        event = session.entry(seq).event
        call = encode(event) if isinstance(event, session.game.calls) else {}
        if "seat" in call:
            said = call.get("call") or call.get("contract") or "pass"
            if call.get("overbid"):
                said = f"{said} -{call['overbid']}"
            calls.append([call["seat"], said])
    return calls


def _line(line: ShownLine, session: Session, words: Words) -> dict[str, Any]:
    return {
        "party": line.party,
        "part": line.part,
        "points": points_of(line.points),
        "what": text_of(line.what, words),
        "code": line.what.code,
        "values": _filled(line.what),
        "rule": rule_of(line.cite, session, words),
        "standing": line.cite.standing.value,
    }


def _totals(cells: Iterable[Cell]) -> dict[PartyId, dict[str, int | str]]:
    totals = {}
    for cell in cells:
        parts = {part: points_of(points) for part, points in cell.parts.items()}
        totals[cell.party] = parts | {"total": points_of(cell.total)}
    return totals


def said(why: Message, words: Words) -> dict[str, Any]:
    return {"why": text_of(why, words), "code": why.code, "values": _filled(why)}


def _filled(what: Message) -> dict[str, Any]:
    return {name: plain(value) for name, value in what.params}
