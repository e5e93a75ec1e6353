"""Rook: every preset and every reading R1-R11 on each of its settings, worked out by
hand."""

from typing import Any

import pytest

from tests.audit import others

OFFICIAL = {"count": "120", "minimum": 70, "target": 300}
WITH_20 = {"count": "140", "minimum": 70, "target": 500}
NO_20 = {"count": "180", "minimum": 100, "target": 500}
# 4 * 40 + 25 + 15 = 200
OWN = {
    "count": "custom",
    "figures": [
        ["1", 10],
        ["5", 5],
        ["10", 10],
        ["14", 15],
        ["Rook", 25],
        ["last trick", 15],
    ],
}
# 4 * 40 + 60 + 30 = 250
BIG = {
    "count": "custom",
    "figures": [
        ["1", 15],
        ["5", 5],
        ["10", 10],
        ["14", 10],
        ["Rook", 60],
        ["last trick", 30],
    ],
}
ALL = (
    " ".join(colour + rank for rank in ("1", "5", "10", "14") for colour in "RYGB")
    + " Rook"
)


def scores(text: str, **settings: Any) -> str:
    """Seats 1 & 3 : seats 2 & 4, over all games."""
    found = others.score("rook", text, **settings).totals()
    return f"{found['13']}:{found['24']}"


def refused(text: str, **settings: Any) -> str:
    return others.refusal("rook", text, **settings)


HANDS: list[tuple[dict[str, Any], str, str]] = [
    # settings, entered, 13:24
    ({}, "bid 2 120; count 24 130", "70:130"),
    ({}, "bid 2 120; count 13 80", "80:120"),  # exactly the bid
    ({}, "bid 2 120; count 24 115", "85:-120"),  # one step short: exactly minus the bid
    ({}, "bid 2 120; count 24 0", "200:-120"),
    ({}, "bid 1 200; count 13 200", "200:0"),
    ({}, "bid 1 200; count 13 195", "-200:5"),
    # the cost of a set
    ({"set_cost": "bid"}, "bid 2 120; count 24 115", "85:-120"),
    ({"set_cost": "twice-bid"}, "bid 2 120; count 24 115", "85:-240"),
    ({"set_cost": "hand-total"}, "bid 2 120; count 24 115", "85:-200"),
    (OFFICIAL | {"set_cost": "hand-total"}, "bid 2 100; count 24 95", "25:-120"),
    (BIG | {"set_cost": "hand-total"}, "bid 2 120; count 24 115", "135:-250"),
    # the presets' totals: defenders have the rest
    (OFFICIAL, "bid 2 70; count 24 70", "50:70"),
    (WITH_20, "bid 2 140; count 24 140", "0:140"),
    (NO_20, "bid 2 180; count 24 175", "5:-180"),
    (OWN, "bid 2 120; count 24 110", "90:-120"),
    (BIG, "bid 2 250; count 24 250", "0:250"),
    # counted by cards: 1s, 5s, 10s and 14s, Rook, last trick
    ({}, "bid 2 105; took 24 24 R1 Y1 G1 B1 R5 Rook", "95:105"),
    ({}, "bid 2 105; took 24 13 R1 Y1 G1 B1 R5 Rook", "115:-105"),
    ({}, f"bid 2 120; took 24 24 {ALL}", "0:200"),
    ({}, f"bid 2 120; took 24 13 {ALL}", "20:180"),
    (OFFICIAL, f"bid 2 120; took 24 13 {ALL}", "0:120"),
    (WITH_20, f"bid 2 120; took 24 13 {ALL}", "20:120"),
    (NO_20, f"bid 2 120; took 24 13 {ALL}", "0:180"),
    (OWN, "bid 1 100; took 13 13 Rook R14 Y14 G14 B14", "100:100"),
    # the kitty: with the last trick, or the bidders'
    ({}, "bid 2 100; {five}; took 24 24 R1 R5 Rook B1 B10", "115:-100"),
    ({}, "bid 2 100; {five}; took 24 13 B1 G1 Y1 B10 G10 Y10 B14 G14 Y14", "95:105"),
    (
        {"kitty": "bidder"},
        "bid 2 100; {five}; took 24 13 R1 R5 Rook B1 B10 G1 Y1",
        "105:-100",
    ),
    ({"kitty": "bidder"}, "bid 2 100; {five}; count 13 160", "160:-100"),
    ({"kitty": "bidder"}, "bid 2 100; {five}; count 24 40", "160:-100"),
    # R4: nobody bids
    ({}, "nobody-bid; bid 1 100; count 13 100", "100:100"),
    ({}, "calls P P P P; bid 1 100; count 13 100", "100:100"),
    ({"nobody_bids": "dealer"}, "nobody-bid; count 13 95", "-100:105"),
    ({"nobody_bids": "dealer"}, "calls P P P P; count 13 95", "-100:105"),
    ({"nobody_bids": "dealer", **OFFICIAL}, "nobody-bid; count 13 70", "70:50"),
    # R5, R6, R7, R9: who has the hand
    ({}, "calls P P P 100; count 13 95", "-100:105"),
    ({}, "calls 100 P P P; count 24 95", "105:-100"),
    ({}, "calls 100 105 110 115 P P P; count 13 110", "-115:90"),
    ({}, "calls 100 P 105 P P; count 24 100", "100:-105"),  # over one's own partner
    ({}, "calls 100 P PP 105 P P; count 13 100", "-105:100"),  # 4 skips, stays in
    ({}, "calls 100 P PP 105 P 110 P; count 24 110", "90:110"),  # and bids later
    # the fast deck counts as much
    ({"deck": "fast"}, "bid 2 120; count 24 120", "80:120"),
    # other bids
    ({"minimum": 50, "step": 10}, "calls 50 60 P P P; count 13 60", "60:140"),
    ({"ceiling": "figure", "highest": 150}, "bid 2 150; count 24 150", "50:150"),
]
FIVE = 'discards cards=["R1","R5","Rook","G2","G3"]'


