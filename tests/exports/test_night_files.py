"""The files of a night, read back: CSV by the csv module, PBN by another program, and
USEBIO by what readers and writers of others expect of it."""

import csv
import io
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from random import Random
from xml.etree import ElementTree as Xml

import pytest
from endplay.parsers import pbn as other
from endplay.types import Bid, Board, Player

from scorekeeper.core.play import CardPlayed
from scorekeeper.core.seats import SIDES, Seat, party_of
from scorekeeper.exports.night_boards import can_say_night, night_pbn
from scorekeeper.exports.night_lists import results_csv, standings_csv
from scorekeeper.exports.night_play import NightPlay
from scorekeeper.exports.pbn import ENCODING
from scorekeeper.exports.usebio import can_be_usebio, usebio_of
from scorekeeper.games.bridge.contract import Call, Denomination
from scorekeeper.games.bridge.events import BoardIs, CallMade, TricksTaken
from scorekeeper.games.bridge.play import card_play
from scorekeeper.games.bridge.rules import Settings
from scorekeeper.games.rook import ROOK
from scorekeeper.nights.facts import Kind, Scoring
from scorekeeper.words import words_in
from tests.exports import nights
from tests.exports.sheets import Table
from tests.games.bridge.playing import dealt

EN = words_in("en")
DE = words_in("de")


@pytest.fixture(scope="module")
def mitchell() -> NightPlay:
    return nights.mitchell().play


@pytest.fixture(scope="module")
def teams() -> NightPlay:
    return nights.teams().play


@pytest.fixture(scope="module")
def individual() -> NightPlay:
    return nights.individual().play


# ---- CSV ----


def rows(text: str, delimiter: str = ",") -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text), delimiter=delimiter))


def test_the_standings_are_read_back(mitchell: NightPlay) -> None:
    found = rows(standings_csv(mitchell, EN))
    wanted = [
        (ranking.direction, line)
        for ranking in mitchell.rankings
        for line in ranking.standings
    ]
    assert len(found) == len(wanted) == 9
    for row, (direction, line) in zip(found, wanted, strict=True):
        assert row["ranking"] == direction
        assert row["place"] == str(line.place)
        assert row["name"] == mitchell.night.unit_name(line.unit)
        assert float(row["total"]) == pytest.approx(float(line.total))
        assert row["played"] == str(line.played)


def test_the_results_add_up_to_the_standings(mitchell: NightPlay) -> None:
    won: Counter[str] = Counter()
    of: Counter[str] = Counter()
    for row in rows(results_csv(mitchell, DE), ";"):
        for side in ("ns", "ew"):
            won[row[f"{side}_number"]] += float(row[f"{side}_won"].replace(",", "."))  # type: ignore[assignment]
            of[row[f"{side}_number"]] += int(row["of"])
    for ranking in mitchell.rankings:
        for line in ranking.standings:
            unit = str(line.unit)
            percent = 100 * won[unit] / of[unit]
            assert percent == pytest.approx(float(line.total), abs=0.001)


def test_a_name_is_no_formula() -> None:
    evening = nights.Evening()
    evening.session = nights.played(
        nights.chosen(Kind.HOWELL, 4, 2, 3, evening=evening), 1
    ).session
    evening.enter(nights.Renamed(1, "=1+1"))
    text = standings_csv(evening.play, EN) + results_csv(evening.play, EN)
    assert "'=1+1 & Ben Ito" in text
    assert ",=1+1" not in text


# ---- PBN ----


def boards_of(play: NightPlay) -> list[Board]:
    text = night_pbn(play, EN).decode(ENCODING)
    return list(other.loads(text.replace("\r\n", "\n")))


@pytest.mark.parametrize("name", ["mitchell", "teams", "individual"])
def test_another_program_reads_every_result(
    name: str, request: pytest.FixtureRequest
) -> None:
    play: NightPlay = request.getfixturevalue(name)
    found = boards_of(play)
    played = [line for line in play.lines if play.row(line) is not None]
    assert len(found) == len(played)
    numbers = [board.board_num for board in found]
    assert numbers == sorted(numbers)
    for board in found:
        info = board.info
        line = next(
            line
            for line in played
            if line.where == (int(info.round), int(info.table), board.board_num)
        )
        assert info.pairNS == play.number(line.north_south)
        if line.given is None:
            # their own scoring of what was played
            assert board.contract.score(board.vul) == _by_declarer(play, line, board)


