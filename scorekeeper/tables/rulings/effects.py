"""How an accepted ruling comes into the score.

It comes in as facts of its deal (`applied`), beside what the table enters and counted
on whatever that is corrected to; what is recorded settles every ruling that is due
with it. Older logs have the result of both in place of what the table had entered:
that is corrected without its rulings, which are due again."""

from collections.abc import Iterator
from dataclasses import replace

from scorekeeper.core import notes, result_notes, ruling_notes
from scorekeeper.core.errors import RuleViolation, refused
from scorekeeper.core.evening import Adjusted, Awarded, ThrownIn, Voided
from scorekeeper.core.messages import Message, message
from scorekeeper.core.rounds import ADDING
from scorekeeper.core.rulings import Effect, effect_words
from scorekeeper.core.seats import Party, People, named
from scorekeeper.core.session import Command, Entry, Recorded, Stamp
from scorekeeper.core.sheet import Points, Row
from scorekeeper.games.arbiter.standing import NOTHING
from scorekeeper.tables.rulings.given import Given, ruled_on
from scorekeeper.tables.rulings.on_deals import (
    deal_of,
    first_after,
)
from scorekeeper.tables.rulings.standing import standing_of
from scorekeeper.tables.session import Session, once

pass

AT_ONCE = ("doubling",)  # The effects that a deal without a result shows already
# The effects whose fact stands before the result and not in its place
BESIDE = ("declarer",)

# ---- where it stands ----


def effect_state(session: Session, ruling: Given) -> str:
    """What of a ruling is in the score: "none" to enter, "due", "applied" or
    "dropped"."""
    if not ruling.event.effects:
        return "none"
    if (
        done := ruling.done
    ) is not None:  # does it hold, or was another ruling put on top of it?
        is_a_fact = all(
            effect.kind in (*ADDING, *BESIDE) for effect in ruling.event.effects
        )
        # recorded in one command with it
        same = (e for e in session.log if e.key == done.key)
        facts = [e for e in same if not isinstance(e.event, (*notes.NOTED, Voided))]
        awards = [fact for fact in facts if isinstance(fact.event, Awarded)]
        if awards:
            is_a_fact = True
            facts = awards
        is_noted = not is_a_fact and done in session.folded.order
        if is_noted or all(_holds(session, fact) for fact in facts):
            return "applied"
    return (
        "dropped"
        if ruling.state == "settled" or deal_of(session, ruling).is_struck
        else "due"
    )


def _holds(session: Session, fact: Recorded) -> bool:
    """Whether a fact is in force, or in the one that a further ruling has made of
    it."""
    if fact.seq in {entry.seq for entry in session.folded.order}:
        return True
    after = next((entry for entry in session.log if entry.place == fact.seq), None)
    return (
        after is not None and bool(_adding(session, after)) and _holds(session, after)
    )


def _adding(session: Session, fact: Recorded) -> list[ruling_notes.Ruled]:
    """In older logs, the rulings that made this fact of another one by adding to it or
    taking from it."""
    if isinstance(fact.event, Awarded):
        return []
    same = (entry.event for entry in session.log if entry.key == fact.key)
    said = (one.ruling for one in same if isinstance(one, ruling_notes.RulingApplied))
    made = (session.log[ruling - 1].event for ruling in said)
    rulings = (one for one in made if isinstance(one, ruling_notes.Ruled))
    return [
        ruled
        for ruled in rulings
        if all(effect.kind in ADDING for effect in ruled.effects)
    ]


def before_rulings(
    session: Session, entries: tuple[Recorded, ...]
) -> tuple[Recorded, ...]:
    """These entries as the table entered them, without what rulings give, and before
    those of older logs added to them or took from them: that is what is corrected, and
    the rulings follow it."""
    found = list[Recorded]()
    for entry in (one for one in entries if not isinstance(one.event, Awarded)):
        was = entry
        while was.place is not None and _adding(session, was):
            was = session.log[was.place - 1]
        found.append(replace(entry, event=was.event))
    return tuple(found)


