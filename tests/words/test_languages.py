"""A language is there once its catalogue is, with its own plural forms, numbers and
direction."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from markupsafe import Markup

import scorekeeper.words
from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.messages import message
from scorekeeper.words import (
    FIRST,
    LANGUAGES,
    Words,
    catalogue,
    catalogue_files,
    languages,
    what_it_lacks,
    words_in,
)
from scorekeeper.words.languages import (
    UNCHECKED,
    direction,
    is_language,
    is_unchecked,
    languages_in,
    locale_of,
    own_name,
    plural_categories,
    plural_examples,
)
from scorekeeper.words.po import faults_of
from scorekeeper.words.sentences import missing, sentences

OTHERS = LANGUAGES[1:]
TRICKS = "[test]\ntricks = [{}]\n"


@pytest.fixture
def spoken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the only catalogues; English has a sentence."""
    monkeypatch.setattr(scorekeeper.words, "folders", lambda: {"": tmp_path})
    english = TRICKS.format('"%(n)s trick", "%(n)s tricks"')
    (tmp_path / "en.toml").write_text(
        f'{english}only = ["%(n)s card", "%(n)s cards"]\n'
    )
    return tmp_path


def said(words: Words, code: str, *counts: int) -> list[str]:
    return [words.text(message(code, n=count)) for count in counts]


# ---- which there are ----


def test_english_comes_first_and_german_is_there() -> None:
    assert LANGUAGES[0] == FIRST == "en"
    assert {"en", "de"} <= set(LANGUAGES)


def test_a_language_is_there_by_its_file_alone(tmp_path: Path) -> None:
    for name in (
        "en.toml",
        "pl.toml",
        "pt-BR.toml",
        "pl_PL.toml",
        "notes.toml",
        "de.json",
    ):
        (tmp_path / name).touch()
    assert languages_in(tmp_path) == ("en", "pl", "pt-BR")


@pytest.mark.parametrize("name", ["", "xx", "EN", "pl_PL", "zh-TW", "../en", "en-"])
def test_what_is_no_tag_of_a_language_is_none(name: str) -> None:
    assert not is_language(name)
    with pytest.raises(ValueError, match="“"):
        locale_of(name)


def test_each_is_called_as_it_calls_itself() -> None:
    names = {tag: own_name(tag) for tag in ("en", "de", "pl", "he", "pt-BR")}
    assert [*names.values()] == [
        "English",
        "Deutsch",
        "Polski",
        "עברית",
        "Português (Brasil)",
    ]


# ---- plural forms ----


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("en", {"one": [1], "other": [0, 2]}),
        ("fr", {"one": [0, 1], "other": [2, 3]}),
        ("ja", {"other": [0, 1]}),
        ("pl", {"one": [1], "few": [2, 3], "many": [0, 5]}),
        ("cs", {"one": [1], "few": [2, 3], "other": [0, 5]}),
        ("sl", {"one": [1, 101], "two": [2, 102], "few": [3, 4], "other": [0, 5]}),
    ],
)
def test_a_language_has_the_plural_forms_of_cldr(
    language: str, forms: Mapping[str, list[int]]
) -> None:
    assert plural_categories(language) == tuple(forms)
    assert [counts[:2] for counts in plural_examples(language)] == [
        counts if len(counts) > 1 else [counts[0]] for counts in forms.values()
    ]


def test_polish_says_each_count_as_polish_does(spoken: Path) -> None:
    forms = '"%(n)s lewa", "%(n)s lewy", "%(n)s lew"'
    (spoken / "pl.toml").write_text(TRICKS.format(forms))
    assert said(Words("pl"), "test.tricks", 1, 2, 4, 5, 12, 22, 0, -3) == [
        *(
            "1 lewa",
            "2 lewy",
            "4 lewy",
            "5 lew",
            "12 lew",
            "22 lewy",
            "0 lew",
            "−3 lewy",
        ),
    ]


def test_what_a_language_lacks_is_said_in_english_with_its_plurals(
    spoken: Path,
) -> None:
    (spoken / "pl.toml").write_text(
        TRICKS.format('"%(n)s lewa", "%(n)s lewy", "%(n)s lew"')
    )
    assert said(Words("pl"), "test.only", 1, 2, 5) == ["1 card", "2 cards", "5 cards"]


def test_french_says_none_in_the_singular(spoken: Path) -> None:
    (spoken / "fr.toml").write_text(TRICKS.format('"%(n)s levée", "%(n)s levées"'))
    assert said(Words("fr"), "test.tricks", 0, 1, 2) == [
        "0 levée",
        "1 levée",
        "2 levées",
    ]


def test_a_language_without_plurals_has_one_form(spoken: Path) -> None:
    (spoken / "ja.toml").write_text('[test]\ntricks = "%(n)sトリック"\n')
    assert said(Words("ja"), "test.tricks", 1, 7) == ["1トリック", "7トリック"]


# ---- numbers, days and lists ----


def test_numbers_days_and_lists_are_those_of_the_language() -> None:
    polish = Words("pl")
    brazilian = Words("pt-BR")
    assert polish.number(12400) == "12\u00a0400"
    assert brazilian.number(-12400) == "−12.400"
    assert brazilian.tenths(-2) == "−2,0"
    assert polish.date("2026-11-20") == "20 lis 2026"
    assert polish.month("2026-11-20") == "listopad 2026"
    assert polish.listed(["Ada", "Ben", "Cy"]) == "Ada, Ben i Cy"
    assert brazilian.listed(["Ada", "Ben"]) == "Ada e Ben"


