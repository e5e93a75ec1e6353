"""The figures in the sentences and the rulebook of 500: each what the program has."""

from collections.abc import Iterator

from scorekeeper.games.five_hundred.events import MISERES, TRICKS, Bid
from scorekeeper.games.five_hundred.play import (
    A_TRICK,
    AVONDALE_STEP,
    FEWEST_BID,
    PACK,
    SLAM,
    STOP,
    worth,
)
from scorekeeper.games.five_hundred.rules import Schedule, Settings

TARGET = Settings().target
OLD = Settings(schedule=Schedule.ORIGINAL)
SEVEN = 7
"""What somebody has to bid before a misère, and what that is below: eight."""
TEAMS = [1, 3, 2, 4]
LOWEST = [5, 4]
"""The lowest card of a black suit and of a red one."""


def _table() -> Iterator[int]:
    for tricks in range(FEWEST_BID, TRICKS + 1):
        yield tricks
        yield from (worth(Bid(f"{tricks}{suit}"), Settings()) for suit in "SCDHN")


STATED: dict[str, list[int]] = {
    "game.five-hundred": [TARGET],
    "five-hundred.preset.stop": [STOP],
    "five-hundred.setting.schedule.avondale": [
        *(FEWEST_BID, worth(Bid("6S"), Settings()), AVONDALE_STEP)
    ],
    "five-hundred.setting.schedule.original": [FEWEST_BID, worth(Bid("6C"), OLD)],
    "five-hundred.setting.slam.help": [SLAM],
    "five-hundred.setting.slam.yes": [SLAM],
    "five-hundred.setting.defenders.help": [A_TRICK],
    "five-hundred.setting.defenders.stop": [STOP],
    "five-hundred.setting.misere.after-seven": [SEVEN],
    "five-hundred.refused.tricks": [0],
}
BOOK = "rulebook_five-hundred"
IN_RULEBOOK: dict[tuple[str, str], list[int]] = {
    (BOOK, "idea"): [TARGET, TARGET],
    (BOOK, "pack"): [len(PACK), *LOWEST, *TEAMS],
    (BOOK, "bidding"): [FEWEST_BID],
    (BOOK, "play"): [10],
    (BOOK, "misere"): [SEVEN, SEVEN + 1, SEVEN],
    (BOOK, "scoring"): [*_table(), *MISERES.values(), SLAM, A_TRICK],
    (BOOK, "defenders"): [STOP],
    (BOOK, "original"): [
        FEWEST_BID,
        *(worth(Bid(f"6{suit}"), OLD) for suit in "CSHDN"),
    ],
    (BOOK, "target"): [TARGET, TARGET],
}
