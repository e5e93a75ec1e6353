"""What all at a table say at once, each on their own phone: who is asked here, and what
is shown when the last has said it."""

from contextlib import suppress
from typing import Any, NamedTuple

from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Message, message
from scorekeeper.core.seals import LeftSealed
from scorekeeper.core.seats import Seat
from scorekeeper.games.ask import AnyForm
from scorekeeper.store.seals import Secret
from scorekeeper.tables import seals
from scorekeeper.tables.seals import AtOnce, said_at_once
from scorekeeper.tables.session import Session
from scorekeeper.web.page.incoming import argument, open_table, stamp, store, to_enter
from scorekeeper.web.page.place import place

ALOUD = "aloud"
"""What a page's address has where everybody says it openly this time."""


class NumberAsked(NamedTuple):
    """What one player says: the form's field, what was typed, and why it can't be
    taken."""

    name: object
    field: str
    typed: str = ""
    error: Message | None = None


class AtOnceShown(NamedTuple):
    """What all say at once: who is asked on this phone, who has said it, who is waited
    for; not what was said."""

    name: str
    question: Message
    asked: tuple[NumberAsked, ...]
    done: tuple[object, ...]
    waiting: tuple[object, ...]
    is_mine_in: bool
    is_kept: bool


def asked_here(session: Session, form: AnyForm | type[AnyForm]) -> AtOnceShown | None:
    """What this form asks, where each phone says it for its own players and all is shown
    at once; None where one phone may type it for everybody."""
    now = said_at_once(session)
    if now is None or now.sealable.asked_by != form.NAME or argument(ALOUD):
        return None
    if not place(session.id).elsewhere and not now.made:
        return None
    return at_once_shown(session, now)


# The name of the form that asks for what some have said and others haven't.
def begun_at_once(session: Session) -> str:
    now = said_at_once(session) if session.game.sealables else None
    return now.sealable.asked_by if now and now.made else ""


def at_once_shown(session: Session, now: AtOnce) -> AtOnceShown:
    mine = place(session.id).seats
    people = dict(session.folded.people)
    here = tuple(seat for seat in now.missing if seat in mine)
    missing = [seat for seat in now.missing if seat not in mine]
    return AtOnceShown(
        name=now.sealable.name,
        question=_question(now, [people.get(seat, seat) for seat in here]),
        asked=tuple(
            NumberAsked(people.get(seat, seat), field_of(now, seat)) for seat in here
        ),
        done=tuple(people.get(seat, seat) for seat in now.seals),
        waiting=tuple(people.get(seat, seat) for seat in missing),
        is_mine_in=any(seat in mine for seat in now.seals),
        is_kept=all(_under(session, entry) for entry in now.made),
    )


def _question(now: AtOnce, names: list[object]) -> Message:
    if len(names) == 1:
        return message(f"{now.sealable.what}.ask", name=names[0])
    return message(f"{now.sealable.what}.ask-each")


def field_of(now: AtOnce, seat: Seat) -> str:
    return f"{now.sealable.name}{seat.value}"


def show_when_all_are_in(session: Session, key: str) -> None:
    """Show what all have said, once the last is in; and let go of what was hidden for a
    round that was given up. The entries have keys that begin with this one."""
    vain = seals.hidden_in_vain(session)
    if vain:
        left = to_enter(*(LeftSealed(seq) for seq in vain))
        store().append(session.id, left, stamp(f"{key}-left"))
        session = open_table(session.id)
    now = said_at_once(session)
    if now is None or now.missing:
        return
    under = dict[Seat, tuple[int, str]]()
    for seat, entry in now.seals.items():
        secret = _under(session, entry)
        if secret is None:  # sealed elsewhere, in a session that came in a file
            return
        under[seat] = (secret.value, secret.salt)
    opened, stated = seals.shown_together(now, under)
    store().append(session.id, opened, stamp(f"{key}-opened"))
    # what the rules refuse now, the table types again: everybody has seen it
    with suppress(RuleViolation):
        store().append(session.id, to_enter(stated), stamp(f"{key}-shown"))


def _under(session: Session, entry: Any) -> Secret | None:
    return store().seals.answer(session.id, entry.event.commitment)
