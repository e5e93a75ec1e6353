"""The score sheet as pages and paper show it: values that templates only loop over and print."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from scorekeeper.core.history import Correction, History, history
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.naming import named
from scorekeeper.core.seats import COMPASS, Party, Seat
from scorekeeper.core.session import Recorded
from scorekeeper.core.settlement import settle
from scorekeeper.core.sheet import Line, People, Points, Row, ScoreSheet, Section
from scorekeeper.tables.from_paper import from_paper
from scorekeeper.tables.session import Session, once
from scorekeeper.words import Words

EVERY = slice(None)
Addresses = Callable[[Row, bool], dict[str, Any]]
"""What a row links to, given whether it is open; paper has none."""


MOST_COMPARED = 10_000
"""How many rows are compared to show what corrections struck: as many corrections as that makes
on a sheet of this length, the last ones."""
LEAST_COMPARED = 3
"""So many corrections are shown on a sheet of any length."""
LINE_NAME = 9
"""The most letters of a name beside its line in a picture."""

Clock = Callable[[str], str]
"""How a time of the log is written."""


def no_addresses(row: Row, is_open: bool) -> dict[str, Any]:
    """Paper links to nothing."""
    return {}


def said_by(by: str | None, people: People) -> object:
    """Who made an entry: the person in that seat, the seat where nobody sits, None if unsaid."""
    if by is None:
        return None
    seat = next((one for one in Seat if one.value == by), None)
    return dict(people).get(seat, seat) if seat else by


def clock(at: str) -> str:
    """Hours and minutes of a time in the log, on this machine's clock."""
    return datetime.fromisoformat(at).astimezone().strftime("%H:%M") if at else ""


def sheet_view(
    session: Session,
    why: int | None = None,
    addresses: Addresses = no_addresses,
    written: Clock = clock,
    rows: slice = EVERY,
) -> dict[str, Any]:
    """The sheet with its corrections; the row with id `why` is open.

    `written` writes the times: paper has a clock of its own. `rows` says which rows are shown,
    counted through all sections; a section without any of them is left out, `at` tells which
    one it is. Totals are those of the whole.
    """
    sheet = session.sheet
    page = _Page(session, sheet, past_of(session), why, addresses)
    own = (session.game.views or {}).get("sheet")
    return {
        "sheet_view": {
            "parties": [page.party(party) for party in sheet.parties],
            "parts": sheet.parts,
            "sections": page.sections(rows),
            "totals": page.totals(sheet),
            "heads": [message(f"fact.{head}") for head in sheet.heads],
        },
        "corrections": [page.correction(one, written) for one in page.past.corrections],
        "corrections_before": page.past.earlier,
        "settlement": settle(sheet, session.settings) if len(sheet.sections) else (),
        "own": own(session.folded.state) if own else {},
    }


