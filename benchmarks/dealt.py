"""One hand of any game, drawn by lot: the facts that a table would enter, a command at
a time."""

from collections.abc import Callable

from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.session import Command, Entry
from scorekeeper.tables.session import Session
from tests.games.about import Dice, about

Play = Callable[[Command], Session]
"""Enters a command, and answers the session after it. Raises RuleViolation."""

_TRIES = 60


def play_a_hand(session: Session, dice: Dice, play: Play) -> Session:
    """Enter a random legal hand with `play`; answers the session after it.

    What the rules refuse is drawn again.
    """
    game = about(session.game.slug)
    if game.auction is not None and dice.random() < 0.15:
        session = game.auction(session, dice, play)
    for _ in range(_TRIES):
        try:
            return play(Command(tuple(map(Entry, game.hand(session, dice)))))
        except RuleViolation:
            continue
    raise AssertionError(
        f"{_TRIES} random hands of {session.game.slug} were all refused"
    )
