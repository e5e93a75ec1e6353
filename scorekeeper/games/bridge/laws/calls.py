"""The auction: calls withdrawn, changed, too low, out of turn or impossible, and cards
shown in it: Laws 17-19, 22-39."""

from collections.abc import Iterable
from dataclasses import replace

from scorekeeper.core.cards import Card
from scorekeeper.core.citations import inferred
from scorekeeper.core.facts import Reply
from scorekeeper.core.rulings import (
    TO_PASS,
    Duty,
    Effect,
    EffectKind,
    Obligation,
    Ruling,
)
from scorekeeper.core.seats import NOBODY, Seat
from scorekeeper.games.arbiter.case import YES_NO, Reason, Said
from scorekeeper.games.bridge.contract import (
    DOUBLE,
    PASS,
    REDOUBLE,
    Auction,
    Call,
    CallKind,
    Denomination,
    Doubling,
    bids,
    why_not,
)
from scorekeeper.games.bridge.laws.answers import (
    Acceptance,
    BidInstead,
    DoubleNoticed,
    Exposure,
)
from scorekeeper.games.bridge.laws.book import number_of
from scorekeeper.games.bridge.laws.case import (
    Case,
    all_but,
    left,
    mate,
    right,
    side,
)
from scorekeeper.games.bridge.laws.verdicts import VerdictName

ACCEPT = (Acceptance.ACCEPT, Acceptance.REFUSE)

DOUBLES = (DOUBLE, REDOUBLE)
_COULD_KNOW: Reason = ("Law 72C", "could-know")
_GAINED_BY_CALL: Reason = ("Law 23C", "gained")
_GAINED_BY_BID: Reason = ("Law 27D", "gained")
"""What the offender's side has gained all the same is taken away at the end."""


def named_call(case: Case, name: str = "call", offered: Iterable[Call] = ()) -> Call:
    every = (*bids(case.tariff), PASS, *DOUBLES)
    return case.ask(name, case.first, tuple(offered) or every)


def _ask_if_accepted(
    case: Case, name: str, law: str, seat: Seat, **said: object
) -> bool:
    answer = case.ask(name, law, ACCEPT, "", "seat", seat=left(seat), **said)
    return answer is Acceptance.ACCEPT


# ---- what follows for the offending side ----


def must_pass(case: Case, law: str, seat: Seat, *, once: bool = False) -> None:
    """The partner of the offender must pass, once or for the rest of the auction, and
    declarer has a say in the first lead."""
    if once:
        case.step(law, "barred-once")
        case.bind(Duty.PASS_ONCE, mate(seat))
    else:
        case.step(law, "barred")
        case.bind(Duty.PASS, mate(seat))
    case.step(*_COULD_KNOW)
    law_26b_first_lead(case, seat)


def law_26b_first_lead(case: Case, seat: Seat) -> None:
    """Law 26B: should they defend, declarer may forbid one suit when the partner
    first leads."""
    case.step("Law 26B", "first-lead")
    case.bind(Duty.FIRST_LEAD, mate(seat))


def law_16c_withdrawn(case: Case, seat: Seat, code: str = "not-to-use") -> None:
    """Law 16C2: the offender's partner may not use what was withdrawn: a call, unless
    `code` says that it was a card."""
    case.step("Law 16C2", code)
    case.bind(Duty.UNAUTHORIZED, mate(seat))


# ---- Law 24: cards exposed or led during the auction ----


def other_cards(case: Case, law: int, seat: Seat, card: Card) -> list[Card]:
    """The other cards of this player that were shown with this one: one or two; what
    else lies there is told for itself."""
    cite = f"Law {law}"
    deal = case.state.deal
    gone = {card}
    if deal is not None:
        gone |= deal.watched.cards

    def other(number: int) -> Card:
        unseen = sorted(case.whole_pack.cards - gone, key=str)
        name = f"{law}.card-{number}"
        return case.ask(name, cite, unseen, "other-shown", seat=seat)

    second = other(2)
    if not case.yes(f"{law}.third", cite, "and-another"):
        return [second]
    gone.add(second)
    return [second, other(3)]


