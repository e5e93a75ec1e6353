"""The first lead and dummy; cards played, taken back, together or not when due;
defective tricks, claims and concessions, tricks won: Laws 41-47, 52, 58, 60, 65-71, 79.
Doubtful points go against the claimer.
"""

from collections.abc import Mapping, Sequence

from scorekeeper.core.breaches import can_be_breach
from scorekeeper.core.cards import Card, Play, Suit
from scorekeeper.core.facts import Fact
from scorekeeper.core.messages import listed
from scorekeeper.core.rulings import Effect, Ruling
from scorekeeper.core.seats import SIDES, Seat
from scorekeeper.games.arbiter.case import Reason
from scorekeeper.games.bridge.contract import opening_leader
from scorekeeper.games.bridge.laws import exposed, revoke, table
from scorekeeper.games.bridge.laws.exposed import becomes_penalty_card, lies_by_accident
from scorekeeper.games.bridge.laws.table import (
    Case,
    PlayRole,
    left,
    mate,
    others,
    right,
    side,
)
from scorekeeper.games.bridge.play import TrickRules

_DOWN = {
    "mind": ("down-stays", ("Law 41A", "down-stays")),
    "misled": ("down-again", ("Law 47E2(a)", "down-misled")),
    "both": ("down-back-faced", ("Law 54", "down-retracted")),
}
"""Why a lead that lies face down is to go back: the ruling and its reason."""


def law_41_face_down_lead(case: Case) -> Ruling:
    """Laws 41A, 47E2, 54: a lead that still lies face down."""
    seat = case.seat()
    leader = opening_leader(table.declarer(case))
    if seat is not leader:
        return case.rule("down-back", ("Law 41A", "down-out-of-turn"), leader=leader)
    return case.rule(*_DOWN[case.ask("41.down", "Law 41A", _DOWN)])


# ---- Laws 42, 43: dummy's rights and limitations ----

_DUMMY: Mapping[str, tuple[str, *tuple[Reason, ...]]] = {
    "asked": ("dummy-may", ("Law 42B1", "dummy-may-ask")),
    "prevented": ("dummy-may", ("Law 42B2", "prevented-may")),
    "pointed": ("dummy-silent", ("Law 43A1(b)", "dummy-pointed")),
    "suggested": ("dummy-suggested", ("Law 45F", "dummy-suggested")),
    "asked-defender": (
        "dummy-silent",
        ("Law 61B2(b)", "dummy-asked-defender"),
        ("Law 16B", "avoid"),
    ),
    "looked": (
        "dummy-looked",
        ("Law 43A2(c)", "dummy-looked"),
        ("Law 43B1", "dummy-loses"),
    ),
}
"""What dummy did, by the ruling and its reasons."""
_LOOKED = {
    "prevented": ("dummy-hand", ("Law 43B2(a)", "prevented-looked")),
    "pointed": ("dummy-late", ("Law 43B3", "dummy-pointed-looked")),
}
"""What holds instead for a dummy who has looked at another hand."""


def law_43_dummy(case: Case) -> Ruling:
    """Laws 42, 43: what dummy may say, and what it costs after looking at another
    hand."""
    declarer = table.declarer(case)
    did = case.ask("42.dummy-did", "Law 42", _DUMMY)
    if did in ("suggested", "asked-defender", "looked"):  # what no dummy may do
        if did == "asked-defender":
            case.bind("unauthorized", declarer)
        remedies = table.adjusted(case) if did == "suggested" else ""
        trick_rules = table.trick_rules(case)
        if did == "suggested" and trick_rules is not None and trick_rules.to_name:
            case.step(trick_rules.naming, "declarer-names")
        return case.rule(*_DUMMY[did], remedies=remedies, partner=declarer)
    has_looked = case.yes("43.dummy-looked", "Law 43A2")
    case.named |= {"seat": declarer, "side": others(declarer)}
    if did == "asked" and has_looked:
        return _asked_after_looking(case, declarer)
    ruling, *reasons = (_LOOKED if has_looked else _DUMMY)[did]
    remedies = table.adjusted(case) if ruling == "dummy-late" else ""
    return case.rule(ruling, *reasons, remedies=remedies)


