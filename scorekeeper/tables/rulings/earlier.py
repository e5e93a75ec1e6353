"""What earlier rulings have to do with a new one: what they bound players to when a
card was played or a call was made, in the deal in progress or in an earlier one; and
what they found."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.core.cards import Card
from scorekeeper.core.facts import Fact, Which, fact_in, value_in
from scorekeeper.core.rulings import Earlier, Obligation
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import AnyFolded, Event
from scorekeeper.core.sheet import Row
from scorekeeper.games.arbiter.arbiter import AnyArbiter
from scorekeeper.games.fields import read
from scorekeeper.tables.deals import deal_row, played_rows
from scorekeeper.tables.rulings.on_deals import (
    bound,
    bound_at,
    deal_named,
    just_after,
    verdicts_before,
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
    stood = tuple(stood_then(session, told, over))
    earlier = str(Earlier(stood, verdicts_before(session, over)))
    return told | ({Fact.BOUND.value: earlier} if earlier else {})


def stood_then(
    session: Session, told: Mapping[str, str], over: Row | None
) -> list[Obligation]:
    """What rulings bound players to when this happened in the deal in progress, or in
    one that is `over`."""
    arbiter = session.game.arbiter
    row = over or deal_row(session)
    if arbiter is None or row is None:
        return [one for _, one in bound(session)]
    folded = session.folded if over is None else just_after(session, over)
    entry = _of_the_card(arbiter, folded, told) or _of_the_call(
        session, arbiter, row, told
    )
    if entry is None and over is None:
        return [one for _, one in bound(session)]
    then = session.until(entry or row.entries[-1])
    return [
        one for _, one in bound_at(session, arbiter.progress(then.state), entry, over)
    ]


def _over(session: Session, told: Mapping[str, str]) -> Row | None:
    """The deal that is over and is told about: the one that is named, else the last
    one, where it is said to be that, or nothing of another one has been recorded; None
    for that in progress."""
    named = deal_named(session, told)
    if named is not None:
        return named
    rows = [row for row in played_rows(session) if "open" not in row.marks]
    last = rows[-1] if rows else None
    now = deal_row(session)
    which = value_in(told, Fact.WHICH, Which)
    is_last = which in (Which.LAST, Which.BEFORE) or (
        which is not Which.NOW and now is last
    )
    return last if is_last else None


def _of_the_card(
    arbiter: AnyArbiter, folded: AnyFolded, told: Mapping[str, str]
) -> int | None:
    """The entry of the card in question, where it was recorded as this player's."""
    card = read(Card, fact_in(told, Fact.CARD))
    if card is None:
        return None
    said = fact_in(told, Fact.SEAT), card
    placed = arbiter.watched(folded.state).placed
    return next(
        (
            place.entry
            for place in placed
            if (place.play.seat.value, place.play.card) == said
        ),
        None,
    )


def _of_the_call(
    session: Session, arbiter: AnyArbiter, row: Row, told: Mapping[str, str]
) -> int | None:
    """The entry of the last such call of this player, where it was recorded."""
    who = read(Seat, fact_in(told, Fact.SEAT))
    if who is None or not fact_in(told, Fact.CALL):
        return None
    for seq in reversed(row.entries):
        event: Any = session.log[seq - 1].event
        is_call = isinstance(event, session.game.calls)
        is_said = is_call and dict(call_told(event)).items() <= told.items()
        if is_said and caller(arbiter, session.until(seq), event) is who:
            return seq
    return None


def caller(arbiter: AnyArbiter, then: AnyFolded, event: Any) -> Seat | None:
    """Who made this call, when the deal had come so far."""
    found: Seat | None = event.seat or arbiter.progress(then.state).turn
    return found


def call_told(event: Event) -> tuple[tuple[str, str], ...]:
    """The facts of a call as the form of its irregularity has them."""
    said: Any = event
    if hasattr(event, "call"):
        return ((Fact.CALL.value, str(said.call)),)
    if hasattr(event, "contract"):
        return (Fact.CALL.value, said.contract), (Fact.OVERBID.value, str(said.overbid))
    return ((Fact.CALL.value, said.KIND),)
