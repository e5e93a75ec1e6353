"""What a table of Berzerka is asked of a hand, one question a screen."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, replace
from enum import Enum
from typing import Any

from scorekeeper.core.cards import FRENCH
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import DealerIs
from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import At, Event, Recorded
from scorekeeper.games.ask import FactForm
from scorekeeper.games.berzerka.board import (
    BoardView,
    bid_words,
    board_view,
    named_words,
    turn,
)
from scorekeeper.games.berzerka.checks import check
from scorekeeper.games.berzerka.events import (
    STEPS,
    ContractBid,
    Discarded,
    HandPlayed,
    HandStated,
    HotseatPicked,
    How,
    NamingEvent,
    PainSuitNamed,
    Passed,
    RankingNamed,
    TrumpNamed,
)
from scorekeeper.games.berzerka.play import watched_count
from scorekeeper.games.berzerka.rules import (
    HALF_HAND,
    TRICKS,
    Contract,
    Named,
    Overbids,
)
from scorekeeper.games.berzerka.scoring import ROUNDS, apply, writing
from scorekeeper.games.berzerka.state import (
    Bid,
    Hand,
    Stage,
    State,
    discard_order,
    present_hand,
)
from scorekeeper.games.fields import ask, choose, label, refuse


class Question(FactForm):
    """A question to this table."""

    RULES = ROUNDS
    state: State

    @property
    def hand(self) -> Hand:
        """The hand in progress, or the one about to be bid."""
        return present_hand(self.state)


def usual(value: object) -> Callable[[Any], object]:
    """What fills a blank field."""
    return lambda form: value


def worded(kind: type[Enum], code: str) -> Callable[[Any], Iterable[tuple[Any, Any]]]:
    """The members of an enum as choices; the words of each are the message code.value."""
    return lambda form: [(one, label(f"berzerka.{code}.{one.value}")) for one in kind]


CALLS = (ContractBid, Passed, HotseatPicked)
"""How a hand gets its contract."""


# ---- the bidding ----


class Call(Enum):
    """What whose turn it is does."""

    BID = "bid"
    PASSING = "pass"


@dataclass(frozen=True, slots=True)
class BidView:
    """Whose turn it is, the board with what each open contract is worth now and after this bid,
    the bid that stands with its player and contract, and the least overbid."""

    turn: Message
    board: BoardView
    high: Bid | None
    high_by: object
    high_contract: Contract | None
    least: int
    may_jump: bool
    half_hand: int = HALF_HAND


def _open_contracts(form: Question) -> Iterable[tuple[str, Contract]]:
    """The contracts that are open to whose turn it is, or to who is in the hotseat."""
    seat = form.hand.turn or form.hand.declarer
    return ((one.code, one) for one in (form.state.board.open_to(seat) if seat else ()))


class OfferForm(Question):
    """A contract is taken from the board."""

    def acts(self) -> Seat | None:
        """The player whose call it is, or who is in the hotseat."""
        return self.hand.turn or self.hand.declarer

    @property
    def least(self) -> int:
        """The smallest n of "−n" that can be bid now, 0 for the first bid."""
        high = self.hand.high
        return high.overbid + 1 if high else 0

    def view(self) -> BidView:
        """The board as it is offered."""
        board, hand = self.state.board, self.hand
        high = hand.high
        return BidView(
            turn=self.shown(turn(hand)),
            board=board_view(board, self.state, hand),
            high=high,
            high_by=self.shown(high.seat) if high else None,
            high_contract=board.contract(high.contract) if high else None,
            least=self.least,
            may_jump=self.state.settings.overbids is Overbids.NAMED,
        )


class BidForm(OfferForm):
    """A contract on half a hand, over what has been bid; or a pass."""

    NAME = "bid"
    STATES = ALONE = (ContractBid, Passed)
    call = choose(Call)
    contract = ask(ContractBid, choices=_open_contracts, required=False, is_free=True)
    overbid = ask(ContractBid, default=lambda form: form.least)

    def validate_contract(self, field: Any) -> None:
        """A bid names a contract."""
        if self.call.data is not Call.PASSING and not field.data:
            refuse("berzerka.refused.no-contract")

    def facts(self) -> tuple[Event, ...]:
        """The bid or the pass."""
        if self.call.data is Call.PASSING:
            return (Passed(),)
        overbid = self.overbid.data
        return (ContractBid(self.contract.data, self.least if overbid is None else overbid),)

    @classmethod
    def filled(cls, state: Any, events: Iterable[Event]) -> dict[str, Any]:
        """What was called."""
        (event,) = events
        passed = isinstance(event, Passed)
        return {"call": Call.PASSING} if passed else super().filled(state, (event,))


class HotseatForm(OfferForm):
    """All have passed: the player in the hotseat picks a contract, at its present value."""

    NAME = "hotseat"
    STATES = ALONE = (HotseatPicked,)
    contract = ask(HotseatPicked, choices=_open_contracts, is_free=True)


# ---- the hand ----


@dataclass(frozen=True, slots=True)
class HandView:
    """Whose turn it is, what is settled of the hand, who discards when, and a hint."""

    turn: Message
    declarer: object
    contract: Contract | None
    is_played: bool
    bid: Message | None
    named: tuple[object, ...]
    order: tuple[object, ...]
    hint: Message | None


class HandForm(Question):
    """A question about the hand once its contract is known."""

    def hint(self) -> Message | None:
        """What else should be known for the answer."""
        return None

    def view(self) -> HandView:
        """Whose turn it is, and what is settled of the hand so far."""
        hand = self.hand
        return HandView(
            turn=self.shown(turn(hand)),
            declarer=self.shown(hand.declarer),
            contract=hand.contract,
            is_played=hand.stage is Stage.PLAYING,
            bid=bid_words(hand) if hand.contract else None,
            named=named_words(hand),
            order=self.shown(discard_order(hand)),
            hint=self.hint(),
        )


class TrumpForm(HandForm):
    """The declarer names trumps."""

    NAME = "trump"
    STATES = ALONE = (TrumpNamed,)
    suit = ask(TrumpNamed, choices=usual(FRENCH), text=label("berzerka.field.trump"))


class PainSuitForm(HandForm):
    """The declarer names the pain suit."""

    NAME = "pain-suit"
    STATES = ALONE = (PainSuitNamed,)
    suit = ask(PainSuitNamed, choices=usual(FRENCH), text=label("berzerka.field.pain-suit"))


class RankingForm(HandForm):
    """The declarer names the ranking, or how it starts."""

    NAME = "ranking"
    STATES = ALONE = (RankingNamed,)
    ranking = ask(RankingNamed)

    def hint(self) -> Message | None:
        """When it turns over, if it does."""
        contract = self.hand.contract
        if contract is None or Named.START not in contract.asks:
            return None
        return message(f"berzerka.turns.{contract.ranking.value}")


class DiscardsForm(HandForm):
    """How many cards the declarer discarded and drew."""

    NAME = "discards"
    STATES = ALONE = (Discarded,)
    discards = ask(Discarded, choices=usual(range(TRICKS + 1)), is_free=True)


def _possible_counts(form: Question) -> range:
    contract = form.hand.contract
    return range((contract.counts.most if contract else TRICKS) + 1)


class ResultForm(HandForm):
    """What the declarer took, as the contract counts; filled with what was watched."""

    NAME = "result"
    STATES = ALONE = (HandPlayed,)
    count = ask(
        HandPlayed,
        choices=_possible_counts,
        default=lambda form: watched_count(form.hand),
        is_free=True,
    )

    def lay_out(self) -> None:
        """Ask in the contract's own unit."""
        contract = self.hand.contract
        if contract:
            self.count.label.text = label(f"berzerka.asked.{contract.counts.value}")

    def hint(self) -> Message | None:
        """What will be written in the box."""
        hand, contract = self.hand, self.hand.contract
        if contract is None:
            return None
        code = f"berzerka.writes.{writing(hand, contract)}"
        return message(code, overbid=hand.overbid, target=contract.target)


