"""A bridge table's state: the deals played, the one in progress, how facts change that, and
which of them can't be entered."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.citations import published
from scorekeeper.core.errors import ImpossibleResult, RuleViolation, refused
from scorekeeper.core.messages import listed, message
from scorekeeper.core.play import CardPlayed, PlayRules, trick_of
from scorekeeper.core.play import turn as to_play
from scorekeeper.core.rounds import Round, RoundEnd, Rounds
from scorekeeper.core.rounds import Tally as AnyTally
from scorekeeper.core.seats import COMPASS, SIDES, Seat, check_seats, left_of, partner, party_of
from scorekeeper.core.sheet import ShownOnce
from scorekeeper.games.bridge import events, play, tariffs
from scorekeeper.games.bridge.contract import (
    Auction,
    Call,
    Contract,
    check_contract,
    check_tricks,
    why_not,
)
from scorekeeper.games.bridge.rules import LAWS_2017, JokerSettings, Scoring, Settings, SuitMode


@dataclass(frozen=True, slots=True)
class Deal(Round):
    """One deal: what has been recorded of it.

    `holders` is empty while nobody has said who got the face-down cards. `watched` is its play,
    where that was recorded. `first` is who called first, where that was said. `is_spread` where
    dummy plays it: Law 54A."""

    declared: events.JokersDeclared | None = None
    board: events.BoardIs | None = None
    holders: tuple[Seat, ...] = ()
    calls: tuple[Call, ...] = ()
    first: Seat | None = None
    contract: Contract | None = None
    declarer: Seat | None = None
    is_spread: bool = False
    wildcards: tuple[tuple[Card, Suit], ...] = ()
    tricks: int | None = None
    shown: tuple[events.HiddenShown, ...] = ()
    honours: tuple[events.HonoursHeld, ...] = ()

    @property
    def auction(self) -> Auction:
        """The auction as far as it was recorded call by call."""
        return Auction(self.first or self.dealer, self.calls)

    @property
    def is_passed_out(self) -> bool:
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
    and `marks` what that deal has on its row."""

    games: Counter[str] = field(default_factory=Counter)
    parts: Counter[str] = field(default_factory=Counter)
    vulnerable: frozenset[str] = frozenset()
    marks: tuple[str, ...] = ()
    board: int = 0


@dataclass(frozen=True, slots=True)
class State(ShownOnce, Rounds[Settings, Deal, Tally]):
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


def has_boards(settings: Settings) -> bool:
    """Whether several tables may have played the same deals."""
    return settings.scoring is Scoring.DUPLICATE


def jokers_of(deal: Deal, settings: Settings) -> play.Jokers | None:
    """What holds for the Jokers of this deal: declared for it, else agreed for the session.
    None in games without Joker powers. A wildcard has a suit once it has been named."""
    if not isinstance(settings, JokerSettings):
        return None
    agreed = play.jokers_agreed(settings)
    said, named = deal.declared or events.JokersDeclared(), deal.wildcards
    power, mode = said.power or agreed.power, said.mode or agreed.mode
    if mode is SuitMode.WILDCARD:
        return play.Jokers(power, mode, named)
    if mode is SuitMode.SEALED:  # what was sealed holds, whatever it was called in the play
        return play.Jokers(power, mode, tuple((dict(named) | dict(said.suits)).items()))
    return play.Jokers(power, mode, tuple((dict(agreed.suits) | dict(said.suits)).items()))


def opener(state: State) -> Seat | None:
    """Who deals, where the next call would open the auction; None where one is on or over."""
    deal = state.round
    return None if deal.calls or deal.contract else deal.dealer


def holders_of(deal: Deal, settings: Settings) -> tuple[Seat, ...]:
    """Who holds the face-down cards: as recorded, else by the order of dealing (J12)."""
    if deal.holders:
        return deal.holders
    return tuple(left_of(deal.dealer, COMPASS, n + 1) for n in range(play.pack_of(settings).hidden))


def unseen(deal: Deal, settings: Settings) -> tuple[Seat, ...]:
    """Whose face-down cards of this deal have not been shown, in dealing order: of two, that of
    the side that has shown none."""
    if len(deal.shown) == play.pack_of(settings).hidden:
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
    return play.card_play(settings, deal.contract.denomination, deal.declarer, jokers)


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
        case events.HandSpread(declarer):
            deal = replace(deal, declarer=declarer, is_spread=True)
        case events.ContractStated() | events.HiddenDealt():
            deal = replace(deal, **{one.name: getattr(event, one.name) for one in fields(event)})
        case events.TricksTaken(tricks):
            deal = replace(deal, tricks=tricks, end=RoundEnd.COUNTED)
        case events.PassedOut():
            deal = replace(deal, end=RoundEnd.PASSED)
        case events.CallMade(call, seat):
            deal = concluded(_called(deal, call, seat))
        case events.JokersDeclared():
            deal = replace(deal, declared=_over(event, deal.declared))
        case events.BoardIs(number, dealer):
            first = COMPASS[(number - 1) % 4] if number else dealer
            is_said = deal.is_dealer_said or first is not None
            deal = replace(deal, board=event, dealer=first or deal.dealer, is_dealer_said=is_said)
        case events.HiddenShown() | events.HonoursHeld():
            name = "shown" if isinstance(event, events.HiddenShown) else "honours"
            late: dict[str, Any] = {name: (*getattr(deal, name), event)}
            deal = replace(deal, **late)
        case events.WildcardNamed(card, suit) | CardPlayed(card=card, as_suit=Suit() as suit):
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
    Nobody's bid ends the deal."""
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


