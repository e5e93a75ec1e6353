"""Leads and plays out of turn or too early, and cards that somebody wants to take back.

Law: Laws of Duplicate Bridge 2017 and Laws of Contract Bridge 1993, Laws 24, 45-47, 53-57.
"""

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.citations import Cite
from scorekeeper.core.messages import message
from scorekeeper.core.play import turn
from scorekeeper.core.rulings import Ruling, Step
from scorekeeper.core.seats import COMPASS, Seat
from scorekeeper.games.bridge.arbitration.case import (
    Case,
    Options,
    Role,
    left,
    mate,
    options,
    others,
    rule,
    seats,
)
from scorekeeper.games.bridge.arbitration.penalty import chosen_lead, kept, lead_choice
from scorekeeper.games.bridge.auction import opening_leader

# ---- Laws 53-56: leads out of turn ----


@rule
def lead_out_of_turn(case: Case) -> Ruling:
    """Laws 53-56: the other side may accept the lead; refused, it is taken back at a price."""
    seat, card = case.seat(), case.card()
    role, leader, is_opening = case.role(seat), _leader(case, seat), _is_opening(case)
    if leader is seat:
        what = message("bridge.step.in-lead", seat=seat)
        step = Step(what, case.law("Law 44", "play"))
        return Ruling(message("bridge.ruling.none"), (step,))
    if role is not Role.DEFENDER:
        return _by_declarer(case, seat, card, leader, is_opening)
    if is_opening:
        return _opening(case, seat, card)
    return _by_defender(case, seat, card, leader)


def _is_opening(case: Case) -> bool:
    """Whether the lead is the first of the deal."""
    watched = case.deal().watched
    if watched.entries:
        return False
    return case.is_so("opening", message("bridge.ask.opening"), case.law("Law 54", "law-53"))


def _leader(case: Case, seat: Seat) -> Seat:
    """Whose lead it was."""
    rules, watched = case.rules(), case.deal().watched
    if rules is not None and watched.entries:
        return turn(rules, watched) or seat
    if _is_opening(case):
        return opening_leader(case.declarer())
    rest = tuple(one for one in COMPASS if one is not seat)
    asked, cite = message("bridge.ask.leader"), case.law("Law 44", "play")
    return Seat(case.answer("turn", asked, seats(rest), cite))


def _out_of_turn(case: Case, card: Card, leader: Seat) -> Step:
    what = message("bridge.step.lead-turn", card=card, leader=leader)
    return Step(what, case.law("Law 44", "play"))


def _opening(case: Case, seat: Seat, card: Card) -> Ruling:
    """Law 54: declarer has four ways to take a first lead by the wrong defender."""
    declarer = case.declarer()
    first, cite = _out_of_turn(case, card, mate(seat)), case.law("Law 54", "law-53")
    seen = message("bridge.ask.dummy-seen", declarer=declarer, dummy=mate(declarer))
    if case.is_so("dummy-seen", seen, case.law("Law 54C", "law-53")):
        what = message("bridge.step.must-accept", dummy=mate(declarer))
        return Ruling(
            message("bridge.ruling.lead-stands", card=card, seat=left(seat)),
            (first, Step(what, case.law("Law 54C", "law-53"))),
        )
    choice = case.answer(
        "choice",
        message("bridge.ask.opening-lead", declarer=declarer, card=card, seat=seat),
        (
            ("spread", message("bridge.answer.spread", dummy=mate(declarer))),
            ("accept", message("bridge.answer.accept-lead", dummy=mate(declarer))),
            *lead_choice(case, card, mate(seat)),
        ),
        cite,
    )
    if choice == "spread":
        what = message("bridge.step.spread", declarer=declarer, dummy=mate(declarer))
        return Ruling(
            message("bridge.ruling.spread", card=card, declarer=declarer, dummy=mate(declarer)),
            (first, Step(what, case.law("Law 54A", "law-53"))),
        )
    if choice == "accept":
        what = message("bridge.step.second-hand", declarer=declarer)
        return Ruling(
            message("bridge.ruling.opening-stands", card=card, declarer=declarer),
            (first, Step(what, case.law("Law 54B", "law-53"))),
        )
    refused = Step(
        message("bridge.step.lead-refused", card=card, seat=seat), case.law("Law 54D", "law-53")
    )
    return chosen_lead(case, seat, card, choice, (first, refused))


