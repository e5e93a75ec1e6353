"""A night on phones: opened, joined, played to its standings; and what goes wrong."""

import io
import json
import re
import zipfile
from collections.abc import Callable
from datetime import timedelta
from html import unescape
from pathlib import Path

import pytest
from click.testing import CliRunner

from scorekeeper.__main__ import main
from scorekeeper.core.cards import Suit
from scorekeeper.core.notes import NightDecided
from scorekeeper.core.phone_notes import PhoneIs, Role
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Command, Entry, Stamp
from scorekeeper.exports.night_files import standings_of
from scorekeeper.exports.pdf.night import NightDocument, NightList, document_named
from scorekeeper.exports.pdf.page import Paper
from scorekeeper.exports.pdf.render import laid_out
from scorekeeper.games.bridge.events import BoardIs
from scorekeeper.games.rook.events import BidStated, CountStated, TrumpDeclared
from scorekeeper.tables.session import Session
from scorekeeper.words import words_in
from tests.web.conftest import Visitor
from tests.web.nights.evenings import EIGHT, Evening, open_night, with_phones

Another = Callable[[], Visitor]
OWN_SHEET = '<section class="own">'


@pytest.fixture
def evening(visitor: Visitor, another: Another) -> Evening:
    """Eight people with a phone each, four pairs, one round of two boards begun."""
    evening = with_phones(visitor, another)
    evening.begin("howell", deals="2")
    return evening


def others_of(evening: Evening, name: str) -> str:
    """Somebody at the other table."""
    night = evening.night
    number = night.people.index(name) + 1
    (other,) = (
        laid for laid in night.rounds[-1].fact.tables if number not in laid.people
    )
    return night.name(other.people[0])


def play_round(evening: Evening) -> None:
    evening.play("Ann", (10, 9))
    evening.play(others_of(evening, "Ann"), (9, 10))


# ---- opened and begun ----


def test_names_are_typed_by_commas_or_lines(visitor: Visitor) -> None:
    visitor.get("/night/new")
    visitor.send(
        "/night/new", names="Ann & Ben, Cid\nDora\r\nEd Moor", game="rook.jeff"
    )
    night = Evening(visitor, str(visitor.page.headers["Location"])).night
    assert night.people == ("Ann", "Ben", "Cid", "Dora", "Ed Moor")
    assert night.game == "rook"


def test_too_few_names_are_refused_and_kept(visitor: Visitor) -> None:
    visitor.get("/night/new").send("/night/new", names="Ann, Ben", game="rook.jeff")
    assert visitor.page.status_code == 422
    assert "Ann, Ben" in visitor.text


def test_from_names_to_cards_in_few_taps(visitor: Visitor, another: Another) -> None:
    """The game, the names, "Continue", the movement that comes first, "Begin round 1"."""
    evening = open_night(visitor)
    assert "Choose the movement" in visitor.follow().text
    there = f"{evening.address}movement"
    page = visitor.get(there).text
    assert page.index("Howell") < page.index("Individual")
    assert "h " in page and "3 rounds" in page
    evening.begin("howell")
    assert evening.night.round == 1
    assert visitor.follow().text.count("Table ") >= 2


def test_the_same_form_twice_opens_one_night(visitor: Visitor) -> None:
    fields = {"names": ", ".join(EIGHT), "game": "bridge.duplicate"}
    sent = {**visitor.get("/night/new").hidden(), **fields}
    first, again = (visitor.client.post("/night/new", data=sent) for _ in range(2))
    assert first.headers["Location"] == again.headers["Location"]


@pytest.mark.parametrize(
    ("plan", "names"),
    [("individual", 9), ("mitchell", 18), ("teams", 8), ("swiss", 14)],
)
def test_every_movement_begins(visitor: Visitor, plan: str, names: int) -> None:
    evening = open_night(visitor, [f"P{n}" for n in range(names)])
    evening.begin(plan)
    evening.next_round() if not evening.night.is_last_round else None
    assert evening.night.rounds
    assert visitor.get(evening.address).page.status_code == 200
    assert visitor.get(f"{evening.address}room").page.status_code == 200


# ---- on the phones ----


def test_each_phone_says_where_to_sit_and_leads_there(evening: Evening) -> None:
    for name in EIGHT:
        phone = evening.phones[name]
        page = phone.get(evening.address).text
        table = evening.table_of(name)
        assert f'href="{table}"' in page
        assert "with " in page and "Boards 1–2" in page
        assert phone.get(table).page.status_code == 200
        assert "Enter for" not in phone.text or name in phone.text


