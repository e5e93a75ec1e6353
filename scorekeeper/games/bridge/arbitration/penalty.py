"""Penalty cards: exposed cards of a defender, and what declarer may ask of a lead.

Law: Laws of Duplicate Bridge 2017 and Laws of Contract Bridge 1993, Laws 24, 48-51.
"""

from collections.abc import Iterator

from scorekeeper.core.cards import Card
from scorekeeper.core.citations import Cite
from scorekeeper.core.messages import Message, message
from scorekeeper.core.rulings import Ruling, Step
from scorekeeper.core.seats import Seat
from scorekeeper.games.bridge.arbitration.case import Case, Options, Role, mate, options, rule
from scorekeeper.games.bridge.sources import inferred

# ---- what a penalty card brings with it ----


def lead_choice(case: Case, card: Card, leader: Seat) -> Options:
    """What declarer may ask of a defender who leads while partner has this penalty card.

    Inferred: a Joker that has no suit yet can be neither asked for nor forbidden.
    """
    suit = case.suit(card)
    require = message("bridge.answer.lead.require", leader=leader, suit=suit, card=card)
    forbid = message("bridge.answer.lead.forbid", leader=leader, suit=suit, card=card)
    return options(
        ("require", require if suit else None),
        ("forbid", forbid if suit else None),
        ("free", message("bridge.answer.lead.free", leader=leader, card=card)),
    )


def chosen_lead(case: Case, seat: Seat, card: Card, choice: str, first: tuple[Step, ...]) -> Ruling:
    """Law 50D2: what declarer has chosen about the lead of the partner of a penalty card."""
    leader, suit = mate(seat), case.suit(card)
    if choice == "free":
        what = message("bridge.step.lead-free", leader=leader)
        free = Step(what, _disposition(case, "Law 50D2(b)"))
        return Ruling(
            message("bridge.ruling.lead-free", leader=leader, card=card, seat=seat),
            (*first, free, *kept(case, seat, card)),
        )
    what = message("bridge.step.picked-up", card=card, seat=seat)
    step = Step(what, _disposition(case, "Law 50D2(a)"))
    long = message("bridge.step.as-long", leader=leader, suit=suit)
    more = (Step(long, _disposition(case, "Law 50D2(a)")),) if choice == "forbid" else ()
    return Ruling(
        message(f"bridge.ruling.lead-{choice}", leader=leader, suit=suit, card=card, seat=seat),
        (*first, *more, step, Step(message("bridge.step.if-able", partner=leader), _unable(case))),
    )


def kept(case: Case, seat: Seat, card: Card) -> tuple[Step, ...]:
    """The card lies there as a (major) penalty card: what its owner, and the partner, must do."""
    major = "bridge.step.major" if case.is_duplicate else "bridge.step.penalty-card"
    return (
        Step(message(major, card=card, seat=seat), _disposition(case, "Law 50B")),
        Step(message("bridge.step.first-chance", card=card), _disposition(case, "Law 50D1")),
        *_at_any_trick(case, card),
        Step(
            message("bridge.step.partner-leads", partner=mate(seat), card=card),
            _disposition(case, "Law 50D2"),
        ),
    )


def _at_any_trick(case: Case, card: Card) -> Iterator[Step]:
    """Inferred: a card that may be played to any trick meets its first chance in the next one."""
    manner = case.manner()
    if manner is not None and card in manner.wild:
        yield Step(message("bridge.step.any-trick", card=card), inferred("§7", "law-48"))


def _disposition(case: Case, section: str) -> Cite:
    """A paragraph of Law 50."""
    return case.law(section, "law-48")


def _unable(case: Case) -> Cite:
    return case.law("Law 59", "law-57")


# ---- Laws 24, 48-51: an exposed card ----


@rule
def exposed_card(case: Case) -> Ruling:
    """Laws 24, 48-51: declarer's cards cost nothing, a defender's stays as a penalty card."""
    seat, card = case.seat(), case.card()
    if _is_in_auction(case):
        return _before_play(case, seat, card)
    if case.role(seat) is not Role.DEFENDER:
        what = message("bridge.step.declarers-card", card=card)
        return Ruling(
            message("bridge.ruling.no-penalty", card=card, seat=seat),
            (Step(what, case.law("Law 48A", "law-48")),),
            (message("bridge.otherwise.faced-hand"),),
        )
    if case.is_duplicate and _is_minor(case, seat, card):
        return _minor(case, seat, card)
    return _major(case, seat, card)


