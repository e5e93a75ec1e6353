"""A night on the phones of those who play it, and an oracle that has only what was
entered."""

import math
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction

from playwright.sync_api import Locator, Page, expect

from scorekeeper.nights.scoring import imps
from tests.browser.conftest import (
    PHONE,
    OpenPage,
    Screen,
    find_barriers,
    overflows,
    shoot,
    turning,
)
from tests.conftest import LiveServer
from tests.proof.members import points_of

NUMBER = re.compile(r"\d+")
TABLES = re.compile(r"/t/\w+/$")

Deal = dict[str, str]


def bridge(contract: str, by: str, tricks: int) -> Deal:
    """A deal as the form that states a whole one: "4SX" by "N"."""
    return {
        "level": contract[0],
        "denomination": contract[1:].rstrip("X"),
        "doubling": "X" * contract.count("X"),
        "declarer": by,
        "tricks": str(tricks),
    }


DEALS = (
    *(bridge("4S", "N", 10), bridge("3NT", "S", 8), bridge("2H", "E", 9)),
    *(bridge("1NT", "W", 7), bridge("4HX", "E", 8), bridge("5D", "N", 11)),
    *(bridge("3NT", "N", 10), bridge("2S", "W", 7), bridge("6C", "S", 12)),
    *(bridge("4S", "E", 11), bridge("3C", "W", 8)),
)
"""What is played at one table after the other, over and over."""


ALL_PLAYED = re.compile("All deals of this round are played|Alle Spiele dieser Runde")


def enter(phone: Page, deal: Deal) -> None:
    """State a deal at the table that the phone stands at, and save it."""
    turned = turning(phone)
    for name, value in deal.items():
        if value:
            phone.locator(f'[name="{name}"][value="{value}"]').check(force=True)
    phone.locator(
        "#page form[data-entry] .act .btn-go, #page form .btn-go"
    ).last.click()
    turned()


@dataclass(frozen=True)
class Played:
    """A deal at a table of a round: its board, 0 without boards, who sat on both sides,
    and the points of both."""

    round: int
    table: int
    board: int
    north_south: tuple[str, ...]
    east_west: tuple[str, ...]
    points: tuple[int, int]

    @property
    def difference(self) -> int:
        return self.points[0] - self.points[1]


@dataclass
class Seat:
    """Where a phone is sent: the table, its number, who sits on both sides, and the
    first board."""

    address: str
    table: int
    ours: tuple[str, ...]
    theirs: tuple[str, ...]
    board: int


