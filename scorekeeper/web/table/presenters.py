"""What stands around every page of a table, and what its own page speaks of besides:
values that templates only loop over and print."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from itertools import takewhile
from typing import Any, cast

from flask import Response, current_app, request, url_for

from scorekeeper.core import notes, phone_notes, rules_notes, ruling_notes
from scorekeeper.core.asked import JudgmentAsked
from scorekeeper.core.codec import fingerprint
from scorekeeper.core.evening import Awarded, Left, Seated, Voided
from scorekeeper.core.facts import Fact
from scorekeeper.core.messages import Message, message
from scorekeeper.core.play import WATCHED
from scorekeeper.core.rulings import Effect
from scorekeeper.core.seals import LeftSealed, LookedAt, Opened, Sealed
from scorekeeper.core.seats import COMPASS, Party, Seat, named, named_message
from scorekeeper.core.session import Recorded
from scorekeeper.exports.pdf import letters
from scorekeeper.tables import session as sessions
from scorekeeper.tables.channels import Channels
from scorekeeper.tables.deals import is_watched
from scorekeeper.tables.last_change import last_change
from scorekeeper.tables.new_rules import pending
from scorekeeper.tables.rules_in_force import accepted_by_persons, grouped, preset_name
from scorekeeper.tables.rulings import duties, effects, on_deals, statements
from scorekeeper.tables.rulings.both_asked import waits_for
from scorekeeper.tables.rulings.given import ruled_on
from scorekeeper.tables.rulings.on_deals import displaced
from scorekeeper.tables.seals import closed_seals, seals_due
from scorekeeper.tables.session import Session, once, typed_in
from scorekeeper.tables.sheet import clock, from_paper, is_typing, last_signed
from scorekeeper.web.page.answers import hidden, page, saved_here
from scorekeeper.web.page.incoming import at, this_page
from scorekeeper.web.page.place import (
    arbiter_to_accept,
    host_wanted,
    is_elsewhere,
    place,
    speaker_here,
    spoken_for_here,
    under,
)
from scorekeeper.web.server.static_files import game_style

NOTICED = 4
"""How many closed seals every page of a table speaks of: those made last."""
EVENING = ("people", "dealer", "thrown-in", "carried-in", "adjusted", "ended")
AT_TABLE = {
    **{one: f"sessions.{one}" for one in ("table", "sheet", "more", "log", "settings")},
    "forgotten": "sessions.forgotten",
    **{one: f"arbiter.{one}" for one in ("watch", "rulings", "agree")},
    **{one: f"exports.{one}" for one in ("story", "report")},
    **{one: f"live.{one}" for one in ("live", "tv")},
    "ask": "arbiter.menu",
    "phones": "seats.phones",
    "sealed": "sealed.things",
    "rules_change": "house_rules.form",
    "proposal": "house_rules.proposal",
    "remove": "records.removal",
    "sign": "records.totals",
    "paper": "records.paper",
    "chart": "exports.running",
    "pdf": "exports.sheet_pdf",
    "csv": "exports.sheet_csv",
    "file": "exports.session_file",
    "pbn": "exports.session_pbn",
}
"""What templates call the pages of a table that need no more than its id."""


def page_of(
    session: Session,
    template: str | list[str],
    /,
    code: int = 200,
    action: str = "",
    **values: Any,
) -> Response:
    """Answer with a page of this table: these values, and what stands around them: the
    score, where we are, what is saved. Its form goes to `action`, or to the page
    itself."""
    own = {"me": place(session.id), "status": status(session, saved_here(session))}
    own["entry"] = {"action": action or this_page(), "hidden": hidden(session)}
    return page(
        template, code=code, **shared_frame(session, waits(session)) | own | values
    )


def status(session: Session, saved: dict[str, object] | None) -> dict[str, Any]:
    """How far a table is recorded, and the entry that its page says was `saved`."""
    head = session.head
    return {
        "entry": session.last,
        "fingerprint": fingerprint(head),
        "head": head,
        "saved": saved,
    }


def shared_frame(
    session: Session, waiting: list[dict[str, Any]], present: "There | None" = None
) -> dict[str, Any]:
    """What of it is the same on every phone for which the same is `waiting`, with those
    `present` or who are there now."""
    known = urls(session)
    return {
        **strip(session),
        "session": {"id": session.id, "title": message(f"game.{session.game.slug}")},
        "style": game_style(session.game.folder),
        "people": dict(session.folded.people),
        "misfits": session.folded.misfits,
        "stated": partial(sessions.said_then, session),
        "now": now_values(session, present or channels().seats(session.id), waiting),
        "urls": known,
        "rules_url": known["rules"],
    }


def boxed(session: Session) -> Message | None:
    """What is said of letters that are boxes on the PDF; None where a browser prints,
    or where every letter of this table has a font."""
    if "browser_prints" in current_app.extensions:
        return None
    return letters.told(letters.without_font(typed_in(session)))


def strip(session: Session) -> dict[str, Any]:
    """The score and where we are, seats called by their persons, and what each party is
    called in the strip: its compass points, or its persons' names. What is over names
    those who played it, whoever sits there now."""
    glance = session.glance
    people = sessions.players(session) if glance.is_over else session.folded.people
    where = tuple(named_message(sentence, people) for sentence in glance.where)
    each = (
        (standing.party.id, sessions.column(standing.party, people))
        for standing in glance.standings
    )
    return {
        "glance": replace(glance, where=where, turn=named_message(glance.turn, people)),
        "heads": {
            id: of.persons if isinstance(of.name, str) else (of.name,)
            for id, of in each
        },
    }


def urls(session: Session) -> dict[str, str | None]:
    """The addresses of everything at this table, as far as there is something to see
    there."""
    known = _addresses(request.script_root, session.id, session.game.slug)
    judged = session.game.arbiter is not None
    order = session.folded.order if session.has(notes.WentOn) else ()
    went = [
        entry.event.session for entry in order if isinstance(entry.event, notes.WentOn)
    ]
    there_is = {
        "sealed": judged or session.game.sealables,
        "ask": judged,
        "agree": judged,
        "watch": judged and session.has(*WATCHED) and is_watched(session),
        "rulings": judged and session.has(ruling_notes.Ruled),
    }
    some = {
        name: known[name] if is_there else None for name, is_there in there_is.items()
    }
    went_on = url_for("sessions.table", session_id=went[-1]) if went else None
    return {**known, **some, "went_on": went_on}


def notices(session: Session) -> dict[str, Any]:
    """What the table's own page speaks of besides, on every phone: what was left open,
    proposed, signed.

    Only that is looked into which the log holds.
    """
    people = session.folded.people
    has = session.has
    calls = dict(session.folded.people)
    has_ruled = has(ruling_notes.Ruled)
    judged = session.game.arbiter is not None
    is_new = not has(*session.game.events)
    return {
        "due": effects.due(session) if has_ruled else None,
        "awaited": effects.awaiting(session) if has_ruled else None,
        "may_agree": judged
        and is_new
        and len(accepted_by_persons(session)) < len(people),
        "is_proposed": has(rules_notes.SettingsProposed)
        and pending(session) is not None,
        "signed_at": last_signed(session) if has(notes.Signed) else None,
        "is_typing": has(notes.FromPaper) and is_typing(session),
        "bound": [
            (entry.seq, named(beside(one.said(), calls), people))
            for entry, one in (on_deals.bound(session) if has_ruled else ())
        ],
        "broken": broken_values(session)
        if has_ruled and on_deals.by_the_bound(session)
        else (),
    }


def given_values(session: Session) -> list[dict[str, Any]]:
    """What rulings give in deals on top of what was entered: which ruling, in which
    deal, what."""
    if not session.has(Awarded):
        return []
    numbers = {ruling.seq: ruling.number for ruling in ruled_on(session)}
    found = []
    for row in session.sheet.rows():
        awards = (session.log[seq - 1].event for seq in row.entries)
        for awarded in (
            of for of in awards if isinstance(of, Awarded) and of.ruling in numbers
        ):
            effect = Effect(awarded.effect, awarded.party, awarded.amount)
            said = effects.effect_said(session, effect, row.people)
            told = {
                "number": numbers[awarded.ruling],
                "seq": awarded.ruling,
                "deal": row.label,
            }
            found.append(told | {"said": said})
    return found


def broken_values(session: Session) -> list[dict[str, Any]]:
    """What was called or played against a ruling: in words, and where the arbiter says
    what now."""
    people = session.folded.people
    found = []
    for breach in duties.broken(session):
        facts = {"name": breach.irregularity, **dict(breach.facts), **breach.known}
        url = (
            at(session, "arbiter.irregularity", **facts)
            if breach.irregularity
            else None
        )
        found.append({"said": named(breach.said(), people), "url": url})
    return found


def beside(value: Any, people: dict[Seat, str]) -> Any:
    """The value with the person beside every compass point that it speaks of."""
    if isinstance(value, Seat):
        person = people.get(value) if value in COMPASS else None
        return message("seat.person", seat=value, person=person) if person else value
    if isinstance(value, Message):
        if any(name == "person" for name, _ in value.params):
            return value
        return Message(
            value.code, tuple((name, beside(one, people)) for name, one in value.params)
        )
    if isinstance(value, dict):
        return {name: beside(one, people) for name, one in value.items()}
    if isinstance(value, list):
        return [beside(one, people) for one in value]
    return (
        tuple(beside(one, people) for one in value) if type(value) is tuple else value
    )


@lru_cache(maxsize=1024)
def _addresses(root: str, session_id: str, slug: str) -> Mapping[str, str]:
    """Every address at a table that stays the same; `root` is where the app is mounted.

    Making them took a tenth of the time of a page, so they are kept.
    """
    assert root == request.script_root  # noqa: S101 - url_for reads it there
    here: dict[str, Any] = {"session_id": session_id}
    evening = (
        (one, url_for("sessions.evening_form", **here, name=one)) for one in EVENING
    )
    return {
        **{name.replace("-", "_"): url for name, url in evening},
        **{name: url_for(endpoint, **here) for name, endpoint in AT_TABLE.items()},
        "heads": url_for("records.head", **here, head="0"),
        "rules": url_for("rulebook.game", slug=slug, session=session_id),
    }


def seal_notices(session: Session) -> dict[str, list[Any]]:
    """The latest closed seals of deals that still stand, and what waits to be sealed.

    The way to open one stands only on a phone that has its key; a phone that plays the
    seat without it learns where the key is.
    """
    people = session.folded.people
    mine = place(session.id).seats
    closed = closed_seals(session, NOTICED) if session.has(Sealed) else ()
    return {
        "closed": [
            (
                seal.entry.seq,
                named(seal.sealed.said(), people),
                under(session, seal.entry) is not None,
                seal.sealed.seat in mine,
            )
            for seal in closed
            if seal.deal is not None
        ],
        "due": [
            (sealable.name, message(sealable.what))
            for sealable in (seals_due(session) if session.game.sealables else ())
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


def now_values(
    session: Session, present: There, waiting: list[dict[str, Any]]
) -> dict[str, Any]:
    """All of it, as values that templates only print, for the phones for which this is
    `waiting`. Nothing else in it is any seat's alone."""
    (seats, phones), people = present, session.folded.people
    each = [  # what stands for a seat, its name, and whether its phone is there
        (
            seat if seat in COMPASS else person,
            sessions.said_by(seat.value, people),
            seat.value in seats,
        )
        for seat, person in (people if seats else ())
    ]
    return {
        "turn": named_message(session.glance.turn, people),
        "last": _last(session),
        "waits": waiting,
        "change": last_change(session) if phones > 1 else None,
        "there": {"seats": each, "phones": phones} if phones > 1 else None,
    }


