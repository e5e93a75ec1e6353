"""A session's sheet as typed values, which pages, paper and files lay out;
the signed totals."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from sys import maxsize
from typing import Any

from scorekeeper.core.evening import Voided
from scorekeeper.core.history import Correction, History, history
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.notes import NOTED, FromPaper, Signed, Typing, is_from_paper
from scorekeeper.core.seats import Party, PartyId, People, Seat, named, personal
from scorekeeper.core.session import Recorded
from scorekeeper.core.sheet import Line, Mark, Points, Row, ScoreSheet, Section, settle
from scorekeeper.tables import session as sessions
from scorekeeper.tables.names import cut, shortened
from scorekeeper.tables.said import said_then
from scorekeeper.tables.session import Column, Session, column, once
from scorekeeper.words import Words

EVERY = slice(None)
MOST_COMPARED = 6_000
"""How many rows are compared to show what corrections struck: as many corrections as
that makes on a sheet of this length, the last ones."""
LEAST_COMPARED = 3
"""How many corrections are shown on a sheet of any length."""
LINE_NAME = 9
"""The most letters of a name beside its line in a picture."""
FACT_NAME = 14
"""The most letters of a name among a deal's facts in a table; elsewhere it is whole."""
LEAST_OF_A_PAIR = 6
"""Where fewer letters are left for each of two names, their first letters stand."""
Clock = Callable[[str], str]
"""How a time of the log is written: paper has a clock of its own."""


# ---- the values ----


@dataclass(frozen=True, slots=True)
class Cell:
    """A party's points of a row, a section or the sheet, in all and by the parts of
    its column; `struck` is what stood there before a correction, None where that
    was the same."""

    party: PartyId
    total: Points
    parts: Mapping[str, Points]
    struck: Points | None = None


@dataclass(frozen=True, slots=True)
class ShownLine(Line):
    """One number and why it is there; `struck` by a correction or in force."""

    struck: bool = False


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A deal, hand, round or other entry. `fact` are its facts by the codes of their
    headings, `was` what those were before a correction, where they were others.
    `is_rescored` by a correction elsewhere, `gone` = struck altogether. `said` is the
    row in one sentence with persons, None while it is open. `absent` are the seats that
    had left."""

    id: int
    label: Message
    marks: tuple[str, ...]
    fact: Mapping[str, object]
    was: Mapping[str, object]
    cells: tuple[Cell, ...]
    lines: tuple[ShownLine, ...]
    seated: People
    notes: tuple[Message, ...]
    entries: tuple[int, ...]
    rescored: bool
    gone: bool
    said: Message | None
    absent: tuple[Seat, ...]

    @property
    def is_finished(self) -> bool:
        return Mark.OPEN not in self.marks

    @property
    def number(self) -> object:
        return self.label.values.get("number")

    @property
    def sentence(self) -> Message | None:
        """A row between two deals that has facts and no points, such as a leaving."""
        is_alone = self.number is None and bool(self.fact) and not self.lines
        return self.said if is_alone else None

    @property
    def left(self) -> frozenset[PartyId]:
        """The parties that had left, each alone in a seat."""
        return frozenset(seat.party for seat in self.absent)

    @property
    def facts(self) -> list[tuple[Message, object]]:
        return [(message(f"fact.{head}"), value) for head, value in self.fact.items()]

    @property
    def people(self) -> tuple[object, ...]:
        return listed(((seat, f" {person}") for seat, person in self.played), " · ")

    @property
    def played(self) -> People:
        return tuple(
            (seat, person) for seat, person in self.seated if seat not in self.absent
        )


@dataclass(frozen=True)
class ShownSection:
    """A rubber or game: `at` which place of the sheet it stands, whose columns it has
    at its end (`parties`, of the `seated`), and as many of its rows as are shown."""

    at: int
    label: Message
    headline: Message
    is_over: bool
    winners: tuple[PartyId, ...]
    parties: tuple[Column, ...]
    seated: People
    rows: tuple[ShownRow, ...]
    totals: tuple[Cell, ...]

    @property
    def seatings(self) -> list[tuple[Message, People]]:
        """Who sat where from which row on, where that changed."""
        changed = []
        seated: People = ()
        for row in self.rows:
            if row.seated and not row.gone and row.seated != seated:
                seated = row.seated
                changed.append((row.label, seated))
        return changed if len(changed) > 1 else []

    @property
    def by_id(self) -> dict[int, ShownRow]:
        return {row.id: row for row in self.rows if not row.gone}


@dataclass(frozen=True, slots=True)
class ShownCorrection:
    """One act of correcting in words: when, by whom and why, in which rows, what was
    entered, what stands there now, and which other rows were rescored."""

    when: str
    who: object
    why: str
    rows: tuple[object, ...]
    was: tuple[object, ...]
    now: tuple[object, ...]
    rescored: tuple[object, ...]


@dataclass(frozen=True)
class Sheet:
    """The whole sheet. `corrections_before` is how many earlier corrections are not
    compared, `settlement` who is up by how much, `heads` the codes of the facts that
    head the columns."""

    parties: tuple[Column, ...]
    parts: tuple[str, ...]
    heads: tuple[str, ...]
    sections: tuple[ShownSection, ...]
    totals: tuple[Cell, ...]
    corrections: tuple[ShownCorrection, ...]
    corrections_before: int
    settlement: tuple[tuple[str, Points], ...]


# ---- making them ----


def clock(at: str) -> str:
    """Hours and minutes of a time in the log, on this machine's clock."""
    return datetime.fromisoformat(at).astimezone().strftime("%H:%M") if at else ""


