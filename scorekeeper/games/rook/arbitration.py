"""What is ruled when something goes wrong at a table of Rook.

Rule: Jeff house rules §9; official rules on reneging. House: all else.
"""

from dataclasses import replace
from typing import Any

from scorekeeper.core.citations import inferred
from scorekeeper.core.messages import message
from scorekeeper.core.rulings import Effect, Ruling
from scorekeeper.core.seats import party_of
from scorekeeper.core.session import Event
from scorekeeper.games.arbitration import Irregularity, Phase
from scorekeeper.games.ask import EntryForm
from scorekeeper.games.default_case import AGAIN, Case, Cites, Table, ruled_at
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
    Failure,
    claim,
    exposed_card,
    failure_to_follow,
    out_of_turn,
    played_again,
    played_from_there,
    proved,
    rest_to,
    take_back,
    void_call,
)
from scorekeeper.games.fields import label
from scorekeeper.games.rook.auction import why_not_call
from scorekeeper.games.rook.events import (
    PASS,
    PASS_PARTNER,
    RING,
    TEAMS,
    Call,
    CardsCaptured,
    CountStated,
    HandForfeited,
    team,
)
from scorekeeper.games.rook.play import TAKE_BACK, bids, cards_of, counters
from scorekeeper.games.rook.rules import RULE_SHEET, AfterRenege, KittyTo, LateMisdeal
from scorekeeper.games.rook.scoring import RENEGE, captured, other, watched_count
from scorekeeper.games.rook.state import Hand, State, play_rules_of

FORFEIT = "forfeit"
"""The effect by which a hand ends: the party gains what it has captured, the other team loses
the bid."""

CITES = Cites(
    following=RENEGE,
    after=RENEGE,
    turn=inferred("Out of turn", "out-of-turn"),
    call=inferred("Calls", "void-call"),
    exposed=inferred("Exposed cards", "exposed"),
    numbers=inferred("Misdeals", "misdeal"),
    claim=inferred("Claims", "claim"),
    take_back=TAKE_BACK,
    failure="renege",
)
UNOPENED = inferred("Discards", "unopened-discards")


def table_of(state: State) -> Table:
    """What the arbiter sees of this table."""
    hand = state.last
    return Table(
        ring=RING,
        parties=TEAMS,
        pack=cards_of(state.settings.deck),
        rules=play_rules_of(hand, state.settings),
        watched=hand.watched,
        is_begun=state.round.id is not None,
        has_last=state.last.id is not None,
        cites=CITES.answered(RULE_SHEET, state.settings),
    )


# ---- renege ----


def renege(case: Case) -> Ruling:
    """Official rules: corrected until the next trick is led; after that the hand ends."""
    return failure_to_follow(case, _AFTER[case.state.settings.renege])


def _established(case: Case, failure: Failure) -> Ruling:
    """The offenders lose the bid, whoever made it; the others score what they have captured."""
    case.step(RENEGE, "rook.step.renege")
    return _forfeited(case, "renege", party_of(failure.seat, TEAMS).id)


_AFTER = {
    AfterRenege.FORFEIT: _established,
    AfterRenege.AGAIN: played_again,
    AfterRenege.FROM_THERE: played_from_there,
}


def _forfeited(case: Case, code: str, offenders: str) -> Ruling:
    hand = _hand(case)
    others = other(offenders)
    said: dict[str, Any] = {"party": team(offenders), "others": team(others)}
    if hand is None or hand.bid is None:
        return case.rule(f"rook.ruling.{code}-unseen", otherwise=("unrecorded",), **said)
    points = _captured(case, hand, others)
    return case.rule(
        f"rook.ruling.{code}",
        effects=(Effect(FORFEIT, others, points),),
        remedies=("rook.remedy.again", "from-there"),
        bid=hand.bid.amount,
        points=points,
        **said,
    )


def _hand(case: Case) -> Hand | None:
    """The hand it is about, where something of it was recorded."""
    state: State = case.state
    return state.last if case.is_recorded else None


def _captured(case: Case, hand: Hand, party: str) -> int:
    """What a team has captured so far: counted, watched, or as the table says."""
    state: State = case.state
    worth = counters(state.settings)
    count = hand.count or watched_count(hand, state.settings)
    if count is not None:
        return captured(count, state.settings)[party]
    if hand.watched.entries:
        taken = hand.watched.captured(next(one for one in TEAMS if one.id == party).seats)
        return sum(worth.worth(card) for card in taken)
    options = ((str(n), message("rook.answer.points", n=n)) for n in sorted(worth.totals))
    return int(case.choose("captured", RENEGE, options, ask="rook.ask.captured", party=team(party)))


def amended(state: State, event: Event, effect: Effect) -> Event | None:
    """A count gives way to the ruling that ended its hand."""
    is_count = isinstance(event, CountStated | CardsCaptured | HandForfeited)
    return HandForfeited(effect.party, effect.amount) if is_count else None


