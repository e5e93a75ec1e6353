"""A bridge table's state: the deals played, the one in progress, and how facts change that."""

from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.play import CardPlayed, PlayRules
from scorekeeper.core.rounds import Round, RoundEnd, Rounds
from scorekeeper.core.rounds import Tally as AnyTally
from scorekeeper.core.seats import COMPASS, SIDES, Seat, left_of, party_of
from scorekeeper.core.sheet import Shown
from scorekeeper.games.bridge.contract import Contract
from scorekeeper.games.bridge.events import (
    Auction,
    BoardIs,
    Call,
    CallMade,
    ContractStated,
    HiddenDealt,
    HiddenShown,
    HonoursHeld,
    JokersDeclared,
    PassedOut,
    TricksTaken,
    WildcardNamed,
)
from scorekeeper.games.bridge.play import Jokers, card_play, jokers_agreed, pack_of
from scorekeeper.games.bridge.settings import JokerSettings, Settings, SuitMode

Points = tuple[tuple[str, int], ...]
"""Figures by side."""


@dataclass(frozen=True, slots=True)
class Deal(Round):
    """One deal: what has been recorded of it.

    `holders` is empty while nobody has said who got the face-down cards. `watched` is its play,
    where that was recorded. `first` is who called first, where that was said.
    """

    declared: JokersDeclared | None = None
    board: BoardIs | None = None
    holders: tuple[Seat, ...] = ()
    calls: tuple[Call, ...] = ()
    first: Seat | None = None
    contract: Contract | None = None
    declarer: Seat | None = None
    wildcards: tuple[tuple[Card, Suit], ...] = ()
    tricks: int | None = None
    shown: tuple[HiddenShown, ...] = ()
    honours: tuple[HonoursHeld, ...] = ()

    @property
    def auction(self) -> Auction:
        """The auction as far as it was recorded call by call."""
        return Auction(self.first or self.dealer, self.calls)

    @property
    def is_passed_out(self) -> bool:
        """Whether nobody bid."""
        return self.end is RoundEnd.PASSED

    @property
    def is_over(self) -> bool:
        """Whether the deal has its result."""
        return self.end is not RoundEnd.OPEN


@dataclass(frozen=True, slots=True)
class Tally(AnyTally):
    """How a rubber, a Chicago or a run of boards stands towards its games.

    `board` is the number of the board played last, 0 before the first.
    `games` and `parts` are by side. `vulnerable` were the sides at the last deal with a result,
    and `marks` what that deal has on its row.
    """

    games: Points = ()
    parts: Points = ()
    vulnerable: frozenset[str] = frozenset()
    marks: tuple[str, ...] = ()
    board: int = 0

    def games_of(self, side: str) -> int:
        """The games this side has won in the section."""
        return dict(self.games).get(side, 0)

    def part_of(self, side: str) -> int:
        """The part-score this side has towards the open game."""
        return dict(self.parts).get(side, 0)


@dataclass(frozen=True, slots=True)
class State(Shown, Rounds[Settings, Deal, Tally]):
    """A bridge table: what was scored, and the deal in progress or about to begin."""

    @property
    def deal(self) -> Deal | None:
        """The deal in progress."""
        return self.round if self.round.id is not None else None

    @property
    def dealer(self) -> Seat:
        """Who deals the deal in progress or, without one, the next."""
        return self.round.dealer

    @property
    def last_done(self) -> Deal | None:
        """The last deal that has its result."""
        return next(self.backwards(), None)

    @property
    def last_deal(self) -> Deal | None:
        """The deal in progress, else the last one played."""
        return self.deal or self.last_done


def jokers_of(deal: Deal, settings: Settings) -> Jokers | None:
    """What holds for the Jokers of this deal: declared for it, else agreed for the session.

    None in games without Joker powers. A wildcard has a suit once it has been named.
    """
    if not isinstance(settings, JokerSettings):
        return None
    agreed = jokers_agreed(settings)
    said, named = deal.declared or JokersDeclared(), deal.wildcards
    power, mode = said.power or agreed.power, said.mode or agreed.mode
    if mode is SuitMode.WILDCARD:
        return Jokers(power, mode, named)
    if mode is SuitMode.SEALED:  # what was sealed holds, whatever it was called in the play
        return Jokers(power, mode, tuple((dict(named) | dict(said.suits)).items()))
    return Jokers(power, mode, tuple((dict(agreed.suits) | dict(said.suits)).items()))


def opener(state: State) -> Seat | None:
    """Who deals, where the next call would open the auction; None where one is on or over."""
    deal = state.round
    return None if deal.calls or deal.contract else deal.dealer


