"""The lock, as it is installed on computers of other kinds: every library has a wheel
there."""

import subprocess
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from tests.conftest import ROOT
from tests.proof.broken import Broken
from tests.wheels import find_uv

PLATFORMS = (
    *("x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"),
    *("x86_64-unknown-linux-musl", "aarch64-unknown-linux-musl"),
    *("aarch64-apple-darwin", "x86_64-apple-darwin"),
)
PYTHONS = ("3.11", "3.12", "3.13", "3.14")


def resolved(folder: Path) -> Iterator[str]:
    """Have uv choose the wheels for each platform and Python, as an installation
    would."""
    needs = folder / "needs.txt"
    _uv(
        "export",
        "--frozen",
        "--no-dev",
        "--extra",
        "postgresql",
        "--no-emit-project",
        "-o",
        needs,
    )
    for platform, python in product(PLATFORMS, PYTHONS):
        where = ("--python-platform", platform, "--python-version", python)
        only = (
            "--only-binary",
            ":all:",
            "--require-hashes",
            "--target",
            folder / "target",
        )
        told = _uv("pip", "install", "--dry-run", *where, *only, "-r", needs)
        (line,) = (
            line for line in told.splitlines() if line.startswith("Would install")
        )
        yield f"{platform}, Python {python}: {line}"


def _uv(*arguments: str | Path) -> str:
    done = subprocess.run(
        [find_uv(), *arguments], cwd=ROOT, capture_output=True, text=True
    )
    if done.returncode:
        raise Broken(done.stderr)
    return done.stderr
