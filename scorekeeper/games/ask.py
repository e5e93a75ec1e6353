"""The questions to a table: what every form of a game is, and in which order a game asks.

A form that states facts names their fields one by one; the rest follows from their types:

    class BidForm(TableForm):
        NAME = "bid"
        STATES = (BidStated, TrumpDeclared, NobodyBid)
        bidder = ask(BidStated)
        amount = ask(BidStated, choices=lambda form: bids(form.state.settings))
        trump = ask(TrumpDeclared, "suit", required=False)
        nobody = press(NobodyBid)

Forms check shape; a game's `check` checks rules.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from enum import Enum
from typing import Any, ClassVar, Generic, TypeVar

from wtforms import Field, Form, SubmitField

from scorekeeper.core.cards import Suit
from scorekeeper.core.duties import broken_by_call
from scorekeeper.core.messages import Message, message
from scorekeeper.core.notes import NOTED
from scorekeeper.core.rounds import AnyRounds
from scorekeeper.core.rounds import State as RoundsState
from scorekeeper.core.rulings import Obligation
from scorekeeper.core.seats import Ring, Seat, named
from scorekeeper.core.session import Event, Folded, Recorded, State
from scorekeeper.games.fields import (
    AnyField,
    Ask,
    Each,
    FactField,
    Label,
    Number,
    Press,
    label,
)

Sent = Any
"""What a browser sent, or None. Any, since WTForms names what it reads only in its
stubs."""
Extra = Mapping[str, Sequence[object]] | None
"""What WTForms can be handed besides, by the names of fields: validators, filters."""
Filled = Mapping[str, object] | None
Filling = dict[str, object]
"""What the fields of a form are filled with, by their names."""

OF_A_TURN = ("call", "why")
"""What a page's address asks for one `turn` alone, where it says of which."""


class EntryForm(Form, Generic[State]):
    """One question put to the table, in the state it is asked in.

    A subclass declares its WTForms fields, sets `NAME` (its address and its template
    <NAME>.html in the game's folder; `TEMPLATE` where there is none) and `STATES`, the
    kinds of event it can state, and answers `facts`. Labels are made by `label`; the
    template shows them through `say`. `given` is what the page's address asks for, or
    what a correction starts from; `recorded` are the facts that it states anew, and
    `owed` what earlier rulings bind players to now. `ALONE` are the kinds of which it
    restates a single entry, `WHOLE` those by one of which it knows a round that it
    restates as a whole.

    Use InputRequired, not DataRequired, which refuses a 0.
    """

    NAME: ClassVar[str]
    TEMPLATE: ClassVar[str] = "sessions/ask.html"
    STATES: ClassVar[tuple[type, ...]] = ()
    OF_LAST: ClassVar[bool] = False  # asks about the deal that was finished last
    ALONE: ClassVar[tuple[type, ...]] = ()
    WHOLE: ClassVar[tuple[type, ...]] = ()
    is_against_record = False
    """Whether it asks why a result is not what the recorded tricks come to."""

    # Any, since a form reads the settings from its state
    def __init__(
        self,
        formdata: Sent = None,
        *,
        folded: Folded[Any, State],
        data: Filled = None,
        recorded: tuple[Event, ...] = (),
        owed: tuple[Obligation, ...] = (),
    ) -> None:
        self.folded = folded
        self.state = folded.state
        self.recorded = recorded
        self.owed = owed
        self.given = dict(data or {})
        if self.given.get("turn", self.turn) != self.turn:
            self.given = {
                name: self.given[name] for name in self.given if name not in OF_A_TURN
            }
        super().__init__(formdata, data=self.given)
        self.lay_out()

    @property
    def turn(self) -> str:
        """What tells this turn from every other: the entry that it follows, and whose
        it is."""
        played = (
            entry.seq
            for entry in reversed(self.folded.order)
            if not isinstance(entry.event, NOTED)
        )
        seat = self.acts(self.state)
        return f"{next(played, 0)}{seat.value if seat else ''}"

    def why_barred(self, amount: int | None) -> Message | None:
        """What a call would break that its player owes, None where nothing; `amount` is
        as in `broken_by_call`."""
        if not self.owed:
            return None
        seat = self.acts(self.state)
        broken = broken_by_call(
            (obligation for obligation in self.owed if obligation.seat is seat), amount
        )
        return None if broken is None else broken.said()

    def lay_out(self) -> None:
        """Set what depends on the state, once the data are read."""

    def facts(self) -> tuple[Event, ...]:
        return ()

    def restates(self, entries: tuple[Recorded, ...]) -> tuple[Recorded, ...]:
        """Which of these entries of one deal are stated anew: those that it can state
        itself; all of them where it can state none."""
        return (
            tuple(entry for entry in entries if isinstance(entry.event, self.STATES))
            or entries
        )

    @classmethod
    def filled(cls, state: State, events: Iterable[Event]) -> Filling:
        """What to fill the form with when it restates these facts, told the state
        before them."""
        return {}

    @classmethod
    def acts(cls, state: State) -> Seat | None:
        """Whose turn it is, where this question is one player's alone to answer, else
        None."""
        return None

    def opens(self) -> tuple[Message, tuple[Message, ...]] | None:
        """The deal that this form opens and the rest of that line, as in a Glance,
        where the glance is still at the one before, else None."""
        return None

    def begins(self) -> State | None:
        """The state before the game that this form begins, where the glance is still at
        the end of the one before, else None."""
        return None

    def view(self) -> Mapping[str, object]:
        """Values for the template beside the fields, typed and named: already
        formatted."""
        return {}


