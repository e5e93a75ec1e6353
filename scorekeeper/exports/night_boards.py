"""The boards of a night in Portable Bridge Notation: every result with what it is worth,
and the auction and the play where they were recorded.

Law: PBN 2.1, export format (see pbn.py), with its tags for a competition:
Round, Table, PairNS, PairEW, Competition and ScoreMP, ScoreIMP.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from scorekeeper.core.messages import message
from scorekeeper.core.sheet import Points
from scorekeeper.exports.night_play import NightPlay
from scorekeeper.exports.pbn import can_say, deal_in_pbn, pbn_file
from scorekeeper.exports.sheet_files import number_of
from scorekeeper.nights.facts import Kind, Scoring
from scorekeeper.nights.travellers import Line, by_board
from scorekeeper.words import Words

_SCORING: Mapping[Scoring, str] = {
    Scoring.MATCHPOINTS: "MP",
    Scoring.IMPS: "IMP;Cross",
    Scoring.VICTORY_POINTS: "IMP",
}
_COMPETITION: Mapping[Kind, str] = {
    Kind.INDIVIDUAL: "Individuals",
    Kind.TEAMS: "Teams",
}


def can_say_night(play: NightPlay) -> bool:
    """Whether the night's boards can be said in PBN: bridge with the 52 cards."""
    tables = play.sessions.values()
    return bool(tables) and play.has_boards and all(map(can_say, tables))


def night_pbn(play: NightPlay, words: Words) -> bytes:
    """All boards that were played, each with its results, best for North–South first.
    Raises ValueError where `can_say_night` is False."""
    if not can_say_night(play):
        raise ValueError("this night can't be said in PBN")
    game = words.text(message(f"game.{play.night.game}"))
    lines = list[str]()
    for found in by_board(play.lines).values():
        for line in found:
            row = play.row(line)
            session = play.sessions.get((line.round, line.table))
            if row is not None and session is not None:
                lines += deal_in_pbn(session, row.id, game, _tags(play, line))
    return pbn_file(lines)


def _tags(play: NightPlay, line: Line) -> Iterator[tuple[str, str]]:
    yield "Scoring", _SCORING.get(play.scoring, "?")
    if line.given is not None and line.points is not None:
        # an adjusted score: what was played doesn't give it
        yield "Score", f"NS {number_of(line.points[0] - line.points[1])}"
    chosen = play.night.chosen
    if chosen is not None:
        yield "Competition", _COMPETITION.get(chosen.movement, "Pairs")
    yield "Round", str(line.round)
    yield "Table", str(line.table)
    yield "PairNS", play.number(line.north_south)
    yield "PairEW", play.number(line.east_west)
    won = play.won(line, line.north_south)
    if won is not None:
        yield _worth(play, won)


def _worth(play: NightPlay, won: Points) -> tuple[str, str]:
    if play.scoring is Scoring.MATCHPOINTS:
        return "ScoreMP", f"NS {number_of(Fraction(won), 2)}"
    return "ScoreIMP", f"NS {number_of(Fraction(won), 2)}"
