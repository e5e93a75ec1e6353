"""A session as it stands: what can be entered, who sat where, and how its facts are
read back from a row or a line.

What the database and session files share, and neither owns.
"""

import hashlib
import json
import unicodedata
from bisect import bisect_left
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cached_property, wraps
from operator import itemgetter
from typing import Any, Concatenate, ParamSpec, TypeVar

from scorekeeper.core import session as core
from scorekeeper.core.asked import JudgmentGiven
from scorekeeper.core.codec import Unreadable, canonical, decode, encode
from scorekeeper.core.deciding import dealers_kept, decide
from scorekeeper.core.errors import refused
from scorekeeper.core.evening import Left, Seated, Voided, move
from scorekeeper.core.messages import message
from scorekeeper.core.notes import NOTED, PARTY_SPEAKS, Signed
from scorekeeper.core.result_notes import (
    ChangeProposed,
    SettledChanged,
)
from scorekeeper.core.rounds import Rounds, Tally
from scorekeeper.core.rules_notes import SettingsChanged
from scorekeeper.core.ruling_notes import Ruled
from scorekeeper.core.seals import Bond, Opened, Sealed, check_opened
from scorekeeper.core.seats import COMPASS, Party, PartyId, People, Ring, Seat
from scorekeeper.core.session import (
    AnyFolded,
    Command,
    Entry,
    Event,
    Header,
    Misfit,
    Recorded,
    Stamp,
)
from scorekeeper.core.sheet import ScoreSheet
from scorekeeper.core.spelling import Spelling, respells, spelling
from scorekeeper.games.game import AnyGame, Glance
from scorekeeper.games.seals import Together
from scorekeeper.tables.events import leaves
from scorekeeper.tables.rulings.sayable import check_judgment

KEY_LENGTH = 200
MOST_ENTRIES = 15_000
"""How many entries a session takes: as many as its file, or it could not be moved."""
OF_A_RULING = 8
"""As many entries more as a ruling has room for: it says all its reasons."""
LARGEST_NUMBER = 10**12  # What a number in a fact may come to, on either side of nought
TIME = "%Y-%m-%dT%H:%M:%SZ"  # How a time is written
YEARS = ("1900", "2200")
"""The first and the last year in which anything is played: no calendar ends there,
whatever the time zone."""


_Answer = TypeVar("_Answer")
_About = ParamSpec("_About")
_Kind = TypeVar("_Kind")


