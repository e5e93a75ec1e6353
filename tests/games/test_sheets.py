"""What the score says stands in tests/data/sheets, word for word: see the README
there."""

from collections.abc import Iterable
from functools import cache

import pytest

from scorekeeper.games import GAMES
from scorekeeper.words import catalogue, catalogue_files
from tests.games.about import about
from tests.games.sheets import Saying, held


@cache
def told() -> tuple[dict[str, str], set[str]]:
    """What every evening comes to, by its name, and every code that was said."""
    words = Saying()
    return {
        name: evening.written(words) for name, (evening, _) in held().items()
    }, words.codes


@pytest.mark.parametrize("name", held())
def test_an_evening_is_scored_word_for_word(name: str) -> None:
    _, text = held()[name]
    assert told()[0][name] == text


def test_every_preset_of_every_game_has_an_evening() -> None:
    tables = {tuple(evening.table.split()[:2]) for evening, _ in held().values()}
    presets = {
        (slug, preset.code) for slug, game in GAMES.items() for preset in game.presets
    }
    assert not presets - tables


FORMS = "a form or a page says it, not the score"
ARBITER = "the arbiter says it: see test_sentences.py"
SETTING = "the form of a table's rules says it"
OTHERWISE = {
    **dict.fromkeys(
        ("ask", "answer", "ruling", "step", "otherwise", "remedy"), ARBITER
    ),
    **dict.fromkeys(
        ("irregularity", "law", "effect", "seal", "many", "discard"), ARBITER
    ),
    **dict.fromkeys(("setting", "preset", "group"), SETTING),
    **dict.fromkeys(("form", "field", "other", "book"), FORMS),
    **dict.fromkeys(("refused", "kind", "wanted"), "what can't be entered"),
    "spoken": "what is read in a line, and not said",
}
"""The kinds of sentence that are not the score's, by the second piece of a code:
why."""
ELSEWHERE = {
    **{
        f"outcome.{kind}": "statistics say it of many sessions"
        for kind in ("session", "partner", "opponent", "best")
    },
    **{code: why for slug in GAMES for code, why in about(slug).unsaid.items()},
}
"""Codes, and those that begin with them, which no evening says: why."""
SHARED = ("note", "story", "line", "row", "below", "where", "outcome")
TRICKS = ("play.won", "play.winning", "play.to-come", "play.because")
"""What of the shared catalogue is the score's."""


def codes() -> set[str]:
    """Every code of the catalogues by which the score speaks."""
    shared, *own = catalogue_files("en")
    families = {game.family for game in GAMES.values()}
    found = {code for path in own for code in catalogue(path)}
    ours = {code for code in found if code.partition(".")[0] in families}
    common = {code for code in catalogue(shared) if begins(code, (*SHARED, *TRICKS))}
    return common | {code for code in ours if code.split(".")[1] not in OTHERWISE}


def begins(code: str, with_one: Iterable[str]) -> bool:
    return any(f"{code}.".startswith(f"{start}.") for start in with_one)


def test_every_sentence_of_the_score_is_held() -> None:
    _, said = told()
    unsaid = {code for code in codes() - said if not begins(code, ELSEWHERE)}
    assert not unsaid, "\n".join(sorted(unsaid))
