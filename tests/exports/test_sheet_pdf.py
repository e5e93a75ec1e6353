"""The printed sheet: what stands on it, and that nothing else gets into it."""

import io
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from pypdf import PdfReader
from pypdf.generic import IndirectObject

from scorekeeper.core.cards import Suit
from scorekeeper.core.codec import code, encode, fingerprint
from scorekeeper.core.evening import Ended
from scorekeeper.core.history import History
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Event, Header
from scorekeeper.exports.pdf.imprint import imprint_here
from scorekeeper.exports.pdf.page import Document, Paper, page_of
from scorekeeper.exports.pdf.render import (
    PangoMissing,
    Renderer,
    pdf_of,
    session_enclosed,
)
from scorekeeper.exports.session_file import write
from scorekeeper.games import GAMES
from scorekeeper.games.bridge.contract import Contract
from scorekeeper.games.bridge.events import ContractStated, TricksTaken
from scorekeeper.games.rook.events import BidStated, NobodyBid, TrumpDeclared
from scorekeeper.games.rook.rules import AfterRenege
from scorekeeper.tables.names import shortened
from scorekeeper.tables.session import Session, opened
from scorekeeper.tables.sheet import sheet_of
from scorekeeper.words import words_in
from tests.exports import sheets
from tests.games.rook.table import quick
from tests.games.two_ten_jack.table import captured

IMPRINT = imprint_here(Document.SHEET, Paper.A4, "en")

ENGLISH = words_in("en")
Printed = Callable[[Session], PdfReader]


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return Renderer()


@pytest.fixture(scope="module")
def printed(renderer: Renderer) -> Printed:
    kept: dict[str, bytes] = {}

    def print_once(session: Session) -> PdfReader:
        if session.head not in kept:
            kept[session.head] = renderer.pdf(page_of(session, ENGLISH, Paper.A4))
        return PdfReader(io.BytesIO(kept[session.head]))

    return print_once


def text_of(reader: PdfReader) -> str:
    """All the words, with each run of spaces as one and none between a rank and its
    suit."""
    return re.sub(r"\s+", " ", " ".join(page.extract_text() for page in reader.pages))


def html_of(session: Session) -> str:
    return page_of(session, ENGLISH, Paper.A4)


# ---- what stands on it ----


def test_a_rubber_stands_on_one_page_with_everything(printed: Printed) -> None:
    session = sheets.rubber()
    reader = printed(session)
    text = text_of(reader)
    assert len(reader.pages) == 1
    assert "Ingrid and Priya win the rubber by 700" in text
    for piece in (
        *("Joker Bridge", "Friday, 20 November 2026", "20:08 to 21:08 (UTC)"),
        *(
            "N–S Ingrid & Priya",
            "E–W Tom & Marek",
            "above the line 1,483, below the line 300",
        ),
        *(
            "Small slam bid and made",
            "Doubled contract made",
            "Rubber won, 2 games to 1",
        ),
        *("Hidden card", "4 honours in Priya’s hand", "Passed out", "page 1 of 1"),
    ):
        assert piece in text, piece


def test_every_number_of_the_sheet_is_in_the_text(printed: Printed) -> None:
    session = sheets.evening()
    text = text_of(printed(session))
    for section in session.sheet.sections:
        for party in session.sheet.parties:
            assert ENGLISH.number(section.total(party.id)) in text
            for row in section.rows:
                assert (
                    not row.total(party.id)
                    or ENGLISH.number(row.total(party.id)) in text
                )
        for line in section.lines():
            assert ENGLISH.number(line.points) in text


def test_what_was_corrected_is_struck_and_told(printed: Printed) -> None:
    html = html_of(sheets.rubber())
    assert "<del>9</del> 8" in html
    assert "<del>99</del> 69" in html
    assert "<del>1 overtrick at 30</del>" in html
    told = (
        "Corrected Deal 3: 9 tricks 8 tricks. “claimed nine, made eight”, Tom, 20:40."
    )
    assert told in text_of(printed(sheets.rubber()))


