"""Contract bridge against the Laws counted a second time, and against sheets kept by
hand."""

import random
from collections.abc import Iterator

import pytest

from tests.audit.bridge import (
    BOARDS,
    OTHER,
    SIDES,
    Book,
    contract,
    duplicate_deal,
    refusal,
    score,
)
from tests.audit.said import say_lines

BY_THE_GAME = {
    "bridge": ({}, 6, "1234567", "C D H S NT", (12, 13)),
    "deuces-wild": ({}, 6, "1234567", "C D H S NT", (12, 13)),
    "five-crowns": ({}, 7, "1234567", "C D H S * NT", (13, 14)),
    "x1": ({"variant": "x1"}, 6, "1234567", "C D H S NT", (12, 13)),
    "x2": ({"variant": "x2"}, 6, "1234567", "C D H S NT", (12, 13)),
    "parity": ({"variant": "x4-parity"}, 6, "12345678", "C D H S NT", (13, 14)),
    "parity by level": (
        {"variant": "x4-parity", "parity_slams": "by-level"},
        6,
        "12345678",
        "C D H S NT",
        (12, 13),
    ),
    "non-parity": ({"variant": "x4-non-parity"}, 7, "1234567", "C D H S NT", (13, 14)),
    "parity, sevens scored": (
        {"variant": "x4-parity", "seven_all": "scored"},
        6,
        "12345678",
        "C D H S NT",
        (13, 14),
    ),
}
SHORT = ("bridge", "five-crowns", "x2", "parity")
"""Those of which ./test goes through every result; ./prove journeys does for all."""


def every_result(name: str) -> list[tuple[str, int]]:
    _, book, levels, denominations, _ = BY_THE_GAME[name]
    bids = [level + one for level in levels for one in denominations.split()]
    bids += ["0NT"] if name == "five-crowns" else []
    most = 14 if book == 7 or "8" in levels else 13
    return [
        (bid + doubling, tricks)
        for bid in bids
        for doubling in ("", "X", "XX")
        for tricks in range(most + 1)
    ]


def boards(name: str) -> Iterator[list[tuple[str, str, int, bool] | None]]:
    """Every result at both vulnerabilities, laid out on boards; None = passed out."""
    todo = {True: every_result(name), False: every_result(name)}
    batch: list[tuple[str, str, int, bool] | None] = []
    while any(todo.values()):
        n = len(batch)
        state = BOARDS[n % 16]
        wanted = {"both": True, "none": False}.get(state, n % 2 == 0)
        if not todo[wanted] and state in SIDES.values():
            wanted = not wanted
        if todo[wanted]:
            bid, tricks = todo[wanted].pop()
            side = state if wanted else OTHER.get(state, "NS")
            side = side if side in OTHER else "NS"
            batch.append((bid, side[n % 2], tricks, wanted))
        else:
            batch.append(None)
        if len(batch) == 720:
            yield batch
            batch = []
    yield batch


@pytest.mark.parametrize(
    "name",
    [
        *SHORT,
        *(
            pytest.param(one, marks=pytest.mark.slow)
            for one in BY_THE_GAME
            if one not in SHORT
        ),
    ],
)
def test_every_result_at_both_vulnerabilities_at_duplicate(name: str) -> None:
    settings, book, _, _, slams = BY_THE_GAME[name]
    game = name if name in ("bridge", "deuces-wild", "five-crowns") else "joker-bridge"
    draws = "parity" in name and "seven_all" not in settings
    for batch in boards(name):
        written = []
        expected = []
        for one in batch:
            if one is None:
                written.append("passed")
                expected.append("")
                continue
            bid, declarer, tricks, vulnerable = one
            written.append(f"{bid} {declarer} {tricks}")
            counted = contract(bid, tricks, vulnerable, book, slams)
            if draws and tricks == 7:
                counted = 0, 0, 0
            won, lost = duplicate_deal(bid, vulnerable, counted)
            points, side = (
                (won, SIDES[declarer]) if won else (lost, OTHER[SIDES[declarer]])
            )
            expected.append(f"{side} {points}" if points else "")
        sheet = score(game, "\n".join(written), scoring="duplicate", **settings)
        wrong = [
            (said, wanted, got)
            for said, wanted, got in zip(written, expected, sheet.said(), strict=True)
            if wanted != got
        ]
        assert not wrong, wrong[:20]


