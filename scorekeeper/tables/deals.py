"""The play of the deal on the table; which deal each ruling is on, what was answered to it, and
which other one is on the same facts already.

A ruling belongs to the deal that it was given on. When that deal is struck out, what is entered
instead is another one: whether the ruling stands for it, the table says.
"""

from bisect import bisect_left, bisect_right
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
from scorekeeper.core.notes import NOTED, Ruled, RulingAccepted, RulingAppealed, RulingApplied
from scorekeeper.core.session import Recorded, origins_of
from scorekeeper.core.sheet import Row
from scorekeeper.tables.session import Session, once

# ---- the deal on the table ----


def is_watchable(session: Session) -> bool:
    """Whether a card can be recorded now: the deal on the table has come to its play."""
    game, state = session.game, session.folded.state
    rules = game.arbiter and game.arbiter.play_rules(state)
    if game.arbiter is None or not rules:
        return False
    watched = game.arbiter.watched(state)
    seat, trick = play.turn(rules, watched) or rules.ring[0], watched.trick
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
    """Whether cards of the deal on the table have been recorded, and its result has not."""
    arbiter = session.game.arbiter
    is_begun = bool(arbiter and arbiter.watched(session.folded.state).entries)
    return is_begun and last_seen(session) is not None


def last_seen(session: Session) -> Recorded | None:
    """The entry that was recorded last, where it is one of watched play."""
    order = (one for one in reversed(session.folded.order) if not isinstance(one.event, NOTED))
    last = next(order, None)
    return last if last is not None and isinstance(last.event, play.WATCHED) else None


def deal_row(session: Session, before: int | None = None) -> Row | None:
    """The row of the deal in progress, else of the last one; of those begun before an entry."""
    rows, begun = played_rows(session), _begun(session)
    if before is None:
        return rows[-1] if rows else None
    at = bisect_left(begun, before, key=itemgetter(0))
    return rows[begun[at - 1][1]] if at else None


@once
def _begun(session: Session) -> list[tuple[int, int]]:
    """By their ids, the rows of deals: which is the last in the order of play up to there."""
    ids = sorted((row.id, n) for n, row in enumerate(played_rows(session)))
    last = accumulate((n for _, n in ids), max)
    return [(row_id, n) for (row_id, _), n in zip(ids, last, strict=True)]


@once
def played_rows(session: Session) -> list[Row]:
    """The rows of deals of which anything was played."""
    played = {e.seq for e in session.folded.order if isinstance(e.event, session.game.events)}
    return [row for row in session.sheet.rows() if not played.isdisjoint(row.entries)]


# ---- rulings and what was answered to them ----


class OnDeal(NamedTuple):
    """The row of the deal that a ruling is on, and whether that deal was struck out."""

    row: Row | None
    is_struck: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Given:
    """A ruling in force: what `number` it has, those struck out counted; the last word on it, that
    it was accepted or appealed; and the last entry that says that its effect is in the score, since
    what that entered stands though the note was struck out."""

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
        """Where it stands: "open", "accepted", "settled" by another remedy, "appealed"."""
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
    answers, done = dict[int, Recorded](), applications(session)
    for one in session.folded.order:
        if isinstance(one.event, RulingAccepted | RulingAppealed):
            answers[one.event.ruling] = one
    return tuple(
        Given(one, event, number[one.seq], answers.get(one.seq), done.get(one.seq))
        for one, event in session.of(Ruled)
    )


@once
def applications(session: Session) -> dict[int, Recorded]:
    """The last entry that says that a ruling's effect is in the score, by the ruling."""
    return {e.event.ruling: e for e in session.log if isinstance(e.event, RulingApplied)}


