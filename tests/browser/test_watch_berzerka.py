"""A hand of Berzerka watched card by card on a small phone; somebody does not beat the
trick."""

from playwright.sync_api import expect

from scorekeeper.core.cards import Suit
from scorekeeper.core.seats import Seat
from scorekeeper.games.berzerka.play import CardOrder, card_play
from scorekeeper.games.berzerka.rules import Ranking, RankingRule
from tests.browser.berzerka import STARTER, Phone
from tests.browser.conftest import SMALL_PHONE, OpenPage, find_barriers, shoot
from tests.browser.watching import Watcher, dealt
from tests.conftest import LiveServer


def test_a_hand_of_berzerka_in_which_somebody_does_not_beat(
    server: LiveServer,
    open_page: OpenPage,
) -> None:
    page = open_page(SMALL_PHONE)
    phone = Phone(page)
    phone.opens(server.url)
    phone.press(STARTER)
    phone.bids("Tom", "berzerka")
    phone.passes("Priya", "Ingrid")
    phone.sees("Tom names trump")
    phone.choose("suit", "S")
    phone.press("Save the trump")
    phone.sees("discards")
    phone.choose("discards", 2)
    phone.press("Save the discards")
    phone.sees("plays")
    rules = card_play(
        CardOrder(Suit.SPADES, Ranking.NORMAL, RankingRule.NORMAL), Seat.TWO
    )
    deal = dealt(rules, "berzerka.refused.must-beat")
    watcher = Watcher(page)
    watcher.opens()
    for number in watcher.follows(rules, deal):
        if number == deal.proves:
            expect(watcher.proved.locator("p")).to_contain_text("Beat the trick")
            shoot(page, "watch-berzerka-proved")
            assert find_barriers(page) == []
    # All tricks were seen: the result is filled in.
    page.get_by_role("link", name="Enter result").click()
    phone.sees("plays")
    won = deal.watched.winners.count(Seat.TWO)
    expect(page.locator(f"[name=count][value='{won}']")).to_be_checked()
    shoot(page, "watch-berzerka-result")
    page.get_by_role("link", name="Continue").click()
    watcher.rules_on_it()
    expect(page.locator(".ruling h2")).to_contain_text("The deal is void")
    expect(page.locator(".ruling")).to_contain_text("Trick Phase")
    shoot(page, "watch-berzerka-ruling")
    assert find_barriers(page) == []
    watcher.accepts()
    page.get_by_role("link", name="To the table").click()
    # It is dealt again: the same forehand bids first.
    phone.sees("Tom to bid")
    phone.is_at("Hand 1")
