"""What comes before the cards and beside them: Laws 1-16, 20, 21, 40, 73, 75.

House: readings §7: what is found before the first call is dealt again.
"""

from scorekeeper.core.cards import STANDARD_PACK
from scorekeeper.core.citations import inferred
from scorekeeper.core.facts import Fact, Noticed, Reply
from scorekeeper.core.rulings import Duty, Effect, EffectKind, Ruling
from scorekeeper.core.seats import COMPASS, Party, Seat
from scorekeeper.games.arbiter.case import Reason, Said
from scorekeeper.games.bridge.laws.answers import OF_PLAY, OneTooMany, Review
from scorekeeper.games.bridge.laws.calls import law_16c_withdrawn
from scorekeeper.games.bridge.laws.cards import law_67_defective_trick
from scorekeeper.games.bridge.laws.case import Case, mate, others, side

_AGAIN = inferred("§7", "law-13")


def _when(case: Case, cite: str) -> Noticed:
    if case.auction() is not None:
        return Noticed.AUCTION
    return case.ask(Fact.WHEN.value, cite, tuple(Noticed))


def _dealt_again(case: Case, *reasons: Reason, **more: str) -> Ruling:
    said: Said = {"hand": case.whole_pack.hand, **more}
    return case.rule("deal-again", *reasons, effects=case.void(), **said)


def _no_result(case: Case, *reasons: Reason, remedies: str = "") -> Ruling:
    """Laws 12C2, 13, 15: the deal can't be scored; where nobody adjusts, it is
    dealt again."""
    verdict = "deal-again"
    if case.is_duplicate:
        verdict = "no-result"
        remedies = "adjusted"
    return case.rule(verdict, *reasons, effects=case.void(), remedies=remedies)


_FAULTS = {
    "faced": "Law 6D1",
    "order": "Law 6D1",
    "unshuffled": "Law 6D2",
    "pack": "Law 1",
    "dealer": "Law 6",
}
"""What was wrong with a deal, and the law of it."""


def law_6_shuffle_and_deal(case: Case) -> Ruling:
    """Laws 1, 6: before the first call it is dealt again; later most faults
    are waived."""
    what = case.ask("what", "Law 6", _FAULTS, "misdeal")
    when = _when(case, "Law 6")
    law = _FAULTS[what]
    fault = law, f"misdeal-{what}"
    if what == "dealer":
        return case.rule("deal-stands-dealer", fault, (_AGAIN, "stands-dealer"))
    if when is Noticed.DEAL:
        reasons = fault, (_AGAIN, "before-call")
        return _dealt_again(case, *reasons, otherwise="after-call")
    if what == "pack":
        right = _right_pack(case)
        return right or _dealt_again(case, fault, (law, "wrong-pack"))
    if what == "unshuffled":
        return _dealt_again(case, fault, (law, "no-shuffle"))
    case.named["hand"] = case.whole_pack.hand
    case.steps(fault, (_AGAIN, "stands-late"))
    if what == "faced":
        case.step("Law 16D3", "seen-elsewhere")
    return case.rule("deal-stands-late", otherwise="before-call")


def _right_pack(case: Case) -> Ruling | None:
    """The ruling where the pack that is called wrong is the one of this game; None
    where it isn't.

    Asked where a game has another pack than bridge, so that its own cards may be taken
    for wrong.
    """
    pack = case.whole_pack
    if case.is_from_old_release or pack.cards == STANDARD_PACK:
        return None
    ways = ("other", "own")
    if case.ask("1.pack", "Law 1", ways, "own-pack", n=pack.size) == "other":
        return None
    reason = case.pack_cite, "own-pack"
    return case.rule("pack-right", reason, n=pack.size, hand=pack.hand)


