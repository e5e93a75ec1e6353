"""What every test may ask for."""

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import settings
from werkzeug.routing import Rule

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 30

# Compiled once for all the applications that the tests make, each with an empty folder of its own.
os.environ.setdefault("SCOREKEEPER_TEMPLATES", str(ROOT / ".pytest_cache" / "templates"))

_make_builder = Rule._compile_builder
_builders: dict[object, object] = {}


def _builder_made_once(rule: Rule, append_unknown: bool = True) -> object:
    """What builds an address of this rule: half the time of making an application goes into
    compiling these, and every application that a test makes has the same ones."""
    key = (rule.rule, rule.subdomain, append_unknown, tuple(sorted((rule.defaults or {}).items())))
    if key not in _builders:
        _builders[key] = _make_builder(rule, append_unknown)
    return _builders[key]


Rule._compile_builder = _builder_made_once  # type: ignore[method-assign, assignment]

settings.register_profile("default", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")


@dataclass(frozen=True, slots=True)
class LiveServer:
    """A gunicorn of its own, as ./run starts it, on this computer only."""

    url: str
    instance: Path
    process: subprocess.Popen[bytes]


StartServer = Callable[..., LiveServer]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def is_answering(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=5):
            return True
    except urllib.error.HTTPError as answer:
        answer.close()
        return True
    except OSError:
        return False


def wait_for(url: str, process: subprocess.Popen[bytes]) -> None:
    latest, pause = time.monotonic() + START_SECONDS, 0.05
    while not is_answering(url):
        if process.poll() is not None:
            pytest.fail(f"the server ended with {process.returncode} before it answered")
        if time.monotonic() > latest:
            pytest.fail(f"the server did not answer within {START_SECONDS} s")
        time.sleep(pause)
        pause = min(2 * pause, 2)


@pytest.fixture(scope="session")
def start_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StartServer]:
    """Start live servers; each has an empty folder and a port of its own unless it is given one."""
    started: list[subprocess.Popen[bytes]] = []

    def start(
        *options: str,
        program: Path | None = None,
        instance: Path | None = None,
        port: int | None = None,
    ) -> LiveServer:
        folder = instance or tmp_path_factory.mktemp("instance")
        port = port or free_port()
        command = [str(program)] if program else [sys.executable, "-m", "scorekeeper"]
        process = subprocess.Popen(
            [*command, "serve", "--host", "127.0.0.1", "--port", str(port), *options],
            env={**os.environ, "SCOREKEEPER_INSTANCE": str(folder)},
            cwd=folder if program else ROOT,
            stdout=subprocess.DEVNULL,
        )
        started.append(process)
        url = f"http://127.0.0.1:{port}"
        wait_for(url + "/", process)
        return LiveServer(url, folder, process)

    yield start
    for process in started:
        process.terminate()
    for process in started:
        process.wait(timeout=15)


@pytest.fixture
def instance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty instance folder, which this test's applications use."""
    folder = tmp_path / "instance"
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(folder))
    return folder