def law_24_shown(case: Case, seat: Seat, card: Card, *, is_led: bool = False) -> Ruling:
    """Law 24: an honour, a card led, or several cards make the partner pass once;
    beside one that lies there already it is one of several."""
    case.step("Law 24", "face-up")
    more = list[Card]()
    if case.penalty_cards(seat):
        shown = Exposure.MORE
    elif is_led:
        shown = Exposure.LED
    else:
        shown = _how_shown(case, card)
        if shown is Exposure.MORE:
            more = other_cards(case, 24, seat, card)
    if shown is Exposure.ONE:
        case.step("Law 24A", "low-shown")
    else:
        case.step("Law 24C" if shown is Exposure.MORE else "Law 24B", f"shown-{shown}")
        case.bind(Duty.PASS_ONCE, mate(seat))
        case.step(*_COULD_KNOW)
    law_16c_withdrawn(case, seat, "card-not-to-use")
    case.step("Law 24D", "shown-declarer")
    _lie_if_defender(case, seat, [card, *more], is_major=shown is not Exposure.ONE)
    if shown is Exposure.ONE:
        return case.rule("shown-low", otherwise="several-shown")
    return case.rule(VerdictName.BARRED_ONCE, otherwise="low-shown")


def _lie_if_defender(
    case: Case, seat: Seat, cards: list[Card], *, is_major: bool
) -> None:
    for card in cards:
        case.step("Law 24E", "shown-defender", card=card)
        lies = Obligation(
            Duty.PENALTY_IF_DEFENDER,
            seat,
            card,
            is_major=is_major,
            honours=case.honours(),
        )
        case.obligations.append(lies)


def _how_shown(case: Case, card: Card) -> Exposure:
    is_honour = case.is_honour(card)
    ways = [Exposure.ONE, Exposure.MORE]
    if not is_honour:
        ways.insert(1, Exposure.LED)
    shown = case.ask("24.shown", "Law 24", ways)
    return Exposure.HONOUR if is_honour and shown is Exposure.ONE else shown


# ---- Law 25: legal and illegal changes of call ----


def law_25_changed_call(
    case: Case, first: Call | None = None, second: Call | None = None
) -> Ruling:
    """Law 25: a slip may be put right, a change of mind only if the next player
    lets it."""
    first = first or named_call(case)
    second = second or named_call(case, "second")
    seat = case.seat()
    if case.yes("25.slip", "Law 25A1", call=first):
        return _slip(case, seat, first, second)
    case.step("Law 25A2", "mind")
    case.named |= {"first": first, "second": second, "call": second, "next": left(seat)}
    said = {"seat": left(seat), "caller": seat}
    may_change = _ask_if_accepted(case, "25.accept", "Law 25B1", seat, caller=seat)
    if may_change:
        case.step("Law 25B1", "accepted", **said)
    else:
        case.step("Law 25B2", "change-cancelled", **said)
    if _judge_if_comparable(case, "26.like-first", "Law 26A"):
        case.steps(("Law 26A", "lead-free-comparable"), _GAINED_BY_CALL)
    else:  # Laws 25B3, 26: what the call that does not count leaves behind
        law_26b_first_lead(case, seat)
        law_16c_withdrawn(case, seat)
    if may_change:
        return case.rule(VerdictName.CALL_STANDS, otherwise="refused-change")
    return case.rule("first-stands", call=first)


COMPARABLE_TO_BID = "27.comparable"
"""The question whether the call that replaced a bid is comparable to it."""


def _judge_if_comparable(case: Case, name: str, cite: str, **said: object) -> bool:
    """Law 23A: whether a call is comparable, as the arbiter or both sides say. Where
    the sides differ it is not established, and the side that did no wrong has the
    benefit: Law 84D."""
    if name == COMPARABLE_TO_BID:
        answer = case.judge_asserted(
            name, cite, YES_NO, Reply.YES.value, "comparable-made", **said
        )
    else:
        answer = case.judge(name, cite, YES_NO, **said)
    if answer is None:
        case.step("Law 84D", "doubt-comparable")
    return answer == Reply.YES


def _slip(case: Case, seat: Seat, first: Call, second: Call) -> Ruling:
    since = Reply.ENDED
    if not case.is_in_play():
        answers = (Reply.NO, Reply.YES, Reply.ENDED)
        since = case.ask("25.partner-called", "Law 25A4", answers)
    if since is Reply.YES:
        return case.rule("first-stands", ("Law 25A4", "too-late"), call=first)
    if since is Reply.ENDED:
        return case.rule("first-stands", ("Law 25A5", "too-late-led"), call=first)
    case.named |= {"first": first, "second": second, "next": left(seat)}
    case.steps(("Law 25A1", "slip"), ("Law 25A6", "slip-next"))
    before = _before_the_slip(case, seat)
    if before is not None:
        if _is_too_low(case, before, second):
            return law_27_insufficient_bid(case, seat, second, before)
        if second in DOUBLES and not ask_if_admissible(case, before, seat, second):
            return law_36_inadmissible(case, seat, second, turn=seat)
    return case.rule(VerdictName.CALL_STANDS, otherwise="slip-judged", call=second)


