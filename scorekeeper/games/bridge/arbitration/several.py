"""Two or more penalty cards, a penalty card that was not played, cards played at once, and play
after an illegal play.

Law: Laws of Duplicate Bridge 2017 and Laws of Contract Bridge 1993, Laws 51, 52, 58, 60.
"""

from scorekeeper.core.cards import Suit
from scorekeeper.core.citations import Cite
from scorekeeper.core.messages import message
from scorekeeper.core.rulings import Ruling, Step
from scorekeeper.core.seats import Seat
from scorekeeper.games.bridge.arbitration.case import Case, Options, Role, mate, options, rule

# ---- Law 51: two or more penalty cards ----


@rule
def two_penalty_cards(case: Case) -> Ruling:
    """Law 51: declarer says which of them is played, or what the partner may lead."""
    seat, cite = case.seat(), case.law("Law 51", "law-48")
    asked = message("bridge.ask.several-turn", seat=seat, partner=mate(seat))
    turns = (
        ("own", message("bridge.answer.several.own", seat=seat)),
        ("partner", message("bridge.answer.several.partner", partner=mate(seat))),
    )
    if case.answer("turn", asked, turns, cite) == "own":
        what = message("bridge.step.several-own", declarer=case.declarer())
        return Ruling(
            message("bridge.ruling.several-own", declarer=case.declarer(), seat=seat),
            (Step(what, case.law("Law 51A", "law-48")),),
        )
    return _partner_leads(case, seat)


def _partner_leads(case: Case, seat: Seat) -> Ruling:
    """Law 51B: of one of the suits, or none of one or more of them."""
    leader, cite = mate(seat), case.law("Law 51B", "law-48")
    choice = case.answer(
        "choice",
        message("bridge.ask.several-lead", declarer=case.declarer(), leader=leader),
        (
            ("require", message("bridge.answer.several.require", leader=leader)),
            ("forbid", message("bridge.answer.several.forbid", leader=leader)),
            ("free", message("bridge.answer.several.free", leader=leader)),
        ),
        cite,
    )
    able = Step(message("bridge.step.if-able", partner=leader), case.law("Law 59", "law-57"))
    if choice == "free":
        lie = Step(message("bridge.step.several-lie", seat=seat), cite)
        return Ruling(message("bridge.ruling.several-free", leader=leader, seat=seat), (lie,))
    suits = tuple((one.value, message("bridge.answer.is", what=one)) for one in case.pack.suits)
    named = message("bridge.ask.several-suit", declarer=case.declarer())
    suit = Suit(case.answer("suit", named, suits, cite))
    up = Step(message("bridge.step.several-up", suit=suit, seat=seat), cite)
    long = Step(message("bridge.step.as-long", leader=leader, suit=suit), cite)
    others = Step(message("bridge.step.several-others", seat=seat), cite)
    return Ruling(
        message(f"bridge.ruling.several-{choice}", leader=leader, suit=suit, seat=seat),
        (up, *((long,) if choice == "forbid" else ()), others, able),
    )


# ---- Law 52: failure to lead or play a penalty card ----


@rule
def penalty_card_not_played(case: Case) -> Ruling:
    """Law 52: declarer may accept the other card; else the penalty card goes in its place."""
    seat, card, declarer = case.seat(), case.card(), case.declarer()
    first = Step(
        message("bridge.step.owed", seat=seat), case.law("Laws 50D1, 52", "law-48", seen=False)
    )
    choice = case.answer(
        "choice",
        message("bridge.ask.owed", declarer=declarer, card=card, seat=seat),
        options(
            ("accept", message("bridge.answer.owed.accept", card=card)),
            ("refuse", message("bridge.answer.owed.refuse", card=card)),
        ),
        case.law("Law 52B", "law-48"),
    )
    if choice == "accept":
        stays = message("bridge.step.owed-stays", seat=seat)
        return Ruling(
            message("bridge.ruling.owed-accepted", card=card, seat=seat),
            (first, Step(stays, case.law("Law 52B2", "law-48"))),
        )
    both = message("bridge.step.owed-both", card=card, seat=seat)
    return Ruling(
        message("bridge.ruling.owed-played", card=card, seat=seat),
        (first, Step(both, case.law("Law 52B3", "law-48"))),
        (message("bridge.otherwise.owed-next", declarer=declarer),),
    )


