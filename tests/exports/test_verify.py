"""A sheet, a session file and a database prove themselves, or say where they don't."""

import io
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader, PdfWriter

from scorekeeper.core.evening import Adjusted, Seated, Voided
from scorekeeper.core.notes import Signed
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Command, Entry, Stamp
from scorekeeper.exports.pdf.page import Paper, release
from scorekeeper.exports.pdf.render import NAME, pdf_of
from scorekeeper.exports.session_file import write
from scorekeeper.exports.verify import (
    Printed,
    Verdict,
    read_pdf,
    squeezed,
    verify_file,
    verify_printed,
    verify_sessions,
    verify_sheet,
)
from scorekeeper.games import GAMES
from scorekeeper.store import Store
from scorekeeper.store.backup import sessions_in
from scorekeeper.tables.session import Session, opened
from scorekeeper.words import words_in
from tests.adopting import adopt
from tests.engines import another_program
from tests.exports import sheets
from tests.proof.changes import (
    changed,
    original,
    refuse_files,
    refuse_glyphs,
    refuse_inside,
    small,
    taken_out_or_put_in,
)

ENGLISH = words_in("en")


def said(verdict: Verdict) -> list[str]:
    return [ENGLISH.text(one) for one in verdict.findings]


@cache
def rubber_pdf() -> bytes:
    return pdf_of(sheets.rubber())


@cache
def rubber_printed() -> Printed:
    return read_pdf(rubber_pdf())


def with_inside(data: bytes) -> Verdict:
    """The rubber's sheet with another session file in it."""
    return verify_printed(replace(rubber_printed(), enclosed={NAME: (data,)}))


def with_line(old: str, new: str) -> Verdict:
    """The rubber's sheet with one line of its first page saying something else."""
    page = rubber_printed().pages[0]
    (line,) = (one for one in page.lines if old in one)
    lines = tuple(one.replace(old, new) if one is line else one for one in page.lines)
    other = replace(page, lines=lines, drawing=page.drawing + b"n")
    pages = (other, *rubber_printed().pages[1:])
    return verify_printed(replace(rubber_printed(), pages=pages), anew=rubber_printed())


def rewritten(pdf: bytes, change: Callable[[bytes], bytes], page: int = 0) -> bytes:
    """The PDF with its first page, or another, drawn otherwise."""
    writer = PdfWriter(clone_from=io.BytesIO(pdf))
    drawing: Any = writer.pages[page]["/Contents"].get_object()
    before = drawing.get_data()
    after = change(before)
    assert after != before
    drawing.set_data(after)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


# ---- what holds ----


@pytest.mark.parametrize(
    "session",
    [small(), sheets.rubber(), sheets.begun().session, sheets.hostile()],
    ids=["small", "rubber", "unfinished", "hostile"],
)
def test_what_we_print_proves_itself(session: Session) -> None:
    assert said(verify_file(write(session).encode())) == []
    verdict = verify_sheet(pdf_of(session))
    assert said(verdict) == []
    assert verdict.session is not None and verdict.session.head == session.head


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("slug", sorted(GAMES))
def test_so_does_a_sheet_of_every_game_and_language(slug: str, language: str) -> None:
    game = GAMES[slug]
    table = sheets.Table(game, people=())
    ring = game.ring(game.rule_sheet.defaults)
    table.enter(*(Seated(f"Zoë {seat.value}", seat) for seat in ring))
    table.enter(Adjusted(game.parties(game.rule_sheet.defaults)[0].id, 120, "of an evening"))
    assert said(verify_sheet(pdf_of(table.session, Paper.LETTER, language))) == []


# ---- every single byte ----


def test_no_byte_of_a_session_file_can_be_another() -> None:
    data = original()
    assert refuse_files(changed(data, times=1), data) == len(data)
    assert refuse_files(taken_out_or_put_in(data, step=7), data) > len(data) / 3


def test_no_byte_of_the_file_inside_a_sheet_can_be_another() -> None:
    data, printed = original(), read_pdf(pdf_of(small()))
    assert verify_printed(printed).holds
    assert refuse_inside(printed, changed(data, times=1), data) == len(data)


def test_no_glyph_of_a_sheet_can_be_another() -> None:
    assert refuse_glyphs(read_pdf(pdf_of(small())), step=31) > 11


def test_the_same_facts_in_other_words_are_not_the_original() -> None:
    data = original()
    spaced = data.replace(b'"seq": 2', b'"seq":  2')
    (finding,) = said(verify_file(spaced))
    assert finding.startswith("Line 3 of the session file is not written as")
    assert not verify_file(data + b"\n").holds
    assert not verify_file(b"\xef\xbb\xbf" + data).holds


# ---- each thing that can be wrong, named ----


def test_a_digit_of_a_score_is_named_with_its_row() -> None:
    found = said(with_line("8Smallslambidandmade750", "8Smallslambidandmade760"))
    assert any(one.startswith("Deal 8 (entries 27, 28, 29") and "750" in one for one in found)
    assert any(one.startswith("The sheet says something") and "made760" in one for one in found)


