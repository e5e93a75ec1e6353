"""The packs, and the play of the cards: trumps, ranks and Jokers, what may be played, who wins.

Law: Laws of Duplicate Bridge 2017, Law 44.
Rule: Bridge Variations (Deuces Wild, Five Crowns); Joker Bridge §4.3, §4.4, §7; J9, J10.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache, partial

from scorekeeper.core.cards import FRENCH, RANKS, Card, Play, Strength, Suit, Trick, pack, winner
from scorekeeper.core.cards import JOKER as JOKER_RANK
from scorekeeper.core.citations import Cite, inferred, printed, published
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import listed, message
from scorekeeper.core.play import PlayRules, Tricks
from scorekeeper.core.rulings import Step
from scorekeeper.core.rulings import because as by_suits
from scorekeeper.core.seats import COMPASS, Seat
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
    X1Wildcard,
)
from scorekeeper.games.bridge.tariffs import tariff_of

ONE_JOKER = Card(JOKER_RANK)
RED_JOKER = Card("RedJoker")
BLACK_JOKER = Card("BlackJoker")
SUIT_JOKERS = tuple(Card(JOKER_RANK, suit) for suit in FRENCH)

RED = (Suit.DIAMONDS, Suit.HEARTS)
BLACK = (Suit.CLUBS, Suit.SPADES)


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards that a game is played with.

    `hand` cards are dealt to each player and `hidden` ones face down; `honours` are the ranks
    of the trump honours, and `top` the rank that is an honour at no trump. `suits` and `ranks`
    stand lowest first; `powers` says whether the Jokers follow a power type.
    """

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


def _standard(jokers: tuple[Card, ...], hand: int, hidden: int) -> Pack:
    cards = pack(FRENCH, RANKS) | frozenset(jokers)
    return Pack(FRENCH, RANKS, jokers, hand, hidden, ("A", "K", "Q", "J", "10"), "A", cards)


_CROWN_SUITS = (*FRENCH, Suit.STARS)
_CROWN_RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
_PLAIN = _standard((), 13, 0)
_FOUR_JOKERS = _standard(SUIT_JOKERS, 14, 0)

PACKS = {
    Variation.BRIDGE: _PLAIN,
    Variation.DEUCES_WILD: _PLAIN,
    Variation.FIVE_CROWNS: Pack(
        suits=_CROWN_SUITS,
        ranks=_CROWN_RANKS,
        jokers=(ONE_JOKER,),
        hand=14,
        hidden=0,
        honours=("K", "Q", "J", "10", "9"),
        top="K",
        cards=pack(_CROWN_SUITS, _CROWN_RANKS) | {ONE_JOKER},
    ),
    Variation.X1: _standard((ONE_JOKER,), 13, 1),
    Variation.X2: _standard((RED_JOKER, BLACK_JOKER), 13, 2),
    Variation.X4_PARITY: _FOUR_JOKERS,
    Variation.X4_NON_PARITY: _FOUR_JOKERS,
}


def pack_of(settings: Settings) -> Pack:
    return PACKS[settings.variation]


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
    """What holds for the Jokers of one deal: power, how they get a suit, and the suits so far."""

    power: Power
    mode: SuitMode
    suits: tuple[tuple[Card, Suit], ...] = ()

    def suit(self, joker: Card) -> Suit | None:
        """The suit this Joker belongs to; None for a wildcard without one."""
        return next((suit for one, suit in self.suits if one == joker), None)


def is_high(power: Power, denomination: Denomination) -> bool:
    """Whether every Joker of the deal ranks high in a contract in `denomination`.

    Rule: Joker Bridge §5: power goes by the contract, whatever the Joker's own suit.
    """
    return _HIGH[power][denomination is Denomination.NO_TRUMP]


def hcp(power: Power, denomination: Denomination | None = None) -> int:
    """The high card points to count for a Joker: 5 high, 1 low; an aid, never scored.

    Without a denomination, the average of both: 5, 3 or 1. Rule: Joker Bridge §5.
    """
    in_trumps, at_no_trump = (5 if high else 1 for high in _HIGH[power])
    if denomination is None:
        return (in_trumps + at_no_trump) // 2
    return at_no_trump if denomination is Denomination.NO_TRUMP else in_trumps


def joker_suits(joker: Card) -> tuple[Suit, ...]:
    """The suits that may be declared for this Joker before the bidding.

    Rule: Joker Bridge §3; for one Joker any suit (J11). With four, each has its own.
    """
    if joker.suit is not None:
        return (joker.suit,)
    return {RED_JOKER: RED, BLACK_JOKER: BLACK}.get(joker, FRENCH)


def wildcard_suits(joker: Card, settings: Settings) -> tuple[Suit, ...]:
    """The suits that this Joker may take as a wildcard, after the bidding.

    Rule: Joker Bridge §4.4; for one Joker as the table says at the start (J11).
    """
    if joker == ONE_JOKER and isinstance(settings, JokerSettings):
        any_of = {X1Wildcard.RED: RED, X1Wildcard.BLACK: BLACK, X1Wildcard.ANY: FRENCH}
        return any_of[settings.x1_wildcard]
    return joker_suits(joker)


