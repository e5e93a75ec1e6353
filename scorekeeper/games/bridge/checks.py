"""What can be entered at a bridge table now, and why the rest can't."""

from typing import assert_never

from scorekeeper.core.cards import Card
from scorekeeper.core.errors import ImpossibleResult, RuleViolation
from scorekeeper.core.evening import Adjusted, CarriedIn, DealerIs, Ended, ThrownIn
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.play import CardPlayed, LeadIs, check_play, trick_of, turn
from scorekeeper.core.seats import COMPASS, SIDES, Seat, party_of
from scorekeeper.games.bridge.auction import why_not
from scorekeeper.games.bridge.contract import GAME, check_contract, check_tricks
from scorekeeper.games.bridge.events import (
    CallMade,
    ContractStated,
    Event,
    HiddenDealt,
    HiddenShown,
    HonoursHeld,
    JokersDeclared,
    PassedOut,
    TricksTaken,
    WildcardNamed,
)
from scorekeeper.games.bridge.lines import honours_scored, why_no_honour
from scorekeeper.games.bridge.pack import joker_suits, pack_of, wildcard_suits
from scorekeeper.games.bridge.scoring import ROUNDS
from scorekeeper.games.bridge.settings import LAWS_2017, Scoring, Settings, SuitMode, published
from scorekeeper.games.bridge.state import Deal, State, jokers_of, play_rules_of
from scorekeeper.games.bridge.tariffs import form_of, tariff_of

_AUCTION = published(LAWS_2017, "Laws 18-22", "auction")


def check(state: State, event: Event) -> None:
    """Raise RuleViolation where the event can't follow, ImpossibleResult where it can't be."""
    match event:
        case ContractStated() | TricksTaken() | CallMade() | PassedOut():
            _check_bid_and_played(state, event)
        case JokersDeclared():
            _check_declared(state, event)
        case HiddenDealt():
            _check_dealt(state, event)
        case HiddenShown():
            _check_shown(state, event)
        case HonoursHeld():
            _check_honours(state, event)
        case WildcardNamed():
            _check_named(state, event)
        case CardPlayed() | LeadIs():
            _check_watched(state, event)
        case DealerIs() | ThrownIn() | CarriedIn() | Adjusted() | Ended():
            _check_evening(state, event)
        case _:
            assert_never(event)


# ---- the auction and the result ----


def _check_bid_and_played(
    state: State, event: ContractStated | TricksTaken | CallMade | PassedOut
) -> None:
    deal = state.deal
    match event:
        case ContractStated():
            _check_no_auction(deal, event.said())
            check_contract(event.contract, tariff_of(state.settings, False))
            _check_seat(event.declarer, "declarer")
        case PassedOut():
            _check_no_auction(deal, event.said())
        case TricksTaken():
            if deal is None or deal.contract is None:
                raise RuleViolation(
                    message("bridge.refused.no-contract", tricks=event.tricks), "tricks"
                )
            check_tricks(event.tricks, tariff_of(state.settings, False))
        case CallMade():
            _check_call(state, event)
        case _:
            assert_never(event)


def _check_no_auction(deal: Deal | None, said: Message) -> None:
    """Refuse a contract stated where one stands already, or an auction is being entered."""
    if deal is not None and deal.contract is not None:
        why = message("bridge.refused.contract-stands", said=said, contract=deal.contract)
        raise RuleViolation(why, "contract")
    if deal is not None and deal.calls:
        why = message("bridge.refused.auction-begun", said=said, n=len(deal.calls))
        raise RuleViolation(why, "contract")


def _check_call(state: State, event: CallMade) -> None:
    deal = state.deal
    if deal is not None and deal.contract is not None:
        why: Message | None = message("bridge.refused.auction-over", call=event.call)
    else:
        why = why_not(state.round.auction, event.call, tariff_of(state.settings, False))
    if why is not None:
        raise RuleViolation(why, "call", _AUCTION)


def _check_watched(state: State, event: CardPlayed | LeadIs) -> None:
    """Refuse a card before the contract, and one that has been shown in another hand."""
    deal = state.deal
    rules = play_rules_of(deal, state.settings) if deal is not None else None
    if deal is None or rules is None:
        raise RuleViolation(message("bridge.refused.play-early", said=event.said()), "card")
    check_play(rules, deal.watched, event)
    if not isinstance(event, CardPlayed):
        return
    seat = event.seat or turn(rules, deal.watched)
    for held in deal.honours:
        if event.card in held.cards and held.seat is not seat:
            why = message(
                "bridge.refused.played-held", card=event.card, seat=seat, holder=held.seat
            )
            raise ImpossibleResult(why, "card")


def _check_seat(seat: Seat, field: str) -> None:
    if seat not in COMPASS:
        raise RuleViolation(message("bridge.refused.seat", seat=seat), field)


# ---- Jokers ----