def _by_declarer(play: NightPlay, line: nights.Line, board: Board) -> int:
    difference = line.difference
    assert difference is not None
    is_north_south = board.contract.declarer.abbr in "NS"
    return int(difference if is_north_south else -difference)


def test_an_adjusted_score_replaces_what_was_played(mitchell: NightPlay) -> None:
    (adjusted,) = (
        board
        for board in boards_of(mitchell)
        if (board.info.round, board.info.table, board.board_num) == ("2", "2", 5)
    )
    assert adjusted.info.score == "NS -620"


BOARD_DEALERS = (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)
CALLS = ("1H", "Pass", "2H", "Pass", "Pass", "Pass")


def played_out(table: Table, first: int, boards: int) -> None:
    """A board with its auction and all of its cards."""
    table.enter(BoardIs(first))
    caller = BOARD_DEALERS[first % 4]
    rules = card_play(Settings(), Denomination.HEARTS, caller, None)
    for call in CALLS:
        table.enter(CallMade(Call.parse(call)))
    deal = dealt(rules, Random(first))
    while deal.seat is not None:
        play = deal.legal()[0]
        deal.play(play)
        table.enter(CardPlayed(play.card, seat=play.seat))
    side = party_of(caller, SIDES)
    table.enter(TricksTaken(deal.watched.won_by(side.seats)))


def test_auctions_and_play_are_there_where_they_were_recorded() -> None:
    evening = nights.chosen(Kind.HOWELL, 4, 2, 3, boards=1)
    evening.play_round(played_out)
    first, second = boards_of(evening.play)
    for board in (first, second):
        assert board.auction == [Bid(call) for call in CALLS]
        assert len(board.play) == 52
        assert all(len(board.deal[seat]) == 13 for seat in Player)


def test_only_bridge_with_boards_is_said_in_pbn() -> None:
    evening = nights.Evening("rook", ROOK.rule_sheet.defaults)
    play = nights.chosen(Kind.INDIVIDUAL, 8, 1, 2, Scoring.POINTS, evening=evening).play
    assert not can_say_night(play)
    with pytest.raises(ValueError, match="PBN"):
        night_pbn(play, EN)
    with pytest.raises(ValueError, match="USEBIO"):
        usebio_of(play, EN)


# ---- USEBIO ----