def test_a_phone_plays_its_own_seat_alone(evening: Evening) -> None:
    table = evening.table_of("Ann")
    holdings = evening.store.phones.holdings(table.split("/")[2])
    seats = [holding.seat for holding in holdings if holding.seat]
    phones = {holding.phone for holding in holdings if holding.seat}
    assert (len(seats), len(phones)) == (4, 4)


def test_a_round_of_one_board_names_it_alone(
    visitor: Visitor, another: Another
) -> None:
    evening = with_phones(visitor, another)
    evening.begin("howell", deals="1")
    for page in (evening.address, evening.table_of("Ann")):
        text = evening.phones["Ann"].get(page).text
        assert "Board 1" in text and "Boards 1" not in text


def test_after_the_last_board_the_table_leads_back(evening: Evening) -> None:
    table = evening.table_of("Ann")
    evening.play("Ann", (10,))
    phone = evening.phones["Ann"]
    assert "All deals of this round" not in phone.get(table).text
    evening.play("Ann", (9,))
    page = phone.get(table).text
    assert "All deals of this round are played" in page
    assert f'href="{evening.address}"' in page
    assert f'href="{table}ask"' in page, "what went wrong on the last board"


def test_the_next_round_reaches_the_tables(evening: Evening) -> None:
    play_round(evening)
    table = evening.table_of("Ann")
    evening.next_round()
    phone = evening.phones["Ann"]
    assert "The evening continues at another table" in phone.get(f"{table}board").text
    session = evening.store.open(table.split("/")[2])
    assert session is not None
    page = phone.get(evening.address).text
    assert "Boards 3–4" in page
    assert evening.table_of("Ann") != table
    first = phone.get(f"{evening.table_of('Ann')}?form=quick").text
    assert "Board 3" in first


def test_a_double_tap_begins_one_round(evening: Evening) -> None:
    host = evening.host.get(evening.address)
    for _ in range(2):
        host.send(f"{evening.address}round", round=2)
    assert evening.night.round == 2


def test_only_who_runs_the_night_moves_it_on(evening: Evening) -> None:
    ann = evening.phones["Ann"].get(f"{evening.address}who")
    ann.send(f"{evening.address}round", round=2)
    assert ann.page.status_code == 403
    people = f"{evening.address}people"
    evening.host.get(people).send(f"{people}/1", do="helps")
    ann.get(evening.address).send(f"{evening.address}round", round=2)
    assert evening.night.round == 2


def test_whoever_has_not_come_by_the_code_takes_nobodys_seat(
    visitor: Visitor, another: Another
) -> None:
    """In a kitchen every phone on the network may look."""
    night = open_night(visitor)
    stranger = another()
    assert "The night" in stranger.get(night.address).text
    stranger.get("/join").send(f"{night.address}who", person=1)
    assert not night.store.nights.phones(night.session.id)
    assert stranger.page.headers["Location"].endswith("/join")
    night.join("Ann", stranger)
    assert list(night.store.nights.phones(night.session.id)) == [1]


def test_the_room_names_those_without_a_table(visitor: Visitor) -> None:
    evening = open_night(visitor, [f"P{n}" for n in range(1, 11)])
    evening.begin("howell", deals="1")
    night = evening.night
    seated = {one for laid in night.rounds[-1].fact.tables for one in laid.people}
    (idle,) = (unit for unit in night.units if seated.isdisjoint(unit))
    names = " & ".join(map(night.name, idle))
    assert f"Without a table: {names}" in visitor.get(f"{evening.address}room").text


def test_a_phone_that_comes_later_gets_its_seat(
    visitor: Visitor, another: Another
) -> None:
    evening = open_night(visitor)
    evening.begin("howell", deals="2")
    phone = another()
    evening.join("Gus", phone)
    table = evening.table_of("Gus")
    assert f'href="{table}"' in phone.get(evening.address).text
    assert "Save the deal" in phone.get(f"{table}?form=quick").text


# ---- what is nobody else's business ----


