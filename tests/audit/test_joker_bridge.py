"""Joker Bridge: every reading J1-J13 on each of its settings, worked out by hand.

A row of a table is: settings, what was entered, what the rows of the sheet come to
(below/above the line), worked out from the document and the readings.
"""

from typing import Any

import pytest

from tests.audit.bridge import refusal, score

Case = tuple[dict[str, Any], str, str]

X1 = {"variant": "x1"}
X2 = {"variant": "x2"}
PARITY = {"variant": "x4-parity"}
NON_PARITY = {"variant": "x4-non-parity"}
WILD1 = X1 | {"suit_mode": "wildcard"}
WILD2 = X2 | {"suit_mode": "wildcard"}
DEAREST = [
    ["A", 7], ["K", 19], ["Q", 16], ["J", 14], ["10", 10], ["9", 9], ["8", 8], ["7", 7],
    ["6", 6], ["5", 5], ["4", 4], ["3", 3], ["2", 2],
]  # fmt: skip
SMALL = {str(rank): rank for rank in range(2, 11)}
STANDARD = {"A": 20, "K": 18, "Q": 16, "J": 14} | SMALL
ENHANCED = {"A": 30, "K": 25, "Q": 20, "J": 15, "10": 10, "9": 10, "8": 10}
ENHANCED |= {rank: 5 for rank in "765432"}


def joker(text: str, **settings: Any) -> str:
    return " | ".join(score("joker-bridge", text, **settings).said())


# ---- hidden cards: J1-J4, J12, J13 ----


@pytest.mark.parametrize("rank", STANDARD)
@pytest.mark.parametrize(
    ("table", "values"), [("standard", STANDARD), ("enhanced", ENHANCED)]
)
def test_every_face_down_card(table: str, values: dict[str, int], rank: str) -> None:
    worth = values[rank]
    made = f"hid N; 1C N 7; show N D{rank}"
    lost = f"hid N; 1C N 6; show N D{rank}"
    assert joker(made, **X1, hidden_table=table) == f"NS 20/{worth}"
    assert joker(lost, **X1, hidden_table=table) == f"NS 0/{-worth} EW 0/50"


SIGNS: list[tuple[str, str, str]] = [
    # hidden_sign, entered, the ace of hearts is worth 20
    ("contract", "hid N; 1C N 7; show N HA", "NS 20/20"),
    ("contract", "hid E; 1C N 7; show E HA", "NS 20/0 EW 0/20"),
    ("contract", "hid N; 1C N 6; show N HA", "NS 0/-20 EW 0/50"),
    ("contract", "hid E; 1C N 6; show E HA", "EW 0/30"),
    ("own-result", "hid N; 1C N 7; show N HA", "NS 20/20"),
    ("own-result", "hid E; 1C N 7; show E HA", "NS 20/0 EW 0/-20"),
    ("own-result", "hid N; 1C N 6; show N HA", "NS 0/-20 EW 0/50"),
    ("own-result", "hid E; 1C N 6; show E HA", "EW 0/70"),
    ("declarer", "hid N; 1C N 7; show N HA", "NS 20/20"),
    ("declarer", "hid E; 1C N 7; show E HA", "NS 20/0"),
    ("declarer", "hid N; 1C N 6; show N HA", "NS 0/-20 EW 0/50"),
    ("declarer", "hid E; 1C N 6; show E HA", "EW 0/50"),
]


@pytest.mark.parametrize(("sign", "entered", "expected"), SIGNS)
def test_whose_sign_a_face_down_card_has(
    sign: str, entered: str, expected: str
) -> None:
    assert joker(entered, **X1, hidden_sign=sign) == expected


