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

    def begins(self, name: str, phase: int = 0) -> None:
        self.tap("a[href$='/ask']")
        self.tap("a[href$='/ask/irregularity']")
        link = self.page.locator(f"a[href$='/ask/irregularity/{name}']").first
        link.wait_for(state="attached")
        if not link.is_visible():
            self.tap(f"details:has(a[href$='/ask/irregularity/{name}']) > summary")
        self.tap(f"a[href$='/ask/irregularity/{name}']")

    def told(self, **facts: str) -> None:
        for name, value in facts.items():
            self.page.check(f"[name='{name}'][value='{value}']", force=True)
            self.taps += 1
        self.tap(".act button.btn-go")

    def answers(self, *facts: str) -> None:
        for fact in facts:
            self.tap(f"a[href*='{fact}']")

    def judges(self, answer: str) -> None:
        """Say what the director determines, for the sides that are asked on this
        phone."""
        self.tap(f"button[name=judged][value='{answer}']")

    def is_ruled(self, law: str) -> None:
        self.page.locator(".ruling", has_text=law).first.wait_for()
        self.page.locator("button.btn-go").first.wait_for()
