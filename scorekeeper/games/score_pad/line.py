"""A round in one line: "Ann 12, Bo 7, Cy minus 3"; which round it was, where a table
chooses among rounds that have names; where tricks are bid, the numbers
that are asked for now."""

from collections.abc import Iterator
from dataclasses import replace

from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import People, Seat, alone
from scorekeeper.games import line
from scorekeeper.games.line import Answer, Found, Grammar, Phrase, Spoken, Value
from scorekeeper.games.score_pad.pads import name_of
from scorekeeper.games.score_pad.pages import (
    BidsForm,
    PointsForm,
    TricksForm,
    bidding_at_once,
    chooses_round,
    counts_units,
)
from scorekeeper.games.score_pad.play import (
    State,
    counted_now,
    left_now,
    ring,
    with_phases_left,
)

POINTS = PointsForm.NAME
FORMS = (POINTS, BidsForm.NAME, TricksForm.NAME)


def asked(state: State) -> str:
    """The form that is asked now; its numbers have its name."""
    if not state.settings.has_bids:
        return POINTS
    return TricksForm.NAME if state.round.bids else BidsForm.NAME


def is_open(state: State) -> bool:
    return not state.settings.boxes and not bidding_at_once(state)


def grammar(state: State, people: People) -> Grammar:
    name = asked(state)
    phrases = [Phrase(f"score-pad.spoken.{name}", line.points_of(name))]
    if name == POINTS:
        phrases.append(Phrase("score-pad.spoken.below", line.points_of(name, -1)))
    places = {"who": (*_people(state, people),)}
    if chooses_round(state):
        phrases.append(Phrase("score-pad.spoken.round"))
        places["round"] = tuple(
            Value(one.code, (name_of(one),)) for one in left_now(state)
        )
    if with_phases_left(state):
        phrases.append(Phrase("score-pad.spoken.completed", _completes))
    return Grammar(tuple(phrases), places)


def _completes(places: Found) -> Found:
    who = places["who"]
    assert isinstance(who, Seat)  # noqa: S101 - the place of a seat
    points = line.points_of(POINTS)(places) if "points" in places else {}
    return {f"completed{who.value}": True, **points}


# Who is asked for a number; a side by each of its partners, and by both
def _people(state: State, people: People) -> Iterator[Value]:
    settings = state.settings
    is_by_side = asked(state) == POINTS
    for party in settings.parties if is_by_side else alone(ring(settings)):
        first = party.seats[0]
        for partner in line.seats(party.seats, people):
            yield replace(partner, value=first)
        if party.seats != (first,):
            yield Value(first, (*line.side_ways(party, people),))


def answer(state: State, found: Found) -> Answer:
    is_whole = "round" in found or not chooses_round(state)
    return Answer(asked(state), line.sent(found), is_whole)


def example(state: State) -> Message:
    is_few = asked(state) != POINTS or counts_units(state)
    code = "example-tricks" if is_few else "example"
    first, second = counted_now(state)[:2]
    said = message(f"score-pad.spoken.{code}", first=first, second=second)
    if not chooses_round(state):
        return said
    named = name_of(left_now(state)[0])
    return message("score-pad.spoken.example-round", round=named, said=said)


SPOKEN: Spoken[State] = Spoken(FORMS, grammar, answer, example, is_open)
