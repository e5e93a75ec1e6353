"""What a table of Berzerka is asked, one question a screen, and in which order."""

from collections.abc import Callable, Iterable
from dataclasses import fields
from enum import Enum
from typing import ClassVar, Unpack

from wtforms import SelectMultipleField

from scorekeeper.core.cards import FRENCH
from scorekeeper.core.evening import DealerIs
from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import At, Event, Recorded
from scorekeeper.games.ask import EntryFlow, FactForm, Filling, form_of
from scorekeeper.games.berzerka import events, rules, scoring
from scorekeeper.games.berzerka.events import BoardSet, ContractWritten, HandStated
from scorekeeper.games.berzerka.play import watched_count
from scorekeeper.games.berzerka.rules import OWN_CODES, SHAPESHIFT, Contract, Named
from scorekeeper.games.berzerka.state import Hand, Stage, State, present_hand
from scorekeeper.games.fields import (
    Differs,
    FactField,
    ItsForm,
    Label,
    ask,
    choose,
    label,
    refuse,
)

NUMBERS = range(rules.TRICKS + 1)
"""What can be discarded, taken or given up: each a button, so that nothing is typed."""


class BerzerkaForm(FactForm[State]):
    """A question to this table."""

    RULES = scoring.ROUNDS
    SUITS = FRENCH

    @property
    def hand(self) -> Hand:
        return present_hand(self.state)


def worded(
    kind: type[Enum], code: str
) -> Callable[[ItsForm], Iterable[tuple[Enum, Label]]]:
    return lambda form: [
        (member, label(f"berzerka.{code}.{member.value}")) for member in kind
    ]


def coded(contracts: Iterable[Contract]) -> list[tuple[str, Label]]:
    return [(contract.code, contract) for contract in contracts]


# ---- the board ----


class Which(Enum):
    """Which contracts make the board."""

    STARTER = "starter"
    CHOSEN = "chosen"
    ALL = "all"


class BoardForm(BerzerkaForm):
    """The starter board in one tap, or any selection of printed and home-made
    contracts."""

    NAME = "board"
    STATES = ALONE = (BoardSet,)
    STARTER = rules.STARTER
    TILES = OWN_CODES
    contracts = SelectMultipleField(
        label("berzerka.field.contracts"), validate_choice=False
    )
    copies = ask(
        BoardSet,
        choices=lambda form: coded(
            contract for contract in form.offered if contract is not SHAPESHIFT
        ),
        none="berzerka.copies.none",
        is_free=True,
    )
    which = choose(Which)

    def lay_out(self) -> None:
        self.contracts.choices = coded(self.offered)
        if self.contracts.raw_data is None and not self.contracts.data:
            last = self.state.board.contracts or (*rules.STARTER, *self.state.tiles)
            self.contracts.data = [contract.code for contract in last]
            self.copies.data = next(
                (contract.copied.code for contract in last if contract.copied), ""
            )

    @property
    def offered(self) -> tuple[Contract, ...]:
        return (*rules.PRINTED, *self.state.tiles)

    def facts(self) -> tuple[Event, ...]:
        taken = {Which.STARTER: rules.STARTER, Which.ALL: self.offered}.get(
            self.which.data
        )
        ticked = self.contracts.data or []
        if taken:
            ticked = [contract.code for contract in taken]
        offered = [contract.code for contract in self.offered]
        known = [code for code in offered if code in ticked]
        copies = self.copies.data if SHAPESHIFT.code in ticked else None
        return (BoardSet((*known, *sorted({*ticked} - {*offered})), copies or ""),)

    @classmethod
    def filled(cls, state: State, events: Iterable[Event]) -> Filling:
        codes = [
            code
            for event in events
            if isinstance(event, BoardSet)
            for code in event.contracts
        ]
        return super().filled(state, events) | {"contracts": codes}


TILES = range(1, len(OWN_CODES) + 1)  # The numbers of the blank tiles


