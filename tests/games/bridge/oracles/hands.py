"""Tricks of the games that endplay does not know, played out the long way round.

Cards are texts ("SA", "*10", "Joker"). A trick is decided by writing down every card of
its pack from the lowest to the highest and looking up who stands furthest to the right.
What may be played is picked out of the hand one sentence of the rules at a time. A move
is a pair: the card, and the suit named for it ("" for none).
"""

from dataclasses import dataclass, field
from itertools import product

Move = tuple[str, str]

ACES = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
KINGS = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


@dataclass(frozen=True)
class Game:
    """One way of playing: `jokers` maps each Joker to its suit, or to the suits it may
    take."""

    name: str
    trumps: str = ""
    jokers: dict[str, str] = field(default_factory=dict)
    place: str = ""
    """Where Jokers rank: high, low, two; or never, a Joker that can't win."""
    free: bool = False
    """Whether a Joker's suit is named as it is played."""

    @property
    def suits(self) -> str:
        return "CDHS*" if self.name == "crowns" else "CDHS"

    @property
    def ranks(self) -> list[str]:
        return KINGS if self.name == "crowns" else ACES

    @property
    def pack(self) -> list[str]:
        plain = [suit + rank for suit, rank in product(self.suits, self.ranks)]
        return plain + list(self.jokers)

    def suit(self, move: Move) -> str:
        card, named = move
        if card in self.jokers:
            return named or (
                "" if self.free or self.place == "never" else self.jokers[card]
            )
        return card[0]

    def ladder(self, suit: str) -> list[str]:
        """One suit from the bottom to the top, with the Jokers where they belong in
        it."""
        plain = [suit + rank for rank in self.ranks]
        jokers = [f"{joker}/{suit}" for joker in self.jokers]
        if self.place == "two":
            return jokers + plain
        if self.place == "low":
            cut = plain.index(suit + "J")
            return plain[:cut] + jokers + plain[cut:]
        return plain + jokers


def suit_asked(game: Game, trick: list[Move]) -> str:
    """The suit to follow: the lead's; behind a Joker without a suit, the second
    card's."""
    suits = [game.suit(move) for move in trick]
    while suits and suits[0] == "":
        suits.pop(0)
    return suits[0] if suits else ""


def winner(game: Game, trick: list[Move]) -> int:
    """The place in the trick, from 0, of the card that wins it."""
    asked = suit_asked(game, trick)
    line = game.ladder(asked) + (
        game.ladder(game.trumps) if game.trumps != asked else []
    )
    if not game.trumps:
        line = game.ladder(asked)
    marks = []
    for card, named in trick:
        suit = game.suit((card, named))
        text = f"{card}/{suit}" if card in game.jokers else card
        marks.append(line.index(text) if text in line and game.place != "never" else -1)
        if game.place == "never" and card in line:
            marks[-1] = line.index(card)
    return marks.index(max(marks))


def moves(
    game: Game,
    hand: list[str],
    trick: list[Move],
    last: list[Move],
    won_last: bool,
    void: str,
) -> set[Move]:
    """All that may be played. `last` is the trick before, `void` what the hand showed
    out of."""
    every: set[Move] = set()
    for card in hand:
        if card in game.jokers and game.free:
            every |= {(card, suit) for suit in game.jokers[card] if suit not in void}
        else:
            every.add((card, ""))
    if not trick:
        return _leads(game, every, last, won_last)
    asked = suit_asked(game, trick)
    if asked == "":
        return every
    must = {
        move
        for move in every
        if game.suit(move) == asked and not (game.free and "Joker" in move[0])
    }
    if not must:
        return every
    may = {move for move in every if game.suit(move) == asked}
    if game.name == "deuces":
        may |= {move for move in every if move[0][1:] == "2"}
    if game.place == "never":
        may |= {move for move in every if move[0] == "Joker"}
    return may


def _leads(game: Game, every: set[Move], last: list[Move], won_last: bool) -> set[Move]:
    """Five Crowns at no trump: who won a trick with the Joker leads another suit if
    able."""
    if (
        game.place != "never"
        or not won_last
        or "Joker" not in [card for card, _ in last]
    ):
        return every
    other = {move for move in every if game.suit(move) != suit_asked(game, last)}
    return other or every
