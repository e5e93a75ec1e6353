"""Our PDFs may call themselves PDF/UA beside PDF/A: what of it a program can check,
checked here.

Rules: ISO 14289-1 by the numbers of the Matterhorn Protocol, as far as they touch what
we print.
"""

import io
import random
from collections.abc import Iterator
from functools import cache, cached_property
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest
from pypdf import PdfReader
from pypdf.generic import ContentStream

from benchmarks.seasons import seasons
from scorekeeper.exports.pdf.imprint import imprint_here
from scorekeeper.exports.pdf.page import Document, Paper, blank_of, page_of
from scorekeeper.exports.pdf.render import Renderer, session_enclosed
from scorekeeper.games import GAMES
from scorekeeper.tables.chart import drawn
from scorekeeper.tables.session import Session
from scorekeeper.words import words_in
from tests.agreements import begun
from tests.exports import sheets

RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
PDF_A = "{http://www.aiim.org/pdfa/ns/id/}"
PDF_UA = "{http://www.aiim.org/pdfua/ns/id/}"
SCHEMA = "{http://www.aiim.org/pdfa/ns/schema#}"


class Tagged:
    """A PDF by its tags."""

    def __init__(self, pdf: bytes) -> None:
        self.reader = PdfReader(io.BytesIO(pdf))
        self.root: Any = self.reader.trailer["/Root"]
        self.tree: Any = self.root["/StructTreeRoot"]

    @cached_property
    def elements(self) -> list[Any]:
        return [*self._below(self.tree)]

    def of(self, *kinds: str) -> list[Any]:
        return [element for element in self.elements if element["/S"] in kinds]

    def _below(self, element: Any) -> Iterator[Any]:
        for kid in self.kids(element):
            yield kid
            yield from self._below(kid)

    @staticmethod
    def kids(element: Any) -> list[Any]:
        found = element.get("/K", [])
        every = found if isinstance(found, list) else [found]
        return [
            one.get_object() for one in every if not isinstance(one.get_object(), int)
        ]

    @property
    def names(self) -> list[str]:
        return [str(one) for one in self.tree["/IDTree"]["/Names"][::2]]


@cache
def played_games() -> dict[str, Session]:
    """A session of each game: the shortest of those that have a chart."""
    drawn_ones = (season for season in seasons(60, hands=2) if drawn(season.sheet))
    every = sorted(drawn_ones, key=lambda one: -one.last)
    found = {session.game.slug: session for session in every}
    for slug in set(GAMES) - set(found):  # nobody plays it in the seasons
        found[slug] = begun(slug, random.Random(slug), 4).session
    return found


@cache
def renderer() -> Renderer:
    return Renderer()


@cache
def printed(what: str, document: Document, language: str) -> Tagged:
    session = {
        "rubber": sheets.rubber,
        "boards": lambda: sheets.boards(22),
        "compared": lambda: sheets.boards(9),
    }.get(what, lambda: played_games()[what])()
    beside = (sheets.boards(9),) if what == "compared" else ()
    shown = blank_of(session) if document is Document.BLANK else session
    page = page_of(shown, words_in(language), Paper.A4, document, beside)
    imprint = imprint_here(document, Paper.A4, language)
    return Tagged(renderer().pdf(page, session_enclosed(session, imprint)))


LIKE_BRIDGE = ("joker-bridge", "deuces-wild", "five-crowns")
PRINTED = (
    *((slug, Document.REPORT, "de") for slug in GAMES if slug not in LIKE_BRIDGE),
    *(
        pytest.param(slug, Document.REPORT, "de", marks=pytest.mark.slow)
        for slug in LIKE_BRIDGE
    ),
    ("berzerka", Document.BLANK, "en"),
    ("rubber", Document.SHEET, "en"),
    ("boards", Document.SHEET, "en"),
    ("compared", Document.SHEET, "de"),
)
every_document = pytest.mark.parametrize(("what", "document", "language"), PRINTED)


@every_document
def test_the_document_says_what_it_is(
    what: str, document: Document, language: str
) -> None:
    pdf = printed(what, document, language)
    assert pdf.root["/MarkInfo"]["/Marked"]
    assert pdf.root["/Lang"] == language
    assert pdf.root["/ViewerPreferences"]["/DisplayDocTitle"]
    assert pdf.reader.metadata and pdf.reader.metadata.title
    assert all(page["/Tabs"] == "/S" for page in pdf.reader.pages)
    packet = pdf.root["/Metadata"].get_object().get_data()
    (whole,) = ElementTree.fromstring(  # noqa: S314 - our own
        packet.partition(b"?>")[2].rpartition(b"<?")[0]
    )
    assert whole.tag == f"{RDF}RDF", (
        "one description, or readers see the first one alone"
    )
    attributes = {
        name: value for element in whole for name, value in element.attrib.items()
    }
    assert (attributes[f"{PDF_A}part"], attributes[f"{PDF_A}conformance"]) == ("3", "A")
    assert [element.text for element in whole.iter(f"{PDF_UA}part")] == ["1"]
    described = [element.text for element in whole.iter(f"{SCHEMA}namespaceURI")]
    assert described == [PDF_UA.strip("{}")], (
        "PDF/A wants what it doesn't know to be described"
    )


