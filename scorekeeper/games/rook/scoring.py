"""What a hand scores and when a game is won, and what can't be entered."""

from collections.abc import Collection, Container, Mapping
from dataclasses import replace

from scorekeeper.core.cards import Card, Play, Suit
from scorekeeper.core.citations import inferred, published
from scorekeeper.core.evening import Awarded, CarriedIn, DealerIs
from scorekeeper.core.messages import listed, message
from scorekeeper.core.play import CardPlayed, LeadIs
from scorekeeper.core.play import turn as to_play
from scorekeeper.core.rounds import (
    Lines,
    RoundEnd,
    RoundRules,
    Rounds,
    Tally,
)
from scorekeeper.core.seats import Party, PartyId, Seat, party_of
from scorekeeper.core.session import Event
from scorekeeper.core.sheet import Line, Points
from scorekeeper.core.values import changed
from scorekeeper.games.rook import events, play
from scorekeeper.games.rook.events import (
    CardsCaptured,
    CountStated,
    other,
)
from scorekeeper.games.rook.rules import (
    BIDDING,
    CALLING,
    OFFICIAL,
    PACK,
    RULE_SHEET,
    UNIT,
    BlindBids,
    BothReach,
    DefendersReach,
    KittyTo,
    SetCost,
    Settings,
    never,
    no,
    printed,
)
from scorekeeper.games.rook.state import (
    Bid,
    Hand,
    State,
    check_bidding,
    entered,
    may_lead,
    play_rules_of,
    side_at,
    sides,
    who_held,
)

RESOLUTION = printed("§8", "resolution")
RENEGE = published(OFFICIAL, "Reneging", "renege")
EACH_SCORES = inferred("Calling a partner", "call-partner")

Count = CountStated | CardsCaptured


def captured(count: Count, settings: Settings) -> dict[PartyId, int]:
    """The points that each team captured, by its id; they sum to the hand's total.
    Rule: §4."""
    counters = play.counters(settings)
    if isinstance(count, CountStated):
        points = count.points
    else:
        last = counters.last_trick if count.last_trick == count.party else 0
        points = counters.points_of(*count.cards) + last
    return {count.party: points, other(count.party): counters.total - points}


def watched_count(hand: Hand, settings: Settings) -> CardsCaptured | None:
    """What the bidders captured, their kitty included; None unless all tricks were
    watched. Rule: §4. What nobody played lies in the kitty, whether or not the discards
    were entered."""
    rules_of_play = play_rules_of(hand, settings)
    watched = hand.watched
    if hand.bid is None or rules_of_play is None or not watched.is_over(rules_of_play):
        return None
    if settings.calls_partner and who_held(hand, settings) is None:
        return None
    bidders = sides(hand, settings)[0]
    winner = side_at(watched.winners[-1].party, hand, settings).id
    taken = set(watched.captured(bidders.seats))
    if settings.kitty is KittyTo.BIDDER or winner == bidders.id:
        taken |= rules_of_play.pack - watched.cards
    cards = tuple(card for card, _ in play.counters(settings).cards if card in taken)
    return CardsCaptured(bidders.id, cards, winner)


def is_doubled(bid: Bid, points: Points, settings: Settings) -> bool:
    """Whether the bidders score twice these points, won or lost by a blind bid.
    Inferred: from Spades, if won; from Thousand, lost too."""
    return bid.is_blind and (points > 0 or settings.blind is BlindBids.BOTH)


def cost_of_set(bid: Bid, settings: Settings) -> int:
    """What the bidders score who fell short, below zero. Rule: §8, or the table's
    own."""
    cost = _cost_once(bid, settings)
    return 2 * cost if is_doubled(bid, cost, settings) else cost


def _cost_once(bid: Bid, settings: Settings) -> int:
    match settings.set_cost:
        case SetCost.BID:
            return -bid.amount
        case SetCost.TWICE_BID:
            return -2 * bid.amount
        case SetCost.HAND_TOTAL:
            return -play.counters(settings).total


