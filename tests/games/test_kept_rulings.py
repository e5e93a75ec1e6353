"""Rulings that were given are read to the same sheets, obligations and sentences: see
tests/data/rulings, at every step of every evening."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.core.codec import canonical, decode, encode
from scorekeeper.core.judgments import Judgment
from scorekeeper.core.messages import Message
from scorekeeper.core.notes import Respelt
from scorekeeper.core.rounds import BY_TABLE
from scorekeeper.core.ruling_notes import Ruled
from scorekeeper.core.rulings import Ruling, Step
from scorekeeper.core.session import Command, Entry, Event, Stamp
from scorekeeper.exports.session_file import read, write
from scorekeeper.games import GAMES
from scorekeeper.games.bridge.events import TricksTaken
from scorekeeper.tables.rulings import entering, on_deals
from scorekeeper.tables.rulings.hearing import heard
from scorekeeper.tables.rulings.on_deals import deal_of
from scorekeeper.tables.rulings.sayable import LARGEST, check_said, speech_of
from scorekeeper.words import LANGUAGES, words_in
from tests.games.about import JUDGED
from tests.games.bridge.hearing import auction, contract, tricks
from tests.games.effects import REVOKE, Table
from tests.games.kept_rulings import (
    every_prefix,
    held,
    played,
    said_of,
    without_judgments,
    written,
)
from tests.games.law_cases import with_answer
from tests.games.sentences import Case, every_case

OF_A_DEAL = re.compile(
    r"is on deal|others: |again: |displaced|To enter the next tricks"
)
"""What is said of the deal that a ruling is on: of an older entry it can only be
guessed, and is guessed otherwise once a result has been corrected. Older ones say too
how to enter a lead that stands; since then the ruling itself is the entry."""


@pytest.mark.parametrize("path", held(), ids=lambda path: path.stem)
def test_a_ruling_that_was_given_reads_as_it_was_given(path: Path) -> None:
    assert written(path) == path.with_suffix(".txt").read_text()


def test_every_line_that_is_left_out_is_still_said_so() -> None:
    text = "".join(path.with_suffix(".txt").read_text() for path in held())
    assert [part for part in OF_A_DEAL.pattern.split("|") if part not in text] == []


def test_they_are_of_every_kind() -> None:
    text = "".join(path.with_suffix(".txt").read_text() for path in held())
    for kind in (
        "bound by",
        "is on deal struck",
        "displaced",
        ", applied",
        ", due",
        "proved",
    ):
        assert kind in text, kind


def as_it_was_told(line: str) -> str:
    """A line without the notes that the record knows, or that both sides say, what
    older entries were told."""
    line = line.replace(" (recorded)", "").replace("? Both sides: ", "? ")
    return re.sub(r"The sides disagree\. .*", "The sides disagree", line)


@pytest.mark.parametrize("slug", JUDGED)
def test_a_ruling_that_is_kept_says_what_is_worked_out_from_its_facts(
    slug: str,
) -> None:
    # older entries have no ruling on what the sides answer differently
    session = played(slug, 54, made=entering.entered, may_differ=False)
    respelt = Command((Entry(Respelt("Tom", "Tommaso")),))
    session = session.grown(session.additions(respelt, Stamp("2026-11-20T23:00:00Z")))
    assert any(
        isinstance(entry.event, Ruled) and entry.event.judgment for entry in session.log
    )
    pairs = zip(
        every_prefix(session), every_prefix(without_judgments(session)), strict=True
    )
    for now, before in pairs:
        said, was = (
            [
                as_it_was_told(line)
                for line in said_of(one)
                if not OF_A_DEAL.search(line)
            ]
            for one in (now, before)
        )
        assert said == was, now.last
    assert not [line for line in said_of(session) if re.search(r"\bTom\b", line)]


@pytest.mark.parametrize("slug", JUDGED)
def test_a_ruling_reads_back_from_a_file_and_is_not_long(slug: str) -> None:
    session = played(slug, 54, made=entering.entered)
    for entry in session.log:
        if isinstance(entry.event, Ruled):
            written = canonical(encode(entry.event))
            assert decode(Ruled, json.loads(written)) == entry.event
            assert 2 * len(written) < LARGEST
    back = read(write(session).encode()).session
    assert (back.log, said_of(back)) == (session.log, said_of(session))


# ---- the deal that a ruling names ----


def ruled_deal(table: Table, seq: int) -> object:
    """The row of the deal that a ruling is on; "struck" where there is none any
    more."""
    row, is_struck = deal_of(table.now, table.given(seq))
    return "struck" if is_struck else row and row.id


def rule_now(table: Table, name: str, **facts: str) -> int:
    """Have it ruled, as a phone does."""
    arbiter = table.now.game.arbiter
    one = arbiter and arbiter.irregularity(name)
    assert one
    found = heard(one, table.now.folded, facts)
    code = f"{table.now.game.family}.irregularity.{name}"
    table.enter(entering.entered(table.now, code, found))
    return table.now.last


def bridge(*facts: Event) -> Table:
    table = Table("bridge", GAMES["bridge"].rule_sheet.defaults)
    return table.enter(*facts) if facts else table  # type: ignore[return-value]


SEEN = {"seat": "E", "16.sign": "remark", "16.happened": "yes", "16.acted": "free"}


def test_a_ruling_between_two_deals_is_on_the_next_one_whatever_is_corrected() -> None:
    table = bridge(*contract("4S", "S"), TricksTaken(9))
    ruling = rule_now(table, "unauthorized-information", **SEEN)
    assert ruled_deal(table, ruling) is None
    table.result(10)
    assert ruled_deal(table, ruling) is None
    table.enter(*contract("3NT", "W"))
    assert ruled_deal(table, ruling) == table.now.last


def test_a_card_shown_before_the_next_deal_is_of_that_one_though_it_was_played_before() -> (
    None
):
    table = bridge(*contract("4S", "S"), *tricks("W", "H3 H4 H5 H6"), TricksTaken(9))
    told = {"24.phase": "auction", "24.shown": "one"}
    ruling = rule_now(table, "exposed-card", seat="E", card="H5", **told)
    assert ruled_deal(table, ruling) is None
    table.enter(*auction("1S"))
    assert ruled_deal(table, ruling) == table.now.last


def test_a_ruling_stays_on_its_deal_whose_first_call_is_taken_out() -> None:
    table = bridge(*auction("1S Pass 2H"))
    ruling = rule_now(table, "unauthorized-information", **SEEN)
    assert ruled_deal(table, ruling) == 1
    table.strike(1)
    assert ruled_deal(table, ruling) == 2
    table.strike(2, 3)
    assert ruled_deal(table, ruling) == "struck"


def test_a_ruling_on_the_deal_before_stays_there_when_the_one_in_progress_is_struck() -> (
    None
):
    table = bridge(*contract("4S", "S"), TricksTaken(9), *auction("1S"))
    ruling = rule_now(table, "revoke", seat="E", **REVOKE | {"which": "before"})
    assert ruled_deal(table, ruling) == 1
    table.strike(3)
    assert ruled_deal(table, ruling) == 1
    table.result(11)
    assert ruled_deal(table, ruling) == 1
    table.accept(ruling)
    assert table.tricks == 12


def test_a_ruling_binds_nobody_once_its_deal_is_struck_entry_by_entry() -> None:
    table = bridge(*auction("1S Pass 2H"))
    told = {"24.phase": "auction", "24.shown": "one", "24.honour": "no"}
    ruling = rule_now(table, "exposed-card", seat="E", card="H5", **told)
    table.accept(ruling)
    assert on_deals.bound(table.now)
    for seq in (1, 2, 3):
        table.strike(seq)
    assert ruled_deal(table, ruling) == "struck"
    assert on_deals.bound(table.now) == []
    table.enter(*contract("4S", "S"))
    assert on_deals.bound(table.now) == []


# ---- every ruling that the laws lead to ----


def test_every_ruling_of_the_cases_can_be_kept_and_says_the_same_in_every_language() -> (
    None
):
    kept = 0
    longest = 0
    for case in every_case().values():
        ruling = case.heard(case.facts)
        if not isinstance(ruling, Ruling):
            continue
        game = GAMES[case.slug]
        speech = speech_of(game)
        written = canonical(encode(speech.kept(ruling, (), (), (1,), "0.4.0")))
        judgment = decode(Judgment, json.loads(written))
        back = speech.ruling(judgment, ruling.effects)
        assert list(_said(back)) == list(_said(ruling)), case.name
        check_said(game, settings_in(case), (), tuple(_messages(back)))
        assert replace(ruling, **_WORDS) == replace(back, **_WORDS)
        assert [step.cite for step in back.steps] == [
            step.cite for step in ruling.steps
        ]
        kept += 1
        longest = max(longest, len(written))
    assert kept > 1_000
    assert 2 * longest < LARGEST


def settings_in(case: Case) -> Any:
    """The settings of a case's table, as far as they say who sits there."""
    settings = GAMES[case.slug].rule_sheet.defaults
    players = re.search(r"players=(\d+)", case.name)
    return with_answer(settings, "players", players[1]) if players else settings


_ANY = Message("any")
_WORDS: Any = {
    "verdict": _ANY,
    "otherwise": (),
    "remedies": (),
    "steps": (Step(_ANY, BY_TABLE),),
}


def _messages(ruling: Ruling) -> Iterator[Message]:
    yield ruling.verdict
    yield from (step.what for step in ruling.steps)
    yield from (*ruling.otherwise, *ruling.remedies)


def _said(ruling: Ruling) -> Iterator[str]:
    for message in _messages(ruling):
        yield message.code
        yield from _in_every_language(message)


@cache
def _in_every_language(message: Message) -> tuple[str, ...]:
    return tuple(words_in(language).text(message) for language in LANGUAGES)
