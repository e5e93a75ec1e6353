"""House rules changed in mid-session: other answers, what they move, everybody's consent."""

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.codec import encode
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.house_rules import (
    SettingsAgreed,
    SettingsChanged,
    SettingsDeclined,
    SettingsProposed,
)
from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import Seat, named
from scorekeeper.core.session import Command, Entry, Event
from scorekeeper.store import Stale
from scorekeeper.tables.house_rules import (
    Moved,
    Proposal,
    carried_on,
    changed_names,
    pending,
    preview,
)
from scorekeeper.tables.session import Session
from scorekeeper.tables.sheet import column, said_of
from scorekeeper.web.phones import phone
from scorekeeper.web.server.access import place
from scorekeeper.web.server.security import Need
from scorekeeper.web.table import presenters
from scorekeeper.web.table.new import create, goes_on
from scorekeeper.web.table.pages import form_key, new_key, open_table, page, see_other, stamp, store
from scorekeeper.web.table.recording import append, hidden, stale
from scorekeeper.web.table.settings_form import SettingsForm

blueprint = Blueprint("house_rules", __name__, url_prefix="/t/<session_id>/rules")


@dataclass(frozen=True, slots=True)
class Asked:
    """A table that may change its rules, and the answers that were sent."""

    session: Session
    form: SettingsForm

    @property
    def settings(self) -> Any:
        """The settings as they would be."""
        return self.form.answers

    @property
    def is_other(self) -> bool:
        """Whether anything would change."""
        return bool(self.settings != self.session.settings)

    def url(self, view: str) -> str:
        """The address of a page of this change."""
        return url_for(f"house_rules.{view}", session_id=self.session.id)


@blueprint.get("/change", need=Need.ENTER)
def form(session_id: str) -> ResponseReturnValue:
    """Every question with the answer in force, to be answered differently."""
    return _form_page(_asked(session_id))


@blueprint.route("/preview", methods=["GET", "POST"], need=Need.ENTER)
def shown(session_id: str) -> ResponseReturnValue:
    """What other answers would move, before anybody agrees to them."""
    asked = _asked(session_id)
    if request.method == "GET":  # such as a page that is loaded again
        return see_other(asked.url("form"))
    if not asked.form.validate():
        return _form_page(asked, code=422)
    if not asked.is_other:
        return _form_page(asked, message("refused.no-change"), 422)
    return _preview_page(asked)


@blueprint.post("/change", need=Need.ENTER)
def change(session_id: str) -> ResponseReturnValue:
    """All agree: the session is worked out under the new rules.

    Where seats have phones of their own, the change is proposed to them.
    """
    asked = _asked(session_id)
    if not asked.form.validate() or not asked.is_other:
        return _form_page(asked, message("refused.no-change"), 422)
    agreed = _agreed(asked.session)
    written = encode(asked.settings)
    if _elsewhere(asked.session):
        event: Event = SettingsProposed(written, agreed)
    else:
        event = SettingsChanged(written, agreed)
    return _recorded(asked, Command((Entry(event),)))


@blueprint.get("/proposal", need=Need.READ)
def proposal(session_id: str) -> ResponseReturnValue:
    """The change that was proposed, as it would move the sheet now, and who has agreed."""
    asked = _asked(session_id)
    found = pending(asked.session)
    if found is None:
        return see_other(url_for("sessions.settings", session_id=session_id))
    return _preview_page(asked, proposed=found)


@blueprint.post("/proposal", need=Need.ENTER)
def answer(session_id: str) -> ResponseReturnValue:
    """Seats agree to the change or don't; with the last of them it is made."""
    asked = _asked(session_id)
    session, found = asked.session, pending(asked.session)
    if found is None or found.entry.seq != request.form.get("proposal", type=int):
        return see_other(url_for("sessions.settings", session_id=session_id))
    seq, seats = found.entry.seq, _agreed(session)
    if "declined" in request.form:
        mine = place(session_id).seats
        return _recorded(asked, Command((Entry(SettingsDeclined(seq, mine)),)), found)
    made: list[Event] = [SettingsAgreed(seq, seats)]
    if set(found.missing) <= set(seats):
        seated = tuple(seat for seat, _ in session.folded.people)
        made.append(SettingsChanged(encode(found.settings), seated))
    return _recorded(asked, Command(tuple(Entry(one) for one in made)), found)


def _made_if_agreed(session_id: str) -> bool:
    """Make a change to which the last seats agreed at the same moment, each on its own phone."""
    session = open_table(session_id)
    found = pending(session)
    if found is None or found.missing:
        return False
    event = SettingsChanged(encode(found.settings), found.agreed)
    key = phone.derived(f"agreed {session_id} {found.entry.seq}")
    store().append(session_id, Command((Entry(event),)), stamp(key))
    return True


