"""What a hand scores, when a game is won, and the rounds of a session."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from scorekeeper.core.citations import published
from scorekeeper.core.messages import message
from scorekeeper.core.outcomes import Counted, Kind, Outcome, Result
from scorekeeper.core.rounds import Lines, RoundEnd, RoundRules, Tally, moves_on
from scorekeeper.core.seats import party_of
from scorekeeper.core.sheet import Line, Points
from scorekeeper.games.rook.events import (
    RING,
    TEAMS,
    CardsCaptured,
    CountStated,
    by_rank,
    other,
    team,
)
from scorekeeper.games.rook.play import counters
from scorekeeper.games.rook.rules import (
    OFFICIAL,
    RULE_SHEET,
    BothReach,
    DefendersReach,
    KittyTo,
    SetCost,
    Settings,
    printed,
)
from scorekeeper.games.rook.state import Bid, Hand, entered, play_rules_of

RESOLUTION = printed("§8", "resolution")
RENEGE = published(OFFICIAL, "Reneging", "renege")


def captured(count: CountStated | CardsCaptured, settings: Settings) -> dict[str, int]:
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


def _captured_lines(
    count: CountStated | CardsCaptured, party: str, settings: Settings
) -> tuple[Line, ...]:
    """What a team captured, rank by rank where the cards are known."""
    worth = counters(settings)
    if isinstance(count, CountStated):
        code = "rook.line.counted" if party == count.party else "rook.line.the-rest"
        points = captured(count, settings)[party]
        worked_out = message(code, total=worth.total, party=team(count.party))
        return (Line(party, points, worked_out, RESOLUTION),)
    has, is_named = frozenset(count.cards), party == count.party
    mine = [(card, points) for card, points in worth.cards if (card in has) == is_named]
    itemised = [
        (
            message("rook.line.cards", cards=by_rank(tuple(one for one, _ in cards))),
            sum(points for _, points in cards),
        )
        for rank in dict.fromkeys(card.rank for card, _ in mine)
        if (cards := [one for one in mine if one[0].rank == rank])
    ]
    if count.last_trick == party and worth.last_trick:
        itemised.append((message("rook.line.last-trick"), worth.last_trick))
    cite = RULE_SHEET.cite(settings, "count")
    lines = tuple(Line(party, points, what, cite) for what, points in itemised)
    return lines or (Line(party, 0, message("rook.line.nothing"), RESOLUTION),)


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


# ---- what is counted over the seasons ----

BIDS = Kind("rook.outcome.bid", row=str)
"""Bids that were played and counted, for bidder and team, by their amount; by points over or
under."""


def outcomes(state: Any) -> tuple[Outcome, ...]:
    """Every bid whose hand was counted. A hand that a ruling ended says nothing of the bid."""
    return tuple(_outcomes(state.past, state.settings))


def _outcomes(hands: Iterable[Hand], settings: Settings) -> Iterator[Outcome]:
    for hand in hands:
        if (bid := hand.bid) is None or hand.count is None:
            continue
        over = captured(hand.count, settings)[bid.team.id] - bid.amount
        came = Result.MADE if over >= 0 else Result.SET
        yield Outcome(
            row=hand.id or 0,
            kind=BIDS.code,
            seats=(bid.bidder,),
            side=bid.team.seats,
            said=message(f"rook.outcome.bid.said.{came.value}", bid=bid.amount, n=abs(over)),
            of=(str(bid.amount), ""),
            came=came,
            by=over,
        )


COUNTED = Counted((BIDS,), outcomes)
