"""From what went wrong to the docket: questions, the ruling, what becomes of it, the
score."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from flask import Flask

from scorekeeper.core.evening import Awarded
from scorekeeper.core.notes import NOTED
from scorekeeper.core.phone_notes import Role
from scorekeeper.core.ruling_notes import Ruled, RulingAccepted, RulingApplied
from scorekeeper.core.rulings import Effect
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Command, Entry, Recorded, Stamp
from scorekeeper.games.bridge.events import TricksTaken
from scorekeeper.store import Store
from scorekeeper.store.phones import Purpose
from scorekeeper.tables.rulings import views
from scorekeeper.tables.rulings.on_deals import bound
from scorekeeper.tables.rulings.views import rulings_view
from scorekeeper.tables.session import Session
from scorekeeper.web.arbiter.rulings import LISTED
from scorekeeper.web.page import incoming
from tests.web.conftest import Visitor, accept_arbiter
from tests.web.ruling import REVOKED, Table, elsewhere, revoke
from tests.web.seating import answer, link


@pytest.fixture
def table(visitor: Visitor, app: Flask) -> Table:
    return Table(visitor, app)


AT = "2026-11-21T20:00:00Z"


# ---- from the facts to the ruling ----


def test_a_proved_revoke_leads_to_its_ruling_with_the_facts_filled_in(
    table: Table,
) -> None:
    table.play(*REVOKED)
    assert "still had" in table.said
    found = re.search(
        r'href="([^"]*ask/irregularity/revoke\?[^"]+)"', table.visitor.text
    )
    assert found
    before = table.session.last
    table.visitor.get(found[1])
    asked = re.search(r'href="([^"]*later=1[^"]*)"', table.visitor.text)
    if asked:  # what the recorded cards don't tell
        table.visitor.get(asked[1])
    assert "tricks go to Ingrid and Priya at the end" in table.said
    assert "Laws of Rubber Bridge 2014" in table.said
    assert table.session.last == before
    seq = revoke(table)
    assert f"docket/{seq}" in table.get("watch").visitor.text
    assert "See ruling" in table.said


def test_facts_that_are_missing_are_asked_for_and_wrong_ones_refused(
    table: Table,
) -> None:
    table.get("ask/irregularity/revoke?seat=N")
    assert table.visitor.page.status_code == 200
    assert "Which card?" in table.said and "Who was it? Ingrid" in table.said
    assert 'class="ruling"' not in table.visitor.text
    for told, wrong in (("seat=N&card=S15", "S15"), ("seat=Q&card=S2", "Q")):
        table.get(f"ask/irregularity/revoke?{told}")
        assert table.visitor.page.status_code == 422
        assert "Not saved:" in table.said and wrong in table.said


def test_the_side_that_may_choose_is_asked_and_then_it_is_ruled(table: Table) -> None:
    table.get("ask/irregularity/lead-out-of-turn?seat=N&card=H2")
    steps = 0
    while "Enter" not in table.said:
        found = re.search(
            r'<li><a class="btn btn-wide" href="([^"]+)"', table.visitor.text
        )
        assert found, table.said
        table.visitor.get(found[1])
        steps += 1
        assert steps < 6
    assert steps >= 1
    assert 'class="cite"' in table.visitor.text


def test_what_the_record_denies_is_refused_with_both_ways_on(table: Table) -> None:
    table.play("HA", "H2", "H3", "H4")
    table.get("ask/irregularity/exposed-card?seat=E&card=HA&50.more=no")
    assert table.visitor.page.status_code == 422
    assert " led " in table.said and "to trick 1. Which card did" in table.said
    page = table.visitor.page.text
    assert "50.more=no" in page  # what else was told is kept
    url = re.search(r'href="([^"]+)"[^>]*>Correct the record', page)
    assert url and table.visitor.get(url[1]).page.status_code in (200, 303)


def test_a_lead_is_judged_under_the_ban_that_stood_when_it_was_made(
    table: Table,
) -> None:
    facts = {"seat": "E", "card": "HK", "54.opening": "yes", "47.told-to": "no"}
    facts |= {"54.dummy-seen": "no", "54.opening-lead": "forbid"}
    table.answer(table.rule("lead-out-of-turn", **facts), "accept").went()
    table.post("watch", "watch/card", card="HA", anyway="1").went()
    table.play("C2", "H2", "H3", "C3", "C4", "C5", "C6", "SA")
    # it has ended since
    assert not [one for _, one in bound(table.session) if one.suit]
    for name in ("revoke", "restriction-broken"):
        table.get(f"ask/irregularity/{name}?seat=W&card=HA&besides=none")
        assert "win a trick after that one" in table.said  # West could lead a club: 61A


def test_a_ban_is_known_in_a_deal_that_is_over_and_when_another_was_played(
    table: Table,
) -> None:
    facts = {"seat": "E", "card": "HK", "54.opening": "yes", "47.told-to": "no"}
    facts |= {"54.dummy-seen": "no", "54.opening-lead": "forbid"}
    table.answer(table.rule("lead-out-of-turn", **facts), "accept").went()
    table.post("watch", "watch/card", card="HA", anyway="1").went()
    table.play("C2", "H2", "H3", "C3", "C4", "C5", "C6", "SA")
    table.result(9)
    row = next(iter(table.session.sheet.rows())).id
    told = f"ask/irregularity/restriction-broken?deal={row}&seat=W&card=HA"
    assert "2 tricks go to Ingrid and Priya" in table.get(told).said
    facts = {"level": 1, "denomination": "NT", "doubling": "", "declarer": "N"}
    table.post("?form=contract", "enter/contract", **facts).went().result(7)
    assert "2 tricks go to Ingrid and Priya" in table.get(told).said


def test_a_restriction_that_nobody_ruled_is_refused_with_both_ways_on(
    table: Table,
) -> None:
    table.play("HA", "H2", "H3", "H4")
    table.get(
        "ask/irregularity/restriction-broken?seat=W&card=HA&61.duty=restriction&61.able=yes"
    )
    assert table.visitor.page.status_code == 422
    assert "nothing bound Marek" in table.said
    assert re.search(r'href="[^"]*/correct', table.visitor.text)


def test_a_number_that_the_record_denies_is_refused_and_asked_again(
    table: Table,
) -> None:
    table.play("HA", "H2", "H3", "H4")
    table.get("ask/irregularity/claim?seat=S&68.left=4&68.tricks=4&68.claim=yes")
    assert table.visitor.page.status_code == 422
    assert "12 tricks were left" in table.said


def test_an_answer_that_is_no_option_is_asked_again(table: Table) -> None:
    table.get("ask/irregularity/lead-out-of-turn?seat=N&card=H2")
    asked = re.search(r"<h2[^>]*>(.*?)</h2>", table.visitor.text)
    for name in re.findall(r"[?&](\w+)=\w+\">", table.visitor.text):
        table.get(f"ask/irregularity/lead-out-of-turn?seat=N&card=H2&{name}=nonsense")
        again = re.search(r"<h2[^>]*>(.*?)</h2>", table.visitor.text)
        assert asked and again and asked[1] == again[1]


@pytest.mark.parametrize("name", ["", "x", "../..", "<b>"])
def test_an_irregularity_that_is_none_is_not_there(table: Table, name: str) -> None:
    if name:
        assert table.get(f"ask/irregularity/{name}").visitor.page.status_code in (
            308,
            404,
        )


def test_a_ruling_is_entered_with_its_facts_and_the_rules_it_was_given_under(
    table: Table,
) -> None:
    seq = revoke(table.play(*REVOKED))
    event = table.session.log[seq - 1].event
    assert isinstance(event, Ruled)
    assert (event.irregularity, event.name) == ("bridge.irregularity.revoke", "revoke")
    assert dict(event.facts)["card"] == "S3"
    assert [(effect.kind, effect.party, effect.amount) for effect in event.effects] == [
        ("tricks", "NS", 2)
    ]
    assert len(event.rules) == 64


def test_what_a_ruling_would_change_is_said_by_folding_its_effect_once(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.play(*REVOKED).result(10)
    grown = list[tuple[Recorded, ...]]()
    grow = Session.grown

    def counted(session: Session, added: tuple[Recorded, ...]) -> Session:
        grown.append(added)
        return grow(session, added)

    monkeypatch.setattr(Session, "grown", counted)
    told = "seat=E&card=S3&held=H4&trick=1&besides=none&later=1"
    table.get(f"ask/irregularity/revoke?{told}")
    assert "60 points" in table.said
    (added,) = grown
    notes = [entry.event for entry in added if isinstance(entry.event, NOTED)]
    assert [type(note) for note in notes] == [Ruled], "what it gives rests on it"


def test_what_cannot_be_ruled_yet_cannot_be_entered(table: Table) -> None:
    before = table.session.last
    page = "ask/irregularity/lead-out-of-turn"
    table.post("agree", page, seat="N", card="H2")
    assert table.visitor.page.status_code == 422
    assert table.session.last == before


# ---- what becomes of it ----


def test_an_accepted_ruling_corrects_the_result_of_its_deal(table: Table) -> None:
    table.play(*REVOKED).result(10)
    seq = revoke(table)
    table.answer(seq, "accept").went()
    assert table.tricks == "12"
    events = [entry.event for entry in table.session.log[seq:]]
    given = Awarded(seq, events_of_deal(table)[0], "tricks", "NS", 2)
    assert events == [RulingAccepted(seq), given, RulingApplied(seq)]
    row = next(iter(table.session.sheet.rows())).id
    assert "The ruling adds: 2 tricks" in table.get(f"sheet?why={row}").said
    assert re.search(r"Ruling at \d\d:\d\d: [^.]*\(accepted\)\.", table.said)
    assert "Ruling 1 Deal 1: 2 tricks to N–\u2060S" in table.said
    assert "accepted" in table.get("docket").said
    assert re.search(r"Ruling accepted \(Deal 1: \w", table.get("log").said)
    # It enters the score once.
    table.post("agree", f"docket/{seq}/apply")
    assert table.visitor.page.status_code == 422
    assert table.tricks == "12"


def events_of_deal(table: Table) -> tuple[int, ...]:
    return next(iter(table.session.sheet.rows())).entries


def test_the_declarer_is_corrected_and_the_trick_stays_with_the_other_side(
    table: Table,
) -> None:
    """South took nine, and a ruling gives N–S one; then it was East who played it: 9 -
    1."""
    table.post("", "enter/result", tricks=9, honours_0_seat="").went()
    one = Ruled(
        "bridge.irregularity.revoke",
        (("which", "last"),),
        "",
        (Effect("tricks", "NS", 1),),
    )
    store: Store = table.app.extensions["store"]
    store.append(table.session.id, Command((Entry(one),)), Stamp(AT, key="ruled"))
    table.answer(table.session.last, "accept").went()
    assert table.tricks == "10"
    row = next(iter(table.session.sheet.rows())).id
    page = f"rows/{row}/correct"
    table.get(page)
    assert "1 trick to N–\u2060S. That counts whatever you enter here." in table.said
    assert re.search(r'name="tricks"[^>]*value="9"[^>]*checked', table.visitor.text)
    stated = {
        "level": 4,
        "denomination": "S",
        "doubling": "",
        "declarer": "E",
        "tricks": 9,
    }
    table.post(page, page, **stated).went()
    assert table.tricks == "8"
    assert (
        table.session.sheet.total("NS") == 100 and table.session.sheet.total("EW") == 0
    )
    assert "The ruling adds" in table.get(f"sheet?why={row}").said
    (seq,) = (
        entry.seq for entry in table.session.log if isinstance(entry.event, Ruled)
    )
    assert "Ruling: 1 trick for N–\u2060S" in table.get(f"entries/{seq}/strike").said
    table.post(f"entries/{seq}/strike", f"entries/{seq}/strike", reason="no").went()
    assert table.tricks == "9", "a ruling goes with what it gave"


def test_a_call_that_is_accepted_is_in_the_auction_and_the_next_player_calls(
    visitor: Visitor, app: Flask
) -> None:
    """Law 27A1: North bids 2♥, East 2♣, which South lets stand: the box goes on over
    2♣."""
    table = Table(visitor, app)
    table.address = visitor.lay("bridge")
    table.post("?form=auction", "enter/auction", call="2H").went()
    facts = {"seat": "E", "call": "2C", "27.accept": "accept"}
    seq = table.rule("insufficient-bid", **facts)
    assert "Accepting enters: Tom: 2 clubs" in table.get(f"docket/{seq}").said
    table.answer(seq, "accept").went()
    assert "Priya to call" in table.get("").said
    assert "over 2 clubs by Tom" in table.said
    assert "2 clubs (Deal 1: A bid that is too low)" in table.get("log").said
    assert "Take back" not in table.get("").said, "what a ruling entered stays"
    table.post("?form=auction", "enter/auction", call="2D").went()
    deal = table.session.folded.state.round
    assert [str(call) for call in deal.calls] == ["2H", "2C", "2D"]
    assert deal.auction.turn is Seat.WEST


TOO_LOW = {"27.accept": "refuse", "27.correction": "pass"}


def test_who_must_pass_cannot_bid_unnoticed(visitor: Visitor, app: Flask) -> None:
    """Law 37: East bid too low and passed: West must pass, and bids 3♥ all the same."""
    table = Table(visitor, app)
    table.address = visitor.lay("bridge")
    table.post("?form=auction", "enter/auction", call="2H").went()
    seq = table.rule("insufficient-bid", seat="E", call="2C", **TOO_LOW)
    table.answer(seq, "accept").went()
    for call in ("Pass", "Pass"):
        table.post("?form=auction", "enter/auction", call=call).went()
    assert "Marek (West) must pass to the end of the auction" in table.get("").said
    assert 'name="call" value="3H"' not in table.visitor.text, "it is no plain tap"
    asked = table.get("?form=auction&why=3H")
    assert "Enter it anyway: 3 hearts" in asked.said
    before = table.session.last
    table.post("?form=auction", "enter/auction", call="3H")
    assert table.visitor.page.status_code == 422 and table.session.last == before
    assert "Marek must pass to the end of the auction" in table.said
    assert "Enter it anyway" in table.said
    table.post("?form=auction", "enter/auction", call="3H", anyway="1").went()
    assert "A ruling wasn’t followed: 3 hearts by Marek" in table.get("").said
    link = re.search(
        r'href="([^"]*irregularity/call-of-the-barred[^"]*)"', table.visitor.text
    )
    assert link
    table.visitor.get(link[1].replace("&amp;", "&"))
    assert "Law 37A" in table.said
    facts = {"seat": "W", "call": "3H", "37.over": "no"}
    table.answer(table.rule("call-of-the-barred", **facts), "accept").went()
    assert "A ruling wasn’t followed" not in table.get("").said
    assert str(table.session.folded.state.round.calls[-1]) == "Pass"


def test_a_lead_that_was_asked_for_cannot_be_another_unnoticed(table: Table) -> None:
    """Law 54D, 50D2(a): East led out of turn; West must lead a heart, and the ♦K is
    tapped."""
    told = {"54.opening": "yes", "47.told-to": "no", "54.dummy-seen": "no"}
    told |= {"54.opening-lead": "require"}
    seq = table.rule("lead-out-of-turn", seat="E", card="H5", **told)
    table.answer(seq, "accept").went()
    assert "Marek must lead hearts at the next lead" in table.get("watch").said
    before = table.session.last
    table.post("watch", "watch/card", card="DK")
    assert table.visitor.page.status_code == 422 and table.session.last == before
    assert "Enter it anyway" in table.said
    table.post("watch", "watch/card", card="DK", anyway="1").went()
    assert "A ruling wasn’t followed" in table.get("watch").said
    assert "irregularity/restriction-broken?" in table.visitor.text
    table.post("watch", "watch/card", card="D2").went()
    assert "A ruling wasn’t followed" in table.get("").said


def confirm(table: Table, *sides: str) -> None:
    row = next(iter(table.session.sheet.rows())).id
    for side in sides:
        table.post(f"agree/{row}?side={side}", f"agree/{row}", party=side).went()


def test_a_ruling_moves_no_confirmed_result_by_one_word(table: Table) -> None:
    table.play(*REVOKED)
    seq = revoke(table)
    table.result(10)
    confirm(table, "NS", "EW")
    what = "accept"
    for ticked in ([], ["EW"], ["NS", "NS"]):
        table.answer(seq, what, consent=ticked)
        assert table.visitor.page.status_code == 422, table.said
        assert table.tricks == "10"
        assert "Who agrees?" in table.said
    table.answer(seq, what, consent=["NS", "EW"]).went()
    assert table.tricks == "12"
    assert "everyone agreed" in table.get("log").said
    row = next(iter(table.session.sheet.rows())).id
    table.post(f"rows/{row}/strike", f"rows/{row}/strike", reason="no")
    assert "Who agrees?" in table.said, "what a ruling changed stays settled"


def test_a_penalty_in_points_is_a_row_of_its_own_and_changes_no_settled_one(
    table: Table,
) -> None:
    table.play(*REVOKED).result(10)
    penalty = Ruled(
        "bridge.irregularity.revoke", (), "", (Effect("points", "NS", -50),)
    )
    store: Store = table.app.extensions["store"]
    store.append(table.session.id, Command((Entry(penalty),)), Stamp(AT, key="ruled"))
    seq = table.session.last
    confirm(table, "NS", "EW")
    deal, *_ = table.session.sheet.rows()
    before = table.session.sheet.total("NS")
    table.answer(seq, "accept").went()
    assert table.session.sheet.total("NS") == before - 50
    assert table.session.sheet.row(deal.id) == deal


def test_what_all_confirmed_is_not_settled_in_passing(table: Table) -> None:
    """A ruling that was accepted and couldn't be entered then, as in an older log."""
    table.play(*REVOKED).result(10)
    seq = revoke(table)
    confirm(table, "NS", "EW")
    store: Store = table.app.extensions["store"]
    accepted = Command((Entry(RulingAccepted(seq)),))
    store.append(table.session.id, accepted, Stamp(AT, key="accepted"))
    table.post("sign", "sign", party="NS").went()
    assert table.tricks == "10"
    table.answer(seq, "apply", consent=["NS", "EW"]).went()
    assert table.tricks == "12"


