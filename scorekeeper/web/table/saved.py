"""What the answer to a form says was saved: by the form's key, so that nothing else passes for it.

A page is told by its address (`saved=<key>`), which is looked up in the log; a script that asks
with the header `Entry-Key` gets a machine answer instead of the redirect.
"""

import json
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from flask import Flask, Response, g, request

from scorekeeper.core.session import Recorded
from scorekeeper.tables.session import Session

ARGUMENT = "saved"
"""The argument of an address that names the form whose entries were saved."""
ASKS = "Entry-Key"
"""The header by which a script asks for a machine answer."""
OURS = "Scorekeeper"
"""The header that every answer of ours carries: a hotel's login page does not."""
TOO_OLD = "form-too-old"
"""What that header says where only the form's token was refused: a page drawn now has another."""


def note(key: str, entries: tuple[Recorded, ...], head: str) -> None:
    """Keep for the answer that these entries stand in the log under this key."""
    numbers = [entry.seq for entry in entries]
    g.saved = {"key": key, "entries": numbers, "head": head}


def saved_here(session: Session) -> dict[str, object] | None:
    """The last entry of the form that this page's address says was saved, if it was."""
    key = request.args.get(ARGUMENT, "")
    found = (one.seq for one in reversed(session.log) if key and one.key == key)
    last = next(found, None)
    return None if last is None else {"key": key, "entry": last}


def register(app: Flask) -> None:
    """Mark every answer as ours; let the answer to a form name what was saved."""

    @app.after_request
    def _told(response: Response) -> Response:
        response.headers.setdefault(OURS, "answer")
        if request.method == "POST" and response.status_code == 303:
            _tell(response, g.get("saved"))
        return response


def _tell(response: Response, saved: dict[str, Any] | None) -> None:
    address = response.headers["Location"]
    if saved is not None:
        address = response.headers["Location"] = _naming(address, saved["key"])
    if ASKS not in request.headers:
        return
    del response.headers["Location"]
    response.status_code = 200 if saved is None else 201
    response.set_data(json.dumps({"key": None, **(saved or {}), "next": address}))
    response.content_type = "application/json"


def _naming(address: str, key: str) -> str:
    """The address with the key of what was saved."""
    parts = urlsplit(address)
    query = urlencode([*parse_qsl(parts.query, keep_blank_values=True), (ARGUMENT, key)])
    return urlunsplit(parts._replace(query=query))