# ---- Law 58: simultaneous leads or plays ----

WHO: Options = tuple(
    (one, message(f"bridge.answer.together.{one}")) for one in ("players", "cards")
)
"""Whose cards fell at once: the answers to the question `who`."""


@rule
def simultaneous_cards(case: Case) -> Ruling:
    """Law 58: the card out of turn is the later one; of one player's cards, one is played."""
    seat, cite = case.seat(), case.law("Law 58", "law-58")
    if case.answer("who", message("bridge.ask.together", seat=seat), WHO, cite) == "players":
        later = message("bridge.step.together-later", seat=seat)
        return Ruling(
            message("bridge.ruling.together-later", seat=seat),
            (Step(later, case.law("Law 58A", "law-58")),),
            (message("bridge.otherwise.together-turn"),),
        )
    if case.is_so("late", message("bridge.ask.together-late"), case.law("Law 58B4", "law-58")):
        what = message("bridge.step.together-late", seat=seat)
        return Ruling(
            message("bridge.ruling.together-late", seat=seat),
            (Step(what, case.law("Laws 58B4, 67", "law-58")),),
        )
    return _several_cards(case, seat)


def _several_cards(case: Case, seat: Seat) -> Ruling:
    """Law 58B: what could be seen decides."""
    asked = message("bridge.ask.together-seen", seat=seat)
    if not case.is_so("visible", asked, case.law("Law 58B1", "law-58")):
        what = message("bridge.step.together-one")
        return Ruling(
            message("bridge.ruling.together-one", seat=seat),
            (Step(what, case.law("Law 58B1", "law-58")),),
        )
    steps = [Step(message("bridge.step.together-names", seat=seat), _visible(case))]
    if case.role(seat) is Role.DEFENDER:
        what = message("bridge.step.together-penalty", seat=seat)
        steps.append(Step(what, _visible(case)))
    after = message("bridge.step.together-after")
    steps.append(Step(after, case.law("Law 58B3", "law-58")))
    return Ruling(message("bridge.ruling.together-names", seat=seat), tuple(steps))


def _visible(case: Case) -> Cite:
    return case.law("Law 58B2", "law-58")


# ---- Law 60: play after an illegal play ----

AFTER: Options = tuple(
    (one, message(f"bridge.answer.after.{one}")) for one in ("innocent", "offender", "restored")
)
"""Who played on: the answers to the question `by`."""


@rule
def play_after_illegal(case: Case) -> Ruling:
    """Law 60: who plays on has accepted it; the side at fault gains nothing by playing on."""
    seat = case.seat()
    asked = message("bridge.ask.after", seat=seat)
    by = case.answer("by", asked, AFTER, case.law("Law 60", "law-58"))
    if by == "innocent":
        what = message("bridge.step.after-forfeit", seat=seat)
        owed = message("bridge.step.after-owed")
        return Ruling(
            message("bridge.ruling.after-forfeit", seat=seat),
            (
                Step(what, case.law("Law 60A1", "law-58")),
                Step(owed, case.law("Law 60A3", "law-58")),
            ),
        )
    if by == "restored" and case.role(seat) is Role.DEFENDER:
        what = message("bridge.step.after-restored", seat=seat, declarer=case.declarer())
        return Ruling(
            message("bridge.ruling.after-restored", seat=seat),
            (Step(what, case.law("Law 60B", "law-58")),),
        )
    what = message("bridge.step.after-offender", seat=seat)
    return Ruling(
        message("bridge.ruling.after-offender", seat=seat),
        (Step(what, case.law("Law 60C", "law-58")),),
        (message("bridge.otherwise.after-own"),),
    )
