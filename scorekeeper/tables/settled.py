"""What the sides of a table have settled, and what an entry would change of it.

It looks at what a command does to the sheet, never at which entries it touches. Rule:
readings, section 9.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple

from scorekeeper.core import notes, result_notes, ruling_notes
from scorekeeper.core.codec import canonical, encode
from scorekeeper.core.evening import Settlement, Voided
from scorekeeper.core.seats import Party, PartyId, People, Seat
from scorekeeper.core.session import Event, Recorded
from scorekeeper.core.sheet import Points, Row, Section
from scorekeeper.tables.results import entered_of, stated_in
from scorekeeper.tables.rules_in_force import accepted
from scorekeeper.tables.rulings.on_deals import decided
from scorekeeper.tables.session import Session, once

HOUSE_RULES = 0
"""Stands for the house rules among the numbers of rows that were settled."""

Standing = Mapping[PartyId, int]
"""The parties, by their ids, that settled something, each with the entry by
which it did."""

# ---- what is settled ----


_SETTLING = (
    result_notes.ResultConfirmed,
    notes.Signed,
    ruling_notes.RulingAccepted,
    result_notes.SettledChanged,
)


@once
def settled(session: Session) -> dict[int, Standing]:
    """The settled rows of the sheet, by their numbers, with the parties that must agree
    to a change and since which entry each of them has settled the row.

    A row is settled when every party has confirmed it, when an arbiter has decided on
    it, for a party that signed totals it was part of, and after a ruling has changed a
    settled row. A party that has taken its word back has agreed to a change in advance
    and is not in the answer.
    """
    if not session.has(*_SETTLING):
        return {}
    words_by_row: dict[int, dict[PartyId, int]] = {}
    ways = chain(_confirmed(session), _signed(session), _decided(session))
    for row, standing in ways:
        earliest = words_by_row.setdefault(row, {})
        for party, since in standing.items():
            earliest[party] = min(since, earliest.get(party, since))
    there = {row.id for row in session.sheet.rows() if row.is_finished}
    return {row: standing for row, standing in words_by_row.items() if row in there}


def has_settled(session: Session) -> bool:
    """Whether a command can move anything that was settled on the sheet: a row
    or a total."""
    return bool(settled(session)) or session.has(notes.Signed)


# The rows that every party confirmed as they stood, since they were last changed by
# consent. A word that was given before the row was corrected, and not again before
# all had confirmed, is on another result and counts for nothing.
def _confirmed(session: Session) -> Iterator[tuple[int, Standing]]:
    everybody = frozenset(party.id for party in session.parties)
    said = _Said(everybody, _absent(session))
    for entry in session.log:
        said.hear(session, entry)
    for row, parties in said.ever.items():
        if parties >= said.asked(row):
            standing = _on_one_result(session, row, said.words[row])
            if standing is not None:
                yield row, standing
    for row, kept in said.kept.items():
        if kept:
            yield row, kept


# By the row, the parties that had left: nobody waits for their word on it.
def _absent(session: Session) -> dict[int, frozenset[PartyId]]:
    return {
        row.id: frozenset(
            party.id for party in session.parties if not row.is_played_by(party)
        )
        for row in session.sheet.rows()
        if row.absent
    }


class _Word(NamedTuple):
    """The entry by which a party confirmed a result, and the mark of what it saw, which
    words of before 0.4 don't have."""

    seq: int
    mark: str | None


