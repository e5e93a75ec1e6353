"""A ruling in the order in which a table needs it: what to do now, who is bound
to what until when, the reasons that hold now, and those that matter only if
something else happens.

A reason matters only then if the catalogues have words for when: "<its code>.when".
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from scorekeeper.core.citations import Cite
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.rulings import Duty, Obligation, Ruling, Step
from scorekeeper.core.seats import Party, People, Seat, named_message
from scorekeeper.games.arbiter.arbiter import AnyArbiter
from scorekeeper.words import FIRST, Words, words_in

MOST = 80
"""So many words a ruling may have and still be shown whole."""


class Reason(NamedTuple):
    what: Message
    cite: Cite


class ForLater(NamedTuple):
    """The reasons that matter only `when` something else happens."""

    when: Message
    reasons: tuple[Reason, ...]


class Remedy(NamedTuple):
    code: str
    said: Message


class RulingWords(NamedTuple):
    """A ruling as it is shown, with persons in place of seats: the `verdict`, whom it
    `binds` to what, the `reasons` that hold now, those for `later`, what would have led
    to something `otherwise`, and the `remedies`. `steps` are all reasons in the order
    in which they were found. Where it `is_long`, what is for later is folded. `terms`
    are words of the trade that it says, each with what it means."""

    verdict: Message
    binds: tuple[Message, ...]
    steps: tuple[Reason, ...]
    reasons: tuple[Reason, ...]
    later: tuple[ForLater, ...]
    otherwise: tuple[Message, ...]
    remedies: tuple[Remedy, ...]
    is_long: bool = False
    terms: tuple[tuple[Message, Message], ...] = ()


def ruling_words(
    ruling: Ruling, people: People, arbiter: AnyArbiter | None
) -> RulingWords:
    steps = list(_once(ruling.steps))
    now = [step for step in steps if when_of(step) is None]
    return RulingWords(
        verdict=named_message(_with_persons(ruling.verdict, people), people),
        binds=tuple(
            named_message(sentence, people) for sentence in _bound(ruling, arbiter)
        ),
        steps=tuple(_reason(step, people) for step in steps),
        reasons=tuple(_reason(step, people) for step in now),
        later=_later(steps, people),
        otherwise=tuple(
            named_message(sentence, people) for sentence in ruling.otherwise
        ),
        remedies=tuple(
            Remedy(remedy.code, named_message(remedy, people))
            for remedy in ruling.remedies
        ),
    )


def shortened(said: RulingWords, words: Words) -> RulingWords:
    """The ruling as a page shows it in this language: whether it is long, and with no
    more reasons before what is for later than a table reads at once."""
    is_long = _length(every_sentence(said), words) > MOST
    shown = said._replace(is_long=is_long)
    n = len(said.reasons)
    while is_long and n > 1 and _length(visible(shown), words) > MOST:
        n -= 1
        more = ForLater(message("rulings.more-reasons"), said.reasons[n:])
        shown = shown._replace(reasons=said.reasons[:n], later=(more, *said.later))
    return shown


def _length(every: Iterable[Message], words: Words) -> int:
    return sum(len(words.text(sentence).split()) for sentence in every)


def every_sentence(said: RulingWords) -> Iterator[Message]:
    yield from visible(said)
    for moment in said.later:
        yield from (reason.what for reason in moment.reasons)
    yield from said.otherwise


def visible(said: RulingWords) -> Iterator[Message]:
    yield said.verdict
    yield from said.binds
    yield from (reason.what for reason in said.reasons)
    yield from (moment.when for moment in said.later)


# ---- who is bound ----


# What it binds players to, a line for each player and duty; not what the verdict says.
def _bound(ruling: Ruling, arbiter: AnyArbiter | None) -> Iterator[Message]:
    groups = dict[tuple[Duty, Seat], dict[Message, Obligation]]()
    for obligation in ruling.obligations:
        if not _is_said_by(ruling.verdict, obligation, arbiter):
            group = groups.setdefault((obligation.kind, obligation.seat), {})
            group[obligation.said()] = obligation
    for group in groups.values():
        yield _together(list(group.values()))


# What one player is bound to alike, of several cards or suits.
def _together(obligations: list[Obligation]) -> Message:
    first = obligations[0]
    if len(obligations) == 1:
        return first.said()
    code = first.said().code
    cards = [obligation.card for obligation in obligations if obligation.card]
    suits = [obligation.suit for obligation in obligations if obligation.suit]
    if cards:
        code = f"{code}.several"
    return message(code, seat=first.seat, card=listed(cards), suit=listed(suits))


# Whether the verdict says all of it: what it asks, and until when.
def _is_said_by(
    verdict: Message, obligation: Obligation, arbiter: AnyArbiter | None
) -> bool:
    in_full = arbiter.says_in_full if arbiter else {}
    is_named = obligation.card is None or obligation.card == verdict.values.get("card")
    return obligation.kind is in_full.get(verdict.code) and is_named


# Both persons of a side in place of the side, where both are known.
def _with_persons(sentence: Message, people: People) -> Message:
    params = tuple((name, _persons(value, people)) for name, value in sentence.params)
    return Message(sentence.code, params)


def _persons(value: object, people: People) -> object:
    seated = dict(people)
    if not isinstance(value, Party) or not all(seat in seated for seat in value.seats):
        return value
    persons = [seated[seat] for seat in value.seats]
    if len(persons) == 1:
        return persons[0]
    return message("party.persons", first=persons[0], last=persons[-1])


# ---- the reasons ----


# The reasons without those that say the same again.
def _once(steps: Iterable[Step]) -> Iterator[Step]:
    seen = set[object]()
    for step in steps:
        places = words_in(FIRST).places(step.what.code)
        told = tuple(pair for pair in step.what.params if pair[0] in places)
        if (step.what.code, told) not in seen:
            seen.add((step.what.code, told))
            yield step


def when_of(step: Step) -> Message | None:
    code = f"{step.what.code}.when"
    words = words_in(FIRST)
    is_told = words.has(code) and words.places(code) <= step.what.values.keys()
    return Message(code, step.what.params) if is_told else None


# The reasons that matter only later, those of one moment together.
def _later(steps: list[Step], people: People) -> tuple[ForLater, ...]:
    moments = dict[str, tuple[Message, list[Reason]]]()
    for step in steps:
        when = when_of(step)
        if when is not None:
            same = words_in(FIRST).text(when)
            _, reasons = moments.setdefault(same, (named_message(when, people), []))
            reasons.append(_reason(step, people))
    return tuple(ForLater(when, tuple(reasons)) for when, reasons in moments.values())


def _reason(step: Step, people: People) -> Reason:
    return Reason(named_message(step.what, people), step.cite)
