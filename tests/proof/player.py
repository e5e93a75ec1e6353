"""Somebody who enters evening after evening into a store, and says what was
answered."""

import random
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, replace

from benchmarks.evenings import deals, evening, header, seated, stamp
from scorekeeper.core.codec import encode
from scorekeeper.core.seals import Bond, Sealed, commitment
from scorekeeper.core.seats import COMPASS
from scorekeeper.core.session import Command, Entry, Event
from scorekeeper.games.bridge.events import JokersDeclared, TricksTaken
from scorekeeper.games.bridge.rules import JokerSettings, SuitMode
from scorekeeper.store import Appended, Kept, Store
from scorekeeper.store.seals import KEY_BYTES, Secret, locked
from tests.adopting import adopt

SEALED = encode(JokerSettings(suit_mode=SuitMode.SEALED))
WHAT = "bridge.seal.joker-suit"
DEALS = 8


@dataclass(frozen=True, slots=True)
class Answered:
    """What was answered for: a command's entries from `first` to `last`, the head after
    them."""

    session: str
    key: str
    first: int
    last: int
    head: str


def key_of(name: str, parts: int) -> str:
    """A key that says how many entries its command makes: a torn command gives itself
    away."""
    return f"{name}.{secrets.token_hex(4)}.{parts}"


def parts_of(key: str) -> int | None:
    """How many entries the command with this key makes; None for a key of another
    kind."""
    pieces = key.split(".")
    return int(pieces[2]) if len(pieces) == 3 else None


def sealing(session_id: str, dice: random.Random, key: str) -> tuple[Command, Kept]:
    """A Joker's suit that is sealed before a deal, and what lies under the seal."""
    seat = dice.choice(COMPASS)
    value = {"joker": "Joker", "suit": dice.choice("CDHS")}
    salt = dice.randbytes(32).hex()
    number = commitment(Bond(session_id, seat, WHAT, key), value, salt)
    facts: tuple[Event, ...] = (
        JokersDeclared(mode=SuitMode.SEALED),
        Sealed(WHAT, seat, number),
    )
    kept = locked(number, Secret(value, salt), dice.randbytes(KEY_BYTES))
    return Command(tuple(map(Entry, facts))), kept


class Player:
    """Opens sessions, deals, seals, corrects and takes sessions over, without an
    end."""

    def __init__(self, store: Store, name: str) -> None:
        self._store = store
        self._name = name
        self._dice = random.Random(name)

    def play(self) -> Iterator[Answered]:
        """Every answer, as it is given."""
        number = 0
        while True:
            number += 1
            session_id = f"{self._name}-{number}"
            if number % 5 == 0:
                yield self._adopt(session_id)
            yield self._open(session_id)
            for facts in deals(DEALS, self._dice.randrange(1 << 30)):
                yield from self._deal(session_id, facts)

    def _open(self, session_id: str) -> Answered:
        entries = seated().entries
        key = key_of(self._name, len(entries))
        opened = replace(header(session_id), settings=SEALED)
        return self._said(
            session_id, key, self._store.create(opened, entries, stamp(key))
        )

    def _adopt(self, session_id: str) -> Answered:
        session = evening(3, self._dice.randrange(1 << 30), f"{session_id}-file")
        adopt(self._store, session.header, session.log)
        return Answered(session.id, "", 1, session.last, session.head)

    def _deal(self, session_id: str, facts: tuple[Event, ...]) -> Iterator[Answered]:
        if self._dice.random() < 0.3:
            key = key_of(self._name, 2)
            command, kept = sealing(session_id, self._dice, key)
            yield self._append(session_id, command, key, kept)
        if self._dice.random() < 0.5:
            yield self._enter(session_id, Command(tuple(map(Entry, facts))))
            return
        for fact in facts:
            answer = self._enter(session_id, Command((Entry(fact),)))
            yield answer
            if isinstance(fact, TricksTaken) and self._dice.random() < 0.4:
                better = Entry(TricksTaken(self._dice.randint(6, 12)), answer.last)
                yield self._enter(
                    session_id, Command((better,), (answer.last,), "miscounted")
                )

    def _enter(self, session_id: str, command: Command) -> Answered:
        key = key_of(self._name, len(command.entries) + len(command.voids))
        return self._append(session_id, command, key)

    def _append(
        self, session_id: str, command: Command, key: str, kept: Kept | None = None
    ) -> Answered:
        answer = self._store.append(session_id, command, stamp(key), sealed=kept)
        return self._said(session_id, key, answer)

    def _said(self, session_id: str, key: str, answer: Appended) -> Answered:
        first = answer.entries[0].seq
        last = answer.entries[-1].seq
        return Answered(session_id, key, first, last, answer.head)
