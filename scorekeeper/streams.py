"""What is said on the phones' streams: a few threads speak on all of them.

A stream goes on after the request that asked for it. It holds a socket and no thread.
News is said at once; who was told nothing for long hears a beat, and news never waits
behind beats.
"""

import logging
import socket
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from random import SystemRandom
from threading import Lock
from typing import Generic, Protocol, TypeVar

from scorekeeper.answers import Lasting

TELLING = 4  # threads that say what there is to say on all streams


class Listening(Protocol):
    """A connection: its socket, which does not block."""

    sock: socket.socket


Connection = TypeVar("Connection", bound=Listening)


class Stream:
    """The stream of one connection. `beat`: when it is to be spoken on, news or
    none."""

    def __init__(self, lasting: Lasting, *, is_chunked: bool) -> None:
        self.lasting: Lasting | None = lasting
        self.is_chunked = is_chunked
        self.is_due = False
        self.beat = 0.0
        self.telling = Lock()

    def said(self) -> bytes:
        """What there is to say now; b"" once it has ended. Call it with `telling`
        held."""
        self.is_due = False
        if self.lasting is None:
            return b""
        spread = SystemRandom().uniform(0.8, 1)  # not all at once
        self.beat = time.monotonic() + self.lasting.beat * spread
        return next(self.lasting, b"")

    def close(self) -> None:
        if self.lasting is not None:
            self.lasting.close()
            self.lasting = None


class Streams(Generic[Connection]):
    """All streams of a process. `end` is called, from any thread, with a connection
    whose stream has ended or is not read."""

    def __init__(self, end: Callable[[Connection], None]) -> None:
        self._end = end
        self._streams: dict[Connection, Stream] = {}
        self._tellers = ThreadPoolExecutor(TELLING)
        self._beating = ThreadPoolExecutor(1)
        self._beats: Future[None] | None = None

    def begin(self, connection: Connection, stream: Stream) -> None:
        self._streams[connection] = stream
        if stream.lasting is not None:
            stream.lasting.hear(partial(self._news, connection, stream))
        self._news(connection, stream)

    def end(self, connection: Connection) -> bool:
        stream = self._streams.pop(connection, None)
        if stream is None:
            return False
        stream.close()
        return True

    def beat(self) -> None:
        """Speak on the streams that were silent for long, in a thread, unless it is
        being done."""
        if self._beats is None or self._beats.done():
            with suppress(RuntimeError):  # the server stops
                self._beats = self._beating.submit(self._beat)

    def _beat(self) -> None:
        now = time.monotonic()
        for connection, stream in list(self._streams.items()):
            if stream.beat < now and not stream.is_due:
                self._tell(connection, stream)

    def _news(self, connection: Connection, stream: Stream) -> None:
        if not stream.is_due:
            stream.is_due = True
            with suppress(RuntimeError):  # the server stops
                self._tellers.submit(self._tell, connection, stream)

    def _tell(self, connection: Connection, stream: Stream) -> None:
        """Say what there is to say. A connection that does not take it is ended: the
        system keeps many states for a phone that is out of reach."""
        with stream.telling:
            if stream.lasting is None:
                return
            said = b""
            try:
                said = stream.said()
            except Exception:
                logging.getLogger(__name__).exception("a stream ended")
            piece = said
            if stream.is_chunked:
                piece = b"%x\r\n%b\r\n" % (len(said), said)
            with suppress(OSError):
                if connection.sock.send(piece) == len(piece) and said:
                    return
        self._end(connection)
