"""The container: its image is built without a daemon and without a registry, over a
Debian that is made here, and run as its own user on a read-only root. Needs root on
Linux."""

import json
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from http.client import HTTPConnection, HTTPResponse
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from tests.conftest import ROOT, free_port
from tests.exports.printed import read_pdf
from tests.proof.broken import Broken

DEPLOY = ROOT / "deploy"
CONTAINERFILE = DEPLOY / "Containerfile"
COMPOSED = ("compose.yaml", "club.yaml")
COMPOSE = (DEPLOY / "compose.yaml").read_text()
PROBE = ROOT / "tests/proof/inside.py"
TOOLS = ("buildah", "mmdebstrap", "docker-compose")
NAME = "cards.example"
PEOPLE = ("Ingrid", "Tom", "Łucja", "Jörg")
DEAL = {"level": "3", "denomination": "NT", "declarer": "N", "tricks": "9"}
PATIENCE = 90.0
MB = 1_000_000
LARGEST = 260
OURS = 110
"""MB of the whole image, and of what is Scorekeeper and its Python packages."""
AUTHORITIES = Path("/etc/ssl/certs/ca-certificates.crt")
WRITABLE = {"/data", "/tmp"}  # noqa: S108 - a place in the container
OPEN_TO_ALL = WRITABLE | {"/var/tmp", "/run/lock"}  # noqa: S108
"""Where Debian lets everybody write, if the root is not read-only."""
INSIDE = """
set -e
for group in $GROUPS_OF_CONTROL; do echo $$ > "$group/cgroup.procs"; done
exec unshare --mount --pid --fork --kill-child sh -e -c '
  root=$1; data=$2; user=$3; shift 3
  mount --bind "$root" "$root"
  mount -t proc proc "$root/proc"
  mount -t tmpfs -o mode=0755 tmpfs "$root/dev"
  for device in null zero full random urandom; do
    touch "$root/dev/$device"; mount --bind "/dev/$device" "$root/dev/$device"
  done
  mkdir "$root/dev/shm"; mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
  mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
  mount --bind "$data" "$root/data"
  mount -o remount,ro,bind "$root"
  mount -o remount,ro "$root/dev"
  exec chroot "$root" setpriv --reuid="$user" --regid="$user" --clear-groups \\
    --bounding-set=-all --inh-caps=-all --no-new-privs "$@"' sh "$@"
"""
"""Runs a command as Docker would by compose.yaml, but for the network: as the user,
without a capability, in a process space of its own, on a root where /data and /tmp
alone can be written."""


def missing() -> str:
    """What this machine lacks for the proof, in words; nothing where it can be made."""
    if sys.platform != "linux" or os.geteuid() != 0:
        return "an image is built and run by root on Linux alone"
    lacking = [tool for tool in TOOLS if not shutil.which(tool)]
    return (
        f"no {', '.join(lacking)} here: apt install {' '.join(lacking)}"
        if lacking
        else ""
    )


def refused_by_compose(file: Path) -> str:
    """What Compose says against this file; nothing where it takes it. No daemon is
    asked."""
    settings = os.environ | {"NAME": NAME, "PASSWORD": "secret"}
    command = ["docker-compose", "--file", str(file), "config", "--quiet"]
    done = subprocess.run(
        command, env=settings, capture_output=True, text=True, check=False
    )
    return done.stderr if done.returncode else ""


