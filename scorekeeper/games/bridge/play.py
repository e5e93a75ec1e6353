"""The packs, and the play of the cards: trumps, ranks and Jokers, what may be played,
who wins.

Law: Laws of Duplicate Bridge 2017, Law 44. Rule: Bridge Variations (Deuces Wild, Five
Crowns); Joker Bridge §4.3, §4.4, §7; J9, J10."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache

from scorekeeper.core.cards import (
    FRENCH,
    RANKS,
    Card,
    Play,
    Strength,
    Suit,
    Trick,
    pack,
    winner,
)
from scorekeeper.core.cards import JOKER as JOKER_RANK
from scorekeeper.core.citations import Cite, inferred, printed, published
from scorekeeper.core.errors import RuleViolation, refused
from scorekeeper.core.messages import listed, message
from scorekeeper.core.play import PlayRules, Tricks
from scorekeeper.core.rulings import Step, because
from scorekeeper.core.seats import COMPASS, Seat
from scorekeeper.games.bridge import tariffs
from scorekeeper.games.bridge.contract import Denomination, opening_leader
from scorekeeper.games.bridge.rules import (
    JOKER,
    LAWS_2014,
    LAWS_2017,
    VARIATIONS,
    CrownsSettings,
    JokerSettings,
    NoTrumpJoker,
    Power,
    Scoring,
    Settings,
    SuitMode,
    Variation,
    WildcardUntil,
)

ONE_JOKER = Card(JOKER_RANK)
RED_JOKER = Card("RedJoker")
BLACK_JOKER = Card("BlackJoker")
SUIT_JOKERS = tuple(Card(JOKER_RANK, suit) for suit in FRENCH)

RED = (Suit.DIAMONDS, Suit.HEARTS)
BLACK = (Suit.CLUBS, Suit.SPADES)


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards that a game is played with.

    `hand` cards are dealt to each player and `hidden` ones face down; `honours` are the
    ranks of the trump honours, and `top` the rank that is an honour at no trump.
    `suits` and `ranks` stand lowest first."""

    suits: tuple[Suit, ...]
    ranks: tuple[str, ...]
    jokers: tuple[Card, ...]
    hand: int
    hidden: int
    honours: tuple[str, ...]
    top: str
    cards: frozenset[Card]

    @property
    def size(self) -> int:
        return len(self.cards)


def _pack(
    jokers: tuple[Card, ...],
    hand: int,
    hidden: int = 0,
    suits: tuple[Suit, ...] = FRENCH,
    ranks: tuple[str, ...] = RANKS,
) -> Pack:
    """The honours of trumps are the five highest ranks, the first of them that of
    no trump."""
    cards = pack(suits, ranks) | frozenset(jokers)
    honours = tuple(reversed(ranks[-5:]))
    return Pack(suits, ranks, jokers, hand, hidden, honours, honours[0], cards)


_PLAIN = _pack((), 13)
_FOUR_JOKERS = _pack(SUIT_JOKERS, 14)
_THREE_TO_KING = RANKS[1:-1]
PACKS = {
    Variation.BRIDGE: _PLAIN,
    Variation.DEUCES_WILD: _PLAIN,
    Variation.FIVE_CROWNS: _pack(
        (ONE_JOKER,), 14, suits=(*FRENCH, Suit.STARS), ranks=_THREE_TO_KING
    ),
    Variation.X1: _pack((ONE_JOKER,), 13, hidden=1),
    Variation.X2: _pack((RED_JOKER, BLACK_JOKER), 13, hidden=2),
    Variation.X4_PARITY: _FOUR_JOKERS,
    Variation.X4_NON_PARITY: _FOUR_JOKERS,
}


def pack_of(settings: Settings) -> Pack:
    return settings.once("pack", lambda: PACKS[settings.variation])


# ---- Jokers ----

_HIGH = {
    Power.MAJOR: (True, True),
    Power.MAJOR_MINOR: (True, False),
    Power.MINOR_MAJOR: (False, True),
    Power.MINOR: (False, False),
}
"""Whether Jokers rank high: in trump contracts, and at no trump. Joker Bridge §3."""


@dataclass(frozen=True, slots=True)
class Jokers:
    """What holds for the Jokers of one deal: power, how they get a suit, and the suits
    so far. Those `named_in_play` had none before they were played."""

    power: Power
    mode: SuitMode
    suits: tuple[tuple[Card, Suit], ...] = ()
    named_in_play: tuple[Card, ...] = ()

    def suit(self, joker: Card) -> Suit | None:
        return dict(self.suits).get(joker)


