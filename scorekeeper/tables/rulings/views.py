"""The rulings of a session as pages and sheets show them: what each says, what became of
it, and whose word that is."""

from collections.abc import Sequence
from operator import attrgetter
from typing import NamedTuple

from scorekeeper.core import ruling_notes
from scorekeeper.core.cards import Card
from scorekeeper.core.facts import Fact, fact_in
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.rulings import Ruling
from scorekeeper.core.seats import PartyId, People, Seat, named, named_message
from scorekeeper.games import fields
from scorekeeper.tables.rulings import older
from scorekeeper.tables.rulings.effects import EffectState, effect_said, effect_state
from scorekeeper.tables.rulings.given import Given, OnDeal, RulingState, ruled_on
from scorekeeper.tables.rulings.on_deals import (
    deal_of,
    is_displaced,
    told_apart_from,
)
from scorekeeper.tables.rulings.sayable import edition, speech_of
from scorekeeper.tables.rulings.statements import (
    agreed_way,
    agreeing,
    as_said,
    asked_again,
    differs,
    remedies_wanted,
    statements_on,
)
from scorekeeper.tables.rulings.words import (
    ForLater,
    Reason,
    Remedy,
    RulingWords,
    ruling_words,
)
from scorekeeper.tables.session import Session, once, said_by, seated_when
from scorekeeper.tables.sheet import EVERY, Clock, clock

Pairs = tuple[tuple[object, object], ...]
"""What was asked, and what was answered to it."""


class StatementShown(NamedTuple):
    """What a side says of the facts of a ruling, and how it would settle it."""

    party: object
    agrees: bool | None
    words: str
    is_instead: bool
    wants: Message | None


class RuledOn(NamedTuple):
    """What a ruling is about: the irregularity, the `facts` as (question, answer), and
    how it is told apart from the `others` of its deal."""

    what: Message
    facts: list[object]
    others: list[Message]
    is_struck: bool
    is_displaced: bool


class AnswerShown(NamedTuple):
    """What the sides say to a ruling: its `state`, that in words (`stands`), the
    `reason` of an appeal, and what each side says of the facts."""

    state: RulingState
    stands: Message
    reason: str
    statements: list[StatementShown]


class ForScore(NamedTuple):
    """What a ruling does to the score, in words, and how far that is entered."""

    effects: list[Message]
    state: EffectState


class RulingView(NamedTuple):
    """One ruling as values for pages and paper.

    `number` from 1, `seq` of its entry, `when`, what release's rules it was given by
    where that was another one (`edition`), and what was noted as reported (`note`).
    `ruling` is None where an older one can't be worked out again; `again` are the facts
    with which it may be asked again.
    """

    number: int
    seq: int
    when: str
    edition: str | None
    note: str
    on: RuledOn
    ruling: RulingWords | None
    answer: AnswerShown
    score: ForScore
    again: Sequence[tuple[str, str]] | None


SHOWN = (
    RulingView,
    RuledOn,
    RulingWords,
    Reason,
    ForLater,
    Remedy,
    AnswerShown,
    StatementShown,
    ForScore,
)
"""The classes of the values of which a ruling is made up, as it is shown."""


def rulings_view(
    session: Session, written: Clock = clock, some: slice = EVERY
) -> list[RulingView]:
    rulings = sorted(ruled_on(session)[some], key=attrgetter("seq"))
    return [ruling_view(session, ruling, written) for ruling in rulings]


def open_rulings(session: Session) -> list[Given]:
    """The rulings that wait for an answer, for their way into the score, or for whether
    they stand though their deal was struck out."""
    return [
        ruling
        for ruling in ruled_on(session)
        if ruling.state is RulingState.OPEN
        or effect_state(session, ruling) is EffectState.DUE
        or is_displaced(session, ruling)
    ]


class RulingWaits(NamedTuple):
    """An open ruling: its entry, what it was on and what it waits for."""

    seq: int
    what: Message
    stands: Message


@once
def open_rulings_view(session: Session) -> list[RulingWaits]:
    waiting = open_rulings(session) if session.game.arbiter else ()
    views = (ruling_view(session, ruling) for ruling in waiting)
    return [RulingWaits(view.seq, view.on.what, view.answer.stands) for view in views]


def ruling_view(session: Session, given: Given, written: Clock = clock) -> RulingView:
    event = given.event
    on = deal_of(session, given)
    people = (on.row.people if on.row else ()) or seated_when(session, given.seq)
    answers, ruling = read(session, given)
    displaced = is_displaced(session, given)
    about = RuledOn(
        what=message(event.irregularity),
        facts=_facts_said(session, given, answers, people),
        others=[
            _told_apart(session, other) for other in told_apart_from(session, given)
        ],
        is_struck=on.is_struck,
        is_displaced=displaced,
    )
    effects = [effect_said(session, effect, people) for effect in event.effects]
    arbiter = session.game.arbiter
    return RulingView(
        number=given.number,
        seq=given.seq,
        when=written(given.entry.at),
        edition=_edition_of(event),
        note=given.entry.note,
        on=about,
        ruling=ruling_words(ruling, people, arbiter) if ruling else None,
        answer=_answer_shown(session, given, ruling, people),
        score=ForScore(effects, effect_state(session, given)),
        again=_facts_again(event, on) if displaced else asked_again(session, given),
    )


