"""Nobody is convicted against the record: every irregularity of every game, told in any
way."""

import random

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.arbiter.record import Denied
from scorekeeper.tables.rulings.hearing import heard
from tests.games.about import JUDGED
from tests.games.convicting import found
from tests.games.record_oracle import recorded, told_at_random


@pytest.mark.parametrize(
    "seeds", [range(6), pytest.param(range(6, 18), marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("slug", JUDGED)
def test_no_ruling_binds_moves_or_voids_on_what_the_record_denies(
    slug: str, seeds: range
) -> None:
    rulings, against = found(slug, seeds, 6, "rule")
    assert rulings > 50
    assert not against, "\n".join(list(against)[:10])


def test_the_look_at_the_events_finds_what_was_ruled_as_it_was_told() -> None:
    """The laws alone believe what they are told: so the look above can fail."""
    _, against = found("bridge", range(6), 6, "as_told")
    assert {one.partition(":")[0] for one in against} >= {"exposed-card", "revoke"}


@pytest.mark.parametrize("slug", JUDGED)
def test_every_field_of_every_irregularity_says_what_it_claims(slug: str) -> None:
    game = GAMES[slug]
    assert game.arbiter
    folded = recorded(slug, random.Random(0)).sitting.folded
    for irregularity in game.arbiter.irregularities:
        names = {field.name for field in irregularity.form(folded=folded)}
        assert names <= set(irregularity.fields), (
            irregularity.name,
            names - set(irregularity.fields),
        )
        assert all(
            assertion.meaning
            for assertion in (
                *irregularity.fields.values(),
                *irregularity.asked.values(),
            )
        )


def another(value: str, ring: str) -> str:
    """Another value of the same kind: a player, or a number; "" for all else."""
    if value in ring:
        return ring[(ring.index(value) + 1) % len(ring)]
    return str(int(value) - 1) if value.isdecimal() and int(value) > 1 else ""


@pytest.mark.parametrize("slug", JUDGED)
def test_what_is_told_against_a_known_answer_is_refused_and_never_replaced(
    slug: str,
) -> None:
    """The record knows the answer to a question, and another one is told: nothing is
    ruled, and the table's word isn't put aside in silence."""
    refused = 0
    for seed in range(8):
        chance = random.Random(f"{slug} {seed}")
        raw = recorded(slug, chance)
        ring = "".join(
            seat.value for seat in raw.sitting.game.ring(raw.sitting.settings)
        )
        for one, facts in told_at_random(raw, chance):
            hearing = heard(one, raw.sitting.folded, facts)
            known = (
                set(hearing.facts) - set(facts) - {field.name for field in hearing.form}
            )
            for name in known:
                other = another(hearing.facts[name], ring)
                if other:
                    again = heard(one, raw.sitting.folded, {**facts, name: other})
                    assert isinstance(again.outcome, Denied), (
                        one.name,
                        name,
                        other,
                        facts,
                    )
                    refused += 1
    assert refused or GAMES[slug].family != "bridge"
