"""The engines that the tests run over: a file, and a PostgreSQL server of this run's
own.

The server lies in a temporary folder, listens on a Unix socket there and belongs to a
user without rights: PostgreSQL refuses to run as root.
"""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]

from scorekeeper.store import Store

PROGRAMS = "/usr/lib/postgresql/*/bin"
ENGINES = ("sqlite", "postgresql")
USER = "nobody"
GUARDS = (
    "SELECT CAST(tgname AS text), CAST(tgenabled AS text) FROM pg_trigger UNION ALL"
    " SELECT CAST(conname AS text), CAST(contype AS text) FROM pg_constraint ORDER BY 1, 2"
)
Where = Path | str
"""A file, or the address of a database."""


def programs() -> Path | None:
    """The folder of PostgreSQL's programs; None where it is not installed."""
    on_path = shutil.which("initdb")
    found = (
        [Path(on_path).resolve().parent]
        if on_path
        else sorted(Path("/").glob(PROGRAMS[1:]))
    )
    return found[-1] if found and (found[-1] / "initdb").is_file() else None


of_files = pytest.mark.parametrize("engine", ["sqlite"], indirect=True)
"""For a test of what only a file has."""
of_all_files = pytest.mark.parametrize("engine", ["sqlite", "alone"], indirect=True)
"""The same, and for a file that one thread has alone."""
of_servers = pytest.mark.parametrize("engine", ["postgresql"], indirect=True)


class Cluster:
    """A server, as safe as it is by default, or with `quick` without waiting for the
    disk."""

    def __init__(self, *, quick: bool = True, **settings: str) -> None:
        found = programs()
        if found is None:
            pytest.skip("PostgreSQL is not installed here")
        self.programs = found
        self.folder = Path(tempfile.mkdtemp(prefix="sk-pg-"))
        if os.getuid() == 0:
            shutil.chown(self.folder, USER)
        self.data = self.folder / "data"
        self.settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.folder),
        }
        self.settings |= {"max_connections": "200", "fsync": "off"} if quick else {}
        self.settings |= settings
        self._numbers = count()
        self._free: list[str] = []
        self._guards: dict[str, list[Any]] = {}

    def run(self, program: str, *words: str) -> None:
        """Run one of PostgreSQL's programs as the user who may."""
        command = [str(self.programs / program), *words]
        if os.getuid() == 0:
            command = [
                "setpriv",
                f"--reuid={USER}",
                "--regid=nogroup",
                "--clear-groups",
                *command,
            ]
        log = self.folder / "programs.log"
        with log.open("ab") as out:
            if subprocess.run(
                command, cwd=self.folder, stdout=out, stderr=out
            ).returncode:
                raise OSError(f"{program}: {log.read_text()[-500:]}")

    def make(self) -> "Cluster":
        """Make the folder of the databases, and start."""
        words = (
            "-U",
            "scorekeeper",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C.UTF-8",
            "--no-sync",
        )
        self.run("initdb", "-D", str(self.data), *words)
        self.start()
        return self

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        options = " ".join(
            f"-c {name}='{value}'" for name, value in self.settings.items()
        )
        log = str(self.folder / "server.log")
        # after `kill` its back ends let go of the memory that they share
        for tries in range(20):
            try:
                self.run(
                    "pg_ctl",
                    "-w",
                    "-D",
                    str(self.data),
                    "-l",
                    log,
                    "-o",
                    options,
                    "start",
                )
                return
            except OSError:
                if tries == 19:
                    raise
                time.sleep(0.3)

    def standby(self, other: "Cluster") -> None:
        """Have another server follow this one."""
        command = [
            "-D",
            str(other.data),
            "-R",
            "-h",
            str(self.folder),
            "-U",
            "scorekeeper",
        ]
        other.run("pg_basebackup", *command, "-c", "fast", "-X", "stream", "--no-sync")
        other.start()

    def pid(self) -> int:
        """The number of the server's first process."""
        return int((self.data / "postmaster.pid").read_text().split()[0])

    def kill(self) -> None:
        """End the server as a power cut of the machine would, but for the disk."""
        pid = self.pid()
        os.kill(pid, signal.SIGKILL)
        while Path(f"/proc/{pid}/stat").exists() and _runs(pid):
            time.sleep(0.01)

    def stop(self) -> None:
        """End the server, and take its folder away."""
        with suppress(OSError):  # it may not run
            self.run("pg_ctl", "-D", str(self.data), "-m", "immediate", "stop")
        shutil.rmtree(self.folder, ignore_errors=True)

    def address(self, name: str) -> str:
        """Where a database of this server is reached."""
        return f"postgresql:///{name}?host={self.folder}&user=scorekeeper"

    def execute(self, sql: str) -> list[Any]:
        """Do a statement in the server's own database."""
        import psycopg

        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            found = connection.execute(sql.encode())
            return found.fetchall() if found.description else []

    def empty(self) -> str:
        """The address of a database without tables."""
        name = f"t{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {name}")
        return self.address(name)

    def database(self) -> str:
        """The address of a database with our tables and nothing in them."""
        if self._free:
            return self._free.pop()
        made = self.empty()
        Store(made).close()
        self._guards[made] = self._guards_of(made)
        return made

    def _guards_of(self, address: str) -> list[Any]:
        with another_program(address) as connection:
            return list(connection.execute(GUARDS).fetchall())

    def empty_again(self, address: str) -> None:
        """Take everything out of a database, whatever its guards say, and keep it for
        another test, unless this one took a guard away."""
        if self._guards_of(address) != self._guards.get(address):
            return
        import psycopg

        with psycopg.connect(address) as connection:
            connection.execute("SET session_replication_role = replica")
            tables = (
                "SELECT relname FROM pg_class WHERE relkind = 'r' AND relname <> "
                "'migrations'"
            )
            tables += " AND relnamespace = 'public'::regnamespace"
            for (name,) in connection.execute(tables.encode()).fetchall():
                connection.execute(f"DELETE FROM {name}".encode())  # noqa: S608
        self._free.append(address)


