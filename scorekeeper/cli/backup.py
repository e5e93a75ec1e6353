"""The commands about many sessions: export and import of everything, out of sight, backup."""

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

import click

from scorekeeper.cli import files
from scorekeeper.cli.files import WORDS, open_store
from scorekeeper.exports import verify
from scorekeeper.exports.session_file import written
from scorekeeper.places import instance_folder
from scorekeeper.store import FILE_NAME, Taken
from scorekeeper.store.rows import IMPORTED
from scorekeeper.store.safekeeping import backup as copy_out
from scorekeeper.store.safekeeping import faults_of, sessions_in
from scorekeeper.store.safekeeping import restore as copy_in
from scorekeeper.tables import importing
from scorekeeper.tables.session import Session


def export_all(output: BinaryIO) -> None:
    """Write every session of the database to an archive, one at a time."""
    store = open_store()
    count = 0

    def counted() -> Iterator[Session]:
        nonlocal count
        for session in store.each():
            count += 1
            yield session

    for piece in written(counted()):
        output.write(piece)
    click.echo(f"{_count(count, 'session')} in {output.name}.")
    if left := len(store.ids()) - count:
        click.echo(f"{_count(left, 'session')} can't be read and are not in it.", err=True)


@click.command("import")
@click.argument("file", type=click.File("rb"))
def import_command(file: BinaryIO) -> None:
    """Put the session in FILE, or all those of an archive, into the database.

    A table that phones play at goes on as in the file, and says so in an entry.
    """
    try:
        with TemporaryDirectory() as folder:
            source = Path(folder) / "file"
            with source.open("wb") as copy:
                shutil.copyfileobj(file, copy)
            with importing.checked(source) as found:
                _put(found)
    except importing.ImportRefused as refusal:
        where = f", line {refusal.line}" if refusal.line else f", {refusal.name}"
        where = where if refusal.line or refusal.name else ""
        raise click.ClickException(f"{file.name}{where}: {WORDS.text(refusal.why)}") from None


def _put(found: importing.Checked) -> None:
    store = open_store()
    before = {one.header.session: store.imports.how(one) for one in found}
    grown = {name for name, (how, _) in before.items() if how is Taken.GROWN}
    places = {name: store.phones.holdings(name) for name in grown}
    for one in found:
        name = one.header.session
        if places.get(name):
            grown_here = importing.grown_by_file(one, before[name][1], utc_now())
            store.imports.take_in([grown_here], places=places)
    taken = store.imports.take_in(found, places=places)
    for waiting in store.imports.unlisted():
        if waiting.why == IMPORTED and waiting.summary.session in before:
            store.show(waiting.summary.session)
    _say_taken(found, before, taken)


def _say_taken(
    found: importing.Checked, before: dict[str, tuple[Taken, int]], taken: list[Taken]
) -> None:
    if len(taken) == 1:
        (one,) = found
        is_new = before[one.header.session][0] is not Taken.KNOWN
        said = "is in the database now" if is_new else "was in the database already"
        entries = _count(len(one.log), "entry", "entries")
        click.echo(f"Session {one.header.session} of {entries} {said}.")
        return
    hows = [how for how, _ in before.values()]
    counts = {how: hows.count(how) for how in Taken}
    click.echo(
        f"{_count(len(taken), 'session')}: {counts[Taken.NEW]} new, {counts[Taken.GROWN]} that "
        f"went on, {counts[Taken.KNOWN]} here already."
    )


@click.command("hide")
@click.argument("session")
@click.option("--show", is_flag=True, help="Show it in the lists again.")
def hide_command(session: str, show: bool) -> None:
    """Put a SESSION out of sight: it is in no list and no statistics, and nothing of it is lost."""
    store = open_store()
    if show:
        store.show(session)
    else:
        store.hide(session, utc_now())
    click.echo(f"Session {session} is {'in' if show else 'out of'} the lists.")


@click.command("delete")
@click.argument("session")
@click.option("-o", "--output", type=click.File("wb"), help="Session file to write first.")
@click.option("--without-file", is_flag=True, help="Keep no file of it.")
@click.confirmation_option(prompt="Every entry of this session goes for good. Delete it?")
def delete_command(session: str, output: BinaryIO | None, without_file: bool) -> None:
    """Delete a SESSION for good, once its file is written. A record stays that it was deleted."""
    if (output is None) is not without_file:
        raise click.UsageError("Name the file to write first with -o, or say --without-file.")
    if output is not None:
        files.export(session, output)
        output.flush()
    open_store().delete(session, "command line", utc_now())
    kept = f" Its file is {output.name}." if output else ""
    click.echo(f"Session {session} is deleted.{kept}")


@click.command("backup")
@click.argument("dest", type=click.Path(path_type=Path))
def backup_command(dest: Path) -> None:
    """Copy the database to DEST, a new file or a folder, while it is in use, and verify the copy.

    It has what is still under a seal: keep it where the database may lie."""
    copy = copy_out(instance_folder() / FILE_NAME, dest)
    click.echo(f"{copy}: {_count(_verified(copy), 'session')}, every one verified.")


@click.command("restore")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--force", is_flag=True, help="Put the present database aside, and keep it.")
def restore_command(file: Path, force: bool) -> None:
    """Verify a backup FILE and make it the database."""
    live, count = instance_folder() / FILE_NAME, _verified(file)
    aside = copy_in(file, live, force)
    click.echo(f"{live}: {_count(count, 'session')}, every one verified.")
    if aside is not None:
        click.echo(f"The one before is kept as {aside}.")


def _verified(path: Path) -> int:
    """How many sessions a database file has, all of which hold. Raises ClickException."""
    faults, count = list(faults_of(path)), 0
    for verdict in verify.verify_sessions(sessions_in(path)):
        count += 1
        faults += [f"{verdict.name}: {WORDS.text(one)}" for one in verdict.findings]
    if faults:
        raise click.ClickException("\n".join([f"{path} does not hold:", *faults[:20]]))
    return count


def utc_now() -> str:
    """The time in UTC, as the log writes it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _count(n: int, one: str, many: str = "") -> str:
    return f"{n} {one if n == 1 else many or f'{one}s'}"
