"""The score sheet of a session of Rook, and the line that is always in view."""

from typing import Any

from scorekeeper.core.evening import Ended
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.seats import Party
from scorekeeper.core.sheet import Fact, Line, Row, ScoreSheet, Section
from scorekeeper.games.game import Glance, Standing
from scorekeeper.games.rook.events import TEAMS, by_rank, team
from scorekeeper.games.rook.scoring import Game, captured, games, is_made
from scorekeeper.games.rook.settings import Settings
from scorekeeper.games.rook.state import Hand, HandEnd, Noted, State

HEADS = ("rook.bidder", "rook.bid", "rook.trump", "rook.captured", "rook.result", "rook.total")


def sheet(state: State) -> ScoreSheet:
    """Everything that was played: a section for each game, a row for each hand."""
    played = [game for game in games(state) if game.rows]
    sections = tuple(
        _section(number, game, state.settings) for number, game in enumerate(played, start=1)
    )
    return ScoreSheet(TEAMS, HEADS, sections)


def _section(number: int, game: Game, settings: Settings) -> Section:
    rows: list[Row] = []
    hand_number = 1
    for one, lines, totals in game.rows:
        if isinstance(one, Noted):
            rows.append(_noted_row(one, lines, totals))
            continue
        wins = one.end is HandEnd.COUNTED and one is game.rows[-1][0] and game.winner is not None
        rows.append(_hand_row(hand_number, one, lines, totals, wins, settings))
        hand_number += one.end is not HandEnd.THROWN_IN
    return Section(
        label=message("rook.game", number=number),
        rows=tuple(rows),
        headline=_headline(game),
        is_over=game.is_over,
        winners=(game.winner,) if game.winner else (),
    )


def _headline(game: Game) -> Message:
    better, less = sorted(TEAMS, key=lambda one: -game.totals[one.id])
    most, fewer = game.totals[better.id], game.totals[less.id]
    if game.winner is not None:
        loser = less if game.winner == better.id else better
        return message(
            "rook.headline.won",
            winner=team(game.winner),
            points=game.totals[game.winner],
            others=game.totals[loser.id],
        )
    if most == fewer:
        code = "rook.headline.ended-level" if game.is_ended else "rook.headline.level"
        return message(code, points=most)
    code = "rook.headline.ended" if game.is_ended else "rook.headline.ahead"
    return message(code, leader=better, points=most, others=fewer)


# ---- rows ----


def _hand_row(
    number: int,
    hand: Hand,
    lines: tuple[Line, ...],
    totals: dict[str, int],
    wins: bool,
    settings: Settings,
) -> Row:
    facts = _facts(hand, settings)
    if hand.count is not None or hand.forfeit is not None:
        facts = (*facts, Fact("rook.total", _both(totals)))
    return Row(
        id=hand.id or 0,
        label=message("rook.hand", number=number),
        entries=hand.entries,
        facts=facts,
        lines=lines,
        people=hand.people,
        marks=(*_marks(hand, settings), *(("game",) if wins else ())),
        notes=_notes(hand, totals, wins, settings),
    )


def _facts(hand: Hand, settings: Settings) -> tuple[Fact, ...]:
    facts = [Fact("rook.dealer", hand.dealer)]
    if hand.bid is not None:
        facts += [Fact("rook.bidder", hand.bid.bidder), Fact("rook.bid", hand.bid.amount)]
    if hand.auction.calls:
        said = tuple((seat, " ", call.said()) for seat, call in hand.auction.calls)
        facts.append(Fact("rook.bidding", listed(said)))
    if hand.trump is not None:
        facts.append(Fact("rook.trump", hand.trump))
    if hand.leader is not None:
        facts.append(Fact("rook.leader", hand.leader))
    for head, cards in (("rook.kitty", hand.kitty), ("rook.discards", hand.discards)):
        if cards:
            facts.append(Fact(head, by_rank(cards)))
    if hand.count is not None:
        facts.append(Fact("rook.captured", _both(captured(hand.count, settings))))
    if hand.count is not None or hand.forfeit is not None:
        facts.append(Fact("rook.result", message(f"rook.result.{_result(hand, settings)}")))
    return tuple(facts)


