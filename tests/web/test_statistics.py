"""The pages about the seasons: every figure leads to its deals, every deal to its
row."""

import re
from html import unescape
from pathlib import Path

import pytest
from flask import Flask

from benchmarks.evenings import evening
from scorekeeper import create_app
from scorekeeper.web.archive import statistics
from scorekeeper.web.server import limits
from tests.adopting import adopt
from tests.web.confirming import DEAL
from tests.web.conftest import Visitor

MARGIN = r'<b class="per">[^<]*</b>'
HOSTILE = "<script>alert(1)</script>"


@pytest.fixture
def seasons(app: Flask, visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> Visitor:
    # a busy machine counts all of it too
    monkeypatch.setattr(statistics, "COUNTING", 60)
    store = app.extensions["store"]
    for n in range(3):
        session = evening(12, seed=n, session_id=f"evening-{n}")
        adopt(store, session.header, session.log)
    return visitor


@pytest.fixture
def all_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """A session isn't in play any more as soon as nothing is entered."""
    monkeypatch.setattr(statistics, "IN_PLAY", -3600)


def links(visitor: Visitor, start: str) -> list[str]:
    found = re.findall(r'href="([^"]+)"', visitor.page.text)
    return [unescape(one) for one in found if unescape(one).startswith(start)]


def test_before_anything_is_played_the_page_says_so(visitor: Visitor) -> None:
    assert "Nothing to show yet" in visitor.get("/statistics/").text


def test_players_and_partners_are_listed(seasons: Visitor) -> None:
    text = seasons.get("/statistics/").text
    assert "Ingrid & Priya" in text and "3 sessions, the last on" in text
    assert len(links(seasons, "/statistics/of")) == 6


def test_players_are_ranked_by_the_margin_of_a_session(seasons: Visitor) -> None:
    text = seasons.get("/statistics/").text
    margins = re.findall(r'class="per">([+−]?)([\d,.]+) a session<', text)
    figures = [
        float(f"{sign}{n}".replace("−", "-").replace(",", "")) for sign, n in margins
    ]
    assert len(figures) == 6
    assert figures[:4] == sorted(figures[:4], reverse=True)
    assert abs(sum(figures[:4])) <= 2, "what one side is ahead the other is behind"


def test_somebody_with_fewer_than_three_sessions_has_no_rank(seasons: Visitor) -> None:
    """One evening won by much leads nobody who has played three."""
    table = seasons.lay("joker-bridge", ("Lucky", "Tom", "Lena", "Marek"))
    deal = {**DEAL, "level": 7, "denomination": "NT", "declarer": "N", "tricks": 13}
    seasons.get(f"{table}?form=quick").send(f"{table}enter/quick", **deal)
    text = seasons.get("/statistics/?game=joker-bridge").text
    players = text.partition("Partnerships")[0]
    ranked, _, others = players.partition("Fewer than 3 sessions, not ranked yet:")
    assert "<b>Lucky</b>" in others and "<b>Priya</b>" in ranked
    assert "<b>Lucky</b>" not in ranked and "<b>Priya</b>" not in others
    all_games = seasons.get("/statistics/?game=all").text
    assert "not ranked yet" not in all_games


def test_a_player_is_told_partners_opponents_and_records(seasons: Visitor) -> None:
    text = seasons.get("/statistics/of?who=Tom").text
    assert "Records" in text and "Best session: " in text and "Best deal: Deal " in text
    partners = text.split("With each partner")[1].split("Head to head")[0]
    assert "Marek" in partners and "Ingrid" not in partners
    opponents = text.split("Head to head")[1].split("</section>")[0]
    assert "Ingrid" in opponents and "Priya" in opponents
    (address, *_) = [
        one for one in links(seasons, "/statistics/deals") if "opponent" in one
    ]
    assert seasons.get(address).page.status_code == 200


def test_somebody_who_never_declared_is_counted_too(
    visitor: Visitor, all_over: None
) -> None:
    table = visitor.lay("bridge")
    visitor.get(f"{table}?form=quick").send(f"{table}enter/quick", passed_out="1")
    text = visitor.get("/statistics/").text
    for person in ("Ingrid", "Tom", "Priya", "Marek"):
        assert f"<b>{person}</b>" in text
    assert "level" in visitor.get("/statistics/deals?who=Tom&kind=outcome.session").text


def test_a_session_in_play_is_named_and_counts_in_no_margin(visitor: Visitor) -> None:
    table = visitor.lay("bridge")
    visitor.get(f"{table}?form=quick").send(f"{table}enter/quick", **DEAL)
    text = visitor.get("/statistics/?game=bridge").text
    assert "Only finished sessions count." in text
    assert "<b>Priya</b>" in text and "in play: 1" in text
    assert "1 session, the last on" not in text
    assert "Best session" not in visitor.get("/statistics/of?who=Priya").text


def test_points_of_several_games_are_not_averaged(
    app: Flask, visitor: Visitor, all_over: None
) -> None:
    for slug in ("bridge", "rook"):
        table = visitor.lay(slug)
        form, fields = (
            ("quick", DEAL) if slug == "bridge" else ("hand", {"nobody": "1"})
        )
        visitor.get(f"{table}?form={form}").send(f"{table}enter/{form}", **fields)
        assert visitor.page.status_code == 303
    text = visitor.get("/statistics/of?who=Tom").text
    assert "Sessions" in text and "Margin, on average" not in text
    text = visitor.get("/statistics/of?who=Tom&game=bridge").text
    assert "Margin, on average" in text
    assert "a session" not in visitor.get("/statistics/?game=all").text


def test_points_of_several_pads_are_not_averaged(
    visitor: Visitor, all_over: None
) -> None:
    """A round of Golf is a few points, one of Uno hundreds."""
    people = ("Ann", "Ben", "Cy", "Dee")
    for pad, best in (("golf", 4), ("uno", 400), ("uno", 200)):
        table = visitor.lay("score-pad", people, preset=pad)
        points = {"points1": str(best), "points2": "0", "points3": "0", "points4": "0"}
        visitor.get(table).send(f"{table}enter/points", **points)
        assert visitor.page.status_code == 303, visitor.text
    golf, uno = "Golf (cards)", "Uno"
    text = visitor.get("/statistics/?game=score-pad").text
    assert f'aria-current="page">{uno}<' in text and f">{golf}<" in text
    assert "a session" in text and text.count("2 sessions, the last on") == 4
    (address,) = [
        unescape(link)
        for link, name in re.findall(r'href="([^"]+)"[^>]*>([^<]*)<', text)
        if name == golf
    ]
    text = visitor.get(address).text
    assert f'aria-current="page">{golf}<' in text
    assert text.count("1 session, the last on") == 4
    text = visitor.get("/statistics/of?who=Ann&game=score-pad").text
    sessions = text.split("Head to head")[0]
    assert "Margin, on average" not in text and "Best session" not in text
    assert "Points, on average" not in text
    for pad in (golf, uno):
        assert re.search(
            rf"<th[^>]*>{re.escape(pad)}</th>.*?class=\"avg\">[^<]+<", sessions
        )
    visitor.get("/statistics/deals?who=Ann&game=score-pad&kind=outcome.session")
    assert visitor.page.status_code == 200


def test_every_figure_leads_to_as_many_deals(seasons: Visitor) -> None:
    seasons.get("/statistics/of?who=Tom")
    figures = re.findall(
        r'href="(/statistics/deals[^"]+)">(\d+)</a>', seasons.page.text
    )
    assert len(figures) > 5
    for address, times in figures[:12]:
        seasons.get(unescape(address))
        assert len(links(seasons, "/t/")) == int(times), address


def test_every_cell_of_the_grid_leads_to_its_deals(seasons: Visitor) -> None:
    seasons.get("/statistics/of?who=Ingrid&who=Priya")
    cells = re.findall(
        r'href="(/statistics/deals[^"]+)">\d+<small>/(\d+)</small>', seasons.page.text
    )
    assert cells
    for address, times in cells[:5]:
        assert len(links(seasons.get(unescape(address)), "/t/")) == int(times)


def test_a_deal_leads_to_its_row_with_its_reasons(seasons: Visitor) -> None:
    seasons.get("/statistics/deals?who=Tom&kind=bridge.outcome.contract")
    first = links(seasons, "/t/")[0]
    address, _, row = first.partition("#")
    assert seasons.get(address).page.status_code == 200
    assert (
        f'id="{row}"' in seasons.page.text
        or f"why-{row.split('-')[1]}" in seasons.page.text
    )


def test_deals_are_listed_in_pages(
    seasons: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(statistics, "LISTED", 2)
    seasons.get("/statistics/deals?who=Tom&kind=bridge.outcome.contract")
    seen: list[str] = links(seasons, "/t/")
    while "Earlier deals" in seasons.text:
        (more,) = [
            link for link in links(seasons, "/statistics/deals") if "from=" in link
        ]
        seen += links(seasons.get(more), "/t/")
    assert len(seen) == len(set(seen)) > 2


def test_what_is_not_counted_yet_is_said(
    seasons: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(statistics, "COUNTING", -1)
    assert "3 sessions aren’t counted here yet" in seasons.get("/statistics/").text
    assert seasons.page.headers["Refresh"] == "1"
    monkeypatch.setattr(statistics, "COUNTING", 60)
    assert "Refresh" not in seasons.get("/statistics/").page.headers


@pytest.mark.parametrize(
    "address",
    [
        "/statistics/of",
        "/statistics/of?who=Nobody",
        "/statistics/of?who=a&who=b&who=c",
        "/statistics/deals?who=Tom&kind=nothing",
        "/statistics/deals?who=Tom",
        "/statistics/deals?who=Tom&kind=bridge.outcome.contract&row=4&column=Q",
    ],
)
def test_what_is_not_there_is_not_found(seasons: Visitor, address: str) -> None:
    assert seasons.get(address).page.status_code == 404


def test_the_best_deals_have_a_record_and_no_list(seasons: Visitor) -> None:
    assert "Best deal: " in seasons.get("/statistics/of?who=Tom").text
    best = seasons.get("/statistics/deals?who=Tom&kind=outcome.best")
    assert best.page.status_code == 404


def test_odd_places_and_pages_have_no_deals(seasons: Visitor) -> None:
    base = "/statistics/deals?who=Tom&kind=bridge.outcome.contract"
    for odd in ("&row=9&column=S", "&from=100000", "&came=made&row=x&column="):
        assert seasons.get(base + odd).page.status_code == 200, odd
    assert seasons.get(f"{base}&from=-5").page.status_code == 200


def test_in_public_a_phone_sees_its_own_tables_alone(tmp_path: Path) -> None:
    app = create_app(
        {
            "INSTANCE": str(tmp_path),
            "TESTING": True,
            "PUBLIC_URL": "https://cards.example",
        }
    )
    session = evening(4, session_id="theirs")
    adopt(app.extensions["store"], session.header, session.log)
    visitor = Visitor(app.test_client())
    visitor.client.environ_base |= {
        "HTTP_X_FORWARDED_HOST": "cards.example",
        "HTTP_X_FORWARDED_PROTO": "https",
    }
    assert "Ingrid" not in visitor.get("/statistics/").text
    assert visitor.get("/statistics/of?who=Ingrid").page.status_code == 404
    visitor.get("/statistics/deals?who=Ingrid&kind=bridge.outcome.contract")
    assert "No deals here" in visitor.text


def test_a_hostile_name_is_only_a_name(visitor: Visitor) -> None:
    name = HOSTILE[:24]
    table = visitor.lay("bridge", (name, "Tom", "Priya", "Marek"))
    visitor.get(f"{table}?form=quick")
    assert name not in visitor.get("/statistics/").page.text


def test_the_running_score_stands_beside_its_figures(seasons: Visitor) -> None:
    text = seasons.get("/t/evening-1/chart/").text
    assert "<svg" in text and text.count("<tr>") == 13
    total = re.search(r'class="chart".*?</svg>', seasons.page.text, re.S)
    assert total is not None and total.group().count("<polyline") == 2


def test_a_fresh_table_has_no_running_score(visitor: Visitor) -> None:
    table = visitor.lay("rook")
    assert "Nothing has been scored yet" in visitor.get(f"{table}chart/").text


def test_statistics_are_counted_for_a_few_at_a_time_and_players_come_first(
    visitor: Visitor, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns = app.extensions["turns"]
    client = app.test_client()
    visitor.lay("bridge")
    assert visitor.get("/statistics/").page.status_code == 200
    assert turns._counting == 0, "whoever has an answer ends"
    for n in range(limits.AT_ONCE):
        assert turns.begin(f"one of those {n}", is_stranger=True)
    stranger = client.get("/statistics/")
    assert stranger.status_code == 503 and stranger.headers["Refresh"] == str(
        limits.AGAIN
    )
    assert visitor.get("/statistics/").page.status_code == 503
    turns.end()  # one goes: the player, who came later, is before the stranger
    assert client.get("/statistics/").status_code == 503
    assert visitor.get("/statistics/").page.status_code == 200
    assert client.get("/statistics/").status_code == 200
    assert visitor.get("/").page.status_code == 200
    for n in range(2 * limits.MOST_WAITING):
        assert turns.begin(f"host-{n}", is_stranger=True) == (n == 0)
    assert len(turns._waiting) == limits.MOST_WAITING
    assert not turns.begin("player", is_stranger=False), (
        "there is no more room to wait in"
    )
    monkeypatch.setattr(limits, "PATIENCE", 0)  # whoever waits has gone
    turns.end()
    assert turns.begin("player", is_stranger=False)


def test_a_person_is_counted_once_however_the_name_is_written(
    visitor: Visitor, all_over: None
) -> None:
    for name in ("Priya", "PRIYA", "Priya"):
        table = visitor.lay("bridge", ("Ingrid", "Tom", name, "Marek"))
        visitor.get(f"{table}?form=quick").send(f"{table}enter/quick", **DEAL).follow()
    page = visitor.get("/statistics/").text
    for named in ("Priya", "Ingrid & Priya"):
        assert (
            len(re.findall(rf"<b>{named}</b>{MARGIN}<small>3 sessions", page, re.I))
            == 1
        )
    for name in ("Priya", "PRIYA"):
        assert "3 sessions" in visitor.get(f"/statistics/of?who={name}").text
        assert "3 sessions" in visitor.get(f"/statistics/of?who={name}&who=Ingrid").text
