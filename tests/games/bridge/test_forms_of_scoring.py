"""Rubbers, Chicagos in both meanings, boards: games, vulnerability, bonuses, ends.

Single contracts are tested by their figures elsewhere; here is what deals do to each
other.
"""

from dataclasses import replace

import pytest

from scorekeeper.core.citations import Authority
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import CarriedIn, DealerIs, Ended
from scorekeeper.core.seats import COMPASS, Party, Seat
from scorekeeper.core.session import Event
from scorekeeper.games.bridge import BRIDGE, DEUCES_WILD
from scorekeeper.games.bridge.contract import Call
from scorekeeper.games.bridge.events import BoardIs, CallMade, PassedOut, Vulnerable
from scorekeeper.games.bridge.rules import (
    Chicago,
    ChicagoVulnerable,
    DeucesSettings,
    DuplicateHonours,
    Scoring,
    Settings,
    UnfinishedPart,
)
from scorekeeper.games.bridge.sheet import Pad, pads
from scorekeeper.words import words_in
from tests.games.bridge.at_table import (
    Table,
    deal,
    honours,
    points,
    refused,
    row,
    section,
)

CHICAGO = Settings(scoring=Scoring.CHICAGO)
CARRIED = replace(CHICAGO, chicago=Chicago.CARRIED)
DUPLICATE = Settings(scoring=Scoring.DUPLICATE)

NS_GAME = deal("4S", "N", 10)
EW_GAME = deal("4S", "E", 10)
NS_PART = deal("2S", "N", 8)
EW_PART = deal("2S", "E", 8)


def played(*deals: tuple[Event, ...], settings: Settings | None = None) -> Table:
    table = Table(BRIDGE, settings or Settings())
    for facts in deals:
        table.enter(*facts)
    return table


def vulnerable(table: Table) -> list[str]:
    """Who is vulnerable in each row: "-", "NS", "EW" or "both"."""
    found = []
    for one in table.sheet.rows():
        value = next(fact.value for fact in one.facts if fact.head == "vulnerable")
        found.append(
            value.id
            if isinstance(value, Party)
            else {"none": "-"}.get(_last(value), "both")
        )
    return found


def _last(value: object) -> str:
    return str(getattr(value, "code", "")).rsplit(".", 1)[-1]


def bonus(table: Table, number: int = -1) -> list[tuple[str, int, str]]:
    """What a row holds besides its contract."""
    contract = ("odd-tricks", "overtricks", "undertricks", "insult")
    return [
        (party, pts, code)
        for party, _, pts, code in points(row(table, number).lines)
        if not code.startswith(contract)
    ]


def said(table: Table) -> str:
    return words_in("en").text(section(table).headline).replace("\u2060", "")


# ---- rubber ----


def test_two_nil_is_700_and_two_one_is_500() -> None:
    assert bonus(played(NS_GAME, NS_GAME)) == [("NS", 700, "rubber")]
    assert bonus(played(NS_GAME, EW_GAME, NS_GAME)) == [("NS", 500, "rubber")]
    assert bonus(played(NS_GAME, EW_GAME, EW_GAME)) == [("EW", 500, "rubber")]


def test_the_rubber_bonus_cites_the_laws() -> None:
    cite = row(played(NS_GAME, NS_GAME)).lines[-1].cite
    assert (cite.section, cite.standing) == ("Law 74", Authority.PUBLISHED)


def test_vulnerable_is_who_had_a_game_before_the_deal() -> None:
    table = played(NS_PART, NS_GAME, EW_GAME, NS_GAME, NS_GAME)
    assert vulnerable(table) == ["-", "-", "NS", "both", "-"]


def test_a_game_wipes_both_part_scores_towards_game_but_not_their_points() -> None:
    table = played(NS_PART, EW_PART, EW_GAME, NS_PART)
    assert "game" not in row(table).marks
    assert section(table).total("NS", "below") == 120
    assert section(table).total("EW", "below") == 180


def test_part_scores_add_up_to_a_game() -> None:
    table = played(NS_PART, EW_PART, deal("1NT", "S", 7))
    assert row(table).marks == ("game", "made")
    assert vulnerable(played(NS_PART, deal("1NT", "S", 7), NS_PART))[-1] == "NS"


