"""What stands around every page of a table, and what its own page speaks of besides:
values that templates only loop over and print."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from itertools import takewhile
from typing import Any, NamedTuple, cast

from flask import Response, current_app, request, url_for

from scorekeeper.core.asked import JudgmentAsked
from scorekeeper.core.codec import fingerprint
from scorekeeper.core.evening import Awarded, Left, Seated, Voided
from scorekeeper.core.facts import Fact
from scorekeeper.core.messages import Message, message
from scorekeeper.core.notes import NOTED, FromPaper, OfNight, Signed, WentOn
from scorekeeper.core.phone_notes import PHONED
from scorekeeper.core.play import WATCHED
from scorekeeper.core.result_notes import ResultDisputed
from scorekeeper.core.rules_notes import SettingsProposed
from scorekeeper.core.ruling_notes import (
    ChoiceOffered,
    FactsStated,
    Ruled,
    RulingAppealed,
)
from scorekeeper.core.rulings import Effect
from scorekeeper.core.seals import Sealed
from scorekeeper.core.seats import COMPASS, Party, PartyId, Seat, named, named_message
from scorekeeper.core.session import Recorded
from scorekeeper.exports.pdf import letters
from scorekeeper.store.database import Log
from scorekeeper.tables import session as sessions
from scorekeeper.tables.channels import Channels
from scorekeeper.tables.deals import is_watched
from scorekeeper.tables.last_change import last_change
from scorekeeper.tables.last_result import last_result, result_of
from scorekeeper.tables.new_rules import pending
from scorekeeper.tables.nights import of_night, told_of_night
from scorekeeper.tables.rules_in_force import accepted_by_persons, grouped, preset_name
from scorekeeper.tables.rulings import duties, effects, on_deals, statements
from scorekeeper.tables.rulings.both_asked import waits_for
from scorekeeper.tables.rulings.given import ruled_on
from scorekeeper.tables.rulings.on_deals import displaced
from scorekeeper.tables.rulings.views import SHOWN
from scorekeeper.tables.said import said_then, unfit_because
from scorekeeper.tables.seals import closed_seals, seals_due
from scorekeeper.tables.session import Session, once, typed_in
from scorekeeper.tables.sheet import clock, from_paper, is_typing, last_signed
from scorekeeper.tables.waiting_changes import pending_change
from scorekeeper.web.page.answers import hidden, page, saved_here
from scorekeeper.web.page.incoming import at, this_page
from scorekeeper.web.page.parts import Heading, Values
from scorekeeper.web.page.place import (
    arbiter_to_accept,
    askers,
    host_wanted,
    is_elsewhere,
    place,
    speaker_here,
    spoken_for_here,
    under,
)
from scorekeeper.web.server.static_files import game_style

NOTICED = 4  # how many closed seals every page of a table speaks of: those made last
EVENING = ("people", "dealer", "thrown-in", "carried-in", "adjusted", "ended")
AT_TABLE = {
    "table": "sessions.table",
    "sheet": "sessions.sheet",
    "more": "sessions.more",
    "log": "sessions.log",
    "settings": "sessions.settings",
    "forgotten": "sessions.forgotten",
    "watch": "arbiter.watch",
    "rulings": "arbiter.rulings",
    "agree": "agreeing.agree",
    "story": "exports.story",
    "report": "exports.report",
    "live": "live.live",
    "tv": "live.tv",
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
    """Answer with a page of this table: these values, surrounded by the score, the
    present deal and what is saved. Its form is sent to `action`, or to the page
    itself."""
    frame = shared_frame(session, waits(session))
    own = {
        "me": place(session.id),
        "status": status(session, saved_here(session)),
        "entry": {"action": action or this_page(), "hidden": hidden(session)},
    }
    return page(template, code=code, **frame | own | values)


def status(session: Session, saved: dict[str, object] | None) -> Values:
    head = session.head
    return {
        "entry": session.last,
        "fingerprint": fingerprint(head),
        "head": head,
        "saved": saved,
    }


def heading(session: Session) -> Heading:
    return Heading(session.id, session.game.name_of(session.settings))


def shared_frame(
    session: Session, waiting: list["Waiting"], present: "There | None" = None
) -> Values:
    """What of it is the same on every phone for which the same is `waiting`, with those
    `present` or who are there now."""
    known = urls(session)
    night = of_night(session) if session.has(OfNight) else None
    if night is not None:
        known["night"] = url_for("night.here", session_id=night.night)
    return {
        **strip(session),
        "session": heading(session),
        "style": game_style(session.game.folder),
        "people": dict(session.folded.people),
        "misfits": session.folded.misfits,
        "stated": partial(said_then, session),
        "unfit_because": partial(unfit_because, session),
        "now": now_values(session, present or channels().seats(session.id), waiting),
        "urls": known,
        "of_night": night,
        "night_told": told_of_night(session) if night else [],
        "rules_url": known["rules"],
    }


def boxed(session: Session) -> Message | None:
    """What is said of letters that are boxes on the PDF; None where a browser prints,
    or where every letter of this table has a font."""
    if "browser_prints" in current_app.extensions:
        return None
    return letters.told(letters.without_font(typed_in(session)))


def strip(session: Session) -> Values:
    """The score and the present deal, with persons for seats, and what the strip calls
    each party: its compass points or its persons' names. A game that is over names
    those who played it."""
    glance = session.glance
    people = sessions.players(session) if glance.is_over else session.folded.people
    where = tuple(named_message(sentence, people) for sentence in glance.where)
    heads = {}
    for standing in glance.standings:
        column = sessions.column(standing.party, people)
        is_named = isinstance(column.name, str)
        heads[standing.party.id] = column.persons if is_named else (column.name,)
    return {
        "glance": replace(glance, where=where, turn=named_message(glance.turn, people)),
        "heads": heads,
    }


def urls(session: Session) -> dict[str, str | None]:
    addresses: dict[str, str | None] = {
        **_addresses(request.script_root, session.id, session.game.slug)
    }
    has_arbiter = session.game.arbiter is not None
    there_is = {
        "sealed": has_arbiter or session.game.sealables,
        "ask": has_arbiter,
        "watch": has_arbiter and session.has(*WATCHED) and is_watched(session),
        "rulings": has_arbiter and session.has(Ruled),
    }
    for name, is_there in there_is.items():
        if not is_there:
            addresses[name] = None
    addresses["went_on"] = _went_on(session)
    return addresses


def _went_on(session: Session) -> str | None:
    if not session.has(WentOn):
        return None
    for entry in reversed(session.folded.order):
        if isinstance(entry.event, WentOn):
            return url_for("sessions.table", session_id=entry.event.session)
    return None


def notices(session: Session) -> Values:
    """What the table's own page speaks of besides, on every phone: what was left open,
    proposed, signed.

    Only that is looked into which the log holds.
    """
    has = session.has
    is_proposed = has(SettingsProposed) and pending(session) is not None
    return {
        "may_agree": _may_accept_rules(session),
        "is_proposed": is_proposed,
        "signed_at": last_signed(session) if has(Signed) else None,
        "is_typing": has(FromPaper) and is_typing(session),
        **_ruling_notices(session),
    }


def _may_accept_rules(session: Session) -> bool:
    is_new = not session.has(*session.game.events)
    if session.game.arbiter is None or not is_new:
        return False
    return len(accepted_by_persons(session)) < len(session.folded.people)


def _ruling_notices(session: Session) -> Values:
    if not session.has(Ruled):
        return {"due": None, "awaited": None, "bound": [], "broken": ()}
    people = session.folded.people
    persons = dict(people)
    bound = [
        (given.seq, named(beside(obligation.said(), persons), people))
        for given, obligation in on_deals.bound(session)
    ]
    is_broken = on_deals.by_the_bound(session)
    return {
        "due": effects.due(session),
        "awaited": effects.awaiting(session),
        "bound": bound,
        "broken": broken_values(session) if is_broken else (),
    }


class GivenInDeal(NamedTuple):
    """What a ruling gives in a deal: its number and its entry, the deal, and what."""

    number: int
    seq: int
    deal: Message
    said: Message


def given_values(session: Session) -> list[GivenInDeal]:
    if not session.has(Awarded):
        return []
    numbers = {ruling.seq: ruling.number for ruling in ruled_on(session)}
    given = []
    for row in session.sheet.rows():
        for seq in row.entries:
            event = session.log[seq - 1].event
            if not isinstance(event, Awarded) or event.ruling not in numbers:
                continue
            effect = Effect(event.effect, event.party, event.amount)
            said = effects.effect_said(session, effect, row.people)
            number = numbers[event.ruling]
            given.append(GivenInDeal(number, event.ruling, row.label, said))
    return given


class Broken(NamedTuple):
    """What was called or played against a ruling: in words, and where the arbiter says
    what now."""

    said: object
    url: str | None


def broken_values(session: Session) -> list[Broken]:
    people = session.folded.people
    broken = []
    for breach in duties.broken(session):
        url = None
        if breach.irregularity:
            facts = {"name": breach.irregularity, **dict(breach.facts), **breach.known}
            url = at(session, "arbiter.irregularity", **facts)
        broken.append(Broken(named(breach.said(), people), url))
    return broken


def beside(value: Any, people: dict[Seat, str]) -> Any:
    """The value with the person beside every compass point that it speaks of."""
    if isinstance(value, Seat):
        person = people.get(value) if value in COMPASS else None
        return message("seat.person", seat=value, person=person) if person else value
    if isinstance(value, Message):
        if "person" not in dict(value.params):
            params = ((name, beside(param, people)) for name, param in value.params)
            value = Message(value.code, tuple(params))
        return value
    if isinstance(value, dict):
        return {name: beside(item, people) for name, item in value.items()}
    if type(value) in (
        list,
        tuple,
    ):  # none of a class of its own, but for what is shown
        return type(value)(beside(item, people) for item in value)
    if isinstance(value, SHOWN):
        return type(value)(*(beside(item, people) for item in value))
    return value


@lru_cache(maxsize=1024)
def _addresses(root: str, session_id: str, slug: str) -> Mapping[str, str]:
    """Every address at a table that stays the same; `root` is where the app is mounted.

    Making them took a tenth of the time of a page, so they are kept.
    """
    assert root == request.script_root  # noqa: S101 - url_for reads it there
    here: Values = {"session_id": session_id}
    addresses = {}
    for name in EVENING:
        form = url_for("sessions.evening_form", **here, name=name)
        addresses[name.replace("-", "_")] = form
    for name, endpoint in AT_TABLE.items():
        addresses[name] = url_for(endpoint, **here)
    addresses["heads"] = url_for("records.head", **here, head="0")
    addresses["rules"] = url_for("rulebook.game", slug=slug, session=session_id)
    return addresses


def seal_notices(session: Session) -> dict[str, list[Any]]:
    """The latest closed seals of deals that still stand, and what waits to be sealed.

    The way to open one stands only on a phone that has its key; a phone that plays the
    seat without it learns where the key is.
    """
    people = session.folded.people
    mine = place(session.id).seats
    closed = closed_seals(session, NOTICED) if session.has(Sealed) else ()
    due = seals_due(session) if session.game.sealables else ()
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
        "due": [(sealable.name, message(sealable.what)) for sealable in due],
    }


class Whose(NamedTuple):
    """A seat by who sits there, and its compass point where that says more."""

    value: str
    name: object
    point: Seat | None
    is_on: bool = False


def whose(session: Session, seat: Seat) -> Whose:
    shown = named(seat, session.folded.people)
    point = seat if seat in COMPASS and shown is not seat else None
    return Whose(seat.value, shown, point)


# ---- in view on every page besides the score ----


There = tuple[frozenset[str], int]
"""The seats whose phones are there, and how many phones that is."""


def channels() -> Channels:
    return cast(Channels, current_app.extensions["channels"])


def now_values(session: Session, present: There, waiting: list["Waiting"]) -> Values:
    """All of it, as values that templates only print, for the phones for which this is
    `waiting`. Nothing else in it is any seat's alone."""
    seats, phones = present
    people = session.folded.people
    there = None
    if phones > 1:
        shown = [  # what stands for a seat, its name, and whether its phone is there
            (
                seat if seat in COMPASS else person,
                sessions.said_by(seat.value, people),
                seat.value in seats,
            )
            for seat, person in (people if seats else ())
        ]
        there = {"seats": shown, "phones": phones}
    return {
        "turn": named_message(session.glance.turn, people),
        "last": _last(session),
        "waits": waiting,
        "change": _change(session) if phones > 1 else None,
        "there": there,
    }


