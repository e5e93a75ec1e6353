"""The revoke: corrected while it can be, and what an established one costs.

Law: Laws of Duplicate Bridge 2017 and Laws of Contract Bridge 1993, Laws 61-64.
Rule: Bridge with Deuces Wild; Five Crowns Bridge, play; Joker Bridge §4.3, §4.4.
"""

from scorekeeper.core.breaches import Breach
from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.messages import message
from scorekeeper.core.play import PlayRules, Watched, trick_of
from scorekeeper.core.rulings import Ruling, Step
from scorekeeper.core.seats import Seat
from scorekeeper.core.tricks import Play
from scorekeeper.games.arbitration import Facts
from scorekeeper.games.bridge.arbitration.case import (
    Case,
    Options,
    Role,
    mate,
    others,
    rule,
    side,
)
from scorekeeper.games.bridge.arbitration.penalty import kept
from scorekeeper.games.bridge.arbitration.revoked import Revoke
from scorekeeper.games.bridge.arbitration.transfers import established, excused
from scorekeeper.games.bridge.manner import Manner
from scorekeeper.games.bridge.sources import inferred


def proved(breach: Breach) -> Facts:
    """The facts of a failure to follow that the recorded cards prove."""
    return {
        "seat": breach.play.seat.value,
        "card": str(breach.play.card),
        "held": str(breach.held),
        "trick": str(breach.trick),
    }


@rule
def revoke(case: Case) -> Ruling:
    """Laws 61-64: a revoke is corrected until its side plays on; then tricks are transferred."""
    seat, card = case.seat(), case.card()
    one = _placed(case, seat, card)
    nothing = _is_none(case, one)
    if nothing is not None:
        return nothing
    if _is_last_but_one(case, one):
        return _twelfth(case, one)
    if not _is_established(case, one):
        return _to_correct(case, one)
    return excused(case, one) or established(case, one)


# ---- where it stands ----


def _placed(case: Case, seat: Seat, card: Card) -> Revoke:
    """The play, with what was recorded before and after it."""
    watched = case.deal().watched
    found = trick_of(watched, card)
    if found is None or found[1].seat is not seat:
        return Revoke(seat, card)
    number = found[0]
    trick = (*watched.tricks, watched.trick)[number - 1]
    winners = watched.winners
    return Revoke(
        seat,
        card,
        number,
        trick[: trick.index(found[1])],
        winners[number - 1] if number <= len(winners) else None,
        tuple(zip(watched.tricks, winners, strict=True))[number:],
        _plays_after(watched, number),
    )


def _plays_after(watched: Watched, number: int) -> tuple[Play, ...]:
    return tuple(play for trick in (*watched.tricks, watched.trick)[number:] for play in trick)


def _is_last_but_one(case: Case, one: Revoke) -> bool:
    """Whether it was made in the last trick but one, which is the twelfth of thirteen."""
    last = case.tariff.tricks - 1
    number = one.number or _number(case)
    if number is not None:
        return number == last
    asked = message("bridge.ask.last-but-one", number=last)
    return case.is_so("twelfth", asked, case.law("Law 62D", "law-61"))


def _number(case: Case) -> int | None:
    text = case.said("trick")
    return int(text) if text.isdecimal() else None


# ---- was it one? ----


def _is_none(case: Case, one: Revoke) -> Ruling | None:
    """Why this play is no revoke, whatever else was held; None when it can have been one."""
    manner, held = case.manner(), _held(case)
    if one.is_seen and not one.before:
        return _of_a_lead(case, one)
    if manner is None:
        return None
    if one.card in manner.wild:
        code = "bridge.step.wild-deuce" if manner.shunned is None else "bridge.step.wild-joker"
        return _no_revoke(case, one, Step(message(code, card=one.card), manner.cites.play))
    if one.card in manner.to_name or (held is not None and held in manner.to_name):
        open_one = one.card if one.card in manner.to_name else held
        what = message("bridge.step.joker-free", card=open_one)
        return _no_revoke(case, one, Step(what, manner.cites.naming))
    return _not_of_suit(case, manner, one)


def _not_of_suit(case: Case, manner: Manner, one: Revoke) -> Ruling | None:
    """The card followed, or the one that was held would not have followed either."""
    led, held = _led(case, manner, one), _held(case)
    if led is not None and manner.suit_of(one.card) is led:
        what = message("bridge.step.followed", card=one.card, suit=led)
        return _no_revoke(case, one, Step(what, manner.cites.play))
    if led is not None and held is not None and not manner.following((held,), led):
        what = message("bridge.step.not-of-suit", card=held, suit=led)
        return _no_revoke(case, one, Step(what, manner.cites.play))
    return None