class OwnForm(BerzerkaForm):
    """A contract that the table writes on one of the two blank tiles."""

    NAME = "own"
    STATES = ALONE = (ContractWritten,)
    tile = ask(
        ContractWritten,
        choices=lambda form: [(n, label("berzerka.tile", number=n)) for n in TILES],
        default=lambda form: form.free_tile,
        is_free=True,
    )
    name = ask(ContractWritten)
    counts = ask(ContractWritten, default=rules.Counts.TRICKS)
    aim = ask(ContractWritten, default=rules.Aim.MOST)
    target = ask(ContractWritten, default=5)
    trump = ask(
        ContractWritten,
        text=label("berzerka.field.trump-rule"),
        default=rules.TrumpRule.NONE,
    )
    ranking = ask(
        ContractWritten,
        text=label("berzerka.field.ranking-rule"),
        choices=worded(rules.RankingRule, "ranking-rule"),
        default=rules.RankingRule.NORMAL,
    )
    base = ask(ContractWritten, default=1)
    step = ask(ContractWritten, required=True, default=1)

    @property
    def free_tile(self) -> int:
        taken = {tile.code for tile in self.state.tiles}
        return next((n for n in TILES if OWN_CODES[n - 1] not in taken), TILES[0])


# ---- the bidding ----


class Call(Enum):
    """What whose turn it is does."""

    BID = "bid"
    PASSING = "pass"


class HotseatForm(BerzerkaForm):
    """All have passed: the player in the hotseat picks a contract, at its present
    value."""

    NAME = "hotseat"
    STATES: ClassVar[tuple[type, ...]] = (events.HotseatPicked,)
    ALONE: ClassVar[tuple[type, ...]] = STATES
    HALF_HAND = rules.HALF_HAND
    contract = ask(events.HotseatPicked, choices=lambda form: form.open, is_free=True)

    @classmethod
    def acts(cls, state: State) -> Seat | None:
        return present_hand(state).caller

    @property
    def open(self) -> list[tuple[str, Label]]:
        seat = self.hand.caller
        return coded(self.state.board.open_to(seat) if seat else ())

    @property
    def board(self) -> scoring.BoardView:
        return scoring.board_view(self.state.board, self.state.settings, self.hand)


class BidForm(HotseatForm):
    """A contract on half a hand, over what has been bid; or a pass."""

    NAME = "bid"
    STATES = ALONE = (events.ContractBid, events.Passed)
    call = choose(Call)
    contract = ask(
        events.ContractBid, choices=lambda form: form.open, required=False, is_free=True
    )
    overbid = ask(events.ContractBid, default=lambda form: form.least)

    @property
    def least(self) -> int:
        """The smallest n of "−n" that can be bid now, 0 for the first bid."""
        high = self.hand.high
        return high.overbid + 1 if high else 0

    def validate_contract(self, field: FactField) -> None:
        if self.call.data is not Call.PASSING and not field.data:
            refuse("berzerka.refused.no-contract")

    def facts(self) -> tuple[Event, ...]:
        if self.call.data is Call.PASSING:
            return (events.Passed(self.hand.turn),)
        overbid = self.least if self.overbid.data is None else self.overbid.data
        return (events.ContractBid(self.contract.data, overbid, self.hand.turn),)

    @classmethod
    def filled(cls, state: State, told: Iterable[Event]) -> Filling:
        (event,) = told
        passed = isinstance(event, events.Passed)
        return {"call": Call.PASSING} if passed else super().filled(state, (event,))


# ---- the hand ----


def step_form(
    name: str, kind: type, of: str, **differs: Unpack[Differs]
) -> type[BerzerkaForm]:
    return form_of(BerzerkaForm, name, kind, **{of: ask(kind, **differs)})


TRUMP = label("berzerka.field.trump")
PAIN_SUIT = label("berzerka.field.pain-suit")
TrumpForm = step_form("trump", events.TrumpNamed, "suit", text=TRUMP)
PainSuitForm = step_form("pain-suit", events.PainSuitNamed, "suit", text=PAIN_SUIT)
RankingForm = step_form("ranking", events.RankingNamed, "ranking")
DiscardsForm = step_form(
    "discards", events.Discarded, "discards", choices=NUMBERS, is_free=True
)


class ResultForm(BerzerkaForm):
    """What the declarer took, as the contract counts; filled with what was watched."""

    NAME = "result"
    STATES = ALONE = (events.HandPlayed,)
    count = ask(
        events.HandPlayed,
        choices=lambda form: range(form.most + 1),
        default=lambda form: watched_count(form.hand),
        is_free=True,
    )

    @property
    def most(self) -> int:
        return self.hand.contract.counts.most if self.hand.contract else rules.TRICKS

    def lay_out(self) -> None:
        if self.hand.contract:
            self.count.label.text = label(
                f"berzerka.asked.{self.hand.contract.counts.value}"
            )

    @property
    def hint(self) -> Message | None:
        hand = self.hand
        contract = self.hand.contract
        if contract is None:
            return None
        code = f"berzerka.writes.{scoring.writing(hand, contract)}"
        return message(code, overbid=hand.overbid, target=contract.target)


