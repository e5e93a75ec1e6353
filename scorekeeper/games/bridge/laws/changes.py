"""Cards seen in the auction, calls withdrawn or changed, bids that are too low: Laws 23-27."""

from scorekeeper.core.cards import Card
from scorekeeper.core.rulings import Ruling
from scorekeeper.core.seats import Seat
from scorekeeper.games.bridge.auction import (
    DOUBLE,
    PASS,
    REDOUBLE,
    Auction,
    Call,
    CallKind,
    bids,
)
from scorekeeper.games.bridge.contract import Tariff
from scorekeeper.games.bridge.laws.case import Case, left, mate

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
    case.step(law, "barred-once" if once else "barred", partner=partner)
    case.bind("pass-once" if once else "pass", partner)
    law_72c_could_know(case, seat)


def law_72c_could_know(case: Case, seat: Seat) -> None:
    """Law 72C: a gain that the offender could have foreseen is taken away at the end."""
    case.step("Law 72C", "could-know", seat=seat)


def law_26b_first_lead(case: Case, seat: Seat) -> None:
    """Law 26B: should they defend, declarer may forbid one suit when the partner first leads."""
    case.step("Law 26B", "first-lead", partner=mate(seat), seat=seat)
    case.bind("first-lead", mate(seat))


def law_16c_withdrawn(case: Case, seat: Seat) -> None:
    """Law 16C2: the withdrawn action is no news to the offender's partner."""
    case.step("Law 16C2", "not-to-use", partner=mate(seat))
    case.bind("unauthorized", mate(seat))


# ---- Law 24: card exposed or led during the auction ----


def law_24_card_seen_in_auction(case: Case, seat: Seat, card: Card) -> Ruling:
    """Law 24: an honour, a card led, or several cards make the partner pass once."""
    case.step("Law 24", "face-up", card=card)
    shown = "honour"
    if not case.is_honour(card):
        shown = case.pick("shown", "Law 24", ("one", "led", "more"), card=card)
    partner = mate(seat)
    if shown == "one":
        case.step("Law 24A", "low-shown", card=card)
    else:
        section = "Law 24C" if shown == "more" else "Law 24B"
        case.step(section, f"shown-{shown}", card=card, partner=partner)
        case.bind("pass-once", partner)
        law_72c_could_know(case, seat)
    case.step("Law 16C2", "not-to-use", partner=partner)
    case.bind("unauthorized", partner)
    case.step("Law 24D", "shown-declarer")
    case.step("Law 24E", "shown-defender", card=card)
    case.bind("penalty-if-defender", seat, card, is_major=shown != "one")
    if shown == "one":
        return case.rule(
            "shown-low", otherwise=("several-shown",), card=card, seat=seat, partner=partner
        )
    return case.rule("barred-once", otherwise=("low-shown",), seat=seat, partner=partner)


# ---- Law 25: legal and illegal changes of call ----


def law_25_changed_call(case: Case) -> Ruling:
    """Law 25 of a call that somebody wants to change."""
    first = case.call("call", every_call(case.tariff))
    second = case.call("second", every_call(case.tariff))
    return law_25_change_of_call(case, case.seat(), first, second)


def law_25_change_of_call(case: Case, seat: Seat, first: Call, second: Call) -> Ruling:
    """Law 25: a slip may be put right, a change of mind only if the next player lets it."""
    if case.is_so("slip", "Law 25A1", seat=seat, call=first):
        return _slip(case, seat, first, second)
    case.step("Law 25A2", "mind", seat=seat)
    is_accepted = case.accepts("Law 25B1", seat=left(seat), call=second, caller=seat)
    case.step(
        "Law 25B1" if is_accepted else "Law 25B2",
        "accepted" if is_accepted else "change-cancelled",
        seat=left(seat),
        call=second,
    )
    _law_26_changed(case, seat, first, second)
    if is_accepted:
        return case.rule(
            "call-stands",
            otherwise=("refused-change",),
            seat=seat,
            call=second,
            next=left(seat),
            first=first,
        )
    return case.rule("first-stands", call=first)


def _law_26_changed(case: Case, seat: Seat, first: Call, second: Call) -> None:
    """Laws 25B3, 26: what the call that does not count leaves behind."""
    if case.is_so("like-first", "Law 26A", first=first, second=second):
        case.step("Law 26A", "lead-free-comparable", seat=seat)
        case.step("Law 23C", "gained")
        return
    law_26b_first_lead(case, seat)
    law_16c_withdrawn(case, seat)


