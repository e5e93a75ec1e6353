"""A table's page against a bare WSGI hello under the same gunicorn: to a phone that has
been here, and to one on its first visit, which the page brings its style."""

import re
import tempfile
from http.client import HTTPConnection
from pathlib import Path

from benchmarks.evenings import evening
from benchmarks.measure import Result
from benchmarks.servers import HOST, hello, rate, scorekeeper
from scorekeeper.store import FILE_NAME, Store, prepared

DEALS = 8
CONNECTIONS = (1, 8)


AIM = "40%"


def results() -> list[Result]:
    """Pages in a second of a rubber of eight deals, over one connection and over
    eight."""
    with tempfile.TemporaryDirectory() as folder:
        address = laid(Path(folder))
        with scorekeeper(Path(folder)) as port:
            known = _cookies(port, address)
            ours = [
                rate(port, address, connections, known) for connections in CONNECTIONS
            ]
            first = rate(port, address, 1)
    with hello() as port:
        bare = [rate(port, "/", connections) for connections in CONNECTIONS]
    return [
        *(
            _row(f"Pages of a table, connections: {connections}", mine, other, AIM)
            for connections, mine, other in zip(CONNECTIONS, ours, bare, strict=True)
        ),
        _row("The same, each to a phone that was never here", first, bare[0]),
    ]


def _row(what: str, mine: float, other: float, aim: str = "") -> Result:
    return Result(
        what, f"{mine:,.0f}/s", f"bare hello {other:,.0f}/s", f"{mine / other:.0%}", aim
    )


def _cookies(port: int, address: str) -> str:
    """What a phone that has seen this page and fetched its style sends with the next
    request."""
    asking = HTTPConnection(HOST, port)
    cookies = dict[str, str]()
    asking.request("GET", address)
    first = asking.getresponse()
    style = re.search(rb'"(/static/app.css[^"]+)"', first.read())
    if style is None:
        raise SystemExit("the page names no style")
    asking.request("GET", style[1].decode())
    then = asking.getresponse()
    then.read()
    for answer in (first, then):
        for one in answer.headers.get_all("Set-Cookie", []):
            name, _, value = one.split(";")[0].partition("=")
            cookies[name] = value
    asking.close()
    return "; ".join(f"{name}={value}" for name, value in cookies.items())


def laid(instance: Path) -> str:
    """Put a rubber of eight deals into a new database; answers the address of its
    page."""
    session = evening(DEALS)
    store = Store(instance / FILE_NAME)
    store.imports.take_in([prepared(session)])
    store.close()
    return f"/t/{session.id}/"
