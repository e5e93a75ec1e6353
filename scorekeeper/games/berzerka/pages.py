"""What a table of Berzerka is asked, one question a screen, and in which order."""

from collections.abc import Callable, Iterable
from dataclasses import fields
from enum import Enum
from typing import Any, cast

from wtforms import SelectMultipleField

from scorekeeper.core.cards import FRENCH
from scorekeeper.core.evening import DealerIs
from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import At, Event, Recorded
from scorekeeper.games.ask import EntryFlow, FactForm
from scorekeeper.games.berzerka.events import (
    CALLS,
    STEPS,
    BoardSet,
    ContractBid,
    ContractWritten,
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
from scorekeeper.games.berzerka.play import watched_count
from scorekeeper.games.berzerka.rules import (
    HALF_HAND,
    OWN_CODES,
    PRINTED,
    SHAPESHIFT,
    STARTER,
    TRICKS,
    Aim,
    Contract,
    Counts,
    Named,
    Overbids,
    RankingRule,
    TrumpRule,
)
from scorekeeper.games.berzerka.scoring import (
    ROUNDS,
    BoardView,
    apply,
    board_view,
    turn,
    why_not,
    writing,
)
from scorekeeper.games.berzerka.state import (
    Hand,
    Stage,
    State,
    bid_words,
    discard_order,
    named_words,
    present_hand,
)
from scorekeeper.games.fields import ask, choose, label, refuse


class BerzerkaForm(FactForm):
    """A question to this table."""

    RULES, SUITS = ROUNDS, FRENCH
    state: State

    @property
    def hand(self) -> Hand:
        """The hand in progress, or the one about to be bid."""
        return present_hand(self.state)

    @property
    def turn(self) -> Any:
        return self.shown(turn(self.hand))


def worded(kind: type[Enum], code: str) -> Callable[[Any], Iterable[tuple[Any, Any]]]:
    """The members of an enum as choices; the words of each are the message code.value."""
    return lambda form: [(one, label(f"berzerka.{code}.{one.value}")) for one in kind]


# ---- the board ----


class Which(Enum):
    """Which contracts make the board."""

    STARTER = "starter"
    CHOSEN = "chosen"
    ALL = "all"


class BoardForm(BerzerkaForm):
    """The starter board in one tap, or any selection of printed and home-made contracts."""

    NAME = "board"
    STATES = ALONE = (BoardSet,)
    STARTER, TILES = STARTER, OWN_CODES
    contracts = SelectMultipleField(label("berzerka.field.contracts"), validate_choice=False)
    copies = ask(
        BoardSet,
        choices=lambda form: [(one.code, one) for one in form.offered if one is not SHAPESHIFT],
        none="berzerka.copies.none",
        is_free=True,
    )
    which = choose(Which)

    def lay_out(self) -> None:
        """Tick the last board's contracts, or the starter five and the table's own."""
        self.contracts.choices = [(one.code, cast(Any, one)) for one in self.offered]
        if self.contracts.raw_data is None and not self.contracts.data:
            last = self.state.board.contracts or (*STARTER, *self.state.tiles)
            self.contracts.data = [one.code for one in last]
            self.copies.data = next((one.copied.code for one in last if one.copied), "")

    @property
    def offered(self) -> tuple[Contract, ...]:
        """Every contract that can stand on a board here, in the order of the appendix."""
        return (*PRINTED, *self.state.tiles)

    def facts(self) -> tuple[Event, ...]:
        offered = tuple(one.code for one in self.offered)
        ticked = {Which.STARTER: tuple(one.code for one in STARTER), Which.ALL: offered}.get(
            self.which.data, self.contracts.data or ()
        )
        known = (code for code in offered if code in ticked)
        unknown = sorted(set(ticked) - set(offered))
        copies = self.copies.data if SHAPESHIFT.code in ticked else None
        return (BoardSet((*known, *unknown), copies or ""),)

    @classmethod
    def filled(cls, state: Any, events: Iterable[Event]) -> dict[str, Any]:
        codes = [code for one in events if isinstance(one, BoardSet) for code in one.contracts]
        return super().filled(state, events) | {"contracts": codes}


TILES = range(1, len(OWN_CODES) + 1)
"""The numbers of the blank tiles."""


def _free_tile(form: BerzerkaForm) -> int:
    taken = {one.code for one in form.state.tiles}
    return next((n for n in TILES if OWN_CODES[n - 1] not in taken), TILES[0])


class OwnForm(BerzerkaForm):
    """A contract that the table writes on one of the two blank tiles."""

    NAME = "own"
    STATES = ALONE = (ContractWritten,)
    tile = ask(
        ContractWritten,
        choices=lambda form: [(n, label("berzerka.tile", number=n)) for n in TILES],
        default=_free_tile,
        is_free=True,
    )
    name = ask(ContractWritten)
    counts = ask(ContractWritten, default=Counts.TRICKS)
    aim = ask(ContractWritten, default=Aim.MOST)
    target = ask(ContractWritten, default=5)
    trump = ask(ContractWritten, text=label("berzerka.field.trump-rule"), default=TrumpRule.NONE)
    ranking = ask(
        ContractWritten,
        text=label("berzerka.field.ranking-rule"),
        choices=worded(RankingRule, "ranking-rule"),
        default=RankingRule.NORMAL,
    )
    base = ask(ContractWritten, default=1)
    step = ask(ContractWritten, required=True, default=1)


# ---- the bidding ----


class Call(Enum):
    """What whose turn it is does."""

    BID = "bid"
    PASSING = "pass"


def _open_contracts(form: BerzerkaForm) -> Iterable[tuple[str, Contract]]:
    """The contracts that are open to whose turn it is, or to who is in the hotseat."""
    seat = form.hand.turn or form.hand.declarer
    return ((one.code, one) for one in (form.state.board.open_to(seat) if seat else ()))


class OfferForm(BerzerkaForm):
    """A contract is taken from the board."""

    HALF_HAND = HALF_HAND

    @classmethod
    def acts(cls, state: State) -> Seat | None:
        """The player whose call it is, or who is in the hotseat."""
        hand = present_hand(state)
        return hand.turn or hand.declarer

    @property
    def least(self) -> int:
        """The smallest n of "−n" that can be bid now, 0 for the first bid."""
        high = self.hand.high
        return high.overbid + 1 if high else 0

    @property
    def board(self) -> BoardView:
        return board_view(self.state.board, self.state.settings, self.hand)

    @property
    def may_jump(self) -> bool:
        """Whether an overbid names its number."""
        return self.state.settings.overbids is Overbids.NAMED

    @property
    def high_contract(self) -> Contract | None:
        """What was bid last."""
        high = self.hand.high
        return self.state.board.contract(high.contract) if high else None


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
        if self.call.data is Call.PASSING:
            return (Passed(self.hand.turn),)
        overbid = self.least if self.overbid.data is None else self.overbid.data
        return (ContractBid(self.contract.data, overbid, self.hand.turn),)

    @classmethod
    def filled(cls, state: Any, events: Iterable[Event]) -> dict[str, Any]:
        (event,) = events
        passed = isinstance(event, Passed)
        return {"call": Call.PASSING} if passed else super().filled(state, (event,))


class HotseatForm(OfferForm):
    """All have passed: the player in the hotseat picks a contract, at its present value."""

    NAME = "hotseat"
    STATES = ALONE = (HotseatPicked,)
    contract = ask(HotseatPicked, choices=_open_contracts, is_free=True)


# ---- the hand ----


class HandForm(BerzerkaForm):
    """A question about the hand once its contract is known."""

    @property
    def bid(self) -> Message:
        """How its contract was won."""
        return bid_words(self.hand)

    @property
    def named(self) -> tuple[object, ...]:
        return named_words(self.hand)

    @property
    def order(self) -> tuple[Seat, ...]:
        return discard_order(self.hand)

    @property
    def hint(self) -> Message | None:
        """What else should be known for the answer."""
        return None


class TrumpForm(HandForm):
    """The declarer names trumps."""

    NAME = "trump"
    STATES = ALONE = (TrumpNamed,)
    suit = ask(TrumpNamed, text=label("berzerka.field.trump"))


class PainSuitForm(HandForm):
    """The declarer names the pain suit."""

    NAME = "pain-suit"
    STATES = ALONE = (PainSuitNamed,)
    suit = ask(PainSuitNamed, text=label("berzerka.field.pain-suit"))


class RankingForm(HandForm):
    """The declarer names the ranking, or how it starts."""

    NAME = "ranking"
    STATES = ALONE = (RankingNamed,)
    ranking = ask(RankingNamed)

    @property
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
    discards = ask(Discarded, choices=range(TRICKS + 1), is_free=True)


def _possible_counts(form: BerzerkaForm) -> range:
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
        contract = self.hand.contract
        if contract:
            self.count.label.text = label(f"berzerka.asked.{contract.counts.value}")

    @property
    def hint(self) -> Message | None:
        """What will be written in the box."""
        hand, contract = self.hand, self.hand.contract
        if contract is None:
            return None
        code = f"berzerka.writes.{writing(hand, contract)}"
        return message(code, overbid=hand.overbid, target=contract.target)


# ---- a whole hand ----


NUMBERS = range(TRICKS + 1)
"""What can be discarded, taken or given up: each a button, so that nothing is typed."""


class QuickForm(BerzerkaForm):
    """A whole hand at once: after it was played, forgotten, or to be put right.

    As long as the bidding of a hand that was recorded step by step is left as it was, the hand is
    stated in steps again, so that its watched cards stay.
    """

    NAME = "quick"
    STATES = (HandStated, *STEPS)
    ALONE = (HandStated,)
    WHOLE = (HandStated, HandPlayed)
    declarer = ask(HandStated)
    how = ask(HandStated, choices=worded(How, "hows"), default=How.BID)
    contract = ask(
        HandStated,
        choices=lambda form: [(one.code, one) for one in form.state.board.contracts],
        is_free=True,
    )
    overbid = ask(HandStated, choices=NUMBERS, default=0, is_free=True)
    discards = ask(HandStated, choices=NUMBERS, is_free=True)
    count = ask(HandStated, choices=NUMBERS, is_free=True)
    trump = ask(HandStated)
    pain_suit = ask(HandStated)
    ranking = ask(HandStated)

    @classmethod
    def filled(cls, state: Any, events: Iterable[Event]) -> dict[str, Any]:
        """The hand that these facts come to."""
        stated = super().filled(state, events)
        if stated:
            return stated
        return super().filled(state, (_whole(_after(state, events).last_hand),))

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
    calls = (one for one in recorded if isinstance(one, CALLS))
    named: tuple[tuple[type, object], ...] = (
        (TrumpNamed, whole.trump),
        (PainSuitNamed, whole.pain_suit),
        (RankingNamed, whole.ranking),
    )
    names = (kind(value) for kind, value in named if value)
    steps = (*calls, *names, Discarded(whole.discards), HandPlayed(whole.count))
    state = _after(state, (one for one in recorded if isinstance(one, DealerIs)))
    for step in steps:
        if why_not(state, step):
            return ()
        state = _after(state, (step,))
    return steps if _whole(state.last_hand) == whole else ()


def _whole(hand: Any) -> HandStated:
    """A hand that was counted, as if it had been stated."""
    told = {one.name: getattr(hand, one.name) for one in fields(HandStated)}
    return HandStated(**told | {"contract": hand.contract.code})


# ---- the order of the questions ----

NAMING = {
    Named.TRUMP: TrumpForm,
    Named.PAIN_SUIT: PainSuitForm,
    Named.RANKING: RankingForm,
    Named.START: RankingForm,
}
STAGES = {
    Stage.BIDDING: BidForm,
    Stage.HOTSEAT: HotseatForm,
    Stage.DISCARDING: DiscardsForm,
    Stage.PLAYING: ResultForm,
}


def offered(state: State) -> tuple[type[BerzerkaForm], ...]:
    """What may be asked now: a board before anything else, then one step of a hand after another;
    the whole of it before its first, as the usual question where the last hand was entered so."""
    if not state.board.contracts or state.board.is_over:
        return BoardForm, OwnForm
    hand = present_hand(state)
    step = NAMING[hand.unnamed[0]] if hand.stage is Stage.NAMING else STAGES[hand.stage]
    if state.hand:
        return (step,)
    is_quick = state.last_hand is not None and state.last_hand.is_stated
    return (QuickForm, step) if is_quick else (step, QuickForm)


FORMS = (BoardForm, OwnForm, *STAGES.values(), *dict.fromkeys(NAMING.values()), QuickForm)
FLOW = EntryFlow(FORMS, offered)
