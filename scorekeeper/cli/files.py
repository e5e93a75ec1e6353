"""The commands about a session file: score it, print it."""

import json
from typing import Any, BinaryIO

import click

from scorekeeper.core.messages import message
from scorekeeper.exports.session_file import LARGEST, FileRefused, read
from scorekeeper.exports.sheet_files import json_of, said
from scorekeeper.places import instance_folder
from scorekeeper.store import Store, database_of
from scorekeeper.tables.session import typed_in
from scorekeeper.words import words_in

WORDS = words_in("en")


@click.command("score")
@click.argument("file", type=click.File("rb"))
def score_command(file: BinaryIO) -> None:
    """Print the whole sheet of a session FILE as JSON ("-" reads standard input); of one that is
    refused, the reason."""
    try:
        found = read(file.read(LARGEST + 1))
    except FileRefused as refusal:
        _print({"refused": {"line": refusal.line, **said(refusal.why, WORDS)}})
        raise _refused(file, refusal) from None
    _print(json_of(found.session, WORDS, found.is_chained))


def _print(fields: dict[str, Any]) -> None:
    """In UTF-8, whatever the terminal's own encoding: what is printed is a file."""
    click.echo(json.dumps(fields, ensure_ascii=False, indent=2).encode())


@click.command("pdf")
@click.argument("file", type=click.File("rb"))
@click.option("-o", "--output", type=click.File("wb"), required=True, help="PDF to write.")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
def pdf_command(file: BinaryIO, output: BinaryIO, paper: str) -> None:
    """Print the scoresheet of a session FILE as a PDF."""
    # Templates and codes, which nothing else here needs.
    from scorekeeper.exports.pdf import letters
    from scorekeeper.exports.pdf.page import Paper
    from scorekeeper.exports.pdf.render import PangoMissing, pdf_of

    try:
        session = read(file.read(LARGEST + 1)).session
    except FileRefused as refusal:
        raise _refused(file, refusal) from None
    try:
        data = pdf_of(session, Paper(paper), WORDS.language)
    except PangoMissing as missing:
        about = WORDS.text(message("pdf.missing.about", fault=str(missing)))
        advice = WORDS.text(message("pdf.missing.advice"))
        raise click.ClickException(f"{about}\n{advice}") from None
    output.write(data)  # opened only now: what fails leaves no file
    if boxed := letters.told(letters.without_font(typed_in(session))):
        click.echo(WORDS.text(boxed), err=True)


def _refused(file: BinaryIO, refusal: FileRefused) -> click.ClickException:
    text = f"{file.name}, line {refusal.line}: {WORDS.text(refusal.why)}"
    return click.ClickException(text)


def open_store() -> Store:
    """The store of this installation, until the command is done. Raises NotOurDatabase."""
    store = Store(database_of(instance_folder()))
    click.get_current_context().call_on_close(store.close)
    return store