def is_high(power: Power, denomination: Denomination) -> bool:
    """Whether every Joker of the deal ranks high in a contract in `denomination`.
    Rule: Joker Bridge §5: power goes by the contract, whatever the Joker's own suit."""
    return _HIGH[power][denomination is Denomination.NO_TRUMP]


def hcp(power: Power, denomination: Denomination | None = None) -> int:
    """The high card points to count for a Joker: 5 high, 1 low; an aid, never scored.
    Without a denomination, the average of both: 5, 3 or 1. Rule: Joker Bridge §5."""
    if denomination is not None:
        return 5 if is_high(power, denomination) else 1
    points = [5 if high else 1 for high in _HIGH[power]]
    return sum(points) // len(points)


def joker_suits(joker: Card) -> tuple[Suit, ...]:
    """The suits that may be declared for this Joker before the bidding.
    Rule: Joker Bridge §3; for one Joker any suit (J11). With four, each has its own."""
    if joker.suit is not None:
        return (joker.suit,)
    return {RED_JOKER: RED, BLACK_JOKER: BLACK}.get(joker, FRENCH)


def wildcard_suits(joker: Card, settings: Settings) -> tuple[Suit, ...]:
    """The suits that this Joker may take as a wildcard, after the bidding.
    Rule: Joker Bridge §4.4; for one Joker as the table says at the start (J11)."""
    if joker == ONE_JOKER and isinstance(settings, JokerSettings):
        return {"red": RED, "black": BLACK, "any": FRENCH}[settings.x1_wildcard.value]
    return joker_suits(joker)


# as agreed for the session; a deal may declare something else
def jokers_agreed(settings: JokerSettings) -> Jokers:
    pack = pack_of(settings)
    answers = {
        ONE_JOKER: settings.x1_suit,
        RED_JOKER: settings.red_suit,
        BLACK_JOKER: settings.black_suit,
    }
    suits = tuple(
        (joker, joker.suit or Suit(answers[joker].value)) for joker in pack.jokers
    )
    return Jokers(
        settings.power,
        settings.suit_mode if pack.hidden else SuitMode.OPEN,
        suits,
    )


class JokerRank(StrEnum):
    """Where the Jokers of a deal rank in their suit: above the ace, between the jack
    and the ten, or below the three."""

    HIGH = "high"
    LOW = "low"
    TWO = "two"


