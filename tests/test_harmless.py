"""A folder of others keeps its mode, our files in it are closed, a diagnosis changes
nothing."""

import errno
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from scorekeeper import create_app, places
from scorekeeper.__main__ import COMMANDS, main
from scorekeeper.cli import doctor, pocket
from scorekeeper.cli.faults import said_of
from scorekeeper.store import NotOurDatabase, Store, sqlite
from scorekeeper.store.sqlite import SqliteFile, opened_to_read
from tests.engines import another_program
from tests.rubbers import rubber
from tools.keep_release import RELEASES

pytestmark = [
    pytest.mark.own_engine,
    pytest.mark.skipif(os.name != "posix", reason="modes of files are POSIX's"),
]
SHARED = (0o1777, 0o755, 0o775)
"""The modes of folders in which others may look about, or keep their own files."""
MAKING = {
    "open",
    "os.mkdir",
    "os.link",
    "os.rename",
    "os.remove",
    "os.chmod",
    "os.scandir",
}
"""What Python says that it is about to do, at each of which the folder is looked at."""
Heard = Callable[[str, tuple[Any, ...]], None]
_hearing: list[Heard] = []


def _hear(event: str, told: tuple[Any, ...]) -> None:
    if _hearing and event in MAKING:
        hear = _hearing.pop()  # what it does itself is not heard
        hear(event, told)
        _hearing.append(hear)


sys.addaudithook(_hear)


def run(*words: str, given: bytes | None = None) -> Result:
    os.umask(0)  # as a careless system sets it
    return CliRunner().invoke(main, list(words), input=given)


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture(autouse=True)
def umask_again() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


@contextmanager
def watched(folder: Path, mode: int) -> Iterator[None]:
    """Look at what is in the folder, and at its own mode, again and again. No mode may
    be changed there, so that each file had from the start the mode that it is seen
    with."""
    wide: list[str] = []
    count = 0

    def look(event: str, told: tuple[Any, ...]) -> None:
        nonlocal count
        count += 1
        if event == "os.chmod" and str(told[0]).startswith(str(folder)):
            wide.append(f"the mode of {told[0]} was changed")
        if os.stat(folder).st_mode & 0o7777 != mode:
            wide.append(f"the folder, before {event} {told}")
        for name in os.listdir(folder):
            try:
                found = os.lstat(folder / name)
            except FileNotFoundError:
                continue
            if not name.startswith("others") and found.st_mode & 0o077:
                wide.append(f"{name}: {found.st_mode:o}, before {event} {told}")

    _hearing.append(look)
    try:
        yield
    finally:
        _hearing.clear()
    look("end", ())
    assert not wide, wide[:5]
    assert count > 10


@pytest.fixture(params=SHARED, ids=oct)
def shared(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Path]:
    """A folder of others, which is the data folder too, and is watched."""
    folder = tmp_path / "shared"
    folder.mkdir()
    (folder / "others.txt").write_text("not ours")
    (folder / "others.txt").chmod(0o644)
    folder.chmod(request.param)
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(folder))
    with watched(folder, request.param):
        yield folder
    assert mode_of(folder) == request.param
    assert mode_of(folder / "others.txt") == 0o644


def words_of_all(shared: Path) -> list[tuple[str, ...]]:
    """Every command but `serve`, in an order in which each has something to do."""
    file = str(shared.parent / "rubber.jsonl")
    Path(file).write_bytes(rubber(session="kitchen-1"))
    return [
        ("contract", "4S", "--made", "9"),
        ("score", file),
        ("pdf", file, "-o", str(shared / "sheet.pdf")),
        ("import", file),
        ("export", "kitchen-1", "-o", str(shared / "kitchen.jsonl")),
        ("export", "--all", "-o", str(shared / "all.zip")),
        ("hide", "kitchen-1"),
        ("list",),
        ("words",),
        ("host-link", "kitchen-1"),
        ("house", "--link"),
        ("doctor",),
        ("doctor", "--rebuild"),
        ("backup", str(shared / "copy.db")),
        ("verify", str(shared / "copy.db")),
        ("move", str(shared / "moved.db")),
        ("delete", "kitchen-1", "-o", str(shared / "kept.jsonl"), "--yes"),
        ("restore", str(shared / "copy.db"), "--force"),
        ("migrate",),
    ]


