"""The scoring table of the Laws, figure by figure, and what can't have happened.

The figures are typed from Law 81 of the Laws of Contract Bridge 1993.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.errors import ImpossibleResult, RuleViolation
from scorekeeper.core.seats import Seat
from scorekeeper.core.sheet import sum_points
from scorekeeper.games.bridge.contract import (
    DECLARER,
    DEFENDERS,
    Call,
    Contract,
    Denomination,
    Doubling,
    bids,
    check_contract,
    is_made,
    score,
)
from scorekeeper.games.bridge.rules import (
    CrownsSettings,
    JokerSettings,
    Scoring,
    Settings,
    Variant,
)
from scorekeeper.games.bridge.tariffs import tariff_of
from tests.games.bridge.at_table import points

RUBBER = Settings()
DUPLICATE = Settings(scoring=Scoring.DUPLICATE)
PARITY = JokerSettings(variant=Variant.X4_PARITY)
NON_PARITY = JokerSettings(variant=Variant.X4_NON_PARITY)
CROWNS = CrownsSettings()
EVERY = (
    RUBBER,
    DUPLICATE,
    PARITY,
    NON_PARITY,
    CROWNS,
    JokerSettings(),
    CrownsSettings(),
)


def lines(
    text: str, tricks: int, settings: Settings = RUBBER, *, vulnerable: bool = False
):  # type: ignore[no-untyped-def]
    found = score(Contract.parse(text), tricks, tariff_of(settings, vulnerable))
    return [(party, part, pts, code) for party, part, pts, code in points(found)]


def declarers(text: str, tricks: int, *, vulnerable: bool = False) -> int:
    found = score(Contract.parse(text), tricks, tariff_of(DUPLICATE, vulnerable))
    return int(sum_points(found, DECLARER) - sum_points(found, DEFENDERS))


@pytest.mark.parametrize(
    ("suits", "each", "first"), [("CD", 20, 20), ("HS", 30, 30), (("NT",), 30, 40)]
)
@pytest.mark.parametrize(("doubling", "times"), [("", 1), ("X", 2), ("XX", 4)])
@pytest.mark.parametrize("level", range(1, 8))
def test_trick_points(
    suits: tuple[str, ...], each: int, first: int, doubling: str, times: int, level: int
) -> None:
    for suit in suits:
        below = [
            line
            for line in lines(f"{level}{suit}{doubling}", level + 6)
            if line[1] == "below"
        ]
        assert below == [
            (DECLARER, "below", (first + (level - 1) * each) * times, "odd-tricks")
        ]


@pytest.mark.parametrize(
    ("doubling", "vulnerable", "each"),
    [
        ("", False, 30),
        ("", True, 30),
        ("X", False, 100),
        ("X", True, 200),
        ("XX", False, 200),
        ("XX", True, 400),
    ],
)
@pytest.mark.parametrize("over", [1, 2, 3, 4])
def test_overtricks(doubling: str, vulnerable: bool, each: int, over: int) -> None:
    found = lines(f"3NT{doubling}", 9 + over, vulnerable=vulnerable)
    assert (DECLARER, "above", over * each, "overtricks") in found


def test_an_overtrick_at_no_trump_is_worth_30_even_at_level_one() -> None:
    assert lines("1NT", 8) == [
        (DECLARER, "below", 40, "odd-tricks"),
        (DECLARER, "above", 30, "overtricks"),
    ]


@pytest.mark.parametrize("vulnerable", [False, True])
def test_the_insult_is_50_and_100_whatever_the_vulnerability(vulnerable: bool) -> None:
    doubled = lines("2HX", 8, vulnerable=vulnerable)
    redoubled = lines("2HXX", 8, vulnerable=vulnerable)
    assert (DECLARER, "above", 50, "insult.doubled") in doubled
    assert (DECLARER, "above", 100, "insult.redoubled") in redoubled
    assert not any(code.startswith("insult") for *_, code in lines("2H", 8))
    assert not any(code.startswith("insult") for *_, code in lines("2HX", 7))


@pytest.mark.parametrize("doubling", ["", "X", "XX"])
@pytest.mark.parametrize(
    ("level", "vulnerable", "slam", "pts"),
    [
        (6, False, "small", 500),
        (6, True, "small", 750),
        (7, False, "grand", 1000),
        (7, True, "grand", 1500),
    ],
)
def test_slams_are_never_multiplied(
    doubling: str, level: int, vulnerable: bool, slam: str, pts: int
) -> None:
    found = lines(f"{level}S{doubling}", level + 6, vulnerable=vulnerable)
    assert [one for one in found if "slam" in one[3]] == [
        (DECLARER, "above", pts, f"slam.{slam}")
    ]


def test_a_slam_not_bid_or_not_made_pays_nothing() -> None:
    assert not any("slam" in code for *_, code in lines("5S", 13))
    assert not any("slam" in code for *_, code in lines("6S", 11))
    assert not any("grand" in code for *_, code in lines("6S", 13))


UNDERTRICKS = {
    ("", False): (50, 100, 150, 200, 250, 300, 350),
    ("", True): (100, 200, 300, 400, 500, 600, 700),
    ("X", False): (100, 300, 500, 800, 1100, 1400, 1700),
    ("X", True): (200, 500, 800, 1100, 1400, 1700, 2000),
    ("XX", False): (200, 600, 1000, 1600, 2200, 2800, 3400),
    ("XX", True): (400, 1000, 1600, 2200, 2800, 3400, 4000),
}


@pytest.mark.parametrize(("how", "totals"), UNDERTRICKS.items())
def test_undertricks(how: tuple[str, bool], totals: tuple[int, ...]) -> None:
    doubling, vulnerable = how
    for down, total in enumerate(totals, 1):
        [(party, part, pts, code)] = lines(
            f"4H{doubling}", 10 - down, vulnerable=vulnerable
        )
        assert (party, part, pts) == (DEFENDERS, "above", total)
        assert code.startswith("undertricks")


@pytest.mark.parametrize(
    ("text", "made", "vulnerable", "total"),
    [
        ("3NT", 9, False, 400),
        ("3NT", 9, True, 600),
        ("2S", 8, False, 110),
        ("2SX", 8, False, 470),
        ("2DX", 8, False, 180),
        ("1NTXX", 7, False, 560),
        ("6NT", 12, True, 1440),
        ("7CXX", 13, True, 2660),
        ("4S", 9, False, -50),
    ],
)
def test_duplicate_pays_games_and_part_scores_at_once(
    text: str, made: int, vulnerable: bool, total: int
) -> None:
    assert declarers(text, made, vulnerable=vulnerable) == total


def test_a_doubled_part_score_that_reaches_a_hundred_is_a_game() -> None:
    codes = [code for *_, code in lines("3DX", 9, DUPLICATE)]
    assert "game-bonus" in codes and "part-bonus" not in codes


# ---- fourteen tricks ----


def test_level_eight_goes_on_by_the_same_steps() -> None:
    for text, below in (("8C", 160), ("8H", 240), ("8NT", 250)):
        assert lines(text, 14, PARITY)[0] == (DECLARER, "below", below, "odd-tricks")


def test_level_eight_is_marked_as_our_reading() -> None:
    tariff = tariff_of(PARITY, False)
    assert score(Contract.parse("8C"), 14, tariff)[0].cite.standing.value == "inferred"
    assert score(Contract.parse("7C"), 14, tariff)[0].cite.standing.value == "published"


@pytest.mark.parametrize(
    ("settings", "text", "tricks", "slam"),
    [
        (PARITY, "6S", 12, None),
        (PARITY, "7S", 13, ("slam.small", 500)),
        (PARITY, "8S", 14, ("slam.grand", 1000)),
        (NON_PARITY, "6S", 13, ("slam.small", 500)),
        (NON_PARITY, "7S", 14, ("slam.grand", 1000)),
        (CROWNS, "6*", 13, ("slam.small", 500)),
        (CROWNS, "7NT", 14, ("slam.grand", 1000)),
    ],
)
def test_slams_are_thirteen_and_fourteen_tricks(
    settings: Settings, text: str, tricks: int, slam: tuple[str, int] | None
) -> None:
    found = [
        (code, pts)
        for _, _, pts, code in lines(text, tricks, settings)
        if "slam" in code
    ]
    assert found == ([slam] if slam else [])


@pytest.mark.parametrize(
    ("text", "tricks", "below", "above"),
    [
        ("0NT", 7, 10, 0),
        ("0NT", 9, 10, 60),
        ("0NTX", 7, 20, 50),
        ("0NTXX", 7, 40, 100),
        ("1*", 8, 40, 0),
        ("3*", 10, 100, 0),
        ("1C", 8, 20, 0),
        ("7NT", 14, 220, 1000),
    ],
)
def test_five_crowns(text: str, tricks: int, below: int, above: int) -> None:
    found = score(Contract.parse(text), tricks, tariff_of(CROWNS, False))
    assert sum_points(found, DECLARER, "below") == below
    assert sum_points(found, DECLARER, "above") == above


def test_seven_all_is_no_draw_in_five_crowns() -> None:
    assert lines("0NT", 7, CROWNS) == [(DECLARER, "below", 10, "book-made")]
    assert lines("1C", 7, CROWNS) == [(DEFENDERS, "above", 50, "undertricks")]


# ---- what can't have been ----


@pytest.mark.parametrize(
    ("settings", "text", "tricks"),
    [
        (RUBBER, "3S", 14),
        (RUBBER, "7S", 15),
        (RUBBER, "1C", -1),
        (PARITY, "3S", 15),
        (CROWNS, "0NT", 15),
    ],
)
def test_tricks_that_the_pack_does_not_have(
    settings: Settings, text: str, tricks: int
) -> None:
    with pytest.raises(ImpossibleResult) as caught:
        lines(text, tricks, settings)
    assert caught.value.field == "tricks"


@pytest.mark.parametrize(
    ("settings", "text", "code"),
    [
        (RUBBER, "8S", "level"),
        (NON_PARITY, "8S", "level"),
        (PARITY, "9S", "level"),
        (CROWNS, "8C", "level"),
        (RUBBER, "0NT", "level-low"),
        (PARITY, "0NT", "level-low"),
        (CROWNS, "0*", "level-zero"),
        (RUBBER, "1*", "denomination"),
        (PARITY, "1*", "denomination"),
    ],
)
def test_contracts_that_cannot_be_bid(settings: Settings, text: str, code: str) -> None:
    with pytest.raises(RuleViolation) as caught:
        check_contract(Contract.parse(text), tariff_of(settings, False))
    assert caught.value.why.code == f"bridge.refused.{code}"
    assert caught.value.field == "contract"


def test_three_no_trump_is_not_three_no_trump_doubled() -> None:
    plain = Contract.parse("3NT")
    doubled = Contract.parse("3NTX")
    assert plain != doubled
    assert len({plain, doubled, Contract.parse("3NTXX")}) == 3


# ---- properties ----

TARIFFS = [tariff_of(settings, vul) for settings in EVERY for vul in (False, True)]


@st.composite
def scored(draw: st.DrawFn):  # type: ignore[no-untyped-def]
    tariff = draw(st.sampled_from(TARIFFS))
    bid = draw(st.sampled_from(bids(tariff)))
    assert bid.denomination is not None
    contract = Contract(bid.level, bid.denomination, draw(st.sampled_from(Doubling)))
    return contract, draw(st.integers(0, tariff.tricks)), tariff


@given(scored())
def test_only_one_side_scores_and_never_less_than_nothing(case) -> None:  # type: ignore[no-untyped-def]
    contract, tricks, tariff = case
    found = score(contract, tricks, tariff)
    parties = {line.party for line in found}
    draw = tariff.draw is not None and tricks == tariff.draw.tricks
    made = is_made(contract, tricks, tariff)
    assert draw or parties == {DECLARER if made else DEFENDERS}
    assert all(line.points >= 0 for line in found)
    assert all(line.cite.section and line.cite.anchor for line in found)


@given(scored())
def test_more_tricks_never_score_less_but_for_the_draw(case) -> None:  # type: ignore[no-untyped-def]
    contract, tricks, tariff = case

    def net(number: int) -> int:
        found = score(contract, number, tariff)
        return int(sum_points(found, DECLARER) - sum_points(found, DEFENDERS))

    drawn = tariff.draw.tricks if tariff.draw else None
    if tricks > 0 and drawn not in (tricks, tricks - 1):
        assert net(tricks) > net(tricks - 1)


def test_the_draw_rewards_ducking_as_the_readings_warn() -> None:
    assert lines("5SX", 7, PARITY) == [(DECLARER, "above", 0, "draw")]
    assert lines("5SX", 8, PARITY)[0][0] == DEFENDERS


@given(st.integers(0, 8), st.sampled_from(Denomination), st.sampled_from(Doubling))
def test_a_contract_reads_back_as_written(
    level: int, denomination: Denomination, doubling: Doubling
) -> None:
    contract = Contract(level, denomination, doubling)
    assert Contract.parse(str(contract)) == contract
    assert Contract.parse(f" {str(contract).lower()} ") == contract


@pytest.mark.parametrize(
    ("text", "same"), [("3n", "3NT"), ("2 s x", "2SX"), ("1★", "1*"), ("4HXX", "4HXX")]
)
def test_other_spellings(text: str, same: str) -> None:
    assert str(Contract.parse(text)) == same


@pytest.mark.parametrize(
    "text", ["", "4", "S4", "4SXXX", "4Z", "XX", "NT", "-1S", "10S", "4S=", "1"]
)
def test_what_is_no_contract(text: str) -> None:
    with pytest.raises(ValueError):
        Contract.parse(text)


@pytest.mark.parametrize("text", ["Pass", "X", "XX", "1C", "7NT", "2*", "0NT"])
def test_a_call_reads_back_as_written(text: str) -> None:
    assert str(Call.parse(text)) == text


@pytest.mark.parametrize("text", ["", "1CX", "9", "double", "XXX", Seat.NORTH.value])
def test_what_is_no_call(text: str) -> None:
    with pytest.raises(ValueError):
        Call.parse(text)
