"""The figures that the sentences and the rulebooks of the bridge family state, each a
constant of the program."""

from itertools import chain

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

Figures = list[int]

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


def size(variation: Variation) -> int:
    return packs.PACKS[variation].size


def hand(variation: Variation) -> int:
    return packs.PACKS[variation].hand


def worth(denomination: Denomination) -> tuple[int, int]:
    """Of the first odd trick, and of each further one."""
    of = CROWNS.worths[denomination]
    return of.start + of.each, of.each


def doubled(points: int) -> Figures:
    return [points, 2 * points, 4 * points]


# ---- the catalogues ----

STATED: dict[str, Figures] = {
    **{
        f"bridge.setting.honour_values.{of}": [int(of.rpartition("-")[2])]
        for of, _ in dict(STANDARD_HONOURS + JOKER_HONOURS + CROWNS_HONOURS).items()
    },
    **{
        f"bridge.setting.unfinished_part.{part.value}": [int(part.value)]
        for part in UnfinishedPart
    },
    **{
        f"bridge.refused.{one}": [0] for one in ("level-zero", "tricks", "carried-zero")
    },
    "bridge.calculator.no-contract": [4, 3, 1],
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
    "bridge.setting.seven_all.help": [DRAWN, DRAWN + 1],
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
}

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


NONE = frozenset[str]()
NS = frozenset({"NS"})
EW = frozenset({"EW"})
DUPLICATE_PART, DUPLICATE_GAME = tariffs.DUPLICATE.bonuses[False]

IN_RULEBOOK: dict[tuple[str, str], Figures] = {
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
}
