"""How deals add up: games and rubbers, Chicagos, boards. One book for each form of scoring."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from operator import is_
from threading import Lock

from scorekeeper.core.citations import Cite, Standing
from scorekeeper.core.evening import Adjusted, CarriedIn, Ended
from scorekeeper.core.messages import message
from scorekeeper.core.seats import SIDES, Seat
from scorekeeper.core.settings import TABLE
from scorekeeper.core.sheet import Line
from scorekeeper.games.bridge.contract import GAME
from scorekeeper.games.bridge.deals import Deal, Noted, State, redeals_passed_out
from scorekeeper.games.bridge.lines import deal_lines, side_of, unseen_lines
from scorekeeper.games.bridge.questions import cite
from scorekeeper.games.bridge.settings import (
    Chicago,
    ChicagoVulnerable,
    Scoring,
    Settings,
    UnfinishedPart,
)
from scorekeeper.games.bridge.sources import CHICAGO, LAWS_1993, published
from scorekeeper.games.bridge.tariffs import form_of

RUBBER_BONUS = {0: 700, 1: 500}
"""What the second game of a rubber pays, by the games that the other side has. Law 74."""
UNFINISHED_GAME = 300
"""What a side gets that alone has a game when a rubber stays unfinished. Law 80."""
UNFINISHED_PART = {UnfinishedPart.HUNDRED: 100, UnfinishedPart.FIFTY: 50}
CHICAGO_GAME = (300, 500)
"""What a game pays at once with part-scores carried: not vulnerable, vulnerable."""
CHICAGO_PART = 100
"""What a part-score pays on the last deal of a Chicago with part-scores carried."""
CHICAGO_DEALS = 4

_NONE: frozenset[str] = frozenset()
_NS, _EW = (frozenset({side.id}) for side in SIDES)
_ALL = _NS | _EW
BOARDS = (
    *(_NONE, _NS, _EW, _ALL),
    *(_NS, _EW, _ALL, _NONE),
    *(_EW, _ALL, _NONE, _NS),
    *(_ALL, _NONE, _NS, _EW),
)
"""Who is vulnerable on boards 1 to 16, and again from 17 on. Law 2 of duplicate."""

_RUBBER = published(LAWS_1993, "Law 74", "rubber")
_UNFINISHED = published(LAWS_1993, "Law 80", "unfinished")
_CHICAGO = published(CHICAGO, "Chicago", "chicago")

_Points = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """How the present section stands towards its games: by side, and how many deals it has."""

    games: _Points = ()
    parts: _Points = ()
    deals: int = 0
    is_over: bool = False

    def games_of(self, side: str) -> int:
        """The games this side has won in the section."""
        return dict(self.games).get(side, 0)

    def part_of(self, side: str) -> int:
        """The part-score this side has towards the open game."""
        return dict(self.parts).get(side, 0)


@dataclass(frozen=True, slots=True)
class Booked:
    """A deal or another entry as the book has it: `number` of the deal, who was vulnerable."""

    item: Deal | Noted
    number: int
    vulnerable: frozenset[str]
    lines: tuple[Line, ...]
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Chapter:
    """A section of the evening: what it holds and how it stands after the last of it."""

    booked: tuple[Booked, ...]
    tally: Tally


@dataclass(frozen=True, slots=True)
class Book:
    """A form of scoring as three functions.

    `vulnerable` sides before a deal by this dealer; `after` a deal: the new tally, the lines
    that games pay and the marks of the deal; `ended` unfinished: what each side gets.
    """

    vulnerable: Callable[[Tally, Seat, Settings], frozenset[str]]
    after: Callable[[Booked, Tally, Settings], tuple[Tally, tuple[Line, ...], tuple[str, ...]]]
    ended: Callable[[Tally, Settings], tuple[Line, ...]]


@dataclass(frozen=True, slots=True)
class _Open:
    """The book as far as it is written: the chapters that have ended, and the open one."""

    ended: tuple[Chapter, ...] = ()
    booked: tuple[Booked, ...] = ()
    tally: Tally = Tally()

    def with_all(self, items: tuple[Deal | Noted, ...], state: State) -> "_Open":
        """The book after these as well. A chapter opens with the first item after an end."""
        book, settings, last = book_of(state.settings), state.settings, state.last_deal
        ended, booked, tally = list(self.ended), list(self.booked), self.tally
        for item in items:
            if tally.is_over:
                ended.append(Chapter(tuple(booked), tally))
                booked, tally = [], Tally()
            one, tally = _entered(item, tally, book, settings)
            if isinstance(item, Deal) and item is not last:
                one = replace(one, lines=one.lines + unseen_lines(item, settings))
            booked.append(one)
        return _Open(tuple(ended), tuple(booked), tally)


@dataclass(frozen=True, slots=True)
class _Known:
    """What was worked out of a session last: its state's chapters, and the book of the items
    before its last deal, which no later entry touches unless it corrects them."""

    state: State
    chapters: tuple[Chapter, ...]
    items: tuple[Deal | Noted, ...]
    book: _Open


_KNOWN: OrderedDict[int, _Known] = OrderedDict()
"""By the identity of a session's first item, which stays as long as nothing is corrected."""
_KEPT = 512
_LOCK = Lock()


