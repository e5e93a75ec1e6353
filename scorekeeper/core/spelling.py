"""Who is who in a log in which misspelt names were put right: it is the same person all
along."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from scorekeeper.core.errors import refused
from scorekeeper.core.evening import Left, Seated, Voided
from scorekeeper.core.notes import Respelt


@dataclass(frozen=True, slots=True)
class Spelling:
    """What the names in a log come to.

    `names` has the seatings and leavings, by their numbers, whose person is called
    otherwise now. `marks` has, by their names of now, the persons whose mark is
    another: the name under which the person first sat down, which no later spelling
    changes. `clash` is a name that two persons have.
    """

    names: Mapping[int, str] = field(default_factory=dict)
    marks: Mapping[str, str] = field(default_factory=dict)
    clash: str | None = None

    def mark(self, name: str) -> str:
        """What the person of this name is known by, however the name is spelt."""
        return self.marks.get(name, name)


AS_WRITTEN = Spelling()
"""The spelling of a log in which no name was put right."""


class Logged(Protocol):
    """An entry of the log, as far as names are looked for in it."""

    @property
    def seq(self) -> int: ...
    @property
    def event(self) -> object: ...


@dataclass
class _Person:
    """Somebody at the table, with the spellings in force by the entries that brought
    them."""

    first: str
    spelt: dict[int, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return [self.first, *self.spelt.values()][-1]


def is_respelt(log: Iterable[Logged]) -> bool:
    """Whether a name was put right in these entries, though that may have been struck
    out."""
    return any(isinstance(entry.event, Respelt) for entry in log)


def respells(log: tuple[Logged, ...], added: tuple[Logged, ...]) -> bool:
    """Whether one of the entries `added` to the log puts a name right or takes that
    back."""
    struck = (entry.event.entry for entry in added if isinstance(entry.event, Voided))
    return is_respelt(added) or is_respelt(
        log[seq - 1] for seq in struck if seq <= len(log)
    )


def spelling(log: tuple[Logged, ...]) -> Spelling:
    """What the names in this log come to.

    The entries are gone through in the order in which they were made: whoever is named
    in one is the person who was called so then.
    """
    if not is_respelt(log):
        return AS_WRITTEN
    struck = {one.event.entry for one in log if isinstance(one.event, Voided)}
    persons: list[_Person] = []
    called: dict[str, _Person] = {}
    named: dict[int, _Person] = {}
    respelt: dict[int, _Person] = {}
    for entry in log:
        event = entry.event
        if isinstance(event, Seated | Left):
            if event.person not in called and entry.seq not in struck:
                called[event.person] = _Person(event.person)
                persons.append(called[event.person])
            if event.person in called:
                named[entry.seq] = called[event.person]
        elif (
            isinstance(event, Respelt)
            and event.person in called
            and event.name not in called
        ):
            person = called.pop(event.person)
            person.spelt[entry.seq] = event.name
            called[event.name] = person
            respelt[entry.seq] = person
        elif isinstance(event, Voided) and event.entry in respelt:
            person = respelt[event.entry]
            if called.get(person.name) is person:
                del called[person.name]
            person.spelt.pop(event.entry)
            called.setdefault(person.name, person)
    return _spelling(persons, named, log)


def _spelling(
    persons: list[_Person], named: Mapping[int, _Person], log: tuple[Logged, ...]
) -> Spelling:
    names = {}
    for seq, person in named.items():
        event = log[seq - 1].event
        if isinstance(event, Seated | Left) and event.person != person.name:
            names[seq] = person.name
    marks: dict[str, str] = {}
    taken: set[str] = set()
    seen: set[str] = set()
    clash = None
    for person in persons:
        mark = person.first
        while mark in taken:  # somebody who came later, of a name that was another's
            mark += "\0"
        taken.add(mark)
        if person.name in seen:
            clash = person.name
        seen.add(person.name)
        if mark != person.name:
            marks[person.name] = mark
    return Spelling(names, marks, clash)


def check_respelt(event: Respelt, in_force: Iterable[object]) -> None:
    """Refuse to put right the name of somebody who isn't there, and a name that is
    another's. Those `in_force` are events with the names of now. Raises
    RuleViolation."""
    there = {one.person for one in in_force if isinstance(one, Seated)}
    if event.person not in there:
        raise refused("refused.nobody-called", "person", person=event.person)
    if not event.name.strip() or len(event.name) > 24:
        said = {"person": event.name, "length": len(event.name)}
        raise refused("refused.name-length", "name", **said)
    if event.name in there:
        raise refused("refused.same-name", "name", person=event.name)


def check_still_apart(log: tuple[Logged, ...]) -> None:
    """Refuse to take a spelling back once somebody else has the name of before. Raises
    RuleViolation."""
    clash = spelling(log).clash
    if clash is not None:
        raise refused("refused.name-taken", person=clash)