def _last(session: Session) -> dict[str, Any] | None:
    """The last command in plain words, by its first entry that states something, if any
    does: what it stated or struck out, and who says so."""
    if not session.log:
        return None
    key = session.log[-1].key
    made = [*takewhile(lambda one: one.key == key, reversed(session.log))][::-1]
    first = next(
        (entry for entry in made if not isinstance(entry.event, Voided)), made[0]
    )
    said = sessions.said_then(session, first)
    if isinstance(first.event, Voided):
        struck = session.log[first.event.entry - 1]
        said = message("now.struck", what=sessions.said_then(session, struck))
    return {"said": said, "by": sessions.made_by(session, first)}


def waits(session: Session) -> list[dict[str, Any]]:
    """What somebody at the phone that asks should see to, in a word or two, and
    where."""
    mine = place(session.id)
    misfits = session.folded.misfits
    every: list[tuple[Any, Message, str, dict[str, Any]]] = [
        (
            misfits,
            message("now.misfits", n=len(misfits)),
            "sessions.sheet",
            {"_anchor": "misfits"},
        ),
        (host_wanted(session), message("now.host"), "seats.phones", {}),
        (pending_change(session), message("now.change"), "changes.waiting", {}),
        (
            accepts_arbiter(session),
            message("now.arbiter"),
            "seats.phones",
            {"_anchor": "arbiter"},
        ),
    ]
    if session.has(ruling_notes.Ruled):
        judged = {
            "now.ruling": effects.due(session),
            "now.decide": statements.unanswered(session) if mine.is_arbiter else None,
            "now.ask-again": statements.to_ask_again(session),
            "now.displaced": displaced(session),
            "now.state": statements.unheard(session, stating(session)),
        }
        for code, one in judged.items():
            every.append(
                (one, message(code), "arbiter.ruling", {"seq": one and one.seq})
            )
        owed = on_deals.bound(session)
        every.append((owed, message("now.bound", n=len(owed)), "arbiter.rulings", {}))
    if session.has(JudgmentAsked) and (
        put := waits_for(session, speaker_here(session))
    ):
        told = {name: fact for name, fact in put.asked.facts if name != Fact.BOUND}
        page = {"name": put.asked.name, **told}
        every.append((put, message("now.judge"), "arbiter.irregularity", page))
    if session.has(ruling_notes.ChoiceOffered) and (
        said := statements.choice_for(session, mine.seats)
    ):
        facts = {"name": said.name, **dict(said.facts)}
        every.append((said, message("now.choice"), "arbiter.irregularity", facts))
    due = session.game.sealables and seals_due(session)
    every.append((due, message("now.seal"), "sealed.things", {}))
    return [
        {"what": what, "url": at(session, page, **asked)}
        for is_, what, page, asked in every
        if is_
    ]