def is_made(hand: Hand, settings: Settings) -> bool:
    """Whether the bidders of a counted hand captured what they had bid, or more. Rule:
    §8."""
    bid = hand.bid
    count = hand.count
    bidders = sides(hand, settings)[0].id
    return bool(bid and count and captured(count, settings)[bidders] >= bid.amount)


def hand_lines(hand: Hand, settings: Settings) -> Lines:
    """The lines of a hand: what each team captured, or what the set cost. Rule: §8.
    Where a ruling ended it, who is at fault loses the bid, whoever made it. Rule:
    official rules, reneging. Inferred: where a partner was called, each player scores
    what that player's side does."""
    lines = _side_lines(hand, settings)
    if not settings.calls_partner:
        return lines
    seats = {side.id: side.seats for side in sides(hand, settings)}
    return tuple(
        replace(line, party=seat.party) for line in lines for seat in seats[line.party]
    )


def _side_lines(hand: Hand, settings: Settings) -> Lines:
    bid = hand.bid
    count = hand.count
    forfeit = hand.forfeit
    if bid and forfeit:
        return _forfeit_lines(hand, bid, forfeit, settings)
    if bid is None or count is None:
        return ()
    ours, theirs = sides(hand, settings)
    defended = _captured_lines(hand, count, theirs, settings)
    if is_made(hand, settings):
        taken = _captured_lines(hand, count, ours, settings)
        return _with_blind(taken, bid, settings) + defended
    points = captured(count, settings)[ours.id]
    what = message("rook.line.set", bid=bid.amount, points=points)
    cite = RULE_SHEET.cite(settings, "set_cost")
    lost = (Line(ours.id, _cost_once(bid, settings), what, cite),)
    return _with_blind(lost, bid, settings) + defended


# What the bidders score, and once more what that comes to where it counts double.
def _with_blind(lines: Lines, bid: Bid, settings: Settings) -> Lines:
    if not bid.is_blind:
        return lines
    points = sum(line.points for line in lines)
    if not is_doubled(bid, points, settings):
        return lines
    what = message("rook.line.blind")
    cite = RULE_SHEET.cite(settings, "blind")
    return (*lines, Line(lines[0].party, points, what, cite))


def _forfeit_lines(
    hand: Hand, bid: Bid, forfeit: events.HandForfeited, settings: Settings
) -> Lines:
    party = forfeit.party
    points = forfeit.points
    loser = other(party)
    if forfeit.lost is None:
        what = message("rook.line.forfeited", bid=bid.amount)
        lost: Lines = (Line(loser, -bid.amount, what, RENEGE),)
        if loser == sides(hand, settings)[0].id:
            lost = _with_blind(lost, bid, settings)
        kept = message("rook.line.kept", points=points)
        return (*lost, Line(party, points, kept, RENEGE))
    cite = RULE_SHEET.cite(settings, "renege")
    price = Line(loser, -forfeit.lost, message("rook.line.price"), cite)
    return (price, Line(party, points, message("rook.line.price-won"), cite))


def _counted_line(
    hand: Hand, count: CountStated, party: PartyId, settings: Settings
) -> Line:
    code = "counted" if party == count.party else "the-rest"
    total = play.counters(settings).total
    counted_by = side_at(count.party, hand, settings)
    what = message(f"rook.line.{code}", total=total, party=counted_by)
    cite = EACH_SCORES if settings.calls_partner else RESOLUTION
    return Line(party, captured(count, settings)[party], what, cite)


