"""The auction: calls withdrawn, changed, too low, out of turn or impossible, and cards
shown in it: Laws 17-19, 22-39.
"""

from collections.abc import Iterable
from dataclasses import replace

from scorekeeper.core.cards import Card
from scorekeeper.core.citations import inferred
from scorekeeper.core.rulings import TO_PASS, Duty, Effect, Ruling
from scorekeeper.core.seats import COMPASS, Seat
from scorekeeper.games.arbiter.case import YES_NO, Said
from scorekeeper.games.bridge.contract import (
    DOUBLE,
    PASS,
    REDOUBLE,
    Auction,
    Call,
    CallKind,
    Denomination,
    bids,
    why_not,
)
from scorekeeper.games.bridge.laws import table
from scorekeeper.games.bridge.laws.table import Case, left, mate, right, side

ACCEPT = ("accept", "refuse")
DOUBLES = (DOUBLE, REDOUBLE)
_COULD_KNOW = "Law 72C", "could-know"
"""A gain that the offender could have foreseen is taken away at the end."""


def named_call(case: Case, name: str = "call", offered: Iterable[Call] = ()) -> Call:
    """The call it is about: one of those `offered`, else any of the game's."""
    every = (*bids(table.tariff(case)), PASS, *DOUBLES)
    return case.ask(name, case.first, tuple(offered) or every)


# ---- what follows for the offending side ----


def must_pass(case: Case, law: str, seat: Seat, *, once: bool = False) -> None:
    """The partner of the offender must pass, once or for the rest of the auction, and
    declarer has a say in the first lead."""
    case.step(law, "barred-once" if once else "barred")
    case.bind("pass-once" if once else "pass", mate(seat))
    case.step(*_COULD_KNOW)
    law_26b_first_lead(case, seat)


def law_26b_first_lead(case: Case, seat: Seat) -> None:
    """Law 26B: should they defend, declarer may forbid one suit when the partner first
    leads."""
    case.step("Law 26B", "first-lead")
    case.bind("first-lead", mate(seat))


def law_16c_withdrawn(case: Case, seat: Seat, code: str = "not-to-use") -> None:
    """Law 16C2: the withdrawn action, a call where the `code` says no other, is no news
    to the offender's partner."""
    case.step("Law 16C2", code)
    case.bind("unauthorized", mate(seat))


# ---- Law 24: cards exposed or led during the auction ----


def other_cards(case: Case, law: int, seat: Seat, card: Card) -> list[Card]:
    """The other cards of this player that were shown with this one: one or two; what
    else lies there is told for itself."""
    now = case.state.deal
    gone = now.watched.cards if now is not None else frozenset[Card]()
    found = [card]
    cite = f"Law {law}"
    for n in (2, 3):
        if n > 2 and not case.yes(f"{law}.third", cite, "and-another"):
            break
        unseen = sorted(table.pack(case).cards - gone - {*found}, key=str)
        found.append(
            case.ask(f"{law}.card-{n}", cite, unseen, "other-shown", seat=seat)
        )
    return found[1:]


def law_24_shown(case: Case, seat: Seat, card: Card, *, is_led: bool = False) -> Ruling:
    """Law 24: an honour, a card led, or several cards make the partner pass once;
    beside one that lies there already it is one of several."""
    case.step("Law 24", "face-up")
    shown = "led" if is_led else "more"
    more = list[Card]()
    is_honour = table.is_honour(case, card)
    if table.penalty_cards(case, seat):
        shown = "more"
    elif not is_led:
        ways = ("one", "more") if is_honour else ("one", "led", "more")
        shown = case.ask("24.shown", "Law 24", ways)
        more = other_cards(case, 24, seat, card) if shown == "more" else []
        shown = "honour" if is_honour and shown == "one" else shown
    if shown == "one":
        case.step("Law 24A", "low-shown")
    else:
        case.step("Law 24C" if shown == "more" else "Law 24B", f"shown-{shown}")
        case.bind("pass-once", mate(seat))
        case.step(*_COULD_KNOW)
    law_16c_withdrawn(case, seat, "card-not-to-use")
    case.step("Law 24D", "shown-declarer")
    is_major = shown != "one"
    honours = table.honours(case)
    for one in (card, *more):
        case.step("Law 24E", "shown-defender", card=one)
        case.bind("penalty-if-defender", seat, one, is_major=is_major, honours=honours)
    if shown == "one":
        return case.rule("shown-low", otherwise="several-shown")
    return case.rule("barred-once", otherwise="low-shown")


