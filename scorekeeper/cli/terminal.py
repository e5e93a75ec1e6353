"""The one way to the terminal. Control characters are shown there, and never obeyed.

`guarded` puts a `Shown` in the place of both streams for as long as a command runs, so
that everything passes it: what click says, refusals, warnings, tracebacks. A line that
quotes a name is made by `say` or `CommandRefused`, which keep a line break in that name
from beginning a line.
"""

import io
import json
import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, cast

import click

_HIDDEN = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f"  # control characters, but not a line's end
    "\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"  # line ends of Unicode, and what turns text
    "\ud800-\udfff]"  # bytes of a file name that are no text
)
_SHORT = {"\t": r"\t", "\r": r"\r"}


def shown(text: str) -> str:
    """The text with every control character written out, as JSON writes it;
    line ends stay."""
    return _HIDDEN.sub(lambda found: _escape(found.group()), text)


def one_line(text: str) -> str:
    """The text in one line: what `shown` returns, with line ends written
    out as well."""
    return shown(text).replace("\n", r"\n")


def _escape(character: str) -> str:
    return _SHORT.get(character) or f"\\u{ord(character):04x}"


class Shown:
    """A stream that writes text as `shown` has it, in the encoding of the stream
    `under` it. What that encoding doesn't have is written out too. All else is the same
    as under it."""

    encoding = "utf-8"
    """Any text can be written here, whatever the stream under it can."""
    errors = "strict"

    def __init__(self, under: Any) -> None:
        self.under = under

    def __getattr__(self, name: str) -> Any:
        return getattr(self.under, name)

    def write(self, text: str) -> int:
        encoding = self.under.encoding or "ascii"
        self.under.write(
            shown(text).encode(encoding, "backslashreplace").decode(encoding)
        )
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    @property
    def buffer(self) -> Any:
        """Takes the bytes of a file: as they are in a pipe or a file, shown
        on a terminal."""
        return _ShownBytes(self) if self.isatty() else self.under.buffer


class _ShownBytes(io.RawIOBase):
    """Shows the text that bytes stand for."""

    def __init__(self, text: Shown) -> None:
        self._text = text

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._text.write(bytes(data).decode(errors="surrogateescape"))
        self._text.flush()
        return len(data)


@contextmanager
def guarded() -> Iterator[None]:
    """Let everything that is written meanwhile pass through `Shown`. An exception that
    nobody expected leaves it in place, so that its traceback passes too."""
    before = (sys.stdout, sys.stderr)
    if not isinstance(sys.stdout, Shown):
        sys.stdout = cast(Any, Shown(sys.stdout))
    if not isinstance(sys.stderr, Shown):
        sys.stderr = cast(Any, Shown(sys.stderr))
    try:
        yield
    except Exception:
        raise
    except BaseException:
        sys.stdout, sys.stderr = before
        raise
    else:
        sys.stdout, sys.stderr = before


@contextmanager
def refusing_in_one_line() -> Iterator[None]:
    """What click says of the words on the command line quotes them: in one line."""
    try:
        yield
    except click.exceptions.NoArgsIsHelpError:  # its message is the whole help
        raise
    except click.UsageError as fault:
        if isinstance(fault.message, str):
            vars(fault)["message"] = one_line(fault.message)
        raise


class CommandRefused(click.ClickException):
    """A command can't be done. Each line says what is wrong or what would do."""

    def __init__(self, *lines: str) -> None:
        super().__init__("\n".join(map(one_line, lines)))


def say(*lines: str, is_error: bool = False) -> None:
    """Print lines. None of them becomes two, whatever the names in it hold."""
    for line in lines:
        click.echo(one_line(line), err=is_error)


def print_json(value: object) -> None:
    """Print a value as JSON, always in UTF-8: what is printed is a file. Control
    characters in its texts are escapes, which say the same in JSON."""
    click.echo(shown(json.dumps(value, ensure_ascii=False, indent=2)).encode())


def draw(text: str) -> None:
    stream = sys.stdout
    under = stream.under if isinstance(stream, Shown) else stream
    encoding = under.encoding or "ascii"
    under.write(text.encode(encoding, "replace").decode(encoding) + "\n")
    under.flush()


def columns() -> int | None:
    """How wide a line may be. None where nothing is cut: in a pipe or a file."""
    width = os.environ.get("COLUMNS", "")
    if width:
        return int(width) if width.isdecimal() else None
    if not sys.stdout.isatty():
        return None
    return os.get_terminal_size(sys.stdout.fileno()).columns
