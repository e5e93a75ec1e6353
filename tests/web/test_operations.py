"""Whether a process is ready, its figures and its lines: for whoever runs it; no
secrets."""

import json
import logging
import re
import time
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper import create_app
from scorekeeper.store import ADDRESS
from scorekeeper.web.server.operations import Lines
from tests.engines import Cluster
from tests.web.conftest import Visitor
from tests.web.listening import call, stream


def figure(visitor: Visitor, name: str) -> float:
    text = visitor.get("/metrics").text
    found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.M)
    return float(found[1]) if found else 0.0


def test_the_figures_say_what_was_done(visitor: Visitor, app: Flask) -> None:
    names = (
        "scorekeeper_entries_total",
        'scorekeeper_answers_total{code="303",method="POST"}',
        'scorekeeper_answer_seconds_count{page="sessions.enter"}',
        "scorekeeper_database_write_seconds_count",
        'scorekeeper_refusals_total{kind="too many connections"}',
    )
    table = visitor.lay("bridge")
    before = [figure(visitor, name) for name in names]
    call(visitor, table)
    app.extensions["refusals"].note("192.0.2.1", "too many connections")
    after = [figure(visitor, name) for name in names]
    assert [two - one for one, two in zip(before, after, strict=True)][:2] == [1, 1]
    assert all(two > one for one, two in zip(before, after, strict=True)), after
    with stream(app.test_client(), table) as states:
        next(states)
        assert figure(visitor, "scorekeeper_streams") == 1
    assert table.split("/")[2] not in visitor.get("/metrics").text
    assert figure(visitor, "scorekeeper_ready") == 1


def test_a_method_that_somebody_made_up_is_no_figure_of_its_own(
    visitor: Visitor,
) -> None:
    for n in range(3):
        visitor.client.open("/healthz", method=f"MADE-UP-{n}")
    figures = visitor.get("/metrics").text
    assert "MADE-UP" not in figures and 'method="other"' in figures


@pytest.mark.parametrize(
    ("address", "headers", "code"),
    [
        ("127.0.0.1", {}, 200),
        ("192.168.1.7", {}, 404),
        ("127.0.0.1", {"X-Forwarded-For": "192.168.1.7"}, 404),
        ("192.168.1.7", {"Authorization": "Bearer hush-hush"}, 200),
        ("127.0.0.1", {"Forwarded": "for=192.0.2.1"}, 404),
        ("127.0.0.1", {"Via": "1.1 proxy"}, 404),
        ("192.168.1.7", {"Authorization": "Bearer "}, 404),
        ("192.168.1.7", {"Authorization": "Bearer hush"}, 404),
    ],
)
def test_the_figures_are_for_this_computer_or_a_token(
    app: Flask, address: str, headers: dict[str, str], code: int
) -> None:
    app.config["METRICS_TOKEN"] = "hush-hush"
    answer = app.test_client().get(
        "/metrics", headers=headers, environ_base={"REMOTE_ADDR": address}
    )
    assert answer.status_code == code


def test_without_a_token_no_token_is_right(app: Flask) -> None:
    for sent in ("Bearer ", "", "Bearer None"):
        asked = app.test_client().get(
            "/metrics",
            headers={"Authorization": sent},
            environ_base={"REMOTE_ADDR": "192.168.1.7"},
        )
        assert asked.status_code == 404


def _becomes_ready(visitor: Visitor) -> None:
    """Waits: over PostgreSQL a process is ready once its listener is connected."""
    until = time.monotonic() + 60
    while visitor.get("/readyz").page.status_code != 200:
        assert time.monotonic() < until, "not ready after a minute"
        time.sleep(0.05)


def test_a_process_that_stops_is_not_ready(visitor: Visitor, app: Flask) -> None:
    _becomes_ready(visitor)
    app.extensions["channels"].close()
    assert visitor.get("/readyz").page.status_code == 503
    assert visitor.get("/healthz").page.status_code == 200


def test_a_process_without_its_database_is_alive_and_not_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = Cluster().make()
    try:
        monkeypatch.setenv(ADDRESS, own.database())
        app = create_app({"INSTANCE": str(tmp_path), "TESTING": True})
        visitor = Visitor(app.test_client())
        _becomes_ready(visitor)
        own.kill()
        assert visitor.get("/readyz").page.status_code == 503
        assert visitor.get("/healthz").page.status_code == 200
        own.start()
        _becomes_ready(visitor)
        app.extensions["channels"].close()
        app.extensions["store"].close()
    finally:
        own.stop()


def test_the_log_of_answers_has_no_secret(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    app = create_app({"INSTANCE": str(tmp_path), "TESTING": True, "ACCESS_LOG": True})
    logging.getLogger("scorekeeper.access").propagate = True
    visitor = Visitor(app.test_client())
    with caplog.at_level(logging.INFO, "scorekeeper.access"):
        table = visitor.lay("bridge")
        call(visitor, table)
        visitor.get("/j/abcdefgh")
    lines = [
        record.getMessage()
        for record in caplog.records
        if record.name == "scorekeeper.access"
    ]
    assert any(
        re.fullmatch(r"127.0.0.1 POST new.opened 303 \d+ ms", line) for line in lines
    ), lines
    assert not any(
        part in line for line in lines for part in (table.split("/")[2], "abcdefgh")
    )
    assert {*json.loads(Lines().format(caplog.records[-1]))} == {
        "at",
        "level",
        "from",
        "said",
    }
    logging.getLogger("scorekeeper.access").setLevel(logging.NOTSET)
