"""The program as one phone runs it in its browser, without the browser."""

import ast
import io
import json
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from datetime import date
from fnmatch import fnmatch
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode

import nacl.exceptions
import nacl.public
import nacl.secret
import pytest
from babel import Locale, localedata
from babel.dates import format_date, format_skeleton
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent
from confusable_homoglyphs.confusables import confusables_data
from nacl import bindings

from benchmarks.counted import calls_of
from scorekeeper.cli.pocket import (
    ALIKE,
    KEPT,
    LEFT_OUT,
    PAPER_LOCALE,
    SAID,
    UNWANTED,
    _is_any,
    _package,
    _shell,
    write,
)
from scorekeeper.core.codec import canonical
from scorekeeper.core.errors import Unusable
from scorekeeper.core.messages import message
from scorekeeper.core.session import Recorded
from scorekeeper.exports.session_file import read
from scorekeeper.store import FILE_NAME
from scorekeeper.web.pocket import BEFORE, MEMORY, Pocket
from scorekeeper.words import LANGUAGES, words_in
from tests.conftest import ROOT
from tests.engines import another_program
from tests.web.conftest import HIDDEN, Visitor, app, client, visitor

__all__ = ["app", "client", "visitor"]

RELEASES = ROOT / "tests" / "data" / "releases"
SCOPE = "https://example.org/cards/"
HTML = json.dumps([["accept", "text/html"], ["accept-language", "en"]])
FORM = json.dumps([["content-type", "application/x-www-form-urlencoded"]])
Answer = tuple[int, dict[str, str], str]

LACKING = {
    *(
        "flask_compress",
        "brotli",
        "flask_limiter",
        "limits",
        "rcssmin",
        "rjsmin",
        "pypdf",
    ),
    *(
        "weasyprint",
        "gunicorn",
        "resource",
        "pysqlite3",
        "backports",
        "nacl",
        "psycopg",
    ),
}
"""What there is not in a browser."""
LEFT = [
    name.removesuffix(".py").removesuffix("/*").replace("/", ".")
    for name in LEFT_OUT.split()
    if name.startswith("scorekeeper/") and "_static" not in name
]
"""Our own modules that are not put in."""

PROCESS = f"""
import os, sys, threading
from fnmatch import fnmatch
class Finder:
    def find_spec(self, name, path=None, target=None):
        at = name.replace(".", "/")
        files = (at + ".py", at + "/__init__.py")
        is_unwanted = any(fnmatch(file, one) for file in files for one in {UNWANTED.split()})
        if name == "resource" or is_unwanted:
            raise ModuleNotFoundError(f"no {{name}} in a browser")
sys.meta_path.insert(0, Finder())
sys.path.insert(0, sys.argv[1])
del os.link
def start(self):
    raise RuntimeError("can't start new thread")
threading.Thread.start = start
from scorekeeper.web.pocket import Pocket
pocket = Pocket("https://example.org/cards/", sys.argv[2])
pocket.warm()
pocket.opened(sys.argv[3])
print(pocket.answer("GET", "/cards/", "[]").decode()[:5])
"""


def test_what_is_sent_draws_a_table_of_each_game(tmp_path: Path) -> None:
    """In a process that has the files that are sent, and of Python's own what is
    left in."""
    write(_package(), tmp_path / "sent")
    given = [tmp_path / name for name in ("sent", "one", "two")]
    made = subprocess.run(
        [sys.executable, "-I", "-S", "-W", "ignore", "-c", PROCESS, *given],
        capture_output=True,
        text=True,
    )
    assert made.stdout.strip() == "[200,", made.stderr[-2000:]


def imported(body: Iterable[ast.AST]) -> Iterator[str]:
    """What these statements import when they are run, without the functions that they
    define."""
    for node in body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (
                node.module,
                *(f"{node.module}.{alias.name}" for alias in node.names),
            )
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.expr):
            yield from imported(ast.iter_child_nodes(node))


