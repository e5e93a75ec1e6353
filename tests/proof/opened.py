"""The served program with a door left open: `python -m tests.proof.opened DOOR serve
...`.

They test the proofs, of the strangers, of the nodes and of a club's night: each must be
found out.
"""

import sys
import time
from collections.abc import Callable, Collection, Iterator
from itertools import count
from typing import TypeVar

from gunicorn.workers.gthread import ThreadWorker

from scorekeeper import answers, connections, heads, serve
from scorekeeper.__main__ import main
from scorekeeper.nights.facts import Laid
from scorekeeper.nights.standings import Result
from scorekeeper.store.database import Db
from scorekeeper.store.phones import Phones
from scorekeeper.store.sqlite import SqliteFile
from scorekeeper.tables import channels, nights
from scorekeeper.tables.session import Session
from scorekeeper.web.nights import laying
from scorekeeper.web.page.place import Place
from scorekeeper.web.server import limits
from scorekeeper.web.table import question

T = TypeVar("T")


def slow_senders() -> None:
    """gunicorn receives in its own way: a thread for whoever sends a byte."""
    serve.Worker = ThreadWorker  # type: ignore[assignment, misc]


def readers() -> None:
    """An answer is sent by the thread that made it, at whatever pace it is read."""

    def send(outgoing: answers.Outgoing, data: bytes) -> None:
        outgoing._sock.settimeout(connections.SEND_SECONDS)
        outgoing._sock.sendall(data)

    answers.Outgoing.sendall = send  # type: ignore[method-assign]


def bodies() -> None:
    """Whatever is announced is received, and in memory."""
    heads.Limits.most = lambda self, head: 10**9  # type: ignore[method-assign]
    heads.Limits.is_file = lambda self, head: False  # type: ignore[method-assign]
    connections.HELD_BYTES = connections.HELD_BYTES_OF_ADDRESS = 10**10


def patience() -> None:
    """Whoever sends slowly may take all evening."""
    connections.HEAD_SECONDS = connections.BODY_SECONDS = 1e9


def onlookers() -> None:
    """Onlookers may have every stream."""
    channels.A_TABLE = 10**9
    channels.OF_ONLOOKERS = 1
    channels.ONLOOKERS_OF_ADDRESS = 10**9


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
    "readers": (readers, "entries"),
    "bodies": (bodies, "the server took"),
    "patience": (patience, "somebody who sends slowly"),
    "onlookers": (onlookers, "a player's stream"),
    "codes": (codes, "strangers tried"),
    "seats": (seats, "strangers were let in"),
}
"""Each door for strangers, and how the fault begins that tells of it."""


def same_page() -> None:
    """A page is kept for all, whatever a phone alone is told on it."""
    question.frozen = lambda _: ()  # type: ignore[assignment]


def deaf_rounds() -> None:
    """No table is told that a round has begun."""
    laying._send_on = lambda *told: None


def tardy_rounds() -> None:
    """Each table is told a second after the one before it."""
    send_on = laying._send_on

    def late(table: str, night: str, why: str) -> None:
        time.sleep(1.0)
        send_on(table, night, why)

    laying._send_on = late


def uncorrected() -> None:
    """Of each board the result counts that was entered first."""
    first: dict[tuple[str, int], Result] = {}
    found_at = nights.results_at

    def results_at(
        session: Session, laid: Laid, number: int, boards: Collection[int]
    ) -> Iterator[Result]:
        for result in found_at(session, laid, number, boards):
            yield first.setdefault((session.id, result.board), result)

    nights.results_at = results_at


def forgetful() -> None:
    """Now and then what was answered for is not kept."""
    write = SqliteFile.write
    writes = count(1)

    def forgotten(file: SqliteFile, work: Callable[[Db], T]) -> T:
        def whole(db: Db) -> T:
            answer = work(db)
            if next(writes) % 29 == 0:
                db.execute("ROLLBACK")
                db.execute("BEGIN IMMEDIATE")
            return answer

        return write(file, whole)

    SqliteFile.write = forgotten  # type: ignore[method-assign]


OF_NIGHTS: dict[str, tuple[Callable[[], None], str]] = {
    "deaf_rounds": (deaf_rounds, "did not hear of round"),
    "tardy_rounds": (tardy_rounds, "was heard of after"),
    "uncorrected": (uncorrected, "the oracle says"),
    "forgetful": (forgetful, ""),
}
"""Each fault of a night, and what is said where it is found."""
FAULTS = {
    **{name: way for name, (way, _) in (DOORS | OF_NIGHTS).items()},
    "same_page": same_page,
}

if __name__ == "__main__":
    FAULTS[sys.argv.pop(1)]()
    main()
