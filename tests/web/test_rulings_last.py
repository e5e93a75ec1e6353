"""What a ruling leaves behind: obligations, open questions, the end of a deal, its
points."""

import re

import pytest
from flask import Flask

from scorekeeper.core.ruling_notes import Ruled
from scorekeeper.core.session import Command, Entry
from scorekeeper.tables.rulings.views import open_rulings, rulings_view
from tests.exports.printed import read_pdf
from tests.web.conftest import Visitor
from tests.web.ruling import REVOKED, Table, revoke

EXPOSED = {"seat": "E", "card": "HQ", "50.more": "no", "50.partner-leads": "no"}


@pytest.fixture
def table(visitor: Visitor, app: Flask) -> Table:
    return Table(visitor, app)


def test_a_penalty_card_stands_on_every_page_until_it_is_played(table: Table) -> None:
    seq = table.rule("exposed-card", **EXPOSED)
    assert "major penalty card" not in table.get("sheet").said, (
        "not before it is accepted"
    )
    table.answer(seq, "accept").went()
    assert "Tom (East)" in table.get("").said
    table.post(
        "watch", "watch/card", card="HK", anyway="1"
    ).went()  # declarer has no wish
    table.play("H2", "HQ", "H3")
    assert "major penalty card" not in table.get("").said


def test_a_revoke_that_nobody_can_judge_yet_is_asked_again_when_the_deal_is_over(
    table: Table,
) -> None:
    facts = {"seat": "E", "card": "D2", "besides": "none", "61.could": "later"}
    seq = table.rule("revoke", **facts)
    assert "Play on" in table.get(f"docket/{seq}").said
    assert "left open" not in table.get("").said
    table.result(10)
    assert "A ruling is still open" in table.get("").said
    assert "Ask again" in table.get(f"docket/{seq}").said
    answers = {"which": "last", "61.could": "no"}
    table.rule("revoke", **{**facts, **answers})
    assert "left open" not in table.get("").said
    assert "replaced by ruling 2" in table.get(f"docket/{seq}").said
    assert "That’s what happened" not in table.said, "nobody is asked about it"
    assert [one.number for one in open_rulings(table.session)] == [2]


def two_deals(table: Table) -> int:
    """South's 4♠ with nine tricks, and West's 2♣ after it; answers the first row."""
    table.result(9)
    told = {
        "level": 2,
        "denomination": "C",
        "doubling": "",
        "declarer": "W",
        "tricks": 8,
    }
    table.post("?form=quick", "enter/quick", **told).went()
    return next(iter(table.session.sheet.rows())).id


REVOKED_LAST = {"besides": "none", "61.could": "yes", "63.established": "yes"}
REVOKED_LAST |= {"64.won": "partner"}


def test_any_deal_of_the_session_can_be_ruled_on(table: Table) -> None:
    """Law 79C: a revoke of the deal before the last is found out later."""
    row = two_deals(table)
    later = [one.total("EW") for one in table.session.sheet.rows()][1]
    assert f"irregularity?deal={row}" in table.get(f"sheet?why={row}").visitor.text
    listed = table.get(f"ask/irregularity?deal={row}").visitor.text
    assert f"irregularity/revoke?deal={row}" in listed
    assert "Deal 1 · Ingrid" in table.get(f"ask/irregularity/revoke?deal={row}").said
    assert f"revoke?deal={row}&seat=E" in table.visitor.text, "each answer keeps to it"
    seq = table.rule("revoke", seat="E", card="C3", deal=row, **REVOKED_LAST)
    assert (
        "One trick goes to Ingrid and Priya at the end"
        in table.get(f"docket/{seq}").said
    )
    table.answer(seq, "accept").went()
    assert table.tricks == "10", "the first deal's"
    assert [one.total("EW") for one in table.session.sheet.rows()][1] == later
    assert not table.session.folded.misfits


@pytest.mark.parametrize("number", ["0", "999", "x"])
def test_a_deal_that_is_not_there_cannot_be_asked_about(
    table: Table, number: str
) -> None:
    two_deals(table)
    table.get(f"ask/irregularity/revoke?deal={number}")
    assert table.visitor.page.status_code == 404