def test_a_board_is_seen_once_it_was_played(evening: Evening) -> None:
    board = f"{evening.address}board/1"
    evening.play("Ann", (10,))
    other = others_of(evening, "Ann")
    assert evening.phones[other].get(board).page.status_code == 403
    page = evening.phones["Ann"].get(board).text
    assert "+420" in page and "Ann" in page
    assert evening.host.get(board).page.status_code == 403, "the opener plays none"
    hidden = ("night.zip", "night.pbn", "night.xml", "results.csv", "standings.pdf")
    papers = (f"paper/{kind}.pdf" for kind in ("ranking", "travellers", "own"))
    for name in (*hidden, *papers):
        found = evening.phones["Ann"].get(f"{evening.address}{name}").page
        assert found.status_code == 403, f"{name} has the results of all"
    evening.play(other, (9,))
    assert "−50" in evening.phones[other].get(board).text


def test_another_table_is_not_read_while_the_night_goes_on(
    evening: Evening, another: Another
) -> None:
    table = evening.table_of("Ann")
    other = others_of(evening, "Ann")
    for page in ("", "sheet", "log"):
        for phone in (evening.phones[other], another()):
            assert phone.get(f"{table}{page}").page.status_code == 403
    history = another().get("/history/").text
    assert table not in history and evening.address not in history


# ---- what goes wrong ----


def test_a_round_that_began_too_early_is_undone(evening: Evening) -> None:
    before = evening.table_of("Ann")
    evening.next_round()
    wrong = evening.table_of("Ann")
    host = evening.host.get(evening.address)
    host.send(f"{evening.address}undo-round", round=2)
    assert evening.night.round == 1
    assert evening.table_of("Ann") == before
    ann = evening.phones["Ann"]
    assert "Go there" not in ann.get(f"{before}board").text
    assert "Go there" in ann.get(f"{wrong}board").text
    play_round(evening)
    evening.next_round()
    assert evening.night.round == 2


def test_a_round_that_begins_a_second_time_reaches_the_tables(
    evening: Evening,
) -> None:
    before = evening.table_of("Ann")
    for _ in range(2):
        evening.next_round()
        host = evening.host.get(evening.address)
        host.send(f"{evening.address}undo-round", round=2)
    evening.next_round()
    assert "Go there" in evening.phones["Ann"].get(f"{before}board").text


def test_who_left_plays_no_more_and_that_is_undone(evening: Evening) -> None:
    people = f"{evening.address}people"
    evening.host.get(people).send(f"{people}/1", do="gone")
    assert 1 in evening.night.gone
    (seq,) = (e.seq for e in evening.session.log if e.event.KIND == "night-gone")
    evening.host.get(people).send(f"{evening.address}undo", entry=seq)
    assert not evening.night.gone


def test_a_late_pair_joins_from_the_next_round(visitor: Visitor) -> None:
    evening = open_night(visitor, [f"P{n}" for n in range(10)])
    evening.begin("howell", deals="2")
    people = f"{evening.address}people"
    visitor.get(people).send(people, names="Late One, Late Two")
    assert visitor.page.status_code == 303, visitor.text
    evening.next_round()
    assert len(evening.night.rounds[1].fact.tables) == 3


def test_a_late_pair_without_a_place_is_told_so(evening: Evening) -> None:
    people = f"{evening.address}people"
    evening.host.get(people).send(people, names="Late One, Late Two")
    assert evening.host.page.status_code == 422
    assert "Every place in this movement is taken" in evening.host.text
    assert len(evening.night.people) == 8


def test_a_result_corrected_two_rounds_later_counts(evening: Evening) -> None:
    play_round(evening)
    table = evening.table_of("Ann")
    evening.next_round()
    evening.next_round()
    phone = evening.phones["Ann"]
    page = phone.get(evening.address).text
    assert f'href="{table}sheet"' in page
    before = evening.host.get(f"{evening.address}standings").text
    row = next(
        row.id
        for row in evening.store.open(table.split("/")[2]).sheet.rows()  # type: ignore[union-attr]
    )
    there = f"{table}rows/{row}/correct"
    found = phone.get(there)
    assert found.page.status_code == 200, found.text
    action = found.text.split('class="entry')[1].split('action="')[1].split('"')[0]
    fields = {"level": 4, "denomination": "S", "doubling": "", "declarer": "N"}
    phone.send(action, **fields, tricks=8, reason="miscounted")
    assert phone.page.status_code == 303, phone.text
    assert evening.host.get(f"{evening.address}standings").text != before


