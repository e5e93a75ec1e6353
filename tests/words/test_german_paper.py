"""A German phone prints a German sheet, which proves itself like an English one."""

import pytest

from benchmarks.seasons import seasons
from scorekeeper.exports.pdf.render import pdf_of
from scorekeeper.exports.verify import verify_sheet
from scorekeeper.tables.session import Session
from tests.exports.printed import read_pdf

ENGLISH = (
    "Dealbydeal",
    "Playedunder",
    "Fingerprint",
    "entry",
    "printed",
    "inferred",
    "Total",
    "page",
)


@pytest.fixture(scope="module")
def played() -> dict[str, Session]:
    return {season.game.slug: season for season in seasons(40, seed=3, hands=4)}


@pytest.mark.parametrize(
    ("slug", "said"),
    [
        ("joker-bridge", ("SpielfürSpiel", "Kontrakt", "Gefahr", "unterdemStrich")),
        ("rook", ("Gebot", "Trumpf", "Zwischensumme")),
        ("two-ten-jack", ("Runde1", "Kartenwerte")),
        ("berzerka", ("Kontrakte", "Spielpunkte", "Abwürfe")),
    ],
)
def test_a_sheet_is_german_and_holds(
    played: dict[str, Session], slug: str, said: tuple[str, ...]
) -> None:
    paper = pdf_of(played[slug], language="de")
    printed = read_pdf(paper)
    text = printed.text
    assert printed.language == "de"
    assert [
        word for word in (*said, "Gespieltnach", "Eintrag") if word not in text
    ] == []
    assert [word for word in ENGLISH if word in text] == []
    assert verify_sheet(paper).holds
