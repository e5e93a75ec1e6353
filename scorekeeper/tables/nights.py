"""A night of several tables as a session of its own, and what its tables have played.

To the log, the store and the files a night is a session like any other, so that here it
has the parts of a game: none of them scores anything. Its standings are worked out from
its facts and the sheets of its tables.
"""

from collections import ChainMap
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from scorekeeper.core.errors import RuleViolation, refused
from scorekeeper.core.evening import Ended
from scorekeeper.core.messages import Message, message
from scorekeeper.core.notes import NightTold, OfNight, Told
from scorekeeper.core.rounds import RoundEnd
from scorekeeper.core.seats import Party, Ring, Seat
from scorekeeper.core.session import At, Command, Entry, Event, Stamp
from scorekeeper.core.settings import RuleSheet
from scorekeeper.core.sheet import Row, ScoreSheet
from scorekeeper.games import GAMES
from scorekeeper.games.ask import EntryFlow
from scorekeeper.games.game import AnyGame, Game, Glance
from scorekeeper.nights.facts import FACTS, Laid
from scorekeeper.nights.night import Night, apply, check
from scorekeeper.nights.standings import Ranking, Result, standings
from scorekeeper.tables.session import Session, once

SLUG = "night"
"""What stands for the game in the header of a night."""


@dataclass(frozen=True)
class NightSettings:
    """A night has none of its own: its game and movement are facts, which can change
    until it begins."""


@dataclass(frozen=True)
class _NoRounds:
    """What a game has from its rounds; a night has no rounds of cards."""

    family: str = SLUG
    awardable: tuple[str, ...] = ()

    def ring(self, settings: object) -> Ring:
        return ()

    def parties(self, settings: object) -> tuple[Party, ...]:
        return ()

    def start(self, settings: object) -> Night:
        return Night()

    def against(self, state: Night, event: Event) -> None:
        return None

    def is_counted(self, state: Night, entry: int) -> bool:
        return False

    def carried_parts(self, settings: object) -> tuple[str, ...]:
        return ()


def _apply(night: Night, event: Event, at: At) -> Night:
    return apply(night, event, at)


def _check(night: Night, event: Event) -> None:
    check(night, event)


def _glance(night: Night) -> Glance:
    chosen = night.chosen
    deal = message("night.deal.before")
    if night.round and chosen is not None:
        deal = message("night.deal.round", number=night.round, rounds=chosen.rounds)
    turn = message("night.turn", n=len(night.people))
    return Glance((), deal, (), turn, is_over=night.signed is not None)


NIGHT: AnyGame = Game(
    slug=SLUG,
    rounds=cast(Any, _NoRounds()),
    rule_sheet=RuleSheet((), NightSettings()),
    events=FACTS,
    players=(0,),
    check=_check,
    apply=_apply,
    sheet=lambda night: ScoreSheet((), (), ()),
    glance=_glance,
    sources=(),
    flow=EntryFlow((), lambda state: ()),
)
KINDS: Mapping[str, AnyGame] = ChainMap(GAMES, {SLUG: NIGHT})
"""Everything that a session can be: a game, or a night."""


def is_night(session: Session) -> bool:
    return session.game.slug == SLUG


def night_of(session: Session) -> Night:
    """The night as its log says. Raises RuleViolation where the session is none."""
    if not is_night(session):
        raise refused("night.refused.no-night")
    night: Night = session.folded.state
    return night


# ---- what its tables can play, and have played ----


def can_be_played(game: AnyGame, settings: object) -> bool:
    parties = game.parties(settings)
    return len(parties) == 2 and all(len(party.seats) == 2 for party in parties)


def seats_alone(game: AnyGame, settings: Any) -> tuple[int, ...]:
    """How many can sit at a table of a game that everybody plays alone and that the
    highest total wins; () for other games."""
    if game.called is not None:
        return ()  # the table says itself who wins
    parties = game.parties(settings)
    if any(len(party.seats) != 1 for party in parties):
        return ()
    return game.players if hasattr(settings, "players") else (len(parties),)


