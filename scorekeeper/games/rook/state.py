"""A hand of Rook as far as it was recorded, and its bidding: whose turn it is, what may
be said."""

from dataclasses import dataclass

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.citations import inferred
from scorekeeper.core.errors import RuleViolation, refused
from scorekeeper.core.play import PlayRules
from scorekeeper.core.rounds import Round, RoundEnd, Rounds, Tally
from scorekeeper.core.seats import (
    TEAMS,
    TEAMS_OF,
    Party,
    PartyId,
    Ring,
    Seat,
    left_of,
    partner,
    party_of,
)
from scorekeeper.core.session import Event
from scorekeeper.core.values import changed
from scorekeeper.games.rook import events, rules
from scorekeeper.games.rook.events import (
    BIDDERS,
    OTHERS,
    PASS,
    PASS_PARTNER,
    Call,
)
from scorekeeper.games.rook.play import bids, card_play
from scorekeeper.games.rook.rules import BIDDING, Settings, no, printed

# ---- the bidding ----


@dataclass(frozen=True, slots=True)
class Bid:
    """Who has the hand, and how much that team is to capture. `is_blind` where the bidder
    bid it before looking at their cards."""

    bidder: Seat
    amount: int
    is_blind: bool = False

    @property
    def said(self) -> object:
        return events.said_amount(self.amount, is_blind=self.is_blind)


@dataclass(frozen=True, slots=True)
class Auction:
    """The bidding of one hand so far: what was said and by whom, and who is out of it.
    `first` is who opened it, where that was said: else the player at dealer's left."""

    dealer: Seat
    ring: Ring
    first: Seat | None = None
    calls: tuple[tuple[Seat, Call], ...] = ()
    high: Bid | None = None
    out: frozenset[Seat] = frozenset()

    @property
    def is_over(self) -> bool:
        return len(self.out) == len(self.ring) - (1 if self.high else 0)

    @property
    def around(self) -> tuple[Seat, ...]:
        """The players in the order in which they bid. Inferred: R9, dealer's left
        opens."""
        first = self.first or left_of(self.dealer, self.ring)
        return tuple(left_of(first, self.ring, n) for n in range(len(self.ring)))

    @property
    def turn(self) -> Seat | None:
        """Who is to speak, None when the bidding is over. Inferred: R9, who is out is
        skipped, and so is the high bidder."""
        if self.is_over:
            return None
        last = self.calls[-1][0] if self.calls else self.around[-1]
        around = (left_of(last, self.ring, n) for n in range(1, len(self.ring) + 1))
        silent = self.out | ({self.high.bidder} if self.high else set())
        return next(seat for seat in around if seat not in silent)

    def after(self, call: Call) -> "Auction":
        seat = self.turn
        if seat is None:
            return self
        grown = changed(self, calls=(*self.calls, (seat, call)))
        if call.amount is not None:
            return changed(grown, high=Bid(seat, call.amount, call.is_blind))
        return changed(grown, out=self.out | {seat}) if call == PASS else grown


def outcome(auction: Auction, settings: Settings) -> Bid | None:
    """Who has the hand once the bidding is over, None when nobody has. Inferred: R4,
    passes all round mean a new deal, or the dealer takes it at the minimum."""
    if auction.high or settings.nobody_bids is rules.NobodyBids.REDEAL:
        return auction.high
    return Bid(auction.dealer, bids(settings)[0])


def legal_bids(auction: Auction, settings: Settings) -> tuple[int, ...]:
    """The amounts that the player whose turn it is may bid, lowest first. Rule: §5;
    Inferred: R5, the last who has not passed may only take it at the minimum."""
    amounts = bids(settings)
    if auction.high:
        return tuple(amount for amount in amounts if amount > auction.high.amount)
    is_last = len(auction.out) == len(auction.ring) - 1
    return tuple(amounts[:1] if is_last else amounts)


def why_not_call(
    auction: Auction, call: Call, settings: Settings
) -> RuleViolation | None:
    seat = auction.turn
    if call.amount is not None:
        why = why_not_blind(auction, settings) if call.is_blind else None
        return why or _why_not_bid(auction, call.amount, settings)
    if call == PASS or seat is None:
        return None
    if settings.calls_partner:
        cite = inferred("Calling a partner", "call-partner")
        return no("pass-partner-unknown", "call", cite)
    cite = printed("§5", "pass-partner")
    other = partner(seat, auction.ring)
    team = party_of(seat, TEAMS).seats
    if auction.high is None or auction.high.bidder is not other:
        code = "pass-partner-not-high"
    elif any(said == PASS_PARTNER and who in team for who, said in auction.calls):
        code = "pass-partner-used"
    elif len(auction.out) == 2:
        code = "pass-partner-alone"
        cite = inferred("R6", "pass-partner")
    else:
        return None
    return no(code, "call", cite, seat=seat, partner=other)


