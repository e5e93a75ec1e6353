"""How everybody stands: places and totals, worked out from what was played at the tables
and from the facts of the night.

Rule: readings, section 10.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction

from scorekeeper.core.sheet import Points
from scorekeeper.nights.facts import (
    Award,
    BoardGiven,
    CarriedLine,
    Laid,
    Part,
    Scoring,
)
from scorekeeper.nights.movement import Number
from scorekeeper.nights.night import Night, table_in
from scorekeeper.nights.scoring import (
    cross_imps,
    imps,
    matchpoints,
    neuberg,
    places,
    victory_points,
)

PERCENT = {
    Award.PLUS: Fraction(60, 100),
    Award.AVERAGE: Fraction(50, 100),
    Award.MINUS: Fraction(40, 100),
}
IMPS = {Award.PLUS: 3, Award.AVERAGE: 0, Award.MINUS: -3}
"""What an artificial score is worth on a board (Law 12C2)."""


@dataclass(frozen=True, slots=True)
class Result:
    """A deal that was finished at a table of a round: its board, the people of both
    sides, and the points of each. `board` is 0 where a game has no boards. `is_deal`
    is False for points of a table that no deal brought, such as those of a rubber that
    its round ended."""

    round: int
    table: int
    board: int
    north_south: tuple[int, ...]
    east_west: tuple[int, ...]
    points: tuple[Points, Points]
    is_deal: bool = True

    @property
    def where(self) -> tuple[int, int, int]:
        return self.round, self.table, self.board

    @property
    def difference(self) -> Points:
        return self.points[0] - self.points[1]


@dataclass(frozen=True, slots=True)
class Share:
    """What one number of the movement got on a board, of how much: matchpoints, or the
    IMPs of one board."""

    round: int
    table: int
    board: int
    unit: Number
    won: Points
    of: Points
    is_given: bool = False


@dataclass(frozen=True, slots=True)
class Carried:
    """What counts of an earlier night: its total, of half a night half, and of how many
    boards. A percentage is never halved, its boards are."""

    total: Fraction = Fraction(0)
    boards: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of a ranking. `total` is a percentage, IMPs, victory points, points, or the
    mean of a deal, as the night is scored; `played` is on how many boards or deals it
    rests, and `given` how many of them are artificial. Where the night goes on from an
    earlier one, `own` is the total of this night alone, points added up."""

    place: int
    is_shared: bool
    unit: Number
    total: Points | Decimal
    played: int
    given: int = 0
    own: Fraction | None = None
    carried: Carried = Carried()


@dataclass(frozen=True, slots=True)
class Ranking:
    """One list: of everybody, or of those who sat in one direction, "NS" or "EW".
    `is_mean`: totals are the mean of a deal, since not all have played as many."""

    direction: str
    standings: tuple[Standing, ...]
    is_mean: bool = False


@dataclass
class _Account:
    """What a number of the movement has come to so far."""

    won: Points = 0
    of: Points = 0
    played: int = 0
    given: int = 0
    sat_out: int = 0
    shares: list[Share] = field(default_factory=list)


def standings(night: Night, results: Iterable[Result]) -> tuple[Ranking, ...]:
    """The rankings of a night; two of them where North–South and East–West are apart.
    With what is carried over from an earlier night."""
    found = of_this_night(night, results)
    if night.carried is None:
        return found
    scoring = night.carried.scoring
    return tuple(_with_carried(night, scoring, ranking) for ranking in found)


def of_this_night(night: Night, results: Iterable[Result]) -> tuple[Ranking, ...]:
    chosen = night.chosen
    if chosen is None:
        return ()
    counted = adjusted(night, results)
    match chosen.scoring:
        case Scoring.POINTS:
            return _by_points(night, counted)
        case Scoring.VICTORY_POINTS:
            return _by_matches(night, counted)
    accounts = _accounts(night, board_shares(night, counted))
    totals: dict[Number, Points] = {}
    for unit, account in accounts.items():
        if chosen.scoring is Scoring.MATCHPOINTS:
            totals[unit] = _percent(account, chosen.sit_out)
        else:
            totals[unit] = _with_own_average(account, chosen.sit_out)
    return tuple(
        _ranking(direction, units, totals, accounts)
        for direction, units in _groups(night, accounts)
    )


# ---- boards ----


