"""Deals that are corrected under a ruling."""

from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Event
from scorekeeper.games.bridge.contract import Contract
from scorekeeper.games.bridge.events import ContractStated, TricksTaken

N, E, S, W = Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST
BRIDGES = ("bridge", "deuces-wild", "five-crowns", "joker-bridge")
Facts = tuple[Event, ...]
EARLIER: dict[str, Facts] = {
    slug: (ContractStated(Contract.parse("2C"), N), TricksTaken(8)) for slug in BRIDGES
}