HIDDEN: list[Case] = [
    # two of them, redoubled: the bonus is not multiplied, and stands above the line
    (X2, "hid N E; 1CXX N 9; show N HK; show E S2", "NS 80/518 EW 0/2"),
    (X2, "hid N E; 1CX N 6; show N HK; show E S2", "NS 0/-18 EW 0/98"),
    # vulnerable changes nothing about it
    (X1, "4S N 10; hid E; 1C N 6; show E HA", "NS 120/0 | EW 0/80"),
    # it never counts towards game: 90 below and an ace are no game
    (X1, "3S N 9; hid N; 1C N 7; show N HA", "NS 90/0 | NS 20/20"),
    (X1, "hid N; 3S N 9; show N HA; hid N; 4S E 9", "NS 90/20 | NS 0/50"),
    # nothing on a pass-out
    (X1, "hid N; passed; show N HA", ""),
    # a Joker face down: J2
    (X1, "hid N; 1C N 7; show N Joker", "NS 20/0"),
    (X1 | {"hidden_joker": "as-ace"}, "hid N; 1C N 7; show N Joker", "NS 20/20"),
    (
        X1 | {"hidden_joker": "as-ace", "hidden_table": "enhanced"},
        "hid N; 1C N 6; show N Joker",
        "NS 0/-30 EW 0/50",
    ),
    (
        X1
        | {
            "hidden_joker": "as-ace",
            "hidden_table": "custom",
            "hidden_values": DEAREST,
        },
        "hid N; 1C N 7; show N Joker",
        "NS 20/7",
    ),
    (
        X2 | {"hidden_joker": "custom", "hidden_joker_points": 25},
        "hid N E; 1C N 7; show N RedJoker; show E BlackJoker",
        "NS 20/25 EW 0/25",
    ),
    # the table's own values; regardless of Joker power: J3
    (
        X1 | {"hidden_table": "custom", "hidden_values": DEAREST},
        "hid N; 1C N 7; show N HK",
        "NS 20/19",
    ),
    *[
        (X1 | {"power": power}, "hid N; 1NT N 7; show N HQ", "NS 40/16")
        for power in ("major", "major-minor", "minor-major", "minor")
    ],
    # at duplicate and in plain Chicago it joins the one score
    (X1 | {"scoring": "duplicate"}, "hid N; 1C N 7; show N HA", "NS 90"),
    (X1 | {"scoring": "chicago"}, "hid E; 1C N 6; show E HA", "EW 30"),
    # J12: by order of dealing to the next player, but anybody can be chosen
    (X1, "1C N 7; show N HA", "NS 20/20"),
    # J13
    (X1, "hid N; 1C N 7; show N -", "NS 20/0"),
]


@pytest.mark.parametrize(("settings", "entered", "expected"), HIDDEN)
def test_face_down_cards(settings: dict[str, Any], entered: str, expected: str) -> None:
    assert joker(entered, **settings) == expected


def test_a_face_down_card_that_was_never_shown_is_marked_so() -> None:
    for entered in (
        "hid N E; 1C N 7; show N HA; show E -",
        "hid N E; 1C N 7; show N HA; passed",
    ):
        row = score("joker-bridge", entered, **X2).rows[0]
        lines = [one for one in row["lines"] if "never-shown" in one["code"]]
        assert [(line["party"], line["points"]) for line in lines] == [("EW", 0)], (
            entered
        )
        assert (lines[0]["standing"], lines[0]["rule"][-3:]) == ("inferred", "J13")
    waiting = score("joker-bridge", "hid N E; 1C N 7; show N HA", **X2)
    assert not waiting.lines_of("bridge.line.never-shown")


