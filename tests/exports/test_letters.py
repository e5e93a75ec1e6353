"""Letters that no font here has: they are found as Pango finds them, told, and a name
of theirs has its seat beside it on paper."""

import io
import logging
import re
import unicodedata
from pathlib import Path

import pytest
from click.testing import CliRunner
from pypdf import PdfReader

from scorekeeper.__main__ import main
from scorekeeper.core.evening import Seated
from scorekeeper.core.seats import Seat
from scorekeeper.exports.pdf import letters
from scorekeeper.exports.pdf.imprint import read_imprint
from scorekeeper.exports.pdf.page import Document, Paper, page_of, with_seats
from scorekeeper.exports.pdf.render import Renderer, pdf_of
from scorekeeper.exports.session_file import write
from scorekeeper.exports.verify import verify_sheet
from scorekeeper.places import static_folder
from scorekeeper.tables.session import Session
from scorekeeper.words import words_in
from tests.exports import sheets
from tests.exports.fonts import forget, only_our_fonts
from tests.exports.printed import read_pdf

__all__ = ["only_our_fonts"]

ENGLISH = words_in("en")
NAMES = ("王小明", "สมชาย", "Tom", "हिन्दी")
MIXED = "aŁß½→♠Ωж 王あ한กहअעا☃🃏é"


def boxed(
    session: Session, document: Document = Document.SHEET, language: str = "en"
) -> str:
    words = words_in(language)
    page = page_of(session, words, Paper.A4, document)
    return with_seats(page, letters.without_font(page), (session,), words)


def text_of(page: str) -> str:
    """What is read on a page, with each space as a plain one."""
    return re.sub(r"\s+", " ", re.sub("<[^>]*>", "", page))


# ---- which letters ----


