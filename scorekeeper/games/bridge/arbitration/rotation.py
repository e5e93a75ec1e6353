"""Calls out of turn, and doubles that nobody could make.

Law: Laws of Duplicate Bridge 2017 and Laws of Contract Bridge 1993, Laws 28-32, 36.
"""

from enum import Enum

from scorekeeper.core.messages import Message, message
from scorekeeper.core.rulings import Ruling, Step
from scorekeeper.core.seats import COMPASS, Seat
from scorekeeper.games.bridge.arbitration.calling import (
    DOUBLES,
    barred,
    barred_once,
    called_over,
    every_call,
    first_lead,
    helped,
    may_double,
    no_irregularity,
    not_to_use,
)
from scorekeeper.games.bridge.arbitration.case import Case, left, mate, options, right, rule, seats
from scorekeeper.games.bridge.auction import PASS, REDOUBLE, Auction, Call, why_not


class Turn(Enum):
    """Whose turn it was when somebody else called, as the caller sees it."""

    RIGHT = "right"
    PARTNER = "partner"
    LEFT = "left"


# ---- Laws 28-32 ----


@rule
def call_out_of_turn(case: Case) -> Ruling:
    """Laws 28-32: the player at the caller's left may accept it; else it depends on whose turn."""
    return out_of_turn(case)


def out_of_turn(case: Case) -> Ruling:
    """What follows a call that was made when it was somebody else's turn."""
    seat, call = case.seat(), case.call("call", every_call(case.tariff))
    auction = case.auction
    if auction is not None and auction.turn is seat:
        what = message("bridge.step.in-turn", seat=seat)
        return no_irregularity(case, what, case.law("Law 28", "law-28"))
    if call in DOUBLES and auction is not None and not may_double(auction, seat, call):
        return _inadmissible(case, seat, call)
    turn = _turn(case, auction, seat)
    if turn is Turn.LEFT and _has_called(case, auction, seat):
        return _is_change(case, seat)
    return _taken_up(case, seat, call, turn) or _refused(case, seat, call, turn)


def _refused(case: Case, seat: Seat, call: Call, turn: Turn) -> Ruling:
    """Law 29B: the call is cancelled; what follows depends on the call and on whose turn it was."""
    now = _at(seat, turn)
    cancelled = message("bridge.step.cancelled", seat=left(seat), turn=now)
    first = (
        Step(message("bridge.step.out-of-turn", call=call, turn=now), case.law("Law 28", "law-28")),
        Step(cancelled, case.law("Law 29B", "law-28")),
    )
    if call == PASS:
        return _passed(case, seat, turn, first)
    if turn is Turn.RIGHT:
        return _at_right(case, seat, call, first)
    return _at_partner(case, seat, call, turn, first)


def _turn(case: Case, auction: Auction | None, seat: Seat) -> Turn:
    """Whose turn it was, seen from the offender's seat."""
    if auction is not None:
        now = auction.turn
    else:
        rest = tuple(one for one in COMPASS if one is not seat)
        asked = message("bridge.ask.turn")
        now = Seat(case.answer("turn", asked, seats(rest), case.law("Law 28", "law-28")))
    return next(turn for turn in Turn if _at(seat, turn) is now)


def _at(seat: Seat, turn: Turn) -> Seat:
    return {Turn.RIGHT: right, Turn.PARTNER: mate, Turn.LEFT: left}[turn](seat)


def _has_called(case: Case, auction: Auction | None, seat: Seat) -> bool:
    if auction is not None:
        return any(auction.caller(n) is seat for n in range(len(auction.calls)))
    asked = message("bridge.ask.called", seat=seat)
    return case.is_so("called", asked, case.law("Law 29", "law-28"))


def _has_bid(case: Case, auction: Auction | None) -> bool:
    if auction is not None:
        return auction.bid is not None
    return case.is_so("bids", message("bridge.ask.bids"), case.law("Law 30", "law-28"))


