"""What the processes of one database tell each other: which session has grown, who is where.

It is told after the commit, by one thread that puts together what waits: NOTIFY in the transaction
itself would have one commit after the other. Whoever begins to listen looks at the database once
more, so that nothing said before is missed.
"""

import json
import random
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Condition, Thread
from typing import Any

import psycopg

from scorekeeper.store.database import UNREADABLE, Heard, News, There

CHANNEL = "scorekeeper"
AT_ONCE = 40
"""Sessions that one message names, beside phones: it may have 8,000 bytes."""
PHONES, A_TABLE = 150, 3
"""Phones that one message tells of, all of one table or those of many; and for how many its name
counts."""
HEARS_SECONDS = 3.0
"""After so much silence a listener makes sure that its connection lives."""


class Notifications(News):
    """The news of one process, in and out. `look` is called whenever some may have been missed."""

    def __init__(self, connecting: dict[str, Any], look: Callable[[], None]) -> None:
        self._connecting, self._look = connecting, look
        self.process = secrets.token_hex(4)
        self.is_listening = False
        self._is_closed = False
        self._waiting: dict[str, int] = {}
        self._phones: dict[str, dict[str, str]] = {}
        self._news = Condition()
        self._teller: Thread | None = None

    # ---- telling ----

    def tell(self, session_id: str, last: int) -> None:
        with self._news:
            before = self._waiting.get(session_id, last)
            self._waiting[session_id] = max(before, last) if before and last else 0
            self._wake()

    def tell_phones(self, session_id: str, phones: dict[str, str]) -> None:
        with self._news:
            self._phones[session_id] = dict(list(phones.items())[:PHONES])
            self._wake()

    def _wake(self) -> None:
        if self._teller is None and not self._is_closed:
            self._teller = Thread(target=self._telling, name="telling", daemon=True)
            self._teller.start()
        self._news.notify_all()

    def _telling(self) -> None:
        while not self._is_closed:
            with suppress(psycopg.Error), self._connected() as connection:
                while self._tell_next(connection):
                    pass
            time.sleep(0.0 if self._is_closed else random.uniform(0.1, 0.5))  # noqa: S311

    def _tell_next(self, connection: "psycopg.Connection[Any]") -> bool:
        """Tell what waits, or wait; False when there is nothing more to come."""
        with self._news:
            self._news.wait_for(lambda: self._waiting or self._phones or self._is_closed)
            names = list(self._waiting)[:AT_ONCE]
            grown = {name: self._waiting[name] for name in names}
            there = self._first_phones()
        if not grown and not there:
            return False
        said = json.dumps([self.process, grown, there])
        connection.execute("SELECT pg_notify(%s, %s)", [CHANNEL, said])
        with self._news:  # only now: whoever loses the connection says it again
            for name, last in grown.items():
                if self._waiting.get(name) == last:
                    del self._waiting[name]
            for name, phones in there.items():
                if self._phones.get(name) == phones:
                    del self._phones[name]
        return True

    def _first_phones(self) -> dict[str, dict[str, str]]:
        """The phones of as many tables as one message has room for."""
        found, room = dict[str, dict[str, str]](), PHONES
        for name, phones in self._phones.items():
            if found and len(phones) + A_TABLE > room:
                break
            found[name] = phones
            room -= len(phones) + A_TABLE
        return found

    # ---- hearing ----

    def listen(self, heard: Heard, there: There) -> None:
        Thread(target=self._listening, args=(heard, there), name="listening", daemon=True).start()

    def _listening(self, heard: Heard, there: There) -> None:
        while not self._is_closed:
            with suppress(psycopg.Error), self._connected() as connection:
                connection.execute(f"LISTEN {CHANNEL}")
                self.is_listening = True
                self._look()
                while not self._is_closed:
                    for note in connection.notifies(timeout=HEARS_SECONDS):
                        with suppress(*UNREADABLE):  # somebody else's
                            self._hear(note.payload, heard, there)
                    connection.execute("SELECT 1")
            self.is_listening = False
            time.sleep(random.uniform(0.1, 0.5))  # noqa: S311 - not all at once

    def _hear(self, payload: str, heard: Heard, there: There) -> None:
        process, grown, phones = json.loads(payload)
        if process == self.process:
            return
        for session_id, last in grown.items():
            heard(session_id, last)
        for session_id, each in phones.items():
            there(session_id, process, each)

    def close(self) -> None:
        """Tell what waits, for a second at most, and end."""
        with self._news:
            self._is_closed = True
            self._news.notify_all()
        if self._teller is not None:
            self._teller.join(1.0)

    def _connected(self) -> "psycopg.Connection[Any]":
        return psycopg.connect(autocommit=True, **self._connecting)
