"""The play of the deal on the table; the deals of a session as they stand now, and what
was struck out of them; the rulings that are in force, with what was answered to each.
"""

from bisect import bisect_left
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from itertools import accumulate
from operator import itemgetter
from typing import NamedTuple

from scorekeeper.core import play
from scorekeeper.core.breaches import still_out
from scorekeeper.core.cards import Play
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import Voided
from scorekeeper.core.notes import (
    NOTED,
    Ruled,
    RulingAccepted,
    RulingAppealed,
    RulingApplied,
)
from scorekeeper.core.session import Recorded, origins_of
from scorekeeper.core.sheet import Row
from scorekeeper.tables.session import Session, once

# ---- the deal on the table ----


def is_watchable(session: Session) -> bool:
    """Whether a card can be recorded now: the deal on the table has come to its
    play."""
    game = session.game
    state = session.folded.state
    rules = game.arbiter and game.arbiter.play_rules(state)
    if game.arbiter is None or not rules:
        return False
    watched = game.arbiter.watched(state)
    seat = play.turn(rules, watched) or rules.ring[0]
    trick = watched.trick
    # What may be seen next, so that one of them passes wherever play goes on.
    coming: Iterable[play.WatchedEvent] = (
        play.CardPlayed(card, way.is_face_down, seat, way.as_suit)
        for card in (sorted(still_out(rules, watched, seat), key=str) if trick else ())
        for way in rules.ways(watched.tricks, trick, Play(seat, card))
    )
    for event in coming if trick else (play.LeadIs(seat),):
        with suppress(RuleViolation):
            if isinstance(event, game.events):
                game.check(state, event)
                return True
    return False


def is_watched(session: Session) -> bool:
    """Whether cards of the deal on the table have been recorded, and its result has
    not."""
    arbiter = session.game.arbiter
    is_begun = bool(arbiter and arbiter.watched(session.folded.state).entries)
    return is_begun and last_seen(session) is not None


def last_seen(session: Session) -> Recorded | None:
    """The entry that was recorded last, where it is one of watched play."""
    order = (
        one
        for one in reversed(session.folded.order)
        if not isinstance(one.event, NOTED)
    )
    last = next(order, None)
    return last if last is not None and isinstance(last.event, play.WATCHED) else None


def deal_row(session: Session, before: int | None = None) -> Row | None:
    """The row of the deal in progress, else of the last one; of those begun before an
    entry."""
    rows = played_rows(session)
    begun = _begun(session)
    if before is None:
        return rows[-1] if rows else None
    at = bisect_left(begun, before, key=itemgetter(0))
    return rows[begun[at - 1][1]] if at else None


@once
def _begun(session: Session) -> list[tuple[int, int]]:
    """By their ids, the rows of deals: which is the last in the order of play up to
    there."""
    ids = sorted((row.id, n) for n, row in enumerate(played_rows(session)))
    last = accumulate((n for _, n in ids), max)
    return [(row_id, n) for (row_id, _), n in zip(ids, last, strict=True)]


@once
def played_rows(session: Session) -> list[Row]:
    """The rows of deals of which anything was played."""
    played = {
        e.seq for e in session.folded.order if isinstance(e.event, session.game.events)
    }
    return [row for row in session.sheet.rows() if not played.isdisjoint(row.entries)]


# ---- rulings and what was answered to them ----


class OnDeal(NamedTuple):
    """The row of the deal that a ruling is on, and whether that deal was struck out."""

    row: Row | None
    is_struck: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Given:
    """A ruling in force: what `number` it has, those struck out counted; the last word
    on it, that it was accepted or appealed; and the last entry that says that its
    effect is in the score, since what that entered stands though the note was struck
    out."""

    entry: Recorded
    event: Ruled
    number: int
    answer: Recorded | None
    done: Recorded | None

    @property
    def seq(self) -> int:
        return self.entry.seq

    @property
    def state(self) -> str:
        """Where it stands: "open", "accepted", "settled" by another remedy,
        "appealed"."""
        if self.answer and isinstance(self.answer.event, RulingAccepted):
            return "settled" if self.answer.event.remedy else "accepted"
        return "appealed" if self.answer else "open"

    @property
    def is_arbiters(self) -> bool:
        """Whether the last word on it is the arbiter's."""
        return bool(getattr(self.answer and self.answer.event, "arbiter", None))


@once
def ruled_on(session: Session) -> tuple[Given, ...]:
    """The rulings in force, in the order of play."""
    numbers = (entry.seq for entry in session.log if isinstance(entry.event, Ruled))
    number = {seq: n for n, seq in enumerate(numbers, start=1)}
    answers = dict[int, Recorded]()
    done = applications(session)
    for one in session.folded.order:
        if isinstance(one.event, RulingAccepted | RulingAppealed):
            answers[one.event.ruling] = one
    return tuple(
        Given(one, event, number[one.seq], answers.get(one.seq), done.get(one.seq))
        for one, event in session.of(Ruled)
    )


@once
def applications(session: Session) -> dict[int, Recorded]:
    """The last entry that says that a ruling's effect is in the score, by the
    ruling."""
    return {
        e.event.ruling: e for e in session.log if isinstance(e.event, RulingApplied)
    }


# ---- deals as they stand now ----


def row_now(session: Session, entries: Iterable[int]) -> Row | None:
    """The row in which one of these entries, or what replaced it, stands now."""
    origins, rows = _lines(session)
    return next(
        filter(None, (rows.get(origins.get(one, one)) for one in entries)), None
    )


@once
def _lines(session: Session) -> tuple[dict[int, int], dict[int, Row]]:
    """The first entry of the line of each that stands instead of another one; and by it
    the row of each entry in force."""
    origins = origins_of(session.log)
    rows = played_rows(session)
    return origins, {origins.get(e, e): row for row in rows for e in row.entries}


def begun_since(session: Session, one: Given) -> OnDeal:
    """The first deal that was begun after a ruling on one of which nothing had been
    recorded; none where what its effect had entered was struck out."""
    if one.done is not None:
        made = [entry for entry in session.log if entry.key == one.done.key]
        facts = [
            entry.seq for entry in made if isinstance(entry.event, session.game.events)
        ]
        if facts and row_now(session, facts) is None:
            return OnDeal(None, is_struck=True)
    return OnDeal(next((row for row in session.sheet.rows() if row.id > one.seq), None))


@once
def struck(session: Session) -> list[tuple[int, int, str]]:
    """Each fact of a deal that was struck out with nothing in its place: the first
    entry of its line, and the entry that struck it, with its key; by the first."""
    log, (origins, _) = session.log, _lines(session)
    replaced = {one.place for one in log if one.seq in origins}
    voids = ((one, one.event.entry) for one in log if isinstance(one.event, Voided))
    found = (
        (origins.get(seq, seq), one.seq, one.key)
        for one, seq in voids
        if seq not in replaced and isinstance(log[seq - 1].event, session.game.events)
    )
    return sorted(found, key=itemgetter(0))
