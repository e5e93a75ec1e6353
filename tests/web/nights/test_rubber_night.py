"""A night of a game whose rubbers end with their rounds, unfinished."""

import re

import pytest

from scorekeeper.core.evening import Ended
from scorekeeper.core.notes import Signed
from scorekeeper.core.result_notes import ResultConfirmed
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Command, Entry, Event, Stamp
from scorekeeper.games.bridge.contract import Contract
from scorekeeper.games.bridge.events import ContractStated, TricksTaken
from scorekeeper.tables.results import row_mark
from tests.web.conftest import Visitor
from tests.web.nights.evenings import EIGHT, Evening, open_night

GAME = ("4S", 10, 120 + 300)
"""A contract, its tricks, and what it is worth where the rubber ends after it."""
SIDES = ("NS", "EW")
PART = ("2S", 8, 60 + 100)


@pytest.fixture
def evening(visitor: Visitor) -> Evening:
    evening = open_night(visitor, EIGHT, "bridge.rubber")
    evening.begin("individual", deals="1", rounds="2")
    return evening


def deal_at(evening: Evening, session_id: str, contract: str, tricks: int) -> None:
    stated = ContractStated(Contract.parse(contract), Seat.NORTH)
    played: tuple[Event, ...] = (stated, TricksTaken(tricks))
    stamp = Stamp("2026-11-26T20:00:00Z", key=f"{contract}-{tricks}")
    command = Command(tuple(map(Entry, played)))
    evening.store.append(session_id, command, stamp)


def play_round(evening: Evening) -> dict[str, int]:
    """North makes a game at the first table, and a part-score at the second: what each
    person has of it."""
    totals = dict.fromkeys(EIGHT, 0)
    opened = evening.night.rounds[-1]
    for laid, (contract, tricks, worth) in zip(
        opened.fact.tables, (GAME, PART), strict=True
    ):
        deal_at(evening, laid.session, contract, tricks)
        for person in laid.north_south:
            totals[evening.night.name(person)] = worth
    return totals


def standings(evening: Evening) -> dict[str, int]:
    text = evening.host.get(f"{evening.address}standings").text
    rows = re.findall(r'<th scope="row">(\w+).*?</th><td>([\d,]+)</td>', text)
    return {name: int(total.replace(",", "")) for name, total in rows}


def sheets(evening: Evening) -> list[int]:
    """What North–South have on the sheet of each table of the first round."""
    found = list[int]()
    for laid in evening.night.rounds[0].fact.tables:
        table = evening.store.open(laid.session)
        assert table is not None
        found.append(int(table.sheet.total("NS")))
    return found


def test_a_round_ends_the_rubber_at_each_table(evening: Evening) -> None:
    totals = play_round(evening)
    assert standings(evening) == totals
    evening.next_round()
    assert sheets(evening) == [420, 160]
    assert standings(evening) == totals


def test_deals_are_counted_without_the_end_of_their_rubber(evening: Evening) -> None:
    play_round(evening)
    assert "1 deal" in evening.host.get(f"{evening.address}standings").text
    evening.next_round()
    text = evening.host.get(f"{evening.address}standings").text
    assert "1 deal" in text
    assert "2 deals" not in text


def test_a_round_that_is_undone_lets_the_rubber_go_on(evening: Evening) -> None:
    totals = play_round(evening)
    evening.next_round()
    host = evening.host.get(evening.address)
    host.send(f"{evening.address}undo-round", round=2)
    assert sheets(evening) == [120, 60]
    assert standings(evening) == totals
    evening.next_round()
    assert sheets(evening) == [420, 160]


def test_the_end_of_the_night_ends_its_last_rubbers(evening: Evening) -> None:
    play_round(evening)
    there = f"{evening.address}standings"
    evening.host.get(there).send(f"{evening.address}sign", sure="1")
    assert evening.night.signed is not None
    assert sheets(evening) == [420, 160]
    people = f"{evening.address}people"
    seq = evening.session.last
    evening.host.get(people).send(f"{evening.address}undo", entry=seq)
    assert evening.night.signed is None
    assert sheets(evening) == [120, 60]


