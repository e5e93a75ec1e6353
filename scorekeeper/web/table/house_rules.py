"""House rules changed in mid-session: other answers, what they move, everybody's
consent."""

from dataclasses import fields
from math import ceil
from typing import Any

from flask import Response, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.codec import encode
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Message, message
from scorekeeper.core.rules_notes import (
    SettingsAgreed,
    SettingsChanged,
    SettingsDeclined,
    SettingsProposed,
)
from scorekeeper.core.seats import People, named, personal
from scorekeeper.core.session import Command, Entry, Event
from scorekeeper.store import Stale
from scorekeeper.tables.new_rules import (
    Preview,
    Proposal,
    carried_on,
    pending,
    preview,
)
from scorekeeper.tables.session import Session, column
from scorekeeper.tables.voices import SILENCE, silent_seconds
from scorekeeper.web.page import phone
from scorekeeper.web.page.answers import go_to, hidden, see_other
from scorekeeper.web.page.incoming import (
    MARK,
    OfTable,
    at,
    new_key,
    now,
    open_table,
    stamp,
    store,
    to_enter,
)
from scorekeeper.web.page.parts import Values
from scorekeeper.web.page.place import Need, place, speaker_here
from scorekeeper.web.table.new import opened_after
from scorekeeper.web.table.presenters import page_of
from scorekeeper.web.table.sessions import append, stale
from scorekeeper.web.table.settings_form import SettingsForm

blueprint = OfTable("house_rules", __name__, url_prefix="/t/<session_id>/rules")


