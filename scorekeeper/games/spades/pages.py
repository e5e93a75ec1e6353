"""What a table of Spades is asked and shown, and what it may say in one line."""

from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.seats import TEAMS, PartyId, People, Seat
from scorekeeper.core.settings import Whether
from scorekeeper.core.sheet import row_facts
from scorekeeper.games import line
from scorekeeper.games.ask import EntryFlow, EntryForm, FactForm, OverForm, opening
from scorekeeper.games.bids import name_with_bid
from scorekeeper.games.fields import Label, ask, is_played
from scorekeeper.games.game import Glance, Look, SheetOf
from scorekeeper.games.spades import play
from scorekeeper.games.spades.events import BidsMade, TricksTaken
from scorekeeper.games.spades.play import EACH, ROUNDS, Game, Hand, State
from scorekeeper.games.spades.rules import Bags, Settings
from scorekeeper.games.tricks import listed_numbers


class SpadesForm(FactForm[State]):
    """A question put to a table of Spades."""

    RULES = ROUNDS
    RECORDED = EACH.watched

    def lay_out(self) -> None:
        super().lay_out()
        if "blind" not in self:
            return
        for seat in play.RING:
            bid = self[f"bids{seat.value}"]
            if self[f"blind{seat.value}"].data and not any(bid.raw_data or ()):
                bid.process_data(0)


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
    tricks = ask(TricksTaken, total=play.TRICKS)

    def shown(self, value: object, name: str = "") -> Label:
        kind = "blind" if value in self.state.round.blind else "nil"
        shown = super().shown(value, name)
        return name_with_bid(self, value, shown, none=f"after-{kind}")


class HandForm(SpadesForm):
    """A whole hand at once: forgotten, or to be put right."""

    NAME = "hand"
    STATES = (BidsMade, TricksTaken)
    WHOLE = (TricksTaken,)
    bids = BidsForm.bids
    blind = BidsForm.blind
    tricks = TricksForm.tricks


def offered(state: State) -> tuple[type[EntryForm[State]], ...]:
    if state.round.bids:
        return (TricksForm,)
    return opening(state, BidsForm, HandForm)


FLOW: EntryFlow[State] = EntryFlow((BidsForm, TricksForm, HandForm, OverForm), offered)


# ---- the sheet ----


HEADS = ("spades.dealer", "spades.bids", "spades.tricks")


def look(hand: Hand, game: Game, settings: Settings) -> Look:
    bids: object = listed_numbers(hand.bids)
    if hand.blind:
        bids = message("spades.said.blind", said=bids, seats=listed(hand.blind))
    told = (hand.dealer, bids, listed_numbers(hand.tricks))
    return Look(row_facts(HEADS, *told))


sheet = SheetOf(ROUNDS, HEADS[1:], ("spades.game", "spades.hand"), look)


def glance(state: State) -> Glance:
    dealt = message("spades.where.dealer", dealer=state.round.dealer)
    turn = message(f"spades.turn.{EACH.asked(state)}")
    return sheet.glance(state, (dealt,), turn, _below(state))


def _below(state: State) -> dict[PartyId, Message]:
    bids = state.round.bids
    if bids:
        sums = {team.id: play.sum_of(bids, team) for team in TEAMS}
        return {team: message("spades.below.bid", bid=n) for team, n in sums.items()}
    if state.settings.bags is Bags.FREE:
        return {}
    bags = ROUNDS.present_tally(state).bags
    return {team: message("spades.below.bags", n=n) for team, n in bags if n}


# ---- a hand in one line ----


def _nil(places: line.Found) -> line.Found:
    return line.points_of("bids")({**places, "points": 0})


def _blind_nil(places: line.Found) -> line.Found:
    who = places["who"]
    assert isinstance(who, Seat)  # noqa: S101 - so placed
    return {**_nil(places), f"blind{who.value}": True}


def grammar(state: State, people: People) -> line.Grammar:
    asked = EACH.asked(state)
    phrases = [line.Phrase("spades.spoken.number", line.points_of(asked))]
    if asked == BidsForm.NAME:
        phrases.append(line.Phrase("spades.spoken.nil", _nil))
        if state.settings.blind is Whether.YES:
            phrases.append(line.Phrase("spades.spoken.blind", _blind_nil))
    return line.Grammar(tuple(phrases), {"who": line.seats(play.RING, people)})


def example(state: State) -> Message:
    numbers = tuple((seat, n + 2) for n, seat in enumerate(play.RING))
    return message("spades.spoken.example", numbers=listed_numbers(numbers))


SPOKEN: line.Spoken[State] = line.Spoken(
    (BidsForm.NAME, TricksForm.NAME), grammar, EACH.answer, example
)
