"""Honours: which cards they are in a contract, and what a hand of them is worth."""

from scorekeeper.core.cards import Card
from scorekeeper.core.messages import Message, message
from scorekeeper.core.settings import Figures
from scorekeeper.games.bridge.contract import Contract
from scorekeeper.games.bridge.events import HonoursHeld
from scorekeeper.games.bridge.play import is_high, pack_of
from scorekeeper.games.bridge.questions import defaults_of
from scorekeeper.games.bridge.settings import DuplicateHonours, Honours, Settings
from scorekeeper.games.bridge.state import Deal, jokers_of
from scorekeeper.games.bridge.tariffs import DUPLICATE, form_of


def honours_scored(settings: Settings) -> bool:
    """Whether this table scores honours."""
    if settings.honours is Honours.OFF:
        return False
    return settings.duplicate_honours is DuplicateHonours.SCORED or not at_duplicate(settings)


def at_duplicate(settings: Settings) -> bool:
    """Whether each deal is scored for itself: at duplicate, and at the Chicago that is played so.

    Readings: plain duplicate score per deal; honours none in duplicate.
    """
    return form_of(settings) is DUPLICATE


def values_of(settings: Settings) -> Figures:
    """The values of honours at this table: the game's own or its custom ones."""
    if settings.honours is Honours.CUSTOM:
        return settings.honour_values
    return defaults_of(settings).honour_values


def honour_cards(deal: Deal, settings: Settings) -> tuple[Card, ...]:
    """The honours of this deal's contract, highest first; none without a contract.

    Rule: Joker Bridge §6.3: a Joker where it ranks high, in trumps or at no trump.
    """
    if deal.contract is None:
        return ()
    pack = pack_of(settings)
    trumps = deal.contract.denomination.suit
    jokers = tuple(joker for joker in pack.jokers if why_no_joker(joker, deal, settings) is None)
    if trumps is None:
        return jokers + tuple(Card(pack.top, suit) for suit in reversed(pack.suits))
    return jokers + tuple(Card(rank, trumps) for rank in pack.honours)


def honours_worth(held: HonoursHeld, contract: Contract, settings: Settings) -> int:
    """What these honours in one hand are worth, 0 for fewer than four.

    A number without a value of its own is worth what the next smaller one is.
    """
    kind = "trumps" if contract.denomination.suit else "nt"
    worth = 0
    for name, points in sorted(values_of(settings)):
        of, _, number = name.partition("-")
        if of == kind and len(held.cards) >= int(number):
            worth = points
    return worth


def why_no_honour(card: Card, deal: Deal, settings: Settings) -> Message | None:
    """Why this card can't be scored as an honour in a hand of this deal; None when it can."""
    if card not in pack_of(settings).cards:
        return message("bridge.refused.not-in-pack", card=card, n=pack_of(settings).size)
    if card.is_joker:
        why = why_no_joker(card, deal, settings)
        if why is not None:
            return why
    elif card not in honour_cards(deal, settings):
        return message("bridge.refused.no-honour", card=card, contract=deal.contract)
    for shown in deal.shown:
        if shown.card == card:
            return message("bridge.refused.honour-hidden", card=card, seat=shown.holder)
    for held in deal.honours:
        if card in held.cards:
            return message("bridge.refused.honour-held", card=card, seat=held.seat)
    return None


def why_no_joker(joker: Card, deal: Deal, settings: Settings) -> Message | None:
    """Why this Joker is no honour in this deal's contract; None when it is one.

    Rule: Joker Bridge §6.3 and our reading J8: high, and of the trump suit unless at no trump.
    """
    jokers = jokers_of(deal, settings)
    if jokers is None or deal.contract is None:
        return message("bridge.refused.joker-no-honour", card=joker)
    denomination = deal.contract.denomination
    if not is_high(jokers.power, denomination):
        return message("bridge.refused.joker-low", card=joker, contract=deal.contract)
    if denomination.suit is None or jokers.suit(joker) is denomination.suit:
        return None
    suit = jokers.suit(joker)
    if suit is None:
        return message("bridge.refused.joker-unnamed", card=joker, suit=denomination.suit)
    return message("bridge.refused.joker-side", card=joker, suit=suit, trumps=denomination.suit)
