"""Tables whose sides have agreed on results."""

import random

from flask import Flask

from benchmarks.dealt import play_a_hand
from scorekeeper.core.session import Command, Stamp
from scorekeeper.games import GAMES
from scorekeeper.store import Store
from scorekeeper.tables.session import Session
from scorekeeper.tables.settled import settled
from tests.agreements import AT, PEOPLE, finished_rows
from tests.web.conftest import Visitor, join
from tests.web.seating import answer
from tests.web.showing import link_shown

HANDS = 3


def table_of(app: Flask, address: str) -> Session:
    """The session as it stands."""
    store: Store = app.extensions["store"]
    session = store.open(address.strip("/").split("/")[-1])
    assert session is not None
    return session


def played(
    app: Flask, visitor: Visitor, slug: str, guest: Visitor | None = None
) -> str:
    """A table of this game with some hands, entered past the pages; answers its
    address. The guest has the last seat on a phone of their own."""
    game = GAMES[slug]
    preset = next(one for one in game.presets)
    seats = len(game.ring(preset.settings))
    address = visitor.lay(slug, PEOPLE[:seats], preset=preset.code)
    if guest is not None:
        join(visitor, guest, address, table_of(app, address).ring[-1].value)
    store: Store = app.extensions["store"]
    session = table_of(app, address)
    dice = random.Random(slug)
    for hand in range(HANDS):

        def play(command: Command, hand: int = hand) -> Session:
            stamp = Stamp(AT, None, "", f"hand-{hand}-{table_of(app, address).last}")
            store.append(session.id, command, stamp)
            return table_of(app, address)

        play_a_hand(table_of(app, address), dice, play)
    return address


def settle_all(app: Flask, address: str, phones: list[Visitor]) -> None:
    """All sides confirm every finished row on the page, each on a phone that may."""
    session = table_of(app, address)
    for row in finished_rows(session):
        for party in session.parties:
            for phone in phones:
                page = f"{address}agree/{row}"
                phone.get(f"{page}?side={party.id}").send(page, party=party.id)
                if phone.page.status_code == 303:
                    break
    assert settled(table_of(app, address))


def moved_to(
    app: Flask, phone: Visitor, holder: Visitor, address: str, seat: str
) -> None:
    """The phone that has this seat, or the host's, shows the link to it, and `phone`
    follows it."""
    holder.get(address + "phones").send(address + "phones/move", seat=seat)
    answer(phone, link_shown(app, address))


def proposed(host: Visitor, address: str, row: int) -> str:
    """The host proposes to strike a row for which East and West must agree; answers the
    page."""
    page = f"{address}rows/{row}/strike"
    host.get(page).send(page, reason="not played")
    assert host.send(page, consent=["NS"], ask="1").page.status_code == 303
    return address + "change/"
