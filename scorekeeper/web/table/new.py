"""A new table: which game, who sits where, under which rules."""

import re
import secrets
from dataclasses import fields, replace
from enum import Enum
from typing import Any, get_type_hints

from flask import Response, abort, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from scorekeeper.core.codec import encode
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import Seated
from scorekeeper.core.messages import Message, listed, message
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
from scorekeeper.core.settings import Figures, Setting
from scorekeeper.games import GAMES
from scorekeeper.games.game import AnyGame
from scorekeeper.store import Refused
from scorekeeper.tables.accepted_arbiter import to_accept_arbiter
from scorekeeper.tables.names import clean, refused_among
from scorekeeper.tables.rules_in_force import answer_said, figure_named
from scorekeeper.tables.session import Session
from scorekeeper.tables.voices import Holding
from scorekeeper.web.page import incoming, phone
from scorekeeper.web.page.answers import page, see_other
from scorekeeper.web.page.incoming import now, stamp, store, words
from scorekeeper.web.page.parts import Values
from scorekeeper.web.page.place import Need, Place, at_once
from scorekeeper.words import spelt, unspelt


class SettingsForm:
    """The answers of a table, read from a form question by question.

    What can't be read leaves the answer as it was and is kept to be shown again.
    """

    def __init__(self, game: AnyGame, settings: Any) -> None:
        self.game = game
        self.answers = settings
        self.refused: dict[str, Message] = {}
        self._typed: dict[str, str] = {}
        self._kinds = get_type_hints(game.settings_type)

    def read(self, formdata: Any) -> None:
        """Take the answers from what was sent; a question that was not sent keeps its
        answer."""
        for question in self.game.rule_sheet.questions:
            name = question.name
            found = getattr(self.answers, question.name)
            if self._kinds[name] == Figures:
                typed = ((of, f"{name}.{of}", was) for of, was in found)
                found = tuple(
                    (
                        of,
                        self._number(
                            question, one, str(formdata.get(one, was)).strip(), was
                        ),
                    )
                    for of, one, was in typed
                )
            elif name in formdata:
                found = self._read(question, str(formdata[name]).strip(), found)
            try:
                self.answers = replace(self.answers, **{name: found})
            except ValueError:
                self.refused[name] = message("refused.no-such-answer", typed=str(found))
        if not self.refused and (clash := self.game.rule_sheet.clash(self.answers)):
            self.refused[clash.field] = clash.why

    def groups(self) -> list[tuple[Message, list[Values]]]:
        grouped: dict[str, list[Values]] = {}
        for question in self.game.rule_sheet.questions:
            grouped.setdefault(question.group, []).append(self._view(question))
        prefix = f"{self.game.family}.group."
        return [(message(prefix + group), views) for group, views in grouped.items()]

    def _read(self, question: Setting, typed: str, answer: Any) -> Any:
        kind = self._kinds[question.name]
        if kind is int:
            return self._number(question, question.name, typed, answer)
        if not isinstance(answer, Enum):
            return unspelt(typed, words())[:200] if kind is str else answer
        found = next(
            (member for member in type(answer) if str(member.value) == typed), None
        )
        if found is None:
            self.refused[question.name] = message("refused.no-such-answer", typed=typed)
        return answer if found is None else found

    def _number(self, question: Setting, name: str, typed: str, answer: int) -> int:
        is_whole = re.fullmatch("[-−]?[0-9]+", typed) and len(typed) <= 7
        number = int(typed.replace("−", "-")) if is_whole else None
        low = question.low
        high = question.high
        step = question.step
        if number is None or not low <= number <= high:
            why = message("refused.number-range", typed=typed, low=low, high=high)
        elif (number - low) % step:
            why = message("refused.number-step", typed=typed, step=step)
        else:
            return number
        self._typed[name], self.refused[question.name] = typed, why
        return answer

    def _view(self, question: Setting) -> Values:
        name = question.name
        kind = self._kinds[question.name]
        game = self.game
        answer = getattr(self.answers, name)
        label = f"{game.family}.setting.{name}"
        view: Values = {
            "asked": question,
            "name": name,
            "label": message(label),
            "help": message(f"{label}.help"),
            "errors": [self.refused[name]] if name in self.refused else [],
            "asked_if": self._asked_if(question),
            "kind": "number",
            "value": self._typed.get(name, answer),
        }
        if isinstance(answer, Enum):
            default = getattr(game.rule_sheet.defaults, name)
            cites = dict(question.readings)
            view |= {"kind": "choice", "default": default.value}
            view["options"] = [
                (
                    member.value,
                    question.said(game.family, member),
                    member is answer,
                    cites.get(member),
                )
                for member in type(answer)
            ]
        elif kind == Figures:
            view |= {
                "kind": "figures",
                "value": answer_said(game, question, self.answers),
            }
            view["figures"] = [
                (
                    one := f"{name}.{of}",
                    figure_named(game, question, of),
                    self._typed.get(one, n),
                )
                for of, n in answer
            ]
        elif kind is str:
            view |= {"kind": "text", "value": spelt(answer, words())}
        return view

    def _asked_if(self, question: Setting) -> Message | None:
        if question.asked_if is None:
            return None
        other, answers = question.asked_if
        prefix = f"{self.game.family}.setting.{other}"
        asked = self.game.rule_sheet.question(other)
        said = [asked.said(self.game.family, answer) for answer in answers]
        joined = listed(said, " / ")
        return message("setting.asked-if", question=message(prefix), answers=joined)


