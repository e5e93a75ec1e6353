"""What runs on Windows, as far as Linux can tell: without what only Unix has."""

import json
import subprocess
import sys

import pytest

from scorekeeper.__main__ import NOT_ON_WINDOWS
from scorekeeper.exports.session_file import write
from tests.conftest import ROOT
from tests.exports.sheets import rubber

UNIX_MODULES = ("fcntl", "grp", "pwd", "resource", "termios")
LINUX_LIBRARIES = ("pysqlite3", "rcssmin", "rjsmin")
OTHER_LIBRARIES = (
    *(
        "asyncio",
        "concurrent.futures.process",
        "ctypes.util",
        "multiprocessing.popen_spawn_posix",
    ),
    *(
        "babel.dates",
        "click",
        "flask",
        "jinja2",
        "nacl",
        "pypdf",
        "segno",
        "sqlite_utils",
    ),
    "weasyprint",
)
UNIX_NAMES = {
    "os": (
        "chown",
        "fchmod",
        "fork",
        "geteuid",
        "getuid",
        "killpg",
        "nice",
        "setsid",
        "sysconf",
    ),
    "signal": ("SIGHUP", "SIGKILL", "SIGQUIT", "SIGUSR1"),
}
COMMANDS = {
    "explain": ["--help"],
    "serve": ["serve", "--port", "8000"],
    "score": ["score", "evening.jsonl"],
    "print": ["pdf", "evening.jsonl", "-o", "sheet.pdf"],
    "prove a sheet": ["verify", "sheet.pdf"],
    "prove a file": ["verify", "evening.jsonl"],
    "contract": ["contract", "4SX", "--made", "9", "--vulnerable"],
    "import": ["import", "evening.jsonl"],
    "export": ["export", "--all", "-o", "all.zip"],
    "copy": ["backup", "copy.db"],
    "prove a copy": ["verify", "copy.db"],
    "look": ["doctor"],
}
# Python's own modules and the libraries are imported first: each looks for Windows by
# itself. What is printed goes to a stream in an alphabet of Windows' own, which has no
# suits.
PROGRAM = f"""
import importlib, io, json, multiprocessing, os, signal, sys, traceback, warnings
for name in {(*UNIX_MODULES, *LINUX_LIBRARIES)}:
    sys.modules[name] = None
for name in {OTHER_LIBRARIES}:
    importlib.import_module(name)
assert not any(name.startswith("scorekeeper") for name in sys.modules)
for module, names in {UNIX_NAMES}.items():
    for name in names:
        delattr(sys.modules[module], name)
sys.platform = "win32"
multiprocessing.get_all_start_methods = lambda: ["spawn"]
warnings.filterwarnings("ignore", category=EncodingWarning)
warnings.filterwarnings("error", category=EncodingWarning, module="scorekeeper")
from scorekeeper.__main__ import main

def run(command):
    code = "broken"
    sys.stdout = io.TextIOWrapper(io.BytesIO(), "cp1252")
    sys.stderr = io.TextIOWrapper(io.BytesIO(), "cp1252", errors="backslashreplace")
    try:
        main(command, prog_name="scorekeeper")
    except SystemExit as end:
        code = end.code
    except BaseException:
        traceback.print_exc()
    said = []
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
        said.append(stream.buffer.getvalue().decode("utf-8", "replace"))
    return code, *said

answers = {{name: run(command) for name, command in {COMMANDS}.items()}}
print(json.dumps(answers), file=sys.__stdout__)
"""
Ended = dict[str, tuple[int, str, str]]
"""Of each command its exit status, what it printed, and what it said of its faults."""


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> Ended:
    """Run all of them there."""
    folder = tmp_path_factory.mktemp("evening")
    (folder / "evening.jsonl").write_text(write(rubber()), encoding="utf-8")
    environment = {
        "PYTHONPATH": str(ROOT),
        "SCOREKEEPER_INSTANCE": str(folder / "data"),
        "XDG_CACHE_HOME": str(folder / "cache"),
    }
    program = [sys.executable, "-X", "warn_default_encoding", "-c", PROGRAM]
    answer = subprocess.check_output(program, cwd=folder, env=environment)
    found: Ended = json.loads(answer)
    return found


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "serve"])
def test_a_command_runs_there(ended: Ended, name: str) -> None:
    status, _, faults = ended[name]
    assert status == 0, faults[-2000:]


def test_serve_says_at_once_what_runs_there(ended: Ended) -> None:
    assert ended["serve"] == [1, "", f"Error: {NOT_ON_WINDOWS}\n"]


def test_what_is_printed_can_be_read_there(ended: Ended) -> None:
    assert json.loads(ended["score"][1])["sections"]
    assert "doubled, 9 tricks, vulnerable: 1 down" in ended["contract"][1]
    assert "Python's own" in ended["look"][1]
