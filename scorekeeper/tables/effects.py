"""From an accepted ruling to the score, as ordinary facts: the score needs no sums of its own.

`carried_out` says which facts, `applied` which command records them, `due` which ruling waits for
it. What is recorded settles every ruling that is due with it. A result that is corrected later is
the one of the table, without its rulings: those that add to it or take from it are due again.
"""

from collections.abc import Iterator
from dataclasses import replace

from scorekeeper.core.docket import NOTED, Ruled, RulingAccepted, RulingAppealed, RulingApplied
from scorekeeper.core.evening import Adjusted, ThrownIn, Voided
from scorekeeper.core.rulings import Effect
from scorekeeper.core.seats import Party
from scorekeeper.core.session import Command, Entry, Event, Recorded
from scorekeeper.core.sheet import Row
from scorekeeper.tables.agreement import consenting
from scorekeeper.tables.session import Session, once
from scorekeeper.tables.watching import deal_row

ADDING = ("tricks", "doubling")
"""The effects that change whatever result the table enters: after a correction they are due again.
All others say the result themselves."""

# ---- the rulings, and what was answered to them ----


@once
def ruled_on(session: Session) -> tuple[Recorded, ...]:
    """The entries in force that are rulings."""
    return tuple(entry for entry in session.folded.order if isinstance(entry.event, Ruled))


def answer_to(session: Session, seq: int) -> Recorded | None:
    """The last word on the ruling of this entry: it was accepted, appealed, or nothing yet."""
    return _answers(session).get(seq)


@once
def _answers(session: Session) -> dict[int, Recorded]:
    """The last word on each ruling, by the ruling's entry."""
    return {
        entry.event.ruling: entry
        for entry in session.folded.order
        if isinstance(entry.event, RulingAccepted | RulingAppealed)
    }


def state_of(answer: Recorded | None) -> str:
    """Where a ruling stands: "open", "accepted", "settled" by another remedy, "appealed"."""
    if answer is None:
        return "open"
    if isinstance(answer.event, RulingAccepted):
        return "settled" if answer.event.remedy else "accepted"
    return "appealed"


@once
def numbers(session: Session) -> dict[int, int]:
    """What number each ruling has, those struck out counted."""
    ruled = (entry.seq for entry in session.log if isinstance(entry.event, Ruled))
    return {seq: number for number, seq in enumerate(ruled, start=1)}


# ---- where it stands ----


def effect_state(session: Session, entry: Recorded) -> str:
    """What of a ruling is in the score: "none" to enter, "due", "applied" or "dropped"."""
    event = entry.event
    if not isinstance(event, Ruled) or not event.effects:
        return "none"
    done = _applications(session).get(entry.seq)
    if done is not None and _is_in_force(session, event, done):
        return "applied"
    return "dropped" if state_of(answer_to(session, entry.seq)) == "settled" else "due"


@once
def _applications(session: Session) -> dict[int, Recorded]:
    """The entries that say that a ruling's effect is in the score, by the ruling."""
    notes = (entry for entry in session.folded.order if isinstance(entry.event, RulingApplied))
    return {note.event.ruling: note for note in notes if isinstance(note.event, RulingApplied)}


def _is_in_force(session: Session, event: Ruled, done: Recorded) -> bool:
    """Whether what carried the effect out still holds, or another ruling was put on top of it."""
    if not all(one.kind in ADDING for one in event.effects):
        return True
    return all(_holds(session, fact) for fact in _facts_with(session, done))


def _facts_with(session: Session, entry: Recorded) -> list[Recorded]:
    """The facts of the game that were recorded in one command with this entry."""
    same = (one for one in session.log if one.key == entry.key)
    return [one for one in same if not isinstance(one.event, (*NOTED, Voided))]


def _holds(session: Session, fact: Recorded) -> bool:
    """Whether a fact is in force, or in the one that a further ruling has made of it."""
    if fact.seq in {one.seq for one in session.folded.order}:
        return True
    after = next((one for one in session.log if one.place == fact.seq), None)
    return after is not None and bool(_adding(session, after)) and _holds(session, after)


def _adding(session: Session, fact: Recorded) -> list[Ruled]:
    """The rulings that made this fact of another one by adding to it or taking from it."""
    notes = (one.event for one in session.log if one.key == fact.key)
    of = (session.log[one.ruling - 1].event for one in notes if isinstance(one, RulingApplied))
    return [
        one for one in of if isinstance(one, Ruled) and all(e.kind in ADDING for e in one.effects)
    ]


