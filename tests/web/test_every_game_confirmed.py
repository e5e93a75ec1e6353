"""Two phones agree or disagree with a result on the table's page, in every game."""

import re
from collections.abc import Callable

import pytest
from flask import Flask

from scorekeeper.games import GAMES
from scorekeeper.tables.results import confirmed
from tests.web.agreeing import played, table_of
from tests.web.conftest import Visitor

AGREE = re.compile(r'action="([^"]+)".*?name="party" value="([^"]+)"', re.S)
DISAGREE = re.compile(r'class="btn" href="([^"]*/agree/\d+[^"]*)"')


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
        phone.get(disagree[1])
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
