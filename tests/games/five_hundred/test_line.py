"""A hand of 500 in one line."""

import pytest

from scorekeeper.core.seats import Seat
from scorekeeper.games.five_hundred import FIVE_HUNDRED
from scorekeeper.games.five_hundred.events import Bid, ContractStated
from scorekeeper.games.five_hundred.rules import Settings
from scorekeeper.games.line import Understood, understood
from scorekeeper.words import words_in
from tests.games.sitting import Sitting


def read(line: str, language: str = "en", bid: str = "") -> Understood:
    sitting = Sitting(FIVE_HUNDRED, Settings()).seat("Ann", "Bo", "Cy", "Dan")
    if bid:
        sitting.enter(ContractStated(Seat.ONE, Bid(bid)))
    spoken = FIVE_HUNDRED.spoken
    assert spoken
    text = words_in(language).text
    return understood(spoken, sitting.state, sitting.folded.people, text, line)


@pytest.mark.parametrize(
    ("line", "form", "sent"),
    [
        ("Ann eight hearts made 9", "hand", "bidder=1 bid=8H tricks=9"),
        ("8H Ann 9 tricks", "hand", "bidder=1 bid=8H tricks=9"),
        ("Bo 7 no trumps made", "hand", "bidder=2 bid=7N tricks=7"),
        ("Dan ten spades down 2", "hand", "bidder=4 bid=10S tricks=8"),
        ("Cy misère made", "hand", "bidder=3 bid=M tricks=0"),
        ("Cy open misere down 1", "hand", "bidder=3 bid=OM tricks=1"),
        ("six clubs Dan", "contract", "bidder=4 bid=6C"),
        ("all passed", "contract", "nobody=1"),
    ],
)
def test_a_hand_is_said(line: str, form: str, sent: str) -> None:
    found = read(line)
    assert found.is_clear and found.answer and found.answer.is_whole, found
    assert found.answer.form == form
    told = sorted(f"{name}={value}" for name, value in found.answer.sent)
    assert told == sorted(sent.split())


@pytest.mark.parametrize("line", ["9", "made 9", "9 tricks", "took nine"])
def test_the_tricks_of_the_contract_that_is_played(line: str) -> None:
    found = read(line, bid="8H")
    assert found.answer and found.answer.form == "tricks"
    assert found.answer.sent == (("tricks", "9"),)
    down = read("down 1", bid="8H").answer
    assert down and down.sent == (("tricks", "7"),)


@pytest.mark.parametrize(
    "line", ["Ann five hearts made 9", "Ann made", "nobody Ann", "Ann 8 hearts 7 clubs"]
)
def test_nothing_is_guessed(line: str) -> None:
    found = read(line)
    assert not (found.is_clear and found.answer and found.answer.is_whole), found


def test_it_is_said_in_german() -> None:
    found = read("Ann acht Herz 9 Stiche", "de")
    assert found.answer
    assert dict(found.answer.sent) == {"bidder": "1", "bid": "8H", "tricks": "9"}
    misere = read("Bo offene Misère erfüllt", "de").answer
    assert misere and dict(misere.sent)["bid"] == "OM"
