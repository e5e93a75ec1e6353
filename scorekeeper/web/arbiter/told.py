"""A trick as it is told in an address: it lay on the table for all to see."""

from dataclasses import dataclass, replace
from typing import Any

from werkzeug.datastructures import MultiDict

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.play import PlayRules, Tricks, Watched, turn
from scorekeeper.core.seats import Seat, left_of
from scorekeeper.core.tricks import Play, Trick

_DOWN = "down"


class Untold(ValueError):
    """What an address tells is no trick of this deal."""


@dataclass(frozen=True, slots=True)
class TrickQuery:
    """The trick number `number` (from 1) as it was told, and what is known of those `before`.

    A trick that nobody recorded is empty there. `leader` is None while nobody has said who led.
    """

    rules: PlayRules
    number: int
    before: Tricks
    leader: Seat | None
    trick: Trick

    @property
    def turn(self) -> Seat | None:
        """Whose card is next; None when the trick is complete, or nobody has said who led."""
        if self.leader is None or len(self.trick) == len(self.rules.ring):
            return None
        return left_of(self.leader, self.rules.ring, len(self.trick))

    @property
    def gone(self) -> frozenset[Card]:
        """The cards that have been played."""
        return frozenset(play.card for trick in (*self.before, self.trick) for play in trick)

    @property
    def args(self) -> dict[str, Any]:
        """What an address holds of it."""
        lead = self.leader.value if self.leader else ""
        return {"n": self.number, "lead": lead, "p": [written(play) for play in self.trick]}

    def ways(self, card: Card) -> tuple[Play, ...]:
        """The ways in which whoever is next may put this card down."""
        if self.turn is None:
            return ()
        return self.rules.ways(self.before, self.trick, Play(self.turn, card))

    def then(self, play: Play) -> "TrickQuery":
        """With one more card."""
        return replace(self, trick=(*self.trick, play))

    def until(self, length: int) -> "TrickQuery":
        """With only the first cards."""
        return replace(self, trick=self.trick[:length])


def written(play: Play) -> str:
    """A play as forms and addresses have it: its card, the suit named for it, "down"."""
    suit = f":{play.as_suit.value}" if play.as_suit else ""
    return f"{play.card}{suit}{':' + _DOWN if play.is_face_down else ''}"


def read_play(text: str, seat: Seat) -> Play:
    """The play that is written so. Raises Untold when none is."""
    word, *rest = text.split(":")
    try:
        suits = [Suit(one) for one in rest if one != _DOWN]
        card = Card.parse(word)
    except ValueError as fault:
        raise Untold(text) from fault
    return Play(seat, card, _DOWN in rest, suits[0] if suits else None)


def told(rules: PlayRules, watched: Watched, args: "MultiDict[str, str]") -> TrickQuery:
    """The trick that an address tells; where it tells none, the one that was recorded.

    Raises Untold.
    """
    last = len(watched.tricks) + (0 if watched.is_over(rules) else 1)
    number = args.get("n", last, type=int)
    if not 1 <= number <= rules.tricks:
        raise Untold(number)
    before = (*watched.tricks, *((),) * number)[: number - 1]
    blank = TrickQuery(rules, number, before, _leader(rules, watched, number), ())
    if "lead" not in args:
        return replace(blank, trick=_recorded(watched, number))
    lead = args.get("lead", "")
    if not lead:
        return replace(blank, leader=None)
    found = next((seat for seat in rules.ring if seat.value == lead), None)
    if found is None:
        raise Untold(lead)
    return _played(replace(blank, leader=found), args.getlist("p"))


def _played(blank: TrickQuery, cards: list[str]) -> TrickQuery:
    now = blank
    for text in cards:
        seat = now.turn
        if seat is None:
            raise Untold(text)
        play = read_play(text, seat)
        if play.card not in now.rules.pack - now.gone or play not in now.ways(play.card):
            raise Untold(text)
        now = now.then(play)
    return now


def _recorded(watched: Watched, number: int) -> Trick:
    every = (*watched.tricks, watched.trick)
    return every[number - 1] if number <= len(every) else ()


def _leader(rules: PlayRules, watched: Watched, number: int) -> Seat | None:
    """Who leads to this trick, as far as it was recorded."""
    trick = _recorded(watched, number)
    if trick:
        return trick[0].seat
    if number == len(watched.tricks) + 1:
        return turn(rules, watched)
    return rules.leader if number == 1 else None
