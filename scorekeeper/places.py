"""Where the files lie, in a checkout or a wheel; the server's key; the log of what was
refused."""

import errno
import os
import secrets
import stat
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from threading import Lock

from jinja2 import BaseLoader, ChoiceLoader, FileSystemLoader, PrefixLoader

from scorekeeper.core.errors import Unusable

DISTRIBUTION = "cardtable-scorekeeper"
"""What pip installs us as; the `scorekeeper` of PyPI is somebody else's program."""
PACKAGE = Path(__file__).resolve().parent
CHECKOUT = PACKAGE.parent
KEY_BYTES = 32
fresh_key = partial(secrets.token_bytes, KEY_BYTES)
POCKET = "pocket"
"""Where in the instance folder the pocket lies that this server hands out."""
FIGURES = "PROMETHEUS_MULTIPROC_DIR"
"""Names the folder in which the processes of one machine put their figures together."""
HAS_OTHERS = hasattr(os, "geteuid") and sys.platform != "emscripten"
"""Whether files have owners and modes here, and there may be other users."""
_OURS = (
    *("secret_key*", "scorekeeper*.db*", "refused.log*"),
    *("pdf", "pdf/*.pdf", "uploads", "templates", "templates/__jinja2_*"),
)
"""What the program keeps in its folder."""


def is_checkout() -> bool:
    return (CHECKOUT / "pyproject.toml").is_file() and (CHECKOUT / "templates").is_dir()


def _ours(name: str) -> Path:
    return CHECKOUT / name if is_checkout() else PACKAGE / f"_{name}"


templates_folder = partial(_ours, "templates")
static_folder = partial(_ours, "static")


def template_loader(homes: Mapping[str, Path]) -> BaseLoader:
    """Finds a shared template by its path, a game's own by
    "games/<family>/<name>.html"; `homes` are the folders of the families by their
    names."""
    families = {
        name: FileSystemLoader(home / "templates") for name, home in homes.items()
    }
    return ChoiceLoader(
        [
            FileSystemLoader(templates_folder()),
            PrefixLoader({"games": PrefixLoader(families)}),
        ]
    )


def compiled_templates(instance: Path) -> Path | None:
    """Make and return the folder of the compiled templates: $SCOREKEEPER_TEMPLATES,
    else one of this installation. What runs from it is trusted as the program's own
    files are: so None where somebody else could put programs into it, and where this
    user can't."""
    chosen = os.environ.get("SCOREKEEPER_TEMPLATES")
    folder = Path(chosen) if chosen else instance / "templates"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        check_may_use(folder)
        return None if _is_open_to_programs(folder) else folder
    except OSError:
        return None


def _is_open_to_programs(folder: Path) -> bool:
    if not HAS_OTHERS:
        return False
    its = folder.stat()
    own = PACKAGE.stat()
    if its.st_uid not in (os.geteuid(), own.st_uid):
        return True
    return bool(its.st_mode & ~own.st_mode & 0o022)


def instance_folder() -> Path:
    """Answer the folder of the database and the secret key, without making it: as
    $SCOREKEEPER_INSTANCE says, else the checkout's instance/, else one of this
    user's."""
    if chosen := os.environ.get("SCOREKEEPER_INSTANCE"):
        return Path(chosen).expanduser().resolve()
    if is_checkout():
        return CHECKOUT / "instance"
    data = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(data).expanduser() / "scorekeeper"


def write_for_this_user_alone() -> None:
    """What this process makes from now on is for its user alone, whatever mask it began
    with."""
    os.umask(os.umask(0o077) | 0o077)


def keep_private(instance: Path) -> None:
    """Make the folder of this installation, for this user alone, and take from others
    what they could read of the files in it. A folder that was there keeps its mode: it
    may be shared. Raises OSError where it can't be made or used."""
    write_for_this_user_alone()
    make_folder(instance)
    take_from_others(open_to_others(instance))


def make_folder(folder: Path) -> None:
    check_folder(folder)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def check_folder(folder: Path) -> None:
    there = next(path for path in (folder, *folder.parents) if os.path.lexists(path))
    if not there.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(there))
    check_may_use(there)


def check_may_use(path: Path) -> None:
    wanted = os.R_OK | os.W_OK
    if path.is_dir():
        wanted |= os.X_OK
    # As whoever this process acts as, where the system can say so.
    if os.access(path, wanted, effective_ids=os.access in os.supports_effective_ids):
        return
    is_read_only = HAS_OTHERS and os.statvfs(path).f_flag & os.ST_RDONLY
    why = errno.EROFS if is_read_only else errno.EACCES
    raise OSError(why, os.strerror(why), str(path))


