"""Whether the code can be read once, forwards: alarms for what has to be unpacked.

Each is what a reader stumbled over; none is an aim. Counted are nodes of the syntax tree, which
breaking lines doesn't change. The program, the tests, the tools and the benchmarks are held to
the same.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from statistics import median
from typing import NamedTuple

import pytest

import scorekeeper
from scorekeeper.games import homes

PACKAGE = Path(scorekeeper.__file__).parent
ROOMS = ("scorekeeper", "tests", "tools", "benchmarks")
in_every_room = pytest.mark.parametrize("room", ROOMS)
MOST_IN_A_LINE = 12
"""Nodes in a line of a function's body, of the median function."""
MOST_PAIRS = 3
"""Assignments of unrelated things beside each other, in a thousand lines."""
LARGE = 250
"""Nodes of a function that is large. One that is says why, in a line above it that begins
`# Long: `: a table of values, a list of what a page shows. A test needs no reason: it tells
what happens at a table, from the first line to the last; what helps tests does."""
LARGEST = 500
"""Nodes that no function has more of, whatever its reason; nor has a test."""
MOST_IN_A_FAMILY = 5_500
"""Nodes of a small family of games. Any number of those may be added: they don't count
in the whole program."""
MOST_IN_ALL = 419_100
"""Nodes of all else that runs: without docstrings, imports and the types of arguments, which
take more where code is in more and smaller pieces. It says that the program has grown,
and is raised by what a release brings, never to be met by packing; and where a choice
that was a text got a type, since a name of one is more nodes than the text."""
MOST_ANY = 33
"""Lines of the rules whose types are `Any`: where WTForms, JSON or the games of all families
together leave nothing else to say. Each says why, on its alias or above it."""

MOST_EXPLAINED = 32
"""Of a hundred functions of the program so many have a docstring: what other modules call
tells what it returns and raises, and nothing says its own name again."""


@cache
def trees(room: str) -> dict[Path, ast.Module]:
    """Each module of a room by where it is."""
    paths = sorted((PACKAGE.parent / room).rglob("*.py"))
    return {path: ast.parse(path.read_text()) for path in paths}


def place(path: Path, node: ast.stmt) -> str:
    return f"{path.relative_to(PACKAGE.parent)}:{node.lineno}"


def size(*parts: ast.AST) -> int:
    return sum(1 for part in parts for _ in ast.walk(part))


class Function(NamedTuple):
    """Its line and name, how many lines it has and how many nodes, without what explains
    it."""

    name: str
    lines: int
    nodes: int


@cache
def functions(room: str) -> tuple[Function, ...]:
    found = []
    for path, tree in trees(room).items():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                is_said = ast.get_docstring(node, clean=False) is not None
                body = node.body[1:] if is_said else node.body
                if body:
                    name = f"{place(path, node)} {node.name}"
                    lines = (body[-1].end_lineno or 0) - body[0].lineno + 1
                    found.append(Function(name, lines, size(*body)))
    return tuple(found)


@in_every_room
def test_a_line_holds_no_more_than_is_read_at_once(room: str) -> None:
    density = [function.nodes / function.lines for function in functions(room)]
    assert median(density) <= MOST_IN_A_LINE


@in_every_room
def test_unrelated_things_are_assigned_one_a_line(room: str) -> None:
    pairs = list[str]()
    lines = 0
    for path, tree in trees(room).items():
        lines += len(path.read_text().splitlines())
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Assign) and isinstance(node.value, ast.Tuple)):
                continue
            if isinstance(node.targets[0], ast.Tuple):
                assert len(node.value.elts) < 3, place(path, node)
                pairs.append(place(path, node))
    assert len(pairs) <= MOST_PAIRS * lines / 1000, "\n".join(pairs)


@in_every_room
def test_nothing_is_multiplied_by_whether_something_is_so(room: str) -> None:
    found = list[str]()
    for path, tree in trees(room).items():
        for node in ast.walk(tree):
            if not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult)):
                continue
            if _is_a_truth(node.left) or _is_a_truth(node.right):
                found.append(f"{path}:{node.lineno}")
    assert not found, "\n".join(found)


