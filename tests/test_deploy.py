"""What docs/hosting.md hands out: the proxy's configuration plays, the units hold what they say."""

import os
import re
import shutil
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest
from click import Context

from scorekeeper.cli import main
from tests.conftest import ROOT, free_port, wait_for

DEPLOY = ROOT / "deploy"
UNITS = sorted(DEPLOY.glob("*.service"))
CADDY = shutil.which("caddy", path=f"{os.environ['PATH']}:{ROOT}/.tools/debian/usr/bin")
ANALYZE = shutil.which("systemd-analyze")
PATIENCE = 20.0


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, int, ssl.SSLContext]]:
    """A public server behind our Caddyfile; yields its ports for TLS and without, and whom to
    trust."""
    if not CADDY:
        pytest.skip("no Caddy here; ./test fetches it where Debian's packages are at hand")
    home, port, plain = tmp_path_factory.mktemp("caddy"), free_port(), free_port()
    public = f"https://localhost:{port}"
    own, folder = free_port(), tmp_path_factory.mktemp("instance")
    settings = {"SCOREKEEPER_INSTANCE": str(folder), "SCOREKEEPER_PUBLIC_URL": public}
    serving = subprocess.Popen(
        [sys.executable, "-m", "scorekeeper", "serve", "--port", str(own)],
        env={**os.environ, **settings},
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
    )
    passing_on = subprocess.Popen(
        [CADDY, "run", "--config", str(DEPLOY / "Caddyfile"), "--adapter", "caddyfile"],
        env={
            "HOME": str(home),
            "XDG_DATA_HOME": str(home),
            "NAME": f"localhost:{port}",
            "HTTP_PORT": str(plain),
            "HTTPS_PORT": str(port),
            "SERVER": f"127.0.0.1:{own}",
        },
        stderr=subprocess.DEVNULL,
    )
    root = home / "caddy/pki/authorities/local/root.crt"
    with serving as server, passing_on as proxy:
        try:
            wait_for(f"http://127.0.0.1:{own}/healthz", server)
            latest = time.monotonic() + PATIENCE
            while not (root.exists() and is_answering(f"https://localhost:{port}/", root)):
                assert time.monotonic() < latest, "the proxy did not answer"
                time.sleep(0.05)
            yield port, plain, ssl.create_default_context(cafile=str(root))
        finally:
            proxy.terminate()
            server.terminate()


def is_answering(url: str, root: Path) -> bool:
    with suppress(OSError), urlopen(url, context=ssl.create_default_context(cafile=str(root))):
        return True
    return False


class Browser:
    """Keeps cookies, and a line to the proxy."""

    def __init__(self, port: int, trust: ssl.SSLContext) -> None:
        self.port, self.trust, self.cookies = port, trust, SimpleCookie()

    @contextmanager
    def asked(self, way: str, path: str, **fields: str) -> Iterator[HTTPResponse]:
        """The answer, while its line is open."""
        kept = "; ".join(f"{name}={one.value}" for name, one in self.cookies.items())
        home = f"https://localhost:{self.port}"
        headers = {"Cookie": kept, "Origin": home, "Referer": home + path}
        if fields:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        line = HTTPSConnection("localhost", self.port, timeout=PATIENCE, context=self.trust)
        with closing(line):
            line.request(way, path, urlencode(fields) if fields else None, headers)
            with line.getresponse() as answer:
                for said in answer.headers.get_all("Set-Cookie", []):
                    assert said.startswith("__Host-") and "; Secure" in said
                    self.cookies.load(said)
                yield answer


def test_a_table_is_opened_through_the_proxy_and_its_news_come_at_once(
    proxied: tuple[int, int, ssl.SSLContext],
) -> None:
    port, _, trust = proxied
    browser = Browser(port, trust)
    with browser.asked("GET", "/new/bridge") as answer:
        assert answer.status == 200
        page = answer.read().decode()
    hidden = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', page)
    seats = re.findall(r'name="(seat[^"]+)"', page)
    people = dict(zip(seats, ("Ingrid", "Tom", "Priya", "Marek"), strict=False))
    with browser.asked("POST", "/new/bridge", **dict(hidden), **people) as answer:
        assert answer.status == 303
        table = re.sub(r"^https://[^/]+", "", str(answer.headers["Location"]))
    with browser.asked("GET", table + "live") as news:
        assert news.status == 200
        assert str(news.headers["Content-Type"]).startswith("text/event-stream")
        assert news.read1(100), "what is said first is passed on while the stream is open"


def test_who_comes_without_tls_is_sent_to_it(proxied: tuple[int, int, ssl.SSLContext]) -> None:
    _, plain, _ = proxied
    with closing(HTTPConnection("localhost", plain, timeout=PATIENCE)) as line:
        line.request("GET", "/")
        with line.getresponse() as answer:
            assert answer.status in (301, 308)
            assert str(answer.headers["Location"]).startswith("https://localhost")


@pytest.mark.skipif(not ANALYZE, reason="no systemd here")
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_a_unit_is_sound_and_may_do_little(unit: Path, tmp_path: Path) -> None:
    installed = Path(sys.executable).parent / "scorekeeper"
    text = unit.read_text().replace("/opt/scorekeeper/bin/scorekeeper", str(installed))
    (tmp_path / unit.name).write_text(text)
    for check in (("verify",), ("security", "--offline=yes", "--threshold=15")):
        command = [str(ANALYZE), *check, str(tmp_path / unit.name)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout[-600:] + done.stderr


def test_the_units_call_what_there_is() -> None:
    for line in re.findall(r"(?m)^ExecStart=/opt/scorekeeper/bin/scorekeeper (\S+)", _units()):
        assert main.get_command(Context(main), line)
    assert set(re.findall(r"Environment=(\w+)", _units())) == {"SCOREKEEPER_INSTANCE"}


def _units() -> str:
    return "\n".join(unit.read_text() for unit in UNITS)
