"""The questions put to a bridge table."""

from typing import Any

from scorekeeper.core.session import Recorded
from scorekeeper.games.game import Desk


def _next(state: Any, wanted: str) -> str:
    return wanted


def _correcting(state: Any, entries: tuple[Recorded, ...]) -> tuple[str, dict[str, Any]] | None:
    return None


DESK = Desk(folder="bridge", forms=(), next=_next, correcting=_correcting)
