"""Phones at many tables, in a process of their own: `python -m tests.proof.phones`.

It reads its plan from standard input, a JSON object on a line; says "ready" once every
phone hears; and then, for each line with a rate and a time, enters deals as they come
(Poisson, whether the ones before have arrived or not) and prints what it measured.
"""

import asyncio
import json
import random
import secrets
import sys
from collections import deque
from dataclasses import dataclass, field
from time import perf_counter, process_time
from typing import Any
from urllib.parse import urlencode

from benchmarks.evenings import deals
from scorekeeper.serve import allow_open_files
from tests.proof.guest import quick_fields
from tests.proof.wires import HOST, Lines, Stream, request

ENTRIES = 3
"""How many entries a form makes."""
SETTLING = 5.0
"""Seconds that what was sent last has to arrive in."""
OPEN_FILES = 12_000
CONNECTING = 40
"""How many phones connect at once."""


@dataclass
class Table:
    """A table, and the last entry that each of its phones has heard of."""

    path: str
    heard: list[int]
    wanted: int = 0
    all_heard: "asyncio.Future[float] | None" = None

    def hear(self, phone: int, entry: int, at: float) -> None:
        """A phone hears of an entry."""
        self.heard[phone] = max(self.heard[phone], entry)
        waiting = self.all_heard
        if (
            waiting is not None
            and not waiting.done()
            and min(self.heard) >= self.wanted
        ):
            waiting.set_result(at)


@dataclass
class Measured:
    """Times in milliseconds from the moment a deal was due, and what went wrong."""

    due: int = 0
    answered: list[float] = field(default_factory=list)
    everywhere: list[float] = field(default_factory=list)
    redrawn: list[float] = field(default_factory=list)
    stale: int = 0
    late: int = 0
    lost: int = 0
    failed: dict[str, int] = field(default_factory=dict)

    def fails(self, why: object) -> None:
        """Count a deal that was not entered, or not heard of."""
        self.failed[str(why)] = self.failed.get(str(why), 0) + 1

    def told(self, seconds: float, busy: float) -> dict[str, Any]:
        """As JSON."""
        return {
            "due": self.due,
            "done": len(self.everywhere),
            "stale": self.stale,
            "late": self.late,
            "lost": self.lost,
            "failed": self.failed,
            "seconds": seconds,
            "client": busy / seconds,
            **{
                name: [_part(times, 0.5), _part(times, 0.99)]
                for name, times in (
                    ("answered", self.answered),
                    ("everywhere", self.everywhere),
                    ("redrawn", self.redrawn),
                )
            },
        }


def _part(times: list[float], part: float) -> float | None:
    if not times:
        return None
    return round(1000 * sorted(times)[min(len(times) - 1, int(part * len(times)))], 1)


class Phones:
    """All phones of all tables. The first of each enters; all hear, and draw their page
    anew."""

    def __init__(self, plan: dict[str, Any]) -> None:
        self._port = plan["port"]
        self._cookie = plan["cookie"]
        self._token = plan["token"]
        self._count = plan["phones"]
        self._draws = plan["draws"]
        self._tables = [Table(path, [0] * self._count) for path in plan["tables"]]
        self._free = deque(random.sample(self._tables, len(self._tables)))
        self._due: deque[float] = deque()
        self._lines = Lines(self._port)
        self._streams: list[Stream] = []
        self._deals = deals(10_000_000, 5)
        self._work: set[asyncio.Task[None]] = set()

    async def connect(self) -> None:
        """Have every phone listen, and hear the state of its table."""
        gate = asyncio.Semaphore(CONNECTING)

        async def listen(table: Table, phone: int) -> None:
            ask = request("GET", f"{table.path}live", self._cookie_of(phone), phone)
            async with gate:
                _, stream = await asyncio.get_running_loop().create_connection(
                    lambda: Stream(ask, lambda entry, at: table.hear(phone, entry, at)),
                    HOST,
                    self._port,
                    local_addr=(
                        f"127.0.{phone + 1}.{self._tables.index(table) % 250 + 1}",
                        0,
                    ),
                )
                self._streams.append(stream)
                while not table.heard[phone]:
                    if stream.lost or stream.status not in (0, 200):
                        raise SystemExit(
                            f"a stream was refused or ended: {stream.status} "
                            f"{stream.why}"
                        )
                    await asyncio.sleep(0.005)

        await asyncio.gather(
            *(
                listen(table, phone)
                for table in self._tables
                for phone in range(self._count)
            )
        )

    async def enter(self, rate: float, seconds: float) -> dict[str, Any]:
        """Enter so many deals a second for so long."""
        measured = Measured()
        dice = random.Random(rate)
        start = perf_counter()
        busy = process_time()
        at = start
        while (at := at + dice.expovariate(rate)) < start + seconds:
            if (pause := at - perf_counter()) > 0:
                await asyncio.sleep(pause)
            measured.due += 1
            self._due.append(at)
            self._begin(measured)
        took = perf_counter() - start
        busy = process_time() - busy
        if self._work:
            await asyncio.wait(self._work, timeout=SETTLING)
        measured.late = len(self._work) + len(self._due)
        for task in self._work:
            task.cancel()
        self._due.clear()
        measured.lost = sum(one.lost for one in self._streams)
        measured.lost += sum(
            one < max(table.heard) for table in self._tables for one in table.heard
        )
        return measured.told(took, busy)

    def close(self) -> None:
        """Everybody goes home."""
        for stream in self._streams:
            stream.close()
        self._lines.close()

    def _begin(self, measured: Measured) -> None:
        """Let what is due be entered, where a table is free."""
        while self._due and self._free:
            task = asyncio.create_task(
                self._deal(self._free.popleft(), self._due.popleft(), measured)
            )
            self._work.add(task)
            task.add_done_callback(self._work.discard)

    async def _deal(self, table: Table, due: float, measured: Measured) -> None:
        seen = max(table.heard)
        table.wanted = seen + ENTRIES
        table.all_heard = asyncio.get_running_loop().create_future()
        fields = {
            **quick_fields(next(self._deals)),
            "seen": seen,
            "csrf_token": self._token,
        }
        body = urlencode({**fields, "key": secrets.token_urlsafe(16)}).encode()
        path = f"{table.path}enter/quick"
        try:
            heard = await self._lines.ask(request("POST", path, self._cookie, 0, body))
            if heard.status == 303:
                measured.answered.append(perf_counter() - due)
                measured.everywhere.append(await table.all_heard - due)
                if self._draws:
                    await asyncio.gather(
                        *(self._draw(table, n) for n in range(self._count))
                    )
                    measured.redrawn.append(perf_counter() - due)
            elif heard.status == 409:
                measured.stale += 1
            else:
                measured.fails(heard.status)
        except OSError as why:
            measured.fails(repr(why))
        finally:
            table.all_heard = None
            self._free.append(table)
            self._begin(measured)

    async def _draw(self, table: Table, phone: int) -> None:
        """The page as it is now, as each phone asks for it after an entry."""
        await self._lines.ask(request("GET", table.path, self._cookie_of(phone), phone))

    def _cookie_of(self, phone: int) -> str:
        return "" if phone else str(self._cookie)


async def main() -> None:
    """Do as the lines say."""
    loop = asyncio.get_running_loop()
    phones = Phones(json.loads(await loop.run_in_executor(None, sys.stdin.readline)))
    await phones.connect()
    print("ready", flush=True)
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        print(json.dumps(await phones.enter(*json.loads(line))), flush=True)
    phones.close()


if __name__ == "__main__":
    allow_open_files(OPEN_FILES)
    asyncio.run(main())
