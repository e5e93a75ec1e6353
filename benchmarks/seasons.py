"""Whole seasons of random legal sessions of every game, always the same ones for a
seed.

`python -m benchmarks.seasons DB --sessions N --seed S` puts them into a database. Three
groups meet over two seasons, each game under one of its presets; they change seats,
correct themselves, throw deals in, and leave some evenings unfinished.
"""

import argparse
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from benchmarks.dealt import play_a_hand
from scorekeeper.core.codec import encode
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import Adjusted, Ended, Seated, ThrownIn
from scorekeeper.core.session import Command, Entry, Event, Header, Stamp
from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.store import Store, prepared
from scorekeeper.tables.session import Session, opened
from tests.games.about import Dice

FIRST = datetime(2024, 9, 6, 19, 30, tzinfo=UTC)
"""When the first season begins; the second does a year later. Each lasts forty
weeks."""
SEASONS = 2
WEEKS = 40
MOST_HANDS = 30
"""So many hands are played in an evening at most, unless more are asked for."""


@dataclass(frozen=True, slots=True)
class Group:
    """People who meet again and again, and how often they play which game."""

    people: tuple[str, ...]
    games: dict[str, int]


GROUPS = (
    Group(
        ("Ingrid", "Tom", "Priya", "Marek", "Zoë"),
        {"joker-bridge": 6, "bridge": 2, "five-crowns": 1, "two-ten-jack": 1},
    ),
    Group(
        (
            "Bartholomäus-Fitzgerald",
            "Anne-Sophie van der Meer",
            "Dagný Þórsdóttir",
            "Ciarán Ó Súilleabháin",
            "Al",
        ),
        {"rook": 4, "deuces-wild": 2, "berzerka": 3, "bridge": 1},
    ),
    Group(
        ("Ελένη", "Şule", "Chidi", "Ben", "Tom", "Mary Ann"),
        {
            "two-ten-jack": 4,
            "berzerka": 3,
            "rook": 2,
            "joker-bridge": 2,
            "five-crowns": 1,
        },
    ),
)


PLAYED = frozenset(slug for group in GROUPS for slug in group.games)
"""The games that somebody plays; one that was just added may not be among them yet."""


def seasons(count: int, seed: int = 1, hands: int = MOST_HANDS) -> Iterator[Session]:
    """So many sessions of at most so many hands, in the order in which they were
    opened."""
    span = timedelta(weeks=WEEKS)
    for n in range(count):
        dice = random.Random(f"seasons {seed} {n}")
        season, part = divmod(n * SEASONS, count)
        begun = FIRST + timedelta(days=364 * season) + span * (part / count)
        at = begun.replace(hour=19, minute=dice.randrange(60)) + timedelta(
            seconds=n % 60
        )
        group = dice.choices(GROUPS, (5, 3, 2))[0]
        yield _Evening(dice, group, at).played(hands)


class _Evening:
    """One session as it is played: a clock that goes on with each command."""

    def __init__(self, dice: Dice, group: Group, at: datetime) -> None:
        self._dice = dice
        self._at = at
        self._commands = 0
        slug = dice.choices(list(group.games), list(group.games.values()))[0]
        game = GAMES[slug]
        people = dice.sample(group.people, _table(game, len(group.people), dice))
        settings = dice.choice(game.presets).settings
        if hasattr(settings, "players"):
            settings = replace(settings, players=len(people))
        header = Header(
            f"{dice.getrandbits(88):022x}",
            slug,
            game.edition,
            encode(settings),
            f"{at:%Y-%m-%dT%H:%M:%S}+00:00",
        )
        self._session = opened(game, header)
        seats = game.ring(settings)
        self._waiting = people[len(seats) :]
        self._enter(*(Seated(*one) for one in zip(people, seats, strict=False)))
        if self._waiting:
            self._enter(*(Seated(one) for one in self._waiting))

    def played(self, most: int) -> Session:
        """The session after an evening of at most so many hands."""
        hands = self._dice.randint(1, most)
        is_cut_short = self._dice.random() < 0.1
        for _ in range(hands):
            self._session = play_a_hand(self._session, self._dice, self._play)
            self._interlude()
            sections = self._session.sheet.sections
            if sections and sections[-1].is_over and self._dice.random() < 0.6:
                break
        if is_cut_short:
            self._try(Ended())
        return self._session

    def _interlude(self) -> None:
        """What else happens between two hands, now and then."""
        lot = self._dice.random()
        game = self._session.game
        if lot < 0.02:
            self._try(ThrownIn())
        elif lot < 0.04:
            party = self._dice.choice(game.parties(self._session.settings))
            self._try(Adjusted(party.id, self._dice.choice((-50, -10, 10, 30)), "late"))
        elif lot < 0.06:
            self._take_back()
        elif lot < 0.10 and self._waiting:
            seat, person = self._dice.choice(self._session.folded.people)
            self._enter(Seated(self._waiting.pop(), seat))
            self._waiting.append(person)

    def _take_back(self) -> None:
        """The last hand is struck out and entered again as it was."""
        last = self._session.log[-1].key
        wrong = [entry for entry in self._session.log if entry.key == last]
        facts = tuple(Entry(one.event) for one in wrong)
        if all(isinstance(one.event, self._session.game.events) for one in wrong):
            self._try_command(
                Command(facts, tuple(one.seq for one in wrong), "entered twice")
            )

    def _try(self, event: Event) -> None:
        self._try_command(Command((Entry(event),)))

    def _try_command(self, command: Command) -> None:
        try:
            self._play(command)
        except RuleViolation:
            return

    def _enter(self, *facts: Event) -> None:
        self._play(Command(tuple(map(Entry, facts))))

    def _play(self, command: Command) -> Session:
        stamp = Stamp(f"{self._at:%Y-%m-%dT%H:%M:%S}Z", key=f"command-{self._commands}")
        self._session = self._session.grown(self._session.additions(command, stamp))
        self._commands += 1
        self._at += timedelta(seconds=self._dice.randint(60, 400))
        return self._session


def _table(game: Game[Any, Any], group: int, dice: Dice) -> int:
    """How many of the group sit down, one more than play at times."""
    may = [n for n in game.players if n <= group]
    return dice.choice(may)


def fill(store: Store, sessions: Iterator[Session]) -> int:
    """Put sessions into a store; answers how many entries they have."""
    entries = 0
    for session in sessions:
        store.imports.take_in([prepared(session)])
        entries += session.last
    return entries


def main(argv: list[str]) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.seasons", description=__doc__
    )
    parser.add_argument("database", type=Path)
    parser.add_argument("--sessions", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--hands", type=int, default=MOST_HANDS, help="at most, in an evening"
    )
    asked = parser.parse_args(argv)
    store = Store(asked.database)
    began = time.monotonic()
    entries = fill(store, seasons(asked.sessions, asked.seed, asked.hands))
    store.close()
    took = time.monotonic() - began
    print(
        f"{asked.sessions:,} sessions, {entries:,} entries, {took:.0f} s: "
        f"{asked.database}"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
