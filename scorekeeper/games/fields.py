"""The fields of a form. What kind of field each is, how it is read, filled again for a
correction and labelled follows from the type of the event's field that it asks for;
`ask` adds the rest.
"""

from collections.abc import Callable, Iterable
from dataclasses import MISSING, dataclass, fields, replace
from enum import Enum
from functools import cache, cached_property
from types import NoneType
from typing import (
    Any,
    NamedTuple,
    NoReturn,
    TypedDict,
    TypeVar,
    Unpack,
    get_args,
    get_origin,
    get_type_hints,
)

from wtforms import (
    BooleanField,
    Field,
    HiddenField,
    StringField,
    SubmitField,
    ValidationError,
)
from wtforms.fields.core import UnboundField
from wtforms.form import BaseForm
from wtforms.validators import StopValidation

from scorekeeper.core.cards import Card
from scorekeeper.core.codec import base_of, encode
from scorekeeper.core.messages import message
from scorekeeper.core.seats import Seat
from scorekeeper.core.settings import Whether

T = TypeVar("T")
Label = Any
"""A text of a form: a Message, said in the reader's language by the template. Any, since
WTForms types its texts as str, and keeps them as they are."""
AnyField = Any
"""A field that a class body declares. Any, since in a form WTForms puts another thing in
its place: the field itself, which reads and holds what was sent."""
ItsForm = Any
"""The form that a field stands in. Any, since a function in the body of a class can't
name that class."""

TYPED = 24
DIGITS = 6
"""How much is said back of what was typed in vain, and the most digits of a number."""


def label(code: str, /, **params: object) -> Label:
    return message(code, **params)


def refuse(code: str, **params: object) -> NoReturn:
    raise StopValidation(label(code, **params))


class CardField(StringField):
    """A card of the pack, tapped on the picker. `cards` are those offered, set in
    `lay_out`."""

    cards: frozenset[Card] = frozenset()

    @property
    def card(self) -> Card | None:
        return read(Card, self.data or "")

    def pre_validate(self, form: BaseForm) -> None:
        if self.data and self.card not in self.cards:
            raise ValidationError(label("refused.no-such-card", card=self.data))


# ---- what an event's field asks for ----


Naming = Callable[[Any], str]
"""The name of the field for one of several things: seats, cards. Any, since each field
has things of its own."""
Choices = Callable[[ItsForm], Iterable[object]] | Iterable[object]
Total = Callable[[ItsForm], int] | int | None


class Differs(TypedDict, total=False):
    """How a field differs from what its type says, as `FieldSpec` has it."""

    required: bool | None
    choices: Choices
    default: object
    total: Total
    when: Callable[[ItsForm], object]
    none: str
    names: Naming
    signs: Naming
    text: Label
    is_free: bool
    missing: str


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """One field of an event as a form asks for it: the little that its type doesn't
    say.

    `kind` is the event and `of` its field, "" for the event as a whole; `type` is what
    stands there, and `required` whether something must; None = as the event's field
    says. `choices` answers the values on offer in this form, each alone or with its
    label; `default` what a blank page is filled with; both may be given as they are,
    where they are the same in every form. `total` is what the numbers of all come to: the
    last that is left open follows from it. Without `when` the field isn't asked. `none`
    is the code of the choice that leaves it open. Where one thing after the other is
    asked about, `names` writes the name of each one's field, where it isn't the usual
    one, and `signs` that of the box for its minus. `text` is the label, where it isn't
    the usual one. `is_free` leaves it to the rules to refuse a value that isn't
    offered; `missing` is the code of the refusal where nothing was chosen.
    """

    kind: type
    of: str
    # what `get_type_hints` says of a field: more than a class, so Any
    type: Any
    required: bool | None = None
    choices: Choices | None = None
    default: object = None
    total: Total = None
    when: Callable[[ItsForm], object] | None = None
    none: str = ""
    names: Naming | None = None
    signs: Naming | None = None
    text: Label = None
    is_free: bool = False
    missing: str = "choose"
    is_part: bool = False

    def name_of(self, thing: object) -> str:
        """The name of the field for one of several things: usually that of the event's
        field with the seat after it; a card's is the card as it is written."""
        if self.names is not None:
            return self.names(thing)
        return f"{self.of}{thing.value}" if isinstance(thing, Seat) else str(thing)

    def offered(self, form: ItsForm, kind: type) -> Iterable[object]:
        if self.choices is None:
            usual: Iterable[object] = form.usual_choices(kind)
            return usual
        return self.choices(form) if callable(self.choices) else self.choices

    def usual(self, form: BaseForm) -> object:
        return self.default(form) if callable(self.default) else self.default


class Ask(UnboundField):  # type: ignore[type-arg]
    """A form's field before the form is made: `spec` is what it asks for, with what the
    type of the event's field says once a class has it under a name."""

    def __init__(self, spec: FieldSpec) -> None:
        super().__init__(FactField)
        self._asks(spec)

    def __set_name__(self, form: type, name: str) -> None:
        if self.spec.type is None:
            self._asks(_typed(self.spec, name))

    def _asks(self, spec: FieldSpec) -> None:
        self.spec = spec
        self.args = (spec,)
        self.field_class = _class_for(spec)