def jokers_agreed(settings: JokerSettings) -> Jokers:
    """What the session's settings say of the Jokers."""
    if pack_of(settings).hidden == 0:
        fixed = tuple((joker, joker.suit) for joker in SUIT_JOKERS if joker.suit is not None)
        return Jokers(settings.power, SuitMode.OPEN, fixed)
    agreed = (
        (ONE_JOKER, Suit(settings.x1_suit.value)),
        (RED_JOKER, Suit(settings.red_suit.value)),
        (BLACK_JOKER, Suit(settings.black_suit.value)),
    )
    jokers = pack_of(settings).jokers
    suits = tuple((joker, suit) for joker, suit in agreed if joker in jokers)
    return Jokers(settings.power, settings.suit_mode, suits)


class JokerRank(Enum):
    """Where the Jokers of a deal rank in their suit."""

    HIGH = "high"
    """Above the ace."""
    LOW = "low"
    """Between the jack and the ten."""
    TWO = "two"
    """Below the three."""


@dataclass(frozen=True, slots=True)
class PlayCites:
    """The rules of following and winning, of Joker ranks, and of naming a Joker's suit."""

    play: Cite
    rank: Cite
    naming: Cite


@dataclass(frozen=True, slots=True, eq=False)
class TrickRules:
    """How the tricks of one contract are played.

    `heights` ranks the cards of one suit. `suits` are those of the Jokers that have one;
    `to_name` holds the Jokers whose suit is said as they are played, and what it may be: no
    such Joker ever has to follow. `wild` cards may be played to any trick. `shunned` is a Joker
    that can't win, and the suit of its trick may not be led by that trick's winner.
    """

    pack: Pack
    trumps: Suit | None
    cites: PlayCites
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
    """A law of this table by its number: that of duplicate, which those of rubber bridge follow;
    their own text was not read."""
    if settings.scoring is Scoring.DUPLICATE:
        return published(LAWS_2017, number, anchor)
    return inferred(number, anchor, LAWS_2014)


@lru_cache(maxsize=256)
def trick_rules_of(
    settings: Settings, denomination: Denomination, jokers: Jokers | None
) -> TrickRules:
    """How the tricks of a contract in `denomination` are played at this table."""
    pack = pack_of(settings)
    if isinstance(settings, JokerSettings) and jokers is not None:
        return _with_jokers(settings, denomination, jokers)
    if isinstance(settings, CrownsSettings):
        return _with_crowns(settings, denomination.suit)
    is_wild = settings.variation is Variation.DEUCES_WILD
    rule = _DEUCES if is_wild else law(settings, "Law 44", "play")
    return TrickRules(
        pack,
        denomination.suit,
        PlayCites(rule, rule, rule),
        _heights(pack),
        wild=frozenset(card for card in pack.cards if is_wild and card.rank == "2"),
    )


def _heights(pack: Pack, joker: int = 0) -> dict[Card, int]:
    """Twice the place of a card's rank, so that a Joker can stand between two of them."""
    return {
        card: joker if card.is_joker else 2 * pack.ranks.index(card.rank) for card in pack.cards
    }


def _with_crowns(settings: CrownsSettings, trumps: Suit | None) -> TrickRules:
    """Rule: Five Crowns: the two of trumps; at no trump a card that can't win, or a named two."""
    pack = pack_of(settings)
    two = TrickRules(
        pack,
        trumps,
        PlayCites(_CROWNS, _CROWNS_RANK, _CROWNS_NAMED),
        _heights(pack, -1),
        JokerRank.TWO,
    )
    if trumps is not None:
        return replace(two, suits={ONE_JOKER: trumps})
    if settings.nt_joker is NoTrumpJoker.NOMINATED:
        cites = PlayCites(_CROWNS, _CROWNS_NAMED, _CROWNS_NAMED)
        return replace(two, cites=cites, to_name={ONE_JOKER: pack.suits})
    return replace(two, wild=frozenset({ONE_JOKER}), shunned=ONE_JOKER)


def _with_jokers(settings: JokerSettings, denomination: Denomination, jokers: Jokers) -> TrickRules:
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
    cites = PlayCites(_JOKERS, _POWERS, naming)
    heights = _heights(pack, place)
    return TrickRules(pack, denomination.suit, cites, heights, rank, suits, to_name)


@lru_cache(maxsize=256)
def card_play(
    settings: Settings, denomination: Denomination, declarer: Seat, jokers: Jokers | None
) -> PlayRules:
    """What a deal of this contract is played under; `jokers` is what holds for them in it."""
    rules, pack = trick_rules_of(settings, denomination, jokers), pack_of(settings)
    return PlayRules(
        pack=pack.cards,
        ring=COMPASS,
        hand=pack.hand,
        tricks=tariff_of(settings, False).tricks,
        leader=opening_leader(declarer),
        strength=partial(strength, rules),
        why_not=partial(why_not, rules),
        because=partial(because, rules),
        turn=law(settings, "Law 44", "play"),
        take_back=law(settings, "Laws 45, 47", "take-back"),
        ways=partial(ways, rules),
    )