@once
def past_of(session: Session) -> History:
    """What the corrections of a session struck: of the last ones, where there are very many.

    Those that were compared before the session grew are not compared again.
    """
    rows = sum(len(section.rows) for section in session.sheet.sections)
    most = max(LEAST_COMPARED, MOST_COMPARED // max(1, rows))
    found = history(
        session.game,
        session.game.sheet,
        session.opening,
        session.log,
        most,
        session.carried(past_of),
    )
    session.carry(past_of, found)
    return found


def names_of(party: Party, people: People) -> tuple[str, ...]:
    """The persons seated for a party, in the order of its seats."""
    seated = dict(people)
    return tuple(seated[seat] for seat in party.seats if seat in seated)


def is_compass(party: Party) -> bool:
    """Whether a party goes by its compass points rather than by its persons' names."""
    return party.seats[0] in COMPASS


def line_name(party: Party, people: People, words: Words) -> str:
    """What stands beside a party's line in a picture: its compass points, or a short name."""
    names = names_of(party, people)
    if is_compass(party) or not names:
        return words.text(party)
    whole = " & ".join(names)
    if len(whole) <= LINE_NAME:
        return whole
    one = whole[: LINE_NAME - 1] + "…"
    return " & ".join(f"{name[:1]}." for name in names) if len(names) > 1 else one


def said_of(entry: Recorded) -> object:
    """An entry's fact in plain words."""
    saying = getattr(entry.event, "said", None)
    return saying() if saying else message(f"event.{entry.event.KIND}")


class _Page:
    """One sheet being laid out: what its sections and rows look like."""

    def __init__(
        self,
        session: Session,
        sheet: ScoreSheet,
        past: History,
        why: int | None,
        addresses: Addresses,
    ) -> None:
        self.session, self.sheet, self.past = session, sheet, past
        self.why, self.addresses = why, addresses
        self.on_paper = from_paper(session)
        self.labels = {row.id: row.label for row in (*past.gone[::-1], *sheet.rows())}

    def party(self, party: Party) -> dict[str, Any]:
        names = " & ".join(names_of(party, self.session.folded.people))
        by_points = is_compass(party)
        return {
            "id": party.id,
            "name": party if by_points or not names else names,
            "people": names if by_points else "",
            "persons": names_of(party, self.session.folded.people),
        }

    def totals(self, of: ScoreSheet | Section) -> list[dict[str, Any]]:
        return [
            {
                "party": party.id,
                "total": of.total(party.id),
                "parts": {part: of.total(party.id, part) for part in self.sheet.parts},
            }
            for party in self.sheet.parties
        ]

    def sections(self, shown: slice) -> list[dict[str, Any]]:
        """The sections that have some of the rows that are shown, or none at all."""
        found, before = [], 0
        start, stop, _ = shown.indices(sum(len(one.rows) for one in self.sheet.sections))
        for at, section in enumerate(self.sheet.sections):
            own = section.rows[max(0, start - before) : max(0, stop - before)]
            before += len(section.rows)
            if own or not section.rows:
                found.append({"at": at, **self.section(section, own)})
        return found

    def section(self, section: Section, shown: Sequence[Row]) -> dict[str, Any]:
        is_last = section is self.sheet.sections[-1] and shown == section.rows[-len(shown) :]
        gone = self.past.gone if is_last else ()
        rows = [self.row(row) for row in shown]
        return {
            "label": section.label,
            "headline": named(section.headline, _last_people(section)),
            "is_over": section.is_over,
            "winners": section.winners,
            "rows": rows + [self.row(row, is_gone=True) for row in gone],
            "by_id": {row["id"]: row for row in rows},
            "totals": self.totals(section),
        }

    def row(self, row: Row, *, is_gone: bool = False) -> dict[str, Any]:
        struck = self.past.struck.get(row.id, ())
        people = row.people
        lines = [] if is_gone else [_line(line, people) for line in row.lines]
        is_open = row.id == self.why
        return {
            "id": row.id,
            "label": row.label,
            "marks": row.marks,
            "facts": [
                (message(f"fact.{fact.head}"), named(fact.value, people)) for fact in row.facts
            ],
            "fact": {fact.head: named(fact.value, people) for fact in row.facts},
            "was": {} if is_gone else _changed_facts(row, self.past.before.get(row.id)),
            "cells": [self.cell(row, party, is_gone) for party in self.sheet.parties],
            "lines": lines + [_line(line, people, struck=True) for line in struck],
            "people": _people(row.people),
            "notes": row.notes + self.origin(row),
            "rescored": row.id in self.past.rescored and not is_gone,
            "gone": is_gone,
            "entries": row.entries,
            "open": is_open,
            **({} if is_gone else self.addresses(row, is_open)),
        }

    def origin(self, row: Row) -> tuple[Message, ...]:
        """That a row was played on paper and typed in, where it was."""
        is_typed = not self.on_paper.isdisjoint(row.entries)
        return (message("note.from-paper"),) if is_typed else ()

    def cell(self, row: Row, party: Party, is_gone: bool) -> dict[str, Any]:
        was = self.past.before.get(row.id)
        before = was.total(party.id) if was else None
        now: Points = 0 if is_gone else row.total(party.id)
        return {
            "party": party.id,
            "total": now,
            "parts": {part: row.total(party.id, part) for part in self.sheet.parts},
            "struck": before if before != now else None,
        }

    def correction(self, one: Correction, written: Clock) -> dict[str, Any]:
        labels = [self._label(row_id) for row_id in one.rows]
        rescored = [self._label(row_id) for row_id in one.rescored]
        return {
            "when": written(one.at),
            "who": said_by(one.by, self.session.folded.people),
            "why": one.reason,
            "rows": _joined(labels),
            "was": [self._said(entry) for entry in one.voided],
            "now": [self._said(entry) for entry in one.instead],
            "rescored": _joined(rescored),
        }

    def _said(self, entry: Recorded) -> object:
        return named(said_of(entry), self.session.folded.people)

    def _label(self, row_id: int) -> Message:
        return self.labels.get(row_id) or message("sheet.row", number=row_id)


def _last_people(section: Section) -> People:
    """Those seated in the last row of a section."""
    return next((row.people for row in reversed(section.rows) if row.people), ())


def _changed_facts(row: Row, before: Row | None) -> dict[str, object]:
    """What the facts of a row were before its last correction, where they were others."""
    now = {fact.head: fact.value for fact in row.facts}
    facts = before.facts if before else ()
    return {fact.head: fact.value for fact in facts if now.get(fact.head) != fact.value}


def _line(line: Line, people: People, *, struck: bool = False) -> dict[str, Any]:
    return {
        "points": line.points,
        "what": named(line.what, people),
        "cite": line.cite,
        "party": line.party,
        "part": line.part,
        "struck": struck,
    }


def _people(people: People) -> tuple[object, ...]:
    """Who sat where, as it is said under a row."""
    return tuple(
        piece
        for n, (seat, person) in enumerate(people)
        for piece in (" · " if n else "", seat, f" {person}")
    )


def _joined(labels: list[Message]) -> tuple[object, ...]:
    return listed(labels)