def before_rulings(session: Session, entries: tuple[Recorded, ...]) -> tuple[Recorded, ...]:
    """These entries as the table entered them, before rulings added to them or took from them:
    that is what is corrected, and the rulings follow it."""
    return tuple(replace(one, event=_as_entered(session, one)) for one in entries)


def _as_entered(session: Session, entry: Recorded) -> Event:
    while entry.place is not None and _adding(session, entry):
        entry = session.log[entry.place - 1]
    return entry.event


@once
def due(session: Session) -> Recorded | None:
    """The first accepted ruling that could be entered in the score by now and has not been."""
    return next(owing(session), None)


def owing(session: Session) -> Iterator[Recorded]:
    """Every accepted ruling that could be entered in the score by now and has not been."""
    for entry in ruled_on(session):
        is_accepted = state_of(answer_to(session, entry.seq)) == "accepted"
        if is_accepted and effect_state(session, entry) == "due":
            row = ruled_row(session, entry)
            if row is not None and "open" not in row.marks:
                yield entry


def ruled_row(session: Session, entry: Recorded) -> Row | None:
    """The row of the deal that a ruling is about; None while nothing of it has been recorded.

    A ruling belongs to the deal in progress then. Where there was none, the facts say whether it
    is about the last one, or about one that was recorded only later; where its play had not come,
    whether it is about the one before.
    """
    event, before = entry.event, deal_row(session, entry.seq)
    assert isinstance(event, Ruled)  # noqa: S101 - the docket holds rulings
    which = dict(event.facts).get("which")
    if which == "before" and before is not None:
        return deal_row(session, before.id)
    if before is not None and which != "now":
        was_open = "open" in before.marks or max(before.entries) > entry.seq
        if which == "last" or was_open or event.effects:
            return before
    return next((row for row in session.sheet.rows() if row.id > entry.seq), None)


# ---- carrying it out ----


def applied(session: Session, ruling: Recorded, reason: str, *answer: Entry) -> Command:
    """The command that enters what a ruling does to the score, after the answer to it; the answer
    alone while that can't be said."""
    is_done = effect_state(session, ruling) == "applied"
    done = None if is_done else carried_out(session, ruling, reason)
    if done is None or not (done.entries or done.voids):
        return Command(answer)
    before = _applications(session).get(ruling.seq)
    voids = (*done.voids, before.seq) if before else done.voids
    return Command((*answer, *done.entries, Entry(RulingApplied(ruling.seq))), voids, reason)


def consent_to(session: Session, ruling: Recorded, command: Command) -> tuple[Party, ...]:
    """Who must agree to what carries a ruling out, as to a correction: the sides that confirmed
    the result which it is about; nobody where it moves no points."""
    moves = command.voids or any(not isinstance(one.event, NOTED) for one in command.entries)
    row = ruled_row(session, ruling) or deal_row(session, ruling.seq)
    return consenting(session, row.entries) if moves and row is not None else ()


def carried_out(session: Session, ruling: Recorded, reason: str) -> Command | None:
    """What carries out all effects of a ruling; None while that can't be said.

    It can't before the deal has the result that is to be changed, and never where the game has
    no fact for it.
    """
    assert isinstance(ruling.event, Ruled)  # noqa: S101 - the docket holds rulings
    row = ruled_row(session, ruling)
    done = [_one(session, row, effect, reason) for effect in ruling.event.effects]
    if not all(done):
        return None
    each = [one for one in done if one is not None]
    voids = dict.fromkeys(seq for one in each for seq in one.voids)
    return Command(tuple(entry for one in each for entry in one.entries), tuple(voids))


def _one(session: Session, row: Row | None, effect: Effect, reason: str) -> Command | None:
    if effect.kind == "points":
        return Command((Entry(Adjusted(effect.party, effect.amount, reason)),))
    if row is None:
        return None
    if effect.kind == "void":
        if "open" in row.marks:
            return Command((Entry(ThrownIn(reason)),))
        return Command((), row.entries)
    return _amended(session, row, effect)


def _amended(session: Session, row: Row, effect: Effect) -> Command | None:
    """The fact of this deal that the effect changes, as it is changed."""
    arbiter = session.game.arbiter
    if arbiter is None:
        return None
    if "open" in row.marks and arbiter.entered is not None:
        fact = arbiter.entered(session.folded.state, effect)
        if fact is not None:
            return Command((Entry(fact),))
    for seq in reversed(row.entries if arbiter.amended else ()):
        before = session.until(seq)
        fact = arbiter.amended and arbiter.amended(before.state, session.log[seq - 1].event, effect)
        if fact is not None:
            return Command((Entry(fact, seq),), (seq,))
    return None