def test_overtricks_and_premiums_do_not_count_towards_game() -> None:
    assert "game" not in row(played(deal("1S", "N", 13))).marks
    assert "game" not in row(played(deal("1SX", "N", 9))).marks


def test_doubled_odd_tricks_do_count_towards_game() -> None:
    assert "game" in row(played(deal("2SX", "N", 8))).marks


def test_the_next_rubber_opens_by_itself() -> None:
    table = played(NS_GAME, NS_GAME, EW_PART)
    first, second = table.sheet.sections
    assert (first.is_over, first.winners) == (True, ("NS",))
    assert (second.is_over, second.winners) == (False, ())
    assert [words_in("en").text(one.label) for one in second.rows] == ["Deal 1"]
    assert vulnerable(table)[-1] == "-"


def test_the_side_that_wins_the_rubber_can_lose_on_points() -> None:
    table = played(
        NS_GAME, NS_GAME[:1] + deal("4SXX", "N", 3)[1:], deal("7SXX", "N", 6), NS_GAME
    )
    assert section(table).winners == ("EW",)
    assert "though N–S won two games" in said(table)


def test_the_headline_says_how_it_stands() -> None:
    assert said(played()) == "No deal played yet"
    assert said(played(NS_PART)) == "N–S lead the rubber by 60"
    assert said(played(NS_PART, EW_PART)) == "The rubber is level"
    assert said(played(NS_GAME, NS_GAME)) == "N–S win the rubber by 940"


def test_a_drawn_rubber_has_two_winners() -> None:
    table = played(NS_GAME, deal("1S", "N", 1), deal("1S", "N", 3), NS_GAME)
    gap = section(table).total("NS") - section(table).total("EW")
    table = played(NS_GAME, deal("1S", "N", 1), deal("1S", "N", 3))
    table.enter(CarriedIn("EW", int(gap), "above")).enter(*NS_GAME)
    assert section(table).winners == ("NS", "EW")
    assert said(table) == "The rubber is drawn"


def test_a_passed_out_deal_scores_nothing_and_moves_the_deal_on() -> None:
    table = played((PassedOut(),))
    assert (row(table).marks, row(table).lines) == (("passed",), ())
    assert table.state.dealer is Seat.EAST


# ---- unfinished ----


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ((NS_GAME,), [("NS", 300, "unfinished.game")]),
        ((NS_GAME, EW_GAME), []),
        ((NS_PART,), [("NS", 100, "unfinished.part")]),
        ((NS_PART, EW_PART), []),
        ((NS_PART, EW_GAME), [("EW", 300, "unfinished.game")]),
        (
            (EW_GAME, NS_PART),
            [("NS", 100, "unfinished.part"), ("EW", 300, "unfinished.game")],
        ),
        (
            (EW_GAME, EW_PART),
            [("EW", 300, "unfinished.game"), ("EW", 100, "unfinished.part")],
        ),
        ((NS_GAME, EW_GAME, EW_PART), [("EW", 100, "unfinished.part")]),
        (((PassedOut(),),), []),
    ],
)
def test_an_unfinished_rubber(before: tuple, expected: list) -> None:  # type: ignore[type-arg]
    table = played(*before, (Ended("the last bus"),))
    assert bonus(table) == expected
    assert section(table).is_over
    assert section(table).winners == ()
    assert said(table).startswith("Ended unfinished, ")


def test_one_game_all_pays_nobody() -> None:
    assert bonus(played(NS_GAME, EW_GAME, (Ended(),))) == []


def test_older_books_give_fifty_for_the_part_score() -> None:
    older = Settings(unfinished_part=UnfinishedPart.FIFTY)
    table = played(NS_PART, (Ended(),), settings=older)
    assert bonus(table) == [("NS", 50, "unfinished.part")]
    assert row(table).lines[-1].cite.standing is Authority.HOUSE
    default = played(NS_PART, (Ended(),))
    assert row(default).lines[-1].cite.standing is Authority.PUBLISHED


