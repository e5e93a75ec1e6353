"""One quarrel on one page: what was told so far, each of which can be changed; below it
the next thing that the law must know, or the ruling with what it does to the score."""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any, NamedTuple

from flask.typing import ResponseReturnValue

from scorekeeper.core.breaches import suspects
from scorekeeper.core.cards import Card
from scorekeeper.core.citations import Cite
from scorekeeper.core.facts import Fact
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.rulings import OpenQuestion, Ruling
from scorekeeper.core.seats import Seat, named, party_of
from scorekeeper.games.arbiter.case import says_itself
from scorekeeper.games.arbiter.record import Denied
from scorekeeper.games.fields import CardField, is_hidden, read
from scorekeeper.tables.rulings import answering, effects, statements
from scorekeeper.tables.rulings.given import Given
from scorekeeper.tables.rulings.hearing import told_in
from scorekeeper.tables.rulings.words import ruling_words
from scorekeeper.tables.voices import minutes_left
from scorekeeper.web.arbiter.asking import ArbiterAt, DealShown
from scorekeeper.web.arbiter.both_asked import Judged, to_answer
from scorekeeper.web.arbiter.inquiries import Inquiry
from scorekeeper.web.arbiter.rulings import points_if_accepted
from scorekeeper.web.page import incoming, parts
from scorekeeper.web.page.parts import Values
from scorekeeper.web.page.place import Need, place, speaker_here, spoken_for_here
from scorekeeper.web.table import presenters

FEW = 6  # up to so many cards are buttons; more are a picker


class Choice(NamedTuple):
    """An answer, with the address that tells it."""

    said: object
    url: str
    is_on: bool = False


class Suspect(NamedTuple):
    """A play that it can have been, with the address that tells so."""

    card: Card
    seat: object
    trick: int
    url: str


class Elsewhere(NamedTuple):
    """Whose choice it is on other phones: who they are, whether they are asked, and for
    how many minutes the host must still wait before it is answered on the host's
    phone."""

    seats: object
    is_asked: bool
    minutes: int | None
    may_instead: bool


class Question(NamedTuple):
    """What is asked next: a field of the form, or what the law must know. `options` are
    shown side by side where they are short; a `deck` of cards in place of them."""

    asked: object
    options: list[Choice]
    is_short: bool
    deck: list[list[parts.Cell]] | None
    is_field: bool = False
    errors: tuple[object, ...] = ()
    suspects: Sequence[Suspect] = ()
    cite: Cite | None = None
    judged: Judged | None = None
    elsewhere: Elsewhere | None = None


def quarrel_page(
    inquiry: Inquiry,
    code: int = 200,
    refusal: Message | None = None,
    twin: Given | None = None,
) -> ResponseReturnValue:
    """What was told, and what it leads to; `twin` is the same ruling where the table
    has it already."""
    outcome = inquiry.hearing.outcome
    if isinstance(outcome, Denied):
        return _denied_page(inquiry, outcome)
    field = _to_ask(inquiry)
    if field is not None:
        question = _field_asked(inquiry, field)
        code = 422 if question.errors else code
        return _shown(inquiry, code, question=question)
    if isinstance(outcome, OpenQuestion):
        return _shown(inquiry, code, question=_question(inquiry, outcome))
    if not isinstance(outcome, Ruling):
        return _shown(inquiry, 422, refused=list(inquiry.hearing.form.form_errors))
    if twin is not None:
        refusal = message("rulings.refused.same", number=twin.number)
    ruled = _ruled(inquiry, outcome, twin)
    refused = [refusal] if refusal else []
    return _shown(inquiry, code, refused=refused, **ruled)


# What was told is not what is on record: it is asked again, with all else that was
# told; or the record is wrong, and is corrected first.
def _denied_page(inquiry: Inquiry, denied: Denied) -> ResponseReturnValue:
    again = inquiry.without(denied.name)
    outcome = again.hearing.outcome
    denial = _denied(inquiry.ask, denied)
    for field in _fields(again):
        if field.name == denied.name:
            return _shown(again, 422, question=_field_asked(again, field), **denial)
    if isinstance(outcome, OpenQuestion):
        return _shown(again, 422, question=_question(again, outcome), **denial)
    return _shown(again, 422, **denial)


def _denied(ask: ArbiterAt, denied: Denied) -> Values:
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


