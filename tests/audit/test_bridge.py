"""Contract bridge against the Laws counted a second time, and against sheets kept by hand."""

import random
from collections.abc import Iterator

import pytest

from tests.audit.bridge import (
    BOARDS,
    OTHER,
    SIDES,
    Book,
    contract,
    duplicate_deal,
    score,
)
from tests.audit.said import say_lines

BY_THE_GAME = {
    "bridge": ({}, 6, "1234567", "C D H S NT", (12, 13)),
    "deuces-wild": ({}, 6, "1234567", "C D H S NT", (12, 13)),
    "five-crowns": ({}, 7, "1234567", "C D H S * NT", (13, 14)),
    "x1": ({"variant": "x1"}, 6, "1234567", "C D H S NT", (12, 13)),
    "x2": ({"variant": "x2"}, 6, "1234567", "C D H S NT", (12, 13)),
    "parity": ({"variant": "x4-parity"}, 6, "12345678", "C D H S NT", (13, 14)),
    "parity by level": (
        {"variant": "x4-parity", "parity_slams": "by-level"},
        6,
        "12345678",
        "C D H S NT",
        (12, 13),
    ),
    "non-parity": ({"variant": "x4-non-parity"}, 7, "1234567", "C D H S NT", (13, 14)),
}


def every_result(name: str) -> list[tuple[str, int]]:
    _, book, levels, denominations, _ = BY_THE_GAME[name]
    bids = [level + one for level in levels for one in denominations.split()]
    bids += ["0NT"] if name == "five-crowns" else []
    most = 14 if book == 7 or "8" in levels else 13
    return [
        (bid + doubling, tricks)
        for bid in bids
        for doubling in ("", "X", "XX")
        for tricks in range(most + 1)
    ]


def boards(name: str) -> Iterator[list[tuple[str, str, int, bool] | None]]:
    """Every result at both vulnerabilities, laid out on boards; None = passed out."""
    todo = {True: every_result(name), False: every_result(name)}
    batch: list[tuple[str, str, int, bool] | None] = []
    while any(todo.values()):
        n = len(batch)
        state = BOARDS[n % 16]
        wanted = {"both": True, "none": False}.get(state, n % 2 == 0)
        if not todo[wanted] and state in SIDES.values():
            wanted = not wanted
        if todo[wanted]:
            bid, tricks = todo[wanted].pop()
            side = state if wanted else OTHER.get(state, "NS")
            side = side if side in OTHER else "NS"
            batch.append((bid, side[n % 2], tricks, wanted))
        else:
            batch.append(None)
        if len(batch) == 720:
            yield batch
            batch = []
    yield batch


@pytest.mark.parametrize("name", BY_THE_GAME)
def test_every_result_at_both_vulnerabilities_at_duplicate(name: str) -> None:
    settings, book, _, _, slams = BY_THE_GAME[name]
    game = name if name in ("bridge", "deuces-wild", "five-crowns") else "joker-bridge"
    draws = name.startswith(("parity", "non-parity"))
    for batch in boards(name):
        written, expected = [], []
        for one in batch:
            if one is None:
                written.append("passed")
                expected.append("")
                continue
            bid, declarer, tricks, vulnerable = one
            written.append(f"{bid} {declarer} {tricks}")
            counted = contract(bid, tricks, vulnerable, book, slams)
            if draws and tricks == 7:
                counted = 0, 0, 0
            won, lost = duplicate_deal(bid, vulnerable, counted)
            points, side = (won, SIDES[declarer]) if won else (lost, OTHER[SIDES[declarer]])
            expected.append(f"{side} {points}" if points else "")
        sheet = score(game, "\n".join(written), scoring="duplicate", **settings)
        wrong = [
            (said, wanted, got)
            for said, wanted, got in zip(written, expected, sheet.said(), strict=True)
            if wanted != got
        ]
        assert not wrong, wrong[:20]


@pytest.mark.parametrize("name", BY_THE_GAME)
@pytest.mark.parametrize("form", ["rubber", "chicago", "chicago others"])
def test_long_evenings(name: str, form: str) -> None:
    settings, book, _, _, slams = BY_THE_GAME[name]
    game = name if name in ("bridge", "deuces-wild", "five-crowns") else "joker-bridge"
    dice = random.Random(f"{name} {form}")
    results = every_result(name)
    book_keeping = Book(form.split()[0], form.endswith("others"))
    written: list[str] = []
    expected: list[tuple[str, int]] = []
    for _ in range(300):
        if dice.random() < 0.06:
            written.append("passed")
            expected.append((book_keeping.passed(), book_keeping.section))
            continue
        declarer = dice.choice("NESW")
        bid, tricks = dice.choice(results)
        if dice.random() < 0.5:  # nearly made or just made, so that games and parts add up
            tricks = max(0, min(book + int(bid[0]) + dice.choice([-1, 0, 0, 1]), 13))
            bid = bid.rstrip("X")
        section = book_keeping.section
        counted = contract(bid, tricks, book_keeping.vulnerable(SIDES[declarer]), book, slams)
        if name.startswith(("parity", "non-parity")) and tricks == 7:
            counted = 0, 0, 0
        written.append(f"{bid} {declarer} {tricks}")
        expected.append((book_keeping.enter(declarer, counted), section))
    sheet = score(
        game,
        "\n".join(written),
        **settings,
        scoring=form.split()[0],
        chicago="carried",
        chicago_vulnerable="others" if form.endswith("others") else "dealer",
    )
    got = [
        (say_lines(row["lines"]), number)
        for number, section in enumerate(sheet.json["sections"], start=1)
        for row in section["rows"]
    ]
    wrong = [one for one in zip(written, expected, got, strict=True) if one[1] != one[2]]
    assert not wrong, wrong[:10]
    assert book_keeping.section > 5
