"""Two nodes of two processes over one PostgreSQL server, a crowd at forty tables that
asks now the one and now the other, and a nemesis that kills whatever it finds, the
database too.
"""

import json
import os
import random
import re
import signal
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path

from scorekeeper.core.session import first_break
from scorekeeper.store import Store
from scorekeeper.tables.session import Session
from tests.engines import Cluster
from tests.proof.broken import Broken
from tests.proof.crowd import PARTS, Client, Record
from tests.proof.guest import Fields, Guest, NoAnswer, session_of
from tests.proof.history import Sent, check
from tests.proof.served import HOST, Served
from tests.proof.strangers import sit

PATIENCE = 15.0
"""Seconds after which a client takes an answer for lost: a node tries for eight."""
CURRENT = 2.0
"""Seconds after both nodes are ready again within which every phone shows what
stands."""
RECOVERY = re.compile(r'class="recovery">([^<]+)<')
TOKEN = re.compile(r'name="csrf_token" value="([^".]+)')
"""The part of a form's token that is one phone's own."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How large it is: at so many tables, so many clients, phones that look on, and
    blows."""

    tables: int = 40
    clients: int = 6
    phones: int = 40
    operations: int = 2_000
    pause: tuple[float, float] = (2.0, 5.0)
    blows: int = 100


@dataclass(slots=True)
class Told:
    """What happened, and what is wrong with it."""

    outcomes: Counter[str]
    blows: Counter[str]
    entries: int
    current: float
    drawn: int
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        """One line of figures."""
        outcomes = ", ".join(
            f"{count:,} {name}" for name, count in self.outcomes.items()
        )
        blows = ", ".join(f"{count} × {name}" for name, count in self.blows.items())
        return (
            f"forms: {outcomes}; killed meanwhile: {blows}; {self.entries:,} entries; every phone "
            f"current {self.current:.1f} s after the nodes were ready again; {self.drawn} pages of "
            f"three seats, none with another's; {len(self.faults)} contradictions"
        )


class Wanderer(Guest):
    """A browser whose requests a proxy sends now to one node, now to another."""

    ports: tuple[int, ...] = ()

    def ask(self, method: str, address: str, fields: Fields | None = None) -> None:
        """Send a request to either node."""
        if len(self.ports) > 1 and random.random() < 0.5:
            self.hang_up()
            self.port = random.choice(self.ports)
        super().ask(method, address, fields)

    def beside(self, patience: float | None = None) -> "Wanderer":
        """Another window of the same browser."""
        other = Wanderer(self.port, patience or self.patience, self.cookies)
        other.ports = self.ports
        return other


class Phone(threading.Thread):
    """A phone that looks at a table's stream, and comes back by itself to either
    node."""

    def __init__(
        self, ports: tuple[int, ...], table: str, cookies: dict[str, str]
    ) -> None:
        super().__init__(daemon=True)
        self._ports = ports
        self._table = table
        self._cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
        self.entry = 0
        self._over = threading.Event()

    def run(self) -> None:
        """Look, and look again."""
        while not self._over.is_set():
            line = HTTPConnection(HOST, random.choice(self._ports), timeout=20)
            with suppress(*NoAnswer, ValueError):
                line.request(
                    "GET", f"{self._table}live", headers={"Cookie": self._cookie}
                )
                answer = line.getresponse()
                while (piece := answer.fp.readline()) and not self._over.is_set():
                    if piece.startswith(b"data: {"):
                        self.entry = json.loads(piece[6:])["entry"]
            line.close()
            self.entry = 0
            self._over.wait(random.uniform(0.1, 0.6))

    def end(self) -> None:
        """Look no more."""
        self._over.set()


class Watch(threading.Thread):
    """A phone with a place that draws its pages at either node, and looks for what is
    another's."""

    def __init__(self, browser: Wanderer, table: str, own: set[str]) -> None:
        super().__init__(daemon=True)
        self._browser = browser
        self._over = threading.Event()
        self.pages = [
            table + one for one in ("", "live?v=", "sealed/", "phones", "sheet")
        ]
        self.own = own
        self.others = set[str]()
        self.drawn = 0
        self.faults = list[str]()

    def run(self) -> None:
        """Draw one page after the other."""
        while not self._over.wait(0.1):
            page = random.choice(self.pages)
            with suppress(*NoAnswer):
                text = self._browser.get(page).text
                self.drawn += 1
                self.faults += [
                    f"{page} shows {other}" for other in self.others if other in text
                ]
        self._browser.hang_up()

    def end(self) -> None:
        """Look no more."""
        self._over.set()
        self.join()


