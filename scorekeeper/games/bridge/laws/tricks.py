"""Cards played together or after an illegal play, tricks with too many or too few cards, claims and
concessions, and how many tricks were won: Laws 58, 60, 65-71, 79. Doubtful points go against the
claimer.
"""

from typing import Any

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.messages import listed
from scorekeeper.core.rulings import Effect, Ruling
from scorekeeper.core.seats import SIDES, Party, Seat
from scorekeeper.games.bridge.laws import table
from scorekeeper.games.bridge.laws.exposed import becomes_penalty_card, lies_by_accident
from scorekeeper.games.bridge.laws.revoke import both_have, without_tricks
from scorekeeper.games.bridge.laws.table import PlayRole, mate, others, side
from scorekeeper.games.case import Case, Question

# ---- Law 58: simultaneous leads or plays ----

TOGETHER = Question("58.together", "Law 58", str, ("players", "cards"))
LATE = Question("58.late", "Law 58B4", bool)
VISIBLE = Question("58.visible", "Law 58B1", bool)


def law_58_simultaneous_cards(case: Case) -> Ruling:
    """Law 58: the card out of turn is the later one; of one player's cards, one is played."""
    seat = case.seat()
    if case.ask(TOGETHER) == "players":
        case.step("Law 58A", "together-later")
        return case.rule("together-later", otherwise=("together-turn",))
    if case.ask(LATE):
        case.step("Law 58B4", "together-late")
        return _too_many(case, seat)
    if not case.ask(VISIBLE):
        case.step("Law 58B1", "together-one")
        return case.rule("together-one")
    case.step("Law 58B2", "together-names")
    if table.role(case, seat) is PlayRole.DEFENDER:
        case.step("Law 58B2", "together-penalty")
        lies_by_accident(case, seat, case.card("other"), is_alone=False)
    case.step("Law 58B3", "together-after")
    return case.rule("together-names")


# ---- Law 60: play after an illegal play ----

AFTER = Question("60.after", "Law 60", str, ("innocent", "offender", "restored"))


def law_60_play_after_illegal(case: Case) -> Ruling:
    """Law 60: who plays on has accepted it; the side at fault gains nothing by playing on."""
    seat = case.seat()
    by = case.ask(AFTER)
    if by == "innocent":
        case.step("Law 60A1", "after-forfeit")
        case.step("Law 60A2", "after-in-turn")
        case.step("Law 60A3", "after-owed")
        return case.rule("after-forfeit")
    if by == "restored" and table.role(case, seat) is PlayRole.DEFENDER:
        case.step("Law 60B", "after-restored", declarer=table.declarer(case))
        becomes_penalty_card(case, seat, case.card())
        return case.rule("after-restored")
    case.step("Law 60C", "after-offender")
    return case.rule("after-offender", otherwise=("after-own",))


# ---- Law 67: defective trick ----

KIND = Question("67.kind", "Law 67", str, ("none", "many", "misplaced"))
BOTH_PLAYED = Question("67.both-played", "Law 67B", bool)
HAS_SUIT = Question("67.has-suit", "Law 67B1", bool)
EXTRA_SEEN = Question("67.extra-seen", "Law 67B2(a)", bool)
SINCE = Question("64.since", "Law 64A2", str, ("yes", "no", "later"))


def law_67_defective_trick(
    case: Case, seat: Seat | None = None, *, is_many: bool | None = None
) -> Ruling:
    """Law 67: a player has put no card to a trick, or too many; both may be known already."""
    seat = seat or case.seat()
    if is_many is None:
        kind = case.ask(KIND, seat=seat)
        if kind == "misplaced":
            case.step("Law 67B3", "misplaced", seat=seat)
            case.step("Law 67B3", "played-twice")
            return case.rule("misplaced", remedies=table.adjusted(case), seat=seat)
        is_many = kind == "many"
    is_late = case.ask(BOTH_PLAYED)
    if not is_late:
        case.step(
            "Law 67A2" if is_many else "Law 67A1",
            "many-early" if is_many else "none-early",
            seat=seat,
        )
        if is_many and table.role(case, seat) is PlayRole.DEFENDER:
            case.step("Law 45E1", "extra-penalty", seat=seat)
            lies_by_accident(case, seat, case.card())
        return case.rule("take-extra-back" if is_many else "supply-card", seat=seat)
    return _too_many(case, seat) if is_many else _omitted(case, seat)


