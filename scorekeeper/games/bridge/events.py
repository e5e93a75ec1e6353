"""What is seen at a bridge table, one class for each kind of entry."""

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar, get_args

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.evening import Adjusted, CarriedIn, DealerIs, Ended, ThrownIn
from scorekeeper.core.messages import Described, Message, listed, message
from scorekeeper.core.play import CardPlayed, LeadIs
from scorekeeper.core.seats import SIDES, Seat
from scorekeeper.games.bridge.auction import Call
from scorekeeper.games.bridge.contract import Contract
from scorekeeper.games.bridge.settings import Power, SuitMode

Suits = tuple[tuple[Card, Suit], ...]
"""Jokers and the suits they belong to."""


class BridgeFact(Described):
    """A fact that is told by its fields, a number also as `n`."""

    __slots__ = ()
    FAMILY = "bridge"

    def told(self) -> dict[str, object]:
        """Its fields, several things one after the other."""
        told = Described.told(self)
        seats = {name: listed(value) for name, value in told.items() if isinstance(value, tuple)}
        return told | seats | {"n": told.get("tricks", 0)}


@dataclass(frozen=True, slots=True)
class JokersDeclared:
    """What holds for the Jokers of this deal; where nothing is said, the session's settings."""

    KIND: ClassVar[str] = "jokers"
    power: Power | None = None
    mode: SuitMode | None = None
    suits: Suits = ()

    def said(self) -> Message:
        """Say what was declared."""
        parts = [message(f"bridge.power.{self.power.value}")] if self.power else []
        parts += [message(f"bridge.mode.{self.mode.value}")] if self.mode else []
        parts += [message("bridge.said.joker-suit", joker=j, suit=s) for j, s in self.suits]
        return message("bridge.said.jokers", parts=listed(tuple(parts)))


@dataclass(frozen=True, slots=True)
class HiddenDealt(BridgeFact):
    """Who got the face-down cards, in the order in which they were dealt."""

    KIND: ClassVar[str] = "hidden-dealt"
    holders: tuple[Seat, ...]


class Vulnerable(Enum):
    """Who is vulnerable on a board; named by the parties."""

    NONE = "none"
    NORTH_SOUTH = "NS"
    EAST_WEST = "EW"
    BOTH = "both"

    @property
    def sides(self) -> frozenset[str]:
        """The vulnerable sides."""
        return frozenset(one.id for one in SIDES if self is Vulnerable.BOTH or self.value == one.id)


@dataclass(frozen=True, slots=True)
class BoardIs:
    """Which board is played next: its number, which says who deals and who is vulnerable; or
    those by hand, where it has none."""

    KIND: ClassVar[str] = "board-is"
    number: int | None = None
    dealer: Seat | None = None
    vulnerable: Vulnerable | None = None

    def said(self) -> Message:
        """Say the number, or what was stated instead."""
        if self.number is not None:
            return message("bridge.said.board", number=self.number)
        parts: list[object] = [message("event.dealer", seat=self.dealer)] if self.dealer else []
        if self.vulnerable:
            sides = said_vulnerable(self.vulnerable.sides)
            parts.append(message("bridge.where.vulnerable", sides=sides))
        return message("bridge.said.board-by-hand", parts=listed(parts))


def said_vulnerable(sides: frozenset[str]) -> object:
    """Who is vulnerable: a side, both or neither."""
    if len(sides) == 1:
        return next(side for side in SIDES if side.id in sides)
    return message("bridge.vulnerable.both" if sides else "bridge.vulnerable.none")


@dataclass(frozen=True, slots=True)
class CallMade(BridgeFact):
    """The next call of the auction; `seat` is who made it, None = whoever's turn it is."""

    KIND: ClassVar[str] = "call"
    SINCE: ClassVar[tuple[str, ...]] = ("seat",)
    call: Call
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class ContractStated(BridgeFact):
    """The contract and who plays it, without the auction."""

    KIND: ClassVar[str] = "contract"
    contract: Contract
    declarer: Seat


@dataclass(frozen=True, slots=True)
class PassedOut(BridgeFact):
    """All four players passed; the auction itself was not recorded."""

    KIND: ClassVar[str] = "passed-out"


@dataclass(frozen=True, slots=True)
class WildcardNamed(BridgeFact):
    """The suit that a wildcard takes after the bidding."""

    KIND: ClassVar[str] = "wildcard"
    joker: Card
    suit: Suit


@dataclass(frozen=True, slots=True)
class TricksTaken(BridgeFact):
    """How many tricks declarer's side took."""

    KIND: ClassVar[str] = "tricks"
    tricks: int


@dataclass(frozen=True, slots=True)
class HiddenShown:
    """The face-down card of `holder`; None when it was never shown."""

    KIND: ClassVar[str] = "hidden-shown"
    holder: Seat
    card: Card | None = None

    def said(self) -> Message:
        """Say the card and whose it was."""
        if self.card is None:
            return message("bridge.said.never-shown", seat=self.holder)
        return message("bridge.said.hidden-shown", card=self.card, seat=self.holder)


@dataclass(frozen=True, slots=True)
class HonoursHeld:
    """The honours in one hand; an empty tuple says that there are none to score."""

    KIND: ClassVar[str] = "honours"
    seat: Seat
    cards: tuple[Card, ...]

    def said(self) -> Message:
        """Say the cards and who held them."""
        if not self.cards:
            return message("bridge.said.no-honours", seat=self.seat)
        return message("bridge.said.honours", cards=listed(self.cards), seat=self.seat)


GameEvent = (
    JokersDeclared
    | HiddenDealt
    | BoardIs
    | CallMade
    | ContractStated
    | PassedOut
    | WildcardNamed
    | TricksTaken
    | HiddenShown
    | HonoursHeld
    | CardPlayed
    | LeadIs
)
Event = GameEvent | DealerIs | ThrownIn | CarriedIn | Adjusted | Ended
"""Everything that a bridge table's rules are asked about."""

EVENTS: tuple[type, ...] = get_args(GameEvent)
LASTING = (HiddenShown,)
