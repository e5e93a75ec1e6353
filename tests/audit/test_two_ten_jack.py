"""Two-Ten-Jack: every table of values and every reversal, worked out by hand from the
readings."""

from typing import Any

import pytest

from tests.audit import others

HEARTS = "H2,H10,HJ,HA,HK,HQ"
SPADES = "S2,S10,SJ,SA,SK,SQ"
CLUBS = "CA,CK,CQ,CJ,C10"
DIAMONDS = "DA,DK,DQ,DJ,D10"


def totals(text: str, **settings: Any) -> str:
    found = others.score("two-ten-jack", text, **settings).totals()
    return " ".join(str(found[seat]) for seat in sorted(found))


def refused(text: str, **settings: Any) -> str:
    return others.refusal("two-ten-jack", text, **settings)


PILES = {
    "nobody has a whole six": "cards 1:H2,H10,HJ,HA,HK,S2 2:HQ,S10,SJ,SA,SK,SQ",
    "all hearts": f"cards 1:{HEARTS} 2:S2,S10,SJ,SA,SK 3:SQ",
    "all spades": f"cards 1:H2,H10,HJ,HA,HK 2:HQ 3:{SPADES}",
    "both, two players": f"cards 1:{HEARTS} 2:{SPADES}",
    "both, one player": f"cards 1:{HEARTS},{SPADES}",
}
ROUNDS = [
    # values, reversal, who has what, seats 1 to 4
    ("even-45", "flip", "nobody has a whole six", "30 -30 0 0"),
    ("even-45", "flip", "all hearts", "-45 -40 -5 0"),
    ("even-45", "flip", "all spades", "40 5 45 0"),
    ("even-45", "flip", "both, two players", "-45 45 0 0"),
    ("even-45", "flip", "both, one player", "0 0 0 0"),
    ("even-45", "fixed-55", "nobody has a whole six", "30 -30 0 0"),
    ("even-45", "fixed-55", "all hearts", "-55 -40 -5 0"),
    ("even-45", "fixed-55", "all spades", "40 5 55 0"),
    ("even-45", "fixed-55", "both, two players", "-55 55 0 0"),
    ("even-45", "fixed-55", "both, one player", "0 0 0 0"),
    ("even-45", "off", "all hearts", "45 -40 -5 0"),
    ("even-45", "off", "all spades", "40 5 -45 0"),
    ("even-45", "off", "both, two players", "45 -45 0 0"),
    ("even-45", "off", "both, one player", "0 0 0 0"),
    ("classic-55", "flip", "nobody has a whole six", "30 -40 0 10"),
    ("classic-55", "flip", "all hearts", "-45 -50 -5 10"),
    ("classic-55", "flip", "all spades", "40 5 55 10"),
    ("classic-55", "flip", "both, two players", "-45 55 0 10"),
    ("classic-55", "flip", "both, one player", "10 0 0 10"),
    ("classic-55", "fixed-55", "both, two players", "-55 55 0 10"),
    ("classic-55", "off", "both, two players", "45 -55 0 10"),
    ("gioco", "flip", "nobody has a whole six", "30 -30 0 6"),
    ("gioco", "flip", "both, two players", "-45 45 0 6"),
    ("gioco", "fixed-55", "both, two players", "-55 55 0 6"),
]
ADDED = {
    "even-45": "",
    "gioco": " 4:CK,CQ,CJ,DK,DQ,DJ",
    "classic-55": f" 4:{CLUBS},{DIAMONDS}",
}


@pytest.mark.parametrize(("values", "reversal", "piles", "expected"), ROUNDS)
def test_a_round_of_cards(
    values: str, reversal: str, piles: str, expected: str
) -> None:
    entered = PILES[piles] + ADDED[values]
    assert totals(entered, values=values, reversal=reversal) == expected


def test_the_added_cards_keep_their_sign_in_a_reversed_pile() -> None:
    entered = f"cards 1:{HEARTS},{CLUBS} 2:{SPADES},{DIAMONDS}"
    assert totals(entered, values="classic-55") == "-40 60 0 0"
    assert totals(entered, values="classic-55", reversal="fixed-55") == "-50 60 0 0"
    assert totals(entered, values="classic-55", reversal="off") == "50 -50 0 0"


