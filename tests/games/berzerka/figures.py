"""The figures that the sentences and the rulebook of Berzerka state, each a constant of
the program."""

from scorekeeper.games.berzerka import rules
from scorekeeper.tables.names import NAME_LENGTH

LAST_SIX = rules.LAST_SIX
TURNS = rules.TRICKS - LAST_SIX  # the trick after which Changing Pace is turned over
FIVE = rules.HOLD_STEADY.target
STATED = {
    **{
        f"berzerka.contract.{one}": [int(one.replace("-", ".").rpartition(".")[2])]
        for one in rules.OWN_CODES
    },
    **{f"berzerka.refused.tile-{one}": [0] for one in ("value", "target")},
    **{f"berzerka.refused.{one}": [0] for one in ("overbid-on-nothing", "discards")},
    **{
        f"berzerka.refused.count-{one}": [0]
        for one in ("tricks", "last-six", "suit-cards")
    },
    "berzerka.setting.payoffs.swing": [0],
    "berzerka.setting.payoffs.winner": [0],
    "berzerka.setting.payoffs.ladder": [2, 0],
    "berzerka.setting.custom_payoffs.help": [1, 1],
    "berzerka.about.hidden-strength": [1],
    "berzerka.about.hold-steady": [FIVE],
    "berzerka.about.brute-strength": [rules.TRICKS],
    "berzerka.about.still-holding": [rules.STILL_HOLDING.target],
    "berzerka.about.changing-pace": [TURNS],
    "berzerka.about.marathon-flex": [LAST_SIX],
    **{f"berzerka.aim.{aim.value}.last-six": [LAST_SIX] for aim in rules.Aim},
    **{
        f"berzerka.{of}.last-six": [LAST_SIX]
        for of in ("counts", "asked", "took", "unit")
    },
    "berzerka.turns.halfway": [TURNS],
    "berzerka.named.halfway": [TURNS],
    "berzerka.ranking-rule.halfway": [TURNS],
    "berzerka.ranking.normal": [rules.TRICKS],
    "berzerka.ranking.inverted": [1],
    "berzerka.worth.normal": [rules.TRICKS, 1],
    "berzerka.worth.inverted": [1, rules.TRICKS],
    "berzerka.ranked.normal": [rules.TRICKS],
    "berzerka.ranked.inverted": [1],
    "berzerka.ranked.halfway": [TURNS],
    "berzerka.ranking-rule.normal": [rules.TRICKS],
    "berzerka.ranking-rule.inverted": [1],
    "berzerka.ranking-rule.chosen": [rules.TRICKS, 1],
    "berzerka.because.normal": [rules.TRICKS, 1],
    "berzerka.because.inverted": [1, rules.TRICKS],
    "berzerka.which.starter": [len(rules.STARTER)],
    "berzerka.refused.board-empty": [len(rules.STARTER)],
    "berzerka.refused.no-board": [len(rules.STARTER)],
    "berzerka.refused.tile": [1, len(rules.OWN_CODES)],
    "berzerka.refused.tile-name": [1, NAME_LENGTH],
    "berzerka.refused.no-such-contract": [1, 2],
    "Play the starter five": [len(rules.STARTER)],
}
IN_RULEBOOK = {
    ("rulebook_berzerka", "idea"): [5],
    ("rulebook_berzerka", "board"): [
        *(4 * rules.TRICKS, 1, rules.TRICKS),
        *(len(rules.STARTER), 3 * len(rules.STARTER), len(rules.PRINTED)),
    ],
    ("rulebook_berzerka", "dealing"): [
        *(rules.HALF_HAND, rules.TRICKS - rules.HALF_HAND),
        *(rules.TRICKS, rules.TRICKS),
    ],
    ("rulebook_berzerka", "overbids"): [9, 7, rules.TRICKS],
    ("rulebook_berzerka", "ranking"): [rules.TRICKS, 1, 1, rules.TRICKS],
    ("rulebook_berzerka", "numbers"): [
        rules.TRICKS,
        0,
        rules.TRICKS,
        0,
        LAST_SIX,
    ],
    ("rulebook_berzerka", "game-points"): [0],
    ("_rules_contracts", ""): [
        *(rules.TRICKS, rules.TRICKS, 1),  # normal, and as the declarer says
        rules.BERZERKA.base,
        *(rules.HIDDEN_STRENGTH.base, 1, rules.TRICKS),
        *(rules.HOLD_STEADY.base, FIVE, FIVE, FIVE + 1, 1, FIVE + 2, FIVE, 0),
        *(
            rules.SEEING_RED.base,
            rules.BOTTLE_IT_UP.base,
            rules.BRUTE_STRENGTH.base,
        ),
        *(rules.STILL_HOLDING.base, rules.STILL_HOLDING.target),
        *(rules.CHANGING_PACE.base, TURNS),
        *(rules.MARATHON_FLEX.base, LAST_SIX, TURNS, 0, LAST_SIX),
        *(
            rules.ONE_WEAKNESS.base,
            rules.RAGING_TIDES.base,
            rules.MIDDLING.base,
        ),
        *(rules.SHAPESHIFT.base, rules.SHAPESHIFT.base),
        rules.shapeshift_of(rules.MIDDLING).base,
    ],
    ("_rules_contracts", "own-contracts"): [LAST_SIX],
}
