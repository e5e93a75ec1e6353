"""Forms as a bridge table's pages draw them and as browsers send them."""

from typing import Any

from werkzeug.datastructures import MultiDict

from scorekeeper.core.cards import Card
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Event, Folded
from scorekeeper.games.ask import EntryForm
from scorekeeper.games.bridge import JOKER_BRIDGE
from scorekeeper.games.bridge.contract import Contract
from scorekeeper.games.bridge.events import ContractStated
from scorekeeper.games.bridge.rules import JokerSettings
from tests.games.bridge.at_table import Table

N = Seat.NORTH
E = Seat.EAST
S = Seat.SOUTH
W = Seat.WEST
MADE = {"level": "4", "denomination": "S", "declarer": "S", "tricks": "10"}


def card(text: str) -> Card:
    return Card.parse(text)


def stated(contract: str, by: Seat) -> ContractStated:
    return ContractStated(Contract.parse(contract), by)


def joker_table(**settings: Any) -> Table:
    return Table(JOKER_BRIDGE, JokerSettings(**settings))


def ask(table: Table, name: str, folded: Folded | None = None, **data: Any) -> Any:
    """The form as it is drawn."""
    kind = table.game.flow.form(name)
    assert kind is not None
    return kind(folded=folded or table.folded, data=data)


def answer(table: Table, name: str, **fields: Any) -> Any:
    """The form as it is sent."""
    kind = table.game.flow.form(name)
    assert kind is not None
    return kind(MultiDict(fields), folded=table.folded)


def facts(form: EntryForm) -> tuple[Event, ...]:
    assert form.validate(), form.errors
    return form.facts()


def codes(form: EntryForm) -> dict[str | None, list[str]]:
    """What is refused, by field."""
    form.validate()
    return {
        name: [getattr(error, "code", "") for error in errors]
        for name, errors in form.errors.items()
    }


def asked_next(table: Table, wanted: str = "") -> str:
    return str(table.game.flow.next(table.folded.state, wanted))
