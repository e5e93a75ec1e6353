"""Short ways to say what happens at a bridge table."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from scorekeeper.core.cards import Card
from scorekeeper.core.deciding import decide
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.seats import COMPASS, Seat, left_of
from scorekeeper.core.session import Command, Entry, Event, Folded, Recorded, fold
from scorekeeper.core.sheet import Line, Row, ScoreSheet, Section
from scorekeeper.games.bridge.contract import Call, Contract
from scorekeeper.games.bridge.events import (
    CallMade,
    ContractStated,
    HiddenShown,
    HonoursHeld,
    TricksTaken,
)
from scorekeeper.games.game import Game
from scorekeeper.words import words_in


class Table:
    """A table of `game` under `settings`: commands go through `decide` and grow the
    log."""

    def __init__(self, game: Game, settings: Any = None) -> None:
        self.game: Any = game
        self.settings = settings or game.rule_sheet.defaults
        self.log: tuple[Recorded, ...] = ()
        self._folded: Folded | None = None
        self._folded_log: tuple[Recorded, ...] | None = None

    def enter(self, *facts: Event) -> "Table":
        """Enter facts after all others, as one command."""
        return self.command(Command(tuple(Entry(fact) for fact in facts)))

    def correct(self, seq: int, *facts: Event, reason: str = "a slip") -> "Table":
        """Strike entry `seq` and put these facts in its place."""
        return self.command(
            Command(tuple(Entry(fact, seq) for fact in facts), (seq,), reason)
        )

    def insert(self, place: int, *facts: Event) -> "Table":
        """Put facts in just before entry `place`."""
        return self.command(Command(tuple(Entry(fact, place) for fact in facts)))

    def command(self, command: Command) -> "Table":
        """Let the command be decided, and append what it comes to."""
        entries = decide(self.game, self.settings, self.log, command, self._folded)
        first = len(self.log) + 1
        self.log += tuple(
            Recorded(
                first + n, "", None, one.event, one.place, "", f"key {first}", n, "", ""
            )
            for n, one in enumerate(entries)
        )
        return self

    @property
    def folded(self) -> Folded:
        """What the log adds up to: what was added since it was asked last is folded."""
        if self._folded is None or self._folded_log is not self.log:
            self._folded = fold(self.game, self.settings, self.log, self._folded)
            self._folded_log = self.log
        return self._folded

    @property
    def state(self) -> Any:
        """The state of the game."""
        return self.folded.state

    @property
    def sheet(self) -> ScoreSheet:
        """The score sheet as it is now."""
        found: ScoreSheet = self.game.sheet(self.state)
        return found


def deal(contract: str, declarer: str, tricks: int) -> tuple[Event, ...]:
    """A deal entered quickly: deal("4SX", "N", 9)."""
    return (
        ContractStated(Contract.parse(contract), Seat(declarer)),
        TricksTaken(tricks),
    )


def calls(text: str) -> tuple[Event, ...]:
    """Calls in order: calls("1H Pass 4H Pass Pass Pass")."""
    return tuple(CallMade(Call.parse(word)) for word in text.split())


def called(first: str, text: str) -> tuple[Event, ...]:
    """The same by their callers, the first of them in this seat: called("N", "1H
    Pass")."""
    words = enumerate(text.split())
    return tuple(
        CallMade(Call.parse(word), left_of(Seat(first), COMPASS, n))
        for n, word in words
    )


def cards(text: str) -> tuple[Card, ...]:
    """Cards: cards("SA SK Joker")."""
    return tuple(Card.parse(word) for word in text.split())


def hidden(holder: str, card: str | None) -> HiddenShown:
    """A face-down card: hidden("E", "CA")."""
    return HiddenShown(Seat(holder), Card.parse(card) if card else None)


def honours(seat: str, held: str) -> HonoursHeld:
    """Honours in a hand: honours("N", "SA SK SQ SJ")."""
    return HonoursHeld(Seat(seat), cards(held))


@contextmanager
def refused(code: str, field: str | None = None) -> Iterator[None]:
    """What happens inside is refused with the message bridge.refused.<code>, or the one
    that all games share, said in full."""
    with pytest.raises(RuleViolation) as caught:
        yield
    why = caught.value.why
    assert why.code in (f"bridge.refused.{code}", f"refused.{code}")
    if field is not None:
        assert caught.value.field == field
    said = words_in("en").text(why)
    assert "%(" not in said and not said.startswith("bridge."), said


def row(table: Table, number: int = -1) -> Row:
    """One row of the sheet, the last unless another is asked for."""
    return list(table.sheet.rows())[number]


def section(table: Table) -> Section:
    """The last section of the sheet."""
    return table.sheet.sections[-1]


def points(lines: tuple[Line, ...]) -> list[tuple[str, str, int, str]]:
    """Lines as (party, part, points, code without its prefix)."""
    return [
        (
            line.party,
            line.part,
            int(line.points),
            line.what.code.removeprefix("bridge.line."),
        )
        for line in lines
    ]
