"""The figures that the sentences and the rulebook of Rook state, each a constant of
the program."""

from itertools import chain

from scorekeeper.core.seats import TEAMS
from scorekeeper.games.rook import ROOK, play, rules

COUNTS = {count.value: dict(worth) for count, worth in rules.FIGURES.items()}
COUNTERS = ("1", "5", "10", "14", rules.ROOK, rules.LAST_TRICK)
FULL, FAST, SHORT, POKER = (
    play.cards_of(rules.Settings(deck=deck)) for deck in rules.Deck
)
NUMBERS = {int(card.rank) for card in FULL if card.rank.isdigit()}
LEFT_OUT = sorted({int(card.rank) for card in FULL - FAST})
LOWEST = min(NUMBERS - {1, *LEFT_OUT})
HIGHEST = [int(rank) for rank in play.ORDER[:-4:-1]]
TEAM_13, TEAM_24 = ([int(seat.value) for seat in team.seats] for team in TEAMS)
KITTY = rules.Settings().in_kitty


def hand_of(pack: frozenset[object]) -> int:
    return (len(pack) - KITTY) // 4


def dealt(players: int, deck: rules.Deck) -> int:
    """How many cards each gets."""
    settings = rules.Settings(players=players, deck=deck)
    return (len(play.cards_of(settings)) - settings.in_kitty) // players


def ranks(count: str) -> list[int]:
    """The numbers of the cards that count."""
    return [int(of) for of, points in COUNTS[count].items() if of.isdigit() and points]


def total(count: str) -> int:
    return sum(4 * n if of.isdigit() else n for of, n in COUNTS[count].items())


def counted(count: str) -> list[int]:
    """The name of a count, and what counts by it."""
    return [total(count), *(n for of in COUNTERS if (n := COUNTS[count][of]))]


def cards_and_target(settings: rules.Settings) -> list[int]:
    return [len(play.cards_of(settings)), settings.target]


ROOKS = {
    preset.code: [total(preset.settings.count.value), preset.settings.target]
    for preset in rules.PRESETS
} | {
    preset.code: cards_and_target(preset.settings)
    for preset in rules.PRESETS
    if preset.code in ("tournament", "fair")
}
MORE = list(ROOK.players[1:])
"""The numbers of players that always call a partner."""
MIDDLE = [11, 10]
"""The trumps between which the Rook may rank."""
STATED = {
    **{f"rook.setting.figures.{of}": [int(of)] for of in COUNTERS if of.isdigit()},
    "rook.refused.total-range": [0],
    "game.rook.about": [rules.Settings().target],
    **{f"rook.preset.{code}": figures for code, figures in ROOKS.items()},
    "rook.setting.deck.help": [
        *map(len, (FULL, FAST, SHORT, POKER)),
        *map(hand_of, (FULL, FAST, SHORT, POKER)),
    ],
    "rook.setting.deck.full": [min(NUMBERS), max(NUMBERS)],
    "rook.setting.deck.fast": [1, LOWEST, max(NUMBERS)],
    "rook.setting.deck.tournament": [LOWEST, max(NUMBERS)],
    "rook.setting.deck.without-twos": [len(POKER), LEFT_OUT[0]],
    "rook.setting.rook.middle": MIDDLE,
    "rook.because.rook-middle": MIDDLE,
    "rook.worth.rook-middle": MIDDLE,
    "rook.setting.nest.help": [KITTY],
    "rook.setting.partners.help": MORE,
    "rook.setting.count.200": [total("200"), *ranks("200")],
    "rook.setting.count.120": [total("120"), *ranks("120")],
    "rook.setting.count.140": [total("140"), total("120")],
    "rook.setting.count.180": [total("180"), total("120"), 1],
    "rook.team.13": TEAM_13,
    "rook.team.24": TEAM_24,
    "rook.refused.no-such-party": [int(team.id) for team in TEAMS],
    "rook.refused.total-unit": [rules.UNIT],
}
IN_RULEBOOK = {
    ("rulebook_rook", "teams"): [*TEAM_13, *TEAM_24, TEAM_13[0]],
    ("rulebook_rook", "cards"): [
        *(len(FULL), min(NUMBERS), max(NUMBERS), hand_of(FULL), KITTY),
        *(*LEFT_OUT, len(FAST), KITTY),
        *(1, len(SHORT), hand_of(SHORT), KITTY, LEFT_OUT[0], len(POKER)),
        *(*HIGHEST, *MIDDLE),
    ],
    ("rulebook_rook", "call-partner"): [
        *(*MORE, *MORE, len(FULL)),
        *(5, dealt(5, rules.Deck.FULL), 6, dealt(6, rules.Deck.FULL)),
        *(len(POKER), 5),
    ],
    ("rulebook_rook", "counters"): [
        *ranks("200"),
        *chain.from_iterable(counted(count) for count in ("200", "120", "140", "180")),
        rules.UNIT,
    ],
}
