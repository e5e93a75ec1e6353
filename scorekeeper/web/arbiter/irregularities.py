"""What went wrong: the likely things first, all others by name; and the ruling that
what is told leads to, entered."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from flask import request
from flask.typing import ResponseReturnValue

from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.facts import Fact, Which
from scorekeeper.core.messages import Message, message
from scorekeeper.core.ruling_notes import ChoiceOffered, FactsStated
from scorekeeper.core.rulings import OpenQuestion, Ruling
from scorekeeper.core.session import Command, Entry
from scorekeeper.core.sheet import Row
from scorekeeper.games.arbiter.arbiter import AnyIrregularity, Phase
from scorekeeper.tables.deals import deal_row, is_watchable
from scorekeeper.tables.rulings import entering
from scorekeeper.tables.rulings.given import ruled_on
from scorekeeper.tables.rulings.on_deals import just_after
from scorekeeper.tables.session import Session, short
from scorekeeper.web.arbiter.asking import ArbiterAt, DealShown, blueprint
from scorekeeper.web.arbiter.inquiries import (
    Inquiry,
    earlier_row,
    inquiry_at,
    words_of,
)
from scorekeeper.web.arbiter.quarrel_page import quarrel_page
from scorekeeper.web.arbiter.rulings import accept_entered
from scorekeeper.web.page import incoming
from scorekeeper.web.page.answers import see_other
from scorekeeper.web.page.incoming import argument, sent, to_enter
from scorekeeper.web.page.parts import Values
from scorekeeper.web.page.place import Need, place
from scorekeeper.web.table import presenters
from scorekeeper.web.table.sessions import append, note_if_recorded, record

LONGEST = 40  # how many letters may be looked for


@blueprint.get("/ask", need=Need.READ)
def menu(ask: ArbiterAt) -> ResponseReturnValue:
    session = ask.session
    about = _about(ask)
    return ask.shown_with_persons(
        "menu",
        likely=_likely(ask, about),
        may_watch=is_watchable(session),
        rulings=len(ruled_on(session)),
        **_which_deal(ask, about),
    )


@blueprint.get("/ask/irregularity", need=Need.READ)
def irregularities(ask: ArbiterAt) -> ResponseReturnValue:
    wanted = argument("q").strip()[:LONGEST]
    about = _about(ask)
    text = incoming.words().text
    groups: dict[Phase, list[tuple[Message, str]]] = {phase: [] for phase in Phase}
    for irregularity in _offered(ask):
        words = words_of(ask, irregularity)
        if wanted.lower() in text(words).lower():
            url = _url_of(ask, irregularity, about)
            groups[irregularity.phase].append((words, url))
    return ask.shown_with_persons(
        "irregularities",
        groups=groups,
        likely=[] if wanted else _likely(ask, about),
        wanted=wanted,
        **_which_deal(ask, about),
    )


def _offered(ask: ArbiterAt) -> list[AnyIrregularity]:
    settings = ask.session.settings
    return [one for one in ask.arbiter.irregularities if one.fits(settings)]


# ---- which deal it is about ----

IN_PLAY = "now"  # as addresses have the deal in play, where one was just entered


@dataclass(frozen=True, slots=True)
class About:
    """The deal that it is asked about: the `row` of one that is over, None for that in
    play. `last` is the one that was just entered, where nothing of the next is recorded
    and it can be either of them."""

    row: Row | None
    last: Row | None

    @property
    def told(self) -> dict[str, str]:
        if self.row is not None:
            return {Fact.DEAL.value: str(self.row.id)}
        return {Fact.DEAL.value: IN_PLAY} if self.last is not None else {}


def _about(ask: ArbiterAt) -> About:
    row = deal_row(ask.session)
    is_over = row is not None and row.is_finished and not is_watchable(ask.session)
    last = row if is_over else None
    wanted = argument("deal")
    if wanted == IN_PLAY:
        return About(None, last)
    return About(earlier_row(ask, wanted) or last, last)


class DealAsked(NamedTuple):
    """A deal that it can be about, as addresses have it."""

    label: Message
    deal: object
    is_on: bool


def _which_deal(ask: ArbiterAt, about: About) -> Values:
    deals = []
    if about.last is not None and about.row in (about.last, None):
        for row in (about.last, None):
            label = row.label if row else message("custom.answer.now")
            deal = row.id if row else IN_PLAY
            deals.append(DealAsked(label, deal, row is about.row))
    shown: Values = {"of_deal": about.told, "deals": deals}
    if about.row is not None and about.row is not about.last:
        shown["deal"] = DealShown(about.row.label)
    return shown


# ---- what is likely ----


class WhoDidIt(NamedTuple):
    name: object
    url: str


class Likely(NamedTuple):
    """What may have gone wrong, and who may have done it."""

    words: Message
    url: str
    seats: list[WhoDidIt]


def _likely(ask: ArbiterAt, about: About) -> list[Likely]:
    likely = []
    for phase, most in _likely_phases(ask, about):
        of_phase = [one for one in _offered(ask) if one.phase is phase]
        likely += [_with_its_seats(ask, one, about) for one in of_phase[:most]]
    return likely


# The phases of a deal in which something may just have gone wrong, the likeliest first,
# and how much of each is offered before all others.
def _likely_phases(ask: ArbiterAt, about: About) -> list[tuple[Phase, int]]:
    if about.row is not None:
        return [(Phase.PLAY, 1), (Phase.END, 3)]
    row = deal_row(ask.session)
    if row is None or row.is_finished:  # nothing of the deal is recorded
        return [(Phase.PLAY, 2), (Phase.LEAD, 1), (Phase.BIDDING, 1)]
    if ask.arbiter.calls is not None and ask.arbiter.calls(ask.state):
        return [(Phase.BIDDING, 4)]
    if ask.watched.entries:
        return [(Phase.PLAY, 3), (Phase.END, 1)]
    return [(Phase.PLAY, 2), (Phase.LEAD, 1), (Phase.END, 1)]


def _with_its_seats(
    ask: ArbiterAt, irregularity: AnyIrregularity, about: About
) -> Likely:
    session = ask.session
    folded = just_after(session, about.row) if about.row else session.folded
    # Any, since only some kinds of field have choices
    fields: dict[str, Any] = {
        field.name: field for field in irregularity.form(folded=folded)
    }
    field = fields.get(Fact.SEAT.value)
    people = dict(session.folded.people)
    seats = [
        WhoDidIt(
            presenters.beside(name, people),
            _url_of(ask, irregularity, about, seat=value),
        )
        for value, name in (field.choices if field else ())
    ]
    url = _url_of(ask, irregularity, about)
    return Likely(words_of(ask, irregularity), url, seats)


def _url_of(
    ask: ArbiterAt, irregularity: AnyIrregularity, about: About, **told: str
) -> str:
    """Where it is told that this happened. What calling it so says is told with it,
    unless cards were recorded, which say more."""
    facts = dict(told)
    if about.row is not None:
        facts |= about.told
    elif about.last is not None:
        facts[Fact.WHICH.value] = Which.NOW.value
    entries = ask.arbiter.watched(ask.state).entries
    if about.row not in (None, about.last) or not entries:
        facts |= irregularity.says
    return ask.url("irregularity", name=irregularity.name, **facts)


@blueprint.get("/ask/irregularity/<name>", need=Need.READ)
def irregularity(ask: ArbiterAt, name: str) -> ResponseReturnValue:
    inquiry = inquiry_at(ask, name, request.args)
    twin = None
    # the page may have been left open since it was ruled
    if isinstance(inquiry.hearing.outcome, Ruling):
        event = inquiry.ruled()
        twin = entering.same_as(ask.session, event, is_settled_one_too=True)
    return quarrel_page(inquiry, twin=twin)


@blueprint.post("/ask/irregularity/<name>", need=Need.RULE)
def enter(ask: ArbiterAt, name: str) -> ResponseReturnValue:
    if note_if_recorded(ask.session):
        return see_other(ask.url("ruling", seq=_entered_before(ask.session)))
    inquiry = inquiry_at(ask, name, request.form)
    if not isinstance(inquiry.hearing.outcome, Ruling):
        return quarrel_page(inquiry, 422)

    # two phones may enter it at once
    def work(_db: object) -> Callable[[], ResponseReturnValue]:
        return _entered(inquiry)

    return incoming.store().in_transaction(work, ask.session.id)()


def _entered(inquiry: Inquiry) -> Callable[[], ResponseReturnValue]:
    """Enter the ruling, unless the table has the same one already and nobody says that
    it is another; where it is accepted at once, that too. Returns what makes the
    answer, which may take its time."""
    ask = inquiry.ask
    session = incoming.open_table(ask.session.id)
    if note_if_recorded(session):
        return partial(see_other, ask.url("ruling", seq=_entered_before(session)))
    event = inquiry.ruled()
    another = short(sent("another"))
    if not another:
        twin = entering.same_as(session, event)
        if twin is not None:
            return partial(quarrel_page, inquiry, 422, twin=twin)
    try:
        command = Command((Entry(event), *_told(session, session.last + 1)))
        appended = append(session, command, note=another)
    except RuleViolation as refusal:
        return partial(quarrel_page, inquiry, 422, refusal.why)
    entered = appended.entries[0].seq
    # what was seen is what is accepted
    is_as_seen = request.form.get("seen", type=int) == session.last
    if sent("accept") and is_as_seen:
        return partial(accept_entered, session.id, entered)
    return partial(see_other, ask.url("ruling", seq=entered))


def _entered_before(session: Session) -> int | None:
    key = request.form.get("key")
    for entry in session.log:
        if entry.key == key:
            return entry.seq
    return None


def _told(session: Session, seq: int) -> list[Entry]:
    """That it was so, as the side says which has it ruled in entry `seq`: the one whose
    seat this phone plays or names, where it speaks for that, or its only one."""
    stating = presenters.stating(session)
    own = place(session.id).own_seat
    by = own.value if own else sent("by")
    sides = [party for party in stating if by in {seat.value for seat in party.seats}]
    if not by and len(stating) == 1:
        sides = list(stating)
    return [Entry(FactsStated(seq, party.id, agrees=True)) for party in sides]


@blueprint.post("/ask/irregularity/<name>/offer", need=Need.RULE)
def offer(ask: ArbiterAt, name: str) -> ResponseReturnValue:
    inquiry = inquiry_at(ask, name, request.form)
    question = inquiry.hearing.outcome
    if not isinstance(question, OpenQuestion) or not question.chooser:
        return quarrel_page(inquiry, 422)
    facts = inquiry.hearing.facts
    offered = ChoiceOffered(inquiry.words.code, tuple(facts.items()), question.chooser)
    command = to_enter(offered)
    then = inquiry.url(**facts)
    return record(ask.session, command, then, partial(quarrel_page, inquiry, 422))
