"""What the games came to over the seasons: who played, how it went, and the deals
behind it.

In a kitchen all may look; on a public server a phone sees the tables that it has a
place at."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from flask import Blueprint, abort, current_app, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.messages import Message, message
from scorekeeper.core.outcomes import (
    BEST_DEAL,
    GAME,
    OPPONENTS,
    PARTNERS,
    SESSIONS,
    Kind,
    Result,
)
from scorekeeper.games import GAMES
from scorekeeper.store import NotSaved
from scorekeeper.store.index import person_key
from scorekeeper.store.outcomes import (
    RANKED_FROM,
    Count,
    CountedOutcome,
    First,
    OutcomeQuery,
    Played,
    Player,
    ranking,
)
from scorekeeper.web.page import phone
from scorekeeper.web.page.answers import page
from scorekeeper.web.page.costs import Cost
from scorekeeper.web.page.incoming import argument, now, store
from scorekeeper.web.page.parts import Values
from scorekeeper.web.page.place import Need

blueprint = Blueprint("statistics", __name__, url_prefix="/statistics")

COUNTING = 1.5
"""Seconds that a page spends on counting what is new, where nothing is done in the
background; the rest is counted with the next."""
PATIENCE = 0.1
"""Seconds that a page waits for what is counted in the background."""
_OF_POINTS = {SESSIONS.code, PARTNERS.code, OPPONENTS.code}
"""What is counted in points, which those of another game don't compare with."""
IN_PLAY = 12 * 3600
"""Seconds for which a session that isn't over is in play after its last entry."""
LISTED = 50  # how many deals are listed on a page


@blueprint.get("/", need=Need.OPEN, cost=Cost.COUNTING)
def players() -> ResponseReturnValue:
    left = _count()
    own = phone.only_own()
    games = [one for one in store().outcomes.played(own) if one.game in GAMES]
    chosen = _chosen(games)
    still = now(-IN_PLAY)
    answer = page(
        "statistics/players.html",
        chosen=chosen,
        game=chosen and chosen.game,
        games=[None, *games] if len(games) > 1 else [],
        players=_listed(store().outcomes.players(own, 1, chosen, still), chosen),
        pairs=_listed(store().outcomes.players(own, 2, chosen, still), chosen),
        ranked_from=RANKED_FROM,
        hours=IN_PLAY // 3600,
        left=left,
    )
    if left:  # a browser without scripts asks for it again
        answer.headers["Refresh"] = "1"
    return answer


def _chosen(games: Sequence[Played]) -> Played | None:
    """The one that the address names, by its game alone too; none where it names all
    games; the first where it names nothing."""
    game = argument("game")
    title = argument("row")
    of_game = [one for one in games if game in ("", one.game)]
    named = [one for one in of_game if game and one.title == title]
    return next(iter((*named, *of_game)), None)


class Listing(NamedTuple):
    """Players or pairs: those who have a rank in a game, and the others."""

    ranked: tuple[Player, ...]
    others: tuple[Player, ...]


def _listed(players: tuple[Player, ...], chosen: Played | None) -> Listing:
    return Listing(*ranking(players)) if chosen else Listing((), players)


@blueprint.get("/of", need=Need.OPEN, cost=Cost.COUNTING)
def player() -> ResponseReturnValue:
    left = _count()
    query = _query()
    everything = OutcomeQuery(query.who, phone=query.phone, still=query.still)
    games = store().outcomes.games(everything) or abort(404)
    n = games.get(query.game, 0) if query.game else sum(games.values())
    of_game = replace(everything, game=query.game or _only(games))
    first, *others = query.who
    return page(
        "statistics/player.html",
        who=" & ".join(query.who),
        query=query,
        games=_choice_of_games(games),
        sessions=message("statistics.sessions", n=n),
        tables=_tables(of_game),
        records=_records(of_game),
        left=left,
        hours=IN_PLAY // 3600,
        sought={"player": person_key(first), "q": others[0] if others else None},
    )


def _only(games: Iterable[str]) -> str | None:
    known = [*games]
    return known[0] if len(known) == 1 else None


RECORDS = (SESSIONS, BEST_DEAL)
"""Of what the best is listed: a session, and a deal."""


def _records(query: OutcomeQuery) -> list[tuple[Kind, CountedOutcome]]:
    """The best session and the best deal of somebody, of one game: the points of
    several don't compare."""
    if query.game is None or len(_titles(store().outcomes.counts(query))) > 1:
        return []
    records = []
    for kind in RECORDS:
        best = store().outcomes.found(
            replace(query, kind=kind.code), 1, first=First.BEST
        )
        if best and best[0].by > 0:
            records.append((kind, best[0]))
    return records


def _choice_of_games(games: Iterable[str]) -> list[str | None]:
    slugs = [slug for slug in games if slug in GAMES]
    return [None, *slugs] if len(slugs) > 1 else []


class Figures(NamedTuple):
    """How often something came about, and what the deals behind it are `asked` by."""

    times: int
    made: int
    set: int
    average: Fraction
    asked: Values


class FigureRow(NamedTuple):
    head: object
    figures: Figures
    cells: list[Figures | None]


class FigureTable(NamedTuple):
    """What is counted of a kind: in all, and by the rows and columns of a table.
    `has_averages`: its rows."""

    kind: Kind
    has_average: bool
    has_averages: bool
    whole: Figures
    columns: list[object]
    rows: list[FigureRow]


def _tables(query: OutcomeQuery) -> list[FigureTable]:
    counts = store().outcomes.counts(query)
    titles = _titles(counts)
    tables = []
    for kind in _kinds():
        of_kind = [count for count in counts if count.kind == kind.code]
        told = _by_title(kind, query.game) if len(titles) > 1 else kind
        are_alike = len(titles) == 1 and query.game is not None
        are_alike |= kind.code not in _OF_POINTS or not told.compare
        if of_kind:
            has_averages = kind.has_average and are_alike
            tables.append(_counted(told, of_kind, query, has_averages))
    return tables


