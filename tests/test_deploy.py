"""What docs/hosting.md hands out: the proxy's configuration plays, the units hold what
they say."""

import os
import re
import shlex
import shutil
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from http.cookies import SimpleCookie
from pathlib import Path
from typing import IO
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest
from click import Context
from click.testing import CliRunner

from benchmarks.evenings import header, seated, stamp
from scorekeeper.__main__ import main
from scorekeeper.serve import DRAINING
from scorekeeper.store import ADDRESS, FILE_NAME, Store
from scorekeeper.tables.session import Session
from tests.conftest import ROOT, free_port, wait_for
from tests.proof.container import COMPOSED, refused_by_compose

DEPLOY = ROOT / "deploy"
CONTAINER = (DEPLOY / "Containerfile").read_text()
HEALTHY = DEPLOY / "healthy.py"
UNITS = sorted(DEPLOY.glob("*.service"))
CADDY = shutil.which("caddy", path=f"{os.environ['PATH']}:{ROOT}/.tools/debian/usr/bin")
ANALYZE = shutil.which("systemd-analyze")
PATIENCE = 60.0


@dataclass(frozen=True)
class Proxied:
    """The proxy's ports for TLS and without, whom to trust, and what stops a node and
    starts it."""

    port: int
    plain: int
    trust: ssl.SSLContext
    again: Callable[[int], None]


# Long: servers and the proxy before them, begun and ended in one place.
@pytest.fixture(scope="module", params=["one node", "two nodes"])
def proxied(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator["Proxied"]:
    """A public server behind our Caddyfile, or two over PostgreSQL."""
    if not CADDY:
        pytest.skip(
            "no Caddy here; ./test fetches it where Debian's packages are at hand"
        )
    home = tmp_path_factory.mktemp("caddy")
    port = free_port()
    plain = free_port()
    public = f"https://localhost:{port}"
    is_one = request.param == "one node"
    settings = {"SCOREKEEPER_PUBLIC_URL": public}
    if not is_one:
        settings[ADDRESS] = request.getfixturevalue("cluster").database()
    ports = [free_port() for _ in range(1 if is_one else 2)]
    folders = [Path(tempfile.mkdtemp(prefix="sk-data-")) for _ in ports]

    def begun(node: int) -> subprocess.Popen[bytes]:
        # the other's database lies elsewhere
        command = confined(folders[node]) if is_one else []
        serve = ["-m", "scorekeeper", "serve", "--port", str(ports[node])]
        command += [sys.executable, *serve]
        env = {**os.environ, **settings, **own_folder(folders[node])}
        return subprocess.Popen(command, env=env, cwd=ROOT, stdout=subprocess.DEVNULL)

    def again(node: int) -> None:
        servers[node].terminate()
        assert servers[node].wait(PATIENCE) == 0, "it did not stop by itself"
        servers[node] = begun(node)
        wait_for(health_of(ports[node]), servers[node])

    servers = [begun(node) for node in range(len(ports))]
    said = (home / "said").open("w+")
    names = {
        "NAME": f"localhost:{port}",
        "HTTP_PORT": str(plain),
        "HTTPS_PORT": str(port),
        "SERVER": " ".join(f"127.0.0.1:{own}" for own in ports),
    }
    passing_on = caddy(home, names, said)
    root = home / "caddy/pki/authorities/local/root.crt"
    with ExitStack() as held, said, passing_on as proxy:
        try:
            for own, server in zip(ports, servers, strict=True):
                held.enter_context(server)
                wait_for(health_of(own), server)
            wait_for_proxy(proxy, f"{public}/", root, said)
            check_health(ports[0], public)
            yield Proxied(port, plain, trusting(root), again)
        finally:
            proxy.terminate()
            for server in servers:
                server.terminate()
                server.wait(PATIENCE)
            for folder in folders:
                shutil.rmtree(folder)


def caddy(home: Path, names: dict[str, str], said: IO[str]) -> subprocess.Popen[bytes]:
    """Caddy with our Caddyfile, which these `names` fill in; it keeps what it has in
    `home`."""
    assert CADDY
    config = ["--config", str(DEPLOY / "Caddyfile"), "--adapter", "caddyfile"]
    env = {"HOME": str(home), "XDG_DATA_HOME": str(home), **names}
    return subprocess.Popen([CADDY, "run", *config], env=env, stderr=said)


def health_of(port: int) -> str:
    return f"http://127.0.0.1:{port}/healthz"


def trusting(root: Path) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(root))


def check_health(port: int, public: str) -> None:
    """The health check knows the server by its port and by its public address."""
    assert is_alive(port, public) and is_alive(port, f"{public}/")
    assert not is_alive(free_port(), public)
    assert not is_alive(port, "https://another.example")


