"""A hand of Rook watched card by card on a small phone, with a renege that the cards
prove."""

from playwright.sync_api import expect

from scorekeeper.core.cards import Suit
from scorekeeper.core.seats import Seat
from scorekeeper.games.rook.play import card_play
from scorekeeper.games.rook.rules import Settings
from tests.browser.conftest import SMALL_PHONE, OpenPage, find_barriers, shoot
from tests.browser.rook import Phone
from tests.browser.watching import Deal, Watcher, dealt
from tests.conftest import LiveServer

POINTS = {"1": 15, "5": 5, "10": 10, "14": 10, "Rook": 20}


def points_of(deal: Deal, team: tuple[Seat, Seat]) -> int:
    """What a team captured in this deal, the kitty among it where it won the last
    trick."""
    taken = set(deal.watched.captured(team))
    points = 0
    if deal.watched.winners[-1] in team:
        taken |= deal.kept
        points = 20
    return points + sum(POINTS.get(card.rank, 0) for card in taken)


def test_a_hand_of_rook_with_a_renege(
    server: LiveServer,
    open_page: OpenPage,
) -> None:
    page = open_page(SMALL_PHONE)
    phone = Phone(page)
    phone.opens(server.url)
    phone.tap(page.get_by_role("link", name="Results only"))
    phone.bids("Ingrid", 120, "G")
    phone.sees("Count the hand")
    rules = card_play(Settings(), Suit.GREEN, Seat.ONE)
    deal = dealt(rules, "play.refused.follow")
    watcher = Watcher(page)
    watcher.opens()
    watcher.leads("Ingrid")
    for number in watcher.follows(rules, deal):
        if number == deal.proves:
            expect(watcher.proved.locator("p")).to_contain_text("isn’t allowed")
            expect(watcher.proved).to_contain_text("§3")
            shoot(page, "watch-rook-proved")
            assert find_barriers(page) == []
    # All tricks were seen: both counts are filled in, the kitty with them.
    page.get_by_role("link", name="Enter result").click()
    phone.sees("Count the hand")
    page.get_by_role("link", name="Count", exact=True).click()
    page.locator(".grid").wait_for()
    ours = (Seat.ONE, Seat.THREE)
    points = points_of(deal, ours)
    assert phone.sums() == [str(points), str(200 - points)]
    shoot(page, "watch-rook-count")
    # The renege ends the hand: its side loses the bid, the other scores what it
    # captured.
    page.go_back()
    page.get_by_role("link", name="Continue").click()
    watcher.rules_on_it()
    expect(page.locator(".ruling h2")).to_contain_text("lose the bid, 120")
    expect(page.locator(".ruling")).to_contain_text("Reneging")
    shoot(page, "watch-rook-ruling")
    page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    assert find_barriers(page) == []
    watcher.accepts()
    offenders = deal.breach.play.seat
    others = ours if offenders not in ours else (Seat.TWO, Seat.FOUR)
    kept = points if others == ours else 200 - points
    page.get_by_role("link", name="To the table").click()
    score = {True: str(kept), False: "−120"}
    phone.stands_at(score[others[0] in ours], score[others[0] not in ours])
