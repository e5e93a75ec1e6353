"""What the director determines, in every game and irregularity: one side alone never
answers it, and where the sides differ nobody is found guilty by it."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from scorekeeper.core.facts import Reply
from scorekeeper.core.rulings import OpenQuestion, Ruling
from scorekeeper.games import GAMES
from scorekeeper.games.arbiter.case import NOT_YET
from scorekeeper.games.arbiter.record import DETERMINED, Known
from scorekeeper.games.bridge.laws.facts import QUESTIONS
from scorekeeper.tables.rulings.hearing import heard
from tests.games.about import JUDGED
from tests.games.record_oracle import MOST_QUESTIONS, Raw, recorded, trials

DEALS = 4
WALKS = 3
OF_NUMBERS = ("-least", "-most")
GUILT = {
    *(
        "12.result",
        "16.happened",
        "16.acted",
        "21.damaged",
        "64.without",
        "73.reason",
        "73.could-know",
    ),
}
"""Where one of the answers finds against a side: differing answers leave it open."""
OF_DOUBT = {
    **dict.fromkeys(("70.certain", "70.trump-unaware", "70.trump-loses"), "70A"),
    **{"13.normal": "13B2", "45.unintended": "84D", "46.meant": "84D"},
    **{"69.likely": "69B", "71.lost": "71"},
    **dict.fromkeys(("26.like-first", "27.comparable", "27.like-double"), "84D"),
    **dict.fromkeys(("30.comparable", "31.comparable", "32.comparable"), "84D"),
}
"""Where a law says what follows from doubt, by the paragraph that says so: an offence,
a claim or a concession is established, and only what it comes to is not."""


@dataclass
class Met:
    """A question of the director's as it came up: the game, the irregularity, the facts
    so far, and the ruling that followed from them all."""

    raw: Raw
    one: Any
    question: OpenQuestion
    facts: dict[str, str]
    ruling: Ruling


def met(slug: str) -> Iterator[Met]:
    """The questions of the director's that random irregularities of random deals come
    to."""
    for n in range(DEALS):
        chance = Random(f"{slug} {n}")
        raw = recorded(slug, chance)
        arbiter: Any = GAMES[slug].arbiter
        for trial in trials(raw, chance, WALKS, lambda one: one.rule):
            one = arbiter.irregularity(trial.name)
            for name in [
                one_ for one_ in trial.facts if one.asked.get(one_) is DETERMINED
            ]:
                if name.endswith(OF_NUMBERS):
                    continue
                before = _before(trial.facts, name)
                question = one.rule(raw.sitting.folded.state, before)
                if isinstance(question, OpenQuestion) and question.name == name:
                    yield Met(raw, one, question, before, trial.ruling)


def _before(facts: dict[str, str], name: str) -> dict[str, str]:
    """The facts that were known when this was asked: those told before it."""
    names = list(facts)
    return {one: facts[one] for one in names[: names.index(name)]}


def follows(case: Met, answer: str, chance: Random) -> Ruling | None:
    """The ruling where this is answered so, and all that is asked then the same way
    each time."""
    facts = {**case.facts, case.question.name: answer}
    state = case.raw.sitting.folded.state
    for _ in range(MOST_QUESTIONS):
        outcome = case.one.rule(state, facts)
        if isinstance(outcome, Known):
            facts[outcome.name] = outcome.value
        elif isinstance(outcome, OpenQuestion):
            facts[outcome.name] = outcome.options[0][0]
        else:
            return outcome if isinstance(outcome, Ruling) else None
    return None


def test_what_the_director_determines_is_either_guilt_or_doubt() -> None:
    every = {name for name, assertion in QUESTIONS.items() if assertion is DETERMINED}
    asked = {name for name in every if not name.endswith(OF_NUMBERS)}
    assert asked == GUILT | OF_DOUBT.keys()
    assert not GUILT & OF_DOUBT.keys()


@pytest.mark.parametrize("slug", JUDGED)
def test_differing_answers_find_nobody_guilty(slug: str) -> None:
    count = 0
    for case in met(slug):
        count += 1
        chance = Random(0)
        name = case.question.name
        found = follows(case, Reply.DIFFER, chance)
        assert found is not None, (case.one.name, case.facts)
        cites = [step.cite.section.removeprefix("Law ") for step in found.steps]
        if name in GUILT:
            said = (case.one.name, case.facts, found.verdict.code)
            assert not found.effects and not found.remedies, said
            assert found.waits == name, said
            assert "85" in cites, said
            continue
        assert any(cite.startswith(OF_DOUBT[name]) for cite in cites), (name, cites)
        others = [follows(case, value, chance) for value, _ in case.question.options]
        did = (found.effects, found.obligations)
        assert did in [
            (other.effects, other.obligations) for other in others if other
        ], (
            name,
            did,
        )
    assert count or GAMES[slug].family != "bridge"


@pytest.mark.parametrize("slug", JUDGED)
def test_no_table_takes_an_answer_of_the_directors_as_it_is_told(slug: str) -> None:
    """Neither from an address nor from a form: it is asked of the table again, whatever
    was told, but for what says that nothing has happened yet."""
    for case in met(slug):
        folded = case.raw.sitting.folded
        name = case.question.name
        for value in (*(value for value, _ in case.question.options), Reply.DIFFER):
            for said in (name, name.partition(".")[2]):
                told = {**case.facts, said: value}
                outcome = heard(case.one, folded, told, judging=lambda *_: None).outcome
                is_free = value in NOT_YET
                is_asked = isinstance(outcome, OpenQuestion) and outcome.name == name
                earlier = isinstance(outcome, OpenQuestion) and outcome.is_determined
                assert is_free or is_asked or earlier, (told, outcome)