# ---- a new table ----


blueprint = incoming.OfTable("new", __name__)


class NewTable:
    """A table that is being laid: the names and settings as they were typed, and what
    is wrong.

    404 for no game; the preset is the first where none is named.
    """

    def __init__(self, slug: str, typed: MultiDict[str, str], key: str = "") -> None:
        self.game = game = GAMES.get(slug) or abort(404)
        named = (
            preset for preset in game.presets if preset.code == typed.get("preset")
        )
        self.preset = next(named, game.presets[0])
        self.key = key or incoming.new_key()
        self.settings = SettingsForm(game, self.preset.settings)
        self.settings.read(typed)
        self.counts_players = any(
            field.name == "players" for field in fields(game.settings_type)
        )
        """Whether the seats filled decide how many play: the settings then have
        `players`."""
        most = numbered(max(game.players)) if self.counts_players else None
        self.ring: Ring = most or game.ring(self.settings.answers)
        """Every seat that may be filled; a game with several numbers of players shows
        most."""
        self.least = min(game.players) if self.counts_players else len(self.ring)
        """How many seats must be filled."""
        self.names = {
            one.value: clean(typed.get(f"seat{one.value}", "")) for one in self.ring
        }
        usual = Seat.SOUTH if Seat.SOUTH in self.ring else self.ring[0]
        own = typed.get("own", usual.value)
        self.own_seat = next((seat for seat in self.ring if seat.value == own), None)
        """The seat of who opens the table, which nobody takes by its link: the one
        chosen, South or the first where nothing was said, None for somebody who plays
        none."""
        self.refused: dict[str, object] = {}
        self.form_errors: list[object] = []

    @property
    def people(self) -> list[str]:
        return [name for name in self.names.values() if name]

    def validate(self) -> bool:
        """Whether the seats are filled, by different people, and the settings are
        answered.

        Seats that must be filled, and those before one that is, can't be empty.
        """
        self.refused |= refused_among(self.names)
        empty = [n for n, seat in enumerate(self.ring) if not self.names[seat.value]]
        last = max({*range(len(self.ring))} - {*empty}, default=0)
        gap = [n for n in empty if n < last][:1]
        for n in {*gap, *(n for n in empty if n < self.least)}:
            self.refused[self.ring[n].value] = message(
                "refused.no-name", seat=self.ring[n]
            )
        return not self.settings.refused and not self.refused

    def answers(self) -> Any:
        """The settings in force, with the number of players where the game asks for
        it."""
        answers = self.settings.answers
        return (
            replace(answers, players=len(self.people))
            if self.counts_players
            else answers
        )


@blueprint.get("/new", need=Need.OPEN)
def choose() -> ResponseReturnValue:
    return page("new/game.html", games=GAMES)


