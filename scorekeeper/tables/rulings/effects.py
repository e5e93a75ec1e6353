"""How an accepted ruling comes into the score.

A ruling adds facts of its own (`Awarded`) to the deal. The table's own result stays as
entered and can be corrected without losing them. Logs of older releases have one fact
with both in it; when such a result is corrected, the rulings are taken out first and
become due again."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from enum import StrEnum
from typing import NamedTuple

from scorekeeper.core import notes, result_notes, ruling_notes
from scorekeeper.core.errors import RuleViolation, refused
from scorekeeper.core.evening import Adjusted, Awarded, ThrownIn, Voided
from scorekeeper.core.messages import Message, message
from scorekeeper.core.rounds import ADDING
from scorekeeper.core.rulings import Effect, EffectKind, effect_words
from scorekeeper.core.seats import Party, People, named
from scorekeeper.core.session import Command, Entry, Recorded, Stamp
from scorekeeper.core.sheet import Points, Row
from scorekeeper.games.arbiter.arbiter import AnyArbiter
from scorekeeper.games.arbiter.standing import NOTHING
from scorekeeper.tables.rulings.given import Given, RulingState, ruled_on
from scorekeeper.tables.rulings.on_deals import (
    deal_of,
    first_after,
    twin_of,
)
from scorekeeper.tables.rulings.standing import standing_of
from scorekeeper.tables.session import Session, once

AT_ONCE = (EffectKind.DOUBLING,)
"""The effects that a deal without a result shows already."""
BESIDE = (EffectKind.DECLARER,)
"""The effects whose fact stands before the result and not in its place."""
_NO_FACTS = (*notes.NOTED, Voided)

# ---- where it stands ----


class EffectState(StrEnum):
    """What of a ruling is in the score."""

    NONE = "none"  # it has nothing to enter
    DUE = "due"
    APPLIED = "applied"
    DROPPED = "dropped"


def effect_state(session: Session, ruling: Given) -> EffectState:
    if not ruling.event.effects:
        return EffectState.NONE
    if _is_applied(session, ruling):
        return EffectState.APPLIED
    if _is_given_already(session, ruling):
        return EffectState.DROPPED
    row, is_struck = deal_of(session, ruling)
    if (
        ruling.state is RulingState.SETTLED
        or is_struck
        or _is_void(session, ruling, row)
    ):
        return EffectState.DROPPED
    return EffectState.DUE


# Whether another ruling on the same card has voided the deal: nobody pays twice for it.
def _is_given_already(session: Session, ruling: Given) -> bool:
    twin = twin_of(session, ruling) if _voids(ruling) else None
    return twin is not None and _voids(twin) and _is_applied(session, twin)


def _voids(ruling: Given) -> bool:
    return any(effect.kind == EffectKind.VOID for effect in ruling.event.effects)


# Whether a deal is over without the result that these effects would change: it was
# thrown in or left.
def _is_void(session: Session, ruling: Given, row: Row | None) -> bool:
    arbiter = session.game.arbiter
    kinds = {effect.kind for effect in ruling.event.effects}
    if arbiter is None or row is None or kinds & {EffectKind.POINTS, EffectKind.VOID}:
        return False
    return row.is_finished and _result_in(session, arbiter, row) is None


# Whether what was entered in one command with the note `done` holds still, or in
# what a further ruling has made of it.
def _is_applied(session: Session, ruling: Given) -> bool:
    done = ruling.done
    if done is None:
        return False
    facts = [
        entry
        for entry in session.together(done.key)
        if not isinstance(entry.event, _NO_FACTS)
    ]
    awards = [fact for fact in facts if isinstance(fact.event, Awarded)]
    if awards:
        return all(_holds(session, award) for award in awards)
    kinds = {effect.kind for effect in ruling.event.effects}
    if not kinds <= {*ADDING, *BESIDE} and done in session.folded.order:
        return True
    return all(_holds(session, fact) for fact in facts)


# Whether a fact is in force, or in the one that a further ruling has made of it.
def _holds(session: Session, fact: Recorded) -> bool:
    if any(entry.seq == fact.seq for entry in session.folded.order):
        return True
    for entry in session.log:
        if entry.place == fact.seq:
            return bool(_adding(session, entry)) and _holds(session, entry)
    return False


# In older logs, the rulings that made this fact of another one by adding to it or
# taking from it.
def _adding(session: Session, fact: Recorded) -> list[ruling_notes.Ruled]:
    rulings = list[ruling_notes.Ruled]()
    if isinstance(fact.event, Awarded):
        return rulings
    for entry in session.together(fact.key):
        if isinstance(entry.event, ruling_notes.RulingApplied):
            ruled = session.entry(entry.event.ruling).event
            if isinstance(ruled, ruling_notes.Ruled) and _only_adds(ruled):
                rulings.append(ruled)
    return rulings


def _only_adds(ruled: ruling_notes.Ruled) -> bool:
    return all(effect.kind in ADDING for effect in ruled.effects)


def before_rulings(
    session: Session, entries: tuple[Recorded, ...]
) -> tuple[Recorded, ...]:
    """These entries as the table entered them, without what rulings give, and before
    those of older logs added to them or took from them: that is what is corrected, and
    the rulings follow it."""
    as_entered = []
    for entry in entries:
        if isinstance(entry.event, Awarded):
            continue
        was = entry
        while was.place is not None and _adding(session, was):
            was = session.entry(was.place)
        as_entered.append(replace(entry, event=was.event))
    return tuple(as_entered)


class OnTop(NamedTuple):
    """What a ruling gives in a deal beside what the table entered, in words, and the
    entry of the ruling."""

    ruling: int
    said: Message


def given_on_top(session: Session, seq: int) -> tuple[OnTop, ...]:
    """What rulings give in the deal of this entry beside what the table entered."""
    given = []
    for row in session.sheet.rows():
        if seq not in row.entries:
            continue
        for entry in row.entries:
            award = session.entry(entry).event
            if isinstance(award, Awarded):
                effect = Effect(award.effect, award.party, award.amount)
                said = effect_said(session, effect)
                ruled = session.entry(award.ruling).event
                assert isinstance(ruled, ruling_notes.Ruled)  # noqa: S101 - it gives it
                what = message(ruled.irregularity)
                on_top = message("rulings.stays", what=what, effect=said)
                given.append(OnTop(award.ruling, on_top))
        break
    return tuple(given)


@once
def due(session: Session) -> Given | None:
    """The first accepted ruling that could be entered in the score by now and has not
    been, else None."""
    return next(owing(session), None)


def awaiting(session: Session) -> Given | None:
    """The first accepted ruling that moves tricks of a deal which has no result yet,
    else None."""
    for ruling in owing(session, has_result=False):
        if any(effect.kind == EffectKind.TRICKS for effect in ruling.event.effects):
            return ruling
    return None


def owing(session: Session, *, has_result: bool = True) -> Iterator[Given]:
    """Every accepted ruling that could be entered in the score by now and has not been;
    or that waits for the result of its deal."""
    for ruling in ruled_on(session):
        if (
            ruling.state is RulingState.ACCEPTED
            and effect_state(session, ruling) is EffectState.DUE
        ):
            row = deal_of(session, ruling).row
            if (row is not None and row.is_finished) is has_result:
                yield ruling


# ---- carrying it out ----


def applied(session: Session, ruling: Given, reason: str, *answer: Entry) -> Command:
    """The command that enters what a ruling does to the score, after the answer to it.

    Points are an adjustment. A void deal is thrown in, or its entries are struck once
    it has a result. All else is given in the deal, and the game says by which fact that
    ends one in progress. The note that says so replaces an earlier one. It is the
    answer alone where all is done already or can't be done: before the deal has the
    result that is to be changed, or where the game has no fact for it.
    """
    standing = standing_of(session, ruling) if _accepts(answer) else NOTHING
    command = _with_effects(session, ruling, reason, (*answer, *standing.entries))
    if not standing.taken_back:
        return command
    voids = _each_once((*standing.taken_back, *command.voids))
    return replace(command, voids=voids, reason=reason)


def _each_once(voids: Iterable[int]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(voids))


def _accepts(answer: tuple[Entry, ...]) -> bool:
    events = (entry.event for entry in answer)
    return any(
        isinstance(event, ruling_notes.RulingAccepted) and not event.remedy
        for event in events
    )


def _with_effects(
    session: Session, ruling: Given, reason: str, answer: tuple[Entry, ...]
) -> Command:
    effects = ruling.event.effects
    is_done = _is_applied(session, ruling) or _is_given_already(session, ruling)
    if is_done or not effects:
        return Command(answer)
    entries = list(answer)
    voids = list[int]()
    row = deal_of(session, ruling).row
    for effect in effects:
        if effect.kind == EffectKind.POINTS:
            entries.append(Entry(Adjusted(effect.party, effect.amount, reason)))
            continue
        if row is None:
            return Command(answer)
        if effect.kind != EffectKind.VOID:
            facts = _facts_of(session, row, ruling, effect)
            if not facts:
                return Command(answer)
            entries += facts
        elif not row.is_finished:
            entries.append(Entry(ThrownIn(reason)))
        else:
            voids += row.entries
    voids += _earlier_note(session, ruling)
    entries.append(Entry(ruling_notes.RulingApplied(ruling.seq)))
    return Command(tuple(entries), _each_once(voids), reason)


def _earlier_note(session: Session, ruling: Given) -> list[int]:
    note = ruling.done
    return [note.seq] if note and note in session.folded.order else []


def would_be(session: Session, event: ruling_notes.Ruled) -> Given:
    number = 1 + sum(
        isinstance(entry.event, ruling_notes.Ruled) for entry in session.log
    )
    (entry,) = session.chained((Entry(event),), _last_stamp(session))
    return Given(entry, event, number, None, None)


def _last_stamp(session: Session) -> Stamp:
    return Stamp(session.log[-1].at if session.log else session.header.at)


def points_if_accepted(
    session: Session, ruling: Given, reason: str, *settled: Entry
) -> list[tuple[Party, Points]]:
    """What a ruling would change in points, and for whom, were it accepted now with
    what it has `settled`; nothing while it can't be entered."""
    command = applied(session, ruling, reason, *settled)
    facts = [
        entry
        for entry in command.entries
        if not isinstance(entry.event, ruling_notes.RulingApplied)
    ]
    # it is not entered yet, and what it gives rests on it
    if ruling.seq > session.last:
        facts.insert(0, Entry(ruling.event))
    command = replace(command, entries=tuple(facts))
    try:
        change = session.additions(command, _last_stamp(session))
    except RuleViolation:
        return []
    after = session.grown(change).sheet
    moved = []
    for party in session.parties:
        points = after.total(party.id) - session.sheet.total(party.id)
        if points:
            moved.append((party, points))
    return moved


