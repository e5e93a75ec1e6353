"""What comes before the cards and beside them: Laws 1-16, 20, 21, 40, 73, 75.

House: readings §7: what is found before the first call is dealt again.
"""

from scorekeeper.core.citations import inferred
from scorekeeper.core.rulings import Ruling
from scorekeeper.core.seats import COMPASS, Seat
from scorekeeper.games.bridge.laws import table
from scorekeeper.games.bridge.laws.calls import law_16c_withdrawn
from scorekeeper.games.bridge.laws.table import PlayRole, mate, others, side
from scorekeeper.games.bridge.laws.tricks import law_67_defective_trick
from scorekeeper.games.case import Case, Question

_AGAIN = inferred("§7", "law-13")


WHEN = Question("when", None, str, ("deal", "auction", "play", "after"))
FAULTS = ("faced", "order", "unshuffled", "pack", "dealer")
WHAT = Question("what", "Law 6", str, FAULTS, words="misdeal")
CAUSE = Question("13.cause", "Law 13", str, ("deal", "trick"))
MANY = Question("13.many", "Law 13", str)
SURPLUS_PLAYED = Question("13.surplus-played", "Law 13C", bool)
NORMAL = Question("13.normal", "Law 13B1", bool)
WRONG_CALLED = Question("13.wrong-called", "Law 13A", bool)
JUST_DEALT = Question("6.just-dealt", "Law 6D1", bool)
OTHER_SEEN = Question("13.other-seen", "Law 13A1", bool)
FEW = Question("14.few", "Law 14", Seat, COMPASS)
FOUND = Question("14.found", "Law 14", str)


def _when(case: Case, cite: object) -> str:
    if table.auction(case) is not None:
        return "auction"
    return case.ask(WHEN, cite=cite)


def law_6_shuffle_and_deal(case: Case) -> Ruling:
    """Laws 1, 6: before the first call it is dealt again; later most faults are waived."""
    what = case.ask(WHAT)
    when = _when(case, "Law 6")
    hand = table.pack(case).hand
    sections = {"pack": "Law 1", "unshuffled": "Law 6D2", "dealer": "Law 6"}
    case.step(sections.get(what, "Law 6D1"), f"misdeal-{what}", hand=hand)
    if when == "deal" and what != "dealer":
        case.step(_AGAIN, "before-call", hand=hand)
        return case.rule("deal-again", otherwise=("after-call",), effects=table.void(case))
    if what in ("pack", "unshuffled"):
        case.step(sections[what], "wrong-pack" if what == "pack" else "no-shuffle")
        return case.rule("deal-again", effects=table.void(case))
    code = "dealer" if what == "dealer" else "late"
    case.step(_AGAIN, f"stands-{code}")
    if what == "faced":
        case.step("Law 16D3", "seen-elsewhere")
    before = () if code == "dealer" else ("before-call",)
    return case.rule(f"deal-stands-{code}", otherwise=before)


def law_13_wrong_number_of_cards(case: Case) -> Ruling:
    """Laws 13, 14, 67: a card too many is another hand's; a card too few is looked for.

    Cards that went wrong in the play are no fault of the deal.
    """
    when = _when(case, "Law 13")
    if when == "deal" and not table.is_duplicate(case):
        case.step(_AGAIN, "before-call", hand=table.pack(case).hand)
        again, later = table.void(case), ("after-call",)
        return case.rule("deal-again", otherwise=later, effects=again, remedies=("put-right",))
    if when in ("play", "after") and case.ask(CAUSE) == "trick":
        return law_67_defective_trick(case)
    hand = table.pack(case).hand
    offered = [case.option(seat) for seat in COMPASS]
    offered += [(one, case.words("answer", f"many.{one}")) for one in ("none", "surplus")]
    many = case.ask(MANY, offered, hand=hand)
    if many == "none":
        return _missing(case, when)
    if many == "surplus":
        return _surplus(case)
    return _too_many(case, Seat(many), when)


def _surplus(case: Case) -> Ruling:
    """Law 13C: a card that is not of this deal."""
    case.step("Law 13C", "surplus")
    if case.ask(SURPLUS_PLAYED):
        case.step("Law 13C", "surplus-played")
        return case.rule("surplus", remedies=table.adjusted(case))
    return case.rule("surplus")