def _taken_up(case: Case, seat: Seat, call: Call, turn: Turn) -> Ruling | None:
    """The call stands: accepted at the left, or overtaken by the player whose turn it was."""
    accept = case.law("Law 29A", "law-28")
    overtaken = message("bridge.answer.overtaken", seat=right(seat))
    answer = case.answer(
        "accept",
        message("bridge.ask.accept", seat=left(seat), call=call, caller=seat),
        options(
            ("accept", message("bridge.answer.accept")),
            ("refuse", message("bridge.answer.refuse")),
            ("overtaken", overtaken if turn is Turn.RIGHT else None),
        ),
        accept,
    )
    if answer == "refuse":
        return None
    if answer == "accept":
        return Ruling(
            message("bridge.ruling.call-stands", seat=seat, call=call, next=left(seat)),
            (Step(message("bridge.step.accepted", seat=left(seat), call=call), accept),),
            (message("bridge.otherwise.refused-call", turn=_at(seat, turn)),),
        )
    what = message("bridge.step.overtaken", seat=right(seat), caller=seat)
    return Ruling(
        message("bridge.ruling.overtaken", seat=right(seat), caller=seat),
        (Step(what, case.law("Law 28B", "law-28")), not_to_use(case, seat)),
    )


def _is_change(case: Case, seat: Seat) -> Ruling:
    """A second call at one's own turn: Law 25 rules on it."""
    what = message("bridge.step.is-change", seat=seat, next=left(seat))
    return Ruling(
        message("bridge.ruling.is-change", seat=seat),
        (Step(what, case.law("Laws 30-32", "law-28")),),
        (message("bridge.otherwise.slip"),),
    )


def _passed(case: Case, seat: Seat, turn: Turn, first: tuple[Step, ...]) -> Ruling:
    """Law 30: a pass out of turn."""
    if turn is Turn.RIGHT or not (case.is_duplicate or _has_bid(case, case.auction)):
        section = "Law 30A" if case.is_duplicate or turn is not Turn.RIGHT else "Law 30"
        what = message("bridge.step.must-pass-once", seat=seat)
        step = Step(what, case.law(section, "law-28", seen=turn is Turn.RIGHT))
        return Ruling(
            message("bridge.ruling.must-pass-once", seat=seat, turn=_at(seat, turn)),
            (*first, step),
        )
    if case.is_duplicate:
        return _compared(case, seat, _at(seat, turn), "Law 30B", first)
    rule = case.law("Law 30B", "law-28", seen=False)
    steps = (
        Step(message("bridge.step.must-pass", seat=seat), rule),
        Step(message("bridge.step.may-not-double", partner=mate(seat)), rule),
    )
    return Ruling(
        message("bridge.ruling.must-pass", seat=seat, partner=mate(seat)), (*first, *steps)
    )


def _at_right(case: Case, seat: Seat, call: Call, first: tuple[Step, ...]) -> Ruling:
    """Laws 31A, 32A: called at the turn of the player at the right."""
    section = "Law 32A" if call in DOUBLES else "Law 31A"
    answer = case.answer(
        "right",
        message("bridge.ask.right", seat=right(seat)),
        options(
            ("pass", message("bridge.answer.right.pass", seat=seat, call=call)),
            ("other", message("bridge.answer.right.other", seat=seat)),
        ),
        case.law(section, "law-28"),
    )
    if answer == "pass":
        what = message("bridge.step.must-repeat", right=right(seat), seat=seat, call=call)
        return Ruling(
            message("bridge.ruling.must-repeat", seat=seat, call=call),
            (*first, Step(what, case.law(section, "law-28"))),
            (message("bridge.otherwise.right-bids", right=right(seat)),),
        )
    if case.is_duplicate:
        return _compared(case, seat, right(seat), section, first, call)
    is_same = call not in DOUBLES and case.is_so(
        "again", message("bridge.ask.again", seat=seat, call=call), case.law(section, "law-28")
    )
    bar = barred_once if is_same else barred
    code = "bridge.ruling.barred-once" if is_same else "bridge.ruling.barred"
    lead = () if is_same else (first_lead(case, seat, call),)
    return Ruling(
        message(code, seat=seat, partner=mate(seat)),
        (*first, bar(case, seat, section, seen=False), *lead),
    )


