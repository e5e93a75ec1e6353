"""kill -9 at a random moment: what was answered for is there, once and whole, after a
restart."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from sqlite_utils import Database

from scorekeeper.store import FILE_NAME
from scorekeeper.store import sqlite as files
from scorekeeper.store.schema import MIGRATIONS
from tests.engines import another_program
from tests.proof.broken import Broken
from tests.proof.inspection import inspect
from tests.proof.writer import answered

ROOT = Path(__file__).resolve().parents[2]
JOURNALS = ("WAL", "DELETE")
ROUNDS_A_FILE = 10
LONGEST = 0.4
MIGRATING = 0.03
PATIENCE = 30.0
"""Seconds that a writer has for its first answer."""


@dataclass(slots=True)
class Killed:
    """How many writers were killed, and what was found of what they had answered
    for."""

    journal: str
    rounds: int = 0
    migrating: int = 0
    answered: int = 0
    entries: int = 0
    unanswered: dict[str, int] = field(default_factory=dict)
    dice: random.Random = field(default_factory=random.Random)

    def __str__(self) -> str:
        """One line of figures."""
        return (
            f"{self.journal}: {self.rounds} rounds, {self.migrating} of them while the file was "
            f"made or migrated; {self.answered:,} commands answered for, all there; "
            f"{sum(self.unanswered.values())} entries more on the disk; "
            f"{self.entries:,} entries gone through"
        )


def kill_writers(folder: Path, journal: str, rounds: int, seed: int) -> Killed:
    """Kill so many writers one after the other, a few to each file. Raises Broken.

    Every fourth is killed while the file is made, or brought up from its first version.
    """
    told = Killed(journal, dice=random.Random(seed))
    with _nursery() as nursery:
        for n in range(rounds):
            if n % 4 == 0:
                _kill_migrating(nursery, folder / f"{journal}-{n}", told)
            else:
                _kill_entering(
                    nursery, folder / f"{journal}-file-{n // ROUNDS_A_FILE}", told
                )
            told.rounds += 1
    return told


def _kill_entering(nursery: "Nursery", folder: Path, told: Killed) -> None:
    if not folder.exists():
        make_file(folder, told.journal)
    before = len(list(answered(folder)))
    seconds = told.dice.uniform(0, LONGEST)
    nursery.kill(folder, f"r{told.rounds}", told.journal, seconds, is_writing=True)
    acks = list(answered(folder))
    found = inspect(folder, acks)
    if found.journal != told.journal:
        raise Broken(f"the file is in journal mode {found.journal}")
    told.answered += len(acks) - before
    told.entries += found.entries
    told.unanswered[folder.name] = found.entries - sum(
        ack.last - ack.first + 1 for ack in acks
    )


def _kill_migrating(nursery: "Nursery", folder: Path, told: Killed) -> None:
    """The writer has a new file to make, or one of the first version to bring up to
    date."""
    folder.mkdir()
    if told.dice.random() < 0.5:
        first_version(folder / FILE_NAME, told.journal)
    nursery.kill(folder, "first", told.journal, told.dice.uniform(0, MIGRATING))
    told.migrating += 1
    told.answered += len(acks := list(answered(folder)))
    told.entries += inspect(folder, acks).entries
    nursery.kill(folder, "second", told.journal, 0.1)
    inspect(folder, answered(folder))
    shutil.rmtree(folder)


def first_version(path: Path, journal: str) -> None:
    """Make a database as the first version of the program left it."""
    with another_program(path) as other:
        db = Database(other, execute_plugins=False)
        db.execute(f"PRAGMA journal_mode = {journal}")
        MIGRATIONS.apply(db, stop_before="m002_sealed_things")
        db.execute(f"PRAGMA application_id = {files.APPLICATION_ID}")
        db.execute(f"PRAGMA user_version = {files.FORMAT}")


def make_file(folder: Path, journal: str) -> None:
    """Make an empty database in this journal mode; it keeps it, whatever SQLite opens
    it."""
    folder.mkdir(parents=True, exist_ok=True)
    first_version(folder / FILE_NAME, journal)


# ---- writers ----


class Nursery:
    """Where writers are forked, and killed."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def kill(
        self,
        folder: Path,
        name: str,
        journal: str,
        seconds: float,
        is_writing: bool = False,
    ) -> None:
        """Let a writer live for so long; `is_writing`: from its first answer on,
        however slow the machine is. Raises Broken when it ends by itself."""
        assert self._process.stdin and self._process.stdout
        wish = {"folder": str(folder), "name": name, "journal": journal}
        print(json.dumps(wish), file=self._process.stdin, flush=True)
        before = len(list(answered(folder)))
        writer = int(self._process.stdout.readline())
        latest = time.monotonic() + PATIENCE
        while (
            is_writing
            and time.monotonic() < latest
            and len(list(answered(folder))) == before
        ):
            time.sleep(0.002)
        time.sleep(seconds)
        os.kill(writer, signal.SIGKILL)
        ended = int(self._process.stdout.readline())
        if ended != -signal.SIGKILL:
            raise Broken(f"a writer ended by itself, with {ended}: see above")


@contextmanager
def _nursery() -> Iterator[Nursery]:
    command = [sys.executable, "-m", "tests.proof.writer"]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield Nursery(process)
        assert process.stdin
        process.stdin.close()
