"""What an accepted ruling puts in the record of a bridge deal: a call that stands as
its caller's, calls that are cancelled, a lead out of turn that stands, cards that are
taken back."""

from collections.abc import Callable, Mapping

from scorekeeper.core.facts import Fact, fact_in
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Entry, Recorded
from scorekeeper.games.arbiter.standing import (
    NOTHING,
    Accepted,
    Standing,
    card_stands,
    cards_back,
)
from scorekeeper.games.bridge import events
from scorekeeper.games.bridge.contract import PASS, Call
from scorekeeper.games.bridge.laws.case import left
from scorekeeper.games.bridge.laws.verdicts import VerdictName
from scorekeeper.games.bridge.state import Deal, State, play_rules_of
from scorekeeper.games.fields import read

_LEADS = {VerdictName.OPENING_STANDS, VerdictName.LEAD_STANDS}
_BACK = {
    VerdictName.CARD_BACK,
    VerdictName.LEAD_BACK,
    VerdictName.LEAD_REQUIRE,
    VerdictName.LEAD_FORBID,
    VerdictName.LEAD_FREE,
    VerdictName.BACK_SLIP,
    VerdictName.BACK_MISLED,
    VerdictName.BACK_PENALTY,
    VerdictName.REPLACE,
    VerdictName.REPLACE_DEFENDER,
}
"""The verdicts by which a lead out of turn stands, and those by which a card
goes back."""


def stands(state: State, ruling: Accepted, entries: tuple[Recorded, ...]) -> Standing:
    """What this ruling puts in the record of the deal in progress, whose entries
    are told."""
    deal = state.round
    verdict = ruling.verdict
    if verdict in _LEADS:
        return card_stands(play_rules_of(deal, state.settings), deal.watched, ruling)
    if verdict in _BACK:
        return cards_back(deal.watched, ruling)
    of_calls = _OF_CALLS.get(verdict)
    if of_calls is None or ruling.seat is None or deal.contract is not None:
        return NOTHING
    calls = [entry.seq for entry in entries if isinstance(entry.event, events.CallMade)]
    return of_calls(deal, ruling, ruling.seat, calls)


def _call_stands(
    deal: Deal, ruling: Accepted, seat: Seat, calls: list[int]
) -> Standing:
    """Laws 25, 27A1, 28, 29A: the call stands, in place of the caller's own one where
    that was the last. `calls` are the numbers of their entries."""
    call = read(
        Call, fact_in(ruling.facts, Fact.SECOND) or fact_in(ruling.facts, Fact.CALL)
    )
    if call is None:
        return NOTHING
    auction = deal.auction
    fact = events.CallMade(call, seat, ruling.seq)
    is_change = ruling.name == "changed-call" or auction.turn is left(seat)
    if not is_change or not deal.calls:
        return Standing((Entry(fact),))
    if auction.caller(len(deal.calls) - 1) is not seat:
        return Standing((Entry(fact),)) if auction.turn is seat else NOTHING
    return Standing((Entry(fact, calls[-1]),), (calls[-1],))


def _pass_instead(
    deal: Deal, ruling: Accepted, seat: Seat, calls: list[int]
) -> Standing:
    """Law 37B: a call that its player could not make is cancelled, and is a pass."""
    call = read(Call, fact_in(ruling.facts, Fact.CALL))
    if not deal.calls or deal.calls[-1] != call:
        return NOTHING
    if deal.auction.caller(len(deal.calls) - 1) is not seat:
        return NOTHING
    return Standing((Entry(events.CallMade(PASS, seat), calls[-1]),), (calls[-1],))


_OF_CALLS: Mapping[str, Callable[[Deal, Accepted, Seat, list[int]], Standing]] = {
    VerdictName.CALL_STANDS: _call_stands,
    VerdictName.PASS_INSTEAD: _pass_instead,
}
"""What is put in the record by the verdicts on calls."""
