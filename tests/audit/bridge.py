"""Shorthands for a bridge pad, and contract bridge counted a second time, from the Laws alone.

    4SX S 10            contract, declarer, tricks of declarer's side
    passed              passed out
    hid N E             who got the face-down cards
    show E HA           the card shown there; `show E -` = never shown
    hon S SA SK SQ SJ   the honours in one hand
    calls 1C X P        an auction
    sit Ann/N Ben/E     who sits where
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
    text: str, tricks: int, vulnerable: bool, book: int = 6, slams: tuple[int, int] = (12, 13)
) -> tuple[int, int, int]:
    """(below the line, above the line, to the defenders) of one contract, by Law 81.

    `slams` are the tricks *bid* that make a small and a grand slam.
    """
    level, rest = int(text[0]), text[1:]
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
