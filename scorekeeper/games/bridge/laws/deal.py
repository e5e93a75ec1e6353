"""What comes before the cards and beside them: Laws 1-16, 20, 21, 40, 73, 75.

House: readings §7: what is found before the first call is dealt again.
"""

from scorekeeper.core.cards import STANDARD_PACK
from scorekeeper.core.citations import inferred
from scorekeeper.core.facts import Fact, Noticed
from scorekeeper.core.rulings import Effect, Ruling
from scorekeeper.core.seats import COMPASS, Party, Seat
from scorekeeper.games.arbiter.case import Reason, Said
from scorekeeper.games.bridge.laws import table
from scorekeeper.games.bridge.laws.calls import law_16c_withdrawn
from scorekeeper.games.bridge.laws.cards import law_67_defective_trick
from scorekeeper.games.bridge.laws.table import Case, mate, others, side

_AGAIN = inferred("§7", "law-13")


def _when(case: Case, cite: str) -> str:
    if table.auction(case) is not None:
        return "auction"
    return case.ask(Fact.WHEN.value, cite, tuple(Noticed))


def _dealt_again(case: Case, *reasons: Reason, **more: str) -> Ruling:
    said: Said = {
        "hand": table.pack(case).hand,
        "effects": table.void(case),
        **more,
    }
    return case.rule("deal-again", *reasons, **said)


def _no_result(case: Case, *reasons: Reason, remedies: str = "") -> Ruling:
    """Laws 12C2, 13, 15: the deal can't be scored; where nobody adjusts, it is dealt
    again."""
    is_adjusted = table.is_duplicate(case)
    verdict, remedies = (
        ("no-result", "adjusted") if is_adjusted else ("deal-again", remedies)
    )
    return case.rule(verdict, *reasons, effects=table.void(case), remedies=remedies)


_FAULTS = {
    "faced": "Law 6D1",
    "order": "Law 6D1",
    "unshuffled": "Law 6D2",
    "pack": "Law 1",
    "dealer": "Law 6",
}
"""What was wrong with a deal, and the law of it."""


def law_6_shuffle_and_deal(case: Case) -> Ruling:
    """Laws 1, 6: before the first call it is dealt again; later most faults are
    waived."""
    what = case.ask("what", "Law 6", _FAULTS, "misdeal")
    when = _when(case, "Law 6")
    law = _FAULTS[what]
    fault = law, f"misdeal-{what}"
    if what == "dealer":
        return case.rule("deal-stands-dealer", fault, (_AGAIN, "stands-dealer"))
    if when == "deal":
        return _dealt_again(
            case, fault, (_AGAIN, "before-call"), otherwise="after-call"
        )
    if what == "pack" and (right := _right_pack(case)):
        return right
    if what in ("pack", "unshuffled"):
        return _dealt_again(
            case, fault, (law, "wrong-pack" if what == "pack" else "no-shuffle")
        )
    reasons: list[Reason] = [fault, (_AGAIN, "stands-late")]
    if what == "faced":
        reasons.append(("Law 16D3", "seen-elsewhere"))
    hand = table.pack(case).hand
    return case.rule("deal-stands-late", *reasons, otherwise="before-call", hand=hand)


def _right_pack(case: Case) -> Ruling | None:
    """The ruling where the pack that is called wrong is the one of this game; None
    where it isn't.

    Asked where a game has another pack than bridge, so that its own cards may be taken
    for wrong.
    """
    pack = table.pack(case)
    is_own = not case.is_as_told and pack.cards != STANDARD_PACK
    if not is_own:
        return None
    if (
        case.ask("1.pack", "Law 1", ("other", "own"), "own-pack", n=pack.size)
        == "other"
    ):
        return None
    reason = table.pack_cite(case), "own-pack"
    return case.rule("pack-right", reason, n=pack.size, hand=pack.hand)


