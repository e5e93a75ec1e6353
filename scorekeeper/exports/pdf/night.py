"""A night on paper: the ranking list, and each one's own sheet with every deal."""

from collections.abc import Sequence
from typing import Any

from scorekeeper.core.messages import message
from scorekeeper.tables.night_standings import own_deals, ranked
from scorekeeper.tables.nights import night_of
from scorekeeper.tables.session import Session
from scorekeeper.words import Words


def night_values(
    session: Session, tables: Sequence[Session], words: Words
) -> dict[str, Any]:
    """What print/night.html reads of a night and its tables."""
    night = night_of(session)
    by_id = {table.id: table for table in tables}
    deals = own_deals(night, by_id.get, words)
    chosen = night.chosen
    return {
        "game": {"name": message(f"game.{night.game}"), "preset": None},
        "movement": chosen and message(f"night.movement.{chosen.movement.value}"),
        "scoring": chosen and message(f"night.scoring.{chosen.scoring.value}"),
        "is_signed": night.signed is not None,
        "rankings": ranked(night, by_id.get, words),
        "own": [
            (unit, night.unit_name(unit), of_unit)
            for unit, of_unit in deals.items()
            if of_unit
        ],
        "given": [event.said() for event in night.given],
        "seal": None,
    }