def _by_defender(case: Case, seat: Seat, card: Card, leader: Seat) -> Ruling:
    """Law 56: as Law 54D; where the partner leads now, declarer chooses at once."""
    declarer = case.declarer()
    first, accept = _out_of_turn(case, card, leader), case.law("Law 53A", "law-53")
    is_partners = leader is mate(seat)
    refused = options(("refuse", message("bridge.answer.refuse-lead", card=card)))
    last = _is_last_trick(case)
    choice = case.answer(
        "choice",
        message("bridge.ask.lead", declarer=declarer, card=card, seat=seat),
        (
            *options(("accept", None if last else message("bridge.answer.accept"))),
            *(lead_choice(case, card, leader) if is_partners else refused),
        ),
        accept,
    )
    if choice == "accept":
        what = message("bridge.step.lead-accepted", side=others(seat))
        return Ruling(
            message("bridge.ruling.lead-stands", card=card, seat=left(seat)),
            (first, Step(what, accept)),
            (message("bridge.otherwise.lead-refused", leader=leader),),
        )
    what = message("bridge.step.lead-refused", card=card, seat=seat)
    steps = (first, Step(what, case.law("Law 56", "law-53")))
    if is_partners:
        return chosen_lead(case, seat, card, choice, steps)
    return Ruling(
        message("bridge.ruling.lead-back", card=card, seat=seat, leader=leader),
        (*steps, *kept(case, seat, card)),
    )


def _is_last_trick(case: Case) -> bool:
    """Whether nothing but the last trick is left, so far as it was recorded. Law 53A."""
    rules = case.rules()
    return rules is not None and len(case.deal().watched.tricks) == rules.tricks - 1


def _by_declarer(case: Case, seat: Seat, card: Card, leader: Seat, is_opening: bool) -> Ruling:
    """Law 55: a defender may accept it; if not, the card goes back and costs nothing."""
    if is_opening:
        what = message("bridge.step.not-a-lead", card=card, leader=leader)
        return Ruling(
            message("bridge.ruling.card-back", card=card, seat=seat, leader=leader),
            (_out_of_turn(case, card, leader), Step(what, case.law("Laws 24, 54E", "law-53"))),
        )
    defenders, accept = others(seat), case.law("Law 55A", "law-53")
    choice = case.answer(
        "choice",
        message("bridge.ask.defenders", side=defenders, card=card, next=left(seat)),
        options(
            ("accept", message("bridge.answer.accept")),
            ("refuse", message("bridge.answer.refuse-lead", card=card)),
        ),
        accept,
    )
    first = _out_of_turn(case, card, leader)
    if choice == "accept":
        what = message("bridge.step.lead-accepted", side=defenders)
        return Ruling(
            message("bridge.ruling.lead-stands", card=card, seat=left(seat)),
            (first, Step(what, accept)),
            (message("bridge.otherwise.lead-refused", leader=leader),),
        )
    is_own = leader not in defenders.seats
    code = "bridge.step.other-hand" if is_own else "bridge.step.lead-restored"
    what = message(code, card=card, leader=leader)
    section = "Law 55B2" if is_own else "Law 55B1"
    return Ruling(
        message("bridge.ruling.card-back", card=card, seat=seat, leader=leader),
        (first, Step(what, case.law(section, "law-53"))),
        (message("bridge.otherwise.lead-accepted"),),
    )


# ---- Law 57: too early ----

HOWS: Options = tuple(
    (one, message(f"bridge.answer.how.{one}"))
    for one in ("before-partner", "next-trick", "before-right")
)
"""How a card was played too early: the answers to the field `how`."""


@rule
def premature_play(case: Case) -> Ruling:
    """Law 57: a defender who plays before partner shows a card, and declarer may use it."""
    seat, card = case.seat(), case.card()
    how = case.answer("how", message("bridge.ask.how-early"), HOWS, case.law("Law 57", "law-57"))
    if case.role(seat) is not Role.DEFENDER:
        what = message("bridge.step.declarer-early", card=card)
        step = Step(what, case.law("Law 57C3", "law-57"))
        return Ruling(message("bridge.ruling.card-played", card=card, seat=seat), (step,))
    if how == "before-right":
        return _before_right(case, seat, card)
    if how == "before-partner" and _both_played(case):
        what = message("bridge.step.both-played", declarer=case.declarer())
        return Ruling(
            message("bridge.ruling.card-played", card=card, seat=seat),
            (Step(what, case.law("Law 57C1", "law-57")),),
        )
    return _told_what_to_play(case, seat, card)