def test_a_ruling_that_waits_for_consent_holds_up_none_after_it(table: Table) -> None:
    table.play(*REVOKED).result(10)
    seq = revoke(table)
    confirm(table, "NS", "EW")
    store: Store = table.app.extensions["store"]
    accepted = Command((Entry(RulingAccepted(seq)),))
    store.append(table.session.id, accepted, Stamp(AT, key="accepted"))
    four = {"level": 4, "denomination": "S", "doubling": "", "declarer": "S"}
    table.post("?form=contract", "enter/contract", **four).went()
    later = revoke(table.play(*REVOKED))
    table.answer(later, "accept").went()
    table.result(9)
    rows = list(table.session.sheet.rows())
    tricks = [
        str(fact.value) for row in rows for fact in row.facts if fact.head == "tricks"
    ]
    assert tricks == ["10", "11"], (
        "the second is in the score, the first waits for both sides"
    )


def test_nobody_agrees_to_a_ruling_for_a_side_with_a_phone_of_its_own(
    table: Table, another: Callable[[], Visitor]
) -> None:
    table.play(*REVOKED).result(10)
    seq = revoke(table)
    confirm(table, "NS", "EW")
    others = another()
    answer(others, link(table.app, table.address, Purpose.MOVE, Seat.EAST, Seat.WEST))
    ruling = f"{table.address}docket/{seq}"
    others.get(ruling).send(f"{ruling}/state", party="EW", agrees="yes")
    table.answer(seq, "accept", consent=["NS", "EW"])
    assert table.visitor.page.status_code == 422
    assert "must agree on their own phone" in table.said
    others.get(f"{table.address}docket/{seq}").send(
        f"{table.address}docket/{seq}/accept"
    )
    assert others.page.status_code == 422
    assert table.tricks == "10"
    table.answer(seq, "accept", consent=["NS"], ask="1").went()
    waiting = f"{table.address}change/"
    others.get(waiting).send(waiting, agreed="EW")
    assert others.page.status_code == 303, others.text
    assert table.tricks == "12"