def _typed(spec: FieldSpec, name: str) -> FieldSpec:
    field = next(
        field for field in fields(spec.kind) if field.name == (spec.of or name)
    )
    hint = base_of(_hints(spec.kind)[field.name])
    if NoneType in get_args(hint):
        hint = next(kind for kind in get_args(hint) if kind is not NoneType)
    is_required = field.default is MISSING if spec.required is None else spec.required
    return replace(spec, of=field.name, type=hint, required=is_required)


_hints = cache(get_type_hints)


def ask(kind: type, of: str = "", **differs: Unpack[Differs]) -> AnyField:
    """A form's field that asks for a field of an event, of its own name unless `of`
    names it.

    Required is what has no default in the event, unless `required` says otherwise.
    """
    return Ask(FieldSpec(kind, of, None, **differs))


def is_played(rule: str) -> Callable[[ItsForm], bool]:
    """For a field that is asked for only at tables that play by this rule: the name of a
    setting that is answered by yes or no."""
    return lambda form: getattr(form.state.settings, rule) is Whether.YES


def choose(kind: type, **differs: Unpack[Differs]) -> AnyField:
    return Ask(FieldSpec(NoneType, "", kind, is_part=True, **differs))


def press(kind: type, text: Label = None) -> AnyField:
    return Ask(FieldSpec(kind, "", NoneType, text=text))


def _class_for(asked: FieldSpec) -> type["FactField"]:
    if asked.type is None:  # it has no name yet
        return FactField
    if asked.type is NoneType:
        return Press
    if get_origin(asked.type) is tuple:
        return Cards if get_args(asked.type)[0] is Card else Each
    if asked.type is bool:
        return Tick
    if asked.choices is not None or issubclass(asked.type, Enum):
        return Choice
    return Number if asked.type is int else Text


def written(value: object) -> str:
    return str(encode(value))


def is_hidden(field: Field) -> bool:
    return isinstance(field, HiddenField)


def read(kind: type[T], text: str) -> T | None:
    if kind is int and not (text.isascii() and len(text) <= DIGITS):
        return None
    parse: Callable[[str], T] = getattr(kind, "parse", kind)
    if parse is kind and not text:
        return None
    try:
        return parse(text)
    except ValueError:
        return None


class FactField(Field):
    """A field of an event in a form, labelled "<family>.field.<its name>"."""

    asked: FieldSpec

    # Any, since it is handed on to WTForms
    def __init__(
        self, asked: FieldSpec, *, name: str, _form: ItsForm, **bound: Any
    ) -> None:
        self.asked = asked
        usual = label(f"{_form.RULES.family}.field.{name.replace('_', '-')}")
        super().__init__(asked.text or usual, name=name, _form=_form, **bound)

    @property
    def form(self) -> ItsForm:
        return self._form  # type: ignore[attr-defined]

    @property
    def value(self) -> object:
        return self.data

    @property
    def is_blank(self) -> bool:
        return self.raw_data is None and not self.data and type(self.data) is not int

    def fill(self, value: object) -> None:
        self.process_data(value)

    def refuse(self, code: str, **params: object) -> NoReturn:
        refuse(f"{self.form.RULES.family}.refused.{code}", **params)


class Press(FactField, SubmitField):
    """A button that states an event."""


class Tick(FactField, BooleanField):
    """Yes or no."""


class Text(FactField, StringField):
    """A line of text, or a value in its written form, such as a call: `value`, None
    where it is none; `data` is what stands in the field."""

    @property
    def value(self) -> object:
        return read(self.asked.type, (self.data or "").strip())

    def process_data(self, value: object) -> None:
        self.data = None if value is None else written(value)

    def pre_validate(self, form: BaseForm) -> None:
        typed = (self.data or "").strip()
        if typed and self.value is None:
            self.refuse(f"no-{self.name}", **{self.name: typed[:TYPED]})
        if not typed and self.asked.required:
            self.refuse("nothing-written")


class Option(NamedTuple):
    """One of the values on offer, as a template shows it."""

    value: str
    label: Label
    selected: bool = False


class Choice(FactField):
    """One of several values: `data` is the value itself, None while nothing is
    chosen."""

    typed = ""
    is_answered = False

    @cached_property
    def choices(self) -> tuple[tuple[str, Label], ...]:
        asked = self.asked
        form = self.form
        pairs = (
            value if isinstance(value, tuple) else (value, form.shown(value, self.name))
            for value in asked.offered(form, asked.type)
        )
        none = [("", label(asked.none))] if asked.none else []
        return (*none, *((written(value), shown) for value, shown in pairs))

    def iter_choices(self) -> Iterable[Option]:
        now = "" if self.data is None else written(self.data)
        # to choose nothing is an answer of its own, and comes chosen where it is usual
        is_chosen = bool(now or self.is_answered or self.asked.none)
        return (
            Option(value, shown, is_chosen and value == now)
            for value, shown in self.choices
        )

    def process_data(self, value: object) -> None:
        self.data = read(self.asked.type, value) if isinstance(value, str) else value

    def process_formdata(self, valuelist: list[object]) -> None:
        self.is_answered = bool(valuelist)
        self.typed = str(valuelist[0]).strip() if valuelist else ""
        self.data = read(self.asked.type, self.typed)

    def pre_validate(self, form: BaseForm) -> None:
        if self.data is None and not self.typed:
            if self.asked.required:
                self.refuse(self.asked.missing)
        elif self.data is None or not (
            self.asked.is_free or written(self.data) in dict(self.choices)
        ):
            refuse(
                "refused.no-such-answer",
                typed=(self.typed or written(self.data))[:TYPED],
            )


