"""What a hand scores and when a game is won, what can't be entered, and how it all is shown."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from scorekeeper.core.cards import Card, Play
from scorekeeper.core.citations import published
from scorekeeper.core.errors import RuleViolation, impossible, refused
from scorekeeper.core.evening import CarriedIn, DealerIs, Ended
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.outcomes import Counted, Kind, Outcome, Result
from scorekeeper.core.play import CardPlayed, LeadIs
from scorekeeper.core.play import turn as to_play
from scorekeeper.core.rounds import Lines, Noted, RoundEnd, RoundRules, Scored, Tally, moves_on
from scorekeeper.core.seats import Party, left_of, party_of
from scorekeeper.core.sheet import Fact, Line, Points, ScoreSheet
from scorekeeper.games.game import Glance, Look, PartyScore, score_sheet
from scorekeeper.games.rook.events import (
    RING,
    TEAMS,
    BidStated,
    CallMade,
    CardsCaptured,
    CountStated,
    DiscardsMade,
    FirstLead,
    HandForfeited,
    KittyTaken,
    NobodyBid,
    TrumpDeclared,
    by_rank,
    other,
    team,
)
from scorekeeper.games.rook.play import COLOURS, KITTY, cards_of, counters
from scorekeeper.games.rook.rules import (
    BIDDING,
    OFFICIAL,
    PACK,
    RULE_SHEET,
    UNIT,
    BothReach,
    DefendersReach,
    KittyTo,
    SetCost,
    Settings,
    printed,
)
from scorekeeper.games.rook.state import (
    Bid,
    Hand,
    State,
    entered,
    play_rules_of,
    why_not_amount,
    why_not_call,
)

RESOLUTION = printed("§8", "resolution")
RENEGE = published(OFFICIAL, "Reneging", "renege")

Count = CountStated | CardsCaptured


def captured(count: Count, settings: Settings) -> dict[str, int]:
    """The points that each team captured, by its id; they sum to the hand's total.

    Rule: §4.
    """
    worth = counters(settings)
    if isinstance(count, CountStated):
        points = count.points
    else:
        counting = dict(worth.cards)
        points = sum(counting.get(card, 0) for card in count.cards)
        points += worth.last_trick if count.last_trick == count.party else 0
    return {count.party: points, other(count.party): worth.total - points}


def watched_count(hand: Hand, settings: Settings) -> CardsCaptured | None:
    """What the bidders captured, their kitty included; None unless all tricks were watched.

    Rule: §4. What nobody played lies in the kitty, whether or not the discards were entered.
    """
    rules = play_rules_of(hand, settings)
    if hand.bid is None or rules is None or not hand.watched.is_over(rules):
        return None
    bidders = hand.bid.team
    winner = party_of(hand.watched.winners[-1], TEAMS).id
    taken = set(hand.watched.captured(bidders.seats))
    if settings.kitty is KittyTo.BIDDER or winner == bidders.id:
        taken |= rules.pack - hand.watched.cards
    cards = tuple(card for card, _ in counters(settings).cards if card in taken)
    return CardsCaptured(bidders.id, cards, winner)


def cost_of_set(bid: Bid, settings: Settings) -> int:
    """What the bidders score who fell short, below zero. Rule: §8, or the table's own."""
    match settings.set_cost:
        case SetCost.BID:
            return -bid.amount
        case SetCost.TWICE_BID:
            return -2 * bid.amount
        case SetCost.HAND_TOTAL:
            return -counters(settings).total


def is_made(hand: Hand, settings: Settings) -> bool:
    """Whether the bidders of a counted hand captured what they had bid, or more. Rule: §8."""
    if hand.bid is None or hand.count is None:
        return False
    return captured(hand.count, settings)[hand.bid.team.id] >= hand.bid.amount


def hand_lines(hand: Hand, settings: Settings) -> tuple[Line, ...]:
    """The lines of a hand: what each team captured, or what the set cost. Rule: §8.

    Where a ruling ended it, who is at fault loses the bid, whoever made it. Rule: official rules,
    reneging.
    """
    bid, count, forfeit = hand.bid, hand.count, hand.forfeit
    if bid and forfeit:
        kept = message("rook.line.kept", points=forfeit.points)
        lost = message("rook.line.forfeited", bid=bid.amount)
        return (
            Line(other(forfeit.party), -bid.amount, lost, RENEGE),
            Line(forfeit.party, forfeit.points, kept, RENEGE),
        )
    if bid is None or count is None:
        return ()
    bidders = bid.team.id
    defended = _captured_lines(count, other(bidders), settings)
    if is_made(hand, settings):
        return _captured_lines(count, bidders, settings) + defended
    points = captured(count, settings)[bidders]
    what = message("rook.line.set", bid=bid.amount, points=points)
    cite = RULE_SHEET.cite(settings, "set_cost")
    return (Line(bidders, cost_of_set(bid, settings), what, cite), *defended)


