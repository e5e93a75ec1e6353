"""Bare HTTP over asyncio: streams that are listened to, and lines that forms and pages
go over.

As little as will do, so that the phones take no time from the server that they measure.
"""

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

HOST = "127.0.0.1"
ENTRY = re.compile(rb'"entry": ?(\d+)')
LENGTH = re.compile(rb"\r\ncontent-length: (\d+)", re.I)


def request(
    method: str, path: str, cookie: str, phone: int, body: bytes = b""
) -> bytes:
    """A request as a phone sends it; `phone` tells those apart that have no cookie."""
    head = (
        f"{method} {path} HTTP/1.1\r\nHost: {HOST}\r\nUser-Agent: Phone {phone}\r\n"
        f"Accept-Encoding: gzip, deflate\r\nHX-Request: true\r\n"
    )
    if cookie:
        head += f"Cookie: {cookie}\r\n"
    if method == "POST":
        head += (
            f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: "
            f"{len(body)}\r\n"
        )
    return f"{head}\r\n".encode() + body


class Stream(asyncio.Protocol):
    """A phone's event stream: tells each entry that it hears of."""

    def __init__(self, ask: bytes, hear: Callable[[int, float], None]) -> None:
        self._ask = ask
        self._hear = hear
        self._rest = b""
        self.status = 0
        self.lost = False
        self.why = ""
        self._transport: asyncio.Transport | None = None
        self._is_closed = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the stream."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        if self._is_closed:
            transport.close()
        else:
            transport.write(self._ask)

    def data_received(self, data: bytes) -> None:
        """Tell the last entry named in whole events."""
        now = perf_counter()
        if not self.status:
            self.status = int(data[9:12])
        data = self._rest + data
        whole, end, self._rest = data.rpartition(b"\n\n")
        found = ENTRY.findall(whole) if end else []
        if found:
            self._hear(int(found[-1]), now)

    def connection_lost(self, exc: Exception | None) -> None:
        """Remember that it ended, and how."""
        self.lost = True
        self.why = f"{exc} {self._rest!r}"

    def close(self) -> None:
        """Hang up, also where the connection is still to be made."""
        self._is_closed = True
        if self._transport is not None:
            self._transport.close()


@dataclass(frozen=True, slots=True)
class Heard:
    """What was answered: the status, and how many bytes."""

    status: int
    size: int


class Line(asyncio.Protocol):
    """A connection that is kept open: one request at a time."""

    def __init__(self) -> None:
        self._buffer = b""
        self._answer: asyncio.Future[Heard] | None = None
        self.is_open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Be ready."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self.is_open = True

    def data_received(self, data: bytes) -> None:
        """Answer once the whole page is here: our pages say how long they are."""
        self._buffer += data
        head, end, body = self._buffer.partition(b"\r\n\r\n")
        if not end:
            return
        said = LENGTH.search(head)
        if len(body) >= (int(said[1]) if said else 0) and self._answer is not None:
            heard = Heard(int(head[9:12]), len(self._buffer))
            self._buffer = b""
            if not self._answer.done():
                self._answer.set_result(heard)

    def connection_lost(self, exc: Exception | None) -> None:
        """Whoever waits, waits in vain."""
        self.is_open = False
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(ConnectionError("the server hung up"))

    async def ask(self, ask: bytes) -> Heard:
        """Send a request and wait for its answer."""
        self._answer = asyncio.get_running_loop().create_future()
        self._transport.write(ask)
        return await self._answer

    def close(self) -> None:
        """Hang up."""
        self._transport.close()


class Lines:
    """As many connections as are needed at once, used again and again."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._free = list[Line]()

    async def ask(self, ask: bytes) -> Heard:
        """Send a request over a free connection."""
        line = await self._line()
        heard = await line.ask(ask)
        self._free.append(line)
        return heard

    async def _line(self) -> Line:
        while self._free:
            line = self._free.pop()
            if line.is_open:
                return line
        _, made = await asyncio.get_running_loop().create_connection(
            Line, HOST, self._port
        )
        return made

    def close(self) -> None:
        """Hang up everywhere."""
        for line in self._free:
            line.close()
