"""A ruling falls by no word of the side that it is against, whatever that enters."""

from collections.abc import Callable, Iterator

import pytest
from flask import Flask

from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import Awarded
from scorekeeper.core.facts import Fact
from scorekeeper.core.notes import NOTED
from scorekeeper.core.ruling_notes import (
    PLAY_ON,
    FactsStated,
    RemedyAgreed,
    RulingAccepted,
    RulingAppealed,
    RulingApplied,
)
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Command, Entry, Stamp
from scorekeeper.tables.consent import Asking, NotAgreed, grown_as_agreed
from scorekeeper.tables.phones import last_arrival
from scorekeeper.tables.rulings.effects import EffectState, effect_state
from scorekeeper.tables.rulings.given import Given, RulingState, ruled_on
from scorekeeper.tables.session import Session
from scorekeeper.tables.voices import Speaker
from tests.web.conftest import Visitor
from tests.web.ruling import REVOKED, Table, elsewhere, revoke

OFFENDERS = frozenset({Seat.EAST, Seat.WEST})
AT = "2030-01-01T00:00:00Z"
"""Long after the ten minutes in which a side is waited for."""


@pytest.fixture
def others(
    visitor: Visitor, app: Flask, another: Callable[[], Visitor]
) -> tuple[Table, Visitor]:
    """A table, and the phone of East, who revokes, and West."""
    table = Table(visitor, app)
    return table, elsewhere(table, another(), *sorted(OFFENDERS, key=lambda s: s.value))


def offender(session: Session) -> Speaker:
    arrivals = [
        (seat, last_arrival(session, OFFENDERS, seat, session.last))
        for seat in OFFENDERS
    ]
    came = frozenset((seat, seq) for seat, seq in arrivals if seq is not None)
    return Speaker(OFFENDERS, OFFENDERS, arrivals=came)


def words(session: Session, given: Given) -> Iterator[Command]:
    """All that can be said of a ruling, and struck out beside the facts of its deal."""
    seq = given.seq
    said = [
        RulingAppealed(seq, "no"),
        FactsStated(seq, "EW", agrees=False, words="no"),
        RulingAccepted(seq, PLAY_ON),
        RulingAccepted(seq, "bridge.remedy.other"),
        RemedyAgreed(seq, "EW", PLAY_ON),
        RemedyAgreed(seq, "NS", PLAY_ON),
        RulingApplied(seq),
    ]
    for event in said:
        yield Command((Entry(event),))
    yield Command((Entry(said[1]), Entry(said[2])))
    yield Command((Entry(said[4]), Entry(said[2])))
    for entry in session.folded.order:
        if isinstance(entry.event, (*NOTED, Awarded)):
            yield Command((), (entry.seq,), "no")
    answers = [
        entry.seq
        for entry in session.folded.order
        if isinstance(entry.event, RulingAccepted | RulingApplied | Awarded)
    ]
    yield Command((), tuple(answers), "no")


def entered(session: Session, command: Command) -> Session | None:
    asking = Asking(offender(session), frozenset({"EW"}), AT)
    try:
        return grown_as_agreed(session, command, Stamp(AT, key="k"), asking)
    except (RuleViolation, NotAgreed):
        return None


def stand(session: Session) -> tuple[bool, bool]:
    """Whether the ruling is in force and not settled otherwise; whether it is accepted,
    and its effect in the score or on its way there."""
    rulings = ruled_on(session)
    if not rulings or rulings[0].state is RulingState.SETTLED:
        return False, False
    (given,) = rulings
    is_there = effect_state(session, given) in (EffectState.DUE, EffectState.APPLIED)
    return True, is_there and given.state is RulingState.ACCEPTED


@pytest.mark.parametrize("then", ["open", "heard", "accepted", "in the score"])
def test_the_side_that_a_ruling_is_against_does_not_make_it_fall(
    others: tuple[Table, Visitor], then: str
) -> None:
    table, east = others
    table.play(*REVOKED)
    if then == "in the score":
        table.result(10)
    seq = revoke(table)
    page = f"{table.address}docket/{seq}"
    if then != "open":
        table.answer(seq, "state", party="NS", agrees="yes").went()
    if then in ("accepted", "in the score"):
        east.get(page).send(f"{page}/state", party="EW", agrees="yes")
        table.answer(seq, "accept").went()
    session = table.session
    (given,) = ruled_on(session)
    assert dict(given.event.facts)[Fact.SEAT] == "E"
    before = stand(session)
    assert before == (True, then in ("accepted", "in the score"))
    for command in words(session, given):
        after = entered(session, command)
        if after is not None:
            assert stand(after) == before, command


def test_both_sides_settle_it_another_way_each_on_its_own_phone(
    others: tuple[Table, Visitor],
) -> None:
    table, east = others
    seq = revoke(table.play(*REVOKED).result(10))
    page = f"{table.address}docket/{seq}"
    differs = {"party": "EW", "agrees": "no", "words": "It was a diamond"}
    east.get(page).send(f"{page}/state", **differs)
    east.get(page).send(f"{page}/accept", remedy=PLAY_ON)
    assert east.page.status_code == 303, east.text
    assert "would play on" in table.get(f"docket/{seq}").said
    assert "Please confirm the ruling" in table.get("").said
    (given,) = ruled_on(table.session)
    assert given.state is RulingState.OPEN
    table.answer(seq, "accept", remedy=PLAY_ON).went()
    (given,) = ruled_on(table.session)
    assert given.state is RulingState.SETTLED


def test_a_ruling_that_both_sides_confirm_is_accepted_by_that(
    others: tuple[Table, Visitor],
) -> None:
    table, east = others
    seq = revoke(table.play(*REVOKED).result(10))
    page = f"{table.address}docket/{seq}"
    table.answer(seq, "state", party="NS", agrees="accept").went()
    assert table.tricks == "10"
    east.get(page)
    assert 'name="agrees" value="accept"' in east.text
    east.send(f"{page}/state", party="EW", agrees="accept")
    assert table.tricks == "12"
    (given,) = ruled_on(table.session)
    assert given.state is RulingState.ACCEPTED
