"""Whose request is worked on next, and how many bytes wait for each address."""

import time
from collections import Counter, deque
from collections.abc import Iterator
from typing import Generic, Protocol, TypeVar

USE_SECONDS = 60.0  # after which half of what an address has used is forgotten


class Asking(Protocol):
    """A request that waits: whose it is, and since when it is worked on (0.0: it is
    not)."""

    address: str
    began: float


Request = TypeVar("Request", bound=Asking)


class Turns(Generic[Request]):
    """Whose request is worked on next: the address's that has used least and has not
    its share."""

    def __init__(self, at_once: int, share: int) -> None:
        self._free = at_once
        self._share = share
        self._running: Counter[str] = Counter()
        self._lines: dict[str, deque[Request]] = {}
        self._used: dict[str, float] = {}
        self._halved = time.monotonic()

    def wait(self, request: Request) -> None:
        self._lines.setdefault(request.address, deque()).append(request)

    def due(self) -> Iterator[Request]:
        while self._free:
            address = self._next_address()
            if address is None:
                return
            request = self._lines[address].popleft()
            if not self._lines[address]:
                del self._lines[address]
            self._free -= 1
            self._running[address] += 1
            request.began = time.monotonic()
            yield request

    def _next_address(self) -> str | None:
        waiting = [name for name in self._lines if self._running[name] < self._share]
        use = {
            name: (self._used.get(name, 0.0), self._running[name]) for name in waiting
        }
        return min(use, key=use.__getitem__, default=None)

    def left(self, request: Request) -> None:
        if not request.began:
            return
        now = time.monotonic()
        address = request.address
        self._used[address] = self._used.get(address, 0.0) + now - request.began
        request.began = 0.0
        self._free += 1
        self._running[address] -= 1
        if now - self._halved > USE_SECONDS:
            self._halved = now
            self._running += Counter()  # forgets those who have none
            self._used = {
                name: used / 2 for name, used in self._used.items() if used > 0.01
            }


class Piles:
    """How many bytes wait for each address, and for all: of requests that nobody has
    answered yet, and of answers that nobody has read yet."""

    def __init__(self) -> None:
        self.total = 0
        self._of: Counter[str] = Counter()

    def of(self, address: str) -> int:
        return self._of[address]

    def add(self, address: str, count: int) -> None:
        self.total += count
        self._of[address] += count
        if not self._of[address]:
            del self._of[address]