def entered(state: State, effect: Effect) -> Event | None:
    """The fact by which a ruling ends the hand in progress."""
    if effect.kind != FORFEIT or state.round.bid is None:
        return None
    return HandForfeited(effect.party, effect.amount)


# ---- cards ----


def misdeal(case: Case) -> Ruling:
    """House: before the first bid it is dealt again; after it, the side at fault is set."""
    cite = CITES.numbers
    if not case.table.is_begun and not case.is_so("first-bid", cite, ask="rook.ask.first-bid"):
        case.step(cite, "rook.step.before-bid")
        return case.rule("again")
    hand = _hand(case)
    if hand is not None and hand.bid is None:
        case.step(cite, "rook.step.no-contract")
        return case.rule("again", effects=(AGAIN,))
    if case.state.settings.misdeal is LateMisdeal.AGAIN:
        case.step(case.table.cites.numbers, "rook.step.late-again")
        return case.rule("again", otherwise=case.unrecorded(), effects=case.again())
    options = [(one.id, message("rook.answer.team", party=one)) for one in TEAMS]
    options.append(("nobody", message("rook.answer.nobody")))
    fault = case.choose("fault", cite, options, ask="rook.ask.fault")
    if fault == "nobody":
        case.step(cite, "rook.step.no-fault")
        return case.rule("again", otherwise=case.unrecorded(), effects=case.again())
    case.step(cite, "rook.step.fault", party=team(fault))
    return _forfeited(case, "set", fault)


def claim_rest(case: Case) -> Ruling:
    """House: a claim is of all the rest and holds where both sides agree; with its points."""
    ruling = claim(case)
    state: State = case.state
    party, hand = rest_to(case), state.round
    is_counted = hand.watched.entries and state.settings.kitty is KittyTo.LAST_TRICK
    if case.said("agreed") != "yes" or party is None or not is_counted:
        return ruling
    points = counters(state.settings).total - _captured(case, hand, other(party.id))
    case.step(CITES.claim, "rook.step.claim", party=party, points=points)
    return replace(ruling, steps=tuple(case.steps))


def unopened_discards(case: Case) -> Ruling:
    """House: discards that are not opened count as the count says; in doubt, for the others."""
    hand = case.state.last
    if case.said("disputed") != "yes":
        case.step(UNOPENED, "rook.step.as-counted")
        return case.rule("rook.ruling.as-counted")
    case.step(UNOPENED, "rook.step.who-laid")
    if hand.bid is None:
        return case.rule("rook.ruling.disputed-unseen", otherwise=("rook.otherwise.opened",))
    others = team(other(party_of(hand.bid.bidder, TEAMS).id))
    return case.rule("rook.ruling.disputed", otherwise=("rook.otherwise.opened",), party=others)


# ---- calls ----


def call_void(case: Case) -> Ruling:
    """House: a call out of turn, or too low, is void."""
    state: State = case.state
    call = Call.parse(case.said("call"))
    auction = state.round.auction
    is_on = bool(auction.calls) and state.round.bid is None
    now = auction.turn if is_on else None
    why = why_not_call(auction, call, state.settings) if is_on else None
    is_out = case.seat() in auction.out if is_on else None
    return void_call(case, now, why, call.said(), is_pass=call == PASS, is_out=is_out)


# ---- the facts ----


class CallForm(SeatForm):
    """Who called, and what was called."""

    NAME = "call"
    call = chosen("custom.field.call")

    def lay_out(self) -> None:
        """Offer every call of the game."""
        super().lay_out()
        amounts = [Call(str(n)) for n in bids(self.state.settings)]
        self.call.choices = [(str(one), _said(one)) for one in (*amounts, PASS, PASS_PARTNER)]


class DiscardsForm(EntryForm):
    """Whether what the discards count is disputed."""

    NAME = "unopened-discards"
    disputed = chosen("rook.field.disputed")

    def lay_out(self) -> None:
        """Offer both answers."""
        self.disputed.choices = [
            ("no", label("custom.answer.no")),
            ("yes", label("custom.answer.yes")),
        ]

    def facts(self) -> tuple[Event, ...]:
        """Nothing: an irregularity is ruled on, not recorded."""
        return ()


def _said(call: Call) -> Any:
    """A call as a choice; WTForms types its texts as str and keeps what it is given."""
    return call.said()


IRREGULARITIES = (
    Irregularity("renege", asked_at(table_of, FollowingForm), ruled_at(table_of, renege), proved),
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
    Irregularity(
        "unopened-discards",
        DiscardsForm,
        ruled_at(table_of, unopened_discards),
        settles=lambda state, facts: ("rook.seal.discards", ()),
        phase=Phase.END,
    ),
)
"""Everything that is ruled on, in the order in which it is offered."""
