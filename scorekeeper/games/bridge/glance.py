"""What is always in view at a bridge table: the score, the deal, and what is awaited."""

from enum import Enum
from typing import assert_never

from scorekeeper.core.cards import Card
from scorekeeper.core.messages import Message, message
from scorekeeper.core.play import turn
from scorekeeper.core.seats import SIDES, Party, Seat
from scorekeeper.games.bridge.pack import Jokers, pack_of
from scorekeeper.games.bridge.scoring import ROUNDS, ScoredSection, method_of, vulnerable_in
from scorekeeper.games.bridge.settings import JokerSettings, Settings, SuitMode, WildcardUntil
from scorekeeper.games.bridge.sheet import said_vulnerable
from scorekeeper.games.bridge.state import (
    Deal,
    State,
    Tally,
    holders_of,
    jokers_of,
    play_rules_of,
)
from scorekeeper.games.bridge.tariffs import form_of
from scorekeeper.games.game import Glance, Standing


class Awaited(Enum):
    """What the table is asked for next."""

    DEAL = "deal"
    """A new deal: its first call, its contract, or that it was passed out."""
    CALL = "call"
    """The next call, or the contract, of a deal that has begun."""
    WILDCARD = "wildcard"
    """The suit of a wildcard, before the opening lead."""
    TRICKS = "tricks"
    HIDDEN = "hidden"
    """A face-down card of the deal just played."""


def awaited(state: State) -> Awaited:
    """What the table is asked for next."""
    deal = state.deal
    if deal is None:
        return Awaited.HIDDEN if hidden_left(state) else Awaited.DEAL
    if deal.contract is None:
        return Awaited.CALL
    is_before_lead = names_before_lead(state.settings) and not deal.watched.entries
    return Awaited.WILDCARD if is_before_lead and unnamed_jokers(state) else Awaited.TRICKS


def hidden_left(state: State) -> tuple[Seat, ...]:
    """Whose face-down cards of the deal just played are still to be shown, in dealing order."""
    deal = state.last_deal
    if deal is None or deal.tricks is None:
        return ()
    if len(deal.shown) == pack_of(state.settings).hidden:
        return ()
    shown = {one.holder for one in deal.shown}
    sides = [side for side in SIDES if not shown & set(side.seats)] if shown else SIDES
    open_seats = {seat for side in sides for seat in side.seats}
    return tuple(seat for seat in holders_of(deal, state.settings) if seat in open_seats)


def unnamed_jokers(state: State) -> tuple[Card, ...]:
    """The wildcards of the deal in progress whose suit can be named now and has not been."""
    deal = state.deal
    if deal is None or deal.contract is None:
        return ()
    jokers = jokers_of(deal, state.settings)
    if jokers is None or jokers.mode is not SuitMode.WILDCARD:
        return ()
    named = {joker for joker, _ in jokers.suits}
    return tuple(one for one in pack_of(state.settings).jokers if one not in named)


def names_before_lead(settings: Settings) -> bool:
    """Whether a wildcard gets its suit before the opening lead (J9)."""
    return (
        isinstance(settings, JokerSettings)
        and settings.wildcard_until is WildcardUntil.END_OF_BIDDING
    )


def glance(state: State) -> Glance:
    """The score strip, the deal and its dealer, and what is awaited."""
    section = ROUNDS.sections(state)[-1]
    is_over = section.tally.is_over
    number, vulnerable = _deal_now(state, section)
    return Glance(
        standings=tuple(_standing(side, section.tally, vulnerable, state) for side in SIDES),
        deal=message("bridge.deal", number=number),
        where=_where(_deal_asked(state, is_over), vulnerable, state.settings),
        turn=_turn(state, is_over),
        is_over=is_over,
    )


def has_ended(state: State) -> bool:
    """Whether the section has ended and the next one has not begun."""
    return ROUNDS.sections(state)[-1].tally.is_over


def _deal_now(state: State, section: ScoredSection) -> tuple[int, frozenset[str]]:
    """The number of the deal in progress, of the one asked about, or of the next."""
    last = next((one for one in reversed(section.scored) if isinstance(one.item, Deal)), None)
    asked = state.deal is not None or bool(hidden_left(state)) or section.tally.is_over
    if last is not None and asked:
        return last.number, vulnerable_in(last, state.settings)
    method, tally = method_of(state.settings), section.tally
    return tally.rounds + 1, method.vulnerable(tally, state.dealer, state.settings)


def _standing(side: Party, tally: Tally, vulnerable: frozenset[str], state: State) -> Standing:
    is_marked = side.id in vulnerable and not tally.is_over
    mark = message("bridge.vulnerable") if is_marked else None
    return Standing(side, tally.totals[side.id], _part_score(side, tally, state), mark)


def _part_score(side: Party, tally: Tally, state: State) -> Message | None:
    form = form_of(state.settings)
    if form.below == form.above or tally.is_over:
        return None
    part = tally.part_of(side.id)
    return message("bridge.part-score", points=part) if part else message("bridge.no-part-score")


def next_deal(state: State) -> tuple[Message, tuple[Message, ...]]:
    """The first deal of the next section: what it is called, and the rest of that line."""
    vulnerable = method_of(state.settings).vulnerable(Tally({}), state.dealer, state.settings)
    where = _where(Deal(state.dealer), vulnerable, state.settings)
    return message("bridge.deal", number=1), where


def _where(deal: Deal, vulnerable: frozenset[str], settings: Settings) -> tuple[Message, ...]:
    dealer = message("bridge.where.dealer", seat=deal.dealer)
    who = message("bridge.where.vulnerable", sides=said_vulnerable(vulnerable))
    jokers = jokers_of(deal, settings)
    return (dealer, who) if jokers is None else (dealer, *_said_jokers(jokers), who)


def _deal_asked(state: State, is_over: bool) -> Deal:
    """The deal that is asked about: in progress, with cards to show, the last or the next."""
    last = state.last_deal
    if last is not None and (state.deal is not None or is_over or hidden_left(state)):
        return last
    return Deal(state.dealer)


def _said_jokers(jokers: Jokers) -> tuple[Message, ...]:
    said = [message(f"bridge.power.{jokers.power.value}")]
    if jokers.mode is not SuitMode.OPEN:
        said.append(message(f"bridge.mode.{jokers.mode.value}"))
    if len(jokers.suits) < 4:
        said += [message("bridge.said.joker-suit", joker=j, suit=s) for j, s in jokers.suits]
    return tuple(said)


def _turn(state: State, is_over: bool) -> Message:
    match awaited(state):
        case Awaited.DEAL:
            code = "bridge.turn.over." + state.settings.scoring.value
            return message(code if is_over else "bridge.turn.deal", seat=state.dealer)
        case Awaited.CALL:
            return message("bridge.turn.call", seat=state.round.auction.turn)
        case Awaited.WILDCARD:
            return message("bridge.turn.wildcard", joker=unnamed_jokers(state)[0])
        case Awaited.TRICKS:
            return _turn_to_play(state)
        case Awaited.HIDDEN:
            return message("bridge.turn.hidden", seat=hidden_left(state)[0])
        case other:
            assert_never(other)


def _turn_to_play(state: State) -> Message:
    """Whose card is next once a card has been played; else, how many tricks there were."""
    deal = state.deal
    rules = play_rules_of(deal, state.settings) if deal is not None else None
    if deal is not None and rules is not None and deal.watched.entries:
        seat = turn(rules, deal.watched)
        if seat is not None:
            code = "bridge.turn.play" if deal.watched.trick else "bridge.turn.lead"
            return message(code, seat=seat)
    return message("bridge.turn.tricks")
