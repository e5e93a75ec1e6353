"""What is built runs as a checkout does, installed in an environment of its own. Here
for the Python that runs the tests; ./prove wheels does it for every Python of this
computer."""

import os
import shutil
import subprocess
import urllib.request
import zipfile
from pathlib import Path

import pytest

from scorekeeper.exports.session_file import write
from scorekeeper.places import DISTRIBUTION
from tests.conftest import ROOT, StartServer
from tests.exports.sheets import rubber
from tests.wheels import IS_ALL, pythons, uv

LINUX_LIBRARIES = ("pysqlite3", "rcssmin", "rjsmin")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the source distribution, and with the wheel that was built from
    it."""
    folder = tmp_path_factory.mktemp("built")
    uv("build", "--out-dir", folder)
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    (found,) = built.glob("*.whl")
    return found


@pytest.fixture(scope="module", params=pythons())
def environment(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    wheel: Path,
) -> Path:
    """The wheel with the locked libraries, in an environment of one of the Pythons."""
    folder = tmp_path_factory.mktemp("installed")
    environment = folder / "environment"
    needs = folder / "needs.txt"
    uv("venv", environment, "--python", request.param)
    uv("export", "--frozen", "--no-dev", "--no-emit-project", "--output-file", needs)
    python = environment / "bin" / "python"
    uv(
        "pip",
        "install",
        "--python",
        python,
        "--require-hashes",
        "--requirements",
        needs,
    )
    uv("pip", "install", "--python", python, "--no-deps", wheel)
    return environment


@pytest.mark.skipif(
    not shutil.which("git") or not (ROOT / ".git").exists(), reason="no clone"
)
def test_the_wheel_holds_all_that_git_holds(wheel: Path) -> None:
    listed = subprocess.check_output(
        ["git", "ls-files", "scorekeeper", "templates", "static"], cwd=ROOT, text=True
    ).splitlines()
    inside = set(zipfile.ZipFile(wheel).namelist())
    for path in listed:
        place = path if path.startswith("scorekeeper/") else f"scorekeeper/_{path}"
        assert place in inside or not (ROOT / path).exists(), (
            f"{path} is not in the wheel"
        )


def test_both_are_called_by_our_own_name(built: Path, wheel: Path) -> None:
    stem = DISTRIBUTION.replace("-", "_")
    assert wheel.name.startswith(f"{stem}-")
    assert [path.name.startswith(f"{stem}-") for path in built.glob("*.tar.gz")] == [
        True
    ]


def test_an_installed_wheel_does_its_work(
    environment: Path, tmp_path: Path, start_server: StartServer
) -> None:
    does_its_work(environment, tmp_path, start_server)


@pytest.mark.skipif(not IS_ALL, reason="./prove wheels tries it")
def test_it_does_so_where_some_libraries_have_no_wheel(
    environment: Path, tmp_path: Path, start_server: StartServer
) -> None:
    """As on ARM and macOS: with Python's SQLite, and with style as it is written."""
    python = environment / "bin" / "python"
    uv("pip", "uninstall", "--python", python, *LINUX_LIBRARIES)
    does_its_work(environment, tmp_path, start_server)
    assert "Python's own" in ran(environment, tmp_path, "doctor")


@pytest.mark.skipif(not IS_ALL, reason="./prove wheels tries it")
@pytest.mark.parametrize("python", pythons())
@pytest.mark.parametrize("pattern", ["*.whl", "*.tar.gz"])
def test_pip_installs_it_as_the_readme_says(
    built: Path, tmp_path: Path, start_server: StartServer, python: str, pattern: str
) -> None:
    """With the newest libraries that it allows, and with the extra for PostgreSQL."""
    (file,) = built.glob(pattern)
    environment = tmp_path / "environment"
    subprocess.run([python, "-m", "venv", environment], check=True)
    pip = [environment / "bin" / "pip", "install", "--quiet"]
    subprocess.run([*pip, f"./{file.name}[postgresql]"], cwd=built, check=True)
    does_its_work(environment, tmp_path, start_server)
    assert "psycopg absent" not in ran(environment, tmp_path, "doctor")


def does_its_work(environment: Path, folder: Path, start_server: StartServer) -> None:
    """Score, print, prove and serve with what is installed there."""
    (folder / "evening.jsonl").write_text(write(rubber()), encoding="utf-8")
    assert ran(environment, folder, "--version").startswith("scorekeeper, version 0.")
    assert '"sections"' in ran(environment, folder, "score", "evening.jsonl")
    ran(environment, folder, "pdf", "evening.jsonl", "-o", "sheet.pdf")
    ran(environment, folder, "verify", "evening.jsonl")
    if IS_ALL:
        assert "pocket" in ran(environment, folder, "--help")
        ran(environment, folder, "verify", "sheet.pdf")
        ran(environment, folder, "import", "evening.jsonl")
        ran(environment, folder, "backup", "copy.db")
        ran(environment, folder, "verify", "copy.db")
    server = start_server(program=environment / "bin" / "scorekeeper")
    with urllib.request.urlopen(server.url + "/") as answer:
        assert answer.status == 200
    assert (server.instance / "secret_key").exists()


def ran(environment: Path, folder: Path, *arguments: str) -> str:
    """What a command printed, run in this folder."""
    return subprocess.run(
        [environment / "bin" / "scorekeeper", *arguments],
        cwd=folder,
        env={**os.environ, "SCOREKEEPER_INSTANCE": str(folder / "data")},
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    ).stdout