IMPOSSIBLE_HIDDEN = [
    (
        X2,
        "hid N E; 1C N 7; show N HA; show E HA",
        "A♥ was North’s hidden card",
    ),
    (X1, "hid N; 1C N 7; hon S CA CK CQ CJ; show N CA", "South held A♣ as an honour"),
    (X1, "hid N; 1C N 7; show N CA; hon S CA CK CQ CJ", "so nobody held it"),
    (X1, "hid N; 1S N 7; show N Joker; hon S SA SK Joker", "so nobody held it"),
    (X1, "hid N; 1C N 7; show N RedJoker", "isn’t one of the 53 cards"),
    (X1, "hid N; 1C N 7; show N SJoker", "isn’t one of the 53 cards"),
    (X2, "hid N E; 1C N 7; show N Joker", "isn’t one of the 54 cards"),
    (X2, "hid N E; 1C N 7; show S HA", "The hidden cards went to North, East"),
    (
        X2,
        "hid N E; 1C N 7; show N HA; show N HK",
        "North’s hidden card is already entered",
    ),
    (X2, "hid N S; 1C N 7", "Each side has one hidden card"),
    (X2, "hid N; 1C N 7", "There are 2 hidden cards"),
    (X1, "hid N E; 1C N 7", "There’s 1 hidden card"),
    (PARITY, "hid N; 1C N 7", "This pack has no hidden card"),
    (X1, "hid N; 1C N; show N HA", "Hidden cards stay face down until the end"),
    (
        WILD1,
        "hid N; 3H S; wildcard joker=Joker suit=H; tricks tricks=9; show N Joker",
        "named ♥",
    ),
    (
        WILD1,
        "hid N; 3H S 9; show N Joker; wildcard joker=Joker suit=H",
        "nobody held it",
    ),
    (
        X1,
        "hid N; 1C N 7\ns: hidden-shown holder=N card=HA\nvoid s",
        "everyone has seen it",
    ),
]


@pytest.mark.parametrize(("settings", "entered", "why"), IMPOSSIBLE_HIDDEN)
def test_an_impossible_face_down_card_is_refused(
    settings: dict[str, Any], entered: str, why: str
) -> None:
    assert why in refusal("joker-bridge", entered, **settings)


# ---- honours: J8, J9, J11 ----

