"""A bridge table's state: the deals played, the one in progress, and how facts
change that."""

from collections import Counter
from dataclasses import dataclass, field, replace

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.evening import Awarded
from scorekeeper.core.play import CardPlayed, PlayRules
from scorekeeper.core.rounds import Round, RoundEnd, Rounds
from scorekeeper.core.rounds import Tally as AnyTally
from scorekeeper.core.rulings import EffectKind
from scorekeeper.core.seats import COMPASS, SIDES, PartyId, Seat, left_of, party_of
from scorekeeper.core.session import Event
from scorekeeper.core.values import WorkedOutOnce, changed
from scorekeeper.games.bridge import play
from scorekeeper.games.bridge.contract import Auction, Call, Contract, Doubling
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
    ChicagoVulnerable,
    JokerSettings,
    Scoring,
    Settings,
    SuitMode,
)
from scorekeeper.games.bridge.tariffs import tariff_of


@dataclass(frozen=True)
class Deal(Round):
    """One deal: what has been recorded of it.

    `holders` is empty while nobody has said who got the face-down cards. `watched` is
    its play, where that was recorded. `first` is who called first, where that was said;
    `jumps` are the calls out of turn that stand, as in an Auction. `is_spread` where
    dummy plays it: Law 54A. `named_in_play` are the wildcards that got their suit as
    they were played."""

    declared: JokersDeclared | None = None
    board: BoardIs | None = None
    holders: tuple[Seat, ...] = ()
    calls: tuple[Call, ...] = ()
    jumps: tuple[tuple[int, Seat], ...] = ()
    first: Seat | None = None
    contract: Contract | None = None
    declarer: Seat | None = None
    is_spread: bool = False
    wildcards: tuple[tuple[Card, Suit], ...] = ()
    named_in_play: tuple[Card, ...] = ()
    tricks: int | None = None
    shown: tuple[HiddenShown, ...] = ()
    honours: tuple[HonoursHeld, ...] = ()

    @property
    def auction(self) -> Auction:
        return Auction(self.first or self.dealer, self.calls, self.jumps)

    @property
    def is_passed_out(self) -> bool:
        return self.end is RoundEnd.PASSED

    @property
    def is_over(self) -> bool:
        return self.end is not RoundEnd.OPEN


@dataclass(frozen=True)
class Tally(AnyTally):
    """How a rubber, a Chicago or a run of boards stands towards its games.

    `board` is the number of the board played last, 0 before the first. `games` and
    `parts` are by side. `vulnerable` were the sides at the last deal with a result, and
    `marks` what that deal has on its row."""

    games: Counter[PartyId] = field(default_factory=Counter)
    parts: Counter[PartyId] = field(default_factory=Counter)
    vulnerable: frozenset[str] = frozenset()
    marks: tuple[str, ...] = ()
    board: int = 0


@dataclass(frozen=True)
class State(WorkedOutOnce, Rounds[Settings, Deal, Tally]):
    """A bridge table: what was scored, and the deal in progress or about to begin."""

    # `round` is the deal in progress, or the one that nobody has begun to record: then
    # `deal` is None, and `last` the deal before it
    @property
    def deal(self) -> Deal | None:
        return self.round if self.round.id is not None else None

    @property
    def dealer(self) -> Seat:
        return self.round.dealer

    @property
    def last_done(self) -> Deal | None:
        return next(self.backwards(), None)

    @property
    def last_deal(self) -> Deal | None:
        return self.deal or self.last_done


def has_boards(settings: Settings) -> bool:
    return settings.scoring is Scoring.DUPLICATE


# ---- which deal it is, and who is vulnerable ----
CHICAGO_DEALS = 4

_NONE: frozenset[str] = frozenset()
_NS = frozenset({SIDES[0].id})
_EW = frozenset({SIDES[1].id})
_ALL = _NS | _EW
BOARDS = (
    *(_NONE, _NS, _EW, _ALL),
    *(_NS, _EW, _ALL, _NONE),
    *(_EW, _ALL, _NONE, _NS),
    *(_ALL, _NONE, _NS, _EW),
)
"""Who is vulnerable on boards 1 to 16, and again from 17 on. Law 2 of duplicate."""


