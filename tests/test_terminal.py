"""What reaches a terminal: no name, whatever is in it, is obeyed there."""

import io
import json
import os
import pty
import re
import subprocess
import sys
import unicodedata
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scorekeeper.__main__ import COMMANDS, main
from scorekeeper.cli import pocket, terminal
from scorekeeper.cli.terminal import Shown, one_line, say, shown
from scorekeeper.core.evening import Seated
from scorekeeper.core.seats import Seat
from scorekeeper.exports.session_file import write
from scorekeeper.games import GAMES
from scorekeeper.store import Store
from tests.adopting import adopt
from tests.conftest import ROOT
from tests.exports import sheets

HOSTILE = "\x1b[31m\x1b]0;x\x07\r\x9b2J\u202e\u2066\u200f\x7f"
FORGED = "Ada\nforged.jsonl: holds."
BIDI = set("\u061c\u200e\u200f") | {
    chr(n) for n in (*range(0x2028, 0x202F), *range(0x2066, 0x206A))
}


def run(*words: str, given: bytes | None = None) -> Result:
    return CliRunner().invoke(main, list(words), input=given)


def is_obeyed(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cs") or character in BIDI


def assert_is_plain(answer: Result) -> None:
    """Nothing but text and line ends, and no line that a name has made."""
    for said in (answer.stdout_bytes.decode(), answer.stderr_bytes.decode()):
        assert not {one for one in said if is_obeyed(one)} - {"\n"}
        assert not re.search("^forged", said, re.MULTILINE)
    assert answer.exception is None or isinstance(answer.exception, SystemExit), (
        answer.exception
    )


# Long: a list of files, each hostile in a way of its own.
@pytest.fixture
def hostile(tmp_path: Path, instance: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of a hostile name with files of hostile names, and a database of such
    names."""
    folder = tmp_path / f"{HOSTILE}{FORGED}"
    folder.mkdir()
    table = sheets.Table(GAMES["bridge"], people=(), session_id="evening-1")
    for person, seat in (
        (f"Ada{HOSTILE}", "N"),
        (FORGED, "E"),
        ("Zoë\x9b", "S"),
        ("Eve", "W"),
    ):
        table.enter(Seated(person, Seat(seat)))
    session = table.session
    (folder / "session.jsonl").write_text(write(session))
    (folder / "spoilt.jsonl").write_text(
        json.dumps({"scorekeeper": 1, "game": FORGED + HOSTILE})
    )
    (folder / "field.jsonl").write_text(
        json.dumps({"scorekeeper": 1, "game": "bridge", FORGED: 1})
    )
    (folder / "raw.jsonl").write_bytes(
        b'{"scorekeeper"\x1b]0;x\x07\xff\x9b' + HOSTILE.encode()
    )
    (folder / "rubbish").write_bytes(b"\x1b\xff\x9b")
    with zipfile.ZipFile(folder / "archive.zip", "w") as archive:
        archive.writestr(f"{HOSTILE}{FORGED}.jsonl", write(session)[:-60])
        archive.writestr(f"{HOSTILE}{FORGED}", "")
    store = Store(instance / "scorekeeper.db")
    adopt(store, session.header, session.log)
    store.close()
    monkeypatch.chdir(folder)
    monkeypatch.setattr(pocket, "build", lambda: {"sw.js": b""})
    return folder


NAMED = f"{HOSTILE}{FORGED}"
RUNS: dict[str, list[tuple[str, ...]]] = {
    "score": [
        ("{}/session.jsonl",),
        ("{}/spoilt.jsonl",),
        ("{}/field.jsonl",),
        ("{}/raw.jsonl",),
    ],
    "pdf": [
        ("{}/raw.jsonl", "-o", "{}/x.pdf"),
        ("{}/session.jsonl", "-o", "{}/rubbish"),
    ],
    "import": [
        ("{}/session.jsonl",),
        ("{}/archive.zip",),
        ("{}/field.jsonl",),
        ("{}/rubbish",),
    ],
    "verify": [
        ("{}/session.jsonl", "--code", NAMED),
        ("{}/archive.zip",),
        ("{}/raw.jsonl",),
        ("{}/rubbish",),
        ("{}",),
    ],
    "export": [
        (NAMED,),
        ("evening-1", "-o", "{}/no/x"),
        ("--all", "-o", "{}/all.zip"),
        (NAMED, "x"),
    ],
    "list": [(), ("--json",), ("--hidden",)],
    "hide": [(NAMED,), ("evening-1",)],
    "delete": [(NAMED,), ("evening-1",), ("evening-1", "-o", "{}/kept.jsonl", "--yes")],
    "backup": [("{}",), ("{}/no/x",), ("{}/rubbish",)],
    "restore": [("{}/session.jsonl",), ("{}/rubbish",), ("{}",)],
    "move": [("{}/copy.db",), ("{}/rubbish",), ("{}/no/x",)],
    "migrate": [(), (NAMED,)],
    "doctor": [(), (NAMED,)],
    "pocket": [("{}",), ("{}/rubbish",)],
    "host-link": [(NAMED,), ("evening-1",), ("evening-1", "--port", NAMED)],
    "house": [(), ("--link",), ("--link", "--port", NAMED)],
    "serve": [("--port", NAMED), ("--host", NAMED), ("--processes", NAMED)],
    "words": [
        (),
        ("de",),
        (NAMED,),
        ("de", "--to-po", "{}/no/x"),
        ("de", "--from-po", "{}/rubbish"),
    ],
    "contract": [
        (NAMED, "--made", "9"),
        ("4S", "--made", NAMED),
        ("4S", "--made", "9", NAMED),
    ],
}
"""Each command with hostile names in the place of everything that it can be given."""


def test_every_command_is_among_these() -> None:
    assert set(RUNS) == set(COMMANDS)


@pytest.mark.parametrize("command", [one for one in RUNS if one != "serve"])
def test_no_command_lets_a_name_reach_the_terminal(command: str, hostile: Path) -> None:
    surrogate = os.fsdecode(b"\xff\x9b") + FORGED
    extra = [
        (surrogate,),
        (f"--{NAMED}",),
        ("\0" + NAMED,),
        ("-o", surrogate, surrogate),
    ]
    for words in [*RUNS[command], *extra]:
        assert_is_plain(
            run(command, *(word.replace("{}", str(hostile)) for word in words))
        )
    assert_is_plain(run(f"{command}{NAMED}"))


@pytest.mark.parametrize("words", RUNS["serve"], ids=["port", "host", "processes"])
def test_neither_does_the_server(words: tuple[str, ...], instance: Path) -> None:
    assert_is_plain(run("serve", *words))


def test_the_names_were_there_to_be_shown(hostile: Path) -> None:
    """Else the test above would find nothing in nothing."""
    said = run("verify", str(hostile / "archive.zip")).output
    assert (
        r"\u001b[31m" in said and r"\r\u009b2J\u202e" in said and r"Ada\nforged" in said
    )
    assert r"\u001b" in run("list").output
    assert json.loads(run("list", "--json").output)[0]["people"][1] == FORGED
    assert f"Ada{HOSTILE}" in json.loads(run("list", "--json").output)[0]["people"]


def test_a_session_file_is_shown_on_a_terminal_and_written_as_it_is_elsewhere(
    hostile: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (hostile / "session.jsonl").read_text()
    assert run("export", "evening-1").stdout_bytes == text.encode()
    monkeypatch.setattr(Shown, "isatty", lambda self: True, raising=False)
    answer = run("export", "evening-1")
    assert_is_plain(answer)
    assert [json.loads(one) for one in answer.stdout.splitlines()] == [
        json.loads(one) for one in text.split("\n")[:-1]
    ]
    refused = run("export", "--all", "-o", "-")
    assert refused.exit_code == 1
    assert "Name a file with -o" in refused.stderr


def on_a_terminal(*words: str) -> str:
    """What a command writes to a real terminal, its standard output and error."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "scorekeeper", *words]
    with subprocess.Popen(command, cwd=ROOT, stdout=theirs, stderr=theirs) as program:
        os.close(theirs)
        said = b"".join(_read(ours))
        program.wait()
    os.close(ours)
    return said.decode().replace("\r\n", "\n")


def _read(terminal_end: int) -> Iterator[bytes]:
    while True:
        try:
            piece = os.read(terminal_end, 65536)
        except OSError:  # Linux: the other end is closed
            return
        if not piece:
            return
        yield piece


def test_a_real_terminal_is_told_nothing_but_text() -> None:
    said = on_a_terminal("contract", NAMED, "--made", "9")
    assert "isn’t a contract" in said
    assert not {one for one in said if is_obeyed(one)} - {"\n"}


@pytest.mark.parametrize("encoding", ["ascii", "iso-8859-1", "utf-8"])
def test_a_terminal_of_another_encoding_is_told_what_it_can_show(encoding: str) -> None:
    command = [sys.executable, "-m", "scorekeeper", "contract", "4♠", "--made", "="]
    found = subprocess.run(
        command,
        env={**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"},
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    first = found.stdout.decode(encoding).splitlines()[0]
    assert first.startswith("4♠, " if encoding == "utf-8" else r"4\u2660, ")


def test_an_unexpected_fault_is_shown_as_well() -> None:
    """Its traceback is written after the command has ended, and quotes what went
    wrong."""
    code = f"""
from scorekeeper import __main__
def fail(self, ctx, name):
    raise KeyError(Fault())
class Fault:
    def __repr__(self):
        return {NAMED!r}
__main__.Commands.get_command = fail
__main__.main(["score"])
"""
    command = [sys.executable, "-c", code]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    said = found.stderr.decode()
    assert "Traceback" in said
    assert not {one for one in said if is_obeyed(one)} - {"\n"}


def test_both_streams_are_given_back(capsys: pytest.CaptureFixture[str]) -> None:
    before = (sys.stdout, sys.stderr)
    for words in (["--help"], ["nothing"], ["contract", "4S", "--made", "9"]):
        with pytest.raises(SystemExit):
            main(words)
        assert (sys.stdout, sys.stderr) == before
    capsys.readouterr()


def test_what_is_written_out_can_be_read_again_as_json() -> None:
    for n in (*range(0x100), *range(0x2000, 0x2070), 0xD800, 0xDFFF, 0x1F600):
        if n == 0x0A:
            continue
        assert not any(map(is_obeyed, shown(chr(n))))
        if chr(n) not in '"\\':
            assert json.loads(f'"{shown(chr(n))}"') == chr(n)
    assert one_line("a\nb\r\n\tc") == r"a\nb\r\n\tc"


def test_a_drawing_keeps_its_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    under = io.TextIOWrapper(io.BytesIO(), "ascii")
    monkeypatch.setattr(sys, "stdout", Shown(under))
    terminal.draw("\x1b[97;40m█\x1b[0m")
    say("\x1b[97;40mÄ\nb")
    under.seek(0)
    assert under.read() == "\x1b[97;40m?\x1b[0m\n\\u001b[97;40m\\xc4\\nb\n"


def test_nothing_in_the_commands_prints_past_the_one_way() -> None:
    """What is quoted in a line is made one line by `say`, and by no other function."""
    folder = ROOT / "scorekeeper"
    modules = [
        *(folder / "cli").glob("*.py"),
        folder / "__main__.py",
        folder / "serve.py",
    ]
    for path in modules:
        if path.name == "terminal.py":
            continue
        text = path.read_text()
        assert not re.search(r"\bprint\(|sys\.std(out|err)\.write", text), path
        for call in re.findall(r"click\.echo\(.*", text):
            assert call == "click.echo(write(session).encode(), output, nl=False)", path
