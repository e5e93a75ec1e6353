"""Style and scripts as they are sent: small, packed as the browser can unpack, several as one."""

import gzip
import re
from pathlib import Path

import brotli
import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.games import GAMES
from scorekeeper.places import static_folder
from scorekeeper.web.server.static_files import JOINED, game_style
from tests.web.conftest import Visitor, app, client, visitor

__all__ = ["app", "client", "visitor"]

OURS = "scorekeeper.js"


def test_every_way_of_packing_gives_the_same_text(client: FlaskClient) -> None:
    address = f"/static/{OURS}"
    plain = client.get(address)
    by_gzip = client.get(address, headers={"Accept-Encoding": "gzip"})
    by_brotli = client.get(address, headers={"Accept-Encoding": "gzip, deflate, br"})
    assert "Content-Encoding" not in plain.headers
    assert by_gzip.headers["Content-Encoding"] == "gzip"
    assert by_brotli.headers["Content-Encoding"] == "br"
    assert gzip.decompress(by_gzip.data) == plain.data == brotli.decompress(by_brotli.data)
    assert len(by_brotli.data) < len(by_gzip.data) < len(plain.data)
    assert {one.headers["Vary"] for one in (plain, by_gzip, by_brotli)} == {"Accept-Encoding"}


def test_what_is_sent_as_one_has_all_its_parts_and_no_comment(client: FlaskClient) -> None:
    sent = client.get(f"/static/{OURS}").text
    for part in JOINED[OURS]:
        written = (Path(static_folder()) / part).read_text()
        assert sent.count(client.get(f"/static/{part}").text.strip()) == 1
        comments = re.findall(r"^ *(//.+)$", written, re.MULTILINE)
        assert comments
        assert not [one for one in comments if one in sent]


@pytest.mark.parametrize("path", ["../pyproject.toml", "no.css", "css", "fonts/../../README.md"])
def test_nothing_else_is_sent(client: FlaskClient, path: str) -> None:
    assert client.get(f"/static/{path}").status_code == 404


def test_a_style_sheet_carries_no_header_that_speaks_to_pages(client: FlaskClient) -> None:
    headers = client.get("/static/app.css").headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert "Content-Security-Policy" not in headers
    assert "Content-Security-Policy" in client.get("/static/icons/pad.svg").headers
    assert "Content-Security-Policy" in client.get("/sw.js").headers


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_has_its_own_style_sheet_on_its_pages_alone(visitor: Visitor, slug: str) -> None:
    address = f"/static/games/{GAMES[slug].folder}/style.css"
    table = visitor.lay(slug)
    for page in (table, f"{table}sheet", f"{table}ask", f"/rules/{slug}"):
        assert visitor.get(page).text.count(f'<link rel="stylesheet" href="{address}?v=') == 1
    assert "style.css" not in visitor.get("/").text + visitor.get("/new").text
    sheet = visitor.get(address)
    assert sheet.page.content_type.startswith("text/css")
    assert sheet.text
    assert "/*" not in sheet.text
    assert "immutable" in visitor.get(f"{address}?v=1").page.headers["Cache-Control"]
    source = address.replace("style.css", "events.py")
    assert visitor.get(source).page.status_code == 404


def test_a_game_may_do_without_a_style_sheet(app: Flask) -> None:
    with app.test_request_context():
        assert game_style("core") == ""
