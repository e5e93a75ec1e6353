"""The shape of the tree: who may import whom, where a game is named, what every code
needs."""

import ast
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from statistics import median
from types import FrameType
from typing import cast
from urllib.parse import urlencode

import pytest
from click import Context
from flask import Flask
from flask.testing import FlaskClient

import scorekeeper
from scorekeeper import create_app
from scorekeeper.__main__ import COMMANDS, main
from scorekeeper.core.cards import Suit
from scorekeeper.games import GAMES, homes
from scorekeeper.web.table.evening import EVENING_FORMS
from scorekeeper.words import words_in
from tests.games.parts import lacking, still_to_come
from tests.web.conftest import Visitor, app, client, join

__all__ = ["app", "client"]

PACKAGE = Path(scorekeeper.__file__).parent
ROOT = PACKAGE.parent
COMMENT = r'"""[\s\S]*?"""|\{#[\s\S]*?#\}|/\*[\s\S]*?\*/|#.*'
FAMILIES = sorted(homes())


def modules(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.py"))


@cache
def imports(path: Path) -> tuple[str, ...]:
    """What a module imports, at its head or where it is needed: `from a import b` as
    "a.b", whether that is a module or a name in one."""
    found: list[str] = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found += (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.module and not node.level, f"{path} imports from where it is"
            found += (f"{node.module}.{alias.name}" for alias in node.names)
    return tuple(found)


STANDARD = {*sys.stdlib_module_names, "_typeshed"}
"""The standard library, and the types of it that mypy brings."""


def test_the_core_imports_only_the_standard_library_and_itself() -> None:
    for path in modules(PACKAGE / "core"):
        for name in imports(path):
            is_own = name.startswith("scorekeeper.core.")
            is_standard = name.partition(".")[0] in STANDARD
            assert is_own or is_standard, f"{path.name} imports {name}"


@pytest.mark.parametrize(
    ("library", "homes"),
    [
        ("flask", ("web/", "__init__.py")),
        (
            "wtforms",
            (
                "web/",
                "forms.py",
                "games/ask.py",
                "games/fields.py",
                "/pages.py",
                "/seals.py",
            ),
        ),
        ("sqlite_utils", ("store/",)),
        ("psycopg", ("store/",)),
        ("weasyprint", ("exports/pdf/render.py",)),
    ],
)
def test_a_library_has_its_home(library: str, homes: tuple[str, ...]) -> None:
    for path in modules(PACKAGE):
        where = path.relative_to(PACKAGE).as_posix()
        if any(name.split(".")[0] == library for name in imports(path)):
            assert any(home in f"/{where}" or where == home for home in homes), where


LAYERS: dict[str, set[str]] = {
    "core": {"core"},
    "nights": {"core", "nights"},
    "games": {"core", "games"},
    "places": {"core"},
    "words": {"core", "games", "places", "words"},
    "tables": {"core", "games", "nights", "places", "tables", "words"},
    "store": {"core", "games", "places", "store", "tables"},
    "exports": {
        "core",
        "exports",
        "games",
        "limited_process",
        "nights",
        "places",
        "store",
        "tables",
        "words",
    },
}
"""What a part of the package may import of the others; where it isn't here, all but
`web`."""
STARTING = {"__init__.py", "cli/host_link.py", "cli/pocket.py"}
"""The modules outside `web` that start it or speak in its name."""
FLOORS = ({"page"}, {"server"}, {"table"}, {"phones", "arbiter", "archive", "nights"})
"""The rooms of the web, each above those that it may use. No two of one floor use each
other."""


def parts_used(path: Path) -> set[str]:
    """The parts of the package that a module imports."""
    named = [name.split(".") for name in imports(path)]
    return {parts[1] for parts in named if parts[0] == "scorekeeper" and len(parts) > 1}


def test_no_part_knows_one_above_it() -> None:
    for path in modules(PACKAGE):
        where = path.relative_to(PACKAGE)
        part = where.parts[0].removesuffix(".py")
        used = parts_used(path)
        if part in LAYERS:
            assert used <= LAYERS[part], f"{where} imports {used - LAYERS[part]}"
        elif part != "web" and where.as_posix() not in STARTING:
            assert "web" not in used, f"{where} imports web"


def rooms_used(path: Path) -> set[str]:
    """The rooms of the web that a module imports."""
    named = [name.split(".") for name in imports(path)]
    return {
        parts[2]
        for parts in named
        if parts[:2] == ["scorekeeper", "web"] and len(parts) > 2
    }


def test_a_room_of_the_web_uses_only_those_below_it() -> None:
    below = set[str]()
    found = set[str]()
    for floor in FLOORS:
        for room in floor:
            for path in modules(PACKAGE / "web" / room):
                used = rooms_used(path) - {room}
                assert used <= below, f"{path.relative_to(PACKAGE)} uses {used - below}"
        found |= floor
        below |= floor
    rooms = {
        path.name
        for path in (PACKAGE / "web").iterdir()
        if (path / "__init__.py").is_file()
    }
    assert rooms == found


def modules_used(path: Path, known: Mapping[str, Path]) -> Iterator[str]:
    """The modules of ours that one imports, at its head or where they are needed."""
    for name in imports(path):
        yield name if name in known else name.rpartition(".")[0]


def circle_in(folder: Path) -> Sequence[str]:
    """Modules of a package that import each other in a circle; none where there is no
    circle."""
    dotted = {
        path: path.relative_to(folder.parent).with_suffix("")
        for path in modules(folder)
    }
    known = {
        ".".join(one.parts).removesuffix(".__init__"): path
        for path, one in dotted.items()
    }
    used = {name: {*modules_used(path, known)} - {name} for name, path in known.items()}
    try:
        TopologicalSorter(used).prepare()
    except CycleError as found:
        return cast(Sequence[str], found.args[1])
    return ()


def test_no_modules_import_each_other_in_a_circle(tmp_path: Path) -> None:
    assert not circle_in(PACKAGE)
    uses_b = "from there_and_back import b"
    uses_a = "def f():\n    from there_and_back.a import x"
    for folder, of_b in (("one_way", "def f():\n    import c"), ("circle", uses_a)):
        package = tmp_path / folder / "there_and_back"
        package.mkdir(parents=True)
        (package / "a.py").write_text(uses_b)
        (package / "b.py").write_text(of_b)
    assert not circle_in(tmp_path / "one_way" / "there_and_back")
    circle = circle_in(tmp_path / "circle" / "there_and_back")
    assert {*circle} == {"there_and_back.a", "there_and_back.b"}


def test_no_game_imports_another() -> None:
    for family, home in homes().items():
        for path in modules(home):
            others = {part for name in imports(path) for part in name.split(".")} & set(
                FAMILIES
            )
            assert others <= {family}, f"{path} imports {others - {family}}"


def test_only_its_own_folders_and_one_line_name_a_game() -> None:
    # a game may be called Spades
    names = {*GAMES, *FAMILIES} - {suit.slug for suit in Suit}
    names |= {name.replace("-", "_") for name in names}
    pattern = re.compile(
        r"\b(" + "|".join(sorted(names, key=len, reverse=True)) + r")\b", re.I
    )
    shared = [
        path for path in modules(PACKAGE) if PACKAGE / "games" not in path.parents
    ]
    shared += (PACKAGE / "games").glob("[!_]*.py")
    shared += [path for path in (ROOT / "templates").rglob("*.html")]
    shared += (ROOT / "static").glob("*.[cj]s*")
    # PBN and the `contract` command are bridge's.
    own = {PACKAGE / one for one in ("exports/pbn.py", "cli/contract.py")}
    for path in shared:
        if path in own:
            continue
        code = re.sub(COMMENT, "", path.read_text())
        assert not pattern.search(code), f"{path} names {pattern.search(code)}"


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_all_its_parts(slug: str) -> None:
    assert GAMES[slug].slug == slug, f"GAMES must name {GAMES[slug].slug} by its slug"
    assert not lacking(GAMES[slug]), "\n".join(lacking(GAMES[slug]))


@pytest.mark.parametrize("slug", GAMES)
def test_what_a_game_may_be_without_is_named(slug: str) -> None:
    if still_to_come(GAMES[slug]):
        pytest.skip("; ".join(still_to_come(GAMES[slug])))


CODE = re.compile(
    r'\b(?:message|refused|impossible|error_page)\(\s*(?:\d+, )?"([a-z][\w.-]+)"'
)
REFUSAL = re.compile(r'\b(?:no|never)\(\s*"([a-z][\w.-]+)"')
"""A refusal in the words of its family, as `core.errors.refusals` makes them."""


def test_every_code_that_is_said_has_english_words() -> None:
    english = words_in("en")
    folders = {PACKAGE, *homes().values()}
    missing = {
        f"say {code} in {path.parent}/words/en.toml (it is said in {path.name})"
        for path in sorted({path for folder in folders for path in modules(folder)})
        for code in CODE.findall(path.read_text())
        if not english.has(code)
    }
    missing |= {
        f"say {code} in {home}/words/en.toml"
        for family, home in homes().items()
        for path in modules(home)
        for name in REFUSAL.findall(path.read_text())
        if not english.has(code := f"{family.replace('_', '-')}.refused.{name}")
    }
    assert not missing, "\n".join(sorted(missing))


@pytest.mark.parametrize("name", EVENING_FORMS)
def test_every_question_of_the_evening_has_words(name: str) -> None:
    for code in (f"evening.{name}", f"evening.{name}.about", f"evening.{name}.submit"):
        assert words_in("en").has(code), code


# ---- sizes ----


MOST = {"*.py": 750, "*.html": 150}
"""How many lines a module and a template may have."""
MOST_OF_A_FUNCTION = 60
LEAST_OF_A_MODULE = 15
# Without its docstring. A loop that names what it goes over takes a line more at 88
# columns.
MEDIAN_OF_A_FUNCTION = 7
MOST_PASSED = {"bid": 45, "page": 37}
"""How many modules a bid and another phone's page pass at most, as a served program
runs them. Of a bid's, seven ask what it does to what was settled and whose word it is,
each about one thing, and nine make the printed sheet ahead. Of a page's, three say for
whom its phone speaks, and one what an entry speaks of. The ground of the web is four:
what a request says, answers, parts, what is drawn once."""


@pytest.mark.parametrize("folder", ["scorekeeper", "templates", "benchmarks", "tools"])
def test_no_file_is_longer_than_one_reads_at_once(folder: str) -> None:
    long = {
        f"{path.relative_to(ROOT)}: {lines}"
        for kind, most in MOST.items()
        for path in (ROOT / folder).rglob(kind)
        if (lines := len(path.read_text().splitlines())) > most
    }
    assert not long, "\n".join(sorted(long))


@cache
def functions(path: Path) -> tuple[tuple[str, int, int], ...]:
    """The functions of a module by name, with how many lines they have, and how many
    besides their docstrings."""
    return tuple(
        (node.name, lines, lines - lines_said(node))
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef)
        and (lines := (node.end_lineno or 0) - node.lineno + 1)
    )


def lines_said(function: ast.FunctionDef) -> int:
    first = function.body[0]
    is_said = ast.get_docstring(function) is not None
    return (first.end_lineno or 0) - first.lineno + 1 if is_said else 0


def test_no_function_is_longer_than_a_page() -> None:
    long = {
        f"{path.relative_to(ROOT)}: {name}"
        for folder in (PACKAGE, ROOT / "benchmarks", ROOT / "tools")
        for path in modules(folder)
        for name, lines, _ in functions(path)
        if lines > MOST_OF_A_FUNCTION
    }
    assert not long, "\n".join(sorted(long))


def test_no_module_is_too_small_to_open_and_most_functions_are_short() -> None:
    small = set[str]()
    lines = list[int]()
    for path in modules(PACKAGE):
        if (
            path.name != "__init__.py"
            and len(path.read_text().splitlines()) < LEAST_OF_A_MODULE
        ):
            small.add(path.name)
        lines += (own for _, _, own in functions(path))
    assert not small
    assert median(lines) <= MEDIAN_OF_A_FUNCTION


def passed(request: Callable[[], object]) -> list[str]:
    """The modules of ours in which anything runs while this request is answered."""
    found: set[str] = set()

    def called(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename.endswith(".py"):
            found.add(frame.f_code.co_filename)

    sys.setprofile(called)
    try:
        request()
    finally:
        sys.setprofile(None)
    ours = (Path(name) for name in found)
    return sorted(
        our.relative_to(PACKAGE).as_posix() for our in ours if PACKAGE in our.parents
    )


@pytest.fixture
def served(tmp_path: Path) -> Flask:
    """The application as `./run` serves it, with its limits and all that it makes
    ahead."""
    return create_app({"INSTANCE": str(tmp_path / "served")})


def test_a_bid_and_the_page_that_shows_it_pass_few_modules(served: Flask) -> None:
    host = Visitor(served.test_client())
    west = Visitor(served.test_client())
    table = host.lay("bridge")
    join(host, west, table, "W")
    for call in ("1C", "1S"):
        host.get(table)
        bid = passed(partial(host.send, f"{table}enter/auction", call=call))
        assert host.page.status_code == 303
        host.follow()
        seen = passed(partial(west.get, table))  # the first that West sees of it
    assert west.page.status_code == 200
    assert len(bid) <= MOST_PASSED["bid"], " ".join(bid)
    assert len(seen) <= MOST_PASSED["page"], " ".join(seen)


MOST_BY_A_RULING = 6
"""How many modules more a page passes where a ruling was accepted, which is read and
not worked out again: four of them are `tables/rulings/`."""


def test_an_accepted_ruling_is_read_and_not_worked_out_again(
    client: FlaskClient,
) -> None:
    host = Visitor(client)
    west = Visitor(client.application.test_client())
    table = host.lay("bridge")
    join(host, west, table, "W")
    four = {"level": 4, "denomination": "S", "doubling": "", "declarer": "S"}
    host.get(f"{table}?form=contract").send(f"{table}enter/contract", **four)

    def page_after(card: str, address: str = table) -> set[str]:
        """What another phone's page passes, the first time that it is seen after this
        card."""
        host.get(f"{table}watch").send(f"{table}watch/card", card=card)
        assert host.page.status_code == 303
        return set(passed(partial(west.get, address)))

    bare = page_after("H2")
    told = {"seat": "E", "card": "D5", "50.shown-how": "accident", "50.more": "no"}
    asks = f"{table}ask/irregularity/exposed-card"
    host.get(f"{asks}?{urlencode(told)}").send(
        asks, **told, **{"50.partner-leads": "no"}
    )
    ruling = str(host.page.headers["Location"]).partition("?")[0]
    west.get(ruling).send(f"{ruling}/state", party="EW", agrees="yes")
    host.get(ruling).send(f"{ruling}/accept")
    assert host.page.status_code == 303
    more = page_after("H3") - bare
    assert "penalty card" in west.text
    assert len(more) <= MOST_BY_A_RULING, more
    asked = {
        "games/bridge/laws/exposed.py",
        "tables/rulings/hearing.py",
        "tables/rulings/older.py",
    }
    assert not asked & page_after("H4", ruling)


# ---- every cite leads to a paragraph ----


CITING = {"Cite", "printed", "published", "inferred"}


def anchors_written(family: str) -> set[str]:
    """The anchors that the rules of a family write out where they make a cite."""
    trees = [ast.parse(path.read_text()) for path in modules(homes()[family])]
    calls = [
        one for tree in trees for one in ast.walk(tree) if isinstance(one, ast.Call)
    ]
    last = [
        call.args[-1]
        for call in calls
        if call.args and isinstance(call.func, ast.Name) and call.func.id in CITING
    ]
    found = {str(one.value) for one in last if isinstance(one, ast.Constant)}
    return found - {""}  # "" is filled in where the cite is used


@pytest.mark.parametrize("family", FAMILIES)
def test_every_anchor_of_a_cite_is_on_a_page_of_its_family(
    family: str, client: FlaskClient
) -> None:
    slugs = [slug for slug, game in GAMES.items() if game.folder == family]
    if not any(
        (homes()[family] / "templates" / f"rulebook_{slug}.html").is_file()
        for slug in slugs
    ):
        pytest.skip(f"{family} has no rulebook yet that a cite could lead to")
    pages = "".join(client.get(f"/rules/{slug}").text for slug in slugs)
    written = anchors_written(family)
    assert written
    lost = written - set(re.findall(r'id="([\w-]+)"', pages))
    assert not lost, f"give a paragraph of its rulebook each of these ids: {lost}"


# ---- the README and the design say what there is ----


README = (ROOT / "README.md").read_text()
DESIGN = (ROOT / "docs" / "design.md").read_text()


def test_every_command_of_the_readme_exists_and_no_other() -> None:
    listed = re.search(r"## At the command line\s+```\n(.*?)```", README, re.DOTALL)
    assert listed
    named = re.findall(r"^scorekeeper ([\w-]+)", listed.group(1), re.MULTILINE)
    assert sorted(named) == list(COMMANDS)


def test_every_option_of_the_readme_exists() -> None:
    commands = [main.get_command(Context(main), name) for name in COMMANDS]
    known = {
        option
        for command in commands
        if command
        for got in command.params
        for option in got.opts
    }
    programs = ("run", "test", "bench", "benchmarks/seasons.py")
    scripts = "".join((ROOT / name).read_text() for name in programs)
    for option in re.findall(r"(?<!-)--[a-z]+(?:-[a-z]+)*|(?<= )-[a-z]\b", README):
        assert option in known or option in scripts, option


def test_every_path_of_the_readme_and_of_the_design_exists() -> None:
    shown = re.findall(r"\]\(([^)#]+)\)", README)
    tree = re.search(r"```\n(scorekeeper/core/.*?)```", DESIGN, re.DOTALL)
    assert tree
    for line in tree.group(1).splitlines():
        shown += re.split(r" {2,}", line)[0].split()
    shown += re.findall(
        r"`(?:\./)?((?:\.ci/|docs/|tests/|static/|templates/)[\w./-]+|run|test|bench)`",
        README + DESIGN,
    )
    for path in shown:
        if not path.startswith("http"):
            assert list(ROOT.glob(path)), path


def test_every_module_of_the_design_exists() -> None:
    for path in re.findall(r"`((?:\w+/)*\w+\.py)`", DESIGN):
        assert list(ROOT.rglob(f"scorekeeper/**/{path}")) or (ROOT / path).is_file(), (
            path
        )


def test_the_map_of_the_pages_names_every_module() -> None:
    told = set(re.findall(r"[a-z_]+", (PACKAGE / "web" / "__init__.py").read_text()))
    found = {
        path.stem
        for path in (PACKAGE / "web").iterdir()
        if not path.name.startswith("_")
    }
    assert found <= told, found - told


def test_one_module_of_the_tests_opens_databases() -> None:
    """So that the others can run over either engine."""
    opens = re.compile(r"\b(sqlite3|psycopg)\.connect\(")
    tests = (ROOT / "tests").rglob("*.py")
    found = [
        path.name for path in tests if opens.search(path.read_text(encoding="utf-8"))
    ]
    assert found == ["engines.py"]


def test_no_file_of_tests_is_used_by_another() -> None:
    """What tests share stands beside them, so that each file can be read and run alone."""
    for folder in ("tests", "benchmarks", "tools"):
        for path in modules(ROOT / folder):
            used = [name for name in imports(path) if name.startswith("tests.")]
            shared = [name for name in used if ".test_" in name]
            assert not shared, f"{path.relative_to(ROOT)} imports {shared}"
