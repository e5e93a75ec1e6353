"""How a round begins: its tables are opened, its people seated, their phones led there;
and how that is undone."""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from flask import abort

from scorekeeper.core.codec import encode
from scorekeeper.core.evening import Ended, Seated
from scorekeeper.core.notes import OfNight, Way, WayChosen, WentOn
from scorekeeper.core.phone_notes import (
    Arrival,
    PhoneIs,
    PhoneLeft,
    PhoneSeated,
    Role,
)
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Command, Entry, Event, Header, Recorded, Stamp
from scorekeeper.games import GAMES
from scorekeeper.games.game import AnyGame
from scorekeeper.nights.facts import Kind, Laid, RoundOpened
from scorekeeper.nights.movement import Number
from scorekeeper.nights.night import Night, laid_in, next_round
from scorekeeper.store import Appended, Refused, Sender
from scorekeeper.tables.consent import NotAgreed
from scorekeeper.tables.nights import (
    brings_points,
    is_night,
    night_of,
    plays_boards,
    rankings,
    seated_at,
    seats_alone,
    settings_at,
)
from scorekeeper.tables.session import Session
from scorekeeper.web.page import phone
from scorekeeper.web.page.incoming import (
    OfTable,
    new_key,
    now,
    stamp,
    store,
    to_enter,
)
from scorekeeper.web.page.place import helps, place

blueprint = OfTable("night", "scorekeeper.web.nights", lambda night: open_night(night))
"""The pages of a night: all of them are given the night's session."""

PhoneOf = Mapping[int, str]
"""The phones of the people of a night, by their numbers."""


def open_night(session_id: str) -> Session:
    session = store().open(session_id)
    if session is None or not is_night(session):
        abort(404)
    look_at_tables(night_of(session))
    return session


def look_at_tables(night: Night) -> None:
    if store().engine.is_shared:
        store().look_up(table_ids(night))


def table_ids(night: Night) -> list[str]:
    return [laid.session for opened in night.rounds for laid in opened.fact.tables]


def game_of(night: Night) -> tuple[AnyGame, Any]:
    game = GAMES.get(night.game) or abort(404)
    return game, game.settings_of(night.settings or {})


def game_at(night: Night, laid: Laid) -> tuple[AnyGame, Any]:
    """As `game_of`, for those who sit at this table."""
    game, settings = game_of(night)
    return game, settings_at(laid, settings)


def note(session: Session, *events: Event, key: str = "") -> Appended:
    """Record facts of a night, as this phone says them. Raises RuleViolation."""
    sender = Sender(phone.here())
    made = stamp(key or new_key())
    return store().append(session.id, to_enter(*events), made, sender=sender)


def table_here(session_id: str) -> Session | None:
    """A table of a night as it stands. It is in memory since `open_night`: forty tables
    are not looked up for each of 160 phones."""
    with suppress(Refused):
        return store().open(session_id, 0)
    return None


def tables_of(night: Night) -> Iterator[tuple[int, Laid, Session]]:
    """All tables that can be read, with the numbers of their rounds."""
    for opened in night.rounds:
        for laid in opened.fact.tables:
            table = table_here(laid.session)
            if table is not None:
                yield opened.fact.number, laid, table


def ranked(night: Night) -> list[Number]:
    """The numbers of the movement, best first, where that decides who meets whom; those
    without results in their order."""
    if night.chosen is None or night.chosen.movement is not Kind.SWISS:
        return []
    found = [
        line.unit
        for ranking in rankings(night, table_here)
        for line in ranking.standings
    ]
    numbers = range(1, len(night.units) + 1)
    return [*found, *(unit for unit in numbers if unit not in found)]


# ---- who asks ----


def people_here(session: Session) -> tuple[int, ...]:
    me = phone.here()
    phones = store().nights.phones(session.id)
    return tuple(person for person, holder in sorted(phones.items()) if holder == me)


def may_run(session: Session) -> bool:
    return place(session.id).is_host or helps(session.id)


# ---- a round begins ----


def begin_round(
    session: Session, number: int, key: str, seated: Sequence[tuple[int, ...]] = ()
) -> None:
    """Begin the round with this number, if it is the next one: else somebody else has
    begun it. `seated` are the people of each table in the order of their seats, where
    no movement says it. Raises RuleViolation where there is none."""
    opener = store().phones.holdings(session.id)
    hosts = [holding.phone for holding in opener if holding.role]
    standing_in = hosts[0] if hosts else phone.here()

    def work(_db: object) -> None:
        present = open_night(session.id)
        night = night_of(present)
        if night.round + 1 == number:
            _begin(present, night, standing_in, key, seated)

    store().in_transaction(work, session.id)