@pytest.mark.parametrize("name", BY_THE_GAME)
@pytest.mark.parametrize("form", ["rubber", "chicago", "chicago others"])
def test_long_evenings(name: str, form: str) -> None:
    settings, book, _, _, slams = BY_THE_GAME[name]
    game = name if name in ("bridge", "deuces-wild", "five-crowns") else "joker-bridge"
    dice = random.Random(f"{name} {form}")
    results = every_result(name)
    book_keeping = Book(form.split()[0], form.endswith("others"))
    written: list[str] = []
    expected: list[tuple[str, int]] = []
    for _ in range(300):
        if dice.random() < 0.06:
            written.append("passed")
            expected.append((book_keeping.passed(), book_keeping.section))
            continue
        declarer = dice.choice("NESW")
        bid, tricks = dice.choice(results)
        # nearly made or just made, so that games and parts add up
        if dice.random() < 0.5:
            tricks = max(0, min(book + int(bid[0]) + dice.choice([-1, 0, 0, 1]), 13))
            bid = bid.rstrip("X")
        section = book_keeping.section
        counted = contract(
            bid, tricks, book_keeping.vulnerable(SIDES[declarer]), book, slams
        )
        if "parity" in name and "seven_all" not in settings and tricks == 7:
            counted = 0, 0, 0
        written.append(f"{bid} {declarer} {tricks}")
        expected.append((book_keeping.enter(declarer, counted), section))
    sheet = score(
        game,
        "\n".join(written),
        **settings,
        scoring=form.split()[0],
        chicago="carried",
        chicago_vulnerable="others" if form.endswith("others") else "dealer",
    )
    got = [
        (say_lines(row["lines"]), number)
        for number, section in enumerate(sheet.json["sections"], start=1)
        for row in section["rows"]
    ]
    wrong = [
        one for one in zip(written, expected, got, strict=True) if one[1] != one[2]
    ]
    assert not wrong, wrong[:10]
    assert book_keeping.section > 5


# ---- by hand ----

DOUBLED_DOWN = {  # not vulnerable, vulnerable: one to seven down, Law 81
    "X": (
        [100, 300, 500, 800, 1100, 1400, 1700],
        [200, 500, 800, 1100, 1400, 1700, 2000],
    ),
    "XX": (
        [200, 600, 1000, 1600, 2200, 2800, 3400],
        [400, 1000, 1600, 2200, 2800, 3400, 4000],
    ),
}


@pytest.mark.parametrize("doubling", DOUBLED_DOWN)
def test_doubled_undertricks(doubling: str) -> None:
    plain, vulnerable = DOUBLED_DOWN[doubling]
    for down in range(1, 8):
        deal = f"4S{doubling} N {10 - down}"
        assert score("bridge", deal).said() == [f"EW 0/{plain[down - 1]}"]
        after = score("bridge", f"4S N 10; {deal}").said()
        assert after[1] == f"EW 0/{vulnerable[down - 1]}"


