"""What a store does, each thing in one transaction: what faults are put into."""

import random

from benchmarks.evenings import deals, evening, header, seated, stamp
from scorekeeper.core.session import Command, Entry
from scorekeeper.games.bridge.events import TricksTaken
from scorekeeper.store import Store
from tests.adopting import adopt
from tests.proof.player import sealing

(DEAL,) = deals(1)


def append_a_deal(store: Store, name: str) -> None:
    """Append a deal."""
    store.append("table", Command(tuple(map(Entry, DEAL))), stamp(name))


def play_a_deal(store: Store, name: str) -> None:
    """What each fault is put in after: a deal, under a key of its own."""
    append_a_deal(store, f"deal of {name}")


def correct_it(store: Store, name: str) -> None:
    """Correct the tricks of the deal played just before."""
    session = store.open("table")
    assert session is not None
    played = (entry for entry in session.log if entry.key == f"deal of {name}")
    (tricks,) = (entry.seq for entry in played if isinstance(entry.event, TricksTaken))
    command = Command((Entry(TricksTaken(7), tricks),), (tricks,), "miscounted")
    store.append("table", command, stamp(name))


def seal_a_suit(store: Store, name: str) -> None:
    """Seal a Joker's suit before the next deal."""
    command, kept = sealing("table", random.Random(name), name)
    store.append("table", command, stamp(name), sealed=kept)


def open_a_table(store: Store, name: str) -> None:
    """Open another session."""
    store.create(header(name), seated().entries, stamp(name))


def take_one_over(store: Store, name: str) -> None:
    """Take over a session from a file."""
    session = evening(2, session_id=name)
    adopt(store, session.header, session.log)


WORKS = (append_a_deal, correct_it, seal_a_suit, open_a_table, take_one_over)
