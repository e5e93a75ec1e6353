"""The results of a night in USEBIO 1.2, the XML that clubs send to their federation.

Format: USEBIO 1.2, https://usebio.org/documentation/usebio-1.2.pdf, whose document type
is named in the file. Pairs and individuals are written with a traveller for each board,
teams with their matches. What a club has and a night has not, such as its number, is "0". An
artificial score is written as "A6040": the percentages of North–South and East–West.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from xml.etree import ElementTree as Xml

from scorekeeper.core.messages import message
from scorekeeper.core.sheet import Points
from scorekeeper.exports.night_boards import can_say_night
from scorekeeper.exports.night_play import NightPlay
from scorekeeper.exports.pbn import deal_of_row
from scorekeeper.exports.pdf.page import release
from scorekeeper.exports.sheet_files import number_of
from scorekeeper.nights.facts import BoardGiven, Kind, Scoring
from scorekeeper.nights.movement import Number
from scorekeeper.nights.scoring import victory_points
from scorekeeper.nights.standings import PERCENT, Match, Ranking, Standing, matches
from scorekeeper.nights.travellers import Line, by_board
from scorekeeper.tables.names import visible
from scorekeeper.words import Words

USEBIO_TYPE = "application/xml; charset=utf-8"
HEAD = (
    '<?xml version="1.0" encoding="utf-8"?>\n'
    '<!DOCTYPE USEBIO PUBLIC "-//EBU//DTD USEBIO 1.2//EN" '
    '"http://www.usebio.org/files/usebio_v1_2.dtd">\n'
)
UNKNOWN_CLUB = "0"
_EVENTS: Mapping[Kind, str] = {Kind.INDIVIDUAL: "INDIVIDUAL", Kind.TEAMS: "TEAMS"}
_PLAYERS = tuple(f"{seat}_PLAYER_NUMBER" for seat in "NSEW")
_SCORING: Mapping[Scoring, str] = {
    Scoring.MATCHPOINTS: "MATCH_POINTS",
    Scoring.IMPS: "CROSS_IMPS",
}
_WON: Mapping[Scoring, tuple[str, str]] = {
    Scoring.MATCHPOINTS: ("NS_MATCH_POINTS", "EW_MATCH_POINTS"),
    Scoring.IMPS: ("NS_CROSS_IMP_POINTS", "EW_CROSS_IMP_POINTS"),
}


def can_be_usebio(play: NightPlay) -> bool:
    """Whether this night can be said in USEBIO: bridge with the 52 cards."""
    return play.night.chosen is not None and can_say_night(play)


def usebio_of(play: NightPlay, words: Words) -> bytes:
    """The night as a USEBIO file. Raises ValueError where `can_be_usebio` is False."""
    chosen = play.night.chosen
    if chosen is None or not can_be_usebio(play):
        raise ValueError("this night can't be said in USEBIO")
    root = Xml.Element("USEBIO", Version="1.2")
    club = Xml.SubElement(root, "CLUB")
    _put(club, "CLUB_NAME", "Scorekeeper")
    _put(club, "CLUB_ID_NUMBER", UNKNOWN_CLUB)
    kind = _EVENTS.get(chosen.movement, "PAIRS")
    event = Xml.SubElement(root, "EVENT", EVENT_TYPE=kind)
    _put_about(event, play, words)
    participants = Xml.SubElement(event, "PARTICIPANTS")
    for ranking in play.of_this_night:
        for standing in ranking.standings:
            _put_unit(participants, play, ranking, standing)
    if play.scoring is Scoring.VICTORY_POINTS:
        _put_matches(event, play)
    else:
        _put_boards(event, play)
    Xml.indent(root)
    body = Xml.tostring(root, encoding="unicode")
    return f"{HEAD}{body}\n".encode()


def _put(parent: Xml.Element, name: str, value: object) -> None:
    text = visible(str(value))
    Xml.SubElement(parent, name).text = "".join(filter(str.isprintable, text))


def _put_about(event: Xml.Element, play: NightPlay, words: Words) -> None:
    chosen = play.night.chosen
    assert chosen is not None  # noqa: S101 - only then is there a file
    game = words.text(message(f"game.{play.night.game}"))
    movement = words.text(message(f"night.movement.{chosen.movement.value}"))
    year, month, day = play.session.header.at[:10].split("-")
    program, version = release().split(" ", 1)
    _put(event, "PROGRAM_NAME", program)
    _put(event, "PROGRAM_VERSION", version)
    _put(event, "EVENT_DESCRIPTION", f"{game}, {movement}")
    _put(event, "DATE", f"{day}/{month}/{year}")
    _put(event, "WINNER_TYPE", len(play.of_this_night))
    if play.scoring is Scoring.VICTORY_POINTS:
        _put(event, "MATCH_SCORING_METHOD", "VPS")
    else:
        _put(event, "BOARD_SCORING_METHOD", _SCORING[play.scoring])
    played = (line.played for rank in play.of_this_night for line in rank.standings)
    _put(event, "BOARDS_PLAYED", max(played, default=0))


# ---- who took part ----


def _put_unit(
    participants: Xml.Element, play: NightPlay, ranking: Ranking, standing: Standing
) -> None:
    people = play.night.units[standing.unit - 1]
    match len(people):
        case 1:
            unit = Xml.SubElement(participants, "PLAYER")
            _put(unit, "PLAYER_NUMBER", standing.unit)
            _put(unit, "PLAYER_NAME", play.night.name(people[0]))
        case 2:
            unit = _put_pair(participants, ranking, standing)
            _put_players(unit, play, people)
        case _:
            name = visible(play.night.unit_name(standing.unit))
            number = str(standing.unit)
            unit = Xml.SubElement(participants, "TEAM", TEAM_ID=number, TEAM_NAME=name)
            _put_players(unit, play, people)
    _put_standing(unit, play, standing)


def _put_pair(
    participants: Xml.Element, ranking: Ranking, standing: Standing
) -> Xml.Element:
    pair = Xml.SubElement(participants, "PAIR")
    _put(pair, "PAIR_NUMBER", standing.unit)
    if ranking.direction:
        _put(pair, "DIRECTION", ranking.direction)
    _put(pair, "BOARDS_PLAYED", standing.played)
    return pair


def _put_standing(unit: Xml.Element, play: NightPlay, standing: Standing) -> None:
    _put(unit, "PLACE", f"{standing.place}{'=' if standing.is_shared else ''}")
    _put(unit, "TOTAL_SCORE", number_of(Fraction(standing.total), 2))
    if play.scoring is Scoring.MATCHPOINTS:
        _put(unit, "PERCENTAGE", f"{float(standing.total):.2f}")


def _put_players(unit: Xml.Element, play: NightPlay, people: tuple[int, ...]) -> None:
    for person in people:
        _put(Xml.SubElement(unit, "PLAYER"), "PLAYER_NAME", play.night.name(person))


# ---- what was played ----


def _put_boards(event: Xml.Element, play: NightPlay) -> None:
    for number, found in by_board(play.lines).items():
        board = Xml.SubElement(event, "BOARD")
        _put(board, "BOARD_NUMBER", number)
        for line in found:
            traveller = Xml.SubElement(board, "TRAVELLER_LINE")
            _put_who(traveller, play, line)
            _put_played(traveller, play, line)
            names = _WON[play.scoring]
            for name, people in zip(names, line.sides, strict=True):
                _put(traveller, name, _rounded(play.won(line, people)))


def _put_who(traveller: Xml.Element, play: NightPlay, line: Line) -> None:
    chosen = play.night.chosen
    if chosen is not None and chosen.movement is Kind.INDIVIDUAL:
        people = (*line.north_south, *line.east_west)
        for name, person in zip(_PLAYERS, people, strict=True):
            _put(traveller, name, play.night.unit_of(person))
        return
    _put(traveller, "NS_PAIR_NUMBER", play.number(line.north_south))
    _put(traveller, "EW_PAIR_NUMBER", play.number(line.east_west))


def _put_matches(event: Xml.Element, play: NightPlay) -> None:
    for match in matches(play.night, play.results):
        if not match.boards:
            continue
        element = Xml.SubElement(event, "MATCH")
        won = [victory_points(one, match.boards)[0] for one in match.won]
        _put(element, "ROUND_NUMBER", match.round)
        _put(element, "TEAM", match.ours)
        _put(element, "OPPOSING_TEAM", match.theirs)
        _put(element, "TEAM_SCORE", won[0])
        _put(element, "OPPOSING_TEAM_SCORE", won[1])
        for number, found in by_board(_of_match(play, match)).items():
            board = Xml.SubElement(element, "BOARD")
            _put(board, "BOARD_NUMBER", number)
            _put(board, "IMPS", _rounded(found[0].won.get(match.ours)))
            for line in found:
                traveller = Xml.SubElement(board, "TRAVELLER_LINE")
                _put(traveller, "DIRECTION", _direction(play, line, match.ours))
                _put_played(traveller, play, line)


def _of_match(play: NightPlay, match: Match) -> Sequence[Line]:
    teams = {match.ours, match.theirs}
    return [
        line
        for line in play.lines
        if line.round == match.round and teams == _teams(play, line)
    ]


def _teams(play: NightPlay, line: Line) -> set[Number | None]:
    return {
        play.night.unit_of(line.north_south[0]),
        play.night.unit_of(line.east_west[0]),
    }


def _direction(play: NightPlay, line: Line, ours: Number) -> str:
    return "NS" if play.night.unit_of(line.north_south[0]) == ours else "EW"


def _put_played(traveller: Xml.Element, play: NightPlay, line: Line) -> None:
    for name, value in _played(play, line):
        _put(traveller, name, value)
    _put(traveller, "SCORE", _score(line))


# Nothing where the board has another score than what was played gives.
def _played(play: NightPlay, line: Line) -> Iterator[tuple[str, object]]:
    row = play.row(line)
    session = play.sessions.get((line.round, line.table))
    if row is None or session is None or line.given is not None:
        return
    found = deal_of_row(session, row.id)
    if found is None:
        return
    _, deal = found
    yield "CONTRACT", str(deal.contract).replace("X", "x") if deal.contract else "PASS"
    if deal.declarer is not None:
        yield "PLAYED_BY", deal.declarer.value
    if deal.watched.plays:
        card = str(deal.watched.plays[0].card).replace("10", "T")
        yield "LEAD", card
    if deal.tricks is not None:
        yield "TRICKS", deal.tricks


def _score(line: Line) -> str:
    if line.difference is not None:
        return str(number_of(line.difference))
    assert line.given is not None  # noqa: S101 - then it is artificial
    return _artificial(line.given)


def _artificial(given: BoardGiven) -> str:
    percents = ""
    for award in (given.north_south, given.east_west):
        assert award is not None  # noqa: S101 - checked when it was entered
        percents += f"{int(100 * PERCENT[award])}"
    return f"A{percents}"


def _rounded(won: Points | None) -> int | float:
    return 0 if won is None else number_of(Fraction(won), 2)