RUBBERS: list[tuple[dict[str, str], str, str]] = [
    # settings, entered, row by row
    ({}, "4S N 10; 4S N 10", "NS 120/0 | NS 120/700"),
    ({}, "4S N 10; 4S E 10; 4S N 10", "NS 120/0 | EW 120/0 | NS 120/500"),
    ({}, "4S E 10; 4S N 10; 4S N 10", "EW 120/0 | NS 120/0 | NS 120/500"),
    # a won game wipes both part-scores
    ({}, "3S E 9; 4S N 10; 1S E 7; ended", ("EW 90/0 | NS 120/0 | EW 30/0 | NS 0/300 "
                                            "EW 0/100")),
    # 30 and 70 make the game; overtricks don't
    ({}, "1S N 7; 2NT N 8; 1C E 7; ended", ("NS 30/0 | NS 70/0 | EW 20/0 | NS 0/300 EW "
                                            "0/100")),
    ({}, "1S N 10; 2S N 8; ended", "NS 30/90 | NS 60/0 | NS 0/100"),
    # vulnerability is taken before the deal: the game itself is not yet vulnerable
    ({}, "3NTX N 10; 3NTX N 10", "NS 200/150 | NS 200/950"),  # 50+100 · 50+200+700
    # 3NT is not 3NT doubled
    ({}, "3NT N 9", "NS 100/0"),
    ({}, "3NTX N 9", "NS 200/50"),
    ({}, "1NTXX N 7", "NS 160/100"),
    # slams, never multiplied
    ({}, "6SX N 12; 6SXX N 12", "NS 360/550 | NS 720/1550"),  # 500+50 · 750+100+700
    ({}, "4S E 10; 7NTXX E 13", "EW 120/0 | EW 880/2300"),  # 1500+100+700
    # the winner of the rubber can lose on points
    ({}, "4S N 10; 4SXX N 3; 4S N 10", "NS 120/0 | EW 0/4000 | NS 120/700"),
    # unfinished
    ({}, "4S N 10; ended", "NS 120/0 | NS 0/300"),
    ({}, "1S N 7; ended", "NS 30/0 | NS 0/100"),
    ({"unfinished_part": "50"}, "1S N 7; ended", "NS 30/0 | NS 0/50"),
    ({}, "1S N 7; 1H E 7; ended", "NS 30/0 | EW 30/0 | "),
    ({}, "4S N 10; 4S E 10; ended", "NS 120/0 | EW 120/0 | "),  # not 300 to both
    ({}, "4S N 10; 4S E 10; 1H E 7; ended", "NS 120/0 | EW 120/0 | EW 30/0 | EW 0/100"),
    ({}, "4S N 10; 1H N 7; ended", "NS 120/0 | NS 30/0 | NS 0/400"),
    ({"unfinished_part": "50"}, "4S N 10; 1H N 7; ended", ("NS 120/0 | NS 30/0 | NS "
                                                           "0/350")),
    # honours
    ({}, "4S N 9; hon E SA SK SQ SJ", "EW 0/150"),
    ({}, "4SXX N 10; hon E SA SK SQ SJ S10", "NS 480/100 EW 0/150"),
    ({}, "3NT N 9; hon S SA HA DA CA", "NS 100/150"),
    ({}, "3NT N 9; hon S SA HA DA", "NS 100/0"),
    ({"scoring": "duplicate", "duplicate_honours": "scored"}, ("4H N 10; hon E HA HK "
                                                               "HQ HJ"),
     "NS 420 EW 100"),
    # Chicago, deal by deal: none, the dealer's side, the dealer's side, both
    ({"scoring": "chicago"}, "4S N 10; 4S N 10; 4S N 10; 4S N 10; 4S N 10",
     "NS 420 | NS 420 | NS 620 | NS 620 | NS 420"),
    ({"scoring": "chicago", "chicago_vulnerable": "others"}, ("4S N 10; 4S N 10; 4S N "
                                                              "10; 4S N 10"),
     "NS 420 | NS 620 | NS 420 | NS 620"),
    ({"scoring": "chicago"}, "passed; 4S N 10; 1C E 7", " | NS 420 | EW 70"),
    # Chicago with part-scores carried
    ({"scoring": "chicago", "chicago": "carried"}, "1C N 7; 1C N 7; 1C N 7; 1C N 7",
     "NS 20/0 | NS 20/0 | NS 20/0 | NS 20/100"),
    ({"scoring": "chicago", "chicago": "carried"}, "3S N 9; 1C N 7; 2C N 8; 1C E 7",
     "NS 90/0 | NS 20/300 | NS 40/0 | EW 20/100"),
    ({"scoring": "chicago", "chicago": "carried"}, "3S N 9; 3S N 9; 1C E 7; 2NT E 8",
     "NS 90/0 | NS 90/300 | EW 20/0 | EW 70/100"),
    # passed out: the same dealer again, so deal 3 is still South's and NS vulnerable
    ({"scoring": "chicago", "chicago": "carried"}, ("1C N 7; 1C N 7; passed; 4S N 9; "
                                                    "4S N 9"),
     "NS 20/0 | NS 20/0 |  | EW 0/100 | EW 0/100"),
    ({"scoring": "duplicate"}, "passed; 4S N 10; 1C E 7", " | NS 620 | EW 70"),
]  # fmt: skip