@dataclass
class _Said:
    """What the parties have confirmed so far: by the row, the `words` of each,
    who has `ever` confirmed it, and what is `kept` though more is said: by each
    party, the entry."""

    everybody: frozenset[PartyId]
    absent: Mapping[int, frozenset[PartyId]]
    words: dict[int, dict[PartyId, list[_Word]]] = field(default_factory=dict)
    ever: dict[int, set[PartyId]] = field(default_factory=dict)
    kept: dict[int, dict[PartyId, int]] = field(default_factory=dict)

    def hear(self, session: Session, entry: Recorded) -> None:
        match entry.event:
            case result_notes.ResultConfirmed() as event:
                self.confirm(entry.seq, event)
            case result_notes.ResultDisputed() as event:
                self.dispute(session, event)
            case result_notes.SettledChanged() as event:
                self.change(entry.seq, event)
            case Voided(struck):
                self.take_back(session.entry(struck).event)

    def asked(self, row: int) -> frozenset[PartyId]:
        return self.everybody - self.absent.get(row, frozenset())

    def confirm(self, seq: int, event: result_notes.ResultConfirmed) -> None:
        of_row = self.words.setdefault(event.row, {})
        of_row.setdefault(event.party, []).append(_Word(seq, event.mark))
        self.ever.setdefault(event.row, set()).add(event.party)
        first = _first_words(of_row, event.mark)
        if first.keys() >= self.asked(event.row):
            self.kept[event.row] = first | self.kept.get(event.row, {})

    def take_back(self, event: Event) -> None:
        """A party takes its word back, if that is what was struck out."""
        if isinstance(event, result_notes.ResultConfirmed):
            self.words.get(event.row, {}).pop(event.party, None)
            self.kept.get(event.row, {}).pop(event.party, None)

    def dispute(self, session: Session, event: result_notes.ResultDisputed) -> None:
        # where not all have confirmed it, its word for it is gone
        if not self._have_all_confirmed(session, event.row):
            self.words.get(event.row, {}).pop(event.party, None)
            self.ever.get(event.row, set()).discard(event.party)

    # By words with marks, or by those of before 0.4.
    def _have_all_confirmed(self, session: Session, row: int) -> bool:
        if self.kept.get(row):
            return True
        if not self.ever.get(row, set()) >= self.asked(row):
            return False
        return _on_one_result(session, row, self.words.get(row, {})) is not None

    def change(self, seq: int, event: result_notes.SettledChanged) -> None:
        """Rows were changed: by a ruling, and stay settled; else by consent, and are to
        be confirmed again."""
        for row in event.rows:
            self.ever.pop(row, None)
            words = self.words.pop(row, {})
            before = {
                party: min(words_of_side).seq
                for party, words_of_side in words.items()
                if words_of_side
            }
            before = self.kept.pop(row, {}) | before
            self.kept[row] = {}
            if event.ruling is not None:
                for party in self.asked(row):
                    self.kept[row][party] = before.get(party, seq)


# By each party that confirmed the very result of this mark, the first word that it
# gave on it: where all have, no later word ends that.
def _first_words(
    words: Mapping[PartyId, list[_Word]], mark: str | None
) -> dict[PartyId, int]:
    first_words = {}
    for party, words_of_side in words.items():
        on_it = [
            word.seq for word in words_of_side if mark is not None and word.mark == mark
        ]
        if on_it:
            first_words[party] = min(on_it)
    return first_words


# By each party that has not taken it back, its first word on the result that all
# confirmed; None where a word is on another result than the last one is.
def _on_one_result(
    session: Session, row_id: int, words: dict[PartyId, list[_Word]]
) -> Standing | None:
    row = session.sheet.row(row_id)
    entries = stated_in(session, row) if row is not None else ()
    last = max(
        (max(words_of_side) for words_of_side in words.values()), default=_Word(0, None)
    )
    standing = {}
    for party, words_of_side in words.items():
        on_it = [word.seq for word in words_of_side if _is_on_one(word, last, entries)]
        if not on_it:
            return None
        standing[party] = min(on_it)
    return standing


# Whether two words are on one result: by their marks, else where none of the
# entries of the row lies between them.
def _is_on_one(word: _Word, last: _Word, entries: Iterable[int]) -> bool:
    if word.mark is not None and last.mark is not None:
        return word.mark == last.mark
    return not any(word.seq < entry < last.seq for entry in entries)


