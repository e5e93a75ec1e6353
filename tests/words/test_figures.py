"""Every figure in a sentence is the program's: it fails where one of the two is changed
alone.

Whoever writes a figure into a sentence says here which constant it is; better is a
parameter.
"""

import hashlib
import re

import pytest

from scorekeeper.core.seats import TEAMS
from scorekeeper.exports.session_file import NOTE_LENGTH, TEXT_LENGTH
from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.tables.names import NAME_LENGTH
from scorekeeper.tables.session import KEY_LENGTH, YEARS
from scorekeeper.tables.voices import SILENCE
from scorekeeper.web.app import FORM_BYTES
from scorekeeper.web.archive.files import UPLOAD_BYTES
from scorekeeper.web.page.phone import MONTH
from scorekeeper.words import catalogue, catalogue_files, words_in
from tests.games.about import about
from tests.games.bridge.figures import ENHANCED, STANDARD
from tests.games.rook.figures import COUNTS
from tests.words.figures import figures, rulebooks, sections

Figures = list[int]

# ---- what the figures are ----

HEX = hashlib.sha256().digest_size * 2
TEAM_13, TEAM_24 = ([int(seat.value) for seat in team.seats] for team in TEAMS)

# ---- the catalogues ----

ITSELF = (
    *(f"seat.{n}" for n in range(1, 13)),
    *(f"party.{n}" for n in range(1, 13)),
    *(f"order.{n}" for n in range(2, 9)),
)
"""Codes that end in the figure of their sentence."""

FROM_NOTHING = (*(f"refused.{one}" for one in ("nothing-typed", "adjusted-nothing")),)
"""Sentences that speak of nought: no tricks, no points, nothing to enter."""

EXAMPLES: dict[str, Figures] = {
    "refused.no-number": [7],
    "refused.no-such-day": [2026, 11, 20],
    "file.not-text": [8, 8],
    "file.not-a-session": [1],
    "file.newer-edition": [1],
    "file.cut-off": [12],
    "pdf.missing.advice": [2, 1, 0, 0, 0],
}
"""Figures of no rule: what a typed number, a day, a contract or the name of a file
looks like."""