def test_a_score_is_given_with_its_reason(evening: Evening) -> None:
    play_round(evening)
    given = f"{evening.address}given"
    evening.host.get(given)
    fields = {"place": "1.1", "board": 1, "north_south": "plus", "east_west": "minus"}
    evening.host.send(given, **fields, reason="", law="12C2", points="")
    assert evening.host.page.status_code == 422
    evening.host.send(given, **fields, reason="Board fouled", law="12C2", points="")
    assert evening.host.page.status_code == 303
    assert "1 given score" in evening.host.follow().text


def test_the_traveller_says_what_the_standings_count(evening: Evening) -> None:
    """A score that was given stands in it, with its reason."""
    evening.play("Ann", (10,))
    evening.play(others_of(evening, "Ann"), (9,))
    night = evening.night
    laid = night.seat_in(night.rounds[-1], night.people.index("Ann") + 1)
    assert laid is not None
    there = f"{evening.address}given"
    given = {
        "place": f"1.{laid.table}",
        "board": 1,
        "reason": "seen a card",
        "law": "16",
    }
    evening.host.get(there).send(there, **given, north_south="plus", east_west="minus")
    assert evening.host.page.status_code == 303, evening.host.text
    text = evening.phones["Ann"].get(f"{evening.address}board/1").text
    assert "seen a card" in text and "+420" not in text


def test_a_wrong_board_is_said_to_who_runs_the_night(evening: Evening) -> None:
    table = evening.table_of("Ann")
    ann = evening.phones["Ann"]
    ann.get(f"{table}?form=board").send(f"{table}enter/board", number="5")
    assert ann.page.status_code == 303, ann.text
    evening.play("Ann", (10,))
    page = evening.host.get(evening.address).text
    assert "not in this round: 5" in page and "0/2" in page


def test_a_name_and_a_lost_phone_are_mended(evening: Evening, another: Another) -> None:
    people = f"{evening.address}people"
    evening.host.get(people).send(f"{people}/2", do="name", name="Benno")
    assert evening.night.name(2) == "Benno"
    evening.host.get(people).send(f"{people}/2", do="phone")
    phone = another()
    evening.join("Benno", phone)
    assert "Table " in phone.get(evening.address).text
    table = evening.table_of("Benno")
    assert "Save the deal" in phone.get(f"{table}?form=quick").text
    lost = evening.phones["Ben"].get(f"{evening.address}standings")
    assert evening.night.unit_of(2) is not None and lost.page.status_code == 200
    lost = evening.phones["Ben"]
    assert "Choose your name" in lost.get(evening.address).text
    assert "Save the deal" not in lost.get(f"{table}?form=quick").text


def test_a_lost_phone_that_hosts_its_table_is_replaced_by_its_players_next_one(
    evening: Evening, another: Another
) -> None:
    table = evening.table_of("Ben")
    here = table.split("/")[2]
    phones = evening.store.phones
    hosts = [name for name in evening.phones if evening.table_of(name) == table]
    host = next(name for name in hosts if "Move everything" in of_phones(evening, name))
    people = f"{evening.address}people"
    assert "stays the host until its player comes" in evening.host.get(people).text
    number = evening.night.people.index(host) + 1
    evening.host.get(people).send(f"{people}/{number}", do="phone")
    assert "Move everything" in of_phones(evening, host), "nobody else has its word"
    before = {one.seat for one in phones.holdings(here)}
    lost = evening.phones[host]
    comes = another()
    evening.join(host, comes)
    assert "Move everything" not in lost.get(f"{table}phones").text
    assert "Save the deal" not in lost.get(f"{table}?form=quick").text
    assert "Move everything" in comes.get(f"{table}phones").text
    assert {one.seat for one in phones.holdings(here)} == before
    session = evening.store.open(here)
    assert session is not None
    (said,) = [event for _, event in session.of(PhoneIs) if event.role is Role.HOST]
    assert said


@pytest.mark.parametrize("kept", ["N", "NE"])
def test_whoever_comes_to_a_seat_of_a_phone_that_is_there_gets_that_seat_alone(
    visitor: Visitor, another: Another, kept: str
) -> None:
    """The phone that runs the night is host where nobody had one, and plays a seat. Or
    a phone that the night doesn't know plays two, such as by a link of the table."""
    evening = open_night(visitor)
    evening.begin("howell", deals="2")
    laid = evening.night.rounds[-1].fact.tables[0]
    phones = evening.store.phones
    there = f"/t/{laid.session}/phones"
    for seat in kept:
        visitor.get(there).send(f"{there}/keep", seat=seat)
    if len(kept) > 1:
        phones.take_over(laid.session, "0" * 64, (), "2026-11-28T00:00:00Z")
    evening.join(evening.night.name(laid.north_south[0]), another())
    held = phones.holdings(laid.session)
    (host,) = [one.phone for one in held if one.role is Role.HOST]
    theirs = {one.seat for one in held if one.seat and one.phone != host}
    assert theirs == {Seat.NORTH}


