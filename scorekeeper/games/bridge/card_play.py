"""The play of the cards: what may be played to a trick, who wins it, and why.

Law: Laws of Contract Bridge 1993 and Laws of Duplicate Bridge 2017, Law 44.
Rule: Bridge Variations (Deuces Wild, Five Crowns); Joker Bridge §4.3, §4.4, §7; J9, J10.
"""

from functools import lru_cache, partial

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import listed, message
from scorekeeper.core.play import PlayRules, Tricks
from scorekeeper.core.rulings import Step
from scorekeeper.core.seats import COMPASS, Seat
from scorekeeper.core.tricks import Play, Strength, Trick, winner
from scorekeeper.games.bridge.auction import opening_leader
from scorekeeper.games.bridge.contract import Denomination
from scorekeeper.games.bridge.manner import CROWNS_JOKER, JokerRank, Manner, law, manner_of
from scorekeeper.games.bridge.play import Jokers, pack_of
from scorekeeper.games.bridge.settings import Settings
from scorekeeper.games.bridge.tariffs import tariff_of


@lru_cache(maxsize=256)
def card_play(
    settings: Settings, denomination: Denomination, declarer: Seat, jokers: Jokers | None
) -> PlayRules:
    """What a deal of this contract is played under; `jokers` is what holds for them in it."""
    manner, pack = manner_of(settings, denomination, jokers), pack_of(settings)
    return PlayRules(
        pack=pack.cards,
        ring=COMPASS,
        hand=pack.hand,
        tricks=tariff_of(settings, False).tricks,
        leader=opening_leader(declarer),
        strength=partial(strength, manner),
        why_not=partial(why_not, manner),
        because=partial(because, manner),
        turn=law(settings, "Law 44", "play"),
        take_back=law(settings, "Laws 45, 47", "take-back"),
        ways=partial(ways, manner),
    )


# ---- what may be played ----


def why_not(
    manner: Manner, before: Tricks, trick: Trick, play: Play, hand: frozenset[Card]
) -> RuleViolation | None:
    """Why this play can't be made by the holder of these cards; None when it can."""
    return (
        _why_not_named(manner, before, trick, play)
        or _why_not_led(manner, before, trick, play, hand)
        or _why_not_following(manner, trick, play, hand)
    )


def ways(manner: Manner, before: Tricks, trick: Trick, play: Play) -> tuple[Play, ...]:
    """A Joker whose suit is still open can be played as each of its suits."""
    if play.card not in manner.to_name:
        return (play,)
    suits = _namable(manner, before, trick, play)
    return tuple(Play(play.seat, play.card, as_suit=suit) for suit in suits)


def _namable(manner: Manner, before: Tricks, trick: Trick, play: Play) -> tuple[Suit, ...]:
    """The suits that may be named for this Joker now.

    Rule: Five Crowns, variant: none in which its holder has shown void. Inferred: any, should
    none be left, which takes a revoke.
    """
    suits = manner.to_name[play.card]
    if manner.rank is not JokerRank.TWO:
        return suits
    void = manner.shown_void((*before, trick), play.seat)
    return tuple(suit for suit in suits if suit not in void) or suits


def _why_not_named(
    manner: Manner, before: Tricks, trick: Trick, play: Play
) -> RuleViolation | None:
    """Refuse a suit that can't be named for this card, and a Joker without one."""
    card, named, own = play.card, play.as_suit, manner.suit_of(play.card)
    if card not in manner.to_name:
        if named is None or named is own:
            return None
        why = message("bridge.refused.not-to-name", card=card, suit=named)
        return RuleViolation(why, "as_suit", manner.cites.naming)
    if named is None and own is not None:
        return None
    suits = _namable(manner, before, trick, play)
    if named in suits:
        return None
    code = "bridge.refused.suit-open" if named is None else "bridge.refused.suit-closed"
    why = message(code, card=card, suit=named, suits=listed(suits))
    return RuleViolation(why, "as_suit", manner.cites.naming)


def _why_not_led(
    manner: Manner, before: Tricks, trick: Trick, play: Play, hand: frozenset[Card]
) -> RuleViolation | None:
    """Rule: Five Crowns, play: who won a trick with the Joker leads another suit if able."""
    last = before[-1] if before else ()
    if trick or not any(one.card == manner.shunned for one in last):
        return None
    suit, best = manner.led(last), winner(last, strength(manner, before[:-1], last))
    if best is None or best.seat is not play.seat or manner.suit(play) is not suit:
        return None
    others = tuple(card for card in sorted(hand, key=str) if manner.suit_of(card) is not suit)
    if not others:
        return None
    why = message("bridge.refused.suit-shunned", card=play.card, suit=suit, held=listed(others))
    return RuleViolation(why, "card", CROWNS_JOKER)


def _why_not_following(
    manner: Manner, trick: Trick, play: Play, hand: frozenset[Card]
) -> RuleViolation | None:
    """Law: Law 44: follow suit if able. Rule: Deuces Wild: or play a deuce."""
    led = manner.led(trick)
    if led is None or manner.suit(play) is led or play.card in manner.wild:
        return None
    held = manner.following(hand, led)
    if not held:
        return None
    code = "play.refused.follow"
    if manner.wild and manner.shunned is None:
        code = "bridge.refused.follow-or-deuce"
    why = message(code, card=play.card, suit=led, held=listed(held))
    return RuleViolation(why, "card", manner.cites.play)


# ---- who wins ----


def strength(manner: Manner, before: Tricks, trick: Trick) -> Strength:
    """Trumps by rank, then the suit led by rank, then what can still win nothing."""
    led = manner.led(trick)

    def rank(play: Play) -> tuple[int, ...]:
        suit = manner.suit(play)
        if suit is None:
            return ()
        row = 2 if suit is manner.trumps else int(suit is led)
        return (row, manner.heights[play.card]) if row else ()

    return rank


def because(manner: Manner, before: Tricks, trick: Trick, best: Play, play: Play) -> Step:
    """Why `best` wins, where it is asked of itself, or why `play` lost to it."""
    cite = manner.cites.play
    suit, won = manner.suit(play), manner.suit(best)
    if play == best:
        code = "play.because.trump" if suit is manner.trumps else "play.because.highest"
        return Step(message(code, card=best.card, suit=suit), cite)
    if suit is None:
        return Step(message("bridge.because.joker", card=play.card), CROWNS_JOKER)
    if suit is won:
        return _because_lower(manner, best, play)
    if won is manner.trumps:
        return Step(message("play.because.trumped", card=play.card, best=best.card), cite)
    code = "bridge.because.deuce" if play.card in manner.wild else "play.because.other-suit"
    return Step(message(code, card=play.card, suit=won), cite)


def _because_lower(manner: Manner, best: Play, play: Play) -> Step:
    """Of two cards of one suit; where a Joker is one of them, its place is told."""
    if play.card.is_joker or best.card.is_joker:
        code = f"bridge.because.joker-{manner.rank.value}"
        return Step(message(code, card=play.card, best=best.card), manner.cites.rank)
    return Step(message("play.because.lower", card=play.card, best=best.card), manner.cites.play)