def test_no_command_changes_a_folder_of_others_or_opens_a_file(shared: Path) -> None:
    done = set()
    is_open_to_all = bool(mode_of(shared) & 0o022)
    for words in words_of_all(shared):
        answer = run(*words)
        is_refused = words[0] == "migrate" or (words[0] == "doctor" and is_open_to_all)
        assert answer.exit_code == is_refused, (words, answer.output)
        done.add(words[0])
    assert done | {"serve", "pocket"} == COMMANDS.keys()


def test_no_opening_of_a_database_does(shared: Path) -> None:
    path = shared / "scorekeeper.db"
    openings: tuple[Callable[[], object], ...] = (
        lambda: SqliteFile(path).close(),
        lambda: Store(path).close(),
        lambda: Store(shared / "alone.db", is_alone=True).close(),
        lambda: sqlite.connect(shared / "new.db").close(),
        lambda: places.secret_key(shared),
        lambda: (
            create_app({"TESTING": True, "INSTANCE": str(shared)})
            .extensions["store"]
            .close()
        ),
    )
    for opening in openings:
        os.umask(0)
        opening()


@pytest.mark.parametrize("is_safe", [True, False], ids=["wal", "journal"])
def test_what_lies_beside_a_database_is_as_closed_as_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_safe: bool
) -> None:
    """Whatever mask the process has by then."""
    monkeypatch.setattr(sqlite, "is_safe_for_wal", lambda version: is_safe)
    tmp_path.chmod(0o1777)
    engine = SqliteFile(tmp_path / "scorekeeper.db")
    os.umask(0)

    def looked(db: Any) -> list[str]:
        db.execute("CREATE TABLE more (n)")
        return sorted(
            path.name for path in tmp_path.iterdir() if mode_of(path) == 0o600
        )

    beside = ["-shm", "-wal"] if is_safe else ["-journal"]
    assert engine.write(looked) == [
        "scorekeeper.db",
        *(f"scorekeeper.db{end}" for end in beside),
    ]
    engine.close()