def test_there_must_be_something_to_end() -> None:
    with refused("nothing-to-end"):
        played((Ended(),))
    with refused("nothing-to-end"):
        played(NS_GAME, NS_GAME, (Ended(),))
    with refused("ended-in-deal"):
        played(NS_GAME[:1], (Ended(),))


def test_the_deal_moves_on_after_an_end() -> None:
    assert played(NS_PART, (Ended(),)).state.dealer is Seat.EAST


# ---- duplicate ----

BOARDS = [
    *("-", "NS", "EW", "both"),
    *("NS", "EW", "both", "-"),
    *("EW", "both", "-", "NS"),
    *("both", "-", "NS", "EW"),
    *("-", "NS"),
]


def test_vulnerability_by_the_number_of_the_board() -> None:
    table = played(*[NS_PART] * 18, settings=DUPLICATE)
    assert vulnerable(table) == BOARDS


def test_a_passed_out_board_scores_nothing_and_counts_as_one() -> None:
    table = played((PassedOut(),), NS_PART, settings=DUPLICATE)
    assert vulnerable(table) == ["-", "NS"]
    assert row(table, 0).lines == ()


def test_nothing_is_carried_from_board_to_board() -> None:
    table = played(NS_PART, deal("1NT", "N", 7), settings=DUPLICATE)
    assert [one.total("NS") for one in table.sheet.rows()] == [110, 90]
    assert section(table).is_over is False


def test_after_an_end_the_boards_start_again() -> None:
    table = played(NS_PART, NS_PART, (Ended(),), NS_PART, settings=DUPLICATE)
    assert [one.is_over for one in table.sheet.sections] == [True, False]
    dealers = [
        f.value for one in table.sheet.rows() for f in one.facts if f.head == "dealer"
    ]
    assert dealers == [Seat.NORTH, Seat.EAST, Seat.NORTH]


# ---- Chicago ----


@pytest.mark.parametrize("settings", [CHICAGO, CARRIED], ids=["each-deal", "carried"])
def test_a_chicago_is_four_deals_with_a_set_vulnerability(settings: Settings) -> None:
    table = played(*[NS_PART] * 5, settings=settings)
    assert vulnerable(table)[:5] == ["-", "EW", "NS", "both", "-"]
    assert [len(one.rows) for one in table.sheet.sections] == [4, 1]
    others = replace(settings, chicago_vulnerable=ChicagoVulnerable.OTHERS)
    assert vulnerable(played(*[NS_PART] * 4, settings=others)) == [
        "-",
        "NS",
        "EW",
        "both",
    ]


def test_the_dealer_decides_who_is_vulnerable_at_chicago() -> None:
    table = played((DealerIs(Seat.EAST),), NS_PART, NS_PART, NS_PART, settings=CHICAGO)
    assert vulnerable(table) == ["-", "NS", "EW"]


def test_a_chicago_deal_by_deal_scores_as_duplicate() -> None:
    table = played(NS_PART, NS_PART, NS_GAME, EW_GAME, settings=CHICAGO)
    assert [(one.total("NS"), one.total("EW")) for one in table.sheet.rows()] == [
        (110, 0),
        (110, 0),
        (620, 0),
        (0, 620),
    ]
    assert table.sheet.parts == ("score",)


def test_with_carry_a_game_pays_at_once_and_wipes_both_part_scores() -> None:
    table = played(NS_PART, EW_PART, deal("1NT", "N", 7), EW_PART, settings=CARRIED)
    assert bonus(table, 2) == [("NS", 500, "game-bonus")]
    assert bonus(table, 3) == [("EW", 100, "chicago-part")]
    assert bonus(played(NS_GAME, settings=CARRIED)) == [("NS", 300, "game-bonus")]


def test_with_carry_only_a_part_score_made_on_the_last_deal_pays() -> None:
    early = played(
        NS_PART, EW_PART, NS_PART[:1] + deal("2S", "N", 7)[1:], settings=CARRIED
    )
    assert bonus(early) == []
    early.enter(*deal("2S", "N", 7))
    assert bonus(early) == []
    assert section(early).is_over
    completed = played(NS_PART, EW_PART, deal("1S", "W", 5), EW_PART, settings=CARRIED)
    assert bonus(completed) == [("EW", 500, "game-bonus")]


