"""Every code that a program says has a sentence: those written out, and those put
together.

A code is put together by an f-string from texts, from names that the function gives a
text, and from enums; what else stands in it is any word, so that some code must be like
it.
"""

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from functools import cache
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import scorekeeper
from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.games.spades import SPADES
from scorekeeper.words import LANGUAGES, catalogue, catalogue_files
from tests.games.parts import said_by
from tests.words.codes import CODE

ROOT = Path(scorekeeper.__file__).parent.parent
ANY = r"[\w.-]+"
SAYING = {"message": "", "label": "", "refused": "", "impossible": "", "Fact": "fact."}
"""What is called with a code, and how that begins."""
REFUSING = ("no", "never")
"""What `refusals` makes: the code is one of the family's refusals."""


class Said(ast.NodeVisitor):
    """The codes that a module says, as patterns with their lines."""

    def __init__(self, path: Path, family: str) -> None:
        self.module = import_module(
            ".".join(path.relative_to(ROOT).with_suffix("").parts)
        )
        self.family = family
        self.found: list[tuple[int, str]] = []
        self._given: dict[str, list[ast.expr]] = {}
        self._kinds: dict[str, Any] = {}
        self._grown: set[str] = set()
        self._open: set[str] = set()
        self._class: Any = None
        self.visit(ast.parse(path.read_text()))

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        outer = self._class
        self._class = getattr(self.module, node.name, None)
        self.generic_visit(node)
        self._class = outer

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        outer = self._given, self._kinds, self._grown
        self._given = {}
        self._grown = set()
        self._kinds = {"self": self._class}
        for argument in (*node.args.args, *node.args.kwonlyargs):
            if isinstance(argument.annotation, ast.Name):
                self._kinds[argument.arg] = getattr(
                    self.module, argument.annotation.id, None
                )
        for inner in ast.walk(node):
            self._note_assigned(inner)
        self.generic_visit(node)
        self._given, self._kinds, self._grown = outer

    def _note_assigned(self, node: ast.AST) -> None:
        match node:
            case ast.Assign(targets=[ast.Name(name)], value=value):
                self._given.setdefault(name, []).append(value)
            case ast.Assign(targets=[ast.Tuple(names)], value=ast.Tuple(values)):
                for one, value in zip(names, values, strict=False):
                    if isinstance(one, ast.Name):
                        self._given.setdefault(one.id, []).append(value)
            case ast.AugAssign(target=ast.Name(name)):
                self._grown.add(name)

    def visit_Call(self, node: ast.Call) -> None:
        self.generic_visit(node)
        if not isinstance(node.func, ast.Name) or not node.args:
            return
        name = node.func.id
        if name in SAYING:
            begins = SAYING[name]
        elif name in REFUSING:
            begins = f"{self.family}.refused."
        else:
            return
        for pattern in self._texts(node.args[0]):
            whole = re.escape(begins) + pattern
            if CODE.fullmatch(whole.replace(ANY, "any").replace("\\", "")):
                self.found.append((node.lineno, whole))

    def _texts(self, node: ast.expr) -> list[str]:
        """The texts that an expression can have, as patterns."""
        return self._known(node) or [ANY]

    # Long: a case for each kind of expression.
    def _known(self, node: ast.expr) -> list[str]:
        match node:
            case ast.Constant(str(value)):
                return [re.escape(value)]
            case ast.IfExp(body=body, orelse=other):
                return [*self._texts(body), *self._texts(other)]
            case ast.JoinedStr(pieces):
                parts = [getattr(piece, "value", piece) for piece in pieces]
                texts = (
                    self._texts(part if isinstance(part, ast.expr) else piece)
                    for part, piece in zip(parts, pieces, strict=True)
                )
                return ["".join(each) for each in product(*texts)]
            case ast.Attribute(value=ast.Name(name), attr="value"):
                kind = self._kinds.get(name)
                if isinstance(kind, type) and issubclass(kind, Enum):
                    return [re.escape(str(member.value)) for member in kind]
            case ast.Name(name) if name in self._given and name not in self._open:
                self._open.add(name)
                texts = [
                    text for value in self._given[name] for text in self._texts(value)
                ]
                self._open.discard(name)
                return [text + ANY for text in texts] if name in self._grown else texts
        return []


@cache
def codes_of(path: Path, family: str) -> tuple[tuple[int, str], ...]:
    """The codes that a module says, looked for once for all languages."""
    return tuple(Said(path, family).found)


def sentences(game: Game, language: str) -> frozenset[str]:
    """The codes that a game can say in a language: its own, and what all families
    share."""
    shared = catalogue(catalogue_files(language)[0])
    own = catalogue(game.home / "words" / f"{language}.toml")
    also = (f"{game.family}.{code}" for code in shared)
    return frozenset((*own, *shared, *also, *game.names))


def unsaid(
    game: Game, found: Iterable[tuple[int, str]], language: str
) -> Iterator[tuple[int, str]]:
    """Those without a sentence."""
    known = sentences(game, language)
    for line, pattern in found:
        is_whole = ANY not in pattern
        if is_whole and pattern.replace("\\", "") in known:
            continue
        if not any(re.fullmatch(pattern, code) for code in known):
            yield line, pattern.replace(ANY, "…").replace("\\", "")


EVERY = {game.family: game for game in GAMES.values()}
MODULES = [
    pytest.param(game, path, id=f"{game.folder}-{path.stem}")
    for game in EVERY.values()
    for path in sorted(game.home.rglob("*.py"))
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "path"), MODULES)
def test_what_a_module_says_has_a_sentence(
    game: Game, path: Path, language: str
) -> None:
    if not (game.home / "words" / f"{language}.toml").is_file():
        pytest.skip(f"write {game.home / 'words' / language}.toml")
    missing = list(unsaid(game, codes_of(path, game.family), language))
    assert missing == [], f"say them in {game.home / 'words' / language}.toml"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.slug)
def test_what_the_types_of_a_game_say_has_a_sentence(game: Game, language: str) -> None:
    """Facts, the labels of fields, their choices, and what is refused of them."""
    if not (game.home / "words" / f"{language}.toml").is_file():
        pytest.skip(f"write {game.home / 'words' / language}.toml")
    known = sentences(game, language)
    assert [code for code in said_by(game) if code not in known] == []


# ---- it finds what is missing ----


@pytest.mark.parametrize(
    ("said", "missing"),
    [
        ('message("spades.said.nonsense")', "spades.said.nonsense"),
        (
            'code = "made" if a else "lost"\n    message(f"spades.line.{code}")',
            "spades.line.lost",
        ),
        ('message(f"spades.weather.{a}")', "spades.weather.…"),
        ('refused(f"spades.refused.{nil.value}")', "spades.refused.hundred"),
        ('no("canasta", "field")', "spades.refused.canasta"),
        ('Fact("spades.melds", a)', "fact.spades.melds"),
    ],
)
def test_a_missing_one_is_found(
    said: str, missing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = SPADES.home / "rules.py"
    text = f"def say(a, nil: Nil):\n    {said}\n"
    read: Callable[..., str] = Path.read_text
    monkeypatch.setattr(
        Path,
        "read_text",
        lambda file, *a, **k: text if file == path else read(file, *a, **k),
    )
    found = Said(path, SPADES.family).found
    assert missing in [code for _, code in unsaid(SPADES, found, "en")]