def test_the_fingerprint_is_on_it_in_letters_and_in_a_code(printed: Printed) -> None:
    session = sheets.rubber()
    letters = fingerprint(session.head, 8)
    said = f"Fingerprint {letters[:4]} {letters[4:]}"
    text = text_of(printed(session))
    assert text.count(said) == 2, "beside the code, and at the foot of the page"
    assert f"<title>{session.head}</title>" in html_of(session)


def test_settings_stand_with_their_standing_what_the_table_chose_first() -> None:
    html = html_of(sheets.boards(1))
    said = re.sub(r"<[^>]+>", "", html[html.index("Played under") :])
    chosen = said.index("Form of scoring: Duplicate")
    defaults = said.index("If players change seats")
    assert chosen < defaults
    assert re.search(r"inferred If players change seats", said)


def test_a_number_of_the_table_s_own_stands_with_the_choice_of_it() -> None:
    """What a renege costs changes scores, once the table has chosen a fixed price."""

    def printed_rules(**chosen: object) -> str:
        html = html_of(sheets.long_names(GAMES["rook"], **chosen).session)
        return re.sub(r"<[^>]+>", "", html[html.index("Played under") :])

    priced = printed_rules(renege=AfterRenege.FIGURE)
    assert "costs a number of our own" in priced and "Price of a renege: 100" in priced
    assert "Price of a renege" not in printed_rules()
    assert "A card shown by mistake" not in priced


def test_an_unfinished_sheet_has_ruled_lines_to_go_on_by_hand() -> None:
    unfinished = html_of(sheets.begun().session)
    finished = html_of(sheets.rubber())
    assert unfinished.count('<tr class="blank">') == 5 + 5 + 5
    assert finished.count('<tr class="blank">') == 1, "only the one under the names"


def test_a_sheet_of_many_sections_says_who_is_up(printed: Printed) -> None:
    session = sheets.evening()
    text = text_of(printed(session))
    assert len(session.sheet.sections) > 2
    assert text.startswith("Marek and Tom are 2,210 up")
    for section in session.sheet.sections:
        said = f"{ENGLISH.text(section.label)} {ENGLISH.text(section.headline)}"
        assert said.replace("\u2060", "") in text
    assert "From Deal" in text, "who sat where, where that changed"
    assert "Between the players" in text


def test_the_headings_stand_on_every_page_of_a_long_table(printed: Printed) -> None:
    reader = printed(sheets.boards(70))
    pages = [page.extract_text() for page in reader.pages]
    assert len(pages) > 3
    with_rows = [
        page
        for page in pages
        if re.search(r"^\d+ (Ingrid|Tom|Priya|Marek)", page, re.M)
    ]
    assert len(with_rows) > 1
    assert all("Dealer" in page and "Contract" in page for page in with_rows)


@pytest.mark.parametrize(
    ("paper", "size"), [("a4", (595, 842)), ("letter", (612, 792))]
)
def test_a_rubber_fits_either_paper(
    renderer: Renderer, paper: str, size: tuple[int, int]
) -> None:
    pdf = renderer.pdf(page_of(sheets.rubber(), ENGLISH, Paper(paper)))
    (page,) = PdfReader(io.BytesIO(pdf)).pages
    assert (round(page.mediabox.width), round(page.mediabox.height)) == size


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_a_printed_sheet(slug: str, renderer: Renderer) -> None:
    game = GAMES[slug]
    settings = encode(game.rule_sheet.defaults)
    header = Header("evening-1", slug, game.edition, settings, "2026-11-20T19:55:00Z")
    pdf = renderer.pdf(html_of(opened(game, header)))
    assert ENGLISH.gettext(f"game.{slug}") in text_of(PdfReader(io.BytesIO(pdf)))