def law_13_wrong_number_of_cards(case: Case) -> Ruling:
    """Laws 13, 14, 67: a card too many is another hand's; a card too few is looked for.

    Cards that went wrong in the play are no fault of the deal.
    """
    when = _when(case, "Law 13")
    if when is Noticed.DEAL and not case.is_duplicate:
        said = {"otherwise": "after-call", "remedies": "put-right"}
        return _dealt_again(case, (_AGAIN, "before-call"), **said)
    is_played = when in (Noticed.PLAY, Noticed.AFTER)
    if is_played:
        cause = case.ask("13.cause", "Law 13", ("deal", "trick"), "cause")
        if cause == "trick":
            return law_67_defective_trick(case)
    many = _who_has_too_many(case)
    if isinstance(many, Seat):
        return _too_many(case, many, when)
    if many is OneTooMany.NONE:
        return _missing(case, is_played)
    if many is OneTooMany.SURPLUS:
        return _surplus(case)
    reason = case.pack_cite, "hands-right"
    return case.rule("hands-right", reason, hand=case.whole_pack.hand)


def _who_has_too_many(case: Case) -> Seat | OneTooMany:
    pack = case.whole_pack
    ways: list[Seat | OneTooMany] = [*COMPASS, OneTooMany.NONE, OneTooMany.SURPLUS]
    if pack.cards != STANDARD_PACK:
        ways.insert(-1, OneTooMany.RIGHT)
    options = case.offered("many", ways, hand=pack.hand)
    answer = case.pick("13.many", "Law 13", options, hand=pack.hand)
    place = [value for value, _ in options].index(answer)
    return ways[place]


def _surplus(case: Case) -> Ruling:
    case.step("Law 13C", "surplus")
    if not case.yes("13.surplus-played", "Law 13C"):
        return case.rule("surplus")
    played = ("Law 13C", "surplus-played")
    return case.rule("surplus", played, remedies=case.adjusted())


def _too_many(case: Case, seat: Seat, when: Noticed) -> Ruling:
    case.speak_of(seat)
    case.step("Law 13", "too-many", hand=case.whole_pack.hand)
    is_played = when in (Noticed.PLAY, Noticed.AFTER)
    if when is Noticed.AUCTION:  # who is short counts as well
        auction = case.auction()
        has_called = auction is not None and auction.last_by(seat) is not None
        is_played = has_called or case.yes("13.wrong-called", "Law 13A")
    if is_played:
        return _played_with(case, seat, when)
    return _before_their_call(case, when)


def _played_with(case: Case, many: Seat, when: Noticed) -> Ruling:
    if when is Noticed.AFTER:
        return _no_result(case, ("Law 13D", "cancelled-result"), remedies="put-right")
    if not case.judge_exception("13.normal", "Law 13B1", "normal", "Law 13B2"):
        return _no_result(case, ("Law 13B2", "not-normal"), remedies="put-right")
    case.bind(Duty.UNAUTHORIZED, mate(many))
    case.steps(("Law 13B1", "put-right"), ("Law 16D3", "seen-elsewhere"))
    otherwise = "took-hidden" if case.whole_pack.hidden else ""
    remedies = case.adjusted()
    return case.rule("put-right", otherwise=otherwise, remedies=remedies)


def _before_their_call(case: Case, when: Noticed) -> Ruling:
    if when is Noticed.DEAL and case.yes("6.just-dealt", "Law 6D1", "just-dealt"):
        return _dealt_again(case, ("Law 6D1", "misdeal-order"))
    if case.yes("13.other-seen", "Law 13A1"):
        adjusted = ("Law 13A2", "played-and-adjusted")
        return case.rule("put-right", adjusted, remedies=case.adjusted())
    return case.rule("put-right", ("Law 13A1", "just-put-right"))


