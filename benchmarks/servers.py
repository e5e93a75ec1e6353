"""Servers to measure, on this computer only, and a client that counts what they
answer."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

from scorekeeper.connections import AT_ONCE

HOST = "127.0.0.1"
PATIENCE = 30.0
SECONDS = 3.0
SLICE = 0.006
"""Seconds that what is to be slow runs at a time."""


@contextmanager
def scorekeeper(instance: Path) -> Iterator[int]:
    """Scorekeeper as ./run starts it, with the data in `instance`; gives its port."""
    port = free_port()
    command = [
        sys.executable,
        "-m",
        "scorekeeper",
        "serve",
        "--host",
        HOST,
        "--port",
        str(port),
    ]
    with running(command, port, {"SCOREKEEPER_INSTANCE": str(instance)}):
        yield port


@contextmanager
def hello() -> Iterator[int]:
    """The least WSGI application under the same gunicorn, with as many threads."""
    port = free_port()
    settings = (
        f"--workers 1 --worker-class gthread --threads {AT_ONCE} --log-level warning"
    )
    command = [
        sys.executable,
        "-m",
        "gunicorn",
        *settings.split(),
        "--bind",
        f"{HOST}:{port}",
    ]
    with running([*command, "--no-control-socket", "benchmarks.hello:app"], port, {}):
        yield port


def rate(port: int, path: str, connections: int, cookies: str = "") -> float:
    """Answers in a second over so many connections kept open, to a browser that has
    these cookies; wrk counts where there is one."""
    if shutil.which("wrk"):
        return _counted_by_wrk(f"http://{HOST}:{port}{path}", connections, cookies)
    stop = time.monotonic() + SECONDS
    with ThreadPoolExecutor(connections) as pool:
        counts = list(
            pool.map(lambda _: _count(port, path, stop, cookies), range(connections))
        )
    return sum(counts) / SECONDS


def _count(port: int, path: str, stop: float, cookies: str) -> int:
    connection = HTTPConnection(HOST, port, timeout=PATIENCE)
    done = 0
    while time.monotonic() < stop:
        connection.request("GET", path, headers={"Cookie": cookies} if cookies else {})
        answer = connection.getresponse()
        answer.read()
        if answer.status != 200:
            raise SystemExit(f"{path} answered {answer.status}")
        done += 1
    connection.close()
    return done


def _counted_by_wrk(url: str, connections: int, cookies: str) -> float:
    told = ["-H", f"Cookie: {cookies}"] if cookies else []
    command = ["wrk", "-t1", f"-c{connections}", f"-d{SECONDS:.0f}s", *told, url]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    if "Non-2xx" in said:
        raise SystemExit(f"{url} did not always answer 200")
    return float(said.split("Requests/sec:")[1].split()[0])


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(command: list[str], port: int, settings: dict[str, str]) -> Iterator[int]:
    """This server, until it is left; gives its process id once it answers."""
    process = subprocess.Popen(
        command, env={**os.environ, **settings}, stdout=subprocess.DEVNULL
    )
    try:
        answers(port, process)
        yield process.pid
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE)


@contextmanager
def slowed(group: int, times: int) -> Iterator[None]:
    """Have all processes of a group run for one slice of time in so many, until the end
    of this."""
    done = threading.Event()

    def slow() -> None:
        while not done.wait(SLICE):
            os.killpg(group, signal.SIGSTOP)
            time.sleep((times - 1) * SLICE)
            os.killpg(group, signal.SIGCONT)

    thread = threading.Thread(target=slow)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def answers(
    port: int, process: subprocess.Popen[bytes], patience: float = PATIENCE
) -> None:
    """Come back once somebody listens at the port. Ends the program where the server
    has ended."""
    latest = time.monotonic() + patience
    while time.monotonic() < latest and process.poll() is None:
        try:
            socket.create_connection((HOST, port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise SystemExit(f"{' '.join(process.args)} does not answer")  # type: ignore[arg-type]
