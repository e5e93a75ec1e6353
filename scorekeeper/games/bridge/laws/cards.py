"""The first lead and dummy; cards played, taken back, together or not when due;
defective tricks, inspecting tricks: Laws 41-47, 52, 58, 60, 65-67."""

from collections.abc import Mapping, Sequence

from scorekeeper.core.breaches import can_be_breach
from scorekeeper.core.cards import Card, Play
from scorekeeper.core.facts import Reply
from scorekeeper.core.rulings import Duty, Effect, EffectKind, Ruling
from scorekeeper.core.seats import Seat
from scorekeeper.games.arbiter.case import Reason
from scorekeeper.games.bridge.contract import opening_leader
from scorekeeper.games.bridge.laws import exposed, revoke
from scorekeeper.games.bridge.laws.answers import (
    Defect,
    DummysCard,
    Look,
    Together,
    WhyBack,
)
from scorekeeper.games.bridge.laws.case import (
    Case,
    PlayRole,
    left,
    mate,
    others,
    right,
    side,
)
from scorekeeper.games.bridge.laws.exposed import becomes_penalty_card, lies_by_accident
from scorekeeper.games.bridge.laws.verdicts import VerdictName

_DOWN = {
    "mind": ("down-stays", ("Law 41A", "down-stays")),
    "misled": ("down-again", ("Law 47E2(a)", "down-misled")),
    "both": ("down-back-faced", ("Law 54", "down-retracted")),
}
"""Why a lead that lies face down is to go back: the ruling and its reason."""


def law_41_face_down_lead(case: Case) -> Ruling:
    """Laws 41A, 47E2, 54: a lead that still lies face down."""
    seat = case.seat()
    leader = opening_leader(case.declarer())
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
    """Laws 42, 43: what dummy may say, and what it costs after looking at
    another hand."""
    declarer = case.declarer()
    did = case.ask("42.dummy-did", "Law 42", _DUMMY)
    if did in ("suggested", "asked-defender", "looked"):  # what no dummy may do
        if did == "asked-defender":
            case.bind(Duty.UNAUTHORIZED, declarer)
        remedies = case.adjusted() if did == "suggested" else ""
        trick_rules = case.trick_rules()
        if did == "suggested" and trick_rules is not None and trick_rules.to_name:
            case.step(trick_rules.naming, "declarer-names")
        return case.rule(*_DUMMY[did], remedies=remedies, partner=declarer)
    has_looked = case.yes("43.dummy-looked", "Law 43A2")
    case.named |= {"seat": declarer, "side": others(declarer)}
    if did == "asked" and has_looked:
        return _asked_after_looking(case, declarer)
    ruling, *reasons = (_LOOKED if has_looked else _DUMMY)[did]
    remedies = case.adjusted() if ruling == "dummy-late" else ""
    return case.rule(ruling, *reasons, remedies=remedies)


def _asked_after_looking(case: Case, declarer: Seat) -> Ruling:
    """Law 43B2(b): a revoke that dummy was the first to ask about counts
    as established."""
    law = "Law 43B2(b)"
    name = "43.illegal"
    ways = (Reply.YES, Reply.NO, Reply.DIFFER)
    could = case.ask(name, law, ways, "could")
    if could is Reply.NO:
        return case.rule("none", (law, "agreed-none"))
    if could is Reply.DIFFER:
        reasons = (law, "dummy-loses"), ("Law 85", "sides-differ")
        return case.rule("disputed", *reasons, waits=name)
    case.step(law, "dummy-asked")
    return revoke.law_64_established(case, declarer)


# ---- Laws 45, 46: dummy's cards named badly or taken wrongly; a card deemed to be played ----

_NAMED: Mapping[DummysCard, str] = {
    DummysCard.HIGH: "Law 46B1(a)",
    DummysCard.WIN: "Law 46B1(b)",
    DummysCard.LOW: "Law 46B1(c)",
    DummysCard.SUIT: "Law 46B2",
    DummysCard.RANK_LED: "Law 46B3(a)",
    DummysCard.RANK: "Law 46B3(b)",
    DummysCard.ABSENT: "Law 46B4",
    DummysCard.ANYTHING: "Law 46B5",
}
"""How a card of dummy can be named incompletely: the paragraph that says what
is played."""


