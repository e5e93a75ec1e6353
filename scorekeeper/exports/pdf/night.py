"""A night as the HTML pages of its printed documents: who stands where, the travellers,
each pair's own sheet; cards for the tables and the players, and empty travellers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from scorekeeper.core.codec import fingerprint
from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import SIDES, Seat
from scorekeeper.core.sheet import Points
from scorekeeper.exports.night_play import (
    GivenSaid,
    NightPlay,
    given_said,
    played_night,
)
from scorekeeper.exports.pbn import fact_of_board
from scorekeeper.exports.pdf.page import (
    Document,
    Layout,
    Paper,
    Values,
    functions,
    page_of,
    printable,
    template_for,
)
from scorekeeper.games import GAMES
from scorekeeper.nights.cards import Place, Plan, planned
from scorekeeper.nights.facts import Kind, Scoring
from scorekeeper.nights.movement import Number
from scorekeeper.nights.night import table_in
from scorekeeper.nights.scoring import victory_points
from scorekeeper.nights.standings import matches
from scorekeeper.nights.travellers import Line, by_board, own_lines
from scorekeeper.tables.night_standings import Ranked, RankedLine, ranked
from scorekeeper.tables.nights import finished_rows, seats_alone
from scorekeeper.tables.parts import SheetPart
from scorekeeper.tables.session import Session
from scorekeeper.words import Words


class NightList(Enum):
    """What is printed of a night; the value is its name in addresses and files."""

    RANKING = "ranking"
    TRAVELLERS = "travellers"
    OWN = "own"
    TABLE_CARDS = "table-cards"
    GUIDE_CARDS = "guide-cards"
    BLANK_TRAVELLERS = "blank-travellers"


PROOFS = (NightList.RANKING, NightList.TRAVELLERS, NightList.OWN)
"""What says results, and so has a seal and the session files inside."""
_PREFIX = "night-"
ROWS_LIKE_ONE = 2
"""So many lines of a night take the memory and time of a row of a sheet: half a
megabyte each, for forty tables and 27 boards."""


@dataclass(frozen=True, slots=True)
class NightDocument:
    """A document of a night: of everybody, of one `unit` of the movement, or of those
    from there to the `last`."""

    list: NightList
    unit: Number = 0
    last: Number = 0

    @property
    def value(self) -> str:
        unit = f"-{self.unit}" if self.unit else ""
        last = f"-{self.last}" if self.last else ""
        return f"{_PREFIX}{self.list.value}{unit}{last}"

    def has(self, unit: Number) -> bool:
        return not self.unit or self.unit <= unit <= (self.last or self.unit)

    @property
    def is_proof(self) -> bool:
        return self.list in PROOFS

    def rows(self, tables: Sequence[Session]) -> int:
        """How many rows of a sheet are as long as it is. A line of a night has fewer
        cells; on the sheets of all, each result stands twice."""
        results = sum(len(finished_rows(table)) for table in tables)
        if self.last:
            played = (self.last - self.unit + 1) * results // max(1, len(tables))
            return max(len(tables), played) // ROWS_LIKE_ONE
        if self.unit or self.list is NightList.RANKING:
            return len(tables) // ROWS_LIKE_ONE
        times = 2 if self.list is NightList.OWN else 1
        return times * results // ROWS_LIKE_ONE


AnyDocument = Document | NightDocument


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and text[0] != "0"


def document_named(name: str) -> AnyDocument:
    """The document with this name in files. Raises ValueError where there is none."""
    if not name.startswith(_PREFIX):
        return Document(name)
    kind = name.removeprefix(_PREFIX)
    for known in NightList:
        if kind == known.value:
            return NightDocument(known)
        numbers = kind.removeprefix(f"{known.value}-").split("-")
        is_of_it = kind.startswith(f"{known.value}-") and len(numbers) <= 2
        if is_of_it and all(map(_is_number, numbers)):
            return NightDocument(known, *map(int, numbers))
    raise ValueError(f"no document of a night is called {name!r}")


def night_page(
    session: Session,
    tables: Sequence[Session],
    words: Words,
    paper: Paper,
    document: NightDocument,
) -> str:
    """A document of this night as one HTML page, from the sessions of its tables.
    Raises RuleViolation where the session is no night."""
    by_id = {table.id: table for table in tables}
    layout = _NightLayout(played_night(session, by_id), words, document)
    template = template_for(f"print/night_{_TEMPLATES[document.list]}.html")
    values = {"paper": paper.value, "document": document.value, **layout.values()}
    return printable(template.render(values, **functions(words)))


def any_page(  # noqa: PLR0913 - as page_of
    session: Session,
    words: Words,
    paper: Paper,
    document: AnyDocument,
    beside: Sequence[Session] = (),
    recovery: str = "",
    part: SheetPart | None = None,
) -> str:
    """A document of a game or of a night as one HTML page (see page_of, night_page)."""
    if isinstance(document, NightDocument):
        return night_page(session, beside, words, paper, document)
    return page_of(session, words, paper, document, beside, recovery, part)


_TEMPLATES: Mapping[NightList, str] = {
    NightList.RANKING: "ranking",
    NightList.TRAVELLERS: "travellers",
    NightList.OWN: "own",
    NightList.TABLE_CARDS: "cards",
    NightList.GUIDE_CARDS: "cards",
    NightList.BLANK_TRAVELLERS: "blank",
}


SideShown = tuple[str, str]
"""The numbers in the movement of those who sit on one side, and their names."""


class MatchShown(NamedTuple):
    """A match of two teams; the IMPs of both, since artificial scores differ."""

    round: int
    ours: str
    theirs: str
    imps: tuple[int, int]
    points: list[str]


class PlayedLine(NamedTuple):
    """What came of a board at one table, or what was given instead; `won` are the
    matchpoints or IMPs of both sides."""

    round: int
    table: int
    sides: list[SideShown]
    fact: Mapping[str, object]
    given: GivenSaid | None
    points: tuple[Points, Points] | None
    difference: Points | None
    won: list[str]


class Group(NamedTuple):
    """The traveller of a board, or the deals of a round where there are no boards."""

    label: Message
    fact: Mapping[str, object]
    lines: list[PlayedLine]


class OwnLine(NamedTuple):
    """A line of somebody's own sheet: as on a traveller, from their side."""

    round: int
    table: int
    board: int
    direction: object
    partner: str
    opponents: str
    fact: Mapping[str, object]
    given: GivenSaid | None
    difference: Points | None
    points: Points | None
    won: str
    percent: str | None


