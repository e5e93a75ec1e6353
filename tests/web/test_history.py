"""The history pages: looked through, carried on, played again; in a kitchen and in
public."""

import re
import shutil
from pathlib import Path
from typing import cast

import pytest
from flask import Flask

from benchmarks.seasons import fill, seasons
from scorekeeper import create_app
from scorekeeper.store import Store
from scorekeeper.store.backup import move
from scorekeeper.web.archive import history
from scorekeeper.web.archive.history import SHOWN
from tests.web.confirming import DEAL
from tests.web.conftest import PEOPLE, Visitor

SESSIONS = 75


def store_of(app: Flask) -> Store:
    return cast(Store, app.extensions["store"])


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a season in it, to be copied."""
    path = tmp_path_factory.mktemp("season") / "scorekeeper.db"
    store = Store(path)
    fill(store, seasons(SESSIONS, seed=2, hands=2))
    store.close()
    return path


@pytest.fixture
def season(app: Flask, filled: Path) -> None:
    """Put the season in the place of the empty database."""
    where = store_of(app).engine.where
    store_of(app).close()
    if isinstance(where, Path):
        shutil.copy(filled, where)
        app.extensions["store"] = Store(where)
    else:
        source = Store(filled)
        app.extensions["store"] = move(source, where)
        source.close()


def rows(visitor: Visitor) -> list[str]:
    """The sessions on the page, by their ids."""
    return re.findall(r'class="tab" href="/t/([^/"]+)/', visitor.page.text)


def test_a_session_shows_all_its_rubbers(visitor: Visitor) -> None:
    table = visitor.lay("bridge")
    for _ in range(3):
        visitor.get(f"{table}?form=quick").send(f"{table}enter/quick", **DEAL)
        assert visitor.page.status_code == 303, visitor.text
    for page in ("/", "/history/"):
        text = visitor.get(page).text
        assert re.search(r"before:\s+940 : 0<", text), text


def link(visitor: Visitor, words: str) -> str:
    """Where the link with these words leads."""
    found = re.search(
        rf'<a[^>]*href="([^"]+)"[^>]*>(?:<b>)?{re.escape(words)}', visitor.text
    )
    assert found, words
    return found.group(1)


def everything(visitor: Visitor, address: str) -> list[str]:
    """All sessions from this page on, page by page."""
    found = rows(visitor.get(address))
    while "Older</a>" in visitor.text:
        visitor.get(link(visitor, "Older"))
        assert "Latest</a>" in visitor.text
        found += rows(visitor)
    return found


def test_nothing_was_played_yet(visitor: Visitor) -> None:
    assert "Nothing has been played yet" in visitor.get("/history/").text
    assert 'role="search"' not in visitor.text
    assert "Nobody has played yet" in visitor.get("/history/groups").text
    assert "/history/" not in visitor.get("/").text


def test_the_first_page_leads_to_it(visitor: Visitor) -> None:
    table = visitor.lay("bridge")
    assert rows(visitor.get("/"))
    assert rows(visitor.get(link(visitor, "History"))) == [table.split("/")[2]]


def test_the_first_page_shows_a_few(visitor: Visitor, season: None) -> None:
    assert 8 <= len(rows(visitor.get("/"))) <= 13


@pytest.mark.usefixtures("season")
def test_every_session_is_on_some_page_once(visitor: Visitor, app: Flask) -> None:
    found = everything(visitor, "/history/")
    assert found == store_of(app).ids()[::-1]
    assert len(rows(visitor.get("/history/"))) == SHOWN
    assert "June 2026" in visitor.text


@pytest.mark.usefixtures("season")
def test_a_name_a_game_and_days_are_looked_for(visitor: Visitor) -> None:
    assert "Ciarán" in visitor.get("/history/?q=CIARAN").text
    assert "Ingrid" not in visitor.text.partition('class="list"')[2]
    assert 0 < len(everything(visitor, "/history/?q=tom&game=joker-bridge")) < SESSIONS
    assert "Joker Bridge" in visitor.text and "Berzerka</b>" not in visitor.text
    days = everything(visitor, "/history/?since=2024-11-01&until=2024-11-30")
    assert (
        days and "November 2024" in visitor.text and "December 2024" not in visitor.text
    )
    assert (
        'value="2024-11-01"' in visitor.text
        and '<details class="higher" open' in visitor.text
    )
    for one in ("from Nov 1, 2024", "until Nov 30, 2024"):
        assert f"Remove filter: {one}" in visitor.text


@pytest.mark.usefixtures("season")
def test_each_filter_can_be_left_out(visitor: Visitor) -> None:
    visitor.get("/history/?q=nobody&game=rook&open=1")
    assert "No session found" in visitor.text and not rows(visitor)
    assert link(visitor, "Rook") == "/history/?q=nobody&open=1"
    assert link(visitor, "Unfinished") == "/history/?q=nobody&game=rook"
    assert rows(visitor.get(link(visitor, "“nobody”")))


@pytest.mark.usefixtures("season")
def test_unfinished_ones_are_carried_on(visitor: Visitor, app: Flask) -> None:
    found = everything(visitor, "/history/?open=1")
    unfinished = {
        summary.session
        for summary in store_of(app).index.recent(SESSIONS)
        if not summary.is_over
    }
    assert set(found) == unfinished
    table = re.search(r'class="tab" href="(/t/[^"]+)"', visitor.page.text)
    assert table and table.group(1).count("/") == 3, (
        "it leads to the table, not to the sheet"
    )
    assert visitor.get(table.group(1)).page.status_code == 200


@pytest.mark.usefixtures("season")
def test_a_group_leads_to_its_sessions_and_to_the_same_again(
    visitor: Visitor, app: Flask
) -> None:
    visitor.get("/history/groups")
    address = re.search(r'class="go" href="(/history/\?group=\w+)"', visitor.page.text)
    assert address
    visitor.get(address.group(1))
    assert "These players" in visitor.text and "Play again" in visitor.text
    people = re.findall(
        r'href="/history/\?player=[^"]+">([^<]+)</a>', visitor.page.text
    )
    assert len(people) >= 2
    before = len(store_of(app).ids())
    action = re.search(
        r'class="again" method="post" action="([^"]+)"', visitor.page.text
    )
    assert action
    visitor.send(action.group(1)).follow()
    assert visitor.page.status_code == 200 and len(store_of(app).ids()) == before + 1
    assert all(person in visitor.get(address.group(1)).text for person in people)
    assert len(rows(visitor)) >= 2, "the new one is the group's as well"


@pytest.mark.usefixtures("season")
def test_a_player_leads_to_the_statistics(visitor: Visitor) -> None:
    visitor.get("/history/?player=zoë")
    assert rows(visitor) and "Remove filter: Zoë" in visitor.text
    assert visitor.get(link(visitor, "Statistics")).page.status_code == 200


def test_a_day_that_is_none_is_refused_with_what_was_typed(visitor: Visitor) -> None:
    visitor.lay("bridge")
    visitor.get("/history/?since=yesterday&until=2024-02-30")
    assert visitor.page.status_code == 422
    assert "“yesterday” isn’t a date" in visitor.text
    assert 'value="yesterday"' in visitor.text and len(rows(visitor)) == 1


@pytest.mark.parametrize("address", ["?before=x", "?game=chess", "groups?before=2"])
def test_what_no_page_links_to_is_not_there(visitor: Visitor, address: str) -> None:
    visitor.lay("bridge")
    assert visitor.get(f"/history/{address}").page.status_code == 404


@pytest.mark.parametrize(
    "address", ["?player=nobody", "?group=none", "?q=%25", "?before=9~~~"]
)
def test_what_was_never_there_finds_nothing_or_all(
    visitor: Visitor, address: str
) -> None:
    visitor.lay("bridge")
    assert visitor.get(f"/history/{address}").page.status_code == 200


def test_hostile_names_are_words(visitor: Visitor) -> None:
    visitor.lay("bridge", people=("<b>x</b>", "' OR 1=1", *PEOPLE[2:]))
    visitor.get("/history/?q=<b>")
    assert len(rows(visitor)) == 1 and "<b>x</b>" not in visitor.page.text
    assert rows(visitor.get("/history/?q=' or 1=1"))
    assert not rows(visitor.get("/history/?q=' or 2=1"))


def in_public(app: Flask) -> Visitor:
    visitor = Visitor(app.test_client())
    visitor.client.environ_base |= {
        "HTTP_X_FORWARDED_HOST": "cards.example",
        "HTTP_X_FORWARDED_PROTO": "https",
        "HTTP_REFERER": "https://cards.example/",
    }
    return visitor


def test_in_public_a_phone_finds_its_own_tables_alone(tmp_path: Path) -> None:
    public = {
        "INSTANCE": str(tmp_path),
        "TESTING": True,
        "PUBLIC_URL": "https://cards.example",
    }
    app = create_app(public)
    one = in_public(app)
    other = in_public(app)
    mine = one.lay("bridge").split("/")[-2]
    theirs = other.lay("rook", people=("Ada", "Ben", "Cleo", "Dov")).split("/")[-2]
    assert rows(one.get("/history/")) == [mine] and rows(other.get("/history/")) == [
        theirs
    ]
    assert "Ada" not in one.get("/history/groups").text and PEOPLE[0] in one.text
    assert not rows(one.get("/history/?q=ada")) and rows(
        other.get("/history/?q=ada")
    ) == [theirs]
    assert not rows(in_public(app).get("/history/"))


def test_in_public_a_group_and_a_person_are_not_named_to_strangers(
    tmp_path: Path,
) -> None:
    public = {
        "INSTANCE": str(tmp_path),
        "TESTING": True,
        "PUBLIC_URL": "https://cards.example",
    }
    app = create_app(public)
    in_public(app).lay("rook", people=("Ada", "Ben", "Cleo", "Dov"))
    (group,) = store_of(app).index.groups(9)
    stranger = in_public(app)
    for address in (f"?group={group.key}", "?player=ada"):
        assert "Ada" not in stranger.get(f"/history/{address}").text


def test_in_german(visitor: Visitor) -> None:
    visitor.lay("bridge")
    text = visitor.get("/history/", **{"Accept-Language": "de"}).text
    assert "Verlauf" in text and "Suchen" in text and "Search" not in text


@pytest.mark.usefixtures("season")
def test_groups_stand_on_pages(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "SHOWN", 2)
    first = visitor.get("/history/groups").text
    assert 'aria-label="More groups"' in first and "Latest</a>" not in first
    second = visitor.get(link(visitor, "Older")).text
    assert first.partition("<ul")[2] != second.partition("<ul")[2]
    assert link(visitor, "Latest") == "/history/groups"
