"""What an entry and its pages cost in calls of functions, Python's and C's: the same
number each time, whatever else the computer does. Tests hold these counts; see
tests/web/test_growth.py."""

import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from html import unescape
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from benchmarks.growth import client_of, long_session
from benchmarks.measure import Result, Work
from scorekeeper import create_app

ASKED = "?form=quick"
TABLES = ("joker-bridge", "bridge", "rook", "two-ten-jack")
PAGE_AIM = 3_500
PHONES = 4
DEAL = {"level": "2", "denomination": "S", "declarer": "S", "tricks": "9"}
HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)">')


def calls_of(work: Work) -> int:
    """How many calls of functions `work` makes."""
    calls = 0

    def count(frame: object, event: str, arg: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return calls


def results() -> list[Result]:
    """A page that asks for a whole deal; an entry and the pages of four phones; and
    what more rows, tables and phones add."""
    bare = _bare()
    lines = []
    for slug in TABLES:
        again, anew = page_calls(slug)
        lines += [
            _row(
                f"A quick entry's page of {slug}, drawn before for this state",
                again,
                bare,
            ),
            _row("The same, the first in its state", anew, bare, None),
        ]
    entry, pages = entry_calls(PHONES)
    lines += [
        _row(f"A deal entered at a table of {PHONES} phones", entry, bare, None),
        _row(f"The same, and the next page of all {PHONES}", entry + pages, bare, None),
    ]
    return [*lines, *_growth()]


def _row(what: str, calls: int, bare: int, aim: int | None = PAGE_AIM) -> Result:
    most = f"at most {aim:,}" if aim else ""
    return Result(
        what, f"{calls:,} calls", f"bare Flask {bare:,}", f"{calls / bare:.1f} ×", most
    )


def _bare() -> int:
    app = Flask("bare")
    app.add_url_rule("/", view_func=lambda: "hello")
    client = app.test_client()
    client.get("/")
    return calls_of(lambda: client.get("/"))


@contextmanager
def laid(slug: str) -> Iterator[tuple[FlaskClient, str]]:
    """Whoever opened a table of this game, and the address of the table."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"INSTANCE": folder, "TESTING": True, "MAKE_AHEAD": False})
        client = app.test_client()
        page = client.get(f"/new/{slug}")
        names = re.findall(r'name="(seat[^"]+)"', page.text)
        answers = dict(zip(names, ("Ingrid", "Tom", "Priya", "Marek"), strict=False))
        yield client, _sent(client, f"/new/{slug}", page, **answers).headers["Location"]
        app.extensions["store"].close()


def _sent(
    client: FlaskClient, address: str, page: TestResponse, **fields: str
) -> TestResponse:
    hidden = {name: unescape(value) for name, value in HIDDEN.findall(page.text)}
    answer = client.post(address, data={**hidden, **fields})
    assert answer.status_code == 303, answer.text
    return answer


def page_calls(slug: str) -> tuple[int, int]:
    """The calls for a page that asks for a whole deal: where another phone has had it
    in this state, and where none has."""
    with laid(slug) as (client, table):
        page = table + ASKED
        dealer = f"{table}evening/dealer"
        for _ in range(2):
            client.get(page)
        again = calls_of(lambda: client.get(page))
        seats = re.findall(r'name="seat" value="([^"]+)"', client.get(dealer).text)
        _sent(client, f"{table}enter/dealer", client.get(dealer), seat=seats[1])
        return again, calls_of(lambda: client.get(page))


def entry_calls(phones: int) -> tuple[int, int]:
    """The calls for a deal entered on one of so many phones, each of which plays a seat
    of its own as far as there are seats; and for the page that each of them asks for
    next."""
    with laid("joker-bridge") as (host, table):
        others = [_joined(host, table, seat) for seat in "EWN"[: phones - 1]]
        others += [
            host.application.test_client() for _ in range(phones - 1 - len(others))
        ]
        _entered(host, others, table)  # what is read and compiled the first time
        return _entered(host, others, table)


def _entered(
    host: FlaskClient, others: list[FlaskClient], table: str
) -> tuple[int, int]:
    form = host.get(table + ASKED)
    sent = list[TestResponse]()
    entry = calls_of(
        lambda: sent.append(_sent(host, f"{table}enter/quick", form, **DEAL))
    )
    pages = calls_of(lambda: host.get(sent[0].headers["Location"]))
    return entry, pages + sum(calls_of(partial(other.get, table)) for other in others)


def _joined(host: FlaskClient, table: str, seat: str) -> FlaskClient:
    """Another phone, that has come in by the table's code and plays this seat."""
    said = re.search(r'class="say">([^<]*)<', host.get(f"{table}phones").text)
    client = host.application.test_client()
    code = said[1] if said else ""
    invitation = _sent(client, "/join", client.get("/join"), code=code).headers[
        "Location"
    ]
    _sent(client, invitation, client.get(invitation), seat=seat)
    return client


# ---- what more of it adds ----

MANY = (1, 10, 100)


def _growth() -> list[Result]:
    rows = [_of_rows(100 * many) for many in MANY]
    tables = [_of_tables(many) for many in MANY]
    phones = [sum(entry_calls(4 * many)) // (4 * many) for many in MANY[:2]]
    return [
        _grown("A page, of 100, 1,000, 10,000 rows", rows),
        _grown("A page, of 1, 10, 100 tables", tables),
        _grown("An entry and all pages, a phone: of 4, 40", phones),
    ]


def _grown(what: str, calls: list[int]) -> Result:
    here = ", ".join(f"{call:,}" for call in calls)
    return Result(
        what, f"{here} calls", "", f"{calls[-1] / calls[0]:.2f} ×", "at most 1.3 ×"
    )


def _of_rows(rows: int) -> int:
    with tempfile.TemporaryDirectory() as folder:
        session = long_session(rows)
        client = client_of(session, Path(folder))
        client.get(f"/t/{session.id}/")
        client.application.extensions["drawn"].clear()
        return calls_of(lambda: client.get(f"/t/{session.id}/"))


def _of_tables(tables: int) -> int:
    with laid("joker-bridge") as (client, table):
        for _ in range(tables - 1):
            page = client.get("/new/joker-bridge")
            names = re.findall(r'name="(seat[^"]+)"', page.text)
            answers = dict(
                zip(names, ("Ingrid", "Tom", "Priya", "Marek"), strict=False)
            )
            client.get(
                _sent(client, "/new/joker-bridge", page, **answers).headers["Location"]
            )
        client.get(table)
        return calls_of(lambda: client.get(table))
