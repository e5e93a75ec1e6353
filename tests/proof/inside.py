"""What is asked inside the container, by its own Python: prints JSON. Standard library
only."""

import ast
import importlib
import json
import os
import pkgutil
import shutil
import stat
import sys
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path

COMMANDS = ("pip", "pip3", "gcc", "cc", "ld", "make", "git", "uv", "curl", "wget")
MODULES = ("pip", "setuptools", "wheel", "uv", "hatchling", "ensurepip", "pytest")
ELSEWHERE = {"js", "pyodide", "pyodide_js", "tweetnacl", "playwright"}
"""What the program imports only in the pocket, or where it makes one, and does
without."""
KERNELS = {"/proc", "/sys", "/dev"}
"""Their files are devices or the kernel's; what is kept in /dev/shm is asked for
apart."""


def left_over() -> list[str]:
    """The tools of a build that are here all the same."""
    commands = [name for name in COMMANDS if shutil.which(name)]
    return commands + [name for name in MODULES if find_spec(name)]


def writable() -> list[str]:
    """The places that this user can write to, without what lies below them."""
    found = []
    for folder, below, files in os.walk("/"):
        if folder in KERNELS:
            below.clear()
        elif os.access(folder, os.W_OK):
            found.append(folder)
            below.clear()
        else:
            paths = (Path(folder, name) for name in files)
            found += [str(path) for path in paths if _is_writable_file(path)]
    return found


def _is_writable_file(path: Path) -> bool:
    return stat.S_ISREG(path.lstat().st_mode) and os.access(path, os.W_OK)


def refused_imports() -> list[str]:
    """What the program would import, anywhere in its modules and functions, and
    can't."""
    refused = []
    for name in sorted(set(_imports()) | set(_modules())):
        try:
            importlib.import_module(name)
        except Exception as fault:
            top = fault.name if isinstance(fault, ModuleNotFoundError) else None
            if str(top).partition(".")[0] not in ELSEWHERE:
                refused.append(f"{name}: {fault!r}")
    return refused


def _modules() -> Iterator[str]:
    import scorekeeper

    for module in pkgutil.walk_packages(scorekeeper.__path__, "scorekeeper."):
        if not module.name.endswith("__main__"):
            yield module.name


def _imports() -> Iterator[str]:
    import scorekeeper

    for path in Path(scorekeeper.__path__[0]).rglob("*.py"):
        for node in _below(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                yield node.module


def _below(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes below this one, without what is only for Pythons of other versions."""
    kids: Iterable[ast.AST] = ast.iter_child_nodes(node)
    match node:
        case ast.If(
            ast.Compare(ast.Attribute(attr="version_info"), [ast.GtE()], [least])
        ):
            is_so_new = sys.version_info >= ast.literal_eval(least)
            kids = node.body if is_so_new else node.orelse
    for kid in kids:
        yield kid
        yield from _below(kid)


def dates() -> dict[str, str]:
    """A day in each language that has a catalogue."""
    from datetime import date

    from babel.dates import format_date

    from scorekeeper.words import LANGUAGES

    day = date(2026, 3, 1)
    return {
        language: format_date(day, "full", locale=language) for language in LANGUAGES
    }


def is_compiled() -> bool:
    """Are the modules compiled? They can't be where nothing can be written."""
    import scorekeeper.web.app as module

    return bool(module.__cached__) and Path(module.__cached__).exists()


if __name__ == "__main__":
    print(
        json.dumps(
            {
                "user": os.getuid(),
                "left_over": left_over(),
                "writable": writable(),
                "refused_imports": refused_imports(),
                "dates": dates(),
                "is_compiled": is_compiled(),
            }
        )
    )
