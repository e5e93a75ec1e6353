"""What can be played next is found by its name, and what is played here comes first."""

import re
from html import unescape

from tests.web.conftest import Visitor

NAMED = r'<a class="go" href="(/new/[^"]+)"><b>(.*?)</b>'


def offered(visitor: Visitor, address: str) -> dict[str, str]:
    """The addresses of new tables by their names, in the order of the page."""
    found = re.findall(NAMED, visitor.get(address).text)
    return {unescape(name): unescape(there) for there, name in found}


def test_a_ready_pad_is_found_by_its_name_and_lays_its_table(visitor: Visitor) -> None:
    for address in ("/new", "/", "/new?q=wizard"):
        there = offered(visitor, address)["Wizard"]
        assert "Wizard" in visitor.get(there).text
        assert re.search(r'aria-current="true"><span class="t">Wizard', visitor.text)
    found = [*offered(visitor, "/new?q=WIZ")]
    assert found[0] == "Wizard" and "Rook" not in found


def test_who_chose_a_pad_sees_the_names_before_other_versions(visitor: Visitor) -> None:
    folded = '<details class="more-set"><summary id="presets">Version: Uno<'
    assert folded in visitor.get("/new/score-pad?preset=uno").text
    for address in ("/new/score-pad", "/new/bridge?preset=chicago"):
        assert '<p class="lab" id="presets">Version</p>' in visitor.get(address).text


def test_a_game_with_a_pad_of_its_name_is_offered_once(visitor: Visitor) -> None:
    names = re.findall(NAMED, visitor.get("/new").text)
    assert [there for there, name in names if name == "Oh Hell"] == ["/new/oh-hell"]
    assert "Oh Hell" in visitor.get("/new/score-pad?preset=oh-hell").text


def test_a_game_that_is_not_there_leads_to_the_score_pad(visitor: Visitor) -> None:
    text = visitor.get('/new?q="><b>Canasta').text
    assert "No game has that name" in text and 'href="/new/score-pad"' in text
    assert '"><b>Canasta' not in visitor.page.get_data(as_text=True)


def test_a_pad_that_a_table_named_is_found_by_that_name(visitor: Visitor) -> None:
    visitor.lay("score-pad", game="Doppelkopf bei Oma")
    there = offered(visitor, "/new?q=oma")["Doppelkopf bei Oma"]
    assert 'value="Doppelkopf bei Oma"' in visitor.get(there).text


def test_what_is_played_here_most_comes_first_and_then_what_was_last(
    visitor: Visitor,
) -> None:
    before = [*offered(visitor, "/new")]
    for slug in ("rook", "two-ten-jack", "two-ten-jack", "bridge"):
        visitor.lay(slug)
    names = [*offered(visitor, "/new")]
    assert names[:3] == ["Two-Ten-Jack", "Contract bridge", "Rook"]
    assert sorted(names) == sorted(before)


def test_pads_that_are_played_here_stand_beside_the_score_pad(visitor: Visitor) -> None:
    before = [*offered(visitor, "/new")]
    visitor.lay("score-pad", preset="uno")
    visitor.lay("score-pad", game="Nertz")
    names = [*offered(visitor, "/new")]
    assert names[:4] == ["Score pad", "Nertz", "Uno", "Joker Bridge"]
    assert sorted(names) == sorted([*before, "Nertz"])


def test_a_table_is_listed_under_the_name_of_its_game(visitor: Visitor) -> None:
    """And the same people are offered each of their games again."""
    visitor.lay("score-pad", preset="uno")
    visitor.lay("score-pad", game="Nertz")
    visitor.lay("score-pad", preset="points")
    for address in ("/", "/history/", "/tables"):
        names = re.findall(r"<b>([^<]*)</b><small>", visitor.get(address).text)
        assert {"Nertz", "Score pad", "Uno"} <= {*names}
    again = re.findall(r'<button aria-label="[^:]*: ([^,]*),', visitor.get("/").text)
    same = re.findall(r"Same again<small>(.*?) · ", visitor.text)
    assert sorted(again + same) == ["Nertz", "Score pad", "Uno"]
