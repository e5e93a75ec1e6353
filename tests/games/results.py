"""Results of a deal of each game, right and wrong ones."""

from collections.abc import Callable

from scorekeeper.core.seats import numbered
from scorekeeper.core.session import Event
from scorekeeper.games import GAMES
from scorekeeper.games.berzerka.events import HandPlayed
from scorekeeper.games.bridge.events import TricksTaken
from scorekeeper.games.rook.events import CountStated
from scorekeeper.games.two_ten_jack.events import CardsCaptured
from scorekeeper.games.two_ten_jack.play import counted

BRIDGES = ("bridge", "deuces-wild", "five-crowns", "joker-bridge")
Result = Callable[[int], Event]


def result_of(slug: str) -> Result:
    """A result of this game, the n-th of two."""
    if slug in BRIDGES:
        return lambda n: TricksTaken(8 + n)
    if slug == "rook":
        return lambda n: CountStated("13", (80, 120)[n])
    if slug == "berzerka":
        return lambda n: HandPlayed(4 + n)
    cards = tuple(counted(GAMES[slug].rule_sheet.defaults))
    return lambda n: CardsCaptured(tuple((card, numbered(4)[n]) for card in cards))
