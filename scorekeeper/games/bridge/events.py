"""What is seen at a bridge table, one class for each kind of entry."""

from dataclasses import dataclass
from typing import ClassVar, get_args

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.evening import Adjusted, CarriedIn, DealerIs, Ended, ThrownIn
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.play import CardPlayed, LeadIs
from scorekeeper.core.seats import Seat
from scorekeeper.games.bridge.auction import Call
from scorekeeper.games.bridge.contract import Contract
from scorekeeper.games.bridge.settings import Power, SuitMode

Suits = tuple[tuple[Card, Suit], ...]
"""Jokers and the suits they belong to."""


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
class HiddenDealt:
    """Who got the face-down cards, in the order in which they were dealt."""

    KIND: ClassVar[str] = "hidden-dealt"
    holders: tuple[Seat, ...]

    def said(self) -> Message:
        """Say who got them."""
        return message("bridge.said.hidden-dealt", seats=listed(self.holders))


@dataclass(frozen=True, slots=True)
class CallMade:
    """The next call of the auction."""

    KIND: ClassVar[str] = "call"
    call: Call

    def said(self) -> Message:
        """Say the call."""
        return message("bridge.said.call", call=self.call)


@dataclass(frozen=True, slots=True)
class ContractStated:
    """The contract and who plays it, without the auction."""

    KIND: ClassVar[str] = "contract"
    contract: Contract
    declarer: Seat

    def said(self) -> Message:
        """Say the contract and its declarer."""
        return message("bridge.said.contract", contract=self.contract, seat=self.declarer)


@dataclass(frozen=True, slots=True)
class PassedOut:
    """All four players passed; the auction itself was not recorded."""

    KIND: ClassVar[str] = "passed-out"

    def said(self) -> Message:
        """Say that the deal was passed out."""
        return message("bridge.said.passed-out")


@dataclass(frozen=True, slots=True)
class WildcardNamed:
    """The suit that a wildcard takes after the bidding."""

    KIND: ClassVar[str] = "wildcard"
    joker: Card
    suit: Suit

    def said(self) -> Message:
        """Say the suit."""
        return message("bridge.said.wildcard", joker=self.joker, suit=self.suit)


@dataclass(frozen=True, slots=True)
class TricksTaken:
    """How many tricks declarer's side took."""

    KIND: ClassVar[str] = "tricks"
    tricks: int

    def said(self) -> Message:
        """Say the number."""
        return message("bridge.said.tricks", n=self.tricks)


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
