"""What a page of phones shows."""

import re

from flask import Flask

from scorekeeper.store.phones import Purpose
from scorekeeper.web.page import invitations
from tests.web.conftest import Visitor
from tests.web.seating import id_of, store_of


def link_shown(app: Flask, table: str) -> str:
    """The path of the last link that moves a seat, made again from what the store keeps
    of it."""
    with app.test_request_context():
        until = "2026-01-01T00:00:00Z"
        made = store_of(app).phones.standing(id_of(table), Purpose.MOVE, until)
        assert made is not None
        return f"/j/{invitations._words(Purpose.MOVE, made.salt)}"


def plain(visitor: Visitor) -> str:
    """What the page says, in one line."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", visitor.text))
