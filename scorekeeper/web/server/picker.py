"""The pack to tap on: a group of rows for each suit, seven cards a row, the same place always."""

from collections.abc import Callable, Iterable
from typing import Any

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.messages import message

WIDTH = 7
_SUITS = (
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
_COURT = {"J": 11, "Q": 12, "K": 13, "A": 14}

Values = dict[str, Any]


def groups(pack: Iterable[Card]) -> list[list[Card]]:
    """The cards of each suit, highest first; cards without a suit where a row has room for them."""
    cards = frozenset(pack)
    found = [_suit(cards, suit) for suit in _SUITS]
    rows = [group for group in found if group]
    apart = sorted((card for card in cards if card.suit is None), key=str)
    with_room = [group for group in rows if len(group) % WIDTH]
    for card, group in zip(apart, reversed(with_room), strict=False):
        group.append(card)
    left = apart[len(with_room) :]
    return rows + ([left] if left else [])


def deck(pack: Iterable[Card], cell: Callable[[Card], Values]) -> list[list[Values]]:
    """The picker as values: how each card looks, and what `cell` says a tap on it does."""
    return [[face(card) | cell(card) for card in group] for group in groups(pack)]


def face(card: Card) -> Values:
    """How a card looks where there is little room: its rank and the mark of its suit."""
    is_plain = card.suit is not None and not card.is_joker
    rank = card.shown()[0]
    colour = card.suit if card.suit in _SUITS[5:] else None
    return {
        "card": card,
        "value": str(card),
        "rank": rank,
        "suit": card.suit if colour is None else None,
        "colour": colour and {"slug": colour.slug, "letter": message(f"suit.{colour.slug}.letter")},
        "is_word": not is_plain,
    }


def _suit(cards: frozenset[Card], suit: Suit) -> list[Card]:
    own = [card for card in cards if card.suit is suit]
    # the Joker of a suit stands last
    heights = {one: 0 if one.is_joker else _COURT.get(one.rank) or int(one.rank) for one in own}
    return sorted(own, key=heights.__getitem__, reverse=True)
