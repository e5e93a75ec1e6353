"""The served program with a door left open: `python -m tests.proof.opened DOOR serve ...`.

They test the proofs, of the strangers and of the nodes: each must be found out.
"""

import sys
from collections.abc import Callable

from gunicorn.workers.gthread import ThreadWorker

from scorekeeper import connections, serve
from scorekeeper.__main__ import main
from scorekeeper.store.phones import Phones
from scorekeeper.tables import channels
from scorekeeper.web.server import limits
from scorekeeper.web.server.access import Place
from scorekeeper.web.table import question


def slow_senders() -> None:
    """gunicorn receives in its own way: a thread for whoever sends a byte."""
    serve.Worker = ThreadWorker  # type: ignore[assignment, misc]


def patience() -> None:
    """Whoever sends slowly may take all evening."""
    connections.HEAD_SECONDS = connections.BODY_SECONDS = 1e9


def onlookers() -> None:
    """Onlookers may have every stream."""
    channels.A_TABLE, channels.OF_ONLOOKERS, channels.ONLOOKERS_OF_ADDRESS = 10**9, 1, 10**9


def codes() -> None:
    """Codes may be tried without end."""
    limits.TRYING = "1000000 per minute"


def seats() -> None:
    """Whoever can read may sit down and enter."""
    Place.may_enter = property(lambda self: True)  # type: ignore[assignment, method-assign]
    sit = Phones.sit
    Phones.sit = lambda *given, **how: sit(*given, is_moved=True)  # type: ignore[method-assign]


DOORS: dict[str, tuple[Callable[[], None], str]] = {
    "slow_senders": (slow_senders, "no answer"),
    "patience": (patience, "somebody who sends slowly"),
    "onlookers": (onlookers, "a player's stream"),
    "codes": (codes, "strangers tried"),
    "seats": (seats, "strangers were let in"),
}
"""Each door for strangers, and how the fault begins that tells of it."""


def same_page() -> None:
    """A page is kept for all, whatever a phone alone is told on it."""
    question.frozen = lambda _: ()  # type: ignore[assignment]


FAULTS = {**{name: way for name, (way, _) in DOORS.items()}, "same_page": same_page}

if __name__ == "__main__":
    FAULTS[sys.argv.pop(1)]()
    main()