def _captured_lines(count: Count, party: str, settings: Settings) -> tuple[Line, ...]:
    """What a team captured, rank by rank where the cards are known."""
    worth, cite = counters(settings), RULE_SHEET.cite(settings, "count")
    if isinstance(count, CountStated):
        code = "rook.line.counted" if party == count.party else "rook.line.the-rest"
        worked_out = message(code, total=worth.total, party=team(count.party))
        return (Line(party, captured(count, settings)[party], worked_out, RESOLUTION),)
    is_named = party == count.party
    mine = [card for card, _ in worth.cards if (card in count.cards) == is_named]
    ranks = dict.fromkeys(card.rank for card in mine)
    piles = [tuple(one for one in mine if one.rank == rank) for rank in ranks]
    lines = [
        Line(party, worth.worth(*cards), message("rook.line.cards", cards=by_rank(cards)), cite)
        for cards in piles
    ]
    if count.last_trick == party and worth.last_trick:
        lines.append(Line(party, worth.last_trick, message("rook.line.last-trick"), cite))
    return tuple(lines) or (Line(party, 0, message("rook.line.nothing"), RESOLUTION),)


# ---- games ----


def scored(hand: Hand, before: Tally, settings: Settings) -> tuple[Lines, Tally]:
    """The lines of a hand that has ended, and how its game stands after it."""
    lines = hand_lines(hand, settings)
    is_dealt_again = hand.end is RoundEnd.THROWN_IN
    after = before.plus(lines, rounds=before.rounds + (not is_dealt_again))
    if hand.end is not RoundEnd.COUNTED or hand.bid is None:
        return lines, after
    won = winner(after.totals, hand.bid.team.id, is_made(hand, settings), settings)
    return lines, replace(after, winners=(won,), is_over=True) if won else after


def winner(
    totals: Mapping[str, Points], bidders: str, is_made: bool, settings: Settings
) -> str | None:
    """The team that has won at the end of a hand, None while the game goes on.

    Rule: §1, the target. Inferred: R1, both teams reach it in one hand; R2, a tie is played on;
    R3, whether the defenders' points may win; R11, a game ends only with a hand.
    """
    reached = [one.id for one in TEAMS if totals[one.id] >= settings.target]
    if settings.defenders_reach is DefendersReach.OWN_BID:
        reached = [party for party in reached if party == bidders and is_made]
    if len(reached) < 2:
        return reached[0] if reached else None
    if settings.both_reach is BothReach.BIDDERS and is_made:
        return bidders
    if totals["13"] == totals["24"]:
        return None
    return max(reached, key=lambda party: totals[party])


def _recorded(hand: Hand, settings: Settings) -> object:
    watched = watched_count(hand, settings)
    if watched is None or hand.count is None:
        return None
    points = captured(watched, settings)
    return None if points == captured(hand.count, settings) else both(points)


def both(points: Mapping[str, Points]) -> tuple[object, ...]:
    """What both teams have, as it is written."""
    return (points["13"], " : ", points["24"])


ROUNDS = RoundRules(
    family="rook",
    ring=lambda settings: RING,
    parties=lambda settings: TEAMS,
    round=Hand,
    tally=Tally,
    entered=entered,
    scored=scored,
    next_dealer=moves_on(lambda settings: RING),
    play_rules=play_rules_of,
    recorded=_recorded,
)


# ---- what can't be entered ----

LEAD = printed("§7", "first-lead")
KITTY_RULE = printed("§6", "kitty")

Cards = tuple[Card, ...]


def check(state: State, event: Any) -> None:
    """Raise RuleViolation, or ImpossibleResult, when the event can't follow this state."""
    hand = state.round
    match event:
        case CallMade() | BidStated() | NobodyBid():
            _check_bidding(state, event)
        case KittyTaken() | DiscardsMade():
            _check_five(state, event)
        case TrumpDeclared() | FirstLead():
            _check_declared(hand, event)
        case CountStated() | CardsCaptured() | HandForfeited():
            _check_count(state, event)
        case CardPlayed() | LeadIs() if hand.trump is None:
            raise refused("rook.refused.no-trump-yet", "card", LEAD, said=event.said())
        case DealerIs() if hand.calls:
            raise refused("rook.refused.dealer-after-bids", "seat", seat=event.seat)
        case CarriedIn() if event.points % UNIT:
            raise refused("rook.refused.carried-unit", "points", points=event.points, unit=UNIT)
        case _:
            ROUNDS.check(state, event)
            if isinstance(event, CardPlayed) and (rules := play_rules_of(hand, state.settings)):
                play = Play(to_play(rules, hand.watched) or _bid_of(hand, "").bidder, event.card)
                _check_laid(hand, play, "card", hand.discards, hand.kitty)


