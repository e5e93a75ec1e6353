"""The sheet of Rook and the pad that it is kept on: what a hand, a game and the table
show of themselves."""

from collections.abc import Iterator

from scorekeeper.core.evening import Ended
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.rounds import NotedEvent, RoundEnd, Scored, Tally
from scorekeeper.core.seats import PartyId
from scorekeeper.core.sheet import RowFact
from scorekeeper.games.game import Glance, Look, SheetOf, usual_headline
from scorekeeper.games.rook import events
from scorekeeper.games.rook.rules import Settings
from scorekeeper.games.rook.scoring import ROUNDS, both, captured, is_made
from scorekeeper.games.rook.state import (
    Bid,
    Hand,
    State,
    auction_of,
    sides,
    who_held,
)

HEADS = (
    "rook.bidder",
    "rook.bid",
    "rook.trump",
    "rook.captured",
    "rook.result",
    "rook.total",
)
NAMES = ("rook.game", "rook.hand")


def headline(game: Tally, settings: Settings) -> Message:
    usual = usual_headline(ROUNDS, game, settings)
    if not settings.calls_partner:
        return usual
    code = "ended-all" if game.is_over else "ahead-all"
    if game.winners:
        code = "won-all"
    return message(f"rook.headline.{code}", **usual.values)


def noted(event: NotedEvent, game: Tally) -> tuple[RowFact, ...]:
    if isinstance(event, Ended):
        return ()
    return (RowFact("rook.total", both(game.totals)),)


def look(hand: Hand, game: Tally, settings: Settings) -> Look:
    known = _known(hand, settings)
    if hand.end is not RoundEnd.COUNTED:
        return Look(known)
    result = _result(hand, settings)
    total = RowFact("rook.total", both(game.totals))
    known += (RowFact("rook.result", message(f"rook.result.{result}")), total)
    notes = _notes(game, settings)
    what = _told(hand, result, settings)
    is_blind = hand.bid is not None and hand.bid.is_blind
    if result == "made" and not is_blind:
        return Look(known, (result,), notes, said=what)
    return Look(known, (result,), notes, what)


def _told(hand: Hand, result: str, settings: Settings) -> Message | None:
    bid = hand.bid
    if bid is None:
        return None
    how = _how(hand, bid, settings)
    said = {"bidder": bid.bidder, "amount": bid.said, "suit": how}
    if hand.count is None:
        return message("rook.told.forfeited", **said)
    points = captured(hand.count, settings)[sides(hand, settings)[0].id]
    return message(f"rook.told.{result}", **said, points=points)


def _how(hand: Hand, bid: Bid, settings: Settings) -> object:
    suit = message("rook.told.in", suit=hand.trump) if hand.trump else ""
    held = who_held(hand, settings)
    if held is None:
        return suit
    if held is bid.bidder:
        return suit, message("rook.told.alone")
    return suit, message("rook.told.with", partner=held)


def _known(hand: Hand, settings: Settings) -> tuple[RowFact, ...]:
    bid = hand.bid
    held = who_held(hand, settings)
    bidder: object = bid and bid.bidder
    if held not in (None, bidder):
        bidder = listed((bidder, held), " & ")
    values = {
        "dealer": hand.dealer,
        "bidder": bidder,
        "bid": bid and bid.said,
        "bidding": listed(
            (seat, " ", call.said()) for seat, call in auction_of(hand, settings).calls
        ),
        "trump": hand.trump,
        "called": hand.called,
        "holder": held,
        "leader": hand.leader,
        "kitty": events.by_rank(hand.kitty or ()),
        "discards": events.by_rank(hand.discards or ()),
        "captured": both(captured(hand.count, settings)) if hand.count else None,
    }
    return tuple(
        RowFact(f"rook.{head}", value) for head, value in values.items() if value
    )


def _result(hand: Hand, settings: Settings) -> str:
    if hand.forfeit:
        return "forfeited"
    return "made" if is_made(hand, settings) else "set"


def _notes(game: Tally, settings: Settings) -> tuple[Message, ...]:
    target = settings.target
    reached = [party for party in settings.parties if game.totals[party.id] >= target]
    if game.winners or not reached:
        return ()
    if len(game.leaders) > 1 and settings.calls_partner:
        return (message("rook.note.level-all", party=listed(reached), target=target),)
    if len(reached) == len(game.leaders) == 2:
        return (message("rook.note.level", target=target),)
    return (message("rook.note.played-on", party=listed(reached), target=target),)


sheet = SheetOf(ROUNDS, HEADS, NAMES, look, headline, noted)


PadRow = dict[str, dict[str, object]]


def running(state: State) -> dict[str, object]:
    """For the pad, on the screen and on paper: the target, and in each row the totals
    it took both teams to, with what the bidders had bid in this hand, and how it
    went."""
    rows = dict[int, PadRow]()
    for section in state.sections:
        for scored in section.scored:
            if scored.lines:
                rows[scored.item.id or 0] = _pad_row(scored, state.settings)
    return {"target": state.settings.target, "rows": rows}


def _pad_row(scored: Scored[Hand, Tally], settings: Settings) -> PadRow:
    totals = scored.tally.totals.items()
    row: PadRow = {party: {"total": total, "said": None} for party, total in totals}
    hand = scored.item
    if isinstance(hand, Hand) and hand.bid:
        bid = hand.bid
        result = message(f"rook.result.{_result(hand, settings)}")
        said = message("rook.pad.bid", amount=bid.said, result=result)
        side = sides(hand, settings)[0].id
        row[side if side in row else bid.bidder.value]["said"] = said
    return row


def glance(state: State) -> Glance:
    game = ROUNDS.sections(state)[-1].tally
    settings = state.settings
    below = {party.id: _below(game, party.id, settings) for party in settings.parties}
    where = _where(state.round, settings)
    if game.is_over:
        where = (message("rook.where.dealer", dealer=state.last.dealer),)
    return sheet.glance(state, where, _turn(state.round, settings), below)


def _where(hand: Hand, settings: Settings) -> tuple[Message, ...]:
    dealt = message("rook.where.dealer", dealer=hand.dealer)
    bid = hand.bid
    if bid is None:
        return message(f"rook.where.rook-{settings.rook.value}"), dealt
    said = {"bidder": bid.bidder, "amount": bid.said}
    if hand.trump is None:
        return message("rook.where.bid", **said), dealt
    contract = message("rook.where.contract", **said, suit=hand.trump)
    return contract, *_partner_now(hand, settings), dealt


def _partner_now(hand: Hand, settings: Settings) -> Iterator[Message]:
    held = who_held(hand, settings)
    if held is not None:
        yield message("rook.where.holder", seat=held)
    elif hand.called is not None:
        yield message("rook.where.called", card=hand.called)


def _turn(hand: Hand, settings: Settings) -> Message:
    if hand.bid is None:
        turn = auction_of(hand, settings).turn
        return message("rook.turn.bid", seat=turn or hand.dealer)
    if hand.trump is None:
        return message("rook.turn.trump", bidder=hand.bid.bidder)
    return message("rook.turn.count")


def _below(game: Tally, party: PartyId, settings: Settings) -> Message:
    if game.is_over:
        return message("rook.below.won" if party in game.winners else "rook.below.over")
    left = settings.target - int(game.totals[party])
    if left <= 0 and len(game.leaders) > 1:
        return message("rook.below.level")
    if left > 0:
        return message("rook.below.to-go", points=left)
    return message("rook.below.reached")
