"""Whole rubbers and Chicagos: those that others published, and any at all by the paper
pads."""

import csv
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.cards import Card
from scorekeeper.core.evening import DealerIs, Ended
from scorekeeper.core.seats import Seat
from scorekeeper.core.sheet import Row, Section
from scorekeeper.games.bridge import BRIDGE, DEUCES_WILD, FIVE_CROWNS
from scorekeeper.games.bridge.contract import Contract, Denomination, Doubling
from scorekeeper.games.bridge.events import (
    ContractStated,
    HonoursHeld,
    PassedOut,
    TricksTaken,
)
from scorekeeper.games.bridge.rules import Chicago, Scoring, Settings, UnfinishedPart
from scorekeeper.games.game import Game
from tests.games.bridge.oracles import pads, tables
from tests.games.bridge.oracles.pads import SIDES, Deal
from tests.games.bridge.oracles.tables import DATA, DOUBLINGS
from tests.games.bridge.table import Table

FORMS = {
    "rubber": Settings(),
    "chicago": Settings(scoring=Scoring.CHICAGO),
    "chicago-carried": Settings(scoring=Scoring.CHICAGO, chicago=Chicago.CARRIED),
}
COLUMNS = ("ns_below", "ns_above", "ew_below", "ew_above")


@dataclass(frozen=True)
class Example:
    """A published rubber or Chicago: its rows as typed, the last one perhaps its
    totals."""

    name: str
    form: str
    rows: tuple[dict[str, str], ...]


def examples() -> Iterator[Example]:
    with (DATA / "rubbers.csv").open(encoding="utf-8", newline="") as file:
        for (name, form), rows in groupby(
            csv.DictReader(file), lambda row: (row["example"], row["form"])
        ):
            yield Example(name, form, tuple(rows))


def figures(row: Row | Section, parts: tuple[str, ...]) -> list[int]:
    """The points in the columns of the typed file."""
    return [int(row.total(side, part)) for side in SIDES for part in parts]


def typed(row: dict[str, str]) -> list[int]:
    return [int(row[column]) for column in COLUMNS if row[column]]


def honours(text: str) -> tuple[HonoursHeld, ...]:
    if not text:
        return ()
    seat, *cards = text.split()
    return (HonoursHeld(Seat(seat), tuple(Card.parse(card) for card in cards)),)


@pytest.mark.parametrize("example", tuple(examples()), ids=lambda example: example.name)
@pytest.mark.parametrize("game", [BRIDGE, DEUCES_WILD], ids=lambda game: game.slug)
def test_a_published_rubber_deal_by_deal(example: Example, game: Game) -> None:
    settings = FORMS[example.form]
    table = Table(game, _as(game, settings))
    if example.form != "rubber":
        table.enter(DealerIs(Seat.SOUTH))
    deals = [row for row in example.rows if row["deal"] != "total"]
    for row in deals:
        contract = ContractStated(
            Contract.parse(row["contract"]), Seat(row["declarer"])
        )
        table.enter(contract, TricksTaken(int(row["tricks"])), *honours(row["honours"]))
        parts = table.sheet.parts
        found = list(table.sheet.rows())
        assert figures(found[-1], parts) == typed(row), row
        assert len(found) == int(row["deal"])
    if example.rows[-1]["deal"] == "total":
        section = table.sheet.sections[-1]
        assert section.is_over
        assert figures(section, table.sheet.parts) == typed(example.rows[-1])


def test_there_are_seven_published_examples_of_31_deals() -> None:
    found = list(examples())
    deals = [row for example in found for row in example.rows if row["deal"] != "total"]
    assert (len(found), len(deals)) == (7, 31)


def test_the_winner_of_the_rubber_can_lose_on_points() -> None:
    """As the slides end: two games and 880 points against 1,690."""
    example = next(one for one in examples() if one.name == "slides")
    table = Table(BRIDGE)
    for row in example.rows[:-1]:
        contract = ContractStated(
            Contract.parse(row["contract"]), Seat(row["declarer"])
        )
        table.enter(contract, TricksTaken(int(row["tricks"])))
    section = table.sheet.sections[0]
    assert (section.total("NS"), section.total("EW")) == (1690, 880)
    assert section.winners == ("NS",)


# ---- any rubber at all, by the paper pads ----


