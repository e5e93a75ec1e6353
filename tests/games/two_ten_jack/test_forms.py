"""What a table of Two-Ten-Jack is asked, what its answers state, and how they are
corrected."""

from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.core.cards import Card
from scorekeeper.core.codec import encode
from scorekeeper.core.evening import DealerIs, ThrownIn
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Event
from scorekeeper.games.ask import EntryForm
from scorekeeper.games.two_ten_jack import TWO_TEN_JACK
from scorekeeper.games.two_ten_jack.events import CardsCaptured
from scorekeeper.games.two_ten_jack.play import counted
from scorekeeper.games.two_ten_jack.rules import Reversal, Settings, Values
from tests.games.sitting import Sitting
from tests.games.two_ten_jack.table import HEARTS, captured, table, totals


def form(sitting: Sitting, name: str, /, **sent: Any) -> EntryForm:
    kind = TWO_TEN_JACK.flow.form(name)
    assert kind is not None
    return kind(MultiDict(sent), folded=sitting.folded)


def stated(sitting: Sitting, name: str, /, **sent: Any) -> tuple[Event, ...]:
    answer = form(sitting, name, **sent)
    assert answer.validate(), answer.errors
    return answer.facts()


def asked(sitting: Sitting, wanted: str = "") -> str:
    return TWO_TEN_JACK.flow.next(sitting.state, wanted)


def owners(settings: Settings, **piles: str) -> dict[str, str]:
    return {str(card): seat.value for card, seat in captured(settings, **piles).owners}


# ---- which question comes next ----


def test_a_table_counts_as_it_did_last_time() -> None:
    sitting = table()
    assert [asked(sitting, name) for name in ("", "totals", "quick")] == [
        "count",
        "totals",
        "count",
    ]
    sitting.enter(totals(0, 0, 0, 0))
    assert (asked(sitting), asked(sitting, "count")) == ("totals", "count")


def test_a_game_that_is_over_is_shown_before_the_next_round() -> None:
    sitting = table(players=2).enter(totals(10, -10), totals(0, 0))
    assert asked(sitting) == "over"
    assert asked(sitting, "totals") == asked(sitting, "quick") == "totals"
    assert stated(sitting, "over") == ()
    assert asked(sitting, "next") == "totals"
    sitting.enter(DealerIs(Seat.TWO))
    assert asked(sitting) == "totals"


# ---- card by card ----


def test_every_card_has_one_owner() -> None:
    settings = Settings()
    sent = owners(settings, p2=HEARTS, p3="SA")
    assert stated(table(), "count", **sent) == (captured(settings, p2=HEARTS, p3="SA"),)


@pytest.mark.parametrize("values", list(Values))
def test_just_the_cards_that_matter_are_asked_for(values: Values) -> None:
    settings = Settings(values=values)
    asked: Any = form(table(values=values), "count")
    names = [owner.name for row in asked.rows for _, owner, _ in row]
    assert names == [str(card) for card in counted(settings)]
    assert len(asked.cards.parts) == len(names)


def test_cards_without_an_owner_are_named_and_marked() -> None:
    sent = owners(Settings())
    del sent["HQ"], sent["S2"]
    answer: Any = form(table(), "count", **sent)
    assert not answer.validate()
    why: Any = answer.errors["cards"][0]
    assert why.code == "two-ten-jack.refused.no-owner"
    assert why.values["cards"] == (Card.parse("HQ"), ", ", Card.parse("S2"))
    assert list(map(str, answer.missing)) == ["HQ", "S2"]


def test_the_rest_goes_to_the_player_who_is_chosen() -> None:
    sent = {"HA": "1", "S10": "4", "who": "3", "rest": "1"}
    facts = stated(table(), "count", **sent)
    assert facts == (captured(Settings(), rest="3", p1="HA", p4="S10"),)


@pytest.mark.parametrize("owner", ["5", "N", "", "<b>"])
def test_an_owner_who_is_not_at_the_table_is_none(owner: str) -> None:
    answer = form(table(), "count", **{**owners(Settings()), "HA": owner})
    assert not answer.validate()


def test_the_pack_is_in_view() -> None:
    asked: Any = form(table(players=7), "count")
    assert [str(card) for card in asked.view()["out"]] == ["C2", "D2", "S4", "C3"]
    assert asked.view()["tricks"] == 7
    assert [points for _, points in asked.view()["sums"]()] == [0, -90, 90, 0]


