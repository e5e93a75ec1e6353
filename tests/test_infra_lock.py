"""What pip is told to install: our own name, and libraries that need no compiler."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.metadata import packages_distributions
from itertools import chain, product
from typing import Any

import pytest
from packaging.markers import Marker
from packaging.tags import Tag, compatible_tags, cpython_tags, mac_platforms
from packaging.utils import canonicalize_name, parse_wheel_filename

from scorekeeper.places import DISTRIBUTION
from tests.conftest import ROOT

PYTHONS = ((3, 11), (3, 12), (3, 13), (3, 14))
Package = Mapping[str, Any]


@dataclass(frozen=True)
class Platform:
    """What PEP 508 calls a system, and the tags of the wheels that it takes."""

    sys_platform: str
    machine: str
    tags: tuple[str, ...]

    def environment(self, python: tuple[int, int], extra: str) -> dict[str, str]:
        version = f"{python[0]}.{python[1]}"
        return {
            "extra": extra,
            "implementation_name": "cpython",
            "os_name": "nt" if self.sys_platform == "win32" else "posix",
            "platform_machine": self.machine,
            "platform_python_implementation": "CPython",
            "platform_system": SYSTEMS[self.sys_platform],
            "python_full_version": f"{version}.0",
            "python_version": version,
            "sys_platform": self.sys_platform,
        }

    def wheel_tags(self, python: tuple[int, int]) -> frozenset[Tag]:
        platforms = list(self.tags)
        interpreter = f"cp{python[0]}{python[1]}"
        of_cpython = cpython_tags(python, abis=[interpreter], platforms=platforms)
        of_any = compatible_tags(python, interpreter=interpreter, platforms=platforms)
        return frozenset(chain(of_cpython, of_any))


SYSTEMS = {"linux": "Linux", "darwin": "Darwin", "win32": "Windows"}
GLIBC_OLD_NAMES = {5: "manylinux1", 12: "manylinux2010", 17: "manylinux2014"}


def glibc(machine: str) -> tuple[str, ...]:
    """The tags that a Linux with glibc 2.31 takes (Debian 11, Ubuntu 20.04 and
    newer)."""
    named = [f"manylinux_2_{minor}_{machine}" for minor in range(5, 32)]
    old = [f"{name}_{machine}" for name in GLIBC_OLD_NAMES.values()]
    return (*named, *old)


def musl(machine: str) -> tuple[str, ...]:
    """The tags that Alpine 3.17 and later takes."""
    return tuple(f"musllinux_1_{minor}_{machine}" for minor in range(3))


PLATFORMS = {
    "Linux x86_64, glibc": Platform("linux", "x86_64", glibc("x86_64")),
    "Linux x86_64, musl": Platform("linux", "x86_64", musl("x86_64")),
    "Linux aarch64, glibc": Platform("linux", "aarch64", glibc("aarch64")),
    "Linux aarch64, musl": Platform("linux", "aarch64", musl("aarch64")),
    "macOS arm64": Platform("darwin", "arm64", tuple(mac_platforms((14, 0), "arm64"))),
    "macOS x86_64": Platform(
        "darwin", "x86_64", tuple(mac_platforms((14, 0), "x86_64"))
    ),
    "Windows": Platform("win32", "AMD64", ("win_amd64",)),
}


@lru_cache(maxsize=1)
def locked() -> tuple[Package, ...]:
    lock = tomllib.loads((ROOT / "uv.lock").read_text(encoding="utf-8"))
    return tuple(lock["package"])


@cache
def tags_of(address: str) -> frozenset[Tag]:
    """The tags of the wheel at this address."""
    return parse_wheel_filename(address.rsplit("/", 1)[1])[3]


def package_of(need: Package) -> Package:
    """The locked package that satisfies this need."""
    version = need.get("version")
    found = [
        package
        for package in locked()
        if package["name"] == need["name"] and version in (None, package["version"])
    ]
    assert len(found) == 1, f"{need} is locked {len(found)} times"
    return found[0]


def needed(
    platform: Platform, python: tuple[int, int], extras: frozenset[str]
) -> dict[str, Package]:
    """Everything that the program needs at run time there, by its name."""
    wanted: dict[str, Package] = {}
    seen: set[tuple[str, str]] = set()
    environment = platform.environment(python, "")
    waiting = [{"name": DISTRIBUTION, "extra": sorted(extras)}]
    while waiting:
        need = waiting.pop()
        if "marker" in need and not Marker(need["marker"]).evaluate(environment):
            continue
        package = package_of(need)
        wanted[package["name"]] = package
        for part in ("", *need.get("extra", ())):
            if (package["name"], part) in seen:
                continue
            seen.add((package["name"], part))
            if part:
                waiting += package.get("optional-dependencies", {}).get(part, [])
            else:
                waiting += package.get("dependencies", [])
    del wanted[DISTRIBUTION]
    return wanted


def lacking(
    platform: Platform, python: tuple[int, int], extras: frozenset[str]
) -> Iterator[str]:
    """The names of what would have to be compiled."""
    fitting = platform.wheel_tags(python)
    for name, package in needed(platform, python, extras).items():
        tags = [tags_of(wheel["url"]) for wheel in package.get("wheels", ())]
        if not any(fitting & each for each in tags):
            yield name


@pytest.mark.parametrize("system", PLATFORMS)
def test_everything_that_runs_has_a_wheel_everywhere(system: str) -> None:
    """With the extra for PostgreSQL too, except on Windows, where nothing serves."""
    platform = PLATFORMS[system]
    extras = frozenset() if system == "Windows" else frozenset({"postgresql"})
    found = {
        f"Python {python[0]}.{python[1]}": missing
        for python in PYTHONS
        if (missing := sorted(lacking(platform, python, extras)))
    }
    assert not found, f"no wheel on {system}: {found}"


def test_the_mended_sqlite_is_used_wherever_it_has_a_wheel() -> None:
    tags = [
        tags_of(wheel["url"]) for wheel in package_of({"name": "pysqlite3"})["wheels"]
    ]
    for system, platform in PLATFORMS.items():
        for python in PYTHONS:
            has_wheel = any(platform.wheel_tags(python) & each for each in tags)
            is_needed = "pysqlite3" in needed(platform, python, frozenset())
            assert is_needed is has_wheel, (system, python)


# What is imported only where an extra is installed, or only once a server runs.
LATER = {
    "scorekeeper/store/postgresql.py",
    "scorekeeper/connections.py",
    "scorekeeper/serve.py",
}


def libraries_imported() -> Iterator[tuple[str, str]]:
    """The modules of libraries that a module of ours imports as it is itself
    imported."""
    for path in sorted((ROOT / "scorekeeper").rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if name in LATER:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in tree.body:
            if isinstance(node, ast.Import):
                yield from ((name, alias.name.split(".")[0]) for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                yield name, node.module.split(".")[0]


def test_what_a_module_imports_is_installed_everywhere() -> None:
    """Also where a library of ours no longer needs the library that it brought
    along."""
    distributions = packages_distributions()
    own = {"scorekeeper", *sys.stdlib_module_names}
    imported = {pair for pair in libraries_imported() if pair[1] not in own}
    assert len(imported) > 20
    for system, python in product(PLATFORMS, PYTHONS):
        there = needed(PLATFORMS[system], python, frozenset())
        for module, library in imported:
            names = {canonicalize_name(name) for name in distributions[library]}
            assert names & set(there), (
                f"{module} imports {library}: not on {system}, {python}"
            )


# --- what we tell people to install

INSTALLED = re.compile(
    r"(?:\bpipx?3?|\buv(?: tool| pip)?|-m "
    r"pip)\s+(?:install|add)\s+(?P<wanted>[^\n#`&|;<\"]+)"
)
OPTIONS_WITH_VALUES = {
    "-r",
    "--requirement",
    "--requirements",
    "--python",
    "--target",
    "-t",
}
TEXTS = {
    ".md",
    ".py",
    ".sh",
    ".toml",
    ".html",
    ".txt",
    ".yaml",
    ".service",
    ".timer",
    ".cfg",
}
INSTALLERS = {"uv", "pip"}


def told_to_install(text: str) -> Iterator[str]:
    """The distributions that a text tells people to install, by their names."""
    for found in INSTALLED.finditer(text):
        without_extras = re.sub(r"\[[^]]*]", "", found["wanted"])
        words = iter(re.split(r"[\s'(),\\]+", without_extras))
        for word in words:
            if word in OPTIONS_WITH_VALUES:
                next(words, None)
            elif word.endswith(".") and len(word) > 1:  # the sentence ends here
                yield from names_in(word[:-1])
                break
            elif word.startswith("-") or not word:
                continue
            else:
                yield from names_in(word)


def names_in(word: str) -> Iterator[str]:
    """The name in a requirement, or in that of a wheel; none in a folder or a
    variable."""
    file = re.search(r"([A-Za-z0-9_.]+?)-[\d*][^/]*\.whl", word)
    if file:
        yield canonicalize_name(file[1])
    elif not re.search(r"[/${]", word) and (name := re.match(r"[A-Za-z][\w.-]*", word)):
        yield canonicalize_name(name[0])


def our_texts() -> Iterator[tuple[str, str]]:
    """Every text of the repository that people read or programs run, by its path."""
    listed = subprocess.check_output(
        ["git", "ls-files"], cwd=ROOT, text=True
    ).splitlines()
    for path in listed:
        file = ROOT / path
        is_text = file.suffix in TEXTS or not file.suffix
        if is_text and file.is_file() and "vendor" not in path and path != THIS:
            yield path, file.read_text(encoding="utf-8")


THIS = "tests/test_infra_lock.py"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("pip install 'scorekeeper[postgresql]'", ["scorekeeper"]),
        ("sudo /opt/x/bin/pip install scorekeeper-*.whl  # of it", ["scorekeeper"]),
        (
            "pip install './cardtable_scorekeeper-0.3.0-py3-none-any.whl[postgresql]'",
            [DISTRIBUTION],
        ),
        ("Type pip install scorekeeper.", ["scorekeeper"]),
        ("pipx install scorekeeper", ["scorekeeper"]),
        ("uv tool install scorekeeper", ["scorekeeper"]),
        ("uv pip install --python x scorekeeper==0.3.0", ["scorekeeper"]),
        ("python -m pip install -r needs.txt flask", ["flask"]),
        ("pip install .", []),
        ("pip install --require-hashes -r /locked.txt && x", []),
    ],
)
def test_what_a_text_tells_to_install_is_read(text: str, names: list[str]) -> None:
    assert list(told_to_install(text)) == names


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="no clone")
def test_no_text_tells_to_install_a_stranger() -> None:
    ours = {canonicalize_name(package["name"]) for package in locked()} | INSTALLERS
    texts = dict(our_texts())
    named = {path: set(told_to_install(text)) for path, text in texts.items()}
    assert any(DISTRIBUTION in names for names in named.values()), (
        "nothing was found at all"
    )
    strangers = {path: names - ours for path, names in named.items() if names - ours}
    assert not strangers
