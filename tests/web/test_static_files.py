"""Style and scripts as they are sent: small, packed as the browser can unpack, several
as one."""

import base64
import gzip
import hashlib
import re
import sys
from pathlib import Path

import brotli
import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.games import GAMES, homes
from scorekeeper.places import static_folder
from scorekeeper.web.server import static_files
from scorekeeper.web.server.static_files import (
    JOINED,
    game_style,
    static_url,
    with_style,
)
from tests.conftest import ROOT
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
    assert (
        gzip.decompress(by_gzip.data) == plain.data == brotli.decompress(by_brotli.data)
    )
    assert len(by_brotli.data) < len(by_gzip.data) < len(plain.data)
    assert {response.headers["Vary"] for response in (plain, by_gzip, by_brotli)} == {
        "Accept-Encoding"
    }


@pytest.mark.parametrize("name", JOINED)
def test_what_is_sent_as_one_has_all_its_parts_and_no_comment(
    client: FlaskClient, name: str
) -> None:
    sent = client.get(f"/static/{name}").text
    for part in JOINED[name]:
        if part.startswith("vendor/"):
            continue
        written = (Path(static_folder()) / part).read_text()
        assert sent.count(client.get(f"/static/{part}").text.strip()) == 1
        comments = re.findall(r"^ *(//.+)$", written, re.MULTILINE)
        assert comments
        assert not [comment for comment in comments if comment in sent]


@pytest.mark.parametrize("name", ["app.css", OURS, "icons/pad.svg"])
def test_only_what_has_this_hash_is_kept_for_ever(visitor: Visitor, name: str) -> None:
    """While nodes are renewed one by one, an old page may ask a new node, and a new
    page an old one: what it gets must not stay under the other's address."""
    with visitor.client.application.test_request_context():
        address = static_url(name)
    assert "immutable" in visitor.get(address).page.headers["Cache-Control"]
    other = visitor.get(f"/static/{name}?v=0123456789ab").page
    assert other.status_code == 200
    assert other.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize(
    "path", ["../pyproject.toml", "no.css", "css", "fonts/../../README.md"]
)
def test_nothing_else_is_sent(client: FlaskClient, path: str) -> None:
    assert client.get(f"/static/{path}").status_code == 404


def test_a_style_sheet_carries_no_header_that_speaks_to_pages(
    client: FlaskClient,
) -> None:
    headers = client.get("/static/app.css").headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert "Content-Security-Policy" not in headers
    assert "Content-Security-Policy" in client.get("/static/icons/pad.svg").headers
    assert "Content-Security-Policy" in client.get("/sw.js").headers


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_has_its_own_style_sheet_on_its_pages_alone(
    visitor: Visitor, slug: str
) -> None:
    address = f"/static/games/{GAMES[slug].folder}/style.css"
    if not (GAMES[slug].home / "style.css").is_file():
        pytest.skip(f"{slug} does without a style sheet")
    table = visitor.lay(slug)
    pages = [table, f"{table}sheet", f"/rules/{slug}"]
    if GAMES[slug].arbiter:
        pages.append(f"{table}ask")
    for page in pages:
        assert (
            visitor.get(page).text.count(f'<link rel="stylesheet" href="{address}?v=')
            == 1
        )
    assert "style.css" not in visitor.get("/").text + visitor.get("/new").text
    sheet = visitor.get(address)
    assert sheet.page.content_type.startswith("text/css")
    assert sheet.text
    assert "/*" not in sheet.text
    source = address.replace("style.css", "events.py")
    assert visitor.get(source).page.status_code == 404


def test_a_game_may_do_without_a_style_sheet(app: Flask) -> None:
    with app.test_request_context():
        assert game_style("core") == ""


def test_a_phone_does_not_ask_again_for_the_font(client: FlaskClient) -> None:
    with client.get("/static/fonts/archivo.woff2") as font:
        kept = font.headers["Cache-Control"]
    assert "max-age=2592000" in kept and "no-cache" not in kept


def test_htmx_is_not_asked_for_by_the_page_itself(visitor: Visitor) -> None:
    text = visitor.get("/").text
    assert re.findall(r'<script src="/static/([^?"]+)\?v=\w+" defer>', text) == [OURS]
    assert re.search(r'data-later="/static/later\.js\?v=\w{12}"', text)
    assert "var htmx=" in visitor.get("/static/later.js").text


