"""The auction: calls withdrawn, changed, too low, out of turn or impossible: Laws
17-19, 22-39.
"""

from dataclasses import replace
from enum import Enum
from typing import Any

from scorekeeper.core.messages import Message
from scorekeeper.core.rulings import Effect, Ruling
from scorekeeper.core.seats import COMPASS, Seat
from scorekeeper.games.bridge.contract import (
    DOUBLE,
    PASS,
    REDOUBLE,
    Auction,
    Call,
    CallKind,
    Tariff,
    bids,
    why_not,
)
from scorekeeper.games.bridge.laws import table
from scorekeeper.games.bridge.laws.table import PlayRole, left, mate, right, side
from scorekeeper.games.case import Case, Question

# ---- what can be called ----


def every_call(tariff: Tariff) -> tuple[Call, ...]:
    """Every call of the game."""
    return (*bids(tariff), PASS, DOUBLE, REDOUBLE)


def too_high(tariff: Tariff) -> tuple[Call, ...]:
    """The bids one level above the top."""
    top = tariff.top_level + 1
    return tuple(Call(CallKind.BID, top, one) for one in tariff.denominations)


# ---- what follows for the offending side ----


def must_pass(case: Case, law: str, seat: Seat, *, once: bool = False) -> None:
    """The partner of the offender must pass: once, or for the rest of the auction."""
    partner = mate(seat)
    case.step(law, "barred-once" if once else "barred")
    case.bind("pass-once" if once else "pass", partner)
    law_72c_could_know(case, seat)


def law_72c_could_know(case: Case, seat: Seat) -> None:
    """Law 72C: a gain that the offender could have foreseen is taken away at the end."""
    case.step("Law 72C", "could-know")


def law_26b_first_lead(case: Case, seat: Seat) -> None:
    """Law 26B: should they defend, declarer may forbid one suit when the partner first leads."""
    case.step("Law 26B", "first-lead")
    case.bind("first-lead", mate(seat))


def law_16c_withdrawn(case: Case, seat: Seat) -> None:
    """Law 16C2: the withdrawn action is no news to the offender's partner."""
    case.step("Law 16C2", "not-to-use")
    case.bind("unauthorized", mate(seat))


# ---- Law 25: legal and illegal changes of call ----

_ACCEPT = ("accept", "refuse")
ACCEPT_25 = Question("25.accept", "Law 25B1", str, _ACCEPT, chooser="seat")
SLIP = Question("25.slip", "Law 25A1", bool)
LIKE_FIRST = Question("26.like-first", "Law 26A", bool)
PARTNER_CALLED = Question("25.partner-called", "Law 25A4", str, ("no", "yes", "ended"))


def law_25_changed_call(case: Case) -> Ruling:
    """Law 25 of a call that somebody wants to change."""
    first = table.call(case, "call", every_call(table.tariff(case)))
    second = table.call(case, "second", every_call(table.tariff(case)))
    return law_25_change_of_call(case, case.seat(), first, second)


def law_25_change_of_call(case: Case, seat: Seat, first: Call, second: Call) -> Ruling:
    """Law 25: a slip may be put right, a change of mind only if the next player lets it."""
    if case.ask(SLIP, call=first):
        return _slip(case, seat, first, second)
    case.step("Law 25A2", "mind")
    is_accepted = case.ask(ACCEPT_25, seat=left(seat), call=second, caller=seat) == "accept"
    case.step(
        "Law 25B1" if is_accepted else "Law 25B2",
        "accepted" if is_accepted else "change-cancelled",
        seat=left(seat),
        call=second,
    )
    _law_26_changed(case, seat, first, second)
    if is_accepted:
        return case.rule(
            "call-stands", otherwise=("refused-change",), call=second, next=left(seat), first=first
        )
    return case.rule("first-stands", call=first)


def _law_26_changed(case: Case, seat: Seat, first: Call, second: Call) -> None:
    """Laws 25B3, 26: what the call that does not count leaves behind."""
    if case.ask(LIKE_FIRST, first=first, second=second):
        case.step("Law 26A", "lead-free-comparable")
        case.step("Law 23C", "gained")
        return
    law_26b_first_lead(case, seat)
    law_16c_withdrawn(case, seat)


