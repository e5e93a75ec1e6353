"""What is ruled when something goes wrong at a table of Berzerka.

House: the document says nothing of it, so all of this is what we propose. Not following, not
trumping and not beating the trick are the same failure.
"""

from dataclasses import replace
from typing import Any

from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import message
from scorekeeper.core.play import Watched
from scorekeeper.core.rulings import Effect, Ruling
from scorekeeper.core.seats import Party
from scorekeeper.core.session import Event
from scorekeeper.games.arbitration import Irregularity, Phase
from scorekeeper.games.berzerka.checks import check
from scorekeeper.games.berzerka.events import (
    ContractBid,
    HandPlayed,
    HandStated,
    HotseatPicked,
    Passed,
)
from scorekeeper.games.berzerka.play import PACK, TAKE_BACK, play_rules_of
from scorekeeper.games.berzerka.rules import RULE_SHEET, TRICKS, Contract, Counts, inferred
from scorekeeper.games.berzerka.state import PARTIES, RING, Stage, State
from scorekeeper.games.default_case import Case, Cites, Table, ruled_at
from scorekeeper.games.default_forms import (
    CardForm,
    ClaimForm,
    FollowingForm,
    MisdealForm,
    SeatForm,
    asked_at,
    chosen,
)
from scorekeeper.games.default_rulings import (
    claim,
    exposed_card,
    failed_to_follow,
    misdeal,
    out_of_turn,
    proved,
    take_back,
    void_call,
)
from scorekeeper.games.fields import label

CITES = Cites(
    following=inferred("Trick Phase", "failure-to-follow"),
    after=inferred("Trick Phase", "failure-to-follow"),
    turn=inferred("Trick Phase", "out-of-turn"),
    call=inferred("Bidding Phase", "void-call"),
    exposed=inferred("Trick Phase", "exposed"),
    numbers=inferred("Dealing Phase", "misdeal"),
    claim=inferred("Trick Phase", "claim"),
    take_back=TAKE_BACK,
)
PASSING = "pass"


def table_of(state: State) -> Table:
    """What the arbiter sees of this table."""
    hand = state.last_hand
    return Table(
        ring=RING,
        parties=PARTIES,
        pack=PACK,
        rules=play_rules_of(hand) if hand else None,
        watched=hand.watched if hand else Watched(),
        is_begun=state.hand is not None,
        has_last=state.board.rounds > 0,
        cites=CITES.answered(RULE_SHEET, state.settings),
    )


def call_void(case: Case) -> Ruling:
    """House: a bid out of turn, or one that is too low, is void."""
    state: State = case.state
    code = case.said("call")
    call = Passed() if code == PASSING else ContractBid(code, int(case.said("overbid") or 0))
    hand, is_pass = state.hand, code == PASSING
    if hand is None or hand.stage is not Stage.BIDDING:
        return void_call(case, None, None, call.said(), is_pass=is_pass, is_out=None)
    why, is_out = why_not(state, call), case.seat() in hand.out
    return void_call(case, hand.turn, why, call.said(), is_pass=is_pass, is_out=is_out)


def why_not(state: State, event: ContractBid | Passed | HotseatPicked) -> RuleViolation | None:
    """Why whose turn it is can't say this now; None where it can be said."""
    try:
        check(state, event)
    except RuleViolation as refusal:
        return refusal
    return None


def claim_rest(case: Case) -> Ruling:
    """House: a claim or concession is of all the rest, and ends the hand where all agree."""
    return claim(case, _counted_up)


def _counted_up(case: Case, party: Party) -> tuple[Effect, ...]:
    """What the declarer has when all the rest goes to this player; else the table says it."""
    state: State = case.state
    hand = state.hand
    if hand is None or hand.contract is None or hand.stage is not Stage.PLAYING:
        return ()
    declarers = next(one for one in PARTIES if hand.declarer in one.seats)
    counts, watched = hand.contract.counts, hand.watched
    if watched.entries and counts is not Counts.SUIT_CARDS:
        first = TRICKS - counts.most
        won = watched.winners[first:] + (party.seats[0],) * (
            TRICKS - max(first, len(watched.tricks))
        )
        count = sum(seat is hand.declarer for seat in won)
    else:
        options = [(str(n), message("berzerka.answer.count", n=n)) for n in range(counts.most + 1)]
        asked = message("berzerka.ask.count", seat=hand.declarer)
        count = int(case.answer("count", asked, options, CITES.claim))
    return (Effect("count", declarers.id, count),)


def amended(state: State, event: Event, effect: Effect) -> Event | None:
    """A result gives way to what an agreed claim comes to."""
    if effect.kind != "count" or not isinstance(event, HandPlayed | HandStated):
        return None
    return replace(event, count=effect.amount)


def entered(state: State, effect: Effect) -> Event | None:
    """The result by which an agreed claim ends the hand in progress."""
    is_played = state.hand is not None and state.hand.stage is Stage.PLAYING
    return HandPlayed(effect.amount) if effect.kind == "count" and is_played else None


class CallForm(SeatForm):
    """Who bid, which contract, and the overbid if there was one."""

    NAME = "call"
    call = chosen("custom.field.call")
    overbid = chosen("berzerka.field.overbid")

    def lay_out(self) -> None:
        """Offer the contracts of the board, the pass, and every overbid."""
        super().lay_out()
        bids = [(one.code, _name(one)) for one in self.state.board.contracts]
        self.call.choices = [*bids, (PASSING, label("berzerka.said.passed"))]
        self.overbid.choices = [(str(n), label("berzerka.overbid", n=n)) for n in range(TRICKS + 1)]
        if self.overbid.raw_data is None and self.overbid.data is None:
            self.overbid.data = "0"


def _name(contract: Contract) -> Any:
    """A contract as a choice; WTForms types its texts as str and keeps what it is given."""
    return contract


IRREGULARITIES = (
    Irregularity(
        "failure-to-follow",
        asked_at(table_of, FollowingForm),
        ruled_at(table_of, failed_to_follow),
        proved,
    ),
    Irregularity("out-of-turn", asked_at(table_of, CardForm), ruled_at(table_of, out_of_turn)),
    Irregularity("take-back", asked_at(table_of, CardForm), ruled_at(table_of, take_back)),
    Irregularity("exposed-card", asked_at(table_of, CardForm), ruled_at(table_of, exposed_card)),
    Irregularity(
        "insufficient-bid",
        asked_at(table_of, CallForm),
        ruled_at(table_of, call_void),
        phase=Phase.BIDDING,
    ),
    Irregularity(
        "call-out-of-turn",
        asked_at(table_of, CallForm),
        ruled_at(table_of, call_void),
        phase=Phase.BIDDING,
    ),
    Irregularity("misdeal", MisdealForm, ruled_at(table_of, misdeal), phase=Phase.DEALING),
    Irregularity(
        "claim", asked_at(table_of, ClaimForm), ruled_at(table_of, claim_rest), phase=Phase.END
    ),
)
"""Everything that is ruled on, in the order in which it is offered."""
