"""Who may do what: each page says at its route what it needs; one guard stands before all.

In the kitchen whoever is on the network may read a table, as a sheet on the table is read; to
enter something takes a place. A public server shows nothing of a table without one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from flask import Flask, abort, g, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.messages import message
from scorekeeper.core.phones import Role
from scorekeeper.core.seals import Sealed
from scorekeeper.core.seats import Seat, named_message
from scorekeeper.core.session import Recorded
from scorekeeper.store.seals import Secret, name_of
from scorekeeper.tables.session import Session
from scorekeeper.web.phones import phone
from scorekeeper.web.server.security import Need, PageRule
from scorekeeper.web.table.pages import error_page, open_table, store


@dataclass(frozen=True, slots=True)
class Place:
    """The place of the phone that asks at one table.

    `seats` are those it plays, in the order of the table, `since` when; `elsewhere` those that
    another phone plays; `is_hosted`: some phone is the host's, `has_arbiter`: some is the
    arbiter's.
    """

    seats: tuple[Seat, ...] = ()
    roles: frozenset[Role] = frozenset()
    elsewhere: frozenset[Seat] = frozenset()
    is_hosted: bool = False
    has_arbiter: bool = False
    since: Mapping[Seat, str] = field(default_factory=dict)

    @property
    def is_host(self) -> bool:
        """Whether this is the host's phone."""
        return Role.HOST in self.roles

    @property
    def is_arbiter(self) -> bool:
        """Whether this is the arbiter's phone."""
        return Role.ARBITER in self.roles

    @property
    def may_enter(self) -> bool:
        """Whether table facts may be entered from here."""
        return self.is_host or bool(self.seats)

    @property
    def own_seat(self) -> Seat | None:
        """The one seat that this phone plays; None where it plays several or none."""
        return self.seats[0] if len(self.seats) == 1 else None

    @property
    def letters(self) -> tuple[str, ...]:
        """The seats that this phone plays, as forms and addresses name them."""
        return tuple(seat.value for seat in self.seats)

    @property
    def is_here(self) -> bool:
        """Whether the phone has any place at this table."""
        return bool(self.seats or self.roles)

    def fills(self, need: Need) -> bool:
        """Whether this place is enough for a page of the table that needs so much."""
        enough = {
            Need.OPEN: True,
            Need.KITCHEN: not phone.is_public(),
            Need.READ: self.is_here or not phone.is_public(),
            Need.ENTER: self.may_enter,
            Need.OWN_SEAT: self.may_enter,
            Need.RULE: self.may_enter or self.is_arbiter,
            Need.KEY: self.is_here or not phone.is_public(),
            Need.ARBITER: self.is_arbiter,
            Need.HOST: self.is_host,
        }
        return enough[need]


def place(session_id: str) -> Place:
    """The place at this table of the phone that asks, read once a request."""
    places: dict[str, Place] = g.setdefault("places", {})
    if session_id not in places:
        places[session_id] = _read(session_id)
    return places[session_id]


def forget_places() -> None:
    """Read the places anew: one has just changed."""
    g.pop("places", None)


def guard_seat(session: Session, seat: Seat) -> None:
    """Let only the phone that plays this seat pass; for others, a page that says so (403)."""
    mine = place(session.id)
    if seat in mine.seats:
        return
    code = "refused.seat-elsewhere.host" if mine.is_host else "refused.seat-elsewhere"
    endpoint = "seats.phones" if mine.is_host else "sessions.table"
    label = message("phones.title") if mine.is_host else message("error.to-the-table")
    words = named_message(message(code, seat=seat), session.folded.people)
    back = url_for(endpoint, session_id=session.id), label
    abort(error_page(403, message("error.not-own-seat"), words, back=back))


