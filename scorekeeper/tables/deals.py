"""The play of the deal on the table; which deal each ruling is on, what was answered to it, and
which other one is on the same facts already.

A ruling belongs to the deal that it was given on. When that deal is struck out, what is entered
instead is another one: whether the ruling stands for it, the table says.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import accumulate
from operator import itemgetter

from scorekeeper.core import play
from scorekeeper.core.breaches import still_out
from scorekeeper.core.cards import Play
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import Voided
from scorekeeper.core.notes import NOTED, Ruled, RulingAccepted, RulingAppealed, RulingApplied
from scorekeeper.core.session import Recorded, origins_of
from scorekeeper.core.sheet import Row
from scorekeeper.tables.session import Session, once, replay_of

# ---- the deal on the table ----


def is_watchable(session: Session) -> bool:
    """Whether a card can be recorded now: the deal on the table has come to its play."""
    game, state = session.game, session.folded.state
    rules = game.arbiter and game.arbiter.play_rules(state)
    if game.arbiter and rules:
        for event in _next(rules, game.arbiter.watched(state)):
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


def _next(rules: play.PlayRules, watched: play.Watched) -> Iterator[play.WatchedEvent]:
    """What may be seen next, so that one of them passes wherever play goes on."""
    seat = play.turn(rules, watched) or rules.ring[0]
    if not watched.trick:
        yield play.LeadIs(seat)
        return
    for card in sorted(still_out(rules, watched, seat), key=str):
        for way in rules.ways(watched.tricks, watched.trick, Play(seat, card)):
            yield play.CardPlayed(card, way.is_face_down, seat, way.as_suit)


# ---- rulings and what was answered to them ----


@once
def ruled_on(session: Session) -> tuple[Recorded, ...]:
    """The entries in force that are rulings."""
    return tuple(entry for entry, _ in session.of(Ruled))


def ruling_in(entry: Recorded) -> Ruled:
    """What an entry of `ruled_on` has recorded."""
    assert isinstance(entry.event, Ruled)  # noqa: S101 - nothing else is asked for it
    return entry.event


@once
def answers_to(session: Session) -> dict[int, Recorded]:
    """The last word on each ruling, by the ruling's entry: that it was accepted, or appealed."""
    answers = (RulingAccepted, RulingAppealed)
    order = session.folded.order
    return {one.event.ruling: one for one in order if isinstance(one.event, answers)}


def state_of(session: Session, entry: Recorded) -> str:
    """Where a ruling stands: "open", "accepted", "settled" by another remedy, "appealed"."""
    answer = answers_to(session).get(entry.seq)
    if answer and isinstance(answer.event, RulingAccepted):
        return "settled" if answer.event.remedy else "accepted"
    return "appealed" if answer else "open"


@once
def numbers(session: Session) -> dict[int, int]:
    """What number each ruling has, those struck out counted."""
    ruled = (entry.seq for entry in session.log if isinstance(entry.event, Ruled))
    return {seq: number for number, seq in enumerate(ruled, start=1)}


@once
def applications(session: Session) -> dict[int, Recorded]:
    """The last entry that says that a ruling's effect is in the score, by the ruling: what it
    entered stands though the note was struck out since."""
    return {e.event.ruling: e for e in session.log if isinstance(e.event, RulingApplied)}


def ruled_row(session: Session, entry: Recorded) -> Row | None:
    """The row of the deal that a ruling is on; None while nothing of it has been recorded, and when
    it was struck out. A ruling belongs to the deal in progress then. Where there was none, the
    facts say whether it is about the last one, or about one that was recorded only later; where its
    play had not come, whether it is about the one before."""
    return _deal(session, entry.seq)[0]


def is_struck(session: Session, entry: Recorded) -> bool:
    """Whether the deal that a ruling is on was struck out."""
    return _deal(session, entry.seq)[1]


def is_displaced(session: Session, entry: Recorded) -> bool:
    """Whether the table has yet to say if a ruling stands for what was entered instead of its
    deal: that was struck out, but not by a ruling, and it was not ruled again."""
    by_ruling = {note.key for note in applications(session).values()}
    again = (ruling_in(one) for one in ruled_on(session) if one.seq > entry.seq)
    if all(key in by_ruling for *_, key in _strikes(session, entry)):
        return False
    return not any(_is_same(ruling_in(entry), one) for one in again) and is_struck(session, entry)


@once
def displaced(session: Session) -> Recorded | None:
    """The first accepted ruling of which the table has yet to say whether it stands for what was
    entered instead of its deal."""
    moving = (entry for entry, event in session.of(Ruled) if event.effects)
    accepted = (entry for entry in moving if state_of(session, entry) == "accepted")
    return next((entry for entry in accepted if is_displaced(session, entry)), None)


def on_same_deal(session: Session, entry: Recorded) -> tuple[Recorded | None, list[Recorded]]:
    """The other ruling that is on the same facts as this one, unless it was settled otherwise; and
    those on another irregularity of the same name in the same deal."""
    event, row = ruling_in(entry), ruled_row(session, entry)
    twin, others = None, []
    for one, of in () if is_struck(session, entry) else session.of(Ruled):
        may_be = one.seq != entry.seq and of.name == event.name and _may_be_on(session, one, row)
        its = ruled_row(session, one) if may_be else None
        if may_be and not is_struck(session, one) and (its and its.id) == (row and row.id):
            is_twin = _is_same(event, of)
            is_settled = state_of(session, one) == "settled"
            twin = one if is_twin and not is_settled else twin
            others += [] if is_twin else [one]
    return twin, others