@pytest.mark.parametrize(
    ("slug", "within"),
    [
        ("bridge", (ContractStated(Contract.parse("1NT"), Seat.NORTH), TricksTaken(5))),
        ("rook", (BidStated(Seat.ONE, 120), TrumpDeclared(Suit.GREEN))),
    ],
)
def test_a_game_that_ended_early_is_printed(
    slug: str, within: tuple[Event, ...], renderer: Renderer
) -> None:
    """No part of its tables is without a row, which no tag of a PDF could stand for."""
    table = sheets.long_names(GAMES[slug])
    table.enter(*within)
    table.enter(Ended())
    page = html_of(table.session)
    assert not re.search(r"<tbody[^>]*>\s*</tbody>", page)
    pdf = renderer.pdf(page)
    assert ENGLISH.gettext(f"game.{slug}") in text_of(PdfReader(io.BytesIO(pdf)))


# ---- long names ----


def lines_of(reader: PdfReader) -> list[list[str]]:
    """The lines of each page above its foot."""
    return [
        page.extract_text().split("\nScorekeeper")[0].splitlines()
        for page in reader.pages
    ]


def test_figures_and_colours_stay_on_one_line_beside_long_names(
    renderer: Renderer,
) -> None:
    table = sheets.long_names(GAMES["rook"])
    for bidder, party, points in (
        ("1", "13", 40),
        ("2", "24", 100),
        ("3", "13", 180),
    ) * 4:
        table.enter(*quick(bidder, 100, party, points))
    table.enter(NobodyBid())
    for language, colour in (("en", "green"), ("de", "Grün")):
        page = page_of(table.session, words_in(language), Paper.A4)
        pages = lines_of(PdfReader(io.BytesIO(renderer.pdf(page))))
        every = [line for lines in pages for line in lines]
        deals = [line for line in every if re.search(rf"\b{colour}\b.*\d : \d", line)]
        assert len(deals) == 12, (
            f"bid, colour and count of each hand in one line: {every}"
        )
        assert all("Maximiliane-Charlotte" not in line for line in deals), (
            "names are shortened"
        )
        assert any("Wolfeschlegelsteinhausen" in line for line in pages[-1]), (
            "and stand whole"
        )
    nobody = [line for line in every if "Niemand hat geboten" in line]
    assert len(nobody) == 1 and nobody[0][:2] in {"6 ", "7 "}, (
        f"a row that reads as one: {nobody}"
    )


def test_who_held_a_card_is_named_and_stays_beside_it(renderer: Renderer) -> None:
    """Persons, not compass points, on screen and paper; a file has the seats."""
    people = ("Bartholomäus-Fitzgerald", "Anne-Sophie van der Meer", "Dagný", "Ciarán")
    table = sheets.begun(people)
    four = ("DA", "DK", "DQ", "DJ")
    entered = table.session.last + 1
    table.deal("5DX", "W", 12, sheets.shown("E", "CA"), sheets.honours("W", *four))
    table.correct(entered, ContractStated(Contract.parse("5DX"), Seat.SOUTH), "misread")
    for language, ace in (("en", "A C"), ("de", "A T")):
        page = page_of(table.session, words_in(language), Paper.A4)
        text = text_of(PdfReader(io.BytesIO(renderer.pdf(page))))
        assert f"Ciarán Dagný 12 +1 {ace} Anne-Sophie M. Ciarán 4 0 350" in text
    shown = sheet_of(table.session).sections[0].rows[2]
    assert ENGLISH.text(shown.fact["hidden"]) == "A♣ Anne-Sophie van der Meer"
    assert ENGLISH.text(shown.fact["honours"]) == "Ciarán 4"
    assert (shown.was["declarer"], shown.fact["declarer"]) == ("Ciarán", "Dagný")
    plain = sheet_of(table.session, plain=History()).sections[0].rows[2]
    assert [words_in(one).text(plain.fact["hidden"]) for one in ("en", "de")] == [
        "A♣ E",
        "A♣ O",
    ]


@pytest.mark.parametrize("players", [2, 6, 8])
def test_the_end_stands_on_no_page_alone(players: int, renderer: Renderer) -> None:
    table = sheets.long_names(GAMES["two-ten-jack"], players=players)
    settings = table.session.settings
    for hands in range(1, 2 * players + 3):
        table.enter(captured(settings, rest=str(hands % players + 1)))
        if hands % 3:
            continue
        reader = PdfReader(io.BytesIO(renderer.pdf(html_of(table.session))))
        last = lines_of(reader)[-1]
        assert any(line.startswith(("Deal ", "Between ")) for line in last), (
            f"{hands}: {last}"
        )


