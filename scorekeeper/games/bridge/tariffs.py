"""The figures of every game of the family, with the rules they come from; no behaviour.

A tariff is put together from what is played (`PLAYED`), the form of scoring and the
vulnerability (`PREMIUMS`); a disputed reading chooses its part once."""

from dataclasses import dataclass, replace

from scorekeeper.core.citations import Cite, inferred, printed, published
from scorekeeper.core.evening import Part
from scorekeeper.games.bridge.contract import (
    Denomination,
    DrawnResult,
    Item,
    Premiums,
    Tariff,
    Worth,
)
from scorekeeper.games.bridge.rules import (
    LAWS_1993,
    LAWS_2017,
    VARIATIONS,
    Chicago,
    JokerSettings,
    ParitySlams,
    Scoring,
    Settings,
    SevenAll,
    Variant,
    Variation,
    cite,
)

_SUITS = {
    Denomination.CLUBS: Worth(start=0, each=20),
    Denomination.DIAMONDS: Worth(start=0, each=20),
    Denomination.HEARTS: Worth(start=0, each=30),
    Denomination.SPADES: Worth(start=0, each=30),
}
_STARS = {Denomination.STARS: Worth(start=10, each=30)}
_NO_TRUMP = {Denomination.NO_TRUMP: Worth(start=10, each=30)}

PREMIUMS = (
    Premiums(
        overtrick=(0, 100, 200),
        undertricks=((50,), (100, 200, 200, 300), (200, 400, 400, 600)),
        slams=(500, 1000),
    ),
    Premiums(
        overtrick=(0, 200, 400),
        undertricks=((100,), (200, 300), (400, 600)),
        slams=(750, 1500),
    ),
)
"""Not vulnerable, and vulnerable: by the place False, and True."""


@dataclass(frozen=True, slots=True)
class Form:
    """A form of scoring: where points are written, what is paid for at once, and by
    which rule.

    `bonuses` are paid for less than a game and for one: first those of a side that is
    not vulnerable, then those of one that is."""

    below: str
    above: str
    bonuses: tuple[tuple[int, int], tuple[int, int]]
    table: Cite
    bonus: Cite

    @property
    def parts(self) -> tuple[str, ...]:
        return (self.below,) if self.below == self.above else (self.below, self.above)


_LAW_81 = published(LAWS_1993, "Law 81", "")
_LAW_77 = published(LAWS_2017, "Law 77", "")

RUBBER = Form(
    below=Part.BELOW,
    above=Part.ABOVE,
    bonuses=((0, 0), (0, 0)),
    table=_LAW_81,
    bonus=replace(_LAW_81, anchor="game"),
)
DUPLICATE = Form(
    below=Part.SCORE,
    above=Part.SCORE,
    bonuses=((50, 300), (50, 500)),
    table=_LAW_77,
    bonus=replace(_LAW_77, anchor="bonus"),
)

PLAIN = Tariff(worths=_SUITS | _NO_TRUMP, premiums=PREMIUMS[0])
"""Contract bridge. The other games have its figures but for those that are named."""

DRAWS = {
    SevenAll.NOTHING: frozenset(Item),
    SevenAll.NO_TRICK_POINTS: frozenset({Item.ODD_TRICKS, Item.BONUS}),
    SevenAll.SCORED: frozenset[Item](),
}
PARITY_SLAMS = {ParitySlams.FROM_TOP: (7, 8), ParitySlams.BY_LEVEL: (6, 7)}

PLAYED = {
    Variation.BRIDGE: PLAIN,
    Variation.DEUCES_WILD: PLAIN,
    Variation.X1: PLAIN,
    Variation.X2: PLAIN,
    Variation.X4_PARITY: replace(
        PLAIN, tricks=14, top_level=8, stretched=inferred("J7", "odd-tricks")
    ),
    Variation.X4_NON_PARITY: replace(PLAIN, tricks=14, book=7),
    Variation.FIVE_CROWNS: replace(
        PLAIN,
        tricks=14,
        book=7,
        worths=_SUITS | _STARS | _NO_TRUMP,
        zero=(Denomination.NO_TRUMP,),
        cites={
            Item.ODD_TRICKS: printed(VARIATIONS, "Five Crowns, scoring", "odd-tricks")
        },
    ),
}
"""The figures of what is played; `cites` holds only what differs from the form's
own table."""


def form_of(settings: Settings) -> Form:
    if settings.scoring is Scoring.CHICAGO and settings.chicago is Chicago.CARRIED:
        return RUBBER
    return RUBBER if settings.scoring is Scoring.RUBBER else DUPLICATE


def tariff_of(settings: Settings, vulnerable: bool) -> Tariff:
    which = "vulnerable" if vulnerable else "not-vulnerable"
    return settings.once(which, lambda: _tariff(settings, vulnerable))


def _tariff(settings: Settings, vulnerable: bool) -> Tariff:
    form = form_of(settings)
    played = _by_disputed_readings(settings, PLAYED[settings.variation])
    table = {item: replace(form.table, anchor=item.value) for item in Item}
    return replace(
        played,
        premiums=replace(PREMIUMS[vulnerable], bonuses=form.bonuses[vulnerable]),
        below=form.below,
        above=form.above,
        cites={**table, Item.BONUS: form.bonus, **played.cites},
    )


def _by_disputed_readings(settings: Settings, played: Tariff) -> Tariff:
    if not isinstance(settings, JokerSettings) or played.tricks == PLAIN.tricks:
        return played  # both readings are of fourteen tricks, with four Jokers
    voids = DRAWS[settings.seven_all]
    if voids:
        draw = DrawnResult(
            tricks=7,
            voids=voids,
            cite=cite(settings, "seven_all"),
            insult=inferred("J5", "draw"),
        )
        played = replace(played, draw=draw)
    if settings.variant is not Variant.X4_PARITY:
        return played
    cites = {Item.SLAM: cite(settings, "parity_slams")}
    return replace(played, slams=PARITY_SLAMS[settings.parity_slams], cites=cites)
