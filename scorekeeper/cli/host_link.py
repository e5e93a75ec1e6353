"""A link for a host whose phone is lost, flat or wiped: it makes another phone the host's."""

import sys
from urllib.parse import urlsplit

import click

from scorekeeper import create_app
from scorekeeper.addresses import EVERY_NETWORK, OF_PORT, qr_for_terminal, server_urls
from scorekeeper.cli.sessions import found_session
from scorekeeper.cli.terminal import draw, say
from scorekeeper.store.phones import Purpose
from scorekeeper.web.phones.invitations import fresh
from scorekeeper.web.table.pages import store


@click.command("host-link")
@click.argument("session")
@click.option(
    "--port", type=click.IntRange(1, 65535), help="Port that the server is on.", **OF_PORT
)
def host_link_command(session: str, port: int) -> None:
    """Print a link that makes another phone the host's of a SESSION: the first one is lost.

    The address of the table, as a phone shows it, does as well; its port is taken then.
    """
    address = urlsplit(session)
    name, found, after = address.path.partition("/t/")
    if found and not name:
        session, port = after.split("/")[0], address.port or port
    app = create_app({"MAKE_AHEAD": False})
    click.get_current_context().call_on_close(app.extensions["store"].close)
    with app.app_context():
        found_session(store(), session)
        words = fresh(session, Purpose.HOST, seconds=600)
    public = str(app.config.get("PUBLIC_URL") or "")
    base = public.rstrip("/") + "/" if public else server_urls(EVERY_NETWORK, port)[0]
    url = f"{base}j/{words}"
    said = "Good once and for ten minutes: the phone that opens it is the host's."
    draw(qr_for_terminal(url, sys.stdout.isatty()))
    say("", f"  {url}", "", said)
