"""What a table of 500 is asked and shown, and what it may say in one line."""

from collections.abc import Iterator
from typing import ClassVar

from scorekeeper.core.messages import Message, message
from scorekeeper.core.rounds import Tally
from scorekeeper.core.seats import TEAMS_OF, People, Seat, personal
from scorekeeper.core.sheet import row_facts
from scorekeeper.games import line
from scorekeeper.games.ask import EntryFlow, EntryForm, FactForm, OverForm, opening
from scorekeeper.games.fields import ItsForm, Label, ask, label, press, written
from scorekeeper.games.five_hundred import events, play
from scorekeeper.games.five_hundred.events import Bid, ContractStated, TricksTaken
from scorekeeper.games.five_hundred.play import BLACK, RED, ROUNDS, Hand, State
from scorekeeper.games.five_hundred.rules import Settings
from scorekeeper.games.game import Glance, Look, SheetOf
from scorekeeper.games.line import Answer, Found, Misfit, Phrase, found_as


class FiveHundredForm(FactForm[State]):
    """A question put to a table of 500."""

    RULES = ROUNDS
    SUITS = (*BLACK, *RED)
    RECORDED = play.watched_count
    TEMPLATE = "games/five_hundred/hand.html"

    def shown(self, value: object, name: str = "") -> Label:
        if isinstance(value, Bid) and value.is_misere:
            return label(f"five-hundred.other.{value.word.lower()}")
        return super().shown(value, name)


def in_schedule(form: ItsForm) -> list[Bid]:
    """What may be bid, a misère last."""
    return sorted(play.bids(form.state.settings), key=lambda bid: bid.is_misere)


class ContractForm(FiveHundredForm):
    """Who won the bidding, and with which bid; or that nobody bid."""

    NAME = "contract"
    STATES: ClassVar[tuple[type, ...]] = (ContractStated, events.NobodyBid)
    ALONE: ClassVar[tuple[type, ...]] = (ContractStated,)
    bidder = ask(ContractStated)
    bid = ask(ContractStated, choices=in_schedule)
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


class JokerForm(FiveHundredForm):
    """The suit that the bidder says the Joker belongs to."""

    NAME = "joker"
    STATES = ALONE = (events.JokerNominated,)
    suit = ask(events.JokerNominated)


def has_joker(form: ItsForm) -> bool:
    return events.JokerNominated in map(type, form.recorded)


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
    code = "made" if bid.is_made(tricks) else "set"
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


def while_watched(state: State) -> dict[str, object]:
    """Whether the recorded tricks settle the hand before the last one."""
    known = play.watched_count(state.round, state.settings)
    return {"is_settled": known is not None}


# ---- a hand in one line ----


def _bid(places: Found) -> Found:
    return {"bid": f"{places['level']}{written(places['trump'])}"}


BIDDING = (
    Phrase("five-hundred.spoken.bidder"),
    Phrase("five-hundred.spoken.bid", _bid),
    Phrase("five-hundred.spoken.misere", found_as(bid="M")),
    Phrase("five-hundred.spoken.open-misere", found_as(bid="OM")),
    Phrase("five-hundred.spoken.nobody", found_as(nobody=1)),
)
RESULT = (
    Phrase("five-hundred.spoken.tricks"),
    Phrase("five-hundred.spoken.made", found_as(short=0)),
    Phrase("five-hundred.spoken.short"),
)
ALONE = (Phrase("five-hundred.spoken.number"),)
"""A number by itself, where only the tricks are asked for."""


def grammar(state: State, people: People) -> line.Grammar:
    no_trumps = line.Value("N", (message("five-hundred.spoken.no-trumps"),))
    trumps = (*line.suits((*BLACK, *RED)), no_trumps)
    phrases = (*RESULT, *(ALONE if state.round.contract else BIDDING))
    places = {"bidder": line.seats(events.RING, people), "trump": trumps}
    return line.Grammar(phrases, places)


def answer(state: State, found: Found) -> Answer:
    """A whole hand, its contract where no tricks are said, or the tricks of the
    contract that is played."""
    if "nobody" in found and len(found) > 1:
        raise Misfit("nobody")
    if {"short", "tricks"} <= found.keys():
        raise Misfit("short")
    contract = state.round.contract
    word = contract.bid.word if contract else found.get("bid")
    if word not in (None, *events.LADDER):
        raise Misfit("bid")
    said = {**found}
    if "short" in said:
        said["tricks"] = _tricks_of(word, said.pop("short"))
    if contract is not None:
        return Answer(TricksForm.NAME, line.sent(said), "tricks" in said)
    form = HandForm if "tricks" in said else ContractForm
    is_whole = "nobody" in said or {"bidder", "bid"} <= said.keys()
    return Answer(form.NAME, line.sent(said), is_whole)


def _tricks_of(word: object, short: object) -> int:
    """The tricks of who is so many short of the bid; of a misère so many too many."""
    if not (isinstance(word, str) and isinstance(short, int)):
        raise Misfit("short")
    return abs(Bid(word).tricks - short)


def example(state: State) -> Message:
    if state.round.contract is not None:
        return message("five-hundred.spoken.example-tricks")
    trump = message("suit.hearts")
    return message("five-hundred.spoken.example", bidder=Seat.TWO, trump=trump)


SPOKEN: line.Spoken[State] = line.Spoken(
    (ContractForm.NAME, TricksForm.NAME, HandForm.NAME), grammar, answer, example
)
