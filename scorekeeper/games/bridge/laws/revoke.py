"""The revoke: Laws 61-64. Nobody is convicted without the fact that a card was held.

Rule: Bridge with Deuces Wild; Five Crowns Bridge, play; Joker Bridge §4.3, §4.4.
"""

from scorekeeper.core.breaches import Breach, breaches
from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.obligations import LEADING, PLAYING
from scorekeeper.core.play import PlayRules
from scorekeeper.core.rulings import Ruling
from scorekeeper.core.tricks import Play
from scorekeeper.games.arbitration import Facts
from scorekeeper.games.bridge.laws.case import Case, Role, mate, others, side
from scorekeeper.games.bridge.laws.penalty_cards import becomes_penalty_card
from scorekeeper.games.bridge.laws.redress import (
    LATER,
    Revoke,
    excused,
    later_of,
    law_64_transfer,
    placed,
    winner_of,
)
from scorekeeper.games.bridge.play import TrickRules
from scorekeeper.games.bridge.settings import inferred


def proved(breach: Breach) -> Facts:
    """The facts of a failure to follow that the recorded cards prove."""
    return {
        "seat": breach.play.seat.value,
        "card": str(breach.play.card),
        "held": str(breach.held),
        "trick": str(breach.trick),
    }


def law_61_revoke(case: Case) -> Ruling:
    """Laws 61-64: a revoke is corrected until its side plays on; then tricks are transferred."""
    one = placed(case, case.seat(), case.card())
    return _none(case, one) or _not_known(case, one) or _ruled(case, one)


def law_61_restriction(case: Case) -> Ruling:
    """Laws 59, 61A: not leading or playing what had to be, when able, is a revoke too."""
    one = placed(case, case.seat(), case.card())
    is_restricted = case.is_bound(one.seat, *LEADING, *PLAYING)
    if is_restricted is bool(case.penalty_cards(one.seat)):
        duty = case.pick("duty", "Law 61A", ("restriction", "penalty-card"), seat=one.seat)
    else:
        duty = "restriction" if is_restricted else "penalty-card"
    able = case.pick("able", "Law 61A", ("yes", "no", "differ", LATER), seat=one.seat)
    if able == "no":
        case.step("Law 59", "unable", seat=one.seat)
        return case.rule("no-revoke", card=one.card, seat=one.seat)
    if able != "yes":
        return _open(case, one, "61.able", able)
    case.step("Law 61A", "broke-restriction", seat=one.seat)
    return _ruled(case, one, is_penalty_card=duty == "penalty-card")


def _ruled(case: Case, one: Revoke, *, is_penalty_card: bool = False) -> Ruling:
    if _is_last_but_one(case, one):
        return _twelfth(case, one)
    if not _is_established(case, one):
        return _to_correct(case, one)
    return excused(case, one, is_penalty_card) or law_64_transfer(
        case, one.seat, winner_of(case, one), later_of(case, one)
    )


# ---- where it stands ----


def _is_last_but_one(case: Case, one: Revoke) -> bool:
    """Whether it was made in the last trick but one, which is the twelfth of thirteen.

    Entries of older editions have answered that by itself.
    """
    last = case.tariff.tricks - 1
    text = case.said("trick")
    number = one.number or (int(text) if text.isdecimal() else None)
    if number is not None:
        return number == last
    return case.said("62.twelfth") == "yes" or _how_far(case, one) == "twelfth"


# ---- Law 61A: was it one? ----


def _none(case: Case, one: Revoke) -> Ruling | None:
    """Why this play is no revoke, whatever else was held; None when it can have been one."""
    trick_rules, held = case.trick_rules(), _held(case)
    if one.is_seen and not one.before:
        return _of_a_lead(case, one)
    if trick_rules is None:
        return None
    if one.card in trick_rules.wild:
        code = "wild-deuce" if trick_rules.shunned is None else "wild-joker"
        return _cleared(case, one, trick_rules.cites.play, code, card=one.card)
    if one.card in trick_rules.to_name or (held is not None and held in trick_rules.to_name):
        joker = one.card if one.card in trick_rules.to_name else held
        return _cleared(case, one, trick_rules.cites.naming, "joker-free", card=joker)
    return _not_of_suit(case, trick_rules, one)


def _not_of_suit(case: Case, trick_rules: TrickRules, one: Revoke) -> Ruling | None:
    """The card followed, or the one that was held would not have followed either."""
    led, held = _led(case, trick_rules, one), _held(case)
    if led is not None and trick_rules.suit_of(one.card) is led:
        return _cleared(case, one, trick_rules.cites.play, "followed", card=one.card, suit=led)
    if led is not None and held is not None and not trick_rules.following((held,), led):
        return _cleared(case, one, trick_rules.cites.play, "not-of-suit", card=held, suit=led)
    return None


def _cleared(case: Case, one: Revoke, cite: object, code: str, **said: object) -> Ruling:
    case.step(cite, code, **said)
    return case.rule("no-revoke", card=one.card, seat=one.seat)


def _held(case: Case) -> Card | None:
    try:
        return Card.parse(case.said("held"))
    except ValueError:
        return None


