"""A session written by hand, step by step and at once, scored as a player would by
hand."""

from pathlib import Path

import pytest

from scorekeeper.exports.session_file import FileRefused, read
from scorekeeper.tables.session import Session
from scorekeeper.words import words_in

FILE = Path(__file__).parents[2] / "data" / "berzerka" / "everything.jsonl"
EARNED = {
    # contract: (value, Ingrid, Tom, Priya)
    "One Weakness": (6, 6, -6, 0),  # 0, 7 and 6 cards
    "Shapeshift": (
        12,
        12,
        -6,
        -6,
    ),  # Middling: 6 − 1, 8 − 1, 2; base 6, three bids of 2
    "Marathon Flex": (5, 5, 0, -5),  # 6, 5, 1 − 1 of the last six
    "Middling": (6, -3, -3, 6),  # 3, 11, 5
    "Ladder": (
        8,
        8,
        -8,
        0,
    ),  # 0, 1, 1 away from 3; Priya has fewer discards; one hotseat
}
say = words_in("en").text


@pytest.fixture(scope="module")
def session() -> Session:
    return read(FILE.read_bytes()).session


@pytest.mark.parametrize("contract", EARNED)
def test_every_contract_earns_what_a_pencil_makes_it(
    session: Session, contract: str
) -> None:
    value, *expected = EARNED[contract]
    rows = [row for row in session.sheet.rows() if say(row.facts[0].value) == contract]
    assert [sum(row.total(party) for row in rows) for party in "123"] == expected
    assert f"×{value}" in say(rows[-1].lines[-1].what)


def test_the_totals_and_the_winner(session: Session) -> None:
    assert [session.sheet.total(party) for party in "123"] == [28, -23, -5]
    (section,) = session.sheet.sections
    assert (section.is_over, section.winners) == (True, ("1",))
    assert sum(session.sheet.total(party) for party in "123") == 0


def test_the_file_with_fourteen_tricks_is_refused_at_its_line() -> None:
    text = FILE.read_text().replace(
        '"discards": 0, "count": 11', '"discards": 0, "count": 14'
    )
    with pytest.raises(FileRefused) as refused:
        read(text.encode())
    assert refused.value.line == 36
