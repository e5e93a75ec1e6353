"""Who may do what: each page says at its route what it needs; one guard stands before
all.

In the kitchen whoever is on the network may read a table, as a sheet on the table is
read; to enter something takes a place. A public server shows nothing of a table without
one."""

import hashlib
import ipaddress
import socket
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import Any, NamedTuple, TypeVar, cast
from urllib.parse import urlsplit

from flask import Flask, Request, Response, abort, current_app, g, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import ImmutableMultiDict, MultiDict
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import Rule

from scorekeeper.addresses import NotPublic, Proxies, public_host
from scorekeeper.core.codec import plain
from scorekeeper.core.evening import Voided
from scorekeeper.core.messages import listed, message
from scorekeeper.core.phone_notes import (
    HostAsked,
    HostIsHere,
    PhoneIs,
    PhoneLeft,
    PhoneSeated,
    Role,
)
from scorekeeper.core.seals import Sealed
from scorekeeper.core.seats import Party, Seat, named_message
from scorekeeper.core.session import Recorded
from scorekeeper.places import Refusals
from scorekeeper.store.seals import Secret, name_of
from scorekeeper.tables.accepted_arbiter import to_accept_arbiter
from scorekeeper.tables.session import Session, once
from scorekeeper.tables.voices import Holding, Speaker, speaker_of, speaks
from scorekeeper.web.page import phone
from scorekeeper.web.page.answers import error_page
from scorekeeper.web.page.incoming import YEAR, now, open_table, store, this_page

T = TypeVar("T")


class Need(Enum):
    """What a page asks of the phone that asks for it."""

    OPEN = "open"  # nothing: it tells of no table, or it checks an invitation itself
    KITCHEN = "kitchen"  # it tells of every table at once: only where the network is the kitchen's
    READ = "read"  # to be at the table; in the kitchen, to be on the network
    ENTER = "enter"  # a seat, or to be the host
    OWN_SEAT = "own-seat"
    """The very seat that it is about, which the page itself looks at with
    `guard_seat`."""
    PROPOSAL = "proposal"  # as READ, or to have had a seat: what was settled then may be changed
    ANSWER = "answer"  # as ENTER, or to have had a seat, for what was settled then
    RULE = "rule"  # a seat, the host or the arbiter
    KEY = "key"
    """The phone that sealed what it is about, though it has no place any more, or the
    arbiter's: the page looks for their key."""
    ARBITER = "arbiter"  # the arbiter's phone: nobody's where there is none
    HOST = "host"


_OF_PLAYERS = (Need.ENTER, Need.OWN_SEAT, Need.ANSWER)
_OF_READERS = (Need.READ, Need.KEY, Need.PROPOSAL)


class PageRule(Rule):
    """The address of a page and what it needs: `@blueprint.get(address,
    need=Need.READ)`.

    One that says nothing is refused to everybody. A host may send it `most` bytes,
    where that is said; everybody else what a form has."""

    def __init__(
        self, *address: Any, need: Need | None = None, most: int = 0, **options: Any
    ) -> None:
        super().__init__(*address, **options)
        self.need = need
        self.most = most


CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
    " font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self';"
    " form-action 'self'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'"
)
_HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": (
        "camera=(), microphone=(), geolocation=(), screen-wake-lock=(self)"
    ),
}
_OF_A_FILE = ("X-Content-Type-Options", "Cross-Origin-Resource-Policy")
"""What style and scripts need of them: the others speak to pages."""
_KINDS = {
    400: "bad request",
    403: "not allowed",
    405: "wrong method",
    410: "link expired or unknown",
    413: "too large",
    429: "limit reached",
    503: "server busy",
}
"""What a status says in the log of refusals."""
_READING = frozenset({"GET", "HEAD", "OPTIONS"})


class Typed(ImmutableMultiDict[str, Any]):
    """What forms and addresses say, every text of it plain: see `codec.plain`."""

    def __init__(self, mapping: Any = None) -> None:
        every = MultiDict[str, Any](mapping).items(multi=True)
        super().__init__(
            (k, plain(one) if isinstance(one, str) else one) for k, one in every
        )


class TypedRequest(Request):
    """A request in which nothing is a control character: whatever is typed comes in
    here."""

    parameter_storage_class = Typed


