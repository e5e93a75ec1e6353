"""Corrections, forgotten hands, and the form that facts have in files."""

from typing import Any

import pytest

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.codec import decode, encode
from scorekeeper.core.evening import DealerIs
from scorekeeper.core.play import CardPlayed, LeadIs
from scorekeeper.core.session import Command, Entry, Event
from scorekeeper.games.berzerka import BERZERKA
from scorekeeper.games.berzerka.events import (
    EVENTS,
    BoardSet,
    ContractBid,
    ContractWritten,
    Discarded,
    HandPlayed,
    HandStated,
    HotseatPicked,
    How,
    PainSuitNamed,
    Passed,
    RankingNamed,
    TrumpNamed,
)
from scorekeeper.games.berzerka.rules import (
    Aim,
    Counts,
    Ranking,
    RankingRule,
    TrumpRule,
)
from scorekeeper.words import words_in
from tests.core.rising import past
from tests.games.berzerka.table import ONE, THREE, TWO, Table

EXAMPLES: list[Any] = [
    ContractWritten(
        1,
        "Ladder",
        Aim.CLOSEST,
        4,
        Counts.LAST_SIX,
        TrumpRule.PICK,
        RankingRule.CHOSEN,
        2,
        3,
    ),
    ContractWritten(2, "Low Road", Aim.FEWEST, 2),
    BoardSet(("berzerka", "own-1", "shapeshift"), "own-1"),
    BoardSet(("berzerka",)),
    ContractBid("berzerka"),
    ContractBid("own-1", 3),
    Passed(),
    HotseatPicked("bottle-it-up"),
    TrumpNamed(Suit.SPADES),
    PainSuitNamed(Suit.HEARTS),
    RankingNamed(Ranking.INVERTED),
    Discarded(4),
    HandPlayed(1),
    CardPlayed(Card.parse("S13")),
    LeadIs(TWO),
    HandStated(TWO, "middling", 4, 6),
    HandStated(
        ONE, "still-holding", 4, 6, How.BID, 2, trump=Suit.CLUBS, ranking=Ranking.NORMAL
    ),
]


@pytest.mark.parametrize("event", EXAMPLES, ids=lambda event: event.KIND)
def test_every_event_comes_back_from_its_file(event: Any) -> None:
    assert decode(type(event), encode(event)) == event


def test_every_kind_of_event_is_among_the_examples() -> None:
    assert {type(event) for event in EXAMPLES} == set(EVENTS)
    assert len({kind.KIND for kind in EVENTS}) == len(EVENTS)


@pytest.mark.parametrize("event", EXAMPLES, ids=lambda event: event.KIND)
def test_every_event_is_said_in_words(event: Any) -> None:
    sentence = words_in("en").text(event.said())
    assert sentence
    assert "berzerka." not in sentence
    assert "%(" not in sentence


def test_a_hand_step_by_step_is_the_same_as_at_once(table: Table) -> None:
    table.board("still-holding")
    table.tell(
        ContractBid("still-holding"),
        ContractBid("still-holding", 2),
        Passed(),
        Passed(),
    )
    table.tell(
        TrumpNamed(Suit.CLUBS),
        RankingNamed(Ranking.INVERTED),
        Discarded(4),
        HandPlayed(8),
    )
    other = Table().board("still-holding")
    other.hand(
        THREE,
        "still-holding",
        8,
        overbid=2,
        discards=4,
        trump=Suit.CLUBS,
        ranking=Ranking.INVERTED,
    )
    (one,) = table.sheet.rows()
    (two,) = other.sheet.rows()
    assert one.facts == two.facts
    assert one.lines == two.lines
    assert table.state.round.dealer is other.state.round.dealer


# ---- corrections ----


def test_a_later_bid_changes_the_worth_of_earlier_boxes(starter: Table) -> None:
    first = starter.hand(ONE, "seeing-red", 9)
    starter.hand(TWO, "seeing-red", 3)
    starter.hand(THREE, "seeing-red", 5)
    assert starter.totals == [5, -5, 0]
    starter.correct(first, HandStated(ONE, "seeing-red", 3, 2))
    assert starter.totals == [-5, 0, 5]