def _change(session: Session) -> Values | None:
    change = last_change(session)
    if change is None:
        return None
    url = None
    match change.about:
        case FactsStated() | RulingAppealed() as word:
            url = at(session, "arbiter.ruling", seq=word.ruling)
        case ResultDisputed(row):
            url = at(session, "agreeing.result", row_id=row)
    return {**change._asdict(), "url": url}


def _last(session: Session) -> Values | None:
    """The last command in plain words, and who says so: the result that it brought, else
    what its first entry stated or struck out."""
    if not session.log:
        return None
    key = session.log[-1].key
    command = [*takewhile(lambda entry: entry.key == key, reversed(session.log))]
    command.reverse()
    stating = [entry for entry in command if not isinstance(entry.event, Voided)]
    first = stating[0] if stating else command[0]
    said = said_then(session, first)
    if isinstance(first.event, Voided):
        struck = session.log[first.event.entry - 1]
        said = message("now.struck", what=said_then(session, struck))
    last = last_result(session)
    if last is not None and last.is_newest and result_of(session, command):
        said = last.said
    return {"said": said, "by": sessions.made_by(session, first)}


class Waiting(NamedTuple):
    """What waits, and where it is seen to. What a phone `decides` stands below the
    score, with which irregularity it is `about` and `by` whose entry."""

    what: Message
    url: str
    decides: bool = False
    about: Message | None = None
    by: object = None