def test_the_pocket_s_folder_keeps_its_mode_if_it_was_there(tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.mkdir()
    (there / "old").mkdir()
    (there / "old" / "page").write_text("old")
    there.chmod(0o1777)
    made = {"sw.js": b"", "files/page": b"new"}
    pocket.write(made, there)
    assert mode_of(there) == 0o1777
    pocket.write(made, tmp_path / "new")
    assert mode_of(tmp_path / "new") == 0o755, "a web server reads it"
    for folder in (there, tmp_path / "new"):
        assert sorted(path.name for path in folder.rglob("*")) == [
            "files",
            "page",
            "sw.js",
        ]
        assert mode_of(folder / "files") == 0o755


def test_programs_of_others_are_not_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compiled templates are programs: those in a folder that others may write to are
    not read."""
    monkeypatch.delenv("SCOREKEEPER_TEMPLATES")
    assert places.compiled_templates(tmp_path) == tmp_path / "templates"
    (tmp_path / "templates").chmod(0o777)
    assert places.compiled_templates(tmp_path) is None
    app = create_app({"TESTING": True, "INSTANCE": str(tmp_path)})
    assert app.jinja_env.bytecode_cache is None
    app.extensions["store"].close()


# ---- a diagnosis changes nothing ----


def found_in(folder: Path) -> dict[str, tuple[int, int, bytes]]:
    """Everything there: mode, time of the last change, content."""
    found = {}
    for path in (folder, *sorted(folder.rglob("*"))):
        state = path.stat()
        content = b"" if path.is_dir() else path.read_bytes()
        found[str(path)] = (state.st_mode, state.st_mtime_ns, content)
    return found


def left_by_a_kill(path: Path, endings: tuple[str, ...]) -> None:
    """As a program leaves it that is killed within a transaction."""
    engine = SqliteFile(path.with_name("running.db"))
    engine.writer.execute("PRAGMA cache_size = 1")
    engine.writer.execute("BEGIN IMMEDIATE")
    for _ in range(300):
        engine.writer.execute(
            "INSERT INTO phones VALUES (lower(hex(randomblob(32))), '', '')"
        )
    for ending in ("", *endings):
        shutil.copy(
            path.with_name(f"running.db{ending}"), path.with_name(path.name + ending)
        )
    engine.writer.rollback()
    engine.close()
    for left in path.parent.glob("running.db*"):
        left.unlink()


def idle(path: Path) -> None:
    Store(path).close()


def with_files_beside(path: Path) -> None:
    """As a program leaves it that may not write, or was killed between two entries."""
    left_by_a_kill(path, ("-wal", "-shm"))


def without_index(path: Path) -> None:
    left_by_a_kill(path, ("-wal",))


def of_a_release(path: Path) -> None:
    """It would be brought to this release by the next command that writes."""
    oldest = sorted(RELEASES.glob("*/*.db"))[0]
    shutil.copy(oldest, path)


STATES = (idle, with_files_beside, without_index, of_a_release)


@pytest.mark.parametrize("state", STATES)
def test_a_diagnosis_changes_nothing(
    instance: Path, state: Callable[[Path], None]
) -> None:
    instance.mkdir()
    path = instance / "scorekeeper.db"
    state(path)
    path.chmod(0o644)
    instance.chmod(0o777)
    file = instance / "rubber.jsonl"
    file.write_bytes(rubber(session="kitchen-1"))
    before = found_in(instance)
    for words, is_wrong in (
        (("doctor",), True),
        (("verify", str(path)), False),
        (("verify", str(file)), True),  # it has no hashes
        (("score", str(file)), False),
    ):
        answer = run(*words)
        assert answer.exit_code == is_wrong, answer.output
        if words == ("doctor",):
            assert f"! Access       others can read {path}" in answer.output
            assert "every chain holds" in answer.output
        assert found_in(instance) == before, words


def test_nor_does_one_of_a_journal_that_was_left(
    instance: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The transaction that was under way is undone in a copy; what was saved is
    read."""
    monkeypatch.setattr(sqlite, "is_safe_for_wal", lambda version: False)
    instance.mkdir(mode=0o700)
    path = instance / "scorekeeper.db"
    left_by_a_kill(path, ("-journal",))
    before = found_in(instance)
    assert run("doctor").exit_code == 0
    with opened_to_read(path) as db:
        assert db.execute("SELECT count(*) FROM phones").fetchone() == (0,)
    assert found_in(instance) == before


def test_a_diagnosis_beside_a_server_changes_nothing(instance: Path) -> None:
    store = Store(instance / "scorekeeper.db")
    store.run("DELETE FROM openings")
    before = {path: state[:2] for path, state in found_in(instance).items()}
    assert run("doctor").exit_code == 0
    assert {path: state[:2] for path, state in found_in(instance).items()} == before
    store.close()


def test_what_is_written_while_it_is_read_without_a_lock_is_said(
    tmp_path: Path,
) -> None:
    path = tmp_path / "scorekeeper.db"
    Store(path).close()
    with (
        pytest.raises(NotOurDatabase, match="changed while it was read"),
        opened_to_read(path),
        another_program(path) as other,
    ):
        other.execute("CREATE TABLE more (n)")
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def test_a_diagnosis_of_a_server_s_database_makes_nothing(cluster: Any) -> None:
    address = cluster.database()
    bare = f"{address}{'&' if '?' in address else '?'}options=-csearch_path%3Dbare"
    with another_program(address) as other:
        other.execute("CREATE SCHEMA bare")
        answer = run("verify", bare)
        assert answer.exit_code == 1 and "nothing of this program" in answer.output, (
            answer.output
        )
        assert other.execute("SELECT to_regclass('bare.migrations')").fetchone() == (
            None,
        )
        other.execute("DROP SCHEMA bare")
    cluster.empty_again(address)


# ---- a data folder that can't be used ----


def opening_commands(folder: Path) -> list[tuple[str, ...]]:
    """Every command that opens the data folder."""
    file = folder / "rubber.jsonl"
    file.write_bytes(rubber(session="kitchen-1"))
    copy = folder / "copy.db"
    Store(copy).close()
    for path in (file, copy):
        path.chmod(0o644)
    return [
        ("backup", str(folder / "kept.db")),
        ("delete", "kitchen-1", "--without-file", "--yes"),
        ("doctor",),
        ("doctor", "--rebuild"),
        ("export", "kitchen-1"),
        ("hide", "kitchen-1"),
        ("host-link", "kitchen-1"),
        ("house",),
        ("import", str(file)),
        ("move", str(folder / "moved.db")),
        ("restore", str(copy), "--force"),
        ("serve", "--host", "127.0.0.1"),
    ]


def is_a_file(instance: Path) -> None:
    instance.write_text("not a folder")


def is_below_a_file(instance: Path) -> None:
    instance.parent.write_text("not a folder")


def is_closed(instance: Path) -> None:
    instance.mkdir(mode=0o700)
    Store(instance / "scorekeeper.db").close()


def is_below_a_closed_one(instance: Path) -> None:
    instance.mkdir()
    Store(instance / "scorekeeper.db").close()
    instance.parent.chmod(0o700)


def cannot_be_made(instance: Path) -> None:
    instance.parent.chmod(0o755)


def holds_a_closed_database(instance: Path) -> None:
    instance.mkdir()
    Store(instance / "scorekeeper.db").close()
    instance.chmod(0o777)


def holds_a_folder(instance: Path) -> None:
    (instance / "scorekeeper.db").mkdir(parents=True)
    instance.chmod(0o777)


TROUBLES = {
    is_a_file: "is a file",
    is_below_a_file: "is a file",
    is_closed: "belongs to root",
    is_below_a_closed_one: "belongs to root",
    cannot_be_made: "belongs to root",
    holds_a_closed_database: "belongs to root",
    holds_a_folder: "is a folder",
}


@pytest.fixture
def outside() -> Iterator[Path]:
    """A folder that every user can come to."""
    folder = Path(tempfile.mkdtemp(prefix="sk-data-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be another user")
@pytest.mark.parametrize("trouble", TROUBLES)
def test_a_data_folder_that_cannot_be_used_is_said_in_words(
    outside: Path, monkeypatch: pytest.MonkeyPatch, trouble: Callable[[Path], None]
) -> None:
    """As another user, who owns the files beside it alone."""
    instance = outside / "above" / "instance"
    if trouble is not is_below_a_file:
        instance.parent.mkdir(mode=0o777)
    trouble(instance)
    own = outside / "own"
    own.mkdir()
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(instance))
    commands = opening_commands(own)
    os.chown(own, 12345, 12345)
    # it reads modules of its own
    monkeypatch.setattr(doctor, "_paper", lambda: iter(()))
    for words in commands:
        CliRunner().invoke(main, [words[0], "--help"])  # modules are read as who may
    os.seteuid(12345)
    try:
        answers = [(words, run(*words)) for words in commands]
    finally:
        os.seteuid(0)
    for words, answer in answers:
        assert answer.exit_code == 1, (words, answer.output, answer.exception)
        assert isinstance(answer.exception, SystemExit), (words, answer.exception)
        wrong = [
            line
            for line in answer.output.splitlines()
            if line.startswith(("Error:", "! "))
        ]
        assert wrong, (words, answer.output)
        if words != ("doctor",):
            assert answer.output.splitlines() == wrong and len(wrong) == 1, words
        assert any(TROUBLES[trouble] in line for line in wrong), (words, wrong)
        assert any("SCOREKEEPER_" in line for line in wrong), (words, wrong)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (errno.ENOSPC, "The disk of {} is full. Make room on it, and start again."),
        (errno.EROFS, "{} is on a disk that can only be read. Name another folder in"),
        (errno.EIO, "{} can't be used (Input/output error). Name another folder in"),
    ],
)
def test_a_disk_that_takes_nothing_is_said_in_words(
    instance: Path, code: int, said: str
) -> None:
    fault = OSError(code, os.strerror(code), str(instance))
    assert said_of(fault).startswith(said.format(instance))


def test_a_full_disk_is_said_in_words(
    instance: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite finds it out when it makes its tables."""
    settings = sqlite._set
    few = "max_page_count = 2"
    monkeypatch.setattr(sqlite, "_set", lambda db, *given: settings(db, few, *given))
    answer = run("import", "-", given=rubber())
    assert answer.exit_code == 1
    assert answer.output.splitlines() == [
        f"Error: The disk of {instance / 'scorekeeper.db'} is full. "
        "Make room on it, and start again."
    ]
