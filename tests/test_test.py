"""What ./test does with a test that failed once, and with the name of a part."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.conftest import LONG, ROOT

NOTHING = (
    "prepare() { :; }; need_python() { :; }; want_caddy() { :; }; need_uv() { "
    "UV=sh; }; want_postgresql() { :; }; need_chromium() { :; }\n"
)
SETUP = NOTHING + 'say() { printf "%s\\n" "$*" >&2; }; die() { say "$@"; exit 1; }\n'
TOOL = '#!/bin/sh\necho "$(basename "$0") $*" >> asked.txt\n'
PYTEST = (
    TOOL
    + """
case "$*" in *--last-failed*) exit "$(cat second)" ;; esac
mkdir -p .pytest_cache/v/cache
cp failed .pytest_cache/v/cache/lastfailed
exit "$(cat first)"
"""
)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with two rooms and a game, whose tools only write down what they are
    asked."""
    shutil.copy(ROOT / "test", tmp_path)
    for name, text in {
        "tools/setup.sh": SETUP,
        ".venv/bin/ruff": TOOL,
        ".venv/bin/mypy": TOOL,
        ".venv/bin/python": PYTEST,
        "first": "0",
        "second": "0",
        "failed": "{}",
        "scorekeeper/games/oh_hell/play.py": "",
        "scorekeeper/web/phones/seats.py": "",
        "scorekeeper/exports/csv.py": "",
        "tests/games/oh_hell/test_play.py": "",
        "tests/audit/test_oh_hell.py": "",
        "tests/web/test_seats.py": "",
        "tests/web/test_seats_taken.py": "",
        "tests/web/test_live.py": "",
        "tests/exports/test_csv.py": "",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)
    return tmp_path


def run(checkout: Path, *words: str) -> tuple[int, str, list[str]]:
    """The status, what was printed, and what the tools were asked."""
    done = subprocess.run(
        ["bash", "test", *words],
        cwd=checkout,
        env=dict(os.environ),
        capture_output=True,
        text=True,
        timeout=60,
    )
    asked = checkout / "asked.txt"
    lines = asked.read_text().splitlines() if asked.exists() else []
    return done.returncode, done.stdout + done.stderr, lines


def failing(checkout: Path, count: int, second: int) -> None:
    names = (f'  "tests/test_{n}.py::test_it[a b]": true' for n in range(count))
    (checkout / "failed").write_text("{\n" + ",\n".join(names) + "\n}")
    (checkout / "first").write_text("1")
    (checkout / "second").write_text(str(second))


def test_what_fails_once_is_run_alone_and_named(checkout: Path) -> None:
    failing(checkout, 3, second=0)
    status, said, asked = run(checkout, "--fast")
    assert status == 0, said
    assert said.count("tests/test_2.py::test_it[a b]") == 2
    assert "Passed only the second time, alone:\n  tests/test_0.py" in said
    first, again = [line for line in asked if "-m pytest" in line]
    assert again == f"{first} -n 0 -v --last-failed --last-failed-no-failures none"


def test_types_are_checked_beside_the_tests_and_fail_like_them(checkout: Path) -> None:
    (checkout / ".venv/bin/mypy").write_text("#!/bin/sh\necho wrong; exit 1\n")
    status, said, _ = run(checkout, "--fast")
    assert status == 1
    assert "== mypy\nwrong\n" in said
    assert said.endswith("Failed: mypy\n")


def test_the_browser_is_tried_beside_the_rest_with_failures_of_its_own(
    checkout: Path,
) -> None:
    browsing = "tests/browser) exit 1 ;; esac"
    stub = PYTEST.replace(TOOL, TOOL + f'case "$*" in *{browsing}\n')
    (checkout / ".venv/bin/python").write_text(stub)
    status, said, asked = run(checkout)
    assert status == 1
    assert said.endswith("Failed: pytest in Chromium\n")
    assert said.index("== pytest in Chromium") < said.index("== pytest over")
    assert len([line for line in asked if "-m pytest" in line]) == 3


def test_postgresql_is_tried_when_the_journeys_are_made(checkout: Path) -> None:
    late = TOOL.replace("\n", '\ncase "$*" in *tests/browser) sleep 1 ;; esac\n', 1)
    (checkout / ".venv/bin/python").write_text(PYTEST.replace(TOOL, late))
    status, said, asked = run(checkout)
    assert status == 0, said
    last = [line for line in asked if "-m pytest" in line][-2:]
    assert last[0].endswith("tests/browser")
    assert "tests/web/test_live.py" in last[1]


@pytest.mark.parametrize(("count", "second"), [(3, 1), (4, 0), (0, 0)])
def test_what_fails_twice_fails_and_so_do_many(
    checkout: Path, count: int, second: int
) -> None:
    failing(checkout, count, second)
    status, said, asked = run(checkout, "--fast")
    assert status == 1
    assert said.endswith("Failed: pytest\n")
    assert len([line for line in asked if "--last-failed" in line]) == (count == 3)


def test_what_ended_in_another_way_is_not_run_again(checkout: Path) -> None:
    failing(checkout, 1, second=0)
    (checkout / "first").write_text("2")
    status, _, asked = run(checkout, "--fast")
    assert status == 1
    assert not [line for line in asked if "--last-failed" in line]


def test_every_run_of_pytest_has_the_rule() -> None:
    text = (ROOT / "test").read_text()
    assert text.count("-m pytest") == 2  # the first time, and once more
    assert text.count("tested -q") == 5


@pytest.mark.parametrize(
    ("word", "code", "tests"),
    [
        (
            "oh-hell",
            "scorekeeper/games/oh_hell",
            "tests/games/oh_hell tests/audit/test_oh_hell.py",
        ),
        (
            "web/phones",
            "scorekeeper/web/phones",
            "tests/web/test_seats.py tests/web/test_seats_taken.py",
        ),
        ("exports/", "scorekeeper/exports", "tests/exports"),
        ("scorekeeper/exports", "scorekeeper/exports", "tests/exports"),
        ("tests/exports", "", "tests/exports"),
        ("tests/web/test_live.py", "", "tests/web/test_live.py"),
    ],
)
def test_a_name_has_the_tests_of_its_folder(
    checkout: Path, word: str, code: str, tests: str
) -> None:
    status, said, asked = run(checkout, word)
    assert status == 0, said
    both = f"{code} {tests}".strip()
    assert asked[:2] == [f"ruff format --check {both}", f"ruff check {both}"]
    assert (f"mypy --strict {code}" in asked) == bool(code)
    found = [line for line in asked if line.startswith("python")]
    assert found[0] == f"python -m pytest -q -n 2 -m not browser and not slow {tests}"
    walked = [line for line in found if "test_walk.py" in line]
    games = ["oh_hell"] if word == "oh-hell" else []
    assert [line.rpartition(" ")[2] for line in walked] == games


def test_a_name_of_nothing_is_refused(checkout: Path) -> None:
    status, said, asked = run(checkout, "canasta")
    assert status == 1
    assert "Nothing is called canasta." in said
    assert asked == []


@pytest.mark.parametrize("name", LONG)
def test_what_is_left_to_the_journeys_is_there(name: str) -> None:
    """A test that has another name since would be run by ./test again, unnoticed."""
    path, _, test = name.partition("::")
    function = test.partition("[")[0]
    assert f"def {function}(" in (ROOT / "tests" / path).read_text()