# ---- read from the right ----


def test_the_direction_is_the_language_s() -> None:
    assert [direction(tag) for tag in ("en", "pl", "he", "ar", "fa")] == [
        *("ltr", "ltr", "rtl", "rtl", "rtl"),
    ]


def test_a_sign_stays_before_its_figure(spoken: Path) -> None:
    hebrew = Words("he")
    assert hebrew.number(-50) == "\u200e−50"
    assert hebrew.number(50, signed=True) == "\u200e+50"
    assert hebrew.number(50) == "50"
    assert hebrew.tenths(2) == "\u200e+2.0"


def test_what_is_read_from_the_left_stands_by_itself(spoken: Path) -> None:
    (spoken / "he.toml").write_text(
        '[test]\nturn = "תורו של %(who)s"\n'
        '[rank]\nA = "A"\n[suit]\nspades = "♠"\n"spades.letter" = "S"\n'
    )
    hebrew = Words("he")
    assert hebrew.html(message("test.turn", who="Tom")) == "תורו של \u2068Tom\u2069"
    assert hebrew.html(message("test.turn", who="עמר")) == "תורו של עמר"
    assert hebrew.html(message("test.only", n=2)) == "\u20682 cards\u2069"
    assert hebrew.text(message("test.only", n=2)) == "2 cards"
    assert isinstance(hebrew.html(Card("A", Suit.SPADES)), Markup)


# ---- how much of a language there is ----


@pytest.fixture
def some_polish(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[str], str]]:
    """What is said of Polish beside the choice of a language, with this catalogue."""
    english = (
        '[language]\nshare = "%(language)s: %(percent)s."\nunchecked = "Not read."\n\n'
        '[test]\none = "one"\ntwo = "two"\nthree = "three"\n'
    )
    german = english.replace('unchecked = "Not read."\n', "")

    def forget() -> None:
        catalogue.cache_clear()
        languages._text.cache_clear()
        scorekeeper.words._words.cache_clear()
        scorekeeper.words._what_it_lacks.cache_clear()

    def lacks(polish: str) -> str:
        for language, text in (("en", english), ("de", german), ("pl", polish)):
            (tmp_path / f"{language}.toml").write_text(text)
        forget()
        return what_it_lacks("pl")

    for module in (scorekeeper.words, languages):
        monkeypatch.setattr(module, "folders", lambda: {"": tmp_path})
        monkeypatch.setattr(module, "LANGUAGES", ("en", "de", "pl"))
    monkeypatch.setattr(languages, "SHARED", tmp_path)
    yield lacks
    forget()


def test_a_part_of_a_language_says_how_much_it_is(
    some_polish: Callable[[str], str],
) -> None:
    part = '[test]\none = "jeden"\n# two = "dwa"\nthree = "trzy"\n'
    assert some_polish(part) == "Polski: 50%."


def test_a_language_that_nobody_has_checked_says_so(
    some_polish: Callable[[str], str],
) -> None:
    said = '[language]\nunchecked = "Nikt nie czytał."\n\n[test]\none = "jeden"\n'
    part = "Polski: 25%. Nikt nie czytał."
    assert some_polish(said) == part, "the note itself isn't counted"
    whole = said.replace("unchecked", 'share = "."\nunchecked')
    whole += 'two = "dwa"\nthree = "trzy"\n'
    assert some_polish(whole) == "Nikt nie czytał."


@pytest.mark.parametrize("language", LANGUAGES)
def test_lines_are_counted_as_messages(language: str) -> None:
    """Pages don't read every catalogue to know how much of it there is."""
    every = [code for path in catalogue_files(language) for code in catalogue(path)]
    assert languages._messages(language) == len({*every} - {UNCHECKED})
    assert is_unchecked(language) == (language != FIRST and UNCHECKED in every)


def test_german_is_all_there_is() -> None:
    assert languages._messages("de") == len(sentences()) - 1, "but UNCHECKED"
    assert what_it_lacks("en") == what_it_lacks("de") == ""


# ---- every catalogue that there is ----


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_keeps_what_its_english_says(language: str) -> None:
    """Placeholders, the number of plural forms, no markup: as a .po file is checked."""
    every = sentences()
    found = {
        code: forms
        for path in catalogue_files(language)
        for code, forms in catalogue(path).items()
    }
    assert found
    again = "write it out and in: scorekeeper words … --to-po, then --from-po"
    assert [code for code in found if code not in every] == [], again
    wrong = {
        code: [*faults_of(every[code], forms, language)]
        for code, forms in found.items()
    }
    assert {code: why for code, why in wrong.items() if why} == {}, again


def test_a_family_without_a_language_lacks_its_sentences() -> None:
    """A game may have only some languages: it is said in English, and counted as
    missing."""
    lacks = missing("de", {"": Path(scorekeeper.words.__file__).parent})
    families = {sentence.family for sentence in lacks}
    assert families and "" not in families
    assert words_in("nowhere").language == "en"
