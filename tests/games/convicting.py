"""Rulings on random deals, held against what was recorded."""

import random
from collections import Counter

from tests.games.record_oracle import denied, recorded, trials


def found(slug: str, seeds: range, walks: int, rule: str) -> tuple[int, Counter[str]]:
    """How many rulings were made on random deals, and what the record says against
    them, by the irregularity."""
    count = 0
    against = Counter[str]()
    for seed in seeds:
        chance = random.Random(f"{slug} {seed}")
        raw = recorded(slug, chance)
        for trial in trials(raw, chance, walks, lambda one: getattr(one, rule)):
            count += 1
            if why := denied(trial):
                against[f"{trial.name}: {why}: {sorted(trial.facts.items())}"] += 1
    return count, against
