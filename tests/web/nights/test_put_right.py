"""What a table played wrongly or entered wrongly is put right by its players, in four
taps at most, and can be undone in as many."""

import re
from collections.abc import Callable
from datetime import timedelta
from urllib.parse import urlencode

import pytest

from scorekeeper.core.notes import NightTold
from scorekeeper.core.ruling_notes import FactsStated, Ruled
from scorekeeper.tables.nights import finished_rows, number_of
from scorekeeper.tables.session import Session
from tests.web.conftest import Visitor
from tests.web.nights.evenings import Evening, with_phones

Another = Callable[[], Visitor]
MADE = {"level": 4, "denomination": "S", "doubling": "", "declarer": "N"}


@pytest.fixture
def evening(visitor: Visitor, another: Another) -> Evening:
    """Eight people with a phone each, and one round of two boards."""
    evening = with_phones(visitor, another)
    evening.begin("howell", deals="2")
    return evening


def table_at(evening: Evening, table: str) -> Session:
    session = evening.store.open(table.split("/")[2])
    assert session is not None
    return session


def boards_of(session: Session) -> list[int]:
    return [number_of(row) for row in finished_rows(session)]


def correct_board(
    phone: Visitor, night: str, board: int, to: int, **fields: int
) -> int:
    """Put a board of the round before right, by what is tapped on the pages; answers
    how many taps that took."""
    sheet = re.findall(r'href="([^"]*/sheet)"', phone.get(night).text)[-1]
    pencils = re.findall(
        r'class="fix" href="([^"]*)".*?Board (\d+)', phone.get(sheet).text
    )
    (pencil,) = (href for href, number in pencils if number == f"{board}")
    form = phone.get(pencil).text
    assert re.search(rf'name="board" value="{board}"', form), form
    phone.send(pencil, **MADE, board=to, reason="wrong board", **fields)
    return len(("the round", "the deal", "the number", "save"))


def test_a_wrong_board_is_put_right_two_rounds_later_in_four_taps(
    evening: Evening,
) -> None:
    table = evening.table_of("Ann")
    evening.play_round()
    evening.next_round()
    evening.play_round()
    ann = evening.phones["Ann"]
    before = table_at(evening, table)
    assert boards_of(before) == [1, 2]
    taps = correct_board(ann, evening.address, 1, to=4, tricks=10)
    assert ann.page.status_code == 303, ann.text
    assert taps <= 4
    there = table_at(evening, table)
    assert boards_of(there) == [4, 2], "the deal after it keeps its number"
    points = [finished_rows(one)[0].total("NS") for one in (before, there)]
    assert points == [420, 620], "all are vulnerable on board 4"
    correct_board(ann, evening.address, 4, to=1, tricks=10)
    assert boards_of(table_at(evening, table)) == [1, 2], "undone in as many"


def test_the_board_after_the_last_one_stays_too(evening: Evening) -> None:
    """A table that has played a board of others goes on with its own."""
    table = evening.table_of("Ann")
    evening.play("Ann", (10,))
    phone = evening.phones["Ann"]
    more = phone.get(f"{table}more").text
    pencil = re.search(r'href="([^"]*/correct)"', more)
    assert pencil, more
    phone.get(pencil[1]).send(pencil[1], **MADE, tricks=10, board=7, reason="")
    assert phone.page.status_code == 303, phone.text
    assert "Board 2" in phone.get(f"{table}?form=quick").text
    evening.play("Ann", (9,))
    assert boards_of(table_at(evening, table)) == [7, 2]


@pytest.mark.parametrize("typed", ["0", "-4", "x", "1000", "99999999999"])
def test_a_board_that_cannot_be_is_refused_and_kept(
    evening: Evening, typed: str
) -> None:
    table = evening.table_of("Ann")
    evening.play("Ann", (10,))
    phone = evening.phones["Ann"]
    row = next(iter(table_at(evening, table).sheet.rows()))
    there = f"{table}rows/{row.id}/correct"
    phone.get(there).send(there, **MADE, tricks=9, board=typed, reason="")
    assert phone.page.status_code == 422
    assert f'name="board" value="{typed}"' in phone.text
    assert "Boards can’t have the number" in phone.text
    assert boards_of(table_at(evening, table)) == [1]


# ---- the first word of a phone ----