# The rows that were finished when a party signed, unless changed by consent since.
def _signed(session: Session) -> Iterator[tuple[int, Standing]]:
    changed = _last_changed(session)
    for entry, signed in session.of(notes.Signed):
        parties = [party.id for party in _who_signed(session, signed)]
        for row in _finished_then(session, signed.entry):
            if changed.get(row, 0) < entry.seq:
                yield row, dict.fromkeys(parties, entry.seq)


def _who_signed(session: Session, signed: notes.Signed) -> list[Party]:
    return [
        party
        for party in session.parties
        if not {*signed.seats}.isdisjoint(party.seats)
    ]


@dataclass(frozen=True, slots=True)
class _SignedTotal:
    """A total that stands as it was signed: the party, the entry by which it signed,
    and how many entries the total is of."""

    party: PartyId
    since: int
    count: int


# The totals that parties have signed, unless they were changed by consent since:
# then they are to be signed again, but not where a ruling has changed them.
def _signed_totals(session: Session) -> list[_SignedTotal]:
    totals = []
    for entry, signed in session.of(notes.Signed):
        if not _is_total_changed(session, entry, signed.entry):
            for party in _who_signed(session, signed):
                totals.append(_SignedTotal(party.id, entry.seq, signed.entry))
    return totals


# Whether the parties have agreed, after this signature, to a change of the total
# that was signed: of one of its rows, or of what was put in beside them.
def _is_total_changed(session: Session, signature: Recorded, count: int) -> bool:
    finished = _finished_then(session, count)
    for entry in session.log[signature.seq :]:
        event = entry.event
        if not isinstance(event, result_notes.SettledChanged):
            continue
        if event.ruling is not None:
            continue
        for row in event.rows:
            if row in finished or session.entry(row).key == entry.key:
                return True
    return False


# The rows that a total after the first `count` entries of the session `before` is made
# of, as the sheet stands now: all down to the last that was finished then, and what
# follows without being played. Only what was played later begins another total.
def _of_total(session: Session, before: Session, count: int) -> dict[int, Row]:
    finished = _finished_then(before, count)
    rows = [*session.sheet.rows()]
    last = -1
    for n, row in enumerate(rows):
        if row.id in finished:
            last = n
    rows_of_it = {}
    for n, row in enumerate(rows):
        if n > last and _is_played_since(session, row, count):
            break
        rows_of_it[row.id] = row
    return rows_of_it


# Whether a row is finished, with facts of the game that were entered after the
# first `count` entries.
def _is_played_since(session: Session, row: Row, count: int) -> bool:
    later = [session.entry(seq) for seq in row.entries if seq > count]
    if not (row.is_finished and row.is_deal):
        return False
    return any(session.is_played(entry) for entry in later)


# By the row, the last entry that says that it was settled and changed by consent.
def _last_changed(session: Session) -> dict[int, int]:
    changed = dict[int, int]()
    for entry in session.log:
        if isinstance(entry.event, result_notes.SettledChanged):
            changed |= dict.fromkeys(entry.event.rows, entry.seq)
    return changed


# The rows that were finished after the first `count` entries. That part of the log
# never changes, so the answer is carried along as the session grows.
def _finished_then(session: Session, count: int) -> frozenset[int]:
    known: dict[int, frozenset[int]]
    _, known = session.carried(_finished_then) or (0, {})
    if count not in known:
        rows = session.sheet_then(count).rows()
        known[count] = frozenset(row.id for row in rows if row.is_finished)
        session.carry(_finished_then, known)
    return known[count]


# The rows on which an arbiter decided: settled for every party.
def _decided(session: Session) -> Iterator[tuple[int, Standing]]:
    for decision in decided(session).values():
        yield (
            decision.row.id,
            {party.id: decision.entry.seq for party in session.parties},
        )


# ---- what a command changes of it ----


