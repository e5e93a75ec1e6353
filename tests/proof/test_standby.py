"""A failover to a standby that had stopped following: a synchronous one loses nothing
that was answered for, and an asynchronous one does, which the docs and the doctor
say."""

import threading
import time

import pytest

from scorekeeper.core.session import Command
from scorekeeper.store import Appended, NotSaved, Store
from tests.engines import Cluster
from tests.toy import GAMES, SEATED, Took, entries, header, stamp


def took(store: Store, key: str) -> Appended:
    return store.append("evening-1", Command(entries(Took(7))), stamp(key))


@pytest.mark.slow
@pytest.mark.parametrize("is_synchronous", [True, False])
def test_a_failover_to_a_standby(is_synchronous: bool) -> None:
    primary = Cluster(quick=False).make()
    standby = Cluster(quick=False)
    try:
        primary.standby(standby)
        if is_synchronous:
            primary.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
            primary.execute("SELECT pg_reload_conf()")
        address = primary.database()
        either = (
            f"host={primary.folder},{standby.folder}&target_session_attrs=read-write"
        )
        store = Store(address.replace(f"host={primary.folder}", either), GAMES)
        store.create(header(), SEATED, stamp("open"))
        took(store, "before")
        behind = "SELECT pg_current_wal_lsn() > replay_lsn FROM pg_stat_replication"
        while primary.execute(behind) != [(False,)]:
            time.sleep(0.05)
        standby.run("pg_ctl", "-D", str(standby.data), "-m", "immediate", "stop")
        answered: list[Appended] = []

        def play() -> None:
            try:
                answered.append(took(store, "while"))
            except NotSaved:
                answered.append(took(store, "while"))  # as a phone's outbox does

        thread = threading.Thread(target=play)
        thread.start()
        thread.join(1.0)
        assert bool(answered) is not is_synchronous, (
            "it waits for the standby, or does not"
        )
        primary.kill()
        standby.start()
        standby.execute("SELECT pg_promote()")
        thread.join(30)
        after = store.open("evening-1")
        assert after is not None
        is_there = answered[0].head in [entry.hash for entry in after.log]
        assert is_there is is_synchronous
        assert after.last == (6 if is_synchronous else 5)
        assert took(store, "after").entries[0].seq == after.last + 1
        store.close()
    finally:
        standby.stop()
        primary.stop()
