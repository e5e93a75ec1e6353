"""House rules changed in mid-session: other answers, what they move, everybody's consent."""

from typing import Any

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.codec import encode
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Message, message
from scorekeeper.core.notes import (
    SettingsAgreed,
    SettingsChanged,
    SettingsDeclined,
    SettingsProposed,
)
from scorekeeper.core.seats import named
from scorekeeper.core.session import Command, Entry, Event
from scorekeeper.store import Stale
from scorekeeper.tables.agreement import Proposal, carried_on, pending, preview
from scorekeeper.tables.session import Session, column, said_then
from scorekeeper.web.phones import phone
from scorekeeper.web.server.access import Need, place
from scorekeeper.web.table import presenters
from scorekeeper.web.table.new import SettingsForm, opened_after
from scorekeeper.web.table.pages import (
    MARK,
    hidden,
    new_key,
    open_table,
    page,
    see_other,
    stamp,
    store,
)
from scorekeeper.web.table.sessions import append, stale

blueprint = Blueprint("house_rules", __name__, url_prefix="/t/<session_id>/rules")


class Change:
    """A table that may change its rules, the answers that were sent, and who agrees here."""

    def __init__(self, session_id: str) -> None:
        self.session = session = open_table(session_id)
        self.people = session.folded.people
        self.form = SettingsForm(session.game, session.settings)
        if request.method == "POST":
            self.form.read(request.form)
        mine, ticked = place(session_id).seats, request.form.getlist("agreed")
        self.here = tuple(seat for seat, _ in self.people if seat in mine)
        """The seats taken by somebody that are played from this phone."""
        self.agreed = tuple(one for one in self.here if "all" in ticked or one.value in ticked)
        """Those of them that said they agree; all of them where it says so in one tap."""

    @property
    def is_elsewhere(self) -> bool:
        """Whether somebody is to be asked on another phone."""
        return len(self.here) < len(self.people)

    def url(self, view: str) -> str:
        """The address of a page of this change."""
        return url_for(f"house_rules.{view}", session_id=self.session.id)

    def is_answered(self) -> bool:
        """Whether the answers could be read, and one of them is another."""
        return self.form.validate() and bool(self.form.answers != self.session.settings)

    def record(self, *events: Event, proposed: Proposal | None = None) -> ResponseReturnValue:
        """Record what is said of the change, and the change where the last have agreed."""
        session, command = self.session, Command(tuple(Entry(one) for one in events))
        try:
            append(session, command)
            is_done = any(isinstance(one, SettingsChanged) for one in events)
            is_done = is_done or _made_if_agreed(session.id)
        except Stale as refusal:
            return stale(session, command, refusal)
        except RuleViolation as refusal:
            return self.preview_page(refusal.why, 422, proposed)
        view = "sessions.sheet" if is_done else "house_rules.proposal"
        return see_other(url_for(view, session_id=session.id))

    def form_page(self, refusal: Message | None = None, code: int = 422) -> ResponseReturnValue:
        """Every question with its answer."""
        return page(
            "rules/change.html",
            code=code,
            **presenters.frame(self.session),
            groups=self.form.groups(),
            entry={"action": self.url("shown")},
            refusal=refusal,
        )

    def preview_page(
        self, refusal: Message | None = None, code: int = 200, proposed: Proposal | None = None
    ) -> ResponseReturnValue:
        """What the answers, or those that were proposed, would move, and who is to agree."""
        session, people = self.session, self.people
        settings = proposed.settings if proposed else self.form.answers
        try:
            found = preview(session, settings)
        except RuleViolation as why:
            return self.form_page(why.why)
        sent = _sent(session, settings)
        said = [("proposal", proposed.entry.seq)] if proposed else sent
        return page(
            "rules/preview.html",
            code=code,
            **presenters.frame(session),
            answers=found.answers,
            rows=[
                {"label": one.row.label, "points": [_points(session, *each) for each in one.points]}
                for one in found.rows
            ],
            totals=[_points(session, *one) for one in found.totals],
            no_longer=[
                {"said": said_then(session, one.entry), "why": named(one.why.why, people)}
                for one in found.misfits
            ],
            **self._consent(proposed),
            carried=[named(one.said(), people) for one in carried_on(session, settings)],
            entry={
                "action": self.url("answer" if proposed else "change"),
                "hidden": [*hidden(session), *said],
            },
            begin={
                "action": self.url("begin"),
                "hidden": [("key", new_key()), (MARK, phone.mark()), *sent],
            },
            ticked=request.form.getlist("agreed"),
            back_url=self.url("form"),
            refusal=named(refusal, people) if refusal else None,
        )

    def _consent(self, proposed: Proposal | None) -> dict[str, Any]:
        """Who is asked on this phone, and who has agreed or is asked on another."""
        persons = dict(self.people)
        missing = proposed.missing if proposed else tuple(persons)
        return {
            "seats": [
                {"value": seat.value, "name": seat, "person": persons[seat]}
                for seat in self.here
                if seat in missing
            ],
            "agreed": [persons[seat] for seat in proposed.agreed] if proposed else [],
            "elsewhere": [persons[seat] for seat in missing if seat not in self.here],
            "is_proposed": proposed is not None,
        }


