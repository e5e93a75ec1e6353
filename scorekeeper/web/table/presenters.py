"""What pages show of a table: values that templates only loop over and print."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

from flask import current_app, request, url_for

from scorekeeper.core.evening import Voided
from scorekeeper.core.letters import fingerprint
from scorekeeper.core.messages import message
from scorekeeper.core.naming import named, named_message
from scorekeeper.core.phones import PHONED
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Recorded
from scorekeeper.core.sheet import People, Row
from scorekeeper.core.signatures import WentOn
from scorekeeper.exports.pbn import can_say
from scorekeeper.games.game import Glance, Standing
from scorekeeper.tables.agreement import accepted, is_untouched
from scorekeeper.tables.docket import bound, due, ruled_on
from scorekeeper.tables.house_rules import pending
from scorekeeper.tables.seals import closed_seals, seals_due
from scorekeeper.tables.session import Session, once
from scorekeeper.tables.settings import departures, preset_name
from scorekeeper.tables.sheet import (
    Addresses,
    clock,
    column,
    from_paper,
    is_typing,
    said_by,
    said_of,
)
from scorekeeper.tables.signatures import last_signed
from scorekeeper.tables.watching import is_watched
from scorekeeper.web.server.access import place, under
from scorekeeper.web.server.static_files import game_style
from scorekeeper.web.table import status
from scorekeeper.web.table.parts import part_of, ways
from scorekeeper.web.table.saved import saved_here
from scorekeeper.web.table.settings_form import SettingsForm

NOTICED = 4
"""How many closed seals every page of a table speaks of: those made last."""
EVENING = ("people", "dealer", "thrown-in", "carried-in", "adjusted", "ended")
AT_TABLE = {
    "table": "sessions.table",
    "sheet": "sessions.sheet",
    "more": "sessions.more",
    "log": "sessions.log",
    "phones": "seats.phones",
    "live": "live.live",
    "tv": "live.tv",
    "remove": "removal.ask",
    "settings": "sessions.settings",
    "rules_change": "house_rules.form",
    "proposal": "house_rules.proposal",
    "forgotten": "sessions.forgotten",
    "chart": "charts.running",
    "report": "reports.report",
    "pdf": "exports.sheet_pdf",
    "csv": "exports.sheet_csv",
    "file": "exports.session_file",
    "sign": "keeping.totals",
    "paper": "keeping.paper",
    "pbn": "exports.session_pbn",
    "sealed": "sealed.things",
    "ask": "arbiter.menu",
    "watch": "arbiter.watch",
    "docket": "arbiter.docket",
    "agree": "arbiter.agree",
}
"""What templates call the pages of a table that need no more than its id."""


def frame(session: Session) -> dict[str, Any]:
    """What stands around every page of a table: the score, where we are, what is saved."""
    known = urls(session)
    return {
        **strip(session),
        "session": {"id": session.id, "title": message(f"game.{session.game.slug}")},
        "game": {"slug": session.game.slug, "name": message(f"game.{session.game.slug}")},
        "style": game_style(session.game.folder),
        "people": dict(session.folded.people),
        "me": place(session.id),
        "misfits": [
            {
                "seq": misfit.entry.seq,
                "said": said_of(misfit.entry),
                "why": misfit.why.why,
                "cite": misfit.why.cite,
                "correct_url": _entry_url(session, "correct_entry", misfit.entry),
            }
            for misfit in session.folded.misfits
        ],
        "status": {
            "entry": session.last,
            "seal": fingerprint(session.head),
            "head": session.head,
            "heads": known["heads"],
            "saved": saved_here(session),
        },
        "signed_at": last_signed(session),
        "is_typing": is_typing(session),
        "now": status.values(session, status.there(session)),
        "urls": known,
        "seals": seal_notices(session),
        "bound": _bound(session),
        "rules_url": known["rules"],
    }


def strip(session: Session) -> dict[str, Any]:
    """The score and where we are, and what each party is called in the strip."""
    glance = _with_names(session)
    heads = {one.party.id: _head(session, one) for one in glance.standings}
    return {"glance": glance, "heads": heads}


def urls_of(session: Session) -> Mapping[str, str]:
    """The addresses at this table that stay the same."""
    return _addresses(request.script_root, session.id, session.game.slug)


def urls(session: Session) -> dict[str, str | None]:
    """The addresses of everything at this table."""
    known = urls_of(session)
    return {
        **known,
        "to_phones": known["phones"] if _is_alone(session) else None,
        "proposal": known["proposal"] if pending(session) else None,
        "pbn": known["pbn"] if can_say(session) else None,
        "sealed": known["sealed"] if session.game.may_be_sealed else None,
        "went_on": _went_on(session),
        **_arbiter_urls(session, known),
    }


def _went_on(session: Session) -> str | None:
    """Where the evening went on, if it did so at another table."""
    found = [one.event for one in session.folded.order if isinstance(one.event, WentOn)]
    return url_for("sessions.table", session_id=found[-1].session) if found else None


@lru_cache(maxsize=1024)
def _addresses(root: str, session_id: str, slug: str) -> Mapping[str, str]:
    """Every address at a table that stays the same; `root` is where the app is mounted.

    Making them took a tenth of the time of a page, so they are kept.
    """
    assert root == request.script_root  # noqa: S101 - url_for reads it there
    here: dict[str, Any] = {"session_id": session_id}
    evening = {
        name.replace("-", "_"): url_for("sessions.evening_form", **here, name=name)
        for name in EVENING
    }
    at_table = {name: url_for(endpoint, **here) for name, endpoint in AT_TABLE.items()}
    return {
        **evening,
        **at_table,
        "heads": url_for("keeping.head", **here, head="0"),
        "rules": url_for("rulebook.game", slug=slug, session=session_id),
        "home": url_for("home.home"),
        "theme": url_for("home.theme"),
        "taps": url_for("home.taps"),
    }


def seal_notices(session: Session) -> dict[str, list[dict[str, Any]]]:
    """The latest closed seals of deals that still stand, and what waits to be sealed.

    The way to open one stands only on a phone that has its key; a phone that plays the seat
    without it learns where the key is.
    """
    here: dict[str, Any] = {"session_id": session.id}
    people, mine = session.folded.people, place(session.id).seats
    return {
        "closed": [
            {
                "said": named(one.sealed.said(), people),
                "opens": under(session, one.entry) is not None,
                "is_mine": one.sealed.seat in mine,
                "url": url_for("sealed.unseal", **here, seq=one.entry.seq),
            }
            for one in closed_seals(session, NOTICED)
            if one.deal is not None
        ],
        "due": [
            {"what": message(one.what), "url": url_for("sealed.seal", **here, name=one.name)}
            for one in seals_due(session)
        ],
    }


def whose(session: Session, seat: Seat) -> dict[str, Any]:
    """A seat and, at a table with compass points, who sits there."""
    person = dict(session.folded.people).get(seat, "")
    shown = named(seat, session.folded.people)
    return {"value": seat.value, "name": shown, "person": "" if person == shown else person}


def _is_alone(session: Session) -> bool:
    """Whether this one phone has the whole table, and nothing was played yet."""
    mine = place(session.id)
    return mine.is_host and not mine.elsewhere and is_untouched(session)


def _bound(session: Session) -> list[dict[str, Any]]:
    """What accepted rulings bind players to now, in words, and where each ruling is."""
    people = session.folded.people
    return [
        {
            "said": named_message(one.said(), people),
            "url": url_for("arbiter.ruling", session_id=session.id, seq=entry.seq),
        }
        for entry, one in bound(session)
    ]


def _arbiter_urls(session: Session, known: Mapping[str, str]) -> dict[str, str | None]:
    """Where the arbiter of this game is asked, and what it can show by now."""
    if session.game.arbiter is None:
        return dict.fromkeys(("ask", "watch", "docket", "due", "agree", "to_agree"))
    owed = due(session)
    is_new = is_untouched(session) and len(accepted(session)) < len(session.folded.people)
    ruling = url_for("arbiter.ruling", session_id=session.id, seq=owed.seq) if owed else None
    return {
        "watch": known["watch"] if is_watched(session) else None,
        "docket": known["docket"] if ruled_on(session) else None,
        "due": ruling,
        "to_agree": known["agree"] if is_new else None,
    }


def _with_names(session: Session) -> Glance:
    """The glance, its numbered seats called by their persons."""
    glance, people = session.glance, session.folded.people
    where = tuple(named_message(one, people) for one in glance.where)
    return replace(glance, where=where, turn=named_message(glance.turn, people))


def _head(session: Session, standing: Standing) -> tuple[object, ...]:
    """What a party is called in the strip: its compass points, or its persons' names."""
    of = column(standing.party, session.folded.people)
    return of.persons if isinstance(of.name, str) else (of.name,)


