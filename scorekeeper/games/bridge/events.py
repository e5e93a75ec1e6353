"""What is seen at a bridge table, one class for each kind of entry; and the auction: what can be
called, why the rest can't, and what it comes to.

Law: Laws of Duplicate Bridge 2017, Laws 17-22.
"""

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import ClassVar, get_args

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.evening import Adjusted, CarriedIn, DealerIs, Ended, ThrownIn
from scorekeeper.core.messages import Described, Message, listed, message
from scorekeeper.core.play import CardPlayed, LeadIs
from scorekeeper.core.seats import COMPASS, SIDES, Seat, left_of, partner
from scorekeeper.games.bridge.contract import Contract, Denomination, Doubling, Tariff
from scorekeeper.games.bridge.settings import Power, SuitMode


class CallKind(Enum):
    """The kinds of call. The value is how those that are no bid are written."""

    BID = ""
    PASS = "Pass"  # noqa: S105 - a call, no password
    DOUBLE = "X"
    REDOUBLE = "XX"


@dataclass(frozen=True, slots=True)
class Call:
    """One call. A bid has a level, 0 to 8, and a denomination.

    Written "Pass", "X", "XX", or the bid: "1C", "3NT", "2*" (stars), "0NT".
    """

    kind: CallKind
    level: int = 0
    denomination: Denomination | None = None

    @classmethod
    def parse(cls, text: str) -> "Call":
        """Read a call back from its written form, a pass from "P" as well. Raises ValueError when
        it is none."""
        word = {"P": "PASS"}.get(text.strip().upper(), text.strip())
        for kind in (CallKind.PASS, CallKind.DOUBLE, CallKind.REDOUBLE):
            if word.upper() == kind.value.upper():
                return cls(kind)
        try:
            bid = Contract.parse(word)
        except ValueError:
            raise ValueError(f"no call is written {text!r}") from None
        if bid.doubling is not Doubling.UNDOUBLED:
            raise ValueError(f"no call is written {text!r}")
        return cls(CallKind.BID, bid.level, bid.denomination)

    def __str__(self) -> str:
        if self.denomination is None:
            return self.kind.value
        return f"{self.level}{self.denomination.value}"

    def shown(self) -> tuple[object, ...]:
        """The bid, or the word for pass, double or redouble."""
        if self.denomination is None:
            return (message(f"bridge.call.{self.kind.name.lower()}"),)
        return (str(self.level), *self.denomination.shown())


PASS = Call(CallKind.PASS)
DOUBLE = Call(CallKind.DOUBLE)
REDOUBLE = Call(CallKind.REDOUBLE)


@dataclass(frozen=True, slots=True)
class Auction:
    """The calls of a deal so far, the first of them by `first`: the dealer, unless the table found
    out later that somebody else had dealt."""

    first: Seat
    calls: tuple[Call, ...] = ()

    @property
    def turn(self) -> Seat:
        """Whose turn it is to call."""
        return self.caller(len(self.calls))

    def caller(self, place: int) -> Seat:
        """Who made (or will make) the call at this place, counted from 0."""
        return left_of(self.first, COMPASS, place)

    @property
    def bid(self) -> int | None:
        """The place of the last bid, if anybody has bid."""
        bids = (n for n in reversed(range(len(self.calls))) if self.calls[n].denomination)
        return next(bids, None)

    @property
    def doubling(self) -> Doubling:
        """How the last bid stands doubled."""
        since = self.calls[self.bid or 0 :]
        if REDOUBLE in since:
            return Doubling.REDOUBLED
        return Doubling.DOUBLED if DOUBLE in since else Doubling.UNDOUBLED

    @property
    def is_over(self) -> bool:
        """Whether three passes followed a bid, or four opened. Law 22."""
        passes = 3 if self.bid is not None else 4
        return len(self.calls) >= passes and self.calls[-passes:] == (PASS,) * passes

    @property
    def contract(self) -> Contract | None:
        """The contract that the last bid and its doubling make; None before any bid."""
        if self.bid is None:
            return None
        last = self.calls[self.bid]
        assert last.denomination is not None  # noqa: S101 - a bid has one
        return Contract(last.level, last.denomination, self.doubling)

    @property
    def declarer(self) -> Seat | None:
        """The player of the last bid's side who first named its denomination. Law 22."""
        if self.bid is None:
            return None
        side = self.bid % 2
        wanted = self.calls[self.bid].denomination
        first = next(
            n
            for n in range(len(self.calls))
            if n % 2 == side and self.calls[n].denomination is wanted
        )
        return self.caller(first)