def _runs(pid: int) -> bool:
    try:
        return (
            Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
        )
    except OSError:
        return False


def kill(engine: Any, back_end: int) -> None:
    """End a connection from the other side."""
    import psycopg

    with psycopg.connect(autocommit=True, **engine.connecting) as connection:
        connection.execute("SELECT pg_terminate_backend(%s)", [back_end])


# ---- another program ----


def content(store: Store) -> bytes:
    """Everything that a database has, as it lies on the disk or as its rows say."""
    if isinstance(store.engine.where, Path):
        path = store.engine.where
        return b"".join(one.read_bytes() for one in path.parent.glob(f"{path.name}*"))
    return repr(
        [store.rows(f"SELECT * FROM {name}") for name in tables(store)]  # noqa: S608
    ).encode()


def tables(store: Store) -> list[str]:
    """The names of our tables."""
    sql = (
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE "
        "'%sqlite%'"
    )
    if not isinstance(store.engine.where, Path):
        sql = "SELECT relname FROM pg_class WHERE relkind = 'r' AND relname <> 'counts'"
        sql += " AND relnamespace = 'public'::regnamespace"
    return sorted(name for (name,) in store.rows(sql))


def without(other: Any, guard: str, table: str) -> None:
    """Take a guard away."""
    is_file = isinstance(other, sqlite3.Connection)
    of = "" if is_file else f" ON {table}"
    other.execute(f"DROP TRIGGER {guard}{of}")


def refusals() -> tuple[type[Exception], ...]:
    """What a database raises that refuses a statement for what is in it."""
    try:
        import psycopg
    except ImportError:
        return (sqlite3.IntegrityError,)
    return (sqlite3.IntegrityError, psycopg.IntegrityError, psycopg.DataError)


@contextmanager
def another_program(where: Where | Store) -> Iterator[Any]:
    """A connection to a database with none of our settings; what it does is kept at
    once."""
    if isinstance(where, Store):
        where = where.engine.where
    if isinstance(where, Path):
        other = sqlite3.connect(where, isolation_level=None)
        try:
            yield other
        finally:
            other.close()
        return
    import psycopg

    from scorekeeper.store.postgresql import Translating

    with psycopg.connect(where, autocommit=True) as connection:
        yield Translating(connection)
