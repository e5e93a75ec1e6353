"""A new table: which game, who sits where, under which rules."""

import secrets
from dataclasses import dataclass, field, replace
from typing import Any

from flask import Blueprint, abort, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.chain import Stamp
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import Seated
from scorekeeper.core.messages import message
from scorekeeper.core.seats import Ring, numbered
from scorekeeper.core.session import Entry, Header
from scorekeeper.core.wire import encode
from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.web.evening import NAME_LENGTH, clean
from scorekeeper.web.pages import page, see_other
from scorekeeper.web.settings_form import SettingsForm
from scorekeeper.web.tables import now, open_table, store

blueprint = Blueprint("new", __name__)


@dataclass(slots=True)
class NewTable:
    """The names and settings of a table that is being laid, with what is wrong with them."""

    game: Game
    names: dict[str, str]
    settings: SettingsForm
    key: str
    refused: dict[str, object] = field(default_factory=dict)

    @property
    def ring(self) -> Ring:
        """Every seat that may be filled; a game with several numbers of players shows most."""
        if len(self.game.players) > 1:
            return numbered(max(self.game.players))
        return self.game.ring(self.settings.answers)

    @property
    def seats(self) -> list[dict[str, Any]]:
        """The fields for the names."""
        needed = min(self.game.players)
        return [
            {
                "name": f"seat{seat.value}",
                "label": seat,
                "value": self.names.get(seat.value, ""),
                "optional": n >= needed,
                "errors": [self.refused[seat.value]] if seat.value in self.refused else [],
            }
            for n, seat in enumerate(self.ring)
        ]

    @property
    def presets(self) -> list[dict[str, Any]]:
        """The presets to choose from; the one in force is marked."""
        return [
            {
                "code": preset.code,
                "label": message(f"{self.game.family}.preset.{preset.code}"),
                "chosen": preset.settings == self.settings.answers,
            }
            for preset in self.game.presets
        ]

    def validate(self) -> bool:
        """Whether the seats are filled, by different people, and the settings are answered."""
        seats = {seat.value: self.names.get(seat.value, "") for seat in self.ring}
        used: set[str] = set()
        for seat, name in seats.items():
            if len(name) > NAME_LENGTH:
                self.refused[seat] = message("refused.name-length", person=name, length=len(name))
            elif name and name.casefold() in used:
                self.refused[seat] = message("refused.same-name", person=name)
            used.add(name.casefold())
        self._check_number([bool(name) for name in seats.values()])
        return self.settings.validate() and not self.refused

    def _check_number(self, filled: list[bool]) -> None:
        least = min(self.game.players)
        for seat, is_filled in zip(self.ring[:least], filled, strict=False):
            if not is_filled:
                self.refused[seat.value] = message("refused.no-name", seat=seat)
        last = max((n for n, one in enumerate(filled) if one), default=-1)
        gap = next((n for n in range(last) if not filled[n]), None)
        if gap is not None:
            seat = self.ring[gap]
            self.refused.setdefault(seat.value, message("refused.no-name", seat=seat))

    def answers(self) -> Any:
        """The settings in force, with the number of players where the game asks for it."""
        count = sum(1 for name in self.names.values() if name)
        if len(self.game.players) > 1:
            return replace(self.settings.answers, players=count)
        return self.settings.answers


@blueprint.get("/new")
def choose() -> ResponseReturnValue:
    """Which game?"""
    games = [
        {
            "name": message(f"game.{game.slug}"),
            "about": message(f"game.{game.slug}.about"),
            "url": url_for("new.lay", slug=game.slug),
        }
        for game in GAMES.values()
    ]
    return page("new/game.html", games=games)


@blueprint.get("/new/<slug>")
def lay(slug: str) -> ResponseReturnValue:
    """Names and settings; the people of the last table are filled in."""
    game = GAMES.get(slug) or abort(404)
    last = store().summaries(limit=1)
    names = [person for person in last[0].people if person] if last else []
    form = NewTable(game, {}, SettingsForm(game, game.presets[0].settings), new_key())
    form.names = {seat.value: name for seat, name in zip(form.ring, names, strict=False)}
    return _shown(form)


@blueprint.post("/new/<slug>")
def opened(slug: str) -> ResponseReturnValue:
    """Open the table, or show it again with another preset's answers."""
    game = GAMES.get(slug) or abort(404)
    wanted = request.form.get("use_preset")
    preset = next((p for p in game.presets if p.code == wanted), None)
    settings = SettingsForm(game, preset.settings if preset else game.presets[0].settings)
    if preset is None:
        settings.read(request.form)
    form = NewTable(game, {}, settings, request.form.get("key") or new_key())
    form.names = {
        seat.value: clean(request.form.get(f"seat{seat.value}", "")) for seat in form.ring
    }
    if preset is not None:
        return _shown(form)
    if not form.validate():
        return _shown(form, status=422)
    people = [form.names[seat.value] for seat in form.ring if form.names.get(seat.value)]
    try:
        session_id = create(game, form.answers(), people, form.key)
    except RuleViolation as refusal:
        form.refused[form.ring[0].value] = refusal.why
        return _shown(form, status=422)
    return see_other(url_for("sessions.table", session_id=session_id))


@blueprint.post("/t/<session_id>/again")
def again(session_id: str) -> ResponseReturnValue:
    """The same game with the same people and settings, from the start."""
    table = open_table(session_id)
    people = [person for _, person in table.folded.people]
    key = request.form.get("key") or new_key()
    session_id = create(table.game, table.settings, people, key)
    return see_other(url_for("sessions.table", session_id=session_id))


def create(game: Game, settings: Any, people: list[str], key: str) -> str:
    """Open a session with these people seated in order; answers its id.

    A key that was used before answers the session it opened then.
    """
    at = now()
    header = Header(session_of(key), game.slug, game.edition, encode(settings), at)
    seated = tuple(
        Entry(Seated(person, seat))
        for seat, person in zip(game.ring(settings), people, strict=False)
    )
    store().create(header, seated, Stamp(at, key=key))
    return header.session


def new_key() -> str:
    """A fresh idempotency key, minted when a form is drawn."""
    return secrets.token_urlsafe(16)


def session_of(key: str) -> str:
    """The id of the session that the form with this key opens: the same form, the same table."""
    return key[:22] if len(key) >= 22 else new_key()


def _shown(form: NewTable, status: int = 200) -> ResponseReturnValue:
    return page(
        "new/table.html",
        status=status,
        game={"slug": form.game.slug, "name": message(f"game.{form.game.slug}")},
        form=form,
        groups=form.settings.groups(),
        persons=store().persons(),
        action=url_for("new.opened", slug=form.game.slug),
    )
