"""A hand of Rook in one line: "Jeff bids 120 red took 145"."""

from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import TEAMS, People, Seat, party_of
from scorekeeper.games import line
from scorekeeper.games.fields import written
from scorekeeper.games.line import (
    Answer,
    Found,
    Grammar,
    Misfit,
    Phrase,
    Spoken,
    Value,
    found_as,
)
from scorekeeper.games.rook import play
from scorekeeper.games.rook.events import RING
from scorekeeper.games.rook.pages import (
    HUNDRED,
    BidForm,
    CountForm,
    HandForm,
    TotalForm,
)
from scorekeeper.games.rook.state import State


def _whole(places: Found) -> Found:
    return {**places, **_captured(places)}


def _captured(places: Found) -> Found:
    seat = places.get("who")
    party = places.get("party", "")
    if isinstance(seat, Seat):
        party = party_of(seat, TEAMS).id
    return {"captured": (party, places["points"])}


BIDDING = (
    Phrase("rook.spoken.bidder"),
    Phrase("rook.spoken.amount"),
    Phrase("rook.spoken.bid"),
    Phrase("rook.spoken.trump"),
    Phrase("rook.spoken.leader"),
    Phrase("rook.spoken.nobody", found_as(nobody=True)),
    Phrase("rook.spoken.whole", _whole),
)
COUNT = (
    Phrase("rook.spoken.captured", _captured),
    Phrase("rook.spoken.captured-by", _captured),
    Phrase("rook.spoken.captured-team", _captured),
)
ALONE = (Phrase("rook.spoken.points", _captured),)
"""A number by itself, where only the count is asked for."""


def is_open(state: State) -> bool:
    hand = state.round
    return hand.bid is not None or not hand.calls


def grammar(state: State, people: People) -> Grammar:
    seats = line.seats(RING, people)
    is_bid = state.round.bid is not None
    phrases = (*COUNT, *ALONE) if is_bid else (*BIDDING, *COUNT)
    return Grammar(
        phrases,
        {
            "bidder": seats,
            "leader": seats,
            "who": seats,
            "party": tuple(
                Value(team.id, (*line.side_ways(team, people),)) for team in TEAMS
            ),
            "trump": line.suits(play.COLOURS),
        },
    )


def answer(state: State, found: Found) -> Answer:
    """A whole hand, its bid where nothing is counted yet, or the count of the hand that
    is played."""
    if "nobody" in found:
        for name in found:
            if name != "nobody":
                raise Misfit(name)
        return Answer(HandForm.NAME, (("nobody", "1"),))
    captured = found.get("captured")
    bid = state.round.bid
    bidder = bid.bidder if bid else found.get("bidder")
    count = _count(captured, bidder) if captured is not None else ()
    if bid is not None:
        return Answer(TotalForm.NAME, count, is_whole=captured is not None)
    if captured is None and "leader" in found:
        raise Misfit("leader")  # it is stated with a whole hand
    asked = ("bidder", "amount", "trump", "leader")
    bidding = tuple((name, written(found[name])) for name in asked if name in found)
    form = BidForm if captured is None else HandForm
    return Answer(form.NAME, (*bidding, *count), {"bidder", "amount"} <= {*found})


def _count(captured: object, bidder: object) -> tuple[tuple[str, str], ...]:
    match captured:
        case (str(party), int(points)):
            if not party and isinstance(bidder, Seat):
                party = party_of(bidder, TEAMS).id
            rest = points % HUNDRED
            hundreds = ("hundreds", str(points - rest))
            return ("party", party), hundreds, ("points", str(rest))
    raise Misfit("captured")


def example(state: State) -> Message:
    if state.round.bid is not None:
        return message("rook.spoken.example-result")
    return message("rook.spoken.example", bidder=Seat.TWO, trump=message("suit.red"))


FORMS = (BidForm.NAME, TotalForm.NAME, CountForm.NAME, HandForm.NAME)
SPOKEN: Spoken[State] = Spoken(FORMS, is_open, grammar, answer, example)