def law_13_wrong_number_of_cards(case: Case) -> Ruling:
    """Laws 13, 14, 67: a card too many is another hand's; a card too few is looked for.

    Cards that went wrong in the play are no fault of the deal.
    """
    when = _when(case, "Law 13")
    if when == "deal" and not table.is_duplicate(case):
        said = {"otherwise": "after-call", "remedies": "put-right"}
        return _dealt_again(case, (_AGAIN, "before-call"), **said)
    is_played = when in ("play", "after")
    if (
        is_played
        and case.ask("13.cause", "Law 13", ("deal", "trick"), "cause") == "trick"
    ):
        return law_67_defective_trick(case)
    hand = table.pack(case).hand
    # its hands may be called wrong, and be right
    is_own = table.pack(case).cards != STANDARD_PACK
    ways = (*COMPASS, "none", *["right"] * is_own, "surplus")
    many = case.pick(
        "13.many", "Law 13", case.offered("many", ways, hand=hand), hand=hand
    )
    if many == "right":
        return case.rule(
            "hands-right", (table.pack_cite(case), "hands-right"), hand=hand
        )
    if many == "none":
        return _missing(case, is_played)
    if many == "surplus":  # a card that is not of this deal
        case.step("Law 13C", "surplus")
        played = [("Law 13C", "surplus-played")] * case.yes(
            "13.surplus-played", "Law 13C"
        )
        return case.rule(
            "surplus", *played, remedies=table.adjusted(case) if played else ""
        )
    table.speak_of(case, seat := Seat(many))
    case.step("Law 13", "too-many", hand=hand)
    if when == "auction":  # who is short counts as well
        auction = table.auction(case)
        callers = map(auction.caller, range(len(auction.calls))) if auction else ()
        is_played = seat in callers or case.yes("13.wrong-called", "Law 13A")
    return (
        _played_with(case, seat, when) if is_played else _before_their_call(case, when)
    )


def _played_with(case: Case, many: Seat, when: str) -> Ruling:
    """Law 13B, D: somebody has called or played with a card of another hand."""
    if when == "after":
        return _no_result(case, ("Law 13D", "cancelled-result"), remedies="put-right")
    if not table.is_established(case, "13.normal", "Law 13B1", "normal", "Law 13B2"):
        return _no_result(case, ("Law 13B2", "not-normal"), remedies="put-right")
    case.bind("unauthorized", mate(many))
    reasons = ("Law 13B1", "put-right"), ("Law 16D3", "seen-elsewhere")
    otherwise = "took-hidden" if table.pack(case).hidden else ""
    return case.rule(
        "put-right", *reasons, otherwise=otherwise, remedies=table.adjusted(case)
    )


def _before_their_call(case: Case, when: str) -> Ruling:
    """Law 13A: nobody with a wrong hand has called yet; a board just dealt is dealt
    again."""
    if when == "deal" and case.yes("6.just-dealt", "Law 6D1", "just-dealt"):
        return _dealt_again(case, ("Law 6D1", "misdeal-order"))
    if case.yes("13.other-seen", "Law 13A1"):
        adjusted = ("Law 13A2", "played-and-adjusted")
        return case.rule("put-right", adjusted, remedies=table.adjusted(case))
    return case.rule("put-right", ("Law 13A1", "just-put-right"))


def _missing(case: Case, is_played: bool) -> Ruling:
    """Law 14: a card that is found belonged to the short hand all along."""
    hand = table.pack(case).hand
    few = case.ask("14.few", "Law 14", COMPASS, hand=hand)
    table.speak_of(case, few)
    ways = ("elsewhere", "trick", "nowhere") if is_played else ("elsewhere", "nowhere")
    found = case.ask("14.found", "Law 14", ways)
    case.step("Law 14B" if is_played else "Law 14A", "too-few", hand=hand)
    if found == "trick":
        case.step("Law 14B1", "in-a-trick")
        return law_67_defective_trick(case, few, is_many=True)
    if found == "nowhere":
        case.step("Law 14B3" if is_played else "Law 14A2", "other-pack")
    all_along = (
        ("Law 14B4", "all-along-play") if is_played else ("Law 14A3", "all-along")
    )
    case.bind("unauthorized", mate(few))
    reasons = all_along, ("Law 14C", "restored-seen")
    verdict = "other-pack" if found == "nowhere" else "restored"
    otherwise = "could-have-played" if is_played else ""
    return case.rule(verdict, *reasons, otherwise=otherwise)