def test_a_deal_without_a_result_is_not_confirmed(table: Table) -> None:
    table.play(*REVOKED)
    row = next(iter(table.session.sheet.rows())).id
    table.post(f"agree/{row}?side=NS", f"agree/{row}", party="NS")
    assert table.visitor.page.status_code == 422
    assert "no result yet" in table.said


def test_accepted_before_the_result_it_enters_the_score_with_it(table: Table) -> None:
    seq = revoke(table.play(*REVOKED))
    table.answer(seq, "accept").went()
    assert "due when the result is in" in table.get(f"docket/{seq}").said
    assert "not yet in the score" not in table.get("").said
    table.post("agree", f"docket/{seq}/apply")
    assert table.visitor.page.status_code == 422
    table.result(10)
    assert table.tricks == "12"
    assert "not yet in the score" not in table.get("").said


def test_a_corrected_result_keeps_its_ruling_once(table: Table) -> None:
    seq = revoke(table.play(*REVOKED))
    table.answer(seq, "accept").went()
    table.result(10)
    for typed, scored in ((9, "11"), (8, "10"), (10, "12")):
        order = table.session.folded.order
        last = max(entry.seq for entry in order if isinstance(entry.event, TricksTaken))
        page = f"entries/{last}/correct"
        table.post(
            page, page, tricks=typed, reason="counted again", honours_0_seat=""
        ).went()
        assert table.tricks == scored
    assert table.get(f"docket/{seq}").said.count("not yet in the score") == 0


