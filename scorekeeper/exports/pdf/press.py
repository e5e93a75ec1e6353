"""The press: HTML as a PDF. The only module that knows WeasyPrint, which wants Pango."""

import hashlib
import logging
import os
import warnings
from typing import Any

from scorekeeper.exports.pdf.enclosure import Enclosure
from scorekeeper.places import static_folder

CUTS = ("archivo-regular", "archivo-bold", "archivo-narrow", "archivo-narrow-bold")
FONTS = frozenset((*CUTS, *(f"{cut}-ext" for cut in CUTS)))
"""Our face, static: Latin letters and figures, and the further Latin letters of Europe."""
VARIANT = "pdf/a-3a"
"""Archival and tagged, and it may enclose a file. No validator has judged what we print."""
STEADY = "315532800"
"""The time that font tools write into a font, so that it is always the same: 1 January 1980."""


class PangoMissing(RuntimeError):
    """WeasyPrint or a library that it draws with is not there. The text says which."""


class Press:
    """WeasyPrint with our style sheet and fonts, ready to print one page after another.

    Making one takes a second or two. Raises PangoMissing where it can't be made.
    """

    def __init__(self) -> None:
        os.environ.setdefault("SOURCE_DATE_EPOCH", STEADY)
        try:
            import weasyprint
            from weasyprint.text.fonts import FontConfiguration
        except (ImportError, OSError) as fault:
            raise PangoMissing(str(fault).splitlines()[0]) from fault
        logging.getLogger("weasyprint").setLevel(logging.ERROR)
        self._html: Any = weasyprint.HTML
        self._attachment: Any = weasyprint.Attachment
        self._fetcher = _fetcher()
        self._fonts = FontConfiguration()
        style = (static_folder() / "print.css").read_text(encoding="utf-8")
        self._style = weasyprint.CSS(
            string=style, font_config=self._fonts, url_fetcher=self._fetcher
        )

    def printed(self, html: str, enclosed: Enclosure | None = None) -> bytes:
        """This page as a tagged PDF with a file inside; the same bytes for the same of both.

        Nothing is opened for it but our own fonts: what else the page names stays out.
        """
        page = self._html(string=html, url_fetcher=self._fetcher)
        said = html.encode() + (enclosed.packed() if enclosed else b"")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ResourceWarning)  # it leaves its colour profile open
            pdf: bytes = page.write_pdf(
                stylesheets=[self._style],
                font_config=self._fonts,
                pdf_variant=VARIANT,
                pdf_identifier=hashlib.sha256(said).digest()[:16],
                attachments=[self._attached(enclosed)] if enclosed else None,
            )
        return pdf

    def _attached(self, enclosed: Enclosure) -> Any:
        return self._attachment(
            string=enclosed.content,
            name=enclosed.name,
            created=enclosed.moment,
            modified=enclosed.moment,
            relationship="Source",
        )


def _fetcher() -> Any:
    """What answers the addresses in a page: "font:" and the name of one of ours, or nothing."""
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    class OurFonts(URLFetcher):  # type: ignore[misc]
        """Opens no file and no connection."""

        def fetch(self, url: str, headers: object = None) -> object:
            name = url.removeprefix("font:")
            if name not in FONTS:
                raise ValueError(f"{url} is none of our fonts")
            content = (static_folder() / "fonts" / f"{name}.ttf").read_bytes()
            return URLFetcherResponse(url, content, {"Content-Type": "font/ttf"})

    return OurFonts(allowed_protocols=("font",), allow_redirects=False)
