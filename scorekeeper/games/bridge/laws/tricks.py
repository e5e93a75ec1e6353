"""Tricks with too many or too few cards, claims and concessions, and how many tricks were won: Laws
65-71, 79. Doubtful points go against the claimer.
"""

from typing import Any

from scorekeeper.core.cards import Card
from scorekeeper.core.messages import listed
from scorekeeper.core.rulings import Effect, Ruling
from scorekeeper.core.seats import SIDES, Party, Seat
from scorekeeper.games.bridge.laws.case import Case, Role, mate, others, side

# ---- Law 67: defective trick ----


def law_67_defective_trick(
    case: Case, seat: Seat | None = None, *, is_many: bool | None = None
) -> Ruling:
    """Law 67: a player has put no card to a trick, or too many; both may be known already."""
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
    what = case.pick("inspect", "Law 66", _INSPECTED)
    section, answer = _INSPECTED[what]
    if what in ("current", "own") and case.is_dummy(seat):
        case.step(section, "not-dummys", dummy=seat)
        return case.rule("look-no")
    case.step(section, f"inspect-{what}", side=side(seat))
    return case.rule(f"look-{answer}")


def _left(case: Case) -> int:
    """How many tricks were still to be played."""
    rules, watched = case.rules(), case.deal().watched
    if rules is not None and watched.entries and not case.said("68.left"):
        return rules.tricks - len(watched.tricks)
    return case.number("left", "Law 68", case.tariff.tricks, 1)


def _before(case: Case, left: int) -> int:
    """How many tricks declarer's side had taken before."""
    own, watched = side(case.declarer()), case.deal().watched
    played = case.tariff.tricks - left
    if watched.entries and len(watched.tricks) == played:
        return watched.won_by(own.seats)
    return case.number("before", "Law 68", played, 0, side=own, played=played)


def _shared(
    case: Case, seat: Seat, tricks: int, left: int, *otherwise: str, remedies: tuple[str, ...] = ()
) -> Ruling:
    """The claimer's side takes `tricks` of those left, the other side the rest."""
    declarers = side(case.declarer())
    more = tricks if declarers is side(seat) else left - tricks
    result = _before(case, left) + more
    effects = (Effect("result", declarers.id, result),) if case.is_in_log else ()
    return case.rule(
        "claim",
        otherwise=(*otherwise, *case.by_hand()),
        effects=effects,
        remedies=remedies,
        side=side(seat),
        tricks=tricks,
        left=left,
        result=result,
    )


# ---- Laws 68-70: claims ----


def law_68_claim(case: Case) -> Ruling:
    """Laws 68-70: agreed, it counts; disputed, it is played on or ruled against the claimer."""
    seat = case.seat()
    left = _left(case)
    tricks = case.number("tricks", "Law 68A", left, 0, left=left)
    if case.role(seat) is Role.DUMMY:
        return _by_dummy(case, seat, "Law 68A")
    said: dict[str, Any] = {"side": others(seat), "by": side(seat), "tricks": tricks, "left": left}
    concedes = case.role(seat) is Role.DEFENDER and tricks < left
    ways = ("yes", "no", "back", *["objected"] * concedes)
    agreed = case.pick("claim", "Law 68D", ways, **said)
    if agreed == "objected":
        return _objected(case, seat)
    if agreed == "yes":
        case.step("Law 69A", "agreed", **said)
        return _shared(case, seat, tricks, left, "agreement")
    if agreed == "back":
        return _withdrawn(case, seat, tricks, left)
    if case.pick("settle", "Law 68D2", ("rule", "play-all"), **said) == "play-all":
        case.step("Law 68D2(b)", "play-on")
        return case.rule("play-on", otherwise=("not-all-four",))
    return law_70_contested(case, seat, tricks, left)


def _by_dummy(case: Case, dummy: Seat, law: str) -> Ruling:
    """Law 68: only declarer or a defender claims or concedes; dummy has told declarer something."""
    case.step(law, "not-dummys", dummy=dummy)
    case.step("Law 43A1(c)", "avoid", partner=mate(dummy))
    case.bind("unauthorized", mate(dummy))
    return case.rule("no-claim", seat=dummy)