def _over(
    now: events.JokersDeclared, before: events.JokersDeclared | None
) -> events.JokersDeclared:
    """Both declarations in one; where both speak, the later one holds."""
    if before is None:
        return now
    suits = tuple((dict(before.suits) | dict(now.suits)).items())
    return events.JokersDeclared(now.power or before.power, now.mode or before.mode, suits)


# ---- what of a deal can't be entered ----

MOST_BOARDS = 999  # the highest number that a board may have

_AUCTION = published(LAWS_2017, "Laws 18-22", "auction")


def refusal(code: str, field: str, **said: object) -> RuleViolation:
    """What can't follow, in this family's words."""
    return refused(f"bridge.refused.{code}", field, **said)


def impossibility(code: str, field: str, **said: object) -> ImpossibleResult:
    """What can't be, in this family's words."""
    return ImpossibleResult(message(f"bridge.refused.{code}", **said), field)


# ---- the auction and the result ----
def _check_taken(state: State, event: events.TricksTaken) -> None:
    if state.round.contract is None:
        raise refusal("no-contract", "tricks", tricks=event.tricks)
    check_tricks(event.tricks, tariffs.tariff_of(state.settings, False))


def _check_stated(state: State, event: events.ContractStated | events.PassedOut) -> None:
    deal = state.round
    if deal.contract is not None:
        raise refusal("contract-stands", "contract", said=event.said(), contract=deal.contract)
    if deal.calls:
        raise refusal("auction-begun", "contract", said=event.said(), n=len(deal.calls))
    if isinstance(event, events.ContractStated):
        check_contract(event.contract, tariffs.tariff_of(state.settings, False))
        check_seats((event.declarer,), COMPASS, "declarer")


def _check_spread(state: State, event: events.HandSpread) -> None:
    """Refuse it of anybody but dummy, a second time, and once cards have been recorded."""
    deal = state.round
    is_dummys = deal.declarer is not None and event.declarer is partner(deal.declarer, COMPASS)
    if not is_dummys or deal.is_spread or deal.watched.entries:
        raise refusal("spread", "declarer", said=event.said())


def _check_call(state: State, event: events.CallMade) -> None:
    """Refuse what can't be called now, and a call by somebody else than the next in turn: who
    called first has dealt, or the table said who did."""
    deal, call, seat = state.round, event.call, event.seat
    why = why_not(deal.auction, call, tariffs.tariff_of(state.settings, False))
    if deal.contract is not None:
        why = message("bridge.refused.auction-over", call=call)
    elif deal.calls and seat not in (None, turn := deal.auction.turn):
        why = message("refused.out-of-rotation", call=call, seat=seat, turn=turn)
    if why is not None:
        raise RuleViolation(why, "call", _AUCTION)
    if seat is not None:
        check_seats((seat,), COMPASS, "seat")


def check_not_held(state: State, event: CardPlayed) -> None:
    deal, rules = state.round, play_rules_of(state.round, state.settings)
    seat = event.seat or (to_play(rules, deal.watched) if rules else None)
    for held in deal.honours:
        if event.card in held.cards and held.seat is not seat:
            raise impossibility("played-held", "card", card=event.card, seat=seat, holder=held.seat)


def _check_board(state: State, event: events.BoardIs) -> None:
    deal, by_hand = state.round, event.dealer or event.vulnerable
    if not has_boards(state.settings):
        raise refusal("no-boards", "number", said=event.said())
    if deal.calls or deal.contract or deal.board:
        raise refusal("board-late", "number", said=event.said())
    if event.number is None and not by_hand:
        raise refusal("no-board", "number")
    if event.number is not None and by_hand:
        raise refusal("board-both", "number", number=event.number)
    if event.number is not None and not 1 <= event.number <= MOST_BOARDS:
        raise refusal("board-number", "number", number=event.number, most=MOST_BOARDS)
    if event.dealer is not None:
        check_seats((event.dealer,), COMPASS, "dealer")


# ---- Jokers ----
def _check_declared(state: State, event: events.JokersDeclared) -> None:
    pack, deal = play.pack_of(state.settings), state.round
    jokers = jokers_of(deal, state.settings)
    if jokers is None:
        raise refusal("no-jokers", "power")
    if deal.calls or deal.contract:
        raise refusal("bidding-begun", "power")
    if event == events.JokersDeclared():
        raise refusal("nothing-declared", "power")
    if event.mode in (SuitMode.WILDCARD, SuitMode.SEALED) and not pack.hidden:
        is_wild = event.mode is SuitMode.WILDCARD
        raise refusal("no-wildcards" if is_wild else "no-sealed-suits", "mode")
    if event.suits:
        _check_suits(event, event.mode or jokers.mode, pack.jokers)