class FactForm(EntryForm[RoundsState]):
    """A form whose fields are those of events: reading and refill follow from their
    types. `RULES` are the family's rounds, `SUITS` the suits that are asked for.
    `RECORDED` is what the tricks of a round come to, told it and the settings, None
    while they aren't all recorded: a fresh page is filled with that."""

    RULES: ClassVar[AnyRounds]
    RECORDED: ClassVar[Callable[..., object]] = lambda done, settings: None
    SUITS: ClassVar[tuple[Suit, ...]] = tuple(Suit)

    def begins(self) -> RoundsState | None:
        if not self.state.is_between:
            return None
        anew: RoundsState = self.RULES.begun_anew(self.state)
        return anew

    def process(
        self,
        formdata: Sent = None,
        obj: object = None,
        data: Filled = None,
        extra_filters: Extra = None,
        **fields: object,
    ) -> None:
        given = dict(data or {})
        for field in self.typed_fields():
            if field.asked.when is not None and not field.asked.when(self):
                del self[field.name]
            elif isinstance(field, Each):
                field.spread(given)
        super().process(formdata, obj, given, extra_filters, **fields)
        recorded = type(self).RECORDED(self.state.round, self.state.settings)
        for field in self.typed_fields():
            if field.name not in given and field.is_blank:
                usual = field.asked.usual(self)
                if usual is None and field.asked.kind is type(recorded):
                    usual = getattr(recorded, field.asked.of, None)
                if usual is not None:
                    field.fill(usual)
            if isinstance(field, Each):
                field.fill_rest()

    def asking(self) -> tuple[FactField, ...]:
        return tuple(field for field in self.typed_fields() if not field.asked.is_part)

    def typed_fields(self) -> tuple[FactField, ...]:
        return tuple(field for field in self if isinstance(field, FactField))

    @property
    def pressed(self) -> type | None:
        pressed = (
            field for field in self.asking() if isinstance(field, Press) and field.data
        )
        return next((press.asked.kind for press in pressed), None)

    def validate(self, extra_validators: Extra = None) -> bool:
        return self.pressed is not None or bool(super().validate(extra_validators))

    def facts(self) -> tuple[Event, ...]:
        if self.pressed is not None:
            return (self.pressed(),)
        facts = (self.fact(kind) for kind in self.STATES)
        return tuple(fact for fact in facts if fact is not None)

    def fact(self, kind: type) -> Event | None:
        """The fact of this kind as it was stated, by whose turn it is where it says a
        `seat` that nobody is asked for; None where it was left open."""
        mine = (
            field
            for field in self.asking()
            if field.asked.kind is kind and field.asked.of
        )
        said = {
            field.asked.of: field.value for field in mine if field.value is not None
        }
        needed = {field.name: field.default is MISSING for field in fields(kind)}
        if not said or not {name for name in needed if needed[name]} <= set(said):
            return None
        acting = {"seat": self.acts(self.state)} if "seat" in needed else {}
        fact: Event = kind(**acting | said)
        return fact

    @classmethod
    def filled(cls, state: RoundsState, events: Iterable[Event]) -> Filling:
        asks = {name: getattr(cls, name) for name in dir(cls)}
        every = {name: one.spec for name, one in asks.items() if isinstance(one, Ask)}
        return {
            name: getattr(event, asked.of)
            for event in events
            for name, asked in every.items()
            if asked.kind is type(event) and asked.of
        }

    @property
    def heading(self) -> Label:
        return label(f"{self.RULES.family}.ask.{self.NAME}")

    def questions(self) -> tuple[Field, ...]:
        """The fields in order, without the buttons and without the parts of another
        field."""
        boxes = [field.sign for field in self if isinstance(field, Number)]
        parts = (
            field
            for field in self.typed_fields()
            if field.asked.of and field.asked.is_part
        )
        hidden = {id(field) for field in (*boxes, *parts, *self.buttons())}
        return tuple(field for field in self if id(field) not in hidden)

    def buttons(self) -> tuple[Field, ...]:
        return tuple(field for field in self if isinstance(field, SubmitField))

    @property
    def ring(self) -> Ring:
        return self.RULES.ring(self.state.settings)

    def usual_choices(self, kind: type[Enum]) -> Iterable[object]:
        if kind is Seat:
            return self.ring
        return self.SUITS if kind is Suit else tuple(kind)

    def shown(self, value: object, name: str = "") -> Label:
        shows_itself = isinstance(value, Suit) or hasattr(value, "shown")
        if isinstance(value, Enum) and not shows_itself:
            return label(f"{self.RULES.family}.{name}.{value.value}")
        return named(value, self.folded.people)