def test_a_ruling_on_a_deal_that_was_struck_says_so_and_offers_nothing(
    table: Table,
) -> None:
    row = two_deals(table)
    seq = table.rule("revoke", seat="E", card="C3", deal=row, **REVOKED_LAST)
    page = f"rows/{row}/strike"
    table.post(page, page, reason="another deck").went()
    said = table.get(f"docket/{seq}").said
    assert "was struck out" in said
    assert "Accept" not in said and "Appeal" not in said and "Play on" not in said
    table.post("agree", f"docket/{seq}/accept")
    assert table.visitor.page.status_code == 422
    assert "Ask again about the deal" in table.said


def test_a_ruling_that_moves_signed_totals_needs_those_who_signed(table: Table) -> None:
    """Readings, section 9: what was signed is settled, whichever deal the ruling is
    on."""
    row = two_deals(table)
    for party in ("NS", "EW"):
        table.post("sign", "sign", party=party).went()
    seq = table.rule("revoke", seat="E", card="C3", deal=row, **REVOKED_LAST)
    table.answer(seq, "accept")
    assert table.visitor.page.status_code == 422 and "Who agrees?" in table.said
    assert table.tricks == "9"
    table.answer(seq, "accept", consent=["NS"])
    assert table.visitor.page.status_code == 422 and table.tricks == "9"
    table.answer(seq, "accept", consent=["NS", "EW"]).went()
    assert table.tricks == "10"


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
    facts = {
        "seat": "E",
        "card": "D2",
        "besides": "none",
        "which": "now",
        "declarer": "S",
    }
    answers = {"61.could": "yes", "63.established": "yes", "64.won": "partner"}
    seq = table.rule("revoke", **facts, **answers)
    table.answer(seq, "accept").went()
    assert table.tricks == "9", "the last deal is none of its business"
    before = "Enter the tricks as they were won at the table"
    assert before in table.get("").said
    table.post(
        "?form=contract",
        "enter/contract",
        level=4,
        denomination="S",
        doubling="",
        declarer="S",
    )
    table.result(9)
    rows = [row for row in table.session.sheet.rows()]
    said = [next(str(f.value) for f in row.facts if f.head == "tricks") for row in rows]
    assert said == ["9", "10"]
    assert before not in table.get("").said


def test_facts_of_older_entries_are_read_without_the_number_of_their_law(
    table: Table,
) -> None:
    facts = (
        *(("seat", "E"), ("card", "D2"), ("besides", "none"), ("could", "yes")),
        *(("twelfth", "no"), ("established", "yes"), ("won", "partner")),
    )
    event = Ruled("bridge.irregularity.revoke", facts, "bridge.ruling.transfer")
    store = table.app.extensions["store"]
    with table.app.app_context():
        from scorekeeper.core.session import Stamp

        store.append(
            table.session.id,
            Command((Entry(event),)),
            Stamp("2026-01-01T00:00:00Z", key="old"),
        )
    one = rulings_view(table.session)[-1]
    assert one.ruling is not None
    assert any(
        "hold" in str(asked.code) or "could" in str(asked.code)
        for asked, _ in one.on.facts[3:]
    )


def test_what_went_wrong_is_found_by_a_word_and_by_its_phase(table: Table) -> None:
    page = table.get("ask/irregularity?q=claim")
    assert "claim" in page.said.lower() and "insufficient" not in page.said.lower()
    assert "Bidding" in table.get("ask/irregularity").said


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
    return text.partition("Allowed")[2].partition("Not allowed, and why")[0]


def may_play(table: Table, told: str, *held: str) -> str:
    page = f"ask/play/hand?open=1{told}"
    table.post(page, page, held=list(held))
    return table.said.partition("may play")[2].partition("Hide")[0]


def test_who_must_pass_may_call_nothing_else_while_it_lasts(
    visitor: Visitor, app: Flask
) -> None:
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


def test_a_suit_that_was_forbidden_is_not_led_while_the_lead_is_kept(
    table: Table,
) -> None:
    told = {"opening": "no", "leader": "W", "told-to": "no", "lead": "forbid"}
    bound(table, "lead-out-of-turn", seat="E", card="C5", **told)
    own = may_play(table, "", "C9", "D4", "HK")
    assert "C9" not in own.partition("may not lead")[0].replace("♣", "C")
    assert "may not lead" in own
    table.play("HK", "H2", "H3", "H4")
    assert "may not lead" in may_play(table, "", "C9", "D4"), "West keeps the lead"
    table.play("D4", "D5", "DA", "D6", "H5", "H6", "H7", "H8")
    assert "may not lead" not in may_play(table, "", "C9", "D8"), "East has it now"


