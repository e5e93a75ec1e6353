"""A table that seals, without pages."""

from typing import Any

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.codec import encode
from scorekeeper.core.seals import Bond, Sealed, commitment, written
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Command, Entry, Header, Stamp
from scorekeeper.games import GAMES
from scorekeeper.games.bridge.contract import Contract
from scorekeeper.games.bridge.events import (
    ContractStated,
)
from scorekeeper.games.bridge.rules import JokerSettings, SuitMode, Variant
from scorekeeper.games.bridge.state import jokers_of
from scorekeeper.tables.seals import (
    leaving,
    opening,
    outcomes,
    seal_of,
    sealing,
)
from scorekeeper.tables.session import Session, opened

N = Seat.NORTH
E = Seat.EAST
S = Seat.SOUTH
W = Seat.WEST
SALT = "5a" * 16
JOKER = Card("Joker")
RED = Card("RedJoker")
BLACK = Card("BlackJoker")
HEARTS = {"joker": "Joker", "suit": "H"}


class Table:
    """A session in memory, each command under a key of its own."""

    def __init__(self, slug: str, settings: Any, name: str = "evening-1") -> None:
        header = Header(name, slug, 1, encode(settings), "2026-11-20T20:00:00+01:00")
        self.now: Session = opened(GAMES[slug], header)

    def do(self, command: Command, key: str = "") -> "Table":
        stamp = Stamp("2026-11-20T20:00:00Z", None, "", key or f"key {self.now.last}")
        self.now = self.now.grown(self.now.chained(self.now.decide(command), stamp))
        return self

    def enter(self, *facts: Any) -> "Table":
        return self.do(Command(tuple(Entry(fact) for fact in facts)))

    def seal(self, seat: Seat, value: Any, name: str = "joker-suit") -> int:
        """Seal a value; answers the number of the seal's entry."""
        may = self.now.game.may_be_sealed.values()
        sealable = next(one for one in may if one.name == name)
        key = f"key {self.now.last}"
        made = commitment(Bond("evening-1", seat, sealable.what, key), value, SALT)
        self.do(sealing(self.now, sealable, Sealed(sealable.what, seat, made)), key)
        return self.now.last

    def open(self, seq: int, value: Any) -> "Table":
        seal = seal_of(self.now, seq)
        assert seal is not None
        return self.do(opening(self.now, seal, written(value), SALT))

    def leave(self, seq: int, choice: int = 0) -> "Table":
        seal = seal_of(self.now, seq)
        assert seal is not None
        return self.do(leaving(self.now, seal, outcomes(self.now, seal)[choice]))

    def strike(self, *seqs: int) -> "Table":
        return self.do(Command((), seqs, "struck"))

    @property
    def state(self) -> Any:
        return self.now.folded.state

    def suit(self, joker: Card = JOKER) -> Suit | None:
        """The suit that a Joker has in the deal played last."""
        found = jokers_of(self.state.last_deal, self.now.settings)
        assert found is not None
        return found.suit(joker)


def bridge(variant: Variant = Variant.X1) -> Table:
    return Table(
        "joker-bridge", JokerSettings(variant=variant, suit_mode=SuitMode.SEALED)
    )


def contract(text: str = "4H", declarer: Seat = S) -> ContractStated:
    return ContractStated(Contract.parse(text), declarer)
