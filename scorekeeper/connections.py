"""The connections of the server: each request is received whole before a thread works on it.

gunicorn's own threads read from the network, so that a thousand who send a byte each would hold a
thousand threads. Here the one loop that accepts connections also receives, without waiting: who
is slow holds a socket and nothing else. It is the turn of the address that has used least of late.
A phone's stream holds a socket and no thread: a few threads say on all of them what there is."""

import random
import re
import socket
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from selectors import EVENT_READ
from threading import Lock, Thread, local
from types import FrameType
from typing import Any, Protocol

from gunicorn import http
from gunicorn.http.wsgi import Response
from gunicorn.workers.gthread import TConn, ThreadWorker

from scorekeeper.addresses import Proxies, network_of
from scorekeeper.places import Refusals
from scorekeeper.tables.channels import Channels

AT_ONCE, SHARE = 12, 4
"""Requests worked on at once, streams not counted, and one address's of these."""
USE_SECONDS = 60.0  # after which half of what an address has used is forgotten
OF_ADDRESS = 256
"""Connections that one address may hold. A proxy may hold all: it has limits of its own."""
HEAD_SECONDS = 10.0  # within which a request's head must be there, and a connection's first request
BODY_SECONDS, BODY_PACE = 15.0, 50_000
"""Within which the body must be there, and the bytes for each of which a second more is given."""
SEND_SECONDS, CLOSING_SECONDS = 30.0, 2.0
"""Within which a piece of an answer must be taken; how long what is closed may still be read."""
HEAD_BYTES, BODY_BYTES, HELD_BYTES = 65_536, 8_500_000, 128_000_000
"""Of a head, of a body, where a larger one is answered unread, and of all unfinished requests."""
LASTING = "scorekeeper.lasting"
"""The key in the WSGI environment of what takes a Lasting, with which the answer goes on."""
TELLING = 4  # threads that say what there is to say on all streams

_LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,12})[ \t]*\r\n", re.I)
_CHUNKED = re.compile(rb"\r\ntransfer-encoding[ \t]*:", re.I)
_FORWARDED = re.compile(rb"\r\nx-forwarded-for:([^\r\n]*)", re.I)
_REFUSED = b"HTTP/1.1 %s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class Lasting(Protocol):
    """An answer that goes on: `next` is what there is to say now, without waiting. It is asked for
    more when it calls what `hear` was given, from any thread, and after `beat` silent seconds."""

    beat: float

    def __next__(self) -> bytes: ...
    def hear(self, news: Callable[[], None]) -> None: ...
    def close(self) -> None: ...  # nobody listens any more


class Connection(TConn):
    """One connection: whose it is, what has been received, until when the rest is due."""

    def __init__(self, *made_of: Any) -> None:
        super().__init__(*made_of)
        self.peer = self.client[0] if isinstance(self.client, tuple) else ""
        self.address = network_of(self.peer)
        self.received, self.telling = bytearray(), Lock()
        self.due = self.began = self.beat = 0.0
        self.is_whole = True
        self.is_closing = self.is_chunked = self.is_due = False
        self.stream: Lasting | None = None
        self.left: Callable[[], None] = lambda: None

    def close(self, graceful: bool = False) -> None:
        """Close it, and say so."""
        super().close(graceful)
        self.left()


class Turns:
    """Whose request is worked on next: the address's that has used least and has not its share."""

    def __init__(self, at_once: int, share: int) -> None:
        self._free, self._share = at_once, share
        self._running: Counter[str] = Counter()
        self._lines: dict[str, deque[Connection]] = {}
        self._used, self._halved = dict[str, float](), time.monotonic()

    def wait(self, connection: Connection) -> None:
        """Put a request at the end of its address's line."""
        self._lines.setdefault(connection.address, deque()).append(connection)

    def due(self) -> Iterator[Connection]:
        """Those whose turn it is now; each has its turn until `left`."""
        while self._free:
            waiting = (one for one in self._lines if self._running[one] < self._share)
            use = {one: (self._used.get(one, 0.0), self._running[one]) for one in waiting}
            address = min(use, key=use.__getitem__, default=None)
            if address is None:
                return
            connection = self._lines[address].popleft()
            if not self._lines[address]:
                del self._lines[address]
            self._free -= 1
            self._running[address] += 1
            connection.began = time.monotonic()
            yield connection

    def left(self, connection: Connection) -> None:
        """This request is done, or goes on by itself. Says nothing new the second time."""
        if not connection.began:
            return
        now, address = time.monotonic(), connection.address
        self._used[address] = self._used.get(address, 0.0) + now - connection.began
        connection.began = 0.0
        self._free += 1
        self._running[address] -= 1
        if now - self._halved > USE_SECONDS:
            self._halved = now
            self._running += Counter()  # forgets those who have none
            self._used = {one: used / 2 for one, used in self._used.items() if used > 0.01}