def _put_headers(response: Response) -> Response:
    is_part = response.mimetype in ("text/css", "text/javascript")
    is_file = is_part and request.endpoint == "files.static"
    for name in _OF_A_FILE if is_file else _HEADERS:
        response.headers.setdefault(name, _HEADERS[name])
    response.headers.setdefault("Cache-Control", "no-store")  # a page may hold a secret
    if phone.is_public():
        response.headers["Strict-Transport-Security"] = "max-age=31536000"
    is_guess = response.status_code == 422 and request.endpoint == "seats.join"
    if kind := "wrong code" if is_guess else _KINDS.get(response.status_code):
        refusals: Refusals = current_app.extensions["refusals"]
        refusals.note(
            request.remote_addr or "", f"{kind}, at {request.endpoint or 'no page'}"
        )
    return response


HERE = "127.0.0.1, ::1"
"""Where the proxy of a public server is unless it is told: on the same machine."""
OLD_HTTP = "HTTP/1.0"  # the version whose requests need not say which host they are for
_LOCAL = (
    ".local",
    ".lan",
    ".home",
    ".home.arpa",
    ".internal",
    ".localdomain",
    ".fritz.box",
)
"""What names that only a home's own network knows end in."""


def _serve_so(app: Flask) -> None:
    """Set cookies and the names that this server answers to. Over TLS, the cookies'
    names say that only this very host can set them."""
    public = str(app.config.setdefault("PUBLIC_URL", ""))
    key = app.secret_key
    assert isinstance(key, bytes)  # noqa: S101 - made by places.secret_key
    # cookies don't tell two ports apart
    mark = hashlib.sha256(b"cookie" + key).hexdigest()[:6]
    app.config["COOKIE_PREFIX"] = host = "__Host-" if public else ""
    app.config.update(
        SESSION_COOKIE_NAME=f"{host}scorekeeper-{mark}",
        PHONE_COOKIE_NAME=f"{host}scorekeeper-phone-{mark}",
    )
    named = str(app.config.setdefault("PROXIES", HERE))
    try:
        proxies = app.extensions["proxies"] = Proxies(named if public else "")
    except ValueError as fault:
        raise NotPublic(
            f"PROXIES is {named!r}: {fault}. Name the addresses of the proxies that stand before "
            f"this server, such as {HERE!r} or '172.17.0.0/16', separated by commas."
        ) from None
    if public:
        hosts = {public_host(public)}
        app.config.update(SESSION_COOKIE_SECURE=True, PREFERRED_URL_SCHEME="https")
        app.wsgi_app = _forwarded(app.wsgi_app, proxies)  # type: ignore[method-assign]
    else:
        hosts = _names_here(app)

    @app.before_request
    def _turn_away() -> None:
        """A page from elsewhere can't come in by a name that it has pointed at us, nor
        send forms; what can't be typed names nothing, and PostgreSQL refuses to be
        asked for some of it."""
        if _names_no_host(request):
            abort(400)
        if not (
            request.host in hosts
            or (not public and is_kitchen_name(request.host, hosts))
        ):
            abort(400)
        is_ours = request.headers.get("Origin") in (None, request.host_url.rstrip("/"))
        is_ours &= request.headers.get("Sec-Fetch-Site") not in (
            "cross-site",
            "same-site",
        )
        if request.method not in _READING and not is_ours:
            abort(403)
        if plain(request.path) != request.path:
            abort(404)


def _names_here(app: Flask) -> set[str]:
    machine = socket.gethostname().lower()
    configured = str(app.config.get("HOSTS", "")).split(",")
    names = {name.strip().lower() for name in configured}
    return {machine, machine.split(".")[0], "localhost", *names} - {""}


def _names_no_host(asked: Request) -> bool:
    """Whether a request does not say which host it is for, and is not so old that it
    need not."""
    is_old = asked.environ["SERVER_PROTOCOL"] == OLD_HTTP
    return not is_old and not asked.environ.get("HTTP_HOST")


def _forwarded(application: Callable[..., Any], proxies: Proxies) -> Callable[..., Any]:
    behind = ProxyFix(application, x_for=0, x_proto=1, x_host=1)

    def called(environ: dict[str, Any], start: Any) -> Any:
        peer = environ.get("REMOTE_ADDR", "")
        if peer not in proxies:
            return application(environ, start)
        environ["REMOTE_ADDR"] = proxies.client(
            peer, environ.get("HTTP_X_FORWARDED_FOR", "")
        )
        return behind(environ, start)

    return called


def is_kitchen_name(host: str, own: set[str]) -> bool:
    """Whether a host, with or without its port, is a number, a name that only a home's
    network knows, or one of this machine's `own`. A name without a dot can be a domain
    of the Internet: it counts only as one of these."""
    name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return bool(name) and (name.endswith(_LOCAL) or name in own)
    return True


# ---- the phone that asks, and its place ----


