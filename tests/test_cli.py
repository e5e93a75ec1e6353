"""The commands, as they are typed."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from pypdf import PdfWriter

from scorekeeper.__main__ import main
from scorekeeper.cli import backup, doctor, given, pocket, sessions
from scorekeeper.cli.doctor import file_system
from scorekeeper.exports.pdf import render
from scorekeeper.exports.session_file import write
from scorekeeper.store import Store
from tests.adopting import adopt
from tests.engines import another_program
from tests.exports import sheets
from tests.rubbers import rubber

ROOT = Path(__file__).resolve().parent.parent


def run(*words: str, given: bytes | None = None) -> Result:
    return CliRunner().invoke(main, list(words), input=given)


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
        (lambda data: data.replace(b'"4S"', b'"8S"'), "line 3", "level 8"),
        (lambda data: data.replace(b'"bridge"', b'"poker"'), "line 1", "poker"),
        (lambda data: data.replace(b'r": 1', b'r": 9'), "line 1", "version 9"),
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


def test_import_then_export_then_import(
    file: Path, instance: Path, tmp_path: Path
) -> None:
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


def test_export_of_an_unknown_session_names_those_there_are(
    file: Path, instance: Path
) -> None:
    run("import", str(file))
    answer = run("export", "kitchen-2", "-o", str(file.with_name("out")))
    assert answer.exit_code == 1
    assert "kitchen-1" in answer.stderr
    assert not file.with_name("out").exists()


def test_export_from_an_empty_database_says_so(instance: Path) -> None:
    answer = run("export", "kitchen-1")
    assert answer.exit_code == 1
    assert "It has no sessions" in answer.stderr


@pytest.mark.parametrize("command", ["export", "pdf"])
def test_what_cannot_be_written_is_said(
    file: Path, instance: Path, command: str
) -> None:
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
        command,
        env={"PYTHONIOENCODING": "ascii"},
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    assert (
        "♠"
        in json.loads(found.stdout.decode())["sections"][0]["rows"][0]["facts"][
            "contract"
        ]
    )


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
    for word in (
        "SQLite",
        "Journal",
        "WAL-reset bug",
        "scorekeeper.db",
        "Pango",
        "sqlite-utils",
    ):
        assert word in answer.output
    assert "1 with 3 entries; every chain holds" in answer.output


def test_doctor_makes_the_lists_anew(file: Path, instance: Path) -> None:
    assert "nothing to rebuild" in run("doctor", "--rebuild").output
    run("import", str(file))
    database = instance / "scorekeeper.db"
    with another_program(database) as other:
        other.execute("UPDATE session_index SET game = 'rook'")
        other.execute("DELETE FROM people")
    answer = run("doctor", "--rebuild")
    assert answer.exit_code == 0
    assert "rebuilt from the logs. Sessions: 1." in answer.output
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
    run("doctor", "--rebuild")
    assert "can’t be read" in run("list").stdout


def test_doctor_finds_a_database_that_is_none(instance: Path) -> None:
    instance.mkdir()
    (instance / "scorekeeper.db").write_text("not a database" * 100)
    answer = run("doctor")
    assert answer.exit_code == 1
    assert "! Database" in answer.output


def test_doctor_says_how_to_get_pango(
    instance: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    answer = run("doctor")
    assert answer.exit_code == 0
    assert any(command in answer.output for command in doctor.PANGO.values())


def test_doctor_warns_of_a_network_disk(
    instance: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "file_system", lambda folder: "nfs4")
    answer = run("doctor")
    assert answer.exit_code == 1
    assert "nfs4" in answer.output


def test_the_file_system_of_a_folder_is_that_of_its_nearest_mount(
    tmp_path: Path,
) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text(
        "/dev/vda / ext4 rw 0 0\nnas:/x /mnt/nas\\040one nfs4 rw 0 0\ntmpfs /mnt "
        "tmpfs rw 0 0\n"
    )
    assert file_system(Path("/mnt/nas one/cards"), mounts) == "nfs4"
    assert file_system(Path("/mnt/nas"), mounts) == "tmpfs"
    assert file_system(Path("/home"), mounts) == "ext4"
    assert file_system(Path("/home"), tmp_path / "nothing") == ""


def test_a_session_is_hidden_shown_and_deleted(
    file: Path, instance: Path, tmp_path: Path
) -> None:
    run("import", str(file))
    assert "out of the lists" in run("hide", "kitchen-1").stdout
    assert "in the lists" in run("hide", "kitchen-1", "--show").stdout
    assert run("hide", "kitchen-2").exit_code == 1
    out = tmp_path / "kept.jsonl"
    assert run("delete", "kitchen-1", "--yes").exit_code == 2
    # nobody has said yes
    assert run("delete", "kitchen-1", "-o", str(out)).exit_code == 1
    assert run("delete", "kitchen-2", "-o", str(out), "--yes").exit_code == 1
    assert (
        "kitchen-1 is deleted"
        in run("delete", "kitchen-1", "-o", str(out), "--yes").stdout
    )
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


# ---- what a file is ----


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    """A printed sheet, as far as a session file is inside."""
    writer = PdfWriter()
    writer.add_blank_page(100, 100)
    writer.add_attachment("session.jsonl", rubber(session="kitchen-1"))
    path = tmp_path / "sheet.pdf"
    with path.open("wb") as out:
        writer.write(out)
    return path


def test_a_printed_sheet_is_scored_and_taken_in_by_its_session_file(
    sheet: Path, file: Path, instance: Path, tmp_path: Path
) -> None:
    assert run("score", str(sheet)).stdout == run("score", str(file)).stdout
    assert (
        run("score", "-", given=sheet.read_bytes()).stdout
        == run("score", str(file)).stdout
    )
    assert (
        "kitchen-1 of 3 entries is in the database now"
        in run("import", str(sheet)).stdout
    )
    assert "already" in run("import", str(file)).stdout


def test_a_printed_sheet_is_printed_again(
    sheet: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(render, "pdf_of", lambda session, *_: session.id.encode())
    out = tmp_path / "again.pdf"
    assert run("pdf", str(sheet), "-o", str(out)).exit_code == 0
    assert out.read_bytes() == b"kitchen-1"


def test_a_file_for_another_command_names_it(
    file: Path, instance: Path, tmp_path: Path
) -> None:
    run("import", str(file))
    copy = tmp_path / "copy.db"
    archive = tmp_path / "all.zip"
    sqlite = Store(copy)
    sqlite.close()
    assert run("export", "--all", "-o", str(archive)).exit_code == 0
    for command, source, other in (
        ("restore", file, "scorekeeper import"),
        ("restore", archive, "scorekeeper import"),
        ("import", copy, "scorekeeper restore"),
        ("score", copy, "scorekeeper restore"),
        ("score", archive, "scorekeeper import"),
        ("pdf", archive, "scorekeeper import"),
    ):
        words = [
            command,
            str(source),
            *(["-o", str(tmp_path / "x")] if command == "pdf" else []),
        ]
        answer = run(*words)
        assert answer.exit_code == 1
        assert answer.stderr.startswith(f"Error: {source}: This is a")
        assert f"Use: {other}" in answer.stderr, answer.stderr


@pytest.mark.parametrize("command", ["score", "import", "verify", "restore", "pdf"])
def test_only_what_does_not_exist_is_said_not_to(command: str, tmp_path: Path) -> None:
    """Not of a folder, of a file that may not be read or of a path through a file."""
    there = tmp_path / "there"
    there.write_bytes(rubber())
    more = ("-o", str(tmp_path / "x.pdf")) if command == "pdf" else ()
    absent = run(command, str(tmp_path / "nowhere"), *more)
    assert absent.exit_code == 2
    assert "nowhere does not exist." in absent.stderr
    for path, said in (
        (tmp_path, "This is a folder. Choose"),
        (there / "within", "can't be read: Not a directory."),
        (tmp_path / ("x" * 300), "can't be read: File name too long."),
    ):
        answer = run(command, str(path), *more)
        assert answer.exit_code == 2
        assert said in answer.stderr
        assert "not exist" not in answer.stderr


def test_a_file_that_may_not_be_read_says_so(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> Any:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(given, "open", refused, raising=False)
    answer = run("verify", str(file))
    assert answer.exit_code == 2
    assert "rubber.jsonl can't be read: Permission denied." in answer.stderr


# ---- what is written ----


WRITING = {
    "export": ("export", "kitchen-1", "-o"),
    "export all": ("export", "--all", "-o"),
    "pdf": ("pdf", "rubber.jsonl", "-o"),
    "delete": ("delete", "kitchen-1", "--yes", "-o"),
    "backup": ("backup",),
    "move": ("move",),
    "pocket": ("pocket",),
}


@pytest.fixture
def no_work(
    file: Path, instance: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A database with a session, in whose folder no command may begin to work."""
    run("import", str(file))
    monkeypatch.chdir(tmp_path)

    def begun(*_: object, **__: object) -> Any:
        raise AssertionError("the destination was not looked at first")

    monkeypatch.setattr(pocket, "build", begun)
    monkeypatch.setattr(render, "pdf_of", begun)
    monkeypatch.setattr(backup.backup, "backup", begun)
    monkeypatch.setattr(backup.backup, "move", begun)
    monkeypatch.setattr(backup, "write", begun)
    monkeypatch.setattr(backup, "written", begun)


