"""Nights of every kind, from "a night of several tables" to the list on paper: what each
phone shows, what an oracle makes of what was entered, and what can go wrong."""

import io
import re
from decimal import Decimal

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from scorekeeper.exports.verify import verify_sheet
from tests.browser.berzerka import STARTER
from tests.browser.berzerka import Phone as BerzerkaPhone
from tests.browser.conftest import (
    DESKTOP,
    POCKET,
    SMALL_PHONE,
    OpenPage,
    Screen,
    paper,
    turning,
)
from tests.browser.nights import (
    ALL_PLAYED,
    TABLES,
    Deal,
    Night,
    bridge,
    match_imps,
    percentages,
    sums,
    victory_points,
)
from tests.browser.quarrelling import Quarrel
from tests.conftest import LiveServer

pytestmark = pytest.mark.skipif(bool(POCKET), reason="one phone alone has no night")

NAMES = (
    *("Ann", "Ben", "Cid", "Dora", "Ed", "Fay", "Gus", "Hal", "Ida", "Jon"),
    *("Kim", "Leo", "Mia", "Nils", "Olga", "Pia", "Quin", "Rosa", "Sven", "Tara"),
)
TELEVISION = Screen("television", 1920, 1080, is_touch=False)
MOST_TAPS = 7
"""From the first page to the first round, the names apart: well under two minutes."""
MOST_TO_PUT_RIGHT = 4
"""What goes wrong at a table takes so many taps at most."""


def decimal_of(text: str) -> Decimal:
    plain = text.replace("\u202f", "").replace("%", "").replace("−", "-").strip()
    return Decimal(plain.replace(",", "."))


def in_pairs(night: Night) -> None:
    """One phone for each pair."""
    for first in range(0, len(night.names), 2):
        night.join(*night.names[first : first + 2])


def is_listed(night: Night, wanted: dict[str, Decimal], page: Page) -> None:
    """The page has these totals, each beside its names."""
    shown = night.standings(page)
    found = {
        tuple(sorted(name.split(" & "))): decimal_of(total)
        for name, total in shown.items()
    }
    assert found == {
        tuple(sorted(name.split(" & "))): total for name, total in wanted.items()
    }


def by_percent(night: Night) -> dict[str, Decimal]:
    return {
        " & ".join(pair): Decimal(float(total)).quantize(Decimal("0.01"))
        for pair, total in percentages(night.played).items()
    }


def ended(night: Night) -> None:
    night.host.goto(f"{night.address}standings")
    night.host.locator("[name=sure]").check(force=True)
    night.host.locator("form[action$='/sign'] button").click()
    expect(night.host.locator("a[href$='night.zip']")).to_be_visible()


def is_on_paper(night: Night, wanted: dict[str, Decimal], name: str) -> None:
    """The list that is printed proves itself, and has these totals."""
    address = night.host.locator("a[href$='ranking.pdf']").get_attribute("href")
    data = paper(night.host, str(address))
    assert verify_sheet(data).holds
    pages = PdfReader(io.BytesIO(data)).pages
    text = "\n".join(one.extract_text() for one in pages)
    for names, total in wanted.items():
        point = "," if night.language == "de" else "."
        assert str(total).replace("-", "−").replace(".", point) in text
        assert all(one in text for one in names.split(" & "))


def room(night: Night, name: str) -> None:
    page = night.page(TELEVISION)
    page.goto(f"{night.address}room")
    night.check(page, f"{name}-room")


def test_three_tables_of_a_howell(server: LiveServer, open_page: OpenPage) -> None:
    night = Night(server, open_page, NAMES[:12])
    night.open("bridge.duplicate")
    in_pairs(night)
    night.begin("howell", deals=1)
    assert night.taps <= MOST_TAPS
    ann = night.phones["Ann"]
    for number in range(1, 6):
        if number > 1:
            night.move_on()
        night.play()
        if number == 2:
            ann.goto(night.address)
            night.check(ann, "howell-seat")
            room(night, "howell")
    is_listed(night, by_percent(night), ann)
    ended(night)
    is_listed(night, by_percent(night), night.host)
    is_on_paper(night, by_percent(night), "howell")