@blueprint.post("/begin", need=Need.ENTER)
def begin(session_id: str) -> ResponseReturnValue:
    """A new table under the other rules, which the score in progress is carried in to."""
    asked = _asked(session_id)
    if not asked.form.validate():
        return _form_page(asked, code=422)
    session = asked.session
    people = [person for _, person in session.folded.people]
    more = carried_on(session, asked.settings)
    try:
        opened_id = create(session.game, asked.settings, people, form_key(), more, after=session.id)
        goes_on(session, opened_id)
    except RuleViolation as refusal:
        return _preview_page(asked, refusal.why, 422)
    return see_other(url_for("sessions.table", session_id=opened_id))


def _asked(session_id: str) -> Asked:
    session = open_table(session_id)
    answers = SettingsForm(session.game, session.settings)
    if request.method == "POST":
        answers.read(request.form)
    return Asked(session, answers)


def _agreed(session: Session) -> tuple[Seat, ...]:
    """The seats of this phone that said they agree; all of them where it says so in one tap."""
    ticked = request.form.getlist("agreed")
    return tuple(seat for seat in _here(session) if "all" in ticked or seat.value in ticked)


def _here(session: Session) -> tuple[Seat, ...]:
    """The seats taken by somebody that are played from this phone."""
    mine = place(session.id).seats
    return tuple(seat for seat, _ in session.folded.people if seat in mine)


def _elsewhere(session: Session) -> bool:
    """Whether somebody is to be asked on another phone."""
    return len(_here(session)) < len(session.folded.people)


def _recorded(
    asked: Asked, command: Command, proposed: Proposal | None = None
) -> ResponseReturnValue:
    session = asked.session
    try:
        append(session, command)
        is_done = any(isinstance(one.event, SettingsChanged) for one in command.entries)
        is_done = is_done or _made_if_agreed(session.id)
    except Stale as refusal:
        return stale(session, command, refusal)
    except RuleViolation as refusal:
        return _preview_page(asked, refusal.why, 422, proposed)
    view = "sessions.sheet" if is_done else "house_rules.proposal"
    return see_other(url_for(view, session_id=session.id))


# ---- pages ----


def _form_page(
    asked: Asked, refusal: Message | None = None, code: int = 200
) -> ResponseReturnValue:
    return page(
        "rules/change.html",
        code=code,
        **presenters.frame(asked.session),
        groups=asked.form.groups(),
        entry={"action": asked.url("shown")},
        refusal=refusal,
    )


def _preview_page(
    asked: Asked,
    refusal: Message | None = None,
    code: int = 200,
    proposed: Proposal | None = None,
) -> ResponseReturnValue:
    session = asked.session
    settings = proposed.settings if proposed else asked.settings
    try:
        found = preview(session, settings)
    except RuleViolation as why:
        return _form_page(asked, why.why, 422)
    sent = _sent(session, settings)
    people = session.folded.people
    answer = {
        "action": asked.url("answer" if proposed else "change"),
        "hidden": [*hidden(session), *([("proposal", proposed.entry.seq)] if proposed else sent)],
    }
    return page(
        "rules/preview.html",
        code=code,
        **presenters.frame(session),
        answers=found.answers,
        rows=[_moved(session, one) for one in found.rows],
        totals=[_points(session, *one) for one in found.totals],
        no_longer=[
            {"said": named(said_of(one.entry), people), "why": named(one.why.why, people)}
            for one in found.misfits
        ],
        **_consent(session, proposed),
        carried=[named(one.said(), people) for one in carried_on(session, settings)],
        entry=answer,
        begin={
            "action": asked.url("begin"),
            "hidden": [("key", new_key()), (phone.FIELD, phone.mark()), *sent],
        },
        ticked=request.form.getlist("agreed"),
        back_url=asked.url("form"),
        refusal=named(refusal, people) if refusal else None,
    )


def _consent(session: Session, proposed: Proposal | None) -> dict[str, Any]:
    """Who is asked on this phone, and who has agreed or is asked on another."""
    persons, here = dict(session.folded.people), _here(session)
    missing = proposed.missing if proposed else tuple(persons)
    return {
        "seats": [
            {"value": seat.value, "name": seat, "person": persons[seat]}
            for seat in here
            if seat in missing
        ],
        "agreed": [persons[seat] for seat in proposed.agreed] if proposed else [],
        "elsewhere": [persons[seat] for seat in missing if seat not in here],
        "is_proposed": proposed is not None,
    }


def _sent(session: Session, settings: Any) -> list[tuple[str, object]]:
    """The answers that differ, as a form sends them."""
    fields: list[tuple[str, object]] = []
    for name in changed_names(session.settings, settings):
        answer = encode(getattr(settings, name))
        if isinstance(answer, list):
            fields += [(f"{name}.{figure}", points) for figure, points in answer]
        else:
            fields.append((name, answer))
    return fields


def _moved(session: Session, one: Moved) -> dict[str, Any]:
    return {
        "label": one.row.label,
        "points": [_points(session, *points) for points in one.points],
    }


def _points(session: Session, party: str, before: object, after: object) -> dict[str, Any]:
    found = next(one for one in session.sheet.parties if one.id == party)
    name = column(found, session.folded.people).name
    return {"name": name, "before": before, "after": after, "is_same": before == after}
