"""Every irregularity of every game, with facts and answers at random: its effect
arrives in the score once, whether it is ruled before or after the result and whatever
is corrected since; and nobody is ruled against on what is disputed or not known."""

import random
from functools import cache
from typing import Any

import pytest

from scorekeeper.core.ruling_notes import RulingApplied
from scorekeeper.core.rulings import OpenQuestion, Ruling
from scorekeeper.core.session import Command, Entry
from scorekeeper.games import GAMES
from scorekeeper.tables.rulings.effects import EffectState, effect_state
from scorekeeper.tables.rulings.given import ruled_on
from scorekeeper.tables.rulings.hearing import heard
from scorekeeper.tables.session import Session
from tests.games.about import JUDGED, WITHOUT_LAW_BOOK, about
from tests.games.bridge.hearing import contract, tricks
from tests.games.effects import Table
from tests.games.results import BRIDGES, Result, result_of

UNDECIDED = ("differ", "later", "no")
DECIDING = ("could", "61.could", "61.able", "16.happened")
"""The facts without which nobody may be ruled against."""


def begun(slug: str, is_watched: bool) -> Table:
    """A table whose deal has come to its play, its first cards recorded or not."""
    table = Table(slug, GAMES[slug].rule_sheet.defaults)
    table.now = _begun(slug, is_watched)
    return table


@cache
def _begun(slug: str, is_watched: bool) -> Session:
    table = Table(slug, GAMES[slug].rule_sheet.defaults)
    if slug in BRIDGES:
        table.enter(*contract("4S", "S"))
        facts: list[Any] = list(tricks("W", "H3 H4 H5 H6")) if is_watched else []
    else:
        of = about(slug)
        if of.opening:
            table.enter(*of.opening)
        facts = list(of.read(of.some_cards if is_watched else of.begun))
        if not facts:
            facts = list(of.read(of.some_cards))
    for fact in facts:
        table.enter(fact)
    return table.now


def told(table: Table, name: str, chance: random.Random) -> dict[str, str] | None:
    """Facts and answers that lead to a ruling; None where the form can't be filled at
    random."""
    game = table.now.game
    one: Any = game.arbiter and game.arbiter.irregularity(name)
    form = one.form(folded=table.now.folded)
    facts: dict[str, str] = {}
    for field in form:
        if field.type == "HiddenField" or field.name == "held":
            continue
        if hasattr(field, "cards"):
            facts[field.name] = str(chance.choice(sorted(field.cards, key=str)))
        elif getattr(field, "choices", None):
            facts[field.name] = str(
                chance.choice([choice[0] for choice in field.choices])
            )
    for _ in range(20):
        found = heard(one, table.now.folded, facts)
        if not isinstance(found.outcome, OpenQuestion):
            return dict(found.facts) if isinstance(found.outcome, Ruling) else None
        facts[found.outcome.name] = chance.choice(found.outcome.options)[0]
    raise AssertionError(f"{name} asks without end: {facts}")


def is_open(table: Table) -> bool:
    """Whether the last deal has no result yet."""
    rows = list(table.now.sheet.rows())
    return bool(rows) and "open" in rows[-1].marks


def points_after(
    slug: str, order: str, name: str, facts: dict[str, str], is_watched: bool
) -> Any:
    """The totals after these steps: "g" the ruling is given, "a" accepted, "r" the
    result entered, "w" a wrong one that is corrected."""
    table = begun(slug, is_watched)
    results = result_of(slug)
    seq = 0
    for step in order:
        if step == "g":
            seq = table.rule(name, **facts)
        elif step == "a":
            table.accept(seq)
        elif is_open(table):
            enter(table, results, is_wrong=step == "w")
    entry = next(ruling for ruling in ruled_on(table.now) if ruling.seq == seq)
    log = table.now.folded.order
    done = [
        one
        for one in log
        if isinstance(one.event, RulingApplied) and one.event.ruling == seq
    ]
    assert len(done) <= 1
    if entry.event.effects:
        assert effect_state(table.now, entry) in ("applied", "due")
    sheet = table.now.sheet
    parties = table.now.game.parties(table.now.settings)
    return {party.id: sheet.total(party.id) for party in parties}


def enter(table: Table, results: Result, *, is_wrong: bool) -> None:
    right = results(0)
    table.enter(results(1) if is_wrong else right)
    seq = table.now.last
    table.settle()
    if is_wrong:
        kinds = type(right)
        now = [
            entry for entry in table.now.folded.order if isinstance(entry.event, kinds)
        ]
        seq = now[-1].seq
        table.do(Command((Entry(right, seq),), (seq,), "counted again"))
        table.settle()


TRIES = 10
"""Of so many ways to tell of it one is ruled on; the record denies others."""
CASES = [
    (slug, irregularity.name)
    for slug in JUDGED
    for irregularity in GAMES[slug].arbiter.irregularities  # type: ignore[union-attr]
]


@pytest.mark.parametrize("seeds", [2, pytest.param(12, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("slug", "name"), CASES)
def test_each_effect_arrives_once_in_any_order_and_only_on_known_facts(
    slug: str, name: str, seeds: int
) -> None:
    seen = 0
    for seed in range(TRIES * seeds):
        if seen == seeds:
            break
        chance = random.Random(f"{slug} {name} {seed}")
        is_watched = chance.random() < 0.5
        facts = told(begun(slug, is_watched), name, chance)
        if facts is None:
            continue
        seen += 1
        first = points_after(slug, "gar", name, facts, is_watched)
        for order in ("gaw", "gra", "gwa"):
            assert points_after(slug, order, name, facts, is_watched) == first, (
                order,
                facts,
            )
        ruling = outcome(slug, name, facts, is_watched)
        if any(facts.get(one) in UNDECIDED for one in DECIDING):
            assert not ruling.effects, (slug, name, facts)
    assert seen, (slug, name)


def outcome(slug: str, name: str, facts: dict[str, str], is_watched: bool) -> Ruling:
    table = begun(slug, is_watched)
    one: Any = table.now.game.arbiter and table.now.game.arbiter.irregularity(name)
    ruling = heard(one, table.now.folded, facts).outcome
    assert isinstance(ruling, Ruling)
    return ruling


@pytest.mark.parametrize("slug", WITHOUT_LAW_BOOK)
def test_nothing_is_owed_in_a_deal_that_another_ruling_has_thrown_in(slug: str) -> None:
    table = begun(slug, is_watched=True)
    seat = table.now.ring[1].value
    claim = table.rule("claim", seat=seat, kind="claim", agreed="yes")
    table.accept(table.rule("misdeal", what="number", fault="nobody"))
    table.accept(claim)
    state = effect_state(table.now, table.given(claim))
    assert state in (EffectState.NONE, EffectState.APPLIED, EffectState.DROPPED)
