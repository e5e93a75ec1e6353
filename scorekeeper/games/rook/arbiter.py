"""What the arbiter of a table of Rook knows: its play, its calls, what a card is worth."""

from scorekeeper.core.cards import Card
from scorekeeper.core.messages import message
from scorekeeper.core.play import PlayRules, Watched
from scorekeeper.core.rulings import Ruling, Step
from scorekeeper.games.arbitration import Arbiter
from scorekeeper.games.rook.card_play import FOLLOWING
from scorekeeper.games.rook.cards import ROOK, counters
from scorekeeper.games.rook.settings import RULE_SHEET
from scorekeeper.games.rook.state import State, play_rules_of


def play_rules(state: State) -> PlayRules | None:
    """What the hand in progress, else the last one, is played under; None before its trump."""
    return play_rules_of(state.last_hand, state.settings)


def watched(state: State) -> Watched:
    """What was recorded of the play of the hand in progress, else of the last one."""
    return state.last_hand.watched


def worth(state: State, card: Card) -> Ruling:
    """What a captured card counts, and of the Rook where it ranks. Rule: §3, §4."""
    points = counters(state.settings).worth(card)
    count = RULE_SHEET.cite(state.settings, "count")
    steps = [Step(message("rook.worth.counts", card=card, n=points), count)]
    if card == ROOK:
        ranks = message(f"rook.worth.rook-{state.settings.rook.value}")
        steps.append(Step(ranks, RULE_SHEET.cite(state.settings, "rook")))
        steps.append(Step(message("rook.worth.trump"), FOLLOWING))
    return Ruling(message("rook.worth", card=card, n=points), tuple(steps))


ARBITER = Arbiter(play_rules, watched, None, worth)
