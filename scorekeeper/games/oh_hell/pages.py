"""What a table of Oh Hell is asked and shown, and what it may say in one line."""

from collections.abc import Iterator

from scorekeeper.core.cards import FRENCH
from scorekeeper.core.messages import Message, message
from scorekeeper.core.rounds import Tally
from scorekeeper.core.seats import People, Ring, Seat
from scorekeeper.core.sheet import RowFact
from scorekeeper.games import line
from scorekeeper.games.ask import EntryFlow, EntryForm, FactForm, OverForm
from scorekeeper.games.fields import Label, ask, label
from scorekeeper.games.game import Glance, Look, SheetOf
from scorekeeper.games.oh_hell import play
from scorekeeper.games.oh_hell.events import BidsMade, TricksTaken, Trump, TrumpTurned
from scorekeeper.games.oh_hell.play import ROUNDS, Hand, State
from scorekeeper.games.oh_hell.rules import Bidding, Settings
from scorekeeper.games.seals import SealForm, Together
from scorekeeper.games.tricks import listed_numbers

NOT_NOTED = "oh-hell.form.not-noted"


class OhHellForm(FactForm[State]):
    """A question put to a table of Oh Hell."""

    RULES = ROUNDS
    RECORDED = play.watched_tricks


def lacks_trump(state: State) -> bool:
    """Whether a trump was turned up that nobody has entered."""
    return state.round.trump is None and play.may_have_trump(state)


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
    trump = ask(
        TrumpTurned,
        required=False,
        none=NOT_NOTED,
        when=lambda form: lacks_trump(form.state),
    )
    bids = ask(BidsMade)


class TricksForm(OhHellForm):
    """How many tricks everybody took. A number that was left open follows from the
    others."""

    NAME = "tricks"
    STATES = ALONE = (TricksTaken,)
    tricks = ask(TricksTaken)

    def lay_out(self) -> None:
        self.tricks.fill_rest(play.cards_now(self.state))

    def shown(self, value: object, name: str = "") -> Label:
        bids = dict(self.state.round.bids)
        shown = super().shown(value, name)
        if not isinstance(value, Seat) or value not in bids:
            return shown
        return label("oh-hell.field.after-bid", seat=shown, bid=bids[value])


class HandForm(OhHellForm):
    """A whole hand at once: forgotten, or to be put right."""

    NAME = "hand"
    STATES = (TrumpTurned, BidsMade, TricksTaken)
    WHOLE = (TricksTaken,)
    trump = BidsForm.trump
    bids = BidsForm.bids
    tricks = TricksForm.tricks

    def lay_out(self) -> None:
        self.tricks.fill_rest(play.cards_now(self.state))


def offered(state: State) -> tuple[type[EntryForm[State]], ...]:
    trump = (TrumpForm,) if lacks_trump(state) else ()
    if state.round.bids:
        return (TricksForm, *trump)
    over = (OverForm,) if state.is_between else ()
    return (*over, BidsForm, *trump, HandForm)


FORMS = (HandForm, BidsForm, TrumpForm, TricksForm, OverForm)
FLOW: EntryFlow[State] = EntryFlow(FORMS, offered)


# ---- bids that are shown at once ----


def bidding_at_once(state: State) -> Ring:
    is_hidden = state.settings.bidding is Bidding.AT_ONCE and not state.round.bids
    return play.ring(state.settings) if is_hidden else ()


SEALABLES = (
    Together(
        what="oh-hell.seal.bid",
        form=SealForm,
        seats=bidding_at_once,
        most=lambda state: state.settings.players,
        kind=BidsMade,
        asked_by=BidsForm.NAME,
        states=BidsMade,
        check_one=play.check_bid,
    ),
)


# ---- the sheet ----


HEADS = ("oh-hell.cards", "oh-hell.trump", "oh-hell.bids", "oh-hell.tricks")


def look(hand: Hand, tally: Tally, settings: Settings) -> Look:
    told: tuple[object, ...] = (
        hand.cards,
        hand.trump,
        listed_numbers(hand.bids),
        listed_numbers(hand.tricks),
    )
    row = (RowFact(head, fact) for head, fact in zip(HEADS, told, strict=True) if fact)
    return Look((RowFact("oh-hell.dealer", hand.dealer), *row))


sheet = SheetOf(ROUNDS, HEADS, ("oh-hell.game", "oh-hell.hand"), look)


def glance(state: State) -> Glance:
    bids = state.round.bids
    below = {seat.value: message("oh-hell.below.bid", bid=bid) for seat, bid in bids}
    number = ROUNDS.present_tally(state).rounds + 1
    hands = len(play.sizes(state.settings))
    deal = message("oh-hell.hand-of", number=number, hands=hands)
    turn = message("oh-hell.turn.tricks" if bids else "oh-hell.turn.bids")
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

BIDS = line.Phrase("oh-hell.spoken.number", line.points_of("bids"))
TRICKS = line.Phrase("oh-hell.spoken.number", line.points_of("tricks"))
TRUMP = line.Phrase("oh-hell.spoken.trump")
TRUMPS = (
    *(line.Value(Trump(suit.value), line.suits((suit,))[0].ways) for suit in FRENCH),
    line.Value(Trump.NONE, (message("oh-hell.spoken.no-trump"),)),
)


def _bid_and_took(places: line.Found) -> line.Found:
    taken = line.points_of("tricks")({**places, "points": places["taken"]})
    return {**line.points_of("bids")(places), **taken}


BOTH = line.Phrase("oh-hell.spoken.both", _bid_and_took)


def grammar(state: State, people: People) -> line.Grammar:
    phrases = [TRICKS] if state.round.bids else [BIDS, BOTH]
    if lacks_trump(state) and not state.round.bids:
        phrases.append(TRUMP)
    who = line.seats(play.ring(state.settings), people)
    return line.Grammar(tuple(phrases), {"who": who, "trump": TRUMPS})


def answer(state: State, found: line.Found) -> line.Answer:
    players = state.settings.players
    bids = [name for name in found if name.startswith("bids")]
    tricks = [name for name in found if name.startswith("tricks")]
    if state.round.bids:
        form, is_whole = TricksForm.NAME, len(tricks) >= players - 1
    elif tricks:
        form, is_whole = HandForm.NAME, len(bids) == len(tricks) == players
    else:
        form, is_whole = BidsForm.NAME, len(bids) == players
    return line.Answer(form, line.sent(found), is_whole)


def example(state: State) -> Message:
    seats = play.ring(state.settings)
    numbers = tuple((seat, n % 3) for n, seat in enumerate(seats))
    return message("oh-hell.spoken.example", numbers=listed_numbers(numbers))


SPOKEN: line.Spoken[State] = line.Spoken(
    (BidsForm.NAME, TricksForm.NAME, HandForm.NAME),
    lambda state: not bidding_at_once(state),
    grammar,
    answer,
    example,
)