def why_not_amount(amount: int, settings: Settings, field: str) -> RuleViolation | None:
    """Why this can't be bid at this table at all; None where it can. Rule: §5;
    Inferred: R8."""
    amounts = bids(settings)
    least = amounts[0]
    most = amounts[-1]
    if amount < least:
        return no("bid-under-minimum", field, BIDDING, amount=amount, least=least)
    if amount > most:
        return no("bid-over-maximum", field, rules.HIGHEST, amount=amount, most=most)
    if amount in amounts:
        return None
    step = settings.step
    below = least + (amount - least) // step * step
    said = {"step": step, "below": below, "above": min(below + step, most)}
    return no("bid-step", field, BIDDING, amount=amount, **said)


def no_such_bid(settings: Settings) -> RuleViolation:
    amounts = bids(settings)
    said = {"least": amounts[0], "most": amounts[-1], "step": settings.step}
    return no("no-such-bid", "call", BIDDING, **said)


def _why_not_bid(
    auction: Auction, amount: int, settings: Settings
) -> RuleViolation | None:
    allowed = legal_bids(auction, settings)
    high = auction.high
    why = why_not_amount(amount, settings, "call")
    if why or amount in allowed:
        return why
    said = {"amount": amount} | ({"least": allowed[0]} if allowed else {})
    if high is None:
        return no("bid-after-passes", "call", inferred("R5", "fourth-player"), **said)
    return no(
        "bid-low" if allowed else "bid-at-top",
        "call",
        BIDDING,
        **said,
        high=high.amount,
    )


def why_not_blind(auction: Auction, settings: Settings) -> RuleViolation | None:
    seat = auction.turn
    if not settings.plays_blind:
        return no("no-blind", "call", rules.RULE_SHEET.cite(settings, "blind"))
    if seat in [caller for caller, _ in auction.calls]:
        cite = rules.RULE_SHEET.cite(settings, "blind")
        return no("blind-first", "call", cite, seat=seat)
    return None


# ---- the hand ----


@dataclass(frozen=True)
class Hand(Round):
    """One hand, from the deal to the count. `first` is who bid first, where that was
    said. `bid` is settled once the bidding is over. `kitty` and `discards` are None
    until they are taken and made, and empty where their cards were not entered.
    `called` is the bidder's card for a partner, `holder` who is said to have held it.
    `forfeit` stands in place of a count where a ruling ended it."""

    calls: tuple[Call, ...] = ()
    first: Seat | None = None
    is_stated: bool = False
    bid: Bid | None = None
    kitty: tuple[Card, ...] | None = None
    discards: tuple[Card, ...] | None = None
    trump: Suit | None = None
    called: Card | None = None
    holder: Seat | None = None
    leader: Seat | None = None
    count: events.CountStated | events.CardsCaptured | None = None
    forfeit: events.HandForfeited | None = None

    def waits_for_trump(self, settings: Settings) -> bool:
        """Whether trump must be named before anybody takes the kitty."""
        is_first = settings.names_trump is rules.NamesTrump.BEFORE
        return is_first and self.trump is None and self.end is RoundEnd.OPEN


State = Rounds[Settings, Hand, Tally]


def auction_of(hand: Hand, settings: Settings) -> Auction:
    auction = Auction(hand.dealer, settings.ring, hand.first)
    for call in hand.calls:
        auction = auction.after(call)
    return auction


def who_held(hand: Hand, settings: Settings) -> Seat | None:
    """Who held the card that was called: the bidder who plays alone, or the partner;
    None until that was said or the card was played. What nobody has played when all
    cards are known lies in the kitty, with the bidder."""
    if hand.holder is not None:
        return hand.holder
    if hand.called is None or hand.bid is None:
        return None
    for made in hand.watched.plays:
        if made.card == hand.called:
            return made.seat
    if hand.called in (*(hand.kitty or ()), *(hand.discards or ())):
        return hand.bid.bidder
    rules_of_play = play_rules_of(hand, settings)
    if rules_of_play is not None and hand.watched.is_over(rules_of_play):
        return hand.bid.bidder
    return None


def sides(hand: Hand, settings: Settings) -> tuple[Party, Party]:
    """Who plays together in a hand: the bidders, then the others. As long as nobody
    knows the partner of a bidder who has called, the bidder is alone. Before the bid
    the dealer stands for the bidder."""
    bidder = hand.bid.bidder if hand.bid else hand.dealer
    if not settings.calls_partner:
        return TEAMS_OF[bidder]
    together = {bidder, who_held(hand, settings) or bidder}
    ring = settings.ring
    return (
        Party(BIDDERS, tuple(seat for seat in ring if seat in together)),
        Party(OTHERS, tuple(seat for seat in ring if seat not in together)),
    )


