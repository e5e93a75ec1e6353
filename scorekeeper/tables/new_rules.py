"""House rules changed in mid-session: what is proposed, what it would do to the sheet,
and how a table goes on under other rules."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from scorekeeper.core import rules_notes
from scorekeeper.core.codec import encode
from scorekeeper.core.evening import CarriedIn, DealerIs
from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Command, Entry, Misfit, Recorded, Stamp
from scorekeeper.core.sheet import Points, Row, ScoreSheet
from scorekeeper.tables.rules_in_force import answer_said
from scorekeeper.tables.session import (
    Session,
    once,
)

# ---- changed in mid-session ----


_PREVIEW = Stamp("1970-01-01T00:00:00Z", key="preview")


@dataclass(frozen=True, slots=True)
class Proposal:
    """A change that waits for the consent of all: its entry, the settings, who agrees
    by now and who is still to be asked."""

    entry: Recorded
    settings: Any
    agreed: tuple[Seat, ...]
    missing: tuple[Seat, ...]


_Change = tuple[str, Points | None, Points | None]
"""A party by its id, its points before and after; None where the row was or would not
be there."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What a change of the settings does before anybody agrees to it: each question
    that is answered otherwise, before and after; each row of the sheet whose lines
    change, with the points that do; the `totals` of every party; the entries that would
    no longer fit."""

    answers: tuple[tuple[Message, object, object], ...]
    rows: tuple[tuple[Row, list[_Change]], ...]
    totals: tuple[_Change, ...]
    misfits: tuple[Misfit, ...]


@once
def pending(session: Session) -> Proposal | None:
    """The last change proposed, until it is agreed to by all, declined or overtaken."""
    entry = None
    settings = None
    agreed = set[Seat]()
    for one in session.folded.order:
        event = one.event
        if isinstance(event, rules_notes.SettingsProposed):
            entry = one
            settings = event.settings
            agreed = set(event.seats)
        elif (
            isinstance(event, rules_notes.SettingsAgreed)
            and entry
            and event.proposal == entry.seq
        ):
            agreed |= set(event.seats)
        elif isinstance(
            event, rules_notes.SettingsDeclined | rules_notes.SettingsChanged
        ):
            entry = None
    if entry is None or settings is None:
        return None
    seated = [seat for seat, _ in session.folded.people]
    there, missing = (
        tuple(s for s in seated if (s in agreed) is has) for has in (True, False)
    )
    return Proposal(entry, session.game.settings_of(settings), there, missing)


def change(session: Session, settings: Any) -> rules_notes.SettingsChanged:
    """The change of this table's settings to these, agreed to by every seat."""
    return rules_notes.SettingsChanged(encode(settings), session.ring)


def preview(session: Session, settings: Any) -> Preview:
    """What the sheet becomes under other settings: what `change` does, without
    recording it. Raises RuleViolation when this table can't change to them."""
    command = Command((Entry(change(session, settings)),))
    after = session.grown(session.additions(command, _PREVIEW))
    game = session.game
    known = {misfit.entry.seq for misfit in session.folded.misfits}
    old, new = ({row.id: row for row in one.sheet.rows()} for one in (session, after))
    both = ((row, old.get(row.id), new.get(row.id)) for row in (new | old).values())
    said = partial(answer_said, game)
    asked = f"{game.family}.setting."
    return Preview(
        tuple(
            (
                message(asked + question.name),
                said(question, session.settings),
                said(question, settings),
            )
            for question in game.rule_sheet.questions
            if getattr(session.settings, question.name)
            != getattr(settings, question.name)
        ),
        tuple(
            (row, [one for one in _changes(session, was, now) if one[1] != one[2]])
            for row, was, now in both
            if was is None or now is None or was.lines != now.lines
        ),
        tuple(_changes(session, session.sheet, after.sheet)),
        tuple(
            misfit for misfit in after.folded.misfits if misfit.entry.seq not in known
        ),
    )


def _changes(
    session: Session, was: Row | ScoreSheet | None, now: Row | ScoreSheet | None
) -> Iterator[_Change]:
    for party in session.sheet.parties:
        yield (
            party.id,
            was.total(party.id) if was else None,
            now.total(party.id) if now else None,
        )


def carried_on(session: Session, settings: Any) -> tuple[CarriedIn | DealerIs, ...]:
    """What a new table under other settings begins with: the score of the rubber or
    game in progress, and whose deal it is. What is over stays where it is."""
    game = session.game
    state = session.folded.state
    open_ones = [
        section for section in session.sheet.sections[-1:] if not section.is_over
    ]
    totals = (
        (party.id, of.total(party.id))
        for of in open_ones
        for party in session.sheet.parties
    )
    if game.carried_over is not None:
        scores = game.carried_over(state, settings)
    else:
        part = game.carried_parts(settings)[0]
        scores = tuple(
            CarriedIn(one, int(points), part) for one, points in totals if points
        )
    dealer = game.opened_by(state)
    usual = game.opened_by(game.start(settings))
    return (*scores, *((DealerIs(dealer),) if dealer and dealer is not usual else ()))
