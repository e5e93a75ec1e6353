"""The pack of Rook and what of it counts, how its tricks are played, the bidding: whose turn it is,
what may be said, and a hand as far as it was recorded.

Rule: Jeff house rules §1 and §4 (cards, counters), §3 (rank, trump, following suit), §7 (leading).
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import lru_cache, partial, reduce
from typing import Any

from scorekeeper.core.cards import Card, Play, Strength, Suit, Trick, pack
from scorekeeper.core.citations import inferred
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import message
from scorekeeper.core.play import PlayRules, Tricks
from scorekeeper.core.rounds import Round, RoundEnd, Rounds, Tally
from scorekeeper.core.rulings import Step
from scorekeeper.core.rulings import because as by_suits
from scorekeeper.core.seats import Party, Seat, left_of, partner, party_of
from scorekeeper.games.rook import events, rules
from scorekeeper.games.rook.events import PASS, PASS_PARTNER, RING, TEAMS, Call
from scorekeeper.games.rook.rules import BIDDING, Deck, RookRank, Settings, no, printed

COLOURS = (Suit.RED, Suit.YELLOW, Suit.GREEN, Suit.BLACK)
"""The four colours in the order in which they are shown."""

ROOK = Card("Rook")
KITTY = 5  # How many cards lie in the kitty, and are laid back
_FULL = pack(COLOURS, tuple(str(n) for n in range(1, 15))) | {ROOK}
_FAST = frozenset(card for card in _FULL if card.rank not in ("2", "3", "4"))


def cards_of(deck: Deck) -> frozenset[Card]:
    """Every card of the deck, the Rook among them."""
    return _FULL if deck is Deck.FULL else _FAST


@dataclass(frozen=True, slots=True)
class Counters:
    """What counts in a hand: cards with their points, the last trick, and the sum of all."""

    cards: tuple[tuple[Card, int], ...]
    last_trick: int
    total: int

    def worth(self, *cards: Card) -> int:
        """The points of these cards, 0 for one that does not count."""
        return sum(points for counter, points in self.cards if counter in cards)

    def totals(self, buried: Collection[Card] = (), owner: str = "last trick") -> frozenset[int]:
        """The points that one team can have captured while these cards are `buried` in the kitty:
        its `owner` is who has the "last trick", "us" or "them"."""
        given = self.worth(*buried)
        sums = {given if owner == "us" else 0}
        last = self.last_trick + (given if owner == "last trick" else 0)
        for one in [*(points for card, points in self.cards if card not in buried), last]:
            sums |= {total + one for total in sums}
        return frozenset(sums)


@lru_cache(maxsize=32)
def counters(settings: Settings) -> Counters:
    """What counts at this table. Rule: §4 of the house rules, or the table's own figures."""
    points = dict(settings.worth)
    last_trick = points.pop(rules.LAST_TRICK)
    ranks = [name for name in points if name != ROOK.rank]
    every = [Card(rank, colour) for colour in COLOURS for rank in ranks] + [ROOK]
    cards = tuple((card, points[card.rank]) for card in every if points[card.rank])
    return Counters(cards, last_trick, last_trick + sum(worth for _, worth in cards))


def bids(settings: Settings) -> range:
    """Every amount that can be bid at this table, lowest first. Rule: §5; Inferred: R8."""
    return range(min(settings.minimum, settings.top), settings.top + 1, settings.step)


# ---- the tricks ----

FOLLOWING = printed("§3", "following")
LEADING = printed("§7", "first-lead")
TAKE_BACK = printed("§9", "take-back")

ORDER = (*(str(n) for n in range(2, 15)), "1")
"""The ranks of a colour, lowest first: the 1 is the highest."""


@lru_cache(maxsize=64)
def card_play(settings: Settings, trump: Suit, leader: Seat | None) -> PlayRules:
    """What a hand with this trump is played under; `leader` is None while nobody has said it."""
    pack = cards_of(settings.deck)
    hand = (len(pack) - KITTY) // len(RING)
    return PlayRules(
        pack=pack,
        ring=RING,
        hand=hand,
        tricks=hand,
        leader=leader,
        strength=partial(strength, trump, settings.rook),
        why_not=partial(why_not, trump),
        because=partial(because, trump, settings.rook),
        turn=LEADING,
        take_back=TAKE_BACK,
    )


def colour_of(card: Card, trump: Suit) -> Suit:
    """The colour that a card counts as: the Rook is always a trump."""
    return card.suit or trump


def why_not(
    trump: Suit, before: Tricks, trick: Trick, play: Play, hand: frozenset[Card]
) -> RuleViolation | None:
    """Why this play can't be made by the holder of these cards; None when it can. Rule: §3: the
    colour led must be followed; whoever can't may play any card."""
    led = colour_of((*trick, play)[0].card, trump)
    held = min((card for card in hand if colour_of(card, trump) is led), key=str, default=None)
    if held is None or colour_of(play.card, trump) is led:
        return None
    return no("follow", "card", FOLLOWING, card=play.card, colour=led, held=held)