@pytest.mark.usefixtures("no_work")
@pytest.mark.parametrize("words", WRITING.values(), ids=WRITING)
def test_a_destination_is_looked_at_before_any_work(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "inside").write_text("mine")
    (tmp_path / "text").write_text("mine")
    lacking = ["nowhere/x"] if words[0] != "pocket" else []
    for dest in [
        *lacking,
        "text",
        "text/x",
        "folder" if words[0] != "backup" else "text",
    ]:
        answer = run(*words, dest)
        assert answer.exit_code == 1, (dest, answer.output)
        assert answer.stderr.startswith(f"Error: {dest}"), answer.stderr
        assert not (tmp_path / "nowhere").exists()
    monkeypatch.setattr(given.os, "access", lambda *_: False)
    answer = run(*words, "x")
    assert answer.exit_code == 1
    assert "you may not write" in answer.stderr
    assert (
        (tmp_path / "text").read_text()
        == (tmp_path / "folder" / "inside").read_text()
        == "mine"
    )


def test_what_is_of_another_kind_is_not_overwritten(
    file: Path, instance: Path, tmp_path: Path
) -> None:
    run("import", str(file))
    database = instance / "scorekeeper.db"
    out = tmp_path / "out.jsonl"
    if database.exists():
        answer = run("export", "kitchen-1", "-o", str(database))
        assert "already exists: a Scorekeeper database" in answer.stderr
    before = file.read_bytes()
    answer = run("pdf", str(file), "-o", str(file))
    assert answer.exit_code == 1
    assert "already exists: a session file. Name another file." in answer.stderr
    assert file.read_bytes() == before
    for _ in range(2):
        assert run("export", "kitchen-1", "-o", str(out)).exit_code == 0
    assert run("export", "kitchen-1", "-o", "/dev/null").exit_code == 0


