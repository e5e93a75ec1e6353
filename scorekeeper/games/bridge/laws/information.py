"""What partners may know of each other, and must tell: Laws 16, 20, 21, 40, 73, 75."""

from scorekeeper.core.rulings import Ruling
from scorekeeper.core.seats import Seat
from scorekeeper.games.bridge.laws.case import Case, Role, mate, others, side

# ---- Laws 16B, 73: unauthorized information ----


def law_16_unauthorized_information(case: Case) -> Ruling:
    """Laws 16B, 73: a hesitation is no offence; choosing what it suggests over another is one."""
    seat = case.seat()
    partner, damaged = mate(seat), others(seat)
    sign = case.pick("sign", "Law 16B1", ("hesitation", "remark", "question"), seat=seat)
    # Nobody is convicted of what only one side says.
    happened = case.pick("happened", "Law 16B2", ("yes", "no", "differ"), seat=seat, sign=sign)
    if happened == "no":
        return case.nothing("Law 73D1", "no-sign", seat=seat)
    if happened == "differ":
        case.step("Law 85", "sides-differ")
        return case.rule("disputed", waits="16.happened", side=damaged)
    case.step("Law 73D1" if sign == "hesitation" else "Law 73B1", f"sign-{sign}", seat=seat)
    case.step("Law 73C1", "avoid", partner=partner)
    case.bind("unauthorized", partner)
    acted = case.pick("acted", "Law 16B1", ("not-yet", "free", "suggested"), partner=partner)
    if acted == "not-yet":
        case.step("Law 16B2", "reserve", side=damaged)
        return case.rule("careful", waits="16.acted", partner=partner, side=damaged)
    if acted == "free":
        case.step("Law 16B1(b)", "no-alternative", partner=partner)
        return case.rule("ui-stands", partner=partner)
    case.step("Law 16B1(a)", "suggested", partner=partner)
    return adjusted(case, "Law 16B3", damaged)


def adjusted(case: Case, law: str, damaged: object) -> Ruling:
    """At duplicate the score is adjusted at the end; elsewhere the law is said."""
    if case.is_duplicate:
        case.step(law, "adjusted-if-damaged", side=damaged)
        return case.rule("adjusted", remedies=("adjusted",), side=damaged)
    case.step(law, "said-only", side=damaged)
    return case.rule("breach-said", remedies=("likely",), side=damaged)


# ---- Law 73D, E: deception ----


def law_73_deception(case: Case) -> Ruling:
    """Law 73D2, E: calls and plays may deceive; a pause, a question or a remark may not."""
    seat = case.seat()
    if case.pick("misled", "Law 73E", ("yes", "call"), seat=seat) == "call":
        case.step("Law 73E1", "by-cards")
        return case.rule("may-mislead", seat=seat)
    if case.is_so("reason", "Law 73E2", seat=seat):
        case.step("Law 73D1", "own-risk")
        return case.rule("ui-own-risk", seat=seat)
    if not case.is_so("could-know", "Law 73E2", seat=seat):
        case.step("Law 73D1", "own-risk")
        return case.rule("ui-own-risk", seat=seat)
    case.step("Law 73D2", "no-misleading", seat=seat)
    return adjusted(case, "Law 73E2", others(seat))


# ---- Laws 20F, 21, 75: misinformation ----