def accepts_arbiter(session: Session) -> tuple[str, ...]:
    """The sides, by their ids, that can accept the arbiter on the phone that asks, and
    have not."""
    waiting = arbiter_to_accept(session)
    return tuple(party.id for party in waiting if not is_elsewhere(session, party))


def stating(session: Session) -> tuple[Party, ...]:
    """The sides that are asked on this phone what happened, where a ruling is given: of
    a table that has several phones which play, or an arbiter."""
    mine = place(session.id)
    is_asked = mine.may_enter and (mine.elsewhere or mine.arbiter)
    return spoken_for_here(session) if is_asked else ()


# ---- the log and the sheet: entries in plain words, and where each is put right ----


def entry_said(session: Session, entry: Recorded) -> dict[str, Any]:
    """One entry in plain words: number, fact, when and by whom, who sat there then."""
    return {
        "seq": entry.seq,
        "said": _said_by_name(session, entry),
        "when": clock(entry.at),
        "by": sessions.made_by(session, entry),
        "note": entry.note,
    }


def _said_by_name(session: Session, entry: Recorded) -> object:
    people = dict(sessions.seated_at(session, sessions.stands_at(session, entry)))
    said = beside(sessions.said_then(session, entry), people)
    event = entry.event
    if isinstance(event, session.game.calls) and (seat := getattr(event, "seat", None)):
        said = message("play.said.by", seat=beside(seat, people), said=said)
    name = "entry" if isinstance(event, Opened | LeftSealed | LookedAt) else "ruling"
    if about := getattr(event, name, None) or getattr(event, "asked", None):
        what = _said_by_name(session, session.log[about - 1])
        said = message("event.about", said=said, what=what)
    return said