@dataclass(frozen=True, slots=True)
class Place:
    """The place of the phone that asks at one table.

    `seats` are those it plays, in the order of the table, `since` when; `elsewhere`
    those that another phone plays. Of all phones there: `phones` which one plays a
    seat, `kept` the seats that are the host's own; `host` and `arbiter` which phones
    are those, "" where none is. `is_arbiter`: this is the arbiter's phone, and every
    side has accepted it."""

    seats: tuple[Seat, ...] = ()
    roles: frozenset[Role] = frozenset()
    elsewhere: frozenset[Seat] = frozenset()
    since: Mapping[Seat, str] = field(default_factory=dict)
    phones: Mapping[Seat, str] = field(default_factory=dict)
    kept: frozenset[Seat] = frozenset()
    host: str = ""
    arbiter: str = ""
    is_arbiter: bool = False

    @property
    def is_host(self) -> bool:
        return Role.HOST in self.roles

    @property
    def is_named_arbiter(self) -> bool:
        """Whether this is the phone of the arbiter, accepted or not: who plays is
        none."""
        return Role.ARBITER in self.roles and not self.seats

    @property
    def may_enter(self) -> bool:
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
        return bool(self.seats or self.roles)

    def fills(self, need: Need) -> bool:
        """Whether this place is enough for a page of the table that needs so much,
        where nothing else is asked."""
        if need in _OF_PLAYERS:
            return self.may_enter
        if need in _OF_READERS:
            return self.is_here or not phone.is_public()
        if need is Need.KITCHEN:
            return not phone.is_public()
        by_role = {
            Need.OPEN: True,
            Need.RULE: self.may_enter or self.is_arbiter,
            Need.ARBITER: self.is_arbiter,
            Need.HOST: self.is_host,
        }
        return by_role[need]


def place(session_id: str) -> Place:
    """The place at this table of the phone that asks, read once a request."""
    places: dict[str, Place] = g.setdefault("places", {})
    if session_id not in places:
        me = phone.here()
        holdings = _holdings(session_id)
        roles = {holding.role: holding.phone for holding in holdings if holding.role}
        since = {
            holding.seat: holding.since
            for holding in holdings
            if holding.seat and holding.phone == me
        }
        is_named = roles.get(Role.ARBITER) == me
        session = store().readable(session_id) if is_named else None
        places[session_id] = Place(
            seats=tuple(seat for seat in Seat if seat in since),
            roles=frozenset(role for role, phone in roles.items() if phone == me),
            elsewhere=frozenset(
                holding.seat
                for holding in holdings
                if holding.seat and holding.phone != me
            ),
            since=since,
            phones={
                holding.seat: holding.phone for holding in holdings if holding.seat
            },
            kept=frozenset(
                holding.seat for holding in holdings if holding.seat and holding.is_kept
            ),
            host=roles.get(Role.HOST, ""),
            arbiter=roles.get(Role.ARBITER, ""),
            is_arbiter=bool(session and speaker_of(session, holdings, me).is_arbiter),
        )
    return places[session_id]


def may_have(session_id: str, need: Need) -> bool:
    """Whether the phone that asks may have a page of the table that needs so much: by
    its place there, or as one that had a seat and answers for what was settled then."""
    if place(session_id).fills(need):
        return True
    is_about_then = need in (Need.PROPOSAL, Need.ANSWER)
    return is_about_then and store().phones.has_played(session_id, phone.here())


def forget_places() -> None:
    """Read the places anew: one has just changed."""
    for read in ("places", "holdings", "speakers", "house"):
        g.pop(read, None)


def _holdings(session_id: str) -> tuple[Holding, ...]:
    known: dict[str, tuple[Holding, ...]] = g.setdefault("holdings", {})
    if session_id not in known:
        known[session_id] = store().phones.holdings(session_id, phone.here())
    return known[session_id]


def speaker_here(session: Session) -> Speaker:
    """What the phone that asks may speak for at a table as it stands, read once a
    request."""
    known: dict[tuple[str, int], Speaker] = g.setdefault("speakers", {})
    key = (session.id, session.last)
    if key not in known:
        me = phone.here()
        came = store().phones.arrivals(session.id, me)
        known[key] = speaker_of(session, _holdings(session.id), me, came)
    return known[key]


def at_once(session_id: str, does: Callable[[Place], T], need: Need = Need.OPEN) -> T:
    """What `does` answers of the place that the phone has now: since the guard looked,
    it may have been taken away, and nobody takes it away meanwhile. 403 where it does
    not fill this need."""

    def work(_db: object) -> T:
        forget_places()
        mine = place(session_id)
        return does(mine) if mine.fills(need) else abort(403)

    return store().together(work, session_id)