def law_21_misinformation(case: Case) -> Ruling:
    """Laws 20F, 21, 47E2, 75: a wrong explanation, or none where one was due."""
    seat = case.seat()  # who explained, or should have
    misled, partner = others(seat), mate(seat)
    answers = ("explained", "called", "own", "unknown")
    which = case.pick("which-wrong", "Law 75", answers, seat=seat, partner=partner)
    if which == "called":
        case.step("Law 75C", "mistaken-call", partner=partner)
        case.step("Law 21A", "stands-as-is")
        case.step("Law 75A", "heard-it", partner=partner)
        case.bind("unauthorized", partner)
        return case.rule("call-was-wrong", partner=partner)
    if which == "own":
        case.step("Law 21A", "own-misunderstanding")
        return case.rule("no-redress")
    if which == "unknown":
        case.step("Law 21B1(b)", "presumed", seat=seat)
    case.step("Law 75B1", "misinformed", seat=seat, side=misled)
    _duties(case, seat)
    when = case.pick("stage", "Law 21B1(a)", ("auction", "card", "late"), side=misled)
    if when == "auction":
        case.step("Law 21B1(a)", "may-change", side=misled)
        case.step("Law 21B2", "then-change", side=side(seat))
        return case.rule("may-change-call", otherwise=("too-late-score",), side=misled)
    if when == "card":
        case.step("Law 47E2(a)", "card-back", side=misled)
        return case.rule("may-change-card", otherwise=("too-late-score",), side=misled)
    if not case.is_so("damaged", "Law 21B3", side=misled):
        case.step("Law 21B3", "not-damaged", side=misled)
        return case.rule("no-redress")
    case.step("Law 75D3", "had-it-been-right")
    return adjusted(case, "Law 21B3", misled)


def _duties(case: Case, seat: Seat) -> None:
    """When the explainer, and the partner, must put it right; what the partner may not use."""
    partner = mate(seat)
    case.step("Law 20F4(a)", "correct-own", seat=seat)
    deal = case.state.deal
    declarer = deal.declarer if deal is not None else None
    if declarer is None:
        case.step("Law 20F5", "correct-partner", partner=partner)
    elif case.role(partner) is Role.DEFENDER:
        case.step("Law 20F5(b)", "correct-at-end", partner=partner)
    else:
        case.step("Law 20F5(b)", "correct-now", partner=partner)
    case.step("Law 75A", "heard-it", partner=partner)
    case.bind("unauthorized", partner)


# ---- Law 40: partnership understandings ----


def law_40_untold_agreement(case: Case) -> Ruling:
    """Law 40: a call may mislead everybody, the partner too; an agreement is told."""
    seat = case.seat()
    partner = mate(seat)
    if not case.is_so("agreed", "Law 40A1", seat=seat, partner=partner):
        case.step("Law 40A3", "may-mislead", seat=seat, partner=partner)
        case.step("Law 40C1", "habit-tells", partner=partner)
        return case.rule("may-mislead", otherwise=("agreed",), seat=seat)
    if case.is_so("told", "Law 40A1(b)", seat=seat):
        case.step("Law 40A1(b)", "told")
        return case.rule("may-mislead", seat=seat)
    case.step("Law 40A1(b)", "untold", seat=seat, partner=partner)
    case.step(
        "Law 40B3(a)",
        "adjusted-if-damaged" if case.is_duplicate else "said-only",
        side=others(seat),
    )
    return case.rule("untold", remedies=case.adjusted, seat=seat, partner=partner)


# ---- Laws 20, 41: review and explanation of calls ----

_REVIEWS = {
    "turn": "Law 20B",
    "first-play": "Law 20C2",
    "later": "Law 41C",
    "lead": "Law 20C1",
    "meaning": "Law 20F1",
    "meaning-played": "Law 20F2",
    "unheard": "Law 20A",
    "barred": "Law 20B",
    "out-of-turn": "Law 20B",
    "mistake": "Law 20E",
}
"""What somebody wants to hear, and when: the paragraph that says whether they may."""


def law_20_review(case: Case) -> Ruling:
    """Law 20A-F: who may ask what was called, or what it means, and when."""
    seat = case.seat()
    what = case.pick("review", "Law 20", _REVIEWS, seat=seat)
    if what in ("first-play", "later", "lead", "meaning-played") and case.is_dummy(seat):
        case.step(_REVIEWS[what], "not-dummys", dummy=seat)
        return case.rule("look-no", seat=seat)
    case.step(_REVIEWS[what], f"review-{what}", seat=seat)
    if what not in ("mistake", "lead"):
        case.step("Law 20D", "review-by", side=others(seat))
    return case.rule(f"review-{what}", seat=seat)
