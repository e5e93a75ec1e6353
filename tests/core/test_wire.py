"""Facts as plain JSON values and back, and what can't be read."""

import json
import unicodedata
from dataclasses import dataclass
from enum import Enum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.codec import Unreadable, canonical, decode, encode
from scorekeeper.core.evening import (
    EVENING,
    Adjusted,
    CarriedIn,
    DealerIs,
    Ended,
    Left,
    Seated,
    ThrownIn,
    Voided,
)
from scorekeeper.core.seats import Seat


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True)
class Inner:
    card: Card
    colours: tuple[Colour, ...] = ()


@dataclass(frozen=True)
class Outer:
    number: int
    name: str
    is_there: bool
    inner: Inner
    pair: tuple[str, int]
    perhaps: Card | None = None


WHOLE = Outer(3, "Ann", True, Inner(Card("A", Suit.SPADES), (Colour.RED,)), ("x", 1))
PLAIN = {
    "number": 3,
    "name": "Ann",
    "is_there": True,
    "inner": {"card": "SA", "colours": ["red"]},
    "pair": ["x", 1],
    "perhaps": None,
}


def test_a_fact_is_written_as_plain_values() -> None:
    assert encode(WHOLE) == PLAIN
    json.dumps(encode(WHOLE))


def test_it_reads_back_the_same() -> None:
    assert decode(Outer, PLAIN) == WHOLE


def test_a_field_with_a_default_may_be_missing() -> None:
    short = {key: value for key, value in PLAIN.items() if key != "perhaps"}
    assert decode(Outer, short) == WHOLE
    assert decode(Inner, {"card": "h10"}) == Inner(Card("10", Suit.HEARTS))


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"number": "3"}, "Outer.number"),
        ({"number": 3.0}, "Outer.number"),
        ({"number": True}, "Outer.number"),
        ({"name": 3}, "Outer.name"),
        ({"name": None}, "Outer.name"),
        ({"is_there": 1}, "Outer.is_there"),
        ({"inner": []}, "Outer.inner"),
        ({"inner": {"card": "S15"}}, "Outer.inner.card"),
        ({"inner": {"card": 5}}, "Outer.inner.card"),
        ({"inner": {"card": "SA", "colours": ["green"]}}, "Outer.inner.colours[0]"),
        ({"inner": {"card": "SA", "colours": "red"}}, "Outer.inner.colours"),
        ({"inner": {}}, "Outer.inner"),
        ({"pair": ["x"]}, "Outer.pair"),
        ({"pair": ["x", "1"]}, "Outer.pair[1]"),
        ({"perhaps": "no card"}, "Outer.perhaps"),
        ({"unknown": 1}, "Outer"),
    ],
)
def test_what_cannot_be_read_says_where(change: dict[str, object], where: str) -> None:
    with pytest.raises(Unreadable) as caught:
        decode(Outer, PLAIN | change)
    assert str(caught.value).startswith(where + ":")


def test_what_has_no_form_is_not_written() -> None:
    for value in (1.5, {"a": 1.5}, b"", {1}):
        with pytest.raises(TypeError):
            encode(value)


def test_the_canonical_bytes_do_not_depend_on_the_order_of_fields() -> None:
    assert (
        canonical({"b": 1, "a": [1, 2]})
        == canonical({"a": [1, 2], "b": 1})
        == b'{"a":[1,2],"b":1}'
    )


def test_the_canonical_bytes_do_not_depend_on_how_accents_are_typed() -> None:
    apart = unicodedata.normalize("NFD", "Zoë")
    assert apart != "Zoë"
    assert canonical({"name": apart}) == canonical({"name": "Zoë"})
    assert decode(Left, {"person": apart}) == Left("Zoë")


EVENTS = st.one_of(
    st.builds(Seated, st.text(max_size=24), st.sampled_from([*Seat, None])),
    st.builds(Left, st.text()),
    st.builds(Voided, st.integers(), st.text()),
    st.builds(DealerIs, st.sampled_from(Seat)),
    st.builds(ThrownIn, st.text()),
    st.builds(CarriedIn, st.text(), st.integers(), st.text()),
    st.builds(Adjusted, st.text(), st.integers(), st.text()),
    st.builds(Ended, st.text()),
)


@given(EVENTS)
def test_every_event_of_an_evening_reads_back(event: object) -> None:
    assert type(event) in EVENING
    back = decode(type(event), json.loads(canonical(encode(event))))
    assert canonical(encode(back)) == canonical(encode(event))


@given(
    st.sampled_from(list(Suit)),
    st.sampled_from([*map(str, range(1, 15)), *"JQKA", "Joker"]),
)
def test_every_card_reads_back(suit: Suit, rank: str) -> None:
    card = Card(rank, suit)
    assert decode(Card, encode(card)) == card
