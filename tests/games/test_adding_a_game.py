"""A small game, added as docs/adding-a-game.md says: its folder and its line in
GAMES."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from scorekeeper.core.cards import Card
from scorekeeper.core.evening import Adjusted, Ended, ThrownIn
from scorekeeper.core.play import CardPlayed, turn
from scorekeeper.exports import session_file
from scorekeeper.games import GAMES
from scorekeeper.games.game import AnyGame
from scorekeeper.games.spades import SPADES
from scorekeeper.games.spades.events import BidsMade
from scorekeeper.games.spades.rules import Settings
from scorekeeper.words import Words, catalogue
from tests.games.parts import lacking, still_to_come
from tests.games.ruling import hearing
from tests.games.sitting import Sitting
from tests.games.spades.about import each, hand
from tests.web.conftest import Visitor, app, client, visitor

__all__ = ["app", "client", "visitor"]

HOME = SPADES.home
ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(autouse=True)
def without_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """The app as it was before Spades was added."""
    monkeypatch.delitem(GAMES, "spades")


@pytest.fixture
def line_in_games(without_its_line: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one shared line."""
    monkeypatch.setitem(GAMES, "spades", SPADES)


def table(**settings: object) -> Sitting:
    return Sitting(SPADES, Settings(**settings))  # type: ignore[arg-type]


# ---- the page and what it promises ----


def lines_of(game: AnyGame) -> dict[str, int]:
    """How many lines each module of a game has, without blank ones."""
    return {
        path.name: sum(map(bool, map(str.strip, path.read_text().splitlines())))
        for path in game.home.glob("*.py")
    }


def test_its_figures_are_those_of_the_page() -> None:
    page = (ROOT / "docs" / "adding-a-game.md").read_text()
    modules = lines_of(SPADES)
    told = {
        name: int(lines) for name, lines in re.findall(r"`(\w+\.py)` \| (\d+) \|", page)
    }
    assert told == modules
    assert f"{sum(modules.values())} lines of Python" in page


@pytest.mark.usefixtures("line_in_games")
@pytest.mark.parametrize(
    ("slug", "most"),
    [("hearts", 400), ("oh-hell", 400), ("spades", 400), ("five-hundred", 600)],
)
def test_a_small_trick_game_takes_no_more_than_this(slug: str, most: int) -> None:
    assert sum(lines_of(GAMES[slug]).values()) <= most


@pytest.mark.usefixtures("line_in_games")
def test_nothing_of_it_is_missing_but_what_may_come_later() -> None:
    assert lacking(SPADES) == []
    assert all("another language" in one for one in still_to_come(SPADES))
    assert not any(
        str(HOME / "words" / "de.toml") in one for one in still_to_come(SPADES)
    )
    english, german = (
        catalogue(HOME / "words" / f"{one}.toml") for one in ("en", "de")
    )
    assert english.keys() == german.keys()


@pytest.mark.usefixtures("line_in_games")
def test_a_sentence_that_only_some_evenings_say_is_missed_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    missing = ["spades.headline.ended", "spades.refused.sum"]
    has = Words.has
    monkeypatch.setattr(
        Words, "has", lambda words, code: code not in missing and has(words, code)
    )
    assert [one.split()[1] for one in lacking(SPADES)] == missing


def test_without_its_line_there_is_no_such_game(visitor: Visitor) -> None:
    assert visitor.get("/new/spades").page.status_code == 404
    assert "/new/spades" not in visitor.get("/new").text


@pytest.mark.usefixtures("line_in_games")
def test_one_line_adds_it(visitor: Visitor) -> None:
    assert visitor.get("/new/spades").page.status_code == 200
    assert "/new/spades" in visitor.get("/new").text


# ---- its rules ----