# ---- by total ----


def test_totals_may_carry_their_sign_apart_or_with_them() -> None:
    sent = {"total1": "10", "total2": "5", "minus2": "y", "total3": "−5", "total4": "0"}
    assert stated(table(), "totals", **sent) == (totals(10, -5, -5, 0),)
    again = {**sent, "total3": "-5", "minus3": "y"}
    assert stated(table(), "totals", **again) == (totals(10, -5, -5, 0),)


def test_reversals_are_asked_for() -> None:
    sent = {"total1": "45", "minus1": "y", "total2": "45", "minus2": "y"}
    sent |= {"total3": "0", "total4": "0", "hearts": "2", "spades": ""}
    assert stated(table(), "totals", **sent) == (totals(-45, -45, 0, 0, hearts="2"),)


def test_without_reversals_nobody_is_asked() -> None:
    sitting = table(players=2, reversal=Reversal.OFF)
    answer: Any = form(sitting, "totals", total1="5", total2="-5", hearts="1")
    assert "hearts" not in answer
    assert answer.validate()
    assert answer.facts() == (totals(5, -5),)


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("ten", "no-number-or-minus"),
        ("1.5", "no-number-or-minus"),
        ("=1+1", "no-number-or-minus"),
    ],
)
def test_what_is_no_total_is_refused_beside_its_field(typed: str, code: str) -> None:
    answer = form(table(players=2), "totals", total1=typed, total2="0")
    assert not answer.validate()
    why: Any = answer.errors["total1"][0]
    assert why.code == f"two-ten-jack.refused.{code}"
    assert set(answer.errors) == {"total1"}


def test_the_last_total_follows_from_the_others() -> None:
    sent = {"total1": "15", "total3": "-10", "total4": "5"}
    assert stated(table(), "totals", **sent) == (totals(15, -10, -10, 5),)
    whole = {"total1": "-45", "total2": "0", "total3": "-45", "hearts": "1"}
    assert stated(table(), "totals", **whole) == (totals(-45, 0, -45, 0, hearts="1"),)


def test_two_totals_that_are_open_are_asked_for() -> None:
    answer = form(table(players=3), "totals", total1="5")
    assert not answer.validate()
    assert set(answer.errors) == {"total2", "total3"}


def test_totals_are_tapped_unless_there_are_many() -> None:
    offered = form(table(), "totals").offered
    usual = [points for points, _, css in offered if not css]
    assert (usual[0], usual[-1]) == (40, -40)
    assert [points for points, _, css in offered if css][:2] == [85, 80]


@pytest.mark.parametrize("players", range(2, 9))
def test_everybody_at_the_table_is_asked(players: int) -> None:
    by_totals: Any = form(table(players=players), "totals")
    by_cards: Any = form(table(players=players), "count")
    assert len(by_totals.totals.parts) == players
    assert len(list(by_cards.who.iter_choices())) == players


# ---- corrections ----


@pytest.mark.parametrize(
    "event",
    [
        captured(Settings(), rest="3", p2=HEARTS),
        totals(-45, 0, 45, 0, hearts="1", spades="3"),
        totals(10, -5, -5, 0),
    ],
)
def test_a_round_restated_untouched_says_the_same(event: Event) -> None:
    sitting = table().enter(DealerIs(Seat.TWO), event)
    found = TWO_TEN_JACK.flow.correcting(sitting.until(1), sitting.log)
    assert found is not None
    name, data = found
    kind = TWO_TEN_JACK.flow.form(name)
    assert kind is not None
    before = table().enter(DealerIs(Seat.TWO)).folded
    shown: Any = kind(folded=before, data=data)
    if isinstance(event, CardsCaptured):
        sent = {
            owner.name: player.value
            for owner in shown.cards.parts.values()
            for player in owner.iter_choices()
            if player.selected
        }
    else:
        data = {field.name: field.data for field in shown}
        sent = {
            name: "y" if one is True else str(encode(one))
            for name, one in data.items()
            if one is not None and one is not False
        }
    again = kind(MultiDict(sent), folded=before)
    assert again.validate(), again.errors
    assert again.facts() == (event,)


def test_a_round_thrown_in_has_no_count_to_correct() -> None:
    sitting = table().enter(ThrownIn())
    assert TWO_TEN_JACK.flow.correcting(sitting.until(1), sitting.log) is None