def test_a_ruling_is_entered_once_though_the_note_of_it_is_struck_out(
    table: Table,
) -> None:
    table.play(*REVOKED).result(8)
    seq = revoke(table)
    table.answer(seq, "accept").went()
    for _ in range(2):
        order = table.session.folded.order
        for note in [
            entry.seq for entry in order if isinstance(entry.event, RulingApplied)
        ]:
            page = f"entries/{note}/strike"
            table.post(page, page, reason="what is this?").went()
        assert table.tricks == "10"
    assert "not yet in the score" not in table.get("docket").said
    order = table.session.folded.order
    last = max(entry.seq for entry in order if isinstance(entry.event, TricksTaken))
    page = f"entries/{last}/correct"
    table.post(page, page, tricks=9, reason="counted again", honours_0_seat="").went()
    assert table.tricks == "11"


def test_the_same_acceptance_twice_is_one(table: Table) -> None:
    table.play(*REVOKED).result(10)
    seq = revoke(table)
    form = table.get(f"docket/{seq}").visitor.hidden()
    client = table.visitor.client
    for _ in range(2):
        answer = client.post(f"{table.address}docket/{seq}/accept", data=form)
        assert answer.status_code == 303
    assert table.tricks == "12"


def test_a_table_may_play_on(table: Table) -> None:
    table.play(*REVOKED).result(10)
    seq = revoke(table)
    table.answer(seq, "accept", remedy="play-on").went()
    assert table.tricks == "10"
    assert "plays on" in table.get("docket").said
    # a phone that still has the question open is shown what it came to
    facts = "seat=E&card=S3&held=H4&trick=1&besides=none&later=1"
    table.get(f"ask/irregularity/revoke?{facts}")
    assert "Ruling 1 already deals with this" in table.said
    table.post("agree", f"docket/{seq}/accept", remedy="whatever")
    assert table.visitor.page.status_code == 422


def test_an_appeal_keeps_its_reason_and_changes_no_score(table: Table) -> None:
    table.play(*REVOKED).result(10)
    seq = revoke(table)
    table.post(f"docket/{seq}/appeal", f"docket/{seq}/appeal", reason=" ")
    assert table.visitor.page.status_code == 422
    table.post(
        f"docket/{seq}/appeal",
        f"docket/{seq}/appeal",
        reason="it was a <deuce>",
        by="W",
    ).went()
    assert table.session.log[-1].by == "W"
    assert "appealed by Marek" in table.get("docket").said
    assert table.tricks == "10"
    assert "“it was a &lt;deuce&gt;”" in table.get(f"docket/{seq}").visitor.page.text
    assert "appealed" in table.get("docket").said
    # The other side may still accept it.
    table.answer(seq, "accept").went()
    assert table.tricks == "12"


