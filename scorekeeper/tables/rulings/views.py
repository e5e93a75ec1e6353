"""The rulings of a session as pages and sheets show them: what each says, what became of
it, and whose word that is."""

from operator import attrgetter
from typing import Any, cast

from scorekeeper.core import ruling_notes
from scorekeeper.core.cards import Card
from scorekeeper.core.facts import Fact, fact_in
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.rulings import Ruling
from scorekeeper.core.seats import Seat, named, named_message
from scorekeeper.games import fields
from scorekeeper.tables.rulings import older
from scorekeeper.tables.rulings.effects import effect_said, effect_state
from scorekeeper.tables.rulings.given import Given, ruled_on
from scorekeeper.tables.rulings.on_deals import (
    deal_of,
    is_displaced,
    on_same_deal,
)
from scorekeeper.tables.rulings.sayable import edition, speech_of
from scorekeeper.tables.rulings.statements import (
    agreed_way,
    asked_again,
    differs,
    heard_of,
)
from scorekeeper.tables.rulings.words import ruling_words
from scorekeeper.tables.session import Session, once, said_by, seated_when
from scorekeeper.tables.sheet import EVERY, Clock, clock

Pairs = tuple[tuple[object, object], ...]
"""What was asked, and what was answered to it."""


def rulings_view(
    session: Session, written: Clock = clock, some: slice = EVERY
) -> list[dict[str, Any]]:
    """The rulings in force, or some of them, in the order in which they were given.
    Values for pages and paper: `number` from 1, `seq` of its entry, `when`, what
    release's rules it was given by where that was another one (`edition`), `what` it
    was on, `facts` as (question, answer), the `ruling` {verdict, steps [{what, cite}],
    otherwise, remedies [{code, said}]} or None where an older one can't be worked out
    again, its `state` ("open", "accepted", "settled", "appealed") and that in words
    (`stands`), the `reason` of an appeal, and `effects` in words with `effect` ("none",
    "due", "applied", "dropped")."""
    found = sorted(ruled_on(session)[some], key=attrgetter("seq"))
    return [ruling_view(session, ruling, written) for ruling in found]


def open_rulings(session: Session) -> list[Given]:
    """The rulings that wait for an answer, for their way into the score, or for whether
    they stand though their deal was struck out."""
    return [
        ruling
        for ruling in ruled_on(session)
        if ruling.answer is None
        or effect_state(session, ruling) == "due"
        or is_displaced(session, ruling)
    ]


@once
def open_matters(session: Session) -> list[dict[str, Any]]:
    """Of each open ruling the `seq`, `what` it was on and what it waits for
    (`stands`)."""
    waiting = open_rulings(session) if session.game.arbiter else ()
    views = (ruling_view(session, ruling) for ruling in waiting)
    return [{name: view[name] for name in ("seq", "what", "stands")} for view in views]


def ruling_view(session: Session, one: Given, written: Clock = clock) -> dict[str, Any]:
    """One ruling: see `rulings_view`."""
    event = one.event
    on = deal_of(session, one)
    people = (on.row.people if on.row else ()) or seated_when(session, one.seq)
    answers, ruling = read(session, one)
    displaced = is_displaced(session, one)
    said = one.answer.event if one.answer else None
    of_then = (
        (Fact.WHICH, Fact.BOUND, Fact.DEAL)
        if on.is_struck
        else (Fact.WHICH, Fact.BOUND)
    )
    again = [(name, fact) for name, fact in event.facts if name not in of_then]
    binds = ruling.obligations if ruling else ()
    return {
        "number": one.number,
        "seq": one.seq,
        "when": written(one.entry.at),
        "what": message(event.irregularity),
        "facts": [named(pair, people) for pair in answers],
        "ruling": ruling_words(ruling, people, session.game.arbiter)
        if ruling
        else None,
        "state": one.state,
        "stands": _stands(session, one, ruling),
        "reason": said.reason if isinstance(said, ruling_notes.RulingAppealed) else "",
        "effects": [effect_said(session, effect, people) for effect in event.effects],
        "effect": effect_state(session, one),
        "binds": [named_message(bond.said(), people) for bond in binds],
        "again": again if displaced else asked_again(session, one),
        "is_displaced": displaced,
        "is_struck": on.is_struck,
        "deal": on.row.label if on.row else None,
        "others": [
            _told_apart(session, other) for other in on_same_deal(session, one)[1]
        ],
        "edition": _edition_of(event),
        "note": one.entry.note,
        "statements": [
            said | {"party": named(said["party"], people)}
            for said in heard_of(session, one)
        ],
    }


def _edition_of(event: ruling_notes.Ruled) -> str | None:
    """The release by whose rules a ruling was given, where that was another one than
    this."""
    by = event.judgment.edition if event.judgment else None
    return None if by == edition() else by


def read(session: Session, one: Given) -> tuple[Pairs, Ruling | None]:
    """What was asked and answered for a ruling, and the ruling; nothing of an older one
    that can't be worked out any more but its facts."""
    if (judgment := one.event.judgment) is None:
        hearing, ruling = older.worked_out(session, one)
        return (hearing.answers if hearing else one.event.facts), ruling
    speech = speech_of(session.game)
    return speech.answers(judgment), speech.ruling(judgment, one.event.effects)


def _told_apart(session: Session, ruling: Given) -> Message:
    said = dict(ruling.event.facts)
    what = fields.read(Card, fact_in(said, Fact.CARD)) or fact_in(said, Fact.CALL)
    what = what or fact_in(said, Fact.TRICK)
    who = fact_in(said, Fact.SEAT)
    seat = named(Seat(who), session.folded.people) if who else ""
    facts = listed(tuple(part for part in (seat, what) if part))
    return message("rulings.another", number=ruling.number, facts=facts)


def _stands(session: Session, one: Given, ruling: Ruling | None) -> Message:
    """What became of a ruling, in words, and whose word that is."""
    if one.answer is None:
        way = agreed_way(session)
        return message(
            f"rulings.differ.{way}" if differs(session, one) else "rulings.open"
        )
    people = session.folded.people
    event = cast(Any, one.answer.event)
    seat = said_by(one.answer.by, people)
    if isinstance(event, ruling_notes.RulingAppealed):
        return (
            message("rulings.appealed-by", seat=seat)
            if seat
            else message("rulings.appealed")
        )
    known = (
        said
        for said in (ruling.remedies if ruling else ())
        if said.code == event.remedy
    )
    plain = {"": "rulings.accepted", ruling_notes.PLAY_ON: "rulings.play-on"}
    stands = message(plain.get(event.remedy, "rulings.settled"))
    if event.remedy not in plain and (found := next(known, None)) is not None:
        stands = message("rulings.remedy", remedy=named_message(found, people))
    if event.arbiter:
        return message("rulings.by-arbiter", stands=stands)
    return message("rulings.said-by", stands=stands, seat=seat) if seat else stands