def undone(session: Session, ruling: Given, reason: str) -> Command:
    """The command that takes back the answer to a ruling, and with it what the ruling
    has done to the score: each fact is again what it was before. Raises RuleViolation
    where something was built on that since, or the deal was struck out."""
    voids = [
        entry.seq
        for entry, accepted in session.of(ruling_notes.RulingAccepted)
        if accepted.ruling == ruling.seq
    ]
    done = ruling.done or ruling.answer
    together = session.together(done.key) if done else []
    struck = {
        entry.event.entry for entry in together if isinstance(entry.event, Voided)
    }
    added = [entry for entry in together if not isinstance(entry.event, _NOT_UNDONE)]
    if added and _has_struck_a_deal(session, struck, together):
        raise refused("rulings.refused.built-on")
    there = {entry.seq for entry in session.folded.order}
    entries = []
    for entry in added:
        if entry.seq not in there or _is_followed(session, entry):
            raise refused("rulings.refused.built-on")
        voids.append(entry.seq)
        if entry.place in struck:
            entries.append(Entry(session.entry(entry.place).event, entry.seq))
    return Command(tuple(entries), tuple(voids), reason)


_NOT_UNDONE = (Voided, result_notes.SettledChanged, ruling_notes.RulingAccepted)


# Whether this is a call or a card that stands by a ruling, and another fact of the game
# has followed it.
def _is_followed(session: Session, entry: Recorded) -> bool:
    if isinstance(entry.event, Awarded) or not getattr(entry.event, "ruling", None):
        return False
    facts = [fact for fact in session.folded.order if session.is_played(fact)]
    return session.is_played(entry) and facts[-1].seq != entry.seq


