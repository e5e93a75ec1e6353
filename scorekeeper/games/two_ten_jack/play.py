"""The pack of Two-Ten-Jack, what it is worth, and how its tricks are played.

Rule: The Deck, Scoring, Play and Card Rank of the online game's help.
"""

from functools import lru_cache, partial

from scorekeeper.core.cards import JOKER, RANKS, STANDARD_PACK, Card, Suit
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Message, message
from scorekeeper.core.play import PlayRules, Tricks
from scorekeeper.core.rulings import Step
from scorekeeper.core.seats import Ring, Seat, left_of, numbered
from scorekeeper.core.settings import Figures
from scorekeeper.core.tricks import Play, Strength, Trick
from scorekeeper.games.two_ten_jack.rules import (
    NEVER_OUT,
    RULE_SHEET,
    SIX_HEARTS,
    SIX_SPADES,
    SIXES,
    TAKEN_OUT,
    LeadBan,
    Reversal,
    Settings,
    SpadeThree,
    inferred,
    printed,
)

CARDS = 53
"""The standard pack and one Joker."""

FIXED = 55
"""What a whole six is worth where the reversal has a fixed figure."""


def ring(settings: Settings) -> Ring:
    """The seats of this table, clockwise."""
    return numbered(settings.players)


def worths(settings: Settings) -> dict[Card, int]:
    """The points of the cards that score, before any reversal."""
    return _worth(settings.worth)


def worth(settings: Settings, card: Card) -> int:
    """The points of a card, before any reversal."""
    return worths(settings).get(card, 0)


def counted(settings: Settings) -> tuple[Card, ...]:
    """The cards that are asked for at the end of a round, as they are shown.

    The twelve hearts and spades always: whole sixes are reversed whatever each card is worth.
    """
    return _counted(settings.worth)


def taken_out(settings: Settings) -> tuple[Card, ...]:
    """The cards to take out, so that everybody gets as many.

    Rule: The Deck; published: ♣2, ♦2, ♠4. Inferred: what follows, and that nothing that scores
    is taken out.
    """
    return _taken_out(settings.players, settings.removed, settings.worth)


def tricks(settings: Settings) -> int:
    """How many tricks a round has."""
    return CARDS // settings.players


def reversed_points(settings: Settings, suit: Suit) -> int | None:
    """What all six of a suit score in one pile, None where nothing is reversed.

    Rule: Scoring; flipped, or 55 by the table's choice.
    """
    match settings.reversal:
        case Reversal.FLIP:
            return -sum(worth(settings, card) for card in SIXES[suit])
        case Reversal.FIXED_55:
            return -FIXED if suit is Suit.HEARTS else FIXED
        case Reversal.OFF:
            return None


def round_sum(settings: Settings, whole: frozenset[Suit]) -> int:
    """What the totals of a round come to when the sixes of the suits `whole` lie in one pile."""
    total = sum(worth(settings, card) for card in counted(settings))
    for suit in whole:
        points = reversed_points(settings, suit)
        if points is not None:
            total += points - sum(worth(settings, card) for card in SIXES[suit])
    return total


def pile_totals(settings: Settings, whole: frozenset[Suit]) -> frozenset[int]:
    """What one pile can come to out of the cards that are not in the whole sixes `whole`.

    Where whole sixes are reversed, it can't hold all six of another suit.
    """
    others = [suit for suit in SIXES if suit not in whole]
    sixes = {card for six in SIXES.values() for card in six}
    sums = _sums(tuple(worth(settings, card) for card in counted(settings) if card not in sixes))
    for suit in others:
        points = tuple(worth(settings, card) for card in SIXES[suit])
        held = _sums(points) if settings.reversal is Reversal.OFF else _broken_sums(points)
        sums = frozenset(one + two for one in sums for two in held)
    return sums


@lru_cache(maxsize=64)
def _worth(figures: Figures) -> dict[Card, int]:
    return {Card.parse(name): points for name, points in figures}


@lru_cache(maxsize=64)
def _counted(figures: Figures) -> tuple[Card, ...]:
    points = _worth(figures)
    suits = (Suit.HEARTS, Suit.SPADES, Suit.CLUBS, Suit.DIAMONDS)
    every = [Card(rank, suit) for suit in suits for rank in ("A", "K", "Q", "J", "10", *"98765432")]
    sixes = {*SIX_HEARTS, *SIX_SPADES}
    return tuple(card for card in every if card in sixes or points.get(card))


