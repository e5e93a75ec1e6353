"""What can't be entered, and why."""

from dataclasses import replace
from itertools import product
from typing import Any

from scorekeeper.core.cards import JOKER, STANDARD_PACK, Card, Suit
from scorekeeper.core.errors import impossible, refused
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.seats import Seat
from scorekeeper.games.two_ten_jack.events import CardsCaptured, JokerCalled, TotalsStated
from scorekeeper.games.two_ten_jack.play import (
    can_be_shared,
    counted,
    pile_totals,
    reversed_points,
    ring,
    round_sum,
    round_sums,
    taken_out,
)
from scorekeeper.games.two_ten_jack.rules import RULE_SHEET, SIXES, Reversal, Settings, printed
from scorekeeper.games.two_ten_jack.scoring import ROUNDS
from scorekeeper.games.two_ten_jack.state import State, calls_joker

PACK = printed("The Deck", "taken-out")
SCORING = printed("Scoring", "round")

Sixes = tuple[tuple[Suit, Seat], ...]
"""Whole sixes and who captured them."""


def check(state: State, event: Any) -> None:
    """Raise RuleViolation, or ImpossibleResult, when the event can't follow this state."""
    match event:
        case CardsCaptured(owners):
            for _, seat in owners:
                ROUNDS.check_seat(state, seat, "cards")
            _check_captured([card for card, _ in owners], state.settings)
        case TotalsStated(totals):
            for seat, _ in totals:
                ROUNDS.check_seat(state, seat, "")
            for suit, seat in event.sixes:
                ROUNDS.check_seat(state, seat, suit.slug)
            _check_totals(event, state.settings)
        case JokerCalled() if not calls_joker(state):
            cite = RULE_SHEET.cite(state.settings, "spade_three")
            raise refused("two-ten-jack.refused.call-late", "", cite)
        case _:
            ROUNDS.check(state, event)


# ---- cards ----


def _check_captured(cards: list[Card], settings: Settings) -> None:
    """Refuse a card of another pack, or one with two owners or none; the Joker may be named."""
    out = taken_out(settings)
    known = (STANDARD_PACK | {Card(JOKER)}) - frozenset(out)
    strange = listed(dict.fromkeys(card for card in cards if card not in known))
    twice = listed(dict.fromkeys(card for card in cards if cards.count(card) > 1))
    missing = tuple(card for card in counted(settings) if card not in cards)
    if strange:
        code = "two-ten-jack.refused.not-in-pack"
        raise impossible(code, "cards", PACK, cards=strange, out=listed(out))
    if twice:
        raise impossible("two-ten-jack.refused.two-owners", "cards", SCORING, cards=twice)
    if missing:
        said = {"n": len(missing), "cards": listed(missing)}
        raise impossible("two-ten-jack.refused.no-owner", "cards", SCORING, **said)


# ---- totals ----


def _check_totals(event: TotalsStated, settings: Settings) -> None:
    seats = [seat for seat, _ in event.totals]
    twice = next((seat for seat in seats if seats.count(seat) > 1), None)
    if twice:
        raise impossible("two-ten-jack.refused.total-twice", _field(twice), SCORING, seat=twice)
    missing = tuple(seat for seat in ring(settings) if seat not in seats)
    if missing:
        field, said = _field(missing[0]), listed(missing)
        raise impossible("two-ten-jack.refused.no-total", field, SCORING, seats=said)
    if event.sixes and settings.reversal is Reversal.OFF:
        suit, seat = event.sixes[0]
        cite = RULE_SHEET.cite(settings, "reversal")
        raise refused("two-ten-jack.refused.no-reversal", suit.slug, cite, suit=suit, seat=seat)
    whole = frozenset(suit for suit, _ in event.sixes)
    _check_piles(event, pile_totals(replace(settings, reversal=Reversal.OFF), whole), settings)
    _check_sum(sum(points for _, points in event.totals), whole, settings)
    _check_piles(event, pile_totals(settings, whole), settings)
    if not _can_be(event, event.sixes, settings):
        cite = RULE_SHEET.cite(settings, "values")
        totals = listed(points for _, points in event.totals)
        raise impossible("two-ten-jack.refused.no-such-totals", "", cite, totals=totals)


def _field(seat: Seat) -> str:
    """The field of the form that holds this player's total."""
    return f"total{seat.value}"


def _check_piles(event: TotalsStated, totals: frozenset[int], settings: Settings) -> None:
    """Refuse a total that no pile of cards comes to, the cards of whole sixes apart."""
    for seat, points in event.totals:
        base = _base(event.sixes, seat, settings)
        if points - base in totals:
            continue
        near = sorted((base + one for one in totals), key=lambda one: (abs(one - points), one))
        code = "whole-six" if _is_right_otherwise(event, settings) else "no-such-total"
        said = {"seat": seat, "points": points, "near": listed(near[:2])}
        cite = RULE_SHEET.cite(settings, "values")
        raise impossible(f"two-ten-jack.refused.{code}", _field(seat), cite, **said)


def _base(sixes: Sixes, seat: Seat, settings: Settings) -> int:
    """What this player's whole sixes score."""
    return sum(reversed_points(settings, suit) or 0 for suit, owner in sixes if owner is seat)


def _can_be(event: TotalsStated, sixes: Sixes, settings: Settings) -> bool:
    """Whether the cards can be shared out so, with these whole sixes and no others."""
    loose = sorted(points - _base(sixes, seat, settings) for seat, points in event.totals)
    return can_be_shared(settings, frozenset(suit for suit, _ in sixes), tuple(loose))


def _is_right_otherwise(event: TotalsStated, settings: Settings) -> bool:
    """Whether the totals would be right with other whole sixes than were entered."""
    if settings.reversal is Reversal.OFF:
        return False
    every = (zip(SIXES, two, strict=True) for two in product((None, *ring(settings)), repeat=2))
    others = (tuple((suit, owner) for suit, owner in one if owner) for one in every)
    return any(_can_be(event, sixes, settings) for sixes in others)


def _check_sum(total: int, whole: frozenset[Suit], settings: Settings) -> None:
    """Refuse totals that don't come to what the round's cards come to."""
    right = round_sum(settings, whole)
    if total == right:
        return
    others = [suits for suits, points in round_sums(settings) if points == total]
    hint = _hint(others[0]) if others else message("two-ten-jack.refused.sum.count-again")
    cite = RULE_SHEET.cite(settings, "values")
    raise impossible("two-ten-jack.refused.sum", "", cite, total=total, right=right, hint=hint)


def _hint(whole: tuple[Suit, ...]) -> Message:
    """Which reversal would make a sum right."""
    if len(whole) == 1:
        return message("two-ten-jack.refused.sum.one", suit=whole[0])
    return message("two-ten-jack.refused.sum.both" if whole else "two-ten-jack.refused.sum.none")