class Worker(ThreadWorker):
    """gunicorn's threads behind one loop that receives; see the module."""

    def init_process(self) -> None:
        self._receiving: dict[Connection, None] = {}
        self._streams: dict[Connection, None] = {}
        self._tellers = ThreadPoolExecutor(TELLING)
        self._beating = ThreadPoolExecutor(1)  # not theirs: news never waits behind beats
        self._beats: Future[None] | None = None
        self._peers, self._here = Counter[str](), local()
        self._swept, self._held = 0.0, 0
        self._channels: Channels | None = None
        super().init_process()

    def load_wsgi(self) -> None:
        """Load the application, and tell it how to say that an answer lasts."""
        super().load_wsgi()
        application: Any = self.wsgi
        is_limited = bool(application.config["RATELIMIT_ENABLED"])
        self._refusals: Refusals = application.extensions["refusals"]
        self._proxies: Proxies = application.extensions["proxies"]
        self._channels = application.extensions["channels"]
        self._most = OF_ADDRESS if is_limited else self.worker_connections
        self._turns = Turns(AT_ONCE, SHARE if is_limited else AT_ONCE)

        def told(environ: dict[str, Any], start: Any) -> Any:
            environ[LASTING] = partial(_go_on, self._here.connection, start.__self__)
            return application(environ, start)

        self.wsgi = told  # type: ignore[assignment]

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop, as the server is told to: the streams end first."""
        if self._channels is not None:
            Thread(target=self._channels.close).start()  # what it interrupts may hold locks
        super().handle_exit(sig, frame)

    def accept(self, listener: socket.socket) -> None:
        """Take a connection, unless its address has too many; where none is free, another goes.
        In the loop, as all up to `_work`, so that nothing here waits."""
        try:
            sock, client = listener.accept()
        except OSError:
            return  # it has gone again
        connection = Connection(self.cfg, sock, client, listener.getsockname())
        if connection.peer not in self._proxies:
            if self._peers[connection.address] >= self._most:
                self._refusals.note(connection.peer, "too many connections")
                connection.close()
                return
            self._peers[connection.address] += 1
            connection.left = partial(self._left, connection.address)
        self.nr_conns += 1
        if self.nr_conns >= self.worker_connections and self._receiving:
            self._drop(next(iter(self._receiving)))
        self._expect(connection)

    def on_client_socket_readable(self, conn: TConn, client: socket.socket) -> None:
        """The next request on a connection that was kept."""
        self.poller.unregister(client)
        self.keepalived_conns.remove(conn)
        assert isinstance(conn, Connection)  # noqa: S101 - `accept` makes no other
        self._expect(conn)

    def _expect(self, connection: Connection) -> None:
        """Receive a request from now on."""
        connection.due = time.monotonic() + HEAD_SECONDS
        connection.timeout, connection.is_whole = None, False
        self.poller.register(connection.sock, EVENT_READ, partial(self._receive, connection))
        self._receiving[connection] = None
        self._receive(connection)

    def _receive(self, connection: Connection, _sock: Any = None) -> None:
        try:
            piece = connection.sock.recv(HEAD_BYTES)
        except BlockingIOError:
            piece = None
        except OSError:
            piece = b""
        if piece == b"":
            self._drop(connection)
        elif not connection.is_closing:
            connection.received += piece or b""
            self._held += len(piece or b"")
            self._look(connection)
            if self._held > HELD_BYTES:
                self._drop(max(self._receiving, key=lambda one: len(one.received)))

    def _look(self, connection: Connection) -> None:
        """Have the request wait for its turn once it is there, or refuse it."""
        end = connection.received.find(b"\r\n\r\n")
        if end < 0:
            if len(connection.received) > HEAD_BYTES:
                self._refuse(connection, b"431 Request Header Fields Too Large")
            return
        head = bytes(connection.received[: end + 2])
        found = _LENGTH.search(head)
        length = int(found[1]) if found else 0
        connection.is_whole = len(connection.received) >= end + 4 + length
        if _CHUNKED.search(head):
            self._refuse(connection, b"411 Length Required")
        elif connection.is_whole or length > BODY_BYTES:
            self._forget(connection)
            if connection.peer in self._proxies:
                told = b",".join(_FORWARDED.findall(head)).decode("latin-1")
                connection.address = network_of(self._proxies.client(connection.peer, told))
            connection.parser = http.get_parser(self.cfg, (), connection.client)
            connection.parser.unreader.unread(bytes(connection.received))
            connection.data_ready = True  # a thread must never read from the network
            connection.received.clear()
            self._turns.wait(connection)
            self._work()
        elif not connection.timeout:  # it is set once a request, to when its body is due
            connection.due = time.monotonic() + BODY_SECONDS + length / BODY_PACE
            connection.timeout = connection.due

    def _refuse(self, connection: Connection, status: bytes) -> None:
        self._refusals.note(connection.peer, status.decode())
        with suppress(OSError):
            connection.sock.send(_REFUSED % status)
        self._forget(connection)
        self._let_go(connection)

    def _forget(self, connection: Connection) -> None:
        self.poller.unregister(connection.sock)
        del self._receiving[connection]
        self._held -= len(connection.received)

    def _drop(self, connection: Connection) -> None:
        self._forget(connection)
        self.nr_conns -= 1
        connection.close()

    def _left(self, address: str) -> None:
        self._peers[address] -= 1
        if self._peers[address] <= 0:
            del self._peers[address]

    def _let_go(self, connection: Connection) -> None:
        """Say that no more will come, and close once the other side has read what came."""
        connection.received.clear()
        connection.is_closing = True
        try:
            connection.sock.shutdown(socket.SHUT_WR)
            connection.sock.setblocking(False)
            self.poller.register(connection.sock, EVENT_READ, partial(self._receive, connection))
        except (OSError, ValueError):
            self.nr_conns -= 1
            connection.close()
            return
        connection.due = time.monotonic() + CLOSING_SECONDS
        self._receiving[connection] = None

    def murder_pending(self) -> None:
        """Close what was not sent in time, and speak where it was silent for long."""
        now = time.monotonic()
        if now < self._swept + 0.5:
            return
        self._swept = now
        if self._beats is None or self._beats.done():
            with suppress(RuntimeError):  # the server stops
                self._beats = self._beating.submit(self._beat)
        for connection in list(self._receiving):
            if connection.due < now or not (self.alive or connection.received):
                if connection.received:
                    self._refusals.note(connection.peer, "too slow")
                self._drop(connection)

    def _work(self) -> None:
        for connection in self._turns.due():
            super().enqueue_req(connection)

    def handle(self, conn: TConn) -> bool:
        """Answer a request: in a thread."""
        self._here.connection = conn
        return super().handle(conn)

    def handle_request(self, req: Any, conn: TConn) -> bool:
        """Answer a request, as long as the answer is taken; whether the connection is kept."""
        conn.sock.settimeout(SEND_SECONDS)
        try:
            keeps = super().handle_request(req, conn)
        except TimeoutError:
            return False
        return keeps and conn.is_whole  # type: ignore[attr-defined]

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        """Refuse what is no HTTP, with a line in our log instead of what was sent in gunicorn's."""
        if req is None:
            self._refusals.note(addr[0] if addr else "", "no HTTP")
        super().handle_error(req, client, addr, exc)

    def finish_request(self, conn: TConn, fs: "Future[bool]") -> None:
        """Keep a connection for the next request, or let it go: in the loop."""
        assert isinstance(conn, Connection)  # noqa: S101 - `accept` makes no other
        self._turns.left(conn)
        self._work()
        if conn.stream is not None:  # what goes on after its request
            conn.parser = None
            self._streams[conn] = None
            with suppress(OSError, ValueError):  # it has gone; so says what is sent first
                conn.sock.setblocking(False)
                ends = partial(self._end, conn)  # who listens says no more
                self.poller.register(conn.sock, EVENT_READ, ends)
            conn.stream.hear(partial(self._news, conn))
            self._news(conn)
        elif fs.cancelled() or fs.exception() is not None or not fs.result():
            self._let_go(conn)
        elif rest := conn.parser.unreader.take_buffered():  # type: ignore[union-attr]
            conn.sock.setblocking(False)
            conn.received += rest  # sent with the one before
            self._held += len(rest)
            self._expect(conn)
        else:
            super().finish_request(conn, fs)

    def _news(self, connection: Connection) -> None:
        """There is something to say: from any thread."""
        if not connection.is_due:
            connection.is_due = True
            with suppress(RuntimeError):  # the server stops
                self._tellers.submit(self._tell, connection)

    def _beat(self) -> None:
        """Speak on the streams that were silent for long, one after the other, in one thread."""
        now = time.monotonic()
        for connection in list(self._streams):
            if connection.beat < now and not connection.is_due:
                self._tell(connection)

    def _tell(self, connection: Connection) -> None:
        """Say what there is to say: in one of a few threads. Whoever does not take it is left: the
        system keeps many states for a phone that is out of reach."""
        with connection.telling:
            stream, connection.is_due = connection.stream, False
            if stream is None:
                return
            spread = random.uniform(0.8, 1)  # noqa: S311 - not all at once
            connection.beat = time.monotonic() + stream.beat * spread
            said = b""
            try:
                said = next(stream, b"")
            except Exception:
                self.log.exception("a stream ended")
            piece = b"%x\r\n%b\r\n" % (len(said), said) if connection.is_chunked else said
            with suppress(OSError):
                if connection.sock.send(piece) == len(piece) and said:
                    return
        self.method_queue.defer(self._end, connection)

    def _end(self, connection: Connection, _sock: Any = None) -> None:
        """Nothing more is said on this connection: in the loop."""
        stream, connection.stream = connection.stream, None
        if stream is not None:
            stream.close()
            del self._streams[connection]
            with suppress(OSError, ValueError, KeyError):
                self.poller.unregister(connection.sock)
            self._let_go(connection)


def _go_on(connection: Connection, head: Response, stream: Lasting) -> None:
    """Once its head is sent, have the answer go on with what this says."""
    ends = head.close

    def close() -> None:
        if head.status_code != 200:  # something went wrong on the way
            stream.close()
            ends()
            return
        connection.is_chunked, connection.stream = head.chunked, stream
        head.send_headers()

    head.force_close()
    head.close = close  # type: ignore[method-assign]
