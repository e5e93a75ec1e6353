"""Which question a bridge table is asked next, how facts are restated, and the pad."""

from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.core.cards import Suit
from scorekeeper.core.session import Event, Recorded, fold_until
from scorekeeper.games.ask import EntryForm
from scorekeeper.games.bridge import BRIDGE, JOKER_BRIDGE
from scorekeeper.games.bridge.events import (
    CallMade,
    HiddenDealt,
    HiddenShown,
    HonoursHeld,
    JokersDeclared,
    PassedOut,
    TricksTaken,
    WildcardNamed,
)
from scorekeeper.games.bridge.result_forms import QuickForm
from scorekeeper.games.bridge.rules import (
    Chicago,
    JokerSettings,
    Power,
    Scoring,
    SuitMode,
    Variant,
)
from scorekeeper.games.bridge.sheet import Pad, pads
from scorekeeper.games.fields import Cards, Choice
from scorekeeper.web.table.corrections import restated
from tests.games.bridge.asking import (
    E,
    N,
    S,
    W,
    answer,
    ask,
    asked_next,
    card,
    codes,
    facts,
    joker_table,
    stated,
)
from tests.games.bridge.at_table import Table, calls

# ---- what comes next ----


def test_the_depth_of_the_last_deal_is_the_next_one_s() -> None:
    table = joker_table()
    assert asked_next(table) == "quick"
    assert asked_next(table, "auction") == "auction"
    table.enter(*calls("1C Pass Pass Pass"), TricksTaken(7), HiddenShown(E))
    assert asked_next(table) == "auction"
    table.enter(stated("1C", N), TricksTaken(7), HiddenShown(S))
    assert asked_next(table) == "quick"


def test_an_auction_that_has_begun_goes_on() -> None:
    table = joker_table().enter(*calls("1C"))
    assert asked_next(table, "quick") == "auction"
    table.enter(*calls("Pass Pass Pass"))
    assert asked_next(table, "auction") == "result"


def test_a_wildcard_is_named_before_the_result_or_passed_over() -> None:
    table = joker_table(suit_mode=SuitMode.WILDCARD).enter(*calls("1H Pass Pass Pass"))
    assert asked_next(table) == "wildcard"
    assert asked_next(table, "result") == "result"
    assert ask(table, "wildcard").suit_0.data is Suit.HEARTS
    table.enter(*facts(answer(table, "wildcard", suit_0="H")))
    assert asked_next(table) == "result"


def test_a_hidden_card_that_was_not_shown_is_asked_for() -> None:
    table = joker_table().enter(stated("1C", N), TricksTaken(7))
    assert asked_next(table) == "reveal"
    assert asked_next(table, "honours") == "honours"
    assert facts(answer(table, "reveal", never="1")) == (HiddenShown(E),)
    assert codes(answer(table, "reveal")) == {"card": ["bridge.form.no-card"]}
    table.enter(*facts(answer(table, "reveal", hidden_0_suit="C", hidden_0_rank="9")))
    assert asked_next(table) == "quick"


def test_a_rubber_that_is_over_says_so_before_the_next() -> None:
    table = Table(BRIDGE).enter(stated("4S", S), TricksTaken(10))
    table.enter(stated("4S", S), TricksTaken(10))
    assert asked_next(table) == "over"
    assert asked_next(table, "quick") == "quick"
    form = ask(table, "over")
    assert form.view()["next"] == "quick"


def test_honours_are_not_asked_before_there_is_a_deal() -> None:
    assert asked_next(joker_table(), "honours") == "quick"
    assert asked_next(Table(BRIDGE), "jokers") == "quick"
    assert asked_next(joker_table(), "no such form") == "quick"


# ---- Jokers ----


def test_jokers_are_declared_for_one_deal() -> None:
    table = joker_table()
    form = answer(table, "jokers", power="minor", mode="open", suit_0="H", holder_0="E")
    assert facts(form) == (
        JokersDeclared(Power.MINOR, SuitMode.OPEN, ((card("Joker"), Suit.HEARTS),)),
    )
    moved = answer(
        table, "jokers", power="minor", mode="wildcard", suit_0="H", holder_0="W"
    )
    assert facts(moved) == (
        JokersDeclared(Power.MINOR, SuitMode.WILDCARD),
        HiddenDealt((W,)),
    )
    table.enter(*moved.facts())


