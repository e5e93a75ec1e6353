"""A round of Two-Ten-Jack watched card by card on a small phone, draws and all."""

from playwright.sync_api import expect

from scorekeeper.core.play import CardDrawn
from scorekeeper.core.seats import Seat
from scorekeeper.games.two_ten_jack.play import card_play
from scorekeeper.games.two_ten_jack.rules import Settings
from tests.browser.conftest import SMALL_PHONE, OpenPage, find_barriers, shoot
from tests.browser.two_ten_jack import FOUR, Phone
from tests.browser.watching import Watcher, dealt
from tests.conftest import LiveServer


def test_a_round_of_two_ten_jack_in_which_somebody_does_not_follow(
    server: LiveServer,
    open_page: OpenPage,
) -> None:
    page = open_page(SMALL_PHONE)
    phone = Phone(page)
    phone.opens(server.url, *FOUR)
    rules = card_play(Settings(), Seat.ONE)
    deal = dealt(rules, "two-ten-jack.refused.follow")
    watcher = Watcher(page)
    watcher.opens()
    has_drawn = False
    for number in watcher.follows(rules, deal):
        if isinstance(deal.seen[number], CardDrawn) and not has_drawn:
            has_drawn = True
            shoot(page, "watch-two-ten-jack-draws")
        if number == deal.proves:
            expect(watcher.proved.locator("p")).to_contain_text("isn’t allowed")
            shoot(page, "watch-two-ten-jack-proved")
            assert find_barriers(page) == []
    # All tricks were seen: every scoring card has its owner.
    page.get_by_role("link", name="Enter result").click()
    phone.sees("Who captured what?")
    for card in ("HA", "H10", "H2", "SA", "SJ", "S2"):
        owner = next(
            winner.value
            for trick, winner in zip(
                deal.watched.tricks, deal.watched.winners, strict=True
            )
            if card in [str(play.card) for play in trick]
        )
        expect(page.locator(f"[name={card}][value='{owner}']")).to_be_checked()
    shoot(page, "watch-two-ten-jack-count")
    page.get_by_role("link", name="Continue").click()
    watcher.rules_on_it()
    expect(page.locator(".ruling h2")).to_contain_text("The deal is void")
    expect(page.locator(".ruling")).to_contain_text("Following")
    shoot(page, "watch-two-ten-jack-ruling")
    assert find_barriers(page) == []
    watcher.accepts()
    page.get_by_role("link", name="To the table").click()
    phone.sees("Who captured what?")
    phone.is_at("Round 1 of 4")
    phone.stands_at("0", "0", "0", "0")
