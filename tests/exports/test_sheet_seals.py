"""The sealed things on the printed sheet: their seals, what became of them, and nothing
more."""

import re
from html import unescape

from scorekeeper.core.ruling_notes import Ruled
from scorekeeper.core.seals import LookedAt
from scorekeeper.core.seats import Seat
from scorekeeper.exports.pdf.page import Paper, page_of
from scorekeeper.games.bridge.events import TricksTaken
from scorekeeper.tables.seals import seal_of, seals_view
from scorekeeper.words import words_in
from tests.seals import HEARTS, SALT, Table, bridge, contract


def html(table: Table) -> str:
    return page_of(table.now, words_in("en"), Paper.A4)


def appendix(table: Table) -> str:
    """The words of the part about seals."""
    found = re.search(r"<h2>Seals</h2>.*?</section>", html(table), re.DOTALL)
    assert found
    return re.sub(
        r"\s+", " ", unescape(re.sub(r"<title>.*?</title>|<[^>]+>", " ", found.group()))
    )


def test_without_seals_there_is_no_appendix() -> None:
    table = bridge().enter(contract(), TricksTaken(10))
    assert "Seals" not in html(table) and seals_view(table.now) == []


def test_a_closed_seal_gives_nothing_away() -> None:
    table = bridge()
    seq = table.seal(Seat.WEST, HEARTS)
    table.enter(contract(), TricksTaken(10))
    seal = seal_of(table.now, seq)
    assert seal is not None
    said = appendix(table)
    assert f"West sealed a Joker suit, code {seal.sealed.letters}" in said
    assert seal.sealed.commitment in said and "Deal 1" in said
    assert "Still closed when this was printed." in said
    assert "so its contents can’t have been changed" in said
    assert SALT not in html(table) and "Jokers:" not in said


def test_an_opened_seal_stands_with_what_was_under_it() -> None:
    table = bridge()
    seq = table.seal(Seat.WEST, HEARTS)
    table.enter(contract(), TricksTaken(10)).open(seq, HEARTS)
    said = appendix(table)
    assert "Seal opened: it fits; Jokers: Joker:" in said
    assert "still closed" not in said


def test_a_seal_that_is_left_and_looked_under_says_so_in_order() -> None:
    table = bridge()
    seq = table.seal(Seat.WEST, HEARTS)
    table.enter(contract(), TricksTaken(10)).enter(LookedAt(seq, "a dispute")).leave(
        seq
    )
    said = appendix(table)
    looked = said.index("a dispute")
    left = said.index("left closed for good")
    assert looked < left
    assert "Jokers:" not in said or left < said.index("Jokers:")


def test_seals_follow_the_docket_on_its_page() -> None:
    table = bridge()
    table.seal(Seat.WEST, HEARTS)
    assert '<section class="rulings"><h2>Seals' in html(table)
    table.enter(contract(), TricksTaken(10))
    facts = (("seat", "E"), ("card", "D2"), ("established", "no"))
    table.enter(
        Ruled("bridge.irregularity.revoke", facts, "bridge.ruling.replace-defender")
    )
    text = html(table)
    assert text.index("<h2>Rulings</h2>") < text.index("<h2>Seals</h2>")
    assert '<section class="rulings after"><h2>Seals' in text
