"""The rounds of a bridge table: what can be entered, what the table is asked for next,
and what is always in view."""

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, cast

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.citations import published
from scorekeeper.core.errors import ImpossibleResult, RuleViolation, refusals, refused
from scorekeeper.core.evening import (
    Adjusted,
    Awarded,
    CarriedIn,
    DealerIs,
    Ended,
    Part,
    ThrownIn,
)
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.play import CardPlayed, trick_of, turn
from scorekeeper.core.rounds import RoundRules, Scored
from scorekeeper.core.rulings import EffectKind
from scorekeeper.core.seats import COMPASS, SIDES, Party, Seat, left_of, party_of
from scorekeeper.core.session import At, Event
from scorekeeper.core.values import changed
from scorekeeper.games.bridge import contract, play, scoring
from scorekeeper.games.bridge.events import (
    BoardIs,
    CallMade,
    ContractStated,
    HandSpread,
    HiddenDealt,
    HiddenShown,
    HonoursHeld,
    JokersDeclared,
    PassedOut,
    TricksTaken,
    WildcardNamed,
)
from scorekeeper.games.bridge.rules import (
    LAWS_2017,
    JokerSettings,
    Scoring,
    Settings,
    SuitMode,
    WildcardUntil,
)
from scorekeeper.games.bridge.state import (
    AWARDABLE,
    Deal,
    State,
    Tally,
    awarded,
    concluded,
    entered,
    has_boards,
    jokers_of,
    number_of,
    play_rules_of,
    sides_vulnerable,
    undoubled,
    unseen,
    watched_tricks,
)
from scorekeeper.games.bridge.tariffs import form_of, tariff_of
from scorekeeper.games.game import Glance, PartyScore

ScoredDeal = Scored[Deal, Tally]


# the tally beside a deal is how things stand after it; until it is over, before it
def vulnerable_in(deal: ScoredDeal, settings: Settings) -> frozenset[str]:
    item = deal.item
    if isinstance(item, Deal) and not item.is_over:
        return sides_vulnerable(item, deal.tally, settings)
    return deal.tally.vulnerable


def number_in(deal: ScoredDeal, settings: Settings) -> int:
    item = deal.item
    if not has_boards(settings) or not isinstance(item, Deal):
        return deal.number
    return deal.tally.board if item.is_over else number_of(item, deal.tally, settings)


def called(number: int, settings: Settings) -> Message:
    return message(
        f"bridge.{'board' if has_boards(settings) else 'deal'}", number=number
    )


# ---- the deals of a session ----
def carried_parts(settings: Settings) -> tuple[str, ...]:
    games = (Part.GAMES,) if settings.scoring is Scoring.RUBBER else ()
    return (*form_of(settings).parts, *games)


def carried_over(state: State, settings: Settings) -> tuple[CarriedIn, ...]:
    """What a table with other settings carries in of the rubber or round
    in progress."""
    tally = ROUNDS.sections(state)[-1].tally
    parts = carried_parts(settings)
    carried = list[CarriedIn]()
    if tally.is_over:
        return ()
    for side in (party.id for party in SIDES):
        above = int(tally.totals[side])
        games = tally.games[side]  # won so far; they are no points, so in no total
        below = tally.parts[side]
        if games and Part.GAMES in parts:
            carried.append(CarriedIn(side, games, Part.GAMES.value))
        if below and Part.BELOW in parts:
            carried.append(CarriedIn(side, below, Part.BELOW.value))
            above -= below
        if above:
            carried.append(CarriedIn(side, above, str(form_of(settings).above)))
    return tuple(carried)


# what the recorded tricks come to, where the result says something else
def _recorded(deal: Deal, settings: Settings) -> object:
    won = watched_tricks(deal, settings)
    if won is None or deal.tricks in (None, won):
        return None
    return message("bridge.said.tricks", n=won)