STATED: dict[str, Figures] = {
    **{code: [int(code.replace("-", ".").rpartition(".")[2])] for code in ITSELF},
    **{code: [0] for code in FROM_NOTHING},
    **EXAMPLES,
    "party.13": TEAM_13,
    "party.24": TEAM_24,
    "refused.name-length": [1, NAME_LENGTH],
    "refused.no-commitment": [HEX, 0, 9],
    "night.refused.minutes": [1],
    "error.413.about": [FORM_BYTES // 1000, UPLOAD_BYTES // 1_000_000],
    "file.form.text": [1, TEXT_LENGTH],
    "file.form.hash": [HEX, 0, 9],
    "file.form.session": [1, TEXT_LENGTH],
    "file.form.at": [2026, 11, 20, 21, 5, 0, *map(int, YEARS)],
    "file.form.opened": [2026, 11, 20, 22, 5, 0, 1, 0, *map(int, YEARS)],
    "file.form.note": [NOTE_LENGTH],
    "file.form.key": [1, KEY_LENGTH],
    **{code: told for slug in GAMES for code, told in about(slug).stated.items()},
    # phones
    "Without the code, this phone becomes the host after 10 minutes unless the host "
    "objects.": [SILENCE // 60],
    "Without the code, all other phones that play can agree. It happens after 10 "
    "minutes unless the host or an arbiter objects.": [SILENCE // 60],
    "What is sealed is encrypted, and only the phone that sealed it has the key: a "
    "cookie, kept for 30 days. Even the server’s owner can’t look. If that phone or "
    "its cookies are lost, nobody can open the seal, and the table decides what counts "
    "instead.": [MONTH // 86_400],
}
"""What each sentence states, in the order in which it states it."""


def whole(language: str) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for path in catalogue_files(language):
        found |= catalogue(path)
    return found


def stating() -> list[str]:
    """The codes of every sentence that states a figure in English or in German: not
    those of the words that a line is read by, which state nothing."""
    english = whole("en")
    german = whole("de")
    return [
        code
        for code in {**english, **german}
        if not re.search(r"(?:^|\.)spoken\.", code)
        if any(figures(form, "en") for form in english.get(code, (code,)))
        or any(figures(form, "de") for form in german.get(code, ()))
    ]


@pytest.mark.parametrize("code", stating())
def test_a_sentence_states_what_the_program_has(code: str) -> None:
    assert code in STATED, (
        "which constant is it? Pass it as a parameter, or say so in STATED"
    )
    for form in whole("en").get(code, (code,)):
        assert figures(form, "en") == STATED[code], form
    for form in whole("de").get(code, ()):
        assert figures(form, "de") == STATED[code], form


def test_the_words_put_those_cards_together_that_are_worth_the_same() -> None:
    """The labels of the tables name one figure for several cards."""
    assert [STANDARD[rank] for rank in "98765432"] == [9, 8, 7, 6, 5, 4, 3, 2]
    assert ENHANCED["10"] == ENHANCED["9"] == ENHANCED["8"]
    assert len({ENHANCED[rank] for rank in "765432"}) == 1
    assert all(count["10"] == count["14"] for count in COUNTS.values())
    for count in ("140", "180"):
        assert all(
            COUNTS[count][of] == COUNTS["120"][of] for of in ("5", "10", "14", "Rook")
        )


LABELS = {
    "bridge.setting.hidden_table.enhanced": (
        "Enhanced: ace 30, king 25, queen 20, jack 15, ten to eight 10, others 5",
        "Erhöht: Ass 30, König 25, Dame 20, Bube 15, Zehn bis Acht 10, andere 5",
    ),
    "rook.setting.count.200": (
        "200: 1s count 15, 5s 5, 10s and 14s 10, the Rook 20, the last trick 20",
        "200: 1er 15, 5er 5, 10er und 14er 10, Rook 20, letzter Stich 20",
    ),
}
"""Labels as they are read."""


@pytest.mark.parametrize("code", LABELS)
def test_a_label_is_filled_from_its_table(code: str) -> None:
    family, _, name, value = code.split(".")
    game = next(
        one for one in GAMES.values() if one.family == family and name in asked(one)
    )
    question = game.rule_sheet.question(name)
    reading = next(one for one, _ in question.stated if one.value == value)
    said = question.said(family, reading)
    assert (
        tuple(words_in(language).text(said) for language in ("en", "de"))
        == LABELS[code]
    )


def asked(game: Game) -> set[str]:
    return {question.name for question in game.rule_sheet.questions}


def test_nothing_is_stated_that_no_sentence_says() -> None:
    assert not {code for code, known in STATED.items() if known} - set(stating())


# ---- the rulebooks ----

BOOKS: dict[tuple[str, str], Figures] = {
    where: told for slug in GAMES for where, told in about(slug).in_rulebook.items()
}
"""What each section of a rulebook states, in the order in which it states it."""


def told(language: int) -> dict[tuple[str, str], Figures]:
    """What every section of every rulebook states."""
    found = {
        (name, section): figures(text, ("en", "de")[language])
        for name, paths in rulebooks().items()
        for section, text in sections(paths[language])
    }
    return {where: stated for where, stated in found.items() if stated}


@pytest.mark.parametrize("where", told(0), ids="-".join)
def test_a_rulebook_states_what_the_program_has(where: tuple[str, str]) -> None:
    assert told(0)[where] == BOOKS.get(where), "which constant is it? Say so in BOOKS"
    assert told(1).get(where, []) == BOOKS.get(where)


def test_no_rulebook_states_a_figure_in_german_alone() -> None:
    assert told(0).keys() == told(1).keys() == BOOKS.keys()