def test_a_digit_of_a_total_is_named() -> None:
    page = rubber_printed().pages[0]
    total = next(line for line in page.lines if "1,783" in line)
    found = said(with_line(total, total.replace("1,783", "1,793", 1)))
    assert any("1,783" in one for one in found) and any("1,793" in one for one in found)


def test_a_rectangle_drawn_over_the_numbers_is_found() -> None:
    def covered(drawing: bytes) -> bytes:
        return drawing + b"\nq 1 1 1 rg 60 300 200 60 re f Q"

    (finding,) = said(verify_sheet(rewritten(rubber_pdf(), covered)))
    assert finding.startswith("Page 1 is drawn otherwise") and "drawn over" in finding


def test_a_line_of_text_moved_to_another_place_is_found() -> None:
    def moved(drawing: bytes) -> bytes:
        places = list(re.finditer(rb"1 0 0 -1 ([\d.]+) ([\d.]+) Tm", drawing))
        one = places[len(places) // 2]
        return drawing[: one.start(2)] + b"700" + drawing[one.end(2) :]

    verdict = verify_sheet(rewritten(rubber_pdf(), moved))
    assert any("Page 1" in one or "sheet should say" in one for one in said(verdict))


def test_what_is_only_spelt_otherwise_draws_the_same() -> None:
    def spelt(drawing: bytes) -> bytes:
        return drawing.replace(b"\n", b"\n ").replace(b"0 0 0 rg", b"0  0  0  rg") + b"\n"

    assert said(verify_sheet(rewritten(rubber_pdf(), spelt))) == []


def test_a_font_with_other_shapes_is_found() -> None:
    writer = PdfWriter(clone_from=io.BytesIO(rubber_pdf()))
    fonts: Any = writer.pages[0]["/Resources"]["/Font"]  # type: ignore[index]
    font = next(iter(fonts.values())).get_object()
    below = font["/DescendantFonts"][0].get_object()["/FontDescriptor"].get_object()
    shapes = next(below[one].get_object() for one in below if one.startswith("/FontFile"))
    data = bytearray(shapes.get_data())
    data[len(data) // 2] ^= 1
    shapes.set_data(bytes(data))
    out = io.BytesIO()
    writer.write(out)
    found = said(verify_sheet(out.getvalue()))
    assert any(one.startswith("The PDF is not as it is printed") for one in found)


def test_a_glyph_drawn_otherwise_in_the_pdf_is_found() -> None:
    def other_glyph(drawing: bytes) -> bytes:
        shown = list(re.finditer(rb"<([0-9a-f]{4})>", drawing))
        one, next_one = shown[60], next(s for s in shown[60:] if s[1] != shown[60][1])
        return drawing[: one.start()] + next_one[0] + drawing[one.end() :]

    assert not verify_sheet(rewritten(rubber_pdf(), other_glyph)).holds


def test_a_module_of_the_drawn_code_is_found() -> None:
    def other_module(drawing: bytes) -> bytes:
        return re.sub(rb"\n7 (0?\.5 l)", rb"\n6 \1", drawing, count=1)

    other = rewritten(rubber_pdf(), other_module, page=-1)  # it stands at the end
    (finding,) = said(verify_sheet(other))
    assert "is drawn otherwise than the file inside gives" in finding


def test_the_last_entry_dropped_is_named() -> None:
    whole = sheets.rubber()
    shorter = opened(whole.game, whole.header, whole.log[:-1])
    found = said(with_inside(write(shorter).encode()))
    assert found[0].startswith("The code on the sheet is not that of entry 29, the last one")
    assert any(one.startswith("Deal 8 ") for one in found)


def test_an_entry_more_than_the_sheet_has_is_named() -> None:
    table = sheets.begun()
    before = read_pdf(pdf_of(table.session))
    table.enter(Adjusted("NS", 10, "late"))
    inside = {NAME: (write(table.session).encode(),)}
    found = said(verify_printed(replace(before, enclosed=inside)))
    last = table.session.last
    assert found[0] == (
        f"The code on the sheet is that of entry {last - 1}, but the file inside goes on to "
        f"entry {last}."
    )


def test_a_bit_of_the_attachment_is_named_with_its_entry() -> None:
    data = bytearray(write(sheets.rubber()).encode())
    data[data.index(b'"tricks": 8')] ^= 1
    (finding,) = said(with_inside(bytes(data)))
    assert finding.startswith("In the file inside the PDF: Line 10 of the session file:")


def test_a_sheet_without_its_file_or_with_two_is_refused() -> None:
    for files in ((), (b"x", b"y")):
        verdict = verify_printed(replace(rubber_printed(), enclosed={NAME: files}))
        assert "a sheet has exactly one" in said(verdict)[0]


def test_what_a_sheet_never_has_is_named() -> None:
    page = rubber_printed().pages[0]
    noted = replace(page, parts={**page.parts, "Annots": "a note"})
    pages = (noted, *rubber_printed().pages[1:])
    found = said(verify_printed(replace(rubber_printed(), pages=pages), anew=rubber_printed()))
    assert found == ["The PDF has something that a sheet never has: Annots."]


def other_release(old: str = "", new: str = "") -> Verdict:
    """The rubber's sheet as another release has printed it, perhaps with other text."""
    here, other = release(), "Scorekeeper 0.0.9"

    def said_by_it(line: str) -> str:
        return line.replace(squeezed(here), squeezed(other)).replace(old or "\0", new)

    pages = tuple(
        replace(one, drawing=b"other", lines=tuple(map(said_by_it, one.lines)))
        for one in rubber_printed().pages
    )
    return verify_printed(replace(rubber_printed(), release=other, pages=pages))


def test_the_text_of_another_release_is_compared_and_that_is_said() -> None:
    verdict = other_release()
    assert said(verdict) == []
    assert verdict.holds
    note = ENGLISH.text(verdict.notes[0])
    assert note.startswith("It was printed by Scorekeeper 0.0.9") and "text was compared" in note
    assert any("750" in one for one in said(other_release("made750", "made760")))


def test_a_sheet_that_calls_its_fingerprint_a_seal_still_holds() -> None:
    """As those do that were printed until 0.2."""
    assert "Fingerprint" in rubber_printed().text
    assert other_release("Fingerprint", "Seal").holds
    assert other_release("standsforthefile", "sealsthefile").holds


@pytest.mark.parametrize(
    "data", [b"", b"%PDF-1.7", b"%PDF-1.7\n%%EOF", rubber_pdf()[:20_000], b"%PDF-" + b"\0" * 5_000]
)
def test_what_is_no_pdf_is_refused_in_a_sentence(data: bytes) -> None:
    (finding,) = said(verify_sheet(data))
    assert "can’t be read" in finding or "session files in the PDF" in finding


def test_a_file_without_hashes_proves_nothing() -> None:
    lines = (b'{"scorekeeper": 1, "game": "bridge"}', b'{"count": 0}')
    assert said(verify_file(b"\n".join(lines))) == [
        "The session file has no hashes: it can be scored, but proves nothing."
    ]


# ---- signatures ----


def signed(points: str) -> Session:
    table = sheets.begun()
    session = table.session
    totals = tuple(
        (party.id, points if party.id == "NS" else str(session.sheet.total(party.id)))
        for party in session.sheet.parties
    )
    event = Signed(session.last, session.head, totals, (Seat.NORTH, Seat.SOUTH))
    table.command(Command((Entry(event),)))
    table.deal("1NT", "N", 7)
    return table.session


def test_signed_totals_hold_whatever_is_entered_later() -> None:
    session = signed("140")
    assert session.sheet.total("NS") != 140
    assert said(verify_file(write(session).encode())) == []


def test_a_signed_total_that_is_not_the_recomputed_one_is_named_everywhere() -> None:
    session = signed("1230")
    wanted = "N–\u2060S: recomputed 140, signed 1,230, as of entry"
    assert wanted in said(verify_file(write(session).encode()))[0]
    pdf = pdf_of(session)
    assert wanted in said(verify_sheet(pdf))[0]
    text = " ".join(PdfReader(io.BytesIO(pdf)).pages[0].extract_text().split())
    assert "N–S 1,230 (recomputed 140)" in text


# ---- a database ----


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "scorekeeper.db"
    store = Store(path)
    for session in (sheets.rubber(), small()):
        header = replace(session.header, session=f"of-{session.last}")
        again = opened(session.game, header)
        for entry in session.log:
            if entry.place is None and not isinstance(entry.event, Voided):
                stamp = Stamp(entry.at, key=f"k{entry.seq}")
                again = again.grown(again.chained((Entry(entry.event),), stamp))
        adopt(store, again.header, again.log)
    store.close()
    return path


def test_a_database_is_verified_session_by_session(database: Path) -> None:
    verdicts = list(verify_sessions(sessions_in(database)))
    assert [one.holds for one in verdicts] == [True, True]


def test_an_entry_changed_in_the_database_is_named(database: Path) -> None:
    with another_program(database) as raw:
        raw.execute("DROP TRIGGER events_stay")
        raw.execute("UPDATE events SET note = 'x' WHERE session_id LIKE 'of-%' AND seq = 2")
    findings = [said(one) for one in verify_sessions(sessions_in(database))]
    assert all(found and found[0].startswith("Line 3 of the session file") for found in findings)


def test_the_last_entry_dropped_shows_to_whoever_kept_the_code(database: Path) -> None:
    from scorekeeper.cli.backup import entry_of
    from scorekeeper.core.codec import code

    (_, session), _ = sessions_in(database)
    assert isinstance(session, Session)
    shorter = opened(session.game, session.header, session.log[:-1])
    typed = code(session.head).replace("-", "")
    assert entry_of(session, typed) == session.last
    assert entry_of(session, session.head.upper()) == session.last
    assert entry_of(shorter, typed) is None
    assert entry_of(session, "K7") is None, "two letters prove nothing"