def strength(trump: Suit, rook: RookRank, before: Tricks, trick: Trick) -> Strength:
    """How strong a card is in this trick: trumps, then the colour led; other colours can't win."""
    led = colour_of(trick[0].card, trump) if trick else None

    def strong(play: Play) -> tuple[int, ...]:
        colour = colour_of(play.card, trump)
        rooks = len(ORDER) if rook is RookRank.HIGH else -1
        rank = rooks if play.card == ROOK else ORDER.index(play.card.rank)
        return (colour is trump, colour is led, rank)

    return strong


def because(
    trump: Suit, rook: RookRank, before: Tricks, trick: Trick, best: Play, play: Play
) -> Step:
    """Why `best` wins, where it is asked of itself, or why `play` lost to it."""
    colours = (colour_of(play.card, trump), colour_of(best.card, trump))
    if play != best and ROOK in (play.card, best.card) and colours[0] is colours[1]:
        code = f"rook.because.rook-{rook.value}"
        return Step(message(code, card=play.card, best=best.card), FOLLOWING)
    return by_suits(best, play, lambda one: colour_of(one.card, trump), trump, FOLLOWING)


SKIP = printed("§5", "pass-partner")
FOURTH = inferred("R5", "fourth-player")
BOTH_OUT = inferred("R6", "pass-partner")


# ---- the bidding ----


@dataclass(frozen=True, slots=True)
class Bid:
    """Who has the hand, and how much that team is to capture."""

    bidder: Seat
    amount: int

    @property
    def team(self) -> Party:
        return party_of(self.bidder, TEAMS)


@dataclass(frozen=True, slots=True)
class Auction:
    """The bidding of one hand so far: what was said and by whom, and who is out of it. `first` is
    who opened it, where that was said: else the player at dealer's left."""

    dealer: Seat
    first: Seat | None = None
    calls: tuple[tuple[Seat, Call], ...] = ()
    high: Bid | None = None
    out: frozenset[Seat] = frozenset()

    @property
    def is_over(self) -> bool:
        """Whether three have passed a bid, or all four have passed."""
        return len(self.out) == (3 if self.high else 4)

    @property
    def around(self) -> tuple[Seat, ...]:
        """The players in the order in which they bid. Inferred: R9, dealer's left opens."""
        first = self.first or left_of(self.dealer, RING)
        return tuple(left_of(first, RING, steps) for steps in range(4))

    @property
    def turn(self) -> Seat | None:
        """Who is to speak, None when the bidding is over. Inferred: R9, who is out is skipped, and
        so is the high bidder."""
        last = self.calls[-1][0] if self.calls else self.around[-1]
        around = (left_of(last, RING, steps) for steps in range(1, 5))
        silent = self.out | ({self.high.bidder} if self.high else set())
        return None if self.is_over else next(seat for seat in around if seat not in silent)

    def has_skipped(self, seat: Seat) -> bool:
        """Whether the team of `seat` has used its Pass-Partner in this hand."""
        team = party_of(seat, TEAMS).seats
        return any(call == PASS_PARTNER and who in team for who, call in self.calls)

    def after(self, call: Call) -> "Auction":
        """The bidding once the player whose turn it is has said `call`."""
        seat = self.turn
        if seat is None:
            return self
        said = replace(self, calls=(*self.calls, (seat, call)))
        if call.amount is not None:
            return replace(said, high=Bid(seat, call.amount))
        return replace(said, out=self.out | {seat}) if call == PASS else said


def outcome(auction: Auction, settings: Settings) -> Bid | None:
    """Who has the hand once the bidding is over, None when nobody has. Inferred: R4, four passes
    mean a new deal, or the dealer takes it at the minimum."""
    if auction.high or settings.nobody_bids is rules.NobodyBids.REDEAL:
        return auction.high
    return Bid(auction.dealer, bids(settings)[0])


def legal_bids(auction: Auction, settings: Settings) -> tuple[int, ...]:
    """The amounts that the player whose turn it is may bid, lowest first. Rule: §5; Inferred: R5,
    after three passes the fourth may only take it at the minimum."""
    amounts = bids(settings)
    if auction.high:
        return tuple(amount for amount in amounts if amount > auction.high.amount)
    return tuple(amounts[:1] if len(auction.out) == 3 else amounts)


