"""What an arbiter says: a ruling with its reasons and rules, or a question that comes first."""

from dataclasses import dataclass

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.citations import Cite
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the reasoning and the rule it rests on."""

    what: Message
    cite: Cite


@dataclass(frozen=True, slots=True)
class Effect:
    """What a ruling does to the score once it is accepted.

    `kind` names a fact of the game ("tricks" to transfer, "points" to adjust, "void" to deal
    again, "set"); `party` gains `amount`. A ruling without effect on the score has none.
    """

    kind: str
    party: str
    amount: int


@dataclass(frozen=True, slots=True)
class Obligation:
    """What a ruling binds a player to in the same deal, until its rule ends it.

    `kind` names it: "pass-once", "pass", "penalty-card", "may-not-lead" and so on; `card` and
    `suit` are what it is about.
    """

    kind: str
    seat: Seat
    card: Card | None = None
    suit: Suit | None = None

    @property
    def written(self) -> str:
        """As facts have it: "may-not-lead:W:H"."""
        of = (self.kind, self.seat.value, self.card, self.suit and self.suit.value)
        return ":".join(str(one) for one in of if one)

    def allows(self, card: Card, is_lead: bool) -> bool:
        """Whether its player, who could play this card, would keep to it."""
        is_suit = card.suit is self.suit
        kept = {
            "must-lead": not is_lead or is_suit,
            "may-not-lead": not is_lead or not is_suit,
            "must-play-suit": is_lead or is_suit,
            "may-not-play": is_lead or not is_suit,
        }
        if self.kind in ("penalty-major", "penalty-card", "must-play"):
            return card == self.card
        if self.kind == "penalty-minor" and self.card is not None and card != self.card:
            return card.suit is not self.card.suit or card.rank in ("A", "K", "Q", "J", "10")
        return kept.get(self.kind, True)

    def said(self) -> Message:
        """What the player must or may not do."""
        return message(f"obligation.{self.kind}", seat=self.seat, card=self.card, suit=self.suit)


@dataclass(frozen=True, slots=True)
class Ruling:
    """The verdict, the steps that lead to it, what would change it, and what it does.

    Offered, never imposed: `remedies` are the other outcomes that the table may agree on.
    `obligations` bind players for the rest of the deal. `waits` names a fact that can't be known
    yet, such as the tricks won by the end of the play: until then the ruling stays open.
    """

    verdict: Message
    steps: tuple[Step, ...]
    otherwise: tuple[Message, ...] = ()
    effects: tuple[Effect, ...] = ()
    remedies: tuple[Message, ...] = ()
    obligations: tuple[Obligation, ...] = ()
    waits: str = ""

    def __post_init__(self) -> None:
        if not self.steps:
            raise ValueError("a ruling cites the rule that it rests on")


@dataclass(frozen=True, slots=True)
class Question:
    """What must be known before it can be ruled: asked of the side whose choice it is.

    `name` is the field of the facts that the answer fills; `options` are (value, words).
    `chooser` are the seats that a rule gives the choice to; empty where a fact is asked for.
    """

    name: str
    asked: Message
    options: tuple[tuple[str, Message], ...]
    cite: Cite
    chooser: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Refusal:
    """A card or call that can't be made now, with the reason."""

    what: object
    why: RuleViolation
