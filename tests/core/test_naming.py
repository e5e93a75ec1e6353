"""Persons take the places of seats, numbered ones and compass points."""

from scorekeeper.core.messages import message
from scorekeeper.core.seats import SIDES, Party, Seat, named, named_message

PEOPLE = ((Seat.ONE, "Ana"), (Seat.NORTH, "Ben"))


def test_a_taken_seat_is_called_by_its_person() -> None:
    assert named(Seat.ONE, PEOPLE) == "Ana"
    assert named(Seat.NORTH, PEOPLE) == "Ben"


def test_an_empty_seat_stays() -> None:
    assert named(Seat.TWO, PEOPLE) is Seat.TWO
    assert named(Seat.SOUTH, PEOPLE) is Seat.SOUTH


def test_a_message_is_named_all_the_way_down() -> None:
    said = message("a", seat=Seat.ONE, inner=message("b", who=(Seat.ONE, ", ", 3)))
    assert named_message(said, PEOPLE) == message(
        "a", seat="Ana", inner=message("b", who=("Ana", ", ", 3))
    )


def test_a_party_goes_by_its_persons_and_a_side_by_its_letters() -> None:
    assert named(Party("N", (Seat.NORTH,)), PEOPLE) == "Ben"
    nobody = Party("S", (Seat.SOUTH,))
    assert named(nobody, PEOPLE) is nobody
    assert named(SIDES[0], (*PEOPLE, (Seat.SOUTH, "Cyd"))) is SIDES[0]


def test_other_values_stay() -> None:
    assert named(7, PEOPLE) == 7
    assert named("Seat.ONE", PEOPLE) == "Seat.ONE"


def test_who_sits_where_keeps_the_seat() -> None:
    said = message("event.seated", person="Ana", seat=Seat.ONE)
    assert named(said, PEOPLE) == said