def test_a_struck_ruling_leaves_the_docket(table: Table) -> None:
    seq = revoke(table.play(*REVOKED))
    table.post(
        f"entries/{seq}/strike", f"entries/{seq}/strike", reason="asked by mistake"
    ).went()
    assert "No rulings yet" in table.get("docket").said
    assert table.get(f"docket/{seq}").visitor.page.status_code == 404
    assert not table.session.folded.misfits


def test_a_ruling_can_only_be_struck_out_not_corrected(table: Table) -> None:
    seq = revoke(table.play(*REVOKED))
    table.get(f"entries/{seq}/correct")
    assert table.visitor.page.headers["Location"].endswith(f"/entries/{seq}/strike")


# ---- the docket as values ----


def test_the_docket_is_worked_out_as_it_was_heard(table: Table) -> None:
    table.play(*REVOKED).result(10)
    seq = revoke(table)
    before = rulings_view(table.session)
    table.answer(seq, "accept").went()
    (one,) = rulings_view(table.session)
    assert one.ruling == before[0].ruling
    assert (one.number, one.seq, one.answer.state, one.score.state) == (
        1,
        seq,
        "accepted",
        "applied",
    )
    assert len(one.on.facts) >= 2
    assert all(step.cite for step in one.ruling.steps)


def test_the_docket_goes_with_the_session_file(table: Table, app: Flask) -> None:
    seq = revoke(table.play(*REVOKED))
    table.get("session.jsonl")
    assert (
        '"kind": "ruled"' in table.visitor.text
        or '"kind":"ruled"' in table.visitor.text
    )
    assert f'"seq": {seq}' in table.visitor.text or f'"seq":{seq}' in table.visitor.text


def test_the_sheet_and_the_menu_lead_to_the_docket_once_there_is_one(
    table: Table,
) -> None:
    assert f'href="{table.address}docket"' not in table.get("sheet").visitor.text
    revoke(table.play(*REVOKED))
    for page in ("sheet", "more", "ask"):
        assert f'href="{table.address}docket"' in table.get(page).visitor.text


def test_whose_word_an_acceptance_is(table: Table) -> None:
    seq = table.rule("lost-turn", seat="W")
    table.answer(seq, "accept", by="E").went()
    assert table.session.log[-1].by == "E"
    assert re.search(r"accepted; said by (East|Tom)", table.get(f"docket/{seq}").said)


def test_what_waits_for_one_side_is_told_to_no_other(
    table: Table, another: Callable[[], Visitor]
) -> None:
    """In what a table sends to its phones by itself too, whichever of them asked
    first."""
    table.play(*REVOKED).result(10)
    others = elsewhere(table, another(), Seat.EAST, Seat.WEST)
    seq = revoke(table)
    table.answer(seq, "state", party="NS", agrees="yes").went()
    told = "Please confirm the ruling"
    for _ in range(2):
        assert told in others.get(f"{table.address}live?v=").text
        assert told not in table.get("live?v=").visitor.text


def test_each_side_says_on_its_own_phone_what_happened_before_a_ruling_is_accepted(
    table: Table, another: Callable[[], Visitor]
) -> None:
    table.play(*REVOKED).result(10)
    others = elsewhere(table, another(), Seat.EAST, Seat.WEST)
    seq = revoke(table)
    page = f"{table.address}docket/{seq}"
    table.answer(seq, "state", party="NS", agrees="yes").went()
    table.answer(seq, "accept")
    assert table.visitor.page.status_code == 422
    assert "once they have given it on their phone" in table.said
    assert "Please confirm the ruling" in others.get(table.address).text
    assert (
        "is that what happened?" in others.get(page).text
        and "Party(" not in others.text
    )
    others.send(f"{page}/state", party="EW", agrees="no", words="")
    assert others.page.status_code == 422
    others.get(page).send(f"{page}/state", party="NS", agrees="yes")
    assert others.page.status_code == 400, "nobody speaks for the other side"
    others.get(page).send(
        f"{page}/state", party="EW", agrees="no", words="It was a diamond"
    )
    assert others.page.status_code == 303
    assert "It was a diamond" in table.get(f"docket/{seq}").said
    arbiter = answer(another(), link(table.app, table.address, Purpose.ARBITER))
    decides = arbiter.get(page).text
    assert (
        0 < decides.index("It was a diamond") < decides.index('<section class="ruling')
    )
    assert "disagree on what happened" in table.get("docket").said
    table.answer(seq, "accept")
    assert table.visitor.page.status_code == 422
    assert table.tricks == "10", "nobody is convicted where the sides differ"
    others.get(page).send(f"{page}/state", party="EW", agrees="yes")
    table.answer(seq, "accept").went()
    assert table.tricks == "12"


def test_nobody_takes_back_what_others_say_of_a_ruling(
    table: Table, another: Callable[[], Visitor]
) -> None:
    table.play(*REVOKED).result(10)
    others = elsewhere(table, another(), Seat.EAST, Seat.WEST)
    seq = revoke(table)
    page = f"{table.address}docket/{seq}"
    for agrees in ("yes", "no"):
        others.get(page).send(
            f"{page}/state", party="EW", agrees=agrees, words="a diamond"
        )
    said = f"entries/{table.session.last}/strike"
    others.get(f"{page}/appeal").send(
        f"{page}/appeal", reason="it was a diamond", by="E"
    )
    for one in (said, f"entries/{table.session.last}/strike"):
        assert table.post(one, one, reason="no").visitor.page.status_code == 422, (
            table.said
        )
    table.answer(seq, "accept")
    assert table.visitor.page.status_code == 422
    assert table.tricks == "10"
    assert (
        others.get(table.address + said).send(table.address + said).page.status_code
        == 303
    )