def of_phones(evening: Evening, name: str) -> str:
    return evening.phones[name].get(f"{evening.table_of(name)}phones").text


# ---- the end ----


def ended(evening: Evening) -> None:
    for _ in range(2):
        play_round(evening)
        evening.next_round()
    play_round(evening)
    there = f"{evening.address}standings"
    evening.host.get(there).send(f"{evening.address}sign", sure="1")


def test_what_can_be_printed_is_offered(evening: Evening) -> None:
    there = f"{evening.address}standings"
    before = evening.phones["Ann"].get(there).text
    assert "paper/guide-cards.pdf" in before and "paper/own.pdf" not in before
    for wrong in ("paper/nothing.pdf", "paper/own.pdf?unit=x"):
        found = evening.host.get(f"{evening.address}{wrong}").page
        assert found.status_code == 404
    ended(evening)
    after = evening.phones["Ann"].get(there).text
    for kind in ("ranking", "travellers", "own"):
        assert f"paper/{kind}.pdf" in after


def test_a_night_is_played_to_the_list(evening: Evening, tmp_path: Path) -> None:
    ended(evening)
    assert evening.night.signed is not None
    page = evening.host.follow().text
    assert "%" in page and "&" in page
    assert "over" in evening.phones["Ann"].get(evening.address).text
    csv = evening.host.get(f"{evening.address}standings.csv").text
    assert csv.count("\n") >= 4
    pbn = evening.host.get(f"{evening.address}night.pbn").text
    assert pbn.count("[Board ") == 3 * 2 * 2 and pbn.count("% PBN") == 1
    assert {f'[Board "{board}"]' for board in range(1, 7)} <= {*pbn.splitlines()}
    results = evening.host.get(f"{evening.address}results.csv").text
    assert results.count("\n") == 1 + 3 * 2 * 2
    usebio = evening.host.get(f"{evening.address}night.xml").text
    assert usebio.count("<TRAVELLER_LINE>") == 3 * 2 * 2
    data = evening.host.get(f"{evening.address}night.zip").page.data
    assert len(zipfile.ZipFile(io.BytesIO(data)).namelist()) == 1 + 3 * 2
    path = tmp_path / "night.zip"
    path.write_bytes(data)
    said = json.loads(CliRunner().invoke(main, ["score", str(path)]).stdout)
    totals = {
        line["number"]: line["total"] for line in said["rankings"][0]["standings"]
    }
    assert {unit: str(total) for unit, total in totals.items()} == dict(
        evening.night.signed.totals
    )


def test_tables_stand_in_the_lists_once_the_night_is_over(
    evening: Evening, another: Another
) -> None:
    table = evening.table_of("Ann")
    ended(evening)
    assert another().get(table).page.status_code == 200
    assert table in another().get("/history/?player=ann").text


def test_tables_of_an_abandoned_night_live_on_in_the_lists(
    evening: Evening, another: Another
) -> None:
    table = evening.table_of("Ann")
    assert another().get(table).page.status_code == 403
    evening.store.run("UPDATE night_tables SET until_day = '2026-01-01'")
    assert another().get(table).page.status_code == 200
    assert table in another().get("/history/?player=ann").text


def test_a_signed_night_goes_on_only_after_the_signature_is_undone(
    evening: Evening,
) -> None:
    ended(evening)
    people = f"{evening.address}people"
    evening.host.get(people).send(f"{people}/1", do="gone")
    assert evening.host.page.status_code == 422
    seq = evening.session.last
    evening.host.get(people).send(f"{evening.address}undo", entry=seq)
    assert evening.night.signed is None


def test_a_table_address_of_a_night_leads_to_the_night(evening: Evening) -> None:
    night = evening.session.id
    for page in ("", "sheet", "log", "phones"):
        found = evening.host.get(f"/t/{night}/{page}").page
        assert found.headers["Location"] == evening.address