# ---- Law 25: legal and illegal changes of call ----


def law_25_changed_call(
    case: Case, first: Call | None = None, second: Call | None = None
) -> Ruling:
    """Law 25: a slip may be put right, a change of mind only if the next player lets
    it."""
    first = first or named_call(case)
    second = second or named_call(case, "second")
    seat = case.seat()
    if case.yes("25.slip", "Law 25A1", call=first):
        return _slip(case, seat, first, second)
    case.step("Law 25A2", "mind")
    case.named |= {"first": first, "second": second, "call": second, "next": left(seat)}
    said = {"seat": left(seat), "caller": seat}
    is_accepted = (
        case.ask("25.accept", "Law 25B1", ACCEPT, "", "seat", **said) == "accept"
    )
    law, code = ("25B1", "accepted") if is_accepted else ("25B2", "change-cancelled")
    case.step(f"Law {law}", code, **said)
    if _is_comparable(case, "26.like-first", "Law 26A"):
        case.steps(("Law 26A", "lead-free-comparable"), ("Law 23C", "gained"))
    else:  # Laws 25B3, 26: what the call that does not count leaves behind
        law_26b_first_lead(case, seat)
        law_16c_withdrawn(case, seat)
    if not is_accepted:
        return case.rule("first-stands", call=first)
    return case.rule("call-stands", otherwise="refused-change")


CLAIMED = "27.comparable"
"""The question whether a call is comparable that its player made as one."""


def _is_comparable(case: Case, name: str, cite: str, **said: object) -> bool:
    """Law 23A: whether a call is comparable, as the arbiter or both sides say. Where
    the sides differ it is not established, and the side that did no wrong has the
    benefit: Law 84D."""
    if name == CLAIMED:
        found = case.judge_claimed(name, cite, YES_NO, "yes", "comparable-made", **said)
    else:
        found = case.judge(name, cite, YES_NO, **said)
    if found is None:
        case.step("Law 84D", "doubt-comparable")
    return found == "yes"


def _slip(case: Case, seat: Seat, first: Call, second: Call) -> Ruling:
    answers = ("no", "yes", "ended")
    is_led = table.is_in_play(case)
    since = "ended" if is_led else case.ask("25.partner-called", "Law 25A4", answers)
    if since == "yes":
        return case.rule("first-stands", ("Law 25A4", "too-late"), call=first)
    if since == "ended":
        return case.rule("first-stands", ("Law 25A5", "too-late-led"), call=first)
    case.named |= {"first": first, "second": second, "next": left(seat)}
    case.steps(("Law 25A1", "slip"), ("Law 25A6", "slip-next"))
    auction = table.calls(case)
    before = None  # what was called before the slip
    if auction is not None:
        own = (
            n for n in reversed(range(len(auction.calls))) if auction.caller(n) is seat
        )
        at = len(auction.calls) if auction.turn is seat else next(own, None)
        before = None if at is None else replace(auction, calls=auction.calls[:at])
    if (
        before is not None
        and second.kind is CallKind.BID
        and _to_beat(case, before, second)
    ):
        return law_27_insufficient_bid(case, seat, second, before)
    if (
        before is not None
        and second in DOUBLES
        and not is_admissible(case, before, seat, second)
    ):
        return law_36_inadmissible(case, seat, second, turn=seat)
    return case.rule("call-stands", otherwise="slip-judged", call=second)


# ---- Law 27: insufficient bid ----


def law_27_insufficient_bid(
    case: Case, seat: Seat, call: Call, auction: Auction | None = None
) -> Ruling:
    """Law 27: a bid in turn not higher than the last; the player at the left may let it
    stand.

    `auction` is what was called before it, where that is not the auction as it is
    recorded.
    """
    last = _to_beat(case, auction or table.auction(case), call)
    if last is None:
        return case.rule("none", ("Law 18C", "sufficient"))
    case.step("Law 18D", "too-low", last=last)
    said = {"seat": left(seat), "caller": seat}
    if case.ask("27.accept", "Law 27A1", ACCEPT, "", "seat", **said) == "accept":
        case.step("Law 27A1", "accepted", **said)
        return case.rule(
            "call-stands", otherwise=("refused-bid", "was-slip"), next=left(seat)
        )
    case.step("Law 27B", "not-accepted", **said)
    case.step("Law 27C", "replaced-early")
    return _corrected(case, seat, call, last)


