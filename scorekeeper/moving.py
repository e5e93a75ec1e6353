"""What the commands do that move a house: export and import of everything, backup, restore."""

import io
from pathlib import Path
from typing import BinaryIO

import click

from scorekeeper import verify
from scorekeeper.commands import WORDS, open_store
from scorekeeper.exports.archive import ArchiveRefused, adoptable, is_archive, written
from scorekeeper.exports.session_file import read
from scorekeeper.exports.session_lines import LARGEST, FileRefused
from scorekeeper.places import instance_folder
from scorekeeper.store import FILE_NAME, NotOurDatabase, Refused, Taken
from scorekeeper.store.safekeeping import NotKept, faults_of, sessions_in
from scorekeeper.store.safekeeping import backup as copy_out
from scorekeeper.store.safekeeping import restore as copy_in


def export_all(output: Path) -> None:
    """Write every session of the database to an archive, one at a time."""
    store = open_store()
    ids = store.ids()
    try:
        with output.open("wb") as file:
            for piece in written(store.each()):
                file.write(piece)
    except OSError as fault:
        why = f"{output} can't be written: {fault.strerror}. Name another file."
        raise click.ClickException(why) from None
    click.echo(f"{_count(len(ids), 'session')} in {output}.")


def take_in(file: BinaryIO) -> None:
    """Put a session, or all those of an archive, into the database."""
    start = file.read(4)
    try:
        if is_archive(start):
            _take_in_all(start, file)
        else:
            _take_in_one(start + file.read(LARGEST + 1 - len(start)))
    except FileRefused as refusal:
        where = f"{file.name}, line {refusal.line}"
        raise click.ClickException(f"{where}: {WORDS.text(refusal.why)}") from None
    except ArchiveRefused as refusal:
        where = f"{file.name}, {refusal.name}" if refusal.name else file.name
        raise click.ClickException(f"{where}: {WORDS.text(refusal.why)}") from None
    except Refused as refusal:
        raise click.ClickException(WORDS.text(refusal.why)) from None


def _take_in_one(data: bytes) -> None:
    session = read(data).session
    is_new = open_store().adopt(session.header, session.log)
    said = "is in the database now" if is_new else "was in the database already"
    click.echo(f"Session {session.id} of {_count(session.last, 'entry', 'entries')} {said}.")


def _take_in_all(start: bytes, file: BinaryIO) -> None:
    whole = file if file.seekable() else io.BytesIO(start + file.read())
    whole.seek(0)
    taken = open_store().adopt_all(adoptable(whole))
    counts = {how: taken.count(how) for how in Taken}
    click.echo(
        f"{_count(len(taken), 'session')}: {counts[Taken.NEW]} new, {counts[Taken.GROWN]} that "
        f"went on, {counts[Taken.KNOWN]} here already."
    )


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


def _count(n: int, one: str, many: str = "") -> str:
    return f"{n} {one if n == 1 else many or f'{one}s'}"
