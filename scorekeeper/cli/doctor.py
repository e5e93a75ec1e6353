"""`scorekeeper doctor`: what this installation is made of, where its data lie, what is wrong."""

import platform
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import click

from scorekeeper.cli.files import open_store
from scorekeeper.core.session import first_break
from scorekeeper.exports.pdf.render import PangoMissing, Renderer
from scorekeeper.places import REFUSED_FILE as REFUSED
from scorekeeper.places import instance_folder, keep_private, open_to_others, static_folder
from scorekeeper.store import NotOurDatabase, Refused, Store, database_of
from scorekeeper.store.sqlite import planned

LIBRARIES = (
    *("flask", "wtforms", "sqlite-utils", "pysqlite3"),
    *("weasyprint", "gunicorn", "segno", "psycopg"),
)
NETWORK = frozenset({"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "fuse.sshfs"})


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at, what was found, and whether that is wrong."""

    about: str
    found: str
    is_wrong: bool = False


@click.command("doctor")
@click.option(
    "--rebuild", is_flag=True, help="First make what lists are read from anew, from the logs."
)
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
    findings = (
        Finding("Scorekeeper", f"{_version('scorekeeper')}, Python {platform.python_version()}"),
        Finding("Libraries", ", ".join(versions)),
        *(*_data(instance), *_database(where), *_paper()),
    )
    width = max(len(one.about) for one in findings)
    for one in findings:
        click.echo(f"{'!' if one.is_wrong else ' '} {one.about:{width}}  {one.found}")
    if any(one.is_wrong for one in findings):
        raise click.exceptions.Exit(1)


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "absent"


def _data(instance: Path) -> Iterator[Finding]:
    key = "there" if (instance / "secret_key").is_file() else "made at the first start"
    yield Finding("Data", f"{instance} (secret key: {key})")
    said = "this user alone may read them"
    if found := open_to_others(instance):
        keep_private(instance)
        said = f"others could read {', '.join(map(str, found))}; mended"
    if left := open_to_others(instance):
        said = f"others can read {', '.join(map(str, left))}: take that from them"
    yield Finding("Access", said, is_wrong=bool(left))
    refused = instance / REFUSED
    if refused.is_file():
        lines = len(refused.read_bytes().splitlines())
        yield Finding("Refused", f"{lines} lines in {refused}")
    if (system := file_system(instance)) in NETWORK:
        yield Finding(
            "File system",
            f"{system} is on the network, where a database can be damaged. Move the data to a disk "
            "of this computer: set SCOREKEEPER_INSTANCE.",
            is_wrong=True,
        )


def file_system(folder: Path, mounts: Path = Path("/proc/mounts")) -> str:
    """The type of file system that `folder` is on; "" where the system does not tell."""
    if not mounts.is_file():
        return ""
    found = {Path("/"): ""}
    for line in mounts.read_text(errors="replace").splitlines():
        _, point, kind, *_ = line.split(" ")
        found[Path(point.replace("\\040", " "))] = kind
    here = folder.absolute()
    return found[next(one for one in (here, *here.parents) if one in found)]


def _database(path: Path | str) -> Iterator[Finding]:
    if isinstance(path, Path) and not path.exists():
        yield Finding("Database", f"none yet; it will be made with {planned()}")
        return
    try:
        store = open_store()
    except NotOurDatabase as fault:
        yield Finding("Database", str(fault), is_wrong=True)
        return
    health = store.engine.health()
    yield Finding("Database", health.name)
    yield Finding("Engine", health.engine)
    yield Finding("Journal", f"{health.journal}, {health.synchronous}: {health.why}")
    for damage in health.faults:
        yield Finding("Damage", f"{damage}. Restore the last backup.", is_wrong=True)
    for warning in health.warnings:
        yield Finding("Risk", warning, is_wrong=True)
    ids = store.ids()
    broken = [finding for one in ids if (finding := _broken(store, one)) is not None]
    said = "every chain holds" if not broken else f"{len(broken)} can't be trusted"
    yield Finding("Sessions", f"{len(ids)} with {health.entries} entries; {said}", bool(broken))
    yield from broken


def _broken(store: Store, session_id: str) -> Finding | None:
    try:
        session = store.open(session_id)
    except (Refused, ValueError) as fault:
        return Finding(session_id, f"can't be read: {fault}", is_wrong=True)
    entry = first_break(session.header, session.log) if session else None
    said = f"entry {entry} is not as it was recorded"
    return None if entry is None else Finding(session_id, said, is_wrong=True)


def _paper() -> Iterator[Finding]:
    try:
        Renderer()
    except PangoMissing as missing:
        yield Finding(
            "Pango",
            f"{missing}: there are no PDFs; everything else works. "
            "On Debian: apt-get install libpangoft2-1.0-0 libharfbuzz-subset0",
        )
    else:
        yield Finding("Pango", "present: sheets can be printed as PDF")
    fonts = sorted(path.name for path in (static_folder() / "fonts").glob("*.*tf*"))
    names = ", ".join(fonts) or "absent: this installation is not whole"
    yield Finding("Fonts", names, is_wrong=not fonts)
