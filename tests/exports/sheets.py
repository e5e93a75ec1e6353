"""Sessions to print: what the tests of the PDF sheet lay on paper."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from scorekeeper.core.cards import Card
from scorekeeper.core.codec import encode
from scorekeeper.core.evening import Adjusted, Seated
from scorekeeper.core.seats import COMPASS, Seat
from scorekeeper.core.session import Command, Entry, Event, Header, Stamp
from scorekeeper.games.bridge import BRIDGE, JOKER_BRIDGE
from scorekeeper.games.bridge.contract import Contract
from scorekeeper.games.bridge.events import (
    ContractStated,
    HiddenShown,
    HonoursHeld,
    PassedOut,
    TricksTaken,
)
from scorekeeper.games.bridge.rules import Scoring
from scorekeeper.games.game import Game
from scorekeeper.tables.session import Session, opened

PEOPLE = ("Ingrid", "Tom", "Priya", "Marek")
HOSTILE = (
    "<img src=file:///etc/p>",
    "=1+1|cmd'!A0",
    "\u202eevil\u2066\u2069x",
    "</td><script>x</script>",
)


class Table:
    """A table whose entries are made four minutes apart, from 20:00 UTC on."""

    def __init__(
        self,
        game: Game,
        settings: Any = None,
        people: Iterable[str] = PEOPLE,
        session_id: str = "evening-1",
    ) -> None:
        chosen = encode(settings or game.rule_sheet.defaults)
        header = Header(
            session_id, game.slug, game.edition, chosen, "2026-11-20T19:55:00Z"
        )
        self.session: Session = opened(game, header)
        self.minutes = 0
        seated = tuple(
            Seated(one, seat) for one, seat in zip(people, COMPASS, strict=False)
        )
        if seated:
            self.enter(*seated)

    def enter(self, *facts: Event) -> None:
        self.command(Command(tuple(Entry(fact) for fact in facts)))

    def correct(self, seq: int, fact: Event, reason: str) -> None:
        self.command(Command((Entry(fact, seq),), (seq,), reason))

    def command(self, command: Command) -> None:
        self.minutes += 4
        hours, minutes = divmod(20 * 60 + self.minutes, 60)
        at = f"2026-11-{20 + hours // 24}T{hours % 24:02}:{minutes:02}:00Z"
        stamp = Stamp(at, "E" if command.voids else None, "", f"key-{self.minutes}")
        entries = self.session.decide(command)
        self.session = self.session.grown(self.session.chained(entries, stamp))

    def bid(self, contract: str, by: str) -> None:
        """A contract that is being played."""
        self.enter(ContractStated(Contract.parse(contract), Seat(by)))

    def deal(self, contract: str, by: str, tricks: int, *more: Event) -> int:
        """A deal entered at once; answers the number of the entry with its tricks."""
        stated = ContractStated(Contract.parse(contract), Seat(by))
        self.enter(stated, TricksTaken(tricks))
        tricks_entered = self.session.last
        if more:
            self.enter(*more)
        return tricks_entered


def shown(seat: str, card: str) -> HiddenShown:
    return HiddenShown(Seat(seat), Card.parse(card))


def honours(seat: str, *cards: str) -> HonoursHeld:
    return HonoursHeld(Seat(seat), tuple(map(Card.parse, cards)))


def rubber() -> Session:
    """Eight deals: hidden cards, honours, a doubled set, a correction, a pass-out, a
    slam."""
    table = Table(JOKER_BRIDGE)
    table.deal("2S", "S", 9, shown("E", "H7"))
    table.deal("3NT", "W", 8, shown("W", "CK"))
    claimed = table.deal("2H", "N", 9, shown("S", "D9"))
    table.deal("4SX", "S", 8, shown("N", "HQ"))
    table.correct(claimed, TricksTaken(8), "claimed nine, made eight")
    table.deal("5DX", "W", 12, shown("E", "CA"), honours("W", "DA", "DK", "DQ", "DJ"))
    table.enter(PassedOut())
    table.deal("1NT", "E", 8, shown("S", "S10"))
    table.deal("6H", "S", 12, shown("W", "C4"), honours("S", "HA", "HK", "HJ", "H10"))
    return table.session


def begun(people: Iterable[str] = PEOPLE) -> Table:
    """Two deals of a rubber."""
    table = Table(JOKER_BRIDGE, people=people)
    table.deal("2S", "S", 9, shown("E", "H7"))
    table.deal("3NT", "W", 8)
    return table


def evening() -> Session:
    """Forty deals in several rubbers, with somebody else in North's seat from the
    middle on."""
    table = Table(JOKER_BRIDGE)
    contracts = ("1NT", "3H", "4S", "2D", "5CX", "3NT", "2HX", "6D", "1S", "4H")
    for n in range(40):
        if n == 17:
            table.enter(Seated("Zoe", Seat.NORTH))
        contract = contracts[n % len(contracts)]
        by = "NESW"[n * 7 % 4]
        made = int(contract[0]) + 6 + (0, 1, -1, 0, -2, 0, 2)[n % 7]
        table.deal(
            contract, by, min(made, 13), shown("NESW"[n % 4], "CDHS"[n % 4] + "5")
        )
    return table.session


def boards(count: int) -> Session:
    """A long run of boards at duplicate: no line, one section, several pages."""
    settings = replace(BRIDGE.rule_sheet.defaults, scoring=Scoring.DUPLICATE)
    table = Table(BRIDGE, settings)
    for n in range(count):
        table.deal(("4S", "3NT", "2HX")[n % 3], "NESW"[n % 4], 8 + n % 4)
    return table.session


def hostile() -> Session:
    """Names, a reason and a remark that try to be something else."""
    table = Table(JOKER_BRIDGE, people=HOSTILE)
    claimed = table.deal("2S", "S", 9)
    reason = (
        "<a rel=attachment href=file:///etc/passwd>x</a><style>*{color:red}</style>"
    )
    table.correct(claimed, TricksTaken(8), reason)
    table.enter(Adjusted("NS", -50, "@SUM(A1) <b>bold</b>"))
    return table.session


LONG = (
    *("Maximiliane-Charlotte", "Bartholomäus Freiherr", "Wolfeschlegelsteinhausen"),
    *("Anne-Sophie Dubois", "Friedrich Nietzsche", "Konstantin-Alexander"),
    *("Friederike Löwenherz", "Ottilie Wildermuth"),
)


def long_names(game: Game, **chosen: Any) -> Table:
    """A table of people whose names are longer than any column is wide."""
    settings = replace(game.rule_sheet.defaults, **chosen)
    table = Table(game, settings, ())
    seats = game.ring(settings)
    table.enter(*(Seated(one, seat) for one, seat in zip(LONG, seats, strict=False)))
    return table