def test_the_partner_of_a_penalty_card_waits_for_declarer_before_each_lead(
    table: Table,
) -> None:
    bound(
        table,
        "exposed-card",
        seat="E",
        card="HQ",
        **{"50.more": "no", "50.partner-leads": "no"},
    )
    assert (
        "Declarer must first say"
        in table.post(
            "ask/play/hand?open=1", "ask/play/hand?open=1", held=["C9", "H4"]
        ).said
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
    assert "a major penalty card" in table.said, "the card lies there still"


def test_who_bid_out_of_turn_at_rook_may_not_bid_less_later(
    visitor: Visitor, app: Flask
) -> None:
    table = Table.__new__(Table)
    table.visitor = visitor
    table.app = app
    table.address = visitor.lay("rook")
    table.post("", "enter/auction", call="100").went()
    bound(table, "call-out-of-turn", seat="4", call="120")
    table.post("", "enter/auction", call="105").went()
    text = may_call(table)
    assert "120" in text and "115" not in text and "Pass" in text
    assert "may not bid less" in table.said


def test_what_a_ruling_does_in_points_is_said_before_it_is_entered(
    table: Table,
) -> None:
    table.result(9)
    told = {
        "which": "last",
        "61.could": "yes",
        "63.established": "yes",
        "64.won": "partner",
    }
    query = "&".join(f"{name}={fact}" for name, fact in told.items())
    page = f"ask/irregularity/revoke?seat=E&card=D2&besides=none&{query}"
    assert "One trick goes to Ingrid and Priya at the end" in table.get(page).said
    assert re.search(r"For the score: 120 points for N–\S?S, .50 points", table.said)


def test_a_revoke_of_the_last_deal_is_ruled_though_the_next_one_is_being_bid(
    table: Table,
) -> None:
    table.result(9)
    called(table, "1S")
    assert (
        "The deal before this one"
        in table.get("ask/irregularity/revoke?seat=E&card=D2&besides=none").said
    )
    told = {
        "which": "before",
        "61.could": "yes",
        "63.established": "yes",
        "64.won": "partner",
    }
    bound(table, "revoke", seat="E", card="D2", besides="none", **told)
    assert table.tricks == "10"
    assert len(table.session.folded.state.deal.calls) == 1, "the next deal goes on"
    late = table.rule("revoke", seat="S", card="D3", besides="none", **told)
    assert "No trick is transferred" in table.get(f"docket/{late}").said, (
        "East has called since"
    )


# ---- a ruling is on one deal, and an irregularity is ruled once ----


def strike_deal(table: Table) -> None:
    row = [*table.session.sheet.rows()][-1].id
    page = f"rows/{row}/strike"
    table.post(page, page, reason="another deal was meant").went()


def tricks_of(table: Table) -> list[str]:
    rows = table.session.sheet.rows()
    return [
        str(next(fact.value for fact in row.facts if fact.head == "tricks"))
        for row in rows
    ]


@pytest.mark.parametrize("is_over", [False, True], ids=["in-progress", "over"])
def test_a_ruling_on_a_deal_that_was_struck_moves_to_no_other(
    visitor: Visitor, app: Flask, is_over: bool
) -> None:
    table = Table(visitor, app)
    table.result(9)
    table.post(
        "", "enter/contract", level=4, denomination="S", doubling="", declarer="S"
    ).went()
    table.play(*REVOKED)
    if is_over:
        table.result(8)
    seq = revoke(table)
    table.answer(seq, "accept").went()
    if not is_over:
        table.result(8)
    assert tricks_of(table) == ["9", "10"]
    assert "does it still stand?" not in table.get("").said
    strike_deal(table)
    assert tricks_of(table) == ["9"], "the deal before is none of its business"
    quick = {
        "level": 4,
        "denomination": "S",
        "doubling": "",
        "declarer": "S",
        "tricks": 11,
    }
    table.post("?form=quick", "enter/quick", **quick).went()
    assert tricks_of(table) == ["9", "11"], (
        "nor is what was entered instead, until they say so"
    )
    for page in ("", "docket"):
        assert "does it still stand?" in table.get(page).said
    page = table.get(f"docket/{seq}").said
    assert "was struck out" in page and "not entered" in page
    again = re.search(r'href="([^"]+)">Rule again', table.visitor.text)
    assert again and "which=" not in again[1]
    said = {
        "61.could": "yes",
        "63.established": "yes",
        "64.won": "partner",
        "which": "last",
    }
    second = table.rule("revoke", seat="E", card="S3", besides="none", **said)
    assert "does it still stand?" not in table.get("").said
    table.answer(second, "accept").went()
    assert tricks_of(table) == ["9", "12"]


def test_a_ruling_on_a_deal_that_was_struck_is_struck_too(table: Table) -> None:
    seq = revoke(table.play(*REVOKED).result(8))
    table.answer(seq, "accept").went()
    strike_deal(table)
    page = f"entries/{seq}/strike"
    table.post(page, page, reason="it was not so").went()
    assert "does it still stand?" not in table.get("").said


def test_who_accepts_late_moves_no_other_deal_either(
    visitor: Visitor, app: Flask
) -> None:
    table = Table(visitor, app)
    table.result(9)
    table.post(
        "", "enter/contract", level=4, denomination="S", doubling="", declarer="S"
    ).went()
    seq = revoke(table.play(*REVOKED).result(8))
    strike_deal(table)
    assert "Accept" not in table.get(f"docket/{seq}").said
    table.post("agree", f"docket/{seq}/accept")
    assert table.visitor.page.status_code == 422
    assert tricks_of(table) == ["9"]


def test_a_corrected_card_or_a_deal_entered_as_a_whole_keeps_its_ruling(
    table: Table,
) -> None:
    seq = revoke(table.play(*REVOKED).result(8))
    table.answer(seq, "accept").went()
    (row,) = table.session.sheet.rows()
    page = f"rows/{row.id}/correct"
    quick = {
        "level": 4,
        "denomination": "S",
        "doubling": "",
        "declarer": "S",
        "tricks": 7,
    }
    table.post(page, page, **quick, reason="counted again").went()
    assert tricks_of(table) == ["9"]
    assert "does it still stand?" not in table.get("").said


REVOKE = {
    "seat": "E",
    "card": "S3",
    "held": "H4",
    "trick": "1",
    "besides": "none",
    "later": "1",
}


def ruled(table: Table, **facts: str) -> Table:
    """Have a revoke ruled and entered, whatever the answer is."""
    page = "ask/irregularity/revoke"
    query = "&".join(f"{field}={fact}" for field, fact in facts.items())
    return table.post(f"{page}?{query}", page, **facts)


def test_the_same_irregularity_is_ruled_once(table: Table) -> None:
    table.play(*REVOKED).result(8)
    first = revoke(table)
    table.answer(first, "accept").went()
    for told in (REVOKE, REVOKE | {"later": "2"}):
        assert ruled(table, **told).visitor.page.status_code == 422
        assert "Ruling 1 already deals with this" in table.said
        assert f"docket/{first}" in table.visitor.text
    assert table.tricks == "10"
    # A phone that has had the question open since then sees it too.
    query = "&".join(f"{field}={fact}" for field, fact in REVOKE.items())
    table.get(f"ask/irregularity/revoke?{query}")
    assert "Ruling 1 already deals with this" in table.said
    # Struck out, it can be ruled anew.
    page = f"entries/{first}/strike"
    table.post(page, page, reason="told wrong").went()
    ruled(table, **REVOKE).went()


@pytest.mark.parametrize(
    ("slug", "seat", "ways"),
    [("rook", "2", ("R10", "10r")), ("two-ten-jack", "2", ("S10", "ts"))],
)
def test_the_same_irregularity_is_the_same_however_its_card_is_written(
    visitor: Visitor, slug: str, seat: str, ways: tuple[str, ...]
) -> None:
    page = f"{visitor.lay(slug)}ask/irregularity/exposed-card"
    codes = []
    for card in ways:
        visitor.get(f"{page}?seat={seat}&card={card}").send(page, seat=seat, card=card)
        codes.append(visitor.page.status_code)
    assert codes == [303, 422]
    assert "Ruling 1 already deals with this" in visitor.text


def test_the_same_form_twice_is_one_ruling(table: Table) -> None:
    table.play(*REVOKED).result(8)
    form = ruled(table, **(REVOKE | {"card": ""})).get(
        "ask/irregularity/revoke?"
        + "&".join(f"{name}={fact}" for name, fact in REVOKE.items())
    )
    fields = form.visitor.hidden() | REVOKE
    address = f"{table.address}ask/irregularity/revoke"
    sent = [table.visitor.client.post(address, data=fields) for _ in range(2)]
    assert [response.status_code for response in sent] == [303, 303]
    assert (
        sent[0].headers["Location"].split("?")[0]
        == sent[1].headers["Location"].split("?")[0]
    )


def test_two_revokes_of_one_deal_are_two_and_each_says_which_the_other_is(
    table: Table,
) -> None:
    table.play(*REVOKED).result(8)
    revoke(table)
    said = {
        "61.could": "yes",
        "63.established": "yes",
        "64.won": "partner",
        "which": "last",
    }
    ruled(table, seat="E", card="S5", besides="none", **said).went()
    second = table.session.last
    assert (
        "Ruling 1 is about something else in this deal"
        in table.get(f"docket/{second}").said
    )
    # What can't be told by its card is another one by its words, and all read them.
    ruled(table, **REVOKE, another="he did it again in the tenth trick").went()
    third = table.session.last
    assert "he did it again in the tenth trick" in table.get(f"docket/{third}").said
    assert "he did it again in the tenth trick" in table.get("log").said


@pytest.mark.parametrize("is_over", [False, True])
def test_where_both_sides_revoked_the_trick_that_went_over_comes_back(
    table: Table, is_over: bool
) -> None:
    """Law 64B7: the second revoke undoes what the first was ruled to cost."""
    said = {"61.could": "yes", "63.established": "yes", "besides": "none"}
    said |= {"which": "last"} if is_over else {}
    if is_over:
        table.result(9)
    first = table.rule("revoke", seat="E", card="D2", **said, **{"64.won": "partner"})
    table.answer(first, "accept").went()
    second = table.rule("revoke", seat="S", card="C3", **said)
    assert "one already transferred comes back" in table.get(f"docket/{second}").said
    if not is_over:
        table.result(9)
    assert table.tricks == "10"
    table.get(f"docket/{second}").answer(second, "accept").went()
    assert table.tricks == "9"


def test_a_revoke_that_is_counted_later_counts_nothing_once_the_others_have_revoked(
    table: Table,
) -> None:
    said = {"61.could": "yes", "63.established": "yes", "besides": "none"}
    later = {"64.won": "others", "64.later": "later"}
    first = table.rule("revoke", seat="E", card="D2", **said, **later)
    table.answer(first, "accept").went()
    second = table.rule("revoke", seat="S", card="C3", **said)
    assert "No trick is transferred" in table.get(f"docket/{second}").said
    table.answer(second, "accept").went()
    table.result(9)
    again = table.rule("revoke", seat="E", card="D2", **said, which="last")
    assert "No trick is transferred" in table.get(f"docket/{again}").said
    assert table.tricks == "9"


def test_the_same_irregularity_of_the_next_deal_is_another_one(table: Table) -> None:
    table.play(*REVOKED).result(8)
    revoke(table)
    table.post(
        "", "enter/contract", level=4, denomination="S", doubling="", declarer="S"
    ).went()
    table.play(*REVOKED)
    revoke(table)


def test_a_ruling_is_read_from_what_to_do_to_what_else_might_happen(
    table: Table,
) -> None:
    """What is for later is folded without a script, under when that is."""
    facts = "seat=E&card=H5&54.opening=no&44.leader=S&47.told-to=no&53.lead=refuse"
    page = table.get(f"ask/irregularity/lead-out-of-turn?{facts}").visitor.text
    parts = (
        'id="verdict"',
        'class="binds"',
        'class="steps"',
        '<details class="later">',
    )
    places = [page.index(part) for part in parts]
    assert places == sorted(places)
    assert "penalty card. Priya leads" in table.said
    whens = re.findall(
        r'<details class="later"><summary><span>(.+?)</span>', page, re.S
    )
    assert len(whens) >= 3
    assert any("When the deal is over" in when for when in whens)


def test_the_paper_says_all_of_a_ruling_in_the_order_of_its_page(table: Table) -> None:
    said = {
        "54.opening": "no",
        "44.leader": "S",
        "47.told-to": "no",
        "53.lead": "refuse",
    }
    table.rule("lead-out-of-turn", seat="E", card="H5", **said)
    table.get("sheet.pdf")
    paper = read_pdf(table.visitor.page.data).text
    parts = (
        "stays face up as Tom’s penalty card. Priya leads",
        ", a major penalty card, at the first legal chance",
        "was led out of turn: it was Priya’s lead",
        "lies there:",
        "declarer may require or forbid the card’s suit",
        "When the deal is over:",
    )
    places = [paper.find(part.replace(" ", "")) for part in parts]
    assert -1 not in places
    assert places == sorted(places)
