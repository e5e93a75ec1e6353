"""The lines of a sheet as CSV, a record each, safe to open in a spreadsheet."""

import csv
import io
from collections.abc import Iterator
from fractions import Fraction

from scorekeeper.core.sheet import Points, Row, Section
from scorekeeper.tables.session import Session
from scorekeeper.words import Words

COLUMNS = (
    "section",
    "row",
    "label",
    "party",
    "people",
    "part",
    "points",
    "what",
    "rule",
    "standing",
)
_FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
_LEADING = ("\t", "\r", "\n")


def csv_of(session: Session, words: Words) -> str:
    """Every line of the session's sheet, in the order of play, in the reader's words.

    Cells of text that a spreadsheet would take for a formula begin with an apostrophe; points
    are plain numbers, parts of a point as decimals.
    """
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    sheet = session.sheet
    for number, section in enumerate(sheet.sections, start=1):
        for row in section.rows:
            writer.writerows(_records(session, words, (number, section), row))
    return out.getvalue()


def defused(text: str) -> str:
    """The text as a spreadsheet shows it and does not calculate it."""
    is_formula = text.startswith(_LEADING) or text.lstrip().startswith(_FORMULA)
    return f"'{text}" if is_formula else text


def _records(
    session: Session, words: Words, numbered: tuple[int, Section], row: Row
) -> Iterator[list[object]]:
    number, section = numbered
    seated = dict(row.people)
    parties = {party.id: party for party in session.game.parties(session.settings)}
    for line in row.lines:
        party = parties.get(line.party)
        people = [seated[seat] for seat in party.seats if seat in seated] if party else []
        texts = (
            words.text(party) if party else line.party,
            " & ".join(people),
            line.part,
        )
        rule = f"{line.cite.source.title} {line.cite.section}".strip()
        yield [
            defused(f"{number} {words.text(section.label)}"),
            row.id,
            defused(words.text(row.label)),
            *map(defused, texts),
            number_of(line.points),
            defused(words.text(line.what)),
            defused(rule),
            line.cite.standing.value,
        ]


def number_of(points: Points) -> int | float:
    """The points as a spreadsheet's number."""
    exact = Fraction(points)
    return exact.numerator if exact.denominator == 1 else round(float(exact), 6)