def _begin(
    session: Session,
    night: Night,
    standing_in: str,
    key: str,
    seated: Sequence[tuple[int, ...]],
) -> None:
    number = night.round + 1
    laid = _laid(night, seated) if seated else _laid_by_movement(night)
    phones = store().nights.phones(session.id)
    for table in laid:
        _open_table(session.id, night, number, table)
        _bring_phones(night, table, phones, standing_in)
    (began, *_) = note(session, RoundOpened(number, laid), key=key).entries
    ids = [table.session for table in laid]
    store().nights.keep_out(session.id, ids, a_day_later())
    if night.rounds:
        for before in night.rounds[-1].fact.tables:
            _send_on(before.session, session.id, f"{began.seq}")


def _laid_by_movement(night: Night) -> tuple[Laid, ...]:
    planned = next_round(night, ranked(night))
    ids = {table.table: secrets.token_hex(16) for table in planned.tables}
    return laid_in(night, planned, ids)


def _laid(night: Night, seated: Sequence[tuple[int, ...]]) -> tuple[Laid, ...]:
    has_sides = not seats_alone(*game_of(night))
    deals = night.chosen.boards if night.chosen else 0
    board = night.round * deals + 1
    tables = list[Laid]()
    for number, people in enumerate(seated, start=1):
        cut = 2 if has_sides else len(people)
        sides = (people[:cut], people[cut:])
        tables.append(Laid(number, secrets.token_hex(16), *sides, board))
    return tuple(tables)


# Long: all that a table of a night begins with.
def _open_table(night_id: str, night: Night, number: int, table: Laid) -> None:
    game, settings = game_at(night, table)
    has_boards = plays_boards(game, settings)
    deals = night.chosen.boards if night.chosen else 0
    at = store().now().astimezone().isoformat(timespec="seconds")
    header = Header(table.session, game.slug, game.edition, encode(settings), at)
    seats = seated_at(table, game.parties(settings))
    first: list[Event] = [
        Seated(night.name(seats[seat]), seat)
        for seat in game.ring(settings)
        if seat in seats
    ]
    board = table.board if has_boards else 0
    first.append(OfNight(night_id, number, table.table, board, deals))
    first.append(WayChosen(Way.RESULTS))
    if has_boards and game.board_is is not None and board > 1:
        first.append(game.board_is(board))
    entries = tuple(Entry(event) for event in first)
    key = f"night-{night_id}-{number}-{table.table}"
    store().create(header, entries, Stamp(now(), key=key))


# Long: one walk from people to seats to phones.
def _bring_phones(night: Night, table: Laid, phones: PhoneOf, standing_in: str) -> None:
    game, settings = game_at(night, table)
    seats = seated_at(table, game.parties(settings))
    with_phone = {
        seat: phones[person] for seat, person in seats.items() if person in phones
    }
    host = next(iter(with_phone.values()), standing_in)
    own = [seat for seat, holder in with_phone.items() if holder == host]
    left = [seat for seat in game.ring(settings) if with_phone.get(seat, host) == host]
    store().phones.host(table.session, host, left, now(), own[0] if own else None)
    for seat in own[1:]:
        store().phones.keep(table.session, host, seat)
    arrived = list[Event]()
    if own:
        arrived.append(PhoneSeated(tuple(own), Arrival.OWN))
    for holder, taken in _by_phone(with_phone, host).items():
        store().phones.sit(table.session, holder, taken, now())
        arrived.append(PhoneSeated(taken))
    if arrived:
        command = Command(tuple(Entry(event) for event in arrived))
        store().append(table.session, command, stamp(f"phones-{table.session}"))


def _by_phone(with_phone: Mapping[Seat, str], host: str) -> dict[str, tuple[Seat, ...]]:
    found = dict[str, tuple[Seat, ...]]()
    for seat, holder in with_phone.items():
        if holder != host:
            found[holder] = (*found.get(holder, ()), seat)
    return found


def _send_on(table: str, night_id: str, why: str) -> None:
    session = store().readable(table)
    if session is None:
        return
    went = WentOn(night_id)
    made = stamp(f"went-on-{why}-{night_id}")
    if brings_points(session):
        is_entered = _enter_if_free(session, to_enter(Ended(), went), made)
        if is_entered:
            return
    store().append(table, to_enter(went), made)


def _enter_if_free(session: Session, command: Command, made: Stamp) -> bool:
    """Enter this at a table, unless it would change what its sides have signed; returns
    whether it did. No round waits for that, and the standings count the end of a game
    without its entry."""
    try:
        store().append(session.id, command, made)
    except NotAgreed:
        return False
    return True


def _tables_of_last_round(night: Night) -> Iterator[Session]:
    if not night.rounds:
        return
    for laid in night.rounds[-1].fact.tables:
        session = store().readable(laid.session)
        if session is not None:
            yield session


