"""The least that tells four phones of an entry: streams and a form without rules, store
and pages. It speaks as far as tests/proof/phones.py listens."""

import json
import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from threading import Condition
from typing import Any

from tests.proof.phones import ENTRIES

STATE = "x" * int(os.environ.get("STATE_BYTES", "4000"))
"""As long as a state of ours: as many bytes go to each phone."""

news: defaultdict[str, Condition] = defaultdict(Condition)
entries: defaultdict[str, int] = defaultdict(lambda: 4)


def app(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """A stream of a table, or an entry at one."""
    table, what = environ["PATH_INFO"].split("/")[2:4]
    if what == "live":
        start_response("200 OK", [("Content-Type", "text/event-stream")])
        return _states(table)
    environ["wsgi.input"].read()
    with news[table]:
        entries[table] += ENTRIES
        news[table].notify_all()
    start_response("303 See Other", [("Location", "/"), ("Content-Length", "0")])
    return []


def _states(table: str) -> Iterator[bytes]:
    sent = 0
    while True:
        with news[table]:
            while entries[table] == sent:
                news[table].wait()
            sent = entries[table]
        yield f"data: {json.dumps({'entry': sent, 'text': STATE})}\n\n".encode()