def _too_many(case: Case, many: Seat, when: str) -> Ruling:
    """Law 13B, D: somebody has called or played with a card of another hand."""
    case.step("Law 13", "too-many", seat=many, hand=table.pack(case).hand)
    if when == "deal" or (when == "auction" and not _has_called(case, many)):
        return _before_their_call(case, when)
    if when == "after":
        case.step("Law 13D", "cancelled-result")
    elif case.ask(NORMAL):
        case.step("Law 13B1", "put-right", seat=many, partner=mate(many))
        case.step("Law 16D3", "seen-elsewhere")
        case.bind("unauthorized", mate(many))
        return case.rule("put-right", remedies=table.adjusted(case))
    else:
        case.step("Law 13B2", "not-normal")
    return _no_result(case, "put-right")


def _no_result(case: Case, *remedies: str) -> Ruling:
    """Laws 12C2, 13, 15: the deal can't be scored; where nobody adjusts, it is dealt again."""
    if table.is_duplicate(case):
        return case.rule("no-result", effects=table.void(case), remedies=table.adjusted(case))
    return case.rule("deal-again", effects=table.void(case), remedies=remedies)


def _has_called(case: Case, many: Seat) -> bool:
    """Whether a player with a wrong hand has called: the one who is short counts as well."""
    auction = table.auction(case)
    if auction and any(auction.caller(n) is many for n in range(len(auction.calls))):
        return True
    return case.ask(WRONG_CALLED, seat=many)


def _before_their_call(case: Case, when: str) -> Ruling:
    """Law 13A: nobody with a wrong hand has called yet; a board just dealt is dealt again."""
    if when == "deal" and case.ask(JUST_DEALT):
        case.step("Law 6D1", "misdeal-order", hand=table.pack(case).hand)
        return case.rule("deal-again", effects=table.void(case))
    if case.ask(OTHER_SEEN):
        case.step("Law 13A2", "played-and-adjusted")
        return case.rule("put-right", remedies=table.adjusted(case))
    case.step("Law 13A1", "just-put-right")
    return case.rule("put-right")


def _missing(case: Case, when: str) -> Ruling:
    """Law 14: a card that is found belonged to the short hand all along."""
    hand, is_early = table.pack(case).hand, when in ("deal", "auction")
    few = case.ask(FEW, hand=hand)
    places = ("elsewhere", "nowhere") if is_early else ("elsewhere", "trick", "nowhere")
    found = case.ask(FOUND, places)
    case.step("Law 14A" if is_early else "Law 14B", "too-few", seat=few, hand=hand)
    if found == "trick":
        case.step("Law 14B1", "in-a-trick", seat=few)
        return law_67_defective_trick(case, few, is_many=True)
    partner = mate(few)
    if found == "nowhere":
        case.step("Law 14A2" if is_early else "Law 14B3", "other-pack")
    if is_early:
        case.step("Law 14A3", "all-along", seat=few)
    else:
        case.step("Law 14B4", "all-along-play", seat=few)
    case.step("Law 14C", "restored-seen", partner=partner)
    case.bind("unauthorized", partner)
    code = "other-pack" if found == "nowhere" else "restored"
    otherwise = () if is_early else ("could-have-played",)
    return case.rule(code, otherwise=otherwise, seat=few)


# ---- Law 15: wrong board or hand ----

WRONG = Question("15.wrong", "Law 15", str, ("cards", "board"))
PLAYED_BEFORE = Question("15.played-before", "Law 15B1", bool)
PARTNER_CALLED = Question("15.partner-called", "Law 15A2(a)", bool)


def law_15_wrong_board(case: Case) -> Ruling:
    """Law 15: a call with the cards of another deal; a board that was not to be played now."""
    seat = case.seat()
    if case.ask(WRONG) == "board":
        if case.ask(PLAYED_BEFORE):
            case.step("Law 15B1", "board-played")
            return case.rule("no-result", effects=table.void(case), remedies=table.adjusted(case))
        case.step("Law 15B2", "board-new")
        return case.rule("board-stands")
    case.step("Law 15A1", "wrong-cards")
    if case.ask(PARTNER_CALLED):
        case.step("Law 15A2(a)", "partner-heard", partner=mate(seat))
        return _no_result(case)
    case.step("Law 15A2(b)", "right-cards")
    law_16c_withdrawn(case, seat)
    case.step("Law 15A3", "other-board")
    return case.rule("wrong-cards", remedies=table.adjusted(case))