@dataclass(frozen=True)
class Session:
    """A session as it stands: its log up to `head`, and what that adds up to. `opening`
    are the settings of its header, which hold until the table changes them."""

    header: Header
    game: AnyGame
    opening: Any
    log: tuple[Recorded, ...]
    head: str
    folded: AnyFolded
    _known: dict[object, Any] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    _carried: dict[object, tuple[int, str, Any]] = field(
        default_factory=dict, repr=False, compare=False
    )

    @property
    def id(self) -> str:
        return self.header.session

    @property
    def settings(self) -> Any:
        return self.folded.settings

    @property
    def ring(self) -> Ring:
        return self.game.ring(self.settings)

    @property
    def parties(self) -> tuple[Party, ...]:
        return self.game.parties(self.settings)

    def party(self, party_id: PartyId) -> Party | None:
        for party in self.parties:
            if party.id == party_id:
                return party
        return None

    @property
    def rules(self) -> str:
        """A hash of the rule sheet in force: the game, its edition and the settings."""
        changes = self.of(SettingsChanged)
        return rules_after(self, changes[-1][1]) if changes else core.root(self.header)

    @property
    def last(self) -> int:
        return len(self.log)

    @cached_property
    def spelling(self) -> Spelling:
        return spelling(self.log)

    def spelt(self, entry: Recorded) -> Recorded:
        is_of_person = isinstance(entry.event, Seated | Left)
        return core.spelt(entry, self.spelling) if is_of_person else entry

    @cached_property
    def sheet(self) -> ScoreSheet:
        return self.game.sheet(self.folded.state)

    @cached_property
    def glance(self) -> Glance:
        return self.game.glance(self.folded.state)

    def has(self, *kinds: type) -> bool:
        return not self._kinds.isdisjoint(kinds)

    @cached_property
    def _kinds(self) -> set[type]:
        return {type(entry.event) for entry in self.folded.order}

    def of(self, kind: type[_Kind]) -> list[tuple[Recorded, _Kind]]:
        """The entries in force with an event of this kind, and it, in the
        order of play."""
        return [
            (entry, entry.event)
            for entry in self.folded.order
            if isinstance(entry.event, kind)
        ]

    def entry(self, seq: int) -> Recorded:
        return self.log[seq - 1]

    def together(self, key: str) -> list[Recorded]:
        return [entry for entry in self.log if entry.key == key]

    def is_played(self, entry: Recorded) -> bool:
        """Whether an entry is a fact of the game, and no note or change of seats."""
        return isinstance(entry.event, self.game.events)

    def carried(self, work: object) -> tuple[int, Any] | None:
        """After how many entries it was worked out what is carried on from an earlier
        part of this log, and that; None where nothing was kept that belongs to this
        log."""
        entries, head, worked_out = self._carried.get(work, (0, "", None))
        holds = 0 < entries <= self.last and self.entry(entries).hash == head
        return (entries, worked_out) if holds else None

    def carry(self, work: object, found: Any) -> None:
        """Keep for this session as it grows what was worked out of its log
        up to now."""
        if self.log:
            self._carried[work] = (self.last, self.head, found)

    def until(self, seq: int) -> AnyFolded:
        return core.fold_until(self.game, self.opening, self.log, seq, self.folded)

    def upto(self, count: int) -> AnyFolded:
        """What the first `count` entries add up to, with everybody called as
        now: see `fold`.

        Where one such part is asked for after another, a correction between them costs
        as much as what stands after it in the order of play, and not as much as the
        whole log."""
        entries, earlier = self.carried(Session.upto) or (0, None)
        folded: AnyFolded | None = None
        if count == self.last:
            folded = self.folded
        elif count == entries:
            folded = earlier
        if folded is None:
            known = self._known.get(Session.upto, self.folded)
            part = self.log[:count]
            folded = core.fold(self.game, self.opening, part, known, self.spelling)
        self._known[Session.upto] = folded
        return folded

    def then(self, count: int) -> "Session":
        head = self.entry(count).hash if count else core.root(self.header)
        log = self.log[:count]
        folded = self.upto(count)
        return replace(self, log=log, head=head, folded=folded, _carried={})

    def sheet_then(self, count: int) -> ScoreSheet:
        return self.game.sheet(self.upto(count).state)

    def decide(self, command: Command) -> tuple[Entry, ...]:
        """The entries that `command` adds. Raises RuleViolation when it can't be
        carried out."""
        check_command(self, command)
        return decide(self.game, self.opening, self.log, command, self.folded)

    def chained(
        self, entries: tuple[Entry, ...], stamp: Stamp, first: int = 0
    ) -> tuple[Recorded, ...]:
        # the `first` so many entries of their command are in the log already
        head = self.head
        added = []
        for n, entry in enumerate(entries):
            added.append(core.chained(self.last + 1 + n, head, entry, stamp, first + n))
            head = added[-1].hash
        return tuple(added)

    def additions(self, command: Command, stamp: Stamp) -> tuple[Recorded, ...]:
        """What `command` adds to the log, with the dealers that must be stated so that
        each call stays with its player. Raises RuleViolation when it can't be carried
        out."""
        decided = self.decide(command)
        added = self.chained(decided, stamp)
        kept = dealers_kept(self.game, self.opening, self.log, added)
        return self.chained(decided + kept, stamp) if kept else added

    def grown(self, added: tuple[Recorded, ...]) -> "Session":
        """The session after these entries, which `decide` has let pass."""
        log = self.log + added
        carried = self._carried
        if any(core.unsettles(entry) for entry in added):
            self.carry(Session.upto, self.folded)
            if respells(self.log, added):
                carried = {}  # names stand in what is kept
        folded = core.fold(self.game, self.opening, log, self.folded)
        head = log[-1].hash if log else self.head
        return replace(self, log=log, head=head, folded=folded, _carried=carried)

    def with_notes(
        self, before: int, notes: Iterable[Event], stamp: Stamp
    ) -> "Session":
        # the last entries of the command that began after the first `before` entries
        entries = tuple(map(Entry, notes))
        return self.grown(self.chained(entries, stamp, self.last - before))


def once(
    work: Callable[Concatenate[Session, _About], _Answer],
) -> Callable[Concatenate[Session, _About], _Answer]:
    """Have a function of a session, and of what else it is given, be worked out once
    for each: its answer is kept with the session."""

    @wraps(work)
    def answered(
        session: Session, /, *about: _About.args, **named: _About.kwargs
    ) -> _Answer:
        key = (work, about, *named.items())
        if key not in session._known:
            session._known[key] = work(session, *about, **named)
        answer: _Answer = session._known[key]
        return answer

    return answered


