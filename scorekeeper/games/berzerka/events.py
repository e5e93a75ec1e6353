"""The facts of a Berzerka session, as they are seen at the table."""

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from scorekeeper.core.cards import Suit
from scorekeeper.core.messages import Described, Message, message
from scorekeeper.core.play import CardPlayed, LeadIs
from scorekeeper.core.seats import Seat
from scorekeeper.games.berzerka.rules import (
    Aim,
    Counts,
    Ranking,
    RankingRule,
    TrumpRule,
    contract_name,
)


class How(Enum):
    """How a declarer came to declare."""

    BID = "bid"
    """By a bid, on half a hand: x↑ is ticked, and the declarer discards first."""
    HOTSEAT = "hotseat"
    """After all had passed, on the whole hand: no x↑, and the declarer discards last."""

    def shown(self) -> tuple[object, ...]:
        """Its name."""
        return (message(f"berzerka.how.{self.value}"),)


class BerzerkaFact(Described):
    """A fact that is told by its fields: a contract by its name, and the number in it as `n`."""

    __slots__ = ()
    FAMILY = "berzerka"

    def told(self) -> dict[str, object]:
        """Its fields, but those left out."""
        told = {name: value for name, value in Described.told(self).items() if value is not None}
        if "contract" in told:
            told["contract"] = contract_name(str(told["contract"]))
        return told | {"n": told.get("count", told.get("discards", 0))}


@dataclass(frozen=True, slots=True)
class ContractWritten(BerzerkaFact):
    """The table wrote a contract of its own on blank tile 1 or 2. It is known as "own-1" or
    "own-2"; `target` matters to the aim "closest" alone."""

    KIND: ClassVar[str] = "contract-written"
    tile: int
    name: str
    aim: Aim
    base: int
    counts: Counts = Counts.TRICKS
    trump: TrumpRule = TrumpRule.NONE
    ranking: RankingRule = RankingRule.NORMAL
    step: int = 1
    target: int = 5


@dataclass(frozen=True, slots=True)
class BoardSet:
    """A game starts with these contracts on its board, by their codes in the board's order.

    `copies` is the code of the contract that Shapeshift copies, "" without Shapeshift.
    """

    KIND: ClassVar[str] = "board"
    contracts: tuple[str, ...]
    copies: str = ""

    def said(self) -> Message:
        """How many contracts, and what Shapeshift copies."""
        n, copied = len(self.contracts), contract_name(self.copies)
        if self.copies:
            return message("berzerka.said.board-copy", n=n, copied=copied)
        return message("berzerka.said.board", n=n)


@dataclass(frozen=True, slots=True)
class ContractBid:
    """Whose turn it is bids this contract; `overbid` is the n of "−n", 0 for the first bid."""

    KIND: ClassVar[str] = "bid"
    contract: str
    overbid: int = 0

    def said(self) -> Message:
        """The contract, and the penalty where there is one."""
        name = contract_name(self.contract)
        if self.overbid:
            return message("berzerka.said.overbid", contract=name, overbid=self.overbid)
        return message("berzerka.said.bid", contract=name)


@dataclass(frozen=True, slots=True)
class Passed(BerzerkaFact):
    """Whose turn it is passes, for the rest of the hand."""

    KIND: ClassVar[str] = "passed"


@dataclass(frozen=True, slots=True)
class HotseatPicked(BerzerkaFact):
    """All have passed; the player in the hotseat picks this contract."""

    KIND: ClassVar[str] = "hotseat"
    contract: str


@dataclass(frozen=True, slots=True)
class TrumpNamed(BerzerkaFact):
    """The declarer names the trump suit."""

    KIND: ClassVar[str] = "trump"
    suit: Suit


@dataclass(frozen=True, slots=True)
class PainSuitNamed(BerzerkaFact):
    """The declarer names the pain suit."""

    KIND: ClassVar[str] = "pain-suit"
    suit: Suit


@dataclass(frozen=True, slots=True)
class RankingNamed(BerzerkaFact):
    """The declarer names the ranking, or the one that the hand starts with."""

    KIND: ClassVar[str] = "ranking"
    ranking: Ranking


@dataclass(frozen=True, slots=True)
class Discarded(BerzerkaFact):
    """The declarer discards and draws this many cards, 0 to 13."""

    KIND: ClassVar[str] = "discarded"
    discards: int


@dataclass(frozen=True, slots=True)
class HandPlayed(BerzerkaFact):
    """What the declarer took: tricks, tricks among the last six, or cards of the pain suit, as
    the contract counts."""

    KIND: ClassVar[str] = "played"
    count: int


@dataclass(frozen=True, slots=True)
class HandStated(BerzerkaFact):
    """A whole hand at once, after it was played. What the declarer named may be left out."""

    KIND: ClassVar[str] = "hand"
    declarer: Seat
    contract: str
    discards: int
    count: int
    how: How = How.BID
    overbid: int = 0
    trump: Suit | None = None
    pain_suit: Suit | None = None
    ranking: Ranking | None = None


NamingEvent = TrumpNamed | PainSuitNamed | RankingNamed
"""What a declarer names."""

CALLS = (ContractBid, Passed, HotseatPicked)
"""How a hand gets its contract."""

STEPS = (*CALLS, TrumpNamed, PainSuitNamed, RankingNamed, Discarded, HandPlayed)
"""One step of a hand, entered as it happens."""

EVENTS = (ContractWritten, BoardSet, *STEPS, HandStated, CardPlayed, LeadIs)
"""The game's own events."""
