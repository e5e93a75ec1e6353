"""The rulings of a table: what the sides say to each, and how it comes into the
score."""

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from flask import abort, request
from flask.typing import ResponseReturnValue

from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.ruling_notes import (
    PLAY_ON,
    FactsStated,
    RemedyAgreed,
    RulingAccepted,
    RulingAppealed,
)
from scorekeeper.core.seats import Party, PartyId
from scorekeeper.core.session import Command, Entry, Event
from scorekeeper.tables.consent import NotAgreed
from scorekeeper.tables.rulings import answering, effects, statements, views
from scorekeeper.tables.rulings.answering import WhyNot
from scorekeeper.tables.rulings.effects import EffectState
from scorekeeper.tables.rulings.given import (
    UNSETTLED,
    Given,
    RulingState,
    ruled_on,
    ruling_of,
)
from scorekeeper.tables.rulings.on_deals import deal_of, decided
from scorekeeper.tables.rulings.standing import standing_said
from scorekeeper.tables.seals import settling
from scorekeeper.tables.session import Session, seated_when, short
from scorekeeper.tables.voices import minutes_left, speaks
from scorekeeper.web.arbiter.asking import ArbiterAt, asked, blueprint
from scorekeeper.web.page import incoming, phone
from scorekeeper.web.page.answers import see_other
from scorekeeper.web.page.incoming import argument, sent, to_enter
from scorekeeper.web.page.parts import Values, part_of
from scorekeeper.web.page.place import Need, place, side_elsewhere, speaker_here
from scorekeeper.web.table.presenters import stating
from scorekeeper.web.table.sessions import append, note_if_recorded, record, record_then

LISTED = 10  # how many rulings a part of the list has


@blueprint.get("/docket", need=Need.READ)
def rulings(ask: ArbiterAt) -> ResponseReturnValue:
    rows, ways = part_of(len(ruled_on(ask.session)), size=LISTED)
    shown = views.rulings_view(ask.session, some=rows)
    return ask.shown_with_persons("rulings", rulings=shown, **ways)


class Matter(NamedTuple):
    """A ruling that is open at some table: who sat there, and its page."""

    ruling: views.RulingView
    who: object
    url: str


@blueprint.get("/matters", need=Need.ARBITER)
def matters(ask: ArbiterAt) -> ResponseReturnValue:
    """What is open at all tables whose arbiter this phone is."""
    waiting = list[tuple[Session, Given]]()
    for session in _arbitrated_here():
        waiting += ((session, given) for given in views.open_rulings(session))
    rows, ways = part_of(len(waiting), size=LISTED)
    shown = []
    for session, given in waiting[rows]:
        people = seated_when(session, given.seq)
        who = listed(tuple(person for _, person in people))
        url = incoming.at(session, ".ruling", seq=given.seq)
        shown.append(Matter(views.ruling_view(session, given), who, url))
    return ask.shown("matters", matters=shown, **ways)


def _arbitrated_here() -> Iterator[Session]:
    store = incoming.store()
    for session_id in sorted(store.phones.tables(phone.here())):
        if not place(session_id).is_arbiter:
            continue
        session = store.readable(session_id)
        if session is not None and session.game.arbiter:
            yield session


@blueprint.get("/docket/<int:seq>", need=Need.READ)
def ruling(ask: ArbiterAt, seq: int) -> ResponseReturnValue:
    return _page(ask, _ruling(ask, seq))


@blueprint.post("/docket/<int:seq>/accept", need=Need.RULE)
def accept(ask: ArbiterAt, seq: int) -> ResponseReturnValue:
    given = _ruling(ask, seq)
    if note_if_recorded(ask.session):
        return see_other(ask.url("ruling", seq=seq))
    remedy = sent("remedy")
    why = _why_not_accepted(ask, given, remedy)
    if why is not None:
        offered = _offering(ask, given, remedy) if why.is_others else ()
        if offered:
            return _append(ask, given, Command(offered))
        return _page(ask, given, 422, why.said)
    decides = place(ask.session.id).is_arbiter
    accepted = RulingAccepted(seq, remedy, arbiter=decides or None)
    if remedy or effects.effect_state(ask.session, given) is EffectState.APPLIED:
        return _append(ask, given, to_enter(accepted))
    return _carry_out(ask, given, accepted)