class Number(FactField):
    """A whole number that is typed: `data`, None while there is none; `typed` is what
    stands there. Its minus may be ticked in the box `sign` instead."""

    typed = ""
    sign: Field | None = None

    @property
    def value(self) -> int | None:
        number: int | None = self.data
        if number and self.sign is not None and self.sign.data:
            return -abs(number)
        return number

    def process_data(self, value: object) -> None:
        self.data = None
        self.process_formdata([] if value is None else [str(value)])

    def process_formdata(self, valuelist: list[object]) -> None:
        if valuelist:
            self.typed = str(valuelist[0]).strip()
        plain = self.typed.replace("−", "-")
        digits = plain.removeprefix("-")
        is_number = digits.isascii() and digits.isdigit() and len(digits) <= DIGITS
        self.data = int(plain) if is_number else None

    def pre_validate(self, form: BaseForm) -> None:
        if self.typed and self.data is None:
            code = "no-number" if self.sign is None else "no-number-or-minus"
            self.refuse(code, typed=self.typed[:TYPED])
        if not self.typed and self.asked.required:
            self.refuse("nothing-typed")


class Cards(FactField):
    """Cards tapped one by one: `data` holds those tapped, as they are written. How many
    there may be is for the rules to say."""

    @cached_property
    def offered(self) -> dict[str, object]:
        return {written(card): card for card in self.asked.offered(self.form, Card)}

    def process_data(self, value: Iterable[Card] | None) -> None:
        self.data = [written(card) for card in value or ()]

    def process_formdata(self, valuelist: list[object]) -> None:
        self.data = [str(text) for text in valuelist]

    @property
    def value(self) -> tuple[object, ...]:
        return tuple(
            self.offered[text] for text in self.data or () if text in self.offered
        )

    def pre_validate(self, form: BaseForm) -> None:
        strange = next(
            (text for text in self.data or () if text not in self.offered), None
        )
        if strange is not None:
            refuse("refused.no-such-card", card=strange[:TYPED])


class Each(FactField):
    """A field for each of several things, such as every card's owner: `value` has the
    pairs.

    They are fields of the form itself, called by `names`; those left open are left out.
    """

    @property
    def types(self) -> tuple[type, type]:
        thing, value = get_args(get_args(self.asked.type)[0])
        return thing, value

    @property
    def parts(self) -> dict[object, AnyField]:
        asked = self.asked
        form = self.form
        things = asked.offered(form, self.types[0])
        return {thing: form._fields.get(asked.name_of(thing)) for thing in things}

    def spread(self, given: dict[str, object]) -> None:
        """Give the form a field for each thing, and share out what the form is filled
        with."""
        asked = self.asked
        form = self.form
        filled = given.pop(self.name, None)
        pairs = dict(filled) if isinstance(filled, tuple) else {}
        plain = replace(
            asked,
            is_part=True,
            type=self.types[1],
            choices=None,
            when=None,
            default=None,
        )
        for thing in self.parts:
            part = replace(plain, text=form.shown(thing, self.name))
            name = asked.name_of(thing)
            BaseForm.__setitem__(form, name, Ask(part))
            if thing in pairs:
                given[name] = pairs[thing]
            if asked.signs is not None:
                sign = asked.signs(thing)
                BaseForm.__setitem__(form, sign, UnboundField(BooleanField))
                form[name].sign = form[sign]
                if thing in pairs:
                    given |= {name: abs(pairs[thing]), sign: pairs[thing] < 0}

    # Any, since what stands in an event's field tells the pairs
    def fill(self, value: Any) -> None:
        for thing, its_value in value:
            if thing in self.parts:
                self.parts[thing].fill(its_value)

    def fill_rest(self) -> None:
        """Fill the numbers that were left open, where it is known what all come to: the
        last of them follows from the others; each is 0 where these come to the total."""
        total = self.asked.total
        if total is None:
            return
        if callable(total):
            total = total(self.form)
        left = [part for part in self.parts.values() if not part.typed]
        rest = total - sum(part.value or 0 for part in self.parts.values())
        if self.asked.signs is None:
            rest = max(rest, 0)
        if len(left) == 1 or rest == 0:
            for part in left:
                part.fill(rest)

    @property
    def is_blank(self) -> bool:
        return all(part.is_blank for part in self.parts.values())

    @property
    def value(self) -> tuple[tuple[object, object], ...]:
        pairs = ((thing, part.value) for thing, part in self.parts.items())
        return tuple((thing, answer) for thing, answer in pairs if answer is not None)
