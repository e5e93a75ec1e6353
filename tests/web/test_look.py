"""The look: every colour can be read on its ground, and templates hold only what they
may."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from scorekeeper.games import GAMES
from scorekeeper.places import static_folder, templates_folder
from tests.words.sentences import ROOT, TEMPLATES, family_of

CSS = (Path(static_folder()) / "app.css").read_text()
SPRITE = (Path(templates_folder()) / "_sprite.html").read_text()
SHARED = [path for path in TEMPLATES if Path(templates_folder()) in path.parents]

TEXT = 4.5
BORDER = 3.0
"""The least contrasts: of text against its ground, of a border or a shape against
it."""

SUITS = ("spades", "hearts", "diamonds", "clubs", "stars")
COLOURS = ("red", "yellow", "green", "black")
GROUNDS = ("table", "paper", "well", "wash")
PAIRS = [
    *(("ink", ground, TEXT) for ground in (*GROUNDS, "card", "refuse-wash")),
    *(("ink-2", ground, TEXT) for ground in GROUNDS),
    *(("accent", ground, TEXT) for ground in GROUNDS),
    ("on-accent", "accent", TEXT),
    ("paper", "ink", TEXT),
    *(("refuse", ground, TEXT) for ground in ("table", "paper", "well", "refuse-wash")),
    *((suit, ground, TEXT) for suit in SUITS for ground in (*GROUNDS, "card")),
    *((f"on-rk-{colour}", f"rk-{colour}", TEXT) for colour in COLOURS),
    *(("edge", ground, BORDER) for ground in ("table", "paper", "well")),
    ("card-edge", "card", BORDER),
    (
        "edge",
        "rk-black",
        2.8,
    ),  # the outline of black in the dark; its letter carries it
]


@cache
def blocks() -> dict[str, dict[str, str]]:
    """The colour tokens by theme: light, dark by the phone's wish, dark by choice."""
    heads = {
        "light": r":root \{(.*?)\n\}",
        "dark": (
            r"@media \(prefers-color-scheme: dark\) \{ :root:not\(\.light\) "
            r"\{(.*?)\n\} \}"
        ),
        "chosen dark": r":root\.dark \{(.*?)\n\}",
    }
    found = {}
    for theme, pattern in heads.items():
        body = re.search(pattern, CSS, re.DOTALL)
        assert body, theme
        found[theme] = dict(re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{6});", body[1]))
    return found


def luminance(colour: str) -> float:
    """WCAG's relative luminance of "#rrggbb"."""
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (
        p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_contrast_is_measured_as_the_guidelines_do() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("front", "ground", "least"), PAIRS)
def test_a_colour_can_be_read_on_its_ground(
    theme: str, front: str, ground: str, least: float
) -> None:
    tokens = blocks()[theme]
    assert contrast(tokens[front], tokens[ground]) >= least


def test_dark_is_the_same_whoever_asks_for_it() -> None:
    themes = blocks()
    assert themes["dark"] == themes["chosen dark"]
    assert set(themes["dark"]) == set(themes["light"])


def test_every_colour_is_a_token_that_has_its_pair() -> None:
    paired = {name for front, ground, _ in PAIRS for name in (front, ground)}
    assert set(blocks()["light"]) - paired == {"rule"}  # decoration alone


def test_colours_stand_nowhere_but_in_the_tokens() -> None:
    rest = CSS[CSS.index("/* ---- ground ---- */") :]
    assert set(re.findall(r"#[0-9a-fA-F]{3,8}\b(?=[;\s,)])", rest)) <= {"#fff", "#000"}


def sizes() -> Iterator[float]:
    """Every size of type in the style sheet that stands in rem, in pixels."""
    for size in re.findall(r"font(?:-size)?:[^;}]*?([\d.]*\d)rem", CSS):
        yield float(size) * 16


def test_no_text_is_smaller_than_eleven_pixels() -> None:
    found = list(sizes())
    assert len(found) > 100
    assert min(found) >= 11
    assert not re.search(r"font-size: [\d.]+px", CSS), "sizes of type are in rem"


@pytest.mark.parametrize(
    "path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT))
)
def test_a_template_holds_only_what_it_may(path: Path) -> None:
    text = path.read_text()
    code = re.sub(r"\{#.*?#\}", "", text, flags=re.DOTALL)
    assert not re.search(r"\|\s*safe\b", code), "nothing is marked safe in a template"
    assert not re.search(r"\sstyle\s*=", code), "styles stand in the style sheet"
    assert not re.search(r"<style\b", code)
    assert not re.search(r"<script(?![^>]*\ssrc=)", code), "scripts stand in files"
    assert not re.search(r"\son[a-z]+\s*=", code), "no handlers in attributes"
    assert not re.search(r"\s[\w:-]+=\{\{", code), "quote every attribute"
    assert not re.search(r"\{\{[^}]*'[^'}]*=\"", code), (
        "a quote that is printed is escaped"
    )
    assert not re.search(r"""(?:href|src|action)=["']https?:""", code), (
        "nothing from elsewhere"
    )
    assert text.count("\n") <= 150


@pytest.mark.parametrize("path", SHARED, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_shared_template_knows_no_game_and_says_what_it_reads(path: Path) -> None:
    text = path.read_text()
    for slug in set(GAMES) - set(SUITS):  # a game may be called Hearts
        assert not re.search(rf"\b{slug}\b", text), slug
    assert text.startswith("{#"), "its first lines say what it reads"
    assert re.search(r"(?i)\breads?\b", text.split("#}")[0])


def test_every_glyph_that_words_draw_is_in_the_sprite() -> None:
    for suit in SUITS:
        assert f'id="g-{suit}"' in SPRITE
        assert f".suit-{suit} {{ color: var(--{suit}); }}" in CSS
    for colour in COLOURS:
        assert f".rk-{colour} {{ background: var(--rk-{colour});" in CSS


def test_headings_of_the_style_sheet_stand_once() -> None:
    heads = re.findall(r"/\* ---- (.+?) ---- \*/", CSS)
    assert len(heads) == len(set(heads)) > 10
    assert all(one != other for one, other in pairwise(heads))


def test_our_own_script_is_small() -> None:
    assert (Path(static_folder()) / "app.js").stat().st_size < 4096


@cache
def users() -> dict[str, set[str]]:
    """The families whose templates hold a word between quotes, by the word."""
    found: dict[str, set[str]] = {}
    for path in TEMPLATES:
        code = re.sub(r"\{#.*?#\}", "", path.read_text(), flags=re.DOTALL)
        family = family_of([path])
        for one in set(
            re.findall(r"[\w-]+", " ".join(re.findall(r'"[^"]*"|\'[^\']*\'', code)))
        ):
            found.setdefault(one, set()).add(family)
    return found


@pytest.mark.parametrize("name", ["app.css", "seasons.css", "tv.css"])
def test_a_shared_style_sheet_has_no_class_of_one_game(name: str) -> None:
    sheet = re.sub(
        r"/\*.*?\*/", "", (Path(static_folder()) / name).read_text(), flags=re.DOTALL
    )
    numbered = re.compile(r"(suit|tally|strip|lay|rk)-\w+|pick")
    # put together in many places; .pick is one of the shared controls, as .seg is
    classes = {
        one
        for one in re.findall(r"\.([a-z][\w-]*)", sheet)
        if not numbered.fullmatch(one)
    }
    alone = {one: who for one in classes if len(who := users().get(one, {""})) == 1}
    assert {one: who for one, who in alone.items() if who != {""}} == {}
