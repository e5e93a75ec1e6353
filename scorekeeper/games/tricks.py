"""What trick games have in common: suits that are followed, trumps, and a number that is
asked of each player."""

from collections.abc import Callable
from dataclasses import dataclass, field, fields

from scorekeeper.core import play
from scorekeeper.core.cards import (
    RANKS,
    STANDARD_PACK,
    Card,
    Play,
    Strength,
    Suit,
    Trick,
)
from scorekeeper.core.citations import Cite
from scorekeeper.core.errors import RuleViolation, refusals, refused
from scorekeeper.core.messages import Described, Message, listed
from scorekeeper.core.play import Holding, PlayRules, Tricks
from scorekeeper.core.rulings import Step, because
from scorekeeper.core.seats import Numbers, Ring, Seat

SuitOf = Callable[[Card], Suit | None]
"""The suit that a card counts as."""
RankOf = Callable[[Card], int]
"""How high a card is in its suit; the greater wins."""


def own_suit(card: Card) -> Suit | None:
    return card.suit


def own_rank(card: Card) -> int:
    """From 0 for a two to 12 for an ace."""
    return RANKS.index(card.rank)


def held_instead(
    play: Play, hand: Holding, allowed: Callable[[Card], bool]
) -> Card | None:
    """A card of this hand that is allowed, where the card played isn't; None where that
    one is allowed, or none is."""
    if allowed(play.card):
        return None
    return min((card for card in hand if allowed(card)), key=str, default=None)


@dataclass(frozen=True, slots=True)
class Barred:
    """Why a card has to wait while its player holds one that may be played `instead`:
    the code of the refusal, which is said with the `card`, the `suit` led and one `held`,
    and its rule."""

    code: str
    cite: Cite
    instead: Callable[[Card], bool]


@dataclass(frozen=True, slots=True)
class SuitPlay:
    """How tricks are played in most games: suit is followed if it can be, and the
    highest trump wins, else the highest card of the suit led.

    `cite` is the rule of that. `barred` says whether a card has to wait that would be
    led, or played by somebody who can't follow; it is told the tricks before and the
    plays to this one. `first` is the card that leads to the first trick, where one does.
    `suit` and `rank` are told a card, where not all count as they are printed: a Joker, a
    bower.
    """

    cite: Cite
    trump: Suit | None = None
    barred: Callable[[Tricks, Trick, Card], Barred | None] = (
        lambda before, trick, card: None
    )
    pack: frozenset[Card] = field(default=STANDARD_PACK, repr=False)
    first: Card | None = None
    suit: SuitOf = own_suit
    rank: RankOf = own_rank

    def rules(self, ring: Ring, leader: Seat | None, hand: int = 0) -> PlayRules:
        """What a deal is played under in which each player has so many cards; 0 = the
        whole pack is dealt. `leader` is None where the `first` card decides."""
        number = hand or len(self.pack) // len(ring)
        return PlayRules(
            pack=self.pack,
            ring=ring,
            hand=number,
            tricks=number,
            leader=leader,
            strength=self.strength,
            why_not=self.why_not,
            because=self.because,
            turn=self.cite,
            take_back=self.cite,
        )

    def suit_of(self, made: Play) -> Suit | None:
        return made.as_suit or self.suit(made.card)

    def strength(self, before: Tricks, trick: Trick) -> Strength:
        led = self.suit(trick[0].card) if trick else None

        def strong(made: Play) -> tuple[int, ...]:
            played = self.suit(made.card)
            return (played is self.trump, played is led, self.rank(made.card))

        return strong

    def why_not(
        self, before: Tricks, trick: Trick, made: Play, hand: Holding
    ) -> RuleViolation | None:
        card = made.card
        led = self.suit_of((*trick, made)[0])
        said = {"suit": led, "card": card}
        if trick:
            if self.suit(card) is led:
                return None
            held = held_instead(made, hand, lambda one: self.suit(one) is led)
            if held is not None:
                return play.no("follow", "card", self.cite, **said, held=held)
        elif not before and self.first not in (None, card):
            return play.no("first-card", "card", self.cite, **said, first=self.first)
        barred = self.barred(before, trick, card)
        if barred is None:
            return None
        held = held_instead(made, hand, barred.instead)
        if held is None:
            return None
        return refused(barred.code, "card", barred.cite, **said, held=held)

    def because(self, before: Tricks, trick: Trick, best: Play, made: Play) -> Step:
        return because(best, made, self.suit_of, self.trump, self.cite)


def otherwise(watched: Described | None, stated: object) -> Message | None:
    """What the recorded tricks come to, in words, where the result that was stated is
    another; else None."""
    if watched is None or not stated or stated == watched:
        return None
    return watched.said()


# ---- a number for each player ----


def listed_numbers(numbers: Numbers) -> tuple[object, ...]:
    """Each player with the number, such as "Ada 3, Ben 0"."""
    return listed((seat, " ", number) for seat, number in numbers)


class NumbersTold(Described):
    """A fact that begins with a number for each player: its sentence gets them, listed,
    as `numbers`."""

    def told(self) -> dict[str, object]:
        first = fields(self)[0]
        return {"numbers": listed_numbers(getattr(self, first.name))}


@dataclass(frozen=True, slots=True)
class NumbersOfAll:
    """What is asked of every player at this `ring`: a number from 0 to `most`. `family`
    begins the codes of its refusals, and `cite` is the rule of them."""

    family: str
    ring: Ring
    most: int
    cite: Cite

    def check(self, numbers: Numbers, field: str) -> None:
        """Refuse, by an ImpossibleResult, numbers that aren't one for each player, and one
        that is out of range beside its own field: that of the event with the seat."""
        _, never = refusals(self.family)
        if [seat for seat, _ in numbers] != list(self.ring):
            raise never("everybody", field, self.cite)
        for seat, number in numbers:
            if not 0 <= number <= self.most:
                said = {"seat": seat, "number": number, "most": self.most}
                raise never("number", f"{field}{seat.value}", self.cite, **said)

    def check_sum(self, numbers: Numbers, field: str) -> None:
        """Refuse also numbers that don't add up to `most`, such as tricks taken."""
        self.check(numbers, field)
        _, never = refusals(self.family)
        found = sum(number for _, number in numbers)
        if found != self.most:
            raise never("sum", field, self.cite, found=found, most=self.most)
