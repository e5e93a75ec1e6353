"""Comparing what a PDF says with what a session gives, piece by piece.

The page of the session is laid out anew; each of its elements must be found in the text of the
PDF, whole or by its parts, and nothing may be left over. What is drawn first is not always what
stands first, so the pieces are looked for, the long ones before the short ones.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

from scorekeeper.exports.pdf.printed import is_foreign, squeezed

UNDRAWN = {"head", "title", "style", "script"}
LINES = {"tr", "p", "h1", "h2", "h3", "li", "foot"}
"""What is named when something in it is not printed."""
VOID = {"meta", "link", "br", "img", "col", "hr", "input"}
LONG = 12
"""From so many letters on, a piece is looked for before the short ones."""
TAKEN = "\0"
"""Stands where a piece was found, so that nothing is found there twice."""


@dataclass(slots=True)
class Element:
    """An element of the page: its tag, its attributes and what is in it, texts and elements."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    inside: list["Element | str"] = field(default_factory=list)

    @property
    def text(self) -> str:
        """What is drawn of it, as people read it."""
        return "".join(one if isinstance(one, str) else one.text for one in self.inside)

    @property
    def spaced(self) -> str:
        """The same with its cells apart."""
        cell = " " if self.tag in ("td", "th") else ""
        return cell + "".join(o if isinstance(o, str) else o.spaced for o in self.inside) + cell

    def find(self, tag: str) -> Iterator["Element"]:
        """Every element of this tag in it, in order."""
        for one in self.inside:
            if isinstance(one, Element):
                if one.tag == tag:
                    yield one
                yield from one.find(tag)

    @property
    def rows(self) -> tuple[int, ...]:
        """The ids of the sheet's rows that it shows."""
        own = [int(self.attributes["data-row"])] if self.attributes.get("data-row") else []
        inner = [row for one in self.inside if isinstance(one, Element) for row in one.rows]
        return tuple(dict.fromkeys(own + inner))


@dataclass(frozen=True, slots=True)
class Missing:
    """A line of the sheet that is not printed as the session gives it: its text, its rows."""

    text: str
    rows: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Compared:
    """What is missing in the PDF, and what it says beyond the session.

    `unread` is what stands in place of letters that are not compared: no digits.
    """

    missing: tuple[Missing, ...]
    beyond: tuple[str, ...]
    unread: tuple[str, ...] = ()


def compared(page: str, pages: tuple[str, ...]) -> Compared:
    """Compare the page that a session gives with the texts of the pages of a PDF."""
    body = next(_parsed(page).find("body"))
    search = _Search(TAKEN.join(pages))
    for number, foot in enumerate(_feet(body, len(pages)), start=1):
        search.look_for(Element("foot", {}, [foot]), None, number == 1)
    search.look_for(body)
    search.look_for_short_ones()
    for head in body.find("thead"):
        for _ in pages[1:]:
            search.take_again(head)
    beyond = tuple(search.beyond())
    unread: tuple[str, ...] = ()
    if is_foreign(body.text):
        unread = tuple(one for one in beyond if not any(map(str.isdigit, one)))
    rest = tuple(one for one in beyond if one not in unread)
    return Compared(tuple(search.missing), rest, unread)


class _Search:
    """The text of a PDF, and what of the page has been found in it."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._from = 0
        self._short: list[tuple[str, Element | None]] = []
        self.missing: list[Missing] = []

    def look_for(self, what: Element, line: Element | None = None, _first: bool = True) -> None:
        """Find an element whole, or else its parts; short ones wait. `line` is what is named."""
        is_line = what.tag in LINES or "data-row" in what.attributes
        line = what if is_line else line
        wanted = squeezed(what.text)
        if not wanted or (len(wanted) >= LONG and self._take(wanted)):
            return
        for one in what.inside:
            if isinstance(one, Element):
                self.look_for(one, line)
            elif (piece := squeezed(one)) and (len(piece) < LONG or not self._take(piece)):
                self._short.append((piece, line))

    def look_for_short_ones(self) -> None:
        """Find what was too short to be looked for before the rest."""
        for piece, line in sorted(self._short, key=lambda pair: -len(pair[0])):
            if not self._take(piece):
                self._miss(piece, line)

    def take_again(self, head: Element) -> None:
        """Pass over a heading that stands on a further page as well."""
        if not self._take(squeezed(head.text)):
            for cell in head.find("th"):
                self._take(squeezed(cell.text))

    def beyond(self) -> Iterator[str]:
        """What is left of the text."""
        return (piece for piece in self._text.split(TAKEN) if piece)

    def _take(self, wanted: str) -> bool:
        at = self._text.find(wanted, self._from)
        at = self._text.find(wanted) if at < 0 else at
        if at < 0:
            return False
        self._from = at + len(wanted)
        self._text = self._text[:at] + TAKEN * len(wanted) + self._text[self._from :]
        return True

    def _miss(self, piece: str, line: Element | None) -> None:
        text = " ".join(line.spaced.split()) if line else piece
        found = Missing(text, line.rows if line else ())
        if found not in self.missing:
            self.missing.append(found)


def _feet(body: Element, pages: int) -> Iterator[str]:
    """What stands at the foot of every page."""
    for header in body.find("header"):
        data = header.attributes
        sheet = next((one for one in header.find("span") if _is_sheet(one)), Element("span"))
        for number in range(1, pages + 1):
            yield f"{data.get('data-release', '')} · {sheet.text} {data.get('data-proof', '')}"
            page, of = data.get("data-page", ""), data.get("data-of", "")
            yield f"{data.get('data-seal', '')}{page} {number} {of} {pages}"


def _is_sheet(one: Element) -> bool:
    return one.attributes.get("class") == "sheet"


def _parsed(page: str) -> Element:
    reader = _Reader()
    reader.feed(page)
    reader.close()
    return reader.root


class _Reader(HTMLParser):
    """Builds the elements of a page of ours, whose every tag is closed."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("")
        self._open = [self.root]
        self._numbers: list[int] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an element; a numbered item begins with its number."""
        if tag in VOID:
            return
        one = Element(tag, {name: value or "" for name, value in attrs})
        parent = self._open[-1]
        parent.inside.append(one)
        if tag == "li" and parent.tag == "ol":
            count = sum(1 for item in parent.inside if isinstance(item, Element))
            one.inside.append(f"{count}.")
        self._open.append(one)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A drawing's parts close themselves; none of them is text."""

    def handle_endtag(self, tag: str) -> None:
        """Close the element, and what was left open in it."""
        if any(one.tag == tag for one in self._open[1:]):
            while self._open.pop().tag != tag:
                pass

    def handle_data(self, data: str) -> None:
        """Text, where it is drawn."""
        if not any(one.tag in UNDRAWN for one in self._open):
            self._open[-1].inside.append(re.sub(r"\s+", " ", data))