def _to_beat(case: Case, auction: Auction | None, call: Call) -> Call | None:
    """The bid that this one does not beat; None when it is high enough."""
    order = bids(table.tariff(case))
    if auction is None:
        return named_call(case, "last", order[order.index(call) :])
    last = auction.calls[auction.bid] if auction.bid is not None else None
    return last if last is not None and order.index(call) <= order.index(last) else None


def _corrected(case: Case, seat: Seat, call: Call, last: Call) -> Ruling:
    """Law 27B: what the bid is replaced by decides what follows."""
    order = bids(table.tariff(case))
    above = order[order.index(last) + 1 :]
    low = next((one for one in above if one.denomination is call.denomination), None)
    ways = ["comparable"]
    if low is not None:
        ways.insert(0, "same")
    if above:
        ways.append("other")
    ways += ["pass", "double", "again"]
    chosen = case.ask("27.correction", "Law 27B", ways, "", "seat", call=low, bid=call)
    said: Said = {"remedies": table.adjusted(case), "call": low}
    said["bid"] = call
    said["otherwise"], gained = ("other-correction", "was-slip"), ("Law 27D", "gained")
    if chosen == "same":
        return case.rule("corrected", ("Law 27B1(a)", "corrected-same"), gained, **said)
    if chosen == "comparable" and _is_comparable(
        case, CLAIMED, "Law 27B1(b)", bid=call
    ):
        reasons = (
            ("Law 27B1(b)", "corrected-comparable"),
            ("Law 23A", "comparable"),
            gained,
        )
        return case.rule("corrected-comparable", *reasons, **said)
    if chosen == "again":
        answer = case.ask(
            "27.second-low", "Law 27B4", ACCEPT, "", "seat", seat=left(seat)
        )
        if answer == "accept":
            case.step("Law 27B4", "again-accepted", seat=left(seat))
            return case.rule("corrected-again", next=left(seat))
    if chosen == "double" and _is_comparable(
        case, "27.like-double", "Law 27B3", bid=call
    ):
        reasons = (
            ("Law 27B1(b)", "double-comparable"),
            ("Law 23A", "comparable"),
            gained,
        )
        return case.rule("corrected-comparable", *reasons, **said)
    if chosen in ("double", "again"):
        case.step(
            "Law 27B3" if chosen == "double" else "Law 27B4", f"no-{chosen}-instead"
        )
    is_other = chosen in ("other", "pass", "comparable")
    must_pass(case, "Law 27B2" if is_other else "Law 27B3", seat)
    law_16c_withdrawn(case, seat)
    otherwise = ("same-denomination" if low is not None else "comparable", "was-slip")
    return case.rule("barred", otherwise=otherwise, remedies=table.adjusted(case))


def irregular_bid(case: Case) -> Ruling:
    """Law 27A2: a bid that is too low, made out of turn, is a bid out of turn; by a
    player who must pass it is no bid at all."""
    every = bids(table.tariff(case))
    below = _below_the_lowest(case, every[0])
    seat = case.seat()
    call = named_call(case, "call", (*below, *every))
    if call in below:
        return _no_such_bid(case, seat, every[0])
    if table.must_pass(case, seat):
        return law_37_call_of_the_barred(case)
    auction = table.auction(case)
    if auction is not None and auction.turn is not seat:
        return law_29_out_of_rotation(case)
    return law_27_insufficient_bid(case, seat, call)


def _below_the_lowest(case: Case, lowest: Call) -> tuple[Call, ...]:
    """The bids of the level of the lowest one that this game doesn't have: in Five
    Crowns a suit at the level of zero no trump."""
    suits = table.pack(case).suits
    at_level = (
        replace(lowest, denomination=Denomination(suit.value)) for suit in suits
    )
    return tuple(
        call for call in at_level if lowest.denomination is Denomination.NO_TRUMP
    )


def _no_such_bid(case: Case, seat: Seat, lowest: Call) -> Ruling:
    """Inferred: what can't be bid is no call, so a legal one is made; what it told is
    withdrawn."""
    case.step(inferred("§3", "auction"), "no-such-bid", lowest=lowest)
    law_16c_withdrawn(case, seat)
    return case.rule("no-such-bid")


# ---- Laws 28-34: calls out of rotation, at the same time, or left out ----


