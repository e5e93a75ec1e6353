"""The play of the cards in Berzerka: what may be played to a trick, who wins it, and
why.

Rule: Trick Phase; the ranking and the trump of each contract in the Contract Appendix.
"""

from dataclasses import dataclass
from functools import lru_cache, partial

from scorekeeper.core.cards import (
    FRENCH,
    Card,
    Play,
    Strength,
    Suit,
    Trick,
    pack,
    winner,
)
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import message
from scorekeeper.core.play import PlayRules, Tricks
from scorekeeper.core.rulings import Step
from scorekeeper.core.rulings import because as by_suits
from scorekeeper.core.seats import Seat
from scorekeeper.games.berzerka import rules
from scorekeeper.games.berzerka.rules import Ranking
from scorekeeper.games.berzerka.state import RING, Hand

PACK = pack(FRENCH, tuple(str(n) for n in range(1, 14)))
"""The 52 cards: four suits from 1 to 13. Thirteen of them are never dealt out."""


@dataclass(frozen=True, slots=True)
class CardOrder:
    """What a hand is played under: its trumps, and how its ranking starts and turns
    over."""

    trump: Suit | None
    start: Ranking
    rule: rules.RankingRule

    def ranking(self, number: int) -> Ranking:
        """The ranking in force after so many complete tricks. Rule: Changing Pace, it
        is turned over after trick 7; Raging Tides, after every trick."""
        is_turned = False
        if self.rule is rules.RankingRule.HALFWAY:
            is_turned = number >= rules.HALF_HAND
        if self.rule is rules.RankingRule.EVERY_TRICK:
            is_turned = number % 2 == 1
        if not is_turned:
            return self.start
        return Ranking.INVERTED if self.start is Ranking.NORMAL else Ranking.NORMAL


def order_of(hand: Hand) -> CardOrder | None:
    contract = hand.contract
    if contract is None or hand.declarer is None or hand.unnamed:
        return None
    is_inverted = contract.ranking is rules.RankingRule.INVERTED
    start = Ranking.INVERTED if is_inverted else hand.ranking or Ranking.NORMAL
    # a contract's own suit
    trump = hand.trump or Suit.__members__.get(contract.trump.name)
    return CardOrder(trump, start, contract.ranking)


def play_rules_of(hand: Hand, settings: object = None) -> PlayRules | None:
    order = order_of(hand)
    return card_play(order, hand.declarer) if order and hand.declarer else None


@lru_cache(maxsize=64)
def card_play(order: CardOrder, declarer: Seat) -> PlayRules:
    """What a hand in this order is played under. Rule: Trick Phase, the declarer
    leads."""
    return PlayRules(
        pack=PACK,
        ring=RING,
        hand=rules.TRICKS,
        tricks=rules.TRICKS,
        leader=declarer,
        strength=partial(strength, order),
        why_not=partial(why_not, order),
        because=partial(because, order),
        turn=rules.FOLLOWING,
        take_back=rules.TAKE_BACK,
    )


def watched_count(hand: Hand) -> int | None:
    played_by = play_rules_of(hand)
    contract = hand.contract
    seat = hand.declarer
    watched = hand.watched
    if not played_by or not contract or not seat or not watched.is_over(played_by):
        return None
    if contract.counts is rules.Counts.SUIT_CARDS:
        return sum(card.suit is hand.pain_suit for card in watched.captured((seat,)))
    return watched.winners[-contract.counts.most :].count(seat)


def why_not(
    order: CardOrder, before: Tricks, trick: Trick, play: Play, hand: frozenset[Card]
) -> RuleViolation | None:
    """Why this play can't be made by the holder of these cards; None when it can. Rule:
    Trick Phase: follow; who can't must trump; who can do neither plays anything. Among
    the cards that this leaves, one that beats the trick must be played (B3). Inferred:
    a plain card need not beat a trump, and no card has to be played that can't."""
    led = trick[0].card.suit if trick else None
    wanted = led if any(card.suit is led for card in hand) else order.trump
    held = [card for card in hand if trick and card.suit is wanted]
    code = "must-follow" if wanted is led else "must-trump"
    said = {"card": play.card, "suit": led, "trump": order.trump}
    if play.card.suit is wanted:
        strong = strength(order, before, trick)
        best = winner(trick, strong)
        if best is None or strong(play) > strong(best):
            return None
        held = [card for card in held if strong(Play(play.seat, card)) > strong(best)]
        code = "must-beat"
        said["best"] = best.card
    if not held:
        return None
    why = message(f"berzerka.refused.{code}", **said, held=min(held, key=str))
    return RuleViolation(why, "card", rules.FOLLOWING)


def strength(order: CardOrder, before: Tricks, trick: Trick) -> Strength:
    """How strong a card is in this trick: trumps, then the suit led; other suits can't
    win."""
    led = trick[0].card.suit if trick else None
    sign = 1 if order.ranking(len(before)) is Ranking.NORMAL else -1

    def strong(play: Play) -> tuple[int, ...]:
        suit = play.card.suit
        if suit is not order.trump and suit is not led:
            return ()
        return (int(suit is order.trump), sign * int(play.card.rank))

    return strong


def because(
    order: CardOrder, before: Tricks, trick: Trick, best: Play, play: Play
) -> Step:
    ranking = order.ranking(len(before))
    if play == best:
        code = "trump" if best.card.suit is order.trump else "led"
        what = message(f"berzerka.because.{code}", card=best.card, ranking=ranking)
    elif play.card.suit is best.card.suit:
        what = message(
            f"berzerka.because.{ranking.value}", card=play.card, best=best.card
        )
    else:
        return by_suits(
            best, play, lambda made: made.card.suit, order.trump, rules.FOLLOWING
        )
    return Step(what, rules.RANKING)
