"""What pages show of a table: values that templates only loop over and print."""

from itertools import groupby
from pathlib import Path
from typing import Any

from flask import current_app, url_for

from scorekeeper.core.chain import seal
from scorekeeper.core.evening import Voided
from scorekeeper.core.history import History
from scorekeeper.core.messages import Message, message
from scorekeeper.core.session import Recorded
from scorekeeper.core.settlement import settle
from scorekeeper.core.sheet import Line, Row, Section
from scorekeeper.games.game import Standing
from scorekeeper.record import Session
from scorekeeper.web.settings_form import SettingsForm
from scorekeeper.web.tables import history_of, is_compass, names_of, sheet_of


def frame(table: Session) -> dict[str, Any]:
    """What stands around every page of a table: the score strip, where we are, what is saved."""
    glance = table.game.glance(table.folded.state)
    return {
        "session": {"id": table.id},
        "game": {"slug": table.game.slug, "name": message(f"game.{table.game.slug}")},
        "glance": glance,
        "heads": {one.party.id: _head(table, one) for one in glance.standings},
        "people": dict(table.folded.people),
        "misfits": [
            {
                "seq": misfit.entry.seq,
                "said": said(table, misfit.entry)["words"],
                "why": misfit.why.why,
                "correct_url": url_for(
                    "sessions.correct_entry", session_id=table.id, seq=misfit.entry.seq
                ),
            }
            for misfit in table.folded.misfits
        ],
        "status": {"entry": table.last, "seal": seal(table.head)},
        "urls": {
            "table": url_for("sessions.table", session_id=table.id),
            "sheet": url_for("sessions.sheet", session_id=table.id),
            "more": url_for("sessions.more", session_id=table.id),
        },
        "rules_url": url_for("rulebook.game", slug=table.game.slug, session=table.id),
    }


def _head(table: Session, standing: Standing) -> tuple[object, ...]:
    """What a party is called in the strip: its compass points, or its persons' names."""
    names = names_of(standing.party, table.folded.people)
    return (standing.party,) if is_compass(standing.party) or not names else names


def said(table: Session, entry: Recorded) -> dict[str, Any]:
    """One entry in plain words, with where it can be corrected."""
    here: dict[str, Any] = {"session_id": table.id, "seq": entry.seq}
    event = entry.event
    words = event.said() if hasattr(event, "said") else message(f"event.{event.KIND}")
    return {
        "seq": entry.seq,
        "at": entry.at[11:16],
        "date": entry.at[:10],
        "by": entry.by,
        "note": entry.note,
        "words": words,
        "correct_url": url_for("sessions.correct_entry", **here),
        "strike_url": url_for("sessions.strike", **here),
    }


def log_values(table: Session) -> list[dict[str, Any]]:
    """Every entry, newest first; struck ones marked with the reason."""
    struck = {e.event.entry: e for e in table.log if isinstance(e.event, Voided)}
    values = []
    for entry in reversed(table.log):
        by = struck.get(entry.seq)
        values.append(
            {
                **said(table, entry),
                "is_void": isinstance(entry.event, Voided),
                "struck": by is not None,
                "reason": by.event.reason if by and isinstance(by.event, Voided) else "",
                "struck_by": by.seq if by else None,
            }
        )
    return values


# ---- the sheet ----


def sheet_template(table: Session) -> str:
    """The game's own sheet page where it has one, else the shared one."""
    own = f"games/{table.game.desk.folder}/sheet.html"
    folder = Path(current_app.root_path) / (current_app.template_folder or "")
    return own if (folder / own).is_file() else "sessions/sheet.html"


def sheet_values(table: Session, why: int | None) -> dict[str, Any]:
    """The score sheet with its corrections, one row opened."""
    sheet = sheet_of(table)
    past = history_of(table)
    own = (table.game.views or {}).get("sheet")
    exports: dict[str, Any] = {"session_id": table.id}
    return {
        "parties": [
            {
                "id": party.id,
                "name": party if is_compass(party) else " & ".join(_names(table, party)) or party,
                "people": " & ".join(_names(table, party)),
                "compass": is_compass(party),
            }
            for party in sheet.parties
        ],
        "parts": sheet.parts,
        "sections": [_section(table, section, past, why) for section in sheet.sections],
        "gone": [_row(table, row, past, why) for row in past.gone],
        "totals": [{"party": p.id, "total": sheet.total(p.id)} for p in sheet.parties],
        "corrections": [_correction(table, one) for one in past.corrections],
        "settlement": settle(sheet, table.settings),
        "why": why,
        "own": own(table.folded.state) if own else {},
        "pdf_url": url_for("exports.sheet_pdf", **exports),
        "csv_url": url_for("exports.sheet_csv", **exports),
        "file_url": url_for("exports.session_file", **exports),
        "after": message("sheet.after", entry=table.last),
    }


