"""What a table of Spades is asked and shown, and what it may say in one line."""

from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import TEAMS, PartyId, People, Seat
from scorekeeper.core.settings import Whether
from scorekeeper.core.sheet import RowFact
from scorekeeper.games import line
from scorekeeper.games.ask import EntryFlow, EntryForm, FactForm, OverForm
from scorekeeper.games.fields import Label, ask, is_played, label
from scorekeeper.games.game import Glance, Look, SheetOf
from scorekeeper.games.spades import play
from scorekeeper.games.spades.events import BidsMade, TricksTaken
from scorekeeper.games.spades.play import ROUNDS, Game, Hand, State
from scorekeeper.games.spades.rules import Bags, Settings
from scorekeeper.games.tricks import bid_of, listed_numbers


class SpadesForm(FactForm[State]):
    """A question put to a table of Spades."""

    RULES = ROUNDS
    RECORDED = play.watched_tricks


class BidsForm(SpadesForm):
    """How many tricks everybody bids."""

    NAME = "bids"
    STATES = ALONE = (BidsMade,)
    bids = ask(BidsMade)
    blind = ask(BidsMade, when=is_played("blind"))


class TricksForm(SpadesForm):
    """How many tricks everybody took; the last number follows from the others."""

    NAME = "tricks"
    STATES = ALONE = (TricksTaken,)
    tricks = ask(TricksTaken)

    def lay_out(self) -> None:
        self.tricks.fill_rest(play.TRICKS)

    def shown(self, value: object, name: str = "") -> Label:
        shown = super().shown(value, name)
        bid = bid_of(value, self.state.round.bids)
        if bid is None:
            return shown
        code = "bid" if bid else "nil"
        return label(f"spades.field.after-{code}", seat=shown, bid=bid)


class HandForm(SpadesForm):
    """A whole hand at once: forgotten, or to be put right."""

    NAME = "hand"
    STATES = (BidsMade, TricksTaken)
    WHOLE = (TricksTaken,)
    bids = BidsForm.bids
    blind = BidsForm.blind
    tricks = TricksForm.tricks

    def lay_out(self) -> None:
        self.tricks.fill_rest(play.TRICKS)


def offered(state: State) -> tuple[type[EntryForm[State]], ...]:
    if state.round.bids:
        return (TricksForm,)
    over = (OverForm,) if state.is_between else ()
    return (*over, BidsForm, HandForm)


FLOW: EntryFlow[State] = EntryFlow((BidsForm, TricksForm, HandForm, OverForm), offered)


# ---- the sheet ----


def look(hand: Hand, game: Game, settings: Settings) -> Look:
    facts = [RowFact("spades.dealer", hand.dealer)]
    for head, numbers in (("bids", hand.bids), ("tricks", hand.tricks)):
        if numbers:
            facts.append(RowFact(f"spades.{head}", listed_numbers(numbers)))
    return Look(tuple(facts))


HEADS = ("spades.bids", "spades.tricks")
sheet = SheetOf(ROUNDS, HEADS, ("spades.game", "spades.hand"), look)


def glance(state: State) -> Glance:
    dealt = message("spades.where.dealer", dealer=state.round.dealer)
    turn = message(f"spades.turn.{asked_now(state)}")
    return sheet.glance(state, (dealt,), turn, _below(state))


def _below(state: State) -> dict[PartyId, Message]:
    bids = state.round.bids
    if bids:
        sums = {team.id: play.sum_of(bids, team) for team in TEAMS}
        return {team: message("spades.below.bid", bid=n) for team, n in sums.items()}
    if state.settings.bags is Bags.FREE:
        return {}
    bags = ROUNDS.present_tally(state).bags
    return {PartyId(team): message("spades.below.bags", n=n) for team, n in bags if n}


# ---- a hand in one line ----


def asked_now(state: State) -> str:
    return TricksForm.NAME if state.round.bids else BidsForm.NAME


def _nil(places: line.Found) -> line.Found:
    return line.points_of("bids")({**places, "points": 0})


def _blind_nil(places: line.Found) -> line.Found:
    who = places["who"]
    assert isinstance(who, Seat)  # noqa: S101 - so placed
    return {**_nil(places), f"blind{who.value}": True}


def grammar(state: State, people: People) -> line.Grammar:
    asked = asked_now(state)
    phrases = [line.Phrase("spades.spoken.number", line.points_of(asked))]
    if asked == BidsForm.NAME:
        phrases.append(line.Phrase("spades.spoken.nil", _nil))
        if state.settings.blind is Whether.YES:
            phrases.append(line.Phrase("spades.spoken.blind", _blind_nil))
    return line.Grammar(tuple(phrases), {"who": line.seats(play.RING, people)})


def answer(state: State, found: line.Found) -> line.Answer:
    asked = asked_now(state)
    open_ones = len(play.RING) - sum(name.startswith(asked) for name in found)
    is_whole = open_ones == 0 or (asked == TricksForm.NAME and open_ones == 1)
    return line.Answer(asked, line.sent(found), is_whole)


def example(state: State) -> Message:
    numbers = tuple((seat, n + 2) for n, seat in enumerate(play.RING))
    return message("spades.spoken.example", numbers=listed_numbers(numbers))


SPOKEN: line.Spoken[State] = line.Spoken(
    (BidsForm.NAME, TricksForm.NAME), lambda state: True, grammar, answer, example
)