def law_15_wrong_board(case: Case) -> Ruling:
    """Law 15: a call with the cards of another deal; a board that was not to be played
    now."""
    seat = case.seat()
    if case.ask("15.wrong", "Law 15", ("cards", "board")) == "board":
        if not case.yes("15.played-before", "Law 15B1"):
            return case.rule("board-stands", ("Law 15B2", "board-new"))
        case.step("Law 15B1", "board-played")
        return case.rule(
            "no-result", effects=table.void(case), remedies=table.adjusted(case)
        )
    case.step("Law 15A1", "wrong-cards")
    if case.yes("15.partner-called", "Law 15A2(a)"):
        return _no_result(case, ("Law 15A2(a)", "partner-heard"))
    case.step("Law 15A2(b)", "right-cards")
    law_16c_withdrawn(case, seat)
    return case.rule(
        "wrong-cards", ("Law 15A3", "other-board"), remedies=table.adjusted(case)
    )


# ---- Law 16D: information from other sources ----

_SEEN = {"again": "(b)", "places": "(a)", "play": "(c)", "adjust": "(d)"}


def law_16d_seen_elsewhere(case: Case) -> Ruling:
    """Law 16D: a card of another hand was seen, a call or a result of this deal
    overheard."""
    case.seat()  # the words name it
    case.step("Law 16D1", "told-forthwith")
    remedies = table.adjusted(case)
    if _when(case, "Law 16D") != "deal":
        return case.rule(
            "play-adjusted", ("Law 16D3", "seen-elsewhere"), remedies=remedies
        )
    ways = tuple(_SEEN)[: None if table.is_duplicate(case) else -1]
    way = case.ask("16.remedy", "Law 16D2", ways, "seen-way")
    reason = f"Law 16D2{_SEEN[way]}", f"seen-{way}"
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
    ways = case.offered("happened", ("yes", "no"))
    happened = case.judge("16.happened", "Law 16B2", ways)
    if happened == "no":
        return case.rule("none", ("Law 73D1", "no-sign"))
    if happened is None:
        return _disputed(case, "16.happened")
    law = "Law 73D1" if sign == "hesitation" else "Law 73B1"
    case.steps((law, f"sign-{sign}"), ("Law 73C1", "avoid"))
    case.bind("unauthorized", mate(seat))
    ways = case.offered("acted", ("not-yet", "free", "suggested"))
    acted = case.judge("16.acted", "Law 16B1", ways)
    if acted is None:
        return _disputed(case, "16.acted")
    if acted == "not-yet":
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
    remedies = table.adjusted(case)
    if not table.is_duplicate(case):
        reasons = why, (law, "said-only")
        return case.rule(
            verdict or "breach-said", *reasons, remedies=remedies, side=damaged
        )
    is_asked = case.claims is not None  # rulings of older releases were not asked
    if is_asked and table.deal(case).tricks is not None:
        return _assigned(case, damaged, why, verdict)
    return case.rule(
        verdict or "adjusted",
        why,
        (law, "adjusted-if-damaged"),
        remedies=remedies,
        waits="12.result" if is_asked else "",
        side=damaged,
    )


def _assigned(case: Case, damaged: Party, why: Reason, verdict: str) -> Ruling:
    """Law 12B1, C1: the score of a deal that is over becomes what was likely without
    the infraction, where that is better for the side that was damaged."""
    deal = table.deal(case)
    own = side(table.declarer(case))
    case.steps(why, ("Law 12B1", "likely-instead"), side=damaged)
    tricks = range(table.tariff(case).tricks + 1)
    options = case.offered("result", ("stands", "other", *tricks))
    found = case.judge_claimed(
        "12.result", "Law 12C1", options, "other", "result", side=own
    )
    if found is None:
        return _disputed(case, "12.result")
    if found == "other":
        case.step("Law 12C1", "another-contract")
        remedies = table.adjusted(case)
        return case.rule(verdict or "adjusted", remedies=remedies, side=damaged)
    won = deal.tricks or 0
    likely = won if found == "stands" else int(found)
    gained = likely - won if own is damaged else won - likely
    if gained <= 0:
        return case.rule("score-stands", side=damaged)
    effect = Effect("tricks", damaged.id, gained)
    return table.scored(case, "assigned", effect, side=own, tricks=likely)


