"""A night without a movement: who sits where is said each round; games that everybody
plays alone."""

import re
from collections.abc import Callable

from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Command, Entry, Stamp
from scorekeeper.core.sheet import Points
from scorekeeper.exports.night_files import standings_of
from scorekeeper.exports.pdf.night import NightDocument, NightList
from scorekeeper.exports.pdf.page import Paper
from scorekeeper.exports.pdf.render import laid_out
from scorekeeper.games.berzerka.events import BoardSet, HandStated
from scorekeeper.games.berzerka.rules import STARTER
from scorekeeper.tables.session import Session
from scorekeeper.words import words_in
from tests.web.conftest import Visitor
from tests.web.nights.evenings import EIGHT, Evening, open_night

Another = Callable[[], Visitor]
SIX = EIGHT[:6]


def seat(evening: Evening, *tables: str, code: int = 303) -> Visitor:
    """Say who sits at each table, and begin the round."""
    there = f"{evening.address}seating"
    page = evening.host.get(there)
    page.page = page.client.post(there, data={**page.hidden(), "table": [*tables]})
    assert page.page.status_code == code, page.text
    return page


def tables_of(evening: Evening) -> list[Session]:
    found = [
        evening.store.open(laid.session)
        for opened in evening.night.rounds
        for laid in opened.fact.tables
    ]
    return [table for table in found if table is not None]


def play(evening: Evening, totals: dict[str, Points]) -> None:
    """Each player has one contract at every table of the round; what each gets is added
    to the totals."""
    for laid in evening.night.rounds[-1].fact.tables:
        board = BoardSet(tuple(contract.code for contract in STARTER))
        hands = [
            HandStated(seat, STARTER[laid.table].code, 2, tricks)
            for seat, tricks in ((Seat.ONE, 5), (Seat.TWO, 6), (Seat.THREE, 4))
        ]
        command = Command(tuple(map(Entry, (board, *hands))))
        stamp = Stamp("2026-11-26T20:00:00Z", key="hand")
        evening.store.append(laid.session, command, stamp)
        table = evening.store.open(laid.session)
        assert table is not None
        for party, person in zip(table.parties, laid.people, strict=True):
            totals[evening.night.name(person)] += table.sheet.total(party.id)


def berzerka(visitor: Visitor, fay: Visitor) -> tuple[Evening, dict[str, Points]]:
    """A night of two rounds, and what everybody got."""
    evening = open_night(visitor, SIX, "berzerka.standard")
    page = visitor.get(f"{evening.address}movement").text
    assert "Howell" not in page and "You choose each round" in page
    evening.begin("free", rounds="2", deals="3")
    evening.join("Fay", fay)
    assert "Who sits where" in visitor.get(evening.address).text
    totals: dict[str, Points] = dict.fromkeys(SIX, 0)
    seat(evening, "Ann, Ben, Cid", "Dora, Ed, Fay")
    play(evening, totals)
    seat(evening, "Fay, Ann, Dora", "Ben, Cid, Ed")
    play(evening, totals)
    return evening, totals


def test_a_berzerka_night_is_seated_round_by_round(
    visitor: Visitor, another: Another
) -> None:
    evening, totals = berzerka(visitor, another())
    fay = evening.phones["Fay"].get(evening.address).text
    assert "Table 1" in fay and "against Ann, Dora" in fay and "with " not in fay
    assert any(totals.values())
    there = {table.id: table for table in tables_of(evening)}
    said = standings_of(evening.session, there, words_in("en"))
    (ranking,) = said["rankings"]
    written = {name: str(total) for name, total in totals.items()}
    assert {one["name"]: str(one["total"]) for one in ranking["standings"]} == written
    for name in ("standings", "room", "people", ""):
        assert visitor.get(f"{evening.address}{name}").page.status_code == 200


def test_a_berzerka_night_is_put_into_files_and_on_paper(
    visitor: Visitor, another: Another
) -> None:
    evening, _ = berzerka(visitor, another())
    visitor.get(f"{evening.address}standings")
    visitor.send(f"{evening.address}sign", sure="1")
    results = visitor.get(f"{evening.address}results.csv").text
    assert results.count("\n") == 1 + 2 * 2 * 3 * 3
    tables = tuple(tables_of(evening))
    for name in NightList:
        if name is not NightList.BLANK_TRAVELLERS:
            document = NightDocument(name)
            page, _ = laid_out(evening.session, Paper.A4, "en", document, tables)
            assert "party.NS" not in page and "Partner" not in page, name
            assert not re.search(r"N–.?S", page), name
            assert "Seat 1" not in page, "a person plays, not a seat"
    page, _ = laid_out(
        evening.session, Paper.A4, "en", NightDocument(NightList.GUIDE_CARDS), tables
    )
    assert "Ben, Cid" in page, "all others at the table are opponents"


