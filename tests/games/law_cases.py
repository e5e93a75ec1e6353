"""The cases of law as files have them: tables, facts, what was ruled."""

import csv
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.play import CardDrawn, CardPlayed
from scorekeeper.core.rulings import Ruling
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Event
from scorekeeper.games import GAMES
from scorekeeper.games.berzerka.events import (
    BoardSet,
    ContractBid,
    Discarded,
    Passed,
    TrumpNamed,
)
from scorekeeper.games.berzerka.rules import STARTER
from scorekeeper.games.bridge.events import (
    HiddenShown,
    JokersDeclared,
    TricksTaken,
    WildcardNamed,
)
from scorekeeper.games.bridge.rules import Scoring, Settings
from scorekeeper.games.rook.events import (
    BidStated,
    Call,
    CountStated,
    FirstLead,
    TrumpDeclared,
)
from scorekeeper.games.rook.events import CallMade as RookCall
from tests.games.bridge.at_table import Table
from tests.games.bridge.hearing import (
    auction,
    contract,
    thirteen_tricks,
    tricks,
)
from tests.games.sitting import Sitting

DATA = Path(__file__).parent.parent / "data" / "laws"
OTHERS = ("rook", "berzerka", "two-ten-jack")
FORMS = {
    "rubber": ("rubber",),
    "duplicate": ("duplicate",),
    "both": ("rubber", "duplicate"),
}


def rows() -> Iterator[Any]:
    for path in sorted(DATA.glob("*.csv")):
        with path.open() as file:
            for n, row in enumerate(csv.DictReader(file), start=2):
                if path.stem in OTHERS:
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


def _plays(text: str) -> list[Event]:
    """Cards as they fell; "+D7" a card drawn, "+" one that nobody saw, "(D7)" one face
    down."""
    drawn = [(word, word.startswith("+")) for word in text.split()]
    return [
        CardDrawn(Card.parse(word[1:]) if word[1:] else None)
        if is_drawn
        else CardPlayed(Card.parse(word.strip("()")), word.startswith("("))
        for word, is_drawn in drawn
    ]


def _at_rook(given: str) -> list[Event]:
    head, _, cards = given.partition(":")
    words = head.split()
    if words[:1] == ["auction"]:
        return [RookCall(Call.parse(word)) for word in words[1:]]
    bid: list[Event] = [BidStated(Seat.ONE, int(words[0])), TrumpDeclared(Suit.GREEN)]
    if words[1:] and words[1].startswith("="):  # "120 =130": what team 13 has captured
        return [*bid, CountStated("13", int(words[1][1:]))]
    return [*bid, FirstLead(Seat.ONE), *_plays(cards)] if words else []


def _at_berzerka(given: str) -> list[Event]:
    head, _, cards = given.partition(":")
    words = head.split()
    if words[:1] == ["auction"]:
        return [Passed() if word == "pass" else ContractBid(word) for word in words[1:]]
    bid: list[Event] = [
        ContractBid(words[0]),
        Passed(),
        Passed(),
        TrumpNamed(Suit.SPADES),
    ]
    return [*bid, Discarded(0), *_plays(cards)]


JUDGED = tuple(slug for slug, game in GAMES.items() if game.arbiter)
"""The games that have an arbiter."""
GIVEN = {"rook": _at_rook, "berzerka": _at_berzerka, "two-ten-jack": _plays}
"""What was recorded, by the game: "120: R1 Y2" a bid of seat 1 with green as trump, and
cards; "120 =130" such a hand that is counted; "auction 100 pass"; "berzerka: C5 D9" a
contract of seat 2 with spades; at Two-Ten-Jack cards."""


def others() -> Iterator[Any]:
    for name in OTHERS:
        with (DATA / f"{name}.csv").open() as file:
            for n, row in enumerate(csv.DictReader(file), start=2):
                yield pytest.param(
                    name, row, id=f"{name} line {n}: {row['law']} {row['case']}"
                )


def other_table(slug: str, row: dict[str, str]) -> Sitting:
    """A table of this game with these settings, at which this was recorded."""
    game = GAMES[slug]
    settings: Any = game.rule_sheet.defaults
    for one in row["table"].split():
        name, _, value = one.partition("=")
        settings = with_answer(settings, name, value)
    sitting = Sitting(game, settings)
    if slug == "berzerka":
        sitting.enter(BoardSet(tuple(one.code for one in STARTER)))
    facts = GIVEN[slug](row["given"]) if row["given"] else []
    for one in facts:
        sitting.enter(one)
    return sitting
