"""What the loops over all games know of Oh Hell: see tests/games/about.py."""

from collections.abc import Iterator
from typing import Any

from scorekeeper.core.seats import Numbers, Seat, numbered
from scorekeeper.core.session import Event
from scorekeeper.games.oh_hell import OH_HELL
from scorekeeper.games.oh_hell.events import BidsMade, TricksTaken, Trump, TrumpTurned
from scorekeeper.games.oh_hell.play import (
    PACK,
    cards_now,
    largest,
    may_have_trump,
    sizes,
)
from scorekeeper.games.oh_hell.rules import Scoring, Settings, points
from tests.audit.bridge import sit
from tests.audit.said import Facts as Told
from tests.games.about import About, Dice, Facts, cards


def each(*numbers: int) -> Numbers:
    """A number for each player."""
    return tuple((Seat(str(n)), number) for n, number in enumerate(numbers, start=1))


def hand(bids: tuple[int, ...], took: tuple[int, ...]) -> tuple[BidsMade, TricksTaken]:
    return BidsMade(each(*bids)), TricksTaken(each(*took))


def _hand(session: Any, dice: Dice) -> Facts:
    """Anybody bids anything, and the tricks fall anyhow."""
    state = session.folded.state
    seats = numbered(session.settings.players)
    size = cards_now(state)
    bids = [dice.randint(0, min(3, size)) for _ in seats]
    won = [dice.choice(seats) for _ in range(size)]
    took = [won.count(seat) for seat in seats]
    turned = (TrumpTurned(dice.choice([*Trump])),) if may_have_trump(state) else ()
    return (*turned, *hand(tuple(bids), tuple(took)))


def _evening(n: int) -> Facts:
    """The n-th hand of a long evening: the first player takes every trick."""
    plan = sizes(Settings())
    size = plan[n % len(plan)]
    return hand((0, 0, 1, size), (size, 0, 0, 0))


def read(given: str) -> list[Event]:
    """ "H 3 3 3 3: C2 C5" a trump, bids, and cards; "= 3 3 2 2" the tricks."""
    if given.startswith("= "):
        return [TricksTaken(each(*map(int, given.split()[1:])))]
    if not given:
        return []
    said, _, played = given.partition(":")
    trump, *bids = said.split()
    told = (TrumpTurned(Trump(trump)), BidsMade(each(*map(int, bids))))
    return [*told, *cards(played)]


def _another(result: Event) -> Event:
    """One trick of somebody's was another's."""
    assert isinstance(result, TricksTaken)
    numbers = dict(result.tricks)
    seats = [*numbers]
    giver = next(seat for seat in seats if numbers[seat])
    taker = seats[(seats.index(giver) + 1) % len(seats)]
    numbers[giver] -= 1
    numbers[taker] += 1
    return TricksTaken(tuple(numbers.items()))


def _numbers(words: list[str]) -> list[list[object]]:
    return [[str(n), int(number)] for n, number in enumerate(words[1:], start=1)]


def turned(words: list[str]) -> Iterator[tuple[str, Told]]:
    """`turned H`"""
    yield "turned", {"trump": words[1]}


def bid(words: list[str]) -> Iterator[tuple[str, Told]]:
    """`bid 3 3 2 1`"""
    yield "bids", {"bids": _numbers(words)}


def took(words: list[str]) -> Iterator[tuple[str, Told]]:
    """`took 3 3 2 2`"""
    yield "tricks", {"tricks": _numbers(words)}


def _hands(players: int) -> int:
    return len(sizes(Settings(players=players)))


def _largest(players: int) -> int:
    return largest(Settings(players=players))


BOOK = "rulebook_oh-hell"
TRICK = points(Scoring.EVERY_TRICK, 0, 1)
MET = points(Scoring.EXACT, 0, 0)
OFF = points(Scoring.MINUS, 0, 1) - points(Scoring.MINUS, 0, 2)
ONE_OFF = points(Scoring.MINUS_TEN, 0, 1) - points(Scoring.MINUS_TEN, 0, 2)
FLAT = -points(Scoring.MINUS_TEN, 0, 1) - ONE_OFF
BEGUN = "H 3 3 3 3:"
ABOUT = About(
    hand=_hand,
    most_calls=12_500,
    evening=_evening,
    result=lambda n: TricksTaken(each(*((3, 3, 2, 2), (4, 2, 2, 2))[n])),
    earlier=hand((3, 3, 2, 1), (3, 3, 2, 2)),
    read=read,
    begun=BEGUN,
    some_cards=f"{BEGUN} C2 C5 C7 C8 C3 C4 C6 C9",
    played_out=(TrumpTurned(Trump.HEARTS), BidsMade(each(3, 3, 3, 3))),
    another=_another,
    shorthand={"turned": turned, "bid": bid, "took": took, "sit": sit},
    stated={
        "game.oh-hell.about": [OH_HELL.players[-1]],
        "oh-hell.setting.scoring.every-trick": [TRICK, MET],
        "oh-hell.setting.scoring.exact": [MET],
        "oh-hell.setting.scoring.square": [MET, TRICK],
        "oh-hell.setting.scoring.minus": [MET, OFF],
        "oh-hell.setting.scoring.minus-ten": [MET, FLAT, ONE_OFF],
        "oh-hell.refused.everybody": [0],
        "oh-hell.refused.number": [0],
    },
    in_rulebook={
        (BOOK, "deals"): [
            *(len(PACK), 5),
            *(6, _largest(6), 7, _largest(7)),
            *(_hands(5), 6, _hands(6), 7, _hands(7)),
        ],
        (BOOK, "bids"): [0, 5, 2, 0, 1, 2, 3, 1, 2],
        (BOOK, "scoring"): [
            *(TRICK, MET, MET),
            *(MET, 4, points(Scoring.SQUARE, 4, 4), TRICK),
            *(
                OFF,
                4,
                -points(Scoring.MINUS, 4, 3),
                3,
                5,
                -points(Scoring.MINUS, 4, 6),
                2,
                6,
            ),
            *(FLAT, ONE_OFF, 3, -points(Scoring.MINUS_TEN, 3, 2), 2),
        ],
    },
    examples={"card": "D5", "held": "C7"},
)
