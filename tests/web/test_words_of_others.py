"""No phone comes by the word of another one: by a link, a seat, a file, a lost host, or
an arbiter whom only somebody else accepted."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from flask import Flask

from scorekeeper.core.phone_notes import Arrival, PhoneSeated
from scorekeeper.core.seals import LeftSealed
from scorekeeper.store import Store
from scorekeeper.store.phones import Purpose
from tests.agreements import finished_rows
from tests.web.agreeing import moved_to, played, proposed, settle_all, table_of
from tests.web.conftest import Visitor, accept_arbiter, join
from tests.web.ruling import REVOKED, Table, revoke
from tests.web.sealing import bridge, deal, seal
from tests.web.seating import answer, link, seats_of

Another = Callable[[], Visitor]


def asked_here(phone: Visitor, address: str, row: int) -> list[str]:
    """The sides for which this phone could agree to strike a row."""
    page = f"{address}rows/{row}/strike"
    phone.get(page).send(page, reason="mine")
    return re.findall(r'name="consent" value="(\w+)"', phone.text)


def later(app: Flask, monkeypatch: pytest.MonkeyPatch, seconds: int) -> None:
    """Let so many seconds pass."""
    store: Store = app.extensions["store"]
    now = store.now
    monkeypatch.setattr(store, "now", lambda: now() + timedelta(seconds=seconds))


def test_a_seat_that_moves_to_the_hosts_phone_brings_it_no_word(
    app: Flask, visitor: Visitor, another: Another
) -> None:
    east = another()
    tablet = another()
    address = played(app, visitor, "bridge", tablet)  # the tablet has West
    moved_to(app, east, visitor, address, "E")
    moved_to(app, visitor, tablet, address, "W")
    how = [
        e.event.how
        for e in table_of(app, address).log
        if isinstance(e.event, PhoneSeated)
    ]
    assert how[-1] is Arrival.TAKEN_BACK
    settle_all(app, address, [east, visitor])
    (row, *_) = finished_rows(table_of(app, address))
    assert asked_here(visitor, address, row) == ["NS"]
    waiting = proposed(visitor, address, row)
    east.get(waiting).send(waiting, agreed="EW")
    assert east.page.status_code == 303, "it is asked there and only there"


def test_a_seat_that_an_arbiter_moves_brings_no_word(
    app: Flask, visitor: Visitor, another: Another
) -> None:
    west = another()
    tablet = another()
    fourth = another()
    address = played(app, visitor, "bridge", west)
    settle_all(app, address, [visitor, west])
    (row, *_) = finished_rows(table_of(app, address))
    moved_to(app, tablet, visitor, address, "E")
    arbiter = answer(another(), link(app, address, Purpose.ARBITER))
    accept_arbiter(address, visitor, tablet)
    moved_to(app, fourth, arbiter, address, "W")
    waiting = proposed(visitor, address, row)
    for phone in (fourth, tablet):
        phone.get(waiting).send(waiting, agreed="EW")
        assert phone.page.status_code == 422, phone.text
    west.get(waiting).send(waiting, agreed="EW")
    assert west.page.status_code == 303, west.text


def test_who_becomes_the_host_has_not_the_word_of_the_host_before(
    app: Flask, visitor: Visitor, another: Another, monkeypatch: pytest.MonkeyPatch
) -> None:
    west = another()
    address = played(app, visitor, "bridge", west)
    settle_all(app, address, [visitor, west])
    (row, *_) = finished_rows(table_of(app, address))
    for seconds in (0, 601):
        later(app, monkeypatch, seconds)
        found = re.search(
            r'name="since" value="(\d*)"', west.get(address + "phones").text
        )
        west.send(address + "phones/host", since=found[1] if found else "")
    assert "N" in seats_of(app, west, address), west.text
    assert asked_here(west, address, row) == ["EW"]
    assert "must agree on their own phone" in west.text


def test_the_other_side_leaves_no_seal_closed(
    app: Flask, visitor: Visitor, another: Another
) -> None:
    address = bridge(visitor)
    west = join(visitor, another(), address, "W")
    seq = seal(west, address)
    deal(visitor, address)
    page = f"{address}sealed/{seq}/leave"
    for phone, status in ((visitor, 422), (west, 303)):
        phone.get(page).send(page, outcome="0")
        assert phone.page.status_code == status, phone.text
    log = table_of(app, address).log
    assert sum(isinstance(entry.event, LeftSealed) for entry in log) == 1


def test_a_declined_change_of_house_rules_does_not_rise_again(
    app: Flask, visitor: Visitor, another: Another
) -> None:
    address = visitor.lay("bridge")
    west = join(visitor, another(), address, "W")
    visitor.get(address + "rules/change").send(
        address + "rules/preview", scoring="chicago"
    )
    visitor.send(address + "rules/change", agreed="all")
    page = address + "rules/proposal"
    west.get(page).send(page, declined="1")
    declined = table_of(app, address).last
    strike = f"{address}entries/{declined}/strike"
    west.get(strike).send(strike, reason="after all")
    assert west.page.status_code == 422
    assert "Propose another change" in west.text


def test_what_an_arbiter_decides_is_put_to_the_side_that_must_agree(
    visitor: Visitor, app: Flask, another: Another
) -> None:
    """The phone that settled the row had gone before the arbiter was accepted on
    another one."""
    table = Table(visitor, app)
    east = another()
    other = another()
    moved_to(app, east, visitor, table.address, "E")
    seq = revoke(table.play(*REVOKED).result(10))
    settle_all(app, table.address, [visitor, east])
    moved_to(app, other, visitor, table.address, "E")
    arbiter = answer(another(), link(app, table.address, Purpose.ARBITER))
    accept_arbiter(table.address, visitor, other)
    page = f"{table.address}docket/{seq}"
    visitor.get(page).send(f"{page}/state", party="NS", agrees="yes")
    other.get(page).send(f"{page}/state", party="EW", agrees="no", words="a diamond")
    arbiter.get(page).send(f"{page}/accept")
    assert "must agree on their own phone" in arbiter.text
    arbiter.send(f"{page}/accept", ask="1")
    assert arbiter.page.status_code == 303, arbiter.text
    waiting = table.address + "change/"
    other.get(waiting).send(waiting, agreed="EW")
    assert other.page.status_code == 422
    east.get(waiting).send(waiting, agreed="EW")
    assert east.page.status_code == 303, east.text
    assert table.tricks == "12"