def file_of_module(name: str) -> Path | None:
    at = ROOT.joinpath(*name.split("."))
    return next(
        (
            path
            for path in (at.with_suffix(".py"), at / "__init__.py")
            if path.is_file()
        ),
        None,
    )


def test_no_module_that_the_pocket_is_made_of_imports_one_that_is_lacking() -> None:
    importers = dict[str, str]()
    to_come = [("scorekeeper.web.app", ""), (Pocket.__module__, "")]
    while to_come:
        name, by = to_come.pop()
        path = file_of_module(name) if name.startswith("scorekeeper") else None
        if name in importers or (name.startswith("scorekeeper") and path is None):
            continue  # seen before, or a name within a module
        importers[name] = by
        if path:
            to_come += [(name.rpartition(".")[0], name)] if "." in name else []
            to_come += [
                (one, name) for one in imported(ast.parse(path.read_text()).body)
            ]
    for name, by in importers.items():
        assert name.split(".")[0] not in LACKING, f"{by} imports {name}"
        assert name not in LEFT, f"{by} imports {name}"
        assert not any(fnmatch(name, f"{one}.*") for one in LEFT), (
            f"{by} imports {name}"
        )
    assert len([name for name in importers if name.startswith("scorekeeper")]) > 50


def test_no_stream_is_iterated_which_safari_does_not_know() -> None:
    for path in (ROOT / "static" / "pocket").glob("*.js"):
        assert "for await" not in path.read_text(), path.name


@pytest.fixture
def pocket(tmp_path: Path) -> Pocket:
    return Pocket(SCOPE, str(tmp_path / "pocket"), WTF_CSRF_ENABLED=False).opened(
        str(tmp_path / "kept")
    )


def ask(pocket: Pocket, path: str, body: str | None = None) -> Answer:
    sent = ("GET", path, HTML) if body is None else ("POST", path, FORM, body.encode())
    head, _, content = pocket.answer(*sent).partition(b"\n")
    status, headers = json.loads(head)
    return status, dict(headers), content.decode()


def table_of(pocket: Pocket, below: str = "/cards/") -> str:
    people = "&".join(
        f"seat{seat}={name}" for seat, name in zip("NESW", "ABCD", strict=True)
    )
    status, headers, _ = ask(pocket, f"{below}new/bridge", people)
    assert status == 303
    return headers["Location"]


@pytest.mark.parametrize("below", ["/", "/cards/", "/~jo/a%20club/cards/"])
def test_every_address_stays_below_where_it_is_served(
    below: str, tmp_path: Path
) -> None:
    instance = str(tmp_path / "instance")
    kept = str(tmp_path / "kept")
    pocket = Pocket(
        f"https://example.org{below}", instance, WTF_CSRF_ENABLED=False
    ).opened(kept)
    table = table_of(pocket, below)
    assert table.startswith(f"{below}t/")
    asked = f"{table}ask/irregularity"
    for path in (
        below,
        table,
        f"{table}more",
        f"{table}sheet",
        asked,
        f"{asked}/revoke",
    ):
        status, headers, page = ask(pocket, path)
        assert status == 200
        assert "frame-ancestors 'self'" in headers["Content-Security-Policy"]
        for mark in ('href="/', 'action="/', 'src="/', 'hx-get="/', 'data-live="'):
            assert page.count(mark) == page.count(f"{mark}{below[1:]}"), (path, mark)
    back = dict(HIDDEN.findall(ask(pocket, f"{table}settings")[2]))["back"]
    _, headers, _ = ask(
        pocket, f"{below}theme", urlencode({"theme": "dark", "back": back})
    )
    assert headers["Location"] == f"{table}settings"


