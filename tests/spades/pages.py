"""What a table of Spades is asked and shown."""

from scorekeeper.core.messages import message
from scorekeeper.core.sheet import RowFact
from scorekeeper.games.ask import EntryFlow, EntryForm, FactForm, OverForm
from scorekeeper.games.fields import ask
from scorekeeper.games.game import Glance, Look, SheetOf
from scorekeeper.games.tricks import listed_numbers
from tests.spades.events import BidsMade, TricksTaken
from tests.spades.play import ROUNDS, Game, Hand, State
from tests.spades.rules import Settings


class SpadesForm(FactForm[State]):
    """A question put to a table of Spades."""

    RULES = ROUNDS


class BidsForm(SpadesForm):
    """How many tricks everybody bids."""

    NAME = "bids"
    STATES = ALONE = (BidsMade,)
    bids = ask(BidsMade)


class TricksForm(SpadesForm):
    """How many tricks everybody took."""

    NAME = "tricks"
    STATES = ALONE = (TricksTaken,)
    tricks = ask(
        TricksTaken,
        default=lambda form: ROUNDS.tricks_won(form.state.round, form.state.settings),
    )


class HandForm(SpadesForm):
    """A whole hand at once: forgotten, or to be put right."""

    NAME = "hand"
    STATES = (BidsMade, TricksTaken)
    WHOLE = (TricksTaken,)
    bids = BidsForm.bids
    tricks = TricksForm.tricks


def offered(state: State) -> tuple[type[EntryForm[State]], ...]:
    """What may be asked now, the usual question first."""
    if state.round.bids:
        return (TricksForm,)
    over = (OverForm,) if state.is_between else ()
    return (*over, BidsForm, HandForm)


FLOW: EntryFlow[State] = EntryFlow((BidsForm, TricksForm, HandForm, OverForm), offered)


def look(hand: Hand, game: Game, settings: Settings) -> Look:
    """The facts of a row."""
    facts = [RowFact("spades.dealer", hand.dealer)]
    for head, numbers in (("bids", hand.bids), ("tricks", hand.tricks)):
        if numbers:
            facts.append(RowFact(f"spades.{head}", listed_numbers(numbers)))
    return Look(tuple(facts))


HEADS = ("spades.bids", "spades.tricks")
NAMES = ("spades.game", "spades.hand")
sheet = SheetOf(ROUNDS, HEADS, NAMES, look)
"""Everything that was played: a section a game, a row a hand."""


def glance(state: State) -> Glance:
    """Both totals, the hand, and what is awaited."""
    dealt = message("spades.where.dealer", dealer=state.round.dealer)
    turn = message("spades.turn.tricks" if state.round.bids else "spades.turn.bids")
    return sheet.glance(state, (dealt,), turn)