# Long: one table, from the phones that join to what each of them shows.
def _watches(host: Wanderer) -> list[Watch]:
    """The phones of a table at which West sealed something: the host's, West's and
    East's, each with what stands on its pages alone."""
    table = host.lay("joker-bridge", suit_mode="sealed")
    phones = [host]
    for seat in "WE":
        phones.append(Wanderer(host.port))
        sit(host, phones[-1], table, seat)
        phones[-1].ports = host.ports
    sealing = f"{table}sealed/new/joker-suit?seat=W&open=1"
    sent = phones[1].send(sealing, {**phones[1].get(sealing).hidden, "suit_0": "H"})
    open_it = sent.address.partition("/done")[0] + "/open"
    phones[1].get(table)  # first of all, so that a page kept for all is this one
    recovery = RECOVERY.search(host.get(f"{table}phones").text)
    found = [Watch(phone.beside(PATIENCE), table, set()) for phone in phones]
    for watch, phone, own in zip(
        found, phones, (recovery and recovery[1], open_it, None), strict=True
    ):
        token = TOKEN.search(phone.get(table).text)
        watch.own |= {one for one in (own, token and token[1]) if one}
        if not all(
            one in phone.get(f"{table}phones").text + phone.get(table).text
            for one in watch.own
        ):
            raise Broken(f"a phone is not shown what is its own: {watch.own}")
    for watch in found:
        watch.others = set[str]().union(*(one.own for one in found if one is not watch))
    for phone in phones:
        phone.hang_up()
    return found


def shown_to_another(
    folder: Path, door: str, seconds: float, database: str = ""
) -> list[str]:
    """What the three phones of a table found on their pages that is another's, or
    missed that is their own, in so many seconds at two nodes with this fault planted
    (see opened.py); at one over a file, where there is no address of a `database`."""
    with ExitStack() as held:
        nodes = [
            held.enter_context(Served(folder / name, 64, door=door, database=database))
            for name in (("one", "two") if database else ("one",))
        ]
        host = Wanderer(nodes[0].port)
        host.ports = tuple(node.port for node in nodes)
        try:
            watches = _watches(host)
        except Broken as fault:  # it got another's page in the place of its own
            return [str(fault)]
        for watch in watches:
            # who looks at a stream changes what is drawn: here nothing does
            del watch.pages[1:]
            watch.start()
        time.sleep(seconds)
        for watch in watches:
            watch.end()
    return [fault for one in watches for fault in one.faults]


class Nemesis(threading.Thread):
    """Kills what it finds, at random moments; what is killed comes back."""

    kinds = 5
    """Of blows, each of which strikes at least once."""

    def __init__(self, cluster: Cluster, nodes: list[Served], plan: Plan) -> None:
        super().__init__(daemon=True)
        self._cluster = cluster
        self._nodes = nodes
        self._plan = plan
        self._over = threading.Event()
        self.blows: Counter[str] = Counter()

    def run(self) -> None:
        """One blow after another, each kind in its turn first."""
        ways: list[Callable[[], None]] = [
            *(self._process, self._back_end, self._listener, self._primary, self._node)
        ]
        for n in range(self._plan.blows):
            if self._over.wait(random.uniform(*self._plan.pause)):
                return
            way = ways[n] if n < len(ways) else random.choice(ways)
            way()
            self.blows[way.__name__.strip("_").replace("_", " ")] += 1

    def end(self) -> None:
        """One last blow at everything, and no more."""
        self._over.set()
        self.join()
        for node in self._nodes:
            self._process(node)
        self._primary()

    def _process(self, node: Served | None = None) -> None:
        parent = (node or random.choice(self._nodes)).pid
        found = subprocess.run(
            ["pgrep", "-P", str(parent)], capture_output=True, text=True
        )
        workers = [int(one) for one in found.stdout.split()]
        if workers:
            os.kill(random.choice(workers), signal.SIGKILL)

    def _back_end(self) -> None:
        self._cut("TRUE ORDER BY random() LIMIT 3")

    def _listener(self) -> None:
        self._cut("query IN ('LISTEN scorekeeper', 'SELECT 1')")

    def _primary(self) -> None:
        self._cluster.kill()
        self._cluster.start()

    def _node(self) -> None:
        node = random.choice(self._nodes)
        node.end(signal.SIGKILL)
        node.start()

    def _cut(self, which: str) -> None:
        self._cluster.execute(
            "SELECT pg_terminate_backend(pid) FROM (SELECT pid FROM pg_stat_activity"  # noqa: S608
            f" WHERE application_name = 'scorekeeper' AND {which}) AS found"
        )


