"""One contract's score by looking it up in the typed tables."""

import csv
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path

DATA = Path(__file__).resolve().parents[3] / "data" / "bridge"

DOUBLINGS = ("undoubled", "doubled", "redoubled")
"""The columns of the tables, in the order in which a contract is raised."""


def rows(name: str) -> list[dict[str, str]]:
    """The rows of one of the typed tables."""
    with (DATA / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@cache
def trick_points() -> dict[tuple[str, int, str], int]:
    """Points below the line by (denomination, level, doubling)."""
    return {
        (row["denomination"], int(row["level"]), doubling): int(row[doubling])
        for row in rows("trick_points")
        for doubling in DOUBLINGS
    }


@cache
def premiums() -> dict[tuple[str, bool, str], int]:
    """Points above the line by (premium, vulnerable, doubling)."""
    return {
        (row["premium"], row["vulnerable"] == "yes", doubling): int(row[doubling])
        for row in rows("premiums")
        for doubling in DOUBLINGS
    }


@cache
def undertricks() -> dict[tuple[int, bool, str], int]:
    """The whole penalty by (tricks down, vulnerable, doubling)."""
    found = {(0, v, doubling): 0 for v in (False, True) for doubling in DOUBLINGS}
    for row in rows("undertricks"):
        for doubling in DOUBLINGS:
            found[int(row["down"]), False, doubling] = int(row[doubling])
            found[int(row["down"]), True, doubling] = int(row[f"vulnerable {doubling}"])
    return found


class SevenAll(Enum):
    """What becomes of seven tricks each, where the pack has fourteen."""

    VOID = "nothing of the contract is scored"
    NO_TRICK_POINTS = "no trick points; the rest stands"
    SCORED = "as any other result"


@dataclass(frozen=True)
class Pack:
    """What an oracle has to know of a game: `slams` are (level, premium), highest level
    first."""

    book: int
    tricks: int
    slams: tuple[tuple[int, str], ...] = ((7, "grand slam"), (6, "small slam"))
    seven_all: SevenAll = SevenAll.SCORED


PLAIN = Pack(book=6, tricks=13)
FIVE_CROWNS = Pack(book=7, tricks=14)
NON_PARITY = Pack(book=7, tricks=14, seven_all=SevenAll.VOID)
PARITY = Pack(
    book=6,
    tricks=14,
    slams=((8, "grand slam"), (7, "small slam")),
    seven_all=SevenAll.VOID,
)
PARITY_BY_LEVEL = Pack(
    book=6,
    tricks=14,
    slams=((8, "grand slam"), (7, "grand slam"), (6, "small slam")),
    seven_all=SevenAll.VOID,
)


@dataclass(frozen=True)
class Pad:
    """What one deal writes on a rubber pad: declarer's below and above, the defenders'
    above."""

    below: int = 0
    above: int = 0
    defenders: int = 0


@dataclass(frozen=True)
class Played:
    """A contract that was played: denomination as a letter, "*" or "NT"."""

    level: int
    denomination: str
    doubling: str
    vulnerable: bool
    tricks: int


def pad(deal: Played, pack: Pack) -> Pad:
    """Look up what this deal writes on the pad of a rubber; honours apart."""
    is_draw = pack.tricks == 14 and deal.tricks == 7
    if is_draw and pack.seven_all is SevenAll.VOID:
        return Pad()
    over = deal.tricks - (pack.book + deal.level)
    state = (deal.vulnerable, deal.doubling)
    if over < 0:
        return Pad(defenders=undertricks()[-over, *state])
    slam = next((name for level, name in pack.slams if level == deal.level), None)
    above = sum(
        premiums()[f"overtrick {deal.denomination}", *state] for _ in range(over)
    )
    above += premiums()["insult", *state]
    above += premiums()[slam, *state] if slam else 0
    below = trick_points()[deal.denomination, deal.level, deal.doubling]
    if is_draw and pack.seven_all is SevenAll.NO_TRICK_POINTS:
        below = 0
    return Pad(below, above)


def duplicate(deal: Played, pack: Pack) -> int:
    """Look up this deal's duplicate score for declarer's side, negative when it goes
    down."""
    found = pad(deal, pack)
    if not found.below:
        return found.above - found.defenders
    game = "game" if found.below >= 100 else "part-score"
    return found.below + found.above + premiums()[game, deal.vulnerable, deal.doubling]
