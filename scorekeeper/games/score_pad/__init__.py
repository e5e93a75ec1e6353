"""A score pad for any game: the table says what is counted, who wins and when it ends."""

from scorekeeper.games.game import Game
from scorekeeper.games.score_pad import events, line, pads, pages, play, rules
from scorekeeper.games.score_pad.play import ROUNDS, State

SCORE_PAD: Game[rules.Settings, State] = Game(
    slug="score-pad",
    rounds=ROUNDS,
    rule_sheet=pads.RULE_SHEET,
    presets=pads.PRESETS,
    events=events.EVENTS,
    players=tuple(range(rules.FEWEST_PLAYERS, rules.MOST + 1)),
    check=play.check,
    apply=play.apply,
    sheet=pages.sheet,
    glance=pages.glance,
    sources=pads.SOURCES,
    flow=pages.FLOW,
    spoken=line.SPOKEN,
    sealables=pages.SEALABLES,
    counted=play.COUNTED,
    called=lambda settings: settings.game,
    title=pages.title,
    views={"sheet": pages.boxes_view, "print": pages.boxes_view},
    in_force={
        "game": lambda settings: settings.called,
        "end": lambda settings: settings.ends,
        "phases": lambda settings: settings.phases or "",
    },
    names=pads.NAMES,
)
"""A pad for two to twelve players."""