def test_no_side_disposes_of_a_ruling_against_the_word_of_another(
    table: Table, another: Callable[[], Visitor]
) -> None:
    table.play(*REVOKED).result(10)
    others = elsewhere(table, another(), Seat.EAST, Seat.WEST)
    seq = revoke(table)
    page = f"{table.address}docket/{seq}"
    strike = f"{table.address}entries/{seq}/strike"
    table.answer(seq, "state", party="NS", agrees="yes").went()
    assert others.get(strike).send(strike, reason="no").page.status_code == 422
    for words in ("", "It was a diamond"):
        if words:
            others.get(page).send(f"{page}/state", party="EW", agrees="no", words=words)
        others.get(page).send(f"{page}/accept", remedy="play-on")
        assert "played on" not in table.get("docket").said, "it is asked of the others"
    for party, phone in {"NS": table.visitor, "EW": others}.items():
        phone.get(page).send(f"{page}/state", party=party, agrees="yes")
    table.answer(seq, "accept", remedy="play-on").went()


def test_what_is_in_the_score_is_not_played_on(table: Table) -> None:
    table.play(*REVOKED).result(10)
    seq = revoke(table)
    form = table.get(f"docket/{seq}").visitor.hidden()
    table.answer(seq, "accept").went()
    client = table.visitor.client
    answer = client.post(
        f"{table.address}docket/{seq}/accept", data=form | {"remedy": "play-on"}
    )
    assert answer.status_code == 422
    assert "plays on" not in table.get("docket").said
    assert table.tricks == "12"


WAYS = {
    "agree": "waits until they agree",
    "record": "the recorded cards decide",
    "open": "leaves it open",
}


@pytest.mark.parametrize(
    ("differ", "cards", "tricks"),
    [
        ("record", REVOKED, "12"),
        ("record", (), "10"),
        ("open", REVOKED, "10"),
        ("agree", (), "10"),
    ],
)
def test_where_the_sides_differ_the_agreed_way_of_the_table_decides(
    visitor: Visitor,
    app: Flask,
    another: Callable[[], Visitor],
    differ: str,
    cards: tuple[str, ...],
    tricks: str,
) -> None:
    table = Table(visitor, app, differ=differ)
    table.play(*cards).result(10)
    others = elsewhere(table, another(), Seat.EAST, Seat.WEST)
    told = {
        "which": "last",
        "61.could": "yes",
        "63.established": "yes",
        "64.won": "self",
    }
    facts = {"held": "H4", "trick": "1"} if cards else told
    seq = table.rule("revoke", seat="E", card="S3", besides="none", later="1", **facts)
    page = f"{table.address}docket/{seq}"
    others.get(page).send(
        f"{page}/state", party="EW", agrees="no", words="It was a heart"
    )
    assert WAYS[differ] in table.get(f"docket/{seq}").said
    table.answer(seq, "accept")
    assert table.tricks == tricks


@pytest.mark.parametrize("remedy", ["", "play-on"])
def test_where_the_sides_differ_the_arbiters_phone_decides(
    table: Table, another: Callable[[], Visitor], remedy: str
) -> None:
    """Its own word is needed alone, and it is said that it was the arbiter's; who
    watches is offered nothing."""
    arbiter, watcher = (
        answer(another(), link(table.app, table.address, purpose))
        for purpose in (Purpose.ARBITER, Purpose.WATCH)
    )
    others = elsewhere(table, another(), Seat.EAST, Seat.WEST)
    accept_arbiter(table.address, table.visitor, others)
    seq = revoke(table.play(*REVOKED).result(10))
    page = f"{table.address}docket/{seq}"
    others.get(page).send(
        f"{page}/state", party="EW", agrees="no", words="It was a heart"
    )
    assert "A ruling waits for the arbiter" in arbiter.get(table.address).text
    assert "A ruling waits for the arbiter" not in table.get("").said
    assert "Accept" not in watcher.get(page).text
    assert watcher.send(f"{page}/accept").page.status_code == 403
    offered = arbiter.get(page).text
    assert "Accept" in offered
    assert "Appeal" not in offered
    assert "Who says so?" not in offered
    assert arbiter.send(f"{page}/accept", remedy=remedy, by="E").page.status_code == 303
    assert table.tricks == ("10" if remedy else "12")
    assert "decided by the arbiter" in table.get(f"docket/{seq}").said
    accepted = next(
        entry for entry in table.session.log if isinstance(entry.event, RulingAccepted)
    )
    assert (accepted.event.arbiter, accepted.by) == (True, None)
    assert "waits for the arbiter" not in arbiter.get(table.address).text
    # until it is in the score
    assert (">Accept<" in arbiter.get(page).text) is bool(remedy)


def test_what_the_arbiter_decided_no_side_undoes(
    table: Table, another: Callable[[], Visitor]
) -> None:
    """Neither by its way into the score, nor by another answer, nor by striking it out,
    but where all sides agree; and by an appeal, on which the arbiter decides anew."""
    arbiter = answer(another(), link(table.app, table.address, Purpose.ARBITER))
    accept_arbiter(table.address, table.visitor)
    seq = revoke(table.play(*REVOKED).result(10))
    page = f"{table.address}docket/{seq}"
    for party in ("NS", "EW"):
        table.answer(seq, "state", party=party, agrees="yes").went()
    assert (
        arbiter.get(page).send(f"{page}/accept", remedy="play-on").page.status_code
        == 303
    )
    decided = table.session.last
    for what in ("apply", "accept"):
        assert table.post("", f"docket/{seq}/{what}").visitor.page.status_code == 422
    for entry in (seq, decided):
        table.post(f"entries/{entry}/strike", f"entries/{entry}/strike", reason="no")
        assert table.visitor.page.status_code == 422
        for party in ("NS", "EW"):
            assert f'name="consent" value="{party}"' in table.visitor.text
    assert (table.session.last, table.tricks) == (decided, "10")
    assert "Appeal" in table.get(f"docket/{seq}").said
    appeal = f"docket/{seq}/appeal"
    table.post(appeal, appeal, reason="the card was seen", by="N").went()
    assert "The arbiter has decided" in table.answer(seq, "accept").said
    assert table.tricks == "10"
    assert arbiter.get(page).send(f"{page}/accept").page.status_code == 303
    assert table.tricks == "12"


