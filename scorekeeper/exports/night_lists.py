"""The standings and the results of a night as CSV, for spreadsheets."""

import csv
import io
from collections.abc import Iterable, Sequence
from fractions import Fraction

from babel import Locale

from scorekeeper.core.messages import message
from scorekeeper.core.sheet import Points
from scorekeeper.exports.night_play import NightPlay
from scorekeeper.exports.sheet_files import defused, number_of, text_of
from scorekeeper.nights.standings import Standing
from scorekeeper.nights.travellers import Line
from scorekeeper.words import Words

STANDINGS = ("ranking", "place", "shared", "number", "name", "total", "played", "given")
RESULTS = (
    *("round", "table", "board", "ns_number", "ns", "ew_number", "ew"),
    *("ns_points", "ew_points", "ns_won", "ew_won", "of", "given", "law"),
)
"""The columns, before those of what was played."""
CARRIED = ("own", "carried", "carried_boards")
"""The columns of standings that have something of an earlier night, after the others."""


def standings_csv(play: NightPlay, words: Words) -> str:
    """Who stands where: a line for everybody in each ranking, best first. Percentages
    and points are plain numbers; a spreadsheet calculates nothing in a name."""
    rows = [
        (
            ranking.direction,
            line.place,
            1 if line.is_shared else 0,
            line.unit,
            defused(play.night.unit_name(line.unit)),
            _written(Fraction(line.total), words),
            line.played,
            line.given,
            *(_carried(line, words) if play.night.carried else ()),
        )
        for ranking in play.rankings
        for line in ranking.standings
    ]
    columns = (*STANDINGS, *CARRIED) if play.night.carried else STANDINGS
    return _csv(columns, rows, words)


def _carried(line: Standing, words: Words) -> list[str]:
    numbers = (line.own, line.carried.total, line.carried.boards)
    return [_written(number, words) for number in numbers]


def results_csv(play: NightPlay, words: Words) -> str:
    """Every result that counts, in the order of rounds, tables and boards; what was
    played follows in the reader's words."""
    heads = [defused(text_of(message(f"fact.{head}"), words)) for head in play.heads]
    rows = [
        (*_result(play, line, words), *_fact(play, line, words)) for line in play.lines
    ]
    return _csv((*RESULTS, *heads), rows, words)


def _result(play: NightPlay, line: Line, words: Words) -> tuple[object, ...]:
    points = line.points or (None, None)
    won = tuple(play.won(line, people) for people in line.sides)
    given = ("", "")
    if line.given is not None:
        given = (defused(line.given.reason), defused(line.given.law))
    return (
        line.round,
        line.table,
        line.board or "",
        play.number(line.north_south),
        defused(play.names(line.north_south)),
        play.number(line.east_west),
        defused(play.names(line.east_west)),
        *(_written(number, words) for number in (*points, *won)),
        _written(line.of or None, words),
        *given,
    )


def _fact(play: NightPlay, line: Line, words: Words) -> list[str]:
    fact = play.fact(line)
    return [
        defused(text_of(fact[head], words)) if head in fact else ""
        for head in play.heads
    ]


# A number as a spreadsheet of the reader's country reads it; "" for none.
def _written(number: Points | None, words: Words) -> str:
    if number is None:
        return ""
    return str(number_of(number)).replace(".", _decimal(words))


def _csv(columns: Sequence[str], rows: Iterable[Sequence[object]], words: Words) -> str:
    out = io.StringIO()
    delimiter = ";" if _decimal(words) == "," else ","
    writer = csv.writer(out, delimiter=delimiter)
    writer.writerow(columns)
    writer.writerows(rows)
    return out.getvalue()


def _decimal(words: Words) -> str:
    symbols = Locale.parse(words.language).number_symbols
    return str(symbols["latn"]["decimal"])
