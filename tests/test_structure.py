"""The shape of the tree: who may import whom, where a game is named, what every code needs."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import scorekeeper
from scorekeeper.games import GAMES
from scorekeeper.words import words_in

PACKAGE = Path(scorekeeper.__file__).parent
ROOT = PACKAGE.parent
SHARED = [PACKAGE / "core", PACKAGE / "web", PACKAGE / "words", PACKAGE / "exports"]
FAMILIES = sorted(p.name for p in (PACKAGE / "games").iterdir() if (p / "__init__.py").is_file())


def modules(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.py"))


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def test_the_core_imports_only_the_standard_library_and_itself() -> None:
    outside = {"flask", "wtforms", "sqlite_utils", "weasyprint", "babel", "markupsafe", "click"}
    for path in modules(PACKAGE / "core"):
        for name in imports(path):
            assert name.split(".")[0] not in outside, f"{path.name} imports {name}"
            if name.startswith("scorekeeper"):
                assert name.startswith("scorekeeper.core"), f"{path.name} imports {name}"


@pytest.mark.parametrize(
    ("library", "homes"),
    [
        ("flask", ("web/", "__init__.py")),
        ("wtforms", ("web/", "/forms")),
        ("sqlite_utils", ("store/",)),
        ("weasyprint", ("exports/pdf/press.py",)),
    ],
)
def test_a_library_has_its_home(library: str, homes: tuple[str, ...]) -> None:
    for path in modules(PACKAGE):
        where = path.relative_to(PACKAGE).as_posix()
        if any(name.split(".")[0] == library for name in imports(path)):
            assert any(home in f"/{where}" or where == home for home in homes), where


def test_no_game_imports_another() -> None:
    for family in FAMILIES:
        for path in modules(PACKAGE / "games" / family):
            for name in imports(path):
                found = re.match(r"scorekeeper\.games\.(\w+)", name)
                if found and found.group(1) in FAMILIES:
                    assert found.group(1) == family, f"{path} imports {name}"


def test_only_its_own_folders_and_one_line_name_a_game() -> None:
    names = {*GAMES, *FAMILIES}
    names |= {name.replace("-", "_") for name in names}
    pattern = re.compile(r"\b(" + "|".join(sorted(names, key=len, reverse=True)) + r")\b", re.I)
    shared = [path for folder in SHARED for path in modules(folder)]
    shared += [path for path in (ROOT / "templates").rglob("*.html") if "games" not in path.parts]
    own = {"pbn.py"}
    for path in shared:
        if path.name in own:
            continue
        code = re.sub(r'"""[\s\S]*?"""|#.*|\{#[\s\S]*?#\}', "", path.read_text())
        assert not pattern.search(code), f"{path} names {pattern.search(code)}"


def test_every_game_has_all_its_parts() -> None:
    english = words_in("en")
    for slug, game in GAMES.items():
        assert game.slug == slug
        folder = ROOT / "templates" / "games" / game.desk.folder
        assert (folder / f"rulebook_{slug}.html").is_file()
        for form in game.desk.forms:
            assert (folder / f"{form.NAME}.html").is_file(), f"{slug}: {form.NAME}"
        for code in (f"game.{slug}", f"game.{slug}.about"):
            assert english.has(code), code
        for preset in game.presets:
            assert english.has(f"{game.family}.preset.{preset.code}"), preset.code


def test_every_setting_is_asked_and_every_reading_has_words() -> None:
    from dataclasses import fields
    from enum import Enum
    from typing import get_type_hints

    english = words_in("en")
    for game in GAMES.values():
        asked = {question.name for question in game.rule_sheet.questions}
        assert asked <= {one.name for one in fields(game.settings_type)}
        hints = get_type_hints(game.settings_type)
        for question in game.rule_sheet.questions:
            prefix = f"{game.family}.setting.{question.name}"
            assert english.has(prefix), prefix
            assert english.has(f"{game.family}.group.{question.group}"), question.group
            kind = hints[question.name]
            if isinstance(kind, type) and issubclass(kind, Enum):
                for reading in kind:
                    assert english.has(f"{prefix}.{reading.value}"), f"{prefix}.{reading.value}"


CODE = re.compile(r'message\(\s*"([a-z][\w.-]+)"')


def test_every_code_that_is_said_has_english_words() -> None:
    english = words_in("en")
    missing = {
        f"{path.relative_to(ROOT)}: {code}"
        for path in modules(PACKAGE)
        for code in CODE.findall(path.read_text())
        if not english.has(code)
    }
    assert not missing, "\n".join(sorted(missing))