def test_the_joker_scores_nothing_and_own_values_count() -> None:
    figures = [[f"H{rank}", 6] for rank in ("A", "K", "Q", "J", "10", "2")]
    figures += [[f"S{rank}", -7] for rank in ("A", "K", "Q", "J", "10", "2")]
    figures += [[f"C{rank}", 0] for rank in ("A", "K", "Q", "J", "10", "2")]
    figures += [["DA", 3], *[[f"D{rank}", 0] for rank in ("K", "Q", "J", "10", "2")]]
    entered = f"cards 1:{HEARTS} 2:{SPADES} 3:DA,Joker"
    assert totals(entered, values="custom", figures=figures) == "-36 42 3 0"


SUMS: list[tuple[dict[str, Any], str, str]] = [
    # settings, entered as totals, seats 1 to 4
    ({}, "sums 1:30 2:-30 3:0 4:0", "30 -30 0 0"),
    ({}, "sums 1:0 2:0 3:0 4:0", "0 0 0 0"),
    ({}, "sums 1:-45 2:-40 3:-5 4:0 hearts=1", "-45 -40 -5 0"),
    ({}, "sums 1:45 2:40 3:5 4:0 spades=1", "45 40 5 0"),
    ({}, "sums 1:-45 2:45 3:0 4:0 hearts=1 spades=2", "-45 45 0 0"),
    ({}, "sums 1:0 2:0 3:0 4:0 hearts=1 spades=1", "0 0 0 0"),
    ({"reversal": "off"}, "sums 1:45 2:-45 3:0 4:0", "45 -45 0 0"),
    ({"reversal": "fixed-55"}, "sums 1:-55 2:-40 3:-5 4:0 hearts=1", "-55 -40 -5 0"),
    (
        {"reversal": "fixed-55"},
        "sums 1:-55 2:55 3:0 4:0 hearts=1 spades=2",
        "-55 55 0 0",
    ),
    (
        {"values": "gioco"},
        "sums 1:46 2:-40 3:0 4:0",
        "46 -40 0 0",
    ),  # five hearts and the six +1
    ({"values": "classic-55"}, "sums 1:40 2:-50 3:5 4:5", "40 -50 5 5"),
]


@pytest.mark.parametrize(("settings", "entered", "expected"), SUMS)
def test_a_round_of_totals(
    settings: dict[str, Any], entered: str, expected: str
) -> None:
    assert totals(entered, **settings) == expected


WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({}, "sums 1:40 2:-35 3:0 4:0", "come to 5, the cards of this round to 0"),
    ({}, "sums 1:40 2:-40 3:0", "Seat 4: no total yet"),
    ({}, "sums 1:40 2:-40 3:0 4:0 4:0", "Seat 4 has two totals"),
    ({}, "sums 1:42 2:-42 3:0 4:0", "No pile of cards comes to"),
    ({}, "sums 1:40 2:5 3:-40 4:-5 5:0", "no seat “5”"),
    ({"values": "gioco"}, "sums 1:0 2:0 3:0 4:0", "the cards of this round to 6"),
    (
        {"reversal": "off"},
        "sums 1:45 2:-45 3:0 4:0 hearts=1",
        "plays without reversals",
    ),
    # one reversal unsaid: the sum gives it away
    (
        {},
        "sums 1:-40 2:-40 3:-5 4:-5",
        "That is right if one player captured all six ♥",
    ),
    (
        {},
        "sums 1:40 2:40 3:5 4:5",
        "That is right if one player captured all six ♠",
    ),
    # both together also sum to zero, so only the piles give them away: 45 and -45 are
    # whole sixes
    ({}, "sums 1:45 2:-45 3:0 4:0", "all six"),
    ({}, "sums 1:-45 2:45 3:0 4:0", "all six"),
    ({"reversal": "fixed-55"}, "sums 1:-55 2:55 3:0 4:0", "all six"),
    ({}, "sums 1:-45 2:-45 3:0 4:0 hearts=1", "No pile of cards comes to"),
    ({}, "sums 1:-45 2:45 3:0 4:0 hearts=2 spades=1", "all six"),
    ({}, "sums 1:-45 2:-40 3:-5 4:0 hearts=3", "all six"),
    # cards
    ({}, f"cards 1:{HEARTS}", "6 cards have no owner"),
    ({}, f"cards 1:{HEARTS} 2:{SPADES} 3:H2", "has two owners"),
    ({}, f"cards 1:{HEARTS} 2:{SPADES} 3:C2", "isn’t in this table’s pack"),
    ({}, f"cards 1:{HEARTS} 5:{SPADES}", "no seat “5”"),
    ({}, f"cards 1:{HEARTS} 2:{SPADES},H1", "isn’t in this table’s pack"),
    ({"removed": "H2 D2 S4 C3 D3"}, f"cards 1:{HEARTS} 2:{SPADES}", "H2 always stays"),
    ({"removed": "SA D2 S4 C3 D3"}, f"cards 1:{HEARTS} 2:{SPADES}", "SA always stays"),
    ({"removed": "S3 D2 S4 C3 D3"}, f"cards 1:{HEARTS} 2:{SPADES}", "S3 always stays"),
    ({"players": 1}, "sums 1:0", "1 is not 2 to 8"),
    ({"players": 9}, "sums 1:0", "9 is not 2 to 8"),
    ({}, "ended", "Nothing has been played since"),
]


