"""A hand of Oh Hell in one line."""

import pytest

from scorekeeper.games.line import Understood, understood
from scorekeeper.games.oh_hell import OH_HELL
from scorekeeper.games.oh_hell.events import BidsMade, Trump, TrumpTurned
from scorekeeper.games.oh_hell.rules import FISTS, Settings
from scorekeeper.words import words_in
from tests.games.oh_hell.about import each
from tests.games.sitting import Sitting


def table() -> Sitting:
    return Sitting(OH_HELL, Settings()).seat("Ann", "Bo", "Cy", "Dan")


def read(line: str, sitting: Sitting | None = None, language: str = "en") -> Understood:
    sitting = sitting or table()
    spoken = OH_HELL.spoken
    assert spoken
    text = words_in(language).text
    return understood(spoken, sitting.state, sitting.folded.people, text, line)


def sent(found: Understood) -> tuple[str, str]:
    assert found.is_clear and found.answer and found.answer.is_whole, found
    told = sorted(f"{name}={value}" for name, value in found.answer.sent)
    return found.answer.form, " ".join(told)


BIDS = "bids1=3 bids2=3 bids3=0 bids4=1"


@pytest.mark.parametrize(
    ("line", "form", "expected"),
    [
        ("Ann 3, Bo 3, Cy 0, Dan 1", "bids", BIDS),
        ("hearts trump, Ann 3 Bo 3 Cy 0 Dan 1", "bids", f"{BIDS} trump=H"),
        ("Ann bids 3, 3 Bo, Cy 0, Dan 1, no trump", "bids", f"{BIDS} trump=NT"),
    ],
)
def test_bids_are_said_with_the_trump(line: str, form: str, expected: str) -> None:
    assert sent(read(line)) == (form, expected)


def test_once_all_have_bid_the_numbers_are_tricks() -> None:
    sitting = table().enter(TrumpTurned(Trump.CLUBS), BidsMade(each(3, 3, 0, 1)))
    expected = "tricks1=3 tricks2=4 tricks3=0"
    assert sent(read("Ann 3, Bo took 4, Cy 0", sitting)) == ("tricks", expected)
    assert read("Ann 3, clubs trump", sitting).unknown, "trump stands already"


def test_a_line_that_leaves_a_bid_open_is_not_whole() -> None:
    found = read("Ann 3, Bo 3, Cy 0")
    assert found.answer and not found.answer.is_whole


def test_no_line_says_bids_that_are_hidden() -> None:
    assert OH_HELL.spoken
    hidden = Sitting(OH_HELL, FISTS)
    assert not OH_HELL.spoken.is_open(hidden.state)
    hidden.enter(BidsMade(each(3, 3, 3, 1)))
    assert OH_HELL.spoken.is_open(hidden.state)


def test_it_is_said_in_german() -> None:
    line = "Herz Trumpf, Ann 3, Bo sagt 3 an, Cy 0, Dan 1"
    assert sent(read(line, language="de")) == ("bids", f"{BIDS} trump=H")