# ---- Law 16D: information from other sources ----

_SEEN = {"again": "(b)", "places": "(a)", "play": "(c)", "adjust": "(d)"}
REMEDY = Question("16.remedy", "Law 16D2", str, words="seen-way")


def law_16d_seen_elsewhere(case: Case) -> Ruling:
    """Law 16D: a card of another hand was seen, a call or a result of this deal overheard."""
    case.seat()  # the words name it
    case.step("Law 16D1", "told-forthwith")
    if _when(case, "Law 16D") != "deal":
        case.step("Law 16D3", "seen-elsewhere")
        return case.rule("play-adjusted", remedies=table.adjusted(case))
    ways = tuple(_SEEN)[: None if table.is_duplicate(case) else -1]
    way = case.ask(REMEDY, ways)
    case.step(f"Law 16D2{_SEEN[way]}", f"seen-{way}")
    if way == "adjust":
        return _no_result(case)
    if way == "again":
        return case.rule("deal-again", effects=table.void(case))
    if way == "places":
        return case.rule("places-changed")
    return case.rule("play-adjusted", remedies=table.adjusted(case))


# ---- Laws 16B, 73: unauthorized information ----

SIGN = Question("16.sign", "Law 16B1", str, ("hesitation", "remark", "question"))
HAPPENED = Question("16.happened", "Law 16B2", str, ("yes", "no", "differ"))
ACTED = Question("16.acted", "Law 16B1", str, ("not-yet", "free", "suggested"))


def law_16_unauthorized_information(case: Case) -> Ruling:
    """Laws 16B, 73: a hesitation is no offence; choosing what it suggests over another is one."""
    seat = case.seat()
    partner, damaged = mate(seat), others(seat)
    sign = case.ask(SIGN)
    # Nobody is convicted of what only one side says.
    happened = case.ask(HAPPENED, sign=sign)
    if happened == "no":
        return case.nothing("Law 73D1", "no-sign")
    if happened == "differ":
        case.step("Law 85", "sides-differ")
        return case.rule("disputed", waits=HAPPENED.name, side=damaged)
    case.step("Law 73D1" if sign == "hesitation" else "Law 73B1", f"sign-{sign}")
    case.step("Law 73C1", "avoid")
    case.bind("unauthorized", partner)
    acted = case.ask(ACTED)
    if acted == "not-yet":
        case.step("Law 16B2", "reserve", side=damaged)
        return case.rule("careful", waits=ACTED.name, side=damaged)
    if acted == "free":
        case.step("Law 16B1(b)", "no-alternative")
        return case.rule("ui-stands")
    case.step("Law 16B1(a)", "suggested")
    return adjusted(case, "Law 16B3", damaged)


def adjusted(case: Case, law: str, damaged: object) -> Ruling:
    """At duplicate the score is adjusted at the end; elsewhere the law is said."""
    if table.is_duplicate(case):
        case.step(law, "adjusted-if-damaged", side=damaged)
        return case.rule("adjusted", remedies=("adjusted",), side=damaged)
    case.step(law, "said-only", side=damaged)
    return case.rule("breach-said", remedies=("likely",), side=damaged)


# ---- Law 73D, E: deception ----

MISLED = Question("73.misled", "Law 73E", str, ("yes", "call"))
REASON = Question("73.reason", "Law 73E2", bool)
COULD_KNOW = Question("73.could-know", "Law 73E2", bool)


def law_73_deception(case: Case) -> Ruling:
    """Law 73D2, E: calls and plays may deceive; a pause, a question or a remark may not."""
    seat = case.seat()
    if case.ask(MISLED) == "call":
        case.step("Law 73E1", "by-cards")
        return case.rule("may-mislead")
    if case.ask(REASON):
        case.step("Law 73D1", "own-risk")
        return case.rule("ui-own-risk")
    if not case.ask(COULD_KNOW):
        case.step("Law 73D1", "own-risk")
        return case.rule("ui-own-risk")
    case.step("Law 73D2", "no-misleading")
    return adjusted(case, "Law 73E2", others(seat))


# ---- Laws 20F, 21, 75: misinformation ----