def test_the_first_page_shows_the_nights_of_a_phone(
    evening: Evening, another: Another
) -> None:
    assert evening.address in evening.phones["Ann"].get("/").text
    assert evening.address not in another().get("/").text


def test_a_rook_night_adds_up_each_persons_points(visitor: Visitor) -> None:
    evening = open_night(visitor, EIGHT, "rook.jeff")
    evening.begin("individual", deals="1")
    totals = dict.fromkeys(EIGHT, 0)
    for bid, taken in ((120, 130), (140, 90)):
        night = evening.night
        for laid in night.rounds[-1].fact.tables:
            hand = (BidStated(Seat.ONE, bid), TrumpDeclared(Suit.GREEN))
            facts = (*hand, CountStated("13", taken))
            stamp = Stamp("2026-11-26T20:00:00Z", key="hand")
            evening.store.append(laid.session, Command(tuple(map(Entry, facts))), stamp)
            table = evening.store.open(laid.session)
            assert table is not None
            for side, people in (("13", laid.north_south), ("24", laid.east_west)):
                for person in people:
                    totals[night.name(person)] += int(table.sheet.total(side))
        page = visitor.get(laid_at(evening)).text
        assert "All deals of this round are played" in page
        evening.next_round()
    said = standings_of(evening.session, tables_by_id(evening), words_in("en"))
    (ranking,) = said["rankings"]
    assert {one["name"]: one["total"] for one in ranking["standings"]} == totals
    best = max(totals.values())
    assert ranking["standings"][0]["total"] == best
    assert "Points" in visitor.get(f"{evening.address}standings").text


def laid_at(evening: Evening) -> str:
    return f"/t/{evening.night.rounds[-1].fact.tables[0].session}/"


def tables_by_id(evening: Evening) -> dict[str, Session]:
    tables = [
        evening.store.open(laid.session)
        for opened in evening.night.rounds
        for laid in opened.fact.tables
    ]
    return {table.id: table for table in tables if table is not None}


# ---- while a round is played ----


def test_standings_wait_for_the_end_of_the_round(evening: Evening) -> None:
    """From totals that move, anybody could tell what others did."""
    play_round(evening)
    evening.next_round()
    pages = ("standings", "room", "standings.csv")
    before = [evening.host.get(f"{evening.address}{page}").text for page in pages[:2]]
    csv = evening.host.get(f"{evening.address}{pages[2]}").text
    assert "After round 1" in before[0] and "After round 1" in before[1]
    figures = [re.findall(r"<td>([\d.]+)</td>", page) for page in before]
    evening.play("Ann", (10, 9))
    for page, had in zip(pages[:2], figures, strict=True):
        text = evening.host.get(f"{evening.address}{page}").text
        assert re.findall(r"<td>([\d.]+)</td>", text) == had and had
    assert evening.host.get(f"{evening.address}{pages[2]}").text == csv
    evening.play(others_of(evening, "Ann"), (9, 10))
    assert evening.host.get(f"{evening.address}{pages[2]}").text != csv
    assert "After round" not in evening.host.get(f"{evening.address}standings").text