def test_five_tables_of_a_mitchell_with_a_half_one(
    server: LiveServer, open_page: OpenPage
) -> None:
    night = Night(server, open_page, NAMES[:18], language="de", is_dark=True)
    night.open("bridge.duplicate")
    in_pairs(night)
    night.begin("mitchell", deals=1)
    sat_out = set[str]()
    for number in range(1, 6):
        if number > 1:
            night.move_on()
        idle = [who for who in night.phones if night.seat(who) is None]
        assert len(idle) == 1, "the last table has no East–West"
        assert not sat_out.intersection(idle), "nobody sits out twice"
        sat_out.update(idle)
        night.play()
    out = night.phones[idle[0]]
    out.goto(night.address)
    night.check(out, "mitchell-sits-out")
    room(night, "mitchell")
    ended(night)
    is_listed(night, by_percent(night), night.host)
    night.check(night.host, "mitchell-standings")
    is_on_paper(night, by_percent(night), "mitchell")


def test_teams_of_four(server: LiveServer, open_page: OpenPage) -> None:
    night = Night(server, open_page, NAMES[:8], screen=DESKTOP)
    night.open("bridge.duplicate")
    in_pairs(night)
    night.begin("teams", deals=4)
    night.play()
    first = NAMES[:4]
    second = NAMES[4:8]
    won = match_imps(night.played, first)
    assert won == -match_imps(night.played, second) != 0
    ours, theirs = victory_points(won, 4)
    wanted = {" & ".join(first): ours, " & ".join(second): theirs}
    ended(night)
    is_listed(night, wanted, night.host)
    night.check(night.host, "teams-standings")
    is_on_paper(night, wanted, "teams")


def test_swiss_pairs_with_a_late_pair(server: LiveServer, open_page: OpenPage) -> None:
    night = Night(server, open_page, NAMES[:12])
    night.open("bridge.duplicate")
    in_pairs(night)
    night.begin("swiss", deals=1, rounds=4)
    night.play()
    late = NAMES[12:14]
    night.comes_late(*late)
    met = set[frozenset[str]]()
    for _ in range(3):
        night.move_on()
        idle = [who for who in night.phones if night.seat(who) is None]
        assert len(idle) == 1
        night.play()
    for one in night.played:
        both = frozenset((*one.north_south, *one.east_west))
        assert both not in met, "nobody meets twice"
        met.add(both)
    assert any(late[0] in one for one in met)
    ended(night)
    is_listed(night, by_percent(night), night.host)
    is_on_paper(night, by_percent(night), "swiss")


@pytest.mark.parametrize("game", ["rook.jeff", "joker-bridge.x1"])
def test_partners_change_at_two_tables(
    server: LiveServer, open_page: OpenPage, game: str
) -> None:
    night = Night(server, open_page, NAMES[:8], screen=SMALL_PHONE)
    night.open(game)
    for name in night.names:
        night.join(name)
    night.begin("individual", deals=1, rounds=4)
    partners = set[frozenset[str]]()
    for number in range(1, 5):
        if number > 1:
            night.move_on()
        night.play_without_boards(game)
        own = [one for one in night.played if one.round == number]
        sides = [side for one in own for side in (one.north_south, one.east_west)]
        assert not partners.intersection(map(frozenset, sides)), "a new partner"
        partners.update(map(frozenset, sides))
    ann = night.phones["Ann"]
    ann.goto(night.address)
    night.check(ann, f"{game.split('.')[0]}-seat")
    wanted = {name: Decimal(points) for name, points in sums(night.played).items()}
    ended(night)
    is_listed(night, wanted, night.host)
    is_on_paper(night, wanted, game)


def test_a_free_night_of_berzerka(server: LiveServer, open_page: OpenPage) -> None:
    """Everybody plays alone, at tables that are said each round."""
    night = Night(server, open_page, NAMES[:6], screen=SMALL_PHONE)
    night.open("berzerka.standard")
    for name in night.names:
        night.join(name)
    night.begin("free", deals=3, rounds=2)
    totals = dict.fromkeys(night.names, 0)
    seatings = (("Ann Ben Cid", "Dora Ed Fay"), ("Fay Ann Dora", "Ben Cid Ed"))
    for said in seatings:
        tables = [table.split() for table in said]
        night.seat_freely(*tables)
        for people in tables:
            for name, points in zip(people, hand(night, people), strict=True):
                totals[name] += points
    assert len({*totals.values()}) > 1
    fay = night.phones["Fay"]
    fay.goto(night.address)
    night.check(fay, "berzerka-seat")
    wanted = {name: Decimal(points) for name, points in totals.items()}
    ended(night)
    is_listed(night, wanted, night.host)
    is_on_paper(night, wanted, "berzerka")