@dataclass(frozen=True, slots=True, eq=False)
class TrickRules:
    """How the tricks of one contract are played; see `core.play.PlayRules`.

    `playing`, `ranking` and `naming` are the rules of following and winning, of Joker
    ranks, and of naming a Joker's suit. `heights` ranks the cards of one suit. `suits`
    are those of the Jokers that have one; `to_name` holds the Jokers whose suit is said
    as they are played, and what it may be: no such Joker ever has to follow. `wild`
    cards may be played to any trick. `shunned` is a Joker that can't win, and the suit
    of its trick may not be led by that trick's winner."""

    pack: Pack
    trumps: Suit | None
    playing: Cite
    ranking: Cite
    naming: Cite
    heights: Mapping[Card, int]
    rank: JokerRank = JokerRank.HIGH
    suits: Mapping[Card, Suit] = field(default_factory=dict)
    to_name: Mapping[Card, tuple[Suit, ...]] = field(default_factory=dict)
    wild: frozenset[Card] = frozenset()
    shunned: Card | None = None

    def suit(self, play: Play) -> Suit | None:
        return play.as_suit or self.suit_of(play.card)

    def suit_of(self, card: Card) -> Suit | None:
        return card.suit or self.suits.get(card)

    def led(self, trick: Trick) -> Suit | None:
        """The suit to be followed: that of the first card that has one; None where none
        has."""
        for play in trick:
            suit = self.suit(play)
            if suit is not None:
                return suit
        return None

    def following(self, hand: Iterable[Card], suit: Suit) -> tuple[Card, ...]:
        """The cards of a hand that have to follow to this suit, highest first."""
        of_suit = (card for card in hand if self.suit_of(card) is suit)
        cards = [card for card in of_suit if card not in self.to_name]
        return tuple(sorted(cards, key=lambda card: -self.heights[card]))

    def ways(self, before: Tricks, trick: Trick, play: Play) -> tuple[Play, ...]:
        """A Joker whose suit is still open can be played as each of its suits."""
        if play.card not in self.to_name:
            return (play,)
        suits = self._namable(before, trick, play)
        return tuple(Play(play.seat, play.card, as_suit=suit) for suit in suits)

    def _namable(self, before: Tricks, trick: Trick, play: Play) -> tuple[Suit, ...]:
        """The suits that may be named for this Joker now. Rule: Five Crowns, variant:
        none in which its holder has shown void, by failing to follow. Inferred: any,
        should none be left, which takes a revoke."""
        suits = self.to_name[play.card]
        if self.rank is not JokerRank.TWO:
            return suits
        void = set[Suit | None]()
        for played in (*before, trick):
            led = self.led(played)
            own = [self.suit(card) for card in played if card.seat is play.seat]
            if any(suit is not led for suit in own):
                void.add(led)
        return tuple(suit for suit in suits if suit not in void) or suits

    def why_not(
        self, before: Tricks, trick: Trick, play: Play, hand: frozenset[Card]
    ) -> RuleViolation | None:
        return (
            self._why_not_named(before, trick, play)
            or self._why_not_led(before, trick, play, hand)
            or self._why_not_following(trick, play, hand)
        )

    def _why_not_named(
        self, before: Tricks, trick: Trick, play: Play
    ) -> RuleViolation | None:
        card = play.card
        named = play.as_suit
        said: dict[str, object] = {"card": card, "suit": named}
        is_own = named in (None, self.suit_of(card))
        if card not in self.to_name:
            if is_own:
                return None
            return refused("bridge.refused.not-to-name", "as_suit", self.naming, **said)
        suits = self._namable(before, trick, play)
        has_suit = self.suit_of(card) is not None
        if named in suits or (has_suit and is_own):
            return None
        code = "bridge.refused.suit-closed"
        if named is None:
            code = "bridge.refused.suit-open"
        said["suits"] = listed(suits)
        return refused(code, "as_suit", self.naming, **said)

    def _why_not_led(
        self, before: Tricks, trick: Trick, play: Play, hand: frozenset[Card]
    ) -> RuleViolation | None:
        suit = self.suit_shunned(before, play.seat)
        if trick or suit is None or self.suit(play) is not suit:
            return None
        others = tuple(
            card for card in sorted(hand, key=str) if self.suit_of(card) is not suit
        )
        if not others:
            return None
        said = {"card": play.card, "suit": suit, "held": listed(others)}
        return refused("bridge.refused.suit-shunned", "card", CROWNS_JOKER, **said)

    def suit_shunned(self, before: Tricks, seat: Seat) -> Suit | None:
        """The suit that this player, if able, may not lead after these tricks; None
        where any may be led. Rule: Five Crowns, play: who won a trick with the Joker
        leads another suit."""
        last = before[-1] if before else ()
        if not any(play.card == self.shunned for play in last):
            return None
        best = winner(last, self.strength(before[:-1], last))
        return self.led(last) if best is not None and best.seat is seat else None

    def _why_not_following(
        self, trick: Trick, play: Play, hand: frozenset[Card]
    ) -> RuleViolation | None:
        """Law: Law 44: follow suit if able. Rule: Deuces Wild: or play a deuce."""
        led = self.led(trick)
        if led is None or self.suit(play) is led or play.card in self.wild:
            return None
        held = self.following(hand, led)
        is_deuce = self.wild and self.shunned is None
        code = "bridge.refused.follow-or-deuce" if is_deuce else "play.refused.follow"
        said = {"card": play.card, "suit": led, "held": listed(held)}
        return refused(code, "card", self.playing, **said) if held else None

    def strength(self, before: Tricks, trick: Trick) -> Strength:
        """What tells how strong a card is in this trick: trumps, then the suit led; other
        cards can't win."""
        led = self.led(trick)

        def strong(play: Play) -> tuple[int, ...]:
            suit = self.suit(play)
            if suit is not None and suit is self.trumps:
                return (2, self.heights[play.card])
            if suit is not None and suit is led:
                return (1, self.heights[play.card])
            return ()

        return strong

    def because(self, before: Tricks, trick: Trick, best: Play, play: Play) -> Step:
        suit = self.suit(play)
        best_suit = self.suit(best)
        is_loser = play != best
        has_joker = play.card.is_joker or best.card.is_joker
        if is_loser and suit is None:
            return Step(message("bridge.because.joker", card=play.card), CROWNS_JOKER)
        if is_loser and suit is best_suit and has_joker:
            code = f"bridge.because.joker-{self.rank}"
            return Step(message(code, card=play.card, best=best.card), self.ranking)
        # a deuce of another suit, played instead of following
        is_deuce = play.card in self.wild and suit is not best_suit
        if is_deuce and best_suit is not self.trumps:
            why = message("bridge.because.deuce", card=play.card, suit=best_suit)
            return Step(why, self.playing)
        return because(best, play, self.suit, self.trumps, self.playing)


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
    """A law of this table by its number: that of duplicate, which those of rubber
    bridge follow; their own text was not read."""
    if settings.scoring is Scoring.DUPLICATE:
        return published(LAWS_2017, number, anchor)
    return inferred(number, anchor, LAWS_2014)


