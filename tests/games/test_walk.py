"""Every game is walked through by its own forms, under each of its presets, and its
pages read."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.core import deciding
from scorekeeper.core.messages import Message, message
from scorekeeper.games import GAMES
from scorekeeper.games.ask import EntryFlow
from scorekeeper.games.fields import ask
from scorekeeper.games.game import Game
from scorekeeper.games.spades import SPADES, pages
from scorekeeper.games.spades.events import BidsMade, TricksTaken
from scorekeeper.words import LANGUAGES, Words
from tests.conftest import said_plainly
from tests.games.walking import Walk
from tests.web.conftest import Visitor, app, client, visitor

__all__ = ["app", "client", "visitor"]

FIRST = [
    pytest.param(game, game.presets[0].code, id=f"{game.folder}-{game.slug}")
    for game in GAMES.values()
]
EACH = [
    pytest.param(game, preset.code, id=f"{game.folder}-{game.slug}-{preset.code}")
    for game in GAMES.values()
    for preset in game.presets
]
USUAL = [one.values for one in FIRST]
LONG = 150
"""How many entries a long evening has."""


@pytest.mark.parametrize(
    ("game", "preset"), [one for one in EACH if one.values not in USUAL]
)
def test_an_evening_by_its_forms(visitor: Visitor, game: Game, preset: str) -> None:
    """Its pages are read in one language; in all of them by the longer ones."""
    presets = [one.code for one in game.presets]
    language = LANGUAGES[presets.index(preset) % len(LANGUAGES)]
    walk = Walk(visitor, game, preset, most=6, languages=(language,)).go()
    assert walk.faults == []
    assert walk.entered


@pytest.mark.parametrize(("game", "preset"), FIRST)
def test_a_longer_one_and_its_sheet(visitor: Visitor, game: Game, preset: str) -> None:
    language = LANGUAGES[[*GAMES].index(game.slug) % len(LANGUAGES)]
    walk = Walk(visitor, game, preset, most=14).go().printed(language)
    assert walk.faults == []
    assert list(walk.session.sheet.rows())


@pytest.mark.slow
@pytest.mark.parametrize(("game", "preset"), EACH)
def test_a_long_one(visitor: Visitor, game: Game, preset: str) -> None:
    walk = Walk(visitor, game, preset, most=LONG).go()
    for language in LANGUAGES:
        walk.printed(language)
    assert walk.faults == []
    stated = {kind.KIND for form in game.flow.forms for kind in form.STATES}
    assert walk.entered <= stated
    assert walk.forms.total() > 1
    asked = (form for form in game.flow.forms if form.NAME in walk.asked)
    # a pad may ask for points alone
    is_all = walk.entered == {kind.KIND for form in asked for kind in form.STATES}
    assert is_all or len(walk.entered) > 1


# ---- it finds what may be wrong in a game that was just written ----


class OtherTricks(pages.SpadesForm):
    """A form with a field that has no label."""

    NAME = "tricks"
    STATES = ALONE = (TricksTaken,)
    taken = ask(TricksTaken, "tricks", names=lambda seat: f"taken{seat.value}")


def without_a_label() -> Game:
    def offered(state: Any) -> Any:
        found = pages.offered(state)
        return tuple(
            OtherTricks if form is pages.TricksForm else form for form in found
        )

    forms = (pages.BidsForm, OtherTricks, pages.HandForm, pages.OverForm)
    return replace(SPADES, flow=EntryFlow(forms, offered))


def with_a_code_put_together() -> Game:
    def headline(game: Any, settings: Any) -> Message:
        code = "even" if game.rounds else "begins"
        return message(f"spades.headline.{code}")

    return replace(SPADES, sheet=replace(pages.sheet, headline=headline))


def with_a_fault_behind_a_button() -> Game:
    def check(state: Any, event: Any) -> None:
        SPADES.check(state, event)
        if isinstance(event, BidsMade):
            raise ZeroDivisionError("planted")

    return replace(SPADES, check=check)


def with_a_fault_on_the_sheet() -> Game:
    def look(hand: Any, game: Any, settings: Any) -> Any:
        raise ZeroDivisionError("planted")

    return replace(SPADES, sheet=replace(pages.sheet, look=look))


def walked(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch, game: Game, most: int = 6
) -> list[str]:
    """What a walk through Spades finds, or what stopped it."""
    monkeypatch.setitem(GAMES, "spades", game)
    try:
        return Walk(visitor, game, "usual", most=most).go().faults
    except (LookupError, ZeroDivisionError) as fault:
        return [str(fault)]


def test_it_finds_nothing_in_spades(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert walked(visitor, monkeypatch, SPADES) == []


@pytest.mark.parametrize(
    ("made", "found"),
    [
        (without_a_label, "spades.field.taken"),
        (with_a_code_put_together, "spades.headline."),
        (with_a_fault_behind_a_button, "planted"),
        (with_a_fault_on_the_sheet, "planted"),
    ],
)
def test_it_finds_a_fault_of_the_game(
    visitor: Visitor,
    monkeypatch: pytest.MonkeyPatch,
    made: Callable[[], Game],
    found: str,
) -> None:
    assert any(found in fault for fault in walked(visitor, monkeypatch, made()))


def test_it_finds_a_fact_without_a_sentence(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        BidsMade, "said", lambda self: message(f"spades.said.{self.KIND}-made")
    )
    assert any(
        "spades.said.bids-made" in one for one in walked(visitor, monkeypatch, SPADES)
    )


def test_it_finds_a_row_without_a_sentence(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hand that is left open when the game is ended has a row of its own."""
    plain = Words.has
    monkeypatch.setattr(
        Words,
        "has",
        lambda words, code: code != "spades.note.left" and plain(words, code),
    )
    found = walked(visitor, monkeypatch, SPADES, most=1)
    assert any("spades.note.left" in fault for fault in found)


def test_it_finds_a_foreign_seat(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deciding, "check_seats", lambda fact, ring: None)
    assert any("for its seat" in one for one in walked(visitor, monkeypatch, SPADES))


def test_without_raising_it_reads_the_codes_on_the_page(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As somebody would see them who runs the program."""
    monkeypatch.setattr(Words, "_pattern", said_plainly)
    game = without_a_label()
    monkeypatch.setitem(GAMES, "spades", game)
    walk = Walk(visitor, game, "usual", most=4, languages=("en",)).go()
    assert walk.unsaid == ["spades.field.taken"]
