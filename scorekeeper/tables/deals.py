"""The play of the deal on the table; the deals of a session as they stand now, and what
was struck out of them."""

from bisect import bisect_left
from collections.abc import Iterable
from contextlib import suppress
from itertools import accumulate
from operator import itemgetter

from scorekeeper.core import play
from scorekeeper.core.breaches import still_out
from scorekeeper.core.cards import Play
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import Voided
from scorekeeper.core.notes import NOTED
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
        entry
        for entry in reversed(session.folded.order)
        if not isinstance(entry.event, NOTED)
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


# ---- deals as they stand now ----


def row_now(session: Session, entries: Iterable[int]) -> Row | None:
    """The row in which one of these entries, or what replaced it, stands now."""
    origins, rows = _lines(session)
    return next(
        filter(None, (rows.get(origins.get(entry, entry)) for entry in entries)), None
    )


@once
def _lines(session: Session) -> tuple[dict[int, int], dict[int, Row]]:
    """The first entry of the line of each that stands instead of another one; and by it
    the row of each entry in force."""
    origins = origins_of(session.log)
    rows = played_rows(session)
    return origins, {origins.get(e, e): row for row in rows for e in row.entries}


@once
def struck(session: Session) -> list[tuple[int, int, str]]:
    """Each fact of a deal that was struck out with nothing in its place: the first
    entry of its line, and the entry that struck it, with its key; by the first."""
    log, (origins, _) = session.log, _lines(session)
    replaced = {entry.place for entry in log if entry.seq in origins}
    voids = (
        (entry, entry.event.entry) for entry in log if isinstance(entry.event, Voided)
    )
    found = (
        (origins.get(seq, seq), one.seq, one.key)
        for one, seq in voids
        if seq not in replaced and isinstance(log[seq - 1].event, session.game.events)
    )
    return sorted(found, key=itemgetter(0))
