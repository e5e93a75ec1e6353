"""Moving house in the browser: files taken in whole or not at all, everything taken
along."""

import io
import zipfile
from typing import Any

import pytest
from flask import Flask
from pypdf import PdfWriter

from scorekeeper.exports.session_file import LARGEST, write
from scorekeeper.web.archive.files import UPLOAD_BYTES
from tests.exports import sheets
from tests.web.conftest import Visitor, app, client, visitor

__all__ = ["app", "client", "visitor"]

RUBBER = write(sheets.rubber()).encode()


def zipped(**files: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(f"{name}.jsonl", data)
    return out.getvalue()


def send(visitor: Visitor, data: bytes, name: str = "file") -> Visitor:
    if 'type="file"' not in visitor.get("/moving").text:
        visitor.lay("rook")
        visitor.get("/moving")
    parts = [
        _part(f'name="{key}"', text.encode()) for key, text in visitor.hidden().items()
    ]
    parts.append(_part(f'name="file"; filename="{name}"', data))
    body = b"".join(parts) + b"--edge--\r\n"
    kind = "multipart/form-data; boundary=edge"
    visitor.page = visitor.client.post("/moving", data=body, content_type=kind)
    return visitor


def _part(named: str, content: bytes) -> bytes:
    head = f"--edge\r\nContent-Disposition: form-data; {named}\r\n\r\n"
    return head.encode() + content + b"\r\n"


def ids(app: Flask) -> list[str]:
    found: list[str] = app.extensions["store"].ids()
    return found


def test_a_session_file_is_taken_in_and_again_changes_nothing(
    app: Flask, visitor: Visitor
) -> None:
    assert "New: 1." in send(visitor, RUBBER).text
    assert "Already here: 1." in send(visitor, RUBBER).text
    assert "evening-1" in ids(app)
    assert "1,783" in visitor.get("/t/evening-1/sheet").text


def test_everything_is_taken_along_and_taken_in_elsewhere(
    app: Flask, visitor: Visitor
) -> None:
    send(visitor, RUBBER)
    answer = visitor.client.get("/scorekeeper.zip")
    assert answer.mimetype == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.data)) as archive:
        assert sorted(archive.namelist()) == sorted(f"{one}.jsonl" for one in ids(app))
        assert archive.read("evening-1.jsonl") == RUBBER
    assert "Already here: 2." in send(visitor, answer.data).text


HOSTILE: list[tuple[str, bytes, str]] = [
    ("cut off", RUBBER[:-40], "cut off"),
    (
        "a later version",
        RUBBER.replace(b'"scorekeeper": 1', b'"scorekeeper": 9'),
        "Line 1",
    ),
    ("a broken chain", RUBBER.replace(b'"tricks": 9', b'"tricks": 10', 1), "Line 7"),
    ("no file at all", b"\x00\x01\x02", "a file of another program"),
    ("too large", b" " * (LARGEST + 1), "Line 1"),
    ("empty", b"", "an empty file"),
    (
        "a picture",
        b"\x89PNG\r\n\x1a\n" + b"x" * 99,
        "This is a picture. Choose a session file, an",
    ),
    (
        "a backup",
        b"SQLite format 3\0" + b"\0" * 52 + b"SCKP",
        "Use: scorekeeper restore",
    ),
    ("a PDF of others", b"%PDF-1.7\n%%EOF\n", "This PDF is damaged"),
    ("a bomb", zipped(bomb=b"0" * 60_000_000), "bomb.jsonl"),
    ("one bad among good ones", zipped(a=RUBBER, b=RUBBER[:-40]), "b.jsonl, line"),
    ("the same twice", zipped(a=RUBBER, b=RUBBER), "twice"),
    ("a damaged archive", zipped(a=RUBBER)[:-30], "archive can’t be read"),
    (
        "damaged inside",
        zipped(a=RUBBER).replace(zipped(a=RUBBER)[60:80], b"\0" * 20),
        "archive",
    ),
]


@pytest.mark.parametrize(
    ("data", "said"), [(d, s) for _, d, s in HOSTILE], ids=[n for n, _, _ in HOSTILE]
)
def test_what_does_not_hold_is_refused_whole(
    app: Flask, visitor: Visitor, data: bytes, said: str
) -> None:
    assert send(visitor, data).page.status_code == 422
    assert said in visitor.text
    assert len(ids(app)) == 1


def test_a_printed_sheet_is_taken_in_by_the_file_inside(
    app: Flask, visitor: Visitor
) -> None:
    writer = PdfWriter()
    out = io.BytesIO()
    writer.add_blank_page(100, 100)
    writer.add_attachment("session.jsonl", RUBBER)
    writer.write(out)
    assert "New: 1." in send(visitor, out.getvalue()).text
    assert "evening-1" in ids(app)


def test_an_archive_with_another_file_in_it_is_refused(visitor: Visitor) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("../../etc/passwd", b"x")
    assert "a zip without session files" in send(visitor, out.getvalue()).text
    with zipfile.ZipFile(out, "a") as archive:
        archive.writestr("evening.jsonl", RUBBER)
    assert "isn’t a session file" in send(visitor, out.getvalue()).text


def test_more_than_a_page_takes_is_refused_before_it_is_read(visitor: Visitor) -> None:
    assert send(visitor, b"0" * (UPLOAD_BYTES + 1)).page.status_code == 413


def test_no_other_form_is_larger_for_it(visitor: Visitor) -> None:
    table = visitor.lay("bridge")
    visitor.get(table)
    fields: dict[str, Any] = {**visitor.hidden(), "reason": "x" * 100_000}
    assert visitor.client.post(f"{table}enter/ended", data=fields).status_code == 413


def test_nothing_chosen_is_said(visitor: Visitor) -> None:
    visitor.lay("rook")
    visitor.get("/moving").send("/moving")
    assert "Choose a session file" in visitor.text
