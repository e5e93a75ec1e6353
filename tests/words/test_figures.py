"""Every figure in a sentence is the program's: it fails where one of the two is changed
alone.

Whoever writes a figure into a sentence says here which constant it is; better is a
parameter.
"""

import hashlib
import re
from itertools import chain

import pytest

from scorekeeper.core.seats import TEAMS
from scorekeeper.exports.session_file import NOTE_LENGTH, TEXT_LENGTH
from scorekeeper.games import GAMES
from scorekeeper.games.berzerka import rules as berzerka
from scorekeeper.games.bridge import play as packs
from scorekeeper.games.bridge import scoring, state, tariffs
from scorekeeper.games.bridge.contract import GAME, LEVELS, Denomination, bids
from scorekeeper.games.bridge.rules import (
    CROWNS_HONOURS,
    ENHANCED_HIDDEN,
    JOKER_HONOURS,
    STANDARD_HIDDEN,
    STANDARD_HONOURS,
    ParitySlams,
    Power,
    UnfinishedPart,
    Variation,
)
from scorekeeper.games.game import Game
from scorekeeper.games.rook import play as rook_play
from scorekeeper.games.rook import rules as rook
from scorekeeper.games.score_pad import rules as pad
from scorekeeper.games.two_ten_jack import play as ten_play
from scorekeeper.games.two_ten_jack import rules as ten
from scorekeeper.tables.names import NAME_LENGTH
from scorekeeper.tables.session import KEY_LENGTH, YEARS
from scorekeeper.tables.voices import SILENCE
from scorekeeper.web.app import FORM_BYTES
from scorekeeper.web.archive.files import UPLOAD_BYTES
from scorekeeper.web.page.phone import MONTH
from scorekeeper.words import catalogue, catalogue_files, words_in
from tests.words.figures import figures, rulebooks, sections

Figures = list[int]

# ---- what the figures are ----

HEX = hashlib.sha256().digest_size * 2
STANDARD = dict(STANDARD_HIDDEN)
ENHANCED = dict(ENHANCED_HIDDEN)
COURT = ("A", "K", "Q", "J", "10")
PLAIN = tariffs.PLAIN
X1, X2, PARITY, NON_PARITY = (
    tariffs.PLAYED[one]
    for one in (
        Variation.X1,
        Variation.X2,
        Variation.X4_PARITY,
        Variation.X4_NON_PARITY,
    )
)
CROWNS = tariffs.PLAYED[Variation.FIVE_CROWNS]
DRAWN = NON_PARITY.tricks // 2
FROM_TOP = tariffs.PARITY_SLAMS[ParitySlams.FROM_TOP]
BY_LEVEL = tariffs.PARITY_SLAMS[ParitySlams.BY_LEVEL]
NOT_VULNERABLE, VULNERABLE = tariffs.PREMIUMS
COUNTS = {count.value: dict(worth) for count, worth in rook.FIGURES.items()}
COUNTERS = ("1", "5", "10", "14", rook.ROOK, rook.LAST_TRICK)
FULL, FAST = (rook_play.cards_of(deck) for deck in (rook.Deck.FULL, rook.Deck.FAST))
NUMBERS = {int(card.rank) for card in FULL if card.rank.isdigit()}
LEFT_OUT = sorted({int(card.rank) for card in FULL - FAST})
HIGHEST = [int(rank) for rank in rook_play.ORDER[:-4:-1]]
TEAM_13, TEAM_24 = ([int(seat.value) for seat in team.seats] for team in TEAMS)
KITTY = rook_play.KITTY
SIX = len(ten.SIX_HEARTS)
EVEN, GIOCO, CLASSIC = (dict(ten.FIGURES[one]) for one in list(ten.Values)[:3])
LAST_SIX = berzerka.LAST_SIX
TEN = pad.FORMULAS[pad.Bids.TEN]
EVERY = pad.FORMULAS[pad.Bids.EVERY_TRICK]
WIZARD = pad.FORMULAS[pad.Bids.WIZARD]
SKULL_KING = pad.FORMULAS[pad.Bids.SKULL_KING]
TURNS = berzerka.TRICKS - LAST_SIX  # the trick after which Changing Pace is turned over
FIVE = berzerka.HOLD_STEADY.target


def size(variation: Variation) -> int:
    return packs.PACKS[variation].size


