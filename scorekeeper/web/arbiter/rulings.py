"""When something went wrong: the facts and choices that are asked for, the ruling, what
the sides say to it, and how it comes into the score."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Any

from flask import abort, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from scorekeeper.core import ruling_notes
from scorekeeper.core.breaches import suspects
from scorekeeper.core.cards import Card
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.facts import Fact, Which
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.rulings import OpenQuestion, Ruling
from scorekeeper.core.seats import People, Seat, named
from scorekeeper.core.session import AnyFolded, Command, Entry, Event
from scorekeeper.core.sheet import Row
from scorekeeper.games.arbiter.arbiter import AnyIrregularity, Phase
from scorekeeper.games.arbiter.record import Denied
from scorekeeper.games.fields import read
from scorekeeper.tables.deals import deal_row
from scorekeeper.tables.rulings import answering, effects, entering, statements, views
from scorekeeper.tables.rulings.both_asked import judging
from scorekeeper.tables.rulings.earlier import with_earlier
from scorekeeper.tables.rulings.given import Given, ruled_on, ruling_of
from scorekeeper.tables.rulings.hearing import Hearing, heard
from scorekeeper.tables.rulings.on_deals import deal_named, deal_of, decided, just_after
from scorekeeper.tables.rulings.standing import standing_said
from scorekeeper.tables.rulings.words import ruling_words
from scorekeeper.tables.seals import settling
from scorekeeper.tables.session import Session, seated_when, short
from scorekeeper.web.arbiter.asking import ArbiterAt, blueprint
from scorekeeper.web.arbiter.both_asked import to_answer
from scorekeeper.web.page import answers, incoming, parts, phone
from scorekeeper.web.page.access import Need, place, speaker_here
from scorekeeper.web.table import presenters
from scorekeeper.web.table.sessions import append, is_recorded, record

LISTED = 10  # how many rulings a part of the list has: each is worked out again from its facts


@blueprint.get("/docket", need=Need.READ)
def rulings(ask: ArbiterAt) -> ResponseReturnValue:
    rows, ways = parts.part_of(len(ruled_on(ask.session)), size=LISTED)
    every = views.rulings_view(ask.session, some=rows)
    return ask.shown_with_persons("rulings", rulings=every, **ways)


@blueprint.get("/matters", need=Need.ARBITER)
def matters(ask: ArbiterAt) -> ResponseReturnValue:
    """What is open at all tables whose arbiter this phone is."""
    waiting = [
        (session, given)
        for other in sorted(incoming.store().phones.tables(phone.here()))
        if place(other).is_arbiter and (session := incoming.store().readable(other))
        if session.game.arbiter
        for given in views.open_rulings(session)
    ]
    rows, ways = parts.part_of(len(waiting), size=LISTED)
    found = [views.ruling_view(session, given) for session, given in waiting[rows]]
    for view, (session, given) in zip(found, waiting[rows], strict=True):
        view["who"] = listed(tuple(name for _, name in seated_when(session, given.seq)))
        view["url"] = incoming.at(session, ".ruling", seq=given.seq)
    return ask.shown_with_persons("matters", matters=found, **ways)


@blueprint.get("/docket/<int:seq>", need=Need.READ)
def ruling(ask: ArbiterAt, seq: int) -> ResponseReturnValue:
    return _page(ask, _ruling(ask, seq))


@blueprint.post("/docket/<int:seq>/accept", need=Need.RULE)
def accept(ask: ArbiterAt, seq: int) -> ResponseReturnValue:
    given = _ruling(ask, seq)
    remedy = request.form.get("remedy", "")
    if is_recorded(ask.session):
        return answers.see_other(ask.url("ruling", seq=seq))
    is_struck = deal_of(ask.session, given).is_struck
    code = "rulings.refused.struck" if is_struck else "rulings.refused.answered"
    why = _why_not(ask, given, remedy) if _may_answer(ask, given) else message(code)
    if why is not None:
        return _page(ask, given, 422, why)
    view = views.ruling_view(ask.session, given)
    decides = place(ask.session.id).is_arbiter
    answer = ruling_notes.RulingAccepted(seq, remedy, arbiter=decides or None)
    listed = (
        [one["code"] for one in view["ruling"]["remedies"]] if view["ruling"] else []
    )
    if remedy and remedy not in (ruling_notes.PLAY_ON, *listed):
        return _page(ask, given, 422, message("rulings.refused.remedy"))
    if remedy or effects.effect_state(ask.session, given) == "applied":
        return _append(ask, given, Command((Entry(answer),)))
    return _carry_out(ask, given, answer)


def _may_answer(ask: ArbiterAt, given: Given) -> bool:
    """Whether this phone may accept the ruling or settle it otherwise: until that is
    done, again after an appeal, and the arbiter's also where its own word is not in the
    score yet; never where its deal was struck out."""
    if deal_of(ask.session, given).is_struck:
        return False
    mine = place(ask.session.id)
    is_unsettled = given.state in ("open", "appealed")
    is_own = mine.is_arbiter and given.is_arbiters
    may_again = is_own and effects.effect_state(ask.session, given) in (
        "due",
        "dropped",
    )
    return mine.fills(Need.RULE) and (is_unsettled or may_again)


@blueprint.post("/docket/<int:seq>/state", need=Need.RULE)
def state(ask: ArbiterAt, seq: int) -> ResponseReturnValue:
    given = _ruling(ask, seq)
    told = short(request.form.get("words", ""))
    agrees = request.form.get("agrees") == "yes"
    mine = {statement.party.id for statement in _asked_here(ask, given)}
    party = request.form.get("party", "")
    if party not in mine:
        abort(400)
    if not agrees and not told:
        return _page(ask, given, 422, message("rulings.refused.words"))
    said = ruling_notes.FactsStated(seq, party, agrees, "" if agrees else told)
    return _append(ask, given, Command((Entry(said),)))


def _asked_here(ask: ArbiterAt, given: Given) -> list[dict[str, Any]]:
    mine = presenters.stating(ask.session)
    return [
        statement
        for statement in statements.statements_on(ask.session, given)
        if statement.party in mine
    ]


def _why_not(ask: ArbiterAt, given: Given, remedy: str = "") -> Message | None:
    speaker = speaker_here(ask.session)
    return answering.why_not(ask.session, speaker, given, remedy, incoming.now())


@blueprint.post("/docket/<int:seq>/apply", need=Need.RULE)
def apply(ask: ArbiterAt, seq: int) -> ResponseReturnValue:
    """Enter the effect of a ruling that was accepted before it could be entered."""
    given = _ruling(ask, seq)
    if is_recorded(ask.session):
        return answers.see_other(ask.url("ruling", seq=seq))
    if given.state != "accepted":
        return _page(ask, given, 422, message("rulings.refused.not-accepted"))
    return _carry_out(ask, given)


@blueprint.post("/docket/<int:seq>/undo", need=Need.ENTER)
def undo(ask: ArbiterAt, seq: int) -> ResponseReturnValue:
    """Take back the answer to a ruling, with what it did to the score: all sides
    together."""
    given = _ruling(ask, seq)
    if is_recorded(ask.session):
        return answers.see_other(ask.url("ruling", seq=seq))
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
    mine = place(ask.session.id).seats
    reason = short(request.form.get("reason", ""))
    by = next(
        (seat.value for seat in mine if seat.value == request.form.get("by")), None
    )
    is_sent = request.method == "POST"
    if is_sent and reason:
        return _append(
            ask, given, Command((Entry(ruling_notes.RulingAppealed(seq, reason)),)), by
        )
    return ask.shown_with_persons(
        "appeal",
        code=422 if is_sent else 200,
        one=views.ruling_view(ask.session, given),
        seats=[ask.whose(seat) | {"is_on": seat.value == by} for seat in mine],
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
    first = tuple(Entry(event) for event in answer)
    if any(isinstance(event, ruling_notes.RulingAccepted) for event in answer):
        first += settling(ask.session, given, _reason(given))
    return effects.applied(ask.session, given, _reason(given), *first)


def _reason(given: Given) -> str:
    return incoming.words().text(message("rulings.reason", number=given.number))


def _append(
    ask: ArbiterAt, given: Given, command: Command, by: str | None = None
) -> ResponseReturnValue:
    then = ask.url("ruling", seq=given.seq)
    return record(ask.session, command, then, partial(_page, ask, given, 422), by)


def _points_if_accepted(ask: ArbiterAt, given: Given) -> list[Message]:
    session = ask.session
    reason = _reason(given)
    settled = settling(session, given, reason)
    moved = effects.points_if_accepted(session, given, reason, *settled)
    return [
        message("effect.points", amount=n, party=ask.named(party)) for party, n in moved
    ]


def _page(
    ask: ArbiterAt, given: Given, code: int = 200, refusal: Message | None = None
) -> ResponseReturnValue:
    one: dict[str, Any] = views.ruling_view(ask.session, given)
    one["ruling"] = one["ruling"] and ask.explained(one["ruling"])
    is_due = one["effect"] == "due" and one["state"] == "accepted"
    again = one["again"]
    name = given.event.name
    mine = place(ask.session.id)
    is_unsettled = one["state"] in ("open", "appealed") and not one["is_struck"]
    is_theirs = given.is_arbiters and not one["is_struck"]
    may_appeal = mine.may_enter and (is_unsettled or is_theirs)
    may_apply = (
        is_due and mine.fills(Need.RULE) and bool(_with_effect(ask, given).entries)
    )
    return ask.shown_with_persons(
        "ruling",
        code=code,
        one=one,
        may_answer=_may_answer(ask, given),
        why_not=_why_not(ask, given),
        why_not_otherwise=_why_not(ask, given, ruling_notes.PLAY_ON),
        may_appeal=may_appeal,
        points=_points_if_accepted(ask, given) if is_unsettled else [],
        enters=standing_said(ask.session, given) if is_unsettled else (),
        again=ask.url("irregularity", name=name, **dict(again))
        if again is not None
        else None,
        may_apply=may_apply,
        may_undo=mine.may_enter and given.seq in decided(ask.session),
        play_on=ruling_notes.PLAY_ON,
        stating=[] if one["is_struck"] else _asked_here(ask, given),
        refusal=refusal,
    )


_OF_THE_PAGE = ("csrf_token", "key", "seen", Fact.BOUND)
LONGEST = 40  # as long may a word be that is looked for
FEW = 6  # up to so many cards are buttons; more are a picker


@blueprint.get("/ask/irregularity", need=Need.READ)
def irregularities(ask: ArbiterAt) -> ResponseReturnValue:
    wanted = request.args.get("q", "").strip()[:LONGEST]
    row = deal_row(ask.session)
    earlier = _earlier(ask, request.args.get("deal", ""))
    if earlier is not None:
        now = [Phase.END, Phase.PLAY]
    elif (
        row is None or "open" not in row.marks
    ):  # nothing of it is recorded: it may be anything
        now = [Phase.PLAY, Phase.LEAD, Phase.BIDDING]
    elif ask.arbiter.calls is not None and ask.arbiter.calls(ask.state):
        now = [Phase.BIDDING]
    else:
        now = [Phase.PLAY] if ask.watched.entries else [Phase.LEAD, Phase.PLAY]
    each = [(_words(ask, one), one) for one in ask.arbiter.irregularities]
    found = [
        one for one in each if wanted.lower() in incoming.words().text(one[0]).lower()
    ]
    phases = (*now, *(one for one in Phase if one not in now))
    groups = {
        phase: [one for one in found if one[1].phase is phase] for phase in phases
    }
    deal = {"deal": earlier.id} if earlier else {}
    told = (
        {} if earlier is None else {"label": earlier.label, "said": (), "is_past": True}
    )
    about = {"deal": told} if told else {}
    return ask.shown(
        "irregularities",
        groups=groups,
        likely=now,
        wanted=wanted,
        of_deal=deal,
        **about,
    )


@dataclass(frozen=True, slots=True)
class Case:
    """An irregularity at a table, what was told of it, and what the arbiter says to
    that."""

    ask: ArbiterAt
    one: AnyIrregularity
    told: Mapping[str, str]
    hearing: Hearing
    folded: AnyFolded
    row: Row | None = None

    @property
    def people(self) -> People:
        return (self.row.people if self.row else ()) or self.folded.people

    def named(self, value: object) -> Any:
        """The value with the persons of that deal where it speaks of seats."""
        return named(value, self.people)

    @property
    def words(self) -> Message:
        return _words(self.ask, self.one)

    def url(self, view: str = "irregularity", **facts: Any) -> str:
        of = {"deal": self.row.id} if self.row else {}
        return self.ask.url(view, name=self.one.name, **of | facts)

    def ruled(self) -> ruling_notes.Ruled:
        return entering.entered(self.ask.session, self.words.code, self.hearing)


def case_at(ask: ArbiterAt, name: str, sent: "MultiDict[str, str]") -> Case:
    """The irregularity of this name, with the facts that were sent, several values of
    one with spaces between; and, once there are any, what earlier rulings have to do
    with it."""
    one = ask.arbiter.irregularity(name) or abort(404)
    facts = {field: " ".join(values).strip() for field, values in sent.lists()}
    told = {field: fact for field, fact in facts.items() if field not in _OF_THE_PAGE}
    row = _earlier(ask, told.pop(Fact.DEAL.value, ""))
    judged = judging(ask.session, name)
    if row is not None:
        folded = just_after(ask.session, row)
        named_deal = {
            Fact.WHICH.value: Which.LAST.value,
            **told,
            Fact.DEAL.value: str(row.id),
        }
        hearing = heard(
            one, folded, with_earlier(ask.session, named_deal), judging=judged
        )
        return Case(ask, one, told, hearing, folded, row)
    told = with_earlier(ask.session, told)
    now = ask.session.folded
    return Case(ask, one, told, heard(one, now, told, judging=judged), now)


def _earlier(ask: ArbiterAt, number: str) -> Row | None:
    return (
        deal_named(ask.session, {Fact.DEAL.value: number}) or abort(404)
        if number
        else None
    )


@blueprint.get("/ask/irregularity/<name>", need=Need.READ)
def irregularity(ask: ArbiterAt, name: str) -> ResponseReturnValue:
    """The form, the next question, or the ruling: whatever the facts in the address
    lead to."""
    case = case_at(ask, name, request.args)
    blank = case.one.form(folded=case.folded)
    if not case.told and any(field.type != "HiddenField" for field in blank):
        return _asked_for(replace(case, hearing=Hearing(blank, {})))
    return outcome_page(case)


@blueprint.post("/ask/irregularity/<name>", need=Need.RULE)
def enter(ask: ArbiterAt, name: str) -> ResponseReturnValue:
    case = case_at(ask, name, request.form)
    if not isinstance(case.hearing.outcome, Ruling):
        return outcome_page(case, 422)
    event = case.ruled()
    another = short(request.form.get("another", ""))
    key = request.form.get("key")

    # two phones may enter it at once
    def work(
        _db: object,
    ) -> Callable[[], ResponseReturnValue]:
        session = incoming.open_table(ask.session.id)
        first = next((entry.seq for entry in session.log if entry.key == key), 0)
        is_new = not first
        twin = entering.same_as(session, event) if is_new and not another else None
        if twin is not None:
            return partial(outcome_page, case, 422, twin=twin)
        try:
            told = _told(session, first or session.last + 1)
            appended = append(session, Command((Entry(event), *told)), note=another)
        except RuleViolation as refusal:
            return partial(outcome_page, case, 422, refusal.why)
        return partial(
            answers.see_other, case.ask.url("ruling", seq=appended.entries[0].seq)
        )

    return incoming.store().together(work, ask.session.id)()


def _told(session: Session, seq: int) -> list[Entry]:
    """That it was so, as the side says which has it ruled in entry `seq`: the one whose
    seat this phone plays or names, where it speaks for that, or its only one."""
    mine = presenters.stating(session)
    by = place(session.id).own_seat or request.form.get("by", "")
    value = by.value if isinstance(by, Seat) else by
    named_ = [party for party in mine if value in {seat.value for seat in party.seats}]
    sides = named_ or (mine if len(mine) == 1 and not value else ())
    return [
        Entry(ruling_notes.FactsStated(seq, party.id, agrees=True)) for party in sides
    ]


@blueprint.post("/ask/irregularity/<name>/offer", need=Need.RULE)
def offer(ask: ArbiterAt, name: str) -> ResponseReturnValue:
    """Offer a choice that the law gives to others on their own phone."""
    case = case_at(ask, name, request.form)
    question = case.hearing.outcome
    if not isinstance(question, OpenQuestion) or not question.chooser:
        return outcome_page(case, 422)
    facts = case.hearing.facts
    offered = ruling_notes.ChoiceOffered(
        case.words.code, tuple(facts.items()), question.chooser
    )
    command = Command((Entry(offered),))
    then = case.url(**facts)
    return record(ask.session, command, then, partial(outcome_page, case, 422))


def _words(ask: ArbiterAt, one: AnyIrregularity) -> Message:
    return message(f"{ask.session.game.family}.irregularity.{one.name}")


def outcome_page(
    case: Case,
    code: int = 200,
    refusal: Message | None = None,
    twin: Given | None = None,
) -> ResponseReturnValue:
    ask = case.ask
    outcome = case.hearing.outcome
    if outcome is None:
        return _asked_for(case, 422)
    if isinstance(outcome, Denied):
        return _refused(case, outcome)
    shown = partial(_shown_with_persons, case, code=code, case=case)
    answers = case.named(case.hearing.answers)
    if isinstance(outcome, OpenQuestion):
        return shown("question", answers=answers, question=_question(case, outcome))
    if twin:
        refusal = message("rulings.refused.same", number=twin.number)
    points = list[Message]()
    if outcome.effects and ask.session.log:
        points = _points_if_accepted(ask, effects.would_be(ask.session, case.ruled()))
    return shown(
        "outcome",
        answers=answers,
        ruling=ask.explained(ruling_words(outcome, case.people, ask.arbiter)),
        effects=[
            effects.effect_said(ask.session, effect) for effect in outcome.effects
        ],
        points=points,
        action=case.url("enter"),
        put=case.hearing.put,
        refusal=refusal,
        twin=twin,
    )


def _deal_shown(case: Case) -> parts.Values:
    row = case.row
    if row is None:
        return {}
    facts = [
        named(fact.value, case.people) for fact in row.facts if fact.value is not None
    ]
    return {"deal": {"label": row.label, "said": facts[:3], "is_past": True}}


def _shown_with_persons(
    case: Case, template: str, /, **values: Any
) -> ResponseReturnValue:
    beside = presenters.beside(values, dict(case.people))
    return case.ask.shown(template, **_deal_shown(case), **beside)


def _refused(case: Case, denied: Denied) -> ResponseReturnValue:
    """What was told is not what is on record: it is asked again, with all else that was
    told; or the record is wrong, and is corrected first."""
    if denied.name in case.hearing.form:
        return _asked_for(case, 422, denied)
    others = {name: fact for name, fact in case.told.items() if name != denied.name}
    judged = judging(case.ask.session, case.one.name)
    again = heard(case.one, case.folded, others, judging=judged)
    if not isinstance(again.outcome, OpenQuestion):
        return _asked_for(case, 422, denied)
    case = replace(case, told=others, hearing=again)
    return _shown_with_persons(
        case,
        "question",
        code=422,
        case=case,
        answers=case.named(again.answers),
        question=_question(case, again.outcome),
        **_denied(case.ask, denied),
    )


def _denied(ask: ArbiterAt, denied: Denied | None) -> parts.Values:
    if denied is None:
        return {}
    session = ask.session
    seq = denied.entry
    row = next((one for one in session.sheet.rows() if seq in one.entries), None)
    url = None
    if seq is not None and row is not None:
        is_first = seq == row.id
        chosen = {"row_id": row.id} if is_first else {"seq": seq}
        url = incoming.at(
            session, f"sessions.correct_{'row' if is_first else 'entry'}", **chosen
        )
    return {"denied": ask.named(denied.said), "correct_url": url}


def _question(case: Case, question: OpenQuestion) -> parts.Values:
    ask = case.ask
    facts = case.hearing.facts

    def url(value: object) -> Any:
        return {"url": case.url(**facts | {question.name: str(value)})}

    mine = place(ask.session.id)
    values = {value for value, _ in question.options}
    cards = {
        card for value in values if (card := read(Card, value)) and str(card) == value
    }
    # Few are better asked for in words, and so is anything besides cards.
    is_picker = len(cards) == len(values) > FEW
    others = [
        seat
        for seat in question.chooser
        if seat in mine.elsewhere and seat not in mine.seats
    ]
    offered = statements.choice_for(ask.session, question.chooser)
    return {
        "chooser": listed([case.named(other) for other in others]) if others else None,
        "is_offered": offered is not None and dict(offered.facts) == facts,
        "asked": case.named(question.asked),
        "judged": _judged(case, question),
        "cite": question.cite,
        "is_short": all(
            said.code.endswith("answer.is") for _, said in question.options
        ),
        "options": [
            {"said": case.named(said)} | url(value)
            for value, said in question.options
            if not question.is_determined or value in question.may_tell
        ],
        "deck": parts.deck(cards, url) if is_picker else None,
    }


def _judged(case: Case, question: OpenQuestion) -> parts.Values | None:
    if not question.is_determined:
        return None
    facts = case.hearing.facts
    return to_answer(case.ask.session, case.one.name, facts, question, case.named)


def _asked_for(
    case: Case, code: int = 200, denied: Denied | None = None
) -> ResponseReturnValue:
    form = case.hearing.form
    people = dict(case.people)
    for field in form:
        if isinstance(choices := getattr(field, "choices", 0), tuple):
            field.choices = presenters.beside(choices, people)  # type: ignore[attr-defined]
    ask = case.ask
    plays = list[parts.Values]()
    is_blank = not case.hearing.facts and case.row is None
    if case.one.proved and ask.rules and is_blank:  # those that it can have been
        for trick, play in islice(suspects(ask.rules, ask.watched), FEW):
            url = case.url(seat=play.seat.value, card=play.card, trick=trick)
            seat = presenters.beside(ask.named(play.seat), people)
            plays.append({"card": play.card, "seat": seat, "trick": trick, "url": url})
    return ask.shown(
        "irregularity",
        code=code,
        row=case.row,
        **_deal_shown(case),
        words=case.words,
        form=form,
        deck=lambda field: parts.deck(
            field.cards, lambda card: {"is_on": card == field.card}
        ),
        suspects=plays,
        kept={
            name: told
            for name, told in case.told.items()
            if name not in {*form.data, Fact.BOUND}
        },
        **_denied(ask, denied),
    )