@blueprint.get("/new/<slug>", need=Need.OPEN)
def lay(slug: str) -> ResponseReturnValue:
    """Names and settings. Choosing a preset comes here again, with the names typed so
    far."""
    typed = ("preset", *(name for name in request.args if name.startswith("seat")))
    form = NewTable(
        slug, MultiDict((name, request.args.get(name, "")) for name in typed)
    )
    if form.preset.code != request.args.get("preset"):
        last = store().index.recent(limit=1, phone=phone.only_own())
        people = last[0].people if last else ()
        form.names |= {
            one.value: name for one, name in zip(form.ring, people, strict=False)
        }
    return _shown(form)


@blueprint.post("/new/<slug>", need=Need.OPEN)
def opened(slug: str) -> ResponseReturnValue:
    form = NewTable(slug, request.form, incoming.form_key())
    if not form.validate():
        return _shown(form, status=422)
    try:
        ring = form.game.ring(form.answers())
        own = form.own_seat if form.own_seat in ring else None
        noted = (PhoneSeated((own,), Arrival.OWN),) if own else ()
        # not within: what is undone and done again would not renew it
        me = phone.claiming()

        def work(_db: object) -> str:
            session_id = create(form.game, form.answers(), form.people, form.key, noted)
            store().phones.host(session_id, me, ring, now(), own)
            return session_id

        session_id = store().together(work)
    except (RuleViolation, Refused) as refusal:
        form.form_errors.append(refusal.why)
        return _shown(form, status=422)
    return see_other(url_for("sessions.table", session_id=session_id))


@blueprint.post("/t/<session_id>/again", need=Need.READ)
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
    key = incoming.form_key()
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
        went = Command((Entry(WentOn(opened_id)),))
        store().append(table.id, went, stamp(f"went-on-{opened_id}"))
        came = Command(
            tuple(map(Entry, _came_along(table, phones.holdings(opened_id, "*"))))
        )
        if came.entries:
            store().append(opened_id, came, stamp(f"came-from-{table.id}"))

    store().together(work, table.id, opened_id)


def _came_along(table: Session, holdings: tuple[Holding, ...]) -> list[Phoned]:
    """Who is at the table that follows this one with a phone that is not the host's;
    and that the sides have accepted its arbiter."""
    hosts = {holding.phone for holding in holdings if holding.role is Role.HOST}
    own = frozenset(
        holding.seat
        for holding in holdings
        if holding.seat and holding.phone not in hosts
    )
    is_judged = any(holding.role is Role.ARBITER for holding in holdings)
    waiting = to_accept_arbiter(table, own) if is_judged else table.parties
    accepted = [
        ArbiterAccepted(party.id) for party in table.parties if party not in waiting
    ]
    seats: dict[str, tuple[Seat, ...]] = {}
    for one in holdings:
        if one.seat is not None and one.phone not in hosts:
            seats[one.phone] = (*seats.get(one.phone, ()), one.seat)
    roles = (
        holding.role
        for holding in holdings
        if holding.role and holding.role is not Role.HOST
    )
    return [*map(PhoneSeated, seats.values()), *map(PhoneIs, roles), *accepted]


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
    seated = (Seated(*one) for one in zip(people, game.ring(settings), strict=False))
    store().create(header, tuple(map(Entry, (*seated, *more))), Stamp(now(), key=key))
    return session


def _shown(form: NewTable, status: int = 200) -> Response:
    slug = form.game.slug
    preset = form.preset
    settings = form.settings
    named = [
        ("key", form.key),
        ("preset", preset.code),
        (incoming.MARK, incoming.new_key()),
    ]
    return page(
        "new/table.html",
        code=status,
        game={"slug": slug, "name": message(f"game.{slug}")},
        form=form,
        parties=form.game.parties(settings.answers),
        persons=store().index.names(phone=phone.only_own()),
        groups=settings.groups(),
        changed=settings.answers != preset.settings or settings.refused,
        entry={"action": url_for("new.opened", slug=slug), "hidden": named},
        blank_url=url_for("records.blank_of_game", slug=slug, preset=preset.code),
    )