# ---- a whole hand ----


class QuickForm(Question):
    """A whole hand at once: after it was played, forgotten, or to be put right.

    As long as the bidding of a hand that was recorded step by step is left as it was, the hand is
    stated in steps again, so that its watched cards stay.
    """

    NAME = "quick"
    STATES = (HandStated, *STEPS)
    ALONE = (HandStated,)
    WHOLE = (HandStated, HandPlayed)
    declarer = ask(HandStated)
    how = ask(HandStated, choices=worded(How, "hows"), default=usual(How.BID))
    contract = ask(
        HandStated,
        choices=lambda form: [(one.code, one) for one in form.state.board.contracts],
        is_free=True,
    )
    overbid = ask(HandStated, default=usual(0))
    discards = ask(HandStated)
    count = ask(HandStated)
    trump = ask(HandStated, choices=usual(FRENCH))
    pain_suit = ask(HandStated, choices=usual(FRENCH))
    ranking = ask(HandStated)

    @classmethod
    def filled(cls, state: Any, events: Iterable[Event]) -> dict[str, Any]:
        """The hand that these facts come to."""
        stated = super().filled(state, events)
        if stated:
            return stated
        hand: Any = _after(state, events).last_hand
        whole = {one.name: getattr(hand, one.name) for one in fields(HandStated)}
        return whole | {"contract": hand.contract.code}

    def facts(self) -> tuple[Event, ...]:
        """The hand; in steps where it was recorded so."""
        whole = self.fact(HandStated)
        if not isinstance(whole, HandStated):
            return ()
        return in_steps(self.state, self.recorded, whole) or (whole,)

    def restates(self, entries: tuple[Recorded, ...]) -> tuple[Recorded, ...]:
        """Its steps, without the watched cards; with them where it becomes another hand."""
        if isinstance(self.fact(HandStated), HandStated) and len(self.facts()) == 1:
            return tuple(one for one in entries if not isinstance(one.event, DealerIs))
        return super().restates(entries)