def deals_of(
    pack: tables.Pack, denominations: tuple[str, ...]
) -> st.SearchStrategy[list[Deal]]:
    """Runs of deals, some of them passed out, with results that are likely at a
    table."""
    played = st.builds(
        Deal,
        side=st.sampled_from(SIDES),
        level=st.integers(1, 7),
        denomination=st.sampled_from(denominations),
        doubling=st.sampled_from(DOUBLINGS),
        tricks=st.integers(5, pack.tricks),
    )
    passed = st.builds(
        Deal, side=st.just("NS"), level=st.just(0), denomination=st.just("")
    )
    return st.lists(
        st.one_of(played, played, played, played, passed), min_size=1, max_size=14
    )


def enter(table: Table, deal: Deal) -> None:
    if not deal.denomination:
        table.enter(PassedOut())
        return
    doubling = tuple(Doubling)[DOUBLINGS.index(deal.doubling)]
    contract = Contract(deal.level, Denomination(deal.denomination), doubling)
    seat = Seat.NORTH if deal.side == "NS" else Seat.EAST
    table.enter(ContractStated(contract, seat), TricksTaken(deal.tricks))


def _as(game: Game, settings: Settings) -> Settings:
    """These answers in the settings type of this game."""
    defaults: Settings = game.rule_sheet.defaults
    return replace(defaults, scoring=settings.scoring, chicago=settings.chicago)


def totals(section: Section) -> dict[str, int]:
    return {side: int(section.total(side)) for side in SIDES}


@given(deals_of(tables.PLAIN, ("C", "D", "H", "S", "NT")))
def test_any_run_of_rubbers_adds_up_as_on_paper(deals: list[Deal]) -> None:
    table = Table(BRIDGE)
    for deal in deals:
        enter(table, deal)
    papers = pads.rubbers(deals)
    sections = table.sheet.sections
    assert [totals(one) for one in sections] == [paper.totals for paper in papers]
    for section, paper in zip(sections, papers, strict=True):
        for side in SIDES:
            assert section.total(side, "below") == sum(paper.below[side])


@given(deals_of(tables.FIVE_CROWNS, ("C", "D", "H", "S", "*", "NT")))
def test_any_run_of_five_crowns_rubbers_adds_up_as_on_paper(deals: list[Deal]) -> None:
    table = Table(FIVE_CROWNS)
    for deal in deals:
        enter(table, deal)
    papers = pads.rubbers(deals, tables.FIVE_CROWNS)
    assert [totals(section) for section in table.sheet.sections] == [
        paper.totals for paper in papers
    ]


@given(
    deals_of(tables.PLAIN, ("C", "D", "H", "S", "NT")), st.sampled_from(UnfinishedPart)
)
def test_any_rubber_can_be_stopped(deals: list[Deal], part: UnfinishedPart) -> None:
    papers = pads.rubbers(deals)
    table = Table(BRIDGE, Settings(unfinished_part=part))
    for deal in deals:
        enter(table, deal)
    if table.sheet.sections[-1].is_over:
        return
    table.enter(Ended())
    extra = pads.stopped(papers[-1], int(part.value))
    section = table.sheet.sections[-1]
    assert section.is_over
    assert totals(section) == {
        side: papers[-1].total(side) + extra[side] for side in SIDES
    }


def _fours(deals: list[Deal], counted: bool) -> Iterator[list[Deal]]:
    """The deals in Chicagos of four; `counted` leaves pass-outs out of the count."""
    now: list[Deal] = []
    number = 0
    for deal in deals:
        now.append(deal)
        number += 1 if deal.denomination or not counted else 0
        if number == 4:
            yield now
            now = []
            number = 0
    if now:
        yield now


@given(deals_of(tables.PLAIN, ("C", "D", "H", "S", "NT")))
def test_any_chicago_with_carry_adds_up_as_on_paper(deals: list[Deal]) -> None:
    table = Table(BRIDGE, FORMS["chicago-carried"])
    for deal in deals:
        enter(table, deal)
    expected = [
        pads.chicago_with_carry(four).totals for four in _fours(deals, counted=True)
    ]
    assert [totals(section) for section in table.sheet.sections] == expected


@given(deals_of(tables.PLAIN, ("C", "D", "H", "S", "NT")))
def test_any_chicago_deal_by_deal_adds_up_as_on_paper(deals: list[Deal]) -> None:
    table = Table(BRIDGE, FORMS["chicago"])
    for deal in deals:
        enter(table, deal)
    expected = [pads.chicago_by_the_deal(four) for four in _fours(deals, counted=False)]
    assert [totals(section) for section in table.sheet.sections] == expected
