"""Rows that can't be read, and dates of no table: refused at each door, shown in words
inside."""

import io
import json
import os
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper import create_app
from scorekeeper.__main__ import main
from scorekeeper.core.phone_notes import ArbiterAccepted, PhoneIs, Role
from scorekeeper.core.session import Command, Entry, Header, Stamp
from scorekeeper.exports.session_file import FileRefused, read, write
from scorekeeper.store import Refused, Store
from scorekeeper.tables.session import Session, as_entries, opened
from tests.adopting import adopt
from tests.engines import another_program, without
from tests.exports import sheets
from tests.web.conftest import Visitor, app, client, visitor

__all__ = ["app", "client", "visitor"]

PAGES = (
    "/",
    "/tables",
    "/history/",
    "/history/?until=2200-12-31",
    "/history/groups",
    "/history/boards/",
    "/statistics/",
)
NO_TIMES = ("0001-01-01T00:00:00Z", "1899-12-31T23:59:59Z", "9999-12-31T23:59:59Z")
ZONES = ("UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago")


@pytest.fixture(params=ZONES)
def zone(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield request.param
    monkeypatch.undo()
    time.tzset()


def dated(at: str, session_id: str = "evening-1") -> Session:
    played = sheets.rubber()
    header = replace(played.header, at=at, session=session_id)
    return opened(played.game, header)


def restarted(app: Flask) -> FlaskClient:
    app.extensions["store"].close()
    again = create_app({"INSTANCE": app.config["INSTANCE"], "TESTING": True})
    if again.extensions["store"].engine.is_shared:  # which others may be at
        again.extensions["store"].rebuild_index()
    return again.test_client()


def changed(app: Flask, sql: str) -> None:
    with another_program(app.extensions["store"]) as db:
        for one in sql.split(";"):
            if "TRIGGER" in one:
                without(db, one.split()[-1], "events")
            else:
                db.execute(one)


@pytest.mark.parametrize("at", NO_TIMES)
def test_no_door_takes_a_date_of_no_table(
    app: Flask,
    visitor: Visitor,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    at: str,
) -> None:
    file = write(dated(at)).encode()
    with pytest.raises(FileRefused):
        read(file)
    later = write(sheets.rubber()).replace("2026-11-20T20:04:00Z", at).encode()
    with pytest.raises(FileRefused, match="wrong-field"):
        read(later)
    visitor.lay("bridge")
    visitor.get("/moving").send("/moving", file=(io.BytesIO(file), "evening.jsonl"))
    assert visitor.page.status_code == 422
    assert "1900" in visitor.text
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path / "other"))
    (tmp_path / "file.jsonl").write_bytes(file)
    said = CliRunner().invoke(main, ["import", str(tmp_path / "file.jsonl")])
    assert said.exit_code == 1
    assert "1900" in said.output
    store: Store = app.extensions["store"]
    session = dated(at)
    with pytest.raises(Refused):
        adopt(store, session.header, session.log)
    assert (
        visitor.get("/history/?since=9999-12-31&until=0001-01-01").page.status_code
        == 422
    )


@pytest.mark.parametrize("at", NO_TIMES)
def test_a_date_of_no_table_that_is_here_already_stops_no_page(
    app: Flask, visitor: Visitor, zone: str, at: str
) -> None:
    visitor.lay("rook")
    header: Header = dated(at).header
    fields = json.loads(write(dated(at)).splitlines()[0]) | {"at": at}
    del fields["scorekeeper"]
    row = [header.session, json.dumps(fields), "0" * 64, at]
    with another_program(app.extensions["store"]) as db:
        db.execute("INSERT INTO sessions VALUES (?, ?, ?, ?)", row)
    phone = Visitor(restarted(app))
    for address in PAGES:
        assert phone.get(address).page.status_code == 200, address
    assert "be read" in phone.get("/history/").text
    assert phone.get("/t/evening-1/").page.status_code == 422
    assert phone.get("/scorekeeper.zip").page.status_code == 200


