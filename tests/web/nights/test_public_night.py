"""A night on a public server: only who scanned its code learns anything."""

from pathlib import Path

import pytest
from flask import Flask

from scorekeeper import create_app
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
