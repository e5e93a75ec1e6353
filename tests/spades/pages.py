"""What a table of Spades is asked and shown."""

from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.sheet import RowFact
from scorekeeper.games.ask import EntryFlow, EntryForm, FactForm, OverForm
from scorekeeper.games.fields import ask
from scorekeeper.games.game import Glance, Look, PartyScore, SheetOf
from tests.spades.events import BidsMade, Numbers, TricksTaken
from tests.spades.play import ROUNDS, TEAMS, Game, Hand, State, play_rules
from tests.spades.rules import Settings


class SpadesForm(FactForm[State]):
    """A question put to a table of Spades."""

    RULES = ROUNDS


def watched(form: SpadesForm) -> Numbers | None:
    """The tricks of each player, where all of them were watched."""
    hand = form.state.round
    if not hand.watched.is_over(play_rules(hand, form.state.settings)):
        return None
    return tuple((seat, hand.watched.won_by((seat,))) for seat in form.ring)


class BidsForm(SpadesForm):
    """How many tricks everybody bids."""

    NAME = "bids"
    STATES = ALONE = (BidsMade,)
    bids = ask(BidsMade, names=lambda seat: f"bids{seat.value}")


class TricksForm(SpadesForm):
    """How many tricks everybody took."""

    NAME = "tricks"
    STATES = ALONE = (TricksTaken,)
    tricks = ask(TricksTaken, names=lambda seat: f"tricks{seat.value}", default=watched)


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
    return (*((OverForm,) if state.is_between else ()), BidsForm, HandForm)


FLOW: EntryFlow[State] = EntryFlow((BidsForm, TricksForm, HandForm, OverForm), offered)


def headline(game: Game, settings: Settings) -> Message:
    """How a game stands or ended, in one sentence."""
    first = listed(team for team in TEAMS if team.id in game.leaders)
    code = "won" if game.winners else "ended" if game.is_over else "stands"
    points = game.totals[game.leaders[0]]
    return message(f"spades.headline.{code}", leader=first, points=points)


def look(hand: Hand, game: Game, settings: Settings) -> Look:
    """The facts of a row."""
    facts = [RowFact("spades.dealer", hand.dealer)]
    for head, numbers in (("bids", hand.bids), ("tricks", hand.tricks)):
        if numbers:
            said = listed((seat, " ", number) for seat, number in numbers)
            facts.append(RowFact(f"spades.{head}", said))
    return Look(tuple(facts))


HEADS, NAMES = ("spades.bids", "spades.tricks"), ("spades.game", "spades.hand")
sheet = SheetOf(ROUNDS, HEADS, NAMES, headline, look)
"""Everything that was played: a section a game, a row a hand."""


def glance(state: State) -> Glance:
    """Both totals, the hand, and what is awaited."""
    game, settings = ROUNDS.sections(state)[-1].tally, state.settings
    standings = tuple(PartyScore(team, game.totals[team.id]) for team in TEAMS)
    where = (message("spades.where.dealer", dealer=state.round.dealer),)
    if game.is_over:
        return Glance(
            standings, message("spades.over"), where, headline(game, settings), True
        )
    turn = message("spades.turn.tricks" if state.round.bids else "spades.turn.bids")
    return Glance(
        standings, message("spades.hand", number=game.rounds + 1), where, turn
    )
