"""`scorekeeper doctor`: what this installation is made of, where its data lie,
what is wrong."""

import platform
import shutil
from collections.abc import Iterable, Iterator
from contextlib import closing
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import click

from scorekeeper.cli.faults import said_of
from scorekeeper.cli.files import WORDS, open_store
from scorekeeper.cli.terminal import CommandRefused, say
from scorekeeper.cli.words import state
from scorekeeper.core.messages import Message
from scorekeeper.core.session import first_break
from scorekeeper.exports.pdf import letters
from scorekeeper.exports.pdf.render import PangoMissing, Renderer
from scorekeeper.places import (
    DISTRIBUTION,
    check_folder,
    instance_folder,
    open_to_others,
    static_folder,
)
from scorekeeper.places import REFUSED_FILE as REFUSED
from scorekeeper.store import NotOurDatabase, Store, backup, database_of
from scorekeeper.store.database import Health
from scorekeeper.store.sqlite import health_of_file, planned
from scorekeeper.tables.session import typed_in
from scorekeeper.words.languages import (
    LANGUAGES,
    SHARED,
    folders,
    is_language,
    own_name,
    unread,
)

# fmt: off
LIBRARIES = (
    "flask", "wtforms", "sqlite-utils", "pysqlite3",
    "weasyprint", "gunicorn", "segno", "psycopg",
)
# fmt: on
REBUILD = "First rebuild the lists from the logs."
NETWORK = frozenset({"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "fuse.sshfs"})


PANGO = {
    "apt-get": "apt install libpangoft2-1.0-0 libharfbuzz-subset0",
    "dnf": "dnf install pango",
    "pacman": "pacman -S pango",
    "apk": "apk add pango harfbuzz-subset",
    "brew": "brew install pango",
}
"""What installs Pango, by the package manager; tools/setup.sh installs the same."""
Finding = tuple[str, str, bool]
"""One thing that was looked at, what was found, and whether that is wrong."""


@click.command("doctor")
@click.option("--rebuild", is_flag=True, help=REBUILD)
def doctor_command(rebuild: bool) -> None:
    """Check this installation and say what is wrong."""
    instance = instance_folder()
    where = database_of(instance_folder())
    if rebuild:
        _rebuild(where)
    findings = [
        *_made_of(),
        *_data(instance),
        *_database(where),
        *_paper(),
        *_words(),
    ]
    width = max(len(about) for about, _, _ in findings)
    for about, found, is_wrong in findings:
        say(f"{'!' if is_wrong else ' '} {about:{width}}  {found}")
    if any(is_wrong for _, _, is_wrong in findings):
        raise click.exceptions.Exit(1)


def _rebuild(where: Path | str) -> None:
    if isinstance(where, Path) and not where.exists():
        check_folder(where.parent)
        raise CommandRefused(
            f"There is no database at {where}, so there is nothing to rebuild."
        )
    store = open_store()
    store.rebuild_index()
    say(f"The lists were rebuilt from the logs. Sessions: {len(store.ids())}.")


def _made_of() -> Iterator[Finding]:
    python = f"{_version(DISTRIBUTION)}, Python {platform.python_version()}"
    yield "Scorekeeper", python, False
    libraries = [f"{name} {_version(name)}" for name in LIBRARIES]
    yield "Libraries", ", ".join(libraries), False


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "absent"


def _data(instance: Path) -> Iterator[Finding]:
    try:
        check_folder(instance)
        has_key = (instance / "secret_key").is_file()
    except OSError as fault:
        yield "Data", said_of(fault), True
        return
    key = "there" if has_key else "made at the first start"
    yield "Data", f"{instance} (secret key: {key})", False
    yield _access(instance)
    refused = instance / REFUSED
    if refused.is_file():
        yield (
            "Refused",
            f"{len(refused.read_bytes().splitlines())} lines in {refused}",
            False,
        )
    system = file_system(instance)
    if system in NETWORK:
        why = f"{system} is on the network, where a database can be damaged."
        advice = "Move the data to a disk of this computer: set SCOREKEEPER_INSTANCE."
        yield "File system", f"{why} {advice}", True


# Who else may read the data, or change them. A folder that others may only look into is
# no harm as long as its files are closed to them.
def _access(instance: Path) -> Finding:
    open_paths = open_to_others(instance)
    files = [path for path in open_paths if not path.is_dir()]
    changed = [
        path for path in open_paths if path.is_dir() and path.stat().st_mode & 0o022
    ]
    if files:
        return (
            "Access",
            f"others can read {_listed(files)}. To stop that: chmod go=",
            True,
        )
    if changed:
        said = f"others can put files into {_listed(changed)}. To stop that: chmod go-w"
        return "Access", said, True
    if open_paths:
        said = f"others can list {_listed(open_paths)} but can't read the files"
        return "Access", said, False
    return "Access", "only this user can read the data", False


def _listed(paths: Iterable[Path]) -> str:
    return ", ".join(map(str, paths))


def file_system(folder: Path, mounts: Path = Path("/proc/mounts")) -> str:
    """The type of file system that `folder` is on; "" where the system
    does not tell."""
    if not mounts.is_file():
        return ""
    kinds = {Path("/"): ""}
    for line in mounts.read_text("utf-8", errors="replace").splitlines():
        _, point, kind, *_ = line.split(" ")
        kinds[Path(point.replace("\\040", " "))] = kind
    here = folder.absolute()
    while here not in kinds:
        here = here.parent
    return kinds[here]


def _database(where: Path | str) -> Iterator[Finding]:
    try:
        if isinstance(where, Path):
            yield from _of_file(where)
        else:
            with closing(Store(where, makes=False)) as store:
                yield from _health(store.engine.health())
                yield from _sessions(backup.sessions_of(store))
    except (NotOurDatabase, OSError) as fault:
        yield "Database", said_of(fault), True


def _of_file(path: Path) -> Iterator[Finding]:
    if not path.exists():
        yield "Database", f"none yet; the first start makes it with {planned()}", False
        return
    yield from _health(health_of_file(path))
    yield from _sessions(backup.sessions_in(path))


def _health(health: Health) -> Iterator[Finding]:
    yield "Database", health.name, False
    yield "Engine", health.engine, False
    yield "Journal", f"{health.journal}, {health.synchronous}: {health.why}", False
    for fault in health.faults:
        yield "Damage", f"{fault}. Restore the last backup.", True
    for warning in health.warnings:
        yield "Risk", warning, True


def _sessions(sessions: Iterable[backup.Found]) -> Iterator[Finding]:
    broken = []
    typed = set[str]()
    number = 0
    entries = 0
    for session_id, session in sessions:
        number += 1
        if isinstance(session, Message):
            broken.append((session_id, f"can't be read: {WORDS.text(session)}", True))
            continue
        entries += session.last
        typed.update(typed_in(session))
        entry = first_break(session.header, session.log)
        if entry is not None:
            broken.append(
                (session_id, f"entry {entry} was changed after it was recorded", True)
            )
    said = f"{len(broken)} can't be trusted" if broken else "every chain holds"
    yield "Sessions", f"{number} with {entries} entries; {said}", bool(broken)
    yield from broken
    boxed = letters.told(letters.without_font("".join(typed)))
    if boxed is not None:
        yield "Names", WORDS.text(boxed), False


def _paper() -> Iterator[Finding]:
    said = "present: sheets can be printed as PDF"
    try:
        Renderer()
    except PangoMissing as missing:
        said = (
            f"{missing}: there are no PDFs; everything else works. "
            f"{_how_to_get_pango()}"
        )
    yield "Pango", said, False
    fonts = sorted(path.name for path in (static_folder() / "fonts").glob("*.*tf*"))
    yield (
        "Fonts",
        ", ".join(fonts) or "missing: this installation is incomplete",
        not fonts,
    )
    lacking = letters.without_font(letters.SAMPLES)
    if lacking:
        install = ", ".join(letters.packages(lacking))
        said = (
            f"no font here for {' '.join(lacking)} and similar letters, which "
            f"print as boxes. Install {install}"
        )
        yield "Letters", said, False


def _how_to_get_pango() -> str:
    for manager, command in PANGO.items():
        if shutil.which(manager):
            return f"To get it: {command}"
    return "To get it: https://doc.courtbouillon.org/weasyprint/stable/first_steps.html"


def _words() -> Iterator[Finding]:
    for language in LANGUAGES:
        yield (
            "Language",
            f"{own_name(language)}: {state(language)}",
            False,
        )
    for path in unread(folders().values()):
        lacks_shared = f"there is no {SHARED / path.name}"
        why = lacks_shared if is_language(path.stem) else "no language has this name"
        yield "Language", f"{path} is not read: {why}.", True
