"""What can be entered at a bridge table now, and why the rest can't."""

from typing import Any

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.errors import ImpossibleResult, RuleViolation, refused
from scorekeeper.core.evening import Adjusted, CarriedIn, Ended, ThrownIn
from scorekeeper.core.messages import listed, message
from scorekeeper.core.play import CardPlayed, trick_of
from scorekeeper.core.play import turn as to_play
from scorekeeper.core.seats import SIDES, Seat, party_of
from scorekeeper.games.bridge.contract import GAME, Tariff, check_contract, check_tricks
from scorekeeper.games.bridge.events import (
    BoardIs,
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
    why_not,
)
from scorekeeper.games.bridge.play import joker_suits, pack_of, wildcard_suits
from scorekeeper.games.bridge.scoring import ROUNDS, has_boards, honours_scored, why_no_honour
from scorekeeper.games.bridge.settings import LAWS_2017, SuitMode, published
from scorekeeper.games.bridge.state import Deal, State, jokers_of, play_rules_of
from scorekeeper.games.bridge.tariffs import tariff_of

MOST_BOARDS = 999
"""The highest number that a board may have."""

_AUCTION = published(LAWS_2017, "Laws 18-22", "auction")


def check(state: State, event: Event) -> None:
    """Raise RuleViolation where the event can't follow, ImpossibleResult where it can't be."""
    match event:
        case ContractStated() | TricksTaken() | CallMade() | PassedOut():
            _check_bid_and_played(state, event)
        case BoardIs():
            _check_board(state, event)
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
        case _:
            ROUNDS.check(state, event)
            _check_evening(state, event)


def _no(code: str, field: str, **said: object) -> RuleViolation:
    return refused(f"bridge.refused.{code}", field, **said)


def _impossible(code: str, field: str, **said: object) -> ImpossibleResult:
    return ImpossibleResult(message(f"bridge.refused.{code}", **said), field)


# ---- the auction and the result ----


def _check_bid_and_played(
    state: State, event: ContractStated | TricksTaken | CallMade | PassedOut
) -> None:
    deal, tariff = state.round, tariff_of(state.settings, False)
    if isinstance(event, CallMade):
        _check_call(state, event, tariff)
    elif isinstance(event, TricksTaken):
        if deal.contract is None:
            raise _no("no-contract", "tricks", tricks=event.tricks)
        check_tricks(event.tricks, tariff)
    elif deal.contract is not None:
        raise _no("contract-stands", "contract", said=event.said(), contract=deal.contract)
    elif deal.calls:
        raise _no("auction-begun", "contract", said=event.said(), n=len(deal.calls))
    elif isinstance(event, ContractStated):
        check_contract(event.contract, tariff)
        ROUNDS.check_seat(state, event.declarer, "declarer")


def _check_call(state: State, event: CallMade, tariff: Tariff) -> None:
    """Refuse what can't be called now, and a call by somebody else than the next in turn: who
    called first has dealt, or the table said who did."""
    deal, call, seat = state.round, event.call, event.seat
    why = why_not(deal.auction, call, tariff)
    if deal.contract is not None:
        why = message("bridge.refused.auction-over", call=call)
    elif deal.calls and seat not in (None, turn := deal.auction.turn):
        why = message("bridge.refused.out-of-rotation", call=call, seat=seat, turn=turn)
    if why is not None:
        raise RuleViolation(why, "call", _AUCTION)
    if seat is not None:
        ROUNDS.check_seat(state, seat, "seat")


def _check_not_held(state: State, event: CardPlayed) -> None:
    deal, rules = state.round, play_rules_of(state.round, state.settings)
    seat = event.seat or (to_play(rules, deal.watched) if rules else None)
    for held in deal.honours:
        if event.card in held.cards and held.seat is not seat:
            raise _impossible("played-held", "card", card=event.card, seat=seat, holder=held.seat)


