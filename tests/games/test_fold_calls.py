"""What it costs to work out a long evening from its log, in calls of functions."""

import random
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress

import pytest

from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.session import Event, fold
from scorekeeper.games import GAMES
from tests.games.about import about
from tests.games.sitting import Sitting

ROUNDS = 100


def entered(slug: str, sitting: Sitting, n: int) -> Iterable[Event]:
    """What is entered for the n-th round."""
    evening = about(slug).evening
    if evening is not None:
        return evening(n)
    return about(slug).hand(sitting, random.Random(n))


def _calls(work: Callable[[], object]) -> int:
    calls = 0

    def count(frame: object, event: str, arg: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return calls


@pytest.mark.parametrize("slug", GAMES)
def test_a_hundred_rounds_are_worked_out_in_few_calls(slug: str) -> None:
    """A correction, an import and the first page after a start wait for this."""
    game = GAMES[slug]
    settings = game.rule_sheet.defaults
    sitting = Sitting(game, settings)
    done = 0
    for n in range(4 * ROUNDS):
        with suppress(RuleViolation):  # the board has that contract already
            sitting.enter(*entered(slug, sitting, n))
            done += 1
        if done == ROUNDS:
            break
    assert done == ROUNDS
    most = about(slug).most_calls
    assert _calls(lambda: fold(game, settings, sitting.log)) <= most
