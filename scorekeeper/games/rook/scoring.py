"""What a hand scores, and when a game is won."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from scorekeeper.core.citations import Cite, Standing
from scorekeeper.core.evening import Adjusted, CarriedIn, Ended
from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import party_of
from scorekeeper.core.settings import TABLE
from scorekeeper.core.sheet import Line
from scorekeeper.games.rook.auction import Bid
from scorekeeper.games.rook.cards import Counters, counters
from scorekeeper.games.rook.events import (
    TEAMS,
    CardsCaptured,
    CountStated,
    HandForfeited,
    by_rank,
    team,
)
from scorekeeper.games.rook.settings import (
    RULE_SHEET,
    BothReach,
    DefendersReach,
    KittyTo,
    SetCost,
    Settings,
)
from scorekeeper.games.rook.sources import OFFICIAL, printed, published
from scorekeeper.games.rook.state import Hand, HandEnd, Noted, State, play_rules_of

RESOLUTION = printed("§8", "resolution")
RENEGE = published(OFFICIAL, "Reneging", "renege")
NOTED = Cite(TABLE, "", Standing.HOUSE, "carried-in")


def other(party: str) -> str:
    """The other team's id."""
    return "24" if party == "13" else "13"


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
    bidders = party_of(hand.bid.bidder, TEAMS)
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
    bidders = party_of(hand.bid.bidder, TEAMS).id
    return captured(hand.count, settings)[bidders] >= hand.bid.amount


def hand_lines(hand: Hand, settings: Settings) -> tuple[Line, ...]:
    """The lines of a counted hand: what each team captured, or what the set cost. Rule: §8."""
    if hand.bid is not None and hand.forfeit is not None:
        return _forfeit_lines(hand.bid, hand.forfeit)
    if hand.bid is None or hand.count is None:
        return ()
    bidders = party_of(hand.bid.bidder, TEAMS).id
    defenders = other(bidders)
    if is_made(hand, settings):
        scored = _captured_lines(hand, bidders, settings)
    else:
        points = captured(hand.count, settings)[bidders]
        what = message("rook.line.set", bid=hand.bid.amount, points=points)
        cost = cost_of_set(hand.bid, settings)
        scored = (Line(bidders, cost, what, RULE_SHEET.cite(settings, "set_cost")),)
    return scored + _captured_lines(hand, defenders, settings)


def _forfeit_lines(bid: Bid, forfeit: HandForfeited) -> tuple[Line, ...]:
    """The lines of a hand that a ruling ended: who is at fault loses the bid, whoever made it.

    Rule: official rules, reneging.
    """
    kept = message("rook.line.kept", points=forfeit.points)
    lost = message("rook.line.forfeited", bid=bid.amount)
    return (
        Line(other(forfeit.party), -bid.amount, lost, RENEGE),
        Line(forfeit.party, forfeit.points, kept, RENEGE),
    )


def _captured_lines(hand: Hand, party: str, settings: Settings) -> tuple[Line, ...]:
    count = hand.count
    assert count is not None  # noqa: S101 - only counted hands have lines
    cite = RULE_SHEET.cite(settings, "count")
    if isinstance(count, CountStated):
        code = "rook.line.counted" if party == count.party else "rook.line.the-rest"
        points = captured(count, settings)[party]
        worked_out = message(code, total=counters(settings).total, party=team(count.party))
        return (Line(party, points, worked_out, RESOLUTION),)
    lines = tuple(
        Line(party, points, what, cite)
        for what, points in _itemised(count, party, counters(settings))
    )
    return lines or (Line(party, 0, message("rook.line.nothing"), RESOLUTION),)


def _itemised(count: CardsCaptured, party: str, worth: Counters) -> Iterator[tuple[Message, int]]:
    """What a team captured, rank by rank, with its points."""
    has = frozenset(count.cards)
    mine = [
        (card, points) for card, points in worth.cards if (card in has) == (party == count.party)
    ]
    for rank in dict.fromkeys(card.rank for card, _ in mine):
        cards = tuple(card for card, _ in mine if card.rank == rank)
        points = sum(points for card, points in mine if card.rank == rank)
        yield message("rook.line.cards", cards=by_rank(cards)), points
    if count.last_trick == party and worth.last_trick:
        yield message("rook.line.last-trick"), worth.last_trick


# ---- games ----


@dataclass(slots=True)
class Game:
    """A game to the target: its hands and entries, its totals, and how it ended if it has."""

    rows: list[tuple[Hand | Noted, tuple[Line, ...], dict[str, int]]] = field(default_factory=list)
    totals: dict[str, int] = field(default_factory=lambda: {one.id: 0 for one in TEAMS})
    winner: str | None = None
    is_ended: bool = False

    @property
    def is_over(self) -> bool:
        """Whether it was won or given up."""
        return self.winner is not None or self.is_ended


def games(state: State) -> list[Game]:
    """The session's games in order; one is always there, and the last may be over.

    The hand in progress opens the next game when the last is over.
    """
    played = [Game()]
    for one in _rows(state):
        if played[-1].is_over:
            played.append(Game())
        _take_in(played[-1], one, state.settings)
    return played


def _rows(state: State) -> Iterator[Hand | Noted]:
    yield from state.past
    if state.hand.id is not None:
        yield state.hand


def _take_in(game: Game, one: Hand | Noted, settings: Settings) -> None:
    lines = hand_lines(one, settings) if isinstance(one, Hand) else noted_lines(one)
    for line in lines:
        game.totals[line.party] += int(line.points)
    game.rows.append((one, lines, dict(game.totals)))
    if isinstance(one, Noted):
        game.is_ended = isinstance(one.event, Ended)
    elif one.end is HandEnd.COUNTED and one.bid is not None:
        bidders = party_of(one.bid.bidder, TEAMS).id
        game.winner = winner(game.totals, bidders, is_made(one, settings), settings)


def noted_lines(noted: Noted) -> tuple[Line, ...]:
    """The line of a score carried in or adjusted."""
    event = noted.event
    match event:
        case CarriedIn(party, points):
            return (Line(party, points, message("rook.line.carried-in"), NOTED),)
        case Adjusted(party, points, reason):
            what = message("rook.line.adjusted", reason=reason)
            return (Line(party, points, what, NOTED),)
        case Ended():
            return ()


def winner(totals: dict[str, int], bidders: str, is_made: bool, settings: Settings) -> str | None:
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
