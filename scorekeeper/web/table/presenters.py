"""What stands around every page of a table, and what its own page speaks of besides: values that
templates only loop over and print."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import islice, takewhile
from typing import Any, cast

from flask import current_app, request, url_for

from scorekeeper.core.codec import fingerprint
from scorekeeper.core.evening import Voided
from scorekeeper.core.messages import Message, message
from scorekeeper.core.notes import (
    NOTED,
    PHONED,
    ChoiceOffered,
    FromPaper,
    Ruled,
    SettingsProposed,
    Signed,
    WentOn,
)
from scorekeeper.core.play import WATCHED
from scorekeeper.core.seals import LeftSealed, LookedAt, Opened, Sealed
from scorekeeper.core.seats import COMPASS, Seat, named, named_message
from scorekeeper.core.session import Recorded
from scorekeeper.core.sheet import Row
from scorekeeper.tables.agreement import accepted, grouped, last_change, pending, preset_name
from scorekeeper.tables.channels import Channels
from scorekeeper.tables.deals import displaced, is_watched
from scorekeeper.tables.rulings import awaiting, bound, choice_for, due, to_ask_again, unheard
from scorekeeper.tables.seals import closed_seals, seals_due
from scorekeeper.tables.session import (
    Session,
    column,
    made_by,
    once,
    said_by,
    said_then,
    seated_at,
    stands_at,
)
from scorekeeper.tables.sheet import Addresses, clock, from_paper, is_typing, last_signed
from scorekeeper.web.server.access import host_wanted, place, under
from scorekeeper.web.server.static_files import game_style
from scorekeeper.web.table.pages import part_of, saved_here, ways

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
    "remove": "records.removal",
    "settings": "sessions.settings",
    "rules_change": "house_rules.form",
    "proposal": "house_rules.proposal",
    "forgotten": "sessions.forgotten",
    "chart": "exports.running",
    "story": "exports.story",
    "report": "exports.report",
    "pdf": "exports.sheet_pdf",
    "csv": "exports.sheet_csv",
    "file": "exports.session_file",
    "sign": "records.totals",
    "paper": "records.paper",
    "pbn": "exports.session_pbn",
    "sealed": "sealed.things",
    "ask": "arbiter.menu",
    "watch": "arbiter.watch",
    "rulings": "arbiter.rulings",
    "agree": "arbiter.agree",
}
"""What templates call the pages of a table that need no more than its id."""


def frame(session: Session) -> dict[str, Any]:
    """What stands around every page of a table: the score, where we are, what is saved."""
    return {
        **shared_frame(session, waits(session)),
        "me": place(session.id),
        "status": status(session, saved_here(session)),
    }


def status(session: Session, saved: dict[str, object] | None) -> dict[str, Any]:
    """How far a table is recorded, and the entry that its page says was `saved`."""
    return {
        "entry": session.last,
        "fingerprint": fingerprint(session.head),
        "head": session.head,
        "heads": urls_of(session)["heads"],
        "saved": saved,
    }


def shared_frame(session: Session, waiting: list[dict[str, Any]]) -> dict[str, Any]:
    """What of it is the same on every phone for which the same is `waiting`."""
    known = urls(session)
    return {
        **strip(session),
        "session": {"id": session.id, "title": message(f"game.{session.game.slug}")},
        "game": {"slug": session.game.slug, "name": message(f"game.{session.game.slug}")},
        "style": game_style(session.game.folder),
        "people": dict(session.folded.people),
        "misfits": [
            {
                "seq": misfit.entry.seq,
                "said": said_then(session, misfit.entry),
                "why": misfit.why.why,
                "cite": misfit.why.cite,
                "correct_url": url_for(
                    "sessions.correct_entry", session_id=session.id, seq=misfit.entry.seq
                ),
            }
            for misfit in session.folded.misfits
        ],
        "now": now_values(session, there(session), waiting),
        "urls": known,
        "rules_url": known["rules"],
    }


def strip(session: Session) -> dict[str, Any]:
    """The score and where we are, seats called by their persons, and what each party is
    called in the strip: its compass points, or its persons' names."""
    glance, people, heads = session.glance, session.folded.people, dict[str, tuple[object, ...]]()
    for one in glance.standings:
        of = column(one.party, people)
        heads[one.party.id] = of.persons if isinstance(of.name, str) else (of.name,)
    where = tuple(named_message(one, people) for one in glance.where)
    return {
        "glance": replace(glance, where=where, turn=named_message(glance.turn, people)),
        "heads": heads,
    }


def urls_of(session: Session) -> Mapping[str, str]:
    """The addresses at this table that stay the same."""
    return _addresses(request.script_root, session.id, session.game.slug)