def sides_vulnerable(deal: Deal, tally: Tally, settings: Settings) -> frozenset[str]:
    """Who is vulnerable in a deal, as things stand before it: at a rubber a side that has
    a game, on a board as its number says (Law 2 of duplicate)."""
    if settings.scoring is Scoring.RUBBER:
        return frozenset(tally.games)
    if has_boards(settings):
        if deal.board and deal.board.vulnerable:
            return deal.board.vulnerable.sides
        return BOARDS[(number_of(deal, tally, settings) - 1) % len(BOARDS)]
    return _vulnerable_at_chicago(deal, tally.rounds + 1, settings)


def _vulnerable_at_chicago(
    deal: Deal, number: int, settings: Settings
) -> frozenset[str]:
    if number == 1:
        return _NONE
    if number == CHICAGO_DEALS:
        return _ALL
    dealers = frozenset({party_of(deal.dealer, SIDES).id})
    if settings.chicago_vulnerable is ChicagoVulnerable.DEALER:
        return dealers
    return _ALL - dealers


def number_of(deal: Deal, tally: Tally, settings: Settings) -> int:
    """What a deal is called that is played after this tally: of a board the number
    stated, else the one after the last."""
    if not has_boards(settings):
        return tally.rounds + 1
    return (deal.board and deal.board.number) or tally.board + 1


def opener(state: State) -> Seat | None:
    """Who deals, where the next call would open the auction; None where one is on
    or over."""
    deal = state.round
    return None if deal.calls or deal.contract else deal.dealer


# ---- what holds for the Jokers, and for the play ----
def jokers_of(deal: Deal, settings: Settings) -> play.Jokers | None:
    """The rules for the Jokers of this deal: declared for it, else agreed for the
    session. None in games without Joker powers. A wildcard has a suit once it has been
    named."""
    if not isinstance(settings, JokerSettings):
        return None
    agreed = play.jokers_agreed(settings)
    declared = deal.declared or JokersDeclared()
    named = deal.wildcards
    power = declared.power or agreed.power
    mode = declared.mode or agreed.mode
    if mode is SuitMode.WILDCARD:
        return play.Jokers(power, mode, named, deal.named_in_play)
    # what was sealed holds, whatever it was called in the play
    suits = dict(named if mode is SuitMode.SEALED else agreed.suits)
    suits |= dict(declared.suits)
    return play.Jokers(power, mode, tuple(suits.items()))


def holders_of(deal: Deal, settings: Settings) -> tuple[Seat, ...]:
    """Who holds the face-down cards: as recorded, else by the order of
    dealing (J12)."""
    if deal.holders:
        return deal.holders
    return tuple(
        left_of(deal.dealer, COMPASS, n + 1)
        for n in range(play.pack_of(settings).hidden)
    )


def unseen(deal: Deal, settings: Settings) -> tuple[Seat, ...]:
    """Whose face-down cards of this deal have not been shown, in dealing order: of two,
    that of the side that has shown none."""
    if len(deal.shown) == play.pack_of(settings).hidden:
        return ()
    seen = {party_of(shown.holder, SIDES) for shown in deal.shown}
    holders = holders_of(deal, settings)
    return tuple(seat for seat in holders if party_of(seat, SIDES) not in seen)


def play_rules_of(deal: Deal, settings: Settings) -> PlayRules | None:
    if deal.contract is None or deal.declarer is None:
        return None
    jokers = jokers_of(deal, settings)
    return play.card_play(settings, deal.contract.denomination, deal.declarer, jokers)


def watched_tricks(deal: Deal, settings: Settings) -> int | None:
    if not deal.watched.entries:
        return None
    rules = play_rules_of(deal, settings)
    if rules is None or not deal.watched.is_over(rules):
        return None
    return deal.watched.won_by(declaring_seats(deal))


def declaring_seats(deal: Deal) -> tuple[Seat, ...]:
    return party_of(deal.declarer, SIDES).seats if deal.declarer else ()


def entered(state: State, event: Event) -> Deal:
    deal = state.round
    match event:
        case ContractStated(contract, declarer):
            deal = changed(deal, contract=contract, declarer=declarer)
        case HandSpread(declarer):
            deal = changed(deal, declarer=declarer, is_spread=True)
        case TricksTaken(tricks):
            deal = changed(deal, tricks=tricks, end=RoundEnd.COUNTED)
        case PassedOut():
            deal = changed(deal, end=RoundEnd.PASSED)
        case CallMade():
            deal = _called(deal, event)
        case JokersDeclared():
            deal = _with_declared(deal, event)
        case BoardIs():
            deal = _on_board(deal, event)
        case HiddenDealt() | HiddenShown() | HonoursHeld():
            deal = _with_cards(deal, event)
        case WildcardNamed() | CardPlayed():
            deal = _with_joker_named(deal, event, state.settings)
    return deal