def _objected(case: Case, seat: Seat) -> Ruling:
    """Law 68B2: the partner of a defender who gives tricks up objects at once: no claim either."""
    case.step("Law 68B2", "objects")
    case.step("Law 16C", "conceded-told")
    case.bind("unauthorized", mate(seat))
    return case.rule("no-concession", otherwise=("no-objection",))


def _withdrawn(case: Case, seat: Seat, tricks: int, left: int) -> Ruling:
    """Law 69B: who agreed too soon gets back what was won, or would likely have been."""
    back = case.number("likely", "Law 69B", tricks, 0, side=others(seat), tricks=tricks)
    case.step("Law 69B1", "agreed-won")
    case.step("Law 69B2", "agreed-back", side=others(seat), n=back)
    return _shared(case, seat, tricks - back, left)


def _out(case: Case, left: int) -> frozenset[Card] | None:
    """The cards that had not been played, where every trick before was recorded."""
    rules, watched = case.rules(), case.deal().watched
    if rules is None or not watched.entries or len(watched.tricks) != rules.tricks - left:
        return None
    return rules.pack - watched.cards


def _may_be_trumps_out(case: Case, left: int) -> bool:
    """Whether a trump can still be in a hand: of that Law 70C speaks."""
    out, trick_rules = _out(case, left), case.trick_rules()
    contract = case.deal().contract
    if contract is not None and contract.denomination.suit is None:
        return False
    if out is None or trick_rules is None:
        return True
    return any(trick_rules.suit_of(card) is trick_rules.trumps for card in out)


# ---- Law 68: a remark on the trick in progress ----


def law_68_remark_on_trick(case: Case) -> Ruling:
    """Law 68: what is said of the trick in progress alone is no claim; play goes on."""
    seat = case.seat()
    case.step("Law 68", "this-trick")
    if case.role(seat) is Role.DEFENDER:
        case.step("Law 16B", "avoid")
        case.step("Law 57A", "shown-early")
        case.bind("unauthorized", mate(seat))
    return case.rule("no-claim")


def law_70_contested(case: Case, seat: Seat, tricks: int, left: int) -> Ruling:
    """Law 70: what is beyond doubt is the claimer's; any doubtful trick is not."""
    side_of, other = side(seat), others(seat)
    case.step("Law 70B", "repeat")
    case.step("Law 70A", "doubt", side=other)
    out, has_trumps = _out(case, left), _may_be_trumps_out(case, left)
    if out is not None:
        case.step("Law 70B3", "cards-out", cards=listed(sorted(out, key=str)))
    if has_trumps:
        case.step("Law 70C", "trump-out")
    case.step("Law 70D1", "no-new-line")
    if case.role(seat) is Role.DEFENDER:
        case.step("Law 70D2", "partner-plays")
    case.step("Law 70E1", "no-finesse")
    certain = case.number("certain", "Law 70A", tricks, 0, side=other, by=side_of, claimed=tricks)
    case.step("Law 70A", "taken-in", side=other, n=tricks - certain)
    return _shared(case, seat, certain, left, "statement")


# ---- Laws 68B, 71: concessions ----


def law_71_concession(case: Case) -> Ruling:
    """Laws 68B, 71: a trick given up that could not be lost is not lost."""
    seat = case.seat()
    own, left = side(seat), _left(case)
    tricks = case.number("conceded", "Law 68B", left, 0, left=left)
    if case.role(seat) is Role.DUMMY:
        return _by_dummy(case, seat, "Law 68B1")
    if case.role(seat) is Role.DEFENDER and case.is_so("objects", "Law 68B2"):
        return _objected(case, seat)
    lost = case.number("lost", "Law 71", tricks, 0, side=own, tricks=tricks)
    if tricks - lost:
        case.step("Law 71A", "won-already")
        case.step("Law 71B", "not-lost", side=own, n=tricks - lost)
    else:
        case.step("Law 71", "conceded", side=own)
    return _shared(case, seat, left - lost, left, "concession")
