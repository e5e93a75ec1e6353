"""The cases of law as files have them: tables, facts, what was ruled."""

import csv
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.rulings import Ruling
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Event
from scorekeeper.games import GAMES
from scorekeeper.games.bridge.events import (
    HiddenShown,
    JokersDeclared,
    TricksTaken,
    WildcardNamed,
)
from scorekeeper.games.bridge.rules import Scoring, Settings
from tests.games.about import WITHOUT_LAW_BOOK, about, folder_of
from tests.games.bridge.at_table import Table
from tests.games.bridge.hearing import (
    auction,
    contract,
    thirteen_tricks,
    tricks,
)
from tests.games.sitting import Sitting

DATA = Path(__file__).parent.parent / "data" / "laws"
FORMS = {
    "rubber": ("rubber",),
    "duplicate": ("duplicate",),
    "both": ("rubber", "duplicate"),
}


def rows() -> Iterator[Any]:
    for path in sorted(DATA.glob("*.csv")):
        with path.open() as file:
            for n, row in enumerate(csv.DictReader(file), start=2):
                if path.stem in WITHOUT_LAW_BOOK:
                    continue
                for form in FORMS.get(row["table"], (row["table"],)):
                    name = f"{path.stem} line {n}, {form}: {row['law']} {row['case']}"
                    yield pytest.param(form, row, id=name)


def table_of(form: str) -> Table:
    """A table of this game, or of plain bridge scored in this form; a preset and
    settings after it: "joker-bridge x2 suit_mode=wildcard"."""
    if form in ("rubber", "duplicate"):
        return Table(GAMES["bridge"], Settings(scoring=Scoring(form)))
    slug, *more = form.split()
    game = GAMES[slug]
    settings: Any = game.rule_sheet.defaults
    for word in more:
        name, _, value = word.partition("=")
        if value:
            settings = with_answer(settings, name, value)
        else:
            settings = next(
                preset.settings for preset in game.presets if preset.code == name
            )
    return Table(game, settings)


def with_answer(settings: Any, name: str, value: str) -> Any:
    """These settings with another answer to one question."""
    return replace(settings, **{name: type(getattr(settings, name))(value)})


def facts_of(given: str) -> tuple[Event, ...]:
    """What was recorded, piece by piece."""
    found: list[Event] = []
    for piece in filter(None, given.split("; ")):
        kind, _, rest = piece.partition(" ")
        found += FACTS[kind](rest) if kind in FACTS else _contract_and_play(piece)
    return tuple(found)


def _joker_and_suit(text: str) -> tuple[Card, Suit]:
    joker, _, suit = text.partition(":")
    return Card.parse(joker), Suit(suit)


def _hidden(text: str) -> tuple[Event, ...]:
    holder, _, card = text.partition(":")
    return (HiddenShown(Seat(holder), Card.parse(card)),)


FACTS: dict[str, Callable[[str], tuple[Event, ...]]] = {
    "auction": auction,
    "declared": lambda text: (JokersDeclared(suits=(_joker_and_suit(text),)),),
    "wildcard": lambda text: (WildcardNamed(*_joker_and_suit(text)),),
    "hidden": _hidden,
}
"""What else can be recorded than a contract and its play, by the word that it begins
with."""


def _contract_and_play(given: str) -> list[Event]:
    found = re.fullmatch(r"([\w*]+) ([NESW])(?:: ([^=]*?))?(?: = (\d+))?", given)
    assert found, given
    level, declarer, play, result = found.groups()
    said: list[Event] = [*contract(level, declarer)]
    for leader, row in rows_of(play or ""):
        said += tricks(leader, row)
    if result:
        said.append(TricksTaken(int(result)))
    return said


def rows_of(play: str) -> Iterator[tuple[str, str]]:
    whole = {"@all": 13, "@twelve": 12}.get(play.strip())
    if whole is not None:
        yield from thirteen_tricks()[:whole]
        return
    for row in filter(None, (one.strip() for one in play.split("/"))):
        leader, _, cards = row.partition(" ")
        yield leader, cards


def told(row: dict[str, str]) -> dict[str, str]:
    facts = (one.split("=") for one in row["facts"].split())
    return {name: fact.replace("+", " ") for name, fact in facts}


def effect_of(ruling: Ruling) -> str:
    """What it does to the score, as the files write it."""
    kinds = {
        "tricks": "{0}{1:+d}",
        "result": "result {1}",
        "void": "void",
        "points": "{0}{1:+d} points",
        "doubling": "doubling {1}",
        "declarer": "dummy of {0} plays",
    }
    return ", ".join(
        kinds[effect.kind].format(effect.party, effect.amount)
        for effect in ruling.effects
    )


def bound(ruling: Ruling) -> list[str]:
    pieces = (
        (
            obligation.kind,
            obligation.seat.value,
            obligation.card and str(obligation.card),
            obligation.suit and obligation.suit.value,
        )
        for obligation in ruling.obligations
    )
    return sorted(":".join(piece for piece in one if piece) for one in pieces)


def others() -> Iterator[Any]:
    for name in WITHOUT_LAW_BOOK:
        with laws_of(name).open() as file:
            for n, row in enumerate(csv.DictReader(file), start=2):
                yield pytest.param(
                    name, row, id=f"{name} line {n}: {row['law']} {row['case']}"
                )


def laws_of(slug: str) -> Path:
    """The cases of a game without a law book. Raises LookupError where it has none."""
    own = folder_of(GAMES[slug]) / "laws.csv"
    path = DATA / f"{slug}.csv"
    found = next((path for path in (own, path) if path.is_file()), None)
    if found is None:
        raise LookupError(f"write {own}, as tests/data/laws/README.md says")
    return found


def other_table(slug: str, row: dict[str, str]) -> Sitting:
    """A table of this game with these settings, at which this was recorded."""
    game = GAMES[slug]
    settings: Any = game.rule_sheet.defaults
    for one in row["table"].split():
        name, _, value = one.partition("=")
        settings = with_answer(settings, name, value)
    sitting = Sitting(game, settings)
    if about(slug).opening:
        sitting.enter(*about(slug).opening)
    facts = about(slug).read(row["given"]) if row["given"] else ()
    for one in facts:
        sitting.enter(one)
    return sitting
