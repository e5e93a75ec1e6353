"""What a phone may keep of the app."""

import json
import re
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient

from scorekeeper import create_app
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
        assert address == "/offline" or re.search(r"^/static/.*[?]v=[0-9a-f]{12}$", address)


def test_a_worker_can_be_taken_from_every_phone(tmp_path: Path) -> None:
    app = create_app({"INSTANCE": str(tmp_path), "TESTING": True, "WORKER": False})
    text = app.test_client().get("/sw.js").text
    assert "unregister" in text
    assert "fetch" not in text


def test_the_manifest_starts_at_the_app_wherever_it_is_mounted(app: Flask) -> None:
    from urllib.parse import urljoin

    with app.test_request_context():
        manifest = json.loads(app.test_client().get("/static/icons/app.webmanifest").text)
    for prefix in ("", "/cards"):
        at = f"https://example.org{prefix}/static/icons/app.webmanifest"
        for what in ("start_url", "scope"):
            assert urljoin(at, manifest[what]) == f"https://example.org{prefix}/"


def test_a_phone_is_told_what_it_can(visitor: Visitor) -> None:
    table = visitor.lay("bridge")
    visitor.get(f"{table}more")
    assert 'href="/diagnose"' in visitor.text
    visitor.get("/diagnose")
    assert visitor.page.status_code == 200
    assert visitor.text.count("data-probe=") == 6
