"""The documents that people read: short, and without habits that make a sentence be read
twice."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
GENERATED = "<!-- The rest is written by:"
"""What stands below it in docs/session-file.md comes from the code."""
READ = {
    name: (ROOT / name).read_text(encoding="utf-8").split(GENERATED)[0]
    for name in (
        "README.md",
        "CHANGELOG.md",
        "docs/adding-a-game.md",
        "docs/decisions.md",
        "docs/design.md",
        "docs/hosting.md",
        "docs/measured.md",
        "docs/security.md",
        "docs/session-file.md",
        "docs/verify.md",
    )
}
HABITS = {
    r"[.:;] Who (?!may\b|has\b|is\b)\w+s\b[^?|]*?\.": "anyone who, the player who",
    r"\b(?:by|to|from|with|of|than|for) who\b": "anyone who, the player who",
    r"\banew\b": "again",
    r"\bof late\b|\bby now\b": "recently, already, or nothing",
    r"\b(?:was|were) to be \w+ed\b": "say what is wrong and what to do",
    r"\bis none\b": "isn't a …",
    r"\bsays nothing of\b": "doesn't say",
    r"\btak(?:e|es|en|ing) (?:it |them )?in\b": "import",
    r"\b(?:has|have) it no more\b": "no longer has",
}
"""Patterns of sentences that must be read twice, each with what to write instead."""
WORDS_OF_README = 700
WORDS_OF_RELEASE = 1_500


def words_of(text: str) -> int:
    return sum(any(map(str.isalnum, word)) for word in text.split())


def prose_of(text: str) -> str:
    """The text without code: a name of a test or of a setting is no sentence."""
    return re.sub(r"```.*?```|`[^`]*`", "`", text, flags=re.DOTALL)


def test_the_readme_is_short() -> None:
    assert words_of(READ["README.md"]) <= WORDS_OF_README


def test_the_readme_names_no_module() -> None:
    assert not re.findall(r"`[\w/]*\w+\.py`|scorekeeper/\w+/", READ["README.md"])


def test_the_changes_of_a_release_are_told_shortly() -> None:
    unreleased = READ["CHANGELOG.md"].split("\n## ")[1]
    assert words_of(unreleased) <= WORDS_OF_RELEASE


@pytest.mark.parametrize("name", READ)
@pytest.mark.parametrize("habit", HABITS)
def test_no_sentence_has_a_bad_habit(name: str, habit: str) -> None:
    found = re.search(habit, " ".join(prose_of(READ[name]).split()))
    assert not found, f"{name}: {found and found.group()!r}: {HABITS[habit]}"


@pytest.mark.parametrize("habit", HABITS)
def test_a_habit_that_is_planted_is_found(habit: str) -> None:
    planted = (
        "It waits. Who comes late waits too.",
        "It is taken by who scans the code.",
        "It is counted anew.",
        "It was used of late.",
        "The rules were to be accepted by nobody.",
        "What was entered is none.",
        "The file says nothing of it.",
        "It is taken in.",
        "The phone has it no more.",
    )
    assert any(re.search(habit, sentence) for sentence in planted)
