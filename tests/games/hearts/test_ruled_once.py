"""Nobody pays twice for a card, whatever it is called, and no ruling is accepted that
the record contradicts by now."""

from contextlib import nullcontext
from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.core.evening import ThrownIn
from scorekeeper.core.ruling_notes import PLAY_ON, RulingAccepted
from scorekeeper.core.seats import numbered
from scorekeeper.core.session import Entry, Stamp
from scorekeeper.exports.importing import check_growth
from scorekeeper.exports.session_file import FileRefused
from scorekeeper.games import GAMES
from scorekeeper.games.arbiter.record import Denied
from scorekeeper.store import prepared
from scorekeeper.tables.rulings.answering import why_not
from scorekeeper.tables.rulings.dropping import favoured
from scorekeeper.tables.rulings.earlier import with_earlier
from scorekeeper.tables.rulings.entering import is_overtaken, same_as
from scorekeeper.tables.voices import Speaker
from scorekeeper.words import words_in
from tests.games.effects import Table
from tests.games.hearts.about import read
from tests.games.ruling import hearing

REVOKED = "2: C2 D5 C7 C8 D2 D3 C9 D4"
EARLY = "2: C2 H5 C7 C8 S3 S9 S4 S5"
NAMES = ("failure-to-follow", "early-point")


def hearts(given: str) -> Table:
    table = Table("hearts", GAMES["hearts"].rule_sheet.defaults)
    for fact in read(given):
        table.enter(fact)
    return table


def enter(table: Table, name: str, **facts: str) -> int:
    table.enter(table.ruled(name, **facts))
    return table.now.last


def totals(table: Table) -> list[Any]:
    return [table.now.sheet.total(party.id) for party in table.now.parties]


# ---- once ----


@pytest.mark.parametrize("names", [NAMES, NAMES[::-1]])
def test_a_card_costs_once_by_whatever_names_it_was_ruled_on(
    names: tuple[str, str],
) -> None:
    table = hearts(EARLY)
    both = [enter(table, name, seat="3", card="H5") for name in names]
    for seq in both:
        table.accept(seq)
    assert totals(table) == [0, 0, 26, 0]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("has_earlier", [False, True])
def test_a_hand_that_a_ruling_has_voided_is_not_ruled_on_again(
    name: str, has_earlier: bool
) -> None:
    table = hearts("= 1:3 2:10 queen 2" if has_earlier else EARLY)
    for fact in read(EARLY) if has_earlier else ():
        table.enter(fact)
    before = totals(table)
    table.accept(enter(table, "failure-to-follow", seat="3", card="H5"))
    again = table.ruled(name, seat="3", card="H5")
    assert same_as(table.now, again) is not None
    table.enter(again)
    table.accept(table.now.last)
    assert totals(table) == [before[0], before[1], 26, before[3]]


@pytest.mark.parametrize("has_earlier", [False, True])
def test_who_throws_the_hand_in_pays_all_the_same(has_earlier: bool) -> None:
    table = hearts("= 1:3 2:10 queen 2" if has_earlier else EARLY)
    for fact in read(EARLY) if has_earlier else ():
        table.enter(fact)
    table.enter(ThrownIn("a quick hand"))
    table.accept(enter(table, "failure-to-follow", seat="3", card="H5"))
    assert totals(table)[2] == 26


def test_a_ruling_is_for_those_who_did_not_revoke() -> None:
    table = hearts(REVOKED)
    ruling = table.ruled("failure-to-follow", seat="3", card="D5")
    assert [party.id for party in favoured(table.now, ruling)] == ["1", "2", "4"]


# ---- the record is corrected ----


PHONE = Speaker(frozenset(numbered(4)), frozenset(), is_host=True)
ARBITER = replace(PHONE, is_arbiter=True, has_arbiter=True)
LATER = "2027-01-01T00:00:00Z"


@pytest.mark.parametrize("speaker", [PHONE, ARBITER])
@pytest.mark.parametrize(("right", "is_proved_still"), [("S9", False), ("C10", True)])
def test_what_the_record_contradicts_by_now_is_ruled_on_again(
    right: str, is_proved_still: bool, speaker: Speaker
) -> None:
    table = hearts(REVOKED)
    seq = enter(table, "failure-to-follow", seat="3", card="D5")
    table.put_right("C9", right)
    given = table.given(seq)
    why = why_not(table.now, speaker, given, "", LATER)
    assert (why is None) is is_proved_still
    assert why is None or "Ask for a new ruling" in words_in("en").text(why.said)
    assert why_not(table.now, speaker, given, PLAY_ON, LATER) is None
    again = table.ruled("failure-to-follow", seat="3", card="D5", could="no")
    assert (same_as(table.now, again) is not None) is is_proved_still
    if not is_proved_still:
        assert again.verdict == "custom.ruling.none"


def test_a_correction_that_is_taken_back_leaves_a_ruling_as_it_was() -> None:
    """So nobody ends it by correcting to and fro."""
    table = hearts(REVOKED)
    seq = enter(table, "failure-to-follow", seat="3", card="D5")
    for wrong, right, is_over in (("C9", "S9", True), ("S9", "C9", False)) * 2:
        table.put_right(wrong, right)
        why = why_not(table.now, ARBITER, table.given(seq), "", LATER)
        assert (why is not None) is is_over


@pytest.mark.parametrize(("right", "is_taken"), [("S9", False), ("C10", True)])
def test_no_file_accepts_what_the_record_contradicts_by_now(
    right: str, is_taken: bool
) -> None:
    table = hearts(REVOKED)
    seq = enter(table, "failure-to-follow", seat="3", card="D5")
    table.put_right("C9", right)
    have = table.now.last
    now = table.now
    for remedy in ("", PLAY_ON):
        accepted = Entry(RulingAccepted(seq, remedy))
        stamp = Stamp(now.log[-1].at, None, "", "by file")
        grown = prepared(now.grown(now.chained((accepted,), stamp)))
        for speaker in (None, PHONE):
            with nullcontext() if is_taken or remedy else pytest.raises(FileRefused):
                check_growth(grown, have, speaker)


def test_what_is_played_after_a_ruling_takes_nothing_from_it() -> None:
    table = hearts("2: C2 D5")
    seq = enter(table, "failure-to-follow", seat="3", card="D5", could="yes")
    for fact in read("2: C7 C8 CQ C9")[1:]:
        table.enter(fact)
    assert not is_overtaken(table.now, table.given(seq))
    table.put_right("CQ", "CK")
    assert not is_overtaken(table.now, table.given(seq))


@pytest.mark.parametrize(
    ("name", "facts"),
    [
        ("exposed-card", {"card": "H5"}),
        ("out-of-turn", {"card": "H5"}),
        ("failure-to-follow", {"card": "H5"}),
        ("failure-to-follow", {"card": "C5", "held": "H5"}),
    ],
)
def test_a_card_that_lies_before_one_player_is_in_no_other_hand(
    name: str, facts: dict[str, str]
) -> None:
    table = hearts("2: C2")
    table.accept(enter(table, "exposed-card", seat="3", card="H5"))
    answered = {"could": "yes", "led": "yes", "followed": "no"}
    for seat in "34":
        told = with_earlier(table.now, {**facts, **answered, "seat": seat})
        outcome = hearing(table.now.game, table.now.folded, name, **told).outcome
        assert isinstance(outcome, Denied) is (seat == "4"), outcome
