"""Sheets that somebody has changed, made from a true one: each in a way that some
program reads otherwise than another, or that shows what was never printed."""

import io
import zipfile
from collections.abc import Callable, Mapping
from typing import Any

from pypdf import PdfReader, PdfWriter
from pypdf.actions import JavaScript
from pypdf.annotations import FreeText
from pypdf.generic import (
    ArrayObject,
    DecodedStreamObject,
    DictionaryObject,
    NameObject,
    NumberObject,
    TextStringObject,
)

from scorekeeper.exports.pdf.imprint import OWNER
from scorekeeper.exports.pdf.render import NAME

LIE = b"BT /F1 40 Tf 1 0 0 1 60 700 Tm (Tom and Marek win by 1970) Tj ET"
FONT = b"<< /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>"

Change = Callable[[bytes], bytes]


# ---- an update that is appended: everything before it stays as it was printed ----


def appended(pdf: bytes, objects: Mapping[int, bytes], trailer: bytes = b"") -> bytes:
    """The PDF with these objects in the place of those before, as PDFs are updated."""
    reader = PdfReader(io.BytesIO(pdf))
    start = int(pdf.rsplit(b"startxref", 1)[1].split()[0])
    out = bytearray(pdf)
    places = {}
    for number, content in objects.items():
        places[number] = len(out)
        out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    xref = len(out)
    out += b"xref\n"
    for number, place in sorted(places.items()):
        out += b"%d 1\n%010d 00000 n \n" % (number, place)
    root = reader.trailer.raw_get("/Root").idnum
    size = max(_size(reader), *(number + 1 for number in objects))
    told = b"trailer\n<< /Size %d /Root %d 0 R /Prev %d %s >>\n"
    out += told % (size, root, start, trailer)
    out += b"startxref\n%d\n%%%%EOF\n" % xref
    return bytes(out)


def _size(reader: PdfReader) -> int:
    size: Any = reader.trailer["/Size"]
    return int(size)


def _stream(content: bytes) -> bytes:
    return b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content)


def _page(reader: PdfReader) -> tuple[int, int, int]:
    """The numbers of the first page's object, of its drawing and of what it draws
    with."""
    page: Any = reader.pages[0]
    numbers = (page.raw_get("/Contents").idnum, page.raw_get("/Resources").idnum)
    return (page.indirect_reference.idnum, *numbers)


def _twice(pdf: bytes, keys: Callable[[bytes, bytes], bytes]) -> bytes:
    """Another first page, in which `keys` tells the true drawing and a false one. All
    else that the page has stays."""
    reader = PdfReader(io.BytesIO(pdf))
    page, drawing, with_what = _page(reader)
    new = _size(reader)
    true = b"/Contents %d 0 R /Resources %d 0 R" % (drawing, with_what)
    false = b"/Contents %d 0 R /Resources %d 0 R" % (new, new + 1)
    rest: Any = reader.pages[0]
    del rest["/Contents"]
    del rest["/Resources"]
    out = io.BytesIO()
    DictionaryObject(rest).write_to_stream(out)
    told = out.getvalue().rstrip().removesuffix(b">>") + keys(true, false) + b" >>"
    return appended(pdf, {page: told, new: _stream(LIE), new + 1: FONT})


def keys_twice_true_first(pdf: bytes) -> bytes:
    return _twice(pdf, lambda true, false: true + b" " + false)


def keys_twice_true_last(pdf: bytes) -> bytes:
    return _twice(pdf, lambda true, false: false + b" " + true)


def keys_twice_once_escaped(pdf: bytes) -> bytes:
    """One reader takes /Cont#65nts for /Contents, another doesn't."""

    def keys(true: bytes, false: bytes) -> bytes:
        hidden = false.replace(b"/Contents", b"/Cont#65nts").replace(b"/Res", b"/R#65s")
        return true + b" " + hidden

    return _twice(pdf, keys)


def another_drawing(pdf: bytes) -> bytes:
    _, drawing, _ = _page(PdfReader(io.BytesIO(pdf)))
    return appended(pdf, {drawing: _stream(LIE)})