def _check_bidding(state: State, event: CallMade | BidStated | NobodyBid) -> None:
    hand, bid, why = state.round, state.round.bid, None
    if bid is not None:
        said = {"bidder": bid.bidder, "amount": bid.amount}
        raise refused("rook.refused.bidding-over", "call", BIDDING, **said)
    if isinstance(event, CallMade):
        why = _why_not_said(state, event)
    elif hand.calls:
        why = refused("rook.refused.bidding-open", n=len(hand.calls))
    elif isinstance(event, BidStated):
        ROUNDS.check_seat(state, event.bidder, "bidder")
        why = why_not_amount(event.amount, state.settings, "amount")
    if why:
        raise why


def _why_not_said(state: State, event: CallMade) -> RuleViolation | None:
    """Why this can't be called now, or not by this player: who calls first says who dealt."""
    hand, seat, turn = state.round, event.seat, state.round.auction.turn
    if seat is not None and not hand.calls:
        ROUNDS.check_seat(state, seat, "seat")
        hand = replace(hand, first=seat)
    elif seat not in (None, turn):
        said = {"call": event.call, "seat": seat, "turn": turn}
        return refused("refused.out-of-rotation", "call", BIDDING, **said)
    return why_not_call(hand.auction, event.call, state.settings)


def _bid_of(hand: Hand, what: str) -> Bid:
    if hand.bid is None:
        raise refused(f"rook.refused.no-bid-{what}", "", BIDDING)
    return hand.bid


def _check_five(state: State, event: KittyTaken | DiscardsMade) -> None:
    hand, cards, is_kitty = state.round, event.cards, isinstance(event, KittyTaken)
    _bid_of(hand, event.KIND)
    known = hand.kitty if is_kitty else hand.discards
    if known or (known is not None and not cards):
        raise refused(f"rook.refused.{event.KIND}-twice", "cards", KITTY_RULE)
    if cards and len(cards) != KITTY:
        code = f"rook.refused.{event.KIND}-number"
        raise impossible(code, "cards", KITTY_RULE, n=len(cards))
    _check_cards(cards, state.settings)
    for play in hand.watched.plays:
        _check_laid(hand, play, "cards", *((None, cards) if is_kitty else (cards, None)))


def _check_laid(
    hand: Hand, play: Play, field: str, laid: Cards | None, taken: Cards | None
) -> None:
    """Refuse a play of a card that was laid back, or taken up by somebody else."""
    if play.card in (laid or ()):
        raise impossible("rook.refused.discarded", field, KITTY_RULE, card=play.card)
    bidder = _bid_of(hand, "").bidder
    if play.card in (taken or ()) and play.seat is not bidder:
        said = {"card": play.card, "seat": play.seat, "bidder": bidder}
        raise impossible("rook.refused.from-the-kitty", field, KITTY_RULE, **said)


def _check_cards(cards: Cards, settings: Settings) -> None:
    strange = tuple(card for card in cards if card not in cards_of(settings.deck))
    if strange:
        pack = message(f"rook.setting.deck.{settings.deck.value}")
        said = {"cards": listed(strange), "pack": pack}
        raise impossible("rook.refused.not-in-pack", "cards", PACK, **said)
    twice = dict.fromkeys(card for card in cards if cards.count(card) > 1)
    if twice:
        raise impossible("rook.refused.twice", "cards", PACK, cards=listed(twice))


def _check_declared(hand: Hand, event: TrumpDeclared | FirstLead) -> None:
    bid, said = _bid_of(hand, event.KIND), dict[str, Any]()
    if isinstance(event, TrumpDeclared):
        said |= {"suit": event.suit}
        if hand.trump is not None:
            raise refused("rook.refused.trump-twice", "trump", KITTY_RULE, **said, trump=hand.trump)
        if event.suit not in COLOURS:
            said |= {"colours": listed(COLOURS)}
            raise refused("rook.refused.no-colour", "trump", PACK, **said)
        return
    if hand.leader is not None:
        raise refused("rook.refused.first-lead-twice", "leader", LEAD)
    left = left_of(bid.bidder, RING)
    if event.leader not in (bid.bidder, left):
        said |= {"leader": event.leader, "bidder": bid.bidder, "left": left}
        raise refused("rook.refused.first-lead", "leader", LEAD, **said)


