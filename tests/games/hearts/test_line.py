"""A hand of Hearts in one line."""

import pytest

from scorekeeper.core.settings import Whether
from scorekeeper.games.hearts import HEARTS
from scorekeeper.games.hearts.rules import Settings
from scorekeeper.games.line import Understood, understood
from scorekeeper.words import words_in
from tests.games.sitting import Sitting

SETTINGS = Settings(jack=Whether.YES, sun=Whether.YES)
PLAIN = Settings()


def read(line: str, settings: Settings = PLAIN, language: str = "en") -> Understood:
    sitting = Sitting(HEARTS, settings).seat("Ann", "Bo", "Cy", "Dan")
    spoken = HEARTS.spoken
    assert spoken
    text = words_in(language).text
    return understood(spoken, sitting.state, sitting.folded.people, text, line)


@pytest.mark.parametrize(
    ("line", "sent"),
    [
        ("Ann 3, Bo 10, Cy 0, queen Bo", "hearts1=3 hearts2=10 hearts3=0 queen=2"),
        ("Ann 3 Bo 23 Cy 0 Dan 0", "hearts1=3 hearts2=10 hearts3=0 hearts4=0 queen=2"),
        ("3 Ann, 10 Bo, 0 Cy, lady Bo", "hearts1=3 hearts2=10 hearts3=0 queen=2"),
        ("moon Ann", "hearts1=13 queen=1"),
        ("Cy shot the moon", "hearts3=13 queen=3"),
    ],
)
def test_a_hand_is_said_by_hearts_or_by_points(line: str, sent: str) -> None:
    found = read(line)
    assert found.is_clear and found.answer, found
    told = sorted(f"{name}={value}" for name, value in found.answer.sent)
    assert told == sorted(sent.split())


def test_the_jack_and_every_trick_are_said_where_they_count() -> None:
    found = read("sun Ann, jack Ann", SETTINGS)
    assert found.answer
    assert dict(found.answer.sent) == {
        "hearts1": "13",
        "queen": "1",
        "jack": "1",
        "every_trick": "y",
    }
    assert read("jack Ann").unknown == ("jack", "Ann")


def test_a_line_that_leaves_something_open_is_not_whole() -> None:
    for line in ("Ann 3, Bo 10", "Ann 3, queen Bo"):
        found = read(line)
        assert found.answer and not found.answer.is_whole
    found = read("moon Ann", SETTINGS)
    assert found.answer and not found.answer.is_whole, "who has the jack?"


def test_it_is_said_in_german() -> None:
    found = read("Ann 3, Bo 10, Cy 0, Dame an Bo", language="de")
    assert found.answer and dict(found.answer.sent)["queen"] == "2"
    assert read("Durchmarsch Ann", language="de").is_clear
