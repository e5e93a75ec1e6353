"""The served program, to be killed and started again at the same address."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from tests.conftest import free_port
from tests.proof.broken import Broken

HOST = "127.0.0.1"
PATIENCE = 60.0


class Served:
    """Scorekeeper as ./run starts it, on this computer only, in a process group of its
    own.

    Sheets are printed ahead only where asked for: they are another proof's matter. No
    limits but where asked for: all come from one address, and enter faster than any
    hand. `door`: one that is left open, see opened.py. `database`: the address of the
    one that `processes` share.
    """

    def __init__(
        self,
        instance: Path,
        streams: int,
        is_printing: bool = False,
        *,
        is_limited: bool = False,
        door: str = "",
        database: str = "",
    ) -> None:
        self.instance = instance
        self._options = ("--streams", str(streams))
        self.processes = 2 if database else 1
        self._program = ("tests.proof.opened", door) if door else ("scorekeeper",)
        self._settings = {
            "SCOREKEEPER_DATABASE": database,
            "SCOREKEEPER_MAKE_AHEAD": "true" if is_printing else "false",
            "SCOREKEEPER_RATELIMIT_ENABLED": "true" if is_limited else "false",
        }
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> "Served":
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.end(signal.SIGKILL)

    @property
    def pid(self) -> int:
        """The process that others were forked from."""
        assert self._process is not None
        return self._process.pid

    @property
    def worker(self) -> int:
        """The process that serves, or the first of them."""
        return int(
            Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()[0]
        )

    def start(self) -> None:
        """Start it, and wait until it answers. Raises Broken when it does not."""
        where = ["--host", HOST, "--port", str(self.port)]
        self._process = subprocess.Popen(
            [sys.executable, "-m", *self._program, "serve", *where, *self._options],
            env={
                **os.environ,
                "SCOREKEEPER_INSTANCE": str(self.instance),
                "SCOREKEEPER_PROCESSES": str(self.processes),
                **self._settings,
            },
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        latest = time.monotonic() + PATIENCE
        while time.monotonic() < latest and self._process.poll() is None:
            line = HTTPConnection(HOST, self.port, timeout=PATIENCE)
            try:
                line.request("GET", "/")
                line.getresponse()
            except (OSError, HTTPException):
                time.sleep(0.03)
            else:
                return
            finally:
                line.close()
        raise Broken(
            f"the server does not answer; it ended with {self._process.poll()}"
        )

    def tell(self, what: signal.Signals) -> None:
        """Send a signal to the whole group."""
        os.killpg(self.pid, what)

    def end(self, how: signal.Signals) -> None:
        """End it with this signal, and wait until it is gone."""
        if self._process is None:
            return
        if self._process.poll() is None:
            self.tell(how)
        self._process.wait(PATIENCE)
        with suppress(ProcessLookupError):
            self.tell(signal.SIGKILL)  # what it may have left behind
        self._process = None
