"""The log and the sheet as pages show them: entries in plain words, where each is put right."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from flask import request, url_for

from scorekeeper.core.docket import NOTED
from scorekeeper.core.evening import Voided
from scorekeeper.core.phones import PHONED
from scorekeeper.core.play import WATCHED
from scorekeeper.core.session import Recorded
from scorekeeper.core.sheet import Row
from scorekeeper.tables.people import made_by, said_then
from scorekeeper.tables.session import Session, once
from scorekeeper.tables.settings import grouped, preset_name
from scorekeeper.tables.sheet import Addresses, clock, from_paper
from scorekeeper.web.server.access import place
from scorekeeper.web.table.pages import part_of, ways
from scorekeeper.web.table.presenters import urls_of


def entry_said(session: Session, entry: Recorded) -> dict[str, Any]:
    """One entry in plain words: number, fact, when and by whom, who sat there then."""
    return {
        "seq": entry.seq,
        "said": said_then(session, entry),
        "when": clock(entry.at),
        "by": made_by(session, entry),
        "note": entry.note,
    }


def newest_first(session: Session) -> list[Recorded]:
    """Every entry but the strikings, newest first."""
    return [one for one in reversed(session.log) if not isinstance(one.event, Voided)]


def latest_values(session: Session, most: int) -> list[dict[str, Any]]:
    """The last entries that hold, newest first."""
    struck = _struck(session)
    found = [one for one in newest_first(session) if one.seq not in struck]
    return log_values(session, found[:most])


@once
def _struck(session: Session) -> dict[int, Recorded]:
    """What struck an entry, by the entry's number."""
    return {e.event.entry: e for e in session.log if isinstance(e.event, Voided)}


def log_values(session: Session, shown: Sequence[Recorded]) -> list[dict[str, Any]]:
    """These entries in plain words; struck ones with when and why."""
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
                **entry_said(session, entry),
                "on_paper": entry.seq in on_paper,
                "instead": said_then(session, session.log[(entry.place or 0) - 1])
                if replaced
                else None,
                "struck": _striking(session, by) if by else None,
                "correct_url": correct(entry.seq) if open_to_change else None,
                "strike_url": strike(entry.seq) if open_to_change else None,
            }
        )
    return values


def _striking(session: Session, by: Recorded) -> dict[str, Any]:
    reason = by.event.reason if isinstance(by.event, Voided) else ""
    return {"when": clock(by.at), "by": made_by(session, by), "reason": reason}


# ---- the deal in progress ----


@once
def _in_progress(session: Session) -> tuple[Recorded, ...]:
    """The facts of the deal in progress, in the order of play."""
    rows = (row for row in session.sheet.rows() if "open" in row.marks)
    entries = {seq for row in rows for seq in row.entries}
    return tuple(one for one in session.folded.order if one.seq in entries) if entries else ()


def entered_last(session: Session) -> tuple[Recorded, ...]:
    """What was entered together last, where that was for the deal in progress and can be taken
    back here: a card that was watched has a way of its own."""
    played = [one for one in reversed(session.folded.order) if not isinstance(one.event, NOTED)]
    last = [one for one in _in_progress(session) if played and one.key == played[0].key]
    stays = (*session.game.lasting, *WATCHED)
    return () if any(isinstance(one.event, stays) for one in last) else tuple(last)


def calls_so_far(session: Session) -> tuple[Recorded, ...]:
    """The calls of the deal in progress, while nothing else came after them."""
    deal = _in_progress(session)
    calls = tuple(one for one in deal if isinstance(one.event, session.game.calls))
    return calls if calls and calls[-1] is deal[-1] else ()


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


def row_addresses(session: Session, why: int | None) -> Addresses:
    """What a row of the sheet links to: its reasons, which are open at `why`, and where it is
    corrected."""
    may_enter, sheet = place(session.id).may_enter, urls_of(session)["sheet"]
    correct, strike = (_numbered(session, one, "row_id") for one in ("correct_row", "strike_row"))
    part = request.args.get("part", type=int)
    shut = f"{sheet}?part={part}" if part is not None else sheet

    def addresses(row: Row) -> dict[str, Any]:
        is_open = row.id == why
        return {
            "why_url": f"{shut if is_open else f'{sheet}?why={row.id}'}#row-{row.id}",
            "correct_url": correct(row.id) if may_enter else None,
            "strike_url": strike(row.id) if may_enter else None,
            "open": is_open,
        }

    return addresses