HONOURS: list[Case] = [
    (X1, "4S S 10; hon S SA SK SQ", "NS 120/0"),
    (X1, "4S S 10; hon S SA SK SQ SJ", "NS 120/150"),
    (X1, "4S S 10; hon S SA SK SQ Joker", "NS 120/150"),
    (X1, "4S S 10; hon S SA SK SQ SJ S10", "NS 120/175"),
    (X1, "4S S 10; hon S SA SK SQ SJ S10 Joker", "NS 120/200"),
    (X1, "3NT S 9; hon S SA HA DA", "NS 100/0"),
    (X1, "3NT S 9; hon S SA HA DA CA Joker", "NS 100/175"),  # the document's example
    (X2, "3NT S 9; hon S SA HA DA CA RedJoker BlackJoker", "NS 100/200"),
    (X2, "3NT S 9; hon S SA HA DA RedJoker", "NS 100/150"),
    # to the side that holds them, contract made or not, never doubled
    (X1, "4SXX S 9; hon W SA SK SQ SJ", "EW 0/350"),
    # one award a side, for its best hand
    (X1, "4S S 10; hon E SK SQ SJ S10; hon W SA Joker", "NS 120/0 EW 0/150"),
    (PARITY, "3NT S 9; hon W SA HA DA CA SJoker HJoker CJoker DJoker", "NS 100/0 EW 0/200"),
    (PARITY, "3NT S 9; hon W SA HA DA CA; hon E SJoker HJoker CJoker DJoker", "NS 100/0 EW 0/150"),
    (PARITY, "3NT S 9; hon W SA HA DA CA; hon N SJoker HJoker CJoker DJoker",
     "NS 100/150 EW 0/150"),
    (PARITY, "3NT S 9; hon W SA HA DA CA SJoker; hon E HJoker CJoker DJoker", "NS 100/0 EW 0/175"),
    (NON_PARITY, "3S S 10; hon W SA SK SQ SJoker", "NS 90/0 EW 0/150"),
    # honours on a draw still score; on a pass-out nobody has any
    (PARITY, "4S S 7; hon S SA SK SQ SJ", "NS 0/150"),
    # suits by setting, by colour, by deal
    (X2, "4H S 10; hon W HA HK HQ RedJoker", "NS 120/0 EW 0/150"),
    (X2 | {"red_suit": "D"}, "4D S 10; hon W DA DK DQ RedJoker", "NS 80/0 EW 0/150"),
    (X2 | {"black_suit": "C"}, "4C S 10; hon W CA CK CQ BlackJoker", "NS 80/0 EW 0/150"),
    (X1 | {"x1_suit": "D"}, "4D S 10; hon W DA DK DQ Joker", "NS 80/0 EW 0/150"),
    (X1, 'jokers suits=[["Joker","H"]]; 4H S 10; hon S HA HK HQ Joker', "NS 120/150"),
    (X1, "jokers power=minor; 4S S 10; hon S SA SK SQ SJ", "NS 120/150"),
    # wildcards
    (
        WILD2,
        ("4D S; wildcard joker=RedJoker suit=D; tricks tricks=10; hon W DA DK DQ "
         "RedJoker"),
        "NS 80/0 EW 0/150",
    ),
    (WILD1, "3NT S 9; hon S SA HA DA Joker", "NS 100/150"),
    *[
        (
            WILD1 | {"x1_wildcard": "any", "wildcard_until": until},
            f"4{suit} S; wildcard joker=Joker suit={suit}; tricks tricks=10; "
            f"hon E {suit}A {suit}K {suit}Q Joker",
            f"NS {points}/0 EW 0/150",
        )
        for until in ("end-of-bidding", "played")
        for suit, points in (("C", 80), ("D", 80), ("H", 120), ("S", 120))
    ],
    # other values
    (X1 | {"scoring": "duplicate"}, "4S S 10", "NS 420"),
    (
        X1 | {"scoring": "duplicate", "duplicate_honours": "scored"},
        "4S S 10; hon E SA SK SQ SJ",
        "NS 420 EW 150",
    ),
    (
        X1
        | {
            "honours": "custom",
            "honour_values": [
                ["trumps-4", 100], ["trumps-5", 150], ["trumps-6", 300],
                ["nt-4", 110], ["nt-5", 160], ["nt-6", 310],
            ],
        },
        "4S S 10; hon S SA SK SQ SJ; 3NT S 9; hon N SA HA DA CA Joker",
        "NS 120/100 | NS 100/860",  # the second game wins the rubber: 700 and 160
    ),
]  # fmt: skip


@pytest.mark.parametrize(("settings", "entered", "expected"), HONOURS)
def test_honours(settings: dict[str, Any], entered: str, expected: str) -> None:
    assert joker(entered, **settings) == expected


HIGH = {  # power: a Joker is high in trumps, at no trump
    "major": (True, True),
    "major-minor": (True, False),
    "minor-major": (False, True),
    "minor": (False, False),
}


@pytest.mark.parametrize("power", HIGH)
def test_only_a_high_joker_is_an_honour(power: str) -> None:
    for entered, points, is_high in (
        ("4S S 10; hon S SA SK SQ Joker", "NS 120/150", HIGH[power][0]),
        ("3NT S 9; hon S SA HA DA Joker", "NS 100/150", HIGH[power][1]),
    ):
        if is_high:
            assert joker(entered, **X1, power=power) == points
        else:
            assert "only a high Joker is an honour" in refusal(
                "joker-bridge", entered, **X1, power=power
            )


