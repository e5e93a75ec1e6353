"""Deals with wild cards watched on a small phone: a deuce or a Joker is never an
accusation."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.core.cards import Card
from scorekeeper.core.seats import Seat
from tests.browser.by_card import Phone
from tests.browser.conftest import SMALL_PHONE, OpenPage, find_barriers, shoot
from tests.browser.watching import Deal, Watcher, dealt
from tests.browser.wild import plain, printed
from tests.conftest import LiveServer

DEFENDERS = (Seat.EAST, Seat.WEST)
Explained = Callable[[Card], bool]


@dataclass(frozen=True, slots=True)
class Asked:
    """A deal that is watched: at which table, South's contract, what is broken, who
    says so."""

    slug: str
    contract: str
    code: str
    cite: str


@pytest.fixture
def phone(
    server: LiveServer, open_page: OpenPage
) -> Callable[..., tuple[Phone, Watcher]]:
    def at(slug: str, contract: str, **settings: str) -> tuple[Phone, Watcher]:
        phone = Phone(open_page(SMALL_PHONE), server)
        phone.opens(slug, **settings)
        phone.states(int(contract[0]), contract[1:], "S")
        phone.goes("watch")
        return phone, Watcher(phone.page)

    return at


def spared(deal: Deal, is_wild: Explained) -> Iterator[Card]:
    """The wild cards that were put on another suit by a player who could have
    followed."""
    tricks = deal.watched.tricks
    for n, trick in enumerate(tricks):
        led = trick[0].card.suit
        for play in trick[1:]:
            later = (
                one
                for after in tricks[n + 1 :]
                for one in after
                if one.seat is play.seat
            )
            could = any(one.card.suit is led and not is_wild(one.card) for one in later)
            if could and is_wild(play.card) and play.card.suit is not led:
                yield play.card


DEUCES = Asked(
    "deuces-wild", "4S", "bridge.refused.follow-or-deuce", "Bridge with Deuces Wild"
)
CROWNS = Asked("five-crowns", "3NT", "play.refused.follow", "Five Crowns Bridge, play")


@pytest.mark.parametrize("asked", [DEUCES, CROWNS], ids=lambda asked: asked.slug)
def test_a_deal_with_a_revoke_and_a_wild_card_that_is_none(
    phone: Callable[..., tuple[Phone, Watcher]],
    asked: Asked,
) -> None:
    table, watcher = phone(asked.slug, asked.contract)
    page = table.page

    def is_wild(card: Card) -> bool:
        return card.rank == "2" or card.is_joker

    def fits(deal: Deal) -> bool:
        return deal.breach.play.seat in DEFENDERS and any(spared(deal, is_wild))

    deal = dealt(table.rules, asked.code, fits)
    for number in watcher.follows(table.rules, deal):
        if number == deal.proves:
            expect(watcher.proved).to_contain_text(asked.cite)
            expect(watcher.proved).to_contain_text("still had")
            shoot(page, f"{asked.slug}-proved")
            assert find_barriers(page) == []
    # All tricks were seen: the result fills itself in.
    page.get_by_role("link", name="Enter result").click()
    took = deal.watched.won_by((Seat.NORTH, Seat.SOUTH))
    expect(page.locator(f"[name=tricks][value='{took}']")).to_be_checked()
    page.get_by_role("button", name=re.compile("Save the deal")).click()
    expect(page.locator(".slab").first).to_be_visible()
    # The ruling corrects it, and stands in the docket of the sheet that is printed.
    table.goes("watch")
    watcher.rules_on_it()
    expect(page.locator(".ruling")).to_contain_text("Law 64")
    verdict = page.locator(".ruling h2").inner_text()
    tricks = price(deal)
    assert ("One trick goes to" if tricks == 1 else "2 tricks go to") in verdict
    shoot(page, f"{asked.slug}-ruling")
    watcher.accepts()
    text = printed(page, table.table, asked.slug)
    entered = f"accepted; {tricks} trick{'s' if tricks > 1 else ''} to N–S – entered"
    facts = "Who was it? " + {"E": "Tom", "W": "Marek"}[deal.breach.play.seat.value]
    for piece in (
        "Rulings",
        verdict,
        facts,
        "Laws of Rubber Bridge 2014",
        "Law 64",
        entered,
    ):
        assert plain(piece) in text, text


def price(deal: Deal) -> int:
    """The tricks that a defender's revoke costs. Law 64A of 2017: the revoke trick if
    the offender won it, with one more if the side won a later one; else one if it won
    that or a later one."""
    own, *later = deal.watched.winners[deal.breach.trick - 1 :]
    has_later = any(seat in DEFENDERS for seat in later)
    if own is deal.breach.play.seat:
        return 1 + has_later
    return int(has_later or own in DEFENDERS)


def plays(page: Page, *cards: str) -> None:
    """Tap these cards as they fall; "RedJoker:D" is put down as a diamond."""
    for text in cards:
        card, _, suit = text.partition(":")
        entry = page.locator(".asking input[name=entry]")
        before = entry.input_value() if entry.count() else ""
        if suit:
            page.locator(f".deck a[href*='card={card}']").click()
        page.locator(f"button[name=card][value='{text}']").click()
        expect(entry).not_to_have_value(before)


WILD = {"variant": "x2", "suit_mode": "wildcard", "wildcard_until": "played"}


@pytest.mark.parametrize(
    ("settings", "explained", "proof"),
    [
        # East throws a club on hearts; a Joker that might have been a heart proves
        # nothing
        (WILD, ("D5", "RedJoker:D", "D6", "D7"), ("H5", "5")),
        # the Joker of spades follows to spades; that of hearts was a heart all along
        ({"variant": "x4-parity"}, ("S5", "SJoker", "S6", "S7"), ("HJoker", "Joker")),
    ],
    ids=["x2", "x4"],
)
def test_a_joker_explains_and_a_later_card_proves(
    phone: Callable[..., tuple[Phone, Watcher]],
    settings: dict[str, str],
    explained: tuple[str, ...],
    proof: tuple[str, str],
) -> None:
    table, watcher = phone("joker-bridge", "4S", **settings)
    page = table.page
    shown, said = proof
    plays(page, "H9", "HA", "C4", "H3", *explained)
    expect(page.locator("h2", has_text="Tom to lead")).to_be_visible()
    expect(watcher.proved).to_have_count(0)
    plays(page, shown)
    expect(watcher.proved).to_have_count(1)
    expect(watcher.proved).to_contain_text("still had")
    expect(watcher.proved).to_contain_text(
        "Joker Variations, reference manual §4.3, §7"
    )
    expect(watcher.proved.locator("summary")).to_contain_text(said)
    shoot(page, f"joker-{settings['variant']}-proved")
    # What the record shows is not asked, though the deal is not over.
    page.get_by_role("link", name="Ask the arbiter").click()
    expect(page.locator("h1", has_text="Ruling")).to_be_visible()
    expect(page.locator(".ruling")).to_contain_text("Law 64")
