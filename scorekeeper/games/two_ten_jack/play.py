"""The pack of Two-Ten-Jack and what it is worth, and how its tricks are played.

Rule: The Deck, Scoring, Play and Card Rank of the online game's help.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from functools import lru_cache, partial
from itertools import combinations, product
from math import prod
from operator import ge, mul, sub

from scorekeeper.core.cards import (
    JOKER,
    RANKS,
    STANDARD_PACK,
    Card,
    Play,
    Strength,
    Suit,
    Trick,
)
from scorekeeper.core.citations import inferred
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import message
from scorekeeper.core.play import PlayRules, Tricks
from scorekeeper.core.rulings import Step
from scorekeeper.core.rulings import because as by_suits
from scorekeeper.core.seats import Ring, Seat, left_of, numbered
from scorekeeper.games.tricks import held_instead
from scorekeeper.games.two_ten_jack import rules
from scorekeeper.games.two_ten_jack.rules import (
    RULE_SHEET,
    SIXES,
    Reversal,
    Settings,
    no,
)

CARDS = 53  # The standard pack and one Joker
FIXED = 55  # What a whole six is worth where the reversal has a fixed figure


def ring(settings: Settings) -> Ring:
    return numbered(settings.players)


def worth(settings: Settings, card: Card) -> int:
    worths = settings.once("worths", lambda: _worths(settings))
    return worths.get((card.suit, card.rank), 0)


def _worths(settings: Settings) -> dict[tuple[Suit | None, str], int]:
    cards = ((Card.parse(name), points) for name, points in settings.worth)
    return {(card.suit, card.rank): points for card, points in cards}


@lru_cache(maxsize=64)
def counted(settings: Settings) -> tuple[Card, ...]:
    """The cards that are asked for at the end of a round, as they are shown. The twelve
    hearts and spades always: whole sixes are reversed whatever each card is worth."""
    suits = (Suit.HEARTS, Suit.SPADES, Suit.CLUBS, Suit.DIAMONDS)
    every = [Card(rank, suit) for suit in suits for rank in reversed(RANKS)]
    sixes = {*rules.SIX_HEARTS, *rules.SIX_SPADES}
    return tuple(card for card in every if card in sixes or worth(settings, card))


@lru_cache(maxsize=64)
def taken_out(settings: Settings) -> tuple[Card, ...]:
    """The cards to take out, so that everybody gets as many. Rule: The Deck; published:
    ♣2, ♦2, ♠4. Inferred: what follows, and that nothing that scores is taken out."""
    named = [
        Card.parse(word) for word in f"{settings.removed} {rules.TAKEN_OUT}".split()
    ]
    spare = [Card(rank, suit) for rank in rules.RANKS for suit in rules.MINOR]
    staying = {*rules.NEVER_OUT, *counted(settings)}
    order = [card for card in dict.fromkeys(named + spare) if card not in staying]
    return tuple(order[: CARDS % settings.players])


def reversed_points(settings: Settings, suit: Suit) -> int | None:
    """What all six of a suit score in one pile, None where nothing is reversed. Rule:
    Scoring; flipped, or 55 by the table's choice."""
    flipped = -sum(worth(settings, card) for card in SIXES[suit])
    fixed = -FIXED if suit is Suit.HEARTS else FIXED
    return {Reversal.FLIP: flipped, Reversal.FIXED_55: fixed}.get(settings.reversal)


def round_sum(settings: Settings, whole: Collection[Suit]) -> int:
    """What the totals of a round come to when the sixes of the suits `whole` lie in one
    pile."""
    piles = {suit: reversed_points(settings, suit) for suit in whole}
    turned = {
        card
        for suit, points in piles.items()
        if points is not None
        for card in SIXES[suit]
    }
    loose = sum(
        worth(settings, card) for card in counted(settings) if card not in turned
    )
    return loose + sum(points or 0 for points in piles.values())


def round_sums(settings: Settings) -> tuple[tuple[tuple[Suit, ...], int], ...]:
    most = 0 if settings.reversal is Reversal.OFF else len(SIXES)
    every = (suits for n in range(most + 1) for suits in combinations(SIXES, n))
    return tuple((suits, round_sum(settings, suits)) for suits in every)


def every_total(settings: Settings) -> frozenset[int]:
    found = set[int]()
    for whole, _ in round_sums(settings):
        loose = pile_totals(settings, frozenset(whole))
        for n in range(len(whole) + 1):
            for own in combinations(whole, n):
                base = sum(reversed_points(settings, suit) or 0 for suit in own)
                found.update(base + points for points in loose)
    return frozenset(found)