def _asked_after_looking(case: Case, declarer: Seat) -> Ruling:
    """Law 43B2(b): a revoke that dummy was the first to ask about counts as
    established."""
    law = "Law 43B2(b)"
    name = "43.illegal"
    could = case.ask(name, law, ("yes", "no", "differ"), "could")
    if could == "no":
        return case.rule("none", (law, "agreed-none"))
    if could == "differ":
        reasons = (law, "dummy-loses"), ("Law 85", "sides-differ")
        return case.rule("disputed", *reasons, waits=name)
    case.step(law, "dummy-asked")
    return revoke.law_64_established(case, declarer)


# ---- Laws 45, 46: dummy's cards named badly or taken wrongly; a card deemed to be played ----

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
"""How a card of dummy can be named incompletely: the paragraph that says what is
played."""


def law_46_card_of_dummy(case: Case) -> Ruling:
    """Laws 45D, 46: what declarer said is played, unless something else was plainly
    meant."""
    declarer = table.declarer(case)
    case.named |= {"side": others(declarer), "right": right(declarer)}
    said = case.ask("46.said", "Law 46", (*_NAMED, "wrong-card"))
    if said == "wrong-card":  # dummy has put down a card that was not named
        if case.yes("45.both-sides-next", "Law 45D1"):
            late = ("Law 45D2", "wrong-card-late")
            return case.rule("wrong-card-stays", late, otherwise="may-be-revoke")
        return case.rule("wrong-card-back", ("Law 45D1", "wrong-card-back"))
    if table.is_established(case, "46.meant", "Law 46B", "meant", "Law 84D"):
        return case.rule("as-meant", ("Law 46B", "plainly-meant"))
    code = f"named-{said}"
    case.steps(("Law 46A", "suit-and-rank"), (_NAMED[said], code))
    if said in ("low", "suit", "rank"):
        _where_other_games_differ(case, said)
    return case.rule(code)


def _where_other_games_differ(case: Case, said: str) -> None:
    """Which card is the lowest where there are Jokers, and which can be played beside
    the suit."""
    trick_rules = table.trick_rules(case)
    if trick_rules is None:
        return
    if said == "rank":
        if trick_rules.wild and trick_rules.shunned is None:
            case.step(trick_rules.playing, "any-deuce")
        return
    if trick_rules.to_name or trick_rules.shunned:
        case.step(trick_rules.ranking, "joker-by-name")
    elif trick_rules.pack.jokers:
        case.step(trick_rules.ranking, f"joker-{trick_rules.rank}-in-dummy")


def law_45_fifth_card(case: Case) -> Ruling:
    """Law 45E: a defender's fifth card lies there as a penalty card, unless it was
    led."""
    seat = case.seat()
    card = case.card()
    was_led = case.yes("45.was-led", "Law 45E")
    is_defender = table.is_defender(case, seat)
    law = "Law 45E1" if is_defender else "Law 45E2"
    if was_led:
        case.step(law, "fifth-led")
        return exposed.law_53_lead_out_of_turn(case)
    if not is_defender:
        return case.rule("no-penalty", (law, "fifth-declarer"))
    return case.rule(lies_by_accident(case, seat, card, (law, "fifth-defender")))


_HELD: Mapping[PlayRole, Mapping[str, tuple[str, bool]]] = {
    PlayRole.DEFENDER: {
        "seen": ("Law 45C1", True),
        "named": ("Law 45C4(a)", True),
        "hidden": ("Law 45C1", False),
    },
    PlayRole.DECLARER: {
        "table": ("Law 45C2(a)", True),
        "shown": ("Law 45C2(b)", True),
        "named": ("Law 45C4(a)", True),
        "dropped": ("Law 48A", False),
        "hidden": ("Law 45C2", False),
    },
    PlayRole.DUMMY: {
        "touched": ("Law 45C3", True),
        "named": ("Law 45C4(a)", True),
        "arranged": ("Law 45C3", False),
    },
}
"""What was done with a card: the paragraph, and whether the card is played by it."""


