"""Files and folders as they are named on the command line: what is there, and what can
be written.

Each is looked at while the command line is read, before any work is done."""

import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any, BinaryIO

import click

from scorekeeper.cli.terminal import CommandRefused
from scorekeeper.core.messages import message
from scorekeeper.exports.file_kinds import Kind, check, kind_of
from scorekeeper.exports.session_file import FileRefused
from scorekeeper.store import is_address
from scorekeeper.words import words_in

WORDS = words_in("en")
STANDARD = "-"  # standard input or output
_IN_MEMORY = 8_000_000


class GivenFile(click.ParamType[Any]):
    """A file that `command` reads, or standard input: open, and so that it can be read
    again. Its `name` is how it was given."""

    name = "file"

    def __init__(self, command: str) -> None:
        self.command = command

    def convert(self, value: Any, param: Any, ctx: click.Context | None) -> Any:
        if not isinstance(value, str):
            return value
        if value == STANDARD:
            return self._kept(sys.stdin.buffer, "standard input", ctx)
        file = self._opened(value, param, ctx)
        if not file.seekable():  # a pipe
            return self._kept(file, value, ctx)
        if ctx is not None:
            ctx.call_on_close(file.close)
        return file

    def _opened(self, value: str, param: Any, ctx: click.Context | None) -> BinaryIO:
        try:
            return open(value, "rb")
        except IsADirectoryError:
            said = _said_of_folder(self.command)
        except FileNotFoundError:
            said = "does not exist."
        except (OSError, ValueError) as fault:  # a name with a NUL is a ValueError
            said = f"can't be read: {_reason(fault)}."
        self.fail(f"{value} {said}", param, ctx)

    def _kept(self, file: BinaryIO, name: str, ctx: click.Context | None) -> Any:
        kept = tempfile.SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115 - as above
        shutil.copyfileobj(file, kept)
        kept.seek(0)
        if ctx is not None:
            ctx.call_on_close(kept.close)
        return _Named(kept, name)


class _Named:
    """A file under the name that it was given by."""

    def __init__(self, file: Any, name: str) -> None:
        self.name = name
        self._file = file

    def __getattr__(self, asked: str) -> Any:
        return getattr(self._file, asked)


class GivenPath(GivenFile):
    """A file that `command` reads by its path, or the address of a PostgreSQL database
    where it `may_be_address`."""

    def __init__(self, command: str, *, may_be_address: bool = False) -> None:
        super().__init__(command)
        self.may_be_address = may_be_address

    def convert(self, value: Any, param: Any, ctx: click.Context | None) -> Any:
        if not isinstance(value, str) or (self.may_be_address and is_address(value)):
            return value
        self._opened(value, param, ctx).close()
        return Path(value)


def _said_of_folder(command: str) -> str:
    try:
        check(Kind.FOLDER, command)
    except FileRefused as refusal:
        return f"can't be read. {words_in('en').text(refusal.why)}"
    raise AssertionError("no command takes a folder")


def _reason(fault: Exception) -> str:
    return getattr(fault, "strerror", None) or str(fault)


# ---- what is written ----


class NewFile(click.File):
    """A file to write, opened when it is first written to. It takes the place of an
    empty file or of one of these `kinds`, and of no other."""

    def __init__(self, name: str, *kinds: Kind) -> None:
        super().__init__("wb", lazy=True)
        self.name = name
        self.kinds = kinds

    def convert(self, value: Any, param: Any, ctx: click.Context | None) -> Any:
        if isinstance(value, str) and value != STANDARD:
            check_new_file(Path(value), *self.kinds)
        return super().convert(value, param, ctx)


def refuse_terminal(output: BinaryIO) -> None:
    """Refuse to write what is no text to a terminal. Raises CommandRefused."""
    if output.name == STANDARD and sys.stdout.isatty():
        raise CommandRefused("This can't be shown on a terminal. Name a file with -o.")


class NewPlace(click.ParamType[Any]):
    """The path of a file that is not there yet. It may be a folder that is there, or
    the address of a PostgreSQL database, where that is said."""

    name = "path"

    def __init__(
        self, *, may_be_folder: bool = False, may_be_address: bool = False
    ) -> None:
        self.may_be_folder = may_be_folder
        self.may_be_address = may_be_address

    def convert(self, value: Any, param: Any, ctx: click.Context | None) -> Any:
        if not isinstance(value, str) or (self.may_be_address and is_address(value)):
            return value
        path = Path(value)
        if not _is_text(value):  # SQLite takes no other names
            raise CommandRefused(
                f"{value} can't be the name of a database: it is not UTF-8."
            )
        if self.may_be_folder and _is_folder(path):
            check_folder(path)
        elif os.path.lexists(path) and not _is_folder(path):
            raise CommandRefused(f"{path} already exists. Name a new file.")
        else:
            check_new_file(path)
        return path


class NewFolder(click.ParamType[Path]):
    """The path of a folder that is there or can be made."""

    name = "directory"

    def convert(self, value: Any, param: Any, ctx: click.Context | None) -> Path:
        path = Path(value)
        check_new_folder(path)
        return path


def check_new_file(path: Path, *kinds: Kind) -> None:
    """Raise CommandRefused where no file can be written at this path, or one would be
    lost there that is of none of these kinds."""
    if _is_folder(path):
        raise CommandRefused(f"{path} is a folder. Name a file in it.")
    check_folder(path.parent, path)
    if not path.is_file():  # nothing is there, or it is a device or a pipe
        return
    if not os.access(path, os.W_OK):
        raise CommandRefused(
            f"{path} can't be written: permission denied. Name another file."
        )
    try:
        with path.open("rb") as file:
            kind = kind_of(file)
    except OSError as fault:
        raise CommandRefused(
            f"{path} can't be read: {_reason(fault)}. Name another file."
        ) from None
    if kind not in (*kinds, Kind.EMPTY):
        what = WORDS.text(message(f"file.kind.{kind.value}"))
        raise CommandRefused(f"{path} already exists: {what}. Name another file.")


def check_folder(folder: Path, path: Path | None = None) -> None:
    """Raise CommandRefused where nothing can be written in this folder: the file at
    this path."""
    place = path or folder
    try:
        is_there = folder.is_dir()
    except (OSError, ValueError) as fault:
        raise CommandRefused(f"{place} can't be written: {_reason(fault)}.") from None
    if not is_there and os.path.lexists(folder):
        raise CommandRefused(f"{place} can't be made: {folder} is not a folder.")
    if not is_there:
        raise CommandRefused(
            f"{place} can't be written: {folder} does not exist. Make it first."
        )
    if not os.access(folder, os.W_OK | os.X_OK):
        raise CommandRefused(
            f"{place} can't be written: you may not write to {folder}."
        )


def check_new_folder(folder: Path) -> None:
    """Raise CommandRefused where this folder is not there and can't be made."""
    if _is_folder(folder):
        check_folder(folder)
        return
    nearest = next(
        path for path in (folder, *folder.absolute().parents) if os.path.lexists(path)
    )
    check_folder(nearest, folder)


def _is_text(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _is_folder(path: Path) -> bool:
    if "\0" in str(path):
        raise CommandRefused(f"{path} can't be the name of a file.")
    try:
        return path.is_dir()
    except (OSError, ValueError) as fault:
        raise CommandRefused(f"{path} can't be used: {_reason(fault)}.") from None
