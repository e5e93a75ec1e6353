"""What pages are put together from: the parts of a long one, the cards to tap on, a
game's own templates."""

from collections.abc import Callable, Iterable
from typing import Any

from flask import (
    request,
)

from scorekeeper.core.cards import Card, Suit
from scorekeeper.tables.session import Session
from scorekeeper.web.page.incoming import this_page


def templates_of(session: Session, name: str, shared: str) -> list[str]:
    """The game's own template of this name, which it may have, and the shared one."""
    return [f"games/{session.game.folder}/{name}.html", shared]


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
    of = max(1, count // size)
    number = request.args.get("part", of if row is None else row // size + 1, type=int)
    number = min(max(1, number), of)
    start = (number - 1) * size
    stop = count if number == of else number * size
    rows = slice(count - stop, count - start) if is_newest_first else slice(start, stop)
    older = this_page(part=number - 1) if number > 1 else None
    newer = this_page(part=number + 1) if number < of else None
    return rows, {"older_url": older, "newer_url": newer}


SUITS = (
    *(Suit.STARS, Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS),
    *(Suit.RED, Suit.YELLOW, Suit.GREEN, Suit.BLACK),
)
_COURT = {"J": 11, "Q": 12, "K": 13, "A": 14}
Values = dict[str, Any]


def deck(pack: Iterable[Card], cell: Callable[[Card], Values]) -> list[list[Values]]:
    """The picker: the cards of each suit, highest first and its Joker last, those
    without a suit by themselves; each with what `cell` says a tap on it does."""

    def height(card: Card) -> int:
        is_low = card.suit is None or card.is_joker
        return 0 if is_low else _COURT.get(card.rank) or int(card.rank)

    cards = sorted(frozenset(pack), key=lambda card: (-height(card), str(card)))
    suits = ([card for card in cards if card.suit is suit] for suit in (*SUITS, None))
    return [[{"card": card} | cell(card) for card in suit] for suit in suits if suit]
