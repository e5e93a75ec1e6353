"""The bidding: whose turn it is, what may be said, and who has the hand in the end."""

from dataclasses import dataclass

from scorekeeper.core.citations import inferred
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import Seat, left_of, partner, party_of
from scorekeeper.games.rook.events import PASS, PASS_PARTNER, RING, TEAMS, Call
from scorekeeper.games.rook.play import bids
from scorekeeper.games.rook.rules import NobodyBids, Settings, printed

BIDDING = printed("§5", "bidding")
SKIP = printed("§5", "pass-partner")
FOURTH = inferred("R5", "fourth-player")
HIGHEST = inferred("R8", "highest-bid")
BOTH_OUT = inferred("R6", "pass-partner")


@dataclass(frozen=True, slots=True)
class Bid:
    """Who has the hand, and how much that team is to capture."""

    bidder: Seat
    amount: int


@dataclass(frozen=True, slots=True)
class Auction:
    """The bidding of one hand so far: what was said and by whom."""

    dealer: Seat
    calls: tuple[tuple[Seat, Call], ...] = ()
    high: Bid | None = None
    out: frozenset[Seat] = frozenset()

    @property
    def is_over(self) -> bool:
        """Whether three have passed a bid, or all four have passed."""
        return len(self.out) == (3 if self.high else 4)

    @property
    def turn(self) -> Seat | None:
        """Who is to speak, None when the bidding is over.

        Inferred: R9, dealer's left opens; who is out is skipped, and so is the high bidder.
        """
        if self.is_over:
            return None
        seat = left_of(self.calls[-1][0] if self.calls else self.dealer, RING)
        while seat in self.out or (self.high and seat is self.high.bidder):
            seat = left_of(seat, RING)
        return seat

    def has_skipped(self, seat: Seat) -> bool:
        """Whether the team of `seat` has used its Pass-Partner in this hand."""
        team = party_of(seat, TEAMS).seats
        return any(call == PASS_PARTNER and who in team for who, call in self.calls)

    def after(self, call: Call) -> "Auction":
        """The bidding once the player whose turn it is has said `call`."""
        seat = self.turn
        if seat is None:
            return self
        calls = (*self.calls, (seat, call))
        if call.amount is not None:
            return Auction(self.dealer, calls, Bid(seat, call.amount), self.out)
        out = self.out | {seat} if call == PASS else self.out
        return Auction(self.dealer, calls, self.high, out)


def outcome(auction: Auction, settings: Settings) -> Bid | None:
    """Who has the hand once the bidding is over, None when nobody has.

    Inferred: R4, four passes mean a new deal, or the dealer takes it at the minimum.
    """
    if auction.high or settings.nobody_bids is NobodyBids.REDEAL:
        return auction.high
    return Bid(auction.dealer, bids(settings)[0])


def legal_bids(auction: Auction, settings: Settings) -> tuple[int, ...]:
    """The amounts that the player whose turn it is may bid, lowest first.

    Rule: §5; Inferred: R5, after three passes the fourth may only take it at the minimum.
    """
    amounts = bids(settings)
    if auction.high:
        return tuple(amount for amount in amounts if amount > auction.high.amount)
    return tuple(amounts[:1] if len(auction.out) == 3 else amounts)


def check_call(auction: Auction, call: Call, settings: Settings) -> None:
    """Raise RuleViolation when the player whose turn it is may not say `call`."""
    if call.amount is not None:
        _check_bid(auction, call.amount, settings)
    elif call == PASS_PARTNER:
        _check_pass_partner(auction)


def why_not_call(auction: Auction, call: Call, settings: Settings) -> RuleViolation | None:
    """Why the player whose turn it is may not say `call`; None where that player may."""
    try:
        check_call(auction, call, settings)
    except RuleViolation as refusal:
        return refusal
    return None


def check_amount(amount: int, settings: Settings, field: str = "amount") -> None:
    """Raise RuleViolation when nobody can bid this amount at this table."""
    amounts = bids(settings)
    if amount < amounts[0]:
        why = message("rook.refused.bid-under-minimum", amount=amount, least=amounts[0])
        raise RuleViolation(why, field, BIDDING)
    if amount > amounts[-1]:
        why = message("rook.refused.bid-over-maximum", amount=amount, most=amounts[-1])
        raise RuleViolation(why, field, HIGHEST)
    if amount not in amounts:
        below = amounts[0] + (amount - amounts[0]) // settings.step * settings.step
        above = min(below + settings.step, amounts[-1])
        why = message(
            "rook.refused.bid-step", amount=amount, step=settings.step, below=below, above=above
        )
        raise RuleViolation(why, field, BIDDING)


def _check_bid(auction: Auction, amount: int, settings: Settings) -> None:
    check_amount(amount, settings, "call")
    allowed = legal_bids(auction, settings)
    if amount in allowed:
        return
    if auction.high is None:
        why = message("rook.refused.bid-after-passes", amount=amount, least=allowed[0])
        raise RuleViolation(why, "call", FOURTH)
    high = auction.high
    if not allowed:
        why = message("rook.refused.bid-at-top", amount=amount, high=high.amount)
    else:
        why = message("rook.refused.bid-low", amount=amount, high=high.amount, least=allowed[0])
    raise RuleViolation(why, "call", BIDDING)


def _check_pass_partner(auction: Auction) -> None:
    seat = auction.turn
    if seat is None:
        return
    other = partner(seat, RING)
    if auction.high is None or auction.high.bidder is not other:
        _refuse(message("rook.refused.pass-partner-not-high", seat=seat, partner=other))
    if auction.has_skipped(seat):
        _refuse(message("rook.refused.pass-partner-used", seat=seat, partner=other))
    if len(auction.out) == 2:
        why = message("rook.refused.pass-partner-alone", seat=seat, partner=other)
        raise RuleViolation(why, "call", BOTH_OUT)


def _refuse(why: Message) -> None:
    raise RuleViolation(why, "call", SKIP)
