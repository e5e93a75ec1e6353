"""Strangers on the same network, as a program: `python -m tests.proof.mischief`, told
on stdin.

Each comes from an address of its own (127.0.66.x), goes on until it is told to stop,
counts what it was answered, and prints the counts as JSON. Bounded in sockets and
threads.
"""

import json
import random
import socket
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPConnection

from benchmarks.evenings import evening
from scorekeeper.core.evening import Adjusted
from scorekeeper.core.session import Command, Entry, Stamp
from scorekeeper.exports.archive import written
from scorekeeper.exports.session_file import read, write
from tests.proof.guest import Guest, NoAnswer

HOST = "127.0.0.1"
NETWORK = "127.0.66"
SOCKETS = 100
"""Of each who sends slowly."""
STREAMS = 20
OVERSTAYED = 20.0
"""Seconds after which a socket with half a request should have been closed."""
BOUNDARY = "strangers"
LARGE = "/pocket/files/large"
"""A file of megabytes that anybody can ask for: the pocket has some."""
BULK = 7_800_000
BODIES = 15
"""Bytes of a body, and how many such a stranger sends."""


class Stranger(threading.Thread):
    """One of them, at an address. `does` is done again and again; `counts` says what
    came of it."""

    def __init__(self, port: int, table: str, number: int, does: "Mischief") -> None:
        super().__init__(daemon=True)
        self.port = port
        self.table = table
        self.does = does
        self.address = f"{NETWORK}.{number}"
        self.dice = random.Random(number)
        self.archive = b""
        self.host = Guest(port, 30.0, source=self.address)
        self.counts: Counter[str] = Counter()
        self.stopped = threading.Event()

    def run(self) -> None:
        """Go on until stopped."""
        while not self.stopped.is_set():
            try:
                self.does(self)
            except (*NoAnswer, ValueError, KeyError):
                self.counts["no answer"] += 1
                time.sleep(0.05)

    def browser(self) -> Guest:
        """A fresh one, at this address."""
        return Guest(self.port, 10.0, source=self.address)

    def line(self, first: bytes, room: int = 0) -> socket.socket:
        """A connection on which so much was said; `room`: what the system keeps of its
        answers."""
        line = socket.socket()
        if room:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        line.settimeout(5.0)
        line.bind((self.address, 0))
        line.connect((HOST, self.port))
        line.sendall(first)
        return line


Mischief = Callable[[Stranger], None]


# ---- who is slow, and who takes much ----


def sends_slowly(me: Stranger) -> None:
    """Many sockets with a part of a request each, and a byte more now and then."""
    begun = (b"G", b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ", b"POST /theme HTTP/1.1\r\n"
             b"Host: localhost\r\nContent-Length: 900\r\n\r\ntheme=")  # fmt: skip
    lines: list[tuple[float, socket.socket]] = []
    while not me.stopped.wait(0.5):
        with suppress(OSError):
            while len(lines) < SOCKETS:
                lines.append((time.monotonic(), me.line(me.dice.choice(begun))))
                me.counts["begun"] += 1
        for at, line in list(lines):
            try:
                line.settimeout(0)
                line.send(b"x")
                is_closed = not line.recv(100)
            except BlockingIOError:
                is_closed = False
            except OSError:
                is_closed = True
            if is_closed:
                me.counts["closed"] += 1
                lines.remove((at, line))
                line.close()
            elif time.monotonic() - at > OVERSTAYED:
                me.counts["overstayed"] += 1
    for _, line in lines:
        line.close()


def reads_nothing(me: Stranger) -> None:
    """Asks for pages, many at once, and takes none."""
    ask = f"GET {me.table}sheet HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    lines = [me.line(ask * 20) for _ in range(10)]
    me.counts["asked"] += len(lines)
    me.stopped.wait(3)
    for line in lines:
        line.close()


def reads_nothing_large(me: Stranger) -> None:
    """Asks for megabytes, more than the system keeps for a connection, and reads
    none."""
    ask = f"GET {LARGE} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    lines = [me.line(ask, room=4096) for _ in range(4)]
    me.counts["asked"] += len(lines)
    me.stopped.wait(10)
    for line in lines:
        line.close()


def sends_bulk(me: Stranger) -> None:
    """Bodies as large as a file that a host may send, none of them whole."""
    head = (
        f"POST /moving HTTP/1.1\r\nHost: localhost\r\nContent-Length: "
        f"{BULK + 1}\r\n\r\n"
    )
    lines = []
    for _ in range(BODIES):
        if me.stopped.is_set():
            break
        line = me.line(head.encode())
        lines.append(line)
        with suppress(OSError):  # it is not wanted
            line.sendall(bytes(BULK))
        me.counts["sent"] += 1
    me.stopped.wait(3)
    for line in lines:
        line.close()


def listens(me: Stranger) -> None:
    """As many streams as there are."""
    ask = f"GET {me.table}live HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    lines = [me.line(ask) for _ in range(STREAMS)]
    for line in lines:
        me.counts[f"stream {line.recv(12)[9:].decode()}"] += 1
    me.stopped.wait(5)
    for line in lines:
        line.close()