def _missing(case: Case, is_played: bool) -> Ruling:
    hand = case.whole_pack.hand
    few = case.ask("14.few", "Law 14", COMPASS, hand=hand)
    case.speak_of(few)
    ways = ("elsewhere", "trick", "nowhere") if is_played else ("elsewhere", "nowhere")
    place = case.ask("14.found", "Law 14", ways)
    case.step("Law 14B" if is_played else "Law 14A", "too-few", hand=hand)
    if place == "trick":
        case.step("Law 14B1", "in-a-trick")
        return law_67_defective_trick(case, few, is_many=True)
    verdict = "restored"
    if place == "nowhere":
        verdict = "other-pack"
        case.step("Law 14B3" if is_played else "Law 14A2", verdict)
    case.bind(Duty.UNAUTHORIZED, mate(few))
    if is_played:
        all_along = ("Law 14B4", "all-along-play")
        otherwise = "could-have-played"
    else:
        all_along = ("Law 14A3", "all-along")
        otherwise = ""
    reasons = all_along, ("Law 14C", "restored-seen")
    return case.rule(verdict, *reasons, otherwise=otherwise)


def law_15_wrong_board(case: Case) -> Ruling:
    """Law 15: a call with the cards of another deal; a board that was not to be
    played now."""
    seat = case.seat()
    if case.ask("15.wrong", "Law 15", ("cards", "board")) == "board":
        if not case.yes("15.played-before", "Law 15B1"):
            return case.rule("board-stands", ("Law 15B2", "board-new"))
        case.step("Law 15B1", "board-played")
        return case.rule("no-result", effects=case.void(), remedies=case.adjusted())
    case.step("Law 15A1", "wrong-cards")
    if case.yes("15.partner-called", "Law 15A2(a)"):
        return _no_result(case, ("Law 15A2(a)", "partner-heard"))
    case.step("Law 15A2(b)", "right-cards")
    law_16c_withdrawn(case, seat)
    return case.rule(
        "wrong-cards", ("Law 15A3", "other-board"), remedies=case.adjusted()
    )


# ---- Law 16D: information from other sources ----

_SEEN = {
    "again": "Law 16D2(b)",
    "places": "Law 16D2(a)",
    "play": "Law 16D2(c)",
    "adjust": "Law 16D2(d)",
}
"""What is done before the first call about something seen or heard elsewhere."""


def law_16d_seen_elsewhere(case: Case) -> Ruling:
    """Law 16D: a card of another hand was seen, a call or a result of this
    deal overheard."""
    case.seat()  # the words name it
    case.step("Law 16D1", "told-forthwith")
    remedies = case.adjusted()
    if _when(case, "Law 16D") is not Noticed.DEAL:
        late = ("Law 16D3", "seen-elsewhere")
        return case.rule("play-adjusted", late, remedies=remedies)
    ways = [way for way in _SEEN if way != "adjust" or case.is_duplicate]
    way = case.ask("16.remedy", "Law 16D2", ways, "seen-way")
    reason = _SEEN[way], f"seen-{way}"
    if way == "adjust":
        return _no_result(case, reason)
    if way == "again":
        return _dealt_again(case, reason)
    if way == "places":
        return case.rule("places-changed", reason)
    return case.rule("play-adjusted", reason, remedies=remedies)


# ---- Laws 16B, 20F, 21, 40, 73, 75: unauthorized information, deception, misinformation ----


def law_16_unauthorized_information(case: Case) -> Ruling:
    """Laws 16B, 73: a hesitation is no offence; choosing what it suggests over another
    is one."""
    seat = case.seat()
    case.named["side"] = others(seat)
    sign = case.ask("16.sign", "Law 16B1", ("hesitation", "remark", "question"))
    # Nobody is convicted of what only one side says.
    ways = case.offered("happened", (Reply.YES, Reply.NO))
    happened = case.judge("16.happened", "Law 16B2", ways)
    if happened == Reply.NO:
        return case.rule("none", ("Law 73D1", "no-sign"))
    if happened is None:
        return _disputed(case, "16.happened")
    law = "Law 73D1" if sign == "hesitation" else "Law 73B1"
    case.steps((law, f"sign-{sign}"), ("Law 73C1", "avoid"))
    case.bind(Duty.UNAUTHORIZED, mate(seat))
    ways = case.offered("acted", (Reply.NOT_YET, "free", "suggested"))
    acted = case.judge("16.acted", "Law 16B1", ways)
    if acted is None:
        return _disputed(case, "16.acted")
    if acted == Reply.NOT_YET:
        return case.rule("careful", ("Law 16B2", "reserve"), waits="16.acted")
    if acted == "free":
        return case.rule("ui-stands", ("Law 16B1(b)", "no-alternative"))
    return _adjusted(case, others(seat), ("Law 16B1(a)", "suggested"), "Law 16B3")


