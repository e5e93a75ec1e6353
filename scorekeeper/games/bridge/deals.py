"""A bridge table's state: the deals played, the one in progress, and how events change them."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import assert_never

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.evening import Adjusted, CarriedIn, DealerIs, Ended, ThrownIn
from scorekeeper.core.play import CardPlayed, LeadIs, PlayRules, Watched, played
from scorekeeper.core.seats import COMPASS, SIDES, Seat, left_of, party_of
from scorekeeper.core.session import At
from scorekeeper.core.sheet import People
from scorekeeper.games.bridge.auction import Auction, Call
from scorekeeper.games.bridge.card_play import card_play
from scorekeeper.games.bridge.contract import Contract
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
from scorekeeper.games.bridge.play import Jokers, jokers_agreed, pack_of
from scorekeeper.games.bridge.settings import Chicago, Scoring, Settings, SuitMode

FIRST_DEALER = Seat.NORTH
_UNWATCHED = Watched()


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal: what has been recorded of it.

    `origin` is the entry that opened it, `entries` those in force, `people` who sat when its
    result came. It is over once it was passed out or has `tricks`. `holders` is empty while
    nobody has said who got the face-down cards. `watched` is its play, where that was recorded.
    """

    origin: int
    dealer: Seat
    entries: tuple[int, ...] = ()
    people: People = ()
    declared: JokersDeclared | None = None
    holders: tuple[Seat, ...] = ()
    calls: tuple[Call, ...] = ()
    contract: Contract | None = None
    declarer: Seat | None = None
    is_passed_out: bool = False
    wildcards: tuple[tuple[Card, Suit], ...] = ()
    tricks: int | None = None
    shown: tuple[HiddenShown, ...] = ()
    honours: tuple[HonoursHeld, ...] = ()
    watched: Watched = _UNWATCHED

    @property
    def auction(self) -> Auction:
        """The auction as far as it was recorded call by call."""
        return Auction(self.dealer, self.calls)

    @property
    def is_over(self) -> bool:
        """Whether the deal has its result."""
        return self.is_passed_out or self.tricks is not None


@dataclass(frozen=True, slots=True)
class Noted:
    """An entry that stands on the sheet by itself: a score carried in, an adjustment, an end."""

    origin: int
    seq: int
    event: CarriedIn | Adjusted | Ended
    people: People


@dataclass(frozen=True, slots=True)
class State:
    """A bridge table: what is done, in the order of play, and the deal in progress, if any.

    `dealer` deals the deal in progress or, without one, the next; `early` are entries that
    belong to a deal that has not begun.
    """

    settings: Settings
    dealer: Seat = FIRST_DEALER
    done: tuple[Deal | Noted, ...] = ()
    deal: Deal | None = None
    early: tuple[int, ...] = ()

    @property
    def last_deal(self) -> Deal | None:
        """The deal in progress, else the last one played."""
        if self.deal is not None:
            return self.deal
        return next((one for one in reversed(self.done) if isinstance(one, Deal)), None)


def start(settings: Settings) -> State:
    """A table before its first deal."""
    return State(settings)


def jokers_of(deal: Deal, settings: Settings) -> Jokers | None:
    """What holds for the Jokers of this deal: declared for it, else agreed for the session.

    None in games without Joker powers. A wildcard has a suit once it has been named.
    """
    return _jokers(deal.declared, deal.wildcards, settings)


def opener(state: State) -> Seat | None:
    """Who deals, where the next call would open the auction; None where one is on or over."""
    deal = state.deal
    if deal is None:
        return state.dealer
    return None if deal.calls or deal.contract else deal.dealer


def holders_of(deal: Deal, settings: Settings) -> tuple[Seat, ...]:
    """Who holds the face-down cards: as recorded, else by the order of dealing (J12)."""
    if deal.holders:
        return deal.holders
    return tuple(left_of(deal.dealer, COMPASS, n + 1) for n in range(pack_of(settings).hidden))


