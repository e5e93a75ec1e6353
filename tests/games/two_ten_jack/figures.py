"""The figures that the sentences and the rulebook of Two-Ten-Jack state, each a constant of
the program."""

from itertools import chain

from scorekeeper.games.two_ten_jack import play, rules

SIX = len(rules.SIX_HEARTS)
EVEN, GIOCO, CLASSIC = (dict(rules.FIGURES[one]) for one in list(rules.Values)[:3])


def of_suit(values: dict[str, int], suit: str) -> int:
    """What the six of a suit come to."""
    return sum(values[f"{suit}{rank}"] for rank in rules.RANKS)


def taken_out(players: int) -> list[int]:
    """A row: players, the ranks taken out, tricks."""
    settings = rules.Settings(players=players)
    ranks = [int(card.rank) for card in play.taken_out(settings)]
    return [players, *ranks, len(play.cards_of(settings)) // players]


def valued(values: dict[str, int]) -> list[int]:
    """A row of what the cards of hearts and spades are worth."""
    cards = ("HJ", "HA", "SJ", "SK", "SA")
    return [abs(values[card]) for card in cards]


STATED = {
    **{f"two-ten-jack.refused.{one}": [0] for one in ("no-total", "nothing-typed")},
    "game.two-ten-jack.about": [rules.MOST, SIX],
    "two-ten-jack.preset.even-45": [of_suit(EVEN, "H"), -of_suit(EVEN, "S")],
    "two-ten-jack.preset.gioco": [GIOCO["CK"]],
    "two-ten-jack.preset.classic-55": [-CLASSIC["SA"]],
    "two-ten-jack.setting.values.even-45": [2, 10, EVEN["HJ"], EVEN["HA"]],
    "two-ten-jack.setting.values.gioco": [GIOCO["CK"]],
    "two-ten-jack.setting.values.classic-55": [-CLASSIC["SA"], 10, CLASSIC["CA"]],
    "two-ten-jack.setting.figures.help": [
        -rules.RULE_SHEET.question("figures").low,
        rules.RULE_SHEET.question("figures").high,
    ],
    "two-ten-jack.setting.reversal": [SIX, SIX],
    "two-ten-jack.setting.reversal.fixed-55": [play.FIXED, play.FIXED],
    "two-ten-jack.setting.removed.help": [2],
    **{
        f"two-ten-jack.{code}": [SIX]
        for code in (
            *(
                "worth.reversed",
                "line.flipped",
                "line.all-six",
                "all-six",
                "field.hearts",
                "field.spades",
            ),
            *(
                "refused.sum.none",
                "refused.sum.one",
                "refused.no-reversal",
                "worth.fixed",
            ),
            "outcome.reversal.said",
        )
    },
    "two-ten-jack.refused.whole-six": [SIX],
    "two-ten-jack.refused.sum.both": [SIX, SIX],
    "A suit under a number: that pile had all six, so their sign is reversed.": [SIX],
    "All six hearts or spades": [SIX],
    "with six %(suit)s in one pile": [SIX],
    "with six %(suit)s": [SIX],
}
IN_RULEBOOK = {
    ("rulebook_two-ten-jack", "idea"): [rules.MOST, SIX, SIX, SIX],
    ("rulebook_two-ten-jack", "taken-out"): [
        play.CARDS,
        *chain.from_iterable(taken_out(n) for n in range(rules.FEWEST, rules.MOST + 1)),
    ],
    ("rulebook_two-ten-jack", "card-values"): [
        *(2, 10, 2, 10, of_suit(EVEN, "H"), -of_suit(EVEN, "S"), *valued(EVEN)),
        *(GIOCO["CK"], *valued(GIOCO), GIOCO["CK"]),
        *(-CLASSIC["SA"], *valued(CLASSIC), 10, CLASSIC["CA"], SIX, SIX),
    ],
    ("rulebook_two-ten-jack", "reversal"): [SIX, SIX, SIX, play.FIXED],
}