def given_on_top(session: Session, seq: int) -> tuple[Message, ...]:
    """What rulings give in the deal of this entry beside what the table entered, in
    words."""
    row = next((one for one in session.sheet.rows() if seq in one.entries), None)
    events = (session.log[entry - 1].event for entry in (row.entries if row else ()))
    awards = (event for event in events if isinstance(event, Awarded))
    effects = (Effect(award.effect, award.party, award.amount) for award in awards)
    return tuple(
        message("rulings.on-top", effect=effect_said(session, effect))
        for effect in effects
    )


@once
def due(session: Session) -> Given | None:
    """The first accepted ruling that could be entered in the score by now and has not
    been."""
    return next(owing(session), None)


def awaiting(session: Session) -> Given | None:
    """The first accepted ruling that moves tricks of a deal which has no result yet."""
    found = owing(session, has_result=False)
    return next(
        (e for e in found if any(o.kind == "tricks" for o in e.event.effects)), None
    )


def owing(session: Session, *, has_result: bool = True) -> Iterator[Given]:
    """Every accepted ruling that could be entered in the score by now and has not been;
    or that waits for the result of its deal."""
    for ruling in ruled_on(session):
        if ruling.state == "accepted" and effect_state(session, ruling) == "due":
            row = deal_of(session, ruling).row
            if (row is not None and "open" not in row.marks) is has_result:
                yield ruling


# ---- carrying it out ----


def applied(session: Session, ruling: Given, reason: str, *answer: Entry) -> Command:
    """The command that enters what a ruling does to the score, after the answer to it.
    Points are an adjustment. A void deal is thrown in, or its entries are struck once
    it has a result. All else is given in the deal, and the game says by which fact that
    ends one in progress. The note that says so replaces an earlier one. The answer
    alone, where it's done already or can't be done: before the deal has the result that
    is to be changed, or where the game has no fact for it."""
    standing = standing_of(session, ruling) if _accepts(answer) else NOTHING
    command = _effects_applied(session, ruling, reason, *answer, *standing.entries)
    if not standing.taken_back:
        return command
    voids = (*standing.taken_back, *command.voids)
    return replace(command, voids=tuple(dict.fromkeys(voids)), reason=reason)


def _accepts(answer: tuple[Entry, ...]) -> bool:
    events = (entry.event for entry in answer)
    return any(
        isinstance(event, ruling_notes.RulingAccepted) and not event.remedy
        for event in events
    )


def _effects_applied(
    session: Session, ruling: Given, reason: str, *answer: Entry
) -> Command:
    row = deal_of(session, ruling).row
    effects = ruling.event.effects
    entries = list(answer)
    voids = list[int]()
    if not effects or effect_state(session, ruling) == "applied":
        return Command(answer)
    for effect in effects:
        if effect.kind == "points":
            entries.append(Entry(Adjusted(effect.party, effect.amount, reason)))
        elif row is not None and effect.kind == "void":
            is_open = "open" in row.marks
            entries += [Entry(ThrownIn(reason))] if is_open else []
            voids += [] if is_open else row.entries
        elif row is not None and (facts := _facts_of(session, row, ruling, effect)):
            entries += facts
        else:
            return Command(answer)
    before = ruling.done
    voids += [before.seq] if before and before in session.folded.order else []
    done = Entry(ruling_notes.RulingApplied(ruling.seq))
    return Command((*entries, done), tuple(dict.fromkeys(voids)), reason)


def would_be(session: Session, event: ruling_notes.Ruled) -> Given:
    """This ruling as it would stand were it entered now."""
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
    facts = tuple(
        entry
        for entry in command.entries
        if not isinstance(entry.event, ruling_notes.RulingApplied)
    )
    # it is not entered yet, and what it gives rests on it
    if ruling.seq > session.last:
        facts = (Entry(ruling.event), *facts)
    try:
        change = session.additions(
            replace(command, entries=facts), _last_stamp(session)
        )
    except RuleViolation:
        return []
    before = session.sheet
    after = session.grown(change).sheet
    moved = (
        (one, after.total(one.id) - before.total(one.id)) for one in session.parties
    )
    return [(party, points) for party, points in moved if points]


