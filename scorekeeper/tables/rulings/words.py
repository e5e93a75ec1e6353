"""A ruling in the order in which a table needs it: what to do now, who is bound
to what until when, the reasons that hold now, and those that matter only if
something else happens.

A reason matters only then if the catalogues have words for when: "<its code>.when".
"""

from collections.abc import Iterable, Iterator
from typing import Any

from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.rulings import Duty, Obligation, Ruling, Step
from scorekeeper.core.seats import Party, People, Seat, named_message
from scorekeeper.games.arbiter.arbiter import AnyArbiter
from scorekeeper.words import FIRST, Words, words_in

MOST = 80
"""So many words a ruling may have and still be shown whole."""


def ruling_words(
    ruling: Ruling, people: People, arbiter: AnyArbiter | None
) -> dict[str, Any]:
    """A ruling as it is shown, with persons in place of seats: the `verdict`, whom it
    `binds` to what, the `reasons` that hold now, each (what, cite), those for `later`
    by when (when, reasons), what would have led to something `otherwise`, and the
    `remedies`. `steps` are all reasons in the order in which they were found."""
    steps = list(_once(ruling.steps))
    now = [step for step in steps if when_of(step) is None]
    return {
        "verdict": named_message(_with_persons(ruling.verdict, people), people),
        "binds": [
            named_message(sentence, people) for sentence in _bound(ruling, arbiter)
        ],
        "steps": [_reason(step, people) for step in steps],
        "reasons": [_reason(step, people) for step in now],
        "later": list(_later(steps, people)),
        "otherwise": [named_message(sentence, people) for sentence in ruling.otherwise],
        "remedies": [
            {"code": remedy.code, "said": named_message(remedy, people)}
            for remedy in ruling.remedies
        ],
    }


def shortened(said: dict[str, Any], words: Words) -> dict[str, Any]:
    """The ruling as a page shows it in this language: whether it `is_long`, so that
    what is for later is folded, and with no more reasons before that than a table reads
    at once."""
    is_long = _length(every_sentence(said), words) > MOST
    reasons = list(said["reasons"])
    more = list[dict[str, Any]]()
    shown = said | {"is_long": is_long, "reasons": reasons}
    while is_long and len(reasons) > 1 and _length(visible(shown), words) > MOST:
        more.insert(0, reasons.pop())
        group = {"when": message("rulings.more-reasons"), "reasons": more}
        shown["later"] = [group, *said["later"]]
    return shown


def _length(every: Iterable[Message], words: Words) -> int:
    return sum(len(words.text(sentence).split()) for sentence in every)


def every_sentence(said: dict[str, Any]) -> Iterator[Message]:
    yield from visible(said)
    for group in said["later"]:
        yield from (reason["what"] for reason in group["reasons"])
    yield from said["otherwise"]


def visible(said: dict[str, Any]) -> Iterator[Message]:
    yield said["verdict"]
    yield from said["binds"]
    yield from (reason["what"] for reason in said["reasons"])
    yield from (group["when"] for group in said["later"])


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
def _later(steps: list[Step], people: People) -> Iterator[dict[str, Any]]:
    moments = dict[str, dict[str, Any]]()
    for step in steps:
        when = when_of(step)
        if when is not None:
            moment = {"when": named_message(when, people), "reasons": list[Any]()}
            same = moments.setdefault(words_in(FIRST).text(when), moment)
            same["reasons"].append(_reason(step, people))
    yield from moments.values()


def _reason(step: Step, people: People) -> dict[str, Any]:
    return {"what": named_message(step.what, people), "cite": step.cite}
