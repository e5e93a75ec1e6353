"""A game small enough to test the record with: tricks are counted, thirteen to a
deal."""

from dataclasses import dataclass, replace
from enum import Enum
from typing import ClassVar

from scorekeeper.core.cards import Card
from scorekeeper.core.citations import Authority, Cite, Source
from scorekeeper.core.codec import encode
from scorekeeper.core.errors import ImpossibleResult, RuleViolation
from scorekeeper.core.evening import (
    Adjusted,
    CarriedIn,
    DealerIs,
    Ended,
    Seated,
    ThrownIn,
)
from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import COMPASS, SIDES, Party, Ring, Seat
from scorekeeper.core.session import At, Entry, Event, Header, Stamp
from scorekeeper.core.settings import TABLE, RuleSheet, Setting
from scorekeeper.core.sheet import Line, Row, RowFact, ScoreSheet, Section
from scorekeeper.games.ask import EntryFlow
from scorekeeper.games.game import Game, Glance
from scorekeeper.games.game import PartyScore as Place

BOOK = Source("toy", "The toy's rules", "1")
PER_TRICK = Cite(BOOK, "§1", Authority.PRINTED, "tricks")
BY_TABLE = Cite(TABLE, "entered by the table", Authority.HOUSE, "table")


class Ending(Enum):
    NEVER = "never"
    AT_HUNDRED = "at-hundred"


@dataclass(frozen=True, slots=True)
class Settings:
    worth: int = 10
    ending: Ending = Ending.NEVER


@dataclass(frozen=True, slots=True)
class Took:
    """`tricks` were taken by North and South."""

    KIND: ClassVar[str] = "took"
    tricks: int
    note: str = ""

    def said(self) -> Message:
        return message("rank.A")


@dataclass(frozen=True, slots=True)
class Shown:
    """A hidden card was shown."""

    KIND: ClassVar[str] = "shown"
    card: Card
    holder: Seat | None = None

    def said(self) -> Message:
        return message("rank.K")


@dataclass(frozen=True, slots=True)
class State:
    settings: Settings
    rows: tuple[Row, ...] = ()
    shown: tuple[Card, ...] = ()
    is_over: bool = False


def check(state: State, event: Event) -> None:
    if state.is_over:
        raise RuleViolation(message("refused.already-voided", entry=0))
    match event:
        case Took():
            if not 0 <= event.tricks <= 13:
                raise ImpossibleResult(
                    message("refused.not-here", person="tricks"), "tricks"
                )
        case Shown():
            if event.card in state.shown:
                raise RuleViolation(
                    message("refused.not-here", person="card"), "card", PER_TRICK
                )
        case DealerIs() | ThrownIn() | CarriedIn() | Adjusted() | Ended():
            pass
        case _:
            raise TypeError(f"{event.KIND} is no event of the toy")


def apply(state: State, event: Event, at: At) -> State:
    match event:
        case Took():
            points = (event.tricks * state.settings.worth, (13 - event.tricks) * 10)
            lines = tuple(
                Line(side.id, n, message("rank.Q"), PER_TRICK)
                for side, n in zip(SIDES, points, strict=True)
            )
            return _with_row(state, at, lines, (RowFact("tricks", event.tricks),))
        case Shown():
            return replace(state, shown=(*state.shown, event.card))
        case Adjusted() | CarriedIn():
            line = Line(event.party, event.points, message("rank.J"), BY_TABLE)
            return _with_row(state, at, (line,), ())
        case Ended():
            return replace(state, is_over=True)
        case DealerIs() | ThrownIn():
            return state
        case _:
            raise TypeError(f"{event.KIND} is no event of the toy")


def _with_row(
    state: State, at: At, lines: tuple[Line, ...], facts: tuple[RowFact, ...]
) -> State:
    row = Row(at.origin, message("seat.1"), (at.seq,), facts, lines, at.people)
    return replace(state, rows=(*state.rows, row))


def sheet(state: State) -> ScoreSheet:
    section = Section(message("seat.2"), state.rows, message("seat.3"), state.is_over)
    return ScoreSheet(SIDES, ("tricks",), (section,))


def glance(state: State) -> Glance:
    now = sheet(state)
    return Glance(
        tuple(Place(side, now.total(side.id)) for side in SIDES),
        message("seat.1"),
        (),
        message("seat.4"),
        state.is_over,
    )


class ToyRounds:
    """What a game asks of its rounds."""

    family = "toy"
    awardable = ()

    def ring(self, settings: Settings) -> Ring:
        return COMPASS

    def parties(self, settings: Settings) -> tuple[Party, ...]:
        return SIDES

    def start(self, settings: Settings) -> State:
        return State(settings)

    def against(self, state: State, event: Event) -> RuleViolation | None:
        return None

    def is_counted(self, state: State, entry: int) -> bool:
        return False

    def carried_parts(self, settings: Settings) -> tuple[str, ...]:
        return ("score",)


TOY = Game(
    slug="toy",
    rounds=ToyRounds(),
    edition=1,
    rule_sheet=RuleSheet((Setting("worth", PER_TRICK, "points", 1, 100),), Settings()),
    presets=(),
    events=(Took, Shown),
    lasting=(Shown,),
    players=(4,),
    check=check,
    apply=apply,
    sheet=sheet,
    glance=glance,
    sources=(BOOK,),
    flow=EntryFlow((), lambda state: ()),
)
GAMES = {"toy": TOY}

AT = "2026-11-20T20:15:00Z"
NAMES = ("Ada", "Ben", "Cleo", "Dov")
SEATED: tuple[Entry, ...] = tuple(
    Entry(Seated(name, seat)) for name, seat in zip(NAMES, COMPASS, strict=True)
)


def header(session: str = "evening-1", at: str = AT) -> Header:
    return Header(session, "toy", 1, encode(Settings()), at)


def stamp(key: str, note: str = "", at: str = AT) -> Stamp:
    return Stamp(at, "S", note, key)


def entries(*events: Event) -> tuple[Entry, ...]:
    return tuple(Entry(event) for event in events)
