"""The figures that the sentences and the rulebook of Rook state, each a constant of
the program."""

from itertools import chain

from scorekeeper.core.seats import TEAMS
from scorekeeper.games.rook import play, rules

COUNTS = {count.value: dict(worth) for count, worth in rules.FIGURES.items()}
COUNTERS = ("1", "5", "10", "14", rules.ROOK, rules.LAST_TRICK)
FULL, FAST = (play.cards_of(deck) for deck in (rules.Deck.FULL, rules.Deck.FAST))
NUMBERS = {int(card.rank) for card in FULL if card.rank.isdigit()}
LEFT_OUT = sorted({int(card.rank) for card in FULL - FAST})
HIGHEST = [int(rank) for rank in play.ORDER[:-4:-1]]
TEAM_13, TEAM_24 = ([int(seat.value) for seat in team.seats] for team in TEAMS)
KITTY = play.KITTY


def hand_of(pack: frozenset[object]) -> int:
    return (len(pack) - KITTY) // 4


def ranks(count: str) -> list[int]:
    """The numbers of the cards that count."""
    return [int(of) for of, points in COUNTS[count].items() if of.isdigit() and points]


def total(count: str) -> int:
    return sum(4 * n if of.isdigit() else n for of, n in COUNTS[count].items())


def counted(count: str) -> list[int]:
    """The name of a count, and what counts by it."""
    return [total(count), *(n for of in COUNTERS if (n := COUNTS[count][of]))]


ROOKS = {
    preset.code: [total(preset.settings.count.value), preset.settings.target]
    for preset in rules.PRESETS
}
STATED = {
    **{f"rook.setting.figures.{of}": [int(of)] for of in COUNTERS if of.isdigit()},
    "rook.refused.total-range": [0],
    "game.rook.about": [rules.Settings().target],
    **{f"rook.preset.{code}": figures for code, figures in ROOKS.items()},
    "rook.setting.deck.full": [len(FULL), hand_of(FULL)],
    "rook.setting.deck.fast": [*LEFT_OUT, len(FAST), hand_of(FAST)],
    "rook.setting.count.200": [total("200"), *ranks("200")],
    "rook.setting.count.120": [total("120"), *ranks("120")],
    "rook.setting.count.140": [total("140"), total("120")],
    "rook.setting.count.180": [total("180"), total("120"), 1],
    **{f"rook.seal.{of}": [KITTY] for of in ("discards", "kitty")},
    "rook.otherwise.opened": [KITTY],
    "rook.refused.discards-twice": [KITTY],
    "rook.refused.kitty-number": [KITTY, KITTY],
    "rook.refused.discards-number": [KITTY, KITTY],
    "rook.said.discards": [KITTY],
    "rook.team.13": TEAM_13,
    "rook.team.24": TEAM_24,
    "rook.refused.no-such-party": [int(team.id) for team in TEAMS],
    "rook.refused.total-unit": [rules.UNIT],
    "Which five were discarded?": [KITTY],
    "Which five were in the kitty?": [KITTY],
    "Take the kitty, discard five cards, name trump.": [KITTY],
}
IN_RULEBOOK = {
    ("rulebook_rook", "teams"): [*TEAM_13, *TEAM_24, TEAM_13[0]],
    ("rulebook_rook", "cards"): [
        *(len(FULL), min(NUMBERS), max(NUMBERS), hand_of(FULL), KITTY),
        *(*LEFT_OUT, len(FAST), KITTY, *HIGHEST),
    ],
    ("rulebook_rook", "counters"): [
        *ranks("200"),
        *chain.from_iterable(counted(count) for count in ("200", "120", "140", "180")),
        rules.UNIT,
    ],
    ("rulebook_rook", "kitty"): [KITTY] * 3,
}
