"""Every contract of every game of the family, in every form of scoring, against the
oracles."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest

from scorekeeper.core.errors import ImpossibleResult, RuleViolation
from scorekeeper.core.sheet import sum_points
from scorekeeper.games.bridge.contract import (
    DECLARER,
    DEFENDERS,
    Contract,
    Denomination,
    Doubling,
    score,
)
from scorekeeper.games.bridge.rules import (
    CrownsSettings,
    DeucesSettings,
    JokerSettings,
    ParitySlams,
    Scoring,
    Settings,
    SevenAll,
    Variant,
)
from scorekeeper.games.bridge.tariffs import tariff_of
from tests.games.bridge.oracles import endplay_score, tables
from tests.games.bridge.oracles.tables import DOUBLINGS, Pack, Pad, Played

SUITS = ("C", "D", "H", "S")
BRIDGE_BIDS = tuple(product(range(1, 8), (*SUITS, "NT")))
CROWNS_BIDS = ((0, "NT"), *product(range(1, 8), (*SUITS, "*", "NT")))
PARITY_BIDS = tuple(product(range(1, 9), (*SUITS, "NT")))

READINGS = {
    SevenAll.NOTHING: tables.SevenAll.VOID,
    SevenAll.NO_TRICK_POINTS: tables.SevenAll.NO_TRICK_POINTS,
    SevenAll.SCORED: tables.SevenAll.SCORED,
}
SLAMS = {
    ParitySlams.FROM_TOP: tables.PARITY,
    ParitySlams.BY_LEVEL: tables.PARITY_BY_LEVEL,
}


def cells(bids: tuple[tuple[int, str], ...], pack: Pack) -> list[Played]:
    """Each bid x 3 doublings x 2 vulnerabilities x every number of tricks."""
    return [
        Played(level, denomination, doubling, vulnerable, tricks)
        for (level, denomination), doubling, vulnerable, tricks in product(
            bids, DOUBLINGS, (False, True), range(pack.tricks + 1)
        )
    ]


def ours(deal: Played, settings: Settings) -> tuple[int, int, int]:
    """Declarer's points below and above, and the defenders', in rubber; or (score, 0,
    theirs)."""
    doubling = tuple(Doubling)[DOUBLINGS.index(deal.doubling)]
    contract = Contract(deal.level, Denomination(deal.denomination), doubling)
    lines = score(contract, deal.tricks, tariff_of(settings, deal.vulnerable))
    below, above = (
        ("below", "above") if settings.scoring is Scoring.RUBBER else ("score", "none")
    )
    found = (
        sum_points(lines, DECLARER, below),
        sum_points(lines, DECLARER, above),
        sum_points(lines, DEFENDERS),
    )
    assert sum(found) == sum(line.points for line in lines), (
        "a line stands in no known column"
    )
    return int(found[0]), int(found[1]), int(found[2])


def disagreements(
    deals: list[Played], settings: Settings, pack: Pack
) -> Iterator[tuple[Played, object, object]]:
    """The cells in which the code and the typed tables differ."""
    is_rubber = settings.scoring is Scoring.RUBBER
    for deal in deals:
        found = ours(deal, settings)
        if is_rubber:
            pad = Pad(*found)
            expected = tables.pad(deal, pack)
            if pad != expected:
                yield deal, pad, expected
        elif found[0] - found[2] != tables.duplicate(deal, pack):
            yield deal, found[0] - found[2], tables.duplicate(deal, pack)


@pytest.mark.parametrize(
    "scoring", [Scoring.RUBBER, Scoring.DUPLICATE, Scoring.CHICAGO]
)
@pytest.mark.parametrize(
    "settings",
    [
        Settings(),
        DeucesSettings(),
        JokerSettings(variant=Variant.X1),
        JokerSettings(variant=Variant.X2),
    ],
    ids=lambda settings: settings.variation.value,
)
def test_the_2940_cells_of_the_laws(settings: Settings, scoring: Scoring) -> None:
    deals = cells(BRIDGE_BIDS, tables.PLAIN)
    assert len(deals) == 2940
    assert not list(
        disagreements(deals, replace(settings, scoring=scoring), tables.PLAIN)
    )


def test_the_2940_duplicate_cells_agree_with_endplay() -> None:
    duplicate = replace(Settings(), scoring=Scoring.DUPLICATE)
    for deal in cells(BRIDGE_BIDS, tables.PLAIN):
        declarer, _, defenders = ours(deal, duplicate)
        assert declarer - defenders == endplay_score.score(deal), deal


def test_the_typed_tables_agree_with_endplay() -> None:
    """Two sources that know nothing of each other: were one mistyped, this would
    tell."""
    for deal in cells(BRIDGE_BIDS, tables.PLAIN):
        assert tables.duplicate(deal, tables.PLAIN) == endplay_score.score(deal), deal


@pytest.mark.parametrize("scoring", [Scoring.RUBBER, Scoring.DUPLICATE])
def test_the_3870_cells_of_five_crowns(scoring: Scoring) -> None:
    deals = cells(CROWNS_BIDS, tables.FIVE_CROWNS)
    assert (len(CROWNS_BIDS), len(deals)) == (43, 43 * 3 * 2 * 15)
    settings = replace(CrownsSettings(), scoring=scoring)
    assert not list(disagreements(deals, settings, tables.FIVE_CROWNS))


@pytest.mark.parametrize("scoring", [Scoring.RUBBER, Scoring.DUPLICATE])
@pytest.mark.parametrize("slams", ParitySlams)
@pytest.mark.parametrize("seven_all", SevenAll)
def test_the_3600_cells_of_parity(
    seven_all: SevenAll, slams: ParitySlams, scoring: Scoring
) -> None:
    deals = cells(PARITY_BIDS, tables.PARITY)
    assert len(deals) == 8 * 5 * 3 * 2 * 15
    settings = JokerSettings(
        variant=Variant.X4_PARITY,
        seven_all=seven_all,
        parity_slams=slams,
        scoring=scoring,
    )
    pack = replace(SLAMS[slams], seven_all=READINGS[seven_all])
    assert not list(disagreements(deals, settings, pack))


@pytest.mark.parametrize("scoring", [Scoring.RUBBER, Scoring.DUPLICATE])
@pytest.mark.parametrize("seven_all", SevenAll)
def test_the_3150_cells_of_non_parity(seven_all: SevenAll, scoring: Scoring) -> None:
    deals = cells(BRIDGE_BIDS, tables.NON_PARITY)
    assert len(deals) == 7 * 5 * 3 * 2 * 15
    settings = JokerSettings(
        variant=Variant.X4_NON_PARITY, seven_all=seven_all, scoring=scoring
    )
    pack = replace(tables.NON_PARITY, seven_all=READINGS[seven_all])
    assert not list(disagreements(deals, settings, pack))


@pytest.mark.parametrize(
    ("settings", "contract"),
    [
        (Settings(), "0NT"),
        (Settings(), "8C"),
        (Settings(), "1*"),
        (DeucesSettings(), "8NT"),
        (CrownsSettings(), "0*"),
        (CrownsSettings(), "0S"),
        (CrownsSettings(), "8NT"),
        (JokerSettings(variant=Variant.X1), "8S"),
        (JokerSettings(variant=Variant.X4_NON_PARITY), "8S"),
        (JokerSettings(variant=Variant.X4_PARITY), "9S"),
        (JokerSettings(variant=Variant.X4_PARITY), "0NT"),
    ],
)
def test_a_contract_that_cannot_be_bid_is_refused(
    settings: Settings, contract: str
) -> None:
    with pytest.raises(RuleViolation) as refused:
        score(Contract.parse(contract), 7, tariff_of(settings, False))
    assert refused.value.field == "contract"


@pytest.mark.parametrize(
    ("settings", "tricks"),
    [
        (Settings(), 14),
        (Settings(), -1),
        (CrownsSettings(), 15),
        (JokerSettings(variant=Variant.X2), 14),
        (JokerSettings(variant=Variant.X4_PARITY), 15),
    ],
)
def test_tricks_that_cannot_have_been_taken_are_refused(
    settings: Settings, tricks: int
) -> None:
    with pytest.raises(ImpossibleResult) as refused:
        score(Contract.parse("4S"), tricks, tariff_of(settings, False))
    assert refused.value.field == "tricks"
