"""Tables of every game with rows that all sides confirmed, and what somebody would do
to them."""

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from benchmarks.dealt import play_a_hand
from scorekeeper.core import phone_notes, result_notes, rules_notes, ruling_notes
from scorekeeper.core.codec import encode
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import (
    Adjusted,
    CarriedIn,
    DealerIs,
    Ended,
    Left,
    Seated,
    ThrownIn,
)
from scorekeeper.core.phone_notes import Arrival
from scorekeeper.core.seats import Party, Seat
from scorekeeper.core.session import Command, Entry, Event, Header, Stamp
from scorekeeper.games import GAMES
from scorekeeper.tables import (
    accepted_arbiter,
    consent,
    settled,
    voices,
    waiting_changes,
)
from scorekeeper.tables.consent import Asking, NotAgreed
from scorekeeper.tables.results import row_mark
from scorekeeper.tables.session import Session, opened

AT = "2026-11-20T20:00:00Z"
LATER = "2026-11-20T20:30:00Z"
PEOPLE = ("Ingrid", "Tom", "Priya", "Marek", "Ann", "Ben", "Cleo", "Dan")


@dataclass
class Log:
    """A session in memory, as the store would let it grow: `host` and `guest` are its
    two phones, of which the host's has all seats that the guest's has not."""

    session: Session
    guest: frozenset[Seat] = frozenset()
    count: int = 0

    @property
    def host_phone(self) -> voices.Speaker:
        """The host's phone."""
        return voices.Speaker(
            frozenset(self.session.ring) - self.guest, self.guest, is_host=True
        )

    @property
    def guest_phone(self) -> voices.Speaker:
        """The other phone."""
        return voices.Speaker(self.guest, self.guest)

    @property
    def arbiter_phone(self) -> voices.Speaker:
        """The phone that was named as the arbiter's, and is it once every side has
        accepted it."""
        is_accepted = not accepted_arbiter.to_accept_arbiter(self.session, self.guest)
        return voices.Speaker(frozenset(), self.guest, is_arbiter=is_accepted)

    def enter(
        self,
        command: Command,
        speaker: voices.Speaker | None = None,
        agreed: frozenset[str] = frozenset(),
        at: str = AT,
    ) -> Session:
        """Enter a command as the store does. Raises RuleViolation, NotAgreed."""
        asking = Asking(speaker, agreed, at) if speaker else None
        stamp = Stamp(at, None, "", f"key-{self.count}")
        self.session = consent.grown_as_agreed(self.session, command, stamp, asking)
        self.count += 1
        return self.session

    def note(self, *events: Event) -> Session:
        """Enter these notes of the table itself, such as a phone that came."""
        return self.enter(Command(tuple(map(Entry, events))))


def begun(slug: str, dice: random.Random, hands: int) -> Log:
    """A table of this game at which so many hands were played on the host's phone."""
    game = GAMES[slug]
    preset = dice.choice(game.presets)
    header = Header("agreement", slug, game.edition, encode(preset.settings), AT)
    log = Log(opened(game, header))
    people = zip(log.session.ring, PEOPLE, strict=False)
    log.note(*(Seated(person, seat) for seat, person in people))
    for _ in range(hands):
        try:
            play_a_hand(
                log.session, dice, lambda command: log.enter(command, log.host_phone)
            )
        except (RuleViolation, AssertionError):  # the game is over
            break
    return log


def guest_comes(log: Log, dice: random.Random) -> None:
    """Some seats, not all, get a phone of their own."""
    seats = dice.sample(log.session.ring, dice.randint(1, len(log.session.ring) - 1))
    log.note(phone_notes.PhoneSeated(tuple(seats)))
    log.guest = frozenset(seats)


def confirmation(session: Session, row_id: int, party: str) -> Command:
    """The command by which a party confirms this row as the sheet shows it now."""
    row = session.sheet.row(row_id)
    assert row is not None
    return Command(
        (Entry(result_notes.ResultConfirmed(row_id, party, row_mark(session, row))),)
    )


