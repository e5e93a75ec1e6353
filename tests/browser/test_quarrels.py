"""Three quarrels on a small phone, in English and German, counted in taps: a revoke
that nobody recorded, a first lead out of turn, a disputed claim; and, at the other
games, a failure to follow that was watched and that no card proves yet."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.core.cards import Suit
from scorekeeper.core.play import CardPlayed, PlayRules
from scorekeeper.core.seats import Seat
from scorekeeper.games.berzerka.play import CardOrder
from scorekeeper.games.berzerka.play import card_play as berzerka_play
from scorekeeper.games.berzerka.rules import Ranking, RankingRule
from scorekeeper.games.rook.play import card_play as rook_play
from scorekeeper.games.rook.rules import Settings as RookSettings
from scorekeeper.games.two_ten_jack.play import card_play as two_ten_jack_play
from scorekeeper.games.two_ten_jack.rules import Settings as TwoTenJackSettings
from tests.browser.berzerka import STARTER
from tests.browser.berzerka import Phone as BerzerkaPhone
from tests.browser.by_card import Phone
from tests.browser.conftest import SMALL_PHONE, OpenPage, shoot
from tests.browser.quarrelling import Quarrel
from tests.browser.rook import Phone as RookPhone
from tests.browser.two_ten_jack import FOUR
from tests.browser.two_ten_jack import Phone as TwoTenJackPhone
from tests.browser.watching import Watcher, dealt
from tests.conftest import LiveServer


@pytest.fixture
def quarrel(server: LiveServer, open_page: OpenPage) -> Callable[[str], Quarrel]:
    def at(language: str) -> Quarrel:
        phone = Phone(open_page(SMALL_PHONE), server)
        phone.opens("bridge")
        phone.states(4, "S", "S")
        if language != "en":
            phone.page.context.add_cookies(
                [{"name": "language", "value": language, "url": server.url}]
            )
        phone.page.goto(phone.table)
        return Quarrel(phone.page)

    return at


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_revoke_that_nobody_recorded(
    quarrel: Callable[[str], Quarrel], language: str
) -> None:
    at = quarrel(language)
    at.begins("revoke", "E")
    shoot(at.page, f"quarrel-form-{language}")
    at.told(card="D2")
    shoot(at.page, f"quarrel-could-{language}")
    at.answers("63.established=yes", "64.won=partner")
    at.is_ruled("Law 64A2")
    tricks = re.compile(r"tricks? goe?s?|Stiche? ")
    expect(at.page.locator(".ruling h2").first).to_contain_text(tricks)
    expect(at.page.locator(".ruling").first).to_contain_text(re.compile(r"\bTom\b"))
    expect(at.page.locator(".so-far")).to_contain_text(
        re.compile("Yes, both sides say so|Ja, das sagen beide Seiten")
    )
    shoot(at.page, f"quarrel-revoke-{language}")
    at.tap("button[name=accept]")
    at.page.wait_for_url("**/docket/*")
    expect(at.page.locator("button[form=accept]")).to_have_count(0)
    assert at.taps <= 6


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_first_lead_out_of_turn(
    quarrel: Callable[[str], Quarrel], language: str
) -> None:
    at = quarrel(language)
    at.begins("lead-out-of-turn", "E")
    at.told(card="H5")
    at.answers(
        "54.opening=yes", "47.told-to=no", "54.dummy-seen=no", "54.opening-lead=forbid"
    )
    at.is_ruled("Law 54D")
    shoot(at.page, f"quarrel-lead-{language}")
    at.tap("button[name=accept]")
    assert at.taps <= 8
    at.tap(".act a.btn-go")
    shoot(at.page, f"quarrel-bound-{language}")


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_disputed_claim(quarrel: Callable[[str], Quarrel], language: str) -> None:
    at = quarrel(language)
    at.begins("claim", "S")
    answers = ("68.left=4", "68.tricks=4", "68.claim=no", "68.settle=rule")
    at.answers(*answers, "70.trump-stated=none")
    shoot(at.page, f"quarrel-judged-{language}")
    at.judges("3")
    at.answers("68.before=7")
    at.is_ruled("Law 70A")
    shoot(at.page, f"quarrel-claim-{language}")
    at.tap("button[name=accept]")
    assert at.taps <= 10


def bid_at_rook(page: Page, url: str) -> PlayRules:
    phone = RookPhone(page)
    phone.opens(url)
    phone.tap(page.get_by_role("link", name="Results only"))
    phone.bids("Ingrid", 120, "G")
    phone.sees("Count the hand")
    return rook_play(RookSettings(), Suit.GREEN, Seat.ONE)


def bid_at_berzerka(page: Page, url: str) -> PlayRules:
    phone = BerzerkaPhone(page)
    phone.opens(url)
    phone.press(STARTER)
    phone.bids("Tom", "berzerka")
    phone.passes("Priya", "Ingrid")
    phone.choose("suit", "S")
    phone.press("Save the trump")
    phone.choose("discards", 2)
    phone.press("Save the discards")
    phone.sees("plays")
    return berzerka_play(
        CardOrder(Suit.SPADES, Ranking.NORMAL, RankingRule.NORMAL), Seat.TWO
    )


def dealt_at_two_ten_jack(page: Page, url: str) -> PlayRules:
    TwoTenJackPhone(page).opens(url, *FOUR)
    return two_ten_jack_play(TwoTenJackSettings(), Seat.ONE)


GAMES = {
    "rook": (bid_at_rook, "play.refused.follow", "renege"),
    "berzerka": (bid_at_berzerka, "berzerka.refused.must-beat", "failure-to-follow"),
    "two-ten-jack": (
        dealt_at_two_ten_jack,
        "two-ten-jack.refused.follow",
        "failure-to-follow",
    ),
}
"""How a hand begins, the rule that is broken in it, and what that is called."""


@pytest.mark.parametrize("slug", GAMES)
def test_a_failure_that_was_watched_and_that_nothing_proves(
    server: LiveServer,
    open_page: OpenPage,
    slug: str,
) -> None:
    """Ask, which failure, which card, "it was held", "all accept": five taps."""
    page = open_page(SMALL_PHONE)
    begins, code, name = GAMES[slug]
    rules = begins(page, server.url)
    deal = dealt(rules, code)
    watcher = Watcher(page)
    watcher.opens()
    if page.locator("h2", has_text="Who leads?").count():
        watcher.leads("Ingrid")
    plays = [n for n, one in enumerate(deal.seen) if isinstance(one, CardPlayed)]
    led_on = next(
        n for n in plays if plays.index(n) >= deal.breach.trick * len(rules.ring)
    )
    assert led_on < deal.proves
    for number in watcher.follows(rules, deal):
        if number == led_on:
            break
    page.goto(re.sub(r"watch.*", "", page.url))
    at = Quarrel(page)
    at.begins(name)
    shoot(page, f"quarrel-unproved-{slug}")
    at.tap(f"a[href*='card={deal.breach.play.card}&']")
    at.answers("could=yes")
    page.locator(".ruling").first.wait_for()
    at.tap("button[name=accept]")
    page.wait_for_url("**/docket/*")
    assert at.taps <= 5
