"""What the loops over all games know of Hearts: see tests/games/about.py."""

from collections.abc import Iterator
from typing import Any

from scorekeeper.core.play import LeadIs
from scorekeeper.core.seats import Numbers, Seat, numbered
from scorekeeper.core.session import Event
from scorekeeper.core.settings import Whether
from scorekeeper.games.hearts import HEARTS as HEARTS_GAME
from scorekeeper.games.hearts.events import HEARTS, HandCounted
from scorekeeper.games.hearts.play import (
    ALL_POINTS,
    JACK_POINTS,
    OUT,
    QUEEN_POINTS,
    pack_of,
)
from scorekeeper.games.hearts.rules import PRESETS, Settings
from tests.audit.bridge import sit
from tests.audit.said import Facts as Told
from tests.games.about import About, Dice, Facts, cards


def each(*numbers: int) -> Numbers:
    """So many hearts for each player."""
    return tuple((Seat(str(n)), number) for n, number in enumerate(numbers, start=1))


def _hand(session: Any, dice: Dice) -> Facts:
    """The hearts fall anyhow; now and then one player captures them all."""
    settings = session.settings
    seats = numbered(settings.players)
    won = [dice.choice(seats) for _ in range(HEARTS)]
    queen = dice.choice(seats)
    if dice.random() < 0.05:
        won = [queen] * HEARTS
    jack = dice.choice(seats) if settings.jack is Whether.YES else None
    return (HandCounted(tuple((seat, won.count(seat)) for seat in seats), queen, jack),)


def read(given: str) -> list[Event]:
    """ "2: C2 C5" a hand to which seat 2 leads, and cards; "= 1:3 2:10 queen 2" the
    count of one."""
    if given.startswith("= "):
        (fact,) = (told for _, told in took(given.split()))
        return [_counted(fact)]
    leader, _, played = given.partition(":")
    return [LeadIs(Seat(leader)), *cards(played)]


def _counted(told: Told) -> HandCounted:
    hearts = dict(told["hearts"])
    return HandCounted(
        tuple((seat, hearts.get(seat.value, 0)) for seat in numbered(4)),
        Seat(told["queen"]),
    )


def _another(result: Event) -> Event:
    assert isinstance(result, HandCounted)
    seats = numbered(len(result.hearts))
    other = seats[(seats.index(result.queen) + 1) % len(seats)]
    return HandCounted(result.hearts, other)


def took(words: list[str]) -> Iterator[tuple[str, Told]]:
    """`took 1:3 2:10 3:0 4:0 queen 2 jack 4 sun`"""
    told: Told = {"hearts": []}
    rest = iter(words[1:])
    for word in rest:
        if word == "sun":
            told["every_trick"] = True
        elif word in ("queen", "jack"):
            told[word] = next(rest)
        else:
            seat, _, hearts = word.partition(":")
            told["hearts"].append([seat, int(hearts)])
    yield "counted", told


def _out(players: int) -> list[int]:
    return [int(word[1:]) for word in OUT[players].split()]


BOOK = "rulebook_hearts"
HUNDRED = Settings().target
SHORT = next(one.settings.target for one in PRESETS if one.code == "short")
ABOUT = About(
    hand=_hand,
    most_calls=8_000,
    result=lambda n: HandCounted(each(*((13 - 3 * n, 3 * n, 0, 0))), Seat.TWO),
    earlier=(HandCounted(each(3, 4, 5, 1), Seat.ONE),),
    read=read,
    begun="2:",
    some_cards="2: C2 C5 C7 C8",
    played_out=(LeadIs(Seat.TWO),),
    another=_another,
    shorthand={"took": took, "sit": sit},
    stated={
        "game.hearts.about": [HEARTS_GAME.players[-1], QUEEN_POINTS],
        "hearts.preset.omnibus": [-JACK_POINTS],
        "hearts.preset.short": [SHORT],
        "hearts.step.revoke": [ALL_POINTS],
        "hearts.setting.moon.help": [HEARTS],
        "hearts.setting.moon.others": [ALL_POINTS],
        "hearts.setting.moon.own": [ALL_POINTS],
        "hearts.setting.sun.yes": [2 * ALL_POINTS],
        "hearts.setting.jack.yes": [-JACK_POINTS],
        "hearts.setting.revoke.yes": [ALL_POINTS],
        "hearts.refused.everybody": [0],
        "hearts.refused.number": [0],
        "hearts.refused.nothing-typed": [0],
    },
    in_rulebook={
        (BOOK, "idea"): [QUEEN_POINTS, HUNDRED],
        (BOOK, "pack"): [
            *(len(pack_of(Settings())), *_out(3), 5, *_out(5), 6, *_out(6)),
        ],
        (BOOK, "passing"): [5],
        (BOOK, "play"): [2],
        (BOOK, "scoring"): [QUEEN_POINTS, ALL_POINTS],
        (BOOK, "moon"): [HEARTS, ALL_POINTS, ALL_POINTS],
        (BOOK, "sun"): [2 * ALL_POINTS],
        (BOOK, "target"): [HUNDRED, SHORT],
        (BOOK, "revoke"): [ALL_POINTS],
    },
    examples={"card": "H9", "held": "C7"},
)