def _check_count(state: State, event: CountStated | CardsCaptured | HandForfeited) -> None:
    is_forfeit = isinstance(event, HandForfeited)
    bid = _bid_of(state.round, event.KIND if is_forfeit else "count")
    ROUNDS.check_party(state, event.party)
    if isinstance(event, CardsCaptured):
        ROUNDS.check_party(state, event.last_trick, "last_trick")
        _check_cards(event.cards, state.settings)
        _check_kitty(state, bid, event)
    else:
        _check_total(state, bid, event)


def _check_total(state: State, bid: Bid, event: CountStated | HandForfeited) -> None:
    """Refuse points that no share of the counters gives, the discards that were entered lying
    where they count; of a hand that ended early, that no counters give."""
    settings, party, points = state.settings, event.party, event.points
    worth, cite = counters(settings), RULE_SHEET.cite(settings, "count")
    said: dict[str, Any] = {"points": points}
    if not 0 <= points <= worth.total:
        raise impossible("rook.refused.total-range", "points", cite, **said, total=worth.total)
    totals, code = (
        worth.totals(),
        "rook.refused.total-unit" if points % UNIT else "rook.refused.total-sum",
    )
    buried = () if isinstance(event, HandForfeited) else state.round.discards or ()
    if points in totals and worth.worth(*buried):
        cite = RULE_SHEET.cite(settings, "kitty")
        owner = "us" if party == bid.team.id else "them"
        totals = worth.totals(buried, owner if settings.kitty is KittyTo.BIDDER else "last trick")
        code = "rook.refused.total-buried"
        said |= {"taker": team(party), "buried": worth.worth(*buried)}
        if not min(totals) <= points <= max(totals):
            said |= {"low": min(totals), "high": max(totals)}
            raise impossible("rook.refused.kitty-counted", "points", cite, **said)
    if points not in totals:
        said["below"] = max(total for total in totals if total < points)
        said["above"] = min(total for total in totals if total > points)
        raise impossible(code, "points", cite, **said)


def _check_kitty(state: State, bid: Bid, event: CardsCaptured) -> None:
    """Refuse a count in which a discard lies with the wrong team.

    Rule: §4, kitty points go with the last trick, or to the bidders if the table says so.
    """
    settings, worth = state.settings, counters(state.settings)
    owner = bid.team.id if settings.kitty is KittyTo.BIDDER else event.last_trick
    buried = (card for card in state.round.discards or () if worth.worth(card))
    wrong = tuple(c for c in buried if (c in event.cards) != (event.party == owner))
    if wrong:
        taker = event.party if wrong[0] in event.cards else other(event.party)
        said = {"cards": listed(wrong), "taker": team(taker), "owner": team(owner)}
        cite = RULE_SHEET.cite(settings, "kitty")
        raise impossible(f"rook.refused.kitty-{settings.kitty.value}", "cards", cite, **said)


# ---- how it is shown ----

HEADS = ("rook.bidder", "rook.bid", "rook.trump", "rook.captured", "rook.result", "rook.total")


def sheet(state: State) -> ScoreSheet:
    names = ("rook.game", "rook.hand")
    return score_sheet(ROUNDS, state, heads=HEADS, names=names, headline=headline, look=look)


def headline(game: Tally, settings: Settings) -> Message:
    """How a game stands or ended, in one sentence."""
    first = (game.winners or game.leaders)[0]
    said = {"points": game.totals[first], "others": game.totals[other(first)]}
    if game.winners:
        return message("rook.headline.won", winner=team(first), **said)
    if said["points"] == said["others"]:
        code = "rook.headline.ended-level" if game.is_over else "rook.headline.level"
    else:
        code = "rook.headline.ended" if game.is_over else "rook.headline.ahead"
    return message(code, leader=team(first), **said)


def look(one: Scored[Hand, Tally], settings: Settings) -> Look:
    """The facts, marks and notes of a row."""
    total = Fact("rook.total", both(one.tally.totals))
    if isinstance(one.item, Noted):
        return Look(() if isinstance(one.item.event, Ended) else (total,))
    hand, known = one.item, _known(one.item, settings)
    if hand.end is not RoundEnd.COUNTED:
        passed = (message("rook.note.passed"),) if hand.end is RoundEnd.PASSED else ()
        return Look(known, notes=passed)
    result = _result(hand, settings)
    known = (*known, Fact("rook.result", message(f"rook.result.{result}")), total)
    return Look(known, (result,), _notes(one.tally, settings))


