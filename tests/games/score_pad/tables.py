"""Tables with a score pad."""

from scorekeeper.core.seats import Numbers, Seat
from scorekeeper.games import GAMES
from scorekeeper.games.score_pad.rules import Settings
from tests.games.sitting import Sitting

PAD = GAMES["score-pad"]


def each(*numbers: int) -> Numbers:
    return tuple((Seat(str(n)), number) for n, number in enumerate(numbers, start=1))


def table(**settings: object) -> Sitting:
    return Sitting(PAD, Settings(**settings))  # type: ignore[arg-type]


def totals(sitting: Sitting) -> list[int]:
    sheet = sitting.sheet
    return [int(sheet.total(party.id)) for party in sheet.parties]
