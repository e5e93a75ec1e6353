"""A new table: which game, who sits where, under which rules."""

import secrets
from dataclasses import fields, replace
from typing import Any

from flask import Response, abort, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from scorekeeper.core.codec import encode
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import Seated
from scorekeeper.core.messages import message
from scorekeeper.core.notes import WentOn
from scorekeeper.core.phone_notes import (
    ArbiterAccepted,
    Arrival,
    Phoned,
    PhoneIs,
    PhoneSeated,
    Role,
)
from scorekeeper.core.seats import Ring, Seat, numbered
from scorekeeper.core.session import Command, Entry, Event, Header, Stamp
from scorekeeper.core.settings import Preset
from scorekeeper.games import GAMES
from scorekeeper.games.game import AnyGame
from scorekeeper.store import Refused
from scorekeeper.tables.accepted_arbiter import to_accept_arbiter
from scorekeeper.tables.names import clean, refused_among
from scorekeeper.tables.session import Session
from scorekeeper.tables.voices import Holding
from scorekeeper.web.page import phone
from scorekeeper.web.page.answers import page, see_other
from scorekeeper.web.page.costs import Cost
from scorekeeper.web.page.incoming import (
    MARK,
    OfTable,
    argument,
    form_key,
    new_key,
    now,
    sent,
    stamp,
    store,
    to_enter,
)
from scorekeeper.web.page.place import Need, Place, at_once
from scorekeeper.web.table.choosing import any_game, choices, kept_presets
from scorekeeper.web.table.settings_form import SettingsForm

blueprint = OfTable("new", __name__)


class NewTable:
    """A table that is being laid: the names and settings as they were typed, and what
    is wrong.

    404 for no game; the preset is the first where none is named, which is what this
    phone played last where it has played the game.
    """

    # Long: each field, and what it is.
    def __init__(self, slug: str, typed: MultiDict[str, str], key: str = "") -> None:
        self.game = GAMES.get(slug) or abort(404)
        kept = kept_presets(self.game)
        self.presets = (*(preset for preset, _ in kept), *self.game.presets)
        self.names_kept = {preset.code: name for preset, name in kept}
        """What tables called their own game, by the codes of their presets."""
        self.preset = self._preset(typed.get("preset"))
        self.key = key or new_key()
        self.settings = SettingsForm(self.game, self.preset.settings)
        self.settings.read(typed)
        names = {field.name for field in fields(self.game.settings_type)}
        numbers = self.game.players
        if self.game.numbers is not None:
            numbers = self.game.numbers(self.preset.settings)
        self.counts_players = "players" in names and len(numbers) > 1
        """Whether the seats filled decide how many play: the settings then have
        `players`."""
        self.ring: Ring = self.game.ring(self.settings.answers)
        """Every seat that may be filled; a game with several numbers of players shows
        most."""
        self.least = len(self.ring)
        """How many seats must be filled."""
        if self.counts_players:
            self.ring = numbered(max(numbers))
            self.least = min(numbers)
        self.names = {
            seat.value: clean(typed.get(f"seat{seat.value}", "")) for seat in self.ring
        }
        self.own_seat = self._own_seat(typed.get("own"))
        """The seat of the player who opens the table, which nobody takes by its link:
        the one chosen, South or the first where nothing was said, None for somebody who
        plays none."""
        self.refused: dict[str, object] = {}
        self.form_errors: list[object] = []

    def _preset(self, code: str | None) -> Preset[Any]:
        for preset in self.presets:
            if preset.code == code:
                return preset
        return self.presets[0]

    def _own_seat(self, letter: str | None) -> Seat | None:
        if letter is None:
            return Seat.SOUTH if Seat.SOUTH in self.ring else self.ring[0]
        for seat in self.ring:
            if seat.value == letter:
                return seat
        return None

    def label(self, preset: Preset[Any]) -> object:
        usual = message(f"{self.game.family}.preset.{preset.code}")
        return self.names_kept.get(preset.code, usual)

    @property
    def people(self) -> list[str]:
        return [name for name in self.names.values() if name]

    def validate(self) -> bool:
        """Whether the seats are filled, by different people, and the settings are
        answered.

        Seats that must be filled, and those before one that is, can't be empty.
        """
        self.refused |= refused_among(self.names)
        filled = [n for n, seat in enumerate(self.ring) if self.names[seat.value]]
        last = filled[-1] if filled else 0
        has_gap = False
        for n, seat in enumerate(self.ring):
            if n in filled:
                continue
            is_first_gap = n < last and not has_gap
            has_gap = has_gap or n < last
            if n < self.least or is_first_gap:
                self.refused[seat.value] = message("refused.no-name", seat=seat)
        return not self.settings.refused and not self.refused

    def answers(self) -> Any:
        answers = self.settings.answers
        if self.counts_players:
            return replace(answers, players=len(self.people))
        return answers


@blueprint.get("/new", need=Need.OPEN)
def choose() -> ResponseReturnValue:
    sought = argument("q").strip()[:40]
    return page(
        "new/game.html", choices=choices(sought), sought=sought, any_game=any_game()
    )


@blueprint.get("/new/<slug>", need=Need.OPEN)
def lay(slug: str) -> ResponseReturnValue:
    names = ("preset", *(name for name in request.args if name.startswith("seat")))
    typed = MultiDict((name, argument(name)) for name in names)
    form = NewTable(slug, typed)
    if form.preset.code != argument("preset"):
        last = store().index.recent(limit=1, phone=phone.only_own())
        people = last[0].people if last else ()
        for seat, person in zip(form.ring, people, strict=False):
            form.names[seat.value] = person
    return _shown(form)