def finished(session: Session) -> tuple[Tally, ...]:
    """How the rubbers or games ended that came before the one that is shown."""
    state = session.folded.state
    if not isinstance(state, Rounds):
        return ()
    is_shown = not state.present.tally.is_over or state.is_between
    sections = state.ended if is_shown else state.sections
    return tuple(section.tally for section in sections)


def opened(game: AnyGame, header: Header, log: tuple[Recorded, ...] = ()) -> Session:
    """The session with this header and log. Raises core.codec.Unreadable when the
    header's settings are not this game's."""
    opening: Any = decode(game.settings_type, dict(header.settings), "settings")
    head = log[-1].hash if log else core.root(header)
    return Session(header, game, opening, log, head, core.fold(game, opening, log))


def newly_unfit(before: Session, after: Session) -> tuple[Misfit, ...]:
    """What fits in the one session and no longer in the other."""
    known = {misfit.entry.seq for misfit in before.folded.misfits}
    return tuple(one for one in after.folded.misfits if one.entry.seq not in known)


def rules_after(session: Session, change: SettingsChanged) -> str:
    settings = session.game.settings_of(change.settings)
    return core.root(replace(session.header, settings=encode(settings)))


def check_command(session: Session, command: Command) -> None:
    """Refuse what no log of this table takes, whatever its game says: a session that is
    full, numbers that no table writes, a seal that can't be made now, an opened one
    that isn't what was sealed, a ruling that says what no arbiter says. Raises
    RuleViolation. Whether the seal that is opened is in force, the log knows."""
    if len(session.log) + len(command.entries) + len(command.voids) > MOST_ENTRIES:
        raise refused("refused.session-full", most=MOST_ENTRIES)
    events = tuple(entry.event for entry in command.entries)
    for event in events:
        _check_numbers(event)
    for event in events:
        if isinstance(event, JudgmentGiven):
            _check_given(session, event)
    _check_parties(session, events)
    _check_shown(session, command)
    for event in events:
        if isinstance(event, Sealed):
            _check_sealed(session, event)
        elif isinstance(event, Signed):
            _check_signed(session, event)
        elif isinstance(event, Ruled):
            _check_ruled(session, event)
        elif isinstance(event, Opened):
            _check_opened(session, event, events)


def _check_numbers(event: Event) -> None:
    numbers = [abs(leaf) for leaf in leaves(encode(event)) if isinstance(leaf, int)]
    largest = max(numbers, default=0)
    if largest > LARGEST_NUMBER:
        raise refused("refused.number", found=largest, most=LARGEST_NUMBER)


def _check_sealed(session: Session, event: Sealed) -> None:
    sealable = session.game.may_be_sealed.get(event.what)
    if sealable is None:
        raise refused("refused.no-such-sealable", "what", what=event.what)
    sealable.check(session.folded.state, session.folded.order, event)


# What all say at once is not stated while one of them still hides it, and nobody joins
# or leaves them.
def _check_shown(session: Session, command: Command) -> None:
    if not session.has(Sealed):
        return
    struck = [entry.event for entry in session.log if entry.seq in command.voids]
    for sealable in session.game.sealables:
        if isinstance(sealable, Together):
            folded = session.folded
            sealable.check_shown(folded.state, folded.order, command.entries, struck)


def _check_opened(session: Session, event: Opened, events: tuple[Event, ...]) -> None:
    if not 0 < event.entry <= session.last:
        return
    entry = session.entry(event.entry)
    if isinstance(entry.event, Sealed):
        value = check_opened(event, entry.event, bond_of(session.id, entry))
        facts = tuple(fact for fact in events if not isinstance(fact, NOTED))
        sealable = session.game.may_be_sealed[entry.event.what]
        sealable.check_stated(event, value, facts)


# A ruling says what an arbiter says, and there is room for all of them in a file.
def _check_ruled(session: Session, event: Ruled) -> None:
    given = sum(isinstance(entry.event, Ruled) for entry in session.log)
    if len(session.log) + OF_A_RULING * given > MOST_ENTRIES:
        raise refused("refused.session-full", most=MOST_ENTRIES)
    check_judgment(session.game, session.settings, session.log, event)