def test_an_end_that_brings_no_points_is_not_entered(evening: Evening) -> None:
    first, second = evening.night.rounds[0].fact.tables
    deal_at(evening, first.session, "4S", 9)
    deal_at(evening, second.session, "2S", 8)
    evening.next_round()
    tables = [evening.store.open(laid.session) for laid in (first, second)]
    assert [table is not None and table.has(Ended) for table in tables] == [False, True]


def test_a_table_that_ended_its_rubber_itself_is_not_paid_twice(
    evening: Evening,
) -> None:
    totals = play_round(evening)
    first = evening.night.rounds[0].fact.tables[0]
    stamp = Stamp("2026-11-26T20:00:00Z", key="ended")
    evening.store.append(first.session, Command((Entry(Ended()),)), stamp)
    assert standings(evening) == totals
    evening.next_round()
    assert sheets(evening) == [420, 160]
    assert standings(evening) == totals


def test_the_hidden_card_of_the_last_deal_is_asked_for(visitor: Visitor) -> None:
    evening = open_night(visitor, EIGHT, "joker-bridge.x1")
    evening.begin("individual", deals="1", rounds="2")
    table = evening.night.rounds[0].fact.tables[0].session
    page = f"/t/{table}/"
    deal_at(evening, table, "2S", 8)
    asked = visitor.get(page).text
    assert "hidden card" in asked
    assert f'href="{evening.address}"' in asked
    assert "All deals of this round are played" not in asked
    visitor.send(f"{page}enter/reveal", hidden_0_holder="N", never="1")
    assert visitor.page.status_code == 303, visitor.text
    assert "All deals of this round are played" in visitor.get(page).text


def test_the_standings_say_whose_points_count(evening: Evening) -> None:
    play_round(evening)
    text = evening.host.get(f"{evening.address}standings").text
    assert "Only your own side’s points count." in text


def test_a_night_that_is_not_over_says_what_is_missing(evening: Evening) -> None:
    there = f"{evening.address}standings"
    text = evening.host.get(there).text
    assert '<button class="btn btn-wide">End the night' in text
    page = evening.host.send(f"{evening.address}sign")
    assert page.page.status_code == 422
    assert "Tick “All results are in” first." in page.text
    play_round(evening)
    assert '<button class="btn btn-go btn-wide">End the night' in (
        evening.host.get(there).text
    )


def test_who_has_no_phone_has_not_signed_on_one(evening: Evening) -> None:
    evening.join("Ann", evening.host)
    play_round(evening)
    there = f"{evening.address}standings"
    evening.host.get(there).send(f"{evening.address}sign", sure="1")
    text = evening.host.get(there).text
    assert "Signed: 1 of 1" in text
    assert "Signed for those without a phone: 7" in text


def confirm_all(evening: Evening) -> None:
    """Both sides of each table confirm its deal and sign their totals."""
    for laid in evening.night.rounds[0].fact.tables:
        table = evening.store.open(laid.session)
        assert table is not None
        row = [row for row in table.sheet.rows() if row.is_finished][-1]
        totals = tuple((side, str(table.sheet.total(side))) for side in SIDES)
        words = [
            *(ResultConfirmed(row.id, side, row_mark(table, row)) for side in SIDES),
            Signed(table.last, table.head, totals, tuple(table.ring)),
        ]
        stamp = Stamp("2026-11-26T21:00:00Z", key=f"confirmed {table.last}")
        evening.store.append(laid.session, Command(tuple(map(Entry, words))), stamp)


def test_what_both_sides_signed_hinders_no_round_and_no_undoing(
    evening: Evening,
) -> None:
    totals = play_round(evening)
    confirm_all(evening)
    evening.next_round()
    assert evening.night.round == 2
    assert sheets(evening) == [120, 60]  # as they were signed
    assert standings(evening) == totals
    host = evening.host.get(evening.address)
    host.send(f"{evening.address}undo-round", round=2)
    assert evening.night.round == 1


def test_an_end_that_both_sides_signed_stays_when_the_round_is_undone(
    evening: Evening,
) -> None:
    totals = play_round(evening)
    evening.next_round()
    confirm_all(evening)
    host = evening.host.get(evening.address)
    host.send(f"{evening.address}undo-round", round=2)
    assert evening.night.round == 1
    assert sheets(evening) == [420, 160]
    assert standings(evening) == totals
