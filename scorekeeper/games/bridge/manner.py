"""How the tricks of a deal are played: its trumps, what each card ranks, what its Jokers are."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.citations import Cite
from scorekeeper.core.seats import Seat
from scorekeeper.core.tricks import Play, Trick
from scorekeeper.games.bridge.contract import Denomination
from scorekeeper.games.bridge.play import (
    ONE_JOKER,
    Jokers,
    Pack,
    is_high,
    joker_suits,
    pack_of,
    wildcard_suits,
)
from scorekeeper.games.bridge.settings import (
    CrownsSettings,
    JokerSettings,
    NoTrumpJoker,
    Scoring,
    Settings,
    SuitMode,
    Variation,
    WildcardUntil,
)
from scorekeeper.games.bridge.sources import (
    JOKER,
    LAWS_1993,
    LAWS_2017,
    VARIATIONS,
    inferred,
    printed,
    published,
)


class JokerRank(Enum):
    """Where the Jokers of a deal rank in their suit."""

    HIGH = "high"
    """Above the ace."""
    LOW = "low"
    """Between the jack and the ten."""
    TWO = "two"
    """Below the three."""


@dataclass(frozen=True, slots=True)
class Cites:
    """The rules of following and winning, of Joker ranks, and of naming a Joker's suit."""

    play: Cite
    rank: Cite
    naming: Cite


@dataclass(frozen=True, slots=True, eq=False)
class Manner:
    """How the tricks of one contract are played.

    `heights` ranks the cards of one suit. `suits` are those of the Jokers that have one;
    `to_name` holds the Jokers whose suit is said as they are played, and what it may be: no
    such Joker ever has to follow. `wild` cards may be played to any trick. `shunned` is a Joker
    that can't win, and the suit of its trick may not be led by that trick's winner.
    """

    pack: Pack
    trumps: Suit | None
    cites: Cites
    heights: Mapping[Card, int]
    rank: JokerRank = JokerRank.HIGH
    suits: Mapping[Card, Suit] = field(default_factory=dict)
    to_name: Mapping[Card, tuple[Suit, ...]] = field(default_factory=dict)
    wild: frozenset[Card] = frozenset()
    shunned: Card | None = None

    def suit(self, play: Play) -> Suit | None:
        """The suit that a play belongs to; None for a Joker without one."""
        return play.as_suit or self.suit_of(play.card)

    def suit_of(self, card: Card) -> Suit | None:
        """The suit of a card as long as nobody names another."""
        return card.suit or self.suits.get(card)

    def led(self, trick: Trick) -> Suit | None:
        """The suit to be followed: that of the first card that has one."""
        return next((suit for play in trick if (suit := self.suit(play))), None)

    def following(self, hand: Iterable[Card], suit: Suit) -> tuple[Card, ...]:
        """The cards of a hand that have to follow to this suit, highest first."""
        found = (card for card in hand if self.suit_of(card) is suit and card not in self.to_name)
        return tuple(sorted(found, key=lambda card: -self.heights[card]))

    def shown_void(self, tricks: Iterable[Trick], seat: Seat) -> frozenset[Suit]:
        """The suits in which this player has failed to follow in these tricks."""
        found = (
            self.led(trick)
            for trick in tricks
            for play in trick
            if play.seat is seat and self.suit(play) is not self.led(trick)
        )
        return frozenset(suit for suit in found if suit is not None)


# ---- what holds for a deal ----

_DEUCES = printed(VARIATIONS, "Bridge with Deuces Wild", "play")
_CROWNS = printed(VARIATIONS, "Five Crowns Bridge, play", "play")
_CROWNS_RANK = printed(VARIATIONS, "Five Crowns Bridge, rank", "joker")
CROWNS_JOKER = printed(VARIATIONS, "Five Crowns Bridge, play", "joker")
_CROWNS_NAMED = printed(VARIATIONS, "Five Crowns Bridge, variant", "joker")
_JOKERS = printed(JOKER, "§4.3, §7", "play")
_POWERS = printed(JOKER, "§4.3, §5", "powers")
_BEFORE_LEAD = inferred("J9", "wildcard")
_UNTIL_PLAYED = printed(JOKER, "§3", "wildcard")
_SEALED = inferred("§2, sealed suits", "sealed")


