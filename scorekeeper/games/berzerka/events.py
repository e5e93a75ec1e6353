"""The facts of a Berzerka session, as they are seen at the table."""

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from scorekeeper.core.cards import Suit
from scorekeeper.core.messages import Message, message
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


@dataclass(frozen=True, slots=True)
class ContractWritten:
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

    def said(self) -> Message:
        """The tile's number and name."""
        return message("berzerka.said.written", tile=self.tile, name=self.name)


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
        if self.copies:
            copied = contract_name(self.copies)
            return message("berzerka.said.board-copy", n=len(self.contracts), copied=copied)
        return message("berzerka.said.board", n=len(self.contracts))


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
class Passed:
    """Whose turn it is passes, for the rest of the hand."""

    KIND: ClassVar[str] = "passed"

    def said(self) -> Message:
        """A pass."""
        return message("berzerka.said.passed")


@dataclass(frozen=True, slots=True)
class HotseatPicked:
    """All have passed; the player in the hotseat picks this contract."""

    KIND: ClassVar[str] = "hotseat"
    contract: str

    def said(self) -> Message:
        """The contract picked."""
        return message("berzerka.said.hotseat", contract=contract_name(self.contract))


@dataclass(frozen=True, slots=True)
class TrumpNamed:
    """The declarer names the trump suit."""

    KIND: ClassVar[str] = "trump"
    suit: Suit

    def said(self) -> Message:
        """The suit."""
        return message("berzerka.said.trump", suit=self.suit)


@dataclass(frozen=True, slots=True)
class PainSuitNamed:
    """The declarer names the pain suit."""

    KIND: ClassVar[str] = "pain-suit"
    suit: Suit

    def said(self) -> Message:
        """The suit."""
        return message("berzerka.said.pain-suit", suit=self.suit)


@dataclass(frozen=True, slots=True)
class RankingNamed:
    """The declarer names the ranking, or the one that the hand starts with."""

    KIND: ClassVar[str] = "ranking"
    ranking: Ranking

    def said(self) -> Message:
        """The ranking."""
        return message("berzerka.said.ranking", ranking=self.ranking)


@dataclass(frozen=True, slots=True)
class Discarded:
    """The declarer discards and draws this many cards, 0 to 13."""

    KIND: ClassVar[str] = "discarded"
    discards: int

    def said(self) -> Message:
        """The number of cards."""
        return message("berzerka.said.discarded", n=self.discards)


@dataclass(frozen=True, slots=True)
class HandPlayed:
    """What the declarer took: tricks, tricks among the last six, or cards of the pain suit, as
    the contract counts."""

    KIND: ClassVar[str] = "played"
    count: int

    def said(self) -> Message:
        """The count."""
        return message("berzerka.said.played", n=self.count)


@dataclass(frozen=True, slots=True)
class HandStated:
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

    def said(self) -> Message:
        """Who declared what, and what came of it."""
        return message(
            "berzerka.said.hand",
            declarer=self.declarer,
            contract=contract_name(self.contract),
            how=self.how,
            n=self.count,
        )


NamingEvent = TrumpNamed | PainSuitNamed | RankingNamed
"""What a declarer names."""

STEPS = (
    ContractBid,
    Passed,
    HotseatPicked,
    TrumpNamed,
    PainSuitNamed,
    RankingNamed,
    Discarded,
    HandPlayed,
)
"""One step of a hand, entered as it happens."""

EVENTS = (ContractWritten, BoardSet, *STEPS, HandStated, CardPlayed, LeadIs)
"""The game's own events."""