def arbiter_comes(log: Log, parties: int | None = None) -> None:
    """Somebody becomes the arbiter, and so many sides accept them, each on a phone that
    speaks for it; all where no number is said."""
    log.note(phone_notes.PhoneIs(phone_notes.Role.ARBITER))
    for party in log.session.parties[:parties]:
        word = Command((Entry(phone_notes.ArbiterAccepted(party.id)),))
        log.enter(word, phone_of(log, party))


def phone_of(log: Log, party: Party) -> voices.Speaker:
    """The phone that speaks for this side now."""
    is_guests = voices.speaks(log.session, log.guest_phone, party)
    return log.guest_phone if is_guests else log.host_phone


def _ruled_and_answered(log: Log) -> int:
    """The entry of a ruling that the sides answered differently."""
    family = log.session.game.family
    ruled = ruling_notes.Ruled(f"{family}.law.revoke", (("which", "last"),), "")
    log.enter(Command((Entry(ruled),)), log.host_phone)
    ruling = log.session.last
    for n, party in enumerate(log.session.parties):
        reason = "" if n == 0 else "it was not so"
        said = ruling_notes.FactsStated(ruling, party.id, n == 0, reason)
        log.enter(Command((Entry(said),)), phone_of(log, party))
    return ruling


def decisions(log: Log, dice: random.Random, rows: list[int]) -> Iterator[Command]:
    """What the arbiter may decide on settled rows: a ruling that the sides answered
    differently, carried out by a fact of the row that is another one, or by none."""
    facts = [
        entry
        for entry in log.session.folded.order
        if _is_of_game(log.session, entry.event)
    ]
    for row_id in rows:
        row = log.session.sheet.row(row_id)
        assert row is not None
        ruling = _ruled_and_answered(log)
        decided = (
            Entry(ruling_notes.RulingAccepted(ruling, arbiter=True)),
            Entry(ruling_notes.RulingApplied(ruling)),
        )
        yield Command(decided, row.entries, "ruled")
        for seq in row.entries:
            for other in dice.sample(facts, min(8, len(facts))):
                yield Command((*decided, Entry(other.event, seq)), (seq,), "ruled")


def _is_of_game(session: Session, event: Event) -> bool:
    return isinstance(event, session.game.events)


def confirm(log: Log, rows: list[int]) -> None:
    """All sides confirm these rows, each on a phone that speaks for it."""
    for row in rows:
        for party in log.session.parties:
            command = confirmation(log.session, row, party.id)
            for phone in (log.host_phone, log.guest_phone):
                if voices.speaks(log.session, phone, party):
                    log.enter(command, phone)
                    break


def finished_rows(session: Session) -> list[int]:
    """The rows of the sheet that are complete."""
    return [row.id for row in session.sheet.rows() if "open" not in row.marks]


# ---- what stands, told by other means than settled.moved ----


def facts_of(session: Session) -> dict[int, tuple[Any, ...]]:
    """By its number, all that may not change of a settled row."""
    found: dict[int, tuple[Any, ...]] = {}
    for section, one in enumerate(session.sheet.sections):
        for row in one.rows:
            points = tuple(
                (party.id, part, row.total(party.id, part))
                for party in session.parties
                for part in session.sheet.parts
            )
            found[row.id] = (section, row.label, row.facts, row.people, points)
    return found


# ---- what somebody would enter ----


def commands(log: Log, dice: random.Random) -> Iterator[Command]:
    """Commands of every kind, at random places: most of them can't be carried out."""
    session = log.session
    order = [entry.seq for entry in session.folded.order]
    places = [None, *dice.sample(order, min(6, len(order)))]
    for event in _events(session, dice):
        yield Command((Entry(event, dice.choice(places)),))
    for seq in dice.sample(order, min(6, len(order))):
        yield Command((), (seq,), "a reason")
    for row in session.sheet.rows():
        yield Command((), row.entries, "a reason")
    yield from _restated(session, dice)
    yield from _hands(session, dice, places)


