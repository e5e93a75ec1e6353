"""What a Joker, a face-down card or an honour is worth in a deal.

Rule: Joker Bridge §4.3, §5, §6.3; Five Crowns Bridge, rank and play; Law 81 of 1993.
"""

from collections.abc import Iterator

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.rulings import Ruling, Step
from scorekeeper.core.seats import Seat
from scorekeeper.games.bridge.contract import Denomination
from scorekeeper.games.bridge.events import HiddenShown
from scorekeeper.games.bridge.lines import hidden_worth, honour_cards, honours_scored, values_of
from scorekeeper.games.bridge.pack import Jokers, hcp, is_high, pack_of, wildcard_suits
from scorekeeper.games.bridge.play import CROWNS_JOKER, law
from scorekeeper.games.bridge.rules import cite
from scorekeeper.games.bridge.settings import (
    JOKER,
    VARIATIONS,
    CrownsSettings,
    Honours,
    JokerSettings,
    NoTrumpJoker,
    Settings,
    printed,
)
from scorekeeper.games.bridge.state import Deal, State, jokers_of

_TABLE = printed(JOKER, "§5", "powers")


def worth(state: State, card: Card) -> Ruling:
    """What this card is in the deal in progress, else in the last one, and what it can count."""
    deal = state.last
    settings = state.settings
    steps = (
        *_ranks(deal, settings, card),
        *_as_honour(deal, settings, card),
        *_face_down(settings, card),
    )
    return Ruling(_verdict(deal, settings, card, steps), steps)


def _verdict(deal: Deal, settings: Settings, card: Card, steps: tuple[Step, ...]) -> Message:
    """The most that can be said of the card in one sentence: the first step says it too."""
    if card in honour_cards(deal, settings) and honours_scored(settings):
        return message("bridge.worth.honour", card=card, contract=deal.contract)
    return steps[0].what if card.is_joker else message("bridge.worth.card", card=card)


# ---- in the play ----


def _ranks(deal: Deal, settings: Settings, card: Card) -> Iterator[Step]:
    contract = deal.contract
    denomination = contract.denomination if contract else None
    jokers = jokers_of(deal, settings)
    if not card.is_joker:
        yield _plain(settings, card, denomination)
    elif jokers is not None:
        yield from _joker(settings, jokers, card, denomination)
    else:
        yield _crowns_joker(settings, card, denomination)


def _plain(settings: Settings, card: Card, denomination: Denomination | None) -> Step:
    if denomination is not None and card.suit is denomination.suit:
        what = message("bridge.worth.trump", card=card, suit=card.suit)
    else:
        what = message("bridge.worth.plain", card=card)
    return Step(what, law(settings, "Law 44", "play"))


def _joker(
    settings: Settings, jokers: Jokers, card: Card, denomination: Denomination | None
) -> Iterator[Step]:
    """Rule: Joker Bridge §4.3: its place in its suit goes by the power and the contract."""
    if denomination is None:
        power = message(f"bridge.power.{jokers.power.value}")
        yield Step(message("bridge.worth.joker-power", card=card, power=power), _TABLE)
    else:
        code = "high" if is_high(jokers.power, denomination) else "low"
        what = message(f"bridge.worth.joker-{code}", card=card, denomination=denomination)
        yield Step(what, cite(settings, "power"))
    yield _suit(settings, jokers, card)
    points = hcp(jokers.power, denomination)
    yield Step(message("bridge.worth.hcp", card=card, points=points), _TABLE)


def _suit(settings: Settings, jokers: Jokers, card: Card) -> Step:
    suit = jokers.suit(card)
    if suit is None:
        may_be = listed(wildcard_suits(card, settings))
        what = message("bridge.worth.no-suit", card=card, suits=may_be)
        return Step(what, cite(settings, "wildcard_until"))
    anchor = "pack" if card.suit else "suits"
    return Step(message("bridge.worth.suit", card=card, suit=suit), printed(JOKER, "§3", anchor))


def _crowns_joker(settings: Settings, card: Card, denomination: Denomination | None) -> Step:
    """Rule: Five Crowns: the two of trumps, and at no trump a card that wins nothing."""
    if denomination is None or denomination.suit is not None:
        suit: Suit | None = denomination.suit if denomination else None
        code = "bridge.worth.crowns-trump" if suit else "bridge.worth.crowns"
        what = message(code, card=card, suit=suit)
        return Step(what, printed(VARIATIONS, "Five Crowns Bridge, rank", "joker"))
    is_named = isinstance(settings, CrownsSettings) and settings.nt_joker is NoTrumpJoker.NOMINATED
    if is_named:
        return Step(message("bridge.worth.crowns-named", card=card), cite(settings, "nt_joker"))
    return Step(message("bridge.worth.crowns-nt", card=card), CROWNS_JOKER)


# ---- in the score ----


def _as_honour(deal: Deal, settings: Settings, card: Card) -> Iterator[Step]:
    contract = deal.contract
    if contract is None:
        return
    if not honours_scored(settings):
        name = "honours" if settings.honours is Honours.OFF else "duplicate_honours"
        yield Step(message("bridge.worth.no-honours"), cite(settings, name))
        return
    rule_of = cite(settings, "honours")
    if card not in honour_cards(deal, settings):
        yield Step(message("bridge.worth.not-honour", card=card, contract=contract), rule_of)
        return
    kind = "trumps" if contract.denomination.suit else "nt"
    for name, points in values_of(settings):
        of, _, number = name.partition("-")
        if of == kind:
            what = message("bridge.worth.honours", n=int(number), points=points)
            yield Step(what, rule_of)


def _face_down(settings: Settings, card: Card) -> Iterator[Step]:
    if not isinstance(settings, JokerSettings) or not pack_of(settings).hidden:
        return
    points = hidden_worth(HiddenShown(Seat.NORTH, card), settings)
    name = "hidden_joker" if card.is_joker else "hidden_table"
    what = message("bridge.worth.face-down", card=card, points=points)
    yield Step(what, cite(settings, name))
    yield Step(message("bridge.worth.sign"), cite(settings, "hidden_sign"))