def asks_for_pages(me: Stranger) -> None:
    """One page after the other, as fast as they come."""
    browser = me.browser()
    ways = ("", "sheet", "log", "sheet.csv", "session.jsonl", "?form=quick")
    for path in ("/", "/history/", "/statistics/", *(me.table + way for way in ways)):
        if not me.stopped.is_set():
            me.counts[f"page {browser.get(path).status}"] += 1
    browser.hang_up()


# ---- who wants in ----


def guesses(me: Stranger) -> None:
    """Codes that somebody might have said."""
    browser = me.browser()
    code = "".join(me.dice.choices("0123456789ABCDEFGHJKMNPQRSTVWXYZ", k=8))
    answer = browser.send("/join", {**browser.get("/join").hidden, "code": code})
    me.counts[f"code {answer.status}"] += 1
    browser.hang_up()
    time.sleep(0.05)


def snatches(me: Stranger) -> None:
    """Whatever makes a place, from a phone that has none here; half of them have one
    elsewhere."""
    browser = me.browser()
    if me.counts["tries"] % 20 == 0:
        me.counts["tries"] += 1
        browser.lay("bridge")
    token = browser.get("/").hidden
    for way in ("take", "sit", "move", "back", "dismiss"):
        for seat in ("N", "E", "S", "W"):
            me.counts["tries"] += 1
            answer = browser.send(f"{me.table}phones/{way}", {**token, "seat": seat})
            me.counts["let in" if answer.status < 400 else "kept out"] += 1
    for way in ("enter/quick", "corrections/strike", "rules/change"):
        answer = browser.send(
            me.table + way, {**token, "seen": "1", "tricks": "9", "note": "mine"}
        )
        me.counts["let in" if answer.status < 400 else "kept out"] += 1
    for way in ("phones/arbiter", "phones/watch"):
        answer = browser.get(me.table + way)
        me.counts["let in" if answer.status < 400 else "kept out"] += 1
    browser.hang_up()


# ---- who brings files ----


def brings_archives(me: Stranger) -> None:
    """Evenings that nobody played, again and again, from a phone that is host of a
    table."""
    if not me.archive:
        me.host.lay("bridge")
        sessions = (
            evening(40, n, f"{me.address.replace('.', '-')}-{n}") for n in range(10)
        )
        me.archive = b"".join(written(sessions))
    me.counts[f"archive {_upload(me, me.archive, 'all.zip')}"] += 1


def grows_a_file(me: Stranger) -> None:
    """The table's own file with an entry more, chained as it should be."""
    browser = me.browser()
    session = read(browser.get(f"{me.table}session.jsonl").text.encode()).session
    forged = Command((Entry(Adjusted("NS", 900, "because")),))
    stamp = Stamp("2026-11-21T20:00:00Z", None, "", f"forged {me.dice.random()}")
    grown = session.grown(session.additions(forged, stamp))
    me.counts[f"grown {_upload(me, write(grown).encode(), 'grown.jsonl')}"] += 1
    browser.hang_up()


def _upload(me: Stranger, data: bytes, name: str) -> int:
    browser = me.host
    token = browser.get("/moving").hidden.get("csrf_token", "")
    cookies = "; ".join(f"{key}={value}" for key, value in browser.cookies.items())
    browser.hang_up()
    part = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="%s"'
    body = (part % "csrf_token" + f"\r\n\r\n{token}\r\n" + part % "file").encode()
    body += (
        f'; filename="{name}"\r\n\r\n'.encode()
        + data
        + f"\r\n--{BOUNDARY}--\r\n".encode()
    )
    kind = f"multipart/form-data; boundary={BOUNDARY}"
    line = HTTPConnection(HOST, me.port, timeout=30, source_address=(me.address, 0))
    try:
        line.request("POST", "/moving", body, {"Content-Type": kind, "Cookie": cookies})
        return line.getresponse().status
    finally:
        line.close()


KINDS: tuple[tuple[Mischief, int], ...] = (
    (sends_slowly, 4), (reads_nothing, 2), (listens, 4), (asks_for_pages, 12), (guesses, 4),
    (snatches, 2), (brings_archives, 4), (grows_a_file, 1),
    (reads_nothing_large, 3), (sends_bulk, 4),
)  # fmt: skip
"""What strangers do, and how many of them do it."""


def main() -> None:
    """Do it until a line comes; each kind then says what came of it."""
    told = json.loads(sys.stdin.readline())
    crowd = [
        Stranger(told["port"], told["table"], 10 * kind + n % 10 + 1, does)
        for kind, (does, count) in enumerate(KINDS)
        for n in range(count)
    ]
    for stranger in crowd:
        stranger.start()
    sys.stdin.readline()
    for stranger in crowd:
        stranger.stopped.set()
    for stranger in crowd:
        stranger.join(15)
    said: dict[str, Counter[str]] = {}
    for stranger in crowd:
        said.setdefault(stranger.does.__name__, Counter()).update(stranger.counts)
    print(json.dumps(said), flush=True)


if __name__ == "__main__":
    main()
