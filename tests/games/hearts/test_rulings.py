"""What the arbiter of a table of Hearts rules, and what comes of it in the score; the
cases themselves stand in laws.csv."""

from typing import Any

import pytest

from scorekeeper.core.evening import Adjusted
from scorekeeper.core.rulings import Ruling
from scorekeeper.core.seats import Seat
from scorekeeper.core.settings import Whether
from scorekeeper.games.hearts import HEARTS
from scorekeeper.games.hearts.events import HandCounted
from scorekeeper.games.hearts.rules import Settings
from tests.games.effects import Table
from tests.games.hearts.about import each, read
from tests.games.ruling import facts_of, ruling
from tests.games.sitting import Sitting

PROVED = "2: C2 D5 C7 C8 D2 D3 C9 D4"
"""Seat 3 had the nine of clubs when the two was led."""


def table(given: str, **settings: Any) -> Table:
    found = Table("hearts", Settings(**settings))
    for fact in read(given):
        found.enter(fact)
    return found


def totals(found: Table) -> dict[str, Any]:
    return {party.id: found.now.sheet.total(party.id) for party in found.now.parties}


@pytest.mark.parametrize(("revoke", "points"), [(Whether.YES, 26), (Whether.NO, 0)])
def test_a_revoke_voids_the_hand_and_costs_what_the_table_says(
    revoke: Whether, points: int
) -> None:
    found = table(PROVED, revoke=revoke)
    found.accept(found.rule("failure-to-follow", seat="3", card="D5"))
    assert totals(found) == {"1": 0, "2": 0, "3": points, "4": 0}
    dealer = found.now.folded.state.round.dealer
    assert dealer is Seat.ONE, "the same player deals again"


def test_a_revoke_costs_as_much_in_a_hand_that_nobody_recorded() -> None:
    found = Table("hearts", Settings())
    told = {"seat": "3", "card": "D5", "could": "yes", "led": "yes"}
    found.accept(found.rule("failure-to-follow", **told))
    assert totals(found) == {"1": 0, "2": 0, "3": 26, "4": 0}
    found.enter(HandCounted(each(3, 10, 0, 0), Seat.TWO))
    assert totals(found) == {"1": 3, "2": 23, "3": 26, "4": 0}


def test_a_hand_that_was_counted_is_struck_for_a_revoke_that_is_found_later() -> None:
    found = table(PROVED)
    found.enter(HandCounted(each(3, 10, 0, 0), Seat.TWO))
    assert totals(found)["2"] == 23
    told = {"which": "last", "could": "yes", "led": "yes"}
    found.accept(found.rule("failure-to-follow", seat="3", card="D5", **told))
    assert totals(found) == {"1": 0, "2": 0, "3": 26, "4": 0}
    notes = [one for one in found.now.log if isinstance(one.event, Adjusted)]
    assert len(notes) == 1


@pytest.mark.parametrize(
    ("given", "seat", "card"),
    [
        ("2: C2 C5 C7 C8 H9 H2 H3 H4 CQ", "1", "H9"),
        ("2: C2 H5 C7 C8 S3 S9 S4 S5", "3", "H5"),
    ],
)
def test_a_card_that_came_too_early_is_found_by_the_record(
    given: str, seat: str, card: str
) -> None:
    sitting = Sitting(HEARTS, Settings())
    for fact in read(given):
        sitting.enter(fact)
    (breach,) = facts_of(HEARTS, sitting.state)
    assert (breach["seat"], breach["card"]) == (seat, card)
    found = ruling(HEARTS, sitting.folded, "failure-to-follow", seat=seat, card=card)
    assert isinstance(found, Ruling) and found.effects


def test_an_exposed_card_binds_its_player() -> None:
    sitting = Sitting(HEARTS, Settings())
    for fact in read("2: C2"):
        sitting.enter(fact)
    found = ruling(HEARTS, sitting.folded, "exposed-card", seat="3", card="H5")
    (bound,) = found.obligations
    assert (bound.seat, str(bound.card)) == (Seat.THREE, "H5")
