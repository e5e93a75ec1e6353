"""The command line: `scorekeeper COMMAND`, or `python -m scorekeeper COMMAND`. Each is
in a module that is imported when it runs, so that `score` does not wait for a web
server to load."""

import errno
import os
import sys
from importlib import import_module
from typing import Any

import click

from scorekeeper.cli.terminal import CommandRefused, guarded, refusing_in_one_line
from scorekeeper.core.errors import RuleViolation, Unusable
from scorekeeper.places import DISTRIBUTION

COMMANDS = dict.fromkeys(("backup", "delete", "export", "hide", "import"), "cli.backup")
COMMANDS |= dict.fromkeys(("migrate", "move", "restore", "verify"), "cli.backup")
COMMANDS |= {
    "contract": "cli.contract",
    "doctor": "cli.doctor",
    "host-link": "cli.host_link",
}
COMMANDS |= {"house": "cli.host_link"}
COMMANDS |= {"list": "cli.sessions", "pdf": "cli.files", "pocket": "cli.pocket"}
COMMANDS |= {"score": "cli.files", "serve": "serve"}
COMMANDS |= {"words": "cli.words"}
if sys.platform == "win32":
    COMMANDS["serve"] = "__main__"  # to say that gunicorn can't run there
COMMANDS = dict(sorted(COMMANDS.items()))
"""The module of each command, in which it is the function of the same name, with
"_command"."""

NOT_ON_WINDOWS = (
    "The server doesn't run on Windows: start it in WSL, on Linux or on macOS. "
    "On Windows you can use score, pdf, verify, contract, import, export and pocket."
)


class Commands(click.Group):
    """The commands by their names; what they refuse is said in words."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"scorekeeper.{COMMANDS[cmd_name]}")
        command: click.Command = getattr(
            module, f"{cmd_name.replace('-', '_')}_command"
        )
        return command

    def main(self, *words: Any, **extra: Any) -> Any:
        with guarded():
            return super().main(*words, **extra)

    def make_context(self, *words: Any, **extra: Any) -> click.Context:
        with refusing_in_one_line():
            return super().make_context(*words, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            with refusing_in_one_line():
                return super().invoke(ctx)
        except RuleViolation as refusal:
            from scorekeeper.words import words_in

            raise CommandRefused(words_in("en").text(refusal.why)) from None
        except Unusable as fault:
            raise CommandRefused(str(fault)) from None
        except OSError as fault:
            # nobody reads any more what is printed: click's
            if fault.errno == errno.EPIPE:
                raise
            from scorekeeper.cli.faults import said_of

            raise CommandRefused(said_of(fault)) from None


@click.command("serve", context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1)
def serve_command(words: tuple[str, ...]) -> None:
    """Start the server for the phones on this network: not on Windows."""
    raise CommandRefused(NOT_ON_WINDOWS)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name=DISTRIBUTION)
def main() -> None:
    """Keep score and settle rulings at the card table."""
    # what a command writes is for its user alone: it may have what is sealed
    os.umask(0o077)


if __name__ == "__main__":
    main(prog_name="scorekeeper")
