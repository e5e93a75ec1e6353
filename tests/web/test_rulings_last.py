"""What a ruling leaves behind: obligations, open questions, the end of a deal, its points."""

import re

import pytest
from flask import Flask

from scorekeeper.core.notes import Ruled
from scorekeeper.core.session import Command, Entry
from scorekeeper.tables.rulings import rulings_view
from tests.web.conftest import Visitor
from tests.web.test_rulings import Table

EXPOSED = {"seat": "E", "card": "HQ", "50.partner-leads": "no"}


@pytest.fixture
def table(visitor: Visitor, app: Flask) -> Table:
    return Table(visitor, app)


def test_a_penalty_card_stands_on_every_page_until_it_is_played(table: Table) -> None:
    seq = table.rule("exposed-card", **EXPOSED)
    assert "major penalty card" not in table.get("sheet").said, "not before it is accepted"
    table.answer(seq, "accept").went()
    assert "East (Tom)" in table.get("").said
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
    assert "points for N–\u2060S – once accepted" in table.get(f"docket/{seq}").said
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
        from scorekeeper.core.session import Stamp

        store.append(
            table.session.id, Command((Entry(event),)), Stamp("2026-01-01T00:00:00Z", key="old")
        )
    one = rulings_view(table.session)[-1]
    assert one["ruling"] is not None
    assert any(
        "hold" in str(asked.code) or "could" in str(asked.code) for asked, _ in one["facts"][3:]
    )


def test_what_went_wrong_is_found_by_a_word_and_by_its_phase(table: Table) -> None:
    page = table.get("ask/irregularity?q=claim")
    assert "claim" in page.said.lower() and "insufficient" not in page.said.lower()
    assert "The bidding" in table.get("ask/irregularity").said


# ---- what binds is used by what may be called, played and ruled ----


def bound(table: Table, name: str, **facts: object) -> None:
    """A ruling that the table accepts."""
    table.answer(table.rule(name, **facts), "accept").went()


def called(table: Table, *calls: str) -> Table:
    for call in calls:
        table.post("?form=auction", "enter/auction", call=call).went()
    return table


def may_call(table: Table) -> str:
    text = table.get("ask/call").said
    return text.partition("Can be called")[2].partition("Can’t be called, and why")[0]


def may_play(table: Table, told: str, *held: str) -> str:
    page = f"ask/play/hand?open=1{told}"
    table.post(page, page, held=list(held))
    return table.said.partition("may play")[2].partition("Hide it")[0]


def test_who_must_pass_may_call_nothing_else_while_it_lasts(visitor: Visitor, app: Flask) -> None:
    table = Table(visitor, app)
    table.result(9)
    called(table, "1S")
    low = {"27.accept": "refuse", "27.correction": "other"}
    bound(table, "insufficient-bid", seat="S", call="1H", **low)
    called(table, "2H")
    assert "Double" in may_call(table), "West is not bound"
    called(table, "Pass")
    assert may_call(table).split()[:1] == ["Pass"]
    assert "Double" not in may_call(table)
    assert "must pass to the end of the auction" in table.said


def test_a_suit_that_was_forbidden_is_not_led_while_the_lead_is_kept(table: Table) -> None:
    told = {"opening": "no", "leader": "W", "told-to": "no", "lead": "forbid"}
    bound(table, "lead-out-of-turn", seat="E", card="C5", **told)
    own = may_play(table, "", "C9", "D4", "HK")
    assert "C9" not in own.partition("may not lead")[0].replace("♣", "C")
    assert "may not lead" in own
    table.play("HK", "H2", "H3", "H4")
    assert "may not lead" in may_play(table, "", "C9", "D4"), "West keeps the lead"
    table.play("D4", "D5", "DA", "D6", "H5", "H6", "H7", "H8")
    assert "may not lead" not in may_play(table, "", "C9", "D8"), "East has it now"


def test_the_partner_of_a_penalty_card_waits_for_declarer_before_each_lead(table: Table) -> None:
    bound(table, "exposed-card", seat="E", card="HQ", **{"50.partner-leads": "no"})
    assert (
        "Declarer says first"
        in table.post("ask/play/hand?open=1", "ask/play/hand?open=1", held=["C9", "H4"]).said
    )
    bound(table, "lead-restriction", seat="W", **{"50.lead": "require"})
    assert "must lead" in table.get("").said
    assert "penalty card" not in table.said, "it was picked up"
    assert "C9" not in may_play(table, "", "C9", "H4").partition("must lead")[0]


def test_the_highest_card_is_owed_to_one_trick_only(table: Table) -> None:
    table.play("HK", "H2", "H3", "HA", "C2")
    early = {"57.both": "no", "57.play": "highest"}
    bound(table, "premature-play", seat="E", card="D5", how="before-partner", **early)
    assert "highest card" in table.get("").said
    owed = may_play(table, "", "C9", "CK", "H4")
    assert "must play the highest card" in owed.partition("K")[2]
    table.play("CK")
    assert "highest card" not in table.get("").said
    assert "is a major penalty card" in table.said, "the card lies there still"


def test_who_bid_out_of_turn_at_rook_may_not_bid_less_later(visitor: Visitor, app: Flask) -> None:
    table = Table.__new__(Table)
    table.visitor, table.app, table.address = visitor, app, visitor.lay("rook")
    table.post("", "enter/auction", call="100").went()
    bound(table, "call-out-of-turn", seat="4", call="120")
    table.post("", "enter/auction", call="105").went()
    text = may_call(table)
    assert "120" in text and "115" not in text and "Pass" in text
    assert "may not bid less" in table.said


def test_what_a_ruling_does_in_points_is_said_before_it_is_entered(table: Table) -> None:
    table.result(9)
    told = {"which": "last", "61.could": "yes", "63.established": "yes", "64.won": "partner"}
    query = "&".join(f"{name}={fact}" for name, fact in told.items())
    page = f"ask/irregularity/revoke?seat=E&card=D2&besides=none&{query}"
    assert re.search(r"1 trick to N–\S?S = 120 points for N–\S?S, .50 points", table.get(page).said)


def test_a_revoke_of_the_last_deal_is_ruled_though_the_next_one_is_being_bid(table: Table) -> None:
    table.result(9)
    called(table, "1S")
    assert (
        "The deal before this one"
        in table.get("ask/irregularity/revoke?seat=E&card=D2&besides=none").said
    )
    told = {"which": "before", "61.could": "yes", "63.established": "yes", "64.won": "partner"}
    bound(table, "revoke", seat="E", card="D2", besides="none", **told)
    assert table.tricks == "10"
    assert len(table.session.folded.state.deal.calls) == 1, "the next deal goes on"
    late = table.rule("revoke", seat="S", card="D3", besides="none", **told)
    assert "no trick is transferred" in table.get(f"docket/{late}").said, "East has called since"
