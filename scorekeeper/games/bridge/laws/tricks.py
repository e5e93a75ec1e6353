"""Tricks with too many or too few cards, and how many were won: Laws 66, 67, 79."""

from scorekeeper.core.rulings import Effect, Ruling
from scorekeeper.core.seats import SIDES, Party, Seat
from scorekeeper.games.bridge.laws.case import Case, Role, mate, others, side

# ---- Law 67: defective trick ----


def law_67_defective_trick(case: Case) -> Ruling:
    """Law 67: a player has put no card to a trick, or too many."""
    return defective_trick(case)


def defective_trick(case: Case, seat: Seat | None = None, *, is_many: bool | None = None) -> Ruling:
    """Law 67, where the seat and the kind of fault may be known already."""
    seat = seat or case.seat()
    if is_many is None:
        kind = case.pick("kind", "Law 67", ("none", "many", "misplaced"), seat=seat)
        if kind == "misplaced":
            case.step("Law 67B3", "misplaced", seat=seat)
            case.step("Law 67B3", "played-twice")
            return case.rule("misplaced", remedies=case.adjusted, seat=seat)
        is_many = kind == "many"
    is_late = case.is_so("both-played", "Law 67B")
    if not is_late:
        case.step(
            "Law 67A2" if is_many else "Law 67A1",
            "many-early" if is_many else "none-early",
            seat=seat,
        )
        if is_many and case.role(seat) is Role.DEFENDER:
            case.step("Law 45E1", "extra-penalty", seat=seat)
        return case.rule("take-extra-back" if is_many else "supply-card", seat=seat)
    if is_many:
        case.step("Law 67B2(a)", "many-late", seat=seat)
        case.step("Law 67B2(b)", "restored-belongs", seat=seat)
        return case.rule("defective", otherwise=("may-be-revoke",), seat=seat)
    return _omitted(case, seat)


def _omitted(case: Case, seat: Seat) -> Ruling:
    """Law 67B1: a card is put to the trick now, and it counts as a revoke: one trick."""
    own, to = side(seat), others(seat)
    has_suit = case.is_so("has-suit", "Law 67B1", seat=seat)
    section = "Law 67B1(a)" if has_suit else "Law 67B1(b)"
    case.step(section, "must-choose" if has_suit else "may-choose", seat=seat)
    case.step(section, "deemed-revoke", seat=seat)
    won = case.pick("since", "Law 64A2", ("yes", "no", "later"), side=own)
    if won == "later":
        case.step("Law 64A2", "counted-at-end")
        return case.rule("transfer-later", waits="64.since", side=own, to=to)
    if won == "no":
        case.step("Law 64B1", "won-nothing", seat=seat)
        return case.rule("no-transfer", seat=seat)
    case.step("Law 64A2", "one", side=own)
    effects = (Effect("tricks", to.id, 1),) if case.is_in_log else ()
    return case.rule(
        "transfer", otherwise=case.by_hand(), effects=effects, side=own, to=to, n=1,
        partner=mate(seat),
    )  # fmt: skip


# ---- Laws 66D, 79: tricks won ----


def law_79_tricks_won(case: Case) -> Ruling:
    """Laws 66D, 79: the sides count differently; the record decides, or the cards in order."""
    rules, watched = case.rules(), case.deal().watched
    own = side(case.declarer())
    if rules is not None and watched.is_over(rules):
        tricks = watched.won_by(own.seats)
        case.step("Law 79A1", "counted-from-record", side=own, tricks=tricks)
        return _counted(case, own, tricks)
    cards = case.pick("mixed", "Law 66D", ("in-order", "one", "both", "claimed"))
    if cards == "claimed":
        case.step("Law 79B1", "claim-first")
        return case.rule("by-claim")
    if cards == "both":
        case.step("Law 66D", "cards-gone")
        case.step("Law 85", "sides-differ")
        return case.rule("count-open", waits="66.mixed")
    if cards == "one":
        options = [(one.id, case.words("answer", "is", what=one)) for one in SIDES]
        kept = case.choose("kept", "Law 66D", options)
        case.step("Law 66D", "only-one-mixed", side=next(one for one in SIDES if one.id == kept))
    else:
        case.step("Law 65D", "cards-in-order")
    tricks = case.number("count", "Law 79A1", case.tariff.tricks, 0, side=own)
    return _counted(case, own, tricks)


def _counted(case: Case, own: Party, tricks: int) -> Ruling:
    case.step("Law 79A2", "never-take")
    effects = (Effect("result", own.id, tricks),) if case.is_in_log else ()
    return case.rule("counted", otherwise=case.by_hand(), effects=effects, side=own, tricks=tricks)


# ---- Laws 65, 66: pointing and inspecting tricks ----

_INSPECTED = {
    "current": ("Law 66A", "yes"),
    "turned": ("Law 66A", "no"),
    "own": ("Law 66B", "own"),
    "quitted": ("Law 66C", "no"),
    "after": ("Law 66D", "yes"),
    "pointed": ("Law 65B3", "yes"),
    "pointed-late": ("Law 65B3", "no"),
}
"""What somebody wants to see or to point out: the paragraph, and whether they may."""


def law_66_inspection(case: Case) -> Ruling:
    """Laws 65B3, 66: who may look at cards played, and until when."""
    seat = case.seat()
    what = case.pick("inspect", "Law 66", _INSPECTED, seat=seat)
    section, answer = _INSPECTED[what]
    if what in ("current", "own") and case.is_dummy(seat):
        case.step(section, "not-dummys", dummy=seat)
        return case.rule("look-no", seat=seat)
    case.step(section, f"inspect-{what}", side=side(seat))
    return case.rule(f"look-{answer}", seat=seat)
