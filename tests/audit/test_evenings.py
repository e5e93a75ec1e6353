"""What §8 of the readings asks for: corrections, forgotten deals, people, paper,
settlement."""

from fractions import Fraction
from pathlib import Path

import pytest

from scorekeeper.core.sheet import settle
from scorekeeper.exports.session_file import read
from tests.audit import bridge, others, said
from tests.audit.said import Sheet, say_lines


def story(sheet: Sheet) -> list[str]:
    """Each section's rows: the entry that opened it, what it comes to, + where
    rescored."""
    return [
        " | ".join(
            f"{row['id']} {say_lines(row['lines'])}".strip()
            + ("+" if "rescored" in row["marks"] else "")
            for row in section["rows"]
        )
        for section in sheet.json["sections"]
    ]


STORIES: list[tuple[str, str, list[str], list[list[int]]]] = [
    # what happened, entered, sections, what each correction rescored elsewhere
    (
        "miscounted tricks, corrected in place",
        "4S N\nt: tricks tricks=10\nvoid t #fix; tricks tricks=9 @t #fix",
        ["1 EW 0/50"],
        [[]],
    ),
    (
        "a game that was none: the other side's next game finds nobody vulnerable",
        "4S N\nt: tricks tricks=10\n4S N 8\nvoid t #fix; tricks tricks=9 @t #fix",
        ["1 EW 0/50 | 3 EW 0/100+"],
        [[3]],
    ),
    (
        "a rubber that was not over: what followed belongs to it",
        (
            "4S N 10; 4S N\nt: tricks tricks=10\n1C E 7; 4S N 9\nvoid t #fix; tricks "
            "tricks=9 @t #fix"
        ),
        ["1 NS 120/0 | 3 EW 0/100 | 5 EW 20/0 | 7 EW 0/100+"],
        [[7]],
    ),
    (
        "a forgotten game, put in before a later deal: it is vulnerable now",
        "1C N 7\nc: contract contract=4S declarer=N\ntricks tricks=8\n"
        "contract contract=4H declarer=S @c #late; tricks tricks=10 @c #late",
        ["1 NS 20/0 | 5 NS 120/0 | 3 EW 0/200+"],
        [[3]],
    ),
    (
        "a forgotten game that ends the rubber: later deals open the next",
        "4S N 10\nc: contract contract=4S declarer=N\ntricks tricks=8\n1C E 7; 4S E 10\n"
        "contract contract=4H declarer=S @c #late; tricks tricks=10 @c #late",
        ["1 NS 120/0 | 9 NS 120/700", "3 EW 0/100+ | 5 EW 20/0 | 7 EW 120/0"],
        [[3]],
    ),
    (
        "a correction that ends the rubber earlier",
        (
            "4S N 10; 4S N\nt: tricks tricks=9\n4S N 9; 4S E 10\nvoid t #fix; tricks "
            "tricks=10 @t #fix"
        ),
        ["1 NS 120/0 | 3 NS 120/700", "5 EW 0/50+ | 7 EW 120/0"],
        [[5]],
    ),
    (
        "the doubling was forgotten",
        "c: contract contract=4S declarer=N\ntricks tricks=10\n"
        "void c #fix; contract contract=4SX declarer=N @c #fix",
        ["1 NS 240/50"],
        [[]],
    ),
    (
        "a whole deal struck out",
        (
            "c: contract contract=4S declarer=N\nt: tricks tricks=10\n4S N 8\nvoid c "
            "#out; void t #out"
        ),
        ["3 EW 0/100+"],
        [[3]],
    ),
]


@pytest.mark.parametrize(
    ("entered", "sections", "rescored"),
    [one[1:] for one in STORIES],
    ids=[one[0] for one in STORIES],
)
def test_corrections(
    entered: str, sections: list[str], rescored: list[list[int]]
) -> None:
    sheet = bridge.score("bridge", entered)
    assert story(sheet) == sections
    assert [one["rescored"] for one in sheet.json["corrections"]] == rescored
    assert sheet.json["misfits"] == []


def test_what_lost_its_place_counts_for_nothing_and_is_told() -> None:
    sheet = bridge.score(
        "bridge", "c: contract contract=4S declarer=N\ntricks tricks=10\nvoid c"
    )
    assert sheet.totals() == {"NS": 0, "EW": 0}
    assert [(one["entry"], one["kind"]) for one in sheet.json["misfits"]] == [
        (2, "tricks")
    ]


DEALERS = [
    ("1C N 7; 1C N 7; passed; 1C N 7; 4S N 10", "North East South West North"),
    ("1C N; thrown-in reason=misdeal; 1C N 7; 1C N 7", "North East"),
    ("dealer seat=S; 1C N 7; 1C N 7", "South West"),
    ("1C N 7; dealer seat=N; 1C N 7; 1C N 7", "North North East"),
    ("calls P P P P; 1C N 7", "North East"),
    ("4S N 10; 4S N 10; 1C N 7", "North East South"),
    ("1C N 7; ended; 1C N 7", "North East"),
]


