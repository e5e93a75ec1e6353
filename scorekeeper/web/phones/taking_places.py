"""What gives a phone a place at a table: a seat, or to be its host, its arbiter or one
that watches. Each place is given together with the entry that says so."""

from collections.abc import Callable
from functools import partial

from flask import abort, g

from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import Left, Seated, Voided
from scorekeeper.core.messages import listed, message
from scorekeeper.core.phone_notes import Arrival, PhoneIs, PhoneIsNot, PhoneSeated, Role
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Command, Entry, Event
from scorekeeper.store.seals import new_seal_key, public_key
from scorekeeper.tables.deals import has_begun
from scorekeeper.tables.phones import was_taken_back
from scorekeeper.tables.session import Session
from scorekeeper.web.page import phone
from scorekeeper.web.page.incoming import new_key, now, open_table, sent, store
from scorekeeper.web.page.place import Need, Place, at_once, place
from scorekeeper.web.table.sessions import append

WATCHERS = 100
"""How many phones come to watch a table by its links, until the host ends them."""


class Taken(RuleViolation):
    """Others have what is asked for, or this phone has what would not go with it."""


def sit_down(session: Session, seat: Seat, *events: Event) -> bool:
    check_one_side(session, (seat,))
    if seat not in place(session.id).seats:
        events = (PhoneSeated((seat,)), *events)

    def sit() -> bool:
        # play may have begun meanwhile
        gives = gives_way(open_table(session.id), seat)
        return store().phones.sit(
            session.id, phone.here(), (seat,), now(), from_host=gives
        )

    return change_place(session, sit, *events)


def move_seats(session: Session, seats: tuple[Seat, ...], how: Arrival) -> bool:
    if how is not Arrival.TAKEN_BACK:
        check_one_side(session, seats)
    move = partial(
        store().phones.sit, session.id, phone.here(), seats, now(), is_moved=True
    )
    return change_place(session, move, PhoneSeated(seats, how))


def take_role(session: Session, role: Role) -> None:
    def become() -> None:
        me = phone.here()
        phones = store().phones
        if role is Role.HOST:
            phones.take_over(session.id, me, session.ring, now())
        else:
            phones.be(session.id, me, role, now())
        phone.forget_places()
        if place(session.id).is_named_arbiter:  # as the host before may have been too
            key = new_seal_key()
            public = public_key(key)
            store().seals.set_reader(session.id, public)
            # It alone can look under what is sealed once the sides accept it:
            # Store.seal_reader.
            phone.keep_key(public, key)

    if role is Role.WATCHER:
        check_room(open_table(session.id))  # others come meanwhile
    change_place(session, become, PhoneIs(role))


def change_place(
    session: Session,
    change: Callable[[], object],
    *events: Event,
    need: Need = Need.OPEN,
) -> bool:
    def work(_mine: Place) -> bool:
        if change() is False:
            return False
        note_places(session, *events)
        return True

    return at_once(session.id, work, need)


def note_places(session: Session, *events: Event) -> None:
    """Enter that places have changed, in the transaction that changes them: no place is
    given without its entry. A phone that gets a seat stops being the arbiter's, since
    an arbiter holds no side. Raises RuleViolation."""
    phone.forget_places()
    there = place(session.id)
    if there.arbiter in there.phones.values():
        store().phones.end(session.id, Role.ARBITER)
        events = (*events, PhoneIsNot(Role.ARBITER))
        phone.forget_places()
    if events:
        # a transaction may be run again
        key = g.setdefault("key_of_note", new_key())
        append(session, Command(tuple(map(Entry, events))), key=key)


def seat_sent(session: Session) -> Seat:
    seats = {seat.value: seat for seat in session.ring}
    return seats.get(sent("seat")) or abort(400)


def check_one_side(session: Session, seats: tuple[Seat, ...]) -> None:
    """Refuse that a phone other than the host's plays for two sides of partners: it
    would be asked for both. Raises RuleViolation."""
    mine = place(session.id)
    if mine.is_host:
        return
    held = {*mine.seats, *seats}
    sides = [
        party
        for party in session.parties
        if len(party.seats) > 1 and held.intersection(party.seats)
    ]
    if len(sides) > 1:
        raise Taken(message("refused.two-sides", parties=listed(sides[:1])))


def check_room(session: Session) -> None:
    watchers = 0
    for entry in reversed(session.log):
        if entry.event == PhoneIsNot(Role.WATCHER):
            break
        if entry.event == PhoneIs(Role.WATCHER):
            watchers += 1
    if watchers >= WATCHERS:
        raise Taken(message("refused.watchers-enough", n=WATCHERS))


def may_ask(session: Session, seat: Seat) -> bool:
    there = place(session.id)
    is_hosts = bool(there.host) and there.phones.get(seat) == there.host
    return is_hosts and seat not in there.kept and not there.is_host


def gives_way(session: Session, seat: Seat) -> bool:
    """Whether anyone may take this seat from the host's phone: while nothing has been
    played or sealed; after the host has taken it back; or where nobody sits, unless
    another phone entered that somebody left. Else the host's phone shows a link to
    move it."""
    if not has_begun(session) or was_taken_back(session, seat):
        return True
    if seat in dict(session.folded.people):
        return False
    return not _was_left_on_another_phone(session)


def _was_left_on_another_phone(session: Session) -> bool:
    """Whether another phone than the host's has entered, since play began, that
    somebody left or moved. A person who comes for the first time does neither."""
    there = place(session.id)
    others = [holder for holder in there.phones.values() if holder != there.host]
    own_letters = {
        seat.value for seat in there.kept if there.phones[seat] == there.host
    }
    # a phone that plays two seats may leave open who says so
    all_say_who = len({*others}) == len(others)
    known: set[str] = set()
    for entry in map(session.spelt, session.log):
        event = entry.event
        if isinstance(event, Voided):
            event = session.spelt(session.log[event.entry - 1]).event
        if not isinstance(event, Seated | Left):
            continue
        is_hosts = all_say_who if entry.by is None else entry.by in own_letters
        if event.person in known and not is_hosts and has_begun(session, entry.seq):
            return True
        known.add(event.person)
    return False