def _captured_lines(hand: Hand, count: Count, side: Party, settings: Settings) -> Lines:
    party = side.id
    if isinstance(count, CountStated):
        return (_counted_line(hand, count, party, settings),)
    counters = play.counters(settings)
    is_named = party == count.party
    cite = RULE_SHEET.cite(settings, "count")
    lines = list[Line]()
    mine = [card for card, _ in counters.cards if (card in count.cards) == is_named]
    for rank in dict.fromkeys(card.rank for card in mine):
        cards = tuple(card for card in mine if card.rank == rank)
        what = message("rook.line.cards", cards=events.by_rank(cards))
        lines.append(Line(party, counters.points_of(*cards), what, cite))
    if count.last_trick == party and counters.last_trick:
        lines.append(
            Line(party, counters.last_trick, message("rook.line.last-trick"), cite)
        )
    return tuple(lines) or (Line(party, 0, message("rook.line.nothing"), RESOLUTION),)


def scored(hand: Hand, before: Tally, settings: Settings) -> tuple[Lines, Tally]:
    lines = hand_lines(hand, settings)
    rounds = before.rounds
    if hand.end is not RoundEnd.THROWN_IN:
        rounds += 1
    after = before.plus(lines, rounds=rounds)
    if hand.end is not RoundEnd.COUNTED or hand.bid is None:
        return lines, after
    ours, _ = sides(hand, settings)
    bidders = [ours.id]
    if settings.calls_partner:
        bidders = [seat.party for seat in ours.seats]
    won = winner(after.totals, bidders, is_made(hand, settings), settings)
    return lines, after.won(won) if won else after


def winner(
    totals: Mapping[PartyId, Points],
    bidders: Container[PartyId],
    is_made: bool,
    settings: Settings,
) -> PartyId | None:
    """The team or player that has won at the end of a hand, None while the game goes
    on. Rule: §1, the target; official rules, both teams reach it. Inferred: R2, a tie
    is played on; R3, whether the defenders' points may win; R11, a game ends only with
    a hand."""
    reached = [party for party in totals if totals[party] >= settings.target]
    own = [party for party in reached if party in bidders and is_made]
    if settings.defenders_reach is DefendersReach.OWN_BID:
        reached = own
    if settings.both_reach is BothReach.BIDDERS:
        reached = own or reached
    most = max((totals[party] for party in reached), default=0)
    ahead = [party for party in reached if totals[party] == most]
    return ahead[0] if len(ahead) == 1 else None


# what the recorded tricks come to, where the result says something else
def _recorded(hand: Hand, settings: Settings) -> object:
    watched = watched_count(hand, settings)
    if watched is None or hand.count is None:
        return None
    points = captured(watched, settings)
    return None if points == captured(hand.count, settings) else both(points)


FORFEIT = "forfeit"
PRICE = "price"
COUNT = "count"
"""What a ruling gives in a hand: the loss of the bid, a fixed price, or a count of its
own."""
OF_SIDE = "side-"
"""Before one of these: to the side that a player was on, where a partner was called."""


def ended(kind: str, party: PartyId, points: int) -> CountStated | events.HandForfeited:
    """The fact by which such an effect ends a hand."""
    kind = kind.removeprefix(OF_SIDE)
    if kind == COUNT:
        return CountStated(party, points)
    return events.HandForfeited(party, points, points if kind == PRICE else None)


def awarded(hand: Hand, award: Awarded, settings: Settings) -> Hand:
    """A counted hand with what a ruling gives in it: a count of its own, or that the
    other team loses the bid, whoever made it. Nobody loses a bid that was not made."""
    if hand.bid is None:
        return hand
    side = side_at(award.party, hand, settings)
    fact = ended(award.effect, side.id, award.amount)
    if isinstance(fact, CountStated):
        return changed(hand, forfeit=None, count=fact)
    return changed(hand, count=None, forfeit=fact)


def both(points: Mapping[PartyId, Points]) -> tuple[object, ...]:
    said = list[object]()
    for party in sorted(points):
        said += (" : ", points[party])
    return tuple(said[1:])


