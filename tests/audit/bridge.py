"""Shorthands for a bridge pad, and contract bridge counted a second time, from the Laws
alone.

4SX S 10            contract, declarer, tricks of declarer's side passed
passed out hid N E             who got the face-down cards show E HA           the card
shown there; `show E -` = never shown hon S SA SK SQ SJ   the honours in one hand calls
1C X P        an auction sit Ann/N Ben/E     who sits where
"""

from collections.abc import Iterator, Mapping
from typing import Any

from tests.audit import said
from tests.audit.said import Facts, Sheet, Shorthand

LEVELS = "012345678"


def deal(words: list[str]) -> Iterator[tuple[str, Facts]]:
    yield "contract", {"contract": words[0], "declarer": words[1]}
    if len(words) > 2:
        yield "tricks", {"tricks": int(words[2])}


def hidden(words: list[str]) -> Iterator[tuple[str, Facts]]:
    yield "hidden-dealt", {"holders": words[1:]}


def show(words: list[str]) -> Iterator[tuple[str, Facts]]:
    _, holder, card = words
    yield "hidden-shown", {"holder": holder, "card": None if card == "-" else card}


def honours(words: list[str]) -> Iterator[tuple[str, Facts]]:
    yield "honours", {"seat": words[1], "cards": words[2:]}


def calls(words: list[str]) -> Iterator[tuple[str, Facts]]:
    for word in words[1:]:
        yield "call", {"call": "Pass" if word == "P" else word}


def passed(words: list[str]) -> Iterator[tuple[str, Facts]]:
    yield "passed-out", {}


def sit(words: list[str]) -> Iterator[tuple[str, Facts]]:
    for word in words[1:]:
        person, _, seat = word.partition("/")
        yield "seated", {"person": person, "seat": seat or None}


class _Pad(dict[str, Shorthand]):
    def get(self, word: str, default: Any = None) -> Any:
        if word[0] in LEVELS:
            return deal
        return super().get(word, default)


SHORTHAND: Mapping[str, Shorthand] = _Pad(
    hid=hidden, show=show, hon=honours, calls=calls, passed=passed, sit=sit
)


def score(game: str, text: str, **settings: Any) -> Sheet:
    return said.score(game, text, SHORTHAND, **settings)


def refusal(game: str, text: str, **settings: Any) -> str:
    return said.refusal(game, text, SHORTHAND, **settings)


# ---- the Laws, once more ----


def undertricks(down: int, doubling: int, vulnerable: bool) -> int:
    if doubling == 1:
        return down * (100 if vulnerable else 50)
    first, second, rest = (200, 300, 300) if vulnerable else (100, 200, 300)
    each = [first, second, second][:down] + [rest] * max(0, down - 3)
    return sum(each) * (2 if doubling == 4 else 1)


def odd_tricks(denomination: str, odd: int) -> int:
    return {"C": 20, "D": 20, "H": 30, "S": 30}.get(denomination, 30) * odd + (
        10 if denomination in ("NT", "*") else 0
    )


def contract(
    text: str,
    tricks: int,
    vulnerable: bool,
    book: int = 6,
    slams: tuple[int, int] = (12, 13),
) -> tuple[int, int, int]:
    """(below the line, above the line, to the defenders) of one contract, by Law 81.

    `slams` are the tricks *bid* that make a small and a grand slam.
    """
    level = int(text[0])
    rest = text[1:]
    doubling = 4 if rest.endswith("XX") else 2 if rest.endswith("X") else 1
    denomination = rest.rstrip("X")
    down = level + book - tricks
    if down > 0:
        return 0, 0, undertricks(down, doubling, vulnerable)
    below = odd_tricks(denomination, level) * doubling
    over = {
        1: 20 if denomination in ("C", "D") else 30,
        2: 200 if vulnerable else 100,
        4: 400 if vulnerable else 200,
    }[doubling]
    above = -down * over + {1: 0, 2: 50, 4: 100}[doubling]
    if level + book == slams[0]:
        above += 750 if vulnerable else 500
    elif level + book >= slams[1]:
        above += 1500 if vulnerable else 1000
    return below, above, 0


# ---- forms of scoring, once more ----

BOARDS = [
    *("none", "NS", "EW", "both"),
    *("NS", "EW", "both", "none"),
    *("EW", "both", "none", "NS"),
    *("both", "none", "NS", "EW"),
]
SIDES = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}
OTHER = {"NS": "EW", "EW": "NS"}
SEATS = "NESW"


def duplicate_deal(
    text: str, vulnerable: bool, counted: tuple[int, int, int]
) -> tuple[int, int]:
    """(declarer's side, defenders) of one duplicate deal, from what `contract`
    counted."""
    below, above, down = counted
    if down:
        return 0, down
    if not below:
        return above, 0  # a draw: nothing was made
    return below + above + ((500 if vulnerable else 300) if below >= 100 else 50), 0


class Book:
    """A rubber or carried Chicago kept by hand: `enter` a deal and read what its row
    says."""

    def __init__(self, form: str = "rubber", others: bool = False) -> None:
        self.form = form
        self.others = others
        self.section = 0
        self.deal = 0
        self._open()

    def _open(self) -> None:
        self.games = {"NS": 0, "EW": 0}
        self.part = {"NS": 0, "EW": 0}
        self.deal_of_four = 0
        self.section += 1

    def vulnerable(self, side: str) -> bool:
        if self.form == "rubber":
            return self.games[side] > 0
        turn = self.deal_of_four
        if turn in (0, 3):
            return turn == 3
        return (side == SIDES[SEATS[turn]]) is not self.others

    def enter(
        self,
        declarer: str,
        counted: tuple[int, int, int],
        more: Mapping[str, int] | None = None,
    ) -> str:
        """`counted` as `contract` gave it; `more` is honours and the like, above the
        line."""
        below, above, down = counted
        side = SIDES[declarer]
        row = {"NS": [0, 0], "EW": [0, 0]}
        row[side][0] += below
        row[side][1] += above
        row[OTHER[side]][1] += down
        for party, points in (more or {}).items():
            row[party][1] += points
        self.part[side] += below
        if self.form == "rubber":
            self._rubber(side, row)
        else:
            self._chicago(side, row, below)
        return " ".join(f"{party} {b}/{a}" for party, (b, a) in row.items() if b or a)

    def passed(self) -> str:
        """Rubber goes on with the next dealer, Chicago deals again: neither changes
        anything."""
        return ""

    def _rubber(self, side: str, row: dict[str, list[int]]) -> None:
        if self.part[side] < 100:
            return
        self.part = {"NS": 0, "EW": 0}
        self.games[side] += 1
        if self.games[side] == 2:
            row[side][1] += 500 if self.games[OTHER[side]] else 700
            self._open()

    def _chicago(self, side: str, row: dict[str, list[int]], below: int) -> None:
        vulnerable = self.vulnerable(side)
        if self.part[side] >= 100:
            row[side][1] += 500 if vulnerable else 300
            self.part = {"NS": 0, "EW": 0}
        elif self.deal_of_four == 3 and below:
            row[side][1] += 100
        self.deal_of_four += 1
        if self.deal_of_four == 4:
            self._open()
