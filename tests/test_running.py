"""One server over a data folder, and what a start says of the other one."""

import os
import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper import running
from scorekeeper.core.errors import Unusable
from scorekeeper.running import Lock
from tests.conftest import ROOT, StartServer, free_port

HOLDS = (
    "import sys, time\n"
    "from pathlib import Path\n"
    "from scorekeeper.running import Lock\n"
    "lock = Lock(Path(sys.argv[1]))\n"
    "lock.say('http://table.example/', '127.0.0.1', int(sys.argv[2]))\n"
    "print('held', flush=True)\n"
    "time.sleep(60)\n"
)


@pytest.fixture(autouse=True)
def little_patience(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "PATIENCE", 0.2)
    monkeypatch.setattr(running, "ENDS_WITHIN", 0.2)


def test_a_second_server_is_told_where_the_first_one_is(tmp_path: Path) -> None:
    database = tmp_path / "scorekeeper.db"
    with closing(Lock(database)) as first:
        with pytest.raises(Unusable, match="is running already, over the same data"):
            Lock(database)
        first.say("http://table.example/", "127.0.0.1", free_port())
        with pytest.raises(
            Unusable, match=r"running already at http://table\.example/, over"
        ):
            Lock(database)
        (tmp_path / "linked.db").symlink_to(database)
        with pytest.raises(Unusable, match="running already"):
            Lock(tmp_path / "linked.db")
        Lock(tmp_path / "other.db").close()
    Lock(database).close()
    assert (tmp_path / "scorekeeper.db-serving").stat().st_mode & 0o077 == 0


def test_what_a_killed_server_left_holds_up_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = tmp_path / "scorekeeper.db"
    command = [sys.executable, "-c", HOLDS, str(database), str(free_port())]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as holder:
        assert holder.stdout and holder.stdout.readline() == b"held\n"
        with pytest.raises(Unusable, match="running already"):
            Lock(database)
        holder.kill()
    Lock(database).close()


def test_a_start_waits_for_a_server_that_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes no connections any more, and goes when it has answered what it had."""
    monkeypatch.setattr(running, "ENDS_WITHIN", 60)
    database = tmp_path / "scorekeeper.db"
    ends = HOLDS.replace("sleep(60)", "sleep(0.5)")
    command = [sys.executable, "-c", ends, str(database), str(free_port())]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as holder:
        assert holder.stdout and holder.stdout.readline() == b"held\n"
        began = time.monotonic()
        Lock(database).close()
        assert time.monotonic() - began > 0.2


def test_a_lock_that_was_handed_on_is_held_by_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As with USR2: the server that takes this one's place has the open file."""
    database = tmp_path / "scorekeeper.db"
    first = Lock(database)
    ((name, number),) = first.handed_on().items()
    monkeypatch.setenv(name, str(os.dup(int(number))))
    second = Lock(database)
    first.close()
    with pytest.raises(Unusable, match="running already"):
        Lock(database)
    second.close()
    Lock(database).close()


def test_a_second_start_over_the_same_folder_ends_in_a_sentence(
    start_server: StartServer,
) -> None:
    first = start_server()
    command = [sys.executable, "-m", "scorekeeper", "serve", "--host", "127.0.0.1"]
    env = {
        **os.environ,
        "SCOREKEEPER_INSTANCE": str(first.instance),
        "SCOREKEEPER_DATABASE": "",
    }
    second = subprocess.run(
        [*command, "--port", str(free_port())],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert second.returncode == 1 and not second.stdout
    assert second.stderr == (
        f"Error: Scorekeeper is running already at {first.url}/, over the same data. "
        "Use that one, or stop it before you start another.\n"
    )
    first.process.send_signal(signal.SIGKILL)
    first.process.wait()
    start_server(instance=first.instance)


COLLECTED = """
import gc
from scorekeeper.serve import COLLECTED_AFTER, collect_seldom
collect_seldom()
looked_at = [0]
def collecting(phase, about):
    if phase == "start":
        young = range(about["generation"] + 1)
        looked_at.append(sum(len(gc.get_objects(one)) for one in young))
gc.callbacks.append(collecting)
kept = [[n] for n in range(15 * COLLECTED_AFTER)]
print(len(looked_at), max(looked_at) / COLLECTED_AFTER)
"""


def test_what_was_left_is_looked_through_in_small_parts() -> None:
    """All that comes meanwhile waits as long as this takes."""
    asked = [sys.executable, "-c", COLLECTED]
    answer = subprocess.run(asked, capture_output=True, text=True, check=True)
    times, most = answer.stdout.split()
    assert int(times) > 10 and float(most) < 3