@blueprint.get("/change", need=Need.ENTER)
def form(session_id: str) -> ResponseReturnValue:
    """Every question with the answer in force, to be answered differently."""
    return Change(session_id).form_page(code=200)


@blueprint.route("/preview", methods=["GET", "POST"], need=Need.ENTER)
def shown(session_id: str) -> ResponseReturnValue:
    """What other answers would move, before anybody agrees to them."""
    asked = Change(session_id)
    if request.method == "GET":  # such as a page that is loaded again
        return see_other(asked.url("form"))
    if not asked.is_answered():
        return asked.form_page(None if asked.form.refused else message("refused.no-change"))
    return asked.preview_page()


@blueprint.post("/change", need=Need.ENTER)
def change(session_id: str) -> ResponseReturnValue:
    """All agree: the session is worked out under the new rules.

    Where seats have phones of their own, the change is proposed to them.
    """
    asked = Change(session_id)
    if not asked.is_answered():
        return asked.form_page(message("refused.no-change"))
    kind = SettingsProposed if asked.is_elsewhere else SettingsChanged
    return asked.record(kind(encode(asked.form.answers), asked.agreed))


@blueprint.get("/proposal", need=Need.READ)
def proposal(session_id: str) -> ResponseReturnValue:
    """The change that was proposed, as it would move the sheet now, and who has agreed."""
    asked = Change(session_id)
    found = pending(asked.session)
    if found is None:
        return see_other(url_for("sessions.settings", session_id=session_id))
    return asked.preview_page(proposed=found)


@blueprint.post("/proposal", need=Need.ENTER)
def answer(session_id: str) -> ResponseReturnValue:
    """Seats agree to the change or don't; with the last of them it is made."""
    asked = Change(session_id)
    found = pending(asked.session)
    if found is None or found.entry.seq != request.form.get("proposal", type=int):
        return see_other(url_for("sessions.settings", session_id=session_id))
    seq = found.entry.seq
    if "declined" in request.form:
        return asked.record(SettingsDeclined(seq, place(session_id).seats), proposed=found)
    made: list[Event] = [SettingsAgreed(seq, asked.agreed)]
    if set(found.missing) <= set(asked.agreed):
        seated = tuple(seat for seat, _ in asked.people)
        made.append(SettingsChanged(encode(found.settings), seated))
    return asked.record(*made, proposed=found)


@blueprint.post("/begin", need=Need.ENTER)
def begin(session_id: str) -> ResponseReturnValue:
    """A new table under the other rules, which the score in progress is carried in to."""
    asked = Change(session_id)
    session, settings = asked.session, asked.form.answers
    if not asked.form.validate():
        return asked.form_page()
    people = [person for _, person in asked.people]
    more = carried_on(session, settings)
    try:
        opened_id = opened_after(session, settings, people, more)
    except RuleViolation as refusal:
        return asked.preview_page(refusal.why, 422)
    return see_other(url_for("sessions.table", session_id=opened_id))


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


def _sent(session: Session, settings: Any) -> list[tuple[str, object]]:
    """The answers that differ, as a form sends them."""
    fields: list[tuple[str, object]] = []
    was: dict[str, Any] = encode(session.settings)
    for name, answer in encode(settings).items():
        if answer == was[name]:
            continue
        if isinstance(answer, list):
            fields += [(f"{name}.{figure}", points) for figure, points in answer]
        else:
            fields.append((name, answer))
    return fields


def _points(session: Session, party: str, before: object, after: object) -> dict[str, Any]:
    found = next(one for one in session.sheet.parties if one.id == party)
    name = column(found, session.folded.people).name
    return {"name": name, "before": before, "after": after, "is_same": before == after}