Alike = tuple[Suit | None, int, int]
"""Cards that are worth the same: the suit of whose six they are, their points, their
number."""


def _kinds(settings: Settings, whole: Collection[Suit]) -> tuple[Alike, ...]:
    sixes = {card: suit for suit, six in SIXES.items() for card in six}
    cards = (card for card in counted(settings) if sixes.get(card) not in whole)
    kinds = Counter((sixes.get(card), worth(settings, card)) for card in cards)
    return tuple((six, points, number) for (six, points), number in kinds.items())


def pile_totals(settings: Settings, whole: frozenset[Suit]) -> frozenset[int]:
    """What one pile can come to out of the cards that are not in the whole sixes
    `whole`. Where whole sixes are reversed, it can't hold all six of another suit."""
    piles = {(0, 0, 0)}
    for six, worth_each, number in _kinds(settings, whole):
        is_heart = six is Suit.HEARTS
        is_spade = six is Suit.SPADES
        piles = {
            (points + n * worth_each, hearts + n * is_heart, spades + n * is_spade)
            for points, hearts, spades in piles
            for n in range(number + 1)
        }
    most = len(rules.SIX_HEARTS) - (settings.reversal is not Reversal.OFF)
    return frozenset(points for points, *sixes in piles if max(sixes) <= most)


MOST_SHARES = 6_000
"""Of how many piles that can be told apart we look for shares that fit. The published
values have less; at a table with many values of its own only each pile and the sum are
looked at."""


@lru_cache(maxsize=256)
def can_be_shared(
    settings: Settings, whole: frozenset[Suit], totals: tuple[int, ...]
) -> bool:
    """Whether the cards that are not in the whole sixes `whole` can be shared out to
    these totals. Where whole sixes are reversed, nobody gets all six of another
    suit."""
    kinds = _kinds(settings, whole)
    every = tuple(number for _, _, number in kinds)
    if prod(number + 1 for number in every) > MOST_SHARES:
        return True
    if sum(totals) != sum(points * number for _, points, number in kinds):
        return False
    piles = _piles(settings, kinds)
    left = {every}
    for total in totals:
        still = set[tuple[int, ...]]()
        for cards in left:
            for pile in piles[total]:
                if all(map(ge, cards, pile)):
                    still.add(tuple(map(sub, cards, pile)))
        left = still
    return any(not any(cards) for cards in left)


def _piles(
    settings: Settings, kinds: tuple[Alike, ...]
) -> Mapping[int, list[tuple[int, ...]]]:
    piles = defaultdict[int, list[tuple[int, ...]]](list)
    for pile in product(*(range(number + 1) for _, _, number in kinds)):
        if settings.reversal is Reversal.OFF or not _holds_six(pile, kinds):
            worths = (points for _, points, _ in kinds)
            piles[sum(map(mul, pile, worths))].append(pile)
    return piles


def _holds_six(pile: tuple[int, ...], kinds: tuple[Alike, ...]) -> bool:
    held = (
        sum(n for n, (six, _, _) in zip(pile, kinds, strict=True) if six is suit)
        for suit in SIXES
    )
    return len(rules.SIX_HEARTS) in held


# ---- the tricks ----

THE_JOKER = Card(JOKER)
ACE_OF_SPADES = Card("A", Suit.SPADES)
DEALT = 4  # How many cards each player has at the start of a round
FOLLOWING = rules.printed("Following", "following")
RANK = rules.printed("Card Rank", "rank")
TAKE_BACK = inferred("Evenings", "take-back")


def cards_of(settings: Settings) -> frozenset[Card]:
    return (STANDARD_PACK | {THE_JOKER}) - frozenset(taken_out(settings))


@lru_cache(maxsize=64)
def card_play(
    settings: Settings, dealer: Seat, called: tuple[int, ...] = ()
) -> PlayRules:
    """What a round dealt by `dealer` is played under: dealer's left leads (inferred).
    `called` are the tricks in which the three of spades was said to call the Joker."""
    number = CARDS // settings.players
    return PlayRules(
        pack=cards_of(settings),
        ring=ring(settings),
        hand=DEALT,
        tricks=number,
        leader=left_of(dealer, ring(settings)),
        strength=strength,
        why_not=partial(why_not, settings, called),
        because=because,
        turn=inferred("Play", "leading"),
        take_back=TAKE_BACK,
        ways=partial(ways, settings),
        draws=number - DEALT,
    )


def led(trick: Trick) -> Play | None:
    """The play that the others follow: the lead, or the second card after a face-down
    one; None before it was made."""
    return next((play for play in trick[:2] if not play.is_face_down), None)