def _both(points: dict[str, int]) -> tuple[object, ...]:
    return (points["13"], " : ", points["24"])


def _result(hand: Hand, settings: Settings) -> str:
    if hand.forfeit is not None:
        return "forfeited"
    return "made" if is_made(hand, settings) else "set"


def _marks(hand: Hand, settings: Settings) -> tuple[str, ...]:
    match hand.end:
        case HandEnd.COUNTED:
            return (_result(hand, settings),)
        case HandEnd.OPEN:
            return ("open",)
        case HandEnd.PASSED:
            return ("passed",)
        case HandEnd.THROWN_IN | HandEnd.LEFT:
            return (hand.end.value,)


def _notes(
    hand: Hand, totals: dict[str, int], wins: bool, settings: Settings
) -> tuple[Message, ...]:
    if hand.end is not HandEnd.COUNTED:
        return () if hand.end is HandEnd.OPEN else (message(f"rook.note.{hand.end.value}"),)
    reached = [one for one in TEAMS if totals[one.id] >= settings.target]
    if wins or not reached:
        return ()
    if len(reached) == 2 and totals["13"] == totals["24"]:
        return (message("rook.note.level", target=settings.target),)
    return (message("rook.note.played-on", party=reached[0], target=settings.target),)


def _noted_row(noted: Noted, lines: tuple[Line, ...], totals: dict[str, int]) -> Row:
    event = noted.event
    ended = isinstance(event, Ended)
    return Row(
        id=noted.id,
        label=message(f"rook.row.{event.KIND}"),
        entries=(noted.seq,),
        facts=() if ended else (Fact("rook.total", _both(totals)),),
        lines=lines,
        people=noted.people,
        notes=(message("rook.note.ended", reason=event.reason),)
        if isinstance(event, Ended) and event.reason
        else (),
    )


# ---- always in view ----


def glance(state: State) -> Glance:
    """The totals of the present game, the hand, and what is awaited."""
    game = games(state)[-1]
    standings = tuple(
        Standing(one, game.totals[one.id], _below(game, one.id, state.settings)) for one in TEAMS
    )
    if game.is_over:
        return Glance(standings, message("rook.over"), _where(state), _headline(game), True)
    hands = [row for row, _, _ in game.rows if isinstance(row, Hand)]
    number = 1 + sum(one.end not in (HandEnd.OPEN, HandEnd.THROWN_IN) for one in hands)
    return Glance(standings, message("rook.hand", number=number), _where(state), turn(state.hand))


def _below(game: Game, party: str, settings: Settings) -> Message:
    if game.winner == party:
        return message("rook.below.won")
    if game.is_over:
        return message("rook.below.over")
    left = settings.target - game.totals[party]
    return message("rook.below.to-go", points=left) if left > 0 else message("rook.below.reached")


def _where(state: State) -> tuple[Message, ...]:
    hand = state.hand
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


def running(state: State) -> dict[str, Any]:
    """For the pad, on the screen and on paper: the target, and where each row took both teams."""
    return {
        "target": state.settings.target,
        "rows": {
            one.id: {
                team.id: {"total": totals[team.id], "said": _contract(one, team, state.settings)}
                for team in TEAMS
            }
            for game in games(state)
            for one, lines, totals in game.rows
            if lines
        },
    }


def _contract(one: Hand | Noted, party: Party, settings: Settings) -> Message | None:
    """What a team had bid in this hand, and how it went; None for the defenders."""
    if isinstance(one, Noted) or one.bid is None or one.bid.bidder not in party.seats:
        return None
    result = message(f"rook.result.{_result(one, settings)}")
    return message("rook.pad.bid", amount=one.bid.amount, result=result)
