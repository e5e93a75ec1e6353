"""What a phone may keep of the app."""

import json
import re
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper import create_app
from scorekeeper.cli.pocket import write
from tests.web.conftest import Visitor


def test_the_worker_keeps_the_shell_and_nothing_of_a_table(client: FlaskClient) -> None:
    answer = client.get("/sw.js")
    assert answer.headers["Cache-Control"] == "no-cache"
    found = re.search(r"const KEPT = (\[.*\]);", answer.text)
    assert found
    kept = json.loads(found[1])
    assert kept[0] == "/offline"
    for address in kept:
        assert client.get(address).status_code == 200, address
        assert address == "/offline" or re.search(
            r"^/static/.*[?]v=[0-9a-f]{12}$", address
        )


def test_a_worker_can_be_taken_from_every_phone(tmp_path: Path) -> None:
    app = create_app({"INSTANCE": str(tmp_path), "TESTING": True, "WORKER": False})
    text = app.test_client().get("/sw.js").text
    assert "unregister" in text
    assert "fetch" not in text


def test_the_manifest_starts_at_the_app_wherever_it_is_mounted(app: Flask) -> None:
    from urllib.parse import urljoin

    with app.test_request_context():
        manifest = json.loads(
            app.test_client().get("/static/icons/app.webmanifest").text
        )
    for prefix in ("", "/cards"):
        at = f"https://example.org{prefix}/static/icons/app.webmanifest"
        for what in ("start_url", "scope"):
            assert urljoin(at, manifest[what]) == f"https://example.org{prefix}/"


def test_a_phone_is_told_what_it_can(visitor: Visitor) -> None:
    table = visitor.lay("bridge")
    visitor.get(f"{table}settings")
    assert 'href="/diagnose"' in visitor.text
    visitor.get("/diagnose")
    assert visitor.page.status_code == 200
    assert visitor.text.count("data-probe=") == 6


def test_a_pocket_that_was_made_is_handed_out_and_offered_where_a_browser_runs_it(
    app: Flask, client: FlaskClient
) -> None:
    assert client.get("/pocket/").status_code == 404
    folder = Path(app.config["INSTANCE"]) / "pocket"
    write(
        {"index.html": b"<!doctype html>", "sw.js": b"//", "files/0.zst": b"0"}, folder
    )

    def got(path: str, **ways: str) -> TestResponse:
        return client.get(path, buffered=True, **ways)

    assert got("/pocket").location.endswith("/pocket/")
    page = got("/pocket/")
    assert (
        page.text == "<!doctype html>" and page.headers["Cache-Control"] == "no-cache"
    )
    assert page.headers["Content-Security-Policy"] == "frame-ancestors 'self'"
    assert got("/pocket/sw.js").content_type.startswith("text/javascript")
    assert "immutable" in got("/pocket/files/0.zst").headers["Cache-Control"]
    assert got("/pocket/../secret_key").status_code == 404
    assert "/pocket/" not in got("/").text
    assert 'href="/pocket/"' in got("/", base_url="https://localhost").text
    Visitor(client).lay("bridge")
    assert "Runs on this phone" in got("/", base_url="https://localhost").text


def test_the_worker_of_this_server_leaves_a_pocket_of_the_same_host_alone(
    tmp_path: Path, client: FlaskClient
) -> None:
    gone = create_app(
        {"INSTANCE": str(tmp_path), "TESTING": True, "WORKER": False}
    ).test_client()
    for text in (client.get("/sw.js").text, gone.get("/sw.js").text):
        assert re.search(
            r"if ?\([^;]*!name\.startsWith\(\"pocket \"\)\) ?await caches\.delete", text
        )
