"""An answer on its way: a thread makes a piece of it in its turn, and the loop sends
that piece.

No thread waits for a phone to read. Where much is still unread, the thread stops, and
goes on in another turn once that has been sent. A phone's stream goes on after its
request in the same way.
"""

import socket
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from gunicorn.http.wsgi import Response

PIECE_BYTES = 256_000
"""A turn ends when so much is made and not read yet."""


class Lasting(Protocol):
    """An answer that goes on: `next` is what there is to say now, without waiting. It
    is asked for more when it calls what `hear` was given, from any thread, and after
    `beat` silent seconds."""

    beat: float

    def __next__(self) -> bytes: ...
    def hear(self, news: Callable[[], None]) -> None: ...
    def close(self) -> None: ...  # nobody listens any more


class Outgoing:
    """What is still to be sent on a connection. A thread fills it during its turn, and
    the loop empties it afterwards, so never both at once. gunicorn's Response writes to
    it as to a socket, which must not block."""

    def __init__(self, sock: socket.socket) -> None:
        self.size = 0
        self._sock = sock
        self._pieces: deque[memoryview] = deque()

    def sendall(self, data: bytes) -> None:
        """Send what the other side takes now, and keep the rest. Raises OSError if it
        is gone."""
        rest = memoryview(data)
        if not self._pieces:
            rest = rest[self._taken(rest) :]
        if rest:
            self._pieces.append(memoryview(bytes(rest)))  # lets go of what was sent
            self.size += len(rest)

    def flush(self) -> None:
        """Send what the other side takes now. Raises OSError if it is gone."""
        while self._pieces:
            piece = self._pieces[0]
            sent = self._taken(piece)
            self.size -= sent
            if sent < len(piece):
                self._pieces[0] = piece[sent:]
                return
            self._pieces.popleft()

    def _taken(self, piece: memoryview) -> int:
        try:
            return self._sock.send(piece)
        except BlockingIOError:
            return 0


class Answer:
    """The answer to one request, as gunicorn iterates it. `goes_on`: there may be more
    to make than was made in this turn; `stream`: what goes on after the request, once
    the head was made."""

    def __init__(self, response: "Response", outgoing: Outgoing) -> None:
        self.goes_on = False
        self.stream: Lasting | None = None
        self.is_chunked = False
        self._lasting: Lasting | None = None
        self._response = response
        self._outgoing = outgoing
        self._end_response = response.close
        self._made: Iterable[bytes] = ()
        self._pieces: Iterator[bytes] = iter(())
        self._next: bytes | None = None
        response.sock = outgoing  # type: ignore[assignment] # it calls nothing else of a socket
        response.close = self._end  # type: ignore[method-assign]

    def lasts(self, stream: Lasting) -> None:
        self._lasting = stream
        self._response.force_close()

    def made_of(self, made: Iterable[bytes]) -> "Answer":
        self._made = made
        self._pieces = iter(made)
        return self

    def __iter__(self) -> Iterator[bytes]:
        self.goes_on = False
        if self._next is None:
            self._next = next(self._pieces, None)
        while self._next is not None:
            yield self._next
            self._next = next(self._pieces, None)
            if self._next is not None and self._outgoing.size >= PIECE_BYTES:
                self.goes_on = True
                return

    def go_on(self) -> None:
        try:
            for piece in self:
                self._response.write(piece)
            self._response.close()
        finally:
            self.close()

    def _end(self) -> None:
        if self.goes_on:
            return
        if self._lasting is not None and self._response.status_code == 200:
            self.stream = self._lasting
            self.is_chunked = self._response.chunked
            self._response.send_headers()
        else:
            self._end_response()

    def close(self) -> None:
        if self.goes_on:
            return
        close: Any = getattr(self._made, "close", None)
        self._made = ()
        self._pieces = iter(())
        if close is not None:
            close()

    def give_up(self) -> None:
        self.goes_on = False
        self.close()
        if self._lasting is not None:
            self._lasting.close()
