"""House rules changed in mid-session: what is proposed, what it would do to the sheet,
and how a table goes on under other rules."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, NamedTuple

from scorekeeper.core import rules_notes
from scorekeeper.core.codec import encode
from scorekeeper.core.evening import CarriedIn, DealerIs
from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import PartyId, Seat
from scorekeeper.core.session import Command, Entry, Misfit, Recorded, Stamp
from scorekeeper.core.sheet import Points, Row, ScoreSheet, Section
from scorekeeper.tables.rules_in_force import answer_said
from scorekeeper.tables.session import Session, newly_unfit, once

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


class Change(NamedTuple):
    """A party by its id, its points before and after; None where the row was or would
    not be there."""

    party: PartyId
    before: Points | None
    after: Points | None


@dataclass(frozen=True, slots=True)
class Preview:
    """What a change of the settings does before anybody agrees to it: each question
    that is answered otherwise, before and after; each row of the sheet whose lines
    change, with the points that do; the `totals` of every party; each game that ends
    otherwise, with how it stands before and after; the entries that would no longer
    fit."""

    answers: tuple[tuple[Message, object, object], ...]
    rows: tuple[tuple[Row, list[Change]], ...]
    totals: tuple[Change, ...]
    ends: tuple[tuple[Message, Message | None, Message | None], ...]
    misfits: tuple[Misfit, ...]


class Proposed(NamedTuple):
    """The last change that was proposed and nobody has declined: its entry, the
    settings as the log has them, and the seats that agreed, each with the entry by
    which it did."""

    entry: Recorded
    settings: Mapping[str, Any]
    agreed: dict[Seat, int]


@once
def proposed(session: Session) -> Proposed | None:
    last: Proposed | None = None
    for entry in session.folded.order:
        event = entry.event
        if isinstance(event, rules_notes.SettingsProposed):
            agreed = dict.fromkeys(event.seats, entry.seq)
            last = Proposed(entry, event.settings, agreed)
        elif isinstance(event, rules_notes.SettingsAgreed):
            if last and event.proposal == last.entry.seq:
                last.agreed.update(dict.fromkeys(event.seats, entry.seq))
        elif isinstance(
            event, rules_notes.SettingsDeclined | rules_notes.SettingsChanged
        ):
            last = None
    return last


@once
def pending(session: Session) -> Proposal | None:
    """The last change proposed, until it is agreed to by all, declined or overtaken;
    else None."""
    waiting = proposed(session)
    if waiting is None:
        return None
    seated = [seat for seat, _ in session.folded.people]
    return Proposal(
        waiting.entry,
        session.game.settings_of(waiting.settings),
        agreed=tuple(seat for seat in seated if seat in waiting.agreed),
        missing=tuple(seat for seat in seated if seat not in waiting.agreed),
    )


def change(session: Session, settings: Any) -> rules_notes.SettingsChanged:
    return rules_notes.SettingsChanged(encode(settings), session.ring)


def preview(session: Session, settings: Any) -> Preview:
    """What the sheet becomes under other settings: what `change` does, without
    recording it. Raises RuleViolation when this table can't change to them."""
    command = Command((Entry(change(session, settings)),))
    after = session.grown(session.additions(command, _PREVIEW))
    return Preview(
        tuple(_answers_changed(session, settings)),
        tuple(_rows_changed(session, after)),
        tuple(_changes(session, session.sheet, after.sheet)),
        tuple(_ends_changed(session.sheet.sections, after.sheet.sections)),
        newly_unfit(session, after),
    )


def _answers_changed(
    session: Session, settings: Any
) -> Iterator[tuple[Message, object, object]]:
    game = session.game
    for question in game.rule_sheet.questions:
        before = getattr(session.settings, question.name)
        if before != getattr(settings, question.name):
            yield (
                message(f"{game.family}.setting.{question.name}"),
                answer_said(game, question, session.settings),
                answer_said(game, question, settings),
            )


def _rows_changed(
    session: Session, after: Session
) -> Iterator[tuple[Row, list[Change]]]:
    old = {row.id: row for row in session.sheet.rows()}
    new = {row.id: row for row in after.sheet.rows()}
    for row in (new | old).values():
        was = old.get(row.id)
        now = new.get(row.id)
        if was is None or now is None or was.lines != now.lines:
            changes = _changes(session, was, now)
            yield row, [change for change in changes if change.before != change.after]


def _changes(
    session: Session, was: Row | ScoreSheet | None, now: Row | ScoreSheet | None
) -> Iterator[Change]:
    for party in session.sheet.parties:
        yield Change(
            party.id,
            was.total(party.id) if was else None,
            now.total(party.id) if now else None,
        )


def _ends_changed(
    old: tuple[Section, ...], new: tuple[Section, ...]
) -> Iterator[tuple[Message, Message | None, Message | None]]:
    for was, now in zip_longest(old, new):
        if _winners(was) != _winners(now):
            yield (
                (was or now).label,
                was.headline if was else None,
                now.headline if now else None,
            )


# Who has won a game, or nobody; None where it goes on or isn't played.
def _winners(game: Section | None) -> tuple[PartyId, ...] | None:
    return game.winners if game and game.is_over else None


def carried_on(session: Session, settings: Any) -> tuple[CarriedIn | DealerIs, ...]:
    """What a new table under other settings begins with: the score of the rubber or
    game in progress, and whose deal it is. What is over stays where it is."""
    game = session.game
    state = session.folded.state
    if game.carried_over is not None:
        begun: list[CarriedIn | DealerIs] = [*game.carried_over(state, settings)]
    else:
        begun = [*_score_carried(session, settings)]
    dealer = game.opened_by(state)
    if dealer and dealer is not game.opened_by(game.start(settings)):
        begun.append(DealerIs(dealer))
    return tuple(begun)


# Where others play together under the new settings, nobody has the score of before.
def _score_carried(session: Session, settings: Any) -> Iterator[CarriedIn]:
    part = session.game.carried_parts(settings)[0]
    parties = session.game.parties(settings)
    for section in session.sheet.sections[-1:]:
        for party in session.sheet.parties:
            points = section.total(party.id)
            if points and party in parties and not section.is_over:
                yield CarriedIn(party.id, int(points), str(part))