def law_29_out_of_rotation(case: Case) -> Ruling:
    """Laws 28-32: the player at the caller's left may accept it; else it depends on
    whose turn."""
    seat = case.seat()
    call = named_call(case)
    if call != PASS and table.must_pass(case, seat):
        return law_37_call_of_the_barred(case)
    auction = table.auction(case)
    turn = auction.turn if auction is not None else None
    if turn is seat:
        return case.rule("none", ("Law 28", "in-turn"))
    turn = turn or case.ask(
        "28.turn", "Law 28", (one for one in COMPASS if one is not seat)
    )
    if turn is left(seat) and (earlier := _earlier_call(case, auction, seat)):
        law = (
            "Law 30B2" if call == PASS else "Law 32C" if call in DOUBLES else "Law 31C"
        )
        case.step(law, "is-change", next=turn)
        return law_25_changed_call(case, earlier, call)
    if call in DOUBLES and not is_admissible(case, auction, seat, call):
        is_in_turn = turn is right(seat) and table.must_pass(case, turn)
        return law_36_inadmissible(case, seat, call, turn=seat if is_in_turn else turn)
    return _taken_up(case, seat, call, turn) or _cancelled(case, seat, call, turn)


def _earlier_call(case: Case, auction: Auction | None, seat: Seat) -> Call | None:
    """What the caller had called last, which the new call would change."""
    if auction is None:
        return named_call(case, "first") if case.yes("30.called", "Law 30B2") else None
    own = (n for n in reversed(range(len(auction.calls))) if auction.caller(n) is seat)
    return next((auction.calls[n] for n in own), None)


def _taken_up(case: Case, seat: Seat, call: Call, now: Seat) -> Ruling | None:
    """The call stands: accepted at the left, overtaken at the right, or in turn after
    all."""
    auction = table.auction(case)
    is_right = now is right(seat)
    # by an opponent of the caller
    overtaken = () if now is mate(seat) else ("overtaken",)
    ways = (*ACCEPT, *overtaken, *(("barred",) if is_right else ()))
    answer = "barred"
    said = {"seat": left(seat), "caller": seat}
    if not (is_right and table.must_pass(case, now)):
        answer = case.ask("29.accept", "Law 29A", ways, "", "seat", **said, turn=now)
    if answer == "refuse":
        return None
    if answer == "overtaken":
        case.step("Law 28B", "overtaken", seat=now, caller=seat)
        law_16c_withdrawn(case, seat)
        return case.rule("overtaken", seat=now, caller=seat)
    otherwise = "refused-call" if answer == "accept" else ""
    if otherwise:
        case.step("Law 29A", "accepted", **said)
    else:
        case.step("Law 28A", "in-rotation", turn=now)
        if (
            call.kind is CallKind.BID
            and auction is not None
            and _to_beat(case, auction, call)
        ):
            return law_27_insufficient_bid(case, seat, call)
    return case.rule("call-stands", otherwise=otherwise, next=left(seat), turn=now)


def _cancelled(case: Case, seat: Seat, call: Call, now: Seat) -> Ruling:
    """Law 29B: the call is cancelled; what follows depends on the call and on whose
    turn it was."""
    case.step("Law 28", "out-of-turn", turn=now)
    case.step("Law 29B", "cancelled", seat=left(seat), turn=now)
    is_right = now is right(seat)
    if call == PASS and not case.yes("30.artificial", "Law 30C"):
        if not is_right:
            case.step("Law 30B1(a)", "partner-free")
            return _compared(case, seat, now, "Law 30B1(b)")
        case.bind("pass-once", seat)
        reasons = (("Law 30A", "must-pass-once"), _COULD_KNOW)
        remedies = table.adjusted(case)
        return case.rule("must-pass-once", *reasons, remedies=remedies, turn=now)
    law = "Law 32" if call in DOUBLES else "Law 31"
    if call == PASS:
        case.step("Law 30C", "artificial")
    case.step("Law 29C", "by-meaning")
    if is_right:
        return _at_right(case, seat, call, law)
    case.step(f"{law}B1", "partner-free")
    return _compared(case, seat, now, f"{law}B2")


def _at_right(case: Case, seat: Seat, call: Call, law: str) -> Ruling:
    """Laws 31A, 32A: called at the turn of the player at the right, who calls now."""
    name = f"{law[4:]}.right"
    answer = case.ask(name, f"{law}A", ("pass", "other", table.LATER), "", "right")
    if answer == table.LATER:
        reasons = (f"{law}A1", "right-passes"), (f"{law}A2", "right-calls")
        return case.rule("goes-back-right", *reasons, waits=name)
    if answer == "pass":
        case.step(f"{law}A1", "must-repeat")
        auction = table.auction(case)
        if (
            call.kind is CallKind.BID
            and auction is not None
            and _to_beat(case, auction, call)
        ):
            # what must be repeated is not legal
            return law_27_insufficient_bid(case, seat, call)
        return case.rule("must-repeat", otherwise="right-bids")
    return _compared(case, seat, right(seat), f"{law}A2")


