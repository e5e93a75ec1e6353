"""Writes docs/laws/: every question that the arbiter can ask, every answer, and every ruling.

.venv/bin/python -m tools.law_trees

Each irregularity of each game is asked all of its questions. Where the answers are suits, cards or
numbers, one of them stands for all, and North for whoever did it; so declarer is North or East.
Answers that lead to the same are told together. Nothing is recorded, so that all is asked; what is
asked only where calls are recorded is told beside it, with these.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Any

from scorekeeper.core.facts import Facts
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.rulings import Effect, OpenQuestion, Ruling, effect_words
from scorekeeper.core.seats import COMPASS
from scorekeeper.core.session import At, fold
from scorekeeper.games import GAMES
from scorekeeper.games.arbiter.arbiter import Irregularity
from scorekeeper.games.bridge.contract import Call
from scorekeeper.games.bridge.events import CallMade
from scorekeeper.games.fields import CardField
from scorekeeper.games.game import Game
from scorekeeper.words import words_in
from tests.games.about import WITHOUT_LAW_BOOK, about

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "laws"
LAW_BOOK = "bridge"
"""The game whose irregularities are filed by the number of their law; the others have a
page each, and the forms of bridge are ruled as it is."""
DEEPEST = 20
"""No law asks more questions than this one after the other."""
GENERAL = {9, 10, 12, 22, 44, 50, 64, 85}
"""Laws that many others rest on or lead to: an irregularity is filed under one of them
only where it cites no other."""
_STANDS_FOR_ALL = ".answer.is"
_DECLARER = "declarer"
_OF_WORDS = ("what", "kind", "disputed")
"""The fields of forms whose choices say different things."""
_LATER: Mapping[str, tuple[str, Facts]] = {
    "call-out-of-turn": ("1H Pass Pass", {"seat": "W", "call": "1S"}),
}
"""The calls that are recorded, and what is told then of one that was made in turn by now."""
_ENGLISH = words_in("en")


def text(said: Message) -> str:
    """A sentence in English, on one line."""
    return _ENGLISH.text(said).replace("\u2060", "")


@dataclass
class Tree:
    """What comes of one irregularity, as lines of nested lists."""

    game: Game
    one: Irregularity
    laws: Counter[int] = field(default_factory=Counter)
    questions: int = 0
    rulings: int = 0

    def lines(self) -> list[str]:
        """The whole tree. Counts its questions, rulings and the laws that they cite."""
        settings = self.game.rule_sheet.defaults
        folded = fold(self.game, settings, ())
        form = self.one.form(folded=folded)
        return [
            *self._filled(folded.state, {}, list(form)),
            *self._told_later(folded.state),
        ]

    def _told_later(self, state: Any) -> list[str]:
        """What follows when it is told after others have called."""
        if self.game.slug != LAW_BOOK or self.one.name not in _LATER:
            return []
        auction, told = _LATER[self.one.name]
        calls = []
        for number, (seat, said) in enumerate(
            zip(cycle(COMPASS), auction.split(), strict=False)
        ):
            made = CallMade(Call.parse(said), seat)
            state = self.game.apply(state, made, At(number + 1, number + 1, ()))
            calls.append(message("play.said.by", seat=seat, said=made.call))
        recorded = text(message("custom.answer.is", what=listed(calls)))
        late = f"Told once these calls are recorded: {recorded}."
        return ["", late, "", *self._after(state, told)]

    def _filled(
        self, state: Any, facts: dict[str, str], fields: list[Any]
    ) -> list[str]:
        """What follows when the form is filled: a choice of words is tried in each way,
        of seats and calls the first stands for all, and so does a card of the pack."""
        # its laws ask for these by themselves
        if not fields or self.game.slug == LAW_BOOK:
            return self._after(state, facts)
        field, *others = fields
        if isinstance(field, CardField):
            card = about(self.game.slug).examples[field.name]
            return self._filled(state, {**facts, field.name: card}, others)
        choices = [(str(value), label) for value, label, *_ in field.iter_choices()]
        if field.name not in _OF_WORDS:
            first = choices[0][0]
            return self._filled(state, {**facts, field.name: first}, others)
        asked = text(field.label.text)
        return self._branches(
            f"- **{asked}**",
            [
                (label, self._filled(state, {**facts, field.name: value}, others))
                for value, label in choices
            ],
        )

    def _after(self, state: Any, facts: Mapping[str, str]) -> list[str]:
        if len(facts) > DEEPEST:
            raise RecursionError(f"{self.one.name} asks on and on: {facts}")
        outcome = self.one.rule(state, facts)
        if isinstance(outcome, OpenQuestion):
            return self._asked(state, facts, outcome)
        if isinstance(outcome, Ruling):
            return self._ruled(outcome)
        raise TypeError(
            f"{self.one.name} answers {outcome} though no record was looked at"
        )

    def _asked(
        self, state: Any, facts: Mapping[str, str], question: OpenQuestion
    ) -> list[str]:
        self.questions += 1
        self._count(question.cite.section)
        ways = [
            (answer, self._after(state, {**facts, question.name: value}))
            for value, answer in _told_apart(question)
        ]
        return self._branches(
            f"- **{text(question.asked)}** ({question.cite.section})", ways
        )

    def _branches(self, asked: str, ways: list[tuple[Message, list[str]]]) -> list[str]:
        """A question with its answers, and what follows each; those with the same end
        together."""
        same = defaultdict[tuple[str, ...], list[str]](list)
        for answer, follows in ways:
            same[tuple(follows)].append(text(answer))
        lines = [asked]
        for end, answers in same.items():
            lines.append(f"  - {' / '.join(answers)}")
            lines += (f"    {line}" for line in end)
        return lines

    def _ruled(self, ruling: Ruling) -> list[str]:
        self.rulings += 1
        lines = [f"- ⇒ {text(ruling.verdict)}"]
        for step in ruling.steps:
            self._count(step.cite.section)
            where = f" ({step.cite.section})" if step.cite.section else ""
            lines.append(f"  - {text(step.what)}{where}")
        lines += (f"  - *Bound:* {text(bound.said())}" for bound in ruling.obligations)
        lines += (
            f"  - *Score:* {text(self._given(effect))}" for effect in ruling.effects
        )
        return lines

    def _given(self, effect: Effect) -> Message:
        parties = self.game.parties(self.game.rule_sheet.defaults)
        names = {party.id: party for party in parties}
        party = names.get(effect.party, effect.party)
        return effect_words(self.game.family, effect.kind, party, effect.amount)

    def _count(self, section: str) -> None:
        numbers = map(int, re.findall(r"\bLaws? (\d+)", section))
        self.laws.update(numbers)

    @property
    def law(self) -> int:
        """The law that its questions and rulings cite most."""
        return min(
            self.laws,
            key=lambda number: (number in GENERAL, -self.laws[number], number),
        )


def _told_apart(question: OpenQuestion) -> list[tuple[str, Message]]:
    """The answers that differ in what they say, and a declarer of either side; of other
    seats, of suits, cards and numbers the first."""
    options = list(question.options)
    if question.name == _DECLARER:
        return options[:2]
    said = [
        (value, answer)
        for value, answer in options
        if not answer.code.endswith(_STANDS_FOR_ALL)
    ]
    return said or options[:1]


def section_of(tree: Tree) -> list[str]:
    """An irregularity under its heading."""
    lines = tree.lines()
    name = text(message(f"{tree.game.family}.irregularity.{tree.one.name}"))
    count = f"{tree.questions} questions, {tree.rulings} rulings."
    return [f"## {name}", "", count, "", *lines, ""]


def pages() -> Iterator[tuple[str, str]]:
    """The pages by the names of their files."""
    by_law = defaultdict[int, list[str]](list)
    for one in _irregularities(LAW_BOOK):
        tree = Tree(GAMES[LAW_BOOK], one)
        lines = section_of(tree)
        by_law[tree.law] += lines
    for law, lines in sorted(by_law.items()):
        heading = text(message(f"bridge.law.{law}"))
        yield f"{law:02}.md", "\n".join([f"# Law {law}: {heading}", "", *lines])
    for slug in WITHOUT_LAW_BOOK:
        title = f"# {text(message(f'game.{slug}'))}"
        lines = [
            line
            for irregularity in _irregularities(slug)
            for line in section_of(Tree(GAMES[slug], irregularity))
        ]
        yield f"{slug}.md", "\n".join([title, "", *lines])


def _irregularities(slug: str) -> tuple[Irregularity, ...]:
    arbiter = GAMES[slug].arbiter
    return arbiter.irregularities if arbiter else ()


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, page in pages():
        (FOLDER / name).write_text(page)