def _facts_said(
    session: Session, given: Given, answers: Pairs, people: People
) -> list[object]:
    sides = agreeing(session, given)
    return [
        named((asked, as_said(told, session, sides)), people) for asked, told in answers
    ]


def _answer_shown(
    session: Session, given: Given, ruling: Ruling | None, people: People
) -> AnswerShown:
    answer = given.answer.event if given.answer else None
    reason = answer.reason if isinstance(answer, ruling_notes.RulingAppealed) else ""
    statements = [
        StatementShown(
            party=named(statement.party, people),
            agrees=statement.agrees,
            words=statement.words,
            is_instead=statement.is_instead,
            wants=_wants(session, given, ruling, statement.party.id),
        )
        for statement in statements_on(session, given)
    ]
    stands = _stands(session, given, ruling)
    return AnswerShown(given.state, stands, reason, statements)


# The facts with which it is ruled again on what was entered instead of its deal.
def _facts_again(event: ruling_notes.Ruled, on: OnDeal) -> list[tuple[str, str]]:
    of_then = {Fact.WHICH, Fact.BOUND}
    if on.is_struck:
        of_then.add(Fact.DEAL)
    return [(name, fact) for name, fact in event.facts if name not in of_then]


# The release by whose rules a ruling was given, where that was another one than this.
def _edition_of(event: ruling_notes.Ruled) -> str | None:
    by = event.judgment.edition if event.judgment else None
    return None if by == edition() else by


def read(session: Session, given: Given) -> tuple[Pairs, Ruling | None]:
    """What was asked and answered for a ruling, and the ruling; nothing of an older one
    that can't be worked out any more but its facts."""
    judgment = given.event.judgment
    if judgment is None:
        hearing, ruling = older.worked_out(session, given)
        return (hearing.answers if hearing else given.event.facts), ruling
    speech = speech_of(session.game)
    return speech.answers(judgment), speech.ruling(judgment, given.event.effects)


def _told_apart(session: Session, ruling: Given) -> Message:
    told = dict(ruling.event.facts)
    card = fact_in(told, Fact.CARD)
    what = fields.read(Card, card) or card
    what = what or fact_in(told, Fact.CALL) or fact_in(told, Fact.TRICK)
    seat = fact_in(told, Fact.SEAT)
    who = named(Seat(seat), session.folded.people) if seat else ""
    facts = listed(tuple(part for part in (who, what) if part))
    return message("rulings.another", number=ruling.number, facts=facts)


# What became of a ruling, in words, and whose word that is.
def _stands(session: Session, given: Given, ruling: Ruling | None) -> Message:
    if given.answer is None or given.state is RulingState.REPLACED:
        return _waits_for(session, given)
    event = given.answer.event
    who = said_by(given.answer.by, session.folded.people)
    if not isinstance(event, ruling_notes.RulingAccepted):
        if who:
            return message("rulings.appealed-by", seat=who)
        return message("rulings.appealed")
    stands = _remedied(session, event.remedy, ruling)
    if event.arbiter:
        return message("rulings.by-arbiter", stands=stands)
    return message("rulings.said-by", stands=stands, seat=who) if who else stands


# How a side would settle a ruling another way; None where it does not want to.
def _wants(
    session: Session, given: Given, ruling: Ruling | None, party: PartyId
) -> Message | None:
    remedy = remedies_wanted(session, given).get(party)
    if remedy is None:
        return None
    if remedy == ruling_notes.PLAY_ON:
        return message("rulings.wants.play-on")
    said = _remedy_said(session, remedy, ruling) or message("rulings.settled")
    return message("rulings.wants", remedy=said)


# A remedy that the ruling lists, in its words; None where it lists no such remedy.
def _remedy_said(
    session: Session, remedy: str, ruling: Ruling | None
) -> Message | None:
    if ruling is None:
        return None
    for possible in ruling.remedies:
        if possible.code == remedy:
            return named_message(possible, session.folded.people)
    return None


# What a ruling that has no answer waits for; nothing, once another replaced it.
def _waits_for(session: Session, given: Given) -> Message:
    if given.state is RulingState.REPLACED:
        return message("rulings.replaced", number=given.replaced)
    if differs(session, given):
        return message(f"rulings.differ.{agreed_way(session).value}")
    return message("rulings.open")


def _remedied(session: Session, remedy: str, ruling: Ruling | None) -> Message:
    if not remedy:
        return message("rulings.accepted")
    if remedy == ruling_notes.PLAY_ON:
        return message("rulings.play-on")
    said = _remedy_said(session, remedy, ruling)
    if said is None:
        return message("rulings.settled")
    return message("rulings.remedy", remedy=said)
