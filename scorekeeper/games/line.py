"""A deal in one line, as people say it: "4S N -1", "four hearts by Anna plus one".

A game says by a `Grammar` which words it knows: phrases, each by the code of its
message, and the values that fill their places. The ways to say one thing stand in one
message, parted by bars:

    under = "minus %(n)s | - %(n)s | down %(n)s | %(n)s down"

So another language is another catalogue. Nothing is guessed: a line is read in every
way that leaves fewest words over, and where two of them say different things, the words
that they differ about are named.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeGuard
from unicodedata import combining, normalize

from scorekeeper.core.cards import Suit
from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import Party, People, Ring, Seat
from scorekeeper.core.session import State
from scorekeeper.games.fields import written

Text = Callable[[object], str]
"""What says a message, a suit or a name in the reader's language, in plain text."""
Found = Mapping[str, object]
"""What a line says, by the names of its values."""

MOST = 200  # the characters of a line that are read
NUMBERS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14)
TENS = (15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 85, 90, 95)
"""The numbers that have words: those of tricks, and those of points below a hundred."""
HUNDRED = 100
MOST_WAYS = 400
"""How many ways of reading a line are followed; one that has more says nothing."""
BEHIND = 2
"""How many words more than the best of them these may leave over on the way."""

GLYPHS = {
    Suit.CLUBS: "♣",
    Suit.DIAMONDS: "♦",
    Suit.HEARTS: "♥",
    Suit.SPADES: "♠",
    Suit.STARS: "★",
}


# ---- what a game says of its lines ----


@dataclass(frozen=True, slots=True)
class Value:
    """A value that may fill a place of a phrase: `ways` are messages or texts that say
    it as they stand, parted by bars; `name` says it by each of its beginnings that no
    other value of the place has."""

    value: object
    ways: tuple[object, ...] = ()
    name: object = None


@dataclass(frozen=True, slots=True)
class Pair:
    """A place that takes two values in either order, such as a card: rank and suit.
    `make` makes its value of both; `whole` are values that are said by themselves."""

    first: tuple[Value, ...]
    second: tuple[Value, ...]
    make: Callable[[object, object], object]
    whole: tuple[Value, ...] = ()


Place = tuple[Value, ...] | Pair


@dataclass(frozen=True, slots=True)
class Phrase:
    """Ways to say one thing: the message `code`. `finds` makes what was found of the
    values at its places."""

    code: str
    finds: Callable[[Found], Found] = dict


@dataclass(frozen=True, slots=True)
class Grammar:
    """The phrases that a game knows, and what may fill their `places`: a whole number
    where a place isn't named here; several values, one after the other, in the places
    that are `many`. `noise` is the code of the words that say nothing."""

    phrases: tuple[Phrase, ...]
    places: Mapping[str, Place]
    many: frozenset[str] = frozenset()
    noise: str = "spoken.noise"


@dataclass(frozen=True, slots=True)
class Answer:
    """What a line comes to: the name of a form, and what its fields are sent with.
    `is_whole` where it says all that the form needs."""

    form: str
    sent: tuple[tuple[str, str], ...]
    is_whole: bool = True


