"""One server over a database file: the next one is told where the first one is.

The lock is the kernel's. It ends with the last process of a server, however that ends,
so that a file that was left behind by one that was killed holds up nobody."""

import json
import os
import socket
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from scorekeeper.core.errors import Unusable

ENDING = "-serving"  # what the lock file's name has after the database's
HANDED_ON = "SCOREKEEPER_LOCK"
"""The open lock file that a server hands on to the one that takes its place (USR2)."""
PATIENCE = 3.0
"""Seconds to wait for a server that takes connections: it may have been told to stop
just now."""
ENDS_WITHIN = 15.0
"""Seconds to wait for one that takes none: it has been told to stop, or was killed, and
ends."""
LOOK = 0.2


class Lock:
    """The lock on a database file, which this process and those that it forks hold.
    Raises Unusable where another server has it, and OSError."""

    def __init__(self, database: Path) -> None:
        path = database.resolve()
        self._path = path.with_name(path.name + ENDING)
        handed_on = os.environ.pop(HANDED_ON, "")
        if handed_on:
            self._file = int(handed_on)
            os.set_inheritable(self._file, False)
        else:
            self._file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
            self._take()

    def say(self, address: str, host: str, port: int) -> None:
        line = json.dumps({"address": address, "host": host, "port": port}).encode()
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, line, 0)

    def handed_on(self) -> dict[str, str]:
        """Leave it open for the program that takes this process's place; returns what
        tells it."""
        os.set_inheritable(self._file, True)
        return {HANDED_ON: str(self._file)}

    def close(self) -> None:
        os.close(self._file)

    def _take(self) -> None:
        began = time.monotonic()
        while not _lock(self._file):
            told = self._told()
            patience = PATIENCE if _takes_connections(told) else ENDS_WITHIN
            if time.monotonic() - began > patience:
                os.close(self._file)
                raise Unusable(_running_already(str(told.get("address", ""))))
            time.sleep(LOOK)

    def _told(self) -> dict[str, Any]:
        with suppress(OSError, ValueError):
            told = json.loads(os.pread(self._file, 10_000, 0))
            if isinstance(told, dict):
                return told
        return {}


def _lock(file: int) -> bool:
    try:
        import fcntl  # not on every system

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except (ImportError, OSError):
        return True
    return True


def _takes_connections(told: dict[str, Any]) -> bool:
    host = str(told.get("host", ""))
    try:
        if host.startswith("unix:"):
            with socket.socket(socket.AF_UNIX) as probe:
                probe.settimeout(1)
                probe.connect(host.removeprefix("unix:"))
        else:
            socket.create_connection((host, int(told["port"])), 1).close()
    except (OSError, ValueError, LookupError):
        return False
    return True


def _running_already(address: str) -> str:
    where = f" at {address}" if address else ""
    return (
        f"Scorekeeper is running already{where}, over the same data. "
        "Use that one, or stop it before you start another."
    )