ROUNDS = RoundRules(
    family="rook",
    ring=lambda settings: settings.ring,
    parties=lambda settings: settings.parties,
    round=Hand,
    tally=Tally,
    state=Rounds,
    entered=entered,
    scored=scored,
    play_rules=play_rules_of,
    recorded=_recorded,
    awardable=frozenset(
        of + kind for of in ("", OF_SIDE) for kind in (FORFEIT, PRICE, COUNT)
    ),
    awarded=awarded,
)


def is_far_behind(state: State, seat: Seat) -> bool:
    settings = state.settings
    totals = ROUNDS.present_tally(state).totals
    own = totals[party_of(seat, settings.parties).id]
    return max(totals.values()) - own >= settings.blind_behind


# ---- what can't be entered ----

LEAD = printed("§7", "first-lead")
KITTY_RULE = printed("§6", "kitty")

Cards = tuple[Card, ...]


def check(state: State, event: Event) -> None:
    hand = state.round
    match event:
        case events.CallMade() | events.BidStated() | events.NobodyBid():
            check_bidding(state, event)
        case events.KittyTaken() | events.DiscardsMade():
            _check_kitty_or_discards(state, event)
        case _ if isinstance(event, events.DECLARED):
            _check_declared(hand, event, state.settings)
        case CountStated() | CardsCaptured() | events.HandForfeited():
            _check_count(state, event)
        case CardPlayed() | LeadIs() if hand.trump is None:
            raise no("no-trump-yet", "card", LEAD, said=event.said())
        case DealerIs() if hand.calls:
            raise no("dealer-after-bids", "seat", seat=event.seat)
        case CarriedIn() if event.points % UNIT:
            raise no("carried-unit", "points", points=event.points, unit=UNIT)
        case _:
            ROUNDS.check(state, event)
            if isinstance(event, Awarded) and hand.bid:
                _check_total(state, _given(event))
            if isinstance(event, CardPlayed):
                _check_card(hand, event.card, state.settings)


# a count is checked by its sum alone here: what lies in the kitty, the ruling has said
def _given(award: Awarded) -> CountStated | events.HandForfeited:
    is_price = award.effect.removeprefix(OF_SIDE) == PRICE
    kind = PRICE if is_price else FORFEIT
    return ended(kind, award.party, award.amount)


def _check_card(hand: Hand, card: Card, settings: Settings) -> None:
    rules_of_play = play_rules_of(hand, settings)
    if rules_of_play is None or hand.bid is None:
        return
    bidder = hand.bid.bidder
    seat = to_play(rules_of_play, hand.watched) or bidder
    laid = hand.discards or ()
    taken = hand.kitty or ()
    _check_laid(bidder, Play(seat, card), "card", laid=laid, taken=taken)
    if card == hand.called and hand.holder not in (None, seat):
        raise never("holder", "card", CALLING, card=card, seat=hand.holder)


def _bid_of(hand: Hand, what: str) -> Bid:
    if hand.bid is None:
        raise no(f"no-bid-{what}", "", BIDDING)
    return hand.bid


def _check_kitty_or_discards(
    state: State, event: events.KittyTaken | events.DiscardsMade
) -> None:
    hand = state.round
    cards = event.cards
    is_kitty = isinstance(event, events.KittyTaken)
    size = state.settings.in_kitty
    bidder = _bid_of(hand, event.KIND).bidder
    if not size:
        raise no("no-kitty", "cards", RULE_SHEET.cite(state.settings, "nest"))
    known = hand.kitty if is_kitty else hand.discards
    if known or (known is not None and not cards):
        raise no(f"{event.KIND}-twice", "cards", KITTY_RULE)
    if len(cards) not in (0, size):
        raise never(f"{event.KIND}-number", "cards", KITTY_RULE, n=len(cards), of=size)
    _check_cards(cards, state.settings)
    laid = changed(hand, kitty=cards) if is_kitty else changed(hand, discards=cards)
    _check_stated_holder(laid, state.settings)
    for played in hand.watched.plays:
        if is_kitty:
            _check_laid(bidder, played, "cards", laid=(), taken=cards)
        else:
            _check_laid(bidder, played, "cards", laid=cards, taken=())