def verdicts_before(session: Session) -> list[str]:
    """The accepted verdicts on the deal in progress ("ruled") and on the last one ("ruled-last")
    that the game's arbiter remembers: on whose play, and which side got how many tricks by it."""
    rows = tuple(session.sheet.rows())
    done = next((row.id for row in reversed(rows) if "open" not in row.marks), 0)
    kinds, found = {None: "ruled", done: "ruled-last"}, []
    remembers = session.game.arbiter.remembers if session.game.arbiter else frozenset()
    for entry in ruled_on(session)[-LATEST:]:
        event, row = ruling_in(entry), ruled_row(session, entry)
        kind = kinds.get(row.id if row is not None and "open" not in row.marks else None)
        is_accepted = state_of(session, entry) == "accepted"
        is_known = event.verdict.rpartition(".")[2] in remembers and not is_struck(session, entry)
        moved = [(one.party, one.amount) for one in event.effects if one.kind == "tricks"]
        party, tricks = moved[0] if moved else ("", 0)
        others = (one.seats[0].value for one in session.parties if moved and one.id != party)
        seat = dict(event.facts).get("seat") or next(others, None)  # a player, or one of the side
        if seat and kind and is_accepted and is_known:
            found.append(f"{kind}:{seat}:{party}:{tricks}")
    return found


def _may_be_on(session: Session, entry: Recorded, row: Row | None) -> bool:
    """Whether a ruling can be on this row, as can be said without looking back: on one of the last
    two that were begun before it, or on a later one."""
    if row is None:
        return all(one.id < entry.seq for one in played_rows(session)[-1:])
    before = deal_row(session, row.id)
    is_next = row.id > entry.seq and (before is None or before.id < entry.seq)
    return is_next or row.id in {one.id for one in _last_two(session, entry) if one}


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
def _deal(session: Session, seq: int) -> tuple[Row | None, bool]:
    """The row that the ruling of this entry is on, and whether its deal was struck out."""
    entry = session.log[seq - 1]
    event = ruling_in(entry)
    if _strikes(session, entry):
        row, is_later = _chosen(event, entry.seq, *_rows_then(session, entry))
        if not is_later:
            now = row and _now(session, row.entries)
            return now, row is not None and now is None
    row, is_later = _chosen(event, entry.seq, *_last_two(session, entry))
    if not is_later:
        return row, False
    if (done := applications(session).get(entry.seq)) is not None:
        made = [one for one in session.log if one.key == done.key]
        facts = [one.seq for one in made if isinstance(one.event, session.game.events)]
        if facts and _now(session, facts) is None:
            return None, True
    return next((row for row in session.sheet.rows() if row.id > entry.seq), None), False


def _last_two(session: Session, entry: Recorded) -> tuple[Row | None, Row | None]:
    """The last two rows of deals that were begun before a ruling, as they stand now."""
    last = deal_row(session, entry.seq)
    return (deal_row(session, last.id) if last else None), last


def _strikes(session: Session, entry: Recorded) -> list[tuple[int, int, str]]:
    """What was struck out since a ruling of the deal that it may be on: see `_struck`."""
    earlier, last = _last_two(session, entry)
    low = earlier if dict(ruling_in(entry).facts).get("which") == "before" else last
    struck = _struck(session)
    start = bisect_right(struck, low.id if low else 0, key=itemgetter(0))
    end = bisect_left(struck, entry.seq, key=itemgetter(0))
    return [one for one in struck[start:end] if one[1] > entry.seq]


def _chosen(
    event: Ruled, seq: int, earlier: Row | None, last: Row | None
) -> tuple[Row | None, bool]:
    """Which of the last two rows begun before a ruling it is on; and whether it is on neither, but
    on one that is recorded later."""
    which = dict(event.facts).get("which", "")
    if which == "before" and last is not None:
        return earlier, False
    if last is not None and which != "now":
        was_open = "open" in last.marks or max(last.entries) > seq
        if which == "last" or was_open or event.effects:
            return last, False
    return None, True


def _rows_then(session: Session, entry: Recorded) -> tuple[Row | None, Row | None]:
    """The last two rows of deals as they stood when a ruling was given; kept as the log grows."""
    known: dict[int, tuple[Row | None, Row | None]]
    _, known = session.carried(_rows_then) or (0, {})
    if entry.seq not in known:
        log, game = session.log[: entry.seq - 1], session.game
        facts = {one.seq for one in log if isinstance(one.event, game.events)}
        rows = game.sheet(replay_of(session).state(entry.seq - 1)).rows()
        begun = (row for row in rows if not facts.isdisjoint(row.entries))
        earlier, last = [None, None, *begun][-2:]
        known[entry.seq] = (earlier, last)
        session.carry(_rows_then, known)
    return known[entry.seq]


def _now(session: Session, entries: Iterable[int]) -> Row | None:
    """The row in which one of these entries, or what replaced it, stands now."""
    rows, origins = _rows_of(session), _origins(session)
    return next(filter(None, (rows.get(origins.get(one, one)) for one in entries)), None)


@once
def _origins(session: Session) -> dict[int, int]:
    return origins_of(session.log)


@once
def _rows_of(session: Session) -> dict[int, Row]:
    """The row of each entry in force, by the first entry of its line."""
    origins = _origins(session)
    return {origins.get(e, e): row for row in played_rows(session) for e in row.entries}


@once
def _struck(session: Session) -> list[tuple[int, int, str]]:
    """Each fact of a deal that was struck out with nothing in its place: the first entry of its
    line, and the entry that struck it, with its key; by the first."""
    log, origins = session.log, _origins(session)
    replaced = {one.place for one in log if one.seq in origins}
    voids = ((one, one.event.entry) for one in log if isinstance(one.event, Voided))
    found = (
        (origins.get(seq, seq), one.seq, one.key)
        for one, seq in voids
        if seq not in replaced and isinstance(log[seq - 1].event, session.game.events)
    )
    return sorted(found, key=itemgetter(0))