@dataclass(frozen=True, slots=True)
class Moved:
    """Something settled that a command would change: row `row` of the sheet as it is
    `before` and `after`, None where it isn't there; both None for the house rules.
    `standing` as in `settled`; `mark` tells this change from another one, however the
    names of persons are spelt. `is_given_up`: what a ruling gave there is struck out.
    """

    row: int
    before: Row | None
    after: Row | None
    standing: Standing
    mark: object = None
    is_given_up: bool = False


def moved(before: Session, after: Session) -> tuple[Moved, ...]:
    """What was settled and differs in points, facts, persons, number or existence, in
    the order of the sheet; what moves a signed total beside its rows; and the house
    rules where somebody had accepted them."""
    moves = dict[int, Moved]()
    for move in chain(
        _differing(before, after),
        _unsettled(before, after),
        _beside_signed(before, after),
    ):
        moves.setdefault(move.row, move)
    every_move = list(moves.values())
    if before.rules != after.rules and accepted(before):
        every_move.append(_rules_moved(before))
    return tuple(every_move)


# The settled rows that would be others.
def _differing(before: Session, after: Session) -> Iterator[Moved]:
    standing = settled(before)
    is_reseated = before.folded.people != after.folded.people
    if not standing or (before.sheet is after.sheet and not is_reseated):
        return
    then = _placed(before)
    now = _placed(after)
    for row, old in then.items():
        if row not in standing:
            continue
        mark = _mark(before, old)
        if row not in now:
            yield Moved(row, old.row, None, standing[row], (mark, None))
        elif not _is_same(before, old, after, now[row]):
            marks = (mark, _mark(after, now[row]))
            yield Moved(row, old.row, now[row].row, standing[row], marks)


def _mark(session: Session, placed: "_Placed") -> tuple[object, ...]:
    return (_of_persons(session, placed.row), placed.owners)


def _rules_moved(session: Session) -> Moved:
    seats = accepted(session)
    standing = {}
    for party in session.parties:
        since = [seats[seat].seq for seat in party.seats if seat in seats]
        if since:
            standing[party.id] = min(since)
    return Moved(HOUSE_RULES, None, None, standing)


# The rows that would be settled no more, though they are as they were: by a fact
# that is stated again, or because what an arbiter decided is taken back. A party
# that takes its own word back has agreed in advance.
def _unsettled(before: Session, after: Session) -> Iterator[Moved]:
    took_back = _took_back(before, after)
    now = settled(after)
    for row_id, standing in settled(before).items():
        lost = {
            party: since
            for party, since in standing.items()
            if party not in now.get(row_id, {}) and (row_id, party) not in took_back
        }
        if lost:
            old = before.sheet.row(row_id)
            new = after.sheet.row(row_id)
            yield Moved(row_id, old, new, standing, ("unsettled", tuple(lost)))


# The rows on which parties have taken their own word back, each with the party.
def _took_back(before: Session, after: Session) -> set[tuple[int, PartyId]]:
    taken_back = set()
    for entry in after.log[before.last :]:
        if not isinstance(entry.event, Voided):
            continue
        event = after.entry(entry.event.entry).event
        if isinstance(event, result_notes.ResultConfirmed):
            taken_back.add((event.row, event.party))
        elif isinstance(event, notes.Signed):
            for party in _who_signed(before, event):
                for row in _finished_then(before, event.entry):
                    taken_back.add((row, party.id))
    return taken_back


def gone(session: Session) -> tuple[Moved, ...]:
    standing = settled(session)
    return tuple(
        Moved(row.id, row, None, standing[row.id], (_of_persons(session, row), None))
        for row in session.sheet.rows()
        if row.id in standing
    )


# What moves signed totals beside the rows that they were made of: what is put in
# among these or follows them without being played, such as an adjustment.
def _beside_signed(before: Session, after: Session) -> Iterator[Moved]:
    if before.sheet is after.sheet:
        return
    standing: dict[int, dict[PartyId, int]] = {}
    rows = {row.id: row for row in before.sheet.rows()}
    there = {row.id: row for row in after.sheet.rows()}
    for total in _signed_totals(before):
        for row_id in _rows_of_total_moved(before, after, total, there):
            if _points_of(rows.get(row_id)) or _points_of(there.get(row_id)):
                of_parties = standing.setdefault(row_id, {})
                of_parties.setdefault(total.party, total.since)
    for row_id, of_parties in standing.items():
        old = rows.get(row_id)
        new = there.get(row_id)
        mark = (old and _of_persons(before, old), new and _of_persons(after, new))
        yield Moved(row_id, old, new, of_parties, mark)


