"""The sheet in files for other programs: its lines as CSV, the whole of it as JSON.

The formats are described in docs/session-file.md.
"""

import csv
import io
from collections.abc import Iterable, Iterator
from enum import Enum
from fractions import Fraction
from typing import Any

from scorekeeper.core.cards import Suit
from scorekeeper.core.chain import header_fields
from scorekeeper.core.citations import Cite
from scorekeeper.core.codec import encode, fingerprint
from scorekeeper.core.history import Correction, History, history
from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import Party, Seat
from scorekeeper.core.session import Misfit
from scorekeeper.core.settings import TABLE
from scorekeeper.core.sheet import Points
from scorekeeper.tables.session import Session, column, replay_of
from scorekeeper.tables.sheet import Cell, ShownLine, ShownRow, ShownSection, sheet_of
from scorekeeper.words import Words

COLUMNS = (
    *("section", "row", "label", "party", "people"),
    *("part", "points", "what", "rule", "standing"),
)
_FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
_LEADING = ("\t", "\r", "\n")


def points_of(points: Points) -> int | str:
    """The points as a JSON number, or as a text such as "-3/2" where they are not whole."""
    exact = Fraction(points)
    return exact.numerator if exact.denominator == 1 else str(exact)


def number_of(points: Points, digits: int = 6) -> int | float:
    """The points as a number, parts of a point as decimals with so many digits."""
    exact = Fraction(points)
    return exact.numerator if exact.denominator == 1 else round(float(exact), digits)


def rule_of(cite: Cite, session: Session, words: Words) -> str:
    """Where a rule stands; a choice of the table's by the name of the setting."""
    name = cite.anchor.removeprefix("setting-")
    if cite.source == TABLE and name != cite.anchor:
        label = words.text(message(f"{session.game.family}.setting.{name}"))
        return f"{cite.source.title}: {label}"
    return f"{cite.source.title} {cite.section}".strip()


def plain(value: Any) -> Any:
    """A value of the sheet as JSON has it, in no language: seats and parties by their ids, cards
    and contracts as files write them, a sentence by its code and what it is filled with."""
    match value:
        case None | bool() | str():
            written: Any = value
        case int() | Fraction():
            written = points_of(value)
        case Suit():
            written = value.slug
        case Enum():
            written = value.value
        case Party():
            written = value.id
        case Message():
            written = {"code": value.code, **_filled(value)} if value.params else value.code
        case tuple():
            written = [plain(one) for one in value if not _is_between(one)]
        case _:
            written = getattr(value, "code", None) or str(value)
    return written


def _is_between(one: object) -> bool:
    """Whether this only parts two things that are said one after the other."""
    return isinstance(one, str) and not any(map(str.isalnum, one))


# ---- CSV ----


def csv_of(session: Session, words: Words) -> str:
    """Every line of the session's sheet, in the order of play, in the reader's words.

    Cells of text that a spreadsheet would take for a formula begin with an apostrophe; points
    are plain numbers, parts of a point as decimals.
    """
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for section in sheet_of(session, plain=History()).sections:
        for row in section.rows:
            writer.writerows(_records(session, words, section, row))
    return out.getvalue()


def defused(text: str) -> str:
    """The text as a spreadsheet shows it and does not calculate it."""
    is_formula = text.startswith(_LEADING) or text.lstrip().startswith(_FORMULA)
    return f"'{text}" if is_formula else text


def _records(
    session: Session, words: Words, section: ShownSection, row: ShownRow
) -> Iterator[list[object]]:
    parties = {party.id: party for party in session.sheet.parties}
    for line in row.lines:
        party = parties[line.party]
        yield [
            defused(f"{section.at + 1} {words.text(section.label)}"),
            row.id,
            defused(words.text(row.label)),
            defused(words.text(party)),
            defused(" & ".join(column(party, row.seated).persons)),
            line.part,
            number_of(line.points),
            defused(words.text(line.what)),
            defused(rule_of(line.cite, session, words)),
            line.cite.standing.value,
        ]


# ---- JSON ----


