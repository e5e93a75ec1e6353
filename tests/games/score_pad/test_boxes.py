"""Sheets of named boxes: what each brings, when its bonus comes, whose turn it is."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from scorekeeper.core.codec import Unreadable, encode
from scorekeeper.core.errors import RuleViolation, Unusable
from scorekeeper.core.evening import Seated
from scorekeeper.core.seats import Seat
from scorekeeper.exports.pdf.page import Paper, page_of
from scorekeeper.games import GAMES
from scorekeeper.games.score_pad.events import BoxFilled, PointsCounted
from scorekeeper.games.score_pad.pads import PADS, pads_in
from scorekeeper.games.score_pad.rules import Box, Settings
from scorekeeper.words import words_in
from tests.exports.sheets import Table
from tests.games.sitting import Sitting
from tests.web.conftest import Visitor, app, client, join, visitor
from tests.web.showing import plain

__all__ = ["app", "client", "visitor"]

PAD = GAMES["score-pad"]
YAHTZEE = PADS["yahtzee"].settings
UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")
PEOPLE = ("Ann", "Ben")


def table(players: int = 2) -> Sitting:
    return Sitting(PAD, Settings(**{**settings(), "players": players}))  # type: ignore[arg-type]


def settings() -> Mapping[str, object]:
    return {name: getattr(YAHTZEE, name) for name in encode(YAHTZEE)}


def fills(played: Sitting, seat: int, box: str, points: int, extra: int = 0) -> None:
    played.enter(BoxFilled(Seat(str(seat)), f"yahtzee.{box}", points, extra))


def totals(played: Sitting) -> list[int]:
    sheet = played.sheet
    return [int(sheet.total(party.id)) for party in sheet.parties]


# ---- the ready pad ----


@pytest.mark.parametrize(
    ("box", "fits", "never"),
    [
        ("ones", (0, 1, 5), (6, -1)),
        ("sixes", (0, 6, 30), (7, 36)),
        ("three-of-a-kind", (0, 5, 30), (4, 31)),
        ("four-of-a-kind", (0, 5, 30), (4, 31)),
        ("full-house", (0, 25), (24,)),
        ("small-straight", (0, 30), (40,)),
        ("large-straight", (0, 40), (30,)),
        ("yahtzee", (0, 50), (100,)),
        ("chance", (0, 5, 30), (31,)),
    ],
)
def test_a_box_of_yahtzee_takes_what_dice_can_bring(
    box: str, fits: tuple[int, ...], never: tuple[int, ...]
) -> None:
    for points in fits:
        played = table()
        fills(played, 1, box, points)
        assert totals(played) == [points, 0]
    for points in never:
        with pytest.raises(RuleViolation, match="box-points"):
            fills(table(), 1, box, points)


@pytest.mark.parametrize(("sixes", "bonus"), [(18, 35), (12, 0)])
def test_the_bonus_comes_with_the_box_that_reaches_63(sixes: int, bonus: int) -> None:
    played = table()
    for n, box in enumerate(UPPER[:5], start=1):
        fills(played, 1, box, 3 * n)
    before = totals(played)[0]
    fills(played, 1, "sixes", sixes)
    assert totals(played)[0] == before + sixes + bonus


def test_a_bonus_beside_a_box_counts() -> None:
    played = table()
    fills(played, 1, "yahtzee", 50)
    fills(played, 2, "ones", 0)
    fills(played, 1, "fives", 25, extra=100)
    assert totals(played) == [175, 0]


def test_a_scratched_box_says_whose_it_is() -> None:
    played = table()
    fills(played, 1, "chance", 0)
    (row,) = played.sheet.sections[0].rows
    assert row.said is not None
    assert words_in("en").text(row.said) == "Seat 1 scratches Chance"


def test_each_box_is_filled_once() -> None:
    played = table()
    fills(played, 1, "chance", 20)
    with pytest.raises(RuleViolation, match="box-filled"):
        fills(played, 1, "chance", 5)
    fills(played, 2, "chance", 5)


def test_it_goes_round_and_ends_when_all_boxes_are_filled() -> None:
    played = table()
    form = PAD.flow.form("box")
    assert form is not None
    for n, box in enumerate(YAHTZEE.boxes):
        for seat in (1, 2):
            assert form.acts(played.state) is Seat(str(seat))
            assert not played.state.present.tally.is_over
            points = box.values[0] if box.values else 5 + seat
            played.enter(BoxFilled(Seat(str(seat)), box.code, points))
        assert len(played.sheet.sections[0].rows) == 2 * (n + 1)
    assert played.sheet.sections[0].winners == ("2",)


def test_a_corrected_box_changes_the_bonus_too() -> None:
    played = table()
    for n, box in enumerate(UPPER, start=1):
        fills(played, 1, box, 3 * n)
    assert totals(played)[0] == 63 + 35
    last = played.log[-1].seq
    played.correct(last, BoxFilled(Seat.ONE, "yahtzee.sixes", 12))
    assert totals(played)[0] == 57


def test_it_takes_no_points_of_a_round() -> None:
    with pytest.raises(RuleViolation, match="by-boxes"):
        table().enter(PointsCounted(((Seat.ONE, 1), (Seat.TWO, 1))))
    with pytest.raises(RuleViolation, match="no-such-box"):
        Sitting(PAD, Settings(players=2)).enter(BoxFilled(Seat.ONE, "ones", 1))


# ---- boxes from elsewhere ----


def test_a_box_without_its_file_goes_by_its_own_name() -> None:
    box = Box("gone.first", "<b>First</b>", (10,))
    played = Sitting(PAD, Settings(players=2, pad="gone", boxes=(box,)))
    played.enter(BoxFilled(Seat.ONE, "gone.first", 10))
    (row,) = played.sheet.sections[0].rows
    assert "&lt;b&gt;First&lt;/b&gt;" in words_in("en").html(row.facts[0].value)


@pytest.mark.parametrize(
    "boxes",
    [
        [{"code": "a", "name": "A", "values": [1]}] * 2,
        [{"code": "a", "name": "", "values": [1]}],
        [{"code": "a", "name": "A" * 41, "values": [1]}],
        [{"code": "a", "name": "A", "values": [100_001]}],
        [{"code": "a", "name": "A", "low": 5, "high": 5}],
        [{"code": f"a{n}", "name": "A", "values": [1]} for n in range(41)],
        [{"code": "a", "name": "A", "values": [*range(41)]}],
    ],
)
def test_a_file_has_no_boxes_that_no_pad_can_have(boxes: list[object]) -> None:
    with pytest.raises((Unreadable, RuleViolation)):
        PAD.settings_of({"boxes": boxes})


WHOLE = """
name = { en = "Two boxes" }
[[box]]
code = "low"
name = { en = "Low" }
low = 1
high = 9
[[box]]
code = "fixed"
name = { en = "Fixed", de = "Fest" }
values = [20]
[[bonus]]
code = "both"
name = { en = "Both" }
boxes = ["low", "fixed"]
least = 25
points = 5
[[source]]
title = "Somebody's rules"
address = "https://example.org/"
"""


def read(folder: Path, text: str) -> Settings:
    (folder / "ours.toml").write_text(text)
    return pads_in(folder)["ours"].settings


def test_a_few_lines_make_a_sheet_of_boxes(tmp_path: Path) -> None:
    made = read(tmp_path, WHOLE)
    assert [box.code for box in made.boxes] == ["ours.low", "ours.fixed"]
    played = Sitting(PAD, made)
    played.enter(BoxFilled(Seat.ONE, "ours.low", 5))
    played.enter(BoxFilled(Seat.ONE, "ours.fixed", 20))
    assert totals(played)[0] == 30


@pytest.mark.parametrize(
    ("found", "instead", "why"),
    [
        ('code = "low"', "", "needs a code"),
        ('code = "low"', 'code = "Low"', "needs a code"),
        ('code = "fixed"', 'code = "low"', "each with its code"),
        ('{ en = "Low" }', '{ de = "Tief" }', "name.en"),
        ("low = 1", "low = 9", "low below high"),
        ("values = [20]", 'values = ["x"]', "whole number"),
        ("values = [20]", "value = 20", "no field"),
        ('["low", "fixed"]', '["high"]', "aren't there"),
        ('["low", "fixed"]', '"low"', "boxes"),
    ],
)
def test_a_file_with_other_boxes_is_refused_in_a_sentence(
    tmp_path: Path, found: str, instead: str, why: str
) -> None:
    text = WHOLE.replace(found, instead, 1)
    with pytest.raises(Unusable, match=re.escape(why)):
        read(tmp_path, text)


def test_boxes_stand_in_parts_of_their_own(tmp_path: Path) -> None:
    text = f"box = 3\n{WHOLE.partition('[[box]]')[0]}[[source]]"
    with pytest.raises(Unusable, match=re.escape("write [[box]]")):
        read(tmp_path, text)


# ---- its pages ----


def lay(visitor: Visitor) -> str:
    return visitor.lay("score-pad", PEOPLE, preset="yahtzee")


def test_a_value_is_one_tap_and_another_is_typed(visitor: Visitor) -> None:
    address = lay(visitor)
    assert "Ann: which box?" in visitor.get(address).text
    visitor.send(f"{address}enter/box", value="yahtzee.full-house:25")
    assert "Ben: which box?" in visitor.follow().text
    visitor.send(f"{address}enter/box", **{"free-yahtzee.chance": "17"})
    assert "Ann: which box?" in visitor.follow().text
    assert "yahtzee.full-house:25" not in visitor.text, "the box is filled"
    text = plain(visitor.get(address + "sheet"))
    assert "Full house 25" in text and "Chance 17" in text


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ({}, "Tap the points of a box"),
        (
            {"value": "yahtzee.ones:3", "free-yahtzee.chance": "17"},
            "More than one box has points",
        ),
        ({"free-yahtzee.chance": "31"}, "31 doesn’t fit Chance"),
        ({"free-yahtzee.chance": "many"}, "isn’t a whole number"),
        ({"value": "yahtzee.ones:6"}, "6 doesn’t fit Ones"),
        ({"value": "nonsense"}, "Tap the points of a box"),
        ({"value": "gone:3"}, "This sheet doesn’t have that box"),
    ],
)
def test_what_is_no_turn_is_refused(
    visitor: Visitor, typed: Mapping[str, str], why: str
) -> None:
    address = lay(visitor)
    visitor.get(address).send(f"{address}enter/box", **typed)
    assert visitor.page.status_code == 422
    assert why in visitor.text
    kept = typed.get("free-yahtzee.chance", "")
    assert f'value="{kept}"' in visitor.text


def test_a_nought_beside_a_filled_box_scratches_nothing(visitor: Visitor) -> None:
    address = lay(visitor)
    free = {"free-yahtzee.chance": "0", "free-yahtzee.three-of-a-kind": "17"}
    visitor.get(address).send(f"{address}enter/box", **free)
    assert "Three of a kind: Ann +17" in plain(visitor.follow())
    visitor.send(f"{address}enter/box", **{"free-yahtzee.chance": "0"})
    assert "Ben scratches Chance" in plain(visitor.follow())


def test_somebody_else_may_be_next(visitor: Visitor) -> None:
    address = lay(visitor)
    visitor.get(f"{address}?form=box&seat=2")
    assert "Ben: which box?" in visitor.text
    visitor.send(f"{address}enter/box", value="yahtzee.ones:3")
    assert "Ann: which box?" in visitor.follow().text


def test_a_turn_is_corrected_and_struck(visitor: Visitor) -> None:
    address = lay(visitor)
    visitor.get(address).send(f"{address}enter/box", value="yahtzee.ones:3")
    (row,) = re.findall(r"rows/(\d+)/correct", visitor.get(address).text)[:1]
    correct = f"{address}rows/{row}/correct"
    text = visitor.get(correct).page.get_data(as_text=True)
    assert re.search(r'value="yahtzee.ones:3" checked', text)
    visitor.send(correct, value="yahtzee.ones:4", reason="miscounted")
    assert visitor.page.status_code == 303, visitor.text
    assert "Ones 4" in plain(visitor.get(address + "sheet"))


def test_a_turn_that_no_longer_fits_names_its_player(visitor: Visitor) -> None:
    address = lay(visitor)
    for value in ("ones:4", "ones:2", "twos:4"):
        visitor.get(address).send(f"{address}enter/box", value=f"yahtzee.{value}")
    rows = re.findall(r"rows/(\d+)/correct", visitor.get(f"{address}sheet").text)
    correct = f"{address}rows/{min(rows, key=int)}/correct"
    visitor.get(correct).send(correct, value="yahtzee.twos:2", reason="wrong box")
    text = plain(visitor.get(f"{address}sheet"))
    assert "Ann has filled Twos already" in text


def test_each_phone_knows_whose_turn_it_is(visitor: Visitor, client: object) -> None:
    address = lay(visitor)
    ben = join(visitor, Visitor(visitor.client.application.test_client()), address, "2")
    assert "Waiting for Ann" in ben.get(address).text
    assert "Your turn" in visitor.get(address).text


def test_on_paper_it_says_which_turn_no_longer_fits() -> None:
    paper = Table(PAD, YAHTZEE, ())
    paper.enter(Seated("Ann", Seat.ONE))
    paper.enter(BoxFilled(Seat.ONE, "yahtzee.ones", 4))
    paper.enter(BoxFilled(Seat.ONE, "yahtzee.twos", 4))
    paper.correct(2, BoxFilled(Seat.ONE, "yahtzee.twos", 2), "in the wrong box")
    page = page_of(paper.session, words_in("en"), Paper.A4)
    _, _, below = page.partition("Entries that no longer fit and don’t count")
    assert "Ann has filled Twos already" in re.sub("<[^>]*>", "", below)


def test_its_rulebook_names_each_box_and_the_bonus(visitor: Visitor) -> None:
    session = lay(visitor).strip("/").split("/")[-1]
    text = plain(visitor.get(f"/rules/score-pad?session={session}"))
    assert "Ones: 1, 2, 3, 4, 5" in text
    assert "Chance: 5 to 30" in text
    assert "Bonus of the upper part: 35, if its boxes come to 63 or more" in text
    assert "The game ends when everybody has filled every box." in text
    assert "The next entry starts a new game." in text


def test_a_table_of_boxes_is_not_asked_about_rounds(visitor: Visitor) -> None:
    text = visitor.get("/new/score-pad?preset=yahtzee").text
    assert 'id="setting-bids"' not in text and 'id="setting-end"' not in text
    assert 'id="setting-bids"' in visitor.get("/new/score-pad?preset=uno").text


# ---- phases ----


def each(*numbers: int) -> tuple[tuple[Seat, int], ...]:
    return tuple((Seat(str(n)), number) for n, number in enumerate(numbers, start=1))


def phases(*completed: bool, points: tuple[int, ...]) -> PointsCounted:
    seats = (Seat(str(n)) for n in range(1, len(completed) + 1))
    return PointsCounted(each(*points), tuple(zip(seats, completed, strict=True)))


def test_who_completes_the_last_phase_wins_with_more_points_than_others() -> None:
    played = Sitting(PAD, Settings(**{**phase_10(), "players": 2, "phases": 2}))  # type: ignore[arg-type]
    played.enter(phases(True, False, points=(50, 0)))
    assert played.state.present.tally.leaders == ("1",)
    played.enter(phases(True, True, points=(40, 0)))
    assert played.sheet.sections[0].winners == ("1",)


def test_of_several_who_complete_it_at_once_the_fewest_points_win() -> None:
    played = Sitting(PAD, Settings(**{**phase_10(), "players": 3, "phases": 1}))  # type: ignore[arg-type]
    played.enter(phases(True, True, False, points=(50, 45, 0)))
    assert played.sheet.sections[0].winners == ("2",)


def test_phase_10_has_ten_phases() -> None:
    played = Sitting(PAD, Settings(**{**phase_10(), "players": 2}))  # type: ignore[arg-type]
    for n in range(10):
        assert not played.state.present.tally.is_over, n
        played.enter(phases(True, False, points=(5, 0)))
    assert played.sheet.sections[0].winners == ("1",)


def test_a_table_without_phases_takes_none() -> None:
    with pytest.raises(RuleViolation, match="no-phases"):
        Sitting(PAD, Settings(players=2)).enter(phases(True, False, points=(5, 0)))


def test_after_a_tie_nobody_completes_more_phases_than_there_are() -> None:
    played = Sitting(PAD, Settings(**{**phase_10(), "players": 3, "phases": 1}))  # type: ignore[arg-type]
    played.enter(phases(True, True, False, points=(50, 50, 80)))
    assert not played.state.present.tally.is_over
    with pytest.raises(RuleViolation, match="all-phases"):
        played.enter(phases(True, False, False, points=(5, 0, 0)))
    played.enter(phases(False, False, True, points=(0, 5, 20)))
    assert played.sheet.sections[0].winners == ("1",)


def test_a_round_after_a_tie_asks_only_those_with_phases_left(visitor: Visitor) -> None:
    address = visitor.lay("score-pad", PEOPLE, preset="phase-10", phases="1")
    points = {"points1": "50", "points2": "50"}
    ticked = {"completed1": "y", "completed2": "y"}
    visitor.get(address).send(f"{address}enter/points", **points, **ticked)
    shown = visitor.follow().page.get_data(as_text=True)
    assert 'name="points1"' in shown and 'name="completed1"' not in shown
    visitor.send(f"{address}enter/points", points1="5", points2="10")
    assert "Ann won with 55" in plain(visitor.follow())


def test_points_without_phases_are_written_as_before() -> None:
    assert encode(PointsCounted(each(1, 2))) == {"points": [["1", 1], ["2", 2]]}


def phase_10() -> Mapping[str, object]:
    pad = PADS["phase-10"].settings
    return {name: getattr(pad, name) for name in encode(pad)}


def test_nobody_is_at_a_phase_after_the_last(visitor: Visitor) -> None:
    address = visitor.lay("score-pad", PEOPLE, preset="phase-10", phases="1")
    enter = f"{address}enter/points"
    ticked = {"completed1": "y", "completed2": "y"}
    visitor.get(address).send(enter, points1="50", points2="50", **ticked)
    below = re.findall("</b><span>([^<]*)</span>", visitor.follow().text)
    assert below == ["1 phase", "1 phase"]
    visitor.send(enter, points1="5", points2="10")
    below = re.findall("</b><span>([^<]*)</span>", visitor.follow().text)
    assert "Ann won" in visitor.text and below == ["1 phase", "1 phase"]


def test_its_rulebook_says_how_phases_go_on(visitor: Visitor) -> None:
    address = visitor.lay("score-pad", PEOPLE, preset="phase-10")
    session = address.strip("/").split("/")[-1]
    text = plain(visitor.get(f"/rules/score-pad?session={session}"))
    assert "Each player is at one of 10 phases." in text
    assert "The game ends with the round in which somebody completes the last" in text
    assert "The game goes on until" not in text, "it ends with the last phase"
    assert "The next entry starts a new game." in text


def test_each_player_sees_their_phase(visitor: Visitor) -> None:
    address = visitor.lay("score-pad", PEOPLE, preset="phase-10")
    assert "Ann, phase 1" in visitor.get(address).text
    visitor.send(f"{address}enter/points", completed1="y", points2="35")
    assert "Ann, phase 2" in visitor.follow().text
    assert "Ben, phase 1" in visitor.text
    assert "Phase completed by Ann" in visitor.text
    text = plain(visitor.get(address + "sheet"))
    assert "Ann leads with 0, 1 phase completed" in text