@every_document
def test_one_heading_is_the_first_and_none_is_skipped(
    what: str, document: Document, language: str
) -> None:
    pdf = printed(what, document, language)
    levels = [
        int(one["/S"][2:]) for one in pdf.of("/H1", "/H2", "/H3", "/H4", "/H5", "/H6")
    ]
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(below <= above + 1 for above, below in pairwise(levels))
    said = [
        element["/S"]
        for element in pdf.elements
        if element["/S"] not in ("/Document", "/Sect")
    ]
    assert said[: 2 if said[0] == "/NonStruct" else 1][-1] == "/H1"


@every_document
def test_every_figure_is_told_and_stands_on_its_page(
    what: str, document: Document, language: str
) -> None:
    pdf = printed(what, document, language)
    if document is Document.REPORT:
        chart = words_in(language).gettext(
            "The running score; the sheet has the numbers."
        )
        assert chart in [one["/Alt"] for one in pdf.of("/Figure")]
    for figure in pdf.of("/Figure"):
        assert figure["/Alt"].strip()
        left, lower, right, upper = figure["/A"]["/BBox"]
        box = figure["/Pg"]["/MediaBox"]
        assert box[0] <= left <= right <= box[2] and box[1] <= lower <= upper <= box[3]


@every_document
def test_every_cell_has_its_headers(
    what: str, document: Document, language: str
) -> None:
    pdf = printed(what, document, language)
    headers = [one["/ID"] for one in pdf.of("/TH")]
    assert sorted(headers) == pdf.names and len(set(headers)) == len(headers)
    assert all(one["/A"]["/Scope"] in ("/Column", "/Row") for one in pdf.of("/TH"))
    for table in pdf.of("/Table"):
        own = {one["/ID"] for one in pdf._below(table) if one["/S"] == "/TH"}
        for cell in (one for one in pdf._below(table) if one["/S"] == "/TD"):
            found = cell["/A"]["/Headers"]
            assert found and set(found) <= own


@every_document
def test_whatever_is_drawn_is_read_or_an_artifact(
    what: str, document: Document, language: str
) -> None:
    pdf = printed(what, document, language)
    read = {
        (element.raw_get("/Pg").idnum, n)
        for element in pdf.elements
        for n in marks(element)
    }
    for page in pdf.reader.pages:
        assert page.indirect_reference is not None
        at = page.indirect_reference.idnum
        stack: list[tuple[str, int | None]] = []
        for operands, operator in ContentStream(
            page["/Contents"].get_object(), None
        ).operations:
            if operator in (b"BDC", b"BMC"):
                about = operands[1] if operator == b"BDC" else {}
                assert not stack, "marked content in marked content"
                stack.append((operands[0], about.get("/MCID")))
            elif operator == b"EMC":
                stack.pop()
            elif operator in (b"Tj", b"TJ", b"Do", b"S", b"f", b"f*", b"B", b"sh"):
                ((tag, number),) = stack
                assert tag == "/Artifact" or (at, number) in read


def marks(element: Any) -> list[int]:
    found = element.get("/K", [])
    return [one for one in found if isinstance(one, int)]


def test_a_header_over_two_columns_heads_both_and_a_board_heads_its_own() -> None:
    rubber = printed("rubber", Document.SHEET, "en")
    first, second = rubber.of("/TH")[:2]
    cells = [one["/A"]["/Headers"] for one in rubber.of("/TD")[:4]]
    assert cells == [[first["/ID"]], [first["/ID"]], [second["/ID"]], [second["/ID"]]]
    compared = printed("compared", Document.SHEET, "de")
    parts = [
        part for table in compared.of("/Table")[2:] for part in compared.kids(table)
    ]
    boards = [part for part in parts if part["/S"] == "/TBody"]
    assert len(boards) == 9
    for board in boards:
        head, *cells = (
            one for one in compared._below(board) if one["/S"] in ("/TH", "/TD")
        )
        assert head["/S"] == "/TH" and cells
        assert all(head["/ID"] in cell["/A"]["/Headers"] for cell in cells)
