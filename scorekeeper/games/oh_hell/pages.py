"""What a table of Oh Hell is asked and shown, and what it may say in one line."""

from collections.abc import Iterator

from scorekeeper.core.cards import FRENCH
from scorekeeper.core.messages import Message, message
from scorekeeper.core.rounds import Tally
from scorekeeper.core.seats import People, Ring
from scorekeeper.core.sheet import row_facts
from scorekeeper.games import line
from scorekeeper.games.ask import EntryFlow, EntryForm, FactForm, OverForm, opening
from scorekeeper.games.bids import name_with_bid
from scorekeeper.games.fields import ItsForm, Label, ask
from scorekeeper.games.game import Glance, Look, SheetOf
from scorekeeper.games.oh_hell import play
from scorekeeper.games.oh_hell.events import BidsMade, TricksTaken, Trump, TrumpTurned
from scorekeeper.games.oh_hell.play import EACH, ROUNDS, Hand, State
from scorekeeper.games.oh_hell.rules import Bidding, Settings
from scorekeeper.games.seals import Together
from scorekeeper.games.tricks import listed_numbers

NOT_NOTED = "oh-hell.form.not-noted"


class OhHellForm(FactForm[State]):
    """A question put to a table of Oh Hell."""

    RULES = ROUNDS
    RECORDED = EACH.watched


def lacks_trump(state: State) -> bool:
    """Whether a trump was turned up that nobody has entered."""
    return state.round.trump is None and play.may_have_trump(state)


def asks_trump(form: ItsForm) -> bool:
    return lacks_trump(form.state)


class TrumpForm(OhHellForm):
    """What was turned up."""

    NAME = "trump"
    STATES = ALONE = (TrumpTurned,)
    trump = ask(TrumpTurned)


class BidsForm(OhHellForm):
    """How many tricks everybody bids, and what was turned up if nobody has said so."""

    NAME = "bids"
    STATES = WHOLE = (TrumpTurned, BidsMade)
    ALONE = (BidsMade,)
    bids = ask(BidsMade)
    trump = ask(TrumpTurned, required=False, none=NOT_NOTED, when=asks_trump)


class TricksForm(OhHellForm):
    """How many tricks everybody took; the last number follows from the others."""

    NAME = "tricks"
    STATES = ALONE = (TricksTaken,)
    tricks = ask(TricksTaken, total=lambda form: play.cards_now(form.state))

    def shown(self, value: object, name: str = "") -> Label:
        return name_with_bid(self, value, super().shown(value, name))


class HandForm(OhHellForm):
    """A whole hand at once: forgotten, or to be put right."""

    NAME = "hand"
    STATES = (TrumpTurned, BidsMade, TricksTaken)
    WHOLE = (TricksTaken,)
    trump = BidsForm.trump
    bids = BidsForm.bids
    tricks = TricksForm.tricks


def offered(state: State) -> tuple[type[EntryForm[State]], ...]:
    is_apart = state.round.bids or bidding_at_once(state)
    trump = (TrumpForm,) if is_apart and lacks_trump(state) else ()
    if state.round.bids:
        return (TricksForm, *trump)
    return opening(state, BidsForm, *trump, HandForm)


FORMS = (HandForm, BidsForm, TrumpForm, TricksForm, OverForm)
FLOW: EntryFlow[State] = EntryFlow(FORMS, offered)


# ---- bids that are shown at once ----


def bidding_at_once(state: State) -> Ring:
    is_hidden = state.settings.bidding is Bidding.AT_ONCE and not state.round.bids
    return play.ring(state.settings) if is_hidden else ()


SEALABLES = (
    Together(
        what="oh-hell.seal.bid",
        seats=bidding_at_once,
        kind=BidsMade,
        asked_by=BidsForm.NAME,
        check_one=EACH.check_bid,
    ),
)


# ---- the sheet ----


HEADS = tuple(
    f"oh-hell.{head}" for head in ("dealer", "cards", "trump", "bids", "tricks")
)


def look(hand: Hand, tally: Tally, settings: Settings) -> Look:
    bids = listed_numbers(hand.bids)
    tricks = listed_numbers(hand.tricks)
    told = (hand.dealer, hand.cards or None, hand.trump, bids, tricks)
    return Look(row_facts(HEADS, *told))


sheet = SheetOf(ROUNDS, HEADS[1:], ("oh-hell.game", "oh-hell.hand"), look)


def glance(state: State) -> Glance:
    bids = state.round.bids
    below = {seat.party: message("oh-hell.below.bid", bid=bid) for seat, bid in bids}
    number = ROUNDS.present_tally(state).rounds + 1
    hands = len(play.sizes(state.settings))
    deal = message("oh-hell.hand-of", number=number, hands=hands)
    turn = message(f"oh-hell.turn.{EACH.asked(state)}")
    return sheet.glance(state, tuple(_where(state)), turn, below, deal)


def _where(state: State) -> Iterator[Message]:
    now = state.round
    cards = play.cards_now(state)
    yield message("oh-hell.where.dealer", dealer=now.dealer)
    if state.is_between:
        return
    if now.bids:
        found = sum(bid for _, bid in now.bids)
        yield message("oh-hell.where.bids", found=found, cards=cards)
    else:
        yield message("oh-hell.where.cards", n=cards)
    if now.trump is not None:
        yield message("oh-hell.where.trump", trump=now.trump)


# ---- a hand in one line ----

SUITS = line.suits(FRENCH)
TRUMP = line.Phrase("oh-hell.spoken.trump")
NO_TRUMP = line.Phrase("oh-hell.spoken.no-trump", line.found_as(trump=Trump.NONE))


def grammar(state: State, people: People) -> line.Grammar:
    asked = EACH.asked(state)
    phrases = [line.Phrase("oh-hell.spoken.number", line.points_of(asked))]
    if asked == BidsForm.NAME and lacks_trump(state):
        phrases += [TRUMP, NO_TRUMP]
    who = line.seats(play.ring(state.settings), people)
    return line.Grammar(tuple(phrases), {"who": who, "trump": SUITS})


def example(state: State) -> Message:
    seats = play.ring(state.settings)
    numbers = tuple((seat, n % 3) for n, seat in enumerate(seats))
    return message("oh-hell.spoken.example", numbers=listed_numbers(numbers))


def is_open(state: State) -> bool:
    return not bidding_at_once(state)


SPOKEN: line.Spoken[State] = line.Spoken(
    (BidsForm.NAME, TricksForm.NAME), grammar, EACH.answer, example, is_open
)
