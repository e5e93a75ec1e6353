"""Write the two files of the screen's font that pages name, from static/fonts/archivo.woff2,
and the head of static/app.css that names them.

The first has the letters that a page in English, German, French or Dutch is made of, and
is all that a first load waits for. The rest comes where a page shows another letter.
Until the font is there, Arial or Roboto stands in for it, scaled so that lines are as
long and as high.

    .venv/bin/python -m tools.fonts
"""

from collections.abc import Iterator
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Any

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

FONTS = Path(__file__).resolve().parent.parent / "static" / "fonts"
WHOLE = FONTS / "archivo.woff2"
FIRST = FONTS / "archivo-first.woff2"
REST = FONTS / "archivo-rest.woff2"

LETTERS = (
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .,:;!?'\"()+-/%&*="
    "\u00a0·×\u2212–\u2019‘“”„«»…äöüÄÖÜßàçéèêëîïôùûœÀÉ"
)
"""What the first file has: letters, figures, and the marks that sentences use."""
WEIGHTS = (400, 700)
"""The lightest and the heaviest weight that a style asks for."""
NEEDLESS = ["HVAR", "GDEF", "STAT", "DSIG", "MVAR"]
"""Tables that browsers do without: widths are told by the outlines too."""


TABULAR = ".tf"
"""How a figure of the common width is called after its usual one."""


def made(letters: set[int]) -> bytes:
    """The font with these letters alone, its figures all of one width."""
    font = TTFont(WHOLE, recalcTimestamp=False)
    font = instancer.instantiateVariableFont(font, {"wght": WEIGHTS})
    _make_figures_tabular(font)
    for glyph in font.getGlyphOrder():
        font["gvar"].variations.setdefault(glyph, [])
    options = subset.Options()
    options.flavor = "woff2"
    options.layout_features = ["kern"]
    options.hinting = False
    options.name_IDs = []
    options.drop_tables += NEEDLESS
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    written = BytesIO()
    font.flavor = "woff2"
    font.save(written)
    return written.getvalue()


def _make_figures_tabular(font: TTFont) -> None:
    """Figures of one width in the place of the usual ones, as every page asks for."""
    for table in font["cmap"].tables:
        for figure in range(ord("0"), ord("9") + 1):
            usual = table.cmap.get(figure, "")
            if usual and not usual.endswith(TABULAR):
                table.cmap[figure] = usual + TABULAR


BYTE_ORDER_MARK = 0xFEFF
LAST_CONTROL = 0x1F


def ranges(letters: set[int]) -> str:
    """Letters as a style's unicode-range says them."""
    found = list[str]()
    ordered = sorted(letters)
    for letter in ordered:
        if letter - 1 in letters:
            continue
        last = letter
        while last + 1 in letters:
            last += 1
        found.append(f"U+{letter:X}" if last == letter else f"U+{letter:X}-{last:X}")
    return ",".join(found)


def split() -> tuple[set[int], set[int]]:
    """The letters of the first file, and all others that the font has."""
    every = {sign for sign in TTFont(WHOLE).getBestCmap() if sign > LAST_CONTROL}
    every.discard(BYTE_ORDER_MARK)
    first = {ord(letter) for letter in LETTERS} & every
    return first, every - first


# ---- what stands in until it is there ----


USUAL = {
    **dict(
        zip("etaoinshrdl", (127, 91, 82, 75, 70, 67, 63, 61, 60, 43, 40), strict=True)
    ),
    **dict.fromkeys("ucmfwygpb", 22),
    **dict.fromkeys("vkxqjz", 3),
    **dict.fromkeys("0123456789", 10),
    **dict.fromkeys("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 3),
    " ": 180,
}
"""How often a character stands in some thousand of a page."""
STAND_INS = {
    "Arial": {
        400: ("Arial", "Liberation Sans"),
        700: ("Arial Bold", "Liberation Sans Bold"),
    },
    "Roboto": {400: ("Roboto", "Roboto Regular"), 700: ("Roboto Bold",)},
}
"""The fonts of phones and computers, by weight, as they call themselves."""
THEIR_WIDTHS = {
    "Arial": {400: 0.4676, 700: 0.5005},
    "Roboto": {400: 0.4677, 700: 0.4746},
}
"""The width of a usual character of each, in its size."""
WEIGHT_RANGES = {400: (400, 549, 400), 650: (550, 660, 700), 700: (661, 700, 700)}
"""For text of a weight: from which to which weight it stands in, and in which of its own."""
WIDTH_RANGES = {
    75: (62, 79),
    80: (79.1, 82),
    84: (82.1, 86),
    88: (86.1, 92),
    100: (92.1, 100),
}
"""For text of a width in per cent: from which to which width."""


def usual_width(weight: int, width: int) -> float:
    """The width of a usual character of our font, in its size."""
    font = TTFont(WHOLE)
    font = instancer.instantiateVariableFont(font, {"wght": weight, "wdth": width})
    names = font.getBestCmap()
    widths = font["hmtx"]
    together = sum(widths[names[ord(sign)]][0] * often for sign, often in USUAL.items())
    return float(together / sum(USUAL.values()) / font["head"].unitsPerEm)


def faces() -> Iterator[str]:
    """The rules that name the font and what stands in for it."""
    first, rest = split()
    for path, letters in ((FIRST, first), (REST, rest)):
        yield (
            f'@font-face {{ font-family: "Archivo"; src: url("fonts/{path.name}") '
            f'format("woff2"); font-weight: {WEIGHTS[0]} {WEIGHTS[1]}; '
            f"font-stretch: 75% 100%; font-display: swap; unicode-range: {ranges(letters)}; }}"
        )
    for weight, width in product(WEIGHT_RANGES, WIDTH_RANGES):
        yield from _stand_ins(weight, width)


def _stand_ins(weight: int, width: int) -> Iterator[str]:
    """The rules of the fonts that stand in for this weight and width, as wide and as high
    as ours."""
    head: Any = TTFont(WHOLE)["hhea"]
    units = TTFont(WHOLE)["head"].unitsPerEm
    lightest, heaviest, their_weight = WEIGHT_RANGES[weight]
    narrowest, widest = WIDTH_RANGES[width]
    ours = usual_width(weight, width)
    for name, cuts in STAND_INS.items():
        scale = ours / THEIR_WIDTHS[name][their_weight]
        local = ", ".join(f'local("{cut}")' for cut in cuts[their_weight])
        yield (
            f'@font-face {{ font-family: "As {name}"; src: {local}; '
            f"font-weight: {lightest} {heaviest}; "
            f"font-stretch: {narrowest}% {widest}%; size-adjust: {scale:.1%}; "
            f"ascent-override: {head.ascent / units / scale:.1%}; "
            f"descent-override: {-head.descent / units / scale:.1%}; "
            "line-gap-override: 0%; }"
        )


STYLE = FONTS.parent / "app.css"
BEGINS = "/* ---- the font, written by tools/fonts.py ---- */\n"
ENDS = "/* ---- tokens"


def with_faces(style: str) -> str:
    """The style sheet with the rules that name the font in their place."""
    before, _, after = style.partition(BEGINS)
    _, _, after = after.partition(ENDS)
    return f"{before}{BEGINS}{chr(10).join(faces())}\n\n{ENDS}{after}"


def main() -> None:
    first, rest = split()
    FIRST.write_bytes(made(first))
    REST.write_bytes(made(rest))
    STYLE.write_text(with_faces(STYLE.read_text()))
    for path in (FIRST, REST):
        print(f"{path.name}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