def _led(case: Case, trick_rules: TrickRules, one: Revoke) -> Suit | None:
    """The suit that had to be followed: recorded, or asked for where a Joker's suit decides."""
    if one.is_seen:
        return trick_rules.led(one.before)
    held = _held(case)
    if not one.card.is_joker and (held is None or not held.is_joker):
        return None
    return case.pick_suit("led", "Law 44C", case.pack.suits, card=one.card)


def _of_a_lead(case: Case, one: Revoke) -> Ruling | None:
    """A lead follows nothing: it is irregular only where a card that was held forbids it."""
    rules = case.rules()
    if rules is None or _forbids(case, rules, one):
        return None
    return _cleared(case, one, "Law 44A", "was-led", card=one.card)


def _forbids(case: Case, rules: PlayRules, one: Revoke) -> bool:
    """Whether somebody who also held the card that was named could not lead this one."""
    held = _held(case)
    if held is None or one.number is None:
        return False
    before = case.deal().watched.tricks[: one.number - 1]
    play = Play(one.seat, one.card)
    return rules.why_not(before, (), play, frozenset((one.card, held))) is not None


def _not_known(case: Case, one: Revoke) -> Ruling | None:
    """The ruling where nothing proves that a card was held; None where it was.

    A hand that is recorded to its last card is judged by the record alone. Else both sides say
    whether a card of the suit was held; where they differ, or nobody can know yet, it stays open.
    """
    if one.is_seen:
        rules, watched = case.rules(), case.deal().watched
        found = breaches(rules, watched) if rules is not None else ()
        proof = next((breach for breach in found if breach.play.card == one.card), None)
        if proof is not None:
            case.step("Law 61A", "held-then", seat=one.seat, held=proof.held, trick=one.number)
            return None
        if rules is not None and watched.is_over(rules):
            return _cleared(case, one, "Law 61A", "held-none", seat=one.seat)
    could = case.pick("could", "Law 61A", ("yes", "no", "differ", LATER), seat=one.seat)
    if could == "no":
        return _cleared(case, one, "Law 61A", "agreed-none", seat=one.seat)
    if could != "yes":
        return _open(case, one, "61.could", could)
    case.step("Law 61A", "revoke", seat=one.seat)
    return None


def _open(case: Case, one: Revoke, fact: str, why: str) -> Ruling:
    """Nobody is convicted: the play goes on, and it is asked again when more is known."""
    if why == "differ":
        case.step("Law 85", "sides-differ")
        return case.rule("disputed", waits=fact, side=others(one.seat))
    case.step("Law 66C", "not-known-yet", seat=one.seat)
    return case.rule("revoke-open", waits=fact, card=one.card, seat=one.seat)


# ---- Laws 62, 63 ----


def _is_established(case: Case, one: Revoke) -> bool:
    """Law 63A: whether the offender's side has played on, named a card or claimed since; not where
    both sides revoked in the trick and only one of them has played on. Law 62C3."""
    sides = {side(play.seat).id for play in one.later}
    if case.said("besides") == "both" and one.is_seen and len(sides) == 1:
        return not case.is_so("same-trick", "Law 62C3")
    if side(one.seat).id in sides:
        return True
    return _how_far(case, one) in ("yes", "claimed")


def _how_far(case: Case, one: Revoke) -> str:
    """What the offender's side has done since; of an unrecorded play also whether it was in the
    last trick but one, where that makes no difference."""
    ways = ["yes", "no", "both", "claimed", *([] if one.is_seen else ["twelfth"])]
    own, last = side(one.seat), case.tariff.tricks - 1
    return case.pick("established", "Law 63A", ways, side=own, number=last)


def _to_correct(case: Case, one: Revoke) -> Ruling:
    """Law 62: the card is replaced; a defender's becomes a penalty card."""
    seat, card, other = one.seat, one.card, others(one.seat)
    case.step("Law 63A", "not-established", side=side(seat))
    case.step("Law 62A", "replace", seat=seat, card=card)
    if "both" in (case.said("63.established"), case.said("besides")):
        case.step("Law 62C3", "both-correct")
        case.step("Law 64B8", "no-transfer")
    was_faced = f":{seat.value}:{card}" in case.said("bound")
    is_defender = case.role(seat) is Role.DEFENDER and not was_faced
    if is_defender:
        case.step("Law 62B1", "becomes-penalty", card=card)
        becomes_penalty_card(case, seat, card)
    else:
        case.step("Law 62B2", "was-faced" if was_faced else "no-penalty-card", card=card)
    case.step("Law 62C1", "withdraw", side=other)
    case.step("Law 62C2", "withdraw-next", side=side(seat))
    code = "replace-defender" if is_defender else "replace"
    return case.rule(code, otherwise=("established",), seat=seat, card=card)


def _twelfth(case: Case, one: Revoke) -> Ruling:
    """Law 62D: in the last trick but one it is put right even when it is established."""
    last = case.tariff.tricks - 1
    case.step("Law 62D1" if last == 12 else inferred("§7", "law-61"), "twelfth", number=last)
    case.step("Law 64B6", "no-transfer")
    if case.role(one.seat) is Role.DEFENDER:
        case.step("Law 62D2", "twelfth-partner", partner=mate(one.seat))
    return case.rule(
        "twelfth", otherwise=("cards-mixed",), seat=one.seat, card=one.card, number=last
    )
