"""What all irregular calls share: what can be called, and what follows for the offending side.

Law: Laws of Duplicate Bridge 2017 and Laws of Contract Bridge 1993, Laws 16, 18, 19, 23, 26.
"""

from scorekeeper.core.citations import Cite
from scorekeeper.core.messages import Message, message
from scorekeeper.core.rulings import Ruling, Step
from scorekeeper.core.seats import Seat
from scorekeeper.games.bridge.arbitration.case import Case, left, mate, options, side
from scorekeeper.games.bridge.auction import DOUBLE, PASS, REDOUBLE, Auction, Call, CallKind, bids
from scorekeeper.games.bridge.contract import Tariff

DOUBLES = (DOUBLE, REDOUBLE)


# ---- what can be called ----


def every_call(tariff: Tariff) -> tuple[Call, ...]:
    """Every call of the game."""
    return (*bids(tariff), PASS, *DOUBLES)


def too_high(tariff: Tariff) -> tuple[Call, ...]:
    """The bids one level above the top."""
    top = tariff.top_level + 1
    return tuple(Call(CallKind.BID, top, one) for one in tariff.denominations)


def no_irregularity(case: Case, said: Message, cite: Cite) -> Ruling:
    """Nothing that was recorded is against the rules."""
    return Ruling(message("bridge.ruling.none"), (Step(said, cite),))


def may_double(auction: Auction, seat: Seat, call: Call) -> bool:
    """Whether this player could double, or redouble, if it were their turn. Law 19."""
    if auction.bid is None:
        return False
    is_own = seat in side(auction.caller(auction.bid)).seats
    wanted = (False, 0) if call == DOUBLE else (True, 1)
    return (is_own, auction.doubling.step) == wanted


# ---- what follows for the offending side ----


def barred(case: Case, seat: Seat, section: str, *, seen: bool = True) -> Step:
    """The partner must pass for the rest of the auction."""
    what = message("bridge.step.barred", partner=mate(seat))
    return Step(what, case.law(section, _anchor(section), seen=seen))


def barred_once(case: Case, seat: Seat, section: str, *, seen: bool = True) -> Step:
    """The partner must pass once."""
    what = message("bridge.step.barred-once", partner=mate(seat))
    return Step(what, case.law(section, _anchor(section), seen=seen))


def first_lead(case: Case, seat: Seat, call: Call) -> Step:
    """What declarer may ask of the first lead, should the offenders defend.

    Law: Law 26: in 2017 a suit that the offender has not named; in 1993 the suit that was named.
    """
    partner, suit = mate(seat), call.denomination.suit if call.denomination else None
    if case.is_duplicate:
        what = message("bridge.step.lead-2017", partner=partner, seat=seat)
        return Step(what, case.law("Law 26B", "law-26"))
    code = "bridge.step.lead-1993" if suit else "bridge.step.lead-1993-any"
    what = message(code, partner=partner, suit=suit)
    return Step(what, case.law("Law 26", "law-26", seen=False))


def not_to_use(case: Case, seat: Seat) -> Step:
    """At duplicate the withdrawn call is no news to the offender's partner. Law 16C."""
    what = message("bridge.step.not-to-use", partner=mate(seat))
    return Step(what, case.law("Law 16C", "law-26"))


def _anchor(section: str) -> str:
    number = int("".join(one for one in section[4:] if one.isdigit())[:2])
    return "law-28" if 28 <= number <= 32 else f"law-{number}"


def accepts(case: Case, asked: Message, cite: Cite) -> bool:
    """Whether the player who may accept an irregular call does so."""
    answers = options(
        ("accept", message("bridge.answer.accept")), ("refuse", message("bridge.answer.refuse"))
    )
    return case.answer("accept", asked, answers, cite) == "accept"


def if_duplicate(case: Case, said: Message) -> Message | None:
    """A call that means much the same exists only in the Laws of 2017."""
    return said if case.is_duplicate else None


def comparable(case: Case) -> Step:
    return Step(message("bridge.step.comparable"), case.law("Law 23A", "law-23"))


def not_accepted(case: Case, seat: Seat, section: str, anchor: str) -> Step:
    what = message("bridge.step.not-accepted", seat=left(seat))
    return Step(what, case.law(section, anchor))


def helped(case: Case) -> tuple[Message, ...]:
    """At duplicate a score can be adjusted when the irregularity helped its maker."""
    return (message("bridge.remedy.adjusted"),) if case.is_duplicate else ()


def called_over(case: Case, seat: Seat, cite: Cite) -> bool:
    return case.is_so("over", message("bridge.ask.over", seat=left(seat)), cite)