@pytest.mark.parametrize(("entered", "dealers"), DEALERS)
def test_who_deals(entered: str, dealers: str) -> None:
    rows = bridge.score("bridge", entered).rows
    assert (
        " ".join(row["facts"]["dealer"] for row in rows if "dealer" in row["facts"])
        == dealers
    )


PAPER: list[tuple[dict[str, str], str, str]] = [
    # settings, entered, row by row
    # 60 below, and the other side's game: both come from paper
    ({}, "carried-in party=NS points=60 part=below; carried-in party=EW points=1 part=games; "
         "2H N 8; 4S E 9; 1NTXX E 7",
     "NS 60/0 |  | NS 60/0 | NS 0/100 | EW 160/600"),  # 100 for the insult, 500 for 2-1
    ({}, "carried-in party=NS points=1 part=games; 4S N 10", " | NS 120/700"),
    ({}, "carried-in party=NS points=1 part=games; 4SX N 9", " | EW 0/200"),
    ({}, "carried-in party=NS points=1 part=games; 1C E 7; ended",
     " | EW 20/0 | NS 0/300 EW 0/100"),
    ({}, "carried-in party=NS points=730 part=above; 4S N 10; ended",
     "NS 0/730 | NS 120/0 | NS 0/300"),
    # an adjustment stands above the line and wins nothing
    ({}, "1S N 7; adjusted party=NS points=90 reason=late; 1S N 7; ended",
     "NS 30/0 | NS 0/90 | NS 30/0 | NS 0/100"),
    ({}, "adjusted party=EW points=-50 reason=late; 1C N 7", "EW 0/-50 | NS 20/0"),
    ({"scoring": "duplicate"}, "carried-in party=EW points=170 part=score; 4S N 10",
     "EW 170 | NS 420"),
    ({"scoring": "chicago", "chicago": "carried"},
     "carried-in party=NS points=60 part=below; 1NT N 7", "NS 60/0 | NS 40/300"),
]  # fmt: skip


@pytest.mark.parametrize(("settings", "entered", "expected"), PAPER)
def test_paper_and_adjustments(
    settings: dict[str, str], entered: str, expected: str
) -> None:
    sheet = bridge.score("bridge", entered, **settings)
    assert " | ".join(sheet.said()) == expected
    noted = [line for row in sheet.rows if not row["facts"] for line in row["lines"]]
    assert {line["standing"] for line in noted if "unfinished" not in line["code"]} == {
        "house"
    }


NOT_ON_PAPER = [
    ({}, "carried-in party=NS points=100 part=below", "part-scores stay under 100"),
    ({}, "carried-in party=NS points=2 part=games", "can’t have won 2 games"),
    ({}, "carried-in party=NS points=60 part=score", "isn’t part of this sheet"),
    ({}, "carried-in party=13 points=60 part=above", "The columns are NS and EW"),
    (
        {"scoring": "duplicate"},
        "carried-in party=NS points=60 part=below",
        "isn’t part of this sheet",
    ),
    (
        {"scoring": "duplicate"},
        "carried-in party=NS points=1 part=games",
        "isn’t part of this sheet",
    ),
]


@pytest.mark.parametrize(("settings", "entered", "why"), NOT_ON_PAPER)
def test_what_cannot_be_carried_in(
    settings: dict[str, str], entered: str, why: str
) -> None:
    assert why in bridge.refusal("bridge", entered, **settings)


# ---- people ----

FOUR = "sit Ann/N Ben/E Cat/S Dan/W\n"


def settled(game: str, entered: str, **settings: str) -> dict[str, Fraction]:
    shorthand = bridge.SHORTHAND if "bridge" in game else others.SHORTHANDS[game]
    file = said.written(game, settings, said.entries(entered, shorthand))
    session = read(file.encode()).session
    shares = settle(session.game.sheet(session.folded.state), session.settings)
    return {person: Fraction(points) for person, points in shares}


def shares(text: str) -> dict[str, Fraction]:
    return {
        name: Fraction(points)
        for name, points in (one.split("=") for one in text.split())
    }