def why_not(auction: Auction, call: Call, tariff: Tariff) -> Message | None:
    """Why this call can't be made now; None when it can.

    Law: Laws 18 (bids), 19 (doubles and redoubles), 22 (the end of the auction).
    """
    if auction.is_over:
        return message("bridge.refused.auction-over", call=call)
    if call.kind is CallKind.DOUBLE:
        return _why_no_double(auction)
    if call.kind is CallKind.REDOUBLE:
        return _why_no_redouble(auction)
    return _why_no_bid(auction, call, tariff) if call.denomination else None


def bids(tariff: Tariff) -> tuple[Call, ...]:
    """Every bid of the game, lowest first."""
    return _bids(tariff.top_level, tariff.denominations, tariff.zero)


@lru_cache(maxsize=16)
def _bids(
    top: int, denominations: tuple[Denomination, ...], zero: tuple[Denomination, ...]
) -> tuple[Call, ...]:
    rest = ((level, one) for level in range(1, top + 1) for one in denominations)
    every = (*((0, one) for one in zero), *rest)
    return tuple(Call(CallKind.BID, level, one) for level, one in every)


def calls_now(auction: Auction, tariff: Tariff) -> tuple[tuple[Call, Message | None], ...]:
    """Every call of the game, bids first, each with the reason why it can't be made now."""
    every = (*bids(tariff), PASS, DOUBLE, REDOUBLE)
    return tuple((call, why_not(auction, call, tariff)) for call in every)


def dummy(declarer: Seat) -> Seat:
    """Declarer's partner."""
    return partner(declarer, COMPASS)


def opening_leader(declarer: Seat) -> Seat:
    """The player at declarer's left."""
    return left_of(declarer, COMPASS)


def _why_no_bid(auction: Auction, call: Call, tariff: Tariff) -> Message | None:
    order = bids(tariff)
    if call not in order:
        return message("bridge.refused.no-such-bid", call=call, low=order[0], high=order[-1])
    if auction.bid is None:
        return None
    last = auction.calls[auction.bid]
    if order.index(call) > order.index(last):
        return None
    if last == order[-1]:
        return message("bridge.refused.bid-at-top", call=call, last=last)
    low = order[order.index(last) + 1]
    return message("bridge.refused.bid-too-low", call=call, last=last, low=low)


def _why_no_double(auction: Auction) -> Message | None:
    if auction.bid is None:
        return message("bridge.refused.double-nothing")
    if auction.doubling is not Doubling.UNDOUBLED:
        return message("bridge.refused.double-twice", contract=auction.contract)
    if _is_own(auction, auction.bid):
        return message("bridge.refused.double-own", bid=auction.calls[auction.bid])
    return None


def _why_no_redouble(auction: Auction) -> Message | None:
    if auction.bid is None or auction.doubling is Doubling.UNDOUBLED:
        return message("bridge.refused.redouble-nothing")
    if auction.doubling is Doubling.REDOUBLED:
        return message("bridge.refused.redouble-twice", contract=auction.contract)
    if not _is_own(auction, auction.bid):
        return message("bridge.refused.redouble-own", bid=auction.calls[auction.bid])
    return None


def _is_own(auction: Auction, place: int) -> bool:
    """Whether the call at this place was made by the side whose turn it is."""
    return (len(auction.calls) - place) % 2 == 0


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
