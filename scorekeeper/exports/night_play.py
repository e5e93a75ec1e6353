"""What files and paper say of a night: its rankings, its travellers, and what was played
at each table, with names."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from scorekeeper.core.messages import Message, message
from scorekeeper.core.sheet import Points, Row
from scorekeeper.nights.facts import Award, BoardGiven, Scoring
from scorekeeper.nights.night import Night
from scorekeeper.nights.standings import Ranking, Result, of_this_night, standings
from scorekeeper.nights.travellers import Line, lines
from scorekeeper.tables.comparison import OF_THE_BOARD
from scorekeeper.tables.nights import (
    finished_rows,
    night_of,
    number_of,
    plays_boards,
    results,
    rows_besides,
)
from scorekeeper.tables.session import Session
from scorekeeper.words import Words


@dataclass(frozen=True)
class NightPlay:
    """A night with the sessions of its tables, as far as they are there."""

    session: Session
    night: Night
    tables: Mapping[str, Session]

    @cached_property
    def results(self) -> tuple[Result, ...]:
        return results(self.night, self.tables.get)

    @cached_property
    def rankings(self) -> tuple[Ranking, ...]:
        return standings(self.night, self.results)

    @cached_property
    def of_this_night(self) -> tuple[Ranking, ...]:
        return of_this_night(self.night, self.results)

    @cached_property
    def lines(self) -> list[Line]:
        return lines(self.night, self.results)

    @property
    def scoring(self) -> Scoring:
        chosen = self.night.chosen
        return chosen.scoring if chosen else Scoring.POINTS

    @property
    def has_boards(self) -> bool:
        return self.scoring is not Scoring.POINTS

    @cached_property
    def heads(self) -> tuple[str, ...]:
        heads = dict[str, None]()
        for session in self.sessions.values():
            heads.update(dict.fromkeys(session.sheet.heads))
        return tuple(head for head in heads if head not in OF_THE_BOARD)

    @cached_property
    def sessions(self) -> dict[tuple[int, int], Session]:
        return {
            (opened.fact.number, laid.table): self.tables[laid.session]
            for opened in self.night.rounds
            for laid in opened.fact.tables
            if laid.session in self.tables
        }

    def row(self, line: Line) -> Row | None:
        """What the table's own sheet says of a line; None where it says nothing, as
        where a board was not played."""
        return self._rows.get((*line.where, line.deal))

    def fact(self, line: Line) -> dict[str, object]:
        row = self.row(line)
        if row is None:
            return {}
        return {fact.head: fact.value for fact in row.facts}

    def board_fact(self, found: Sequence[Line]) -> dict[str, object]:
        for line in found:
            fact = self.fact(line)
            own = {head: fact[head] for head in OF_THE_BOARD if head in fact}
            if own:
                return own
        return {}

    def names(self, people: Sequence[int]) -> str:
        return " & ".join(map(self.night.name, people))

    def number(self, people: Sequence[int]) -> str:
        """The numbers in the movement of those who sat on one side."""
        units = dict.fromkeys(map(self.night.unit_of, people))
        return "+".join(str(unit) for unit in units if unit is not None)

    def won(self, line: Line, people: Sequence[int]) -> Points | None:
        """The matchpoints or IMPs of these, who sat on one side; None where no boards
        are compared."""
        unit = self.night.unit_of(people[0]) if people else None
        return None if unit is None else line.won.get(unit)

    @property
    def won_head(self) -> Message | None:
        match self.scoring:
            case Scoring.MATCHPOINTS:
                return message("night.paper.matchpoints")
            case Scoring.POINTS:
                return None
        return message("IMPs")

    def worth(self, points: Points | None, words: Words) -> str:
        """Matchpoints or IMPs as they are written: to two decimals, unless those of all
        lines are whole."""
        if points is None:
            return ""
        if self._is_whole:
            return words.number(int(points))
        return words.hundredths(Fraction(points))

    @cached_property
    def _is_whole(self) -> bool:
        won = [points for line in self.lines for points in line.won.values()]
        return all(Fraction(points).denominator == 1 for points in won)

    @cached_property
    def _rows(self) -> dict[tuple[int, int, int, int], Row]:
        found: dict[tuple[int, int, int, int], Row] = {}
        for at_table, session in self.sessions.items():
            has_boards = plays_boards(session.game, session.settings)
            rows = finished_rows(session)
            if not has_boards:
                rows += rows_besides(session)
            for deal, row in enumerate(rows, start=1):
                place = (number_of(row), 0) if has_boards else (0, deal)
                found.setdefault((*at_table, *place), row)
        return found


class GivenSaid(NamedTuple):
    """What was given instead of a result: the `awards` to both sides in words, none
    where points were."""

    awards: list[Message]
    reason: str
    law: str


def given_said(event: BoardGiven) -> GivenSaid:
    awards: list[Award | None] = [event.north_south, event.east_west]
    said = [message(f"night.award.{award.value}") for award in awards if award]
    return GivenSaid(said, event.reason, event.law)


def played_night(session: Session, tables: Mapping[str, Session]) -> NightPlay:
    """The night of this session with its `tables` by their ids. Raises RuleViolation
    where the session is none."""
    return NightPlay(session, night_of(session), tables)
