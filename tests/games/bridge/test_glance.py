"""What is always in view: the score, the deal, and what is awaited, in words."""

from dataclasses import replace

import pytest

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.evening import Adjusted, DealerIs, Ended
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Event
from scorekeeper.games.bridge import BRIDGE, JOKER_BRIDGE
from scorekeeper.games.bridge.events import (
    HiddenDealt,
    JokersDeclared,
    PassedOut,
    WildcardNamed,
)
from scorekeeper.games.bridge.rounds import (
    Awaited,
    awaited,
    hidden_left,
    unnamed_jokers,
)
from scorekeeper.games.bridge.rules import (
    JokerSettings,
    Power,
    Scoring,
    Settings,
    SuitMode,
    Variant,
    WildcardUntil,
)
from scorekeeper.games.game import Game
from scorekeeper.words import words_in
from tests.games.bridge.at_table import Table, calls, deal, hidden

X2 = JokerSettings(variant=Variant.X2)
WILD = JokerSettings(suit_mode=SuitMode.WILDCARD)
GAME = deal("4S", "N", 10)


def at(settings: Settings, *facts: Event) -> Table:
    game = JOKER_BRIDGE if isinstance(settings, JokerSettings) else BRIDGE
    return Table(game, settings).enter(*facts)


def seen(table: Table, game: Game = BRIDGE) -> dict[str, object]:
    found = game.glance(table.state)
    words = words_in("en")
    return {
        "totals": [standing.total for standing in found.standings],
        "below": [
            words.text(standing.below) for standing in found.standings if standing.below
        ],
        "marks": [bool(standing.mark) for standing in found.standings],
        "deal": words.text(found.deal),
        "where": [
            words.text(sentence).replace("\u2060", "") for sentence in found.where
        ],
        "turn": words.text(found.turn),
        "is_over": found.is_over,
    }


def test_before_the_first_deal() -> None:
    assert seen(at(Settings())) == {
        "totals": [0, 0],
        "below": ["no part-score", "no part-score"],
        "marks": [False, False],
        "deal": "Deal 1",
        "where": ["vulnerable: none", "North dealt"],
        "turn": "North deals",
        "is_over": False,
    }


def test_in_the_middle_of_a_rubber() -> None:
    table = at(Settings(), *GAME, *deal("2S", "E", 8), *calls("Pass"))
    assert seen(table) == {
        "totals": [120, 60],
        "below": ["no part-score", "part-score 60"],
        "marks": [True, False],
        "deal": "Deal 3",
        "where": ["vulnerable: N–S", "South dealt"],
        "turn": "West to call",
        "is_over": False,
    }


def test_when_the_rubber_is_won_it_stays_in_view_until_the_next_begins() -> None:
    table = at(Settings(), *GAME, *GAME)
    won = seen(table)
    assert (won["totals"], won["turn"], won["is_over"]) == (
        [940, 0],
        "The rubber is over",
        True,
    )
    assert won["marks"] == [False, False] and won["below"] == []
    table.enter(*calls("1C"))
    new = seen(table)
    assert (new["totals"], new["deal"], new["is_over"]) == ([0, 0], "Deal 1", False)


def test_a_dealer_set_for_the_next_deal_is_in_view() -> None:
    table = at(Settings(), DealerIs(Seat.WEST))
    assert seen(table)["where"] == ["vulnerable: none", "West dealt"]


def test_duplicate_has_no_part_scores() -> None:
    table = at(Settings(scoring=Scoring.DUPLICATE), *GAME)
    found = seen(table)
    assert (found["below"], found["totals"], found["marks"]) == (
        [],
        [420, 0],
        [True, False],
    )


def test_after_an_end_the_next_is_awaited() -> None:
    for scoring, turn in (
        (Scoring.RUBBER, "The rubber is over"),
        (Scoring.CHICAGO, "The Chicago is over"),
        (Scoring.DUPLICATE, "The boards are over"),
    ):
        table = at(Settings(scoring=scoring), *GAME, Ended())
        assert seen(table)["turn"] == turn