class OwnSheet(NamedTuple):
    """What a person, pair or team played, and its line `of` so many in the ranking."""

    standing: RankedLine
    of: int
    direction: str
    head: Message
    lines: list[OwnLine]
    sits_out: list[int]


class TableRow(NamedTuple):
    """Who comes to a table in a round, and with which boards."""

    round: int
    sides: tuple[SideShown, SideShown]
    boards: str


class GuideSeat(NamedTuple):
    """Where to sit, with whom and against whom; `who`, where a team splits up."""

    table: int
    direction: object
    who: str
    partner: str
    opponents: SideShown
    boards: str


class GuideRow(NamedTuple):
    """Where to sit in a round; None = nowhere."""

    round: int
    at: GuideSeat | None


class NightCard(NamedTuple):
    """The card of a table, or of a person, pair or team with this name."""

    label: Message
    name: str
    rows: Sequence[TableRow | GuideRow]


class BlankTraveller(NamedTuple):
    """A traveller to fill in: those who will play the board, and `spare` rows."""

    label: Message
    fact: Mapping[str, object]
    rows: list[tuple[SideShown, SideShown]]
    spare: int


class _NightLayout:
    """One night being laid out for paper: the values that its templates read."""

    def __init__(self, play: NightPlay, words: Words, document: NightDocument) -> None:
        self.play = play
        self.night = play.night
        self.words = words
        self.asked = document
        self.layout = Layout(play.session, words)

    def values(self) -> Values:
        match self.asked.list:
            case NightList.RANKING:
                own = self.ranking()
            case NightList.TRAVELLERS:
                own = self.travellers()
            case NightList.OWN:
                own = self.own()
            case NightList.BLANK_TRAVELLERS:
                own = self.blank_travellers()
            case _:
                own = self.cards()
        return {**self.document(), **own}

    # ---- what every document says ----

    def document(self) -> Values:
        values = self.layout.document()
        dated = max([values["dated"], *self.last_entries()])
        headline = message(f"night.paper.{self.headline}")
        game = message(f"game.{self.night.game}")
        title = f"{self.words.text(headline)}, {self.words.text(game)}"
        return {
            **values,
            "dated": dated,
            "title": f"{title}, {values['date']}",
            "headline": headline,
            "game": {"name": game, "preset": None},
            "about": self.about(),
            "seal": self.layout.seal() if self.asked.is_proof else None,
            "tables": self.fingerprints() if self.asked.is_proof else [],
            "has_boards": self.play.has_boards,
            "has_partners": self.is_individual and not self.is_alone,
            "is_alone": self.is_alone,
            "sides": self.sides,
        }

    @property
    def headline(self) -> str:
        if self.asked.list is NightList.TRAVELLERS and not self.play.has_boards:
            return "deals-by-rounds"
        return self.asked.list.value

    def last_entries(self) -> list[str]:
        return [table.log[-1].at for table in self.play.tables.values() if table.log]

    @property
    def is_individual(self) -> bool:
        chosen = self.night.chosen
        return chosen is not None and chosen.movement in (Kind.INDIVIDUAL, Kind.FREE)

    @cached_property
    def is_alone(self) -> bool:
        """Whether everybody plays alone: at a table there are no sides."""
        game = GAMES.get(self.night.game)
        return game is not None and bool(seats_alone(game, self.settings()))

    @cached_property
    def sides(self) -> Sequence[object]:
        """The two sides of a table, North–South first, as the game calls them."""
        game = GAMES.get(self.night.game)
        parties = game.parties(self.settings()) if game else ()
        if len(parties) == len(SIDES):
            return parties
        return SIDES

    def about(self) -> Message | None:
        chosen = self.night.chosen
        return None if chosen is None else chosen.said()

    def fingerprints(self) -> list[tuple[int, list[tuple[int, str]]]]:
        rounds: dict[int, list[tuple[int, str]]] = {}
        for (number, table), session in self.play.sessions.items():
            letters = fingerprint(session.head, 8)
            written = f"{letters[:4]} {letters[4:]}"
            rounds.setdefault(number, []).append((table, written))
        return [*rounds.items()]

    def worth(self, points: Points | None) -> str:
        return self.play.worth(points, self.words)

    # ---- who stands where ----

    @cached_property
    def ranked(self) -> list[Ranked]:
        return ranked(self.night, self.play.tables.get, self.words)

    def ranking(self) -> Values:
        return {
            "rankings": self.ranked,
            "matches": self.matches(),
            "is_signed": self.night.signed is not None,
            "state": self.play.session.glance.deal,
        }

    def matches(self) -> list[MatchShown]:
        if self.play.scoring is not Scoring.VICTORY_POINTS:
            return []
        found = list[MatchShown]()
        for match in matches(self.night, self.play.results):
            if match.boards:
                points = [victory_points(one, match.boards)[0] for one in match.won]
                shown = MatchShown(
                    round=match.round,
                    ours=self.night.unit_name(match.ours),
                    theirs=self.night.unit_name(match.theirs),
                    imps=match.won,
                    points=[self.words.hundredths(Fraction(one)) for one in points],
                )
                found.append(shown)
        return found

    # ---- travellers ----

    def travellers(self) -> Values:
        groups = self.groups()
        return {
            "groups": groups,
            "heads": self.heads(),
            "won_head": self.play.won_head,
        }

    def groups(self) -> list[Group]:
        if self.play.has_boards:
            return [
                Group(
                    message("night.paper.board", number=board),
                    self.play.board_fact(found),
                    [self.line(line) for line in found],
                )
                for board, found in by_board(self.play.lines).items()
            ]
        rounds: dict[int, list[Line]] = {}
        for line in self.play.lines:
            rounds.setdefault(line.round, []).append(line)
        return [
            Group(
                message("night.paper.round-number", number=number),
                {},
                [self.line(line) for line in found],
            )
            for number, found in rounds.items()
        ]

    def heads(self) -> list[str]:
        said = {head for line in self.play.lines for head in self.play.fact(line)}
        return [head for head in self.play.heads if head in said]

    def line(self, line: Line) -> PlayedLine:
        return PlayedLine(
            round=line.round,
            table=line.table,
            sides=[
                (self.play.number(people), self.play.names(people))
                for people in line.sides
            ],
            fact=self.fact(line),
            given=given_said(line.given) if line.given else None,
            points=line.points,
            difference=line.difference,
            won=[self.worth(self.play.won(line, side)) for side in line.sides],
        )

    def fact(self, line: Line) -> Mapping[str, object]:
        if line.given:
            return {}
        fact = self.play.fact(line)
        if not self.is_alone or not fact:
            return fact
        people: dict[object, str] = dict(
            self.play.sessions[line.round, line.table].folded.people
        )
        return {
            head: people.get(value, value) if isinstance(value, Seat) else value
            for head, value in fact.items()
        }

    # ---- each one's own sheet ----

    def own(self) -> Values:
        wanted = [
            (line, ranking)
            for ranking in self.ranked
            for line in ranking.lines
            if self.asked.has(line.unit)
        ]
        wanted.sort(key=lambda one: one[0].unit)
        return {
            "sheets": [self.own_sheet(line, ranking) for line, ranking in wanted],
            "heads": self.heads(),
            "won_head": self.play.won_head,
        }

    def own_sheet(self, standing: RankedLine, ranking: Ranked) -> OwnSheet:
        people = self.night.units[standing.unit - 1]
        lines = [
            self.own_line(line, standing.unit, people)
            for line in own_lines(self.play.lines, people)
        ]
        there = {line.round for line in lines}
        sits_out = [
            opened.fact.number
            for opened in self.night.rounds
            if opened.fact.number not in there
            and not any(
                {*people}.intersection(laid.people) for laid in opened.fact.tables
            )
        ]
        return OwnSheet(
            standing=standing,
            of=len(ranking.lines),
            direction=ranking.direction,
            head=ranking.head,
            lines=lines,
            sits_out=sits_out,
        )

    def own_line(self, line: Line, unit: Number, people: tuple[int, ...]) -> OwnLine:
        is_east_west = not {*people}.isdisjoint(line.east_west)
        own, others = line.sides[::-1] if is_east_west else line.sides
        place = 1 if is_east_west else 0
        won = line.won.get(unit)
        difference = line.difference
        percent = None
        if won is not None and line.of:
            percent = self.words.hundredths(Fraction(100 * won) / line.of)
        partners = [person for person in own if person not in people]
        return OwnLine(
            round=line.round,
            table=line.table,
            board=line.board,
            direction=self.sides[place],
            partner=self.play.names(partners),
            opponents=self.names(self.opponents(line, others, people)),
            fact=self.fact(line),
            given=given_said(line.given) if line.given else None,
            difference=-difference if difference and is_east_west else difference,
            points=None if line.points is None else line.points[place],
            won=self.worth(won),
            percent=percent,
        )

    def opponents(
        self, line: Line, others: Sequence[int], people: tuple[int, ...]
    ) -> Sequence[int]:
        laid = table_in(self.night, line.round, line.table)
        if self.is_alone and laid is not None:
            return [one for one in laid.people if one not in people]
        return others

    # ---- cards, and travellers to fill in ----

    def cards(self) -> Values:
        plan = planned(self.night)
        if self.asked.list is NightList.TABLE_CARDS:
            cards = [self.table_card(plan, table) for table in plan.tables]
        else:
            cards = [
                self.guide_card(plan, unit, people)
                for unit, people in enumerate(self.night.units, start=1)
                if self.asked.has(unit)
            ]
        return {
            "cards": cards,
            "is_of_tables": self.asked.list is NightList.TABLE_CARDS,
            "blank_rounds": [*range(plan.known + 1, plan.rounds + 1)],
        }

    def table_card(self, plan: Plan, table: int) -> NightCard:
        rows = [
            TableRow(
                round=place.round,
                sides=(self.side(place.north_south), self.side(place.east_west)),
                boards=_boards(place.boards),
            )
            for place in plan.at_table(table)
        ]
        return NightCard(message("night.paper.table-number", number=table), "", rows)

    def guide_card(
        self, plan: Plan, unit: Number, people: tuple[int, ...]
    ) -> NightCard:
        rows = [
            row
            for number, places in plan.of(people).items()
            for row in self.guide_rows(number, places, people)
        ]
        label = message("night.paper.number-of", number=unit)
        return NightCard(label, self.night.unit_name(unit), rows)

    def guide_rows(
        self, number: int, places: Sequence[Place], people: tuple[int, ...]
    ) -> Iterator[GuideRow]:
        if not places:
            yield GuideRow(number, None)
        for place in places:
            own, others = place.north_south, place.east_west
            is_north_south = bool({*people}.intersection(own))
            if not is_north_south:
                own, others = others, own
            with_them = tuple(one for one in own if one not in people)
            where = GuideSeat(
                table=place.table,
                direction=self.sides[0 if is_north_south else 1],
                who=self.play.names(own) if len(people) > 2 else "",
                partner=self.play.names(with_them),
                opponents=self.side(with_them if self.is_alone else others),
                boards=_boards(place.boards),
            )
            yield GuideRow(number, where)

    def side(self, people: tuple[int, ...]) -> SideShown:
        return self.play.number(people), self.names(people)

    def names(self, people: Sequence[int]) -> str:
        if self.is_alone:
            return ", ".join(map(self.night.name, people))
        return self.play.names(people)

    def blank_travellers(self) -> Values:
        plan = planned(self.night)
        boards = plan.boards if self.play.has_boards else []
        return {
            "boards": [
                BlankTraveller(
                    label=message("night.paper.board", number=board),
                    fact=fact_of_board(board, self.settings()),
                    rows=[
                        (self.side(place.north_south), self.side(place.east_west))
                        for place in plan.playing(board)
                    ],
                    spare=0 if plan.known >= plan.rounds else len(plan.tables),
                )
                for board in boards
            ],
            "won_head": self.play.won_head,
        }

    def settings(self) -> Any:
        game = GAMES.get(self.night.game)
        return game and game.settings_of(self.night.settings or {})


def _boards(boards: range) -> str:
    if len(boards) == 1:
        return str(boards[0])
    return f"{boards[0]}–{boards[-1]}"