def test_only_an_accepted_ruling_is_entered_in_the_score_and_it_is_answered_once(
    table: Table, another: Callable[[], Visitor]
) -> None:
    table.play(*REVOKED).result(10)
    others = elsewhere(table, another(), Seat.EAST, Seat.WEST)
    seq = revoke(table)
    assert "isn’t accepted yet" in table.answer(seq, "apply").said
    assert table.tricks == "10"
    others.get(f"{table.address}docket/{seq}")
    others.send(f"{table.address}docket/{seq}/state", party="EW", agrees="yes")
    table.answer(seq, "accept").went()
    assert table.tricks == "12"
    last = table.session.last
    for remedy in ("", "play-on"):
        table.post("", f"docket/{seq}/accept", remedy=remedy)
        assert "is already decided" in table.said
    assert table.session.last == last


@pytest.mark.parametrize("who", ["arbiter", "player"])
def test_nothing_is_entered_from_a_place_that_was_taken_away_meanwhile(
    table: Table,
    another: Callable[[], Visitor],
    monkeypatch: pytest.MonkeyPatch,
    who: str,
) -> None:
    """After the guard looked, and before the entry is written."""
    phones = table.app.extensions["store"].phones
    arbiter = another()
    others = another()
    answer(arbiter, link(table.app, table.address, Purpose.ARBITER))
    elsewhere(table, others, Seat.EAST, Seat.WEST)
    seq = revoke(table.play(*REVOKED).result(10))
    last = table.session.last
    real = incoming.form_key
    session = table.session.id

    def late() -> str:
        if who == "arbiter":
            phones.end(session, Role.ARBITER)
        else:
            there = {
                holding.seat: holding.phone for holding in phones.holdings(session)
            }
            phones.leave(session, there[Seat.EAST], AT)
        return real()

    monkeypatch.setattr(incoming, "form_key", late)
    page = f"{table.address}docket/{seq}"
    if who == "arbiter":
        arbiter.get(page).send(f"{page}/accept")
    else:
        others.get(f"{table.address}?form=contract")
        said = {"level": 1, "denomination": "S", "doubling": "", "declarer": "E"}
        others.send(f"{table.address}enter/contract", **said)
    assert (arbiter if who == "arbiter" else others).page.status_code == 403
    assert table.session.last == last


def test_the_arbiters_phone_needs_no_consent_to_a_result_that_was_confirmed(
    table: Table, another: Callable[[], Visitor]
) -> None:
    arbiter = answer(another(), link(table.app, table.address, Purpose.ARBITER))
    table.play(*REVOKED)
    seq = revoke(table)
    table.result(10)
    confirm(table, "NS", "EW")
    page = f"{table.address}docket/{seq}"
    accept_arbiter(table.address, table.visitor)
    for party, agrees in (("NS", "yes"), ("EW", "no")):
        table.answer(seq, "state", party=party, agrees=agrees, words="a diamond").went()
    assert arbiter.get(page).send(f"{page}/accept").page.status_code == 303
    assert table.tricks == "12"


def test_a_choice_of_the_law_is_offered_on_the_phone_of_the_side_that_has_it(
    table: Table, another: Callable[[], Visitor]
) -> None:
    others = elsewhere(table, another(), Seat.NORTH, Seat.SOUTH)
    facts = "seat=E&card=H5&54.opening=yes&47.told-to=no&54.dummy-seen=no"
    page = f"ask/irregularity/lead-out-of-turn?{facts}"
    table.get(page)
    told = dict(one.split("=") for one in facts.split("&"))
    table.visitor.send(
        f"{table.address}ask/irregularity/lead-out-of-turn/offer", **told
    )
    table.went()
    assert "Asked on their own phones:" in table.get(page).said
    assert "You have a choice" in others.get(table.address).text
    assert "You have a choice" not in table.get("").said
    others.get(f"{table.address}{page}&54.opening-lead=accept&54.hand-shown=no")
    told |= {"54.opening-lead": "accept", "54.hand-shown": "no"}
    others.send(f"{table.address}ask/irregularity/lead-out-of-turn", **told)
    assert others.page.status_code == 303
    assert "You have a choice" not in others.get(table.address).text


CLAIMED = "ask/irregularity/claim?seat=S&left=5&tricks=5&which=now"
AGREE = "claim=yes"
"""The answer by which the other side agrees to a claim."""


def test_the_phone_of_the_claimer_is_not_offered_the_answer_of_the_other_side(
    table: Table, another: Callable[[], Visitor]
) -> None:
    east = elsewhere(table, another(), Seat.EAST)
    assert AGREE not in table.get(CLAIMED).visitor.text
    assert "Ask Tom" in table.said
    assert AGREE in east.get(table.address + CLAIMED).text
    assert "Ask Tom" not in east.text
    facts = dict(one.split("=") for one in CLAIMED.partition("?")[2].split("&"))
    table.post(CLAIMED, "ask/irregularity/claim/offer", **facts).went()
    assert AGREE not in table.get(CLAIMED).visitor.text
    assert "The host can answer for them in 10 minutes." in table.said


def test_one_phone_for_the_whole_table_answers_for_both_sides(table: Table) -> None:
    assert AGREE in table.get(CLAIMED).visitor.text
    assert "Ask Tom" not in table.said


