"""What players owe by accepted rulings, watched as the deal goes on: who is bound
now, what a call or a card would break, and what was broken all the same, with the
law that follows."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.core import play as playing
from scorekeeper.core.cards import Play
from scorekeeper.core.duties import broken_by_call, broken_by_play
from scorekeeper.core.facts import Facts
from scorekeeper.core.messages import Message, message
from scorekeeper.core.play import CardPlayed
from scorekeeper.core.ruling_notes import Ruled
from scorekeeper.core.rulings import (
    LEADING,
    LYING,
    PLAYING,
    Duty,
    Obligation,
    hold_partner,
)
from scorekeeper.core.seats import Seat, party_of
from scorekeeper.core.session import AnyFolded, Event
from scorekeeper.games.arbiter.arbiter import AnyArbiter
from scorekeeper.tables.rulings.earlier import call_told, caller
from scorekeeper.tables.rulings.given import ruled_on
from scorekeeper.tables.rulings.on_deals import bound, bound_at, by_the_bound
from scorekeeper.tables.session import Session, once

LATEST = 12
"""So many calls and cards are looked through for what was broken."""
IN_PLAY = (*LEADING, *PLAYING, *LYING)


def owed_by(session: Session, seat: Seat | None) -> tuple[Obligation, ...]:
    return tuple(
        obligation for _, obligation in bound(session) if obligation.seat is seat
    )


def awaits(session: Session, seat: Seat) -> bool:
    """Whether declarer has a say before this player leads. Laws 26B, 50D2, 51B."""
    obligations = [obligation for _, obligation in bound(session)]
    for obligation in obligations:
        if obligation.kind is Duty.FIRST_LEAD and obligation.seat is seat:
            return True
    partners = {*party_of(seat, session.parties).seats} - {seat}
    return any(
        hold_partner(owed for owed in obligations if owed.seat is partner)
        for partner in partners
    )


def of_calls(session: Session, facts: Iterable[Event]) -> Message | None:
    """What one of these facts, as a call that is made now, would break;
    None where nothing."""
    arbiter = session.game.arbiter
    if arbiter is None or not session.has(Ruled):
        return None
    for fact in facts:
        if isinstance(fact, session.game.calls):
            seat = _player(arbiter, session.folded, fact)
            duty = broken_by_call(owed_by(session, seat), _amount(arbiter, fact))
            if duty is not None:
                return duty.said()
    return None


def of_play(session: Session, play: Play) -> Message | None:
    """What this card, played next, would break, or who has a say before it is led; None
    where neither."""
    arbiter = session.game.arbiter
    if arbiter is None or not session.has(Ruled):
        return None
    state = session.folded.state
    if arbiter.play_rules(state) is None:
        return None
    if not arbiter.watched(state).trick and awaits(session, play.seat):
        return message("obligation.awaits", seat=play.seat)
    duty = _broken_by(arbiter, state, owed_by(session, play.seat), play)
    return duty.said() if duty else None


def at_the_table(session: Session, seat: Seat | None) -> tuple[Message, ...]:
    if seat is None or not session.has(Ruled):
        return ()
    return tuple(
        obligation.said()
        for obligation in owed_by(session, seat)
        if obligation.kind in IN_PLAY
    )


# ---- what was broken ----


@dataclass(frozen=True, slots=True)
class Broken:
    """A call or a card that broke an obligation: its entry, whose it was, what
    it was in words; and the irregularity that this is, with its facts and what
    is `known` besides."""

    seq: int
    seat: Seat
    what: Message
    duty: Obligation
    irregularity: str
    facts: tuple[tuple[str, str], ...]
    known: Facts

    def said(self) -> Message:
        return message(
            "now.broken", what=self.what, seat=self.seat, duty=self.duty.said()
        )


@once
def broken(session: Session) -> tuple[Broken, ...]:
    """What was called or played in the deal in progress against an accepted ruling, and
    has not been ruled on."""
    arbiter = session.game.arbiter
    if arbiter is None:
        return ()
    breaches = []
    for seq in by_the_bound(session)[-LATEST:]:
        event = session.entry(seq).event
        if isinstance(event, (*session.game.calls, CardPlayed)):
            breach = _broken_at(session, arbiter, seq, event)
            if breach is not None and not _is_ruled(session, breach):
                breaches.append(breach)
    return tuple(breaches)


# What this entry broke when it was made.
def _broken_at(
    session: Session, arbiter: AnyArbiter, seq: int, event: Any
) -> Broken | None:
    if getattr(event, "ruling", None) is not None:
        return None
    then = session.until(seq)
    seat = _player(arbiter, then, event)
    bound_then = bound_at(session, arbiter.progress(then.state), seq)
    owed = [obligation for _, obligation in bound_then if obligation.seat is seat]
    if seat is None or not owed:
        return None
    if not isinstance(event, CardPlayed):
        duty = broken_by_call(owed, _amount(arbiter, event))
        return _broken(arbiter, seq, seat, event.said(), duty, call_told(event))
    play = Play(seat, event.card, event.is_face_down, event.as_suit)
    duty = _broken_by(arbiter, then.state, owed, play)
    what = message("play.said.card", card=event.card)
    return _broken(arbiter, seq, seat, what, duty, (("card", str(event.card)),))


def _broken(
    arbiter: AnyArbiter,
    seq: int,
    seat: Seat,
    what: Message,
    duty: Obligation | None,
    facts: tuple[tuple[str, str], ...],
) -> Broken | None:
    if duty is None:
        return None
    law, known = arbiter.breaks.get(duty.kind, ("", {}))
    return Broken(seq, seat, what, duty, law, (("seat", seat.value), *facts), known)


def _broken_by(
    arbiter: AnyArbiter, state: Any, owed: Sequence[Obligation], play: Play
) -> Obligation | None:
    rules = arbiter.play_rules(state)
    if rules is None:
        return None
    watched = arbiter.watched(state)
    return broken_by_play(owed, rules, watched.tricks, watched.trick, play)


def _player(arbiter: AnyArbiter, then: AnyFolded, event: Any) -> Seat | None:
    if event.seat is not None or not isinstance(event, CardPlayed):
        return caller(arbiter, then, event)
    rules = arbiter.play_rules(then.state)
    return playing.turn(rules, arbiter.watched(then.state)) if rules else None


def _amount(arbiter: AnyArbiter, event: Any) -> int | None:
    return arbiter.amount(getattr(event, "call", event))


def _is_ruled(session: Session, breach: Broken) -> bool:
    told = set(breach.facts)
    return any(
        later.seq > breach.seq
        and later.event.name == breach.irregularity
        and told <= set(later.event.facts)
        for later in ruled_on(session)
    )
