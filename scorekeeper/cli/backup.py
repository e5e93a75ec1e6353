"""What the commands do that move a house: export and import of everything, backup, restore."""

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
from scorekeeper.exports.archive import written
from scorekeeper.places import instance_folder
from scorekeeper.store import FILE_NAME, NotOurDatabase, Refused, Taken
from scorekeeper.store.safekeeping import NotKept, faults_of, sessions_in
from scorekeeper.store.safekeeping import backup as copy_out
from scorekeeper.store.safekeeping import restore as copy_in
from scorekeeper.store.shown import IMPORTED
from scorekeeper.tables import importing
from scorekeeper.tables.session import Session


def export_all(output: Path) -> None:
    """Write every session of the database to an archive, one at a time."""
    store = open_store()
    count = 0

    def counted() -> Iterator[Session]:
        nonlocal count
        for session in store.each():
            count += 1
            yield session

    try:
        with output.open("wb") as file:
            for piece in written(counted()):
                file.write(piece)
    except OSError as fault:
        why = f"{output} can't be written: {fault.strerror}. Name another file."
        raise click.ClickException(why) from None
    click.echo(f"{_count(count, 'session')} in {output}.")
    if left := len(store.ids()) - count:
        click.echo(f"{_count(left, 'session')} can't be read and are not in it.", err=True)


def take_in(file: BinaryIO) -> None:
    """Put a session, or all those of an archive, into the database: it is the owner's machine.

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
    except Refused as refusal:
        raise click.ClickException(WORDS.text(refusal.why)) from None


def _put(found: importing.Checked) -> None:
    store = open_store()
    before = {one.header.session: store.imports.how(one) for one in found}
    grown = {name for name, (how, _) in before.items() if how is Taken.GROWN}
    live = {name for name in grown if store.phones.holdings(name)}
    for one in found:
        name = one.header.session
        if name in live:
            store.imports.take_in([importing.grown_by_file(one, before[name][1], utc_now())])
    taken = store.imports.take_in(found)
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


def hide(session_id: str, show: bool) -> None:
    """Put a session out of sight, or back into the lists."""
    store = open_store()
    try:
        if show:
            store.show(session_id)
        else:
            store.hide(session_id, utc_now())
    except Refused as refusal:
        raise click.ClickException(WORDS.text(refusal.why)) from None
    click.echo(f"Session {session_id} is {'in' if show else 'out of'} the lists.")


def delete(session_id: str, output: Path | None) -> None:
    """Delete a session for good, after its file was written to `output`."""
    if output is not None:
        files.export(session_id, output)
    try:
        open_store().delete(session_id, "command line", utc_now())
    except Refused as refusal:
        raise click.ClickException(WORDS.text(refusal.why)) from None
    kept = f" Its file is {output}." if output else ""
    click.echo(f"Session {session_id} is deleted.{kept}")


def backup(dest: Path) -> None:
    """Copy the database and verify the copy; a copy that does not hold is said and kept."""
    try:
        copy = copy_out(instance_folder() / FILE_NAME, dest)
        count = _verified(copy)
    except (NotKept, NotOurDatabase) as fault:
        raise click.ClickException(str(fault)) from None
    click.echo(f"{copy}: {_count(count, 'session')}, every one verified.")


def restore(file: Path, force: bool) -> None:
    """Verify a backup and make it the database; what was there before is kept beside it."""
    live = instance_folder() / FILE_NAME
    try:
        count = _verified(file)
        aside = copy_in(file, live, force)
    except (NotKept, NotOurDatabase) as fault:
        raise click.ClickException(str(fault)) from None
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
