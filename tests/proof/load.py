"""Load: phones at many tables, with the real rules and pages. Figures, never an
assertion."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from benchmarks.evenings import AT, header, seated, stamp
from scorekeeper.serve import STREAMS
from scorekeeper.store import FILE_NAME, Store
from tests.engines import Where
from tests.proof.broken import Broken
from tests.proof.guest import HIDDEN, Guest, session_of
from tests.proof.kills import ROOT, make_file
from tests.proof.served import Served

PHONES = 4
SPARE = 64
"""Streams, and where each has a thread threads, beside those of the phones."""
TICKS = 100
"""How many ticks of CPU time a second has."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How many tables, how the file is kept, at which rates and for how long deals are
    entered; whether each phone draws its page anew after each, and whether sheets are
    printed ahead; `database`: that of PostgreSQL which so many processes share."""

    tables: int
    journal: str
    rates: tuple[float, ...] = (80, 500)
    seconds: float = 10.0
    draws: bool = True
    is_printing: bool = True
    database: str = ""
    processes: int = 1


@dataclass(frozen=True, slots=True)
class Cell:
    """What was measured at one rate. Times are medians and 99th percentiles in
    milliseconds.

    `cpu` is the part of one core that the server used, `a_deal` its CPU time for each
    deal in milliseconds, printing included; `memory` is in kB a phone.
    """

    plan: Plan
    rate: float
    told: dict[str, Any]
    cpu: float
    a_deal: float
    memory: float

    def __str__(self) -> str:
        """One line of a table."""
        told = self.told
        done = f"{told['done'] / max(1, told['due']):.0%}"
        times = " ".join(
            f"{_ms(told[name][0]):>8} {_ms(told[name][1]):>8}"
            for name in ("answered", "everywhere", "redrawn")
        )
        return (
            f"{self.plan.tables:>6} {self.plan.journal:>6} {self.rate:>6.0f} {done:>5} "
            f"{times} {self.cpu:>6.0%} {self.a_deal:>7.1f} {told['client']:>6.0%} "
            f"{self.memory:>9.0f}"
            f"{'  ' + str(told['failed']) if told['failed'] else ''}"
        )


HEADS = (
    f"{'tables':>6} {'file':>6} {'deal/s':>6} {'done':>5} {'answered':>17} {'all phones':>17} "
    f"{'all redrawn':>17} {'server':>6} {'ms/deal':>7} {'client':>6} {'kB/phone':>9}"
)


def _ms(time: float | None) -> str:
    return "–" if time is None else f"{time:,.0f}" if time >= 10 else f"{time:.1f}"


# Long: one server, measured at one rate after the other.
def loaded(folder: Path, plan: Plan) -> Iterator[Cell]:
    """Each rate of a plan, one after the other, on one server."""
    if not plan.database:
        make_file(folder, plan.journal)
    streams = min(STREAMS, plan.tables * PHONES + SPARE)
    served = Served(folder, streams, plan.is_printing, database=plan.database)
    served.processes = plan.processes
    with served:
        host = Guest(served.port)
        tables = _laid(host, plan.database or folder / FILE_NAME, plan.tables)
        host.hang_up()
        token = dict(HIDDEN.findall(host.get(tables[0]).text))["csrf_token"]
        cookie = "; ".join(f"{name}={value}" for name, value in host.cookies.items())
        host.hang_up()
        before = memory(served.pid)
        wish = {
            "port": served.port, "cookie": cookie, "token": token, "phones": PHONES,
            "draws": plan.draws, "tables": tables,
        }  # fmt: skip
        with phones(wish) as ask:
            grown = (memory(served.pid) - before) / (plan.tables * PHONES)
            for rate in plan.rates:
                start = perf_counter()
                used = cpu(served.pid)
                told = ask([rate, plan.seconds])
                used = cpu(served.pid) - used
                took = perf_counter() - start
                a_deal = 1000 * used / max(1, told["done"])
                yield Cell(plan, rate, told, used / took, a_deal, grown)


@contextmanager
def phones(wish: dict[str, Any]) -> Iterator[Any]:
    """The phones' process, once all of them hear; gives what asks it to enter deals."""
    command = [sys.executable, "-m", "tests.proof.phones"]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin and process.stdout
        send = process.stdin
        hear = process.stdout

        def ask(what: object) -> Any:
            print(json.dumps(what), file=send, flush=True)
            line = hear.readline()
            if not line:
                raise Broken("the phones ended: see above")
            return line.strip() if line.startswith("ready") else json.loads(line)

        ask(wish)
        yield ask
        send.close()


def _laid(host: Guest, where: Where, count: int) -> list[str]:
    """The addresses of so many tables: one laid over the web, the others like it in the
    database, where that takes a hundredth of the time."""
    first = host.lay("joker-bridge")
    store = Store(where)
    names = [f"{n:032x}" for n in range(1, count)]
    for name in names:
        store.create(header(name), seated().entries, stamp(name))
        store.phones.follow(name, session_of(first), AT)
    store.close()
    return [first, *(f"/t/{name}/" for name in names)]


# ---- what a process and its children use ----


def _family(pid: int) -> list[int]:
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:  # it has just ended
        return []
    return [pid, *(one for child in children for one in _family(int(child)))]


def memory(pid: int) -> float:
    """The proportional set size of a process and its children, in kB. Linux only."""
    return sum(
        int(line.split()[1])
        for one in _family(pid)
        for line in Path(f"/proc/{one}/smaps_rollup").read_text().splitlines()
        if line.startswith("Pss:")
    )


def cpu(pid: int) -> float:
    """Seconds of CPU time that a process and its children have used. Linux only."""
    ticks = 0
    for one in _family(pid):
        with suppress(OSError):
            fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
    return ticks / TICKS
