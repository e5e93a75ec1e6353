"""What a sheet says about its own printing, so that it can be printed again just so.

The bytes of a sheet depend on its session, on which document it is, its paper and its
language, and on what prints: our release, the libraries and the fonts that draw. All
but the session stand in the imprint, which is JSON in the PDF's catalogue. Anybody can
write another one there. It proves nothing: it says with what the sheet must be printed
again, and why that can't be done here.
"""

import hashlib
import json
import logging
from dataclasses import asdict, dataclass
from functools import lru_cache
from importlib.metadata import version
from io import BytesIO
from pathlib import Path
from typing import Any

from scorekeeper.exports.pdf.night import AnyDocument, NightDocument, document_named
from scorekeeper.exports.pdf.page import Document, Paper, release
from scorekeeper.games import homes
from scorekeeper.places import PACKAGE, static_folder, templates_folder
from scorekeeper.words import LANGUAGES

OWNER = "Scorekeeper"
"""Whose data in the PDF the imprint is: its key in the dictionary PieceInfo."""
LONGEST = 20_000
"""Bytes that an imprint may have, to be read at all."""
_TEXTS = ("language", "release", "edition", "boxed", "drawn_with")
# fmt: off
LIBRARIES = (
    "weasyprint", "pydyf", "fonttools", "tinycss2", "cssselect2", "tinyhtml5", "pyphen",
    "jinja2", "markupsafe", "segno", "babel",
)
# fmt: on
"""The Python libraries that a document passes through on its way to paper."""


@lru_cache(maxsize=1)
def edition() -> str:
    """A hash of our rules and words, of the templates, style and fonts of the sheets,
    and of the versions of the libraries that draw them. It doesn't depend on where
    these files lie."""
    versions = " ".join(f"{name} {version(name)}" for name in LIBRARIES)
    hashed = hashlib.sha256(versions.encode())
    files = {
        (path.name, hashlib.sha256(path.read_bytes()).hexdigest())
        for path in _files_printed_with()
    }
    for name, content in sorted(files):
        hashed.update(f"{name} {content}\n".encode())
    return hashed.hexdigest()[:16]


def _files_printed_with() -> set[Path]:
    templates = templates_folder()
    static = static_folder()
    files = {templates / "_sprite.html", templates / "_chart.html"}
    files |= {static / "print.css", *(static / "fonts").glob("*.ttf")}
    files.update(templates.glob("print/*.html"))
    for folder in (PACKAGE, *homes().values()):
        for ours in ("*.py", "words/*.toml", "templates/*print*.html"):
            files.update(folder.rglob(ours))
    return files


@dataclass(frozen=True, slots=True)
class Imprint:
    """How a document was printed. `release` and `edition` are ours, `drawn_with` the
    libraries that draw, `fonts` the machine's fonts that were used besides ours, each
    with a hash of its file, `boxed` a hash of the letters for which it had none."""

    document: AnyDocument
    paper: Paper
    language: str
    release: str
    edition: str
    boxed: str
    drawn_with: str = ""
    fonts: tuple[str, ...] = ()

    def __str__(self) -> str:
        fields = asdict(self)
        fields["document"] = self.document.value
        fields["paper"] = self.paper.value
        return json.dumps(fields, separators=(",", ":"))

    @property
    def ours(self) -> tuple[str, str]:
        return self.release, self.edition


def imprint_here(
    document: AnyDocument, paper: Paper, language: str, boxed: str = ""
) -> Imprint:
    """The imprint of a document that this release prints, as far as it is known
    beforehand; no font here has the letters that are `boxed`."""
    letters = hashlib.sha256(boxed.encode()).hexdigest()[:32] if boxed else ""
    return Imprint(document, paper, language, release(), edition(), letters)


def read_imprint(pdf: bytes) -> Imprint | None:
    try:
        root = _reader(pdf).trailer["/Root"]
        return _parsed(str(root["/PieceInfo"][f"/{OWNER}"]["/Private"]))
    except Exception:  # whatever its damaged parts happen to raise in pypdf
        return None


def claimed_release(pdf: bytes) -> str:
    """Which program a PDF says that it was made with; "" where it says nothing."""
    try:
        return str((_reader(pdf).metadata or {}).get("/Creator", ""))
    except Exception:  # whatever its damaged parts happen to raise in pypdf
        return ""


def _reader(pdf: bytes) -> Any:
    from pypdf import PdfReader

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    return PdfReader(BytesIO(pdf))


# Raises ValueError, KeyError or TypeError where it is no imprint.
def _parsed(text: str) -> Imprint:
    if len(text) > LONGEST:
        raise ValueError("an imprint is shorter")
    fields = json.loads(text)
    fonts = tuple(fields["fonts"])
    texts = {name: fields[name] for name in _TEXTS}
    if not all(isinstance(text, str) for text in (*texts.values(), *fonts)):
        raise TypeError("an imprint is made of texts")
    document = document_named(fields["document"])
    is_blank = document is Document.BLANK
    if isinstance(document, NightDocument):
        is_blank = not document.is_proof
    if is_blank or texts["language"] not in LANGUAGES:
        raise ValueError("no such sheet is printed")
    return Imprint(document, Paper(fields["paper"]), fonts=fonts, **texts)
