"""`scorekeeper verify`: whether a file holds, with nothing else at hand."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from scorekeeper.cli.files import WORDS
from scorekeeper.core.codec import code as code_of
from scorekeeper.core.messages import message
from scorekeeper.core.session import root
from scorekeeper.exports.session_file import LARGEST, ArchiveRefused, members
from scorekeeper.exports.verify import (
    MOST_BYTES,
    Kind,
    Verdict,
    kind_of,
    verify_file,
    verify_sessions,
    verify_sheet,
)
from scorekeeper.store import NotOurDatabase, Store, is_address
from scorekeeper.store.safekeeping import faults_of, sessions_in, sessions_of
from scorekeeper.tables.session import Session

LEAST_LETTERS = 4


class FileOrServer(click.Path):
    """A file that is there, or the address of a PostgreSQL database."""

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        """A path, or the address as it is."""
        return value if is_address(value) else super().convert(value, param, ctx)


@click.command("verify")
@click.argument("file", type=FileOrServer(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--code", default="", help="A code or fingerprint that you kept: is it in the history?"
)
def verify_command(file: Path | str, code: str) -> None:
    """Prove FILE with nothing else at hand: a printed sheet (PDF), a session file, an archive or
    a database, as a file or by its address. Ends with 0 when everything holds, with 1 when
    something does not."""
    holds = True
    sought = "".join(one for one in code.upper() if one.isalnum())
    is_found = False
    for verdict in verdicts(file):
        holds = holds and verdict.holds
        _say(file, verdict)
        if sought and verdict.session is not None:
            entry = entry_of(verdict.session, sought)
            if entry is not None:
                is_found = True
                click.echo(f"  The code {code} is that of entry {entry}: it is in this history.")
    if sought and not is_found:
        click.echo(f"The code {code} is in no history of {file}: something before it was changed.")
    if not holds or (sought and not is_found):
        raise SystemExit(1)


def verdicts(path: Path | str) -> Iterator[Verdict]:
    """What is to be said of a file, or of the database at an address, session by session."""
    if not isinstance(path, Path):
        with closing(Store(path)) as store:
            yield from verify_sessions(sessions_of(store))
        return
    with path.open("rb") as file:
        kind = kind_of(file.read(16))
        file.seek(0)
        if kind is Kind.SHEET:
            yield verify_sheet(file.read(MOST_BYTES + 1))
        elif kind is Kind.SESSION_FILE:
            yield verify_file(file.read(LARGEST + 1))
        elif kind is Kind.DATABASE:
            yield from _of_database(path)
        else:
            yield from _of_archive(path)


def entry_of(session: Session, sought: str) -> int | None:
    """The entry whose head is this: a code, a fingerprint, the whole hash. 0 = the rule sheet."""
    heads = (root(session.header), *(entry.hash for entry in session.log))
    if len(sought) < LEAST_LETTERS:
        return None
    for entry in range(len(heads) - 1, -1, -1):
        typed = code_of(heads[entry]).replace("-", "")
        if typed.startswith(sought) or heads[entry] == sought.lower():
            return entry
    return None


def _of_database(path: Path) -> Iterator[Verdict]:
    try:
        faults = faults_of(path)
        if faults:
            said = tuple(message("verify.database", fault=one) for one in faults)
            yield Verdict(path.name, None, said)
        yield from verify_sessions(sessions_in(path))
    except NotOurDatabase as fault:
        yield Verdict(path.name, None, (message("verify.database", fault=str(fault)),))


def _of_archive(path: Path) -> Iterator[Verdict]:
    with path.open("rb") as file:
        try:
            for name, data in members(file):
                yield verify_file(data, name)
        except ArchiveRefused as refusal:
            yield Verdict(refusal.name or path.name, None, (refusal.why,))


def _say(path: Path | str, verdict: Verdict) -> None:
    name, session = verdict.name or str(path), verdict.session
    if session is None:
        click.echo(f"{name}: does not hold.")
    else:
        entries = f"{session.last} {'entry' if session.last == 1 else 'entries'}"
        state = "holds" if verdict.holds else "does not hold"
        click.echo(f"{name}: {state}. {session.game.slug}, {entries}, {code_of(session.head)}")
    for finding in verdict.findings:
        click.echo(f"  {WORDS.text(finding)}")
    for note in verdict.notes:
        click.echo(f"  ({WORDS.text(note)})")
