"""Sentences are plain: none of the habits of `habits.py`, one name for each thing, and
short enough to be read at arm's length."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from scorekeeper.words import LANGUAGES, catalogue, catalogue_files
from scorekeeper.words.sentences import calls, sentences
from tests.words.habits import HABITS, Habit
from tests.words.sentences import ROOT

MOST_WORDS = 25
"""In a refusal."""
MOST_ON_A_BUTTON = 3
PLACE = re.compile(r"%\(\w+\)s")
COMMAND = re.compile(r"scorekeeper \w+(?: FILE| DATEI| FICHIER)?|\{[^}]*\}")
"""What is typed as it stands counts as one word."""


@cache
def forms_in(language: str) -> Mapping[str, tuple[str, ...]]:
    """What the catalogues say in a language, by code, with the templates' own
    sentences."""
    known = sentences()
    if language == "en":
        return {code: sentence.forms for code, sentence in known.items()}
    return {
        code: forms
        for path in catalogue_files(language)
        for code, forms in catalogue(path).items()
        if code in known
    }


def found(language: str, habit: Habit) -> Iterator[str]:
    for code, forms in forms_in(language).items():
        for form in forms:
            if re.search(habit.pattern, PLACE.sub("…", form)):
                yield f"{code}: {form}"


EVERY = [
    pytest.param(language, habit, id=f"{language}-{habit.better}-{n}")
    for language in HABITS
    for n, habit in enumerate(HABITS[language])
]


@pytest.mark.parametrize(("language", "habit"), EVERY)
def test_no_sentence_has_a_bad_habit(language: str, habit: Habit) -> None:
    said = [*found(language, habit)]
    assert not said, f"write “{habit.better}”:\n" + "\n".join(said)


# ---- one name for each thing: the glossary of docs/design.md ----

DESIGN = ROOT / "docs" / "design.md"


class Term(NamedTuple):
    """A thing, its name in both languages, and the names that it doesn't have."""

    english: str
    german: str
    not_english: tuple[str, ...]
    not_german: tuple[str, ...]


def glossary() -> list[Term]:
    """The rows of the table under the heading “Glossary”."""
    _, _, after = DESIGN.read_text(encoding="utf-8").partition("## Glossary\n")
    rows = [line for line in after.split("\n## ")[0].split("\n") if line[:1] == "|"]
    terms = []
    for row in rows[2:]:
        english, german, not_english, not_german = (
            cell.strip() for cell in row.strip("|").split("|")
        )
        terms.append(Term(english, german, words(not_english), words(not_german)))
    return terms


def words(cell: str) -> tuple[str, ...]:
    return tuple(word.strip(" `") for word in cell.split(",") if word.strip())


@pytest.mark.parametrize("term", glossary(), ids=lambda term: term.english)
def test_a_thing_has_one_name(term: Term) -> None:
    wrong = []
    for language, names in (("en", term.not_english), ("de", term.not_german)):
        for name in names:
            habit = Habit(rf"(?i)\b{re.escape(name)}\b", "")
            wrong += [f"{name} in {said}" for said in found(language, habit)]
    assert not wrong, f"it is {term.english}, {term.german}:\n" + "\n".join(wrong)


def test_the_glossary_has_about_twenty_terms() -> None:
    assert 20 <= len(glossary()) <= 30


# ---- lengths ----


def length(sentence: str) -> int:
    """How many words it has; a mark that stands by itself, as in French, is none."""
    words = COMMAND.sub("x", sentence).split()
    return len([word for word in words if re.search(r"\w", word)])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_is_short(language: str) -> None:
    long = [
        f"{length(form)} words: {code}: {form}"
        for code, forms in forms_in(language).items()
        if re.search(r"(?:^|\.)refused\.|^(?:file|archive)\.", code)
        for form in forms
        if length(form) > MOST_WORDS
    ]
    assert not long, "\n".join(long)


BUTTON = re.compile(r"<button\b[^>]*>(.*?)</button>|<a class=\"btn\b[^>]*>(.*?)</a>")
HEARD = re.compile(r'<span class="vh">.*?</span>|aria-label="[^"]*"')
SAID = re.compile(r'_\("([^"]+)"')


def labels(path: Path) -> Iterator[str]:
    """What stands on the buttons of a template."""
    for found in BUTTON.finditer(path.read_text(encoding="utf-8")):
        shown = HEARD.sub("", found[1] or found[2] or "")
        yield from SAID.findall(shown)


@pytest.mark.parametrize(
    "path", sorted((ROOT / "templates").rglob("*.html")), ids=lambda path: path.stem
)
def test_a_label_is_short(path: Path) -> None:
    english = forms_in("en")
    long = [
        label
        for label in labels(path)
        if len(english.get(label, (label,))[0].split()) > MOST_ON_A_BUTTON
    ]
    assert not long, "\n".join(long)


# ---- it finds what is wrong ----


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "The others can be taken by who scans the table’s code."),
        ("en", "The rules were to be accepted by nobody."),
        ("en", "What was entered as a seal is none."),
        ("en", "Appeal, and the arbiter decides anew."),
        ("en", "3 cards are sealed. Tap so many."),
        ("de", "Niemand wurde zum Ausspielen gewählt. Einen Platz wählen."),
        ("de", "Der Entscheid sollte in die Wertung eingetragen werden."),
    ],
)
def test_a_bad_habit_is_found(language: str, sentence: str) -> None:
    assert any(re.search(habit.pattern, sentence) for habit in HABITS[language])


def test_a_template_says_what_its_buttons_say() -> None:
    """The labels that are looked at are sentences of templates."""
    path = ROOT / "templates" / "arbiter" / "ruling.html"
    said = {str(getattr(call.args[0], "value", "")) for call in calls(path)}
    assert set(labels(path)) <= said
