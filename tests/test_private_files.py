"""What lies on the disk is its user's alone: a folder that we make 0700, each file
0600."""

import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from scorekeeper import create_app, places
from scorekeeper.__main__ import main
from tests.conftest import ROOT
from tests.web.conftest import Visitor

pytestmark = pytest.mark.skipif(os.name != "posix", reason="modes of files are POSIX's")


@pytest.fixture(autouse=True)
def open_umask() -> Iterator[None]:
    """As a careless system sets it."""
    before = os.umask(0o000)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    paths = (folder, *folder.rglob("*"))
    return {
        path.relative_to(folder).as_posix(): stat.S_IMODE(path.stat().st_mode)
        for path in paths
    }


def laid(instance: Path) -> str:
    app = create_app({"INSTANCE": str(instance), "TESTING": True})
    return Visitor(app.test_client()).lay("bridge")


def test_the_folder_and_all_in_it_are_for_one_user(instance: Path) -> None:
    laid(instance)
    found = modes(instance)
    assert found.pop(".") == 0o700
    assert {"secret_key", "scorekeeper.db", "scorekeeper.db-wal"} <= found.keys()
    assert set(found.values()) == {0o600}, found


def test_no_file_is_open_for_a_moment(instance: Path) -> None:
    """Before anything of ours is made, the mask is set; it stays so."""
    script = (
        "import os, sys\n"
        "wide = []\n"
        "def heard(event, found):\n"
        "    path = str(found[0]) if event in ('open', 'sqlite3.connect') else ''\n"
        "    if path.startswith(sys.argv[1]):\n"
        "        mask = os.umask(0); os.umask(mask); wide.append(mask & 0o077 != 0o077)\n"
        "sys.addaudithook(heard)\n"
        "sys.path.insert(0, sys.argv[2])\n"
        "from scorekeeper import create_app\n"
        "create_app({'INSTANCE': sys.argv[1]})\n"
        "mask = os.umask(0)\n"
        "sys.exit(any(wide) or mask != 0o077)\n"
    )
    command = [sys.executable, "-c", script, str(instance), str(ROOT)]
    assert subprocess.run(command, check=False).returncode == 0


def test_files_that_were_open_are_mended_at_the_start(instance: Path) -> None:
    laid(instance)
    (instance / "pdf").mkdir()
    (instance / "pdf" / "sheet.pdf").write_bytes(b"%PDF")
    for path in (instance, *instance.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    other = instance / "notes.txt"
    other.write_text("mine")
    other.chmod(0o640)
    places.keep_private(instance)
    found = modes(instance)
    assert found.pop("notes.txt") == 0o640, "what is not ours is left as it is"
    assert found.pop(".") == found.pop("pdf") == 0o755, "folders may be shared"
    assert set(found.values()) == {0o600}, found


def test_the_doctor_says_who_could_read_the_data(instance: Path) -> None:
    laid(instance)
    database = instance / "scorekeeper.db"
    database.chmod(0o644)
    answer = CliRunner().invoke(main, ["doctor"])
    assert answer.exit_code == 1
    assert f"others can read {database}. To stop that: chmod go=" in answer.output
    assert stat.S_IMODE(database.stat().st_mode) == 0o644, (
        "it says so, and changes nothing"
    )
    database.chmod(0o600)
    assert (
        "only this user can read the data"
        in CliRunner().invoke(main, ["doctor"]).output
    )
    instance.chmod(0o755)
    answer = CliRunner().invoke(main, ["doctor"])
    assert answer.exit_code == 0
    assert f"others can list {instance} but can't read the files" in answer.output


def test_what_commands_write_is_for_one_user(
    instance: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = laid(instance).split("/")[-2]
    for name, command in (
        ("one.jsonl", ["export", session, "-o"]),
        ("all.zip", ["export", "--all", "-o"]),
        ("copy.db", ["backup"]),
    ):
        os.umask(0o000)
        answer = CliRunner().invoke(main, [*command, str(tmp_path / name)])
        assert answer.exit_code == 0, answer.output
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600, name
    os.umask(0o000)
    assert CliRunner().invoke(main, ["contract", "4S", "--made", "10"]).exit_code == 0
    assert os.umask(0o000) == 0o077, "one that opens no database"
    restored = tmp_path / "restored"
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(restored))
    answer = CliRunner().invoke(main, ["restore", str(tmp_path / "copy.db")])
    assert answer.exit_code == 0, answer.output
    found = modes(restored)
    assert found.pop(".") == 0o700 and set(found.values()) == {0o600}, found
