"""German is complete: each English sentence has a German one that says the same
parameters."""

from fractions import Fraction
from pathlib import Path

import pytest

from scorekeeper.core.cards import Suit
from scorekeeper.core.messages import message
from scorekeeper.words import catalogue, catalogue_files, words_in
from scorekeeper.words.languages import UNCHECKED
from tests.words.sentences import ROOT, family_of, places, said_by_templates

ENGLISH = catalogue_files("en")
GERMAN = words_in("de")
SHARED = ROOT / "scorekeeper" / "words" / "de.toml"


def german(path: Path) -> Path:
    if not path.with_name("de.toml").is_file():
        pytest.skip(f"no German yet: write {path.with_name('de.toml')}")
    return path.with_name("de.toml")


@pytest.mark.parametrize("path", ENGLISH, ids=lambda path: path.parent.parent.name)
def test_each_code_of_a_catalogue_has_german_words(path: Path) -> None:
    own = catalogue(path)
    ours = catalogue(german(path))
    assert sorted(own.keys() - ours.keys() - {UNCHECKED}) == []
    assert [code for code, said in ours.items() if not all(said)] == []


@pytest.mark.parametrize("path", ENGLISH, ids=lambda path: path.parent.parent.name)
def test_german_says_nothing_that_english_does_not(path: Path) -> None:
    known = catalogue(path).keys()
    family = "" if path == ENGLISH[0] else path.parent.parent.name
    said = said_by_templates().items()
    sentences = {text for text, templates in said if family_of(templates) == family}
    assert sorted(catalogue(german(path)).keys() - known - sentences) == []


@pytest.mark.parametrize("path", ENGLISH, ids=lambda path: path.parent.parent.name)
def test_the_parameters_are_the_same(path: Path) -> None:
    """Each is in some form of both; German has plural forms wherever English has
    them."""
    ours = catalogue(german(path))
    for code, said in catalogue(path).items():
        if code == UNCHECKED:
            continue
        assert places(" ".join(ours[code])) == places(" ".join(said)), code
        assert len(ours[code]) >= len(said), code


def test_each_sentence_of_the_templates_is_translated() -> None:
    said = said_by_templates()
    known = {
        text: forms
        for path in ENGLISH
        for text, forms in catalogue(german(path)).items()
    }
    assert [
        f"{where[0]}: {text}" for text, where in said.items() if text not in known
    ] == []
    for text in said:
        if " " in text:
            assert places(" ".join(known[text])) == places(text), text


@pytest.mark.parametrize("path", ENGLISH[1:], ids=lambda path: path.parent.parent.name)
def test_no_family_repeats_what_all_share(path: Path) -> None:
    shared = catalogue(ENGLISH[0])
    theirs = catalogue(SHARED)
    own = {
        code: (forms, catalogue(german(path))[code])
        for code, forms in catalogue(path).items()
    }
    known = {
        code: (shared[code], said) for code, said in theirs.items() if code in shared
    }
    assert [
        code for code in own if known.get(code.partition(".")[2]) == own[code]
    ] == []


def test_numbers_days_and_plurals_follow_german() -> None:
    assert GERMAN.number(12400) == "12.400"
    assert GERMAN.number(-50) == "−50"
    assert GERMAN.number(Fraction(15, 4), signed=True) == "+3¾"
    assert GERMAN.number(Fraction(17, 5)) == "3 2/5"
    assert GERMAN.day("2026-11-20T12:00:00Z") == "Fr., 20. Nov."
    assert GERMAN.text(message("bridge.said.tricks", n=1)) == "1 Stich"
    assert GERMAN.text(message("bridge.said.tricks", n=9)) == "9 Stiche"


def test_a_plural_that_is_its_own_code_is_still_a_plural() -> None:
    rulings = {
        n: words_in("en").gettext("%(n)s rulings so far", n=n) for n in (0, 1, 2)
    }
    assert rulings == {
        0: "0 rulings so far",
        1: "1 ruling so far",
        2: "2 rulings so far",
    }


@pytest.mark.parametrize("path", ENGLISH, ids=lambda path: path.parent.parent.name)
def test_what_german_counts_english_counts_too(path: Path) -> None:
    own, ours = (
        {code for code, forms in catalogue(one).items() if len(forms) > 1}
        for one in (path, german(path))
    )
    assert sorted(ours - own) == []


def test_cards_and_calls_have_their_german_letters() -> None:
    ranks = [GERMAN.text(message(f"rank.{rank}")) for rank in "AKQJ"]
    assert ranks == ["A", "K", "D", "B"]
    assert GERMAN.text(message("bridge.nt")) == "SA"
    assert [GERMAN.text(suit) for suit in (Suit.CLUBS, Suit.RED)] == ["♣", "Rot"]
    assert GERMAN.text(message("suit.clubs")) == "Treff"
    assert GERMAN.text(message("seat.E")) == "Ost"


def test_an_unknown_language_is_english() -> None:
    assert words_in("nl").language == "en"