@dataclass
class Night:
    """A night with the phone that opened it, one for each pair or person, and all that
    was played. `taps` are those of the host, from the first page to the first round."""

    server: LiveServer
    open_page: OpenPage
    names: Sequence[str]
    screen: Screen = PHONE
    language: str = "en"
    is_dark: bool = False
    taps: int = 0
    address: str = ""
    rounds: int = 0
    deals: int = 1
    phones: dict[str, Page] = field(default_factory=dict)
    played: list[Played] = field(default_factory=list)
    _next: int = 0

    def __post_init__(self) -> None:
        self.host = self.page()

    def page(self, screen: Screen | None = None) -> Page:
        page = self.open_page(screen or self.screen, is_dark=self.is_dark)
        if self.language != "en":
            cookie = {"name": "language", "value": self.language}
            page.context.add_cookies([{**cookie, "url": self.server.url}])  # type: ignore[typeddict-item]
        return page

    def tap(self, found: str | Locator) -> None:
        place = self.host.locator(found) if isinstance(found, str) else found
        place.first.click()
        self.taps += 1

    # ---- opened ----

    def open(self, game: str) -> None:
        """From the page for a new table to the code that everybody scans."""
        self.host.goto(f"{self.server.url}/new")
        self.tap("a[href$='/night/new']")
        self.host.locator("#names").fill("\n".join(self.names))
        chosen = self.host.locator(f"[name=game][value='{game}']")
        if not chosen.is_checked():
            self.tap(self.host.locator(f"label:has([name=game][value='{game}'])"))
        self.tap(".act .btn-go")
        expect(self.host.locator(".code svg")).to_be_visible()
        self.address = self.host.url.split("?")[0]

    def join(self, *people: str) -> Page:
        """A phone comes by the code, for somebody and for those who have none."""
        spoken = self.host.locator(".say").inner_text()
        phone = self.page()
        phone.goto(f"{self.server.url}/join")
        phone.locator("#code").fill(spoken)
        phone.locator("form:has(#code) button").click()
        for person in people:
            phone.get_by_role("button", name=person, exact=True).click()
            phone.wait_for_url(f"{self.address}*")
            if person != people[-1]:
                phone.goto(f"{self.address}who")
        self.phones[people[0]] = phone
        return phone

    def begin(self, plan: str, deals: int, rounds: int = 0) -> None:
        """Choose a movement, and begin."""
        self.deals = deals
        self.host.goto(self.address)
        self.tap("a[href$='/movement']")
        chosen = self.host.locator(f"[name=plan][value={plan}]")
        if not chosen.is_checked():
            label = self.host.locator(f"label:has([name=plan][value={plan}])").first
            if not label.is_visible():
                self.tap(f"details:has([name=plan][value={plan}]) > summary")
            self.tap(label)
        self.tap("details:has(#deals) > summary")
        self.host.locator("#deals").fill(str(deals))
        if rounds:
            self.host.locator("#rounds").fill(str(rounds))
        self.tap(".act .btn-go")
        self.host.wait_for_url(re.compile(r"/night/\w+/(seating)?$"))
        if plan != "free":
            expect(self.host.locator("form[action$='/undo-round']")).to_be_visible()
            self.rounds = 1

    def move_on(self) -> None:
        self.host.goto(self.address)
        self.host.locator(".act form[action$='/round'] button").click()
        self.rounds += 1
        back = f"form:has([name=round][value='{self.rounds}'])[action$='/undo-round']"
        expect(self.host.locator(back)).to_be_visible()

    # ---- played ----

    def seat(self, who: str) -> Seat | None:
        """Where somebody's phone is sent in this round; None where they sit out."""
        phone = self.phones[who]
        phone.goto(self.address)
        slab = phone.locator(".slab").first
        way = slab.locator("a.btn-go")
        if not way.count():
            return None
        table = NUMBER.search(slab.locator("h2").inner_text())
        about = slab.locator("p").all_inner_texts()
        partner, said = next(one for one in about if "·" in one).split("·")
        against = about[-1]
        board = NUMBER.search(said)
        assert table and board
        return Seat(
            f"{self.server.url}{way.get_attribute('href')}",
            int(table[0]),
            (who, *self._named(partner)),
            self._named(against),
            int(board[0]),
        )

    def _named(self, said: str) -> tuple[str, ...]:
        return tuple(name for name in self.names if re.search(rf"\b{name}\b", said))

    def sit(self) -> list[tuple[str, Seat]]:
        """A phone at each table of this round, those of North–South."""
        found: dict[int, tuple[str, Seat]] = {}
        for who in self.phones:
            seat = self.seat(who)
            if seat is None or seat.table in found:
                continue
            first = self.phones[who].locator(".slab h2").first.inner_text()
            if re.search(r"(North|South|Nord|Süd)", first):
                found[seat.table] = (who, seat)
        return [found[table] for table in sorted(found)]

    def play(self) -> None:
        """All deals of this round at all tables."""
        for who, seat in self.sit():
            phone = self.phones[who]
            phone.goto(seat.address)
            for board in range(seat.board, seat.board + self.deals):
                deal = DEALS[self._next % len(DEALS)]
                self._next += 1
                enter(phone, deal)
                points = points_of(board, deal)
                self.note(seat, board, (max(points, 0), max(-points, 0)))
            expect(phone.locator("h2.turn")).to_have_text(ALL_PLAYED)

    def play_without_boards(self, game: str) -> None:
        """One deal of this round at each table, with the points that its phone shows."""
        for who, seat in self.sit():
            phone = self.phones[who]
            phone.goto(seat.address)
            at_the_end = HOW[game](phone, self._next)
            self._next += 1
            expect(phone.locator("h2.turn")).to_have_text(ALL_PLAYED)
            shown = phone.locator(".strip .side-pt > b").all_inner_texts()
            now = [int(one.replace("−", "-")) for one in shown]
            ours, theirs = (one + at_the_end if one > 0 else one for one in now)
            is_first = phone.locator(".strip .side-pt").first.inner_text()
            points = (ours, theirs)
            if seat.ours[0] not in is_first and seat.theirs[0] in is_first:
                points = (theirs, ours)
            here = (self.rounds, seat.table, 0)
            self.played.append(Played(*here, seat.ours, seat.theirs, points))

    def seat_freely(self, *tables: Sequence[str]) -> None:
        """Say who sits at each table, in the order of the seats, and begin a round."""
        self.host.goto(f"{self.address}seating")
        fields = self.host.locator("[name=table]")
        for number in range(fields.count()):
            people = tables[number] if number < len(tables) else ()
            fields.nth(number).fill(", ".join(people))
        self.host.locator(".act .btn-go").click()
        self.rounds += 1
        back = f"form:has([name=round][value='{self.rounds}'])[action$='/undo-round']"
        expect(self.host.locator(back)).to_be_visible()

    def comes_late(self, *pair: str) -> None:
        """A pair comes late: the host adds it, and it joins by the code that stands
        there."""
        self.names = (*self.names, *pair)
        self.host.goto(f"{self.address}people")
        self.host.locator("#names").fill(" & ".join(pair))
        self.host.locator(".find button").first.click()
        self.host.goto(f"{self.address}people")
        self.host.locator("details:has(.say) > summary").click()
        self.join(*pair)

    def note(self, seat: Seat, board: int, points: tuple[int, int]) -> None:
        """What a board came to, in the place of what was noted of it before."""
        here = (self.rounds, seat.table, board)
        self.played = [
            one
            for one in self.played
            if not board or (one.round, one.table, one.board) != here
        ]
        self.played.append(Played(*here, seat.ours, seat.theirs, points))

    def note_again(self, seat: Seat, round_: int, result: Deal | int) -> None:
        """What a board of an earlier round counts for by now."""
        points = result if isinstance(result, int) else points_of(seat.board, result)
        present = self.rounds
        self.rounds = round_
        self.note(seat, seat.board, (max(points, 0), max(-points, 0)))
        self.rounds = present

    # ---- looked at ----

    def check(self, page: Page, name: str) -> None:
        shoot(page, f"night-{name}")
        assert not overflows(page), name
        assert not find_barriers(page), name

    def standings(self, page: Page) -> dict[str, str]:
        """The totals as they stand on the page, by the names beside them."""
        page.goto(f"{self.address}standings")
        found = dict[str, str]()
        for row in page.locator("table.counts tbody tr").all():
            name = row.locator("th").evaluate("one => one.firstChild.textContent")
            found[str(name).strip()] = row.locator("td").last.inner_text()
        return found


