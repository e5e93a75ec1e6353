"""A deal that is corrected under a ruling: nobody agrees to a change that changes
nothing, and no side escapes a ruling alone."""

from collections.abc import Callable

import pytest
from flask import Flask

from scorekeeper.core.ruling_notes import Ruled
from scorekeeper.core.seats import Seat
from scorekeeper.tables.rulings.given import ruled_on
from tests.web.conftest import Visitor
from tests.web.ruling import REVOKED, Table, elsewhere, revoke

CLAIM = {
    **{"seat": "S", "left": "4", "tricks": "4", "claim": "no", "settle": "rule"},
    **{"70.trump-stated": "none", "70.certain": "2", "68.before": "7", "which": "last"},
}
"""South claimed four of the last four: two are certain, which makes nine in all."""


@pytest.fixture
def table(visitor: Visitor, app: Flask) -> Table:
    return Table(visitor, app)


def claimed(table: Table) -> int:
    """Eleven tricks are entered, and a ruling that is accepted says nine."""
    table.result(11)
    page = "ask/irregularity/claim"
    told = {name: fact for name, fact in CLAIM.items() if name != "70.certain"}
    query = "&".join(f"{name}={fact}" for name, fact in told.items())
    table.post(f"{page}?{query}", f"{page}/judge", **told, side="all", judged="2")
    table.went()
    table.post(f"{page}?{query}", page, **told).went()
    seq = max(
        entry.seq for entry in table.session.log if isinstance(entry.event, Ruled)
    )
    table.answer(seq, "accept").went()
    assert table.tricks == "9"
    return seq


def corrected(phone: Visitor, table: Table, tricks: int, **fields: object) -> Visitor:
    row = next(iter(table.session.sheet.rows())).id
    page = f"{table.address}rows/{row}/correct"
    played = {"level": 4, "denomination": "S", "doubling": "", "declarer": "S"}
    return phone.get(page).send(page, tricks=tricks, **played, **fields)


def test_the_form_says_beforehand_what_a_ruling_decides(table: Table) -> None:
    seq = claimed(table)
    row = next(iter(table.session.sheet.rows())).id
    table.get(f"rows/{row}/correct")
    assert "9 tricks in all for N–\u2060S. That counts whatever you enter here." in (
        table.said
    )
    assert f'name="ruling" value="{seq}"' in table.visitor.text


def test_a_correction_that_a_ruling_leaves_without_effect_is_not_taken(
    table: Table,
) -> None:
    claimed(table)
    before = table.session.last
    corrected(table.visitor, table, 10)
    assert table.visitor.page.status_code == 422
    assert "your correction changes nothing" in table.said
    assert table.session.last == before


def test_with_the_ruling_taken_back_the_correction_counts(table: Table) -> None:
    seq = claimed(table)
    corrected(table.visitor, table, 10, ruling=seq)
    assert table.visitor.page.status_code == 303, table.said
    assert table.tricks == "10"
    assert not ruled_on(table.session)
    assert not table.session.folded.misfits


def test_no_side_takes_a_ruling_back_alone(
    table: Table, another: Callable[[], Visitor]
) -> None:
    seq = claimed(table)
    east = elsewhere(table, another(), Seat.EAST)
    before = table.session.last
    for phone in (table.visitor, east):
        corrected(phone, table, 10, ruling=seq)
        assert phone.page.status_code == 422
        assert "must agree on their own phones" in phone.text
        assert table.session.last == before
    corrected(table.visitor, table, 10, ruling=seq, consent="NS", ask="1")
    assert table.visitor.page.status_code == 303, table.said
    assert table.tricks == "9"
    asked = east.get(table.address + "change/")
    asked.send(table.address + "change/", agreed="EW", **asked.hidden())
    assert table.tricks == "10"
    assert not ruled_on(table.session)


def test_the_side_that_revoked_asks_the_others_to_let_the_ruling_go(
    table: Table, another: Callable[[], Visitor]
) -> None:
    table.play(*REVOKED).result(10)
    east = elsewhere(table, another(), Seat.EAST, Seat.WEST)
    seq = revoke(table)
    page = f"{table.address}docket/{seq}"
    table.answer(seq, "state", party="NS", agrees="accept").went()
    east.get(page).send(f"{page}/state", party="EW", agrees="accept")
    assert table.tricks == "12"
    corrected(east, table, 10, ruling=seq)
    assert east.page.status_code == 422
    assert "must agree on their own phones" in east.text
    assert table.tricks == "12"
