"""Who says no, and to what, every phone at the table is told at once, with what would
do now."""

import json
import re
from collections.abc import Callable

import pytest
from flask import Flask

from scorekeeper.core.result_notes import ResultConfirmed, ResultDisputed
from scorekeeper.core.seats import Seat
from scorekeeper.tables.results import confirmed, disputed
from scorekeeper.tables.settled import settled
from tests.web.conftest import Visitor
from tests.web.ruling import REVOKED, Table, elsewhere, revoke


@pytest.fixture
def table(visitor: Visitor, app: Flask) -> Table:
    return Table(visitor, app)


@pytest.fixture
def east(table: Table, another: Callable[[], Visitor]) -> Visitor:
    east = elsewhere(table, another(), Seat.EAST, Seat.WEST)
    for phone in (east, table.visitor):  # both are there
        phone.get(f"{table.address}live?v=")
    return east


def told(phone: Visitor, table: Table) -> str:
    """What the stream tells this phone of a change or a no."""
    strip = json.loads(phone.get(f"{table.address}live?v=").text)["strip"]
    aside = strip.partition('class="change"')[2].partition("</aside>")[0]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", aside))


def say_no(phone: Visitor, table: Table, side: str) -> Visitor:
    row = next(iter(table.session.sheet.rows())).id
    phone.get(table.address)
    sent = {**phone.hidden(), "against": side, "then": "table"}
    found = re.search(r'name="shown" value="(\w+)"', phone.text)
    assert found, phone.text
    return phone.send(f"{table.address}agree/{row}", **sent | {"shown": found[1]})


def test_who_disagrees_with_a_result_every_phone_is_told(
    table: Table, east: Visitor
) -> None:
    table.result(10)
    say_no(east, table, "EW")
    assert east.page.status_code == 303, east.text
    for phone in (table.visitor, east):
        said = told(phone, table)
        assert "E–\u2060W: the result isn’t right (Deal 1)" in said
        assert "Correct the result, or ask the arbiter." in said
        assert "E–\u2060W disagree: correct it" in phone.get(table.address).text
    row = next(iter(table.session.sheet.rows()))
    assert [*disputed(table.session, row)] == ["EW"]
    listed = table.visitor.get(f"{table.address}agree/{row.id}").text
    assert "disagrees · on their own phone" in listed


def test_a_side_that_agrees_after_all_is_spoken_of_no_more(
    table: Table, east: Visitor
) -> None:
    row = next(iter(table.result(10).session.sheet.rows())).id
    say_no(east, table, "EW")
    page = f"{table.address}agree/{row}"
    east.get(f"{page}?side=EW").send(page, party="EW")
    assert east.page.status_code == 303, east.text
    assert "isn’t right" not in told(table.visitor, table)
    assert not disputed(table.session, next(iter(table.session.sheet.rows())))


def test_what_a_side_disputes_it_has_not_confirmed(table: Table, east: Visitor) -> None:
    row = next(iter(table.result(10).session.sheet.rows())).id
    page = f"{table.address}agree/{row}"
    east.get(f"{page}?side=EW").send(page, party="EW")
    say_no(east, table, "EW")
    table.visitor.get(f"{page}?side=NS").send(page, party="NS")
    kinds = [type(entry.event) for entry in table.session.log[-3:]]
    assert kinds == [ResultConfirmed, ResultDisputed, ResultConfirmed]
    assert [*confirmed(table.session, table.session.sheet.row(row))] == ["NS"]  # type: ignore[arg-type]
    assert not settled(table.session)


def test_nobody_disputes_a_result_for_the_other_side(
    table: Table, east: Visitor
) -> None:
    table.result(10)
    say_no(table.visitor, table, "EW")
    assert table.visitor.page.status_code == 403
    assert not table.session.of(ResultDisputed)


def test_that_it_was_not_quite_so_every_phone_is_told(
    table: Table, east: Visitor
) -> None:
    seq = revoke(table.play(*REVOKED).result(10))
    page = f"{table.address}docket/{seq}"
    no = {"party": "EW", "agrees": "no", "words": "It was a diamond"}
    east.get(page).send(f"{page}/state", **no)
    said = told(table.visitor, table)
    assert "E–\u2060W: not quite (Deal 1: A failure to follow suit (revoke))" in said
    assert "Let the arbiter decide, agree on what happened, or play on." in said
    east.get(page).send(f"{page}/state", party="EW", agrees="yes")
    assert "not quite" not in told(table.visitor, table)


def test_that_a_ruling_was_appealed_every_phone_is_told(
    table: Table, east: Visitor
) -> None:
    seq = revoke(table.play(*REVOKED).result(10))
    page = f"{table.address}docket/{seq}/appeal"
    east.get(page).send(page, reason="it was a diamond", by="E")
    assert east.page.status_code == 303, east.text
    for phone in (table.visitor, east):
        said = told(phone, table)
        assert "Let the arbiter decide, or settle it another way." in said


def test_that_a_change_was_declined_every_phone_is_told(
    table: Table, east: Visitor
) -> None:
    row = next(iter(table.result(10).session.sheet.rows())).id
    for phone, side in ((table.visitor, "NS"), (east, "EW")):
        page = f"{table.address}agree/{row}"
        phone.get(f"{page}?side={side}").send(page, party=side)
        assert phone.page.status_code == 303, phone.text
    strike = f"{table.address}rows/{row}/strike"
    table.visitor.get(strike).send(strike, reason="miscounted")
    table.visitor.send(strike, consent=["NS"], ask="1")
    assert table.visitor.page.status_code == 303, table.visitor.text
    waiting = f"{table.address}change/"
    east.get(waiting).send(waiting, declined="EW")
    assert east.page.status_code == 303, east.text
    for phone in (table.visitor, east):
        said = told(phone, table)
        assert "Nothing was changed. Talk it over, then propose it again" in said


def test_that_house_rules_were_declined_every_phone_is_told(
    table: Table, east: Visitor
) -> None:
    rules = f"{table.address}rules/"
    table.visitor.get(f"{rules}change").send(f"{rules}preview", scoring="chicago")
    table.visitor.send(f"{rules}change", agreed="all")
    east.get(f"{rules}proposal").send(f"{rules}proposal", declined="1")
    assert east.page.status_code == 303, east.text
    for phone in (table.visitor, east):
        assert "The house rules stay as they are." in told(phone, table)


def test_an_accepted_ruling_says_once_what_it_is_about(
    table: Table, east: Visitor
) -> None:
    seq = revoke(table.play(*REVOKED).result(10))
    page = f"{table.address}docket/{seq}"
    for side, phone in (("NS", table.visitor), ("EW", east)):
        phone.get(page).send(f"{page}/state", party=side, agrees="yes")
    table.answer(seq, "accept").went()
    said = told(east, table)
    assert "Ruling accepted (Deal 1: A failure to follow suit (revoke))" in said
    assert "2 tricks for N–\u2060S" in said
    assert said.count("Deal 1") == 1, said
