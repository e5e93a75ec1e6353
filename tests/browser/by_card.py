"""A phone that enters a deal of bridge card by card."""

import re
from dataclasses import dataclass

from playwright.sync_api import Page, expect

from scorekeeper.core.play import PlayRules
from scorekeeper.games.game import Game
from scorekeeper.store import Store
from tests.browser.conftest import overflows
from tests.browser.opening import open_table
from tests.conftest import LiveServer
from tests.web.playing import Deal


@dataclass
class Phone:
    """A phone at a bridge table whose play is watched."""

    page: Page
    server: LiveServer

    table: str = ""

    def opens(self, slug: str, **settings: str) -> None:
        page = self.page
        page.goto(f"{self.server.url}/new/{slug}")
        for name, answer in settings.items():
            page.locator(f"[name={name}][value='{answer}']").evaluate(
                "one => one.click()"
            )
        for seat, name in zip("NESW", ("Ingrid", "Tom", "Priya", "Marek"), strict=True):
            page.fill(f"[name=seat{seat}]", name)
        open_table(page)
        page.wait_for_url("**/t/*/")
        self.table = page.url

    def goes(self, where: str) -> None:
        self.page.goto(self.table + where)
        assert overflows(self.page) <= 0, where

    def sees(self, words: str) -> None:
        self.page.locator("h2", has_text=words).first.wait_for()
        assert overflows(self.page) <= 0, words

    def taps(self, words: str | re.Pattern[str]) -> None:
        found = self.page.get_by_role("link", name=words).or_(
            self.page.get_by_role("button", name=words)
        )
        found.first.click()

    def states(self, level: int, denomination: str, declarer: str) -> None:
        """Two taps from the table to the arbiter, which asks for the contract first."""
        page = self.page
        self.taps("Ask")
        self.taps("Who won this trick?")
        self.sees("No play yet")
        self.taps("Enter the contract")
        self.sees("What was the contract?")
        page.check(f"[name=level][value='{level}']", force=True)
        page.check(f"[name=denomination][value='{denomination}']", force=True)
        page.check(f"[name=declarer][value='{declarer}']", force=True)
        self.taps("Save the contract")
        self.sees("by Priya")

    @property
    def rules(self) -> PlayRules:
        """What the deal is played under, as the server has it."""
        store = Store(self.server.instance / "scorekeeper.db")
        session = store.open(self.table.rstrip("/").split("/")[-1])
        store.close()
        assert session is not None
        game: Game = session.game
        assert game.arbiter is not None
        rules = game.arbiter.play_rules(session.folded.state)
        assert rules is not None
        return rules

    def plays(self, deal: Deal, first: int, last: int) -> None:
        """One tap a card; each is awaited on the page that answers it."""
        for n, play in enumerate(deal.plays[first:last], start=first + 1):
            self.page.locator(f"button.pc[value='{play.card}']").click()
            if n < len(deal.plays):
                expect(self.page.locator(".pc.gone")).to_have_count(n)
        assert overflows(self.page) <= 0
