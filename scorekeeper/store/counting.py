"""Counting outcomes in the background, so that no page waits for it."""

from threading import Lock, Thread

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

    def wait(self, seconds: float) -> int:
        """Have counted what is new, and wait for it no longer than `seconds`; returns
        how many sessions are left, 0 once all were looked at, also those that can't be
        read."""
        if not self._outcomes.left():
            return 0
        with self._lock:
            if self._thread is None or not self._thread.is_alive():
                self._thread = Thread(target=self._count, name="counting", daemon=True)
                self._thread.start()
            thread = self._thread
        thread.join(seconds)
        return self._outcomes.left() if thread.is_alive() else 0

    def close(self) -> None:
        """End the thread, which counts on for `A_WHILE` or to the end of the session
        that it is at."""
        self._is_closed = True
        if self._thread is not None:
            self._thread.join()

    def _count(self) -> None:
        while not self._is_closed and self._outcomes.count_up(A_WHILE):
            pass