def _known(hand: Hand, settings: Settings) -> tuple[Fact, ...]:
    bid = hand.bid
    calls = (((seat, " ", call.said())) for seat, call in hand.auction.calls)
    values = {
        "dealer": hand.dealer,
        "bidder": bid and bid.bidder,
        "bid": bid and bid.amount,
        "bidding": listed(calls),
        "trump": hand.trump,
        "leader": hand.leader,
        "kitty": by_rank(hand.kitty or ()),
        "discards": by_rank(hand.discards or ()),
        "captured": both(captured(hand.count, settings)) if hand.count else None,
    }
    return tuple(Fact(f"rook.{head}", value) for head, value in values.items() if value)


def _result(hand: Hand, settings: Settings) -> str:
    result = "made" if is_made(hand, settings) else "set"
    return "forfeited" if hand.forfeit else result


def _notes(game: Tally, settings: Settings) -> tuple[Message, ...]:
    """Why a game goes on although a team has reached the target."""
    reached = [one for one in TEAMS if game.totals[one.id] >= settings.target]
    if game.winners or not reached:
        return ()
    if len(reached) == 2 and len(game.leaders) == 2:
        return (message("rook.note.level", target=settings.target),)
    return (message("rook.note.played-on", party=reached[0], target=settings.target),)


def running(state: State) -> dict[str, Any]:
    """For the pad, on the screen and on paper: the target, and where each row took both teams."""
    rows = {
        one.item.id: {
            team.id: {
                "total": one.tally.totals[team.id],
                "said": _contract(one.item, team, state.settings),
            }
            for team in TEAMS
        }
        for section in state.sections
        for one in section.scored
        if one.lines
    }
    return {"target": state.settings.target, "rows": rows}


def _contract(one: Hand | Noted, party: Party, settings: Settings) -> Message | None:
    """What a team had bid in this hand, and how it went; None for the defenders."""
    if isinstance(one, Noted) or one.bid is None or one.bid.bidder not in party.seats:
        return None
    result = message(f"rook.result.{_result(one, settings)}")
    return message("rook.pad.bid", amount=one.bid.amount, result=result)


def glance(state: State) -> Glance:
    """The totals of the present game, the hand, and what is awaited."""
    game, where = ROUNDS.sections(state)[-1].tally, _where(state)
    standings = tuple(
        PartyScore(one, game.totals[one.id], _below(game, one.id, state.settings)) for one in TEAMS
    )
    if game.is_over:
        return Glance(standings, message("rook.over"), where, headline(game, state.settings), True)
    number = message("rook.hand", number=game.rounds + 1)
    return Glance(standings, number, where, _turn(state.round))


def _below(game: Tally, party: str, settings: Settings) -> Message:
    if game.is_over:
        return message("rook.below.won" if party in game.winners else "rook.below.over")
    left = settings.target - int(game.totals[party])
    return message("rook.below.to-go", points=left) if left > 0 else message("rook.below.reached")


def _where(state: State) -> tuple[Message, ...]:
    hand = state.round
    dealt = message("rook.where.dealer", dealer=hand.dealer)
    if hand.bid is None:
        return (dealt, message(f"rook.where.rook-{state.settings.rook.value}"))
    contract = {"bidder": hand.bid.bidder, "amount": hand.bid.amount}
    if hand.trump is None:
        return (message("rook.where.bid", **contract), dealt)
    return (message("rook.where.contract", **contract, suit=hand.trump), dealt)


def _turn(hand: Hand) -> Message:
    if hand.bid is None:
        return message("rook.turn.bid", seat=hand.auction.turn or hand.dealer)
    if hand.trump is None:
        return message("rook.turn.trump", bidder=hand.bid.bidder)
    return message("rook.turn.count")


# ---- what is counted over the seasons ----


BIDS = Kind("rook.outcome.bid", row=str)
"""Bids that were played and counted, for bidder and team, by their amount; by points over or
under."""


def outcomes(state: Any) -> Iterator[Outcome]:
    """Every bid whose hand was counted. A hand that a ruling ended says nothing of the bid."""
    for hand in state.past:
        if (bid := hand.bid) is None or hand.count is None:
            continue
        over = captured(hand.count, state.settings)[bid.team.id] - bid.amount
        came = Result.MADE if over >= 0 else Result.SET
        yield Outcome(
            row=hand.id,
            kind=BIDS.code,
            seats=(bid.bidder,),
            side=bid.team.seats,
            said=message(f"rook.outcome.bid.said.{came.value}", bid=bid.amount, n=abs(over)),
            of=(str(bid.amount), ""),
            came=came,
            by=over,
        )


COUNTED = Counted((BIDS,), lambda state: tuple(outcomes(state)))
