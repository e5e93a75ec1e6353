"""The questions of a hand, one a screen."""

from collections.abc import Mapping
from enum import Enum
from typing import Any

from wtforms import HiddenField
from wtforms.validators import ValidationError

from scorekeeper.core.cards import FRENCH, Suit
from scorekeeper.core.messages import message
from scorekeeper.core.naming import named
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Event, Recorded
from scorekeeper.games.ask import EntryForm
from scorekeeper.games.berzerka.board import board_view, turn
from scorekeeper.games.berzerka.card_play import watched_count
from scorekeeper.games.berzerka.contracts import (
    HALF_HAND,
    TRICKS,
    Named,
    Ranking,
)
from scorekeeper.games.berzerka.events import (
    STEPS,
    ContractBid,
    Discarded,
    HandPlayed,
    HandStated,
    HotseatPicked,
    How,
    PainSuitNamed,
    Passed,
    RankingNamed,
    TrumpNamed,
)
from scorekeeper.games.berzerka.forms_fields import REQUIRED, Choice, Number, answers
from scorekeeper.games.berzerka.hands import discard_order, present_hand
from scorekeeper.games.berzerka.settings import Overbids
from scorekeeper.games.berzerka.sheet import bid_words, named_words, writing_words
from scorekeeper.games.berzerka.state import RING, Hand, Stage, State
from scorekeeper.games.berzerka.told import in_steps, read_bidding
from scorekeeper.games.fields import label


class Call(Enum):
    """What whose turn it is does."""

    BID = "bid"
    PASSING = "pass"


class HandForm(EntryForm):
    """A question about the hand in progress."""

    state: State

    @property
    def hand(self) -> Hand:
        """The hand that is asked about."""
        return present_hand(self.state)

    def view(self) -> Mapping[str, Any]:
        """Whose turn it is, and what is settled of the hand so far."""
        hand = self.hand
        return {
            "turn": self.named(turn(hand)),
            "declarer": self.named(hand.declarer),
            "contract": hand.contract,
            "is_played": hand.stage is Stage.PLAYING,
            "bid": bid_words(hand) if hand.contract else None,
            "named": named_words(hand),
            "order": self.named(discard_order(hand)),
        }

    def named(self, value: object) -> Any:
        """The value with the persons of this table in place of its seats."""
        return named(value, self.folded.people)


class BidForm(HandForm):
    """A contract on half a hand, over what has been bid; or a pass."""

    NAME = "bid"
    STATES = (ContractBid, Passed)
    call = Choice(label("berzerka.field.call"), Call, default=Call.BID)
    contract = Choice(label("berzerka.field.contract"), required=False)
    overbid = Number(label("berzerka.field.overbid"))

    def lay_out(self) -> None:
        """Offer the open contracts, and the least overbid."""
        self.call.choices = answers(Call, "berzerka.call")
        self.contract.choices = _open_contracts(self.state, self.hand)
        if self.overbid.raw_data is None and self.overbid.data is None:
            self.overbid.data = self.least

    @property
    def least(self) -> int:
        """The smallest n of "−n" that can be bid now, 0 for the first bid."""
        high = self.hand.high
        return high.overbid + 1 if high else 0

    def validate_contract(self, field: Any) -> None:
        """A bid names a contract."""
        if self.call.data is Call.BID and not field.data:
            raise ValidationError(label("berzerka.refused.no-contract"))

    def facts(self) -> tuple[Event, ...]:
        """The bid or the pass."""
        if self.call.data is Call.PASSING:
            return (Passed(),)
        overbid = self.overbid.data
        return (ContractBid(self.contract.data, self.least if overbid is None else overbid),)

    def view(self) -> Mapping[str, Any]:
        """The board with what each open contract is worth now and after this bid."""
        high = self.hand.high
        board = self.state.board
        return {
            **super().view(),
            **board_view(board, self.state, self.hand),
            "high": high,
            "high_by": self.named(high.seat) if high else None,
            "high_contract": board.contract(high.contract) if high else None,
            "least": self.least,
            "may_jump": self.state.settings.overbids is Overbids.NAMED,
            "half_hand": HALF_HAND,
        }


class HotseatForm(HandForm):
    """All have passed: the player in the hotseat picks a contract, at its present value."""

    NAME = "hotseat"
    STATES = (HotseatPicked,)
    contract = Choice(label("berzerka.field.contract"))

    def lay_out(self) -> None:
        """Offer the contracts that are open to the player in the hotseat."""
        self.contract.choices = _open_contracts(self.state, self.hand)

    def facts(self) -> tuple[Event, ...]:
        """The contract picked."""
        return (HotseatPicked(self.contract.data),)

    def view(self) -> Mapping[str, Any]:
        """The board with the values, which the hotseat does not raise."""
        return {**super().view(), **board_view(self.state.board, self.state, self.hand)}


class TrumpForm(HandForm):
    """The declarer names trumps."""

    NAME = "trump"
    STATES = (TrumpNamed,)
    suit = Choice(label("berzerka.field.trump"), Suit)

    def lay_out(self) -> None:
        """Offer the four suits."""
        self.suit.choices = _suits()

    def facts(self) -> tuple[Event, ...]:
        """The trump suit."""
        return (TrumpNamed(self.suit.data),)