def settings_at(laid: Laid, settings: Any) -> Any:
    """The settings of a table: where they say how many play, it is those who sit
    there."""
    if laid.east_west or not hasattr(settings, "players"):
        return settings
    return replace(settings, players=len(laid.people))


def plays_boards(game: AnyGame, settings: object) -> bool:
    return game.has_boards is not None and game.has_boards(settings)


def seated_at(laid: Laid, session_parties: Sequence[Party]) -> dict[Seat, int]:
    """The seats of a table with the numbers of the people in them: North–South is the
    first side."""
    seats = [seat for party in session_parties for seat in party.seats]
    return dict(zip(seats, laid.people, strict=True))


@once
def finished_rows(session: Session) -> tuple[Row, ...]:
    ends = {RoundEnd.THROWN_IN.value, RoundEnd.LEFT.value}
    return tuple(
        row
        for row in session.sheet.rows()
        if row.is_finished and number_of(row) and not ends.intersection(row.marks)
    )


@once
def rows_besides(session: Session) -> tuple[Row, ...]:
    """What brought points at a table and is no deal: an end, a score that was carried
    in, an adjustment. A game that isn't over counts as one that its round ended."""
    return tuple(
        row
        for row in (unfinished_end(session) or session).sheet.rows()
        if row.lines and not number_of(row)
    )


@once
def unfinished_end(session: Session) -> Session | None:
    """A table as it would be if its game ended here, unfinished; None where there is
    nothing to end."""
    try:
        entries = session.decide(Command((Entry(Ended()),)))
    except RuleViolation:
        return None
    stamp = Stamp(session.header.at, key="unfinished")
    return session.grown(session.chained(entries, stamp))


def brings_points(session: Session) -> bool:
    """Whether the game of a table would bring points if it ended here, unfinished."""
    ended = unfinished_end(session)
    if ended is None or plays_boards(session.game, session.settings):
        return False
    return bool([*ended.sheet.rows()][-1].lines)


def number_of(row: Row) -> int:
    number = row.label.values.get("number")
    return number if isinstance(number, int) else 0


def results_at(
    session: Session, laid: Laid, number: int, boards: Collection[int]
) -> Iterator[Result]:
    """What a table has played of its round. Of a board it is the first result that
    counts; boards that are none of these are left out."""
    if not laid.east_west:
        yield from _results_alone(session, laid, number)
        return
    first, second = session.parties
    has_boards = plays_boards(session.game, session.settings)
    seen = set[int]()
    for row in finished_rows(session):
        board = number_of(row) if has_boards else 0
        if has_boards:
            if board in seen or board not in boards:
                continue
            seen.add(board)
        points = (row.total(first.id), row.total(second.id))
        sides = (laid.north_south, laid.east_west)
        yield Result(number, laid.table, board, *sides, points)
    if has_boards:
        return
    for row in rows_besides(session):
        points = (row.total(first.id), row.total(second.id))
        sides = (laid.north_south, laid.east_west)
        yield Result(number, laid.table, 0, *sides, points, is_deal=False)


# Each person's points of each deal, in the order of the deals.
def _results_alone(session: Session, laid: Laid, number: int) -> Iterator[Result]:
    if len(session.parties) != len(laid.people):
        return
    for row in finished_rows(session):
        for party, person in zip(session.parties, laid.people, strict=True):
            points = (row.total(party.id), 0)
            yield Result(number, laid.table, 0, (person,), (), points)
    for row in rows_besides(session):
        for party, person in zip(session.parties, laid.people, strict=True):
            points = (row.total(party.id), 0)
            yield Result(number, laid.table, 0, (person,), (), points, is_deal=False)