def why_not_call(auction: Auction, call: Call, settings: Settings) -> RuleViolation | None:
    """Why the player whose turn it is may not say `call`; None where that player may."""
    if call.amount is not None:
        return _why_not_bid(auction, call.amount, settings)
    seat = auction.turn
    if call == PASS or seat is None:
        return None
    other, cite = partner(seat, RING), SKIP
    if auction.high is None or auction.high.bidder is not other:
        code = "pass-partner-not-high"
    elif auction.has_skipped(seat):
        code = "pass-partner-used"
    elif len(auction.out) == 2:
        code, cite = "pass-partner-alone", BOTH_OUT
    else:
        return None
    return no(code, "call", cite, seat=seat, partner=other)


def why_not_amount(amount: int, settings: Settings, field: str) -> RuleViolation | None:
    """Why this can't be bid at this table at all; None where it can. Rule: §5; Inferred: R8."""
    amounts, step = bids(settings), settings.step
    least, most = amounts[0], amounts[-1]
    below = least + (amount - least) // step * step
    said = {"step": step, "below": below, "above": min(below + step, most)}
    if amount < least:
        return no("bid-under-minimum", field, BIDDING, amount=amount, least=least)
    if amount > most:
        return no("bid-over-maximum", field, rules.HIGHEST, amount=amount, most=most)
    return None if amount in amounts else no("bid-step", field, BIDDING, amount=amount, **said)


def _why_not_bid(auction: Auction, amount: int, settings: Settings) -> RuleViolation | None:
    allowed, high = legal_bids(auction, settings), auction.high
    why = why_not_amount(amount, settings, "call")
    if why or amount in allowed:
        return why
    said = {"amount": amount} | ({"least": allowed[0]} if allowed else {})
    if high is None:
        return no("bid-after-passes", "call", FOURTH, **said)
    return no("bid-low" if allowed else "bid-at-top", "call", BIDDING, **said, high=high.amount)


# ---- the hand ----


@dataclass(frozen=True, slots=True)
class Hand(Round):
    """One hand, from the deal to the count. `first` is who bid first, where that was said. `bid` is
    settled once the bidding is over. `kitty` and `discards` are None until they are taken and made,
    and empty where their cards were not entered. `forfeit` stands in place of a count where a
    ruling ended it."""

    calls: tuple[Call, ...] = ()
    first: Seat | None = None
    is_stated: bool = False
    bid: Bid | None = None
    kitty: tuple[Card, ...] | None = None
    discards: tuple[Card, ...] | None = None
    trump: Suit | None = None
    leader: Seat | None = None
    count: events.CountStated | events.CardsCaptured | None = None
    forfeit: events.HandForfeited | None = None

    @property
    def auction(self) -> Auction:
        """Its bidding, as far as it was recorded call by call."""
        return reduce(Auction.after, self.calls, Auction(self.dealer, first=self.first))


State = Rounds[Settings, Hand, Tally]


def play_rules_of(hand: Hand, settings: Settings) -> PlayRules | None:
    """What a hand is played under; None before its trump is named."""
    return card_play(settings, hand.trump, hand.leader) if hand.trump else None


def entered(state: State, event: Any) -> Hand:
    """The hand once this has been entered. A count ends it, and a bidding that nobody won."""
    hand, settings = state.round, state.settings
    match event:
        case events.CallMade(call, seat):
            hand = _called(hand, call, seat)
            auction = hand.auction
            return _bid(hand, outcome(auction, settings)) if auction.is_over else hand
        case events.BidStated(bidder, amount):
            return _bid(replace(hand, is_stated=True), Bid(bidder, amount))
        case events.NobodyBid():
            return _bid(replace(hand, is_stated=True), outcome(Auction(hand.dealer), settings))
        case events.KittyTaken(cards):
            hand = replace(hand, kitty=cards)
        case events.DiscardsMade(cards):
            hand = replace(hand, discards=cards)
        case events.TrumpDeclared(suit):
            hand = replace(hand, trump=suit)
        case events.FirstLead(leader):
            hand = replace(hand, leader=leader)
        case events.CountStated() | events.CardsCaptured():
            hand = replace(hand, count=event, end=RoundEnd.COUNTED)
        case events.HandForfeited():
            hand = replace(hand, forfeit=event, end=RoundEnd.COUNTED)
    return hand


def _called(hand: Hand, call: Call, seat: Seat | None) -> Hand:
    """The hand with this call. Who bids first sits at dealer's left, whatever the rotation says;
    where the table said that somebody else dealt, the calls stay with those who made them."""
    if seat is not None and not hand.calls:
        dealer = hand.dealer if hand.is_dealer_said else left_of(seat, RING, 3)
        hand = replace(hand, first=seat, dealer=dealer)
    return replace(hand, calls=(*hand.calls, call))


def _bid(hand: Hand, bid: Bid | None) -> Hand:
    return replace(hand, bid=bid, end=RoundEnd.OPEN if bid else RoundEnd.PASSED)
