"""Five quarrels at a table of each game, told differently by two sides on two phones
and decided by the arbiter's; then the deal that was ruled on is corrected, struck out
or thrown in."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from scorekeeper import create_app
from scorekeeper.core.evening import Seated, ThrownIn, Voided
from scorekeeper.core.notes import NOTED
from scorekeeper.core.ruling_notes import PLAY_ON
from scorekeeper.core.session import Command, Entry, Stamp
from scorekeeper.exports.session_file import read, write
from scorekeeper.games import GAMES
from scorekeeper.store import Store
from scorekeeper.store.phones import Purpose
from scorekeeper.tables.consent import NotAgreed
from scorekeeper.tables.rulings.effects import effect_state
from scorekeeper.tables.rulings.given import ruled_on
from scorekeeper.tables.session import Session
from scorekeeper.web.page.invitations import words_for
from tests.browser.conftest import PHONE, SMALL_PHONE, OpenPage, overflows, shoot
from tests.browser.opening import open_table
from tests.conftest import LiveServer
from tests.games.record_oracle import Trial, recorded, trials

NAMES = ("Ingrid", "Tom", "Priya", "Marek")
EACH = 5
"""So many quarrels of each game."""
MOST_QUESTIONS = 12
PATIENCE = 15_000
"""Milliseconds that something may take on a busy machine."""
SETTLES = 700
"""Milliseconds after which a page stands still that has drawn what its last line
already says."""


class After(Enum):
    """What becomes of the deal once it was ruled on."""

    NOTHING = "nothing"
    PLAYED_ON = "the arbiter lets it be"
    STRUCK = "the entry before the ruling is struck out"
    THROWN_IN = "the deal is thrown in"
    CORRECTED = "the entry before the ruling is put right"


def quarrels(slug: str) -> Iterator[Trial]:
    """Rulings that bind somebody or change the score, on random recorded deals: each of
    another kind."""
    seen = set[str]()
    for seed in range(1_000):
        chance = random.Random(f"quarrel {slug} {seed}")
        deal = recorded(slug, chance)
        if deal.is_closed or not deal.sitting.log:
            continue
        for trial in trials(deal, chance, 1, lambda one: one.rule):
            is_of_this = trial.facts.get("which") not in ("last", "before")
            has_force = trial.ruling.effects or trial.ruling.obligations
            again = seed // 300  # where there are few kinds, one comes once more
            kind = f"{again} {trial.name} {trial.ruling.verdict.code}"
            if kind in seen or not has_force or not is_of_this:
                continue
            seen.add(kind)
            yield trial
            break


@dataclass
class Table:
    """A table with the host's phone, one of another side, and the arbiter's."""

    server: LiveServer
    host: Page
    other: Page
    arbiter: Page
    address: str = ""

    @property
    def id(self) -> str:
        return self.address.rstrip("/").rsplit("/", 1)[-1]

    def session(self) -> Session:
        store = Store(self.server.instance / "scorekeeper.db")
        try:
            found = store.open(self.id)
            assert found is not None
            return found
        finally:
            store.close()

    def enters(
        self, *entries: Entry, reason: str = "", voids: tuple[int, ...] = ()
    ) -> None:
        """Put entries of the table into the log, as any of its phones might."""
        store = Store(self.server.instance / "scorekeeper.db")
        try:
            last = store.open(self.id)
            assert last is not None
            stamp = Stamp("2026-11-26T20:00:00Z", None, reason, f"entered-{last.last}")
            store.append(self.id, Command(entries, voids, reason), stamp)
        finally:
            store.close()

    def goes(self, page: Page, where: str) -> None:
        answer = page.goto(self.address + where)
        assert answer is not None and answer.status == 200, (where, answer)
        assert overflows(page) <= 0, where

    def opens(self, trial: Trial) -> None:
        """Lay the table, bring the other phones, and record the deal of this
        quarrel."""
        ring = [
            seat.value
            for seat in GAMES[trial.raw.slug].ring(trial.raw.sitting.settings)
        ]
        self.host.goto(f"{self.server.url}/new/{trial.raw.slug}")
        for seat, name in zip(ring, NAMES, strict=False):
            self.host.fill(f"[name=seat{seat}]", name)
        open_table(self.host)
        self.address = self.host.url
        self._brings(self.other, Purpose.JOIN, NAMES[1])
        self._brings(self.arbiter, Purpose.ARBITER, "I’m the arbiter")
        for page in (self.host, self.other):
            self.goes(page, "")
            accept = page.locator("form[action$='accept-arbiter'] button")
            if accept.count():
                accept.first.click()
                expect(accept).to_have_count(0)
        events = [entry.event for entry in trial.raw.sitting.log]
        self.enters(
            *(Entry(event) for event in events if not isinstance(event, Seated))
        )

    def _brings(self, page: Page, purpose: Purpose, words: str) -> None:
        app = create_app({"INSTANCE": str(self.server.instance), "TESTING": True})
        with app.test_request_context():
            link = words_for(self.id, purpose)
        page.goto(f"{self.server.url}/j/{link}")
        page.locator("main button", has_text=words).first.click()
        page.wait_for_url(f"{self.address}*")

    # ---- the quarrel ----

    def tells(self, trial: Trial) -> None:
        """The host's phone tells what happened, the arbiter's says what it determines,
        until there is a ruling; the host's enters that."""
        told = {**trial.facts}
        for _ in range(MOST_QUESTIONS):
            self.goes(self.host, f"ask/irregularity/{trial.name}?{urlencode(told)}")
            if self.host.locator(".ruling").count():
                break
            self.host.locator("form[action*='/put'] button").first.click()
            self.goes(self.arbiter, "sheet")
            asked = self.arbiter.locator(".waits-now[href*=irregularity]")
            asked.first.wait_for()
            self.arbiter.wait_for_timeout(SETTLES)
            asked.first.click()
            self.arbiter.locator("button[name=judged]").first.click()
            self.arbiter.wait_for_timeout(SETTLES)
        self.host.locator(".act button.btn-go").last.click()
        self.host.wait_for_url("**/docket/*")

    def is_contradicted(self) -> None:
        """The other side says that it was otherwise; the host's can't accept the ruling
        now."""
        where = self.host.url.split("?")[0].removeprefix(self.address)
        self.goes(self.other, where)
        says = self.other.locator("details:has([name=agrees][value=no])").first
        says.locator("summary").click()
        says.locator("[name=words]").fill("It was another card")
        says.locator("[name=agrees][value=no]").click()
        expect(self.other.locator("main")).to_contain_text("It was another card")
        self.goes(self.host, where)
        expect(self.host.locator("main")).to_contain_text("It was another card")
        expect(self.host.locator("button[form=accept].btn-go")).to_have_count(0)

    def decides(self, *, plays_on: bool) -> None:
        where = self.host.url.split("?")[0].removeprefix(self.address)
        self.goes(self.arbiter, where)
        expect(self.arbiter.locator("main")).to_contain_text("It was another card")
        if plays_on:
            button = f"button[name=remedy][value='{PLAY_ON}']"
            self.arbiter.locator(f"details:has({button}) summary").click()
            self.arbiter.locator(button).click()
        else:
            self.arbiter.locator("button[form=accept].btn-go").click()
        expect(self.arbiter.locator("main")).to_contain_text("decided by the arbiter")

    def becomes(self, after: After) -> bool:
        """Do that to the deal. False where what the ruling settled stays, unless all
        sides agree."""
        session = self.session()
        ruling = ruled_on(session)[-1]
        before = [entry for entry in session.folded.order if entry.seq < ruling.seq]
        told = [one for one in before if not isinstance(one.event, (Seated, *NOTED))]
        try:
            if after is After.STRUCK:
                self.enters(voids=(told[-1].seq,), reason="not so")
            elif after is After.THROWN_IN:
                self.enters(Entry(ThrownIn("dealt again")), reason="dealt again")
            elif after is After.CORRECTED:
                again = Entry(told[-1].event, told[-1].seq)
                self.enters(again, voids=(told[-1].seq,), reason="misread")
        except NotAgreed:
            return False
        return True


