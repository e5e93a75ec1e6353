"""What is always in view at a bridge table: the score, the deal, and what is awaited."""

from enum import Enum
from typing import assert_never

from scorekeeper.core.cards import Card
from scorekeeper.core.messages import Message, message
from scorekeeper.core.play import turn
from scorekeeper.core.seats import SIDES, Party, Seat
from scorekeeper.games.bridge.events import said_vulnerable
from scorekeeper.games.bridge.pack import pack_of
from scorekeeper.games.bridge.scoring import ROUNDS, method_of, number_in, number_of, vulnerable_in
from scorekeeper.games.bridge.settings import JokerSettings, Settings, SuitMode, WildcardUntil
from scorekeeper.games.bridge.state import Deal, State, Tally, jokers_of, play_rules_of, unseen
from scorekeeper.games.bridge.tariffs import form_of
from scorekeeper.games.game import Glance, PartyScore


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
    return unseen(deal, state.settings) if deal and deal.tricks is not None else ()


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


def has_ended(state: State) -> bool:
    """Whether the section has ended and the next one has not begun."""
    return ROUNDS.sections(state)[-1].tally.is_over


def glance(state: State) -> Glance:
    """The score strip, the deal and its dealer, and what is awaited.

    The deal is the one in progress, with cards still to be shown or that brought the end; else
    the one to come.
    """
    section, settings = ROUNDS.sections(state)[-1], state.settings
    tally = section.tally
    deal = Deal(state.dealer)
    number = number_of(deal, tally, settings)
    vulnerable = method_of(settings).vulnerable(tally, deal, settings)
    last = next((one for one in reversed(section.scored) if isinstance(one.item, Deal)), None)
    if last is not None and (state.deal or tally.is_over or hidden_left(state)):
        assert isinstance(last.item, Deal)  # noqa: S101 - it was looked for
        number, deal = number_in(last, settings), last.item
        vulnerable = vulnerable_in(last, settings)
    return Glance(
        standings=tuple(_standing(side, tally, vulnerable, settings) for side in SIDES),
        deal=message("bridge.deal", number=number),
        where=_where(deal, vulnerable, settings),
        turn=_turn(state, tally.is_over),
        is_over=tally.is_over,
    )


def next_deal(state: State) -> tuple[Message, tuple[Message, ...]]:
    """The first deal of the next section: what it is called, and the rest of that line."""
    deal = Deal(state.dealer)
    vulnerable = method_of(state.settings).vulnerable(Tally({}), deal, state.settings)
    where = _where(deal, vulnerable, state.settings)
    return message("bridge.deal", number=1), where


def _standing(
    side: Party, tally: Tally, vulnerable: frozenset[str], settings: Settings
) -> PartyScore:
    below: Message | None = None
    if len(form_of(settings).parts) > 1 and not tally.is_over:
        part = tally.part_of(side.id)
        below = message("bridge.no-part-score")
        if part:
            below = message("bridge.part-score", points=part)
    is_marked = side.id in vulnerable and not tally.is_over
    mark = message("bridge.vulnerable") if is_marked else None
    return PartyScore(side, tally.totals[side.id], below, mark)


def _where(deal: Deal, vulnerable: frozenset[str], settings: Settings) -> tuple[Message, ...]:
    """Who dealt, what holds for the Jokers, and who is vulnerable."""
    said = [message("bridge.where.dealer", seat=deal.dealer)]
    jokers = jokers_of(deal, settings)
    if jokers is not None:
        said.append(message(f"bridge.power.{jokers.power.value}"))
        if jokers.mode is not SuitMode.OPEN:
            said.append(message(f"bridge.mode.{jokers.mode.value}"))
        if len(jokers.suits) < 4:
            said += [message("bridge.said.joker-suit", joker=j, suit=s) for j, s in jokers.suits]
    return (*said, message("bridge.where.vulnerable", sides=said_vulnerable(vulnerable)))


def _turn(state: State, is_over: bool) -> Message:
    match awaited(state):
        case Awaited.DEAL:
            code = "over." + state.settings.scoring.value if is_over else "deal"
            return message(f"bridge.turn.{code}", seat=state.dealer)
        case Awaited.CALL:
            return message("bridge.turn.call", seat=state.round.auction.turn)
        case Awaited.WILDCARD:
            return message("bridge.turn.wildcard", joker=unnamed_jokers(state)[0])
        case Awaited.TRICKS:
            return _turn_to_play(state.round, state.settings)
        case Awaited.HIDDEN:
            return message("bridge.turn.hidden", seat=hidden_left(state)[0])
        case other:
            assert_never(other)


def _turn_to_play(deal: Deal, settings: Settings) -> Message:
    """Whose card is next once a card has been played; else, how many tricks there were."""
    rules, watched = play_rules_of(deal, settings), deal.watched
    seat = turn(rules, watched) if rules is not None and watched.entries else None
    if seat is None:
        return message("bridge.turn.tricks")
    return message(f"bridge.turn.{'play' if watched.trick else 'lead'}", seat=seat)
