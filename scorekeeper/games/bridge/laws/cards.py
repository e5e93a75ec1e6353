"""The first lead, dummy, and cards played or taken back: Laws 41-47."""

from collections.abc import Mapping

from scorekeeper.core.cards import Card
from scorekeeper.core.rulings import Ruling
from scorekeeper.core.seats import Seat
from scorekeeper.games.bridge.events import opening_leader
from scorekeeper.games.bridge.laws.case import Case, Role, left, mate, others, right, side
from scorekeeper.games.bridge.laws.exposed import becomes_penalty_card, is_minor
from scorekeeper.games.bridge.laws.revoke import law_64_established

# ---- Law 41: commencement of play ----


def law_41_face_down_lead(case: Case) -> Ruling:
    """Laws 41A, 47E2, 54: a lead that still lies face down."""
    seat, declarer = case.seat(), case.declarer()
    leader = opening_leader(declarer)
    if seat is not leader:
        case.step("Law 41A", "down-out-of-turn", leader=leader)
        return case.rule("down-back", leader=leader)
    why = case.pick("down", "Law 41A", ("mind", "misled", "both"))
    if why == "mind":
        case.step("Law 41A", "down-stays")
        return case.rule("down-stays")
    if why == "both":
        case.step("Law 54", "down-retracted")
        return case.rule("down-back-faced")
    case.step("Law 47E2(a)", "down-misled")
    return case.rule("down-again")


# ---- Laws 42, 43: dummy's rights and limitations ----


_DUMMY = ("asked", "prevented", "pointed", "suggested", "asked-defender", "looked")


def law_43_dummy(case: Case) -> Ruling:
    """Laws 42, 43: what dummy may say, and what it costs after looking at another hand."""
    declarer = case.declarer()
    dummy = mate(declarer)
    did = case.pick("dummy-did", "Law 42", _DUMMY, dummy=dummy)
    if did in ("suggested", "asked-defender", "looked"):
        return _never_dummys(case, declarer, did)
    has_looked = case.is_so("dummy-looked", "Law 43A2", dummy=dummy)
    if did == "asked" and has_looked:
        case.step("Law 43B2(b)", "dummy-asked", declarer=declarer)
        ways = ("yes", "no", "differ")
        could = case.pick("illegal", "Law 43B2(b)", ways, ask="could", seat=declarer)
        if could == "differ":
            case.step("Law 85", "sides-differ")
            return case.rule("disputed", waits="43.illegal", side=others(declarer))
        return law_64_established(case, declarer) if could == "yes" else case.rule("none")
    section, step, ruling = _LOOKED[did] if has_looked else _MAY[did]
    case.step(section, step, dummy=dummy, declarer=declarer, side=others(declarer))
    remedies = case.adjusted if ruling == "dummy-late" else ()
    return case.rule(ruling, remedies=remedies, dummy=dummy, side=others(declarer))


_MAY = {
    "asked": ("Law 42B1", "dummy-may-ask", "dummy-may"),
    "prevented": ("Law 42B2", "prevented-may", "dummy-may"),
    "pointed": ("Law 43A1(b)", "dummy-pointed", "dummy-silent"),
}
_LOOKED = {
    "prevented": ("Law 43B2(a)", "prevented-looked", "dummy-hand"),
    "pointed": ("Law 43B3", "dummy-pointed-looked", "dummy-late"),
}
"""What dummy did, by the paragraph, the reason and the ruling; after looking at another hand."""


def _never_dummys(case: Case, declarer: Seat, did: str) -> Ruling:
    """What dummy may not do in any case."""
    dummy = mate(declarer)
    if did == "suggested":
        case.step("Law 45F", "dummy-suggested")
        return case.rule("dummy-suggested", remedies=case.adjusted, dummy=dummy)
    if did == "looked":
        case.step("Law 43A2(c)", "dummy-looked", dummy=dummy)
        case.step("Law 43B1", "dummy-loses", dummy=dummy)
        return case.rule("dummy-looked", dummy=dummy)
    case.step("Law 61B2(b)", "dummy-asked-defender", dummy=dummy)
    case.step("Law 16B", "avoid", partner=declarer)
    case.bind("unauthorized", declarer)
    return case.rule("dummy-silent", dummy=dummy)


# ---- Laws 45D, 46: a card of dummy named badly, or taken wrongly ----

_NAMED: Mapping[str, str] = {
    "high": "Law 46B1(a)",
    "win": "Law 46B1(b)",
    "low": "Law 46B1(c)",
    "suit": "Law 46B2",
    "rank-led": "Law 46B3(a)",
    "rank": "Law 46B3(b)",
    "absent": "Law 46B4",
    "anything": "Law 46B5",
}
"""How a card of dummy can be named incompletely: the paragraph that says what is played."""


def law_46_card_of_dummy(case: Case) -> Ruling:
    """Laws 45D, 46: what declarer said is played, unless something else was plainly meant."""
    declarer = case.declarer()
    said = case.pick("said", "Law 46", (*_NAMED, "wrong-card"), declarer=declarer)
    if said == "wrong-card":
        return _wrong_card(case, declarer)
    if case.is_so("meant", "Law 46B", declarer=declarer):
        case.step("Law 46B", "plainly-meant", declarer=declarer)
        return case.rule("as-meant", declarer=declarer)
    case.step("Law 46A", "suit-and-rank", declarer=declarer)
    case.step(_NAMED[said], f"named-{said}", declarer=declarer, side=others(declarer))
    return case.rule(f"named-{said}", declarer=declarer, side=others(declarer))