def _at_partner(case: Case, seat: Seat, call: Call, turn: Turn, first: tuple[Step, ...]) -> Ruling:
    """Laws 31B, 32B: called at partner's turn, or first of all at the left player's."""
    section = "Law 32B" if call in DOUBLES else "Law 31B"
    if case.is_duplicate:
        return _compared(case, seat, _at(seat, turn), section, first, call)
    return Ruling(
        message("bridge.ruling.barred", seat=seat, partner=mate(seat)),
        (*first, barred(case, seat, section, seen=False), first_lead(case, seat, call)),
    )


def _compared(
    case: Case,
    seat: Seat,
    turn: Seat,
    section: str,
    first: tuple[Step, ...],
    call: Call = PASS,
) -> Ruling:
    """Law of 2017: a comparable call at the proper turn costs nothing, another one a pass."""
    is_free = case.is_so(
        "comparable",
        message("bridge.ask.comparable", seat=seat, turn=turn),
        case.law(section, "law-28"),
    )
    partner = () if turn is right(seat) else (not_to_use(case, seat),)
    if is_free:
        what = message("bridge.step.comparable")
        return Ruling(
            message("bridge.ruling.goes-on", seat=seat),
            (*first, *partner, Step(what, case.law("Law 23A", "law-23"))),
            (message("bridge.otherwise.not-comparable", partner=mate(seat)),),
            remedies=helped(case),
        )
    return Ruling(
        message("bridge.ruling.barred-once", seat=seat, partner=mate(seat)),
        (*first, *partner, barred_once(case, seat, section), first_lead(case, seat, call)),
        (message("bridge.otherwise.comparable"),),
        remedies=helped(case),
    )


# ---- Law 36 ----


@rule
def inadmissible_double(case: Case) -> Ruling:
    """Law 36: a double or redouble that Law 19 does not allow is cancelled."""
    seat, call = case.seat(), case.call("call", DOUBLES)
    auction = case.auction
    if auction is not None and may_double(auction, seat, call):
        if auction.turn is not seat:
            return out_of_turn(case)
        what = message("bridge.step.may-double", call=call)
        return no_irregularity(case, what, case.law("Law 19", "auction"))
    return _inadmissible(case, seat, call)


def _inadmissible(case: Case, seat: Seat, call: Call) -> Ruling:
    section = "Law 19B" if call == REDOUBLE else "Law 19A"
    cause = _why_no_double(case, seat, call) or message("bridge.step.no-double", call=call)
    why = Step(cause, case.law(section, "auction"))
    if called_over(case, seat, case.law("Law 36A", "law-36")):
        what = message("bridge.step.all-cancelled", call=call, seat=seat)
        return Ruling(
            message("bridge.ruling.double-wiped", call=call, seat=seat),
            (why, Step(what, case.law("Law 36A", "law-36"))),
        )
    what = message("bridge.step.double-cancelled", call=call, seat=seat)
    return Ruling(
        message("bridge.ruling.double-cancelled", call=call, seat=seat, partner=mate(seat)),
        (
            why,
            Step(what, case.law("Law 36B", "law-36")),
            barred(case, seat, "Law 36B"),
            first_lead(case, seat, call),
        ),
        (message("bridge.otherwise.called-over", seat=left(seat)),),
    )


def _why_no_double(case: Case, seat: Seat, call: Call) -> Message | None:
    auction = case.auction
    if auction is None or auction.turn is not seat:
        return None
    return why_not(auction, call, case.tariff)
