"""What a table's pages cost as its rows grow, corrections, seals and rulings among
them; and what corrections cost in a long session, made and taken in from a file."""

import gc
import random
import tempfile
import time
from dataclasses import replace
from http import HTTPStatus
from pathlib import Path

from flask.testing import FlaskClient

from benchmarks.evenings import GAME, PEOPLE, deals, header, stamp
from benchmarks.measure import Result, told
from scorekeeper import create_app
from scorekeeper.core.evening import Seated, Voided
from scorekeeper.core.notes import Signed
from scorekeeper.core.ruling_notes import Ruled
from scorekeeper.core.seals import Sealed
from scorekeeper.core.seats import COMPASS, SIDES
from scorekeeper.core.session import Command, Entry, Event, Recorded, chained
from scorekeeper.exports.importing import SECONDS
from scorekeeper.exports.pdf.render import pdf_of
from scorekeeper.exports.session_file import read, write
from scorekeeper.serve import collect_seldom
from scorekeeper.store import prepared
from scorekeeper.tables.session import Session, opened
from scorekeeper.tables.sheet import past_of

PAGES = ("", "sheet", "log", "docket", "chart/", "sealed/", "sign", "sheet.csv")
SIZES = (100, 1_000, 10_000)
EVERY = 5
"""After so many deals something else is entered: a correction, a seal, a ruling, a
signature."""
REVOKE = Ruled(
    "bridge.irregularity.revoke",
    (("seat", "E"), ("card", "S3"), ("held", "H4"), ("trick", "1"), ("later", "1")),
    "bridge.ruling.revoke",
)


