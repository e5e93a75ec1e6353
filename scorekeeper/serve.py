"""Serve the table on the local network with gunicorn: one process over a file, as many
as are asked for over PostgreSQL."""

import errno
import gc
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any

import click
from gunicorn.app.base import BaseApplication

from scorekeeper import addresses, create_app
from scorekeeper.addresses import EVERY_NETWORK, OF_PORT
from scorekeeper.cli.terminal import CommandRefused, draw, say
from scorekeeper.connections import AT_ONCE, Worker
from scorekeeper.places import (
    FIGURES,
    instance_folder,
    keep_private,
    make_folder,
    secret_key,
    shared_key,
)
from scorekeeper.running import Lock
from scorekeeper.store import ADDRESS, Store, database_of

STREAMS = 10_000  # open streams of a process, at most
CONNECTIONS = STREAMS + 2000
DRAINING = 10
"""Seconds that requests have to end when the server is told to stop: one whose database
restarts is tried again for eight."""
SILENT = 120
"""Seconds after which a process that is stuck is ended, and all its streams with it:
one whose machine is busy with other things is not stuck."""
PORTS_TRIED = 20
COLLECTED_AFTER = 50_000
"""So many new objects, not Python's 700, before those in circles are looked for: a log
and what it adds up to have none, and looking through all that is kept costs a long
session half its time."""
SURVIVED = 0
"""So often new objects pass before those that were left are looked through as well: at
Python's 10, half a million at once held everybody up for half a second."""
ALL_AFTER = 100
"""After so many of those all objects are looked through: as seldom as with Python's
10 of 10."""
THIS_COMPUTER = "127.0.0.1"
SOCKET = "unix:"  # before the path of a Unix socket
PUBLIC = "SCOREKEEPER_PUBLIC_URL"
OPEN_FILES = CONNECTIONS + 500


class TableServer(BaseApplication):
    """gunicorn, set up by this program alone: no configuration file, no control
    socket."""

    def __init__(
        self,
        host: str,
        port: int,
        streams: int,
        processes: int = 1,
        lock: Lock | None = None,
    ) -> None:
        self.host = host
        self.port = port
        self.streams = streams
        self.processes = processes
        self.lock = lock
        super().__init__()

    def load_config(self) -> None:
        for name, value in {
            "bind": self.host
            if self.host.startswith(SOCKET)
            else f"{self.host}:{self.port}",
            "umask": 0o117,  # of a socket file: for this user and its group
            "workers": self.processes,
            "worker_class": Worker,
            "threads": AT_ONCE,
            "worker_connections": CONNECTIONS,
            "timeout": SILENT,
            "graceful_timeout": DRAINING,
            "keepalive": 15,
            "forwarder_headers": "",  # nobody says in a header where the app is mounted
            "secure_scheme_headers": {},  # nor that it is reached by HTTPS: see access._forwarded
            "control_socket_disable": True,
            "loglevel": "error",
            "proc_name": "scorekeeper",
            "post_worker_init": self.begin,
            "pre_exec": self.hand_on,
            "child_exit": ended,
            "on_exit": self.end,
        }.items():
            self.cfg.set(name, value)

    def hand_on(self, arbiter: Any) -> None:
        if self.lock is not None:
            arbiter.cfg.env_orig |= self.lock.handed_on()

    def load(self) -> Any:
        return create_app({"STREAMS": self.streams})

    def begin(self, worker: Worker) -> None:
        collect_seldom()
        if worker.age != 1:
            return
        public = os.environ.get(PUBLIC)
        if public or self.host.startswith(SOCKET):
            proxy = public or "its name"
            at = self.host
            if not at.startswith(SOCKET):
                at = f"{at}:{self.port}"
            said = f"\nScorekeeper is ready for the proxy of {proxy}, at {at}.\n"
        else:
            said = invitation(self.host, self.port, sys.stdout.isatty())
        draw(said)

    def end(self, _arbiter: object) -> None:
        """Leave nothing behind: the first of all processes ends, not one of those that
        it began."""
        if self.processes > 1:
            rmtree(os.environ[FIGURES], ignore_errors=True)


HOST = (
    "Address to serve on, or unix:PATH. The default is every network, or only this computer "
    "if SCOREKEEPER_PUBLIC_URL is set."
)
NEXT = "Port to serve on, or the next free one if it is taken."
TOLD = "How many phones each process updates live. The others look now and then."
SHARED = "Processes that share the work. Needs PostgreSQL: SCOREKEEPER_DATABASE."
OF_STREAMS: dict[str, Any] = {"envvar": ["SCOREKEEPER_STREAMS", "SCOREKEEPER_THREADS"]}
OF_STREAMS |= {
    "type": click.IntRange(0, STREAMS),
    "default": STREAMS,
    "show_envvar": True,
}
OF_PROCESSES: dict[str, Any] = {"envvar": "SCOREKEEPER_PROCESSES", "show_envvar": True}


