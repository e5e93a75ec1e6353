"""Pages that say what they say only where something unusual came before."""

import io
import re
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask

from scorekeeper.__main__ import main
from scorekeeper.core.phone_notes import Arrival, PhoneSeated
from scorekeeper.core.play import CardPlayed
from scorekeeper.core.result_notes import SettledChanged
from scorekeeper.core.ruling_notes import RulingAccepted
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Command, Entry, Event, Stamp
from scorekeeper.exports.file_kinds import enclosed_in
from scorekeeper.exports.pdf import letters
from scorekeeper.exports.session_file import FileRefused, write
from scorekeeper.games.bridge import BRIDGE
from scorekeeper.games.bridge.events import BoardIs
from scorekeeper.games.bridge.rules import Scoring
from scorekeeper.store.phones import Purpose
from scorekeeper.web.archive import files
from scorekeeper.words import words_in
from tests.adopting import adopt
from tests.agreements import AT
from tests.exports import sheets
from tests.web.boards import PAIRS, table
from tests.web.conftest import Visitor
from tests.web.playing import played_out
from tests.web.ruling import REVOKED, Table, revoke
from tests.web.sealing import bridge
from tests.web.seating import id_of, link
from tests.web.showing import plain

Another = Callable[[], Visitor]
CONTRACT = {"level": "4", "denomination": "S", "doubling": "", "declarer": "S"}


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
    said = "A correction or other house rules changed these points."
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


# ---- files and houses ----


def test_a_house_manager_is_told_what_the_phone_is(visitor: Visitor) -> None:
    visitor.lay("bridge")
    shown = visitor.get("/moving").send("/house/link").text
    address = re.findall(r"/house/[^<\s]+(?=</span>)", shown)[0]
    said = visitor.get(address).text
    assert "This phone is already a house manager." in said


def test_one_file_is_checked_at_a_time(visitor: Visitor) -> None:
    visitor.lay("bridge")
    with files._checking:
        file = (io.BytesIO(write(sheets.rubber()).encode()), "evening.jsonl")
        visitor.get("/moving").send("/moving", file=file)
    assert visitor.page.status_code == 503
    assert "Another file is being checked." in visitor.text


