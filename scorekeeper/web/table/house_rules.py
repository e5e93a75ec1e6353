"""House rules changed in mid-session: other answers, what they move, everybody's
consent."""

from math import ceil
from typing import Any

from flask import Response, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core import rules_notes
from scorekeeper.core.codec import encode
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import named
from scorekeeper.core.session import Command, Entry, Event
from scorekeeper.store import Stale
from scorekeeper.tables.new_rules import Proposal, carried_on, pending, preview
from scorekeeper.tables.session import Session, column
from scorekeeper.tables.voices import SILENCE, silent_seconds
from scorekeeper.web.page import answers, incoming, phone
from scorekeeper.web.page.answers import see_other
from scorekeeper.web.page.incoming import at, now
from scorekeeper.web.page.place import Need, place, speaker_here
from scorekeeper.web.table.new import SettingsForm, opened_after
from scorekeeper.web.table.presenters import page_of
from scorekeeper.web.table.sessions import append, stale

blueprint = incoming.OfTable(
    "house_rules", __name__, url_prefix="/t/<session_id>/rules"
)


class Change:
    """A table that may change its rules, the answers that were sent, and who agrees
    here."""

    def __init__(self, session: Session) -> None:
        self.session, self.people = session, session.folded.people
        self.form = SettingsForm(session.game, session.settings)
        if request.method == "POST":
            self.form.read(request.form)
        mine = place(session.id).seats
        ticked = request.form.getlist("agreed")
        self.here = tuple(seat for seat, _ in self.people if seat in mine)
        """The seats taken by somebody that are played from this phone."""
        self.agreed = tuple(
            one for one in self.here if "all" in ticked or one.value in ticked
        )
        """Those of them that said they agree; all of them where it says so in one
        tap."""

    def is_answered(self) -> bool:
        """Whether the answers could be read, and one of them is another."""
        return not self.form.refused and bool(
            self.form.answers != self.session.settings
        )

    def record(
        self, *events: Event, proposed: Proposal | None = None
    ) -> ResponseReturnValue:
        """Record what is said of the change, and the change where the last have
        agreed."""
        session = self.session
        command = Command(tuple(Entry(event) for event in events))
        try:
            append(session, command)
            is_done = isinstance(
                events[-1], rules_notes.SettingsChanged
            ) or _made_if_agreed(session.id)
        except Stale as refusal:
            return stale(session, command, refusal)
        except RuleViolation as refusal:
            return self.preview_page(refusal.why, 422, proposed)
        return see_other(at(session, "sessions.sheet" if is_done else ".proposal"))

    def form_page(self, refusal: Message | None = None, code: int = 422) -> Response:
        told = {"groups": self.form.groups(), "refusal": refusal}
        action = at(self.session, ".shown")
        return page_of(
            self.session, "rules/change.html", code=code, action=action, **told
        )

    def preview_page(
        self,
        refusal: Message | None = None,
        code: int = 200,
        proposed: Proposal | None = None,
    ) -> Response:
        """What the answers, or those that were proposed, would move, and who is to
        agree."""
        session = self.session
        people = self.people
        settings = proposed.settings if proposed else self.form.answers
        try:
            found = preview(session, settings)
        except RuleViolation as why:
            return self.form_page(why.why)
        sent = _sent(session, settings)
        mark = (incoming.MARK, incoming.new_key())
        said = [("proposal", proposed.entry.seq)] if proposed else sent
        action = at(session, ".answer" if proposed else ".change")
        fresh = {
            "action": at(session, ".begin"),
            "hidden": [("key", incoming.new_key()), mark, *sent],
        }
        return page_of(
            session,
            "rules/preview.html",
            code=code,
            found=found,
            names={
                party.id: column(party, people).name for party in session.sheet.parties
            },
            no_longer=[
                (misfit.entry, named(misfit.why.why, people))
                for misfit in found.misfits
            ],
            proposed=proposed,
            missing=proposed.missing if proposed else tuple(seat for seat, _ in people),
            here=self.here,
            carried=[
                named(one.said(), people) for one in carried_on(session, settings)
            ],
            entry={"action": action, "hidden": [*answers.hidden(session), *said]},
            begin=fresh,
            ticked=request.form.getlist("agreed"),
            minutes=_minutes_left(session, proposed)
            if proposed and place(session.id).is_host
            else None,
            refusal=named(refusal, people) if refusal else None,
        )


