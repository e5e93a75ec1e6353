"""Face-down cards and honours against the typed tables, at a table."""

import csv
from collections.abc import Callable

import pytest

from scorekeeper.core.cards import FRENCH, Card
from scorekeeper.core.seats import Seat
from scorekeeper.games import GAMES
from scorekeeper.games.bridge.calculator import settings_for
from scorekeeper.games.bridge.contract import Contract
from scorekeeper.games.bridge.events import (
    ContractStated,
    HiddenShown,
    HonoursHeld,
    TricksTaken,
)
from scorekeeper.games.bridge.rules import (
    HiddenSign,
    HiddenTable,
    JokerSettings,
    Variation,
)
from tests.games.bridge.oracles.tables import DATA
from tests.games.bridge.table import Table


def rows(name: str) -> list[dict[str, str]]:
    with (DATA / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


# The sign of a card by who holds it and how the contract ended, as each reading of J1
# has it.
SIGNS: dict[HiddenSign, Callable[[bool, bool], int]] = {
    HiddenSign.CONTRACT: lambda declarers, made: 1 if made else -1,
    HiddenSign.OWN_RESULT: lambda declarers, made: 1 if declarers == made else -1,
    HiddenSign.DECLARER: lambda declarers, made: (
        (1 if made else -1) if declarers else 0
    ),
}


@pytest.mark.parametrize("table", [HiddenTable.STANDARD, HiddenTable.ENHANCED])
@pytest.mark.parametrize("sign", HiddenSign)
@pytest.mark.parametrize("holder", [Seat.NORTH, Seat.EAST])
@pytest.mark.parametrize("tricks", [9, 10])
def test_every_face_down_card_scores_what_is_printed(
    table: HiddenTable, sign: HiddenSign, holder: Seat, tricks: int
) -> None:
    settings = JokerSettings(hidden_table=table, hidden_sign=sign)
    side, other = ("NS", "EW") if holder is Seat.NORTH else ("EW", "NS")
    for row in rows("hidden_cards"):
        for suit in FRENCH:
            found = Table(GAMES[settings.GAME], settings)
            found.enter(
                ContractStated(Contract.parse("4S"), Seat.NORTH), TricksTaken(tricks)
            )
            before = {one: found.sheet.total(one) for one in (side, other)}
            below = found.sheet.total(side, "below")
            found.enter(HiddenShown(holder, Card(row["rank"], suit)))
            worth = int(row[table.value]) * SIGNS[sign](side == "NS", tricks == 10)
            assert found.sheet.total(side) - before[side] == worth
            assert found.sheet.total(other) == before[other]
            assert found.sheet.total(side, "below") == below


@pytest.mark.parametrize("row", rows("honours"), ids=lambda row: " ".join(row.values()))
@pytest.mark.parametrize("seat", [Seat.SOUTH, Seat.WEST])
@pytest.mark.parametrize("tricks", [5, 13])
def test_honours_score_for_whoever_holds_them_made_or_not(
    row: dict[str, str], seat: Seat, tricks: int
) -> None:
    settings = settings_for(Variation(row["variation"]))
    contract = Contract.parse(f"1{row['trumps']}XX")
    table = Table(GAMES[settings.GAME], settings)
    table.enter(ContractStated(contract, Seat.NORTH), TricksTaken(tricks))
    side, other = ("NS", "EW") if seat is Seat.SOUTH else ("EW", "NS")
    before = {one: table.sheet.total(one) for one in (side, other)}
    table.enter(
        HonoursHeld(seat, tuple(Card.parse(card) for card in row["held"].split()))
    )
    assert table.sheet.total(side) - before[side] == int(row["points"])
    assert table.sheet.total(other) == before[other]