def _slip(case: Case, seat: Seat, first: Call, second: Call) -> Ruling:
    ways = ("no", "yes", "ended")
    since = case.pick("partner-called", "Law 25A4", ways, partner=mate(seat))
    if since != "no":
        late = "too-late" if since == "yes" else "too-late-led"
        case.step("Law 25A4" if since == "yes" else "Law 25A5", late, partner=mate(seat))
        return case.rule("first-stands", call=first)
    case.step("Law 25A1", "slip", first=first, second=second)
    case.step("Law 25A6", "slip-next", next=left(seat))
    return case.rule(
        "call-stands", otherwise=("slip-judged",), seat=seat, call=second, next=left(seat)
    )


# ---- Law 27: insufficient bid ----


def law_27_insufficient_bid(case: Case, seat: Seat, call: Call) -> Ruling:
    """Law 27: a bid in turn not higher than the last; the player at the left may let it stand."""
    last = _to_beat(case, case.auction, call)
    if last is None:
        return case.nothing("Law 18C", "sufficient", call=call)
    case.step("Law 18D", "too-low", call=call, last=last)
    if case.accepts("Law 27A1", seat=left(seat), call=call, caller=seat):
        case.step("Law 27A1", "accepted", seat=left(seat), call=call)
        return case.rule(
            "call-stands",
            otherwise=("refused-bid", "was-slip"),
            seat=seat,
            call=call,
            next=left(seat),
        )
    case.step("Law 27B", "not-accepted", seat=left(seat))
    case.step("Law 27C", "replaced-early", seat=seat)
    return _corrected(case, seat, call, last)


def _to_beat(case: Case, auction: Auction | None, call: Call) -> Call | None:
    """The bid that this one does not beat; None when it is high enough."""
    order = bids(case.tariff)
    if auction is not None:
        last = auction.calls[auction.bid] if auction.bid is not None else None
        low = last is not None and order.index(call) <= order.index(last)
        return last if low else None
    return case.call("last", order[order.index(call) :])


def lowest_in(tariff: Tariff, call: Call, last: Call) -> Call | None:
    """The lowest bid above `last` in the denomination of `call`; None above the top."""
    order = bids(tariff)
    above = order[order.index(last) + 1 :]
    return next((one for one in above if one.denomination is call.denomination), None)


def _corrected(case: Case, seat: Seat, call: Call, last: Call) -> Ruling:
    """Law 27B: what the bid is replaced by decides what follows."""
    low, is_top = lowest_in(case.tariff, call, last), bids(case.tariff)[-1] == last
    ways = ["same"] * (low is not None) + ["comparable"] + ["other"] * (not is_top)
    ways += ["pass", "double", "again"]
    partner = mate(seat)
    chosen = case.pick("correction", "Law 27B", ways, seat=seat, call=low, partner=partner)
    if (
        chosen == "again"
        and case.pick("second-low", "Law 27B4", ("accept", "refuse"), seat=left(seat)) == "accept"
    ):
        case.step("Law 27B4", "again-accepted", seat=left(seat))
        return case.rule("corrected-again", seat=seat, next=left(seat))
    if chosen in ("same", "comparable"):
        case.step(f"Law 27B1({'a' if chosen == 'same' else 'b'})", f"corrected-{chosen}")
        if chosen == "comparable":
            case.step("Law 23A", "comparable")
        case.step("Law 27D", "gained")
        return case.rule(
            "corrected" if chosen == "same" else "corrected-comparable",
            otherwise=("other-correction", "was-slip"),
            remedies=case.adjusted,
            seat=seat,
            call=low,
            partner=partner,
        )
    if chosen in ("double", "again"):
        case.step("Law 27B3" if chosen == "double" else "Law 27B4", f"no-{chosen}-instead")
    must_pass(case, "Law 27B2" if chosen in ("other", "pass") else "Law 27B3", seat)
    law_26b_first_lead(case, seat)
    law_16c_withdrawn(case, seat)
    return case.rule(
        "barred",
        otherwise=(*["same-denomination"] * (low is not None), "was-slip"),
        remedies=case.adjusted,
        seat=seat,
        partner=partner,
    )