def test_four_jokers_leave_only_their_power_open() -> None:
    table = joker_table(variant=Variant.X4_PARITY)
    form = ask(table, "jokers")
    assert (form.mode, form.asked_jokers) == (None, [])
    assert facts(answer(table, "jokers", power="minor")) == (
        JokersDeclared(Power.MINOR),
    )


def test_the_high_card_points_are_the_printed_ones() -> None:
    points = ask(joker_table(), "jokers").points()
    assert [point[1:] for point in points] == [
        (5, 5, 5),
        (5, 1, 3),
        (1, 5, 3),
        (1, 1, 1),
    ]


# ---- corrections ----

DEALS: list[tuple[Event, ...]] = [
    (stated("4SX", S), TricksTaken(9), HiddenShown(E, card("H7"))),
    (
        stated("3NT", W),
        TricksTaken(9),
        HiddenShown(E, card("Joker")),
        HonoursHeld(N, tuple(map(card, ("CA", "DA", "HA", "SA")))),
    ),
    (
        stated("6S", N),
        TricksTaken(12),
        HiddenShown(E),
        HonoursHeld(S, tuple(map(card, ("Joker", "SA", "SK", "SQ")))),
    ),
    (HiddenDealt((N,)), stated("1C", E), TricksTaken(3)),
    (PassedOut(),),
    (*calls("1C Pass Pass Pass"), TricksTaken(7), HiddenShown(E, card("C2"))),
]


def sent(form: EntryForm) -> MultiDict[str, str]:
    """What a browser sends of the form as it was drawn."""
    fields: MultiDict[str, str] = MultiDict()
    for name, field in form._fields.items():
        if isinstance(field, Choice):
            values = [
                choice.value for choice in field.iter_choices() if choice.selected
            ]
        elif isinstance(field, Cards):
            values = [value for value in field.data if value in field.offered]
        else:
            values = [field.data] if field.data is not None else []
        for value in values:
            fields.add(name, value)
    return fields


def corrected(
    table: Table, entries: tuple[Recorded, ...], **changes: str
) -> tuple[Event, ...]:
    """The facts of the form that restates these entries, with some answers changed."""
    before = fold_until(table.game, table.settings, table.log, entries[0].seq)
    found = table.game.flow.correcting(before.state, entries)
    assert found is not None
    name, data = found
    fields = sent(ask(table, name, before, **data))
    for key, value in changes.items():
        fields[key] = value
    kind = table.game.flow.form(name)
    assert kind is not None
    return facts(kind(fields, folded=before))


@pytest.mark.parametrize("deal", DEALS)
def test_a_deal_is_drawn_for_correction_as_it_was_entered(
    deal: tuple[Event, ...],
) -> None:
    table = joker_table().enter(*deal)
    if deal == (PassedOut(),):
        return
    again = corrected(table, table.log)
    asked = tuple(
        event for event in deal if not isinstance(event, CallMade | HiddenDealt)
    )
    assert again == asked
    stated_entries = tuple(
        e for e in table.log if type(e.event) in {type(f) for f in again}
    )
    assert restated(stated_entries, again, None).entries == ()


@pytest.mark.parametrize("deal", DEALS)
def test_each_fact_alone_has_a_form_that_restates_it(deal: tuple[Event, ...]) -> None:
    table = joker_table().enter(*deal)
    for entry in table.log:
        if isinstance(entry.event, PassedOut | CallMade):
            continue
        assert entry.event in corrected(table, (entry,)), entry.event


def test_at_no_trump_nothing_is_chosen_for_a_wildcard() -> None:
    table = joker_table(suit_mode=SuitMode.WILDCARD).enter(*calls("1NT Pass Pass Pass"))
    offered = [*ask(table, "wildcard").suit_0.iter_choices()]
    assert "" in [option.value for option in offered]
    assert not any(option.selected for option in offered)


def test_one_wildcard_is_corrected_and_the_other_stays_as_it_was() -> None:
    table = joker_table(variant=Variant.X2, suit_mode=SuitMode.WILDCARD)
    table.enter(
        *calls("1NT Pass Pass Pass"), WildcardNamed(card("RedJoker"), Suit.HEARTS)
    )
    table.enter(WildcardNamed(card("BlackJoker"), Suit.SPADES))
    for entry, suit in zip(table.log[-2:], (Suit.DIAMONDS, Suit.CLUBS), strict=True):
        before = fold_until(table.game, table.settings, table.log, entry.seq)
        found = table.game.flow.correcting(before.state, (entry,))
        assert found is not None
        kind: Any = table.game.flow.form(found[0])
        drawn = kind(folded=before, data=found[1], recorded=(entry.event,))
        assert drawn.suit_0.data is entry.event.suit
        form = kind(
            MultiDict({"suit_0": suit.value}), folded=before, recorded=(entry.event,)
        )
        assert facts(form) == (WildcardNamed(entry.event.joker, suit),)