def undone(session: Session, ruling: Given, reason: str) -> Command:
    """The command that takes back the answer to a ruling, and with it what the ruling
    has done to the score: each fact is again what it was before. Raises RuleViolation
    where something was built on that since, or the deal was struck out."""
    answers = [
        entry.seq
        for entry, said in session.of(ruling_notes.RulingAccepted)
        if said.ruling == ruling.seq
    ]
    voids = list(answers)
    entries = list[Entry]()
    there = {entry.seq for entry in session.folded.order}
    done = ruling.done or ruling.answer
    made = [
        entry for entry in session.log if done is not None and entry.key == done.key
    ]
    struck = {entry.event.entry for entry in made if isinstance(entry.event, Voided)}
    for entry in made:
        if isinstance(
            entry.event,
            Voided | result_notes.SettledChanged | ruling_notes.RulingAccepted,
        ):
            continue
        is_followed = type(entry.event) in session.game.events and _is_followed(
            session, entry
        )
        if (
            entry.seq not in there
            or is_followed
            or _is_of_deal_struck(session, struck, made)
        ):
            raise refused("rulings.refused.built-on")
        voids.append(entry.seq)
        if entry.place in struck:
            entries.append(Entry(session.log[entry.place - 1].event, entry.seq))
    return Command(tuple(entries), tuple(voids), reason)


def _is_followed(session: Session, entry: Recorded) -> bool:
    """Whether a call or a card that stands by a ruling was followed by another fact of
    the game."""
    facts = (
        one
        for one in session.folded.order
        if isinstance(one.event, session.game.events)
    )
    stands = not isinstance(entry.event, Awarded) and getattr(
        entry.event, "ruling", None
    )
    return bool(stands) and [*facts][-1].seq != entry.seq


def _is_of_deal_struck(
    session: Session, struck: set[int], made: list[Recorded]
) -> bool:
    """Whether a ruling struck out facts and entered nothing in their place."""
    places = {entry.place for entry in made}
    facts = {
        seq for seq in struck if not isinstance(session.log[seq - 1].event, notes.NOTED)
    }
    return not facts <= places


def _facts_of(
    session: Session, row: Row, ruling: Given, effect: Effect
) -> tuple[Entry, ...]:
    """What such an effect gives in this deal, with the fact that ends it; nothing as
    long as it can't be given."""
    arbiter = session.game.arbiter
    kind = effect.kind
    if arbiter is None:
        return ()
    award = Awarded(ruling.seq, row.id, kind, effect.party, effect.amount)
    gives = (award,) if kind in session.game.awardable else ()
    if "open" in row.marks:
        fact = (
            arbiter.entered(session.folded.state, effect) if arbiter.entered else None
        )
        if fact is not None:
            return tuple(Entry(one) for one in (*gives, fact))
        return tuple(Entry(awarded) for awarded in gives) if kind in AT_ONCE else ()
    results = (
        e for e in row.entries if isinstance(session.log[e - 1].event, arbiter.results)
    )
    place = next(results, None)
    if place is None:
        return ()
    if not gives and arbiter.entered:
        beside = arbiter.entered(session.until(place).state, effect)
        return () if beside is None else (Entry(beside, place),)
    return tuple(Entry(awarded, first_after(session, row)) for awarded in gives)


def effect_said(session: Session, effect: Effect, people: People = ()) -> Message:
    """An effect in words."""
    party = next((one for one in session.parties if one.id == effect.party), "")
    who = named(party, people or session.folded.people)
    return effect_words(session.game.family, effect.kind, who, effect.amount)