def _both_played(case: Case) -> bool:
    """Whether declarer had played from both hands."""
    declarer = case.declarer()
    trick = case.deal().watched.trick
    if trick:
        hands = {play.seat for play in trick}
        return {declarer, mate(declarer)} <= hands
    asked = message("bridge.ask.both-played", declarer=declarer, dummy=mate(declarer))
    return case.is_so("both", asked, case.law("Law 57C", "law-57"))


def _before_right(case: Case, seat: Seat, card: Card) -> Ruling:
    """Law 57D: at the turn of the player at the right."""
    what = message("bridge.step.before-right", card=card, seat=seat)
    return Ruling(
        message("bridge.ruling.must-play", card=card, seat=seat),
        (Step(what, case.law("Law 57D", "law-57")),),
        (message("bridge.otherwise.cannot-play", card=card),),
    )


def _told_what_to_play(case: Case, seat: Seat, card: Card) -> Ruling:
    declarer, partner = case.declarer(), mate(seat)
    cite = case.law("Law 57A", "law-57", seen=False)
    require = message("bridge.answer.play.require", partner=partner)
    choice = case.answer(
        "choice",
        message("bridge.ask.early", declarer=declarer, partner=partner),
        options(
            ("highest", message("bridge.answer.play.highest", partner=partner)),
            ("lowest", message("bridge.answer.play.lowest", partner=partner)),
            ("require", require if case.is_duplicate else None),
            ("forbid", message("bridge.answer.play.forbid", partner=partner)),
        ),
        cite,
    )
    suit = _suit_named(case, declarer, cite) if choice in ("require", "forbid") else None
    return Ruling(
        message(f"bridge.ruling.play-{choice}", partner=partner, suit=suit),
        (
            Step(message("bridge.step.early", card=card, seat=seat, partner=partner), cite),
            *kept(case, seat, card),
            Step(message("bridge.step.if-able", partner=partner), case.law("Law 59", "law-57")),
        ),
        (message("bridge.otherwise.both-played"),),
    )


def _suit_named(case: Case, declarer: Seat, cite: Cite) -> Suit:
    named = tuple((one.value, message("bridge.answer.is", what=one)) for one in case.pack.suits)
    asked = message("bridge.ask.other-suit", declarer=declarer)
    return Suit(case.answer("suit", asked, named, cite))


# ---- Laws 45-47: taking a card back ----

WHYS: Options = tuple(
    (one, message(f"bridge.answer.why.{one}"))
    for one in ("mind", "slip", "misled", "revoke", "turn", "entry")
)
"""Why somebody wants a card back: the answers to the field `why`."""


@rule
def take_back(case: Case) -> Ruling:
    """Laws 45-47: a card played stays played, unless a law wants it corrected."""
    seat, card = case.seat(), case.card()
    cite = case.law("Law 47", "take-back")
    why = case.answer("why", message("bridge.ask.why-back", card=card), WHYS, cite)
    if why == "slip":
        return _slip(case, seat, card)
    sections = {
        "mind": case.law("Laws 45C, 47F", "take-back"),
        "misled": case.law("Law 47E1", "take-back", seen=False),
        "revoke": case.law("Laws 47B, 62", "law-61"),
        "turn": case.law("Laws 47B, 53", "law-53"),
        "entry": case.law("Law 47", "take-back"),
    }
    return Ruling(
        message(f"bridge.ruling.back-{why}", card=card, seat=seat),
        (Step(message(f"bridge.step.back-{why}", card=card), sections[why]),),
        () if why == "entry" else (message("bridge.otherwise.back"),),
    )


def _slip(case: Case, seat: Seat, card: Card) -> Ruling:
    """Law 45C4(b): only a card that declarer named from dummy can have been a slip."""
    cite = case.law("Law 45C4(b)", "take-back")
    if case.role(seat) is not Role.DUMMY:
        what = message("bridge.step.no-slip", card=card)
        return Ruling(message("bridge.ruling.back-mind", card=card, seat=seat), (Step(what, cite),))
    if case.is_so("at-once", message("bridge.ask.at-once", declarer=case.declarer()), cite):
        return Ruling(
            message("bridge.ruling.back-slip", card=card),
            (Step(message("bridge.step.back-slip", card=card), cite),),
        )
    return Ruling(
        message("bridge.ruling.back-mind", card=card, seat=seat),
        (Step(message("bridge.step.back-late", card=card), cite),),
    )