class PainSuitForm(HandForm):
    """The declarer names the pain suit."""

    NAME = "pain-suit"
    STATES = (PainSuitNamed,)
    suit = Choice(label("berzerka.field.pain-suit"), Suit)

    def lay_out(self) -> None:
        """Offer the four suits."""
        self.suit.choices = _suits()

    def facts(self) -> tuple[Event, ...]:
        """The pain suit."""
        return (PainSuitNamed(self.suit.data),)


class RankingForm(HandForm):
    """The declarer names the ranking, or how it starts."""

    NAME = "ranking"
    STATES = (RankingNamed,)
    ranking = Choice(label("berzerka.field.ranking"), Ranking)

    def lay_out(self) -> None:
        """Offer both."""
        self.ranking.choices = answers(Ranking, "berzerka.ranking")

    def facts(self) -> tuple[Event, ...]:
        """The ranking."""
        return (RankingNamed(self.ranking.data),)

    def view(self) -> Mapping[str, Any]:
        """Whether it turns over, and when."""
        contract = self.hand.contract
        turns = contract is not None and Named.START in contract.asks
        rule = message(f"berzerka.turns.{contract.ranking.value}") if contract and turns else None
        return {**super().view(), "rule": rule}


class DiscardsForm(HandForm):
    """How many cards the declarer discarded and drew."""

    NAME = "discards"
    STATES = (Discarded,)
    discards = Choice(label("berzerka.field.discards"), int)

    def lay_out(self) -> None:
        """Offer 0 to 13."""
        self.discards.choices = _numbers(TRICKS)

    def facts(self) -> tuple[Event, ...]:
        """The number of cards."""
        return (Discarded(self.discards.data),)


class ResultForm(HandForm):
    """What the declarer took, as the contract counts."""

    NAME = "result"
    STATES = (HandPlayed,)
    count = Choice(label("berzerka.field.count"), int)

    def lay_out(self) -> None:
        """Offer every number there can be, in the contract's own unit; fill in what was watched."""
        contract = self.hand.contract
        if contract:
            self.count.choices = _numbers(contract.counts.most)
            self.count.label.text = label(f"berzerka.asked.{contract.counts.value}")
        if self.count.raw_data is None and self.count.data is None:
            self.count.data = watched_count(self.hand)

    def facts(self) -> tuple[Event, ...]:
        """The count."""
        return (HandPlayed(self.count.data),)

    def view(self) -> Mapping[str, Any]:
        """What will be written in the box."""
        return {**super().view(), "written": writing_words(self.hand)}


class QuickForm(EntryForm):
    """A whole hand at once: after it was played, forgotten, or to be put right.

    `bidding` keeps that of a hand that was told step by step: as long as it is left as it was, the
    hand is stated in steps again, and its watched cards stay.
    """

    NAME = "quick"
    STATES = (HandStated, *STEPS)
    state: State
    declarer = Choice(label("berzerka.field.declarer"), Seat)
    how = Choice(label("berzerka.field.how"), How, default=How.BID)
    contract = Choice(label("berzerka.field.contract"))
    overbid = Number(label("berzerka.field.overbid"), default=0)
    discards = Number(label("berzerka.field.discards"), [REQUIRED])
    count = Number(label("berzerka.field.count"), [REQUIRED])
    trump = Choice(label("berzerka.field.trump"), Suit, required=False)
    pain_suit = Choice(label("berzerka.field.pain-suit"), Suit, required=False)
    ranking = Choice(label("berzerka.field.ranking"), Ranking, required=False)
    bidding = HiddenField()

    def lay_out(self) -> None:
        """Offer every player and every contract of the board."""
        people = self.folded.people
        self.declarer.choices = [(seat.value, _shown(named(seat, people))) for seat in RING]
        self.how.choices = answers(How, "berzerka.hows")
        self.contract.choices = [(one.code, _shown(one)) for one in self.state.board.contracts]
        self.trump.choices = self.pain_suit.choices = _suits()
        self.ranking.choices = answers(Ranking, "berzerka.ranking")

    def facts(self) -> tuple[Event, ...]:
        """The hand; in steps where it was told so."""
        whole = HandStated(
            declarer=self.declarer.data,
            contract=self.contract.data,
            discards=self.discards.data or 0,
            count=self.count.data or 0,
            how=self.how.data,
            overbid=self.overbid.data or 0,
            trump=self.trump.data,
            pain_suit=self.pain_suit.data,
            ranking=self.ranking.data,
        )
        return in_steps(self.state, read_bidding(self.bidding.data), whole) or (whole,)

    def restates(self, entries: tuple[Recorded, ...]) -> tuple[Recorded, ...]:
        """Its steps, without the watched cards; with them where it becomes another hand."""
        is_whole = self.declarer.data is not None and isinstance(self.facts()[0], HandStated)
        return entries if is_whole else super().restates(entries)

    def view(self) -> Mapping[str, Any]:
        """Whether something that was named has been filled in."""
        told = (self.trump, self.pain_suit, self.ranking)
        return {"has_names": any(field.data or field.errors for field in told)}


def _open_contracts(state: State, hand: Hand) -> list[tuple[str, Any]]:
    seat = hand.turn or hand.declarer
    offered = state.board.open_to(seat) if seat else ()
    return [(one.code, _shown(one)) for one in offered]


def _suits() -> list[tuple[str, Any]]:
    return [(suit.value, _shown(suit)) for suit in FRENCH]


def _numbers(most: int) -> list[tuple[str, Any]]:
    return [(str(n), _shown(n)) for n in range(most + 1)]


def _shown(value: object) -> Any:
    """A value as a choice; WTForms types its texts as str and keeps what it is given."""
    return value
