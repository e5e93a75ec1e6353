"""What can't be entered, and why."""

from dataclasses import replace
from itertools import chain, combinations, product
from typing import NoReturn

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.errors import ImpossibleResult, RuleViolation
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.play import WatchedEvent
from scorekeeper.core.rounds import Evening
from scorekeeper.core.seats import Seat
from scorekeeper.games.two_ten_jack.events import CardsCaptured, TotalsStated
from scorekeeper.games.two_ten_jack.play import (
    counted,
    pile_totals,
    reversed_points,
    ring,
    round_sum,
    taken_out,
)
from scorekeeper.games.two_ten_jack.rules import RULE_SHEET, SIXES, Reversal, Settings, printed
from scorekeeper.games.two_ten_jack.scoring import ROUNDS
from scorekeeper.games.two_ten_jack.state import Count, State

PACK = printed("The Deck", "taken-out")
SCORING = printed("Scoring", "round")

NO_REVERSAL: frozenset[Suit] = frozenset()

Sixes = tuple[tuple[Suit, Seat], ...]
"""Whole sixes and who captured them."""


def check(state: State, event: Count | WatchedEvent | Evening) -> None:
    """Raise RuleViolation, or ImpossibleResult, when the event can't follow this state."""
    match event:
        case CardsCaptured():
            for _, seat in event.owners:
                ROUNDS.check_seat(state, seat, "cards")
            _check_captured(event, state.settings)
        case TotalsStated():
            for seat, _ in event.totals:
                ROUNDS.check_seat(state, seat, "")
            for suit, seat in event.sixes:
                ROUNDS.check_seat(state, seat, suit.slug)
            _check_totals(event, state.settings)
        case _:
            ROUNDS.check(state, event)


# ---- cards ----


def _check_captured(event: CardsCaptured, settings: Settings) -> None:
    cards = [card for card, _ in event.owners]
    strange = tuple(dict.fromkeys(card for card in cards if _is_strange(card, settings)))
    if strange:
        out = listed(taken_out(settings))
        _refuse("not-in-pack", "cards", cards=listed(strange), out=out)
    twice = tuple(dict.fromkeys(card for card in cards if cards.count(card) > 1))
    if twice:
        _refuse("two-owners", "cards", cards=listed(twice))
    missing = tuple(card for card in counted(settings) if card not in cards)
    if missing:
        _refuse("no-owner", "cards", n=len(missing), cards=listed(missing))


def _is_strange(card: Card, settings: Settings) -> bool:
    """Whether no player can have captured this card; the Joker scores nothing but may be named."""
    if card.is_joker:
        return card.suit is not None or card != Card("Joker")
    return card.suit not in (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES) or (
        card in taken_out(settings) or card.rank in ("1", "11", "12", "13", "14")
    )


def _refuse(code: str, field: str, **params: object) -> NoReturn:
    why = message(f"two-ten-jack.refused.{code}", **params)
    raise ImpossibleResult(why, field, PACK if code == "not-in-pack" else SCORING)


# ---- totals ----


def _check_totals(event: TotalsStated, settings: Settings) -> None:
    seats = [seat for seat, _ in event.totals]
    twice = next((seat for seat in seats if seats.count(seat) > 1), None)
    if twice:
        _refuse("total-twice", _field(twice), seat=twice)
    missing = tuple(seat for seat in ring(settings) if seat not in seats)
    if missing:
        _refuse("no-total", _field(missing[0]), seats=listed(missing))
    _check_sixes(event, settings)
    whole = frozenset(suit for suit, _ in event.sixes)
    loose = replace(settings, reversal=Reversal.OFF)
    _check_piles(event, pile_totals(loose, whole), settings)
    _check_sum(sum(points for _, points in event.totals), whole, settings)
    _check_piles(event, pile_totals(settings, whole), settings)


def _field(seat: Seat) -> str:
    """The field of the form that holds this player's total."""
    return f"total{seat.value}"


def _check_sixes(event: TotalsStated, settings: Settings) -> None:
    if event.sixes and settings.reversal is Reversal.OFF:
        suit, seat = event.sixes[0]
        why = message("two-ten-jack.refused.no-reversal", suit=suit, seat=seat)
        raise RuleViolation(why, suit.slug, RULE_SHEET.cite(settings, "reversal"))


def _check_piles(event: TotalsStated, totals: frozenset[int], settings: Settings) -> None:
    """Refuse a total that no pile of cards comes to, the cards of whole sixes apart."""
    for seat, points in event.totals:
        base = _base(event.sixes, seat, settings)
        if points - base in totals:
            continue
        near = sorted((base + one for one in totals), key=lambda one: (abs(one - points), one))
        code = "whole-six" if _is_right_otherwise(event, settings) else "no-such-total"
        why = message(
            f"two-ten-jack.refused.{code}", seat=seat, points=points, near=listed(tuple(near[:2]))
        )
        raise ImpossibleResult(why, _field(seat), RULE_SHEET.cite(settings, "values"))


def _base(sixes: Sixes, seat: Seat, settings: Settings) -> int:
    """What this player's whole sixes score."""
    return sum(reversed_points(settings, suit) or 0 for suit, owner in sixes if owner is seat)


def _is_right_otherwise(event: TotalsStated, settings: Settings) -> bool:
    """Whether the totals would be right with other whole sixes than were entered."""
    if settings.reversal is Reversal.OFF:
        return False
    seats = (None, *ring(settings))
    others = (
        tuple((suit, owner) for suit, owner in zip(SIXES, owners, strict=True) if owner)
        for owners in product(seats, repeat=len(SIXES))
    )
    return any(_is_right(event, sixes, settings) for sixes in others)


def _is_right(event: TotalsStated, sixes: Sixes, settings: Settings) -> bool:
    whole = frozenset(suit for suit, _ in sixes)
    totals = pile_totals(settings, whole)
    return sum(points for _, points in event.totals) == round_sum(settings, whole) and all(
        points - _base(sixes, seat, settings) in totals for seat, points in event.totals
    )


def _check_sum(total: int, whole: frozenset[Suit], settings: Settings) -> None:
    """Refuse totals that don't come to what the round's cards come to."""
    right = round_sum(settings, whole)
    if total == right:
        return
    others = [other for other in _reversals(settings) if round_sum(settings, other) == total]
    hint = _hint(others[0]) if others else message("two-ten-jack.refused.sum.count-again")
    why = message("two-ten-jack.refused.sum", total=total, right=right, hint=hint)
    raise ImpossibleResult(why, "", RULE_SHEET.cite(settings, "values"))


def _reversals(settings: Settings) -> list[frozenset[Suit]]:
    """Every combination of suits that may be reversed, none first."""
    if settings.reversal is Reversal.OFF:
        return [NO_REVERSAL]
    suits = (Suit.HEARTS, Suit.SPADES)
    return [frozenset(one) for one in chain.from_iterable(combinations(suits, n) for n in range(3))]


def _hint(whole: frozenset[Suit]) -> Message:
    if not whole:
        return message("two-ten-jack.refused.sum.none")
    if len(whole) == 2:
        return message("two-ten-jack.refused.sum.both")
    return message("two-ten-jack.refused.sum.one", suit=next(iter(whole)))