def waits(session: Session) -> list[Waiting]:
    """What somebody at the phone that asks should see to, in a word or two, and
    where."""
    waiting = list[Waiting]()
    misfits = session.folded.misfits
    if misfits:
        url = at(session, "sessions.sheet", _anchor="misfits")
        waiting.append(Waiting(message("now.misfits", n=len(misfits)), url))
    if host_wanted(session):
        url = at(session, "seats.phones")
        waiting.append(Waiting(message("now.host"), url))
    waiting += _phones_waiting(session)
    waiting += _changes_waiting(session)
    if accepts_arbiter(session):
        url = at(session, "seats.phones", _anchor="arbiter")
        waiting.append(Waiting(message("now.arbiter"), url))
    waiting += _rulings_waiting(session)
    waiting += _questions_waiting(session)
    if session.game.sealables and seals_due(session):
        url = at(session, "sealed.things")
        waiting.append(Waiting(message("now.seal"), url))
    return waiting


def _phones_waiting(session: Session) -> Iterator[Waiting]:
    for asked in askers(session):
        said = message("now.asks-in", who=whose(session, asked.seat).name)
        yield Waiting(said, at(session, "seats.phones"), decides=True)


def _changes_waiting(session: Session) -> Iterator[Waiting]:
    change = pending_change(session)
    if change is None:
        return
    url = at(session, "changes.waiting")
    here = spoken_for_here(session)
    if any(party.id not in change.agreed for party in here):
        yield _decision(session, "now.change", url, change.entry)
    else:
        yield Waiting(message("now.change-waits"), url)


