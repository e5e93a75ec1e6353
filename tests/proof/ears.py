"""The streams of a crowd of phones, in a thread of their own: what each hears, and when."""

import asyncio
import random
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from time import perf_counter

from tests.proof.wires import HOST, Lines, Stream, request

AGAIN = 0.2
"""Seconds after which a phone whose stream ended asks for another."""
CONNECTING = 40
"""How many phones connect at once."""


@dataclass
class Ear:
    """A phone's stream of a table: the last entry it was told of, and when it was told
    of one after `before`, and had drawn its page with that."""

    number: int
    cookie: Callable[[], str]
    table: str = ""
    entry: int = 0
    before: int = -1
    heard: float = 0.0
    drawn: float = 0.0
    stream: Stream | None = None


class Ears:
    """All phones, each listening to the table that it was last sent to."""

    def __init__(
        self, ports: Sequence[int], cookies: Sequence[Callable[[], str]]
    ) -> None:
        self._ports = ports
        self.ears = [Ear(number, cookie) for number, cookie in enumerate(cookies)]
        self._loop = asyncio.new_event_loop()
        self._lines = {port: Lines(port) for port in ports}
        self._drawing = set[asyncio.Task[None]]()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._watching = asyncio.run_coroutine_threadsafe(self._watch(), self._loop)

    def send(self, number: int, table: str) -> None:
        """This phone listens to this table from now on; to none where it is ""."""
        self._loop.call_soon_threadsafe(self._go, self.ears[number], table)

    def expect(self) -> None:
        """From now on, note when each is told of anything new."""
        for ear in self.ears:
            ear.heard = ear.drawn = 0.0
            ear.before = ear.entry

    def deaf(self) -> list[int]:
        """Who listens, and has heard of nothing new."""
        return [ear.number for ear in self.ears if ear.table and not ear.heard]

    def undrawn(self) -> list[int]:
        return [ear.number for ear in self.ears if ear.table and not ear.drawn]

    def end(self) -> None:
        self._watching.cancel()
        closing: Future[None] = asyncio.run_coroutine_threadsafe(
            self._close(), self._loop
        )
        closing.result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    # ---- in the thread ----

    def _go(self, ear: Ear, table: str) -> None:
        if ear.stream is not None:
            ear.stream.close()
        ear.stream = None
        ear.table = table
        ear.entry = 0
        ear.before = -1

    async def _watch(self) -> None:
        gate = asyncio.Semaphore(CONNECTING)
        while True:
            lost = [
                ear
                for ear in self.ears
                if ear.table and (ear.stream is None or _is_over(ear.stream))
            ]
            await asyncio.gather(*(self._connect(ear, gate) for ear in lost))
            await asyncio.sleep(AGAIN)

    async def _connect(self, ear: Ear, gate: asyncio.Semaphore) -> None:
        ask = request("GET", f"{ear.table}live", ear.cookie(), ear.number)
        port = random.choice(self._ports)

        def hear(entry: int, at: float) -> None:
            if ear.stream is stream:
                self._hear(ear, entry, at, port)

        async with gate:
            stream = Stream(ask, hear)
            ear.entry = 0
            if ear.stream is not None and not ear.stream.lost:
                ear.stream.close()
            ear.stream = stream
            try:
                loop = asyncio.get_running_loop()
                await loop.create_connection(lambda: stream, HOST, port)
            except OSError:
                stream.lost = True

    def _hear(self, ear: Ear, entry: int, at: float, port: int) -> None:
        ear.entry = max(ear.entry, entry)
        if ear.before < 0 or ear.heard or entry <= ear.before:
            return
        ear.heard = at
        drawing = asyncio.ensure_future(self._draw(ear, port))
        self._drawing.add(drawing)
        drawing.add_done_callback(self._drawing.discard)

    async def _draw(self, ear: Ear, port: int) -> None:
        """The page of its table, as a phone asks for it once it has heard something."""
        ask = request("GET", ear.table, ear.cookie(), ear.number)
        try:
            heard = await self._lines[port].ask(ask)
        except OSError:
            return
        if heard.status == 200:
            ear.drawn = perf_counter()

    async def _close(self) -> None:
        for drawing in self._drawing:
            drawing.cancel()
        for ear in self.ears:
            if ear.stream is not None and not ear.stream.lost:
                ear.stream.close()
        for lines in self._lines.values():
            lines.close()
        await asyncio.sleep(AGAIN)


def _is_over(stream: Stream) -> bool:
    """Whether it was lost, or refused: a phone may have been given a new name
    meanwhile."""
    return stream.lost or stream.status not in (0, 200)
