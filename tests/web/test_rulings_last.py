"""What a ruling leaves behind: obligations, open questions, the end of a deal, its points."""

import pytest
from flask import Flask

from scorekeeper.core.docket import Ruled
from scorekeeper.core.session import Command, Entry
from scorekeeper.tables.docket import docket_view
from tests.web.conftest import Visitor
from tests.web.test_docket import Table

EXPOSED = {"seat": "E", "card": "HQ", "50.partner-leads": "no"}


@pytest.fixture
def table(visitor: Visitor, app: Flask) -> Table:
    return Table(visitor, app)


def test_a_penalty_card_stands_on_every_page_until_it_is_played(table: Table) -> None:
    seq = table.rule("exposed-card", **EXPOSED)
    assert "major penalty card" not in table.get("sheet").said, "not before it is accepted"
    table.answer(seq, "accept").went()
    assert "is a major penalty card" in table.get("").said
    table.play("HK", "H2", "HQ", "H3")
    assert "major penalty card" not in table.get("").said


def test_a_revoke_that_nobody_can_judge_yet_is_asked_again_when_the_deal_is_over(
    table: Table,
) -> None:
    facts = {"seat": "E", "card": "D2", "besides": "none", "61.could": "later"}
    seq = table.rule("revoke", **facts)
    assert "Play on" in table.get(f"docket/{seq}").said
    assert "left open" not in table.get("").said
    table.result(10)
    assert "A ruling was left open" in table.get("").said
    assert "Ask again" in table.get(f"docket/{seq}").said
    answers = {"which": "last", "61.could": "no"}
    table.rule("revoke", **{**facts, **answers})
    assert "left open" not in table.get("").said


def test_an_agreed_claim_ends_the_deal_with_its_tricks(table: Table) -> None:
    claim = {"68.left": "13", "68.tricks": "10", "68.claim": "yes", "68.before": "0"}
    seq = table.rule("claim", seat="S", **claim)
    assert "In points, once accepted" in table.get(f"docket/{seq}").said
    table.answer(seq, "accept").went()
    assert table.tricks == "10"


def test_a_ruling_on_a_deal_with_nothing_recorded_waits_for_its_result(
    visitor: Visitor, app: Flask
) -> None:
    table = Table(visitor, app)
    table.result(9)
    facts = {"seat": "E", "card": "D2", "besides": "none", "which": "now", "declarer": "S"}
    answers = {"61.could": "yes", "63.established": "yes", "64.won": "partner"}
    seq = table.rule("revoke", **facts, **answers)
    table.answer(seq, "accept").went()
    assert table.tricks == "9", "the last deal is none of its business"
    table.post(
        "?form=contract", "enter/contract", level=4, denomination="S", doubling="", declarer="S"
    )
    table.result(9)
    rows = [row for row in table.session.sheet.rows()]
    said = [next(str(f.value) for f in row.facts if f.head == "tricks") for row in rows]
    assert said == ["9", "10"]


def test_facts_of_older_entries_are_read_without_the_number_of_their_law(table: Table) -> None:
    facts = (
        *(("seat", "E"), ("card", "D2"), ("besides", "none"), ("could", "yes")),
        *(("twelfth", "no"), ("established", "yes"), ("won", "partner")),
    )
    event = Ruled("bridge.irregularity.revoke", facts, "bridge.ruling.transfer")
    store = table.app.extensions["store"]
    with table.app.app_context():
        from scorekeeper.core.chain import Stamp

        store.append(
            table.session.id, Command((Entry(event),)), Stamp("2026-01-01T00:00:00Z", key="old")
        )
    one = docket_view(table.session)[-1]
    assert one["ruling"] is not None
    assert any(
        "hold" in str(asked.code) or "could" in str(asked.code) for asked, _ in one["facts"][3:]
    )


def test_what_went_wrong_is_found_by_a_word_and_by_its_phase(table: Table) -> None:
    page = table.get("ask/irregularity?q=claim")
    assert "claim" in page.said.lower() and "insufficient" not in page.said.lower()
    assert "The bidding" in table.get("ask/irregularity").said