def _rulings_waiting(session: Session) -> Iterator[Waiting]:
    if not session.has(Ruled):
        return
    is_arbiter = place(session.id).is_arbiter
    unanswered = statements.unanswered(session) if is_arbiter else None
    unheard = statements.unheard(session, stating(session))
    # each with whether this phone decides something by it
    rulings = (
        ("now.ruling", effects.due(session), False),
        ("now.decide", unanswered, True),
        ("now.ask-again", statements.to_ask_again(session), False),
        ("now.displaced", displaced(session), False),
        ("now.state", unheard, True),
    )
    for code, ruling, is_decided_here in rulings:
        if ruling is None:
            continue
        url = at(session, "arbiter.ruling", seq=ruling.seq)
        if is_decided_here:
            yield _decision(session, code, url, session.log[ruling.seq - 1])
        else:
            yield Waiting(message(code), url)
    bound = on_deals.bound(session)
    if bound:
        url = at(session, "arbiter.rulings")
        yield Waiting(message("now.bound", n=len(bound)), url)


def _questions_waiting(session: Session) -> Iterator[Waiting]:
    if session.has(JudgmentAsked):
        put = waits_for(session, speaker_here(session))
        if put is not None:
            facts = dict(put.asked.facts)
            facts.pop(Fact.BOUND, None)
            url = at(session, "arbiter.irregularity", name=put.asked.name, **facts)
            yield _decision(session, "now.judge", url, put.entry)
    if session.has(ChoiceOffered):
        offered = statements.choice_for(session, place(session.id).seats)
        if offered is not None:
            entry, event = offered
            facts = dict(event.facts)
            url = at(session, "arbiter.irregularity", name=event.name, **facts)
            yield _decision(session, "now.choice", url, entry)


# What the phone that asks is to decide, of which irregularity, and by whose entry: it
# stands below the score.
def _decision(session: Session, code: str, url: str, entry: Recorded) -> Waiting:
    event = entry.event
    about = None
    if isinstance(event, Ruled | JudgmentAsked | ChoiceOffered):
        about = message(f"{session.game.family}.irregularity.{event.name}")
    by = sessions.made_by(session, entry)
    return Waiting(message(code), url, True, about, by)


def accepts_arbiter(session: Session) -> tuple[PartyId, ...]:
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


class EntrySaid(NamedTuple):
    """One entry in plain words: number, fact, when and by whom."""

    seq: int
    said: object
    when: str
    by: object
    note: str