def _by_title(kind: Kind, game: str | None) -> Kind:
    if game is None or kind.code != SESSIONS.code:
        return kind
    return replace(kind, row=lambda text: Played(game, text).said, compare=False)


def _titles(counts: Iterable[Count]) -> set[str]:
    return {count.of[0] for count in counts if count.kind == SESSIONS.code}


@blueprint.get("/deals", need=Need.OPEN, cost=Cost.COUNTING)
def deals() -> ResponseReturnValue:
    _count()
    query = _query()
    start = max(request.args.get("from", 0, type=int), 0)
    kinds = {kind.code: kind for kind in _kinds()}
    kind = kinds.get(query.kind or "") or abort(404)
    deals = store().outcomes.found(query, LISTED + 1, start)
    next_url = None
    if len(deals) > LISTED:
        next_url = _deals_url(query, start + LISTED)
    return page(
        "statistics/deals.html",
        who=" & ".join(query.who),
        title=message(kind.code),
        place=_place(kind, query),
        came=message(f"{kind.code}.{query.came.value}") if query.came else None,
        deals=deals[:LISTED],
        next_url=next_url,
        query=query,
    )


def _place(kind: Kind, query: OutcomeQuery) -> list[object]:
    heads = []
    try:
        if kind.row is not None and query.row:
            heads.append(kind.row(query.row))
        if kind.column is not None and query.column:
            heads.append(kind.column(query.column))
    except ValueError:
        abort(404)
    return heads


def _deals_url(query: OutcomeQuery, start: int) -> str:
    asked: Values = {
        "who": query.who,
        "game": query.game,
        "kind": query.kind,
        "row": query.row,
        "column": query.column,
        "came": query.came and query.came.value,
        "from": start,
    }
    return url_for(".deals", **asked)


def _count() -> Message | None:
    if current_app.config["COUNT_IN_BACKGROUND"]:
        left = store().counting.wait(PATIENCE)
    else:
        left = _counted_here()
    return message("statistics.left", n=left) if left else None


def _counted_here() -> int:
    outcomes = store().outcomes
    try:
        return outcomes.count_up(COUNTING)
    except NotSaved:  # what was counted before is shown
        return outcomes.left()


def _query() -> OutcomeQuery:
    who = tuple(sorted(request.args.getlist("who")))
    if not 1 <= len(who) <= 2:
        abort(404)
    results = {"made": Result.MADE, "set": Result.SET}
    return OutcomeQuery(
        who,
        game=argument("game") or None,
        kind=argument("kind") or None,
        row=request.args.get("row"),
        column=request.args.get("column"),
        came=results.get(argument("came")),
        phone=phone.only_own(),
        still=now(-IN_PLAY),
    )


def _kinds() -> tuple[Kind, ...]:
    persons = store().outcomes.persons()

    def called(key: str) -> str:
        return persons.get(key, key)

    own = (
        SESSIONS,
        GAME,
        replace(PARTNERS, row=called),
        replace(OPPONENTS, row=called),
    )
    kinds = {kind.code: kind for kind in own}
    for game in GAMES.values():
        if game.counted is None:
            continue
        for kind in game.counted.kinds:
            kinds[kind.code] = kind
    return tuple(kinds.values())


def _counted(
    kind: Kind, counts: list[Count], query: OutcomeQuery, has_averages: bool
) -> FigureTable:
    asked = {"who": query.who, "game": query.game, "kind": kind.code}
    figures = {
        place: _figures(place, of_place, asked)
        for place, of_place in _by_place(counts).items()
    }
    used = {place[1] for place in figures if len(place) > 1}
    columns = [column for column in kind.columns if column in used]
    rows = _rows(kind, figures, columns)
    return FigureTable(
        kind=kind,
        has_average=has_averages and (kind.compare or len(rows) == 1),
        has_averages=has_averages,
        whole=figures[()],
        columns=[kind.column(column) if kind.column else column for column in columns],
        rows=rows,
    )


def _rows(
    kind: Kind, figures: Mapping[tuple[str, ...], Figures], columns: list[str]
) -> list[FigureRow]:
    if kind.row is None:
        return []
    rows = []
    heads = (place[0] for place in figures if len(place) == 1)
    for head in sorted(heads, key=_in_order):
        cells = [figures.get((head, column)) for column in columns]
        rows.append(FigureRow(kind.row(head), figures[head,], cells))
    return rows


# The counts of the whole table, of each row, and of each cell.
def _by_place(counts: Iterable[Count]) -> dict[tuple[str, ...], list[Count]]:
    places: dict[tuple[str, ...], list[Count]] = {}
    for count in counts:
        for place in ((), count.of[:1], count.of):
            places.setdefault(place, []).append(count)
    return places


def _figures(place: Sequence[str], counts: Sequence[Count], asked: Values) -> Figures:
    times = Counter[Result]()
    for count in counts:
        times[count.came] += count.times
    total = sum((count.by for count in counts), Fraction(0))
    return Figures(
        times=times.total(),
        made=times[Result.MADE],
        set=times[Result.SET],
        average=Fraction(total, times.total()),
        asked=asked | dict(zip(("row", "column"), place, strict=False)),
    )


def _in_order(name: str) -> tuple[int, int, str]:
    ranks = ("J", "Q", "K", "A")
    if name.isdigit():
        return 0, int(name), ""
    if name in ranks:
        return 1, ranks.index(name), ""
    return 2, 0, name
