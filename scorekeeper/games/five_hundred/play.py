"""How the tricks of a hand of 500 are played: bowers, the Joker, misères."""

from dataclasses import dataclass, replace

from scorekeeper.core import cards
from scorekeeper.core.cards import FRENCH, Card, Play, Suit, Trick
from scorekeeper.core.errors import RuleViolation, refusals
from scorekeeper.core.messages import message
from scorekeeper.core.play import Holding, PlayRules, Tricks
from scorekeeper.core.rulings import Step
from scorekeeper.core.seats import partner
from scorekeeper.games.five_hundred import rules
from scorekeeper.games.five_hundred.events import RING, TRICKS, ContractStated
from scorekeeper.games.tricks import Barred, SuitPlay, own_rank

no, never = refusals("five-hundred")
BLACK = (Suit.SPADES, Suit.CLUBS)
RED = (Suit.DIAMONDS, Suit.HEARTS)
JOKER = Card(cards.JOKER)
FROM_FIVE = cards.RANKS[3:]
PACK = cards.pack(FRENCH, FROM_FIVE) | cards.pack(RED, ("4",)) | {JOKER}


@dataclass(frozen=True, slots=True)
class CardPlay:
    """How the tricks of one contract are played. `joker` is the suit that the bidder
    said the Joker belongs to, where there are no trumps."""

    contract: ContractStated
    settings: rules.Settings
    joker: Suit | None = None

    @property
    def trump(self) -> Suit | None:
        return self.contract.bid.trump

    @property
    def is_joker_free(self) -> bool:
        return self.trump is None and self.joker is None

    @property
    def highest(self) -> tuple[Card, ...]:
        """The left bower, the right bower, the Joker; without trumps only the Joker."""
        if self.trump is None:
            return (JOKER,)
        colour = BLACK if self.trump in BLACK else RED
        (left,) = (suit for suit in colour if suit is not self.trump)
        return Card("J", left), Card("J", self.trump), JOKER

    def rules(self) -> PlayRules:
        """In a misère the bidder's partner doesn't play."""
        bidder = self.contract.bidder
        idle = partner(bidder, RING) if self.contract.bid.is_misere else None
        ring = tuple(seat for seat in RING if seat is not idle)
        return replace(
            self.usual.rules(ring, bidder, TRICKS),
            why_not=self.why_not,
            because=self.because,
            ways=self.ways,
            take_back=rules.WRONG,
        )

    @property
    def usual(self) -> SuitPlay:
        """Without trumps a Joker that has no suit is the only trump."""
        return SuitPlay(
            rules.PLAY, self.trump, self.barred, PACK, suit=self.suit, rank=self.rank
        )

    def suit(self, card: Card) -> Suit | None:
        """The suit that a card counts as; None for a Joker that has none."""
        if card in self.highest:
            return self.trump or self.joker
        return card.suit

    def rank(self, card: Card) -> int:
        if card in self.highest:
            return len(cards.RANKS) + self.highest.index(card)
        return own_rank(card)

    def barred(self, before: Tricks, trick: Trick, card: Card) -> Barred | None:
        """In a misère the Joker must be played by who can't follow suit."""
        is_due = self.contract.bid.is_misere and self.is_joker_free
        if not trick or not is_due:
            return None
        return Barred(
            "five-hundred.refused.joker-held", rules.MISERE, lambda one: one == JOKER
        )

    def ways(self, before: Tricks, trick: Trick, made: Play) -> tuple[Play, ...]:
        """Who leads a Joker without a suit names one."""
        if trick or made.card != JOKER or not self.is_joker_free:
            return (made,)
        suits = self.unled(before) or FRENCH
        return tuple(Play(made.seat, JOKER, as_suit=suit) for suit in suits)

    def unled(self, before: Tricks) -> tuple[Suit, ...]:
        """The suits that may be named while one of them is left."""
        if self.settings.joker is rules.JokerLed.ANY:
            return FRENCH
        led = {self.usual.suit_of(trick[0]) for trick in before}
        return tuple(suit for suit in FRENCH if suit not in led)

    def why_not(
        self, before: Tricks, trick: Trick, made: Play, hand: Holding
    ) -> RuleViolation | None:
        if not trick and made.card == JOKER and self.is_joker_free:
            return self._why_not_lead_joker(before, made, hand)
        if made.as_suit is not None:
            return no("not-to-name", "as_suit", rules.JOKER, card=made.card)
        return self.usual.why_not(before, trick, made, hand)

    def _why_not_lead_joker(
        self, before: Tricks, made: Play, hand: Holding
    ) -> RuleViolation | None:
        cite = rules.RULE_SHEET.cite(self.settings, "joker")
        unled = self.unled(before)
        if made.as_suit is None:
            return no("joker-suit", "as_suit", cite)
        if made.as_suit not in (unled or FRENCH):
            return no("suit-was-led", "as_suit", cite, suit=made.as_suit)
        is_last = len(before) == TRICKS - 1
        others = sorted(hand - {JOKER}, key=str)
        if unled or is_last or not others:
            return None
        return no("joker-last", "card", cite, held=others[0])

    def because(self, before: Tricks, trick: Trick, best: Play, made: Play) -> Step:
        if best.card == JOKER and self.is_joker_free:
            code = "wins" if made == best else "loses"
            what = message(f"five-hundred.because.joker-{code}", card=made.card)
            return Step(what, rules.JOKER)
        return self.usual.because(before, trick, best, made)
