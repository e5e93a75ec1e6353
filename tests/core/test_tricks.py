"""The trick: the strongest card, whose turn it is."""

from scorekeeper.core.cards import Card, Play, Suit, next_to_play, winner
from scorekeeper.core.seats import COMPASS, Seat, numbered


def rank(play: Play) -> tuple[int, ...]:
    return (ord(play.card.rank[0]),) if play.card.suit is Suit.HEARTS else ()


def test_the_strongest_wins_and_the_earliest_of_equals() -> None:
    first = Play(Seat.NORTH, Card.parse("H3"))
    second = Play(Seat.EAST, Card.parse("H7"))
    assert winner((first, second), rank) == second
    same = Play(Seat.SOUTH, Card.parse("H7"))
    assert winner((second, same), rank) == second
    assert winner((same, second), rank) == same


def test_what_lies_face_down_or_has_no_strength_cannot_win() -> None:
    hidden = Play(Seat.NORTH, Card.parse("H9"), is_face_down=True)
    weak = Play(Seat.EAST, Card.parse("CA"))
    low = Play(Seat.SOUTH, Card.parse("H2"))
    assert winner((hidden, weak, low), rank) == low
    assert winner((hidden, weak), rank) is None
    assert winner((), rank) is None


def test_the_turn_goes_clockwise_until_everybody_has_played() -> None:
    ring = numbered(3)
    lead = Play(Seat.TWO, Card.parse("H3"))
    second = Play(Seat.THREE, Card.parse("H4"))
    third = Play(Seat.ONE, Card.parse("H5"))
    out_of_turn = Play(Seat.ONE, Card.parse("H6"))
    assert next_to_play(Seat.TWO, (), ring) is Seat.TWO
    assert next_to_play(Seat.TWO, (lead,), ring) is Seat.THREE
    assert next_to_play(Seat.TWO, (lead, second), ring) is Seat.ONE
    assert next_to_play(Seat.TWO, (lead, second, third), ring) is None
    assert next_to_play(Seat.TWO, (lead, out_of_turn), ring) is Seat.THREE
    west = Play(Seat.WEST, Card.parse("H3"))
    assert next_to_play(Seat.WEST, (west,), COMPASS) is Seat.NORTH