def test_a_score_is_provisional_until_the_hidden_cards_are_shown() -> None:
    assert seen(at(X2, *GAME))["below"] == ["provisional"] * 2
    one = (*GAME, hidden("E", "SA"))
    assert seen(at(X2, *one))["below"] == ["provisional"] * 2
    assert seen(at(X2, *one, hidden("S", None)))["below"] == ["no part-score"] * 2


@pytest.mark.parametrize(
    ("settings", "facts", "step", "turn"),
    [
        (Settings(), (), Awaited.DEAL, "North deals"),
        (Settings(), calls("1H"), Awaited.CALL, "East to call"),
        (Settings(), GAME[:1], Awaited.TRICKS, "How many tricks?"),
        (Settings(), GAME, Awaited.DEAL, "East deals"),
        (X2, GAME, Awaited.HIDDEN, "What was East’s hidden card?"),
        (
            X2,
            (*GAME, hidden("E", "SA")),
            Awaited.HIDDEN,
            "What was South’s hidden card?",
        ),
        (
            X2,
            (*GAME, hidden("N", "SA")),
            Awaited.HIDDEN,
            "What was East’s hidden card?",
        ),
        (X2, (*GAME, hidden("E", "SA"), hidden("S", None)), Awaited.DEAL, "East deals"),
        (X2, (PassedOut(),), Awaited.DEAL, "East deals"),
        (X2, (*GAME, *calls("Pass")), Awaited.CALL, "South to call"),
        (WILD, GAME[:1], Awaited.WILDCARD, "Which suit does the Joker take?"),
        (
            WILD,
            (GAME[0], WildcardNamed(Card("Joker"), Suit.HEARTS)),
            Awaited.TRICKS,
            "How many tricks?",
        ),
        (
            replace(WILD, wildcard_until=WildcardUntil.PLAYED),
            GAME[:1],
            Awaited.TRICKS,
            "How many tricks?",
        ),
        (WILD, (JokersDeclared(Power.MINOR),), Awaited.CALL, "North to call"),
    ],
)
def test_what_is_awaited(
    settings: Settings, facts: tuple[Event, ...], step: Awaited, turn: str
) -> None:
    table = at(settings, *facts)
    assert awaited(table.state) is step
    assert seen(table)["turn"] == turn


def test_a_hidden_card_is_awaited_of_those_who_got_one() -> None:
    table = at(X2, HiddenDealt((Seat.WEST, Seat.NORTH)), *GAME)
    assert hidden_left(table.state) == (Seat.WEST, Seat.NORTH)
    table.enter(hidden("N", "SA"))
    assert hidden_left(table.state) == (Seat.WEST,)


def test_a_hidden_card_is_still_awaited_after_an_adjustment() -> None:
    table = at(JokerSettings(), *GAME, Adjusted("NS", 10, "as agreed"))
    assert awaited(table.state) is Awaited.HIDDEN


def test_both_wildcards_are_awaited_in_turn() -> None:
    both = replace(X2, suit_mode=SuitMode.WILDCARD)
    table = at(both, GAME[0])
    assert [str(joker) for joker in unnamed_jokers(table.state)] == [
        "RedJoker",
        "BlackJoker",
    ]
    table.enter(WildcardNamed(Card("RedJoker"), Suit.HEARTS))
    assert [str(joker) for joker in unnamed_jokers(table.state)] == ["BlackJoker"]


def test_the_jokers_are_in_view() -> None:
    assert seen(at(X2))["where"] == [
        "vulnerable: none",
        "Major",
        "Red Joker: ♥",
        "Black Joker: ♠",
        "North dealt",
    ]
    assert "wildcard" in seen(at(WILD))["where"]  # type: ignore[operator]
    four = at(JokerSettings(variant=Variant.X4_PARITY, power=Power.MINOR))
    assert seen(four)["where"] == ["vulnerable: none", "Minor", "North dealt"]
    declared = at(
        X2, JokersDeclared(Power.MINOR, None, ((Card("RedJoker"), Suit.DIAMONDS),))
    )
    assert seen(declared)["where"][1:4] == ["Minor", "Red Joker: ♦", "Black Joker: ♠"]  # type: ignore[index]
