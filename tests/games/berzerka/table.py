"""A Berzerka table to play at: it records events through the core's own decide and
fold."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.core.deciding import decide
from scorekeeper.core.evening import DealerIs
from scorekeeper.core.seats import Seat, left_of
from scorekeeper.core.session import (
    Command,
    Entry,
    Event,
    Folded,
    Recorded,
    fold,
)
from scorekeeper.core.sheet import Points, ScoreSheet
from scorekeeper.games.berzerka import BERZERKA
from scorekeeper.games.berzerka.events import BoardSet, HandStated, How
from scorekeeper.games.berzerka.rules import STARTER, Settings
from scorekeeper.games.berzerka.scoring import value
from scorekeeper.games.berzerka.state import RING, State

ONE = Seat.ONE
TWO = Seat.TWO
THREE = Seat.THREE
HOTSEAT = How.HOTSEAT


@dataclass
class Table:
    """A log that grows by commands."""

    settings: Settings = field(default_factory=Settings)
    log: tuple[Recorded, ...] = ()

    def command(self, command: Command) -> tuple[int, ...]:
        added = decide(BERZERKA, self.settings, self.log, command)
        first = len(self.log) + 1
        key = f"key-{first}"
        self.log += tuple(
            Recorded(
                first + n,
                "2025-01-01T20:00:00Z",
                None,
                e.event,
                e.place,
                "",
                key,
                n,
                "",
                "",
            )
            for n, e in enumerate(added)
        )
        return tuple(range(first, first + len(added)))

    def tell(self, *events: Event) -> int:
        """Record events one after the other; the number of the last entry."""
        for event in events:
            (last,) = self.command(Command((Entry(event),)))
        return last

    def correct(self, seq: int, *events: Event) -> None:
        """Void an entry and put these in its place."""
        self.command(
            Command(tuple(Entry(event, seq) for event in events), (seq,), "misheard")
        )

    def starter(self) -> "Table":
        self.tell(BoardSet(tuple(contract.code for contract in STARTER)))
        return self

    def board(self, *codes: str, copies: str = "") -> "Table":
        self.tell(BoardSet(codes, copies))
        return self

    def hand(self, declarer: Seat, contract: str, count: int, **more: Any) -> int:
        """Record a whole hand: 3 discards and a bid unless said otherwise.

        For a hand from the hotseat, the deal is put where the declarer is forehand.
        """
        if more.get("how") is HOTSEAT:
            self.tell(DealerIs(left_of(declarer, RING, 2)))
        facts: dict[str, Any] = {"discards": 3, **more}
        return self.tell(HandStated(declarer, contract, count=count, **facts))

    def three(self, contract: str, counts: Iterable[int], **more: Any) -> None:
        """One contract, played by the three players in order."""
        for seat, count in zip((ONE, TWO, THREE), counts, strict=True):
            self.hand(seat, contract, count, **more)

    @property
    def folded(self) -> Folded:
        return fold(BERZERKA, self.settings, self.log)

    @property
    def state(self) -> State:
        state = self.folded.state
        assert isinstance(state, State)
        return state

    @property
    def sheet(self) -> ScoreSheet:
        return BERZERKA.sheet(self.state)

    @property
    def totals(self) -> list[Points]:
        return [self.sheet.total(seat.value) for seat in (ONE, TWO, THREE)]

    def numbers(self, contract: str) -> list[int]:
        """What is written in the boxes of a contract, in the order of play."""
        return [
            box.number for box in self.state.board.boxes if box.contract == contract
        ]

    def worth(self, contract: str) -> int:
        """What a contract is worth now."""
        found = self.state.board.contract(contract)
        assert found
        return value(found, (box.how for box in self.state.board.boxes_of(found)))
