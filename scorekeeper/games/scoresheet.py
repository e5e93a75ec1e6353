"""The sheet of a family's rounds: sections, rows and what every row has, whatever the game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.core.evening import Ended
from scorekeeper.core.messages import Message, message
from scorekeeper.core.rounds import (
    Noted,
    R,
    RoundEnd,
    RoundRules,
    Rounds,
    S,
    Scored,
    ScoredSection,
    T,
)
from scorekeeper.core.seats import People, named
from scorekeeper.core.sheet import Fact, Points, Row, ScoreSheet, Section

AGAINST_RECORD = "against-record"
"""The mark of a result that is not what the recorded tricks come to."""
NOTES = (RoundEnd.THROWN_IN, RoundEnd.LEFT)
"""The ends of a round that its row says a word about."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a game's own rows show: facts, marks of a finished round, notes.

    The row that wins a section is marked "game" unless `marks_win` says otherwise.
    """

    facts: tuple[Fact, ...]
    marks: tuple[str, ...] = ()
    notes: tuple[Message, ...] = ()
    marks_win: bool = True


def score_sheet(
    rules: RoundRules[S, R, T],
    state: Rounds[S, R, T],
    *,
    heads: tuple[str, ...],
    names: tuple[str, str],
    headline: Callable[[T, S], Message],
    look: Callable[[Scored[R, T], S], Look],
) -> ScoreSheet:
    """The whole sheet: a section for each game, a row for each round and noted entry.

    `names` are the codes of a section's and a row's label, each told its number; `look` is also
    asked about noted entries, and answers their facts.
    """
    played = [section for section in rules.sections(state) if section.scored]
    settings = state.settings

    def row(one: Scored[R, T], section: ScoredSection[R, T]) -> Row:
        seen = look(one, settings)
        if isinstance(one.item, Noted):
            return _noted_row(one, seen, rules.family)
        wins = bool(section.tally.winners) and one is section.scored[-1]
        found = rules.recorded(one.item, settings)
        return _round_row(one, seen, wins, names[1], rules.family, found)

    sections = tuple(
        Section(
            label=message(names[0], number=number),
            rows=tuple(row(one, section) for one in section.scored),
            headline=headline(section.tally, settings),
            is_over=section.tally.is_over,
            winners=section.tally.winners,
        )
        for number, section in enumerate(played, start=1)
    )
    return ScoreSheet(rules.parties(settings), heads, sections)


def _round_row(
    one: Scored[Any, Any], seen: Look, wins: bool, name: str, family: str, recorded: object
) -> Row:
    done: Any = one.item
    is_counted = done.end is RoundEnd.COUNTED
    marks = seen.marks if is_counted else (done.end.value,)
    marks += (AGAINST_RECORD,) if recorded is not None else ()
    noted = (message(f"{family}.note.{done.end.value}"),) if done.end in NOTES else ()
    return Row(
        id=done.id,
        label=message(name, number=one.number),
        entries=done.entries,
        facts=seen.facts,
        lines=one.lines,
        people=done.people,
        marks=(*marks, "game") if wins and seen.marks_win else marks,
        notes=(*seen.notes, *noted),
        recorded=recorded,
    )


def _noted_row(one: Scored[Any, Any], seen: Look, family: str) -> Row:
    noted, event = one.item, one.item.event
    notes = seen.notes
    if isinstance(event, Ended) and event.reason:
        notes = (*notes, message(f"{family}.note.ended", reason=event.reason))
    return Row(
        id=noted.id,
        label=message(f"{family}.row.{event.KIND}"),
        entries=(noted.seq,),
        facts=seen.facts,
        lines=one.lines,
        people=noted.people,
        notes=notes,
    )


@dataclass(frozen=True, slots=True)
class LastScored:
    """What the entry before the present question scored: its row, who got how much, its facts by
    their heads; persons stand in place of their seats."""

    row: int
    label: Message
    points: tuple[tuple[object, Points], ...]
    facts: Mapping[str, object]


def last_scored(sheet: ScoreSheet, people: People) -> LastScored | None:
    """The last row of the last section that has points; None before there is one."""
    rows = [row for section in sheet.sections[-1:] for row in section.rows if row.lines]
    if not rows:
        return None
    row = rows[-1]
    points = ((named(one, people), row.total(one.id)) for one in sheet.parties)
    facts = {fact.head: named(fact.value, people) for fact in row.facts}
    return LastScored(row.id, row.label, tuple(points), facts)