def sheet_of(
    session: Session,
    written: Clock = clock,
    rows: slice = EVERY,
    plain: History | None = None,
    letters: int = maxsize,
) -> Sheet:
    """The sheet with its corrections. `rows` says which rows are shown, counted through
    all sections; a section without any of them is left out. Totals are those of the
    whole. `plain` is for files: struck lines keep seats and parties instead of persons'
    names. Names among a row's facts have at most so many `letters`."""
    past = past_of(session) if plain is None else plain
    sheet = session.sheet
    labels = {row.id: row.label for row in (*past.gone[::-1], *sheet.rows())}
    maker = _Maker(session, past, plain is not None, letters, labels)
    return Sheet(
        parties=tuple(
            column(party, sessions.players(session)) for party in sheet.parties
        ),
        parts=sheet.parts,
        heads=sheet.heads,
        sections=tuple(maker.sections(rows)),
        totals=maker.cells(sheet),
        corrections=tuple(
            maker.correction(correction, written) for correction in past.corrections
        ),
        corrections_before=past.earlier,
        settlement=settle(sheet, session.settings) if sheet.sections else (),
    )


@once
def past_of(session: Session) -> History:
    """What the corrections of a session struck: of the last ones, where there are very
    many. Those that were compared before the session grew are not compared again."""
    rows = sum(len(section.rows) for section in session.sheet.sections)
    most = max(LEAST_COMPARED, MOST_COMPARED // max(1, rows))
    past = history(session.log, session.sheet_then, most, session.carried(past_of))
    session.carry(past_of, past)
    return past


@dataclass(frozen=True, slots=True)
class _Maker:
    """One sheet being put into values; `labels` are what its rows are called,
    by their ids."""

    session: Session
    past: History
    is_plain: bool
    letters: int
    labels: Mapping[int, Message]

    def named(self, value: Any, people: People) -> Any:
        return value if self.is_plain else named(value, people)

    def sections(self, shown: slice) -> Iterator[ShownSection]:
        every = self.session.sheet.sections
        start, stop, _ = shown.indices(sum(len(section.rows) for section in every))
        before = 0
        for at, section in enumerate(every):
            rows = section.rows[max(0, start - before) : max(0, stop - before)]
            before += len(section.rows)
            if rows or not section.rows:
                yield self.section(at, section, rows)

    def section(self, at: int, section: Section, rows: tuple[Row, ...]) -> ShownSection:
        is_last = section is self.session.sheet.sections[-1]
        gone: Iterable[Row] = ()
        if is_last and rows[-1:] == section.rows[-1:]:
            gone = (row for row in self.past.gone if row.is_finished)
        seatings = [row.people for row in section.rows if row.people]
        seated = seatings[-1] if seatings else ()
        people = seated or self.session.folded.people
        return ShownSection(
            at=at,
            label=section.label,
            headline=self.named(section.headline, seated),
            is_over=section.is_over,
            winners=section.winners,
            parties=tuple(
                column(party, people) for party in self.session.sheet.parties
            ),
            seated=people,
            rows=(*map(self.row, rows), *(self.row(row, is_gone=True) for row in gone)),
            totals=self.cells(section),
        )

    # Long: a value for each thing that is shown of a row.
    def row(self, row: Row, *, is_gone: bool = False) -> ShownRow:
        before = None if is_gone else self.past.before.get(row.id)
        people = shortened(row.people, self.letters)
        facts = {fact.head: fact.value for fact in row.facts}
        was = {}
        if before is not None:
            then = shortened(before.people, self.letters)
            for fact in before.facts:
                if facts.get(fact.head) != fact.value:
                    was[fact.head] = self.named(fact.value, then)
        typed = from_paper(self.session)
        is_typed = not self.is_plain and not typed.isdisjoint(row.entries)
        struck = self.past.struck.get(row.id, ())
        lines = () if is_gone else row.lines
        return ShownRow(
            id=row.id,
            label=row.label,
            marks=row.marks,
            fact={head: self.named(value, people) for head, value in facts.items()},
            was=was,
            cells=self.cells(row, is_gone=is_gone),
            lines=(
                *(self.line(line, row) for line in lines),
                *(self.line(line, row, struck=True) for line in struck),
            ),
            seated=row.people,
            notes=remarks(self.session, row, is_typed),
            entries=row.entries,
            rescored=row.id in self.past.rescored and not is_gone,
            gone=is_gone,
            said=row.said and personal(row.said, row.people),
            absent=row.absent,
        )

    def line(self, line: Line, row: Row, *, struck: bool = False) -> ShownLine:
        what = self.named(line.what, row.people)
        return ShownLine(line.party, line.points, what, line.cite, line.part, struck)

    def cells(
        self, whole: ScoreSheet | Section | Row, *, is_gone: bool = False
    ) -> tuple[Cell, ...]:
        was = self.past.before.get(whole.id) if isinstance(whole, Row) else None
        cells = []
        for party in self.session.sheet.parties:
            now: Points = 0 if is_gone else whole.total(party.id)
            before = was.total(party.id) if was else now
            parts = {
                part: whole.total(party.id, part) for part in self.session.sheet.parts
            }
            struck = before if before != now else None
            cells.append(Cell(party.id, now, parts, struck))
        return tuple(cells)

    def correction(self, correction: Correction, written: Clock) -> ShownCorrection:
        people = sessions.seated_when(self.session, correction.seq)
        return ShownCorrection(
            written(correction.at),
            sessions.said_by(correction.by, people),
            correction.reason,
            self.called(correction.rows),
            self.said(correction.voided),
            self.said(correction.instead),
            self.called(correction.rescored),
        )

    def said(self, entries: Iterable[Recorded]) -> tuple[object, ...]:
        return tuple(said_then(self.session, entry) for entry in entries)

    def called(self, rows: Iterable[int]) -> tuple[object, ...]:
        return listed(
            self.labels.get(row) or message("sheet.row", number=row) for row in rows
        )


def remarks(session: Session, row: Row, typed: bool) -> tuple[Message, ...]:
    """The notes of a row: its own; what the recorded tricks come to where its result
    says otherwise, and why it does; and that it was `typed` in from paper."""
    notes = list(row.notes)
    if row.recorded is not None:
        reason = _reason_against_record(session, row)
        code = "note.against-record.why" if reason else "note.against-record"
        recorded = named(row.recorded, row.people)
        notes.append(message(code, recorded=recorded, reason=reason))
    if typed:
        notes.append(message("note.from-paper"))
    return tuple(notes)


# The last reason that was given with an entry of the row, or for what it replaces.
def _reason_against_record(session: Session, row: Row) -> str:
    reason = ""
    for seq in row.entries:
        entry = session.entry(seq)
        reason = entry.note or reason
        if not entry.place:
            continue
        for other in session.together(entry.key):
            if isinstance(other.event, Voided):
                reason = other.event.reason or reason
    return reason


def own_values(session: Session, template: str) -> Mapping[str, Any]:
    own = (session.game.views or {}).get(template)
    return own(session.folded.state) if own else {}


# ---- names and entries in words ----


def short_names(
    session: Session, words: Words, most: int = LINE_NAME
) -> dict[PartyId, str]:
    """What stands for each party where there is room for `most` letters: compass
    points, or its persons' names made short, by the parties' ids."""
    people = sessions.players(session)
    heads = [column(party, people) for party in session.sheet.parties]
    short = {head.id: _short(head, words, most) for head in heads}
    if len(set(short.values())) < len(short):
        return {head.id: words.text(head.name) for head in heads}
    return short


def _short(head: Column, words: Words, most: int) -> str:
    whole = words.text(head.name)
    if not isinstance(head.name, str) or len(whole) <= most:
        return whole
    if len(head.persons) == 1:
        return cut(head.persons[0], most)
    each = (most - 3) // 2
    if each < LEAST_OF_A_PAIR:
        return " & ".join(f"{name[:1]}." for name in head.persons)
    return " & ".join(cut(name, each) for name in head.persons)


# ---- what was played on paper and typed in ----


@once
def from_paper(session: Session) -> frozenset[int]:
    begins = {
        entry.seq: event.typing is Typing.BEGINS
        for entry, event in session.of(FromPaper)
    }
    if not begins:
        return frozenset()
    carried = set[int]()
    is_on = False
    for entry in session.log:
        is_on = begins.get(entry.seq, is_on)
        if is_on and not isinstance(entry.event, NOTED):
            carried.add(entry.seq)
    return frozenset(carried)


@once
def is_typing(session: Session) -> bool:
    return is_from_paper(entry.event for entry in session.folded.order)


# ---- the totals that the players signed ----


@dataclass(frozen=True, slots=True)
class SignedTotal:
    """One party's points: as `signed`, as `recomputed` for the entry that was signed,
    and `now`. `name`: the party, or its persons when it was signed."""

    party: Party
    name: object
    signed: Points
    recomputed: Points
    now: Points


@dataclass(frozen=True, slots=True)
class Signature:
    """One signing: when, who (persons, or the seats where nobody sat), up to which
    `entry`, how many entries were made `since`, and the totals. It `holds` where these
    are what the log of then gives."""

    when: str
    who: str
    seats: tuple[Seat, ...]
    entry: int
    since: int
    totals: tuple[SignedTotal, ...]

    @property
    def holds(self) -> bool:
        return all(total.signed == total.recomputed for total in self.totals)


def signatures(
    session: Session, written: Clock = clock, most: int | None = None
) -> tuple[Signature, ...]:
    """Every signing in force, the last first; `most` of them at most."""
    signed = session.of(Signed)[::-1][:most]
    then = _totals_then(session, {event.entry for _, event in signed})
    signatures = []
    for entry, event in signed:
        names = dict(sessions.seated_when(session, entry.seq))
        totals = tuple(
            SignedTotal(
                party,
                named(party, tuple(names.items())),
                event.points.get(party.id, 0),
                then[event.entry].get(party.id, 0),
                session.sheet.total(party.id),
            )
            for party in session.parties
        )
        signatures.append(
            Signature(
                written(entry.at),
                ", ".join(names.get(seat, seat.value) for seat in event.seats),
                event.seats,
                event.entry,
                _since(session, event.entry),
                totals,
            )
        )
    return tuple(signatures)


# What each party had after each of these entries, which never changes as the log grows.
def _totals_then(
    session: Session, entries: set[int]
) -> dict[int, dict[PartyId, Points]]:
    known: dict[int, dict[PartyId, Points]]
    _, known = session.carried(_totals_then) or (0, {})
    totals = {entry: known[entry] for entry in entries & known.keys()}
    for entry in sorted(entries - known.keys()):
        sheet = session.sheet_then(entry)
        totals[entry] = {party.id: sheet.total(party.id) for party in session.parties}
    session.carry(_totals_then, totals)
    return totals


def last_signed(session: Session) -> dict[str, Any] | None:
    signed = [event.entry for _, event in session.of(Signed)]
    if not signed:
        return None
    last = max(signed)
    labels = [row.label for row in session.sheet.rows() if row.id <= last]
    return {"after": labels[-1] if labels else None, "since": _since(session, last)}


def signed_now(session: Session) -> set[Seat]:
    facts = [entry.seq for entry in session.log if not isinstance(entry.event, NOTED)]
    last = facts[-1] if facts else 0
    seats = set[Seat]()
    for _, signed in session.of(Signed):
        if signed.entry >= last:
            seats.update(signed.seats)
    return seats


# How many entries were made after this one that are more than notes.
def _since(session: Session, entry: int) -> int:
    return sum(not isinstance(later.event, NOTED) for later in session.log[entry:])