def law_45_is_it_played(case: Case) -> Ruling:
    """Law 45C: when a card that has not been put on the table counts as played."""
    seat = case.seat()
    card = case.card()
    if table.placed(case, seat, card) is not None and not case.is_as_told:
        return case.rule("card-played", ("Law 45A", "was-played"))
    ways = _HELD[table.role(case, seat)]
    how = case.ask("45.held-how", "Law 45C", ways)
    section, is_played = ways[how]
    case.step(section, f"held-{how}")
    own = [play.card for play in table.deal(case).watched.trick if play.seat is seat]
    # another one was played to this trick
    if how == "seen" and own and card not in own:
        return case.rule(
            lies_by_accident(case, seat, card, ("Law 45E1", "fifth-defender"))
        )
    return case.rule("card-played" if is_played else "not-played")


# ---- Laws 45-60: cards taken back, owed, played together or after an illegal play ----

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
    seat = case.seat()
    card = case.card()
    why = case.ask("why", "Law 47", _WHYS)
    if why == "slip":
        return _slip(case, seat, card)
    if why == "revoke" and _followed(case, seat, card):
        return case.rule("back-mind", ("Law 47B", "back-no-revoke"))
    is_explained = why == "explained"
    if is_explained and (
        _plays_since(case, card) or case.yes("47.card-since", "Law 47E2(a)")
    ):
        late = "Law 47E2(b)", "explained-late"
        return case.rule("back-mind", late, remedies=table.adjusted(case))
    case.step(_WHYS[why], f"back-{why}")
    is_defender = table.is_defender(case, seat)
    if why == "changed" and is_defender and case.yes("62.own-revoke", "Law 62C2"):
        case.step("Law 62C2", "withdraw-next")
        becomes_penalty_card(case, seat, card)
        return case.rule("back-penalty")
    if why in ("misled", "explained", "changed"):
        return case.rule(
            "back-misled", ("Law 16C1", "back-authorized"), otherwise="back"
        )
    return case.rule(f"back-{why}", otherwise="" if why == "entry" else "back")


def _followed(case: Case, seat: Seat, card: Card) -> bool:
    """Whether by the record this card can have been no revoke."""
    rules = table.rules(case)
    deal = table.deal(case)
    if case.is_as_told or rules is None or table.placed(case, seat, card) is None:
        return False
    return not can_be_breach(rules, deal.watched, card)


def _slip(case: Case, seat: Seat, card: Card) -> Ruling:
    """Law 45C4(b): only a card that declarer named from dummy can have been a slip."""
    law = "Law 45C4(b)"
    declarer = table.declarer(case)
    own = next(
        (one for one in table.deal(case).watched.plays if one.card == card), None
    )
    is_dummys = own is not None and own.seat is mate(declarer)
    if table.role(case, seat) is not PlayRole.DUMMY and not (
        seat is declarer and is_dummys
    ):
        return case.rule("back-mind", (law, "no-slip"))
    if not table.is_established(case, "45.unintended", law, "unintended", "Law 84D"):
        return case.rule("back-mind", (law, "back-thought"))
    since = _plays_since(case, card)
    # from either hand
    is_late = any(play.seat in side(declarer).seats for play in since or ())
    if is_late or (since is None and case.yes("45.played-since", law)):
        return case.rule("back-mind", (law, "back-late"))
    reasons = (law, "back-slip"), ("Law 47D", "back-after-slip")
    return case.rule(
        "back-slip", *reasons, side=others(declarer), next=left(mate(declarer))
    )


def _plays_since(case: Case, card: Card) -> Sequence[Play] | None:
    """What was played after this card by the record; None where the card is not in
    it."""
    plays = table.deal(case).watched.plays
    place = next((n for n, play in enumerate(plays) if play.card == card), None)
    return None if place is None else plays[place + 1 :]