# Any, since a bound can't name other type variables
FactFormOf = TypeVar("FactFormOf", bound=FactForm[Any])


def form_of(
    base: type[FactFormOf], name: str, kind: type, **fields: AnyField
) -> type[FactFormOf]:
    return type(
        name, (base,), {"NAME": name, "STATES": (kind,), "ALONE": (kind,), **fields}
    )


def _links(forms: Iterable[type[EntryForm[State]]]) -> tuple[tuple[str, Message], ...]:
    return tuple(
        (form.NAME, message(f"{form.RULES.family}.other.{form.NAME}"))
        for form in forms
        if issubclass(form, FactForm)
    )


AnyForm = EntryForm[Any]
"""A form of any game. Any, as in `AnyFolded`."""


class OverForm(AnyForm):
    """No question: who has won, and what may follow."""

    NAME = "over"
    TEMPLATE = "sessions/over.html"


def opening(
    state: RoundsState, *forms: type[EntryForm[RoundsState]]
) -> tuple[type[EntryForm[RoundsState]], ...]:
    """The forms by which a round begins, after the end of a game that is shown first."""
    return (OverForm, *forms) if state.is_between else forms


# ---- the order in which a game asks ----

# What a page asks for whatever the game: a whole round at once, or, to go on after an
# end that was shown, the first form that states something.
QUICK = "quick"
NEXT = "next"


@dataclass(frozen=True, slots=True)
class EntryFlow(Generic[State]):
    """How a game asks for its facts: by these `forms`. `offered` are those that can be
    answered in a state, the usual one first; the others are reached by their names.
    `bidding` and `results` are the names of two that open a deal, where a table bids on
    its phones and where it enters results only; a game without bidding has none.
    `aside` are those that can be answered too, and stand under "More"."""

    forms: tuple[type[EntryForm[State]], ...]
    offered: Callable[[State], tuple[type[EntryForm[State]], ...]]
    bidding: str = ""
    results: str = ""
    aside: Callable[[State], tuple[type[EntryForm[State]], ...]] = lambda state: ()

    def form(self, name: str) -> type[EntryForm[State]] | None:
        return next((form for form in self.forms if name == form.NAME), None)

    def next(self, state: State, wanted: str) -> str:
        """The name of the form that is asked: the wanted one where it can be answered
        now."""
        offered = self.offered(state)
        if wanted in (QUICK, NEXT):
            fit = (
                form
                for form in offered
                if (form.WHOLE if wanted == QUICK else form.STATES)
            )
            return next(fit, offered[0]).NAME
        names = [form.NAME for form in (*offered, *self.aside(state))]
        return wanted if wanted in names else offered[0].NAME

    def asks_of_last(self, state: State) -> bool:
        """Whether the deal that was finished last leaves a question open."""
        return self.offered(state)[0].OF_LAST

    def others(self, state: State, name: str) -> tuple[tuple[str, Message], ...]:
        """What else may be asked instead of the form with this name: its name, and as a
        link."""
        return _links(form for form in self.offered(state) if name != form.NAME)

    def set_aside(self, state: State) -> tuple[tuple[str, Message], ...]:
        return _links(self.aside(state))

    def correcting(
        self, state: State, entries: tuple[Recorded, ...]
    ) -> tuple[str, Filling] | None:
        """The form that restates these entries of one row, and what to fill it with;
        None = there is no such form. A single entry has a form of its own where a form
        says so."""
        events = [entry.event for entry in entries]
        only = events[0] if len(events) == 1 else None
        alone = (form for form in self.forms if isinstance(only, form.ALONE))
        whole = (
            form
            for form in self.forms
            if any(isinstance(event, form.WHOLE) for event in events)
        )
        form = next(alone, None) or next(whole, None)
        return (form.NAME, form.filled(state, events)) if form else None