def wait_for_proxy(
    proxy: subprocess.Popen[bytes], url: str, root: Path, said: IO[str]
) -> None:
    """Wait until it has made its `root` certificate and passes on."""
    latest = time.monotonic() + PATIENCE
    while not (root.exists() and is_answering(url, root)):
        if proxy.poll() is not None or time.monotonic() > latest:
            said.seek(0)
            pytest.fail(f"the proxy did not answer: {said.read()[-4000:]}")
        time.sleep(0.05)


def own_folder(data: Path) -> dict[str, str]:
    return {"SCOREKEEPER_INSTANCE": str(data), "SCOREKEEPER_TEMPLATES": ""}


def confined(data: Path) -> list[str]:
    """What has a command run as in the container, where this user can have that: as
    another user, without capabilities, to whom the program's folder is read-only;
    `data` is its own."""
    user = re.search(r"--uid (\d+)", CONTAINER)
    assert user
    alone = "mount --bind . . && mount -o remount,ro,bind . && cd . && exec setpriv"
    alone += f" --reuid={user[1]} --regid={user[1]} --clear-groups --bounding-set=-all"
    prefix = ["unshare", "--mount", "sh", "-c", f'{alone} --inh-caps=-all "$@"', "sh"]
    tries = [*prefix, sys.executable, "-c", "open('x', 'w')"]
    said = subprocess.run(
        tries, cwd=ROOT, capture_output=True, text=True, check=False
    ).stderr
    if "Read-only file system" not in said:
        return []
    shutil.chown(data, int(user[1]), int(user[1]))
    return prefix


def is_alive(port: int, public: str) -> bool:
    """What the container's own check says of a server at this port."""
    command = [sys.executable, str(HEALTHY), str(port)]
    env = {**os.environ, "SCOREKEEPER_PUBLIC_URL": public}
    return not subprocess.run(
        command, env=env, capture_output=True, check=False
    ).returncode


def is_answering(url: str, root: Path) -> bool:
    trust = ssl.create_default_context(cafile=str(root))
    with suppress(OSError), urlopen(url, timeout=60, context=trust):
        return True
    return False


class Browser:
    """Keeps cookies, and a line to the proxy."""

    def __init__(self, port: int, trust: ssl.SSLContext) -> None:
        self.port = port
        self.trust = trust
        self.cookies = SimpleCookie()

    @contextmanager
    def asked(self, way: str, path: str, **fields: str) -> Iterator[HTTPResponse]:
        """The answer, while its line is open."""
        kept = "; ".join(f"{name}={one.value}" for name, one in self.cookies.items())
        home = f"https://localhost:{self.port}"
        headers = {"Cookie": kept, "Origin": home, "Referer": home + path}
        if fields:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        line = HTTPSConnection(
            "localhost", self.port, timeout=PATIENCE, context=self.trust
        )
        with closing(line):
            line.request(way, path, urlencode(fields) if fields else None, headers)
            with line.getresponse() as answer:
                for said in answer.headers.get_all("Set-Cookie", []):
                    assert said.startswith("__Host-") and "; Secure" in said
                    self.cookies.load(said)
                yield answer


def opened(browser: Browser) -> str:
    """The address of a table of contract bridge that this browser opened."""
    with browser.asked("GET", "/new/bridge") as answer:
        assert answer.status == 200
        page = answer.read().decode()
    seats = re.findall(r'name="(seat[^"]+)"', page)
    people = dict(zip(seats, ("Ingrid", "Tom", "Priya", "Marek"), strict=False))
    with browser.asked("POST", "/new/bridge", **hidden(page), **people) as answer:
        assert answer.status == 303
        return re.sub(r"^https://[^/]+", "", str(answer.headers["Location"]))


def hidden(page: str) -> dict[str, str]:
    return dict(
        re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', page)
    )


def test_a_table_is_opened_through_the_proxy_and_its_news_come_at_once(
    proxied: Proxied,
) -> None:
    browser = Browser(proxied.port, proxied.trust)
    with browser.asked("GET", opened(browser) + "live") as news:
        assert news.status == 200
        assert str(news.headers["Content-Type"]).startswith("text/event-stream")
        assert news.read1(100), (
            "what is said first is passed on while the stream is open"
        )