def _wrong_card(case: Case, declarer: Seat) -> Ruling:
    """Law 45D: dummy has put down a card that was not named."""
    if case.is_so("both-sides-next", "Law 45D1"):
        case.step("Law 45D2", "wrong-card-late")
        return case.rule("wrong-card-stays", otherwise=("may-be-revoke",))
    case.step("Law 45D1", "wrong-card-back", side=others(declarer))
    return case.rule(
        "wrong-card-back", side=others(declarer), declarer=declarer, right=right(declarer)
    )


# ---- Law 45E: fifth card played to a trick ----


def law_45_fifth_card(case: Case) -> Ruling:
    """Law 45E: a defender's fifth card lies there as a penalty card, unless it was led."""
    seat, card = case.seat(), case.card()
    if case.is_so("was-led", "Law 45E"):
        case.step("Law 45E1" if case.role(seat) is Role.DEFENDER else "Law 45E2", "fifth-led")
        return case.rule("fifth-led")
    if case.role(seat) is not Role.DEFENDER:
        case.step("Law 45E2", "fifth-declarer")
        return case.rule("no-penalty")
    case.step("Law 45E1", "fifth-defender")
    is_major = not is_minor(case, seat, card, is_accident=True)
    becomes_penalty_card(case, seat, card, is_major=is_major)
    return case.rule("major" if is_major else "minor")


# ---- Law 45C: card deemed to be played ----

_HELD: Mapping[Role, Mapping[str, tuple[str, bool]]] = {
    Role.DEFENDER: {
        "seen": ("Law 45C1", True),
        "named": ("Law 45C4(a)", True),
        "hidden": ("Law 45C1", False),
    },
    Role.DECLARER: {
        "table": ("Law 45C2(a)", True),
        "shown": ("Law 45C2(b)", True),
        "named": ("Law 45C4(a)", True),
        "dropped": ("Law 48A", False),
        "hidden": ("Law 45C2", False),
    },
    Role.DUMMY: {
        "touched": ("Law 45C3", True),
        "named": ("Law 45C4(a)", True),
        "arranged": ("Law 45C3", False),
    },
}
"""What was done with a card: the paragraph, and whether the card is played by it."""


def law_45_is_it_played(case: Case) -> Ruling:
    """Law 45C: when a card that has not been put on the table counts as played."""
    seat = case.seat()
    case.card()  # the words name it
    ways = _HELD[case.role(seat)]
    how = case.pick("held-how", "Law 45C", ways)
    section, is_played = ways[how]
    case.step(section, f"held-{how}")
    return case.rule("card-played" if is_played else "not-played")


# ---- Laws 45-47: taking a card back ----

_WHYS = {
    "mind": "Law 47F2",
    "slip": "Law 45C4(b)",
    "misled": "Law 47E1",
    "explained": "Law 47E2(a)",
    "changed": "Law 47D",
    "revoke": "Law 47B",
    "turn": "Law 47B",
    "entry": "Law 47",
}
"""Why somebody wants a card back, and the law of it."""


def law_47_take_back(case: Case) -> Ruling:
    """Laws 45C, 47: a card played stays played, unless a law lets it be changed."""
    seat, card = case.seat(), case.card()
    why = case.pick("why", "Law 47", _WHYS)
    if why == "slip":
        return _slip(case, seat, card)
    if why == "explained" and case.is_so("card-since", "Law 47E2(a)"):
        case.step("Law 47E2(b)", "explained-late", side=side(seat))
        return case.rule("back-mind", remedies=case.adjusted)
    case.step(_WHYS[why], f"back-{why}")
    if why in ("misled", "explained", "changed"):
        case.step("Law 16C1", "back-authorized", side=side(seat))
        return case.rule("back-misled", otherwise=("back",))
    otherwise = () if why == "entry" else ("back",)
    return case.rule(f"back-{why}", otherwise=otherwise)


def _slip(case: Case, seat: Seat, card: Card) -> Ruling:
    """Law 45C4(b): only a card that declarer named from dummy can have been a slip."""
    law, declarer = "Law 45C4(b)", case.declarer()
    if case.role(seat) is not Role.DUMMY:
        case.step(law, "no-slip")
        return case.rule("back-mind")
    if not case.is_so("unintended", law, declarer=declarer):
        case.step(law, "back-thought")
        return case.rule("back-mind")
    if _has_played_since(case, declarer, card):
        case.step(law, "back-late", declarer=declarer)
        return case.rule("back-mind")
    case.step(law, "back-slip")
    case.step("Law 47D", "back-after-slip", side=others(declarer), next=left(mate(declarer)))
    return case.rule("back-slip")


def _has_played_since(case: Case, declarer: Seat, card: Card) -> bool:
    """Whether declarer has played from either hand since: from the record, else asked."""
    plays = case.deal().watched.plays
    place = next((n for n, play in enumerate(plays) if play.card == card), None)
    if place is None:
        return case.is_so("played-since", "Law 45C4(b)", declarer=declarer)
    return any(play.seat in side(declarer).seats for play in plays[place + 1 :])
