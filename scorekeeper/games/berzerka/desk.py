"""Which question the state asks for, and which one restates what was recorded."""

from typing import Any

from scorekeeper.core.session import At, Event, Recorded
from scorekeeper.games.berzerka.contracts import Named
from scorekeeper.games.berzerka.events import (
    BoardSet,
    ContractBid,
    ContractWritten,
    Discarded,
    HandPlayed,
    HandStated,
    HotseatPicked,
    PainSuitNamed,
    Passed,
    RankingNamed,
    TrumpNamed,
)
from scorekeeper.games.berzerka.forms import (
    BidForm,
    Call,
    DiscardsForm,
    HotseatForm,
    PainSuitForm,
    QuickForm,
    RankingForm,
    ResultForm,
    TrumpForm,
)
from scorekeeper.games.berzerka.forms_board import BoardForm, OwnForm
from scorekeeper.games.berzerka.hands import apply, present_hand
from scorekeeper.games.berzerka.state import Hand, Stage, State
from scorekeeper.games.berzerka.told import bidding_of, written_bidding
from scorekeeper.games.game import Desk

_NAMING = {
    Named.TRUMP: TrumpForm.NAME,
    Named.PAIN_SUIT: PainSuitForm.NAME,
    Named.RANKING: RankingForm.NAME,
    Named.START: RankingForm.NAME,
}
_STAGES = {
    Stage.BIDDING: BidForm.NAME,
    Stage.HOTSEAT: HotseatForm.NAME,
    Stage.DISCARDING: DiscardsForm.NAME,
    Stage.PLAYING: ResultForm.NAME,
}


def next_form(state: State, wanted: str) -> str:
    """The question that the state asks for; a board before anything else."""
    if not state.board.contracts or state.board.is_over:
        return OwnForm.NAME if wanted == OwnForm.NAME else BoardForm.NAME
    if wanted == QuickForm.NAME and state.hand is None:
        return QuickForm.NAME
    hand = present_hand(state)
    return _NAMING[hand.unnamed[0]] if hand.stage is Stage.NAMING else _STAGES[hand.stage]


def correcting(state: State, entries: tuple[Recorded, ...]) -> tuple[str, dict[str, Any]] | None:
    """The form that restates one entry, or a whole finished hand at once."""
    if len(entries) == 1:
        return _restating(entries[0].event)
    bidding = written_bidding(bidding_of(entry.event for entry in entries))
    for entry in entries:
        state = apply(state, entry.event, At(entry.seq, entry.seq, ()))  # type: ignore[arg-type]
    hands = state.board.hands
    is_there = hands and hands[-1].id == entries[0].seq
    return (QuickForm.NAME, {**_whole(hands[-1]), "bidding": bidding}) if is_there else None


def _restating(event: Event) -> tuple[str, dict[str, Any]] | None:
    match event:
        case Passed():
            return BidForm.NAME, {"call": Call.PASSING}
        case BoardSet():
            return BoardForm.NAME, {"contracts": list(event.contracts), "copies": event.copies}
        case _:
            name = _FORM_OF.get(type(event))
            return (name, _fields(event)) if name else None


_FORM_OF = {
    ContractWritten: OwnForm.NAME,
    ContractBid: BidForm.NAME,
    HotseatPicked: HotseatForm.NAME,
    TrumpNamed: TrumpForm.NAME,
    PainSuitNamed: PainSuitForm.NAME,
    RankingNamed: RankingForm.NAME,
    Discarded: DiscardsForm.NAME,
    HandPlayed: ResultForm.NAME,
    HandStated: QuickForm.NAME,
}


def _fields(event: Event) -> dict[str, Any]:
    return {name: getattr(event, name) for name in type(event).__dataclass_fields__}  # type: ignore[attr-defined]


def _whole(hand: Hand) -> dict[str, Any]:
    return {
        "declarer": hand.declarer,
        "contract": hand.contract.code if hand.contract else "",
        "how": hand.how,
        "overbid": hand.overbid,
        "discards": hand.discards,
        "count": hand.count,
        "trump": hand.trump,
        "pain_suit": hand.pain_suit,
        "ranking": hand.ranking,
    }


DESK = Desk(
    folder="berzerka",
    forms=(
        BoardForm,
        OwnForm,
        BidForm,
        HotseatForm,
        TrumpForm,
        PainSuitForm,
        RankingForm,
        DiscardsForm,
        ResultForm,
        QuickForm,
    ),
    next=next_form,
    correcting=correcting,
)