def _offering(ask: ArbiterAt, given: Given, remedy: str) -> tuple[Entry, ...]:
    """That the sides of this phone would settle it by this remedy, where they have not
    said so: the others are asked then."""
    agreed = statements.agreed_to(ask.session, given, remedy)
    return tuple(
        Entry(RemedyAgreed(given.seq, party.id, remedy))
        for party in stating(ask.session)
        if party.id not in agreed
    )


def accept_entered(session_id: str, seq: int) -> ResponseReturnValue:
    """Accept a ruling that the same form has just entered, or said its word on. Where
    it can't be accepted now, its page says why."""
    ask = asked(session_id)
    given = _ruling(ask, seq)
    then = see_other(ask.url("ruling", seq=seq))
    key = f"{incoming.form_key()}-accepted"
    is_done = any(entry.key == key for entry in ask.session.log)
    if is_done or _why_not_accepted(ask, given, "") is not None:
        return then
    decides = place(session_id).is_arbiter
    command = _with_effect(ask, given, RulingAccepted(seq, arbiter=decides or None))
    with suppress(RuleViolation, NotAgreed):
        append(ask.session, command, key=key)
    note_if_recorded(ask.session)  # the phone is told so by the form's own key
    return then


def _why_not_accepted(ask: ArbiterAt, given: Given, remedy: str) -> WhyNot | None:
    if deal_of(ask.session, given).is_struck:
        return WhyNot(message("rulings.refused.struck"))
    if not _may_answer(ask, given):
        return WhyNot(message("rulings.refused.answered"))
    known = ["", PLAY_ON]
    ruling = views.ruling_view(ask.session, given).ruling
    if ruling:
        known += (other.code for other in ruling.remedies)
    if remedy not in known:
        return WhyNot(message("rulings.refused.remedy"))
    return _why_not(ask, given, remedy)


def _may_answer(ask: ArbiterAt, given: Given) -> bool:
    """Whether this phone may accept the ruling or settle it otherwise: until that is
    done, again after an appeal, and the arbiter's also where its own word is not in the
    score yet; never where its deal was struck out."""
    if deal_of(ask.session, given).is_struck:
        return False
    mine = place(ask.session.id)
    is_unsettled = given.state in UNSETTLED
    if mine.is_arbiter and given.is_arbiters:
        effect = effects.effect_state(ask.session, given)
        is_unsettled = is_unsettled or effect in (EffectState.DUE, EffectState.DROPPED)
    return is_unsettled and mine.fills(Need.RULE)


@blueprint.post("/docket/<int:seq>/state", need=Need.RULE)
def state(ask: ArbiterAt, seq: int) -> ResponseReturnValue:
    given = _ruling(ask, seq)
    words = short(sent("words"))
    is_accepting = sent("agrees") == "accept"
    agrees = is_accepting or sent("agrees") == "yes"
    if sent("instead"):
        stated = FactsStated(seq, PartyId(sent("party")), agrees, instead=True)
        return _append(ask, given, to_enter(stated))
    parties = _stating_now(ask, given, sent("party"))
    if not agrees and not words:
        return _page(ask, given, 422, message("rulings.refused.words"))
    said = "" if agrees else words
    entries = (Entry(FactsStated(seq, party, agrees, said)) for party in parties)
    command = Command(tuple(entries))
    if is_accepting:
        then = partial(accept_entered, ask.session.id, seq)
        return record_then(ask.session, command, then, partial(_page, ask, given, 422))
    return _append(ask, given, command)


ALL = "all"  # the sides that say what they say with one tap, where they share a phone