def _shown(inquiry: Inquiry, code: int, **values: Any) -> ResponseReturnValue:
    question = values.get("question")
    values["told"] = _told(inquiry)
    values["besides"] = _besides(inquiry, question)
    beside = presenters.beside(values, dict(inquiry.people))
    return inquiry.ask.shown(
        "irregularity", code=code, inquiry=inquiry, **_deal_shown(inquiry), **beside
    )


def _deal_shown(inquiry: Inquiry) -> Values:
    row = inquiry.row
    if row is None:
        return {}
    facts = [
        named(fact.value, inquiry.people)
        for fact in row.facts
        if fact.value is not None
    ]
    return {"deal": DealShown(row.label, facts[:3])}


# ---- what was told ----


def _fields(inquiry: Inquiry) -> list[Any]:
    form = inquiry.hearing.form
    return [field for field in form if not is_hidden(field)]


class Told(NamedTuple):
    """What was asked and what was told to it, with where it is asked for anew."""

    pair: tuple[object, object]
    url: str | None
    is_field: bool


# What was told and answered, in the order in which it was asked. What follows from an
# answer is asked again with it.
def _told(inquiry: Inquiry) -> list[Told]:
    hearing = inquiry.hearing
    lines = list[Told]()
    for field in _fields(inquiry):
        fact = inquiry.told.get(field.name)
        if not fact or field.errors:
            continue
        said = told_in(field, hearing.facts.get(field.name, fact), inquiry.people)
        url = inquiry.url_without(field.name, *_after_field(inquiry))
        pair = inquiry.named((field.label.text, said))
        lines.append(Told(pair, url, is_field=True))
    for number, (asked, answer) in enumerate(hearing.asked):
        pair = (inquiry.named(asked), _as_told_here(inquiry, answer))
        names = hearing.questions[number:]
        if names[0] == Fact.WHICH and inquiry.row is not None:
            continue  # the page is about that deal
        may_change = names[0] in inquiry.told
        anew = inquiry.url_without(*names) if may_change else None
        lines.append(Told(pair, anew, is_field=False))
    return lines


# An answer as the word of the sides for which this phone tells what happened: of all
# where the table has no other.
def _as_told_here(inquiry: Inquiry, answer: Message | str) -> object:
    if isinstance(answer, str):  # a figure
        return answer
    session = inquiry.ask.session
    mine = place(session.id)
    telling = session.parties
    if mine.elsewhere or mine.arbiter:
        telling = presenters.stating(session)
    return inquiry.named(statements.as_said(answer, session, telling))


def _after_field(inquiry: Inquiry) -> Iterable[str]:
    hidden = [field.name for field in inquiry.hearing.form if is_hidden(field)]
    return (*hidden, *inquiry.hearing.questions)


def _besides(inquiry: Inquiry, question: Question | None) -> list[Question]:
    if question is not None and question.is_field:
        return []
    return [
        _field_asked(inquiry, field)
        for field in _fields(inquiry)
        if not inquiry.told.get(field.name) and not field.errors
    ]


# ---- what is asked ----


def _to_ask(inquiry: Inquiry) -> Any:
    return next((field for field in _fields(inquiry) if field.errors), None)


def _said(inquiry: Inquiry, value: object) -> Any:
    return presenters.beside(inquiry.named(value), dict(inquiry.people))


def _field_asked(inquiry: Inquiry, field: Any) -> Question:
    def url(value: object) -> str:
        return inquiry.url_with(field.name, value)

    options = [
        Choice(_said(inquiry, words), url(value), str(value) == str(field.data))
        for value, words in getattr(field, "choices", None) or ()
    ]
    deck = None
    if isinstance(field, CardField):
        deck = parts.deck(field.cards, lambda card: parts.Cell(card, url(card)))
    errors = field.errors if inquiry.told.get(field.name) else ()
    return Question(
        asked=_said(inquiry, field.label.text),
        options=options,
        is_short=field.name == Fact.SEAT,
        deck=deck,
        is_field=True,
        errors=presenters.beside((*errors,), dict(inquiry.people)),
        suspects=_suspects(inquiry),
    )


# The plays of the deal in progress that it can have been, while no card is told yet.
def _suspects(inquiry: Inquiry) -> list[Suspect]:
    ask = inquiry.ask
    told = inquiry.told
    is_open = inquiry.row is None and not told.get(Fact.CARD.value)
    if not inquiry.irregularity.proved or not ask.rules or not is_open:
        return []
    seat = read(Seat, told.get(Fact.SEAT.value, ""))
    found = (
        (trick, play)
        for trick, play in suspects(ask.rules, ask.watched)
        if seat in (None, play.seat)
    )
    plays = []
    for trick, play in islice(found, FEW):
        url = inquiry.url(seat=play.seat.value, card=play.card, trick=trick)
        plays.append(Suspect(play.card, _said(inquiry, play.seat), trick, url))
    return plays