def _disputed(case: Case, name: str) -> Ruling:
    """Law 85: what the sides say differently is not established, and nobody is ruled
    against by it; it stays open for the arbiter, or until both sides say the same."""
    return case.rule("disputed", ("Law 85", "sides-differ"), waits=name)


def _adjusted(
    case: Case, damaged: Party, why: Reason, law: str, verdict: str = ""
) -> Ruling:
    """At duplicate the score is adjusted at the end; elsewhere the law is said."""
    remedies = case.adjusted()
    said: Said = {"remedies": remedies, "side": damaged}
    if not case.is_duplicate:
        return case.rule(verdict or "breach-said", why, (law, "said-only"), **said)
    # rulings of older releases were not asked
    if case.assertions is not None:
        if case.deal().tricks is not None:
            return _assigned(case, damaged, why, verdict)
        said["waits"] = "12.result"
    return case.rule(verdict or "adjusted", why, (law, "adjusted-if-damaged"), **said)


def _assigned(case: Case, damaged: Party, why: Reason, verdict: str) -> Ruling:
    """Law 12B1, C1: the score of a deal that is over becomes what was likely without
    the infraction, where that is better for the side that was damaged."""
    own = side(case.declarer())
    case.steps(why, ("Law 12B1", "likely-instead"), side=damaged)
    tricks = range(case.tariff.tricks + 1)
    options = case.offered("result", ("stands", "other", *tricks))
    answer = case.judge_asserted(
        "12.result", "Law 12C1", options, "other", "result", side=own
    )
    if answer is None:
        return _disputed(case, "12.result")
    if answer == "other":
        case.step("Law 12C1", "another-contract")
        remedies = case.adjusted()
        return case.rule(verdict or "adjusted", remedies=remedies, side=damaged)
    won = case.deal().tricks or 0
    likely = won if answer == "stands" else int(answer)
    gained = likely - won if own is damaged else won - likely
    if gained <= 0:
        return case.rule("score-stands", side=damaged)
    effect = Effect(EffectKind.TRICKS, damaged.id, gained)
    return case.scored("assigned", effect, side=own, tricks=likely)


def law_73_deception(case: Case) -> Ruling:
    """Law 73D2, E: calls and plays may deceive; a pause, a question or a remark
    may not."""
    seat = case.seat()
    if case.ask("73.misled", "Law 73E", (Reply.YES, "call")) == "call":
        return case.rule("may-mislead", ("Law 73E1", "by-cards"))
    # a good reason excuses it, and so does what nobody could have known
    for name, is_excused in (("73.reason", True), ("73.could-know", False)):
        is_so = case.judge_whether(name, "Law 73E2")
        if is_so is None:
            return _disputed(case, name)
        if is_so is is_excused:
            return case.rule("ui-own-risk", ("Law 73D1", "own-risk"))
    return _adjusted(case, others(seat), ("Law 73D2", "no-misleading"), "Law 73E2")


