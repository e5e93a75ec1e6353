"""What every game has: two phones that agree or disagree with a result, signatures and
entries that name the players."""

import re
from collections.abc import Callable

import pytest
from flask import Flask

from scorekeeper.exports.pdf.page import Paper, page_of
from scorekeeper.exports.picture import picture_of
from scorekeeper.games import GAMES
from scorekeeper.tables.results import confirmed
from scorekeeper.tables.story import story_of
from scorekeeper.words import words_in
from tests.web.agreeing import played, table_of
from tests.web.conftest import Visitor

AGREE = re.compile(r'action="([^"]+)".*?name="party" value="([^"]+)"', re.S)
DISAGREE = re.compile(r'name="against" value="([^"]+)"')


@pytest.mark.parametrize("slug", GAMES)
def test_each_phone_agrees_or_disagrees_with_the_last_result(
    app: Flask, visitor: Visitor, another: Callable[[], Visitor], slug: str
) -> None:
    guest = another()
    table = played(app, visitor, slug, guest)
    answered = set()
    for phone in (visitor, guest):
        card = phone.get(table).text.partition("result-card")[2]
        disagree = DISAGREE.search(card)
        agree = AGREE.search(card)
        assert disagree and agree, f"{slug}: this phone is asked nothing"
        phone.get(table).send(
            agree[1], against=disagree[1], shown=_mark(card), then="table"
        )
        phone.follow()
        assert phone.page.status_code == 200
        assert "/correct" in phone.text
        for href in re.findall(r'<nav[^>]*>.*?href="([^"]+)"', phone.text, re.S):
            assert phone.client.get(href).status_code == 200, href
        phone.get(table).send(agree[1], party=agree[2], shown=_mark(card), then="table")
        assert phone.page.status_code == 303, phone.text
        answered.add(agree[2])
        phone.follow()
    session = table_of(app, table)
    row = [row for row in session.sheet.rows() if row.is_finished][-1]
    assert answered <= confirmed(session, row).keys()
    assert len(answered) == 2


def _mark(card: str) -> str:
    shown = re.search(r'name="shown" value="([^"]+)"', card)
    assert shown
    return shown[1]


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_lists_who_confirmed_its_results(
    app: Flask, visitor: Visitor, slug: str
) -> None:
    table = played(app, visitor, slug)
    listed = visitor.get(table + "more").text
    assert f'href="{table}agree"' in listed
    assert "not confirmed" in visitor.get(table + "agree").text
    for row in set(re.findall(r'href="([^"]*/agree/\d+)"', visitor.text)):
        assert visitor.get(row).page.status_code == 200


SEAT = re.compile(r"\bSeat [1-9]")


@pytest.mark.parametrize("slug", GAMES)
def test_what_is_signed_names_the_players(
    app: Flask, visitor: Visitor, slug: str
) -> None:
    table = played(app, visitor, slug)
    session = table_of(app, table)
    visitor.get(table + "sign")
    visitor.send(table + "sign", party=[party.id for party in session.parties])
    assert visitor.page.status_code == 303, visitor.text
    for page in ("sign", "sheet"):
        assert "up to entry" in visitor.get(table + page).text
        assert not SEAT.search(visitor.text)
    assert not SEAT.search(page_of(table_of(app, table), words_in("en"), Paper.A4))


def test_what_is_taken_back_names_the_players(visitor: Visitor) -> None:
    table = visitor.lay("score-pad", preset="wizard")
    bids = {f"bids{seat}": "0" for seat in "1234"}
    visitor.get(table).send(table + "enter/bids", **bids)
    assert visitor.page.status_code == 303, visitor.text
    back = re.search(r'class="back" href="([^"]+)"', visitor.get(table).text)
    assert back
    visitor.get(back[1])
    assert "Take back: Bids: Ingrid 0" in visitor.text
    assert not SEAT.search(visitor.text)


def test_a_pad_goes_by_the_name_of_its_game(app: Flask, visitor: Visitor) -> None:
    words = words_in("en")
    wizard = visitor.lay("score-pad", preset="wizard")
    rummy = visitor.lay("score-pad", preset="points", game="Rummy")
    for address, name in ((wizard, "Wizard"), (rummy, "Rummy")):
        session = table_of(app, address)
        paper = page_of(session, words, Paper.A4)
        assert f"<title>{name}, " in paper
        assert f"What are you playing?: <b>{name}</b>" in paper
        assert f"<b>{name}</b>" in visitor.get("/").text
        assert f"<b>{name}</b>" in visitor.get("/history/").text
    points = {f"points{seat}": "5" for seat in "1234"}
    visitor.get(rummy).send(rummy + "enter/points", **points)
    session = table_of(app, rummy)
    story = story_of(session, words)
    assert story is not None
    assert picture_of(session, story, words).title.startswith("Rummy: ")
    plain = visitor.lay("score-pad", preset="points", game="")
    assert "What are you playing?" not in page_of(table_of(app, plain), words, Paper.A4)