# ---- deleting, and what there is ----


def ask(*words: str, answer: str) -> Result:
    return run(*words, given=answer.encode())


def test_before_it_asks_delete_says_what_goes_and_whether_a_copy_is_kept(
    file: Path, instance: Path, tmp_path: Path
) -> None:
    run("import", str(file))
    for words, copy in (
        (("delete", "kitchen-1"), "No copy will be kept"),
        (("delete", "kitchen-1", "--without-file"), "No copy will be kept"),
        (
            ("delete", "kitchen-1", "-o", str(tmp_path / "x")),
            f"will be {tmp_path / 'x'}.",
        ),
    ):
        said = ask(*words, answer="n\n")
        assert said.exit_code == 1
        asked = said.output.partition("Delete it?")[0]
        assert copy in asked and "Ada" in asked and "kitchen-1" in asked
        assert not (tmp_path / "x").exists()
    unknown = ask("delete", "kitchen-2", answer="y\n")
    assert "Delete it?" not in unknown.output
    assert "is deleted." in ask("delete", "kitchen-1", answer="y\n").output
    assert run("export", "kitchen-1").exit_code == 1


@pytest.fixture
def three(instance: Path, tmp_path: Path) -> None:
    """Two sessions in the lists and a hidden one."""
    for session, people in (
        ("kitchen-1", "Ada"),
        ("summer-7", "Zoë Müller"),
        ("hidden-9", "陳小明"),
    ):
        path = tmp_path / f"{session}.jsonl"
        path.write_bytes(rubber(session=session).replace(b"Ada", people.encode()))
        assert run("import", str(path)).exit_code == 0
    run("hide", "hidden-9")


