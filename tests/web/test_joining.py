"""Coming to a table by a link or by a code that was said."""

import re
import threading
from collections.abc import Callable

import pytest
from flask import Flask, before_render_template

from scorekeeper.core.evening import Left
from scorekeeper.core.messages import message
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Command, Entry, Stamp
from scorekeeper.store import NotSaved
from scorekeeper.store.phones import Purpose
from scorekeeper.web.page import invitations
from scorekeeper.web.page.incoming import now
from scorekeeper.web.page.phone import claiming
from tests.web.conftest import Visitor, accept_arbiter
from tests.web.seating import (
    answer,
    id_of,
    link,
    reference,
    seats_of,
    store_of,
)

Another = Callable[[], Visitor]


def test_a_link_that_is_only_looked_at_seats_nobody(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    table = visitor.lay("bridge")
    before = store_of(app).phones.holdings(id_of(table))
    for purpose in (
        Purpose.JOIN,
        Purpose.WATCH,
        Purpose.ARBITER,
        Purpose.MOVE,
        Purpose.HOST,
    ):
        bot = another().get(link(app, table, purpose, Seat.WEST))
        assert bot.page.status_code == 200
        assert not reference(bot)
    assert store_of(app).phones.holdings(id_of(table)) == before


def test_from_the_code_to_the_table_in_three_taps(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    table = visitor.lay("bridge")
    west = another().get(link(app, table, Purpose.JOIN))  # one: the scanned link
    assert "Who are you?" in west.text
    west.send(west.page.request.path, seat="W")  # two: the name
    where = west.page.headers["Location"]
    assert where.split("?")[0] == table
    assert "/j/" not in where
    assert 'name="level"' in west.follow().page.text
    assert seats_of(app, west, table) == "W"
    assert "Marek on their own phone" in visitor.get(table + "log").text


def test_one_seat_has_one_phone(visitor: Visitor, another: Another, app: Flask) -> None:
    table = visitor.lay("bridge")
    address = link(app, table, Purpose.JOIN)
    phones = [another().get(address) for _ in range(4)]
    threads = [
        threading.Thread(target=phone.send, args=(address,), kwargs={"seat": "W"})
        for phone in phones
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(phone.page.status_code for phone in phones) == [303, 409, 409, 409]
    late = next(phone for phone in phones if phone.page.status_code == 409)
    assert "Another phone already plays" in late.text
    assert seats_of(app, late, table) == ""


def test_who_has_no_name_yet_says_it_when_sitting_down(
    visitor: Visitor, another: Another, app: Flask
) -> None:
    table = visitor.lay("bridge")
    gone = Command((Entry(Left("Marek")),))
    store_of(app).append(
        id_of(table), gone, Stamp("2026-11-21T20:00:00Z", key="played")
    )
    address = link(app, table, Purpose.JOIN)
    late = another()
    assert answer(late, address, seat="W").page.status_code == 422
    assert answer(late, address, seat="W", name="Ingrid").page.status_code == 422
    assert seats_of(app, late, table) == ""
    assert answer(late, address, seat="W", name="Zoë\u202e").page.status_code == 303
    session = store_of(app).open(id_of(table))
    assert session is not None
    assert dict(session.folded.people)[Seat.WEST] == "Zoë"


def test_a_spoken_code_is_forgiving_and_brief(
    visitor: Visitor, another: Another, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = visitor.lay("bridge")
    with app.test_request_context():
        code = invitations.words_for(id_of(table), Purpose.CODE)
    assert re.fullmatch("[0-9A-HJKMNP-TV-Z]{8}", code)
    said = code.lower().replace("0", "o").replace("1", "l")
    assert (
        answer(another(), "/join", code=f"{said[:4]} {said[4:]}").page.status_code
        == 303
    )
    assert another().get(f"/j/{code}").page.status_code == 410  # letters are no link
    monkeypatch.setattr(invitations, "now", lambda: now(601))
    assert answer(another(), "/join", code=code).page.status_code == 422


@pytest.mark.parametrize(
    "purpose", [Purpose.WATCH, Purpose.ARBITER, Purpose.MOVE, Purpose.HOST]
)
def test_a_link_is_good_for_its_purpose_alone(
    visitor: Visitor, another: Another, app: Flask, purpose: Purpose
) -> None:
    table = visitor.lay("bridge")
    other = another()
    address = link(app, table, purpose, Seat.EAST)
    answer(other, address, seat="W", purpose="join")
    held = {"move": "E", "host": "ENSW"}.get(purpose.value, "")
    assert "".join(sorted(seats_of(app, other, table))) == held
    assert (
        answer(other, "/join", code=address.rsplit("/", 1)[1]).page.status_code == 422
    )


@pytest.mark.parametrize("purpose", [Purpose.ARBITER, Purpose.MOVE, Purpose.HOST])
def test_what_gives_much_works_once(
    visitor: Visitor, another: Another, app: Flask, purpose: Purpose
) -> None:
    table = visitor.lay("bridge")
    address = link(app, table, purpose, Seat.EAST)
    first = another().get(address)
    second = another().get(address)
    assert first.send(address).page.status_code == 303
    assert second.send(address).page.status_code == 410
    assert not seats_of(app, second, table)


@pytest.mark.parametrize("purpose", [Purpose.WATCH, Purpose.ARBITER, Purpose.HOST])
def test_of_a_used_up_link_the_page_is_drawn_after_its_transaction(
    visitor: Visitor,
    another: Another,
    app: Flask,
    monkeypatch: pytest.MonkeyPatch,
    purpose: Purpose,
) -> None:
    app.config["PUBLIC_URL"] = "http://localhost"  # who watches needs a place
    table = visitor.lay("bridge")
    store = store_of(app)
    drawn = list[bool]()
    address = link(app, table, purpose)
    late = another().get(address)

    def others_are_quicker() -> str:
        store.phones.withdraw(id_of(table))
        return claiming()

    def draws(_app: Flask, **_what: object) -> None:
        drawn.append(store._transaction.db is not None)

    monkeypatch.setattr("scorekeeper.web.page.phone.claiming", others_are_quicker)
    with before_render_template.connected_to(draws, app):
        assert late.send(address).page.status_code == 410
    assert drawn == [False]


def test_a_moving_link_is_good_for_two_minutes(
    visitor: Visitor, another: Another, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = visitor.lay("bridge")
    address = link(app, table, Purpose.MOVE, Seat.WEST)
    other = another().get(address)
    monkeypatch.setattr(invitations, "now", lambda: now(121))
    assert other.send(address).page.status_code == 410
    assert "no longer works" in other.text


def test_a_link_that_works_once_is_used_up_by_what_it_gives_alone(
    app: Flask, visitor: Visitor, another: Another, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = visitor.lay("bridge")
    arbiter = another()
    words = link(app, table, Purpose.ARBITER)

    def fails(*_: object, **__: object) -> None:
        raise NotSaved(message("refused.not-saved", fault="the disk is full"))

    with monkeypatch.context() as broken:
        broken.setattr(type(app.extensions["store"].phones), "be", fails)
        arbiter.get(words).send(words)
        assert arbiter.page.status_code == 503
    answer(arbiter, words)
    accept_arbiter(table, visitor)
    assert "arbiter’s phone" in arbiter.get(f"{table}phones").text
    again = another()
    assert again.get(words).page.status_code == 410, "and it works once"
