"""What was refused, and to whom: a file of lines that whoever keeps the house can read.

A line has the time (UTC), the address and the kind, in words of ours alone: nothing that anybody
sent is in it, so no secret and no line that somebody made up.
"""

import os
import time
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock

FILE_NAME = "refused.log"
BYTES = 1_000_000
"""Of the file; then it is begun anew, and the one before kept."""
AGAIN_SECONDS = 60.0
"""Within which the same, refused to the same address, is counted but gets no line of its own."""
REMEMBERED = 10_000


class Refusals:
    """The log of one installation. Threads may share it."""

    def __init__(self, instance: Path) -> None:
        self._path = instance / FILE_NAME
        self._lock = Lock()
        self._since: dict[tuple[str, str], tuple[float, int]] = {}

    def note(self, address: str, kind: str) -> None:
        """Write that `kind`, words of ours, was refused to `address`; once a minute for each."""
        now, key = time.monotonic(), (address, kind)
        with self._lock:
            at, more = self._since.get(key, (0.0, 0))
            if at and now - at < AGAIN_SECONDS:
                self._since[key] = at, more + 1
                return
            if len(self._since) >= REMEMBERED:
                self._since.clear()
            self._since[key] = now, 0
            with suppress(OSError):  # a disk that is full: the answer matters more
                self._write(f"{address or 'socket'} {kind}" + f" ({more} more since)" * bool(more))

    def _write(self, line: str) -> None:
        if self._path.exists() and self._path.stat().st_size > BYTES:
            os.replace(self._path, self._path.with_name(f"{FILE_NAME}.1"))
        with self._path.open("a", encoding="utf-8") as file:
            file.write(f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ} {line}\n")