@pytest.mark.parametrize(("settings", "entered", "expected"), RUBBERS)
def test_by_hand(settings: dict[str, str], entered: str, expected: str) -> None:
    assert " | ".join(score("bridge", entered, **settings).said()) == expected


def test_a_rubber_won_and_lost_on_points() -> None:
    (rubber,) = score("bridge", "4S N 10; 4SXX N 3; 4S N 10").json["sections"]
    assert (rubber["over"], rubber["winners"]) == (True, ["EW"])


AUCTIONS = [
    # calls from North, declarer, contract
    ("1S P 2S P P P", "North", "2♠"),  # not the last bidder
    ("1C P 1S P 2C P 4S P P P", "South", "4♠"),
    ("P 1H P 2H 2S P 3S P P P", "North", "3♠"),
    ("1S 1NT P 2S P P P", "West", "2♠"),  # the side's own first, not the opponents'
    ("1S X P P XX P P P", "North", "1♠ redoubled"),
    ("1S X XX P P P", "North", "1♠ redoubled"),
    ("1C X 1D P P P", "South", "1♦"),  # a new bid cancels the double
    ("1S P P X P P P", "North", "1♠ doubled"),
]


@pytest.mark.parametrize(("calls", "declarer", "contract"), AUCTIONS)
def test_who_declares(calls: str, declarer: str, contract: str) -> None:
    facts = score("bridge", f"calls {calls}").rows[0]["facts"]
    assert (facts["declarer"], facts["contract"]) == (declarer, contract)


WRONG = [
    ("calls 1C 1C", "not higher than"),
    ("calls 1H 1D", "not higher than"),
    ("calls 1S P X", "1♠ is the same side’s bid"),
    ("calls X", "Nobody has bid yet"),
    ("calls XX", "No bid is doubled"),
    ("calls 1S X X", "already doubled"),
    ("calls 1S X P XX", "Only the side that bid 1♠"),
    ("calls 1S X XX XX", "already redoubled"),
    ("calls 1S X 2C XX", "No bid is doubled"),
    ("calls 1S P P P P", "The auction is over"),
    ("calls 8C", "from 1♣ to 7NT"),
    ("4S S 14", "Enter 0 to 13"),
    ("4S S -1", "Enter 0 to 13"),
    ("8C N 13", "This game has no level 8. The highest is 7"),
    ("0NT N 7", "Levels go from 1 to 7"),
    ("3* N 10", "has no ★"),
    ("4SXXX S 10", "no contract is written '4SXXX'"),
    ("4S 1 10", "no seat “1”"),
    ("1C N 7; tricks tricks=8", "no contract yet"),
    ("1C N; 1D N 8", "already has a contract, 1♣"),
    ("1C N; ended", "A deal is in progress"),
    ("ended", "Nothing has been played"),
    ("1C N 7; thrown-in", "No deal is in progress"),
    ("hid N; 1C N 7", "This pack has no hidden card"),
    ("4S N 10; hon E SA SK SQ Joker", "Joker"),
]


@pytest.mark.parametrize(("entered", "why"), WRONG)
def test_what_is_refused(entered: str, why: str) -> None:
    assert why in refusal("bridge", entered)


# ---- deuces wild and five crowns ----