def hand(variation: Variation) -> int:
    return packs.PACKS[variation].hand


def hand_of(pack: frozenset[object]) -> int:
    return (len(pack) - KITTY) // 4


def ranks(count: str) -> Figures:
    """The numbers of the cards that count."""
    return [int(of) for of, points in COUNTS[count].items() if of.isdigit() and points]


def total(count: str) -> int:
    return sum(4 * n if of.isdigit() else n for of, n in COUNTS[count].items())


def counted(count: str) -> Figures:
    """The name of a count, and what counts by it."""
    return [total(count), *(n for of in COUNTERS if (n := COUNTS[count][of]))]


def named(count: str, counters: tuple[str, ...]) -> Figures:
    """Each counter and its points, where the counter is named by a number."""
    return list(
        chain.from_iterable(
            [*([int(of)] if of.isdigit() else []), COUNTS[count][of]] for of in counters
        )
    )


def worth(denomination: Denomination) -> tuple[int, int]:
    """Of the first odd trick, and of each further one."""
    of = CROWNS.worths[denomination]
    return of.start + of.each, of.each


def doubled(points: int) -> Figures:
    return [points, 2 * points, 4 * points]


def of_suit(values: dict[str, int], suit: str) -> int:
    """What the six of a suit come to."""
    return sum(values[f"{suit}{rank}"] for rank in ten.RANKS)


def presets(game: str) -> dict[str, object]:
    return {preset.code: preset.settings for preset in GAMES[game].presets}


ROOKS = {
    code: [total(one.count.value), one.target] for code, one in presets("rook").items()
}

# ---- the catalogues ----

ITSELF = (
    *(f"seat.{n}" for n in range(1, 13)),
    *(f"party.{n}" for n in range(1, 13)),
    *(f"order.{n}" for n in range(2, 9)),
    *(f"berzerka.contract.{one}" for one in berzerka.OWN_CODES),
    *(f"rook.setting.figures.{of}" for of in COUNTERS if of.isdigit()),
    *(
        f"bridge.setting.honour_values.{of}"
        for of, _ in dict(STANDARD_HONOURS + JOKER_HONOURS + CROWNS_HONOURS).items()
    ),
    *(f"bridge.setting.unfinished_part.{part.value}" for part in UnfinishedPart),
)
"""Codes that end in the figure of their sentence."""

FROM_NOTHING = (
    *(f"refused.{one}" for one in ("nothing-typed", "adjusted-nothing")),
    *(f"berzerka.refused.tile-{one}" for one in ("value", "target")),
    *(f"berzerka.refused.{one}" for one in ("overbid-on-nothing", "discards")),
    *(f"berzerka.refused.count-{one}" for one in ("tricks", "last-six", "suit-cards")),
    *(f"bridge.refused.{one}" for one in ("level-zero", "tricks", "carried-zero")),
    "rook.refused.total-range",
    *(f"two-ten-jack.refused.{one}" for one in ("no-total", "nothing-typed")),
    *(
        f"score-pad.field.{one}"
        for one in ("points", "bids", "tricks", "extras", "extra")
    ),
    *(
        f"score-pad.refused.{one}"
        for one in ("nothing-typed", "everybody", "number", "box-points")
    ),
    "score-pad.book.points.plain",
    "score-pad.setting.phases.help",
    "score-pad.book.boxes.some",
)
"""Sentences that speak of nought: no tricks, no points, nothing to enter."""

EXAMPLES: dict[str, Figures] = {
    "refused.no-number": [7],
    "refused.no-such-day": [2026, 11, 20],
    "file.not-text": [8, 8],
    "file.not-a-session": [1],
    "file.newer-edition": [1],
    "file.cut-off": [12],
    "bridge.calculator.no-contract": [4, 3, 1],
    "pdf.missing.advice": [2, 1, 0, 0, 0],
}
"""Figures of no rule: what a typed number, a day, a contract or the name of a file
looks like."""