def _with_cards(deal: Deal, event: HiddenDealt | HiddenShown | HonoursHeld) -> Deal:
    if isinstance(event, HiddenDealt):
        return changed(deal, holders=event.holders)
    if isinstance(event, HiddenShown):
        return changed(deal, shown=(*deal.shown, event))
    return changed(deal, honours=(*deal.honours, event))


def _with_declared(deal: Deal, event: JokersDeclared) -> Deal:
    before = deal.declared or JokersDeclared()
    declared = JokersDeclared(
        power=event.power or before.power,
        mode=event.mode or before.mode,
        suits=tuple((dict(before.suits) | dict(event.suits)).items()),
    )
    return changed(deal, declared=declared)


def _on_board(deal: Deal, board: BoardIs) -> Deal:
    """Law 2 of duplicate: the number of a board says who deals."""
    dealer = board.dealer
    if board.number:
        dealer = COMPASS[(board.number - 1) % len(COMPASS)]
    if dealer is None:
        return changed(deal, board=board)
    return changed(deal, board=board, dealer=dealer, is_dealer_said=True)


def _with_joker_named(
    deal: Deal, event: WildcardNamed | CardPlayed, settings: Settings
) -> Deal:
    if isinstance(event, WildcardNamed):
        joker = event.joker
        suit: Suit | None = event.suit
    else:
        joker = event.card
        suit = event.as_suit
    if suit is None:
        return deal
    jokers = jokers_of(deal, settings)
    if jokers is None or jokers.suit(joker) is not None:
        return deal
    deal = changed(deal, wildcards=(*deal.wildcards, (joker, suit)))
    if isinstance(event, CardPlayed):
        deal = changed(deal, named_in_play=(*deal.named_in_play, joker))
    return deal


def _called(deal: Deal, event: CallMade) -> Deal:
    """The deal with this call. Who calls first has dealt, whatever the rotation says;
    where the table, or a ruling, said that somebody else did, the calls stay with those
    who made them (Law 29)."""
    seat = event.seat
    place = len(deal.calls)
    if seat is not None and not deal.calls:
        is_dealer_known = deal.is_dealer_said or event.ruling is not None
        deal = changed(
            deal, first=seat, dealer=deal.dealer if is_dealer_known else seat
        )
    elif seat is not None and seat is not deal.auction.turn:
        deal = changed(deal, jumps=(*deal.jumps, (place, seat)))
    return concluded(changed(deal, calls=(*deal.calls, event.call)))


def concluded(deal: Deal) -> Deal:
    """The deal with the contract and declarer that its auction, if over, came to.
    Nobody's bid ends the deal."""
    auction = deal.auction
    if not auction.is_over:
        return deal
    if auction.contract is None:
        return changed(deal, end=RoundEnd.PASSED)
    return changed(deal, contract=auction.contract, declarer=auction.declarer)


# ---- what rulings give in a deal ----

RESULT = "result"
"""The effect that says how many tricks a side has won in all."""
AWARDABLE = frozenset({EffectKind.TRICKS, RESULT, EffectKind.DOUBLING})


def awarded(deal: Deal, award: Awarded, settings: Settings) -> Deal:
    """A deal that has its result, with what a ruling gives in it to a side: so many
    tricks more, or so many in all; and a double taken away that could not be."""
    if award.effect == EffectKind.DOUBLING:
        return undoubled(deal, award)
    if deal.declarer is None or deal.tricks is None:
        return deal
    most = tariff_of(settings, False).tricks
    tricks = deal.tricks
    if award.party == party_of(deal.declarer, SIDES).id:
        tricks = award.amount if award.effect == RESULT else tricks + award.amount
    else:
        tricks = (
            most - award.amount if award.effect == RESULT else tricks - award.amount
        )
    return changed(deal, tricks=max(0, min(tricks, most)))


def undoubled(deal: Deal, award: Awarded) -> Deal:
    """Law 36C: the contract without the double or redouble; `award.amount` is what
    is left."""
    contract = deal.contract
    if contract is None or contract.doubling.step <= award.amount:
        return deal
    doubling = tuple(Doubling)[award.amount]
    return replace(deal, contract=replace(contract, doubling=doubling))
