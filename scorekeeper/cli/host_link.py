"""Links for those whose phone is lost, flat or wiped: one makes another phone the
host's, one makes it a house manager."""

import sys
from typing import Any
from urllib.parse import urlsplit

import click

from scorekeeper import create_app
from scorekeeper.addresses import EVERY_NETWORK, OF_PORT, qr_for_terminal, server_urls
from scorekeeper.cli.sessions import found_session
from scorekeeper.cli.terminal import CommandRefused, draw, say
from scorekeeper.store.phones import Purpose
from scorekeeper.web.archive.house import fresh_words
from scorekeeper.web.page.incoming import YEAR, now, store
from scorekeeper.web.page.invitations import fresh

port_option = click.option(
    "--port",
    type=click.IntRange(1, 65535),
    help="Port that the server is on.",
    **OF_PORT,
)


@click.command("host-link")
@click.argument("session")
@port_option
def host_link_command(session: str, port: int) -> None:
    """Print a link that makes another phone a SESSION's host.

    Use it when the host's phone is lost. SESSION may also be the address of the
    table as a phone shows it; its port is then used.
    """
    address = urlsplit(session)
    name, mark, after = address.path.partition("/t/")
    if mark and not name:
        session = after.split("/")[0]
        port = address.port or port
    app = _app()
    with app.app_context():
        found_session(store(), session)
        words = fresh(session, Purpose.HOST, seconds=600)
    said = "It works once, within ten minutes. The phone that opens it is the host's."
    _show(str(app.config.get("PUBLIC_URL") or ""), port, f"j/{words}", said)


@click.command("house")
@click.option(
    "--link", is_flag=True, help="Print a link to become the only house manager."
)
@port_option
def house_command(link: bool, port: int) -> None:
    """Say which phones are house managers.

    They decide which imported files come into everyone's lists. With --link, the phone
    that opens the link becomes the only house manager.
    """
    app = _app()
    if link and app.config.get("PUBLIC_URL"):
        raise CommandRefused(
            "A public server accepts no files on its pages, so it has no house managers."
        )
    with app.app_context():
        since = sorted(store().phones.house(now(-YEAR), "").values())
        words = fresh_words(instead=True) if link else ""
    if not link:
        each = [f"A phone, since {at}" for at in since]
        say(
            *(each or ["There is no house manager. Name one: scorekeeper house --link"])
        )
        return
    said = (
        "It works once, within ten minutes. The phone that opens it is the only "
        "house manager."
    )
    _show("", port, f"house/{words}", said)


# Print the whole address of this path, as phones reach the server, and what it does.
# `public` is the address of a public server, "" in a kitchen.
def _show(public: str, port: int, path: str, said: str) -> None:
    base = public.rstrip("/") + "/" if public else server_urls(EVERY_NETWORK, port)[0]
    url = f"{base}{path}"
    draw(qr_for_terminal(url, sys.stdout.isatty()))
    say("", f"  {url}", "", said)


# The application, whose database is closed when the command is done.
def _app() -> Any:
    app = create_app({"MAKE_AHEAD": False})
    click.get_current_context().call_on_close(app.extensions["store"].close)
    return app