# ---- what may be played ----


def why_not(
    rules: TrickRules, before: Tricks, trick: Trick, play: Play, hand: frozenset[Card]
) -> RuleViolation | None:
    """Why this play can't be made by the holder of these cards; None when it can."""
    return (
        _why_not_named(rules, before, trick, play)
        or _why_not_led(rules, before, trick, play, hand)
        or _why_not_following(rules, trick, play, hand)
    )


def ways(rules: TrickRules, before: Tricks, trick: Trick, play: Play) -> tuple[Play, ...]:
    """A Joker whose suit is still open can be played as each of its suits."""
    if play.card not in rules.to_name:
        return (play,)
    suits = _namable(rules, before, trick, play)
    return tuple(Play(play.seat, play.card, as_suit=suit) for suit in suits)


def _namable(rules: TrickRules, before: Tricks, trick: Trick, play: Play) -> tuple[Suit, ...]:
    """The suits that may be named for this Joker now.

    Rule: Five Crowns, variant: none in which its holder has shown void. Inferred: any, should
    none be left, which takes a revoke.
    """
    suits = rules.to_name[play.card]
    if rules.rank is not JokerRank.TWO:
        return suits
    void = rules.shown_void((*before, trick), play.seat)
    return tuple(suit for suit in suits if suit not in void) or suits


def _why_not_named(
    rules: TrickRules, before: Tricks, trick: Trick, play: Play
) -> RuleViolation | None:
    """Refuse a suit that can't be named for this card, and a Joker without one."""
    card, named, own = play.card, play.as_suit, rules.suit_of(play.card)
    if card not in rules.to_name:
        if named is None or named is own:
            return None
        why = message("bridge.refused.not-to-name", card=card, suit=named)
        return RuleViolation(why, "as_suit", rules.cites.naming)
    if named is None and own is not None:
        return None
    suits = _namable(rules, before, trick, play)
    if named in suits:
        return None
    code = "bridge.refused.suit-open" if named is None else "bridge.refused.suit-closed"
    why = message(code, card=card, suit=named, suits=listed(suits))
    return RuleViolation(why, "as_suit", rules.cites.naming)


def _why_not_led(
    rules: TrickRules, before: Tricks, trick: Trick, play: Play, hand: frozenset[Card]
) -> RuleViolation | None:
    """Rule: Five Crowns, play: who won a trick with the Joker leads another suit if able."""
    last = before[-1] if before else ()
    if trick or not any(one.card == rules.shunned for one in last):
        return None
    suit, best = rules.led(last), winner(last, strength(rules, before[:-1], last))
    if best is None or best.seat is not play.seat or rules.suit(play) is not suit:
        return None
    others = tuple(card for card in sorted(hand, key=str) if rules.suit_of(card) is not suit)
    if not others:
        return None
    why = message("bridge.refused.suit-shunned", card=play.card, suit=suit, held=listed(others))
    return RuleViolation(why, "card", CROWNS_JOKER)


def _why_not_following(
    rules: TrickRules, trick: Trick, play: Play, hand: frozenset[Card]
) -> RuleViolation | None:
    """Law: Law 44: follow suit if able. Rule: Deuces Wild: or play a deuce."""
    led = rules.led(trick)
    if led is None or rules.suit(play) is led or play.card in rules.wild:
        return None
    held = rules.following(hand, led)
    if not held:
        return None
    code = "play.refused.follow"
    if rules.wild and rules.shunned is None:
        code = "bridge.refused.follow-or-deuce"
    why = message(code, card=play.card, suit=led, held=listed(held))
    return RuleViolation(why, "card", rules.cites.play)


# ---- who wins ----


def strength(rules: TrickRules, before: Tricks, trick: Trick) -> Strength:
    """Trumps by rank, then the suit led by rank, then what can still win nothing."""
    led = rules.led(trick)

    def rank(play: Play) -> tuple[int, ...]:
        suit = rules.suit(play)
        if suit is None:
            return ()
        row = 2 if suit is rules.trumps else int(suit is led)
        return (row, rules.heights[play.card]) if row else ()

    return rank


def because(rules: TrickRules, before: Tricks, trick: Trick, best: Play, play: Play) -> Step:
    """Why `best` wins, where it is asked of itself, or why `play` lost to it."""
    cite, suit = rules.cites.play, rules.suit(play)
    if play != best:
        if suit is None:
            return Step(message("bridge.because.joker", card=play.card), CROWNS_JOKER)
        if suit is rules.suit(best) and (play.card.is_joker or best.card.is_joker):
            code = f"bridge.because.joker-{rules.rank.value}"
            return Step(message(code, card=play.card, best=best.card), rules.cites.rank)
        is_ruffed = rules.suit(best) is rules.trumps
        if suit is not rules.suit(best) and play.card in rules.wild and not is_ruffed:
            said = {"card": play.card, "suit": rules.suit(best)}
            return Step(message("bridge.because.deuce", **said), cite)
    return by_suits(best, play, rules.suit, rules.trumps, cite)