def _after(state: State, events: Iterable[Event]) -> State:
    for event in events:
        state = apply(state, event, At(0, 0, ()))
    return state


def in_steps(state: State, recorded: tuple[Event, ...], whole: HandStated) -> tuple[Event, ...]:
    """The hand `whole` step by step after the bidding among these facts; nothing where it came of
    another bidding, or where something else was named in it than its contract asks for."""
    calls = tuple(one for one in recorded if isinstance(one, CALLS))
    dealt = tuple(one for one in recorded if isinstance(one, DealerIs))
    hand = _bid(_after(state, dealt), calls)
    if hand is None or hand.contract is None:
        return ()
    came = (hand.declarer, hand.contract.code, hand.how, hand.overbid)
    if came != (whole.declarer, whole.contract, whole.how, whole.overbid):
        return ()
    names = _names(whole)
    full = replace(hand, trump=whole.trump, pain_suit=whole.pain_suit, ranking=whole.ranking)
    if full.unnamed or len(names) != len(hand.unnamed):
        return ()
    return (*calls, *names, Discarded(whole.discards), HandPlayed(whole.count))


def _names(whole: HandStated) -> tuple[NamingEvent, ...]:
    """What the declarer named, in the order in which it is asked."""
    trump = (TrumpNamed(whole.trump),) if whole.trump else ()
    pain_suit = (PainSuitNamed(whole.pain_suit),) if whole.pain_suit else ()
    ranking = (RankingNamed(whole.ranking),) if whole.ranking else ()
    return (*trump, *pain_suit, *ranking)


def _bid(state: State, calls: tuple[Any, ...]) -> Hand | None:
    """The hand after this bidding; None where that can't be."""
    for call in calls:
        try:
            check(state, call)
        except RuleViolation:
            return None
        state = _after(state, (call,))
    return state.hand
