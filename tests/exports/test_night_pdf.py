"""A night on paper: what its documents say, and that they prove themselves."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from scorekeeper.exports.file_kinds import enclosed_in, tables_in
from scorekeeper.exports.pdf.cache import Order
from scorekeeper.exports.pdf.imprint import read_imprint
from scorekeeper.exports.pdf.night import NightDocument, NightList, document_named
from scorekeeper.exports.pdf.page import Document, Paper
from scorekeeper.exports.pdf.render import laid_out, pdf_of
from scorekeeper.exports.session_file import read
from scorekeeper.exports.verify import verify_sheet
from scorekeeper.games.rook import ROOK
from scorekeeper.nights.facts import Kind, Scoring
from scorekeeper.words import LANGUAGES
from tests.exports import nights
from tests.exports.nights import Evening
from tests.exports.sheets import Table
from tests.games.rook.table import quick


@pytest.fixture(scope="module")
def mitchell() -> Evening:
    return nights.mitchell()


def printed(
    evening: Evening, kind: NightList, language: str = "en", unit: int = 0
) -> bytes:
    tables = tuple(evening.tables.values())
    document = NightDocument(kind, unit)
    return pdf_of(evening.session, Paper.A4, language, document, tables)


def page(evening: Evening, kind: NightList, language: str = "en", unit: int = 0) -> str:
    tables = tuple(evening.tables.values())
    document = NightDocument(kind, unit)
    return laid_out(evening.session, Paper.A4, language, document, tables)[0]


@pytest.mark.parametrize("kind", NightList)
def test_a_document_is_found_by_its_name(kind: NightList) -> None:
    for document in (NightDocument(kind), NightDocument(kind, 12)):
        assert document_named(document.value) == document
    assert document_named("report") is Document.REPORT


@pytest.mark.parametrize("name", ["night-", "night-own-0", "night-own-x", "sheets"])
def test_no_other_name_is_a_document(name: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        document_named(name)


@pytest.mark.parametrize("kind", NightList)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_document_is_said_in_every_language(
    kind: NightList, language: str, mitchell: Evening
) -> None:
    text = page(mitchell, kind, language)
    assert "night.paper" not in text
    assert "Ann Lee &amp; Ben Ito" in text
    assert "%%" not in text


def test_two_winners_are_two_lists(mitchell: Evening) -> None:
    text = page(mitchell, NightList.RANKING)
    for ranking in mitchell.play.rankings:
        for line in ranking.standings:
            assert f"{float(line.total):.2f}</td>" in text
    assert text.count("<caption>") == 2


def test_an_own_sheet_is_that_of_one_pair(mitchell: Evening) -> None:
    text = page(mitchell, NightList.OWN, unit=2)
    assert text.count("<h2>Cem Ak &amp; Dov Bar</h2>") == 1
    assert text.count('class="own"') == 1
    assert "Misinformation" in text


def test_cards_tell_rounds_that_are_still_to_come() -> None:
    evening = nights.chosen(Kind.MITCHELL, 9, 2, 5)
    text = page(evening, NightList.GUIDE_CARDS)
    assert text.count("night-card") == 9
    assert text.count("Sits out") == 5
    assert page(evening, NightList.TABLE_CARDS).count("night-card") == 5
    assert page(evening, NightList.BLANK_TRAVELLERS).count("night-card") == 10


def test_a_swiss_leaves_room_for_rounds_that_nobody_knows() -> None:
    evening = nights.played(nights.chosen(Kind.SWISS, 6, 2, 3), 1)
    text = page(evening, NightList.TABLE_CARDS)
    assert text.count('class="blank"') == 3 * 2


def test_a_night_without_boards_has_its_deals_by_rounds() -> None:
    def play(table: Table, first: int, deals: int) -> None:
        for _ in range(deals):
            table.enter(*quick("1", 120, "13", 130))

    evening = Evening("rook", ROOK.rule_sheet.defaults)
    nights.chosen(Kind.INDIVIDUAL, 8, 1, 2, Scoring.POINTS, evening=evening)
    evening.play_round(play)
    text = page(evening, NightList.TRAVELLERS)
    assert text.count("<tr><td>1</td>") == 4
    assert "MP" not in page(evening, NightList.OWN)


# ---- as they are ordered ----


def ordered(evening: Evening, kind: NightList, unit: int = 0) -> Order:
    tables = tuple(evening.tables.values())
    return Order(evening.session, document=NightDocument(kind, unit), beside=tables)


def test_every_document_is_kept_under_a_name_of_its_own(mitchell: Evening) -> None:
    orders = [ordered(mitchell, kind) for kind in NightList]
    orders.append(ordered(mitchell, NightList.OWN, unit=3))
    corrected = nights.played(nights.chosen(Kind.MITCHELL, 9, 2, 5), 1, seed=3)
    tables = {**mitchell.tables, "r1t1": corrected.tables["r1t1"]}
    kind = NightDocument(NightList.OWN)
    orders.append(Order(mitchell.session, document=kind, beside=tuple(tables.values())))
    assert len({order.name for order in orders}) == len(orders)
    assert [order.is_proof for order in orders[:6]] == [True] * 3 + [False] * 3


def test_a_document_is_as_long_as_its_results(mitchell: Evening) -> None:
    results = len(mitchell.play.results)
    assert ordered(mitchell, NightList.TRAVELLERS).rows == results // 2
    assert ordered(mitchell, NightList.OWN).rows == results
    assert ordered(mitchell, NightList.OWN, unit=3).rows < results // 2


# ---- proof ----


@pytest.mark.parametrize("kind", [NightList.RANKING, NightList.OWN])
def test_a_printed_night_proves_itself(kind: NightList, mitchell: Evening) -> None:
    pdf = printed(mitchell, kind, "de")
    verdict = verify_sheet(pdf)
    assert verdict.holds
    assert verdict.session is not None
    assert verdict.session.head == mitchell.session.head
    assert read(enclosed_in(pdf)).session.id == "night-1"
    assert len(tables_in(pdf)) == len(mitchell.tables)
    imprint = read_imprint(pdf)
    assert imprint is not None
    assert imprint.document == NightDocument(kind)


def test_another_result_at_a_table_is_no_proof(mitchell: Evening) -> None:
    pdf = printed(mitchell, NightList.RANKING)
    tables = dict(mitchell.tables)
    other = nights.played(nights.chosen(Kind.MITCHELL, 9, 2, 5), 1, seed=9)
    tables["r1t1"] = other.tables["r1t1"]
    forged = pdf_of(
        mitchell.session,
        document=NightDocument(NightList.RANKING),
        tables=tuple(tables.values()),
    )
    assert forged != pdf
    # the files of one beside the pages of the other
    assert not verify_sheet(_with_pages_of(pdf, forged)).holds


def _with_pages_of(pdf: bytes, other: bytes) -> bytes:
    from io import BytesIO

    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter(clone_from=BytesIO(pdf))
    for n, foreign in enumerate(PdfReader(BytesIO(other)).pages):
        writer.remove_page(n)
        writer.insert_page(foreign, n)
    out = BytesIO()
    writer.write(out)
    return out.getvalue()


def test_cards_are_no_proof_and_have_nothing_inside(mitchell: Evening) -> None:
    text = page(mitchell, NightList.TABLE_CARDS)
    assert 'data-seal=""' in text
    assert not NightDocument(NightList.TABLE_CARDS).is_proof


# ---- what only some nights say ----


def rook_night(people: int) -> Evening:
    """Two rounds of Rook, a deal each."""

    def play(table: Table, first: int, deals: int) -> None:
        for _ in range(deals):
            table.enter(*quick("1", 120, "13", 130))

    evening = Evening("rook", ROOK.rule_sheet.defaults)
    nights.chosen(
        Kind.INDIVIDUAL, people, 1, 2, Scoring.POINTS, boards=1, evening=evening
    )
    for _ in range(2):
        evening.play_round(play)
    return evening


def test_teams_see_their_matches_below_the_standings() -> None:
    evening = nights.teams()
    text = page(evening, NightList.RANKING)
    assert "<caption>Matches</caption>" in text
    below = text.split("<caption>Matches</caption>")[1].split("</table>")[0]
    assert "Teams</th>" in below and "VP</th>" in below
    # six matches of four teams, the points of both sides each
    assert below.count("<tr><th") == 1 + 6
    assert "Teams of four: 3 rounds of 4, Victory points" in text


def test_the_average_of_a_deal_counts_where_not_all_played_as_many() -> None:
    assert "Average per deal</th>" in page(rook_night(9), NightList.RANKING)
    all_played = page(rook_night(8), NightList.RANKING)
    assert "Average per deal" not in all_played and "Points</th>" in all_played


def test_without_boards_the_ranking_counts_deals() -> None:
    assert "Deals</th>" in page(rook_night(8), NightList.RANKING)
    assert "Deals</th>" not in page(nights.individual(), NightList.RANKING)


@pytest.mark.parametrize("kind", [NightList.RANKING, NightList.TRAVELLERS])
def test_before_the_first_result_paper_says_that_there_is_none(kind: NightList) -> None:
    begun = nights.chosen(Kind.MITCHELL, 9, 2, 5)
    assert "No results yet." in page(begun, kind)
    # a board is compared once two tables have played it
    assert "No results yet." not in page(nights.played(begun, 2), kind)


def test_the_fingerprints_of_many_tables_take_no_line_of_a_sheet_along() -> None:
    """They are longer than a page, and begin below the sheet."""
    many = nights.chosen(Kind.MITCHELL, 60, 2, 9, boards=1)
    evening = nights.played(many, 9)
    assert len(PdfReader(BytesIO(printed(evening, NightList.OWN, unit=1))).pages) == 2