def _before_the_slip(case: Case, seat: Seat) -> Auction | None:
    auction = case.calls()
    if auction is None or auction.turn is seat:
        return auction
    place = auction.last_by(seat)
    return None if place is None else replace(auction, calls=auction.calls[:place])


# ---- Law 27: insufficient bid ----


def law_27_insufficient_bid(
    case: Case, seat: Seat, call: Call, auction: Auction | None = None
) -> Ruling:
    """Law 27: a bid in turn not higher than the last; the player at the left may let it
    stand. `auction` is what was called before it, where that is not the auction as it
    is recorded."""
    last = _to_beat(case, auction or case.auction(), call)
    if last is None:
        return case.rule("none", ("Law 18C", "sufficient"))
    case.step("Law 18D", "too-low", last=last)
    said = {"seat": left(seat), "caller": seat}
    if _ask_if_accepted(case, "27.accept", "Law 27A1", seat, caller=seat):
        case.step("Law 27A1", "accepted", **said)
        otherwise = ("refused-bid", "was-slip")
        return case.rule(VerdictName.CALL_STANDS, otherwise=otherwise, next=left(seat))
    case.step("Law 27B", "not-accepted", **said)
    case.step("Law 27C", "replaced-early")
    return _corrected(case, seat, call, last)


def _to_beat(case: Case, auction: Auction | None, call: Call) -> Call | None:
    order = bids(case.tariff)
    if auction is None:
        return named_call(case, "last", order[order.index(call) :])
    if auction.last_bid_index is None:
        return None
    last = auction.calls[auction.last_bid_index]
    return last if order.index(call) <= order.index(last) else None


def _is_too_low(case: Case, auction: Auction | None, call: Call) -> bool:
    if auction is None or call.kind is not CallKind.BID:
        return False
    return _to_beat(case, auction, call) is not None


def _corrected(case: Case, seat: Seat, call: Call, last: Call) -> Ruling:
    chosen, low = _correction(case, call, last)  # `low`: the lowest in its denomination
    if chosen is BidInstead.AGAIN and _ask_if_accepted(
        case, "27.second-low", "Law 27B4", seat
    ):
        case.step("Law 27B4", "again-accepted", seat=left(seat))
        return case.rule("corrected-again", next=left(seat))
    if chosen is BidInstead.SAME:
        verdict = "corrected"
        reasons: list[Reason] = [("Law 27B1(a)", "corrected-same")]
    else:
        verdict = "corrected-comparable"
        like = _like_the_bid(case, chosen, call)
        if like is None:
            return _silences_partner(case, seat, chosen, low)
        reasons = [like, ("Law 23A", "comparable")]
    reasons.append(_GAINED_BY_BID)
    said: Said = {"remedies": case.adjusted(), "call": low, "bid": call}
    otherwise = ("other-correction", "was-slip")
    return case.rule(verdict, *reasons, otherwise=otherwise, **said)


def _correction(case: Case, call: Call, last: Call) -> tuple[BidInstead, Call | None]:
    order = bids(case.tariff)
    above = order[order.index(last) + 1 :]
    same = [bid for bid in above if bid.denomination is call.denomination]
    low = same[0] if same else None
    ways = [
        BidInstead.COMPARABLE,
        BidInstead.PASS,
        BidInstead.DOUBLE,
        BidInstead.AGAIN,
    ]
    if above:
        ways.insert(1, BidInstead.OTHER)
    if same:
        ways.insert(0, BidInstead.SAME)
    said = {"call": low, "bid": call}
    return case.ask("27.correction", "Law 27B", ways, "", "seat", **said), low