STYLED = re.compile(r"<style>(.*)</style>")
LINKED = re.compile(r'<link rel="stylesheet" href="([^"]+)">')


@pytest.fixture
def stranger(app: Flask, visitor: Visitor) -> Visitor:
    """Somebody whose phone has fetched nothing yet."""
    app.extensions["bring_style"] = with_style
    return visitor


def test_a_first_page_brings_the_style_it_needs(stranger: Visitor) -> None:
    """The sheets come later, unless there are no scripts."""
    page = stranger.get(f"{stranger.lay('bridge')}?form=quick")
    found = STYLED.search(page.text)
    assert found and page.text.index("<style>") < page.text.index("<body")
    allowed = base64.b64encode(hashlib.sha256(found[1].encode()).digest()).decode()
    policy = page.page.headers["Content-Security-Policy"]
    assert f"style-src 'self' 'sha256-{allowed}'; img-src" in policy
    assert "unsafe" not in policy
    plain = re.sub("<noscript>.*</noscript>", "", page.text)
    assert len(LINKED.findall(page.text)) == 2 and not LINKED.search(plain)
    assert re.findall(r'data-href="([^"]+)"', plain) == LINKED.findall(page.text)
    fonts = re.findall("@font-face{[^}]*}", found[1])
    assert fonts and not any("url(" in font for font in fonts), "nothing is fetched"
    for needed in (
        ":root{",
        ".strip-pair .side{",
        ".seg.tricks .t",
        "@media (max-height:700px){",
    ):
        assert needed in found[1]
    for other in (".tally", ".ruling", ".book", ".steps", ".beside .pad"):
        assert other not in found[1]


def test_the_rules_of_a_first_page_stand_in_their_order(stranger: Visitor) -> None:
    found = STYLED.search(stranger.get("/").text)
    assert found
    at = 0
    whole = stranger.get("/static/app.css").text
    for one in re.findall(r"[^{}]+\{[^{}]*\}", found[1]):
        at = whole.index(one, at) + len(one)
    assert 5_000 < len(found[1]) < len(whole) / 2


def test_who_has_fetched_the_style_is_not_given_it_again(stranger: Visitor) -> None:
    first = stranger.get("/")
    assert "style=" not in first.page.headers.get("Set-Cookie", "")
    (address,) = LINKED.findall(first.text)
    assert f"style={address[-12:]};" in stranger.get(address).page.headers["Set-Cookie"]
    again = stranger.get("/")
    assert not STYLED.search(again.text) and LINKED.findall(again.text) == [address]
    assert "sha256" not in again.page.headers["Content-Security-Policy"]
    stranger.client.set_cookie("style", "older")
    assert STYLED.search(stranger.get("/").text)


def test_htmx_gets_no_style(stranger: Visitor) -> None:
    assert not STYLED.search(
        stranger.client.get("/", headers={"HX-Request": "true"}).text
    )


@pytest.mark.parametrize("library", ["rcssmin", "rjsmin"])
def test_files_are_sent_where_no_library_makes_them_small(
    monkeypatch: pytest.MonkeyPatch, library: str
) -> None:
    """Outside Linux neither library is installed."""
    names = {"rcssmin": "app.css", "rjsmin": "outbox.js"}
    path = ROOT / "static" / names[library]
    small = static_files.made_small(path)
    monkeypatch.setitem(sys.modules, library, None)
    plain = static_files.made_small(path)
    assert len(small) < len(plain) <= path.stat().st_size


def test_a_first_page_has_the_same_rules_where_style_is_not_made_small(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    static = str(ROOT / "static")
    names = ["app.css", *(f"games/{name}/style.css" for name in homes())]
    sheets = [name for name in names if static_files._parts(static, name)]
    caches = (static_files.file_content, static_files._sheet)

    def rules_of(name: str) -> list[tuple[str, list[tuple[static_files.Needed, ...]]]]:
        for cache in caches:
            cache.cache_clear()
        found = static_files._sheet(static, name)[1]
        return [
            (media.replace(" ", ""), [ways for ways, _ in rules])
            for media, rules in found
        ]

    small = {name: rules_of(name) for name in sheets}
    monkeypatch.setitem(sys.modules, "rcssmin", None)
    plain = {name: rules_of(name) for name in sheets}
    for cache in caches:
        cache.cache_clear()
    assert len(sheets) > 1 and all(small.values())
    assert plain == small
