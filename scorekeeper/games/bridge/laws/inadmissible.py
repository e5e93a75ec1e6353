"""Calls that can't be: Laws 35-39."""

from scorekeeper.core.messages import Message
from scorekeeper.core.rulings import Effect, Ruling
from scorekeeper.core.seats import Seat
from scorekeeper.games.bridge.auction import DOUBLE, PASS, REDOUBLE, Auction, Call, bids, why_not
from scorekeeper.games.bridge.laws.case import Case, Role, left, mate, side
from scorekeeper.games.bridge.laws.changes import (
    every_call,
    law_26b_first_lead,
    law_72c_could_know,
    must_pass,
    too_high,
)

# ---- Laws 19, 36: inadmissible doubles and redoubles ----


def is_admissible(case: Case, auction: Auction | None, seat: Seat, call: Call) -> bool:
    """Whether this player could double, or redouble, if it were their turn. Law 19."""
    section = "Law 19B1" if call == REDOUBLE else "Law 19A1"
    if auction is None:
        return case.is_so("may-double" if call == DOUBLE else "may-redouble", section, seat=seat)
    if auction.bid is None:
        return False
    is_own = seat in side(auction.caller(auction.bid)).seats
    wanted = (False, 0) if call == DOUBLE else (True, 1)
    return (is_own, auction.doubling.step) == wanted


def law_36_inadmissible_double(case: Case) -> Ruling:
    """Law 36: a double or redouble that Law 19 does not allow is cancelled."""
    seat, call = case.seat(), case.call("call", (DOUBLE, REDOUBLE))
    auction = case.auction
    if auction is not None and is_admissible(case, auction, seat, call):
        case.step("Law 19A3" if call == DOUBLE else "Law 19B3", "misnamed-double", call=call)
        return case.nothing("Law 19", "may-double", call=call)
    return law_36_inadmissible(case, seat, call)


def law_36_inadmissible(case: Case, seat: Seat, call: Call, turn: Seat | None = None) -> Ruling:
    """Law 36 of a call that is known to be inadmissible; `turn` is whose turn it was, if not the
    caller's."""
    why = _why_no_double(case, seat, call) or case.words("step", "no-double", call=call)
    case.step_said("Law 19B1" if call == REDOUBLE else "Law 19A1", why)
    auction = case.auction
    if turn is None and auction is not None and auction.turn is not seat:
        turn = auction.turn
    found = case.pick("noticed", "Law 36", ("now", "over", "led"), seat=left(seat))
    if found == "led":
        case.step("Law 36C", "scored-without", call=call)
        effects = _without(case, call)
        return case.rule("scored-without", effects=effects, call=call, seat=seat)
    now = turn or seat
    if found == "over":
        case.step("Law 36A", "all-cancelled", call=call, seat=now)
        return case.rule("double-wiped", call=call, seat=now)
    section = "Law 36B2" if turn is None else "Law 36B4"
    case.step("Law 36B1", "double-cancelled", call=call, seat=seat)
    case.step(section, "another-call" if turn is None else "reverts", seat=seat, turn=now)
    must_pass(case, section, seat)
    law_26b_first_lead(case, seat)
    return case.rule(
        "double-cancelled",
        otherwise=("called-over",),
        remedies=case.adjusted,
        call=call,
        seat=seat,
        partner=mate(seat),
        left=left(seat),
    )


def _without(case: Case, call: Call) -> tuple[Effect, ...]:
    """Law 36C: the recorded contract without this call, where it was recorded with it."""
    contract, less = case.deal().contract, 0 if call == DOUBLE else 1
    if contract is None or contract.doubling.step <= less or not case.is_in_log:
        return ()
    return (Effect("doubling", "", less),)


def _why_no_double(case: Case, seat: Seat, call: Call) -> Message | None:
    auction = case.auction
    if auction is None or auction.turn is not seat:
        return None
    return why_not(auction, call, case.tariff)


# ---- Law 37: action violating obligation to pass ----


def law_37_call_of_the_barred(case: Case) -> Ruling:
    """Law 37: it is cancelled, and both partners pass; called over, it stands."""
    seat = case.seat()
    call = case.call("call", every_call(case.tariff))
    if call == PASS:
        return case.nothing("Law 37", "pass-is-right", seat=seat)
    case.step("Law 35B", "had-to-pass", seat=seat, call=call)
    if call in (DOUBLE, REDOUBLE) and not is_admissible(case, case.auction, seat, call):
        return law_36_inadmissible(case, seat, call)
    if case.is_so("over", "Law 37A", seat=left(seat)):
        case.step("Law 37A", "barred-stands", call=call, seat=left(seat))
        is_once = not case.is_bound(seat, "pass") and case.is_bound(seat, "pass-once")
        throughout = case.is_bound(seat, "pass")
        if throughout or (not is_once and case.is_so("throughout", "Law 37A", seat=seat)):
            case.step("Law 37A", "still-barred", seat=seat)
            case.bind("pass", seat)
        return case.rule("barred-stands", call=call, seat=seat)
    case.step("Law 37B1", "call-cancelled", call=call)
    case.step("Law 37B2", "pass-instead", seat=seat, partner=mate(seat))
    for one in (seat, mate(seat)):
        case.bind("pass", one)
    law_72c_could_know(case, seat)
    law_26b_first_lead(case, seat)
    return case.rule(
        "pass-instead",
        otherwise=("called-over-stands",),
        call=call,
        seat=seat,
        partner=mate(seat),
        left=left(seat),
    )


# ---- Law 38: bid of more than seven ----


def law_38_bid_above_top(case: Case) -> Ruling:
    """Law 38: nobody can play above the top level, and who bids so passes from then on."""
    seat, top = case.seat(), case.tariff.top_level
    call = case.call("call", (*too_high(case.tariff), *bids(case.tariff)))
    if call.level <= top:
        return case.nothing("Law 18", "within-top", call=call, top=top)
    is_over = case.is_so("over", "Law 38D", seat=left(seat))
    case.step("Law 38A", "never-played", top=top)
    case.step("Law 38B", "bid-cancelled", call=call, top=top)
    case.step("Law 38C", "side-passes", side=side(seat))
    for one in (seat, mate(seat)):
        case.bind("pass", one)
    if is_over:
        case.step("Law 38D", "no-recourse", seat=left(seat))
    else:
        law_72c_could_know(case, seat)
        law_26b_first_lead(case, seat)
    otherwise = () if is_over else ("no-lead",)
    return case.rule("above-top", otherwise=otherwise, call=call, side=side(seat), left=left(seat))


# ---- Law 39: call after the final pass ----


def law_39_call_after_the_end(case: Case) -> Ruling:
    """Law 39: it is cancelled; only a defender's bid or double costs the first lead."""
    seat = case.seat()
    call = case.call("call", every_call(case.tariff))
    case.step("Law 39A", "after-final", call=call)
    if call == PASS or case.role(seat) is not Role.DEFENDER:
        case.step("Law 39B", "after-final-free")
        return case.rule("after-final", call=call, seat=seat)
    if case.is_so("over", "Law 39B", seat=left(seat)):
        case.step("Law 39B", "after-final-over", seat=left(seat))
        return case.rule("after-final", call=call, seat=seat)
    case.step("Law 39C", "after-final-lead", seat=seat, call=call)
    law_26b_first_lead(case, seat)
    return case.rule(
        "after-final-lead",
        otherwise=("no-lead",),
        call=call,
        seat=seat,
        partner=mate(seat),
        left=left(seat),
    )
