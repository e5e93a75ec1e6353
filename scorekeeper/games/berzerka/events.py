"""The facts of a Berzerka session, as they are seen at the table."""

from enum import Enum

from scorekeeper.core.cards import Suit
from scorekeeper.core.messages import Described, Message, message
from scorekeeper.core.play import CardPlayed, LeadIs
from scorekeeper.core.seats import Seat
from scorekeeper.games.berzerka import rules


class How(Enum):
    """How a declarer came to declare."""

    BID = (
        "bid"  # By a bid, on half a hand: x↑ is ticked, and the declarer discards first
    )
    HOTSEAT = "hotseat"
    """After all had passed, on the whole hand: no x↑, and the declarer discards
    last."""

    def shown(self) -> tuple[object, ...]:
        return (message(f"berzerka.how.{self.value}"),)


class BerzerkaFact(Described):
    """A fact that is told by its fields: a contract by its name, and the number in it
    as `n`."""

    FAMILY = "berzerka"
    SINCE = ("seat",)

    def told(self) -> dict[str, object]:
        told = {
            name: value
            for name, value in Described.told(self).items()
            if value is not None
        }
        if "contract" in told:
            told["contract"] = rules.contract_name(str(told["contract"]))
        return told | {"n": told.get("count", told.get("discards", 0))}

    def shown(self) -> tuple[object, ...]:
        return (self.said(),)


class ContractWritten(BerzerkaFact, kind="contract-written"):
    """The table wrote a contract of its own on blank tile 1 or 2. It is known as
    "own-1" or "own-2"; `target` matters to the aim "closest" alone."""

    tile: int
    name: str
    aim: rules.Aim
    base: int
    counts: rules.Counts = rules.Counts.TRICKS
    trump: rules.TrumpRule = rules.TrumpRule.NONE
    ranking: rules.RankingRule = rules.RankingRule.NORMAL
    step: int = 1
    target: int = 5


class BoardSet(BerzerkaFact, kind="board"):
    """A game starts with these contracts on its board, by their codes in the board's
    order.

    `copies` is the code of the contract that Shapeshift copies, "" without Shapeshift.
    """

    contracts: tuple[str, ...]
    copies: str = ""

    def said(self) -> Message:
        code = "berzerka.said.board-copy" if self.copies else "berzerka.said.board"
        return message(
            code, n=len(self.contracts), copied=rules.contract_name(self.copies)
        )


class ContractBid(BerzerkaFact, kind="bid"):
    """`seat` bids this contract; None means the player whose turn it is. `overbid` is
    the n of "−n", 0 for the first bid."""

    contract: str
    overbid: int = 0
    seat: Seat | None = None

    def said(self) -> Message:
        said = {"contract": rules.contract_name(self.contract)}
        if self.overbid:
            return message("berzerka.said.overbid", **said, overbid=self.overbid)
        return message("berzerka.said.bid", **said)


class Passed(BerzerkaFact, kind="passed"):
    """`seat` passes for the rest of the hand; None means the player whose turn it
    is."""

    seat: Seat | None = None


class HotseatPicked(BerzerkaFact, kind="hotseat"):
    """All have passed, and the player in the hotseat picks this contract: `seat`, or
    None if the order of play tells who that is."""

    contract: str
    seat: Seat | None = None


class TrumpNamed(BerzerkaFact, kind="trump"):
    """The declarer names the trump suit."""

    suit: Suit


class PainSuitNamed(BerzerkaFact, kind="pain-suit"):
    """The declarer names the pain suit."""

    suit: Suit


class RankingNamed(BerzerkaFact, kind="ranking"):
    """The declarer names the ranking, or the one that the hand starts with."""

    ranking: rules.Ranking


class Discarded(BerzerkaFact, kind="discarded"):
    """The declarer discards and draws this many cards, 0 to 13."""

    discards: int


class HandPlayed(BerzerkaFact, kind="played"):
    """What the declarer took: tricks, tricks among the last six, or cards of the pain
    suit, as the contract counts."""

    count: int


class HandStated(BerzerkaFact, kind="hand"):
    """A whole hand at once, after it was played. What the declarer named may be left
    out."""

    declarer: Seat
    contract: str
    discards: int
    count: int
    how: How = How.BID
    overbid: int = 0
    trump: Suit | None = None
    pain_suit: Suit | None = None
    ranking: rules.Ranking | None = None


CALLS = (ContractBid, Passed, HotseatPicked)  # How a hand gets its contract
NAMINGS = (TrumpNamed, PainSuitNamed, RankingNamed)  # What a declarer names
# One step of a hand, entered as it happens
STEPS = (
    *CALLS,
    *NAMINGS,
    Discarded,
    HandPlayed,
)
EVENTS = (ContractWritten, BoardSet, *STEPS, HandStated, CardPlayed, LeadIs)
"""The game's own events."""
