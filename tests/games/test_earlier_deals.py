"""Any deal of a session can be ruled on: it is heard as the table stood when that deal
was over, its effect goes to that deal alone, and it binds nobody in the deal on the
table."""

from typing import Any

import pytest

from scorekeeper.core.ruling_notes import RulingAccepted
from scorekeeper.core.rulings import Ruling
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Command, Entry, Event
from scorekeeper.games import GAMES
from scorekeeper.games.berzerka.events import HandStated
from scorekeeper.games.berzerka.rules import STARTER
from scorekeeper.games.bridge.contract import Contract
from scorekeeper.games.bridge.events import ContractStated, TricksTaken
from scorekeeper.games.rook.events import BidStated, CountStated
from scorekeeper.games.two_ten_jack.events import CardsCaptured
from scorekeeper.games.two_ten_jack.play import counted
from scorekeeper.tables.rulings.effects import applied
from scorekeeper.tables.rulings.entering import entered, is_made_here
from scorekeeper.tables.rulings.hearing import heard
from scorekeeper.tables.rulings.on_deals import bound, deal_of, just_after
from tests.games.about import about
from tests.games.effects import Table

CARDS = tuple(counted(GAMES["two-ten-jack"].rule_sheet.defaults))


def all_to(seat: Seat) -> CardsCaptured:
    return CardsCaptured(tuple((card, seat) for card in CARDS))


DEALS: dict[str, tuple[tuple[Event, ...], tuple[Event, ...]]] = {
    "bridge": (
        (ContractStated(Contract.parse("4S"), Seat.SOUTH), TricksTaken(9)),
        (ContractStated(Contract.parse("1NT"), Seat.WEST), TricksTaken(7)),
    ),
    "rook": (
        (BidStated(Seat.TWO, 120), CountStated("24", 130)),
        (BidStated(Seat.ONE, 100), CountStated("13", 110)),
    ),
    "berzerka": (
        (HandStated(Seat.TWO, STARTER[1].code, 1, 5),),
        (HandStated(Seat.THREE, STARTER[1].code, 2, 4),),
    ),
    "two-ten-jack": ((all_to(Seat.ONE),), (all_to(Seat.TWO),)),
}
"""Of each game two deals, of which the first is ruled on."""
REVOKE = {"seat": "E", "card": "C3", "besides": "none", "61.could": "yes"}
REVOKE |= {"63.established": "yes", "64.won": "partner"}
ASKED: dict[str, tuple[str, dict[str, str]]] = {
    "bridge": ("revoke", REVOKE),
    "rook": ("misdeal", {"what": "number", "first-bid": "yes", "fault": "24"}),
    "berzerka": ("misdeal", {"what": "number"}),
    "two-ten-jack": ("misdeal", {"what": "number"}),
}


def played(slug: str) -> tuple[Table, int]:
    """Both deals, and the row of the first of them."""
    table = Table(slug, GAMES[slug].rule_sheet.defaults)
    for event in about(slug).earlier:
        table.enter(event)
    before = len(list(table.now.sheet.rows()))
    for event in (*DEALS[slug][0], *DEALS[slug][1]):
        table.enter(event)
    return table, list(table.now.sheet.rows())[before].id


def rule(table: Table, row_id: int, name: str, facts: dict[str, str]) -> int:
    """Have it ruled on this deal, and accept it."""
    row = table.now.sheet.row(row_id)
    game = table.now.game
    irregularity = game.arbiter and game.arbiter.irregularity(name)
    assert row is not None and irregularity
    told = {"which": "last", **facts, "deal": str(row_id)}
    hearing = heard(irregularity, just_after(table.now, row), told)
    assert isinstance(hearing.outcome, Ruling), hearing
    table.enter(entered(table.now, f"{game.family}.irregularity.{name}", hearing))
    seq = table.now.last
    table.do(applied(table.now, table.given(seq), "ruling", Entry(RulingAccepted(seq))))
    table.settle()
    return seq


def points_of(table: Table, row_id: int) -> Any:
    row = table.now.sheet.row(row_id)
    return row and {party.id: row.total(party.id) for party in table.now.parties}


@pytest.mark.parametrize("slug", DEALS)
def test_a_ruling_on_an_earlier_deal_changes_that_one(slug: str) -> None:
    table, row = played(slug)
    others = [one.id for one in table.now.sheet.rows() if one.id != row]
    before = points_of(table, row), [table.now.sheet.row(other) for other in others]
    seq = rule(table, row, *ASKED[slug])
    if slug in ("bridge", "rook"):
        assert points_of(table, row) != before[0]
        found = deal_of(table.now, table.given(seq)).row
        assert found is not None and found.id == row
    else:
        assert table.now.sheet.row(row) is None, "it is void"
    now = [table.now.sheet.row(other) for other in others]
    assert [one and one.entries for one in now] == [
        one and one.entries for one in before[1]
    ]
    assert not table.now.folded.misfits
    assert bound(table.now) == []


def test_a_ruling_on_an_earlier_deal_whose_deal_is_struck_is_on_none() -> None:
    table, row = played("bridge")
    seq = rule(table, row, *ASKED["bridge"])
    found = table.now.sheet.row(row)
    assert found is not None
    table.do(Command((), found.entries, "it was another table's"))
    assert deal_of(table.now, table.given(seq)).is_struck
    assert not table.now.folded.misfits


@pytest.mark.parametrize("slug", DEALS)
def test_a_deal_is_heard_as_it_stood_when_it_was_over(slug: str) -> None:
    table, row_id = played(slug)
    row = table.now.sheet.row(row_id)
    assert row is not None
    then = just_after(table.now, row)
    facts = {
        entry.seq
        for entry in then.order
        if isinstance(entry.event, table.now.game.events)
    }
    assert max(facts) == max(row.entries)
    rows = list(table.now.game.sheet(then.state).rows())
    assert rows[-1].id == row_id


@pytest.mark.parametrize("slug", DEALS)
def test_a_file_is_believed_in_a_ruling_on_an_earlier_deal(slug: str) -> None:
    table, row_id = played(slug)
    seq = rule(table, row_id, *ASKED[slug])
    assert is_made_here(table.now, table.now.log[seq - 1])