def _question(inquiry: Inquiry, question: OpenQuestion) -> Question:
    session = inquiry.ask.session
    facts = inquiry.hearing.facts

    def url(value: object) -> str:
        return inquiry.url_with(question.name, value)

    options = [
        Choice(_said(inquiry, _as_told_here(inquiry, said)), url(value))
        for value, said in _offered(question)
        if not question.is_determined or value in question.may_tell
    ]
    judged = None
    if question.is_determined:
        name = inquiry.irregularity.name
        judged = to_answer(session, name, facts, question, inquiry.named)
    cards = _cards_to_pick(question)
    return Question(
        asked=_said(inquiry, question.asked),
        options=options,
        is_short=all(_is_short(said) for _, said in _offered(question)),
        deck=parts.deck(cards, lambda card: parts.Cell(card, url(card)))
        if cards
        else None,
        cite=question.cite,
        judged=judged,
        elsewhere=_chosen_elsewhere(inquiry, question),
    )


# The answers in words; many numbers as figures, which stand in a grid.
def _offered(question: OpenQuestion) -> list[tuple[str, Message | str]]:
    options = [*question.options]
    if len(options) > FEW and all(value.isdecimal() for value, _ in options):
        return [(value, value) for value, _ in options]
    return [(value, said) for value, said in options]


def _is_short(said: Message | str) -> bool:
    return isinstance(said, str) or says_itself(said)


# A choice that a law gives to players on other phones; None where it is answered on
# this one.
def _chosen_elsewhere(inquiry: Inquiry, question: OpenQuestion) -> Elsewhere | None:
    session = inquiry.ask.session
    mine = place(session.id)
    choosers = [seat for seat in question.chooser if seat in mine.elsewhere]
    if not choosers:
        return None
    party = party_of(choosers[0], session.parties)
    is_theirs = not {*question.chooser}.isdisjoint(mine.seats)
    if is_theirs and party in spoken_for_here(session):
        return None
    offered = statements.choice_for(session, question.chooser)
    is_asked = offered is not None and dict(offered[1].facts) == inquiry.hearing.facts
    minutes = None
    if offered is not None and is_asked:
        speaker = speaker_here(session)
        minutes = minutes_left(session, offered[0], speaker, party, incoming.now())
    return Elsewhere(
        seats=listed([_said(inquiry, seat) for seat in choosers]),
        is_asked=is_asked,
        minutes=minutes,
        may_instead=minutes == 0 and mine.is_host,
    )


# The cards that may be answered, where they are many and nothing else may be: few are
# better asked for in words.
def _cards_to_pick(question: OpenQuestion) -> set[Card]:
    cards = set()
    for value, _ in question.options:
        card = read(Card, value)
        if card is None or str(card) != value:
            return set()
        cards.add(card)
    return cards if len(cards) > FEW else set()


# ---- the ruling ----


def _ruled(inquiry: Inquiry, ruling: Ruling, twin: Given | None) -> Values:
    session = inquiry.ask.session
    said = ruling_words(ruling, inquiry.people, inquiry.ask.arbiter)
    given = effects.would_be(session, inquiry.ruled())
    return {
        "ruling": inquiry.ask.explained(said),
        "effects": [effects.effect_said(session, effect) for effect in ruling.effects],
        "points": _points(inquiry, given),
        "action": inquiry.url("enter"),
        "put": inquiry.hearing.put,
        "twin": twin,
        "sides": len(session.parties),
        **_may_be_said(inquiry, given, twin),
    }


def _points(inquiry: Inquiry, given: Given) -> list[Message]:
    if not given.event.effects or not inquiry.ask.session.log:
        return []
    return points_if_accepted(inquiry.ask, given)


def _may_be_said(inquiry: Inquiry, given: Given, twin: Given | None) -> Values:
    session = inquiry.ask.session
    mine = place(session.id)
    if not mine.fills(Need.RULE):
        return {"may_enter": False, "may_accept": False, "is_own_word": False}
    speaker = speaker_here(session)
    why_not = answering.why_not(session, speaker, given, "", incoming.now())
    stating = presenters.stating(session)
    return {
        "may_enter": True,
        "may_accept": why_not is None and not speaker.is_arbiter and twin is None,
        "is_own_word": bool(stating and (mine.own_seat or len(stating) == 1)),
    }