# A judgment is the arbiter's, or of each side of the table.
def _check_given(session: Session, event: JudgmentGiven) -> None:
    parties = [party.id for party in session.parties]
    if not event.is_arbiters and [who for who, *_ in event.answers] != parties:
        raise refused("refused.not-by-all", "answers")


# No word of a party, and nothing for one, that the table doesn't have.
def _check_parties(session: Session, events: tuple[Event, ...]) -> None:
    named = {party for event in events for party in _parties_in(event)}
    if not named:
        return
    unknown = named - {party.id for party in session.parties}
    if unknown:
        raise refused("refused.no-such-side", "party", party=min(unknown)[:20])


# The parties, by their ids, that a note names.
def _parties_in(event: Event) -> tuple[PartyId, ...]:
    if isinstance(event, PARTY_SPEAKS):
        return (event.party,)
    if isinstance(event, ChangeProposed | SettledChanged):
        return event.agreed
    if isinstance(event, Ruled):
        return tuple(effect.party for effect in event.effects if effect.party)
    return ()


# A signature is under this log, and for the parties that it has.
def _check_signed(session: Session, event: Signed) -> None:
    is_there = 0 < event.entry <= session.last
    if not is_there or session.entry(event.entry).hash != event.head:
        raise refused("refused.signed-other")
    signed = [party for party, _ in event.totals]
    if sorted(signed) != sorted(party.id for party in session.parties):
        raise refused("refused.signed-parties", found=", ".join(signed)[:100])


def bond_of(session_id: str, entry: Recorded) -> Bond:
    """What the commitment of this entry, which seals something, is bound to."""
    sealed = entry.event
    assert isinstance(sealed, Sealed)  # noqa: S101 - the caller has looked
    return Bond(session_id, sealed.seat, sealed.what, entry.key)


def is_dated(at: str) -> bool:
    """Whether a day or a time, in ISO 8601, is one at which something may
    have been played."""
    return YEARS[0] <= at[:4] <= YEARS[1]


def check_dates(session: Session) -> Session:
    """The session itself. Raises core.codec.Unreadable when it has a
    time outside `YEARS`."""
    for at in (session.header.at, *(entry.at for entry in session.log)):
        if not is_dated(at):
            raise Unreadable(f"{at} is no time from {YEARS[0]} to {YEARS[1]}")
    return session


def in_utc(at: str) -> str:
    """A time that has its offset from UTC, as entries have it: in UTC,
    to the second."""
    return as_entries(datetime.fromisoformat(at))


def as_entries(at: datetime) -> str:
    return at.astimezone(UTC).strftime(TIME)


def settled_header(header: Header) -> Header:
    """The header as it will be read back: texts in NFC, settings in one order."""
    return Header(**json.loads(canonical(core.header_fields(header))))


def settled(command: Command, stamp: Stamp) -> tuple[Command, Stamp, str]:
    """Both as they will be read back, texts in the one spelling that files have (NFC);
    and the command's `digest`. Raises ValueError for a key that no entry can have."""
    if not 0 < len(stamp.key) <= KEY_LENGTH:
        raise ValueError(
            f"a command is recorded under a key of 1 to {KEY_LENGTH} characters"
        )
    body = _body(command, stamp.note)
    if not body.isascii():
        entries = tuple(
            replace(entry, event=decode(type(entry.event), encode(entry.event)))
            for entry in command.entries
        )
        reason = unicodedata.normalize("NFC", command.reason)
        command = replace(command, entries=entries, reason=reason)
        stamp = replace(stamp, note=unicodedata.normalize("NFC", stamp.note))
    return command, stamp, hashlib.sha256(body).hexdigest()


def digest(command: Command, note: str = "") -> str:
    """A hash of what a command says, to tell a form sent twice from a
    key used twice."""
    return hashlib.sha256(_body(command, note)).hexdigest()


def _body(command: Command, note: str) -> bytes:
    entries = [
        [entry.event.KIND, encode(entry.event), entry.place]
        for entry in command.entries
    ]
    # without anything struck out, a reason that is the note says nothing more
    reason = command.reason if command.voids or command.reason != note else ""
    body = {
        "entries": entries,
        "voids": list(command.voids),
        "reason": reason,
        "note": note,
    }
    return canonical(body)


