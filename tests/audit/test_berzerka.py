"""Berzerka: whole boards against a second count, and the readings by hand."""

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from tests.audit import others
from tests.audit.berzerka import BASE, MOST_COUNT, PAYOFFS, Box, points

TIES = ["fewer-then-bid", "fewer", "bid-then-fewer", "more-then-bid", "shared"]
OWN_PAYOFFS = [["first", 3], ["second", 1], ["third", -4]]


def played(text: str, **settings: Any) -> str:
    """The totals of seats 1, 2 and 3."""
    found = others.score("berzerka", text, **settings).totals()
    return " ".join(str(found[seat]) for seat in "123")


def refused(text: str, **settings: Any) -> str:
    return others.refusal("berzerka", text, **settings)


@pytest.mark.parametrize("seed", range(48))
def test_whole_boards(seed: int) -> None:
    dice = random.Random(seed)
    board, copies = a_board(dice, has_copy=bool(seed % 2))
    ties = TIES[seed % len(TIES)]
    payoffs = [*PAYOFFS, "custom"][seed // 2 % 4]
    pays = PAYOFFS.get(payoffs, (3, 1, -4))

    hands = [(seat, contract) for contract in board for seat in "123"]
    dice.shuffle(hands)
    text = [f"board {' '.join(board)}"]
    if copies:
        text[0] += f" copies={copies}"
    boxes: dict[str, list[Box]] = {contract: [] for contract in board}
    expected: list[dict[str, Fraction]] = []
    won = {seat: Fraction(0) for seat in "123"}
    for number, (seat, contract) in enumerate(hands, start=1):
        forehand = "123"[number % 3]
        most = MOST_COUNT.get(copies if contract == "shapeshift" else contract, 13)
        box = a_box(dice, seat, most, is_forehand=seat == forehand)
        text.append(written(box, contract))
        filled = boxes[contract]
        filled.append(box)
        if len(filled) == 3:
            paid = points(contract, filled, copies, ties, pays)
            for party, more in paid.items():
                won[party] += more
        expected.append(dict(won))

    settings = {"ties": ties, "payoffs": payoffs, "custom_payoffs": OWN_PAYOFFS}
    sheet = others.score("berzerka", "\n".join(text), **settings)
    for row, running, totals in zip(
        sheet.rows, totals_by_row(sheet.rows), expected, strict=True
    ):
        assert running == totals, (text, row)
    best = max(won.values())
    section = sheet.json["sections"][0]
    assert section["over"]
    assert section["winners"] == [seat for seat in "123" if won[seat] == best]


def a_board(dice: random.Random, *, has_copy: bool) -> tuple[list[str], str]:
    """Five contracts, and the one that Shapeshift copies where it is among them."""
    board = dice.sample(list(BASE), 5)
    if not has_copy:
        return board, ""
    copies = dice.choice(board[:4])
    board[4] = "shapeshift"
    return board, copies


def written(box: Box, contract: str) -> str:
    hot = " hot" if box.hotseat else ""
    return f"hand {box.seat} {contract} {box.discards} {box.count} -{box.overbid}{hot}"


def a_box(dice: random.Random, seat: str, most: int, *, is_forehand: bool) -> Box:
    is_hotseat = is_forehand and dice.random() < 0.5
    return Box(
        seat,
        count=dice.randint(0, dice.choice([4, most])),
        discards=dice.choice([0, 0, 1, 2, 13]),
        overbid=0 if is_hotseat else dice.choice([0, 0, 1, 2, 5]),
        hotseat=is_hotseat,
    )


def totals_by_row(rows: list[dict[str, Any]]) -> Iterator[dict[str, Fraction]]:
    """What the lines of the sheet add up to after each row."""
    running = {seat: Fraction(0) for seat in "123"}
    for row in rows:
        for line in row["lines"]:
            running[line["party"]] += Fraction(line["points"])
        yield dict(running)


def trio(contract: str, *hands: str, board: str = "") -> str:
    """A board of one contract, played by seats 1, 2, 3: "discards count [-overbid]
    [hot]"."""
    lines = [
        f"hand {seat} {contract} {hand}"
        for seat, hand in zip("123", hands, strict=True)
    ]
    return "\n".join([f"board {board or contract}", *lines])


NUMBERS: list[tuple[str, str, str]] = [
    # contract; discards, tricks, overbid of each; game points by +V/0/-V with V = base
    # + 3
    ("berzerka", "0 7|0 6|0 5", "4 0 -4"),
    ("berzerka", "0 7 -3|0 6|0 5", "-4 4 0"),  # 7 - 3 = 4
    ("berzerka", "0 1 -3|0 0|0 5", "-4 0 4"),  # below zero
    ("hidden-strength", "0 7|0 6|0 5", "4 0 -4"),
    ("seeing-red", "0 7|0 6|0 5", "5 0 -5"),
    ("brute-strength", "0 7|0 6|0 5", "4 0 -4"),
    ("changing-pace", "0 7|0 6|0 5", "4 0 -4"),
    ("raging-tides", "0 7|0 6|0 5", "7 0 -7"),
    ("marathon-flex", "0 4|0 6|0 5", "-5 5 0"),
    # the fewest: the overbid is added
    ("bottle-it-up", "0 3|0 4|0 5", "6 0 -6"),
    ("bottle-it-up", "0 3 -2|0 4|0 6", "0 6 -6"),  # 3 + 2 = 5
    ("one-weakness", "0 3|0 4|0 5", "6 0 -6"),
    ("one-weakness", "0 3 -3|0 4|0 5", "-6 6 0"),  # 3 + 3 = 6
    # the distance from 5; the designer's tip: 7 - 2 = 5
    ("hold-steady", "0 7 -2|0 4|0 3", "5 0 -5"),
    ("hold-steady", "0 7|0 4|0 5", "-5 0 5"),
    ("hold-steady", "0 3 -1|0 7|0 5", "-5 0 5"),  # |3 - 1 - 5| = 3
    ("still-holding", "0 7|0 4|0 5", "-4 0 4"),
    # Middling: 0 + 2 * 3, half of it lost by each of the others
    ("middling", "0 3|0 11|0 5", "-3 -3 6"),
    ("middling", "0 7|0 11 -6|0 3", "-3 6 -3"),  # 11 - 6 = 5
]


@pytest.mark.parametrize(("contract", "hands", "expected"), NUMBERS)
def test_the_number_in_the_box(contract: str, hands: str, expected: str) -> None:
    assert played(trio(contract, *hands.split("|"))) == expected


def test_the_documents_middling_at_four() -> None:
    """3, 11 and 5 tricks at ×4: two bids, one hotseat."""
    text = "board middling\nhand 1 middling 0 3\nhand 2 middling 0 11\ndealer seat=2\n"
    assert played(text + "hand 3 middling 0 5 hot") == "-2 -2 4"


def test_the_hotseat_does_not_raise_the_value() -> None:
    text = "board berzerka\nhand 2 berzerka 0 3 hot\nhand 3 berzerka 0 4 hot\n"
    assert played(text + "hand 1 berzerka 0 5 hot") == "1 -1 0"
    assert played(text + "hand 1 berzerka 0 5") == "2 -2 0"


def test_a_contract_counts_nothing_until_its_three_boxes_are_filled() -> None:
    text = "board berzerka\nhand 1 berzerka 0 9\nhand 2 berzerka 0 1"
    assert played(text) == "0 0 0"
    ended = others.score("berzerka", text + "\nended").json["sections"][0]
    assert ended["over"]
    assert {
        party: one["total"] for party, one in ended["totals"].items()
    } == dict.fromkeys("123", 0)


SHIFTED: list[tuple[str, str, str]] = [
    # copies, tricks of each, game points: 5 + 3 and, copying Middling, 6 + 2 * 3
    ("berzerka", "0 7|0 6|0 5", "8 0 -8"),
    ("bottle-it-up", "0 3 -2|0 4|0 6", "0 8 -8"),
    ("hold-steady", "0 7 -2|0 4|0 3", "8 0 -8"),
    ("raging-tides", "0 7|0 6|0 5", "8 0 -8"),
    ("middling", "0 3|0 11|0 5", "-6 -6 12"),
]


@pytest.mark.parametrize(("copied", "hands", "expected"), SHIFTED)
def test_shapeshift(copied: str, hands: str, expected: str) -> None:
    board = f"{copied} shapeshift copies={copied}"
    assert played(trio("shapeshift", *hands.split("|"), board=board)) == expected


LEVEL: list[tuple[str, str, str, str]] = [
    # ties, contract, hands, game points
    ("fewer-then-bid", "berzerka", "1 6|2 6|0 5", "4 0 -4"),
    ("fewer-then-bid", "berzerka", "1 6|1 6|0 5", "2 2 -4"),
    ("fewer-then-bid", "berzerka", "0 7|1 5|1 5", "4 -2 -2"),
    ("fewer-then-bid", "berzerka", "1 5|1 5|1 5", "0 0 0"),
    ("fewer-then-bid", "berzerka", "1 5|2 5|1 5", "2 -4 2"),
    ("more-then-bid", "berzerka", "1 6|2 6|0 5", "0 4 -4"),
    ("shared", "berzerka", "1 6|2 6|0 5", "2 2 -4"),
    ("fewer", "berzerka", "1 6|1 6|0 5", "2 2 -4"),
    ("fewer-then-bid", "bottle-it-up", "1 3|0 3|0 5", "0 6 -6"),
    ("fewer-then-bid", "bottle-it-up", "1 1|0 3|0 3", "6 -3 -3"),
    # level in the middle: the same chain for the win, everybody else loses
    ("fewer-then-bid", "middling", "0 3|1 3|0 5", "6 -3 -3"),
    ("fewer-then-bid", "middling", "0 3|0 3|0 5", "3/2 3/2 -3"),
    ("fewer-then-bid", "middling", "0 4|0 4|0 4", "0 0 0"),
    ("fewer-then-bid", "middling", "0 4|0 4|1 4", "3/2 3/2 -3"),
    ("shared", "middling", "0 3|1 3|0 5", "3/2 3/2 -3"),
]


@pytest.mark.parametrize(("ties", "contract", "hands", "expected"), LEVEL)
def test_level_numbers(ties: str, contract: str, hands: str, expected: str) -> None:
    assert played(trio(contract, *hands.split("|")), ties=ties) == expected


HOT: list[tuple[str, str]] = [
    # seats 2 and 3 level, 3 in the hotseat: V = 1 + 2
    ("fewer-then-bid", "-3 3 0"),
    ("fewer", "-3 3/2 3/2"),
    ("bid-then-fewer", "-3 3 0"),
    ("shared", "-3 3/2 3/2"),
]


@pytest.mark.parametrize(("ties", "expected"), HOT)
def test_a_bid_ranks_over_the_hotseat(ties: str, expected: str) -> None:
    text = "board berzerka\nhand 1 berzerka 0 2\nhand 2 berzerka 0 6\ndealer seat=2\n"
    assert played(text + "hand 3 berzerka 0 6 hot", ties=ties) == expected


PAID: list[tuple[str, str, str]] = [
    ("swing", "berzerka", "4 0 -4"),
    ("winner", "berzerka", "4 0 0"),
    ("ladder", "berzerka", "8 4 0"),
    ("custom", "berzerka", "12 4 -16"),
    # Middling is printed, and stays
    ("winner", "middling", "-3 6 -3"),
    ("custom", "middling", "-3 6 -3"),
]


@pytest.mark.parametrize(("payoffs", "contract", "expected"), PAID)
def test_payoffs(payoffs: str, contract: str, expected: str) -> None:
    text = trio(contract, "0 7", "0 6", "0 5")
    assert played(text, payoffs=payoffs, custom_payoffs=OWN_PAYOFFS) == expected


OWN: list[tuple[str, str, str]] = [
    # what the table wrote, hands, game points
    ("aim=most base=3", "0 7|0 5 -1|0 3", "6 0 -6"),
    ("aim=most base=3 step=2", "0 7|0 5 -1|0 3", "9 0 -9"),
    ("aim=fewest base=3", "0 3 -1|0 5|0 7", "6 0 -6"),
    ("aim=fewest base=0", "0 3 -3|0 5|0 7", "0 3 -3"),
    ("aim=closest base=1 target=7", "0 9 -2|0 5|0 4", "4 0 -4"),
    ("aim=middle base=2 step=2", "0 9|0 5|0 4", "-4 8 -4"),
    ("aim=most base=1 counts=last-six", "0 6|0 5|0 0", "4 0 -4"),
    ("aim=fewest base=1 counts=suit-cards", "0 13|0 0|0 5", "-4 4 0"),
]


@pytest.mark.parametrize(("written", "hands", "expected"), OWN)
def test_contracts_of_the_tables_own(written: str, hands: str, expected: str) -> None:
    text = trio("own-1", *hands.split("|"))
    assert played(f"contract-written tile=1 name=Ours {written}\n{text}") == expected


BIDDING: list[tuple[dict[str, Any], str, str, str]] = [
    # settings, entered on the starter board by dealer 1, the declarer, the number in
    # the box
    (
        {},
        "bid contract=seeing-red; passed; passed; discarded discards=1; played count=7",
        "Seat 2",
        "7",
    ),
    (
        {},
        "bid contract=berzerka; bid contract=seeing-red overbid=3; passed; passed;"
        "discarded discards=1; played count=7",
        "Seat 3",
        "4",
    ),
    (
        {},
        "bid contract=berzerka; bid contract=berzerka overbid=1; "
        "bid contract=bottle-it-up overbid=2; passed; passed; discarded discards=1; played count=3",
        "Seat 1",
        "5",
    ),
    (
        {"overbids": "steps"},
        "bid contract=berzerka; bid contract=berzerka overbid=1; passed; "
        "bid contract=hold-steady overbid=2; passed; ranking ranking=normal; "
        "discarded discards=1; played count=7",
        "Seat 2",
        "0",
    ),
    (
        {},
        "passed; passed; passed; hotseat contract=bottle-it-up; discarded discards=3; "
        "played count=2",
        "Seat 2",
        "2",
    ),
]


@pytest.mark.parametrize(("settings", "entered", "declarer", "number"), BIDDING)
def test_the_bidding(
    settings: dict[str, Any], entered: str, declarer: str, number: str
) -> None:
    facts = others.score("berzerka", f"board\n{entered}", **settings).rows[0]["facts"]
    assert (facts["berzerka.declarer"], facts["berzerka.number"]) == (declarer, number)


def test_the_hotseat_passes_to_whoever_has_a_contract_open() -> None:
    """Dealer 2: forehand is seat 3, who has completed the only contract; seat 1 sits
    there."""
    text = "board berzerka\nhand 3 berzerka 0 3\n"
    assert "Seat 1 is in the hotseat" in refused(f"{text}hand 2 berzerka 0 3 hot")
    assert played(f"{text}hand 1 berzerka 0 3 hot") == "0 0 0"


WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({}, "hand 1 berzerka 3 7", "No board is set yet"),
    ({}, "board berzerka berzerka", "on the board twice"),
    ({}, "board berzerka shapeshift", "has no contract to copy"),
    ({}, "board berzerka shapeshift copies=middling", "isn’t on this board"),
    ({}, "board berzerka copies=berzerka", "Shapeshift isn’t on the board"),
    ({}, "board own-1", "own-1"),
    ({}, "board\nhand 1 middling 3 7", "isn’t on this board"),
    ({}, "board\nhand 1 berzerka 3 14", "Enter 0 to 13"),
    ({}, "board\nhand 1 berzerka 14 7", "Enter 0 to 13"),
    ({}, "board marathon-flex\nhand 1 marathon-flex 3 7", ("only the last 6 tricks "
                                                           "count")),
    ({}, "board\nhand 1 berzerka 3 7\nhand 1 berzerka 3 7", "has already completed"),
    ({}, "board\nhand 1 berzerka 3 7 hot", "Seat 2 is in the hotseat"),
    ({}, "board\nhand 2 berzerka 3 7 -1 hot", "no bid to go over"),
    ({}, "board\nhand 4 berzerka 3 7", "no seat “4”"),
    ({}, "board\nbid contract=berzerka overbid=1", "no bid to go over"),
    ({}, "board\nbid contract=berzerka; bid contract=berzerka", "at least 1"),
    ({}, "board\nbid contract=berzerka; bid contract=berzerka overbid=2;"
         "bid contract=berzerka overbid=2", "at least 3"),
    ({"overbids": "steps"}, ("board\nbid contract=berzerka; bid contract=berzerka "
                             "overbid=3"),
     "The next is 1"),
    ({}, "board\nhand 2 seeing-red 0 5 trump=S", "isn’t needed for Seeing Red"),
    ({}, "contract-written tile=1 name=X aim=middle base=3", "make the value and its step even"),
    ({}, "contract-written tile=3 name=X aim=most base=3", "The blank tiles are 1 and 2"),
]  # fmt: skip