class Change:
    """A table that may change its rules, the answers that were sent, and who agrees
    here."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.people = session.folded.people
        self.form = SettingsForm(session.game, session.settings)
        if request.method == "POST":
            self.form.read(request.form)
        mine = place(session.id).seats
        ticked = request.form.getlist("agreed")
        self.here = tuple(seat for seat, _ in self.people if seat in mine)
        """The seats taken by somebody that are played from this phone."""
        self.agreed = tuple(
            seat for seat in self.here if "all" in ticked or seat.value in ticked
        )
        """Those of them that said they agree; all of them where it says so in one
        tap."""

    def is_answered(self) -> bool:
        return not self.form.refused and bool(
            self.form.answers != self.session.settings
        )

    def record(
        self, *events: Event, proposed: Proposal | None = None
    ) -> ResponseReturnValue:
        session = self.session
        command = Command(tuple(Entry(event) for event in events))
        is_done = isinstance(events[-1], SettingsChanged)
        try:
            append(session, command)
            is_done = is_done or _made_if_agreed(session.id)
        except Stale as refusal:
            return stale(session, command, refusal)
        except RuleViolation as refusal:
            return self.preview_page(refusal.why, 422, proposed)
        return go_to(session, "sessions.sheet" if is_done else ".proposal")

    def form_page(self, refusal: Message | None = None, code: int = 422) -> Response:
        return page_of(
            self.session,
            "rules/change.html",
            code=code,
            action=at(self.session, ".shown"),
            groups=self.form.groups(),
            refusal=refusal,
        )

    def preview_page(
        self,
        refusal: Message | None = None,
        code: int = 200,
        proposed: Proposal | None = None,
    ) -> Response:
        session = self.session
        people = self.people
        settings = proposed.settings if proposed else self.form.answers
        try:
            found = preview(session, settings)
        except RuleViolation as no_longer:
            return self.form_page(no_longer.why)
        names = {
            party.id: column(party, people).name for party in session.sheet.parties
        }
        no_longer_fits = [
            (misfit.entry, named(misfit.why.why, people)) for misfit in found.misfits
        ]
        carried = [
            named(event.said(), people) for event in carried_on(session, settings)
        ]
        return page_of(
            session,
            "rules/preview.html",
            code=code,
            found=found,
            names=names,
            ends=_ends_said(found, people),
            no_longer=no_longer_fits,
            proposed=proposed,
            missing=proposed.missing if proposed else tuple(seat for seat, _ in people),
            here=self.here,
            carried=carried,
            entry=_agreement_form(session, settings, proposed),
            begin=_begin_form(session, settings),
            ticked=request.form.getlist("agreed"),
            minutes=_minutes_left(session, proposed) if proposed else None,
            refusal=named(refusal, people) if refusal else None,
        )


def _ends_said(found: Preview, people: People) -> list[tuple[object, ...]]:
    return [
        (label, *(said and personal(said, people) for said in headlines))
        for label, *headlines in found.ends
    ]


def _agreement_form(
    session: Session, settings: Any, proposed: Proposal | None
) -> Values:
    kept = hidden(session)
    if proposed is not None:
        kept.append(("proposal", proposed.entry.seq))
        return {"action": at(session, ".answer"), "hidden": kept}
    kept += _sent(session, settings)
    return {"action": at(session, ".change"), "hidden": kept}


def _begin_form(session: Session, settings: Any) -> Values:
    kept = [
        ("key", new_key()),
        (MARK, new_key()),
        *_sent(session, settings),
    ]
    return {"action": at(session, ".begin"), "hidden": kept}


@blueprint.get("/change", need=Need.ENTER)
def form(session: Session) -> ResponseReturnValue:
    return Change(session).form_page(code=200)


@blueprint.route("/preview", methods=["GET", "POST"], need=Need.ENTER)
def shown(session: Session) -> ResponseReturnValue:
    if request.method == "GET":  # such as a page that is loaded again
        return go_to(session, ".form")
    asked = Change(session)
    if asked.is_answered():
        return asked.preview_page()
    why = None if asked.form.refused else message("refused.no-change")
    return asked.form_page(why)


@blueprint.post("/change", need=Need.ENTER)
def change(session: Session) -> ResponseReturnValue:
    """All agree: the session is worked out under the new rules.

    Where seats have phones of their own, the change is proposed to them.
    """
    asked = Change(session)
    if not asked.is_answered():
        return asked.form_page(message("refused.no-change"))
    settings = encode(asked.form.answers)
    if len(asked.here) < len(asked.people):
        return asked.record(SettingsProposed(settings, asked.agreed))
    return asked.record(SettingsChanged(settings, asked.agreed))


@blueprint.get("/proposal", need=Need.READ)
def proposal(session: Session) -> ResponseReturnValue:
    proposed = pending(session)
    if proposed is None:
        return go_to(session, "sessions.settings")
    return Change(session).preview_page(proposed=proposed)


@blueprint.post("/proposal", need=Need.ENTER)
def answer(session: Session) -> ResponseReturnValue:
    asked = Change(session)
    proposed = pending(session)
    seq = request.form.get("proposal", 0, type=int)
    if proposed is None or proposed.entry.seq != seq:
        return go_to(session, "sessions.settings")
    if "declined" in request.form:
        declined = SettingsDeclined(seq, place(session.id).seats)
        return asked.record(declined, proposed=proposed)
    if "instead" in request.form:
        others = tuple(seat for seat in proposed.missing if seat not in asked.here)
        agreed = SettingsAgreed(seq, others, instead=True)
        return asked.record(agreed, proposed=proposed)
    events: list[Event] = [SettingsAgreed(seq, asked.agreed)]
    if set(proposed.missing) <= set(asked.agreed):
        seated = tuple(seat for seat, _ in asked.people)
        events.append(SettingsChanged(encode(proposed.settings), seated))
    return asked.record(*events, proposed=proposed)


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


def _minutes_left(session: Session, proposed: Proposal) -> int | None:
    if not place(session.id).is_host:
        return None
    asked = speaker_here(session).own.intersection(proposed.missing)
    waited = silent_seconds(session, proposed.entry, asked, now())
    return ceil(max(0, SILENCE - waited) / 60)


def _made_if_agreed(session_id: str) -> bool:
    proposed = pending(open_table(session_id))
    if proposed is None or proposed.missing:
        return False
    settings = encode(proposed.settings)
    changed = SettingsChanged(settings, proposed.agreed)
    key = phone.derived(f"agreed {session_id} {proposed.entry.seq}")
    command = to_enter(changed)
    store().append(session_id, command, stamp(key))
    return True


def _sent(session: Session, settings: Any) -> list[tuple[str, object]]:
    changed = list[tuple[str, object]]()
    for asked in fields(settings):  # a file leaves out some that have their default
        name = asked.name
        answer = encode(getattr(settings, name))
        if answer == encode(getattr(session.settings, name)):
            continue
        if isinstance(answer, list):  # of figures
            changed += ((f"{name}.{figure}", number) for figure, number in answer)
        else:
            changed.append((name, answer))
    return changed
