"""The pocket in Firefox, which is told what to do by its own remote protocol,
Marionette."""

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from benchmarks.pocket import Group
from tests.proof.broken import Broken

PATIENCE = 90.0
SETTINGS = """
user_pref("marionette.port", 0);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.update.enabled", false);
"""
ASKED = """const done = arguments[arguments.length - 1];
(async (given) => (%s)(given))(arguments[0]).then(done, (fault) => done({fault: `${fault}`}));"""
SHOWN = "document.getElementById('app').contentWindow.location.href"


class FirefoxPage:
    """The page that stays, of which is asked what is asked of PocketPage: from it the
    program's own pages are fetched as from the frame in it."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self._heard = b""
        self._sent = 0
        self.shell = self.frame = self

    def tell(self, command: str, **given: Any) -> Any:
        """What Firefox answers to a command. Raises Broken."""
        self._sent += 1
        message = json.dumps([0, self._sent, command, given]).encode()
        self._line.sendall(b"%d:%b" % (len(message), message))
        _, _, fault, answer = self.hear()
        if fault:
            raise Broken(f"{command}: {fault['message']}")
        return answer

    def hear(self) -> Any:
        """The next message: its length, a colon, and JSON."""
        while b":" not in self._heard:
            self._more()
        length, _, self._heard = self._heard.partition(b":")
        while len(self._heard) < int(length):
            self._more()
        message = self._heard[: int(length)]
        self._heard = self._heard[int(length) :]
        return json.loads(message)

    def _more(self) -> None:
        part = self._line.recv(65536)
        if not part:
            raise Broken("Firefox is gone")
        self._heard += part

    def start(self, url: str) -> None:
        """Open the program where it was left."""
        self.tell("WebDriver:Navigate", url=f"{url}/")

    def ready(self) -> None:
        """Wait until Python answers."""
        self.wait_for_selector("html[data-ready]")

    def wait_for_selector(self, selector: str) -> None:
        """Wait until such a thing is on the page. Raises Broken."""
        self.wait_until(f"document.querySelector({json.dumps(selector)})")

    def wait_for_url(self, pattern: str) -> None:
        """Wait until the frame shows an address that begins like this. Raises
        Broken."""
        self.wait_until(f"{SHOWN}.startsWith({json.dumps(pattern.rstrip('*'))})")

    def wait_until(self, asked: str) -> None:
        """Wait until this is so of the page. Raises Broken."""
        latest = time.monotonic() + PATIENCE
        while not self.evaluate(f"() => !!({asked})"):
            if time.monotonic() > latest:
                shown = self.evaluate("() => document.body.innerText")
                raise Broken(f"not in {PATIENCE} s: {asked}; the page says {shown!r}")
            time.sleep(0.05)

    def evaluate(self, function: str, given: Any = None) -> Any:
        """What a function of JavaScript gives for this. Raises Broken."""
        answer = self.tell(
            "WebDriver:ExecuteAsyncScript", script=ASKED % function, args=[given]
        )
        value = answer["value"]
        if isinstance(value, dict) and "fault" in value:
            raise Broken(value["fault"])
        return value

    def open_tab(self) -> None:
        """Go on in a new tab beside this one."""
        made = self.tell("WebDriver:NewWindow", type="tab")
        self.tell("WebDriver:SwitchToWindow", handle=made["handle"])


def program() -> str:
    """The Firefox of this computer, or the one that FIREFOX names; "" where there is
    none."""
    names = (os.environ.get("FIREFOX") or "firefox-esr", "firefox")
    return next(filter(None, map(shutil.which, names)), "")


# Long: one browser, begun and ended in one place.
@contextmanager
def firefox(profile: Path) -> Iterator[tuple[FirefoxPage, Group]]:
    """A Firefox that keeps what it has in `profile`: its page, and the group of its
    processes."""
    profile.mkdir(exist_ok=True)
    (profile / "user.js").write_text(SETTINGS)
    port = profile / "MarionetteActivePort"
    port.unlink(missing_ok=True)
    command = [
        program(),
        "--headless",
        "--marionette",
        "--no-remote",
        "--profile",
        str(profile),
    ]
    env = os.environ | {"HOME": str(profile)}
    quiet = subprocess.DEVNULL
    started = subprocess.Popen(
        command, env=env, stdout=quiet, stderr=quiet, start_new_session=True
    )
    group = Group(started)
    try:
        latest = time.monotonic() + PATIENCE
        while not (port.exists() and port.read_text().strip()):
            if started.poll() is not None or time.monotonic() > latest:
                raise Broken(f"{command[0]} did not start")
            time.sleep(0.05)
        with closing(
            socket.create_connection(("127.0.0.1", int(port.read_text())))
        ) as line:
            line.settimeout(PATIENCE)
            page = FirefoxPage(line)
            page.hear()
            timeouts = {
                "script": int(PATIENCE * 1000),
                "pageLoad": int(PATIENCE * 1000),
            }
            page.tell(
                "WebDriver:NewSession",
                capabilities={"alwaysMatch": {"timeouts": timeouts}},
            )
            yield page, group
    finally:
        group.kill()