def _is_a_truth(node: ast.expr) -> bool:
    """Whether this is plainly true or false, as far as a look at it tells."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id == "bool"
    return isinstance(node, ast.Compare)


@in_every_room
def test_no_function_grows_beyond_what_is_read_at_once(room: str) -> None:
    sizes = {function.name: function.nodes for function in functions(room)}
    assert len(sizes) == len(functions(room))
    largest = [name for name, nodes in sizes.items() if nodes > LARGEST]
    assert not largest, "\n".join(largest)
    excused = {*with_a_reason(room), *every_test(room)}
    large = [name for name, nodes in sizes.items() if nodes > LARGE]
    without = [name for name in large if name not in excused]
    assert not without, "\n".join(without)


def every_test(room: str) -> Iterator[str]:
    """The name of each function that is a test."""
    for function in functions(room):
        path, _, called = function.name.partition(" ")
        is_of_tests = "/test_" in path and called.startswith("test_")
        if room == "tests" and is_of_tests:
            yield function.name


def with_a_reason(room: str) -> Iterator[str]:
    """Each function that has a line above it which says why it is long."""
    for path, tree in trees(room).items():
        lines = path.read_text().splitlines()
        for node in ast.walk(tree):
            if not isinstance(node, ast.FunctionDef):
                continue
            first = min([node.lineno, *(part.lineno for part in node.decorator_list)])
            if lines[first - 2].strip().startswith("# Long: "):
                yield f"{place(path, node)} {node.name}"


def test_types_go_as_far_as_the_rules_and_where_not_it_is_said_why() -> None:
    rooms = (PACKAGE / "core", PACKAGE / "games")
    open_types = [
        (path, number)
        for path, tree in trees("scorekeeper").items()
        if not set(rooms).isdisjoint(path.parents)
        for number in lines_of_any(tree)
    ]
    named = "\n".join(f"{path}:{number}" for path, number in open_types)
    assert len(open_types) <= MOST_ANY, named
    for path, number in open_types:
        assert says_why(path, number), f"{path}:{number}"


def lines_of_any(tree: ast.Module) -> list[int]:
    """The lines on which a type is `Any`."""
    names = (node for node in ast.walk(tree) if isinstance(node, ast.Name))
    return sorted({name.lineno for name in names if name.id == "Any"})


def says_why(path: Path, number: int) -> bool:
    """Whether a remark above what has this line, or the text below it, names `Any`."""
    lines = path.read_text().splitlines()
    first = last = number
    for node in ast.walk(trees("scorekeeper")[path]):
        if isinstance(node, ast.FunctionDef):
            end = node.body[0].lineno - 1
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            end = node.end_lineno or 0
        else:
            continue
        if node.lineno <= number <= end:
            first = node.lineno
            last = end
    around = "\n".join([*lines[max(0, first - 3) : first - 1], *lines[last : last + 5]])
    return re.search(r"\bAny,\s(since|as)\b|so Any\b", around) is not None


def test_docstrings_stand_where_names_do_not_say_it() -> None:
    every = [
        node
        for tree in trees("scorekeeper").values()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
    ]
    explained = [node for node in every if ast.get_docstring(node) is not None]
    assert 100 * len(explained) <= MOST_EXPLAINED * len(every)


def test_the_program_is_no_larger_than_it_was() -> None:
    program = trees("scorekeeper")
    small = [home for home in homes().values() if family(home) <= MOST_IN_A_FAMILY]
    others = (tree for path, tree in program.items() if path.parent not in small)
    assert sum(map(runs, others)) <= MOST_IN_ALL


def family(home: Path) -> int:
    """The nodes of a family of games."""
    program = trees("scorekeeper").items()
    return sum(runs(tree) for path, tree in program if home in path.parents)


def runs(tree: ast.Module) -> int:
    """The nodes of a module without what says nothing of what it does."""
    left_out = 0
    for node in ast.walk(tree):
        is_docstring = isinstance(node, ast.Expr) and isinstance(
            node.value, ast.Constant
        )
        if is_docstring or isinstance(node, ast.Import | ast.ImportFrom):
            left_out += size(node)
        elif isinstance(node, ast.arg | ast.AnnAssign) and node.annotation is not None:
            left_out += size(node.annotation)
        elif isinstance(node, ast.FunctionDef) and node.returns is not None:
            left_out += size(node.returns)
    return size(tree) - left_out
