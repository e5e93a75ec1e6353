"""The commands about many sessions, and whether a file holds, with nothing
else at hand."""

import shutil
from collections.abc import Collection, Iterable, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

import click

from scorekeeper.cli.files import WORDS, not_read, open_store
from scorekeeper.cli.given import (
    STANDARD,
    GivenFile,
    GivenPath,
    NewFile,
    NewPlace,
    refuse_terminal,
)
from scorekeeper.cli.sessions import described, found_session
from scorekeeper.cli.terminal import CommandRefused, say
from scorekeeper.core.codec import code as code_of
from scorekeeper.core.messages import message
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import root
from scorekeeper.exports import file_kinds, importing, verify
from scorekeeper.exports.archive import members, written
from scorekeeper.exports.file_kinds import Kind
from scorekeeper.exports.session_file import LARGEST, FileRefused, write
from scorekeeper.exports.verify import Verdict
from scorekeeper.places import (
    fresh_key,
    instance_folder,
    keep_key,
    secret_key,
    shared_key,
)
from scorekeeper.store import (
    ADDRESS,
    NotOurDatabase,
    Store,
    Taken,
    backup,
    database_of,
    is_address,
)
from scorekeeper.store.imports import IMPORTED
from scorekeeper.tables.session import Session, as_entries

OUTPUT = "File to write. The default is standard output."
CODE = "Look for this code or fingerprint in the history."
EXPORTED = (Kind.SESSION, Kind.LATER, Kind.ARCHIVE)
"""What an export may take the place of."""
LEAST_LETTERS = 4  # of a code, to be looked for
REFUSED = 1
UNPROVED = 3
"""How `verify` ends when something does not hold, and when a sheet can't
be proved here."""


@click.command("export")
@click.argument("session", required=False)
@click.option(
    "--all", "everything", is_flag=True, help="Every session, in an archive (zip)."
)
@click.option("-o", "--output", type=NewFile("file", *EXPORTED), help=OUTPUT)
def export_command(
    session: str | None, everything: bool, output: BinaryIO | None
) -> None:
    """Write a SESSION as a session file, or all as an archive."""
    if session is not None and not everything:
        export(session, output)
        return
    if session is not None or not everything or output is None:
        raise click.UsageError(
            "Name a SESSION, or --all and the file to write with -o."
        )
    refuse_terminal(output)
    store = open_store()
    counted = count()
    output.writelines(
        written(session for session, _ in zip(store.each(), counted, strict=False))
    )
    there = next(counted)
    say(
        f"{_count(there, 'session')} in {output.name}.",
        is_error=output.name == STANDARD,
    )
    left = len(store.ids()) - there
    if left:
        say(
            f"{_count(left, 'session')} can't be read and are not in it.", is_error=True
        )


def export(session_id: str, output: BinaryIO | None) -> None:
    """Write a session of the database, or print it. Raises CommandRefused with the
    nearest ones."""
    session = found_session(open_store(), session_id)
    click.echo(write(session).encode(), output, nl=False)


@click.command("import")
@click.argument("file", type=GivenFile("import"))
def import_command(file: BinaryIO) -> None:
    """Add the session or the archive in FILE to the database.

    FILE may be a printed sheet (PDF), since its session file is inside. If phones
    play at that table, it continues as in the file, and an entry says so.
    """
    try:
        with TemporaryDirectory() as folder:
            source = Path(folder) / "file"
            with source.open("wb") as copy:
                shutil.copyfileobj(file, copy)
            with importing.checked(source) as checked:
                _put(checked)
    except FileRefused as refusal:
        raise not_read(file, refusal) from None


def _put(found: importing.Checked) -> None:
    store = open_store()
    before = {taken.header.session: store.imports.how(taken) for taken in found}
    grown = [name for name, (how, _) in before.items() if how is Taken.GROWN]
    for taken in found:
        name = taken.header.session
        if name in grown:
            own = _seats_on_phones(store, name)
            importing.check_growth(taken, before[name][1], own=own)
    places = {name: store.phones.holdings(name) for name in grown}
    for taken in found:
        name = taken.header.session
        if places.get(name):
            at = as_entries(store.now())
            here = importing.grown_by_file(taken, before[name][1], at)
            store.imports.take_in([here], places=places)
    store.imports.take_in(found, places=places)
    _show_in_lists(store, before)
    say(_what_was_taken(found, [how for how, _ in before.values()]))


def _seats_on_phones(store: Store, name: str) -> frozenset[Seat]:
    session = store.open(name)
    return store.phones.speaker(session, "").own if session else frozenset()


# What was imported before and waited for a say is wanted now.
def _show_in_lists(store: Store, sessions: Collection[str]) -> None:
    for waiting in store.imports.unlisted():
        if waiting.why == IMPORTED and waiting.summary.session in sessions:
            store.show(waiting.summary.session)


