"""A ruling: a revoke proved by a deal that was watched card by card, found and ruled
on."""

from typing import Any

from benchmarks.measure import Result, median, told
from scorekeeper.core.breaches import breaches
from scorekeeper.core.cards import Card
from scorekeeper.core.play import CardPlayed
from scorekeeper.core.rulings import Ruling
from scorekeeper.core.seats import COMPASS, Seat, left_of
from scorekeeper.core.session import At, Event
from scorekeeper.games import GAMES
from scorekeeper.games.bridge.contract import Contract
from scorekeeper.games.bridge.events import ContractStated

GAME = GAMES["bridge"]
TIMES = 200
DEAL = (
    *("HA H2 D2 H4", "HK H5 H6 H7", "HQ H8 H9 H10", "CA C2 C3 C4", "CK C5 C6 C7"),
    *("CQ C8 C9 C10", "DA H3 D3 D4", "DK D5 D6 D7", "DQ D8 D9 D10", "SA S2 S3 S4"),
    *("SK S5 S6 S7", "SQ S8 S9 S10", "HJ CJ DJ SJ"),
)
"""West leads to all but the last trick; East throws the two of diamonds on the first
one."""


def watched() -> Any:
    """The state of a table at which this deal was watched to its end."""
    state = GAME.start(GAME.rule_sheet.defaults)
    plays = [
        CardPlayed(Card.parse(card), seat=left_of(Seat.WEST, COMPASS, n))
        for trick in DEAL
        for n, card in enumerate(trick.split())
    ]
    contract = ContractStated(Contract.parse("4S"), Seat.SOUTH)
    events: tuple[Event, ...] = (contract, *plays)
    for seq, event in enumerate(events, 1):
        GAME.check(state, event)
        state = GAME.apply(state, event, At(seq, 1, ()))
    return state


def results() -> list[Result]:
    """Finding what the cards prove, and ruling on it with every step and its rule."""
    arbiter = GAME.arbiter
    state = watched()
    assert arbiter is not None
    rules = arbiter.play_rules(state)
    play = arbiter.watched(state)
    assert rules is not None
    revoke = arbiter.irregularity("revoke")
    found = breaches(rules, play)[0]
    assert revoke is not None and revoke.proved is not None
    facts = dict(revoke.proved(found)) | {"could": "yes"}
    if not isinstance(revoke.rule(state, facts), Ruling):
        raise SystemExit("the revoke was not ruled on")
    ruling = median(lambda: revoke.rule(state, facts), TIMES)
    proof = median(lambda: breaches(rules, play), TIMES)
    return [
        Result("Rule on a revoke, every step cited", told(ruling), aim="under 2 ms"),
        Result("Find it among the 52 cards of its deal", told(proof)),
    ]
