"""Where uv and the Pythons are that a wheel is tried on."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

# Python 3's minor versions that we promise
OLDEST = 11
NEWEST = 14
ALL_PYTHONS = "SCOREKEEPER_ALL_PYTHONS"
IS_ALL = bool(os.environ.get(ALL_PYTHONS))


def pythons(is_all: bool = IS_ALL) -> list[str]:
    """The Pythons to try: this one alone, or the first of each version that is to be
    had."""
    if not is_all:
        return [sys.executable]
    found = []
    versions = Path.home() / ".pyenv" / "versions"
    for minor in range(OLDEST, NEWEST + 1):
        places = [shutil.which(f"python3.{minor}", path="/usr/local/bin:/usr/bin")]
        places += [
            str(path) for path in sorted(versions.glob(f"3.{minor}.*/bin/python"))
        ]
        found += [place for place in places if place][:1]
    return found


def find_uv() -> str:
    found = (
        os.environ.get("UV")
        or shutil.which("uv")
        or shutil.which(ROOT / ".tools/bin/uv")
    )
    return found or pytest.skip("uv is not installed; ./test installs it")


def uv(*arguments: str | Path) -> None:
    subprocess.run([find_uv(), *arguments, "--quiet"], cwd=ROOT, check=True)