def _what_was_taken(found: importing.Checked, how: list[Taken]) -> str:
    new, more, known = (how.count(taken) for taken in Taken)
    if len(how) != 1:
        return (
            f"{len(how)} sessions: {new} new, {more} continued, {known} already here."
        )
    (taken,) = found
    entries = _count(len(taken.log), "entry", "entries")
    state = "was in the database already" if known else "is in the database now"
    return f"Session {taken.header.session} of {entries} {state}."


@click.command("hide")
@click.argument("session")
@click.option("--show", is_flag=True, help="Show it in the lists again.")
def hide_command(session: str, show: bool) -> None:
    """Take a SESSION out of the lists and statistics.

    Nothing of it is lost.
    """
    store = open_store()
    found_session(store, session, is_read=False)
    if show:
        store.show(session)
    else:
        store.hide(session, as_entries(store.now()))
    say(f"Session {session} is {'in' if show else 'out of'} the lists.")


@click.command("delete")
@click.argument("session")
@click.option(
    "-o",
    "--output",
    type=NewFile("file", *EXPORTED),
    help="Write its session file here first.",
)
@click.option("--without-file", is_flag=True, help="Keep no copy.")
@click.option("--yes", is_flag=True, help="Don't ask.")
def delete_command(
    session: str, output: BinaryIO | None, without_file: bool, yes: bool
) -> None:
    """Delete a SESSION for good.

    With -o its session file is written first. A record stays that it was deleted.
    """
    is_unclear = without_file if output is not None else yes and not without_file
    if is_unclear:
        raise click.UsageError(
            "Name the file to write first with -o, or say --without-file."
        )
    store = open_store()
    found_session(store, session, is_read=False)
    if not yes:
        _ask_to_delete(store, session, output)
    if output is not None:
        export(session, output)
        output.flush()
    store.delete(session, "command line", as_entries(store.now()))
    kept = f" Its file is {output.name}." if output else ""
    say(f"Session {session} is deleted.{kept}")


# Say what would go and what is kept, and ask. Raises Abort unless the answer is yes.
def _ask_to_delete(store: Store, session: str, output: BinaryIO | None) -> None:
    say(described(store, session))
    if output is None:
        say("No copy will be kept. To write its session file first, use -o FILE.")
    else:
        say(f"Its session file will be {output.name}.")
    question = "Every entry of this session will be lost for good. Delete it?"
    click.confirm(question, abort=True)


@click.command("backup")
@click.argument("dest", type=NewPlace(may_be_folder=True))
def backup_command(dest: Path) -> None:
    """Copy the database to DEST while it is in use.

    DEST is a new file or a folder. The copy is verified. It also has sealed values
    and which phone has which seat: keep it where the database may be kept.
    """
    copy = backup.backup(database_of(instance_folder()), dest)
    count = _count(_holding(copy, backup.sessions_in(copy)), "session")
    say(f"{copy}: {count}, all verified.")


@click.command("restore")
@click.argument("file", type=GivenPath("restore"))
@click.option(
    "--force", is_flag=True, help="Put the present database aside and keep it."
)
def restore_command(file: Path, force: bool) -> None:
    """Verify a backup FILE and use it as the database."""
    try:
        with file.open("rb") as opened:
            file_kinds.check(file_kinds.kind_of(opened), "restore")
    except FileRefused as refusal:
        raise CommandRefused(f"{file}: {WORDS.text(refusal.why)}") from None
    live = database_of(instance_folder())
    count = _count(_holding(file, backup.sessions_in(file)), "session")
    aside = backup.restore(file, live, force)
    name = live if isinstance(live, Path) else "The database of the server"
    say(f"{name}: {count}, all verified.")
    if aside is not None:
        say(f"The old database is kept as {aside}.")


@click.command("move")
@click.argument("dest", type=NewPlace(may_be_address=True))
def move_command(dest: Path | str) -> None:
    """Copy everything to DEST and verify the copy.

    DEST is an empty PostgreSQL database (postgresql://…) or a new file. Phones keep
    their places, since the key that signs cookies is copied too.

    Stop the servers first: what is entered meanwhile is not in the copy.
    """
    source = open_store()
    copy = backup.move(source, dest)
    is_same = shared_key() is not None or _bring_key(source, copy)
    count = _count(_holding(dest, backup.sessions_of(copy)), "session")
    copy.close()
    say(f"{copy.engine.name}: {count}, all verified, with the same heads.")
    if not is_same:
        say("DEST already has another key, so every phone must join its table again.")
    if is_address(dest):
        say(f"From now on: export {ADDRESS}='{dest}'")


def _bring_key(source: Store, copy: Store) -> bool:
    key = source.engine.secret(fresh_key()) or secret_key(instance_folder())
    where = copy.engine.where
    if not isinstance(where, Path):
        return copy.engine.secret(key) == key
    keep_key(where.parent, key)
    return secret_key(where.parent) == key


@click.command("migrate")
def migrate_command() -> None:
    """Prepare a PostgreSQL database for this release.

    Run it once, before the first process of this release starts. The old processes
    may go on serving. A database in a file is prepared at the start.
    """
    where = database_of(instance_folder())
    if isinstance(where, Path):
        raise CommandRefused(
            f"The database is a file, which needs no migrating. {ADDRESS} names no server."
        )
    from scorekeeper.store.postgresql import migrate

    done = migrate(where)
    say(f"Done: {', '.join(done)}." if done else "There is nothing to do.")