def law_46_card_of_dummy(case: Case) -> Ruling:
    """Laws 45D, 46: what declarer said is played, unless something else was
    plainly meant."""
    declarer = case.declarer()
    case.named |= {"side": others(declarer), "right": right(declarer)}
    said = case.ask("46.said", "Law 46", DummysCard)
    if said is DummysCard.WRONG_CARD:
        return _wrong_card_put_down(case)
    if case.judge_exception("46.meant", "Law 46B", "meant", "Law 84D"):
        return case.rule("as-meant", ("Law 46B", "plainly-meant"))
    code = f"named-{said}"
    case.steps(("Law 46A", "suit-and-rank"), (_NAMED[said], code))
    if said in (DummysCard.LOW, DummysCard.SUIT, DummysCard.RANK):
        _where_other_games_differ(case, said)
    return case.rule(code)


def _wrong_card_put_down(case: Case) -> Ruling:
    if not case.yes("45.both-sides-next", "Law 45D1"):
        return case.rule("wrong-card-back", ("Law 45D1", "wrong-card-back"))
    late = ("Law 45D2", "wrong-card-late")
    return case.rule("wrong-card-stays", late, otherwise="may-be-revoke")


def _where_other_games_differ(case: Case, said: DummysCard) -> None:
    trick_rules = case.trick_rules()
    if trick_rules is None:
        return
    if said is DummysCard.RANK:
        if trick_rules.wild and trick_rules.shunned is None:
            case.step(trick_rules.playing, "any-deuce")
    elif trick_rules.to_name or trick_rules.shunned:
        case.step(trick_rules.ranking, "joker-by-name")
    elif trick_rules.pack.jokers:
        case.step(trick_rules.ranking, f"joker-{trick_rules.rank}-in-dummy")


def law_45_fifth_card(case: Case) -> Ruling:
    """Law 45E: a defender's fifth card lies there as a penalty card, unless it
    was led."""
    seat = case.seat()
    card = case.card()
    was_led = case.yes("45.was-led", "Law 45E")
    is_defender = case.is_defender(seat)
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
    if case.placed(seat, card) is not None and not case.is_from_old_release:
        return case.rule("card-played", ("Law 45A", "was-played"))
    ways = _HELD[case.role(seat)]
    how = case.ask("45.held-how", "Law 45C", ways)
    section, is_played = ways[how]
    case.step(section, f"held-{how}")
    own = [play.card for play in case.deal().watched.trick if play.seat is seat]
    # another one was played to this trick
    if how == "seen" and own and card not in own:
        fifth = ("Law 45E1", "fifth-defender")
        return case.rule(lies_by_accident(case, seat, card, fifth))
    return case.rule("card-played" if is_played else "not-played")


# ---- Laws 45-60: cards taken back, owed, played together or after an illegal play ----

_WHYS = {
    WhyBack.MIND: "Law 47F2",
    WhyBack.SLIP: "Law 45C4(b)",
    WhyBack.MISLED: "Law 47E1",
    WhyBack.EXPLAINED: "Law 47E2(a)",
    WhyBack.CHANGED: "Law 47D",
    WhyBack.REVOKE: "Law 47B",
    WhyBack.TURN: "Law 47B",
    WhyBack.ENTRY: "Law 47",
}
"""Why somebody wants a card back, and the law of it."""


def law_47_take_back(case: Case) -> Ruling:
    """Laws 45C, 47: a card played stays played, unless a law lets it be changed."""
    seat = case.seat()
    card = case.card()
    why = case.ask("why", "Law 47", _WHYS)
    if why is WhyBack.SLIP:
        return _slip_of_the_tongue(case, seat, card)
    if why is WhyBack.REVOKE and _was_no_revoke_by_the_record(case, seat, card):
        return case.rule("back-mind", ("Law 47B", "back-no-revoke"))
    if why is WhyBack.EXPLAINED and _ask_if_played_on(case, card):
        late = "Law 47E2(b)", "explained-late"
        return case.rule("back-mind", late, remedies=case.adjusted())
    case.step(_WHYS[why], f"back-{why}")
    return _taken_back(case, seat, card, why)


