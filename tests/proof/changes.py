"""Single-byte changes of a session file, of the file inside a sheet, and of the whole
sheet: none of them may pass for the original."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from scorekeeper.core.evening import CarriedIn
from scorekeeper.exports.pdf.night import AnyDocument
from scorekeeper.exports.pdf.page import Paper
from scorekeeper.exports.pdf.render import pdf_of
from scorekeeper.exports.session_file import write
from scorekeeper.exports.verify import verify_file, verify_sheet
from scorekeeper.games.bridge import BRIDGE
from scorekeeper.tables.session import Session
from tests.exports.forged import with_inside
from tests.exports.sheets import Table
from tests.proof.broken import Broken


@dataclass(frozen=True)
class Changed:
    """A file with one byte other than it was: which, how, and its bytes."""

    at: int
    how: str
    data: bytes


def small() -> Session:
    """A session whose file is small: somebody sits down, a score is carried in, a
    deal."""
    table = Table(BRIDGE, people=("Ann",))
    table.enter(CarriedIn("EW", 40, "below"))
    table.deal("4S", "S", 10)
    return table.session


EVERY_BIT = tuple(1 << bit for bit in range(8))


def changed(
    data: bytes, masks: tuple[int, ...] = EVERY_BIT, times: int = 8, step: int = 1
) -> Iterator[Changed]:
    """Every byte (every `step`th), each so many `times`, with the bits of the next of
    the masks turned over."""
    for at in range(0, len(data), step):
        for n in range(times):
            mask = masks[(at * times + n) % len(masks)]
            other = bytes([data[at] ^ mask])
            yield Changed(at, f"bits {mask:08b}", data[:at] + other + data[at + 1 :])


def taken_out_or_put_in(data: bytes, step: int = 1) -> Iterator[Changed]:
    """Every byte taken out, doubled, and with a space or a line's end put before it."""
    for at in range(0, len(data), step):
        yield Changed(at, "taken out", data[:at] + data[at + 1 :])
        for more, how in (
            (data[at : at + 1], "doubled"),
            (b" ", "a space"),
            (b"\n", "a line"),
        ):
            yield Changed(at, how, data[:at] + more + data[at:])


def refuse_files(changes: Iterator[Changed], original: bytes) -> int:
    """Verify each changed file; answers how many. Raises Broken for one that passes."""
    count = 0
    for change in changes:
        if change.data == original:
            continue
        count += 1
        if verify_file(change.data).holds:
            raise Broken(f"byte {change.at}, {change.how}: the changed file passes")
    return count


def refuse_inside(
    pdf: bytes, changes: Iterator[Changed], original: bytes, step: int = 1
) -> int:
    """The same with each changed file (every `step`th) inside the sheet."""

    def sheets() -> Iterator[Changed]:
        for one in islice(changes, 0, None, step):
            if one.data != original:
                yield Changed(one.at, one.how, with_inside(pdf, one.data))

    return refuse_sheets(sheets())


def refuse_sheets(changes: Iterator[Changed]) -> int:
    """Verify each changed sheet; answers how many. Raises Broken for one that
    passes."""
    count = 0
    for change in changes:
        count += 1
        if verify_sheet(change.data, printed_once).holds:
            raise Broken(f"byte {change.at}, {change.how}: the changed sheet passes")
    return count


_PRINTED: dict[tuple[object, ...], bytes] = {}


def printed_once(
    session: Session,
    paper: Paper,
    language: str,
    document: AnyDocument,
    tables: tuple[Session, ...] = (),
) -> bytes:
    """What is printed of a session, printed once."""
    heads = tuple(table.head for table in tables)
    asked = (session.head, paper, language, document, heads)
    if asked not in _PRINTED:
        _PRINTED[asked] = pdf_of(session, paper, language, document, tables)
    return _PRINTED[asked]


def original() -> bytes:
    """The file of the small session."""
    return write(small()).encode()