def urls(session: Session) -> dict[str, str | None]:
    """The addresses of everything at this table, as far as there is something to see there."""
    known, judged = urls_of(session), session.game.arbiter is not None
    ruled, watched = session.has(Ruled), session.has(*WATCHED)
    order = session.folded.order if session.has(WentOn) else ()
    went = [one.event for one in order if isinstance(one.event, WentOn)]
    return {
        **known,
        "sealed": known["sealed"] if judged or session.game.sealables else None,
        "ask": known["ask"] if judged else None,
        "agree": known["agree"] if judged else None,
        "watch": known["watch"] if judged and watched and is_watched(session) else None,
        "rulings": known["rulings"] if judged and ruled else None,
        "went_on": url_for("sessions.table", session_id=went[-1].session) if went else None,
    }


def is_new(session: Session) -> bool:
    """Whether nothing has been played yet."""
    return not session.has(*session.game.events)


def notices(session: Session) -> dict[str, Any]:
    """What the table's own page speaks of besides, on every phone: what was left open, proposed,
    signed.

    Only that is looked into which the log holds.
    """
    known, game = urls_of(session), session.game
    owed, awaited = (due(session), awaiting(session)) if session.has(Ruled) else (None, None)
    people = session.folded.people
    left = is_new(session) and game.arbiter and len(accepted(session)) < len(people)
    proposed = session.has(SettingsProposed) and pending(session)
    return {
        "due_url": owed and url_for("arbiter.ruling", session_id=session.id, seq=owed.seq),
        "awaited_url": awaited
        and url_for("arbiter.ruling", session_id=session.id, seq=awaited.seq),
        "to_agree_url": known["agree"] if left else None,
        "proposal_url": known["proposal"] if proposed else None,
        "signed_at": last_signed(session) if session.has(Signed) else None,
        "is_typing": session.has(FromPaper) and is_typing(session),
        "bound": [
            {
                "said": named(beside(one.said(), dict(people)), people),
                "url": url_for("arbiter.ruling", session_id=session.id, seq=entry.seq),
            }
            for entry, one in (bound(session) if session.has(Ruled) else ())
        ],
    }


def beside(value: Any, people: dict[Seat, str]) -> Any:
    """The value with the person beside every compass point that it speaks of."""
    if isinstance(value, Seat):
        person = people.get(value) if value in COMPASS else None
        return message("seat.person", seat=value, person=person) if person else value
    if isinstance(value, Message):
        if any(name == "person" for name, _ in value.params):
            return value
        return Message(value.code, tuple((name, beside(one, people)) for name, one in value.params))
    if isinstance(value, dict):
        return {name: beside(one, people) for name, one in value.items()}
    if isinstance(value, list):
        return [beside(one, people) for one in value]
    return tuple(beside(one, people) for one in value) if type(value) is tuple else value


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
    return {
        **evening,
        **{name: url_for(endpoint, **here) for name, endpoint in AT_TABLE.items()},
        "heads": url_for("records.head", **here, head="0"),
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
            for one in (closed_seals(session, NOTICED) if session.has(Sealed) else ())
            if one.deal is not None
        ],
        "due": [
            {"what": message(one.what), "url": url_for("sealed.seal", **here, name=one.name)}
            for one in (seals_due(session) if session.game.sealables else ())
        ],
    }


def whose(session: Session, seat: Seat) -> dict[str, Any]:
    """Who sits at a seat and, at a table with compass points, which it is."""
    shown = named(seat, session.folded.people)
    point = seat if seat in COMPASS and shown is not seat else None
    return {"value": seat.value, "name": shown, "point": point}


# ---- in view on every page besides the score ----


There = tuple[frozenset[str], int]
"""The seats whose phones are there, and how many phones that is."""


def channels() -> Channels:
    return cast(Channels, current_app.extensions["channels"])


def there(session: Session) -> There:
    """Whose phones look at this table now."""
    return channels().seats(session.id)


def now_values(session: Session, present: There, waiting: list[dict[str, Any]]) -> dict[str, Any]:
    """All of it, as values that templates only print, for the phones for which this is `waiting`.
    Nothing else in it is any seat's alone."""
    people = session.folded.people
    return {
        "turn": named_message(session.glance.turn, people),
        "last": _last(session),
        "waits": waiting,
        "change": last_change(session) if present[1] > 1 else None,
        "there": _present(session, present),
    }


def aloud(shown: dict[str, Any]) -> tuple[object, ...]:
    """What of these values is said to those who listen: what was entered last, and whose turn."""
    last = shown["last"]
    if last is None:
        return (shown["turn"],)
    by = (" · ", last["by"]) if last["by"] else ()
    return (last["said"], *by, ". ", shown["turn"])


def _last(session: Session) -> dict[str, Any] | None:
    """The last command in plain words, by its first entry that states something, if any does: what
    it stated or struck out, and who says so."""
    if not session.log:
        return None
    key = session.log[-1].key
    made = [*takewhile(lambda one: one.key == key, reversed(session.log))][::-1]
    first = next((one for one in made if not isinstance(one.event, Voided)), made[0])
    said = said_then(session, first)
    if isinstance(first.event, Voided):
        struck = session.log[first.event.entry - 1]
        said = message("now.struck", what=said_then(session, struck))
    return {"said": said, "by": made_by(session, first)}


