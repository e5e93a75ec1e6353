"""What now? The facts of an irregularity, the questions that follow, the ruling."""

from collections.abc import Mapping
from typing import Any

from flask import abort, request
from flask.typing import ResponseReturnValue

from scorekeeper.core.cards import Card
from scorekeeper.core.chain import Stamp
from scorekeeper.core.docket import ChoiceOffered, Ruled
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.rulings import Question, Ruling
from scorekeeper.core.session import Command, Entry
from scorekeeper.games.arbitration import Irregularity, Phase
from scorekeeper.games.fields import CardField
from scorekeeper.tables.docket import Hearing, bound, choice_for, effect_said, heard
from scorekeeper.tables.watching import deal_row
from scorekeeper.web.arbiter.asking import (
    ArbiterAt,
    asked,
    beside,
    blueprint,
    ruling_values,
    shown,
    told_whose,
)
from scorekeeper.web.arbiter.docket import in_points
from scorekeeper.web.server.access import Need, place
from scorekeeper.web.server.picker import Values, deck
from scorekeeper.web.table.pages import hidden, see_other, words
from scorekeeper.web.table.sessions import append, record

_OF_THE_PAGE = ("csrf_token", "key", "seen", "bound")
LONGEST = 40
"""As long may a word be that is looked for."""
FEW = 6
"""Up to so many cards are buttons; more are a picker."""


@blueprint.get("/ask/irregularity", need=Need.READ)
def irregularities(session_id: str) -> ResponseReturnValue:
    """Everything that can have gone wrong, by name."""
    ask = asked(session_id)
    wanted = request.args.get("q", "").strip()[:LONGEST]
    groups = [
        {
            "said": message(f"phase.{phase.value}"),
            "is_open": bool(wanted) or phase in now,
            "irregularities": found,
        }
        for now in (_phases_now(ask),)
        for phase in (*now, *(one for one in Phase if one not in now))
        if (found := _found(ask, phase, wanted))
    ]
    return shown("irregularities", ask, groups=groups, wanted=wanted)


def _found(ask: ArbiterAt, phase: Phase, wanted: str) -> list[Values]:
    """The irregularities of one phase whose words have what is looked for."""
    return [
        {"words": _words(ask, one), "url": ask.url("irregularity", name=one.name)}
        for one in ask.arbiter.irregularities
        if one.phase is phase and wanted.lower() in words().text(_words(ask, one)).lower()
    ]


def _phases_now(ask: ArbiterAt) -> tuple[Phase, ...]:
    """What can have gone wrong just now: in the bidding, or in the play and its lead."""
    row = deal_row(ask.session)
    if row is None or "open" not in row.marks:  # nothing of it is recorded: it may be anything
        return (Phase.PLAY, Phase.LEAD, Phase.BIDDING)
    if ask.arbiter.calls is not None and ask.arbiter.calls(ask.state):
        return (Phase.BIDDING,)
    return (Phase.PLAY,) if ask.watched.entries else (Phase.LEAD, Phase.PLAY)


@blueprint.get("/ask/irregularity/<name>", need=Need.READ)
def irregularity(session_id: str, name: str) -> ResponseReturnValue:
    """The form, the next question, or the ruling: whatever the facts in the address lead to."""
    ask = asked(session_id)
    one = ask.arbiter.irregularity(name) or abort(404)
    told = _told(ask, request.args)
    blank = one.form(folded=ask.session.folded)
    if not told and any(field.type != "HiddenField" for field in blank):
        return _asked_for(ask, one, Hearing(blank, {}))
    return _outcome(ask, one, heard(one, ask.session.folded, told))


@blueprint.post("/ask/irregularity/<name>", need=Need.RULE)
def enter(session_id: str, name: str) -> ResponseReturnValue:
    """Enter the ruling that these facts lead to in the docket."""
    ask = asked(session_id)
    one = ask.arbiter.irregularity(name) or abort(404)
    hearing = heard(one, ask.session.folded, _told(ask, request.form))
    ruling = hearing.outcome
    if not isinstance(ruling, Ruling):
        return _outcome(ask, one, hearing, code=422)
    event = _ruled(ask, one, hearing, ruling)
    try:
        appended = append(ask.session, Command((Entry(event),)))
    except RuleViolation as refusal:
        return _outcome(ask, one, hearing, code=422, refusal=refusal.why)
    return see_other(ask.url("ruling", seq=appended.entries[0].seq))


def _ruled(ask: ArbiterAt, one: Irregularity, hearing: Hearing, ruling: Ruling) -> Ruled:
    """The ruling as the log keeps it."""
    return Ruled(
        irregularity=_words(ask, one).code,
        facts=tuple(hearing.facts.items()),
        verdict=ruling.verdict.code,
        effects=ruling.effects,
        rules=ask.session.rules,
    )


def _in_points(ask: ArbiterAt, event: Ruled) -> list[Message]:
    """What a ruling would change in points if it were entered and accepted now."""
    if not event.effects or not ask.session.log:
        return []
    at = Stamp(ask.session.log[-1].at)
    session = ask.session.grown(ask.session.additions(Command((Entry(event),)), at))
    return in_points(ArbiterAt(session, ask.arbiter), session.log[-1])