@lru_cache(maxsize=64)
def _taken_out(players: int, removed: str, figures: Figures) -> tuple[Card, ...]:
    named = [Card.parse(word) for word in f"{removed} {TAKEN_OUT}".split()]
    spare = [Card(rank, suit) for rank in RANKS for suit in (Suit.CLUBS, Suit.DIAMONDS)]
    staying = NEVER_OUT | set(_counted(figures))
    order = [card for card in dict.fromkeys(named + spare) if card not in staying]
    return tuple(order[: CARDS % players])


@lru_cache(maxsize=256)
def _sums(points: tuple[int, ...]) -> frozenset[int]:
    sums = {0}
    for one in points:
        sums |= {total + one for total in sums}
    return frozenset(sums)


@lru_cache(maxsize=64)
def _broken_sums(points: tuple[int, ...]) -> frozenset[int]:
    """The sums of these numbers with at least one of them missing."""
    without = (points[:n] + points[n + 1 :] for n in range(len(points)))
    return frozenset[int]().union(*(_sums(some) for some in without))


# ---- the tricks ----

THE_JOKER = Card(JOKER)
ACE_OF_SPADES = Card("A", Suit.SPADES)
THREE_OF_SPADES = Card("3", Suit.SPADES)
DEALT = 4
"""How many cards each player has at the start of a round."""

FOLLOWING = printed("Following", "following")
RANK = printed("Card Rank", "rank")
TURN = inferred("Play", "leading")
TAKE_BACK = inferred("Evenings", "take-back")


def cards_of(settings: Settings) -> frozenset[Card]:
    """The pack for this number of players."""
    return (STANDARD_PACK | {THE_JOKER}) - frozenset(taken_out(settings))


@lru_cache(maxsize=64)
def card_play(settings: Settings, dealer: Seat) -> PlayRules:
    """What a round dealt by `dealer` is played under: dealer's left leads (inferred)."""
    number = tricks(settings)
    return PlayRules(
        pack=cards_of(settings),
        ring=ring(settings),
        hand=DEALT,
        tricks=number,
        leader=left_of(dealer, ring(settings)),
        strength=strength,
        why_not=partial(why_not, settings),
        because=because,
        turn=TURN,
        take_back=TAKE_BACK,
        ways=partial(ways, settings),
        draws=number - DEALT,
    )


def is_trump(card: Card) -> bool:
    """Whether a card is one of the trumps that answer a led Joker: a heart or the ace of spades."""
    return card.suit is Suit.HEARTS or card == ACE_OF_SPADES


def led(trick: Trick) -> Play | None:
    """The play that the others follow: the lead, or the second card after a face-down one."""
    return next((play for play in trick[:2] if not play.is_face_down), None)


# ---- what may be played ----


def ways(settings: Settings, before: Tricks, trick: Trick, play: Play) -> tuple[Play, ...]:
    """Where a lead of this kind is barred, the card may be put face down."""
    if _is_barred(settings, before, trick, play.card):
        return (Play(play.seat, play.card, is_face_down=True),)
    return (play,)


def why_not(
    settings: Settings, before: Tricks, trick: Trick, play: Play, hand: frozenset[Card]
) -> RuleViolation | None:
    """Why this play can't be made by the holder of these cards; None when it can."""
    if not trick:
        return _why_not_led(settings, before, trick, play, hand)
    if play.is_face_down:
        why = message("two-ten-jack.refused.face-down", card=play.card)
        return RuleViolation(why, "card", RULE_SHEET.cite(settings, "lead_ban"))
    return _why_not_called(settings, trick, play, hand) or _why_not_following(trick, play, hand)


def _is_barred(settings: Settings, before: Tricks, trick: Trick, card: Card) -> bool:
    """Whether this card may not be led here while another kind is held."""
    if trick or settings.lead_ban is LeadBan.OFF:
        return False
    if before and settings.lead_ban is LeadBan.FIRST_TRICK:
        return False
    return card.is_joker or card.suit in (Suit.SPADES, Suit.HEARTS)


