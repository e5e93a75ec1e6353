"""A player leaves a score pad, as every page and phone says it."""

from collections.abc import Callable
from csv import reader
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from scorekeeper import create_app
from scorekeeper.core.seats import Seat
from scorekeeper.core.sheet import settle
from scorekeeper.exports.pdf.page import Paper, page_of
from scorekeeper.exports.session_file import read as read_file
from scorekeeper.exports.sheet_files import json_of
from scorekeeper.words import words_in
from tests.web.conftest import Visitor, join
from tests.web.showing import plain

PEOPLE = ("Ann", "Ben", "Cy", "Dee")


def lay(visitor: Visitor, *people: str, **rules: str) -> str:
    return visitor.lay("score-pad", people or PEOPLE, **rules)


def enter(visitor: Visitor, table: str, form: str, **fields: object) -> None:
    visitor.get(f"{table}?form={form}").send(f"{table}enter/{form}", **fields)
    assert visitor.page.status_code == 303, plain(visitor)


def refused(visitor: Visitor, table: str, form: str, **fields: object) -> str:
    visitor.get(f"{table}?form={form}").send(f"{table}enter/{form}", **fields)
    assert visitor.page.status_code == 422
    return plain(visitor)


def test_the_door_stands_under_more(visitor: Visitor) -> None:
    table = lay(visitor)
    visitor.get(f"{table}more")
    assert f'href="{table}?form=dropped"' in visitor.text
    assert "form=returned" not in visitor.text
    assert "form=dropped" not in visitor.get(table).text
    page = plain(visitor.get(f"{table}?form=dropped"))
    assert "Who leaves?" in page
    enter(visitor, table, "points", points1=5, points2=7)
    enter(visitor, table, "dropped", leaver="2")
    assert "Ben leaves the game" in plain(visitor.get(table))
    assert "left after round 1" in plain(visitor)
    assert 'name="points1"' in visitor.text
    assert 'name="points2"' not in visitor.text
    assert "Back" not in plain(visitor.get(f"{table}more"))
    enter(visitor, table, "returned", comer="2")
    assert 'name="points2"' in visitor.get(table).text
    assert "left after" not in plain(visitor)


def test_two_stay_and_partners_stay(visitor: Visitor) -> None:
    for people, rules in ((PEOPLE[:2], {}), (PEOPLE, {"sides": "opposite"})):
        table = lay(visitor, *people, **rules)
        assert "form=dropped" not in visitor.get(f"{table}more").text
    table = lay(visitor, *PEOPLE[:3])
    page = visitor.get(f"{table}?form=dropped")
    token = page.text
    enter(visitor, table, "dropped", leaver="1")
    assert "form=dropped" not in visitor.get(f"{table}more").text
    assert token
    said = refused(visitor, table, "dropped", leaver="2")
    assert "Two players must stay." in said


def test_points_of_somebody_who_left_are_refused_and_not_dropped(
    visitor: Visitor,
) -> None:
    table = lay(visitor)
    enter(visitor, table, "dropped", leaver="3")
    sent = {"points1": 5, "points3": 4}
    assert "Cy has left the game." in refused(visitor, table, "points", **sent)
    visitor.get(f"{table}line?line=Ann+12,+Cy+7")
    assert "Cy has left the game." in plain(visitor)
    assert "Save</button>" not in visitor.text.partition('id="read"')[2]
    visitor.get(f"{table}line?line=Ann+12,+Dee+7")
    assert "Ann +12, Dee +7" in plain(visitor)


