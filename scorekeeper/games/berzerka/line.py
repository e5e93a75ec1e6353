"""A hand of Berzerka in one line: "Ann Bottle It Up 3 tricks, 2 discards"."""

from scorekeeper.core.cards import FRENCH
from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import People, Seat
from scorekeeper.games import line
from scorekeeper.games.berzerka import scoring
from scorekeeper.games.berzerka.events import How
from scorekeeper.games.berzerka.pages import QuickForm, ResultForm
from scorekeeper.games.berzerka.rules import Ranking
from scorekeeper.games.berzerka.state import Stage, State, present_hand
from scorekeeper.games.fields import written
from scorekeeper.games.line import (
    Answer,
    Found,
    Grammar,
    Phrase,
    Spoken,
    Value,
    found_as,
)

COUNT = (Phrase("berzerka.spoken.count"),)
HAND = (
    Phrase("berzerka.spoken.declarer"),
    Phrase("berzerka.spoken.contract"),
    Phrase("berzerka.spoken.bid", found_as(how=How.BID)),
    Phrase("berzerka.spoken.hotseat", found_as(how=How.HOTSEAT)),
    Phrase("berzerka.spoken.discards"),
    Phrase("berzerka.spoken.overbid"),
    Phrase("berzerka.spoken.trump"),
    Phrase("berzerka.spoken.pain-suit"),
    Phrase("berzerka.spoken.ranking"),
)
ASKED = ("declarer", "contract", "discards", "count")
"""What a whole hand can't do without."""


def is_open(state: State) -> bool:
    is_playing = present_hand(state).stage is Stage.PLAYING
    return state.is_on and (is_playing or not state.hand)


def grammar(state: State, people: People) -> Grammar:
    suits = line.suits(FRENCH)
    places = {
        "declarer": line.seats(scoring.ROUNDS.ring(state.settings), people),
        "contract": tuple(
            Value(contract.code, (), contract) for contract in state.board.contracts
        ),
        "trump": suits,
        "pain_suit": suits,
        "ranking": tuple(
            Value(ranking, (message(f"berzerka.spoken.ranking.{ranking.value}"),))
            for ranking in Ranking
        ),
    }
    return Grammar(COUNT if state.hand else (*COUNT, *HAND), places)


def answer(state: State, found: Found) -> Answer:
    sent = tuple((name, written(value)) for name, value in found.items())
    if state.hand:
        return Answer(ResultForm.NAME, sent)
    return Answer(QuickForm.NAME, sent, {*ASKED} <= {*found})


def example(state: State) -> Message:
    if state.hand:
        return message("berzerka.spoken.example-result")
    contracts = state.board.contracts
    plain = [contract for contract in contracts if not contract.asks]
    contract = (*plain, *contracts)[0]
    return message("berzerka.spoken.example", declarer=Seat.TWO, contract=contract)


FORMS = (QuickForm.NAME, ResultForm.NAME)
SPOKEN: Spoken[State] = Spoken(FORMS, grammar, answer, example, is_open)
