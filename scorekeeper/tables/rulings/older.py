"""Rulings as entries before 0.4.0 hold them: facts and the code of a verdict. What was
asked, answered and ruled is worked out from these, in the state they were heard in, and
so is the deal it was on. A ruling that keeps all that itself is read elsewhere.
"""

from bisect import bisect_left, bisect_right
from contextlib import suppress
from operator import itemgetter

from scorekeeper.core.facts import Fact, Which, fact_in, value_in
from scorekeeper.core.rulings import Earlier, Ruling
from scorekeeper.core.sheet import Row
from scorekeeper.games.arbiter.arbiter import Settled
from scorekeeper.tables.deals import deal_row, played_rows, row_now, struck
from scorekeeper.tables.rulings.given import Given, OnDeal, begun_since
from scorekeeper.tables.rulings.hearing import Hearing, heard
from scorekeeper.tables.session import Session, once


def worked_out(
    session: Session, one: Given
) -> tuple[Hearing, Ruling] | tuple[None, None]:
    """What was asked, answered and ruled then; nothing when it can't be worked out any
    more."""
    arbiter = session.game.arbiter
    if irregularity := arbiter and arbiter.irregularity(one.event.name):
        then = session.upto(one.seq - 1)
        facts = _readable(dict(one.event.facts))
        hearing = heard(irregularity, then, facts, was_ruled=True)
        ruling = hearing.outcome
        if (
            arbiter
            and isinstance(ruling, Ruling)
            and ruling.verdict.code == one.event.verdict
        ):
            return hearing, ruling.given(arbiter.progress(then.state))
    return None, None


def _readable(facts: dict[str, str]) -> dict[str, str]:
    """The facts, with what of earlier rulings in them can still be read."""
    earlier = list[str]()
    for word in fact_in(facts, Fact.BOUND).split():
        with suppress(ValueError):
            earlier.append(str(Earlier.parse(word)))
    return facts | (
        {Fact.BOUND.value: " ".join(earlier)} if Fact.BOUND in facts else {}
    )


def is_told(session: Session, ruling: Given) -> bool:
    """Whether a ruling followed from what its form was told, with nothing asked on the
    way."""
    hearing, _ = worked_out(session, ruling)
    return bool(hearing and not hearing.asked)


def settled_by(session: Session, ruling: Given) -> Settled | None:
    """What of sealed things a ruling on these facts settles."""
    arbiter = session.game.arbiter
    irregularity = arbiter.irregularity(ruling.event.name) if arbiter else None
    if irregularity is None or irregularity.settles is None:
        return None
    return irregularity.settles(
        session.upto(ruling.seq - 1).state, dict(ruling.event.facts)
    )


# ---- which deal ----


@once
def deal_of(session: Session, ruling: Given) -> OnDeal:
    """The deal that a ruling is on: that in progress then. Where there was none, the
    facts say whether it is about the last one, or about one that was recorded only
    later; where its play had not come, whether it is about the one before. There is no
    row while nothing of it has been recorded, and when it was struck out."""
    if strikes_since(session, ruling) and (
        found := _chosen(ruling, *_rows_then(session, ruling))
    ):
        now = found.row and row_now(session, found.row.entries)
        return OnDeal(now, found.row is not None and now is None)
    if found := _chosen(ruling, *_last_two(session, ruling)):
        return found
    return begun_since(session, ruling)


def _last_two(session: Session, ruling: Given) -> tuple[Row | None, Row | None]:
    """The last two rows of deals that were begun before a ruling, as they stand now."""
    last = deal_row(session, ruling.seq)
    return (deal_row(session, last.id) if last else None), last


def strikes_since(session: Session, ruling: Given) -> list[tuple[int, int, str]]:
    """What was struck out since a ruling of the deal that it may be on: see
    `struck`."""
    earlier, last = _last_two(session, ruling)
    low = (
        earlier
        if fact_in(dict(ruling.event.facts), Fact.WHICH) == Which.BEFORE
        else last
    )
    every = struck(session)
    start = bisect_right(every, low.id if low else 0, key=itemgetter(0))
    end = bisect_left(every, ruling.seq, key=itemgetter(0))
    return [strike for strike in every[start:end] if strike[1] > ruling.seq]


def _chosen(ruling: Given, earlier: Row | None, last: Row | None) -> OnDeal | None:
    """Which of the last two rows begun before a ruling it is on; None where it is on
    neither, but on one that is recorded later."""
    which = value_in(dict(ruling.event.facts), Fact.WHICH, Which)
    if which is Which.BEFORE and last is not None:
        return OnDeal(earlier)
    if last is not None and which is not Which.NOW:
        was_open = "open" in last.marks or max(last.entries) > ruling.seq
        if which is Which.LAST or was_open or ruling.event.effects:
            return OnDeal(last)
    return None


def _rows_then(session: Session, ruling: Given) -> tuple[Row | None, Row | None]:
    """The last two rows of deals as they stood when a ruling was given; kept as the log
    grows."""
    known: dict[int, tuple[Row | None, Row | None]]
    before = ruling.seq - 1
    events = session.game.events
    _, known = session.carried(_rows_then) or (0, {})
    if ruling.seq not in known:
        facts = {e.seq for e in session.log[:before] if isinstance(e.event, events)}
        rows = session.sheet_then(before).rows()
        begun = (row for row in rows if not facts.isdisjoint(row.entries))
        earlier, last = [None, None, *begun][-2:]
        known[ruling.seq] = (earlier, last)
        session.carry(_rows_then, known)
    return known[ruling.seq]


def may_be_on(session: Session, ruling: Given, row: Row | None) -> bool:
    """Whether a ruling can be on this row, as can be said without looking back: on one
    of the last two that were begun before it, or on a later one."""
    if row is None:
        return all(of.id < ruling.seq for of in played_rows(session)[-1:])
    before = deal_row(session, row.id)
    is_next = row.id > ruling.seq and (before is None or before.id < ruling.seq)
    return is_next or row in _last_two(session, ruling)