# How many sessions a database has, all of which hold. Raises ClickException.
def _holding(path: Path | str, sessions: Iterable[backup.Found]) -> int:
    faults = [*backup.faults_of(path)] if isinstance(path, Path) else []
    n = 0
    for verdict in verify.verify_sessions(sessions):
        n += 1
        faults += [
            f"{verdict.name}: {WORDS.text(finding)}" for finding in verdict.findings
        ]
    if faults:
        raise CommandRefused(f"{path} does not hold:", *faults[:20])
    return n


def _count(n: int, one: str, many: str = "") -> str:
    return f"{n} {one if n == 1 else many or f'{one}s'}"


@click.command("verify")
@click.argument("file", type=GivenPath("verify", may_be_address=True))
@click.option("--code", default="", help=CODE)
def verify_command(file: Path | str, code: str) -> None:
    """Prove a sheet, a session file, an archive or a database.

    FILE is a path, or the address of a PostgreSQL database. Nothing else is needed.
    The command ends with 0 when everything holds, with 1 when something does not,
    and with 3 when a sheet can be neither proved nor refused here.
    """
    sought = "".join(letter for letter in code.upper() if letter.isalnum())
    is_refused = is_unproved = False
    is_found = not sought
    for verdict in verdicts(file):
        is_refused = is_refused or verdict.is_refused
        is_unproved = is_unproved or not verdict.holds
        say(*_told(verdict, file))
        session = verdict.session or verdict.inside
        entry = entry_of(session, sought) if sought and session else None
        if entry is not None:
            is_found = True
            history = (
                "this history" if verdict.session else "the history of the file inside"
            )
            say(f"  The code {code} is that of entry {entry}: it is in {history}.")
    if not is_found:
        say(
            f"The code {code} is not in the history of {file}: something before it "
            f"was changed."
        )
    if is_refused or not is_found:
        raise SystemExit(REFUSED)
    if is_unproved:
        raise SystemExit(UNPROVED)


def verdicts(path: Path | str) -> Iterator[Verdict]:
    """What is to be said of a file, or of the database at an address,
    session by session."""
    if not isinstance(path, Path):
        with closing(Store(path, makes=False)) as store:
            yield from verify.verify_sessions(backup.sessions_of(store))
        return
    with path.open("rb") as file:
        try:
            yield from _verdicts_of_file(path, file)
        except NotOurDatabase as fault:
            yield _no_database(path, str(fault))
        except FileRefused as refusal:
            yield Verdict(refusal.name or path.name, None, (refusal.why,))


def _verdicts_of_file(path: Path, file: BinaryIO) -> Iterator[Verdict]:
    kind = file_kinds.kind_of(file)
    file_kinds.check(kind, "verify")
    if kind is Kind.PDF:
        yield verify.verify_sheet(file.read(file_kinds.MOST_PDF_BYTES + 1))
        return
    if file_kinds.may_be_shown_as_pdf(file):
        yield Verdict(path.name, None, (message("verify.also-pdf"),))
    if kind in (Kind.DATABASE, Kind.OTHER_DATABASE):
        faults = [*backup.faults_of(path)]
        if faults:
            yield _no_database(path, *faults)
        yield from verify.verify_sessions(backup.sessions_in(path))
    elif kind is Kind.ARCHIVE:
        for name, data in members(file):
            yield verify.verify_file(data, name)
    else:
        yield verify.verify_file(file.read(LARGEST + 1))


def _no_database(path: Path, *faults: str) -> Verdict:
    findings = [message("verify.database", fault=fault) for fault in faults]
    return Verdict(path.name, None, tuple(findings))


def entry_of(session: Session, sought: str) -> int | None:
    """The entry whose head is this: a code, a fingerprint, the whole hash. 0 =
    the rule sheet."""
    if len(sought) < LEAST_LETTERS:
        return None
    heads = [root(session.header), *(entry.hash for entry in session.log)]
    for entry, head in reversed([*enumerate(heads)]):
        if code_of(head).replace("-", "").startswith(sought) or head == sought.lower():
            return entry
    return None


def _told(verdict: Verdict, file: Path | str) -> list[str]:
    state = "holds" if verdict.holds else "can't be proved here"
    if verdict.is_refused:
        state = "does not hold"
    said = f"{verdict.name or file}: {state}."
    session = verdict.session
    if session is not None:
        entries = _count(session.last, "entry", "entries")
        said += f" {session.game.slug}, {entries}, {code_of(session.head)}"
    faults = [WORDS.text(fault) for fault in (*verdict.findings, *verdict.unproved)]
    notes = [WORDS.text(note) for note in verdict.notes]
    return [
        said,
        *(f"  {fault}" for fault in faults),
        *(f"  ({note})" for note in notes),
    ]