@blueprint.get("/change", need=Need.ENTER)
def form(session: Session) -> ResponseReturnValue:
    return Change(session).form_page(code=200)


@blueprint.route("/preview", methods=["GET", "POST"], need=Need.ENTER)
def shown(session: Session) -> ResponseReturnValue:
    if request.method == "GET":  # such as a page that is loaded again
        return see_other(at(session, ".form"))
    asked = Change(session)
    why = None if asked.form.refused else message("refused.no-change")
    return asked.preview_page() if asked.is_answered() else asked.form_page(why)


@blueprint.post("/change", need=Need.ENTER)
def change(session: Session) -> ResponseReturnValue:
    """All agree: the session is worked out under the new rules.

    Where seats have phones of their own, the change is proposed to them.
    """
    asked = Change(session)
    if not asked.is_answered():
        return asked.form_page(message("refused.no-change"))
    kind = (
        rules_notes.SettingsProposed
        if len(asked.here) < len(asked.people)
        else rules_notes.SettingsChanged
    )
    return asked.record(kind(encode(asked.form.answers), asked.agreed))


@blueprint.get("/proposal", need=Need.READ)
def proposal(session: Session) -> ResponseReturnValue:
    if (found := pending(session)) is None:
        return see_other(at(session, "sessions.settings"))
    return Change(session).preview_page(proposed=found)


@blueprint.post("/proposal", need=Need.ENTER)
def answer(session: Session) -> ResponseReturnValue:
    """Seats agree to the change or don't; with the last of them it is made."""
    asked = Change(session)
    found = pending(session)
    if found is None or found.entry.seq != request.form.get("proposal", type=int):
        return see_other(at(session, "sessions.settings"))
    seq = found.entry.seq
    if "declined" in request.form:
        return asked.record(
            rules_notes.SettingsDeclined(seq, place(session.id).seats), proposed=found
        )
    if "instead" in request.form:
        others = tuple(seat for seat in found.missing if seat not in asked.here)
        return asked.record(
            rules_notes.SettingsAgreed(seq, others, instead=True), proposed=found
        )
    made: list[Event] = [rules_notes.SettingsAgreed(seq, asked.agreed)]
    if set(found.missing) <= set(asked.agreed):
        seated = tuple(seat for seat, _ in asked.people)
        made.append(rules_notes.SettingsChanged(encode(found.settings), seated))
    return asked.record(*made, proposed=found)


@blueprint.post("/begin", need=Need.ENTER)
def begin(session: Session) -> ResponseReturnValue:
    """A new table under the other rules, which the score in progress is carried in
    to."""
    asked = Change(session)
    people = [person for _, person in session.folded.people]
    if asked.form.refused:
        return asked.form_page()
    settings = asked.form.answers
    try:
        opened_id = opened_after(
            session, settings, people, carried_on(session, settings)
        )
    except RuleViolation as refusal:
        return asked.preview_page(refusal.why, 422)
    return see_other(url_for("sessions.table", session_id=opened_id))


def _minutes_left(session: Session, proposed: Proposal) -> int:
    asked = speaker_here(session).own & {*proposed.missing}
    waited = silent_seconds(session, proposed.entry, asked, now())
    return ceil(max(0, SILENCE - waited) / 60)


def _made_if_agreed(session_id: str) -> bool:
    """Make a change to which the last seats agreed at the same moment, each on its own
    phone."""
    found = pending(incoming.open_table(session_id))
    if found is None or found.missing:
        return False
    command = Command(
        (Entry(rules_notes.SettingsChanged(encode(found.settings), found.agreed)),)
    )
    key = phone.derived(f"agreed {session_id} {found.entry.seq}")
    incoming.store().append(session_id, command, incoming.stamp(key))
    return True


def _sent(session: Session, settings: Any) -> list[tuple[str, object]]:
    was: dict[str, Any] = encode(session.settings)
    new = [(name, one) for name, one in encode(settings).items() if one != was[name]]
    figures = (
        (name, one if isinstance(one, list) else [(None, one)]) for name, one in new
    )
    return [
        (f"{name}.{of}" if of else name, one)
        for name, each in figures
        for of, one in each
    ]
