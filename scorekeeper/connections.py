"""The connections of the server: one loop receives and sends, threads only make the
answers.

gunicorn's own threads read from the network and write to it, so that a thousand who
send a byte each, or don't read what they asked for, would hold a thousand threads. Here
the loop that accepts connections also receives each request whole and sends each
answer, without waiting: who is slow holds a socket and some memory, which is bounded,
and nothing else. A request has its turn when its address has used least of late
(turns.py), and its turn ends when the answer is made (answers.py). A phone's stream
holds a socket and no thread: a few threads say on all of them what there is."""

import ctypes
import socket
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from selectors import EVENT_READ, EVENT_WRITE
from threading import Thread, local
from types import FrameType
from typing import IO, Any

from gunicorn import http
from gunicorn.workers.gthread import TConn, ThreadWorker

from scorekeeper.addresses import Proxies, network_of
from scorekeeper.answers import Answer, Lasting, Outgoing
from scorekeeper.core.messages import message
from scorekeeper.heads import HEAD_BYTES, Head, Limits, head_of, pieces_of
from scorekeeper.places import Refusals
from scorekeeper.streams import Stream, Streams
from scorekeeper.tables.channels import Channels
from scorekeeper.turns import Piles, Turns
from scorekeeper.words import LANGUAGES, words_in

AT_ONCE = 12
SHARE = 4
"""Requests worked on at once, streams not counted, and one address's of these."""
OF_ADDRESS = 256
"""Connections that one address may hold. A proxy may hold all: it has limits of its
own."""
HEAD_SECONDS = 10.0  # within which a request's head must be there, and a connection's first request
BODY_SECONDS = 15.0  # within which its body must be there
SEND_SECONDS = 30.0  # within which a piece of an answer must be read
PACE = 50_000  # for so many bytes of a body or a piece a second more is given
CLOSING_SECONDS = 2.0  # how long what is closed may still be read
HELD_BYTES = 64_000_000
HELD_BYTES_OF_ADDRESS = 16_000_000
"""Of all requests that aren't answered and answers that aren't read, and of one
address's."""
FILES_AT_ONCE = 4
"""Bodies larger than a form's that are received or worked on at once, on the disk: one
of an address."""
LASTING = "scorekeeper.lasting"
"""The key in the WSGI environment of what takes a Lasting, with which the answer goes
on."""

_REFUSED = b"HTTP/1.1 %s\r\n%sContent-Length: %d\r\nConnection: close\r\n\r\n%s"
_HTML = b"Content-Type: text/html; charset=utf-8\r\nRetry-After: 10\r\nCache-Control: no-store\r\n"
_BUSY = b"503 Service Unavailable"


_M_MMAP_THRESHOLD = -3
_LARGE_PIECE = 262_144


def give_large_pieces_back() -> None:
    """Have the memory of a large answer go back to the system when it was sent. The GNU
    library raises by itself what it calls large, up to 32 MB, and then keeps such
    pieces for each thread: 50 unread answers took twice the memory that was counted.
    Other libraries have no such wish."""
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).mallopt(_M_MMAP_THRESHOLD, _LARGE_PIECE)


def busy_page() -> bytes:
    """The page for somebody whose request there is no room for now, in every language:
    what that phone reads isn't known before its request is received."""
    parts = []
    for language in LANGUAGES:
        html = words_in(language).html
        parts.append(
            f'<section lang="{language}"><h1>{html(message("error.503"))}</h1>'
            f"<p>{html(message('error.503.about'))}</p></section>"
        )
    head = (
        '<!doctype html><meta charset="utf-8"><meta name="viewport" '
        'content="width=device-width">'
    )
    return f"{head}<title>503</title>{''.join(parts)}".encode()