# a card that was played can't have been laid away, nor come from the kitty to another
def _check_laid(
    bidder: Seat, played: Play, field: str, *, laid: Cards, taken: Cards
) -> None:
    card = played.card
    seat = played.seat
    if card in laid:
        raise never("discarded", field, KITTY_RULE, card=card)
    if card in taken and seat is not bidder:
        said = {"card": card, "seat": seat, "bidder": bidder}
        raise never("from-the-kitty", field, KITTY_RULE, **said)


def _check_cards(cards: Cards, settings: Settings) -> None:
    strange = listed(card for card in cards if card not in play.cards_of(settings))
    pack = message(f"rook.setting.deck.{settings.deck.value}")
    if strange:
        raise never("not-in-pack", "cards", PACK, cards=strange, pack=pack)
    twice = listed(dict.fromkeys(card for card in cards if cards.count(card) > 1))
    if twice:
        raise never("twice", "cards", PACK, cards=twice)


def _check_declared(hand: Hand, event: events.Declared, settings: Settings) -> None:
    bidder = _bid_of(hand, event.KIND).bidder
    match event:
        case events.TrumpDeclared(suit):
            _check_trump(hand, suit)
        case events.FirstLead(leader):
            _check_leader(hand, bidder, leader, settings)
        case _ if not settings.calls_partner:
            raise no("no-calling", "", RULE_SHEET.cite(settings, "partners"))
        case events.PartnerCalled(card):
            _check_called(hand, card, settings)
        case events.PartnerIs():
            _check_same_bidder(event, bidder)
            _check_holder(hand, event.seat, settings)


def _check_trump(hand: Hand, suit: Suit) -> None:
    if hand.trump:
        raise no("trump-twice", "trump", KITTY_RULE, suit=suit, trump=hand.trump)
    if suit not in play.COLOURS:
        colours = listed(play.COLOURS)
        raise no("no-colour", "trump", PACK, suit=suit, colours=colours)


def _check_leader(hand: Hand, bidder: Seat, leader: Seat, settings: Settings) -> None:
    if hand.leader:
        raise no("first-lead-twice", "leader", LEAD)
    first, *others = may_lead(hand, settings)
    if leader in (first, *others):
        return
    cite = RULE_SHEET.cite(settings, "leads_first")
    if not others:
        raise no("first-lead-ruled", "leader", cite, leader=leader, first=first)
    said = {"leader": leader, "bidder": bidder, "left": others[0]}
    raise no("first-lead", "leader", cite, **said)


def _check_called(hand: Hand, card: Card, settings: Settings) -> None:
    if hand.called:
        raise no("called-twice", "called", CALLING, card=hand.called)
    _check_cards((card,), settings)
    _check_stated_holder(changed(hand, called=card), settings)


# a partner would play alone, or a bidder who plays alone be another's partner
def _check_same_bidder(event: events.PartnerIs, bidder: Seat) -> None:
    was = event.bidder
    if was not in (None, bidder) and event.seat in (was, bidder):
        raise no("other-bidder", "partner", CALLING, was=was, bidder=bidder)


def _check_holder(hand: Hand, seat: Seat, settings: Settings) -> None:
    known = who_held(hand, settings)
    if hand.holder or known not in (None, seat):
        raise no("holder-known", "partner", CALLING, seat=known)


# the cards that are known can't lie with another than who is said to have held one
def _check_stated_holder(hand: Hand, settings: Settings) -> None:
    shown = who_held(changed(hand, holder=None), settings)
    if hand.holder and shown not in (None, hand.holder):
        raise no("holder-known", "", CALLING, seat=hand.holder)