def test_with_carry_a_passed_out_deal_is_dealt_again_by_the_same_dealer() -> None:
    table = played(NS_PART, (PassedOut(),), settings=CARRIED)
    assert table.state.dealer is Seat.EAST
    table = played(*[(PassedOut(),)] * 5, NS_PART, settings=CARRIED)
    assert section(table).is_over is False
    assert {words_in("en").text(one.label) for one in table.sheet.rows()} == {"Deal 1"}


def test_deal_by_deal_a_passed_out_deal_counts_as_one() -> None:
    table = played(*[(PassedOut(),)] * 4, settings=CHICAGO)
    assert section(table).is_over
    assert table.state.dealer is Seat.NORTH


def test_an_unfinished_chicago_pays_nothing() -> None:
    for settings in (CHICAGO, CARRIED):
        assert bonus(played(NS_PART, (Ended(),), settings=settings))[1:] == []
        assert row(played(NS_PART, (Ended(),), settings=settings)).lines == ()


# ---- the pad ----


def last_pad(table: Table) -> Pad:
    """The present section as a pad."""
    return (pads(table.folded.state)["pads"] or ())[-1]


def test_the_pad_grows_away_from_its_line() -> None:
    table = played(deal("2S", "N", 9), deal("4H", "E", 9), deal("2H", "S", 8), EW_GAME)
    found = last_pad(table)
    above = [
        [one.points if one else None for one in across.entries]
        for across in found.above
    ]
    assert above == [[50, None], [30, None]]
    below = [
        (
            [one.points if one else None for one in across.entries],
            across.ends_game,
        )
        for across in found.below
    ]
    assert below == [([60, None], False), ([60, None], True), ([None, 120], True)]
    of = section(table)
    assert [
        [of.total(side, part) for part in ("above", "below")] for side in ("NS", "EW")
    ] == [
        [80, 120],
        [0, 120],
    ]


@pytest.mark.parametrize(
    ("doubling", "said"), [("X", "made doubled"), ("XX", "made redoubled")]
)
def test_the_pad_says_how_a_contract_was_doubled(doubling: str, said: str) -> None:
    across = last_pad(played(deal(f"4S{doubling}", "N", 10))).above
    (entry,) = (one for line in across for one in line.entries if one)
    assert words_in("en").text(entry.what) == said


def test_every_number_of_the_pad_leads_to_its_row() -> None:
    table = played(NS_PART, EW_GAME, NS_GAME, deal("6S", "N", 12))
    found = last_pad(table)
    entries = [
        one for across in (*found.above, *found.below) for one in across.entries if one
    ]
    assert sum(entry.points for entry in entries) == sum(
        section(table).total(side) for side in ("NS", "EW")
    )
    assert {entry.row for entry in entries} == {one.id for one in section(table).rows}


def test_the_newest_entry_stands_farthest_from_the_line() -> None:
    table = played(deal("1S", "N", 8), deal("1S", "N", 9), deal("1S", "N", 10))
    assert [one.entries[0].points for one in last_pad(table).above] == [
        90,
        60,
        30,
    ]


# ---- deuces wild ----


@pytest.mark.parametrize(
    "facts", [NS_PART, NS_GAME, deal("6NTX", "W", 10), deal("7C", "S", 13)]
)
def test_deuces_wild_scores_as_bridge(facts: tuple[Event, ...]) -> None:
    wild = Table(DEUCES_WILD, DeucesSettings()).enter(*facts).enter(*facts)
    plain = Table(BRIDGE).enter(*facts).enter(*facts)
    assert wild.sheet == plain.sheet


# ---- what the sheet shows ----


def test_the_facts_of_a_row_stand_under_their_headings() -> None:
    table = played(deal("4SX", "W", 8))
    words = words_in("en")
    found = {fact.head: words.text(fact.value) for fact in row(table).facts}
    assert found == {
        "dealer": "North",
        "vulnerable": "none",
        "contract": "4♠ doubled",
        "declarer": "West",
        "tricks": "8",
        "result": "−2",
    }
    heads = list(table.sheet.heads)
    assert [fact.head for fact in row(table).facts] == [h for h in heads if h in found]
    assert heads == [
        "dealer",
        "vulnerable",
        "contract",
        "declarer",
        "tricks",
        "result",
        "honours",
    ]