def test_no_recovery_code_is_promised_where_everything_is_on_this_phone(
    pocket: Pocket,
) -> None:
    table = table_of(pocket)
    said = ask(pocket, table)[2]
    assert "recovery code" not in said
    assert "only on this phone" in said and f'href="{table}session.jsonl"' in said
    # one paragraph: with two, the first deal was 8 pixels longer than a small phone
    assert (
        "Opened by mistake?" in said.partition("only on this phone")[2].split("</p>")[0]
    )
    assert ask(pocket, f"{table}recovery.pdf")[0] == 404


def test_the_cookies_and_the_key_are_kept_in_one_piece(
    pocket: Pocket, tmp_path: Path
) -> None:
    table = table_of(pocket)
    kept = tmp_path / "kept" / "phone.json"
    assert kept.stat().st_size % MEMORY == 0
    assert "Set-Cookie" not in ask(pocket, table)[1]
    pocket.app.extensions["store"].close()
    again = Pocket(SCOPE, str(tmp_path / "again"), WTF_CSRF_ENABLED=False)
    again.opened(str(tmp_path / "kept"))
    assert 'name="tricks"' in ask(again, table)[2]  # it is still this phone's table


def test_a_page_that_was_never_drawn_needs_no_file_of_the_first_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(
        "SCOREKEEPER_TEMPLATES", str(tmp_path / "instance" / "templates")
    )
    pocket = Pocket(SCOPE, str(tmp_path / "instance"))
    # the memory goes on elsewhere, the files do not
    shutil.rmtree(tmp_path / "instance")
    status, _, page = ask(pocket.opened(str(tmp_path / "kept")), "/cards/nowhere")
    assert status == 404 and "<h1" in page


def test_after_an_evening_its_file_is_offered(pocket: Pocket) -> None:
    table = table_of(pocket)
    for _ in range(2):
        assert "Save the session file" not in ask(pocket, table)[2]
        game = deal(ask(pocket, table)[2], 10).replace("level=2", "level=4")
        assert ask(pocket, f"{table}enter/quick", game)[0] == 303
    page = ask(pocket, table)[2]
    assert f'href="{table}session.jsonl" download><b>Save the session file' in page


def test_what_needs_other_phones_says_so(pocket: Pocket) -> None:
    table = table_of(pocket)
    for path in ("/cards/join", f"{table}phones/watch", f"{table}tv", f"{table}live"):
        status, _, page = ask(pocket, path)
        assert status == 404
        assert "This needs other phones" in page
        assert "session file" in page
    assert "Move to a server" in ask(pocket, f"{table}phones")[2]
    pocket.app.config["WTF_CSRF_ENABLED"] = True  # as it is on a phone
    assert ask(pocket, f"{table}phones")[0] == 200
    assert ask(pocket, f"{table}away", "do=away")[0] == 400  # without its token


def test_a_story_is_told_with_its_picture(pocket: Pocket) -> None:
    table = table_of(pocket)
    assert ask(pocket, f"{table}story/picture.svg")[0] == 404  # nothing has been scored
    ask(pocket, f"{table}enter/quick", deal(ask(pocket, table)[2], 10))
    assert f'src="{table}story/picture.svg"' in ask(pocket, f"{table}story/")[2]
    status, headers, drawing = ask(pocket, f"{table}story/picture.svg")
    assert (status, headers["Content-Type"]) == (200, "image/svg+xml")
    assert drawing.startswith("<svg") and "data:font/woff2" in drawing


def test_a_sheet_is_a_page_that_the_browser_prints_and_no_proof(pocket: Pocket) -> None:
    table = table_of(pocket)
    for name in ("sheet.pdf", "report/report.pdf", "blank.pdf"):
        status, headers, page = ask(pocket, f"{table}{name}")
        assert status == 200
        assert headers["Content-Type"].startswith("text/html")
        assert "This printout proves nothing" in page
        assert f'href="{table}session.jsonl" download' in page
    assert "This printout proves nothing" in ask(pocket, "/cards/new/rook/blank.pdf")[2]