def chapters(state: State) -> tuple[Chapter, ...]:
    """Everything recorded, in sections; a new one opens with the first entry after an end.

    The deal in progress is the last entry of the last section. Never empty. An entry at the end
    costs the same however long the session is: what was worked out before it is used again.
    """
    items = state.done if state.deal is None else (*state.done, state.deal)
    first = id(items[0]) if items else 0
    known = _KNOWN.get(first)
    if known is not None and known.state is state:
        return known.chapters
    last = state.last_deal
    place = next((n for n in range(len(items) - 1, -1, -1) if items[n] is last), 0)
    before, book = items[:place], _Open()
    if known is not None and known.state.settings == state.settings:
        reach = len(known.items)
        if reach <= place and all(map(is_, known.items, before)):
            book = known.book
            before = before[reach:]
    book = book.with_all(before, state)
    whole = book.with_all(items[place:], state)
    found = (*whole.ended, Chapter(whole.booked, whole.tally))
    with _LOCK:
        _KNOWN[first] = _Known(state, found, items[:place], book)
        _KNOWN.move_to_end(first)
        while len(_KNOWN) > _KEPT:
            _KNOWN.popitem(last=False)
    return found


def book_of(settings: Settings) -> Book:
    """The book of this table's form of scoring."""
    if settings.scoring is Scoring.CHICAGO:
        return _CHICAGO_BOOKS[settings.chicago]
    return _RUBBER_BOOK if settings.scoring is Scoring.RUBBER else _DUPLICATE_BOOK


def present_tally(state: State) -> Tally:
    """How the section stands that the next entry belongs to."""
    tally = chapters(state)[-1].tally
    return Tally() if tally.is_over else tally


def is_open(state: State) -> bool:
    """Whether the present section has anything in it that could be ended."""
    last = chapters(state)[-1]
    return bool(last.booked) and not last.tally.is_over


def house(noted: Noted) -> Cite:
    """The cite of what the table itself entered."""
    return Cite(TABLE, f"entry {noted.origin}", Standing.HOUSE, "evening")


def _entered(
    item: Deal | Noted, tally: Tally, book: Book, settings: Settings
) -> tuple[Booked, Tally]:
    if isinstance(item, Noted):
        return _note_entered(item, tally, book, settings)
    vulnerable = book.vulnerable(tally, item.dealer, settings)
    one = Booked(item, tally.deals + 1, vulnerable, deal_lines(item, vulnerable, settings))
    if not item.is_over:
        return one, tally
    tally, lines, marks = book.after(one, tally, settings)
    return replace(one, lines=one.lines + lines, marks=marks), tally


def _note_entered(
    noted: Noted, tally: Tally, book: Book, settings: Settings
) -> tuple[Booked, Tally]:
    event, rule = noted.event, house(noted)
    lines: tuple[Line, ...]
    if isinstance(event, Ended):
        lines = book.ended(tally, settings)
        tally = replace(tally, is_over=True)
    elif isinstance(event, Adjusted):
        what = message("bridge.line.adjusted", reason=event.reason)
        lines = (Line(event.party, event.points, what, rule, form_of(settings).above),)
    else:
        lines = (_carried_line(event, rule, settings),)
        tally = _carried(event, tally)
    return Booked(noted, tally.deals, _NONE, lines), tally


def _carried_line(event: CarriedIn, rule: Cite, settings: Settings) -> Line:
    if event.part == "games":
        what = message("bridge.line.carried.games", n=event.points)
        return Line(event.party, 0, what, rule, form_of(settings).above)
    return Line(event.party, event.points, message("bridge.line.carried"), rule, event.part)


def _carried(event: CarriedIn, tally: Tally) -> Tally:
    if event.part == "games":
        return replace(tally, games=_plus(tally.games, event.party, event.points))
    if event.part == "below":
        return replace(tally, parts=_plus(tally.parts, event.party, event.points))
    return tally


def _plus(points: _Points, side: str, more: int) -> _Points:
    now = dict(points)
    return tuple((now | {side: now.get(side, 0) + more}).items())


# ---- the books ----


_After = tuple[Tally, tuple[Line, ...], tuple[str, ...]]


