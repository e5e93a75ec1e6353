"""What is seen at a bridge table, one class for each kind of entry."""

from enum import Enum
from typing import ClassVar

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.messages import Described, Message, listed, message
from scorekeeper.core.play import CardPlayed, LeadIs
from scorekeeper.core.seats import SIDES, Seat
from scorekeeper.games.bridge.contract import Call, Contract, said_vulnerable
from scorekeeper.games.bridge.rules import Power, SuitMode

Suits = tuple[tuple[Card, Suit], ...]  # jokers and the suits they belong to


class BridgeFact(Described):
    """A fact that is told by its fields, a number also as `n`."""

    FAMILY = "bridge"

    def told(self) -> dict[str, object]:
        told = Described.told(self)
        seats = {
            name: listed(value)
            for name, value in told.items()
            if isinstance(value, tuple)
        }
        return told | seats | {"n": told.get("tricks", 0)}


class JokersDeclared(BridgeFact, kind="jokers"):
    """The rules for the Jokers of this deal. Where nothing is said, the session's
    settings count."""

    power: Power | None = None
    mode: SuitMode | None = None
    suits: Suits = ()

    def said(self) -> Message:
        parts = [message(f"bridge.power.{self.power.value}")] if self.power else []
        parts += [message(f"bridge.mode.{self.mode.value}")] if self.mode else []
        parts += [
            message("bridge.said.joker-suit", joker=j, suit=s) for j, s in self.suits
        ]
        return message("bridge.said.jokers", parts=listed(tuple(parts)))


class HiddenDealt(BridgeFact, kind="hidden-dealt"):
    """Who got the face-down cards, in the order in which they were dealt."""

    holders: tuple[Seat, ...]


class Vulnerable(Enum):
    """Who is vulnerable on a board; named by the parties."""

    NONE = "none"
    NORTH_SOUTH = "NS"
    EAST_WEST = "EW"
    BOTH = "both"

    @property
    def sides(self) -> frozenset[str]:
        return frozenset(
            side.id
            for side in SIDES
            if self is Vulnerable.BOTH or self.value == side.id
        )


class BoardIs(BridgeFact, kind="board-is"):
    """Which board is played next: its number, which says who deals and who is
    vulnerable. A board without a number has these two instead."""

    number: int | None = None
    dealer: Seat | None = None
    vulnerable: Vulnerable | None = None

    def said(self) -> Message:
        if self.number is not None:
            return message("bridge.said.board", number=self.number)
        parts: list[object] = (
            [message("event.dealer", seat=self.dealer)] if self.dealer else []
        )
        if self.vulnerable:
            sides = said_vulnerable(self.vulnerable.sides)
            parts.append(message("bridge.where.vulnerable", sides=sides))
        return message("bridge.said.board-by-hand", parts=listed(parts))


class CallMade(BridgeFact, kind="call"):
    """The next call of the auction. `seat` made it; None means the player whose turn it
    is. `ruling` is the entry of the ruling that lets it stand though it was too low or
    out of turn: Laws 25, 27A1, 29A."""

    SINCE: ClassVar[tuple[str, ...]] = ("seat", "ruling")
    call: Call
    seat: Seat | None = None
    ruling: int | None = None


class ContractStated(BridgeFact, kind="contract"):
    """The contract and who plays it, without the auction."""

    contract: Contract
    declarer: Seat


class PassedOut(BridgeFact, kind="passed-out"):
    """All four players passed; the auction itself was not recorded."""


class HandSpread(BridgeFact, kind="spread"):
    """Declarer has spread the hand after a lead out of turn. `declarer` plays the deal
    now. Law 54A."""

    declarer: Seat


class WildcardNamed(BridgeFact, kind="wildcard"):
    """The suit that a wildcard takes after the bidding."""

    joker: Card
    suit: Suit


class TricksTaken(BridgeFact, kind="tricks"):
    """How many tricks declarer's side took."""

    tricks: int


class HiddenShown(BridgeFact, kind="hidden-shown"):
    """The face-down card of `holder`; None if it was never shown."""

    holder: Seat
    card: Card | None = None

    def said(self) -> Message:
        if self.card is None:
            return message("bridge.said.never-shown", seat=self.holder)
        return message("bridge.said.hidden-shown", card=self.card, seat=self.holder)


class HonoursHeld(BridgeFact, kind="honours"):
    """The honours in one hand. Without cards, there are none to score."""

    seat: Seat
    cards: tuple[Card, ...]

    def said(self) -> Message:
        if not self.cards:
            return message("bridge.said.no-honours", seat=self.seat)
        return message("bridge.said.honours", cards=listed(self.cards), seat=self.seat)


BIDDING = (
    JokersDeclared,
    HiddenDealt,
    BoardIs,
    CallMade,
    ContractStated,
    PassedOut,
    HandSpread,
)
RESULT = (WildcardNamed, TricksTaken, HiddenShown, HonoursHeld)
EVENTS = (*BIDDING, *RESULT, CardPlayed, LeadIs)
LASTING = (HiddenShown,)
