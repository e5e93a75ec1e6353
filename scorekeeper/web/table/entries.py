"""The log and the sheet as pages show them: entries in plain words, where each is put right."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from flask import request, url_for

from scorekeeper.core.evening import Voided
from scorekeeper.core.phones import PHONED
from scorekeeper.core.seats import People, named
from scorekeeper.core.session import Recorded
from scorekeeper.core.sheet import Row
from scorekeeper.tables.session import Session, once
from scorekeeper.tables.settings import grouped, preset_name
from scorekeeper.tables.sheet import Addresses, clock, from_paper, said_by, said_of
from scorekeeper.web.server.access import place
from scorekeeper.web.table.pages import part_of, ways
from scorekeeper.web.table.presenters import urls_of


def entry_said(entry: Recorded, people: People = ()) -> dict[str, Any]:
    """One entry in plain words: number, fact, when and by whom; seats by their `people`."""
    return {
        "seq": entry.seq,
        "said": named(said_of(entry), people),
        "when": clock(entry.at),
        "by": entry.by,
        "note": entry.note,
    }


def newest_first(session: Session) -> list[Recorded]:
    """Every entry but the strikings, newest first."""
    return [one for one in reversed(session.log) if not isinstance(one.event, Voided)]


def latest_values(session: Session, most: int) -> list[dict[str, Any]]:
    """The last entries that hold, newest first, seats called by those who sit there now."""
    struck = _struck(session)
    found = [one for one in newest_first(session) if one.seq not in struck]
    return log_values(session, found[:most], session.folded.people)


@once
def _struck(session: Session) -> dict[int, Recorded]:
    """What struck an entry, by the entry's number."""
    return {e.event.entry: e for e in session.log if isinstance(e.event, Voided)}


def log_values(
    session: Session, shown: Sequence[Recorded], people: People = ()
) -> list[dict[str, Any]]:
    """These entries in plain words; struck ones with when and why.

    Seats are called by `people`, which the latest entries may be: those there now.
    """
    struck, on_paper = _struck(session), from_paper(session)
    values, may_enter = [], place(session.id).may_enter
    correct, strike = (_numbered(session, one, "seq") for one in ("correct_entry", "strike"))
    for entry in shown:
        by = struck.get(entry.seq)
        stands_for = struck.get(entry.place or 0)
        replaced = stands_for is not None and stands_for.key == entry.key
        open_to_change = by is None and may_enter and not isinstance(entry.event, PHONED)
        values.append(
            {
                **entry_said(entry, people),
                "on_paper": entry.seq in on_paper,
                "instead": said_of(session.log[(entry.place or 0) - 1]) if replaced else None,
                "struck": _striking(by, session.folded.people) if by else None,
                "by": said_by(entry.by, session.folded.people),
                "correct_url": correct(entry.seq) if open_to_change else None,
                "strike_url": strike(entry.seq) if open_to_change else None,
            }
        )
    return values


def _striking(by: Recorded, people: People) -> dict[str, Any]:
    reason = by.event.reason if isinstance(by.event, Voided) else ""
    return {"when": clock(by.at), "by": said_by(by.by, people), "reason": reason}


# ---- the menus ----


def last_row(session: Session) -> dict[str, Any] | None:
    """What the last finished deal is called and where it is corrected; None before that."""
    rows = [row for row in session.sheet.rows() if "open" not in row.marks]
    row = rows[-1] if rows else None
    if row is None:
        return None
    url = url_for("sessions.correct_row", session_id=session.id, row_id=row.id)
    return {"label": row.label, "correct_url": url}


def places(session: Session) -> dict[str, Any]:
    """Where a forgotten deal can be put in: before each deal that was recorded; and the ways to
    the places before and after these."""
    rows, table = tuple(session.sheet.rows()), urls_of(session)["table"]
    part = part_of(len(rows))
    found = [
        {
            "label": row.label,
            "facts": [fact.value for fact in row.facts],
            "url": f"{table}?before={row.entries[0]}&form=quick",
        }
        for row in rows[part.rows]
        if row.entries
    ]
    here = partial(url_for, "sessions.forgotten", session_id=session.id)
    return {"places": found, **ways(part, here)}


def settings_values(session: Session) -> dict[str, Any]:
    """The settings in force in their groups, and the preset that they are."""
    game, settings = session.game, session.settings
    return {"groups": grouped(game, settings), "preset": preset_name(game, settings)}


# ---- where rows are put right ----


def _numbered(session: Session, view: str, number: str) -> Callable[[int], str]:
    """The addresses of a view by a row's or an entry's number: making one takes long, and they
    differ in the number alone."""
    one: dict[str, Any] = {"session_id": session.id, number: 0}
    start, _, end = url_for(f"sessions.{view}", **one).rpartition("/0/")
    return lambda at: f"{start}/{at}/{end}"


def row_addresses(session: Session) -> Addresses:
    """What a row of the sheet links to: its reasons, and where it is corrected."""
    may_enter, sheet = place(session.id).may_enter, urls_of(session)["sheet"]
    correct, strike = (_numbered(session, one, "row_id") for one in ("correct_row", "strike_row"))
    part = request.args.get("part", type=int)
    shut = f"{sheet}?part={part}" if part is not None else sheet

    def addresses(row: Row, is_open: bool) -> dict[str, Any]:
        return {
            "why_url": f"{shut if is_open else f'{sheet}?why={row.id}'}#row-{row.id}",
            "correct_url": correct(row.id) if may_enter else None,
            "strike_url": strike(row.id) if may_enter else None,
        }

    return addresses
