"""Strangers of every kind against a served table that plays on; see mischief.py."""

import json
import re
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.evenings import deals
from scorekeeper.core.session import first_break
from scorekeeper.places import POCKET
from scorekeeper.store import FILE_NAME, Store
from tests.proof.broken import Broken
from tests.proof.guest import Answer, Guest, NoAnswer, quick_fields, session_of
from tests.proof.kills import ROOT
from tests.proof.mischief import LARGE
from tests.proof.opened import DOORS
from tests.proof.served import HOST, Served

STREAMS = 70
"""Fewer than usual: few strangers fill what a house of this size has."""
GUESSERS = 4
WRONG_CODES = 5
"""Who guesses, and how many wrong codes one address may try a minute."""
LARGE_BYTES = 4_000_000
MEMORY = 250.0
"""Megabytes that the server may take: with tables that it keeps, and files that it
checks."""
SPOKEN = re.compile(r'class="say">([^<]*)<')
SEATS = ("N", "E", "W")
"""All but the host's own."""


@dataclass(frozen=True, slots=True)
class Plan:
    """For how long strangers do what they do, and the seconds within which the 99th
    percentile of entries and of pages must be answered. `door`: the one left open, see
    opened.py."""

    seconds: float = 40.0
    entries: float = 1.0
    pages: float = 2.0
    door: str = ""


