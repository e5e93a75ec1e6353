"""Counting outcomes in the background, so that no page waits for it."""

from threading import Lock, Thread

from scorekeeper.store.database import NotSaved
from scorekeeper.store.outcomes import Outcomes

A_WHILE = 0.2
"""Seconds after which the thread looks again for what is left, and whether to end."""


class Counting:
    """The thread of this process that counts outcomes. It begins when somebody looks
    and something is left, and ends when nothing is."""

    def __init__(self, outcomes: Outcomes) -> None:
        self._outcomes = outcomes
        self._lock = Lock()
        self._thread: Thread | None = None
        self._is_closed = False
        self._has_failed = False

    def wait(self, seconds: float) -> int:
        """Have counted what is new, and wait for it no longer than `seconds`; returns
        how many sessions are left, 0 once all were looked at, also those that can't be
        read. What the database doesn't take is left for another time."""
        if not self._outcomes.left():
            return 0
        with self._lock:
            if self._thread is None or not self._thread.is_alive():
                self._thread = Thread(target=self._count, name="counting", daemon=True)
                self._thread.start()
            thread = self._thread
        thread.join(seconds)
        is_done = not thread.is_alive() and not self._has_failed
        return 0 if is_done else self._outcomes.left()

    def close(self) -> None:
        """End the thread, which counts on for `A_WHILE` or to the end of the session
        that it is at."""
        self._is_closed = True
        if self._thread is not None:
            self._thread.join()

    def _count(self) -> None:
        self._has_failed = False
        try:
            while not self._is_closed and self._outcomes.count_up(A_WHILE):
                pass
        except NotSaved:
            self._has_failed = True