def side_at(party: PartyId, hand: Hand, settings: Settings) -> Party:
    """The side of a hand that this is, or that it belongs to: a person's score is that
    of the side they were on."""
    first, second = sides(hand, settings)
    if party in (first.id, second.id):
        return first if party == first.id else second
    return first if Seat(party) in first.seats else second


def may_lead(hand: Hand, settings: Settings) -> tuple[Seat, ...]:
    """Who may lead to the first trick: the bidder or the player on the left, or the one
    whom the table's rule names."""
    bidder = hand.bid.bidder if hand.bid else hand.dealer
    ring = settings.ring
    if settings.leads_first is rules.LeadsFirst.BIDDER:
        return bidder, left_of(bidder, ring)
    is_bidders = settings.leads_first is rules.LeadsFirst.BIDDERS_LEFT
    return (left_of(bidder if is_bidders else hand.dealer, ring),)


def play_rules_of(hand: Hand, settings: Settings) -> PlayRules | None:
    if hand.trump is None:
        return None
    first, *others = may_lead(hand, settings)
    leader = hand.leader or (None if others else first)
    return card_play(settings, hand.trump, leader)


KEPT = {
    events.KittyTaken: ("kitty", "cards"),
    events.DiscardsMade: ("discards", "cards"),
    events.TrumpDeclared: ("trump", "suit"),
    events.PartnerCalled: ("called", "card"),
    events.PartnerIs: ("holder", "seat"),
    events.FirstLead: ("leader", "leader"),
}
"""For each kind of fact that a hand keeps as it was said: the hand's field, and the
field of the fact that it comes from."""


def entered(state: State, event: Event) -> Hand:
    hand = state.round
    settings = state.settings
    match event:
        case events.CallMade(call, seat):
            hand = _called(hand, call, seat, settings.ring)
            auction = auction_of(hand, settings)
            return _bid(hand, outcome(auction, settings)) if auction.is_over else hand
        case events.BidStated(bidder, amount, blind):
            return _bid(changed(hand, is_stated=True), Bid(bidder, amount, blind))
        case events.NobodyBid():
            return _bid(
                changed(hand, is_stated=True),
                outcome(Auction(hand.dealer, settings.ring), settings),
            )
        case _ if type(event) in KEPT:
            name, name_in_fact = KEPT[type(event)]
            hand = changed(hand, **{name: getattr(event, name_in_fact)})
        case events.CountStated() | events.CardsCaptured():
            hand = changed(hand, count=event, end=RoundEnd.COUNTED)
        case events.HandForfeited():
            hand = changed(hand, forfeit=event, end=RoundEnd.COUNTED)
    return hand


def _called(hand: Hand, call: Call, seat: Seat | None, ring: Ring) -> Hand:
    if seat is not None and not hand.calls:
        dealer = hand.dealer if hand.is_dealer_said else left_of(seat, ring, -1)
        hand = changed(hand, first=seat, dealer=dealer)
    return changed(hand, calls=(*hand.calls, call))


def _bid(hand: Hand, bid: Bid | None) -> Hand:
    return changed(hand, bid=bid, end=RoundEnd.OPEN if bid else RoundEnd.PASSED)


def check_bidding(
    state: State, event: events.CallMade | events.BidStated | events.NobodyBid
) -> None:
    hand = state.round
    if hand.bid is not None:
        bid = hand.bid
        raise no("bidding-over", "call", BIDDING, bidder=bid.bidder, amount=bid.amount)
    if isinstance(event, events.CallMade):
        _check_call(hand, event, state.settings)
        return
    if hand.calls:
        raise no("bidding-open", n=len(hand.calls))
    if isinstance(event, events.BidStated):
        settings = state.settings
        why = why_not_amount(event.amount, settings, "amount")
        if why is not None:
            raise why
        if event.blind and not settings.plays_blind:
            raise no("no-blind", "blind", rules.RULE_SHEET.cite(settings, "blind"))


def _check_call(hand: Hand, event: events.CallMade, settings: Settings) -> None:
    seat = event.seat
    turn = auction_of(hand, settings).turn
    if seat is not None and not hand.calls:  # Who calls first says who dealt
        hand = changed(hand, first=seat)
    elif seat not in (None, turn):
        said = {"call": event.call, "seat": seat, "turn": turn}
        raise refused("refused.out-of-rotation", "call", BIDDING, **said)
    why = why_not_call(auction_of(hand, settings), event.call, settings)
    if why is not None:
        raise why