def test_a_correction_of_the_first_box_rescored_the_completing_hand(
    starter: Table,
) -> None:
    first = starter.hand(ONE, "seeing-red", 9)
    starter.hand(TWO, "seeing-red", 3)
    last = starter.hand(THREE, "seeing-red", 5)
    starter.correct(first, HandStated(ONE, "seeing-red", 3, 2))
    found = past(BERZERKA, starter.settings, starter.log)
    assert found.rescored == {last}
    assert [len(found.struck[hand]) for hand in (first, last)] == [1, 3]


def test_one_step_of_a_hand_is_corrected(starter: Table) -> None:
    starter.tell(ContractBid("seeing-red"), Passed(), Passed())
    discards = starter.tell(Discarded(3))
    count = starter.tell(HandPlayed(9))
    starter.correct(discards, Discarded(5))
    starter.correct(count, HandPlayed(8))
    (hand,) = starter.state.past
    assert (hand.discards, hand.count) == (5, 8)
    assert len(list(starter.sheet.rows())) == 1
    assert not starter.folded.misfits


def test_a_hand_that_no_longer_fits_is_set_aside_and_kept(starter: Table) -> None:
    first = starter.hand(ONE, "seeing-red", 9)
    second = starter.hand(TWO, "berzerka", 3)
    starter.correct(first, HandStated(TWO, "berzerka", 3, 9))
    (misfit,) = starter.folded.misfits
    assert misfit.entry.seq == second
    assert misfit.why.why.code == "berzerka.refused.completed"


def test_a_correction_that_cannot_be_leaves_everything_as_it_was(
    starter: Table,
) -> None:
    first = starter.hand(ONE, "seeing-red", 9)
    with pytest.raises(ValueError):
        starter.correct(first, HandStated(ONE, "seeing-red", 3, 14))
    assert len(starter.log) == 2


def test_the_board_is_corrected_in_its_place(starter: Table) -> None:
    starter.hand(ONE, "seeing-red", 9)
    starter.correct(1, BoardSet(("seeing-red", "middling")))
    assert [contract.code for contract in starter.state.board.contracts] == [
        "seeing-red",
        "middling",
    ]
    assert len(starter.state.past) == 1
    starter.correct(3 + 1, BoardSet(("middling",)))
    assert [misfit.entry.seq for misfit in starter.folded.misfits] == [2]


def test_a_forgotten_hand_is_put_in(starter: Table) -> None:
    starter.hand(ONE, "seeing-red", 9)
    second = starter.hand(TWO, "seeing-red", 3)
    forgotten = Entry(HandStated(THREE, "seeing-red", 1, 13), second)
    starter.command(Command((forgotten,)))
    rows = list(starter.sheet.rows())
    assert [row.entries for row in rows] == [(2,), (4,), (3,)]
    assert [len(row.lines) for row in rows] == [1, 1, 4]
    assert starter.totals == [0, -5, 5]


def test_the_row_keeps_its_id_through_corrections(starter: Table) -> None:
    first = starter.hand(ONE, "seeing-red", 9)
    starter.correct(first, HandStated(ONE, "seeing-red", 3, 2))
    (row,) = starter.sheet.rows()
    assert (row.id, row.entries) == (first, (first + 2,))


def test_the_people_of_a_hand_are_those_who_sat_when_it_ended(starter: Table) -> None:
    from scorekeeper.core.evening import Seated

    starter.tell(Seated("Ana", ONE), Seated("Ben", TWO), Seated("Cleo", THREE))
    starter.hand(ONE, "seeing-red", 9)
    starter.tell(Seated("Dora", ONE))
    starter.hand(TWO, "seeing-red", 9)
    rows = list(starter.sheet.rows())
    assert [row.people[0][1] for row in rows] == ["Ana", "Dora"]


def test_folding_on_is_folding_all(starter: Table) -> None:
    events: list[Event] = [
        DealerIs(TWO),
        ContractBid("seeing-red"),
        Passed(),
        Passed(),
        Discarded(1),
        HandPlayed(3),
        Passed(),
        Passed(),
        Passed(),
        HotseatPicked("hidden-strength"),
    ]
    for event in events:
        starter.tell(event)
    from scorekeeper.core.session import fold, fold_on

    folded = fold(BERZERKA, starter.settings, starter.log[:3])
    for entry in starter.log[3:]:
        folded = fold_on(BERZERKA, folded, entry)
    assert folded == starter.folded