def _slip(case: Case, seat: Seat, first: Call, second: Call) -> Ruling:
    since = "ended" if table.is_in_play(case) else case.ask(PARTNER_CALLED)
    if since != "no":
        late = "too-late" if since == "yes" else "too-late-led"
        case.step("Law 25A4" if since == "yes" else "Law 25A5", late)
        return case.rule("first-stands", call=first)
    case.step("Law 25A1", "slip", first=first, second=second)
    case.step("Law 25A6", "slip-next", next=left(seat))
    before = _before(table.calls(case), seat)
    if before is not None and second.kind is CallKind.BID and _to_beat(case, before, second):
        return law_27_insufficient_bid(case, seat, second, before)
    is_double = second in (DOUBLE, REDOUBLE)
    if before is not None and is_double and not is_admissible(case, before, seat, second):
        return law_36_inadmissible(case, seat, second, turn=seat)
    return case.rule("call-stands", otherwise=("slip-judged",), call=second, next=left(seat))


def _before(auction: Auction | None, seat: Seat) -> Auction | None:
    """The auction as it was before this player's call that was a slip, recorded or not; None where
    the calls before it were not."""
    if auction and auction.turn is seat:
        return auction
    own = [n for n in range(len(auction.calls)) if auction.caller(n) is seat] if auction else []
    return replace(auction, calls=auction.calls[: own[-1]]) if auction and own else None


# ---- Law 27: insufficient bid ----

ACCEPT_27 = Question("27.accept", "Law 27A1", str, _ACCEPT, chooser="seat")
CORRECTION = Question("27.correction", "Law 27B", str, chooser="seat")
SECOND_LOW = Question("27.second-low", "Law 27B4", str, _ACCEPT, chooser="seat")


def law_27_insufficient_bid(
    case: Case, seat: Seat, call: Call, auction: Auction | None = None
) -> Ruling:
    """Law 27: a bid in turn not higher than the last; the player at the left may let it stand.

    `auction` is what was called before it, where that is not the auction as it is recorded.
    """
    last = _to_beat(case, auction or table.auction(case), call)
    if last is None:
        return case.nothing("Law 18C", "sufficient")
    case.step("Law 18D", "too-low", last=last)
    if case.ask(ACCEPT_27, seat=left(seat), caller=seat) == "accept":
        case.step("Law 27A1", "accepted", seat=left(seat))
        return case.rule("call-stands", otherwise=("refused-bid", "was-slip"), next=left(seat))
    case.step("Law 27B", "not-accepted", seat=left(seat))
    case.step("Law 27C", "replaced-early")
    return _corrected(case, seat, call, last)


def _to_beat(case: Case, auction: Auction | None, call: Call) -> Call | None:
    """The bid that this one does not beat; None when it is high enough."""
    order = bids(table.tariff(case))
    if auction is not None:
        last = auction.calls[auction.bid] if auction.bid is not None else None
        low = last is not None and order.index(call) <= order.index(last)
        return last if low else None
    return table.call(case, "last", order[order.index(call) :])


def lowest_in(tariff: Tariff, call: Call, last: Call) -> Call | None:
    """The lowest bid above `last` in the denomination of `call`; None above the top."""
    order = bids(tariff)
    above = order[order.index(last) + 1 :]
    return next((one for one in above if one.denomination is call.denomination), None)


