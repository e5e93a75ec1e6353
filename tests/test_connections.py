"""Who is slow, greedy or many holds sockets, and neither the threads nor the turns of
others."""

import os
import select
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from scorekeeper import connections
from scorekeeper.addresses import Proxies, network_of
from scorekeeper.answers import PIECE_BYTES
from scorekeeper.connections import AT_ONCE, Connection
from scorekeeper.streams import TELLING, Stream, Streams
from scorekeeper.turns import Turns
from scorekeeper.web.app import FORM_BYTES
from scorekeeper.web.archive.files import UPLOAD_BYTES
from tests.conftest import ROOT, free_port, wait_for
from tests.proof.guest import Guest

HOST = "127.0.0.1"
PATIENCE = 30.0
AT_ONCE_SECONDS = 3.0
"""Within how many seconds a page comes that waits for nobody, on a machine busy with
other tests: fifty lines that each held one of twelve threads for their second would
take more."""
LARGE = 4_000_000
QUICK = f"""
import errno
from scorekeeper import connections, serve
from scorekeeper.__main__ import main
from scorekeeper.web.page.place import Need

connections.HEAD_SECONDS = connections.BODY_SECONDS = connections.SEND_SECONDS = PATIENCE
connections.OF_ADDRESS = 60
connections.PACE = 1e9
made = serve.create_app

def with_large_pages(config):
    app = made(config)
    app.add_url_rule("/large", view_func=lambda: b"x" * {LARGE}, need=Need.OPEN)
    in_pieces = lambda: (b"%08d" % n * 1000 for n in range({LARGE // 8000}))
    app.add_url_rule("/pieces", "pieces", in_pieces, need=Need.OPEN)
    return app

def full(**_how):
    raise OSError(errno.ENOSPC, "no space left on the device")

serve.create_app = with_large_pages
main()
"""
"""The server, with two pages of 4 MB: one made at once, one in pieces. It is less
patient than it is, so that tests need not wait as long."""


@contextmanager
def served(
    folder: Path, patience: float = 1.0, *, disk: bool = True, **settings: str
) -> Iterator[tuple[int, int]]:
    port = free_port()
    program = QUICK.replace("PATIENCE", str(patience))
    if not disk:
        program = program.replace(
            "main()\n", "connections.tempfile.TemporaryFile = full\nmain()\n"
        )
    command = [
        sys.executable,
        "-c",
        program,
        "serve",
        "--host",
        HOST,
        "--port",
        str(port),
    ]
    with subprocess.Popen(
        [*command, "--streams", "22"],
        env={**os.environ, "SCOREKEEPER_INSTANCE": str(folder), **settings},
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
    ) as process:
        try:
            wait_for(f"http://{HOST}:{port}/healthz", process)
            yield port, process.pid
        finally:
            process.terminate()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("instance")


@pytest.fixture(scope="module")
def process(folder: Path) -> Iterator[tuple[int, int]]:
    with served(folder) as found:
        yield found


@pytest.fixture(scope="module")
def port(process: tuple[int, int]) -> int:
    return process[0]


def opened(port: int, first: bytes, source: str = HOST) -> socket.socket:
    line = socket.create_connection((HOST, port), PATIENCE, source_address=(source, 0))
    line.sendall(first)
    return line


def asked(port: int, path: str = "/healthz") -> tuple[int, float]:
    """The status of a page, and the seconds until it was there."""
    began = time.monotonic()
    line = HTTPConnection(HOST, port, timeout=PATIENCE)
    try:
        line.request("GET", path)
        answer = line.getresponse()
        answer.read()
    finally:
        line.close()
    return answer.status, time.monotonic() - began


def is_closed(line: socket.socket) -> bool:
    try:
        while line.recv(65536):
            pass
    except TimeoutError:
        return False
    except OSError:
        pass
    return True


BODY = b"POST /theme HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\ntheme="


