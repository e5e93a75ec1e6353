"""What earlier rulings have to do with a new one: what they bound players to when a
card was played or a call was made, in the deal in progress or in an earlier one; and
what they found."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.core.cards import Card
from scorekeeper.core.facts import Fact, Which, fact_in, value_in
from scorekeeper.core.rulings import Earlier, Obligation
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import AnyFolded
from scorekeeper.core.sheet import Row
from scorekeeper.games.arbiter.arbiter import AnyArbiter
from scorekeeper.games.fields import read
from scorekeeper.tables.deals import deal_row, played_rows
from scorekeeper.tables.rulings.on_deals import (
    bound,
    bound_at,
    deal_named,
    just_after,
    rulings_remembered,
)
from scorekeeper.tables.session import Session


def with_earlier(session: Session, facts: Mapping[str, str]) -> dict[str, str]:
    """These facts, with what earlier rulings on their deal have to do with a new one:
    what they bound players to when the card in question was played or the call was
    made, else what they bind to as far as the deal has come; and the verdicts that its
    laws remember."""
    told = {name: fact for name, fact in facts.items() if name != Fact.BOUND}
    if not told or session.game.arbiter is None:
        return told
    over = _over(session, told)
    stood = tuple(_stood_then(session, session.game.arbiter, told, over))
    earlier = str(Earlier(stood, rulings_remembered(session, over)))
    return told | ({Fact.BOUND.value: earlier} if earlier else {})


# What rulings bound players to when this happened in the deal in progress, or in
# one that is `over`.
def _stood_then(
    session: Session, arbiter: AnyArbiter, told: Mapping[str, str], over: Row | None
) -> list[Obligation]:
    row = over or deal_row(session)
    entry = None
    if row is not None:
        folded = session.folded if over is None else just_after(session, over)
        entry = _of_the_card(arbiter, folded, told)
        entry = entry or _of_the_call(session, arbiter, row, told)
    if row is None or (entry is None and over is None):
        return [obligation for _, obligation in bound(session)]
    then = session.until(entry or row.entries[-1])
    bound_then = bound_at(session, arbiter.progress(then.state), entry, over)
    return [obligation for _, obligation in bound_then]


# The deal that is over and is told about: the one that is named, else the last one,
# where it is said to be that, or nothing of another one has been recorded; None for
# that in progress.
def _over(session: Session, told: Mapping[str, str]) -> Row | None:
    named = deal_named(session, told)
    if named is not None:
        return named
    rows = [row for row in played_rows(session) if row.is_finished]
    if not rows:
        return None
    match value_in(told, Fact.WHICH, Which):
        case Which.LAST | Which.BEFORE:
            return rows[-1]
        case Which.NOW:
            return None
    return rows[-1] if deal_row(session) is rows[-1] else None


# The entry of the card in question, where it was recorded as this player's.
def _of_the_card(
    arbiter: AnyArbiter, folded: AnyFolded, told: Mapping[str, str]
) -> int | None:
    card = read(Card, fact_in(told, Fact.CARD))
    if card is None:
        return None
    seat = fact_in(told, Fact.SEAT)
    for place in arbiter.watched(folded.state).placed:
        if place.play.seat.value == seat and place.play.card == card:
            return place.entry
    return None


# The entry of the last such call of this player, where it was recorded.
def _of_the_call(
    session: Session, arbiter: AnyArbiter, row: Row, told: Mapping[str, str]
) -> int | None:
    seat = read(Seat, fact_in(told, Fact.SEAT))
    if seat is None or not fact_in(told, Fact.CALL):
        return None
    for seq in reversed(row.entries):
        event = session.entry(seq).event
        if not isinstance(event, session.game.calls):
            continue
        is_told = dict(call_told(event)).items() <= told.items()
        if is_told and caller(arbiter, session.until(seq), event) is seat:
            return seq
    return None


def caller(arbiter: AnyArbiter, then: AnyFolded, event: Any) -> Seat | None:
    """Who made this call, once the deal had come so far; None where it was nobody's
    turn."""
    who: Seat | None = event.seat or arbiter.progress(then.state).turn
    return who


def call_told(event: Any) -> tuple[tuple[str, str], ...]:
    if hasattr(event, "call"):
        return ((Fact.CALL.value, str(event.call)),)
    if hasattr(event, "contract"):
        overbid = (Fact.OVERBID.value, str(event.overbid))
        return (Fact.CALL.value, event.contract), overbid
    return ((Fact.CALL.value, event.KIND),)