# ---- what may be played ----


def ways(
    settings: Settings, before: Tricks, trick: Trick, play: Play
) -> tuple[Play, ...]:
    """Where a lead of this kind is barred, the card may be put face down."""
    if _is_barred(settings, before, trick, play.card):
        return (Play(play.seat, play.card, is_face_down=True),)
    return (play,)


def why_not(
    settings: Settings,
    called: tuple[int, ...],
    before: Tricks,
    trick: Trick,
    play: Play,
    hand: frozenset[Card],
) -> RuleViolation | None:
    """Why this play can't be made by the holder of these cards; None when it can. Rule:
    Following: the Joker must be played to a trick led with the three of spades."""
    if not trick:
        return _why_not_led(settings, before, play, hand)
    if play.is_face_down:
        return no(
            "face-down", "card", RULE_SHEET.cite(settings, "lead_ban"), card=play.card
        )
    calls = settings.spade_three is rules.SpadeThree.AUTOMATIC or len(before) in called
    if calls and is_three(trick) and play.card != THE_JOKER and THE_JOKER in hand:
        return no(
            "joker-called",
            "card",
            RULE_SHEET.cite(settings, "spade_three"),
            card=play.card,
        )
    return _why_not_following(trick, play, hand)


def is_three(trick: Trick) -> bool:
    return trick[0].card == rules.THREE_OF_SPADES and not trick[0].is_face_down


def is_barred_lead(settings: Settings, before: Tricks, card: Card) -> bool:
    return _is_barred(settings, before, (), card)


def _is_barred(settings: Settings, before: Tricks, trick: Trick, card: Card) -> bool:
    is_over = bool(before) and settings.lead_ban is rules.LeadBan.FIRST_TRICK
    if trick or is_over or settings.lead_ban is rules.LeadBan.OFF:
        return False
    return card.is_joker or card.suit in (Suit.SPADES, Suit.HEARTS)


def _why_not_led(
    settings: Settings, before: Tricks, play: Play, hand: frozenset[Card]
) -> RuleViolation | None:
    """Rule: Leading: no Joker, spade or heart if possible; else any card, face down."""
    rule = RULE_SHEET.cite(settings, "lead_ban")
    card = play.card
    if not _is_barred(settings, before, (), card):
        return no("face-down", "card", rule, card=card) if play.is_face_down else None
    free = held_instead(
        play, hand, lambda held: not _is_barred(settings, before, (), held)
    )
    if free is not None:
        return no("lead-barred", "card", rule, card=card, held=free)
    return None if play.is_face_down else no("lead-open", "card", rule, card=card)


def _why_not_following(
    trick: Trick, play: Play, hand: frozenset[Card]
) -> RuleViolation | None:
    """Rule: Following: suit if possible; to a led Joker trumps, a heart or the ace of
    spades; the Joker at any time."""
    lead = led(trick)
    if lead is None or play.card == THE_JOKER:
        return None
    suit = lead.card.suit

    def follows(card: Card) -> bool:
        return card.suit is (suit or Suit.HEARTS) or (
            suit is None and card == ACE_OF_SPADES
        )

    held = held_instead(play, hand, follows)
    if held is None:
        return None
    if suit is None:
        return no("trump-to-joker", "card", FOLLOWING, card=play.card, held=held)
    return no("follow", "card", FOLLOWING, card=play.card, held=held, suit=suit)


# ---- who wins ----


def strength(before: Tricks, trick: Trick) -> Strength:
    """The Joker, the ace of spades, hearts, then the suit led; other suits can't
    win."""
    lead = led(trick)

    def strong(play: Play) -> tuple[int, ...]:
        card = play.card
        if card in (THE_JOKER, ACE_OF_SPADES):
            return (4, 0) if card == THE_JOKER else (3, 0)
        follows = lead is not None and card.suit is lead.card.suit
        return (2 if card.suit is Suit.HEARTS else int(follows), RANKS.index(card.rank))

    return strong


def because(before: Tricks, trick: Trick, best: Play, play: Play) -> Step:
    if play.is_face_down:
        rule = rules.printed("Leading", "leading")
        return Step(message("two-ten-jack.because.face-down", card=play.card), rule)
    code = {THE_JOKER: "joker", ACE_OF_SPADES: "ace"}.get(best.card)
    if code is None:
        return by_suits(best, play, lambda made: made.card.suit, Suit.HEARTS, RANK)
    code = code if play == best else "above"
    return Step(
        message(f"two-ten-jack.because.{code}", card=play.card, best=best.card), RANK
    )
