"""What a table is asked once its rubber or game is over: the same page in every
family."""

import re

import pytest

from tests.web.conftest import Visitor, app, client, visitor

__all__ = ["app", "client", "visitor"]


@pytest.mark.parametrize(
    ("slug", "party", "onward"),
    [
        ("bridge", "NS", "Next rubber"),
        ("rook", "13", "Next game"),
        ("two-ten-jack", "1", "Next game"),
    ],
)
def test_it_leads_to_the_sheet_the_paper_the_seats_and_on(
    visitor: Visitor, slug: str, party: str, onward: str
) -> None:
    table = visitor.lay(slug)
    visitor.get(f"{table}evening/adjusted")
    visitor.send(
        f"{table}enter/adjusted", party=party, points="100", reason="late"
    ).follow()
    visitor.get(f"{table}evening/ended").send(f"{table}enter/ended").follow()
    links = dict(
        (re.sub("<[^>]+>", " ", words).split("  ")[0].strip(), address)
        for address, words in re.findall(
            r'<a class="(?:go|btn)[^"]*" href="([^"]+)"[^>]*>(.*?)</a>', visitor.text
        )
    )
    assert links["The sheet"] == f"{table}sheet"
    assert links["Scoresheet as PDF"].startswith(table)
    assert links["Change seats"] == f"{table}evening/people"
    assert visitor.get(links[onward]).page.status_code == 200
    assert onward not in visitor.text


def test_it_names_who_played_though_another_sits_there_now(visitor: Visitor) -> None:
    table = visitor.lay("bridge", scoring="rubber")
    for declarer in "NS":
        deal = {"level": "4", "denomination": "S", "declarer": declarer, "tricks": "10"}
        visitor.get(f"{table}?form=quick").send(f"{table}enter/quick", **deal)
    seats = {"N": "Ingrid", "E": "Zoë", "S": "Priya", "W": "Marek"}
    visitor.get(f"{table}evening/people").send(f"{table}enter/people", **seats)
    assert visitor.get(table).page.text.count("Tom dealt") == 1
    assert "Zoë dealt" not in visitor.text
    assert "No auction now" in visitor.get(f"{table}ask/call").text
