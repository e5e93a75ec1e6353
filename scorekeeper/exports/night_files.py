"""A night in files for other programs: its standings as JSON, and an archive that has
the night and its tables."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, BinaryIO

from scorekeeper.core.codec import fingerprint
from scorekeeper.core.messages import message
from scorekeeper.core.sheet import Points
from scorekeeper.exports.archive import read_archive
from scorekeeper.exports.session_file import refuse
from scorekeeper.nights.standings import Ranking, Standing
from scorekeeper.tables.nights import is_night, night_of, rankings, results
from scorekeeper.tables.session import Session
from scorekeeper.words import Words


def night_in(file: BinaryIO) -> tuple[Session, Mapping[str, Session]]:
    """The night of an archive, and all its sessions by their ids. Raises FileRefused
    where it has no night or several."""
    sessions = {read.session.id: read.session for _, read in read_archive(file)}
    nights = [session for session in sessions.values() if is_night(session)]
    if not nights:
        kind = message("file.kind.archive")
        refuse(0, "file.for-another", kind=kind, commands="scorekeeper import")
    if len(nights) != 1:
        refuse(0, "archive.nights", count=len(nights))
    return nights[0], sessions


def standings_of(
    session: Session, tables: Mapping[str, Session], words: Words
) -> dict[str, Any]:
    """The standings of a night, worked out from the sheets of its `tables`. Whole
    totals are numbers, others texts such as "1/2"."""
    night = night_of(session)
    chosen = night.chosen
    missing = [
        laid.session
        for opened in night.rounds
        for laid in opened.fact.tables
        if laid.session not in tables
    ]
    return {
        "session": session.id,
        "night": True,
        "head": session.head,
        "seal": fingerprint(session.head),
        "game": night.game,
        "people": [*night.people],
        "movement": chosen.movement.value if chosen else None,
        "scoring": chosen.scoring.value if chosen else None,
        "rounds": night.round,
        "results": len(results(night, tables.get)),
        "missing": missing,
        "rankings": [
            _ranking(ranking, night.unit_name)
            for ranking in rankings(night, tables.get)
        ],
        "signed": night.signed is not None,
        "now": words.text(session.glance.deal),
    }


def _ranking(ranking: Ranking, name_of: Any) -> dict[str, Any]:
    return {
        "direction": ranking.direction or None,
        "mean": ranking.is_mean,
        "standings": [
            {
                "place": line.place,
                "shared": line.is_shared,
                "number": line.unit,
                "name": name_of(line.unit),
                "total": number_in_json(line.total),
                "played": line.played,
                "given": line.given,
                **_carried(line),
            }
            for line in ranking.standings
        ],
    }


# Only where something can be carried over: other standings are as they always were.
def _carried(line: Standing) -> dict[str, Any]:
    if line.own is None:
        return {}
    return {
        "own": number_in_json(line.own),
        "carried": number_in_json(line.carried.total),
        "carried_boards": number_in_json(line.carried.boards),
    }


def number_in_json(total: Points | object) -> int | str:
    if isinstance(total, int):
        return total
    if isinstance(total, Fraction) and total.denominator == 1:
        return total.numerator
    return str(total)
