"""The play of the cards in Berzerka: what may be played to a trick, who wins it, and why.

Rule: Trick Phase; the ranking and the trump of each contract in the Contract Appendix.
"""

from dataclasses import dataclass
from functools import lru_cache, partial

from scorekeeper.core.cards import FRENCH, Card, Play, Strength, Suit, Trick, pack, winner
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import message
from scorekeeper.core.play import PlayRules, Tricks
from scorekeeper.core.rulings import Step
from scorekeeper.core.rulings import because as by_suits
from scorekeeper.core.seats import Seat
from scorekeeper.games.berzerka.rules import (
    HALF_HAND,
    LAST_SIX,
    TRICKS,
    Counts,
    Ranking,
    RankingRule,
    inferred,
    printed,
)
from scorekeeper.games.berzerka.state import RING, Hand

PACK = pack(FRENCH, tuple(str(n) for n in range(1, 14)))
"""The 52 cards: four suits from 1 to 13. Thirteen of them are never dealt out."""

FOLLOWING = printed("Trick Phase", "play")
RANKING = printed("Contract Appendix", "ranking")
TAKE_BACK = inferred("Trick Phase", "take-back")


@dataclass(frozen=True, slots=True)
class CardOrder:
    """What a hand is played under: its trumps, and how its ranking starts and turns over."""

    trump: Suit | None
    start: Ranking
    rule: RankingRule

    def ranking(self, number: int) -> Ranking:
        """The ranking in force after so many complete tricks.

        Rule: Changing Pace, it is turned over after trick 7; Raging Tides, after every trick.
        """
        turned = {
            RankingRule.HALFWAY: number >= HALF_HAND,
            RankingRule.EVERY_TRICK: number % 2 == 1,
        }.get(self.rule, False)
        if not turned:
            return self.start
        return Ranking.INVERTED if self.start is Ranking.NORMAL else Ranking.NORMAL


def order_of(hand: Hand) -> CardOrder | None:
    """What a hand is played under; None before its contract and all that it asks are named."""
    contract = hand.contract
    if contract is None or hand.declarer is None or hand.unnamed:
        return None
    start = hand.ranking or Ranking.NORMAL
    if contract.ranking is RankingRule.INVERTED:
        start = Ranking.INVERTED
    return CardOrder(hand.trump or contract.fixed_trump, start, contract.ranking)


def play_rules_of(hand: Hand) -> PlayRules | None:
    """What a hand is played under; None before its contract and all that it asks are named."""
    order = order_of(hand)
    return card_play(order, hand.declarer) if order and hand.declarer else None


@lru_cache(maxsize=64)
def card_play(order: CardOrder, declarer: Seat) -> PlayRules:
    """What a hand in this order is played under. Rule: Trick Phase, the declarer leads."""
    return PlayRules(
        pack=PACK,
        ring=RING,
        hand=TRICKS,
        tricks=TRICKS,
        leader=declarer,
        strength=partial(strength, order),
        why_not=partial(why_not, order),
        because=partial(because, order),
        turn=FOLLOWING,
        take_back=TAKE_BACK,
    )


def watched_count(hand: Hand) -> int | None:
    """What the declarer took, as the contract counts; None unless all tricks were watched."""
    rules, contract, seat = play_rules_of(hand), hand.contract, hand.declarer
    watched = hand.watched
    if rules is None or contract is None or seat is None or not watched.is_over(rules):
        return None
    match contract.counts:
        case Counts.TRICKS:
            return watched.won_by((seat,))
        case Counts.LAST_SIX:
            return watched.winners[-LAST_SIX:].count(seat)
        case Counts.SUIT_CARDS:
            return sum(card.suit is hand.pain_suit for card in watched.captured((seat,)))


# ---- what may be played ----


def why_not(
    order: CardOrder, before: Tricks, trick: Trick, play: Play, hand: frozenset[Card]
) -> RuleViolation | None:
    """Why this play can't be made by the holder of these cards; None when it can.

    Rule: Trick Phase: follow; who can't must trump; who can do neither plays anything. Among the
    cards that this leaves, one that beats the trick must be played (B3).
    """
    if not trick:
        return None
    led = trick[0].card.suit
    wanted = led if any(card.suit is led for card in hand) else order.trump
    if not any(card.suit is wanted for card in hand):
        return None
    if play.card.suit is not wanted:
        return _off_suit(order, led, wanted, play, hand)
    return _under(order, before, trick, play, hand)


def _off_suit(
    order: CardOrder, led: Suit | None, wanted: Suit | None, play: Play, hand: frozenset[Card]
) -> RuleViolation:
    held = min((card for card in hand if card.suit is wanted), key=str)
    code = "follow" if wanted is led else "trump"
    params = {"card": play.card, "suit": led, "trump": order.trump, "held": held}
    why = message(f"berzerka.refused.must-{code}", **params)
    return RuleViolation(why, "card", FOLLOWING)


def _under(
    order: CardOrder, before: Tricks, trick: Trick, play: Play, hand: frozenset[Card]
) -> RuleViolation | None:
    """Why a card that goes under can't be played while another of its suit goes over.

    Inferred: B3, a plain card need not beat a trump, and no card has to be played that can't.
    """
    strong = strength(order, before, trick)
    best = winner(trick, strong)
    if best is None or strong(play) > strong(best):
        return None
    over = [
        card
        for card in hand
        if card.suit is play.card.suit and strong(Play(play.seat, card)) > strong(best)
    ]
    if not over:
        return None
    held = min(over, key=str)
    why = message("berzerka.refused.must-beat", card=play.card, best=best.card, held=held)
    return RuleViolation(why, "card", FOLLOWING)


# ---- who wins ----


def strength(order: CardOrder, before: Tricks, trick: Trick) -> Strength:
    """How strong a card is in this trick: trumps, then the suit led; other suits can't win."""
    led = trick[0].card.suit if trick else None
    sign = 1 if order.ranking(len(before)) is Ranking.NORMAL else -1

    def strong(play: Play) -> tuple[int, ...]:
        suit = play.card.suit
        if suit is not order.trump and suit is not led:
            return ()
        return (int(suit is order.trump), sign * int(play.card.rank))

    return strong


def because(order: CardOrder, before: Tricks, trick: Trick, best: Play, play: Play) -> Step:
    """Why `best` wins, where it is asked of itself, or why `play` lost to it."""
    is_trump = best.card.suit is order.trump
    ranking = order.ranking(len(before))
    if play == best:
        code = "trump" if is_trump else "led"
        what = message(f"berzerka.because.{code}", card=best.card, ranking=ranking)
        return Step(what, RANKING)
    if play.card.suit is best.card.suit:
        what = message(f"berzerka.because.{ranking.value}", card=play.card, best=best.card)
        return Step(what, RANKING)
    return by_suits(best, play, lambda one: one.card.suit, order.trump, FOLLOWING)
