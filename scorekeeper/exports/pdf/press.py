"""The press: HTML as a PDF. The only module that knows WeasyPrint, which wants Pango."""

import hashlib
import logging
import os
from typing import Any

from scorekeeper.places import static_folder

CUTS = ("archivo-regular", "archivo-bold", "archivo-narrow", "archivo-narrow-bold")
FONTS = frozenset((*CUTS, *(f"{cut}-ext" for cut in CUTS)))
"""Our face, static: Latin letters and figures, and the further Latin letters of Europe."""
VARIANT = "pdf/ua-1"
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
        self._fetcher = _fetcher()
        self._fonts = FontConfiguration()
        style = (static_folder() / "print.css").read_text(encoding="utf-8")
        self._style = weasyprint.CSS(
            string=style, font_config=self._fonts, url_fetcher=self._fetcher
        )

    def printed(self, html: str) -> bytes:
        """This page as a tagged PDF; the same bytes for the same page.

        Nothing is opened for it but our own fonts: what else the page names stays out.
        """
        page = self._html(string=html, url_fetcher=self._fetcher)
        pdf: bytes = page.write_pdf(
            stylesheets=[self._style],
            font_config=self._fonts,
            pdf_variant=VARIANT,
            pdf_identifier=hashlib.sha256(html.encode()).digest()[:16],
        )
        return pdf


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