CHILDREN = {
    "USEBIO": "CLUB EVENT",
    "CLUB": "CLUB_NAME CLUB_ID_NUMBER",
    "EVENT": "PROGRAM_NAME PROGRAM_VERSION EVENT_DESCRIPTION DATE WINNER_TYPE "
    "MATCH_SCORING_METHOD? BOARD_SCORING_METHOD? BOARDS_PLAYED PARTICIPANTS BOARD* "
    "MATCH*",
    "PARTICIPANTS": "PAIR* TEAM* PLAYER*",
    "PAIR": "PAIR_NUMBER DIRECTION? BOARDS_PLAYED PLAYER PLAYER PLACE TOTAL_SCORE "
    "PERCENTAGE?",
    "TEAM": "PLAYER+ PLACE TOTAL_SCORE",
    "PLAYER": "PLAYER_NUMBER? PLAYER_NAME PLACE? TOTAL_SCORE? PERCENTAGE?",
    "MATCH": "ROUND_NUMBER TEAM OPPOSING_TEAM TEAM_SCORE OPPOSING_TEAM_SCORE BOARD+",
    "BOARD": "BOARD_NUMBER IMPS? TRAVELLER_LINE+",
    "TRAVELLER_LINE": "NS_PAIR_NUMBER? EW_PAIR_NUMBER? N_PLAYER_NUMBER? "
    "S_PLAYER_NUMBER? E_PLAYER_NUMBER? W_PLAYER_NUMBER? DIRECTION? CONTRACT? "
    "PLAYED_BY? LEAD? TRICKS? SCORE NS_MATCH_POINTS? EW_MATCH_POINTS? "
    "NS_CROSS_IMP_POINTS? EW_CROSS_IMP_POINTS?",
}
"""What each element of USEBIO 1.2 holds, in this order, and how often, as regular
expressions have it: a table of our own, by what other published programs write and read.
Every other element holds text. The document type itself could not be had."""
ATTRIBUTES = {
    "USEBIO": {"Version": r"1\.2"},
    "EVENT": {"EVENT_TYPE": "INDIVIDUAL|PAIRS|SWISS_PAIRS|TEAMS|SWISS_TEAMS"},
    "TEAM": {"TEAM_ID": r"\d+", "TEAM_NAME": ".+"},
}
TEXT_IN_A_MATCH = {"TEAM"}
NUMBER = r"-?\d+(\.\d{1,2})?"
TEXTS = {
    "CLUB_ID_NUMBER": r"\d+",
    "DATE": r"(0[1-9]|[12]\d|3[01])/(0[1-9]|1[0-2])/\d{4}",
    "WINNER_TYPE": "[12]",
    "MATCH_SCORING_METHOD": "VPS",
    "BOARD_SCORING_METHOD": "MATCH_POINTS|CROSS_IMPS",
    "BOARDS_PLAYED": r"\d+",
    "PLACE": r"\d+=?",
    "DIRECTION": "NS|EW",
    "CONTRACT": "PASS|[1-7](C|D|H|S|NT)x{0,2}",
    "PLAYED_BY": "[NESW]",
    "LEAD": "[CDHS][2-9TJQKA]",
    "TRICKS": r"\d|1[0-3]",
    "SCORE": r"-?\d+|A\d{4}",
    "IMPS": NUMBER,
    **dict.fromkeys(("TOTAL_SCORE", "PERCENTAGE"), NUMBER),
    **dict.fromkeys(("TEAM_SCORE", "OPPOSING_TEAM_SCORE"), r"\d{1,2}(\.\d{1,2})?"),
    **dict.fromkeys(("NS_MATCH_POINTS", "EW_MATCH_POINTS"), NUMBER),
    **dict.fromkeys(("NS_CROSS_IMP_POINTS", "EW_CROSS_IMP_POINTS"), NUMBER),
}
"""What the texts of some elements are like."""


def faults_of(element: Xml.Element) -> Iterator[str]:
    """What in an element, and in all that it holds, is not as others have it."""
    is_text = element.tag in TEXT_IN_A_MATCH and not element.attrib
    children = "".join(f"{child.tag} " for child in element)
    if is_text or element.tag not in CHILDREN:
        text = element.text or ""
        if children or not re.fullmatch(TEXTS.get(element.tag, r".*\S.*"), text):
            yield f"{element.tag} holds {children or repr(text)}"
        return
    told = ATTRIBUTES.get(element.tag, {})
    if [*told] != [*element.attrib] or not all(
        re.fullmatch(told[name], value) for name, value in element.attrib.items()
    ):
        yield f"{element.tag} has the attributes {element.attrib}"
    model = re.sub(r"(\w+)(\W?)", r"(\1 )\2", CHILDREN[element.tag].replace(" ", "~"))
    if not re.fullmatch(model.replace("~", ""), children):
        yield f"{element.tag} holds {children}"
    for child in element:
        yield from faults_of(child)


def usebio(play: NightPlay) -> Xml.Element:
    return Xml.fromstring(usebio_of(play, EN))  # noqa: S314 - our own


@pytest.mark.parametrize("name", ["mitchell", "teams", "individual"])
def test_usebio_has_the_elements_of_others(
    name: str, request: pytest.FixtureRequest
) -> None:
    play: NightPlay = request.getfixturevalue(name)
    assert can_be_usebio(play)
    root = usebio(play)
    assert [*faults_of(root)] == []
    assert root.find("EVENT/PARTICIPANTS/*") is not None


