"""A deal that is watched card by card in a browser, with a failure to follow planted in
it."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, TimeoutError, expect

from scorekeeper.core.breaches import Breach, breaches
from scorekeeper.core.cards import Card, Play
from scorekeeper.core.play import (
    CardDrawn,
    CardPlayed,
    PlayRules,
    Watched,
    may_play,
    next_to_draw,
    played,
    turn,
    winning,
)
from scorekeeper.core.seats import Seat
from tests.browser.conftest import overflows

Seen = CardPlayed | CardDrawn
QUICKLY = 6_000
"""Milliseconds for what is there already."""


@dataclass(frozen=True, slots=True)
class Deal:
    """What is seen of a deal, in order, with the one breach that it proves.

    `proves` is the number of what is seen, from 0, that proves it; `kept` is what
    nobody played.
    """

    seen: tuple[Seen, ...]
    watched: Watched
    breach: Breach
    proves: int
    kept: frozenset[Card]


def dealt(
    rules: PlayRules, code: str, fits: Callable[[Deal], bool] = lambda _: True
) -> Deal:
    """A deal in which somebody once breaks the rule whose refusal is `code`, and is
    shown up.

    Of several the first that `fits`.
    """
    for seed in range(2_000):
        deal = _played(rules, random.Random(seed), code)
        if deal is not None and fits(deal):
            return deal
    raise AssertionError(f"no deal has a breach of {code}")


def _draws(
    rules: PlayRules, watched: Watched, stock: list[Card]
) -> Iterator[tuple[Seat, Card]]:
    """The cards that are drawn now, off the stock, each with its player."""
    while (drawer := next_to_draw(rules, watched)) is not None:
        card = stock.pop()
        watched = played(rules, watched, CardDrawn(card), 0)
        yield drawer, card


def _legal(
    rules: PlayRules,
    watched: Watched,
    seat: Seat,
    hand: frozenset[Card],
    chance: random.Random,
) -> Play:
    choice = may_play(rules, watched.tricks, watched.trick, seat, hand)
    return chance.choice(choice.plays)


# Long: one deal, dealt and played to its end.
def _played(rules: PlayRules, chance: random.Random, code: str) -> Deal | None:
    stock = sorted(rules.pack, key=str)
    chance.shuffle(stock)
    hands = {seat: {stock.pop() for _ in range(rules.hand)} for seat in rules.ring}
    watched = Watched()
    seen = list[Seen]()
    proves = -1
    is_planted = False
    while (seat := turn(rules, watched)) is not None:
        for drawer, card in _draws(rules, watched, stock):
            hands[drawer].add(card)
            seen.append(CardDrawn(card))
            watched = played(rules, watched, CardDrawn(card), 0)
        wrong = [] if is_planted else _wrong(rules, watched, seat, hands[seat], code)
        if wrong and len(watched.tricks) == 2:
            play = chance.choice(wrong)
            is_planted = True
        else:
            play = _legal(rules, watched, seat, frozenset(hands[seat]), chance)
        hands[seat].remove(play.card)
        event = CardPlayed(play.card, play.is_face_down)
        watched = played(rules, watched, event, len(watched.entries) + 1)
        if proves < 0 and breaches(rules, watched):
            proves = len(seen)
        seen.append(event)
    breach = _only_breach(rules, watched)
    if breach is None:
        return None
    return Deal(tuple(seen), watched, breach, proves, rules.pack - watched.cards)


def _only_breach(rules: PlayRules, watched: Watched) -> Breach | None:
    """The one breach of a deal, if it is shown before the last two tricks."""
    found = breaches(rules, watched)
    if len(found) != 1:
        return None
    shown = found[0].shown_trick
    if shown is None or shown > rules.tricks - 2:
        return None
    return found[0]


def _wrong(
    rules: PlayRules, watched: Watched, seat: Seat, hand: set[Card], code: str
) -> list[Play]:
    """The plays of this hand that break the rule."""
    if not watched.trick:
        return []
    plays = (Play(seat, card) for card in sorted(hand, key=str))
    return [
        play
        for play in plays
        if (why := rules.why_not(watched.tricks, watched.trick, play, frozenset(hand)))
        and why.why.code == code
    ]


@dataclass
class Watcher:
    """A phone on which the play of a deal is followed."""

    page: Page

    tapped: int = 0
    """How many taps it took from a breach to what its ruling does to the score."""

    def opens(self) -> None:
        """Two taps from the table: Ask, and Watch the play."""
        self.page.get_by_role("link", name="Ask", exact=True).click()
        self.page.get_by_role("link", name="Card by card").click()
        self.page.wait_for_url("**/watch*")

    def leads(self, name: str) -> None:
        """Say who leads to the first trick."""
        expect(self.page.locator("h2", has_text="Who leads?")).to_be_visible()
        self.page.locator("ul.options button", has_text=name).click()
        expect(self.page.locator("h2", has_text=f"{name} to lead")).to_be_visible()

    def follows(self, rules: PlayRules, deal: Deal) -> Iterator[int]:
        """Tap everything that is seen; after each tap its number, from 0."""
        watched = Watched()
        for number, event in enumerate(deal.seen):
            self.taps(event)
            entry = len(watched.entries) + 1
            watched = played(rules, watched, event, entry)
            self.is_at(rules, watched)
            expect(self.proved).to_have_count(int(number >= deal.proves))
            yield number

    def taps(self, event: Seen) -> None:
        """One tap for a card; two where it is put face down."""
        value = str(event.card)
        if isinstance(event, CardPlayed) and event.is_face_down:
            self.page.get_by_role("link", name="Face down").click()
            value += ":down"
        last = self.page.locator(".asking input[name=entry]")
        before = last.input_value() if last.count() else ""
        self.page.locator(f"button.pc[name=card][value='{value}']").click()
        expect(last).not_to_have_value(before)

    def is_at(self, rules: PlayRules, watched: Watched) -> None:
        """The page has taken it: the trick that lies there, its best card, the last
        trick."""
        assert overflows(self.page) <= 0
        if watched.is_over(rules):
            expect(
                self.page.locator("h2", has_text="All tricks are played")
            ).to_be_visible()
            return
        number = len(watched.tricks) + 1
        expect(self.page.locator("h1")).to_have_text(f"Trick {number}")
        lying = self.page.locator(".lay li .call")
        expect(lying).to_have_count(len(watched.trick))
        best = winning(rules, watched.tricks, watched.trick)
        expect(self.page.locator(".lay li.win")).to_have_count(int(best is not None))
        if watched.trick and best:
            place = watched.trick.index(best)
            expect(self.page.locator(".lay li").nth(place)).to_contain_class("win")

    @property
    def proved(self) -> Locator:
        """The breaches that the page shows."""
        return self.page.locator("details.proved")

    def rules_on_it(self) -> None:
        """From the breach to its ruling: everything is filled in."""
        ruling = self.page.get_by_role("link", name="Ask the arbiter")
        expect(self.proved).to_have_count(1)
        # the page may be brought up to date just then, and what was open closes
        while True:
            if not ruling.is_visible():
                self.proved.locator("summary").click()
            try:
                ruling.click(timeout=QUICKLY)
                break
            except TimeoutError:
                continue
        self.tapped = 2
        expect(self.page.locator("h1", has_text="Ruling")).to_be_visible()
        assert overflows(self.page) <= 0

    def accepts(self) -> None:
        """Enter the ruling in the docket, and accept it; six taps at most since the
        breach."""
        self.page.get_by_role("button", name="Enter").click()
        self.tapped += 2
        expect(self.page.locator("h1", has_text="Ruling 1")).to_be_visible()
        self.page.get_by_role("button", name="Accept").click()
        expect(self.page.get_by_text("For the score").first).to_be_visible()
        assert self.tapped <= 6
        assert overflows(self.page) <= 0