def _next_dealer(done: Deal, settings: Settings) -> Seat:
    if scoring.is_dealt_again(done, settings):
        return done.dealer
    return left_of(done.dealer, COMPASS)


def _dealer_after_end(dealer: Seat, settings: Settings) -> Seat:
    # boards start again with the first dealer; at a rubber the deal just moves on
    return COMPASS[0] if has_boards(settings) else dealer


ROUNDS = RoundRules(
    family="bridge",
    ring=lambda settings: COMPASS,
    parties=lambda settings: SIDES,
    round=Deal,
    tally=Tally,
    entered=entered,
    scored=scoring.scored,
    next_dealer=_next_dealer,
    ended=scoring.ended,
    noted=scoring.noted,
    after_end=_dealer_after_end,
    play_rules=play_rules_of,
    carried_parts=carried_parts,
    late=(HiddenShown, HonoursHeld, WildcardNamed),
    recorded=_recorded,
    awardable=AWARDABLE,
    awarded=awarded,
    state=State,
)


def apply(state: State, event: Event, at: At) -> State:
    match event:
        case ThrownIn():  # a deal that counts for nothing leaves no row
            return changed(state, round=Deal(state.dealer))
        case Awarded(effect=EffectKind.DOUBLING):
            after = ROUNDS.apply(state, event, at)
            if after.deal is None:
                return after
            return changed(after, round=undoubled(after.round, event))
        case DealerIs():  # another player opened the auction
            after = ROUNDS.apply(state, event, at)
            return changed(after, round=concluded(after.round))
    return ROUNDS.apply(state, event, at)


# ---- what can't be entered ----

MOST_BOARDS = 999  # the highest number that a board may have

_AUCTION = published(LAWS_2017, "Laws 18-22", "auction")

no, never = refusals("bridge")
"""The refusals of bridge, and those of what can't have happened."""


# ---- the auction and the result ----
def _check_tricks(state: State, event: TricksTaken) -> None:
    if not state.round.contract:
        raise no("no-contract", "tricks", tricks=event.tricks)
    contract.check_tricks(event.tricks, tariff_of(state.settings, False))


def _check_contract(state: State, event: ContractStated | PassedOut) -> None:
    deal = state.round
    field = "contract"
    if deal.contract:
        said = event.said()
        raise no("contract-stands", field, said=said, contract=deal.contract)
    if deal.calls:
        raise no("auction-begun", field, said=event.said(), n=len(deal.calls))
    if isinstance(event, ContractStated):
        contract.check_contract(event.contract, tariff_of(state.settings, False))


def _check_spread(state: State, event: HandSpread) -> None:
    deal = state.round
    is_dummys = deal.declarer is not None and event.declarer is contract.dummy(
        deal.declarer
    )
    is_late = deal.is_spread or deal.watched.entries
    if not is_dummys or is_late:
        raise no("spread", "declarer", said=event.said())


def _check_call(state: State, event: CallMade) -> None:
    """What can't be called now, and a call by somebody else than the next in turn: who
    called first has dealt, or the table said who did. A call that stands by a ruling
    may be out of turn, and a bid too low."""
    deal = state.round
    call = event.call
    seat = event.seat
    if deal.contract:
        raise no("auction-over", "call", _AUCTION, call=call)
    if event.ruling is not None:
        _check_call_by_ruling(state, event)
        return
    if deal.calls and seat not in (None, deal.auction.turn):
        said = {"call": call, "seat": seat, "turn": deal.auction.turn}
        raise refused("refused.out-of-rotation", "call", _AUCTION, **said)
    why = contract.why_not(deal.auction, call, tariff_of(state.settings, False))
    if why:
        raise RuleViolation(why, "call", _AUCTION)


