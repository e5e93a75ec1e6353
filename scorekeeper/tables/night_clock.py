"""The clock of a round, and the tables that play on when its time is up."""

from datetime import datetime, timedelta
from typing import NamedTuple

from scorekeeper.nights.night import Night
from scorekeeper.tables.night_standings import OpenTable
from scorekeeper.tables.nights import is_night, night_of, of_night, played_in
from scorekeeper.tables.session import Session
from scorekeeper.tables.sheet import clock


class Until(NamedTuple):
    """What a round with a clock waits for: its end, as the clock on the wall says it,
    and after it the tables that still play."""

    ends: str
    late: tuple[int, ...]


def end_of(night: Night) -> datetime | None:
    """When the present round ends; None without a clock."""
    if not night.rounds or night.chosen is None or not night.chosen.minutes:
        return None
    began = datetime.fromisoformat(night.rounds[-1].at)
    minutes = night.chosen.minutes + night.more.get(night.round, 0)
    return began + timedelta(minutes=minutes)


def until_of(night: Night, open_table: OpenTable, now: datetime) -> Until | None:
    """None where no round is timed."""
    end = end_of(night)
    if end is None or night.signed is not None:
        return None
    late = _not_done(night, open_table) if now >= end else ()
    return Until(on_the_wall(end), late)


def _not_done(night: Night, open_table: OpenTable) -> tuple[int, ...]:
    deals = night.chosen.boards if night.chosen else 0
    found = list[int]()
    for laid in night.rounds[-1].fact.tables:
        table = open_table(laid.session)
        if table is not None and played_in(night, table, laid) < deals:
            found.append(laid.table)
    return tuple(found)


def until_at(session: Session, open_table: OpenTable, now: datetime) -> Until | None:
    """As `until_of`, at a table of the present round; None at any other table."""
    opened = of_night(session)
    there = open_table(opened.night) if opened is not None else None
    if opened is None or there is None or not is_night(there):
        return None
    night = night_of(there)
    return until_of(night, open_table, now) if opened.round == night.round else None


def on_the_wall(moment: datetime) -> str:
    return clock(moment.strftime("%Y-%m-%dT%H:%M:%SZ"))
