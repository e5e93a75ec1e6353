"""A hand of 500 in one line: "Ann eight hearts made 9"."""

from scorekeeper.core.cards import Suit
from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import People, Seat
from scorekeeper.games import line
from scorekeeper.games.five_hundred import pages
from scorekeeper.games.five_hundred.events import LADDER, RING, Bid
from scorekeeper.games.five_hundred.play import BLACK, RED
from scorekeeper.games.five_hundred.scoring import State
from scorekeeper.games.line import Answer, Found, Misfit, Phrase, found_as


def _bid(places: Found) -> Found:
    trump = places["trump"]
    letter = trump.value if isinstance(trump, Suit) else trump
    return {"bid": f"{places['level']}{letter}"}


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
    places = {"bidder": line.seats(RING, people), "trump": trumps}
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
    if word not in (None, *LADDER):
        raise Misfit("bid")
    said = {**found}
    if "short" in said:
        said["tricks"] = _tricks_of(word, said.pop("short"))
    form: type[pages.FiveHundredForm] = pages.ContractForm
    if "tricks" in said:
        form = pages.HandForm
    is_whole = "nobody" in said or {"bidder", "bid"} <= said.keys()
    if contract is not None:
        form = pages.TricksForm
        is_whole = "tricks" in said
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


FORMS = (pages.ContractForm.NAME, pages.TricksForm.NAME, pages.HandForm.NAME)
SPOKEN: line.Spoken[State] = line.Spoken(FORMS, grammar, answer, example)
