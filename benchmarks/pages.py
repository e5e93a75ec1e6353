"""A table's page against a bare WSGI hello under the same gunicorn."""

import tempfile
from pathlib import Path

from benchmarks.evenings import evening
from benchmarks.measure import Result
from benchmarks.servers import hello, rate, scorekeeper
from scorekeeper.store import FILE_NAME, Store, prepared

DEALS = 8
CONNECTIONS = (1, 8)


def results() -> list[Result]:
    """Pages in a second of a rubber of eight deals, over one connection and over eight."""
    with tempfile.TemporaryDirectory() as folder:
        address = laid(Path(folder))
        with scorekeeper(Path(folder)) as port:
            ours = [rate(port, address, connections) for connections in CONNECTIONS]
    with hello() as port:
        bare = [rate(port, "/", connections) for connections in CONNECTIONS]
    return [
        Result(
            f"Pages of a table, connections: {connections}",
            f"{mine:,.0f}/s",
            f"bare hello {other:,.0f}/s",
            f"{mine / other:.0%}",
        )
        for connections, mine, other in zip(CONNECTIONS, ours, bare, strict=True)
    ]


def laid(instance: Path) -> str:
    """Put a rubber of eight deals into a new database; answers the address of its page."""
    session = evening(DEALS)
    store = Store(instance / FILE_NAME)
    store.imports.take_in([prepared(session)])
    store.close()
    return f"/t/{session.id}/"
