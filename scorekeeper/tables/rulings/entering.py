"""A ruling as it is entered, and whether this release would have given it."""

from dataclasses import replace
from typing import Any

from scorekeeper.core import ruling_notes
from scorekeeper.core.codec import encode
from scorekeeper.core.evening import Voided
from scorekeeper.core.facts import Facts
from scorekeeper.core.judgments import Settling, Stated
from scorekeeper.core.messages import name_in
from scorekeeper.core.rulings import Ruling
from scorekeeper.core.session import AnyFolded, Recorded
from scorekeeper.games.arbiter.arbiter import AnyIrregularity
from scorekeeper.tables.rulings.both_asked import judging
from scorekeeper.tables.rulings.effects import would_be
from scorekeeper.tables.rulings.given import UNSETTLED, Given, irregularity_of
from scorekeeper.tables.rulings.hearing import Hearing, heard
from scorekeeper.tables.rulings.on_deals import (
    deal_named,
    deal_of,
    deal_ruled_on,
    heard_in,
    just_after,
    twin_of,
)
from scorekeeper.tables.rulings.sayable import edition, speech_of
from scorekeeper.tables.rulings.statements import asked_again
from scorekeeper.tables.session import Session


def entered(session: Session, code: str, hearing: Hearing) -> ruling_notes.Ruled:
    """The ruling that a hearing of the irregularity with this code has led to now, as
    the log keeps it. Raises ValueError where it has led to none."""
    ruling = hearing.outcome
    arbiter = session.game.arbiter
    irregularity = irregularity_of(session.game, name_in(code))
    if arbiter is None or irregularity is None or not isinstance(ruling, Ruling):
        raise ValueError(f"{code} has not been ruled on")
    state = session.folded.state
    judgment = speech_of(session.game).kept(
        ruling.given(arbiter.progress(state)),
        hearing.told,
        hearing.asked,
        deal_ruled_on(session, hearing.facts, has_effects=bool(ruling.effects)),
        edition(),
    )
    settles = _settling(irregularity, state, hearing.facts)
    return ruling_notes.Ruled(
        code,
        tuple(hearing.facts.items()),
        ruling.verdict.code,
        ruling.effects,
        session.rules,
        replace(judgment, settles=settles),
    )


def _settling(
    irregularity: AnyIrregularity, state: Any, facts: Facts
) -> Settling | None:
    settled = irregularity.settles(state, facts) if irregularity.settles else None
    if settled is None:
        return None
    what, events = settled
    return Settling(what, tuple(Stated(event.KIND, encode(event)) for event in events))


def is_made_here(session: Session, entry: Recorded) -> bool:
    """Whether the rules of this release make the ruling of this entry of its facts, in
    the state that they were told in."""
    event = entry.event
    if not isinstance(event, ruling_notes.Ruled):
        return False
    then = session.then(entry.seq - 1)
    hearing = _heard_again(then, event, heard_in(then, dict(event.facts)))
    if hearing is None or not isinstance(hearing.outcome, Ruling):
        return False
    again = entered(then, event.irregularity, hearing)
    return (
        again.verdict == event.verdict
        and again.effects == event.effects
        and again.judgment == event.judgment
    )


def _heard_again(
    when: Session, event: ruling_notes.Ruled, folded: AnyFolded
) -> Hearing | None:
    irregularity = irregularity_of(when.game, event.name)
    if irregularity is None:
        return None
    told = dict(event.facts)
    return heard(irregularity, folded, told, judging=judging(when, event.name))


def is_overtaken(session: Session, given: Given) -> bool:
    """Whether the record that a ruling was given on has been corrected since, so that
    the same facts lead to something else now."""
    event = given.event
    row = deal_of(session, given).row
    if event.judgment is None or row is None or not _is_corrected(session, given.seq):
        return False
    is_named = deal_named(session, dict(event.facts)) is not None
    then = just_after(session, row) if is_named else session.until(given.seq)
    # by what the sides had answered of the deal that they were asked about
    again = _heard_again(session.then(given.seq - 1), event, then)
    if again is None or not isinstance(again.outcome, Ruling):
        return True
    ruling = again.outcome
    return ruling.verdict.code != event.verdict or ruling.effects != event.effects


# Whether a fact of the game that stood before this entry was corrected since.
def _is_corrected(session: Session, seq: int) -> bool:
    for later in session.log[seq:]:
        fact = later
        place = later.place
        if isinstance(later.event, Voided):
            place = later.event.entry
            fact = session.entry(place)
        if place is not None and place < seq and session.is_played(fact):
            return True
    return False


def same_as(
    session: Session, event: ruling_notes.Ruled, *, is_settled_one_too: bool = False
) -> Given | None:
    """The ruling that is on the same facts already as one that would be entered now,
    else None; not one that was left open, or that the record contradicts by now: it is
    asked again."""
    twin = twin_of(
        session, would_be(session, event), is_settled_one_too=is_settled_one_too
    )
    if twin is None or asked_again(session, twin) is not None:
        return None
    is_open = twin.state in UNSETTLED
    return None if is_open and is_overtaken(session, twin) else twin