GAME_OF_AN_UNFINISHED_RUBBER = 300
"""What the only game counts in a rubber that ends with its round (Law 81)."""


def rook_hand(phone: Page, number: int) -> int:
    """Somebody makes a bid, each time with other points. Answers what the side that
    scored gets more when the round ends."""
    phone.locator("[name=bidder]").first.check(force=True)
    phone.locator("[name=amount][value='120']").check(force=True)
    phone.locator("[name=trump][value=G]").check(force=True)
    phone.locator("#page .btn-go").last.click()
    phone.locator("[name=hundreds][value='100']").wait_for(state="attached")
    side = phone.locator("[name=side]").nth(number % 2)
    side.check(force=True)
    phone.locator("[name=hundreds][value='100']").check(force=True)
    points = 5 * (number % 20)
    phone.locator(f"[name=points][value='{points}']").check(force=True)
    phone.locator("#page .btn-go").last.click()
    return 0


def joker_deal(phone: Page, number: int) -> int:
    """A contract, and a hidden card that nobody turned up."""
    tricks = 8 + number % 4
    enter(phone, bridge("3NT", "NESW"[number % 4], tricks))
    phone.locator("[name=never]").click()
    return GAME_OF_AN_UNFINISHED_RUBBER if tricks >= 9 else 0


HOW = {"rook.jeff": rook_hand, "joker-bridge.x1": joker_deal}


# ---- the oracle ----


def victory_points(won: int, boards: int) -> tuple[Decimal, Decimal]:
    """The scale of the world federation, written down once more."""
    tau = (math.sqrt(5) - 1) / 2
    blitz = 15 * math.sqrt(boards)
    share = (1 - tau ** (3 * abs(won) / blitz)) / (1 - tau**3)
    best = Decimal(min(20.0, 10 + 10 * share)).quantize(Decimal("0.01"))
    both = (best, 20 - best)
    return both if won >= 0 else both[::-1]


Pair = tuple[str, ...]


def percentages(played: Sequence[Played]) -> dict[Pair, Fraction]:
    """Matchpoints in per cent, result by result: boards that were played less often
    count as if the missing results were as likely better as worse."""
    boards: dict[int, list[Played]] = defaultdict(list)
    for one in played:
        boards[one.board].append(one)
    most = max(map(len, boards.values()))
    won: dict[Pair, Fraction] = defaultdict(Fraction)
    counts: dict[Pair, int] = defaultdict(int)
    for found in boards.values():
        for one in found:
            for sign, who in ((1, one.north_south), (-1, one.east_west)):
                pair = tuple(sorted(who))
                won[pair] += _matchpoints(one, found, sign, most)
                counts[pair] += 1
    top = 2 * (most - 1)
    return {pair: 100 * won[pair] / (top * counts[pair]) for pair in won if top}


def _matchpoints(
    one: Played, found: Sequence[Played], sign: int, most: int
) -> Fraction:
    others = [other for other in found if other is not one]
    margins = [sign * (one.difference - other.difference) for other in others]
    own = sum((margin > 0) + (margin >= 0) for margin in margins)
    return Fraction(own * most + most - len(found), len(found))


def sums(played: Sequence[Played]) -> dict[str, int]:
    """What each person's sides came to in all."""
    found: dict[str, int] = defaultdict(int)
    for one in played:
        for people, points in zip(
            (one.north_south, one.east_west), one.points, strict=True
        ):
            for person in people:
                found[person] += points
    return dict(found)


def match_imps(played: Sequence[Played], team: Sequence[str]) -> int:
    """By how many IMPs a team has won its match of two tables."""
    own: dict[int, int] = defaultdict(int)
    for one in played:
        is_ours = one.north_south[0] in team
        own[one.board] += one.difference if is_ours else -one.difference
    return sum(map(imps, own.values()))
