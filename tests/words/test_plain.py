"""Words that only the trade knows, or only we do, stay off the pages, and a suit is one
word."""

import re
from pathlib import Path

import pytest
from jinja2 import nodes
from markupsafe import Markup

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.messages import message
from scorekeeper.words import LANGUAGES, catalogue, catalogue_files, words_in
from tests.words.sentences import TEMPLATES, calls

UNSAID = {
    "en": re.compile(
        r"\binsult|\bdocket|moving house|gaps as we read|\bgioco|even 45|classic 55|\bledger\b"
        r"|\bfold(?:ed)?\b|\bevent log\b|\bpayload\b|\bmisfit",
        re.IGNORECASE,
    ),
    "de": re.compile(
        (
            r"\binsult|\bdocket|\bUmzug\b|\bAkte\b|Lücken nach unserer|\bgioco|even "
            r"45|classic 55"
        ),
        re.IGNORECASE,
    ),
}
"""What nobody at a table says, by language."""
EXPLAINED = re.compile(r"[(“„]+the insult[”“)]+")
"""A word of the trade beside its explanation."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_message_says_what_nobody_at_the_table_does(language: str) -> None:
    said = [
        f"{path.parent.name}: {code}: {text}"
        for path in catalogue_files(language)
        for code, forms in catalogue(path).items()
        for text in forms
        if language in UNSAID and UNSAID[language].search(EXPLAINED.sub("", text))
    ]
    assert not said, "\n".join(said)


@pytest.mark.parametrize(
    "path", TEMPLATES, ids=lambda path: f"{path.parent.name}/{path.name}"
)
def test_no_page_does(path: object) -> None:
    text = re.sub(r"\{#.*?#\}", "", path.read_text(), flags=re.DOTALL)  # type: ignore[attr-defined]
    written = re.findall(r'_\("([^"]+)"', text) + re.findall(r">([^<>{}]+)<", text)
    said = [one for one in written if UNSAID["en"].search(EXPLAINED.sub("", one))]
    assert not said, said


@pytest.mark.parametrize(("language", "spades"), [("en", "spades"), ("de", "Pik")])
def test_a_card_is_read_and_copied_as_one_name(language: str, spades: str) -> None:
    """Neither “AS spades” nor “4♠S S”: what is left without the markup is a rank and a
    name."""
    said = words_in(language).html(message("%(card)s", card=Card("A", Suit.SPADES)))
    assert said.striptags() == f"A {spades}"
    red = words_in(language).html(Card("14", Suit.RED))
    assert not re.search(r"14\s?[RK]\b", red.striptags())


@pytest.mark.parametrize("name", ["אבגדה עברית", "عمر"])
def test_a_name_that_is_read_from_the_right_turns_nothing_round(name: str) -> None:
    """On a screen it stands by itself; files and paper have it as it was typed."""
    words = words_in("en")
    said = message("%(who)s need %(bid)s.", who=name, bid=10)
    assert words.html(said) == f"\u2068{name}\u2069 need 10."
    assert words.html(name) == f"\u2068{name}\u2069"
    assert (
        words.text(said)
        == words.html(said, lambda suit: Markup())
        == f"{name} need 10."
    )
    assert words.html(message("%(who)s", who="Zoë & Jürgen")) == "Zoë &amp; Jürgen"


@pytest.mark.parametrize(
    "path", TEMPLATES, ids=lambda path: f"{path.parent.name}/{path.name}"
)
def test_a_sentence_is_given_values_and_no_markup(path: Path) -> None:
    """What is already markup would be escaped once more: O&amp;#39;Brien."""
    drawn = {"say", "struck", "_"}
    for call in calls(path):
        for kwarg in call.kwargs:
            made = [*kwarg.find_all(nodes.Call)]
            assert not drawn & {
                each.node.name for each in made if isinstance(each.node, nodes.Name)
            }
