"""Nights to put into files and on paper: their log, and the sessions of their tables."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from random import Random
from typing import Any

from scorekeeper.core.codec import encode
from scorekeeper.core.evening import Seated
from scorekeeper.core.session import Command, Entry, Event, Header, Stamp
from scorekeeper.exports.night_play import NightPlay, played_night
from scorekeeper.games import GAMES
from scorekeeper.games.bridge import BRIDGE
from scorekeeper.games.bridge.events import BoardIs, PassedOut
from scorekeeper.games.bridge.rules import Scoring as BridgeScoring
from scorekeeper.nights.facts import (
    Award,
    BoardGiven,
    Chosen,
    Entered,
    GameIs,
    Kind,
    Renamed,
    RoundOpened,
    Scoring,
)
from scorekeeper.nights.night import laid_in, next_round
from scorekeeper.nights.travellers import Line
from scorekeeper.tables.nights import NIGHT, night_of, rankings, seated_at
from scorekeeper.tables.session import Session, opened
from tests.exports.sheets import Table
from tests.nights.folded import units

__all__ = ["Line", "Renamed"]

DUPLICATE = replace(BRIDGE.rule_sheet.defaults, scoring=BridgeScoring.DUPLICATE)
NAMES = (
    *("Ann Lee", "Ben Ito", "Cem Ak", "Dov Bar", "Eva Moe", "Finn Roy", "Gül Ay"),
    *("Hugo Lis", "Ida Bo", "Jon Ek", "Kim Ng", "Leo Fox", "Mia Zorn", "Nils Ott"),
    *("Olga Weiß", "Pia Noé", "Quin Day", "Rosa Paz", "Sven Aas", "Tara Vu"),
)
CONTRACTS = ("4S", "3NT", "2H", "4HX", "1NT", "5D", "6C", "3C", "2S", "4H")
AT = "2026-11-26T20:00:00Z"
"""When the night was opened."""

PlayTable = Callable[[Table, int, int], None]
"""Plays the boards of a round at a table: from which board, and how many."""


class Evening:
    """A night that is entered fact by fact."""

    def __init__(self, slug: str = "bridge", settings: Any = DUPLICATE) -> None:
        self.slug = slug
        self.settings = settings
        self.session: Session = opened(NIGHT, Header("night-1", "night", 1, {}, AT))
        self.tables: dict[str, Session] = {}
        self.enter(GameIs(slug, encode(settings)))

    def enter(self, *events: Event) -> None:
        minutes = self.session.last
        stamp = Stamp(
            f"2026-11-26T{20 + minutes // 60}:{minutes % 60:02}:00Z",
            key=f"key-{minutes}",
        )
        entries = self.session.decide(Command(tuple(map(Entry, events))))
        self.session = self.session.grown(self.session.chained(entries, stamp))

    def open_round(self) -> None:
        night = night_of(self.session)
        ranked = [
            line.unit
            for ranking in rankings(night, self.tables.get)
            for line in ranking.standings
        ]
        planned = next_round(night, ranked or range(1, len(night.units) + 1))
        number = night.round + 1
        ids = {table.table: f"r{number}t{table.table}" for table in planned.tables}
        self.enter(RoundOpened(number, laid_in(night, planned, ids)))

    def play_round(self, play: PlayTable) -> None:
        """Open the next round and play it at every table."""
        self.open_round()
        night = night_of(self.session)
        assert night.chosen is not None
        for laid in night.rounds[-1].fact.tables:
            table = Table(GAMES[self.slug], self.settings, (), laid.session)
            seated = seated_at(laid, table.session.parties)
            table.enter(*(Seated(night.name(n), seat) for seat, n in seated.items()))
            play(table, laid.board, night.chosen.boards)
            self.tables[laid.session] = table.session

    @property
    def play(self) -> NightPlay:
        return played_night(self.session, self.tables)


def bridge_boards(seed: int = 1) -> PlayTable:
    """Plays boards of bridge with results by chance, always the same ones."""
    chance = Random(seed)

    def play(table: Table, first: int, boards: int) -> None:
        for board in range(first, first + boards):
            table.enter(BoardIs(board))
            if chance.random() < 0.04:
                table.enter(PassedOut())
                continue
            contract = chance.choice(CONTRACTS)
            made = 6 + int(contract[0]) + chance.choice((-2, -1, 0, 0, 0, 1))
            table.deal(contract, chance.choice("NESW"), min(made, 13))

    return play


def chosen(  # noqa: PLR0913 - each is a choice of the night
    kind: Kind,
    n: int,
    size: int,
    rounds: int,
    scoring: Scoring = Scoring.MATCHPOINTS,
    boards: int = 2,
    switched: int = 0,
    evening: Evening | None = None,
) -> Evening:
    """A night of `n` persons, pairs or teams that is about to begin."""
    evening = evening or Evening()
    evening.enter(*(Entered(name) for name in names(n * size)))
    evening.enter(Chosen(kind, scoring, rounds, boards, 15, units(n, size), switched))
    return evening


def names(n: int) -> Iterable[str]:
    return [*NAMES, *(f"Person {number}" for number in range(len(NAMES), n))][:n]


def played(evening: Evening, rounds: int, seed: int = 1) -> Evening:
    """The night with so many rounds of bridge played."""
    play = bridge_boards(seed)
    for _ in range(rounds):
        evening.play_round(play)
    return evening


def mitchell(scoring: Scoring = Scoring.MATCHPOINTS) -> Evening:
    """Nine pairs, so one sits out each round, with an artificial and an adjusted
    score."""
    evening = played(chosen(Kind.MITCHELL, 9, 2, 5, scoring), 5)
    given = BoardGiven(
        *(1, 1, 1, "A card was seen in the board", "12C2"),
        north_south=Award.PLUS,
        east_west=Award.MINUS,
    )
    adjusted = BoardGiven(2, 2, 5, "Misinformation", "21B", points=-620)
    evening.enter(given, adjusted)
    return evening


def teams() -> Evening:
    """Four teams of four that have all met."""
    scoring = Scoring.VICTORY_POINTS
    return played(chosen(Kind.TEAMS, 4, 4, 3, scoring, boards=4), 3)


def individual() -> Evening:
    """Eight people with changing partners."""
    return played(chosen(Kind.INDIVIDUAL, 8, 1, 7), 7)