def newest_first(session: Session) -> Iterator[Recorded]:
    return (
        entry for entry in reversed(session.log) if not isinstance(entry.event, Voided)
    )


@once
def struck_by(session: Session) -> dict[int, Recorded]:
    """What struck an entry, by the entry's number; of what was looked through before
    the session grew, as it was found then."""
    seen, found = session.carried(struck_by) or (0, {})
    voids = {
        e.event.entry: e for e in session.log[seen:] if isinstance(e.event, Voided)
    }
    session.carry(struck_by, found | voids)
    return found | voids


def log_values(session: Session, shown: Iterable[Recorded]) -> list[dict[str, Any]]:
    """These entries in plain words; struck ones with when and why."""
    struck = struck_by(session)
    on_paper = from_paper(session)
    log = session.log
    may_enter = place(session.id).may_enter
    found = list[dict[str, Any]]()
    for entry in shown:
        by = struck.get(entry.seq)
        before = struck.get(entry.place or 0)
        is_instead = before is not None and before.key == entry.key
        values = entry_said(session, entry) | {"on_paper": entry.seq in on_paper}
        values["instead"] = (
            sessions.said_then(session, log[(entry.place or 0) - 1])
            if is_instead
            else None
        )
        values["struck"] = by and (
            getattr(by.event, "reason", ""),
            sessions.made_by(session, by),
            clock(by.at),
        )
        is_ours = isinstance(entry.event, phone_notes.PHONED)
        values["may_change"] = by is None and may_enter and not is_ours
        values["stays"] = isinstance(entry.event, Seated | Left)
        found.append(values)
    return found


