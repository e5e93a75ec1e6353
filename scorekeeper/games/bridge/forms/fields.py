"""What the forms of a bridge table are made of: buttons, and the groups of them."""

from collections.abc import Iterable, Mapping
from typing import Any

from wtforms import Form, RadioField, SelectMultipleField
from wtforms.fields import Field
from wtforms.validators import ValidationError

from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import COMPASS, SIDES, Seat
from scorekeeper.core.sheet import Row, Section
from scorekeeper.games.ask import EntryForm
from scorekeeper.games.bridge.events import CallMade, ContractStated, JokersDeclared
from scorekeeper.games.bridge.glance import has_ended, next_deal
from scorekeeper.games.bridge.pack import Jokers
from scorekeeper.games.bridge.settings import Settings
from scorekeeper.games.bridge.sheet import sheet
from scorekeeper.games.bridge.state import Deal, State, holders_of, jokers_of
from scorekeeper.games.fields import label

Choices = list[tuple[str, Any]]


class Chosen:
    """Refuse an answer that isn't offered, and none at all unless `missing` is None."""

    def __init__(self, missing: str | None = None) -> None:
        self.missing = missing

    def __call__(self, form: Form, field: Any) -> None:
        """Raise ValidationError with the message."""
        if field.data in [choice.value for choice in field.iter_choices()]:
            return
        if field.data:
            raise ValidationError(said("bridge.form.not-offered", entered=str(field.data)))
        if self.missing:
            raise ValidationError(said(self.missing))


class Count:
    """Refuse what is no whole number; whether it can be so many is for the rules to say."""

    def __init__(self, missing: str) -> None:
        self.missing = missing

    def __call__(self, form: Form, field: Any) -> None:
        """Raise ValidationError with the message."""
        if not field.data:
            raise ValidationError(said(self.missing))
        if not (field.data.isascii() and field.data.isdecimal() and len(field.data) < 4):
            raise ValidationError(said("bridge.form.not-a-number", entered=field.data))


class OffPage(Field):
    """No question of its own: takes the refusals about several fields together."""

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Take nothing from what was sent."""


def buttons(heading: str, *validators: Any, default: str | None = None) -> Any:
    """A question answered by one of several buttons; without validators it may stay open."""
    return RadioField(
        label(heading), validators=list(validators), default=default, validate_choice=False
    )


def ticks(heading: str) -> Any:
    """A question answered by any number of boxes to tick."""
    return SelectMultipleField(label(heading), validate_choice=False)


def said(code: str, **params: object) -> Any:
    """A refusal as a Message; WTForms types its texts as str and keeps them as they are."""
    return message(code, **params)


def remove(form: Form, *names: str) -> None:
    """Leave these questions out."""
    for name in names:
        del form[name]


def fill(field: Any, value: object) -> None:
    """Show `value` as chosen where nothing was."""
    if field.data is None:
        field.data = value


def cell(field: Any, choice: Any, css: str = "", below: object = None) -> dict[str, object]:
    """One button or box of a field, as the templates show it; `below` stands under its label."""
    return {
        "name": field.name,
        "value": choice.value,
        "label": choice.label,
        "is_chosen": choice.selected,
        "css": css,
        "below": below,
    }


def rank_choices(ranks: Iterable[str]) -> Choices:
    """A button for each rank."""
    return [(rank, label(f"rank.{rank}") if rank in "AKQJ" else rank) for rank in ranks]


def seat_choices() -> Choices:
    """The four seats, from North clockwise."""
    return [(seat.value, seat) for seat in COMPASS]


class BridgeForm(EntryForm):
    """A question to a bridge table, with what its page shows beside the fields.

    `asked` is what was given with the address of the page, or what a correction starts from.
    """

    def __init__(
        self, formdata: Any = None, *, folded: Any, data: Any = None, recorded: Any = ()
    ) -> None:
        self.asked: dict[str, Any] = dict(data or {})
        self.is_sent = formdata is not None
        super().__init__(formdata, folded=folded, data=data, recorded=recorded)

    def ask(self, name: str) -> Any:
        """The field with this name."""
        return self[name]

    @property
    def table(self) -> State:
        """The state that the question is asked in."""
        state: State = self.state
        return state

    @property
    def settings(self) -> Settings:
        """What this table has agreed."""
        return self.table.settings

    def opens(self) -> tuple[Message, tuple[Message, ...]] | None:
        """The first deal of the next rubber, where that is what is stated."""
        opening = {CallMade, ContractStated, JokersDeclared}
        is_next = self.table.deal is None and has_ended(self.table)
        return next_deal(self.table) if is_next and opening & set(self.STATES) else None

    @property
    def deal(self) -> Deal:
        """The deal in progress, or the one about to begin."""
        return self.table.round

    @property
    def jokers(self) -> Jokers | None:
        """What holds for the Jokers of that deal; None where there is no power type."""
        return jokers_of(self.deal, self.settings)

    @property
    def dealt_to(self) -> tuple[Seat, ...]:
        """Who holds its face-down cards, as far as is known."""
        return holders_of(self.deal, self.settings)

    def view(self) -> Mapping[str, Any]:
        """Whether Jokers can be declared from here; forms add what they ask."""
        is_fresh = not self.deal.calls and self.deal.contract is None
        return {"has_jokers": self.jokers is not None and is_fresh}

    @property
    def people(self) -> dict[str, str]:
        """The person in each seat, by the seat's letter."""
        return {seat.value: person for seat, person in self.folded.people}


CALL_BY_CALL = "auction"
QUICKLY = "quick"


def last_deal(state: State) -> dict[str, Any] | None:
    """The last deal with a result: its row, what was played and what each side got for it."""
    sections = reversed(sheet(state).sections)
    rows = (row for section in sections for row in reversed(section.rows) if _is_deal(row))
    row = next(rows, None)
    if row is None:
        return None
    facts = {fact.head: fact.value for fact in row.facts}
    return {
        "row": row.id,
        "label": row.label,
        "contract": facts["contract"],
        "by": message(f"bridge.seat.{facts['declarer'].value}") if "declarer" in facts else None,  # type: ignore[attr-defined]
        "result": facts.get("result"),
        "points": [(side, row.total(side.id)) for side in SIDES if row.total(side.id)],
    }


def ended(state: State) -> Section | None:
    """The section that the last entry brought to its end; None while one goes on."""
    last = sheet(state).sections[-1]
    return last if last.is_over else None


def _is_deal(row: Row) -> bool:
    return any(fact.head == "contract" for fact in row.facts) and "open" not in row.marks


def depth(state: State) -> str:
    """How the last deal was recorded, as the name of its form: call by call, or quickly."""
    last = state.last_done
    return CALL_BY_CALL if last is not None and last.calls else QUICKLY