def is_displaced(session: Session, one: Given) -> bool:
    """Whether the table has yet to say if a ruling stands for what was entered instead of its
    deal: that was struck out, but not by a ruling, and it was not ruled again."""
    by_ruling = {note.key for note in applications(session).values()}
    if all(key in by_ruling for *_, key in _strikes(session, one)):
        return False
    again = any(_is_same(one.event, of.event) for of in ruled_on(session) if of.seq > one.seq)
    return not again and deal_of(session, one).is_struck


@once
def displaced(session: Session) -> Given | None:
    """The first accepted ruling of which the table has yet to say whether it stands for what was
    entered instead of its deal."""
    moving = (one for one in ruled_on(session) if one.event.effects and one.state == "accepted")
    return next((one for one in moving if is_displaced(session, one)), None)


def on_same_deal(session: Session, one: Given) -> tuple[Given | None, list[Given]]:
    """The other ruling that is on the same facts as this one, unless it was settled otherwise; and
    those on another irregularity of the same name in the same deal."""
    row, is_struck = deal_of(session, one)
    twin, others = None, []
    named = (of for of in ruled_on(session) if of.event.name == one.event.name)
    for of in () if is_struck else (of for of in named if of.seq != one.seq):
        if _may_be_on(session, of, row) and deal_of(session, of) == OnDeal(row):
            is_twin = _is_same(one.event, of.event)
            twin = of if is_twin and of.state != "settled" else twin
            others += [] if is_twin else [of]
    return twin, others


def _may_be_on(session: Session, one: Given, row: Row | None) -> bool:
    """Whether a ruling can be on this row, as can be said without looking back: on one of the last
    two that were begun before it, or on a later one."""
    if row is None:
        return all(of.id < one.seq for of in played_rows(session)[-1:])
    before = deal_row(session, row.id)
    is_next = row.id > one.seq and (before is None or before.id < one.seq)
    return is_next or row in _last_two(session, one)


def verdicts_before(session: Session) -> list[str]:
    """The accepted verdicts on the deal in progress ("ruled") and on the last one ("ruled-last")
    that the game's arbiter remembers: on whose play, and which side got how many tricks by it."""
    rows = tuple(session.sheet.rows())
    done = next((row.id for row in reversed(rows) if "open" not in row.marks), 0)
    kinds, found = {None: "ruled", done: "ruled-last"}, []
    remembers = session.game.arbiter.remembers if session.game.arbiter else frozenset()
    for ruling in ruled_on(session)[-LATEST:]:
        event, (row, is_struck) = ruling.event, deal_of(session, ruling)
        kind = kinds.get(row.id if row is not None and "open" not in row.marks else None)
        is_known = event.verdict.rpartition(".")[2] in remembers and not is_struck
        moved = [(one.party, one.amount) for one in event.effects if one.kind == "tricks"]
        party, tricks = moved[0] if moved else ("", 0)
        others = (one.seats[0].value for one in session.parties if moved and one.id != party)
        seat = dict(event.facts).get("seat") or next(others, None)  # a player, or one of the side
        if seat and kind and ruling.state == "accepted" and is_known:
            found.append(f"{kind}:{seat}:{party}:{tricks}")
    return found


LATEST = 12  # So many rulings are looked through for those on the deal in progress and the last one
TELLING = ("seat", "card", "call", "trick")
"""The facts by which two irregularities of a name are told apart, the first that both state after
the seat: a card is played once."""


def _is_same(one: Ruled, other: Ruled) -> bool:
    """Whether two rulings of a deal are on the same irregularity, as far as their facts tell."""
    mine, its = dict(one.facts), dict(other.facts)
    told = [name for name in TELLING if mine.get(name) and its.get(name)]
    asked = told[: 1 + ("seat" in told)]
    return one.name == other.name and all(mine[name] == its[name] for name in asked)


# ---- which deal ----