def drawn_as_boxes(text: str) -> str:
    """The letters for which WeasyPrint says that it draws a box."""
    found = set[str]()

    class Ear(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if record.getMessage().startswith(".notdef"):
                found.add(chr(record.args[1]))  # type: ignore[index, arg-type]

    renderer = Renderer()
    ear = Ear()
    log = logging.getLogger("weasyprint")
    log.addHandler(ear)
    log.setLevel(logging.WARNING)
    try:
        renderer.pdf(f"<html lang=en><title>x</title><p>{' '.join(text)}</p></html>")
    finally:
        log.removeHandler(ear)
        log.setLevel(logging.ERROR)
    return "".join(sorted(found))


def test_the_letters_are_those_that_pango_draws_as_boxes(only_our_fonts: Path) -> None:
    found = letters.without_font(MIXED)
    assert found == drawn_as_boxes(MIXED)
    assert set("王あ한กहअעا") <= set(found) and not set("aŁß½é") & set(found)


def test_so_are_they_with_the_fonts_of_this_machine() -> None:
    forget()
    assert letters.without_font(MIXED) == drawn_as_boxes(MIXED)


def test_what_needs_no_glyph_lacks_none(only_our_fonts: Path) -> None:
    assert letters.without_font("\u200d\u2060\ufe0f\u00a0\u3000\n\tA") == ""


def test_a_font_that_is_installed_is_found(only_our_fonts: Path) -> None:
    before = letters.without_font("王Ł")
    edition = letters.edition()
    ours = static_folder() / "fonts" / "archivo-regular.ttf"
    (only_our_fonts / "another.ttf").write_bytes(ours.read_bytes())
    forget()
    assert before == letters.without_font("王Ł") == "王"
    assert letters.edition() != edition, (
        "what was printed with other fonts is printed anew"
    )


def test_without_fontconfig_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    forget()
    monkeypatch.setattr(letters, "_LIBRARIES", ())
    assert letters.without_font("王") == ""
    monkeypatch.undo()
    forget()


# ---- which package ----


@pytest.mark.parametrize(
    ("system", "wanted"),
    [
        ("debian", ("fonts-noto-cjk", "fonts-noto-core", "fonts-noto-color-emoji")),
        (
            "fedora",
            (
                "google-noto-sans-cjk-vf-fonts",
                "google-noto-sans-thai-vf-fonts",
                "google-noto-color-emoji-fonts",
            ),
        ),
        ("arch", ("noto-fonts-cjk", "noto-fonts", "noto-fonts-emoji")),
        ("alpine", ("font-noto-cjk", "font-noto-thai", "font-noto-emoji")),
        (
            "macos",
            ("font-noto-sans-cjk", "font-noto-sans-thai", "font-noto-color-emoji"),
        ),
    ],
)
def test_each_system_has_its_own_names_of_packages(
    system: str, wanted: tuple[str, ...]
) -> None:
    assert letters.packages("王あ한กม🃏", system) == wanted


def test_what_is_said_names_few_letters_and_each_package_once() -> None:
    many = "".join(map(chr, range(0x4E00, 0x4E40)))
    said = letters.told(many)
    assert said is not None
    text = ENGLISH.text(said)
    assert text.count("一") == 1 and " …" in text
    assert sum(one in text for one in many) == letters.NAMED
    assert letters.told("") is None
    marks = letters.told("कि")
    assert marks is not None and " क, so" in ENGLISH.text(marks), (
        "marks alone say nothing"
    )


# ---- on paper ----


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_seat_stands_beside_each_name_of_boxes(
    only_our_fonts: Path, language: str
) -> None:
    words = words_in(language)
    text = text_of(boxed(sheets.begun(NAMES).session, Document.REPORT, language))
    named = {"N": "王小明", "E": "สมชาย", "W": "हिन्दी"}
    for letter, name in named.items():
        seat = words.text(Seat(letter))
        assert name in text
        assert all(
            text[match.end() :].startswith(f" ({seat})")
            for match in re.finditer(name, text)
        )
    assert "Tom (" not in text


def test_who_changed_seats_is_told_by_all_of_them(only_our_fonts: Path) -> None:
    table = sheets.begun(("王", "李", "Tom", "Ann"))
    table.enter(Seated("李", Seat.NORTH), Seated("王", Seat.EAST))
    table.deal("1NT", "N", 7)
    text = text_of(boxed(table.session))
    assert "王 (North/East)" in text and "李 (East/North)" in text


def test_a_name_that_was_cut_has_its_seat_too_and_a_word_is_no_name(
    only_our_fonts: Path,
) -> None:
    table = sheets.begun(("王小明 歐陽娜娜司馬光諸葛亮慕容復", "李", "Tom", "Ann"))
    assert "王小明 歐. (North)" in text_of(boxed(table.session))
    said = with_seats(
        "<p>李先生 said so, not 李.</p>", "李先生", (table.session,), ENGLISH
    )
    assert text_of(said) == "李先生 said so, not 李 (East)."


def test_a_name_in_a_drawing_has_its_seat_and_no_element_of_a_page() -> None:
    session = sheets.begun(("王", "Tom", "李", "Ann")).session
    page = "<p>王</p><svg><title>x</title><text>王</text></svg><p>王</p>"
    boxes = '<span class="boxes">王</span>\u00a0(North)'
    drawing = "<svg><title>x</title><text>王\u00a0(North)</text></svg>"
    assert (
        with_seats(page, "王", (session,), ENGLISH)
        == f"<p>{boxes}</p>{drawing}<p>{boxes}</p>"
    )


def test_nothing_is_changed_where_every_letter_has_a_font(only_our_fonts: Path) -> None:
    session = sheets.rubber()
    assert boxed(session) == page_of(session, ENGLISH, Paper.A4)


def test_boxes_leave_the_spaces_around_them(only_our_fonts: Path) -> None:
    """No box is drawn over what follows it: it takes as much room as the box of our
    face has."""
    page = boxed(sheets.begun(NAMES).session)
    assert '<span class="boxes">王小明</span>' in page
    style = (static_folder() / "print.css").read_text()
    (room,) = re.findall(r"\.boxes \{ letter-spacing: ([\d.]+)em", style)
    from fontTools.ttLib import TTFont

    reader = PdfReader(io.BytesIO(Renderer().pdf(page)))
    resources = reader.pages[0]["/Resources"]["/Font"]  # type: ignore[index]
    for font in resources.values():
        below = font.get_object()["/DescendantFonts"][0].get_object()
        file = TTFont(
            io.BytesIO(below["/FontDescriptor"]["/FontFile2"].get_object().get_data())
        )
        box = file["glyf"][".notdef"]
        if hasattr(box, "xMax"):
            taken = {n for one in below["/W"] if isinstance(one, list) for n in one}
            assert box.xMax - box.xMin <= max(taken) + 1000 * float(room)


# ---- and it proves itself ----


def test_a_sheet_proves_itself_on_a_machine_with_the_same_fonts(
    only_our_fonts: Path,
) -> None:
    session = sheets.begun(NAMES).session
    here = pdf_of(session)
    assert "(North)" in read_pdf(here).text
    imprint = read_imprint(here)
    assert imprint is not None and imprint.boxed
    assert verify_sheet(here).holds


def test_what_other_fonts_have_drawn_can_t_be_proved(
    request: pytest.FixtureRequest,
) -> None:
    session = sheets.begun(("Ωmega", "Иван", "Tom", "Ann")).session
    elsewhere = pdf_of(session)
    imprint = read_imprint(elsewhere)
    assert imprint is not None
    assert imprint.fonts and not imprint.boxed, (
        "this machine has Greek and Cyrillic letters"
    )
    request.getfixturevalue("only_our_fonts")
    verdict = verify_sheet(elsewhere)
    assert not verdict.holds and not verdict.is_refused
    (why,) = map(ENGLISH.text, verdict.unproved)
    assert "with other fonts" in why and imprint.fonts[0] in why


# ---- where it is said ----


def test_the_command_says_which_letters_and_which_package(
    only_our_fonts: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(letters, "here", lambda: "fedora")
    for name, people in (("boxes", NAMES), ("letters", sheets.PEOPLE)):
        file = tmp_path / f"{name}.jsonl"
        file.write_text(write(sheets.begun(people).session), encoding="utf-8")
        answer = CliRunner().invoke(
            main, ["pdf", str(file), "-o", str(tmp_path / "sheet.pdf")]
        )
        assert answer.exit_code == 0
        if name == "letters":
            assert answer.stderr == ""
            continue
        assert "This server has no font for" in answer.stderr and "小" in answer.stderr
        assert "google-noto-sans-thai-vf-fonts" in answer.stderr


def test_the_doctor_says_what_this_machine_lacks_and_what_the_sessions_hold(
    only_our_fonts: Path,
    monkeypatch: pytest.MonkeyPatch,
    instance: Path,
    tmp_path: Path,
) -> None:
    """Of scripts there is a sample each; of what people typed, every letter."""
    monkeypatch.setattr(letters, "here", lambda: "arch")
    before = looked()
    (lacks,) = re.findall(r"(?m)^ *Letters +no font here for (.*)$", before)
    named, _, install = lacks.partition(
        " and similar letters, which print as boxes. Install "
    )
    assert named.split() == sorted(letters.SAMPLES)
    assert install == "noto-fonts, noto-fonts-cjk"
    assert "Names" not in before, "nobody has typed anything yet"
    file = tmp_path / "boxes.jsonl"
    file.write_text(write(sheets.begun(NAMES).session), encoding="utf-8")
    assert CliRunner().invoke(main, ["import", str(file)]).exit_code == 0
    (said,) = re.findall(r"(?m)^ *Names +(.*)$", looked())
    assert "小" in said and "Install noto-fonts, noto-fonts-cjk" in said


def test_the_doctor_says_nothing_of_letters_that_have_a_font(
    only_our_fonts: Path,
    monkeypatch: pytest.MonkeyPatch,
    instance: Path,
    tmp_path: Path,
) -> None:
    monkeypatch.setattr(letters, "SAMPLES", "éŁ")
    file = tmp_path / "plain.jsonl"
    file.write_text(write(sheets.begun().session), encoding="utf-8")
    assert CliRunner().invoke(main, ["import", str(file)]).exit_code == 0
    assert not re.search(r"(?m)^ *(Letters|Names) ", looked())


def looked() -> str:
    """What the doctor says; a machine without letters is not ill."""
    answer = CliRunner().invoke(main, ["doctor"])
    assert answer.exit_code == 0, answer.output
    return answer.output


def test_every_letter_has_a_name_that_a_package_can_be_told_by() -> None:
    for letter in letters.SAMPLES:
        assert unicodedata.name(letter)
