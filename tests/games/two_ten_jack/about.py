"""What the loops over all games know of Two-Ten-Jack: see tests/games/about.py."""

from collections.abc import Iterator

from scorekeeper.core.cards import Suit
from scorekeeper.core.seats import Seat, numbered
from scorekeeper.core.session import Event
from scorekeeper.games.two_ten_jack.events import CardsCaptured
from scorekeeper.games.two_ten_jack.play import counted, ring
from scorekeeper.games.two_ten_jack.rules import RULE_SHEET
from scorekeeper.tables.session import Session
from tests.audit.others import TWO_TEN_JACK
from tests.games.about import About, Dice, Facts
from tests.games.two_ten_jack import figures


def _two_ten_jack(session: Session, dice: Dice) -> Facts:
    seats = ring(session.settings)
    greedy = {suit: dice.choice(seats) for suit in (Suit.HEARTS, Suit.SPADES)}
    reversed_ones = [suit for suit in greedy if dice.random() < 0.04]
    return (
        CardsCaptured(
            tuple(
                (
                    card,
                    greedy[card.suit]
                    if card.suit in reversed_ones
                    else dice.choice(seats),
                )
                for card in counted(session.settings)
            )
        ),
    )


CARDS = tuple(counted(RULE_SHEET.defaults))


def _all_to(seat: Seat) -> CardsCaptured:
    return CardsCaptured(tuple((card, seat) for card in CARDS))


def _evening(n: int) -> Iterator[Event]:
    yield _all_to(numbered(4)[n % 4])


def _another(result: Event) -> Event:
    assert isinstance(result, CardsCaptured)
    (card, owner), *rest = result.owners
    other = next(seat for seat in numbered(4) if seat is not owner)
    return CardsCaptured(((card, other), *rest))


OF_THE_FLOW = "what a table is asked to enter, not what its arbiter asks"
ABOUT = About(
    hand=_two_ten_jack,
    evening=_evening,
    most_calls=19_500,
    result=lambda n: _all_to(numbered(4)[n]),
    some_cards="C5 C7 C8",
    played_out=(),
    another=_another,
    shorthand=TWO_TEN_JACK,
    unruled={
        f"two-ten-jack.ask.{one}": OF_THE_FLOW
        for one in ("joker-called", "nobody", "tricks")
    },
    stated=figures.STATED,
    in_rulebook=figures.IN_RULEBOOK,
    examples={"card": "H9", "held": "H4"},
)
