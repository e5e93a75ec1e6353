"""A night on a public server: only who scanned its code learns anything."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from flask import Flask, url_for
from werkzeug.routing import BuildError

from scorekeeper import create_app
from scorekeeper.core.phone_notes import Arrival, PhoneSeated
from scorekeeper.store.phones import Purpose
from scorekeeper.web.page.invitations import words_for
from tests.web.conftest import Visitor
from tests.web.nights.evenings import EIGHT, Evening, open_night
from tests.web.public import PUBLIC, PublicClient

RUN = ("people", "movement", "given")
"""Pages for those who run the night."""


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    instance = str(tmp_path / "instance")
    app = create_app({"INSTANCE": instance, "TESTING": True, "PUBLIC_URL": PUBLIC})
    app.test_client_class = PublicClient
    return app


@pytest.fixture
def evening(app: Flask, visitor: Visitor) -> Evening:
    evening = open_night(visitor)
    for name in EIGHT[:5]:
        evening.join(name, Visitor(app.test_client()))
    evening.begin("howell", deals="1")
    return evening


def test_a_phone_joins_by_the_code_and_plays(evening: Evening) -> None:
    ann = evening.phones["Ann"]
    page = ann.get(evening.address)
    assert page.page.status_code == 200 and "with Ben" in page.text
    evening.play("Ann", (10,))
    assert ann.get(f"{evening.address}board/1").page.status_code == 200
    assert ann.get(f"{evening.address}standings").page.status_code == 200


@pytest.mark.parametrize(
    "page", ["", "who", "standings", "room", "people", "movement", "board/1", "given"]
)
def test_a_stranger_learns_nothing(evening: Evening, app: Flask, page: str) -> None:
    stranger = Visitor(app.test_client())
    found = stranger.get(f"{evening.address}{page}").page
    assert found.status_code in (403, 404)
    if found.status_code == 403:
        assert "Scan the night’s code, or type it." in found.text or page in RUN
    assert "Ann" not in found.text and "Round" not in found.text
    assert evening.session.id not in stranger.get("/").text


def test_a_player_reads_no_other_table(evening: Evening) -> None:
    own = evening.table_of("Ann")
    other = next(
        evening.table_of(name) for name in EIGHT if evening.table_of(name) != own
    )
    assert evening.phones["Ann"].get(own).page.status_code == 200
    assert evening.phones["Ann"].get(other).page.status_code == 403


def test_a_screen_in_the_room_watches_by_the_code(evening: Evening, app: Flask) -> None:
    screen = Visitor(app.test_client())
    with app.test_request_context(base_url=PUBLIC):
        words = words_for(evening.session.id, Purpose.JOIN)
    there = f"/night/join/{words}"
    screen.get(there).send(there)
    assert screen.page.status_code == 303
    assert "Ann" in screen.get(f"{evening.address}room").text
    assert screen.get(f"{evening.address}board/1").page.status_code == 403


def test_a_stranger_can_go_on_from_no_night_of_others(
    evening: Evening, app: Flask
) -> None:
    for name in EIGHT[5:]:
        evening.phones[name] = evening.host
    while not evening.night.is_last_round:
        evening.next_round()
    sign = {"sure": "1"}
    evening.host.get(f"{evening.address}standings").send(
        f"{evening.address}sign", **sign
    )
    assert evening.night.signed is not None
    for phone, offered in ((evening.host, True), (Visitor(app.test_client()), False)):
        another = open_night(phone)
        there = f"{another.address}movement"
        assert (evening.session.id in phone.get(there).text) is offered
        if not offered:
            phone.send(there, plan="howell", earlier=evening.session.id)
            assert phone.page.status_code == 400


def test_who_takes_the_part_of_somebody_is_seen_and_sent_away(
    evening: Evening, app: Flask
) -> None:
    """Names are all that a night knows of people."""
    table = evening.table_of("Gus")
    player = next(one for one in evening.phones if evening.table_of(one) == table)
    evening.play(player, (10,))
    laid = evening.night.rounds[0].fact.tables
    number = next(one.board for one in laid if one.session in table)
    other = Visitor(app.test_client())
    evening.join("Gus", other)
    session = evening.store.open(table.split("/")[2])
    assert session is not None
    came = [event for _, event in session.of(PhoneSeated)][-1]
    assert came.how is Arrival.MOVED, "its table is told"
    board = f"{evening.address}board/{number}"
    assert other.get(board).page.status_code == 200
    assert other.get(table).page.status_code == 200
    people = f"{evening.address}people"
    gus = evening.night.people.index("Gus") + 1
    evening.host.get(people).send(f"{people}/{gus}", do="phone")
    assert other.get(board).page.status_code == 403
    assert other.get(table).page.status_code == 403


# ---- in a kitchen, where everybody may look at a table that is in no night ----


@pytest.fixture
def kitchen(tmp_path: Path) -> Evening:
    """Ann's table has played its round; Hal has no phone."""
    app = create_app({"INSTANCE": str(tmp_path / "kitchen"), "TESTING": True})
    evening = open_night(Visitor(app.test_client()))
    for name in EIGHT[:7]:
        evening.join(name, Visitor(app.test_client()))
    evening.begin("howell", deals="2")
    evening.play("Ann", (10, 9))
    return evening


