"""The commands, as they are typed."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from scorekeeper.__main__ import main
from scorekeeper.cli import doctor
from scorekeeper.cli.doctor import file_system
from scorekeeper.exports.session_file import write
from scorekeeper.store import Store
from tests.adopting import adopt
from tests.engines import another_program
from tests.exports import sheets

ROOT = Path(__file__).resolve().parent.parent


def run(*words: str, given: bytes | None = None) -> Result:
    return CliRunner().invoke(main, list(words), input=given)


def rubber(**header: Any) -> bytes:
    lines: list[dict[str, Any]] = [
        {"scorekeeper": 1, "game": "bridge", **header},
        {"kind": "seated", "facts": {"person": "Ada", "seat": "N"}},
        {"kind": "contract", "facts": {"contract": "4S", "declarer": "N"}},
        {"kind": "tricks", "facts": {"tricks": 10}},
        {"count": 3},
    ]
    return "".join(f"{json.dumps(line)}\n" for line in lines).encode()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "rubber.jsonl"
    path.write_bytes(rubber(session="kitchen-1"))
    return path


def test_score_prints_the_sheet_as_json(file: Path) -> None:
    answer = run("score", str(file))
    assert answer.exit_code == 0
    sheet = json.loads(answer.stdout)
    assert sheet["totals"]["NS"] == {"below": 120, "above": 0, "total": 120}
    assert sheet["chained"] is False


def test_score_reads_standard_input() -> None:
    answer = run("score", "-", given=rubber())
    assert json.loads(answer.stdout)["totals"]["NS"]["total"] == 120


def test_score_needs_no_database(file: Path, instance: Path) -> None:
    assert run("score", str(file)).exit_code == 0
    assert not instance.exists()


@pytest.mark.parametrize(
    ("spoil", "where", "reason"),
    [
        (lambda data: data.rsplit(b"\n", 2)[0], "line 4", "cut off"),
        (lambda data: data.replace(b'"tricks": 10', b'"tricks": 15'), "line 4", "15"),
        (lambda data: data.replace(b'"4S"', b'"8S"'), "line 3", "Level 8"),
        (lambda data: data.replace(b'"bridge"', b'"poker"'), "line 1", "poker"),
        (lambda data: b"", "line 1", "session file"),
    ],
)
def test_a_file_that_is_refused_names_line_and_reason(
    tmp_path: Path, spoil: Any, where: str, reason: str
) -> None:
    path = tmp_path / "spoilt.jsonl"
    path.write_bytes(spoil(rubber()))
    for command in ("score", "import"):
        answer = run(command, str(path))
        assert answer.exit_code == 1
        if command == "score":
            refused = json.loads(answer.stdout)["refused"]
            assert f"line {refused['line']}" == where and "." in refused["code"]
            assert refused["why"] in answer.stderr and reason in str(refused)
        else:
            assert answer.stdout == ""
        assert f"spoilt.jsonl, {where}:" in answer.stderr
        assert reason in answer.stderr
        assert "%(" not in answer.stderr


def test_a_file_that_is_not_there_is_refused() -> None:
    assert run("score", "nowhere.jsonl").exit_code == 2


def test_import_then_export_then_import(file: Path, instance: Path, tmp_path: Path) -> None:
    first = run("import", str(file))
    assert first.exit_code == 0
    assert "kitchen-1 of 3 entries is in the database now" in first.stdout
    assert "already" in run("import", str(file)).stdout
    out = tmp_path / "out.jsonl"
    assert run("export", "kitchen-1", "-o", str(out)).exit_code == 0
    assert run("export", "kitchen-1").stdout_bytes == out.read_bytes()
    assert json.loads(run("score", str(out)).stdout)["chained"] is True
    assert "already" in run("import", str(out)).stdout


def test_import_refuses_another_log_of_a_session(file: Path, instance: Path) -> None:
    run("import", str(file))
    file.write_bytes(rubber(session="kitchen-1").replace(b"Ada", b"Eve"))
    answer = run("import", str(file))
    assert answer.exit_code == 1
    assert "kitchen-1" in answer.stderr


def test_export_of_an_unknown_session_names_those_there_are(file: Path, instance: Path) -> None:
    run("import", str(file))
    answer = run("export", "kitchen-2", "-o", str(file.with_name("out")))
    assert answer.exit_code == 1
    assert "kitchen-1" in answer.stderr
    assert not file.with_name("out").exists()


def test_export_from_an_empty_database_says_so(instance: Path) -> None:
    answer = run("export", "kitchen-1")
    assert answer.exit_code == 1
    assert "It has none" in answer.stderr


@pytest.mark.parametrize("command", ["export", "pdf"])
def test_what_cannot_be_written_is_said(file: Path, instance: Path, command: str) -> None:
    run("import", str(file))
    what = "kitchen-1" if command == "export" else str(file)
    out = file.with_name("nowhere") / "out"
    answer = run(command, what, "-o", str(out))
    assert answer.exit_code == 1
    assert answer.stderr.startswith("Error: ")
    assert str(out) in answer.stderr


def test_what_is_no_text_does_not_reach_the_terminal(tmp_path: Path) -> None:
    rubbish = tmp_path / "rubbish"
    rubbish.write_bytes(b"\x1b]0;gone\x07\xff\x9b2J")
    answer = run("score", str(rubbish))
    assert answer.exit_code == 1
    assert answer.stderr.replace("\n", "").isprintable()


def test_a_foreign_database_is_refused_by_name(file: Path, instance: Path) -> None:
    instance.mkdir()
    (instance / "scorekeeper.db").write_text("not a database" * 100)
    answer = run("import", str(file))
    assert answer.exit_code == 1
    assert "scorekeeper.db" in answer.stderr


def test_score_prints_utf8_on_any_terminal(file: Path) -> None:
    command = [sys.executable, "-m", "scorekeeper", "score", str(file)]
    found = subprocess.run(
        command, env={"PYTHONIOENCODING": "ascii"}, cwd=ROOT, capture_output=True, check=True
    )
    assert "♠" in json.loads(found.stdout.decode())["sections"][0]["rows"][0]["facts"]["contract"]


# ---- doctor ----


def test_doctor_of_a_new_installation(instance: Path) -> None:
    answer = run("doctor")
    assert answer.exit_code == 0, answer.output
    assert "none yet" in answer.output
    assert str(instance) in answer.output
    assert not instance.exists()


def test_doctor_names_versions_journal_mode_and_why(file: Path, instance: Path) -> None:
    run("import", str(file))
    answer = run("doctor")
    assert answer.exit_code == 0, answer.output
    for word in ("SQLite", "Journal", "WAL-reset bug", "scorekeeper.db", "Pango", "sqlite-utils"):
        assert word in answer.output
    assert "1 with 3 entries; every chain holds" in answer.output


def test_doctor_makes_the_lists_anew(file: Path, instance: Path) -> None:
    assert "nothing to make anew" in run("doctor", "--rebuild").output
    run("import", str(file))
    database = instance / "scorekeeper.db"
    with another_program(database) as other:
        other.execute("UPDATE session_index SET game = 'rook'")
        other.execute("DELETE FROM people")
    answer = run("doctor", "--rebuild")
    assert answer.exit_code == 0
    assert "made anew from the logs; sessions: 1." in answer.output
    sql = "SELECT game, person FROM session_index JOIN people USING (session_id)"
    with another_program(database) as other:
        assert other.execute(sql).fetchall() == [("bridge", "ada")]


def test_doctor_finds_an_entry_that_was_changed(file: Path, instance: Path) -> None:
    run("import", str(file))
    with another_program(instance / "scorekeeper.db") as other:
        other.execute("DROP TRIGGER events_stay")
        other.execute("UPDATE events SET facts = '{\"tricks\":13}' WHERE seq = 3")
    answer = run("doctor")
    assert answer.exit_code == 1
    assert "! kitchen-1" in answer.output
    assert "entry 3" in answer.output


def test_doctor_finds_facts_that_can_not_be_read(file: Path, instance: Path) -> None:
    run("import", str(file))
    with another_program(instance / "scorekeeper.db") as other:
        other.execute("DROP TRIGGER events_stay")
        other.execute("UPDATE events SET kind = 'bribe' WHERE seq = 3")
    answer = run("doctor")
    assert answer.exit_code == 1
    assert "can't be read" in answer.output


def test_doctor_finds_a_database_that_is_none(instance: Path) -> None:
    instance.mkdir()
    (instance / "scorekeeper.db").write_text("not a database" * 100)
    answer = run("doctor")
    assert answer.exit_code == 1
    assert "! Database" in answer.output


def test_doctor_says_how_to_get_pango(instance: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    answer = run("doctor")
    assert answer.exit_code == 0
    assert any(command in answer.output for command in doctor.PANGO.values())


def test_doctor_warns_of_a_network_disk(instance: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "file_system", lambda folder: "nfs4")
    answer = run("doctor")
    assert answer.exit_code == 1
    assert "nfs4" in answer.output


def test_the_file_system_of_a_folder_is_that_of_its_nearest_mount(tmp_path: Path) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text(
        "/dev/vda / ext4 rw 0 0\nnas:/x /mnt/nas\\040one nfs4 rw 0 0\ntmpfs /mnt tmpfs rw 0 0\n"
    )
    assert file_system(Path("/mnt/nas one/cards"), mounts) == "nfs4"
    assert file_system(Path("/mnt/nas"), mounts) == "tmpfs"
    assert file_system(Path("/home"), mounts) == "ext4"
    assert file_system(Path("/home"), tmp_path / "nothing") == ""


def test_a_session_is_hidden_shown_and_deleted(file: Path, instance: Path, tmp_path: Path) -> None:
    run("import", str(file))
    assert "out of the lists" in run("hide", "kitchen-1").stdout
    assert "in the lists" in run("hide", "kitchen-1", "--show").stdout
    assert run("hide", "kitchen-2").exit_code == 1
    out = tmp_path / "kept.jsonl"
    assert run("delete", "kitchen-1", "--yes").exit_code == 2
    assert run("delete", "kitchen-1", "-o", str(out)).exit_code == 1  # nobody has said yes
    assert run("delete", "kitchen-2", "-o", str(out), "--yes").exit_code == 1
    assert "kitchen-1 is deleted" in run("delete", "kitchen-1", "-o", str(out), "--yes").stdout
    assert run("export", "kitchen-1").exit_code == 1
    assert "in the database now" in run("import", str(out)).stdout
    assert "is deleted" in run("delete", "kitchen-1", "--without-file", "--yes").stdout


def test_a_table_that_phones_play_at_goes_on_and_says_that_it_came_from_a_file(
    instance: Path, tmp_path: Path
) -> None:
    session = sheets.rubber()
    store = Store(instance / "scorekeeper.db")
    adopt(store, session.header, session.log[:7])
    store.phones.host("evening-1", "a" * 64, (), "2026-11-20T20:00:00Z")
    store.close()
    path = tmp_path / "evening.jsonl"
    path.write_text(write(session))
    assert "in the database now" in run("import", str(path)).stdout
    assert "already" in run("import", str(path)).stdout
    lines = run("export", "evening-1").stdout.splitlines()
    fact = {"first": 8, "last": session.last}
    assert json.loads(lines[-2])["facts"] == fact
    assert json.loads(lines[-2])["kind"] == "from-file"