def holders_of(deal: Deal, settings: Settings) -> tuple[Seat, ...]:
    """Who holds the face-down cards: as recorded, else by the order of dealing (J12)."""
    if deal.holders:
        return deal.holders
    return tuple(left_of(deal.dealer, COMPASS, n + 1) for n in range(pack_of(settings).hidden))


def unseen(deal: Deal, settings: Settings) -> tuple[Seat, ...]:
    """Whose face-down cards of this deal have not been shown, in dealing order: of two, that of
    the side that has shown none."""
    if len(deal.shown) == pack_of(settings).hidden:
        return ()
    seen = {one.holder for one in deal.shown}
    sides = [side for side in SIDES if not seen & set(side.seats)] if seen else SIDES
    left = {seat for side in sides for seat in side.seats}
    return tuple(seat for seat in holders_of(deal, settings) if seat in left)


def play_rules_of(deal: Deal, settings: Settings) -> PlayRules | None:
    """What the tricks of this deal are played under; None without a contract."""
    if deal.contract is None or deal.declarer is None:
        return None
    jokers = jokers_of(deal, settings)
    return card_play(settings, deal.contract.denomination, deal.declarer, jokers)


def watched_tricks(deal: Deal, settings: Settings) -> int | None:
    """The tricks of declarer's side; None unless all of them were watched."""
    rules = play_rules_of(deal, settings)
    if rules is None or not deal.watched.is_over(rules):
        return None
    return deal.watched.won_by(declaring_side(deal))


def declaring_side(deal: Deal) -> tuple[Seat, ...]:
    """Declarer and dummy; nobody without a contract."""
    return party_of(deal.declarer, SIDES).seats if deal.declarer else ()


def entered(state: Rounds[Settings, Deal, Tally], event: Any) -> Deal:
    """The deal once this has been entered, which has passed the checks."""
    deal = state.round
    match event:
        case ContractStated(contract, declarer):
            deal = replace(deal, contract=contract, declarer=declarer)
        case TricksTaken(tricks):
            deal = replace(deal, tricks=tricks, end=RoundEnd.COUNTED)
        case PassedOut():
            deal = replace(deal, end=RoundEnd.PASSED)
        case CallMade(call, seat):
            deal = concluded(_called(deal, call, seat))
        case JokersDeclared():
            deal = replace(deal, declared=_over(event, deal.declared))
        case BoardIs(number, dealer):
            first = COMPASS[(number - 1) % 4] if number else dealer
            is_said = deal.is_dealer_said or first is not None
            deal = replace(deal, board=event, dealer=first or deal.dealer, is_dealer_said=is_said)
        case HiddenDealt(holders):
            deal = replace(deal, holders=holders)
        case HiddenShown() | HonoursHeld():
            name = "shown" if isinstance(event, HiddenShown) else "honours"
            late: dict[str, Any] = {name: (*getattr(deal, name), event)}
            deal = replace(deal, **late)
        case WildcardNamed(card, suit) | CardPlayed(card=card, as_suit=Suit() as suit):
            deal = _named(deal, state.settings, card, suit)
    return deal


def _called(deal: Deal, call: Call, seat: Seat | None) -> Deal:
    """The deal with this call. Who calls first has dealt, whatever the rotation says; where the
    table said that somebody else did, the calls stay with those who made them (Law 29)."""
    if seat is not None and not deal.calls:
        dealer = deal.dealer if deal.is_dealer_said else seat
        deal = replace(deal, first=seat, dealer=dealer)
    return replace(deal, calls=(*deal.calls, call))


def concluded(deal: Deal) -> Deal:
    """The deal with the contract and declarer that its auction, if over, came to.

    Nobody's bid ends the deal.
    """
    auction = deal.auction
    if not auction.is_over:
        return deal
    end = deal.end if auction.contract else RoundEnd.PASSED
    return replace(deal, contract=auction.contract, declarer=auction.declarer, end=end)


def _named(deal: Deal, settings: Settings, card: Card, suit: Suit) -> Deal:
    """The deal with the suit that a wildcard takes, before the lead or in play; one that has one
    keeps it."""
    jokers = jokers_of(deal, settings)
    if jokers is None or jokers.suit(card) is not None:
        return deal
    return replace(deal, wildcards=(*deal.wildcards, (card, suit)))


def _over(now: JokersDeclared, before: JokersDeclared | None) -> JokersDeclared:
    """Both declarations in one; where both speak, the later one holds."""
    if before is None:
        return now
    suits = tuple((dict(before.suits) | dict(now.suits)).items())
    return JokersDeclared(now.power or before.power, now.mode or before.mode, suits)