def test_a_break_and_more_time_move_the_clock(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_round(evening)
    host = evening.host
    ends = re.search(r"Round ends at ([\d:]+)", host.get(evening.address).text)
    host.send(f"{evening.address}clock", do="more", round=1, minutes=5)
    later = re.search(r"Round ends at ([\d:]+)", host.follow().text)
    assert ends and later and ends[1] != later[1]
    host.send(f"{evening.address}clock", do="break", round=1, minutes=10)
    for page in (evening.address, f"{evening.address}room"):
        assert "Break until" in evening.phones["Ann"].get(page).text
    night = evening.night
    assert night.breaks[1].minutes == 10 and night.more == {1: 5}
    hour = evening.store.now() + timedelta(hours=2)
    monkeypatch.setattr(evening.store, "now", lambda: hour)
    assert "Break until" not in host.get(f"{evening.address}room").text
    host.get(evening.address)
    host.send(f"{evening.address}clock", do="break", round=1, minutes=500)
    assert host.page.status_code == 422


def test_a_mitchell_with_one_winner_is_chosen(visitor: Visitor) -> None:
    evening = open_night(visitor, [f"P{n}" for n in range(16)])
    page = visitor.get(f"{evening.address}movement").text
    assert "Mitchell, one winner" in page and "relay and share" in page
    evening.begin("mitchell-switched", sit_out="plus")
    chosen = evening.night.chosen
    assert chosen is not None
    assert (chosen.switched, chosen.shares, chosen.sit_out) == (1, None, "plus")
    assert not evening.night.has_two_winners
    other = open_night(visitor, [f"P{n}" for n in range(16)])
    other.begin("mitchell-shares")
    assert other.night.chosen is not None and other.night.chosen.shares
    while not other.night.is_last_round:
        other.next_round()
    assert other.night.round == 4


# ---- put right in few taps: a link or a form each ----


def test_a_score_is_given_in_four_taps(evening: Evening) -> None:
    """The table's link, the board, "Save": both get an average unless another line is
    tapped."""
    page = evening.host.get(evening.address).text
    link = re.search(r'href="([^"]*given\?place=1\.2)"', page)
    assert link, page
    form = evening.host.get(link[1]).text
    boards = re.findall(r'name="board" value="(\d+)"', form)
    assert len(boards) == 2
    checked = re.findall(r'name="(\w+)" value="([^"]*)" checked', form)
    assert dict(checked) == {"both": "average.average", "why": "Not played"}
    evening.host.send(
        f"{evening.address}given", **dict(checked), board=boards[0], law="12C2"
    )
    (given,) = evening.night.given
    assert (given.north_south, given.east_west) == ("average", "average")
    assert (given.table, given.reason) == (2, "Not played")
    laid = evening.night.rounds[0].fact.tables[1]
    name = evening.night.name(laid.people[0])
    told = evening.phones[name].get(evening.address).text
    assert "score given (Not played" in told
    table = f"/t/{laid.session}/"
    assert (
        "score given by those who run the night (Not played"
        in evening.phones[name].get(table).text
    )
    seq = evening.session.last
    evening.host.get(f"{evening.address}people")
    evening.host.send(f"{evening.address}undo", entry=seq)
    assert not evening.night.given
    assert not evening.store.open(laid.session).has(NightDecided)  # type: ignore[union-attr]
    other = evening.night.name(evening.night.rounds[0].fact.tables[0].people[0])
    assert "score given" not in evening.phones[other].get(evening.address).text


def test_swapped_boards_are_one_tap_and_undone(visitor: Visitor) -> None:
    evening = open_night(visitor, [f"P{n}" for n in range(12)])
    evening.begin("mitchell", deals="2")
    first, second, _ = evening.night.rounds[0].fact.tables
    for laid, other in ((first, second), (second, first)):
        table = f"/t/{laid.session}/"
        for board in (other.board, other.board + 1):
            session = evening.store.open(laid.session)
            assert session is not None
            is_first = board == other.board
            said = tuple(entry.seq for entry, _ in session.of(BoardIs) if is_first)
            command = Command((Entry(BoardIs(board)),), said)
            stamp = Stamp(session.log[-1].at, key=f"board-{board}")
            evening.store.append(laid.session, command, stamp)
            visitor.get(f"{table}?form=quick")
            fields = {"level": 4, "denomination": "S", "doubling": "", "declarer": "N"}
            visitor.send(f"{table}enter/quick", **fields, tricks=10)
            assert visitor.page.status_code == 303, visitor.text
    page = visitor.get(evening.address).text
    assert "Boards swapped with table 2" in page and "0/2" in page
    there = f"{evening.address}swapped"
    visitor.send(there, round=1, table=1, other=2)
    page = visitor.get(evening.address).text
    assert "0/2" in page and "2/2" in page and "Boards swapped with" not in page
    seq = evening.session.last
    visitor.get(f"{evening.address}people").send(f"{evening.address}undo", entry=seq)
    assert "Boards swapped with table 2" in visitor.get(evening.address).text
    visitor.send(there, round=1, table=1, other=9)
    assert visitor.page.status_code == 422


@pytest.mark.parametrize(
    ("page", "form", "most"),
    [
        ("people", 'name="do" value="gone"', 3),  # a pair has left
        ("people", 'name="do" value="phone"', 3),  # a phone is lost
        ("people", 'name="names"', 2),  # a late pair, beside its names
        ("people", 'name="entry"', 2),  # undone
        ("", "undo-round", 1),  # moved on too early
        ("", 'name="do" value="more"', 2),  # a table lags behind
    ],
)
def test_what_goes_wrong_takes_few_taps(
    evening: Evening, page: str, form: str, most: int
) -> None:
    """From the page of the night: a link, what is unfolded, and the button."""
    here = evening.host.get(evening.address).text
    assert not page or f'href="{evening.address}{page}"' in here
    text = evening.host.get(f"{evening.address}{page}").text
    before = text[: text.index(form)]
    is_folded = before.count("<details") > before.count("</details")
    assert (1 if page else 0) + is_folded + 1 <= most


# ---- afterwards ----


def test_a_night_that_is_over_stands_in_the_history(
    evening: Evening, another: Another
) -> None:
    there = f"{evening.address}standings"
    assert there not in another().get("/history/").text
    ended(evening)
    page = another().get("/history/").text
    assert there in page and "8 players" in page
    assert there not in another().get("/history/?player=ann").text


def test_a_night_is_deleted_and_what_was_played_lives_on(
    evening: Evening, another: Another
) -> None:
    """What a table played is its players', and not the opener's to delete."""
    table = evening.table_of("Ann").split("/")[2]
    empty = evening.table_of(others_of(evening, "Ann")).split("/")[2]
    evening.play("Ann", (10,))
    evening.phones["Ann"].get(f"{evening.address}standings")
    delete = f"{evening.address}delete"
    evening.phones["Ann"].send(delete, sure="1")
    assert evening.phones["Ann"].page.status_code == 403
    evening.host.get(f"{evening.address}people").send(delete)
    assert evening.night.round == 1, "nothing was ticked"
    night = evening.session.id
    evening.host.get(f"{evening.address}people")
    evening.host.send(delete, sure="1")
    assert evening.host.page.status_code == 303, evening.host.text
    assert evening.store.open(night) is None and evening.store.open(empty) is None
    assert evening.store.open(table) is not None
    assert f"/t/{table}/" in another().get("/history/?player=ann").text
    assert evening.phones["Ann"].get(f"/t/{table}/").page.status_code == 200


def test_a_table_of_a_night_is_not_deleted_once_it_has_played(
    evening: Evening,
) -> None:
    """Its results count for everybody in the night."""
    table = evening.table_of("Ann")
    evening.play("Ann", (10,))
    hosts = [
        one
        for one in evening.phones.values()
        if one.get(f"{table}remove").page.status_code == 200
    ]
    assert hosts
    phone = hosts[0]
    phone.send(f"{table}remove", sure="1", do="delete")
    assert evening.store.open(table.split("/")[2]) is not None
    assert "part of a night" in phone.text


def test_a_night_that_others_signed_is_not_deleted(evening: Evening) -> None:
    ended(evening)
    evening.answer(evening.phones["Ann"], "sign")
    evening.host.get(f"{evening.address}people")
    evening.host.send(f"{evening.address}delete", sure="1")
    assert evening.host.page.status_code == 422
    assert evening.night.signed is not None


def test_the_sheets_of_many_come_in_parts(visitor: Visitor) -> None:
    evening = open_night(visitor, [f"P{n}" for n in range(48)])
    evening.begin("mitchell", deals="1", rounds="2")
    evening.next_round()
    for laid in (table for o in evening.night.rounds for table in o.fact.tables):
        table = f"/t/{laid.session}/"
        visitor.get(f"{table}?form=quick")
        fields = {"level": 4, "denomination": "S", "doubling": "", "declarer": "N"}
        visitor.send(f"{table}enter/quick", **fields, tricks=10)
        assert visitor.page.status_code == 303, visitor.text
    visitor.get(f"{evening.address}standings")
    visitor.send(f"{evening.address}sign", sure="1")
    page = visitor.get(f"{evening.address}standings").text
    assert "Personal sheets 1–20" in page and "Personal sheets 21–24" in page
    document = NightDocument(NightList.OWN, 21, 24)
    assert document_named(document.value) == document
    tables = tuple(tables_by_id(evening).values())
    part, _ = laid_out(evening.session, Paper.A4, "en", document, tables)
    whole = NightDocument(NightList.OWN)
    everybody, _ = laid_out(evening.session, Paper.A4, "en", whole, tables)
    assert unescape(part).count(evening.night.unit_name(22)) >= 1
    assert (part.count(OWN_SHEET), everybody.count(OWN_SHEET)) == (4, 24)
    found = visitor.get(f"{evening.address}paper/own.pdf?unit=21&last=24").page
    assert found.status_code in (200, 202)
