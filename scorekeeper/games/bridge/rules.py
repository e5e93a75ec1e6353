"""The rule sheet of each game of the family: its questions, what defaults rest on, presets."""

from dataclasses import replace
from enum import Enum

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


def _printed_readings(section: str, anchor: str, *answers: Enum) -> tuple[tuple[Enum, Cite], ...]:
    """Answers that the Joker document itself offers: none of them departs from it."""
    rule = printed(JOKER, section, anchor)
    return tuple((answer, rule) for answer in answers)


_FORM = (
    Question(
        "scoring",
        published(LAWS_1993, "Laws 72-74", "game"),
        "form",
        readings=(
            (Scoring.CHICAGO, published(CHICAGO, "Chicago", "chicago")),
            (Scoring.DUPLICATE, published(LAWS_2017, "Law 77", "bonus")),
        ),
    ),
    Question(
        "chicago",
        published(LAWS_2017, "Law 77", "chicago"),
        "form",
        readings=((Chicago.CARRIED, published(CHICAGO, "Chicago", "chicago")),),
        asked_if=("scoring", (Scoring.CHICAGO,)),
    ),
    Question(
        "chicago_vulnerable",
        published(CHICAGO, "Chicago", "vulnerability"),
        "form",
        readings=((ChicagoVulnerable.OTHERS, published(CHICAGO, "Chicago", "vulnerability")),),
        asked_if=("scoring", (Scoring.CHICAGO,)),
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
    return (
        Question("honours", rule, "honours"),
        Question(
            "honour_values",
            rule,
            "honours",
            high=1000,
            step=5,
            asked_if=("honours", (Honours.CUSTOM,)),
        ),
        Question(
            "duplicate_honours",
            published(LAWS_2017, "Law 77", "honours"),
            "honours",
            asked_if=("scoring", (Scoring.DUPLICATE, Scoring.CHICAGO)),
        ),
    )


_X1 = ("variant", (Variant.X1,))
_X2 = ("variant", (Variant.X2,))
_HIDDEN = ("variant", (Variant.X1, Variant.X2))
_X4 = ("variant", (Variant.X4_PARITY, Variant.X4_NON_PARITY))
_WILD = ("suit_mode", (SuitMode.WILDCARD,))
_BEFORE = printed(JOKER, "§3", "powers")

_JOKERS = (
    Question(
        "variant",
        printed(JOKER, "§3", "pack"),
        "jokers",
        readings=_printed_readings("§3", "pack", *Variant),
    ),
    Question("power", _BEFORE, "jokers", readings=_printed_readings("§3, §5", "powers", *Power)),
    Question(
        "suit_mode",
        _BEFORE,
        "jokers",
        readings=(
            *_printed_readings("§4.4", "wildcard", SuitMode.WILDCARD),
            *_printed_readings("§2, §3", "sealed", SuitMode.SEALED),
        ),
        asked_if=_HIDDEN,
    ),
    Question("x1_suit", inferred("J11", "suits"), "jokers", asked_if=_X1),
    Question("red_suit", printed(JOKER, "§3", "suits"), "jokers", asked_if=_X2),
    Question("black_suit", printed(JOKER, "§3", "suits"), "jokers", asked_if=_X2),
    Question(
        "x1_wildcard",
        inferred("J11", "wildcard"),
        "jokers",
        readings=((X1Wildcard.BLACK, inferred("J11", "wildcard")),),
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
)
_HIDDEN_CARDS = (
    Question(
        "hidden_table",
        printed(JOKER, "§5", "hidden"),
        "hidden",
        readings=_printed_readings("§5", "hidden", HiddenTable.ENHANCED),
        asked_if=_HIDDEN,
    ),
    Question(
        "hidden_values",
        printed(JOKER, "§5", "hidden"),
        "hidden",
        high=200,
        asked_if=("hidden_table", (HiddenTable.CUSTOM,)),
    ),
    Question("hidden_joker", inferred("J2", "hidden-joker"), "hidden", asked_if=_HIDDEN),
    Question(
        "hidden_joker_points",
        inferred("J2", "hidden-joker"),
        "hidden",
        high=200,
        asked_if=("hidden_joker", (HiddenJoker.CUSTOM,)),
    ),
    Question("hidden_sign", printed(JOKER, "§6.2", "hidden-sign"), "hidden", asked_if=_HIDDEN),
)
_FOURTEEN = (
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
        (
            NoTrumpJoker.NOMINATED,
            printed(VARIATIONS, "Five Crowns Bridge, variant", "joker"),
        ),
    ),
)

_ARBITER = (Question("known_cards", inferred("§7", "arbiter"), ARBITER),)
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

_LAW_HONOURS = published(LAWS_1993, "Law 81", "honours")
BRIDGE_SHEET = RuleSheet(_FORM + _honours(_LAW_HONOURS) + _ARBITER, Settings())
DEUCES_SHEET = RuleSheet(_FORM + _honours(_LAW_HONOURS) + _ARBITER, DeucesSettings())
CROWNS_SHEET = RuleSheet(
    (_NT_JOKER, *_FORM, *_honours(inferred("§3", "honours")), *_ARBITER), CrownsSettings()
)
JOKER_SHEET = RuleSheet(
    _JOKERS
    + _HIDDEN_CARDS
    + _FOURTEEN
    + _FORM
    + _honours(printed(JOKER, "§5, §6.3", "honours"))
    + _ARBITER
    + _JOKER_ARBITER,
    JokerSettings(),
)

_SHEETS: dict[type[Settings], RuleSheet] = {
    type(sheet.defaults): sheet for sheet in (BRIDGE_SHEET, DEUCES_SHEET, CROWNS_SHEET, JOKER_SHEET)
}


def cite(settings: Settings, name: str) -> Cite:
    """What this table's answer to the question `name` rests on."""
    return _SHEETS[type(settings)].cite(settings, name)


def _by_form(settings: Settings) -> tuple[Preset, ...]:
    return (
        Preset("rubber", settings),
        Preset("chicago", replace(settings, scoring=Scoring.CHICAGO)),
        Preset(
            "chicago-carried",
            replace(settings, scoring=Scoring.CHICAGO, chicago=Chicago.CARRIED),
        ),
        Preset("duplicate", replace(settings, scoring=Scoring.DUPLICATE)),
    )


BRIDGE_PRESETS = _by_form(Settings())
DEUCES_PRESETS = _by_form(DeucesSettings())
CROWNS_PRESETS = _by_form(CrownsSettings())
JOKER_PRESETS = tuple(Preset(one.value, JokerSettings(variant=one)) for one in Variant)


def defaults_of(settings: Settings) -> Settings:
    """The defaults of the game that these settings belong to."""
    defaults: Settings = _SHEETS[type(settings)].defaults
    return defaults
