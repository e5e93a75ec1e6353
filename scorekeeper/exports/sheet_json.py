"""The whole sheet as JSON: what `scorekeeper score` prints.

The format is described in docs/session-file.md.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from scorekeeper.core.chain import header_fields
from scorekeeper.core.history import Correction, History, history
from scorekeeper.core.letters import fingerprint
from scorekeeper.core.seats import Party
from scorekeeper.core.session import Misfit
from scorekeeper.core.sheet import Line, Points, Row, ScoreSheet, Section, sum_points
from scorekeeper.tables.session import Session
from scorekeeper.words import Words


def json_of(session: Session, words: Words, is_chained: bool = True) -> dict[str, Any]:
    """The session's sheet: sections, rows, lines and totals, its corrections and misfits.

    Whole points are numbers; parts of a point are texts such as "1/2". Sentences are in the
    language of `words`, beside the codes that stay the same in every language.
    """
    sheet = session.sheet
    past = history(session.game, session.game.sheet, session.opening, session.log)
    scribe = _Scribe(sheet, past, words)
    return {
        **header_fields(session.header),
        "chained": is_chained,
        "entries": session.last,
        "head": session.head,
        "seal": fingerprint(session.head),
        "parties": [scribe.party(party) for party in sheet.parties],
        "sections": [scribe.section(section) for section in sheet.sections],
        "totals": scribe.totals(line for row in sheet.rows() for line in row.lines),
        "misfits": [scribe.misfit(one) for one in session.folded.misfits],
        "corrections": [scribe.correction(one) for one in past.corrections],
    }


def points_of(points: Points) -> int | str:
    """The points as a JSON number, or as a text such as "-3/2" where they are not whole."""
    exact = Fraction(points)
    return exact.numerator if exact.denominator == 1 else str(exact)


class _Scribe:
    """Writes one sheet's pieces as JSON values, in one language."""

    def __init__(self, sheet: ScoreSheet, past: History, words: Words) -> None:
        self._sheet = sheet
        self._past = past
        self._say = words.text

    def party(self, party: Party) -> dict[str, Any]:
        seats = [seat.value for seat in party.seats]
        return {"id": party.id, "name": self._say(party), "seats": seats}

    def section(self, section: Section) -> dict[str, Any]:
        return {
            "label": self._say(section.label),
            "headline": self._say(section.headline),
            "over": section.is_over,
            "winners": list(section.winners),
            "rows": [self.row(row) for row in section.rows],
            "totals": self.totals(section.lines()),
        }

    def row(self, row: Row) -> dict[str, Any]:
        return {
            "id": row.id,
            "label": self._say(row.label),
            "entries": list(row.entries),
            "facts": {fact.head: self._say(fact.value) for fact in row.facts},
            "people": {seat.value: person for seat, person in row.people},
            "marks": [*row.marks, *(["rescored"] if row.id in self._past.rescored else [])],
            "notes": [self._say(note) for note in row.notes],
            "lines": [self.line(line) for line in row.lines],
            "struck": [self.line(line) for line in self._past.struck.get(row.id, ())],
            "totals": self.totals(row.lines),
        }

    def line(self, line: Line) -> dict[str, Any]:
        return {
            "party": line.party,
            "part": line.part,
            "points": points_of(line.points),
            "what": self._say(line.what),
            "code": line.what.code,
            "rule": f"{line.cite.source.title} {line.cite.section}".strip(),
            "standing": line.cite.standing.value,
        }

    def totals(self, lines: Iterable[Line]) -> dict[str, dict[str, int | str]]:
        """Each party's sums: of each part of its column, and of all of it."""
        counted = tuple(lines)
        return {
            party.id: {
                **{part: self._sum(counted, party, part) for part in self._sheet.parts},
                "total": self._sum(counted, party, None),
            }
            for party in self._sheet.parties
        }

    def misfit(self, misfit: Misfit) -> dict[str, Any]:
        return {
            "entry": misfit.entry.seq,
            "kind": misfit.entry.event.KIND,
            "why": self._say(misfit.why.why),
        }

    def correction(self, one: Correction) -> dict[str, Any]:
        return {
            "at": one.at,
            "by": one.by,
            "reason": one.reason,
            "voided": [entry.seq for entry in one.voided],
            "instead": [entry.seq for entry in one.instead],
            "rows": list(one.rows),
            "rescored": list(one.rescored),
        }

    @staticmethod
    def _sum(lines: tuple[Line, ...], party: Party, part: str | None) -> int | str:
        return points_of(sum_points(lines, party.id, part))