class Misfit(Exception):
    """What was found under this name doesn't fit what else the line says."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


@dataclass(frozen=True, slots=True)
class Spoken(Generic[State]):
    """How a game reads a line: its `grammar` in a state with these people, and the
    `answer` that what was found comes to, which raises Misfit; `example` is a line that
    fits the state. No line is read unless it `is_open`. The field stands on the pages
    of these `forms`."""

    forms: tuple[str, ...]
    grammar: Callable[[State, People], Grammar]
    answer: Callable[[State, Found], Answer]
    example: Callable[[State], Message]
    is_open: Callable[[State], bool] = lambda state: True


def seats(ring: Ring, people: People) -> tuple[Value, ...]:
    """The seats of a table, by their letters or numbers and by who sits there."""
    seated = dict(people)
    return tuple(
        Value(
            seat,
            (message(f"seat.{seat.value}"), message(f"party.{seat.value}")),
            seated.get(seat),
        )
        for seat in ring
    )


def side_ways(side: Party, people: People) -> Iterator[object]:
    yield message(f"party.{side.id}")
    seated = dict(people)
    if {*side.seats} <= {*seated}:
        first, last = (seated[seat] for seat in side.seats)
        yield f"{first} & {last}"
        yield message("party.persons", first=first, last=last)


def suits(which: Iterable[Suit]) -> tuple[Value, ...]:
    return tuple(Value(suit, tuple(_ways_of(suit))) for suit in which)


def _ways_of(suit: Suit) -> Iterator[object]:
    yield message(f"suit.{suit.slug}")
    yield message(f"suit.{suit.slug}.letter")
    if suit in GLYPHS:
        yield message(f"spoken.suit.{suit.slug}")
        yield GLYPHS[suit]


def found_as(**found: object) -> Callable[[Found], Found]:
    return lambda _places: found


def points_of(name: str, sign: int = 1) -> Callable[[Found], Found]:
    """Finds the `points` of the player at the place `who`, under the name of that
    player's field."""

    def found(places: Found) -> Found:
        who = places["who"]
        points = places["points"]
        assert isinstance(who, Seat) and isinstance(points, int)  # noqa: S101 - so placed
        return {f"{name}{who.value}": sign * points}

    return found


def who_has(name: str) -> Callable[[Found], Found]:
    return lambda places: {name: places["who"]}


def sent(found: Found) -> tuple[tuple[str, str], ...]:
    return tuple(
        (name, "y" if value is True else written(value))
        for name, value in found.items()
    )