def _check_suits(event: events.JokersDeclared, mode: SuitMode, jokers: tuple[Card, ...]) -> None:
    """Refuse suits that are declared where each Joker gets its own in another way; a suit that was
    sealed is stated by itself, once it is opened."""
    if mode is SuitMode.WILDCARD:
        raise refusal("wildcard-suit", "suits")
    if event.mode is SuitMode.SEALED:
        raise refusal("sealed-suit", "suits")
    if len(dict(event.suits)) < len(event.suits):
        raise refusal("two-suits", "suits")
    for joker, suit in event.suits:
        if joker not in jokers:
            raise refusal("no-such-joker", "suits", joker=joker)
        _check_suit(joker, suit, play.joker_suits(joker), "suits")


def _check_suit(joker: Card, suit: Suit, suits: tuple[Suit, ...], field: str) -> None:
    if suit not in suits:
        raise refusal("joker-suit", field, joker=joker, suit=suit, suits=listed(suits))


def _check_named(state: State, event: events.WildcardNamed) -> None:
    deal, joker, suit = state.last, event.joker, event.suit
    if deal.contract is None:
        raise refusal("wildcard-early", "suit", joker=joker)
    jokers = jokers_of(deal, state.settings)
    if jokers is None or jokers.mode is not SuitMode.WILDCARD:
        raise refusal("fixed", "suit", joker=joker)
    if joker not in play.pack_of(state.settings).jokers:
        raise refusal("no-such-joker", "joker", joker=joker)
    _check_suit(joker, suit, play.wildcard_suits(joker, state.settings), "suit")
    had = jokers.suit(joker)
    if had is not None:
        raise refusal("named-before", "suit", joker=joker, suit=had)
    if deal.watched.plays and not deal.is_over:
        raise refusal("wildcard-late", "suit", joker=joker)
    if any(one.card == joker for one in deal.shown):
        raise refusal("face-down", "joker", joker=joker)


# ---- hidden cards ----
def _check_dealt(state: State, event: events.HiddenDealt) -> None:
    hidden = play.pack_of(state.settings).hidden
    if not hidden:
        raise refusal("no-hidden", "holders")
    check_seats(event.holders, COMPASS, "holders")
    if len(event.holders) != hidden:
        raise refusal("holders", "holders", entered=len(event.holders), n=hidden)
    _check_one_a_side(event.holders)


def _check_one_a_side(seats: tuple[Seat, ...]) -> None:
    """Rule: Joker Bridge §3: of two face-down cards each side gets one."""
    if len({party_of(seat, SIDES) for seat in seats}) < len(seats):
        raise refusal("one-a-side", "holders", seats=listed(seats))


def _check_shown(state: State, event: events.HiddenShown) -> None:
    pack, deal = play.pack_of(state.settings), state.last
    if not pack.hidden:
        raise refusal("no-hidden", "card")
    if not deal.is_over:
        raise refusal("shown-early", "card")
    check_seats((event.holder,), COMPASS, "holder")
    seats = tuple(one.holder for one in deal.shown)
    if len(seats) >= pack.hidden:
        raise refusal("all-shown", "holder", n=pack.hidden, seats=listed(seats))
    if event.holder in seats:
        raise refusal("shown-before", "holder", seat=event.holder)
    if deal.holders and event.holder not in deal.holders:
        raise refusal("not-holder", "holder", seat=event.holder, seats=listed(deal.holders))
    _check_one_a_side((*seats, event.holder))
    if event.card is not None:
        if event.card not in pack.cards:
            raise impossibility("not-in-pack", "card", card=event.card, n=pack.size)
        _check_not_elsewhere(deal, event.card)


def _check_not_elsewhere(deal: Deal, card: Card) -> None:
    """Refuse a face-down card that has been seen in another place."""
    for shown in deal.shown:
        if shown.card == card:
            raise impossibility("card-shown", "card", card=card, seat=shown.holder)
    for held in deal.honours:
        if card in held.cards:
            raise impossibility("card-held", "card", card=card, seat=held.seat)
    named = dict(deal.wildcards).get(card)
    if named is not None:
        raise impossibility("joker-named", "card", card=card, suit=named)
    place = trick_of(deal.watched, card)
    if place is not None:
        raise impossibility("card-played", "card", card=card, seat=place[1].seat, trick=place[0])


CHECKS: Mapping[type, Callable[[State, Any], None]] = {
    events.ContractStated: _check_stated,
    events.PassedOut: _check_stated,
    events.TricksTaken: _check_taken,
    events.CallMade: _check_call,
    events.HandSpread: _check_spread,
    events.BoardIs: _check_board,
    events.JokersDeclared: _check_declared,
    events.HiddenDealt: _check_dealt,
    events.HiddenShown: _check_shown,
    events.WildcardNamed: _check_named,
}
"""What refuses a fact of a deal, honours apart."""