def _is_in_auction(case: Case) -> bool:
    deal = case.state.deal
    if deal is not None and (deal.calls or deal.contract):
        return deal.contract is None
    asked, cite = message("bridge.ask.phase"), case.law("Law 24", "law-24")
    answers = (
        ("play", message("bridge.answer.phase.play")),
        ("auction", message("bridge.answer.phase.auction")),
    )
    return case.answer("phase", asked, answers, cite) == "auction"


def _before_play(case: Case, seat: Seat, card: Card) -> Ruling:
    """Law 24: an honour shown in the auction bars the partner once."""
    face_up = Step(message("bridge.step.face-up", card=card), case.law("Law 24", "law-24"))
    if not case.is_honour(card):
        what = message("bridge.step.low-shown", card=card)
        return Ruling(
            message("bridge.ruling.shown-low", card=card, seat=seat),
            (face_up, Step(what, case.law("Law 24A", "law-24"))),
            (message("bridge.otherwise.several-shown", partner=mate(seat)),),
        )
    what = message("bridge.step.honour-shown", card=card, partner=mate(seat))
    return Ruling(
        message("bridge.ruling.barred-once", seat=seat, partner=mate(seat)),
        (face_up, Step(what, case.law("Law 24B", "law-24"))),
        (message("bridge.otherwise.low-shown"),),
    )


def _is_minor(case: Case, seat: Seat, card: Card) -> bool:
    """Law 50B of 2017: one card below an honour, shown by accident."""
    if case.is_honour(card):
        return False
    cite = case.law("Law 50B", "law-48")
    answers = (
        ("accident", message("bridge.answer.how.accident")),
        ("deliberate", message("bridge.answer.how.deliberate")),
    )
    how = case.answer("how", message("bridge.ask.how-shown", card=card), answers, cite)
    if how == "deliberate":
        return False
    return not case.is_so("more", message("bridge.ask.more", seat=seat), cite)


def _minor(case: Case, seat: Seat, card: Card) -> Ruling:
    """Law 50C."""
    what = message("bridge.step.minor", card=card, suit=case.suit(card), seat=seat)
    free = message("bridge.step.minor-partner", partner=mate(seat))
    return Ruling(
        message("bridge.ruling.minor", card=card, seat=seat),
        (
            Step(message("bridge.step.is-minor", card=card), case.law("Law 50B", "law-48")),
            Step(what, case.law("Law 50C", "law-48")),
            Step(free, case.law("Law 50E", "law-48")),
        ),
        (message("bridge.otherwise.major"),),
    )


def _major(case: Case, seat: Seat, card: Card) -> Ruling:
    """Law 50D: where the partner is to lead now, declarer chooses at once."""
    shown = Step(message("bridge.step.defenders-card", card=card), case.law("Law 49", "law-48"))
    first = (shown, *_one_kind(case))
    asked = message("bridge.ask.partner-leads", partner=mate(seat))
    if case.is_so("partner-leads", asked, _disposition(case, "Law 50D2")):
        choice = case.answer(
            "choice",
            message("bridge.ask.penalty-lead", declarer=case.declarer(), leader=mate(seat)),
            lead_choice(case, card, mate(seat)),
            _disposition(case, "Law 50D2"),
        )
        return chosen_lead(case, seat, card, choice, first)
    return Ruling(
        message("bridge.ruling.major", card=card, seat=seat),
        (*first, *kept(case, seat, card)),
        (*_minor_instead(case), message("bridge.otherwise.two-cards", declarer=case.declarer())),
    )


def _one_kind(case: Case) -> tuple[Step, ...]:
    if case.is_duplicate:
        return ()
    what = message("bridge.step.one-kind")
    return (Step(what, case.law("Law 50", "law-48", seen=False)),)


def _minor_instead(case: Case) -> tuple[Message, ...]:
    return (message("bridge.otherwise.minor"),) if case.is_duplicate else ()
