"""What the director determines, as a page puts it to the phone that asks: to the
arbiter, where the table has one, else to both sides, each on its own phone. No page
says what the other side answered before both have."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from scorekeeper.core.facts import Facts
from scorekeeper.core.rulings import OpenQuestion
from scorekeeper.core.seats import Party, PartyId
from scorekeeper.tables.rulings.both_asked import Put, is_asked, put_on
from scorekeeper.tables.session import Session
from scorekeeper.tables.voices import minutes_left, speaks
from scorekeeper.web.page import incoming
from scorekeeper.web.page.place import Need, place, speaker_here

ALL = "all"  # whose answer it is where one phone gives it for every side
OF_EACH = "judged-"
"""What the fields of a form begin with in which one phone says what each side
answers."""


def is_kept(session: Session, put: Put) -> bool:
    """Whether the answers that are hidden lie here: those of a session that came in a
    file do not, and its sides are asked again."""
    if put.given is not None:
        return True
    answered: list[Any] = [entry.event for entry in put.answered.values()]
    answer = incoming.store().seals.answer
    return all(answer(session.id, event.commitment) for event in answered)


def put_here(session: Session, name: str, facts: Facts, question: str) -> Put | None:
    """This question as it was put, where it can be answered here."""
    put = put_on(session, name, facts, question)
    return put if put is not None and is_kept(session, put) else None


def sides_here(session: Session, put: Put | None) -> list[Party]:
    speaker = speaker_here(session)
    if put is None:
        return [party for party in session.parties if speaks(session, speaker, party)]
    return [
        party for party in session.parties if is_asked(session, speaker, put, party)
    ]


def sides_silent(session: Session, put: Put) -> list[Party]:
    """The sides that have not answered for ten minutes, for whom the host's phone may:
    on that."""
    speaker = speaker_here(session)
    if not speaker.is_host:
        return []
    now = incoming.now()
    return [
        party
        for party in session.parties
        if party.id not in put.answered
        and not is_asked(session, speaker, put, party)
        and not minutes_left(session, put.entry, speaker, party, now)
    ]


class Side(NamedTuple):
    id: PartyId
    name: object


class Option(NamedTuple):
    value: str
    said: object


class SideDone(NamedTuple):
    """A side that has answered, by which entry, and whether it is of this phone."""

    name: object
    entry: int
    is_own: bool


class SideWaiting(NamedTuple):
    """A side that hasn't answered, and how long the host must wait for it."""

    name: object
    minutes: int


class Judged(NamedTuple):
    """How the phone that asks is to answer what the director determines; `instead` are
    the sides for which it may answer after ten minutes."""

    put: int
    may_put: bool
    has_arbiter: bool
    is_arbiter: bool
    is_for_all: bool
    every: Sequence[Side]
    sides: Sequence[Side]
    options: Sequence[Option]
    answered: Sequence[SideDone] = ()
    waiting: Sequence[SideWaiting] = ()
    instead: Sequence[Side] = ()


def to_answer(
    session: Session,
    name: str,
    facts: Facts,
    question: OpenQuestion,
    said: Callable[[Any], Any],
) -> Judged:
    """A question that the director determines, as the phone that asks is to answer it:
    by `sides` one after the other, or for all at once, or as the arbiter; with the
    answers that there are."""
    speaker = speaker_here(session)
    put = put_here(session, name, facts, question.name)
    here = sides_here(session, put)
    answered = put.answered if put else {}
    is_for_all = len(here) == len(session.parties) and not answered
    is_answering = not speaker.has_arbiter and (put is not None or is_for_all)
    silent = [party for party in here if party.id not in answered]
    asked = Judged(
        put=put.entry.seq if put else 0,
        may_put=put is None and place(session.id).fills(Need.RULE),
        has_arbiter=speaker.has_arbiter,
        is_arbiter=speaker.is_arbiter,
        is_for_all=is_answering and is_for_all,
        every=_named(session.parties, said),
        sides=_named(silent, said) if is_answering and not is_for_all else (),
        options=_options(question, said),
    )
    if put is None or not is_answering:
        return asked
    return _with_answers(asked, session, put, here, said)


def _options(question: OpenQuestion, said: Callable[[Any], Any]) -> list[Option]:
    return [
        Option(value, said(words))
        for value, words in question.options
        if value not in question.may_tell
    ]


def _named(parties: Iterable[Party], said: Callable[[Any], Any]) -> list[Side]:
    return [Side(party.id, said(party)) for party in parties]


def _with_answers(
    asked: Judged,
    session: Session,
    put: Put,
    here: list[Party],
    said: Callable[[Any], Any],
) -> Judged:
    done = [party for party in session.parties if party.id in put.answered]
    waiting = [party for party in session.parties if party not in (*done, *here)]
    speaker = speaker_here(session)
    now = incoming.now()
    return asked._replace(
        answered=[
            SideDone(said(party), put.answered[party.id].seq, party in here)
            for party in done
        ],
        waiting=[
            SideWaiting(
                said(party), minutes_left(session, put.entry, speaker, party, now)
            )
            for party in waiting
        ],
        instead=_named(sides_silent(session, put), said),
    )