def _why_not_led(
    settings: Settings, before: Tricks, trick: Trick, play: Play, hand: frozenset[Card]
) -> RuleViolation | None:
    """Rule: Leading: no Joker, spade or heart if possible; else any card, face down."""
    rule = RULE_SHEET.cite(settings, "lead_ban")
    if not _is_barred(settings, before, trick, play.card):
        if not play.is_face_down:
            return None
        return RuleViolation(
            message("two-ten-jack.refused.face-down", card=play.card), "card", rule
        )
    free = sorted((c for c in hand if not _is_barred(settings, before, trick, c)), key=str)
    if free:
        why = message("two-ten-jack.refused.lead-barred", card=play.card, held=free[0])
        return RuleViolation(why, "card", rule)
    if not play.is_face_down:
        why = message("two-ten-jack.refused.lead-open", card=play.card)
        return RuleViolation(why, "card", rule)
    return None


def _why_not_called(
    settings: Settings, trick: Trick, play: Play, hand: frozenset[Card]
) -> RuleViolation | None:
    """Rule: Following: the Joker must be played to a trick led with the three of spades."""
    is_called = trick[0].card == THREE_OF_SPADES and not trick[0].is_face_down
    if not is_called or settings.spade_three is not SpadeThree.AUTOMATIC:
        return None
    if play.card == THE_JOKER or THE_JOKER not in hand:
        return None
    why = message("two-ten-jack.refused.joker-called", card=play.card)
    return RuleViolation(why, "card", RULE_SHEET.cite(settings, "spade_three"))


def _why_not_following(trick: Trick, play: Play, hand: frozenset[Card]) -> RuleViolation | None:
    """Rule: Following: suit if possible, trumps to a led Joker; the Joker at any time."""
    lead = led(trick)
    if lead is None or play.card == THE_JOKER:
        return None
    if lead.card == THE_JOKER:
        trumps = sorted((card for card in hand if is_trump(card)), key=str)
        if not trumps or is_trump(play.card):
            return None
        why = message("two-ten-jack.refused.trump-to-joker", card=play.card, held=trumps[0])
        return RuleViolation(why, "card", FOLLOWING)
    same = sorted((card for card in hand if card.suit is lead.card.suit), key=str)
    if not same or play.card.suit is lead.card.suit:
        return None
    why = message("two-ten-jack.refused.follow", card=play.card, suit=lead.card.suit, held=same[0])
    return RuleViolation(why, "card", FOLLOWING)


# ---- who wins ----


def strength(before: Tricks, trick: Trick) -> Strength:
    """The Joker, the ace of spades, hearts, then the suit led; other suits can't win."""
    lead = led(trick)

    def strong(play: Play) -> tuple[int, ...]:
        card = play.card
        if card == THE_JOKER:
            return (4, 0)
        if card == ACE_OF_SPADES:
            return (3, 0)
        kind = (
            2 if card.suit is Suit.HEARTS else int(lead is not None and card.suit is lead.card.suit)
        )
        return (kind, RANKS.index(card.rank))

    return strong


def because(before: Tricks, trick: Trick, best: Play, play: Play) -> Step:
    """Why `best` wins, where it is asked of itself, or why `play` lost to it."""
    if play.is_face_down:
        rule = printed("Leading", "leading")
        return Step(message("two-ten-jack.because.face-down", card=play.card), rule)
    if play == best:
        return Step(_why_it_wins(best), RANK)
    if best.card == THE_JOKER or best.card == ACE_OF_SPADES:
        return Step(message("two-ten-jack.because.above", card=play.card, best=best.card), RANK)
    if play.card.suit is best.card.suit:
        return Step(message("play.because.lower", card=play.card, best=best.card), RANK)
    if best.card.suit is Suit.HEARTS:
        return Step(message("play.because.trumped", card=play.card, best=best.card), RANK)
    return Step(message("play.because.other-suit", card=play.card, suit=best.card.suit), RANK)


def _why_it_wins(best: Play) -> Message:
    if best.card == THE_JOKER:
        return message("two-ten-jack.because.joker", card=best.card)
    if best.card == ACE_OF_SPADES:
        return message("two-ten-jack.because.ace", card=best.card)
    if best.card.suit is Suit.HEARTS:
        return message("play.because.trump", card=best.card)
    return message("play.because.highest", card=best.card, suit=best.card.suit)