def _compared(case: Case, seat: Seat, turn: Seat, section: str) -> Ruling:
    """Laws 30B1(b), 31A2, 31B2, 32A2, 32B2: a comparable call at the proper turn costs
    nothing, another one a pass of the partner.

    Until the offender has called, the ruling says what binds the partner now. Laws 31B2
    and 32B2 send to the paragraphs of A2.
    """
    name = f"{section[4:6]}.comparable"
    is_pass = section == "Law 30B1(b)"
    like, unlike = ("(i)", "(ii)") if is_pass else ("(a)", "(b)")
    paragraphs = section.replace("B2", "A2")
    ways = case.offered("comparable", ("yes", "no", table.LATER), turn=turn)
    answer = case.judge(name, section, ways, turn=turn)
    if answer == table.LATER:
        case.bind("unauthorized", mate(seat))
        return case.rule("goes-back", (section, "then-compared"), waits=name, turn=turn)
    if answer is None:
        case.step("Law 84D", "doubt-comparable")
    remedies = table.adjusted(case)
    if answer == "yes":
        reasons = (
            (paragraphs + like, "comparable"),
            ("Law 23B", "free-again"),
            ("Law 23C", "gained"),
        )
        return case.rule(
            "goes-on", *reasons, otherwise="not-comparable", remedies=remedies
        )
    must_pass(case, paragraphs + unlike, seat, once=True)
    law_16c_withdrawn(case, seat)
    return case.rule("barred-once", otherwise="comparable", remedies=remedies)


def law_33_simultaneous_calls(case: Case) -> Ruling:
    """Law 33: the call of whoever's turn it was came first, the other one after it."""
    seat = case.seat()
    turn = case.ask("33.turn", "Law 33", (one for one in COMPASS if one is not seat))
    case.step("Law 33", "at-once", turn=turn)
    if left(turn) is seat:
        return case.rule("at-once-next", turn=turn)
    case.step("Law 28", "at-once-out", turn=left(turn))
    return case.rule("at-once-out", turn=turn)


def law_34_lost_turn(case: Case) -> Ruling:
    """Laws 17D3, 34: three passes end nothing when one of them took a turn away."""
    # whoever else passed since, this player did so out of rotation
    offender = left(case.seat())
    case.bind("unauthorized", mate(offender))
    reasons = (
        ("Law 34", "lost-turn"),
        ("Law 17D3", "passes-cancelled"),
        ("Law 16C2", "passes-told"),
    )
    return case.rule("lost-turn", *reasons, side=side(offender))


# ---- Laws 19, 36-39: calls that nobody may make: inadmissible, barred, too high, too late ----


def is_admissible(case: Case, auction: Auction | None, seat: Seat, call: Call) -> bool:
    """Whether this player could double, or redouble, if it were their turn. Law 19."""
    if auction is None and call == DOUBLE:
        return case.yes("19.may-double", "Law 19A1")
    if auction is None:
        return case.yes("19.may-redouble", "Law 19B1")
    if auction.bid is None:
        return False
    is_own = seat in side(auction.caller(auction.bid)).seats
    return (is_own, auction.doubling.step) == (
        (False, 0) if call == DOUBLE else (True, 1)
    )


def law_36_inadmissible_double(case: Case) -> Ruling:
    """Law 36: a double or redouble that Law 19 does not allow is cancelled."""
    seat = case.seat()
    call = named_call(case, "call", DOUBLES)
    auction = table.auction(case)
    if auction is not None and is_admissible(case, auction, seat, call):
        misnamed = ("Law 19A3" if call == DOUBLE else "Law 19B3", "misnamed-double")
        return case.rule("none", misnamed, ("Law 19", "may-double"))
    return law_36_inadmissible(case, seat, call)