SPOILT = {
    "no JSON": "UPDATE session_index SET scores = 'x'",
    "another shape": "UPDATE session_index SET deal = '{\"with\": 1}'",
    "half a number": (
        'UPDATE session_index SET scores = \'[["NS", [], {"part": "1/0"}]]\''
    ),
    "no points": "UPDATE session_index SET scores = '[[\"NS\", [], [1]]]'",
    "a year of no calendar": "UPDATE session_index SET last_at = '9999-12-31T23:59:59Z',"
    " opened_at = '9999-12-31T23:59:59Z', day = '9999-12-31'",
    "a game that is gone": "UPDATE session_index SET game = 'whist'",
    "no time": "UPDATE session_index SET last_at = 'soon', day = 'soon'",
    "no words": (
        'UPDATE session_index SET deal = \'{"say": "no such words", "with": {}}\''
    ),
    "nobody": "UPDATE session_index SET people = '17', everybody = '17'",
    "a day of a group": "UPDATE session_index SET day = '2026-13-45'",
    "no outcome": "UPDATE outcomes SET said = '[{}]', came = 'x'",
}


@pytest.mark.parametrize("sql", SPOILT.values(), ids=SPOILT)
def test_one_bad_row_stops_no_page(app: Flask, visitor: Visitor, sql: str) -> None:
    table = visitor.lay("rook")
    visitor.get("/statistics/")
    changed(app, sql)
    for address in (*PAGES, f"{table}sheet"):
        assert visitor.get(address).page.status_code == 200, address
    assert os.path.basename(table.rstrip("/")) in visitor.get("/history/").text


def test_a_log_that_cant_be_read_stops_no_other(app: Flask, visitor: Visitor) -> None:
    bad = visitor.lay("bridge").split("/")[2]
    good = visitor.lay("rook").split("/")[2]
    changed(app, "DROP TRIGGER events_stay; DELETE FROM session_index")
    with another_program(app.extensions["store"]) as db:
        db.execute("UPDATE events SET facts = '{}' WHERE session_id = ?", [bad])
    phone = Visitor(restarted(app))
    for address in PAGES:
        assert phone.get(address).page.status_code == 200, address
    assert good in phone.get("/").text
    assert "Run scorekeeper doctor" in phone.get("/history/").text
    assert phone.get(f"/t/{bad}/").page.status_code == 422
    assert "doctor" in phone.text


def test_a_log_that_broke_since_it_was_listed_stops_no_other(
    app: Flask, visitor: Visitor
) -> None:
    bad, good = (visitor.lay(slug).split("/")[2] for slug in ("bridge", "rook"))
    store = app.extensions["store"]
    key = app.config["PHONE_COOKIE_NAME"]
    arbiter = visitor.client.get_cookie(key)
    assert arbiter is not None
    parties = [party.id for party in store.open(good).parties]
    named = Command(
        (Entry(PhoneIs(Role.ARBITER)), *map(Entry, map(ArbiterAccepted, parties)))
    )
    store.append(good, named, Stamp(as_entries(store.now()), key="named"))
    for one in (bad, good):
        sql = (
            "UPDATE places SET role = 'arbiter', seat = '' WHERE session_id = ? AND "
            "role = 'host'"
        )
        store.run("DELETE FROM places WHERE session_id = ? AND role = 'seat'", [one])
        store.run(sql, [one])
    changed(app, "DROP TRIGGER events_stay")
    with another_program(app.extensions["store"]) as db:
        db.execute("UPDATE events SET facts = '{}' WHERE session_id = ?", [bad])
    phone = Visitor(restarted(app))
    for address in PAGES:
        assert phone.get(address).page.status_code == 200, address
    assert good in phone.get("/tables").text
    phone.client.set_cookie(key, arbiter.value)
    assert phone.get(f"/t/{good}/matters").page.status_code == 200