def _held(case: Case) -> Card | None:
    try:
        return Card.parse(case.said("held"))
    except ValueError:
        return None


def _led(case: Case, manner: Manner, one: Revoke) -> Suit | None:
    """The suit that had to be followed: recorded, or asked for where a Joker's suit decides."""
    if one.is_seen:
        return manner.led(one.before)
    held = _held(case)
    if not one.card.is_joker and (held is None or not held.is_joker):
        return None
    suits: Options = tuple(
        (suit.value, message("bridge.answer.is", what=suit)) for suit in case.pack.suits
    )
    asked = message("bridge.ask.led", card=one.card)
    return Suit(case.answer("led", asked, suits, case.law("Law 44", "play")))


def _of_a_lead(case: Case, one: Revoke) -> Ruling | None:
    """A lead follows nothing: it is irregular only where a card that was held forbids it."""
    rules = case.rules()
    if rules is None or _forbids(case, rules, one):
        return None
    what = message("bridge.step.was-led", card=one.card)
    return _no_revoke(case, one, Step(what, case.law("Law 61A", "law-61")))


def _forbids(case: Case, rules: PlayRules, one: Revoke) -> bool:
    """Whether somebody who also held the card that was named could not lead this one."""
    held = _held(case)
    if held is None or one.number is None:
        return False
    before = case.deal().watched.tricks[: one.number - 1]
    return (
        rules.why_not(before, (), Play(one.seat, one.card), frozenset({one.card, held})) is not None
    )


def _no_revoke(case: Case, one: Revoke, because: Step) -> Ruling:
    what = message("bridge.step.revoke", seat=one.seat)
    return Ruling(
        message("bridge.ruling.no-revoke", card=one.card, seat=one.seat),
        (Step(what, case.law("Law 61A", "law-61")), because),
    )


# ---- not established ----


def _is_established(case: Case, one: Revoke) -> bool:
    """Law 63A: its side has led or played to the next trick, or claimed."""
    own = side(one.seat).seats
    if case.deal().is_over or any(play.seat in own for play in one.later):
        return True
    asked = message("bridge.ask.established", side=side(one.seat))
    return case.is_so("established", asked, case.law("Law 63A", "law-61"))


def _to_correct(case: Case, one: Revoke) -> Ruling:
    """Law 62: the card is replaced; a defender's becomes a penalty card."""
    seat, card = one.seat, one.card
    role = case.role(seat)
    first = (
        Step(
            message("bridge.step.not-established", side=side(seat)), case.law("Law 63A", "law-61")
        ),
        Step(message("bridge.step.replace", seat=seat, card=card), case.law("Law 62A", "law-61")),
    )
    free = Step(message("bridge.step.withdraw", side=others(seat)), case.law("Law 62C", "law-61"))
    if role is Role.DEFENDER:
        what = message("bridge.step.becomes-penalty", card=card)
        step = Step(what, case.law("Law 62B1", "law-61"))
        return Ruling(
            message("bridge.ruling.replace-defender", seat=seat, card=card),
            (*first, step, *kept(case, seat, card), free),
            (message("bridge.otherwise.established"),),
        )
    what = message("bridge.step.no-penalty-card", card=card)
    return Ruling(
        message("bridge.ruling.replace", seat=seat, card=card),
        (*first, Step(what, case.law("Law 62B2", "law-61")), free),
        (message("bridge.otherwise.established"),),
    )


def _twelfth(case: Case, one: Revoke) -> Ruling:
    """Law 62D: in the last trick but one it is put right even when it is established."""
    last = case.tariff.tricks - 1
    is_twelve = last == 12
    correct = case.law("Law 62D1", "law-61") if is_twelve else inferred("§7", "law-61")
    steps = [
        Step(message("bridge.step.twelfth", number=last), correct),
        Step(message("bridge.step.no-transfer"), case.law("Law 64B6", "law-61")),
    ]
    if case.role(one.seat) is Role.DEFENDER:
        code = "bridge.step.twelfth-partner" if case.is_duplicate else "bridge.step.twelfth-choice"
        what = message(code, partner=mate(one.seat), declarer=case.declarer())
        steps.append(Step(what, case.law("Law 62D2", "law-61", seen=False)))
    return Ruling(
        message("bridge.ruling.twelfth", seat=one.seat, card=one.card, number=last),
        tuple(steps),
        (message("bridge.otherwise.cards-mixed"),),
    )