class Connection(TConn):
    """One connection: whose it is, what was received and what is to be sent, until when
    that is due. `counted`: how many bytes of it count in its address's pile."""

    def __init__(self, *made_of: Any) -> None:
        super().__init__(*made_of)
        self.peer = self.client[0] if isinstance(self.client, tuple) else ""
        self.address = network_of(self.peer)
        self.due = 0.0
        self.began = 0.0
        self.counted = 0
        self.left: Callable[[], None] = lambda: None
        # of the request
        self.head: Head | None = None
        self.received = bytearray()
        self.file: IO[bytes] | None = None  # the body, where it is larger than a form's
        self.is_whole = True
        self.is_closing = False
        # of the answer
        self.outgoing = Outgoing(self.sock)
        self.answer: Answer | None = None
        self.done: Future[bool] | None = None

    @property
    def missing(self) -> int:
        assert self.head is not None  # noqa: S101
        body = len(self.received) - self.head.size
        if self.file is not None:
            body = self.file.tell()
        return self.head.length - body

    def take(self, piece: bytes) -> None:
        if self.file is None:
            self.received += piece
        else:
            self.file.write(piece[: self.missing])

    def take_into_file(self, folder: str) -> None:
        assert self.head is not None  # noqa: S101
        self.file = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115 - see drop_file
        self.file.write(self.received[self.head.size :])
        del self.received[self.head.size :]

    def drop_file(self) -> None:
        if self.file is not None:
            self.file.close()
            self.file = None

    def close(self, graceful: bool = False) -> None:
        super().close(graceful)
        self.drop_file()
        if self.answer is not None:
            self.answer.give_up()
        self.left()