def _like_the_bid(case: Case, chosen: BidInstead, bid: Call) -> Reason | None:
    """Law 27B1(b): why the call chosen instead of the bid puts it right; None where it
    is not comparable, or is not said to be."""
    if chosen is BidInstead.COMPARABLE and _judge_if_comparable(
        case, COMPARABLE_TO_BID, "Law 27B1(b)", bid=bid
    ):
        return "Law 27B1(b)", "corrected-comparable"
    if chosen is BidInstead.DOUBLE and _judge_if_comparable(
        case, "27.like-double", "Law 27B3", bid=bid
    ):
        return "Law 27B1(b)", "double-comparable"
    return None


def _silences_partner(
    case: Case, seat: Seat, chosen: BidInstead, low: Call | None
) -> Ruling:
    law = "Law 27B2"
    if chosen in (BidInstead.DOUBLE, BidInstead.AGAIN):
        law = "Law 27B3"
        case.step(
            law if chosen is BidInstead.DOUBLE else "Law 27B4", f"no-{chosen}-instead"
        )
    must_pass(case, law, seat)
    law_16c_withdrawn(case, seat)
    free = "comparable" if low is None else "same-denomination"
    remedies = case.adjusted()
    return case.rule(
        VerdictName.BARRED, otherwise=(free, "was-slip"), remedies=remedies
    )


def irregular_bid(case: Case) -> Ruling:
    """Law 27A2: a bid that is too low, made out of turn, is a bid out of turn; by a
    player who must pass it is no bid at all."""
    every = bids(case.tariff)
    below = _below_the_lowest(case, every[0])
    seat = case.seat()
    call = named_call(case, "call", (*below, *every))
    if call in below:
        return _no_such_bid(case, seat, every[0])
    if case.must_pass(seat):
        return law_37_call_of_the_barred(case)
    auction = case.auction()
    if auction is not None and auction.turn is not seat:
        return law_29_out_of_rotation(case)
    return law_27_insufficient_bid(case, seat, call)


def _below_the_lowest(case: Case, lowest: Call) -> tuple[Call, ...]:
    if lowest.denomination is not Denomination.NO_TRUMP:
        return ()
    suits = (Denomination(suit.value) for suit in case.whole_pack.suits)
    return tuple(replace(lowest, denomination=suit) for suit in suits)


def _no_such_bid(case: Case, seat: Seat, lowest: Call) -> Ruling:
    """Inferred: what can't be bid is no call, so a legal one is made; what it told
    is withdrawn."""
    case.step(inferred("§3", "auction"), "no-such-bid", lowest=lowest)
    law_16c_withdrawn(case, seat)
    return case.rule("no-such-bid")


# ---- Laws 28-34: calls out of rotation, at the same time, or left out ----


def law_29_out_of_rotation(case: Case) -> Ruling:
    """Laws 28-32: the player at the caller's left may accept it; else it depends on
    whose turn."""
    seat = case.seat()
    call = named_call(case)
    if call != PASS and case.must_pass(seat):
        return law_37_call_of_the_barred(case)
    auction = case.auction()
    others = all_but(seat)
    turn = auction.turn if auction else case.ask("28.turn", "Law 28", others)
    if turn is seat:
        return _in_turn_by_now(case, seat)
    if turn is left(seat):
        earlier = _earlier_call(case, auction, seat)
        if earlier is not None:
            case.step(_law_of_change(call), "is-change", next=turn)
            return law_25_changed_call(case, earlier, call)
    if call in DOUBLES and not ask_if_admissible(case, auction, seat, call):
        is_in_turn = turn is right(seat) and case.must_pass(turn)
        return law_36_inadmissible(case, seat, call, turn=seat if is_in_turn else turn)
    return _taken_up(case, seat, call, turn) or _cancelled(case, seat, call, turn)


# It may be told only after the player at the right has called. If that player had to
# pass, nothing is overtaken: the call counts as made in turn, by Law 28A.
def _in_turn_by_now(case: Case, seat: Seat) -> Ruling:
    auction = case.auction()
    turn = right(seat)
    may_be_early = auction is not None and auction.calls and not case.must_pass(turn)
    is_asked = may_be_early and not case.is_from_old_release
    if is_asked and case.yes("28.early", "Law 28B", turn=turn):
        return _overtaken(case, seat, turn)
    return case.rule("none", ("Law 28", "in-turn"))


def _overtaken(case: Case, seat: Seat, turn: Seat) -> Ruling:
    case.step("Law 28B", "overtaken", seat=turn, caller=seat)
    law_16c_withdrawn(case, seat)
    return case.rule("overtaken", seat=turn, caller=seat)


