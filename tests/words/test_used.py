"""Every sentence of the catalogues is said somewhere: a code that nothing says is taken out."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import scorekeeper

PACKAGE = Path(scorekeeper.__file__).parent
ROOT = PACKAGE.parent
CATALOGUES = sorted(PACKAGE.rglob("words/*.po"), key=str)
HOLE = "([^.]+(?:[.][^.]+)*)"
"""What a code has where a program puts something in."""


def ids(path: Path) -> list[str]:
    with path.open("rb") as file:
        found = [one.id for one in read_po(file) if one.id]
    return [one if isinstance(one, str) else one[0] for one in found]


@cache
def pages() -> str:
    return "\n".join(path.read_text() for path in (ROOT / "templates").rglob("*.html"))


@cache
def written() -> tuple[frozenset[str], frozenset[str]]:
    """What the program writes out: whole texts and names, and texts with something put in."""
    texts, patterns = set(re.findall(r"""(?<=["'])[^"'\n]+(?=["'])""", pages())), set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            match node:
                case ast.Constant(str() | int() as value):
                    texts.add(str(value))
                case ast.JoinedStr(values):
                    patterns.add("".join(map(_pattern, values)))
                case ast.Name(name) | ast.Attribute(attr=name) | ast.arg(name):
                    texts |= {name, name.lower(), name.lower().replace("_", "-")}
    patterns |= {
        re.escape(one) + HOLE for one in re.findall(r"""["']([\w.-]+[.])["'] ?~""", pages())
    }
    return frozenset(texts), frozenset(patterns)


def _pattern(piece: ast.expr) -> str:
    return re.escape(str(piece.value)) if isinstance(piece, ast.Constant) else HOLE


@cache
def families() -> frozenset[str]:
    return frozenset(one.split(".")[0] for path in CATALOGUES for one in ids(path))


def is_said(code: str) -> bool:
    """Whether the code is written out, or made of a text and of pieces that are."""
    texts, patterns = written()
    if code in texts:
        return True
    for pattern in patterns:
        found = re.fullmatch(pattern, code)
        if found and pattern != HOLE and all(map(is_piece, found.groups())):
            return True
    return False


def is_piece(piece: str) -> bool:
    texts, _ = written()
    return (
        piece in texts
        or ("." in piece and is_said(piece))
        or all(one in texts for one in re.split("[.-]", piece))
    )


@pytest.mark.parametrize("path", [one for one in CATALOGUES if one.name == "en.po"], ids=str)
def test_every_code_is_said_somewhere(path: Path) -> None:
    unsaid = [code for code in ids(path) if not is_said(code)]
    assert not unsaid, "\n".join(unsaid)
