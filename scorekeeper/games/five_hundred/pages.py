"""What a table of 500 is asked and shown."""

from collections.abc import Iterator
from typing import ClassVar

from scorekeeper.core.messages import Message, message
from scorekeeper.core.rounds import RoundEnd, Tally
from scorekeeper.core.seats import TEAMS, personal
from scorekeeper.core.sheet import row_facts
from scorekeeper.games.ask import EntryFlow, EntryForm, FactForm, OverForm, form_of
from scorekeeper.games.fields import Choice, Label, ask, label, press
from scorekeeper.games.five_hundred import events, scoring
from scorekeeper.games.five_hundred.events import ContractStated, TricksTaken
from scorekeeper.games.five_hundred.play import BLACK, RED
from scorekeeper.games.five_hundred.rules import Settings
from scorekeeper.games.five_hundred.scoring import ROUNDS, Hand, State
from scorekeeper.games.game import Glance, Look, SheetOf

MISERE = {word: label(f"five-hundred.other.{word.lower()}") for word in events.MISERES}


class FiveHundredForm(FactForm[State]):
    """A question put to a table of 500."""

    RULES = ROUNDS
    SUITS = (*BLACK, *RED)
    RECORDED = scoring.watched_count
    TEMPLATE = "games/five_hundred/hand.html"

    @staticmethod
    def options(field: Choice) -> list[tuple[str, Label, str]]:
        """As the shared template takes them: value, words and no style."""
        return [
            (one.value, MISERE.get(one.value, one.label), "")
            for one in field.iter_choices()
        ]

    @property
    def bids(self) -> list[events.Bid]:
        """As in the schedule, a misère last."""
        return sorted(scoring.bids(self.state.settings), key=lambda bid: bid.is_misere)


class ContractForm(FiveHundredForm):
    """Who won the bidding, and with which bid; or that nobody bid."""

    NAME = "contract"
    STATES: ClassVar[tuple[type, ...]] = (ContractStated, events.NobodyBid)
    ALONE: ClassVar[tuple[type, ...]] = (ContractStated,)
    bidder = ask(ContractStated)
    bid = ask(ContractStated, choices=lambda form: form.bids)
    nobody = press(events.NobodyBid, label("five-hundred.other.nobody"))

    def view(self) -> dict[str, object]:
        return {"to_make": tuple(self.still_to_make())}

    def still_to_make(self) -> Iterator[Message]:
        """Which sides have the points to win, but no contract to win by."""
        game = ROUNDS.present_tally(self.state)
        target = self.state.settings.target
        for side in ROUNDS.parties(self.state.settings):
            if game.totals[side.id] >= target:
                said = message("five-hundred.form.to-make", who=side)
                yield personal(said, self.folded.people)


class TricksForm(FiveHundredForm):
    """How many tricks the bidder's side took."""

    NAME = "tricks"
    STATES = ALONE = (TricksTaken,)
    tricks = ask(TricksTaken, choices=range(events.TRICKS + 1))


JOKER = ask(events.JokerNominated, "suit")
JokerForm = form_of(FiveHundredForm, "joker", events.JokerNominated, suit=JOKER)
"""The suit that the bidder says the Joker belongs to."""


class HandForm(ContractForm):
    """A whole hand at once."""

    NAME = "hand"
    STATES = events.STATED
    ALONE = (events.NobodyBid,)
    WHOLE = (TricksTaken, events.NobodyBid)
    suit = ask(events.JokerNominated, required=False, when=lambda form: form.has_joker)
    tricks = TricksForm.tricks

    @property
    def has_joker(self) -> bool:
        return any(isinstance(one, events.JokerNominated) for one in self.recorded)


def offered(state: State) -> tuple[type[EntryForm[State]], ...]:
    hand = state.round
    if hand.contract is None:
        over = (OverForm,) if state.is_between else ()
        return (*over, ContractForm, HandForm)
    is_named = hand.contract.bid.trump or hand.joker or hand.watched.entries
    return (TricksForm,) if is_named else (TricksForm, JokerForm)


FORMS = (ContractForm, TricksForm, JokerForm, HandForm, OverForm)
FLOW: EntryFlow[State] = EntryFlow(FORMS, offered)


HEADS = tuple(f"five-hundred.{head}" for head in ("bidder", "bid", "joker", "tricks"))


def look(hand: Hand, game: Tally, settings: Settings) -> Look:
    contract = hand.contract
    bidder = contract and contract.bidder
    bid = contract and contract.bid
    facts = row_facts(HEADS, bidder, bid, hand.joker, hand.tricks)
    if contract is None or hand.tricks is None:
        is_passed = hand.end is RoundEnd.PASSED
        passed = message("five-hundred.note.passed")
        return Look(facts, notes=(passed,) if is_passed else ())
    said = {"bidder": contract.bidder, "bid": contract.bid, "n": hand.tricks}
    code = "made" if scoring.is_made(contract.bid, hand.tricks) else "set"
    if contract.bid.is_misere:
        code = f"misere-{code}"
    return Look(facts, what=message(f"five-hundred.told.{code}", **said))


def headline(game: Tally, settings: Settings) -> Message:
    """How a game stands: what both sides have."""
    is_level = len(game.leaders) > 1
    code = "level" if is_level else "ahead"
    if game.winners:
        code = "won"
    elif game.is_over:
        code = "ended-level" if is_level else "ended"
    first = (game.winners or game.leaders)[0]
    leader, other = TEAMS if TEAMS[0].id == first else TEAMS[::-1]
    said = {"points": game.totals[first], "others": game.totals[other.id]}
    return message(f"five-hundred.headline.{code}", leader=leader, **said)


NAMES = ("five-hundred.game", "five-hundred.hand")
sheet = SheetOf(ROUNDS, HEADS, NAMES, look, headline)


def glance(state: State) -> Glance:
    contract = state.round.contract
    if contract is None:
        dealt = message("five-hundred.where.dealer", dealer=state.round.dealer)
        return sheet.glance(state, (dealt,), message("five-hundred.turn.bid"))
    said = {"bid": contract.bid, "bidder": contract.bidder}
    where = message("five-hundred.where.contract", **said)
    who = contract.bidder if contract.bid.is_misere else contract.sides[0]
    code = "misere" if contract.bid.is_misere else "tricks"
    turn = message(f"five-hundred.turn.{code}", who=who)
    return sheet.glance(state, (where,), turn)


def while_watched(state: State) -> dict[str, object]:
    """Whether the recorded tricks settle the hand before the last one."""
    known = FiveHundredForm.RECORDED(state.round, state.settings)
    return {"is_settled": known is not None}
