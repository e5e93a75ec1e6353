"""Ten sessions listed or searched for: among ten thousand, and alone in a database of
their own."""

import re
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from flask.testing import FlaskClient

from benchmarks.measure import Result, Work, in_turn, told
from benchmarks.seasons import seasons
from scorekeeper import create_app
from scorekeeper.core.evening import Seated
from scorekeeper.core.session import (
    Entry,
    Event,
    Header,
    Recorded,
    Stamp,
    chained,
    root,
)
from scorekeeper.games import GAMES
from scorekeeper.store import Store, prepared
from scorekeeper.tables.session import Session, opened
from scorekeeper.web.archive import history, home

FEW = 10
MANY = 10_000
PLAYED = 200
"""So many sessions are played; the others are the same by other people on other
days."""
FIRST = datetime(2016, 9, 1, 19, tzinfo=UTC)
Saved = tuple[Header, tuple[Recorded, ...]]
LETTERS = "abcdefghijklmnopqrstuvwxyz"
TIMES = 60
AIM = "1.5 ×"

_LINKS = re.compile(r'class="tab" href="/t/([^/"]+)/')

QUESTIONS = (
    ("All sessions", "/history/"),
    ("A search by two names", "/history/?q=tom+ma"),
    ("A player's sessions", "/history/?player=tom"),
    ("A game's, unfinished", "/history/?game=joker-bridge&open=1"),
    ("The first page", "/"),
)


def results() -> list[Result]:
    """Each page over many sessions beside the page that shows the same sessions
    alone."""
    history.SHOWN = home.LOOKED_AT = FEW
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        played = list(seasons(PLAYED, hands=3))
        many = (_again(played[n % len(played)], n) for n in range(MANY))
        with _serving(Path(folder) / "many", many) as among:
            return [
                _row(what, address, among, Path(folder) / f"few-{n}")
                for n, (what, address) in enumerate(QUESTIONS)
            ]


def _row(what: str, address: str, among: FlaskClient, folder: Path) -> Result:
    store: Store = among.application.extensions["store"]
    shown = dict.fromkeys(_LINKS.findall(among.get(address).text))
    few = [session for one in shown if (session := store.open(one))]
    with _serving(folder, ((one.header, one.log) for one in few)) as alone:
        mine, other = in_turn(_asks(among, address), _asks(alone, address), TIMES)
    name = f"{what}: {len(few)} of {MANY:,}"
    return Result(
        name, told(mine), f"alone {told(other)}", f"{mine / other:.2f} ×", AIM
    )


def _asks(client: FlaskClient, address: str) -> Work:
    def ask() -> None:
        answer = client.get(address)
        if answer.status_code != 200:
            raise SystemExit(f"{address} answered {answer.status}")

    return ask


@contextmanager
def _serving(folder: Path, sessions: Iterable[Saved]) -> Iterator[FlaskClient]:
    app = create_app({"INSTANCE": str(folder), "TESTING": True})
    store: Store = app.extensions["store"]
    found = (opened(GAMES[header.game], header, log) for header, log in sessions)
    store.imports.take_in([prepared(session) for session in found])
    yield app.test_client()
    store.close()


def _again(session: Session, number: int) -> Saved:
    """The same evening on another day; two of three times by others, of the same first
    names."""
    at = (FIRST + timedelta(hours=8 * number)).isoformat(timespec="seconds")
    header = replace(session.header, session=f"evening-{number:06}", at=at)
    log = list[Recorded]()
    head = root(header)
    for one in session.log:
        stamp = Stamp(one.at, one.by, one.note, one.key)
        entry = Entry(_by_others(one.event, number), one.place)
        log.append(chained(one.seq, head, entry, stamp, one.part))
        head = log[-1].hash
    return header, tuple(log)


def _by_others(event: Event, number: int) -> Event:
    if not isinstance(event, Seated) or number % 3 == 0:
        return event
    first, second = divmod(number // PLAYED, len(LETTERS))
    others = f"{event.person[:20]} {LETTERS[first % len(LETTERS)]}{LETTERS[second]}"
    return replace(event, person=others)