def _events(session: Session, dice: random.Random) -> Iterator[Event]:
    party = dice.choice(session.parties).id
    seat = dice.choice(session.ring)
    for part in session.game.carried_parts(session.settings):
        yield CarriedIn(party, dice.choice((10, 100, 500)), part)
    for points in (-500, -10, 10, 120, 1000):
        yield Adjusted(party, points, "a reason")
    yield DealerIs(seat)
    yield ThrownIn()
    yield Ended()
    yield Seated("Somebody", seat)
    yield Seated(dice.choice(PEOPLE), seat)
    yield Left(dice.choice(PEOPLE))
    for preset in session.game.presets:
        yield rules_notes.SettingsChanged(encode(preset.settings), session.ring)


def _restated(session: Session, dice: random.Random) -> Iterator[Command]:
    """Facts of the log in the place of others of their kind."""
    facts = [
        entry
        for entry in session.folded.order
        if isinstance(entry.event, session.game.events)
    ]
    for old in dice.sample(facts, min(6, len(facts))):
        new = dice.choice(facts)
        yield Command((Entry(new.event, old.seq),), (old.seq,), "a reason")


def _hands(
    session: Session, dice: random.Random, places: list[int | None]
) -> Iterator[Command]:
    """Whole hands, put in at other places than the end."""
    made: list[Command] = []

    def keep(command: Command) -> Session:
        made.append(command)
        return session

    play_a_hand(session, random.Random(dice.random()), keep)
    for command in made[-1:]:
        place = dice.choice(places)
        yield replace(
            command,
            entries=tuple(replace(entry, place=place) for entry in command.entries),
        )


# ---- consent by every phone that is asked ----


def _proposal(
    log: Log,
    command: Command,
    moves: tuple[settled.Moved, ...],
    asked: Iterable[Party],
) -> result_notes.ChangeProposed:
    """The proposal of a change, agreed to by those who aren't asked any more."""
    left = {party.id for party in asked}
    said = {party for move in moves for party in move.standing if party not in left}
    return result_notes.ChangeProposed(
        waiting_changes.written_change(command),
        settled.moves_hash(moves),
        tuple(party.id for party in log.session.parties if party.id in said),
    )


def change_with_consent(log: Log, command: Command, first: voices.Speaker) -> bool:
    """Carry the command out with the consent of every side that is asked, on its own
    phone, or of the host where none has answered. Whether it was done; the rules may
    refuse it."""
    everybody = frozenset(party.id for party in log.session.parties)
    try:
        log.enter(command, first, everybody)
        return True
    except NotAgreed as missing:
        moves = missing.moves
        asked = missing.elsewhere
    proposed = _proposal(log, command, moves, asked)
    log.enter(Command((Entry(proposed),)), first)
    waiting = waiting_changes.pending_change(log.session)
    assert waiting is not None
    for n, party in enumerate(asked):
        speaker, instead = _who_says(log, party, moves)
        word = result_notes.ChangeAgreed(
            waiting.entry.seq, party.id, settled.moves_hash(moves), instead or None
        )
        entries = (Entry(word),)
        if n + 1 == len(asked):
            made = replace(
                waiting.command, entries=(*entries, *waiting.command.entries)
            )
        else:
            made = Command(entries)
        log.enter(made, speaker, at=LATER)
    return True


def _who_says(
    log: Log, party: Party, moves: tuple[settled.Moved, ...]
) -> tuple[voices.Speaker, bool]:
    since = [move.standing[party.id] for move in moves if party.id in move.standing]
    for phone in (log.guest_phone, log.host_phone):
        if all(voices.speaks(log.session, phone, party, seq) for seq in since):
            return phone, False
    return log.host_phone, True


def take_back_seats(log: Log) -> None:
    """The host's phone takes the guest's seats back."""
    if log.guest:
        log.note(
            phone_notes.PhoneSeated(
                tuple(sorted(log.guest, key=str)), Arrival.TAKEN_BACK
            )
        )
        log.guest = frozenset()