def test_names_are_made_short_by_one_rule() -> None:
    people = ((Seat.ONE, "Anne-Sophie Dubois"), (Seat.TWO, "Bartholomäus Freiherr"))
    short = shortened((*people, (Seat.THREE, "Wolfeschlegelsteinhausen")), 14)
    assert [name for _, name in short] == [
        "Anne-Sophie\u00a0D.",
        "Bartholomäus",
        "Wolfeschlegel\u2060…",
    ]
    alike = ((Seat.ONE, "Bartholomäus A"), (Seat.TWO, "Bartholomäus B"))
    assert shortened(alike, 13) == alike, "nobody is called like somebody else"


# ---- the document ----


def test_it_is_tagged_for_those_who_listen(printed: Printed) -> None:
    reader = printed(sheets.rubber())
    root: Any = reader.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    assert root["/Lang"] == "en"
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    assert reader.metadata is not None
    assert reader.metadata.title == "Joker Bridge, Friday, 20 November 2026"
    tags = list(structure(root["/StructTreeRoot"]))
    kinds = {tag["/S"] for tag in tags if "/S" in tag}
    assert {
        "/H1",
        "/H2",
        "/Table",
        "/TH",
        "/TD",
        "/THead",
        "/Caption",
        "/Figure",
    } <= kinds
    assert all(tag.get("/Alt") for tag in tags if tag.get("/S") == "/Figure")


def structure(node: Any) -> Iterator[Any]:
    """Every element of a structure tree."""
    node = node.get_object() if isinstance(node, IndirectObject) else node
    if not hasattr(node, "get"):
        return
    yield node
    children = node.get("/K", [])
    for child in children if isinstance(children, list) else [children]:
        yield from structure(child)


EUROPEANS = (
    "Łucja Brzęczyszczykiewic",
    "Şükrü Ağaoğlu",
    "Dvořák",
    "Þóra Ștefănescu-Kővári",
)


@pytest.mark.parametrize("people", [sheets.PEOPLE, EUROPEANS])
def test_its_fonts_are_ours_and_inside_it(
    printed: Printed, people: tuple[str, ...]
) -> None:
    reader = printed(sheets.begun(people).session)
    (page,) = reader.pages
    text = text_of(reader)
    assert all(person in text for person in people)
    resources: Any = page["/Resources"]
    fonts = [
        font.get_object()["/DescendantFonts"][0].get_object()
        for font in resources["/Font"].values()
    ]
    assert len(fonts) >= 4
    for font in fonts:
        assert "Pad" in font["/BaseFont"]
        assert "/FontFile2" in font["/FontDescriptor"]


def test_its_date_is_that_of_the_last_entry(printed: Printed) -> None:
    metadata = printed(sheets.rubber()).metadata
    assert metadata is not None
    assert metadata.creation_date is not None
    assert metadata.creation_date.isoformat() == "2026-11-20T21:08:00+00:00"


def test_the_same_log_gives_the_same_bytes(renderer: Renderer, tmp_path: Path) -> None:
    """From this process after other sheets, and from the command in other
    surroundings."""
    session = sheets.rubber()
    enclosed = session_enclosed(session, IMPRINT)
    here = renderer.pdf(html_of(session), enclosed)
    renderer.pdf(html_of(sheets.begun().session))
    assert renderer.pdf(html_of(session), enclosed) == here
    source = tmp_path / "session.jsonl"
    target = tmp_path / "sheet.pdf"
    source.write_text(write(session), encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "scorekeeper",
        "pdf",
        str(source),
        "-o",
        str(target),
    ]
    surroundings = {
        "TZ": "Asia/Tokyo",
        "PYTHONHASHSEED": "7",
        "LANG": "C",
        "LC_ALL": "C",
    }
    subprocess.run(command, check=True, env={**os.environ, **surroundings})
    assert target.read_bytes() == here


