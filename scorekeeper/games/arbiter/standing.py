"""What an accepted ruling puts in the record of a deal in progress: a card that stands
though it was led or played out of turn, cards that are taken back. The ruling is the
entry of it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from scorekeeper.core.cards import Card
from scorekeeper.core.facts import Fact, fact_in
from scorekeeper.core.play import CardPlayed, LeadIs, PlayRules, Watched, turn
from scorekeeper.core.rounds import R, RoundRules, State, T
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Entry, Recorded
from scorekeeper.core.settings import S
from scorekeeper.games.fields import read


@dataclass(frozen=True, slots=True)
class Accepted:
    """An accepted ruling: its entry `seq`, the `name` of its irregularity, the facts
    that it was given on, and the `verdict`, without what all of its game have in
    common."""

    seq: int
    name: str
    facts: Mapping[str, str]
    verdict: str

    @property
    def seat(self) -> Seat | None:
        return read(Seat, fact_in(self.facts, Fact.SEAT))

    @property
    def card(self) -> Card | None:
        return read(Card, fact_in(self.facts, Fact.CARD))


@dataclass(frozen=True, slots=True)
class Standing:
    """The entries that a ruling makes, and those that it takes back."""

    entries: tuple[Entry, ...] = ()
    taken_back: tuple[int, ...] = ()


NOTHING = Standing()


def card_stands(
    rules: PlayRules | None, watched: Watched, ruling: Accepted
) -> Standing:
    """The card as its player's, from whom the turn goes on. Of a play that nobody has
    recorded so far, only who leads."""
    seat = ruling.seat
    card = ruling.card
    if rules is None or seat is None or card is None or card in watched.cards:
        return NOTHING
    if turn(rules, watched) is seat:
        return NOTHING
    if not watched.entries:
        return Standing((Entry(LeadIs(seat)),))
    return Standing((Entry(CardPlayed(card, seat=seat, ruling=ruling.seq)),))


def cards_back(watched: Watched, ruling: Accepted) -> Standing:
    """The card is taken back, and with it what was played to its trick since; nothing
    once somebody has led to the next."""
    open_trick = watched.trick or (watched.tricks[-1] if watched.tricks else ())
    number = len(watched.tricks) + bool(watched.trick)
    last = [placed for placed in watched.placed if placed.number == number]
    for place, play in enumerate(open_trick):
        if play.seat is ruling.seat and play.card == ruling.card:
            return Standing(taken_back=tuple(placed.entry for placed in last[place:]))
    return NOTHING


class VerdictName(StrEnum):
    """The verdicts of games without a law book from which more follows than is said."""

    BACK = "back"
    CORRECTED = "corrected"
    DUE_FIRST = "due-first"
    FACE_UP = "face-up"
    STANDS = "stands"
    TAKEN = "taken"


_BACK = (
    VerdictName.BACK,
    VerdictName.TAKEN,
    VerdictName.CORRECTED,
    VerdictName.DUE_FIRST,
)
"""The verdicts by which a card goes back into the hand it came from."""


def usual_standing(
    rules: RoundRules[S, R, T, State],
    state: State,
    ruling: Accepted,
    _entries: tuple[Recorded, ...],
) -> Standing:
    """What a ruling of a game without a law book puts in the record of the round in
    progress."""
    here = state.round
    if ruling.verdict == VerdictName.STANDS:
        return card_stands(rules.play_rules(here, state.settings), here.watched, ruling)
    return cards_back(here.watched, ruling) if ruling.verdict in _BACK else NOTHING
