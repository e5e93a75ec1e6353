"""What is noted reaches no game, is never stale, and is refused where it speaks of
nothing."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.codec import canonical, decode, encode
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.notes import NOTED
from scorekeeper.core.result_notes import ResultConfirmed
from scorekeeper.core.rules_notes import RulesAccepted
from scorekeeper.core.ruling_notes import (
    PLAY_ON,
    Ruled,
    RulingAccepted,
    RulingAppealed,
    RulingApplied,
)
from scorekeeper.core.rulings import Effect
from scorekeeper.core.seats import COMPASS, Seat
from scorekeeper.core.session import Command, Entry
from scorekeeper.words import words_in
from tests.core.rising import Log

REVOKE = Ruled(
    "toy.irregularity.revoke",
    (("seat", "W"),),
    "toy.ruling.revoke",
    (Effect("tricks", "NS", 2),),
    "ab12",
)


def refused(log: Log, event: object) -> str:
    with pytest.raises(RuleViolation) as caught:
        log.command(Command((Entry(event),)))  # type: ignore[arg-type]
    return caught.value.why.code


def test_notes_change_no_state_and_disturb_no_play() -> None:
    log = Log().call(1).add(REVOKE, RulingAccepted(2)).call(3).add(RulingApplied(2))
    assert (log.numbers, log.ids) == ([1, 2], [1, 4])
    assert [entry.seq for entry in log.folded.order] == [1, 2, 3, 4, 5]


def test_a_correction_before_a_note_leaves_it_in_force() -> None:
    log = Log().call(5).add(REVOKE, RulingAccepted(2)).correct(1)
    folded = log.folded
    assert (folded.misfits, [entry.seq for entry in folded.order]) == ((), [2, 3])


def test_an_answer_to_a_ruling_that_was_struck_is_refused() -> None:
    log = Log().add(REVOKE)
    log.command(Command((), (1,)))
    for answer in (RulingAccepted(1), RulingAppealed(1, "why"), RulingApplied(1)):
        assert refused(log, answer) == "refused.no-such-ruling"
    assert refused(Log().call(1), RulingAccepted(1)) == "refused.no-such-ruling"


def test_where_the_arbiter_has_decided_no_side_answers_and_only_that_is_entered() -> (
    None
):
    """Also where both are sent at once: it is the log that refuses."""
    log = Log().call(1).add(REVOKE)
    sides = RulingAccepted(2)
    otherwise = RulingAccepted(2, PLAY_ON, arbiter=True)
    assert refused(log.add(otherwise), sides) == "refused.arbiter-decided"
    assert refused(log, RulingApplied(2)) == "refused.arbiter-decided"
    log.add(RulingAccepted(2, arbiter=True)).add(RulingApplied(2))
    before = Log().call(1).add(REVOKE).add(sides)  # nor what it had accepted before
    assert refused(before.add(otherwise), RulingApplied(2)) == "refused.arbiter-decided"


def test_a_ruling_enters_the_score_once() -> None:
    log = Log().add(REVOKE, RulingApplied(1))
    assert refused(log, RulingApplied(1)) == "refused.ruling-applied"


def test_rules_are_accepted_by_seats_of_the_table() -> None:
    assert refused(Log(), RulesAccepted((), "x")) == "refused.nobody-accepted"
    assert refused(Log(), RulesAccepted((Seat.ONE,), "x")) == "refused.no-such-seat"
    assert len(Log().add(RulesAccepted(COMPASS, "x")).entries) == 1


EVENTS = st.one_of(
    st.builds(
        Ruled,
        st.text(),
        st.lists(st.tuples(st.text(), st.text())).map(tuple),
        st.text(),
        st.lists(st.builds(Effect, st.text(), st.text(), st.integers())).map(tuple),
        st.text(),
    ),
    st.builds(RulingAccepted, st.integers(), st.text()),
    st.builds(RulingAppealed, st.integers(), st.text()),
    st.builds(RulingApplied, st.integers()),
    st.builds(RulesAccepted, st.lists(st.sampled_from(Seat)).map(tuple), st.text()),
    st.builds(ResultConfirmed, st.integers(), st.text()),
)


@given(EVENTS)
def test_every_note_reads_back(event: object) -> None:
    assert type(event) in NOTED
    back = decode(type(event), json.loads(canonical(encode(event))))
    assert canonical(encode(back)) == canonical(encode(event))


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (RulingAccepted(3), "Ruling accepted"),
        (RulingAccepted(3, PLAY_ON), "The table plays on"),
        (
            RulingAccepted(3, "x.y"),
            "Ruling settled another way",
        ),
        (RulingAppealed(3, "late"), "Appeal against a ruling: late"),
        (RulingApplied(3), "Ruling entered in the score"),
        (RulesAccepted((Seat.WEST,), "x"), "West accepts the house rules"),
        (RulesAccepted(COMPASS, "x"), "All accept the house rules, on one phone"),
        (ResultConfirmed(3, "NS"), "N–\u2060S: result confirmed"),
    ],
)
def test_a_note_is_said_in_plain_words(event: object, said: str) -> None:
    assert words_in("en").text(event.said()) == said  # type: ignore[attr-defined]


def test_a_ruling_knows_the_name_of_its_irregularity() -> None:
    assert REVOKE.name == "revoke"
