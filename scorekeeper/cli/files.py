"""The commands about a session file: score it, print it."""

from typing import Any, BinaryIO

import click

from scorekeeper.cli.given import GivenFile, NewFile, refuse_terminal
from scorekeeper.cli.terminal import CommandRefused, print_json, say
from scorekeeper.core.messages import message
from scorekeeper.exports.file_kinds import Kind, kind_of, session_file_in
from scorekeeper.exports.night_files import night_in, standings_of
from scorekeeper.exports.session_file import FileRefused, read
from scorekeeper.exports.sheet_files import json_of, said
from scorekeeper.places import instance_folder
from scorekeeper.store import Store, database_of
from scorekeeper.tables.nights import is_night
from scorekeeper.tables.session import typed_in
from scorekeeper.words import FIRST, LANGUAGES, words_in

WORDS = words_in("en")


@click.command("score")
@click.argument("file", type=GivenFile("score"))
def score_command(file: BinaryIO) -> None:
    """Print the sheet of a session FILE as JSON.

    FILE may be a printed sheet (PDF), since its session file is inside; "-" reads
    standard input. Of the archive of a night, its standings are printed. If the file is
    refused, the JSON says why.
    """
    try:
        scored = _scored(file)
    except FileRefused as refusal:
        print_json({"refused": {"line": refusal.line, **said(refusal.why, WORDS)}})
        raise not_read(file, refusal) from None
    print_json(scored)


def _scored(file: BinaryIO) -> dict[str, Any]:
    if kind_of(file) is Kind.ARCHIVE:
        night, tables = night_in(file)
        return standings_of(night, tables, WORDS)
    file_read = read(session_file_in(file, "score"))
    if is_night(file_read.session):
        return standings_of(file_read.session, {}, WORDS)
    return json_of(file_read.session, WORDS, file_read.is_chained)


@click.command("pdf")
@click.argument("file", type=GivenFile("pdf"))
@click.option(
    "-o",
    "--output",
    type=NewFile("file", Kind.PDF),
    required=True,
    help="PDF to write.",
)
@click.option(
    "--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True
)
@click.option(
    "--language", type=click.Choice(LANGUAGES), default=FIRST, show_default=True
)
def pdf_command(file: BinaryIO, output: BinaryIO, paper: str, language: str) -> None:
    """Print a session FILE as a scoresheet (PDF).

    FILE may be a printed sheet itself, since its session file is inside.
    """
    refuse_terminal(output)
    # Templates and codes, which nothing else here needs.
    from scorekeeper.exports.pdf import letters
    from scorekeeper.exports.pdf.page import Paper
    from scorekeeper.exports.pdf.render import PangoMissing, pdf_of

    try:
        session = read(session_file_in(file, "pdf")).session
    except FileRefused as refusal:
        raise not_read(file, refusal) from None
    try:
        data = pdf_of(session, Paper(paper), language)
    except PangoMissing as missing:
        about = WORDS.text(message("pdf.missing.about", fault=str(missing)))
        advice = WORDS.text(message("pdf.missing.advice"))
        raise CommandRefused(about, advice) from None
    output.write(data)  # opened only now: what fails leaves no file
    boxed = letters.told(letters.without_font(typed_in(session)))
    if boxed is not None:
        say(WORDS.text(boxed), is_error=True)


def not_read(file: Any, refusal: FileRefused) -> CommandRefused:
    """The refusal of a file: in which line of it, or in which file of an
    archive, and why."""
    where = f"line {refusal.line}" if refusal.line else refusal.name
    place = f"{file.name}, {where}" if where else file.name
    return CommandRefused(f"{place}: {WORDS.text(refusal.why)}")


def open_store() -> Store:
    """The store of this installation, until the command is
    done. Raises NotOurDatabase."""
    store = Store(database_of(instance_folder()))
    click.get_current_context().call_on_close(store.close)
    return store
