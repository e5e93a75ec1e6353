"""Every single-byte change of a session file, of the file inside a sheet, and every glyph that a
sheet draws: none of them may pass for the original."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from scorekeeper.core.evening import CarriedIn
from scorekeeper.exports.pdf.render import NAME, pdf_of
from scorekeeper.exports.session_file import read, write
from scorekeeper.exports.verify import Printed, read_pdf, verify_file, verify_printed
from scorekeeper.games.bridge import BRIDGE
from scorekeeper.tables.session import Session
from tests.exports.sheets import Table
from tests.proof.broken import Broken


@dataclass(frozen=True)
class Changed:
    """A file with one byte other than it was: which, how, and its bytes."""

    at: int
    how: str
    data: bytes


def small() -> Session:
    """A session whose file is small: somebody sits down, a score is carried in, a deal."""
    table = Table(BRIDGE, people=("Ann",))
    table.enter(CarriedIn("EW", 40, "below"))
    table.deal("4S", "S", 10)
    return table.session


EVERY_BIT = tuple(1 << bit for bit in range(8))


def changed(data: bytes, masks: tuple[int, ...] = EVERY_BIT, times: int = 8) -> Iterator[Changed]:
    """Every byte, each so many `times`, with the bits of the next of the masks turned over."""
    for at in range(len(data)):
        for n in range(times):
            mask = masks[(at * times + n) % len(masks)]
            other = bytes([data[at] ^ mask])
            yield Changed(at, f"bits {mask:08b}", data[:at] + other + data[at + 1 :])


def taken_out_or_put_in(data: bytes, step: int = 1) -> Iterator[Changed]:
    """Every byte taken out, doubled, and with a space or a line's end put before it."""
    for at in range(0, len(data), step):
        yield Changed(at, "taken out", data[:at] + data[at + 1 :])
        for more, how in ((data[at : at + 1], "doubled"), (b" ", "a space"), (b"\n", "a line")):
            yield Changed(at, how, data[:at] + more + data[at:])


def refuse_files(changes: Iterator[Changed], original: bytes) -> int:
    """Verify each changed file; answers how many. Raises Broken for one that passes."""
    count = 0
    for one in changes:
        if one.data == original:
            continue
        count += 1
        if verify_file(one.data).holds:
            raise Broken(f"byte {one.at}, {one.how}: the changed file passes")
    return count


def refuse_inside(printed: Printed, changes: Iterator[Changed], original: bytes) -> int:
    """The same with each changed file inside the sheet."""
    count, anew = 0, _anew(printed)
    for one in changes:
        if one.data == original:
            continue
        count += 1
        within = {**printed.enclosed, NAME: (one.data,)}
        if verify_printed(replace(printed, enclosed=within), anew=anew).holds:
            raise Broken(f"byte {one.at}, {one.how}: the sheet with the changed file passes")
    return count


def refuse_glyphs(printed: Printed, step: int = 1) -> int:
    """Every glyph that the sheet draws (every `step`th), in the place of which another is drawn."""
    count, anew = 0, _anew(printed)
    for n, page in enumerate(printed.pages):
        shown = list(re.finditer(rb"<([0-9a-f]{4,})>", page.drawing))
        for found in shown[::step]:
            other = next(one[1] for one in shown if one[1] != found[1])
            drawing = page.drawing[: found.start(1)] + other + page.drawing[found.end(1) :]
            pages = (*printed.pages[:n], replace(page, drawing=drawing), *printed.pages[n + 1 :])
            count += 1
            if verify_printed(replace(printed, pages=pages), anew=anew).holds:
                raise Broken(f"page {n + 1}, byte {found.start()}: another glyph passes")
    return count


def _anew(printed: Printed) -> Printed:
    """The same sheet printed once more."""
    (inside,) = printed.enclosed[NAME]
    how = (printed.paper, printed.language, printed.document)
    return read_pdf(pdf_of(read(inside).session, *how))


def original() -> bytes:
    """The file of the small session."""
    return write(small()).encode()