# ---- the words of a line ----


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a line: the `key` that it is compared by, and how it was `typed`. It is
    glued where it follows a figure without a space."""

    key: str
    typed: str
    is_glued: bool = False


_THOUSANDS = re.compile(
    r"""(?<!\d)(?<!\d[,.'’\xa0\u2009\u202f])   # at the beginning of a number
        [1-9]\d{0,2} ([,.'’\xa0\u2009\u202f])\d{3} (\1\d{3})*
        (?!\d) (?![,.'’\xa0\u2009\u202f]\d)""",
    re.VERBOSE,
)
"""A number with a separator of thousands: 1,500, 1.500, 1'500 or with a space that can't
be broken. Of 1 500 nobody knows whether it is one number."""
_PIECE = re.compile(r"\d+|['’]s\b|[^\W\d_]+|[♣♦♥♠★=+−–-]")
_DASHES = "−–-"
_BAR = "|"
_SPOT = re.compile(r"%\((\w+)\)s")


def words_of(line: str) -> list[Word]:
    """The words, figures and signs of a line. A dash between letters is none, and a
    separator of thousands parts nothing."""
    line = _THOUSANDS.sub(_together, normalize("NFC", line)[: MOST + 1])
    words = list[Word]()
    for piece in _PIECE.finditer(line):
        typed = piece[0]
        before = line[: piece.start()][-1:]
        if typed in _DASHES:
            after = line[piece.end() :][:1]
            if before.isalpha() and after.isalpha():
                continue
            words.append(Word("-", typed))
        elif typed[0] not in "'’":
            words.append(Word(_key(typed), typed, before.isdigit()))
    return words


def _together(number: re.Match[str]) -> str:
    return number[0].replace(number[1], "")


def _key(typed: str) -> str:
    if typed.isdecimal():
        return str(int(typed))
    folded = normalize("NFD", typed.casefold().replace("œ", "oe"))
    return "".join(letter for letter in folded if not combining(letter))


# ---- reading ----


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in a way to say something."""

    name: str


Way = tuple[str | Slot, ...]
"""One way to say something: words and places."""


@dataclass(frozen=True, slots=True)
class Span:
    """What was found in the words from `start` to `end`, of which `passed` say
    nothing."""

    start: int
    end: int
    found: tuple[tuple[str, object], ...]
    passed: int = 0


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a line: what is `found` in it, by which of its parts; the places
    of words that say nothing in it; and how many of the others say nothing new."""

    found: Mapping[str, object]
    spans: tuple[Span, ...] = ()
    left: tuple[int, ...] = ()
    passed: int = 0

    @property
    def cost(self) -> tuple[int, int]:
        return len(self.left), self.passed

    def with_span(self, span: Span) -> "Reading | None":
        is_new = False
        for name, value in span.found:
            if name not in self.found:
                is_new = True
            elif self.found[name] != value:
                return None
        passed = self.passed + (span.passed if is_new else span.end - span.start)
        found = {**self.found, **dict(span.found)}
        return Reading(found, (*self.spans, span), self.left, passed)

    def without(self, place: int, is_noise: bool) -> "Reading":
        if is_noise:
            return Reading(self.found, self.spans, self.left, self.passed + 1)
        return Reading(self.found, self.spans, (*self.left, place), self.passed)


Filling = Callable[[list[str], int], Iterator[tuple[int, object]]]
"""Where values that begin at a word end, and which."""


class Reader:
    """Reads lines by a grammar in one language."""

    def __init__(self, grammar: Grammar, text: Text) -> None:
        self.grammar = grammar
        self.text = text
        self.noise = {way[0] for way in self._ways(message(grammar.noise)) if way}
        self.numbers = self._numbers()
        self.hundreds = self._ways(message("spoken.hundred"))
        self.ways = [
            (phrase, way)
            for phrase in grammar.phrases
            for way in self._ways(message(phrase.code))
        ]
        self.places = {
            name: self._filling(place) for name, place in grammar.places.items()
        }
        self.parts = self._parts()

    def read(self, line: str) -> tuple[list[Word], list[Reading]]:
        """The words of a line, and every way to read it that leaves fewest of them
        over; no way where too many would have to be followed."""
        words = self._parted(words_of(line))
        ways = self._followed([word.key for word in words])
        best = min((reading.cost for reading in ways), default=None)
        return words, [reading for reading in ways if reading.cost == best]

    def _followed(self, keys: list[str]) -> list[Reading]:
        at: list[dict[object, Reading]] = [{} for _ in range(len(keys) + 1)]
        at[0] = {frozenset(): Reading({})}
        for start in range(len(keys)):
            readings = _likely(at[start].values())
            if len(readings) > MOST_WAYS:
                return []
            spans = self._spans(keys, start)
            is_noise = keys[start] in self.noise
            for reading in readings:
                _keep(at[start + 1], reading.without(start, is_noise))
                for span in spans:
                    longer = reading.with_span(span)
                    if longer is not None:
                        _keep(at[span.end], longer)
        return [*at[-1].values()]

    def _spans(self, keys: list[str], start: int) -> list[Span]:
        spans = dict[Span, None]()
        for phrase, way in self.ways:
            for end, passed, places in self._matches(way, keys, start):
                found = tuple(phrase.finds(places).items())
                spans[Span(start, end, found, passed)] = None
        return [*spans]

    # ---- the ways to say something ----

    def _ways(self, said: object) -> list[Way]:
        ways = (self._way(way) for way in self.text(said).split(_BAR))
        return [way for way in ways if way]

    def _ways_of(self, value: Value) -> list[Way]:
        ways = [way for said in value.ways for way in self._ways(said)]
        if value.name is not None:
            ways.append(self._way(self.text(value.name)))
        return ways

    def _way(self, way: str) -> Way:
        parts = list[str | Slot]()
        for n, piece in enumerate(_SPOT.split(way)):
            if n % 2:
                parts.append(Slot(piece))
            else:
                parts += [word.key for word in words_of(piece)]
        return tuple(parts)

    def _matches(
        self, way: Way, keys: list[str], at: int, is_begun: bool = False
    ) -> Iterator[tuple[int, int, dict[str, object]]]:
        """Where words from here on that say it this way end, how many of them say
        nothing, and what fills its places."""
        if not way:
            yield at, 0, {}
            return
        if at == len(keys):
            return
        first = way[0]
        if is_begun and keys[at] in self.noise and keys[at] != first:
            for last, passed, places in self._matches(way, keys, at + 1, is_begun):
                yield last, passed + 1, places
        if isinstance(first, Slot):
            for end, value in self._fillings(first.name, keys, at):
                for last, passed, places in self._matches(way[1:], keys, end, True):
                    yield last, passed, {first.name: value, **places}
        elif keys[at] == first:
            yield from self._matches(way[1:], keys, at + 1, True)

    # ---- what fills a place ----

    def _fillings(
        self, name: str, keys: list[str], at: int
    ) -> Iterator[tuple[int, object]]:
        one = self.places.get(name, self._number)
        if name not in self.grammar.many:
            yield from one(keys, at)
            return
        for end, value in one(keys, at):
            yield end, (value,)
            for last, more in self._fillings(name, keys, end):
                if isinstance(more, tuple):
                    yield last, (value, *more)

    def _filling(self, place: Place) -> Filling:
        if not isinstance(place, Pair):
            return self._one_of(place)
        first = self._one_of(place.first)
        second = self._one_of(place.second)
        whole = self._one_of(place.whole)

        def both(keys: list[str], at: int) -> Iterator[tuple[int, object]]:
            yield from whole(keys, at)
            for middle, one in first(keys, at):
                for end, other in second(keys, self._after_noise(keys, middle)):
                    yield end, place.make(one, other)
            for middle, other in second(keys, at):
                for end, one in first(keys, self._after_noise(keys, middle)):
                    yield end, place.make(one, other)

        return both

    def _after_noise(self, keys: list[str], at: int) -> int:
        while at < len(keys) and keys[at] in self.noise:
            at += 1
        return at

    def _one_of(self, values: tuple[Value, ...]) -> Filling:
        exact = dict[Way, list[object]]()
        names = list[tuple[Way, object]]()
        for value in values:
            ways = self._ways_of(value)
            if value.name is not None:
                names.append((ways[-1], value.value))
            for way in ways:
                exact.setdefault(way, []).append(value.value)

        def one(keys: list[str], at: int) -> Iterator[tuple[int, object]]:
            for end in range(at + 1, min(at + LONGEST, len(keys)) + 1):
                said = tuple(keys[at:end])
                # what is said whole is not the beginning of another name
                begun = [value for name, value in names if _begins(name, said)]
                for value in dict.fromkeys(exact.get(said) or begun):
                    yield end, value

        return one

    # ---- numbers ----

    def _numbers(self) -> dict[Way, int]:
        return {
            way: number
            for number in (*NUMBERS, *TENS)
            for way in self._ways(message(f"spoken.number.{number}"))
        }

    def _number(self, keys: list[str], at: int) -> Iterator[tuple[int, int]]:
        if at < len(keys) and keys[at].isdecimal():
            yield at + 1, int(keys[at])
            return
        yield from self._below_hundred(keys, at)
        for start, times in ((at, 1), *self._below_hundred(keys, at)):
            for way in self.hundreds:
                end = start + len(way)
                if tuple(keys[start:end]) == way:
                    yield end, times * HUNDRED
                    rest = self._after_noise(keys, end)
                    for last, more in self._below_hundred(keys, rest):
                        yield last, times * HUNDRED + more

    def _below_hundred(self, keys: list[str], at: int) -> Iterator[tuple[int, int]]:
        for end in range(at + 1, min(at + LONGEST, len(keys)) + 1):
            number = self.numbers.get(tuple(keys[at:end]))
            if number is not None:
                yield end, number

    # ---- words that are written together ----

    def _parts(self) -> tuple[frozenset[str], frozenset[str]]:
        """What may stand behind a figure without a space: short words such as letters
        of suits; and the words that numbers are written of."""
        ways = [way for _, way in self.ways]
        for place in self.grammar.places.values():
            for value in _values_of(place):
                ways += [way for said in value.ways for way in self._ways(said)]
        alone = {way[0] for way in (*self.numbers, *self.hundreds) if len(way) == 1}
        return (
            frozenset(part for way in ways for part in way if _is_short(part)),
            frozenset(part for part in alone if isinstance(part, str)),
        )

    def _parted(self, words: list[Word]) -> list[Word]:
        short, of_numbers = self.parts
        parted = list[Word]()
        for word in words:
            parts: tuple[str, ...] = ()
            if word.key not in of_numbers:
                parts = _split(word.key, of_numbers)
            if not parts and word.is_glued and word.key not in short:
                parts = _split(word.key, short)
            parted += [Word(part, word.typed) for part in parts] or [word]
        return parted


LONGEST = 8
"""The most words of a number or of a name that are read."""
SHORT = 2  # the letters of what may follow a figure without a space


def _values_of(place: Place) -> tuple[Value, ...]:
    if isinstance(place, Pair):
        return (*place.first, *place.second)
    return place


def _is_short(part: str | Slot) -> TypeGuard[str]:
    return isinstance(part, str) and part.isalpha() and len(part) <= SHORT


def _likely(readings: Iterable[Reading]) -> list[Reading]:
    readings = [*readings]
    fewest = min((len(reading.left) for reading in readings), default=0)
    return [one for one in readings if len(one.left) <= fewest + BEHIND]


def _keep(readings: dict[object, Reading], reading: Reading) -> None:
    key = frozenset(reading.found.items())
    known = readings.get(key)
    if known is None or reading.cost < known.cost:
        readings[key] = reading


def _begins(name: Way, said: tuple[str, ...]) -> bool:
    if not 0 < len(said) <= len(name):
        return False
    *before, last = said
    return tuple(before) == name[: len(before)] and str(name[len(before)]).startswith(
        last
    )


def _split(key: str, parts: frozenset[str]) -> tuple[str, ...]:
    """A word as the fewest of these parts; empty where it isn't made of them, or where
    several ways have as few."""
    ways: list[list[tuple[str, ...]]] = [[()]]
    for end in range(1, len(key) + 1):
        longer = [
            (*way, key[start:end])
            for start in range(end)
            if key[start:end] in parts
            for way in ways[start]
        ]
        fewest = min(map(len, longer), default=0)
        ways.append([way for way in longer if len(way) == fewest][:2])
    return ways[-1][0] if len(ways[-1]) == 1 else ()


# ---- what a line comes to ----


@dataclass(frozen=True, slots=True)
class Understood:
    """What was understood of a line: the `answer`, None where it says nothing that a
    form asks for; the words that were `known`, those that were not understood, and
    those that may mean several things, as they were typed."""

    answer: Answer | None = None
    known: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    ambiguous: tuple[str, ...] = ()

    @property
    def is_clear(self) -> bool:
        return self.answer is not None and not self.unknown and not self.ambiguous


def understood(
    spoken: Spoken[State], state: State, people: People, text: Text, line: str
) -> Understood:
    """What a line says at a table in this state with these people. It has no answer
    where a figure is left over or it is too long: half a number would be entered."""
    reader = Reader(spoken.grammar(state, people), text)
    words, readings = reader.read(line)
    if not readings or len(line) > MOST:
        return Understood(unknown=_typed(words, range(len(words))))
    tried = [_tried(spoken, state, reading) for reading in readings]
    if any(one.answer is not None and one.answer.is_whole for one in tried):
        tried = [one for one in tried if one.answer is None or one.answer.is_whole]
    best = min(len(one.left) for one in tried)
    tried = [one for one in tried if len(one.left) == best]
    answers = dict.fromkeys(one.answer for one in tried)
    if len(answers) > 1:
        return Understood(ambiguous=_typed(words, _differing([*tried], len(words))))
    return _as_tried(words, tried[0])


@dataclass(frozen=True, slots=True)
class _Tried:
    answer: Answer | None
    spans: tuple[Span, ...]
    left: tuple[int, ...]


def _as_tried(words: list[Word], tried: _Tried) -> Understood:
    known = [place for place in range(len(words)) if place not in tried.left]
    unknown = _typed(words, tried.left)
    has_figure = any(sign.isnumeric() for word in unknown for sign in word)
    answer = None if has_figure else tried.answer
    return Understood(answer, _typed(words, known), unknown)


def _tried(spoken: Spoken[State], state: State, reading: Reading) -> _Tried:
    found = dict(reading.found)
    left = {*reading.left}
    while found:
        try:
            answer = spoken.answer(state, found)
        except Misfit as misfit:
            found.pop(misfit.name)
            for span in reading.spans:
                if misfit.name in dict(span.found):
                    left |= {*range(span.start, span.end)}
        else:
            return _Tried(answer, reading.spans, tuple(sorted(left)))
    return _Tried(None, reading.spans, tuple(sorted(left)))


def _differing(tried: list[_Tried], words: int) -> list[int]:
    differing = []
    for place in range(words):
        said = set()
        for one in tried:
            here = (span for span in one.spans if span.start <= place < span.end)
            said.add(tuple(span.found for span in here))
        if len(said) > 1:
            differing.append(place)
    return differing


def _typed(words: list[Word], places: Iterable[int]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words[place].typed for place in places))