def board_shares(night: Night, results: Sequence[Result]) -> list[Share]:
    """What everybody got on every board, artificial scores with them."""
    chosen = night.chosen
    by_board: dict[int, list[Result]] = defaultdict(list)
    for result in results:
        by_board[result.board].append(result)
    # results of the board that was played most: a board with fewer is scaled to it
    most = max(map(len, by_board.values()), default=0)
    units = _unit_by_person(night)
    is_matchpoints = chosen is not None and chosen.scoring is Scoring.MATCHPOINTS
    shares = list[Share]()
    for found in by_board.values():
        worth = _in_matchpoints if is_matchpoints else _in_imps
        for result, ours, theirs, top in worth(found, most):
            shares += _shares_of(result, units, ours, theirs, top)
    return shares + _given_shares(night, shares, most, is_matchpoints=is_matchpoints)


Worth = Iterable[tuple[Result, Points, Points, Points]]
"""A result with what it is worth to both sides, and of how much."""


def _in_matchpoints(found: Sequence[Result], most: int) -> Worth:
    there = len(found)
    top = 2 * (most - 1)  # 2 for each other result
    for result, won in zip(
        found, matchpoints([one.difference for one in found]), strict=True
    ):
        scaled: Points = won if there == most else neuberg(won, there, most)
        yield result, scaled, top - scaled, top


def _in_imps(found: Sequence[Result], most: int) -> Worth:
    for result, mean in zip(
        found, cross_imps([one.difference for one in found]), strict=True
    ):
        yield result, mean, -mean, 1


def _shares_of(
    result: Result,
    units: Mapping[int, Number],
    ours: Points,
    theirs: Points,
    top: Points,
) -> list[Share]:
    shares = list[Share]()
    for people, won in ((result.north_south, ours), (result.east_west, theirs)):
        for unit in _units_in(people, units):
            shares.append(Share(*result.where, unit, won, top))
    return shares


def _unit_by_person(night: Night) -> dict[int, Number]:
    return {
        person: unit
        for unit, people in enumerate(night.units, start=1)
        for person in people
    }


def _units_in(people: tuple[int, ...], units: Mapping[int, Number]) -> list[Number]:
    return [*dict.fromkeys(units[person] for person in people if person in units)]


def _given_shares(
    night: Night, shares: Sequence[Share], most: int, *, is_matchpoints: bool
) -> list[Share]:
    units = _unit_by_person(night)
    own: dict[Number, list[Share]] = defaultdict(list)
    for share in shares:
        own[share.unit].append(share)
    top = 2 * (most - 1)
    given = list[Share]()
    for event in night.given:
        laid = table_of(night, event)
        if laid is None or event.points is not None:
            continue
        sides = (
            (laid.north_south, event.north_south),
            (laid.east_west, event.east_west),
        )
        for people, award in sides:
            assert award is not None  # noqa: S101 - checked when it was entered
            for unit in _units_in(people, units):
                won: Points = IMPS[award]
                of: Points = 1
                if is_matchpoints:
                    won = _of_the_top(award, own[unit], top)
                    of = top
                where = (event.round, event.table, event.board)
                given.append(Share(*where, unit, won, of, is_given=True))
    return given


def _of_the_top(award: Award, own: Sequence[Share], top: int) -> Fraction:
    part = PERCENT[award]
    possible = sum(share.of for share in own)
    if award is Award.PLUS and possible:
        part = max(part, Fraction(sum(share.won for share in own)) / possible)
    return part * top


def table_of(night: Night, event: BoardGiven) -> Laid | None:
    return table_in(night, event.round, event.table)


def adjusted(night: Night, results: Iterable[Result]) -> list[Result]:
    """The results that count: with adjusted ones, and without those that an artificial
    score has replaced."""
    given = {(one.round, one.table, one.board): one for one in night.given}
    counted = [result for result in results if result.where not in given]
    for where, event in given.items():
        laid = table_of(night, event)
        if laid is not None and event.points is not None:
            sides = (laid.north_south, laid.east_west)
            counted.append(Result(*where, *sides, (event.points, 0)))
    return counted


# ---- accounts ----


def _accounts(night: Night, shares: Iterable[Share]) -> dict[Number, _Account]:
    accounts = _sitting_out(night)
    for share in shares:
        account = accounts[share.unit]
        account.won += share.won
        account.of += share.of
        account.played += 1
        if share.is_given:
            account.given += 1
        account.shares.append(share)
    return accounts


def _sitting_out(night: Night) -> dict[Number, _Account]:
    accounts = {unit: _Account() for unit in range(1, len(night.units) + 1)}
    boards = night.chosen.boards if night.chosen else 0
    for opened in night.rounds:
        there = {person for laid in opened.fact.tables for person in laid.people}
        for unit, people in enumerate(night.units, start=1):
            if not there.intersection(people):
                accounts[unit].sat_out += boards
    return accounts


