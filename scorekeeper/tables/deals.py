"""The play of the deal on the table; the deals of a session as they stand now, and what
was struck out of them."""

from bisect import bisect_left
from collections.abc import Iterable
from contextlib import suppress
from itertools import islice
from operator import attrgetter
from typing import NamedTuple

from scorekeeper.core import play
from scorekeeper.core.breaches import still_out
from scorekeeper.core.cards import Play
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import Voided
from scorekeeper.core.notes import NOTED, Way, WayChosen
from scorekeeper.core.seals import Sealed
from scorekeeper.core.session import Recorded, origins_of
from scorekeeper.core.sheet import Row
from scorekeeper.tables.session import Session, once

# ---- the deal on the table ----


def has_begun(session: Session, before: int | None = None) -> bool:
    """Whether anything was played or sealed, `before` this entry if it is named, though
    it may have been struck out since."""
    played = (*session.game.events, Sealed)
    return any(isinstance(entry.event, played) for entry in session.log[:before])


def finished_deals(session: Session, most: int) -> int:
    finished = (row for row in session.sheet.rows() if row.is_finished)
    return len([*islice(finished, most)])


def way_is_open(session: Session) -> bool:
    """Whether a table is still to say how it enters deals: it may bid on its phones,
    and nothing was played yet."""
    may_bid = bool(session.game.flow.bidding)
    return may_bid and not session.has(WayChosen) and not has_begun(session)


def form_of_first_deal(session: Session) -> str:
    """The name of the form that the table wants for its first deal; "" where it hasn't
    said so, or that is over."""
    chosen = session.of(WayChosen)
    if not chosen or finished_deals(session, 1):
        return ""
    flow = session.game.flow
    is_bid = chosen[-1][1].way is Way.PHONES
    return flow.bidding if is_bid else flow.results


def is_watchable(session: Session) -> bool:
    """Whether a card can be recorded now: the deal on the table has come
    to its play."""
    arbiter = session.game.arbiter
    state = session.folded.state
    if arbiter is None:
        return False
    rules, watched = arbiter.on_table(state)
    if rules is None or watched.is_over(rules):
        return False
    seat = play.turn(rules, watched) or rules.ring[0]
    if not watched.trick:
        return _would_be_taken(session, play.LeadIs(seat))
    return any(
        _would_be_taken(
            session, play.CardPlayed(card, way.is_face_down, seat, way.as_suit)
        )
        for card in sorted(still_out(rules, watched, seat), key=str)
        for way in rules.ways(watched.tricks, watched.trick, Play(seat, card))
    )


def _would_be_taken(session: Session, event: play.WatchedEvent) -> bool:
    if not isinstance(event, session.game.events):
        return False
    with suppress(RuleViolation):
        session.game.check(session.folded.state, event)
        return True
    return False


def is_watched(session: Session) -> bool:
    """Whether cards of the deal on the table have been recorded, and its
    result has not."""
    arbiter = session.game.arbiter
    is_begun = bool(arbiter and arbiter.watched(session.folded.state).entries)
    return is_begun and last_seen(session) is not None


def last_seen(session: Session) -> Recorded | None:
    for entry in reversed(session.folded.order):
        if not isinstance(entry.event, NOTED):
            return entry if isinstance(entry.event, play.WATCHED) else None
    return None


def deal_row(session: Session, before: int | None = None) -> Row | None:
    """The row of the deal in progress, else of the last one, of those begun before an
    entry; None where there is none."""
    rows = played_rows(session)
    if before is None:
        return rows[-1] if rows else None
    begun = _begun(session)
    count = bisect_left(begun, before, key=attrgetter("row"))
    return rows[begun[count - 1].last] if count else None


class _Begun(NamedTuple):
    """A row that was begun, and which of `played_rows` was the last in the order of
    play among those that were begun up to it."""

    row: int
    last: int


@once
def _begun(session: Session) -> list[_Begun]:
    ids = sorted((row.id, n) for n, row in enumerate(played_rows(session)))
    begun = []
    last = 0
    for row_id, n in ids:
        last = max(last, n)
        begun.append(_Begun(row_id, last))
    return begun


@once
def played_rows(session: Session) -> list[Row]:
    order = session.folded.order
    played = {entry.seq for entry in order if session.is_played(entry)}
    return [
        row
        for row in session.sheet.rows()
        if row.is_deal and not played.isdisjoint(row.entries)
    ]


# ---- deals as they stand now ----


def row_now(session: Session, entries: Iterable[int]) -> Row | None:
    """The row in which one of these entries, or what replaced it, stands now; None
    where all were struck out."""
    origins, rows = _lines(session)
    for entry in entries:
        row = rows.get(origins.get(entry, entry))
        if row is not None:
            return row
    return None


# Entries that stand one instead of another are a line. The first entry of the line
# of each that stands instead of another; and by that the row of each in force.
@once
def _lines(session: Session) -> tuple[dict[int, int], dict[int, Row]]:
    origins = origins_of(session.log)
    rows = {
        origins.get(entry, entry): row
        for row in played_rows(session)
        for entry in row.entries
    }
    return origins, rows


class Strike(NamedTuple):
    """A fact of a deal that was struck out with nothing in its place: the `first` entry
    of its line, the entry that struck it, `at`, and the `key` of that."""

    first: int
    at: int
    key: str


@once
def struck(session: Session) -> list[Strike]:
    """What was struck out of deals with nothing in its place, by the first entries."""
    log = session.log
    origins, _ = _lines(session)
    replaced = {entry.place for entry in log if entry.seq in origins}
    strikes = []
    for entry in log:
        if not isinstance(entry.event, Voided) or entry.event.entry in replaced:
            continue
        seq = entry.event.entry
        if session.is_played(log[seq - 1]):
            strikes.append(Strike(origins.get(seq, seq), entry.seq, entry.key))
    return sorted(strikes, key=attrgetter("first"))
