"""What the screens of a bridge table ask, what they refuse, and what they state."""

from collections.abc import Mapping
from typing import Any

import pytest

from scorekeeper.core.cards import Suit
from scorekeeper.core.messages import Message
from scorekeeper.core.session import Event
from scorekeeper.games.bridge import BRIDGE, FIVE_CROWNS
from scorekeeper.games.bridge.contract import Call, Contract
from scorekeeper.games.bridge.events import (
    ContractStated,
    HiddenDealt,
    HiddenShown,
    HonoursHeld,
    PassedOut,
    TricksTaken,
    WildcardNamed,
)
from scorekeeper.games.bridge.rules import (
    Honours,
    Power,
    SuitMode,
    Variant,
)
from tests.games.bridge.asking import (
    MADE,
    E,
    N,
    S,
    W,
    answer,
    ask,
    card,
    codes,
    facts,
    joker_table,
    stated,
)
from tests.games.bridge.at_table import Table, called, calls, refused

# ---- quick ----


def test_a_deal_needs_four_answers() -> None:
    assert facts(answer(joker_table(), "quick", **MADE)) == (
        stated("4S", S),
        TricksTaken(10),
    )


def test_a_deal_is_stated_in_the_order_in_which_it_happened() -> None:
    form = answer(
        joker_table(),
        "quick",
        **MADE,
        doubling="X",
        hidden_0_suit="H",
        hidden_0_rank="7",
        hidden_0_holder="E",
        honours_seat="N",
        honours_cards=["A", "K", "Q", "J"],
    )
    held = tuple(card(one) for one in ("SA", "SK", "SQ", "SJ"))
    assert facts(form) == (
        stated("4SX", S),
        TricksTaken(10),
        HiddenShown(E, card("H7")),
        HonoursHeld(N, held),
    )


def test_what_is_missing_is_said_beside_its_field() -> None:
    assert codes(answer(joker_table(), "quick")) == {
        "level": ["bridge.refused.no-level"],
        "denomination": ["bridge.refused.no-denomination"],
        "declarer": ["bridge.refused.no-declarer"],
        "tricks": ["bridge.refused.no-tricks"],
    }


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("level", "four", "refused.no-such-answer"),
        ("tricks", "ten", "refused.no-such-answer"),
        ("tricks", "٣", "refused.no-such-answer"),
        ("denomination", "*", "refused.no-such-answer"),
        ("doubling", "XXX", "refused.no-such-answer"),
        ("declarer", "1", "refused.no-such-answer"),
        ("hidden_0_suit", "*", "refused.no-such-answer"),
        ("hidden_0_holder", "Z", "refused.no-such-answer"),
        ("honours_seat", "<b>", "refused.no-such-answer"),
    ],
)
def test_what_isn_t_offered_is_refused(field: str, value: str, code: str) -> None:
    form = answer(joker_table(), "quick", **MADE | {"hidden_0_rank": "7", field: value})
    assert codes(form)[field] == [code]
    form.view()


@pytest.mark.parametrize(
    ("field", "value", "rule"),
    [
        ("level", "8", "contract"),
        ("tricks", "15", "tricks"),
        ("tricks", "-1", "tricks"),
    ],
)
def test_the_rules_refuse_what_the_game_lacks(
    field: str, value: str, rule: str
) -> None:
    table = joker_table()
    form = answer(table, "quick", **MADE | {field: value})
    with refused(field, rule):
        table.enter(*facts(form))
    assert rule in form._fields


def test_a_passed_out_deal_needs_nothing() -> None:
    assert facts(answer(joker_table(), "quick", passed_out="1")) == (PassedOut(),)
    form = answer(joker_table(), "quick", passed_out="1", hidden_0_suit="C")
    assert codes(form)["hidden_0_rank"] == ["bridge.form.hidden-no-rank"]


def test_fourteen_tricks_and_eight_levels_are_offered_where_they_are_played() -> None:
    form = ask(joker_table(variant=Variant.X4_PARITY), "quick")
    assert [value for value, _ in form.level.choices] == [str(n) for n in range(1, 9)]
    assert len(form.tricks.choices) == 15
    assert form.beside(form.tricks, "7") == ("odd odd-1", None)


def test_five_crowns_bids_from_no_trump_at_zero() -> None:
    form = ask(Table(FIVE_CROWNS), "quick")
    assert [value for value, _ in form.level.choices] == [str(n) for n in range(8)]
    assert len(form.denomination.choices) == 6
    form = answer(
        Table(FIVE_CROWNS), "quick", **MADE | {"level": "0", "denomination": "NT"}
    )
    assert facts(form)[0] == stated("0NT", S)


