"""The figures that the sentences and the rulebook of score pads state, each a constant of
the program."""

from scorekeeper.games.score_pad import rules

TEN = rules.FORMULAS[rules.Bids.TEN]
EVERY = rules.FORMULAS[rules.Bids.EVERY_TRICK]
WIZARD = rules.FORMULAS[rules.Bids.WIZARD]
SKULL_KING = rules.FORMULAS[rules.Bids.SKULL_KING]
STATED = {
    **{
        f"score-pad.field.{one}": [0]
        for one in (
            *("points", "counts", "bids", "tricks", "extras", "extra"),
            "leaver-next",
        )
    },
    **{
        f"score-pad.refused.{one}": [0]
        for one in ("nothing-typed", "everybody", "number", "box-points")
    },
    "score-pad.book.points.plain": [0],
    "score-pad.setting.phases.help": [0],
    "score-pad.book.boxes.some": [0],
    "game.score-pad.about": [rules.MOST],
    "score-pad.book.idea.said": [rules.MOST],
    "score-pad.setting.bids.ten": [TEN.met, TEN.each] * 2,
    "score-pad.setting.bids.every-trick": [EVERY.trick, EVERY.met] * 2,
    "score-pad.setting.bids.wizard": [
        *[WIZARD.met, WIZARD.each] * 2,
        WIZARD.off,
    ],
    "score-pad.setting.bids.skull-king": [
        *(SKULL_KING.each, SKULL_KING.each),
        *(SKULL_KING.off, SKULL_KING.none),
    ],
    "score-pad.setting.sides.help": [1, 3, 2, 4],
    "score-pad.setting.sum.rising": [1, 1],
    "score-pad.setting.sum.falling": [1, 1],
    "score-pad.book.sum.rising": [1, 2],
    "score-pad.book.sum.falling": [1, 1],
}