# A round without opponents is worth the own average, or average plus where that is more.
def _percent(account: _Account, sit_out: Award | None) -> Points:
    if not account.of:
        return Fraction(0)
    own = Fraction(account.won) / account.of
    if sit_out is None or not account.sat_out:
        return 100 * own
    idle = max(own, PERCENT[sit_out]) * account.sat_out
    return 100 * (own * account.played + idle) / (account.played + account.sat_out)


def _with_own_average(account: _Account, sit_out: Award | None = None) -> Points:
    if not account.played:
        return Fraction(0)
    average = Fraction(account.won) / account.played
    if sit_out is not None:
        average = max(average, Fraction(IMPS[sit_out]))
    return account.won + average * account.sat_out


def _groups(
    night: Night, accounts: Mapping[Number, _Account]
) -> list[tuple[str, list[Number]]]:
    playing = [unit for unit, account in accounts.items() if account.of]
    if not night.has_two_winners:
        return [("", playing)]
    north_south = {
        night.unit_of(person)
        for opened in night.rounds
        for laid in opened.fact.tables
        for person in laid.north_south
    }
    ours = [unit for unit in playing if unit in north_south]
    theirs = [unit for unit in playing if unit not in north_south]
    return [("NS", ours), ("EW", theirs)]


def _ranking(
    direction: str,
    units: Sequence[Number],
    totals: Mapping[Number, Points | Decimal],
    accounts: Mapping[Number, _Account],
    *,
    is_mean: bool = False,
) -> Ranking:
    lines = [
        Standing(
            0, False, unit, totals[unit], accounts[unit].played, accounts[unit].given
        )
        for unit in units
    ]
    return Ranking(direction, _placed(lines), is_mean)


def _placed(lines: Iterable[Standing]) -> tuple[Standing, ...]:
    by_unit = {line.unit: line for line in lines}
    ranked = places({unit: line.total for unit, line in by_unit.items()})
    there = [*ranked.values()]
    return tuple(
        replace(
            by_unit[unit],
            place=ranked[unit],
            is_shared=there.count(ranked[unit]) > 1,
        )
        for unit in sorted(ranked, key=lambda unit: (ranked[unit], unit))
    )


# ---- points added up ----


def _by_points(night: Night, results: Sequence[Result]) -> tuple[Ranking, ...]:
    accounts = _sitting_out(night)
    units = _unit_by_person(night)
    for result in results:
        sides = (result.north_south, result.east_west)
        for people, points in zip(sides, result.points, strict=True):
            for unit in _units_in(people, units):
                accounts[unit].won += points
                if result.is_deal:
                    accounts[unit].played += 1
    playing = [unit for unit, account in accounts.items() if account.played]
    is_mean = len({accounts[unit].played for unit in playing}) > 1
    totals: dict[Number, Points] = {}
    for unit in playing:
        account = accounts[unit]
        totals[unit] = account.won
        if is_mean:
            totals[unit] = Fraction(account.won) / account.played
    return (_ranking("", playing, totals, accounts, is_mean=is_mean),)


# ---- matches of teams ----


@dataclass(frozen=True, slots=True)
class Match:
    """Two teams in one round, and how many boards count: those that both tables have
    played, and those with an artificial score. `won` are the IMPs of the first team and
    of the second: the opposite, but for artificial scores."""

    round: int
    ours: Number
    theirs: Number
    won: tuple[int, int]
    boards: int


_Teams = tuple[int, Number, Number]
"""A round, and the two teams that meet in it."""


@dataclass
class _Played:
    """What a match has come to: by the number of a board, and by the team that sat
    North–South, what it came to at that table; and the IMPs of both by artificial scores,
    which stand instead of what was played."""

    boards: dict[int, dict[Number, Points]] = field(default_factory=dict)
    given: dict[int, tuple[int, int]] = field(default_factory=dict)

    def match(self, teams: _Teams) -> Match:
        both = [
            tables
            for board, tables in self.boards.items()
            if len(tables) == 2 and board not in self.given
        ]
        _, first, second = teams
        won = sum(imps(tables[first] - tables[second]) for tables in both)
        ours = won + sum(one for one, _ in self.given.values())
        theirs = -won + sum(other for _, other in self.given.values())
        return Match(*teams, (ours, theirs), len(both) + len(self.given))