@pytest.mark.parametrize(
    "begun",
    [b"", b"G", b"GET / HTTP/1.1\r\nHost: localhost\r\n", BODY, b"\r\n\r\n"],
    ids=["nothing", "a byte", "half a head", "half a body", "no request"],
)
def test_slow_senders_hold_no_thread_and_go_in_time(port: int, begun: bytes) -> None:
    with ExitStack() as held:
        lines = [held.enter_context(opened(port, begun)) for _ in range(50)]
        status, took = asked(port)
        assert status == 200 and took < AT_ONCE_SECONDS
        assert all(map(is_closed, lines))


def test_a_byte_now_and_then_does_not_extend_the_time(port: int) -> None:
    with opened(port, b"GET / HTTP/1.1\r\nX: ") as line:
        line.settimeout(0.2)
        latest = time.monotonic() + PATIENCE
        while time.monotonic() < latest:
            try:
                line.sendall(b"x")
                if not line.recv(100):
                    return
            except TimeoutError:
                continue
            except OSError:
                return
        pytest.fail("it was heard for as long as it spoke")


def test_an_address_has_so_many_connections_and_another_its_own(port: int) -> None:
    with ExitStack() as held:
        lines = [held.enter_context(opened(port, b"", "127.0.0.9")) for _ in range(80)]
        first_closed: list[socket.socket] = []
        while len(first_closed) < 20:
            still_open = [line for line in lines if line not in first_closed]
            first_closed += select.select(still_open, [], [], PATIENCE)[0]
        assert set(first_closed) == set(lines[60:]) and all(
            map(is_closed, first_closed)
        )
        assert asked(port)[0] == 200


def test_who_does_not_read_is_left(port: int) -> None:
    ask = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with ExitStack() as held:
        for _ in range(40):
            line = socket.socket()
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
            line.bind(("127.0.0.8", 0))
            held.enter_context(line).connect((HOST, port))
            line.sendall(ask * 40)
        assert asked(port)[0] == 200
        latest = time.monotonic() + 2 * PATIENCE
        while asked(port)[1] > AT_ONCE_SECONDS:
            assert time.monotonic() < latest


# ---- what piles up ----


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, int]]:
    """A server that waits as long for others as any: what is unfinished stays there."""
    with served(tmp_path_factory.mktemp("patient"), 30.0) as found:
        yield found


@pytest.mark.parametrize("page", ["large", "pieces"])
def test_a_table_plays_on_while_large_answers_are_not_read(
    patient: tuple[int, int], page: str
) -> None:
    port, _ = patient
    with ExitStack() as held:
        host = Guest(port)
        held.callback(host.hang_up)
        table = host.lay("bridge")
        form = host.get(f"{table}?form=auction").hidden
        lines = [
            held.enter_context(deaf(port, page, f"127.0.5.{n % 3 + 1}"))
            for n in range(12)
        ]
        time.sleep(0.3)
        began = time.monotonic()
        assert host.send(f"{table}enter/auction", {**form, "call": "1C"}).status == 303
        assert time.monotonic() - began < 1
        for line in lines[:3]:
            assert len(heard_all(line)) > LARGE, (
                "whoever reads late still gets all of it"
            )


