"""Calls out of turn and at the same time, lost turns: Laws 28-34."""

from enum import Enum
from typing import Any

from scorekeeper.core.rulings import Ruling
from scorekeeper.core.seats import COMPASS, Seat
from scorekeeper.games.bridge.auction import DOUBLE, PASS, REDOUBLE, Auction, Call, bids
from scorekeeper.games.bridge.laws.book import number_of
from scorekeeper.games.bridge.laws.case import Case, left, mate, right, side
from scorekeeper.games.bridge.laws.changes import (
    every_call,
    law_16c_withdrawn,
    law_25_change_of_call,
    law_26b_first_lead,
    law_27_insufficient_bid,
    law_72c_could_know,
    must_pass,
)
from scorekeeper.games.bridge.laws.inadmissible import (
    is_admissible,
    law_36_inadmissible,
    law_37_call_of_the_barred,
)

LATER = "later"
"""The answer of a table where the offender's call in turn is still to come."""


class Turn(Enum):
    """Whose turn it was when somebody else called, as the caller sees it."""

    RIGHT = "right"
    PARTNER = "partner"
    LEFT = "left"


def irregular_bid(case: Case) -> Ruling:
    """Law 27A2: a bid that is too low, made out of turn, is a bid out of turn; by a player who must
    pass it is no bid at all."""
    seat, call = case.seat(), case.call("call", bids(case.tariff))
    if case.is_bound(seat, "pass", "pass-once"):
        return law_37_call_of_the_barred(case)
    if case.auction is not None and case.auction.turn is not seat:
        return law_29_out_of_rotation(case)
    return law_27_insufficient_bid(case, seat, call)


# ---- Laws 28-32: calls out of rotation ----


def law_29_out_of_rotation(case: Case) -> Ruling:
    """Laws 28-32: the player at the caller's left may accept it; else it depends on whose turn."""
    seat, call = case.seat(), case.call("call", every_call(case.tariff))
    auction = case.auction
    if auction is not None and auction.turn is seat:
        return case.nothing("Law 28", "in-turn", seat=seat)
    turn = _turn(case, auction, seat)
    if turn is Turn.LEFT and _has_called(case, auction, seat):
        case.step(_law_of(call, "C"), "is-change", seat=seat, next=left(seat))
        return law_25_change_of_call(case, seat, _last_call(case, auction, seat), call)
    if call in (DOUBLE, REDOUBLE) and not is_admissible(case, auction, seat, call):
        return law_36_inadmissible(case, seat, call, turn=_at(seat, turn))
    return _taken_up(case, seat, call, turn) or _cancelled(case, seat, call, turn)


def _law_of(call: Call, paragraph: str) -> str:
    """The law of a pass, a bid or a double out of turn; that of a pass has no later bids."""
    if call == PASS:
        return "Law 30B2" if paragraph == "C" else f"Law 30{paragraph}"
    return f"Law {32 if call in (DOUBLE, REDOUBLE) else 31}{paragraph}"


def _turn(case: Case, auction: Auction | None, seat: Seat) -> Turn:
    """Whose turn it was, seen from the offender's seat."""
    if auction is not None:
        now = auction.turn
    else:
        now = case.pick_seat("turn", "Law 28", (one for one in COMPASS if one is not seat))
    return next(turn for turn in Turn if _at(seat, turn) is now)


def _at(seat: Seat, turn: Turn) -> Seat:
    return {Turn.RIGHT: right, Turn.PARTNER: mate, Turn.LEFT: left}[turn](seat)


def _has_called(case: Case, auction: Auction | None, seat: Seat) -> bool:
    if auction is not None:
        return any(auction.caller(n) is seat for n in range(len(auction.calls)))
    return case.is_so("called", "Law 30B2", seat=seat)


def _last_call(case: Case, auction: Auction | None, seat: Seat) -> Call:
    """What the caller had called last, which the new call would change."""
    if auction is None:
        return case.call("first", every_call(case.tariff))
    own = (n for n in reversed(range(len(auction.calls))) if auction.caller(n) is seat)
    return auction.calls[next(own)]


def _taken_up(case: Case, seat: Seat, call: Call, turn: Turn) -> Ruling | None:
    """The call stands: accepted at the left, overtaken at the right, or in turn after all."""
    now = _at(seat, turn)
    overtaken = () if turn is Turn.PARTNER else ("overtaken",)  # by an opponent of the caller
    ways = ("accept", "refuse", *overtaken, *(["barred"] if turn is Turn.RIGHT else []))
    said: dict[str, Any] = {"seat": left(seat), "call": call, "caller": seat, "turn": now}
    must_pass_now = turn is Turn.RIGHT and case.is_bound(now, "pass", "pass-once")
    answer = "barred" if must_pass_now else case.pick("accept", "Law 29A", ways, **said)
    if answer == "refuse":
        return None
    if answer == "overtaken":
        case.step("Law 28B", "overtaken", seat=now, caller=seat)
        law_16c_withdrawn(case, seat)
        return case.rule("overtaken", seat=now, caller=seat)
    if answer == "barred":
        case.step("Law 28A", "in-rotation", turn=now, call=call)
    else:
        case.step("Law 29A", "accepted", **said)
    otherwise = ("refused-call",) if answer == "accept" else ()
    return case.rule(
        "call-stands", otherwise=otherwise, seat=seat, call=call, next=left(seat), turn=now
    )


