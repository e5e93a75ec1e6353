"""The questions about the Jokers of one deal, before its bidding and after."""

from typing import Any

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.messages import message
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Event
from scorekeeper.games.bridge.contract import Denomination
from scorekeeper.games.bridge.events import HiddenDealt, JokersDeclared, WildcardNamed
from scorekeeper.games.bridge.glance import unnamed_jokers
from scorekeeper.games.bridge.pack import hcp, joker_suits, wildcard_suits
from scorekeeper.games.bridge.pages_bid import BridgeForm, OffPage, PlayedPart
from scorekeeper.games.bridge.settings import Power, SuitMode
from scorekeeper.games.fields import ask, choose, label, refuse

SUIT = label("bridge.form.joker-suit")


def joker_suit(n: int, **differs: Any) -> Any:
    """The field of the suit of the nth Joker that may lie face down."""
    return choose(
        Suit,
        when=lambda form: n < form.pack.hidden,
        choices=lambda form: [s for one in form.pack.jokers[n : n + 1] for s in joker_suits(one)],
        text=SUIT,
        **differs,
    )


def _declared(n: int) -> Any:
    """That field with the suit that holds as long as nothing else is declared."""
    return joker_suit(n, default=lambda form: form.jokers and form.jokers.suit(form.pack.jokers[n]))


def _dealt(n: int) -> Any:
    """The field of who got the nth face-down card."""
    return choose(
        Seat,
        required=True,
        missing="no-holder",
        when=lambda form: n < form.pack.hidden,
        default=lambda form: form.dealt_to[n],
        text=label("bridge.form.hidden-holder"),
    )


class JokersForm(BridgeForm):
    """Power, suits, and who got the face-down cards; with four Jokers each has its own suit."""

    NAME = "jokers"
    STATES = ALONE = (JokersDeclared, HiddenDealt)
    power = ask(
        JokersDeclared,
        required=True,
        missing="no-answer",
        default=lambda form: form.jokers and form.jokers.power,
    )
    mode = ask(
        JokersDeclared,
        required=True,
        missing="no-answer",
        when=lambda form: form.pack.hidden,
        choices=lambda form: [(one, label(f"bridge.form.mode.{one.value}")) for one in SuitMode],
        default=lambda form: form.jokers and form.jokers.mode,
    )
    suit_0, suit_1 = _declared(0), _declared(1)
    holder_0, holder_1 = _dealt(0), _dealt(1)
    suits = OffPage()
    holders = OffPage()

    @property
    def asked_jokers(self) -> list[tuple[Card, Any, Any]]:
        """The Jokers that may lie face down, each with the fields of its suit and holder."""
        jokers = enumerate(self.pack.jokers[: self.pack.hidden])
        return [(joker, self[f"suit_{n}"], self[f"holder_{n}"]) for n, joker in jokers]

    def facts(self) -> tuple[Event, ...]:
        """What was declared, and the holders where they aren't those of the dealing order."""
        mode = self.mode.data if self.pack.hidden else None
        asked = self.asked_jokers if mode is SuitMode.OPEN else []
        suits = tuple((joker, suit.data) for joker, suit, _ in asked if suit.data)
        declared = JokersDeclared(self.power.data, mode, suits)
        holders = tuple(holder.data for _, _, holder in self.asked_jokers)
        return (declared,) if holders == self.dealt_to else (declared, HiddenDealt(holders))

    def beside(self, field: Any, value: str) -> tuple[str, object]:
        """Under a power stands what it means."""
        if field is self.power:
            return "", message(f"bridge.form.power.{value}")
        return super().beside(field, value)

    def points(self) -> list[tuple[Power, int, int, int]]:
        """The high card points as printed: at each power those in trumps, at no trump, and what
        they come to before the bidding."""
        trumps, none = Denomination.SPADES, Denomination.NO_TRUMP
        return [(one, hcp(one, trumps), hcp(one, none), hcp(one)) for one in Power]


def _named(n: int) -> Any:
    """The field of the suit of the nth wildcard."""
    return choose(
        Suit,
        when=lambda form: n < len(form.unnamed),
        choices=lambda form: [
            *((suit, suit) for suit in form.suits_of(n)),
            ("", label("bridge.form.face-down")),
        ],
        default=lambda form: form.trumps if form.trumps in form.suits_of(n) else None,
        text=SUIT,
    )


class WildcardForm(PlayedPart):
    """The suit that each wildcard takes, before the opening lead; trumps come chosen."""

    NAME = "wildcard"
    STATES = ALONE = (WildcardNamed,)
    suit_0, suit_1 = _named(0), _named(1)
    joker = OffPage()
    suit = OffPage()

    @property
    def unnamed(self) -> tuple[Card, ...]:
        """The wildcards that have no suit yet; in a correction the one that it is about."""
        named = tuple(one.joker for one in self.recorded if isinstance(one, WildcardNamed))
        return named or unnamed_jokers(self.state)

    def suits_of(self, n: int) -> tuple[Suit, ...]:
        """The suits that the nth of them may take."""
        wild = self.unnamed[n : n + 1]
        return wildcard_suits(wild[0], self.settings) if wild else ()

    @property
    def trumps(self) -> Suit | None:
        """The trump suit of the deal."""
        return self.deal.contract.denomination.suit if self.deal.contract else None

    @property
    def asked_jokers(self) -> list[tuple[Card, Any]]:
        """The wildcards, each with the field of its suit."""
        return [(joker, self[f"suit_{n}"]) for n, joker in enumerate(self.unnamed)]

    def validate_suit(self, field: Any) -> None:
        """Refuse to record nothing."""
        if not self.facts():
            refuse("bridge.form.no-suit")

    def facts(self) -> tuple[Event, ...]:
        """The suits."""
        return tuple(WildcardNamed(one, suit.data) for one, suit in self.asked_jokers if suit.data)