def test_tables_of_different_sizes_play_together(visitor: Visitor) -> None:
    evening = open_night(visitor, EIGHT[:7], "two-ten-jack.even-45")
    evening.begin("free", rounds="2", deals="1")
    proposed = visitor.get(f"{evening.address}seating").text
    assert proposed.count('name="table" value="') >= 2
    seat(evening, "Ann, Ben, Cid", "Dora, Ed, Fay, Gus")
    assert [len(table.parties) for table in tables_of(evening)] == [3, 4]


def test_a_corrected_deal_without_a_board_is_told_in_the_next_round(
    visitor: Visitor, another: Another
) -> None:
    evening = open_night(visitor, SIX, "two-ten-jack.even-45")
    evening.begin("free", rounds="2", deals="1")
    for name in SIX:
        evening.join(name, another())
    seat(evening, "Ann, Ben, Cid", "Dora, Ed, Fay")
    played = evening.table_of("Ann")
    ann = evening.phones["Ann"]
    points = {"total1": "20", "total2": "15"}
    ann.get(f"{played}?form=totals").send(f"{played}enter/totals", **points)
    assert ann.page.status_code == 303, ann.text
    seat(evening, "Ann, Ben, Fay", "Dora, Ed, Cid")
    correct = re.findall(r'href="([^"]*/correct)"', ann.get(f"{played}sheet").text)[0]
    points = {"total1": "25", "total2": "15"}
    ann.get(correct).send(correct, **points, reason="miscounted")
    assert ann.page.status_code == 303, ann.text
    for name in ("Ben", "Cid", "Fay"):
        page = evening.phones[name].get(evening.table_of(name)).text
        assert "Round 1, table 1: a result was corrected" in page


def test_partners_sit_first_and_what_does_not_fit_is_refused(visitor: Visitor) -> None:
    evening = open_night(visitor, EIGHT, "bridge.duplicate")
    evening.begin("free", rounds="2", deals="2")
    assert "Say who sits where" in seat(evening, " ", code=422).text
    said = seat(evening, "Ann, Ben, Cid", code=422).text
    assert "A table has 4 players" in said
    said = seat(evening, "Ann, Ben, Cid, Nobody", code=422).text
    assert "Nobody isn’t on the list" in said and "Ann, Ben, Cid, Nobody" in said
    seat(evening, "Ann, Ben, Cid, Dora", "Ann, Ed, Fay, Gus", code=422)
    assert not evening.night.rounds
    seat(evening, "Ann, Ben, Cid, Dora")
    (laid,) = evening.night.rounds[0].fact.tables
    assert (laid.north_south, laid.east_west) == ((1, 2), (3, 4))
    assert "You sit out" not in visitor.get(evening.address).text
    seat(evening, "Ann, Ed, Cid, Fay")
    assert evening.night.is_last_round
    assert visitor.get(f"{evening.address}seating").page.status_code == 404


def test_rook_with_a_called_partner_is_seated_by_four_five_or_six(
    visitor: Visitor,
) -> None:
    """Everybody scores alone there, so that no movement of pairs is offered."""
    names = [f"P{n}" for n in range(11)]
    evening = open_night(visitor, names, "rook.call-partner")
    page = visitor.get(f"{evening.address}movement").text
    assert "Howell" not in page and "You choose each round" in page
    evening.begin("free", rounds="2", deals="1")
    shown = visitor.get(f"{evening.address}seating").text
    proposed = re.findall(r'name="table" value="([^"]*)"', shown)
    assert [len(one.split(",")) for one in proposed if one] == [6, 5]
    said = seat(evening, "P0, P1, P2", code=422).text
    assert "A table has 4–6 players: P0, P1, P2" in said
    seat(evening, *proposed)
    assert [len(table.parties) for table in tables_of(evening)] == [6, 5]
    for table in tables_of(evening):
        assert visitor.get(f"/t/{table.id}/").page.status_code == 200


def test_no_table_of_a_night_changes_who_plays_together(visitor: Visitor) -> None:
    evening = open_night(visitor, EIGHT[:4], "rook.call-partner")
    evening.begin("free", rounds="2", deals="2")
    seat(evening, "Ann, Ben, Cid, Dora")
    (table,) = tables_of(evening)
    rules = f"/t/{table.id}/rules/"
    visitor.get(f"{rules}change").send(f"{rules}preview", partners="fixed")
    visitor.send(f"{rules}change", agreed="all")
    assert visitor.page.status_code == 422
    assert "The night has begun" in visitor.text
    visitor.get(f"{rules}change").send(f"{rules}preview", target="600")
    visitor.send(f"{rules}change", agreed="all")
    assert visitor.page.status_code == 303, visitor.text