@pytest.mark.parametrize("proxied", ["two nodes"], indirect=True)
def test_a_table_plays_on_while_one_node_after_the_other_is_started_anew(
    proxied: Proxied,
) -> None:
    browser = Browser(proxied.port, proxied.trust)
    table = opened(browser)
    stopped = threading.Event()
    sent = 0
    with ThreadPoolExecutor(1) as pool:
        playing = pool.submit(played, browser, table, stopped)
        try:
            for node in (0, 1, 0):
                proxied.again(node)
        finally:
            stopped.set()
        sent = playing.result(2 * PATIENCE)
    with browser.asked("GET", table + "sheet.csv") as answer:
        rows = answer.read().decode().splitlines()
    assert sent > 2
    assert len({tuple(row.split(",")[:2]) for row in rows if "3NT made" in row}) == sent


def played(browser: Browser, table: str, stopped: threading.Event) -> int:
    """How many deals were entered until it was stopped; each page has to come, and a
    form that was not answered for is sent again under its key, as phones do."""
    sent = 0
    entry = f"{table}enter/quick"
    deal = {"level": "3", "denomination": "NT", "declarer": "N", "tricks": "9"}
    while not stopped.is_set():
        with browser.asked("GET", table + "?form=quick") as answer:
            assert answer.status == 200
            form = hidden(answer.read().decode())
        is_taken = False
        while not is_taken:
            time.sleep(0.6)  # what is sent without a pause is refused (429)
            with suppress(OSError), browser.asked("POST", entry, **form, **deal) as one:
                assert one.status in {303, 429, 502, 503}, one.read()
                is_taken = one.status == 303
        sent += 1
    return sent


