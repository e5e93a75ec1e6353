"""A game of the table's own: how bids and tricks count, when it ends, what is
refused."""

import re
from collections.abc import Mapping

import pytest

from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import Adjusted
from scorekeeper.core.seats import Seat
from scorekeeper.games.score_pad.events import BidsMade, PointsCounted, TricksTaken
from scorekeeper.games.score_pad.rules import (
    MOST,
    Bids,
    Dealing,
    End,
    Extras,
    Settings,
    Sides,
    Sum,
    Ties,
    Wins,
)
from tests.games.score_pad.tables import each, table, totals
from tests.games.sitting import Sitting
from tests.web.conftest import Visitor, app, client, visitor
from tests.web.showing import plain

__all__ = ["app", "client", "visitor"]

# ---- what bids and tricks bring ----


@pytest.mark.parametrize(
    ("bids", "bid", "took", "points"),
    [
        # 10 and 1 a trick
        (Bids.TEN, 3, 3, 13),
        (Bids.TEN, 0, 0, 10),
        (Bids.TEN, 3, 2, 0),
        (Bids.TEN, 3, 4, 0),
        # each trick 1, and 10 for a bid that is met
        (Bids.EVERY_TRICK, 3, 3, 13),
        (Bids.EVERY_TRICK, 3, 4, 4),
        (Bids.EVERY_TRICK, 0, 0, 10),
        # Wizard
        (Bids.WIZARD, 0, 0, 20),
        (Bids.WIZARD, 2, 2, 40),
        (Bids.WIZARD, 2, 4, -20),
        (Bids.WIZARD, 3, 0, -30),
        # Skull King, with five cards
        (Bids.SKULL_KING, 3, 3, 60),
        (Bids.SKULL_KING, 3, 1, -20),
        (Bids.SKULL_KING, 0, 0, 50),
        (Bids.SKULL_KING, 0, 2, -50),
    ],
)
def test_a_bid_counts_by_its_formula(
    bids: Bids, bid: int, took: int, points: int
) -> None:
    played = table(players=2, bids=bids, sum=Sum.FIXED, total=5)
    played.enter(BidsMade(each(bid, 5)), TricksTaken(each(took, 5 - took)))
    assert totals(played)[0] == points


def test_own_numbers_count() -> None:
    figures = (("met", 5), ("each", 2), ("trick", 1), ("off", 3), ("none", 0))
    played = table(players=2, bids=Bids.OWN, figures=figures)
    played.enter(BidsMade(each(2, 3)), TricksTaken(each(2, 1)))
    assert totals(played) == [5 + 2 * 2 + 2, -3 * 2 + 1]


@pytest.mark.parametrize(
    ("extras", "points"), [(Extras.ALWAYS, [31, -10]), (Extras.MET, [31, 0])]
)
def test_extras_count_as_agreed(extras: Extras, points: list[int]) -> None:
    played = table(players=2, bids=Bids.TEN, extras=extras)
    tricks = TricksTaken(each(1, 0), extras=each(20, -10))
    played.enter(BidsMade(each(1, 1)), tricks)
    assert totals(played) == points


# ---- how it ends ----


def winners(sitting: Sitting) -> tuple[str, ...]:
    return sitting.sheet.sections[0].winners


def test_the_fewest_points_win_where_the_table_says_so() -> None:
    played = table(players=3, wins=Wins.FEWEST, end=End.TARGET, target=100)
    played.enter(PointsCounted(each(60, 10, 30))).enter(PointsCounted(each(45, 10, 20)))
    assert winners(played) == ("2",)
    assert played.sheet.fewest_wins


def test_it_ends_after_its_rounds() -> None:
    played = table(players=2, end=End.ROUNDS, rounds=2)
    played.enter(PointsCounted(each(5, 1)))
    assert not played.sheet.sections[0].is_over
    assert winners(played.enter(PointsCounted(each(5, 1)))) == ("1",)


@pytest.mark.parametrize(("players", "rounds"), [(3, 20), (4, 15), (5, 12), (6, 10)])
def test_a_pack_of_sixty_is_enough_for_these_rounds(players: int, rounds: int) -> None:
    """As the rules of Wizard have them."""
    settings = Settings(players=players, end=End.PACK, pack=60)
    assert settings.last_round(players) == rounds


@pytest.mark.parametrize(
    ("ties", "won"), [(Ties.SHARED, ("1", "2")), (Ties.EXTRA_ROUND, ())]
)
def test_a_tie_is_as_the_table_says(ties: Ties, won: tuple[str, ...]) -> None:
    played = table(players=2, end=End.TARGET, target=50, ties=ties)
    assert winners(played.enter(PointsCounted(each(50, 50)))) == won