def test_the_page_that_comes_before_the_program_speaks_every_language() -> None:
    shell = _shell()["shell.js"].decode()
    words = json.loads(shell.partition("const WORDS = ")[2].partition(";\n")[0])
    assert words.keys() == {*LANGUAGES}
    for language, said in words.items():
        assert said.keys() == {*SAID}, language
        assert said["starting"] == words_in(language).text(
            message("pocket.shell.starting")
        )


# ---- an update ----


@pytest.mark.parametrize(
    "release", sorted(RELEASES.iterdir()), ids=lambda path: path.name
)
def test_an_update_goes_on_with_what_an_older_release_kept(
    release: Path, tmp_path: Path
) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    shutil.copy(release / FILE_NAME, kept)
    pocket = Pocket(SCOPE, str(tmp_path / "instance")).opened(str(kept), "newer")
    expected = (release / "session.jsonl").read_bytes()
    table = f"/cards/t/{read(expected).session.id}/"
    assert log_of(file_of(pocket, table)) == read(expected).session.log
    assert not (kept / BEFORE).exists()
    assert json.loads((kept / "phone.json").read_text())["edition"] == "newer"


def test_the_old_file_is_kept_until_the_update_has_opened(
    pocket: Pocket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = table_of(pocket)
    kept = tmp_path / "kept"
    enters(pocket, table, 9)
    pocket.app.extensions["store"].close()
    before = (kept / FILE_NAME).read_bytes()
    newer = Pocket(SCOPE, str(tmp_path / "newer"))

    def refuses(*_asked: str) -> bytes:
        assert (kept / BEFORE).read_bytes() == before
        newer.app.extensions["store"].close()
        with another_program(kept / FILE_NAME) as db:
            db.execute("CREATE TABLE migrated (n INTEGER)")
        return b"[500, []]\n"

    with monkeypatch.context() as fault:
        fault.setattr(newer, "answer", refuses)
        with pytest.raises(Unusable):
            newer.opened(str(kept), "newer")
    assert (kept / FILE_NAME).read_bytes() == before
    saved = file_of(newer.opened(str(kept), "newer"), table)
    newer.app.extensions["store"].close()
    again = Pocket(SCOPE, str(tmp_path / "again")).opened(str(kept), "newer")
    assert file_of(again, table) == saved
    assert not (kept / BEFORE).exists()


def test_an_update_that_was_cut_off_begins_again_with_the_old_file(
    pocket: Pocket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = table_of(pocket)
    kept = tmp_path / "kept"
    enters(pocket, table, 9)
    pocket.app.extensions["store"].close()
    before = (kept / FILE_NAME).read_bytes()
    newer = Pocket(SCOPE, str(tmp_path / "newer"))

    def is_killed(*_asked: str) -> bytes:
        newer.app.extensions["store"].close()
        with another_program(kept / FILE_NAME) as db:
            db.execute("PRAGMA journal_mode = DELETE")
            db.execute("CREATE TABLE migrated (n INTEGER)")
        copied = {path.name: path.read_bytes() for path in kept.iterdir()}
        copied[f"{FILE_NAME}-journal"] = b"of the migration"
        (tmp_path / "killed").mkdir()
        for name, content in copied.items():
            (tmp_path / "killed" / name).write_bytes(content)
        return b"[500, []]\n"

    monkeypatch.setattr(newer, "answer", is_killed)
    with pytest.raises(Unusable):
        newer.opened(str(kept), "newer")

    again = Pocket(SCOPE, str(tmp_path / "again"))
    seen = []

    def refuses(*_asked: str) -> bytes:
        seen.append((tmp_path / "killed" / BEFORE).read_bytes())
        return b"[500, []]\n"

    with monkeypatch.context() as fault:
        fault.setattr(again, "answer", refuses)
        with pytest.raises(Unusable):
            again.opened(str(tmp_path / "killed"), "newest")
    assert seen == [before] and (tmp_path / "killed" / FILE_NAME).read_bytes() == before
    assert not (tmp_path / "killed" / f"{FILE_NAME}-journal").exists()
    newest = Pocket(SCOPE, str(tmp_path / "newest")).opened(
        str(tmp_path / "killed"), "newest"
    )
    assert ask(newest, table)[0] == 200 and not (tmp_path / "killed" / BEFORE).exists()


def test_the_program_before_goes_on_where_an_update_failed(
    pocket: Pocket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = table_of(pocket)
    kept = tmp_path / "kept"
    enters(pocket, table, 9)
    entered = log_of(file_of(pocket, table))
    pocket.app.extensions["store"].close()

    def refuses(*_asked: str) -> bytes:
        newer._keep()  # as a cookie does that it is given
        assert json.loads((kept / "phone.json").read_text())["has_before"]
        return b"[500, []]\n"

    for _ in range(2):  # the second begins where the first was cut off
        newer = Pocket(SCOPE, str(tmp_path / "newer"))
        monkeypatch.setattr(newer, "answer", refuses)
        with pytest.raises(Unusable):
            newer.opened(str(kept), "newer")
    for _ in range(3):
        older = Pocket(SCOPE, str(tmp_path / "older")).opened(str(kept))
        older.app.extensions["store"].close()
    older = Pocket(SCOPE, str(tmp_path / "older")).opened(str(kept))
    assert log_of(file_of(older, table)) == entered


def test_a_phone_without_room_for_both_files_is_updated_all_the_same(
    pocket: Pocket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = table_of(pocket)
    pocket.app.extensions["store"].close()
    write = Path.write_bytes

    def full(path: Path, content: bytes) -> int:
        if path.name != BEFORE:
            return write(path, content)
        write(path, content[:4096])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    newer = Pocket(SCOPE, str(tmp_path / "newer")).opened(
        str(tmp_path / "kept"), "newer"
    )
    assert ask(newer, table)[0] == 200
    assert not (tmp_path / "kept" / BEFORE).exists()


# ---- the boxes ----


class TweetNacl:
    """TweetNaCl's functions, made of libsodium's."""

    class _Made(bytes):
        def to_py(self) -> bytes:
            return bytes(self)

    @classmethod
    def _call(cls, work: Any) -> Any:
        def call(*given: bytes) -> Any:
            try:
                return cls._Made(work(*given))
            except nacl.exceptions.CryptoError:
                return None

        return call

    def __init__(self) -> None:
        self.secretbox = self._call(bindings.crypto_secretbox)
        self.secretbox.open = self._call(bindings.crypto_secretbox_open)
        self.box = self._call(bindings.crypto_box)
        self.box.open = self._call(bindings.crypto_box_open)
        self.scalarMult = self._call(bindings.crypto_scalarmult)
        self.scalarMult.base = self._call(bindings.crypto_scalarmult_base)


def test_the_browser_s_boxes_are_those_of_the_server(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ffi = type(sys)("pyodide.ffi")
    ffi.to_js = bytes  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "tweetnacl", TweetNacl())  # type: ignore[misc, arg-type]
    monkeypatch.setitem(sys.modules, "pyodide", type(sys)("pyodide"))
    monkeypatch.setitem(sys.modules, "pyodide.ffi", ffi)
    for name in ("nacl", "nacl.exceptions", "nacl.public", "nacl.secret"):
        monkeypatch.setitem(sys.modules, name, sys.modules[name])  # put back afterwards
    from scorekeeper.store import tweetnacl as ours

    key = bytes(range(32))
    text = canonical({"value": "♠A", "salt": "00"})
    theirs = nacl.secret.SecretBox(key)
    owner = nacl.public.PrivateKey(key)
    assert bytes(ours.PrivateKey(key).public_key) == bytes(owner.public_key)
    assert ours.SecretBox(key).decrypt(bytes(theirs.encrypt(text))) == text
    assert theirs.decrypt(ours.SecretBox(key).encrypt(text)) == text
    sealed = nacl.public.SealedBox(owner.public_key).encrypt(text)
    assert ours.SealedBox(ours.PrivateKey(key)).decrypt(sealed) == text
    public = ours.PublicKey(bytes(owner.public_key))
    assert (
        nacl.public.SealedBox(owner).decrypt(ours.SealedBox(public).encrypt(text))
        == text
    )
    with pytest.raises(ours.CryptoError):
        ours.SecretBox(bytes(32)).decrypt(theirs.encrypt(text))


# ---- meeting a server ----


def deal(page: str, tricks: int) -> str:
    """The quick entry on this page, filled in with two spades by South."""
    hidden = dict(HIDDEN.findall(page))
    said = {"level": 2, "denomination": "S", "declarer": "S", "tricks": tricks}
    return urlencode({**hidden, **said})


def enters(pocket: Pocket, table: str, tricks: int) -> int:
    return ask(pocket, f"{table}enter/quick", deal(ask(pocket, table)[2], tricks))[0]


MOST_CALLS = 16_300
"""How many calls of functions a deal and the page after it may take: a phone runs each
several times slower than a server."""


def test_a_deal_and_the_page_after_it_take_few_calls(pocket: Pocket) -> None:
    table = table_of(pocket)
    assert enters(pocket, table, 8) == enters(pocket, table, 9) == 303
    body = deal(ask(pocket, table)[2], 10)
    answers = list[Answer]()

    def enter() -> None:
        answers.append(ask(pocket, f"{table}enter/quick", body))
        answers.append(ask(pocket, answers[0][1]["Location"]))

    assert calls_of(enter) <= MOST_CALLS
    assert [status for status, _, _ in answers] == [303, 200]


def file_of(pocket: Pocket, table: str) -> str:
    return ask(pocket, f"{table}session.jsonl")[2]


def log_of(file: str) -> tuple[Recorded, ...]:
    return read(file.encode()).session.log


def brings_home(pocket: Pocket, content: str) -> str:
    mark = "a-mark-between-parts"
    head = json.dumps([["content-type", f"multipart/form-data; boundary={mark}"]])
    part = (
        f'Content-Disposition: form-data; name="file"; '
        f'filename="s.jsonl"\r\n\r\n{content}'
    )
    body = f"--{mark}\r\n{part}\r\n--{mark}--\r\n"
    return pocket.answer("POST", "/cards/moving", head, body.encode()).decode()


def test_an_evening_goes_on_at_a_server_and_comes_home(
    pocket: Pocket, visitor: Visitor
) -> None:
    table = table_of(pocket)
    assert enters(pocket, table, 9) == 303
    assert ask(pocket, f"{table}away", "do=away")[0] == 303
    assert enters(pocket, table, 8) == 409  # one evening, not two
    left = file_of(pocket, table)
    visitor.lay("rook")
    visitor.get("/moving")
    upload = {**visitor.hidden(), "file": (io.BytesIO(left.encode()), "s.jsonl")}
    assert visitor.client.post("/moving", data=upload).status_code == 200
    there = table.removeprefix("/cards")
    visitor.get(f"{there}phones").send(f"{there}phones/take").follow().get(there)
    body = dict(parse_qsl(deal(visitor.page.text, 10)))
    assert visitor.client.post(f"{there}enter/quick", data=body).status_code == 303
    grown = visitor.get(f"{there}session.jsonl").page.text
    added = log_of(grown)[len(log_of(left)) :]
    assert added and log_of(grown)[: -len(added)] == log_of(left)
    brings_home(pocket, grown)
    assert file_of(pocket, table) == grown  # and so the heads are the same
    assert "It is back" in ask(pocket, f"{table}phones")[2]
    assert ask(pocket, f"{table}away", "do=back")[0] == 303
    assert enters(pocket, table, 8) == 303


def test_an_evening_that_went_on_at_two_places_is_refused(
    pocket: Pocket, tmp_path: Path
) -> None:
    table = table_of(pocket)
    enters(pocket, table, 9)
    before = file_of(pocket, table)
    ask(pocket, f"{table}away", "do=away")
    ask(pocket, f"{table}away", "do=back")
    enters(pocket, table, 8)
    mine = file_of(pocket, table)
    other = Pocket(SCOPE, str(tmp_path / "other"), WTF_CSRF_ENABLED=False)
    other.opened(str(tmp_path / "theirs"))
    table_of(other)
    brings_home(other, before)
    assert ask(other, f"{table}phones/take", "")[0] == 303
    enters(other, table, 7)
    theirs = file_of(other, table)
    assert log_of(theirs)[: len(log_of(before))] == log_of(before)
    ask(pocket, f"{table}away", "do=away")
    refused = brings_home(pocket, theirs)
    assert f"differs after entry {len(log_of(before))}." in refused
    for log in (log_of(mine), log_of(theirs)):
        assert f"{len(log)} ({log[-1].hash[:8]}…)" in refused
    assert file_of(pocket, table) == mine


def test_what_is_sealed_is_opened_before_an_evening_leaves(pocket: Pocket) -> None:
    status, headers, _ = ask(
        pocket,
        "/cards/new/joker-bridge",
        "seatN=A&seatE=B&seatS=C&seatW=D&suit_mode=sealed",
    )
    table = headers["Location"]
    sealing = f"{table}sealed/new/joker-suit"
    hidden = dict(HIDDEN.findall(ask(pocket, f"{sealing}?seat=W&open=1")[2]))
    body = urlencode({**hidden, "suit_0": "H"})
    sealed = ask(pocket, f"{sealing}?seat=W&open=1", body)
    assert sealed[0] == 303, sealed[2]
    status, _, page = ask(pocket, f"{table}away", "do=away")
    assert status == 422 and "still closed" in page


def test_the_dates_of_a_paper_are_known_there() -> None:
    # English paper is dated as in Britain
    for locale in (
        "en",
        "en_001",
        "en_GB",
        "de",
    ):
        name = f"babel/locale-data/{locale}.dat"
        assert name in KEPT or not _is_any(LEFT_OUT, name)


def test_what_is_sent_of_languages_and_signs_says_what_the_whole_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = _package()
    for name in KEPT:
        (tmp_path / Path(name).name).write_bytes(sent[name])
    whole = [said_in(Locale.parse(name)) for name in (*LANGUAGES, PAPER_LOCALE)]
    monkeypatch.setattr(localedata, "_dirname", str(tmp_path))
    monkeypatch.setattr(localedata, "_cache", {})
    assert "unit_patterns" not in localedata.load("de")
    assert whole == [said_in(Locale.parse(name)) for name in (*LANGUAGES, PAPER_LOCALE)]
    alike = json.loads(sent[ALIKE])
    assert alike == {
        sign: [{"c": other["c"]} for other in confusables_data[sign]]
        for sign in confusables_data
    }


def said_in(locale: Locale) -> list[object]:
    """What pages ask of a language: days, figures, lists and its names."""
    return [
        *(
            format_date(date(2026, month, month), how, locale=locale)
            for month in range(1, 13)
            for how in ("full", "long", "medium", "short")
        ),
        *(
            format_skeleton(how, date(2026, 5, 4), locale=locale)
            for how in map(str, locale.datetime_skeletons)
            if "v" not in how  # a zone of time
        ),
        format_decimal(-1234.5, locale=locale),
        format_percent(0.5, locale=locale),
        *(format_list(["A", "B", "C"][:n], locale=locale) for n in range(4)),
        *(locale.plural_form(n) for n in (0, 1, 2, 1.5)),
        locale.number_symbols,
        locale.character_order,
        *(locale.get_display_name(language) for language in LANGUAGES),
    ]
