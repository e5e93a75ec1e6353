"""Clients of a public server, behind TLS."""

from flask import Flask

from tests.web.conftest import Visitor

PUBLIC = "https://cards.example"


def behind_tls(app: Flask) -> Visitor:
    """A browser that reaches a public server through its proxy."""
    client = app.test_client()
    client.environ_base.update(
        {
            "HTTP_X_FORWARDED_FOR": "198.51.100.7",
            "HTTP_X_FORWARDED_PROTO": "https",
            "HTTP_X_FORWARDED_HOST": "cards.example",
            "HTTP_REFERER": f"{PUBLIC}/",
        }
    )
    return Visitor(client)
