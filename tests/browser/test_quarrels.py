"""Three quarrels on a small phone, in English and German, counted in taps: a revoke that nobody
recorded, a first lead out of turn, a disputed claim."""

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import SMALL_PHONE, OpenPage, Shoot
from tests.browser.test_watch_journey import Phone
from tests.conftest import LiveServer

pytestmark = pytest.mark.slow


@dataclass
class Quarrel:
    """Somebody asks the arbiter what now; every tap is counted."""

    page: Page
    overflows: Callable[[Page], int]
    taps: int = field(default=0)

    def tap(self, found: str) -> None:
        self.page.locator(found).first.click()
        self.taps += 1
        assert self.overflows(self.page) <= 0, found

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

    def is_ruled(self, law: str) -> None:
        self.page.locator(".ruling", has_text=law).first.wait_for()
        self.page.locator("button.btn-go").first.wait_for()


@pytest.fixture
def quarrel(
    server: LiveServer, open_page: OpenPage, overflows: Callable[[Page], int]
) -> Callable[[str], Quarrel]:
    def at(language: str) -> Quarrel:
        phone = Phone(open_page(SMALL_PHONE), server, overflows)
        phone.opens("bridge")
        phone.states(4, "S", "S")
        if language != "en":
            phone.page.context.add_cookies(
                [{"name": "language", "value": language, "url": server.url}]
            )
        phone.page.goto(phone.table)
        return Quarrel(phone.page, overflows)

    return at


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_revoke_that_nobody_recorded(
    quarrel: Callable[[str], Quarrel], shoot: Shoot, language: str
) -> None:
    at = quarrel(language)
    at.begins("revoke")
    shoot(at.page, f"quarrel-form-{language}")
    at.told(seat="E", card="D2")
    shoot(at.page, f"quarrel-could-{language}")
    at.answers("61.could=yes", "63.established=yes", "64.won=partner")
    at.is_ruled("Law 64A2")
    at.page.locator(".ruling h2 + .notice").wait_for()
    at.page.get_by_text("East (Tom)" if language == "en" else "Ost (Tom)").first.wait_for()
    shoot(at.page, f"quarrel-revoke-{language}")
    assert at.taps <= 9


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_first_lead_out_of_turn(
    quarrel: Callable[[str], Quarrel], shoot: Shoot, language: str
) -> None:
    at = quarrel(language)
    at.begins("lead-out-of-turn")
    at.told(seat="E", card="H5")
    at.answers("54.opening=yes", "47.told-to=no", "54.dummy-seen=no", "54.opening-lead=forbid")
    at.is_ruled("Law 54D")
    shoot(at.page, f"quarrel-lead-{language}")
    assert at.taps <= 10
    at.tap(".act button.btn-go")
    at.tap("button[form='accept'].btn-go")
    at.tap(".act a.btn-go")
    shoot(at.page, f"quarrel-bound-{language}")


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_disputed_claim(quarrel: Callable[[str], Quarrel], shoot: Shoot, language: str) -> None:
    at = quarrel(language)
    at.begins("claim")
    at.told(seat="S")
    answers = ("68.left=4", "68.tricks=4", "68.claim=no", "68.settle=rule")
    at.answers(*answers, "70.certain=3", "68.before=7")
    at.is_ruled("Law 70A")
    at.tap(".act button.btn-go")
    shoot(at.page, f"quarrel-claim-{language}")
    at.tap("button[form='accept'].btn-go")
    assert at.taps <= 14
