"""Archives packed in ways that ours are not: refused in words before anything is
unpacked."""

import io
import zipfile

import pytest

from scorekeeper.exports.archive import members, read_archive
from scorekeeper.exports.session_file import FileRefused, write
from tests.exports import sheets


@pytest.mark.parametrize("how", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
@pytest.mark.parametrize("at", [None, 60])
def test_only_what_we_pack_is_unpacked(how: int, at: int | None) -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", how) as archive:
        archive.writestr("evening.jsonl", b"{}\n" * 400)
    data = bytearray(file.getvalue())
    if at is not None:
        data[at] ^= 0xFF
    with pytest.raises(FileRefused):
        list(members(io.BytesIO(bytes(data))))


def packed(*contents: bytes) -> io.BytesIO:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for n, content in enumerate(contents):
            archive.writestr(f"{n}.jsonl", content)
    return file


def test_an_archive_has_as_many_files_as_it_may() -> None:
    with pytest.raises(FileRefused, match="empty"):
        list(members(packed()))
    with pytest.raises(FileRefused, match="too-many"):
        list(members(packed(b"{}", b"{}", b"{}"), most=2))


def test_an_archive_comes_to_as_much_as_it_may() -> None:
    session = write(sheets.rubber()).encode()
    with pytest.raises(FileRefused, match="too-large"):
        list(read_archive(packed(session), most_bytes=len(session) - 1))
