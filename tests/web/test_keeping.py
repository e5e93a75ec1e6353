"""Totals signed, heads kept by phones, sheets to play on with paper."""

import re
from typing import Any

import pytest
from flask import Flask

from benchmarks.seasons import seasons
from scorekeeper.core.notes import Signed
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Command, Entry
from scorekeeper.exports.pdf.cache import Asker, Order, PdfCache, Rank
from scorekeeper.exports.pdf.page import Paper, page_of
from scorekeeper.tables.session import Session
from scorekeeper.tables.sheet import signatures
from scorekeeper.words import words_in
from tests.adopting import adopt
from tests.exports import sheets
from tests.web.confirming import DEAL
from tests.web.conftest import Visitor, app, client, visitor

__all__ = ["app", "client", "visitor"]


@pytest.fixture
def table(visitor: Visitor) -> str:
    return visitor.lay("bridge")


def session(app: Flask, table: str) -> Session:
    found: Session | None = app.extensions["store"].open(table.split("/")[-2])
    assert found is not None
    return found


def adjust(visitor: Visitor, table: str, points: int) -> None:
    visitor.get(f"{table}evening/adjusted")
    visitor.send(
        f"{table}enter/adjusted", party="NS", points=str(points), reason="late"
    ).follow()


def adjusted_by_consent(visitor: Visitor, table: str, points: int) -> list[str]:
    """Adjust a total that was signed; answers who is asked, and says yes for them."""
    visitor.get(f"{table}evening/adjusted")
    entered = f"{table}enter/adjusted"
    visitor.send(entered, party="NS", points=str(points), reason="late")
    assert "This changes what you agreed" in visitor.text
    asked = re.findall(r'name="consent" value="(\w+)"', visitor.text)
    visitor.send(entered, consent=asked).follow()
    return asked


def test_a_signed_total_that_the_deals_do_not_give_is_named(
    app: Flask, visitor: Visitor
) -> None:
    played = sheets.begun()
    at = (played.session.last, played.session.head)
    totals = (("NS", "1230"), ("EW", "0"))
    played.command(Command((Entry(Signed(*at, totals, (Seat.NORTH, Seat.SOUTH))),)))
    adopt(app.extensions["store"], played.session.header, played.session.log)
    page = visitor.get(f"/t/{played.session.id}/sign").text
    assert "recomputed 140, signed 1,230" in page


def test_a_deal_of_some_minutes_says_when_it_began(
    app: Flask, visitor: Visitor
) -> None:
    told = set[str]()
    for played in seasons(40, seed=3, hands=4):
        if played.game.slug != "joker-bridge":
            continue
        adopt(app.extensions["store"], played.header, played.log)
        for row in played.sheet.rows():
            page = visitor.get(f"/t/{played.id}/sheet?why={row.id}").text
            told.add(re.sub(r"<[^>]+>", "", page))
    said = r"Begun at \d+:\d\d; the result was entered at \d+:\d\d"
    assert any(re.search(said, one) for one in told)


def test_all_sides_sign_on_one_phone(app: Flask, visitor: Visitor, table: str) -> None:
    adjust(visitor, table, 1240)
    visitor.get(f"{table}sign")
    assert "1,240" in visitor.text and "Ingrid & Priya" in visitor.text
    entry = session(app, table).last
    visitor.send(f"{table}sign", party=["NS", "EW"]).follow()
    (one,) = signatures(session(app, table))
    assert one.entry == entry and one.holds and one.since == 0
    assert len(one.seats) == 4
    assert {total.party.id: total.signed for total in one.totals} == {
        "NS": 1240,
        "EW": 0,
    }
    assert visitor.text.count("has signed") == 2
    assert "Signed after Adjusted" in visitor.get(table).text
    assert f"up to entry {entry}: " in visitor.get(f"{table}sheet").text


def test_what_was_played_and_signed_keeps_its_people(
    app: Flask, visitor: Visitor, table: str
) -> None:
    """Ada sits down for Ingrid after a finished rubber: that one was Ingrid's."""
    for entry in (
        {**DEAL, "tricks": "10"},
        {**DEAL, "tricks": "10"},
    ):
        visitor.get(f"{table}?form=quick").send(f"{table}enter/quick", **entry).follow()
    first = session(app, table).sheet.sections[0].rows[0]
    visitor.get(f"{table}sign").send(f"{table}sign", party=["NS", "EW"])
    visitor.get(f"{table}rows/{first.id}/correct")
    visitor.send(
        f"{table}rows/{first.id}/correct",
        **{**DEAL, "tricks": "11"},
        by="N",
        reason="miscounted",
    )
    assert "This changes what you agreed" in visitor.text
    visitor.send(f"{table}rows/{first.id}/correct", consent=["NS", "EW"]).follow()
    visitor.get(f"{table}evening/people")
    visitor.send(
        f"{table}enter/people", N="Ada", E="Tom", S="Priya", W="Marek"
    ).follow()
    sheet = visitor.get(f"{table}sheet").text
    assert sheet.count("Ada") == 0 and "“miscounted”, Ingrid" in sheet
    (signed,) = signatures(session(app, table))
    assert signed.who == "Ingrid, Priya, Tom, Marek"
    paper = page_of(session(app, table), words_in("en"), Paper.A4)
    assert (
        "Ingrid &amp; Priya" in paper and "Ada" not in paper.split('class="proof"')[0]
    )
    log = visitor.get(f"{table}log").text
    assert "Struck" in log and "Ada" not in re.split("Ada sits at", log)[1]
    assert (
        "Ingrid" in visitor.get("/").text and "Ingrid" in visitor.get("/history/").text
    )
    csv = visitor.get(f"{table}sheet.csv").text
    assert "Ingrid & Priya" in csv and "Ada" not in csv