# a call that a ruling lets stand, out of turn or too low
def _check_call_by_ruling(state: State, event: CallMade) -> None:
    auction = state.round.auction
    call = event.call
    seat = event.seat
    tariff = tariff_of(state.settings, False)
    if seat is None:
        raise no("standing-nobodys", "seat", _AUCTION, call=call)
    if call.kind is not contract.CallKind.BID:
        why = contract.why_not(auction.at_turn_of(seat), call, tariff)
        if why:
            raise RuleViolation(why, "call", _AUCTION)
    elif call not in contract.bids(tariff):
        why = contract.why_not(auction, call, tariff)
        if why:
            raise RuleViolation(why, "call", _AUCTION)


def _check_board(state: State, event: BoardIs) -> None:
    deal = state.round
    by_hand = event.dealer or event.vulnerable
    number = event.number
    if not has_boards(state.settings):
        raise no("no-boards", "number", said=event.said())
    is_late = deal.calls or deal.contract or deal.board
    if is_late:
        raise no("board-late", "number", said=event.said())
    if number is None:
        if not by_hand:
            raise no("no-board", "number")
    else:
        if by_hand:
            raise no("board-both", "number", number=number)
        is_known = 1 <= number <= MOST_BOARDS
        if not is_known:
            raise no("board-number", "number", number=number, most=MOST_BOARDS)


# ---- Jokers ----
def _check_declared(state: State, event: JokersDeclared) -> None:
    """Suits are refused where each Joker gets its own in another way; one that was
    sealed is stated by itself, once it is opened."""
    pack = play.pack_of(state.settings)
    deal = state.round
    jokers = jokers_of(deal, state.settings)
    if jokers is None:
        raise no("no-jokers", "power")
    if deal.calls or deal.contract:
        raise no("bidding-begun", "power")
    if event == JokersDeclared():
        raise no("nothing-declared", "power")
    if not pack.hidden:
        _check_mode_of_open_pack(event.mode)
    if event.suits:
        _check_may_have_suits(event, jokers)
    for joker, suit in event.suits:
        if joker not in pack.jokers:
            raise no("no-such-joker", "suits", joker=joker)
        _check_suit(joker, suit, play.joker_suits(joker), "suits")


def _check_mode_of_open_pack(mode: SuitMode | None) -> None:
    """Without hidden cards nobody has a wildcard, and nothing is sealed."""
    if mode is SuitMode.WILDCARD:
        raise no("no-wildcards", "mode")
    if mode is SuitMode.SEALED:
        raise no("no-sealed-suits", "mode")


def _check_may_have_suits(event: JokersDeclared, jokers: play.Jokers) -> None:
    mode = event.mode or jokers.mode
    if mode is SuitMode.WILDCARD:
        raise no("wildcard-suit", "suits")
    if event.mode is SuitMode.SEALED:
        raise no("sealed-suit", "suits")
    if len(dict(event.suits)) < len(event.suits):
        raise no("two-suits", "suits")


def _check_suit(joker: Card, suit: Suit, suits: tuple[Suit, ...], field: str) -> None:
    if suit not in suits:
        raise no("joker-suit", field, joker=joker, suit=suit, suits=listed(suits))


def _check_named(state: State, event: WildcardNamed) -> None:
    deal = state.last
    joker = event.joker
    suit = event.suit
    if not deal.contract:
        raise no("wildcard-early", "suit", joker=joker)
    jokers = jokers_of(deal, state.settings)
    if jokers is None or jokers.mode is not SuitMode.WILDCARD:
        raise no("fixed", "suit", joker=joker)
    is_joker = joker in play.pack_of(state.settings).jokers
    if not is_joker:
        raise no("no-such-joker", "joker", joker=joker)
    _check_suit(joker, suit, play.wildcard_suits(joker, state.settings), "suit")
    had = jokers.suit(joker)
    if had:
        raise no("named-before", "suit", joker=joker, suit=had)
    is_late = deal.watched.plays and not deal.is_over
    if is_late:
        raise no("wildcard-late", "suit", joker=joker)
    is_shown = any(shown.card == joker for shown in deal.shown)
    if is_shown:
        raise no("face-down", "joker", joker=joker)


