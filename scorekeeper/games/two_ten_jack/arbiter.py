"""What the arbiter of a table of Two-Ten-Jack knows: its play, and what a card is worth."""

from scorekeeper.core.cards import Card
from scorekeeper.core.messages import message
from scorekeeper.core.play import PlayRules, Watched
from scorekeeper.core.rulings import Ruling, Step
from scorekeeper.games.arbitration import Arbiter
from scorekeeper.games.two_ten_jack.arbitration import IRREGULARITIES
from scorekeeper.games.two_ten_jack.play import card_play, cards_of, reversed_points
from scorekeeper.games.two_ten_jack.play import worth as points_of
from scorekeeper.games.two_ten_jack.rules import RULE_SHEET, SIXES
from scorekeeper.games.two_ten_jack.state import State, last_played


def play_rules(state: State) -> PlayRules | None:
    """What the round in progress, else the last one that was watched, is played under."""
    return card_play(state.settings, last_played(state).dealer)


def watched(state: State) -> Watched:
    """What was recorded of that round's play."""
    return last_played(state).watched


def worth(state: State, card: Card) -> Ruling:
    """What a captured card counts, and when its sign turns round."""
    settings = state.settings
    points = points_of(settings, card)
    steps = [
        Step(
            message("two-ten-jack.worth.counts", card=card, points=points),
            RULE_SHEET.cite(settings, "values"),
        )
    ]
    six = next((suit for suit, cards in SIXES.items() if card in cards), None)
    if six is not None and reversed_points(settings, six) is not None:
        steps.append(
            Step(
                message("two-ten-jack.worth.reversed", suit=six),
                RULE_SHEET.cite(settings, "reversal"),
            )
        )
    return Ruling(message("two-ten-jack.worth", card=card, points=points), tuple(steps))


def pack(state: State) -> frozenset[Card]:
    """The cards for this number of players."""
    return cards_of(state.settings)


ARBITER = Arbiter(
    play_rules,
    watched,
    worth=worth,
    irregularities=IRREGULARITIES,
    pack=pack,
)
