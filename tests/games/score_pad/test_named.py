"""Rounds that have names: which may come next, what they come to, and their pages."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from scorekeeper.core.codec import encode
from scorekeeper.core.errors import RuleViolation, Unusable
from scorekeeper.core.evening import DealerIs
from scorekeeper.core.seats import Seat
from scorekeeper.games.score_pad.events import Dropped, PointsCounted
from scorekeeper.games.score_pad.pads import PADS, pads_in
from scorekeeper.games.score_pad.play import left_now
from scorekeeper.games.score_pad.rules import (
    Bids,
    Dealing,
    NamedRound,
    Order,
    Settings,
    Ties,
)
from tests.games.score_pad.tables import PAD, each, table, totals
from tests.games.sitting import Sitting
from tests.web.conftest import Visitor, app, client, visitor
from tests.web.showing import plain

__all__ = ["app", "client", "visitor"]

KING = PADS["king"].settings
TWO = (NamedRound("first", "First"), NamedRound("last", "Last", times=2))


def left(sitting: Sitting) -> list[str]:
    return [one.code for one in left_now(sitting.state)]


def named(code: str, *numbers: int) -> PointsCounted:
    return PointsCounted(each(*numbers), round=code)


# ---- which comes next ----


def test_a_game_is_over_when_each_has_been_played_so_many_times() -> None:
    played = table(players=2, named=TWO)
    for code in ("first", "last", "last"):
        assert not played.state.is_between
        played.enter(named(code, 3, 1))
    assert played.state.is_between
    assert totals(played) == [9, 3]
    assert left(played) == ["first", "last"], "the next game begins anew"


def test_one_that_was_struck_out_is_asked_for_again() -> None:
    played = table(players=2, named=TWO)
    played.enter(named("first", 3, 1)).enter(named("last", 3, 1))
    played.strike(1)
    assert left(played) == ["first", "last"]
    assert totals(played) == [3, 1]


def test_each_dealer_deals_every_round() -> None:
    played = table(players=2, named=TWO, order=Order.DEALER)
    played.enter(named("first", 1, 0))
    assert left(played) == ["first", "last"], "of the second dealer"
    played.enter(named("first", 1, 0))
    assert left(played) == ["last"]
    for _ in range(4):
        assert not played.state.is_between
        played.enter(named("last", 1, 0))
    assert played.state.is_between


def test_rounds_by_dealer_end_where_nobody_deals() -> None:
    rules = {"named": TWO, "order": Order.DEALER, "dealing": Dealing.NOBODY}
    played = table(players=2, **rules)
    for code in ("last", "first", "last"):
        assert not played.state.is_between
        played.enter(named(code, 1, 0))
    assert played.state.is_between


def test_whoever_leaves_deals_no_more() -> None:
    played = table(players=3, named=TWO[:1], order=Order.DEALER)
    played.enter(named("first", 1, 0, 0)).enter(Dropped(Seat.TWO))
    numbers = ((Seat.ONE, 1), (Seat.THREE, 0))
    played.enter(PointsCounted(numbers, round="first"))
    assert played.state.is_between


def test_a_dealer_who_has_none_left_has_a_round_without_a_name() -> None:
    played = table(players=2, named=TWO[:1], order=Order.DEALER)
    played.enter(named("first", 1, 0)).enter(DealerIs(Seat.ONE))
    assert left(played) == []
    played.enter(PointsCounted(each(5, 0)))
    played.enter(named("first", 1, 0))
    assert played.state.is_between
    assert totals(played) == [7, 0]


def test_a_dealer_stays_until_each_round_has_been_dealt() -> None:
    played = table(
        players=2,
        named=TWO,
        order=Order.DEALER,
        dealing=Dealing.SAME,
    )
    dealers = ""
    for code in ("last", "first", "last") * 2:
        dealers += played.state.round.dealer.value
        played.enter(named(code, 1, 0))
    assert dealers == "111222"
    assert played.state.is_between


def test_a_further_round_after_a_tie_has_no_name() -> None:
    played = table(players=2, named=TWO[:1], ties=Ties.EXTRA_ROUND)
    played.enter(named("first", 1, 1)).enter(PointsCounted(each(1, 0)))
    assert played.state.is_between


# ---- what they come to ----


def test_what_players_took_counts_so_much_each() -> None:
    played = Sitting(PAD, KING).enter(named("king.no-tricks", 3, 5, 5, 0))
    assert totals(played) == [-60, -100, -100, 0]


def test_all_rounds_of_king_come_to_nothing() -> None:
    sums = [one.sum or 0 for one in KING.named for _ in range(one.times)]
    assert len(sums) == 10
    assert sum(sums) == 0


def test_what_barbu_comes_to_is_checked_only_where_rules_agree() -> None:
    # the king of hearts costs 15 or 20, and dominoes come to 60 or 65
    assert barbu("no-king-of-hearts") is None
    assert barbu("dominoes") is None
    assert barbu("no-tricks") == -26
    assert barbu("no-hearts") == -30
    assert barbu("no-queens") == -24
    assert barbu("no-last-two") == -30
    assert barbu("trumps") == 65


def barbu(code: str) -> int | None:
    one = PADS["barbu"].settings.round_named(f"barbu.{code}")
    assert one
    return one.sum


@pytest.mark.parametrize("players", [3, 5])
def test_what_four_players_come_to_is_not_asked_of_others(players: int) -> None:
    played = Sitting(PAD, replace(KING, players=players))
    others = [0] * (players - 1)
    played.enter(named("king.no-tricks", 17, *others))
    assert totals(played)[0] == -340


def test_what_everybody_comes_to_is_not_asked_once_somebody_has_left() -> None:
    played = Sitting(PAD, KING)
    played.enter(named("king.no-tricks", 3, 5, 5, 0))
    played.enter(Dropped(Seat.TWO))
    numbers = (
        (Seat.ONE, 9),
        (Seat.THREE, 5),
        (Seat.FOUR, 0),
    )
    played.enter(PointsCounted(numbers, round="king.no-hearts"))
    assert totals(played) == [-240, -100, -200, 0]


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (named("king.no-hearts", 4, 4, 4, 0), "named-sum"),
        (named("king.no-hearts", 4, 4, 6, -1), "number"),
        (named("king.no-hearts", 14, 0, 0, 0), "number"),
        (named("king.no-tricks", 4, 4, 4, 1), "no-such-round"),
        (named("king.no-spades", 4, 4, 4, 1), "no-such-round"),
        (PointsCounted(each(4, 4, 4, 1)), "no-such-round"),
    ],
)
def test_what_cannot_be_is_refused(event: PointsCounted, code: str) -> None:
    played = Sitting(PAD, KING).enter(named("king.no-tricks", 3, 5, 5, 0))
    with pytest.raises(RuleViolation) as refusal:
        played.enter(event)
    assert refusal.value.why.code == f"score-pad.refused.{code}"


def test_points_of_a_round_may_have_a_sum_without_a_unit() -> None:
    played = Sitting(PAD, PADS["barbu"].settings)
    with pytest.raises(RuleViolation):
        played.enter(named("barbu.trumps", 65, 5, 0, 0))
    played.enter(named("barbu.trumps", 75, -5, 0, -5))


def test_a_table_without_names_has_no_round_to_name() -> None:
    with pytest.raises(RuleViolation):
        table(players=2).enter(named("first", 1, 0))
    bidding = Settings(bids=Bids.TEN, named=TWO)
    assert not bidding.named_rounds, "a round of bids is what was bid"


def test_entries_and_settings_without_names_keep_their_bytes() -> None:
    written = encode(Settings())
    assert isinstance(written, dict)
    assert written.keys().isdisjoint({"named", "names", "order"})
    assert encode(PointsCounted(each(1, 2))) == {"points": [["1", 1], ["2", 2]]}


# ---- files ----

WHOLE = """
name = { en = "Ours" }
[[round]]
code = "low"
name = { en = "Low", de = "Tief" }
sum = -26
unit = -2
[[round]]
code = "high"
name = { en = "High", de = "Hoch" }
sum = 40
unit = 5
times = 2
[[source]]
title = "Somebody's rules"
address = "https://example.org/"
"""


def read(folder: Path, text: str) -> Settings:
    (folder / "ours.toml").write_text(text)
    return pads_in(folder)["ours"].settings


def test_a_few_lines_make_a_round_with_a_name(tmp_path: Path) -> None:
    made = read(tmp_path, WHOLE)
    assert made.named == (
        NamedRound("ours.low", "Low", -26, -2),
        NamedRound("ours.high", "High", 40, 5, 2),
    )
    assert made.last_round(4) == 3


@pytest.mark.parametrize(
    ("found", "instead", "why"),
    [
        ('code = "low"', "", "needs a code"),
        ('code = "low"', 'code = "high"', "each with its code"),
        ("unit = -2", "unit = 0", "each needs a unit, or none"),
        ("unit = -2", "unit = -4", "isn't a number of units"),
        ("unit = -2", "unit = 2", "isn't a number of units"),
        ("times = 2", "times = 21", "1 to 20 times"),
        ("sum = 40", "sum = 400000", "too large"),
        ("sum = 40", 'sum = "x"', "whole number"),
        ("sum = 40", "total = 40", "no field"),
    ],
)
def test_a_file_with_other_rounds_is_refused_in_a_sentence(
    tmp_path: Path, found: str, instead: str, why: str
) -> None:
    text = WHOLE.replace(found, instead, 1)
    with pytest.raises(Unusable, match=re.escape(why)):
        read(tmp_path, text)


# ---- names that a table typed ----


def test_names_are_typed_with_commas() -> None:
    typed = Settings(names="Misère, Trumps ,, Trumps")
    assert typed.named_rounds == (
        NamedRound("Misère", "Misère"),
        NamedRound("Trumps", "Trumps", times=2),
    )


def test_a_person_makes_king_by_the_page_alone(visitor: Visitor) -> None:
    rules = {"game": "Our King", "names": "No tricks, No hearts", "order": "any"}
    address = visitor.lay("score-pad", ("Ann", "Ben", "Cy"), **rules)
    text = plain(visitor.get(address))
    assert "Round 1 of 2" in text and "Which round?" in text
    visitor.send(f"{address}enter/points", round="No hearts", points1="7", points2="6")
    assert "Round 2 of 2" in plain(visitor.follow())
    assert '<span class="played">No hearts</span>' in sheet_of(visitor, address)
    assert "No hearts" in visitor.get(f"{address}sheet.csv").text
    session = address.strip("/").split("/")[-1]
    book = plain(visitor.get(f"/rules/score-pad?session={session}"))
    assert "The table chooses the next one from those that are left" in book
    assert "The game ends when all rounds have been played." in book


def test_a_name_that_is_too_long_is_refused(visitor: Visitor) -> None:
    visitor.get("/new/score-pad")
    people = {"seat1": "Ann", "seat2": "Ben"}
    visitor.send("/new/score-pad", **people, names="x" * 41)
    assert visitor.page.status_code == 422


def test_hostile_names_are_inert(visitor: Visitor) -> None:
    hostile = "<b>x</b>, %(points)s, a:b|c"
    address = visitor.lay("score-pad", ("Ann", "Ben"), names=hostile, order="any")
    page = visitor.get(address).page.get_data(as_text=True)
    assert "<b>x" not in page and "%(points)s" in page
    for code in ("<b>x</b>", "%(points)s", "a:b|c"):
        visitor.get(address)
        visitor.send(f"{address}enter/points", round=code, points1="1")
        assert visitor.page.status_code == 303
    sheet = visitor.get(f"{address}sheet").page.get_data(as_text=True)
    assert "<b>x" not in sheet and "%(points)s" in sheet


# ---- the pages of a ready pad ----


def test_the_round_that_comes_next_stands_above(visitor: Visitor) -> None:
    address = visitor.lay("score-pad", ("Ann", "Ben", "Cy", "Di"), preset="king")
    text = plain(visitor.get(address))
    assert "Round 1 of 10: No tricks" in text
    assert "How many; empty means 0" in text
    assert 'name="minus1"' not in visitor.text and 'name="round"' not in visitor.text
    visitor.send(f"{address}enter/points", points1="9", points2="3", points3="1")
    text = plain(visitor.follow())
    assert "No tricks: Cy −20, Ben −60, Ann −180" in text
    assert "Round 2 of 10: No hearts" in text
    wrong = {"points1": "9", "points2": "3", "points3": "3", "points4": "0"}
    visitor.send(f"{address}enter/points", **wrong)
    assert visitor.page.status_code == 422
    refused = "The numbers for “No hearts” come to 15, but must come to 13"
    assert refused in plain(visitor)
    visitor.send(f"{address}enter/points", points1="9", points2="3", points3="3")
    assert refused in plain(visitor)
    assert not re.search(r'name="points4"\s+value="-', visitor.text)


def test_a_correction_keeps_the_round_that_it_was(visitor: Visitor) -> None:
    people = ("Ann", "Ben", "Cy", "Di")
    address = visitor.lay("score-pad", people, preset="king", order="any")
    visitor.get(address)
    visitor.send(f"{address}enter/points", round="king.no-men", points1="8")
    rows = re.search(r"rows/(\d+)", visitor.get(f"{address}sheet").text)
    assert rows
    page = f"{address}rows/{rows[1]}/correct"
    form = visitor.get(page).page.get_data(as_text=True)
    assert re.search(r'value="king.no-men" checked', form)
    assert re.search(r'name="points1"\s+value="8"', form)


def test_a_correction_names_the_round_that_is_corrected(visitor: Visitor) -> None:
    people = ("Ann", "Ben", "Cy", "Di")
    address = visitor.lay("score-pad", people, preset="king")
    for _ in range(2):
        visitor.get(address).send(f"{address}enter/points", points1="13")
    first, second = re.findall(r'id="row-(\d+)"', sheet_of(visitor, address))
    visitor.get(f"{address}rows/{first}/strike")
    visitor.send(f"{address}rows/{first}/strike", reason="twice")
    assert "Round 2 of 10: No tricks" in plain(visitor.get(address))
    visitor.get(f"{address}rows/{second}/correct")
    numbers = {"points1": "0", "points2": "13", "points3": "0", "points4": "0"}
    visitor.send(f"{address}rows/{second}/correct", **numbers, reason="wrong")
    text = plain(visitor.get(address))
    assert "Round 2 of 10: No tricks" in text
    assert "No hearts: Ben −260" in text


def sheet_of(visitor: Visitor, address: str) -> str:
    return visitor.get(f"{address}sheet").page.get_data(as_text=True)


def test_a_line_says_which_round_it_was(visitor: Visitor) -> None:
    people = ("Ann", "Ben", "Cy", "Di")
    address = visitor.lay("score-pad", people, preset="king", order="any")
    visitor.get(address)
    line = "No+king+of+hearts,+Di+1"
    text = plain(visitor.get(f"{address}line?line={line}"))
    assert "No king of hearts" in text and "Di −160" in text
    example = 'placeholder="No tricks, Ann 1, Ben 0"'
    assert example in visitor.get(address).page.get_data(as_text=True)
    text = plain(visitor.get(f"{address}line?line=Ann+13"))
    assert "Choose a round that is left to play." in text


def test_the_rulebook_lists_the_rounds(visitor: Visitor) -> None:
    address = visitor.lay("score-pad", ("Ann", "Ben", "Cy", "Di"), preset="king")
    session = address.strip("/").split("/")[-1]
    book = plain(visitor.get(f"/rules/score-pad?session={session}"))
    assert "They are played in this order:" in book
    assert "everybody says how many they took; the points are" in book
    assert "the points of every player are entered" not in book
    assert "No tricks: 13 × −20" in book
    assert "Tricks: 13 × 25; 4 times" in book
    assert (
        "Where it is known what a round comes to, the list of rounds says so." in book
    )
    assert "Nothing is checked" not in book
    usual = plain(visitor.get("/rules/score-pad"))
    assert "Rounds have no names of their own." in usual
    address = visitor.lay("score-pad", ("Ann", "Ben", "Cy", "Di"), preset="barbu")
    session = address.strip("/").split("/")[-1]
    book = plain(visitor.get(f"/rules/score-pad?session={session}"))
    assert "The dealer chooses one that they haven’t dealt yet:" in book
    assert "No tricks: −26 in all" in book


def test_the_rulebook_says_how_long_each_player_deals(visitor: Visitor) -> None:
    people = ("Ann", "Ben", "Cy", "Di")
    address = visitor.lay("score-pad", people, preset="barbu", dealing="same")
    session = address.strip("/").split("/")[-1]
    book = plain(visitor.get(f"/rules/score-pad?session={session}"))
    assert "Each player deals on until they have dealt every round." in book
    assert "The same player deals every round." not in book