def an_update_of_nothing(pdf: bytes) -> bytes:
    reader = PdfReader(io.BytesIO(pdf))
    return appended(pdf, {_size(reader): b"null"})


def another_stream_of_references(pdf: bytes) -> bytes:
    """A table of references that names the stream of another one as well, as old
    readers want."""
    reader = PdfReader(io.BytesIO(pdf))
    start = int(pdf.rsplit(b"startxref", 1)[1].split()[0])
    return appended(pdf, {_size(reader): b"null"}, b"/XRefStm %d" % start)


# ---- saved again by another program ----


def _saved(
    pdf: bytes, change: Callable[[PdfWriter], object] = lambda writer: None
) -> bytes:
    writer = PdfWriter(clone_from=io.BytesIO(pdf))
    change(writer)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def saved_again(pdf: bytes) -> bytes:
    return _saved(pdf)


def saved_again_as_an_update(pdf: bytes) -> bytes:
    writer = PdfWriter(io.BytesIO(pdf), incremental=True)
    writer.add_metadata({"/Title": "Another evening"})
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def packed_otherwise(pdf: bytes) -> bytes:
    def change(writer: PdfWriter) -> None:
        for page in writer.pages:
            page.compress_content_streams(1)

    return _saved(pdf, change)


def a_note_over_the_text(pdf: bytes) -> bytes:
    note = FreeText(text="Tom and Marek win by 1970", rect=(40, 600, 550, 800))
    return _saved(pdf, lambda writer: writer.add_annotation(0, note))


def a_script_when_opened(pdf: bytes) -> bytes:
    return _saved(
        pdf, lambda writer: writer.add_open_action(JavaScript("this.print();"))
    )


def another_page_when_opened(pdf: bytes) -> bytes:
    def change(writer: PdfWriter) -> None:
        writer.add_blank_page()
        writer.open_destination = writer.pages[-1]

    return _saved(pdf, change)


def labels_of_pages(pdf: bytes) -> bytes:
    return _saved(pdf, lambda writer: writer.set_page_label(0, 0, prefix="1970"))


def a_layer_that_is_hidden(pdf: bytes) -> bytes:
    """All that was drawn is on a layer that viewers don't show."""

    def change(writer: PdfWriter) -> None:
        layer = DictionaryObject()
        layer[NameObject("/Type")] = NameObject("/OCG")
        layer[NameObject("/Name")] = TextStringObject("sheet")
        at = writer._add_object(layer)
        off = DictionaryObject({NameObject("/OFF"): ArrayObject([at])})
        layers = {NameObject("/OCGs"): ArrayObject([at]), NameObject("/D"): off}
        writer._root_object[NameObject("/OCProperties")] = DictionaryObject(layers)
        page: Any = writer.pages[0]
        properties = DictionaryObject({NameObject("/L"): at})
        page["/Resources"][NameObject("/Properties")] = properties
        drawing = page["/Contents"].get_object()
        drawing.set_data(b"/OC /L BDC\n" + drawing.get_data() + b"\nEMC")

    return _saved(pdf, change)