@pytest.mark.usefixtures("three")
def test_the_list_says_day_game_people_score_and_state() -> None:
    head, *rows = run("list").stdout.splitlines()
    assert head.split() == ["Day", "Session", "Game", "Players", "Score", "State"]
    assert len(rows) == 2
    (row,) = (one for one in rows if "kitchen-1" in one)
    for said in ("Jan 1, 1970", "Contract bridge", "Ada", "120 : 0", "Deal 2"):
        assert said in row
        assert len(row[: row.index(said)]) in [head.index(one) for one in head.split()]
    shown = run("list", "--hidden").stdout
    assert "hidden-9" in shown and "(hidden)" in shown


@pytest.mark.usefixtures("three")
@pytest.mark.parametrize("wide", [40, 60, 80, 100])
def test_the_list_fits_a_terminal(wide: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(wide))
    for line in run("list", "--hidden").stdout.splitlines():
        assert sessions.width(line) <= wide
        assert any(
            one in line for one in ("Session", "kitchen-1", "summer-7", "hidden-9")
        )


@pytest.mark.usefixtures("three")
def test_the_list_speaks_the_language_of_its_reader(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    # as Python sets it where it has no such locale
    monkeypatch.setenv("LC_CTYPE", "C.UTF-8")
    monkeypatch.setenv("LANG", "de_AT.UTF-8")
    said = run("list", "--hidden").stdout
    assert said.split()[:6] == [
        "Tag",
        "Sitzung",
        "Spiel",
        "Spieler",
        "Stand",
        "Zustand",
    ]
    assert "(ausgeblendet)" in said and "01.01.1970" in said
    for other in ("C", "POSIX", "nl_NL", "@@@"):
        monkeypatch.setenv("LANG", other)
        assert run("list").stdout.startswith("Day ")
    monkeypatch.setenv("LANGUAGE", "de:en")
    assert run("list").stdout.startswith("Tag ")


@pytest.mark.usefixtures("three")
def test_the_list_as_json() -> None:
    every = json.loads(run("list", "--json", "--hidden").stdout)
    assert len(json.loads(run("list", "--json").stdout)) == 2
    found = {one["session"]: one for one in every}
    assert found["hidden-9"]["unlisted"] == "hidden"
    assert found["hidden-9"]["people"] == ["陳小明"]
    one = found["kitchen-1"]
    assert (one["game"], one["state"], one["unlisted"]) == ("bridge", "open", None)
    assert one["day"] == "1970-01-01" and one["entries"] == 3
    assert one["scores"][0] == {"party": "NS", "people": ["Ada"], "total": 120}


def test_the_list_of_a_new_installation_makes_nothing(instance: Path) -> None:
    assert run("list").stdout == "There are no sessions here yet.\n"
    assert json.loads(run("list", "--json").stdout) == []
    assert not instance.exists()


NEAREST = [
    ("kitchen-2", "kitchen-1"),
    ("KITCHEN-1", "kitchen-1"),
    ("sumer7", "summer-7"),
    ("ada", "kitchen-1"),
    ("mueller zoe", ""),
    ("muller", "summer-7"),
    ("Zoe", "summer-7"),
    ("陳小明", "hidden-9"),
    ("contract bridge", "kitchen-1"),
    ("brigde", "kitchen-1"),
]


@pytest.mark.usefixtures("three")
@pytest.mark.parametrize(
    ("command", "asked", "near"),
    [
        *(("export", *pair) for pair in NEAREST),
        *(
            (command, "sumer7", "summer-7")
            for command in ("hide", "delete", "host-link")
        ),
    ],
)
def test_a_wrong_session_names_the_nearest(command: str, asked: str, near: str) -> None:
    answer = run(command, asked)
    assert answer.exit_code == 1
    first, *rows = answer.stderr.splitlines()
    assert f"There is no session '{asked}' in " in first
    if near:
        assert first.endswith("The nearest:")
        assert any(near in row for row in rows)
    else:
        assert first.endswith(("The last ones:", "The nearest:"))
    if near and asked not in ("contract bridge", "brigde"):  # which all three are
        assert sum("Contract bridge" in row for row in rows) == 1
        assert rows[-1].endswith("scorekeeper list --hidden")