def _stating_now(ask: ArbiterAt, given: Given, named: str) -> list[PartyId]:
    here = _asked_here(ask, given)
    if named == ALL:
        parties = [side.party.id for side in here if side.agrees is None]
    else:
        parties = [side.party.id for side in here if side.party.id == named]
    return parties or abort(400)


def _asked_here(ask: ArbiterAt, given: Given) -> list[statements.Statement]:
    mine = stating(ask.session)
    heard = statements.statements_on(ask.session, given)
    return [statement for statement in heard if statement.party in mine]


def _why_not(ask: ArbiterAt, given: Given, remedy: str) -> WhyNot | None:
    speaker = speaker_here(ask.session)
    return answering.why_not(ask.session, speaker, given, remedy, incoming.now())


def _why_not_said(ask: ArbiterAt, given: Given, remedy: str = "") -> Any:
    why = _why_not(ask, given, remedy)
    return None if why is None else ask.named(why.said)


@blueprint.post("/docket/<int:seq>/apply", need=Need.RULE)
def apply(ask: ArbiterAt, seq: int) -> ResponseReturnValue:
    given = _ruling(ask, seq)
    if note_if_recorded(ask.session):
        return see_other(ask.url("ruling", seq=seq))
    if given.state is not RulingState.ACCEPTED:
        return _page(ask, given, 422, message("rulings.refused.not-accepted"))
    return _carry_out(ask, given)


@blueprint.post("/docket/<int:seq>/undo", need=Need.ENTER)
def undo(ask: ArbiterAt, seq: int) -> ResponseReturnValue:
    """Take back the answer to a ruling, with what it did to the score: all sides
    together."""
    given = _ruling(ask, seq)
    if note_if_recorded(ask.session):
        return see_other(ask.url("ruling", seq=seq))
    reason = incoming.words().text(message("rulings.undone", number=given.number))
    try:
        command = effects.undone(ask.session, given, reason)
    except RuleViolation as refusal:
        return _page(ask, given, 422, refusal.why)
    if not command.voids:
        return _page(ask, given, 422, message("rulings.refused.not-accepted"))
    return _append(ask, given, command)


@blueprint.route("/docket/<int:seq>/appeal", methods=["GET", "POST"], need=Need.ENTER)
def appeal(ask: ArbiterAt, seq: int) -> ResponseReturnValue:
    given = _ruling(ask, seq)
    mine = place(ask.session.id)
    reason = short(sent("reason"))
    named = sent("by")
    by = named if named in mine.letters else None
    is_sent = request.method == "POST"
    if is_sent and reason:
        appealed = RulingAppealed(seq, reason)
        return _append(ask, given, to_enter(appealed), by)
    return ask.shown_with_persons(
        "appeal",
        code=422 if is_sent else 200,
        one=views.ruling_view(ask.session, given),
        seats=[ask.whose(seat)._replace(is_on=seat.value == by) for seat in mine.seats],
        refusal=message("rulings.refused.reason") if is_sent else None,
    )


def _ruling(ask: ArbiterAt, seq: int) -> Given:
    return ruling_of(ask.session, seq) or abort(404)


def _carry_out(ask: ArbiterAt, given: Given, *answer: Event) -> ResponseReturnValue:
    command = _with_effect(ask, given, *answer)
    if not command.entries:
        return _page(ask, given, 422, message("rulings.refused.not-yet"))
    return _append(ask, given, command)


def _with_effect(ask: ArbiterAt, given: Given, *answer: Event) -> Command:
    reason = _reason(given)
    first = tuple(Entry(event) for event in answer)
    if any(isinstance(event, RulingAccepted) for event in answer):
        first += settling(ask.session, given, reason)
    return effects.applied(ask.session, given, reason, *first)


def _reason(given: Given) -> str:
    return incoming.words().text(message("rulings.reason", number=given.number))


def _append(
    ask: ArbiterAt, given: Given, command: Command, by: str | None = None
) -> ResponseReturnValue:
    then = ask.url("ruling", seq=given.seq)
    return record(ask.session, command, then, partial(_page, ask, given, 422), by)


