"""What a game's players may seal: who, when, and what it means once it is opened or
never is."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import dropwhile, takewhile
from typing import Any, ClassVar, Generic

from wtforms import Field, SelectMultipleField, ValidationError

from scorekeeper.core.cards import Card
from scorekeeper.core.codec import Json
from scorekeeper.core.errors import refused
from scorekeeper.core.messages import Message, message, name_in
from scorekeeper.core.rounds import R, Round, Rounds, T
from scorekeeper.core.seals import LeftSealed, Opened, Sealed
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Entry, Event, Recorded, State
from scorekeeper.core.settings import S
from scorekeeper.games.arbiter.arbiter import Arbiter
from scorekeeper.games.ask import EntryForm
from scorekeeper.games.fields import label


class SealForm(EntryForm[State]):
    """Asks for a value that is sealed, and states no fact. `TEMPLATE` is its page,
    which extends sealed/choose.html."""

    TEMPLATE: ClassVar[str]

    def value(self) -> Json:
        raise NotImplementedError


class CardsForm(SealForm[State]):
    """Cards tapped on the picker: `pack` offers them, `least` to `most` of them are
    sealed."""

    TEMPLATE = "sealed/cards.html"
    cards = SelectMultipleField(validate_choice=False)

    def offered(self) -> tuple[frozenset[Card], int, int]:
        raise NotImplementedError

    def validate_cards(self, field: Field) -> None:
        pack, least, most = self.offered()
        chosen = field.data or []
        known = {str(card) for card in pack}
        for text in chosen:
            if text not in known:
                raise ValidationError(label("refused.no-such-card", card=text[:24]))
        n = len(set(chosen))
        if not least <= n <= most:
            code = "refused.seal-cards" if least == most else "refused.seal-cards-range"
            raise ValidationError(label(code, n=n, least=least, most=most))

    @property
    def chosen(self) -> frozenset[str]:
        return frozenset(self.cards.data or [])

    def value(self) -> list[str]:
        return sorted(self.chosen)

    def view(self) -> dict[str, object]:
        pack, _, most = self.offered()
        return {"pack": pack, "chosen": self.chosen, "most": most}


Option = tuple[Message, tuple[Event, ...]]
"""An outcome that the table may choose, in words, and the facts that it puts in."""


def in_progress(state: Rounds[S, R, T]) -> Round | None:
    return state.round if state.round.id is not None else None


def nothing_else(state: object, row: int) -> tuple[Option, ...]:
    return ((message("seal.unopened.nothing"), ()),)


@dataclass(frozen=True, slots=True)
class Sealable(Generic[State]):
    """Something that a player of a game may seal; each function takes the game's state.

    `what` is the code of its words and ends in its name; `form` asks the holder for the
    value. `seats` are those who may seal it now, and `most` how many there may be in
    one `deal`, that in progress. `begins` are facts that open the deal together with
    the first seal, and `why_not_yet` says what must be entered before that. `is_due`
    says whether the table waits for it.

    `facts` are what an opened value states; it raises ValueError when that is none of
    this game's values. `place` says before which entry of its deal, of those after the
    seal, they belong: the next one unless said otherwise, None = after all. `unopened`
    are the outcomes to choose from when it never is opened, by the row it was sealed
    in; none as long as it is too early to say.
    """

    what: str
    form: type[SealForm[State]]
    seats: Callable[[State], tuple[Seat, ...]]
    most: Callable[[State], int]
    deal: Callable[[State], Round | None] = lambda state: None
    begins: Callable[[State], tuple[Event, ...]] = lambda state: ()
    why_not_yet: Callable[[State], Message | None] = lambda state: None
    is_due: Callable[[State], bool] = lambda state: False
    facts: Callable[[Json], tuple[Event, ...]] = lambda value: ()
    place: Callable[[tuple[Recorded, ...]], int | None] = lambda after: (
        after[0].seq if after else None
    )
    unopened: Callable[[State, int], tuple[Option, ...]] = nothing_else

    @property
    def name(self) -> str:
        return name_in(self.what)

    def made(self, state: State, order: Iterable[Recorded]) -> tuple[Recorded, ...]:
        deal = self.deal(state)
        since = dropwhile(
            lambda entry: deal is None or entry.seq != deal.entries[0], order
        )
        return tuple(entry for entry in since if self.is_mine(entry.event))

    def is_mine(self, event: object) -> bool:
        return isinstance(event, Sealed) and event.what == self.what

    def check(self, state: State, order: Iterable[Recorded], event: Sealed) -> None:
        """Refuse a seal that nobody may make now. Raises RuleViolation."""
        what = message(self.what)
        seats = self.seats(state)
        if not seats:
            raise refused("refused.nothing-to-seal", what=what)
        if event.seat not in seats:
            raise refused("refused.not-to-seal", "seat", seat=event.seat, what=what)
        most = self.most(state)
        if len(self.made(state, order)) >= most:
            raise refused("refused.sealed-already", what=what, n=most)

    def check_stated(
        self, event: Opened, value: Json, stated: tuple[Event, ...]
    ) -> None:
        """Refuse facts beside an opened seal that are not those of its value. None at
        all may stand there: the table may have entered them before."""
        facts: tuple[Event, ...] = ()
        with suppress(ValueError):
            facts = self.facts(value)
        if stated and stated != facts:
            raise refused("refused.other-than-sealed", "value")


@dataclass(frozen=True, slots=True, kw_only=True)
class Together(Sealable[State]):
    """Something that all say at once, a number each. Every player seals one; the server
    keeps it until then, and opens all as soon as the last is made.

    `kind` is the event that states all numbers, and `asked_by` the name of the form that
    asks for it where it is typed openly. `check_one` refuses what one player can't say,
    by a RuleViolation. While some of it is hidden, the kinds in `waits` can't be
    entered, those in `keeps` not struck out.
    """

    form: type[SealForm[State]] = SealForm
    most: Callable[[State], int] = lambda state: len(Seat)
    kind: type
    asked_by: str
    check_one: Callable[[State, Seat, int], None]
    waits: tuple[type, ...] = ()
    keeps: tuple[type, ...] = ()

    def made(self, state: State, order: Iterable[Recorded]) -> tuple[Recorded, ...]:
        """Those of the round in progress: it may have no other entry yet."""
        assert isinstance(state, Rounds)  # noqa: S101 - whose rounds have an end
        last = next(state.backwards(), None)
        ended = frozenset(last.entries if last else ())
        since = takewhile(lambda entry: entry.seq not in ended, reversed([*order]))
        return tuple(entry for entry in since if self.is_mine(entry.event))[::-1]

    def settled(
        self, state: State, order: Iterable[Recorded]
    ) -> Mapping[int, Opened | LeftSealed]:
        made = {entry.seq for entry in self.made(state, order)}
        events = (entry.event for entry in order)
        return {
            event.entry: event
            for event in events
            if isinstance(event, Opened | LeftSealed) and event.entry in made
        }

    def check(self, state: State, order: Iterable[Recorded], event: Sealed) -> None:
        Sealable.check(self, state, order, event)
        for entry in self.made(state, order):
            if isinstance(entry.event, Sealed) and entry.event.seat is event.seat:
                what = message(self.what)
                raise refused("refused.sealed-already", what=what, n=1)

    def check_shown(
        self,
        state: State,
        order: Iterable[Recorded],
        entries: Iterable[Entry],
        struck: Iterable[Event],
    ) -> None:
        """Refuse, while some of it is still hidden, to state what all say at once, and
        who leaves or comes; what is corrected was shown. Raises RuleViolation."""
        is_told = any(
            isinstance(entry.event, self.waits)
            or (entry.place is None and isinstance(entry.event, self.kind))
            for entry in entries
        ) or any(isinstance(event, self.keeps) for event in struck)
        if is_told and len(self.made(state, order)) > len(self.settled(state, order)):
            raise refused("refused.still-hidden", what=message(self.what))


AnySealForm = SealForm[Any]
"""A form of any game that asks for something to seal. Any, as in `AnyFolded`."""
AnySealable = Sealable[Any]
"""Something that a player of any game may seal. Any, as in `AnyFolded`."""


# ---- a hand, in any game with an arbiter ----

HAND = "seal.hand"
"""What is sealed where that is a hand, as the code that says so."""


def hand_of(arbiter: Arbiter[State]) -> Sealable[State]:
    """A hand that is sealed for a ruling: it states nothing, and shows later what was
    held."""

    class HandForm(CardsForm[State]):
        NAME = "hand"

        def offered(self) -> tuple[frozenset[Card], int, int]:
            rules = arbiter.play_rules(self.state)
            return (
                (frozenset(rules.pack), 1, rules.hand) if rules else (frozenset(), 1, 1)
            )

    def seats(state: State) -> tuple[Seat, ...]:
        rules = arbiter.play_rules(state)
        return rules.ring if rules else ()

    return Sealable(HAND, HandForm, seats, most=lambda state: len(seats(state)))