def test_a_bonus_with_its_reason_may_end_the_game() -> None:
    played = table(players=2, end=End.TARGET, target=50)
    played.enter(PointsCounted(each(45, 20)), Adjusted("1", 5, "went out"))
    assert winners(played) == ("1",)


def test_nobody_has_to_move_the_deal_on() -> None:
    played = table(players=3, dealing=Dealing.SAME)
    played.enter(PointsCounted(each(1, 2, 3)))
    assert played.state.round.dealer is Seat.ONE


# ---- sides ----


def test_those_who_sit_opposite_have_one_score() -> None:
    played = table(players=4, sides=Sides.OPPOSITE, end=End.TARGET, target=1000)
    points = ((Seat.ONE, 120), (Seat.TWO, -20))
    played.enter(PointsCounted(points)).enter(PointsCounted(points))
    assert [party.id for party in played.sheet.parties] == ["13", "24"]
    assert totals(played) == [240, -40]
    played.enter(PointsCounted(((Seat.ONE, 800), (Seat.TWO, 0))))
    assert winners(played) == ("13",)


def test_bids_of_partners_add_up() -> None:
    played = table(players=4, sides=Sides.OPPOSITE, bids=Bids.TEN)
    played.enter(BidsMade(each(1, 2, 3, 0)), TricksTaken(each(1, 2, 3, 0)))
    assert totals(played) == [11 + 13, 12 + 10]


def test_only_four_are_sides() -> None:
    played = table(players=3, sides=Sides.OPPOSITE)
    played.enter(PointsCounted(each(1, 2, 3)))
    assert totals(played) == [1, 2, 3]


def test_points_of_sides_are_entered_once_a_side(visitor: Visitor) -> None:
    people = ("Ann", "Ben", "Cy", "Di")
    address = visitor.lay("score-pad", people, sides="opposite", end="target")
    text = plain(visitor.get(address))
    assert "Ann & Cy" in text and "Ben & Di" in text
    assert 'name="points3"' not in visitor.text
    visitor.send(f"{address}enter/points", points1="120")
    assert "Ann & Cy +120" in plain(visitor.follow())
    session = address.strip("/").split("/")[-1]
    assert "Four players are two sides" in plain(
        visitor.get(f"/rules/score-pad?session={session}")
    )


# ---- what is refused ----


@pytest.mark.parametrize(
    ("settings", "facts", "code"),
    [
        ({}, [PointsCounted(each(1))], "everybody"),
        ({}, [PointsCounted(each(1, 100_001))], "size"),
        ({}, [BidsMade(each(1, 1))], "no-bidding"),
        ({"sum": Sum.FIXED, "total": 26}, [PointsCounted(each(1, 24))], "points-sum"),
        ({"bids": Bids.TEN}, [PointsCounted(each(1, 1))], "by-bids"),
        ({"bids": Bids.TEN}, [TricksTaken(each(1, 1))], "no-bids"),
        ({"bids": Bids.TEN}, [BidsMade(each(1, 1))] * 2, "bids-twice"),
        ({"bids": Bids.TEN, "sum": Sum.RISING}, [BidsMade(each(2, 0))], "number"),
        (
            {"bids": Bids.TEN, "sum": Sum.RISING},
            [BidsMade(each(1, 0)), TricksTaken(each(0, 0))],
            "sum",
        ),
        (
            {"bids": Bids.TEN},
            [BidsMade(each(1, 0)), TricksTaken(each(1, 0), each(5, 0))],
            "no-extras",
        ),
    ],
)
def test_what_cannot_be_is_refused(
    settings: Mapping[str, object], facts: list[object], code: str
) -> None:
    played = table(players=2, **settings)
    *before, last = facts
    for fact in before:
        played.enter(fact)  # type: ignore[arg-type]
    with pytest.raises(RuleViolation) as refusal:
        played.enter(last)  # type: ignore[arg-type]
    assert refusal.value.why.code == f"score-pad.refused.{code}"


def test_the_rounds_go_down_one_by_one_and_up_again() -> None:
    falling = Settings(sum=Sum.FALLING, total=3)
    assert [falling.sum_of(number) for number in (1, 2, 3, 4)] == [3, 2, 1, 2]


# ---- its pages ----


def test_twelve_play_and_what_is_left_empty_is_nothing(visitor: Visitor) -> None:
    visitor.get("/new/score-pad")
    people = {f"seat{n}": f"P{n}" for n in range(1, MOST + 1)}
    visitor.send("/new/score-pad", **people, game="Uno", wins="fewest")
    address = str(visitor.page.headers["Location"])
    visitor.get(address)
    assert "Uno" in visitor.text
    points = {"points12": "40", "points3": "7", "minus3": "y"}
    visitor.send(f"{address}enter/points", **points)
    assert visitor.page.status_code == 303
    visitor.get(f"{address}sheet")
    assert "P3 leads with −7" in visitor.text


