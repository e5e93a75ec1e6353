"""The scoresheet on paper: an HTML page of the sheet, printed by WeasyPrint.

    cache.py     PDFs kept by what they show, and made ahead
    enclosure.py the session file inside the PDF
    page.py      a session as the HTML of its printed sheet (columns.py: its pad)
    render.py    HTML as a PDF, in a process of its own; the only module that knows WeasyPrint
    verify.py    what a PDF draws, compared with the same sheet printed anew

The bytes depend on the log, the paper, the language and the edition of what prints them, and on
nothing else: the date of the document is that of the last entry, its times are those of the zone
that the log was opened in (UTC where it has none), its identifier is a hash of what it says.
"""

from scorekeeper.exports.pdf.enclosure import session_enclosed
from scorekeeper.exports.pdf.page import page_of
from scorekeeper.exports.pdf.paper import Document, Paper
from scorekeeper.tables.session import Session
from scorekeeper.words import words_in

__all__ = ["Paper", "pdf_of"]


def pdf_of(
    session: Session,
    paper: Paper | str = Paper.A4,
    language: str = "en",
    document: Document = Document.SHEET,
) -> bytes:
    """A document of the session as a PDF, made in this process.

    Raises render.PangoMissing where WeasyPrint's libraries are not installed, ValueError when
    there is no such paper.
    """
    from scorekeeper.exports.pdf.render import Renderer

    page = page_of(session, words_in(language), Paper(paper), document)
    is_proof = document is not Document.BLANK
    return Renderer().pdf(page, session_enclosed(session) if is_proof else None)