# Whether facts were struck out and nothing entered in their place.
def _has_struck_a_deal(
    session: Session, struck: set[int], together: list[Recorded]
) -> bool:
    places = {entry.place for entry in together}
    return any(
        seq not in places
        for seq in struck
        if not isinstance(session.entry(seq).event, notes.NOTED)
    )


# What an effect gives in this deal, with the fact that ends it; nothing as long as
# it can't be given.
def _facts_of(
    session: Session, row: Row, ruling: Given, effect: Effect
) -> tuple[Entry, ...]:
    arbiter = session.game.arbiter
    if arbiter is None:
        return ()
    award = None
    if effect.kind in session.game.awardable:
        kind = str(effect.kind)
        award = Awarded(ruling.seq, row.id, kind, effect.party, effect.amount)
    place = None
    if row.is_finished:
        place = _result_in(session, arbiter, row)
        if place is None:
            return ()
        if award is not None:
            return (Entry(award, first_after(session, row)),)
    then = session.folded if place is None else session.until(place)
    fact = (
        arbiter.fact_of_effect(then.state, effect) if arbiter.fact_of_effect else None
    )
    if fact is None:
        return (Entry(award),) if award and effect.kind in AT_ONCE else ()
    return (Entry(award), Entry(fact)) if award else (Entry(fact, place),)


def _result_in(session: Session, arbiter: AnyArbiter, row: Row) -> int | None:
    for seq in row.entries:
        if isinstance(session.entry(seq).event, arbiter.results):
            return seq
    return None


def effect_said(session: Session, effect: Effect, people: People = ()) -> Message:
    party = session.party(effect.party) or ""
    who = named(party, people or session.folded.people)
    return effect_words(session.game.family, effect.kind, who, effect.amount)
