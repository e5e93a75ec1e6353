"""A quarrel at a table, with its phones."""

from dataclasses import dataclass, field

from playwright.sync_api import Page

from tests.browser.conftest import overflows


@dataclass
class Quarrel:
    """Somebody asks the arbiter what now; every tap is counted."""

    page: Page

    taps: int = field(default=0)

    def tap(self, found: str) -> None:
        self.page.locator(found).first.click()
        self.taps += 1
        assert overflows(self.page) <= 0, found

    def begins(self, name: str, seat: str = "") -> None:
        """Say what happened, and who it was, where that is told at once: among the
        likely things, else by its name."""
        self.tap("a[href$='/ask']")
        here = f"a[href*='/irregularity/{name}']"
        every = "a.go[href*='/ask/irregularity']"
        self.page.locator(every).wait_for()
        if not self.page.locator(here).count():
            self.tap(every)
            self.tap(f"details:has({here}) > summary")
            self.tap(f"details {here}")
            return self.told(**{"seat": seat} if seat else {})
        return self.tap(f"{here}[href*='seat={seat}']" if seat else here)

    def told(self, **facts: str) -> None:
        """Tap what is asked for, where a link says it."""
        for name, value in facts.items():
            self.answers(f"{name}={value}")

    def answers(self, *facts: str) -> None:
        for fact in facts:
            self.tap(f"a:is([href$='{fact}'], [href*='{fact}&'])")

    def judges(self, answer: str) -> None:
        """Say what the director determines, for the sides that are asked on this
        phone."""
        self.tap(f"button[name=judged][value='{answer}']")

    def is_ruled(self, law: str) -> None:
        self.page.locator(".ruling", has_text=law).first.wait_for()
        self.page.locator("button.btn-go").first.wait_for()