# ---- the deal in progress ----


@once
def _in_progress(session: Session) -> tuple[Recorded, ...]:
    rows = (row for row in session.sheet.rows() if "open" in row.marks)
    entries = {seq for row in rows for seq in row.entries}
    return (
        tuple(entry for entry in session.folded.order if entry.seq in entries)
        if entries
        else ()
    )


def entered_last(session: Session) -> tuple[Recorded, ...]:
    """What was entered together last, where that was for the deal in progress and can
    be taken back here: a card that was watched has a way of its own, and what a ruling
    entered stays."""
    played = (
        entry
        for entry in reversed(session.folded.order)
        if not isinstance(entry.event, notes.NOTED)
    )
    newest = next(played, None)
    last = [one for one in _in_progress(session) if newest and one.key == newest.key]
    stays = (*session.game.lasting, *WATCHED)
    kept = (isinstance(one.event, stays) or by_ruling(one) for one in last)
    return () if any(kept) else tuple(last)


def by_ruling(entry: Recorded) -> bool:
    """Whether a ruling has entered this, which stands until that is undone."""
    return getattr(entry.event, "ruling", None) is not None


def calls_so_far(session: Session) -> tuple[Recorded, ...]:
    """The calls of the deal in progress, while nothing else came after them."""
    deal = _in_progress(session)
    calls = tuple(
        entry for entry in deal if isinstance(entry.event, session.game.calls)
    )
    return calls if calls and calls[-1] is deal[-1] else ()


# ---- the menus ----


def settings_values(session: Session) -> dict[str, Any]:
    """The settings in force in their groups, and the preset that they are."""
    of = session.game, session.settings
    return {"groups": grouped(*of), "preset": preset_name(*of)}
