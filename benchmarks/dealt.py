"""One hand of any game, drawn by lot: the facts that a table would enter, a command at
a time."""

import random
from collections.abc import Callable

from scorekeeper.core.cards import FRENCH, Card, Suit
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.seats import COMPASS, TEAMS, Numbers, Ring
from scorekeeper.core.session import Command, Entry, Event
from scorekeeper.games.berzerka.events import BoardSet, HandStated, How
from scorekeeper.games.berzerka.rules import PRINTED, SHAPESHIFT, STARTER, Named
from scorekeeper.games.berzerka.state import RING as THREE
from scorekeeper.games.bridge.contract import (
    PASS,
    Call,
    CallKind,
    Contract,
    Denomination,
    Doubling,
)
from scorekeeper.games.bridge.events import (
    CallMade,
    ContractStated,
    HiddenShown,
    HonoursHeld,
    PassedOut,
    TricksTaken,
)
from scorekeeper.games.bridge.play import pack_of
from scorekeeper.games.bridge.tariffs import tariff_of
from scorekeeper.games.rook.events import RING as FOUR
from scorekeeper.games.rook.events import (
    BidStated,
    CountStated,
    NobodyBid,
    TrumpDeclared,
)
from scorekeeper.games.rook.events import CardsCaptured as CountersCaptured
from scorekeeper.games.rook.play import COLOURS, bids, counters
from scorekeeper.games.score_pad.events import BidsMade, PointsCounted
from scorekeeper.games.score_pad.events import TricksTaken as TricksOfAll
from scorekeeper.games.score_pad.play import number_of
from scorekeeper.games.score_pad.play import ring as round_the_table
from scorekeeper.games.two_ten_jack.events import CardsCaptured
from scorekeeper.games.two_ten_jack.play import counted, ring
from scorekeeper.tables.session import Session

Dice = random.Random
Facts = tuple[Event, ...]
Play = Callable[[Command], Session]
"""Enters a command, and answers the session after it. Raises RuleViolation."""

_TRIES = 60
_STAKES = (
    *[Doubling.UNDOUBLED] * 14,
    Doubling.DOUBLED,
    Doubling.DOUBLED,
    Doubling.REDOUBLED,
)


def play_a_hand(session: Session, dice: Dice, play: Play) -> Session:
    """Enter a random legal hand with `play`; answers the session after it.

    What the rules refuse is drawn again.
    """
    if session.game.family == "bridge" and dice.random() < 0.15:
        session = _bid(session, dice, play)
    for _ in range(_TRIES):
        try:
            return play(
                Command(tuple(map(Entry, _HANDS[session.game.family](session, dice))))
            )
        except RuleViolation:
            continue
    raise AssertionError(
        f"{_TRIES} random hands of {session.game.slug} were all refused"
    )


# ---- bridge ----


def _bid(session: Session, dice: Dice, play: Play) -> Session:
    """An auction, call by call; with four passes the hand is over and the next is
    bid."""
    arbiter = session.game.arbiter
    assert arbiter and arbiter.calls
    while calls := arbiter.calls(session.folded.state):
        legal = [call for call, why in calls if why is None and isinstance(call, Call)]
        bids_left = [call for call in legal if call.kind is CallKind.BID][:4]
        doubles = [
            call for call in legal if call.kind in (CallKind.DOUBLE, CallKind.REDOUBLE)
        ]
        lot = dice.random()
        call = PASS
        if bids_left and lot < 0.4:
            call = dice.choice(bids_left)
        elif doubles and lot < 0.45:
            call = doubles[0]
        session = play(Command((Entry(CallMade(call)),)))
        if session.folded.state.deal is None:
            break
    return session


def _bridge(session: Session, dice: Dice) -> Facts:
    deal = session.folded.state.deal
    settings = session.settings
    if deal is None and dice.random() < 0.03:
        return (PassedOut(),)
    tariff = tariff_of(settings, False)
    stated: Facts = ()
    if deal is not None and deal.contract is not None:
        contract = deal.contract
    else:
        contract = _contract(session, dice)
        stated = (ContractStated(contract, dice.choice(COMPASS)),)
    over = dice.choices(range(-4, 4), [1, 3, 8, 20, 38, 20, 7, 3])[0]
    tricks = min(max(tariff.book + contract.level + over, 0), tariff.tricks)
    hidden = tuple(_hidden(session, dice) for _ in range(pack_of(settings).hidden))
    return (*stated, TricksTaken(tricks), *hidden, *_honours(session, contract, dice))


def _contract(session: Session, dice: Dice) -> Contract:
    level = dice.choices(range(1, 8), [16, 20, 24, 22, 7, 6, 2])[0]
    return Contract(level, dice.choice(_denominations(session)), dice.choice(_STAKES))