def law_73_deception(case: Case) -> Ruling:
    """Law 73D2, E: calls and plays may deceive; a pause, a question or a remark may
    not."""
    seat = case.seat()
    if case.ask("73.misled", "Law 73E", ("yes", "call")) == "call":
        return case.rule("may-mislead", ("Law 73E1", "by-cards"))
    for name, is_excused in (("73.reason", True), ("73.could-know", False)):
        found = case.judge_whether(name, "Law 73E2")
        if found is None:
            return _disputed(case, name)
        if found is is_excused:
            return case.rule("ui-own-risk", ("Law 73D1", "own-risk"))
    return _adjusted(case, others(seat), ("Law 73D2", "no-misleading"), "Law 73E2")


def law_21_misinformation(case: Case) -> Ruling:
    """Laws 20F, 21, 47E2, 75: a wrong explanation, or none where one was due."""
    seat = case.seat()  # who explained, or should have
    case.named["side"] = others(seat)
    which = case.ask(
        "75.which-wrong", "Law 75", ("explained", "called", "own", "unknown")
    )
    if which == "called":
        case.bind("unauthorized", mate(seat))
        codes = {
            "Law 75C": "mistaken-call",
            "Law 21A": "stands-as-is",
            "Law 75A": "heard-it",
        }
        return case.rule("call-was-wrong", *codes.items())
    if which == "own":
        return case.rule("no-redress", ("Law 21A", "own-misunderstanding"))
    if which == "unknown":
        case.step("Law 21B1(b)", "presumed")
    case.step("Law 75B1", "misinformed")
    case.step("Law 20F4(a)", "correct-own")
    deal = case.state.deal
    law = "Law 20F5"
    code = "correct-partner"
    if deal is not None and deal.declarer is not None:
        is_defender = table.is_defender(case, mate(seat))
        law = "Law 20F5(b)"
        code = "correct-at-end" if is_defender else "correct-now"
    case.steps((law, code), ("Law 75A", "heard-it"))
    case.bind("unauthorized", mate(seat))
    stages = ("auction", "card", "late")[table.is_in_play(case) :]
    when = case.ask("21.stage", "Law 21B1(a)", stages)
    if when == "auction":
        case.step("Law 21B1(a)", "may-change")
        case.step("Law 21B2", "then-change", side=side(seat))
        return case.rule("may-change-call", otherwise="too-late-score")
    if when == "card":
        back = "Law 47E2(a)", "card-back"
        return case.rule("may-change-card", back, otherwise="too-late-score")
    return _damage(case, seat)


def _damage(case: Case, seat: Seat) -> Ruling:
    """Law 21B3: the score is adjusted only where the other side was worse off for
    it."""
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
    return _adjusted(
        case, others(seat), ("Law 40A1(b)", "untold"), "Law 40B3(a)", "untold"
    )


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
    what = case.ask("20.review", "Law 20", _REVIEWS)
    law = _REVIEWS[what]
    code = f"review-{what}"
    if what in ("turn", "meaning") and table.must_pass(case, seat):
        return case.rule("review-barred", (law, "review-barred"))
    if what in ("first-play", "later", "lead", "meaning-played") and table.is_dummy(
        case, seat
    ):
        return case.rule("look-no", (law, "not-dummys"), dummy=seat)
    case.step(law, code)
    if what not in ("mistake", "lead"):
        case.step("Law 20D", "review-by", side=others(seat))
    return case.rule(code)
