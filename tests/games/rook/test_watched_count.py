"""The count of a hand of Rook that was watched to its end fills itself in."""

import random
from typing import Any

import pytest

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.play import CardPlayed
from scorekeeper.core.rulings import Ruling
from scorekeeper.core.seats import Seat
from scorekeeper.games.arbiter.record import Denied
from scorekeeper.games.rook import ROOK
from scorekeeper.games.rook.events import (
    BidStated,
    CardsCaptured,
    CountStated,
    DiscardsMade,
    FirstLead,
    TrumpDeclared,
)
from scorekeeper.games.rook.pages import CountForm, TotalForm
from scorekeeper.games.rook.play import cards_of
from scorekeeper.games.rook.rules import Deck, KittyTo
from scorekeeper.games.rook.scoring import watched_count
from tests.games.rook.table import RING, next_card, table
from tests.games.sitting import Sitting

POINTS = {"1": 15, "5": 5, "10": 10, "14": 10, "Rook": 20}


def played(
    seed: int, discards: bool, **settings: Any
) -> tuple[Sitting, tuple[Card, ...]]:
    """A random hand that seat 2 bid 100 for, watched to its end; and its kitty."""
    chance = random.Random(seed)
    sitting = table(**settings)
    pack = sorted(cards_of(sitting.settings), key=str)
    chance.shuffle(pack)
    kitty = tuple(pack[:5])
    pack = pack[5:]
    size = len(pack) // 4
    hands = {seat: set(pack[n * size : (n + 1) * size]) for n, seat in enumerate(RING)}
    laid = (DiscardsMade(kitty),) if discards else ()
    sitting.enter(
        BidStated(Seat.TWO, 100), TrumpDeclared(Suit.RED), FirstLead(Seat.TWO), *laid
    )
    assert ROOK.arbiter
    rules = ROOK.arbiter.play_rules(sitting.state)
    assert rules
    for _ in pack:
        seat, card = next_card(sitting, rules, hands, chance)
        hands[seat].remove(card)
        sitting.enter(CardPlayed(card))
    return sitting, kitty


def told(sitting: Sitting, kitty: tuple[Card, ...], to_bidder: bool) -> int:
    """The bidders' points, counted trick by trick."""
    watched = sitting.state.round.watched
    ours = (Seat.TWO, Seat.FOUR)
    points = 0
    for plays, winner in zip(watched.tricks, watched.winners, strict=True):
        if winner in ours:
            points += sum(POINTS.get(play.card.rank, 0) for play in plays)
    has_last = watched.winners[-1] in ours
    if has_last or to_bidder:
        points += sum(POINTS.get(card.rank, 0) for card in kitty)
    return points + (20 if has_last else 0)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("to", list(KittyTo))
@pytest.mark.parametrize("discards", [True, False], ids=["entered", "unseen"])
def test_both_counts_are_filled_in(seed: int, to: KittyTo, discards: bool) -> None:
    sitting, kitty = played(seed, discards, kitty=to, deck=list(Deck)[seed % 2])
    points = told(sitting, kitty, to is KittyTo.BIDDER)
    total = TotalForm(folded=sitting.folded)
    assert total.facts() == (CountStated("24", points),)
    (count,) = CountForm(folded=sitting.folded, data={"taps": ""}).facts()
    assert isinstance(count, CardsCaptured)
    assert count == watched_count(sitting.state.round, sitting.settings)
    one = Sitting(ROOK, sitting.settings)
    one.log = sitting.log
    assert one.enter(count).totals() == sitting.enter(*total.facts()).totals()


def test_what_was_chosen_is_not_filled_over() -> None:
    sitting, _ = played(1, True)
    kept = CountForm(folded=sitting.folded, data={"cards": ["R1"], "last_trick": False})
    assert kept.cards.data == ["R1"]
    total = TotalForm(
        folded=sitting.folded, data={"party": "13", "hundreds": "0", "points": "5"}
    )
    assert total.facts() == (CountStated("13", 5),)


def test_nothing_is_filled_in_before_the_last_trick() -> None:
    sitting, _ = played(1, True)
    sitting.strike(sitting.log[-1].seq)
    assert watched_count(sitting.state.round, sitting.settings) is None
    assert TotalForm(folded=sitting.folded).points.data is None
    assert CountForm(folded=sitting.folded).cards.data in (None, [])


def test_a_renege_found_after_the_last_trick_keeps_the_last_trick_and_the_kitty() -> (
    None
):
    sitting, kitty = played(3, False)
    card = str(sitting.state.round.watched.tricks[0][0].card)
    leader = sitting.state.round.watched.tricks[0][0].seat
    assert leader is Seat.TWO
    # as entries before 0.4 were ruled: seat 1 is said to have reneged with a card that
    # another led
    facts = {"seat": "1", "card": card, "could": "yes", "led": "yes"}
    renege = ROOK.arbiter and ROOK.arbiter.irregularity("renege")
    assert renege is not None
    assert isinstance(renege.rule(sitting.state, facts), Denied)
    ruling = renege.as_told(sitting.state, facts)
    assert isinstance(ruling, Ruling)
    assert ruling.effects[0].amount == told(sitting, kitty, False)
    assert ruling.effects[0].party == "24"