def end_tables(night: Night, why: str) -> None:
    """End the games that the last round leaves unfinished, where that brings points: a
    table's own sheet then says what the standings count."""
    for session in _tables_of_last_round(night):
        if brings_points(session):
            _enter_if_free(session, to_enter(Ended()), stamp(f"{_ENDED}-{why}"))


def reopen_tables(night: Night) -> None:
    """Let the games go on that the night has ended."""
    for session in _tables_of_last_round(night):
        ends = [entry for entry, _ in session.of(Ended) if entry.key.startswith(_ENDED)]
        if ends:
            _enter_if_free(session, _striking(ends), stamp(new_key()))


def _striking(entries: Sequence[Recorded]) -> Command:
    return Command((), tuple(entry.seq for entry in entries))


_ENDED = "night-ended"
"""How the key begins of an entry by which a night that ends has ended a game."""


def a_day_later() -> str:
    """The day until which tables of a night stay out of the lists, unless it is over
    before."""
    return now(24 * 3600)[:10]


# ---- a phone comes during a round ----


def sit_down(session: Session, person: int, me: str) -> None:
    """Give the phone of a person the seat that they have now; and where their lost
    phone is the host of the table, that too."""
    there = _seat_now(night_of(session), person)
    if there is None:
        return
    table, seat = there
    if _held(table).get(seat) == me:
        return
    came: list[Event] = [PhoneSeated((seat,), Arrival.MOVED)]
    # Whose phone this is, the night says: one that was lost gives the seat up.
    if _is_lost_host(session.id, table, seat):
        store().phones.take_over(table, me, (), now())
        came.append(PhoneIs(Role.HOST))
    elif not store().phones.sit(table, me, (seat,), now(), is_moved=True):
        return
    store().append(table, to_enter(*came), stamp(new_key()))


def _is_lost_host(night_id: str, table: str, seat: Seat) -> bool:
    """Whether the host's phone played this seat alone and is in the night no more: one
    that plays for others too, or runs the night, gives up no more than the seat."""
    host = _held(table).get(Role.HOST)
    held = store().phones.holdings(table)
    own = [one.seat for one in held if one.is_kept and one.phone == host]
    if own != [seat]:
        return False
    runs_night = host == _held(night_id).get(Role.HOST)
    return not runs_night and host not in store().nights.phones(night_id).values()


def stand_up(session: Session, person: int) -> None:
    """Take this person's phone from them, and their seat from the phone: the host of
    the table has it until another phone comes."""
    lost = store().nights.phones(session.id).get(person)
    store().nights.release(session.id, person)
    there = _seat_now(night_of(session), person)
    if there is None or lost is None:
        return
    table, seat = there
    held = _held(table)
    host = held.get(Role.HOST)
    if host and host != lost == held.get(seat):
        store().phones.sit(table, host, (seat,), now(), is_moved=True)
        store().append(table, to_enter(PhoneLeft((seat,))), stamp(new_key()))


def _seat_now(night: Night, person: int) -> tuple[str, Seat] | None:
    laid = night.seat_in(night.rounds[-1], person) if night.rounds else None
    if laid is None:
        return None
    return laid.session, seat_at(night, laid, person)


def seat_at(night: Night, laid: Laid, person: int) -> Seat:
    game, settings = game_at(night, laid)
    seats = seated_at(laid, game.parties(settings))
    return next(seat for seat in seats if seats[seat] == person)


def _held(table: str) -> dict[Seat | Role | None, str]:
    """Which phone has each seat there, and which is the host's."""
    holdings = store().phones.holdings(table)
    return {one.seat or one.role: one.phone for one in holdings}


# ---- a round that began too early ----


def undo_round(session: Session, number: int) -> None:
    """Take the last round back, if it has this number. Its tables stay, in no list, and
    send their phones back."""

    def work(_db: object) -> None:
        present = open_night(session.id)
        night = night_of(present)
        if night.round != number or not number:
            return
        opened = night.rounds[-1]
        store().append(session.id, Command((), (opened.seq,)), stamp(new_key()))
        for table in opened.fact.tables:
            _send_on(table.session, session.id, f"back-{opened.seq}")
        for earlier in night.rounds[-2:-1]:
            for table in earlier.fact.tables:
                _call_back(table.session, session.id)

    store().in_transaction(work, session.id)


def _call_back(table: str, night_id: str) -> None:
    session = store().readable(table)
    if session is None:
        return
    sent = [entry for entry, _ in session.of(WentOn)]
    if not sent:
        return
    ends = [entry for entry, _ in session.of(Ended) if entry.key == sent[-1].key]
    made = stamp(new_key())
    if ends:
        is_entered = _enter_if_free(session, _striking([*ends, sent[-1]]), made)
        if is_entered:
            return
    store().append(table, _striking(sent[-1:]), made)
