"""What a table's page says between two games."""

from tests.web.conftest import Visitor

HAND = {"bidder": "1", "amount": "200", "trump": "R", "party": "13"}


def plays(visitor: Visitor, table: str, points: int) -> None:
    told = {**HAND, "hundreds": str(points // 100 * 100), "points": str(points % 100)}
    visitor.get(f"{table}?form=hand")
    visitor.send(f"{table}enter/hand", **told)


def test_the_next_game_begins_with_its_first_hand(visitor: Visitor) -> None:
    table = visitor.lay("rook")
    for _ in range(4):
        plays(visitor, table, 200)
    visitor.get(table)
    assert "Game over" in visitor.text and "won" in visitor.text
    visitor.get(f"{table}?form=next")
    assert "Game over" not in visitor.text
    assert "Hand 1" in visitor.text and "Game 2" in visitor.text
    assert 'class="slab' not in visitor.text, "the last result stood above it"