def test_a_game_is_won_and_what_follows_opens_the_next() -> None:
    sitting = table(target=100).enter(*hand((5, 1, 5, 1), (5, 1, 5, 2)))
    assert sitting.section.winners == ("13",)
    assert SPADES.flow.next(sitting.state, "") == "over"
    assert SPADES.flow.next(sitting.state, "next") == "bids"
    sitting.enter(ThrownIn("misdeal"), Adjusted("24", 10, "late"), Ended())
    assert [len(section.rows) for section in sitting.sheet.sections] == [1, 3]
    assert sitting.rows[1].marks == ("thrown-in",)


def test_watched_tricks_count_themselves() -> None:
    sitting = table().enter(hand((1, 1, 1, 1), (0, 0, 0, 0))[0])
    for rank in "23456789":
        for suit in "CDHS":
            sitting.enter(CardPlayed(Card.parse(f"{suit}{rank}")))
    rules = SPADES.arbiter and SPADES.arbiter.play_rules(sitting.state)
    assert rules and turn(rules, sitting.state.round.watched)
    assert sum(sitting.state.round.watched.won_by((seat,)) for seat in rules.ring) == 8


def test_the_usual_irregularities_are_ruled_on() -> None:
    sitting = table().enter(BidsMade(each(3, 3, 3, 3)), CardPlayed(Card.parse("HA")))
    found = hearing(SPADES, sitting.folded, "out-of-turn", seat="1", card="S2")
    assert found.outcome is not None


# ---- its pages ----


def fields(name: str, *numbers: int) -> dict[str, str]:
    return {f"{name}{n}": str(number) for n, number in enumerate(numbers, start=1)}


@pytest.mark.usefixtures("line_in_games")
def test_a_hand_is_entered_corrected_shown_and_taken_along(visitor: Visitor) -> None:
    address = visitor.lay("spades", target="500")
    visitor.get(address)
    assert "Who bids how many tricks?" in visitor.text
    assert "Ingrid" in visitor.text
    visitor.send(f"{address}enter/bids", **fields("bids", 3, 4, 2, 3)).follow()
    visitor.send(f"{address}enter/tricks", **fields("tricks", 3, 4, 2, 3))
    assert visitor.page.status_code == 422
    assert "12 tricks were entered; a hand has 13." in visitor.text
    visitor.send(f"{address}enter/tricks", **fields("tricks", 3, 4, 2, 4)).follow()
    assert re.search(r"Ingrid & Priya \+50", visitor.text)
    sheet = visitor.get(f"{address}sheet").text
    row = re.search(r"rows/(\d+)/correct|why=(\d+)", sheet)
    assert row
    place = f"{address}rows/{row.group(1) or row.group(2)}/correct"
    assert 'name="tricks4"' in visitor.get(place).text
    sent = fields("bids", 3, 4, 2, 3) | fields("tricks", 2, 4, 2, 5)
    visitor.send(place, **sent, reason="recounted").follow()
    assert "−50" in visitor.text
    assert "score,-50" in visitor.get(f"{address}sheet.csv").text
    assert visitor.get(f"{address}sheet.pdf").page.data.startswith(b"%PDF")
    session = visitor.get(f"{address}session.jsonl").page.data
    events = [entry.event for entry in session_file.read(session).session.log]
    assert hand((3, 4, 2, 3), (2, 4, 2, 5))[1] in events
    assert (
        "Somebody led or played out of turn"
        in visitor.get(f"{address}ask/irregularity").text
    )


@pytest.mark.usefixtures("line_in_games")
def test_it_is_said_in_german_too(visitor: Visitor) -> None:
    visitor.client.set_cookie("language", "de")
    address = visitor.lay("spades")
    assert "Wer sagt wie viele Stiche an?" in visitor.get(address).text
    assert visitor.get("/rules/spades").page.status_code == 200


@pytest.mark.usefixtures("line_in_games")
def test_a_game_without_a_rulebook_shows_its_house_rules(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "bridge", replace(SPADES, slug="bridge"))
    page = visitor.get("/rules/bridge").text
    assert "The rules of this game aren’t written down here yet." in page