class Worker(ThreadWorker):
    """gunicorn's threads behind one loop that receives and sends; see the module.
    `_waiting`: the connections that are received or sent to, each until it is due."""

    def init_process(self) -> None:
        give_large_pieces_back()
        self._waiting: dict[Connection, None] = {}
        self._files: dict[str, Connection] = {}
        self._busy = busy_page()
        self._piles = Piles()
        self._streams = Streams[Connection](partial(self.method_queue.defer, self._end))
        self._peers = Counter[str]()
        self._here = local()
        self._swept = 0.0
        self._channels: Channels | None = None
        super().init_process()

    # Long: each thing that the application says of itself.
    def load_wsgi(self) -> None:
        super().load_wsgi()
        application: Any = self.wsgi
        is_limited = bool(application.config["RATELIMIT_ENABLED"])
        self._refusals: Refusals = application.extensions["refusals"]
        self._proxies: Proxies = application.extensions["proxies"]
        self._channels = application.extensions["channels"]
        self._most = OF_ADDRESS if is_limited else self.worker_connections
        self._turns = Turns[Connection](AT_ONCE, SHARE if is_limited else AT_ONCE)
        self._folder = str(application.config["INSTANCE"])
        is_public = bool(application.config["PUBLIC_URL"])
        rules = () if is_public else application.url_map.iter_rules()
        of_files = {rule.rule: rule.most for rule in rules if rule.most}
        self._limits = Limits(application.config["MAX_CONTENT_LENGTH"], of_files)

        def told(environ: dict[str, Any], start: Any) -> Any:
            connection: Connection = self._here.connection
            response = start.__self__
            answer = connection.answer = Answer(response, connection.outgoing)
            if not connection.is_whole or connection.file is not None:
                response.force_close()
            environ[LASTING] = answer.lasts
            return answer.made_of(application(environ, start))

        self.wsgi = told  # type: ignore[assignment]

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if self._channels is not None:
            # what it interrupts may hold locks
            Thread(target=self._channels.close).start()
        super().handle_exit(sig, frame)

    def accept(self, listener: socket.socket) -> None:
        """Take a connection, unless its address has too many; where none is free,
        another goes. In the loop, as all up to `_work`, so that nothing here waits."""
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
        if self.nr_conns >= self.worker_connections and self._waiting:
            self._drop(next(iter(self._waiting)))
        self._expect(connection)

    def on_client_socket_readable(self, conn: TConn, client: socket.socket) -> None:
        self.poller.unregister(client)
        self.keepalived_conns.remove(conn)
        assert isinstance(conn, Connection)  # noqa: S101 - `accept` makes no other
        self._expect(conn)

    # ---- receiving, in the loop ----

    def _expect(self, connection: Connection) -> None:
        connection.head = None
        connection.is_whole = False
        self._watch(connection, EVENT_READ, self._receive, HEAD_SECONDS)
        self._receive(connection)

    def _watch(
        self,
        connection: Connection,
        event: int,
        does: Callable[..., None],
        seconds: float,
    ) -> None:
        connection.due = time.monotonic() + seconds
        self.poller.register(connection.sock, event, partial(does, connection))
        self._waiting[connection] = None

    def _forget(self, connection: Connection) -> None:
        self.poller.unregister(connection.sock)
        del self._waiting[connection]

    def _count(self, connection: Connection, size: int) -> None:
        self._piles.add(connection.address, size - connection.counted)
        connection.counted = size

    def _make_room(self, address: str) -> None:
        """Where an address, or all together, have more waiting than they may, drop the
        connection with the most of it: of this address, or of the one that has most."""
        if self._piles.of(address) > HELD_BYTES_OF_ADDRESS:
            those = [other for other in self._waiting if other.address == address]
        elif self._piles.total > HELD_BYTES:
            those = list(self._waiting)
        else:
            return
        most = max(
            those, key=lambda other: (self._piles.of(other.address), other.counted)
        )
        self._refusals.note(most.peer, "too much waiting")
        self._drop(most)

    def _receive(self, connection: Connection, _sock: Any = None) -> None:
        if connection not in self._waiting:
            return  # it was dropped since the poller saw it
        try:
            piece = connection.sock.recv(HEAD_BYTES)
        except BlockingIOError:
            piece = None
        except OSError:
            piece = b""
        if piece == b"":
            self._drop(connection)
        elif not connection.is_closing:
            try:
                self._take(connection, piece or b"")
            except OSError:  # the disk is full, say
                self._refuse(connection, _BUSY)

    def _take(self, connection: Connection, piece: bytes) -> None:
        connection.take(piece)
        self._count(connection, len(connection.received))
        self._make_room(connection.address)
        if connection in self._waiting:
            self._look(connection)

    def _look(self, connection: Connection) -> None:
        if connection.head is None:
            connection.head = head_of(connection.received)
            if connection.head is None:
                if len(connection.received) > HEAD_BYTES:
                    self._refuse(connection, b"431 Request Header Fields Too Large")
                return
            if not self._begin_body(connection, connection.head):
                return
        if connection.missing <= 0:
            connection.is_whole = True
            self._line_up(connection)

    def _begin_body(self, connection: Connection, head: Head) -> bool:
        """Prepare to receive the body that the head tells of. False where it isn't
        received: the request is refused, or, where its body is too large, lines up as
        it is, for the application to refuse in words."""
        if connection.peer in self._proxies:
            self._count(connection, 0)
            client = self._proxies.client(connection.peer, head.forwarded_for)
            connection.address = network_of(client)
            self._count(connection, len(connection.received))
        if head.is_chunked:
            self._refuse(connection, b"411 Length Required")
            return False
        if head.length > self._limits.most(head):
            self._line_up(connection)
            return False
        if self._limits.is_file(head):
            if not self._make_room_for_file(connection):
                self._refuse(connection, _BUSY)
                return False
            self._files.pop(connection.address, None)  # the last that began stands last
            self._files[connection.address] = connection
            connection.take_into_file(self._folder)
        connection.due = time.monotonic() + BODY_SECONDS + head.length / PACE
        return True

    def _make_room_for_file(self, connection: Connection) -> bool:
        """Drop another large body that isn't whole yet, where one is in the way: that
        of the same address, or the one that began first. False where there is none to
        drop."""
        self._files = {
            at: other for at, other in self._files.items() if other.file is not None
        }
        rivals = list(self._files.values())
        if connection.address in self._files:
            rivals = [self._files[connection.address]]
        elif len(rivals) < FILES_AT_ONCE:
            return True
        unfinished = [rival for rival in rivals if rival in self._waiting]
        if not unfinished:
            return False
        self._drop(unfinished[0])
        return True

    def _line_up(self, connection: Connection) -> None:
        self._forget(connection)
        body = iter(()) if connection.file is None else pieces_of(connection.file)
        connection.parser = http.get_parser(self.cfg, body, connection.client)
        connection.parser.unreader.unread(bytes(connection.received))
        connection.data_ready = True  # a thread must never read from the network
        connection.answer = None
        connection.received.clear()
        self._turns.wait(connection)
        self._work()

    def _refuse(self, connection: Connection, status: bytes) -> None:
        self._refusals.note(connection.peer, status.decode())
        kind = _HTML if status == _BUSY else b""
        page = self._busy if status == _BUSY else b""
        with suppress(OSError):
            connection.sock.send(_REFUSED % (status, kind, len(page), page))
        self._forget(connection)
        self._let_go(connection)

    def _drop(self, connection: Connection) -> None:
        self._forget(connection)
        self._close(connection)

    def _close(self, connection: Connection) -> None:
        self._count(connection, 0)
        self.nr_conns -= 1
        connection.close()

    def _left(self, address: str) -> None:
        self._peers[address] -= 1
        if self._peers[address] <= 0:
            del self._peers[address]

    def _let_go(self, connection: Connection) -> None:
        connection.received.clear()
        self._count(connection, 0)
        connection.is_closing = True
        try:
            connection.sock.shutdown(socket.SHUT_WR)
            connection.sock.setblocking(False)
            self._watch(connection, EVENT_READ, self._receive, CLOSING_SECONDS)
        except (OSError, ValueError):
            self._close(connection)

    def murder_pending(self) -> None:
        """Close what was not sent or read in time, and speak where it was silent for
        long."""
        now = time.monotonic()
        if now < self._swept + 0.5:
            return
        self._swept = now
        self._streams.beat()
        for connection in list(self._waiting):
            is_begun = bool(connection.received or connection.outgoing.size)
            if connection.due < now or not (self.alive or is_begun):
                if is_begun:
                    self._refusals.note(connection.peer, "too slow")
                self._drop(connection)

    # ---- working, in a thread ----

    def _work(self) -> None:
        for connection in self._turns.due():
            super().enqueue_req(connection)

    def handle(self, conn: TConn) -> bool:
        """Answer a request, or make more of its answer; says whether the connection is
        kept."""
        assert isinstance(conn, Connection)  # noqa: S101 - `accept` makes no other
        self._here.connection = conn
        if conn.answer is None:
            return super().handle(conn)
        try:
            conn.answer.go_on()
        except OSError:
            return False  # nobody listens any more
        except Exception:
            self.log.exception("an answer ended early")
            return False
        return conn.done is not None and conn.done.result()

    def handle_request(self, req: Any, conn: TConn) -> bool:
        assert isinstance(conn, Connection)  # noqa: S101 - `accept` makes no other
        conn.sock.setblocking(False)
        return super().handle_request(req, conn) and conn.is_whole

    def handle_error(
        self, req: Any, client: Any, addr: Any, exc: BaseException
    ) -> None:
        if req is None:
            self._refusals.note(addr[0] if addr else "", "not HTTP")
        super().handle_error(req, client, addr, exc)

    # ---- sending, in the loop ----

    def finish_request(self, conn: TConn, fs: "Future[bool]") -> None:
        assert isinstance(conn, Connection)  # noqa: S101 - `accept` makes no other
        self._turns.left(conn)
        self._work()
        conn.drop_file()
        conn.done = fs
        try:
            conn.sock.setblocking(False)
            conn.outgoing.flush()
        except OSError:
            self._close(conn)
            return
        self._count(conn, conn.outgoing.size)
        if conn.outgoing.size:
            self._watch(
                conn, EVENT_WRITE, self._send, SEND_SECONDS + conn.outgoing.size / PACE
            )
            self._make_room(conn.address)
        else:
            self._sent(conn)

    def _send(self, connection: Connection, _sock: Any = None) -> None:
        if connection not in self._waiting:
            return  # it was dropped since the poller saw it
        try:
            connection.outgoing.flush()
        except OSError:
            self._drop(connection)
            return
        self._count(connection, connection.outgoing.size)
        if not connection.outgoing.size:
            self._forget(connection)
            self._sent(connection)

    def _sent(self, connection: Connection) -> None:
        answer = connection.answer
        done = connection.done
        if answer is not None and answer.goes_on:
            self._turns.wait(connection)
            self._work()
        elif answer is not None and answer.stream is not None:
            connection.answer = None  # its stream outlives it
            self._begin(connection, answer.stream, is_chunked=answer.is_chunked)
        elif done is None or done.cancelled() or done.exception() or not done.result():
            self._let_go(connection)
        else:
            rest = connection.parser.unreader.take_buffered()  # type: ignore[union-attr]
            if rest:  # sent with the one before
                connection.received += rest
                self._expect(connection)
            else:
                super().finish_request(connection, done)

    # ---- streams ----

    def _begin(
        self, connection: Connection, lasting: Lasting, *, is_chunked: bool
    ) -> None:
        connection.parser = None
        ends = partial(self._end, connection)  # who listens says no more
        with suppress(OSError, ValueError):  # it has gone; so says what is sent first
            self.poller.register(connection.sock, EVENT_READ, ends)
        self._streams.begin(connection, Stream(lasting, is_chunked=is_chunked))

    def _end(self, connection: Connection, _sock: Any = None) -> None:
        if self._streams.end(connection):
            with suppress(OSError, ValueError, KeyError):
                self.poller.unregister(connection.sock)
            self._let_go(connection)
