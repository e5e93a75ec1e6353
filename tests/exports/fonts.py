"""A machine that has no fonts but ours."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.exports.pdf import letters
from scorekeeper.places import static_folder

CONFIGURATION = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{folder}</dir><cachedir>{folder}</cachedir></fontconfig>"""


@pytest.fixture
def only_our_fonts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """No font but one of ours is installed, in this process and in those that it
    starts; answers the folder where others would be found."""
    folder = tmp_path / "installed"
    folder.mkdir()
    ours = static_folder() / "fonts" / "archivo-regular.ttf"
    (folder / "one.ttf").write_bytes(ours.read_bytes())  # WeasyPrint wants one
    file = tmp_path / "fonts.conf"
    file.write_text(CONFIGURATION.format(folder=folder))
    monkeypatch.setenv("FONTCONFIG_FILE", str(file))
    forget()
    yield folder
    monkeypatch.undo()
    forget()


def forget() -> None:
    """Look for the fonts of this machine anew."""
    letters._fonts.cache_clear()
    letters._has_font.cache_clear()
