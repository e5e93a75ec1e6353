"""`scorekeeper doctor`: what this installation is made of, where its data lie, what is wrong."""

import platform
import shutil
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import click

from scorekeeper.cli.files import open_store
from scorekeeper.core.session import first_break
from scorekeeper.exports.pdf.render import PangoMissing, Renderer
from scorekeeper.places import (
    DISTRIBUTION,
    instance_folder,
    keep_private,
    open_to_others,
    static_folder,
)
from scorekeeper.places import REFUSED_FILE as REFUSED
from scorekeeper.store import NotOurDatabase, Refused, database_of
from scorekeeper.store.sqlite import planned

LIBRARIES = (
    *("flask", "wtforms", "sqlite-utils", "pysqlite3"),
    *("weasyprint", "gunicorn", "segno", "psycopg"),
)
REBUILD = "First make what lists are read from anew, from the logs."
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
    """Say how this installation is, and what is wrong with it."""
    instance, where = instance_folder(), database_of(instance_folder())
    if rebuild:
        if isinstance(where, Path) and not where.exists():
            raise click.ClickException(f"{where} is not there, so there is nothing to make anew.")
        store = open_store()
        store.rebuild_index()
        click.echo(f"The lists were made anew from the logs; sessions: {len(store.ids())}.")
    versions = [f"{name} {_version(name)}" for name in LIBRARIES]
    python = f"{_version(DISTRIBUTION)}, Python {platform.python_version()}"
    made_of = ("Scorekeeper", python, False), ("Libraries", ", ".join(versions), False)
    findings = (*made_of, *_data(instance), *_database(where), *_paper())
    width = max(len(about) for about, _, _ in findings)
    for about, found, is_wrong in findings:
        click.echo(f"{'!' if is_wrong else ' '} {about:{width}}  {found}")
    if any(is_wrong for _, _, is_wrong in findings):
        raise click.exceptions.Exit(1)


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "absent"


def _data(instance: Path) -> Iterator[Finding]:
    key = "there" if (instance / "secret_key").is_file() else "made at the first start"
    yield "Data", f"{instance} (secret key: {key})", False
    said = "this user alone may read them"
    if found := open_to_others(instance):
        keep_private(instance)
        said = f"others could read {', '.join(map(str, found))}; mended"
    if left := open_to_others(instance):
        said = f"others can read {', '.join(map(str, left))}: take that from them"
    yield "Access", said, bool(left)
    refused = instance / REFUSED
    if refused.is_file():
        yield "Refused", f"{len(refused.read_bytes().splitlines())} lines in {refused}", False
    if (system := file_system(instance)) in NETWORK:
        why = f"{system} is on the network, where a database can be damaged."
        advice = "Move the data to a disk of this computer: set SCOREKEEPER_INSTANCE."
        yield "File system", f"{why} {advice}", True


def file_system(folder: Path, mounts: Path = Path("/proc/mounts")) -> str:
    """The type of file system that `folder` is on; "" where the system does not tell."""
    if not mounts.is_file():
        return ""
    found = {Path("/"): ""}
    for line in mounts.read_text("utf-8", errors="replace").splitlines():
        _, point, kind, *_ = line.split(" ")
        found[Path(point.replace("\\040", " "))] = kind
    here = folder.absolute()
    return found[next(one for one in (here, *here.parents) if one in found)]


def _database(path: Path | str) -> Iterator[Finding]:
    if isinstance(path, Path) and not path.exists():
        yield "Database", f"none yet; it will be made with {planned()}", False
        return
    try:
        store = open_store()
    except NotOurDatabase as fault:
        yield "Database", str(fault), True
        return
    health = store.engine.health()
    yield "Database", health.name, False
    yield "Engine", health.engine, False
    yield "Journal", f"{health.journal}, {health.synchronous}: {health.why}", False
    yield from (("Damage", f"{one}. Restore the last backup.", True) for one in health.faults)
    yield from (("Risk", warning, True) for warning in health.warnings)
    ids, broken = store.ids(), list[Finding]()
    for session_id in ids:
        try:
            session = store.open(session_id)
            if session and (entry := first_break(session.header, session.log)) is not None:
                broken.append((session_id, f"entry {entry} is not as it was recorded", True))
        except (Refused, ValueError) as fault:
            broken.append((session_id, f"can't be read: {fault}", True))
    said = "every chain holds" if not broken else f"{len(broken)} can't be trusted"
    yield "Sessions", f"{len(ids)} with {health.entries} entries; {said}", bool(broken)
    yield from broken


def _paper() -> Iterator[Finding]:
    said = "present: sheets can be printed as PDF"
    try:
        Renderer()
    except PangoMissing as missing:
        said = f"{missing}: there are no PDFs; everything else works. {_how_to_get_pango()}"
    yield "Pango", said, False
    fonts = sorted(path.name for path in (static_folder() / "fonts").glob("*.*tf*"))
    yield "Fonts", ", ".join(fonts) or "absent: this installation is not whole", not fonts


def _how_to_get_pango() -> str:
    """What to do on this computer."""
    for manager, command in PANGO.items():
        if shutil.which(manager):
            return f"To get it: {command}"
    return "To get it: https://doc.courtbouillon.org/weasyprint/stable/first_steps.html"