def _check_side(state: State, party: PartyId, field: str = "party") -> None:
    first, second = sides(state.round, state.settings)
    if party not in (first.id, second.id):
        code = "no-such-side" if state.settings.calls_partner else "no-such-party"
        raise no(code, field, party=party)


def _check_count(state: State, event: Count | events.HandForfeited) -> None:
    hand = state.round
    is_forfeit = isinstance(event, events.HandForfeited)
    bid = _bid_of(hand, "forfeited" if is_forfeit else "count")
    _check_side(state, event.party)
    if state.settings.calls_partner and who_held(hand, state.settings) is None:
        raise no("no-holder", "partner", CALLING, bidder=bid.bidder)
    if isinstance(event, CardsCaptured):
        _check_side(state, event.last_trick, "last_trick")
        _check_cards(event.cards, state.settings)
        _check_kitty(state, event)
    else:
        _check_total(state, event)


def _check_total(state: State, event: CountStated | events.HandForfeited) -> None:
    """Refuse points that no share of the counters gives. Those that a team counted must
    also leave the discards where they belong."""
    points = event.points
    if isinstance(event, events.HandForfeited) and event.lost is not None:
        _check_price(points)
        _check_price(event.lost)
        return
    counters = play.counters(state.settings)
    cite = RULE_SHEET.cite(state.settings, "count")
    if not 0 <= points <= counters.total:
        raise never("total-range", "points", cite, points=points, total=counters.total)

    possible = counters.totals()
    if points not in possible:
        code = "total-unit" if points % UNIT else "total-sum"
        nearest = _next_to(points, possible)
        raise never(code, "points", cite, points=points, **nearest)

    if isinstance(event, CountStated):
        _check_buried(state, event)


def _check_price(points: int) -> None:
    if points < UNIT or points % UNIT:
        raise no("carried-unit", "points", points=points, unit=UNIT)


def _check_buried(state: State, event: CountStated) -> None:
    settings = state.settings
    points = event.points
    counters = play.counters(settings)
    discards = state.round.discards or ()
    buried = counters.points_of(*discards)
    if not buried:
        return
    goes_to = play.GetsKitty.LAST_TRICK
    if settings.kitty is KittyTo.BIDDER:
        is_bidders = event.party == sides(state.round, settings)[0].id
        goes_to = play.GetsKitty.US if is_bidders else play.GetsKitty.THEM
    totals = counters.totals(discards, goes_to)
    low = min(totals)
    high = max(totals)
    cite = RULE_SHEET.cite(settings, "kitty")
    taker = side_at(event.party, state.round, settings)
    said = {"points": points, "taker": taker, "buried": buried}
    if not low <= points <= high:
        raise never("kitty-counted", "points", cite, **said, low=low, high=high)
    if points not in totals:
        near = _next_to(points, totals)
        raise never("total-buried", "points", cite, **said, **near)


def _next_to(points: int, totals: Collection[int]) -> dict[str, int]:
    below = max(total for total in totals if total < points)
    above = min(total for total in totals if total > points)
    return {"below": below, "above": above}


def _check_kitty(state: State, event: CardsCaptured) -> None:
    """A count in which a discard lies with the wrong team. Rule: §4, kitty points go
    with the last trick, or to the bidders if the table says so."""
    settings = state.settings
    counters = play.counters(state.settings)
    hand = state.round
    is_kept = settings.kitty is KittyTo.BIDDER
    owner = sides(hand, settings)[0].id if is_kept else event.last_trick
    wrong = list[Card]()
    for card in hand.discards or ():
        taker = event.party if card in event.cards else other(event.party)
        if counters.points_of(card) and taker != owner:
            wrong.append(card)
    if wrong:
        said = {
            "cards": listed(wrong),
            "taker": side_at(other(owner), hand, settings),
            "owner": side_at(owner, hand, settings),
        }
        cite = RULE_SHEET.cite(settings, "kitty")
        raise never(f"kitty-{settings.kitty.value}", "cards", cite, **said)
