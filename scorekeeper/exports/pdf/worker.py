"""The process with the press: prints one page after another, until nobody sends any more.

Started by printer.py as `python -m scorekeeper.exports.pdf.worker SECONDS`, the computing time
that one page may take. Pages come in on standard input and PDFs go out on standard output.
"""

import os
import shutil
import sys
import tempfile
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import BinaryIO

from scorekeeper.exports.pdf.enclosure import Enclosure
from scorekeeper.exports.pdf.press import PangoMissing, Press
from scorekeeper.exports.pdf.wire import Kind, receive, send

_Job = tuple[bytes, bytes | None]
"""A page, and what its PDF encloses."""
MEMORY = 1 << 30
"""Address space of the process, in bytes."""


def main() -> None:
    """Print pages until the server goes."""
    pages, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # what a library prints must not get between the frames
    _be_modest()
    try:
        press = Press()
    except PangoMissing as missing:
        send(answers, Kind.MISSING, str(missing).encode())
        return
    send(answers, Kind.READY)
    waiting: SimpleQueue[_Job] = SimpleQueue()
    Thread(target=_listen, args=(pages, waiting), daemon=True).start()
    while True:
        job = waiting.get()
        _allow_cpu(int(sys.argv[1]))
        _print(press, job, answers)


def _listen(pages: BinaryIO, waiting: SimpleQueue[_Job]) -> None:
    """Take pages in, and end the process when the server has gone, even in mid-page."""
    enclosed: bytes | None = None
    while (frame := receive(pages)) is not None:
        kind, content = frame
        if kind is Kind.FILE:
            enclosed = content
        else:
            waiting.put((content, enclosed))
            enclosed = None
    shutil.rmtree(tempfile.gettempdir(), ignore_errors=True)  # the printer made it for us alone
    os._exit(0)


def _print(press: Press, job: _Job, answers: BinaryIO) -> None:
    page, packed = job
    try:
        enclosed = Enclosure.unpacked(packed) if packed is not None else None
        pdf = press.printed(page.decode(), enclosed)
    except Exception as fault:  # whatever it is, the server learns of it
        send(answers, Kind.FAULT, f"{type(fault).__name__}: {fault}".encode())
    else:
        send(answers, Kind.PDF, pdf)


def _be_modest() -> None:
    with suppress(ImportError, OSError, ValueError, AttributeError):
        import resource  # not on every system

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _allow_cpu(seconds: int) -> None:
    """Let the process compute for so many seconds from now on; then the system ends it."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        used = resource.getrusage(resource.RUSAGE_SELF)
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        limit = int(used.ru_utime + used.ru_stime) + seconds
        resource.setrlimit(resource.RLIMIT_CPU, (limit, hard))


if __name__ == "__main__":
    main()