def points_if_accepted(ask: ArbiterAt, given: Given) -> list[Message]:
    """What the ruling would change in points if it were accepted now; nothing while it
    can't."""
    session = ask.session
    reason = _reason(given)
    settled = settling(session, given, reason)
    moved = effects.points_if_accepted(session, given, reason, *settled)
    return [
        message("effect.points", amount=points, party=ask.named(party))
        for party, points in moved
    ]


def _page(
    ask: ArbiterAt, given: Given, code: int = 200, refusal: Message | None = None
) -> ResponseReturnValue:
    view = views.ruling_view(ask.session, given)
    if view.ruling:
        view = view._replace(ruling=ask.explained(view.ruling))
    is_struck = view.on.is_struck
    is_unsettled = given.state in UNSETTLED and not is_struck
    facts = view.again
    again = None
    if facts is not None:
        again = ask.url("irregularity", name=given.event.name, **dict(facts))
    heard = statements.statements_on(ask.session, given)
    stating = [] if is_struck else _asked_here(ask, given)
    return ask.shown_with_persons(
        "ruling",
        code=code,
        one=view,
        points=points_if_accepted(ask, given) if is_unsettled else [],
        enters=standing_said(ask.session, given) if is_unsettled else (),
        again=again,
        play_on=PLAY_ON,
        stating=stating,
        asked=[side for side in stating if side.agrees is None],
        silent=_silent_elsewhere(ask, given, heard) if is_unsettled else [],
        refusal=ask.named(refusal),
        **_may_be_done(ask, given, view, is_unsettled),
    )


def _remedy_asked(ask: ArbiterAt, given: Given) -> str | None:
    here = {party.id for party in stating(ask.session)}
    for party, remedy in statements.remedies_wanted(ask.session, given).items():
        agreed = statements.agreed_to(ask.session, given, remedy)
        if party not in here and here - agreed:
            return remedy
    return None


class Silent(NamedTuple):
    """A side that is asked on another phone and has said nothing: for how many
    `minutes` the host must still wait, None where it is asked on the host's phone, or
    where the arbiter decides; whether the phone that asks may answer for it."""

    party: Party
    minutes: int | None
    may_instead: bool


def _silent_elsewhere(
    ask: ArbiterAt, given: Given, heard: list[statements.Statement]
) -> list[Silent]:
    session = ask.session
    speaker = speaker_here(session)
    silent = list[Silent]()
    for statement in heard:
        party = statement.party
        if statement.agrees is not None or speaks(session, speaker, party):
            continue
        minutes = None
        if not speaker.has_arbiter and not speaker.own.isdisjoint(party.seats):
            entry = given.entry
            minutes = minutes_left(session, entry, speaker, party, incoming.now())
        silent.append(Silent(party, minutes, minutes == 0 and speaker.is_host))
    return silent


def _may_be_done(
    ask: ArbiterAt, given: Given, view: views.RulingView, is_unsettled: bool
) -> Values:
    mine = place(ask.session.id)
    is_arbiters = given.is_arbiters and not view.on.is_struck
    is_accepted = given.state is RulingState.ACCEPTED
    is_due = is_accepted and view.score.state is EffectState.DUE
    may_apply = is_due and mine.fills(Need.RULE)
    return {
        "is_differing": bool(argument("differs")),
        "wanted": _remedy_asked(ask, given) if is_unsettled else None,
        "side_elsewhere": side_elsewhere(ask.session) if is_unsettled else None,
        "may_answer": _may_answer(ask, given),
        "why_not": _why_not_said(ask, given),
        "why_not_otherwise": _why_not_said(ask, given, PLAY_ON),
        "may_appeal": mine.may_enter and (is_unsettled or is_arbiters),
        "may_apply": may_apply and bool(_with_effect(ask, given).entries),
        "may_undo": mine.may_enter and given.seq in decided(ask.session),
    }
