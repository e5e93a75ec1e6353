"""Pages that say what they say only where something unusual came before."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from flask import Flask

from scorekeeper.games.bridge import BRIDGE
from scorekeeper.games.bridge.events import BoardIs
from scorekeeper.games.bridge.rules import Scoring
from scorekeeper.store.phones import Purpose
from tests.adopting import adopt
from tests.exports import sheets
from tests.web.boards import PAIRS, table
from tests.web.conftest import Visitor, join
from tests.web.ruling import Table
from tests.web.seating import id_of, link

Another = Callable[[], Visitor]
CONTRACT = {"level": "4", "denomination": "S", "doubling": "", "declarer": "S"}


def plain(visitor: Visitor) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", visitor.text))


def deal(visitor: Visitor, address: str, tricks: int, **others: str) -> None:
    fields = {**CONTRACT, **others}
    visitor.get(f"{address}?form=quick")
    visitor.send(f"{address}enter/quick", **fields, tricks=str(tricks))
    assert visitor.page.status_code == 303, visitor.text


def first_row(visitor: Visitor, address: str) -> str:
    """The number of the first deal on the sheet."""
    return min(
        re.findall(r"[?]why=(\d+)", visitor.get(f"{address}sheet").text), key=int
    )


def test_nothing_is_found_for_a_word_of_no_irregularity(visitor: Visitor) -> None:
    address = visitor.lay("bridge")
    assert "Nothing found." in visitor.get(f"{address}ask/irregularity?q=xyzzy").text


def test_a_session_of_a_file_without_entries_has_nothing_entered(
    visitor: Visitor, app: Flask
) -> None:
    empty = sheets.Table(BRIDGE, session_id="new").session
    adopt(app.extensions["store"], empty.header, ())
    assert "Nothing entered yet" in visitor.get("/t/new/phones").text


def test_a_phone_that_sits_there_is_told_so(visitor: Visitor, app: Flask) -> None:
    address = visitor.lay("bridge")
    visitor.get(link(app, address, Purpose.JOIN))
    assert "This phone is already at the table." in visitor.text


def test_the_host_is_moved_by_a_link(visitor: Visitor) -> None:
    address = visitor.lay("bridge")
    visitor.get(f"{address}phones").send(f"{address}phones/move", seat="")
    assert "Move the host" in visitor.text


def test_a_result_that_one_side_confirmed(visitor: Visitor) -> None:
    address = visitor.lay("bridge")
    deal(visitor, address, 10)
    row = re.findall(r"/agree/(\d+)", visitor.get(f"{address}agree").text)[0]
    page = f"{address}agree/{row}"
    visitor.get(f"{page}?side=NS").send(page, party="NS")
    assert "confirmed by N–\u2060S" in plain(visitor.get(f"{address}agree"))
    assert re.search(r"confirmed \d\d:\d\d", plain(visitor.get(page)))


def test_what_was_struck_out_is_said_to_phones_that_are_there(
    visitor: Visitor, app: Flask
) -> None:
    address = visitor.lay("bridge")
    deal(visitor, address, 10)
    deal(visitor, address, 9)
    page = f"{address}rows/{first_row(visitor, address)}/strike"
    visitor.get(page).send(page, reason="not played")
    assert visitor.page.status_code == 303, visitor.text
    stream = partial(app.extensions["channels"].stream, id_of(address))
    with stream("one", "", "10.0.0.1"), stream("two", "", "10.0.0.2"):
        said = plain(visitor.get(address))
    assert "struck out" in said and "Connected: 2 phones" in said


def test_a_deal_scored_otherwise_since_an_earlier_one_was_corrected(
    visitor: Visitor,
) -> None:
    address = visitor.lay("bridge")
    deal(visitor, address, 10)
    deal(visitor, address, 8)
    page = f"{address}rows/{first_row(visitor, address)}/correct"
    visitor.get(page).send(page, **CONTRACT, tricks="9", reason="counted again")
    assert visitor.page.status_code == 303, visitor.text
    said = "A correction to an earlier deal changed these points."
    last = re.findall(r"[?]why=(\d+)", visitor.get(f"{address}sheet").text)[-1]
    assert said in visitor.get(f"{address}sheet?why={last}").text


def test_a_watched_deal_that_is_over_leads_to_the_sheet(
    visitor: Visitor, app: Flask
) -> None:
    table = Table(visitor, app)
    table.play("C2", "C3", "C4", "C5").result(10)
    row = first_row(visitor, table.address)
    said = "This deal has a result. No more cards can be entered."
    assert said in table.get(f"watch?deal={row}").visitor.text


def test_tables_without_a_board_in_common_are_told_so(
    visitor: Visitor, app: Flask
) -> None:
    first = table(PAIRS[0], ("4S", "N", 10))
    settings = replace(BRIDGE.rule_sheet.defaults, scoring=Scoring.DUPLICATE)
    other = sheets.Table(BRIDGE, settings, PAIRS[1], "other")
    other.enter(BoardIs(7))
    other.deal("3NT", "E", 9)
    for session in (first, other.session):
        adopt(app.extensions["store"], session.header, session.log)
    said = visitor.get("/history/boards/?t=ann&t=other").text
    assert "These tables have no board in common" in said
    assert "Results with nothing to compare: 2." in said