def _check_board(state: State, event: BoardIs) -> None:
    deal, by_hand = state.round, event.dealer or event.vulnerable
    if not has_boards(state.settings):
        raise _no("no-boards", "number", said=event.said())
    if deal.calls or deal.contract or deal.board:
        raise _no("board-late", "number", said=event.said())
    if event.number is None and not by_hand:
        raise _no("no-board", "number")
    if event.number is not None and by_hand:
        raise _no("board-both", "number", number=event.number)
    if event.number is not None and not 1 <= event.number <= MOST_BOARDS:
        raise _no("board-number", "number", number=event.number, most=MOST_BOARDS)
    if event.dealer is not None:
        ROUNDS.check_seat(state, event.dealer, "dealer")


# ---- Jokers ----


def _check_declared(state: State, event: JokersDeclared) -> None:
    pack, deal = pack_of(state.settings), state.round
    jokers = jokers_of(deal, state.settings)
    if jokers is None:
        raise _no("no-jokers", "power")
    if deal.calls or deal.contract:
        raise _no("bidding-begun", "power")
    if event == JokersDeclared():
        raise _no("nothing-declared", "power")
    if event.mode in (SuitMode.WILDCARD, SuitMode.SEALED) and not pack.hidden:
        is_wild = event.mode is SuitMode.WILDCARD
        raise _no("no-wildcards" if is_wild else "no-sealed-suits", "mode")
    if event.suits:
        _check_suits(event, event.mode or jokers.mode, pack.jokers)


def _check_suits(event: JokersDeclared, mode: SuitMode, jokers: tuple[Card, ...]) -> None:
    """Refuse suits that are declared where each Joker gets its own in another way; a suit that was
    sealed is stated by itself, once it is opened."""
    if mode is SuitMode.WILDCARD:
        raise _no("wildcard-suit", "suits")
    if event.mode is SuitMode.SEALED:
        raise _no("sealed-suit", "suits")
    if len(dict(event.suits)) < len(event.suits):
        raise _no("two-suits", "suits")
    for joker, suit in event.suits:
        if joker not in jokers:
            raise _no("no-such-joker", "suits", joker=joker)
        _check_suit(joker, suit, joker_suits(joker), "suits")


def _check_suit(joker: Card, suit: Suit, suits: tuple[Suit, ...], field: str) -> None:
    if suit not in suits:
        raise _no("joker-suit", field, joker=joker, suit=suit, suits=listed(suits))


def _check_named(state: State, event: WildcardNamed) -> None:
    deal, joker, suit = state.last, event.joker, event.suit
    if deal.contract is None:
        raise _no("wildcard-early", "suit", joker=joker)
    jokers = jokers_of(deal, state.settings)
    if jokers is None or jokers.mode is not SuitMode.WILDCARD:
        raise _no("fixed", "suit", joker=joker)
    if joker not in pack_of(state.settings).jokers:
        raise _no("no-such-joker", "joker", joker=joker)
    _check_suit(joker, suit, wildcard_suits(joker, state.settings), "suit")
    had = jokers.suit(joker)
    if had is not None:
        raise _no("named-before", "suit", joker=joker, suit=had)
    if deal.watched.plays and not deal.is_over:
        raise _no("wildcard-late", "suit", joker=joker)
    if any(one.card == joker for one in deal.shown):
        raise _no("face-down", "joker", joker=joker)


# ---- hidden cards ----


def _check_dealt(state: State, event: HiddenDealt) -> None:
    hidden = pack_of(state.settings).hidden
    if not hidden:
        raise _no("no-hidden", "holders")
    for seat in event.holders:
        ROUNDS.check_seat(state, seat, "holders")
    if len(event.holders) != hidden:
        raise _no("holders", "holders", entered=len(event.holders), n=hidden)
    _check_one_a_side(event.holders)


def _check_one_a_side(seats: tuple[Seat, ...]) -> None:
    """Rule: Joker Bridge §3: of two face-down cards each side gets one."""
    if len({party_of(seat, SIDES) for seat in seats}) < len(seats):
        raise _no("one-a-side", "holders", seats=listed(seats))


