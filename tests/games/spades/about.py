"""What the loops over all games know of Spades: see tests/games/about.py."""

from collections.abc import Iterator
from typing import Any

from scorekeeper.core.cards import STANDARD_PACK
from scorekeeper.core.seats import Numbers, Seat
from scorekeeper.core.session import Event
from scorekeeper.games.spades.events import BidsMade, TricksTaken
from scorekeeper.games.spades.play import BAGS, COST, RING, TRICKS
from scorekeeper.games.spades.rules import PRESETS, Nil, Settings
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
    bids = tuple(dice.randint(0, 4) for _ in RING)
    won = [dice.choice(RING) for _ in range(TRICKS)]
    return hand(bids, tuple(won.count(seat) for seat in RING))


def read(given: str) -> list[Event]:
    """ "3 3 3 3: C2 C5" bids, and cards."""
    if not given:
        return []
    bids, _, played = given.partition(":")
    return [BidsMade(each(*map(int, bids.split()))), *cards(played)]


def _another(result: Event) -> Event:
    """One trick of somebody's was another's."""
    assert isinstance(result, TricksTaken)
    numbers = dict(result.tricks)
    giver = next(seat for seat in RING if numbers[seat])
    taker = RING[(RING.index(giver) + 1) % len(RING)]
    numbers[giver] -= 1
    numbers[taker] += 1
    return TricksTaken(tuple(numbers.items()))


def bid(words: list[str]) -> Iterator[tuple[str, Told]]:
    """`bid 3 4 0b 2`, with b for blind"""
    numbers = [word.removesuffix("b") for word in words[1:]]
    told: Told = {"bids": [[str(n), int(one)] for n, one in enumerate(numbers, 1)]}
    if any(word.endswith("b") for word in words[1:]):
        ticks = enumerate(words[1:], start=1)
        told["blind"] = [[str(n), word.endswith("b")] for n, word in ticks]
    yield "bids", told


def took(words: list[str]) -> Iterator[tuple[str, Told]]:
    """`took 3 4 2 4`"""
    numbers = enumerate(words[1:], start=1)
    yield "tricks", {"tricks": [[str(n), int(number)] for n, number in numbers]}


BOOK = "rulebook_spades"
TARGET = Settings().target
SHORT = next(one.settings.target for one in PRESETS if one.code == "short")
NIL = Nil.HUNDRED.points
FIFTY = Nil.FIFTY.points
BEGUN = "3 3 3 3:"
ABOUT = About(
    hand=_hand,
    most_calls=15_000,
    evening=lambda n: hand((3, 3, 3, 3), (3, 4, 3, 3)),
    result=lambda n: TricksTaken(each(*((3, 3, 4, 3), (4, 2, 4, 3))[n])),
    earlier=hand((3, 4, 2, 3), (3, 4, 2, 4)),
    read=read,
    begun=BEGUN,
    some_cards=f"{BEGUN} D2 D5 D7 D8 D3 D4 D6 D9",
    played_out=(BidsMade(each(3, 3, 3, 3)),),
    another=_another,
    shorthand={"bid": bid, "took": took, "sit": sit},
    stated={
        "spades.preset.usual": [TARGET],
        "spades.preset.short": [SHORT],
        "spades.field.bids": [0],
        "spades.setting.nil.hundred": [NIL],
        "spades.setting.nil.fifty": [FIFTY],
        "spades.setting.bags.cost": [-COST],
        "spades.setting.ten.help": [200],
        "spades.setting.ten.yes": [20],
        "spades.refused.blind-not-nil": [0],
        "spades.refused.everybody": [0],
        "spades.refused.number": [0],
    },
    in_rulebook={
        (BOOK, "idea"): [TARGET],
        (BOOK, "play"): [len(STANDARD_PACK), TRICKS],
        (BOOK, "bids"): [0, TRICKS, 0],
        (BOOK, "contract"): [10, 1, 10],
        (BOOK, "bags"): [-COST, BAGS - 3, 5, 8, 10 * 5 + 3, -COST],
        (BOOK, "nil"): [NIL, NIL, FIFTY],
        (BOOK, "ten"): [200, 20],
        (BOOK, "target"): [TARGET],
    },
    examples={"card": "D5", "held": "C7"},
)