def test_a_deal_with_its_auction_is_corrected_apart_from_its_calls() -> None:
    table = joker_table().enter(*DEALS[-1])
    assert corrected(table, table.log, tricks="9")[0] == TricksTaken(9)
    form = ask(table, "result", played="1C", played_by="N")
    assert (str(form.final_contract), form.final_declarer) == ("1C", N)


def test_an_auction_that_goes_on_has_no_form_for_the_whole() -> None:
    table = joker_table().enter(*calls("1C Pass"))
    assert JOKER_BRIDGE.flow.correcting(joker_table().folded.state, table.log) is None


def test_a_call_is_corrected_in_the_bidding_box() -> None:
    table = joker_table().enter(*calls("1C Pass"))
    before = fold_until(table.game, table.settings, table.log, 2)
    found = table.game.flow.correcting(before.state, (table.log[1],))
    assert found == ("auction", {})


# ---- the pad ----


def the_pad(table: Table) -> Pad:
    (pad,) = pads(table.folded.state)["pads"] or ()
    return pad


def test_the_pad_has_one_entry_for_what_a_deal_gave_a_side() -> None:
    table = (
        joker_table()
        .enter(*DEALS[2])
        .enter(stated("1C", E), TricksTaken(7), HiddenShown(S))
    )
    pad = the_pad(table)
    assert [[one and one.points for one in line.entries] for line in pad.above] == [
        [0, None],
        [650, 0],
    ]
    assert [[one and one.points for one in line.entries] for line in pad.below] == [
        [180, None],
        [None, 20],
    ]
    assert [line.ends_game for line in pad.below] == [True, False]
    opened = [number for line in pad.above + pad.below for number in line.opens]
    assert sorted(opened) == sorted(set(opened)) == [1, 5]


def test_a_passed_out_deal_stands_beside_the_pad() -> None:
    table = joker_table().enter(PassedOut())
    assert the_pad(table).rest == (1,)


def test_scores_without_a_line_have_no_pad() -> None:
    for settings in (
        JokerSettings(scoring=Scoring.DUPLICATE),
        JokerSettings(scoring=Scoring.CHICAGO, chicago=Chicago.EACH_DEAL),
    ):
        assert pads(Table(JOKER_BRIDGE, settings).folded.state)["pads"] is None


# ---- a deal that is put right ----


def restate(table: Table, **changes: str) -> Table:
    """Correct the whole deal of the table's log as its form would."""
    again = corrected(table, table.log, **changes)
    kinds = QuickForm.STATES
    old = tuple(entry for entry in table.log if isinstance(entry.event, kinds))
    return table.command(restated(old, again, None, "a slip"))


def test_a_deal_is_corrected_to_passed_out_and_its_card_stays_shown() -> None:
    table = restate(joker_table().enter(*DEALS[0]), passed_out="1")
    deal = table.folded.state.last_deal
    assert table.folded.misfits == ()
    assert deal.is_passed_out
    assert deal.shown == (HiddenShown(E, card("H7")),)


def test_another_player_turns_out_to_have_had_the_card() -> None:
    table = restate(joker_table().enter(*DEALS[0]), hidden_0_holder="N")
    assert table.folded.misfits == ()
    assert table.folded.state.last_deal.shown == (HiddenShown(N, card("H7")),)


def test_honours_are_added_to_a_deal_and_taken_from_it() -> None:
    table = restate(joker_table().enter(*DEALS[0]), honours_seat="S")
    assert len(table.folded.state.last_deal.honours) == 1
    assert table.folded.misfits == ()
    table = restate(joker_table().enter(*DEALS[1]), honours_seat="")
    assert table.folded.state.last_deal.honours == ()


def test_a_level_too_high_is_corrected_with_everything_after_it_kept() -> None:
    table = restate(joker_table().enter(*DEALS[2]), level="7")
    deal = table.folded.state.last_deal
    assert (str(deal.contract), deal.tricks, len(deal.honours)) == ("7S", 12, 1)
    assert table.folded.misfits == ()
