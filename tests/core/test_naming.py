"""Persons take the places of numbered seats; compass points stay."""

from scorekeeper.core.messages import message
from scorekeeper.core.seats import Seat, named, named_message

PEOPLE = ((Seat.ONE, "Ana"), (Seat.NORTH, "Ben"))


def test_a_taken_seat_is_called_by_its_person() -> None:
    assert named(Seat.ONE, PEOPLE) == "Ana"


def test_an_empty_seat_and_a_compass_point_stay() -> None:
    assert named(Seat.TWO, PEOPLE) is Seat.TWO
    assert named(Seat.NORTH, PEOPLE) is Seat.NORTH


def test_a_message_is_named_all_the_way_down() -> None:
    said = message("a", seat=Seat.ONE, inner=message("b", who=(Seat.ONE, ", ", 3)))
    assert named_message(said, PEOPLE) == message(
        "a", seat="Ana", inner=message("b", who=("Ana", ", ", 3))
    )


def test_other_values_stay() -> None:
    assert named(7, PEOPLE) == 7
    assert named("Seat.ONE", PEOPLE) == "Seat.ONE"


def test_who_sits_where_keeps_the_seat() -> None:
    said = message("event.seated", person="Ana", seat=Seat.ONE)
    assert named(said, PEOPLE) == said
