"""What a table of 500 is asked and shown."""

from typing import ClassVar

from scorekeeper.core.messages import message
from scorekeeper.core.rounds import Tally
from scorekeeper.core.seats import TEAMS_OF
from scorekeeper.core.sheet import row_facts
from scorekeeper.games.ask import (
    EntryFlow,
    EntryForm,
    FactForm,
    OverForm,
    form_of,
    opening,
)
from scorekeeper.games.fields import ItsForm, Label, ask, label, press
from scorekeeper.games.five_hundred import events, scoring
from scorekeeper.games.five_hundred.events import Bid, ContractStated, TricksTaken
from scorekeeper.games.five_hundred.play import BLACK, RED
from scorekeeper.games.five_hundred.rules import Settings
from scorekeeper.games.five_hundred.scoring import ROUNDS, Hand, State
from scorekeeper.games.game import Glance, Look, SheetOf


class FiveHundredForm(FactForm[State]):
    """A question put to a table of 500."""

    RULES = ROUNDS
    SUITS = (*BLACK, *RED)
    RECORDED = scoring.watched_count
    TEMPLATE = "games/five_hundred/hand.html"

    def shown(self, value: object, name: str = "") -> Label:
        if isinstance(value, Bid) and value.is_misere:
            return label(f"five-hundred.other.{value.word.lower()}")
        return super().shown(value, name)


def in_schedule(form: ItsForm) -> list[Bid]:
    """What may be bid, a misère last."""
    return sorted(scoring.bids(form.state.settings), key=lambda bid: bid.is_misere)


class ContractForm(FiveHundredForm):
    """Who won the bidding, and with which bid; or that nobody bid."""

    NAME = "contract"
    STATES: ClassVar[tuple[type, ...]] = (ContractStated, events.NobodyBid)
    ALONE: ClassVar[tuple[type, ...]] = (ContractStated,)
    bidder = ask(ContractStated)
    bid = ask(ContractStated, choices=in_schedule)
    nobody = press(events.NobodyBid, label("five-hundred.other.nobody"))


class TricksForm(FiveHundredForm):
    """How many tricks the bidder's side took."""

    NAME = "tricks"
    STATES = ALONE = (TricksTaken,)
    tricks = ask(TricksTaken, choices=range(events.TRICKS + 1))


def has_joker(form: ItsForm) -> bool:
    return events.JokerNominated in map(type, form.recorded)


JOKER = ask(events.JokerNominated, "suit")
JokerForm = form_of(FiveHundredForm, "joker", events.JokerNominated, suit=JOKER)
"""The suit that the bidder says the Joker belongs to."""


class HandForm(ContractForm):
    """A whole hand at once."""

    NAME = "hand"
    STATES = events.STATED
    ALONE = (events.NobodyBid,)
    WHOLE = (TricksTaken, events.NobodyBid)
    suit = ask(events.JokerNominated, required=False, when=has_joker)
    tricks = TricksForm.tricks


def offered(state: State) -> tuple[type[EntryForm[State]], ...]:
    hand = state.round
    if hand.contract is None:
        return opening(state, ContractForm, HandForm)
    is_named = hand.contract.bid.trump or hand.joker or hand.watched.entries
    return (TricksForm,) if is_named else (TricksForm, JokerForm)


FORMS = (ContractForm, TricksForm, JokerForm, HandForm, OverForm)
FLOW: EntryFlow[State] = EntryFlow(FORMS, offered)


HEADS = tuple(f"five-hundred.{head}" for head in ("bidder", "bid", "joker", "tricks"))


def look(hand: Hand, game: Tally, settings: Settings) -> Look:
    contract = hand.contract
    if contract is None:
        return Look(())
    bid = contract.bid
    tricks = hand.taken.tricks if hand.taken else None
    facts = row_facts(HEADS, contract.bidder, bid, hand.joker, tricks)
    if tricks is None:
        return Look(facts)
    code = "made" if scoring.is_made(bid, tricks) else "set"
    if bid.is_misere:
        code = f"misere-{code}"
    what = message(f"five-hundred.told.{code}", **contract.told(), n=tricks)
    return Look(facts, what=what)


sheet = SheetOf(ROUNDS, HEADS, ("five-hundred.game", "five-hundred.hand"), look)


def glance(state: State) -> Glance:
    contract = state.round.contract
    if contract is None:
        dealt = message("five-hundred.where.dealer", dealer=state.round.dealer)
        return sheet.glance(state, (dealt,), message("five-hundred.turn.bid"))
    where = message("five-hundred.where.contract", **contract.told())
    turn = message("five-hundred.turn.tricks", who=TEAMS_OF[contract.bidder][0])
    if contract.bid.is_misere:
        turn = message("five-hundred.turn.misere", who=contract.bidder)
    return sheet.glance(state, (where,), turn)