def test_it_encloses_the_session_file_that_it_was_made_from(renderer: Renderer) -> None:
    session = sheets.rubber()
    pdf = renderer.pdf(html_of(session), session_enclosed(session, IMPRINT))
    reader = PdfReader(io.BytesIO(pdf))
    assert reader.attachments == {"session.jsonl": [write(session).encode()]}
    root: Any = reader.trailer["/Root"]
    file = root["/AF"][0].get_object()
    assert file["/AFRelationship"] == "/Source"
    assert file["/EF"]["/F"]["/Params"]["/CreationDate"] == "D:20261120210800Z"


def test_it_says_what_is_sealed_under_which_code(printed: Printed) -> None:
    session = sheets.rubber()
    text = " ".join(text_of(printed(session)).split())
    assert (
        f"Code {code(session.head)} stands for the file inside: {session.last} entries"
        in text
    )
    assert "2026-11-20 20:04 to 21:08 (UTC)" in text
    assert code(session.head).replace("-", "").startswith(fingerprint(session.head, 8))


def test_one_more_entry_gives_other_bytes(renderer: Renderer) -> None:
    table = sheets.begun()
    before = renderer.pdf(html_of(table.session))
    table.deal("1NT", "N", 7)
    assert renderer.pdf(html_of(table.session)) != before


# ---- what must not get into it ----


def test_what_players_typed_stays_text(printed: Printed) -> None:
    session = sheets.hostile()
    reader = printed(session)
    text = text_of(reader).replace(" ", "")
    for piece in (
        "<imgsrc=file:///etc/p>",
        "=1+1|cmd'!A0",
        "</td><script>x</script>",
        "@SUM(A1)",
    ):
        assert piece in text, piece
    assert "evilx and" in html_of(session) or "and evilx" in html_of(session)
    assert not reader.attachments
    assert "/EmbeddedFiles" not in str(reader.trailer)


def test_the_renderer_opens_no_file_and_no_connection(
    renderer: Renderer, tmp_path: Path
) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("the secret of the fourth trick")
    asked: list[str] = []

    class Ear(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Ear) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        web = f"http://127.0.0.1:{server.server_port}"
        file = secret.as_uri()
        pdf = renderer.pdf(
            f"<html lang=en><title>x</title><link rel=stylesheet href='{web}/a.css'>"
            f"<link rel=attachment href='{file}'><a rel=attachment href='{file}'>x</a>"
            f"<img src='{web}/b.png' alt=x><img src='{file}' alt=x><embed src='{file}'>"
            f"<style>@import url('{web}/c.css'); @import url('{file}');"
            f"p {{ background: url('{file}') url('{web}/d.png') }}"
            f"@font-face {{ font-family: F; src: url('{web}/e.ttf') }} p {{ font-family: F }}"
            f"</style><svg><image href='{file}'/><use href='{web}/f.svg#g'/></svg><p>text</p>"
        )
        server.shutdown()
    reader = PdfReader(io.BytesIO(pdf))
    assert asked == []
    assert not reader.attachments
    assert "secret" not in text_of(reader)
    streams = (thing for page in reader.pages for thing in page.images)
    assert not list(streams)


# ---- where there is no Pango ----


def test_without_pango_it_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    with pytest.raises(PangoMissing, match="weasyprint"):
        pdf_of(sheets.begun().session)


def test_the_command_says_how_to_get_pango(tmp_path: Path) -> None:
    (tmp_path / "weasyprint.py").write_text(
        "raise OSError(\"cannot load library 'libpango'\")"
    )
    source = tmp_path / "session.jsonl"
    target = tmp_path / "sheet.pdf"
    source.write_text(write(sheets.begun().session), encoding="utf-8")
    found = subprocess.run(
        [sys.executable, "-m", "scorekeeper", "pdf", str(source), "-o", str(target)],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert found.returncode == 1
    assert "cannot load library 'libpango'" in found.stderr
    assert "apt install libpangoft2-1.0-0" in found.stderr
    assert not target.exists()
