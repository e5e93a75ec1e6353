"""Deals that are corrected under a ruling."""

from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Event
from scorekeeper.games.berzerka.events import BoardSet, HandStated
from scorekeeper.games.berzerka.rules import STARTER
from scorekeeper.games.bridge.contract import Contract
from scorekeeper.games.bridge.events import ContractStated, TricksTaken
from scorekeeper.games.rook.events import BidStated, CountStated

N = Seat.NORTH
E = Seat.EAST
S = Seat.SOUTH
W = Seat.WEST
BRIDGES = ("bridge", "deuces-wild", "five-crowns", "joker-bridge")
Facts = tuple[Event, ...]
EARLIER: dict[str, Facts] = {
    slug: (ContractStated(Contract.parse("2C"), N), TricksTaken(8)) for slug in BRIDGES
}
EARLIER["rook"] = (BidStated(Seat.ONE, 100), CountStated("13", 120))
EARLIER["two-ten-jack"] = ()
EARLIER["berzerka"] = (
    BoardSet(tuple(contract.code for contract in STARTER)),
    HandStated(Seat.ONE, STARTER[0].code, 2, 4),
)
