"""A club's night at the served program: forty tables, a phone for each of 160 people,
five rounds of three boards. Phones leave and come back, results are corrected, a round
begins too early, and the server is killed and started again: nothing is lost, every
ranking is that of an oracle, and every phone is told of each round within a second.
"""

import csv
import io
import random
import re
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from signal import SIGKILL

from scorekeeper.core.seats import SIDES
from scorekeeper.core.sheet import Points, Row
from scorekeeper.nights.facts import Laid
from scorekeeper.nights.night import Night
from scorekeeper.nights.standings import Result
from scorekeeper.store import FILE_NAME, Refused, Store
from scorekeeper.tables.nights import finished_rows, night_of, number_of
from scorekeeper.tables.session import Session
from tests.engines import Cluster
from tests.nights.oracle import oracle
from tests.proof.broken import Broken
from tests.proof.ears import Ears
from tests.proof.guest import session_of
from tests.proof.inspection import inspect
from tests.proof.members import Person, deal_by, points_of
from tests.proof.opened import OF_NIGHTS
from tests.proof.served import Served

LIMIT = 1.0
"""Seconds in which all but one phone in a hundred are told that a round has begun, on a
computer that does nothing else; as many times longer as it does other things."""
WEIGHED = 0.1
"""Seconds of work by which it is weighed what else a computer does."""
BUSIEST = 4.0
HANDS = 8
"""How many people enter at once."""
HEARING = 15.0
"""Seconds after which a phone that has heard nothing is called deaf."""
CLOSE = Fraction(1, 1000)
SPOKEN = re.compile(r'class="say">([^<]*)<')
TABLE = re.compile(r'href="(/t/\w+/)"')
SITS = re.compile(r"Table (\d+), (\w+)")
BOARDS = re.compile(r"Boards? (\d+)")

Where = tuple[int, int, int]
"""A round, a table of it, and a board."""
Place = tuple[int, str, int]
"""A table, the seat at it, and the first board there."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How large the night is, how often the server is killed in a round, and which
    fault is planted (see opened.py)."""

    tables: int = 40
    rounds: int = 5
    boards: int = 3
    kills: int = 2
    seed: int = 0
    door: str = ""


@dataclass
class Told:
    """What happened, and what is wrong with it."""

    entered: int = 0
    corrected: int = 0
    left: int = 0
    killed: int = 0
    again: int = 0
    compared: int = 0
    pages: int = 0
    heard: list[float] = field(default_factory=list)
    drawn: list[float] = field(default_factory=list)
    began: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.entered} boards entered, {self.corrected} of them corrected; phones"
            f" left {self.left} times, the server was killed {self.killed} times and"
            f" asked again {self.again} times; {self.pages} phones shown where to sit;"
            f" {self.compared} rankings compared. A round had begun after "
            f"{_ms(self.began)}, a phone heard of it after {_ms(self.heard)} and had"
            f" drawn it after {_ms(self.drawn)} (median, 99th percentile);"
            f" {len(self.faults)} faults"
        )


def part_of(times: Sequence[float], part: float) -> float:
    """The time within which this part of all times lie; 0 where there are none."""
    if not times:
        return 0.0
    return sorted(times)[min(len(times) - 1, int(part * len(times)))]


def share_of_others() -> float:
    """How many times longer work takes here than it would if nobody else had any: 1 on
    a computer that does nothing else."""
    wall = time.perf_counter()
    own = time.thread_time()
    while time.thread_time() - own < WEIGHED:
        sum(range(1_000))
    others = (time.perf_counter() - wall) / (time.thread_time() - own)
    return min(others, BUSIEST)


def _ms(times: Sequence[float]) -> str:
    return (
        f"{1000 * part_of(times, 0.5):,.0f} and {1000 * part_of(times, 0.99):,.0f} ms"
    )


@dataclass(frozen=True)
class Table:
    """A table of a round: its address, who sits there, and its own dice."""

    round: int
    address: str
    laid: Laid
    boards: range
    people: list[Person]
    chance: random.Random


class Nemesis(threading.Thread):
    """Kills a node, or the database of all, and starts it again."""

    def __init__(self, ways: Sequence[Callable[[], None]], kills: int) -> None:
        super().__init__(daemon=True)
        self._ways = ways
        self._kills = kills
        self._over = threading.Event()
        self.killed = 0

    def run(self) -> None:
        for _ in range(self._kills):
            if self._over.wait(random.uniform(0.3, 1.5)):
                return
            random.choice(self._ways)()
            self.killed += 1

    def end(self) -> None:
        self._over.set()
        self.join()


