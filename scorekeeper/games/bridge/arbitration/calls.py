"""Irregular calls in turn: too low, changed, or above the top.

Law: Laws of Duplicate Bridge 2017 and Laws of Contract Bridge 1993, Laws 25, 27, 38.
"""

from collections.abc import Iterator

from scorekeeper.core.messages import message
from scorekeeper.core.rulings import Ruling, Step
from scorekeeper.core.seats import Seat
from scorekeeper.games.bridge.arbitration.calling import (
    accepts,
    barred,
    barred_once,
    called_over,
    comparable,
    every_call,
    first_lead,
    helped,
    if_duplicate,
    no_irregularity,
    not_accepted,
    not_to_use,
    too_high,
)
from scorekeeper.games.bridge.arbitration.case import Case, left, mate, options, rule, side
from scorekeeper.games.bridge.arbitration.rotation import out_of_turn
from scorekeeper.games.bridge.auction import Auction, Call, bids
from scorekeeper.games.bridge.contract import Tariff

# ---- Law 27 ----


@rule
def insufficient_bid(case: Case) -> Ruling:
    """Law 27: a bid not higher than the last; the player at the left may let it stand."""
    seat, call = case.seat(), case.call("call", bids(case.tariff))
    auction = case.auction
    if auction is not None and auction.turn is not seat:
        return out_of_turn(case)
    last = _to_beat(case, auction, call)
    if last is None:
        what = message("bridge.step.sufficient", call=call)
        return no_irregularity(case, what, case.law("Law 18", "auction"))
    offered = message("bridge.ask.accept", seat=left(seat), call=call, caller=seat)
    cite = case.law("Law 27A", "law-27")
    if accepts(case, offered, cite):
        what = message("bridge.step.accepted", seat=left(seat), call=call)
        return Ruling(
            message("bridge.ruling.call-stands", seat=seat, call=call, next=left(seat)),
            (_too_low(case, call, last), Step(what, cite)),
            (message("bridge.otherwise.refused-bid", seat=seat),),
        )
    return _corrected(case, seat, call, last)


def _to_beat(case: Case, auction: Auction | None, call: Call) -> Call | None:
    """The bid that this one does not beat; None when it is high enough."""
    order = bids(case.tariff)
    if auction is not None:
        last = auction.calls[auction.bid] if auction.bid is not None else None
        low = last is not None and order.index(call) <= order.index(last)
        return last if low else None
    return case.call("last", order[order.index(call) :])


def _too_low(case: Case, call: Call, last: Call) -> Step:
    what = message("bridge.step.too-low", call=call, last=last)
    return Step(what, case.law("Law 18D", "auction"))


def lowest_in(tariff: Tariff, call: Call, last: Call) -> Call | None:
    """The lowest bid above `last` in the denomination of `call`; None above the top."""
    order = bids(tariff)
    above = order[order.index(last) + 1 :]
    return next((one for one in above if one.denomination is call.denomination), None)


def _corrected(case: Case, seat: Seat, call: Call, last: Call) -> Ruling:
    """Law 27B: what the bid that was not accepted is replaced by decides what follows."""
    low = lowest_in(case.tariff, call, last)
    cite = case.law("Law 27B", "law-27")
    chosen = case.answer(
        "correction",
        message("bridge.ask.correction", seat=seat, call=call),
        options(
            ("same", message("bridge.answer.correction.same", call=low) if low else None),
            ("comparable", if_duplicate(case, message("bridge.answer.correction.comparable"))),
            ("other", message("bridge.answer.correction.other", partner=mate(seat))),
            ("pass", message("bridge.answer.correction.pass", partner=mate(seat))),
            ("double", message("bridge.answer.correction.double")),
        ),
        cite,
    )
    first = (_too_low(case, call, last), not_accepted(case, seat, "Law 27A", "law-27"))
    if chosen in ("same", "comparable"):
        section = "Law 27B1(a)" if chosen == "same" else "Law 27B1(b)"
        what = message(f"bridge.step.corrected-{chosen}")
        free = Step(what, case.law(section, "law-27"))
        known = () if chosen == "same" else (comparable(case),)
        return Ruling(
            message("bridge.ruling.corrected", seat=seat, call=low)
            if chosen == "same"
            else message("bridge.ruling.corrected-comparable", seat=seat),
            (*first, free, *known),
            (message("bridge.otherwise.other-correction", partner=mate(seat)),),
            remedies=helped(case),
        )
    return _barred_by(case, seat, call, (*first, *_doubled(case, chosen)))


def _barred_by(case: Case, seat: Seat, call: Call, first: tuple[Step, ...]) -> Ruling:
    section = "Law 27B2"
    return Ruling(
        message("bridge.ruling.barred", seat=seat, partner=mate(seat)),
        (*first, barred(case, seat, section, seen=False), first_lead(case, seat, call)),
        (message("bridge.otherwise.same-denomination"),),
        remedies=helped(case),
    )


