"""An installed wheel runs as a checkout does."""

import os
import shutil
import subprocess
import sys
import urllib.request
import zipfile
from pathlib import Path

import pytest

from tests.conftest import ROOT, StartServer


def find_uv() -> str:
    found = os.environ.get("UV") or shutil.which("uv") or shutil.which(ROOT / ".tools/bin/uv")
    return found or pytest.skip("uv is not installed; ./test installs it")


def uv(*arguments: str | Path) -> None:
    subprocess.run([find_uv(), *arguments, "--quiet"], cwd=ROOT, check=True)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    uv("build", "--out-dir", folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.mark.skipif(not shutil.which("git") or not (ROOT / ".git").exists(), reason="no clone")
def test_the_wheel_holds_all_that_git_holds(wheel: Path) -> None:
    listed = subprocess.check_output(
        ["git", "ls-files", "scorekeeper", "templates", "static"], cwd=ROOT, text=True
    ).splitlines()
    inside = set(zipfile.ZipFile(wheel).namelist())
    for path in listed:
        place = path if path.startswith("scorekeeper/") else f"scorekeeper/_{path}"
        assert place in inside or not (ROOT / path).exists(), f"{path} is not in the wheel"


def test_an_installed_wheel_serves(wheel: Path, tmp_path: Path, start_server: StartServer) -> None:
    environment, needs = tmp_path / "environment", tmp_path / "needs.txt"
    uv("venv", environment, "--python", sys.executable)
    uv("export", "--frozen", "--no-dev", "--no-emit-project", "--output-file", needs)
    python = environment / "bin" / "python"
    uv("pip", "install", "--python", python, "--require-hashes", "--requirements", needs)
    uv("pip", "install", "--python", python, "--no-deps", wheel)
    server = start_server(program=environment / "bin" / "scorekeeper")
    with urllib.request.urlopen(server.url + "/") as answer:
        assert answer.status == 200
    assert (server.instance / "secret_key").exists()