class Failover(Nemesis):
    """Cuts the standby's link, and ends the primary a little later: the standby takes
    its place."""

    kinds = 1

    def __init__(self, primary: Cluster, standby: Cluster, nodes: list[Served]) -> None:
        super().__init__(primary, nodes, Plan())
        self._standby = standby

    def run(self) -> None:
        """The one blow."""
        self._over.wait(3.0)
        self._standby.run(
            "pg_ctl", "-D", str(self._standby.data), "-m", "immediate", "stop"
        )
        self._over.wait(2.0)
        self._cluster.kill()
        self._standby.start()
        self._standby.execute("SELECT pg_promote()")
        self.blows["failover"] += 1

    def end(self) -> None:
        """Wait for it."""
        self.join()


# Long: one evening of a crowd, from its start to what it left.
def played(
    folder: Path, cluster: Cluster, plan: Plan, standby: Cluster | None = None
) -> Told:
    """A crowd over two nodes; where there is a standby, all that happens is that it
    takes the primary's place. Raises Broken where a node does not start again."""
    address = cluster.database()
    if standby:
        either = (
            f"host={cluster.folder},{standby.folder}&target_session_attrs=read-write"
        )
        address = address.replace(f"host={cluster.folder}", either)
    with ExitStack() as held:
        nodes = [
            held.enter_context(Served(folder / name, 64, database=address))
            for name in ("one", "two")
        ]
        host = Wanderer(nodes[0].port)
        host.ports = ports = tuple(node.port for node in nodes)
        tables = [host.lay("joker-bridge") for _ in range(plan.tables)]
        phones = [
            Phone(ports, tables[n % len(tables)], dict(host.cookies))
            for n in range(plan.phones)
        ]
        watches = _watches(host)
        record = Record()
        nemesis = (
            Failover(cluster, standby, nodes)
            if standby
            else Nemesis(cluster, nodes, plan)
        )
        for thread in (*phones, *watches, nemesis):
            thread.start()
        _crowd(
            host,
            tables,
            record,
            plan,
            goes_on=lambda: len(nemesis.blows) < nemesis.kinds,
        )
        nemesis.end()
        logs, current = _healed(address, tables, phones, ports)
        for phone in (*phones, *watches):
            phone.end()
    faults = [fault for watch in watches for fault in watch.faults]
    faults += check(record.said, logs, PARTS)
    faults += [
        f"the chain of {log.id} breaks"
        for log in logs
        if first_break(log.header, log.log)
    ]
    faults += (
        [] if current < CURRENT else [f"a phone was not current after {current:.1f} s"]
    )
    sent = Counter(one.outcome.value for one in record.said if isinstance(one, Sent))
    drawn = sum(watch.drawn for watch in watches)
    return Told(
        sent, nemesis.blows, sum(log.last for log in logs), current, drawn, faults
    )


def failed_over(folder: Path, is_synchronous: bool) -> Told:
    """A crowd over two nodes whose primary fails while its standby has no link to
    it."""
    primary = Cluster(quick=False).make()
    standby = Cluster(quick=False)
    try:
        primary.standby(standby)
        if is_synchronous:
            primary.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
            primary.execute("SELECT pg_reload_conf()")
        plan = Plan(tables=8, clients=4, phones=8, operations=300)
        return played(folder, primary, plan, standby)
    finally:
        standby.stop()
        primary.stop()


def _crowd(
    host: Wanderer,
    tables: list[str],
    record: Record,
    plan: Plan,
    goes_on: Callable[[], bool],
) -> None:
    """The plan's operations, and more as long as it `goes_on`."""
    clients = [
        Client(n, host.beside(PATIENCE), tables, record) for n in range(plan.clients)
    ]

    def act(client: Client) -> None:
        while len(record.said) < plan.operations or goes_on():
            client.act()
        client.leave()

    threads = [threading.Thread(target=act, args=[client]) for client in clients]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _is_ready(port: int) -> bool:
    asking = Guest(port)
    with suppress(*NoAnswer):
        status = asking.get("/readyz").status
        asking.hang_up()
        return status == 200
    return False


def _healed(
    address: str, tables: list[str], phones: list[Phone], ports: tuple[int, ...]
) -> tuple[list[Session], float]:
    """The logs as they stand, and how long every phone took to show them once both
    nodes said that they were ready."""
    for port in ports:
        while not _is_ready(port):
            time.sleep(0.02)
    began = time.monotonic()
    store = Store(address)
    logs = [
        one for table in tables if (one := store.open(session_of(table))) is not None
    ]
    store.close()
    last = {log.id: log.last for log in logs}
    waited = 0.0
    while waited < 5 * CURRENT:
        late = [
            phone for phone in phones if phone.entry < last[session_of(phone._table)]
        ]
        if not late:
            break
        time.sleep(0.05)
        waited = time.monotonic() - began
    return logs, waited