@blueprint.post("/ask/irregularity/<name>/offer", need=Need.RULE)
def offer(session_id: str, name: str) -> ResponseReturnValue:
    """Offer a choice that the law gives to others on their own phone."""
    ask = asked(session_id)
    one = ask.arbiter.irregularity(name) or abort(404)
    hearing = heard(one, ask.session.folded, _told(ask, request.form))
    question = hearing.outcome
    if not isinstance(question, Question) or not question.chooser:
        return _outcome(ask, one, hearing, code=422)
    facts = tuple(hearing.facts.items())
    event = ChoiceOffered(_words(ask, one).code, facts, question.chooser)
    return record(
        ask.session,
        Command((Entry(event),)),
        ask.url("irregularity", name=name, **hearing.facts),
        lambda why: _outcome(ask, one, hearing, code=422, refusal=why),
    )


def _told(ask: ArbiterAt, sent: "Mapping[str, str]") -> dict[str, str]:
    """The facts that were sent, by field, several values of one with spaces between; and, once
    there are any, what earlier rulings bind players to."""
    every: Mapping[str, list[str]] = sent.to_dict(flat=False)  # type: ignore[attr-defined]
    facts = {name: " ".join(values).strip() for name, values in every.items()}
    told = {name: fact for name, fact in facts.items() if name not in _OF_THE_PAGE}
    binds = " ".join(one.written for _, one in bound(ask.session))
    return told | {"bound": binds} if told and binds else told


def _words(ask: ArbiterAt, one: Irregularity) -> Message:
    return message(f"{ask.session.game.family}.irregularity.{one.name}")


def _outcome(
    ask: ArbiterAt,
    one: Irregularity,
    hearing: Hearing,
    code: int = 200,
    refusal: Message | None = None,
) -> ResponseReturnValue:
    outcome = hearing.outcome
    if outcome is None:
        return _asked_for(ask, one, hearing, code=422)
    values: Values = {
        "words": _words(ask, one),
        "answers": [(ask.named(asked), ask.named(answer)) for asked, answer in hearing.answers],
        "change": ask.url("irregularity", name=one.name),
    }
    if isinstance(outcome, Question):
        values["question"] = _question(ask, one, hearing)
        return told_whose("question", ask, code=code, **values)
    return told_whose(
        "outcome",
        ask,
        code=code,
        **values,
        ruling=ruling_values(ask, outcome),
        effects=[effect_said(ask.session, effect) for effect in outcome.effects],
        points=_in_points(ask, _ruled(ask, one, hearing, outcome)),
        binds=[ask.say(one.said()) for one in outcome.obligations],
        facts=list(hearing.facts.items()),
        entry={"action": ask.url("enter", name=one.name), "hidden": hidden(ask.session)},
        refusal=refusal,
    )


def _question(ask: ArbiterAt, one: Irregularity, hearing: Hearing) -> Values:
    """The side that is asked, and its choices, each a link that leads on."""
    question = hearing.outcome
    assert isinstance(question, Question)  # noqa: S101 - the caller has looked

    def url(value: str) -> str:
        return ask.url("irregularity", name=one.name, **{**hearing.facts, question.name: value})

    cards, mine = _cards(question), place(ask.session.id)
    others = [one for one in question.chooser if one in mine.elsewhere and one not in mine.seats]
    offered = choice_for(ask.session, question.chooser)
    is_offered = offered is not None and dict(offered.facts) == hearing.facts
    return {
        "chooser": listed([ask.named(one) for one in others]) if others else None,
        "is_offered": is_offered,
        "offer": ask.url("offer", name=one.name),
        "facts": list(hearing.facts.items()),
        "hidden": hidden(ask.session),
        "asked": ask.say(question.asked),
        "cite": question.cite,
        "is_short": all(said.code.endswith("answer.is") for _, said in question.options),
        "options": [{"said": ask.say(said), "url": url(value)} for value, said in question.options],
        "deck": deck(cards, lambda card: {"url": url(str(card))}) if cards else None,
    }


def _cards(question: Question) -> frozenset[Card]:
    """The cards among which is to be chosen, where the question is for a card and for nothing
    else; few are better asked for in words."""
    try:
        cards = frozenset(Card.parse(value) for value, _ in question.options)
    except ValueError:
        return frozenset()
    is_written_so = {str(card) for card in cards} == {value for value, _ in question.options}
    return cards if is_written_so and len(cards) > FEW else frozenset()


def _asked_for(
    ask: ArbiterAt, one: Irregularity, hearing: Hearing, code: int = 200
) -> ResponseReturnValue:
    form, people = hearing.form, dict(ask.session.folded.people)
    fields: list[Any] = [field for field in form if isinstance(getattr(field, "choices", 0), tuple)]
    for field in fields:
        field.choices = beside(field.choices, people)
    decks = {field.name: _deck(field) for field in form if isinstance(field, CardField)}
    return shown(
        "irregularity",
        ask,
        code=code,
        words=_words(ask, one),
        form=form,
        view=form.view(),
        decks=decks,
    )


def _deck(field: CardField) -> list[list[Values]]:
    """The picker of one card; the one that was tapped is chosen."""
    return deck(field.cards, lambda card: {"is_on": card == field.card})
