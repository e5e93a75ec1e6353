"""The picture of a running score: it ends at the totals, and nothing in it covers
another."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.citations import Authority, Cite, Source
from scorekeeper.core.messages import message
from scorekeeper.core.seats import Party, numbered
from scorekeeper.core.sheet import Line, Row, ScoreSheet, Section
from scorekeeper.tables.chart import (
    BOTTOM,
    HEIGHT,
    LABEL,
    LEFT,
    RIGHT,
    TOP,
    WIDTH,
    ChartLine,
    drawn,
    steps,
)

CITE = Cite(Source("toy", "Toy"), "1", Authority.PRINTED, "toy")
DEALS = st.integers(1, 8).flatmap(
    lambda players: st.lists(
        st.lists(st.integers(-3000, 3000), min_size=players, max_size=players),
        min_size=1,
        max_size=120,
    )
)


def sheet(deals: list[list[int]]) -> ScoreSheet:
    parties = tuple(Party(seat.value, (seat,)) for seat in numbered(len(deals[0])))
    rows = tuple(
        Row(
            n,
            message("toy.deal", number=n),
            (n,),
            (),
            tuple(
                Line(party.id, points, message("toy.line"), CITE)
                for party, points in zip(parties, deal, strict=True)
            ),
        )
        for n, deal in enumerate(deals, start=1)
    )
    return ScoreSheet(parties, (), (Section(message("toy"), rows, message("toy")),))


def points_of(line: ChartLine) -> list[tuple[float, float]]:
    return [tuple(map(float, pair.split(","))) for pair in line.points.split()]  # type: ignore[misc]


def test_no_picture_before_there_is_a_score() -> None:
    empty = ScoreSheet((Party("1", numbered(2)[:1]),), (), ())
    assert drawn(empty) is None


@given(DEALS)
def test_every_line_stays_in_the_frame_and_ends_at_its_total(
    deals: list[list[int]],
) -> None:
    made = sheet(deals)
    chart = drawn(made)
    assert chart is not None
    assert steps(made)[-1].totals == tuple(
        made.total(party.id) for party in made.parties
    )
    for line, party in zip(chart.lines, made.parties, strict=True):
        walked = points_of(line)
        assert len(walked) == len(deals) + 1
        assert line.total == made.total(party.id)
        assert walked[-1] == (line.x, line.y)
        assert all(LEFT <= x <= WIDTH - RIGHT + 0.1 for x, _ in walked)
        assert all(TOP <= y <= HEIGHT - BOTTOM for _, y in walked)


@given(DEALS)
def test_higher_totals_stand_higher(deals: list[list[int]]) -> None:
    chart = drawn(sheet(deals))
    assert chart is not None
    by_total = sorted(chart.lines, key=lambda line: line.total)
    assert all(one.y >= other.y for one, other in pairwise(by_total))


def test_a_deal_is_named_by_its_number_where_one_before_it_had_no_points() -> None:
    made = sheet([[10, -10]] * 7)
    (section,) = made.sections
    rows = [replace(row, lines=()) if row.id == 6 else row for row in section.rows]
    rows[2] = replace(rows[2], label=message("toy.adjusted"))
    chart = drawn(replace(made, sections=(replace(section, rows=tuple(rows)),)))
    assert chart is not None
    assert [deal.n for deal in chart.deals] == [1, 2, "", 4, 5, 7]


@given(DEALS)
def test_names_do_not_cover_each_other(deals: list[list[int]]) -> None:
    chart = drawn(sheet(deals))
    assert chart is not None
    heights = sorted(line.label_y for line in chart.lines)
    assert all(other - one >= LABEL - 0.2 for one, other in pairwise(heights))
    assert heights[0] >= TOP and heights[-1] <= HEIGHT - BOTTOM


@pytest.mark.parametrize("size", [1, 7, 40, 990, 123_456])
def test_the_figures_at_the_left_are_round_and_few(size: int) -> None:
    chart = drawn(sheet([[size, -size // 3]]))
    assert chart is not None
    figures = [tick.at for tick in chart.ticks]
    assert 0 in figures and 2 <= len(figures) <= 8
    step = figures[1] - figures[0]
    assert str(step).rstrip("0") in {"1", "2", "5"}
    assert all(later - one == step for one, later in pairwise(figures))