def waits(session: Session) -> list[dict[str, Any]]:
    """What somebody at the phone that asks should see to, in a word or two, and where."""
    here: dict[str, Any] = {"session_id": session.id}
    waits = []
    if session.folded.misfits:
        sheet = url_for("sessions.sheet", **here) + "#misfits"
        waits.append(_wait("now.misfits", sheet, n=len(session.folded.misfits)))
    if host_wanted(session):
        waits.append(_wait("now.host", url_for("seats.phones", **here)))
    if session.has(Ruled):
        for code, entry in (
            ("now.ruling", due(session)),
            ("now.ask-again", to_ask_again(session)),
            ("now.displaced", displaced(session)),
        ):
            if entry:
                waits.append(_wait(code, url_for("arbiter.ruling", **here, seq=entry.seq)))
        mine = place(session.id)
        if mine.elsewhere and (silent := unheard(session, mine.seats)):
            waits.append(_wait("now.state", url_for("arbiter.ruling", **here, seq=silent.seq)))
        if obligations := bound(session):
            waits.append(_wait("now.bound", url_for("arbiter.rulings", **here), n=len(obligations)))
    if session.has(ChoiceOffered) and (offered := choice_for(session, place(session.id).seats)):
        facts = {**here, "name": offered.name, **dict(offered.facts)}
        waits.append(_wait("now.choice", url_for("arbiter.irregularity", **facts)))
    if session.game.sealables and seals_due(session):
        waits.append(_wait("now.seal", url_for("sealed.things", **here)))
    return waits


def _wait(code: str, address: str, **params: int) -> dict[str, Any]:
    return {"what": message(code, **params), "url": address}


def _present(session: Session, present: There) -> dict[str, Any] | None:
    """The seats with whether their phones are there; None while there is one phone or none."""
    seats, phones = present
    if phones < 2:
        return None
    people = session.folded.people
    return {
        "phones": phones,
        "seats": [
            {
                "initial_of": seat if seat in COMPASS else person,
                "name": said_by(seat.value, people),
                "is_there": seat.value in seats,
            }
            for seat, person in people
            if seats
        ],
    }


# ---- the log and the sheet: entries in plain words, and where each is put right ----


def entry_said(session: Session, entry: Recorded) -> dict[str, Any]:
    """One entry in plain words: number, fact, when and by whom, who sat there then."""
    return {
        "seq": entry.seq,
        "said": _said_by_name(session, entry),
        "when": clock(entry.at),
        "by": made_by(session, entry),
        "note": entry.note,
    }


def _said_by_name(session: Session, entry: Recorded) -> object:
    """An entry's fact with the persons of its time beside their compass points; who made a call
    where that is known, and what the entry says that this one speaks of by its number."""
    people = dict(seated_at(session, stands_at(session, entry)))
    said, event = beside(said_then(session, entry), people), entry.event
    if isinstance(event, session.game.calls) and (seat := getattr(event, "seat", None)):
        said = message("play.said.by", seat=beside(seat, people), said=said)
    about = (
        event.entry
        if isinstance(event, Opened | LeftSealed | LookedAt)
        else getattr(event, "ruling", None)
    )
    if about:
        of = session.log[about - 1]
        said = message("event.about", said=said, what=_said_by_name(session, of))
    return said


def newest_first(session: Session) -> list[Recorded]:
    """Every entry but the strikings, newest first."""
    return [one for one in reversed(session.log) if not isinstance(one.event, Voided)]


def latest_values(session: Session, most: int) -> list[dict[str, Any]]:
    """The last entries that hold, newest first."""
    struck = _struck(session)
    newest = (one for one in reversed(session.log) if not isinstance(one.event, Voided))
    return log_values(session, list(islice((e for e in newest if e.seq not in struck), most)))


@once
def _struck(session: Session) -> dict[int, Recorded]:
    """What struck an entry, by the entry's number; of what was looked through before the session
    grew, as it was found then."""
    seen, found = session.carried(_struck) or (0, {})
    voids = {e.event.entry: e for e in session.log[seen:] if isinstance(e.event, Voided)}
    session.carry(_struck, found | voids)
    return found | voids


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
                "struck": by
                and {
                    "when": clock(by.at),
                    "by": made_by(session, by),
                    "reason": getattr(by.event, "reason", ""),
                },
                "correct_url": correct(entry.seq) if open_to_change else None,
                "strike_url": strike(entry.seq) if open_to_change else None,
            }
        )
    return values


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
    played = (one for one in reversed(session.folded.order) if not isinstance(one.event, NOTED))
    newest = next(played, None)
    last = [one for one in _in_progress(session) if newest and one.key == newest.key]
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
    if not rows:
        return None
    url = url_for("sessions.correct_row", session_id=session.id, row_id=rows[-1].id)
    return {"label": rows[-1].label, "correct_url": url}


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