def _doubled(case: Case, chosen: str) -> tuple[Step, ...]:
    if chosen != "double":
        return ()
    section = "Law 27B3"
    what = message("bridge.step.no-double-instead")
    return (Step(what, case.law(section, "law-27", seen=False)),)


# ---- Law 25 ----


@rule
def changed_call(case: Case) -> Ruling:
    """Law 25: a slip may be put right, a change of mind only if the next player lets it."""
    seat = case.seat()
    first = case.call("call", every_call(case.tariff))
    second = case.call("second", every_call(case.tariff))
    slip = case.law("Law 25A", "law-25")
    at_once = "bridge.ask.slip" if case.is_duplicate else "bridge.ask.slip-at-once"
    if case.is_so("slip", message(at_once, seat=seat, call=first), slip):
        return _slipped(case, seat, first, second)
    cite = case.law("Law 25B1", "law-25", seen=False)
    if accepts(case, message("bridge.ask.accept", seat=left(seat), call=second, caller=seat), cite):
        what = message("bridge.step.accepted", seat=left(seat), call=second)
        return Ruling(
            message("bridge.ruling.call-stands", seat=seat, call=second, next=left(seat)),
            (Step(message("bridge.step.mind", seat=seat), slip), Step(what, cite)),
            (message("bridge.otherwise.refused-change", call=first),),
        )
    return _not_changed(case, seat, first, second)


def _slipped(case: Case, seat: Seat, first: Call, second: Call) -> Ruling:
    slip = case.law("Law 25A", "law-25")
    called = message("bridge.ask.partner-called", partner=mate(seat))
    if case.is_so("partner-called", called, slip):
        what = message("bridge.step.too-late", partner=mate(seat))
        return Ruling(message("bridge.ruling.first-stands", call=first), (Step(what, slip),))
    what = message("bridge.step.slip", first=first, second=second)
    steps = [Step(what, slip)]
    if case.is_duplicate:
        free = message("bridge.step.slip-next", next=left(seat))
        steps.append(Step(free, case.law("Law 25A6", "law-25")))
    return Ruling(
        message("bridge.ruling.call-stands", seat=seat, call=second, next=left(seat)),
        tuple(steps),
        (message("bridge.otherwise.slip-judged", call=second),),
    )


def _not_changed(case: Case, seat: Seat, first: Call, second: Call) -> Ruling:
    mind = Step(message("bridge.step.mind", seat=seat), case.law("Law 25A", "law-25"))
    if case.is_duplicate:
        what = message("bridge.step.change-cancelled", call=second)
        return Ruling(
            message("bridge.ruling.first-stands", call=first),
            (mind, Step(what, case.law("Law 25B2", "law-25")), *_withdrawn(case, seat, second)),
        )
    cite = case.law("Law 25", "law-25", seen=False)
    stays = case.answer(
        "stand",
        message("bridge.ask.stand", seat=seat, call=first),
        options(
            ("first", message("bridge.answer.stand.first", call=first, partner=mate(seat))),
            ("other", message("bridge.answer.stand.other", partner=mate(seat))),
        ),
        cite,
    )
    bar = barred_once if stays == "first" else barred
    code = "bridge.ruling.barred-once" if stays == "first" else "bridge.ruling.barred"
    return Ruling(
        message(code, seat=seat, partner=mate(seat)),
        (mind, bar(case, seat, "Law 25", seen=False), first_lead(case, seat, second)),
    )


def _withdrawn(case: Case, seat: Seat, call: Call) -> Iterator[Step]:
    yield not_to_use(case, seat)
    yield first_lead(case, seat, call)


# ---- Law 38 ----


@rule
def bid_above_top(case: Case) -> Ruling:
    """Law 38: nobody can play above the top level, and who bids so passes from then on."""
    seat, tariff = case.seat(), case.tariff
    call = case.call("call", (*too_high(tariff), *bids(tariff)))
    top = tariff.top_level
    if call.level <= top:
        what = message("bridge.step.within-top", call=call, top=top)
        return no_irregularity(case, what, case.law("Law 18", "auction"))
    is_over = called_over(case, seat, case.law("Law 38", "law-38"))
    cancelled = message("bridge.step.bid-cancelled", call=call, top=top)
    passes = message("bridge.step.side-passes", side=side(seat))
    lead = () if is_over else (first_lead(case, seat, call),)
    return Ruling(
        message("bridge.ruling.above-top", call=call, side=side(seat)),
        (
            Step(cancelled, case.law("Law 38B", "law-38")),
            Step(passes, case.law("Law 38C", "law-38")),
            *lead,
        ),
        () if is_over else (message("bridge.otherwise.no-lead", seat=left(seat)),),
    )
