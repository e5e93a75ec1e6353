"""Deals that are corrected under a ruling."""

from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Event

N = Seat.NORTH
E = Seat.EAST
S = Seat.SOUTH
W = Seat.WEST
BRIDGES = ("bridge", "deuces-wild", "five-crowns", "joker-bridge")
Facts = tuple[Event, ...]
