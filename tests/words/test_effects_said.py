"""What rulings do to a score is said of every effect that a game has."""

import pytest

from scorekeeper.core.rulings import SHARED_EFFECTS, effect_words
from scorekeeper.games import GAMES
from scorekeeper.words import LANGUAGES, words_in


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", GAMES)
def test_every_effect_of_a_game_is_a_sentence(slug: str, language: str) -> None:
    game = GAMES[slug]
    words = words_in(language)
    party = game.parties(game.rule_sheet.defaults)[0]
    for kind in {*SHARED_EFFECTS, *game.rounds.awardable}:
        said = words.text(effect_words(game.family, kind, party, 1))
        assert "effect." not in said and "%(" not in said
