"""The command line: `scorekeeper COMMAND`.

A command only reads its options here; what it does stands in a module of its own, imported when
the command runs, so that `score` does not wait for a web server to load.
"""

import os
from pathlib import Path
from typing import BinaryIO

import click


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="scorekeeper")
def main() -> None:
    """Keep score and settle rulings at the card table."""
    os.umask(0o077)  # what a command writes is for its user alone: it may have what is sealed


@main.command()
@click.option(
    "--host",
    help="Address to serve on, or unix:PATH. Without it every network; this computer alone where "
    "SCOREKEEPER_PUBLIC_URL is set, for the proxy.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    envvar="PORT",
    show_default=True,
    show_envvar=True,
    help="Port to serve on; the next free one if it is taken.",
)
@click.option(
    "--threads",
    type=click.IntRange(2, 8000),
    default=None,
    envvar="SCOREKEEPER_THREADS",
    show_envvar=True,
    help="Requests and open streams served at once.",
)
def serve(host: str | None, port: int, threads: int | None) -> None:
    """Serve the table to phones on this network."""
    from scorekeeper import serve as server

    server.serve(host, port, threads or server.THREADS)


@main.command()
@click.argument("file", type=click.File("rb"))
def score(file: BinaryIO) -> None:
    """Print the whole sheet of a session FILE as JSON ("-" reads standard input)."""
    from scorekeeper.cli import files

    files.score(file)


@main.command()
@click.argument("session", required=False)
@click.option("--all", "everything", is_flag=True, help="Every session, in an archive (zip).")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="File to write; without it, standard output.",
)
def export(session: str | None, everything: bool, output: Path | None) -> None:
    """Write a SESSION of the database as a session file, or all of them as an archive."""
    from scorekeeper.cli import backup, files

    if everything and session is None and output is not None:
        backup.export_all(output)
    elif session is not None and not everything:
        files.export(session, output)
    else:
        raise click.UsageError("Name a SESSION, or --all and the file to write with -o.")


@main.command()
@click.argument("file", type=click.File("rb"))
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    help="PDF to write.",
)
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
def pdf(file: BinaryIO, output: Path, paper: str) -> None:
    """Print the scoresheet of a session FILE as a PDF."""
    from scorekeeper.cli import files

    files.print_sheet(file, output, paper)


@main.command("import")
@click.argument("file", type=click.File("rb"))
def import_(file: BinaryIO) -> None:
    """Put the session in FILE, or all those of an archive, into the database."""
    from scorekeeper.cli import backup

    backup.take_in(file)


@main.command()
@click.argument("session")
@click.option("--show", is_flag=True, help="Show it in the lists again.")
def hide(session: str, show: bool) -> None:
    """Put a SESSION out of sight: it is in no list and no statistics, and nothing of it is lost."""
    from scorekeeper.cli import backup

    backup.hide(session, show)


@main.command()
@click.argument("session")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Session file to write first.",
)
@click.option("--without-file", is_flag=True, help="Keep no file of it.")
@click.confirmation_option(prompt="Every entry of this session goes for good. Delete it?")
def delete(session: str, output: Path | None, without_file: bool) -> None:
    """Delete a SESSION for good, once its file is written. A record stays that it was deleted."""
    from scorekeeper.cli import backup

    if (output is None) is not without_file:
        raise click.UsageError("Name the file to write first with -o, or say --without-file.")
    backup.delete(session, output)


@main.command("verify")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--code", default="", help="A code or seal that you have kept: is it in the history?")
def verify_(file: Path, code: str) -> None:
    """Prove FILE with nothing else at hand: a printed sheet (PDF), a session file, an archive or
    the database. Ends with 0 when everything holds, with 1 when something does not."""
    from scorekeeper.cli import verify

    verify.verify(file, code)


@main.command("backup")
@click.argument("dest", type=click.Path(path_type=Path))
def backup_(dest: Path) -> None:
    """Copy the database to DEST, a new file or a folder, while it is in use, and verify the copy.

    It has what is still under a seal: keep it where the database may lie."""
    from scorekeeper.cli import backup

    backup.backup(dest)


@main.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--force", is_flag=True, help="Put the present database aside, and keep it.")
def restore(file: Path, force: bool) -> None:
    """Verify a backup FILE and make it the database."""
    from scorekeeper.cli import backup

    backup.restore(file, force)


@main.command("doctor")
@click.option(
    "--rebuild", is_flag=True, help="First make what lists are read from anew, from the logs."
)
def doctor_(rebuild: bool) -> None:
    """Say how this installation is, and what is wrong with it."""
    from scorekeeper.cli import doctor

    if rebuild:
        doctor.rebuild()
    doctor.examine()


@main.command("host-link")
@click.argument("session")
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    default=8000,
    envvar="PORT",
    show_default=True,
    help="Port that the server is on.",
)
def host_link_(session: str, port: int) -> None:
    """Print a link that makes another phone the host's of a SESSION: the first one is lost.

    The address of the table, as a phone shows it, does as well; its port is taken then.
    """
    import sys

    from scorekeeper.cli import host_link

    host_link.host_link(session, port, sys.stdout.isatty())


# ---- the calculator ----


@main.command("contract")
@click.argument("contract")
@click.option(
    "--made",
    "--tricks",
    "tricks",
    type=int,
    required=True,
    help="Tricks that declarer's side took, the book included.",
)
@click.option("--vulnerable", is_flag=True, help="Declarer's side is vulnerable.")
@click.option(
    "--game",
    default="bridge",
    show_default=True,
    help="bridge, deuces-wild, five-crowns, x1, x2, x4-parity or x4-non-parity.",
)
@click.option("--form", default="rubber", show_default=True, help="rubber or duplicate.")
def contract_(contract: str, tricks: int, vulnerable: bool, game: str, form: str) -> None:
    """Score one CONTRACT, such as 4SX, 3NT or "1*", with the reason for every number."""
    from scorekeeper.cli import contract as calculator

    for name, given, known in (
        ("--game", game, calculator.games()),
        ("--form", form, calculator.forms()),
    ):
        if given not in known:
            raise click.BadParameter(f"{given!r} is none of {', '.join(known)}.", param_hint=name)
    calculator.contract(contract, tricks, vulnerable, game, form)
