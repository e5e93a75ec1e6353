"""What a file is, by its first bytes; the command that takes it; the session file in a
sheet."""

import io
import zipfile
from pathlib import Path

import pytest
from pypdf import PdfWriter

from scorekeeper.exports import file_kinds
from scorekeeper.exports.file_kinds import APPLICATION, START, WANTED, Kind, kind_of
from scorekeeper.exports.session_file import FileRefused, write
from scorekeeper.store.sqlite import APPLICATION_ID
from scorekeeper.words import LANGUAGES, words_in
from tests.conftest import ROOT
from tests.engines import another_program
from tests.exports import sheets

RELEASES = ROOT / "tests" / "data" / "releases"
SESSION = write(sheets.rubber()).encode()
SQLITE = b"SQLite format 3\0" + b"\0" * 52


def zipped(*names: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in names:
            archive.writestr(name, SESSION)
    return out.getvalue()


def pdf(**files: bytes) -> bytes:
    writer = PdfWriter()
    out = io.BytesIO()
    writer.add_blank_page(100, 100)
    for name, content in files.items():
        writer.add_attachment(f"{name}.jsonl", content)
    writer.write(out)
    return out.getvalue()


FILES: list[tuple[bytes, Kind]] = [
    (SESSION, Kind.SESSION),
    (b"\xef\xbb\xbf\r\n\n" + SESSION, Kind.SESSION),
    (b"\n" * (START + 1) + SESSION, Kind.SESSION),
    (SESSION.decode().encode("utf-16"), Kind.SESSION),
    (b'{"scorekeeper": "\xff"}', Kind.SESSION),
    (b'{"game": "rook", "scorekeeper"', Kind.SESSION),
    (SESSION.replace(b'"scorekeeper": 1', b'"scorekeeper":2'), Kind.LATER),
    (SESSION.split(b"\n", 1)[1], Kind.TEXT),
    ("Grüße, “Ada”\n".encode() * 999, Kind.TEXT),
    (b'[{"scorekeeper": 1}]', Kind.TEXT),
    (pdf(session=SESSION), Kind.PDF),
    (pdf(), Kind.PDF),
    (zipped("a.jsonl"), Kind.ARCHIVE),
    (zipped("a.jsonl", "notes.txt"), Kind.ARCHIVE),
    (zipped("a.jsonl")[:-9], Kind.ARCHIVE),
    (zipped(), Kind.ARCHIVE),
    (zipped("[Content_Types].xml", "word/document.xml"), Kind.ZIP),
    (SQLITE + APPLICATION, Kind.DATABASE),
    (SQLITE + b"\0\0\0\0", Kind.OTHER_DATABASE),
    ((ROOT / "docs" / "pictures" / "sheet.png").read_bytes(), Kind.PICTURE),
    (b"\xff\xd8\xff\xe0\0\x10JFIF", Kind.PICTURE),
    (b"\0\0\0\x18ftypheic", Kind.PICTURE),
    (b"RIFF\0\0\0\0WEBPVP8 ", Kind.PICTURE),
    (b'<svg xmlns="http://www.w3.org/2000/svg">', Kind.PICTURE),
    (b"", Kind.EMPTY),
    (b" \r\n\t", Kind.EMPTY),
    (b"\x7fELF\2\1\1\0", Kind.OTHER),
    (b"\x1f\x8b\x08\0", Kind.OTHER),
]


@pytest.mark.parametrize(("data", "kind"), FILES, ids=range(len(FILES)))
def test_a_file_is_known_by_its_first_bytes(data: bytes, kind: Kind) -> None:
    file = io.BytesIO(data)
    file.seek(len(data))
    assert kind_of(file) is kind
    assert file.tell() == 0


def test_every_kind_of_file_is_among_these() -> None:
    assert {kind for _, kind in FILES} | {Kind.FOLDER} == set(Kind)


@pytest.mark.parametrize("release", sorted(path.name for path in RELEASES.iterdir()))
def test_what_a_release_wrote_is_known(release: str) -> None:
    for name, kind in (
        ("session.jsonl", Kind.SESSION),
        ("scorekeeper.db", Kind.DATABASE),
    ):
        with (RELEASES / release / name).open("rb") as file:
            assert kind_of(file) is kind


def test_a_database_says_whose_it_is(tmp_path: Path) -> None:
    assert int.from_bytes(APPLICATION, "big") == APPLICATION_ID
    with another_program(tmp_path / "other.db") as other:
        other.execute("CREATE TABLE birds (name)")
    with (tmp_path / "other.db").open("rb") as file:
        assert kind_of(file) is Kind.OTHER_DATABASE


@pytest.mark.parametrize("command", WANTED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_that_is_not_wanted_is_named_and_so_is_what_takes_it(
    command: str, language: str
) -> None:
    """In every pair of command and kind: either it is taken, or a whole sentence says
    why not."""
    words = words_in(language)
    for kind in Kind:
        if kind in WANTED[command]:
            file_kinds.check(kind, command)
            continue
        try:
            file_kinds.check(kind, command)
        except FileRefused as refusal:
            said = words.text(refusal.why)
        else:
            assert kind in (Kind.LATER, Kind.OTHER_DATABASE), "its reader refuses it"
            continue
        takers = [name for name, kinds in WANTED.items() if kind in kinds]
        assert command not in takers
        assert all(f"scorekeeper {name}" in said for name in takers)
        assert "%(" not in said and "file.kind" not in said
        if kind is not Kind.LATER:
            assert words.text(words.gettext(f"file.kind.{kind.value}")) in said


def test_the_session_file_inside_a_sheet_is_found() -> None:
    found = file_kinds.session_file_in(io.BytesIO(pdf(session=SESSION)), "score")
    assert found == SESSION


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (pdf(), "none-inside"),
        (pdf(other=SESSION), "none-inside"),
        (b"%PDF-1.7\n" + b"x" * 99, "damaged"),
        (b"%PDF-1.7\n" + b" " * file_kinds.MOST_PDF_BYTES, "too-large"),
    ],
    ids=["none", "another", "damaged", "large"],
)
def test_a_pdf_without_one_says_so(data: bytes, code: str) -> None:
    with pytest.raises(FileRefused) as refusal:
        file_kinds.session_file_in(io.BytesIO(data), "import")
    assert refusal.value.why.code == f"file.sheet.{code}"