def long_session(rows: int) -> Session:
    """A session of so many deals of Joker Bridge, as one that goes on for years would
    have."""
    opening = opened(GAME, header(f"long-{rows}"))
    log = _Log(opening.head)
    log.add(*map(Seated, "ABCD", COMPASS))
    begun: list[int] = []
    for number, facts in enumerate(deals(rows)):
        begun.append(len(log.entries) + 1)
        log.add(*facts)
        if number % EVERY == EVERY - 1:
            old = begun[number // 2]
            log.add(*(Voided(old + n, "not played") for n in range(len(facts))))
            log.add(Sealed("seal.hand", COMPASS[number % 4], f"{number:064x}"))
            log.add(REVOKE)
            log.add(
                Signed(
                    begun[-1],
                    "0" * 64,
                    tuple((side.id, "0") for side in SIDES),
                    (COMPASS[0],),
                )
            )
    return opened(GAME, opening.header, tuple(log.entries))


class _Log:
    """A log that grows by a command at a time, whose events are known to fit."""

    def __init__(self, head: str) -> None:
        self.entries: list[Recorded] = []
        self._head = head

    def add(self, *events: Event) -> None:
        """Enter these events together."""
        self._enter(*map(Entry, events))

    def correct(self, seq: int, event: Event) -> None:
        """Enter this event instead of that one."""
        self._enter(Entry(Voided(seq, "misread")), Entry(event, seq))

    def _enter(self, *entries: Entry) -> None:
        key = stamp(f"command-{len(self.entries)}")
        for part, entry in enumerate(entries):
            one = chained(len(self.entries) + 1, self._head, entry, key, part)
            self.entries.append(one)
            self._head = one.hash


def client_of(session: Session, instance: Path) -> FlaskClient:
    """Somebody who reads this session's pages."""
    app = create_app({"INSTANCE": str(instance), "TESTING": True, "MAKE_AHEAD": False})
    app.extensions["store"].imports.take_in([prepared(session)])
    return app.test_client()


ENTRIES = 5_000
LATE_CORRECTIONS = 300
EARLY_CORRECTIONS = 40
RECENT = 20
"""So many of the last deals are those that are corrected of late."""
STATISTICS = "/statistics/of?who=A"
PRINTED = (50, 250)
"""On so many rows a sheet is printed."""


def results() -> list[Result]:
    """What a page costs a row, in time of the processor, as the session grows; then
    corrections. Objects in circles are looked for as seldom as where tables are
    served."""
    collect_seldom()
    found: dict[str, list[float]] = {}
    for rows in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            session = long_session(rows)
            client = client_of(session, Path(folder))
            client.get(f"/t/{session.id}/")  # read from the database
            asked = {f"/{page}": f"/t/{session.id}/{page}" for page in PAGES}
            for page, address in (asked | {"statistics": STATISTICS}).items():
                start = time.process_time()
                answer = client.get(address)
                found.setdefault(page, []).append((time.process_time() - start) / rows)
                assert answer.status_code == HTTPStatus.OK, page
    return [
        *(_growth(page, SIZES, costs) for page, costs in found.items()),
        _pdf(),
        *_corrected(),
    ]


def _pdf() -> Result:
    costs = []
    for rows in PRINTED:
        session = long_session(rows)
        start = time.process_time()
        pdf_of(session)
        costs.append((time.process_time() - start) / rows)
    return _growth("PDF", PRINTED, costs)


def _growth(page: str, sizes: tuple[int, ...], costs: list[float]) -> Result:
    few, many = sizes[-2:]
    beside = f"of {sizes[0]:,}: {told(costs[0])}" if sizes[0] != few else ""
    what = f"{page} a row, of {few:,} and {many:,}"
    here = f"{told(costs[-2])}, {told(costs[-1])}"
    return Result(what, here, beside, f"{costs[-1] / costs[-2]:.2f} ×", "at most 1.3 ×")


# ---- corrections ----


def _corrected() -> list[Result]:
    """Entry 6 of a long session corrected; and files of such a session with many
    corrections."""
    deals_in_all = (ENTRIES - len(COMPASS)) // 3
    plain = corrected(deals_in_all, 0)
    made, drawn = _time_of_a_correction(plain)
    none = _read(plain)
    lines = [
        Result(f"Entry 6 of {ENTRIES:,} corrected", told(made), aim="at most 0.15 s"),
        Result("The same, and what that struck", told(drawn)),
        Result(f"A file of {ENTRIES:,} entries taken in", told(none)),
    ]
    for count, what, last in (
        (LATE_CORRECTIONS, f"of the last {RECENT} deals", RECENT),
        (EARLY_CORRECTIONS, "of any deal", deals_in_all),
    ):
        taken = _read(corrected(deals_in_all, count, last))
        name = f"The same file with {count} corrections {what}"
        lines.append(Result(name, told(taken), aim=f"at most {SECONDS} s"))
    return lines


def _time_of_a_correction(session: Session) -> tuple[float, float]:
    """Seconds until entry 6 is corrected, and until it is known what that struck;
    nothing is left that others did before it."""
    tricks = replace(session.log[5].event, tricks=9)
    command = Command((Entry(tricks, 6),), (6,), "misread")
    gc.collect()
    start = time.process_time()
    after = session.grown(session.additions(command, stamp("corrected")))
    made = time.process_time() - start
    past_of(after)
    return made, time.process_time() - start


def corrected(count: int, corrections: int, last: int = 0) -> Session:
    """So many deals, and afterwards so many corrections of the tricks of the `last`
    ones."""
    opening = opened(GAME, header(f"corrected-{corrections}-{last}"))
    dice = random.Random(3)
    log = _Log(opening.head)
    tricks = list[int]()
    log.add(*map(Seated, PEOPLE, COMPASS))
    for facts in deals(count):
        log.add(*facts)
        tricks.append(len(log.entries) - 1)
    for _ in range(corrections):
        n = dice.randrange(count - last, count)
        event = replace(log.entries[tricks[n] - 1].event, tricks=dice.randint(0, 13))
        log.correct(tricks[n], event)
        tricks[n] = len(log.entries)
    return opened(GAME, opening.header, tuple(log.entries))


def _read(session: Session) -> float:
    data = write(session).encode()
    start = time.process_time()
    read(data)
    return time.process_time() - start