def _taken_back(case: Case, seat: Seat, card: Card, why: WhyBack) -> Ruling:
    is_defender = case.is_defender(seat)
    if why is WhyBack.CHANGED and is_defender and case.yes("62.own-revoke", "Law 62C2"):
        case.step("Law 62C2", "withdraw-next")
        becomes_penalty_card(case, seat, card)
        return case.rule(VerdictName.BACK_PENALTY)
    if why in (WhyBack.MISLED, WhyBack.EXPLAINED, WhyBack.CHANGED):
        authorized = ("Law 16C1", "back-authorized")
        return case.rule(VerdictName.BACK_MISLED, authorized, otherwise="back")
    return case.rule(f"back-{why}", otherwise="" if why is WhyBack.ENTRY else "back")


def _was_no_revoke_by_the_record(case: Case, seat: Seat, card: Card) -> bool:
    rules = case.rules()
    deal = case.deal()
    if case.is_from_old_release or rules is None or case.placed(seat, card) is None:
        return False
    return not can_be_breach(rules, deal.watched, card)


def _ask_if_played_on(case: Case, card: Card) -> bool:
    return bool(_plays_since(case, card)) or case.yes("47.card-since", "Law 47E2(a)")


def _slip_of_the_tongue(case: Case, seat: Seat, card: Card) -> Ruling:
    """Law 45C4(b): only a card that declarer named from dummy can have been a slip."""
    law = "Law 45C4(b)"
    declarer = case.declarer()
    plays = case.deal().watched.plays
    dummy = mate(declarer)
    is_dummys = any(play.card == card and play.seat is dummy for play in plays)
    if seat is not dummy and not (seat is declarer and is_dummys):
        return case.rule("back-mind", (law, "no-slip"))
    if not case.judge_exception("45.unintended", law, "unintended", "Law 84D"):
        return case.rule("back-mind", (law, "back-thought"))
    since = _plays_since(case, card)
    # from either hand
    is_late = any(play.seat in side(declarer).seats for play in since or ())
    if is_late or (since is None and case.yes("45.played-since", law)):
        return case.rule("back-mind", (law, "back-late"))
    case.named["side"] = others(declarer)
    reasons = (law, "back-slip"), ("Law 47D", "back-after-slip")
    return case.rule(VerdictName.BACK_SLIP, *reasons, next=left(dummy))


def _plays_since(case: Case, card: Card) -> Sequence[Play] | None:
    plays = case.deal().watched.plays
    cards = [play.card for play in plays]
    return plays[cards.index(card) + 1 :] if card in cards else None


def law_52_penalty_card_not_played(case: Case) -> Ruling:
    """Law 52: declarer may accept the other card; else the penalty card goes in
    its place."""
    seat = case.seat()
    card = case.card()
    declarer = case.declarer()
    free = case.need_not_play(seat, card)
    if free is None and not _ask_if_playable(case, seat, card):
        free = ("Law 50D1(b)", "follows-first")
    if free is not None:
        return case.rule("none", free)
    case.step("Law 52A", "owed")
    since = _plays_since(case, card) or ()
    choice = "played"
    if all(play.seat not in side(declarer).seats for play in since):
        answers = ("accept", "refuse", "played")
        choice = case.ask("52.owed", "Law 52B1", answers, "", "declarer")
    if choice == "refuse":
        case.bind(Duty.PENALTY_MAJOR, seat, card)
        both = ("Law 52B2", "owed-both")
        return case.rule("owed-played", both, otherwise="owed-next")
    section = "Law 52B1(b)" if choice == "played" else "Law 52B1(a)"
    reasons = (section, f"owed-{choice}"), ("Law 52B1(c)", "owed-stays")
    return case.rule("owed-accepted", *reasons)


def _ask_if_playable(case: Case, seat: Seat, card: Card) -> bool:
    if case.penalty_cards(seat) and case.placed(seat, card) is not None:
        return True
    return case.yes("50.could-play", "Law 50D1(b)")


def law_58_simultaneous_cards(case: Case) -> Ruling:
    """Law 58: the card out of turn is the later one; of one player's cards, one
    is played."""
    seat = case.seat()
    if case.ask("58.together", "Law 58", Together) is Together.PLAYERS:
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
    if case.is_defender(seat):
        why = "Law 58B2", "together-penalty"
        lies_by_accident(case, seat, case.card("other"), why, is_alone=False)
    return case.rule("together-names", ("Law 58B3", "together-after"))


