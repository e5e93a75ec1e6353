"""A misspelt name is put right everywhere and stays the same person's; a seating
stays."""

import random
from itertools import count
from pathlib import Path

import pytest

from benchmarks.dealt import play_a_hand
from scorekeeper.core import phone_notes, result_notes
from scorekeeper.core.deciding import decide
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import Left, Seated, move
from scorekeeper.core.notes import Respelt
from scorekeeper.core.seats import COMPASS, Seat
from scorekeeper.core.session import Command, Entry, Stamp, fold
from scorekeeper.exports import importing, session_file
from scorekeeper.exports.session_file import FileRefused
from scorekeeper.games import GAMES
from scorekeeper.store import index
from scorekeeper.tables import consent, settled, waiting_changes
from scorekeeper.tables.last_change import last_change
from scorekeeper.tables.said import said_then
from scorekeeper.tables.session import Session, opened
from tests.agreements import (
    AT,
    LATER,
    Log,
    begun,
    confirm,
    facts_of,
    finished_rows,
    guest_comes,
)

NAMES = [
    f"{first}{last}"
    for first in ("Ka", "Mo", "Tu", "Zy")
    for last in ("po", "xe", "gu", "wa")
]


def respell(log: Log, person: str, name: str) -> Session:
    return log.enter(Command((Entry(Respelt(person, name)),)), log.host_phone)


def strike(log: Log, seq: int) -> Session:
    return log.enter(Command((), (seq,), "a slip"), log.host_phone)


def refused(log: Log, command: Command) -> str:
    with pytest.raises(RuleViolation) as caught:
        log.enter(command, log.host_phone)
    return caught.value.why.code


# ---- who is who ----