@pytest.mark.parametrize(
    ("where", "text"),
    [
        ("EVENT/DATE", "2026-11-26"),
        ("EVENT/BOARD/TRAVELLER_LINE/CONTRACT", "4SX"),
        ("EVENT/BOARD/TRAVELLER_LINE/SCORE", "+420"),
        ("EVENT/PARTICIPANTS/PAIR/PLACE", "first"),
    ],
)
def test_what_others_would_not_read_is_found(
    mitchell: NightPlay, where: str, text: str
) -> None:
    root = usebio(mitchell)
    found = root.find(where)
    assert found is not None
    found.text = text
    assert len([*faults_of(root)]) == 1


def test_an_element_that_is_missing_or_doubled_is_found(mitchell: NightPlay) -> None:
    root = usebio(mitchell)
    pair = root.find("EVENT/PARTICIPANTS/PAIR")
    assert pair is not None
    pair.append(pair[0])
    assert [*faults_of(root)]
    root = usebio(mitchell)
    root.remove(root[0])
    assert [*faults_of(root)]


def test_boards_played_are_those_of_a_pair() -> None:
    """Each of ten pairs plays three rounds of two boards, and ten are in the room."""
    root = usebio(nights.played(nights.chosen(Kind.MITCHELL, 10, 2, 3), 3).play)
    each = {one.text for one in root.iterfind(".//PAIR/BOARDS_PLAYED")}
    assert each == {"6"} == {root.findtext("EVENT/BOARDS_PLAYED")}
    assert len(root.findall("EVENT/BOARD")) == 10


def lines_in(root: Xml.Element) -> Iterator[Xml.Element]:
    for board in root.iterfind("EVENT/BOARD"):
        yield from board.iterfind("TRAVELLER_LINE")


def number(element: Xml.Element, name: str) -> float:
    return float(element.findtext(name) or "")


def test_percentages_follow_from_the_file_alone(mitchell: NightPlay) -> None:
    root = usebio(mitchell)
    won: dict[str, float] = defaultdict(float)
    of: dict[str, float] = defaultdict(float)
    for line in lines_in(root):
        top = number(line, "NS_MATCH_POINTS") + number(line, "EW_MATCH_POINTS")
        for side in ("NS", "EW"):
            pair = line.findtext(f"{side}_PAIR_NUMBER") or ""
            won[pair] += number(line, f"{side}_MATCH_POINTS")
            of[pair] += top
    pairs = root.findall("EVENT/PARTICIPANTS/PAIR")
    assert len(pairs) == 9
    assert root.findtext("EVENT/WINNER_TYPE") == "2"
    for pair in pairs:
        own = pair.findtext("PAIR_NUMBER") or ""
        percent = 100 * won[own] / of[own]
        assert number(pair, "PERCENTAGE") == pytest.approx(percent, abs=0.03)


def test_scores_given_are_said(mitchell: NightPlay) -> None:
    lines = {
        (line.findtext("NS_PAIR_NUMBER"), line.findtext("SCORE"))
        for line in lines_in(usebio(mitchell))
        if line.find("CONTRACT") is None
    }
    assert lines == {("1", "A6040"), ("2", "-620")}


def test_victory_points_of_a_match_are_twenty(teams: NightPlay) -> None:
    root = usebio(teams)
    totals: dict[str, float] = defaultdict(float)
    for match in root.iterfind("EVENT/MATCH"):
        scores = (number(match, "TEAM_SCORE"), number(match, "OPPOSING_TEAM_SCORE"))
        assert sum(scores) == pytest.approx(20)
        totals[match.findtext("TEAM") or ""] += scores[0]
        totals[match.findtext("OPPOSING_TEAM") or ""] += scores[1]
        for board in match.iterfind("BOARD"):
            ways = {line.findtext("DIRECTION") for line in board.iterfind("*")}
            assert {"NS", "EW"} <= ways
    for team in root.iterfind("EVENT/PARTICIPANTS/TEAM"):
        assert number(team, "TOTAL_SCORE") == pytest.approx(
            totals[team.attrib["TEAM_ID"]]
        )
