"""Scorekeeper: scores and rulings at the card table."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flask import Flask


def create_app(config: Mapping[str, Any] | None = None) -> "Flask":
    """Make the web application. `config` overrides the defaults; INSTANCE names its
    folder. The web is imported here, so that the command line scores a file without
    it."""
    from scorekeeper.web.app import make_app

    return make_app(config or {})