def _names(table: Session, party: Any) -> tuple[str, ...]:
    return names_of(party, table.folded.people)


def _section(table: Session, section: Section, past: History, why: int | None) -> dict[str, Any]:
    parties = table.game.parties(table.settings)
    sheet_parts = sheet_of(table).parts
    return {
        "label": section.label,
        "headline": section.headline,
        "is_over": section.is_over,
        "winners": section.winners,
        "rows": [_row(table, row, past, why) for row in section.rows],
        "totals": [
            {
                "party": party.id,
                "total": section.total(party.id),
                "parts": [(part, section.total(party.id, part)) for part in sheet_parts],
            }
            for party in parties
        ],
    }


def _row(table: Session, row: Row, past: History, why: int | None) -> dict[str, Any]:
    here: dict[str, Any] = {"session_id": table.id}
    parties = table.game.parties(table.settings)
    struck = past.struck.get(row.id, ())
    return {
        "id": row.id,
        "label": row.label,
        "marks": row.marks,
        "facts": [(message(f"fact.{fact.head}"), fact.value) for fact in row.facts],
        "fact": {fact.head: fact.value for fact in row.facts},
        "cells": [
            {"party": p.id, "total": row.total(p.id), "lines": bool(_of(row, p.id))}
            for p in parties
        ],
        "reasons": _reasons(row.lines),
        "struck": _reasons(struck),
        "people": [(seat, person) for seat, person in row.people],
        "notes": row.notes,
        "rescored": row.id in past.rescored,
        "entries": row.entries,
        "is_open": row.id == why,
        "why_url": url_for("sessions.sheet", **here, why=row.id) + f"#row-{row.id}",
        "close_url": url_for("sessions.sheet", **here) + f"#row-{row.id}",
        "correct_url": url_for("sessions.correct_row", **here, row_id=row.id),
        "strike_url": url_for("sessions.strike_row", **here, row_id=row.id),
    }


def _of(row: Row, party: str) -> list[Line]:
    return [line for line in row.lines if line.party == party]


def _reasons(lines: tuple[Line, ...]) -> list[dict[str, Any]]:
    """Lines that rest on the same rule, together, with that rule once."""
    return [
        {
            "cite": cite,
            "lines": [
                {"points": one.points, "what": one.what, "party": message(f"party.{one.party}")}
                | {"part": one.part, "party_id": one.party}
                for one in group
            ],
        }
        for cite, group in groupby(lines, key=lambda line: line.cite)
    ]


def _correction(table: Session, one: Any) -> dict[str, Any]:
    return {
        "at": one.at[11:16],
        "by": one.by,
        "reason": one.reason,
        "voided": [said(table, entry) for entry in one.voided],
        "instead": [said(table, entry) for entry in one.instead],
        "rows": one.rows,
        "rescored": [_label(table, row_id) for row_id in one.rescored],
    }


def _label(table: Session, row_id: int) -> Message:
    row = sheet_of(table).row(row_id)
    return row.label if row else message("sheet.row", number=row_id)


# ---- the menus ----


def menu_values(table: Session) -> dict[str, Any]:
    """The addresses of everything on the More page."""
    here: dict[str, Any] = {"session_id": table.id}
    rows = list(sheet_of(table).rows())
    evening = {
        name: url_for("sessions.evening_form", **here, name=name)
        for name in ("people", "dealer", "thrown-in", "carried-in", "adjusted", "ended")
    }
    return {
        "log_url": url_for("sessions.log", **here),
        "settings_url": url_for("sessions.settings", **here),
        "forgotten_url": url_for("sessions.forgotten", **here),
        "correct_last_url": (
            url_for("sessions.correct_row", **here, row_id=rows[-1].id) if rows else None
        ),
        "evening": evening,
        "rules_url": url_for("rulebook.game", slug=table.game.slug, session=table.id),
        "pdf_url": url_for("exports.sheet_pdf", **here),
        "csv_url": url_for("exports.sheet_csv", **here),
        "file_url": url_for("exports.session_file", **here),
        "again_url": url_for("new.again", **here),
        "home_url": url_for("home.home"),
    }


def places(table: Session) -> list[dict[str, Any]]:
    """Where a forgotten deal can be put in: before each deal that was recorded."""
    return [
        {
            "label": row.label,
            "facts": [fact.value for fact in row.facts],
            "url": url_for(
                "sessions.table", session_id=table.id, before=row.entries[0], form="quick"
            ),
        }
        for row in sheet_of(table).rows()
        if row.entries
    ]


def settings_values(table: Session) -> list[tuple[Message, list[dict[str, Any]]]]:
    """The settings in force, in their groups."""
    return SettingsForm(table.game, table.settings).groups()
