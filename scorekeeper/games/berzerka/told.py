"""A hand that was told step by step, as the form keeps it that restates the whole of it.

What is the same is stated again step by step, so that the cards that were watched stay with it.
"""

from collections.abc import Iterable
from dataclasses import replace

from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.session import At, Event
from scorekeeper.games.berzerka.checks import check
from scorekeeper.games.berzerka.contracts import Named
from scorekeeper.games.berzerka.events import (
    ContractBid,
    Discarded,
    HandPlayed,
    HandStated,
    HotseatPicked,
    NamingEvent,
    PainSuitNamed,
    Passed,
    RankingNamed,
    TrumpNamed,
)
from scorekeeper.games.berzerka.hands import apply
from scorekeeper.games.berzerka.state import Hand, State

Bidding = tuple[ContractBid | Passed | HotseatPicked, ...]
"""How a hand got its contract, call by call."""


def bidding_of(events: Iterable[Event]) -> Bidding:
    """The calls among these events."""
    return tuple(one for one in events if isinstance(one, ContractBid | Passed | HotseatPicked))


def written_bidding(bidding: Bidding) -> str:
    """A bidding as a hidden field keeps it: "pass", "bid=steady=0", "hotseat=steady"."""
    return " ".join(_word(one) for one in bidding)


def _word(call: ContractBid | Passed | HotseatPicked) -> str:
    match call:
        case ContractBid(contract, overbid):
            return f"{call.KIND}={contract}={overbid}"
        case HotseatPicked(contract):
            return f"{call.KIND}={contract}"
        case Passed():
            return call.KIND


def read_bidding(written: str | None) -> Bidding:
    """A bidding back from the hidden field; nothing where that holds none."""
    try:
        return tuple(_call(*word.split("=")) for word in (written or "").split())
    except (TypeError, ValueError):
        return ()


def _call(
    kind: str, contract: str = "", overbid: str = "0"
) -> ContractBid | Passed | HotseatPicked:
    if kind == Passed.KIND:
        return Passed()
    if kind == HotseatPicked.KIND:
        return HotseatPicked(contract)
    if kind != ContractBid.KIND:
        raise ValueError("no such call")
    return ContractBid(contract, int(overbid))


def in_steps(state: State, bidding: Bidding, whole: HandStated) -> tuple[Event, ...]:
    """The hand `whole` told step by step after this bidding; nothing where it came of another
    one, or where something else was named in it than its contract asks for."""
    hand = _bid(state, bidding)
    if hand is None or hand.contract is None:
        return ()
    came = (hand.declarer, hand.contract.code, hand.how, hand.overbid)
    if came != (whole.declarer, whole.contract, whole.how, whole.overbid):
        return ()
    named = replace(hand, trump=whole.trump, pain_suit=whole.pain_suit, ranking=whole.ranking)
    names = tuple(_naming(one, whole) for one in hand.unnamed)
    given = sum(one is not None for one in (whole.trump, whole.pain_suit, whole.ranking))
    if named.unnamed or given != len(names):
        return ()
    told = tuple(one for one in names if one is not None)
    return (*bidding, *told, Discarded(whole.discards), HandPlayed(whole.count))


def _naming(asked: Named, whole: HandStated) -> NamingEvent | None:
    if asked is Named.TRUMP:
        return TrumpNamed(whole.trump) if whole.trump else None
    if asked is Named.PAIN_SUIT:
        return PainSuitNamed(whole.pain_suit) if whole.pain_suit else None
    return RankingNamed(whole.ranking) if whole.ranking else None


def _bid(state: State, bidding: Bidding) -> Hand | None:
    """The hand after this bidding; None where that can't be."""
    for call in bidding:
        try:
            check(state, call)
        except RuleViolation:
            return None
        state = apply(state, call, At(0, 0, ()))
    return state.hand
