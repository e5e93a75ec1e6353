"""What players owe by accepted rulings, watched as the deal goes on: who is bound now,
what a call or a card would break, and what was broken all the same, with the law that
follows."""

from collections.abc import Iterable
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
    """What this player owes now."""
    return tuple(one for _, one in bound(session) if one.seat is seat)


def awaits(session: Session, seat: Seat) -> bool:
    """Whether declarer has a say before this player leads. Laws 26B, 50D2, 51B."""
    side = party_of(seat, session.parties).seats
    every = [one for _, one in bound(session)]
    if any(
        obligation.kind == "first-lead" and obligation.seat is seat
        for obligation in every
    ):
        return True
    partners = {
        obligation.seat
        for obligation in every
        if obligation.seat in side and obligation.seat is not seat
    }
    return any(
        hold_partner(obligation for obligation in every if obligation.seat is of)
        for of in partners
    )


def of_calls(session: Session, facts: Iterable[Event]) -> Message | None:
    """What one of these facts, as a call that is made now, would break; None where
    nothing."""
    arbiter = session.game.arbiter
    calls = session.game.calls
    if arbiter is None or not session.has(Ruled):
        return None
    for fact in facts:
        if isinstance(fact, calls):
            seat = _player(arbiter, session.folded, fact)
            one = broken_by_call(owed_by(session, seat), _amount(arbiter, fact))
            if one is not None:
                return one.said()
    return None


def of_play(session: Session, play: Play) -> Message | None:
    """What this card, played next, would break, or who has a say before it is led."""
    arbiter = session.game.arbiter
    state = session.folded.state
    rules = arbiter.play_rules(state) if arbiter else None
    if arbiter is None or rules is None or not session.has(Ruled):
        return None
    watched = arbiter.watched(state)
    if not watched.trick and awaits(session, play.seat):
        return message("obligation.awaits", seat=play.seat)
    owed = owed_by(session, play.seat)
    one = broken_by_play(owed, rules, watched.tricks, watched.trick, play)
    return None if one is None else one.said()


def at_the_table(session: Session, seat: Seat | None) -> tuple[Message, ...]:
    """What the player whose card is next is bound to, in words."""
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
    """A call or a card that broke an obligation: its entry, whose it was, what it was
    in words; and the irregularity that this is, with its facts and what is `known`
    besides."""

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
    kinds = (*session.game.calls, CardPlayed)
    found = []
    for seq in by_the_bound(session)[-LATEST:] if arbiter else ():
        if arbiter and isinstance(session.log[seq - 1].event, kinds):
            one = _broken_at(session, arbiter, seq)
            if one is not None and not _is_ruled(session, one):
                found.append(one)
    return tuple(found)


def _broken_at(session: Session, arbiter: AnyArbiter, seq: int) -> Broken | None:
    """What this entry broke when it was made."""
    event: Any = session.log[seq - 1].event
    then = session.until(seq)
    owed = bound_at(session, arbiter.progress(then.state), seq)
    seat = _player(arbiter, then, event)
    mine = [one for _, one in owed if one.seat is seat]
    if seat is None or not mine or getattr(event, "ruling", None) is not None:
        return None
    facts: tuple[tuple[str, str], ...]
    if isinstance(event, CardPlayed):
        one = _broken_by_card(arbiter, then, mine, seat, event)
        facts = (("card", str(event.card)),)
        what = message("play.said.card", card=event.card)
    else:
        one = broken_by_call(mine, _amount(arbiter, event))
        facts = call_told(event)
        what = event.said()
    if one is None:
        return None
    law, known = arbiter.breaks.get(one.kind, ("", {}))
    return Broken(seq, seat, what, one, law, (("seat", seat.value), *facts), known)


def _broken_by_card(
    arbiter: AnyArbiter,
    then: AnyFolded,
    owed: list[Obligation],
    seat: Seat,
    event: CardPlayed,
) -> Obligation | None:
    rules = arbiter.play_rules(then.state)
    watched = arbiter.watched(then.state)
    if rules is None:
        return None
    play = Play(seat, event.card, event.is_face_down, event.as_suit)
    return broken_by_play(owed, rules, watched.tricks, watched.trick, play)


def _player(arbiter: AnyArbiter, then: AnyFolded, event: Any) -> Seat | None:
    """Who made this call or played this card."""
    if event.seat is not None or not isinstance(event, CardPlayed):
        return caller(arbiter, then, event)
    rules = arbiter.play_rules(then.state)
    return playing.turn(rules, arbiter.watched(then.state)) if rules else None


def _amount(arbiter: AnyArbiter, event: Any) -> int | None:
    return arbiter.amount(getattr(event, "call", event))


def _is_ruled(session: Session, breach: Broken) -> bool:
    """Whether a ruling was given on it since."""
    told = set(breach.facts)
    return any(
        of.seq > breach.seq
        and of.event.name == breach.irregularity
        and told <= set(of.event.facts)
        for of in ruled_on(session)
    )
