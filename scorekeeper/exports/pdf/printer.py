"""The press in a process of its own, so that a page being printed keeps nobody waiting.

The process starts with the first page, prints one at a time, may take so much memory and time
and no more, and ends with the server. When it has died, the next page starts another.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
import weakref
from contextlib import suppress
from threading import Lock, Timer
from typing import BinaryIO, cast

from scorekeeper.exports.pdf.enclosure import Enclosure
from scorekeeper.exports.pdf.press import PangoMissing
from scorekeeper.exports.pdf.wire import Kind, receive, send
from scorekeeper.places import PACKAGE

PATIENCE = 30.0
"""Seconds after which a page that is not printed is given up, or a press that is not up."""
CPU_SECONDS = 20
"""Computing time that one page may take."""
AT_ONCE = 1.0
"""A process that ends so many seconds after it got a page had most likely been ended before."""

_Frame = tuple[Kind, bytes]


class NotPrinted(RuntimeError):
    """The page could not be printed. The text says why."""


class _GoneBefore(NotPrinted):
    """The process had ended before it got the page."""


class Printer:
    """Prints pages in another process, one at a time, whichever thread asks."""

    def __init__(self, patience: float = PATIENCE, cpu_seconds: int = CPU_SECONDS) -> None:
        self._limits = (patience, cpu_seconds)
        self._turn = Lock()
        self._process: _Process | None = None

    def printed(self, html: str, enclosed: Enclosure | None = None) -> bytes:
        """This page as a PDF, with a file inside.

        Raises PangoMissing where no PDF can be made, NotPrinted when this one can't.
        """
        page = [(Kind.PAGE, html.encode())]
        order = [(Kind.FILE, enclosed.packed()), *page] if enclosed else page
        with self._turn:
            try:
                kind, content = self._answer(order)
            except _GoneBefore:
                kind, content = self._answer(order)
        if kind is not Kind.PDF:
            raise NotPrinted(content.decode(errors="replace"))
        return content

    def _answer(self, order: list[_Frame]) -> _Frame:
        if self._process is None:
            self._process = _Process(*self._limits)
        try:
            return self._process.answer(order)
        except NotPrinted:
            self._stop()
            raise

    @property
    def process_id(self) -> int | None:
        """The id of the process that prints; None while there is none."""
        return self._process.id if self._process else None

    def close(self) -> None:
        """End the process; another page would start it again."""
        with self._turn:
            self._stop()

    def _stop(self) -> None:
        if self._process is not None:
            self._process.end()
            self._process = None


class _Process:
    """The running worker, and the pipes to it."""

    def __init__(self, patience: float, cpu_seconds: int) -> None:
        self._patience = patience
        folder = tempfile.mkdtemp(prefix="scorekeeper-")
        worker = subprocess.Popen(  # noqa: S603 - a module of our own
            [sys.executable, "-m", "scorekeeper.exports.pdf.worker", str(cpu_seconds)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=_surroundings(folder),
            start_new_session=True,  # Ctrl-C in the terminal is for the server
        )
        self._worker = worker
        self._pages = cast(BinaryIO, worker.stdin)
        self._answers = cast(BinaryIO, worker.stdout)
        self.end = weakref.finalize(self, _end, worker, folder)
        self._is_overdue = False
        try:
            kind, reason = self._next_frame()
        except NotPrinted:
            self.end()
            raise
        if kind is not Kind.READY:
            self.end()
            raise PangoMissing(reason.decode(errors="replace"))

    @property
    def id(self) -> int:
        return self._worker.pid

    def answer(self, order: list[_Frame]) -> _Frame:
        """What the worker makes of a page. Raises NotPrinted when it dies or takes too long."""
        return self._next_frame(order)

    def _next_frame(self, order: list[_Frame] | None = None) -> _Frame:
        begun = time.monotonic()
        alarm = Timer(self._patience, self._give_up)
        alarm.daemon = True
        alarm.start()
        try:
            with suppress(OSError):  # it has ended: so have its answers
                for kind, content in order or ():
                    send(self._pages, kind, content)
            answer = receive(self._answers)
        finally:
            alarm.cancel()
        if self._is_overdue:
            raise NotPrinted(f"the page was not printed within {self._patience:g} seconds")
        if answer is None:
            is_early = order is not None and time.monotonic() - begun < AT_ONCE
            raise (_GoneBefore if is_early else NotPrinted)("the process that prints has ended")
        return answer

    def _give_up(self) -> None:
        self._is_overdue = True
        self._worker.kill()


def _surroundings(folder: str) -> dict[str, str]:
    """The worker's environment: ours without our settings, and a folder for its fonts."""
    kept = {name: text for name, text in os.environ.items() if not name.startswith("SCOREKEEPER_")}
    return {**kept, "PYTHONPATH": str(PACKAGE.parent), "TMPDIR": folder}


def _end(worker: subprocess.Popen[bytes], folder: str) -> None:
    worker.kill()
    worker.wait()
    for pipe in (worker.stdin, worker.stdout):
        with suppress(OSError):  # what it had not read yet
            cast(BinaryIO, pipe).close()
    shutil.rmtree(folder, ignore_errors=True)