def test_who_comes_without_tls_is_sent_to_it(proxied: Proxied) -> None:
    with closing(HTTPConnection("localhost", proxied.plain, timeout=PATIENCE)) as line:
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
    for check in (("verify",), ("security", "--offline=yes", "--threshold=13")):
        command = [str(ANALYZE), *check, str(tmp_path / unit.name)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout[-600:] + done.stderr


def test_the_units_call_what_there_is() -> None:
    for line in re.findall(
        r"(?m)^ExecStart=/opt/scorekeeper/bin/scorekeeper (\S+)", _units()
    ):
        assert main.get_command(Context(main), line)
    assert set(re.findall(r"Environment=(\w+)", _units())) == {"SCOREKEEPER_INSTANCE"}


def _units() -> str:
    return "\n".join(unit.read_text() for unit in UNITS)


def test_a_path_is_refused_at_the_start_and_in_words(
    instance: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_PUBLIC_URL", "https://club.example/cards/")
    answer = CliRunner().invoke(main, ["serve"])
    assert answer.exit_code == 1 and not instance.exists()
    assert "its cookies" in answer.output and "not under a path" in answer.output
    said = (ROOT / "docs" / "hosting.md").read_text()
    assert "A path such as `/cards/` is refused at the start" in said
    assert "cards.club.example" in said, "what instead"


def services(name: str) -> dict[str, str]:
    """What a file of Compose says of each service, as it stands there; a reference is
    followed."""
    told = (DEPLOY / name).read_text()
    parts = re.split(r"(?m)^(?=\S)", told)
    (listed,) = (part for part in parts if part.startswith("services:"))
    shared = "".join(part for part in parts if part.startswith("x-node: &node"))
    found = re.findall(r"(?ms)^  (\w+):(.*?)(?=^  \w|\Z)", listed)
    return {
        service: shared if said.strip() == "*node" else said for service, said in found
    }


def networks(service: str) -> set[str]:
    """The networks that a service is in."""
    found = re.search(r"(?m)^ +networks: \[(.+)\]$", service)
    return set(found[1].split(", ")) if found else set()


OURS = [("compose.yaml", "scorekeeper"), ("club.yaml", "one"), ("club.yaml", "two")]
EVERY = [
    (name, service)
    for name in ("compose.yaml", "club.yaml")
    for service in services(name)
]


def test_every_service_is_looked_at() -> None:
    assert set(EVERY) == {
        *OURS,
        *((name, "caddy") for name, _ in OURS),
        ("club.yaml", "database"),
    }


@pytest.mark.parametrize(("name", "service"), OURS)
def test_a_container_of_ours_may_write_to_its_data_alone(
    name: str, service: str
) -> None:
    told = services(name)[service]
    assert "read_only: true" in told and "cap_drop: [ALL]" in told
    assert "no-new-privileges:true" in told
    assert "USER scorekeeper" in CONTAINER
    user = re.search(r"--uid (\d+)", CONTAINER)
    assert user
    assert '"data:/data"' in told or f"/data:uid={user[1]},mode=0700" in told


@pytest.mark.parametrize(("name", "service"), OURS)
def test_a_container_of_ours_has_time_to_stop_and_is_asked_whether_it_is_well(
    name: str, service: str
) -> None:
    told = services(name)[service]
    assert 'test: ["CMD", "/app/bin/python", "/app/healthy.py"]' in told
    assert "deploy/healthy.py /app/healthy.py" in CONTAINER
    assert "\nHEALTHCHECK" not in CONTAINER, "images of the OCI format lose it"
    grace = re.search(r"stop_grace_period: (\d+)s", told)
    assert grace and int(grace[1]) > DRAINING


@pytest.mark.parametrize(("name", "service"), EVERY)
def test_a_container_has_bounds(name: str, service: str) -> None:
    told = services(name)[service]
    assert re.search(r"(?m)^ +mem_limit: \d+[mg]$", told)
    assert re.search(r"(?m)^ +pids_limit: \d+$", told)


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_a_unit_has_bounds(unit: Path) -> None:
    told = unit.read_text()
    assert re.search(r"(?m)^MemoryMax=\d+G$", told) and re.search(
        r"(?m)^TasksMax=\d+$", told
    )


@pytest.mark.parametrize("name", ["compose.yaml", "club.yaml"])
def test_only_the_proxy_has_a_way_out_and_none_to_the_database(name: str) -> None:
    told = (DEPLOY / name).read_text()
    assert networks(services(name)["caddy"]) == {"inside", "outside"}
    for service in set(services(name)) - {"caddy"}:
        joined = networks(services(name)[service])
        assert joined and joined <= {"inside", "database"}
        assert "ports:" not in services(name)[service]
        for network in joined:
            assert re.search(rf"(?m)^  {network}:.*\n    internal: true$", told)
    if name == "club.yaml":
        assert networks(services(name)["database"]) == {"database"}
    subnet = re.search(r"SCOREKEEPER_PROXIES: (\S+)", told)
    assert subnet and f"subnet: {subnet[1]}" in told


def test_every_image_is_named_by_its_digest() -> None:
    bases = re.findall(r"(?m)^FROM (\S+)", CONTAINER)
    assert bases and set(bases) == {"${BASE}"}
    named = re.findall(r"(?m)^ARG BASE=(\S+)$", CONTAINER)
    assert len(named) == 1
    for name in ("compose.yaml", "club.yaml"):
        named += re.findall(r"(?m)^ +image: (\S+)$", (DEPLOY / name).read_text())
    assert len(named) == 4
    for image in named:
        assert re.fullmatch(
            r"docker\.io/library/\w+:[\w.-]+@sha256:[0-9a-f]{64}", image
        )


def test_what_is_installed_in_the_image_is_pinned_by_hash() -> None:
    assert "--require-hashes -r /src/tools/uv.txt" in CONTAINER
    assert "uv sync --quiet --frozen --no-dev" in CONTAINER
    assert len(re.findall("pip install", CONTAINER)) == 1


@pytest.mark.skipif(not shutil.which("docker-compose"), reason="no docker-compose here")
@pytest.mark.parametrize("name", COMPOSED)
def test_compose_takes_the_file(name: str, tmp_path: Path) -> None:
    assert refused_by_compose(DEPLOY / name) == ""
    broken = tmp_path / name
    broken.write_text(
        (DEPLOY / name).read_text().replace("pids_limit:", "process_limit:")
    )
    assert "process_limit" in refused_by_compose(broken)


@pytest.mark.skipif(not ANALYZE, reason="no systemd here")
def test_the_timer_starts_what_there_is() -> None:
    timer = DEPLOY / "scorekeeper-backup.timer"
    when = re.search(r"(?m)^OnCalendar=(.+)$", timer.read_text())
    assert when and timer.with_suffix(".service").exists()
    done = subprocess.run(
        [str(ANALYZE), "calendar", when[1]], capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_what_the_timer_copies_is_restored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lines of the unit, as they stand there but for the folders."""
    one = tmp_path / "one"
    other = tmp_path / "other"
    copies = tmp_path / "copies"
    copies.mkdir()
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(one))
    store = Store(one / FILE_NAME)
    store.create(header("evening"), seated().entries, stamp("open"))
    head = one_of(store).head
    store.close()
    unit = (DEPLOY / "scorekeeper-backup.service").read_text()
    for line in re.findall(r"(?m)^ExecStart=(.+)$", unit):
        program, *words = shlex.split(
            line.replace("/var/lib/scorekeeper-backup", str(copies))
        )
        if program.endswith("scorekeeper"):
            assert CliRunner().invoke(main, words).exit_code == 0
        else:
            subprocess.run([program, *words], check=True)
    (copy,) = copies.glob("*.db")
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(other))
    assert CliRunner().invoke(main, ["restore", str(copy)]).exit_code == 0
    store = Store(other / FILE_NAME)
    assert one_of(store).head == head
    store.close()


def one_of(store: Store) -> Session:
    session = store.open("evening")
    assert session is not None
    return session
