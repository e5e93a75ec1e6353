"""Persons in place of numbered seats, where it is said who does what."""

from scorekeeper.core.messages import Message
from scorekeeper.core.seats import COMPASS, Party, Seat
from scorekeeper.core.sheet import People


def named(value: object, people: People) -> object:
    """The value with a person's name wherever it speaks of a numbered seat that is taken.

    A team whose seats are all taken goes by its persons. Compass points stay: they are what a
    bridge table calls its players.
    """
    if isinstance(value, Seat):
        return value if value in COMPASS else dict(people).get(value, value)
    if isinstance(value, Party):
        return _team(value, dict(people))
    if isinstance(value, Message):
        return named_message(value, people)
    if isinstance(value, tuple):
        return tuple(named(one, people) for one in value)
    return value


def named_message(said: Message, people: People) -> Message:
    """The message with persons in its places for numbered seats.

    Where it is about a person's seat, that seat keeps its number.
    """
    if any(name == "person" for name, _ in said.params):
        return said
    return Message(said.code, tuple((name, named(one, people)) for name, one in said.params))


def _team(party: Party, people: dict[Seat, str]) -> object:
    persons = [people[seat] for seat in party.seats if seat in people and seat not in COMPASS]
    return " & ".join(persons) if len(persons) == len(party.seats) else party