WHICH_WRONG = Question("75.which-wrong", "Law 75", str, ("explained", "called", "own", "unknown"))
STAGE = Question("21.stage", "Law 21B1(a)", str, ("auction", "card", "late"))
DAMAGED = Question("21.damaged", "Law 21B3", bool)


def law_21_misinformation(case: Case) -> Ruling:
    """Laws 20F, 21, 47E2, 75: a wrong explanation, or none where one was due."""
    seat = case.seat()  # who explained, or should have
    misled, partner = others(seat), mate(seat)
    which = case.ask(WHICH_WRONG)
    if which == "called":
        case.step("Law 75C", "mistaken-call")
        case.step("Law 21A", "stands-as-is")
        case.step("Law 75A", "heard-it")
        case.bind("unauthorized", partner)
        return case.rule("call-was-wrong")
    if which == "own":
        case.step("Law 21A", "own-misunderstanding")
        return case.rule("no-redress")
    if which == "unknown":
        case.step("Law 21B1(b)", "presumed")
    case.step("Law 75B1", "misinformed", side=misled)
    _duties(case, seat)
    stages = STAGE.answers[1:] if table.is_in_play(case) else STAGE.answers
    when = case.ask(STAGE, stages, side=misled)
    if when == "auction":
        case.step("Law 21B1(a)", "may-change", side=misled)
        case.step("Law 21B2", "then-change", side=side(seat))
        return case.rule("may-change-call", otherwise=("too-late-score",), side=misled)
    if when == "card":
        case.step("Law 47E2(a)", "card-back", side=misled)
        return case.rule("may-change-card", otherwise=("too-late-score",), side=misled)
    if not case.ask(DAMAGED, side=misled):
        case.step("Law 21B3", "not-damaged", side=misled)
        return case.rule("no-redress")
    case.step("Law 75D3", "had-it-been-right")
    return adjusted(case, "Law 21B3", misled)


def _duties(case: Case, seat: Seat) -> None:
    """When the explainer, and the partner, must put it right; what the partner may not use."""
    partner = mate(seat)
    case.step("Law 20F4(a)", "correct-own")
    deal = case.state.deal
    declarer = deal.declarer if deal is not None else None
    if declarer is None:
        case.step("Law 20F5", "correct-partner")
    elif table.role(case, partner) is PlayRole.DEFENDER:
        case.step("Law 20F5(b)", "correct-at-end")
    else:
        case.step("Law 20F5(b)", "correct-now")
    case.step("Law 75A", "heard-it")
    case.bind("unauthorized", partner)


# ---- Law 40: partnership understandings ----

AGREED = Question("40.agreed", "Law 40A1", bool)
TOLD = Question("40.told", "Law 40A1(b)", bool)


def law_40_untold_agreement(case: Case) -> Ruling:
    """Law 40: a call may mislead everybody, the partner too; an agreement is told."""
    seat = case.seat()
    if not case.ask(AGREED):
        case.step("Law 40A3", "may-mislead")
        case.step("Law 40C1", "habit-tells")
        return case.rule("may-mislead", otherwise=("agreed",))
    if case.ask(TOLD):
        case.step("Law 40A1(b)", "told")
        return case.rule("may-mislead")
    case.step("Law 40A1(b)", "untold")
    case.step(
        "Law 40B3(a)",
        "adjusted-if-damaged" if table.is_duplicate(case) else "said-only",
        side=others(seat),
    )
    return case.rule("untold", remedies=table.adjusted(case))


# ---- Laws 20, 41: review and explanation of calls ----

REVIEW = Question("20.review", "Law 20", str)

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
    what = case.ask(REVIEW, _REVIEWS)
    if what in ("turn", "meaning") and table.is_bound(case, seat, "pass", "pass-once"):
        case.step(_REVIEWS[what], "review-barred")
        return case.rule("review-barred")
    if what in ("first-play", "later", "lead", "meaning-played") and table.is_dummy(case, seat):
        case.step(_REVIEWS[what], "not-dummys", dummy=seat)
        return case.rule("look-no")
    case.step(_REVIEWS[what], f"review-{what}")
    if what not in ("mistake", "lead"):
        case.step("Law 20D", "review-by", side=others(seat))
    return case.rule(f"review-{what}")