@dataclass
class Siege:
    """What the players met with: seconds of entries and pages, what strangers were
    answered, the megabytes that the server took at most, and what was not as
    promised."""

    entries: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    heard: int = 0
    newcomers: int = 0
    memory: float = 0.0
    strangers: dict[str, dict[str, int]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        """What the table met with, and under it what the strangers did."""
        lines = [
            f"{len(self.entries)} entries, median {_part(self.entries, 0.5):.3f} s, 99th "
            f"percentile {_part(self.entries, 0.99):.3f} s; {len(self.pages)} pages "
            f"{_part(self.pages, 0.5):.3f}, {_part(self.pages, 0.99):.3f} s; {self.heard} states "
            f"heard; {self.newcomers} came in by code; the server took {self.memory:.0f} MB"
        ]
        for kind, counts in self.strangers.items():
            told = ", ".join(f"{name}: {n}" for name, n in sorted(counts.items()))
            lines.append(f"  {kind.replace('_', ' ')}: {told}")
        return "\n".join(lines)


class Player(threading.Thread):
    """One at the table, at an address of their own: looks, listens, and the host
    enters."""

    def __init__(self, browser: Guest, table: str, told: Siege) -> None:
        super().__init__(daemon=True)
        self.browser = browser
        self.table = table
        self.told = told
        self.stopped = threading.Event()
        self.does: Callable[[], None] = self.looks

    def run(self) -> None:
        """Go on until stopped."""
        while not self.stopped.is_set():
            try:
                self.does()
            except NoAnswer as why:
                if self.stopped.is_set() and self.does == self.listens:
                    break  # nobody entered anything any more that could be heard
                self.told.faults.append(f"no answer for {self.does.__name__}: {why!r}")
                self.browser.hang_up()
                time.sleep(0.1)
        self.browser.hang_up()

    def timed(
        self, times: list[float], ask: Callable[[], Answer], *fine: int
    ) -> Answer:
        """The answer, which is counted; any but those that are fine is a fault."""
        began = time.monotonic()
        answer = ask()
        times.append(time.monotonic() - began)
        if answer.status not in fine:
            self.told.faults.append(f"a player was answered with {answer.status}")
        return answer

    def looks(self) -> None:
        """Draw the page anew."""
        self.timed(self.told.pages, lambda: self.browser.get(self.table), 200)
        self.stopped.wait(0.7)

    def listens(self) -> None:
        """Hear three states, or as many as come, and connect again as a phone does."""
        cookies = "; ".join(
            f"{name}={value}" for name, value in self.browser.cookies.items()
        )
        ask = (
            f"GET {self.table}live HTTP/1.1\r\nHost: {HOST}\r\nCookie: "
            f"{cookies}\r\n\r\n"
        )
        where = (self.browser.source, 0)
        with socket.create_connection((HOST, self.browser.port), 20, where) as line:
            line.sendall(ask.encode())
            heard = line.recv(65536)
            if not heard.startswith(b"HTTP/1.1 200"):
                self.told.faults.append(
                    f"a player's stream was answered with {heard[:12]!r}"
                )
                self.stopped.wait(1)
            for _ in range(3):
                if self.stopped.is_set() or not line.recv(65536):
                    return
                self.told.heard += 1


class Host(Player):
    """Who enters the deals, and lets newcomers in."""

    def __init__(self, browser: Guest, table: str, told: Siege) -> None:
        super().__init__(browser, table, told)
        self.sent: list[str] = []
        self.taken: list[str] = []
        self._deals = deals(1_000_000, 7)
        self.does = self.enters

    def enters(self) -> None:
        """A deal, and another one soon."""
        address = f"{self.table}?form=quick"
        hidden = self.timed(
            self.told.pages, lambda: self.browser.get(address), 200
        ).hidden
        note = f"deal {len(self.sent)}"
        fields = {**hidden, **quick_fields(next(self._deals)), "note": note}
        self.sent.append(note)
        answer = self.timed(
            self.told.entries,
            lambda: self.browser.send(f"{self.table}enter/quick", fields),
            303,
        )
        if answer.status == 303:
            self.taken.append(note)
        if len(self.sent) % 8 == 0:
            self._lets_in()
        self.stopped.wait(0.3)

    def _lets_in(self) -> None:
        newcomer = Guest(
            self.browser.port, source=f"127.0.3.{len(self.sent) % 250 + 1}"
        )
        spoken = _code(self.browser, self.table)
        hidden = newcomer.get("/join").hidden
        self.timed(
            self.told.pages,
            lambda: newcomer.send("/join", {**hidden, "code": spoken}),
            303,
        )
        self.told.newcomers += 1
        newcomer.hang_up()


# Long: one siege, from its start to what it left.
def besieged(folder: Path, plan: Plan) -> Siege:
    """Play while strangers do what they do; what came of it."""
    told = Siege()
    large = folder / POCKET / LARGE.removeprefix("/pocket/")
    large.parent.mkdir(parents=True)
    large.write_bytes(bytes(LARGE_BYTES))
    with Served(folder, STREAMS, is_limited=True, door=plan.door) as served:
        browser = Guest(served.port, source="127.0.2.1")
        table = browser.lay("joker-bridge")
        host = Host(browser, table, told)
        players: list[Player] = [host]
        for n, seat in enumerate(SEATS):
            guest = Guest(served.port, source=f"127.0.2.{n + 2}")
            sit(browser, guest, table, seat)
            listener = Player(guest, table, told)
            listener.does = listener.listens
            players += [Player(guest.beside(), table, told), listener]
        before = _entries(folder, table)
        with watched(served.worker) as seen:
            told.strangers = _attack(served.port, table, players, plan.seconds)
        told.memory = max(seen)
    _look_at_the_log(folder, host, before)
    _judge(told, plan)
    return told


@contextmanager
def watched(pid: int) -> Iterator[list[float]]:
    """The megabytes of a process, again and again meanwhile."""
    seen: list[float] = [megabytes(pid)]
    stopped = threading.Event()

    def watch() -> None:
        while not stopped.wait(0.2):
            seen.append(megabytes(pid))

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield seen
    finally:
        stopped.set()
        watcher.join()


def megabytes(pid: int) -> float:
    """How much memory a process has."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1000


def is_found(door: str, told: Siege) -> bool:
    """Whether what the players met with tells that this door was open."""
    return any(fault.startswith(DOORS[door][1]) for fault in told.faults)


def _attack(
    port: int, table: str, players: list[Player], seconds: float
) -> dict[str, dict[str, int]]:
    with subprocess.Popen(
        [sys.executable, "-m", "tests.proof.mischief"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as strangers:
        assert strangers.stdin is not None and strangers.stdout is not None
        print(
            json.dumps({"port": port, "table": table}), file=strangers.stdin, flush=True
        )
        for player in players:
            player.start()
        time.sleep(seconds)
        for player in players:
            player.stopped.set()
        for player in players:
            player.join(30)
        print("stop", file=strangers.stdin, flush=True)
        said: dict[str, dict[str, int]] = json.loads(strangers.stdout.readline())
    return said


def sit(host: Guest, guest: Guest, table: str, seat: str) -> None:
    """Have this guest scan the code and sit down."""
    hidden = guest.get("/join").hidden
    answer = guest.send("/join", {**hidden, "code": _code(host, table)})
    page = guest.get(answer.address)
    if guest.send(answer.address, {**page.hidden, "seat": seat}).status != 303:
        raise Broken(f"nobody could sit down at {seat}")
    guest.hang_up()


def _code(host: Guest, table: str) -> str:
    found = SPOKEN.search(host.get(f"{table}phones").text)
    if found is None:
        raise Broken("there is no code to say")
    return found[1]


def _entries(folder: Path, table: str) -> int:
    store = Store(folder / FILE_NAME)
    try:
        session = store.open(session_of(table))
        assert session is not None
        return session.last
    finally:
        store.close()


def _look_at_the_log(folder: Path, host: Host, before: int) -> None:
    """Each deal that was taken is there once; nothing else is."""
    store = Store(folder / FILE_NAME)
    faults = host.told.faults
    try:
        session = store.open(session_of(host.table))
        assert session is not None
        if first_break(session.header, session.log) is not None:
            faults.append("the chain of the log is broken")
        found = Counter(entry.note for entry in session.log[before:] if not entry.part)
        faults += [
            f"{note} was taken and is not there"
            for note in set(host.taken) - set(found)
        ]
        faults += [
            f"{note} is there twice" for note, n in found.items() if n > 1 and note
        ]
        forged = [
            entry for entry in session.log[before:] if entry.note not in host.sent
        ]
        faults += [f"entry {one.seq} is nobody's: {one.event}" for one in forged]
        if store.engine.health().faults:
            faults.append("SQLite finds the file damaged")
    finally:
        store.close()


def _judge(told: Siege, plan: Plan) -> None:
    """What strangers should not have got, and how long the players may have waited."""
    strangers = told.strangers
    faults = told.faults
    if n := strangers.get("snatches", {}).get("let in"):
        faults.append(f"strangers were let in {n} times")
    most = GUESSERS * WRONG_CODES * (2 + plan.seconds // 60)
    if (n := strangers.get("guesses", {}).get("code 422", 0)) > most:
        faults.append(f"strangers tried {n} codes")
    if n := strangers.get("sends_slowly", {}).get("overstayed"):
        faults.append(f"somebody who sends slowly was still heard, {n} times")
    if told.memory > MEMORY:
        faults.append(f"the server took {told.memory:.0f} MB")
    for name, times, bar in (
        ("entries", told.entries, plan.entries),
        ("pages", told.pages, plan.pages),
    ):
        if not times or _part(times, 0.99) > bar:
            faults.append(
                f"{name}: 99th percentile {_part(times, 0.99):.2f} s, of {len(times)}"
            )


def _part(times: list[float], part: float) -> float:
    return (
        sorted(times)[min(len(times) - 1, int(part * len(times)))]
        if times
        else float("inf")
    )
