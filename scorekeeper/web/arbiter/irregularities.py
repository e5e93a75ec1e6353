"""When something went wrong: the facts and choices that are asked for, one after the
other, and the ruling that they lead to."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Any

from flask import abort, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from scorekeeper.core.breaches import suspects
from scorekeeper.core.cards import Card
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.facts import Fact, Which
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.ruling_notes import ChoiceOffered, FactsStated, Ruled
from scorekeeper.core.rulings import OpenQuestion, Ruling
from scorekeeper.core.seats import People, named
from scorekeeper.core.session import AnyFolded, Command, Entry
from scorekeeper.core.sheet import Row
from scorekeeper.games.arbiter.arbiter import AnyIrregularity, Phase
from scorekeeper.games.arbiter.record import Denied
from scorekeeper.games.fields import CardField, read
from scorekeeper.tables.deals import deal_row
from scorekeeper.tables.rulings import effects, entering, statements
from scorekeeper.tables.rulings.both_asked import judging
from scorekeeper.tables.rulings.earlier import with_earlier
from scorekeeper.tables.rulings.given import Given
from scorekeeper.tables.rulings.hearing import Hearing, heard
from scorekeeper.tables.rulings.on_deals import deal_named, just_after
from scorekeeper.tables.rulings.words import ruling_words
from scorekeeper.tables.session import Session, short
from scorekeeper.web.arbiter.asking import ArbiterAt, blueprint
from scorekeeper.web.arbiter.both_asked import to_answer
from scorekeeper.web.arbiter.rulings import points_if_accepted
from scorekeeper.web.page import incoming, parts
from scorekeeper.web.page.answers import see_other
from scorekeeper.web.page.incoming import argument, sent, to_enter
from scorekeeper.web.page.parts import Values
from scorekeeper.web.page.place import Need, place
from scorekeeper.web.table import presenters
from scorekeeper.web.table.sessions import append, record

_OF_THE_PAGE = ("csrf_token", "key", "seen", Fact.BOUND)
LONGEST = 40  # how many letters may be looked for
FEW = 6  # up to so many cards are buttons; more are a picker


@blueprint.get("/ask/irregularity", need=Need.READ)
def irregularities(ask: ArbiterAt) -> ResponseReturnValue:
    wanted = argument("q").strip()[:LONGEST]
    earlier = _earlier(ask, argument("deal"))
    likely = _likely_phases(ask, is_earlier=earlier is not None)
    groups: dict[Phase, list[tuple[Message, AnyIrregularity]]] = {
        phase: [] for phase in (*likely, *Phase)
    }
    text = incoming.words().text
    for irregularity in ask.arbiter.irregularities:
        words = _words(ask, irregularity)
        if wanted.lower() in text(words).lower():
            groups[irregularity.phase].append((words, irregularity))
    about: Values = {"of_deal": {}}
    if earlier is not None:
        about["of_deal"] = {"deal": earlier.id}
        about["deal"] = {"label": earlier.label, "said": (), "is_past": True}
    return ask.shown(
        "irregularities", groups=groups, likely=likely, wanted=wanted, **about
    )


def _likely_phases(ask: ArbiterAt, is_earlier: bool) -> list[Phase]:
    """The phases of a deal in which something may just have gone wrong, the likeliest
    first."""
    if is_earlier:
        return [Phase.END, Phase.PLAY]
    row = deal_row(ask.session)
    if row is None or row.is_finished:  # nothing of the deal is recorded
        return [Phase.PLAY, Phase.LEAD, Phase.BIDDING]
    if ask.arbiter.calls is not None and ask.arbiter.calls(ask.state):
        return [Phase.BIDDING]
    if ask.watched.entries:
        return [Phase.PLAY]
    return [Phase.LEAD, Phase.PLAY]


@dataclass(frozen=True, slots=True)
class Inquiry:
    """An irregularity at a table, the facts that were told of it by their names, and
    what the arbiter says to them.

    `folded` is how the table stood then, and `row` the deal in question, where that is
    over."""

    ask: ArbiterAt
    irregularity: AnyIrregularity
    told: Mapping[str, str]
    hearing: Hearing
    folded: AnyFolded
    row: Row | None = None

    @property
    def people(self) -> People:
        return (self.row.people if self.row else ()) or self.folded.people

    def named(self, value: object) -> Any:
        return named(value, self.people)

    @property
    def words(self) -> Message:
        return _words(self.ask, self.irregularity)

    def url(self, view: str = "irregularity", **facts: Any) -> str:
        deal = {"deal": self.row.id} if self.row else {}
        name = self.irregularity.name
        return self.ask.url(view, name=name, **deal | facts)

    def ruled(self) -> Ruled:
        return entering.entered(self.ask.session, self.words.code, self.hearing)


def inquiry_at(ask: ArbiterAt, name: str, fields: "MultiDict[str, str]") -> Inquiry:
    """The irregularity of this name, with the facts that were sent, several values of
    one with spaces between; and, once there are any, what earlier rulings have to do
    with it."""
    irregularity = ask.arbiter.irregularity(name) or abort(404)
    told = {}
    for field, values in fields.lists():
        if field not in _OF_THE_PAGE:
            told[field] = " ".join(values).strip()
    row = _earlier(ask, told.pop(Fact.DEAL.value, ""))
    judged = judging(ask.session, name)
    if row is None:
        now = ask.session.folded
        told = with_earlier(ask.session, told)
        hearing = heard(irregularity, now, told, judging=judged)
        return Inquiry(ask, irregularity, told, hearing, now)
    then = just_after(ask.session, row)
    facts = {
        Fact.WHICH.value: Which.LAST.value,
        **told,
        Fact.DEAL.value: str(row.id),
    }
    facts = with_earlier(ask.session, facts)
    hearing = heard(irregularity, then, facts, judging=judged)
    return Inquiry(ask, irregularity, told, hearing, then, row)


def _earlier(ask: ArbiterAt, number: str) -> Row | None:
    if not number:
        return None
    return deal_named(ask.session, {Fact.DEAL.value: number}) or abort(404)


@blueprint.get("/ask/irregularity/<name>", need=Need.READ)
def irregularity(ask: ArbiterAt, name: str) -> ResponseReturnValue:
    """The form, the next question, or the ruling: whatever the facts in the address
    lead to."""
    inquiry = inquiry_at(ask, name, request.args)
    blank = inquiry.irregularity.form(folded=inquiry.folded)
    if not inquiry.told and any(field.type != "HiddenField" for field in blank):
        return _form_page(replace(inquiry, hearing=Hearing(blank, {})))
    return outcome_page(inquiry)


@blueprint.post("/ask/irregularity/<name>", need=Need.RULE)
def enter(ask: ArbiterAt, name: str) -> ResponseReturnValue:
    inquiry = inquiry_at(ask, name, request.form)
    if not isinstance(inquiry.hearing.outcome, Ruling):
        return outcome_page(inquiry, 422)

    # two phones may enter it at once
    def work(_db: object) -> Callable[[], ResponseReturnValue]:
        return _entered(inquiry)

    return incoming.store().in_transaction(work, ask.session.id)()


def _entered(inquiry: Inquiry) -> Callable[[], ResponseReturnValue]:
    """Enter the ruling, unless the table has the same one already and nobody says that
    it is another. Returns what makes the answer, which may take its time."""
    ask = inquiry.ask
    session = incoming.open_table(ask.session.id)
    event = inquiry.ruled()
    another = short(sent("another"))
    first = _entered_before(session)
    if first is None and not another:
        twin = entering.same_as(session, event)
        if twin is not None:
            return partial(outcome_page, inquiry, 422, twin=twin)
    seq = session.last + 1 if first is None else first
    try:
        command = Command((Entry(event), *_told(session, seq)))
        appended = append(session, command, note=another)
    except RuleViolation as refusal:
        return partial(outcome_page, inquiry, 422, refusal.why)
    return partial(see_other, ask.url("ruling", seq=appended.entries[0].seq))


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
        return outcome_page(inquiry, 422)
    facts = inquiry.hearing.facts
    offered = ChoiceOffered(inquiry.words.code, tuple(facts.items()), question.chooser)
    command = to_enter(offered)
    then = inquiry.url(**facts)
    return record(ask.session, command, then, partial(outcome_page, inquiry, 422))


def _words(ask: ArbiterAt, irregularity: AnyIrregularity) -> Message:
    return message(f"{ask.session.game.family}.irregularity.{irregularity.name}")


# ---- the pages ----


def outcome_page(
    inquiry: Inquiry,
    code: int = 200,
    refusal: Message | None = None,
    twin: Given | None = None,
) -> ResponseReturnValue:
    """What the facts lead to: the form again, the next question, or the ruling; `twin`
    is the same ruling where the table has it already."""
    outcome = inquiry.hearing.outcome
    if outcome is None:
        return _form_page(inquiry, 422)
    if isinstance(outcome, Denied):
        return _denied_page(inquiry, outcome)
    if isinstance(outcome, OpenQuestion):
        return _question_page(inquiry, outcome, code)
    if twin is not None:
        refusal = message("rulings.refused.same", number=twin.number)
    session = inquiry.ask.session
    return _shown_with_persons(
        inquiry,
        "outcome",
        code=code,
        ruling=inquiry.ask.explained(
            ruling_words(outcome, inquiry.people, inquiry.ask.arbiter)
        ),
        effects=[effects.effect_said(session, effect) for effect in outcome.effects],
        points=_points(inquiry, outcome),
        action=inquiry.url("enter"),
        put=inquiry.hearing.put,
        refusal=refusal,
        twin=twin,
    )


def _points(inquiry: Inquiry, ruling: Ruling) -> list[Message]:
    session = inquiry.ask.session
    if not ruling.effects or not session.log:
        return []
    would_be = effects.would_be(session, inquiry.ruled())
    return points_if_accepted(inquiry.ask, would_be)


def _question_page(
    inquiry: Inquiry, question: OpenQuestion, code: int, denied: Denied | None = None
) -> ResponseReturnValue:
    return _shown_with_persons(
        inquiry,
        "question",
        code=code,
        question=_question(inquiry, question),
        **_denied(inquiry.ask, denied),
    )


def _shown_with_persons(
    inquiry: Inquiry, template: str, /, **values: Any
) -> ResponseReturnValue:
    values["inquiry"] = inquiry
    values["answers"] = inquiry.named(inquiry.hearing.answers)
    beside = presenters.beside(values, dict(inquiry.people))
    return inquiry.ask.shown(template, **_deal_shown(inquiry), **beside)


def _deal_shown(inquiry: Inquiry) -> Values:
    row = inquiry.row
    if row is None:
        return {}
    facts = [
        named(fact.value, inquiry.people)
        for fact in row.facts
        if fact.value is not None
    ]
    return {"deal": {"label": row.label, "said": facts[:3], "is_past": True}}


def _denied_page(inquiry: Inquiry, denied: Denied) -> ResponseReturnValue:
    """What was told is not what is on record: it is asked again, with all else that was
    told; or the record is wrong, and is corrected first."""
    if denied.name in inquiry.hearing.form:
        return _form_page(inquiry, 422, denied)
    irregularity = inquiry.irregularity
    others = dict(inquiry.told)
    others.pop(denied.name, None)
    judged = judging(inquiry.ask.session, irregularity.name)
    again = heard(irregularity, inquiry.folded, others, judging=judged)
    if not isinstance(again.outcome, OpenQuestion):
        return _form_page(inquiry, 422, denied)
    asked_again = replace(inquiry, told=others, hearing=again)
    return _question_page(asked_again, again.outcome, 422, denied)


def _denied(ask: ArbiterAt, denied: Denied | None) -> Values:
    if denied is None:
        return {}
    session = ask.session
    seq = denied.entry
    url = None
    for row in session.sheet.rows():
        if seq is None or seq not in row.entries:
            continue
        if seq == row.id:
            url = incoming.at(session, "sessions.correct_row", row_id=seq)
        else:
            url = incoming.at(session, "sessions.correct_entry", seq=seq)
        break
    return {"denied": ask.named(denied.said), "correct_url": url}


def _question(inquiry: Inquiry, question: OpenQuestion) -> Values:
    session = inquiry.ask.session
    facts = inquiry.hearing.facts

    def link(value: object) -> Values:
        return {"url": inquiry.url(**facts | {question.name: str(value)})}

    options = [
        {"said": inquiry.named(said)} | link(value)
        for value, said in question.options
        if not question.is_determined or value in question.may_tell
    ]
    offered = statements.choice_for(session, question.chooser)
    judged = None
    if question.is_determined:
        name = inquiry.irregularity.name
        judged = to_answer(session, name, facts, question, inquiry.named)
    cards = _cards_to_pick(question)
    return {
        "chooser": _chooser_elsewhere(inquiry, question),
        "is_offered": offered is not None and dict(offered.facts) == facts,
        "asked": inquiry.named(question.asked),
        "judged": judged,
        "cite": question.cite,
        "is_short": all(
            said.code.endswith("answer.is") for _, said in question.options
        ),
        "options": options,
        "deck": parts.deck(cards, link) if cards else None,
    }


def _chooser_elsewhere(inquiry: Inquiry, question: OpenQuestion) -> object:
    mine = place(inquiry.ask.session.id)
    elsewhere = mine.elsewhere.difference(mine.seats)
    choosers = [inquiry.named(seat) for seat in question.chooser if seat in elsewhere]
    return listed(choosers) if choosers else None


def _cards_to_pick(question: OpenQuestion) -> set[Card]:
    """The cards that may be answered, where they are many and nothing else may be: few
    are better asked for in words."""
    cards = set()
    for value, _ in question.options:
        card = read(Card, value)
        if card is None or str(card) != value:
            return set()
        cards.add(card)
    return cards if len(cards) > FEW else set()


def _form_page(
    inquiry: Inquiry, code: int = 200, denied: Denied | None = None
) -> ResponseReturnValue:
    form = inquiry.hearing.form
    people = dict(inquiry.people)
    for field in form:
        choices = getattr(field, "choices", None)
        if isinstance(choices, tuple):
            field.choices = presenters.beside(choices, people)  # type: ignore[attr-defined]
    asked_here = {*form.data, Fact.BOUND}

    def deck(field: CardField) -> list[list[Values]]:
        return parts.deck(field.cards, lambda card: {"is_on": card == field.card})

    return inquiry.ask.shown(
        "irregularity",
        code=code,
        row=inquiry.row,
        words=inquiry.words,
        form=form,
        deck=deck,
        suspects=_suspects(inquiry),
        kept={
            name: fact for name, fact in inquiry.told.items() if name not in asked_here
        },
        **_deal_shown(inquiry),
        **_denied(inquiry.ask, denied),
    )


def _suspects(inquiry: Inquiry) -> list[Values]:
    """The plays of the deal in progress that it can have been, while nothing is told of
    it yet; each with the address that tells so."""
    ask = inquiry.ask
    is_blank = not inquiry.hearing.facts and inquiry.row is None
    if not inquiry.irregularity.proved or not ask.rules or not is_blank:
        return []
    people = dict(inquiry.people)
    plays = []
    for trick, play in islice(suspects(ask.rules, ask.watched), FEW):
        url = inquiry.url(seat=play.seat.value, card=play.card, trick=trick)
        seat = presenters.beside(ask.named(play.seat), people)
        plays.append({"card": play.card, "seat": seat, "trick": trick, "url": url})
    return plays
