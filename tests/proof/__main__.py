"""Prove what we promise: `python -m tests.proof [NAME ...]`."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from playwright.sync_api import sync_playwright

from benchmarks.pocket import UNDER, hosted
from benchmarks.recorded import quoted, record
from scorekeeper.cli.pocket import build, write
from scorekeeper.core.session import Command
from scorekeeper.exports.pdf.render import pdf_of
from scorekeeper.exports.verify import verify_sheet
from scorekeeper.games import GAMES
from scorekeeper.store import FILE_NAME, Store
from tests.engines import Cluster
from tests.games.about import JUDGED
from tests.games.convicting import found
from tests.proof import container as containers
from tests.proof import planted
from tests.proof.broken import Broken
from tests.proof.changes import (
    changed,
    original,
    refuse_files,
    refuse_inside,
    refuse_sheets,
    small,
    taken_out_or_put_in,
)
from tests.proof.club import Plan as Evening
from tests.proof.club import held
from tests.proof.club import is_found as is_found_at_night
from tests.proof.evenings import proved
from tests.proof.faults import FAULTS, MANNERS, at_every_statement, laid, wished
from tests.proof.firefox import firefox, program
from tests.proof.histories import Plan as Crowd
from tests.proof.histories import crowd
from tests.proof.kills import JOURNALS, kill_writers
from tests.proof.load import HEADS, loaded
from tests.proof.load import Plan as Load
from tests.proof.nodes import Plan as Shared
from tests.proof.nodes import failed_over, played, shown_to_another
from tests.proof.opened import DOORS, OF_NIGHTS
from tests.proof.pocket import chromium, kill_browsers, look, opened
from tests.proof.served_kills import kill_servers
from tests.proof.soak import soaked
from tests.proof.strangers import Plan as Siege
from tests.proof.strangers import besieged, is_found
from tests.proof.tellers import contradictions
from tests.proof.wheels import resolved
from tests.proof.works import WORKS
from tests.trying import try_all
from tests.wheels import ALL_PYTHONS, pythons
from tests.words.by_page import TESTS, listen, unsaid
from tests.words.unwalked import KEPT, UNWALKED

ROUNDS = 90
SERVERS = 10
BROWSERS = 100
FIREFOXES = 20
IN_POCKET = (
    *(
        "bridge_family_journey",
        "joker_bridge_journey",
        "rook_journey",
        "two_ten_jack_journey",
    ),
    *("berzerka_journey", "refusals", "taps"),
)
"""The files of journeys that one phone can make."""
OF_AGREEMENT = (
    "tests/test_agreement.py",
    "tests/web/test_agreement_pages.py",
    "tests/web/test_consent.py",
    "tests/web/test_sides_and_arbiter.py",
)
"""The tests of what the sides agreed to."""
SESSIONS = 30
TELLINGS = 120
OPERATIONS = 2_600
LONGEST = 5_000


def kills(folder: Path) -> Iterator[str]:
    """kill -9 at a random moment: a writer at the store, and the served program."""
    for journal in JOURNALS:
        yield str(kill_writers(folder, journal, ROUNDS, seed=int(time.time())))
        yield str(kill_servers(folder / f"served-{journal}", journal, SERVERS))


def histories(folder: Path) -> Iterator[str]:
    """A crowd at served tables while a nemesis kills the server; and faults that are
    planted."""
    for journal in JOURNALS:
        told = crowd(folder / journal, journal, Crowd(OPERATIONS))
        yield str(told)
        if told.faults:
            raise Broken("\n".join(told.faults[:20]))
    if found := _contradictions(folder, Store):
        raise Broken("\n".join(found[:20]))
    for kind in planted.KINDS:
        found = _contradictions(folder, kind)
        yield (
            f"planted: {kind.__name__}: {len(found)} contradictions, such as: "
            f"{found[:1]}"
        )
        if not found:
            raise Broken(f"{kind.__name__} was not found out")


def _contradictions(folder: Path, kind: type[Store]) -> list[str]:
    own = folder / kind.__name__
    own.mkdir()
    return contradictions(own / FILE_NAME, kind, 500)


def night(folder: Path) -> Iterator[str]:
    """Nights by chance, with corrections, missing boards and new names: every few
    boards their standings are those of an oracle that counts pair by pair, and in the
    end those of their archive. Then a night of forty tables on 160 phones at the
    served program, over a file and over two nodes of PostgreSQL, which are killed; and
    faults that are planted."""
    for what, counted in proved(seed=int(time.time())):
        yield f"{what}: {counted}"
        if counted.faults:
            raise Broken("\n".join(counted.faults[:5]))
    told = held(folder / "file", Evening())
    yield f"a file: {told}"
    if told.faults:
        raise Broken("\n".join(told.faults[:20]))
    cluster = Cluster(quick=False).make()
    try:
        told = held(folder / "nodes", Evening(), cluster)
    finally:
        cluster.stop()
    yield f"two nodes: {told}"
    if told.faults:
        raise Broken("\n".join(told.faults[:20]))
    for door in OF_NIGHTS:
        told = held(folder / door, Evening(5, 4, 3, kills=0, door=door))
        yield f"planted: {door}: {len(told.faults)} faults, such as: {told.faults[:1]}"
        if not is_found_at_night(door, told):
            raise Broken(f"{door} was not found out")


def faults(folder: Path) -> Iterator[str]:
    """A fault at every statement of whatever the store writes."""
    for journal in JOURNALS:
        for work in WORKS:
            struck = 0
            for manner in MANNERS:
                for fault in FAULTS:
                    own = folder / f"{journal}-{work.__name__}-{manner}-{fault}"
                    store = laid(own, journal)
                    struck += at_every_statement(store, work, wished(manner, fault))
                    store.close()
            yield (
                f"{journal}: {work.__name__}: all or nothing after each of {struck} "
                f"faults"
            )


def soak(folder: Path) -> Iterator[str]:
    """One session of 5,000 entries."""
    windows = []
    for window in soaked(folder, (100, 1_000, LONGEST)):
        yield str(window)
        windows.append(window)
    early = windows[0]
    late = windows[-1]
    yield (
        f"the last beside the first: {late.entering_calls / early.entering_calls:.2f} × the "
        f"calls for a deal, {late.drawing_calls / early.drawing_calls:.2f} × for its page"
    )


def load(folder: Path) -> Iterator[str]:
    """400 tables and 40, four phones each, at 80 and at 500 deals a second.
    Milliseconds: median and 99th percentile, from when a deal was due until its answer,
    until all four phones were told, and until all four had drawn their page anew.
    "Done": within the time, in part."""
    yield HEADS
    for draws in (False, True):
        for tables in (400, 40):
            for journal in JOURNALS:
                rates = (20.0, 40.0, 80.0) if draws else (80.0, 160.0, 500.0)
                plan = Load(tables, journal, rates, 8.0, draws)
                own = folder / f"{tables}-{journal}-{draws}"
                yield from map(str, loaded(own, plan))


def convictions(folder: Path) -> Iterator[str]:
    """Random recorded deals of every game and every irregularity, told in random ways:
    no ruling binds, moves tricks or voids on a fact that the record denies."""
    for slug in JUDGED:
        rulings, against = found(slug, range(TELLINGS), 20, "rule")
        yield (
            f"{slug}: {rulings} rulings on {TELLINGS} deals, {len(against)} against "
            f"the record"
        )
        if against:
            raise Broken("\n".join(list(against)[:20]))


def changes(folder: Path) -> Iterator[str]:
    """Every single-byte change of a session file, of every second byte of the one
    inside its sheet, and of every third byte of the whole sheet: none passes for the
    original."""
    data = original()
    count = refuse_files(changed(data), data)
    count += refuse_files(taken_out_or_put_in(data), data)
    yield f"session file of {len(data)} bytes: {count} changes, each refused"
    pdf = pdf_of(small())
    if not verify_sheet(pdf).holds:
        raise Broken("the sheet does not hold before it is changed")
    count = refuse_inside(pdf, changed(data, times=1), data, step=2)
    yield f"the file inside its sheet: {count} changes, each refused"
    count = refuse_sheets(changed(pdf, times=1, step=3))
    count += refuse_sheets(taken_out_or_put_in(pdf, step=50))
    yield f"its sheet of {len(pdf)} bytes: {count} changes, each refused"


def strangers(folder: Path) -> Iterator[str]:
    """Strangers on the network against a served table that plays on: slow senders and
    readers, hogs of streams, pages and memory, guessers, snatchers, forged files; and
    doors left open on purpose."""
    told = besieged(folder / "closed", Siege())
    yield str(told)
    if told.faults:
        raise Broken("\n".join(told.faults[:20]))
    for door in DOORS:
        told = besieged(folder / door, Siege(seconds=25, door=door))
        yield (
            f"left open: {door}: {len(told.faults)} faults, such as: {told.faults[:1]}"
        )
        if not is_found(door, told):
            raise Broken(f"the open door {door} was not found")


def pocket(folder: Path) -> Iterator[str]:
    """kill -9 of the whole browser that the program runs in, behind random answers."""
    dest = folder / "host" / UNDER
    profile = folder / "profile"
    write(build(), dest)
    with hosted(dest.parent) as url, sync_playwright() as playwright:
        start = partial(chromium, playwright, profile)
        yield str(kill_browsers(start, url, BROWSERS, seed=int(time.time())))


def in_firefox(folder: Path) -> Iterator[str]:
    """The same in Firefox; then a second tab, and a start without the host."""
    if not program():
        yield "no Firefox here: apt install firefox-esr, or name it in FIREFOX"
        return
    dest = folder / "host" / UNDER
    start = partial(firefox, folder / "profile")
    write(build(), dest)
    with hosted(dest.parent) as url:
        told = kill_browsers(start, url, FIREFOXES, seed=int(time.time()))
        yield str(told)
        with start() as (page, _):
            opened(page, url)
            page.open_tab()
            page.start(url)
            page.wait_until(
                "document.getElementById('said').innerText.includes('another tab')"
            )
            yield "a second tab says that another one has the files"
    with start() as (page, _):
        opened(page, url)
        look(page, told)
        yield "started again without the host: all there"


# Long: a list of what is planted, each with what must be found.
def nodes(folder: Path) -> Iterator[str]:
    """Two nodes of two processes over PostgreSQL, forty tables, and kill -9 of
    processes, back ends, listeners, nodes and the database; a failover to a standby;
    and faults that are planted, an asynchronous standby too."""
    cluster = Cluster(quick=False).make()
    try:
        told = played(folder, cluster, Shared())
        yield str(told)
        if told.faults:
            raise Broken("\n".join(told.faults[:20]))
        if found := contradictions(cluster.database(), Store, OPERATIONS):
            raise Broken("\n".join(found[:20]))
        for kind in planted.OF_SERVERS:
            found = contradictions(cluster.empty(), kind, 500)
            yield (
                f"planted: {kind.__name__}: {len(found)} contradictions, such as: "
                f"{found[:1]}"
            )
            if not found:
                raise Broken(f"{kind.__name__} was not found out")
        found = shown_to_another(folder / "same", "same_page", 10.0, cluster.empty())
        yield (
            f"planted: a page kept for all: {len(found)} times another's, such as: "
            f"{found[:1]}"
        )
        if not found:
            raise Broken("a page kept for all was not found out")
    finally:
        cluster.stop()
    for is_synchronous in (True, False):
        told = failed_over(folder / f"failover-{is_synchronous}", is_synchronous)
        yield f"failover, {'' if is_synchronous else 'a'}synchronous standby: {told}"
        if bool(told.faults) is is_synchronous:
            raise Broken(
                "\n".join(told.faults[:20]) or "the asynchronous standby was not found"
            )


def container(folder: Path) -> Iterator[str]:
    """The image of deploy/Containerfile, built without a daemon over a Debian made
    here: its size, what its user can write to, every import; a deal and its PDF; the
    bounds of compose.yaml; told to stop, and started again."""
    if lacking := containers.missing():
        yield f"not tried: {lacking}"
        return
    yield from containers.proved(folder)


def journeys(_: Path) -> Iterator[str]:
    """Every journey in Chromium, the tests that are too long for ./test, and every
    property with twenty times as many examples."""
    ways = ["-n", "2", "--dist", "loadfile"]
    yield _tested([*ways, "-m", "browser or slow", "tests"])
    thorough = ["-m", "hypothesis", "--hypothesis-profile", "thorough"]
    yield _tested([*ways, *thorough, "tests"])


def postgresql(_: Path) -> Iterator[str]:
    """The suites of pages and of proofs with every application over PostgreSQL; those
    of the store run over both engines anyway."""
    ways = ["-n", "2", "-m", "not browser and not slow", "tests/web", "tests/proof"]
    yield _tested(ways, SCOREKEEPER_TEST_ENGINE="postgresql")


def wheels(folder: Path) -> Iterator[str]:
    """Wheel and source distribution at work in every Python of this computer, and the
    lock on computers of other kinds."""
    yield from resolved(folder)
    found = ", ".join(pythons(is_all=True))
    yield (
        f"{found}: "
        f"{_tested(['-n', '0', 'tests/test_infra_wheel.py'], **{ALL_PYTHONS: 'true'})}"
    )


def agreement(_: Path) -> Iterator[str]:
    """What the sides have settled stays: commands of every kind at every place, by
    every phone, at many tables of every game; and the tests of it, planted holes among
    them, over both engines."""
    kept = 0
    for slug in GAMES:
        for seed in range(SESSIONS):
            breaches: list[Command] = []
            kept += try_all(slug, seed, breaches.append)
            if breaches:
                raise Broken(f"{slug}, table {seed}: {breaches[0]}")
    tables = len(GAMES) * SESSIONS
    yield (
        f"{tables} tables: {kept:,} changes of settled rows, each kept until the "
        f"sides agree"
    )
    for engine in ("sqlite", "postgresql"):
        told = _tested(["-n", "2", *OF_AGREEMENT], SCOREKEEPER_TEST_ENGINE=engine)
        yield f"{engine}: {told}"


def sentences(folder: Path) -> Iterator[str]:
    """Every sentence of the catalogues and templates is said by a page, a refusal, a
    ruling or on paper while the tests run, but for those that are named."""
    heard = listen(folder, TESTS)
    silent = set(unsaid(heard)) - KEPT.keys()
    yield f"{len(heard)} pages and places; {len(silent)} sentences that none said"
    if silent - UNWALKED.keys():
        raise Broken("said by nothing:\n" + "\n".join(sorted(silent - UNWALKED.keys())))
    if UNWALKED.keys() - silent:
        raise Broken("said after all:\n" + "\n".join(sorted(UNWALKED.keys() - silent)))


def in_pocket(folder: Path) -> Iterator[str]:
    """The journeys of all seven games, with the pocket in the place of the server."""
    write(build(), folder / UNDER)
    files = [f"tests/browser/test_{name}.py" for name in IN_POCKET]
    yield _tested(["-n", "0", "-m", "browser", *files], POCKET=str(folder))


def _tested(ways: list[str], **told: str) -> str:
    command = [sys.executable, "-m", "pytest", "-q", *ways]
    done = subprocess.run(
        command, env=os.environ | told, stdout=subprocess.PIPE, text=True
    )
    said = done.stdout.strip().splitlines()
    if done.returncode:
        raise Broken("\n".join(said[-40:]))
    return said[-1]


SUITES: dict[str, Callable[[Path], Iterator[str]]] = {
    one.__name__: one
    for one in (
        kills,
        histories,
        night,
        faults,
        soak,
        load,
        changes,
        convictions,
        strangers,
        nodes,
        pocket,
        in_firefox,
        in_pocket,
        container,
        journeys,
        agreement,
        sentences,
        postgresql,
        wheels,
    )
}


def main(wanted: list[str]) -> None:
    """Run the suites that were asked for, or all. Exits with 1 when one fails."""
    unknown = set(wanted) - set(SUITES)
    if unknown:
        names = ", ".join(sorted(unknown))
        raise SystemExit(f"There is no {names}; there are: {', '.join(SUITES)}")
    failed = [name for name in wanted or SUITES if not _is_proved(name)]
    if failed:
        raise SystemExit(f"\nFailed: {', '.join(failed)}")


def _is_proved(name: str) -> bool:
    print(f"\n== {name}: {' '.join((SUITES[name].__doc__ or '').split())}", flush=True)
    start = time.monotonic()
    lines = list[str]()
    # Here, not in the system's folder for such things: that one may be in memory alone.
    with tempfile.TemporaryDirectory(
        dir=Path.cwd(), ignore_cleanup_errors=True
    ) as folder:
        try:
            for line in SUITES[name](Path(folder)):
                print(line, flush=True)
                lines.append(line)
        except Broken as broken:
            print(f"NOT KEPT: {broken}", flush=True)
            return False
    lines.append(f"{time.monotonic() - start:.0f} s")
    print(lines[-1], flush=True)
    record(f"./prove {name}", quoted(lines))
    return True


if __name__ == "__main__":
    main(sys.argv[1:])
