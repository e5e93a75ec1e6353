"""The play of the cards in Two-Ten-Jack: what may be played to a trick, who wins it, and why.

Rule: Play (Leading, Following, End of Trick) and Card Rank of the online game's help.
"""

from functools import lru_cache, partial

from scorekeeper.core.cards import JOKER, RANKS, STANDARD_PACK, Card, Suit
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Message, message
from scorekeeper.core.play import PlayRules, Tricks
from scorekeeper.core.rulings import Step
from scorekeeper.core.seats import Seat, left_of
from scorekeeper.core.tricks import Play, Strength, Trick
from scorekeeper.games.two_ten_jack.pack import ring, taken_out, tricks
from scorekeeper.games.two_ten_jack.settings import RULE_SHEET, LeadBan, Settings, SpadeThree
from scorekeeper.games.two_ten_jack.sources import inferred, printed

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
