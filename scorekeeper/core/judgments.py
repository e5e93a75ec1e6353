"""A ruling as the log keeps it: what was decided, sentence by sentence, each a code
with typed values. So it is said in every language, and no later edition of the rules
changes it.

A value is a whole number, null, a list of values said one after the other, a sentence
of its own, or one that names its kind: {"seat": "N"}, {"card": "HA"}, {"suit": "H"},
{"party": "NS"}, and {"text": …} for what somebody typed; a game has further kinds, such
as {"call": "2C"}.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from typing import ClassVar, Protocol

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.citations import READINGS, Authority, Cite, Source
from scorekeeper.core.codec import Json, Unreadable
from scorekeeper.core.messages import Message, message
from scorekeeper.core.rulings import Effect, Obligation, Ruling, Step
from scorekeeper.core.seats import Party, PartyId, Seat, by_itself
from scorekeeper.core.settings import TABLE

Values = Mapping[str, Json]
"""Values by their names, as files have them."""
Answers = tuple[tuple[Message, Message], ...]
"""What was asked, and what was answered to it."""

BETWEEN = ("", " ", ", ")
"""The texts that stand between values which are said one after the other."""
OF_ITS_OWN = ("n", "person")
"""Values that say how their sentence is worded: `n` chooses the plural form, and beside
`person` a seat is called a seat and not by its player. So they are kept with each
sentence, though all of a ruling have the same."""
DEEPEST = 6
"""So many values and sentences may stand within each other."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a ruling: its code, and those of its values that not all of them
    share."""

    SINCE: ClassVar[tuple[str, ...]] = ("values",)
    code: str
    values: Values | None = None


@dataclass(frozen=True, slots=True)
class Reason:
    """A step of the reasoning, and the rule that it rests on."""

    what: Sentence
    source: str
    section: str
    standing: Authority
    anchor: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What was asked, and what was answered to it."""

    question: Sentence
    answer: Sentence


@dataclass(frozen=True, slots=True)
class Stated:
    """A fact of the game, by its kind, as an entry would hold it."""

    kind: str
    facts: Values


@dataclass(frozen=True, slots=True)
class Settling:
    """What an accepted ruling settles of what was sealed: the code of that, and the
    facts that hold instead of what is under the seal."""

    what: str
    facts: tuple[Stated, ...]


@dataclass(frozen=True, slots=True)
class Judgment:
    """What was decided. `deal` are the entries of its deal as it stood then, the first
    of which names it; none where nothing of it had been recorded. `told` is what the
    form was told, `asked` what the arbiter asked then, and `values` what all the
    sentences share. The rest is as in a Ruling; `edition` is the release whose rules it
    was given by."""

    SINCE: ClassVar[tuple[str, ...]] = ("settles",)
    deal: tuple[int, ...]
    told: tuple[Answer, ...]
    asked: tuple[Answer, ...]
    verdict: Sentence
    reasons: tuple[Reason, ...]
    values: Values
    edition: str
    otherwise: tuple[Sentence, ...] = ()
    remedies: tuple[Sentence, ...] = ()
    obligations: tuple[Obligation, ...] = ()
    ends: tuple[Obligation, ...] = ()
    waits: str = ""
    settles: Settling | None = None


_SHARED: Mapping[str, type] = {"seat": Seat, "card": Card, "suit": Suit, "party": Party}


class Parsed(Protocol):
    """A kind of value that is read from a text."""

    @classmethod
    def parse(cls, text: str) -> object: ...


