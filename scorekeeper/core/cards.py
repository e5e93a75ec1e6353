"""Suits, cards and packs; how they are written and read back. The trick: who wins it
and who plays next; each game says by a strength how its cards rank.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from scorekeeper.core.messages import message
from scorekeeper.core.seats import Ring, Seat, left_of


class Suit(Enum):
    """A suit or colour. The value is its letter in files; stars are written `*`."""

    __hash__ = object.__hash__  # Enum has its own, which hashes the name each time

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"
    STARS = "*"
    RED = "R"
    YELLOW = "Y"
    GREEN = "G"
    BLACK = "B"

    @property
    def slug(self) -> str:
        """The name used in style sheets and catalogues, such as "hearts"."""
        return self.name.lower()


# Suits, as bridge ranks them, and ranks of the standard pack, lowest first.
FRENCH = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
JOKER = "Joker"
JOKERS = (JOKER, "RedJoker", "BlackJoker")  # those that have no suit of their own
_NUMBERS = frozenset(str(n) for n in range(1, 15))


@dataclass(frozen=True, slots=True)
class Card:
    """One card: a rank, and a suit unless it has none of its own.

    Written suit first: "SA", "H10", "*K" (stars), "R14" (red fourteen), "SJoker" (the
    Joker of a suit). A card without a suit is a word, such as "Joker", or "RedJoker"
    where there are two.
    """

    rank: str
    suit: Suit | None = None

    @classmethod
    def parse(cls, text: str) -> "Card":
        """Read a card back from its written form. Raises ValueError when `text` is no
        card.

        "T" is read as ten, letters in any case, and "10H" as "H10"; a word of four
        letters or more is a card without a suit, whether or not a pack has it.
        """
        word = text.strip()
        for joker in JOKERS:
            if word.lower() == joker.lower():
                return cls(joker)
        for first, rest in ((word[:1], word[1:]), (word[-1:], word[:-1])):
            suit = next(
                (s for s in Suit if s.value == first.upper().replace("★", "*")), None
            )
            rank = {"T": "10", "JOKER": JOKER}.get(rest.upper(), rest.upper())
            if suit and (rank in RANKS or rank in _NUMBERS or rank == JOKER):
                return cls(rank, suit)
        if len(word) >= 4 and word.isascii() and word.isalpha():
            return cls(word.capitalize())
        raise ValueError(f"no card is written {text!r}")

    def __str__(self) -> str:
        return f"{self.suit.value if self.suit else ''}{self.rank}"

    @property
    def is_joker(self) -> bool:
        return self.rank.endswith(JOKER)

    def shown(self) -> tuple[object, ...]:
        if self.suit is None:
            return (message(f"card.{self.rank.lower()}"),)
        if self.is_joker:
            return (message("card.joker"), " ", self.suit)
        return (
            message(f"rank.{self.rank}") if self.rank in "AKQJ" else self.rank,
            self.suit,
        )


def pack(suits: tuple[Suit, ...], ranks: tuple[str, ...]) -> frozenset[Card]:
    return frozenset(Card(rank, suit) for suit in suits for rank in ranks)


STANDARD_PACK = pack(FRENCH, RANKS)

# ---- the trick ----


@dataclass(frozen=True, slots=True)
class Play:
    """A card played by a seat; face down it can't win, whatever it is. `as_suit` is the
    suit that its player named for a card without a suit of its own."""

    seat: Seat
    card: Card
    is_face_down: bool = False
    as_suit: Suit | None = None


Trick = tuple[Play, ...]
"""The plays to one trick so far, the lead first."""

Strength = Callable[[Play], tuple[int, ...]]
"""How strong a face-up card is in its trick; the greater wins, and () can't win at
all."""


def winner(trick: Trick, strength: Strength) -> Play | None:
    """The strongest face-up card, the earliest on a tie; None when no card can win."""
    able = (play for play in trick if not play.is_face_down and strength(play))
    return max(able, key=strength, default=None)


def next_to_play(leader: Seat, trick: Trick, ring: Ring) -> Seat | None:
    """Whose turn it is in a trick led by `leader`: the next player around from the last
    card who has not played to it; None when the trick is complete."""
    if len(trick) == len(ring):
        return None
    last = trick[-1].seat if trick else None
    done = {play.seat for play in trick}
    if last is None:
        return leader
    around = (left_of(last, ring, steps) for steps in range(1, len(ring)))
    return next(seat for seat in around if seat not in done)
