"""The program around the application: places, addresses, the server, what is
vendored."""

import hashlib
import os
import re
import shutil
import signal
import socket
import stat
import subprocess
import sys
import time
import tomllib
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
import segno
import sqlite_utils
from click.testing import CliRunner

from scorekeeper import addresses, places, serve
from scorekeeper.__main__ import main
from scorekeeper.web.page import invitations
from tests.conftest import ROOT, StartServer, free_port

VENDOR = ROOT / "static" / "vendor"


# --- places


def test_a_checkout_uses_its_own_folders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SCOREKEEPER_INSTANCE", raising=False)
    assert places.templates_folder() == ROOT / "templates"
    assert places.static_folder() == ROOT / "static"
    assert places.instance_folder() == ROOT / "instance"


def test_an_installed_package_uses_folders_inside_itself(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(places, "CHECKOUT", tmp_path)
    monkeypatch.delenv("SCOREKEEPER_INSTANCE", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert places.templates_folder() == places.PACKAGE / "_templates"
    assert places.static_folder() == places.PACKAGE / "_static"
    assert places.instance_folder() == tmp_path / "data" / "scorekeeper"


def test_the_environment_chooses_the_instance(instance: Path) -> None:
    assert places.instance_folder() == instance


def test_the_secret_key_is_made_once_and_is_private(instance: Path) -> None:
    key = places.secret_key(instance)
    path = instance / "secret_key"
    assert len(key) == 32
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert places.secret_key(instance) == key
    assert [entry.name for entry in instance.iterdir()] == ["secret_key"]


def test_starts_at_once_share_one_secret_key(instance: Path) -> None:
    with ThreadPoolExecutor(16) as pool:
        keys = set(pool.map(places.secret_key, [instance] * 64))
    assert len(keys) == 1


def test_a_secret_key_of_the_wrong_length_is_refused(instance: Path) -> None:
    instance.mkdir()
    (instance / "secret_key").write_bytes(b"short")
    with pytest.raises(ValueError, match="holds 5 bytes"):
        places.secret_key(instance)


# --- addresses


def test_no_address_is_this_computer_only() -> None:
    found = addresses.lan_addresses()
    assert len(found) == len(set(found))
    assert not [
        address for address in found if address.startswith(("127.", "169.254."))
    ]


def test_the_name_comes_second(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "lan_addresses", lambda: ["10.0.0.5", "192.168.1.7"])
    monkeypatch.setattr(socket, "gethostname", lambda: "table.example")
    assert addresses.server_urls("0.0.0.0", 8000) == [
        "http://10.0.0.5:8000/",
        "http://table.local:8000/",
        "http://192.168.1.7:8000/",
        "http://127.0.0.1:8000/",
    ]


def test_without_a_network_only_this_computer_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(addresses, "lan_addresses", list)
    assert addresses.server_urls("0.0.0.0", 8000) == ["http://127.0.0.1:8000/"]
    text = serve.invitation("0.0.0.0", 8000, is_terminal=False)
    assert "this computer only" in text
    assert "█" not in text


def test_a_chosen_host_is_the_only_address() -> None:
    assert addresses.server_urls("192.168.1.7", 80) == ["http://192.168.1.7:80/"]


def test_the_terminal_code_is_the_url_s() -> None:
    url = "http://192.168.178.20:8000/"
    upper = {"█": 1, "▀": 1}
    lower = {"█": 1, "▄": 1}
    rows: list[list[int]] = []
    for line in addresses.qr_for_terminal(url, is_coloured=False).splitlines():
        rows += [
            [1 - upper.get(c, 0) for c in line],
            [1 - lower.get(c, 0) for c in line],
        ]
    drawn = [row[4:-4] for row in rows[4 : 4 + len(rows[0]) - 8]]
    assert drawn == [list(row) for row in segno.make_qr(url).matrix]


def test_the_terminal_code_sets_both_colours() -> None:
    lines = addresses.qr_for_terminal(
        "http://10.0.0.1:8000/", is_coloured=True
    ).splitlines()
    assert all(
        line.startswith("\x1b[97;40m") and line.endswith("\x1b[0m") for line in lines
    )


def test_the_svg_code_needs_no_inline_style() -> None:
    svg = invitations.qr("http://10.0.0.1:8000/")
    assert svg.startswith("<svg")
    assert "style" not in svg


# --- the server


def test_a_taken_port_gives_the_next() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert port < serve.free_port("127.0.0.1", port) <= port + serve.PORTS_TRIED


def test_a_server_says_so_when_its_port_is_taken(instance: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        command = [sys.executable, "-m", "scorekeeper", "serve", "--host", "127.0.0.1"]
        with subprocess.Popen(
            [*command, "--port", str(port)], cwd=ROOT, stdout=subprocess.PIPE, text=True
        ) as server:
            assert server.stdout is not None
            first = server.stdout.readline()
            server.terminate()
    assert first.startswith(f"Port {port} is taken by another program; using ")
    assert "--port" in first


def test_an_address_of_another_computer_is_refused(instance: Path) -> None:
    answer = CliRunner().invoke(main, ["serve", "--host", "203.0.113.9"])
    assert answer.exit_code == 1
    assert "203.0.113.9:8000 can't be served" in answer.output


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
def test_the_server_answers_and_ends_cleanly(
    start_server: StartServer, stop: int
) -> None:
    server = start_server()
    with urllib.request.urlopen(server.url + "/") as answer:
        assert answer.status == 200
    began = time.monotonic()
    server.process.send_signal(stop)
    assert server.process.wait(timeout=60) == 0
    assert time.monotonic() - began < serve.DRAINING + 10


def test_the_server_leaves_no_control_socket(
    start_server: StartServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    server = start_server()
    server.process.terminate()
    server.process.wait(timeout=60)
    assert list(tmp_path.iterdir()) == []


def test_commands_say_what_they_do() -> None:
    answer = CliRunner().invoke(main, ["serve", "--help"])
    assert answer.exit_code == 0
    assert "--port" in answer.output


# --- what is fetched and shipped


def test_vendored_files_are_the_published_ones() -> None:
    listed = re.findall(
        r"^\| `([^`]+)` \|.*`([0-9a-f]{64})` \|$",
        (VENDOR / "VENDOR.md").read_text(),
        re.MULTILINE,
    )
    present = {path.name for path in VENDOR.iterdir()} - {"VENDOR.md"}
    assert {name for name, _ in listed} == present
    for name, digest in listed:
        assert hashlib.sha256((VENDOR / name).read_bytes()).hexdigest() == digest


def test_the_lock_file_names_the_public_index_only() -> None:
    hosts = set(re.findall(r"https?://([^/\"]+)", (ROOT / "uv.lock").read_text()))
    assert hosts <= {"pypi.org", "files.pythonhosted.org"}


def test_sqlite_is_free_of_the_wal_reset_bug() -> None:
    """Where the wheels that bundle a mended SQLite exist, sqlite-utils uses them."""
    pysqlite3 = pytest.importorskip("pysqlite3")
    with closing(sqlite_utils.Database(memory=True).conn) as connection:
        assert isinstance(connection, pysqlite3.Connection)
    assert pysqlite3.sqlite_version_info >= (3, 51, 3)


def test_the_installer_is_pinned_by_hash() -> None:
    text = (ROOT / "tools" / "uv.txt").read_text()
    assert re.search(r"^uv==\d", text, re.MULTILINE)
    assert "--hash=sha256:" in text


def test_scripts_are_sound_bash() -> None:
    for script in ("run", "test", ".ci/run", "tools/setup.sh"):
        subprocess.run(["bash", "-n", ROOT / script], check=True)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_what_another_user_installed_is_said_and_left(tmp_path: Path) -> None:
    (tmp_path / "tools").mkdir()
    (tmp_path / ".venv").mkdir()
    for name in ("uv.lock", "pyproject.toml", "tools/setup.sh"):
        shutil.copy(ROOT / name, tmp_path / name)
    os.chown(tmp_path / ".venv", 12345, 12345)
    command = ["bash", "-c", "set -e; . tools/setup.sh; prepare run"]
    answer = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert answer.returncode == 1
    (said,) = answer.stderr.splitlines()
    assert said.startswith(
        f"{tmp_path}/.venv belongs to 12345. Start this as that user, or"
    )
    assert not list((tmp_path / ".venv").iterdir())


def test_the_wheel_is_told_to_carry_what_pages_need() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    carried = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert carried == {
        "templates": "scorekeeper/_templates",
        "static": "scorekeeper/_static",
    }


def test_a_free_port_is_free() -> None:
    port = free_port()
    assert serve.free_port("127.0.0.1", port) == port
