"""The deal and its cards: Laws 1, 6, 13-15, 16D.

House: readings §7: what is found before the first call is dealt again.
"""

from scorekeeper.core.rulings import Ruling
from scorekeeper.core.seats import COMPASS, Seat
from scorekeeper.games.bridge.laws.case import Case, mate, option, others
from scorekeeper.games.bridge.laws.information import adjusted
from scorekeeper.games.bridge.laws.tricks import defective_trick
from scorekeeper.games.bridge.settings import inferred

_AGAIN = inferred("§7", "law-13")


def _when(case: Case, cite: object) -> str:
    if case.auction is not None:
        return "auction"
    return case.pick("when", cite, ("deal", "auction", "play", "after"))


def law_6_shuffle_and_deal(case: Case) -> Ruling:
    """Laws 1, 6: before the first call it is dealt again; later most faults are waived."""
    kinds = ("faced", "order", "unshuffled", "pack", "dealer")
    what = case.pick("what", "Law 6", kinds, ask="misdeal")
    when = _when(case, "Law 6")
    hand = case.pack.hand
    sections = {"pack": "Law 1", "unshuffled": "Law 6D2", "dealer": "Law 6"}
    case.step(sections.get(what, "Law 6D1"), f"misdeal-{what}", hand=hand)
    if when == "deal" and what != "dealer":
        case.step(_AGAIN, "before-call", hand=hand)
        return case.rule("deal-again", otherwise=("after-call",), effects=case.void())
    if what in ("pack", "unshuffled"):
        case.step(sections[what], "wrong-pack" if what == "pack" else "no-shuffle")
        return case.rule("deal-again", effects=case.void())
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
    if when == "deal" and not case.is_duplicate:
        case.step(_AGAIN, "before-call", hand=case.pack.hand)
        return case.rule(
            "deal-again", otherwise=("after-call",), effects=case.void(), remedies=("put-right",)
        )
    if when in ("play", "after") and case.pick("cause", "Law 13", ("deal", "trick")) == "trick":
        return defective_trick(case)
    hand = case.pack.hand
    offered = [option(seat) for seat in COMPASS]
    offered += [(one, case.words("answer", f"many.{one}")) for one in ("none", "surplus")]
    many = case.choose("many", "Law 13", offered, hand=hand)
    if many == "none":
        return _missing(case, when)
    if many == "surplus":
        return _surplus(case)
    return _too_many(case, Seat(many), when)


def _surplus(case: Case) -> Ruling:
    """Law 13C: a card that is not of this deal."""
    case.step("Law 13C", "surplus")
    if case.is_so("surplus-played", "Law 13C"):
        case.step("Law 13C", "surplus-played")
        return case.rule("surplus", remedies=case.adjusted)
    return case.rule("surplus")


def _too_many(case: Case, many: Seat, when: str) -> Ruling:
    """Law 13B, D: somebody has called or played with a card of another hand."""
    case.step("Law 13", "too-many", seat=many, hand=case.pack.hand)
    if when == "deal" or (when == "auction" and not _has_called(case, many)):
        return _before_their_call(case, when)
    if when == "after":
        case.step("Law 13D", "cancelled-result")
    elif case.is_so("normal", "Law 13B1"):
        case.step("Law 13B1", "put-right", seat=many, partner=mate(many))
        case.step("Law 16D3", "seen-elsewhere")
        case.bind("unauthorized", mate(many))
        return case.rule("put-right", remedies=case.adjusted)
    else:
        case.step("Law 13B2", "not-normal")
    if case.is_duplicate:
        return case.rule("no-result", effects=case.void(), remedies=case.adjusted)
    return case.rule("deal-again", effects=case.void(), remedies=("put-right",))


def _has_called(case: Case, many: Seat) -> bool:
    """Whether a player with a wrong hand has called: the one who is short counts as well."""
    auction = case.auction
    if auction and any(auction.caller(n) is many for n in range(len(auction.calls))):
        return True
    return case.is_so("wrong-called", "Law 13A", seat=many)


def _before_their_call(case: Case, when: str) -> Ruling:
    """Law 13A: nobody with a wrong hand has called yet; a board just dealt is dealt again."""
    if when == "deal" and case.is_so("just-dealt", "Law 6D1"):
        case.step("Law 6D1", "misdeal-order", hand=case.pack.hand)
        return case.rule("deal-again", effects=case.void())
    if case.is_so("other-seen", "Law 13A1"):
        case.step("Law 13A2", "played-and-adjusted")
        return case.rule("put-right", remedies=case.adjusted)
    case.step("Law 13A1", "just-put-right")
    return case.rule("put-right")


def _missing(case: Case, when: str) -> Ruling:
    """Law 14: a card that is found belonged to the short hand all along."""
    hand, is_early = case.pack.hand, when in ("deal", "auction")
    few = case.pick_seat("few", "Law 14", COMPASS, hand=hand)
    places = ("elsewhere", "nowhere") if is_early else ("elsewhere", "trick", "nowhere")
    found = case.pick("found", "Law 14", places)
    case.step("Law 14A" if is_early else "Law 14B", "too-few", seat=few, hand=hand)
    if found == "trick":
        case.step("Law 14B1", "in-a-trick", seat=few)
        return defective_trick(case, few, is_many=True)
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


def law_15_wrong_board(case: Case) -> Ruling:
    """Law 15: a call with the cards of another deal; a board that was not to be played now."""
    seat = case.seat()
    if case.pick("wrong", "Law 15", ("cards", "board"), seat=seat) == "board":
        if case.is_so("played-before", "Law 15B1"):
            case.step("Law 15B1", "board-played")
            return case.rule("no-result", effects=case.void(), remedies=case.adjusted)
        case.step("Law 15B2", "board-new")
        return case.rule("board-stands")
    case.step("Law 15A1", "wrong-cards", seat=seat)
    if case.is_so("partner-called", "Law 15A2(a)", partner=mate(seat)):
        return adjusted(case, "Law 15A2(a)", others(seat))
    case.step("Law 15A2(b)", "right-cards", seat=seat)
    case.step("Law 16C2", "not-to-use", partner=mate(seat))
    case.bind("unauthorized", mate(seat))
    return case.rule("wrong-cards", remedies=case.adjusted, seat=seat)


# ---- Law 16D: information from other sources ----


def law_16d_seen_elsewhere(case: Case) -> Ruling:
    """Law 16D: a card of another hand was seen, a call or a result of this deal overheard."""
    seat = case.seat()
    case.step("Law 16D1", "told-forthwith", seat=seat)
    if _when(case, "Law 16D") != "deal":
        case.step("Law 16D3", "seen-elsewhere")
        return case.rule("play-adjusted", remedies=case.adjusted)
    way = case.pick("remedy", "Law 16D2", ("again", "places", "play"), ask="seen-way", seat=seat)
    case.step(
        f"Law 16D2({'bac'[('again', 'places', 'play').index(way)]})", f"seen-{way}", seat=seat
    )
    if way == "again":
        return case.rule("deal-again", effects=case.void())
    if way == "places":
        return case.rule("places-changed", seat=seat)
    return case.rule("play-adjusted", remedies=case.adjusted)