def _law_of_change(call: Call) -> str:
    if call == PASS:
        return "Law 30B2"
    return "Law 32C" if call in DOUBLES else "Law 31C"


def _earlier_call(case: Case, auction: Auction | None, seat: Seat) -> Call | None:
    if auction is None:
        return named_call(case, "first") if case.yes("30.called", "Law 30B2") else None
    place = auction.last_by(seat)
    return None if place is None else auction.calls[place]


def _taken_up(case: Case, seat: Seat, call: Call, turn: Seat) -> Ruling | None:
    answer = _what_became_of_it(case, seat, turn)
    if answer is Acceptance.REFUSE:
        return None
    if answer is Acceptance.OVERTAKEN:
        return _overtaken(case, seat, turn)
    said: Said = {"next": left(seat), "turn": turn}
    if answer is Acceptance.ACCEPT:
        case.step("Law 29A", "accepted", seat=left(seat), caller=seat)
        return case.rule(VerdictName.CALL_STANDS, otherwise="refused-call", **said)
    case.step("Law 28A", "in-rotation", turn=turn)
    if _is_too_low(case, case.auction(), call):
        return law_27_insufficient_bid(case, seat, call)
    return case.rule(VerdictName.CALL_STANDS, **said)


def _what_became_of_it(case: Case, seat: Seat, turn: Seat) -> Acceptance:
    ways = [*ACCEPT]
    if turn is not mate(seat):
        ways.append(Acceptance.OVERTAKEN)
    if turn is right(seat):
        if case.must_pass(turn):
            return Acceptance.BARRED
        ways.append(Acceptance.BARRED)
    said = {"seat": left(seat), "caller": seat, "turn": turn}
    return case.ask("29.accept", "Law 29A", ways, "", "seat", **said)


def _cancelled(case: Case, seat: Seat, call: Call, turn: Seat) -> Ruling:
    case.step("Law 28", "out-of-turn", turn=turn)
    case.step("Law 29B", "cancelled", seat=left(seat), turn=turn)
    if call == PASS and not case.yes("30.artificial", "Law 30C"):
        return _natural_pass(case, seat, turn)
    if call == PASS:
        case.step("Law 30C", "artificial")
    case.step("Law 29C", "by-meaning")
    law = "Law 32" if call in DOUBLES else "Law 31"
    if turn is right(seat):
        return _at_right(case, seat, call, law)
    case.step(f"{law}B1", "partner-free")
    return _compared(case, seat, turn, f"{law}B2")


def _natural_pass(case: Case, seat: Seat, turn: Seat) -> Ruling:
    # Laws 30A, 30B
    if turn is not right(seat):
        case.step("Law 30B1(a)", "partner-free")
        return _compared(case, seat, turn, "Law 30B1(b)")
    case.bind(Duty.PASS_ONCE, seat)
    reasons = (("Law 30A", "must-pass-once"), _COULD_KNOW)
    remedies = case.adjusted()
    return case.rule(VerdictName.MUST_PASS_ONCE, *reasons, remedies=remedies, turn=turn)


def _at_right(case: Case, seat: Seat, call: Call, law: str) -> Ruling:
    """Laws 31A, 32A: called at the turn of the player at the right, who calls now."""
    name = f"{number_of(law)}.right"
    answer = case.ask(name, f"{law}A", ("pass", "other", Reply.LATER), "", "right")
    if answer == Reply.LATER:
        reasons = (f"{law}A1", "right-passes"), (f"{law}A2", "right-calls")
        return case.rule("goes-back-right", *reasons, waits=name)
    if answer != "pass":
        return _compared(case, seat, right(seat), f"{law}A2")
    case.step(f"{law}A1", "must-repeat")
    # what must be repeated may not be legal
    if _is_too_low(case, case.auction(), call):
        return law_27_insufficient_bid(case, seat, call)
    return case.rule("must-repeat", otherwise="right-bids")