def matches(night: Night, results: Iterable[Result]) -> list[Match]:
    """Every match of teams so far, board by board at its two tables."""
    found: dict[_Teams, _Played] = defaultdict(_Played)
    for result in results:
        teams = _teams_at(night, result.round, result.north_south, result.east_west)
        north_south = night.unit_of(result.north_south[0])
        if teams is not None and north_south is not None:
            tables = found[teams].boards.setdefault(result.board, {})
            tables[north_south] = result.difference
    for event in night.given:
        _put_given(found, night, event)
    return [played.match(teams) for teams, played in sorted(found.items())]


def _teams_at(
    night: Night, number: int, ours: tuple[int, ...], theirs: tuple[int, ...]
) -> _Teams | None:
    first = night.unit_of(ours[0])
    second = night.unit_of(theirs[0])
    if first is None or second is None:
        return None
    return number, min(first, second), max(first, second)


def _put_given(found: dict[_Teams, _Played], night: Night, event: BoardGiven) -> None:
    laid = table_of(night, event)
    if laid is None or event.north_south is None or event.east_west is None:
        return
    teams = _teams_at(night, event.round, laid.north_south, laid.east_west)
    if teams is None:
        return
    worth = (IMPS[event.north_south], IMPS[event.east_west])
    if (
        night.unit_of(laid.north_south[0]) != teams[1]
    ):  # the second team sat North–South
        worth = worth[::-1]
    found[teams].given[event.board] = worth


def _by_matches(night: Night, results: Sequence[Result]) -> tuple[Ranking, ...]:
    """Victory points for each match; a team that sat out has its own average."""
    accounts = _sitting_out(night)
    totals: dict[Number, Decimal] = defaultdict(Decimal)
    played = dict.fromkeys(accounts, 0)
    for match in matches(night, results):
        if not match.boards:
            continue
        for unit, won in zip((match.ours, match.theirs), match.won, strict=True):
            totals[unit] += victory_points(won, match.boards)[0]
            played[unit] += 1
            accounts[unit].played += match.boards
    boards = night.chosen.boards if night.chosen else 1
    for unit, account in accounts.items():
        if played[unit] and account.sat_out:
            rounds = account.sat_out // boards
            average = totals[unit] / played[unit]
            totals[unit] += (average * rounds).quantize(Decimal("0.01"))
    playing = [unit for unit in accounts if played[unit]]
    return (_ranking("", playing, totals, accounts),)


# ---- carried over from an earlier night ----


def carried_lines(night: Night, rankings: Iterable[Ranking]) -> tuple[CarriedLine, ...]:
    """What a night that goes on from this one can carry over."""
    return tuple(
        CarriedLine(
            tuple(map(night.name, night.units[line.unit - 1])),
            str(_added_up(line, ranking)),
            str(line.played + line.carried.boards),
        )
        for ranking in rankings
        for line in ranking.standings
    )


def _added_up(line: Standing, ranking: Ranking) -> Fraction:
    boards = line.played + line.carried.boards
    return Fraction(line.total) * (boards if ranking.is_mean else 1)


def _with_carried(night: Night, scoring: Scoring, ranking: Ranking) -> Ranking:
    """The ranking of both nights: a percentage is the mean of all boards, those of half
    a night weigh half; everything else is added up, of half a night half. Points are
    the mean of a deal where the boards that count aren't as many for all."""
    lines = [
        replace(
            line,
            own=_added_up(line, ranking),
            carried=_carried(night, scoring, line.unit),
        )
        for line in ranking.standings
    ]
    boards = {line.played + line.carried.boards for line in lines}
    is_mean = scoring is Scoring.POINTS and len(boards) > 1
    together = [
        replace(line, total=_together(scoring, line, is_mean=is_mean)) for line in lines
    ]
    return Ranking(ranking.direction, _placed(together), is_mean)


def _carried(night: Night, scoring: Scoring, unit: Number) -> Carried:
    found = night.carried_by(unit)
    if found is None or night.carried is None:
        return Carried()
    part = Fraction(1, 2) if night.carried.part is Part.HALF else Fraction(1)
    total = Fraction(found.total)
    if scoring is not Scoring.MATCHPOINTS:
        total *= part
    return Carried(total, part * Fraction(found.boards))


def _together(scoring: Scoring, line: Standing, *, is_mean: bool) -> Fraction:
    own = line.own or Fraction(0)
    boards = line.played + line.carried.boards
    if scoring is Scoring.MATCHPOINTS:
        earlier = line.carried.total * line.carried.boards
        return (own * line.played + earlier) / boards
    total = own + line.carried.total
    return total / boards if is_mean else total