def _check_declared(state: State, event: JokersDeclared) -> None:
    pack, deal = pack_of(state.settings), state.deal
    if jokers_of(state.round, state.settings) is None:
        raise RuleViolation(message("bridge.refused.no-jokers"), "power")
    if deal is not None and (deal.calls or deal.contract):
        raise RuleViolation(message("bridge.refused.bidding-begun"), "power")
    if event == JokersDeclared():
        raise RuleViolation(message("bridge.refused.nothing-declared"), "power")
    if event.mode in (SuitMode.WILDCARD, SuitMode.SEALED) and not pack.hidden:
        code = "no-wildcards" if event.mode is SuitMode.WILDCARD else "no-sealed-suits"
        raise RuleViolation(message(f"bridge.refused.{code}"), "mode")
    for joker, suit in event.suits:
        if joker not in pack.jokers:
            raise RuleViolation(message("bridge.refused.no-such-joker", joker=joker), "suits")
        allowed = joker_suits(joker)
        if suit not in allowed:
            why = message(
                "bridge.refused.joker-suit", joker=joker, suit=suit, suits=listed(allowed)
            )
            raise RuleViolation(why, "suits")
    _check_one_suit_each(event)


def _check_one_suit_each(event: JokersDeclared) -> None:
    if event.mode is SuitMode.WILDCARD and event.suits:
        raise RuleViolation(message("bridge.refused.wildcard-suit"), "suits")
    if event.mode is SuitMode.SEALED and event.suits:
        raise RuleViolation(message("bridge.refused.sealed-suit"), "suits")
    jokers = [joker for joker, _ in event.suits]
    if len(set(jokers)) < len(jokers):
        raise RuleViolation(message("bridge.refused.two-suits"), "suits")


def _check_named(state: State, event: WildcardNamed) -> None:
    deal = state.last_deal
    if deal is None or deal.contract is None:
        raise RuleViolation(message("bridge.refused.wildcard-early", joker=event.joker), "suit")
    jokers = jokers_of(deal, state.settings)
    if jokers is None or jokers.mode is not SuitMode.WILDCARD:
        raise RuleViolation(message("bridge.refused.fixed", joker=event.joker), "suit")
    if event.joker not in pack_of(state.settings).jokers:
        raise RuleViolation(message("bridge.refused.no-such-joker", joker=event.joker), "joker")
    allowed = wildcard_suits(event.joker, state.settings)
    if event.suit not in allowed:
        why = message(
            "bridge.refused.joker-suit",
            joker=event.joker,
            suit=event.suit,
            suits=listed(allowed),
        )
        raise RuleViolation(why, "suit")
    had = jokers.suit(event.joker)
    if had is not None:
        why = message("bridge.refused.named-before", joker=event.joker, suit=had)
        raise RuleViolation(why, "suit")
    if any(one.card == event.joker for one in deal.shown):
        raise RuleViolation(message("bridge.refused.face-down", joker=event.joker), "joker")


# ---- hidden cards ----


def _check_dealt(state: State, event: HiddenDealt) -> None:
    hidden = pack_of(state.settings).hidden
    if not hidden:
        raise RuleViolation(message("bridge.refused.no-hidden"), "holders")
    for seat in event.holders:
        _check_seat(seat, "holders")
    if len(event.holders) != hidden:
        why = message("bridge.refused.holders", entered=len(event.holders), n=hidden)
        raise RuleViolation(why, "holders")
    _check_one_a_side(event.holders)


def _check_one_a_side(seats: tuple[Seat, ...]) -> None:
    """Rule: Joker Bridge §3: of two face-down cards each side gets one."""
    if len({party_of(seat, SIDES) for seat in seats}) < len(seats):
        raise RuleViolation(message("bridge.refused.one-a-side", seats=listed(seats)), "holders")


def _check_shown(state: State, event: HiddenShown) -> None:
    pack, deal = pack_of(state.settings), state.last_deal
    if not pack.hidden:
        raise RuleViolation(message("bridge.refused.no-hidden"), "card")
    if deal is None or not deal.is_over:
        raise RuleViolation(message("bridge.refused.shown-early"), "card")
    _check_holder(deal, event.holder, pack.hidden)
    if event.card is None:
        return
    if event.card not in pack.cards:
        why = message("bridge.refused.not-in-pack", card=event.card, n=pack.size)
        raise ImpossibleResult(why, "card")
    _check_not_elsewhere(deal, event.card)


def _check_holder(deal: Deal, holder: Seat, hidden: int) -> None:
    _check_seat(holder, "holder")
    shown = tuple(one.holder for one in deal.shown)
    if len(shown) >= hidden:
        raise RuleViolation(
            message("bridge.refused.all-shown", n=hidden, seats=listed(shown)), "holder"
        )
    if holder in shown:
        raise RuleViolation(message("bridge.refused.shown-before", seat=holder), "holder")
    if deal.holders and holder not in deal.holders:
        why = message("bridge.refused.not-holder", seat=holder, seats=listed(deal.holders))
        raise RuleViolation(why, "holder")
    _check_one_a_side((*shown, holder))


