"""BG Stats links: what its app finds in the address."""

import json
import re
from dataclasses import replace
from fractions import Fraction
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from scorekeeper.core.citations import Authority, Cite
from scorekeeper.core.evening import Adjusted, Ended, Seated
from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import COMPASS, Party, Seat
from scorekeeper.core.settings import TABLE
from scorekeeper.core.sheet import Line, Row, ScoreSheet, Section, settle
from scorekeeper.exports.bg_stats import play_links
from scorekeeper.games import GAMES
from scorekeeper.games.bridge import BRIDGE, JOKER_BRIDGE
from scorekeeper.games.bridge.contract import Contract
from scorekeeper.games.bridge.events import ContractStated, TricksTaken
from scorekeeper.words import words_in
from tests.games.bridge.table import PEOPLE, Table

WHAT = message("part.score")
RULE = Cite(TABLE, "any", Authority.HOUSE, "evening")


Link = tuple[Message, str]


def links_of(table: Table) -> tuple[Link, ...]:
    return play_links(table.session, words_in("en"))


def play_of(link: Link) -> dict[str, Any]:
    found = json.loads(parse_qs(urlsplit(link[1]).query)["data"][0])
    assert isinstance(found, dict)
    return found


def rubber(table: Table) -> Table:
    """East and West win two games, North and South are far ahead on points."""
    for contract, declarer, tricks in (
        ("7NT", Seat.NORTH, 13),
        ("4S", Seat.EAST, 10),
        ("3NT", Seat.WEST, 9),
    ):
        table.enter(
            ContractStated(Contract.parse(contract), declarer), TricksTaken(tricks)
        )
    return table


def test_a_finished_rubber_has_one_link_with_everything_the_app_wants() -> None:
    (link,) = links_of(rubber(Table(BRIDGE).seat()))
    assert link[1].startswith("https://app.bgstatsapp.com/createPlay.html?data=%7B")
    play = play_of(link)
    assert play["sourceName"] == "Scorekeeper"
    assert play["sourcePlayId"] == "evening-1-1"
    assert play["game"] == {
        "name": "Contract bridge",
        "sourceGameId": "bridge",
        "highestWins": True,
        "noPoints": False,
    }
    assert [tuple(player.values()) for player in play["players"]] == [
        ("Nora", "Nora", 1220, 1, True, False),
        ("Emil", "Emil", 720, 3, False, False),
        ("Sara", "Sara", 1220, 1, True, False),
        ("Wim", "Wim", 720, 3, False, False),
    ]


def test_where_the_fewest_points_win_the_app_and_the_players_are_told_so() -> None:
    table = Table(BRIDGE).seat().enter(ContractStated(Contract.parse("4S"), Seat.EAST))
    session = table.enter(TricksTaken(10), Ended()).session
    most = settle(session.sheet, session.settings)

    def fewest(state: Any) -> ScoreSheet:
        return replace(BRIDGE.sheet(state), fewest_wins=True)

    session = replace(session, game=replace(BRIDGE, sheet=fewest))
    least = settle(session.sheet, session.settings)
    assert dict(least) == {person: -points for person, points in most}
    assert least[0][1] == most[0][1] > 0
    play = play_of(play_links(session, words_in("en"))[0])
    assert play["game"]["highestWins"] is False
    (ahead,) = {one["rank"] for one in play["players"] if one["score"] == 0}
    assert ahead == 1


def test_every_player_says_winner_and_start_player() -> None:
    """Its Android app refuses a play in which one of them is missing."""
    (link,) = links_of(rubber(Table(BRIDGE).seat()))
    for player in play_of(link)["players"]:
        assert type(player["winner"]) is bool
        assert type(player["startPlayer"]) is bool
        assert type(player["score"]) is int


def test_the_date_is_that_of_the_last_entry_in_utc() -> None:
    table = rubber(Table(BRIDGE).seat())
    date = play_of(links_of(table)[0])["playDate"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", date)
    assert date == table.session.log[-1].at[:19].replace("T", " ")


def test_an_unfinished_rubber_has_no_link_until_it_is_ended() -> None:
    table = Table(BRIDGE).seat()
    table.enter(ContractStated(Contract.parse("2H"), Seat.NORTH), TricksTaken(8))
    assert links_of(table) == ()
    (link,) = links_of(table.enter(Ended()))
    assert play_of(link)["players"][0]["score"] == 160


def test_each_rubber_is_a_play_of_its_own_by_those_who_sat_at_its_end() -> None:
    table = rubber(Table(BRIDGE).seat())
    table.enter(Seated("Pia", Seat.WEST))
    first, second = links_of(rubber(table))
    assert [one["name"] for one in play_of(first)["players"]] == [
        "Nora",
        "Emil",
        "Sara",
        "Wim",
    ]
    assert [one["name"] for one in play_of(second)["players"]] == [
        "Nora",
        "Emil",
        "Sara",
        "Pia",
    ]
    assert play_of(first)["sourcePlayId"] != play_of(second)["sourcePlayId"]


def test_nobody_seated_means_no_link() -> None:
    assert links_of(rubber(Table(BRIDGE))) == ()


def test_odd_names_survive_the_address() -> None:
    names = ('A&B "x"', "50% ♠", "Zoë#?", "<i>w</i>")
    (link,) = links_of(rubber(Table(JOKER_BRIDGE).seat(*names)))
    assert not re.search(r"[^\x21-\x7e]|[\"<>&#]", link[1])
    assert len(link[1]) < 8000
    assert [one["name"] for one in play_of(link)["players"]] == list(names)


def test_shares_of_a_point_and_a_winner_with_fewer_points_are_said_as_they_are() -> (
    None
):
    """Where a game gives the win to the bidders, the app must not sort it by points
    again."""
    parties = tuple(Party(seat.value, (seat,)) for seat in COMPASS)
    points: dict[str, int | Fraction] = {
        "N": Fraction(7, 2),
        "E": Fraction(10, 3),
        "S": 3,
        "W": Fraction(7, 2),
    }
    lines = tuple(Line(who, worth, WHAT, RULE) for who, worth in points.items())
    seated = tuple(zip(COMPASS, PEOPLE, strict=True))
    row = Row(1, WHAT, (1,), (), lines, seated)
    sheet = ScoreSheet(parties, (), (Section(WHAT, (row,), WHAT, True, ("S",)),))
    rounds = replace(BRIDGE.rounds, parties=lambda settings: parties)
    game = replace(BRIDGE, sheet=lambda state: sheet, rounds=rounds)
    (link,) = links_of(Table(game).enter(Adjusted("NS", 1, "any")))
    found = [
        (one["score"], one["rank"], one["winner"]) for one in play_of(link)["players"]
    ]
    assert found == [(3.5, 2, False), (3.33, 4, False), (3, 1, True), (3.5, 2, False)]


@pytest.mark.parametrize("slug", GAMES)
def test_the_link_of_every_game_can_be_asked_for(slug: str) -> None:
    """A table without entries has nothing to hand over, whatever the game."""
    assert play_links(Table(GAMES[slug]).session, words_in("en")) == ()
