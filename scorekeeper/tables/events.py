"""The kinds of event that a session of a game can hold, how one is read from its facts,
and what stands in these."""

from collections.abc import Iterator, Mapping
from typing import Any

from scorekeeper.core.codec import decode
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import EVENING
from scorekeeper.core.messages import message
from scorekeeper.core.notes import NOTED
from scorekeeper.core.rules_notes import SettingsChanged
from scorekeeper.core.session import Event
from scorekeeper.games.game import AnyGame


def kinds(game: AnyGame) -> Mapping[str, type]:
    """Every kind of event that a session of this game can hold, by its
    name in files."""
    every: tuple[type[Any], ...] = (*EVENING, *NOTED, SettingsChanged, *game.events)
    return {kind.KIND: kind for kind in every}


def read_event(known: Mapping[str, type], kind: str, facts: object) -> Event:
    """The event of this kind with these facts, `known` being the game's `kinds`. Raises
    RuleViolation when there is no such kind, core.codec.Unreadable when the facts don't
    have its form."""
    type_of_event = known.get(kind)
    if type_of_event is None:
        raise RuleViolation(
            message("refused.unknown-kind", kind=kind, known=", ".join(known))
        )
    event: Event = decode(type_of_event, facts, kind)
    return event


def leaves(value: Any) -> Iterator[Any]:
    """All that stands in a fact as it is written, without the names of its fields."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from leaves(part)
    else:
        yield value
