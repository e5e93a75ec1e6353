"""A crowd at a served table while a nemesis kills it: the history, and what the log
says to it."""

import random
import signal
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from scorekeeper.store import FILE_NAME, Store
from scorekeeper.tables.session import Session
from tests.proof.crowd import PARTS, Client, Record
from tests.proof.guest import Guest, session_of
from tests.proof.history import Outcome, Saw, Sent, check
from tests.proof.inspection import inspect
from tests.proof.kills import make_file
from tests.proof.served import Served

AWAY = 0.3
PATIENCE = 5.0
"""Seconds after which a client takes an answer for lost."""


@dataclass(frozen=True, slots=True)
class Told:
    """What happened, and what is wrong with it."""

    journal: str
    operations: int
    outcomes: dict[Outcome, int]
    reads: int
    blows: dict[str, int]
    entries: int
    faults: list[str]

    def __str__(self) -> str:
        """One line of figures."""
        outcomes = ", ".join(
            f"{self.outcomes.get(outcome, 0):,} {outcome.value}" for outcome in Outcome
        )
        blows = ", ".join(f"{count} × {name}" for name, count in self.blows.items())
        return (
            f"{self.journal}: {self.operations:,} operations: {self.reads:,} reads; of the forms "
            f"{outcomes}; meanwhile {blows}; {self.entries:,} entries; "
            f"{len(self.faults)} contradictions"
        )


class Nemesis(threading.Thread):
    """Kills the server, tells it to stop, and makes it stand still, at random
    moments."""

    def __init__(self, served: Served, pause: tuple[float, float], most: int) -> None:
        super().__init__(daemon=True)
        self._served = served
        self._pause = pause
        self._most = most
        self._over = threading.Event()
        self.blows: dict[str, int] = {
            "killed": 0,
            "restarted": 0,
            "stopped for a moment": 0,
        }

    def run(self) -> None:
        """One blow after another, beginning with a kill."""
        dice = random.Random()
        ways = [self._kill, self._restart, self._hold]
        way = self._kill
        for _ in range(self._most):
            if self._over.wait(dice.uniform(*self._pause)):
                return
            way()
            way = dice.choice(ways)

    def end(self) -> None:
        """No more; the server runs."""
        self._over.set()
        self.join()

    def _kill(self) -> None:
        self._served.end(signal.SIGKILL)
        self._served.start()
        self.blows["killed"] += 1

    def _restart(self) -> None:
        self._served.end(signal.SIGTERM)
        self._served.start()
        self.blows["restarted"] += 1

    def _hold(self) -> None:
        self._served.tell(signal.SIGSTOP)
        time.sleep(AWAY)
        self._served.tell(signal.SIGCONT)
        self.blows["stopped for a moment"] += 1


@dataclass(frozen=True, slots=True)
class Plan:
    """How large the crowd is, and how it is disturbed: at most so often, at such
    intervals."""

    operations: int
    clients: int = 6
    tables: int = 4
    blows: int = 1_000
    pause: tuple[float, float] = (3.0, 6.0)


def crowd(folder: Path, journal: str, plan: Plan) -> Told:
    """A crowd at a served table, in a new file of this journal mode. Raises Broken."""
    make_file(folder, journal)
    record = Record()
    with Served(folder, 32) as served:
        host = Guest(served.port)
        laid = [host.lay("joker-bridge") for _ in range(plan.tables)]
        nemesis = Nemesis(served, plan.pause, plan.blows)
        nemesis.start()
        browsers = [host.beside(PATIENCE) for _ in range(plan.clients)]
        clients = [Client(n, one, laid, record) for n, one in enumerate(browsers)]
        _run(plan.operations, clients, record, nemesis)
        nemesis.end()
        host.hang_up()
    found = inspect(folder)
    faults = check(record.said, _logs(folder, laid), PARTS)
    return _told(found.journal, record, nemesis.blows, found.entries, faults)


def _run(
    operations: int, clients: list[Client], record: Record, nemesis: Nemesis
) -> None:
    """So many operations, and on a fast machine as many more as there are before the
    first kill."""

    def any_kill() -> bool:
        return nemesis.blows["killed"] > 0

    def act(client: Client) -> None:
        while len(record.said) < operations or (nemesis.is_alive() and not any_kill()):
            client.act()
        client.leave()

    threads = [threading.Thread(target=act, args=[client]) for client in clients]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _logs(folder: Path, tables: list[str]) -> list[Session]:
    store = Store(folder / FILE_NAME)
    try:
        found = [store.open(session_of(table)) for table in tables]
    finally:
        store.close()
    assert all(found)
    return [session for session in found if session is not None]


def _told(
    journal: str, record: Record, blows: dict[str, int], entries: int, faults: list[str]
) -> Told:
    outcomes: dict[Outcome, int] = {}
    for one in record.said:
        if isinstance(one, Sent):
            outcomes[one.outcome] = outcomes.get(one.outcome, 0) + 1
    reads = sum(isinstance(one, Saw) for one in record.said)
    return Told(journal, len(record.said), outcomes, reads, blows, entries, faults)