def test_each_of_twelve_has_a_line_in_the_chart(visitor: Visitor) -> None:
    visitor.get("/new/score-pad")
    people = {f"seat{n}": f"P{n}" for n in range(1, MOST + 1)}
    visitor.send("/new/score-pad", **people)
    address = str(visitor.page.headers["Location"])
    visitor.get(address).send(f"{address}enter/points", points12="40")
    visitor.get(address).send(f"{address}enter/points", points9="7")
    lines = re.findall(
        'class="line line-([0-9]+)"', page_of(visitor, f"{address}chart/")
    )
    assert len(lines) == MOST
    assert {int(line) for line in lines} == set(range(1, 9))


def page_of(visitor: Visitor, address: str) -> str:
    return visitor.get(address).page.get_data(as_text=True)


def test_the_last_number_follows_from_a_fixed_sum(visitor: Visitor) -> None:
    visitor.get("/new/score-pad")
    visitor.send("/new/score-pad", seat1="Ann", seat2="Ben", sum="fixed", total="26")
    address = str(visitor.page.headers["Location"])
    visitor.get(address).send(f"{address}enter/points", points1="20")
    assert "Ann +20, Ben +6" in visitor.get(address).text


def test_its_rulebook_says_what_the_table_chose(visitor: Visitor) -> None:
    visitor.get("/new/score-pad")
    chosen = {"game": "Wizard, our way", "bids": "wizard", "sum": "rising"}
    visitor.send("/new/score-pad", seat1="Ann", seat2="Ben", **chosen)
    session = str(visitor.page.headers["Location"]).strip("/").split("/")[-1]
    visitor.get(f"/rules/score-pad?session={session}")
    assert "This table plays Wizard, our way." in visitor.text
    assert "A bid that is met scores 20." in visitor.text
    assert "Each trick too many or too few costs 10." in visitor.text


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        (
            {"bids": "skull-king", "extras": "met", "end": "rounds", "rounds": 10},
            [
                "A bid of none counts differently: it wins or loses 10 for each card",
                "A bonus or a penalty is entered with the tricks, and counts if the bid",
                "The game ends after 10 rounds.",
            ],
        ),
        (
            {"bids": "every-trick", "extras": "always", "sum": "falling", "total": 7},
            [
                "Each trick taken scores 1, whatever was bid.",
                "A bonus or a penalty is entered with the tricks, and always counts.",
                "All players together have 7 in the first round, and 1 less",
            ],
        ),
        (
            {"wins": "fewest", "end": "target", "target": 500, "ties": "extra-round"},
            [
                "The lowest total wins.",
                "The game ends with the round in which somebody reaches 500.",
                "If players are level at the end, another round is played.",
            ],
        ),
        (
            {"sum": "fixed", "total": 26, "dealing": "same"},
            [
                "All players together have 26 in each round.",
                "The same player deals every round.",
            ],
        ),
        ({"dealing": "nobody"}, ["Nobody deals, or it doesn’t matter who does."]),
    ],
)
def test_its_rulebook_has_a_sentence_for_each_choice(
    visitor: Visitor, chosen: Mapping[str, object], said: list[str]
) -> None:
    visitor.get("/new/score-pad")
    visitor.send("/new/score-pad", seat1="Ann", seat2="Ben", **chosen)
    session = str(visitor.page.headers["Location"]).strip("/").split("/")[-1]
    usual = plain(visitor.get("/rules/score-pad"))
    text = plain(visitor.get(f"/rules/score-pad?session={session}"))
    for sentence in said:
        assert sentence in text
        assert sentence not in usual, "it says something that the usual table has too"


def test_what_is_no_number_is_refused_and_kept(visitor: Visitor) -> None:
    visitor.get("/new/score-pad").send("/new/score-pad", seat1="Ann", seat2="Ben")
    address = str(visitor.page.headers["Location"])
    visitor.get(address)
    visitor.send(f"{address}enter/points", points1="seven", points2="3")
    assert visitor.page.status_code == 422
    text = visitor.page.get_data(as_text=True)
    assert "“seven” isn’t a whole number. Type digits" in text
    assert 'value="3"' in text


def test_a_bid_that_is_no_number_is_not_told_of_a_minus(visitor: Visitor) -> None:
    address = visitor.lay("score-pad", ("Ann", "Ben", "Cleo"), preset="wizard")
    visitor.get(address)
    visitor.send(f"{address}enter/bids", bids1="one", bids2="0", bids3="0")
    assert visitor.page.status_code == 422
    assert "“one” isn’t a whole number. Use digits only" in visitor.text
    assert "minus" not in visitor.text
