"""Tables that play the same boards."""

from dataclasses import replace

from scorekeeper.games.bridge import BRIDGE
from scorekeeper.games.bridge.events import PassedOut
from scorekeeper.games.bridge.rules import Scoring
from scorekeeper.tables.session import Session
from tests.exports.sheets import Table

PAIRS = (
    ("Ann", "Ben", "Cid", "Dora"),
    ("Ed", "Fay", "Gus", "Hal"),
    ("Ida", "Jon", "Kim", "Leo"),
)


def table(people: tuple[str, ...], *deals: tuple[str, str, int] | None) -> Session:
    settings = replace(BRIDGE.rule_sheet.defaults, scoring=Scoring.DUPLICATE)
    found = Table(BRIDGE, settings, people, people[0].lower())
    for deal in deals:
        if deal is None:
            found.enter(PassedOut())
        else:
            found.deal(*deal)
    return found.session


def three() -> tuple[Session, ...]:
    """Board 1: 4♠ made, with an overtrick, one off. Board 2: 3NT twice alike, and
    passed out."""
    return (
        table(PAIRS[0], ("4S", "N", 10), ("3NT", "E", 9)),
        table(PAIRS[1], ("4S", "N", 11), ("3NT", "E", 9)),
        table(PAIRS[2], ("4S", "N", 9), None),
    )