def entry_said(session: Session, entry: Recorded) -> EntrySaid:
    return EntrySaid(
        seq=entry.seq,
        said=_said_by_name(session, entry),
        when=clock(entry.at),
        by=sessions.made_by(session, entry),
        note=entry.note,
    )


def _said_by_name(session: Session, entry: Recorded) -> object:
    people = dict(sessions.seated_at(session, sessions.stands_at(session, entry)))
    said = beside(said_then(session, entry), people)
    event = entry.event
    seat = getattr(event, "seat", None)
    if seat is not None and isinstance(event, session.game.calls):
        said = message("play.said.by", seat=beside(seat, people), said=said)
    return said


def newest_first(session: Session) -> Iterator[Recorded]:
    return (
        entry for entry in reversed(session.log) if not isinstance(entry.event, Voided)
    )


@once
def struck_by(session: Session) -> dict[int, Recorded]:
    """What struck an entry, by the entry's number; of what was looked through before
    the session grew, as it was found then."""
    seen, earlier = session.carried(struck_by) or (0, {})
    struck = dict(earlier)
    for entry in session.log[seen:]:
        if isinstance(entry.event, Voided):
            struck[entry.event.entry] = entry
    session.carry(struck_by, struck)
    return struck


class EntryShown(NamedTuple):
    """One entry in the list of them: what it stands for (`instead`); why, by whom and
    when it was struck out; whether it may be put right here, or only corrected."""

    entry: EntrySaid
    on_paper: bool
    instead: object
    struck: tuple[str, object, str] | None
    may_change: bool
    stays: bool


def log_values(session: Session, shown: Iterable[Recorded]) -> list[EntryShown]:
    struck = struck_by(session)
    on_paper = from_paper(session)
    may_enter = place(session.id).may_enter
    values = []
    for entry in shown:
        by = struck.get(entry.seq)
        is_of_phones = isinstance(entry.event, PHONED)
        entry_shown = EntryShown(
            entry=entry_said(session, entry),
            on_paper=entry.seq in on_paper,
            instead=_said_instead(session, entry),
            struck=_struck_said(session, by) if by else None,
            may_change=by is None and may_enter and not is_of_phones,
            stays=isinstance(entry.event, Seated | Left),
        )
        values.append(entry_shown)
    return values


def _said_instead(session: Session, entry: Recorded) -> object:
    if entry.place is None:
        return None
    struck = struck_by(session).get(entry.place)
    if struck is None or struck.key != entry.key:
        return None
    return said_then(session, session.log[entry.place - 1])


def _struck_said(session: Session, by: Recorded) -> tuple[str, object, str]:
    reason: str = getattr(by.event, "reason", "")
    return reason, sessions.made_by(session, by), clock(by.at)


# ---- the deal in progress ----


@once
def in_progress(session: Session) -> Log:
    seqs = set[int]()
    for row in session.sheet.rows():
        if not row.is_finished:
            seqs.update(row.entries)
    if not seqs:
        return ()
    return tuple(entry for entry in session.folded.order if entry.seq in seqs)


def entered_last(session: Session) -> Log:
    """What was entered together last, where that was for the deal in progress and can
    be taken back here: a card that was watched has a way of its own, and what a ruling
    entered stays."""
    newest = _newest(session)
    if newest is None:
        return ()
    stays = (*session.game.lasting, *WATCHED)
    last = []
    for entry in in_progress(session):
        if entry.key == newest.key:
            if isinstance(entry.event, stays) or by_ruling(entry):
                return ()
            last.append(entry)
    return tuple(last)


def _newest(session: Session) -> Recorded | None:
    for entry in reversed(session.folded.order):
        if not isinstance(entry.event, NOTED):
            return entry
    return None


def by_ruling(entry: Recorded) -> bool:
    return getattr(entry.event, "ruling", None) is not None


def calls_so_far(session: Session) -> Log:
    deal = in_progress(session)
    calls = tuple(
        entry for entry in deal if isinstance(entry.event, session.game.calls)
    )
    return calls if calls and calls[-1] is deal[-1] else ()


def line_example(session: Session) -> Message | None:
    spoken = session.game.spoken
    if spoken is None or not spoken.is_open(session.folded.state):
        return None
    return named_message(spoken.example(session.folded.state), session.folded.people)


# ---- the menus ----


def settings_values(session: Session) -> Values:
    game = session.game
    settings = session.settings
    return {"groups": grouped(game, settings), "preset": preset_name(game, settings)}