SETTLED: list[tuple[str, str, str, str]] = [
    # game, settlement, entered, each person's points
    ("bridge", "section", FOUR + "4S N 10; 4S N 10", ("Ann=940 Cat=940 Ben=-940 "
                                                      "Dan=-940")),
    ("bridge", "deal", FOUR + "4S N 10; 4S N 10", "Ann=940 Cat=940 Ben=-940 Dan=-940"),
    # Eve sits in for Ann after the first deal
    ("bridge", "section", FOUR + "4S N 10\nsit Eve/N\n4S N 10",
     "Eve=940 Cat=940 Ben=-940 Dan=-940"),
    ("bridge", "deal", FOUR + "4S N 10\nsit Eve/N\n4S N 10",
     "Ann=120 Eve=820 Cat=940 Ben=-940 Dan=-940"),
    # cut in for the second rubber: each rubber goes to those who sat at its end
    ("bridge", "section", FOUR + "4S N 10; 4S N 10\nsit Eve/N\n1C E 7; ended",
     "Ann=940 Eve=-120 Cat=820 Ben=-820 Dan=-820"),
    # pivot: Ann and Ben change places between two rubbers
    ("bridge", "section", FOUR + "4S N 10; 4S N 10\nsit Ben/N Ann/E\n4S N 10; 4S N 10",
     "Ann=0 Ben=0 Cat=1880 Dan=-1880"),
    # three or more play alone: above or below the mean
    ("two-ten-jack", "section",
     ("sit Ann/1 Ben/2 Cat/3 Dan/4\nsums 1:30 2:-30 3:10 4:-10\nsit Eve/1\nsums 1:20 "
      "2:-20 3:0 4:0"),
     "Eve=50 Ben=-50 Cat=10 Dan=-10"),
    ("two-ten-jack", "deal",
     ("sit Ann/1 Ben/2 Cat/3 Dan/4\nsums 1:30 2:-30 3:10 4:-10\nsit Eve/1\nsums 1:20 "
      "2:-20 3:0 4:0"),
     "Ann=30 Eve=20 Ben=-50 Cat=10 Dan=-10"),
    ("rook", "section", "sit Ann/1 Ben/2 Cat/3 Dan/4\nbid 2 120; count 24 130",
     "Ann=-60 Cat=-60 Ben=60 Dan=60"),
    ("berzerka", "section",
     "sit Ann/1 Ben/2 Cat/3\nboard bottle-it-up\nhand 1 bottle-it-up 0 3\n"
     "hand 2 bottle-it-up 0 4\nhand 3 bottle-it-up 0 5\nadjusted party=1 points=3 reason=x",
     "Ann=8 Ben=-1 Cat=-7"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "settlement", "entered", "expected"), SETTLED)
def test_settlement(game: str, settlement: str, entered: str, expected: str) -> None:
    assert settled(game, entered, settlement=settlement) == shares(expected)


def test_who_sat_where_stands_by_each_deal() -> None:
    sheet = bridge.score(
        "bridge", FOUR + "4S N 10\nsit Eve/N\n1C N 7\nleft person=Eve\n1C E 7"
    )
    assert [row["people"].get("N") for row in sheet.rows] == ["Ann", "Eve", None]
    assert "isn’t at this table" in bridge.refusal("bridge", "left person=Ann")


# ---- the other games ----

ELSEWHERE: list[tuple[str, str, str]] = [
    # game, entered, totals
    ("rook", "bid 2 150; thrown-in; bid 1 100; count 13 100", "13=100 24=100"),
    ("rook", "bid 2 120\nc: count 24 130\nvoid c #f; count 24 115 @c #f",
     "13=85 24=-120"),
    ("rook", "adjusted party=13 points=-50 reason=late; bid 2 150; count 24 150",
     "13=0 24=150"),
    ("two-ten-jack",
     "a: totals totals=[[\"1\",30],[\"2\",-30],[\"3\",0],[\"4\",0]]\n"
     "void a #f; totals totals=[[\"1\",-30],[\"2\",30],[\"3\",0],[\"4\",0]] @a #f",
     "1=-30 2=30 3=0 4=0"),
    ("two-ten-jack", "adjusted party=1 points=-3 reason=x; sums 1:30 2:-30 3:0 4:0",
     "1=27 2=-30 3=0 4=0"),
    ("two-ten-jack", "carried-in party=2 points=7; sums 1:30 2:-30 3:0 4:0", "1=30 2=-23 3=0 4=0"),
    # a box refilled changes the value of the contract for everybody
    ("berzerka",
     "board berzerka\nhand 1 berzerka 0 7\nhand 2 berzerka 0 6\n"
     "h: hand 3 berzerka 0 5\ndealer seat=2\n"
     "void h #f; hand 3 berzerka 0 8 @h #f",
     "1=0 2=-4 3=4"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "entered", "expected"), ELSEWHERE)
def test_the_other_games(game: str, entered: str, expected: str) -> None:
    found = others.score(game, entered)
    assert found.totals() == {
        name: int(points) for name, points in shares(expected).items()
    }
    assert found.json["misfits"] == []


def test_the_file_of_the_page_scores_as_the_page_says() -> None:
    """The example of docs/session-file.md: 4♠ with an overtrick, honours, and East's
    ace."""
    page = Path(__file__).resolve().parents[2] / "docs" / "session-file.md"
    example = page.read_text().split("```json\n")[1].split("```")[0]
    session = read(example.encode()).session
    sheet = session.game.sheet(session.folded.state)
    assert [sheet.sections[0].total(side) for side in ("NS", "EW")] == [300, 20]
