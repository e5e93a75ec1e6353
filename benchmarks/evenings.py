"""Sessions to measure with: deals that were entered quickly, always the same ones."""

import random
from collections.abc import Iterator
from typing import Any

from scorekeeper.core.codec import encode
from scorekeeper.core.evening import Seated
from scorekeeper.core.seats import COMPASS, Seat
from scorekeeper.core.session import Command, Entry, Event, Header, Stamp
from scorekeeper.games import GAMES
from scorekeeper.tables.events import kinds, read_event
from scorekeeper.tables.session import Session, opened

GAME = GAMES["joker-bridge"]
AT = "2026-11-20T20:00:00Z"
PEOPLE = ("Ingrid", "Tom", "Priya", "Marek")
CONTRACTS = (
    "1NT",
    "2H",
    "2S",
    "3NT",
    "4H",
    "4S",
    "4SX",
    "5C",
    "3NTX",
    "6D",
    "2HXX",
    "7NT",
)
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7")


def header(session_id: str) -> Header:
    """The header of a session of Joker Bridge under its usual settings."""
    return Header(
        session_id, GAME.slug, GAME.edition, encode(GAME.rule_sheet.defaults), AT
    )


def seated() -> Command:
    """Four people take their seats."""
    pairs = zip(PEOPLE, COMPASS, strict=True)
    return Command(tuple(Entry(Seated(person, seat)) for person, seat in pairs))


def deals(count: int, seed: int = 1) -> Iterator[tuple[Event, ...]]:
    """The facts of so many deals: contract, tricks, and the card that lay face down."""
    dice = random.Random(seed)
    known = kinds(GAME)

    def event(kind: str, **facts: Any) -> Event:
        return read_event(known, kind, facts)

    for _ in range(count):
        declarer = dice.choice(COMPASS)
        holder = dice.choice(COMPASS)
        yield (
            event("contract", contract=dice.choice(CONTRACTS), declarer=declarer.value),
            event("tricks", tricks=dice.randint(6, 12)),
            event(
                "hidden-shown",
                holder=holder.value,
                card=f"{_suit(dice)}{dice.choice(RANKS)}",
            ),
        )


def evening(count: int, seed: int = 1, session_id: str = "bench") -> Session:
    """A session of so many deals, as it would be read from the database."""
    session = _after(opened(GAME, header(session_id)), seated(), "open")
    for n, facts in enumerate(deals(count, seed)):
        command = Command(tuple(Entry(fact) for fact in facts))
        session = _after(session, command, f"deal-{n}")
    return session


def stamp(key: str) -> Stamp:
    """A stamp with this key, at a time that does not matter."""
    return Stamp(AT, Seat.NORTH.value, "", key)


def _after(session: Session, command: Command, key: str) -> Session:
    return session.grown(session.chained(session.decide(command), stamp(key)))


def _suit(dice: random.Random) -> str:
    return dice.choice("CDHS")