STATED: dict[str, Figures] = {
    **{code: [int(code.replace("-", ".").rpartition(".")[2])] for code in ITSELF},
    **{code: [0] for code in FROM_NOTHING},
    **EXAMPLES,
    "party.13": TEAM_13,
    "party.24": TEAM_24,
    "refused.name-length": [1, NAME_LENGTH],
    "refused.no-commitment": [HEX, 0, 9],
    "night.refused.minutes": [1],
    "error.413.about": [FORM_BYTES // 1000, UPLOAD_BYTES // 1_000_000],
    "file.form.text": [1, TEXT_LENGTH],
    "file.form.hash": [HEX, 0, 9],
    "file.form.session": [1, TEXT_LENGTH],
    "file.form.at": [2026, 11, 20, 21, 5, 0, *map(int, YEARS)],
    "file.form.opened": [2026, 11, 20, 22, 5, 0, 1, 0, *map(int, YEARS)],
    "file.form.note": [NOTE_LENGTH],
    "file.form.key": [1, KEY_LENGTH],
    # Berzerka
    "berzerka.setting.payoffs.swing": [0],
    "berzerka.setting.payoffs.winner": [0],
    "berzerka.setting.payoffs.ladder": [2, 0],
    "berzerka.setting.custom_payoffs.help": [1, 1],
    "berzerka.about.hidden-strength": [1],
    "berzerka.about.hold-steady": [FIVE],
    "berzerka.about.brute-strength": [berzerka.TRICKS],
    "berzerka.about.still-holding": [berzerka.STILL_HOLDING.target],
    "berzerka.about.changing-pace": [TURNS],
    "berzerka.about.marathon-flex": [LAST_SIX],
    **{f"berzerka.aim.{aim.value}.last-six": [LAST_SIX] for aim in berzerka.Aim},
    **{
        f"berzerka.{of}.last-six": [LAST_SIX]
        for of in ("counts", "asked", "took", "unit")
    },
    "berzerka.turns.halfway": [TURNS],
    "berzerka.named.halfway": [TURNS],
    "berzerka.ranking-rule.halfway": [TURNS],
    "berzerka.ranking.normal": [berzerka.TRICKS],
    "berzerka.ranking.inverted": [1],
    "berzerka.worth.normal": [berzerka.TRICKS, 1],
    "berzerka.worth.inverted": [1, berzerka.TRICKS],
    "berzerka.ranked.normal": [berzerka.TRICKS],
    "berzerka.ranked.inverted": [1],
    "berzerka.ranked.halfway": [TURNS],
    "berzerka.ranking-rule.normal": [berzerka.TRICKS],
    "berzerka.ranking-rule.inverted": [1],
    "berzerka.ranking-rule.chosen": [berzerka.TRICKS, 1],
    "berzerka.because.normal": [berzerka.TRICKS, 1],
    "berzerka.because.inverted": [1, berzerka.TRICKS],
    "berzerka.which.starter": [len(berzerka.STARTER)],
    "berzerka.refused.board-empty": [len(berzerka.STARTER)],
    "berzerka.refused.no-board": [len(berzerka.STARTER)],
    "berzerka.refused.tile": [1, len(berzerka.OWN_CODES)],
    "berzerka.refused.tile-name": [1, NAME_LENGTH],
    "berzerka.refused.no-such-contract": [1, 2],
    "Play the starter five": [len(berzerka.STARTER)],
    # bridge
    "game.five-crowns.about": [
        len(packs.PACKS[Variation.FIVE_CROWNS].suits),
        CROWNS.tricks,
    ],
    "bridge.group.fourteen": [PARITY.tricks],
    "bridge.setting.seven_all": [DRAWN],
    "bridge.preset.x1": [size(Variation.X1)],
    "bridge.preset.x2": [size(Variation.X2)],
    "bridge.preset.x4-parity": [PARITY.book],
    "bridge.preset.x4-non-parity": [NON_PARITY.book],
    "bridge.setting.variant.x1": [X1.tricks],
    "bridge.setting.variant.x2": [X2.tricks],
    "bridge.setting.variant.x4-parity": [PARITY.tricks, PARITY.book],
    "bridge.setting.variant.x4-non-parity": [NON_PARITY.tricks, NON_PARITY.book],
    "bridge.setting.hidden_table.enhanced": [8],
    "bridge.setting.variant.help": [PARITY.tricks],
    "bridge.setting.seven_all.help": [DRAWN, DRAWN + 1, DRAWN],
    "bridge.setting.parity_slams": [PARITY.book],
    "bridge.setting.parity_slams.help": [PARITY.tricks, PARITY.top_level],
    "bridge.setting.parity_slams.from-top": [
        *(PARITY.tricks - 1, PARITY.tricks),
        *FROM_TOP,
    ],
    "bridge.setting.parity_slams.by-level": [*BY_LEVEL, PARITY.top_level],
    "bridge.setting.chicago_vulnerable": [*range(2, state.CHICAGO_DEALS)],
    "bridge.setting.unfinished_part.help": [
        scoring.UNFINISHED_PART[UnfinishedPart.FIFTY]
    ],
    "bridge.refused.board-number": [1],
    "bridge.refused.level-low": [1],
    "bridge.refused.games": [1],
    "bridge.refused.below": [GAME],
    "bridge.law.38": [LEVELS],
    "game at 100": [GAME],
    # Rook
    "game.rook.about": [rook.Settings().target],
    **{f"rook.preset.{code}": figures for code, figures in ROOKS.items()},
    "rook.setting.deck.full": [len(FULL), hand_of(FULL)],
    "rook.setting.deck.fast": [*LEFT_OUT, len(FAST), hand_of(FAST)],
    "rook.setting.count.200": [total("200"), *ranks("200")],
    "rook.setting.count.120": [total("120"), *ranks("120")],
    "rook.setting.count.140": [total("140"), total("120")],
    "rook.setting.count.180": [total("180"), total("120"), 1],
    **{f"rook.seal.{of}": [KITTY] for of in ("discards", "kitty")},
    "rook.otherwise.opened": [KITTY],
    "rook.refused.discards-twice": [KITTY],
    "rook.refused.kitty-number": [KITTY, KITTY],
    "rook.refused.discards-number": [KITTY, KITTY],
    "rook.said.discards": [KITTY],
    "rook.team.13": TEAM_13,
    "rook.team.24": TEAM_24,
    "rook.refused.no-such-party": [int(team.id) for team in TEAMS],
    "rook.refused.total-unit": [rook.UNIT],
    "Which five were discarded?": [KITTY],
    "Which five were in the kitty?": [KITTY],
    "Take the kitty, discard five cards, name trump.": [KITTY],
    # Two-Ten-Jack
    "game.two-ten-jack.about": [ten.MOST, SIX],
    "two-ten-jack.preset.even-45": [of_suit(EVEN, "H"), -of_suit(EVEN, "S")],
    "two-ten-jack.preset.gioco": [GIOCO["CK"]],
    "two-ten-jack.preset.classic-55": [-CLASSIC["SA"]],
    "two-ten-jack.setting.values.even-45": [2, 10, EVEN["HJ"], EVEN["HA"]],
    "two-ten-jack.setting.values.gioco": [GIOCO["CK"]],
    "two-ten-jack.setting.values.classic-55": [-CLASSIC["SA"], 10, CLASSIC["CA"]],
    "two-ten-jack.setting.figures.help": [
        -ten.RULE_SHEET.question("figures").low,
        ten.RULE_SHEET.question("figures").high,
    ],
    "two-ten-jack.setting.reversal": [SIX, SIX],
    "two-ten-jack.setting.reversal.fixed-55": [ten_play.FIXED, ten_play.FIXED],
    "two-ten-jack.setting.removed.help": [2],
    **{
        f"two-ten-jack.{code}": [SIX]
        for code in (
            *(
                "worth.reversed",
                "line.flipped",
                "line.all-six",
                "all-six",
                "field.hearts",
                "field.spades",
            ),
            *(
                "refused.sum.none",
                "refused.sum.one",
                "refused.no-reversal",
                "worth.fixed",
            ),
            "outcome.reversal.said",
        )
    },
    "two-ten-jack.refused.whole-six": [SIX],
    "two-ten-jack.refused.sum.both": [SIX, SIX],
    "A suit under a number: that pile had all six, so their sign is reversed.": [SIX],
    "All six hearts or spades": [SIX],
    "with six %(suit)s in one pile": [SIX],
    "with six %(suit)s": [SIX],
    # any other game
    "game.score-pad.about": [pad.MOST],
    "score-pad.book.idea.said": [pad.MOST],
    "score-pad.setting.bids.ten": [TEN.met, TEN.each] * 2,
    "score-pad.setting.bids.every-trick": [EVERY.trick, EVERY.met] * 2,
    "score-pad.setting.bids.wizard": [
        *[WIZARD.met, WIZARD.each] * 2,
        WIZARD.off,
    ],
    "score-pad.setting.bids.skull-king": [
        *(SKULL_KING.each, SKULL_KING.each),
        *(SKULL_KING.off, SKULL_KING.none),
    ],
    "score-pad.setting.sum.rising": [1, 1],
    "score-pad.setting.sum.falling": [1, 1],
    "score-pad.book.sum.rising": [1, 2],
    "score-pad.book.sum.falling": [1, 1],
    # phones
    "Without the code, this phone becomes the host after 10 minutes unless the host "
    "objects.": [SILENCE // 60],
    "Without the code, all other phones that play can agree. It happens after 10 "
    "minutes unless the host or an arbiter objects.": [SILENCE // 60],
    "What is sealed is encrypted, and only the phone that sealed it has the key: a "
    "cookie, kept for 30 days. Even the server’s owner can’t look. If that phone or "
    "its cookies are lost, nobody can open the seal, and the table decides what counts "
    "instead.": [MONTH // 86_400],
}
"""What each sentence states, in the order in which it states it."""


def whole(language: str) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for path in catalogue_files(language):
        found |= catalogue(path)
    return found


def stating() -> list[str]:
    """The codes of every sentence that states a figure in English or in German: not
    those of the words that a line is read by, which state nothing."""
    english = whole("en")
    german = whole("de")
    return [
        code
        for code in {**english, **german}
        if not re.search(r"(?:^|\.)spoken\.", code)
        if any(figures(form, "en") for form in english.get(code, (code,)))
        or any(figures(form, "de") for form in german.get(code, ()))
    ]


@pytest.mark.parametrize("code", stating())
def test_a_sentence_states_what_the_program_has(code: str) -> None:
    assert code in STATED, (
        "which constant is it? Pass it as a parameter, or say so in STATED"
    )
    for form in whole("en").get(code, (code,)):
        assert figures(form, "en") == STATED[code], form
    for form in whole("de").get(code, ()):
        assert figures(form, "de") == STATED[code], form


def test_the_words_put_those_cards_together_that_are_worth_the_same() -> None:
    """The labels of the tables name one figure for several cards."""
    assert [STANDARD[rank] for rank in "98765432"] == [9, 8, 7, 6, 5, 4, 3, 2]
    assert ENHANCED["10"] == ENHANCED["9"] == ENHANCED["8"]
    assert len({ENHANCED[rank] for rank in "765432"}) == 1
    assert all(count["10"] == count["14"] for count in COUNTS.values())
    for count in ("140", "180"):
        assert all(
            COUNTS[count][of] == COUNTS["120"][of]
            for of in ("5", "10", "14", rook.ROOK)
        )


LABELS = {
    "bridge.setting.hidden_table.enhanced": (
        "Enhanced: ace 30, king 25, queen 20, jack 15, ten to eight 10, others 5",
        "Erhöht: Ass 30, König 25, Dame 20, Bube 15, Zehn bis Acht 10, andere 5",
    ),
    "rook.setting.count.200": (
        "200: 1s count 15, 5s 5, 10s and 14s 10, the Rook 20, the last trick 20",
        "200: 1er 15, 5er 5, 10er und 14er 10, Rook 20, letzter Stich 20",
    ),
}
"""Labels as they are read."""


@pytest.mark.parametrize("code", LABELS)
def test_a_label_is_filled_from_its_table(code: str) -> None:
    family, _, name, value = code.split(".")
    game = next(
        one for one in GAMES.values() if one.family == family and name in asked(one)
    )
    question = game.rule_sheet.question(name)
    reading = next(one for one, _ in question.stated if one.value == value)
    said = question.said(family, reading)
    assert (
        tuple(words_in(language).text(said) for language in ("en", "de"))
        == LABELS[code]
    )


def asked(game: Game) -> set[str]:
    return {question.name for question in game.rule_sheet.questions}


def test_nothing_is_stated_that_no_sentence_says() -> None:
    assert not {code for code, known in STATED.items() if known} - set(stating())


# ---- the rulebooks ----

CLUBS, HEARTS, STARS, NO_TRUMP = (
    worth(one)
    for one in (
        *(Denomination.CLUBS, Denomination.HEARTS),
        *(Denomination.STARS, Denomination.NO_TRUMP),
    )
)
SMALL, GRAND = PLAIN.slams
HONOURS = dict(STANDARD_HONOURS)
JOKERS = dict(JOKER_HONOURS)
CROWNED = dict(CROWNS_HONOURS)
CROWNS_PACK = packs.PACKS[Variation.FIVE_CROWNS]
BIDS = [PLAIN.book, PLAIN.top_level, PLAIN.top_level]


def undertricks(vulnerable: bool, n: int) -> Figures:
    """What the nth undertrick costs, undoubled, doubled and redoubled."""
    every = tariffs.PREMIUMS[vulnerable].undertricks
    return [costs[min(n, len(costs)) - 1] for costs in every]


def boards(of: frozenset[str]) -> Figures:
    return [n for n, vulnerable in enumerate(state.BOARDS, start=1) if vulnerable == of]


def played(variation: Variation) -> Figures:
    """A row of the table of variants: cards, cards of a hand, book, levels."""
    of = tariffs.PLAYED[variation]
    return [size(variation), hand(variation), of.book, 1, of.top_level]


def taken_out(players: int) -> Figures:
    """A row: players, the ranks taken out, tricks."""
    settings = ten.Settings(players=players)
    ranks = [int(card.rank) for card in ten_play.taken_out(settings)]
    return [players, *ranks, len(ten_play.cards_of(settings)) // players]


def valued(values: dict[str, int]) -> Figures:
    """A row of what the cards of hearts and spades are worth."""
    cards = ("HJ", "HA", "SJ", "SK", "SA")
    return [abs(values[card]) for card in cards]


NONE = frozenset[str]()
NS = frozenset({"NS"})
EW = frozenset({"EW"})
DUPLICATE_PART, DUPLICATE_GAME = tariffs.DUPLICATE.bonuses[False]

BOOKS: dict[tuple[str, str], Figures] = {
    ("_rules_contract", "odd-tricks"): [
        *doubled(CLUBS[1]),
        *doubled(HEARTS[1]),
        *doubled(NO_TRUMP[0]),
        *doubled(NO_TRUMP[1]),
    ],
    ("_rules_contract", "overtricks"): [
        *(CLUBS[1], HEARTS[1]),
        *(NOT_VULNERABLE.overtrick[1], VULNERABLE.overtrick[1]),
        *(NOT_VULNERABLE.overtrick[2], VULNERABLE.overtrick[2]),
    ],
    ("_rules_contract", "insult"): list(PLAIN.insult[1:]),
    ("_rules_contract", "slam"): [
        *(NOT_VULNERABLE.slams[0], VULNERABLE.slams[0]),
        *(NOT_VULNERABLE.slams[1], VULNERABLE.slams[1]),
    ],
    ("_rules_contract", "undertricks"): [
        *undertricks(False, 1),
        *undertricks(False, 2),
        *undertricks(False, 4),
        *undertricks(True, 1),
        *undertricks(True, 2),
    ],
    ("_rules_forms", "game"): [GAME],
    ("_rules_forms", "vulnerability"): [
        *boards(NONE),
        *boards(NS),
        *boards(EW),
        *boards(NS | EW),
    ],
    ("_rules_forms", "rubber"): [scoring.RUBBER_BONUS[0], scoring.RUBBER_BONUS[1]],
    ("_rules_forms", "unfinished"): [
        scoring.UNFINISHED_GAME,
        *scoring.UNFINISHED_PART.values(),
    ],
    ("_rules_forms", "chicago"): [GAME, *scoring.CHICAGO_GAME, scoring.CHICAGO_PART],
    ("_rules_forms", "bonus"): [
        *(GAME, DUPLICATE_GAME),
        *(tariffs.DUPLICATE.bonuses[True][1], DUPLICATE_PART),
    ],
    ("_rules_hidden", "hidden"): [
        *chain.from_iterable((STANDARD[rank], ENHANCED[rank]) for rank in COURT),
        *(9, 8, STANDARD["9"], STANDARD["8"], ENHANCED["9"]),
        *(7, STANDARD["7"], STANDARD["2"], ENHANCED["7"]),
    ],
    **{("_rules_hidden", f"hidden-{of}"): [0] for of in ("above", "joker", "unseen")},
    ("_rules_bidding", "passed-out"): [0],
    ("_rules_honours", "honours"): [
        *(HONOURS["trumps-4"], 5, HONOURS["trumps-5"], HONOURS["nt-4"]),
    ],
    ("_rules_jokers", "hcp"): [
        packs.hcp(Power.MAJOR, Denomination.SPADES),
        packs.hcp(Power.MINOR, Denomination.SPADES),
        *(packs.hcp(power) for power in (Power.MAJOR, Power.MAJOR_MINOR, Power.MINOR)),
    ],
    ("_rules_arbiter", "law-38"): [PARITY.top_level],
    ("_rules_arbiter", "law-53"): [5],
    ("_rules_arbiter", "law-61"): [PARITY.tricks],
    ("rulebook_bridge", "idea"): [5],
    ("rulebook_bridge", "pack"): [
        *(size(Variation.BRIDGE), hand(Variation.BRIDGE), *BIDS),
        *(PLAIN.tricks, SMALL, GRAND),
    ],
    ("rulebook_deuces-wild", "idea"): [1975],
    ("rulebook_deuces-wild", "pack"): [
        *(size(Variation.DEUCES_WILD), hand(Variation.DEUCES_WILD), *BIDS),
    ],
    ("rulebook_deuces-wild", "play"): [PLAIN.tricks, SMALL, GRAND],
    ("rulebook_five-crowns", "idea"): [CROWNS.tricks, CROWNS.book],
    ("rulebook_five-crowns", "players"): [CROWNS_PACK.size, 5, 6, 5, 6],
    ("rulebook_five-crowns", "pack"): [
        *(
            CROWNS_PACK.size,
            len(CROWNS_PACK.suits),
            len(CROWNS_PACK.ranks),
            CROWNS_PACK.hand,
        ),
        *(len(CROWNS_PACK.ranks), CROWNS.book, CROWNS.book + 1, CROWNS.top_level),
        *(CROWNS.book, len(bids(CROWNS))),
    ],
    ("rulebook_five-crowns", "play"): [CROWNS.tricks],
    ("rulebook_five-crowns", "joker"): [
        *(
            *STARS,
            *doubled(CROWNS.worths[Denomination.NO_TRUMP].start),
            CROWNS.book,
            NO_TRUMP[1],
        ),
        *(STARS[1], CROWNS.tricks, *CROWNS.slams, CROWNS.book),
        *(CROWNS.book + CROWNS.slams[0], CROWNS.book + CROWNS.slams[1]),
        *(CROWNS.book, CROWNS.book),
    ],
    ("rulebook_five-crowns", "honours"): [
        *(5, 9, CROWNED["trumps-4"], 5, CROWNED["trumps-5"], 5, CROWNED["nt-5"]),
    ],
    ("rulebook_joker-bridge", "idea"): [PARITY.tricks],
    ("rulebook_joker-bridge", "pack"): [
        *played(Variation.X1),
        *played(Variation.X2),
        *played(Variation.X4_PARITY),
        *played(Variation.X4_NON_PARITY),
        *(size(Variation.BRIDGE), PARITY.book, PARITY.book + 1, PARITY.tricks),
        *(NON_PARITY.book, NON_PARITY.top_level, NON_PARITY.tricks),
        *(PARITY.book, NON_PARITY.book, PARITY.book + 1, NON_PARITY.book + 1),
        *(NON_PARITY.top_level, PARITY.top_level),
    ],
    ("rulebook_joker-bridge", "play"): [
        *(PARITY.top_level * CLUBS[1], PARITY.top_level * HEARTS[1]),
        NO_TRUMP[0] + (PARITY.top_level - 1) * NO_TRUMP[1],
        *(PLAIN.tricks, PARITY.tricks, SMALL, FROM_TOP[0], GRAND, FROM_TOP[1]),
        *(PARITY.tricks - 1, PARITY.tricks, *BY_LEVEL, PARITY.top_level),
    ],
    ("rulebook_joker-bridge", "draw"): [DRAWN] * 5,
    ("rulebook_joker-bridge", "honours"): [
        *(JOKERS["trumps-4"], 5, JOKERS["trumps-5"], 6, JOKERS["trumps-6"], 8),
    ],
    ("rulebook_rook", "teams"): [*TEAM_13, *TEAM_24, TEAM_13[0]],
    ("rulebook_rook", "cards"): [
        *(len(FULL), min(NUMBERS), max(NUMBERS), hand_of(FULL), KITTY),
        *(*LEFT_OUT, len(FAST), KITTY, *HIGHEST),
    ],
    ("rulebook_rook", "counters"): [
        *ranks("200"),
        *chain.from_iterable(counted(count) for count in ("200", "120", "140", "180")),
        rook.UNIT,
    ],
    ("rulebook_rook", "kitty"): [KITTY] * 3,
    ("rulebook_two-ten-jack", "idea"): [ten.MOST, SIX, SIX, SIX],
    ("rulebook_two-ten-jack", "taken-out"): [
        ten_play.CARDS,
        *chain.from_iterable(taken_out(n) for n in range(ten.FEWEST, ten.MOST + 1)),
    ],
    ("rulebook_two-ten-jack", "card-values"): [
        *(2, 10, 2, 10, of_suit(EVEN, "H"), -of_suit(EVEN, "S"), *valued(EVEN)),
        *(GIOCO["CK"], *valued(GIOCO), GIOCO["CK"]),
        *(-CLASSIC["SA"], *valued(CLASSIC), 10, CLASSIC["CA"], SIX, SIX),
    ],
    ("rulebook_two-ten-jack", "reversal"): [SIX, SIX, SIX, ten_play.FIXED],
    ("rulebook_berzerka", "idea"): [5],
    ("rulebook_berzerka", "board"): [
        *(4 * berzerka.TRICKS, 1, berzerka.TRICKS),
        *(len(berzerka.STARTER), 3 * len(berzerka.STARTER), len(berzerka.PRINTED)),
    ],
    ("rulebook_berzerka", "dealing"): [
        *(berzerka.HALF_HAND, berzerka.TRICKS - berzerka.HALF_HAND),
        *(berzerka.TRICKS, berzerka.TRICKS),
    ],
    ("rulebook_berzerka", "overbids"): [9, 7, berzerka.TRICKS],
    ("rulebook_berzerka", "ranking"): [berzerka.TRICKS, 1, 1, berzerka.TRICKS],
    ("rulebook_berzerka", "numbers"): [
        berzerka.TRICKS,
        0,
        berzerka.TRICKS,
        0,
        LAST_SIX,
    ],
    ("rulebook_berzerka", "game-points"): [0],
    ("_rules_contracts", ""): [
        *(berzerka.TRICKS, berzerka.TRICKS, 1),  # normal, and as the declarer says
        berzerka.BERZERKA.base,
        *(berzerka.HIDDEN_STRENGTH.base, 1, berzerka.TRICKS),
        *(berzerka.HOLD_STEADY.base, FIVE, FIVE, FIVE + 1, 1, FIVE + 2, FIVE, 0),
        *(
            berzerka.SEEING_RED.base,
            berzerka.BOTTLE_IT_UP.base,
            berzerka.BRUTE_STRENGTH.base,
        ),
        *(berzerka.STILL_HOLDING.base, berzerka.STILL_HOLDING.target),
        *(berzerka.CHANGING_PACE.base, TURNS),
        *(berzerka.MARATHON_FLEX.base, LAST_SIX, TURNS, 0, LAST_SIX),
        *(
            berzerka.ONE_WEAKNESS.base,
            berzerka.RAGING_TIDES.base,
            berzerka.MIDDLING.base,
        ),
        *(berzerka.SHAPESHIFT.base, berzerka.SHAPESHIFT.base),
        berzerka.shapeshift_of(berzerka.MIDDLING).base,
    ],
    ("_rules_contracts", "own-contracts"): [LAST_SIX],
}
"""What each section of a rulebook states, in the order in which it states it."""


def told(language: int) -> dict[tuple[str, str], Figures]:
    """What every section of every rulebook states."""
    found = {
        (name, section): figures(text, ("en", "de")[language])
        for name, paths in rulebooks().items()
        for section, text in sections(paths[language])
    }
    return {where: stated for where, stated in found.items() if stated}


@pytest.mark.parametrize("where", told(0), ids="-".join)
def test_a_rulebook_states_what_the_program_has(where: tuple[str, str]) -> None:
    assert told(0)[where] == BOOKS.get(where), "which constant is it? Say so in BOOKS"
    assert told(1).get(where, []) == BOOKS.get(where)


def test_no_rulebook_states_a_figure_in_german_alone() -> None:
    assert told(0).keys() == told(1).keys() == BOOKS.keys()
