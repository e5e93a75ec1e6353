"""How many tricks a side wins of known hands when everybody plays best.

A position is a row of bytes: each card that is out, suit by suit and upwards, as the
number of the seat that holds it, or LAID where it lies in the trick; END stands between
two suits. Cards that are gone leave no gap, so that positions of the same shape are
worked out once.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.seats import COMPASS, Seat
from scorekeeper.games.bridge.play import TrickRules

MOST = 8
"""So many tricks are worked out in less than a second."""

LAID = bytes([4])
END = bytes([5])

Hands = Mapping[Seat, frozenset[Card]]
Laid = tuple[tuple[Seat, Card], ...]
"""The cards of an unfinished trick."""


def tricks_won(
    rules: TrickRules, hands: Hands, laid: Laid, leader: Seat, own: tuple[Seat, ...]
) -> int:
    """How many of the tricks left, with the one in progress, the side `own` wins."""
    owners = dict[Card, int]()
    for seat, held in hands.items():
        owners |= dict.fromkeys(held, COMPASS.index(seat))
    owners |= {card: LAID[0] for _, card in laid}
    suits = list(dict.fromkeys(map(rules.suit_of, owners)))
    trumps = suits.index(rules.trumps) if rules.trumps in suits else None
    row, places = _in_a_row(rules, owners, suits)
    on_table = tuple(places[card] for _, card in laid)
    search = _Search(trumps, frozenset(COMPASS.index(seat) for seat in own))
    low = 0
    high = max(len(held) for held in hands.values())
    while low < high:
        need = (low + high + 1) // 2
        if search.reaches(row, on_table, COMPASS.index(leader), need):
            low = need
        else:
            high = need - 1
    return low


def _in_a_row(
    rules: TrickRules, owners: Mapping[Card, int], suits: list[Suit | None]
) -> tuple[bytes, dict[Card, int]]:
    row = list[int]()
    places = dict[Card, int]()
    for suit in suits:
        if row:
            row += END
        of_suit = (card for card in owners if rules.suit_of(card) is suit)
        for card in sorted(of_suit, key=lambda card: rules.heights[card]):
            places[card] = len(row)
            row.append(owners[card])
    return bytes(row), places


@dataclass(slots=True)
class _Search:
    """`seen` has, for a position and its leader, the least and the most that `mine`
    can win."""

    trumps: int | None
    mine: frozenset[int]
    seen: dict[tuple[bytes, int], tuple[int, int]] = field(default_factory=dict)

    def reaches(
        self, row: bytes, laid: tuple[int, ...], leader: int, need: int
    ) -> bool:
        """Whether the side wins so many of the tricks left; `laid` are places in
        the row."""
        if len(laid) == len(COMPASS):
            winner = self.winner(row, laid, leader)
            if winner in self.mine:
                need -= 1
            without_trick = row.translate(None, LAID)
            return self.reaches(without_trick, (), winner, need)
        if laid:
            return self._plays(row, laid, leader, need)
        low, high = self.seen.get((row, leader), (0, row.count(leader)))
        if need <= low:
            return True
        if need > high:
            return False
        is_reached = self._plays(row, laid, leader, need)
        self.seen[row, leader] = (need, high) if is_reached else (low, need - 1)
        return is_reached

    def _plays(self, row: bytes, laid: tuple[int, ...], leader: int, need: int) -> bool:
        turn = (leader + len(laid)) % len(COMPASS)
        is_own = turn in self.mine
        for n in _choices(row, laid, turn):
            played = row[:n] + LAID + row[n + 1 :]
            # one card that reaches it is enough for the side, one that doesn't for the others
            if self.reaches(played, (*laid, n), leader, need) is is_own:
                return is_own
        return not is_own

    def winner(self, row: bytes, laid: tuple[int, ...], leader: int) -> int:
        # the ends of suits before a card are the number of its suit
        led = row.count(END, 0, laid[0])

        def height(n: int) -> tuple[bool, bool, int]:
            suit = row.count(END, 0, laid[n])
            return (suit == self.trumps, suit == led, laid[n])

        return (leader + max(range(len(laid)), key=height)) % len(COMPASS)


# the places of the cards that may be played, the highest first: of cards of a hand that
# stand beside each other, only the highest, since all of them win the same
def _choices(row: bytes, laid: tuple[int, ...], turn: int) -> Iterator[int]:
    start = 0
    end = len(row)
    if laid:
        first = row.rfind(END, 0, laid[0]) + 1
        last = row.find(END, laid[0])
        if last < 0:  # the last suit has no end
            last = len(row)
        if row.find(turn, first, last) >= 0:  # who has the suit that was led follows
            start = first
            end = last
    for n in range(end - 1, start - 1, -1):
        if row[n] == turn and row[n + 1 : n + 2] != row[n : n + 1]:
            yield n
