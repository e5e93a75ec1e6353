"""A process that forks writers to be killed: `python -m tests.proof.writer`.

It reads what a writer shall do from standard input, a JSON object on a line, and prints
the writer's process id, and how it ended once it has. Forking spares each writer the
imports.
"""

import json
import os
import sys
import threading
from collections.abc import Iterator
from dataclasses import astuple
from pathlib import Path

from scorekeeper.store import FILE_NAME, Store, sqlite
from tests.proof.player import Answered, Player

ACKS = "answered"
"""The file that an answer is written to, only once it was given."""


def write(folder: str, name: str, journal: str) -> None:
    """Two players enter into one store, in a file of this journal mode where it is
    new."""
    use_journal(journal)
    store = Store(Path(folder) / FILE_NAME)
    acks = os.open(Path(folder) / ACKS, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)

    def enter(player: Player) -> None:
        for answer in player.play():
            os.write(acks, f"{json.dumps(astuple(answer))}\n".encode())

    other = threading.Thread(
        target=enter, args=[Player(store, f"{name}-b")], daemon=True
    )
    other.start()
    enter(Player(store, f"{name}-a"))


def use_journal(journal: str) -> None:
    """Have new files made in this journal mode, WAL or DELETE, whatever SQLite this
    is."""
    sqlite.is_safe_for_wal = lambda version: journal == "WAL"


def answered(folder: Path) -> Iterator[Answered]:
    """What the writers of this folder answered for; a line cut short was not
    finished."""
    path = folder / ACKS
    for line in path.read_text().splitlines(keepends=True) if path.exists() else ():
        if line.endswith("\n"):
            yield Answered(*json.loads(line))


def main() -> None:
    """Fork a writer for each line that is read."""
    for line in sys.stdin:
        writer = os.fork()
        if writer == 0:
            try:
                write(**json.loads(line))
            finally:
                os._exit(1)
        print(writer, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(writer, 0)[1]), flush=True)


if __name__ == "__main__":
    main()