def test_every_page_of_the_evening_has_it(visitor: Visitor) -> None:
    table = lay(visitor)
    enter(visitor, table, "points", points1=50, points2=7)
    enter(visitor, table, "dropped", leaver="1")
    enter(visitor, table, "points", points2=7, points3=1)
    sheet = plain(visitor.get(f"{table}sheet"))
    assert "Ben leads with 14; Ann played 1 of 2 rounds" in sheet
    assert "Leaves Ann" in sheet
    assert "Ann played 1 of 2 rounds" in plain(visitor.get(f"{table}story/"))
    assert "left after round 1" in plain(visitor.get(f"{table}tv"))
    chart = visitor.get(f"{table}chart/").text
    ends = [part.split('"')[0] for part in chart.split('<circle cx="')[1:]]
    assert len({*ends}) == 2 and ends[1:] == [ends[1]] * 3
    visitor.client.set_cookie("language", "de")
    assert "Ann spielte 1 von 2 Runden" in plain(visitor.get(f"{table}sheet"))
    assert "bis Runde 1" in plain(visitor.get(table))
    visitor.client.set_cookie("language", "en")
    (section,) = json_of(opened(visitor, table), words_in("en"))["sections"]
    assert [*section["rows"][-1]["people"]] == ["2", "3", "4"]


def test_a_table_for_spreadsheets_says_who_left_and_came_back(
    visitor: Visitor,
) -> None:
    table = lay(visitor, "Ann", "Ben", "=1+1", "Dee")
    enter(visitor, table, "dropped", leaver="3")
    enter(visitor, table, "points", points2=7)
    enter(visitor, table, "returned", comer="3")
    rows = [*reader(visitor.get(f"{table}sheet.csv").text.splitlines())]
    between = [row for row in rows if not row[7]]
    said = ["'=1+1 leaves the game", "'=1+1 is back in the game"]
    assert [row[8] for row in between] == said
    assert [row[2] for row in between] == ["Leaves", "Back"]
    assert {len(row) for row in rows} == {11}


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Dee leaves the game"), ("de", "Dee hört auf")]
)
@pytest.mark.parametrize("bids", ["none", "ten"])
def test_paper_says_a_leaving_in_a_sentence(
    visitor: Visitor, language: str, said: str, bids: str
) -> None:
    table = lay(visitor, bids=bids)
    enter(visitor, table, "dropped", leaver="4")
    enter(visitor, table, "dropped", leaver="3")
    page = printed_page(opened(visitor, table), language)
    assert page.count(f">{said}</th>") == 2
    page = f"{table}rows/{rows_of(visitor, table)[0]}/strike"
    visitor.get(page).send(page, reason="she stayed")
    page = printed_page(opened(visitor, table), language)
    assert page.count(f"><del>{said}</del></th>") == 2, "struck, and still to be read"


def test_the_file_says_the_same(visitor: Visitor) -> None:
    table = lay(visitor)
    enter(visitor, table, "points", points1=50, points2=7)
    enter(visitor, table, "dropped", leaver="1")
    enter(visitor, table, "points", points2=7, points3=1)
    enter(visitor, table, "returned", comer="1")
    written = visitor.get(f"{table}session.jsonl").page.get_data()
    session = read_file(written).session
    assert session.sheet.total("1") == 50
    assert not session.folded.misfits


def test_a_leaving_is_corrected_and_struck_like_any_entry(visitor: Visitor) -> None:
    table = lay(visitor)
    enter(visitor, table, "points", points1=5)
    enter(visitor, table, "dropped", leaver="2")
    visitor.get(f"{table}sheet")
    row = visitor.text.partition("Leaves")[0].rpartition('id="row-')[2].split('"')[0]
    page = visitor.get(f"{table}rows/{row}/correct")
    assert "Who leaves?" in plain(page)
    visitor.send(f"{table}rows/{row}/correct", leaver="3")
    assert visitor.page.status_code == 303, plain(visitor)
    visitor.get(table)
    assert 'name="points2"' in visitor.text and 'name="points3"' not in visitor.text