def test_the_host_answers_for_players_who_were_asked_ten_minutes_ago(
    table: Table, another: Callable[[], Visitor], monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere(table, another(), Seat.EAST)
    facts = dict(one.split("=") for one in CLAIMED.partition("?")[2].split("&"))
    table.post(CLAIMED, "ask/irregularity/claim/offer", **facts).went()
    store = table.app.extensions["store"]
    now = store.now
    monkeypatch.setattr(store, "now", lambda: now() + timedelta(seconds=601))
    assert AGREE in table.get(CLAIMED).visitor.text
    assert "No answer for ten minutes." in table.said


def test_a_phone_that_is_asked_reads_it_below_the_score_but_where_it_answers(
    table: Table, another: Callable[[], Visitor]
) -> None:
    table.play(*REVOKED).result(10)
    others = elsewhere(table, another(), Seat.EAST, Seat.WEST)
    seq = revoke(table)
    table.answer(seq, "state", party="NS", agrees="yes").went()

    def asked_on(address: str) -> bool:
        strip = others.get(table.address + address).text.split("</header>")[0]
        line = strip.partition('class="asked"')[2]
        return "Please confirm the ruling" in line

    assert asked_on("")
    assert asked_on("sheet")
    assert not asked_on(f"docket/{seq}")
    foot = others.get(table.address).text.partition('id="now"')[2]
    assert "Please confirm the ruling" not in foot
    assert 'class="asked"' not in table.get("").visitor.text


def test_an_offer_under_the_key_of_another_entry_is_refused_in_words(
    table: Table, another: Callable[[], Visitor]
) -> None:
    elsewhere(table, another(), Seat.NORTH, Seat.SOUTH)
    facts = "seat=E&card=H5&54.opening=yes&47.told-to=no&54.dummy-seen=no"
    table.get(f"ask/irregularity/lead-out-of-turn?{facts}")
    told = dict(one.split("=") for one in facts.split("&")) | {
        "key": table.session.log[0].key
    }
    table.visitor.send(
        f"{table.address}ask/irregularity/lead-out-of-turn/offer", **told
    )
    assert table.visitor.page.status_code == 422


def test_what_an_earlier_ruling_binds_to_is_known_to_the_next_one(table: Table) -> None:
    shown = {"seat": "E", "shown-how": "accident", "partner-leads": "no"}
    first = table.rule("exposed-card", card="H5", **{"50.more": "no"}, **shown)
    table.answer(first, "accept").went()
    page = "ask/irregularity/exposed-card?seat=E&card=C4&50.shown-how=accident"
    assert "Does East have another penalty card" not in table.get(page).said
    second = table.rule("exposed-card", card="C4", **shown)
    event = table.session.log[second - 1].event
    assert isinstance(event, Ruled)
    assert event.verdict == "bridge.ruling.major"
    assert "penalty-minor:E:H5" in dict(event.facts)["bound"]
    assert "Terms" in table.get(f"docket/{second}").said


def test_what_may_be_played_keeps_to_a_ruling(table: Table) -> None:
    facts = {"seat": "N", "card": "HQ", "more": "no", "partner-leads": "no"}
    table.post("?form=contract", "enter/result", tricks=9, honours_0_seat="").went()
    table.post(
        "?form=contract",
        "enter/contract",
        level=3,
        denomination="NT",
        doubling="",
        declarer="E",
    )
    seq = table.rule("exposed-card", **facts, **{"which": "now"})
    table.answer(seq, "accept").went()
    # South leads, and declarer was not asked what of the partner's penalty card
    table.post("watch", "watch/card", card="C2")
    assert "Declarer must first say what" in table.said
    table.post("watch", "watch/card", card="C2", anyway="1").went()
    table.play("C3")
    page = "ask/play/hand?open=1"
    table.post(page, page, held=["HQ", "D4", "S2"])
    assert "a major penalty card" in table.said


def test_all_tables_stand_on_one_page_with_their_scores_and_open_rulings(
    table: Table, app: Flask
) -> None:
    other = Table(Visitor(app.test_client()), app)
    other.play(*REVOKED).result(10)
    assert "All tables" in table.visitor.get("/").text
    said = table.visitor.get("/tables").text
    assert "2 tables are playing. No ruling is open." in said
    seq = revoke(other)
    said = table.visitor.get("/tables").text
    assert "1 ruling is open." in said
    assert f"{other.address}docket/{seq}" in said
    assert said.index(other.address) < said.index(table.address), (
        "what is open stands first"
    )
    other.answer(seq, "accept").went()
    assert "No ruling is open." in table.visitor.get("/tables").text
    table.visitor.client.set_cookie("language", "de")
    assert "An 2 Tischen wird gespielt." in table.visitor.get("/tables").text


def test_the_arbiter_sees_what_is_open_at_all_tables(
    table: Table, another: Callable[[], Visitor]
) -> None:
    revoke(table.play(*REVOKED))
    others = another()
    answer(others, link(table.app, table.address, Purpose.ARBITER))
    assert others.get(f"{table.address}matters").page.status_code == 403
    accept_arbiter(table.address, table.visitor)
    assert "A failure to follow suit" in others.get(f"{table.address}matters").text
    table.get("matters")
    assert table.visitor.page.status_code == 403


def test_what_is_open_at_a_table_is_worked_out_once(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many look at the list of all tables, and however often."""
    revoke(table.play(*REVOKED))
    worked_out = list[object]()
    view = views.ruling_view
    monkeypatch.setattr(
        views, "ruling_view", lambda *a: worked_out.append(a) or view(*a)
    )
    for _ in range(3):
        assert "failure to follow suit" in table.visitor.get("/tables").text
    assert len(worked_out) == 1


def test_open_matters_come_in_parts(
    table: Table, another: Callable[[], Visitor]
) -> None:
    table.play(*REVOKED)
    facts = {
        "seat": "E",
        "card": "S3",
        "held": "H4",
        "trick": "1",
        "besides": "none",
        "later": "1",
    }
    for n in range(2 * LISTED):
        table.rule("revoke", **facts, another=f"another one, {n}")
    arbiter = another()
    answer(arbiter, link(table.app, table.address, Purpose.ARBITER))
    accept_arbiter(table.address, table.visitor)
    seen = set[str]()
    address = f"{table.address}matters"
    while address:
        text = arbiter.get(address).text
        listed = text.partition('<ol class="list">')[2].partition("</ol>")[0]
        here = set(re.findall(r"docket/([0-9]+)", listed))
        assert 0 < len(here) < 2 * LISTED and here.isdisjoint(seen)
        seen |= here
        older = re.search(r'<a class="btn" href="([^"]+)">Older', text)
        address = older[1] if older else ""
    assert len(seen) == 2 * LISTED
