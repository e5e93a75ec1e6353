"""Archives packed in ways that ours are not: refused in words before anything is
unpacked."""

import io
import zipfile

import pytest

from scorekeeper.exports.session_file import FileRefused, members


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
