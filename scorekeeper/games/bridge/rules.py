"""The rule sheet of each game of the family: its questions, what defaults rest on, presets."""

from dataclasses import replace
from enum import Enum
from typing import Any

from scorekeeper.core.citations import Cite
from scorekeeper.core.settings import Preset, Question, RuleSheet
from scorekeeper.games.arbiter_settings import ARBITER
from scorekeeper.games.bridge.settings import (
    CHICAGO,
    JOKER,
    LAWS_1993,
    LAWS_2017,
    VARIATIONS,
    Chicago,
    ChicagoVulnerable,
    CrownsSettings,
    DeucesSettings,
    HiddenJoker,
    HiddenTable,
    Honours,
    JokerSettings,
    NoTrumpJoker,
    Power,
    Scoring,
    Settings,
    SuitMode,
    Variant,
    X1Wildcard,
    inferred,
    printed,
    published,
)


def _asked(group: str, name: str, cite: Cite, *readings: Enum, **more: Any) -> Question:
    """A question; each of these readings rests on what its default does."""
    return Question(name, cite, group, readings=tuple((one, cite) for one in readings), **more)


_X1 = ("variant", (Variant.X1,))
_X2 = ("variant", (Variant.X2,))
_HIDDEN = ("variant", (Variant.X1, Variant.X2))
_X4 = ("variant", (Variant.X4_PARITY, Variant.X4_NON_PARITY))
_WILD = ("suit_mode", (SuitMode.WILDCARD,))
_CHICAGO = ("scoring", (Scoring.CHICAGO,))
_POWERS = printed(JOKER, "§3", "powers")
_CHICAGO_RULE = published(CHICAGO, "Chicago", "chicago")
_VULNERABILITY = published(CHICAGO, "Chicago", "vulnerability")
_HIDDEN_CARDS = printed(JOKER, "§5", "hidden")
_HIDDEN_JOKER = inferred("J2", "hidden-joker")

_FORM = (
    Question(
        "scoring",
        published(LAWS_1993, "Laws 72-74", "game"),
        "form",
        readings=(
            (Scoring.CHICAGO, _CHICAGO_RULE),
            (Scoring.DUPLICATE, published(LAWS_2017, "Law 77", "bonus")),
        ),
    ),
    Question(
        "chicago",
        published(LAWS_2017, "Law 77", "chicago"),
        "form",
        readings=((Chicago.CARRIED, _CHICAGO_RULE),),
        asked_if=_CHICAGO,
    ),
    _asked(
        "form", "chicago_vulnerable", _VULNERABILITY, ChicagoVulnerable.OTHERS, asked_if=_CHICAGO
    ),
    Question(
        "unfinished_part",
        published(LAWS_1993, "Law 80", "unfinished"),
        "form",
        asked_if=("scoring", (Scoring.RUBBER,)),
    ),
    Question("settlement", inferred("§8", "settlement"), "form"),
)


def _honours(rule: Cite) -> tuple[Question, ...]:
    at_duplicate = ("scoring", (Scoring.DUPLICATE, Scoring.CHICAGO))
    custom = ("honours", (Honours.CUSTOM,))
    none = published(LAWS_2017, "Law 77", "honours")
    return (
        Question("honours", rule, "honours"),
        Question("honour_values", rule, "honours", high=1000, step=5, asked_if=custom),
        Question("duplicate_honours", none, "honours", asked_if=at_duplicate),
    )