@pytest.mark.parametrize(
    ("tricks", "result"), [(10, "="), (12, "+2"), (9, "−1"), (0, "−10")]
)
def test_the_result_as_written_on_a_pad(tricks: int, result: str) -> None:
    facts = {
        fact.head: fact.value for fact in row(played(deal("4S", "N", tricks))).facts
    }
    assert facts["result"] == result


def test_a_deal_in_progress_is_on_the_sheet_without_points() -> None:
    table = played(NS_GAME[:1])
    assert (row(table).marks, row(table).lines) == (("open",), ())


def test_every_dealer_in_turn() -> None:
    table = played(*[NS_PART] * 6)
    dealers = [
        f.value for one in table.sheet.rows() for f in one.facts if f.head == "dealer"
    ]
    assert dealers == [*COMPASS, Seat.NORTH, Seat.EAST]


@pytest.mark.parametrize(
    ("chicago", "scored", "worth"),
    [
        (Chicago.EACH_DEAL, DuplicateHonours.NONE, 0),
        (Chicago.EACH_DEAL, DuplicateHonours.SCORED, 100),
        (Chicago.CARRIED, DuplicateHonours.NONE, 100),
    ],
)
def test_a_chicago_scored_deal_by_deal_has_honours_as_duplicate_has(
    chicago: Chicago, scored: DuplicateHonours, worth: int
) -> None:
    settings = Settings(
        scoring=Scoring.CHICAGO, chicago=chicago, duplicate_honours=scored
    )
    table = Table(BRIDGE, settings).enter(*deal("4S", "S", 10))
    if worth:
        table.enter(honours("S", "SA SK SQ SJ"))
        assert worth in [line.points for line in row(table).lines]
    else:
        with refused("honours-off", "cards"):
            table.enter(honours("S", "SA SK SQ SJ"))


# ---- boards by their number, or by hand ----


def boards(*events: Event) -> Table:
    return Table(BRIDGE, Settings(scoring=Scoring.DUPLICATE)).enter(*events)


def told(table: Table) -> list[tuple[str, str, str]]:
    """Of each row its name, who dealt and who was vulnerable, in English."""
    text = words_in("en").text
    return [
        (text(row.label), *(text(fact.value) for fact in row.facts[:2]))
        for row in table.sheet.rows()
    ]


def test_the_number_of_a_board_says_who_deals_and_who_is_vulnerable() -> None:
    table = boards(
        BoardIs(7), PassedOut(), PassedOut(), BoardIs(17), *deal("4S", "S", 10)
    )
    assert told(table) == [
        ("Board 7", "South", "both"),
        ("Board 8", "West", "none"),
        ("Board 17", "North", "none"),
    ]
    assert words_in("en").text(table.game.glance(table.state).deal) == "Board 18"


def test_a_board_without_a_number_is_told_by_hand() -> None:
    by_hand = BoardIs(dealer=Seat.WEST, vulnerable=Vulnerable.EAST_WEST)
    table = boards(PassedOut(), by_hand, *deal("1NT", "S", 6), PassedOut())
    assert told(table)[1:] == [
        ("Board 2", "West", "E–\u2060W"),
        ("Board 3", "North", "E–\u2060W"),
    ]


@pytest.mark.parametrize(
    ("events", "code"),
    [
        ((BoardIs(),), "no-board"),
        ((BoardIs(3, Seat.WEST),), "board-both"),
        ((BoardIs(0),), "board-number"),
        ((BoardIs(1000),), "board-number"),
        ((BoardIs(3), BoardIs(4)), "board-late"),
        ((CallMade(Call.parse("1C")), BoardIs(4)), "board-late"),
    ],
)
def test_a_board_that_can_t_be(events: tuple[Event, ...], code: str) -> None:
    with pytest.raises(RuleViolation) as caught:
        boards(*events)
    assert caught.value.why.code == f"bridge.refused.{code}"
    with pytest.raises(RuleViolation):
        Table(BRIDGE).enter(BoardIs(3))
