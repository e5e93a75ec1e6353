"""In which parts a long sheet is offered, and what stands on one of them."""

from datetime import UTC, datetime, timedelta

import pytest

from benchmarks.evenings import deals, evening, header, seated
from scorekeeper.core.messages import message
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Command, Entry, Stamp
from scorekeeper.exports.pdf.cache import Order
from scorekeeper.exports.pdf.page import Paper, page_of
from scorekeeper.games import GAMES
from scorekeeper.tables.parts import SheetPart, part_at, parts_of
from scorekeeper.tables.session import Session, opened
from scorekeeper.words import words_in

BEGAN = datetime(2026, 11, 20, 20, tzinfo=UTC)
EVENINGS = (30, 25, 20)
MOST = 600


def season() -> Session:
    """Three evenings a week apart, each deal five minutes after the other, so that the
    first ends after midnight."""
    session = opened(GAMES["joker-bridge"], header("season"))
    facts = deals(sum(EVENINGS))
    session = entered(session, seated(), BEGAN)
    for week, count in enumerate(EVENINGS):
        for n in range(count):
            at = BEGAN + timedelta(weeks=week, minutes=10 * n)
            command = Command(tuple(Entry(fact) for fact in next(facts)))
            session = entered(session, command, at)
    return session


def entered(session: Session, command: Command, at: datetime) -> Session:
    stamp = Stamp(at.isoformat(), Seat.NORTH.value, "", f"{len(session.log)}")
    return session.grown(session.chained(session.decide(command), stamp))


def rows_of(parts: list[SheetPart]) -> list[tuple[int, int]]:
    return [(part.first, part.last) for part in parts]


def evenings_of(session: Session) -> list[SheetPart]:
    return [part for part in parts_of(session, MOST) if part.day]


def test_evenings_go_on_past_midnight() -> None:
    evenings = evenings_of(season())
    assert rows_of(evenings) == [(1, 30), (31, 55), (56, 75)]
    assert [part.day[:10] for part in evenings] == [
        "2026-11-20",
        "2026-11-27",
        "2026-12-04",
    ]


def test_a_deal_that_is_corrected_later_stays_in_its_evening() -> None:
    session = season()
    row = [*session.sheet.rows()][9]
    contract = session.entry(row.entries[0])
    command = Command((Entry(contract.event, contract.seq),), (contract.seq,))
    corrected = entered(session, command, BEGAN + timedelta(weeks=8))
    assert rows_of(evenings_of(corrected)) == rows_of(evenings_of(session))


def test_rubbers_are_parts_and_cover_the_sheet() -> None:
    session = season()
    rubbers = [part for part in parts_of(session, MOST) if not part.day]
    assert len(rubbers) > 3
    covered = [
        row for first, last in rows_of(rubbers) for row in range(first, last + 1)
    ]
    assert covered == [*range(1, sum(EVENINGS) + 1)]


def test_where_a_part_is_too_long_there_are_runs_of_rows() -> None:
    session = season()
    most = 5
    parts = parts_of(session, most)
    assert all(part.rows <= most for part in parts)
    assert rows_of(parts)[-15:] == [(n, n + 4) for n in range(1, 75, 5)]
    assert parts[-1].label == message("sheet.part", first=71, last=75)


def test_a_short_sheet_has_none() -> None:
    assert parts_of(evening(8), MOST) == []


@pytest.mark.parametrize("wrong", ["", "1", "0-1", "3-2", "1-99", "1-", "-1", "a-b"])
def test_an_address_names_a_part_that_is_there(wrong: str) -> None:
    session = evening(8)
    assert part_at(session, wrong) is None
    part = part_at(session, "2-8")
    assert part is not None and part.address == "2-8"


def test_on_a_part_stand_its_deals_and_the_totals_of_all() -> None:
    session = season()
    words = words_in("en")
    whole = page_of(session, words, Paper.A4)
    part = page_of(session, words, Paper.A4, part=SheetPart(31, 55))
    assert "deals 31 to 55" in part and "deals 31 to 55" not in whole
    assert 'data-proof="' in part
    assert len(part) < len(whole) / 2


def test_a_part_is_kept_by_itself_and_proves_nothing() -> None:
    session = season()
    whole = Order(session)
    part = Order(session, part=SheetPart(1, 30))
    assert whole.is_proof and not part.is_proof
    assert part.rows == 30 and whole.rows == 75
    names = {
        order.name for order in (whole, part, Order(session, part=SheetPart(1, 29)))
    }
    assert len(names) == 3 and part.title != whole.title