NO_HONOURS = [
    (X1, "4H S 10; hon S HA HK HQ Joker", "Joker belongs to ♠"),
    (X2, "4D S 10; hon S DA DK DQ RedJoker", "Joker belongs to ♥"),
    (NON_PARITY, "4S S 11; hon S SA SK SQ HJoker", "Joker ♥ belongs to ♥"),
    (WILD2, "4D S 10; hon W DA DK DQ RedJoker", "has no suit yet"),
    (
        WILD1 | {"wildcard_until": "played"},
        "3H S 9; hon S HK HA HQ Joker",
        "has no suit yet",
    ),
    (WILD1, "4S S; wildcard joker=Joker suit=S", "Possible: ♦, ♥"),
    (
        WILD1 | {"x1_wildcard": "black"},
        "4H S; wildcard joker=Joker suit=H",
        "Possible: ♣, ♠",
    ),
    (WILD2, "4D S; wildcard joker=BlackJoker suit=D", "Possible: ♣, ♠"),
    (X2, "4D S; wildcard joker=RedJoker suit=D", "isn’t a wildcard in this deal"),
    (WILD1, "wildcard joker=Joker suit=H; 3H S", "Enter the contract first"),
    (PARITY, "jokers mode=wildcard; 4D S 10", "each keeps its own suit"),
    (PARITY, 'jokers suits=[["SJoker","D"]]; 4D S 10', "Possible: ♠"),
    (X2, 'jokers suits=[["RedJoker","S"]]; 4H S 10', "Possible: ♦, ♥"),
    (X1, "4S S 10; hon S SA SK SQ S9", "isn’t an honour in 4♠"),
    (X1, "4S S 10; hon S SA SA SQ SJ", "chosen twice"),
    (X1, "4S S 10; hon S SA SK SQ SJ; hon N SA", "South held A♠"),
    (X1, "passed; hon S SA SK SQ SJ", "Enter the contract first"),
    (X1 | {"honours": "off"}, "4S S 10; hon S SA SK SQ SJ", "doesn’t score honours"),
    (
        X1 | {"scoring": "duplicate"},
        "4S S 10; hon S SA SK SQ SJ",
        "doesn’t score honours",
    ),
    (
        X1 | {"scoring": "chicago"},
        "4S S 10; hon S SA SK SQ SJ",
        "doesn’t score honours",
    ),
]


@pytest.mark.parametrize(("settings", "entered", "why"), NO_HONOURS)
def test_what_is_no_honour(settings: dict[str, Any], entered: str, why: str) -> None:
    assert why in refusal("joker-bridge", entered, **settings)


# ---- fourteen tricks: J5-J7 ----

ONLY = {"seven_all": "no-trick-points"}
SCORED = {"seven_all": "scored"}
FOURTEEN: list[Case] = [
    # seven all: void in either baseline, doubled or not, made or not
    *[(PARITY, f"{bid} N 7", "") for bid in ("1C", "1NTXX", "2H", "7SX", "8NTXX")],
    *[(NON_PARITY, f"{bid} N 7", "") for bid in ("1C", "1NTXX", "7SX")],
    (PARITY | ONLY, "1CXX N 7", "NS 0/100"),
    (PARITY | ONLY, "7SX N 7", "EW 0/1400"),
    (NON_PARITY | ONLY, "1CXX N 7", "EW 0/200"),
    (PARITY | SCORED, "1CXX N 7", "NS 80/100"),
    (PARITY | SCORED, "1NTXX N 7", "NS 160/100"),
    (PARITY | SCORED, "7SX N 7", "EW 0/1400"),
    (NON_PARITY | SCORED, "1C N 7", "EW 0/50"),
    # a draw wins nothing towards game
    (PARITY, "3S N 9; 1S N 7; 1C N 7; 1S E 8", "NS 90/0 |  |  | EW 30/30"),
    # slams from the top, or by level
    (PARITY, "6S N 12", "NS 180/0"),
    (PARITY, "7S N 13", "NS 210/500"),
    (PARITY, "8S N 14", "NS 240/1000"),
    (PARITY | {"parity_slams": "by-level"}, "6S N 12", "NS 180/500"),
    (PARITY | {"parity_slams": "by-level"}, "7S N 13", "NS 210/1000"),
    (PARITY | {"parity_slams": "by-level"}, "8S N 14", "NS 240/1000"),
    (NON_PARITY, "6S N 13", "NS 180/500"),
    (NON_PARITY, "7S N 14", "NS 210/1000"),
    # the eighth level
    (PARITY, "8C N 14", "NS 160/1000"),
    (PARITY, "8NT N 14", "NS 250/1000"),
    (PARITY, "8SXX N 14", "NS 960/1100"),
    (PARITY, "8SXX N 0", "EW 0/7600"),  # 14 down: 2 * (100 + 2 * 200 + 11 * 300)
]