VARIATIONS: list[tuple[str, dict[str, object], str, str]] = [
    ("deuces-wild", {}, "4S N 9; hon E SA SK SQ SJ S10", "EW 0/200"),
    ("deuces-wild", {}, "3NT N 9; hon E SA HA DA CA", "NS 100/0 EW 0/150"),
    # 10 + 30n, also for 0NT
    ("five-crowns", {}, "0NT N 7", "NS 10/0"),  # seven all makes it: no draw here
    ("five-crowns", {}, "0NT N 8", "NS 10/30"),
    ("five-crowns", {}, "0NTX N 7", "NS 20/50"),
    ("five-crowns", {}, "0NTX N 9", "NS 20/250"),
    ("five-crowns", {}, "0NTXX N 7", "NS 40/100"),
    ("five-crowns", {}, "0NTXX N 6", "EW 0/200"),
    ("five-crowns", {"scoring": "duplicate"}, "0NT N 7", "NS 60"),
    ("five-crowns", {}, "3* N 10", "NS 100/0"),
    ("five-crowns", {}, "3S N 10", "NS 90/0"),
    ("five-crowns", {}, "1C N 7", "EW 0/50"),
    ("five-crowns", {}, "5* N 12", "NS 160/0"),
    ("five-crowns", {}, "6* N 13", "NS 190/500"),
    ("five-crowns", {}, "7* N 14", "NS 220/1000"),
    ("five-crowns", {}, "0NT N 7; 3S N 10", "NS 10/0 | NS 90/0"),  # together a game
    ("five-crowns", {}, "3* N 10; hon E *K *Q *J *10", "NS 100/0 EW 0/100"),
    ("five-crowns", {}, "3S N 9; hon E SK SQ SJ S10 S9", "EW 0/200"),
    ("five-crowns", {}, "3NT N 10; hon E *K SK HK DK CK", "NS 100/0 EW 0/150"),
    ("five-crowns", {}, "3NT N 10; hon E *K SK HK DK", "NS 100/0"),
]


@pytest.mark.parametrize(("game", "settings", "entered", "expected"), VARIATIONS)
def test_variations(
    game: str, settings: dict[str, object], entered: str, expected: str
) -> None:
    assert " | ".join(score(game, entered, **settings).said()) == expected


WRONG_CROWNS = [
    ({}, "1C N 15", "Enter 0 to 14"),
    ({}, "0C N 7", "At level 0 only no trump can be bid"),
    ({}, "0* N 7", "At level 0 only no trump can be bid"),
    ({}, "8C N 14", "This game has no level 8. The highest is 7"),
    ({}, "calls 1C 0NT", "not higher than"),
    ({}, "calls 1* 1S", "not higher than"),
    ({}, "calls 1NT 1*", "not higher than"),
    ({}, "3* N 10; hon E *A *K *Q *J", "isn’t one of the 56 cards"),
    ({}, "3* N 10; hon E *K *Q *J Joker", "a Joker isn’t an honour in this game"),
    ({}, "3S N 10; hon E *K SQ SJ S10", "isn’t an honour in 3♠"),
    ({"honours": "off"}, "3* N 10; hon E *K *Q *J *10", "doesn’t score honours"),
]


@pytest.mark.parametrize(("settings", "entered", "why"), WRONG_CROWNS)
def test_what_is_refused_at_five_crowns(
    settings: dict[str, str], entered: str, why: str
) -> None:
    assert why in refusal("five-crowns", entered, **settings)


CITES = [
    ("bridge", {}, "4S N 10; 4S N 10", "bridge.line.rubber", "published", "Law 74"),
    ("bridge", {}, "4S N 10", "bridge.line.odd-tricks", "published", "Law 81"),
    ("bridge", {}, "1S N 7; ended", "bridge.line.unfinished", "published", "Law 80"),
    ("bridge", {"unfinished_part": "50"}, "1S N 7; ended", "bridge.line.unfinished", "house", ""),
    ("bridge", {}, "4S N 9; hon E SA SK SQ SJ", "bridge.line.honours", "published", "Law 81"),
    ("bridge", {"scoring": "duplicate"}, "4S N 10", "bridge.line.game", "published", "Law 77"),
    ("five-crowns", {}, "0NT N 7", "bridge.line.book-made", "printed", "scoring"),
    ("five-crowns", {}, "3* N 10", "bridge.line.odd-tricks", "printed", "scoring"),
    ("five-crowns", {}, "3* N 9; hon E *K *Q *J *10", "bridge.line.honours", "inferred", "§3"),
    ("deuces-wild", {}, "4S N 9; hon E SA SK SQ SJ", "bridge.line.honours", "published", "Law 81"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("game", "settings", "entered", "code", "standing", "rule"), CITES
)
def test_what_each_figure_rests_on(
    game: str,
    settings: dict[str, str],
    entered: str,
    code: str,
    standing: str,
    rule: str,
) -> None:
    line = score(game, entered, **settings).lines_of(code)[-1]
    assert (line["standing"], line["rule"].endswith(rule)) == (standing, True), line
