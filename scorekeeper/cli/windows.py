"""`scorekeeper serve` on Windows, where gunicorn can't run."""

import click

WHY = (
    "The server doesn't run on Windows: start it in WSL, on Linux or on macOS. "
    "Here you can use score, pdf, verify, contract, import, export and pocket."
)


@click.command("serve", context_settings={"ignore_unknown_options": True, "allow_extra_args": True})
def serve_command() -> None:
    """Serve the table to phones on this network: not on Windows."""
    raise click.ClickException(WHY)
