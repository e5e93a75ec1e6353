"""The sheet in files for other programs: its lines as CSV, the whole of it as JSON.

The formats are described in docs/session-file.md.
"""

import csv
import io
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from scorekeeper.core.chain import header_fields
from scorekeeper.core.citations import Cite
from scorekeeper.core.codec import fingerprint
from scorekeeper.core.history import Correction, History, history
from scorekeeper.core.session import Misfit
from scorekeeper.core.sheet import Points
from scorekeeper.tables.session import Session
from scorekeeper.tables.sheet import Cell, ShownLine, ShownRow, ShownSection, column, sheet_of
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


def _rule(cite: Cite) -> str:
    return f"{cite.source.title} {cite.section}".strip()


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
            defused(_rule(line.cite)),
            line.cite.standing.value,
        ]


# ---- JSON ----


def json_of(session: Session, words: Words, is_chained: bool = True) -> dict[str, Any]:
    """The session's sheet: sections, rows, lines and totals, its corrections and misfits.

    Whole points are numbers; parts of a point are texts such as "1/2". Sentences are in the
    language of `words`, beside the codes that stay the same in every language.
    """
    past = history(session.game, session.game.sheet, session.opening, session.log)
    sheet = sheet_of(session, plain=past)
    return {
        **header_fields(session.header),
        "chained": is_chained,
        "entries": session.last,
        "head": session.head,
        "seal": fingerprint(session.head),
        "parties": [
            {"id": one.id, "name": words.text(one), "seats": [seat.value for seat in one.seats]}
            for one in session.sheet.parties
        ],
        "sections": [_section(one, words) for one in sheet.sections],
        "totals": _totals(sheet.totals),
        "misfits": [_misfit(one, words) for one in session.folded.misfits],
        "corrections": [_correction(one) for one in past.corrections],
    }


def _section(section: ShownSection, words: Words) -> dict[str, Any]:
    return {
        "label": words.text(section.label),
        "headline": words.text(section.headline),
        "over": section.is_over,
        "winners": list(section.winners),
        "rows": [_row(row, words) for row in section.rows if not row.gone],
        "totals": _totals(section.totals),
    }


def _row(row: ShownRow, words: Words) -> dict[str, Any]:
    return {
        "id": row.id,
        "label": words.text(row.label),
        "entries": list(row.entries),
        "facts": {head: words.text(value) for head, value in row.fact.items()},
        "people": {seat.value: person for seat, person in row.seated},
        "marks": [*row.marks, *(["rescored"] if row.rescored else [])],
        "notes": [words.text(note) for note in row.notes],
        "lines": [_line(line, words) for line in row.lines if not line.struck],
        "struck": [_line(line, words) for line in row.lines if line.struck],
        "totals": _totals(row.cells),
    }


def _line(line: ShownLine, words: Words) -> dict[str, Any]:
    return {
        "party": line.party,
        "part": line.part,
        "points": points_of(line.points),
        "what": words.text(line.what),
        "code": line.what.code,
        "rule": _rule(line.cite),
        "standing": line.cite.standing.value,
    }


def _totals(cells: Iterable[Cell]) -> dict[str, dict[str, int | str]]:
    """Each party's sums: of each part of its column, and of all of it."""
    return {
        cell.party: {part: points_of(n) for part, n in (*cell.parts.items(), ("total", cell.total))}
        for cell in cells
    }


def _misfit(one: Misfit, words: Words) -> dict[str, Any]:
    return {"entry": one.entry.seq, "kind": one.entry.event.KIND, "why": words.text(one.why.why)}


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