def _towards_game(booked: Booked, tally: Tally) -> tuple[Tally, str | None]:
    """The tally with the deal's trick points, and the side that completed a game with them.

    Law 73: a game takes 100 trick points; no part-score is carried into the next game.
    """
    tally = replace(tally, deals=tally.deals + 1)
    below = [line for line in booked.lines if line.part == "below"]
    if not below:
        return tally, None
    side = below[0].party
    parts = _plus(tally.parts, side, sum(int(line.points) for line in below))
    if dict(parts)[side] < GAME:
        return replace(tally, parts=parts), None
    return replace(tally, parts=(), games=_plus(tally.games, side, 1)), side


def _rubber_after(booked: Booked, tally: Tally, settings: Settings) -> _After:
    """Law 74: two games win the rubber: 700 when the other side has none, else 500."""
    tally, side = _towards_game(booked, tally)
    if side is None:
        return tally, (), ()
    if tally.games_of(side) < 2:
        return tally, (), ("game",)
    theirs = next(tally.games_of(one.id) for one in SIDES if one.id != side)
    what = message("bridge.line.rubber", own=2, theirs=theirs)
    line = Line(side, RUBBER_BONUS[theirs], what, _RUBBER, "above")
    return replace(tally, is_over=True), (line,), ("game",)


def _rubber_vulnerable(tally: Tally, dealer: Seat, settings: Settings) -> frozenset[str]:
    return frozenset(side for side, games in tally.games if games)


def _rubber_ended(tally: Tally, settings: Settings) -> tuple[Line, ...]:
    """Law 80: for the only game of the rubber, and for the only part-score of the open game."""
    part = UNFINISHED_PART[settings.unfinished_part]
    lines: list[Line] = []
    for side, other in ((SIDES[0].id, SIDES[1].id), (SIDES[1].id, SIDES[0].id)):
        if tally.games_of(side) and not tally.games_of(other):
            what = message("bridge.line.unfinished.game")
            lines.append(Line(side, UNFINISHED_GAME, what, _UNFINISHED, "above"))
        if tally.part_of(side) and not tally.part_of(other):
            what = message("bridge.line.unfinished.part")
            lines.append(Line(side, part, what, cite(settings, "unfinished_part"), "above"))
    return tuple(lines)


def _chicago_vulnerable(tally: Tally, dealer: Seat, settings: Settings) -> frozenset[str]:
    if tally.deals == 0:
        return _NONE
    if tally.deals == CHICAGO_DEALS - 1:
        return _ALL
    own = frozenset({side_of(dealer)})
    return own if settings.chicago_vulnerable is ChicagoVulnerable.DEALER else _ALL - own


def _carried_after(booked: Booked, tally: Tally, settings: Settings) -> _After:
    """A game pays at once and wipes both part-scores; the last deal pays for a part-score."""
    if isinstance(booked.item, Deal) and booked.item.is_passed_out and redeals_passed_out(settings):
        return tally, (), ()
    before = tally
    tally, side = _towards_game(booked, tally)
    tally = replace(tally, is_over=tally.deals == CHICAGO_DEALS)
    if side is not None:
        is_vulnerable = side in booked.vulnerable
        what = message("bridge.line.game-bonus")
        line = Line(side, CHICAGO_GAME[is_vulnerable], what, _CHICAGO, "above")
        return tally, (line,), ("game",)
    if not tally.is_over or tally.parts == before.parts:
        return tally, (), ()
    made = next(one.id for one in SIDES if tally.part_of(one.id) > before.part_of(one.id))
    what = message("bridge.line.chicago-part")
    return tally, (Line(made, CHICAGO_PART, what, _CHICAGO, "above"),), ()


def _each_deal_after(booked: Booked, tally: Tally, settings: Settings) -> _After:
    deals = tally.deals + 1
    return replace(tally, deals=deals, is_over=deals == CHICAGO_DEALS), (), ()


def _board_after(booked: Booked, tally: Tally, settings: Settings) -> _After:
    return replace(tally, deals=tally.deals + 1), (), ()


def _board_vulnerable(tally: Tally, dealer: Seat, settings: Settings) -> frozenset[str]:
    return BOARDS[tally.deals % len(BOARDS)]


def _nothing(tally: Tally, settings: Settings) -> tuple[Line, ...]:
    return ()


_RUBBER_BOOK = Book(_rubber_vulnerable, _rubber_after, _rubber_ended)
_CHICAGO_BOOKS = {
    Chicago.EACH_DEAL: Book(_chicago_vulnerable, _each_deal_after, _nothing),
    Chicago.CARRIED: Book(_chicago_vulnerable, _carried_after, _nothing),
}
_DUPLICATE_BOOK = Book(_board_vulnerable, _board_after, _nothing)
