"""What is counted of each game, on small tables whose outcomes are plain to see."""

from typing import Any

import pytest

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.outcomes import GAME, Outcome, Result, games_won
from scorekeeper.core.seats import Seat
from scorekeeper.games import GAMES
from scorekeeper.games.bridge.contract import Contract
from scorekeeper.games.bridge.events import (
    ContractStated,
    HiddenShown,
    PassedOut,
    TricksTaken,
)
from scorekeeper.games.rook.events import HandForfeited
from scorekeeper.games.two_ten_jack.events import CardsCaptured
from scorekeeper.words import words_in
from tests.games.rook.table import quick
from tests.games.sitting import Sitting

SIXES = {
    suit: tuple(f"{suit}{rank}" for rank in ("2", "10", "J", "Q", "K", "A"))
    for suit in "HS"
}


def table(slug: str, **settings: Any) -> Sitting:
    game = GAMES[slug]
    answers = (
        type(game.rule_sheet.defaults)(**settings)
        if settings
        else game.rule_sheet.defaults
    )
    return Sitting(game, answers)


def outcomes(sitting: Sitting, kind: str) -> list[Outcome]:
    counted = sitting.game.counted
    assert counted is not None
    found = [
        outcome for outcome in counted.outcomes(sitting.state) if outcome.kind == kind
    ]
    for one in found:  # each has its row on the sheet, and its words
        assert sitting.sheet.row(one.row) is not None
        assert "outcome" not in words_in("en").text(one.said)
    return found


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_counts_and_names_what_it_counts(game: Any) -> None:
    words = words_in("en")
    kinds = game.counted.kinds if game.counted else ()
    for kind in (GAME, *kinds):
        codes = ["", ".by", *([".made", ".set"] if kind.has_result else [])]
        for code in codes:
            assert words.has(kind.code + code), kind.code + code


@pytest.mark.parametrize(
    ("contract", "tricks", "came", "by"),
    [
        ("4S", 10, Result.MADE, 0),
        ("4S", 12, Result.MADE, 2),
        ("3NTX", 7, Result.SET, -2),
        ("1C", 6, Result.SET, -1),
        ("7NT", 13, Result.MADE, 0),
    ],
)
def test_a_contract_counts_for_declarer_and_for_the_side(
    contract: str, tricks: int, came: Result, by: int
) -> None:
    sitting = table("bridge").enter(
        ContractStated(Contract.parse(contract), Seat.EAST), TricksTaken(tricks)
    )
    (one,) = outcomes(sitting, "bridge.outcome.contract")
    parsed = Contract.parse(contract)
    assert (one.seats, one.partners) == ((Seat.EAST,), (Seat.EAST, Seat.WEST))
    assert one.of == (str(parsed.level), parsed.denomination.value)
    assert (one.came, one.by) == (came, by)


def test_a_pass_out_counts_for_nobody() -> None:
    sitting = table("joker-bridge").enter(PassedOut())
    sitting.enter(HiddenShown(Seat.WEST, Card.parse("SA")))
    assert sitting.game.counted is not None
    assert sitting.game.counted.outcomes(sitting.state) == ()


def test_hidden_luck_is_what_the_card_brought_its_own_side() -> None:
    sitting = table("joker-bridge").enter(
        ContractStated(Contract.parse("4S"), Seat.NORTH),
        TricksTaken(10),
        HiddenShown(Seat.WEST, Card.parse("SA")),
    )
    (one,) = outcomes(sitting, "bridge.outcome.hidden")
    row = sitting.rows[-1]
    line = next(
        line for line in row.lines if line.what.code.startswith("bridge.line.hidden")
    )
    assert (one.seats, one.of, one.by) == ((Seat.WEST,), ("A", ""), line.points)


def test_a_rubber_is_won_and_lost_by_those_who_sat_at_its_end() -> None:
    sitting = table("bridge").seat("Ingrid", "Tom", "Priya", "Marek")
    for _ in range(2):
        sitting.enter(ContractStated(Contract.parse("4S"), Seat.NORTH), TricksTaken(10))
    won = {outcome.seats: outcome for outcome in games_won(sitting.sheet)}
    assert won[Seat.NORTH, Seat.SOUTH].came is Result.MADE
    assert won[Seat.EAST, Seat.WEST].came is Result.SET
    assert won[Seat.NORTH, Seat.SOUTH].by == sitting.sheet.total("NS")


def test_a_bid_at_rook_is_made_or_set_by_so_much() -> None:
    sitting = table("rook")
    sitting.enter(*quick("1", 120, "13", 150)).enter(*quick("2", 140, "24", 130))
    made, short = outcomes(sitting, "rook.outcome.bid")
    assert (made.seats, made.of, made.came, made.by) == (
        (Seat.ONE,),
        ("120", ""),
        Result.MADE,
        30,
    )
    assert (short.partners, short.came, short.by) == (
        (Seat.TWO, Seat.FOUR),
        Result.SET,
        -10,
    )


def test_a_hand_that_a_ruling_ended_says_nothing_of_the_bid() -> None:
    sitting = table("rook")
    sitting.enter(*quick("1", 120, "13", 150)[:-1], HandForfeited("13", 40))
    assert outcomes(sitting, "rook.outcome.bid") == []


def test_rounds_and_reversals_of_two_ten_jack() -> None:
    sitting = table("two-ten-jack", players=3)
    owners = [(Card.parse(card), Seat.ONE) for card in SIXES["H"]]
    owners += [(Card.parse(card), Seat.TWO) for card in SIXES["S"][:-1]]
    owners += [(Card.parse(SIXES["S"][-1]), Seat.THREE)]
    sitting.enter(CardsCaptured(tuple(owners)))
    rounds = outcomes(sitting, "two-ten-jack.outcome.round")
    row = sitting.rows[-1]
    assert {outcome.seats[0].value: outcome.by for outcome in rounds} == {
        party.id: row.total(party.id) for party in sitting.sheet.parties
    }
    (turned,) = outcomes(sitting, "two-ten-jack.outcome.reversal")
    assert (turned.seats, turned.of) == ((Seat.ONE,), (Suit.HEARTS.value, ""))
    assert turned.by == row.total("1")


def test_a_struck_round_counts_for_nobody() -> None:
    sitting = table("two-ten-jack", players=2)
    everything = tuple(
        (Card.parse(card), Seat.ONE) for six in SIXES.values() for card in six
    )
    sitting.enter(CardsCaptured(everything))
    assert len(outcomes(sitting, "two-ten-jack.outcome.round")) == 2
    assert len(outcomes(sitting, "two-ten-jack.outcome.reversal")) == 2
    sitting.strike(len(sitting.log))
    assert outcomes(sitting, "two-ten-jack.outcome.round") == []
