"""A third language is there by its files alone: a copy of the program is given some,
and goes through pages, paper, pocket and commands with them. No list is edited in the
copy."""

import json
import os
import re
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from babel.dates import format_date
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from pypdf import PdfReader

from scorekeeper.core.messages import message
from scorekeeper.words import FIRST, LANGUAGES, words_in
from scorekeeper.words.languages import UNCHECKED, folders, own_name
from scorekeeper.words.po import from_po, to_po, write
from scorekeeper.words.sentences import Sentence, sentences
from tests.conftest import ROOT

POLISH = {
    "bridge.line.undertricks": (
        *("%(n)s lewa wpadkowa po %(each)s", "%(n)s lewy wpadkowe po %(each)s"),
        "%(n)s lew wpadkowych po %(each)s",
    ),
    "bridge.said.tricks": ("%(n)s lewa", "%(n)s lewy", "%(n)s lew"),
    "suit.hearts": "kiery",
}
HEBREW = '"All games" = "כל המשחקים"\n\n[suit]\nclubs = "תלתן"\n'


def is_left(sentence: Sentence) -> bool:
    """What the third language lacks: all of Rook, and the laws of bridge."""
    return sentence.family == "rook" or sentence.code.startswith("bridge.law")


def made_up() -> bytes:
    """A language made of English between «», with true Polish for what is counted."""
    every = read_po(BytesIO(to_po("pl", {})))
    for entry in every:
        text = entry.id if isinstance(entry.id, str) else entry.id[-1:][0]
        if not entry.id or entry.context == UNCHECKED:
            continue
        if is_left(sentences()[entry.context or text_of(entry)]):
            continue
        said: Any = f"«{text}»" if isinstance(entry.id, str) else (f"«{text}»",) * 3
        entry.string = POLISH.get(entry.context or "", said)
    return written(every)


def text_of(entry: Any) -> str:
    return str(entry.id if isinstance(entry.id, str) else entry.id[0])


def written(every: Catalog) -> bytes:
    target = BytesIO()
    write_po(target, every)
    return target.getvalue()


Seen = dict[str, dict[str, str]]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program with Polish, taken in from a .po file, and three lines of
    Hebrew."""
    home = tmp_path_factory.mktemp("copy")
    for folder in ("scorekeeper", "templates", "static"):
        shutil.copytree(ROOT / folder, home / folder)
    shutil.copy(ROOT / "pyproject.toml", home)
    places = {
        family: home / folder.relative_to(ROOT)
        for family, folder in folders().items()
        if ROOT in folder.parents
    }
    write(from_po(made_up(), "pl", places), places)
    (places[""] / "he.toml").write_text(HEBREW)
    (places[""] / "notes.toml").write_text("")
    return home


@pytest.fixture(scope="module")
def seen(home: Path) -> Seen:
    """What phones of both languages see, and what the commands say, by a Python that
    imports the copy."""
    own = {"SCOREKEEPER_INSTANCE": f"{home}/data", "PYTHONPATH": f"{home}:{ROOT}"}
    own |= {"SCOREKEEPER_TEMPLATES": f"{home}/compiled"}
    command = [sys.executable, "-m", "tests.words.third", str(home)]
    done = subprocess.run(
        command, cwd=home, env={**os.environ, **own}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    found: Seen = json.loads(done.stdout)
    assert found["pocket"]["program"].startswith(str(home))
    return found


@pytest.mark.parametrize(("tag", "direction"), [("pl", "ltr"), ("he", "rtl")])
def test_it_is_offered_chosen_and_asked_for(
    seen: Seen, tag: str, direction: str
) -> None:
    pages = seen[tag]
    for name in pages.keys() - {"sheet"}:
        assert f'<html lang="{tag}" dir="{direction}"' in pages[name], name
    buttons = re.findall(
        r'value="(\w+)" aria-pressed="(\w+)" lang="\w+"[^>]*>.*?>(.*?)<', pages["home"]
    )
    assert buttons == [
        (one, "true" if (one, tag) == ("pl", "pl") else "false", own_name(one))
        for one in (FIRST, *sorted({*LANGUAGES[1:], "he", "pl"}))
    ]


def test_pages_say_it_and_english_where_it_has_nothing(seen: Seen) -> None:
    pages = seen["pl"]
    english = words_in("en")
    assert pages["home"].count("«") > 10
    assert pages["bridge"].count("«") > 20
    target = english.text(message("rook.setting.target"))
    assert target in pages["rook"] and f"«{target}»" not in pages["rook"]
    assert "«" in pages["rook"], "what all games share is said"
    assert english.text(message("game.rook")) in pages["rules"]
    for page in pages.values():
        assert not re.search(r">\s*(bridge|rook|shared)\.[a-z]+\.[a-z]+", str(page))


def test_pages_count_as_polish_does(seen: Seen) -> None:
    for said in ("1 lewa wpadkowa po", "2 lewy wpadkowe po", "5 lew wpadkowych po"):
        assert said in re.sub(r"<[^>]*>", "", seen["pl"]["sheet"]), said


def test_what_is_read_from_the_right_keeps_english_and_signs_in_order(
    seen: Seen,
) -> None:
    assert "תלתן" in seen["he"]["bridge"]
    assert "\u2068Tom\u2069" in seen["he"]["bridge"]
    assert re.search("\u2068[A-Z][a-z ]+[.?]\u2069", seen["he"]["bridge"])


def test_paper_says_it_with_the_days_of_the_language(home: Path, seen: Seen) -> None:
    assert seen["said"]["pdf"] == ""
    reader = PdfReader(home / "sheet.pdf")
    root: Any = reader.trailer["/Root"]
    assert root["/Lang"] == "pl"
    text = "".join(page.extract_text() for page in reader.pages)
    assert "«" in text
    assert str(datetime.now(UTC).year) in text
    month = format_date(datetime.now(UTC), "MMMM", locale="pl")
    assert month in f"{text}{reader.metadata and reader.metadata.title}"


def test_the_pocket_brings_it(seen: Seen) -> None:
    said, turned = (
        json.loads(re.findall(rf"const {name} = (.*);", seen["pocket"]["shell"])[0])
        for name in ("WORDS", "TURNED")
    )
    assert {*said} == {*LANGUAGES, "he", "pl"} and turned == ["he"]
    assert said["pl"]["close"] == f"«{said['en']['close']}»"
    assert said["he"]["close"] == said["en"]["close"]
    assert {"babel/locale-data/pl.dat", "babel/locale-data/he.dat"} <= {
        *seen["pocket"]["kept"].split()
    }


def test_commands_say_how_much_is_missing(seen: Seen) -> None:
    lacks = sum(map(is_left, sentences().values()))
    said = f"{lacks} of {len(sentences())} sentences are missing and shown in English"
    assert lacks > 250
    told = seen["said"]["words"]
    assert re.search(rf"^pl +Polski +{said}$", told, re.MULTILINE)
    assert re.search(r"^de +Deutsch +complete$", told, re.MULTILINE)
    about = seen["said"]["pl"]
    assert "one (1), few (2, 3, 4, 22), many (0, 5, 6, 7)" in about
    assert "games/rook/words/pl.toml" in about and "games/berzerka" not in about
    doctor = seen["said"]["doctor"]
    assert f"Polski: {said}" in doctor and "Deutsch: complete" in doctor
    assert "! Language" in doctor and "notes.toml is not read: no language" in doctor
