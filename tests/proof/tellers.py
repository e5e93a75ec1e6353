"""The crowd without the web: threads that enter into one file, each pair through its
own store."""

import random
import threading
import time
from dataclasses import dataclass, replace

from benchmarks.evenings import deals, header, seated, stamp
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.session import Command, Entry, Stamp
from scorekeeper.games.bridge.events import TricksTaken
from scorekeeper.store import Refused, Stale, Store
from scorekeeper.tables.session import Session
from tests.engines import Where
from tests.proof.crowd import PARTS, Record
from tests.proof.history import Outcome, Saw, Sent, check

TABLE = "crowded"


@dataclass(frozen=True, slots=True)
class Slip:
    """A deal as it would be sent: under a key, after the entry that was seen last."""

    command: Command
    key: str
    mark: str
    seen: int
    is_legal: bool = True


class Teller:
    """Enters deals, repeats itself, comes late, mixes keys up, and counts fourteen
    tricks."""

    def __init__(self, number: int, store: Store, record: Record) -> None:
        self._number = number
        self._store = store
        self._record = record
        self._dice = random.Random(number)
        self._deals = deals(1_000_000, number)
        self._last: Slip | None = None

    def act(self) -> None:
        """One thing."""
        self._dice.choices(
            [self._enter, self._again, self._late, self._same_key, self._illegal],
            [6, 3, 2, 1, 1],
        )[0]()

    def _enter(self) -> None:
        slip = self._drawn()
        if self._send(slip) is Outcome.OK:
            self._last = slip

    def _again(self) -> None:
        if self._last is not None:
            self._send(self._last)

    def _late(self) -> None:
        slip = self._drawn()
        time.sleep(self._dice.uniform(0, 0.02))
        self._send(slip)

    def _same_key(self) -> None:
        if self._last is not None:
            slip = self._drawn()
            self._send(Slip(slip.command, self._last.key, slip.mark, slip.seen, False))

    def _illegal(self) -> None:
        slip = self._drawn()
        wrong = (Entry(TricksTaken(14)),)
        self._send(Slip(Command(wrong), slip.key, slip.mark, slip.seen, False))

    def _drawn(self) -> Slip:
        began = time.monotonic()
        session = read(self._store)
        now = time.monotonic()
        self._record.said.append(
            Saw(self._number, TABLE, began, now, session.last, session.head)
        )
        mark = self._record.mark()
        command = Command(tuple(map(Entry, next(self._deals))))
        return Slip(command, mark.replace(" ", "-"), mark, session.last)

    def _send(self, slip: Slip) -> Outcome:
        began = time.monotonic()
        why = ""
        outcome = Outcome.OK
        try:
            self._store.append(TABLE, slip.command, stamp_of(slip), slip.seen)
        except Stale:
            outcome = Outcome.STALE
            why = "stale"
        except (Refused, RuleViolation) as refusal:
            outcome = Outcome.REFUSED
            why = f"{refusal.why.code} {dict(refusal.why.params)}"
        self._record.said.append(
            Sent(
                self._number,
                TABLE,
                slip.mark,
                slip.seen,
                slip.is_legal,
                began,
                time.monotonic(),
                outcome,
                why,
            )
        )
        return outcome


def stamp_of(slip: Slip) -> Stamp:
    """The stamp of an entry with the slip's key, its mark as a remark."""
    return replace(stamp(slip.key), note=slip.mark)


def read(store: Store) -> Session:
    """The session at the table."""
    session = store.open(TABLE)
    assert session is not None
    return session


def contradictions(path: Where, kind: type[Store], operations: int) -> list[str]:
    """What the log contradicts after so many operations through two stores of this
    kind."""
    stores = (kind(path), kind(path))
    record = Record()
    stores[0].create(header(TABLE), seated().entries, stamp("open"))

    def work(teller: Teller) -> None:
        while len(record.said) < operations:
            teller.act()

    tellers = [Teller(n, stores[n % 2], record) for n in range(4)]
    threads = [threading.Thread(target=work, args=[one]) for one in tellers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for store in stores:
        store.close()
    fresh = Store(path)
    try:
        return check(record.said, [read(fresh)], PARTS)
    finally:
        fresh.close()
