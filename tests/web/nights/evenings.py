"""A night in test clients: opened, joined, begun, and its tables played."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from scorekeeper.nights.night import Night
from scorekeeper.store import Store
from scorekeeper.tables.nights import night_of
from scorekeeper.tables.session import Session
from tests.web.conftest import Visitor

EIGHT = ("Ann", "Ben", "Cid", "Dora", "Ed", "Fay", "Gus", "Hal")


@dataclass
class Evening:
    """A night, the phone that opened it, and the phones of its people by their names."""

    host: Visitor
    address: str
    phones: dict[str, Visitor] = field(default_factory=dict)

    @property
    def store(self) -> Store:
        store: Store = self.host.client.application.extensions["store"]
        return store

    @property
    def session(self) -> Session:
        session = self.store.open(self.address.strip("/").split("/")[-1])
        assert session is not None
        return session

    @property
    def night(self) -> Night:
        return night_of(self.session)

    def join(self, name: str, phone: Visitor) -> None:
        """Scan the code of the night and say who this is."""
        code = f"{self.address}people" if self.night.rounds else self.address
        page = self.host.get(code).text
        spoken = re.search(r'class="say">([^<]*)<', page)
        assert spoken, page
        phone.get("/join").send("/join", code=spoken[1])
        link = str(phone.page.headers["Location"])
        phone.get(link).follow()
        there = phone.page.request.path
        number = self.night.people.index(name) + 1
        phone.send(there, person=number)
        assert phone.page.status_code == 303, phone.text
        self.phones[name] = phone

    def begin(self, plan: str, **chosen: str) -> None:
        there = f"{self.address}movement"
        self.host.get(there).send(there, plan=plan, **chosen)
        assert self.host.page.status_code == 303, self.host.text

    def next_round(self) -> None:
        number = self.night.round + 1
        self.host.get(self.address).send(f"{self.address}round", round=number)
        assert self.host.page.status_code == 303, self.host.text

    def table_of(self, name: str) -> str:
        """The address of the table at which somebody sits now."""
        night = self.night
        laid = night.seat_in(night.rounds[-1], night.people.index(name) + 1)
        assert laid is not None, f"{name} sits out"
        return f"/t/{laid.session}/"

    def play(self, name: str, tricks: Sequence[int]) -> None:
        """Enter 4♠ by North on each board of a round at somebody's table, with this
        many tricks."""
        table = self.table_of(name)
        phone = self.phones[name]
        for taken in tricks:
            phone.get(f"{table}?form=quick")
            fields = {"level": 4, "denomination": "S", "doubling": "", "declarer": "N"}
            phone.send(f"{table}enter/quick", **fields, tricks=taken)
            assert phone.page.status_code == 303, phone.text

    def others_of(self, name: str) -> str:
        """Somebody at another table than this one."""
        night = self.night
        number = night.people.index(name) + 1
        other = next(
            laid for laid in night.rounds[-1].fact.tables if number not in laid.people
        )
        return night.name(other.people[0])

    def play_round(self) -> None:
        """Both tables of eight people play two boards."""
        self.play("Ann", (10, 9))
        self.play(self.others_of("Ann"), (9, 10))

    def play_to_the_end(self) -> None:
        """All rounds are played, and the host ends the night."""
        while not self.night.is_last_round:
            self.play_round()
            self.next_round()
        self.play_round()
        there = f"{self.address}standings"
        self.host.get(there).send(f"{self.address}sign", sure="1")
        assert self.host.page.status_code == 303, self.host.text

    def answer(self, phone: Visitor, do: str, **fields: str) -> Visitor:
        """A phone signs, takes that back, or asks for a change."""
        page = phone.get(f"{self.address}standings")
        fields.setdefault("mark", page.hidden().get("mark", ""))
        return page.send(f"{self.address}signature", do=do, **fields)

    def correct(self, phone: Visitor, table: str, tricks: int) -> Visitor:
        """Somebody corrects the first deal of a table."""
        session = self.store.open(table.split("/")[2])
        assert session is not None
        row = next(iter(session.sheet.rows()))
        found = phone.get(f"{table}rows/{row.id}/correct")
        form = found.text.split('class="entry')[1]
        action = form.split('action="')[1].split('"')[0]
        fields = {"level": 4, "denomination": "S", "doubling": "", "declarer": "N"}
        return phone.send(action, **fields, tricks=tricks, reason="miscounted")


def open_night(
    host: Visitor, names: Sequence[str] = EIGHT, game: str = "bridge.duplicate"
) -> Evening:
    """Type the names, choose the game."""
    host.get("/night/new").send("/night/new", names="\n".join(names), game=game)
    assert host.page.status_code == 303, host.text
    return Evening(host, str(host.page.headers["Location"]))


def with_phones(
    host: Visitor, another: Callable[[], Visitor], names: Sequence[str] = EIGHT
) -> Evening:
    """A night at which everybody has a phone."""
    evening = open_night(host, names)
    for name in names:
        evening.join(name, another())
    return evening