class Table:
    """Who sits where, by a number for each person, kept beside a log: what the log must
    come to."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.spelt: dict[int, list[tuple[int, str]]] = {}
        self.people: tuple[tuple[Seat, str], ...] = ()
        self.waiting: tuple[str, ...] = ()
        self.rows: dict[int, tuple[tuple[Seat, str], ...]] = {}
        for entry in log.session.log:
            if isinstance(entry.event, Seated):
                self.sits(entry.event.person, entry.event.seat)

    def name(self, person: str) -> str:
        return self.spelt[int(person)][-1][1]

    @property
    def called(self) -> list[str]:
        """What everybody is called now."""
        return [self.name(str(one)) for one in self.spelt]

    def sits(self, name: str, seat: Seat | None) -> None:
        """Whoever is called so takes the seat; somebody new where nobody is."""
        known = {self.name(str(one)): one for one in self.spelt}
        number = known.get(name, len(self.spelt))
        self.spelt.setdefault(number, [(0, name)])
        event = Seated(str(number), seat)
        self.people, self.waiting = move(
            self.people, self.waiting, event, self.log.session.ring
        )

    def is_right(self) -> None:
        """The log says what this says."""
        folded = self.log.session.folded
        named = tuple((seat, self.name(person)) for seat, person in self.people)
        assert (folded.people, folded.waiting) == (
            named,
            tuple(map(self.name, self.waiting)),
        )
        for row in self.log.session.sheet.rows():
            if row.id in self.rows:
                then = tuple(
                    (seat, self.name(person)) for seat, person in self.rows[row.id]
                )
                assert row.people == then


def evening(slug: str, seed: int) -> Table:
    """An evening in which people come, change seats, and are called otherwise, again
    and again."""
    dice = random.Random(f"{slug} {seed}")
    table = Table(begun(slug, dice, hands=0))
    steps = {
        "play": plays,
        "seat": takes_a_seat,
        "respell": is_respelt,
        "strike": is_struck,
    }
    for _ in range(14):
        step = dice.choice(("play", "seat", "respell", "respell", "strike"))
        if steps[step](table, dice):
            table.is_right()
    return table


def plays(table: Table, dice: random.Random) -> bool:
    """Whether a hand was played. Nothing is where the game refuses it."""
    log = table.log
    before = {row.id for row in log.session.sheet.rows()}
    try:
        play_a_hand(log.session, dice, lambda made: log.enter(made, log.host_phone))
    except (RuleViolation, AssertionError):
        return False
    for row in log.session.sheet.rows():
        if row.id not in before and row.people:
            table.rows[row.id] = table.people
    return True


def takes_a_seat(table: Table, dice: random.Random) -> bool:
    log = table.log
    name = dice.choice(NAMES)
    seat = dice.choice((*log.session.ring, None))
    log.enter(Command((Entry(Seated(name, seat)),)), log.host_phone)
    table.sits(name, seat)
    return True


def is_respelt(table: Table, dice: random.Random) -> bool:
    """Whether somebody is called otherwise now: not by a name that is taken."""
    log = table.log
    person = dice.choice([*table.spelt])
    name = dice.choice(NAMES)
    if name in table.called:
        return False
    try:
        respell(log, table.name(str(person)), name)
    except RuleViolation:  # it was somebody else's name before
        return False
    table.spelt[person].append((log.session.last, name))
    return True


def is_struck(table: Table, dice: random.Random) -> bool:
    """Whether a spelling was taken back: not where the name before is somebody else's by
    now, which is refused."""
    log = table.log
    made = [(person, n) for person in table.spelt for n, _ in table.spelt[person][1:]]
    if not made:
        return False
    person, seq = dice.choice(made)
    left = [spelling for spelling in table.spelt[person] if spelling[0] != seq]
    own = table.name(str(person))
    others = [name for name in table.called if name != own]
    if left[-1][1] in others:
        assert refused(log, Command((), (seq,))) == "refused.name-taken"
        return False
    strike(log, seq)
    table.spelt[person] = left
    return True


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_everybody_stays_who_they_are(slug: str, seed: int) -> None:
    table = evening(slug, seed)
    session = table.log.session
    anew = opened(session.game, session.header, session.log)
    assert anew.folded == session.folded
    for n in range(0, session.last, 5):
        part = fold(
            session.game, session.opening, session.log[:n], None, session.spelling
        )
        assert session.upto(n) == part
    assert (
        session_file.read(session_file.write(session).encode()).session.folded.people
        == session.folded.people
    )
    everybody = {table.name(str(one)) for one in table.spelt}
    assert {*index.people_of(session)} == everybody


def test_a_spelling_can_be_put_right_again() -> None:
    log = begun("bridge", random.Random(1), hands=2)
    for person, name in (("Ingrid", "Xaver"), ("Xaver", "Ingrid"), ("Ingrid", "Inga")):
        respell(log, person, name)
    assert dict(log.session.folded.people)[Seat.NORTH] == "Inga"
    assert all(
        row.people[:2] == log.session.folded.people[:2]
        for row in log.session.sheet.rows()
    )
    assert (
        said_then(log.session, log.session.log[0]) == Seated("Inga", Seat.NORTH).said()
    )


def test_nobody_is_spelt_as_somebody_else_was() -> None:
    """Else the points of confirmed deals would go to another person, name by name."""
    log = begun("bridge", random.Random(1), hands=2)
    respell(log, "Ingrid", "Xaver")
    refusal = refused(log, Command((Entry(Respelt("Tom", "Ingrid")),)))
    assert refusal in ("refused.same-name", "refused.like-name")


def test_who_comes_later_under_the_old_name_is_somebody_else() -> None:
    log = begun("bridge", random.Random(2), hands=1)
    respell(log, "Ingrid", "Ingeborg")
    log.enter(Command((Entry(Seated("Ingrid", Seat.WEST)),)), log.host_phone)
    assert dict(log.session.folded.people)[Seat.NORTH] == "Ingeborg"
    assert dict(log.session.folded.people)[Seat.WEST] == "Ingrid"
    assert {*index.people_of(log.session)} >= {"Ingrid", "Ingeborg", "Marek"}
    spelt = next(e.seq for e in log.session.log if isinstance(e.event, Respelt))
    assert refused(log, Command((), (spelt,))) == "refused.name-taken"


@pytest.mark.parametrize(
    ("person", "name", "code"),
    [
        ("Nobody", "Ada", "refused.nobody-called"),
        ("Ingrid", "Tom", "refused.same-name"),
        ("Ingrid", "T0m", "refused.like-name"),
        ("Ingrid", "Zoe", "refused.like-name"),
        ("Ingrid", "...", "refused.no-name"),
        ("Ingrid", "I" * 25, "refused.name-length"),
    ],
)
def test_a_spelling_is_refused(person: str, name: str, code: str) -> None:
    """Zoë was there earlier, and stands in earlier rows."""
    log = begun("bridge", random.Random(3), hands=0)
    log.note(Seated("Zoë"), Left("Zoë"))
    assert refused(log, Command((Entry(Respelt(person, name)),))) == code


def test_every_phone_is_told_of_a_spelling() -> None:
    log = begun("bridge", random.Random(7), hands=1)
    change = last_change(respell(log, "Ingrid", "Ingeborg"))
    assert change is not None
    assert (change.old, change.new) == (
        [],
        [Respelt("Ingrid", "Ingeborg").said()],
    )
    change = last_change(strike(log, log.session.last))
    assert change is None, "what was only just entered and taken back is none"


# ---- what was settled ----


@pytest.mark.parametrize("slug", GAMES)
def test_a_spelling_moves_nothing_that_was_settled(slug: str) -> None:
    dice = random.Random(slug)
    log = begun(slug, dice, hands=3)
    guest_comes(log, dice)
    confirm(log, finished_rows(log.session))
    then = facts_of(log.session)
    standing = settled.settled(log.session)
    assert standing
    log.enter(Command((Entry(Respelt("Ingrid", "Ingeborg")),)), log.guest_phone)
    now = facts_of(log.session)
    for row, (*facts, people, points) in then.items():
        spelt = tuple(
            (seat, {"Ingrid": "Ingeborg"}.get(one, one)) for seat, one in people
        )
        assert now[row] == (*facts, spelt, points)
    assert settled.settled(log.session) == standing
    log.enter(Command((), (log.session.last,), "it was right"), log.host_phone)
    assert facts_of(log.session) == then
    assert settled.settled(log.session) == standing


def test_another_person_in_a_settled_row_is_still_asked_about() -> None:
    log = begun("bridge", random.Random(4), hands=2)
    confirm(log, finished_rows(log.session))
    respell(log, "Ingrid", "Ingeborg")
    first = next(
        e for e in log.session.log if isinstance(e.event, log.session.game.events)
    )
    command = Command((Entry(Seated("Ingrid", Seat.NORTH), first.seq),))
    with pytest.raises(consent.NotAgreed):
        log.enter(command, log.host_phone)


def test_a_word_on_a_change_holds_however_the_names_are_spelt() -> None:
    log = begun("bridge", random.Random(5), hands=2)
    log.note(phone_notes.PhoneSeated((Seat.EAST, Seat.WEST)))
    log.guest = frozenset((Seat.EAST, Seat.WEST))
    row = finished_rows(log.session)[0]
    confirm(log, [row])
    entries = log.session.sheet.row(row).entries  # type: ignore[union-attr]
    change = Command((), entries, "never played")
    moves = waiting_changes.preview(log.session, change)
    mark = settled.moves_hash(moves)
    proposed = result_notes.ChangeProposed(
        waiting_changes.written_change(change), mark, ("NS",)
    )
    log.enter(Command((Entry(proposed),)), log.host_phone)
    seq = log.session.last
    respell(log, "Ingrid", "Ingeborg")
    assert settled.moves_hash(waiting_changes.preview(log.session, change)) == mark
    word = Entry(result_notes.ChangeAgreed(seq, "EW", mark))
    log.enter(Command((word,), change.voids, change.reason), log.guest_phone, at=LATER)
    assert log.session.sheet.row(row) is None


# ---- a seating stays ----


@pytest.mark.parametrize("slug", GAMES)
def test_a_seating_is_neither_struck_out_nor_restated(slug: str) -> None:
    log = begun(slug, random.Random(slug), hands=1)
    log.note(Seated("Zoë"), Left("Zoë"))
    tried = 0
    for entry in log.session.log:
        if isinstance(entry.event, Seated | Left):
            instead = Entry(Seated("Yan", log.session.ring[0]), entry.seq)
            assert refused(log, Command((), (entry.seq,))) == "refused.seating-stays"
            assert (
                refused(log, Command((instead,), (entry.seq,)))
                == "refused.seating-stays"
            )
            tried += 1
    assert tried > 2


def _as_of_old(tmp_path: Path, *commands: Command) -> Path:
    """A session file of an older release: what it holds was entered with no such
    rule."""
    log = begun("bridge", random.Random(6), hands=1)
    session = log.session
    for n, command in zip(count(), commands):
        entries = decide(session.game, session.opening, session.log, command)
        session = session.grown(session.chained(entries, Stamp(AT, key=f"old-{n}")))
    path = tmp_path / "session.jsonl"
    path.write_text(session_file.write(session))
    return path


RESTATED = Command((Entry(Seated("Ingeborg", Seat.NORTH), 1),), (1,), "misspelt")
ALIKE = Command((Entry(Seated("T0m")),))


def test_a_file_of_an_older_release_that_restates_a_seating_is_taken_in(
    tmp_path: Path,
) -> None:
    path = _as_of_old(tmp_path, RESTATED)
    importing.check(path, tmp_path / "spool", typed=True)
    (one,) = importing.Checked(tmp_path / "spool")
    assert "Ingeborg" in one.people and "Ingrid" not in one.people


def test_a_file_that_goes_on_by_striking_a_seating_is_refused(tmp_path: Path) -> None:
    importing.check(_as_of_old(tmp_path, RESTATED), tmp_path / "spool")
    (one,) = importing.Checked(tmp_path / "spool")
    with pytest.raises(FileRefused) as caught:
        importing.check_growth(one, len(one.log) - 2)
    assert caught.value.why.code == "refused.seating-stays"


def test_an_older_session_with_names_alike_still_opens_and_goes_on(
    tmp_path: Path,
) -> None:
    path = _as_of_old(tmp_path, ALIKE)
    importing.check(path, tmp_path / "spool")
    (one,) = importing.Checked(tmp_path / "spool")
    log = Log(opened(GAMES["bridge"], one.header, one.log))
    log.enter(Command((Entry(Seated("T0m", Seat.NORTH)),)), log.host_phone)
    assert dict(log.session.folded.people)[COMPASS[0]] == "T0m"
    with pytest.raises(FileRefused) as caught:
        importing.check(path, tmp_path / "spool", typed=True)
    assert caught.value.why.code == "refused.like-name"