def play_rules_of(deal: Deal, settings: Settings) -> PlayRules | None:
    """What the tricks of this deal are played under; None without a contract."""
    if deal.contract is None or deal.declarer is None:
        return None
    jokers = jokers_of(deal, settings)
    return card_play(settings, deal.contract.denomination, deal.declarer, jokers)


def declaring_side(deal: Deal) -> tuple[Seat, ...]:
    """Declarer and dummy; nobody without a contract."""
    return party_of(deal.declarer, SIDES).seats if deal.declarer else ()


def apply(state: State, event: Event, at: At) -> State:
    """The table after this event, which has passed `check`."""
    match event:
        case ContractStated() | TricksTaken() | CallMade() | PassedOut():
            return _bid_and_played(state, event, at)
        case JokersDeclared() | HiddenDealt():
            return _prepared(state, event, at)
        case HiddenShown() | HonoursHeld() | WildcardNamed():
            return _attached(state, event, at)
        case CardPlayed() | LeadIs():
            return _watched(state, event, at)
        case DealerIs() | ThrownIn() | CarriedIn() | Adjusted() | Ended():
            return _noted(state, event, at)
        case _:
            assert_never(event)


def _bid_and_played(
    state: State, event: ContractStated | TricksTaken | CallMade | PassedOut, at: At
) -> State:
    deal = _opened(state, at)
    match event:
        case ContractStated():
            deal = replace(deal, contract=event.contract, declarer=event.declarer)
            return replace(state, deal=deal, early=())
        case TricksTaken():
            return _finished(state, replace(deal, tricks=event.tricks, people=at.people))
        case PassedOut():
            return _finished(state, replace(deal, is_passed_out=True, people=at.people))
        case CallMade():
            return _called(state, replace(deal, calls=(*deal.calls, event.call)), at)
        case _:
            assert_never(event)


def _called(state: State, deal: Deal, at: At) -> State:
    deal = _concluded(deal)
    if deal.auction.is_over and deal.contract is None:
        return _finished(state, replace(deal, is_passed_out=True, people=at.people))
    return replace(state, deal=deal, early=())


def _concluded(deal: Deal) -> Deal:
    """The deal with the contract and declarer that its auction, if over, came to."""
    auction = deal.auction
    if not auction.is_over:
        return deal
    return replace(deal, contract=auction.contract, declarer=auction.declarer)


def _watched(state: State, event: CardPlayed | LeadIs, at: At) -> State:
    """A card played, or the lead given to somebody."""
    deal = _opened(state, at)
    rules = play_rules_of(deal, state.settings)
    if rules is None:
        return state
    named = _named_in_play(deal, state.settings, event)
    watched = played(rules, deal.watched, event, at.seq)
    deal = replace(deal, watched=watched, wildcards=(*deal.wildcards, *named))
    return replace(state, deal=deal, early=())


def _named_in_play(
    deal: Deal, settings: Settings, event: CardPlayed | LeadIs
) -> tuple[tuple[Card, Suit], ...]:
    """The wildcard that gets its suit by this play, and the suit."""
    if not isinstance(event, CardPlayed) or event.as_suit is None:
        return ()
    jokers = jokers_of(deal, settings)
    is_open = jokers is not None and jokers.suit(event.card) is None
    return ((event.card, event.as_suit),) if is_open else ()


def _prepared(state: State, event: JokersDeclared | HiddenDealt, at: At) -> State:
    deal = _opened(state, at)
    match event:
        case JokersDeclared():
            deal = replace(deal, declared=_over(event, deal.declared))
        case HiddenDealt():
            deal = replace(deal, holders=event.holders)
        case _:
            assert_never(event)
    return replace(state, deal=deal, early=())


def _over(now: JokersDeclared, before: JokersDeclared | None) -> JokersDeclared:
    """Both declarations in one; where both speak, the later one holds."""
    if before is None:
        return now
    suits = tuple((dict(before.suits) | dict(now.suits)).items())
    return JokersDeclared(now.power or before.power, now.mode or before.mode, suits)


