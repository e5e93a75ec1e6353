"""A hand of Rook in one line: "Jeff bids 120 red took 145"."""

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import TEAMS, People, Seat, party_of
from scorekeeper.games import line
from scorekeeper.games.line import (
    Answer,
    Found,
    Grammar,
    Misfit,
    Pair,
    Phrase,
    Spoken,
    Value,
    found_as,
)
from scorekeeper.games.rook import play
from scorekeeper.games.rook.events import BIDDERS, OTHERS
from scorekeeper.games.rook.pages import (
    HUNDRED,
    BidForm,
    CountForm,
    HandForm,
    RookForm,
    TotalForm,
)
from scorekeeper.games.rook.state import State, who_held


def _whole(places: Found) -> Found:
    return {**places, **_captured(places)}


def _blind(places: Found) -> Found:
    found = _whole(places) if "points" in places else places
    return {**found, "blind": True}


def _captured(places: Found) -> Found:
    whose = places.get("who", places.get("party", ""))
    return {"captured": (whose, places["points"])}


def _card(rank: object, suit: object) -> Card:
    assert isinstance(suit, Suit)  # noqa: S101 - the place of a colour
    return Card(str(rank), suit)


BIDDING = (
    Phrase("rook.spoken.bidder"),
    Phrase("rook.spoken.amount"),
    Phrase("rook.spoken.bid"),
    Phrase("rook.spoken.trump"),
    Phrase("rook.spoken.leader"),
    Phrase("rook.spoken.nobody", found_as(nobody=True)),
    Phrase("rook.spoken.whole", _whole),
)
BLIND = Phrase("rook.spoken.blind", _blind)
COUNT = (
    Phrase("rook.spoken.captured", _captured),
    Phrase("rook.spoken.captured-by", _captured),
    Phrase("rook.spoken.captured-team", _captured),
)
BARE_NUMBER = (Phrase("rook.spoken.points", _captured),)
"""A number by itself, where only the count is asked for."""


CALLED = (Phrase("rook.spoken.called"),)
PARTNER = (
    Phrase("rook.spoken.partner"),
    Phrase("rook.spoken.alone", found_as(alone=True)),
)
RANKS = tuple(Value(rank, (rank,)) for rank in play.ORDER)
ROOK = (Value(play.ROOK, (message("card.rook"),)),)
CARDS = Pair(RANKS, line.suits(play.COLOURS), _card, ROOK)


def is_open(state: State) -> bool:
    hand = state.round
    return hand.bid is not None or not hand.calls


def grammar(state: State, people: People) -> Grammar:
    settings = state.settings
    seats = line.seats(settings.ring, people)
    is_bid = state.round.bid is not None
    phrases: tuple[Phrase, ...] = (
        (*COUNT, *BARE_NUMBER) if is_bid else (*BIDDING, *COUNT)
    )
    if settings.plays_blind and not is_bid:
        phrases += (BLIND,)
    teams = [Value(team.id, (*line.side_ways(team, people),)) for team in TEAMS]
    if settings.calls_partner:
        phrases += PARTNER if is_bid else (*CALLED, *PARTNER)
        teams = [Value(id, (message(f"party.{id}"),)) for id in (BIDDERS, OTHERS)]
    return Grammar(
        phrases,
        {
            "bidder": seats,
            "leader": seats,
            "who": seats,
            "partner": seats,
            "called": CARDS,
            "party": tuple(teams),
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
    bid = state.round.bid
    bidder = bid.bidder if bid else found.get("bidder")
    said = {**found}
    if said.pop("alone", False):
        said["partner"] = bidder
    captured = said.pop("captured", None)
    if captured is not None:
        held = said.get("partner", who_held(state.round, state.settings))
        bidders = {bidder, held} if state.settings.calls_partner else None
        said |= _count(captured, bidder, bidders)
    if bid is not None:
        return Answer(TotalForm.NAME, line.sent(said), is_whole=captured is not None)
    if captured is None:
        _refuse_parts_of_a_hand(said)
        return _opening(BidForm, said)
    needs = ("partner",) if state.settings.calls_partner else ()
    return _opening(HandForm, said, needs)


def _opening(form: type[RookForm], said: Found, needs: tuple[str, ...] = ()) -> Answer:
    is_whole = {"bidder", "amount", *needs} <= said.keys()
    return Answer(form.NAME, line.sent(said), is_whole)


def _refuse_parts_of_a_hand(said: Found) -> None:
    for name in ("leader", "partner"):
        if name in said:
            raise Misfit(name)


def _count(captured: object, bidder: object, bidders: set[object] | None) -> Found:
    """The count, and whose: of a player or a team, or of the bidders where nobody is
    named. `bidders` are None where partners sit opposite each other."""
    match captured:
        case (whose, int(points)):
            rest = points % HUNDRED
            party = _side(whose or bidder, bidders)
            return {"party": party, "hundreds": points - rest, "points": rest}
    raise Misfit("captured")


def _side(whose: object, bidders: set[object] | None) -> object:
    if isinstance(whose, Seat):
        if bidders is None:
            return party_of(whose, TEAMS).id
        return BIDDERS if whose in bidders else OTHERS
    if whose:
        return whose
    return "" if bidders is None else BIDDERS


def example(state: State) -> Message:
    code = "example"
    said: dict[str, object] = {"bidder": Seat.TWO, "trump": message("suit.red")}
    if state.round.bid is not None:
        code = "example-result"
        said = {}
    if state.settings.calls_partner and who_held(state.round, state.settings) is None:
        code += "-called"
        said["partner"] = Seat.THREE
    return message(f"rook.spoken.{code}", **said)


FORMS = (BidForm.NAME, TotalForm.NAME, CountForm.NAME, HandForm.NAME)
SPOKEN: Spoken[State] = Spoken(FORMS, grammar, answer, example, is_open)