def command_of(entries: tuple[Recorded, ...]) -> Command:
    voids = [entry.event for entry in entries if isinstance(entry.event, Voided)]
    facts = [
        Entry(entry.event, entry.place)
        for entry in entries
        if not isinstance(entry.event, Voided)
    ]
    # a result against the record has its reason in the note, where nothing
    # was struck out
    reasons = [void.reason for void in voids] or [entry.note for entry in entries]
    reason = reasons[0] if reasons else ""
    return Command(tuple(facts), tuple(void.entry for void in voids), reason)


# ---- who sat where, and what is called after them ----


# Who sat where, and after which entry; a seating put right holds since the
# one it replaces.
@once
def _seatings(session: Session) -> tuple[tuple[int, People], ...]:
    people = People()
    waiting = tuple[str, ...]()
    seatings = []
    ring = session.ring
    for entry in session.folded.order:
        if isinstance(entry.event, Seated | Left):
            people, waiting = move(people, waiting, entry.event, ring)
            seatings.append((stands_at(session, entry), people))
    return tuple(seatings)


def seated_at(session: Session, seq: int) -> People:
    """Who sat where at the place of entry `seq` in the play: a seating that was put in
    before it later counts."""
    seatings = _seatings(session)
    before = bisect_left(seatings, seq, key=itemgetter(0))
    return seatings[before - 1][1] if before else ()


def seated_when(session: Session, seq: int) -> People:
    """Who sat where when entry `seq` was made, by what was known then. What
    somebody said, signed or accepted stays theirs, whatever seating is put in
    before it later."""
    if not _is_reseated(session):
        return seated_at(session, seq)
    people = People()
    waiting = tuple[str, ...]()
    for entry in session.folded.order:
        if not isinstance(entry.event, Seated | Left):
            continue
        if entry.seq <= seq and stands_at(session, entry) <= seq:
            people, waiting = move(people, waiting, entry.event, session.ring)
    return people


# Whether a seating stands at another place in the play than where it was entered.
@once
def _is_reseated(session: Session) -> bool:
    return any(
        entry.place is not None
        for entry in session.folded.order
        if isinstance(entry.event, Seated | Left)
    )


def stands_at(session: Session, entry: Recorded) -> int:
    """The number of the entry in whose place, or just before which, this one stands;
    its own."""
    while entry.place is not None and entry.place <= session.last:
        entry = session.entry(entry.place)
    return entry.seq


@once
def players(session: Session) -> People:
    """Who is played for: those who sat at the last deal, else those at the table."""
    for row in reversed([*session.sheet.rows()]):
        if row.people:
            return row.people
    return session.folded.people


def said_by(by: str | None, people: People) -> object:
    """Who made an entry: the person in that seat, the seat where nobody sits,
    None if unsaid."""
    for seat in Seat:
        if seat.value == by:
            return dict(people).get(seat, seat)
    return by


def everybody(session: Session) -> tuple[str, ...]:
    """Everybody who played, those of the last deal first; and who waits
    at the table."""
    seated = [*players(session)]
    for row in session.sheet.rows():
        seated += row.people
    persons = (person for _, person in seated)
    return tuple(dict.fromkeys((*persons, *session.folded.waiting)))


def made_by(session: Session, entry: Recorded) -> object:
    return said_by(entry.by, seated_when(session, entry.seq - entry.part))


def said_of(entry: Recorded | Entry) -> object:
    saying = getattr(entry.event, "said", None)
    return saying() if saying else message(f"event.{entry.event.KIND}")


@dataclass(frozen=True, slots=True)
class Column:
    """What heads a party's column, and the `persons` who play for it. A side at a
    compass goes by its points, with its `people` beside; any other by its persons."""

    id: PartyId
    name: object
    people: str
    persons: tuple[str, ...]


def column(party: Party, people: People) -> Column:
    seated = dict(people)
    persons = tuple(seated[seat] for seat in party.seats if seat in seated)
    names = " & ".join(persons)
    if party.seats[0] in COMPASS:
        return Column(party.id, party, names, persons)
    return Column(party.id, names or party, "", persons)


# ---- what people write ----


REASON_LENGTH = 200  # The most characters of a reason or a note


@once
def typed_in(session: Session) -> str:
    letters = set[str]()
    for entry in session.log:
        letters.update(entry.note)
        letters.update(getattr(entry.event, "person", None) or "")
        letters.update(getattr(entry.event, "name", None) or "")
        letters.update(getattr(entry.event, "reason", None) or "")
    return "".join(sorted(letters))


def short(reason: str) -> str:
    """As much of a reason or a note as the log takes, without spaces around it."""
    return reason.strip()[:REASON_LENGTH]