def other_shapes_of_letters(pdf: bytes) -> bytes:
    def change(writer: PdfWriter) -> None:
        page: Any = writer.pages[0]
        font = next(iter(page["/Resources"]["/Font"].values())).get_object()
        below = font["/DescendantFonts"][0].get_object()["/FontDescriptor"].get_object()
        shapes = next(
            below[one].get_object() for one in below if one.startswith("/FontFile")
        )
        data = bytearray(shapes.get_data())
        data[len(data) // 2] ^= 1
        shapes.set_data(bytes(data))

    return _saved(pdf, change)


def other_letters_when_copied(pdf: bytes) -> bytes:
    """What is drawn stays, and what is read aloud or copied says something else."""

    def change(writer: PdfWriter) -> None:
        page: Any = writer.pages[0]
        for font in page["/Resources"]["/Font"].values():
            table = font.get_object()["/ToUnicode"].get_object()
            table.set_data(table.get_data().replace(b"<0031>", b"<0039>"))

    return _saved(pdf, change)


def turned_upside_down(pdf: bytes) -> bytes:
    def change(writer: PdfWriter) -> None:
        writer.pages[0][NameObject("/Rotate")] = NumberObject(180)

    return _saved(pdf, change)


def a_page_more(pdf: bytes) -> bytes:
    return _saved(pdf, lambda writer: writer.add_blank_page())


def another_file_inside(pdf: bytes) -> bytes:
    return _saved(
        pdf, lambda writer: writer.add_attachment("result.txt", b"Tom and Marek")
    )


def two_session_files_inside(pdf: bytes) -> bytes:
    return _saved(pdf, lambda writer: writer.add_attachment(NAME, b"{}"))


def a_script_as_the_page_opens(pdf: bytes) -> bytes:
    def change(writer: PdfWriter) -> None:
        action = DictionaryObject()
        action[NameObject("/S")] = NameObject("/JavaScript")
        action[NameObject("/JS")] = TextStringObject("app.alert('1970')")
        opened = DictionaryObject({NameObject("/O"): action})
        writer.pages[0][NameObject("/AA")] = opened

    return _saved(pdf, change)


# ---- bytes around it ----


def a_byte_more(pdf: bytes) -> bytes:
    return pdf + b"\n"


def a_byte_less(pdf: bytes) -> bytes:
    return pdf.rstrip(b"\n") if pdf.endswith(b"\n") else pdf[:-1]


def two_files_in_one(pdf: bytes) -> bytes:
    return pdf + pdf


def an_archive_behind_it(pdf: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("evening.jsonl", b"{}")
    return pdf + out.getvalue()


def a_comment_after_its_first_line(pdf: bytes) -> bytes:
    first, rest = pdf.split(b"\n", 1)
    return first + b"\n%LIE\n" + rest


def said_to_be_fast_on_the_web(pdf: bytes) -> bytes:
    """What a program writes first that orders a file for the web."""
    first, rest = pdf.split(b"\n", 1)
    return first + b"\n9999 0 obj\n<< /Linearized 1 /N 1 /O 1 >>\nendobj\n" + rest


FORGERIES: tuple[Change, ...] = (
    keys_twice_true_first,
    keys_twice_true_last,
    keys_twice_once_escaped,
    another_drawing,
    an_update_of_nothing,
    another_stream_of_references,
    saved_again,
    saved_again_as_an_update,
    packed_otherwise,
    a_note_over_the_text,
    a_script_when_opened,
    another_page_when_opened,
    labels_of_pages,
    a_layer_that_is_hidden,
    other_shapes_of_letters,
    other_letters_when_copied,
    turned_upside_down,
    a_page_more,
    another_file_inside,
    two_session_files_inside,
    a_script_as_the_page_opens,
    a_byte_more,
    a_byte_less,
    two_files_in_one,
    an_archive_behind_it,
    a_comment_after_its_first_line,
    said_to_be_fast_on_the_web,
)


# ---- what it says about its printing ----


def with_imprint(pdf: bytes, text: str) -> bytes:
    """The PDF saying something else about how it was printed, appended as an update."""
    reader = PdfReader(io.BytesIO(pdf))
    root: Any = reader.trailer["/Root"]
    number = reader.trailer.raw_get("/Root").idnum
    private = TextStringObject(text)
    piece = DictionaryObject({NameObject("/Private"): private})
    root[NameObject("/PieceInfo")] = DictionaryObject({NameObject(f"/{OWNER}"): piece})
    out = io.BytesIO()
    root.write_to_stream(out)
    return appended(pdf, {number: out.getvalue()})


def without_imprint(pdf: bytes, creator: str) -> bytes:
    """The PDF as another program or an earlier release says that it has made it."""

    def change(writer: PdfWriter) -> None:
        writer._root_object.pop("/PieceInfo")
        writer.add_metadata({"/Creator": creator})

    return _saved(pdf, change)


def with_inside(pdf: bytes, content: bytes) -> bytes:
    """The PDF with another session file inside, at the same place."""

    def change(writer: PdfWriter) -> None:
        root: Any = writer._root_object
        names = root["/Names"]["/EmbeddedFiles"]["/Names"]
        files = names[1].get_object()["/EF"]
        stream = DecodedStreamObject()
        stream.set_data(content)
        files[NameObject("/F")] = writer._add_object(stream)

    return _saved(pdf, change)
