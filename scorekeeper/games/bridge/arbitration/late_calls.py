"""Calls at the wrong time: two at once, by somebody who had to pass, after the end; a turn that
was lost; what was agreed and not told.

Law: Laws of Duplicate Bridge 2017 and Laws of Contract Bridge 1993, Laws 33-35, 37, 39, 40. Law 35
only lists the calls that can't be: those of Laws 36 to 39.
"""

from scorekeeper.core.messages import message
from scorekeeper.core.rulings import Ruling, Step
from scorekeeper.core.seats import COMPASS, Seat
from scorekeeper.games.bridge.arbitration.calling import (
    called_over,
    every_call,
    first_lead,
    helped,
    no_irregularity,
)
from scorekeeper.games.bridge.arbitration.case import Case, left, mate, rule, seats
from scorekeeper.games.bridge.auction import PASS

# ---- Law 33: simultaneous calls ----


@rule
def simultaneous_calls(case: Case) -> Ruling:
    """Law 33: the call of whoever's turn it was came first, the other one after it."""
    seat, cite = case.seat(), case.law("Law 33", "law-33")
    turn = _whose_turn(case, seat)
    first = Step(message("bridge.step.at-once", turn=turn, seat=seat), cite)
    if left(turn) is seat:
        return Ruling(message("bridge.ruling.at-once-next", seat=seat, turn=turn), (first,))
    out = message("bridge.step.at-once-out", seat=seat, turn=left(turn))
    return Ruling(
        message("bridge.ruling.at-once-out", seat=seat, turn=turn),
        (first, Step(out, case.law("Laws 29-32", "law-28"))),
    )


def _whose_turn(case: Case, seat: Seat) -> Seat:
    others = tuple(one for one in COMPASS if one is not seat)
    asked = message("bridge.ask.whose-turn")
    return Seat(case.answer("turn", asked, seats(others), case.law("Law 33", "law-33")))


# ---- Law 34: retention of the right to call ----


@rule
def lost_turn(case: Case) -> Ruling:
    """Law 34: three passes end nothing when one of them took a turn away."""
    seat, cite = case.seat(), case.law("Law 34", "law-33")
    back = message("bridge.step.lost-turn", seat=seat)
    cancelled = message("bridge.step.passes-cancelled", seat=seat)
    return Ruling(
        message("bridge.ruling.lost-turn", seat=seat), (Step(back, cite), Step(cancelled, cite))
    )


# ---- Law 37: a call by somebody who has to pass ----


@rule
def call_of_the_barred(case: Case) -> Ruling:
    """Law 37: it is cancelled, and both partners pass; called over, it stands."""
    seat = case.seat()
    call = case.call("call", every_call(case.tariff))
    cite = case.law("Law 37", "law-33")
    if call == PASS:
        return no_irregularity(case, message("bridge.step.pass-is-right", seat=seat), cite)
    owed = Step(message("bridge.step.had-to-pass", seat=seat, call=call), cite)
    if called_over(case, seat, case.law("Law 37A", "law-33", seen=False)):
        what = message("bridge.step.barred-stands", call=call, seat=left(seat))
        return Ruling(
            message("bridge.ruling.barred-stands", call=call, seat=seat),
            (owed, Step(what, case.law("Law 37A", "law-33", seen=False))),
        )
    pass_instead = message("bridge.step.pass-instead", seat=seat, partner=mate(seat))
    return Ruling(
        message("bridge.ruling.pass-instead", call=call, seat=seat, partner=mate(seat)),
        (
            owed,
            Step(pass_instead, case.law("Law 37B", "law-33", seen=False)),
            first_lead(case, seat, call),
        ),
        (message("bridge.otherwise.called-over", seat=left(seat)),),
    )


# ---- Law 39: a call after the final pass ----


@rule
def call_after_the_end(case: Case) -> Ruling:
    """Law 39: it is cancelled; only a defender's bid or double costs the first lead."""
    seat = case.seat()
    call = case.call("call", every_call(case.tariff))
    cancelled = Step(
        message("bridge.step.after-final", call=call), case.law("Law 39", "law-33", seen=False)
    )
    declarer = case.declarer()
    is_defender = seat not in (declarer, mate(declarer))
    verdict = message("bridge.ruling.after-final", call=call, seat=seat)
    if call == PASS or not is_defender:
        what = message("bridge.step.after-final-free")
        free = Step(what, case.law("Law 39A", "law-33", seen=False))
        return Ruling(verdict, (cancelled, free))
    if called_over(case, seat, case.law("Law 39A", "law-33", seen=False)):
        what = message("bridge.step.after-final-over", seat=left(seat))
        over = Step(what, case.law("Law 39A", "law-33", seen=False))
        return Ruling(verdict, (cancelled, over))
    return Ruling(
        message("bridge.ruling.after-final-lead", call=call, seat=seat, partner=mate(seat)),
        (cancelled, first_lead(case, seat, call)),
        (message("bridge.otherwise.called-over", seat=left(seat)),),
    )


# ---- Law 40: what partners have agreed ----


@rule
def untold_agreement(case: Case) -> Ruling:
    """Law 40: a call may mislead everybody, the partner too; an agreement is told."""
    seat, cite = case.seat(), case.law("Law 40", "law-40")
    asked = message("bridge.ask.agreed", seat=seat, partner=mate(seat))
    if not case.is_so("agreed", asked, cite):
        what = message("bridge.step.may-mislead", seat=seat, partner=mate(seat))
        return Ruling(
            message("bridge.ruling.may-mislead", seat=seat),
            (Step(what, case.law("Law 40A", "law-40")),),
            (message("bridge.otherwise.agreed"),),
        )
    if case.is_so("told", message("bridge.ask.told", seat=seat), cite):
        what = message("bridge.step.told")
        return Ruling(
            message("bridge.ruling.may-mislead", seat=seat),
            (Step(what, case.law("Law 40B", "law-40", seen=False)),),
        )
    what = message("bridge.step.untold", seat=seat, partner=mate(seat))
    return Ruling(
        message("bridge.ruling.untold", seat=seat, partner=mate(seat)),
        (Step(what, case.law("Law 40B", "law-40", seen=False)),),
        remedies=helped(case),
    )
