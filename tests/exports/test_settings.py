"""The settings in force: the same on a page as on paper, and only what applies."""

from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.exports.pdf.page import Document, Paper, blank, page_of
from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.games.rook import ROOK
from scorekeeper.games.rook.rules import CounterValues
from scorekeeper.games.two_ten_jack import TWO_TEN_JACK
from scorekeeper.games.two_ten_jack.rules import Values
from scorekeeper.tables.rules_in_force import answers, grouped
from scorekeeper.words import words_in

ENGLISH = words_in("en")


def said(game: Game, settings: Any) -> dict[str, str]:
    return {
        answer.name: ENGLISH.text(answer.answer) for answer in answers(game, settings)
    }


@pytest.mark.parametrize("count", CounterValues)
def test_figures_are_listed_where_they_are_in_force(count: CounterValues) -> None:
    settings = replace(ROOK.rule_sheet.defaults, count=count)
    assert ("figures" in said(ROOK, settings)) == (count is CounterValues.CUSTOM)
    pages = [
        name
        for _, ones in grouped(ROOK, settings)
        for name in (answer.name for answer in ones)
    ]
    assert ("figures" in pages) == (count is CounterValues.CUSTOM)


@pytest.mark.parametrize("values", Values)
def test_the_values_of_cards_are_those_that_were_chosen(values: Values) -> None:
    settings = replace(TWO_TEN_JACK.rule_sheet.defaults, values=values)
    assert ("figures" in said(TWO_TEN_JACK, settings)) == (values is Values.CUSTOM)


@pytest.mark.parametrize(
    ("players", "out"),
    [(2, "2♣"), (3, "2♣ 2♦"), (4, "2♣"), (5, "2♣ 2♦ 4♠"), (8, "2♣ 2♦ 4♠ 3♣ 3♦")],
)
def test_only_the_cards_are_listed_that_so_many_players_take_out(
    players: int, out: str
) -> None:
    settings = replace(TWO_TEN_JACK.rule_sheet.defaults, players=players)
    assert said(TWO_TEN_JACK, settings)["removed"] == out


@pytest.mark.parametrize("slug", GAMES)
def test_a_page_and_paper_say_the_same(slug: str) -> None:
    game = GAMES[slug]
    for settings in [preset.settings for preset in game.presets]:
        paper = page_of(blank(game, settings), ENGLISH, Paper.A4, Document.REPORT)
        shown = [one for _, ones in grouped(game, settings) for one in ones]
        assert paper.count('<th scope="row">' + ENGLISH.text(shown[0].label)) == 1
        assert {one.name for one in shown} == {
            answer.name for answer in answers(game, settings)
        }