@click.command("serve")
@click.option("--host", help=HOST)
@click.option(
    "--port", type=click.IntRange(0, 65535), show_envvar=True, help=NEXT, **OF_PORT
)
# --threads: as it was called when each stream had one
@click.option("--streams", "--threads", "streams", help=TOLD, **OF_STREAMS)
@click.option(
    "--processes", type=click.IntRange(1, 64), default=1, help=SHARED, **OF_PROCESSES
)
def serve_command(host: str | None, port: int, streams: int, processes: int) -> None:
    """Start the server for the phones on this network."""
    if processes > 1 and isinstance(database_of(instance_folder()), Path):
        raise CommandRefused(
            f"{processes} processes can't share a file: name a PostgreSQL database in "
            f"{ADDRESS}."
        )
    if public := os.environ.get(PUBLIC):
        try:
            addresses.public_host(public)
        except addresses.NotPublic as fault:
            raise CommandRefused(str(fault)) from None
    host = host or (THIS_COMPUTER if public else EVERY_NETWORK)
    with held_data() as lock:
        if not (host.startswith(SOCKET) or has_socket()):
            free = free_port(host, port)
            if port not in (0, free):
                taken = f"Port {port} is taken by another program; using {free}."
                say(f"{taken} --port chooses another.")
            port = free
        if lock is not None:
            lock.say(address_of(host, port), host, port)
        allow_open_files(OPEN_FILES)
        if processes > 1:
            os.environ[FIGURES] = mkdtemp(prefix="scorekeeper-")
        TableServer(host, port, streams, processes, lock).run()


@contextmanager
def held_data() -> Iterator[Lock | None]:
    """The data folder and the database, made where they are not there yet: what is
    wrong with them is said before any process is begun. A file is locked meanwhile; a
    database of PostgreSQL's may have many servers. Raises Unusable, OSError."""
    instance = instance_folder()
    where = database_of(instance)
    keep_private(instance)
    if not isinstance(where, Path):
        Store(where).close()
        yield None
        return
    make_folder(where.parent)
    with closing(Lock(where)) as lock:
        Store(
            where
        ).close()  # each process opens its own: no connection lives through a fork
        if shared_key() is None:
            secret_key(instance)
        yield lock


def has_socket() -> bool:
    by_systemd = os.environ.get("LISTEN_PID") == str(os.getpid())
    return by_systemd or "GUNICORN_FD" in os.environ


def address_of(host: str, port: int) -> str:
    if public := os.environ.get(PUBLIC):
        return public
    return host if host.startswith(SOCKET) else addresses.server_urls(host, port)[0]


def collect_seldom() -> None:
    """Look for objects in circles as seldom as a server may, and never among those of
    the start."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(COLLECTED_AFTER, SURVIVED, ALL_AFTER)


def ended(_server: object, worker: Worker) -> None:
    if FIGURES in os.environ:
        from prometheus_client.multiprocess import mark_process_dead

        mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


def free_port(host: str, wanted: int) -> int:
    last = min(wanted + PORTS_TRIED, 65536)
    for port in range(wanted, last):
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError as error:
                if error.errno == errno.EADDRINUSE:
                    continue
                text = f"{host}:{port} can't be served: {error.strerror}."
                raise CommandRefused(text) from error
            except (
                UnicodeError,
                TypeError,
            ) as error:  # it can't be a name in the network
                raise CommandRefused(
                    f"{host} is not an address. Name another one."
                ) from error
            return int(probe.getsockname()[1])
    raise CommandRefused(
        f"Ports {wanted} to {last - 1} are all taken. Choose another: --port "
        f"{last % 65536 or 8000}"
    )


def invitation(host: str, port: int, is_terminal: bool) -> str:
    first, *others = addresses.server_urls(host, port)
    is_here = addresses.is_for_this_computer_only
    if is_here(first):
        return (
            f"\nScorekeeper is ready, on this computer only:\n\n  "
            f"{first}\n\nCtrl-C stops it."
        )
    code = addresses.qr_for_terminal(first, is_terminal)
    lines = [
        f"\n{code}\n",
        "Scorekeeper is ready. Phones on this network open:\n",
        f"  {first}",
    ]
    lines += [
        f"  {'on this computer' if is_here(url) else 'or'} {url}" for url in others
    ]
    return "\n".join([*lines, "\nCtrl-C stops it."])


def allow_open_files(wanted: int) -> None:
    with suppress(ImportError):
        import resource  # not on every system

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        limit = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        if soft != resource.RLIM_INFINITY and soft < limit:
            resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