def under(session: Session, entry: Recorded) -> Secret | None:
    """What this entry sealed, where the phone that asks can open it: the one that sealed it, by
    its key, whoever plays the seat now; the arbiter's, where the table had one then.

    What an old release left in the clear opens where the seat has been since, or the arbiter is.
    """
    sealed, keys, mine = entry.event, phone.kept_keys(), place(session.id)
    assert isinstance(sealed, Sealed)  # noqa: S101 - callers have looked for one
    if not (keys or mine.is_arbiter or sealed.seat in mine.seats):
        return None
    kept = store().seals.kept(session.id, sealed.commitment)
    if kept is None:
        return None
    if kept.plain is not None:
        since = mine.since.get(sealed.seat)
        is_first = since is not None and since <= entry.at
        return kept.plain if is_first or mine.is_arbiter else None
    return kept.by_sealer(keys) or (kept.by_arbiter(keys) if mine.is_arbiter else None)


def register(app: Flask) -> None:
    """Put the guard before every page; it must stand before what reads forms."""

    @app.before_request
    def _guard() -> ResponseReturnValue | None:
        if request.endpoint is None:
            return None  # there is no such page: 404
        rule = request.url_rule
        if not isinstance(rule, PageRule) or rule.need is None:
            abort(403)
        if rule.most and phone.here() in store().phones.hosts():
            request.max_content_length = rule.most
        need = rule.need
        if need is Need.OPEN or (need is Need.KITCHEN and not phone.is_public()):
            return None
        if need is Need.KITCHEN:
            abort(403)
        session_id = (request.view_args or {})["session_id"]
        if not _may_see(session_id):
            abort(404)
        mine = place(session_id)
        if mine.fills(need) or (need is Need.KEY and request.path in _openable(session_id)):
            return None
        if mine.is_here or not phone.is_public():
            open_table(session_id)  # 404 where there is none
        return refusal(session_id, need, mine)


def _openable(session_id: str) -> list[str]:
    """Where the phone that asks can open what it has sealed at a table, whatever its place."""
    keys = phone.kept_keys()
    session = store().open(session_id) if keys else None
    return [
        url_for("sealed.unseal", session_id=session_id, seq=one.seq)
        for one in (session.log if session else ())
        if isinstance(one.event, Sealed) and name_of(one.event.commitment) in keys
        if session and under(session, one)
    ]


def _may_see(session_id: str) -> bool:
    """Whether a session may be known of here: one that a phone took in and nobody has accepted
    is for that phone, and for hosts, who may accept it."""
    importer, me = store().imports.importer(session_id), phone.here()
    return importer in ("", me) or me in store().phones.hosts()


def refusal(session_id: str, need: Need, mine: Place) -> ResponseReturnValue:
    """The page that says why this phone may not, and what would do (403)."""
    is_shown = mine.fills(Need.READ)
    code = "error.not-host" if need is Need.HOST else "error.not-arbiter"
    if not mine.may_enter and need is not Need.ARBITER:
        code = "error.no-place"
    way = url_for("seats.phones", session_id=session_id) if is_shown else url_for("seats.join")
    label = message("phones.title" if is_shown else "phones.join")
    if not is_shown and (seals := _openable(session_id)):
        way, label = seals[0], message("Open the seal")
    return error_page(
        403,
        message(code),
        message(f"{code}.about"),
        advice=message(f"{code}.advice"),
        back=(way, label),
    )


def _read(session_id: str) -> Place:
    me = phone.here()
    holdings = store().phones.holdings(session_id, me)
    mine = [one for one in holdings if one.phone == me]
    order = list(Seat)
    seats = sorted((one.seat for one in mine if one.seat is not None), key=order.index)
    roles = {one.role for one in holdings}
    return Place(
        seats=tuple(seats),
        roles=frozenset(one.role for one in mine if one.role is not None),
        elsewhere=frozenset(one.seat for one in holdings if one.seat and one.phone != me),
        is_hosted=Role.HOST in roles,
        has_arbiter=Role.ARBITER in roles,
        since={one.seat: one.since for one in mine if one.seat is not None},
    )
