"""What a ruling that is entered may say: sentences of the catalogues, with values of
this table.

A file can't put words of its own into the arbiter's mouth: every code is known and
every place in its sentence is filled, seats and sides are of this table, and what
somebody typed stands in the log before it.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.metadata import version
from typing import Any

from scorekeeper.core.cards import Card
from scorekeeper.core.codec import Unreadable, canonical, encode, plain
from scorekeeper.core.errors import refused
from scorekeeper.core.facts import Fact, fact_in
from scorekeeper.core.judgments import Judgment, Sentence, Settling, Speech
from scorekeeper.core.messages import Message, irregularity_code
from scorekeeper.core.ruling_notes import Ruled
from scorekeeper.core.rulings import Earlier, Ruling
from scorekeeper.core.seats import Party, Seat
from scorekeeper.core.session import Recorded
from scorekeeper.games.arbiter.arbiter import Settled
from scorekeeper.games.game import AnyGame
from scorekeeper.places import DISTRIBUTION
from scorekeeper.tables.events import kinds, leaves, read_event
from scorekeeper.words import FIRST, words_in

LARGEST = 10_000
"""Bytes that a judgment may have: more than twice as many as the longest that laws have
led to."""
_CODE = re.compile(r"[\w*-]+(\.[\w*-]+)+")
"""What a code looks like: a page's own English text, which stands in the catalogues
too, has no dots within."""
_PLACES = {
    "section": re.compile(r"[\w§.,:()\[\] &/–-]{0,40}"),
    "anchor": re.compile(r"[a-z0-9-]{0,40}"),
    "edition": re.compile(r"[\w.+-]{1,40}"),
    "waits": re.compile(r"[\w.-]{0,40}"),
}


@lru_cache(maxsize=1)
def edition() -> str:
    return version(DISTRIBUTION)


def speech_of(game: AnyGame) -> Speech:
    return Speech(game.arbiter.speaks_of if game.arbiter else {}, game.sources)


def check_judgment(
    game: AnyGame, settings: Any, log: Sequence[Recorded], event: Ruled
) -> None:
    """Refuse a ruling that says what no arbiter here says. Raises RuleViolation."""
    judgment = event.judgment
    if judgment is None:
        return
    try:
        ruling = speech_of(game).ruling(judgment, event.effects)
        answers = speech_of(game).answers(judgment)
        _check_form(game, event, judgment, len(log))
        sentences = [*_messages(ruling)]
        for question, answer in answers:
            sentences += [question, answer]
        check_said(game, settings, log, tuple(sentences))
    except (Unreadable, ValueError) as fault:
        raise refused(
            "refused.ruling-unreadable", "judgment", fault=str(fault)[:100]
        ) from None


def settled_in(game: AnyGame, settles: Settling) -> Settled:
    """What a ruling settles of what was sealed, and the facts that hold instead. Raises
    RuleViolation or core.codec.Unreadable for a fact that this game hasn't."""
    known = kinds(game)
    facts = [
        read_event(known, stated.kind, dict(stated.facts)) for stated in settles.facts
    ]
    return settles.what, tuple(facts)


# Raise ValueError where a ruling is too long, on a deal to come, or headed wrongly.
def _check_form(game: AnyGame, event: Ruled, judgment: Judgment, last: int) -> None:
    if len(canonical(encode(judgment))) > LARGEST:
        raise ValueError(f"it has more than {LARGEST} bytes")
    if list(judgment.deal) != sorted({*judgment.deal} & {*range(1, last + 1)}):
        raise ValueError("its deal is not in the log before it")
    if not game.arbiter or game.arbiter.irregularity(event.name) is None:
        raise ValueError(f"{event.name!r} is no irregularity")
    if event.irregularity != irregularity_code(game.family, event.name):
        raise ValueError(f"{event.irregularity!r} is no irregularity")
    _check_heads(game, event, judgment)
    Earlier.parse(fact_in(dict(event.facts), Fact.BOUND))
    if (
        judgment.settles
        and settled_in(game, judgment.settles)[0] not in game.may_be_sealed
    ):
        raise ValueError(f"{judgment.settles.what[:40]!r} can't be sealed")
    _check_pattern("edition", judgment.edition)
    _check_pattern("waits", judgment.waits)
    for reason in judgment.reasons:
        _check_pattern("section", reason.section)
        _check_pattern("anchor", reason.anchor)


# A verdict must be the entry's, and each sentence of the kind that stands there.
def _check_heads(game: AnyGame, event: Ruled, judgment: Judgment) -> None:
    if judgment.verdict.code != event.verdict:
        raise ValueError(f"its verdict is not {event.verdict!r}")
    _check_kind(game, "ruling", (judgment.verdict,))
    _check_kind(game, "otherwise", judgment.otherwise)
    _check_kind(game, "remedy", judgment.remedies)


def _check_kind(game: AnyGame, kind: str, sentences: Sequence[Sentence]) -> None:
    for sentence in sentences:
        if not sentence.code.startswith((f"{game.family}.{kind}.", f"custom.{kind}.")):
            raise ValueError(f"{sentence.code!r} is no {kind}")


def _check_pattern(name: str, text: str) -> None:
    if not _PLACES[name].fullmatch(text):
        raise ValueError(f"{text[:40]!r} is no {name}")


def _messages(ruling: Ruling) -> Iterator[Message]:
    yield ruling.verdict
    yield from (step.what for step in ruling.steps)
    yield from (*ruling.otherwise, *ruling.remedies)
    yield from (obligation.said() for obligation in (*ruling.obligations, *ruling.ends))


def check_said(
    game: AnyGame, settings: Any, log: Sequence[Recorded], said: tuple[Message, ...]
) -> None:
    """Raise ValueError where one of these can't be said at this table."""
    ring = game.ring(settings)
    parties = game.parties(settings)
    for value in _leaves(said):
        if isinstance(value, Message):
            _check_sentence(value)
        elif isinstance(value, Seat) and value not in ring:
            raise ValueError(f"this table has no seat {value.value!r}")
        elif isinstance(value, Party) and value not in parties:
            raise ValueError(f"this table has no side {value.id!r}")
        elif isinstance(value, str) and value.strip(" ,"):
            _check_typed(value, log)


def _check_sentence(sentence: Message) -> None:
    words = words_in(FIRST)
    if not _CODE.fullmatch(sentence.code) or not words.has(sentence.code):
        raise ValueError(f"{sentence.code[:60]!r} is no sentence")
    if not words.places(sentence.code) <= sentence.values.keys():
        raise ValueError(f"{sentence.code!r} lacks a value")


# A value and all that it is made of.
def _leaves(value: object) -> Iterator[object]:
    if isinstance(value, Message):
        yield value
        yield from _leaves(tuple(param for _, param in value.params))
    elif isinstance(value, tuple):
        for part in value:
            yield from _leaves(part)
    else:
        yield value
        shown = value.shown() if isinstance(value, Card) else ()
        yield from (part for part in shown if isinstance(part, Message))


# Somebody at this table must have typed the text before.
def _check_typed(text: str, log: Sequence[Recorded]) -> None:
    is_typed = any(text in leaves(encode(entry.event)) for entry in log)
    if text != plain(text) or not is_typed:
        raise ValueError(f"{text[:40]!r} was not typed at this table")
