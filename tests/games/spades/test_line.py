"""A hand of Spades in one line."""

from scorekeeper.core.settings import Whether
from scorekeeper.games.line import Understood, understood
from scorekeeper.games.spades import SPADES
from scorekeeper.games.spades.events import BidsMade
from scorekeeper.games.spades.rules import Settings
from scorekeeper.words import words_in
from tests.games.sitting import Sitting
from tests.games.spades.about import each


def table(settings: Settings) -> Sitting:
    return Sitting(SPADES, settings).seat("Ann", "Bo", "Cy", "Dan")


def read(line: str, sitting: Sitting, language: str = "en") -> Understood:
    spoken = SPADES.spoken
    assert spoken
    text = words_in(language).text
    return understood(spoken, sitting.state, sitting.folded.people, text, line)


def sent(found: Understood) -> tuple[str, str]:
    assert found.is_clear and found.answer and found.answer.is_whole, found
    told = sorted(f"{name}={value}" for name, value in found.answer.sent)
    return found.answer.form, " ".join(told)


def test_bids_are_said() -> None:
    expected = "bids1=3 bids2=0 bids3=4 bids4=2"
    for line in ("Ann 3, Bo nil, Cy 4, Dan 2", "Ann bids 3, nil Bo, 4 Cy, Dan 2"):
        assert sent(read(line, table(Settings()))) == ("bids", expected)
    blind = table(Settings(blind=Whether.YES))
    line = "Ann 3, Bo blind nil, Cy 4, Dan 2"
    assert sent(read(line, blind)) == ("bids", f"{expected} blind2=y")
    assert not read(line, table(Settings())).is_clear, "nobody bids blind here"


def test_once_all_have_bid_the_numbers_are_tricks() -> None:
    sitting = table(Settings()).enter(BidsMade(each(3, 0, 4, 2)))
    expected = "tricks1=5 tricks2=0 tricks3=6"
    assert sent(read("Ann took 5, Bo 0, Cy 6", sitting)) == ("tricks", expected)


def test_it_is_said_in_german() -> None:
    line = "Ann sagt 3 an, Bo Null, Cy 4, Dan 2"
    expected = "bids1=3 bids2=0 bids3=4 bids4=2"
    assert sent(read(line, table(Settings()), "de")) == ("bids", expected)
