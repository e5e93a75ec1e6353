"""More than a revoke's transfer: what a deal would have come to without it. Law 64C.

From the trick of the revoke on both sides are taken to play as well as the cards allow. Where too
many tricks are left for that to be worked out at once, or a card takes its suit as it is played,
nothing is said: then the sides say what was likely.
"""

from collections.abc import Iterator, Mapping
from functools import cache

from scorekeeper.core.breaches import Breach, breaches
from scorekeeper.core.cards import Card
from scorekeeper.core.play import Watched
from scorekeeper.core.rulings import Effect, Ruling
from scorekeeper.core.seats import COMPASS, Party, Seat, left_of
from scorekeeper.games.bridge.laws.case import Case, others, side
from scorekeeper.games.bridge.play import TrickRules

MOST = 6
"""So many tricks, with that of the revoke, are worked out."""

Hands = tuple[frozenset[Card], ...]
"""The cards left in each hand, in the order of the seats."""
Laid = tuple[tuple[Seat, Card], ...]
"""The cards of an unfinished trick."""


def law_64c_damage(case: Case) -> Ruling:
    """Laws 12B1, 64C: more was lost by a revoke than the tricks that were transferred."""
    seat, deal = case.seat(), case.deal()
    own, harmed = side(case.declarer()), others(seat)
    case.step("Law 64C1", "redress", side=harmed)
    case.step("Law 12B1", "as-if-none")
    if deal.tricks is None:
        return case.rule("equity-later", waits="64.without", side=harmed)
    tricks = _without_the_revoke(case, seat, own)
    if tricks is None:
        tricks = case.number("without", "Law 64C1", case.tariff.tricks, 0, side=own)
    gained = tricks - deal.tricks if own is harmed else deal.tricks - tricks
    if gained <= 0:
        return case.rule("enough", side=harmed)
    effects = (Effect("tricks", harmed.id, gained),) if case.is_in_log else ()
    return case.rule("equity", otherwise=case.by_hand(), effects=effects, side=own, tricks=tricks)


def _without_the_revoke(case: Case, seat: Seat, own: Party) -> int | None:
    """What the recorded cards say that the side would have won without the revoke."""
    rules, trick_rules, watched = case.rules(), case.trick_rules(), case.deal().watched
    if rules is None or trick_rules is None or not watched.is_over(rules):
        return None
    found = next((one for one in breaches(rules, watched) if one.play.seat is seat), None)
    if found is None:
        return None
    tricks = tricks_without(trick_rules, watched, found, own.seats)
    if tricks is not None:
        case.step("Law 64C1", "by-the-cards", side=own, tricks=tricks, trick=found.trick)
    return tricks


def tricks_without(
    rules: TrickRules, watched: Watched, breach: Breach, own: tuple[Seat, ...]
) -> int | None:
    """How many tricks the side `own` would have won had the revoke not been made; None where that
    isn't worked out. Every card must have been recorded."""
    left = len(watched.tricks) - breach.trick + 1
    if rules.wild or rules.to_name or left > MOST:
        return None
    trick = watched.tricks[breach.trick - 1]
    laid = tuple((play.seat, play.card) for play in trick[: trick.index(breach.play)])
    plays = [play for one in watched.tricks[breach.trick - 1 :] for play in one]
    gone = {card for _, card in laid}
    hands = {
        seat: frozenset(play.card for play in plays if play.seat is seat) - gone for seat in COMPASS
    }
    before = sum(seat in own for seat in watched.winners[: breach.trick - 1])
    return before + _best(rules, hands, laid, trick[0].seat, own)


def _best(
    rules: TrickRules, hands: Mapping[Seat, frozenset[Card]], laid: Laid, leader: Seat,
    own: tuple[Seat, ...],
) -> int:  # fmt: skip
    """How many of the tricks left the side `own` wins when everybody plays best."""

    @cache
    def won(hands: Hands, laid: Laid, leader: Seat) -> int:
        if len(laid) == len(COMPASS):
            winner = _winner(rules, laid)
            return (winner in own) + won(hands, (), winner)
        seat = left_of(leader, COMPASS, len(laid))
        held = hands[COMPASS.index(seat)]
        found = [won(_without(hands, seat, card), (*laid, (seat, card)), leader)
                 for card in _choices(rules, held, laid)]  # fmt: skip
        return (max if seat in own else min)(found, default=0)

    return won(tuple(hands[seat] for seat in COMPASS), laid, leader)


def _without(hands: Hands, seat: Seat, card: Card) -> Hands:
    return tuple(held - {card} if COMPASS[n] is seat else held for n, held in enumerate(hands))


def _choices(rules: TrickRules, held: frozenset[Card], laid: Laid) -> Iterator[Card]:
    """The legal cards, of those next to each other in one hand only the highest."""
    led = rules.suit_of(laid[0][1]) if laid else None
    following = {card for card in held if rules.suit_of(card) is led}
    for card in following or held:
        higher = (rules.suit_of(card), rules.heights[card] + 1)
        if not any((rules.suit_of(one), rules.heights[one]) == higher for one in held):
            yield card


def _winner(rules: TrickRules, laid: Laid) -> Seat:
    led = rules.suit_of(laid[0][1])

    def height(one: tuple[Seat, Card]) -> tuple[bool, bool, int]:
        suit = rules.suit_of(one[1])
        return (suit is rules.trumps is not None, suit is led, rules.heights[one[1]])

    return max(laid, key=height)[0]