@pytest.mark.parametrize(("settings", "entered", "expected"), FOURTEEN)
def test_fourteen_tricks(settings: dict[str, Any], entered: str, expected: str) -> None:
    assert joker(entered, **settings) == expected


IMPOSSIBLE = [
    (X1, "8C N 14", "The highest is 7"),
    (NON_PARITY, "8C N 14", "The highest is 7"),
    (NON_PARITY, "calls 8C", "Bids go from 1♣ to 7NT"),
    (X1, "1C N 14", "Enter 0 to 13"),
    (PARITY, "1C N 15", "Enter 0 to 14"),
    (PARITY, "1* N 8", "has no ★"),
    (PARITY, "0NT N 7", "Levels go from 1 to 8"),
]


@pytest.mark.parametrize(("settings", "entered", "why"), IMPOSSIBLE)
def test_impossible_results(settings: dict[str, Any], entered: str, why: str) -> None:
    assert why in refusal("joker-bridge", entered, **settings)


# ---- what each figure rests on ----

ACE = "hid N; 1C N 7; show N HA"
AS_ACE = {"hidden_joker": "as-ace"}
OWN_VALUES = {"hidden_table": "custom", "hidden_values": DEAREST}
CITES: list[tuple[dict[str, Any], str, str, str, str]] = [
    # settings, entered, the code of the line, its standing, the end of its rule
    (X1, ACE, "bridge.line.hidden.added", "printed", "§5"),
    # the defenders' card follows §6.2; §5 would have them lose by it
    (X1, "hid E; 1C N 7; show E HA", "bridge.line.hidden.added", "printed", "§6.2"),
    (X1, "hid E; 1C N 6; show E HA", "bridge.line.hidden.taken-off", "printed", "§6.2"),
    (X1 | {"hidden_sign": "declarer"}, ACE, "bridge.line.hidden", "house", ""),
    (X1 | {"hidden_table": "enhanced"}, ACE, "bridge.line.hidden", "printed", "§5"),
    (X1 | OWN_VALUES, ACE, "bridge.line.hidden", "house", ""),
    (X1, "hid N; 1C N 7; show N Joker", "bridge.line.hidden", "inferred", "J2"),
    (X1 | AS_ACE, "hid N; 1C N 7; show N Joker", "bridge.line.hidden", "house", ""),
    (X1, "hid N; passed; show N HA", "bridge.line.hidden", "inferred", "J4"),
    (X1, "4S S 10; hon S SA SK SQ SJ", "bridge.line.honours", "printed", "§6.3"),
    (PARITY, "4S S 7", "bridge.line.draw", "printed", "§6.4"),
    (PARITY, "1SX S 7", "bridge.line.draw.insult", "inferred", "J5"),
    (PARITY | ONLY, "4S S 7", "bridge.line.draw", "house", ""),
    (PARITY, "7S N 13", "bridge.line.slam", "inferred", "J6"),
    (PARITY | {"parity_slams": "by-level"}, "7S N 13", "bridge.line.slam", "house", ""),
    (NON_PARITY, "7S N 14", "bridge.line.slam", "published", "Law 81"),
    (PARITY, "8S N 14", "bridge.line.odd-tricks", "inferred", "J7"),
    (PARITY, "7S N 13", "bridge.line.odd-tricks", "published", "Law 81"),
]  # fmt: skip


@pytest.mark.parametrize(("settings", "entered", "code", "standing", "rule"), CITES)
def test_what_each_figure_rests_on(
    settings: dict[str, Any], entered: str, code: str, standing: str, rule: str
) -> None:
    (line,) = score("joker-bridge", entered, **settings).lines_of(code)[-1:]
    assert (line["standing"], line["rule"].endswith(rule)) == (standing, True), line