def _rows_of_total_moved(
    before: Session, after: Session, total: _SignedTotal, there: Mapping[int, Row]
) -> list[int]:
    then = _of_total(before, before, total.count)
    now = _of_total(after, before, total.count)
    gone = [row for row in then if row not in there]
    differ = [row for row in now if _points_of(then.get(row)) != _points_of(now[row])]
    return gone + differ


_Marks = tuple[tuple[Seat, str], ...]
"""Who sits where, each person by the mark that no other spelling changes."""


class _Placed(NamedTuple):
    """A row; the number of its section, which is the rubber or game that it belongs to;
    what was entered of it; and to whom its points go where the section's go to those
    seated at its end."""

    section: int
    row: Row
    entered: tuple[Event, ...]
    owners: _Marks


def _placed(session: Session) -> dict[int, _Placed]:
    placed = {}
    for number, section in enumerate(session.sheet.sections):
        owners = _owners(session, section)
        for row in section.rows:
            entered = entered_of(session, row)
            placed[row.id] = _Placed(number, row, entered, owners)
    return placed


# To whom the points of a section go, if it ended now; () where each row's go to
# those who played it. Rule: readings, section 8.
def _owners(session: Session, section: Section) -> _Marks:
    settlement = getattr(session.settings, "settlement", Settlement.SECTION)
    played = [row.people for row in section.rows if row.people]
    if settlement is Settlement.DEAL or not played:
        return ()
    is_going_on = section is session.sheet.sections[-1] and not section.is_over
    seated = dict(session.folded.people) if is_going_on else {}
    owners = tuple((seat, seated.get(seat, person)) for seat, person in played[-1])
    return _marks(session, owners)


def _is_same(before: Session, then: _Placed, after: Session, now: _Placed) -> bool:
    if then == now and before.spelling == after.spelling:
        return True
    return (
        then.owners == now.owners
        and _marks(before, then.row.people) == _marks(after, now.row.people)
        and _compared(then.section, then.row, then.entered)
        == _compared(now.section, now.row, now.entered)
    )


def _marks(session: Session, people: People) -> _Marks:
    return tuple((seat, session.spelling.mark(person)) for seat, person in people)


def _of_persons(session: Session, row: Row) -> tuple[object, ...]:
    return (_marks(session, row.people), *_compared(0, row))


# What may not change of a settled row without consent, besides its persons: its
# number, facts, points, and who had left and shares nothing of it.
def _compared(
    section: int, row: Row, entered: tuple[Event, ...] = ()
) -> tuple[object, ...]:
    points = [(column, str(sum_)) for column, sum_ in _points_of(row)]
    absent = (row.absent,) if row.absent else ()
    return (section, row.label, row.facts, entered, points, *absent)


# The points of a row, by the party and the part of its column; () where there are none.
def _points_of(row: Row | None) -> tuple[tuple[tuple[str, str], Points], ...]:
    if row is None:
        return ()
    points: dict[tuple[str, str], Points] = {}
    for line in row.lines:
        column = (line.party, line.part)
        points[column] = points.get(column, 0) + line.points
    return tuple(sorted((column, sum_) for column, sum_ in points.items() if sum_))


def moves_hash(moves: Iterable[Moved]) -> str:
    """A hash of what is changed, by which a party's word holds for this change
    and no other. It stands in logs, so it is made of what files hold: no name of the
    code is in it."""
    rows = encode([(move.row, move.mark) for move in moves])
    return hashlib.sha256(canonical(rows)).hexdigest()
