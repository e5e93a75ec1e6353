"""A fact that names a seat which its table doesn't have is refused, whatever the game
and the kind.

`core.deciding` refuses it before the game is asked, so that no game has to.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.core.codec import Unreadable, encode
from scorekeeper.core.deciding import decide
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import Seated
from scorekeeper.core.rules_notes import RulesAccepted
from scorekeeper.core.seats import COMPASS, Seat, numbered, seats_in
from scorekeeper.core.session import Command, Entry
from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.tables.events import kinds, read_event
from tests.exports.any_game import values
from tests.games.sitting import Sitting

FAMILIES = {game.family: game for game in reversed(GAMES.values())}
EVERY = tuple(FAMILIES.values())
"""A game of each family: the games of one family sit at the same tables."""


def names_a_seat(kind: Any) -> bool:
    """Whether a value of this type can hold a seat."""
    if kind is Seat:
        return True
    if get_origin(kind) in (tuple, UnionType):
        return any(map(names_a_seat, get_args(kind)))
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        return any(names_a_seat(hints[field.name]) for field in fields(kind))
    return False


CASES = [
    pytest.param(game, kind, id=f"{game.slug}-{name}")
    for game in EVERY
    for name, kind in kinds(game).items()
    if names_a_seat(kind)
]


def facts_of(game: Game, kind: Any) -> st.SearchStrategy[dict[str, Any]]:
    """Facts of this kind in their JSON form; settings are the game's own."""
    hints = get_type_hints(kind)
    given_settings = encode(game.rule_sheet.defaults)
    return st.fixed_dictionaries(
        {
            field.name: st.just(given_settings)
            if field.name == "settings"
            else values(hints[field.name])
            for field in fields(kind)
        }
    )


def answer_to(game: Game, event: Any) -> str:
    """The code of the refusal of a fact at a new table, "" where it is taken."""
    try:
        Sitting(game, game.rule_sheet.defaults).enter(event)
    except RuleViolation as refusal:
        return refusal.why.code
    return ""


@pytest.mark.parametrize(("game", "kind"), CASES)
@settings(max_examples=6)
@given(data=st.data())
def test_it_is_refused(game: Game, kind: Any, data: st.DataObject) -> None:
    facts = data.draw(facts_of(game, kind))
    try:
        event = read_event(kinds(game), kind.KIND, facts)
    except Unreadable:
        return  # such as a call of bridge at a table of Rook
    ring = game.ring(game.rule_sheet.defaults)
    foreign = [seat for seat in seats_in(event) if seat not in ring]
    assert (answer_to(game, event) == "refused.no-such-seat") == bool(foreign)


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.slug)
def test_the_seats_of_the_other_kind_of_table_are_foreign(game: Game) -> None:
    ring = game.ring(game.rule_sheet.defaults)
    other = COMPASS if ring[0] not in COMPASS else numbered(4)
    for seat in other:
        assert (
            answer_to(game, RulesAccepted((ring[0], seat), "x"))
            == "refused.no-such-seat"
        )
        assert answer_to(game, Seated("Ada", seat)) == "refused.no-such-seat"
    assert answer_to(game, RulesAccepted(ring, "x")) == ""


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.slug)
def test_a_correction_may_not_name_one_either(game: Game) -> None:
    ring = game.ring(game.rule_sheet.defaults)
    table = Sitting(game, game.rule_sheet.defaults).enter(RulesAccepted(ring, "x"))
    foreign = next(seat for seat in Seat if seat not in ring)
    for place in (1, None):
        command = Command(
            (Entry(RulesAccepted((foreign,), "x"), place),), (1,), "wrong"
        )
        with pytest.raises(RuleViolation, match="no-such-seat"):
            decide(game, table.settings, table.log, command)


@dataclass(frozen=True)
class Held:
    """A fact with seats at every depth."""

    pairs: tuple[tuple[str, Seat], ...]
    by: Seat | None = None
    inner: "Held | None" = None


def test_seats_are_found_at_every_depth() -> None:
    def found(held: Held) -> Iterator[str]:
        return (seat.value for seat in seats_in(held))

    inner = Held((), Seat.WEST)
    held = Held((("a", Seat.NORTH), ("b", Seat.ONE)), Seat.EAST, inner)
    assert list(found(held)) == ["N", "1", "E", "W"]
    assert list(found(Held(()))) == []
