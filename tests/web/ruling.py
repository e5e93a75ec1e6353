"""A table at which rulings are given, as phones see it."""

import re

from flask import Flask

from scorekeeper.core.ruling_notes import Ruled
from scorekeeper.core.seats import Seat
from scorekeeper.store.phones import Purpose
from scorekeeper.tables.session import Session
from tests.web.conftest import Visitor
from tests.web.seating import answer, link

REVOKED = ("HK", "H2", "S3", "H3", "H4", "H5", "HA", "H7")
"""East ruffs the first trick and wins it, then leads a heart, which West wins."""


class Table:
    """A bridge table at which something went wrong."""

    def __init__(
        self, visitor: Visitor, app: Flask, slug: str = "bridge", **answers: str
    ) -> None:
        self.visitor = visitor
        self.app = app
        self.address = visitor.lay(slug, **answers)
        self.post(
            "?form=contract",
            "enter/contract",
            level=4,
            denomination="S",
            doubling="",
            declarer="S",
        )

    @property
    def session(self) -> Session:
        session = self.app.extensions["store"].open(
            self.address.strip("/").split("/")[-1]
        )
        assert isinstance(session, Session)
        return session

    def get(self, page: str) -> "Table":
        self.visitor.get(self.address + page)
        return self

    def post(self, page: str, to: str, **fields: object) -> "Table":
        self.get(page).visitor.send(self.address + to, **fields)
        return self

    def went(self) -> "Table":
        assert self.visitor.page.status_code == 303, self.said
        return self

    def play(self, *cards: str) -> "Table":
        """Enter cards from one page: they name neither a player nor what was seen."""
        of_the_page = self.get("watch").visitor.hidden()
        for name in ("key", "seen", "seat"):
            of_the_page.pop(name, None)
        for card in cards:
            address = f"{self.address}watch/card"
            self.visitor.send(address, **of_the_page, card=card)
            self.went()
        return self.get("watch")

    def result(self, tricks: int) -> "Table":
        return self.post("", "enter/result", tricks=tricks, honours_0_seat="").went()

    def rule(self, name: str, **facts: object) -> int:
        """Have it ruled and entered; answers the entry of the ruling."""
        page = f"ask/irregularity/{name}"
        query = "&".join(f"{field}={fact}" for field, fact in facts.items())
        self.post(f"{page}?{query}", page, **facts).went()
        return max(
            entry.seq for entry in self.session.log if isinstance(entry.event, Ruled)
        )

    def answer(self, seq: int, what: str, **fields: object) -> "Table":
        return self.post(f"docket/{seq}", f"docket/{seq}/{what}", **fields)

    @property
    def said(self) -> str:
        return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", self.visitor.text))

    @property
    def tricks(self) -> str:
        row = next(iter(self.session.sheet.rows()))
        return str(next(fact.value for fact in row.facts if fact.head == "tricks"))


def revoke(table: Table) -> int:
    """East's revoke, and that E–W won one trick after it."""
    return table.rule(
        "revoke", seat="E", card="S3", held="H4", trick="1", besides="none", later="1"
    )


def elsewhere(table: Table, others: Visitor, *seats: Seat) -> Visitor:
    """Another phone that plays these seats."""
    answer(others, link(table.app, table.address, Purpose.MOVE, *seats))
    return others