def law_21_misinformation(case: Case) -> Ruling:
    """Laws 20F, 21, 47E2, 75: a wrong explanation, or none where one was due."""
    seat = case.seat()  # who explained, or should have
    case.named["side"] = others(seat)
    ways = ("explained", "called", "own", "unknown")
    wrong = case.ask("75.which-wrong", "Law 75", ways)
    if wrong == "called":
        return _mistaken_call(case, seat)
    if wrong == "own":
        return case.rule("no-redress", ("Law 21A", "own-misunderstanding"))
    if wrong == "unknown":
        case.step("Law 21B1(b)", "presumed")
    case.step("Law 75B1", "misinformed")
    case.step("Law 20F4(a)", "correct-own")
    case.steps(_partners_correction(case, seat), ("Law 75A", "heard-it"))
    case.bind(Duty.UNAUTHORIZED, mate(seat))
    stages = ("card", "late") if case.is_in_play() else ("auction", "card", "late")
    stage = case.ask("21.stage", "Law 21B1(a)", stages)
    if stage == "auction":
        case.step("Law 21B1(a)", "may-change")
        case.step("Law 21B2", "then-change", side=side(seat))
        return case.rule("may-change-call", otherwise="too-late-score")
    if stage == "card":
        back = "Law 47E2(a)", "card-back"
        return case.rule("may-change-card", back, otherwise="too-late-score")
    return _damage(case, seat)


def _mistaken_call(case: Case, seat: Seat) -> Ruling:
    case.bind(Duty.UNAUTHORIZED, mate(seat))
    case.step("Law 75C", "mistaken-call")
    reasons = ("Law 21A", "stands-as-is"), ("Law 75A", "heard-it")
    return case.rule("call-was-wrong", *reasons)


def _partners_correction(case: Case, seat: Seat) -> Reason:
    """Law 20F5: when the partner of this player puts the explanation right."""
    deal = case.state.deal
    if deal is None or deal.declarer is None:
        return "Law 20F5", "correct-partner"
    is_defender = case.is_defender(mate(seat))
    return "Law 20F5(b)", "correct-at-end" if is_defender else "correct-now"


def _damage(case: Case, seat: Seat) -> Ruling:
    is_damaged = case.judge_whether("21.damaged", "Law 21B3")
    if is_damaged is None:
        return _disputed(case, "21.damaged")
    if not is_damaged:
        return case.rule("no-redress", ("Law 21B3", "not-damaged"))
    return _adjusted(case, others(seat), ("Law 75D3", "had-it-been-right"), "Law 21B3")


def law_40_untold_agreement(case: Case) -> Ruling:
    """Law 40: a call may mislead everybody, the partner too; an agreement is told."""
    seat = case.seat()
    if not case.yes("40.agreed", "Law 40A1"):
        reasons = ("Law 40A3", "may-mislead"), ("Law 40C1", "habit-tells")
        return case.rule("may-mislead", *reasons, otherwise="agreed")
    if case.yes("40.told", "Law 40A1(b)"):
        return case.rule("may-mislead", ("Law 40A1(b)", "told"))
    why = ("Law 40A1(b)", "untold")
    return _adjusted(case, others(seat), why, "Law 40B3(a)", "untold")


# ---- Laws 20, 41: review and explanation of calls ----

_REVIEWS = {
    Review.TURN: "Law 20B",
    Review.FIRST_PLAY: "Law 20C2",
    Review.LATER: "Law 41C",
    Review.LEAD: "Law 20C1",
    Review.MEANING: "Law 20F1",
    Review.MEANING_PLAYED: "Law 20F2",
    Review.UNHEARD: "Law 20A",
    Review.BARRED: "Law 20B",
    Review.OUT_OF_TURN: "Law 20B",
    Review.MISTAKE: "Law 20E",
}
"""What somebody wants to hear, and when: the paragraph that says whether they may."""


def law_20_review(case: Case) -> Ruling:
    """Law 20A-F: who may ask what was called, or what it means, and when."""
    seat = case.seat()
    what = case.ask("20.review", "Law 20", _REVIEWS)
    law = _REVIEWS[what]
    code = f"review-{what}"
    if what in (Review.TURN, Review.MEANING) and case.must_pass(seat):
        return case.rule("review-barred", (law, "review-barred"))
    if what in OF_PLAY and case.is_dummy(seat):
        return case.rule("look-no", (law, "not-dummys"), dummy=seat)
    case.step(law, code)
    if what not in (Review.MISTAKE, Review.LEAD):
        case.step("Law 20D", "review-by", side=others(seat))
    return case.rule(code)