@lru_cache(maxsize=256)
def trick_rules_of(
    settings: Settings, denomination: Denomination, jokers: Jokers | None
) -> TrickRules:
    pack = pack_of(settings)
    trumps = denomination.suit
    if isinstance(settings, JokerSettings) and jokers is not None:
        return _with_jokers(settings, denomination, jokers)
    if isinstance(settings, CrownsSettings):
        return _with_crowns(settings, pack, trumps)
    is_wild = settings.variation is Variation.DEUCES_WILD
    rule = _DEUCES if is_wild else law(settings, "Law 44", "play")
    twos = frozenset(card for card in pack.cards if is_wild and card.rank == "2")
    return TrickRules(pack, trumps, rule, rule, rule, _heights(pack), wild=twos)


def _heights(pack: Pack, joker: int = 0) -> dict[Card, int]:
    # by twos, so that a low Joker has a place between the jack and the ten
    places = {rank: 2 * n for n, rank in enumerate(pack.ranks)}
    return {card: places.get(card.rank, joker) for card in pack.cards}


def _with_crowns(
    settings: CrownsSettings, pack: Pack, trumps: Suit | None
) -> TrickRules:
    """Rule: Five Crowns: the two of trumps; at no trump a card that can't win, or a
    named two."""
    two = TrickRules(
        pack,
        trumps,
        playing=_CROWNS,
        ranking=_CROWNS_RANK,
        naming=_CROWNS_NAMED,
        heights=_heights(pack, -1),
        rank=JokerRank.TWO,
    )
    if trumps is not None:
        return replace(two, suits={ONE_JOKER: trumps})
    if settings.nt_joker is NoTrumpJoker.NOMINATED:
        return replace(two, ranking=_CROWNS_NAMED, to_name={ONE_JOKER: pack.suits})
    return replace(two, wild=frozenset({ONE_JOKER}), shunned=ONE_JOKER)


def _with_jokers(
    settings: JokerSettings, denomination: Denomination, jokers: Jokers
) -> TrickRules:
    """Rule: Joker Bridge §4.3: a Joker is a card of its suit, ranked by the power of
    the deal."""
    pack = pack_of(settings)
    if is_high(jokers.power, denomination):
        rank = JokerRank.HIGH
        place = 2 * len(pack.ranks)
    else:
        rank = JokerRank.LOW
        place = 2 * pack.ranks.index("10") + 1
    if jokers.mode is SuitMode.SEALED:
        naming = _SEALED
    elif settings.wildcard_until is WildcardUntil.PLAYED:
        naming = _UNTIL_PLAYED
    else:
        naming = _BEFORE_LEAD
    return TrickRules(
        pack,
        denomination.suit,
        playing=_JOKERS,
        ranking=_POWERS,
        naming=naming,
        heights=_heights(pack, place),
        rank=rank,
        suits=dict(jokers.suits),
        to_name=_named_in_playing(settings, jokers),
    )


def _named_in_playing(
    settings: JokerSettings, jokers: Jokers
) -> dict[Card, tuple[Suit, ...]]:
    """The Jokers whose suit is said as they are played, and what it may be: also of one
    that was sealed and isn't opened yet."""
    to_name: dict[Card, tuple[Suit, ...]] = {}
    suits = dict(jokers.suits)
    until_played = settings.wildcard_until is WildcardUntil.PLAYED
    for card in pack_of(settings).jokers:
        if jokers.mode is SuitMode.SEALED and card not in suits:
            to_name[card] = joker_suits(card)
        if jokers.mode is SuitMode.WILDCARD:
            if card not in suits:
                to_name[card] = wildcard_suits(card, settings)
            elif until_played or card in jokers.named_in_play:
                to_name[card] = (suits[card],)
    return to_name


@lru_cache(maxsize=256)
def card_play(
    settings: Settings,
    denomination: Denomination,
    declarer: Seat,
    jokers: Jokers | None,
) -> PlayRules:
    played = trick_rules_of(settings, denomination, jokers)
    return PlayRules(
        pack=played.pack.cards,
        ring=COMPASS,
        hand=played.pack.hand,
        tricks=tariffs.tariff_of(settings, False).tricks,
        leader=opening_leader(declarer),
        strength=played.strength,
        why_not=played.why_not,
        because=played.because,
        turn=law(settings, "Law 44", "play"),
        take_back=law(settings, "Laws 45, 47", "take-back"),
        ways=played.ways,
    )
