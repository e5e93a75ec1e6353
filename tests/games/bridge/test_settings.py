"""The rule sheets: every question has words and a source, and every answer changes
something."""

import re
from dataclasses import fields, replace
from enum import Enum
from pathlib import Path
from typing import get_type_hints

import pytest

from scorekeeper.core.citations import Authority
from scorekeeper.core.settings import TABLE, Figures
from scorekeeper.games.bridge import BRIDGE, DEUCES_WILD, FIVE_CROWNS, JOKER_BRIDGE
from scorekeeper.games.bridge.rules import (
    CrownsSettings,
    HiddenSign,
    HiddenTable,
    Honours,
    JokerSettings,
    Power,
    Scoring,
    Settings,
    SevenAll,
    UnfinishedPart,
    Variant,
    Variation,
    cite,
    defaults_of,
)
from scorekeeper.games.game import Game
from scorekeeper.words import words_in

GAMES = [JOKER_BRIDGE, BRIDGE, DEUCES_WILD, FIVE_CROWNS]
RULES = Path(__file__).parents[3] / "scorekeeper" / "games" / "bridge"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_setting_is_asked(game: Game) -> None:
    asked = {question.name for question in game.rule_sheet.questions}
    assert asked == {field.name for field in fields(game.settings_type)}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_question_and_reading_has_words(game: Game) -> None:
    words = words_in("en")
    hints = get_type_hints(game.settings_type)
    for question in game.rule_sheet.questions:
        prefix = f"bridge.setting.{question.name}"
        kind = hints[question.name]
        codes = [prefix, f"{prefix}.help", f"bridge.group.{question.group}"]
        if isinstance(kind, type) and issubclass(kind, Enum):
            codes += [f"{prefix}.{reading.value}" for reading in kind]
        missing = [code for code in codes if not words.has(code)]
        assert not missing


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_the_first_reading_is_the_default(game: Game) -> None:
    for question in game.rule_sheet.questions:
        default = getattr(game.rule_sheet.defaults, question.name)
        if isinstance(default, Enum):
            assert default is next(iter(type(default))), question.name


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_default_is_never_a_house_choice(game: Game) -> None:
    for question in game.rule_sheet.questions:
        standing = cite(game.rule_sheet.defaults, question.name).standing
        assert standing is not Authority.HOUSE


@pytest.mark.parametrize(
    ("settings", "name", "standing"),
    [
        (JokerSettings(), "hidden_sign", Authority.PRINTED),
        (
            JokerSettings(hidden_sign=HiddenSign.DECLARER),
            "hidden_sign",
            Authority.HOUSE,
        ),
        (
            JokerSettings(hidden_table=HiddenTable.ENHANCED),
            "hidden_table",
            Authority.PRINTED,
        ),
        (
            JokerSettings(hidden_table=HiddenTable.CUSTOM),
            "hidden_table",
            Authority.HOUSE,
        ),
        (JokerSettings(power=Power.MINOR), "power", Authority.PRINTED),
        (JokerSettings(variant=Variant.X4_PARITY), "variant", Authority.PRINTED),
        (JokerSettings(), "parity_slams", Authority.INFERRED),
        (JokerSettings(seven_all=SevenAll.SCORED), "seven_all", Authority.HOUSE),
        (JokerSettings(), "honours", Authority.PRINTED),
        (Settings(), "honours", Authority.PUBLISHED),
        (CrownsSettings(), "honours", Authority.INFERRED),
        (Settings(honours=Honours.CUSTOM), "honours", Authority.HOUSE),
        (Settings(scoring=Scoring.CHICAGO), "scoring", Authority.PUBLISHED),
        (
            Settings(unfinished_part=UnfinishedPart.FIFTY),
            "unfinished_part",
            Authority.HOUSE,
        ),
    ],
)
def test_what_an_answer_rests_on(
    settings: Settings, name: str, standing: Authority
) -> None:
    found = cite(settings, name)
    assert found.standing is standing
    assert (found.source == TABLE) is (standing is Authority.HOUSE)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_presets_are_named_and_first_is_the_default(game: Game) -> None:
    assert game.presets[0].settings == game.rule_sheet.defaults
    assert len({preset.settings for preset in game.presets}) == len(game.presets)
    for preset in game.presets:
        assert words_in("en").has(f"bridge.preset.{preset.code}")


def test_each_game_plays_what_its_settings_say() -> None:
    assert Settings().variation is Variation.BRIDGE
    assert DEUCES_WILD.rule_sheet.defaults.variation is Variation.DEUCES_WILD
    assert FIVE_CROWNS.rule_sheet.defaults.variation is Variation.FIVE_CROWNS
    for variant in Variant:
        assert JokerSettings(variant=variant).variation.value == variant.value


def test_own_figures_have_words_and_limits() -> None:
    words = words_in("en")
    for game in GAMES:
        hints = get_type_hints(game.settings_type)
        for question in game.rule_sheet.questions:
            default = getattr(game.rule_sheet.defaults, question.name)
            if hints[question.name] == Figures:
                assert question.high > max(points for _, points in default)
            if question.name == "honour_values":
                for name, _ in default:
                    assert words.has(f"bridge.setting.honour_values.{name}")


def test_defaults_are_those_of_the_game() -> None:
    crowns = replace(FIVE_CROWNS.rule_sheet.defaults, honours=Honours.OFF)
    assert defaults_of(crowns) == FIVE_CROWNS.rule_sheet.defaults


def test_no_variant_is_named_where_contracts_are_scored() -> None:
    """Deuces wild and the others are values: nothing branches on them while scoring."""
    for name in ("contract.py", "scoring.py", "sheet.py", "state.py", "events.py"):
        code = re.sub(r'"""[\s\S]*?"""', "", (RULES / name).read_text())
        assert not re.search(r"Variation|Variant|DEUCES|CROWNS|X4_", code), name


CODE = re.compile(r'"(bridge\.[a-z][a-z.-]*[a-z])"')


def test_every_code_of_the_rules_has_words() -> None:
    words = words_in("en")
    codes = {
        code for path in RULES.glob("*.py") for code in CODE.findall(path.read_text())
    }
    assert len(codes) > 100
    assert not [code for code in codes if not words.has(code)]


def test_every_code_put_together_from_a_value_has_words() -> None:
    words = words_in("en")
    codes = [f"bridge.{one}" for one in ("doubled", "redoubled")]
    codes += [f"bridge.call.{one}" for one in ("pass", "double", "redouble")]
    codes += [f"bridge.power.{power.value}" for power in Power]
    codes += [f"bridge.mode.{one}" for one in ("open", "wildcard")]
    codes += [f"party.{one}" for one in "NESW"]
    codes += [f"bridge.line.insult.{one}" for one in ("doubled", "redoubled")]
    codes += [
        f"bridge.line.hidden.{one}"
        for one in ("added", "taken-off", "not-counted", "passed-out")
    ]
    for scoring in Scoring:
        codes += [
            f"bridge.section.{scoring.value}",
            f"bridge.turn.over.{scoring.value}",
        ]
        codes += [
            f"bridge.headline.{scoring.value}.{one}"
            for one in ("start", "level", "lead", "won", "drawn")
        ]
    codes += [f"fact.{head}" for head in (*_heads(), "hidden", "honours")]
    assert not [code for code in codes if not words.has(code)]


def _heads() -> tuple[str, ...]:
    return ("dealer", "vulnerable", "contract", "declarer", "tricks", "result")