# ---- hidden cards ----


def test_the_holder_is_filled_in_by_the_order_of_dealing() -> None:
    assert ask(joker_table(), "quick").hidden_0_holder.data is E
    two = ask(joker_table(variant=Variant.X2), "quick")
    assert (two.hidden_0_holder.data, two.hidden_1_holder.data) == (E, S)


def test_the_holder_that_was_recorded_is_filled_in() -> None:
    table = joker_table().enter(HiddenDealt((W,)))
    assert ask(table, "quick").hidden_0_holder.data is W


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ({}, []),
        ({"suit": "C", "rank": "10"}, [HiddenShown(E, card("C10"))]),
        ({"suit": "Joker"}, [HiddenShown(E, card("Joker"))]),
        ({"suit": "Joker", "rank": "5"}, [HiddenShown(E, card("Joker"))]),
        ({"rank": "none"}, [HiddenShown(E)]),
        ({"suit": "C", "rank": "none"}, [HiddenShown(E)]),
        ({"suit": "C", "rank": "2", "holder": "N"}, [HiddenShown(N, card("C2"))]),
    ],
)
def test_a_hidden_card_is_suit_and_rank(
    given: dict[str, str], shown: list[Event]
) -> None:
    fields = {f"hidden_0_{name}": value for name, value in given.items()}
    found = facts(answer(joker_table(), "quick", **MADE, **fields))
    assert [one for one in found if isinstance(one, HiddenShown)] == shown


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"hidden_0_suit": "C"}, "bridge.form.hidden-no-rank"),
        ({"hidden_0_rank": "7"}, "bridge.form.hidden-no-suit"),
    ],
)
def test_half_a_card_is_refused(given: dict[str, str], code: str) -> None:
    form = answer(joker_table(), "quick", **MADE, **given)
    assert codes(form) == {"hidden_0_rank": [code]}


def test_games_without_hidden_cards_do_not_ask() -> None:
    form = ask(Table(BRIDGE), "quick")
    assert form.hidden() == []
    assert "hidden_0_suit" not in form


# ---- honours ----


def test_all_that_anybody_may_hold_are_ticked_from_the_start() -> None:
    rows = next(ask(joker_table(), "quick").hands())[2]
    ticked = [
        [option.value for option in options if option.selected]
        for _, _, options in rows
    ]
    assert ticked == [["A", "K", "Q", "J", "10"], ["CA", "DA", "HA", "SA"]]


def test_only_honours_of_the_contract_count() -> None:
    both = {
        "honours_seat": "S",
        "honours_cards": ["A", "K", "Q", "J", "CA", "DA", "HA", "SA"],
    }
    at_no_trump = answer(
        joker_table(), "quick", **MADE | {"denomination": "NT"}, **both
    )
    assert facts(at_no_trump)[-1] == HonoursHeld(
        S, tuple(map(card, ("CA", "DA", "HA", "SA")))
    )
    in_hearts = answer(joker_table(), "quick", **MADE | {"denomination": "H"}, **both)
    assert facts(in_hearts)[-1] == HonoursHeld(
        S, tuple(map(card, ("HA", "HK", "HQ", "HJ")))
    )


@pytest.mark.parametrize(
    ("variant", "trumps", "joker"),
    [
        (Variant.X1, "S", "Joker"),
        (Variant.X2, "H", "RedJoker"),
        (Variant.X2, "S", "BlackJoker"),
        (Variant.X4_PARITY, "D", "DJoker"),
    ],
)
def test_the_joker_of_trumps_is_the_one_that_can_be(
    variant: Variant, trumps: str, joker: str
) -> None:
    table = joker_table(variant=variant)
    held = {"honours_seat": "S", "honours_cards": ["A", "K", "Q", "trump-joker"]}
    form = answer(table, "quick", **MADE | {"denomination": trumps}, **held)
    honours = facts(form)[-1]
    assert isinstance(honours, HonoursHeld)
    assert honours.cards[0] == card(joker)
    table.enter(*form.facts())


def test_a_joker_of_another_suit_is_refused_beside_the_honours() -> None:
    table = joker_table()
    held = {"honours_seat": "S", "honours_cards": ["A", "K", "Q", "trump-joker"]}
    form = answer(table, "quick", **MADE | {"denomination": "H"}, **held)
    with refused("joker-side", "cards"):
        table.enter(*facts(form))