def printed_page(session: Any, language: str) -> str:
    return page_of(session, words_in(language), Paper.A4)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "The next game begins without this player."),
        ("de", "Die nächste Partie beginnt ohne diesen Spieler."),
        ("fr", "La prochaine partie commence sans ce joueur."),
    ],
)
def test_who_leaves_after_a_game_is_told_to_be_out_of_the_next(
    visitor: Visitor, language: str, said: str
) -> None:
    table = lay(visitor, end="target", target="50")
    assert said not in plain(visitor.get(f"{table}?form=dropped"))
    enter(visitor, table, "points", points1=60)
    visitor.client.set_cookie("language", language)
    assert said in plain(visitor.get(f"{table}?form=dropped"))
    visitor.client.set_cookie("language", "en")
    enter(visitor, table, "dropped", leaver="4")
    enter(visitor, table, "points", points1=6)
    sheet = plain(visitor.get(f"{table}sheet"))
    assert "Ann leads with 6 Deal" in sheet, "who is in no round of it missed none"
    assert "not playing" in plain(visitor.get(table))


def rows_of(visitor: Visitor, table: str) -> list[int]:
    return [row.id for row in opened(visitor, table).sheet.rows()]


def evening_without_dee(visitor: Visitor) -> str:
    """Dee has left and come back, with two rounds in between and one after."""
    table = lay(visitor)
    enter(visitor, table, "points", points1=50, points2=7)
    enter(visitor, table, "dropped", leaver="4")
    enter(visitor, table, "points", points2=7, points3=1)
    enter(visitor, table, "points", points2=8, points3=2)
    enter(visitor, table, "returned", comer="4")
    enter(visitor, table, "points", points4=3)
    return table


def test_striking_a_leaving_says_first_which_rounds_wait(visitor: Visitor) -> None:
    table = evening_without_dee(visitor)
    page = f"{table}rows/{rows_of(visitor, table)[1]}/strike"
    shown = plain(visitor.get(page))
    assert "Struck with it: Dee is back in the game" in shown
    waiting = shown.partition("Would no longer fit")[2]
    assert "Points: Ann 0, Ben 7, Cy 1 Points: Ann 0, Ben 8, Cy 2 They don" in waiting
    assert opened(visitor, table).sheet.total("2") == 22
    visitor.client.set_cookie("language", "de")
    assert "Würde nicht mehr passen" in plain(visitor.get(page))


def test_a_return_goes_with_a_leaving_that_was_corrected(visitor: Visitor) -> None:
    table = lay(visitor)
    enter(visitor, table, "dropped", leaver="4")
    enter(visitor, table, "returned", comer="4")
    enter(visitor, table, "dropped", leaver="4")
    (left, came, _) = rows_of(visitor, table)
    for row, field in ((left, "leaver"), (came, "comer")):
        page = f"{table}entries/{row}/correct"
        visitor.get(page).send(page, **{field: "3"}).follow()
    page = f"{table}rows/{left}/strike"
    assert "Struck with it: Cy is back in the game" in plain(visitor.get(page))
    assert "Would no longer fit" not in plain(visitor)


def test_rounds_that_wait_after_a_struck_leaving_are_asked_for_one_after_the_other(
    visitor: Visitor,
) -> None:
    table = evening_without_dee(visitor)
    rows = rows_of(visitor, table)
    page = f"{table}rows/{rows[1]}/strike"
    visitor.get(page).send(page, reason="she stayed").follow()
    waiting = [misfit.entry.seq for misfit in opened(visitor, table).folded.misfits]
    assert waiting == rows[2:4], "her return was struck with it"
    page = f"{table}entries/{waiting[0]}/correct"
    visitor.get(page).send(page, points2=7, points3=1, points4=10).follow()
    assert "Correcting: Points: Ann 0, Ben 8, Cy 2" in plain(visitor)
    page = f"{table}entries/{waiting[1]}/correct"
    visitor.send(page, points2=8, points3=2, points4=20).follow()
    assert "The sheet" in plain(visitor)
    session = opened(visitor, table)
    assert not session.folded.misfits
    assert [session.sheet.total(party) for party in "1234"] == [50, 22, 3, 33]


