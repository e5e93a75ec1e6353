"""Every ruling that the cases of law, the casebook and random recorded deals lead to,
as a table reads it.

`python -m tests.games.every_ruling` prints the longest of each verdict in every
language: how many words it has and how many of them are seen, its first line and all
the rest. Read it when you have changed what is said.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from scorekeeper.core.rulings import Ruling
from scorekeeper.core.seats import People
from scorekeeper.games import GAMES
from scorekeeper.tables.rulings.words import (
    RulingWords,
    every_sentence,
    ruling_words,
    shortened,
    visible,
)
from scorekeeper.words import LANGUAGES, words_in
from tests.games import casebook, sentences
from tests.games.about import JUDGED
from tests.games.record_oracle import recorded, trials

PEOPLE = ("Ingrid", "Tom", "Priya", "Marek")
SEEDS = 3
"""So many deals of each game are recorded at random."""


@dataclass(frozen=True)
class Given:
    """A ruling, the game and the case it was given in, and who sat there."""

    slug: str
    source: str
    ruling: Ruling

    @property
    def people(self) -> People:
        game = GAMES[self.slug]
        return tuple(zip(game.ring(game.rule_sheet.defaults), PEOPLE, strict=False))

    def said(self, language: str) -> RulingWords:
        """As the page shows it in this language."""
        return _said(self.slug, self.ruling, language)


@cache
def _said(slug: str, ruling: Ruling, language: str) -> RulingWords:
    given = Given(slug, "", ruling)
    said = ruling_words(ruling, given.people, GAMES[slug].arbiter)
    return shortened(said, words_in(language))


@cache
def every_ruling() -> tuple[Given, ...]:
    """All of them, of those that are alike one."""
    outcomes = (*_of_the_laws(), *_of_the_casebook(), *_at_random())
    rulings = (
        Given(*outcome) for outcome in outcomes if isinstance(outcome[2], Ruling)
    )
    return tuple({(ruling.slug, ruling.ruling): ruling for ruling in rulings}.values())


def _of_the_laws() -> Iterator[tuple[str, str, Any]]:
    for name, case in sentences.every_case().items():
        table = name.rpartition("(")[2].partition(")")[0].split()[0]
        yield (table if table in GAMES else "bridge"), name, case.heard(case.facts)


def _of_the_casebook() -> Iterator[tuple[str, str, Any]]:
    for parameters in casebook.rows(casebook.HOLDS):
        slug, row = parameters.values
        yield slug, str(parameters.id), casebook.answered(slug, row)


def _at_random() -> Iterator[tuple[str, str, Any]]:
    for slug in JUDGED:
        for seed in range(SEEDS):
            chance = random.Random(f"{slug} {seed}")
            deal = recorded(slug, chance)
            for trial in trials(deal, chance, 2, lambda one: one.rule):
                yield slug, f"{slug} {seed}: {trial.name} {trial.facts}", trial.ruling


# Long: a list of what a ruling says, line by line.
def printed(language: str) -> Iterator[str]:
    """The longest ruling of each verdict, line by line."""
    longest = dict[str, tuple[int, Given]]()
    text = words_in(language).text
    for given in every_ruling():
        code = given.ruling.verdict.code
        words = " ".join(map(text, every_sentence(given.said(language))))
        length = len(words.split())
        if length > longest.get(code, (0,))[0]:
            longest[code] = length, given
    for code, (length, given) in sorted(longest.items()):
        said = given.said(language)
        seen = len(" ".join(map(text, visible(said))).split())
        yield f"# {code}, {length} words, {seen} seen: {given.source}"
        yield text(said.verdict)
        yield from (f"  bound: {text(one)}" for one in said.binds)
        yield from (f"  {text(one.what)} [{one.cite.section}]" for one in said.reasons)
        for group in said.later:
            yield f"  {text(group.when)}:"
            yield from (f"    {text(one.what)}" for one in group.reasons)
        yield from (f"  otherwise: {text(one)}" for one in said.otherwise)


if __name__ == "__main__":
    for language in LANGUAGES:
        print(language, *printed(language), sep="\n")