def _corrected(case: Case, seat: Seat, call: Call, last: Call) -> Ruling:
    """Law 27B: what the bid is replaced by decides what follows."""
    low, is_top = lowest_in(table.tariff(case), call, last), bids(table.tariff(case))[-1] == last
    ways = ["same"] * (low is not None) + ["comparable"] + ["other"] * (not is_top)
    ways += ["pass", "double", "again"]
    chosen = case.ask(CORRECTION, ways, call=low)
    if chosen == "again" and case.ask(SECOND_LOW, seat=left(seat)) == "accept":
        case.step("Law 27B4", "again-accepted", seat=left(seat))
        return case.rule("corrected-again", next=left(seat))
    if chosen in ("same", "comparable"):
        case.step(f"Law 27B1({'a' if chosen == 'same' else 'b'})", f"corrected-{chosen}")
        if chosen == "comparable":
            case.step("Law 23A", "comparable")
        case.step("Law 27D", "gained")
        return case.rule(
            "corrected" if chosen == "same" else "corrected-comparable",
            otherwise=("other-correction", "was-slip"),
            remedies=table.adjusted(case),
            call=low,
        )
    if chosen in ("double", "again"):
        case.step("Law 27B3" if chosen == "double" else "Law 27B4", f"no-{chosen}-instead")
    must_pass(case, "Law 27B2" if chosen in ("other", "pass") else "Law 27B3", seat)
    law_26b_first_lead(case, seat)
    law_16c_withdrawn(case, seat)
    return case.rule(
        "barred",
        otherwise=(*["same-denomination"] * (low is not None), "was-slip"),
        remedies=table.adjusted(case),
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
    seat, call = case.seat(), table.call(case, "call", bids(table.tariff(case)))
    if table.is_bound(case, seat, "pass", "pass-once"):
        return law_37_call_of_the_barred(case)
    auction = table.auction(case)
    if auction is not None and auction.turn is not seat:
        return law_29_out_of_rotation(case)
    return law_27_insufficient_bid(case, seat, call)


# ---- Laws 28-32: calls out of rotation ----

TURN_28 = Question("28.turn", "Law 28", Seat)
CALLED = Question("30.called", "Law 30B2", bool)
ACCEPT_29 = Question("29.accept", "Law 29A", str, chooser="seat")
ARTIFICIAL = Question("30.artificial", "Law 30C", bool)
RIGHT = {
    f"Law {n}": Question(f"{n}.right", f"Law {n}A", str, ("pass", "other", LATER), chooser="right")
    for n in (31, 32)
}
COMPARABLE = {
    f"Law {n}": Question(f"{n}.comparable", f"Law {n}B2", str, ("yes", "no", LATER))
    for n in (30, 31, 32)
}


def law_29_out_of_rotation(case: Case) -> Ruling:
    """Laws 28-32: the player at the caller's left may accept it; else it depends on whose turn."""
    seat, call = case.seat(), table.call(case, "call", every_call(table.tariff(case)))
    if call != PASS and table.is_bound(case, seat, "pass", "pass-once"):
        return law_37_call_of_the_barred(case)
    auction = table.auction(case)
    if auction is not None and auction.turn is seat:
        return case.nothing("Law 28", "in-turn")
    turn = _turn(case, auction, seat)
    if turn is Turn.LEFT and _had_called(case, auction, seat):
        case.step(_law_of(call, "C"), "is-change", next=left(seat))
        return law_25_change_of_call(case, seat, _last_call(case, auction, seat), call)
    if call in (DOUBLE, REDOUBLE) and not is_admissible(case, auction, seat, call):
        is_in_turn = turn is Turn.RIGHT and table.is_bound(case, right(seat), "pass", "pass-once")
        return law_36_inadmissible(case, seat, call, turn=seat if is_in_turn else _at(seat, turn))
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
        now = case.ask(TURN_28, (one for one in COMPASS if one is not seat))
    return next(turn for turn in Turn if _at(seat, turn) is now)


def _at(seat: Seat, turn: Turn) -> Seat:
    return {Turn.RIGHT: right, Turn.PARTNER: mate, Turn.LEFT: left}[turn](seat)


def _had_called(case: Case, auction: Auction | None, seat: Seat) -> bool:
    if auction is not None:
        return any(auction.caller(n) is seat for n in range(len(auction.calls)))
    return case.ask(CALLED)


def _last_call(case: Case, auction: Auction | None, seat: Seat) -> Call:
    """What the caller had called last, which the new call would change."""
    if auction is None:
        return table.call(case, "first", every_call(table.tariff(case)))
    own = (n for n in reversed(range(len(auction.calls))) if auction.caller(n) is seat)
    return auction.calls[next(own)]


def _taken_up(case: Case, seat: Seat, call: Call, turn: Turn) -> Ruling | None:
    """The call stands: accepted at the left, overtaken at the right, or in turn after all."""
    now, auction = _at(seat, turn), table.auction(case)
    overtaken = () if turn is Turn.PARTNER else ("overtaken",)  # by an opponent of the caller
    ways = ("accept", "refuse", *overtaken, *(["barred"] if turn is Turn.RIGHT else []))
    said: dict[str, Any] = {"seat": left(seat), "caller": seat, "turn": now}
    must_pass_now = turn is Turn.RIGHT and table.is_bound(case, now, "pass", "pass-once")
    answer = "barred" if must_pass_now else case.ask(ACCEPT_29, ways, **said)
    if answer == "refuse":
        return None
    if answer == "overtaken":
        case.step("Law 28B", "overtaken", seat=now, caller=seat)
        law_16c_withdrawn(case, seat)
        return case.rule("overtaken", seat=now, caller=seat)
    if answer == "barred":
        case.step("Law 28A", "in-rotation", turn=now)
        if call.kind is CallKind.BID and auction is not None and _to_beat(case, auction, call):
            return law_27_insufficient_bid(case, seat, call)
    else:
        case.step("Law 29A", "accepted", **said)
    otherwise = ("refused-call",) if answer == "accept" else ()
    return case.rule("call-stands", otherwise=otherwise, next=left(seat), turn=now)


def _cancelled(case: Case, seat: Seat, call: Call, turn: Turn) -> Ruling:
    """Law 29B: the call is cancelled; what follows depends on the call and on whose turn it was."""
    now = _at(seat, turn)
    case.step("Law 28", "out-of-turn", turn=now)
    case.step("Law 29B", "cancelled", seat=left(seat), turn=now)
    is_plain = call == PASS and not case.ask(ARTIFICIAL)
    if call == PASS and not is_plain:
        case.step("Law 30C", "artificial")
    if is_plain and turn is Turn.RIGHT:
        case.step("Law 30A", "must-pass-once")
        case.bind("pass-once", seat)
        law_72c_could_know(case, seat)
        return case.rule("must-pass-once", remedies=table.adjusted(case), turn=now)
    if is_plain:
        return _at_partner(case, seat, call, now, "Law 30B1")
    law = "Law 32" if call in (DOUBLE, REDOUBLE) else "Law 31"
    case.step("Law 29C", "by-meaning")
    if turn is Turn.RIGHT:
        return _at_right(case, seat, call, law)
    return _at_partner(case, seat, call, now, f"{law}B")


def _at_right(case: Case, seat: Seat, call: Call, law: str) -> Ruling:
    """Laws 31A, 32A: called at the turn of the player at the right, who calls now."""
    said: dict[str, Any] = {"right": right(seat)}
    question = RIGHT[law]
    answer = case.ask(question, **said)
    if answer == LATER:
        case.step(f"{law}A1", "right-passes", **said)
        case.step(f"{law}A2", "right-calls", **said)
        return case.rule("goes-back-right", waits=question.name, **said)
    if answer == "pass":
        case.step(f"{law}A1", "must-repeat", right=right(seat))
        auction = table.auction(case)
        if call.kind is CallKind.BID and auction is not None and _to_beat(case, auction, call):
            return law_27_insufficient_bid(case, seat, call)  # what must be repeated is not legal
        return case.rule("must-repeat", otherwise=("right-bids",), right=right(seat))
    return _compared(case, seat, right(seat), f"{law}A2")


def _at_partner(case: Case, seat: Seat, call: Call, now: Seat, law: str) -> Ruling:
    """Laws 30B, 31B, 32B: the partner calls freely, but for what the withdrawn call told."""
    section = f"{law}(a)" if law == "Law 30B1" else f"{law}1"
    case.step(section, "partner-free")
    return _compared(case, seat, now, law)


def _compared(case: Case, seat: Seat, turn: Seat, law: str) -> Ruling:
    """A comparable call at the proper turn costs nothing, another one a pass of the partner.

    Until the offender has called, the ruling says what binds the partner now.
    """
    partner = mate(seat)
    section = {"Law 30B1": "Law 30B1(b)"}.get(law, law if law.endswith("A2") else f"{law}2")
    question = COMPARABLE[law[:6]]
    answer = case.ask(question, cite=section, turn=turn)
    if answer == LATER:
        case.step(section, "then-compared")
        case.bind("unauthorized", partner)
        return case.rule("goes-back", waits=question.name, turn=turn)
    is_roman = law == "Law 30B1"
    if answer == "yes":
        case.step(f"{section}(i)" if is_roman else _lettered(section, "a"), "comparable")
        case.step("Law 23B", "free-again")
        case.step("Law 23C", "gained")
        return case.rule(
            "goes-on", otherwise=("not-comparable",), remedies=table.adjusted(case),
        )  # fmt: skip
    must_pass(case, f"{section}(ii)" if is_roman else _lettered(section, "b"), seat, once=True)
    law_26b_first_lead(case, seat)
    law_16c_withdrawn(case, seat)
    return case.rule("barred-once", otherwise=("comparable",), remedies=table.adjusted(case))


def _lettered(section: str, letter: str) -> str:
    """Laws 31B2 and 32B2 send to the paragraphs of A2."""
    return f"{section[:6]}A2({letter})"


# ---- Law 33: simultaneous calls ----

TURN_33 = Question("33.turn", "Law 33", Seat)


def law_33_simultaneous_calls(case: Case) -> Ruling:
    """Law 33: the call of whoever's turn it was came first, the other one after it."""
    seat = case.seat()
    turn = case.ask(TURN_33, (one for one in COMPASS if one is not seat))
    case.step("Law 33", "at-once", turn=turn)
    if left(turn) is seat:
        return case.rule("at-once-next", turn=turn)
    case.step("Law 28", "at-once-out", turn=left(turn))
    return case.rule("at-once-out", turn=turn)


# ---- Law 34: retention of the right to call ----


def law_34_lost_turn(case: Case) -> Ruling:
    """Laws 17D3, 34: three passes end nothing when one of them took a turn away."""
    seat = case.seat()
    case.step("Law 34", "lost-turn")
    case.step("Law 17D3", "passes-cancelled")
    offender = left(seat)  # whoever else passed since, this player did so out of rotation
    case.step("Law 16C2", "passes-told", side=side(offender))
    case.bind("unauthorized", mate(offender))
    return case.rule("lost-turn")


# ---- Laws 19, 36: inadmissible doubles and redoubles ----

MAY_DOUBLE = Question("19.may-double", "Law 19A1", bool)
MAY_REDOUBLE = Question("19.may-redouble", "Law 19B1", bool)
NOTICED = Question("36.noticed", "Law 36", str, ("now", "over", "led"))


def is_admissible(case: Case, auction: Auction | None, seat: Seat, call: Call) -> bool:
    """Whether this player could double, or redouble, if it were their turn. Law 19."""
    if auction is None:
        return case.ask(MAY_DOUBLE if call == DOUBLE else MAY_REDOUBLE)
    if auction.bid is None:
        return False
    is_own = seat in side(auction.caller(auction.bid)).seats
    wanted = (False, 0) if call == DOUBLE else (True, 1)
    return (is_own, auction.doubling.step) == wanted


def law_36_inadmissible_double(case: Case) -> Ruling:
    """Law 36: a double or redouble that Law 19 does not allow is cancelled."""
    seat, call = case.seat(), table.call(case, "call", (DOUBLE, REDOUBLE))
    auction = table.auction(case)
    if auction is not None and is_admissible(case, auction, seat, call):
        case.step("Law 19A3" if call == DOUBLE else "Law 19B3", "misnamed-double")
        return case.nothing("Law 19", "may-double")
    return law_36_inadmissible(case, seat, call)


def law_36_inadmissible(case: Case, seat: Seat, call: Call, turn: Seat | None = None) -> Ruling:
    """Law 36 of a call that is known to be inadmissible; `turn` is whose turn it was, if not as
    recorded."""
    why = _why_no_double(case, seat, call) or case.words("step", "no-double")
    case.step_said("Law 19B1" if call == REDOUBLE else "Law 19A1", why)
    auction = table.auction(case)
    now = turn or (auction and auction.turn) or seat
    found = "led" if table.is_in_play(case) else case.ask(NOTICED, seat=left(seat))
    if found == "led":
        case.step("Law 36C", "scored-without")
        effects = _without(case, call)
        return case.rule("scored-without", effects=effects)
    if found == "over":
        case.step("Law 36A", "all-cancelled", seat=now)
        return case.rule("double-wiped", seat=now)
    section = "Law 36B2" if now is seat else "Law 36B4"
    case.step("Law 36B1", "double-cancelled")
    case.step(section, "another-call" if now is seat else "reverts", turn=now)
    must_pass(case, section, seat)
    law_26b_first_lead(case, seat)
    return case.rule("double-cancelled", otherwise=("called-over",), remedies=table.adjusted(case))


def _without(case: Case, call: Call) -> tuple[Effect, ...]:
    """Law 36C: the recorded contract without this call, where it was recorded with it."""
    contract, less = table.deal(case).contract, 0 if call == DOUBLE else 1
    if contract is None or contract.doubling.step <= less or not table.is_in_log(case):
        return ()
    return (Effect("doubling", "", less),)


def _why_no_double(case: Case, seat: Seat, call: Call) -> Message | None:
    auction = table.auction(case)
    if auction is None or auction.turn is not seat:
        return None
    return why_not(auction, call, table.tariff(case))


# ---- Law 37: action violating obligation to pass ----

OVER_37 = Question("37.over", "Law 37A", bool)
THROUGHOUT = Question("37.throughout", "Law 37A", bool)


def law_37_call_of_the_barred(case: Case) -> Ruling:
    """Law 37: it is cancelled, and both partners pass; called over, it stands."""
    seat = case.seat()
    call = table.call(case, "call", every_call(table.tariff(case)))
    if call == PASS:
        return case.nothing("Law 37", "pass-is-right")
    case.step("Law 35B", "had-to-pass")
    if call in (DOUBLE, REDOUBLE) and not is_admissible(case, table.auction(case), seat, call):
        return law_36_inadmissible(case, seat, call)
    if case.ask(OVER_37, seat=left(seat)):
        case.step("Law 37A", "barred-stands", seat=left(seat))
        is_once = not table.is_bound(case, seat, "pass") and table.is_bound(case, seat, "pass-once")
        throughout = table.is_bound(case, seat, "pass")
        if throughout or (not is_once and case.ask(THROUGHOUT)):
            case.step("Law 37A", "still-barred")
            case.bind("pass", seat)
        return case.rule("barred-stands")
    case.step("Law 37B1", "call-cancelled")
    case.step("Law 37B2", "pass-instead")
    for one in (seat, mate(seat)):
        case.bind("pass", one)
    law_72c_could_know(case, seat)
    law_26b_first_lead(case, seat)
    return case.rule("pass-instead", otherwise=("called-over-stands",))


# ---- Law 38: bid of more than seven ----

OVER_38 = Question("38.over", "Law 38D", bool)


def law_38_bid_above_top(case: Case) -> Ruling:
    """Law 38: nobody can play above the top level, and who bids so passes from then on."""
    seat, top = case.seat(), table.tariff(case).top_level
    call = table.call(case, "call", (*too_high(table.tariff(case)), *bids(table.tariff(case))))
    if call.level <= top:
        return case.nothing("Law 18", "within-top", top=top)
    is_over = case.ask(OVER_38, seat=left(seat))
    case.step("Law 38A", "never-played", top=top)
    case.step("Law 38B", "bid-cancelled", top=top)
    case.step("Law 38C", "side-passes", side=side(seat))
    for one in (seat, mate(seat)):
        case.bind("pass", one)
    if is_over:
        case.step("Law 38D", "no-recourse", seat=left(seat))
    else:
        law_72c_could_know(case, seat)
        law_26b_first_lead(case, seat)
    otherwise = () if is_over else ("no-lead",)
    return case.rule("above-top", otherwise=otherwise, side=side(seat))


# ---- Law 39: call after the final pass ----

OVER_39 = Question("39.over", "Law 39B", bool)


def law_39_call_after_the_end(case: Case) -> Ruling:
    """Law 39: it is cancelled; only a defender's bid or double costs the first lead."""
    seat = case.seat()
    call = table.call(case, "call", every_call(table.tariff(case)))
    case.step("Law 39A", "after-final")
    if call != PASS and table.deal(case).is_passed_out:
        return case.rule("after-final")  # nobody defends, and nobody declares
    if call == PASS or table.role(case, seat) is not PlayRole.DEFENDER:
        case.step("Law 39B", "after-final-free")
        return case.rule("after-final")
    if case.ask(OVER_39, seat=left(seat)):
        case.step("Law 39B", "after-final-over", seat=left(seat))
        return case.rule("after-final")
    case.step("Law 39C", "after-final-lead")
    law_26b_first_lead(case, seat)
    return case.rule("after-final-lead", otherwise=("no-lead",))