def test_a_table_that_came_in_a_file_leaves_and_comes_back_the_same(
    visitor: Visitor, tmp_path: Path
) -> None:
    table = evening_without_dee(visitor)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    other = Visitor(create_app({"INSTANCE": str(elsewhere)}).test_client())
    other.lay("score-pad", PEOPLE)
    for struck in (None, rows_of(visitor, table)[1]):
        if struck:
            page = f"{table}rows/{struck}/strike"
            visitor.get(page).send(page, reason="she stayed")
        file = visitor.get(f"{table}session.jsonl").page.get_data()
        other.get("/moving").send("/moving", file=(BytesIO(file), "evening.jsonl"))
        assert other.page.status_code == 200, plain(other)
        ours = opened(visitor, table)
        theirs = opened(other, table)
        assert theirs.sheet == ours.sheet
        assert len(theirs.folded.misfits) == (2 if struck else 0)


def test_nobody_leaves_while_bids_are_hidden(
    visitor: Visitor, another: Callable[[], Visitor]
) -> None:
    rules = {"bids": "ten", "showing": "at-once", "extras": "none"}
    table = lay(visitor, *PEOPLE[:3], **rules)
    ben = join(visitor, another(), table, "2")
    cy = join(visitor, another(), table, "3")
    ben.get(table).send(f"{table}at-once/bid", bid2="1")
    assert ben.page.status_code == 303
    said = refused(visitor, table, "dropped", leaver="3")
    assert "Not everybody’s is shown yet" in said
    for phone, seat in ((visitor, 1), (cy, 3)):
        phone.get(table).send(f"{table}at-once/bid", **{f"bid{seat}": "0"})
    assert "Who took how many tricks?" in visitor.get(table).text
    assert "form=dropped" not in visitor.get(f"{table}more").text
    enter(visitor, table, "tricks", tricks1=0, tricks2=1, tricks3=0)
    enter(visitor, table, "dropped", leaver="3")
    assert "how many tricks do you bid?" not in cy.get(table).text
    for phone, seat in ((visitor, 1), (ben, 2)):
        phone.get(table).send(f"{table}at-once/bid", **{f"bid{seat}": "1"})
    assert "Who took how many tricks?" in visitor.get(table).text


def test_a_result_waits_for_the_word_of_those_who_played_it(
    visitor: Visitor, another: Callable[[], Visitor]
) -> None:
    table = lay(visitor, *PEOPLE[:3])
    ben = join(visitor, another(), table, "2")
    cy = join(visitor, another(), table, "3")
    enter(visitor, table, "dropped", leaver="3")
    enter(visitor, table, "points", points1=5, points2=1)
    rows = [row.id for row in opened(visitor, table).sheet.rows()]
    for phone, seat in ((visitor, "1"), (ben, "2")):
        page = f"{table}agree/{rows[-1]}"
        phone.get(f"{page}?side={seat}").send(page, party=seat)
        assert phone.page.status_code == 303, plain(phone)
    # settled without the one who left: another's correction waits for both
    visitor.get(f"{table}rows/{rows[-1]}/correct")
    visitor.send(f"{table}rows/{rows[-1]}/correct", points1=50, points2=1)
    assert visitor.page.status_code != 303
    assert opened(visitor, table).sheet.total("1") == 5
    assert "agree/" not in cy.get(table).text.partition("<main")[2]


def opened(visitor: Visitor, table: str) -> Any:
    store = visitor.client.application.extensions["store"]
    return store.open(table.strip("/").split("/")[-1])


def test_the_seat_can_be_given_to_somebody_else(visitor: Visitor) -> None:
    table = lay(visitor)
    enter(visitor, table, "dropped", leaver="1")
    enter(visitor, table, "points", points2=5)
    names = {"1": "Eve", "2": "Ben", "3": "Cy", "4": "Dee"}
    visitor.get(f"{table}evening/people").send(f"{table}enter/people", **names)
    enter(visitor, table, "returned", comer="1")
    enter(visitor, table, "points", points1=9)
    assert dict(opened(visitor, table).folded.people)[Seat.ONE] == "Eve"
    assert opened(visitor, table).sheet.total("1") == 9


