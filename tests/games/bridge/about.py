"""What the loops over all games know of bridge and its relatives: see
tests/games/about.py."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.seats import COMPASS
from scorekeeper.core.session import Command, Entry, Event
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
    JokersDeclared,
    PassedOut,
    TricksTaken,
)
from scorekeeper.games.bridge.play import pack_of
from scorekeeper.games.bridge.tariffs import tariff_of
from scorekeeper.tables.session import Session
from tests.audit.bridge import SHORTHAND
from tests.games.about import About, Dice, Facts, Play
from tests.games.bridge import figures
from tests.games.bridge.hearing import contract

_STAKES = (
    *[Doubling.UNDOUBLED] * 14,
    Doubling.DOUBLED,
    Doubling.DOUBLED,
    Doubling.REDOUBLED,
)


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


# ---- a long evening ----

CONTRACTS = ("1NT", "2H", "2S", "3NT", "4H", "4S", "4SX", "5C", "3NTX", "6D", "7NT")


def _evening(n: int) -> Iterator[Event]:
    contract = CONTRACTS[n % len(CONTRACTS)]
    yield ContractStated(Contract.parse(contract), COMPASS[n % 4])
    yield TricksTaken(5 + n % 9)


def _evening_with_cards(n: int) -> Iterator[Event]:
    yield from _evening(n)
    yield HiddenShown(COMPASS[n % 3], Card.parse("SA"))


# ---- deals with their first cards ----


def _by_south(*bids: str) -> Callable[[Dice], tuple[Event, ...]]:
    return lambda chance: contract(chance.choice(bids), "S")


def _with_a_joker(chance: Dice) -> Iterator[Event]:
    """The Joker is a heart or a spade: a trump, or it has to follow."""
    suit = chance.choice((Suit.HEARTS, Suit.SPADES))
    yield JokersDeclared(suits=((Card.parse("Joker"), suit),))
    yield from contract(chance.choice(("4H", "2NT")), "S")


def _another(result: Event) -> Event:
    assert isinstance(result, TricksTaken)
    return TricksTaken(7 if result.tricks != 7 else 6)


FORMS = "a form or a page says it, not the score"
OF_THE_FORM = "an answer of the form, asked with the facts and not by the arbiter"
OLDER = "a verdict of older releases, which their logs may hold"
UNSAID = {
    **{
        f"bridge.calculator.{one}": FORMS for one in ("game", "no", "yes", "vulnerable")
    },
    **{
        f"bridge.calculator.{one}": "the form refuses it"
        for one in ("no-level", "no-contract")
    },
}
UNRULED = {
    **{
        f"bridge.answer.besides.{one}": OF_THE_FORM
        for one in ("none", "again", "penalty-card", "late", "round", "both")
    },
    "bridge.answer.is": "a seat, a suit or a card, which says itself",
    **{
        f"bridge.step.trump-out{when}": (
            "a reason of older releases, which did not ask for Law 70C"
        )
        for when in ("", ".when")
    },
    "bridge.ask.board": "what a table is asked to enter, not what its arbiter asks",
    **{
        f"bridge.ruling.{one}": OLDER
        for one in ("fifth-led", "together-late", "wrong-defender")
    },
    "bridge.otherwise.by-hand": (
        "for an effect on a deal that is in no log any more: none is now"
    ),
}
BRIDGE = About(
    hand=_bridge,
    auction=_bid,
    evening=_evening,
    most_calls=11_400,
    result=lambda n: TricksTaken(8 + n),
    earlier=(*contract("2C", "N"), TricksTaken(8)),
    read=lambda text: contract(text, "S"),
    begun="4S",
    played_out=contract("1NT", "S"),
    another=_another,
    shorthand=SHORTHAND,
    unsaid=UNSAID,
    unruled=UNRULED,
    stated=figures.STATED,
    in_rulebook=figures.IN_RULEBOOK,
)
ABOUT = {
    "bridge": BRIDGE,
    "joker-bridge": replace(
        BRIDGE,
        evening=_evening_with_cards,
        most_calls=18_200,
        begun="4H",
        begin=_with_a_joker,
        played_out=contract("1S", "S"),
    ),
    "deuces-wild": replace(BRIDGE, begun="4H", begin=_by_south("4H"), played_out=None),
    "five-crowns": replace(BRIDGE, begun="2NT", begin=_by_south("2NT", "4H")),
}
