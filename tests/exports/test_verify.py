"""A sheet, a session file and a database prove themselves, or say where they don't."""

import io
import json
import zipfile
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner
from pypdf import PdfReader

from scorekeeper.__main__ import main
from scorekeeper.core.codec import code
from scorekeeper.core.evening import Adjusted, Seated, Voided
from scorekeeper.core.notes import Signed
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Command, Entry, Stamp
from scorekeeper.exports import verify as verifying
from scorekeeper.exports.pdf.imprint import imprint_here, read_imprint
from scorekeeper.exports.pdf.page import Document, Paper
from scorekeeper.exports.pdf.render import PangoMissing, pdf_of
from scorekeeper.exports.session_file import write
from scorekeeper.exports.verify import (
    Verdict,
    verify_file,
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
from tests.exports import forged, sheets
from tests.exports.forged import (
    FORGERIES,
    Change,
    with_imprint,
    with_inside,
    without_imprint,
)
from tests.proof.changes import (
    changed,
    original,
    printed_once,
    refuse_files,
    refuse_inside,
    refuse_sheets,
    small,
    taken_out_or_put_in,
)

ENGLISH = words_in("en")


def said(verdict: Verdict) -> list[str]:
    return [
        ENGLISH.text(sentence) for sentence in (*verdict.findings, *verdict.unproved)
    ]


@cache
def rubber_pdf() -> bytes:
    return pdf_of(sheets.rubber())


def judged(pdf: bytes) -> Verdict:
    """The verdict on a sheet; what is printed again for it is printed once."""
    return verify_sheet(pdf, printed_once)


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
    table.enter(
        Adjusted(game.parties(game.rule_sheet.defaults)[0].id, 120, "of an evening")
    )
    assert said(verify_sheet(pdf_of(table.session, Paper.LETTER, language))) == []


# ---- every single byte ----


def test_no_byte_of_a_session_file_can_be_another() -> None:
    data = original()
    assert refuse_files(changed(data, times=1), data) == len(data)
    assert refuse_files(taken_out_or_put_in(data, step=7), data) > len(data) / 3


def test_no_byte_of_the_file_inside_a_sheet_can_be_another() -> None:
    pdf = pdf_of(small())
    assert judged(pdf).holds
    changes = changed(original(), times=1)
    assert refuse_inside(pdf, changes, original(), step=151) > len(original()) / 200


def test_no_byte_of_a_sheet_can_be_another() -> None:
    pdf = pdf_of(small())
    assert judged(pdf).holds
    assert refuse_sheets(changed(pdf, times=1, step=1709)) > len(pdf) / 1800


def test_the_same_facts_in_other_words_are_not_the_original() -> None:
    data = original()
    spaced = data.replace(b'"seq": 2', b'"seq":  2')
    (finding,) = said(verify_file(spaced))
    assert finding.startswith("Line 3 of the session file isn’t written the way")
    assert not verify_file(data + b"\n").holds
    assert not verify_file(b"\xef\xbb\xbf" + data).holds


# ---- a sheet that was not printed so ----


@pytest.mark.parametrize("forge", FORGERIES, ids=lambda forge: forge.__name__)
def test_a_sheet_that_was_not_printed_so_is_refused(forge: Change) -> None:
    forgery = forge(rubber_pdf())
    assert forgery != rubber_pdf()
    verdict = judged(forgery)
    assert verdict.is_refused and not verdict.holds
    assert verdict.session is None, "its pages may show any session"


def test_what_the_session_file_inside_a_forged_sheet_says_is_told() -> None:
    verdict = judged(forged.keys_twice_true_first(rubber_pdf()))
    assert said(verdict) == [
        "This isn’t the file that was printed: somebody saved it again or changed it. "
        "Its pages prove nothing."
    ]
    assert verdict.inside is not None and verdict.inside.head == sheets.rubber().head
    (note,) = map(ENGLISH.text, verdict.notes)
    assert note.startswith("The session file inside says: Joker Bridge, 30 ")
    assert code(sheets.rubber().head) in note and "Ingrid and Priya" in note


def test_a_sheet_with_another_true_session_inside_is_refused() -> None:
    other = sheets.begun().session
    verdict = judged(with_inside(rubber_pdf(), write(other).encode()))
    assert verdict.is_refused
    assert verdict.inside is not None and verdict.inside.head == other.head


def test_a_bit_of_the_attachment_is_named_with_its_entry() -> None:
    data = bytearray(write(sheets.rubber()).encode())
    data[data.index(b'"tricks": 8')] ^= 1
    (finding,) = said(judged(with_inside(rubber_pdf(), bytes(data))))
    assert finding.startswith(
        "In the file inside the PDF: Line 10 of the session file:"
    )


@pytest.mark.parametrize(
    "data", [b"", b"%PDF-1.7", b"%PDF-1.7\n%%EOF", b"%PDF-" + b"\0" * 5_000]
)
def test_what_is_no_pdf_is_refused_in_a_sentence(data: bytes) -> None:
    (finding,) = said(verify_sheet(data))
    assert "can’t be read" in finding or "no session file inside" in finding


def test_a_sheet_that_was_cut_off_is_refused() -> None:
    assert judged(rubber_pdf()[:20_000]).is_refused


# ---- a sheet that can't be proved here ----


def claiming(**other: object) -> bytes:
    """The rubber's sheet, saying something else about how it was printed."""
    fields = json.loads(str(read_imprint(rubber_pdf())))
    return with_imprint(rubber_pdf(), json.dumps(fields | other))


def test_what_a_sheet_says_of_its_printing_can_be_read() -> None:
    imprint = read_imprint(rubber_pdf())
    assert imprint is not None
    assert imprint.ours == imprint_here(Document.SHEET, Paper.A4, "en").ours
    assert "Pango 1." in imprint.drawn_with and "zlib 1." in imprint.drawn_with
    assert imprint.fonts == ()


@pytest.mark.parametrize(
    ("other", "part"),
    [
        ({"release": "Scorekeeper 9.9"}, "It says that Scorekeeper 9.9 "),
        ({"edition": "0" * 16}, "0000 printed it. This is Scorekeeper"),
        ({"drawn_with": "WeasyPrint 99.0"}, "It says that WeasyPrint 99.0 printed it"),
        ({"fonts": ["Foo 1234"]}, "other fonts (Foo 1234; here: –)"),
    ],
    ids=lambda one: next(iter(one)) if isinstance(one, dict) else "",
)
def test_what_something_else_has_printed_is_neither_proved_nor_refused(
    other: dict[str, object], part: str
) -> None:
    verdict = judged(claiming(**other))
    assert not verdict.holds and not verdict.is_refused
    (why,) = said(verdict)
    assert part in why and "can’t be checked" in why
    assert verdict.session is None and verdict.inside is not None
    assert "The session file inside" in ENGLISH.text(verdict.notes[0])


@pytest.mark.parametrize(
    "other",
    [
        {"paper": "letter"},
        {"language": "de"},
        {"language": "xx"},
        pytest.param({"document": "report"}, marks=pytest.mark.slow),
        {"document": "blank"},
        {"paper": "wallpaper"},
        {"fonts": [1]},
        {"fonts": "x" * 30_000},
        {"more": 1},
    ],
    ids=str,
)
def test_a_sheet_that_says_something_false_of_its_printing_is_refused(
    other: dict[str, object],
) -> None:
    assert judged(claiming(**other)).is_refused


def test_a_blank_sheet_is_never_one_that_proves_something() -> None:
    blank = pdf_of(sheets.rubber(), document=Document.BLANK)
    verdict = judged(blank)
    assert not verdict.holds


def test_a_sheet_of_an_earlier_release_is_neither_proved_nor_refused() -> None:
    verdict = judged(without_imprint(rubber_pdf(), "Scorekeeper 0.2.0"))
    (why,) = said(verdict)
    assert why.startswith("It says that Scorekeeper 0.2.0 printed it. This is ")
    assert not verdict.holds and not verdict.is_refused


@pytest.mark.parametrize(
    "creator", ["", imprint_here(Document.SHEET, Paper.A4, "en").release]
)
def test_one_without_its_imprint_is_refused(creator: str) -> None:
    assert judged(without_imprint(rubber_pdf(), creator)).is_refused


def test_a_sheet_with_the_machine_s_fonts_holds_and_names_them() -> None:
    table = sheets.begun(people=("Ωmega", "Иван", "Ann", "Zoë"))
    pdf = pdf_of(table.session)
    imprint = read_imprint(pdf)
    assert imprint is not None and imprint.fonts
    assert said(verify_sheet(pdf)) == []


def test_without_pango_a_sheet_is_neither_proved_nor_refused() -> None:
    def missing(*_: object) -> bytes:
        raise PangoMissing("no Pango")

    verdict = verify_sheet(rubber_pdf(), missing)
    (why,) = said(verdict)
    assert "nothing can be printed (no Pango)" in why
    assert not verdict.holds and not verdict.is_refused


# ---- what the command says of it ----


@pytest.fixture
def verified(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> "Verified":
    monkeypatch.setattr(verifying, "pdf_of", printed_once)
    return Verified(tmp_path / "file")


class Verified:
    """Writes a file and runs the command on it; answers how it ends and what it
    says."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __call__(self, data: bytes, *more: str) -> tuple[int, str]:
        self.path.write_bytes(data)
        answer = CliRunner().invoke(main, ["verify", str(self.path), *more])
        return answer.exit_code, answer.output


def test_the_command_ends_with_0_1_or_3(verified: Verified) -> None:
    ending, told = verified(rubber_pdf())
    assert ending == 0 and "holds. joker-bridge, 30 entries" in told
    ending, told = verified(forged.another_drawing(rubber_pdf()))
    assert (
        ending == 1 and "does not hold.\n  This isn’t the file that was printed" in told
    )
    assert "holds" not in told
    ending, told = verified(claiming(release="Scorekeeper 9.9"))
    assert ending == 3 and "can't be proved here.\n  It says that" in told
    assert "holds" not in told


def test_a_code_that_is_only_in_the_file_inside_is_said_to_be_there(
    verified: Verified,
) -> None:
    sought = code(sheets.rubber().head)
    _, told = verified(rubber_pdf(), "--code", sought)
    assert "it is in this history" in told
    _, told = verified(forged.another_drawing(rubber_pdf()), "--code", sought)
    assert "it is in the history of the file inside" in told


def test_what_a_sheet_says_of_itself_is_not_obeyed_by_a_terminal(
    verified: Verified,
) -> None:
    _, told = verified(claiming(release="\x1b[2J\nfile: holds."))
    assert "\x1b" not in told and "\nfile: holds" not in told


def test_an_archive_that_is_a_pdf_as_well_is_refused(verified: Verified) -> None:
    """Viewers look for the beginning of a PDF in the first thousand bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("%PDF-1.7.jsonl", write(sheets.rubber()))
        archive.comment = b"startxref"
    ending, told = verified(out.getvalue())
    assert ending == 1 and "Some programs may open this file as a PDF" in told


def test_a_file_without_hashes_proves_nothing() -> None:
    lines = (b'{"scorekeeper": 1, "game": "bridge"}', b'{"count": 0}')
    assert said(verify_file(b"\n".join(lines))) == [
        "The session file has no hashes. It can be scored, but it proves nothing."
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
    wanted = "N–\u2060S: recomputed 140, signed 1,230, up to entry"
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
    assert [verdict.holds for verdict in verdicts] == [True, True]


def test_an_entry_changed_in_the_database_is_named(database: Path) -> None:
    with another_program(database) as raw:
        raw.execute("DROP TRIGGER events_stay")
        raw.execute(
            "UPDATE events SET note = 'x' WHERE session_id LIKE 'of-%' AND seq = 2"
        )
    findings = [said(session) for session in verify_sessions(sessions_in(database))]
    assert all(
        found and found[0].startswith("Line 3 of the session file")
        for found in findings
    )


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