def _compared(case: Case, seat: Seat, turn: Seat, section: str) -> Ruling:
    """Laws 30B1(b), 31A2, 31B2, 32A2, 32B2: a comparable call at the proper turn costs
    nothing, another one a pass of the partner.

    Until the offender has called, the ruling says what binds the partner now.
    """
    name = f"{number_of(section)}.comparable"
    ways = case.offered("comparable", (Reply.YES, Reply.NO, Reply.LATER), turn=turn)
    answer = case.judge(name, section, ways, turn=turn)
    if answer == Reply.LATER:
        case.bind(Duty.UNAUTHORIZED, mate(seat))
        return case.rule("goes-back", (section, "then-compared"), waits=name, turn=turn)
    if answer is None:
        case.step("Law 84D", "doubt-comparable")
    return _compared_call(case, seat, section, is_comparable=answer == Reply.YES)


_IF_COMPARABLE = {
    "Law 30B1(b)": ("Law 30B1(b)(i)", "Law 30B1(b)(ii)"),
    "Law 31A2": ("Law 31A2(a)", "Law 31A2(b)"),
    "Law 31B2": ("Law 31A2(a)", "Law 31A2(b)"),
    "Law 32A2": ("Law 32A2(a)", "Law 32A2(b)"),
    "Law 32B2": ("Law 32A2(a)", "Law 32A2(b)"),
}
"""The paragraphs for a comparable call and for another one. Laws 31B2 and 32B2 send to
those of A2."""


def _compared_call(
    case: Case, seat: Seat, section: str, *, is_comparable: bool
) -> Ruling:
    comparable, other = _IF_COMPARABLE[section]
    remedies = case.adjusted()
    if is_comparable:
        case.step(comparable, "comparable")
        reasons = (("Law 23B", "free-again"), _GAINED_BY_CALL)
        otherwise = "not-comparable"
        return case.rule("goes-on", *reasons, otherwise=otherwise, remedies=remedies)
    must_pass(case, other, seat, once=True)
    law_16c_withdrawn(case, seat)
    return case.rule(VerdictName.BARRED_ONCE, otherwise="comparable", remedies=remedies)


def law_33_simultaneous_calls(case: Case) -> Ruling:
    """Law 33: the call of whoever's turn it was came first, the other one after it."""
    seat = case.seat()
    turn = case.ask("33.turn", "Law 33", all_but(seat))
    case.step("Law 33", "at-once", turn=turn)
    if left(turn) is seat:
        return case.rule("at-once-next", turn=turn)
    case.step("Law 28", "at-once-out", turn=left(turn))
    return case.rule("at-once-out", turn=turn)


def law_34_lost_turn(case: Case) -> Ruling:
    """Laws 17D3, 34: three passes end nothing when one of them took a turn away."""
    # whoever else passed since, this player did so out of rotation
    offender = left(case.seat())
    case.bind(Duty.UNAUTHORIZED, mate(offender))
    reasons = (
        ("Law 34", "lost-turn"),
        ("Law 17D3", "passes-cancelled"),
        ("Law 16C2", "passes-told"),
    )
    return case.rule("lost-turn", *reasons, side=side(offender))


# ---- Laws 19, 36-39: calls that nobody may make: inadmissible, barred, too high, too late ----


def ask_if_admissible(
    case: Case, auction: Auction | None, seat: Seat, call: Call
) -> bool:
    """Whether this player could double, or redouble, if it were their turn. Law 19."""
    if auction is not None:
        return why_not(auction.at_turn_of(seat), call, case.tariff) is None
    if call == DOUBLE:
        return case.yes("19.may-double", "Law 19A1")
    return case.yes("19.may-redouble", "Law 19B1")


def law_36_inadmissible_double(case: Case) -> Ruling:
    """Law 36: a double or redouble that Law 19 does not allow is cancelled."""
    seat = case.seat()
    call = named_call(case, "call", DOUBLES)
    auction = case.auction()
    if auction is not None and ask_if_admissible(case, auction, seat, call):
        misnamed = ("Law 19A3" if call == DOUBLE else "Law 19B3", "misnamed-double")
        return case.rule("none", misnamed, ("Law 19", "may-double"))
    return law_36_inadmissible(case, seat, call)


