"""Serve the table on the local network with gunicorn: one process, because entries are ordered by a
lock and passed on to the phones in memory; how it receives and takes turns is in connections.py."""

import errno
import os
import signal
import socket
import sys
from threading import Thread
from types import FrameType
from typing import Any

import click
from gunicorn.app.base import BaseApplication

from scorekeeper import create_app
from scorekeeper.addresses import Proxies, is_for_this_computer_only, qr_for_terminal, server_urls
from scorekeeper.connections import AT_ONCE, Worker
from scorekeeper.places import Refusals, instance_folder, secret_key
from scorekeeper.tables.channels import Channels

THREADS = 1700
"""Most at once: a thread is made when it is first needed, and each open stream holds one; AT_ONCE
are left for everything else."""
CONNECTIONS = 9000
PORTS_TRIED = 20
EVERY_NETWORK, THIS_COMPUTER = "0.0.0.0", "127.0.0.1"  # noqa: S104 - phones come from the network
PUBLIC = "SCOREKEEPER_PUBLIC_URL"
OPEN_FILES = 2 * CONNECTIONS


class TableServer(BaseApplication):
    """gunicorn, set up by this program alone: no configuration file, no control socket."""

    def __init__(self, host: str, port: int, threads: int) -> None:
        self.host, self.port, self.threads = host, port, threads
        super().__init__()

    def load_config(self) -> None:
        """Hand gunicorn its settings."""
        settings = {
            "bind": self.host if is_path(self.host) else f"{self.host}:{self.port}",
            "umask": 0o117,  # of a socket file: for this user and its group
            "workers": 1,
            "worker_class": Worker,
            "threads": self.threads,
            "worker_connections": CONNECTIONS,
            "graceful_timeout": 3,
            "keepalive": 15,
            "control_socket_disable": True,
            "loglevel": "error",
            "proc_name": "scorekeeper",
            "post_worker_init": self.begin,
        }
        for name, value in settings.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        """Make the application, told how many threads it may fill with streams."""
        app = create_app({"STREAMS": max(0, self.threads - AT_ONCE)})
        self.channels = app.extensions["channels"]
        self.refusals: Refusals = app.extensions["refusals"]
        self.proxies: Proxies = app.extensions["proxies"]
        self.is_limited = bool(app.config["RATELIMIT_ENABLED"])
        return app

    def begin(self, worker: Worker) -> None:
        """Say where the table is, once the application has loaded; let it end quickly."""
        end_streams_first(self.channels)
        if worker.age == 1:
            click.echo(self.greeting())

    def greeting(self) -> str:
        """Say where the table is reached."""
        public = os.environ.get(PUBLIC)
        if public or is_path(self.host):
            bound = self.cfg.address[0]
            return f"\nScorekeeper is ready for the proxy of {public or 'its name'}, at {bound}.\n"
        return invitation(self.host, self.port, sys.stdout.isatty())


@click.command("serve")
@click.option(
    "--host",
    help="Address to serve on, or unix:PATH. Without it every network; this computer alone where "
    "SCOREKEEPER_PUBLIC_URL is set, for the proxy.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    envvar="PORT",
    show_default=True,
    show_envvar=True,
    help="Port to serve on; the next free one if it is taken.",
)
@click.option(
    "--threads",
    type=click.IntRange(2, 8000),
    default=THREADS,
    envvar="SCOREKEEPER_THREADS",
    show_envvar=True,
    help="Requests and open streams served at once.",
)
def serve_command(host: str | None, port: int, threads: int) -> None:
    """Serve the table to phones on this network."""
    host = host or (THIS_COMPUTER if os.environ.get(PUBLIC) else EVERY_NETWORK)
    free = port if is_path(host) else free_port(host, port)
    if port not in (0, free):
        click.echo(f"Port {port} is taken; using {free}.")
    secret_key(instance_folder())
    allow_open_files(OPEN_FILES)
    TableServer(host, free, threads).run()


def is_path(host: str) -> bool:
    """Whether this names a Unix socket."""
    return host.startswith("unix:")


def end_streams_first(channels: Channels) -> None:
    """When told to stop, end the streams, which would not end by themselves, and then stop."""
    stop = signal.getsignal(signal.SIGTERM)

    def end(number: int, frame: FrameType | None) -> None:
        Thread(target=channels.close).start()  # not here: what was interrupted may hold its locks
        if callable(stop):
            stop(number, frame)

    signal.signal(signal.SIGTERM, end)


def free_port(host: str, wanted: int) -> int:
    """Answer `wanted`, or the first free port after it; 0 asks the system for any."""
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
                raise click.ClickException(text) from error
            return int(probe.getsockname()[1])
    raise click.ClickException(
        f"Ports {wanted} to {last - 1} are all taken. Choose another: --port {last % 65536 or 8000}"
    )


def invitation(host: str, port: int, is_terminal: bool) -> str:
    """Word what the people at the table need to join."""
    first, *others = server_urls(host, port)
    if is_for_this_computer_only(first):
        return f"\nScorekeeper is ready, on this computer only:\n\n  {first}\n\nCtrl-C stops it."
    lines = [
        "",
        qr_for_terminal(first, is_terminal),
        "",
        "Scorekeeper is ready. Phones on this network open:",
        "",
        f"  {first}",
        *(f"  or {url}" for url in others if not is_for_this_computer_only(url)),
        *(f"  on this computer {url}" for url in others if is_for_this_computer_only(url)),
        "",
        "Ctrl-C stops it.",
    ]
    text = "\n".join(lines)
    encoding = sys.stdout.encoding or "ascii"
    return text.encode(encoding, "replace").decode(encoding)


def allow_open_files(wanted: int) -> None:
    """Raise this process's limit of open files towards `wanted`: each stream holds one."""
    try:
        import resource  # not on every system
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < limit:
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
