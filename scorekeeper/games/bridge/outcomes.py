"""What of a bridge table is counted over the seasons: contracts, and the luck of hidden cards."""

from collections.abc import Iterator
from typing import Any

from scorekeeper.core.messages import message
from scorekeeper.core.outcomes import Came, Counted, Kind, Outcome
from scorekeeper.core.seats import SIDES, party_of
from scorekeeper.games.bridge.contract import Denomination, is_made
from scorekeeper.games.bridge.lines import hidden_lines
from scorekeeper.games.bridge.settings import Settings
from scorekeeper.games.bridge.state import Deal, declaring_side
from scorekeeper.games.bridge.tariffs import tariff_of


def _denomination(name: str) -> object:
    return Denomination(name).shown()


CONTRACTS = Kind(
    "bridge.outcome.contract",
    row=str,
    column=_denomination,
    columns=tuple(one.value for one in Denomination),
)
"""Contracts played, for declarer and for the partnership, by level and denomination; by tricks
over or under."""

_EXACTLY = "bridge.outcome.contract.said.exactly"
_SAID = {came: f"bridge.outcome.contract.said.{came.value}" for came in Came}

HIDDEN = Kind("bridge.outcome.hidden", has_result=False, row=str)
"""Hidden cards shown, for who held them, by rank; by the points they brought the own side."""


def outcomes(state: Any) -> tuple[Outcome, ...]:
    """Every contract that was played and every hidden card that was shown."""
    settings: Settings = state.settings
    return tuple(one for deal in state.past for one in _deal(deal, settings))


def _deal(deal: Deal, settings: Settings) -> Iterator[Outcome]:
    if deal.contract and deal.declarer and deal.tricks is not None:
        yield _contract(deal, settings)
    for shown, line in zip(deal.shown, hidden_lines(deal, settings), strict=False):
        if shown.card is not None and not deal.is_passed_out:
            yield Outcome(
                row=deal.id or 0,
                kind=HIDDEN.code,
                seats=(shown.holder,),
                side=party_of(shown.holder, SIDES).seats,
                said=message("bridge.outcome.hidden.said", card=shown.card, points=line.points),
                of=(shown.card.rank, ""),
                by=line.points,
            )


def _contract(deal: Deal, settings: Settings) -> Outcome:
    contract, declarer, tricks = deal.contract, deal.declarer, deal.tricks
    assert contract and declarer and tricks is not None  # noqa: S101 - the caller has looked
    tariff = tariff_of(settings, False)
    over = tricks - tariff.book - contract.level
    came = Came.MADE if is_made(contract, tricks, tariff) else Came.SET
    if tariff.draw is not None and tricks == tariff.draw.tricks:
        came = Came.NEITHER
    return Outcome(
        row=deal.id or 0,
        kind=CONTRACTS.code,
        seats=(declarer,),
        side=declaring_side(deal),
        said=message(_SAID[came] if over else _EXACTLY, contract=contract, n=abs(over)),
        of=(str(contract.level), contract.denomination.value),
        came=came,
        by=over,
    )


COUNTED = Counted((CONTRACTS, HIDDEN), outcomes)
PLAIN_COUNTED = Counted((CONTRACTS,), outcomes)
