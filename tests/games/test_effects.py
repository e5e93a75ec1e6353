"""Every effect of a ruling arrives in the score once, in whatever order a table does
things."""

import random
from typing import Any

import pytest

from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.rulings import Remembered
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Command, Entry
from scorekeeper.exports.pbn import pbn_of
from scorekeeper.games import GAMES
from scorekeeper.games.berzerka.events import BoardSet
from scorekeeper.games.berzerka.rules import STARTER
from scorekeeper.games.bridge.events import HandSpread
from scorekeeper.tables.rulings.effects import due, effect_state
from scorekeeper.tables.rulings.on_deals import rulings_remembered
from scorekeeper.words import words_in
from tests.games.about import about
from tests.games.bridge.at_table import calls
from tests.games.bridge.hearing import contract
from tests.games.effects import REVOKE, Table


def bridge() -> Table:
    table = Table("bridge", GAMES["bridge"].rule_sheet.defaults)
    table.enter(*contract("4S", "S"))
    return table


@pytest.mark.parametrize("seed", range(80))
def test_results_rulings_and_corrections_come_in_any_order(seed: int) -> None:
    chance = random.Random(seed)
    table = bridge()
    raw = None
    delta = 0
    given: list[tuple[int, int]] = []
    steps = [
        "result",
        *chance.choices(("rule", "accept", "result"), k=chance.randint(3, 9)),
    ]
    chance.shuffle(steps)
    for step in (*steps, "result"):
        if step == "result":
            raw = chance.randint(5, 9)
            table.result(raw)
        elif step == "rule" and len(given) < 3:
            offender = chance.choice("ESW")
            change = -1 if offender == "S" else 1
            given.append((table.rule("revoke", seat=offender, **REVOKE), change))
        elif step == "accept" and given:
            seq, change = given.pop()
            table.accept(seq)
            delta += change
        if raw is not None:
            assert table.tricks == raw + delta
    assert raw is not None
    for seq, change in given:
        table.accept(seq)
        delta += change
    assert table.tricks == raw + delta


def test_a_claim_ends_the_deal_and_a_revoke_before_it_still_counts() -> None:
    table = bridge()
    revoke = table.rule("revoke", seat="E", **REVOKE)
    table.accept(revoke)
    claim = {"68.left": "4", "68.tricks": "4", "68.claim": "yes", "68.before": "6"}
    table.accept(table.rule("claim", seat="S", **claim))
    assert table.tricks == 11


def test_a_claim_on_a_result_that_a_revoke_has_changed_counts_first() -> None:
    table = bridge()
    table.result(8)
    table.accept(table.rule("revoke", seat="E", **REVOKE))
    assert table.tricks == 9
    claim = {"68.left": "4", "68.tricks": "4", "68.claim": "yes", "68.before": "6"}
    table.accept(table.rule("claim", seat="S", which="last", **claim))
    assert table.tricks == 11


@pytest.mark.parametrize("doubled", ["4SX", "4SXX"])
def test_a_double_that_could_not_be_is_taken_from_the_contract(doubled: str) -> None:
    table = Table("bridge", GAMES["bridge"].rule_sheet.defaults)
    table.enter(*contract(doubled, "S"))
    table.accept(
        table.rule("inadmissible-double", seat="W", call="X", **{"36.noticed": "led"})
    )
    table.result(9)
    last = table.now.folded.state.last_done
    assert last is not None and str(last.contract) == "4S"


SPREAD = {"card": "H5", "54.opening": "yes", "47.told-to": "no", "54.dummy-seen": "no"}
SPREAD |= {"54.opening-lead": "spread", "declarer": "S"}


@pytest.mark.parametrize("known", ["contract", "auction", "nothing", "auction later"])
def test_dummy_plays_the_deal_when_declarer_spread_the_hand(known: str) -> None:
    table = Table("bridge", GAMES["bridge"].rule_sheet.defaults)
    bidding = (
        calls("Pass Pass 4S Pass Pass Pass")
        if "auction" in known
        else contract("4S", "S")
    )
    late = known in ("nothing", "auction later")
    table.enter(*(() if late else bidding))
    table.accept(table.rule("lead-out-of-turn", seat="E", **SPREAD))
    table.enter(*(bidding if late else ()))
    table.result(9)
    table.result(10)
    last = table.now.folded.state.last_done
    assert last is not None and (str(last.contract), last.declarer) == (
        "4S",
        Seat.NORTH,
    )
    assert last.auction.declarer in (None, Seat.SOUTH)
    assert table.tricks == 10 and due(table.now) is None


@pytest.mark.parametrize("is_over", [False, True])
def test_a_spread_hand_that_is_struck_out_is_due_again(is_over: bool) -> None:
    table = bridge()
    ruling = table.rule("lead-out-of-turn", seat="E", **SPREAD)
    table.accept(ruling)
    if is_over:
        table.result(9)
    seq = next(e.seq for e in table.now.folded.order if isinstance(e.event, HandSpread))
    assert effect_state(table.now, table.given(ruling)) == "applied"
    table.do(Command((), (seq,), "it was entered twice"))
    assert effect_state(table.now, table.given(ruling)) == "due"
    if not is_over:
        table.result(9)
    table.settle()
    assert effect_state(table.now, table.given(ruling)) == "applied"
    last = table.now.folded.state.last_done
    assert last is not None and last.declarer is Seat.NORTH


def test_a_revoke_that_names_no_player_is_remembered_of_its_side() -> None:
    table = bridge()
    asked = {"42.dummy-did": "asked", "43.dummy-looked": "yes"}
    told = {"43.illegal": "yes", "64.won": "partner"}
    table.accept(table.rule("dummy-acted", **asked, **told))
    assert rulings_remembered(table.now) == (Remembered(Seat.NORTH, "EW", 1),)


def test_a_hand_is_spread_once_and_of_the_contract_that_stands() -> None:
    """A file that says it again, or of another deal, is not believed."""
    table = bridge()
    table.enter(HandSpread(Seat.NORTH))
    for seat in Seat.SOUTH, Seat.NORTH, Seat.EAST:
        with pytest.raises(RuleViolation):
            table.enter(HandSpread(seat))
    table.result(9)
    assert b'[Declarer "^N"]' in pbn_of(table.now, words_in("en"))
    table.do(Command((Entry(contract("4S", "W")[0], 1),), (1,), "it was West"))
    assert [misfit.entry.seq for misfit in table.now.folded.misfits] == [2]
    assert b'[Declarer "W"]' in pbn_of(table.now, words_in("en"))


CLAIMS = [
    ("rook", "120: R1 R2 R10 R6", {"seat": "1"}),
    ("berzerka", "berzerka: C5 C7 C8", {"seat": "2"}),
    ("two-ten-jack", "C5 C7 C8 C9", {"seat": "3"}),
]


@pytest.mark.parametrize(("slug", "given", "facts"), CLAIMS)
def test_an_agreed_claim_ends_the_deal_of_every_game(
    slug: str, given: str, facts: dict[str, str]
) -> None:
    table: Any = Table(slug, GAMES[slug].rule_sheet.defaults)
    if slug == "berzerka":
        table.enter(BoardSet(tuple(one.code for one in STARTER)))
    for event in about(slug).read(given):
        table.enter(event)
    table.accept(table.rule("claim", kind="claim", agreed="yes", **facts))
    row = list(table.now.sheet.rows())[-1]
    assert "open" not in row.marks