def deaf(port: int, page: str, source: str) -> socket.socket:
    """Who asks for a page and does not read it."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.bind((source, 0))
    line.connect((HOST, port))
    line.settimeout(PATIENCE)
    line.sendall(
        f"GET /{page} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()
    )
    return line


def heard_all(line: socket.socket) -> bytes:
    """What is said on a line until it ends."""
    return b"".join(iter(lambda: line.recv(1 << 20), b""))


@pytest.mark.parametrize("addresses", [1, 20])
@pytest.mark.parametrize("path", ["/moving", "/theme"])
def test_large_bodies_take_no_memory(
    patient: tuple[int, int], path: str, addresses: int
) -> None:
    port, pid = patient
    before = memory(pid)
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 7900000\r\n\r\n"
    part = b"x" * 7_800_000

    def send(n: int) -> None:
        line = held.enter_context(
            opened(port, head.encode(), f"127.0.6.{n % addresses + 1}")
        )
        line.settimeout(1)
        with suppress(OSError):
            line.sendall(part)

    with ExitStack() as held, ThreadPoolExecutor(8) as threads:
        list(threads.map(send, range(60)))
        assert asked(port)[1] < AT_ONCE_SECONDS
        assert memory(pid) - before < 30, "megabytes"


def test_unread_answers_take_so_much_memory(patient: tuple[int, int]) -> None:
    port, pid = patient
    before = memory(pid)
    with ExitStack() as held:
        for n in range(50):
            held.enter_context(deaf(port, "large", f"127.0.7.{n % 2 + 1}"))
        for _ in range(5):
            assert asked(port)[1] < AT_ONCE_SECONDS
        assert memory(pid) - before < 80, "megabytes"


def test_who_does_not_read_an_answer_in_time_is_closed(port: int) -> None:
    with ExitStack() as held:
        lines = [held.enter_context(deaf(port, "large", "127.0.0.6")) for _ in range(3)]
        time.sleep(3)
        for line in lines:
            said = b""
            with suppress(ConnectionError):
                while piece := line.recv(1 << 20):
                    said += piece
            assert len(said) < LARGE


def test_the_next_file_of_an_address_takes_the_place_of_its_last(
    patient: tuple[int, int],
) -> None:
    port, _ = patient
    part = (
        b"POST /moving HTTP/1.1\r\nHost: localhost\r\nContent-Length: 7000000\r\n\r\nx"
    )
    with ExitStack() as held:
        first = held.enter_context(opened(port, part, "127.0.8.1"))
        others = [
            held.enter_context(opened(port, part, f"127.0.8.{n}")) for n in (2, 3, 4)
        ]
        assert not select.select([first, *others], [], [], 0.5)[0]
        again = held.enter_context(opened(port, part, "127.0.8.1"))
        assert is_closed(first), "of its own address"
        fifth = held.enter_context(opened(port, part, "127.0.8.5"))
        assert is_closed(others[0]), "of all, the one that began first"
        assert not select.select([*others[1:], again, fifth], [], [], 0.5)[0]


def test_a_host_may_send_a_file_of_megabytes_and_nobody_else(
    patient: tuple[int, int],
) -> None:
    port, _ = patient
    host = Guest(port)
    host.lay("bridge")
    assert upload(host, 7_900_000) == 422, "it was read, and is no file of ours"
    assert upload(host, 8_100_000) == 413
    stranger = Guest(port, source="127.0.8.9")
    stranger.get("/moving")
    assert upload(stranger, 7_900_000) == 413


def test_a_disk_that_takes_no_file_refuses_it_and_the_server_goes_on(
    tmp_path: Path,
) -> None:
    part = (
        b"POST /moving HTTP/1.1\r\nHost: localhost\r\nContent-Length: 7000000\r\n\r\nx"
    )
    with served(tmp_path, disk=False) as (port, _):
        with opened(port, part) as line:
            said = line.recv(4096).decode()
            assert said.startswith("HTTP/1.1 503")
            assert "The server is busy" in said and "Der Server ist beschäftigt" in said
            assert "What was saved is safe" in said
        assert asked(port)[0] == 200


def upload(guest: Guest, size: int) -> int:
    """The status that is answered to a file of about so many bytes."""
    part = '--x\r\nContent-Disposition: form-data; name="%s"'
    token = guest.get("/moving").hidden.get("csrf_token", "")
    guest.hang_up()
    body = (part % "csrf_token" + f"\r\n\r\n{token}\r\n" + part % "file").encode()
    body += b'; filename="a.jsonl"\r\n\r\n' + bytes(size) + b"\r\n--x--\r\n"
    cookies = "; ".join(f"{name}={value}" for name, value in guest.cookies.items())
    source = (guest.source or HOST, 0)
    line = HTTPConnection(HOST, guest.port, timeout=PATIENCE, source_address=source)
    try:
        headers = {"Content-Type": "multipart/form-data; boundary=x", "Cookie": cookies}
        with suppress(ConnectionError):  # it is refused before all of it was sent
            line.request("POST", "/moving", body, headers)
        return line.getresponse().status
    finally:
        line.close()


def memory(pid: int) -> float:
    """The megabytes of the process that serves."""
    (worker,) = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    status = Path(f"/proc/{worker}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1000


# ---- streams ----


def heard(line: socket.socket, until: bytes, said: bytes = b"") -> bytes:
    """What is said on a line until this comes, or until it ends."""
    while until not in said and (piece := line.recv(65536)):
        said += piece
    return said


def test_streams_hold_sockets_and_no_threads(process: tuple[int, int]) -> None:
    port, pid = process
    with ExitStack() as held:
        host = Guest(port)
        held.callback(host.hang_up)
        table = host.lay("bridge")
        ask = f"GET {table}live HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode()
        phones = [
            held.enter_context(opened(port, ask, f"127.0.1.{n}")) for n in range(1, 12)
        ]
        first = [heard(phone, b'"there\\"') for phone in phones]
        assert all(b"text/event-stream" in one and b"chunked" in one for one in first)
        workers = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        assert len(os.listdir(f"/proc/{workers[0]}/task")) < AT_ONCE + TELLING + 9
        with opened(port, ask.replace(b"1.1", b"1.0"), "127.0.1.99") as full:
            assert b" 503 " in heard(full, b"\r\n\r\n"), (
                "half of all streams are the players'"
            )
        phones.pop().close()  # and its stream is free at once
        latest = time.monotonic() + PATIENCE
        while b"503" in (said := _begun(port, ask.replace(b"1.1", b"1.0"))):
            assert time.monotonic() < latest
        head, _, body = said.partition(b"\r\n\r\n")
        assert b"chunked" not in head and body.startswith(b"data: {")
        form = host.get(f"{table}?form=auction").hidden
        assert host.send(f"{table}enter/auction", {**form, "call": "1C"}).status == 303
        assert all(b'"entry": 6' in heard(phone, b'"entry": 6') for phone in phones)


def _begun(port: int, ask: bytes) -> bytes:
    """What a stream begins with."""
    with opened(port, ask, "127.0.1.100") as line:
        return heard(line, b"\n\n", heard(line, b"\r\n\r\n"))


def test_closing_waits_for_nobody(port: int) -> None:
    """Who was answered and does not close its side makes nobody wait."""
    ask = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    with ExitStack() as held:
        for _ in range(40):
            held.enter_context(opened(port, ask, "127.0.0.7"))
        assert asked(port)[1] < AT_ONCE_SECONDS


def test_requests_sent_together_are_answered_in_order(port: int) -> None:
    ask = b"GET /%s HTTP/1.1\r\nHost: localhost\r\n%s\r\n"
    with opened(
        port, ask % (b"healthz", b"") + ask % (b"nowhere", b"Connection: close\r\n")
    ) as line:
        said = b""
        while piece := line.recv(65536):
            said += piece
    assert said.index(b"200 OK") < said.index(b"404 NOT FOUND")


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (
            b"POST /theme HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n",
            b"411",
        ),
        (b"GET / HTTP/1.1\r\nX: " + b"x" * 70_000, b"431"),
        (
            b"POST /moving HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999\r\n\r\nx",
            b"413",
        ),
    ],
    ids=["of no length", "a head too large", "a body too large"],
)
def test_what_is_not_received_is_refused(
    port: int, request_: bytes, status: bytes
) -> None:
    with opened(port, b"") as line:
        line.sendall(request_)
        assert line.recv(100).startswith(b"HTTP/1.1 " + status)
        assert is_closed(line)


def test_what_is_no_http_is_a_line_without_it(port: int, folder: Path) -> None:
    with opened(
        port, b"GET /j/aSecret\x1b[31m HTTP/1.1\r\nHo\nst: forged\r\n\r\n"
    ) as line:
        assert b" 400 " in line.recv(100)
    log = (folder / "refused.log").read_text()
    assert f"{HOST} not HTTP\n" in log and "aSecret" not in log and "forged" not in log


def test_a_socket_file_serves_a_proxy(tmp_path: Path) -> None:
    path = tmp_path / "scorekeeper.sock"
    command = [sys.executable, "-m", "scorekeeper", "serve", "--host", f"unix:{path}"]
    public = {"SCOREKEEPER_PUBLIC_URL": "https://cards.example"}
    with subprocess.Popen(
        command,
        env={**os.environ, "SCOREKEEPER_INSTANCE": str(tmp_path / "i"), **public},
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        while "ready" not in (line := process.stdout.readline()):
            assert process.poll() is None
        assert "cards.example" in line and str(path) in line
        assert path.stat().st_mode & 0o007 == 0
        with socket.socket(socket.AF_UNIX) as proxy:
            proxy.connect(str(path))
            proxy.sendall(
                b"GET /new/bridge HTTP/1.1\r\nHost: x\r\nX-Forwarded-Host: cards.example\r\n"
                b"X-Forwarded-Proto: https\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n"
            )
            said = proxy.recv(65536)
        process.terminate()
    assert said.startswith(b"HTTP/1.1 200") and b"__Host-" in said


def test_no_header_says_where_the_app_is_mounted(port: int) -> None:
    """gunicorn would believe this computer and every socket, and a proxy passes such
    headers on."""
    line = opened(
        port,
        b"GET //evil.example/new/bridge HTTP/1.1\r\nHost: localhost\r\n"
        b"SCRIPT_NAME: //evil.example\r\nConnection: close\r\n\r\n",
    )
    said = b"".join(iter(lambda: line.recv(65536), b""))
    line.close()
    assert said.startswith(b"HTTP/1.1 404") and b'"//evil' not in said, said[:300]


def test_nobody_says_in_a_kitchen_that_it_is_reached_by_https(port: int) -> None:
    """gunicorn would believe this computer: forms would be from elsewhere, and links to
    join would lose the address that phones on the network can open."""
    host = Guest(port)
    token = host.get("/").hidden["csrf_token"]
    cookies = "; ".join(f"{name}={value}" for name, value in host.cookies.items())
    host.hang_up()
    form = f"csrf_token={token}&theme=dark"
    with opened(
        port,
        f"POST /theme HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
        f"Cookie: {cookies}\r\nX-Forwarded-Proto: https\r\nConnection: close\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\n"
        f"Content-Length: {len(form)}\r\n\r\n{form}".encode(),
    ) as line:
        assert line.recv(100).startswith(b"HTTP/1.1 303")


def test_a_request_that_names_no_host_is_refused(port: int) -> None:
    with opened(port, b"GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n") as line:
        assert line.recv(100).startswith(b"HTTP/1.1 400")


def test_a_public_server_is_reached_by_its_proxy_alone(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "scorekeeper", "serve", "--port", str(free_port())]
    public = {"SCOREKEEPER_PUBLIC_URL": "https://cards.example"}
    with subprocess.Popen(
        command,
        env={**os.environ, "SCOREKEEPER_INSTANCE": str(tmp_path), **public},
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        while "ready" not in (line := process.stdout.readline()):
            assert process.poll() is None
        process.terminate()
    assert "127.0.0.1" in line


# ---- whose turn it is ----


def request_of(address: str) -> Connection:
    return cast(Connection, SimpleNamespace(address=address, began=0.0))


def test_who_asks_much_waits_behind_who_asks_little() -> None:
    turns = Turns(at_once=4, share=2)
    greedy = [request_of("greedy") for _ in range(50)]
    for connection in greedy:
        turns.wait(connection)
    assert [one.address for one in turns.due()] == ["greedy"] * 2
    for name in ("a", "a", "b"):
        turns.wait(request_of(name))
    found = list(turns.due())
    assert Counter(one.address for one in found) == {"a": 1, "b": 1}
    turns.left(found[0])
    turns.left(found[0])
    assert [one.address for one in turns.due()] == ["a"]
    for connection in greedy[:2]:
        turns.left(connection)
    assert [one.address for one in turns.due()] == ["greedy"] * 2


def test_news_does_not_wait_behind_beats() -> None:
    heard = threading.Event()
    streams = Streams[Connection](lambda _: None)

    class Said:
        beat = 60.0

        def __init__(self, says: Callable[[], object]) -> None:
            self.says = says

        def __next__(self) -> bytes:
            self.says()
            return b""

        def hear(self, _news: Callable[[], None]) -> None:
            pass

    def connected() -> Any:
        connection = Connection.__new__(Connection)
        connection.sock = cast(Any, SimpleNamespace(send=len))
        return connection

    late = [
        Stream(cast(Any, Said(lambda: heard.wait(PATIENCE))), is_chunked=False)
        for _ in range(300)
    ]
    streams._streams = {connected(): stream for stream in late}
    began = time.monotonic()
    streams.beat()
    streams.begin(connected(), Stream(cast(Any, Said(heard.set)), is_chunked=False))
    assert heard.wait(PATIENCE / 2)
    assert streams._beats is not None
    streams._beats.result()
    assert time.monotonic() - began < PATIENCE / 2
    assert all(stream.beat > began for stream in late)


def test_who_used_much_is_behind_who_used_little_and_it_is_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 1000.0
    monkeypatch.setattr("scorekeeper.turns.time.monotonic", lambda: now)
    turns = Turns(at_once=1, share=1)
    for name, seconds in (("greedy", 9.0), ("modest", 1.0)):
        turns.wait(request_of(name))
        (one,) = turns.due()
        now += seconds
        turns.left(one)
    for name in ("greedy", "modest", "new"):
        turns.wait(request_of(name))
    found = []
    for _ in range(3):
        (one,) = turns.due()
        found.append(one.address)
        turns.left(one)
    assert found == ["new", "modest", "greedy"]
    for _ in range(20):
        now += 61
        turns.wait(request_of("new"))
        (one,) = turns.due()
        turns.left(one)
    assert not turns._used and not +turns._running


# ---- who asks ----


@pytest.mark.parametrize(
    ("named", "peer", "said", "client"),
    [
        ("10.0.0.1", "10.0.0.1", "192.0.2.1", "192.0.2.1"),
        ("10.0.0.1", "10.0.0.1", "1.1.1.1, 192.0.2.1", "192.0.2.1"),
        ("10.0.0.0/8", "10.0.0.1", "192.0.2.1,10.9.9.9", "192.0.2.1"),
        ("10.0.0.1", "10.0.0.2", "192.0.2.1", "10.0.0.2"),
        ("10.0.0.1", "10.0.0.1", "nonsense", "10.0.0.1"),
        ("10.0.0.1", "", "192.0.2.1", "192.0.2.1"),
        ("", "", "192.0.2.1", ""),
        ("::1", "::ffff:10.0.0.1", "192.0.2.1", "::ffff:10.0.0.1"),
    ],
)
def test_a_named_proxy_is_believed(
    named: str, peer: str, said: str, client: str
) -> None:
    assert Proxies(named).client(peer, said) == client


def test_a_household_is_counted_as_one() -> None:
    assert (
        network_of("2001:db8::1")
        == network_of("2001:db8::2:3")
        != network_of("2001:db8:1::1")
    )
    assert network_of("::ffff:192.0.2.1") == network_of("192.0.2.1") == "192.0.2.1"
    assert network_of("192.0.2.1") != network_of("192.0.2.2")
    assert network_of("") == ""


def test_the_limits_are_those_that_are_written_down() -> None:
    """What the tests above make short, so that nobody waits, is what the document
    promises."""
    document = ROOT / "docs" / "security.md"
    said = " ".join(document.read_text(encoding="utf-8").split())
    for promise in (
        f"a head within {connections.HEAD_SECONDS:.0f} s, a body within"
        f" {connections.BODY_SECONDS:.0f} s and a second more for every"
        f" {connections.PACE // 1000} kB",
        f"A form has {FORM_BYTES // 1000} kB at most, a file that is imported"
        f" {UPLOAD_BYTES // 1_000_000} MB",
        f"{connections.FILES_AT_ONCE} files at once, one of an address",
        f"read within {connections.SEND_SECONDS:.0f} s and a second more for every"
        f" {connections.PACE // 1000} kB",
        f"after {PIECE_BYTES // 1000} kB",
        f"{connections.HELD_BYTES // 1_000_000} MB at most,"
        f" {connections.HELD_BYTES_OF_ADDRESS // 1_000_000} MB of one address",
        f"One address holds {connections.OF_ADDRESS} connections.",
        (
            f"{connections.AT_ONCE} requests are worked on at once, {connections.SHARE} "
            f"of one address"
        ),
    ):
        assert promise in said
