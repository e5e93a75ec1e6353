"""An entry in plain words: its fact with the persons who sat there then, and what it
speaks of, such as a ruling, by its deal and its subject. Nobody at a table knows the
numbers of entries."""

from collections.abc import Iterable

from scorekeeper.core.asked import JudgmentAsked
from scorekeeper.core.evening import Awarded, Voided
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.result_notes import (
    ChangeProposed,
    ResultConfirmed,
    ResultDisputed,
    SettledChanged,
)
from scorekeeper.core.ruling_notes import Ruled, RulingAccepted, RulingApplied
from scorekeeper.core.rulings import EffectKind
from scorekeeper.core.seals import LeftSealed, LookedAt, Opened
from scorekeeper.core.seats import named
from scorekeeper.core.session import Misfit, Recorded
from scorekeeper.tables.deals import row_now
from scorekeeper.tables.rulings.given import ruling_of
from scorekeeper.tables.rulings.on_deals import deal_of
from scorekeeper.tables.session import Session, said_of, seated_at, stands_at
from scorekeeper.tables.waiting_changes import change_of

_CarriedOut = RulingAccepted | RulingApplied | Awarded


def said_then(session: Session, entry: Recorded) -> object:
    """An entry's fact in plain words, with the persons who sat there when it was
    played, and behind it what it is about."""
    said = said_alone(session, entry)
    about = _about(session, entry)
    return said if about is None else message("event.about", said=said, what=about)


def said_alone(session: Session, entry: Recorded) -> object:
    """The same without what it is about, where it stands below that."""
    people = seated_at(session, stands_at(session, entry))
    return named(said_of(session.spelt(entry)), people)


def unfit_because(session: Session, misfit: Misfit) -> object:
    people = seated_at(session, stands_at(session, misfit.entry))
    return named(misfit.why.why, people)


def told_together(entries: Iterable[Recorded]) -> list[Recorded]:
    """Of entries of one command those that tell what it did: what only carries out a
    ruling that is among them says nothing more."""
    every = list(entries)
    rulings = set[int]()
    for entry in every:
        if isinstance(entry.event, Ruled):
            rulings.add(entry.seq)
    accepted = set[int]()
    for entry in every:
        if isinstance(entry.event, RulingAccepted):
            accepted.add(entry.event.ruling)
    told = []
    for entry in every:
        event = entry.event
        is_of_ruled = isinstance(event, _CarriedOut) and event.ruling in rulings
        is_done = isinstance(event, RulingApplied) and event.ruling in accepted
        is_total = (
            isinstance(event, Awarded)
            and event.effect != EffectKind.TRICKS
            and event.ruling in accepted
        )
        if is_of_ruled or is_done or is_total:
            continue
        told.append(entry)
    return told


# What an entry speaks of; None where it says that itself.
def _about(session: Session, entry: Recorded) -> object | None:
    event = entry.event
    if isinstance(event, Voided | Opened | LeftSealed | LookedAt):
        return said_then(session, session.entry(event.entry))
    if isinstance(event, Ruled | JudgmentAsked):
        return _deal_of(session, entry)
    if isinstance(event, ResultConfirmed | ResultDisputed):
        return _labels(session, (event.row,))
    if isinstance(event, SettledChanged) and event.ruling is None:
        return _labels(session, event.rows)
    return _told_of(session, event)


# The ruling that a fact or a note is on, the question, or the change that it agrees to.
def _told_of(session: Session, event: object) -> object | None:
    seq = getattr(event, "ruling", None) or getattr(event, "asked", None)
    if seq is not None:
        return _subject(session, session.entry(seq))
    proposal = getattr(event, "proposal", None)
    if proposal is not None:
        return _deal_changed(session, session.entry(proposal))
    return None


# "Deal 7: a player didn't follow suit".
def _subject(session: Session, entry: Recorded) -> Message:
    event = entry.event
    assert isinstance(event, Ruled | JudgmentAsked)  # noqa: S101 - what notes are on
    what = message(event.irregularity)
    deal = _deal_of(session, entry)
    return what if deal is None else message("event.of-deal", deal=deal, what=what)


def _deal_of(session: Session, entry: Recorded) -> Message | None:
    event = entry.event
    row = None
    if isinstance(event, JudgmentAsked) and event.deal:
        row = row_now(session, (event.deal,))
    given = ruling_of(session, entry.seq) if isinstance(event, Ruled) else None
    if given is not None:
        row = deal_of(session, given).row
    return row.label if row is not None else None


def _deal_changed(session: Session, proposal: Recorded) -> object | None:
    event = proposal.event
    if not isinstance(event, ChangeProposed):
        return None
    change = change_of(session.game, event.change)
    places = [entry.place for entry in change.entries if entry.place is not None]
    row = row_now(session, (*change.voids, *places))
    return row.label if row is not None else None


def _labels(session: Session, rows: tuple[int, ...]) -> object | None:
    found = [session.sheet.row(row) for row in rows]
    labels = [row.label for row in found if row is not None]
    return listed(labels) if labels else None