def test_a_wildcard_among_the_honours_has_become_a_trump() -> None:
    table = joker_table(suit_mode=SuitMode.WILDCARD)
    held = {"honours_seat": "S", "honours_cards": ["A", "K", "Q", "trump-joker"]}
    form = answer(table, "quick", **MADE | {"denomination": "H"}, **held)
    assert facts(form)[2] == WildcardNamed(card("Joker"), Suit.HEARTS)
    table.enter(*form.facts())


@pytest.mark.parametrize(
    ("contract", "ticked"),
    [
        ("4S", ["A", "K", "Q", "J", "10", "trump-joker"]),
        ("4H", ["A", "K", "Q", "J", "10"]),
        ("3NT", ["CA", "DA", "HA", "SA", "Joker"]),
    ],
)
def test_the_honours_offered_are_those_of_the_contract_the_joker_among_them(
    contract: str, ticked: list[str]
) -> None:
    """The Joker is a spade, and high."""
    table = joker_table()
    table.enter(ContractStated(Contract.parse(contract), S))
    ((_, _, options),) = next(ask(table, "result").hands())[2]
    assert [option.value for option in options if option.selected] == ticked
    assert {option.value for option in options} == {*ticked}


def test_a_low_joker_is_not_offered() -> None:
    rows = next(ask(joker_table(power=Power.MINOR), "quick").hands())[2]
    assert not any(
        "oker" in option.value for _, _, options in rows for option in options
    )


def test_both_sides_are_asked_where_both_can_hold_four() -> None:
    assert len(list(ask(joker_table(variant=Variant.X4_PARITY), "quick").hands())) == 2
    assert len(list(ask(joker_table(), "quick").hands())) == 1
    assert ask(joker_table(honours=Honours.OFF), "quick").pairs == []


# ---- the auction ----


def box(table: Table, **asked: str) -> Mapping[str, Any]:
    view: Mapping[str, Any] = ask(table, "auction", None, **asked).view()
    return view


def test_the_box_starts_at_the_lowest_legal_level() -> None:
    view = box(joker_table().enter(*calls("Pass 1C 1S 2H 2S 3H")))
    assert [row[-1].level for row in view["box"]] == [3, 4, 5, 6, 7]
    assert [str(one) for one in view["box"][0] if one in view["legal"]] == ["3S", "3NT"]
    assert view["higher"] == []
    assert [(str(one), one in view["legal"]) for one in view["others"]] == [
        ("Pass", True),
        ("X", True),
        ("XX", False),
    ]


def test_at_most_five_levels_are_open_at_once() -> None:
    view = box(joker_table(variant=Variant.X4_PARITY))
    assert len(view["box"]) == 5
    assert [row[-1].level for row in view["higher"]] == [6, 7, 8]


def test_five_crowns_opens_with_no_trump_alone_at_zero() -> None:
    view = box(Table(FIVE_CROWNS))
    assert [str(one) for one in view["box"][0] if one in view["bids"]] == ["0NT"]
    assert str(view["box"][0][5]) == "0NT"
    assert len(view["box"][1]) == 6


def test_a_call_tapped_once_waits_for_the_second_tap() -> None:
    table = joker_table().enter(*calls("1C"))
    view = box(table, call="1H")
    assert view["chosen"] == Call.parse("1H")
    assert view["two_taps"]
    assert not box(table, taps="one")["two_taps"]


@pytest.mark.parametrize("asked", [{"why": "1C"}, {"call": "1C"}])
def test_a_call_that_can_t_be_made_says_why(asked: dict[str, str]) -> None:
    view = box(joker_table().enter(*calls("1H")), **asked)
    assert view["chosen"] is None
    assert isinstance(view["why"], Message)
    assert view["why"].code == "bridge.refused.bid-too-low"


@pytest.mark.parametrize("asked", [{"why": "9Z"}, {"call": "<b>"}, {"why": ""}])
def test_an_address_that_asks_nonsense_is_ignored(asked: dict[str, str]) -> None:
    view = box(joker_table(), **asked)
    assert view["chosen"] is None
    assert view["why"] is None


def test_addresses_keep_what_they_were_asked_with() -> None:
    form = ask(joker_table(), "auction", None, form="auction", before="7", call="1H")
    assert form.address() == "?form=auction&before=7"
    assert form.address(call="1H") == "?form=auction&before=7&turn=0N&call=1H"


@pytest.mark.parametrize(
    ("call", "code"),
    [("", "bridge.refused.nothing-written"), ("4Z", "bridge.refused.no-call")],
)
def test_what_is_no_call_is_refused(call: str, code: str) -> None:
    assert codes(answer(joker_table(), "auction", call=call)) == {"call": [code]}
    assert facts(answer(joker_table(), "auction", call="3nt")) == called("N", "3NT")