def state_of(session: Session) -> tuple[str, str]:
    """How the last ruling stands, and what of it is in the score."""
    ruling = ruled_on(session)[-1]
    return ruling.state, effect_state(session, ruling)


CASES = [
    pytest.param(slug, number, after, id=f"{slug}-{number}-{after.name.lower()}")
    for slug in GAMES
    for number, after in zip(range(EACH), After, strict=True)
]


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "number", "after"), CASES)
def test_a_quarrel_that_two_sides_tell_differently_is_decided_by_the_arbiter(
    server: LiveServer, open_page: OpenPage, slug: str, number: int, after: After
) -> None:
    trial = [one for one, _ in zip(quarrels(slug), range(number + 1), strict=False)][
        number
    ]
    pages = (open_page(SMALL_PHONE), open_page(PHONE), open_page(PHONE))
    for page in pages:
        page.set_default_timeout(PATIENCE)
    table = Table(server, *pages)
    table.opens(trial)
    before = table.session()
    table.tells(trial)
    shoot(table.host, f"quarrels-{slug}-{number}-told")
    table.is_contradicted()
    undecided = table.session()
    assert undecided.glance.standings == before.glance.standings, (
        "it was scored before it was decided"
    )
    assert state_of(undecided)[0] == "open"
    table.decides(plays_on=after is After.PLAYED_ON)
    shoot(table.arbiter, f"quarrels-{slug}-{number}-decided")
    decided = table.session()
    assert state_of(decided)[0] == (
        "settled" if after is After.PLAYED_ON else "accepted"
    )
    if after is After.PLAYED_ON:
        assert decided.glance.standings == before.glance.standings
    is_done = table.becomes(after)
    for page in pages:
        for where in (
            "",
            "sheet",
            "docket",
            f"docket/{ruled_on(decided)[-1].seq}",
            "log",
        ):
            table.goes(page, where)
    last = table.session()
    assert read(write(last).encode()).session.folded == last.folded
    if (
        after is After.CORRECTED or not is_done
    ):  # the same was entered again, or nothing
        assert last.glance.standings == decided.glance.standings
        assert state_of(last) == state_of(decided)
    if after in (After.STRUCK, After.CORRECTED):
        assert any(isinstance(entry.event, Voided) for entry in last.log) == is_done
    if after is After.THROWN_IN:
        assert any(isinstance(entry.event, ThrownIn) for entry in last.log) == is_done
