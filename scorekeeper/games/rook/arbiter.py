"""What the arbiter of a table of Rook knows: its play, its calls, what a card is worth."""

from scorekeeper.core.cards import Card
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Shown, message
from scorekeeper.core.play import PlayRules, Watched
from scorekeeper.core.rulings import Ruling, Step
from scorekeeper.games.arbitration import Arbiter
from scorekeeper.games.rook.arbitration import IRREGULARITIES, amended, entered
from scorekeeper.games.rook.auction import why_not_call
from scorekeeper.games.rook.events import PASS, PASS_PARTNER, Call
from scorekeeper.games.rook.play import FOLLOWING, ROOK, bids, cards_of, counters
from scorekeeper.games.rook.rules import RULE_SHEET
from scorekeeper.games.rook.state import State, play_rules_of


def play_rules(state: State) -> PlayRules | None:
    """What the hand in progress, else the last one, is played under; None before its trump."""
    return play_rules_of(state.last, state.settings)


def watched(state: State) -> Watched:
    """What was recorded of the play of the hand in progress, else of the last one."""
    return state.last.watched


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


def calls(state: State) -> tuple[tuple[Shown, RuleViolation | None], ...]:
    """Every bid, Pass and Pass-Partner, and why it can't be said; none once the bid stands."""
    auction, settings = state.round.auction, state.settings
    if state.round.bid is not None or auction.turn is None:
        return ()
    every = (*(Call(str(amount)) for amount in bids(settings)), PASS, PASS_PARTNER)
    return tuple((call, why_not_call(auction, call, settings)) for call in every)


def pack(state: State) -> frozenset[Card]:
    """The cards of this deck."""
    return cards_of(state.settings.deck)


ARBITER = Arbiter(
    play_rules,
    watched,
    calls,
    worth,
    IRREGULARITIES,
    amended=amended,
    entered=entered,
    pack=pack,
)
