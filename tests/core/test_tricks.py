"""The trick: duties in their order, the strongest card, whose turn it is."""

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.cards import STANDARD_PACK, Card, Suit
from scorekeeper.core.seats import COMPASS, Seat, numbered
from scorekeeper.core.tricks import Play, duty, next_to_play, winner

HANDS = st.frozensets(st.sampled_from(sorted(STANDARD_PACK, key=str)), min_size=1, max_size=13)


def cards(text: str) -> frozenset[Card]:
    return frozenset(Card.parse(word) for word in text.split())


def is_heart(card: Card) -> bool:
    return card.suit is Suit.HEARTS


def is_trump(card: Card) -> bool:
    return card.suit is Suit.SPADES


def test_the_first_duty_that_can_be_met_is_the_one() -> None:
    assert duty(cards("H2 HK S3 C9"), is_heart, is_trump) == cards("H2 HK")
    assert duty(cards("S3 C9 SA"), is_heart, is_trump) == cards("S3 SA")


def test_without_a_duty_that_can_be_met_any_card_will_do() -> None:
    assert duty(cards("C9 D4"), is_heart, is_trump) == cards("C9 D4")
    assert duty(cards("C9 D4")) == cards("C9 D4")


@given(HANDS)
def test_something_can_always_be_played_and_is_held(hand: frozenset[Card]) -> None:
    allowed = duty(hand, is_heart, is_trump)
    assert allowed
    assert allowed <= hand


def rank(play: Play) -> tuple[int, ...]:
    return (ord(play.card.rank[0]),) if play.card.suit is Suit.HEARTS else ()


def test_the_strongest_wins_and_the_earliest_of_equals() -> None:
    first, second = Play(Seat.NORTH, Card.parse("H3")), Play(Seat.EAST, Card.parse("H7"))
    assert winner((first, second), rank) == second
    same = Play(Seat.SOUTH, Card.parse("H7"))
    assert winner((second, same), rank) == second
    assert winner((same, second), rank) == same


def test_what_lies_face_down_or_has_no_strength_cannot_win() -> None:
    hidden = Play(Seat.NORTH, Card.parse("H9"), is_face_down=True)
    weak, low = Play(Seat.EAST, Card.parse("CA")), Play(Seat.SOUTH, Card.parse("H2"))
    assert winner((hidden, weak, low), rank) == low
    assert winner((hidden, weak), rank) is None
    assert winner((), rank) is None


def test_the_turn_goes_clockwise_until_everybody_has_played() -> None:
    ring = numbered(3)
    lead = Play(Seat.TWO, Card.parse("H3"))
    assert next_to_play(Seat.TWO, (), ring) is Seat.TWO
    assert next_to_play(Seat.TWO, (lead,), ring) is Seat.THREE
    assert next_to_play(Seat.TWO, (lead, lead), ring) is Seat.ONE
    assert next_to_play(Seat.TWO, (lead, lead, lead), ring) is None
    assert next_to_play(Seat.WEST, (lead,), COMPASS) is Seat.NORTH