def law_52_penalty_card_not_played(case: Case) -> Ruling:
    """Law 52: declarer may accept the other card; else the penalty card goes in its
    place."""
    seat = case.seat()
    card = case.card()
    declarer = table.declarer(case)
    if why := table.need_not_play(case, seat, card):
        return case.rule("none", why)
    is_known = (
        table.penalty_cards(case, seat) and table.placed(case, seat, card) is not None
    )
    if not is_known and not case.yes("50.could-play", "Law 50D1(b)"):
        return case.rule("none", ("Law 50D1(b)", "follows-first"))
    case.step("Law 52A", "owed")
    since = _plays_since(case, card) or ()
    choice = "played"
    if all(play.seat not in side(declarer).seats for play in since):
        answers = ("accept", "refuse", "played")
        choice = case.ask("52.owed", "Law 52B1", answers, "", "declarer")
    if choice == "refuse":
        case.bind("penalty-major", seat, card)
        return case.rule(
            "owed-played", ("Law 52B2", "owed-both"), otherwise="owed-next"
        )
    section = "Law 52B1(b)" if choice == "played" else "Law 52B1(a)"
    return case.rule(
        "owed-accepted", (section, f"owed-{choice}"), ("Law 52B1(c)", "owed-stays")
    )


def law_58_simultaneous_cards(case: Case) -> Ruling:
    """Law 58: the card out of turn is the later one; of one player's cards, one is
    played."""
    seat = case.seat()
    if case.ask("58.together", "Law 58", ("players", "cards")) == "players":
        case.step("Law 58A", "together-later")
        if case.record is not None and seat in case.record.declarers:
            return case.rule("together-later", ("Law 57C3", "declarer-early"))
        case.step("Law 57D", "together-then")
        return case.rule("together-later", otherwise="together-turn")
    if case.yes("58.late", "Law 58B4"):
        case.step("Law 58B4", "together-late")
        return _too_many(case, seat)
    if not case.yes("58.visible", "Law 58B1", "visible"):
        return case.rule("together-one", ("Law 58B1", "together-one"))
    case.step("Law 58B2", "together-names")
    if table.is_defender(case, seat):
        why = "Law 58B2", "together-penalty"
        lies_by_accident(case, seat, case.card("other"), why, is_alone=False)
    return case.rule("together-names", ("Law 58B3", "together-after"))


def law_60_play_after_illegal(case: Case) -> Ruling:
    """Law 60: who plays on has accepted it; the side at fault gains nothing by playing
    on."""
    seat = case.seat()
    by = case.ask("60.after", "Law 60", ("innocent", "offender", "restored"))
    if by == "innocent":
        codes = {
            "Law 60A1": "after-forfeit",
            "Law 60A2": "after-in-turn",
            "Law 60A3": "after-owed",
        }
        return case.rule("after-forfeit", *codes.items())
    if by == "restored" and table.is_defender(case, seat):
        case.step("Law 60B", "after-restored")
        becomes_penalty_card(case, seat, case.card())
        return case.rule("after-restored")
    return case.rule(
        "after-offender", ("Law 60C", "after-offender"), otherwise="after-own"
    )


# ---- Laws 66D, 67, 79: defective tricks, tricks won ----


def law_67_defective_trick(
    case: Case, seat: Seat | None = None, *, is_many: bool | None = None
) -> Ruling:
    """Law 67: a player has put no card to a trick, or too many; both may be known
    already."""
    seat = seat or case.seat()
    table.speak_of(case, seat)
    if is_many is None:
        kind = case.ask("67.kind", "Law 67", ("none", "many", "misplaced"))
        if kind == "misplaced":
            reasons = ("Law 67B3", "misplaced"), ("Law 67B3", "played-twice")
            return case.rule("misplaced", *reasons, remedies=table.adjusted(case))
        is_many = kind == "many"
    if case.yes("67.both-played", "Law 67B"):
        return _too_many(case, seat) if is_many else _omitted(case, seat)
    if not is_many:
        return case.rule("supply-card", ("Law 67A1", "none-early"))
    case.step("Law 67A2", "many-early")
    if table.is_defender(case, seat):
        lies_by_accident(case, seat, case.card(), ("Law 45E1", "extra-penalty"))
    return case.rule("take-extra-back")


