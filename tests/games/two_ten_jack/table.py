"""Tables of Two-Ten-Jack for the tests."""

from typing import Any

from scorekeeper.core.cards import Card
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.seats import Seat
from scorekeeper.games.two_ten_jack import TWO_TEN_JACK
from scorekeeper.games.two_ten_jack.events import CardsCaptured, TotalsStated
from scorekeeper.games.two_ten_jack.play import counted
from scorekeeper.games.two_ten_jack.rules import Settings
from tests.games.sitting import Sitting

HEARTS = "HA HK HQ HJ H10 H2"
SPADES = "SA SK SQ SJ S10 S2"


def table(**settings: Any) -> Sitting:
    return Sitting(TWO_TEN_JACK, Settings(**settings))


def captured(settings: Settings, rest: str = "1", **piles: str) -> CardsCaptured:
    """Who has what: captured(settings, p2="HA S10") gives seat 2 two cards, seat 1 the
    rest."""
    owners = {
        Card.parse(word): Seat(player.removeprefix("p"))
        for player, words in piles.items()
        for word in words.split()
    }
    every = (
        *counted(settings),
        *(card for card in owners if card not in counted(settings)),
    )
    return CardsCaptured(tuple((card, owners.get(card, Seat(rest))) for card in every))


def totals(*points: int, hearts: str = "", spades: str = "") -> TotalsStated:
    """Everybody's total, from seat 1 on, and who has a whole six."""
    stated = tuple((Seat(str(n)), one) for n, one in enumerate(points, start=1))
    whole = [Seat(seat) if seat else None for seat in (hearts, spades)]
    return TotalsStated(stated, *whole)


def refusal(sitting: Sitting, *facts: Any) -> RuleViolation:
    """Why these facts are refused; the test fails when they are not."""
    try:
        sitting.enter(*facts)
    except RuleViolation as violation:
        return violation
    raise AssertionError(f"{facts} were accepted")
