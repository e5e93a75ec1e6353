"""What a session has come to: the boards, the hand in progress, whose turn it is."""

from dataclasses import dataclass
from enum import Enum

from scorekeeper.core.cards import Suit
from scorekeeper.core.evening import Adjusted, CarriedIn
from scorekeeper.core.play import Watched
from scorekeeper.core.seats import Party, Seat, numbered
from scorekeeper.core.sheet import People
from scorekeeper.games.berzerka.contracts import Contract, Named, Ranking
from scorekeeper.games.berzerka.events import How
from scorekeeper.games.berzerka.settings import Settings

RING = numbered(3)
"""The three seats, clockwise."""

PARTIES = tuple(Party(seat.value, (seat,)) for seat in RING)
"""Everybody plays alone."""

_UNWATCHED = Watched()


class Stage(Enum):
    """What a hand waits for."""

    BIDDING = "bidding"
    HOTSEAT = "hotseat"
    NAMING = "naming"
    DISCARDING = "discarding"
    PLAYING = "playing"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Bid:
    """The bid that stands: who made it, for which contract, at which overbid."""

    seat: Seat
    contract: str
    overbid: int


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand. `out` are those who may not bid any more, `turn` whose call it is.

    `declarer` is known once the bidding is over; in the hotseat `contract` follows later.
    `watched` is its play, where that was recorded.
    """

    id: int
    dealer: Seat
    out: tuple[Seat, ...] = ()
    turn: Seat | None = None
    high: Bid | None = None
    declarer: Seat | None = None
    contract: Contract | None = None
    how: How = How.BID
    overbid: int = 0
    trump: Suit | None = None
    pain_suit: Suit | None = None
    ranking: Ranking | None = None
    discards: int | None = None
    count: int | None = None
    entries: tuple[int, ...] = ()
    people: People = ()
    watched: Watched = _UNWATCHED

    @property
    def unnamed(self) -> tuple[Named, ...]:
        """What the declarer still has to name, in order."""
        if self.contract is None:
            return ()
        given = {
            Named.TRUMP: self.trump,
            Named.PAIN_SUIT: self.pain_suit,
            Named.RANKING: self.ranking,
            Named.START: self.ranking,
        }
        return tuple(named for named in self.contract.asks if given[named] is None)

    @property
    def stage(self) -> Stage:
        """What the hand waits for."""
        if self.declarer is None:
            return Stage.BIDDING
        if self.contract is None:
            return Stage.HOTSEAT
        if self.count is not None:
            return Stage.DONE
        if self.unnamed:
            return Stage.NAMING
        return Stage.DISCARDING if self.discards is None else Stage.PLAYING


@dataclass(frozen=True, slots=True)
class Note:
    """A score carried in or an adjustment, standing among the hands."""

    id: int
    event: CarriedIn | Adjusted
    people: People


@dataclass(frozen=True, slots=True)
class Board:
    """One game: its contracts, its finished hands and notes in the order of play.

    `contracts` is empty until the board has been set; `is_ended` says that the table stopped
    before it was full.
    """

    contracts: tuple[Contract, ...] = ()
    items: tuple[Hand | Note, ...] = ()
    is_ended: bool = False

    @property
    def hands(self) -> tuple[Hand, ...]:
        """The finished hands."""
        return tuple(item for item in self.items if isinstance(item, Hand))

    @property
    def size(self) -> int:
        """The number of hands that fill it: one for each player and contract."""
        return len(RING) * len(self.contracts)

    @property
    def is_over(self) -> bool:
        """Whether it is full, or ended before."""
        return self.is_ended or (self.size > 0 and len(self.hands) == self.size)

    def contract(self, code: str) -> Contract | None:
        """The contract with this code, if it is on the board."""
        return next((one for one in self.contracts if one.code == code), None)

    def open_to(self, seat: Seat) -> tuple[Contract, ...]:
        """The contracts that this player has not completed."""
        done = {
            hand.contract.code for hand in self.hands if hand.declarer is seat and hand.contract
        }
        return tuple(one for one in self.contracts if one.code not in done)


@dataclass(frozen=True, slots=True)
class State:
    """A session. The last of `boards` is the present game; `dealer` deals the present hand.

    `tiles` are the contracts that the table has written on its blank tiles, by tile.
    """

    settings: Settings
    boards: tuple[Board, ...] = (Board(),)
    dealer: Seat = RING[0]
    hand: Hand | None = None
    tiles: tuple[Contract, ...] = ()

    @property
    def board(self) -> Board:
        """The present game."""
        return self.boards[-1]

    @property
    def opener(self) -> Seat | None:
        """Who deals, where the next call would open the bidding; None once it is open."""
        return self.dealer if self.hand is None else None

    @property
    def last_hand(self) -> Hand | None:
        """The hand in progress, else the last that was finished on this board."""
        if self.hand is not None or not self.board.hands:
            return self.hand
        return self.board.hands[-1]