def test_what_was_deleted_at_the_server_is_listed(
    visitor: Visitor, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", app.config["INSTANCE"])
    address = visitor.lay("bridge")
    visitor.lay("rook")
    gone = CliRunner().invoke(main, ["delete", id_of(address)], input="y\n")
    assert gone.exit_code == 0, gone.output
    assert "deleted on the server on" in visitor.get("/moving").text


def test_the_list_of_commands_says_what_waits_and_what_cannot_be_read(
    visitor: Visitor, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", app.config["INSTANCE"])
    monkeypatch.setenv("COLUMNS", "200")
    visitor.lay("bridge")
    other = Visitor(app.test_client())
    other.lay("rook")
    file = (io.BytesIO(write(sheets.rubber()).encode()), "evening.jsonl")
    other.get("/moving").send("/moving", file=file)
    listed = CliRunner().invoke(main, ["list", "--hidden"]).output
    assert "not accepted yet" in listed


# ---- rulings ----


def test_a_remedy_that_a_ruling_does_not_list_is_refused(
    visitor: Visitor, app: Flask
) -> None:
    table = Table(visitor, app)
    table.play(*REVOKED)
    seq = revoke(table)
    table.answer(seq, "accept", remedy="bridge.remedy.dance")
    assert "This ruling doesn’t allow that." in table.said
    table.result(10)
    table.answer(seq, "accept").went()
    page = f"docket/{seq}/appeal"
    table.post(page, page, reason="counted wrong").went()
    table.answer(seq, "accept", remedy="play-on")
    assert "What this ruling gives is already in the score." in table.said


def test_another_way_that_no_ruling_lists_is_said_all_the_same(
    visitor: Visitor, app: Flask
) -> None:
    table = Table(visitor, app)
    table.play(*REVOKED)
    seq = revoke(table)
    enter(table, RulingAccepted(seq, "bridge.remedy.dance"))
    assert "settled another way" in table.get(f"docket/{seq}").said
    enter(table, RulingAccepted(seq, "bridge.remedy.dance", arbiter=True))
    enter(table, SettledChanged((1,), ()))
    log = table.get("log").said
    assert "Ruling settled another way by the arbiter" in log
    assert "Confirmed result changed by the arbiter" in log


def enter(table: Table, event: Event) -> None:
    """Enter what a page doesn't."""
    store = table.app.extensions["store"]
    stamp = Stamp(AT, None, "", f"past-the-pages-{table.session.last}")
    store.append(table.session.id, Command((Entry(event),)), stamp)


def test_a_word_of_the_trade_is_explained_under_a_ruling(
    visitor: Visitor, app: Flask
) -> None:
    address = visitor.lay("bridge")
    facts = "seat=E&call=1H&last=1S&27.accept=refuse&27.correction=same"
    visitor.get(f"{address}ask/irregularity/insufficient-bid?{facts}")
    assert "The suit of a bid, or no trump" in visitor.text


def test_a_revoke_can_have_been_noticed_after_the_round(visitor: Visitor) -> None:
    address = visitor.lay("bridge", scoring="duplicate")
    said = visitor.get(f"{address}ask/irregularity/revoke?seat=N&card=SA").text
    assert "Noticed after the round ended" in said


def test_a_card_that_something_follows_is_not_taken_back_there(
    visitor: Visitor, app: Flask
) -> None:
    table = Table(visitor, app)
    table.play("C2", "C3")
    table.get("watch").visitor.send(f"{table.address}watch/back", entry=1)
    assert "so it can’t be taken back here" in table.said


# ---- forms ----


def test_a_card_is_corrected_by_another_one(visitor: Visitor, app: Flask) -> None:
    table = Table(visitor, app)
    table.play("C2", "C3")
    page = f"entries/{table.session.last}/correct"
    table.post(page, page, card="", reason="misread")
    assert "Tap the card that was played." in table.said


def test_a_calculator_wants_a_level(visitor: Visitor) -> None:
    said = visitor.get("/rules/bridge/calculator?denomination=S&tricks=9").text
    assert "Choose a level." in said


def test_more_boards_follow_those_that_were_ended(visitor: Visitor) -> None:
    address = visitor.lay("bridge", scoring="duplicate")
    deal(visitor, address, 10)
    visitor.get(f"{address}evening/ended").send(f"{address}enter/ended")
    assert visitor.page.status_code == 303, visitor.text
    assert "More boards" in visitor.get(address).text


def test_each_face_down_card_has_its_holder(visitor: Visitor) -> None:
    address = visitor.lay("joker-bridge", variant="x2")
    assert "Hidden card 2" in visitor.get(f"{address}?form=jokers").text


def test_a_suit_that_is_due_is_sealed_before_the_next_call(visitor: Visitor) -> None:
    address = bridge(visitor)
    assert "Before the next call" in visitor.get(f"{address}sealed/").text


def test_a_hand_is_sealed_with_so_many_cards(visitor: Visitor, app: Flask) -> None:
    page = f"{Table(visitor, app).address}sealed/new/hand?seat=W&open=1"
    visitor.get(page).send(page)
    assert "Tap 1 to 13." in plain(visitor)


# ---- what was entered past the pages ----


def test_a_phone_that_followed_its_person_is_told_of(
    visitor: Visitor, app: Flask
) -> None:
    table = Table(visitor, app)
    enter(table, PhoneSeated((Seat.EAST,), Arrival.FOLLOWED))
    assert "Tom on the phone of the player now sitting there" in table.get("log").said


def test_a_whole_watched_deal_leads_to_the_sheet(visitor: Visitor, app: Flask) -> None:
    table = Table(visitor, app)
    arbiter = table.session.game.arbiter
    assert arbiter
    rules = arbiter.play_rules(table.session.folded.state)
    assert rules
    for play in played_out(rules, 3).plays:
        enter(table, CardPlayed(play.card))
    won = re.findall(r"(\d+) tricks", table.get("watch").said)[0]
    table.result(int(won))
    row = first_row(visitor, table.address)
    assert "See the sheet" in table.get(f"watch?deal={row}").said


def test_a_font_that_is_lacking_is_named_on_an_unknown_system(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(letters, "here", lambda: "")
    told = letters.told("あ")
    assert told is not None
    assert "Install one that has them" in words_in("en").text(told)


def test_without_pypdf_no_sheet_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pypdf", None)
    with pytest.raises(FileRefused, match="not-here"):
        enclosed_in(b"%PDF-1.7")


def test_a_damaged_database_does_not_prove_itself(app: Flask, tmp_path: Path) -> None:
    whole = Path(app.config["INSTANCE"], "scorekeeper.db").read_bytes()
    path = tmp_path / "cut.db"
    path.write_bytes(whole[: len(whole) // 2])
    said = CliRunner().invoke(main, ["verify", str(path)]).output
    assert "The database file:" in said
