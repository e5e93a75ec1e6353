"""Random hands for the tricks of any game."""

from random import Random

from scorekeeper.core.cards import Card, Play
from scorekeeper.core.play import PlayRules, Watched, turn
from scorekeeper.core.seats import Seat

Hands = dict[Seat, set[Card]]


def popped(rules: PlayRules, chance: Random) -> tuple[Hands, list[Card]]:
    """Hands from the end of a shuffled pack, and the cards that are left to be
    drawn."""
    pack = sorted(rules.pack, key=str)
    chance.shuffle(pack)
    hands = {seat: {pack.pop() for _ in range(rules.hand)} for seat in rules.ring}
    return hands, pack


def give_first_card(rules: PlayRules, watched: Watched, hands: Hands) -> None:
    """Where a card decides who leads, the player who does has it: for another one."""
    leader = turn(rules, watched)
    if leader is None or any(_may_lead(rules, leader, card) for card in hands[leader]):
        return
    owner, first = next(
        (seat, card)
        for seat, hand in hands.items()
        for card in hand
        if _may_lead(rules, leader, card)
    )
    other = min(hands[leader], key=str)
    hands[owner] ^= {first, other}
    hands[leader] ^= {first, other}


def _may_lead(rules: PlayRules, leader: Seat, card: Card) -> bool:
    return rules.why_not((), (), Play(leader, card), frozenset({card})) is None
