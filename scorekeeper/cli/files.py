"""What the commands about session files do: score one, write one, take one in."""

import json
from pathlib import Path
from typing import BinaryIO

import click

from scorekeeper.core.messages import message
from scorekeeper.exports.session_file import SessionFile, read, write
from scorekeeper.exports.session_lines import LARGEST, FileRefused
from scorekeeper.exports.sheet_files import json_of
from scorekeeper.places import instance_folder
from scorekeeper.store import FILE_NAME, NotOurDatabase, Store
from scorekeeper.words import words_in

WORDS = words_in("en")


def score(file: BinaryIO) -> None:
    """Print the sheet of a session file as JSON."""
    found = _read(file)
    sheet = json_of(found.session, WORDS, found.is_chained)
    _print(json.dumps(sheet, ensure_ascii=False, indent=2) + "\n")


def export(session_id: str, output: Path | None) -> None:
    """Write a session of the database to `output`, or print it."""
    store = open_store()
    session = store.open(session_id)
    if session is None:
        known = [f"  {one.session}  {one.last_at}  {one.game}" for one in store.index.recent()]
        has = "It has these:" if known else "It has none."
        lines = (f"There is no session {session_id!r} in {store.path}. {has}", *known)
        raise click.ClickException("\n".join(lines))
    if output is None:
        _print(write(session))
    else:
        _write(output, write(session).encode())


def print_sheet(file: BinaryIO, output: Path, paper: str) -> None:
    """Print the scoresheet of a session file to `output`."""
    # Templates and codes, which nothing else here needs.
    from scorekeeper.exports.pdf.page import Paper
    from scorekeeper.exports.pdf.render import PangoMissing, pdf_of

    session = _read(file).session
    try:
        _write(output, pdf_of(session, Paper(paper), WORDS.language))
    except PangoMissing as missing:
        about = WORDS.text(message("pdf.missing.about", fault=str(missing)))
        advice = WORDS.text(message("pdf.missing.advice"))
        raise click.ClickException(f"{about}\n{advice}") from None


def _read(file: BinaryIO) -> SessionFile:
    try:
        return read(file.read(LARGEST + 1))
    except FileRefused as refusal:
        where = f"{file.name}, line {refusal.line}"
        raise click.ClickException(f"{where}: {WORDS.text(refusal.why)}") from None


def _write(output: Path, data: bytes) -> None:
    try:
        output.write_bytes(data)
    except OSError as fault:
        why = f"{output} can't be written: {fault.strerror}. Name another file."
        raise click.ClickException(why) from None


def open_store() -> Store:
    try:
        return Store(instance_folder() / FILE_NAME)
    except NotOurDatabase as fault:
        raise click.ClickException(str(fault)) from None


def _print(text: str) -> None:
    """Print in UTF-8, whatever the terminal's own encoding: what is printed is a file."""
    click.echo(text.encode(), nl=False)
