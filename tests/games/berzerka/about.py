"""What the loops over all games know of Berzerka: see tests/games/about.py."""

from collections.abc import Iterator

from scorekeeper.core.cards import FRENCH, Suit
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Event
from scorekeeper.games.berzerka.events import (
    BoardSet,
    ContractBid,
    Discarded,
    HandPlayed,
    HandStated,
    How,
    Passed,
    TrumpNamed,
)
from scorekeeper.games.berzerka.rules import PRINTED, SHAPESHIFT, STARTER, Aim, Named
from scorekeeper.games.berzerka.state import RING
from scorekeeper.tables.session import Session
from tests.audit.others import BERZERKA
from tests.games.about import About, Dice, Facts, cards
from tests.games.berzerka import figures

_PLAIN = tuple(one for one in PRINTED if one is not SHAPESHIFT)
STARTER_BOARD = BoardSet(tuple(contract.code for contract in STARTER))


def _berzerka(session: Session, dice: Dice) -> Facts:
    state = session.folded.state
    contracts = state.board.contracts
    if not contracts or state.board.is_over:
        return (_board(dice),)
    how = How.HOTSEAT if dice.random() < 0.2 else How.BID
    declarer = dice.choice([seat for seat in RING if state.board.open_to(seat)])
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


def _evening(n: int) -> Iterator[Event]:
    if n % 15 == 0:
        yield STARTER_BOARD
    contract = STARTER[n // 3 % len(STARTER)].code
    yield HandStated(Seat(str(1 + n % 3)), contract, discards=3, count=n % 9)


def read(given: str) -> list[Event]:
    """ "berzerka: C5 D9" a contract of seat 2 with spades, and cards; "auction berzerka
    pass"."""
    head, _, played = given.partition(":")
    words = head.split()
    if words[:1] == ["auction"]:
        return [Passed() if word == "pass" else ContractBid(word) for word in words[1:]]
    bid: list[Event] = [
        ContractBid(words[0]),
        Passed(),
        Passed(),
        TrumpNamed(Suit.SPADES),
    ]
    return [*bid, Discarded(0), *cards(played)]


def _another(result: Event) -> Event:
    assert isinstance(result, HandPlayed)
    return HandPlayed(7 if result.count != 7 else 6)


FORMS = "a form or a page says it, not the score"
ASKED = (
    *("asked", "call", "copies", "counts", "hows", "overbid", "tile", "turns"),
    *("which", "writes", "ranking-rule"),
    *(f"aim.{aim.value}" for aim in Aim),
)
ABOUT = About(
    hand=_berzerka,
    evening=_evening,
    most_calls=17_500,
    result=lambda n: HandPlayed(4 + n),
    opening=(STARTER_BOARD,),
    earlier=(STARTER_BOARD, HandStated(Seat.ONE, STARTER[0].code, 2, 4)),
    read=read,
    begun="berzerka:",
    some_cards="berzerka: C5 C7 C8",
    played_out=(
        BoardSet(("berzerka",)),
        ContractBid("berzerka"),
        *(Passed(), Passed(), TrumpNamed(Suit.SPADES), Discarded(2)),
    ),
    another=_another,
    shorthand=BERZERKA,
    unsaid={
        **{f"berzerka.{kind}": FORMS for kind in ASKED},
        "berzerka.about.shapeshift": "on a board it says which contract it copies",
    },
    stated=figures.STATED,
    in_rulebook=figures.IN_RULEBOOK,
    examples={"card": "H9", "held": "H4"},
)