# ---- hidden cards ----
def _check_dealt(state: State, event: HiddenDealt) -> None:
    hidden = play.pack_of(state.settings).hidden
    holders = event.holders
    if not hidden:
        raise no("no-hidden", "holders")
    if len(holders) != hidden:
        raise no("holders", "holders", entered=len(holders), n=hidden)
    _check_sides(holders)


def _check_sides(seats: tuple[Seat, ...]) -> None:
    """Rule: Joker Bridge §3: of two face-down cards each side gets one."""
    sides = {party_of(seat, SIDES) for seat in seats}
    if len(sides) < len(seats):
        raise no("one-a-side", "holders", seats=listed(seats))


def _check_shown(state: State, event: HiddenShown) -> None:
    pack = play.pack_of(state.settings)
    deal = state.last
    holder = event.holder
    card = event.card
    if not pack.hidden:
        raise no("no-hidden", "card")
    if not deal.is_over:
        raise no("shown-early", "card")
    seats = tuple(shown.holder for shown in deal.shown)
    is_full = len(seats) >= pack.hidden
    if is_full:
        raise no("all-shown", "holder", n=pack.hidden, seats=listed(seats))
    if holder in seats:
        raise no("shown-before", "holder", seat=holder)
    is_known = not deal.holders or holder in deal.holders
    if not is_known:
        raise no("not-holder", "holder", seat=holder, seats=listed(deal.holders))
    _check_sides((*seats, holder))
    if card is not None:
        if card not in pack.cards:
            raise never("not-in-pack", "card", card=card, n=pack.size)
        _check_seen(deal, card)


def _check_seen(deal: Deal, card: Card) -> None:
    for shown in deal.shown:
        if shown.card == card:
            raise never("card-shown", "card", card=card, seat=shown.holder)
    for held in deal.honours:
        if card in held.cards:
            raise never("card-held", "card", card=card, seat=held.seat)
    named = dict(deal.wildcards).get(card)
    if named:
        raise never("joker-named", "card", card=card, suit=named)
    placed = trick_of(deal.watched, card)
    if placed is not None:
        number, made = placed
        raise never("card-played", "card", card=card, seat=made.seat, trick=number)


# ---- honours ----
def _check_honours(state: State, event: HonoursHeld) -> None:
    deal = state.last
    seat = event.seat
    if not scoring.honours_scored(state.settings):
        raise no("honours-off", "cards")
    if not deal.contract:
        raise no("honours-early", "cards")
    is_twice = any(honour.seat is seat for honour in deal.honours)
    if is_twice:
        raise no("honours-twice", "seat", seat=seat)
    playing = play_rules_of(deal, state.settings)
    is_played = playing is not None and deal.watched.is_over(playing)
    for card in event.cards:
        _check_honour(deal, card, state.settings)
        if event.cards.count(card) > 1:
            raise never("honour-twice", "cards", card=card)
        placed = trick_of(deal.watched, card)
        if placed is not None:
            number, made = placed
            if made.seat is not seat:
                said = {"card": card, "seat": made.seat, "trick": number}
                raise never("honour-played", "cards", **said)
        elif is_played:
            raise never("honour-unplayed", "cards", card=card)


def _check_honour(deal: Deal, card: Card, settings: Settings) -> None:
    pack = play.pack_of(settings)
    if card not in pack.cards:
        raise never("not-in-pack", "cards", card=card, n=pack.size)
    if card.is_joker:
        why = scoring.why_no_joker(card, deal, settings)
        if why:
            raise ImpossibleResult(why, "cards")
    elif card not in scoring.honour_cards(deal, settings):
        raise never("no-honour", "cards", card=card, contract=deal.contract)
    for shown in deal.shown:
        if shown.card == card:
            raise never("honour-hidden", "cards", card=card, seat=shown.holder)
    for held in deal.honours:
        if card in held.cards:
            raise never("honour-held", "cards", card=card, seat=held.seat)


