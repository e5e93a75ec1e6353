"""Nobody is convicted against the record: every irregularity of every game, told in any way."""

import random
from collections import Counter

import pytest

from scorekeeper.games import GAMES
from tests.games.record_oracle import BEGUN, denied, recorded, trials


def found(slug: str, seeds: range, walks: int, rule: str) -> tuple[int, Counter[str]]:
    """How many rulings were made on random deals, and what the record says against them, by the
    irregularity."""
    count, against = 0, Counter[str]()
    for seed in seeds:
        chance = random.Random(f"{slug} {seed}")
        raw = recorded(slug, chance)
        for trial in trials(raw, chance, walks, lambda one: getattr(one, rule)):
            count += 1
            if why := denied(trial):
                against[f"{trial.name}: {why}: {sorted(trial.facts.items())}"] += 1
    return count, against


@pytest.mark.parametrize("slug", BEGUN)
def test_no_ruling_binds_moves_or_voids_on_what_the_record_denies(slug: str) -> None:
    rulings, against = found(slug, range(12), 6, "rule")
    assert rulings > 100
    assert not against, "\n".join(list(against)[:10])


def test_the_look_at_the_events_finds_what_was_ruled_as_it_was_told() -> None:
    """The laws alone believe what they are told: so the look above can fail."""
    _, against = found("bridge", range(12), 6, "as_told")
    assert {one.partition(":")[0] for one in against} >= {"exposed-card", "revoke"}


@pytest.mark.parametrize("slug", GAMES)
def test_every_field_of_every_irregularity_says_what_it_claims(slug: str) -> None:
    game = GAMES[slug]
    assert game.arbiter
    folded = recorded(slug, random.Random(0)).sitting.folded
    for one in game.arbiter.irregularities:
        names = {field.name for field in one.form(folded=folded)}
        assert names <= set(one.fields), (one.name, names - set(one.fields))
        assert all(claim.meaning for claim in (*one.fields.values(), *one.asked.values()))