@dataclass(frozen=True, slots=True)
class Speech:
    """What the rulings of a game can speak of: its own kinds of value by their names,
    each with its `parse`, and the sources of its rules."""

    own: Mapping[str, type] = field(default_factory=dict)
    sources: tuple[Source, ...] = ()

    # ---- as it is written ----

    def kept(
        self,
        ruling: Ruling,
        told: Answers,
        asked: Answers,
        deal: tuple[int, ...],
        edition: str,
    ) -> Judgment:
        """This ruling, and what was told and asked for it, as the log keeps it. Raises
        TypeError for a value that has no kind."""
        shared = self._shared(ruling, (*told, *asked))

        def sentence(said: Message) -> Sentence:
            values = self._values(said)
            own = {name: one for name, one in values.items() if name not in shared}
            return Sentence(said.code, own or None)

        return Judgment(
            deal=deal,
            told=tuple(Answer(*map(sentence, pair)) for pair in told),
            asked=tuple(Answer(*map(sentence, pair)) for pair in asked),
            verdict=sentence(ruling.verdict),
            reasons=tuple(
                _reason(sentence(step.what), step.cite) for step in ruling.steps
            ),
            values=shared,
            edition=edition,
            otherwise=tuple(map(sentence, ruling.otherwise)),
            remedies=tuple(map(sentence, ruling.remedies)),
            obligations=ruling.obligations,
            ends=ruling.ends,
            waits=ruling.waits,
        )

    def _shared(self, ruling: Ruling, answers: Answers) -> Values:
        every = [said for pair in answers for said in pair]
        every += [ruling.verdict, *(step.what for step in ruling.steps)]
        every += (*ruling.otherwise, *ruling.remedies)
        shared = dict[str, Json]()
        others = set(OF_ITS_OWN)
        for said in every:
            for name, value in self._values(said).items():
                if shared.setdefault(name, value) != value:
                    others.add(name)
        return {name: value for name, value in shared.items() if name not in others}

    def _values(self, said: Message) -> Values:
        return {name: self.written(value) for name, value in said.params}

    def written(self, value: object) -> Json:
        """A value as files have it. Raises TypeError where it has no kind."""
        if value is None or type(value) is int or value in BETWEEN:
            return value
        if isinstance(value, str):
            return {"text": value}
        if isinstance(value, tuple):
            return [self.written(part) for part in value]
        if isinstance(value, Message):
            return {"code": value.code, "values": self._values(value)}
        for name, kind in {**_SHARED, **self.own}.items():
            if type(value) is kind:
                return {name: _text(value)}
        if hasattr(value, "shown"):
            return self.written(value.shown())
        raise TypeError(
            f"a ruling can't speak of {type(value).__name__}: name its kind"
        )

    # ---- as it is read ----

    def ruling(self, judgment: Judgment, effects: tuple[Effect, ...] = ()) -> Ruling:
        """The ruling that was decided so. Raises Unreadable."""
        shared = judgment.values
        return Ruling(
            verdict=self.said(judgment.verdict, shared),
            steps=tuple(
                Step(self.said(reason.what, shared), self._cite(reason))
                for reason in judgment.reasons
            ),
            otherwise=tuple(
                self.said(sentence, shared) for sentence in judgment.otherwise
            ),
            effects=effects,
            remedies=tuple(self.said(remedy, shared) for remedy in judgment.remedies),
            obligations=judgment.obligations,
            ends=judgment.ends,
            waits=judgment.waits,
        )

    def answers(self, judgment: Judgment) -> Answers:
        """What was told and asked, and answered. Raises Unreadable."""
        return tuple(
            (
                self.said(answer.question, judgment.values),
                self.said(answer.answer, judgment.values),
            )
            for answer in (*judgment.told, *judgment.asked)
        )

    def said(self, sentence: Sentence, shared: Values) -> Message:
        """A sentence of a ruling, with the values that all of its sentences share.
        Raises Unreadable."""
        values = {**shared, **(sentence.values or {})}
        return message(
            sentence.code, **{name: self.value(one) for name, one in values.items()}
        )

    def value(self, written: Json, depth: int = 0) -> object:
        """The value that is written so. Raises Unreadable."""
        if depth > DEEPEST:
            raise Unreadable("values stand too deep within each other")
        if written is None or type(written) is int or written in BETWEEN:
            value: object = written
        elif isinstance(written, list):
            value = tuple(self.value(part, depth + 1) for part in written)
        elif isinstance(written, dict) and written.keys() == {"code", "values"}:
            value = self._message(written["code"], written["values"], depth + 1)
        elif isinstance(written, dict) and len(written) == 1:
            value = self._of_kind(*next(iter(written.items())))
        else:
            raise Unreadable(f"{written!r} is no value that a ruling speaks of")
        return value

    def _message(self, code: Json, values: Json, depth: int) -> Message:
        if not isinstance(code, str) or not isinstance(values, dict):
            raise Unreadable(f"{code!r} is no sentence")
        params = ((name, self.value(one, depth)) for name, one in values.items())
        return Message(code, tuple(params))

    def _of_kind(self, name: str, text: Json) -> object:
        kind = {**_SHARED, **self.own}.get(name)
        if not isinstance(text, str) or (kind is None and name != "text"):
            raise Unreadable(
                f"{name!r} is no kind of value that this game's rulings speak of"
            )
        if kind is None:
            return text
        try:
            value = _read(kind, text)
        except ValueError as fault:
            raise Unreadable(str(fault)) from None
        if _text(value) != text:
            raise Unreadable(f"no {name} is written {text!r}")
        return value

    def _cite(self, reason: Reason) -> Cite:
        known = (*self.sources, READINGS, TABLE)
        source = next((source for source in known if source.id == reason.source), None)
        if source is None:
            raise Unreadable(f"{reason.source!r} is no source of this game's rules")
        return Cite(source, reason.section, reason.standing, reason.anchor)


def _reason(what: Sentence, cite: Cite) -> Reason:
    return Reason(what, cite.source.id, cite.section, cite.standing, cite.anchor)


def _text(value: object) -> str:
    if isinstance(value, Party):
        return value.id
    return str(value.value if isinstance(value, Enum) else value)


def _read(kind: type[Enum | Parsed | Party], text: str) -> object:
    if issubclass(kind, Party):
        return _party(text)
    if issubclass(kind, Enum):
        return kind(text)
    return kind.parse(text)


# One seat is called as its party, and a seat may have two digits.
def _party(text: str) -> Party:
    with suppress(ValueError):
        return by_itself(Seat(text))
    return Party(PartyId(text), tuple(map(Seat, text)))