def _too_many(case: Case, seat: Seat) -> Ruling:
    """Law 67B2: the cards too many go back; one of a defender's that is seen lies there."""
    case.step("Law 67B2(a)", "many-late", seat=seat)
    case.step("Law 67B2(b)", "restored-belongs", seat=seat)
    if table.role(case, seat) is PlayRole.DEFENDER and case.ask(EXTRA_SEEN, seat=seat):
        case.step("Law 67B2(a)", "extra-penalty", seat=seat)
        lies_by_accident(case, seat, case.card())
    return case.rule("defective", otherwise=("may-be-revoke",), seat=seat)


def _omitted(case: Case, seat: Seat) -> Ruling:
    """Law 67B1: a card is put to the trick now, and it counts as a revoke: one trick."""
    own, to = side(seat), others(seat)
    has_suit = case.ask(HAS_SUIT, seat=seat)
    section = "Law 67B1(a)" if has_suit else "Law 67B1(b)"
    case.step(section, "must-choose" if has_suit else "may-choose", seat=seat)
    case.step(section, "deemed-revoke", seat=seat)
    if table.role(case, seat) is PlayRole.DUMMY:
        return without_tricks(case, seat, "Law 64B3", "dummy")
    if both_have(case, seat):
        return without_tricks(case, seat, "Law 64B7", "both")
    won = case.ask(SINCE, side=own)
    if won == "later":
        case.step("Law 64A2", "counted-at-end")
        return case.rule("transfer-later", waits=SINCE.name, side=own, to=to)
    if won == "no":
        case.step("Law 64B1", "won-nothing", seat=seat)
        return case.rule("no-transfer", seat=seat)
    case.step("Law 64A2", "one", side=own)
    effect = Effect("tricks", to.id, 1)
    return table.scored(case, "transfer", effect, side=own, to=to, n=1, partner=mate(seat))


# ---- Laws 66D, 79: tricks won ----

MIXED = Question("66.mixed", "Law 66D", str, ("in-order", "one", "both", "claimed"))
KEPT = Question("66.kept", "Law 66D", str)
COUNT = Question("79.count", "Law 79A1", int)


def law_79_tricks_won(case: Case) -> Ruling:
    """Laws 66D, 79: the sides count differently; the record decides, or the cards in order."""
    rules, watched = table.rules(case), table.deal(case).watched
    own = side(table.declarer(case))
    if rules is not None and watched.is_over(rules):
        tricks = watched.won_by(own.seats)
        case.step("Law 79A1", "counted-from-record", side=own, tricks=tricks)
        return _counted(case, own, tricks)
    cards = case.ask(MIXED)
    if cards == "claimed":
        case.step("Law 79B1", "claim-first")
        return case.rule("by-claim")
    if cards == "both":
        case.step("Law 66D", "cards-gone")
        case.step("Law 85", "sides-differ")
        return case.rule("count-open", waits=MIXED.name)
    if cards == "one":
        options = [(one.id, case.words("answer", "is", what=one)) for one in SIDES]
        kept = case.ask(KEPT, options)
        case.step("Law 66D", "only-one-mixed", side=next(one for one in SIDES if one.id == kept))
    else:
        case.step("Law 65D", "cards-in-order")
    tricks = case.ask(COUNT, range(table.tariff(case).tricks + 1), side=own)
    return _counted(case, own, tricks)


