"""What pages are put together from: the parts of a long one, and the cards to tap on."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from flask import request

from scorekeeper.core.cards import Card, Suit
from scorekeeper.web.page.incoming import this_page

SIZE = 100
"""How many rows a part has, as a rule; the last one has those of an unfinished part
besides."""


def part_of(
    count: int,
    row: int | None = None,
    size: int = SIZE,
    *,
    is_newest_first: bool = False,
) -> tuple[slice, dict[str, Any]]:
    """Which of `count` rows this page has: the part that the address asks for by
    `part`, else the one with this row, else the last; and the addresses of the parts
    before and after, if any.

    Parts are counted from the oldest row, also in a list `is_newest_first`.
    """
    last = max(1, count // size)
    usual = last if row is None else row // size + 1
    number = request.args.get("part", usual, type=int)
    number = min(max(1, number), last)
    start = (number - 1) * size
    stop = count if number == last else number * size
    rows = slice(start, stop)
    if is_newest_first:
        rows = slice(count - stop, count - start)
    older = this_page(part=number - 1) if number > 1 else None
    newer = this_page(part=number + 1) if number < last else None
    return rows, {"older_url": older, "newer_url": newer}


SUITS = (
    Suit.STARS,
    Suit.SPADES,
    Suit.HEARTS,
    Suit.DIAMONDS,
    Suit.CLUBS,
    Suit.RED,
    Suit.YELLOW,
    Suit.GREEN,
    Suit.BLACK,
)
"""In the order in which pages show them."""
_HEIGHTS = {"J": 11, "Q": 12, "K": 13, "A": 14, "1": 15}
"""The ranks that are higher than their number says; a pack with a 1 has no ace."""
Values = dict[str, Any]


class Heading(NamedTuple):
    """The session that a page is about, and what the page is headed by."""

    id: str
    title: object


class Cell(NamedTuple):
    """A card to tap on: it leads to `url`, or is sent as `value`, by itself where that
    is empty. One that is gone keeps its place; one that is off leads to the reason."""

    card: Card
    url: str = ""
    value: str = ""
    is_on: bool = False
    is_off: bool = False
    is_gone: bool = False


def deck(pack: Iterable[Card], cell: Callable[[Card], Cell]) -> list[list[Cell]]:
    """The picker: the cards of each suit, highest first and its Joker last, those
    without a suit by themselves; each with what `cell` says a tap on it does."""
    cards = sorted(frozenset(pack), key=lambda card: (-_height(card), str(card)))
    rows = []
    for suit in (*SUITS, None):
        row = [cell(card) for card in cards if card.suit is suit]
        if row:
            rows.append(row)
    return rows


def _height(card: Card) -> int:
    if card.suit is None or card.is_joker:
        return 0
    return _HEIGHTS.get(card.rank) or int(card.rank)