def results(
    night: Night, open_table: Callable[[str], Session | None]
) -> tuple[Result, ...]:
    """What all tables of a night have played. A table that is not here any more, or can't
    be read, has nothing."""
    if night.chosen is None:
        return ()
    found = list[Result]()
    for opened in night.rounds:
        for laid in opened.fact.tables:
            session = open_table(laid.session)
            if session is not None and (
                len(session.parties) == 2 or not laid.east_west
            ):
                number = opened.fact.number
                boards = night.boards_at(number, laid)
                found += results_at(session, laid, number, boards)
    return tuple(found)


def rankings(
    night: Night, open_table: Callable[[str], Session | None]
) -> tuple[Ranking, ...]:
    return standings(night, results(night, open_table))


def is_finished(night: Night, open_table: Callable[[str], Session | None]) -> bool:
    """Whether every table has finished the present round. One that is not here any more
    keeps nobody waiting."""
    if not night.rounds or night.chosen is None:
        return False
    deals = night.chosen.boards
    for laid in night.rounds[-1].fact.tables:
        table = open_table(laid.session)
        if table is not None and played_in(night, table, laid) < deals:
            return False
    return True


def counted(night: Night, open_table: Callable[[str], Session | None]) -> Night:
    """The night as far as its standings may be shown: while a round is played, without
    it, since from totals that move anybody could tell a result."""
    if night.signed is not None or is_finished(night, open_table):
        return night
    return replace(night, rounds=night.rounds[:-1])


def boards_of_others(session: Session, boards: Collection[int]) -> list[int]:
    """The boards that a table has played and that are none of these, which count there:
    they count in no standings until the table corrects their numbers, or whoever runs
    the night lets them stand."""
    if not plays_boards(session.game, session.settings):
        return []
    return [
        number_of(row) for row in finished_rows(session) if number_of(row) not in boards
    ]


def played_in(night: Night, session: Session, laid: Laid) -> int:
    """How many deals of the present round a table has played that count."""
    if not laid.east_west:
        return len(finished_rows(session))
    boards = night.boards_at(night.round, laid)
    return sum(one.is_deal for one in results_at(session, laid, 0, boards))


def of_night(session: Session) -> OfNight | None:
    """The night that has opened this table, with the boards that it plays now; None for
    an ordinary one."""
    if not session.has(OfNight):
        return None
    night = session.of(OfNight)[0][1]
    for _, told in session.of(NightTold) if session.has(NightTold) else ():
        if told.what in _SWAPS and told.round == night.round and told.board:
            night = replace(night, board=told.board)
    return night


_SWAPS = (Told.SWAPPED, Told.SWAPPED_BACK)


def told_of_night(session: Session) -> list[Message]:
    """What was told this table of its night since its last finished deal."""
    if not session.has(NightTold):
        return []
    rows = finished_rows(session)
    last = max((seq for row in rows[-1:] for seq in row.entries), default=0)
    return [told.said() for entry, told in session.of(NightTold) if entry.seq > last]


def has_play(session: Session) -> bool:
    """Whether anything was played at a table of a night, were it only the beginning of
    a deal: which board comes first was said when it was opened."""
    board_is = session.game.board_is
    opened_by = type(board_is(1)) if board_is else None
    return any(
        isinstance(entry.event, session.game.events)
        and type(entry.event) is not opened_by
        for entry in session.folded.order
    )


def is_played(session: Session) -> bool:
    night = of_night(session)
    if night is None:
        return False
    rows = finished_rows(session)
    if not night.board:
        return len(rows) >= night.deals
    boards = {*range(night.board, night.board + night.deals)}
    for _, told in session.of(NightTold) if session.has(NightTold) else ():
        if (told.round, told.table) == (night.round, night.table):
            _let_stand(boards, told)
    return len(boards & {number_of(row) for row in rows}) >= night.deals


def _let_stand(boards: set[int], told: NightTold) -> None:
    if told.what is Told.STANDS:
        boards.add(told.board)
    elif told.what is Told.STANDS_BACK:
        boards.discard(told.board)
