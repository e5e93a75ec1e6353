"""The games. Adding one: its folder here, its templates, its tests, and its line below."""

from scorekeeper.games.game import Game

GAMES: dict[str, Game] = {}
"""Every game by its slug, in the order in which they are offered."""