def _too_many(case: Case, seat: Seat) -> Ruling:
    """Law 67B2: the cards too many go back; one of a defender's that is seen lies
    there."""
    case.steps(("Law 67B2(a)", "many-late"), ("Law 67B2(b)", "restored-belongs"))
    if table.is_defender(case, seat) and case.yes("67.extra-seen", "Law 67B2(a)"):
        lies_by_accident(case, seat, case.card(), ("Law 67B2(a)", "extra-penalty"))
    return case.rule("defective", otherwise="may-be-revoke")


def _omitted(case: Case, seat: Seat) -> Ruling:
    """Law 67B1: a card is put to the trick now, and it counts as a revoke: one
    trick."""
    has_suit = case.yes("67.has-suit", "Law 67B1")
    section, code = (
        ("67B1(a)", "must-choose") if has_suit else ("67B1(b)", "may-choose")
    )
    case.steps((f"Law {section}", code), (f"Law {section}", "deemed-revoke"))
    if table.role(case, seat) is PlayRole.DUMMY:
        return revoke.without_tricks(case, seat, "Law 64B3", "dummy")
    if revoke.both_have(case, seat):
        return revoke.without_tricks(case, seat, "Law 64B7", "both")
    won = case.ask("64.since", "Law 64A2", ("yes", "no", table.LATER))
    if won == table.LATER:
        return case.rule(
            "transfer-later", ("Law 64A2", "counted-at-end"), waits="64.since"
        )
    if won == "no":
        return case.rule("no-transfer", ("Law 64B1", "won-nothing"))
    effect = Effect("tricks", others(seat).id, 1)
    return table.scored(case, "transfer", effect, ("Law 64A2", "one"), n=1)


def law_79_tricks_won(case: Case) -> Ruling:
    """Laws 66D, 79: the sides count differently; the record decides, or the cards in
    order."""
    rules = table.rules(case)
    watched = table.deal(case).watched
    own = case.named["side"] = side(table.declarer(case))
    if rules is not None and watched.is_over(rules):
        tricks = watched.won_by(own.seats)
        case.step("Law 79A1", "counted-from-record", tricks=tricks)
    else:
        cards = case.ask(
            "66.mixed", "Law 66D", ("in-order", "one", "both", "claimed"), "mixed"
        )
        if cards == "claimed":
            return case.rule("by-claim", ("Law 79B1", "claim-first"))
        if cards == "both":
            reasons = ("Law 66D", "cards-gone"), ("Law 85", "sides-differ")
            return case.rule("count-open", *reasons, waits="66.mixed")
        if cards == "one":
            kept = case.ask("66.kept", "Law 66D", SIDES)
            case.step("Law 66D", "only-one-mixed", side=kept)
        else:
            case.step("Law 65D", "cards-in-order")
        tricks = case.ask("79.count", "Law 79A1", range(table.tariff(case).tricks + 1))
    effect = Effect("result", own.id, tricks)
    never = ("Law 79A2", "never-take")
    return table.scored(case, "counted", effect, never, tricks=tricks)


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
    what = case.ask("66.inspect", "Law 66", _INSPECTED)
    section, answer = _INSPECTED[what]
    if what in ("current", "own") and table.is_dummy(case, seat):
        return case.rule("look-no", (section, "not-dummys"), dummy=seat)
    return case.rule(f"look-{answer}", (section, f"inspect-{what}"))


# ---- Laws 68-71: claims and concessions ----


def _left(case: Case) -> int:
    """How many tricks were still to be played: the record knows it, where it holds the
    play."""
    rules = table.rules(case)
    watched = table.deal(case).watched
    is_told = bool(case.said(Fact.LEFT))
    if rules is not None and watched.entries and case.is_as_told and not is_told:
        return rules.tricks - len(watched.tricks)
    return case.ask("68.left", "Law 68", range(1, table.tariff(case).tricks + 1))


