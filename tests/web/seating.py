"""Phones that take their places: links, invitations, references, who sits where."""

from typing import cast

from flask import Flask

from scorekeeper.core.seats import Seat
from scorekeeper.store import Store
from scorekeeper.store.phones import Purpose, hashed
from scorekeeper.web.page import invitations
from tests.web.conftest import Visitor

SEAL = "sealed/new/joker-suit"


def store_of(app: Flask) -> Store:
    return cast(Store, app.extensions["store"])


def id_of(table: str) -> str:
    return table.strip("/").split("/")[-1]


def link(app: Flask, table: str, purpose: Purpose, *seats: Seat) -> str:
    """The path of a fresh invitation, as a QR code holds it."""
    with app.test_request_context():
        return f"/j/{invitations.fresh(id_of(table), purpose, seats)}"


def cookie_of(visitor: Visitor) -> str:
    """What the cookie of this server's phones is called."""
    return str(visitor.client.application.config["PHONE_COOKIE_NAME"])


def reference(visitor: Visitor) -> str:
    cookie = visitor.client.get_cookie(cookie_of(visitor))
    return cookie.value if cookie else ""


def seats_of(app: Flask, visitor: Visitor, table: str) -> str:
    """The seats that this phone plays, as letters."""
    me = hashed(reference(visitor))
    held = store_of(app).phones.holdings(id_of(table))
    return "".join(
        holding.seat.value for holding in held if holding.phone == me and holding.seat
    )


def answer(visitor: Visitor, address: str, **fields: str) -> Visitor:
    """Open an invitation and answer it."""
    return visitor.get(address).send(address, **fields)