def test_entries_after_it_are_counted_and_the_signed_total_stays(
    app: Flask, visitor: Visitor, table: str
) -> None:
    adjust(visitor, table, 1240)
    visitor.get(f"{table}sign").send(f"{table}sign", party=["NS", "EW"])
    assert adjusted_by_consent(visitor, table, -10) == ["NS", "EW"]
    adjust(visitor, table, -20)  # nobody has signed the total of now
    assert "2 entries since" in visitor.get(table).text
    page = visitor.get(f"{table}sign").text
    assert "now 1,210" in page and "1,240" in page and "recomputed" not in page
    assert "2 entries since" in visitor.text


def test_what_was_entered_meanwhile_must_be_seen_first(
    app: Flask, visitor: Visitor, table: str
) -> None:
    visitor.get(f"{table}sign")
    before = visitor.hidden()
    adjust(visitor, table, 50)
    answer = visitor.client.post(f"{table}sign", data={**before, "party": ["NS"]})
    assert answer.status_code == 409
    assert "The totals have changed" in answer.text
    assert not signatures(session(app, table))


def test_nobody_signs_nothing(app: Flask, visitor: Visitor, table: str) -> None:
    visitor.get(f"{table}sign").send(f"{table}sign")
    assert visitor.page.status_code == 422
    assert "Choose who signs" in visitor.text


def test_a_form_sent_twice_signs_once(app: Flask, visitor: Visitor, table: str) -> None:
    visitor.get(f"{table}sign")
    form = {**visitor.hidden(), "party": ["NS", "EW"]}
    for _ in range(2):
        assert visitor.client.post(f"{table}sign", data=form).status_code == 303
    log = session(app, table).log
    assert sum(isinstance(entry.event, Signed) for entry in log) == 1


def test_a_head_that_a_phone_kept_is_in_the_history_or_not(
    app: Flask, visitor: Visitor, table: str
) -> None:
    adjust(visitor, table, 50)
    found = session(app, table)
    for entry in found.log:
        answer = visitor.client.get(f"{table}heads/{entry.hash}")
        assert (answer.status_code, answer.json) == (200, {"entry": entry.seq})
    answer = visitor.client.get(f"{table}heads/{'0' * 64}")
    assert (answer.status_code, answer.json) == (200, {"entry": None})
    assert visitor.client.get(f"/t/nowhere/heads/{'0' * 64}").status_code == 404
    page = visitor.get(table).text
    assert f'data-head="{found.head}"' in page


def test_what_is_typed_in_from_paper_is_marked(
    app: Flask, visitor: Visitor, table: str
) -> None:
    adjust(visitor, table, 10)
    visitor.get(f"{table}paper").send(f"{table}paper", typing="begins").follow()
    assert "marked as from paper" in visitor.text
    adjust(visitor, table, 20)
    typed = session(app, table).last
    visitor.get(f"{table}paper").send(f"{table}paper", typing="ends").follow()
    adjust(visitor, table, 30)
    log = visitor.get(f"{table}log").text
    marked = re.findall(r'id="entry-(\d+)".*?</li>', log, re.S)
    rows = dict(
        zip(marked, re.findall(r'id="entry-\d+"(.*?)</li>', log, re.S), strict=True)
    )
    assert [n for n, row in rows.items() if "· from paper" in row] == [str(typed)]
    ids = [row.id for row in session(app, table).sheet.rows()]
    reasons = [visitor.get(f"{table}sheet?why={one}").text for one in ids]
    assert ["<p>from paper</p>" in reason for reason in reasons] == [False, True, False]


def test_the_switch_is_not_turned_twice(visitor: Visitor, table: str) -> None:
    visitor.get(f"{table}paper").send(f"{table}paper", typing="ends")
    assert visitor.page.status_code == 422
    assert "Nothing is being typed in" in visitor.text


def test_blank_sheets_are_ordered_for_a_table_and_for_a_game(
    app: Flask, visitor: Visitor, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []

    def pdf(cache: object, order: Order, asker: Asker, patience: float) -> bytes:
        people = order.session.folded.people
        asked.append((people, order.paper.value, order.document.value, asker.rank))
        return b"%PDF-"

    monkeypatch.setattr(PdfCache, "pdf", pdf)
    assert visitor.client.get(f"{table}blank.pdf?paper=letter").data == b"%PDF-"
    assert visitor.client.get("/new/rook/blank.pdf").data == b"%PDF-"
    assert visitor.client.get("/new/whist/blank.pdf").status_code == 404
    assert [len(people) for people, *_ in asked] == [4, 0]
    own = Rank.OWN
    others = Rank.STRANGER
    assert [what for _, *what in asked] == [
        ["letter", "blank", own],
        ["a4", "blank", others],
    ]
