"""A round of any game in one line."""

import pytest

from scorekeeper.core.seats import numbered
from scorekeeper.games import GAMES
from scorekeeper.games.line import Understood, understood
from scorekeeper.games.score_pad.events import BidsMade
from scorekeeper.games.score_pad.pads import PADS
from scorekeeper.games.score_pad.rules import MOST, Bids, Settings, Sides, Sum
from scorekeeper.words import words_in
from tests.games.sitting import Sitting
from tests.web.conftest import Visitor, app, client, visitor
from tests.web.showing import plain

__all__ = ["app", "client", "visitor"]

PAD = GAMES["score-pad"]


def table(settings: Settings, *people: str) -> Sitting:
    return Sitting(PAD, settings).seat(*(people or ("Ann", "Bo", "Chloé", "Dan")))


PLAIN = table(Settings())
SIDES = table(Settings(sides=Sides.OPPOSITE))
PHASES = table(PADS["phase-10"].settings)
BIDS = table(Settings(bids=Bids.TEN, sum=Sum.FIXED, total=5))


def read(sitting: Sitting, line: str, language: str = "en") -> Understood:
    spoken = PAD.spoken
    assert spoken is not None
    people = sitting.folded.people
    return understood(spoken, sitting.state, people, words_in(language).text, line)


def sent(sitting: Sitting, line: str, language: str = "en") -> str:
    found = read(sitting, line, language)
    assert found.is_clear and found.answer, (line, found)
    fields = " ".join(f"{name}={value}" for name, value in found.answer.sent)
    return f"{found.answer.form}: {fields}"


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Ann 12, Bo 7, Chloé −3"),
        ("en", "Ann 12 Bo 7 Chloe -3"),
        ("en", "ann twelve points, bo seven, chloe minus three"),
        ("en", "A 12, B 7, C minus 3"),
        ("en", "12 for Ann, 7 for Bo and minus 3 for Chloé"),
        ("de", "Ann 12, Bo 7, Chloé minus 3"),
        ("de", "Ann zwölf Punkte, Bo plus sieben, minus drei für Chloé"),
        ("fr", "Ann 12, Bo 7, Chloé moins 3"),
    ],
)
def test_points_are_said_by_name(language: str, line: str) -> None:
    told = "points: points1=12 points2=7 points3=-3"
    assert sent(PLAIN, line, language) == told


@pytest.mark.parametrize(
    ("line", "unknown", "ambiguous"),
    [
        ("Ann 12, Zoe 5", ("Zoe", "5"), ()),
        ("Ann 12 13", ("13",), ()),
        ("Ann twelvish", ("Ann", "twelvish"), ()),
        ("Ann 1 500", ("500",), ()),
        ("Ann 12, Ann 13, Bo 1", (), ("12", "13")),
    ],
)
def test_what_is_not_understood_is_named(
    line: str, unknown: tuple[str, ...], ambiguous: tuple[str, ...]
) -> None:
    found = read(PLAIN, line)
    assert not found.is_clear
    assert found.unknown == unknown
    assert {*ambiguous} <= {*found.ambiguous}


def test_a_beginning_that_two_have_says_nobody() -> None:
    two = table(Settings(), "Ann", "Anna", "Bo", "Chloé")
    assert "An" in read(two, "An 12, Bo 7").ambiguous
    assert sent(two, "Ann 12, Anna 7") == "points: points1=12 points2=7"


def test_a_side_is_said_by_either_partner_or_by_both() -> None:
    for side in ("Ann", "Chloé", "Ann & Chloé", "Ann and Chloé"):
        told = sent(SIDES, f"{side} 120, Dan minus 20")
        assert told == "points: points1=120 points2=-20"
    assert read(SIDES, "Ann 120, Chloé 10").ambiguous


def test_a_phase_is_said_with_its_points_or_alone() -> None:
    told = sent(PHASES, "Ann 0 phase, Bo 35, Chloé phase completed")
    assert told == "points: completed1=y points1=0 points2=35 completed3=y"
    assert sent(PHASES, "Ann Phase geschafft, Bo 35", "de")
    assert read(PLAIN, "Ann 0 phase").unknown == ("phase",)


def test_bids_and_tricks_are_said_as_they_are_asked() -> None:
    told = "bids: bids1=2 bids2=0 bids3=1 bids4=1"
    assert sent(BIDS, "Ann bids 2, Bo 0, Chloé 1, Dan one") == told
    bids = BidsMade(tuple((seat, 1) for seat in numbered(4)))
    playing = table(BIDS.settings).enter(bids)
    assert sent(playing, "Ann took 3, Bo 2").startswith("tricks: tricks1=3")


def test_hidden_bids_and_boxes_are_not_said() -> None:
    spoken = PAD.spoken
    assert spoken is not None
    for pad in ("skull-king", "yahtzee"):
        assert not spoken.is_open(table(PADS[pad].settings).state)


def test_twelve_are_read() -> None:
    people = [f"P{letter}" for letter in "abcdefghijkl"]
    twelve = table(Settings(players=MOST), *people)
    line = ", ".join(f"{name} {n}" for n, name in enumerate(people))
    assert sent(twelve, line).endswith("points12=11")


def test_it_is_saved_from_the_page(visitor: Visitor) -> None:
    address = visitor.lay("score-pad", ("Ann", "Bo", "Chloé"))
    assert 'name="line"' in visitor.get(address).text
    text = plain(visitor.get(f"{address}line?line=Ann+12,+Bo+7,+Chloé+-3"))
    assert "Ann +12, Bo +7, Chloé −3" in text
    visitor.send(f"{address}enter/points", points1="12", points2="7", points3="-3")
    assert "Ann +12, Bo +7, Chloé −3" in plain(visitor.follow())