def take_from_others(paths: Iterable[Path]) -> None:
    """Make these files, where they are this user's, readable to this user alone. They
    aren't opened for it: to close a database would end the locks that this process has
    on it."""
    if not HAS_OTHERS:
        return
    for path in paths:
        # a draft that another start has just put in place
        with suppress(FileNotFoundError):
            status = path.lstat()
            is_own = stat.S_ISREG(status.st_mode) and status.st_uid == os.geteuid()
            # Where others may write to the folder, it could be another file a moment
            # later.
            is_safe = not path.parent.stat().st_mode & 0o022
            if is_own and is_safe and status.st_mode & 0o077:
                path.chmod(status.st_mode & 0o700)


def open_to_others(instance: Path) -> tuple[Path, ...]:
    """Returns what others than its owner may read or change, of the folder and what is
    in it."""
    if not HAS_OTHERS or not instance.is_dir():
        return ()
    paths = []
    for path in (
        instance,
        *(path for name in _OURS for path in sorted(instance.glob(name))),
    ):
        with suppress(FileNotFoundError):
            if path.lstat().st_mode & 0o077 and not path.is_symlink():
                paths.append(path)
    return tuple(paths)


def shared_key() -> bytes | None:
    """The key that signs the cookies, as $SCOREKEEPER_SECRET_KEY says; None where it
    does not. Raises Unusable for one that could be guessed."""
    text = os.environ.get("SCOREKEEPER_SECRET_KEY", "")
    if text and len(text) < KEY_BYTES:
        raise Unusable(
            f"SCOREKEEPER_SECRET_KEY has {len(text)} characters; it needs at least {KEY_BYTES}."
        )
    return text.encode() or None


def secret_key(instance: Path) -> bytes:
    """Read the key that signs the cookies; make it, readable by its owner only, if
    there is none. Two starts at once get the same key: it is linked into place whole,
    and the first link stays. Raises Unusable where it is too short."""
    keep_private(instance)
    path = instance / "secret_key"
    if not path.exists():
        keep_key(instance, fresh_key())
    key = path.read_bytes()
    if len(key) != KEY_BYTES:
        raise Unusable(
            f"{path} holds {len(key)} bytes; a key has {KEY_BYTES}. "
            "Delete it: a new one is made, and every phone joins again."
        )
    return key


def keep_key(instance: Path, key: bytes) -> None:
    path = instance / "secret_key"
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    opened = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(opened, "wb") as file:
        file.write(key)
        file.flush()
        os.fsync(file.fileno())
    try:
        with suppress(FileExistsError):  # another start was first: its key counts
            os.link(draft, path)
    finally:
        draft.unlink()


REFUSED_FILE = "refused.log"
REFUSED_BYTES = 1_000_000  # of the file; then it is begun anew, and the one before kept
REFUSED_AGAIN = 60.0
"""Within which the same, refused to the same address, is counted but gets no line of
its own."""
REMEMBERED = 10_000


class Refusals:
    """The log of one installation, for all threads. A line has the time (UTC), the
    address and the kind in words of ours alone: no secret, and no line that somebody
    made up."""

    def __init__(self, instance: Path) -> None:
        self._path = instance / REFUSED_FILE
        self._lock = Lock()
        self._since: dict[tuple[str, str], tuple[float, int]] = {}
        # is told the kind of every refusal
        self.counted: Callable[[str], None] = lambda kind: None

    def note(self, address: str, kind: str) -> None:
        """Write that `kind`, words of ours, was refused to `address`; once a minute for
        each."""
        self.counted(kind)
        now = time.monotonic()
        key = (address, kind)
        with self._lock:
            at, more = self._since.get(key, (0.0, 0))
            if at and now - at < REFUSED_AGAIN:
                self._since[key] = at, more + 1
                return
            if len(self._since) >= REMEMBERED:
                self._since.clear()
            self._since[key] = now, 0
            with suppress(OSError):  # a disk that is full: the answer matters more
                if self._path.exists() and self._path.stat().st_size > REFUSED_BYTES:
                    os.replace(self._path, self._path.with_name(f"{REFUSED_FILE}.1"))
                line = f"{address or 'socket'} {kind}"
                if more:
                    line += f" ({more} more since)"
                with self._path.open("a", encoding="utf-8") as file:
                    file.write(f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ} {line}\n")
