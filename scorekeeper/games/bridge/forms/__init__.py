"""The questions put to a bridge table, and in which order they come."""

from scorekeeper.games.bridge.forms.desk import DESK

__all__ = ["DESK"]