def held(folder: Path, plan: Plan, cluster: Cluster | None = None) -> Told:
    """Hold the night over a file; or over two nodes of two processes each where there
    is a cluster. Raises Broken where a node does not start again."""
    told = Told()
    with ExitStack() as stack:
        address = cluster.database() if cluster else ""
        names = ("one", "two") if cluster else ("one",)
        nodes = [
            stack.enter_context(
                Served(folder / name, 512, door=plan.door, database=address)
            )
            for name in names
        ]
        club = Club(nodes, address or folder / "one" / FILE_NAME, plan, told, cluster)
        stack.callback(club.close)
        club.hold()
    if cluster is None and not told.faults:
        try:
            inspect(folder / "one")
        except Broken as fault:
            told.faults.append(str(fault))
    return told


def is_found(door: str, told: Told) -> bool:
    """Whether a fault that was planted is among what was found."""
    _, said = OF_NIGHTS[door]
    return any(said in fault for fault in told.faults)


class Club:
    """A night with all its phones, and what was entered at its tables."""

    def __init__(
        self,
        nodes: Sequence[Served],
        where: Path | str,
        plan: Plan,
        told: Told,
        cluster: Cluster | None = None,
    ) -> None:
        self.nodes = nodes
        self.plan = plan
        self.told = told
        self.chance = random.Random(plan.seed)
        self._cluster = cluster
        self.store = Store(where)
        self.ports = tuple(node.port for node in nodes)
        self.host = Person(self.ports[0], ports=self.ports)
        self.people: list[Person] = []
        self.ears: Ears | None = None
        self.address = ""
        self.played: dict[Where, Result] = {}
        self.entered: dict[Where, int] = {}
        self.tables: dict[int, dict[str, Table]] = {}

    def hold(self) -> None:
        """The whole evening, as far as it goes without a fault."""
        try:
            self._open()
            for number in range(1, self.plan.rounds + 1):
                if number > 1:
                    self._move_on(number)
                self._sit_down(number)
                self._play(number)
                self._compare(number)
            self._adjust()
            self._compare(self.plan.rounds)
            self._sign()
            self._look_through()
        except Broken as fault:
            self.told.faults.append(str(fault))
        finally:
            self.told.again = sum(person.tries for person in (self.host, *self.people))

    def close(self) -> None:
        self.store.close()
        if self.ears is not None:
            self.ears.end()
        for person in (self.host, *self.people):
            person.hang_up()

    # ---- before the first round ----

    def _open(self) -> None:
        names = [f"Player {n}" for n in range(1, 4 * self.plan.tables + 1)]
        fields = {"names": "\n".join(names), "game": "bridge.duplicate"}
        self.address = self.host.fills("/night/new", "/night/new", fields).address
        spoken = SPOKEN.search(self.host.reads(self.address).text)
        if spoken is None:
            raise Broken("the night shows no code")
        self.people = [Person(self.ports[0], ports=self.ports, name=n) for n in names]
        with ThreadPoolExecutor(HANDS) as hands:
            list(hands.map(lambda one: self._join(one, spoken[1]), self.people))
        there = f"{self.address}movement"
        sizes = {"rounds": self.plan.rounds, "deals": self.plan.boards}
        said = {name: str(size) for name, size in sizes.items()}
        self.host.fills(there, there, {"plan": "mitchell", **said})
        self.ears = Ears(self.ports, [person.cookie for person in self.people])

    def _join(self, person: Person, spoken: str) -> None:
        link = person.fills("/join", "/join", {"code": spoken}).address
        there = person.reads(link).address
        number = str(self.people.index(person) + 1)
        person.fills(there, there, {"person": number})

    # ---- a round ----

    def _move_on(self, number: int) -> None:
        """Begin a round, the third one first too early; every phone hears of it."""
        if number == 3:
            self._begin(number)
            there = f"{self.address}undo-round"
            self.host.fills(self.address, there, {"round": f"{number}"})
        self._wait(self._behind, "not told how its table stands")
        limit = LIMIT * share_of_others()
        worst = part_of(self._times(number), 0.99)
        if worst > limit:
            self.told.faults.append(
                f"round {number} was heard of after {worst:.2f} s, and not {limit:.2f}"
            )

    def _times(self, number: int) -> list[float]:
        """After how long each phone hears that a round has begun."""
        assert self.ears is not None
        ears = self.ears
        ears.expect()
        began = time.perf_counter()
        self._begin(number)
        self.told.began.append(time.perf_counter() - began)
        self._wait(ears.deaf, f"did not hear of round {number}")
        self._wait(ears.undrawn, f"did not draw round {number}")
        listening = [ear for ear in ears.ears if ear.table]
        heard = [ear.heard - began for ear in listening]
        self.told.heard += heard
        self.told.drawn += [ear.drawn - began for ear in listening]
        return heard

    def _behind(self) -> list[int]:
        """Who has not been told of the last entry at the table."""
        assert self.ears is not None
        tables = {ear.table for ear in self.ears.ears if ear.table}
        last = {table: self._session(session_of(table)).last for table in tables}
        return [
            ear.number
            for ear in self.ears.ears
            if ear.table and ear.entry < last[ear.table]
        ]

    def _begin(self, number: int) -> None:
        self.host.fills(self.address, f"{self.address}round", {"round": f"{number}"})

    def _wait(self, who: Callable[[], list[int]], what: str) -> None:
        latest = time.monotonic() + HEARING
        while left := who():
            if time.monotonic() > latest:
                names = ", ".join(self.people[one].name for one in left[:3])
                raise Broken(f"{len(left)} phones, such as {names}, {what}")
            time.sleep(0.02)

    def _sit_down(self, number: int) -> None:
        """Every phone is shown its place of a Mitchell, and listens at its table."""
        night = self.night
        assert self.ears is not None
        with ThreadPoolExecutor(HANDS) as hands:
            pages = list(
                hands.map(lambda one: one.reads(self.address).text, self.people)
            )
        for index, page in enumerate(pages):
            self._is_sent(index, page, self._place(night, index + 1, number))
            self.ears.send(index, self.people[index].table)
        self.tables[number] = {
            table.address: table for table in self._laid(night, number)
        }

    def _is_sent(self, index: int, page: str, wanted: Place) -> None:
        """Somebody's page leads to a table, and it is the right one."""
        person = self.people[index]
        table = TABLE.search(page)
        sits = SITS.search(page)
        boards = BOARDS.search(page)
        if not (table and sits and boards):
            raise Broken(f"{person.name} is not shown where to sit")
        person.table = table[1]
        shown = (int(sits[1]), sits[2][0], int(boards[1]))
        self.told.pages += 1
        if shown != wanted:
            self.told.faults.append(f"{person.name} is sent to {shown}, not {wanted}")

    def _laid(self, night: Night, number: int) -> Iterator[Table]:
        for laid in night.rounds[number - 1].fact.tables:
            address = f"/t/{laid.session}/"
            yield Table(
                number,
                address,
                laid,
                range(laid.board, laid.board + self.plan.boards),
                [person for person in self.people if person.table == address],
                random.Random(f"{self.plan.seed} {number} {laid.table}"),
            )

    def _place(self, night: Night, person: int, number: int) -> Place:
        """The table, the seat and the first board of somebody, by the Mitchell's own
        rule: East–West go one table up, boards one table down; with an even number of
        tables East–West skip one half way."""
        tables = self.plan.tables
        unit = next(n for n, pair in enumerate(night.units) if person in pair)
        half = night.units[unit].index(person)
        gone = number - 1
        table = unit % tables
        if unit >= tables:
            skipped = tables % 2 == 0 and gone >= tables // 2
            table = (table + gone + skipped) % tables
        boards = (table + gone) % tables
        seats = "NS" if unit < tables else "EW"
        return table + 1, seats[half], boards * self.plan.boards + 1

    def _play(self, number: int) -> None:
        """All boards at all tables, while the server is killed and phones leave; then
        what is found wrong, of this round and of one long past."""
        nemesis = Nemesis([*self._blows()], self.plan.kills)
        nemesis.start()
        with ThreadPoolExecutor(HANDS) as hands:
            list(hands.map(self._play_table, self.tables[number].values()))
        nemesis.end()
        self.told.killed += nemesis.killed
        for earlier in (number - 1, number - 2):
            for table in [*self.tables.get(earlier, {}).values()][:2]:
                self._correct(table, table.laid.board)

    def _blows(self) -> Iterator[Callable[[], None]]:
        for node in self.nodes:
            yield lambda node=node: _again(node)  # type: ignore[misc]
        if self._cluster is not None:
            yield self._fell_over

    def _fell_over(self) -> None:
        assert self._cluster is not None
        self._cluster.kill()
        self._cluster.start()

    def _play_table(self, table: "Table") -> None:
        for board in table.boards:
            person = table.chance.choice(table.people)
            if table.chance.random() < 0.1:
                self._leave(person)
            deal = deal_by(table.chance)
            there = f"{table.address}enter/quick"
            person.fills(f"{table.address}?form=quick", there, deal)
            self._note(table, board, points_of(board, deal))
            self.told.entered += 1
        for board in table.boards:
            if table.chance.random() < 0.1:
                self._correct(table, board)

    def _leave(self, person: Person) -> None:
        """A phone is off for a moment: its connection and its stream end."""
        assert self.ears is not None
        number = self.people.index(person)
        person.hang_up()
        self.ears.send(number, "")
        self.ears.send(number, person.table)
        self.told.left += 1

    def _correct(self, table: "Table", board: int) -> None:
        person = table.chance.choice(table.people)
        rows = {number_of(row): row.id for row in self._rows(table)}
        if board not in rows:
            raise Broken(f"board {board} was answered for and is not at its table")
        there = f"{table.address}rows/{rows[board]}/correct"
        deal = deal_by(table.chance)
        person.fills(there, there, {**deal, "reason": "miscounted"})
        self._note(table, board, points_of(board, deal))
        self.told.corrected += 1

    def _note(self, table: "Table", board: int, points: int) -> None:
        where = (table.round, table.laid.table, board)
        self.entered[where] = points
        sides = (table.laid.north_south, table.laid.east_west)
        self.played[where] = Result(*where, *sides, (points, 0))

    # ---- what stands ----

    def _compare(self, number: int) -> None:
        """The rankings that the server gives, with those of the oracle."""
        night = self.night
        there = f"{self.address}standings.csv"
        text = self.host.reads(there).text.lstrip("\ufeff")
        lines = list(csv.DictReader(io.StringIO(text)))
        wanted = oracle(night, [*self.played.values()])
        found = {int(line["number"]): Fraction(line["total"]) for line in lines}
        differ = [
            unit
            for unit in wanted.keys() | found.keys()
            if abs(found.get(unit, -1) - wanted.get(unit, -1)) > CLOSE
        ]
        self.told.compared += 1
        for unit in sorted(differ)[:3]:
            self.told.faults.append(
                f"round {number}: pair {unit} stands at {_said(found.get(unit))}, the"
                f" oracle says {_said(wanted.get(unit))}"
            )
        if not differ:
            self._compare_places(lines, wanted)

    def _compare_places(
        self, lines: Sequence[dict[str, str]], wanted: dict[int, Fraction]
    ) -> None:
        """Equal totals share a place, in each ranking by itself."""
        for line in lines:
            own = wanted[int(line["number"])]
            beside = [one for one in lines if one["ranking"] == line["ranking"]]
            better = [one for one in beside if wanted[int(one["number"])] > own]
            if int(line["place"]) != len(better) + 1:
                self.told.faults.append(f"{line['name']} is placed {line['place']}")

    def _adjust(self) -> None:
        """An adjusted score on the first board of the first table."""
        table = next(one for one in self.tables[1].values() if one.laid.table == 1)
        board = table.laid.board
        given = {"place": "1.1", "board": str(board), "points": "50"}
        there = f"{self.address}given"
        said = {"reason": "misinformation", "law": "21B"}
        self.host.fills(there, there, {**given, **said})
        laid = table.laid
        sides = (laid.north_south, laid.east_west)
        self.played[1, 1, board] = Result(1, 1, board, *sides, (50, 0))

    def _sign(self) -> None:
        page = f"{self.address}standings"
        self.host.fills(page, f"{self.address}sign", {"sure": "1"})
        for pair in self.night.units:
            person = self.people[pair[0] - 1]
            person.fills(page, f"{self.address}signature", {"do": "sign"})
        signed = self.night.signed
        if signed is None:
            raise Broken("the night was signed and is not")
        wanted = oracle(self.night, [*self.played.values()])
        found = {unit: Fraction(total) for unit, total in signed.totals}
        if found != wanted:
            self.told.faults.append("the totals that were signed are not the oracle's")

    def _look_through(self) -> None:
        """At every table each board is there once, as it was last entered."""
        for where, tables in self.tables.items():
            for table in tables.values():
                rows = self._rows(table)
                found = {number_of(row): _difference(row) for row in rows}
                wanted = {
                    board: self.entered.get((where, table.laid.table, board))
                    for board in table.boards
                }
                if found != wanted or len(rows) != len(wanted):
                    self.told.faults.append(
                        f"round {where}, table {table.laid.table} has {found}, and was"
                        f" answered for {wanted}"
                    )

    def _rows(self, table: "Table") -> tuple[Row, ...]:
        return finished_rows(self._session(session_of(table.address)))

    @property
    def night(self) -> Night:
        return night_of(self._session(session_of(self.address)))

    def _session(self, name: str) -> Session:
        """A session as it is kept, once the database answers."""
        latest = time.monotonic() + HEARING
        while time.monotonic() < latest:
            with suppress(Refused):
                if (found := self.store.open(name)) is not None:
                    return found
            time.sleep(0.1)
        raise Broken(f"session {name} can't be opened")


def _difference(row: Row) -> Points:
    ours, theirs = (row.total(side.id) for side in SIDES)
    return ours - theirs


def _again(node: Served) -> None:
    node.end(SIGKILL)
    node.start()


def _said(total: Fraction | None) -> str:
    return "nothing" if total is None else f"{float(total):.4f}"
