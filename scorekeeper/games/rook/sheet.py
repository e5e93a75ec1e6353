"""What is shown of Rook: its sheet, and the line that is always in view."""

from typing import Any

from scorekeeper.core.evening import Ended
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.rounds import Noted, RoundEnd, Scored, Tally
from scorekeeper.core.seats import Party
from scorekeeper.core.sheet import Fact, ScoreSheet
from scorekeeper.games.game import Glance, PartyScore
from scorekeeper.games.rook.events import TEAMS, by_rank, other, team
from scorekeeper.games.rook.rules import Settings
from scorekeeper.games.rook.scoring import ROUNDS, both, captured, is_made
from scorekeeper.games.rook.state import Hand, State
from scorekeeper.games.scoresheet import Look, score_sheet

HEADS = ("rook.bidder", "rook.bid", "rook.trump", "rook.captured", "rook.result", "rook.total")


def sheet(state: State) -> ScoreSheet:
    """Everything that was played: a section for each game, a row for each hand."""
    names = ("rook.game", "rook.hand")
    return score_sheet(ROUNDS, state, heads=HEADS, names=names, headline=headline, look=look)


def headline(game: Tally, settings: Settings) -> Message:
    """How a game stands or ended, in one sentence."""
    first = game.winners[0] if game.winners else game.leaders[0]
    points, others = game.totals[first], game.totals[other(first)]
    if game.winners:
        code = "rook.headline.won"
        return message(code, winner=team(first), points=points, others=others)
    code = "rook.headline.ended" if game.is_over else "rook.headline.ahead"
    if points == others:
        code = "rook.headline.ended-level" if game.is_over else "rook.headline.level"
        return message(code, points=points)
    return message(code, leader=team(first), points=points, others=others)


def look(one: Scored[Hand, Tally], settings: Settings) -> Look:
    """The facts, marks and notes of a row."""
    total = Fact("rook.total", both(one.tally.totals))
    if isinstance(one.item, Noted):
        return Look(() if isinstance(one.item.event, Ended) else (total,))
    hand, facts = one.item, _facts(one.item, settings)
    if hand.end is not RoundEnd.COUNTED:
        passed = (message("rook.note.passed"),) if hand.end is RoundEnd.PASSED else ()
        return Look(facts, notes=passed)
    result = _result(hand, settings)
    facts = (*facts, Fact("rook.result", message(f"rook.result.{result}")), total)
    return Look(facts, (result,), _notes(one.tally, settings))


def _facts(hand: Hand, settings: Settings) -> tuple[Fact, ...]:
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
    if hand.forfeit is not None:
        return "forfeited"
    return "made" if is_made(hand, settings) else "set"


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
    every = (one for section in state.sections for one in section.scored if one.lines)
    return {
        "target": state.settings.target,
        "rows": {
            one.item.id: {
                team.id: {
                    "total": one.tally.totals[team.id],
                    "said": _contract(one.item, team, state.settings),
                }
                for team in TEAMS
            }
            for one in every
        },
    }


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
    return Glance(standings, number, where, turn(state.round))


def _below(game: Tally, party: str, settings: Settings) -> Message:
    if party in game.winners:
        return message("rook.below.won")
    if game.is_over:
        return message("rook.below.over")
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


def turn(hand: Hand) -> Message:
    """What the table is waiting for, in the largest words of the page."""
    if hand.bid is None:
        return message("rook.turn.bid", seat=hand.auction.turn or hand.dealer)
    if hand.trump is None:
        return message("rook.turn.trump", bidder=hand.bid.bidder)
    return message("rook.turn.count")