def law_36_inadmissible(
    case: Case, seat: Seat, call: Call, turn: Seat | None = None
) -> Ruling:
    """Law 36 of a call that is known to be inadmissible; `turn` is whose turn it was,
    if not as recorded."""
    auction = case.auction()
    why = None
    if auction is not None and auction.turn is seat:
        why = why_not(auction, call, case.tariff)
    law = "Law 19B1" if call == REDOUBLE else "Law 19A1"
    case.step_said(law, why or case.words("step", "no-double"))
    noticed = DoubleNoticed.LED
    if not case.is_in_play():
        noticed = case.ask("36.noticed", "Law 36", DoubleNoticed, seat=left(seat))
    if noticed is DoubleNoticed.LED:
        return _scored_without(case, call)
    # who calls now: as told, else by the record; with neither it was in turn
    now = turn or (seat if auction is None else auction.turn)
    if noticed is DoubleNoticed.OVER:
        return case.rule("double-wiped", ("Law 36A", "all-cancelled"), seat=now)
    section, code = ("36B2", "another-call") if now is seat else ("36B4", "reverts")
    case.steps(("Law 36B1", "double-cancelled"), (f"Law {section}", code), turn=now)
    must_pass(case, f"Law {section}", seat)
    remedies = case.adjusted()
    return case.rule(
        VerdictName.DOUBLE_CANCELLED, otherwise="called-over", remedies=remedies
    )


def _scored_without(case: Case, call: Call) -> Ruling:
    contract = case.deal().contract
    valid = Doubling.DOUBLED if call == REDOUBLE else Doubling.UNDOUBLED
    effects = list[Effect]()
    if contract and contract.doubling.step > valid.step and case.is_in_log():
        effects.append(Effect(EffectKind.DOUBLING, NOBODY, valid.step))
    return case.rule("scored-without", ("Law 36C", "scored-without"), effects=effects)


def law_37_call_of_the_barred(case: Case) -> Ruling:
    """Law 37: it is cancelled, and both partners pass; called over, it stands."""
    seat = case.seat()
    call = named_call(case)
    if call == PASS:
        return case.rule("none", ("Law 37", "pass-is-right"))
    case.step("Law 35B", "had-to-pass")
    if call in DOUBLES and not ask_if_admissible(case, case.auction(), seat, call):
        return law_36_inadmissible(case, seat, call)
    if case.yes("37.over", "Law 37A", seat=left(seat)):
        case.step("Law 37A", "barred-stands", seat=left(seat))
        if _ask_if_barred_throughout(case, seat):
            case.step("Law 37A", "still-barred")
            case.bind(Duty.PASS, seat)
        return case.rule("barred-stands")
    case.steps(("Law 37B1", "call-cancelled"), ("Law 37B2", "pass-instead"))
    case.step(*_COULD_KNOW)
    case.bind(Duty.PASS, seat)
    case.bind(Duty.PASS, mate(seat))
    law_26b_first_lead(case, seat)
    return case.rule(VerdictName.PASS_INSTEAD, otherwise="called-over-stands")


def _ask_if_barred_throughout(case: Case, seat: Seat) -> bool:
    bound = case.bound(seat, *TO_PASS)
    if not bound:
        return case.yes("37.throughout", "Law 37A", "throughout")
    return any(obligation.kind is Duty.PASS for obligation in bound)


def law_38_bid_above_top(case: Case) -> Ruling:
    """Law 38: nobody can play above the top level, and who bids so passes from
    then on."""
    seat = case.seat()
    tariff = case.tariff
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
    case.bind(Duty.PASS, seat)
    case.bind(Duty.PASS, mate(seat))
    if is_over:
        case.step("Law 38D", "no-recourse", seat=left(seat))
        return case.rule(VerdictName.ABOVE_TOP)
    case.step(*_COULD_KNOW)
    law_26b_first_lead(case, seat)
    return case.rule(VerdictName.ABOVE_TOP, otherwise="no-lead")


def law_39_call_after_the_end(case: Case) -> Ruling:
    """Law 39: it is cancelled; only a defender's bid or double costs the first lead."""
    seat = case.seat()
    call = named_call(case)
    case.step("Law 39A", "after-final")
    if call == PASS:
        return case.rule("after-final", ("Law 39B", "after-final-free"))
    played = "played-in-none"
    if case.deal().is_passed_out:
        # nobody defends, and nobody declares
        return case.rule("after-final", otherwise=played)
    if not case.is_defender(seat):
        free = ("Law 39B", "after-final-free")
        return case.rule("after-final", free, otherwise=played)
    if case.yes("39.over", "Law 39B", seat=left(seat)):
        case.step("Law 39B", "after-final-over", seat=left(seat))
        return case.rule("after-final", otherwise=played)
    case.step("Law 39C", "after-final-lead")
    law_26b_first_lead(case, seat)
    return case.rule("after-final-lead", otherwise=("no-lead", played))
