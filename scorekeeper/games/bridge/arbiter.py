"""What the arbiter of a bridge table knows: its rules of play, its calls, what a card is worth."""

from dataclasses import replace

from scorekeeper.core.cards import Card
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Message, Shown
from scorekeeper.core.obligations import Progress
from scorekeeper.core.play import PlayRules, Watched
from scorekeeper.core.rulings import Effect
from scorekeeper.core.seats import SIDES, party_of
from scorekeeper.core.session import Event
from scorekeeper.games.arbitration import Arbiter
from scorekeeper.games.bridge import irregularities
from scorekeeper.games.bridge.auction import PASS, calls_now
from scorekeeper.games.bridge.contract import Doubling
from scorekeeper.games.bridge.events import ContractStated, TricksTaken
from scorekeeper.games.bridge.laws.jokers import worth
from scorekeeper.games.bridge.pack import pack_of
from scorekeeper.games.bridge.play import law
from scorekeeper.games.bridge.state import State, play_rules_of
from scorekeeper.games.bridge.tariffs import tariff_of


def play_rules(state: State) -> PlayRules | None:
    """What the deal in progress, else the last one, is played under; None without a contract."""
    deal = state.last_deal
    return play_rules_of(deal, state.settings) if deal is not None else None


def watched(state: State) -> Watched:
    """What was recorded of the play of the deal in progress, else of the last one."""
    deal = state.last_deal
    return deal.watched if deal is not None else Watched()


def calls(state: State) -> tuple[tuple[Shown, RuleViolation | None], ...]:
    """Every call of the game, and why it can't be made now; none once the contract stands."""
    deal = state.round
    if deal.contract is not None:
        return ()
    rule = law(state.settings, "Laws 18-20", "auction")
    return tuple(
        (call, None if why is None else RuleViolation(why, "call", rule))
        for call, why in calls_now(deal.auction, tariff_of(state.settings, False))
    )


def pack(state: State) -> frozenset[Card]:
    """The cards of this game."""
    return pack_of(state.settings).cards


def under(state: State) -> Message | None:
    """The contract and its declarer."""
    deal = state.last_deal
    if deal is None or deal.contract is None or deal.declarer is None:
        return None
    return ContractStated(deal.contract, deal.declarer).said()


def progress(state: State) -> Progress:
    """How far the deal in progress has come: its calls, its contract, its tricks."""
    deal = state.round
    return Progress(
        callers=tuple(deal.auction.caller(n) for n in range(len(deal.calls))),
        turn=deal.auction.turn,
        is_bidding=deal.contract is None,
        declarers=party_of(deal.declarer, SIDES).seats if deal.declarer else (),
        tricks=(*deal.watched.tricks, deal.watched.trick),
    )


_DOUBLINGS = tuple(Doubling)


def amended(state: State, event: Event, effect: Effect) -> Event | None:
    """The contract or the result of a deal as a ruling changes it.

    "tricks" moves so many tricks to a side; "result" says how many declarer's side has in all;
    "doubling" takes a double or redouble away that could not be.
    """
    deal = state.deal
    if effect.kind == "doubling":
        if not isinstance(event, ContractStated):
            return None
        doubling = _DOUBLINGS[effect.amount]
        return replace(event, contract=replace(event.contract, doubling=doubling))
    if not isinstance(event, TricksTaken) or deal is None or deal.declarer is None:
        return None
    if effect.kind == "result":
        return TricksTaken(effect.amount)
    if effect.kind != "tricks":
        return None
    is_declarers = effect.party == party_of(deal.declarer, SIDES).id
    tricks = event.tricks + (effect.amount if is_declarers else -effect.amount)
    return TricksTaken(max(0, min(tricks, tariff_of(state.settings, False).tricks)))


def entered(state: State, effect: Effect) -> TricksTaken | None:
    """The result by which an agreed or ruled claim ends the deal in progress."""
    deal = state.deal
    if effect.kind != "result" or deal is None or deal.contract is None or deal.is_over:
        return None
    return TricksTaken(effect.amount)


ARBITER = Arbiter(
    play_rules,
    watched,
    calls,
    worth,
    irregularities.BRIDGE,
    amended,
    entered,
    basis="contract",
    under=under,
    pack=pack,
    progress=progress,
    amount=lambda call: None if call == PASS else 0,
)
"""The arbiter of plain bridge, and of bridge with deuces wild."""
CROWNS_ARBITER = replace(ARBITER, irregularities=irregularities.FIVE_CROWNS)
JOKER_ARBITER = replace(ARBITER, irregularities=irregularities.JOKERS)