def _attached(state: State, event: HiddenShown | HonoursHeld | WildcardNamed, at: At) -> State:
    deal = state.last_deal
    if deal is None:
        return state
    entries = (*deal.entries, at.seq)
    match event:
        case HiddenShown():
            new = replace(deal, entries=entries, shown=(*deal.shown, event))
        case HonoursHeld():
            new = replace(deal, entries=entries, honours=(*deal.honours, event))
        case WildcardNamed():
            named = (*deal.wildcards, (event.joker, event.suit))
            new = replace(deal, entries=entries, wildcards=named)
        case _:
            assert_never(event)
    if state.deal is not None:
        return replace(state, deal=new)
    places = range(len(state.done) - 1, -1, -1)
    place = next(n for n in places if state.done[n] is deal)
    return replace(state, done=(*state.done[:place], new, *state.done[place + 1 :]))


def _noted(
    state: State, event: DealerIs | ThrownIn | CarriedIn | Adjusted | Ended, at: At
) -> State:
    match event:
        case DealerIs():
            return _dealt_by(state, event.seat, at)
        case ThrownIn():
            return replace(state, deal=None, early=())
        case CarriedIn() | Adjusted() | Ended():
            noted = Noted(_origin(state, at), at.seq, event, at.people)
            dealer = _dealer_after(state, event)
            return replace(state, done=(*state.done, noted), dealer=dealer)
        case _:
            assert_never(event)


def _dealt_by(state: State, dealer: Seat, at: At) -> State:
    if state.deal is None:
        return replace(state, dealer=dealer, early=(*state.early, at.seq))
    deal = replace(state.deal, dealer=dealer, entries=(*state.deal.entries, at.seq))
    return replace(state, dealer=dealer, deal=_concluded(deal))


def _dealer_after(state: State, event: CarriedIn | Adjusted | Ended) -> Seat:
    """Boards start again with the first dealer; at a rubber the deal just moves on."""
    if isinstance(event, Ended) and state.settings.scoring is Scoring.DUPLICATE:
        return FIRST_DEALER
    return state.dealer


def _opened(state: State, at: At) -> Deal:
    """The deal in progress, or the one that this event opens, with the event among its entries."""
    deal = state.deal
    if deal is None:
        return Deal(_origin(state, at), state.dealer, (*state.early, at.seq))
    return replace(deal, entries=(*deal.entries, at.seq))


def _origin(state: State, at: At) -> int:
    """The id of the row that opens here: the entry this one replaces, unless a row has that."""
    taken = at.origin != at.seq and any(one.origin == at.origin for one in state.done)
    return at.seq if taken else at.origin


def _finished(state: State, deal: Deal) -> State:
    again = deal.is_passed_out and redeals_passed_out(state.settings)
    dealer = deal.dealer if again else left_of(deal.dealer, COMPASS)
    return State(state.settings, dealer, (*state.done, deal))


def redeals_passed_out(settings: Settings) -> bool:
    """Whether the same dealer deals a passed-out deal again: at Chicago with carried scores."""
    return settings.scoring is Scoring.CHICAGO and settings.chicago is Chicago.CARRIED


@lru_cache(maxsize=256)
def _jokers(
    declared: JokersDeclared | None,
    named: tuple[tuple[Card, Suit], ...],
    settings: Settings,
) -> Jokers | None:
    agreed = jokers_agreed(settings)
    if agreed is None:
        return None
    said = declared or JokersDeclared()
    mode = said.mode or agreed.mode
    if mode is SuitMode.WILDCARD:
        return Jokers(said.power or agreed.power, mode, named)
    if mode is SuitMode.SEALED:  # what was sealed holds, whatever it was called in the play
        opened = tuple((dict(named) | dict(said.suits)).items())
        return Jokers(said.power or agreed.power, mode, opened)
    suits = dict(agreed.suits) | dict(said.suits)
    return Jokers(said.power or agreed.power, mode, tuple(suits.items()))
