"""The served program killed while several enter: what each was answered for is
there."""

import random
import signal
import threading
import time
from pathlib import Path

from benchmarks.evenings import deals
from scorekeeper.store import FILE_NAME, Store
from tests.proof.broken import Broken
from tests.proof.guest import Guest, NoAnswer, quick_fields, session_of
from tests.proof.inspection import inspect
from tests.proof.kills import Killed, make_file
from tests.proof.served import Served

WRITERS = 3


class Writer(threading.Thread):
    """Enters deal after deal at a table of its own, until the server is gone."""

    def __init__(self, browser: Guest, seed: int) -> None:
        super().__init__(daemon=True)
        self._browser = browser
        self._deals = deals(1_000_000, seed)
        self.table = browser.lay("joker-bridge")
        self.answered: list[str] = []
        self.refused = ""

    def run(self) -> None:
        """A deal is answered for once its key is in `answered`."""
        try:
            while not self.refused:
                hidden = self._browser.get(f"{self.table}?form=quick").hidden
                fields = {**hidden, **quick_fields(next(self._deals))}
                answer = self._browser.send(f"{self.table}enter/quick", fields)
                if answer.status == 303:
                    self.answered.append(fields["key"])
                else:
                    self.refused = (
                        f"{self.table}: a deal was answered with {answer.status}"
                    )
        except NoAnswer:
            self._browser.hang_up()


def kill_servers(folder: Path, journal: str, rounds: int) -> Killed:
    """Start the program, enter, kill it, look; so many times on one file. Raises
    Broken."""
    make_file(folder, journal)
    told = Killed(f"{journal}, served")
    dice = random.Random()
    for number in range(rounds):
        with Served(folder, 16) as served:
            writers = [
                Writer(Guest(served.port), 100 * number + n) for n in range(WRITERS)
            ]
            for writer in writers:
                writer.start()
            time.sleep(dice.uniform(0.2, 1.5))
            served.end(signal.SIGKILL)
            for writer in writers:
                writer.join()
        told.rounds += 1
        told.entries += inspect(folder).entries
        for writer in writers:
            told.answered += _check(folder, writer)
    return told


def _check(folder: Path, writer: Writer) -> int:
    """How many deals were answered for; all are there, once and in order. Raises
    Broken."""
    if writer.refused:
        raise Broken(writer.refused)
    store = Store(folder / FILE_NAME)
    try:
        session = store.open(session_of(writer.table))
    finally:
        store.close()
    if session is None:
        raise Broken(f"{writer.table} is gone")
    there = [entry.key for entry in session.log if entry.part == 0][1:]
    if (
        there[: len(writer.answered)] != writer.answered
        or len(there) > len(writer.answered) + 1
    ):
        raise Broken(
            f"{writer.table} has {len(there)} deals, not {len(writer.answered)}"
        )
    return len(writer.answered)