def law(settings: Settings, number: str, anchor: str) -> Cite:
    """A Law of this table: that of 2017 at duplicate, else that of 1993."""
    if settings.scoring is Scoring.DUPLICATE:
        return published(LAWS_2017, number, anchor)
    return published(LAWS_1993, number, anchor)


@lru_cache(maxsize=256)
def manner_of(settings: Settings, denomination: Denomination, jokers: Jokers | None) -> Manner:
    """How the tricks of a contract in `denomination` are played at this table."""
    pack = pack_of(settings)
    if isinstance(settings, JokerSettings) and jokers is not None:
        return _with_jokers(settings, denomination, jokers)
    if isinstance(settings, CrownsSettings):
        return _with_crowns(settings, denomination.suit)
    is_wild = settings.variation is Variation.DEUCES_WILD
    rule = _DEUCES if is_wild else law(settings, "Law 44", "play")
    return Manner(
        pack,
        denomination.suit,
        Cites(rule, rule, rule),
        _heights(pack),
        wild=frozenset(card for card in pack.cards if is_wild and card.rank == "2"),
    )


def _heights(pack: Pack, joker: int = 0) -> dict[Card, int]:
    """Twice the place of a card's rank, so that a Joker can stand between two of them."""
    return {
        card: joker if card.is_joker else 2 * pack.ranks.index(card.rank) for card in pack.cards
    }


def _with_crowns(settings: CrownsSettings, trumps: Suit | None) -> Manner:
    """Rule: Five Crowns: the two of trumps; at no trump a card that can't win, or a named two."""
    pack = pack_of(settings)
    two = Manner(
        pack,
        trumps,
        Cites(_CROWNS, _CROWNS_RANK, _CROWNS_NAMED),
        _heights(pack, -1),
        JokerRank.TWO,
    )
    if trumps is not None:
        return replace(two, suits={ONE_JOKER: trumps})
    if settings.nt_joker is NoTrumpJoker.NOMINATED:
        cites = Cites(_CROWNS, _CROWNS_NAMED, _CROWNS_NAMED)
        return replace(two, cites=cites, to_name={ONE_JOKER: pack.suits})
    return replace(two, wild=frozenset({ONE_JOKER}), shunned=ONE_JOKER)


def _with_jokers(settings: JokerSettings, denomination: Denomination, jokers: Jokers) -> Manner:
    """Rule: Joker Bridge §4.3: a Joker is a card of its suit, ranked by the power of the deal."""
    pack = pack_of(settings)
    rank = JokerRank.HIGH if is_high(jokers.power, denomination) else JokerRank.LOW
    place = 2 * len(pack.ranks) if rank is JokerRank.HIGH else 2 * pack.ranks.index("10") + 1
    until_played = settings.wildcard_until is WildcardUntil.PLAYED
    suits = dict(jokers.suits)
    to_name: dict[Card, tuple[Suit, ...]] = {}
    if jokers.mode is SuitMode.WILDCARD:
        open_ones = [one for one in pack.jokers if until_played or one not in suits]
        to_name = {
            one: (suits[one],) if one in suits else wildcard_suits(one, settings)
            for one in open_ones
        }
    elif jokers.mode is SuitMode.SEALED:  # until it is opened, its holder says it in playing it
        to_name = {one: joker_suits(one) for one in pack.jokers if one not in suits}
    naming = _UNTIL_PLAYED if until_played else _BEFORE_LEAD
    if jokers.mode is SuitMode.SEALED:
        naming = _SEALED
    cites = Cites(_JOKERS, _POWERS, naming)
    heights = _heights(pack, place)
    return Manner(pack, denomination.suit, cites, heights, rank, suits, to_name)