def law_60_play_after_illegal(case: Case) -> Ruling:
    """Law 60: who plays on has accepted it; the side at fault gains nothing by
    playing on."""
    seat = case.seat()
    by = case.ask("60.after", "Law 60", ("innocent", "offender", "restored"))
    if by == "innocent":
        case.steps(("Law 60A1", "after-forfeit"), ("Law 60A2", "after-in-turn"))
        return case.rule("after-forfeit", ("Law 60A3", "after-owed"))
    if by == "restored" and case.is_defender(seat):
        case.step("Law 60B", "after-restored")
        becomes_penalty_card(case, seat, case.card())
        return case.rule("after-restored")
    reason = ("Law 60C", "after-offender")
    return case.rule("after-offender", reason, otherwise="after-own")


# ---- Law 67: defective tricks ----


def law_67_defective_trick(
    case: Case, seat: Seat | None = None, *, is_many: bool | None = None
) -> Ruling:
    """Law 67: a player has put no card to a trick, or too many; both may be
    known already."""
    seat = seat or case.seat()
    case.speak_of(seat)
    if is_many is None:
        kind = case.ask("67.kind", "Law 67", Defect)
        if kind is Defect.MISPLACED:
            reasons = ("Law 67B3", "misplaced"), ("Law 67B3", "played-twice")
            return case.rule("misplaced", *reasons, remedies=case.adjusted())
        is_many = kind is Defect.MANY
    if case.yes("67.both-played", "Law 67B"):
        return _too_many(case, seat) if is_many else _omitted(case, seat)
    if not is_many:
        return case.rule("supply-card", ("Law 67A1", "none-early"))
    case.step("Law 67A2", "many-early")
    if case.is_defender(seat):
        lies_by_accident(case, seat, case.card(), ("Law 45E1", "extra-penalty"))
    return case.rule("take-extra-back")


def _too_many(case: Case, seat: Seat) -> Ruling:
    case.steps(("Law 67B2(a)", "many-late"), ("Law 67B2(b)", "restored-belongs"))
    if case.is_defender(seat) and case.yes("67.extra-seen", "Law 67B2(a)"):
        lies_by_accident(case, seat, case.card(), ("Law 67B2(a)", "extra-penalty"))
    return case.rule("defective", otherwise="may-be-revoke")


def _omitted(case: Case, seat: Seat) -> Ruling:
    section, code = ("Law 67B1(b)", "may-choose")
    if case.yes("67.has-suit", "Law 67B1"):
        section, code = ("Law 67B1(a)", "must-choose")
    case.steps((section, code), (section, "deemed-revoke"))
    if case.role(seat) is PlayRole.DUMMY:
        return revoke.without_tricks(case, seat, "Law 64B3", "dummy")
    if revoke.both_have(case, seat):
        return revoke.without_tricks(case, seat, "Law 64B7", "both")
    won = case.ask("64.since", "Law 64A2", (Reply.YES, Reply.NO, Reply.LATER))
    if won is Reply.LATER:
        at_end = ("Law 64A2", "counted-at-end")
        return case.rule(VerdictName.TRANSFER_LATER, at_end, waits="64.since")
    if won is Reply.NO:
        return case.rule(VerdictName.NO_TRANSFER, ("Law 64B1", "won-nothing"))
    effect = Effect(EffectKind.TRICKS, others(seat).id, 1)
    return case.scored(VerdictName.TRANSFER, effect, ("Law 64A2", "one"), n=1)


# ---- Laws 65, 66: pointing and inspecting tricks ----

_INSPECTED = {
    Look.CURRENT: ("Law 66A", "yes"),
    Look.TURNED: ("Law 66A", "no"),
    Look.OWN: ("Law 66B", "own"),
    Look.QUITTED: ("Law 66C", "no"),
    Look.AFTER: ("Law 66D", "yes"),
    Look.POINTED: ("Law 65B3", "yes"),
    Look.POINTED_LATE: ("Law 65B3", "no"),
}
"""What somebody wants to see or to point out: the paragraph, and whether they may."""


def law_66_inspection(case: Case) -> Ruling:
    """Laws 65B3, 66: who may look at cards played, and until when."""
    seat = case.seat()
    what = case.ask("66.inspect", "Law 66", _INSPECTED)
    section, answer = _INSPECTED[what]
    if what in (Look.CURRENT, Look.OWN) and case.is_dummy(seat):
        return case.rule("look-no", (section, "not-dummys"), dummy=seat)
    return case.rule(f"look-{answer}", (section, f"inspect-{what}"))