def _counted(case: Case, own: Party, tricks: int) -> Ruling:
    case.step("Law 79A2", "never-take")
    effect = Effect("result", own.id, tricks)
    return table.scored(case, "counted", effect, side=own, tricks=tricks)


# ---- Laws 65, 66: pointing and inspecting tricks ----

INSPECT = Question("66.inspect", "Law 66", str)
LEFT = Question("68.left", "Law 68", int)
BEFORE = Question("68.before", "Law 68", int)

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
    what = case.ask(INSPECT, _INSPECTED)
    section, answer = _INSPECTED[what]
    if what in ("current", "own") and table.is_dummy(case, seat):
        case.step(section, "not-dummys", dummy=seat)
        return case.rule("look-no")
    case.step(section, f"inspect-{what}", side=side(seat))
    return case.rule(f"look-{answer}")


def _left(case: Case) -> int:
    """How many tricks were still to be played."""
    rules, watched = table.rules(case), table.deal(case).watched
    if rules is not None and watched.entries and not case.said("68.left"):
        return rules.tricks - len(watched.tricks)
    return case.ask(LEFT, range(1, table.tariff(case).tricks + 1))


def _before(case: Case, left: int) -> int:
    """How many tricks declarer's side had taken before."""
    own, watched = side(table.declarer(case)), table.deal(case).watched
    played = table.tariff(case).tricks - left
    if watched.entries and len(watched.tricks) == played:
        return watched.won_by(own.seats)
    return case.ask(BEFORE, range(played + 1), side=own, played=played)


def _shared(case: Case, seat: Seat, tricks: int, left: int, *otherwise: str) -> Ruling:
    """The claimer's side takes `tricks` of those left, the other side the rest."""
    declarers = side(table.declarer(case))
    result = _before(case, left) + (tricks if declarers is side(seat) else left - tricks)
    said = {"side": side(seat), "tricks": tricks, "left": left, "result": result}
    return table.scored(case, "claim", Effect("result", declarers.id, result), *otherwise, **said)


# ---- Laws 68-70: claims ----

TRICKS = Question("68.tricks", "Law 68A", int)
CLAIM = Question("68.claim", "Law 68D", str, chooser="side")
SETTLE = Question("68.settle", "Law 68D2", str, ("rule", "play-all"))
LIKELY = Question("69.likely", "Law 69B", int, chooser="side")


def law_68_claim(case: Case) -> Ruling:
    """Laws 68-70: agreed, it counts; disputed, it is played on or ruled against the claimer."""
    seat = case.seat()
    left = _left(case)
    tricks = case.ask(TRICKS, range(left + 1), left=left)
    if table.role(case, seat) is PlayRole.DUMMY:
        return _by_dummy(case, seat, "Law 68A")
    said: dict[str, Any] = {"side": others(seat), "by": side(seat), "tricks": tricks, "left": left}
    concedes = table.role(case, seat) is PlayRole.DEFENDER and tricks < left
    ways = ("yes", "no", "back", *["objected"] * concedes)
    agreed = case.ask(CLAIM, ways, **said)
    if agreed == "objected":
        return _objected(case, seat)
    if agreed == "yes":
        case.step("Law 69A", "agreed", **said)
        return _shared(case, seat, tricks, left, "agreement")
    if agreed == "back":
        return _withdrawn(case, seat, tricks, left)
    if case.ask(SETTLE, **said) == "play-all":
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
    back = case.ask(LIKELY, range(tricks + 1), side=others(seat), tricks=tricks)
    case.step("Law 69B1", "agreed-won")
    case.step("Law 69B2", "agreed-back", side=others(seat), n=back)
    return _shared(case, seat, tricks - back, left)


def _out(case: Case, left: int) -> frozenset[Card] | None:
    """The cards that had not been played, where every trick before was recorded."""
    rules, watched = table.rules(case), table.deal(case).watched
    if rules is None or not watched.entries or len(watched.tricks) != rules.tricks - left:
        return None
    return rules.pack - watched.cards


