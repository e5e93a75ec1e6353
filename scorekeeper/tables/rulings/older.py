"""Rulings as entries before 0.4.0 hold them: facts and the code of a verdict. What was
asked, answered and ruled is worked out from these, in the state they were heard in, and
so is the deal it was on. A ruling that keeps all that itself is read elsewhere.
"""

from bisect import bisect_left, bisect_right
from operator import attrgetter

from scorekeeper.core.facts import Fact, Which, fact_in, value_in
from scorekeeper.core.rulings import Earlier, Ruling
from scorekeeper.core.sheet import Row
from scorekeeper.games.arbiter.arbiter import Settled
from scorekeeper.tables.deals import Strike, deal_row, played_rows, row_now, struck
from scorekeeper.tables.rulings.given import Given, OnDeal, begun_since, irregularity_of
from scorekeeper.tables.rulings.hearing import Hearing, heard
from scorekeeper.tables.session import Session, once


def worked_out(
    session: Session, given: Given
) -> tuple[Hearing, Ruling] | tuple[None, None]:
    """What was asked, answered and ruled then; nothing when it can't be worked
    out any more."""
    arbiter = session.game.arbiter
    irregularity = irregularity_of(session.game, given.event.name)
    if arbiter is None or irregularity is None:
        return None, None
    then = session.upto(given.seq - 1)
    facts = _readable(dict(given.event.facts))
    hearing = heard(irregularity, then, facts, was_ruled=True)
    ruling = hearing.outcome
    if not isinstance(ruling, Ruling) or ruling.verdict.code != given.event.verdict:
        return None, None
    return hearing, ruling.given(arbiter.progress(then.state))


# The facts, with what of earlier rulings in them can still be read.
def _readable(facts: dict[str, str]) -> dict[str, str]:
    if Fact.BOUND not in facts:
        return facts
    earlier = Earlier.readable(fact_in(facts, Fact.BOUND))
    return facts | {Fact.BOUND.value: str(earlier)}


def is_told(session: Session, ruling: Given) -> bool:
    """Whether a ruling followed from what its form was told, with nothing asked
    on the way."""
    hearing, _ = worked_out(session, ruling)
    return bool(hearing and not hearing.asked)


def settled_by(session: Session, ruling: Given) -> Settled | None:
    """What of sealed things a ruling on these facts settles; None where it settles
    nothing."""
    irregularity = irregularity_of(session.game, ruling.event.name)
    if irregularity is None or irregularity.settles is None:
        return None
    then = session.upto(ruling.seq - 1)
    return irregularity.settles(then.state, dict(ruling.event.facts))


# ---- which deal ----


@once
def deal_of(session: Session, ruling: Given) -> OnDeal:
    """The deal that a ruling is about: the one in progress when it was given. If there
    was none, the facts say whether it was the last deal or one that was recorded later;
    if its play hadn't begun, whether it was the one before. It has no row if nothing of
    it is recorded, or if it was struck out."""
    if strikes_since(session, ruling):
        then = _chosen(ruling, *_rows_then(session, ruling))
        if then is not None and then.row is None:
            return then
        if then is not None and then.row is not None:
            now = row_now(session, then.row.entries)
            return OnDeal(now, is_struck=now is None)
    return _chosen(ruling, *_last_two(session, ruling)) or begun_since(session, ruling)


# The last two rows of deals that were begun before a ruling, as they stand now.
def _last_two(session: Session, ruling: Given) -> tuple[Row | None, Row | None]:
    last = deal_row(session, ruling.seq)
    return (deal_row(session, last.id) if last else None), last


def strikes_since(session: Session, ruling: Given) -> list[Strike]:
    low, last = _last_two(session, ruling)
    if fact_in(dict(ruling.event.facts), Fact.WHICH) != Which.BEFORE:
        low = last
    strikes = struck(session)
    by_first = attrgetter("first")
    start = bisect_right(strikes, low.id if low else 0, key=by_first)
    end = bisect_left(strikes, ruling.seq, key=by_first)
    return [strike for strike in strikes[start:end] if strike.at > ruling.seq]


# Which of the last two rows begun before a ruling it is on; None where it is on
# neither, but on one that is recorded later.
def _chosen(ruling: Given, earlier: Row | None, last: Row | None) -> OnDeal | None:
    which = value_in(dict(ruling.event.facts), Fact.WHICH, Which)
    if last is None or which is Which.NOW:
        return None
    if which is Which.BEFORE:
        return OnDeal(earlier)
    was_open = not last.is_finished or max(last.entries) > ruling.seq
    if which is Which.LAST or was_open or ruling.event.effects:
        return OnDeal(last)
    return None


# The last two rows of deals as they stood when a ruling was given; kept as
# the log grows.
def _rows_then(session: Session, ruling: Given) -> tuple[Row | None, Row | None]:
    known: dict[int, tuple[Row | None, Row | None]]
    _, known = session.carried(_rows_then) or (0, {})
    if ruling.seq not in known:
        before = ruling.seq - 1
        log = session.log[:before]
        facts = {entry.seq for entry in log if session.is_played(entry)}
        rows = session.sheet_then(before).rows()
        begun = [row for row in rows if not facts.isdisjoint(row.entries)]
        earlier, last = [None, None, *begun][-2:]
        known[ruling.seq] = (earlier, last)
        session.carry(_rows_then, known)
    return known[ruling.seq]


def may_be_on(session: Session, ruling: Given, row: Row | None) -> bool:
    """Whether a ruling can be on this row, as can be said without looking back: on one
    of the last two that were begun before it, or on a later one."""
    if row is None:
        rows = played_rows(session)
        return not rows or rows[-1].id < ruling.seq
    before = deal_row(session, row.id)
    is_next = row.id > ruling.seq and (before is None or before.id < ruling.seq)
    return is_next or row in _last_two(session, ruling)