def law_36_inadmissible(
    case: Case, seat: Seat, call: Call, turn: Seat | None = None
) -> Ruling:
    """Law 36 of a call that is known to be inadmissible; `turn` is whose turn it was,
    if not as recorded."""
    auction = table.auction(case)
    why = None
    if auction is not None and auction.turn is seat:
        why = why_not(auction, call, table.tariff(case))
    law = "Law 19B1" if call == REDOUBLE else "Law 19A1"
    case.step_said(law, why or case.words("step", "no-double"))
    now = turn or (auction and auction.turn) or seat
    answers = ("now", "over", "led")
    is_led = table.is_in_play(case)
    found = (
        "led" if is_led else case.ask("36.noticed", "Law 36", answers, seat=left(seat))
    )
    # the recorded contract without this call, where it was recorded with it
    if found == "led":
        contract = table.deal(case).contract
        less = int(call == REDOUBLE)
        is_with = contract and contract.doubling.step > less and table.is_in_log(case)
        effects = (Effect("doubling", "", less),) if is_with else ()
        return case.rule(
            "scored-without", ("Law 36C", "scored-without"), effects=effects
        )
    if found == "over":
        return case.rule("double-wiped", ("Law 36A", "all-cancelled"), seat=now)
    section, code = ("36B2", "another-call") if now is seat else ("36B4", "reverts")
    case.steps(("Law 36B1", "double-cancelled"), (f"Law {section}", code), turn=now)
    must_pass(case, f"Law {section}", seat)
    return case.rule(
        "double-cancelled", otherwise="called-over", remedies=table.adjusted(case)
    )


def law_37_call_of_the_barred(case: Case) -> Ruling:
    """Law 37: it is cancelled, and both partners pass; called over, it stands."""
    seat = case.seat()
    call = named_call(case)
    if call == PASS:
        return case.rule("none", ("Law 37", "pass-is-right"))
    case.step("Law 35B", "had-to-pass")
    if call in DOUBLES and not is_admissible(case, table.auction(case), seat, call):
        return law_36_inadmissible(case, seat, call)
    if case.yes("37.over", "Law 37A", seat=left(seat)):
        case.step("Law 37A", "barred-stands", seat=left(seat))
        bound = table.bound(case, seat, *TO_PASS)
        is_throughout = any(obligation.kind is Duty.PASS for obligation in bound)
        if is_throughout or (
            not bound and case.yes("37.throughout", "Law 37A", "throughout")
        ):
            case.step("Law 37A", "still-barred")
            case.bind("pass", seat)
        return case.rule("barred-stands")
    case.steps(
        ("Law 37B1", "call-cancelled"), ("Law 37B2", "pass-instead"), _COULD_KNOW
    )
    for one in (seat, mate(seat)):
        case.bind("pass", one)
    law_26b_first_lead(case, seat)
    return case.rule("pass-instead", otherwise="called-over-stands")


def law_38_bid_above_top(case: Case) -> Ruling:
    """Law 38: nobody can play above the top level, and who bids so passes from then
    on."""
    seat = case.seat()
    tariff = table.tariff(case)
    too_high = (
        Call(CallKind.BID, tariff.top_level + 1, denomination)
        for denomination in tariff.denominations
    )
    call = named_call(case, "call", (*too_high, *bids(tariff)))
    if call.level <= tariff.top_level:
        return case.rule("none", ("Law 18", "within-top"), top=tariff.top_level)
    is_over = case.yes("38.over", "Law 38D", seat=left(seat))
    reasons = (
        ("Law 38A", "never-played"),
        ("Law 38B", "bid-cancelled"),
        ("Law 38C", "side-passes"),
    )
    case.steps(*reasons, top=tariff.top_level)
    for one in (seat, mate(seat)):
        case.bind("pass", one)
    if is_over:
        case.step("Law 38D", "no-recourse", seat=left(seat))
        return case.rule("above-top")
    case.step(*_COULD_KNOW)
    law_26b_first_lead(case, seat)
    return case.rule("above-top", otherwise="no-lead")


def law_39_call_after_the_end(case: Case) -> Ruling:
    """Law 39: it is cancelled; only a defender's bid or double costs the first lead."""
    seat = case.seat()
    call = named_call(case)
    case.step("Law 39A", "after-final")
    if call != PASS and table.deal(case).is_passed_out:
        # nobody defends, and nobody declares
        return case.rule("after-final", otherwise="played-in-none")
    played = "" if call == PASS else "played-in-none"
    if call == PASS or not table.is_defender(case, seat):
        return case.rule(
            "after-final", ("Law 39B", "after-final-free"), otherwise=played
        )
    if case.yes("39.over", "Law 39B", seat=left(seat)):
        case.step("Law 39B", "after-final-over", seat=left(seat))
        return case.rule("after-final", otherwise=played)
    case.step("Law 39C", "after-final-lead")
    law_26b_first_lead(case, seat)
    return case.rule("after-final-lead", otherwise=("no-lead", played))