WAIT = 600
"""Seconds until another phone is the host's, in which the host's and the arbiter may
speak: how many phones agree proves nothing, since one hand may hold them all."""


class HostWanted(NamedTuple):
    """The host's phone is said to be lost, and that of `seat` should be it; the entry
    `since` said so first. `agreed` and `open`: a seat of each other phone that says so,
    and of those that don't yet; `left`: seconds to wait still; `phone` is the one that
    would be the host's."""

    since: int
    seat: Seat
    phone: str
    agreed: tuple[Seat, ...]
    open: tuple[Seat, ...]
    left: int


def host_wanted(session: Session) -> HostWanted | None:
    """Which phone should be the host's instead; None where nobody asks for one. Whoever
    asked before phones last changed places, or the host's last entered anything, asks
    no more."""
    asked = _host_asked(session)
    there = place(session.id)
    phones = {
        seat: phone for seat, phone in there.phones.items() if phone != there.host
    }
    said = [entry.event for entry in asked if isinstance(entry.event, HostAsked)]
    if not said or (seat := said[0].seat) not in phones:
        return None
    agreed = {
        phones.get(one) for event in said if event.seat is seat for one in event.seats
    }
    first = {phone: one for one, phone in [*phones.items()][::-1]}
    waited = store().now() - datetime.fromisoformat(asked[-1].at)
    return HostWanted(
        since=asked[-1].seq,
        seat=seat,
        phone=phones[seat],
        agreed=tuple(one for phone, one in first.items() if phone in agreed),
        open=tuple(one for phone, one in first.items() if phone not in agreed),
        left=WAIT - int(waited.total_seconds()),
    )


@once
def _host_asked(session: Session) -> tuple[Recorded, ...]:
    """The entries that say that the host's phone is lost, the last first: those since
    phones last changed places and since `HostIsHere`, which follows whatever is entered
    on the host's phone."""
    asked = []
    struck = set[int]()
    for entry in reversed(session.log if session.has(HostAsked) else ()):
        match entry.event:
            case Voided(entry=seq):
                struck.add(seq)
            case HostAsked() if entry.seq not in struck:
                asked.append(entry)
            case PhoneSeated() | PhoneLeft() | HostIsHere() | PhoneIs(role=Role.HOST):
                break
    return tuple(asked)


def guard_seat(session: Session, seat: Seat) -> None:
    """Let only the phone that plays this seat pass; for others, a page that says so
    (403)."""
    mine = place(session.id)
    code = "refused.seat-elsewhere"
    if seat in mine.seats:
        return
    endpoint = "sessions.table"
    label = "error.to-the-table"
    if mine.is_host:
        code = f"{code}.host"
        endpoint = "seats.phones"
        label = "phones.title"
    words = named_message(message(code, seat=seat), session.folded.people)
    back = url_for(endpoint, session_id=session.id), message(label)
    abort(error_page(403, "error.not-own-seat", words, back))


def is_elsewhere(session: Session, party: Party) -> bool:
    """Whether this party is asked on phones of its own, and the one that asks is none
    of them."""
    return not speaks(session, speaker_here(session), party)


def spoken_for_here(session: Session) -> tuple[Party, ...]:
    return tuple(party for party in session.parties if not is_elsewhere(session, party))


def guard_party(session: Session, party: Party) -> None:
    """Let only a phone pass that speaks for this party; for others, a page that says so
    (403)."""
    if not is_elsewhere(session, party):
        return
    words = named_message(
        message("refused.asked-elsewhere", parties=listed((party,))),
        session.folded.people,
    )
    back = (
        url_for("sessions.table", session_id=session.id),
        message("error.to-the-table"),
    )
    abort(error_page(403, "error.not-own-side", words, back))


def arbiter_to_accept(session: Session) -> tuple[Party, ...]:
    """The parties that have not accepted the arbiter yet, where the table has one."""
    if not place(session.id).arbiter:
        return ()
    return to_accept_arbiter(session, speaker_here(session).own)


def under(session: Session, entry: Recorded) -> Secret | None:
    """What this entry sealed, where the phone that asks can open it: the one that
    sealed it, by its key, whoever plays the seat now; the arbiter's, where the table
    had one then.

    What an old release left in the clear opens where the seat has been since, or the
    arbiter is."""
    sealed = entry.event
    keys = phone.kept_keys()
    mine = place(session.id)
    assert isinstance(sealed, Sealed)  # noqa: S101 - callers have looked for one
    if not (keys or mine.is_arbiter or sealed.seat in mine.seats):
        return None
    if (kept := store().seals.kept(session.id, sealed.commitment)) is None:
        return None
    if kept.plain is not None:
        since = mine.since.get(sealed.seat)
        is_first = since is not None and since <= entry.at
        return kept.plain if is_first or mine.is_arbiter else None
    return kept.by_sealer(keys) or (kept.by_arbiter(keys) if mine.is_arbiter else None)