def _shared(
    case: Case, seat: Seat, tricks: int, left: int, otherwise: str = ""
) -> Ruling:
    """The claimer's side takes `tricks` of those left, the other side the rest."""
    own = side(table.declarer(case))
    watched = table.deal(case).watched
    played = table.tariff(case).tricks - left
    if watched.entries and len(watched.tricks) == played:
        before = watched.won_by(own.seats)
    else:
        before = case.ask(
            "68.before", "Law 68", range(played + 1), side=own, played=played
        )
    result = before + (tricks if own is side(seat) else left - tricks)
    effect = Effect("result", own.id, result)
    said = {"tricks": tricks, "left": left, "result": result}
    return table.scored(case, "claim", effect, otherwise=otherwise, **said)


def law_68_claim(case: Case) -> Ruling:
    """Laws 68-70: agreed, it counts; disputed, it is played on or ruled against the
    claimer."""
    seat = case.seat()
    left = _left(case)
    tricks = case.ask("68.tricks", "Law 68A", range(left + 1), left=left)
    role = table.role(case, seat)
    if role is PlayRole.DUMMY:
        return _by_dummy(case, seat, "Law 68A")
    concedes = role is PlayRole.DEFENDER and tricks < left
    ways = ("yes", "no", "back", *["objected"] * concedes)
    said = {"side": others(seat), "by": side(seat), "tricks": tricks, "left": left}
    agreed = case.ask("68.claim", "Law 68D", ways, "", "side", **said)
    if agreed == "objected":
        return _objected(case, seat)
    if agreed == "yes":
        case.step("Law 69A", "agreed", **said)
        return _shared(case, seat, tricks, left, "agreement")
    # who agreed too soon gets back what was, or would likely have been, won
    if agreed == "back":
        back = _determined(case, "69.likely", "Law 69B", tricks, **said)
        case.steps(
            ("Law 69B1", "agreed-won"), ("Law 69B2", "agreed-back"), **said, n=back
        )
        return _shared(case, seat, tricks - back, left)
    if case.ask("68.settle", "Law 68D2", ("rule", "play-all"), **said) == "play-all":
        return case.rule(
            "play-on", ("Law 68D2(b)", "play-on"), otherwise="not-all-four"
        )
    return law_70_contested(case, seat, tricks, left)


def _by_dummy(case: Case, dummy: Seat, law: str) -> Ruling:
    """Law 68: only declarer or a defender claims or concedes; dummy has told declarer
    something."""
    case.bind("unauthorized", mate(dummy))
    return case.rule(
        "no-claim", (law, "not-dummys"), ("Law 43A1(c)", "avoid"), dummy=dummy
    )


def _objected(case: Case, seat: Seat) -> Ruling:
    """Law 68B2: the partner of a defender who gives tricks up objects at once: no claim
    either."""
    case.bind("unauthorized", mate(seat))
    reasons = ("Law 68B2", "objects"), ("Law 16C", "conceded-told")
    return case.rule("no-concession", *reasons, otherwise="no-objection")


def _out(case: Case, left: int) -> list[Card] | None:
    """The cards that had not been played, where every trick before was recorded: suit
    by suit, each from the top; what has no suit first."""
    rules = table.rules(case)
    watched = table.deal(case).watched
    pack = table.pack(case)
    if (
        rules is None
        or not watched.entries
        or len(watched.tricks) != rules.tricks - left
    ):
        return None
    order = [
        (suit, rank) for suit in reversed(pack.suits) for rank in reversed(pack.ranks)
    ]
    places: dict[tuple[Suit | None, str], int] = {
        place: n for n, place in enumerate(order)
    }
    out = rules.pack - watched.cards
    return sorted(
        out, key=lambda card: (places.get((card.suit, card.rank), -1), str(card))
    )


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
    trick_rules = table.trick_rules(case)
    contract = table.deal(case).contract
    out = _out(case, left)
    case.steps(("Law 70B", "repeat"), ("Law 70A", "doubt"), side=others(seat))
    if out:
        case.step("Law 70B3", "cards-out", cards=listed(out))
    has_trumps = contract is None or contract.denomination.suit is not None
    trumps = (
        [card for card in out if _is_trump(trick_rules, card)]
        if out and trick_rules
        else None
    )
    most = tricks
    if tricks and has_trumps and trumps != []:
        most -= _loses_to_a_trump(case, seat)
    case.step("Law 70D1", "no-new-line")
    if table.is_defender(case, seat):
        case.step("Law 70D2", "partner-plays")
    case.step("Law 70E1", "no-finesse")
    said = {"side": others(seat), "by": side(seat), "claimed": tricks}
    certain = _determined(case, "70.certain", "Law 70A", max(most, 0), **said)
    case.step("Law 70A", "taken-in", **said, n=tricks - certain)
    return _shared(case, seat, certain, left, "statement")


