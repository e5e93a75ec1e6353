"""What the arbiter of a table of Berzerka knows: its play, its calls, what a card is worth."""

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.core.cards import Card
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Shown, message
from scorekeeper.core.play import PlayRules, Watched
from scorekeeper.core.rulings import Ruling, Step
from scorekeeper.games.arbitration import Arbiter
from scorekeeper.games.berzerka.arbitration import IRREGULARITIES, amended, entered, why_not
from scorekeeper.games.berzerka.events import ContractBid, HotseatPicked, Passed
from scorekeeper.games.berzerka.play import (
    FOLLOWING,
    PACK,
    RANKING,
    order_of,
    play_rules_of,
)
from scorekeeper.games.berzerka.rules import TRICKS, Counts, printed
from scorekeeper.games.berzerka.state import Hand, Stage, State, present_hand


@dataclass(frozen=True, slots=True)
class Call:
    """What a player may say: a bid, a pass, a contract from the hotseat."""

    event: ContractBid | Passed | HotseatPicked

    def shown(self) -> tuple[object, ...]:
        """Its words."""
        return (self.event.said(),)


CallAnswer = tuple[Shown, RuleViolation | None]
"""A call, and why it can't be made now; None where it can."""


def play_rules(state: State) -> PlayRules | None:
    """What the hand in progress, else the last one, is played under; None before all is named."""
    hand = state.last_hand
    return play_rules_of(hand) if hand else None


def watched(state: State) -> Watched:
    """What was recorded of the play of the hand in progress, else of the last one."""
    hand = state.last_hand
    return hand.watched if hand else Watched()


def calls(state: State) -> tuple[CallAnswer, ...]:
    """Every contract of the board and the pass; nothing while nobody is to call."""
    if not state.board.contracts or state.board.is_over:
        return ()
    hand = present_hand(state)
    if hand.stage is Stage.BIDDING:
        return tuple(_bids(state, hand))
    if hand.stage is Stage.HOTSEAT:
        picks = (HotseatPicked(one.code) for one in state.board.contracts)
        return tuple((Call(pick), why_not(state, pick)) for pick in picks)
    return ()


def _bids(state: State, hand: Hand) -> Iterator[CallAnswer]:
    least = min(hand.high.overbid + 1, TRICKS + 1) if hand.high else 0
    for one in state.board.contracts:
        bid = ContractBid(one.code, least)
        yield Call(bid), why_not(state, bid)
    yield Call(Passed()), None


def worth(state: State, card: Card) -> Ruling:
    """What a card does in this hand: its place in the ranking, trumps, the pain suit."""
    hand = state.last_hand
    order = order_of(hand) if hand else None
    if hand is None or order is None or hand.contract is None:
        unknown = Step(message("berzerka.worth.unnamed"), printed("Contract Appendix", "naming"))
        return Ruling(message("berzerka.worth.depends", card=card), (unknown,))
    ranking = order.ranking(len(hand.watched.tricks))
    steps = [Step(message(f"berzerka.worth.{ranking.value}", card=card), RANKING)]
    if order.trump is not None:
        code = "trump" if card.suit is order.trump else "no-trump"
        steps.append(Step(message(f"berzerka.worth.{code}", card=card), FOLLOWING))
    is_pain = hand.contract.counts is Counts.SUIT_CARDS and card.suit is hand.pain_suit
    verdict = "berzerka.worth.pain" if is_pain else "berzerka.worth"
    if is_pain:
        cite = printed("One Weakness", "contract-one-weakness")
        steps.append(Step(message("berzerka.worth.pain-counts", card=card), cite))
    return Ruling(message(verdict, card=card), tuple(steps))


def pack(state: State) -> frozenset[Card]:
    """The 52 cards."""
    return PACK


ARBITER = Arbiter(play_rules, watched, calls, worth, IRREGULARITIES, amended, entered, pack=pack)
