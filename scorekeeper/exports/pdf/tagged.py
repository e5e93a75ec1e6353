"""What a tagged PDF needs beyond what WeasyPrint writes, so that it may call itself
PDF/UA (ISO 14289-1) beside PDF/A: the identifier, headers for every cell of a table,
the feet of pages as artifacts, and figures where they stand.

It knows pydyf's objects, and nothing of what the document says.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

UA_PART = 1
PIXEL = 0.75  # How many points a pixel of CSS has
_IDENTIFIED = f"""<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">\
<pdfuaid:part>{UA_PART}</pdfuaid:part></rdf:Description>\
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"\
 xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"\
 xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">\
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">\
<pdfaSchema:schema>PDF/UA Universal Accessibility Schema</pdfaSchema:schema>\
<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>\
<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>\
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">\
<pdfaProperty:name>part</pdfaProperty:name>\
<pdfaProperty:valueType>Integer</pdfaProperty:valueType>\
<pdfaProperty:category>internal</pdfaProperty:category>\
<pdfaProperty:description>Which part of ISO 14289 the file follows</pdfaProperty:description>\
</rdf:li></rdf:Seq></pdfaSchema:property>\
</rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description></rdf:RDF>"""
"""The identifier of PDF/UA, and its description, which PDF/A wants for what
it doesn't know."""


def finish(_document: Any, pdf: Any) -> None:
    """Complete the tags of a PDF before it is written: a finisher of WeasyPrint's."""
    tree = _Tree(pdf)
    _identify(pdf)
    _head_tables(pdf, tree)
    _place_figures(tree)
    _set_feet_apart(pdf, tree)


class _Tree:
    """The structure elements of a document, in the order in which they are read."""

    def __init__(self, pdf: Any) -> None:
        self._objects = pdf.objects
        self.root = self.at(pdf.catalog["StructTreeRoot"])
        self.elements = [*self._below(self.root)]

    def at(self, reference: bytes) -> Any:
        return self._objects[int(reference.split()[0])]

    def kids(self, element: Any) -> list[Any]:
        below = [self.at(kid) for kid in element.get("K", ()) if isinstance(kid, bytes)]
        return [kid for kid in below if kid.get("Type") == "/StructElem"]

    def _below(self, element: Any) -> Iterator[Any]:
        for kid in self.kids(element):
            yield kid
            yield from self._below(kid)


def _identify(pdf: Any) -> None:
    for part in pdf.objects:
        if getattr(part, "extra", {}).get("Type") == "/Metadata":
            (whole,) = part.stream
            part.stream = [whole.replace(b"</rdf:RDF>", _IDENTIFIED.encode())]


# ---- tables ----


@dataclass(frozen=True, slots=True)
class _Cell:
    """A cell of a table: its element, the part of the table that it is in, and where it
    stands. `heads_columns` where its row has headers alone."""

    element: Any
    part: Any
    rows: range
    columns: range
    heads_columns: bool

    @property
    def is_header(self) -> bool:
        return bool(self.element["S"] == "/TH")

    def is_headed_by(self, header: "_Cell") -> bool:
        if not header.heads_columns:
            return _meet(self.rows, header.rows)
        is_above = header.part["S"] == "/THead" or header.part is self.part
        return is_above and _meet(self.columns, header.columns)


def _meet(some: range, others: range) -> bool:
    return max(some.start, others.start) < min(some.stop, others.stop)


# Say of each header which way it heads, and of each other cell which headers it has.
# WeasyPrint names headers by their element, so that both pages of a table use the same
# names, and forgets the further columns of a header that spans several.
def _head_tables(pdf: Any, tree: _Tree) -> None:
    import pydyf

    names = pydyf.Array()
    for table in (element for element in tree.elements if element["S"] == "/Table"):
        cells = [*_cells(tree, table)]
        headers = [cell for cell in cells if cell.is_header]
        for header in headers:
            header.element["ID"] = pydyf.String(f"head-{len(names) // 2:05}")
            header.element["A"]["Scope"] = "/Column" if header.heads_columns else "/Row"
            names += (header.element["ID"], header.element.reference)
        for cell in cells:
            if not cell.is_header:
                heading = (
                    head.element["ID"] for head in headers if cell.is_headed_by(head)
                )
                cell.element["A"]["Headers"] = pydyf.Array(heading)
    tree.root["IDTree"] = pydyf.Dictionary({"Names": names})


# The cells of a table, each with the rows and columns that it covers.
def _cells(tree: _Tree, table: Any) -> Iterator[_Cell]:
    taken = set[tuple[int, int]]()
    parts = [part for part in tree.kids(table) if part["S"] != "/Caption"]
    rows = ((part, row) for part in parts for row in tree.kids(part))
    for y, (part, row) in enumerate(rows):
        elements = tree.kids(row)
        heads_columns = all(element["S"] == "/TH" for element in elements)
        x = 0
        for element in elements:
            while (y, x) in taken:
                x += 1
            columns = range(x, x + element["A"].get("ColSpan", 1))
            covered = range(y, y + element["A"].get("RowSpan", 1))
            taken.update((row, column) for row in covered for column in columns)
            yield _Cell(element, part, covered, columns, heads_columns)


# ---- figures, and the feet of pages ----


# Say where figures stand in points from the lower edge; they come in pixels
# from the upper.
def _place_figures(tree: _Tree) -> None:
    import pydyf

    for element in tree.elements:
        if element["S"] == "/Figure":
            left, upper, right, lower = (PIXEL * n for n in element["A"]["BBox"])
            height = tree.at(element["Pg"])["MediaBox"][3]
            element["A"]["BBox"] = pydyf.Array(
                (left, height - lower, right, height - upper)
            )


# Marks what is drawn in the margins as artifacts: its elements are in no tree.
def _set_feet_apart(pdf: Any, tree: _Tree) -> None:
    read = {element.number for element in tree.elements}
    nums = tree.at(tree.root["ParentTree"])["Nums"]
    marked = dict(zip(nums[::2], nums[1::2], strict=True))
    for page in pdf.objects:
        if not isinstance(page, dict) or page.get("Type") != "/Page":
            continue
        elements = marked[page["StructParents"]]
        apart = set[int]()
        for n, element in enumerate(elements):
            if tree.at(element).number not in read:
                elements[n] = "null"
                apart.add(n)
        _draw_apart(tree.at(page["Contents"]).stream, apart)


# Make artifacts of the marked content with these numbers.
def _draw_apart(drawing: list[Any], apart: set[int]) -> None:
    import pydyf

    for at, mark in enumerate(drawing):
        if isinstance(mark, dict) and mark.get("MCID") in apart:
            drawing[at - 1] = "/Artifact"
            drawing[at] = pydyf.Dictionary({"Type": "/Pagination"})
