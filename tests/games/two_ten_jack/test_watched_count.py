"""The count of a round of Two-Ten-Jack that was watched to its end fills itself in."""

import random

import pytest

from scorekeeper.core.play import CardDrawn, CardPlayed, may_play, next_to_draw, turn
from scorekeeper.core.seats import Seat
from scorekeeper.games.two_ten_jack.events import CardsCaptured
from scorekeeper.games.two_ten_jack.pages import FLOW, CountForm
from scorekeeper.games.two_ten_jack.play import card_play
from tests.games.sitting import Sitting
from tests.games.two_ten_jack.table import captured, table, totals


def played(players: int) -> Sitting:
    chance = random.Random(players)
    sitting = table(players=players)
    rules = card_play(sitting.settings, Seat.ONE)
    stock = sorted(rules.pack, key=str)
    chance.shuffle(stock)
    hands = {seat: {stock.pop() for _ in range(4)} for seat in rules.ring}
    while (seat := turn(rules, sitting.state.round.watched)) is not None:
        watched = sitting.state.round.watched
        while (drawer := next_to_draw(rules, sitting.state.round.watched)) is not None:
            card = stock.pop()
            hands[drawer].add(card)
            sitting.enter(CardDrawn(card))
        hand = frozenset(hands[seat])
        choice = may_play(rules, watched.tricks, watched.trick, seat, hand)
        play = chance.choice(choice.plays)
        hands[seat].remove(play.card)
        sitting.enter(CardPlayed(play.card, play.is_face_down))
    return sitting


@pytest.mark.parametrize("players", [3, 6, 8])
def test_every_card_has_its_owner(players: int) -> None:
    sitting = played(players)
    watched = sitting.state.round.watched
    form = CountForm(folded=sitting.folded)
    (count,) = form.facts()
    assert isinstance(count, CardsCaptured)
    for card, owner in count.owners:
        (trick,) = [
            n
            for n, plays in enumerate(watched.tricks)
            if card in [p.card for p in plays]
        ]
        assert watched.winners[trick] is owner
    sitting.enter(count)
    assert sitting.rows[-1].lines


def test_a_watched_round_is_counted_by_cards_even_where_totals_are_usual() -> None:
    sitting = table(players=8)
    assert FLOW.next(sitting.state, "") == "count"
    sitting.enter(totals(0, 0, 0, 0, 0, 0, 0, 0))
    assert FLOW.next(sitting.state, "") == "totals"
    assert FLOW.next(played(8).state, "totals") == "totals"
    assert FLOW.next(played(8).state, "") == "count"


def test_what_was_watched_is_filled_in_and_nothing_over_an_answer() -> None:
    """The rest, which nobody watched, stays open."""
    sitting = played(8)
    owners = captured(sitting.settings).owners
    kept = CountForm(folded=sitting.folded, data={"cards": owners})
    assert {owner for _, owner in kept.cards.value} == {Seat.ONE}
    every = dict(CountForm(folded=sitting.folded).cards.value)
    last = {play.card for play in sitting.state.round.watched.tricks[-1]}
    sitting.strike(sitting.log[-1].seq)
    form = CountForm(folded=sitting.folded)
    assert FLOW.next(sitting.state, "") == "count"
    assert {*form.missing} == last.intersection(every)
    assert dict(form.cards.value) == {
        card: owner for card, owner in every.items() if card not in last
    }