class QuickForm(BerzerkaForm):
    """A whole hand at once: after it was played, forgotten, or to be put right. As long
    as the bidding of a hand that was recorded step by step is left as it was, the hand
    is stated in steps again, so that its watched cards stay."""

    NAME = "quick"
    STATES = (HandStated, *events.STEPS)
    ALONE = (HandStated,)
    WHOLE = (HandStated, events.HandPlayed)
    declarer = ask(HandStated)
    how = ask(HandStated, choices=worded(events.How, "hows"), default=events.How.BID)
    contract = ask(
        HandStated, choices=lambda form: coded(form.state.board.contracts), is_free=True
    )
    overbid = ask(HandStated, choices=NUMBERS, default=0, is_free=True)
    discards = ask(HandStated, choices=NUMBERS, is_free=True)
    count = ask(HandStated, choices=NUMBERS, is_free=True)
    trump = ask(HandStated)
    pain_suit = ask(HandStated)
    ranking = ask(HandStated)

    @classmethod
    def filled(cls, state: State, told: Iterable[Event]) -> Filling:
        return super().filled(state, told) or _whole(_after(state, told).last_hand)

    def facts(self) -> tuple[Event, ...]:
        whole = self.fact(HandStated)
        if not isinstance(whole, HandStated):
            return ()
        return in_steps(self.state, self.recorded, whole) or (whole,)

    def restates(self, entries: tuple[Recorded, ...]) -> tuple[Recorded, ...]:
        if len(self.facts()) == 1:
            return tuple(
                entry for entry in entries if not isinstance(entry.event, DealerIs)
            )
        return super().restates(entries)


def _after(state: State, told: Iterable[Event]) -> State:
    for event in told:
        state = scoring.apply(state, event, At(0, 0, ()))
    return state


def in_steps(
    state: State, recorded: tuple[Event, ...], whole: HandStated
) -> tuple[Event, ...]:
    """The hand `whole` step by step after the bidding among these facts; nothing where
    it came of another bidding, or where something else was named in it than its
    contract asks for."""
    calls = (event for event in recorded if isinstance(event, events.CALLS))
    names = list[Event]()
    if whole.trump:
        names.append(events.TrumpNamed(whole.trump))
    if whole.pain_suit:
        names.append(events.PainSuitNamed(whole.pain_suit))
    if whole.ranking:
        names.append(events.RankingNamed(whole.ranking))
    steps = (
        *calls,
        *names,
        events.Discarded(whole.discards),
        events.HandPlayed(whole.count),
    )
    state = _after(state, (event for event in recorded if isinstance(event, DealerIs)))
    for step in steps:
        if scoring.why_not(state, step):
            return ()
        state = _after(state, (step,))
    return steps if _whole(state.last_hand) == vars(whole) else ()


def _whole(hand: Hand | None) -> Filling:
    if hand is None or hand.contract is None:
        return {}
    told = {field.name: getattr(hand, field.name) for field in fields(HandStated)}
    return told | {"contract": hand.contract.code}


ASKED: dict[Stage | Named, type[BerzerkaForm]] = {
    Stage.BIDDING: BidForm,
    Stage.HOTSEAT: HotseatForm,
    Named.TRUMP: TrumpForm,
    Named.PAIN_SUIT: PainSuitForm,
    Named.RANKING: RankingForm,
    Named.START: RankingForm,
    Stage.DISCARDING: DiscardsForm,
    Stage.PLAYING: ResultForm,
}
"""What is asked at each stage of a hand, and for what is to be named."""


def offered(state: State) -> tuple[type[BerzerkaForm], ...]:
    """What may be asked now: a board before anything else, then one step of a hand
    after another; the whole of it before its first, as the usual question where the
    last hand was entered so."""
    if not state.is_on:
        return BoardForm, OwnForm
    hand = present_hand(state)
    step = ASKED[hand.unnamed[0] if hand.stage is Stage.NAMING else hand.stage]
    if state.hand:
        return (step,)
    is_quick = state.last_hand is not None and state.last_hand.is_stated
    return (QuickForm, step) if is_quick else (step, QuickForm)


FLOW: EntryFlow[State] = EntryFlow(
    (BoardForm, OwnForm, *dict.fromkeys(ASKED.values()), QuickForm),
    offered,
    bidding=ASKED[Stage.BIDDING].NAME,
    results=QuickForm.NAME,
)
