"""The screen's font: a first load waits for a small file alone, and no line moves when
it comes."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Response

from benchmarks.seasons import fill, seasons
from scorekeeper.store import FILE_NAME, Store
from scorekeeper.words import LANGUAGES
from tests.browser.conftest import PHONE, SMALL_PHONE, OpenPage, Screen
from tests.browser.seats import lay
from tests.conftest import LiveServer, StartServer
from tools.fonts import BEGINS, LETTERS, STYLE, with_faces

MOST_BYTES = 25_000
"""Of the fonts that a first load brings."""
LINES = """() => {
    const found = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const text = texts.currentNode;
        const range = document.createRange();
        range.selectNodeContents(text);
        const tops = new Set([...range.getClientRects()].map((box) => Math.round(box.top / 4)));
        if (text.data.trim() && tops.size) found.push([text.data.trim(), tops.size]);
    }
    return found;
}"""
"""Each text of the page, and on how many lines it stands."""


@pytest.fixture(scope="module")
def played(
    start_server: StartServer, tmp_path_factory: pytest.TempPathFactory
) -> tuple[LiveServer, list[str]]:
    """A server with tables that were played, and the addresses of pages of every kind
    that a first visit may come to."""
    folder: Path = tmp_path_factory.mktemp("font")
    store = Store(folder / FILE_NAME)
    sessions = list(seasons(4, seed=6, hands=4))
    fill(store, iter(sessions))
    store.close()
    tables = [f"/t/{session.id}/" for session in sessions]
    pages = ["/", "/new", "/new/joker-bridge", "/new/rook", *tables]
    return start_server(instance=folder), pages


def in_languages(
    server: LiveServer,
    page: Page,
    paths: list[str],
    languages: tuple[str, ...] = ("en", "de"),
) -> Iterator[str]:
    """Each page, opened in each of the languages."""
    for language in languages:
        page.context.set_extra_http_headers({"Accept-Language": language})
        for path in paths:
            page.goto(f"{server.url}{path}", wait_until="load")
            page.evaluate("document.fonts.ready")
            yield f"{language} {path}"


def test_a_first_load_waits_for_one_small_font(
    played: tuple[LiveServer, list[str]], open_page: OpenPage
) -> None:
    """Where nobody's name has other letters."""
    server, _ = played
    page = open_page(PHONE)
    fonts: dict[str, int] = {}

    def note(answer: Response) -> None:
        if ".woff2" in answer.url:
            fonts[answer.url] = int(answer.headers["content-length"])

    page.on("response", note)
    table = lay(page, server, "bridge").removeprefix(server.url)
    paths = ["/new", "/new/joker-bridge", "/new/rook", table, f"{table}phones"]
    for where in in_languages(server, page, paths, LANGUAGES):
        letters = {letter for text, _ in page.evaluate(LINES) for letter in text}
        others = "".join(sorted(letters - set(LETTERS)))
        assert len(fonts) == 1, f"{where} shows {others}"
    assert sum(fonts.values()) <= MOST_BYTES


@pytest.mark.parametrize("screen", [SMALL_PHONE, PHONE], ids=lambda screen: screen.name)
def test_no_line_moves_when_the_font_comes(
    played: tuple[LiveServer, list[str]], open_page: OpenPage, screen: Screen
) -> None:
    server, paths = played
    without = open_page(screen)
    without.route("**/*.woff2*", lambda font: font.abort())
    page = open_page(screen)
    moved = list[str]()
    texts = 0
    for where, _ in zip(
        in_languages(server, page, paths),
        in_languages(server, without, paths),
        strict=True,
    ):
        after = page.evaluate(LINES)
        before = without.evaluate(LINES)
        texts += len(after)
        moved += [
            f"{where}: {text!r} from {lines} to {now}"
            for (text, lines), (_, now) in zip(before, after, strict=True)
            if lines != now
        ]
    assert texts > 300
    assert len(moved) <= texts // 100, "\n".join(moved)


def test_the_style_names_the_files_as_they_are_made() -> None:
    style = STYLE.read_text()
    assert BEGINS in style
    assert with_faces(style) == style