def json_of(session: Session, words: Words, is_chained: bool = True) -> dict[str, Any]:
    """The session's sheet: sections, rows, lines and totals, its corrections and misfits.

    Whole points are numbers; parts of a point are texts such as "1/2". Sentences are in the
    language of `words`, beside the codes that stay the same in every language.
    """
    past = history(replay_of(session), session.game.sheet)
    sheet = sheet_of(session, plain=past)
    return {
        **header_fields(session.header),
        "in_force": encode(session.settings),
        "chained": is_chained,
        "entries": session.last,
        "head": session.head,
        "seal": fingerprint(session.head),
        "parties": [
            {"id": one.id, "name": words.text(one), "seats": [seat.value for seat in one.seats]}
            for one in session.sheet.parties
        ],
        "now": _now(session, words),
        "sections": [_section(one, session, words) for one in sheet.sections],
        "totals": _totals(sheet.totals),
        "misfits": [_misfit(one, words) for one in session.folded.misfits],
        "corrections": [_correction(one) for one in past.corrections],
    }


def _now(session: Session, words: Words) -> dict[str, Any]:
    """What is in view at the table: whose turn it is, and how each party stands."""
    glance = session.glance
    turn = glance.turn.values.values()
    return {
        "deal": plain(glance.deal),
        "over": glance.is_over,
        "turn": words.text(glance.turn),
        "awaited": plain(glance.turn),
        "seat": next((one.value for one in turn if isinstance(one, Seat)), None),
        "where": plain(glance.where),
        "standings": [
            {
                "party": one.party.id,
                "total": points_of(one.total),
                "below": plain(one.below),
                "mark": plain(one.mark),
            }
            for one in glance.standings
        ],
    }


def _section(section: ShownSection, session: Session, words: Words) -> dict[str, Any]:
    return {
        "label": words.text(section.label),
        "headline": words.text(section.headline),
        "over": section.is_over,
        "winners": list(section.winners),
        "rows": [_row(row, session, words) for row in section.rows if not row.gone],
        "totals": _totals(section.totals),
    }


def _row(row: ShownRow, session: Session, words: Words) -> dict[str, Any]:
    made = (session.log[entry - 1].event for entry in row.entries)
    calls = [one for one in map(encode, made) if {"call", "seat"} <= one.keys()]
    return {
        "id": row.id,
        "label": words.text(row.label),
        "entries": list(row.entries),
        "facts": {head: words.text(value) for head, value in row.fact.items()},
        "values": {head: plain(value) for head, value in row.fact.items()},
        "people": {seat.value: person for seat, person in row.seated},
        "marks": [*row.marks, *(["rescored"] if row.rescored else [])],
        "notes": [words.text(note) for note in row.notes],
        "lines": [_line(line, session, words) for line in row.lines if not line.struck],
        "struck": [_line(line, session, words) for line in row.lines if line.struck],
        "totals": _totals(row.cells),
        **({"calls": [[one["seat"], one["call"]] for one in calls]} if calls else {}),
    }


def _line(line: ShownLine, session: Session, words: Words) -> dict[str, Any]:
    return {
        "party": line.party,
        "part": line.part,
        "points": points_of(line.points),
        "what": words.text(line.what),
        "code": line.what.code,
        "values": _filled(line.what),
        "rule": rule_of(line.cite, session, words),
        "standing": line.cite.standing.value,
    }


def _totals(cells: Iterable[Cell]) -> dict[str, dict[str, int | str]]:
    """Each party's sums: of each part of its column, and of all of it."""
    return {
        cell.party: {part: points_of(n) for part, n in (*cell.parts.items(), ("total", cell.total))}
        for cell in cells
    }


def _misfit(one: Misfit, words: Words) -> dict[str, Any]:
    return {"entry": one.entry.seq, "kind": one.entry.event.KIND, **said(one.why.why, words)}


def said(why: Message, words: Words) -> dict[str, Any]:
    """Why something was refused: in words, by its code, and what that is filled with."""
    return {"why": words.text(why), "code": why.code, "values": _filled(why)}


def _filled(what: Message) -> dict[str, Any]:
    return {name: plain(value) for name, value in what.params}


def _correction(one: Correction) -> dict[str, Any]:
    return {
        "at": one.at,
        "by": one.by,
        "reason": one.reason,
        "voided": [entry.seq for entry in one.voided],
        "instead": [entry.seq for entry in one.instead],
        "rows": list(one.rows),
        "rescored": list(one.rescored),
    }