_JOKERS = (
    _asked("jokers", "variant", printed(JOKER, "§3", "pack"), *Variant),
    Question(
        "power",
        _POWERS,
        "jokers",
        readings=tuple((one, printed(JOKER, "§3, §5", "powers")) for one in Power),
    ),
    Question(
        "suit_mode",
        _POWERS,
        "jokers",
        readings=(
            (SuitMode.WILDCARD, printed(JOKER, "§4.4", "wildcard")),
            (SuitMode.SEALED, printed(JOKER, "§2, §3", "sealed")),
        ),
        asked_if=_HIDDEN,
    ),
    Question("x1_suit", inferred("J11", "suits"), "jokers", asked_if=_X1),
    Question("red_suit", printed(JOKER, "§3", "suits"), "jokers", asked_if=_X2),
    Question("black_suit", printed(JOKER, "§3", "suits"), "jokers", asked_if=_X2),
    _asked(
        "jokers",
        "x1_wildcard",
        inferred("J11", "wildcard"),
        X1Wildcard.BLACK,
        asked_if=_WILD,
        also_if=_X1,
    ),
    Question(
        "wildcard_until",
        printed(JOKER, "§4.4", "wildcard"),
        "jokers",
        asked_if=_WILD,
        also_if=_HIDDEN,
    ),
    _asked("hidden", "hidden_table", _HIDDEN_CARDS, HiddenTable.ENHANCED, asked_if=_HIDDEN),
    Question(
        "hidden_values",
        _HIDDEN_CARDS,
        "hidden",
        high=200,
        asked_if=("hidden_table", (HiddenTable.CUSTOM,)),
    ),
    Question("hidden_joker", _HIDDEN_JOKER, "hidden", asked_if=_HIDDEN),
    Question(
        "hidden_joker_points",
        _HIDDEN_JOKER,
        "hidden",
        high=200,
        asked_if=("hidden_joker", (HiddenJoker.CUSTOM,)),
    ),
    Question("hidden_sign", printed(JOKER, "§6.2", "hidden-sign"), "hidden", asked_if=_HIDDEN),
    Question("seven_all", printed(JOKER, "§6.4", "draw"), "fourteen", asked_if=_X4),
    Question(
        "parity_slams",
        inferred("J6", "slam"),
        "fourteen",
        asked_if=("variant", (Variant.X4_PARITY,)),
    ),
)
_NT_JOKER = Question(
    "nt_joker",
    printed(VARIATIONS, "Five Crowns Bridge, play", "joker"),
    "play",
    readings=(
        (NoTrumpJoker.NOMINATED, printed(VARIATIONS, "Five Crowns Bridge, variant", "joker")),
    ),
)
_ARBITER = tuple(
    Question(one, inferred("§7", "arbiter"), ARBITER) for one in ("known_cards", "differ")
)
_JOKER_ARBITER = (
    Question("hidden_seen", inferred("§7", "arbiter-hidden"), ARBITER, asked_if=_HIDDEN),
    Question("seal_unopened", inferred("§7", "arbiter-sealed"), ARBITER, asked_if=_HIDDEN),
    Question(
        "disputed_suit",
        inferred("§7", "arbiter-joker"),
        ARBITER,
        asked_if=("suit_mode", (SuitMode.WILDCARD, SuitMode.SEALED)),
        also_if=_HIDDEN,
    ),
)

_PLAIN = (*_FORM, *_honours(published(LAWS_1993, "Law 81", "honours")), *_ARBITER)
BRIDGE_SHEET = RuleSheet(_PLAIN, Settings())
DEUCES_SHEET = RuleSheet(_PLAIN, DeucesSettings())
CROWNS_SHEET = RuleSheet(
    (_NT_JOKER, *_FORM, *_honours(inferred("§3", "honours")), *_ARBITER), CrownsSettings()
)
_JOKER_HONOURS = _honours(printed(JOKER, "§5, §6.3", "honours"))
JOKER_SHEET = RuleSheet(
    (*_JOKERS, *_FORM, *_JOKER_HONOURS, *_ARBITER, *_JOKER_ARBITER), JokerSettings()
)

_SHEETS: dict[type[Settings], RuleSheet] = {
    type(sheet.defaults): sheet for sheet in (BRIDGE_SHEET, DEUCES_SHEET, CROWNS_SHEET, JOKER_SHEET)
}


def cite(settings: Settings, name: str) -> Cite:
    """What this table's answer to the question `name` rests on."""
    return _SHEETS[type(settings)].cite(settings, name)


def defaults_of(settings: Settings) -> Settings:
    """The defaults of the game that these settings belong to."""
    defaults: Settings = _SHEETS[type(settings)].defaults
    return defaults


def by_form(settings: Settings) -> tuple[Preset, ...]:
    """A preset for each form of scoring."""
    chicago = replace(settings, scoring=Scoring.CHICAGO)
    return (
        Preset("rubber", settings),
        Preset("chicago", chicago),
        Preset("chicago-carried", replace(chicago, chicago=Chicago.CARRIED)),
        Preset("duplicate", replace(settings, scoring=Scoring.DUPLICATE)),
    )


JOKER_PRESETS = tuple(Preset(one.value, JokerSettings(variant=one)) for one in Variant)