@blueprint.post("/new/<slug>", need=Need.OPEN, cost=Cost.OPENING)
def opened(slug: str) -> ResponseReturnValue:
    form = NewTable(slug, request.form, form_key())
    if not form.validate():
        return _shown(form, status=422)
    try:
        session_id = _opened(form)
    except (RuleViolation, Refused) as refusal:
        form.form_errors.append(refusal.why)
        return _shown(form, status=422)
    then = "seats.phones" if sent("then") == "phones" else "sessions.table"
    return see_other(url_for(then, session_id=session_id))


def _opened(form: NewTable) -> str:
    settings = form.answers()
    ring = form.game.ring(settings)
    own = form.own_seat if form.own_seat in ring else None
    noted = (PhoneSeated((own,), Arrival.OWN),) if own else ()
    # not within: what is undone and done again would not renew it
    me = phone.claiming()

    def work(_db: object) -> str:
        session_id = create(form.game, settings, form.people, form.key, noted)
        store().phones.host(session_id, me, ring, now(), own)
        return session_id

    return store().in_transaction(work)


@blueprint.post("/t/<session_id>/again", need=Need.READ, cost=Cost.OPENING)
def again(table: Session) -> ResponseReturnValue:
    people = [person for _, person in table.folded.people]
    try:
        opened_id = opened_after(table, table.settings, people)
    except Refused:  # this form opened another table before
        return see_other(url_for("home.home"))
    return see_other(url_for("sessions.table", session_id=opened_id))


def opened_after(
    table: Session, settings: Any, people: list[str], more: tuple[Event, ...] = ()
) -> str:
    """Open the table that follows this one, with its phones; one of its own for a phone
    that has no place there. Answers its id. Raises RuleViolation."""
    key = form_key()
    me = phone.claiming()

    def work(mine: Place) -> str:
        opened_id = create(table.game, settings, people, key, more, after=table.id)
        if mine.may_enter:
            _goes_on(table, opened_id)
        else:
            store().phones.host(opened_id, me, table.ring, now())
        return opened_id

    return at_once(table.id, work)


def _goes_on(table: Session, opened_id: str) -> None:
    """Take the phones of a table along to the one that follows it; both logs say so.

    Nothing where that is done: the form was sent again.
    """
    phones = store().phones

    def work(_db: object) -> None:
        if phones.holdings(opened_id):
            return
        phones.follow(opened_id, table.id, now())
        went = to_enter(WentOn(opened_id))
        store().append(table.id, went, stamp(f"went-on-{opened_id}"))
        notes = _came_along(table, phones.every_holding(opened_id))
        if notes:
            came = Command(tuple(Entry(note) for note in notes))
            store().append(opened_id, came, stamp(f"came-from-{table.id}"))

    store().in_transaction(work, table.id, opened_id)


def _came_along(table: Session, holdings: tuple[Holding, ...]) -> list[Phoned]:
    """Who is at the table that follows this one with a phone that is not the host's;
    and that the sides have accepted its arbiter."""
    hosts = {holding.phone for holding in holdings if holding.role is Role.HOST}
    seats_of = dict[str, list[Seat]]()
    roles = []
    for holding in holdings:
        if holding.seat is not None and holding.phone not in hosts:
            seats_of.setdefault(holding.phone, []).append(holding.seat)
        if holding.role is not None and holding.role is not Role.HOST:
            roles.append(holding.role)
    waiting = table.parties
    if Role.ARBITER in roles:
        own = frozenset(seat for seats in seats_of.values() for seat in seats)
        waiting = to_accept_arbiter(table, own)
    return [
        *(PhoneSeated(tuple(seats)) for seats in seats_of.values()),
        *(PhoneIs(role) for role in roles),
        *(ArbiterAccepted(party.id) for party in table.parties if party not in waiting),
    ]


def create(
    game: AnyGame,
    settings: Any,
    people: list[str],
    key: str,
    more: tuple[Event, ...] = (),
    after: str = "",
) -> str:
    """Open a session with these people seated in order, which begins with `more`, for
    the phone that asks; answers its id, which is made here alone.

    The same form of this phone, about the table `after` where there is one, answers the
    session that it opened then.
    """
    me = phone.claiming()
    about = f"{after} {key}"
    # In letters and digits: one that began with a dash would be an option on the
    # command line.
    session = store().phones.opening(me, about, secrets.token_hex(16), now())
    opened_at = store().now().astimezone().isoformat(timespec="seconds")
    header = Header(session, game.slug, game.edition, encode(settings), opened_at)
    ring = game.ring(settings)
    seated = [Seated(person, seat) for person, seat in zip(people, ring, strict=False)]
    first = tuple(Entry(event) for event in (*seated, *more))
    store().create(header, first, Stamp(now(), key=key))
    return session


def _shown(form: NewTable, status: int = 200) -> Response:
    slug = form.game.slug
    preset = form.preset
    settings = form.settings
    named = [
        ("key", form.key),
        ("preset", preset.code),
        (MARK, new_key()),
    ]
    return page(
        "new/table.html",
        code=status,
        game={"slug": slug, "name": message(f"game.{slug}")},
        form=form,
        parties=form.game.parties(settings.answers),
        persons=store().index.names(phone=phone.only_own()),
        first=settings.first(),
        groups=settings.groups(are_first_left_out=True),
        opens_rules=settings.refused and not form.refused,
        entry={"action": url_for("new.opened", slug=slug), "hidden": named},
        blank_url=url_for("records.blank_of_game", slug=slug, preset=preset.code),
    )