def _check_shown(state: State, event: HiddenShown) -> None:
    pack, deal = pack_of(state.settings), state.last
    if not pack.hidden:
        raise _no("no-hidden", "card")
    if not deal.is_over:
        raise _no("shown-early", "card")
    ROUNDS.check_seat(state, event.holder, "holder")
    seats = tuple(one.holder for one in deal.shown)
    if len(seats) >= pack.hidden:
        raise _no("all-shown", "holder", n=pack.hidden, seats=listed(seats))
    if event.holder in seats:
        raise _no("shown-before", "holder", seat=event.holder)
    if deal.holders and event.holder not in deal.holders:
        raise _no("not-holder", "holder", seat=event.holder, seats=listed(deal.holders))
    _check_one_a_side((*seats, event.holder))
    if event.card is not None:
        if event.card not in pack.cards:
            raise _impossible("not-in-pack", "card", card=event.card, n=pack.size)
        _check_not_elsewhere(deal, event.card)


def _check_not_elsewhere(deal: Deal, card: Card) -> None:
    """Refuse a face-down card that has been seen in another place."""
    for shown in deal.shown:
        if shown.card == card:
            raise _impossible("card-shown", "card", card=card, seat=shown.holder)
    for held in deal.honours:
        if card in held.cards:
            raise _impossible("card-held", "card", card=card, seat=held.seat)
    named = dict(deal.wildcards).get(card)
    if named is not None:
        raise _impossible("joker-named", "card", card=card, suit=named)
    place = trick_of(deal.watched, card)
    if place is not None:
        raise _impossible("card-played", "card", card=card, seat=place[1].seat, trick=place[0])


# ---- honours ----


def _check_honours(state: State, event: HonoursHeld) -> None:
    deal = state.last
    if not honours_scored(state.settings):
        raise _no("honours-off", "cards")
    if deal.contract is None:
        raise _no("honours-early", "cards")
    ROUNDS.check_seat(state, event.seat, "seat")
    if any(one.seat is event.seat for one in deal.honours):
        raise _no("honours-twice", "seat", seat=event.seat)
    for card in event.cards:
        why = why_no_honour(card, deal, state.settings)
        if why is not None:
            raise ImpossibleResult(why, "cards")
        if event.cards.count(card) > 1:
            raise _impossible("honour-twice", "cards", card=card)
        _check_in_hand(state, deal, event.seat, card)


def _check_in_hand(state: State, deal: Deal, seat: Seat, card: Card) -> None:
    """Refuse an honour that the recorded tricks show in another hand, or in none."""
    place, rules = trick_of(deal.watched, card), play_rules_of(deal, state.settings)
    if place is not None and place[1].seat is not seat:
        raise _impossible("honour-played", "cards", card=card, seat=place[1].seat, trick=place[0])
    if place is None and rules is not None and deal.watched.is_over(rules):
        raise _impossible("honour-unplayed", "cards", card=card)


# ---- the evening, beside what every table refuses ----


def _check_evening(state: State, event: Any) -> None:
    match event:
        case ThrownIn() if state.deal is None:
            raise _no("nothing-to-throw-in", "")
        case Ended() if state.deal is not None:
            raise _no("ended-in-deal", "")
        case Adjusted(_, _, reason) if not reason.strip():
            raise _no("no-reason", "reason")
        case CarriedIn():
            _check_carried(state, event)
        case CardPlayed():
            _check_not_held(state, event)


def _check_carried(state: State, event: CarriedIn) -> None:
    tally = ROUNDS.present_tally(state)
    had = tally.part_of(event.party)
    if event.points == 0:
        raise _no("carried-zero", "points")
    if event.part == "games" and (event.points != 1 or tally.games_of(event.party)):
        raise _no("games", "points", games=event.points)
    if event.part == "below" and not 0 < event.points < GAME - had:
        raise _no("below", "points", points=event.points, had=had)