def _may_be_trumps_out(case: Case, left: int) -> bool:
    """Whether a trump can still be in a hand: of that Law 70C speaks."""
    out, trick_rules = _out(case, left), table.trick_rules(case)
    contract = table.deal(case).contract
    if contract is not None and contract.denomination.suit is None:
        return False
    if out is None or trick_rules is None:
        return True
    return any(trick_rules.suit_of(card) is trick_rules.trumps for card in out)


def _by_suit(case: Case, cards: frozenset[Card]) -> list[Card]:
    """The cards suit by suit, each from the top; what has no suit first."""
    pack = table.pack(case)
    order = [(suit, rank) for suit in reversed(pack.suits) for rank in reversed(pack.ranks)]
    places: dict[tuple[Suit | None, str], int] = {place: n for n, place in enumerate(order)}
    return sorted(cards, key=lambda card: (places.get((card.suit, card.rank), -1), str(card)))


# ---- Law 68: a remark on the trick in progress ----

CERTAIN = Question("70.certain", "Law 70A", int, chooser="side")


def law_68_remark_on_trick(case: Case) -> Ruling:
    """Law 68: what is said of the trick in progress alone is no claim; play goes on."""
    seat = case.seat()
    case.step("Law 68", "this-trick")
    role = table.role(case, seat)
    if role is not PlayRole.DECLARER:  # dummy knows no more by what declarer says
        case.step("Law 16B", "avoid")
        case.bind("unauthorized", mate(seat))
    if role is PlayRole.DEFENDER:
        case.step("Law 57A", "shown-early")
    return case.rule("no-claim")


def law_70_contested(case: Case, seat: Seat, tricks: int, left: int) -> Ruling:
    """Law 70: what is beyond doubt is the claimer's; any doubtful trick is not."""
    side_of, other = side(seat), others(seat)
    case.step("Law 70B", "repeat")
    case.step("Law 70A", "doubt", side=other)
    out, has_trumps = _out(case, left), _may_be_trumps_out(case, left)
    if out:
        case.step("Law 70B3", "cards-out", cards=listed(_by_suit(case, out)))
    if has_trumps:
        case.step("Law 70C", "trump-out")
    case.step("Law 70D1", "no-new-line")
    if table.role(case, seat) is PlayRole.DEFENDER:
        case.step("Law 70D2", "partner-plays")
    case.step("Law 70E1", "no-finesse")
    certain = case.ask(CERTAIN, range(tricks + 1), side=other, by=side_of, claimed=tricks)
    case.step("Law 70A", "taken-in", side=other, n=tricks - certain)
    return _shared(case, seat, certain, left, "statement")


# ---- Laws 68B, 71: concessions ----

CONCEDED = Question("68.conceded", "Law 68B", int)
OBJECTS = Question("68.objects", "Law 68B2", bool, chooser="partner")
LOST = Question("71.lost", "Law 71", int)


def law_71_concession(case: Case) -> Ruling:
    """Laws 68B, 71: a trick given up that could not be lost is not lost."""
    seat = case.seat()
    own, left = side(seat), _left(case)
    tricks = case.ask(CONCEDED, range(left + 1), left=left)
    if table.role(case, seat) is PlayRole.DUMMY:
        return _by_dummy(case, seat, "Law 68B1")
    if table.role(case, seat) is PlayRole.DEFENDER and case.ask(OBJECTS):
        return _objected(case, seat)
    lost = case.ask(LOST, range(tricks + 1), side=own, tricks=tricks)
    if tricks - lost:
        case.step("Law 71A", "won-already")
        case.step("Law 71B", "not-lost", side=own, n=tricks - lost)
    else:
        case.step("Law 71", "conceded", side=own)
    return _shared(case, seat, left - lost, left, "concession")