@pytest.mark.parametrize(("settings", "entered", "expected"), HANDS)
def test_a_hand(settings: dict[str, Any], entered: str, expected: str) -> None:
    assert scores(entered.replace("{five}", FIVE), **settings) == expected


ENDS: list[tuple[dict[str, Any], str, str, list[str] | None]] = [
    # settings, on paper before (13, 24), entered, who has won (None: the game goes on)
    ({}, "600 0", "bid 1 100; count 13 100", ["13"]),
    ({}, "595 0", "bid 1 100; count 13 100", None),
    ({"target": 500}, "400 0", "bid 1 100; count 13 100", ["13"]),
    (OFFICIAL, "230 0", "bid 1 70; count 13 70", ["13"]),
    # R1: both in one hand
    ({}, "650 600", "bid 2 100; count 24 110", ["13"]),  # 740:710
    ({"both_reach": "bidders"}, "650 600", "bid 2 100; count 24 110", ["24"]),
    # R2: level at the target
    ({}, "600 600", "bid 2 100; count 24 100", None),
    ({}, "600 600", "bid 2 100; count 24 100; bid 1 100; count 13 110", ["13"]),
    # R3: as defenders
    ({}, "650 0", "bid 2 100; count 24 110", ["13"]),
    ({}, "650 0", "bid 2 150; count 24 110", ["13"]),
    ({"defenders_reach": "own-bid"}, "650 0", "bid 2 100; count 24 110", None),
    (
        {"defenders_reach": "own-bid"},
        "650 0",
        "bid 2 100; count 24 110; bid 1 100; count 13 100",
        ["13"],
    ),
    (
        {"defenders_reach": "own-bid"},
        "650 0",
        "bid 2 100; count 24 110; bid 1 150; count 13 100",
        None,  # set: 590 again
    ),
    ({"defenders_reach": "own-bid"}, "700 600", "bid 2 100; count 24 110", ["24"]),
]


@pytest.mark.parametrize(("settings", "before", "entered", "winners"), ENDS)
def test_the_end_of_a_game(
    settings: dict[str, Any], before: str, entered: str, winners: list[str] | None
) -> None:
    first, second = before.split()
    paper = f"carried-in party=13 points={first}; carried-in party=24 points={second};"
    game = others.score("rook", paper + entered, **settings).json["sections"][0]
    assert (game["over"], game["winners"]) == (winners is not None, winners or [])


def test_the_target_is_looked_at_when_the_hand_is_over_and_the_next_hand_opens_a_game() -> (
    None
):
    text = (
        "carried-in party=13 points=650; bid 1 100; count 13 100; bid 2 100; count "
        "24 100"
    )
    first, second = others.score("rook", text).json["sections"]
    assert (first["winners"], second["over"]) == (["13"], False)
    assert second["rows"][0]["facts"]["rook.dealer"] == "Seat 2"


WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"rook": "out", "nest": "none"}, "bid 2 100; kitty", "plays without a kitty"),
    (
        {"leads_first": "dealers-left"},
        "bid 3 100; first-lead leader=3",
        "can’t lead first: at this table Seat 2 does",
    ),
    ({"rook": "out"}, 'bid 2 100; kitty cards=["R2"]', "kitty has 4 cards"),
    ({"rook": "out"}, "bid 2 100; took 24 24 Rook", "doesn’t have Rook"),
    (
        {"renege": "hand"},
        "bid 2 100; forfeited party=13 points=120 lost=52",
        "multiple of 5",
    ),
    ({}, "bid 1 95", "the lowest bid here is 100"),
    ({}, "bid 1 103", "steps of 5"),
    ({}, "bid 1 205", "the highest bid here is 200"),  # R8
    (OFFICIAL, "bid 1 125", "the highest bid here is 120"),
    (
        {"ceiling": "figure", "highest": 150},
        "bid 1 155",
        "the highest bid here is 150",
    ),
    ({}, "calls 100 100", "Bid 105 or more"),
    ({}, "calls 100 PP", "doesn’t have the high bid"),
    ({}, "calls P 100 P PP", "Both opponents are out"),  # R6
    ({}, "calls 100 P PP 105 110 PP", "already used Pass-Partner"),  # R7
    ({}, "calls P P P 105", "Bid 100, or pass"),  # R5
    ({}, "calls 100 P P P 105", "already won the bid"),
    ({}, "calls 100 P; bid 2 100", "Go on bidding"),
    ({}, "count 13 100", "Nobody has won the bid yet"),
    ({}, "bid 2 100; count 24 110; count 24 110", "Nobody has won the bid yet"),
    ({}, "bid 1 100; count 13 103", "multiples of 5"),
    ({}, "bid 1 100; count 13 205", "A hand has 200 points"),
    ({}, "bid 1 100; count 13 -5", "A hand has 200 points"),
    (OFFICIAL, "bid 1 70; count 13 125", "A hand has 120 points"),
    ({}, "bid 1 100; count 2 100", "The teams are 13 and 24"),
    ({}, "bid 1 100; took 13 13 R1 R1", "1 red is there twice"),
    ({}, "bid 1 100; took 13 13 R15", "no card is written 'R15'"),
    ({"deck": "fast"}, "bid 1 100; took 13 13 R2", "doesn’t have"),
    ({}, "bid 2 100; trump suit=S", "isn’t a colour of this deck"),
    ({}, "bid 2 100; first-lead leader=4", "Seat 4"),
    ({}, 'bid 2 100; discards cards=["R1"]', "discards 5"),
    # what lies in the kitty
    ({}, "bid 2 100; {five}; took 24 13 R1 R5 Rook B1", "goes with the last trick"),
    ({}, "bid 2 100; {five}; took 24 24 B1 G1", "goes with the last trick"),
    (
        {"kitty": "bidder"},
        "bid 2 100; {five}; took 13 13 R1 R5 Rook",
        "goes to the bidders",
    ),
    ({"kitty": "bidder"}, "bid 2 100; {five}; count 13 165", "Enter 0 to 160"),
    ({"kitty": "bidder"}, "bid 2 100; {five}; count 24 35", "Enter 40 to 200"),
    ({}, "carried-in party=13 points=103", "a multiple of 5"),
    ({}, "ended", "Nothing has been played"),
]


@pytest.mark.parametrize(("settings", "entered", "why"), WRONG)
def test_what_is_refused(settings: dict[str, Any], entered: str, why: str) -> None:
    assert why in refused(entered.replace("{five}", FIVE), **settings)


CITES: list[tuple[dict[str, Any], str, str, str]] = [
    ({}, "bid 2 120; count 24 115", "24", "printed"),
    ({}, "bid 2 120; count 24 115", "13", "printed"),
    ({"set_cost": "twice-bid"}, "bid 2 120; count 24 115", "24", "house"),
    ({"set_cost": "twice-bid"}, "bid 2 120; count 24 115", "13", "printed"),
    ({}, "bid 2 105; took 24 24 R1 Y1 G1 B1 R5 Rook", "24", "printed"),
    (OFFICIAL, f"bid 2 100; took 24 24 {ALL}", "24", "published"),
    (OWN, f"bid 2 100; took 24 24 {ALL}", "24", "house"),
]


@pytest.mark.parametrize(("settings", "entered", "party", "standing"), CITES)
def test_what_each_figure_rests_on(
    settings: dict[str, Any], entered: str, party: str, standing: str
) -> None:
    lines = others.score("rook", entered, **settings).lines
    assert {line["standing"] for line in lines if line["party"] == party} == {standing}
