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
    for entry in log:
        match entry.event:
            case Respelt():
                return True
    return False


def respells(log: tuple[Logged, ...], added: tuple[Logged, ...]) -> bool:
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
    struck = {entry.event.entry for entry in log if isinstance(entry.event, Voided)}
    company = _Company()
    for entry in log:
        match entry.event:
            case Seated(person) | Left(person):
                company.name(entry.seq, person, is_new=entry.seq not in struck)
            case Respelt(person, name):
                company.respell(entry.seq, person, name)
            case Voided(seq):
                company.take_back(seq)
    return Spelling(_names(company.named, log), _marks(company.persons), company.clash)


@dataclass
class _Company:
    """The persons at a table, in the order in which they came; by what they are called
    now; by the entries that name them; by those that put their names right."""

    persons: list[_Person] = field(default_factory=list)
    called: dict[str, _Person] = field(default_factory=dict)
    named: dict[int, _Person] = field(default_factory=dict)
    respelt: dict[int, _Person] = field(default_factory=dict)

    def name(self, seq: int, name: str, *, is_new: bool) -> None:
        if name not in self.called and is_new:
            self.called[name] = _Person(name)
            self.persons.append(self.called[name])
        if name in self.called:
            self.named[seq] = self.called[name]

    def respell(self, seq: int, name: str, right: str) -> None:
        if name in self.called and right not in self.called:
            person = self.called.pop(name)
            person.spelt[seq] = right
            self.called[right] = person
            self.respelt[seq] = person

    def take_back(self, seq: int) -> None:
        person = self.respelt.get(seq)
        if person is None:
            return
        if self.called.get(person.name) is person:
            del self.called[person.name]
        person.spelt.pop(seq)
        self.called.setdefault(person.name, person)

    @property
    def clash(self) -> str | None:
        names = [person.name for person in self.persons]
        twice = [name for n, name in enumerate(names) if name in names[:n]]
        return twice[-1] if twice else None


def _names(named: Mapping[int, _Person], log: tuple[Logged, ...]) -> dict[int, str]:
    names = dict[int, str]()
    for seq, person in named.items():
        event = log[seq - 1].event
        if isinstance(event, Seated | Left) and event.person != person.name:
            names[seq] = person.name
    return names


def _marks(persons: list[_Person]) -> dict[str, str]:
    marks = dict[str, str]()
    taken = set[str]()
    for person in persons:
        mark = person.first
        while mark in taken:  # somebody who came later, of a name that was another's
            mark += "\0"
        taken.add(mark)
        if mark != person.name:
            marks[person.name] = mark
    return marks


def check_respelt(event: Respelt, in_force: Iterable[object]) -> None:
    """Refuse to put right the name of somebody who isn't there, and a name that is
    another's. Those `in_force` are events with the names of now. Raises
    RuleViolation."""
    there = {event.person for event in in_force if isinstance(event, Seated)}
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