@pytest.mark.parametrize(("settings", "entered", "why"), WRONG)
def test_what_is_refused(settings: dict[str, Any], entered: str, why: str) -> None:
    assert why in refused(entered, **settings)


@pytest.mark.parametrize(
    ("players", "out"), [(2, 1), (3, 2), (4, 1), (5, 3), (6, 5), (7, 4), (8, 5)]
)
def test_the_cards_taken_out_for_so_many_players(players: int, out: int) -> None:
    order = ["C2", "D2", "S4", "C3", "D3", "C4"]
    for place, card in enumerate(order):
        entered = f"cards 1:{HEARTS} 2:{SPADES},{card}"
        if place < out:
            assert "isn’t in this table’s pack" in refused(entered, players=players)
        else:
            assert totals(entered, players=players).startswith("-45 45")
    own = f"cards 1:{HEARTS} 2:{SPADES}"
    assert "out: 9♣" in refused(f"{own},C9", removed="C9")
    assert totals(f"{own},C2", removed="C9") == "-45 45 0 0"


@pytest.mark.parametrize("players", range(2, 9))
def test_as_many_rounds_as_players_and_the_deal_moves_on(players: int) -> None:
    nothing = "sums " + " ".join(f"{seat}:0" for seat in range(1, players + 1))
    last = nothing.replace("1:0", "1:20").replace("2:0", "2:-20")
    sheet = others.score(
        "two-ten-jack",
        "\n".join([nothing] * (players - 1) + [last] * 2),
        players=players,
    )
    sections = sheet.json["sections"]
    assert [len(section["rows"]) for section in sections] == [players, 1]
    assert (sections[0]["over"], sections[0]["winners"]) == (True, ["1"])
    assert not sections[1]["over"]
    dealers = [row["facts"]["two-ten-jack.dealer"] for row in sections[0]["rows"]]
    assert dealers == [f"Seat {seat}" for seat in range(1, players + 1)]


def test_ties() -> None:
    level = "sums 1:20 2:-20\nsums 1:-20 2:20\n"
    sheet = others.score("two-ten-jack", level, players=2)
    assert sheet.json["sections"][0]["winners"] == ["1", "2"]
    more = f"{level}sums 1:0 2:0\nsums 1:5 2:-5"
    sheet = others.score("two-ten-jack", more, players=2, ties="extra-round")
    (game,) = sheet.json["sections"]
    assert (len(game["rows"]), game["winners"]) == (4, ["1"])


CITES = [
    ({}, f"cards 1:{HEARTS} 2:S2,S10,SJ,SA,SK 3:SQ", "1", "printed"),  # the reversal
    ({}, f"cards 1:{HEARTS} 2:S2,S10,SJ,SA,SK 3:SQ", "2", "published"),  # the values
    ({"reversal": "fixed-55"}, f"cards 1:{HEARTS} 2:{SPADES}", "2", "house"),
    ({"reversal": "off"}, f"cards 1:{HEARTS} 2:{SPADES}", "2", "published"),
    ({"values": "classic-55"}, "sums 1:40 2:-50 3:5 4:5", "2", "published"),
]


@pytest.mark.parametrize(("settings", "entered", "party", "standing"), CITES)
def test_what_each_figure_rests_on(
    settings: dict[str, Any], entered: str, party: str, standing: str
) -> None:
    lines = others.score("two-ten-jack", entered, **settings).lines
    assert {line["standing"] for line in lines if line["party"] == party} == {standing}