def _determined(case: Case, name: str, cite: str, most: int, **said: object) -> int:
    """How many tricks, as the arbiter determines, or as both sides say alike; where
    these differ it is the smaller number, since what is in doubt is nobody's who asks
    for it."""
    options = case.offered("tricks", range(most + 1))
    found = case.judge(name, cite, options, **said)
    if found is not None:
        return int(found)
    case.step(cite, "doubt-differ")
    return int(case.pick(f"{name}-least", cite, options, "least"))


def _is_trump(rules: TrickRules, card: Card) -> bool:
    return rules.trumps is not None and rules.suit_of(card) is rules.trumps


def _loses_to_a_trump(case: Case, seat: Seat) -> bool:
    """Law 70C: whether a trick goes to a trump that is out: claimer said nothing of it,
    was likely unaware of it, and loses a trick to it by some normal play."""
    if case.claims is None and not case.said(Fact.TRUMP_STATED):
        case.step("Law 70C", "trump-out")  # a ruling of a release that did not ask
        return False
    stated = case.ask("70.trump-stated", "Law 70C1", ("yes", "no", "none"), seat=seat)
    if stated == "none":
        return False
    if stated == "yes":
        case.step("Law 70C1", "trump-stated", seat=seat)
        return False
    if not _is_so_or_doubtful(case, "70.trump-unaware", "Law 70C2", "trump-unaware"):
        case.step("Law 70C2", "trump-known", seat=seat)
        return False
    if not _is_so_or_doubtful(case, "70.trump-loses", "Law 70C3", "trump-loses"):
        case.step("Law 70C3", "trump-harmless")
        return False
    case.step("Law 70C", "trump-takes")
    return True


def _is_so_or_doubtful(case: Case, name: str, cite: str, words: str) -> bool:
    """Laws 70A, 70C: whether it is so; a point on which the sides differ is doubtful,
    and resolved against the claimer."""
    found = case.judge_whether(name, cite, words, seat=case.seat())
    if found is None:
        case.step("Law 70A", "doubt-trump")
    return found is not False


def _could_be_lost(case: Case, tricks: int) -> int:
    """Law 71: how many of the tricks that were given up could be lost. Where the sides
    differ the concession stands for those of which it is not established that they
    could not."""
    options = case.offered("tricks", range(tricks + 1))
    found = case.judge("71.lost", "Law 71", options, tricks=tricks)
    if found is not None:
        return int(found)
    case.step("Law 71", "doubt-conceded")
    return int(case.pick("71.lost-most", "Law 71", options, "most"))


def law_71_concession(case: Case) -> Ruling:
    """Laws 68B, 71: a trick given up that could not be lost is not lost."""
    seat = case.seat()
    left = _left(case)
    tricks = case.ask("68.conceded", "Law 68B", range(left + 1), left=left)
    if table.role(case, seat) is PlayRole.DUMMY:
        return _by_dummy(case, seat, "Law 68B1")
    if table.is_defender(case, seat) and case.yes(
        "68.objects", "Law 68B2", "", "partner"
    ):
        return _objected(case, seat)
    lost = _could_be_lost(case, tricks)
    kept = (
        (("Law 71A", "won-already"), ("Law 71B", "not-lost")) if tricks > lost else ()
    )
    case.steps(*(kept or [("Law 71", "conceded")]), n=tricks - lost)
    return _shared(case, seat, left - lost, left, "concession")
