"""A database file gone through from end to end: what must hold of it whatever
happened."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from scorekeeper.core.seals import Sealed
from scorekeeper.core.session import first_break
from scorekeeper.store import FILE_NAME, Store
from scorekeeper.store.index import Summary, packed, summary_of
from scorekeeper.tables.session import Session
from tests.proof.broken import Broken
from tests.proof.player import Answered, parts_of


@dataclass(frozen=True, slots=True)
class Found:
    """What a file holds."""

    sessions: int
    entries: int
    journal: str


def inspect(folder: Path, answered: Iterable[Answered] = ()) -> Found:
    """Open the file as a restart does, and go through it.

    SQLite finds no fault; each chain is whole, and so is each command; each summary
    says what its log does; under each seal lies what was sealed, and nothing else is
    kept; all that was answered for is there. Raises Broken.
    """
    store = Store(folder / FILE_NAME)
    try:
        sessions = _sessions(store)
        _check_summaries(store, sessions.values())
        _check_seals(store, sessions.values())
        for one in answered:
            _check_answered(sessions, one)
        health = store.engine.health()
    finally:
        store.close()
    if health.faults:
        raise Broken(f"SQLite finds {health.faults}")
    return Found(health.sessions, health.entries, health.journal)


def _sessions(store: Store) -> dict[str, Session]:
    found = {}
    for session_id in store.ids():
        session = store.open(session_id)
        if session is None:
            raise Broken(f"session {session_id} can't be opened")
        if session.last == 0:
            raise Broken(f"session {session_id} was opened without its first entries")
        if (broken := first_break(session.header, session.log)) is not None:
            raise Broken(f"the chain of {session_id} breaks at entry {broken}")
        _check_whole(session)
        found[session_id] = session
    return found


def _check_summaries(store: Store, sessions: Iterable[Session]) -> None:
    kept = {
        summary.session: _plain(summary)
        for summary in store.index.recent(limit=1_000_000)
    }
    listed = {session for (session,) in store.rows("SELECT session_id FROM listed")}
    fresh = {
        session.id: _plain(summary_of(session))
        for session in sessions
        if session.id in listed
    }
    if kept != fresh:
        wrong = sorted(
            name for name in kept | fresh if kept.get(name) != fresh.get(name)
        )
        raise Broken(f"the summaries of {', '.join(wrong)} don't fit their logs")


def _plain(summary: Summary) -> object:
    tallies = [
        (tally.party, tally.people, packed(tally.total)) for tally in summary.scores
    ]
    said = (packed(summary.deal), packed(summary.turn))
    return (
        summary.people,
        tallies,
        said,
        summary.is_over,
        summary.last_at,
        summary.entries,
    )


def _check_seals(store: Store, sessions: Iterable[Session]) -> None:
    sealed = 0
    for session in sessions:
        for entry in session.log:
            if isinstance(entry.event, Sealed):
                sealed += 1
                if store.seals.kept(session.id, entry.event.commitment) is None:
                    raise Broken(
                        f"nothing is under the seal of {session.id}, entry {entry.seq}"
                    )
    ((kept,),) = store.rows("SELECT count(*) FROM sealed")
    if kept != sealed:
        raise Broken(f"{kept} values are kept for {sealed} seals")


def _check_whole(session: Session) -> None:
    """Every command whose key says how many entries it makes is there in one piece."""
    found: dict[str, list[tuple[int, int]]] = {}
    for entry in session.log:
        found.setdefault(entry.key, []).append((entry.seq, entry.part))
    for key, entries in found.items():
        first = entries[0][0]
        if entries != [
            (first + part, part) for part in range(parts_of(key) or len(entries))
        ]:
            raise Broken(f"command {key} of {session.id} is torn: {entries}")


def _check_answered(sessions: dict[str, Session], answered: Answered) -> None:
    session = sessions.get(answered.session)
    if session is None:
        raise Broken(f"session {answered.session} was answered for and is gone")
    if (
        session.last < answered.last
        or session.log[answered.last - 1].hash != answered.head
    ):
        raise Broken(
            f"entry {answered.last} of {answered.session} was answered for and is not there"
        )
    if answered.key:
        under = [entry.seq for entry in session.log if entry.key == answered.key]
        if under != list(range(answered.first, answered.last + 1)):
            raise Broken(
                f"command {answered.key} of {answered.session} is there as entries {under}"
            )
