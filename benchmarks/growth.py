"""What a table's pages cost as its rows grow, corrections, seals and rulings among them."""

import tempfile
import time
from http import HTTPStatus
from pathlib import Path

from flask.testing import FlaskClient

from benchmarks.evenings import GAME, deals, header, stamp
from benchmarks.measure import Result, told
from scorekeeper import create_app
from scorekeeper.core.evening import Seated, Voided
from scorekeeper.core.notes import Ruled, Signed
from scorekeeper.core.seals import Sealed
from scorekeeper.core.seats import COMPASS
from scorekeeper.core.session import Entry, Event, Recorded, chained
from scorekeeper.store import FILE_NAME, Store
from scorekeeper.tables.session import Session, opened

PAGES = ("", "sheet", "log", "docket", "chart/", "sealed/", "sign", "sheet.csv")
SIZES = (100, 1_000, 10_000)
EVERY = 5
"""After so many deals something else is entered: a correction, a seal, a ruling, a signature."""
REVOKE = Ruled(
    "bridge.irregularity.revoke",
    (("seat", "E"), ("card", "S3"), ("held", "H4"), ("trick", "1"), ("later", "1")),
    "bridge.ruling.revoke",
)


def long_session(rows: int) -> Session:
    """A session of so many deals of Joker Bridge, as one that goes on for years would have."""
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
            log.add(Signed(begun[-1], "0" * 64, (("NS", "0"), ("EW", "0")), (COMPASS[0],)))
    return opened(GAME, opening.header, tuple(log.entries))


class _Log:
    """A log that grows by a command at a time, whose events are known to fit."""

    def __init__(self, head: str) -> None:
        self.entries: list[Recorded] = []
        self._head = head

    def add(self, *events: Event) -> None:
        """Enter these events together."""
        key = stamp(f"command-{len(self.entries)}")
        for part, event in enumerate(events):
            one = chained(len(self.entries) + 1, self._head, Entry(event), key, part)
            self.entries.append(one)
            self._head = one.hash


def client_of(session: Session, instance: Path) -> FlaskClient:
    """Somebody who reads this session's pages."""
    store = Store(instance / FILE_NAME)
    store.adopt(session.header, session.log)
    store.close()
    settings = {"INSTANCE": str(instance), "TESTING": True, "MAKE_AHEAD": False}
    return create_app(settings).test_client()


def results() -> list[Result]:
    """What a page costs a row, in time of the processor, as the session grows."""
    found: dict[str, list[float]] = {page: [] for page in PAGES}
    for rows in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            session = long_session(rows)
            client = client_of(session, Path(folder))
            client.get(f"/t/{session.id}/")  # read from the database
            for page in PAGES:
                start = time.process_time()
                answer = client.get(f"/t/{session.id}/{page}")
                found[page].append((time.process_time() - start) / rows)
                assert answer.status_code == HTTPStatus.OK, page
    return [
        Result(
            f"/{page} a row, of {SIZES[1]:,} and {SIZES[2]:,}",
            f"{told(costs[1])}, {told(costs[2])}",
            f"of {SIZES[0]:,}: {told(costs[0])}",
            f"{costs[2] / costs[1]:.2f} ×",
            "at most 1.3 ×",
        )
        for page, costs in found.items()
    ]