def addresses(evening: Evening, session_id: str, method: str) -> Iterator[str]:
    """Every address of a session, of its first row, entry, seat and board."""
    app = evening.host.client.application
    session = evening.store.open(session_id)
    assert session is not None
    rows = [row.id for row in session.sheet.rows()]
    known = {"session_id": session_id, "row_id": [*rows, "1"][0], "purpose": "watch"}
    with app.test_request_context():
        for rule in app.url_map.iter_rules():
            has_session = "session_id" in rule.arguments
            if has_session and method in (rule.methods or ()):
                asked = {name: known.get(name, "1") for name in rule.arguments}
                with suppress(BuildError):
                    yield url_for(rule.endpoint, **asked)


def others(evening: Evening) -> dict[str, Visitor]:
    own = evening.table_of("Ann")
    name = next(name for name in EIGHT[:7] if evening.table_of(name) != own)
    stranger = Visitor(evening.host.client.application.test_client())
    return {"host": evening.host, "player": evening.phones[name], "stranger": stranger}


@pytest.mark.parametrize("who", ["host", "player", "stranger"])
def test_nobody_else_reads_any_page_of_a_table(kitchen: Evening, who: str) -> None:
    table = kitchen.table_of("Ann").split("/")[2]
    phone = others(kitchen)[who]
    asked = [
        one for one in addresses(kitchen, table, "GET") if not one.startswith("/night")
    ]
    assert len(asked) > 30
    for address in asked:
        found = phone.client.get(address)
        assert found.status_code in (403, 404, 405), address
        assert "Ann" not in found.get_data(as_text=True)


@pytest.mark.parametrize("who", ["player", "stranger"])
def test_nobody_else_runs_the_night(kitchen: Evening, who: str) -> None:
    """Whatever is sent to it, but who somebody is and their own signature."""
    phone = others(kitchen)[who]
    token = phone.get("/night/new").hidden()["csrf_token"]
    before = kitchen.session.head
    sent = [
        one
        for one in addresses(kitchen, kitchen.session.id, "POST")
        if one.startswith("/night") and not one.endswith(("/who", "/signature"))
    ]
    assert len(sent) > 10
    for address in sent:
        fields = {"csrf_token": token, "key": "k", "round": "1", "place": "1.1"}
        found = phone.client.post(address, data={**fields, "board": "1", "sure": "1"})
        assert found.status_code == 403, address
    assert kitchen.session.head == before
    token = kitchen.host.get("/night/new").hidden()["csrf_token"]
    sure = {"csrf_token": token, "key": "k", "do": "break", "round": "1"}
    kitchen.host.client.post(f"{kitchen.address}clock", data={**sure, "minutes": "5"})
    assert kitchen.session.head != before, "the form is right but for who sends it"


@pytest.mark.parametrize("who", ["host", "player", "stranger"])
def test_no_board_and_no_file_is_read_before_it_was_played(
    kitchen: Evening, who: str
) -> None:
    phone = others(kitchen)[who]
    files = ("results.csv", "night.pbn", "night.xml", "standings.pdf")
    papers = ("paper/own.pdf", "paper/travellers.pdf", "paper/ranking.pdf")
    for page in (*files, *papers, "board/1", "board/2", "board/3"):
        found = phone.get(f"{kitchen.address}{page}")
        assert found.page.status_code == 403, page
    for page in ("", "standings", "standings.csv", "room"):
        text = phone.get(f"{kitchen.address}{page}").text
        assert "620" not in text and "420" not in text