def hand(night: Night, people: list[str]) -> list[int]:
    """A hand of each player at somebody's table; answers what the phone shows for each seat."""
    phone = night.phones[people[0]]
    phone.goto(night.address)
    phone.locator(".slab a.btn-go").first.click()
    phone.wait_for_url(TABLES)
    berzerka = BerzerkaPhone(phone)
    if phone.get_by_role("button", name=STARTER, exact=True).count():
        berzerka.press(STARTER)
    for seat, tricks in ((1, 5), (2, 5 + night.rounds), (3, 4)):
        berzerka.sees("Who played what?")
        berzerka.choose("declarer", seat)
        phone.locator("label:has([name=contract][value=berzerka])").click()
        berzerka.choose("count", tricks)
        berzerka.choose("discards", 2)
        turned = turning(phone)
        berzerka.press("Save")
        turned()
    expect(phone.locator("h2.turn")).to_have_text(ALL_PLAYED)
    shown = phone.locator(".strip .side b").all_inner_texts()
    return [int(one.replace("−", "-")) for one in shown]


def test_what_went_wrong_is_put_right(server: LiveServer, open_page: OpenPage) -> None:
    """A ruling on the last board of a round, a result corrected a round later, and an
    adjusted score: all of them count, on the phones and on paper."""
    night = Night(server, open_page, NAMES[:8])
    night.open("bridge.duplicate")
    in_pairs(night)
    night.begin("howell", deals=1)
    night.play()
    (first, seat), (second, other) = night.sit()
    phone = night.phones[first]
    phone.goto(seat.address)
    at = Quarrel(phone)
    at.begins("revoke", "E")
    at.told(card="D2")
    at.answers("63.established=yes", "64.won=partner")
    at.is_ruled("Law 64A2")
    night.check(phone, "ruling")
    at.tap("#page .act button.btn-go")
    phone.wait_for_url("**/docket/*")
    theirs = next(who for who in seat.theirs if who in night.phones)
    settle(phone.url, phone, night.phones[theirs])
    night.check(phone, "ruled")
    night.note(seat, seat.board, (450, 0))
    is_listed(night, by_percent(night), night.host)
    night.move_on()
    night.play()
    assert correct(night, second, bridge("3NT", "S", 9)) <= MOST_TO_PUT_RIGHT
    night.note_again(other, 1, bridge("3NT", "S", 9))
    is_listed(night, by_percent(night), night.host)
    for board in (12, other.board):
        deal = bridge("3NT", "S", 9)
        assert correct(night, second, deal, board) <= MOST_TO_PUT_RIGHT
    is_listed(night, by_percent(night), night.host)
    night.move_on()
    night.play()
    adjust(night, round_=1, table=seat.table, board=seat.board, points=-100)
    night.note_again(seat, 1, -100)
    is_listed(night, by_percent(night), night.host)
    night.host.goto(f"{night.address}board/{seat.board}")
    ended(night)
    night.host.goto(f"{night.address}board/{seat.board}")
    expect(night.host.locator("table.counts")).to_contain_text("misinformation")
    night.check(night.host, "traveller")
    night.host.goto(f"{night.address}standings")
    is_on_paper(night, by_percent(night), "put-right")


def settle(ruling: str, *phones: Page) -> None:
    """Both sides say that it happened so, one accepts, and it is entered."""
    wants = ("button[name=agrees][value=accept]", "button[form=accept]")
    for button in (*wants, "form[action$='/apply'] button"):
        for phone in phones:
            phone.goto(ruling)
            found = phone.locator(button)
            if found.count():
                found.first.click()
                expect(found).to_have_count(0)


def correct(night: Night, who: str, deal: Deal, board: int | None = None) -> int:
    """A result of the first round is corrected on the phone of somebody who was there,
    or the number of its board; answers how many taps that took."""
    phone = night.phones[who]
    phone.goto(night.address)
    ways = (phone.locator("a.go[href$='/sheet']").last, phone.locator("a.fix").first)
    for way in ways:
        way.click()
    if board is None:
        phone.locator(f"[name=tricks][value='{deal['tricks']}']").check(force=True)
        night.check(phone, "correct")
    else:
        phone.locator("#board").fill(f"{board}")
        night.check(phone, "another-board")
    phone.locator("[name=reason]").first.fill("miscounted")
    phone.locator("#page .btn-go").last.click()
    phone.wait_for_url(re.compile(r"/t/\w+/[^/]*$"))
    return len(ways) + 2


def adjust(night: Night, *, round_: int, table: int, board: int, points: int) -> None:
    host = night.host
    host.goto(f"{night.address}given")
    host.locator("#place").select_option(f"{round_}.{table}")
    host.locator("#board").fill(str(board))
    host.locator("#points").fill(str(points))
    host.locator("#reason").fill("misinformation")
    night.check(host, "given")
    host.locator(".act .btn-go").click()
    host.wait_for_url("**/standings")
