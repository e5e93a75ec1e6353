"""The games. Adding one: its folder, and its line below; docs/adding-a-game.md shows
how."""

from pathlib import Path

from scorekeeper.games.berzerka import BERZERKA
from scorekeeper.games.bridge import BRIDGE, DEUCES_WILD, FIVE_CROWNS, JOKER_BRIDGE
from scorekeeper.games.five_hundred import FIVE_HUNDRED
from scorekeeper.games.game import AnyGame
from scorekeeper.games.hearts import HEARTS
from scorekeeper.games.oh_hell import OH_HELL
from scorekeeper.games.rook import ROOK
from scorekeeper.games.score_pad import SCORE_PAD
from scorekeeper.games.spades import SPADES
from scorekeeper.games.two_ten_jack import TWO_TEN_JACK

GAMES: dict[str, AnyGame] = {
    "joker-bridge": JOKER_BRIDGE,
    "bridge": BRIDGE,
    "deuces-wild": DEUCES_WILD,
    "five-crowns": FIVE_CROWNS,
    "rook": ROOK,
    "two-ten-jack": TWO_TEN_JACK,
    "berzerka": BERZERKA,
    "hearts": HEARTS,
    "five-hundred": FIVE_HUNDRED,
    "oh-hell": OH_HELL,
    "spades": SPADES,
    "score-pad": SCORE_PAD,
}
"""Every game by its slug, in the order in which they are offered."""


def homes() -> dict[str, Path]:
    return {game.folder: game.home for game in GAMES.values()}