def _denominations(session: Session) -> tuple[Denomination, ...]:
    suits = pack_of(session.settings).suits
    return (*(Denomination(suit.value) for suit in suits), Denomination.NO_TRUMP)


def _hidden(session: Session, dice: Dice) -> HiddenShown:
    pack = pack_of(session.settings)
    card = Card(dice.choice(pack.ranks), dice.choice(pack.suits))
    return HiddenShown(dice.choice(COMPASS), None if dice.random() < 0.1 else card)


def _honours(session: Session, contract: Contract, dice: Dice) -> Facts:
    trumps = contract.denomination.suit
    if trumps is None or dice.random() > 0.06:
        return ()
    four = dice.sample(pack_of(session.settings).honours, 4)
    return (
        HonoursHeld(dice.choice(COMPASS), tuple(Card(rank, trumps) for rank in four)),
    )


# ---- Rook ----


def _rook(session: Session, dice: Dice) -> Facts:
    settings = session.settings
    worth = counters(session.settings)
    if dice.random() < 0.03:
        return (NobodyBid(),)
    amounts = bids(settings)
    amount = amounts[min(int(dice.expovariate(0.25)), len(amounts) - 1)]
    bid = BidStated(dice.choice(FOUR), amount)
    party = dice.choice(TEAMS).id
    trump = TrumpDeclared(dice.choice(COLOURS))
    if dice.random() < 0.5:
        near = sorted(total for total in worth.totals() if total >= worth.total // 4)
        return bid, trump, CountStated(party, dice.choice(near))
    cards = tuple(card for card, _ in worth.cards if dice.random() < 0.55)
    return bid, trump, CountersCaptured(party, cards, dice.choice(TEAMS).id)


# ---- Two-Ten-Jack ----


def _two_ten_jack(session: Session, dice: Dice) -> Facts:
    seats = ring(session.settings)
    greedy = {suit: dice.choice(seats) for suit in (Suit.HEARTS, Suit.SPADES)}
    reversed_ones = [suit for suit in greedy if dice.random() < 0.04]
    return (
        CardsCaptured(
            tuple(
                (
                    card,
                    greedy[card.suit]
                    if card.suit in reversed_ones
                    else dice.choice(seats),
                )
                for card in counted(session.settings)
            )
        ),
    )


# ---- Berzerka ----


def _berzerka(session: Session, dice: Dice) -> Facts:
    state = session.folded.state
    contracts = state.board.contracts
    if not contracts or state.board.is_over:
        return (_board(dice),)
    how = How.HOTSEAT if dice.random() < 0.2 else How.BID
    declarer = dice.choice([seat for seat in THREE if state.board.open_to(seat)])
    if how is How.HOTSEAT:
        declarer = state.board.hotseat(state.round.dealer)
    contract = dice.choice(state.board.open_to(declarer))
    overbid = 0 if how is How.HOTSEAT else dice.choices((0, 1, 2), (7, 2, 1))[0]
    count = dice.randint(0, contract.counts.most)
    return (
        HandStated(
            declarer,
            contract.code,
            dice.randint(0, 6),
            min(count, dice.randint(0, contract.counts.most)),
            how,
            overbid,
            dice.choice(FRENCH) if Named.TRUMP in contract.asks else None,
        ),
    )


def _board(dice: Dice) -> BoardSet:
    chosen = [*STARTER]
    if dice.random() >= 0.6:
        chosen = dice.sample(_PLAIN, dice.randint(3, 6))
    return BoardSet(tuple(contract.code for contract in chosen))


# ---- a score pad ----


def _score_pad(session: Session, dice: Dice) -> Facts:
    settings = session.settings
    seats = round_the_table(settings)
    total = settings.sum_of(number_of(session.folded.state))
    if settings.has_bids:
        most = len(seats) if total is None else total
        bids = tuple((seat, dice.randint(0, most)) for seat in seats)
        return BidsMade(bids), TricksOfAll(_shared_out(most, seats, dice))
    if total is None:
        return (PointsCounted(tuple((seat, dice.randint(-9, 40)) for seat in seats)),)
    return (PointsCounted(_shared_out(total, seats, dice)),)


def _shared_out(total: int, seats: Ring, dice: Dice) -> Numbers:
    numbers = dict.fromkeys(seats, 0)
    for _ in range(total):
        numbers[dice.choice(seats)] += 1
    return tuple(numbers.items())


_PLAIN = tuple(one for one in PRINTED if one is not SHAPESHIFT)

_HANDS: dict[str, Callable[[Session, Dice], Facts]] = {
    "bridge": _bridge,
    "rook": _rook,
    "two-ten-jack": _two_ten_jack,
    "berzerka": _berzerka,
    "score-pad": _score_pad,
}