@once
def deal_of(session: Session, one: Given) -> OnDeal:
    """The deal that a ruling is on: that in progress then. Where there was none, the facts say
    whether it is about the last one, or about one that was recorded only later; where its play had
    not come, whether it is about the one before. There is no row while nothing of it has been
    recorded, and when it was struck out."""
    if _strikes(session, one) and (found := _chosen(one, *_rows_then(session, one))):
        now = found.row and _now(session, found.row.entries)
        return OnDeal(now, found.row is not None and now is None)
    if found := _chosen(one, *_last_two(session, one)):
        return found
    if one.done is not None:
        made = [entry for entry in session.log if entry.key == one.done.key]
        facts = [entry.seq for entry in made if isinstance(entry.event, session.game.events)]
        if facts and _now(session, facts) is None:
            return OnDeal(None, is_struck=True)
    return OnDeal(next((row for row in session.sheet.rows() if row.id > one.seq), None))


def _last_two(session: Session, one: Given) -> tuple[Row | None, Row | None]:
    """The last two rows of deals that were begun before a ruling, as they stand now."""
    last = deal_row(session, one.seq)
    return (deal_row(session, last.id) if last else None), last


def _strikes(session: Session, one: Given) -> list[tuple[int, int, str]]:
    """What was struck out since a ruling of the deal that it may be on: see `_struck`."""
    earlier, last = _last_two(session, one)
    low = earlier if dict(one.event.facts).get("which") == "before" else last
    struck = _struck(session)
    start = bisect_right(struck, low.id if low else 0, key=itemgetter(0))
    end = bisect_left(struck, one.seq, key=itemgetter(0))
    return [strike for strike in struck[start:end] if strike[1] > one.seq]


def _chosen(one: Given, earlier: Row | None, last: Row | None) -> OnDeal | None:
    """Which of the last two rows begun before a ruling it is on; None where it is on neither, but
    on one that is recorded later."""
    which = dict(one.event.facts).get("which", "")
    if which == "before" and last is not None:
        return OnDeal(earlier)
    if last is not None and which != "now":
        was_open = "open" in last.marks or max(last.entries) > one.seq
        if which == "last" or was_open or one.event.effects:
            return OnDeal(last)
    return None


def _rows_then(session: Session, one: Given) -> tuple[Row | None, Row | None]:
    """The last two rows of deals as they stood when a ruling was given; kept as the log grows."""
    known: dict[int, tuple[Row | None, Row | None]]
    before, events = one.seq - 1, session.game.events
    _, known = session.carried(_rows_then) or (0, {})
    if one.seq not in known:
        facts = {e.seq for e in session.log[:before] if isinstance(e.event, events)}
        rows = session.sheet_then(before).rows()
        begun = (row for row in rows if not facts.isdisjoint(row.entries))
        earlier, last = [None, None, *begun][-2:]
        known[one.seq] = (earlier, last)
        session.carry(_rows_then, known)
    return known[one.seq]


def _now(session: Session, entries: Iterable[int]) -> Row | None:
    """The row in which one of these entries, or what replaced it, stands now."""
    origins, rows = _lines(session)
    return next(filter(None, (rows.get(origins.get(one, one)) for one in entries)), None)


@once
def _lines(session: Session) -> tuple[dict[int, int], dict[int, Row]]:
    """The first entry of the line of each that stands instead of another one; and by it the row of
    each entry in force."""
    origins, rows = origins_of(session.log), played_rows(session)
    return origins, {origins.get(e, e): row for row in rows for e in row.entries}


@once
def _struck(session: Session) -> list[tuple[int, int, str]]:
    """Each fact of a deal that was struck out with nothing in its place: the first entry of its
    line, and the entry that struck it, with its key; by the first."""
    log, (origins, _) = session.log, _lines(session)
    replaced = {one.place for one in log if one.seq in origins}
    voids = ((one, one.event.entry) for one in log if isinstance(one.event, Voided))
    found = (
        (origins.get(seq, seq), one.seq, one.key)
        for one, seq in voids
        if seq not in replaced and isinstance(log[seq - 1].event, session.game.events)
    )
    return sorted(found, key=itemgetter(0))