def test_the_first_form_of_a_phone_at_its_table_is_the_word_of_its_side(
    visitor: Visitor, another: Another, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It gets a fresh reference with that form, and keeps its seat."""
    evening = with_phones(visitor, another)
    come = evening.store.now
    later = timedelta(minutes=1)
    monkeypatch.setattr(evening.store, "now", lambda: come() + later)
    evening.begin("howell", deals="1")
    night = evening.night
    laid = night.rounds[0].fact.tables[0]
    north = night.name(laid.north_south[0])
    east = evening.phones[night.name(laid.east_west[0])]
    table = evening.table_of(north)
    evening.play(north, (10,))
    there = f"{table}ask/irregularity/revoke"
    told = {"seat": "E", "card": "D2", "besides": "none", "which": "last"}
    asked = {"61.could": "yes", "63.established": "yes", "64.won": "partner"}
    query = urlencode({**told, **asked})
    evening.phones[north].get(f"{there}?{query}").send(there, **told, **asked)
    ((ruled, _),) = table_at(evening, table).of(Ruled)
    ruling = f"{table}docket/{ruled.seq}"
    east.get(ruling).send(f"{ruling}/state", party="EW", agrees="accept")
    assert east.page.status_code == 303, east.text
    stated = table_at(evening, table).of(FactsStated)
    assert [event.party for _, event in stated] == ["EW"]


# ---- what is told ----


def told_at(evening: Evening, name: str) -> list[str]:
    """What a phone is told of its night at the table where its person sits now."""
    page = evening.phones[name].get(evening.table_of(name)).text
    return [re.sub("<[^>]*>", "", one) for one in re.findall(NOTICE, page, re.S)]


NOTICE = r'<p class="notice"[^>]*>(.*?)</p>'


def is_told(evening: Evening, name: str, said: str) -> None:
    """On the page of the night, and at the table."""
    assert said in evening.phones[name].get(evening.address).text, name
    assert any(said in one for one in told_at(evening, name)), name


def test_a_correction_after_the_round_is_told_to_all_who_had_the_board(
    visitor: Visitor, another: Another
) -> None:
    """Its players, and everybody with whom they are compared: without the result."""
    evening = with_phones(visitor, another, [f"P{n}" for n in range(20)])
    evening.begin("mitchell", deals="1")
    night = evening.night
    first, *others = night.rounds[0].fact.tables
    names = [night.name(person) for person in first.people]
    table = f"/t/{first.session}/"
    for laid in (first, *others):
        evening.play(night.name(laid.people[0]), (10,))
    evening.next_round()
    after = evening.night
    had_it = {
        after.name(person)
        for opened in after.rounds
        for laid in opened.fact.tables
        if laid.board == first.board
        for person in laid.people
    }
    evening.correct(evening.phones[names[0]], table, 9)
    said = f"Round 1, table {first.table}: the result of board {first.board}"
    for name in had_it:
        is_told(evening, name, said)
    strangers = {*after.people} - had_it
    assert {*names} <= had_it and strangers
    for name in strangers:
        assert said not in evening.phones[name].get(evening.address).text
    evening.play(names[0], (10,))
    assert not any(said in one for one in told_at(evening, names[0])), "one deal long"
    assert said in evening.phones[names[0]].get(evening.address).text


def test_a_correction_during_the_round_is_told_nobody_else(evening: Evening) -> None:
    table = evening.table_of("Ann")
    evening.play("Ann", (10,))
    evening.correct(evening.phones["Ann"], table, 9)
    other = evening.phones[evening.others_of("Ann")]
    assert "was corrected" not in other.get(evening.address).text


def test_an_adjusted_score_is_told_at_the_tables_of_the_next_round(
    evening: Evening,
) -> None:
    evening.play_round()
    evening.next_round()
    there = f"{evening.address}given"
    fields = {"place": "1.1", "board": 1, "reason": "misinformation", "law": "12C1"}
    evening.host.get(there).send(there, **fields, both="", points="-100")
    assert evening.host.page.status_code == 303, evening.host.text
    night = evening.night
    theirs = [night.name(one) for one in night.rounds[0].fact.tables[0].people]
    for name in theirs:
        assert "score given (misinformation" in (
            evening.phones[name].get(evening.address).text
        )
        said = "Round 1, table 1, board 1: a score was given"
        assert any(said in one for one in told_at(evening, name)), name
    seq = evening.session.last
    evening.host.get(f"{evening.address}people")
    evening.host.send(f"{evening.address}undo", entry=seq)
    for name in theirs:
        assert any("was taken back" in one for one in told_at(evening, name)), name


def test_a_reason_tells_nothing_to_who_has_the_board_yet_to_play(
    visitor: Visitor, another: Another
) -> None:
    evening = with_phones(visitor, another, [f"P{n}" for n in range(20)])
    evening.begin("mitchell", deals="1")
    night = evening.night
    for laid in night.rounds[0].fact.tables:
        evening.play(night.name(laid.people[0]), (10,))
    evening.next_round()
    (first, *_) = night.rounds[0].fact.tables
    there = f"{evening.address}given"
    fields = {"place": f"1.{first.table}", "board": first.board, "law": "12C1"}
    fields |= {"reason": "4S goes two down", "both": "", "points": "-100"}
    evening.host.get(there).send(there, **fields)
    assert evening.host.page.status_code == 303, evening.host.text
    (now,) = (
        laid
        for laid in evening.night.rounds[-1].fact.tables
        if laid.board == first.board
    )
    assert {*now.people}.isdisjoint(first.people)
    said = f"Round 1, table {first.table}, board {first.board}: a score was given"
    for person in now.people:
        is_told(evening, night.name(person), said)
        page = evening.phones[night.name(person)].get(evening.address).text
        assert "two down" not in page
    for person in first.people:
        page = evening.phones[night.name(person)].get(evening.address).text
        assert "4S goes two down" in page


def test_nobody_strikes_out_what_a_table_was_told_of_its_night(
    evening: Evening,
) -> None:
    evening.host.get(evening.address)
    evening.host.send(f"{evening.address}swapped", round=1, table=1, other=2)
    table = evening.table_of("Ann")
    ((told, _),) = table_at(evening, table).of(NightTold)
    page = f"{table}entries/{told.seq}/strike"
    evening.phones["Ann"].get(page).send(page, reason="mine")
    assert len([*table_at(evening, table).of(NightTold)]) == 1


def test_a_round_that_began_too_early_is_told_when_it_is_taken_back(
    evening: Evening,
) -> None:
    evening.next_round()
    evening.host.get(evening.address).send(f"{evening.address}undo-round", round=2)
    for name in ("Ann", evening.others_of("Ann")):
        is_told(evening, name, "Round 2 was taken back: it began too early")
    evening.next_round()
    page = evening.phones["Ann"].get(evening.address).text
    assert "was taken back" not in page, "it has begun again"


def test_swapped_boards_are_told_and_played_at_the_tables(
    visitor: Visitor, another: Another
) -> None:
    names = [f"P{n}" for n in range(12)]
    evening = with_phones(visitor, another, names)
    evening.begin("mitchell", deals="2")
    first, second, third = evening.night.rounds[0].fact.tables
    evening.host.get(evening.address)
    evening.host.send(f"{evening.address}swapped", round=1, table=1, other=2)
    for laid in (first, second):
        for person in laid.people:
            said = "tables 1 and 2 have swapped boards"
            is_told(evening, evening.night.name(person), said)
    stranger = evening.night.name(third.people[0])
    assert "swapped" not in evening.phones[stranger].get(evening.address).text
    assert f"Boards {second.board}–{second.board + 1}" in (
        evening.phones[evening.night.name(first.people[0])]
        .get(f"/t/{first.session}/")
        .text
    )
    evening.host.get(f"{evening.address}people")
    evening.host.send(f"{evening.address}undo", entry=evening.session.last)
    for person in (*first.people, *second.people):
        name = evening.night.name(person)
        told = told_at(evening, name)
        assert any("1 and 2 haven’t swapped boards after all" in one for one in told)


# ---- a board that wasn't meant for this round ----


def test_a_board_that_was_played_by_mistake_counts_by_one_tap(
    evening: Evening,
) -> None:
    """Law 15A1: nobody at the table had played it."""
    table = evening.table_of("Ann")
    evening.play("Ann", (10, 9))
    phone = evening.phones["Ann"]
    row = finished_rows(table_at(evening, table))[0]
    there = f"{table}rows/{row.id}/correct"
    phone.get(there).send(there, **MADE, tricks=10, board=6, reason="")
    assert "All deals of this round" not in phone.get(table).text
    page = evening.host.get(evening.address).text
    assert "Let it count" in page
    number = table_at(evening, table)
    assert boards_of(number) == [6, 2]
    laid = evening.night.seat_in(
        evening.night.rounds[0], evening.night.people.index("Ann") + 1
    )
    assert laid is not None
    fields = {"round": 1, "table": laid.table, "board": 6}
    evening.host.send(f"{evening.address}stands", **fields)
    assert evening.host.page.status_code == 303, evening.host.text
    assert "Let it count" not in evening.host.follow().text
    assert "2/2" in evening.host.text
    is_told(evening, "Ann", "board 6 counts")
    assert "All deals of this round are played" in phone.get(table).text
    evening.play(evening.others_of("Ann"), (9, 10))
    standings = evening.host.get(f"{evening.address}standings").text
    assert standings.count("2 deals") == 4
    seq = next(e.seq for e in evening.session.log[::-1] if "stands" in e.event.KIND)
    evening.host.get(f"{evening.address}people")
    evening.host.send(f"{evening.address}undo", entry=seq)
    assert "Let it count" in evening.host.get(evening.address).text
    is_told_back = told_at(evening, "Ann")
    assert any("doesn’t count after all" in one for one in is_told_back)


def test_a_board_that_somebody_had_played_before_does_not_count(
    evening: Evening,
) -> None:
    evening.play_round()
    evening.next_round()
    evening.host.get(evening.address)
    evening.host.send(f"{evening.address}stands", round=2, table=1, board=1)
    assert evening.host.page.status_code == 422
    assert "has played board 1 before" in evening.host.text
    assert not evening.night.stands
    evening.host.get(evening.address)
    evening.host.send(f"{evening.address}stands", round=2, table=1, board=3)
    assert "Board 3 counts already." in evening.host.text
    assert not evening.night.stands