def _check_not_elsewhere(deal: Deal, card: Card) -> None:
    """Refuse a face-down card that has been seen in another place."""
    for shown in deal.shown:
        if shown.card == card:
            why = message("bridge.refused.card-shown", card=card, seat=shown.holder)
            raise ImpossibleResult(why, "card")
    for held in deal.honours:
        if card in held.cards:
            why = message("bridge.refused.card-held", card=card, seat=held.seat)
            raise ImpossibleResult(why, "card")
    for joker, suit in deal.wildcards:
        if card == joker:
            why = message("bridge.refused.joker-named", card=card, suit=suit)
            raise ImpossibleResult(why, "card")
    place = trick_of(deal.watched, card)
    if place is not None:
        why = message("bridge.refused.card-played", card=card, seat=place[1].seat, trick=place[0])
        raise ImpossibleResult(why, "card")


# ---- honours ----


def _check_honours(state: State, event: HonoursHeld) -> None:
    deal = state.last_deal
    if not honours_scored(state.settings):
        raise RuleViolation(message("bridge.refused.honours-off"), "cards")
    if deal is None or deal.contract is None:
        raise RuleViolation(message("bridge.refused.honours-early"), "cards")
    _check_seat(event.seat, "seat")
    if any(one.seat is event.seat for one in deal.honours):
        raise RuleViolation(message("bridge.refused.honours-twice", seat=event.seat), "seat")
    for card in event.cards:
        why = why_no_honour(card, deal, state.settings)
        if why is not None:
            raise ImpossibleResult(why, "cards")
        if event.cards.count(card) > 1:
            raise ImpossibleResult(message("bridge.refused.honour-twice", card=card), "cards")
        _check_in_hand(state, deal, event.seat, card)


def _check_in_hand(state: State, deal: Deal, seat: Seat, card: Card) -> None:
    """Refuse an honour that the recorded tricks show in another hand, or in none."""
    place = trick_of(deal.watched, card)
    if place is not None and place[1].seat is not seat:
        why = message("bridge.refused.honour-played", card=card, seat=place[1].seat, trick=place[0])
        raise ImpossibleResult(why, "cards")
    rules = play_rules_of(deal, state.settings)
    if place is None and rules is not None and deal.watched.is_over(rules):
        raise ImpossibleResult(message("bridge.refused.honour-unplayed", card=card), "cards")


# ---- the evening ----


def _check_evening(state: State, event: DealerIs | ThrownIn | CarriedIn | Adjusted | Ended) -> None:
    match event:
        case DealerIs():
            _check_seat(event.seat, "seat")
        case ThrownIn():
            if state.deal is None:
                raise RuleViolation(message("bridge.refused.nothing-to-throw-in"))
        case CarriedIn():
            _check_party(event.party)
            _check_carried(state, event)
        case Adjusted():
            _check_party(event.party)
            if event.points == 0:
                raise RuleViolation(message("bridge.refused.adjusted-zero"), "points")
            if not event.reason.strip():
                raise RuleViolation(message("bridge.refused.no-reason"), "reason")
        case Ended():
            _check_ended(state)
        case _:
            assert_never(event)


def _check_party(party: str) -> None:
    if party not in {side.id for side in SIDES}:
        raise RuleViolation(message("bridge.refused.party", party=party), "party")


def _check_carried(state: State, event: CarriedIn) -> None:
    tally = ROUNDS.present_tally(state)
    if event.part not in carried_parts(state.settings):
        why = message("bridge.refused.part", part=event.part)
        raise RuleViolation(why, "part")
    if event.points == 0:
        raise RuleViolation(message("bridge.refused.carried-zero"), "points")
    if event.part == "games" and (event.points != 1 or tally.games_of(event.party)):
        raise RuleViolation(message("bridge.refused.games", games=event.points), "points")
    if event.part == "below" and not 0 < event.points < GAME - tally.part_of(event.party):
        raise RuleViolation(
            message("bridge.refused.below", points=event.points, had=tally.part_of(event.party)),
            "points",
        )


def carried_parts(settings: Settings) -> tuple[str, ...]:
    """The parts of a column in which this table can carry a score in from paper."""
    form = form_of(settings)
    if form.below == form.above:
        return (form.above,)
    games = ("games",) if settings.scoring is Scoring.RUBBER else ()
    return (form.below, form.above, *games)


def carried_over(state: State, settings: Settings) -> tuple[CarriedIn, ...]:
    """What a table with other settings carries in of the rubber or round in progress."""
    tally = ROUNDS.sections(state)[-1].tally
    if tally.is_over:
        return ()
    parts = carried_parts(settings)
    found: list[CarriedIn] = []
    for side in SIDES:
        total = int(tally.totals[side.id])
        games, below = tally.games_of(side.id), tally.part_of(side.id)
        if "games" in parts and games:
            found.append(CarriedIn(side.id, games, "games"))
        if "below" in parts and below:
            found.append(CarriedIn(side.id, below, "below"))
            total -= below
        if total:
            found.append(CarriedIn(side.id, total, form_of(settings).above))
    return tuple(found)


def _check_ended(state: State) -> None:
    if state.deal is not None:
        raise RuleViolation(message("bridge.refused.ended-in-deal"))
    last = state.sections[-1]
    if last.tally.is_over or not last.scored:
        raise RuleViolation(message("bridge.refused.nothing-to-end"))
