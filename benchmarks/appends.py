"""An entry recorded, rules and page included, against a bare commit to the same
disk."""

import secrets
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient
from sqlite_utils.utils import sqlite3 as fixed  # type: ignore[attr-defined]

from benchmarks.evenings import deals, header, seated, stamp
from benchmarks.measure import Result, Work, in_turn, told
from scorekeeper import create_app
from scorekeeper.core.session import Command, Entry
from scorekeeper.store import Store

DEALS = 8
TIMES = 240


def results() -> list[Result]:
    """One question of a deal answered, alone and with the page that asks the next
    one."""
    with (
        tempfile.TemporaryDirectory(dir=Path.cwd()) as folder,
        _client(Path(folder)) as client,
    ):
        store: Store = client.application.extensions["store"]
        journal = store.engine.health().journal
        raw = _raw(Path(folder) / "raw.db", journal)
        recorded = _recorder(store)
        page = _pages(client)
        return [
            _row(f"Append an entry, rules included ({journal})", recorded, raw),
            _row(
                "The same, and the table's page after it",
                lambda: (recorded(), page()),
                raw,
                "An entry, and the page after it",
            ),
        ]


def _row(what: str, ours: Work, raw: Work, waited: str = "") -> Result:
    mine, bare = in_turn(ours, raw, TIMES)
    return Result(
        what,
        f"{told(mine)}, {1 / mine:,.0f}/s",
        f"bare commit {told(bare)}, {1 / bare:,.0f}/s",
        f"{bare / mine:.0%}",
        "at most 10 ms" if waited else "",
        waited,
    )


@contextmanager
def _client(folder: Path) -> Iterator[FlaskClient]:
    app = create_app({"INSTANCE": str(folder), "TESTING": True})
    yield app.test_client()
    app.extensions["store"].close()


def _recorder(store: Store) -> Work:
    """Answer one question of a deal; when the last deal of a rubber is full, open the
    next."""
    facts = [fact for deal in deals(DEALS) for fact in deal]
    numbers = count()

    def record() -> None:
        rubber, n = divmod(next(numbers), len(facts))
        session = f"bench-{rubber}"
        if n == 0:
            store.create(header(session), seated().entries, stamp("open"))
        store.append(
            session, Command((Entry(facts[n]),)), stamp(secrets.token_urlsafe(16))
        )

    return record


def _pages(client: FlaskClient) -> Work:
    """The fragment that htmx gets after each entry, of the rubber that is being
    played."""

    def page() -> None:
        store: Store = client.application.extensions["store"]
        session = store.index.recent(limit=1)[0].session
        answer = client.get(f"/t/{session}/", headers={"HX-Request": "true"})
        if answer.status_code != 200:
            raise SystemExit(f"the page answered {answer.status}")

    return page


def _raw(path: Path, journal: str) -> Work:
    """One row of 400 bytes, committed as durably as the store does."""
    db: sqlite3.Connection = fixed.connect(str(path), isolation_level=None)
    db.execute(f"PRAGMA journal_mode = {journal}")
    db.execute(f"PRAGMA synchronous = {'FULL' if journal == 'WAL' else 'EXTRA'}")
    db.execute("CREATE TABLE raw (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT")
    text: Any = "x" * 400

    def commit() -> None:
        db.execute("BEGIN IMMEDIATE")
        db.execute("INSERT INTO raw (text) VALUES (?)", [text])
        db.execute("COMMIT")

    return commit