# ---- the evening ----
def _check_evening(state: State, event: Event) -> None:
    ROUNDS.check(state, event)
    match event:
        case ThrownIn():
            if state.deal is None:
                raise no("nothing-to-throw-in")
        case Ended():
            if state.deal:
                raise no("ended-in-deal")
        case Adjusted(_, _, reason):
            if not reason.strip():
                raise no("no-reason", "reason")
        case CarriedIn():
            _check_carried(ROUNDS.present_tally(state), event)
        case CardPlayed():
            _check_card(state, event)


def _check_carried(tally: Tally, event: CarriedIn) -> None:
    side = event.party
    points = event.points
    had = tally.parts[side]
    if points == 0:
        raise no("carried-zero", "points")
    if event.part == Part.GAMES:
        is_first_game = points == 1 and not tally.games[side]
        if not is_first_game:
            raise no("games", "points", games=points)
    if event.part == Part.BELOW:
        is_part = 0 < points < contract.GAME - had
        if not is_part:
            raise no("below", "points", points=points, had=had)


def _check_card(state: State, event: CardPlayed) -> None:
    deal = state.round
    playing = play_rules_of(state.round, state.settings)
    card = event.card
    seat = event.seat or (turn(playing, deal.watched) if playing else None)
    for held in deal.honours:
        said = {"card": card, "seat": seat, "holder": held.seat}
        is_other = card in held.cards and held.seat is not seat
        if is_other:
            raise never("played-held", "card", **said)


# Any, since each of them takes the kind of fact that it stands beside
_CHECKS: Mapping[type, Callable[[State, Any], None]] = {
    ContractStated: _check_contract,
    PassedOut: _check_contract,
    TricksTaken: _check_tricks,
    CallMade: _check_call,
    HandSpread: _check_spread,
    BoardIs: _check_board,
    JokersDeclared: _check_declared,
    HiddenDealt: _check_dealt,
    HiddenShown: _check_shown,
    WildcardNamed: _check_named,
    HonoursHeld: _check_honours,
}
"""What looks whether a fact of a deal can follow; a fact of every game, such as an
adjustment or a card played, is looked at by `_check_evening`."""


def check(state: State, event: Event) -> None:
    """Raise RuleViolation where the event can't follow, ImpossibleResult where it
    can't be."""
    check_event = _CHECKS.get(type(event), _check_evening)
    check_event(state, event)


# ---- what is awaited ----
class Awaited(Enum):
    """What the table is asked for next."""

    DEAL = "a new deal"
    CALL = "the next call, or the contract"
    WILDCARD = "a wildcard's suit, before the lead"
    TRICKS = "how many tricks declarer's side took"
    HIDDEN = "a face-down card of the last deal"


def awaited(state: State) -> Awaited:
    deal = state.deal
    if deal is None:
        return Awaited.HIDDEN if hidden_left(state) else Awaited.DEAL
    if deal.contract is None:
        return Awaited.CALL
    is_before_lead = not deal.watched.entries
    if is_before_lead and _names_before_lead(state.settings) and unnamed_jokers(state):
        return Awaited.WILDCARD
    return Awaited.TRICKS


def _names_before_lead(settings: Settings) -> bool:
    # our reading J9
    if not isinstance(settings, JokerSettings):
        return False
    return settings.wildcard_until is WildcardUntil.END_OF_BIDDING


def hidden_left(state: State) -> tuple[Seat, ...]:
    return unseen(state.last, state.settings) if state.last.tricks is not None else ()


def unnamed_jokers(state: State) -> tuple[Card, ...]:
    deal = state.deal
    jokers = jokers_of(deal, state.settings) if deal and deal.contract else None
    if jokers is None or jokers.mode is not SuitMode.WILDCARD:
        return ()
    return tuple(
        joker
        for joker in play.pack_of(state.settings).jokers
        if jokers.suit(joker) is None
    )


