"""Results of a deal of each game, right and wrong ones."""

from collections.abc import Callable

from scorekeeper.core.session import Event
from tests.games.about import about

BRIDGES = ("bridge", "deuces-wild", "five-crowns", "joker-bridge")
Result = Callable[[int], Event]


def result_of(slug: str) -> Result:
    """A result of this game, the n-th of two. Raises LookupError where its family says
    none."""
    result = about(slug).result
    if result is None:
        raise LookupError(f"say two results of {slug} in about.py of its tests' folder")
    return result
