"""What holds of every irregularity at a bridge table: its form, its questions, its
rulings."""

from dataclasses import replace
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.core.rulings import OpenQuestion
from scorekeeper.core.seats import SIDES, Seat
from scorekeeper.games import GAMES
from scorekeeper.games.arbiter.arbiter import Phase
from scorekeeper.games.arbiter.record import Denied
from scorekeeper.games.bridge.rules import JokerSettings, Scoring, SuitMode, Variant
from scorekeeper.games.fields import CardField
from scorekeeper.games.game import Game
from scorekeeper.words import words_in
from tests.games.bridge.at_table import Table, calls, deal
from tests.games.bridge.hearing import contract, every_ruling, text

BRIDGES = tuple(game for game in GAMES.values() if game.family == "bridge")
EFFECTS = {"tricks", "result", "points", "void", "declarer"}

STAGES = {
    "nothing": (),
    "auction": calls("1H Pass 2H"),
    "contract": contract("4S", "S"),
    "played": deal("4S", "S", 10),
}
TABLES = [
    (GAMES["bridge"], None, "nothing"),
    (GAMES["bridge"], Scoring.DUPLICATE, "auction"),
    (GAMES["deuces-wild"], None, "contract"),
    (GAMES["five-crowns"], Scoring.DUPLICATE, "contract"),
    (GAMES["joker-bridge"], None, "played"),
]
AFTER_THE_AUCTION = (Phase.LEAD, Phase.PLAY, Phase.END)
"""What goes wrong then is denied by a record that has no contract yet."""
EVERY_WAY = [pytest.param(*one, 1, marks=pytest.mark.slow) for one in TABLES]
"""./prove journeys goes every way; ./test those of each ninth irregularity."""


def table_of(game: Game, scoring: Scoring | None, stage: str) -> Table:
    settings = game.rule_sheet.defaults
    table = Table(game, replace(settings, scoring=scoring) if scoring else settings)
    return table.enter(*STAGES[stage]) if STAGES[stage] else table


def irregularities(game: Game) -> list[Any]:
    assert game.arbiter is not None
    return list(game.arbiter.irregularities)


# ---- names and forms ----


@pytest.mark.parametrize("game", BRIDGES, ids=lambda game: game.slug)
def test_each_has_a_name_of_its_own_in_words(game: Game) -> None:
    names = [irregularity.name for irregularity in irregularities(game)]
    assert len(names) == len(set(names))
    for name in names:
        assert words_in("en").has(f"bridge.irregularity.{name}"), name


def test_what_only_jokers_raise_is_asked_only_where_there_are_any() -> None:
    own = {"joker-suit", "hidden-card-seen", "seal-not-opened"}
    found = {
        game.slug: own & {irregularity.name for irregularity in irregularities(game)}
        for game in BRIDGES
    }
    assert found == {
        "joker-bridge": own,
        "five-crowns": {"joker-suit"},
        "bridge": set(),
        "deuces-wild": set(),
    }


@pytest.mark.parametrize("game", BRIDGES, ids=lambda game: game.slug)
def test_each_form_asks_only_what_it_can_show(game: Game) -> None:
    folded = Table(game).folded
    for irregularity in irregularities(game):
        form = irregularity.form(folded=folded)
        for field in form:
            assert field.type in {"Choice", "CardField", "HiddenField"}, (
                irregularity.name,
                field.name,
            )
            if field.type == "Choice":
                assert list(field.choices), (irregularity.name, field.name)
                assert "bridge." not in text(field.label.text)
                assert all("bridge." not in text(choice[1]) for choice in field.choices)
            if isinstance(field, CardField):
                assert len(field.cards) >= 52


@pytest.mark.parametrize("game", BRIDGES, ids=lambda game: game.slug)
def test_an_empty_form_is_refused_beside_its_fields(game: Game) -> None:
    folded = Table(game).folded
    for irregularity in irregularities(game):
        form = irregularity.form(MultiDict({"seat": "Z"}), folded=folded)
        asks = [field.name for field in form if field.type != "HiddenField"]
        required = [name for name in asks if name != "besides"]
        assert form.validate() is not bool(required), irregularity.name
        assert set(form.errors) == set(required)
        for problems in form.errors.values():
            assert all("bridge." not in text(problem) for problem in problems)


def test_a_form_takes_what_it_offers() -> None:
    folded = Table(GAMES["bridge"]).folded
    arbiter = GAMES["bridge"].arbiter
    assert arbiter is not None
    revoke = arbiter.irregularity("revoke")
    assert revoke is not None
    sent = MultiDict({"seat": "E", "card": "D2", "held": "H5", "trick": "1"})
    form = revoke.form(sent, folded=folded)
    assert form.validate(), form.errors
    assert {name: form[name].data for name in sent} == dict(sent) | {"seat": Seat.EAST}


# ---- every way it can go ----


@pytest.mark.parametrize(
    ("game", "scoring", "stage", "step"),
    [(*TABLES[-1], 9), *EVERY_WAY],
    ids=lambda one: getattr(one, "slug", None),
)
def test_every_answer_leads_to_a_ruling_in_words_with_its_rules(
    game: Game, scoring: Scoring | None, stage: str, step: int
) -> None:
    table = table_of(game, scoring, stage)
    parties = {"", *(side.id for side in SIDES)}
    for irregularity in irregularities(game)[::step]:
        found = 0
        for _, ruling in every_ruling(table, irregularity.name, {}):
            found += 1
            assert ruling.steps
            codes = [remedy.code for remedy in ruling.remedies]
            assert len(codes) == len(set(codes))
            for effect in ruling.effects:
                assert effect.kind in EFFECTS and effect.party in parties
                assert effect.amount or effect.kind in ("void", "result", "declarer")
        is_of_play = stage == "auction" and irregularity.phase in AFTER_THE_AUCTION
        is_denied = isinstance(irregularity.rule(table.state, {}), Denied)
        assert found or is_of_play or is_denied, irregularity.name


@pytest.mark.parametrize("variant", Variant)
@pytest.mark.parametrize("mode", SuitMode)
def test_jokers_of_every_kind_are_ruled_on(variant: Variant, mode: SuitMode) -> None:
    table = Table(GAMES["joker-bridge"], JokerSettings(variant=variant, suit_mode=mode))
    for stage in ("nothing", "contract"):
        if STAGES[stage]:
            table.enter(*STAGES[stage])
        for name in ("joker-suit", "hidden-card-seen", "seal-not-opened"):
            assert list(every_ruling(table, name, {}))


def test_an_answer_that_is_not_offered_is_asked_for_again() -> None:
    table = Table(GAMES["bridge"])
    for irregularity in irregularities(GAMES["bridge"]):
        first = irregularity.rule(table.state, {})
        assert isinstance(first, OpenQuestion)
        again = irregularity.rule(table.state, {first.name: "nonsense"})
        assert isinstance(again, OpenQuestion) and again.name == first.name


def test_the_same_facts_lead_to_the_same_ruling() -> None:
    table = Table(GAMES["bridge"]).enter(*contract("4S", "S"))
    facts = {"seat": "S", "card": "SA"}
    one = next(
        irregularity
        for irregularity in irregularities(GAMES["bridge"])
        if irregularity.name == "exposed-card"
    )
    assert one.rule(table.state, facts) == one.rule(table.state, facts)