def register(app: Flask) -> None:
    """Put the headers on every answer, the origin check before every form, and the
    guard before every page; answer to no name but ours. It must stand before what reads
    forms.

    Reads PUBLIC_URL ("" in the kitchen), PROXIES (the addresses and networks of the
    proxies before a public server, separated by commas), HOSTS (more names that a
    kitchen answers to, separated by commas). Raises NotPublic."""
    _serve_so(app)
    app.request_class = TypedRequest
    app.url_rule_class = PageRule
    # No page is a coroutine, and none is asked at each request whether it is one.
    app.ensure_sync = lambda func: func  # type: ignore[method-assign]
    app.after_request(_put_headers)
    # A fault is logged by the name of its page: an address may hold an invitation.
    app.log_exception = lambda fault: app.logger.error(  # type: ignore[method-assign, assignment]
        "A fault in %s", request.endpoint, exc_info=fault
    )

    @app.before_request
    def _guard() -> ResponseReturnValue | None:
        if request.endpoint is None:
            return None  # there is no such page: 404
        rule = request.url_rule
        if not isinstance(rule, PageRule) or (need := rule.need) is None:
            abort(403)
        if rule.most and phone.here() in store().phones.hosts():
            request.max_content_length = rule.most
        if need in (Need.OPEN, Need.KITCHEN):
            return None if Place().fills(need) else abort(403)
        session_id = (request.view_args or {})["session_id"]
        if _is_withheld(session_id):
            abort(404)
        mine = place(session_id)
        if may_have(session_id, need) or (
            need is Need.KEY and this_page() in _openable(session_id)
        ):
            return None
        return _kept_out(session_id, need, mine)


def _kept_out(session_id: str, need: Need, mine: Place) -> ResponseReturnValue:
    """The page that says why this phone may not, and what would do (403); 404 where
    there is no such table, or was one: with it went places."""
    if mine.is_here or not phone.is_public():
        open_table(session_id)
    if store().imports.was_deleted(session_id):
        abort(404)
    is_shown = mine.fills(Need.READ)
    code = "error.not-host" if need is Need.HOST else "error.not-arbiter"
    if not mine.may_enter and need is not Need.ARBITER:
        code = "error.no-place"
    words = None
    if mine.is_named_arbiter and need in (Need.RULE, Need.ARBITER):
        session = open_table(session_id)
        missing = listed(arbiter_to_accept(session))
        words = message("phones.not-accepted", parties=missing)
        words = named_message(words, session.folded.people)
        code = "error.arbiter-waits"
    way = (
        url_for("seats.phones", session_id=session_id)
        if is_shown
        else url_for("seats.join")
    )
    label = message("phones.title" if is_shown else "phones.join")
    if not is_shown and (seals := _openable(session_id)):
        way = seals[0]
        label = message("Open the seal")
    return error_page(403, code, words, back=(way, label))


def house_hosts() -> Mapping[str, str]:
    """The hosts who let files into the lists that all see, and since when each hosts a
    table: read once a request."""
    if "house" not in g:
        g.house = store().phones.house(now(-YEAR), phone.here())
    return cast(dict[str, str], g.house)


def may_remove(session: Session) -> bool:
    """Whether the phone that asks, the host's, may put the table out of sight or delete
    it: one that was not opened here and was taken by it belongs to the house, unless it
    still waits."""
    was_taken = PhoneIs(Role.HOST) in (entry.event for entry in session.log)
    me = phone.here()
    if not was_taken or store().phones.was_opened(session.id):
        return True
    return me in house_hosts() or store().imports.importer(session.id) == me


def _is_withheld(session_id: str) -> bool:
    """Whether a session was taken in by another phone, and this one may not accept
    it."""
    importer = store().imports.importer(session_id)
    me = phone.here()
    return importer not in ("", me) and me not in house_hosts()


def may_read(session_id: str) -> bool:
    """Whether the phone that asks may read a session that no guard has looked at."""
    return place(session_id).fills(Need.READ) and not _is_withheld(session_id)


def _openable(session_id: str) -> list[str]:
    keys = phone.kept_keys()
    if not keys or (session := store().open(session_id)) is None:
        return []
    return [
        url_for("sealed.unseal", session_id=session_id, seq=entry.seq)
        for entry in session.log
        if isinstance(entry.event, Sealed) and name_of(entry.event.commitment) in keys
        if under(session, entry)
    ]