class Image:
    """The image of the Containerfile, in a store of images of its own below a
    folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.root = Path()
        self.settings: dict[str, str] = {}
        self.command: list[str] = []

    # Long: one image, built step by step.
    def make(self) -> Iterator[str]:
        """Build the base, then the image, and mount it. Raises Broken where a step
        fails."""
        start = time.monotonic()
        debian = self._folder / "debian.tar"
        told = CONTAINERFILE.read_text()
        release = re.search(r"^ARG BASE=\S+/debian:(\d+)", told, re.M)
        if not release or release[1] != "13":
            raise Broken(
                "the Containerfile's base is not Debian 13, which this proof makes"
            )
        thin = [
            f"path-exclude=/usr/share/{name}/*"
            for name in ("man", "info", "locale", "doc")
        ]
        thin.append("path-include=/usr/share/doc/*/copyright")
        _done(
            ["mmdebstrap", "--quiet", "--variant=minbase"]
            + [f"--dpkgopt={line}" for line in thin]
            + ["trixie", str(debian)]
        )
        base = self._said("from", "scratch")
        self._said("add", "--quiet", base, str(debian), "/")
        self._said("commit", "--quiet", "--rm", base, "localhost/debian")
        debian.unlink()
        yield f"the base, Debian 13, in {time.monotonic() - start:.0f} s"
        start = time.monotonic()
        self._said(
            *("build", "--quiet", "--isolation", "chroot", "--pull-never"),
            *("--build-arg", "BASE=localhost/debian", *self._own_authorities()),
            *("--file", str(CONTAINERFILE), "--tag", "scorekeeper", str(ROOT)),
        )
        yield f"the image over it in {time.monotonic() - start:.0f} s"
        made = self._said("from", "--pull-never", "localhost/scorekeeper")
        self.root = Path(self._said("mount", made))
        config = json.loads(self._said("inspect", made))["OCIv1"]["config"]
        if config.get("User") != "scorekeeper":
            raise Broken(f"the image is run as {config.get('User')!r}")
        self.settings = dict(line.split("=", 1) for line in config["Env"])
        self.command = config["Cmd"]

    def _own_authorities(self) -> list[str]:
        """What this machine trusts beside the public ones: there may be a proxy of its
        own."""
        if not AUTHORITIES.exists():
            return []
        own = self._folder / "authorities"
        own.mkdir()
        shutil.copy(AUTHORITIES, own / "here.crt")
        return ["--volume", f"{own}:/usr/local/share/ca-certificates:ro"]

    def _said(self, *words: str) -> str:
        places = [
            "--root",
            str(self._folder / "images"),
            "--runroot",
            str(self._folder / "run"),
        ]
        return _done(["buildah", "--storage-driver", "overlay", *places, *words])

    def remove(self) -> None:
        """Unmount it, and take everything away."""
        with suppress(Broken):
            self._said("rm", "--all")
            self._said("rmi", "--all", "--force")

    @property
    def user(self) -> int:
        """The number of its user."""
        found = re.search(
            r"(?m)^scorekeeper:[^:]*:(\d+):", (self.root / "etc/passwd").read_text()
        )
        if not found:
            raise Broken("the image has no user scorekeeper")
        return int(found[1])

    def sizes(self) -> tuple[float, float]:
        """MB of the files in all, and of ours; a file with two names counts once."""
        seen = set[int]()
        everything = 0
        ours = 0
        for path in self._files():
            told = path.lstat()
            if stat.S_ISREG(told.st_mode) and told.st_ino not in seen:
                seen.add(told.st_ino)
                everything += told.st_size
                ours += told.st_size if path.is_relative_to(self.root / "app") else 0
        return everything / MB, ours / MB

    def open_to_its_user(self) -> list[str]:
        """What its user could write to, were the root not read-only."""
        found = set()
        for path in self._files():
            told = path.lstat()
            is_file = stat.S_ISREG(told.st_mode) or stat.S_ISDIR(told.st_mode)
            is_own = self.user in (told.st_uid, told.st_gid)
            if is_file and (is_own or told.st_mode & stat.S_IWOTH):
                found.add("/" + str(path.relative_to(self.root)))
        return sorted(found)

    def _files(self) -> Iterator[Path]:
        for folder, below, files in os.walk(self.root):
            yield from (Path(folder, name) for name in (*below, *files))


def _done(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Broken(
            f"{' '.join(command[:6])} …: {done.stderr[-2000:]}{done.stdout[-500:]}"
        )
    return done.stdout.strip()


class Running:
    """The container's own command on a data folder, with the bounds that compose.yaml
    sets."""

    def __init__(self, image: Image, data: Path, groups: list[Path]) -> None:
        self.port = free_port()
        self.data = data
        self._image = image
        self._groups = groups
        self._said = data.with_suffix(".said")
        self._process: subprocess.Popen[bytes] | None = None

    def inside(self, *command: str, public: str = f"https://{NAME}") -> list[str]:
        """The command by which this one is run inside."""
        given = self._image.settings | {"SCOREKEEPER_PUBLIC_URL": public}
        told = ["env", "-i", *(f"{name}={value}" for name, value in given.items())]
        places = [str(self._image.root), str(self.data), str(self._image.user)]
        return ["sh", "-e", "-c", INSIDE, "sh", *places, *told, *command]

    def asked(
        self, *command: str, said: str = "", **ways: str
    ) -> subprocess.CompletedProcess[str]:
        """What a command says that is run beside the server."""
        return subprocess.run(
            self.inside(*command, **ways),
            input=said,
            capture_output=True,
            text=True,
            check=False,
            env=os.environ | {"GROUPS_OF_CONTROL": ""},
        )

    def start(self) -> float:
        """Start the server; the seconds until it is ready."""
        begun = time.monotonic()
        here = ["--host", "127.0.0.1", "--port", str(self.port)]
        self._process = subprocess.Popen(
            self.inside(*self._image.command, *here),
            env=os.environ | {"GROUPS_OF_CONTROL": " ".join(map(str, self._groups))},
            stdout=self._said.open("ab"),
            stderr=subprocess.STDOUT,
        )
        phone = Phone(self.port)
        while time.monotonic() < begun + PATIENCE:
            with suppress(OSError):
                if phone.asked("GET", "/readyz").status == 200:
                    return time.monotonic() - begun
            if self._process.poll() is not None:
                break
            time.sleep(0.05)
        raise Broken(f"the container is not ready: {self.said[-3000:]}")

    def stop(self) -> float:
        """Tell its first process to end, as Docker does; the seconds until it has."""
        assert self._process is not None
        begun = time.monotonic()
        os.kill(_child_of(self._process.pid), signal.SIGTERM)
        status = self._process.wait(PATIENCE)
        if status:
            raise Broken(f"it ended with {status}: {self.said[-2000:]}")
        return time.monotonic() - begun

    def end(self) -> None:
        """End it however it is. All its processes end with its first one."""
        if self._process and self._process.poll() is None:
            with suppress(Broken, ProcessLookupError):
                os.kill(_child_of(self._process.pid), signal.SIGKILL)
            self._process.kill()
            self._process.wait(PATIENCE)

    def dead(self) -> int:
        """How many processes have ended and were not fetched by their parent."""
        assert self._process is not None
        first = _child_of(self._process.pid)
        space = os.readlink(f"/proc/{first}/ns/pid")
        return sum(_is_dead(path, space) for path in Path("/proc").glob("[0-9]*"))

    @property
    def said(self) -> str:
        """What the server wrote."""
        return self._said.read_text() if self._said.exists() else ""


def _child_of(parent: int) -> int:
    for status in Path("/proc").glob("[0-9]*/status"):
        with suppress(OSError):
            if re.search(rf"(?m)^PPid:\s+{parent}$", status.read_text()):
                return int(status.parent.name)
    raise Broken("the container has no process")


def _is_dead(process: Path, space: str) -> bool:
    with suppress(OSError):
        is_ended = "\nState:\tZ" in (process / "status").read_text()
        return is_ended and os.readlink(process / "ns/pid") == space
    return False


@dataclass(frozen=True)
class Answer:
    """What the server answered."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        """As text."""
        return self.body.decode()


@dataclass
class Phone:
    """Somebody behind the proxy, with cookies."""

    port: int
    language: str = "en"
    _cookies: SimpleCookie = field(default_factory=SimpleCookie)

    def asked(self, way: str, path: str, *, name: str = NAME, **fields: str) -> Answer:
        """The answer to a request that reaches the server by this name."""
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)) as line:
            answer = self.open(line, way, path, name, **fields)
            return Answer(answer.status, dict(answer.headers), answer.read())

    def open(
        self, line: HTTPConnection, way: str, path: str, name: str = NAME, **fields: str
    ) -> HTTPResponse:
        """The answer on this line, which may go on."""
        kept = "; ".join(
            f"{key}={cookie.value}" for key, cookie in self._cookies.items()
        )
        home = f"https://{NAME}"
        headers = {
            "Host": name,
            "X-Forwarded-Proto": "https",
            "X-Forwarded-For": "192.0.2.7",
        }
        headers |= {"Cookie": kept, "Origin": home, "Referer": home + path}
        headers |= {"Accept-Language": self.language}
        if fields:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        line.request(way, path, urlencode(fields) if fields else None, headers)
        answer = line.getresponse()
        for said in answer.headers.get_all("Set-Cookie", []):
            self._cookies.load(said)
        return answer

    def table(self) -> str:
        """The path of a table that it opens."""
        page = self.asked("GET", "/new/bridge").text
        seats = re.findall(r'name="(seat[^"]+)"', page)
        people = dict(zip(seats, PEOPLE, strict=True))
        answer = self.asked("POST", "/new/bridge", **_hidden(page), **people)
        if answer.status != 303:
            raise Broken(f"no table was opened: {answer.status} {answer.text[:500]}")
        return urlsplit(answer.headers["Location"]).path

    def enter(self, table: str) -> None:
        """Enter a deal."""
        form = _hidden(self.asked("GET", f"{table}?form=quick").text)
        answer = self.asked("POST", f"{table}enter/quick", **form, **DEAL)
        if answer.status != 303:
            raise Broken(
                f"the deal was not entered: {answer.status} {answer.text[:500]}"
            )

    def deals(self, table: str) -> int:
        """How many deals the sheet has."""
        rows = self.asked("GET", f"{table}sheet.csv").text.splitlines()
        return len({tuple(row.split(",")[:2]) for row in rows if "3NT made" in row})


def _hidden(page: str) -> dict[str, str]:
    return dict(
        re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', page)
    )


@contextmanager
def bounded(memory: int, processes: int) -> Iterator[list[Path]]:
    """Control groups of this machine with these bounds; none where it lets us make
    none."""
    top = Path("/sys/fs/cgroup")
    name = f"scorekeeper-{os.getpid()}"
    made = list[Path]()
    bounds = {
        "memory.max": memory,
        "memory.limit_in_bytes": memory,
        "pids.max": processes,
    }
    try:
        for group in (top / name, top / "memory" / name, top / "pids" / name):
            if (group.parent / "cgroup.procs").exists():
                with suppress(OSError):
                    group.mkdir()
                    made.append(group)
                    for bound, value in bounds.items():
                        if (group / bound).exists():
                            (group / bound).write_text(str(value))
        yield made
    finally:
        for group in made:
            _take_away(group)


def _take_away(group: Path) -> None:
    """Remove a control group once the last process in it is gone."""
    latest = time.monotonic() + 5
    while group.exists() and time.monotonic() < latest:
        with suppress(OSError):
            group.rmdir()
        time.sleep(0.05)


def most_memory(groups: list[Path]) -> float | None:
    """MB that the container has taken at most, files that it read included."""
    for group in groups:
        for name in ("memory.peak", "memory.max_usage_in_bytes"):
            if (group / name).exists():
                return int((group / name).read_text()) / MB
    return None


def tasks(groups: list[Path]) -> int | None:
    """How many processes and threads it has now."""
    for group in groups:
        if (group / "pids.current").exists():
            return int((group / "pids.current").read_text())
    return None


def told(what: str) -> int:
    """A number that compose.yaml gives the server: bytes, processes or seconds."""
    server = COMPOSE.split("  caddy:\n")[0]
    found = re.search(rf"(?m)^ +{what}: (\d+)([gms]?)$", server)
    if not found:
        raise Broken(f"compose.yaml says no {what}")
    return int(found[1]) * {"g": 1 << 30, "m": 1 << 20}.get(found[2], 1)


def proved(folder: Path) -> Iterator[str]:
    """What was built and seen, line by line. Raises Broken."""
    for name in COMPOSED:
        if refusal := refused_by_compose(DEPLOY / name):
            raise Broken(f"{name}: {refusal}")
    image = Image(folder)
    try:
        yield from image.make()
        yield from _looked_at(image)
        data = folder / "data"
        data.mkdir(mode=0o700)
        os.chown(data, image.user, image.user)
        with bounded(told("mem_limit"), told("pids_limit")) as groups:
            server = Running(image, data, groups)
            yield from _looked_into(server, image.user)
            try:
                yield from _played(server, groups)
            finally:
                server.end()
    finally:
        image.remove()


def _looked_at(image: Image) -> Iterator[str]:
    everything, ours = image.sizes()
    yield f"{everything:.0f} MB, {ours:.0f} of them ours"
    if everything > LARGEST or ours > OURS:
        raise Broken(f"more than {LARGEST} MB, or {OURS} of ours")
    if found := set(image.open_to_its_user()) - OPEN_TO_ALL:
        raise Broken(f"its user could write to {sorted(found)}")


def _looked_into(server: Running, user: int) -> Iterator[str]:
    done = server.asked("/app/bin/python", "-", said=PROBE.read_text())
    if done.returncode:
        raise Broken(f"nothing can be asked inside: {done.stderr[-3000:]}")
    found = json.loads(done.stdout)
    if found["user"] != user or not user:
        raise Broken(f"it is run as user {found['user']}")
    if found["left_over"]:
        raise Broken(f"the image has what it doesn't need: {found['left_over']}")
    if set(found["writable"]) != WRITABLE:
        raise Broken(f"its user can write to {found['writable']}")
    if found["refused_imports"]:
        raise Broken("\n".join(found["refused_imports"]))
    if not found["is_compiled"]:
        raise Broken("its modules are not compiled: every start would do it anew")
    yield (
        f"user {user} writes to /data and /tmp alone; every import works; "
        f"{found['dates']}"
    )
    done = server.asked("/app/bin/scorekeeper", "doctor")
    if done.returncode:
        raise Broken(f"doctor: {done.stdout[-2000:]}{done.stderr[-2000:]}")


# Long: one visit to a container, told from its start to its end.
def _played(server: Running, groups: list[Path]) -> Iterator[str]:
    yield f"ready after {server.start():.1f} s"
    phone = Phone(server.port)
    _is_well(server, phone)
    table = phone.table()
    phone.enter(table)
    start = time.monotonic()
    sheet = phone.asked("GET", f"{table}sheet.pdf")
    while sheet.status == HTTPStatus.ACCEPTED and time.monotonic() < start + PATIENCE:
        time.sleep(1)
        sheet = phone.asked("GET", f"{table}sheet.pdf")
    seconds = time.monotonic() - start
    if sheet.status != 200 or not sheet.body.startswith(b"%PDF"):
        raise Broken(f"no sheet: {sheet.status} {sheet.text[:1000]}")
    text = read_pdf(sheet.body).text
    if lost := [name for name in PEOPLE if name not in text]:
        raise Broken(f"the sheet has lost {lost}")
    _verified(server, sheet.body)
    yield (
        f"a deal and its sheet, {len(sheet.body) // 1000} kB in {seconds:.1f} s, "
        f"which holds"
    )
    if 'lang="de"' not in Phone(server.port, language="de").asked("GET", "/").text:
        raise Broken("it does not speak German")
    if dead := server.dead():
        raise Broken(f"{dead} processes have ended and are still there")
    yield _bounds(groups)
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)) as line:
        stream = phone.open(line, "GET", f"{table}live")
        if not stream.read1(100):
            raise Broken("the stream says nothing")
        seconds = server.stop()
    if seconds > told("stop_grace_period"):
        raise Broken(f"it took {seconds:.1f} s to stop")
    yield f"told to stop with a stream open: gone after {seconds:.1f} s"
    again = server.start()
    if phone.deals(table) != 1:
        raise Broken("the deal is gone after a start over the same data")
    server.stop()
    yield (
        f"started again over the same data: ready after {again:.1f} s, the deal is "
        f"there"
    )
    if complaints := re.findall(r"(?i).*(?:error|warning|traceback).*", server.said):
        raise Broken("\n".join(complaints[:10]))


def _verified(server: Running, sheet: bytes) -> None:
    kept = server.data / "sheet.pdf"
    kept.write_bytes(sheet)
    kept.chmod(0o644)
    done = server.asked("/app/bin/scorekeeper", "verify", "/data/sheet.pdf")
    kept.unlink()
    if done.returncode:
        raise Broken(f"the sheet: {done.stdout[-1000:]}{done.stderr[-1000:]}")


def _is_well(server: Running, phone: Phone) -> None:
    for path in ("/healthz", "/readyz"):
        if (status := phone.asked("GET", path).status) != 200:
            raise Broken(f"{path} answers {status}")
        if phone.asked("GET", path, name="another.example").status == 200:
            raise Broken(f"{path} answers to another name")
    check = ["/app/bin/python", "/app/healthy.py", str(server.port)]
    if server.asked(*check).returncode:
        raise Broken("the check of its health says that it is ill")
    if not server.asked(*check, public="https://another.example").returncode:
        raise Broken("the check of its health sees no difference")


def _bounds(groups: list[Path]) -> str:
    memory = most_memory(groups)
    count = tasks(groups)
    if memory is None or count is None:
        return "bounds of memory and processes were not tried: no control groups here"
    if memory > told("mem_limit") / MB / 2 or count > told("pids_limit") / 2:
        raise Broken(
            f"{memory:.0f} MB and {count} processes: more than half of the bounds"
        )
    return (
        f"{memory:.0f} MB at most of {told('mem_limit') / MB:.0f}, {count} processes and threads "
        f"of {told('pids_limit')}"
    )