def has_ended(state: State) -> bool:
    return ROUNDS.sections(state)[-1].tally.is_over


# ---- what is always in view ----
def glance(state: State) -> Glance:
    """The score strip, the deal and its dealer, and what is awaited. The deal is the
    one in progress, with cards still to be shown or that brought the end; else the one
    to come."""
    section = ROUNDS.sections(state)[-1]
    settings = state.settings
    tally = section.tally
    shown: ScoredDeal = Scored(Deal(state.dealer), tally)
    if state.deal or tally.is_over or hidden_left(state):
        deals = (
            deal for deal in reversed(section.scored) if isinstance(deal.item, Deal)
        )
        shown = next(deals, shown)
    vulnerable = vulnerable_in(shown, settings)
    return Glance(
        standings=tuple(_standing(side, state, tally, vulnerable) for side in SIDES),
        deal=called(number_in(shown, settings), settings),
        where=_where(shown, settings),
        turn=_turn(state, tally.is_over),
        is_over=tally.is_over,
    )


def next_deal(state: State) -> tuple[Message, tuple[Message, ...]]:
    """The first deal of the next section: what it is called, and the rest of
    that line."""
    first: ScoredDeal = Scored(Deal(state.dealer), Tally({}))
    return called(1, state.settings), _where(first, state.settings)


def _standing(
    side: Party, state: State, tally: Tally, vulnerable: frozenset[str]
) -> PartyScore:
    below = None
    part = tally.parts[side.id]
    tariff = tariff_of(state.settings, False)
    if hidden_left(state):
        below = message("bridge.before-hidden")
    elif tariff.below != tariff.above and not tally.is_over:
        none = message("bridge.no-part-score")
        below = message("bridge.part-score", points=part) if part else none
    is_marked = side.id in vulnerable and not tally.is_over
    mark = message("bridge.vulnerable") if is_marked else None
    return PartyScore(side, tally.totals[side.id], below, mark)


def _where(scored: ScoredDeal, settings: Settings) -> tuple[Message, ...]:
    deal = cast(Deal, scored.item)
    sides = contract.said_vulnerable(vulnerable_in(scored, settings))
    said = [message("bridge.where.vulnerable", sides=sides)]
    jokers = jokers_of(deal, settings)
    if jokers is not None:
        said.append(message(f"bridge.power.{jokers.power.value}"))
        if jokers.mode is not SuitMode.OPEN:
            said.append(message(f"bridge.mode.{jokers.mode.value}"))
        if len(jokers.suits) < len(play.SUIT_JOKERS):  # of four, each has its own suit
            said += [
                message("bridge.said.joker-suit", joker=j, suit=s)
                for j, s in jokers.suits
            ]
    return (*said, message("bridge.where.dealer", seat=deal.dealer))


def _turn(state: State, is_over: bool) -> Message:
    match awaited(state):
        case Awaited.DEAL:
            code = "over." + state.settings.scoring.value if is_over else "deal"
            return message(f"bridge.turn.{code}", seat=state.dealer)
        case Awaited.CALL:
            return message("bridge.turn.call", seat=state.round.auction.turn)
        case Awaited.WILDCARD:
            return message("bridge.turn.wildcard", joker=unnamed_jokers(state)[0])
        case Awaited.HIDDEN:
            return message("bridge.turn.hidden", seat=hidden_left(state)[0])
        case Awaited.TRICKS:
            return _turn_to_play(state)


def _turn_to_play(state: State) -> Message:
    playing = play_rules_of(state.round, state.settings)
    watched = state.round.watched
    seat = turn(playing, watched) if playing is not None and watched.entries else None
    if seat is None:
        return message("bridge.turn.tricks")
    return message(f"bridge.turn.{'play' if watched.trick else 'lead'}", seat=seat)