def _cancelled(case: Case, seat: Seat, call: Call, turn: Turn) -> Ruling:
    """Law 29B: the call is cancelled; what follows depends on the call and on whose turn it was."""
    now = _at(seat, turn)
    case.step("Law 28", "out-of-turn", call=call, turn=now)
    case.step("Law 29B", "cancelled", seat=left(seat), turn=now)
    is_plain = call == PASS and not case.is_so("artificial", "Law 30C")
    if call == PASS and not is_plain:
        case.step("Law 30C", "artificial")
    if is_plain and turn is Turn.RIGHT:
        case.step("Law 30A", "must-pass-once", seat=seat)
        case.bind("pass-once", seat)
        law_72c_could_know(case, seat)
        return case.rule("must-pass-once", remedies=case.adjusted, seat=seat, turn=now)
    if is_plain:
        return _at_partner(case, seat, call, now, "Law 30B1")
    law = "Law 32" if call in (DOUBLE, REDOUBLE) else "Law 31"
    case.step("Law 29C", "by-meaning", call=call)
    if turn is Turn.RIGHT:
        return _at_right(case, seat, call, law)
    return _at_partner(case, seat, call, now, f"{law}B")


def _at_right(case: Case, seat: Seat, call: Call, law: str) -> Ruling:
    """Laws 31A, 32A: called at the turn of the player at the right, who calls now."""
    said: dict[str, Any] = {"right": right(seat), "seat": seat, "call": call}
    answer = case.pick("right", f"{law}A", ("pass", "other", LATER), **said)
    if answer == LATER:
        case.step(f"{law}A1", "right-passes", **said)
        case.step(f"{law}A2", "right-calls", **said, partner=mate(seat))
        waits = f"{number_of(law)}.right"
        return case.rule("goes-back-right", waits=waits, **said, partner=mate(seat))
    if answer == "pass":
        case.step(f"{law}A1", "must-repeat", right=right(seat), seat=seat, call=call)
        return case.rule(
            "must-repeat", otherwise=("right-bids",), seat=seat, call=call, right=right(seat)
        )
    return _compared(case, seat, right(seat), f"{law}A2")


def _at_partner(case: Case, seat: Seat, call: Call, now: Seat, law: str) -> Ruling:
    """Laws 30B, 31B, 32B: the partner calls freely, but for what the withdrawn call told."""
    partner = mate(seat)
    section = f"{law}(a)" if law == "Law 30B1" else f"{law}1"
    case.step(section, "partner-free", partner=partner, call=call)
    return _compared(case, seat, now, law)


def _compared(case: Case, seat: Seat, turn: Seat, law: str) -> Ruling:
    """A comparable call at the proper turn costs nothing, another one a pass of the partner.

    Until the offender has called, the ruling says what binds the partner now.
    """
    partner = mate(seat)
    section = {"Law 30B1": "Law 30B1(b)"}.get(law, law if law.endswith("A2") else f"{law}2")
    options = [
        (one, case.words("answer", f"comparable.{one}", seat=seat)) for one in ("yes", "no", LATER)
    ]
    answer = case.choose("comparable", section, options, seat=seat, turn=turn)
    if answer == LATER:
        case.step(section, "then-compared", seat=seat, partner=partner)
        fact = f"{number_of(section)}.comparable"
        case.bind("unauthorized", partner)
        return case.rule("goes-back", waits=fact, turn=turn, seat=seat, partner=partner)
    is_roman = law == "Law 30B1"
    if answer == "yes":
        case.step(f"{section}(i)" if is_roman else _lettered(section, "a"), "comparable")
        case.step("Law 23B", "free-again", partner=partner)
        case.step("Law 23C", "gained")
        return case.rule(
            "goes-on", otherwise=("not-comparable",), remedies=case.adjusted, seat=seat,
            partner=partner,
        )  # fmt: skip
    must_pass(case, f"{section}(ii)" if is_roman else _lettered(section, "b"), seat, once=True)
    law_26b_first_lead(case, seat)
    law_16c_withdrawn(case, seat)
    return case.rule(
        "barred-once", otherwise=("comparable",), remedies=case.adjusted, seat=seat, partner=partner
    )


def _lettered(section: str, letter: str) -> str:
    """Laws 31B2 and 32B2 send to the paragraphs of A2."""
    return f"{section[:6]}A2({letter})"


# ---- Law 33: simultaneous calls ----


def law_33_simultaneous_calls(case: Case) -> Ruling:
    """Law 33: the call of whoever's turn it was came first, the other one after it."""
    seat = case.seat()
    turn = case.pick_seat("turn", "Law 33", (one for one in COMPASS if one is not seat))
    case.step("Law 33", "at-once", turn=turn, seat=seat)
    if left(turn) is seat:
        return case.rule("at-once-next", seat=seat, turn=turn)
    case.step("Law 28", "at-once-out", seat=seat, turn=left(turn))
    return case.rule("at-once-out", seat=seat, turn=turn)


# ---- Law 34: retention of the right to call ----


def law_34_lost_turn(case: Case) -> Ruling:
    """Laws 17D3, 34: three passes end nothing when one of them took a turn away."""
    seat = case.seat()
    case.step("Law 34", "lost-turn", seat=seat)
    case.step("Law 17D3", "passes-cancelled", seat=seat)
    case.step("Law 16C2", "passes-told", side=side(seat))
    return case.rule("lost-turn", seat=seat)
