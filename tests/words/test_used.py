"""Every sentence of the catalogues is said somewhere: a code that nothing says is taken
out."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import scorekeeper
from scorekeeper.games import GAMES
from scorekeeper.words import catalogue, catalogue_files
from scorekeeper.words.sentences import sentences
from tests.words.sentences import TEMPLATES
from tests.words.unwalked import KEPT, MOST, UNWALKED

PACKAGE = Path(scorekeeper.__file__).parent
HOLE = "(.+)"
"""What a code has where a program puts something in."""
CODE = r"(?=.*[a-z])(?=.*[.])(\w|\\[.-]|[*])+"
"""What the pattern of a code consists of, a hole written as a star."""


@cache
def pages() -> str:
    return "\n".join(path.read_text() for path in TEMPLATES)


# Long: a case for each kind of text in a program.
@cache
def written() -> tuple[frozenset[str], tuple[re.Pattern[str], ...]]:
    """What the program writes out: whole texts and names, and codes with something put
    in."""
    texts = set(re.findall(r"""(?<=["'])[^"'\n]+(?=["'])""", pages()))
    patterns = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            match node:
                case ast.Constant(str() | int() as value):
                    texts |= {str(value), str(value).lower(), str(value).strip(" .-")}
                    texts |= set(re.findall(r"^Laws? (\d+)", str(value)))
                case ast.JoinedStr(values):
                    made = "".join(map(_pattern, values))
                    patterns.add(made + HOLE if made.endswith(".") else made)
                case ast.Name(name) | ast.Attribute(attr=name) | ast.arg(name):
                    texts |= {name, name.lower(), name.lower().replace("_", "-")}
    patterns |= {
        re.escape(one) + HOLE
        for one in re.findall(r"""["']([\w.-]+[.])["'] ?~""", pages())
    }
    codes = (
        pattern
        for pattern in patterns
        if re.fullmatch(CODE, pattern.replace(HOLE, "*"))
    )
    return frozenset(texts), tuple(map(re.compile, codes))


def _pattern(piece: ast.expr) -> str:
    return re.escape(str(piece.value)) if isinstance(piece, ast.Constant) else HOLE


@cache
def is_said(code: str) -> bool:
    """Whether the code is written out, or made of a text and of pieces that are."""
    texts, patterns = written()
    if code in texts:
        return True
    found = (pattern.fullmatch(code) for pattern in patterns)
    return is_put_together(code) or any(
        all(map(is_piece, match.groups())) for match in found if match
    )


def is_shared(code: str) -> bool:
    """Whether at least two families say it by falling back on what all share."""
    own = [catalogue(path) for path in catalogue_files("en")[1:]]
    asked = [f"{game.family}.{code}" for game in GAMES.values()]
    lacking = {one for one in asked if not any(one in ours for ours in own)}
    return (
        code in catalogue(catalogue_files("en")[0])
        and len(lacking & set(filter(is_said, asked))) > 1
    )


@cache
def is_piece(piece: str) -> bool:
    texts, _ = written()
    if piece in texts or all(one in texts for one in re.split("[.-]", piece)):
        return True
    return "." in piece and is_said(piece)


def is_put_together(code: str) -> bool:
    """Whether it is a text that is written out, a dot, and pieces that are."""
    texts, _ = written()
    parts = code.split(".")
    return any(
        ".".join(parts[:n]) in texts and is_piece(".".join(parts[n:]))
        for n in range(2, len(parts))
    )


@pytest.mark.parametrize("path", catalogue_files("en"), ids=str)
def test_every_code_is_said_somewhere(path: Path) -> None:
    unsaid = [
        code for code in catalogue(path) if not is_said(code) and not is_shared(code)
    ]
    assert not unsaid, "\n".join(unsaid)


@pytest.mark.parametrize(
    "code", ["bridge.refused.nonsense", "rook.group.weather", "home.wobble"]
)
def test_a_code_that_nothing_says_is_found(code: str) -> None:
    assert not is_said(code)


def test_what_no_walk_says_is_named_and_little() -> None:
    every = sentences()
    assert len(UNWALKED) <= MOST
    assert UNWALKED.keys() | KEPT.keys() <= every.keys()
    assert not UNWALKED.keys() & KEPT.keys()