def _entry_url(session: Session, view: str, entry: Recorded) -> str:
    return url_for(f"sessions.{view}", session_id=session.id, seq=entry.seq)


def _numbered(session: Session, view: str, number: str) -> Callable[[int], str]:
    """The addresses of a view by a row's or an entry's number: making one takes long, and they
    differ in the number alone."""
    one: dict[str, Any] = {"session_id": session.id, number: 0}
    start, _, end = url_for(f"sessions.{view}", **one).rpartition("/0/")
    return lambda at: f"{start}/{at}/{end}"


def template_of(session: Session, name: str, shared: str) -> str:
    """The game's own template of this name where it has one, else the shared one."""
    own = f"games/{session.game.folder}/{name}.html"
    return current_app.jinja_env.select_template([own, shared]).name or shared


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


# ---- entries ----


def entry_said(entry: Recorded, people: People = ()) -> dict[str, Any]:
    """One entry in plain words: number, fact, when and by whom; seats by their `people`."""
    return {
        "seq": entry.seq,
        "said": named(said_of(entry), people),
        "when": clock(entry.at),
        "by": entry.by,
        "note": entry.note,
    }


def entries(session: Session) -> list[Recorded]:
    """Every entry but the strikings, newest first."""
    return [one for one in reversed(session.log) if not isinstance(one.event, Voided)]


def latest_values(session: Session, most: int) -> list[dict[str, Any]]:
    """The last entries that hold, newest first, seats called by those who sit there now."""
    struck = _struck(session)
    found = [one for one in entries(session) if one.seq not in struck]
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
    """What the last row of the sheet is called, and where it is corrected; None without rows."""
    row = next(reversed(list(session.sheet.rows())), None)
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
    changed = set(departures(session.game, session.settings))
    groups = SettingsForm(session.game, session.settings).groups()
    for _, questions in groups:
        for question in questions:
            question["changed"] = question["name"] in changed
    return {"groups": groups, "preset": preset_name(session.game, session.settings)}