@pytest.mark.parametrize(("settings", "entered", "why"), WRONG)
def test_what_is_refused(settings: dict[str, Any], entered: str, why: str) -> None:
    assert why in refused(entered, **settings)


CITES: list[tuple[dict[str, Any], str, str, str]] = [
    # settings, entered, part of what the line says, standing
    ({}, trio("berzerka", "0 7", "0 6", "0 5"), "Berzerka ×4: first", "inferred"),
    ({}, trio("berzerka", "0 7", "0 6", "0 5"), "Box: 7", "printed"),
    ({}, trio("berzerka", "0 7", "1 7", "0 5"), "level, first", "inferred"),
    ({}, trio("middling", "0 7", "0 6", "0 5"), "the middle number", "printed"),
    ({}, trio("one-weakness", "0 7 -1", "0 6", "0 5"), "Box: 8", "inferred"),
    ({}, trio("bottle-it-up", "0 7 -1", "0 6", "0 5"), "Box: 8", "printed"),
    ({"payoffs": "winner"}, trio("berzerka", "0 7", "0 6", "0 5"), "first", "house"),
    ({"ties": "shared"}, trio("berzerka", "0 7", "1 7", "0 5"), "shared", "house"),
]


@pytest.mark.parametrize(("settings", "entered", "said", "standing"), CITES)
def test_what_each_figure_rests_on(
    settings: dict[str, Any], entered: str, said: str, standing: str
) -> None:
    lines = others.score("berzerka", entered, **settings).lines
    assert {line["standing"] for line in lines if said in line["what"]} == {standing}