def test_leaving_opens_no_way_round_a_signature(
    visitor: Visitor, another: Callable[[], Visitor]
) -> None:
    table = lay(visitor, *PEOPLE[:3])
    ben = join(visitor, another(), table, "2")
    enter(visitor, table, "points", points1=5, points2=1)
    ben.get(f"{table}sign").send(f"{table}sign", party="2")
    assert ben.page.status_code == 303, plain(ben)
    enter(visitor, table, "dropped", leaver="3")
    enter(visitor, table, "returned", comer="3")
    fields = {"party": "2", "points": "-50", "reason": "late"}
    visitor.get(f"{table}evening/adjusted").send(f"{table}enter/adjusted", **fields)
    assert visitor.page.status_code != 303, "nobody asked Ben"
    assert opened(visitor, table).sheet.total("2") == 1


@pytest.mark.parametrize("is_signed", [True, False])
def test_nobody_leaves_what_was_settled_already(
    visitor: Visitor, another: Callable[[], Visitor], is_signed: bool
) -> None:
    table = lay(visitor, *PEOPLE[:3], preset="yahtzee")
    ben = join(visitor, another(), table, "2")
    cy = join(visitor, another(), table, "3")
    enter(visitor, table, "box", seat=1, value="yahtzee.yahtzee:50")
    (row,) = opened(visitor, table).sheet.rows()
    page = f"{table}sign" if is_signed else f"{table}agree/{row.id}"
    for phone, seat in ((visitor, "1"), (ben, "2"), (cy, "3")):
        phone.get(f"{page}?side={seat}").send(page, party=seat)
        assert phone.page.status_code == 303, plain(phone)
    # he would pay nothing of Ann's 50
    cy.get(f"{table}?form=dropped&before={row.id}")
    cy.send(f"{table}enter/dropped", leaver="3", before=row.id)
    assert cy.page.status_code == 422
    assert "Ann, Ben must agree on their own phones" in plain(cy)
    session = opened(visitor, table)
    assert dict(settle(session.sheet, session.settings))["Cy"] < 0


def test_nobody_whose_bid_is_hidden_leaves_by_a_correction(
    visitor: Visitor, another: Callable[[], Visitor]
) -> None:
    rules = {"bids": "ten", "showing": "at-once", "extras": "none"}
    table = lay(visitor, **rules)
    ann = visitor
    phones = [ann, *(join(ann, another(), table, seat) for seat in ("2", "3", "4"))]

    def bid(seat: int) -> None:
        phone = phones[seat - 1]
        phone.get(table).send(f"{table}at-once/bid", **{f"bid{seat}": "1"})
        assert phone.page.status_code == 303, plain(phone)

    enter(ann, table, "dropped", leaver="2")
    enter(ann, table, "returned", comer="2")
    enter(ann, table, "dropped", leaver="3")
    _, came, left_too = [row.id for row in opened(ann, table).sheet.rows()]
    bid(1)
    bid(2)
    for address, fields in (
        (f"rows/{left_too}/correct", {"leaver": "2"}),
        (f"rows/{came}/strike", {"reason": "no"}),
        ("enter/dropped", {"leaver": "2", "before": left_too}),
    ):
        ann.get(table + address.replace("enter/", "?form="))
        ann.send(table + address, **fields)
        assert "Not everybody’s is shown yet" in plain(ann)
    # who was said to have left by mistake bids too
    ann.get(f"{table}rows/{left_too}/strike")
    ann.send(f"{table}rows/{left_too}/strike", reason="a mistake")
    bid(3)
    bid(4)
    assert "Who took how many tricks?" in ann.get(table).text
